//! The slower search, for goals that may fall when a row gets stronger, and for several boards with jokers: every board
//! is visited but for those that a bound excludes. Cards that can take each other's place are one kind: cards of a rank
//! in suits too short for a flush, and jokers.
#![forbid(unsafe_code)]

use crate::arrange::goal::{Goal, Values};
use crate::arrange::lay::{self, Deal};
use crate::arrange::search::{Key, NOTHING, key, rows_of};
use crate::board::{Board, Row};
use crate::cards::Card;
use crate::jokers;
use crate::strength::{Strength, low};
use std::cmp::Reverse;

/// Every reading of a row with jokers, strongest first.
fn readings(cards: &[Card], deal: &Deal) -> Vec<u32> {
    let naturals = cards.iter().filter(|card| card.is_natural()).count();
    let mut faces = cards.to_vec();
    faces.sort_by_key(|card| card.is_joker());
    let suit = if naturals > 0 { faces[0].suit() } else { 0 };
    let one_suit = cards.len() == 5 && faces[..naturals].iter().all(|card| card.suit() == suit);
    let mut strengths = Vec::new();
    let repeats = deal.declared;
    let fives = deal.five_of_a_kind || deal.declared;
    stand(&mut faces, naturals, 12, (suit + 1) & 3, true, &mut |row| {
        let most = (0..13).map(|rank| row.iter().filter(|card| card.rank() == rank).count()).max();
        if most < Some(5) || fives {
            strengths.push(jokers::face_value(row, deal.five_of_a_kind).0);
        }
    });
    if one_suit {
        stand(&mut faces, naturals, 12, suit, repeats, &mut |row| {
            let repeated = row.iter().enumerate().any(|(i, card)| row[..i].contains(card));
            if repeats || !repeated {
                strengths.push(jokers::face_value(row, deal.five_of_a_kind).0);
            }
        });
    }
    strengths.sort_unstable_by(|a, b| b.cmp(a));
    strengths.dedup();
    strengths
}

/// Calls `visit` with the row for every choice of cards of one suit for its last places, ranks falling.
fn stand(row: &mut [Card], at: usize, most: u8, suit: u8, repeats: bool, visit: &mut impl FnMut(&[Card])) {
    if at == row.len() {
        return visit(row);
    }
    for rank in (0..=most).rev() {
        row[at] = Card::natural(rank, suit);
        if repeats || rank > 0 {
            stand(row, at + 1, if repeats { rank } else { rank - 1 }, suit, repeats, visit);
        } else if at + 1 == row.len() {
            visit(row);
        }
    }
}

/// Cards that can take each other's place.
struct Pile {
    cards: Vec<Card>,
    /// Where the pile's count begins in a packed number.
    shift: u32,
    /// Bits of 2s, 3s, 4s where they multiply.
    spades: u8,
}

/// Counts of all piles in one number, each with a guard bit above it that is set when the count may be taken off.
struct Piles {
    piles: Vec<Pile>,
    all: u64,
    guards: u64,
}

impl Piles {
    fn new(deal: &Deal, spades: bool) -> Piles {
        let suits = deal.suits();
        let live = |suit: u8| suits[suit as usize].count_ones() as usize + deal.jokers().len() >= 5;
        let multiplies = |card: Card| spades && card.suit() == 3 && card.rank() < 3;
        let alike = |a: Card, b: Card| {
            if a.is_joker() || b.is_joker() {
                return a.is_joker() && b.is_joker();
            }
            a.rank() == b.rank() && !live(a.suit()) && !live(b.suit()) && !multiplies(a) && !multiplies(b)
        };
        let mut piles: Vec<Pile> = Vec::new();
        for &card in deal.cards() {
            match piles.iter_mut().find(|pile| alike(pile.cards[0], card)) {
                Some(pile) => pile.cards.push(card),
                None => {
                    let spades = if card.is_natural() && multiplies(card) { 1 << card.rank() } else { 0 };
                    piles.push(Pile { cards: vec![card], shift: 0, spades });
                }
            }
        }
        let (mut shift, mut all, mut guards) = (0, 0, 0);
        for pile in &mut piles {
            pile.shift = shift;
            all |= (pile.cards.len() as u64) << shift;
            shift += usize::BITS - pile.cards.len().leading_zeros();
            guards |= 1 << shift;
            shift += 1;
        }
        Piles { piles, all, guards }
    }

    /// What is left without a row, if the row is there.
    #[inline(always)]
    fn without(&self, left: u64, row: u64) -> Option<u64> {
        let rest = (left | self.guards) - row;
        (rest & self.guards == self.guards).then_some(rest & !self.guards)
    }

    /// The cards of some counts, after those of others.
    fn cards(&self, row: u64, before: u64) -> Vec<Card> {
        let count = |counts: u64, pile: &Pile| {
            let width = usize::BITS - pile.cards.len().leading_zeros();
            (counts >> pile.shift) as usize & ((1 << width) - 1)
        };
        self.piles
            .iter()
            .flat_map(|pile| pile.cards[count(before, pile)..].iter().take(count(row, pile)).copied())
            .collect()
    }

    /// Every different row of so many cards: its counts, its low spades, its cards.
    fn rows(&self, size: usize) -> Vec<(u64, u8, Vec<Card>)> {
        fn add(
            piles: &[Pile],
            size: usize,
            counts: u64,
            spades: u8,
            cards: &mut Vec<Card>,
            rows: &mut Vec<(u64, u8, Vec<Card>)>,
        ) {
            if cards.len() == size {
                return rows.push((counts, spades, cards.clone()));
            }
            let Some((pile, rest)) = piles.split_first() else {
                return;
            };
            let before = cards.len();
            for take in 0..=pile.cards.len().min(size - before) {
                cards.truncate(before);
                cards.extend_from_slice(&pile.cards[..take]);
                let spades = if take > 0 { spades | pile.spades } else { spades };
                add(rest, size, counts + ((take as u64) << pile.shift), spades, cards, rows);
            }
            cards.truncate(before);
        }
        let mut rows = Vec::new();
        add(&self.piles, size, 0, 0, &mut Vec::new(), &mut rows);
        rows
    }
}

/// A row in one of its readings.
#[derive(Clone, Copy)]
struct Reading {
    strength: u32,
    /// The next stronger reading of the same row. Automatic jokers are read as this one only under a limit below that.
    above: u32,
    counts: u64,
    spades: u8,
}

/// Readings of all rows that may lie in one place, strongest first.
fn list(piles: &Piles, deal: &Deal, goal: &Goal, row: Row) -> Vec<Reading> {
    let low_row = row == Row::Middle && goal.payoff().order.deuce_to_seven;
    let mut list = Vec::new();
    for (counts, spades, cards) in piles.rows(row.capacity()) {
        if cards.iter().all(|card| card.is_natural()) {
            let strength = goal.payoff().face_value(row, &cards);
            if !low_row || strength >= low::QUALIFIES {
                list.push(Reading { strength: strength.0, above: u32::MAX, counts, spades });
            }
            continue;
        }
        let mut above = u32::MAX;
        for strength in readings(&cards, deal) {
            list.push(Reading { strength, above, counts, spades });
            above = strength;
        }
    }
    list.sort_unstable_by_key(|reading| (!reading.strength, reading.counts));
    list
}

/// A board that was found.
pub struct Found {
    pub key: Key,
    pub board: Board,
}

struct Exhaust<'a> {
    deal: &'a Deal,
    goal: &'a Goal,
    piles: Piles,
    lists: [Vec<Reading>; 3],
    /// The goal for each multiplier that boards of the deal may have.
    values: Vec<(i32, Values<'a>)>,
    most: usize,
    found: Vec<(Key, [Reading; 3])>,
    floor: Key,
}

impl Exhaust<'_> {
    /// The readings of a row that a limit and the cards left allow, strongest first.
    fn fitting(&self, row: Row, left: u64, limit: u32) -> impl Iterator<Item = (&Reading, u64)> {
        let list = &self.lists[row as usize];
        let from = list.partition_point(|reading| reading.strength > limit);
        let declared = self.deal.declared;
        list[from..]
            .iter()
            .filter(move |reading| declared || reading.above > limit)
            .filter_map(move |reading| Some((reading, self.piles.without(left, reading.counts)?)))
    }

    fn middle_limit(&self, bottom: u32) -> u32 {
        if self.goal.payoff().order.deuce_to_seven { u32::MAX - 1 } else { bottom }
    }

    fn top_limit(&self, middle: u32, bottom: u32) -> u32 {
        let order = self.goal.payoff().order;
        order.top_limit(Strength(if order.deuce_to_seven { bottom } else { middle })).0
    }

    /// No board on this bottom with a middle and a top not stronger than these has a greater key.
    fn bound(&self, rows: [u32; 3]) -> Key {
        let payoff = self.goal.payoff();
        let moon = payoff.shoots_moon(Strength(rows[2]), self.goal.current());
        let value = |values: &Values| match (moon, payoff.order.deuce_to_seven) {
            (true, _) => values.moon_ceiling(),
            (false, true) => values.ceiling_low(rows),
            (false, false) => values.ceiling(rows),
        };
        self.values.iter().map(|(_, values)| key(value(values), rows)).max().unwrap_or(NOTHING)
    }

    fn key(&self, rows: [&Reading; 3]) -> Key {
        let spades = rows.iter().fold(0, |bits, row| bits | row.spades);
        let naturals = (0..3).filter(|i| spades >> i & 1 == 1).fold(0, |bits, i| bits | 1u64 << (4 * i + 3));
        let strengths = rows.map(|row| row.strength);
        let multiplier = self.goal.payoff().multiplier(naturals);
        let values = self.values.iter().find(|(with, _)| *with == multiplier);
        values.map_or(NOTHING, |(_, values)| key(values.exact(strengths), strengths))
    }

    fn offer(&mut self, key: Key, rows: [Reading; 3]) {
        let at = self.found.partition_point(|(better, _)| *better > key);
        if self.found.get(at).is_some_and(|(found, _)| *found == key) {
            return;
        }
        // Boards of equal strengths are one answer, the best of them; they differ in worth by their multipliers only.
        if self.values.len() > 1
            && let Some(same) = self.found.iter().position(|(found, _)| rows_of(*found) == rows_of(key))
        {
            if same < at {
                return;
            }
            self.found.remove(same);
        }
        self.found.insert(at, (key, rows));
        self.found.truncate(self.most);
        if self.found.len() == self.most {
            self.floor = self.found[self.most - 1].0;
        }
    }

    fn run(&mut self) {
        let mut bottoms = Vec::new();
        for (bottom, left) in self.fitting(Row::Bottom, self.piles.all, u32::MAX - 1) {
            let limit = self.middle_limit(bottom.strength);
            if let Some((middle, _)) = self.fitting(Row::Middle, left, limit).next() {
                let limit = self.top_limit(middle.strength, bottom.strength);
                if let Some((top, _)) = self.fitting(Row::Top, left, limit).next() {
                    let bound = self.bound([top.strength, middle.strength, bottom.strength]);
                    bottoms.push((bound, top.strength, *bottom, left));
                }
            }
        }
        bottoms.sort_unstable_by_key(|(bound, _, bottom, _)| (!*bound, bottom.counts));
        for (bound, most, bottom, left) in bottoms {
            if bound <= self.floor {
                break;
            }
            self.on_bottom(most, bottom, left);
        }
    }

    fn on_bottom(&mut self, most: u32, bottom: Reading, left: u64) {
        let limit = self.middle_limit(bottom.strength);
        let middles: Vec<(Reading, u64)> =
            self.fitting(Row::Middle, left, limit).map(|(middle, left)| (*middle, left)).collect();
        for (middle, left) in middles {
            if self.bound([most, middle.strength, bottom.strength]) <= self.floor {
                break;
            }
            let limit = self.top_limit(middle.strength, bottom.strength);
            let tops: Vec<Reading> = self.fitting(Row::Top, left, limit).map(|(top, _)| *top).collect();
            for top in tops {
                if self.bound([top.strength, middle.strength, bottom.strength]) <= self.floor {
                    break;
                }
                let key = self.key([&top, &middle, &bottom]);
                if key > self.floor {
                    self.offer(key, [top, middle, bottom]);
                }
            }
        }
    }

    fn board(&self, key: Key, rows: &[Reading; 3]) -> Board {
        let mut board = [Card::NONE; 13];
        let mut before = 0;
        for row in Row::ALL {
            let counts = rows[row as usize].counts;
            board[row.range()].copy_from_slice(&tidy(self.piles.cards(counts, before)));
            before += counts;
        }
        let board = Board::complete(board);
        if self.deal.declared { lay::declare(self.deal, &board, rows_of(key)) } else { board }
    }
}

/// A row as it is read: groups before kickers, high ranks before low ones, jokers last.
fn tidy(mut row: Vec<Card>) -> Vec<Card> {
    let mut alike = [0u8; 13];
    row.iter().filter(|card| card.is_natural()).for_each(|card| alike[card.rank() as usize] += 1);
    row.sort_by_key(|card| match card.is_natural() {
        true => (0, Reverse(alike[card.rank() as usize]), Reverse(card.rank()), card.id()),
        false => (1, Reverse(0), Reverse(0), card.id()),
    });
    row
}

/// The multipliers that boards of a deal may have.
fn multipliers(deal: &Deal, goal: &Goal) -> Vec<i32> {
    let held = deal.naturals();
    let kept = |bits: u64| goal.payoff().multiplier(held & bits);
    if deal.cards().len() == Board::PLACES {
        return vec![kept(!0)];
    }
    let spade = |rank: u64| 1u64 << (4 * rank + 3);
    let mut multipliers = vec![kept(0), kept(spade(0)), kept(spade(0) | spade(1)), kept(!0)];
    multipliers.sort_unstable();
    multipliers.dedup();
    multipliers
}

/// The `most` best boards, best first; none when every arrangement is a foul.
pub fn exhaust(deal: &Deal, goal: &Goal, most: usize) -> Vec<Found> {
    let piles = Piles::new(deal, goal.knows_spades());
    let lists = Row::ALL.map(|row| list(&piles, deal, goal, row));
    let values = multipliers(deal, goal).into_iter().map(|m| (m, goal.with_multiplier(m))).collect();
    let mut search = Exhaust { deal, goal, piles, lists, values, most, found: Vec::new(), floor: NOTHING };
    search.run();
    search.found.iter().map(|(key, rows)| Found { key: *key, board: search.board(*key, rows) }).collect()
}
