//! Some tables at once, in lanes.
//!
//! The boards of a block come as rows of thirteen bytes and stay in the first-level cache from the first step to the last.
//! Their columns go through the row kernels. A word of bits for each board says which cards lie on it: a table is sound
//! when the words of its boards together have as many bits as it has places. Rows with jokers are read apart. Royalties are
//! looked up by the high byte of the strengths, and the points come from the lines that score a single table (`score::owed`
//! and what it calls), in a loop without branches that the compiler turns into vectors.
#![forbid(unsafe_code)]
// Loops over lanes and columns go by number.
#![allow(clippy::needless_range_loop)]

use crate::board::{Board, Row};
use crate::cards::{Card, DECK};
use crate::evaluate::lanes;
use crate::jokers;
use crate::kernels::{self, Job, Kernel, Lanes};
use crate::payoff::{JokerMode, Payoff};
use crate::score::{Standing, standing};
use crate::strength::{Strength, low};

/// Boards in a block: whole tables of two, three and four seats, and whole lanes.
pub const BOARDS: usize = 384;

pub type Bytes = [u8; Board::PLACES];

/// What the lanes make of the boards of a block, in their order.
pub struct Block {
    /// The physical cards on each board, a bit for each id. Ids of no card and repeated cards leave too few bits.
    pub cards: [u64; BOARDS],
    /// Strengths of the tops, the middles and the bottoms, on the scales of their places.
    pub rows: [[u32; BOARDS]; 3],
    /// How many jokers each row of the sound boards has that the engine must read; not 0 in declared rows to read again.
    jokers: [[u8; BOARDS]; 3],
}

impl Block {
    pub fn new() -> Block {
        Block { cards: [0; BOARDS], rows: [[0; BOARDS]; 3], jokers: [[0; BOARDS]; 3] }
    }

    /// Takes in at most `BOARDS` boards.
    pub fn read(&mut self, boards: &[Bytes], payoff: &Payoff, kernel: Kernel) {
        if !kernels::run(kernel, Read { block: self, boards, payoff }) {
            return;
        }
        if payoff.joker_mode == JokerMode::Declared || payoff.order.deuce_to_seven {
            self.read_boards(boards, payoff);
        } else {
            // Bottoms first: a row is the limit of the row above it.
            self.read_rows::<5>(Row::Bottom, boards, payoff, kernel);
            self.read_rows::<5>(Row::Middle, boards, payoff, kernel);
            self.read_rows::<3>(Row::Top, boards, payoff, kernel);
        }
    }

    /// Whether so many boards from one on hold nothing but cards that the rules know, each once.
    #[inline]
    pub fn is_sound(&self, from: usize, boards: usize, payoff: &Payoff) -> bool {
        let cards = self.cards[from..from + boards].iter().fold(0, |cards, more| cards | more);
        is_sound(cards, boards, payoff.jokers)
    }

    /// A sound board as a seat.
    pub fn standing(&self, board: usize, current: u8, payoff: &Payoff) -> Standing {
        let rows = self.rows.each_ref().map(|row| Strength(row[board]));
        let naturals = self.cards[board] & ((1 << DECK) - 1);
        standing(payoff.order.is_legal(rows).then_some(rows), naturals, current, payoff)
    }

    /// Boards with rows that the lanes could not judge, one by one.
    fn read_boards(&mut self, boards: &[Bytes], payoff: &Payoff) {
        for (i, bytes) in boards.iter().enumerate() {
            if self.jokers.iter().any(|row| row[i] > 0) {
                let board = Board::complete(bytes.map(|id| Card::from_id(id).unwrap_or(Card::NONE)));
                let [top, middle, bottom] = payoff.read(&board).unwrap_or([Strength::MAX, Strength(0), Strength(0)]);
                (self.rows[0][i], self.rows[1][i], self.rows[2][i]) = (top.0, middle.0, bottom.0);
            }
        }
    }

    /// Rows with jokers that the engine reads. Where no reading is legal, a row becomes 0, below every top, and a top comes
    /// above everything: in either way the board is a foul.
    fn read_rows<const C: usize>(&mut self, row: Row, boards: &[Bytes], payoff: &Payoff, kernel: Kernel) {
        let held = &self.jokers[row as usize][..boards.len()];
        let most = held.iter().fold(0, |most, &jokers| jokers.max(most));
        for jokers in 1..=most {
            let mut places = [0u16; BOARDS];
            let mut count = 0;
            for (board, &held) in held.iter().enumerate() {
                places[count] = board as u16;
                count += (held == jokers) as usize;
            }
            let mut rows = [[0; C]; BOARDS];
            let mut limits = [0; BOARDS];
            let mut read = [0; BOARDS];
            let (places, rows, limits, read) =
                (&places[..count], &mut rows[..count], &mut limits[..count], &mut read[..count]);
            for ((&board, cards), limit) in places.iter().zip(&mut *rows).zip(&mut *limits) {
                cards.copy_from_slice(&boards[board as usize][row.range()]);
                *limit = match row {
                    Row::Bottom => Strength::MAX.0,
                    Row::Middle => self.rows[2][board as usize],
                    Row::Top => payoff.order.top_limit(Strength(self.rows[1][board as usize])).0,
                };
            }
            jokers::lanes::read_rows(rows, jokers as usize, payoff.five_of_a_kind, limits, read, kernel);
            for (&board, &mut best) in places.iter().zip(read) {
                let none = (row == Row::Top) & (best == 0);
                self.rows[row as usize][board as usize] = if none { Strength::MAX.0 } else { best };
            }
        }
    }
}

/// Whether the cards of so many boards are all known to rules with so many jokers, and different.
#[inline(always)]
pub fn is_sound(cards: u64, boards: usize, jokers: u8) -> bool {
    (cards.count_ones() == (Board::PLACES * boards) as u32) & (cards >> (DECK as u32 + jokers as u32) == 0)
}

struct Read<'a> {
    block: &'a mut Block,
    boards: &'a [Bytes],
    payoff: &'a Payoff,
}

impl Job<13> for Read<'_> {
    /// Whether some rows must be read again.
    type Out = bool;

    #[inline(always)]
    fn run<const L: usize, const W: usize, K: Lanes<L>>(self, kernel: K) -> bool {
        let mut jokers = false;
        let (whole, rest) = self.boards.as_chunks::<L>();
        let mut last = [[0; Board::PLACES]; L];
        last[..rest.len()].copy_from_slice(rest);
        let last = if rest.is_empty() { None } else { Some(&last) };
        for (place, boards) in whole.iter().chain(last).enumerate() {
            jokers |= read::<L, K>(kernel, boards, place, self.payoff, self.block);
        }
        jokers
    }
}

/// Reads the `L` boards that come at a place; whether some of their rows must be read again.
#[inline(always)]
fn read<const L: usize, K: Lanes<L>>(
    kernel: K,
    boards: &[Bytes; L],
    place: usize,
    payoff: &Payoff,
    block: &mut Block,
) -> bool {
    let mut cards = kernel.columns(boards);
    let mut large = [0; L];
    for i in 0..L {
        for j in 0..Board::PLACES {
            large[i] = cards[j][i].max(large[i]);
        }
    }
    let mut largest = 0;
    for i in 0..L {
        largest = large[i].max(largest);
    }
    let may_be_jokers = (largest >= DECK as u8) & (payoff.jokers > 0);
    let mut jokers = [[0; L]; 3];
    let mut bits = [0; L];
    if may_be_jokers & (payoff.joker_mode == JokerMode::Declared) {
        for row in Row::ALL {
            again_when_declared(&cards[row.range()], &mut jokers[row as usize]);
        }
        for j in 0..Board::PLACES {
            for i in 0..L {
                bits[i] |= 1u64.unbounded_shl(physical(cards[j][i]) as u32);
                cards[j][i] = face(cards[j][i]);
            }
        }
    } else {
        for i in 0..L {
            for j in 0..Board::PLACES {
                bits[i] |= 1u64.unbounded_shl(cards[j][i] as u32);
            }
        }
    }
    if may_be_jokers & (payoff.joker_mode == JokerMode::Auto) {
        for row in Row::ALL {
            for i in 0..L {
                for j in row.range() {
                    jokers[row as usize][i] += if cards[j][i] >= DECK as u8 { 1 } else { 0 };
                }
            }
        }
    }
    let mut strengths = [[0; L]; 3];
    let [t0, t1, t2, m0, m1, m2, m3, m4, b0, b1, b2, b3, b4] = cards;
    let [top, middle, bottom] = &mut strengths;
    lanes(kernel, &[[t0, t1, t2]], std::array::from_mut(top));
    lanes(kernel, &[[m0, m1, m2, m3, m4]], std::array::from_mut(middle));
    lanes(kernel, &[[b0, b1, b2, b3, b4]], std::array::from_mut(bottom));
    if payoff.order.deuce_to_seven {
        for i in 0..L {
            middle[i] = low::from_high(Strength(middle[i])).0;
        }
    }
    if may_be_jokers {
        for i in 0..L {
            let sound = is_sound(bits[i], 1, payoff.jokers);
            for row in 0..3 {
                jokers[row][i] = if sound { jokers[row][i] } else { 0 };
            }
        }
    }
    for row in 0..3 {
        block.rows[row].as_chunks_mut().0[place] = strengths[row];
        block.jokers[row].as_chunks_mut().0[place] = jokers[row];
    }
    block.cards.as_chunks_mut().0[place] = bits;
    may_be_jokers
}

/// The physical card of a joker that is declared; other bytes as they are.
#[inline(always)]
fn physical(id: u8) -> u8 {
    let declared = (id >= 64) & (id & 63 < DECK as u8);
    if declared { 51 + (id >> 6) } else { id }
}

/// What a declared joker stands for; other bytes as they are.
#[inline(always)]
fn face(id: u8) -> u8 {
    if id >= 64 { id & 63 } else { id }
}

/// Which rows the lanes cannot judge by their faces alone: those with a joker that is not declared, and those with a
/// declared one in which a card may be there twice.
#[inline(always)]
fn again_when_declared<const L: usize>(row: &[[u8; L]], again: &mut [u8; L]) {
    for i in 0..L {
        let (mut undeclared, mut declared, mut nearest) = (0, 0, 255);
        for j in 0..row.len() {
            undeclared |= if (row[j][i] >= DECK as u8) & (row[j][i] < 64) { 1 } else { 0 };
            declared |= if row[j][i] >= 64 { 1 } else { 0 };
            for k in 0..j {
                nearest = (face(row[j][i]) ^ face(row[k][i])).min(nearest);
            }
        }
        again[i] = undeclared | if nearest == 0 { declared } else { 0 };
    }
}
