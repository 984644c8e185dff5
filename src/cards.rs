//! Ranks, suits, cards, jokers and sets of cards.
#![forbid(unsafe_code)]

use crate::error::{Fault, Kind, quoted};
use std::fmt;
use std::str::FromStr;

pub const RANKS: &[u8; 13] = b"23456789TJQKA";
pub const SUITS: &[u8; 4] = b"cdhs";
/// Natural cards of a deck.
pub const DECK: usize = 52;
/// Jokers a deck may hold at most: X1 X2 X3.
pub const MAX_JOKERS: usize = 3;

/// A card as one byte: `rank * 4 + suit` for the 52 natural cards (2c = 0, As = 51), 52 53 54 for the jokers X1 X2 X3,
/// `64 * i + c` for joker Xi declared as natural card c, 255 for an empty place, 254 for a card's back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    pub const NONE: Card = Card(255);
    /// The back of a card that lies somewhere but is not known. Only the flow of a hand holds backs.
    pub const BACK: Card = Card(254);

    /// A natural card from rank 0..13 (deuce = 0) and suit 0..4 (c d h s).
    pub const fn natural(rank: u8, suit: u8) -> Card {
        assert!(rank < 13 && suit < 4);
        Card(rank * 4 + suit)
    }

    /// Joker Xi, undeclared; i = 1..=3.
    pub const fn joker(i: u8) -> Card {
        assert!(1 <= i && i <= 3);
        Card(51 + i)
    }

    /// The card that a byte names; `None` for the bytes that name no card (and for 255, the empty place).
    pub const fn from_id(id: u8) -> Option<Card> {
        if id < 55 || (id >= 64 && id != 255 && (id & 63) < 52) { Some(Card(id)) } else { None }
    }

    pub const fn id(self) -> u8 {
        self.0
    }

    pub const fn is_natural(self) -> bool {
        self.0 < 52
    }

    pub const fn is_joker(self) -> bool {
        self.0 >= 52 && self.0 < 254
    }

    pub const fn is_undeclared(self) -> bool {
        self.0 >= 52 && self.0 < 55
    }

    /// Which joker this is, 1..=3; 0 for a natural card.
    pub const fn joker_number(self) -> u8 {
        if self.is_undeclared() {
            self.0 - 51
        } else if self.is_joker() {
            self.0 >> 6
        } else {
            0
        }
    }

    /// The same joker, declared as a natural card.
    pub const fn declared(self, natural: Card) -> Card {
        assert!(self.is_joker() && natural.is_natural());
        Card(self.joker_number() * 64 + natural.0)
    }

    /// The natural card that counts: itself, or what a declared joker stands for; `None` for an undeclared joker.
    pub const fn face(self) -> Option<Card> {
        if self.is_undeclared() || self.0 >= 254 { None } else { Some(Card(self.0 & 63)) }
    }

    /// The physical card: a declared joker is the joker it was.
    pub const fn physical(self) -> Card {
        if self.0 >= 64 && self.0 < 254 { Card(51 + (self.0 >> 6)) } else { self }
    }

    /// Rank 0..13 of the face. Undeclared jokers have none; do not ask.
    pub const fn rank(self) -> u8 {
        (self.0 & 63) >> 2
    }

    pub const fn suit(self) -> u8 {
        self.0 & 3
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 255 {
            return f.write_str("--");
        }
        if *self == Card::BACK {
            return f.write_str("??");
        }
        if self.is_joker() {
            write!(f, "X{}", self.joker_number())?;
            if self.is_undeclared() {
                return Ok(());
            }
            f.write_str("=")?;
        }
        write!(f, "{}{}", RANKS[self.rank() as usize] as char, SUITS[self.suit() as usize] as char)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Card({self})")
    }
}

fn natural_from_text(text: &str) -> Option<Card> {
    let suit_at = text.char_indices().next_back()?.0;
    let rank = match text[..suit_at].to_ascii_uppercase().as_str() {
        "10" => 8,
        one if one.len() == 1 => RANKS.iter().position(|&r| r == one.as_bytes()[0])? as u8,
        _ => return None,
    };
    let suit = match text[suit_at..].chars().next()? {
        'c' | 'C' | '♣' | '♧' => 0,
        'd' | 'D' | '♦' | '♢' => 1,
        'h' | 'H' | '♥' | '♡' => 2,
        's' | 'S' | '♠' | '♤' => 3,
        _ => return None,
    };
    Some(Card::natural(rank, suit))
}

fn card_from_text(text: &str) -> Option<Card> {
    // The suit signs may come with the selector that asks for a coloured picture.
    let text = text.trim_end_matches(['\u{fe0f}', '\u{fe0e}']);
    let rest = match text.as_bytes() {
        [b'X' | b'x', digit @ b'1'..=b'3', ..] => {
            let joker = Card::joker(digit - b'0');
            return match &text[2..] {
                "" => Some(joker),
                declared => Some(joker.declared(natural_from_text(declared.strip_prefix('=')?)?)),
            };
        }
        _ => text,
    };
    natural_from_text(rest)
}

impl FromStr for Card {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Card, Fault> {
        card_from_text(text).ok_or_else(|| {
            Fault::new(
                Kind::Cards,
                "unknown_card",
                format!(
                    "{} is not a card: write a rank of 23456789TJQKA (or 10) and a suit of cdhs, such as As, \
                     a joker X1 X2 X3, or a declared joker X1=As",
                    quoted(text)
                ),
            )
        })
    }
}

/// Cards in text, separated by white space or commas.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, Fault> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).map(str::parse).collect()
}

/// A set of physical cards: bits 0..52 the natural cards, 52..55 the jokers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CardSet(pub u64);

impl CardSet {
    pub const EMPTY: CardSet = CardSet(0);

    /// 52 cards and the given number of jokers.
    pub const fn deck(jokers: usize) -> CardSet {
        CardSet((1 << (DECK + jokers)) - 1)
    }

    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.physical().0 & 1 == 1
    }

    /// Adds the card; false when it was in already.
    pub fn insert(&mut self, card: Card) -> bool {
        let bit = 1u64 << card.physical().0;
        let new = self.0 & bit == 0;
        self.0 |= bit;
        new
    }

    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_a_card_with_its_text_or_none() {
        let mut cards = 0;
        for id in 0..=255u8 {
            if let Some(card) = Card::from_id(id) {
                cards += 1;
                assert_eq!(card.id(), id);
                assert_eq!(card.to_string().parse::<Card>().unwrap(), card);
            }
        }
        assert_eq!(cards, 52 + 3 + 3 * 52);
        assert_eq!("As".parse::<Card>().unwrap().id(), 51);
        assert_eq!("2c".parse::<Card>().unwrap().id(), 0);
        assert_eq!("X1=As".parse::<Card>().unwrap().id(), 64 + 51);
    }

    #[test]
    fn what_people_write() {
        for (text, id) in [("10s", 35), ("tS", 35), ("T♠", 35), ("10♠\u{fe0f}", 35), ("a♥", 50), ("x2=10h", 128 + 34)]
        {
            assert_eq!(text.parse::<Card>().unwrap().id(), id, "{text}");
        }
        for text in ["", "A", "s", "1s", "11s", "Az", "Ass", "X4", "X0", "X1=X2", "X1=", "X1As", "♠", "é", "0s", "100s"]
        {
            assert_eq!(text.parse::<Card>().unwrap_err().code(), "unknown_card", "{text}");
        }
    }
}
