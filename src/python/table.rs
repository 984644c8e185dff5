//! The flow's part of the rules, from the names that the Python class `Rules` uses.
#![forbid(unsafe_code)]

use super::OrRaise;
use super::payoff::PyPayoff;
use crate::error::{Fault, Kind};
use crate::table::{Deal, FantasylandOrder, StreetOrder, Table, TimeoutOrder};
use pyo3::prelude::*;

pub fn unknown(setting: &str, value: &str) -> Fault {
    Fault::new(Kind::Rules, "unknown_value", format!("{setting} has no value {value:?}"))
}

/// The flow's part of the rules of a table.
#[pyclass(frozen, name = "Table", module = "ofcpoker._core")]
pub struct PyTable(pub Table);

#[pymethods]
impl PyTable {
    #[new]
    #[pyo3(signature = (payoff, *, seats, deal, street_order, fantasyland_order, button_in_fantasyland, reuse_discards,
        timeout_order, choice_max_debt))]
    #[expect(clippy::too_many_arguments, reason = "one keyword for each rule")]
    fn new(
        py: Python<'_>,
        payoff: &PyPayoff,
        seats: u8,
        deal: &str,
        street_order: &str,
        fantasyland_order: &str,
        button_in_fantasyland: &str,
        reuse_discards: bool,
        timeout_order: &str,
        choice_max_debt: Option<u8>,
    ) -> PyResult<PyTable> {
        let compile = || -> Result<Table, Fault> {
            let deal = Deal::ALL.into_iter().find(|known| known.name() == deal).ok_or_else(|| unknown("deal", deal))?;
            Ok(Table {
                street_order: match street_order {
                    "fixed" => StreetOrder::Fixed,
                    "rotating" => StreetOrder::Rotating,
                    other => return Err(unknown("street_order", other)),
                },
                fantasyland_order: match fantasyland_order {
                    "any" => FantasylandOrder::Any,
                    "first" => FantasylandOrder::First,
                    "last" => FantasylandOrder::Last,
                    other => return Err(unknown("fantasyland_order", other)),
                },
                button_holds: match button_in_fantasyland {
                    "hold" => true,
                    "move" => false,
                    other => return Err(unknown("button_in_fantasyland", other)),
                },
                reuse_discards,
                timeout_order: match timeout_order {
                    "top_down" => TimeoutOrder::TopDown,
                    "bottom_up" => TimeoutOrder::BottomUp,
                    other => return Err(unknown("timeout_order", other)),
                },
                choice_max_debt,
                ..Table::new(&payoff.0, deal, seats)
            })
        };
        Ok(PyTable(compile().or_raise(py, "Table")?))
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyTable>()
}
