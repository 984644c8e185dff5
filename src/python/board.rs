//! Boards: parsing, text, placing, reading under rules.
#![forbid(unsafe_code)]

use super::payoff::PyPayoff;
use super::{OrRaise, convert};
use crate::board::{Board, Row, unknown_row};
use crate::cards::Card;
use crate::error::{Fault, Kind};
use crate::payoff::JokerMode;
use crate::score;
use crate::strength::Strength;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

#[pyfunction]
fn card_id(py: Python<'_>, card: &Bound<'_, PyAny>) -> PyResult<u8> {
    Ok(convert::card(card).or_raise(py, "Card")?.id())
}

#[pyfunction]
fn card_text(py: Python<'_>, id: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(convert::card(id).or_raise(py, "Card")?.to_string())
}

#[pyfunction]
fn card_ids<'py>(py: Python<'py>, cards: &Bound<'py, PyAny>, operation: &str) -> PyResult<Bound<'py, PyBytes>> {
    Ok(convert::bytes(py, convert::cards(cards).or_raise(py, operation)?.as_slice()))
}

/// Three rows of cards, or thirteen places in the order top, middle, bottom.
fn board_of_items(input: &Bound<'_, PyAny>) -> Result<Board, Fault> {
    let wrong = |what: String| {
        Fault::new(
            Kind::Board,
            "wrong_count",
            format!(
                "{} {what}; a board is a text top / middle / bottom, three rows of cards, or 13 ids with 255 for an empty place",
                convert::shown(input)
            ),
        )
    };
    let items: Vec<Bound<'_, PyAny>> = match input.try_iter() {
        // One more than a board has is too many already, and some collections have no end.
        Ok(items) => {
            items.take(Board::PLACES + 1).collect::<PyResult<_>>().map_err(|_| wrong("cannot be read".into()))?
        }
        Err(_) => return Err(wrong("is no board".into())),
    };
    match items.len() {
        3 => {
            let rows = [convert::cards(&items[0])?, convert::cards(&items[1])?, convert::cards(&items[2])?];
            Board::from_rows([rows[0].as_slice(), rows[1].as_slice(), rows[2].as_slice()])
        }
        Board::PLACES => {
            let mut places = [255; Board::PLACES];
            for (place, item) in places.iter_mut().zip(&items) {
                if item.extract::<u8>().ok() != Some(255) {
                    *place = convert::card(item)?.id();
                }
            }
            Board::from_bytes(&places)
        }
        count if count > Board::PLACES => Err(wrong(format!("has more than {} items", Board::PLACES))),
        count => Err(wrong(format!("has {count} items"))),
    }
}

#[pyfunction]
fn board_bytes<'py>(py: Python<'py>, board: &Bound<'py, PyAny>, operation: &str) -> PyResult<Bound<'py, PyBytes>> {
    let found = match board.cast::<PyString>() {
        Ok(text) => text.to_str().map_err(|_| convert::no_card(board)).and_then(str::parse),
        Err(_) => board_of_items(board),
    };
    Ok(PyBytes::new(py, &found.or_raise(py, operation)?.bytes()))
}

#[pyfunction]
fn board_text(py: Python<'_>, board: &[u8]) -> PyResult<String> {
    Ok(convert::board(py, board, "Board")?.to_string())
}

#[pyfunction]
fn board_place<'py>(
    py: Python<'py>,
    board: &[u8],
    card: &Bound<'py, PyAny>,
    row: &Bound<'_, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let operation = "Board.place";
    let before = convert::board(py, board, operation)?;
    let card = convert::card(card).or_raise(py, operation)?;
    let row = match row.extract::<&str>() {
        Ok(name) => name.parse(),
        Err(_) => Err(unknown_row(convert::shown(row))),
    };
    let after = row.and_then(|row| before.place(card, row)).or_raise(py, operation)?;
    Ok(PyBytes::new(py, &after.bytes()))
}

type Reading<'py> = ((u32, u32, u32), Bound<'py, PyBytes>);

/// A complete board that these rules can score.
fn checked(py: Python<'_>, board: &[u8], payoff: &PyPayoff, operation: &str) -> PyResult<Board> {
    let board = convert::board(py, board, operation)?;
    score::check_board(&board, &payoff.0).or_raise(py, operation)?;
    Ok(board)
}

#[pyfunction]
fn board_is_foul(py: Python<'_>, board: &[u8], payoff: &PyPayoff) -> PyResult<bool> {
    Ok(payoff.0.read(&checked(py, board, payoff, "Board.is_foul")?).is_none())
}

#[pyfunction]
fn board_royalties(py: Python<'_>, board: &[u8], payoff: &PyPayoff) -> PyResult<(i32, i32, i32)> {
    Ok(score::stand(&checked(py, board, payoff, "Board.royalties")?, 0, &payoff.0).royalties.into())
}

#[pyfunction]
fn board_fantasyland(py: Python<'_>, board: &[u8], payoff: &PyPayoff, current: u8) -> PyResult<u8> {
    let operation = "Board.fantasyland";
    let board = checked(py, board, payoff, operation)?;
    let facts = score::Facts { fantasyland: [current, 0, 0, 0], ..score::Facts::default() };
    score::check_facts(&facts, 1, &payoff.0).or_raise(py, operation)?;
    Ok(score::stand(&board, current, &payoff.0).fantasyland)
}

/// The strengths of the reading that counts and the board with its jokers declared so; `None` on a foul.
#[pyfunction]
fn board_reading<'py>(py: Python<'py>, board: &[u8], payoff: &PyPayoff) -> PyResult<Option<Reading<'py>>> {
    let board = checked(py, board, payoff, "Board.reading")?;
    let Some(rows) = payoff.0.read(&board) else {
        return Ok(None);
    };
    let mut declared = [Card::NONE; Board::PLACES];
    for row in Row::ALL {
        let cards = board.row(row);
        let faces = match payoff.0.joker_mode {
            JokerMode::Auto if cards.iter().any(|card| card.is_undeclared()) => {
                crate::jokers::declare(cards, rows[row as usize])
            }
            _ => cards.to_vec(),
        };
        declared[row.range()].copy_from_slice(&faces);
    }
    Ok(Some((rows.map(|Strength(strength)| strength).into(), convert::bytes(py, &declared))))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(card_id, module)?)?;
    module.add_function(wrap_pyfunction!(card_text, module)?)?;
    module.add_function(wrap_pyfunction!(card_ids, module)?)?;
    module.add_function(wrap_pyfunction!(board_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(board_text, module)?)?;
    module.add_function(wrap_pyfunction!(board_place, module)?)?;
    module.add_function(wrap_pyfunction!(board_is_foul, module)?)?;
    module.add_function(wrap_pyfunction!(board_royalties, module)?)?;
    module.add_function(wrap_pyfunction!(board_fantasyland, module)?)?;
    module.add_function(wrap_pyfunction!(board_reading, module)?)
}
