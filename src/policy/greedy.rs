//! A simple player by hand-written rules of thumb: looks one placement ahead, judges rows by `sketch`, sees no opponent.
//!
//! The last placement is exact: of the boards that can still be made it takes the most valuable, and it fouls only if all of
//! them do.
#![forbid(unsafe_code)]

use super::setter::{STAY_VALUES, Setter};
use super::sketch::{CERTAIN, Outlook, Sketch, WEIGHTS, Weights, inversion};
use super::{Chance, Choice, Policy, Seen};
use crate::board::{Board, Row};
use crate::cards::{Card, MAX_JOKERS};
use crate::error::Fault;
use crate::jokers;
use crate::payoff::Payoff;
use crate::placement::{Legal, Placement};
use crate::score;
use crate::strength::Strength;
use crate::table::Table;

/// Cards dealt on a street at most.
const MOST: usize = 5;
/// Below every value of a board.
const WORST: i32 = i32::MIN;

pub struct Greedy {
    payoff: Payoff,
    setter: Setter,
    /// What the top's class earns in the next Fantasyland, in points.
    worth: [i32; 256],
    /// Jokers are named when they are placed.
    declared: bool,
    opponents: i32,
    weights: Weights,
}

/// Rows that a placement fills, as sets of dealt cards.
type Masks = [u32; 3];

/// What a next Fantasyland of so many cards is worth, in whole points.
fn worth(cards: u8) -> i32 {
    STAY_VALUES.iter().find(|(count, _)| *count == cards).map_or(0, |(_, points)| points.round() as i32)
}

/// Cards in each set of dealt cards: a processor need not know how to count bits.
const COUNT: [u8; 1 << MOST] = {
    let mut count = [0; 1 << MOST];
    let mut set = 1;
    while set < 1 << MOST {
        count[set] = count[set >> 1] + (set & 1) as u8;
        set += 1;
    }
    count
};

/// The sets of at most so many cards, as bits.
const AT_MOST: [u32; MOST + 1] = {
    let mut sets = [0; MOST + 1];
    let mut set = 0;
    while set < 1 << MOST {
        let mut most = COUNT[set] as usize;
        while most <= MOST {
            sets[most] |= 1 << set;
            most += 1;
        }
        set += 1;
    }
    sets
};

/// Calls `visit` with every way to put dealt cards into rows, discarding the rest.
#[inline(always)]
fn each_way(dealt: usize, free: [u8; 3], owed: u32, mut visit: impl FnMut(Masks)) {
    let all = (1u32 << dealt) - 1;
    let [fits_top, fits_middle, fits_bottom] = free.map(|free| AT_MOST[free as usize]);
    let no_discards = owed == 1 << dealt;
    for top in (0..=all).filter(|&mask| fits_top >> mask & 1 == 1) {
        let rest = all & !top;
        let mut middle = rest;
        loop {
            if fits_middle >> middle & 1 == 1 {
                let left = rest & !middle;
                if no_discards {
                    if fits_bottom >> left & 1 == 1 {
                        visit([top, middle, left]);
                    }
                } else {
                    let mut bottom = left;
                    loop {
                        let placed = COUNT[(top | middle | bottom) as usize];
                        if owed >> placed & 1 == 1 && fits_bottom >> bottom & 1 == 1 {
                            visit([top, middle, bottom]);
                        }
                        if bottom == 0 {
                            break;
                        }
                        bottom = (bottom - 1) & left;
                    }
                }
            }
            if middle == 0 {
                break;
            }
            middle = (middle - 1) & rest;
        }
    }
}

fn slots(mask: u32) -> impl Iterator<Item = usize> {
    (0..MOST).filter(move |slot| mask >> slot & 1 == 1)
}

/// The places of a board with the cards of a placement laid out.
fn lay(board: &Board, free: [u8; 3], dealt: &[Card], masks: Masks) -> Board {
    let mut places = *board.places();
    for row in Row::ALL {
        let open = row.range().end - free[row as usize] as usize;
        for (place, slot) in places[open..].iter_mut().zip(slots(masks[row as usize])) {
            *place = dealt[slot];
        }
    }
    Board::from_places(places)
}

impl Greedy {
    pub fn new(payoff: &Payoff, table: &Table) -> Result<Greedy, Fault> {
        Greedy::with_weights(payoff, table, WEIGHTS.clone())
    }

    fn with_weights(payoff: &Payoff, table: &Table, weights: Weights) -> Result<Greedy, Fault> {
        Ok(Greedy {
            setter: Setter::new(payoff, table)?,
            worth: std::array::from_fn(|class| worth(payoff.entry[0][class])),
            declared: table.declared,
            opponents: table.seats as i32 - 1,
            payoff: payoff.clone(),
            weights,
        })
    }

    /// What a finished board is worth, from the strengths that count; ties go to the stronger rows.
    fn finished(&self, rows: Option<[Strength; 3]>, naturals: u64) -> i32 {
        const FOUL: i32 = -1_000_000;
        let standing = score::standing(rows, naturals, 0, &self.payoff);
        if standing.foul {
            return FOUL;
        }
        let points = if standing.moon {
            self.payoff.moon.unwrap_or(0)
        } else {
            standing.royalties.iter().sum::<i32>() * standing.multiplier
        };
        let next = worth(standing.fantasyland) / self.opponents.max(1);
        let strength: u32 = standing.rows.iter().map(|row| row.0 >> 16).sum();
        (points + next).clamp(-100_000, 100_000) * 1024 + strength as i32
    }

    /// The reading of a finished board, jokers still to be declared read as if by themselves.
    fn read(&self, board: &Board) -> Option<[Strength; 3]> {
        if board.places().iter().any(|card| card.is_undeclared()) {
            return jokers::read_board(board, self.payoff.five_of_a_kind, self.payoff.order);
        }
        self.payoff.read(board)
    }

    fn board_value(&self, board: &Board) -> i32 {
        self.finished(self.read(board), score::naturals(board))
    }

    fn row_outlook(&self, row: Row, sketch: &Sketch, slack: i32) -> Outlook {
        let royalties = &self.payoff.royalties[row as usize];
        match row {
            Row::Top => sketch.top(royalties, &self.worth, &self.weights),
            Row::Middle if self.payoff.order.deuce_to_seven => sketch.low(&self.payoff, slack, &self.weights),
            _ => sketch.five(royalties, slack, &self.weights),
        }
    }

    /// What three rows are worth together.
    #[inline]
    fn together(&self, [top, middle, bottom]: [&Outlook; 3]) -> i32 {
        let legal = if self.payoff.order.deuce_to_seven {
            (CERTAIN - middle.spoilt) * (CERTAIN - inversion(bottom, top, &self.weights))
        } else {
            let upper = inversion(middle, top, &self.weights);
            (CERTAIN - inversion(bottom, middle, &self.weights)) * (CERTAIN - upper)
        } / CERTAIN;
        let value = top.value + middle.value + bottom.value;
        value / 16 * legal / 16 - self.weights.foul * (CERTAIN - legal)
    }

    /// The best way to place cards on a board that stays unfinished.
    fn midway(&self, board: &Board, free: [u8; 3], dealt: &[Card], owed: u32) -> Masks {
        let mut outlooks = [[Outlook::default(); 1 << MOST]; 3];
        let open = free.iter().sum::<u8>() as i32;
        let placed = owed.trailing_zeros() as i32;
        for row in Row::ALL {
            let mut sketches = [Sketch::default(); 1 << MOST];
            sketches[0] = Sketch::of(board.row(row));
            for mask in 0..1usize << dealt.len() {
                let count = COUNT[mask] as i32;
                if count > free[row as usize] as i32 {
                    continue;
                }
                if mask > 0 {
                    let slot = mask.trailing_zeros() as usize;
                    sketches[mask] = sketches[mask & (mask - 1)];
                    sketches[mask].add(dealt[slot]);
                }
                let slack = open - placed - (free[row as usize] as i32 - count);
                outlooks[row as usize][mask] = self.row_outlook(row, &sketches[mask], slack.max(0));
            }
        }
        let mut best = (WORST, [0; 3]);
        each_way(dealt.len(), free, owed, |masks| {
            let value = self.together(std::array::from_fn(|row| &outlooks[row][masks[row] as usize]));
            if value > best.0 {
                best = (value, masks);
            }
        });
        best.1
    }

    /// The best way to finish a board.
    fn last(&self, board: &Board, free: [u8; 3], dealt: &[Card], owed: u32) -> Masks {
        let mut best = (WORST, [0; 3]);
        each_way(dealt.len(), free, owed, |masks| {
            let value = self.board_value(&lay(board, free, dealt, masks));
            if value > best.0 {
                best = (value, masks);
            }
        });
        best.1
    }

    /// The most valuable names for the jokers among the dealt cards that are placed, one after the other.
    fn declare(&self, board: &Board, free: [u8; 3], dealt: &[Card], masks: Masks, last: bool) -> Vec<Card> {
        let mut named = dealt.to_vec();
        let used = masks[0] | masks[1] | masks[2];
        for slot in slots(used).filter(|&slot| dealt[slot].is_undeclared()) {
            let mut best = (WORST, dealt[slot]);
            for face in (0..52).rev().filter_map(Card::from_id) {
                named[slot] = dealt[slot].declared(face);
                let laid = lay(board, free, &named, masks);
                let value = if last { self.board_value(&laid) } else { self.laid_value(&laid) };
                if value > best.0 {
                    best = (value, named[slot]);
                }
            }
            named[slot] = best.1;
        }
        named
    }

    /// What an unfinished board is worth.
    fn laid_value(&self, board: &Board) -> i32 {
        let filled = Row::ALL.map(|row| board.row(row).len());
        let open = (Board::PLACES - filled.iter().sum::<usize>()) as i32;
        let outlooks = Row::ALL.map(|row| {
            let free = (row.capacity() - filled[row as usize]) as i32;
            self.row_outlook(row, &Sketch::of(board.row(row)), open - free)
        });
        self.together([&outlooks[0], &outlooks[1], &outlooks[2]])
    }

    /// A last placement that is legal, sought among all names of the jokers: a repeated card may make the stronger flush.
    fn rescue(&self, board: &Board, free: [u8; 3], dealt: &[Card], legal: &Legal) -> Option<Placement> {
        let mut best = (WORST, None);
        for placement in legal.iter() {
            let masks = Row::ALL.map(|row| {
                (0..dealt.len()).filter(|&slot| placement.row(slot) == Some(row)).fold(0, |mask, slot| mask | 1 << slot)
            });
            let named: Vec<Card> = dealt.iter().map(|&card| placement.faced(card)).collect();
            let laid = lay(board, free, &named, masks);
            let rows = self.read(&laid);
            if rows.is_some() {
                let value = self.finished(rows, score::naturals(&laid));
                if value > best.0 {
                    best = (value, Some(placement));
                }
            }
        }
        best.1
    }

    fn place(&self, seen: &Seen<'_>) -> Placement {
        let (board, free, dealt, legal) = (seen.board(), seen.free(), seen.dealt(), seen.legal());
        let owed = legal.owed();
        let last = owed == 1 << free.iter().sum::<u8>();
        let masks = if last { self.last(&board, free, dealt, owed) } else { self.midway(&board, free, dealt, owed) };
        let mut placement = Placement::NOTHING;
        for row in Row::ALL {
            for slot in slots(masks[row as usize]) {
                placement = placement.with(slot, row);
            }
        }
        if !self.declared || !dealt.iter().any(|card| card.is_undeclared()) {
            return placement;
        }
        let named = self.declare(&board, free, dealt, masks, last);
        if last
            && self.read(&lay(&board, free, &named, masks)).is_none()
            && let Some(found) = self.rescue(&board, free, dealt, &legal)
        {
            return found;
        }
        for number in 1..=MAX_JOKERS as u8 {
            let face = named.iter().find(|card| card.joker_number() == number).and_then(|card| card.face());
            if let Some(face) = face {
                placement = placement.declare(number, face);
            }
        }
        placement
    }
}

impl Policy for Greedy {
    fn choose(&self, seen: &Seen<'_>, _chance: &mut Chance) -> Result<Choice, Fault> {
        Ok(Choice::Place(if seen.sets_hidden() { self.setter.set(seen) } else { self.place(seen) }))
    }
}
