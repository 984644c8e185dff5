//! Three rows of cards: top 3, middle 5, bottom 5.
#![forbid(unsafe_code)]

use crate::cards::{Card, CardSet, parse_cards};
use crate::error::{Fault, Kind, quoted};
use crate::strength::{Category, Strength, low};
use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Row {
    Top,
    Middle,
    Bottom,
}

impl Row {
    pub const ALL: [Row; 3] = [Row::Top, Row::Middle, Row::Bottom];

    pub const fn name(self) -> &'static str {
        match self {
            Row::Top => "top",
            Row::Middle => "middle",
            Row::Bottom => "bottom",
        }
    }

    pub const fn capacity(self) -> usize {
        match self {
            Row::Top => 3,
            _ => 5,
        }
    }

    /// Where the row begins among a board's thirteen places.
    pub const fn start(self) -> usize {
        match self {
            Row::Top => 0,
            Row::Middle => 3,
            Row::Bottom => 8,
        }
    }

    pub const fn range(self) -> std::ops::Range<usize> {
        self.start()..self.start() + self.capacity()
    }
}

impl FromStr for Row {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Row, Fault> {
        Row::ALL.into_iter().find(|row| row.name() == text).ok_or_else(|| unknown_row(quoted(text)))
    }
}

pub fn unknown_row(shown: String) -> Fault {
    Fault::new(Kind::Board, "unknown_row", format!("{shown} is not a row: rows are top, middle and bottom"))
}

/// What makes a complete board legal: the rows must not get weaker downwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// Pair against pair compares the kickers of the top too.
    pub top_kickers: bool,
    /// The middle is a deuce-to-seven low: ten low or better, and the bottom not below the top.
    pub deuce_to_seven: bool,
}

impl Order {
    /// The strongest top that may lie over a row.
    #[inline(always)]
    pub fn top_limit(self, under: Strength) -> Strength {
        let pair = under.0 >> 20 == Category::Pair as u32;
        if !self.top_kickers & pair { Strength(under.0 | 0xfff) } else { under }
    }

    /// Whether rows of these strengths, top to bottom, are no foul. The middle is on its own scale where it is a low.
    // Free of branches: many boards are judged in lanes by these same lines.
    #[inline(always)]
    pub fn is_legal(self, [top, middle, bottom]: [Strength; 3]) -> bool {
        let (under_top, falls) =
            if self.deuce_to_seven { (bottom, middle >= low::QUALIFIES) } else { (middle, middle <= bottom) };
        falls & (top <= self.top_limit(under_top))
    }
}

/// Cards of one player's board: no physical card twice, each row filled from its left.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board([Card; 13]);

impl Board {
    pub const EMPTY: Board = Board([Card::NONE; 13]);
    pub const PLACES: usize = 13;

    /// A board from its rows, which may be incomplete.
    pub fn from_rows(rows: [&[Card]; 3]) -> Result<Board, Fault> {
        let mut board = Board::EMPTY;
        for row in Row::ALL {
            let cards = rows[row as usize];
            if cards.len() > row.capacity() {
                let shown: Vec<String> = cards.iter().map(Card::to_string).collect();
                return Err(Fault::new(
                    Kind::Board,
                    "row_too_long",
                    format!(
                        "the {} row has {} cards ({}); it holds {}",
                        row.name(),
                        cards.len(),
                        shown.join(" "),
                        row.capacity()
                    ),
                ));
            }
            board.0[row.range()][..cards.len()].copy_from_slice(cards);
        }
        board.check_repeats()?;
        Ok(board)
    }

    /// A board from thirteen bytes, 255 for an empty place.
    pub fn from_bytes(bytes: &[u8; 13]) -> Result<Board, Fault> {
        let mut board = Board::EMPTY;
        for row in Row::ALL {
            let filled = bytes[row.range()].iter().filter(|&&byte| byte != 255);
            for (place, &byte) in board.0[row.range()].iter_mut().zip(filled) {
                *place = Card::from_id(byte).ok_or_else(|| unknown_id(byte))?;
            }
        }
        board.check_repeats()?;
        Ok(board)
    }

    /// Thirteen cards that are known to be different, in the order top, middle, bottom.
    pub fn complete(cards: [Card; 13]) -> Board {
        debug_assert!(cards.iter().all(|&card| card != Card::NONE));
        Board(cards)
    }

    /// Places that are known to hold different cards, each row filled from its left.
    pub fn from_places(places: [Card; 13]) -> Board {
        Board(places)
    }

    fn check_repeats(&self) -> Result<(), Fault> {
        let mut seen = CardSet::EMPTY;
        for card in self.cards() {
            if !seen.insert(card) {
                return Err(Fault::new(
                    Kind::Board,
                    "repeated_card",
                    format!("{} is twice on the board {self}; a card can be in one place only", card.physical()),
                ));
            }
        }
        Ok(())
    }

    /// All thirteen places, `Card::NONE` where nothing lies.
    pub fn places(&self) -> &[Card; 13] {
        &self.0
    }

    pub fn bytes(&self) -> [u8; 13] {
        self.0.map(Card::id)
    }

    /// The cards of a row.
    #[inline]
    pub fn row(&self, row: Row) -> &[Card] {
        let places = &self.0[row.range()];
        let filled = places.iter().position(|&card| card == Card::NONE).unwrap_or(places.len());
        &places[..filled]
    }

    /// Every card on the board, top to bottom.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.0.iter().copied().filter(|&card| card != Card::NONE)
    }

    pub fn set(&self) -> CardSet {
        self.cards().fold(CardSet::EMPTY, |mut set, card| {
            set.insert(card);
            set
        })
    }

    pub fn is_complete(&self) -> bool {
        [2, 7, 12].iter().all(|&last| self.0[last] != Card::NONE)
    }

    /// The board with one more card.
    pub fn place(&self, card: Card, row: Row) -> Result<Board, Fault> {
        let filled = self.row(row).len();
        if filled == row.capacity() {
            return Err(Fault::new(
                Kind::Board,
                "row_full",
                format!("the {} row of {self} is full; {card} must go elsewhere", row.name()),
            ));
        }
        let mut board = *self;
        board.0[row.start() + filled] = card;
        board.check_repeats()?;
        Ok(board)
    }
}

pub fn unknown_id(id: impl fmt::Display) -> Fault {
    Fault::new(
        Kind::Cards,
        "unknown_card",
        format!(
            "{id} is not a card id: 0..=51 are the cards 2c..As (rank*4 + suit), 52 53 54 the jokers, 64*i + c joker Xi \
             declared as card c"
        ),
    )
}

impl fmt::Display for Board {
    /// `top / middle / bottom`; an empty row is written `-`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in Row::ALL {
            if row != Row::Top {
                f.write_str(" / ")?;
            }
            let cards = self.row(row);
            if cards.is_empty() {
                f.write_str("-")?;
            }
            for (i, card) in cards.iter().enumerate() {
                write!(f, "{}{card}", if i == 0 { "" } else { " " })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl FromStr for Board {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Board, Fault> {
        let parts: Vec<&str> = text.split('/').collect();
        let &[top, middle, bottom] = parts.as_slice() else {
            return Err(Fault::new(
                Kind::Board,
                "wrong_rows",
                format!(
                    "{} has {} rows; a board is written top / middle / bottom, such as \
                     Qh Qc 3d / Ts Js Qd Kc Ah / 7d 7c 7s 2h 2s, with - for an empty row",
                    quoted(text),
                    parts.len()
                ),
            ));
        };
        let row = |part: &str| if part.trim() == "-" { Ok(Vec::new()) } else { parse_cards(part) };
        Board::from_rows([&row(top)?, &row(middle)?, &row(bottom)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_comes_back() {
        for text in ["Qh Qc 3d / Ts Js Qd Kc Ah / 7d 7c 7s 2h 2s", "- / - / -", "X1=As / - / X2 2c"] {
            assert_eq!(text.parse::<Board>().unwrap().to_string(), text);
        }
        assert_eq!(" / / ".parse::<Board>().unwrap(), Board::EMPTY);
    }

    #[test]
    fn refusals() {
        for (text, code) in [
            ("As / Ks", "wrong_rows"),
            ("As Ks Qs Js / - / -", "row_too_long"),
            ("As / As / -", "repeated_card"),
            ("X1=As / X1 / -", "repeated_card"),
            ("Zs / - / -", "unknown_card"),
        ] {
            assert_eq!(text.parse::<Board>().unwrap_err().code(), code, "{text}");
        }
        let full: Board = "As Ks Qs / - / -".parse().unwrap();
        assert_eq!(full.place(Card::natural(0, 0), Row::Top).unwrap_err().code(), "row_full");
        assert_eq!(full.place(Card::natural(12, 3), Row::Middle).unwrap_err().code(), "repeated_card");
    }
}
