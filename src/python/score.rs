//! Tables: one with its ledger, many with their points.
#![forbid(unsafe_code)]

use super::payoff::PyPayoff;
use super::{OrRaise, convert};
use crate::board::Board;
use crate::score::{self as table, Facts, MAX_SEATS, Pair, Standing};
use crate::strength::Strength;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

type Seat = (i32, [u32; 3], bool, bool, [i32; 3], bool, i32, u8, bool);
type Line = (usize, usize, [i32; 2], i32, i32, i32, [i32; 2], i32, i32, i32, i32, i32);

fn seat(standing: &Standing, points: i32) -> Seat {
    (
        points,
        standing.rows.map(|Strength(strength)| strength),
        standing.foul,
        standing.surrendered,
        standing.royalties,
        standing.moon,
        standing.multiplier,
        standing.fantasyland,
        standing.choice,
    )
}

fn line(pair: &Pair) -> Line {
    (
        pair.a,
        pair.b,
        pair.won,
        pair.rows,
        pair.scoop,
        pair.majority,
        pair.royalties,
        pair.moon,
        pair.surrender,
        pair.multiplier,
        pair.multiplied,
        pair.capped,
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
    let pairs: Vec<Line> = ledger.pairs().iter().map(line).collect();
    Ok((PyTuple::new(py, seats)?, PyTuple::new(py, pairs)?))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(score, module)?)
}
