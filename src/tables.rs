//! Many tables at once.
//!
//! Boards come as rows of thirteen bytes. A block of tables is turned into columns, the lanes of the row kernels evaluate it,
//! and one bit mask a board says whether all its cards are natural and different. Boards with jokers, and those in which
//! something is wrong, take the way of single boards: so every rule and every message stands once.
#![forbid(unsafe_code)]

use crate::board::Board;
use crate::cards::CardSet;
use crate::error::Fault;
use crate::evaluate::{Kernel, five_columns, three_columns};
use crate::payoff::Payoff;
use crate::score::{Facts, MAX_SEATS, Standing, check_facts, on_two_boards, settle, sit, standing, surrendered};
use crate::strength::{Strength, low};

/// Boards in a block: the columns and strengths of one stay in the first-level cache.
const BLOCK: usize = 256;

/// What the tables know: nothing (an empty slice), the same for all (one value a seat), or one value a seat and table.
#[derive(Clone, Copy, Default)]
pub struct ManyFacts<'a> {
    pub fantasyland: &'a [u8],
    pub surrendered: &'a [bool],
    pub stacks: &'a [i32],
    /// None, one for all, or one a table.
    pub button: &'a [u8],
}

/// The values of one table, seat by seat; defaults where nothing is known.
fn of_table<T: Copy + Default>(values: &[T], seats: usize, table: usize) -> [T; MAX_SEATS] {
    let from = if values.len() > seats { table * seats } else { 0 };
    let mut found = [T::default(); MAX_SEATS];
    if !values.is_empty() {
        found[..seats].copy_from_slice(&values[from..from + seats]);
    }
    found
}

impl ManyFacts<'_> {
    fn of(&self, table: usize, seats: usize) -> Facts {
        Facts {
            fantasyland: of_table(self.fantasyland, seats, table),
            surrendered: of_table(self.surrendered, seats, table),
            stacks: (!self.stacks.is_empty()).then(|| of_table(self.stacks, seats, table)),
            button: match self.button {
                [] => seats - 1,
                [all] => *all as usize,
                each => each[table] as usize,
            },
        }
    }
}

/// The boards of a block as columns, and what the lanes make of them.
struct Block {
    columns: [[u8; BLOCK]; Board::PLACES],
    masks: [u64; BLOCK],
    rows: [[u32; BLOCK]; 3],
}

impl Block {
    /// Reads the boards, each into a lane.
    fn read(&mut self, boards: &[[u8; Board::PLACES]], kernel: Kernel) {
        for (lane, board) in boards.iter().enumerate() {
            for (column, &card) in self.columns.iter_mut().zip(board) {
                column[lane] = card;
            }
        }
        let lanes = boards.len();
        self.masks.fill(0);
        for column in &self.columns {
            for (mask, &card) in self.masks[..lanes].iter_mut().zip(column) {
                // Ids above 63 lose their high bits here and are caught by `natural`.
                *mask |= 1 << (card & 63);
            }
        }
        let [t0, t1, t2, m0, m1, m2, m3, m4, b0, b1, b2, b3, b4] = &self.columns;
        let [top, middle, bottom] = &mut self.rows;
        three_columns([&t0[..lanes], &t1[..lanes], &t2[..lanes]], &mut top[..lanes], kernel);
        let middles = [&m0[..lanes], &m1[..lanes], &m2[..lanes], &m3[..lanes], &m4[..lanes]];
        five_columns(middles, &mut middle[..lanes], kernel);
        let bottoms = [&b0[..lanes], &b1[..lanes], &b2[..lanes], &b3[..lanes], &b4[..lanes]];
        five_columns(bottoms, &mut bottom[..lanes], kernel);
    }

    /// Whether the lane's board is thirteen different natural cards.
    fn natural(&self, lane: usize, board: &[u8; Board::PLACES]) -> bool {
        self.masks[lane].count_ones() == 13 && board.iter().all(|&card| card < 52)
    }

    fn standing(&self, lane: usize, current: u8, payoff: &Payoff) -> Standing {
        let mut rows = self.rows.each_ref().map(|row| Strength(row[lane]));
        if payoff.order.deuce_to_seven {
            rows[1] = low::from_high(rows[1]);
        }
        standing(payoff.order.is_legal(rows).then_some(rows), self.masks[lane], current, payoff)
    }
}

/// Points of `boards.len() / seats` tables, seat by seat; `visit` is called with each table's standings.
///
/// The first table that cannot be scored is named in the fault.
pub fn score_many(
    boards: &[[u8; Board::PLACES]],
    seats: usize,
    facts: &ManyFacts<'_>,
    payoff: &Payoff,
    kernel: Kernel,
    out: &mut [i32],
    mut visit: impl FnMut(&[Standing]),
) -> Result<(), Fault> {
    let mut block = Box::new(Block { columns: [[0; BLOCK]; Board::PLACES], masks: [0; BLOCK], rows: [[0; BLOCK]; 3] });
    let step = BLOCK / seats;
    let one_for_all = facts.fantasyland.len().max(facts.surrendered.len()).max(facts.stacks.len()) <= seats;
    let shared = one_for_all && facts.button.len() <= 1;
    let mut known = facts.of(0, seats);
    if !boards.is_empty() {
        check_facts(&known, seats, payoff)?;
    }
    let mut standings = [surrendered(); MAX_SEATS];
    for (number, (tables, out)) in boards.chunks(step * seats).zip(out.chunks_mut(step * seats)).enumerate() {
        block.read(tables, kernel);
        for (at, (table, out)) in tables.chunks_exact(seats).zip(out.chunks_exact_mut(seats)).enumerate() {
            let index = number * step + at;
            let here = |fault: Fault| fault.at(format!("table {index}"));
            if !shared {
                known = facts.of(index, seats);
                check_facts(&known, seats, payoff).map_err(here)?;
            }
            let mut seen = CardSet::EMPTY;
            for (seat, bytes) in table.iter().enumerate() {
                let lane = at * seats + seat;
                let board = || Board::from_bytes(bytes).map_err(|fault| here(fault.at(format!("seat {seat}"))));
                let cards = if block.natural(lane, bytes) && !known.surrendered[seat] {
                    standings[seat] = block.standing(lane, known.fantasyland[seat], payoff);
                    CardSet(block.masks[lane])
                } else {
                    let board = board()?;
                    standings[seat] = sit(&board, seat, &known, payoff).map_err(here)?;
                    board.set()
                };
                if seen.0 & cards.0 != 0 {
                    return Err(here(on_two_boards(&board()?, seat, seen)));
                }
                seen.0 |= cards.0;
            }
            let points = settle(&standings[..seats], known.stacks, known.button, payoff, |_| {});
            out.copy_from_slice(&points[..seats]);
            visit(&standings[..seats]);
        }
    }
    Ok(())
}
