//! What the search maximises: one number for the three strengths of a board, and a ceiling of it that never falls.
#![forbid(unsafe_code)]

use crate::arrange::table::{Against, RowTable};
use crate::board::{Board, Row};
use crate::cards::CardSet;
use crate::error::{Fault, Kind};
use crate::payoff::{Payoff, Spades};
use crate::score::{self, MAX_SEATS};
use crate::strength::{Category, Strength, low};

/// The highest class of a bottom that shoots the moon: jack high.
pub const MOON_CLASS: u32 = 10;

/// The most that a next Fantasyland may be worth, either way: beyond it points would be lost in the rounding.
pub const MOST_STAY_VALUE: f64 = 1e9;

/// Rules, the worth of Fantasyland and opponents, compiled for deals of one kind.
#[derive(Clone, Debug)]
pub struct Goal {
    payoff: Payoff,
    current: u8,
    royalties: Tables<i32>,
    bonus: [Bonus; 2],
    opponents: RowTable,
    divisor: f64,
    monotone: bool,
    /// What no next Fantasyland is worth.
    stay_nothing: f64,
    /// Cards on opponents' known boards.
    shown: CardSet,
}

/// A table by class for each row, as it is and raised so that it never falls from class to class.
#[derive(Clone, Debug)]
struct Tables<T> {
    exact: [[T; 256]; 3],
    ceiling: [[T; 256]; 3],
}

/// What the next hand is worth, by the class of the top: for a board that does not stay and for one that does. Outside
/// Fantasyland both are what the top earns.
#[derive(Clone, Debug)]
struct Bonus {
    exact: [[f64; 256]; 2],
    ceiling: [[f64; 256]; 2],
}

/// The classes that a row can have, rising.
fn classes(row: Row, payoff: &Payoff) -> Vec<usize> {
    if row == Row::Middle && payoff.order.deuce_to_seven {
        return (low::QUALIFIES.class()..=low::BEST.class()).collect();
    }
    let nibbles = |category: Category| match (row, category) {
        (Row::Top, Category::HighCard) => 3..=13,
        (Row::Top, Category::Pair | Category::Trips) => 1..=13,
        (_, Category::HighCard) => 6..=13,
        (_, Category::TwoPair) => 2..=13,
        (_, Category::Straight) => 4..=13,
        (_, Category::StraightFlush) => 4..=12,
        (_, Category::RoyalFlush) => 13..=13,
        _ => 1..=13,
    };
    let possible = |cat: &Category| row != Row::Top || *cat <= Category::Trips && *cat != Category::TwoPair;
    Category::ALL
        .into_iter()
        .filter(possible)
        .flat_map(|cat| nibbles(cat).map(move |n| (cat as usize) << 4 | n))
        .collect()
}

/// A table raised to the highest value so far, with the classes that no row has filled in; and whether it was raised at
/// all.
fn raise<T: Copy + PartialOrd>(exact: &[T; 256], classes: &[usize]) -> ([T; 256], bool) {
    let mut ceiling = [exact[classes[0]]; 256];
    let mut raised = false;
    let mut most = exact[classes[0]];
    for class in 0..256 {
        if classes.contains(&class) {
            raised |= exact[class] < most;
            most = if exact[class] > most { exact[class] } else { most };
        }
        ceiling[class] = most;
    }
    (ceiling, raised)
}

impl Goal {
    /// `current` cards were dealt in Fantasyland, 0 outside it; a next Fantasyland of n cards is worth `stay[n]`, none
    /// `stay[0]`.
    pub fn new(payoff: &Payoff, current: u8, stay: &[f64; 18]) -> Result<Goal, Fault> {
        let refuse = |code, message| Err(Fault::new(Kind::Rules, code, message));
        if let Some(bad) = stay.iter().find(|value| value.is_nan() || value.abs() > MOST_STAY_VALUE) {
            let most = MOST_STAY_VALUE;
            return refuse("wrong_stay_value", format!("a stay value of {bad}; it must be from -{most} to {most}"));
        }
        if current != 0 && !(13..=17).contains(&current) {
            return refuse(
                "wrong_fantasyland",
                format!("{current} cards in Fantasyland; allowed are 13 to 17, or 0 outside it"),
            );
        }
        let mut monotone = payoff.points.row >= 0 && payoff.points.scoop >= 0 && payoff.points.majority >= 0;
        let mut royalties = Tables { exact: payoff.royalties, ceiling: payoff.royalties };
        for row in Row::ALL {
            let (ceiling, raised) = raise(&royalties.exact[row as usize], &classes(row, payoff));
            royalties.ceiling[row as usize] = ceiling;
            monotone &= !raised;
        }
        let tops = classes(Row::Top, payoff);
        let worth = |cards: u8| stay.get(cards as usize).copied().unwrap_or(0.0);
        let bonus = [0, 1].map(|best_low| {
            let exact = [false, true].map(|stays| {
                std::array::from_fn(|class| {
                    // Only the class of the top and the flags count, so rows made up for them ask the rules.
                    let middle = if best_low == 1 { low::BEST } else { Strength(0) };
                    let bottom = if stays { Strength::at_least(Category::Quads) } else { Strength(0) };
                    let top = Strength((class as u32) << 16);
                    if current == 0 {
                        return worth(payoff.entry[best_low][class]);
                    }
                    if stays { worth(payoff.fantasyland([top, middle, bottom], current)) } else { worth(0) }
                })
            });
            let mut ceiling = exact;
            for stays in [0, 1] {
                let (raised_table, raised) = raise(&exact[stays], &tops);
                ceiling[stays] = raised_table;
                monotone &= !raised;
            }
            // Staying must not cost anything either.
            let (leave, stay) = ceiling.split_at_mut(1);
            for (stay, leave) in stay[0].iter_mut().zip(&leave[0]) {
                monotone &= *stay >= *leave;
                *stay = stay.max(*leave);
            }
            Bonus { exact, ceiling }
        });
        Ok(Goal {
            opponents: RowTable::alone(payoff),
            payoff: payoff.clone(),
            current,
            royalties,
            bonus,
            divisor: 1.0,
            monotone,
            stay_nothing: stay[0],
            shown: CardSet::EMPTY,
        })
    }

    /// Points against all of these opponents, who sit at the table, instead of royalties alone.
    pub fn against_table(mut self, opponents: RowTable) -> Goal {
        self.divisor = 1.0;
        self.opponents = opponents;
        self
    }

    /// Points against the complete boards of one to three opponents, each with the cards dealt to it in Fantasyland, 0
    /// outside it. Their cards cannot be dealt again.
    pub fn against_boards(mut self, boards: &[(Board, u8)]) -> Result<Goal, Fault> {
        if !(1..MAX_SEATS).contains(&boards.len()) {
            return Err(Fault::new(
                Kind::Board,
                "wrong_seats",
                format!("{} opponents' boards; a table has 1 to 3 opponents", boards.len()),
            ));
        }
        let mut seats = Vec::new();
        for (at, (board, fantasyland)) in boards.iter().enumerate() {
            let of_opponent = |fault: Fault| fault.at(format!("opponent {at}"));
            score::check_board(board, &self.payoff).map_err(of_opponent)?;
            if let Some(card) = board.cards().find(|&card| self.shown.contains(card)) {
                let message = format!("{} is on an earlier opponent's board too", card.physical());
                return Err(of_opponent(Fault::new(Kind::Board, "repeated_card", message)));
            }
            self.shown.0 |= board.set().0;
            seats.push(score::stand(board, *fantasyland, &self.payoff));
        }
        let table = RowTable::of_table(&seats, &self.payoff);
        Ok(self.against_table(table))
    }

    /// The average of the points against each of these boards alone.
    pub fn against_sample(mut self, sample: RowTable) -> Result<Goal, Fault> {
        if sample.is_empty() {
            return Err(Fault::new(
                Kind::Board,
                "no_boards",
                "a sample of 0 boards has no average; it needs at least 1",
            ));
        }
        self.divisor = sample.len() as f64;
        self.opponents = sample;
        Ok(self)
    }

    /// Cards on opponents' known boards.
    pub fn shown(&self) -> CardSet {
        self.shown
    }

    pub fn payoff(&self) -> &Payoff {
        &self.payoff
    }

    /// Cards dealt in Fantasyland, 0 outside it.
    pub fn current(&self) -> u8 {
        self.current
    }

    /// Whether a stronger row is never worth less, moons apart.
    pub fn is_monotone(&self) -> bool {
        self.monotone && !self.payoff.order.deuce_to_seven
    }

    /// Whether a board may shoot the moon.
    pub fn knows_moon(&self) -> bool {
        self.payoff.moon.is_some() && (self.current == 0 || self.payoff.moon_in_fantasyland)
    }

    /// Whether low spades on the board multiply points.
    pub fn knows_spades(&self) -> bool {
        self.payoff.spades != Spades::Off
    }

    /// The goal of boards whose low spades multiply by so much.
    pub fn with_multiplier(&self, multiplier: i32) -> Values<'_> {
        let against = self.opponents.against(multiplier);
        Values { goal: self, plain: against.is_plain(), against }
    }
}

/// Values of boards with one multiplier.
#[derive(Clone, Debug)]
pub struct Values<'a> {
    goal: &'a Goal,
    against: Against<'a>,
    /// No points depend on the rows.
    plain: bool,
}

impl Values<'_> {
    #[inline(always)]
    fn value(&self, rows: [u32; 3], royalties: i64, bonus: f64) -> f64 {
        let mut points = self.against.constant + self.against.royal * royalties;
        if !self.plain {
            points += self.against.rows(rows);
        }
        self.average(points) + bonus
    }

    #[inline(always)]
    fn average(&self, points: i64) -> f64 {
        if self.goal.divisor == 1.0 { points as f64 } else { points as f64 / self.goal.divisor }
    }

    /// The worth of a legal board, given as the strengths of top, middle and bottom.
    pub fn exact(&self, rows: [u32; 3]) -> f64 {
        let strengths = rows.map(Strength);
        let payoff = &self.goal.payoff;
        let best_low = (payoff.order.deuce_to_seven && strengths[1] == low::BEST) as usize;
        let stays = self.goal.current > 0 && payoff.stays(strengths);
        let bonus = self.goal.bonus[best_low].exact[stays as usize][strengths[0].class()];
        if payoff.shoots_moon(strengths[2], self.goal.current) {
            return self.average(self.against.moon) + bonus;
        }
        let royalties = Row::ALL.iter().map(|&row| payoff.royalty(row, strengths[row as usize]) as i64).sum();
        self.value(rows, royalties, bonus)
    }

    /// No legal board with rows not stronger than these is worth more, moons apart. Strengths that no row has are
    /// allowed. Where the goal is monotone this is the worth of the board itself.
    #[inline(always)]
    pub fn ceiling(&self, rows: [u32; 3]) -> f64 {
        let goal = self.goal;
        let class = |row: usize| (rows[row] >> 16 & 0xff) as usize;
        let table = &goal.royalties.ceiling;
        let royalties = table[0][class(0)] as i64 + table[1][class(1)] as i64 + table[2][class(2)] as i64;
        let stays = rows[0] >= 0x30_0000 || rows[2] >= 0x70_0000 || rows[1] >= goal.payoff.stay_middle.0;
        self.value(rows, royalties, goal.bonus[0].ceiling[stays as usize][class(0)])
    }

    /// The same where the middle is a deuce-to-seven low.
    pub fn ceiling_low(&self, rows: [u32; 3]) -> f64 {
        let goal = self.goal;
        let class = |row: usize| (rows[row] >> 16 & 0xff) as usize;
        let table = &goal.royalties.ceiling;
        let best_low = rows[1] >= low::BEST.0;
        let middle = if best_low { table[1][class(1)].max(goal.payoff.best_low) } else { table[1][class(1)] };
        let royalties = table[0][class(0)] as i64 + middle as i64 + table[2][class(2)] as i64;
        let stays = rows[0] >= 0x30_0000 || rows[2] >= 0x70_0000 || rows[1] >= goal.payoff.stay_middle.0;
        let bonus = |low: usize| goal.bonus[low].ceiling[stays as usize][class(0)];
        self.value(rows, royalties, if best_low { bonus(0).max(bonus(1)) } else { bonus(0) })
    }

    /// The most that a moon is worth.
    pub fn moon_ceiling(&self) -> f64 {
        let table = &self.goal.bonus[0].ceiling;
        self.average(self.against.moon) + table[0][255].max(table[1][255])
    }

    /// The worth of a moon with this top and middle.
    pub fn moon(&self, rows: [u32; 3]) -> f64 {
        let stays = rows[1] >= self.goal.payoff.stay_middle.0;
        let class = (rows[0] >> 16 & 0xff) as usize;
        self.average(self.against.moon) + self.goal.bonus[0].ceiling[stays as usize][class]
    }

    /// The worth of a fouled board.
    pub fn foul(&self) -> f64 {
        self.average(self.against.foul) + self.goal.stay_nothing
    }
}
