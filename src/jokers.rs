//! What the jokers of a row or a board stand for when the engine reads them.
//!
//! A joker stands for any card that is not already in its own row, so within a row all faces differ, except that a row which
//! holds all four cards of a rank may take a joker as the fifth where the rules allow five of a kind. That leaves two kinds
//! of readings: the jokers take some ranks, each at most four (five) times in the row, and the row is no flush; or all
//! cards share the suit and the jokers take different missing ranks of it. Both are few, and all are tried.
#![forbid(unsafe_code)]

pub mod lanes;

use crate::board::{Board, Order, Row};
use crate::cards::{Card, MAX_JOKERS};
use crate::evaluate;
use crate::strength::{Category, Strength};

/// A row with its undeclared jokers last.
struct Sorted {
    cards: [Card; 5],
    len: usize,
    faces: usize,
}

impl Sorted {
    fn new(row: &[Card]) -> Sorted {
        let mut cards = [Card::NONE; 5];
        let mut faces = 0;
        for &card in row.iter().filter(|card| !card.is_undeclared()) {
            cards[faces] = card;
            faces += 1;
        }
        Sorted { cards, len: row.len(), faces }
    }

    /// Calls `visit` with every reading of the row: the faces, then the jokers' cards, highest ranks first. The suits of
    /// readings that are no flush stand for any suits.
    fn readings(&mut self, five_of_a_kind: bool, visit: &mut impl FnMut(&[Card])) {
        let suit = if self.faces == 0 { 0 } else { self.cards[0].suit() };
        let suited = self.len == 5 && self.cards[..self.faces].iter().all(|card| card.suit() == suit);
        let mut counts = [0u8; 13];
        let mut ranks = 0u16;
        for card in &self.cards[..self.faces] {
            counts[card.rank() as usize] += 1;
            ranks |= 1 << card.rank();
        }
        self.of_ranks(self.faces, 13, (suit + 1) & 3, if five_of_a_kind { 5 } else { 4 }, &mut counts, visit);
        if suited {
            self.suited(self.faces, 13, suit, ranks, visit);
        }
    }

    fn of_ranks(
        &mut self,
        at: usize,
        below: u8,
        suit: u8,
        most: u8,
        counts: &mut [u8; 13],
        visit: &mut impl FnMut(&[Card]),
    ) {
        if at == self.len {
            visit(&self.cards[..self.len]);
            return;
        }
        for rank in (0..below).rev() {
            if counts[rank as usize] < most {
                counts[rank as usize] += 1;
                self.cards[at] = Card::natural(rank, suit);
                self.of_ranks(at + 1, rank + 1, suit, most, counts, visit);
                counts[rank as usize] -= 1;
            }
        }
    }

    fn suited(&mut self, at: usize, below: u8, suit: u8, taken: u16, visit: &mut impl FnMut(&[Card])) {
        if at == self.len {
            visit(&self.cards[..self.len]);
            return;
        }
        for rank in (0..below).rev().filter(|rank| taken >> rank & 1 == 0) {
            self.cards[at] = Card::natural(rank, suit);
            self.suited(at + 1, rank, suit, taken, visit);
        }
    }
}

/// Five equal ranks count as quads with the highest other rank where the rules know no five of a kind.
fn without_fives(strength: Strength) -> Strength {
    if strength.category() != Category::FiveOfAKind {
        return strength;
    }
    let rank = strength.nibbles()[0];
    let kicker = if rank == 13 { 12 } else { 13 };
    Strength::new(Category::Quads, [rank, rank, rank, rank, kicker])
}

/// The strength of a row in which every card has a face.
#[inline]
pub fn face_value(row: &[Card], five_of_a_kind: bool) -> Strength {
    let strength = evaluate::row(row);
    if five_of_a_kind { strength } else { without_fives(strength) }
}

/// The strongest reading of a row of three or five cards that is not above `limit`; `None` when every reading is.
pub fn read_row(row: &[Card], five_of_a_kind: bool, limit: Strength) -> Option<Strength> {
    if row.iter().all(|card| !card.is_undeclared()) {
        return Some(face_value(row, five_of_a_kind)).filter(|&strength| strength <= limit);
    }
    let mut best = None;
    Sorted::new(row).readings(five_of_a_kind, &mut |cards| {
        let strength = evaluate::row(cards);
        if strength <= limit && Some(strength) > best {
            best = Some(strength);
        }
    });
    best
}

/// The row with its jokers declared so that it has the given strength, which `read_row` found: of the cards that do it, the
/// highest, the jokers in the order of their places.
pub fn declare(row: &[Card], strength: Strength) -> Vec<Card> {
    fn fill(cards: &mut Vec<Card>, at: usize, strength: Strength, fifth: bool) -> bool {
        let Some(next) = (at..cards.len()).find(|&i| cards[i].is_undeclared()) else {
            return evaluate::row(cards) == strength;
        };
        let joker = cards[next];
        for rank in (0..13).rev() {
            for suit in (0..4).rev() {
                let face = Card::natural(rank, suit);
                let held = cards.iter().any(|card| card.face() == Some(face));
                let all_four = || (0..4).all(|s| cards.iter().any(|c| c.face() == Some(Card::natural(rank, s))));
                if !held || (fifth && all_four()) {
                    cards[next] = joker.declared(face);
                    if fill(cards, next + 1, strength, fifth) {
                        return true;
                    }
                }
            }
        }
        cards[next] = joker;
        false
    }
    debug_assert!(row.iter().filter(|card| card.is_undeclared()).count() <= MAX_JOKERS);
    let mut cards = row.to_vec();
    let found = fill(&mut cards, 0, strength, strength.category() == Category::FiveOfAKind);
    assert!(found, "read_row gave a strength that no reading has");
    cards
}

/// The reading that counts of a complete board with automatic jokers: the bottom as strong as possible, then the middle as
/// strong as possible but not above it, then the top; `None` when no reading is legal.
pub fn read_board(board: &Board, five_of_a_kind: bool, order: Order) -> Option<[Strength; 3]> {
    let bottom = read_row(board.row(Row::Bottom), five_of_a_kind, Strength::MAX)?;
    let middle = read_row(board.row(Row::Middle), five_of_a_kind, bottom)?;
    let top = read_row(board.row(Row::Top), five_of_a_kind, order.top_limit(middle))?;
    Some([top, middle, bottom])
}
