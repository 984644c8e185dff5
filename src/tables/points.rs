//! Points of a block of tables, in lanes.
#![forbid(unsafe_code)]
// Loops over lanes and columns go by number.
#![allow(clippy::needless_range_loop)]

use super::block::{BOARDS, Block, is_sound};
use crate::board::Row;
use crate::kernels::{self, Job, Kernel, Lanes};
use crate::payoff::{Payoff, Spades};
use crate::score::{Standing, counted, owed, surrendered, table_multiplier};
use crate::strength::Strength;

/// The royalties of the rules, cut into bytes, which the kernels look up; and room for those of a block.
pub struct Points<'a> {
    pub payoff: &'a Payoff,
    /// The lowest bytes of all royalties, the next, and so on.
    bytes: [[[u8; 256]; 3]; 4],
    /// The number of bytes that hold them all; mostly one.
    width: usize,
    royalties: [[i32; BOARDS]; 3],
    multipliers: [i32; BOARDS],
}

impl Points<'_> {
    pub fn new(payoff: &Payoff) -> Points<'_> {
        let mut points = Points {
            payoff,
            bytes: [[[0; 256]; 3]; 4],
            width: 0,
            royalties: [[0; BOARDS]; 3],
            multipliers: [1; BOARDS],
        };
        let all = payoff.royalties.as_flattened().iter().fold(0, |all, royalty| all | royalty);
        while points.width < 4 && (all as u32) >> (8 * points.width) != 0 {
            for (bytes, royalties) in points.bytes[points.width].iter_mut().zip(&payoff.royalties) {
                for (byte, royalty) in bytes.iter_mut().zip(royalties) {
                    *byte = (royalty >> (8 * points.width)) as u8;
                }
            }
            points.width += 1;
        }
        points
    }

    /// The points of the first tables of a block, without a cap and where nobody gave up. `current` are the cards of
    /// Fantasyland in this hand of all seats. False when a table is not sound.
    pub fn of(&mut self, block: &Block, seats: usize, current: &[u8], kernel: Kernel, out: &mut [i32]) -> bool {
        match seats {
            2 => kernels::run(kernel, Score { points: self, block, current, out: out.as_chunks_mut::<2>().0 }),
            3 => kernels::run(kernel, Score { points: self, block, current, out: out.as_chunks_mut::<3>().0 }),
            4 => kernels::run(kernel, Score { points: self, block, current, out: out.as_chunks_mut::<4>().0 }),
            _ => panic!("a table has two to four seats, not {seats}"),
        }
    }
}

impl Points<'_> {
    /// What the tables of a block bring, when their royalties and multipliers were found.
    #[inline(always)]
    pub fn columns<'a, const SEATS: usize>(&'a self, block: &'a Block, current: &'a [u8]) -> Columns<'a, SEATS> {
        let tables = current.len() / SEATS;
        Columns {
            rows: block.rows.each_ref().map(|row| &row.as_chunks().0[..tables]),
            royalties: self.royalties.each_ref().map(|row| &row.as_chunks().0[..tables]),
            multipliers: &self.multipliers.as_chunks().0[..tables],
            current: current.as_chunks().0,
        }
    }
}

struct Score<'a, 'b, const SEATS: usize> {
    points: &'a mut Points<'b>,
    block: &'a Block,
    current: &'a [u8],
    out: &'a mut [[i32; SEATS]],
}

impl<const SEATS: usize> Job<13> for Score<'_, '_, SEATS> {
    type Out = bool;

    #[inline(always)]
    fn run<const L: usize, const W: usize, K: Lanes<L>>(self, kernel: K) -> bool {
        let Score { points, block, current, out } = self;
        let payoff = points.payoff;
        let tables = out.len();
        let mut all_sound = true;
        for cards in &block.cards.as_chunks::<SEATS>().0[..tables] {
            let cards = cards.iter().fold(0, |cards, more| cards | more);
            all_sound &= is_sound(cards, SEATS, payoff.jokers);
        }
        if !all_sound {
            return false;
        }
        for place in 0..(tables * SEATS).div_ceil(L) {
            for row in Row::ALL {
                let strengths: &[u32; L] = &block.rows[row as usize].as_chunks().0[place];
                let royalties: &mut [i32; L] = &mut points.royalties[row as usize].as_chunks_mut().0[place];
                let mut classes = [0; L];
                for i in 0..L {
                    classes[i] = (strengths[i] >> 16) as u8;
                }
                *royalties = [0; L];
                for (at, bytes) in points.bytes[..points.width].iter().enumerate() {
                    let found = kernel.look_up(&bytes[row as usize], &classes);
                    for i in 0..L {
                        royalties[i] |= (found[i] as i32) << (8 * at);
                    }
                }
                if payoff.order.deuce_to_seven {
                    for i in 0..L {
                        royalties[i] = payoff.royalty_of_class(row, royalties[i], Strength(strengths[i]));
                    }
                }
            }
        }
        if payoff.spades != Spades::Off {
            for (multiplier, &cards) in points.multipliers.iter_mut().zip(&block.cards[..tables * SEATS]) {
                *multiplier = payoff.multiplier(cards);
            }
        }
        let columns = points.columns(block, &current[..tables * SEATS]);
        settle(&columns, payoff, out);
        true
    }
}

/// What the seats of some tables bring.
pub struct Columns<'a, const SEATS: usize> {
    rows: [&'a [[u32; SEATS]]; 3],
    royalties: [&'a [[i32; SEATS]]; 3],
    multipliers: &'a [[i32; SEATS]],
    current: &'a [[u8; SEATS]],
}

impl<const SEATS: usize> Columns<'_, SEATS> {
    /// Without what the seat earns for the next hand.
    #[inline(always)]
    pub fn standing(&self, table: usize, seat: usize, payoff: &Payoff) -> Standing {
        let rows = self.rows.map(|row| Strength(row[table][seat]));
        let royalties = self.royalties.map(|row| row[table][seat]);
        let legal = payoff.order.is_legal(rows);
        counted(rows, legal, royalties, self.multipliers[table][seat], self.current[table][seat], payoff)
    }
}

/// What `score::settle` does with one table, in a loop over many.
#[inline(always)]
fn settle<const SEATS: usize>(columns: &Columns<'_, SEATS>, payoff: &Payoff, out: &mut [[i32; SEATS]]) {
    for table in 0..out.len() {
        // Seats and pairs are written out, so that the compiler sees one loop; the first pairs are those of the first seats.
        let mut standings = [surrendered(); SEATS];
        macro_rules! sit {
            ($($seat:literal)*) => { $(
                if $seat < SEATS {
                    standings[$seat] = columns.standing(table, $seat, payoff);
                }
            )* };
        }
        sit!(0 1 2 3);
        let highest = table_multiplier(&standings, payoff);
        let mut points = [0; SEATS];
        macro_rules! pay {
            ($($a:literal $b:literal),*) => { $(
                if $b < SEATS {
                    let paid = owed(&standings[$a], &standings[$b], highest, payoff).paid();
                    points[$a] += paid;
                    points[$b] -= paid;
                }
            )* };
        }
        pay!(0 1, 0 2, 1 2, 0 3, 1 3, 2 3);
        out[table] = points;
    }
}
