//! What is counted while hands are played: whole numbers only, so that parts merge to the same whole in any grouping.
#![forbid(unsafe_code)]

use crate::score::{MAX_SEATS, Standing};
use crate::strength::low;
use std::collections::BTreeMap;

/// Counts of small whole numbers; what lies beyond `MOST` is counted there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Histogram {
    /// Counts of 0, 1, 2 ..., the last one not 0.
    pub up: Vec<u64>,
    /// Counts of -1, -2 ..., the last one not 0.
    pub down: Vec<u64>,
}

impl Histogram {
    /// More than the royalties of a board can be.
    pub const MOST: i32 = 1 << 15;

    #[inline]
    pub fn add(&mut self, value: i32) {
        let (side, at) = match value.clamp(-Histogram::MOST, Histogram::MOST) {
            value if value < 0 => (&mut self.down, (-1 - value) as usize),
            value => (&mut self.up, value as usize),
        };
        if at >= side.len() {
            side.resize(at + 1, 0);
        }
        side[at] += 1;
    }

    pub fn merge(&mut self, other: &Histogram) {
        for (mine, theirs) in [(&mut self.up, &other.up), (&mut self.down, &other.down)] {
            if mine.len() < theirs.len() {
                mine.resize(theirs.len(), 0);
            }
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
    }
}

/// How many, their sum, and the sum of their squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moments {
    pub count: u64,
    pub sum: i64,
    pub squares: i128,
}

impl Moments {
    #[inline]
    pub fn add(&mut self, value: i64) {
        debug_assert!(value.unsigned_abs() < 1 << 31);
        self.count += 1;
        self.sum += value;
        self.squares += (value * value) as i128;
    }

    pub fn merge(&mut self, other: &Moments) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

/// Kinds of rows that are counted: the eleven categories, which are the five lows of a deuce-to-seven middle there.
pub const CATEGORIES: usize = 11;
/// Cards of Fantasyland are 0 or 13 to 17.
pub const COUNTS: usize = 18;

/// One player at one seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    pub points: Moments,
    pub points_of: Histogram,
    /// Royalties of top, middle and bottom, and their sum.
    pub royalties: [Histogram; 4],
    /// Points by places after the button, the button's own being 0.
    pub positions: [Moments; MAX_SEATS],
    /// Legal rows by category.
    pub categories: [[u64; CATEGORIES]; 3],
    pub fouls: u64,
    /// Opponents met, those from whom all three rows were won, or to whom they were lost; a foul loses all three.
    pub met: u64,
    pub scoops: u64,
    pub scooped: u64,
    pub moons: u64,
    pub surrenders: u64,
    /// Hands played with The Choice.
    pub choices: u64,
    /// Hands by the cards of Fantasyland they were played with, 0 outside it.
    pub played: [u64; COUNTS],
    /// Points, royalties and fouls of the hands in Fantasyland.
    pub inside_points: Moments,
    pub inside_royalties: Moments,
    pub inside_fouls: u64,
    /// Hands outside Fantasyland that earned it, and hands in it that kept it, by the cards earned.
    pub entered: [u64; COUNTS],
    pub stayed: [u64; COUNTS],
    /// Visits to Fantasyland by the number of hands; those that the end of a match cut short stand apart.
    pub visits: Histogram,
    pub cut_short: u64,
}

/// A finished hand as one player sees it.
#[derive(Clone, Copy)]
pub struct Hand<'a> {
    pub points: i32,
    pub standing: &'a Standing,
    /// Cards of Fantasyland in this hand.
    pub fantasyland: u8,
    pub choice: bool,
    /// Places after the button.
    pub position: usize,
    pub low_middle: bool,
}

impl Place {
    #[inline]
    pub fn add(&mut self, hand: &Hand<'_>) {
        let standing = hand.standing;
        self.points.add(hand.points as i64);
        self.points_of.add(hand.points);
        self.positions[hand.position].add(hand.points as i64);
        let royalties = standing.royalties;
        let sum = royalties.iter().sum();
        for (histogram, value) in self.royalties.iter_mut().zip([royalties[0], royalties[1], royalties[2], sum]) {
            histogram.add(value);
        }
        let scored = !standing.foul && !standing.surrendered;
        if scored {
            for (row, strength) in standing.rows.iter().enumerate() {
                let kind = if row == 1 && hand.low_middle {
                    let high = low::to_high(*strength).nibbles()[0];
                    if *strength == low::BEST { 4 } else { 9 - (high as usize).clamp(6, 9) }
                } else {
                    strength.class() >> 4
                };
                self.categories[row][kind.min(CATEGORIES - 1)] += 1;
            }
        }
        self.fouls += standing.foul as u64;
        self.moons += standing.moon as u64;
        self.surrenders += standing.surrendered as u64;
        self.choices += hand.choice as u64;
        let (now, next) = (hand.fantasyland as usize % COUNTS, standing.fantasyland as usize % COUNTS);
        self.played[now] += 1;
        if now == 0 {
            self.entered[next] += 1;
        } else {
            self.stayed[next] += 1;
            self.inside_points.add(hand.points as i64);
            self.inside_royalties.add(sum as i64);
            self.inside_fouls += standing.foul as u64;
        }
    }

    pub fn merge(&mut self, other: &Place) {
        fn sum<const N: usize>(mine: &mut [u64; N], theirs: &[u64; N]) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
        self.points.merge(&other.points);
        self.points_of.merge(&other.points_of);
        self.royalties.iter_mut().zip(&other.royalties).for_each(|(mine, theirs)| mine.merge(theirs));
        self.positions.iter_mut().zip(&other.positions).for_each(|(mine, theirs)| mine.merge(theirs));
        self.categories.iter_mut().zip(&other.categories).for_each(|(mine, theirs)| sum(mine, theirs));
        self.fouls += other.fouls;
        self.met += other.met;
        self.scoops += other.scoops;
        self.scooped += other.scooped;
        self.moons += other.moons;
        self.surrenders += other.surrenders;
        self.choices += other.choices;
        sum(&mut self.played, &other.played);
        self.inside_points.merge(&other.inside_points);
        self.inside_royalties.merge(&other.inside_royalties);
        self.inside_fouls += other.inside_fouls;
        sum(&mut self.entered, &other.entered);
        sum(&mut self.stayed, &other.stayed);
        self.visits.merge(&other.visits);
        self.cut_short += other.cut_short;
    }
}

/// The course of the points over the numbers of the units, in at most `MOST` steps of equal width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// Units of a step, as a power of two.
    pub shift: u32,
    /// By seed and step: hands, and the points of each player.
    pub steps: BTreeMap<(u64, u64), [i64; 1 + MAX_SEATS]>,
}

impl Default for Course {
    fn default() -> Course {
        Course { shift: Course::LEAST, steps: BTreeMap::new() }
    }
}

impl Course {
    const MOST: usize = 512;
    pub const LEAST: u32 = 4;
    /// One step holds all units of a seed.
    pub const WIDEST: u32 = 56;

    pub fn add(&mut self, seed: u64, step: u64, sums: &[i64; 1 + MAX_SEATS]) {
        let mine = self.steps.entry((seed, step)).or_default();
        mine.iter_mut().zip(sums).for_each(|(mine, theirs)| *mine += theirs);
        self.fit();
    }

    /// Widens the steps while they are too many. As the width follows from what is covered alone, the order of merging
    /// doesn't show.
    fn fit(&mut self) {
        while self.steps.len() > Course::MOST && self.shift < Course::WIDEST {
            self.widen();
        }
    }

    fn widen(&mut self) {
        self.shift += 1;
        for ((seed, step), sums) in std::mem::take(&mut self.steps) {
            let mine = self.steps.entry((seed, step >> 1)).or_default();
            mine.iter_mut().zip(&sums).for_each(|(mine, theirs)| *mine += theirs);
        }
    }

    pub fn merge(&mut self, other: &Course) {
        while self.shift < other.shift {
            self.widen();
        }
        for (&(seed, step), sums) in &other.steps {
            let mine = self.steps.entry((seed, step >> (self.shift - other.shift))).or_default();
            mine.iter_mut().zip(sums).for_each(|(mine, theirs)| *mine += theirs);
        }
        self.fit();
    }
}

/// Everything that is counted. A unit is what is independent of all others: a hand, a match, or with duplicate all seatings
/// of one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub players: usize,
    pub units: u64,
    pub hands: u64,
    /// Sum over units of the hands squared.
    pub hands_squares: i128,
    /// Sums over units: points of p times hands, points of p times points of q.
    pub points_hands: [i128; MAX_SEATS],
    pub products: [[i128; MAX_SEATS]; MAX_SEATS],
    pub reshuffles: u64,
    /// By player and seat.
    pub places: [[Place; MAX_SEATS]; MAX_SEATS],
    pub course: Course,
}

impl Tally {
    pub fn new(players: usize) -> Tally {
        Tally { players, ..Tally::default() }
    }

    /// Counts a unit: its hands, and the points of each player in all of them.
    #[inline]
    pub fn unit(&mut self, hands: u64, points: &[i64; MAX_SEATS]) {
        self.units += 1;
        self.hands += hands;
        self.hands_squares += hands as i128 * hands as i128;
        for p in 0..self.players {
            self.points_hands[p] += points[p] as i128 * hands as i128;
            for q in p..self.players {
                self.products[p][q] += points[p] as i128 * points[q] as i128;
            }
        }
    }

    pub fn merge(&mut self, other: &Tally) {
        debug_assert_eq!(self.players, other.players);
        self.units += other.units;
        self.hands += other.hands;
        self.hands_squares += other.hands_squares;
        self.reshuffles += other.reshuffles;
        for p in 0..MAX_SEATS {
            self.points_hands[p] += other.points_hands[p];
            for q in 0..MAX_SEATS {
                self.products[p][q] += other.products[p][q];
                if other.places[p][q].points.count > 0 {
                    self.places[p][q].merge(&other.places[p][q]);
                }
            }
        }
        self.course.merge(&other.course);
    }
}
