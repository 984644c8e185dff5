//! Fantasyland: one deal, many deals, and the opponents they are set against.
#![forbid(unsafe_code)]

use super::payoff::PyPayoff;
use super::{OrRaise, convert};
use crate::arrange::{self as search, Answer, Arrangement, Goal, RowTable, Workspace};
use crate::board::Board;
use crate::strength::Strength;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::cell::RefCell;

type Triple<T> = (T, T, T);
/// Board, discards, value, strengths, royalties, next Fantasyland, whether the foul is forced.
type Found<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, f64, Triple<u32>, Triple<i32>, u8, bool);

thread_local! {
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

/// Boards counted for comparison under the rules that they were counted with.
#[pyclass(frozen, name = "RowTable", module = "ofcpoker._core")]
pub struct PyRowTable(RowTable);

#[pymethods]
impl PyRowTable {
    #[new]
    fn new(
        py: Python<'_>,
        boards: PyReadonlyArray2<'_, u8>,
        payoff: &PyPayoff,
        operation: &str,
    ) -> PyResult<PyRowTable> {
        let (places, _) = boards.as_slice()?.as_chunks();
        let board = |(at, places): (usize, &[u8; 13])| {
            Board::from_bytes(places).map_err(|fault| fault.at(format!("board {at}")))
        };
        let boards = places.iter().enumerate().map(board).collect::<Result<Vec<Board>, _>>().or_raise(py, operation)?;
        let table = py.detach(|| RowTable::from_boards(&boards, &payoff.0)).or_raise(py, operation)?;
        Ok(PyRowTable(table))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}

/// Rules, stay values and opponents, compiled.
#[pyclass(frozen, name = "Goal", module = "ofcpoker._core")]
pub struct PyGoal(Goal);

#[pymethods]
impl PyGoal {
    /// `opponents` are known boards with their Fantasyland counts; `sample` is averaged over.
    #[new]
    fn new(
        py: Python<'_>,
        payoff: &PyPayoff,
        current: u8,
        stay: [f64; 18],
        opponents: Option<Vec<(Vec<u8>, u8)>>,
        sample: Option<&PyRowTable>,
        operation: &str,
    ) -> PyResult<PyGoal> {
        let mut goal = Goal::new(&payoff.0, current, &stay).or_raise(py, operation)?;
        if let Some(opponents) = opponents {
            let board = |(bytes, current): &(Vec<u8>, u8)| Ok((convert::board(py, bytes, operation)?, *current));
            let boards = opponents.iter().map(board).collect::<PyResult<Vec<_>>>()?;
            goal = goal.against_boards(&boards).or_raise(py, operation)?;
        }
        if let Some(sample) = sample {
            goal = goal.against_sample(sample.0.clone()).or_raise(py, operation)?;
        }
        Ok(PyGoal(goal))
    }

    /// The `top` best boards, best first.
    fn arrange<'py>(&self, py: Python<'py>, cards: &Bound<'py, PyAny>, top: usize) -> PyResult<Vec<Found<'py>>> {
        let cards = convert::cards(cards).or_raise(py, "arrange")?;
        let answers = py.detach(|| {
            WORKSPACE.with_borrow_mut(|workspace| search::arrange(&self.0, cards.as_slice(), top, workspace))
        });
        Ok(answers.or_raise(py, "arrange")?.iter().map(|answer| found(py, answer)).collect())
    }

    /// The best board of each deal, as columns. `progress` is called with the deals done; Ctrl-C is heard.
    fn arrange_many<'py>(
        &self,
        py: Python<'py>,
        deals: PyReadonlyArray2<'py, u8>,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let &[_, size] = deals.shape() else { unreachable!("an array of two dimensions") };
        let ids = deals.as_slice()?;
        let mut interrupted = None;
        let answers = py.detach(|| {
            search::arrange_many(&self.0, ids, size, threads, |done| {
                let heard = Python::attach(|py| {
                    py.check_signals()?;
                    progress.as_ref().map_or(Ok(()), |progress| progress.call1(py, (done,)).map(drop))
                });
                heard.map_err(|error| interrupted = Some(error)).is_ok()
            })
        });
        let answers = answers.or_raise(py, "arrange_many")?;
        match (answers, interrupted) {
            (Some(answers), None) => columns(py, &answers, size),
            (_, error) => Err(error.unwrap_or_else(|| pyo3::exceptions::PyKeyboardInterrupt::new_err(()))),
        }
    }
}

fn found<'py>(py: Python<'py>, answer: &Arrangement) -> Found<'py> {
    (
        PyBytes::new(py, &answer.board.bytes()),
        convert::bytes(py, &answer.discards),
        answer.value,
        answer.rows.map(|Strength(strength)| strength).into(),
        answer.royalties.into(),
        answer.fantasyland,
        answer.foul_is_forced,
    )
}

/// The columns of `Arrangements` in `arranging.py`, in their order.
fn columns<'py>(py: Python<'py>, answers: &[Answer], size: usize) -> PyResult<Bound<'py, PyTuple>> {
    let count = answers.len();
    let thrown = size.saturating_sub(Board::PLACES);
    let bytes = |values: Vec<u8>, width: usize| -> PyResult<Bound<'py, PyAny>> {
        Ok(PyArray1::from_vec(py, values).reshape([count, width])?.into_any())
    };
    let discards = answers.iter().flat_map(|answer| answer.discards.into_iter().take(thrown)).collect();
    PyTuple::new(
        py,
        [
            bytes(answers.iter().flat_map(|answer| answer.board).collect(), Board::PLACES)?,
            bytes(discards, thrown)?,
            PyArray1::from_iter(py, answers.iter().map(|answer| answer.value)).into_any(),
            PyArray1::from_iter(py, answers.iter().flat_map(|answer| answer.rows)).reshape([count, 3])?.into_any(),
            PyArray1::from_iter(py, answers.iter().flat_map(|answer| answer.royalties)).reshape([count, 3])?.into_any(),
            PyArray1::from_iter(py, answers.iter().map(|answer| answer.fantasyland)).into_any(),
            PyArray1::from_iter(py, answers.iter().map(|answer| answer.foul_is_forced)).into_any(),
        ],
    )
}

/// Whether any row is paid for by itself under these rules.
#[pyfunction]
fn pays_royalties(payoff: &PyPayoff) -> bool {
    search::pays_royalties(&payoff.0)
}

/// Boards of thirteen random cards, set for points against each other: ids, 13 a board.
#[pyfunction]
fn sample_boards<'py>(py: Python<'py>, payoff: &PyPayoff, boards: usize, seed: u64) -> PyResult<Bound<'py, PyAny>> {
    let sample = py.detach(|| search::sample(&payoff.0, boards, seed)).or_raise(py, "arrange")?;
    let ids = sample.iter().flat_map(Board::bytes).collect();
    Ok(PyArray1::from_vec(py, ids).reshape([boards, Board::PLACES])?.into_any())
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyGoal>()?;
    module.add_class::<PyRowTable>()?;
    module.add("MOST_STAY_VALUE", search::MOST_STAY_VALUE)?;
    module.add_function(wrap_pyfunction!(pays_royalties, module)?)?;
    module.add_function(wrap_pyfunction!(sample_boards, module)?)
}
