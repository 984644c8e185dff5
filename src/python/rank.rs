//! Single rows: the calls that take cards and the values they give.
#![forbid(unsafe_code)]

use super::{OrRaise, convert};
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

#[pyfunction]
#[pyo3(signature = (cards, five_of_a_kind=true))]
fn strength(py: Python<'_>, cards: &Bound<'_, PyAny>, five_of_a_kind: bool) -> PyResult<u32> {
    Ok(read(cards, five_of_a_kind).or_raise(py, "strength")?.0)
}

#[pyfunction]
#[pyo3(signature = (cards, five_of_a_kind=true))]
fn evaluate(py: Python<'_>, cards: &Bound<'_, PyAny>, five_of_a_kind: bool) -> PyResult<HandRank> {
    Ok(HandRank(read(cards, five_of_a_kind).or_raise(py, "evaluate")?))
}

#[pyfunction]
fn evaluate_low(py: Python<'_>, cards: &Bound<'_, PyAny>) -> PyResult<LowRank> {
    Ok(LowRank(read_low(cards).or_raise(py, "evaluate_low")?))
}

fn no_strength(class: &str, strength: &Bound<'_, PyAny>, source: &str) -> Fault {
    let message = format!("{} is not a strength; {class} takes the ints that {source} gives", convert::shown(strength));
    Fault::new(Kind::Cards, "unknown_strength", message)
}

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

    #[getter]
    fn strength(&self) -> u32 {
        self.0.0
    }

    #[getter]
    fn category(&self) -> &'static str {
        self.0.category().name()
    }

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

    #[getter]
    fn strength(&self) -> u32 {
        self.0.0
    }

    #[getter]
    fn category(&self) -> &'static str {
        low::to_high(self.0).category().name()
    }

    #[getter]
    fn ranks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, low::to_high(self.0).ranks())
    }

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
