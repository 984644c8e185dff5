//! Rows with jokers, many at once.
//!
//! The readings of a row are the same few for all rows with as many jokers: one joker takes 13 ranks, two take 91 pairs of
//! ranks, three 455. So the lanes of the row kernels try them one after the other on 64 rows together, and each lane keeps
//! the best that is not above its limit. Where all natural cards of a row share a suit, the same ranks are read once more
//! as a flush. What was given up: closed forms for each category, which do less work for a row, but stand beside the
//! evaluation instead of on it, and branch.
#![forbid(unsafe_code)]
// Loops over lanes and columns go by number.
#![allow(clippy::needless_range_loop)]

use crate::evaluate::{count, five, sort, three};
use crate::kernels::{self, Job, Kernel, Lanes};

/// Rows of which every one has `J` undeclared jokers and otherwise natural cards.
struct Read<'a, const C: usize, const J: usize> {
    rows: &'a [[u8; C]],
    five_of_a_kind: bool,
    limits: &'a [u32],
    out: &'a mut [u32],
}

/// The strongest readings of rows, each not above its limit, as `jokers::read_row` finds them for one; 0 where every reading is
/// above it. Every row has so many undeclared jokers, one to three, and otherwise natural cards.
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
        1 => kernels::run(kernel, Read::<C, 1> { rows, five_of_a_kind, limits, out }),
        2 => kernels::run(kernel, Read::<C, 2> { rows, five_of_a_kind, limits, out }),
        3 => kernels::run(kernel, Read::<C, 3> { rows, five_of_a_kind, limits, out }),
        _ => panic!("a row has one to three jokers, not {jokers}"),
    }
}

impl<const C: usize, const J: usize> Job<C> for Read<'_, C, J> {
    type Out = ();

    #[inline(always)]
    fn run<const L: usize, const W: usize, K: Lanes<L>>(self, kernel: K) {
        for ((rows, limits), out) in self.rows.chunks(L).zip(self.limits.chunks(L)).zip(self.out.chunks_mut(L)) {
            let (mut block, mut most, mut best) = ([[0; C]; L], [0; L], [0; L]);
            block[..rows.len()].copy_from_slice(rows);
            most[..rows.len()].copy_from_slice(limits);
            read::<C, J, L, K>(kernel, &block, self.five_of_a_kind, &most, &mut best);
            out.copy_from_slice(&best[..rows.len()]);
        }
    }
}

#[inline(always)]
fn read<const C: usize, const J: usize, const L: usize, K: Lanes<L>>(
    kernel: K,
    rows: &[[u8; C]; L],
    five_of_a_kind: bool,
    limits: &[u32; L],
    best: &mut [u32; L],
) {
    let mut cards = kernel.columns(rows);
    let mut suited = [0u8; L];
    let mut any_suited = 0;
    for i in 0..L {
        // Jokers have the highest ids: they come first.
        let mut sorted = [[0; 1]; C];
        for j in 0..C {
            sorted[j][0] = cards[j][i];
        }
        sort(&mut sorted);
        let mut suits = 0;
        for j in 0..C {
            cards[j][i] = sorted[j][0];
            suits |= if j < J { 0 } else { sorted[j][0] ^ sorted[C - 1][0] };
        }
        suited[i] = if (C == 5) & (suits & 3 == 0) { 255 } else { 0 };
        any_suited |= suited[i];
    }
    let mut ranks = [[0; L]; C];
    for j in J..C {
        ranks[j] = kernel.ranks(&cards[j]);
    }
    let mut keys = [[0; L]; C];
    let mut bytes = [[0; L]; 3];
    let mut words = [0; L];
    let mut taken = [13; J];
    loop {
        for i in 0..L {
            let mut r = [[0; 1]; C];
            for j in 0..C {
                r[j][0] = if j < J { taken[j] } else { ranks[j][i] };
            }
            let mut k = [[0; 1]; C];
            count(&r, &mut k);
            sort(&mut k);
            let mut strength = [0; 3];
            if C == 5 {
                five(&[k[0][0], k[1][0], k[2][0], k[3][0], k[4][0]], false, &mut strength);
                let five_equal = k[0][0] >= 0x40;
                strength[0] = if five_equal { 0x90 | k[0][0] & 0xf } else { strength[0] };
                for j in 0..3 {
                    strength[j] = if five_equal & !five_of_a_kind { 0 } else { strength[j] };
                }
            } else {
                three(&[k[0][0], k[1][0], k[2][0]], &mut strength);
            }
            for j in 0..3 {
                bytes[j][i] = strength[j];
            }
            for j in 0..C {
                keys[j][i] = k[j][0];
            }
        }
        kernel.join(&bytes, &mut words);
        keep_best(&words, limits, best);
        if C == 5 && any_suited != 0 {
            for i in 0..L {
                let mut strength = [0; 3];
                five(&[keys[0][i], keys[1][i], keys[2][i], keys[3][i], keys[4][i]], true, &mut strength);
                // A suit has each rank once.
                let flush = (suited[i] != 0) & (keys[0][i] < 0x10);
                for j in 0..3 {
                    bytes[j][i] = if flush { strength[j] } else { 0 };
                }
            }
            kernel.join(&bytes, &mut words);
            keep_best(&words, limits, best);
        }
        // The next ranks, never rising from joker to joker.
        let mut last = J;
        while last > 0 && taken[last - 1] == 1 {
            last -= 1;
        }
        if last == 0 {
            return;
        }
        let next = taken[last - 1] - 1;
        for j in last - 1..J {
            taken[j] = next;
        }
    }
}

#[inline(always)]
fn keep_best<const L: usize>(strengths: &[u32; L], limits: &[u32; L], best: &mut [u32; L]) {
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
            ((*stream >> 33) * n >> 31) as u8
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
