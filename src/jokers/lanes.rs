//! Rows with jokers, in lanes.
//!
//! The readings of a row are the same few for all rows with as many jokers: one joker takes 13 ranks, two take 91 pairs of
//! ranks, three 455. Where all natural cards share a suit, the same ranks are read once more as a flush. Many rows with one
//! joker lie side by side in the lanes of the row kernels, and the 13 ranks are tried one after the other on all of them.
//! Else the lanes hold the readings of one row, so that few rows and rows with more jokers fill them too. Each lane keeps the
//! best strength that is not above its limit. What was given up: closed forms for each category, which do less work for a
//! row, but stand beside the evaluation instead of on it, and branch.
#![forbid(unsafe_code)]
// Loops over lanes and columns go by number.
#![allow(clippy::needless_range_loop)]

use crate::evaluate::{count, five, sort, three};
use crate::kernels::{self, Job, Kernel, Lanes};

/// From so many rows with one joker on they lie side by side: a block of them takes thirteen steps, a row alone one.
const SIDE_BY_SIDE: usize = 13;

/// The ranks that jokers can take, 1..=13, never rising from joker to joker, as a column for each joker; the last readings
/// once more up to a whole number of lanes.
const fn readings<const J: usize, const N: usize>() -> [[u8; N]; J] {
    let mut columns = [[0; N]; J];
    let mut taken = [13; J];
    let mut i = 0;
    while i < N {
        let mut last = J;
        let mut j = 0;
        while j < J {
            columns[j][i] = taken[j];
            if taken[j] == 1 && last == J {
                last = j;
            }
            j += 1;
        }
        i += 1;
        if last > 0 {
            let next = taken[last - 1] - 1;
            j = last - 1;
            while j < J {
                taken[j] = next;
                j += 1;
            }
        }
    }
    columns
}

const ONE: &[[u8; 64]; 1] = &readings();
const TWO: &[[u8; 128]; 2] = &readings();
const THREE: &[[u8; 512]; 3] = &readings();

/// The strongest readings of rows, each not above its limit, as `jokers::read_row` finds them for one; 0 where every reading is
/// above it. Every row has so many undeclared jokers, one to three, and otherwise different natural cards.
///
/// # Panics
/// When there is no limit or no place for some row.
pub fn read_rows<const C: usize>(
    rows: &[[u8; C]],
    jokers: usize,
    five_of_a_kind: bool,
    limits: &[u32],
    out: &mut [u32],
    kernel: Kernel,
) {
    assert!(limits.len() == rows.len() && out.len() == rows.len(), "a limit and a place for each row");
    match jokers {
        1 if rows.len() >= SIDE_BY_SIDE => kernels::run(kernel, SideBySide { rows, five_of_a_kind, limits, out }),
        1 => kernels::run(kernel, OneByOne { rows, readings: ONE, five_of_a_kind, limits, out }),
        2 => kernels::run(kernel, OneByOne { rows, readings: TWO, five_of_a_kind, limits, out }),
        3 => kernels::run(kernel, OneByOne { rows, readings: THREE, five_of_a_kind, limits, out }),
        _ => panic!("a row has one to three jokers, not {jokers}"),
    }
}

/// The highest key (see `evaluate`) of a row of mixed suits: four or five equal ranks.
fn highest_key(five_of_a_kind: bool) -> u8 {
    if five_of_a_kind { 0x4f } else { 0x3f }
}

/// Rows with one joker, each in a lane.
struct SideBySide<'a, const C: usize> {
    rows: &'a [[u8; C]],
    five_of_a_kind: bool,
    limits: &'a [u32],
    out: &'a mut [u32],
}

impl<const C: usize> Job<C> for SideBySide<'_, C> {
    type Out = ();

    #[inline(always)]
    fn run<const L: usize, const W: usize, K: Lanes<L>>(self, kernel: K) {
        let highest = highest_key(self.five_of_a_kind);
        for ((rows, limits), out) in self.rows.chunks(L).zip(self.limits.chunks(L)).zip(self.out.chunks_mut(L)) {
            let (mut block, mut most, mut best) = ([[0; C]; L], [0; L], [0; L]);
            block[..rows.len()].copy_from_slice(rows);
            most[..rows.len()].copy_from_slice(limits);
            let mut cards = kernel.columns(&block);
            for i in 0..L {
                let mut sorted = [[0; 1]; C];
                for j in 0..C {
                    sorted[j][0] = cards[j][i];
                }
                // Jokers have the highest ids: they come first.
                sort(&mut sorted);
                for j in 0..C {
                    cards[j][i] = sorted[j][0];
                }
            }
            let mut suited = [0; L];
            let mut any_suited = 0;
            if C == 5 {
                for i in 0..L {
                    let suits = (cards[1][i] ^ cards[2][i]) | (cards[1][i] ^ cards[3][i]) | (cards[1][i] ^ cards[4][i]);
                    suited[i] = if suits & 3 == 0 { 255 } else { 0 };
                    any_suited |= suited[i];
                }
            }
            let mut ranks = [[0; L]; C];
            for j in 1..C {
                ranks[j] = kernel.ranks(&cards[j]);
            }
            for rank in 1..=13 {
                ranks[0] = [rank; L];
                keep_best::<false, C, L, K>(kernel, &ranks, &[255; L], highest, &most, &mut best);
                if any_suited != 0 {
                    keep_best::<true, C, L, K>(kernel, &ranks, &suited, highest, &most, &mut best);
                }
            }
            out.copy_from_slice(&best[..rows.len()]);
        }
    }
}

/// Rows with `J` jokers; the lanes hold the readings of one.
struct OneByOne<'a, const C: usize, const J: usize, const N: usize> {
    rows: &'a [[u8; C]],
    readings: &'a [[u8; N]; J],
    five_of_a_kind: bool,
    limits: &'a [u32],
    out: &'a mut [u32],
}

impl<const C: usize, const J: usize, const N: usize> Job<C> for OneByOne<'_, C, J, N> {
    type Out = ();

    #[inline(always)]
    fn run<const L: usize, const W: usize, K: Lanes<L>>(self, kernel: K) {
        let highest = highest_key(self.five_of_a_kind);
        for ((row, &limit), out) in self.rows.iter().zip(self.limits).zip(self.out) {
            let mut naturals = [0; C];
            let mut suits = 0;
            for (natural, &card) in naturals[J..].iter_mut().zip(row.iter().filter(|&&card| card < 52)) {
                *natural = (card >> 2) + 1;
                suits |= 1 << (card & 3);
            }
            let suited = (C == 5) & (suits & (suits - 1) == 0);
            let mut ranks = [[0; L]; C];
            for j in J..C {
                ranks[j] = [naturals[j]; L];
            }
            let mut best = [0; L];
            for from in (0..N).step_by(L) {
                for j in 0..J {
                    ranks[j].copy_from_slice(&self.readings[j][from..from + L]);
                }
                keep_best::<false, C, L, K>(kernel, &ranks, &[255; L], highest, &[limit; L], &mut best);
                if suited {
                    keep_best::<true, C, L, K>(kernel, &ranks, &[255; L], highest, &[limit; L], &mut best);
                }
            }
            *out = best.iter().fold(0, |best, &strength| strength.max(best));
        }
    }
}

/// Reads each lane's ranks as a row of mixed suits, or as a flush where it is suited, and keeps its strength when that is above
/// the best and not above the limit.
#[inline(always)]
fn keep_best<const FLUSH: bool, const C: usize, const L: usize, K: Lanes<L>>(
    kernel: K,
    ranks: &[[u8; L]; C],
    suited: &[u8; L],
    highest: u8,
    limits: &[u32; L],
    best: &mut [u32; L],
) {
    let mut bytes = [[0; L]; 3];
    for i in 0..L {
        let mut r = [[0; 1]; C];
        for j in 0..C {
            r[j][0] = ranks[j][i];
        }
        let mut k = [[0; 1]; C];
        count(&r, &mut k);
        sort(&mut k);
        let mut strength = [0; 3];
        let mut kept = 255;
        if C == 5 {
            five(&[k[0][0], k[1][0], k[2][0], k[3][0], k[4][0]], FLUSH, &mut strength);
            strength[0] = if k[0][0] >= 0x40 { 0x90 | k[0][0] & 15 } else { strength[0] };
            // A suit has each rank once.
            let highest = if FLUSH { 0x0f } else { highest };
            kept = if k[0][0] <= highest { suited[i] } else { 0 };
        } else {
            three(&[k[0][0], k[1][0], k[2][0]], &mut strength);
        }
        for j in 0..3 {
            bytes[j][i] = strength[j] & kept;
        }
    }
    let mut strengths = [0; L];
    kernel.join(&bytes, &mut strengths);
    for i in 0..L {
        best[i] = best[i].max(if strengths[i] <= limits[i] { strengths[i] } else { 0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;
    use crate::jokers::read_row;
    use crate::strength::Strength;

    /// Rows by a small multiplicative stream: natural cards behind the jokers, then turned so that jokers are anywhere.
    fn rows<const C: usize>(jokers: usize, count: usize, stream: &mut u64) -> Vec<[u8; C]> {
        let mut below = |n: u64| {
            *stream = stream.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (((*stream >> 33) * n) >> 31) as u8
        };
        let row = |below: &mut dyn FnMut(u64) -> u8| {
            let mut row: [u8; C] = std::array::from_fn(|i| 52 + i as u8);
            // Half the rows come from few cards, so that ranks repeat and suits meet.
            let (first, cards) = if below(2) == 0 { (0, 52) } else { (4 * below(10), 12) };
            for i in jokers..C {
                while row[i] >= 52 || row[..i].contains(&row[i]) {
                    row[i] = first + below(cards);
                }
            }
            row.rotate_left(below(C as u64) as usize);
            row
        };
        (0..count).map(|_| row(&mut below)).collect()
    }

    fn check<const C: usize>(stream: &mut u64) {
        for jokers in 1..=3 {
            for (count, five_of_a_kind) in [(1, true), (65, false), (300 / jokers, true), (300 / jokers, false)] {
                let rows = rows::<C>(jokers, count, stream);
                let best = |row: &[u8; C], limit: u32| {
                    let cards = row.map(|id| Card::from_id(id).unwrap());
                    read_row(&cards, five_of_a_kind, Strength(limit)).map_or(0, |strength| strength.0)
                };
                // No limit, then one below the best, and so on downwards.
                let mut limits = vec![u32::MAX; count];
                for _ in 0..4 {
                    let expected: Vec<u32> = rows.iter().zip(&limits).map(|(row, &limit)| best(row, limit)).collect();
                    for kernel in Kernel::available() {
                        let mut out = vec![1; count];
                        read_rows(&rows, jokers, five_of_a_kind, &limits, &mut out, kernel);
                        assert_eq!(out, expected, "{jokers} jokers, {}", kernel.name());
                    }
                    limits = expected.iter().map(|best| best.saturating_sub(1)).collect();
                }
            }
        }
    }

    #[test]
    fn rows_in_lanes_are_read_as_one_by_one() {
        let mut stream = 7;
        check::<5>(&mut stream);
        check::<3>(&mut stream);
    }
}
