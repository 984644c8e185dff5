//! From strengths back to cards.
#![forbid(unsafe_code)]

use crate::board::{Board, Row};
use crate::cards::{Card, CardSet};
use crate::error::{Fault, Kind};
use crate::jokers;
use crate::payoff::{JokerMode, Payoff};
use crate::strength::{Category, Strength};

pub const MOST_CARDS: usize = 17;

/// The cards of one deal, sorted, jokers last, and what the rules say about reading them.
#[derive(Clone, Copy, Debug)]
pub struct Deal {
    cards: [Card; MOST_CARDS],
    len: usize,
    naturals: u64,
    jokers: usize,
    pub declared: bool,
    pub five_of_a_kind: bool,
    pub top_kickers: bool,
}

impl Deal {
    pub fn new(cards: &[Card], payoff: &Payoff) -> Result<Deal, Fault> {
        let refuse = |code, message| Err(Fault::new(Kind::Cards, code, message));
        if !(Board::PLACES..=MOST_CARDS).contains(&cards.len()) {
            return refuse("wrong_count", format!("{} cards to arrange; there must be 13 to 17", cards.len()));
        }
        let mut deal = Deal {
            cards: [Card::NONE; MOST_CARDS],
            len: cards.len(),
            naturals: 0,
            jokers: 0,
            declared: payoff.joker_mode == JokerMode::Declared,
            five_of_a_kind: payoff.five_of_a_kind,
            top_kickers: payoff.order.top_kickers,
        };
        let mut seen = CardSet::EMPTY;
        for &card in cards {
            if card == Card::NONE {
                return refuse("unknown_card", "255 is an empty place, not a card to arrange".to_string());
            }
            if !seen.insert(card) {
                return refuse("repeated_card", format!("{} is twice among the cards to arrange", card.physical()));
            }
            if card.joker_number() > payoff.jokers {
                let allowed = ["no joker", "one joker, X1", "two jokers, X1 and X2", "three jokers"];
                return refuse(
                    "joker_not_allowed",
                    format!("{card} is among the cards to arrange; the rules play {}", allowed[payoff.jokers as usize]),
                );
            }
            if card.is_joker() && !card.is_undeclared() {
                return refuse(
                    "declared_joker",
                    format!(
                        "{card} is declared already; give {}, and the answer says what to declare",
                        card.physical()
                    ),
                );
            }
        }
        let mut left = seen.0;
        for place in deal.cards.iter_mut().take(cards.len()) {
            *place = Card::from_id(left.trailing_zeros() as u8).unwrap_or(Card::NONE);
            left &= left - 1;
        }
        deal.naturals = seen.0 & CardSet::deck(0).0;
        deal.jokers = cards.len() - deal.naturals.count_ones() as usize;
        Ok(deal)
    }

    pub fn cards(&self) -> &[Card] {
        &self.cards[..self.len]
    }

    pub fn jokers(&self) -> &[Card] {
        &self.cards[self.len - self.jokers..self.len]
    }

    /// Bits of the natural cards.
    pub fn naturals(&self) -> u64 {
        self.naturals
    }

    /// The ranks held of each suit.
    pub fn suits(&self) -> [u16; 4] {
        let mut suits = [0; 4];
        for card in &self.cards[..self.len - self.jokers] {
            suits[card.suit() as usize] |= 1 << card.rank();
        }
        suits
    }

    /// The cards that are not on a board, in the order of their numbers.
    pub fn discards(&self, board: &Board) -> Vec<Card> {
        let placed = board.set();
        self.cards().iter().copied().filter(|&card| !placed.contains(card)).collect()
    }
}

/// Whether all five cards share a suit.
fn is_suited(strength: u32) -> bool {
    matches!(Strength(strength).category(), Category::Flush | Category::StraightFlush | Category::RoyalFlush)
}

/// The card ranks of a strength, 0 for a deuce to 12 for an ace.
fn ranks(strength: u32, row: Row) -> impl Iterator<Item = u8> {
    let nibbles = Strength(strength).nibbles();
    nibbles.into_iter().take(row.capacity()).map(|nibble| if nibble == 0 { 12 } else { nibble - 1 })
}

/// A place of an unsuited row that waits for a card of a rank.
type Place = (usize, u8);

struct Table<'a> {
    deal: &'a Deal,
    places: [Card; 13],
    free: u64,
    jokers: usize,
}

impl Table<'_> {
    /// Puts down a joker; false when none is left.
    fn joker(&mut self, place: usize) -> bool {
        let Some(&joker) = self.deal.jokers().get(self.jokers) else {
            return false;
        };
        self.places[place] = joker;
        self.jokers += 1;
        true
    }

    fn take_back(&mut self, place: usize) {
        let card = std::mem::replace(&mut self.places[place], Card::NONE);
        if card.is_joker() {
            self.jokers -= 1;
        } else {
            self.free |= 1 << card.id();
        }
    }

    fn suited(&mut self, row: Row, strength: u32, suit: u8) -> bool {
        row.range().zip(ranks(strength, row)).all(|(place, rank)| {
            let card = Card::natural(rank, suit);
            if self.free >> card.id() & 1 == 1 {
                self.places[place] = card;
                self.free ^= 1 << card.id();
                true
            } else {
                self.joker(place)
            }
        })
    }

    /// Fills the places one after the other, going back where five different ranks end up in one suit.
    fn unsuited(&mut self, places: &[Place]) -> bool {
        let Some(&(place, rank)) = places.first() else {
            return true;
        };
        let mut natural = false;
        for suit in 0..4 {
            let card = Card::natural(rank, suit);
            if self.free >> card.id() & 1 == 1 {
                natural = true;
                self.places[place] = card;
                self.free ^= 1 << card.id();
                if self.is_mixed(place) && self.unsuited(&places[1..]) {
                    return true;
                }
                self.take_back(place);
            }
        }
        // Also where natural cards are left, which may be of the wrong suit; but a joker would make a bottom stronger.
        if !(natural && Row::Bottom.range().contains(&place)) && self.joker(place) {
            if self.unsuited(&places[1..]) {
                return true;
            }
            self.take_back(place);
        }
        false
    }

    /// Whether the row that ends at a place is no flush; true for other places.
    fn is_mixed(&self, place: usize) -> bool {
        let Some(row) = [Row::Middle, Row::Bottom].into_iter().find(|row| row.range().end == place + 1) else {
            return true;
        };
        let cards = &self.places[row.range()];
        cards.iter().any(|card| card.is_joker() || card.suit() != cards[0].suit())
    }
}

/// A board of a deal's cards with these strengths, top to bottom; `None` when no cards make it, suits considered.
pub fn lay(deal: &Deal, strengths: [u32; 3]) -> Option<Board> {
    let suits = |row: Row| if is_suited(strengths[row as usize]) { 0..4 } else { 4..5 };
    let rows = [Row::Bottom, Row::Middle, Row::Top];
    for bottom in suits(Row::Bottom) {
        for middle in suits(Row::Middle) {
            let mut table = Table { deal, places: [Card::NONE; 13], free: deal.naturals, jokers: 0 };
            let suit = [4, middle, bottom];
            let mut suited = rows.iter().filter(|&&row| suit[row as usize] < 4);
            if !suited.all(|&row| table.suited(row, strengths[row as usize], suit[row as usize])) {
                continue;
            }
            let waiting = rows.into_iter().filter(|&row| suit[row as usize] == 4);
            let places: Vec<Place> =
                waiting.flat_map(|row| row.range().zip(ranks(strengths[row as usize], row))).collect();
            if table.unsuited(&places) {
                let board = Board::complete(table.places);
                return Some(if deal.declared { declare(deal, &board, strengths) } else { board });
            }
        }
    }
    None
}

/// The board with its jokers declared so that its rows have these strengths.
pub fn declare(deal: &Deal, board: &Board, strengths: [u32; 3]) -> Board {
    let mut places = *board.places();
    for row in Row::ALL {
        let strength = strengths[row as usize];
        let cards = &mut places[row.range()];
        if !cards.iter().any(|card| card.is_undeclared()) {
            continue;
        }
        let faces: Vec<u8> = ranks(strength, row).collect();
        // A card that the row holds already is named only where nothing else will do.
        let done = name(deal, cards, &faces, strength, false) || name(deal, cards, &faces, strength, true);
        debug_assert!(done, "no declaration of {board} gives {strength:#x} in its {} row", row.name());
    }
    Board::complete(places)
}

fn name(deal: &Deal, cards: &mut [Card], faces: &[u8], strength: u32, repeats: bool) -> bool {
    let Some(at) = cards.iter().position(|card| card.is_undeclared()) else {
        return jokers::face_value(cards, deal.five_of_a_kind).0 == strength;
    };
    let joker = cards[at];
    for &rank in faces {
        for suit in (0..4).rev() {
            let face = Card::natural(rank, suit);
            if repeats || cards.iter().all(|card| card.face() != Some(face)) {
                cards[at] = joker.declared(face);
                if name(deal, cards, faces, strength, repeats) {
                    return true;
                }
            }
        }
    }
    cards[at] = joker;
    false
}
