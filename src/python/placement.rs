//! Placements as people write them, and the legal ones as a sequence that is never built.
#![forbid(unsafe_code)]

use super::{OrRaise, convert, ready};
use crate::board::Row;
use crate::cards::{Card, CardSet};
use crate::error::{Fault, Kind};
use crate::placement::{Legal, MOST_DEALT, Placement};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::hash::{Hash, Hasher};

/// Cards as the package's class; None for a card that is not known.
pub fn tuple<'py>(py: Python<'py>, cards: &[Card]) -> PyResult<Bound<'py, PyTuple>> {
    let mut objects: [Option<Bound<'py, PyAny>>; MOST_DEALT] = [const { None }; MOST_DEALT];
    for (object, &card) in objects.iter_mut().zip(cards) {
        *object = Some(ready::object(py, card)?);
    }
    PyTuple::new(py, &objects[..cards.len().min(MOST_DEALT)])
}

fn fault(code: &'static str, message: String) -> Fault {
    Fault::new(Kind::Placement, code, message)
}

fn listed(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

/// Cards in text, `??` for those that are not known.
fn cards_or_backs(text: &str) -> Result<Vec<Card>, Fault> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    words.map(|word| if word == "??" { Ok(Card::BACK) } else { word.parse() }).collect()
}

/// Which row each of some cards goes to.
///
/// Written as a board of the new cards, `top / middle / bottom`, with the discards in brackets; made from that text,
/// or from a mapping of cards to rows. Two placements are equal when they put the same cards into the same rows and
/// discard the same. Immutable, hashable, pickled.
///
/// >>> placement = Placement({"As": "bottom", "Kd": "top"})
/// >>> print(placement)
/// Kd / - / As
/// >>> Placement("Kd / - / As (2c)").discards
/// (Card('2c'),)
/// >>> placement.rows
/// {Card('As'): 'bottom', Card('Kd'): 'top'}
#[pyclass(frozen, eq, hash, name = "Placement", module = "ofcpoker", from_py_object)]
#[derive(Clone, Copy)]
pub struct PyPlacement {
    cards: [Card; MOST_DEALT],
    len: u8,
    placement: Placement,
}

impl PyPlacement {
    pub fn new(dealt: &[Card], placement: Placement) -> PyPlacement {
        let mut cards = [Card::NONE; MOST_DEALT];
        cards[..dealt.len()].copy_from_slice(dealt);
        PyPlacement { cards, len: dealt.len() as u8, placement }
    }

    fn cards(&self) -> &[Card] {
        &self.cards[..self.len as usize]
    }

    /// The cards as they lie, of a row or of the discards.
    fn in_row(&self, row: Option<Row>) -> Vec<Card> {
        let cards = self.cards().iter().enumerate().filter(|&(slot, _)| self.placement.row(slot) == row);
        cards.map(|(_, &card)| if row.is_some() { self.placement.faced(card) } else { card }).collect()
    }

    /// Rows and discards with their cards in order: what makes two placements equal.
    fn key(&self) -> [Vec<Card>; 4] {
        [Some(Row::Top), Some(Row::Middle), Some(Row::Bottom), None].map(|row| {
            let mut cards = self.in_row(row);
            cards.sort();
            cards
        })
    }

    fn of_pairs(pairs: impl Iterator<Item = Result<(Card, Option<Row>), Fault>>) -> Result<PyPlacement, Fault> {
        let mut made = PyPlacement { cards: [Card::NONE; MOST_DEALT], len: 0, placement: Placement::NOTHING };
        let mut seen = CardSet::EMPTY;
        for pair in pairs {
            let (card, row) = pair?;
            let slot = made.len as usize;
            if slot == MOST_DEALT {
                return Err(fault("wrong_number", format!("more than {MOST_DEALT} cards; nobody is dealt so many")));
            }
            if card != Card::BACK && !seen.insert(card) {
                let message = format!("{} is placed twice; a card can be in one place only", card.physical());
                return Err(fault("repeated_card", message));
            }
            made.cards[slot] = card.physical();
            made.len += 1;
            if let Some(row) = row {
                made.placement = made.placement.with(slot, row);
                if let Some(face) = card.face().filter(|_| card.is_joker()) {
                    made.placement = made.placement.declare(card.joker_number(), face);
                }
            }
        }
        Ok(made)
    }

    fn of_text(text: &str) -> Result<PyPlacement, Fault> {
        let wrong = || {
            fault(
                "wrong_form",
                format!(
                    "{text:?} is no placement: it is written top / middle / bottom (discards), such as Kd / - / As (2c)"
                ),
            )
        };
        let (rows, discards) = match text.trim().strip_suffix(')') {
            Some(rest) => rest.split_once('(').ok_or_else(wrong)?,
            None => (text, ""),
        };
        let parts: Vec<&str> = rows.split('/').map(str::trim).collect();
        let [_, _, _] = parts.as_slice() else {
            return Err(wrong());
        };
        let mut pairs = Vec::new();
        for (row, part) in Row::ALL.into_iter().zip(parts).filter(|(_, part)| *part != "-") {
            pairs.extend(cards_or_backs(part)?.into_iter().map(|card| (card, Some(row))));
        }
        pairs.extend(cards_or_backs(discards)?.into_iter().map(|card| (card, None)));
        PyPlacement::of_pairs(pairs.into_iter().map(Ok))
    }

    /// A placement from a `Placement`, its text, or a mapping of cards to rows.
    pub fn read(input: &Bound<'_, PyAny>) -> Result<PyPlacement, Fault> {
        if let Ok(placement) = input.cast::<PyPlacement>() {
            return Ok(*placement.get());
        }
        let row = |row: &Bound<'_, PyAny>| match row.cast::<PyString>() {
            Ok(text) => text.to_str().unwrap_or("?").parse().map(Some),
            Err(_) if row.is_none() => Ok(None),
            Err(_) => Err(fault(
                "unknown_row",
                format!("{} is not a row: rows are top, middle and bottom", convert::shown(row)),
            )),
        };
        if let Ok(mapping) = input.cast::<PyDict>() {
            return PyPlacement::of_pairs(mapping.iter().map(|(card, to)| Ok((convert::card(&card)?, row(&to)?))));
        }
        if let Ok(text) = input.cast::<PyString>() {
            return PyPlacement::of_text(text.to_str().unwrap_or("?"));
        }
        let wrong = || {
            fault(
                "wrong_form",
                format!("{} is no placement: pass a mapping such as {{'As': 'bottom'}}", convert::shown(input)),
            )
        };
        let items = input.call_method0("items").and_then(|items| items.try_iter()).map_err(|_| wrong())?;
        let pairs: Vec<(Bound<'_, PyAny>, Bound<'_, PyAny>)> =
            items.map(|item| item?.extract()).collect::<PyResult<_>>().map_err(|_| wrong())?;
        PyPlacement::of_pairs(pairs.iter().map(|(card, to)| Ok((convert::card(card)?, row(to)?))))
    }

    /// The cards that it places, without faces.
    pub fn placed(&self) -> Vec<Card> {
        Row::ALL.into_iter().flat_map(|row| self.in_row(Some(row))).map(Card::physical).collect()
    }

    /// The cards that it names as discards.
    pub fn discarded(&self) -> Vec<Card> {
        self.in_row(None)
    }

    /// The same for the cards that were dealt.
    pub fn onto(&self, dealt: &[Card]) -> Result<Placement, Fault> {
        if self.cards() == dealt {
            return Ok(self.placement);
        }
        let mut placement = Placement::NOTHING;
        let mut used = 0u32;
        for (at, &card) in self.cards().iter().enumerate() {
            let found = (0..dealt.len()).find(|&slot| dealt[slot] == card && used >> slot & 1 == 0);
            let Some(slot) = found else {
                return Err(fault("not_dealt", format!("{card} is not among the cards dealt: {}", listed(dealt))));
            };
            used |= 1 << slot;
            if let Some(row) = self.placement.row(at) {
                placement = placement.with(slot, row);
                if let Some(face) = (card.is_joker()).then(|| self.placement.face(card.joker_number())).flatten() {
                    placement = placement.declare(card.joker_number(), face);
                }
            }
        }
        let names_discards = (0..self.len as usize).any(|slot| self.placement.row(slot).is_none());
        if names_discards && used.count_ones() as usize != dealt.len() {
            let discards = listed(&self.in_row(None));
            return Err(fault(
                "wrong_discards",
                format!(
                    "of the cards dealt ({}) not all are placed or discarded; named as discards: {discards}",
                    listed(dealt)
                ),
            ));
        }
        Ok(placement)
    }
}

impl PartialEq for PyPlacement {
    fn eq(&self, other: &PyPlacement) -> bool {
        self.key() == other.key()
    }
}

impl Hash for PyPlacement {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl std::fmt::Display for PyPlacement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let write = |f: &mut std::fmt::Formatter<'_>, row: Option<Row>, before: &str| {
            let slots = (0..self.len as usize).filter(|&slot| self.placement.row(slot) == row);
            let mut any = false;
            for slot in slots {
                let card = if row.is_some() { self.placement.faced(self.cards[slot]) } else { self.cards[slot] };
                write!(f, "{}{card}", if any { " " } else { before })?;
                any = true;
            }
            Ok::<bool, std::fmt::Error>(any)
        };
        for row in Row::ALL {
            let before = if row == Row::Top { "" } else { " / " };
            if !write(f, Some(row), before)? {
                write!(f, "{before}-")?;
            }
        }
        if write(f, None, " (")? { f.write_str(")") } else { Ok(()) }
    }
}

#[pymethods]
impl PyPlacement {
    #[new]
    fn py_new(py: Python<'_>, placement: &Bound<'_, PyAny>) -> PyResult<PyPlacement> {
        PyPlacement::read(placement).or_raise(py, "Placement")
    }

    /// Cards for the top row.
    #[getter]
    fn top<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, &self.in_row(Some(Row::Top)))
    }

    /// Cards for the middle row.
    #[getter]
    fn middle<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, &self.in_row(Some(Row::Middle)))
    }

    /// Cards for the bottom row.
    #[getter]
    fn bottom<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, &self.in_row(Some(Row::Bottom)))
    }

    /// Cards that are named as discarded.
    #[getter]
    fn discards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, &self.in_row(None))
    }

    /// The row of each card that is placed: a mapping that `Hand.place` takes too.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rows = PyDict::new(py);
        for (slot, &card) in self.cards().iter().enumerate() {
            if let Some(row) = self.placement.row(slot) {
                rows.set_item(ready::object(py, self.placement.faced(card))?, row.name())?;
            }
        }
        Ok(rows)
    }

    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Placement('{self}')")
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.to_string(),)
    }
}

/// The legal placements of a seat at one moment: counted, never listed.
///
/// A sequence: `in`, `len`, iteration, indexing, so that `random.choice` picks one, every one as likely. It stays what
/// it was when the hand goes on.
///
/// >>> from ofcpoker import Hand
/// >>> legal = Hand("pineapple", seed=7).legal_placements(1)
/// >>> len(legal)
/// 232
/// >>> legal[0] in legal, {"As": "top"} in legal
/// (True, False)
#[pyclass(frozen, sequence, name = "LegalPlacements", module = "ofcpoker")]
pub struct PyLegal {
    pub dealt: [Card; MOST_DEALT],
    pub len: u8,
    pub legal: Option<Legal>,
}

impl PyLegal {
    pub fn new(dealt: &[Card], legal: Option<Legal>) -> PyLegal {
        let mut cards = [Card::NONE; MOST_DEALT];
        cards[..dealt.len()].copy_from_slice(dealt);
        PyLegal { dealt: cards, len: dealt.len() as u8, legal }
    }

    fn count(&self) -> u64 {
        self.legal.map_or(0, |legal| legal.count())
    }

    fn at(&self, number: u64) -> Option<PyPlacement> {
        let placement = self.legal?.nth(number)?;
        Some(PyPlacement::new(&self.dealt[..self.len as usize], placement))
    }
}

#[pymethods]
impl PyLegal {
    fn __len__(&self) -> usize {
        self.count() as usize
    }

    fn __getitem__(&self, index: i64) -> PyResult<PyPlacement> {
        let count = self.count();
        let number = if index < 0 { index + count as i64 } else { index };
        u64::try_from(number)
            .ok()
            .and_then(|number| self.at(number))
            .ok_or_else(|| PyIndexError::new_err(format!("LegalPlacements: index {index} of {count} placements")))
    }

    fn __contains__(&self, placement: &Bound<'_, PyAny>) -> bool {
        let Some(legal) = self.legal else {
            return false;
        };
        let bits = PyPlacement::read(placement).and_then(|read| read.onto(&self.dealt[..self.len as usize]));
        bits.is_ok_and(|bits| legal.contains(bits))
    }

    fn __iter__(slf: Bound<'_, PyLegal>) -> PlacementIterator {
        PlacementIterator { legal: slf.unbind(), next: 0 }
    }

    fn __repr__(&self) -> String {
        format!("<LegalPlacements of {}: {}>", listed(&self.dealt[..self.len as usize]), self.count())
    }
}

#[pyclass(module = "ofcpoker._core")]
pub struct PlacementIterator {
    legal: Py<PyLegal>,
    next: u64,
}

#[pymethods]
impl PlacementIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<PyPlacement> {
        let found = self.legal.get().at(self.next);
        self.next += 1;
        found
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyPlacement>()?;
    module.add_class::<PyLegal>()
}
