//! Compiled rules: what a complete board is worth and what it earns, as plain arrays.
#![forbid(unsafe_code)]

use crate::board::{Board, Order, Row};
use crate::cards::Card;
use crate::evaluate;
use crate::jokers;
use crate::strength::{Category, Strength, low};

/// Points for rows between two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Points {
    pub row: i32,
    pub scoop: i32,
    pub majority: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spades {
    Off,
    /// Each pair's result times the higher of the two multipliers.
    Pair,
    /// Each pair's result times the table's highest.
    Table,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CapMode {
    Loss,
    TableStakes,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JokerMode {
    Auto,
    Declared,
}

/// Cards of the next Fantasyland when a player stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StayCards {
    Base,
    Same,
    ByTop,
    Fixed(u8),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Payoff {
    pub points: Points,
    pub foul_pays_royalties: bool,
    /// Royalties of top, middle and bottom by `Strength::class`.
    pub royalties: [[i32; 256]; 3],
    /// What a 7-5-4-3-2 middle pays, apart from other sevens.
    pub best_low: i32,
    pub order: Order,
    pub jokers: u8,
    pub joker_mode: JokerMode,
    pub five_of_a_kind: bool,
    /// Cards of Fantasyland by the class of the top; the second table for boards with a 7-5-4-3-2 middle.
    pub entry: [[u8; 256]; 2],
    /// The weakest middle that stays, on the middle's own scale.
    pub stay_middle: Strength,
    pub stay_cards: StayCards,
    /// Cards of a `Base` stay; 0 where there is no Fantasyland.
    pub base: u8,
    pub spades: Spades,
    pub moon: Option<i32>,
    pub moon_in_fantasyland: bool,
    /// What a surrender pays each opponent; 0 where nobody may surrender.
    pub surrender: i32,
    pub cap: Option<i32>,
    pub cap_mode: CapMode,
    pub the_choice: bool,
}

const SPADES: [Card; 3] = [Card::natural(0, 3), Card::natural(1, 3), Card::natural(2, 3)];

/// The class of every top that has one of its own in the lists rules are written with: no pair, pairs of 2..A, trips of 2..A.
pub fn top_classes() -> impl Iterator<Item = (usize, std::ops::Range<usize>)> {
    let pair = Category::Pair as usize * 16;
    let trips = Category::Trips as usize * 16;
    std::iter::once((0, 0..16))
        .chain((1..=13).map(move |rank| (rank, pair + rank..pair + rank + 1)))
        .chain((1..=13).map(move |rank| (13 + rank, trips + rank..trips + rank + 1)))
}

/// The number, or 0. Not as a choice: of that the compiler makes a branch, and in lanes loads that wait for it.
#[inline(always)]
pub fn when(so: bool, number: i32) -> i32 {
    number & -(so as i32)
}

impl Payoff {
    #[inline]
    pub fn royalty(&self, row: Row, strength: Strength) -> i32 {
        self.royalty_of_class(row, self.royalties[row as usize][strength.class()], strength)
    }

    /// The royalty of a row, when what its class pays was looked up.
    #[inline(always)]
    pub fn royalty_of_class(&self, row: Row, of_class: i32, strength: Strength) -> i32 {
        if (row == Row::Middle) & self.is_best_low(strength) { self.best_low } else { of_class }
    }

    /// The strength of a row of faces, on the scale of its place.
    #[inline]
    pub fn face_value(&self, row: Row, cards: &[Card]) -> Strength {
        if row == Row::Middle && self.order.deuce_to_seven {
            low::from_high(evaluate::row(cards))
        } else {
            jokers::face_value(cards, self.five_of_a_kind)
        }
    }

    /// The strengths that count of a complete board, top to bottom; `None` on a foul.
    pub fn read(&self, board: &Board) -> Option<[Strength; 3]> {
        if board.places().iter().any(|card| card.is_undeclared()) {
            return match self.joker_mode {
                JokerMode::Auto => jokers::read_board(board, self.five_of_a_kind, self.order),
                JokerMode::Declared => None,
            };
        }
        let rows = Row::ALL.map(|row| self.face_value(row, board.row(row)));
        self.order.is_legal(rows).then_some(rows)
    }

    /// Whether a legal board set in Fantasyland stays there.
    #[inline(always)]
    pub fn stays(&self, [top, middle, bottom]: [Strength; 3]) -> bool {
        (self.base > 0)
            & ((top >= Strength::at_least(Category::Trips))
                | (bottom >= Strength::at_least(Category::Quads))
                | (middle >= self.stay_middle))
    }

    /// Cards of Fantasyland that the top earns outside it.
    #[inline]
    pub fn entry(&self, [top, middle, _]: [Strength; 3]) -> u8 {
        self.entry[self.is_best_low(middle) as usize][top.class()]
    }

    /// Whether a middle is the best there is in deuce-to-seven.
    #[inline(always)]
    pub fn is_best_low(&self, middle: Strength) -> bool {
        self.order.deuce_to_seven & (middle == low::BEST)
    }

    /// Cards of the next hand's Fantasyland for a legal board; `current` cards were dealt in this one, 0 outside it.
    #[inline]
    pub fn fantasyland(&self, rows: [Strength; 3], current: u8) -> u8 {
        self.fantasyland_by_entry(self.entry(rows), rows, current)
    }

    /// The same, when what the top earns was looked up.
    #[inline(always)]
    pub fn fantasyland_by_entry(&self, entry: u8, rows: [Strength; 3], current: u8) -> u8 {
        let fixed = if let StayCards::Fixed(cards) = self.stay_cards { cards } else { self.base };
        let same = self.stay_cards == StayCards::Same;
        let by_top = (self.stay_cards == StayCards::ByTop) & (entry != 0);
        let stay = when(same, current as i32) | when(by_top, entry as i32) | when(!(same | by_top), fixed as i32);
        (when(current == 0, entry as i32) | when((current != 0) & self.stays(rows), stay)) as u8
    }

    /// Whether a legal board shoots the moon: its bottom is high card, jack or lower.
    #[inline(always)]
    pub fn shoots_moon(&self, bottom: Strength, current: u8) -> bool {
        const JACK_HIGH: usize = 10;
        self.moon.is_some() & ((current == 0) | self.moon_in_fantasyland) & (bottom.class() <= JACK_HIGH)
    }

    /// What the natural low spades on a board multiply by, from the bits of its natural cards.
    #[inline(always)]
    pub fn multiplier(&self, naturals: u64) -> i32 {
        let holds = |i: usize| naturals >> SPADES[i].id() & 1 == 1;
        match ((self.spades != Spades::Off) & holds(0), holds(1), holds(2)) {
            (false, _, _) => 1,
            (true, false, _) => 2,
            (true, true, false) => 4,
            (true, true, true) => 8,
        }
    }

    /// Whether the board earns The Choice for a next hand outside Fantasyland.
    #[inline(always)]
    pub fn earns_choice(&self, naturals: u64, current: u8) -> bool {
        self.the_choice & (current == 0) & ((naturals >> SPADES[0].id()) & 1 == 1)
    }
}
