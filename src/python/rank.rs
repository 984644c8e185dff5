//! Single rows: the calls that take cards and the values they give.
#![forbid(unsafe_code)]

use super::{OrRaise, convert, ready};
use crate::cards::{Card, CardSet};
use crate::error::{Fault, Kind};
use crate::strength::{Category, Strength, low};
use crate::{evaluate as rows, jokers};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Three or five different cards, or why they are no row.
#[inline]
fn check(cards: &[Card], allowed: &str, counts: &[usize]) -> Result<(), Fault> {
    let listed = || cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
    if !counts.contains(&cards.len()) {
        let code = "wrong_count";
        return Err(Fault::new(
            Kind::Cards,
            code,
            format!("{} cards ({}); a row has {allowed}", cards.len(), listed()),
        ));
    }
    let mut seen = CardSet::EMPTY;
    for &card in cards {
        if !seen.insert(card) {
            let message = format!("{} is twice in {}; a card can be there once only", card.physical(), listed());
            return Err(Fault::new(Kind::Cards, "repeated_card", message));
        }
    }
    Ok(())
}

#[inline]
fn read(input: &Bound<'_, PyAny>, five_of_a_kind: bool) -> Result<Strength, Fault> {
    if let Ok(tuple) = input.cast_exact::<PyTuple>() {
        match tuple.len() {
            5 if let Some(cards) = ready::row::<5>(tuple) => return Ok(rows::row(&cards)),
            3 if let Some(cards) = ready::row::<3>(tuple) => return Ok(rows::row(&cards)),
            _ => {}
        }
    }
    read_any(input, five_of_a_kind)
}

#[cold]
fn read_any(input: &Bound<'_, PyAny>, five_of_a_kind: bool) -> Result<Strength, Fault> {
    let cards = convert::cards(input)?;
    let cards = cards.as_slice();
    check(cards, "3 or 5", &[3, 5])?;
    Ok(jokers::read_row(cards, five_of_a_kind, Strength::MAX).expect("a row without a limit has a reading"))
}

#[inline]
fn read_low(input: &Bound<'_, PyAny>) -> Result<Strength, Fault> {
    let cards = convert::cards(input)?;
    let cards = cards.as_slice();
    check(cards, "5", &[5])?;
    if let Some(joker) = cards.iter().find(|card| card.is_joker()) {
        let message = format!("{joker} is a joker; deuce-to-seven is played without");
        return Err(Fault::new(Kind::Cards, "joker_not_allowed", message));
    }
    Ok(low::from_high(rows::row(cards)))
}

/// The strength of a row of 3 or 5 cards as an int, higher is better: `evaluate(cards).strength` without the object.
///
/// >>> strength("7d 7c 7s") < strength("7d 7c 7s 3h 2h")
/// True
#[pyfunction]
#[pyo3(signature = (cards, five_of_a_kind=true))]
fn strength(py: Python<'_>, cards: &Bound<'_, PyAny>, five_of_a_kind: bool) -> PyResult<u32> {
    Ok(read(cards, five_of_a_kind).or_raise(py, "strength")?.0)
}

/// The rank of a row of 3 or 5 cards.
///
/// A joker counts as whatever makes the row strongest, but never as a card that is in the row, save as the fifth of a
/// rank whose four are there; with `five_of_a_kind=False` five equal ranks count as quads with the highest other rank. A
/// declared joker counts as its card. Raises `InvalidCards` for another number of cards, or a card twice.
///
/// >>> print(evaluate("As Ks Qs Js Ts"))
/// royal flush
/// >>> print(evaluate("7d 7c X1"))
/// trips, sevens
#[pyfunction]
#[pyo3(signature = (cards, five_of_a_kind=true))]
fn evaluate(py: Python<'_>, cards: &Bound<'_, PyAny>, five_of_a_kind: bool) -> PyResult<HandRank> {
    Ok(HandRank(read(cards, five_of_a_kind).or_raise(py, "evaluate")?))
}

/// The rank of five natural cards as a deuce-to-seven low. Raises `InvalidCards` for anything else.
///
/// >>> print(evaluate_low("7c 5d 4h 3s 2c"))
/// seven low, 7-5-4-3-2
#[pyfunction]
fn evaluate_low(py: Python<'_>, cards: &Bound<'_, PyAny>) -> PyResult<LowRank> {
    Ok(LowRank(read_low(cards).or_raise(py, "evaluate_low")?))
}

fn no_strength(class: &str, strength: &Bound<'_, PyAny>, source: &str) -> Fault {
    let message = format!("{} is not a strength; {class} takes the ints of {source}", convert::shown(strength));
    Fault::new(Kind::Cards, "unknown_strength", message)
}

/// The rank of a row of three or five cards: which hand it is and how strong, higher is better.
///
/// One order for all rows: the category, then the ranks, groups before kickers; a card that a row of three lacks counts
/// below every rank. Suits never count. `HandRank(strength)` decodes the ints of `strength` and `evaluate_many`; an int
/// that no row has raises `InvalidCards`. Immutable, hashable, pickled.
///
/// >>> rank = evaluate("As Ah Ac Kd Kc")
/// >>> print(rank)
/// full house, aces over kings
/// >>> rank.category, rank.ranks
/// ('full house', (14, 14, 14, 13, 13))
/// >>> rank > evaluate("Ks Kh Kc") and HandRank(rank.strength) == rank
/// True
#[pyclass(frozen, eq, ord, hash, module = "ofcpoker", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandRank(pub Strength);

#[pymethods]
impl HandRank {
    #[new]
    fn new(py: Python<'_>, strength: &Bound<'_, PyAny>) -> PyResult<HandRank> {
        let rank = strength.extract::<u32>().ok().map(Strength).filter(|strength| strength.is_valid());
        rank.map(HandRank)
            .ok_or_else(|| no_strength("HandRank", strength, "strength() and evaluate_many()"))
            .or_raise(py, "HandRank")
    }

    /// The place in the order as an int of at most 24 bits: category << 20, then five nibbles of ranks.
    #[getter]
    fn strength(&self) -> u32 {
        self.0.0
    }

    /// One of `CATEGORIES`.
    #[getter]
    fn category(&self) -> &'static str {
        self.0.category().name()
    }

    /// The ranks 2..14 in the order in which they are compared; the ace of a five-high straight is 1.
    #[getter]
    fn ranks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.ranks())
    }

    fn __int__(&self) -> u32 {
        self.0.0
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("HandRank({})", self.0.0)
    }

    fn __getnewargs__(&self) -> (u32,) {
        (self.0.0,)
    }
}

/// The rank of five cards as a deuce-to-seven low: higher is better, so the lower hand.
///
/// Aces are high, straights and flushes count against the hand; the best is 7-5-4-3-2 of mixed suits.
///
/// >>> nine = evaluate_low("9d 8s 6h 4d 3d")
/// >>> print(nine)
/// nine low, 9-8-6-4-3
/// >>> nine < evaluate_low("7c 5d 4h 3s 2c"), nine.qualifies
/// (True, True)
#[pyclass(frozen, eq, ord, hash, module = "ofcpoker", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LowRank(pub Strength);

#[pymethods]
impl LowRank {
    #[new]
    fn new(py: Python<'_>, strength: &Bound<'_, PyAny>) -> PyResult<LowRank> {
        let rank = strength.extract::<u32>().ok().map(Strength).filter(|&strength| low::is_valid(strength));
        rank.map(LowRank).ok_or_else(|| no_strength("LowRank", strength, "evaluate_low_many()")).or_raise(py, "LowRank")
    }

    /// The place in the order as an int of at most 24 bits.
    #[getter]
    fn strength(&self) -> u32 {
        self.0.0
    }

    /// The hand that the five cards make when read high, with a five-high straight as ace high.
    #[getter]
    fn category(&self) -> &'static str {
        low::to_high(self.0).category().name()
    }

    /// The ranks 2..14 in the order in which they are compared, groups before single cards.
    #[getter]
    fn ranks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, low::to_high(self.0).ranks())
    }

    /// Whether it is ten low or better, as a deuce-to-seven middle must be.
    #[getter]
    fn qualifies(&self) -> bool {
        self.0 >= low::QUALIFIES
    }

    fn __int__(&self) -> u32 {
        self.0.0
    }

    fn __str__(&self) -> String {
        low::words(self.0)
    }

    fn __repr__(&self) -> String {
        format!("LowRank({})", self.0.0)
    }

    fn __getnewargs__(&self) -> (u32,) {
        (self.0.0,)
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("CATEGORIES", PyTuple::new(module.py(), Category::ALL.map(Category::name))?)?;
    module.add_class::<HandRank>()?;
    module.add_class::<LowRank>()?;
    module.add_function(wrap_pyfunction!(strength, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate_low, module)?)
}
