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

mod many;

use crate::cards::Card;
use crate::strength::{Category, Strength};

pub use crate::kernels::Kernel;
pub(crate) use many::lanes;
pub use many::{Rows, check, five_columns, many, many_copied, strengths, three_columns};

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
