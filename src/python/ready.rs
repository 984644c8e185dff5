//! The package's own Card objects, known by their address.
//!
//! Reading an int object costs more than evaluating the row it is in. There is one Card object for each natural card and
//! joker; `cards.py` hands them over once, they are kept alive here, and a small hash table of addresses tells which is
//! which. Cards that are not among them are read as ints.
#![forbid(unsafe_code)]

use crate::cards::Card;
use pyo3::Borrowed;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use std::sync::atomic::{AtomicU64, Ordering};

const SLOTS: usize = 512;
const ADDRESS: u64 = (1 << 56) - 1;

/// Address of a Card object with its id in the top byte; 0 = empty.
static KNOWN: [AtomicU64; SLOTS] = [const { AtomicU64::new(0) }; SLOTS];
static KEPT: PyOnceLock<Py<PyTuple>> = PyOnceLock::new();

/// Where an address may stand, the likeliest slot first.
#[inline(always)]
fn slots(address: u64) -> impl Iterator<Item = usize> {
    let first = (address >> 4 ^ address >> 12) as usize;
    (first..first + SLOTS).map(|at| at % SLOTS)
}

/// The card of one of the package's own objects; `None` for any other object.
#[inline(always)]
pub fn card(object: &Bound<'_, PyAny>) -> Option<Card> {
    let address = object.as_ptr() as u64;
    for at in slots(address) {
        let entry = KNOWN[at].load(Ordering::Relaxed);
        if entry & ADDRESS == address {
            return Card::from_id((entry >> 56) as u8);
        }
        if entry == 0 {
            return None;
        }
    }
    None
}

/// `N` different natural cards that are all the package's own objects.
#[inline(always)]
pub fn row<'a, 'py: 'a, const N: usize>(
    mut objects: impl Iterator<Item = Borrowed<'a, 'py, PyAny>>,
) -> Option<[Card; N]> {
    let mut cards = [Card::NONE; N];
    let (mut seen, mut again) = (0u64, 0);
    for place in &mut cards {
        let object = objects.next()?;
        *place = card(&object)?;
        let bit = 1 << place.id();
        again |= seen & bit;
        seen |= bit;
    }
    (again == 0 && seen >> 52 == 0).then_some(cards)
}

/// The package's object for a card, None for a card that is not known.
pub fn object<'py>(py: Python<'py>, card: Card) -> PyResult<Bound<'py, PyAny>> {
    if card == Card::BACK {
        return Ok(py.None().into_bound(py));
    }
    let kept = KEPT.get(py).ok_or_else(|| PyRuntimeError::new_err("the package ofcpoker is not imported"))?.bind(py);
    match kept.get_item(card.id() as usize) {
        Ok(object) => Ok(object),
        // A declared joker.
        Err(_) => kept.get_item(0)?.get_type().call1((card.id(),)),
    }
}

/// Takes the Card objects of ids 0, 1, 2, ... for good.
#[pyfunction]
fn register_cards(py: Python<'_>, cards: Bound<'_, PyTuple>) {
    if KEPT.set(py, cards.clone().unbind()).is_err() {
        return;
    }
    for (id, card) in cards.iter().enumerate() {
        let address = card.as_ptr() as u64;
        let free = slots(address).find(|&at| KNOWN[at].load(Ordering::Relaxed) == 0);
        if let (Some(free), true) = (free, address <= ADDRESS) {
            KNOWN[free].store((id as u64) << 56 | address, Ordering::Relaxed);
        }
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(register_cards, module)?)
}
