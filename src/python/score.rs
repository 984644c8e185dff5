//! Tables: one with its ledger, many with their points.
#![forbid(unsafe_code)]

use super::payoff::PyPayoff;
use super::{OrRaise, convert};
use crate::board::Board;
use crate::score::{self as table, Facts, MAX_SEATS, Pair, Standing};
use crate::strength::Strength;
use crate::tables::{self, ManyFacts, Parts, Tables};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray3, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

type Triple<T> = (T, T, T);
/// The fields of `SeatScore` in `scoring.py`, in their order.
type Seat = (i32, Triple<u32>, bool, bool, Triple<i32>, bool, i32, u8, bool);
/// The fields of `PairScore` in `scoring.py`, in their order, the two seats together.
type Account = ((usize, usize), (i32, i32), i32, i32, i32, (i32, i32), i32, i32, i32, i32, i32, (bool, bool));

fn seat(standing: &Standing, points: i32) -> Seat {
    (
        points,
        standing.rows.map(|Strength(strength)| strength).into(),
        standing.foul,
        standing.surrendered,
        standing.royalties.into(),
        standing.moon,
        standing.multiplier,
        standing.fantasyland,
        standing.choice,
    )
}

fn account(pair: &Pair, standings: &[Standing]) -> Account {
    (
        (pair.a, pair.b),
        pair.won.into(),
        pair.rows,
        pair.scoop,
        pair.majority,
        pair.royalties.into(),
        pair.moon,
        pair.surrender,
        pair.multiplier,
        pair.multiplied,
        pair.capped,
        (standings[pair.a].foul, standings[pair.b].foul),
    )
}

fn by_seat<T: Copy + Default>(values: &[T]) -> [T; MAX_SEATS] {
    std::array::from_fn(|seat| values.get(seat).copied().unwrap_or_default())
}

#[pyfunction]
fn score<'py>(
    py: Python<'py>,
    boards: Vec<Vec<u8>>,
    payoff: &PyPayoff,
    fantasyland: Vec<u8>,
    surrendered: Vec<bool>,
    stacks: Option<Vec<i32>>,
    button: usize,
) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyTuple>)> {
    let boards = boards.iter().map(|bytes| convert::board(py, bytes, "score")).collect::<PyResult<Vec<Board>>>()?;
    let facts = Facts {
        fantasyland: by_seat(&fantasyland),
        surrendered: by_seat(&surrendered),
        stacks: stacks.map(|stacks| by_seat(&stacks)),
        button,
    };
    let ledger = table::table(&boards, &facts, &payoff.0).or_raise(py, "score")?;
    let seats: Vec<Seat> =
        ledger.standings().iter().zip(ledger.points()).map(|(standing, &points)| seat(standing, points)).collect();
    let pairs: Vec<Account> = ledger.pairs().iter().map(|pair| account(pair, ledger.standings())).collect();
    Ok((PyTuple::new(py, seats)?, PyTuple::new(py, pairs)?))
}

/// A flat array of facts, or none.
fn slice<'a, T: numpy::Element>(array: &'a Option<PyReadonlyArray1<'_, T>>) -> PyResult<&'a [T]> {
    Ok(array.as_ref().map(|array| array.as_slice()).transpose()?.unwrap_or(&[]))
}

/// The columns of `ScoreColumns` in `scoring.py` after the points, in their order.
fn columns<'py>(py: Python<'py>, parts: Parts, tables: usize, seats: usize) -> PyResult<Bound<'py, PyTuple>> {
    let (per_seat, per_row) = ([tables, seats], [tables, seats, 3]);
    PyTuple::new(
        py,
        [
            PyArray1::from_vec(py, parts.strengths.into_flattened()).reshape(per_row)?.into_any(),
            PyArray1::from_vec(py, parts.foul).reshape(per_seat)?.into_any(),
            PyArray1::from_vec(py, parts.royalties.into_flattened()).reshape(per_row)?.into_any(),
            PyArray1::from_vec(py, parts.moon).reshape(per_seat)?.into_any(),
            PyArray1::from_vec(py, parts.multiplier).reshape(per_seat)?.into_any(),
            PyArray1::from_vec(py, parts.fantasyland).reshape(per_seat)?.into_any(),
            PyArray1::from_vec(py, parts.choice).reshape(per_seat)?.into_any(),
        ],
    )
}

type Scores<'py> = (Bound<'py, PyArray2<i32>>, Option<Bound<'py, PyTuple>>);

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each fact")]
fn score_many<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray3<'py, u8>,
    payoff: &PyPayoff,
    fantasyland: Option<PyReadonlyArray1<'py, u8>>,
    surrendered: Option<PyReadonlyArray1<'py, bool>>,
    stacks: Option<PyReadonlyArray1<'py, i32>>,
    button: Option<PyReadonlyArray1<'py, u8>>,
    parts: bool,
    kernel: Option<&str>,
) -> PyResult<Scores<'py>> {
    let &[count, seats, _] = boards.shape() else { unreachable!("an array of three dimensions") };
    let kernel = super::evaluate::kernel(kernel).or_raise(py, "score_many")?;
    let facts = ManyFacts {
        fantasyland: slice(&fantasyland)?,
        surrendered: slice(&surrendered)?,
        stacks: slice(&stacks)?,
        button: slice(&button)?,
    };
    let (boards, _) = boards.as_slice()?.as_chunks();
    let mut points = vec![0; count * seats];
    let mut parts = parts.then(|| Parts::new(count * seats));
    let tables = Tables { boards, seats, facts, payoff: &payoff.0 };
    let scored = py.detach(|| tables::score_many(&tables, kernel, &mut points, parts.as_mut()));
    scored.or_raise(py, "score_many")?;
    let columns = parts.map(|parts| columns(py, parts, count, seats)).transpose()?;
    Ok((PyArray1::from_vec(py, points).reshape([count, seats])?, columns))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(score, module)?)?;
    module.add_function(wrap_pyfunction!(score_many, module)?)
}
