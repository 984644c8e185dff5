//! The Python module `ofcpoker._core`: translation only. Arguments in, a call, results or errors out.
//!
//! The exception classes belong to the Python package, which hands them over once on import.
#![forbid(unsafe_code)]

mod arrange;
mod board;
mod convert;
mod evaluate;
mod flow;
mod payoff;
mod placement;
mod rank;
mod ready;
mod score;
mod simulate;
mod table;

use crate::error::{Fault, Kind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

const KINDS: [(Kind, &str); 6] = [
    (Kind::Cards, "cards"),
    (Kind::Board, "board"),
    (Kind::Rules, "rules"),
    (Kind::Placement, "placement"),
    (Kind::Stale, "stale"),
    (Kind::Record, "record"),
];

static ERRORS: PyOnceLock<Vec<Py<PyType>>> = PyOnceLock::new();

/// Takes the exception class of each family of mistakes.
#[pyfunction]
fn register_errors(py: Python<'_>, classes: Bound<'_, PyDict>) -> PyResult<()> {
    let mut found = Vec::new();
    for (_, name) in KINDS {
        let class = classes.get_item(name)?.ok_or_else(|| PyValueError::new_err(format!("no class for {name}")))?;
        found.push(class.cast_into::<PyType>()?.unbind());
    }
    let _ = ERRORS.set(py, found);
    Ok(())
}

/// The Python exception for a fault.
fn raise(py: Python<'_>, fault: &Fault) -> PyErr {
    let Some(classes) = ERRORS.get(py) else {
        return PyValueError::new_err(fault.message().to_string());
    };
    let at = KINDS.iter().position(|(kind, _)| *kind == fault.kind()).expect("every kind is listed");
    let build = || -> PyResult<PyErr> {
        let code = PyDict::new(py);
        code.set_item("code", fault.code())?;
        Ok(PyErr::from_value(classes[at].bind(py).call((fault.message(),), Some(&code))?))
    };
    build().unwrap_or_else(|error| error)
}

/// Turns a fault into an exception whose message begins with the operation that failed.
trait OrRaise<T> {
    fn or_raise(self, py: Python<'_>, operation: &str) -> PyResult<T>;
}

impl<T> OrRaise<T> for Result<T, Fault> {
    fn or_raise(self, py: Python<'_>, operation: &str) -> PyResult<T> {
        self.map_err(|fault| raise(py, &fault.at(operation)))
    }
}

/// The compiled core. Private: what is public is re-exported by `ofcpoker`.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(register_errors, module)?)?;
    ready::register(module)?;
    arrange::register(module)?;
    rank::register(module)?;
    evaluate::register(module)?;
    board::register(module)?;
    payoff::register(module)?;
    table::register(module)?;
    flow::register(module)?;
    placement::register(module)?;
    score::register(module)?;
    simulate::register(module)
}
