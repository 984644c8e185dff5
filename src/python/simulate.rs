//! Simulations: what is played, the counting of it, and Python callables as players.
#![forbid(unsafe_code)]

use super::OrRaise;
use super::flow::PyFlow;
use super::payoff::PyPayoff;
use super::placement::PyPlacement;
use super::table::PyTable;
use crate::deal::Seed;
use crate::error::{Fault, Kind};
use crate::history::Action;
use crate::policy::{self, Chance, Choice, Policy, Seen};
use crate::score::MAX_SEATS;
use crate::simulate::columns::{Columns, Keep};
use crate::simulate::statistics::{Course, Histogram, Moments, Place, Tally};
use crate::simulate::{self, Plan};
use crate::table::Start;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

/// What Python policies have raised, by thread, until the run that it ended has come back: several threads may play one
/// plan, and policies are asked on the thread that began the run.
type Raised = Arc<Mutex<HashMap<ThreadId, PyErr>>>;

fn taken(raised: &Raised) -> Option<PyErr> {
    raised.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).remove(&thread::current().id())
}

/// A callable that takes the view of a seat, as the core holds it, and gives a placement; `None` surrenders.
struct PyPolicy {
    call: Py<PyAny>,
    raised: Raised,
}

impl PyPolicy {
    fn ask(&self, py: Python<'_>, seen: &Seen<'_>) -> PyResult<Choice> {
        let view = match seen.view() {
            Some(view) => view.or_raise(py, "simulate")?,
            None => return Err(PyValueError::new_err("simulate: the past of the hand is missing")),
        };
        let (start, seats) = (seen.start(), seen.seats());
        let stacks = seen.stacks().map(|stacks| stacks[..seats].to_vec());
        let begun = (start.button, start.fantasyland[..seats].to_vec(), start.choice[..seats].to_vec(), stacks);
        let answer = self.call.call1(py, (PyFlow(view), seen.seat(), begun))?;
        let answer = answer.bind(py);
        if answer.is_none() {
            return Ok(Choice::Surrender);
        }
        let placement = PyPlacement::read(answer).and_then(|placement| placement.onto(seen.dealt()));
        Ok(Choice::Place(placement.or_raise(py, "simulate")?))
    }
}

impl Policy for PyPolicy {
    fn choose(&self, seen: &Seen<'_>, _chance: &mut Chance) -> Result<Choice, Fault> {
        Python::attach(|py| self.ask(py, seen)).map_err(|error| {
            let mut raised = self.raised.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            raised.insert(thread::current().id(), error);
            Fault::new(Kind::Rules, "policy_failed", "a policy has raised an error")
        })
    }

    fn wants_history(&self) -> bool {
        true
    }
}

/// The tally, the columns, and the ranges that were played.
type Played<'py> = (PyTally, Bound<'py, PyDict>, Vec<(u64, u64)>);

/// What is played.
#[pyclass(frozen, name = "Simulation", module = "ofcpoker._core")]
pub struct PySimulation {
    plan: Plan,
    raised: Raised,
}

fn keep(names: &[String]) -> Result<Keep, Fault> {
    let mut keep = Keep { any: !names.is_empty(), ..Keep::default() };
    for name in names {
        match name.as_str() {
            "points" => keep.points = true,
            "royalties" => keep.royalties = true,
            "fouls" => keep.fouls = true,
            "fantasyland" => keep.fantasyland = true,
            "boards" => keep.boards = true,
            other => {
                let message = format!("there is no column {other:?} to keep; there are {}", Keep::NAMES.join(", "));
                return Err(Fault::new(Kind::Rules, "unknown_column", message));
            }
        }
    }
    Ok(keep)
}

/// A column of a dict: one value a hand, or one array for each of several values a hand.
fn column<'py, T: numpy::Element + Copy>(
    py: Python<'py>,
    columns: &Bound<'py, PyDict>,
    name: &str,
    values: Vec<T>,
    each: usize,
) -> PyResult<()> {
    if values.is_empty() && each > 1 {
        return Ok(());
    }
    let array = PyArray1::from_vec(py, values);
    if each == 1 {
        return columns.set_item(name, array);
    }
    columns.set_item(name, array.reshape([array.len()? / each, each])?)
}

fn columns_dict<'py>(py: Python<'py>, columns: Columns, seats: usize) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    column(py, &dict, "unit", columns.unit, 1)?;
    column(py, &dict, "hand", columns.hand, 1)?;
    column(py, &dict, "rotation", columns.rotation, 1)?;
    column(py, &dict, "button", columns.button, 1)?;
    column(py, &dict, "points", columns.points, seats)?;
    column(py, &dict, "royalties", columns.royalties, 3 * seats)?;
    column(py, &dict, "fouls", columns.fouls, seats)?;
    column(py, &dict, "fantasyland", columns.fantasyland, seats)?;
    column(py, &dict, "next", columns.next, seats)?;
    column(py, &dict, "boards", columns.boards, 13 * seats)?;
    Ok(dict)
}

fn by_seat<T: Copy + Default>(values: &[T]) -> [T; MAX_SEATS] {
    std::array::from_fn(|seat| values.get(seat).copied().unwrap_or_default())
}

#[pymethods]
impl PySimulation {
    #[new]
    #[pyo3(signature = (table, payoff, *, policies, seed, button, fantasyland, choice, length, play_out, duplicate, keep))]
    #[expect(clippy::too_many_arguments, reason = "one keyword for each part of a plan")]
    fn new(
        py: Python<'_>,
        table: &PyTable,
        payoff: &PyPayoff,
        policies: Vec<Bound<'_, PyAny>>,
        seed: &[u8],
        button: Option<u8>,
        fantasyland: Vec<u8>,
        choice: Vec<bool>,
        length: Option<u32>,
        play_out: bool,
        duplicate: bool,
        keep: Vec<String>,
    ) -> PyResult<PySimulation> {
        let raised = Raised::default();
        let player = |given: &Bound<'_, PyAny>| -> Result<Box<dyn Policy>, Fault> {
            match given.cast::<PyString>() {
                Ok(name) => policy::named(&name.to_string(), &payoff.0, &table.0),
                Err(_) => Ok(Box::new(PyPolicy { call: given.clone().unbind(), raised: raised.clone() })),
            }
        };
        let compile = || -> Result<Plan, Fault> {
            let seed = seed.try_into().map_err(|_| {
                Fault::new(Kind::Rules, "wrong_seed", format!("a seed of {} bytes; it has 32", seed.len()))
            })?;
            let players = policies.iter().map(player).collect::<Result<Vec<_>, _>>()?;
            let plan = Plan {
                start: Start { button: 0, fantasyland: by_seat(&fantasyland), choice: by_seat(&choice) },
                button,
                length,
                play_out,
                duplicate,
                keep: self::keep(&keep)?,
                ..Plan::new(&payoff.0, &table.0, players, Seed(seed))?
            };
            plan.check()?;
            Ok(plan)
        };
        let plan = compile().or_raise(py, "simulate")?;
        Ok(PySimulation { plan, raised })
    }

    /// How many units a seed has.
    #[getter]
    fn units(&self) -> u64 {
        self.plan.units()
    }

    /// Plays the units from `start` to below `stop`. `poll` is called now and then and stops the run by giving true. Gives
    /// the tally, the columns, and the ranges that were played.
    fn run<'py>(
        &self,
        py: Python<'py>,
        start: u64,
        stop: u64,
        threads: usize,
        poll: Option<Py<PyAny>>,
    ) -> PyResult<Played<'py>> {
        let mut failed = None;
        let mut ask = || {
            Python::attach(|py| {
                let answer = py.check_signals().and_then(|()| match &poll {
                    Some(poll) => poll.call0(py)?.is_truthy(py),
                    None => Ok(false),
                });
                answer.unwrap_or_else(|error| {
                    failed = Some(error);
                    true
                })
            })
        };
        let threads = if self.plan.with_history { 1 } else { threads };
        let played = py.detach(|| simulate::run(&self.plan, start..stop, threads, &mut ask));
        if let Some(error) = failed {
            return Err(error);
        }
        if let Some(error) = taken(&self.raised) {
            return Err(error);
        }
        let part = played.or_raise(py, "simulate")?;
        let columns = columns_dict(py, part.columns, self.plan.table.seats as usize)?;
        let done = part.done.into_iter().map(|range| (range.start, range.end)).collect();
        Ok((PyTally(part.tally), columns, done))
    }

    /// The hands of one unit, action by action: number, button, Fantasyland, choice, stacks, players, actions (seat and
    /// placement, `None` for a surrender), points.
    fn trace<'py>(&self, py: Python<'py>, unit: u64) -> PyResult<Bound<'py, PyList>> {
        let traced = simulate::trace(&self.plan, unit);
        if let Some(error) = taken(&self.raised) {
            return Err(error);
        }
        let hands = PyList::empty(py);
        for hand in traced.or_raise(py, "simulate")? {
            let opening = hand.history.opening();
            let seats = opening.table.seats as usize;
            let actions = PyList::empty(py);
            for (at, &action) in hand.history.actions().iter().enumerate() {
                let before = hand.history.first(at).or_raise(py, "simulate")?;
                let placed = match action {
                    Action::Place { seat, placement, .. } => {
                        Some(PyPlacement::new(before.flow().dealt(seat as usize), placement))
                    }
                    Action::Surrender { .. } => None,
                };
                actions.append((action.seat(), placed))?;
            }
            let start = opening.start;
            let choice: Vec<usize> = (0..seats).filter(|&seat| start.choice[seat]).collect();
            let hand = (
                hand.number,
                start.button,
                PyTuple::new(py, &start.fantasyland[..seats])?,
                PyTuple::new(py, choice)?,
                hand.stacks.map(|stacks| stacks[..seats].to_vec()),
                PyTuple::new(py, &hand.players[..seats])?,
                actions,
                PyTuple::new(py, &hand.points[..seats])?,
            );
            hands.append(hand)?;
        }
        Ok(hands)
    }
}

/// Everything that is counted, in whole numbers.
#[pyclass(name = "Tally", module = "ofcpoker._core", eq)]
#[derive(Clone, PartialEq)]
pub struct PyTally(Tally);

fn moments<'py>(py: Python<'py>, moments: &Moments) -> PyResult<Bound<'py, PyAny>> {
    Ok((moments.count, moments.sum, moments.squares).into_pyobject(py)?.into_any())
}

/// The counts as a dict of value and count.
fn histogram<'py>(py: Python<'py>, histogram: &Histogram) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (at, &count) in histogram.down.iter().enumerate().rev().filter(|(_, count)| **count > 0) {
        dict.set_item(-1 - at as i64, count)?;
    }
    for (at, &count) in histogram.up.iter().enumerate().filter(|(_, count)| **count > 0) {
        dict.set_item(at, count)?;
    }
    Ok(dict)
}

fn by_cards<'py>(py: Python<'py>, counts: &[u64]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (cards, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        dict.set_item(cards, count)?;
    }
    Ok(dict)
}

fn place<'py>(py: Python<'py>, place: &Place) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("points", moments(py, &place.points)?)?;
    dict.set_item("points_of", histogram(py, &place.points_of)?)?;
    let royalties = place.royalties.iter().map(|each| histogram(py, each)).collect::<PyResult<Vec<_>>>()?;
    dict.set_item("royalties", royalties)?;
    let positions = place.positions.iter().map(|each| moments(py, each)).collect::<PyResult<Vec<_>>>()?;
    dict.set_item("positions", positions)?;
    dict.set_item("categories", place.categories.map(|counts| counts.to_vec()).to_vec())?;
    for (name, count) in [
        ("fouls", place.fouls),
        ("met", place.met),
        ("scoops", place.scoops),
        ("scooped", place.scooped),
        ("moons", place.moons),
        ("surrenders", place.surrenders),
        ("choices", place.choices),
        ("inside_fouls", place.inside_fouls),
        ("cut_short", place.cut_short),
    ] {
        dict.set_item(name, count)?;
    }
    dict.set_item("inside_points", moments(py, &place.inside_points)?)?;
    dict.set_item("inside_royalties", moments(py, &place.inside_royalties)?)?;
    dict.set_item("played", by_cards(py, &place.played)?)?;
    dict.set_item("entered", by_cards(py, &place.entered)?)?;
    dict.set_item("stayed", by_cards(py, &place.stayed)?)?;
    dict.set_item("visits", histogram(py, &place.visits)?)?;
    Ok(dict)
}

fn course<'py>(py: Python<'py>, course: &Course) -> PyResult<Bound<'py, PyList>> {
    let steps = course.steps.iter().map(|(&(seed, step), sums)| (seed, step << course.shift, sums.to_vec()));
    PyList::new(py, steps)
}

#[pymethods]
impl PyTally {
    /// An empty tally for so many players.
    #[new]
    fn new(players: usize) -> PyTally {
        PyTally(Tally::new(players.min(MAX_SEATS)))
    }

    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<PyTally> {
        Ok(PyTally(Tally::from_bytes(bytes).or_raise(py, "Tally")?))
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn merge(&mut self, other: &PyTally) {
        self.0.merge(&other.0);
    }

    fn copy(&self) -> PyTally {
        self.clone()
    }

    #[getter]
    fn units(&self) -> u64 {
        self.0.units
    }

    #[getter]
    fn hands(&self) -> u64 {
        self.0.hands
    }

    /// All of it as plain Python values.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tally = &self.0;
        let dict = PyDict::new(py);
        dict.set_item("players", tally.players)?;
        dict.set_item("units", tally.units)?;
        dict.set_item("hands", tally.hands)?;
        dict.set_item("hands_squares", tally.hands_squares)?;
        dict.set_item("points_hands", tally.points_hands[..tally.players].to_vec())?;
        let products: Vec<Vec<i128>> = (0..tally.players)
            .map(|p| (0..tally.players).map(|q| tally.products[p.min(q)][p.max(q)]).collect())
            .collect();
        dict.set_item("products", products)?;
        dict.set_item("reshuffles", tally.reshuffles)?;
        let places = PyList::empty(py);
        for player in &tally.places[..tally.players] {
            let seats = player[..tally.players].iter().map(|each| place(py, each)).collect::<PyResult<Vec<_>>>()?;
            places.append(seats)?;
        }
        dict.set_item("places", places)?;
        dict.set_item("course", course(py, &tally.course)?)?;
        Ok(dict)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<PyTally>().getattr("from_bytes")?, (self.to_bytes(py),)))
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("POLICIES", PyTuple::new(module.py(), policy::NAMES)?)?;
    module.add("COLUMNS", PyTuple::new(module.py(), Keep::NAMES)?)?;
    let values = PyDict::new(module.py());
    for (cards, points) in policy::STAY_VALUES {
        values.set_item(cards, points)?;
    }
    module.add("STAY_VALUES", values)?;
    module.add_class::<PySimulation>()?;
    module.add_class::<PyTally>()
}
