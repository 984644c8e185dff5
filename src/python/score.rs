//! Tables: one with its ledger, many with their points.
#![forbid(unsafe_code)]

use super::payoff::PyPayoff;
use super::{OrRaise, convert};
use crate::board::Board;
use crate::score::{self as table, Facts, MAX_SEATS, Pair, Standing};
use crate::strength::Strength;
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

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(score, module)?)
}
