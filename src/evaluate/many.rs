//! Many rows at once: where they come from, the checking pass and the evaluating pass.
#![forbid(unsafe_code)]
// Loops over lanes and columns go by number.
#![allow(clippy::needless_range_loop)]

use super::{count, five, sort, three};
use crate::cards::{Card, CardSet, DECK};
use crate::error::{Fault, Kind};
use crate::kernels::{self, Job, Kernel, Lanes};
use crate::strength::Strength;
use std::ops::Range;

/// Rows one after the other, or as columns: the first cards of all rows, then the second cards, and so on.
#[derive(Clone, Copy, Debug)]
pub enum Rows<'a> {
    Five(&'a [[u8; 5]]),
    Three(&'a [[u8; 3]]),
    FiveColumns([&'a [u8]; 5]),
    ThreeColumns([&'a [u8]; 3]),
}

/// Runs the expression with the rows as a [`Source`].
macro_rules! with_source {
    ($rows:expr, $source:ident => $result:expr) => {
        match $rows {
            Rows::Five($source) => $result,
            Rows::Three($source) => $result,
            Rows::FiveColumns($source) => $result,
            Rows::ThreeColumns($source) => $result,
        }
    };
}

impl<'a> From<&'a [[u8; 5]]> for Rows<'a> {
    fn from(rows: &'a [[u8; 5]]) -> Rows<'a> {
        Rows::Five(rows)
    }
}

impl<'a> From<&'a [[u8; 3]]> for Rows<'a> {
    fn from(rows: &'a [[u8; 3]]) -> Rows<'a> {
        Rows::Three(rows)
    }
}

impl<'a> From<[&'a [u8]; 5]> for Rows<'a> {
    fn from(columns: [&'a [u8]; 5]) -> Rows<'a> {
        Rows::FiveColumns(columns)
    }
}

impl<'a> From<[&'a [u8]; 3]> for Rows<'a> {
    fn from(columns: [&'a [u8]; 3]) -> Rows<'a> {
        Rows::ThreeColumns(columns)
    }
}

impl Rows<'_> {
    /// How many rows there are; in columns, as many as the shortest holds.
    pub fn len(&self) -> usize {
        with_source!(self, source => source.rows())
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Checks rows and gives their strengths to `out`. When a row is wrong, `out` is left as it was, and the fault names the
/// first such row. A row with jokers, all of it known cards and none there twice, is read by `jokers`.
///
/// ```
/// use ofcpoker::evaluate::{Kernel, Rows, many};
/// let rows = [[51, 47, 43, 39, 35], [0, 4, 8, 12, 51]]; // As Ks Qs Js Ts, 2c 3c 4c 5c As
/// let mut strengths = [0; 2];
/// many(Rows::Five(&rows), &mut strengths, Kernel::best(), |_| unreachable!("no row has a joker"))?;
/// assert!(strengths[0] > strengths[1]);
/// # Ok::<(), ofcpoker::Fault>(())
/// ```
pub fn many(
    rows: Rows,
    out: &mut [u32],
    kernel: Kernel,
    jokers: impl Fn(&[u8]) -> Result<Strength, Fault>,
) -> Result<(), Fault> {
    let n = rows.len();
    if !with_source!(&rows, source => source.is_whole()) {
        return Err(Fault::new(Kind::Cards, "wrong_shape", "the columns are not of one length"));
    }
    if out.len() != n {
        let message = format!("{n} rows need an output of {n} places, not of {}", out.len());
        return Err(Fault::new(Kind::Cards, "wrong_shape", message));
    }
    let read = check(rows, kernel, jokers).map_err(|(row, fault)| fault.at(format_args!("row {row}")))?;
    strengths(rows, out, kernel);
    for (row, strength) in read {
        out[row] = strength.0;
    }
    Ok(())
}

/// The same for `n` rows that `copy` brings, from a number on, into a small buffer; it is asked twice for each row. The
/// number of the wrong row comes with the fault.
///
/// # Panics
/// When `out` has not one place for each row.
pub fn many_copied<const C: usize>(
    n: usize,
    copy: impl Fn(usize, &mut [[u8; C]]),
    out: &mut [u32],
    kernel: Kernel,
    jokers: impl Fn(&[u8]) -> Result<Strength, Fault>,
) -> Result<(), (usize, Fault)>
where
    for<'a> &'a [[u8; C]]: Into<Rows<'a>>,
{
    assert_eq!(out.len(), n, "the output has one place for each row");
    const BLOCK: usize = 4 * STRETCH;
    let mut buffer = vec![[0; C]; n.min(BLOCK)];
    let blocks = || (0..n).step_by(BLOCK).map(|from| (from, BLOCK.min(n - from)));
    let mut read = Vec::new();
    for (from, rows) in blocks() {
        let rows = &mut buffer[..rows];
        copy(from, rows);
        let found = check((&*rows).into(), kernel, &jokers).map_err(|(row, fault)| (from + row, fault))?;
        read.extend(found.into_iter().map(|(row, strength)| (from + row, strength)));
    }
    for (from, rows) in blocks() {
        let (rows, out) = (&mut buffer[..rows], &mut out[from..from + rows]);
        copy(from, rows);
        strengths((&*rows).into(), out, kernel);
    }
    for (row, strength) in read {
        out[row] = strength.0;
    }
    Ok(())
}

/// The first pass of [`many`]: the numbers and strengths of the rows with jokers, or the first wrong row and its fault.
pub fn check(
    rows: Rows,
    kernel: Kernel,
    jokers: impl Fn(&[u8]) -> Result<Strength, Fault>,
) -> Result<Vec<(usize, Strength)>, (usize, Fault)> {
    with_source!(rows, source => {
        let mut read = Vec::new();
        let mut from = 0;
        while let Some(odd) = kernels::run(kernel, FirstOdd { source, from }) {
            for i in odd.clone() {
                let row = source.row(i);
                let natural = inspect(&row).map_err(|fault| (i, fault))?;
                if !natural {
                    read.push((i, jokers(&row).map_err(|fault| (i, fault.at(shown(&row))))?));
                }
            }
            from = odd.end;
        }
        Ok(read)
    })
}

/// The second pass of [`many`]: strengths of natural cards, unchecked; a row that is not of five or three different natural
/// cards gets some number.
///
/// # Panics
/// When `out` has not one place for each row.
pub fn strengths(rows: Rows, out: &mut [u32], kernel: Kernel) {
    assert_eq!(out.len(), rows.len(), "the output has one place for each row");
    with_source!(rows, source => kernels::run(kernel, Evaluate { source, out }))
}

/// [`strengths`] of five columns.
pub fn five_columns(columns: [&[u8]; 5], out: &mut [u32], kernel: Kernel) {
    strengths(Rows::FiveColumns(columns), out, kernel);
}

/// [`strengths`] of three columns.
pub fn three_columns(columns: [&[u8]; 3], out: &mut [u32], kernel: Kernel) {
    strengths(Rows::ThreeColumns(columns), out, kernel);
}

/// Whether all cards of the row are natural; a fault when one is unknown or there twice.
fn inspect(row: &[u8]) -> Result<bool, Fault> {
    let mut seen = CardSet::EMPTY;
    let mut natural = true;
    for &id in row {
        let Some(card) = Card::from_id(id) else {
            let message =
                format!("{row:?}: {id} is no card; cards are 0..=51, jokers 52..=54, joker i as card c 64 * i + c");
            return Err(Fault::new(Kind::Cards, "unknown_card", message));
        };
        if !seen.insert(card) {
            let message = format!("{}: {} is there twice", shown(row), card.physical());
            return Err(Fault::new(Kind::Cards, "repeated_card", message));
        }
        natural &= card.is_natural();
    }
    Ok(natural)
}

/// The text of a row of known cards.
fn shown(row: &[u8]) -> String {
    let cards: Vec<String> = row.iter().filter_map(|&id| Card::from_id(id)).map(|card| card.to_string()).collect();
    cards.join(" ")
}

/// Where rows of `C` cards come from.
trait Source<const C: usize>: Copy {
    fn rows(&self) -> usize;
    fn is_whole(&self) -> bool;
    fn row(&self, i: usize) -> [u8; C];
    /// The columns of the `L` rows from a row on.
    fn block<const L: usize, K: Lanes<L>>(&self, kernel: K, from: usize) -> [[u8; L]; C];
}

impl<const C: usize> Source<C> for &[[u8; C]] {
    #[inline(always)]
    fn rows(&self) -> usize {
        self.len()
    }

    fn is_whole(&self) -> bool {
        true
    }

    #[inline(always)]
    fn row(&self, i: usize) -> [u8; C] {
        self[i]
    }

    #[inline(always)]
    fn block<const L: usize, K: Lanes<L>>(&self, kernel: K, from: usize) -> [[u8; L]; C] {
        kernel.columns(self[from..].first_chunk().expect("a block is left"))
    }
}

impl<const C: usize> Source<C> for [&[u8]; C] {
    #[inline(always)]
    fn rows(&self) -> usize {
        self.iter().fold(usize::MAX, |rows, column| rows.min(column.len()))
    }

    fn is_whole(&self) -> bool {
        self.iter().all(|column| column.len() == self[0].len())
    }

    #[inline(always)]
    fn row(&self, i: usize) -> [u8; C] {
        self.map(|column| column[i])
    }

    #[inline(always)]
    fn block<const L: usize, K: Lanes<L>>(&self, _kernel: K, from: usize) -> [[u8; L]; C] {
        let mut block = [[0; L]; C];
        for j in 0..C {
            block[j] = *self[j][from..].first_chunk().expect("a block is left");
        }
        block
    }
}

/// Strengths of all rows of a source.
struct Evaluate<'a, S> {
    source: S,
    out: &'a mut [u32],
}

impl<const C: usize, S: Source<C>> Job<C> for Evaluate<'_, S> {
    type Out = ();

    #[inline(always)]
    fn run<const L: usize, const W: usize, K: Lanes<L>>(self, kernel: K) {
        let n = self.source.rows();
        let out = &mut self.out[..n];
        if n < L * W {
            let mut rows = [[[0; C]; L]; W];
            let mut strengths = [[0; L]; W];
            for i in 0..n {
                rows.as_flattened_mut()[i] = self.source.row(i);
            }
            blocks(kernel, &rows.as_flattened(), 0, &mut strengths);
            out.copy_from_slice(&strengths.as_flattened()[..n]);
            return;
        }
        let mut from = 0;
        while from < n {
            // The last blocks reach back: some rows are done twice.
            from = from.min(n - L * W);
            let (strengths, _) = out[from..].as_chunks_mut().0.as_chunks_mut();
            blocks::<C, L, W, K, S>(kernel, &self.source, from, &mut strengths[0]);
            from += L * W;
        }
    }
}

/// Strengths of the `W` times `L` rows from a row on.
#[inline(always)]
fn blocks<const C: usize, const L: usize, const W: usize, K: Lanes<L>, S: Source<C>>(
    kernel: K,
    source: &S,
    from: usize,
    out: &mut [[u32; L]; W],
) {
    let mut cards = [[[0; L]; C]; W];
    for w in 0..W {
        cards[w] = source.block(kernel, from + L * w);
    }
    lanes(kernel, &cards, out);
}

/// Strengths of the rows in the lanes of `W` blocks.
#[inline(always)]
pub(crate) fn lanes<const C: usize, const L: usize, const W: usize, K: Lanes<L>>(
    kernel: K,
    cards: &[[[u8; L]; C]; W],
    out: &mut [[u32; L]; W],
) {
    let mut ranks = [[[0; L]; C]; W];
    let mut bytes = [[[0; L]; 3]; W];
    for w in 0..W {
        for j in 0..C {
            ranks[w][j] = kernel.ranks(&cards[w][j]);
        }
    }
    for i in 0..L {
        let mut r = [[0; W]; C];
        for j in 0..C {
            for w in 0..W {
                r[j][w] = ranks[w][j][i];
            }
        }
        let mut k = [[0; W]; C];
        count(&r, &mut k);
        sort(&mut k);
        for w in 0..W {
            let mut strength = [0; 3];
            if C == 5 {
                let mut suits = 0;
                for j in 1..C {
                    suits |= cards[w][0][i] ^ cards[w][j][i];
                }
                five(&[k[0][w], k[1][w], k[2][w], k[3][w], k[4][w]], suits & 3 == 0, &mut strength);
            } else {
                three(&[k[0][w], k[1][w], k[2][w]], &mut strength);
            }
            for j in 0..3 {
                bytes[w][j][i] = strength[j];
            }
        }
    }
    for w in 0..W {
        kernel.join(&bytes[w], &mut out[w]);
    }
}

/// Searches, from a row on, for the first stretch of rows with one that is not of different natural cards.
struct FirstOdd<S> {
    source: S,
    from: usize,
}

/// Rows between two looks at what the lanes have found.
const STRETCH: usize = 1024;

impl<const C: usize, S: Source<C>> Job<C> for FirstOdd<S> {
    type Out = Option<Range<usize>>;

    #[inline(always)]
    fn run<const L: usize, const W: usize, K: Lanes<L>>(self, kernel: K) -> Option<Range<usize>> {
        let n = self.source.rows();
        let mut from = self.from;
        while from < n {
            let to = n.min(from + STRETCH);
            if n < L || odd::<C, L, K, S>(kernel, &self.source, from, to) {
                return Some(from..to);
            }
            from = to;
        }
        None
    }
}

/// Whether a row from..to (or one just before, where the last block reaches back) is not of different natural cards.
#[inline(always)]
fn odd<const C: usize, const L: usize, K: Lanes<L>, S: Source<C>>(
    kernel: K,
    source: &S,
    from: usize,
    to: usize,
) -> bool {
    let mut largest = [0; L];
    let mut nearest = [255; L];
    let mut at = from;
    while at < to {
        let cards = source.block(kernel, at.min(to - L));
        for i in 0..L {
            let (mut large, mut near) = (0, 255);
            for j in 0..C {
                large = cards[j][i].max(large);
                for k in 0..j {
                    // Nothing differs between equal cards.
                    near = (cards[j][i] ^ cards[k][i]).min(near);
                }
            }
            largest[i] = large.max(largest[i]);
            nearest[i] = near.min(nearest[i]);
        }
        at += L;
    }
    let mut found = 0;
    for i in 0..L {
        found |= if (largest[i] >= DECK as u8) | (nearest[i] == 0) { 1 } else { 0 };
    }
    found != 0
}
