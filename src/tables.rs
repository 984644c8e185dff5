//! Many tables at once.
//!
//! Tables go in blocks through lanes, which find the strengths of all rows and which boards are in order (`block`), the points
//! (`points`), and the parts of the scores where they are asked for (`parts`). Under a cap the order of settling counts, and
//! who gave up may have an incomplete board: then only the strengths come from lanes, and tables are settled one by one. A
//! table with something wrong goes the way of single tables from the start. So every rule and every message stands once.
#![forbid(unsafe_code)]

mod block;
mod parts;
mod points;

use crate::board::Board;
use crate::error::Fault;
use crate::evaluate::Kernel;
use crate::payoff::Payoff;
use crate::score::{Facts, MAX_SEATS, can_be_in_fantasyland, check_facts, settle, sit_all, surrendered};
use block::{BOARDS, Block, Bytes};
use points::Points;

pub use parts::Parts;

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

    /// Whether every seat of some tables can be where it is said to be: what `check_facts` asks of each.
    fn are_possible(&self, first: usize, tables: usize, seats: usize, payoff: &Payoff) -> bool {
        let fantasyland = match self.fantasyland.len() > seats {
            true => &self.fantasyland[first * seats..(first + tables) * seats],
            false => self.fantasyland,
        };
        let button = if self.button.len() > 1 { &self.button[first..first + tables] } else { self.button };
        let wrong = |cards: &u8| !can_be_in_fantasyland(*cards, payoff);
        !fantasyland.iter().any(wrong) && button.iter().all(|&button| (button as usize) < seats)
    }

    /// Whether all tables know the same.
    fn are_shared(&self, seats: usize) -> bool {
        self.fantasyland.len().max(self.surrendered.len()).max(self.stacks.len()) <= seats && self.button.len() <= 1
    }
}

/// Many tables and what is known of them.
#[derive(Clone, Copy)]
pub struct Tables<'a> {
    pub boards: &'a [Bytes],
    pub seats: usize,
    pub facts: ManyFacts<'a>,
    pub payoff: &'a Payoff,
}

/// Points of all tables, seat by seat, as `score::table` gives them for one; and their parts, if there is room for them.
///
/// The first table that cannot be scored is named in the fault.
///
/// # Panics
/// When there are not two to four seats, or facts or places for points or parts are missing.
pub fn score_many(
    tables: &Tables<'_>,
    kernel: Kernel,
    out: &mut [i32],
    mut parts: Option<&mut Parts>,
) -> Result<(), Fault> {
    let Tables { boards, seats, facts, payoff } = *tables;
    assert_eq!(out.len(), boards.len(), "the points have one place for each seat");
    if boards.is_empty() {
        return Ok(());
    }
    check_facts(&facts.of(0, seats), seats, payoff)?;
    let in_lanes = payoff.cap.is_none() && !facts.surrendered.contains(&true);
    let mut current = [0; BOARDS];
    for (current, known) in current.iter_mut().zip(facts.fantasyland.iter().cycle()) {
        *current = *known;
    }
    let mut block = Block::new();
    let mut points = Points::new(payoff);
    let step = BOARDS / seats * seats;
    for (number, (boards, out)) in boards.chunks(step).zip(out.chunks_mut(step)).enumerate() {
        block.read(boards, payoff, kernel);
        let from = number * step;
        if facts.fantasyland.len() > seats {
            current[..boards.len()].copy_from_slice(&facts.fantasyland[from..from + boards.len()]);
        }
        let possible = facts.are_possible(from / seats, boards.len() / seats, seats, payoff);
        if in_lanes && possible && points.of(&block, seats, &current, kernel, out) {
            if let Some(parts) = &mut parts {
                parts.set_block(from, &block, &points, &current[..boards.len()], kernel);
            }
        } else {
            one_by_one(tables, from / seats, &block, out, &mut parts)?;
        }
    }
    Ok(())
}

/// The tables of a block, of which the first has the number `first`.
fn one_by_one(
    tables: &Tables<'_>,
    first: usize,
    block: &Block,
    out: &mut [i32],
    parts: &mut Option<&mut Parts>,
) -> Result<(), Fault> {
    let Tables { boards, seats, facts, payoff } = *tables;
    let shared = facts.are_shared(seats);
    let mut known = facts.of(first, seats);
    let mut standings = [surrendered(); MAX_SEATS];
    for (at, out) in out.chunks_exact_mut(seats).enumerate() {
        let table = first + at;
        let here = |fault: Fault| fault.at(format!("table {table}"));
        if !shared {
            known = facts.of(table, seats);
            check_facts(&known, seats, payoff).map_err(here)?;
        }
        if block.is_sound(at * seats, seats, payoff) {
            for (seat, standing) in standings[..seats].iter_mut().enumerate() {
                *standing = match known.surrendered[seat] {
                    true => surrendered(),
                    false => block.standing(at * seats + seat, known.fantasyland[seat], payoff),
                };
            }
        } else {
            let board = |(seat, bytes)| Board::from_bytes(bytes).map_err(|fault| fault.at(format!("seat {seat}")));
            let boards = boards[table * seats..(table + 1) * seats].iter().enumerate().map(board);
            sit_all(boards, &known, payoff, &mut standings).map_err(here)?;
        }
        let points = settle(&standings[..seats], known.stacks, known.button, payoff, |_| {});
        out.copy_from_slice(&points[..seats]);
        if let Some(parts) = parts {
            for (seat, standing) in standings[..seats].iter().enumerate() {
                parts.set(table * seats + seat, standing);
            }
        }
    }
    Ok(())
}
