//! Every arrangement of a deal, visited one after the other, with an evaluator, joker readings and points of its own.
#![forbid(unsafe_code)]

use ofcpoker::arrange::{Goal, RowTable};
use ofcpoker::payoff::{JokerMode, Payoff, Spades};
use ofcpoker::score::Standing;
use ofcpoker::strength::low;
use ofcpoker::{Card, Category, Row, Strength};
use std::collections::{BTreeSet, HashMap};

/// A row of faces, evaluated by counting.
fn evaluate(row: &[Card], fives: bool) -> u32 {
    let mut groups: Vec<(usize, u8)> = Vec::new();
    for rank in (0..13u8).rev() {
        let count = row.iter().filter(|card| card.rank() == rank).count();
        if count > 0 {
            groups.push((count, rank + 1));
        }
    }
    groups.sort_by(|a, b| b.cmp(a));
    let mut nibbles: Vec<u8> = groups.iter().flat_map(|&(count, rank)| vec![rank; count]).collect();
    let shape: Vec<usize> = groups.iter().map(|group| group.0).collect();
    let flush = row.len() == 5 && row.iter().all(|card| card.suit() == row[0].suit());
    let wheel = nibbles == [13, 4, 3, 2, 1];
    let straight = row.len() == 5 && shape.len() == 5 && (wheel || nibbles[0] - nibbles[4] == 4);
    let category = match (shape.as_slice(), flush, straight) {
        ([5], _, _) if fives => Category::FiveOfAKind,
        ([5], _, _) => {
            nibbles[4] = if nibbles[0] == 13 { 12 } else { 13 };
            Category::Quads
        }
        ([4, 1], _, _) => Category::Quads,
        ([3, 2], _, _) => Category::FullHouse,
        (_, true, true) if nibbles[0] == 13 && !wheel => Category::RoyalFlush,
        (_, true, true) => Category::StraightFlush,
        (_, true, false) => {
            nibbles.sort_by(|a, b| b.cmp(a));
            Category::Flush
        }
        (_, false, true) => Category::Straight,
        ([3, ..], _, _) => Category::Trips,
        ([2, 2, 1], _, _) => Category::TwoPair,
        ([2, ..], _, _) => Category::Pair,
        _ => Category::HighCard,
    };
    if wheel {
        nibbles = vec![4, 3, 2, 1, 0];
    }
    nibbles.resize(5, 0);
    nibbles.iter().fold(category as u32, |all, &nibble| all << 4 | nibble as u32)
}

/// Every strength that a row can be read as, strongest first: jokers stand for every card of the deck that they may.
fn readings(row: &[Card], payoff: &Payoff, memo: &mut HashMap<Vec<Card>, Vec<u32>>) -> Vec<u32> {
    let mut naturals: Vec<Card> = row.iter().copied().filter(|card| card.is_natural()).collect();
    if naturals.len() == row.len() {
        return vec![evaluate(row, payoff.five_of_a_kind)];
    }
    naturals.sort();
    naturals.resize(row.len(), Card::NONE);
    if let Some(known) = memo.get(&naturals) {
        return known.clone();
    }
    let declared = payoff.joker_mode == JokerMode::Declared;
    let mut strengths = BTreeSet::new();
    let jokers = naturals.iter().filter(|&&card| card == Card::NONE).count();
    let first = row.len() - jokers;
    let mut faces = naturals.clone();
    for code in 0..52usize.pow(jokers as u32) {
        let chosen: Vec<u8> = (0..jokers).map(|i| (code / 52usize.pow(i as u32) % 52) as u8).collect();
        if chosen.windows(2).any(|pair| pair[0] > pair[1]) {
            continue;
        }
        for (i, &card) in chosen.iter().enumerate() {
            faces[first + i] = Card::from_id(card).unwrap();
        }
        // A card twice: declared jokers may; automatic ones only as the fifth of a rank.
        let allowed = declared
            || (0..faces.len()).all(|i| {
                let others = faces.iter().filter(|&&card| card == faces[i]).count() - 1;
                let all_four = (0..4).all(|suit| faces.contains(&Card::natural(faces[i].rank(), suit)));
                others == 0 || payoff.five_of_a_kind && all_four
            });
        if allowed {
            strengths.insert(evaluate(&faces, payoff.five_of_a_kind));
        }
    }
    let strengths: Vec<u32> = strengths.into_iter().rev().collect();
    memo.insert(naturals, strengths.clone());
    strengths
}

/// What a deal is played for.
#[derive(Clone)]
pub struct Task {
    pub payoff: Payoff,
    pub current: u8,
    pub stay: [f64; 18],
    pub opponents: Vec<Standing>,
    /// The opponents are a sample.
    pub sample: bool,
}

impl Task {
    pub fn goal(&self) -> Goal {
        let goal = Goal::new(&self.payoff, self.current, &self.stay).unwrap();
        match (self.opponents.is_empty(), self.sample) {
            (true, _) => goal,
            (false, true) => goal.against_sample(RowTable::of_sample(&self.opponents, &self.payoff)).unwrap(),
            (false, false) => goal.against_table(RowTable::of_table(&self.opponents, &self.payoff)),
        }
    }

    /// The worth of a legal board, from the rules.
    pub fn value(&self, rows: [u32; 3], multiplier: i32) -> f64 {
        let payoff = &self.payoff;
        let strengths = rows.map(Strength);
        let royalties: i64 = Row::ALL.iter().map(|&row| payoff.royalty(row, strengths[row as usize]) as i64).sum();
        let counts_moon = payoff.moon.is_some() && (self.current == 0 || payoff.moon_in_fantasyland);
        let moon = counts_moon && rows[2] < 0x0b_0000;
        let pays = payoff.moon.unwrap_or(0) as i64;
        let next = payoff.fantasyland(strengths, self.current);
        let mut sum = 0i64;
        let table = self.opponents.iter().map(|seat| seat.multiplier).max().unwrap_or(1);
        for seat in &self.opponents {
            let times = match payoff.spades {
                Spades::Off => 1,
                Spades::Table if !self.sample => table.max(multiplier),
                _ => seat.multiplier.max(multiplier),
            };
            let points = if moon || seat.moon {
                pays * (moon as i64 - seat.moon as i64)
            } else {
                let [won, lost] = if seat.foul {
                    [3, 0]
                } else {
                    let count = |wins: fn(u32, u32) -> bool| (0..3).filter(|&i| wins(rows[i], seat.rows[i].0)).count();
                    [count(|a, b| a > b), count(|a, b| a < b)]
                };
                let side = |least: usize| (won >= least) as i64 - (lost >= least) as i64;
                let mut points = payoff.points.row as i64 * (won as i64 - lost as i64);
                points += payoff.points.scoop as i64 * side(3) + payoff.points.majority as i64 * side(2);
                if payoff.foul_pays_royalties || !seat.foul {
                    points += royalties - seat.royalties.iter().map(|&royalty| royalty as i64).sum::<i64>();
                }
                points
            };
            sum += times as i64 * points;
        }
        if self.opponents.is_empty() {
            sum = multiplier as i64 * if moon { pays } else { royalties };
        }
        let average = if self.sample && !self.opponents.is_empty() {
            sum as f64 / self.opponents.len() as f64
        } else {
            sum as f64
        };
        average + self.stay[next as usize]
    }

    /// The best boards of different strengths, as (value, bottom, middle, top), best first; every arrangement is
    /// visited.
    pub fn brute(&self, cards: &[Card], most: usize) -> Vec<(f64, [u32; 3])> {
        let payoff = &self.payoff;
        let order = payoff.order;
        let declared = payoff.joker_mode == JokerMode::Declared;
        let all = (1usize << cards.len()) - 1;
        let mut memo = HashMap::new();
        let mut rows: Vec<Vec<u32>> = vec![Vec::new(); all + 1];
        let mut sets: [Vec<usize>; 6] = Default::default();
        for (set, readings_of) in rows.iter_mut().enumerate() {
            let size = set.count_ones() as usize;
            if size == 3 || size == 5 {
                let row: Vec<Card> = (0..cards.len()).filter(|i| set >> i & 1 == 1).map(|i| cards[i]).collect();
                *readings_of = readings(&row, payoff, &mut memo);
                sets[size].push(set);
            }
        }
        let spade = |rank: u8| cards.iter().position(|&card| card == Card::natural(rank, 3)).map_or(0, |i| 1usize << i);
        let low_spades = [spade(0), spade(1), spade(2)];
        let multiplier = |set: usize| match (payoff.spades, low_spades.map(|bit| set & bit != 0)) {
            (Spades::Off, _) | (_, [false, _, _]) => 1,
            (_, [true, false, _]) => 2,
            (_, [true, true, false]) => 4,
            (_, [true, true, true]) => 8,
        };
        let varies = cards.len() > 13;
        let constant = multiplier(all);
        let mut best: Vec<(f64, [u32; 3])> = Vec::new();
        let mut floor = (f64::NEG_INFINITY, [0; 3]);
        // The choice of readings: automatic jokers have one, the strongest that is legal; declared ones any.
        let within = |readings: &[u32], limit: u32| -> Vec<u32> {
            let fits = readings.iter().copied().filter(|&strength| strength <= limit);
            if declared { fits.collect() } else { fits.take(1).collect() }
        };
        for &bottom in &sets[5] {
            for b in within(&rows[bottom], u32::MAX) {
                for &middle in sets[5].iter().filter(|&&middle| middle & bottom == 0) {
                    let middles = if order.deuce_to_seven {
                        let turned = low::from_high(Strength(rows[middle][0]));
                        if turned >= low::QUALIFIES { vec![turned.0] } else { vec![] }
                    } else {
                        within(&rows[middle], b)
                    };
                    for m in middles {
                        let under = if order.deuce_to_seven { b } else { m };
                        let limit = if !order.top_kickers && under >> 20 == 1 { under | 0xfff } else { under };
                        let rest = all ^ bottom ^ middle;
                        // All triples of what is left.
                        let mut i = rest;
                        while i != 0 {
                            let x = i & i.wrapping_neg();
                            i ^= x;
                            let mut j = i;
                            while j != 0 {
                                let y = j & j.wrapping_neg();
                                j ^= y;
                                let mut k = j;
                                while k != 0 {
                                    let z = k & k.wrapping_neg();
                                    k ^= z;
                                    let top = x | y | z;
                                    for &t in rows[top].iter().filter(|&&t| t <= limit) {
                                        let times = if varies { multiplier(bottom | middle | top) } else { constant };
                                        let found = (self.value([t, m, b], times), [b, m, t]);
                                        if found > floor {
                                            keep(&mut best, found, most);
                                            if best.len() == most {
                                                floor = best[most - 1];
                                            }
                                        }
                                        if !declared {
                                            break;
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        best
    }
}

fn keep(best: &mut Vec<(f64, [u32; 3])>, found: (f64, [u32; 3]), most: usize) {
    if let Some(same) = best.iter().position(|known| known.1 == found.1) {
        if best[same] >= found {
            return;
        }
        best.remove(same);
    }
    let at = best.partition_point(|known| *known > found);
    best.insert(at, found);
    best.truncate(most);
}
