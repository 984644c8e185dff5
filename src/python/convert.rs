//! Cards and boards from what people pass: text, cards, ints, arrays.
#![forbid(unsafe_code)]

use super::{OrRaise, ready};
use crate::board::{Board, unknown_id};
use crate::cards::Card;
use crate::error::{Fault, Kind, cut};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyString, PyTuple};

/// More cards than any deck has.
const MOST: usize = 64;

/// A few cards without an allocation.
pub struct Cards {
    cards: [Card; MOST],
    len: usize,
}

impl Cards {
    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..self.len]
    }

    fn push(&mut self, card: Card) -> Result<(), Fault> {
        if self.len == MOST {
            return Err(Fault::new(
                Kind::Cards,
                "too_many_cards",
                format!("more than {MOST} cards; a deck has at most 55"),
            ));
        }
        self.cards[self.len] = card;
        self.len += 1;
        Ok(())
    }
}

/// How an input is shown in a message: its repr, cut where it is long.
pub fn shown(input: &Bound<'_, PyAny>) -> String {
    cut(input.repr().map(|repr| repr.to_string()).unwrap_or_else(|_| "?".into()))
}

pub fn no_card(input: &Bound<'_, PyAny>) -> Fault {
    Fault::new(
        Kind::Cards,
        "unknown_card",
        format!(
            "{} ({}) is not a card: a card is a Card, a text such as 'As' or an int 0..=51, 52 53 54 for the jokers",
            shown(input),
            input.get_type().name().map(|name| name.to_string()).unwrap_or_default()
        ),
    )
}

/// One card from a text, a Card or an int.
#[inline]
pub fn card(input: &Bound<'_, PyAny>) -> Result<Card, Fault> {
    if let Some(card) = ready::card(input) {
        return Ok(card);
    }
    if let Ok(id) = input.extract::<u8>() {
        if input.is_exact_instance_of::<PyBool>() {
            return Err(no_card(input));
        }
        return Card::from_id(id).ok_or_else(|| unknown_id(id));
    }
    if let Ok(text) = input.cast::<PyString>() {
        return text.to_str().map_err(|_| no_card(input))?.parse();
    }
    match input.extract::<i128>() {
        Ok(id) => Err(unknown_id(id)),
        Err(_) => Err(no_card(input)),
    }
}

/// Cards from a text, or from any iterable of texts, Cards and ints.
#[inline]
pub fn cards(input: &Bound<'_, PyAny>) -> Result<Cards, Fault> {
    let mut found = Cards { cards: [Card::NONE; MOST], len: 0 };
    if let Ok(tuple) = input.cast::<PyTuple>() {
        for item in tuple.iter_borrowed() {
            found.push(card(&item)?)?;
        }
    } else if let Ok(text) = input.cast::<PyString>() {
        for card in crate::cards::parse_cards(text.to_str().map_err(|_| no_card(input))?)? {
            found.push(card)?;
        }
    } else {
        let not_cards = || {
            Fault::new(
                Kind::Cards,
                "not_cards",
                format!(
                    "{} is no collection of cards: write a text such as 'As Kd', or pass a list of cards",
                    shown(input)
                ),
            )
        };
        for item in input.try_iter().map_err(|_| not_cards())? {
            found.push(card(&item.map_err(|_| not_cards())?)?)?;
        }
    }
    Ok(found)
}

/// A board from the thirteen bytes that the Python class holds.
pub fn board(py: Python<'_>, bytes: &[u8], operation: &str) -> PyResult<Board> {
    let places: &[u8; 13] = bytes
        .try_into()
        .map_err(|_| {
            Fault::new(
                Kind::Board,
                "wrong_count",
                format!(
                    "{} places; a board has 13, in the order top, middle, bottom, 255 for an empty one",
                    bytes.len()
                ),
            )
        })
        .or_raise(py, operation)?;
    Board::from_bytes(places).or_raise(py, operation)
}

pub fn bytes<'py>(py: Python<'py>, cards: &[Card]) -> Bound<'py, PyBytes> {
    let ids: Vec<u8> = cards.iter().map(|card| card.id()).collect();
    PyBytes::new(py, &ids)
}
