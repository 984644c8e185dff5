//! Many rows at once: from NumPy arrays of any strides to the kernels.
#![forbid(unsafe_code)]

use super::{OrRaise, raise};
use crate::cards::Card;
use crate::error::{Fault, Kind};
use crate::evaluate::{Kernel, Rows, many, many_copied};
use crate::strength::{Strength, low};
use numpy::ndarray::{ArrayView1, ArrayView2, Axis};
use numpy::{
    BorrowError, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray2, PyReadwriteArray1,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

fn fault(code: &'static str, message: String) -> Fault {
    Fault::new(Kind::Cards, code, message)
}

/// The kernel of a name, or the best; one that is not there is refused.
pub fn kernel(name: Option<&str>) -> Result<Kernel, Fault> {
    let Some(name) = name else { return Ok(Kernel::best()) };
    Kernel::from_name(name).filter(|kernel| kernel.is_available()).ok_or_else(|| {
        let names: Vec<&str> = Kernel::available().into_iter().map(Kernel::name).collect();
        fault("unknown_kernel", format!("no kernel '{name}' on this machine, which has {}", names.join(", ")))
    })
}

/// Batches are of natural cards.
fn no_jokers(row: &[u8]) -> Result<Strength, Fault> {
    let joker = row.iter().filter_map(|&id| Card::from_id(id)).find(|card| card.is_joker()).unwrap_or(Card::NONE);
    Err(fault(
        "joker_not_allowed",
        format!("{} is the joker {joker}; evaluate() reads rows with jokers, one by one", joker.id()),
    ))
}

/// The array, or whatever NumPy makes one of.
fn array<'py>(rows: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    if let Ok(array) = rows.cast::<PyUntypedArray>() {
        return Ok(array.clone());
    }
    let numpy = rows.py().import("numpy")?;
    Ok(numpy.call_method1("asarray", (rows,))?.cast_into()?)
}

/// Lengths as Python writes them.
fn tuple(lengths: &[usize]) -> String {
    let lengths: Vec<String> = lengths.iter().map(usize::to_string).collect();
    format!("({}{})", lengths.join(", "), if lengths.len() == 1 { "," } else { "" })
}

/// How many rows there are and of how many cards, or what is wrong with the shape.
fn shape(shape: &[usize], counts: &[usize], columns: bool) -> Result<(usize, usize), Fault> {
    match (shape, columns) {
        (&[n, cards], false) | (&[cards, n], true) if counts.contains(&cards) => Ok((n, cards)),
        _ => {
            let listed = |one: &dyn Fn(&usize) -> String| counts.iter().rev().map(one).collect::<Vec<_>>().join(" or ");
            let rows = listed(&|cards| format!("(N, {cards})"));
            let columns = listed(&|cards| format!("({cards}, N)"));
            let shape = tuple(shape);
            let message =
                format!("an array of shape {shape}; rows are of shape {rows}, and with columns=True {columns}");
            Err(fault("wrong_shape", message))
        }
    }
}

/// Evaluates a view of `C` columns, without a copy where its rows or its columns lie together.
fn run<const C: usize>(view: ArrayView2<'_, u8>, out: &mut [u32], kernel: Kernel) -> Result<(), Fault>
where
    for<'a> Rows<'a>: From<&'a [[u8; C]]> + From<[&'a [u8]; C]>,
{
    if let Some(bytes) = view.as_slice() {
        return many(bytes.as_chunks::<C>().0.into(), out, kernel, no_jokers);
    }
    let views: [ArrayView1<u8>; C] = std::array::from_fn(|j| view.column(j));
    if views.iter().all(|column| column.as_slice().is_some()) {
        let columns: [&[u8]; C] = views.each_ref().map(|column| column.as_slice().unwrap_or_default());
        return many(columns.into(), out, kernel, no_jokers);
    }
    let copy = |from: usize, rows: &mut [[u8; C]]| {
        for (row, cards) in rows.iter_mut().zip(view.slice_axis(Axis(0), (from..).into()).outer_iter()) {
            *row = std::array::from_fn(|j| cards[j]);
        }
    };
    many_copied(view.nrows(), copy, out, kernel, no_jokers).map_err(|(row, fault)| fault.at(format_args!("row {row}")))
}

/// Evaluates wider integers. Those that are no byte are refused with the row they are in.
fn run_wide<const C: usize>(view: ArrayView2<'_, i64>, out: &mut [u32], kernel: Kernel) -> Result<(), (usize, Fault)>
where
    for<'a> &'a [[u8; C]]: Into<Rows<'a>>,
{
    let copy = |from: usize, rows: &mut [[u8; C]]| {
        for (row, ids) in rows.iter_mut().zip(view.slice_axis(Axis(0), (from..).into()).outer_iter()) {
            // 255 names no card either.
            *row = std::array::from_fn(|j| u8::try_from(ids[j]).unwrap_or(255));
        }
    };
    many_copied(view.nrows(), copy, out, kernel, no_jokers)
}

/// The output as a slice, or what is wrong with it.
fn writable<'py>(out: &Bound<'py, PyAny>, n: usize) -> Result<Bound<'py, PyArray1<u32>>, Fault> {
    let needed = || format!("out must be a writable, contiguous uint32 array of shape ({n},)");
    let Ok(array) = out.cast::<PyUntypedArray>() else {
        let kind = out.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        return Err(fault("wrong_out", format!("{}, not a {kind}", needed())));
    };
    match array.cast::<PyArray1<u32>>() {
        Ok(array) if array.len() == n && array.is_aligned() && array.is_c_contiguous() => Ok(array.clone()),
        _ => {
            let (shape, strides) = (tuple(array.shape()), array.strides());
            let message = format!("{}, not {} of shape {shape} and strides {strides:?}", needed(), array.dtype());
            Err(fault("wrong_out", message))
        }
    }
}

fn borrowed<'py>(out: &Bound<'py, PyArray1<u32>>) -> Result<Option<PyReadwriteArray1<'py, u32>>, Fault> {
    match out.try_readwrite() {
        Ok(out) => Ok(Some(out)),
        Err(BorrowError::AlreadyBorrowed) => Ok(None),
        Err(_) => Err(fault("wrong_out", "out is a read-only array".into())),
    }
}

fn in_use(what: &str) -> Fault {
    fault("in_use", format!("another call is writing to {what}"))
}

/// Evaluates uint8 rows. Rows that share memory with the output are copied first.
fn bytes<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyArray2<u8>>,
    columns: bool,
    out: &Bound<'py, PyArray1<u32>>,
    kernel: Kernel,
) -> Result<(), Fault> {
    let mut rows: PyReadonlyArray2<u8> = rows.try_readonly().map_err(|_| in_use("rows"))?;
    let mut target = borrowed(out)?;
    if target.is_none() {
        rows = PyArray2::from_array(py, &rows.as_array()).try_into_readonly().map_err(|_| in_use("rows"))?;
        target = borrowed(out)?;
    }
    let mut target = target.ok_or_else(|| in_use("out"))?;
    let target = target.as_slice_mut().map_err(|error| fault("wrong_out", error.to_string()))?;
    let view = if columns { rows.as_array().reversed_axes() } else { rows.as_array() };
    py.detach(|| match view.ncols() {
        5 => run::<5>(view, target, kernel),
        _ => run::<3>(view, target, kernel),
    })
}

/// Strengths of many rows of three or five natural cards, as ints on the scale of `strength`.
///
/// `rows` is a uint8 array of card ids 0..51 of shape (N, 5) or (N, 3), of any strides; with `columns=True` of shape
/// (5, N) or (3, N): the first cards of all rows, then the second cards, and so on. Other integers are checked and
/// converted. The result is a uint32 array of shape (N,): `out`, where it is given (contiguous, writable, uint32),
/// else a new one. `kernel` names the instructions to use, one of `KERNELS`; by default the fastest that are here.
///
/// Every row is checked before anything is written: `InvalidCards` names the first row with an id that is no natural
/// card, or a card twice, and tells of another dtype or shape; `out` is then as it was. Other threads run meanwhile.
///
/// >>> import numpy as np
/// >>> rows = np.array([[51, 47, 43, 39, 35], [0, 4, 8, 12, 51]], np.uint8)  # As Ks Qs Js Ts, 2c 3c 4c 5c As
/// >>> [str(HandRank(strength)) for strength in evaluate_many(rows)]
/// ['royal flush', 'straight, five high']
#[pyfunction]
#[pyo3(signature = (rows, out=None, columns=false, kernel=None))]
fn evaluate_many<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    columns: bool,
    kernel: Option<&str>,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    batch(py, "evaluate_many", rows, &[3, 5], out, columns, kernel)
}

/// Strengths of many rows of five natural cards as deuce-to-seven lows: the ints of `LowRank`, higher is better.
///
/// Arguments, result and errors are those of `evaluate_many`, with rows of five alone.
///
/// >>> import numpy as np
/// >>> rows = np.array([[23, 12, 8, 7, 0], [51, 47, 43, 39, 35]], np.uint8)  # 7s 5c 4c 3s 2c, a royal flush
/// >>> [str(LowRank(strength)) for strength in evaluate_low_many(rows)]
/// ['seven low, 7-5-4-3-2', 'royal flush']
#[pyfunction]
#[pyo3(signature = (rows, out=None, columns=false, kernel=None))]
fn evaluate_low_many<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    columns: bool,
    kernel: Option<&str>,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    const NAME: &str = "evaluate_low_many";
    let out = batch(py, NAME, rows, &[5], out, columns, kernel)?;
    let mut lows = borrowed(&out).and_then(|out| out.ok_or_else(|| in_use("out"))).or_raise(py, NAME)?;
    let lows = lows.as_slice_mut()?;
    py.detach(|| lows.iter_mut().for_each(|strength| *strength = low::from_high(Strength(*strength)).0));
    Ok(out)
}

/// The strengths of rows that have one of the given numbers of cards.
fn batch<'py>(
    py: Python<'py>,
    name: &str,
    rows: &Bound<'py, PyAny>,
    counts: &[usize],
    out: Option<&Bound<'py, PyAny>>,
    columns: bool,
    kernel: Option<&str>,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let kernel = self::kernel(kernel).or_raise(py, name)?;
    let rows = array(rows).map_err(|error| {
        let message = format!("rows of one length are needed, as a NumPy array of uint8: {error}");
        raise(py, &fault("wrong_shape", message).at(name))
    })?;
    let kind = rows.dtype().kind();
    if kind != b'u' && kind != b'i' {
        let message = format!("an array of {}; card ids are whole numbers, best as uint8", rows.dtype());
        return Err(raise(py, &fault("wrong_dtype", message).at(name)));
    }
    let (n, cards) = shape(rows.shape(), counts, columns).or_raise(py, name)?;
    let out = match out {
        Some(out) => writable(out, n).or_raise(py, name)?,
        // Through NumPy, which says so when there is not the memory.
        None => py.import("numpy")?.call_method1("zeros", (n, "uint32"))?.cast_into()?,
    };
    if let Ok(rows) = rows.cast::<PyArray2<u8>>() {
        bytes(py, rows, columns, &out, kernel).or_raise(py, name)?;
        return Ok(out);
    }
    let wide = rows.call_method1("astype", ("int64",))?.cast_into::<PyArray2<i64>>()?;
    let wide = wide.try_readonly().map_err(|_| raise(py, &in_use("rows").at(name)))?;
    let view = if columns { wide.as_array().reversed_axes() } else { wide.as_array() };
    let mut target = borrowed(&out).and_then(|out| out.ok_or_else(|| in_use("out"))).or_raise(py, name)?;
    let target = target.as_slice_mut()?;
    let done = py.detach(|| match cards {
        5 => run_wide::<5>(view, target, kernel),
        _ => run_wide::<3>(view, target, kernel),
    });
    done.or_else(|(row, found)| {
        let values: Vec<i64> = view.row(row).to_vec();
        let found = match values.iter().position(|&id| !(0..256).contains(&id)) {
            // As it was given: a large unsigned number is a negative one by now.
            Some(j) => {
                let at = if columns { (j, row) } else { (row, j) };
                let id = rows.get_item(at)?;
                fault("unknown_card", format!("{id} is not a card id: 0..=51 are the cards 2c..As (rank*4 + suit)"))
            }
            None => found,
        };
        Err(raise(py, &found.at(format_args!("row {row}")).at(name)))
    })?;
    Ok(out)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let kernels = PyTuple::new(module.py(), Kernel::available().into_iter().map(Kernel::name))?;
    module.add("KERNELS", kernels)?;
    module.add_function(wrap_pyfunction!(evaluate_many, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate_low_many, module)?)
}
