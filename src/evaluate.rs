//! Strengths of rows: one row, and many rows at once.
//!
//! There is one algorithm, with no table and no branch, and it works on bytes, so that a register of 16, 32 or 64 bytes
//! holds as many hands. A card's key is the number of other cards of its rank above its rank; the keys are sorted by a
//! network of min and max, which puts groups before kickers and high before low; the counts that came to the first, fourth
//! and fifth place tell pair from two pair from trips and so on. What was given up: tables with perfect hashes take 1.5 ns a
//! hand and no vectors, and their memory is the cache of whoever calls.
//!
//! Many rows take two passes. The first checks every card and writes nothing, so that a fault leaves the output as it
//! was; the second cannot fail.
#![forbid(unsafe_code)]
// Loops over lanes and columns go by number.
#![allow(clippy::needless_range_loop)]

use crate::cards::{Card, CardSet, DECK};
use crate::error::{Fault, Kind};
use crate::kernels::{self, Job, Lanes};
use crate::strength::{Category, Strength};
use std::ops::Range;

pub use crate::kernels::Kernel;

const SORT_5: [(usize, usize); 9] = [(0, 3), (1, 4), (0, 2), (1, 3), (0, 1), (2, 4), (1, 2), (3, 4), (2, 3)];
const SORT_3: [(usize, usize); 3] = [(0, 2), (0, 1), (1, 2)];

/// Adds to each rank 16 for every other card of the rank. Sums wrap, here and below: bytes that are no cards must do no harm.
// Everything goes by reference: small arrays by value travel packed in one integer, and stay packed when inlined.
#[inline(always)]
pub(crate) fn count<const C: usize, const W: usize>(r: &[[u8; W]; C], k: &mut [[u8; W]; C]) {
    *k = *r;
    for i in 0..C {
        for j in 0..i {
            for w in 0..W {
                let same = r[i][w] == r[j][w];
                k[i][w] = if same { k[i][w].wrapping_add(0x10) } else { k[i][w] };
                k[j][w] = if same { k[j][w].wrapping_add(0x10) } else { k[j][w] };
            }
        }
    }
}

/// Sorts the keys, the highest first.
#[inline(always)]
pub(crate) fn sort<T: Ord + Copy, const C: usize, const W: usize>(k: &mut [[T; W]; C]) {
    let network: &[(usize, usize)] = if C == 5 { &SORT_5 } else { &SORT_3 };
    for &(i, j) in network {
        for w in 0..W {
            (k[i][w], k[j][w]) = (k[i][w].max(k[j][w]), k[i][w].min(k[j][w]));
        }
    }
}

/// The three low bytes of the strength, the highest first, of five sorted keys.
#[inline(always)]
pub(crate) fn five(k: &[u8; 5], flush: bool, out: &mut [u8; 3]) {
    let group = k[3] & 0xf0;
    let wheel = (k[0] == 13) & (k[1] == 4);
    // The group in the fourth place keeps out 2 2 2 A A: 0x21 - 0x1d is 4 too.
    let straight = ((k[0].wrapping_sub(k[4]) | group) == 4) | wheel;
    // The first key as it is: high card 0, pair 1, two pair 1, trips 2, full house 2, quads 3.
    // With the fourth key's count: 0 1 2 2 3 6.
    let mut top = k[0].wrapping_add(group);
    // Trips and above one more: 0 1 2 3 4 7; a full house, which alone has a group in the last place, two more.
    top = if k[0] >= 0x20 { top.wrapping_add(0x10) } else { top };
    top = if k[4] >= 0x10 { top.wrapping_add(0x20) } else { top };
    top = if straight { top.wrapping_add(0x40) } else { top };
    let suited = if straight { 0x40 } else { 0x50 };
    top = if flush { top.wrapping_add(suited) } else { top };
    top = if flush & (k[4] == 9) { top.wrapping_add(0x20) } else { top };
    // The ace of a wheel counts below the deuce: 13 4 3 2 1 becomes 4 3 2 1 0.
    out[0] = if wheel { top.wrapping_sub(9) } else { top };
    out[1] = if wheel { 0x32 } else { k[1] << 4 | (k[2] & 15) };
    out[2] = if wheel { 0x10 } else { k[3] << 4 | (k[4] & 15) };
}

/// The same of three: no straights, no flushes.
#[inline(always)]
pub(crate) fn three(k: &[u8; 3], out: &mut [u8; 3]) {
    out[0] = if k[0] >= 0x20 { k[0].wrapping_add(0x10) } else { k[0] };
    out[1] = k[1] << 4 | (k[2] & 15);
    out[2] = 0;
}

/// Strength of a row of three or five cards that all have a face; a declared joker counts as its face.
///
/// ```
/// use ofcpoker::{cards::parse_cards, evaluate::row};
/// let middle = row(&parse_cards("Qh Qc 8d 5s 2c")?);
/// let top = row(&parse_cards("Qs Qd 9h")?);
/// assert!(top > middle); // this board is foul: the nine beats the eight
/// assert_eq!(middle.to_string(), "pair, queens");
/// # Ok::<(), ofcpoker::Fault>(())
/// ```
///
/// # Panics
/// When there are not three or five cards.
#[inline]
pub fn row(cards: &[Card]) -> Strength {
    match *cards {
        [a, b, c] => row_of_three([a, b, c]),
        [a, b, c, d, e] => row_of_five([a, b, c, d, e]),
        _ => panic!("a row has three or five cards, not {}", cards.len()),
    }
}

/// A row of three.
#[inline]
pub fn row_of_three(cards: [Card; 3]) -> Strength {
    let [a, b, c] = cards.map(|card| card.id() as u64);
    let ranks = ranks_in_word::<3>(a | b << 8 | c << 16);
    let near = neighbours::<3>(ranks, 1);
    let keys = ranks + near + turned::<3>(near, 2);
    // No, one or three equal pairs of cards: high card, pair, trips.
    let category = near.wrapping_mul(ONES) >> 20 & 15;
    Strength((category as u32) << 20 | sorted_nibbles::<3>(keys) << 8)
}

/// A row of five.
#[inline]
pub fn row_of_five(cards: [Card; 5]) -> Strength {
    let [a, b, c, d, e] = cards.map(|card| card.id() as u64);
    let cards = a | b << 8 | c << 16 | d << 24 | e << 32;
    let ranks = ranks_in_word::<5>(cards);
    let (near, far) = (neighbours::<5>(ranks, 1), neighbours::<5>(ranks, 2));
    let keys = ranks + near + turned::<5>(near, 4) + far + turned::<5>(far, 3);
    let nibbles = sorted_nibbles::<5>(keys);
    let pairs = ((near + far).wrapping_mul(ONES) >> 36 & 15) as u32;
    let flush = (cards ^ (a * ONES)) & (3 * ONES) == 0;
    let straight = (pairs == 0) & (nibbles >> 16 == (nibbles & 15) + 4) | (nibbles == 0xd4321);
    if flush | straight {
        return lined(nibbles, pairs, flush, straight);
    }
    // 0 1 2 3 4 6 10 equal pairs: high card, pair, two pair, trips, full house, quads, five of a kind.
    Strength(((0x900_0706_3210u64 >> (4 * pairs)) as u32 & 15) << 20 | nibbles)
}

const ONES: u64 = 0x01_0101_0101;

#[inline(always)]
fn ranks_in_word<const C: u32>(cards: u64) -> u64 {
    let ones = ONES & ((1 << (8 * C)) - 1);
    (cards >> 2 & (15 * ones)) + ones
}

/// The bytes of a word of `C` moved down in a circle.
#[inline(always)]
fn turned<const C: u32>(word: u64, by: u32) -> u64 {
    (word >> (8 * by) | word << (8 * (C - by))) & ((1 << (8 * C)) - 1)
}

/// 16 where a rank is the same as the rank so many places on.
#[inline(always)]
fn neighbours<const C: u32>(ranks: u64, on: u32) -> u64 {
    let sixteens = (16 * ONES) & ((1 << (8 * C)) - 1);
    // Sixteen less what differs keeps its bit when nothing differs.
    (sixteens - (ranks ^ turned::<C>(ranks, on))) & sixteens
}

#[inline(always)]
fn sorted_nibbles<const C: usize>(keys: u64) -> u32 {
    let mut k = [[0u32; 1]; C];
    for i in 0..C {
        k[i][0] = (keys >> (8 * i)) as u32 & 255;
    }
    sort(&mut k);
    k.iter().fold(0, |nibbles, key| nibbles << 4 | (key[0] & 15))
}

/// The rare hands: straights, flushes, and what declared jokers make of one suit.
#[cold]
fn lined(nibbles: u32, pairs: u32, flush: bool, straight: bool) -> Strength {
    let category = match pairs {
        10 => Category::FiveOfAKind,
        6 => Category::Quads,
        4 => Category::FullHouse,
        _ if !flush => Category::Straight,
        _ if !straight => Category::Flush,
        _ if nibbles & 15 == 9 => Category::RoyalFlush,
        _ => Category::StraightFlush,
    };
    // The ace of a wheel counts below the deuce.
    let nibbles = if nibbles == 0xd4321 { 0x43210 } else { nibbles };
    let mut ranks = [16, 12, 8, 4, 0].map(|shift| (nibbles >> shift & 15) as u8);
    if category == Category::Flush {
        ranks.sort_unstable_by(|a, b| b.cmp(a));
    }
    Strength::new(category, ranks)
}

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
