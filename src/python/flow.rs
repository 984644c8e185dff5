//! One hand: the state that Python's `Hand` and `View` hold.
#![forbid(unsafe_code)]

use super::payoff::PyPayoff;
use super::placement::{PyLegal, PyPlacement, tuple};
use super::table::{PyTable, unknown};
use super::{OrRaise, convert};
use crate::board::Board;
use crate::cards::Card;
use crate::deal::{self, Deck, MOST_CARDS, Seed};
use crate::error::{Fault, Kind};
use crate::flow::Event;
use crate::history::{Action, Entry, History, Opening};
use crate::placement::Placement;
use crate::policy::{Seen, Setter};
use crate::score::MAX_SEATS;
use crate::table::{Start, Table};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyList, PyTuple};
use std::fmt::Write;
use std::sync::Arc;

#[pyclass(name = "Flow", module = "ofcpoker._core", eq)]
#[derive(Clone, PartialEq)]
pub struct PyFlow(pub(super) History);

fn seed(bytes: &[u8]) -> Result<Seed, Fault> {
    let bytes = bytes.try_into().map_err(|_| unknown("seed", &format!("of {} bytes; it has 32", bytes.len())))?;
    Ok(Seed(bytes))
}

/// A deck from its bytes, 254 for a card that is not known.
fn read_deck(bytes: &[u8], table: &Table) -> Result<Deck, Fault> {
    let refuse = |code, message| Err(Fault::new(Kind::Cards, code, message));
    if bytes.len() != table.deck() {
        return refuse("wrong_count", format!("{} cards; the deck of these rules has {}", bytes.len(), table.deck()));
    }
    let mut deck = [Card::NONE; MOST_CARDS];
    let mut seen = crate::cards::CardSet::EMPTY;
    for (place, &byte) in deck.iter_mut().zip(bytes) {
        *place = match Card::from_id(byte) {
            Some(card) if card.physical() == card && card.joker_number() <= table.jokers => card,
            None if byte == Card::BACK.id() => Card::BACK,
            Some(card) => return refuse("not_in_deck", format!("{card} is not in the deck of these rules")),
            None => return Err(crate::board::unknown_id(byte)),
        };
        if *place != Card::BACK && !seen.insert(*place) {
            return refuse("repeated_card", format!("{place} is twice in the deck"));
        }
    }
    Ok(deck)
}

/// A whole number from Python, however large; `None` for anything else, True among it.
#[inline]
fn whole(object: Borrowed<'_, '_, PyAny>) -> Option<i64> {
    match object.extract() {
        Ok(_) if object.is_instance_of::<PyBool>() => None,
        Ok(number) => Some(number),
        Err(_) if object.is_instance_of::<PyInt>() => Some(i64::MAX),
        Err(_) => None,
    }
}

/// A seat, whether or not the table has it.
#[derive(Clone, Copy)]
struct Number(i64);

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Number> {
        whole(object).map(Number).ok_or_else(|| {
            let message = format!("there is no seat {}; seats are whole numbers from 0", convert::shown(&object));
            super::raise(object.py(), &Fault::new(Kind::Placement, "unknown_seat", message))
        })
    }
}

/// The number of the event that an action answers.
#[derive(Clone, Copy)]
struct Moment(i64);

impl<'py> FromPyObject<'_, 'py> for Moment {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Moment> {
        whole(object).map(Moment).ok_or_else(|| {
            let message = format!("at={} is not the number of an event", convert::shown(&object));
            super::raise(object.py(), &Fault::new(Kind::Stale, "stale_action", message))
        })
    }
}

/// A seat's number; one that cannot be becomes one that no table has.
fn seat_of(seat: Number) -> usize {
    usize::try_from(seat.0).unwrap_or(usize::MAX)
}

impl PyFlow {
    fn seat(&self, py: Python<'_>, seat: Number, operation: &str) -> PyResult<usize> {
        let found = seat_of(seat);
        if found < self.0.flow().seats() {
            return Ok(found);
        }
        let message = format!("there is no seat {}; the table has seats 0 to {}", seat.0, self.0.flow().seats() - 1);
        Err(super::raise(py, &Fault::new(Kind::Placement, "unknown_seat", message).at(operation)))
    }

    /// The placement of the cards that the seat holds, and the hand in which the unknown ones of them are known.
    fn resolve(&self, seat: usize, placement: &PyPlacement) -> Result<(Placement, Option<History>), Fault> {
        let flow = self.0.flow();
        flow.check_turn(seat)?;
        let held = flow.dealt(seat);
        if !held.contains(&Card::BACK) {
            let placement = placement.onto(held).map_err(|fault| fault.at(format_args!("seat {seat}")))?;
            return Ok((placement, None));
        }
        let mut learned = self.0.clone();
        let mut cards = placement.placed();
        cards.extend(placement.discarded());
        cards.retain(|&card| card != Card::BACK);
        learned.learn(seat, &cards)?;
        Ok((placement.onto(learned.flow().dealt(seat))?, Some(learned)))
    }

    fn checked(
        &self,
        seat: usize,
        placement: &Bound<'_, PyAny>,
        at: Option<Moment>,
    ) -> Result<(Placement, Option<History>), Fault> {
        self.0.check_answer(seat, at.map(|at| at.0), true)?;
        let (placement, learned) = self.resolve(seat, &PyPlacement::read(placement)?)?;
        learned.as_ref().unwrap_or(&self.0).flow().check(seat, placement)?;
        Ok((placement, learned))
    }
}

#[pymethods]
impl PyFlow {
    #[new]
    #[pyo3(signature = (table, button, fantasyland, choice, decks, key))]
    fn new(
        py: Python<'_>,
        table: &PyTable,
        button: u8,
        fantasyland: Vec<u8>,
        choice: Vec<bool>,
        decks: Vec<Bound<'_, PyBytes>>,
        key: Option<&[u8]>,
    ) -> PyResult<PyFlow> {
        let open = || -> Result<History, Fault> {
            let opening = Opening {
                table: table.0,
                start: Start {
                    button,
                    fantasyland: std::array::from_fn(|seat| fantasyland.get(seat).copied().unwrap_or(0)),
                    choice: std::array::from_fn(|seat| choice.get(seat).copied().unwrap_or(false)),
                },
                decks: decks.iter().map(|deck| read_deck(deck.as_bytes(), &table.0)).collect::<Result<_, _>>()?,
                key: key.map(seed).transpose()?,
            };
            History::open(Arc::new(opening))
        };
        Ok(PyFlow(open().or_raise(py, "Hand")?))
    }

    #[getter]
    fn to_act<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mask = self.0.flow().to_act();
        PyTuple::new(py, (0..MAX_SEATS).filter(|seat| mask >> seat & 1 == 1).collect::<Vec<_>>())
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.0.flow().is_over()
    }

    #[getter]
    fn is_known(&self) -> bool {
        self.0.is_known()
    }

    #[getter]
    fn street(&self) -> u8 {
        self.0.flow().street()
    }

    #[getter]
    fn stub(&self) -> usize {
        self.0.flow().stub().len()
    }

    #[getter]
    fn reshuffles(&self) -> u8 {
        self.0.flow().reshuffles()
    }

    #[getter]
    fn fantasyland<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let flow = self.0.flow();
        PyTuple::new(py, &flow.start().fantasyland[..flow.seats()])
    }

    #[getter]
    fn surrendered<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let flow = self.0.flow();
        PyTuple::new(py, (0..flow.seats()).filter(|&seat| flow.has_surrendered(seat)).collect::<Vec<_>>())
    }

    fn dealt<'py>(&self, py: Python<'py>, seat: Number) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.0.flow().dealt(self.seat(py, seat, "dealt")?))
    }

    fn discards<'py>(&self, py: Python<'py>, seat: Number) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.0.flow().discards(self.seat(py, seat, "discards")?))
    }

    /// The bytes of a seat's board as far as it lies face up.
    fn board<'py>(&self, py: Python<'py>, seat: Number) -> PyResult<Bound<'py, PyBytes>> {
        let board = self.0.flow().board(self.seat(py, seat, "board")?);
        Ok(PyBytes::new(py, &board.bytes().map(|byte| if byte == Card::BACK.id() { 255 } else { byte })))
    }

    /// Cards of a seat's board that lie face down.
    fn face_down(&self, py: Python<'_>, seat: Number) -> PyResult<usize> {
        let board = self.0.flow().board(self.seat(py, seat, "face_down")?);
        Ok(board.cards().filter(|&card| card == Card::BACK).count())
    }

    fn debt(&self, py: Python<'_>, seat: Number) -> PyResult<i8> {
        Ok(self.0.flow().debt(self.seat(py, seat, "debt")?))
    }

    /// Events so far.
    #[getter]
    fn count(&self) -> u32 {
        self.0.events()
    }

    fn answers(&self, py: Python<'_>, seat: Number) -> PyResult<u32> {
        Ok(self.0.answers(self.seat(py, seat, "answers")?))
    }

    fn legal(&self, py: Python<'_>, seat: Number) -> PyResult<PyLegal> {
        let seat = self.seat(py, seat, "legal_placements")?;
        let flow = self.0.flow();
        let may = flow.check_turn(seat).is_ok() && !flow.dealt(seat).contains(&Card::BACK);
        Ok(PyLegal::new(flow.dealt(seat), may.then(|| flow.legal(seat))))
    }

    fn verify(&self, py: Python<'_>, seat: Number, placement: &Bound<'_, PyAny>) -> PyResult<PyPlacement> {
        let seat = seat_of(seat);
        let (bits, learned) = self.checked(seat, placement, None).or_raise(py, "verify_placement")?;
        Ok(PyPlacement::new(learned.as_ref().unwrap_or(&self.0).flow().dealt(seat), bits))
    }

    fn can(&self, seat: &Bound<'_, PyAny>, placement: &Bound<'_, PyAny>) -> bool {
        seat.extract().is_ok_and(|seat| self.checked(seat_of(seat), placement, None).is_ok())
    }

    #[pyo3(signature = (seat, placement, at=None, late=false))]
    fn place(
        &mut self,
        py: Python<'_>,
        seat: Number,
        placement: &Bound<'_, PyAny>,
        at: Option<Moment>,
        late: bool,
    ) -> PyResult<()> {
        let seat = seat_of(seat);
        let (placement, learned) = self.checked(seat, placement, at).or_raise(py, "place")?;
        if let Some(learned) = learned {
            self.0 = learned;
        }
        self.0.act(Action::Place { seat: seat as u8, placement, late });
        Ok(())
    }

    /// A hidden seat has set its cards face down.
    fn set_face_down(&mut self, py: Python<'_>, seat: Number) -> PyResult<()> {
        let seat = seat_of(seat);
        let check = || {
            self.0.flow().check_turn(seat)?;
            if !self.0.flow().sets_hidden(seat) {
                let message = format!("seat {seat} plays the streets; its cards lie open");
                return Err(Fault::new(Kind::Placement, "not_hidden", message));
            }
            Ok(())
        };
        self.0 = check().and_then(|()| self.0.face_down(seat)).or_raise(py, "set_face_down")?;
        Ok(())
    }

    fn timed_out(&self, py: Python<'_>, seat: Number) -> PyResult<PyPlacement> {
        let seat = seat_of(seat);
        let placement = self.0.flow().timed_out(seat).or_raise(py, "time_out")?;
        Ok(PyPlacement::new(self.0.flow().dealt(seat), placement))
    }

    #[pyo3(signature = (seat, at=None))]
    fn time_out(&mut self, py: Python<'_>, seat: Number, at: Option<Moment>) -> PyResult<PyPlacement> {
        self.0.check_answer(seat_of(seat), at.map(|at| at.0), true).or_raise(py, "time_out")?;
        let placed = self.timed_out(py, seat)?;
        let flow = self.0.flow();
        if flow.dealt(seat_of(seat)).contains(&Card::BACK) {
            let message = format!("the cards of seat {} are not known; they cannot be placed for it", seat.0);
            return Err(super::raise(py, &Fault::new(Kind::Placement, "unknown_cards", message).at("time_out")));
        }
        let placement = placed.onto(flow.dealt(seat_of(seat))).or_raise(py, "time_out")?;
        self.0.act(Action::Place { seat: seat_of(seat) as u8, placement, late: true });
        Ok(placed)
    }

    fn verify_surrender(&self, py: Python<'_>, seat: Number) -> PyResult<()> {
        self.0.flow().check_surrender(seat_of(seat)).or_raise(py, "surrender")
    }

    #[pyo3(signature = (seat, at=None))]
    fn surrender(&mut self, py: Python<'_>, seat: Number, at: Option<Moment>) -> PyResult<()> {
        self.0.check_answer(seat_of(seat), at.map(|at| at.0), false).or_raise(py, "surrender")?;
        self.verify_surrender(py, seat)?;
        self.0.act(Action::Surrender { seat: seat_of(seat) as u8 });
        Ok(())
    }

    fn undo(&mut self, py: Python<'_>) -> PyResult<()> {
        self.0.undo().or_raise(py, "undo")?;
        Ok(())
    }

    fn copy(&self) -> PyFlow {
        self.clone()
    }

    /// What a seat may know, or a spectator.
    #[pyo3(signature = (viewer))]
    fn view(&self, py: Python<'_>, viewer: Option<Number>) -> PyResult<PyFlow> {
        let viewer = viewer.map(|seat| self.seat(py, seat, "view")).transpose()?;
        Ok(PyFlow(self.0.view(viewer).or_raise(py, "view")?))
    }

    /// A hand in which everything is known and that looks like this one, with the key of its reshuffles to come.
    fn resample<'py>(
        &self,
        py: Python<'py>,
        seed_bytes: &[u8],
        payoff: &PyPayoff,
    ) -> PyResult<(PyFlow, Bound<'py, PyBytes>)> {
        let sample = || {
            let mut setter = None;
            self.0.resample(&mut deal::policy(&seed(seed_bytes)?, 0, 0), |flow, seat, first_thirteen| {
                let setter = match &mut setter {
                    Some(setter) => setter,
                    None => setter.insert(Setter::new(&payoff.0, flow.table())?),
                };
                if !first_thirteen {
                    return Ok(setter.set(&Seen::new(flow, seat)));
                }
                setter.lay(&flow.dealt(seat)[..Board::PLACES]).map_or_else(|| flow.timed_out(seat), Ok)
            })
        };
        let sampled = sample().or_raise(py, "resample")?;
        let key = sampled.opening().key.map_or([0; 32], |key| key.0);
        Ok((PyFlow(sampled), PyBytes::new(py, &key)))
    }

    /// The board that a seat set face down is seen.
    fn show(&mut self, py: Python<'_>, seat: Number, placement: &Bound<'_, PyAny>) -> PyResult<()> {
        let shown = PyPlacement::read(placement).and_then(|placement| {
            let mut cards = placement.placed();
            cards.extend(placement.discarded());
            self.0.show(seat_of(seat), &cards, |dealt| placement.onto(dealt))
        });
        self.0 = shown.or_raise(py, "show")?;
        Ok(())
    }

    /// Cards that a seat holds become known, in any order.
    fn learn(&mut self, py: Python<'_>, seat: Number, cards: &Bound<'_, PyAny>) -> PyResult<()> {
        let seat = self.seat(py, seat, "learn")?;
        let mut learned = self.0.clone();
        convert::cards(cards).and_then(|cards| learned.learn(seat, cards.as_slice())).or_raise(py, "learn")?;
        self.0 = learned;
        Ok(())
    }

    /// The same for the cards of each slot, 254 for one that stays unknown.
    fn learn_slots(&mut self, py: Python<'_>, seat: Number, cards: &[u8]) -> PyResult<()> {
        let seat = self.seat(py, seat, "learn")?;
        let mut learned = self.0.clone();
        let known: Vec<Card> = cards.iter().map(|&byte| Card::from_id(byte).unwrap_or(Card::BACK)).collect();
        learned.learn_slots(seat, &known).or_raise(py, "learn")?;
        self.0 = learned;
        Ok(())
    }

    /// The deck, and the deck after each reshuffle so far; 254 for a card that is not known.
    fn decks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let size = self.0.opening().table.deck();
        let decks: Vec<Bound<'py, PyBytes>> =
            self.0.opening().decks.iter().map(|deck| convert::bytes(py, &deck[..size])).collect();
        PyList::new(py, decks)
    }

    /// The deck as it is now, from its stub on as it will be dealt.
    fn deck<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        convert::bytes(py, self.0.flow().deck())
    }

    /// Every event as a tuple that begins with its kind.
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        self.0.trace().iter().map(|entry| event(py, entry)).collect()
    }

    /// The events as a list in JSON.
    #[pyo3(signature = (points=None))]
    fn events_json(&self, points: Option<Vec<i32>>) -> String {
        let mut out = String::with_capacity(2048);
        out.push('[');
        for (number, entry) in self.0.trace().iter().enumerate() {
            out.push_str(if number == 0 { "" } else { "," });
            write_event(&mut out, entry, points.as_deref());
        }
        out.push(']');
        out
    }

    /// Button, Fantasyland and The Choice of the next hand at the same seats.
    fn next_start<'py>(&self, py: Python<'py>, payoff: &PyPayoff) -> PyResult<Bound<'py, PyTuple>> {
        let flow = self.0.flow();
        let next = flow.next_start(&flow.standings(&payoff.0));
        let fantasyland = PyTuple::new(py, &next.fantasyland[..flow.seats()])?;
        let choice = PyTuple::new(py, (0..flow.seats()).filter(|&seat| next.choice[seat]).collect::<Vec<_>>())?;
        (next.button, fantasyland, choice).into_pyobject(py)
    }
}

fn event<'py>(py: Python<'py>, entry: &Entry) -> PyResult<Bound<'py, PyTuple>> {
    match entry.event {
        Event::Reduced { seat, cards } => ("reduce", seat, cards).into_pyobject(py),
        Event::Dealt { seat, at, .. } => ("deal", seat, tuple(py, &entry.cards)?, at).into_pyobject(py),
        Event::Placed { seat, placement } => {
            ("place", seat, PyPlacement::new(&entry.cards, placement), entry.late).into_pyobject(py)
        }
        Event::Surrendered { seat } => ("surrender", seat).into_pyobject(py),
        Event::Reshuffled { cards } => ("reshuffle", cards).into_pyobject(py),
        Event::Over => ("end",).into_pyobject(py),
    }
}

fn write_cards(out: &mut String, cards: &[Card]) {
    for (i, card) in cards.iter().enumerate() {
        let _ = write!(out, "{}{card}", if i == 0 { "" } else { " " });
    }
}

fn write_event(out: &mut String, entry: &Entry, points: Option<&[i32]>) {
    let _ = match entry.event {
        Event::Reduced { seat, cards } => write!(out, r#"{{"event":"reduce","seat":{seat},"cards":{cards}}}"#),
        Event::Dealt { seat, .. } => {
            let _ = write!(out, r#"{{"event":"deal","seat":{seat},"cards":""#);
            write_cards(out, &entry.cards);
            write!(out, r#""}}"#)
        }
        Event::Placed { seat, placement } => {
            let shown = PyPlacement::new(&entry.cards, placement);
            let late = if entry.late { r#","late":true"# } else { "" };
            write!(out, r#"{{"event":"place","seat":{seat},"placement":"{shown}"{late}}}"#)
        }
        Event::Surrendered { seat } => write!(out, r#"{{"event":"surrender","seat":{seat}}}"#),
        Event::Reshuffled { cards } => write!(out, r#"{{"event":"reshuffle","cards":{cards}}}"#),
        Event::Over => match points {
            Some(points) => write!(out, r#"{{"event":"end","points":{points:?}}}"#),
            None => write!(out, r#"{{"event":"end"}}"#),
        },
    };
}

/// The deck of a hand of a seed.
#[pyfunction]
fn deal_deck<'py>(py: Python<'py>, seed_bytes: &[u8], hand: u64, jokers: u8) -> PyResult<Bound<'py, PyBytes>> {
    let seed = seed(seed_bytes).or_raise(py, "Hand")?;
    let deck = deal::deck(&seed, hand, jokers.min(3));
    Ok(convert::bytes(py, &deck[..52 + jokers.min(3) as usize]))
}

/// The key of the reshuffles of a hand of a seed.
#[pyfunction]
fn deal_key<'py>(py: Python<'py>, seed_bytes: &[u8], hand: u64) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(py, &deal::reshuffle_key(&seed(seed_bytes).or_raise(py, "Hand")?, hand).0))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyFlow>()?;
    module.add_function(wrap_pyfunction!(deal_deck, module)?)?;
    module.add_function(wrap_pyfunction!(deal_key, module)?)
}
