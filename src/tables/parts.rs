//! The parts of many scores as columns.
#![forbid(unsafe_code)]
// Loops over lanes go by number.
#![allow(clippy::needless_range_loop)]

use super::block::{BOARDS, Block};
use super::points::Points;
use crate::kernels::{self, Job, Kernel, Lanes};
use crate::score::{Standing, earning, surrendered};
use crate::strength::Strength;

/// The parts of scores, a value for each seat of each table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    pub strengths: Vec<[u32; 3]>,
    pub foul: Vec<bool>,
    pub royalties: Vec<[i32; 3]>,
    pub moon: Vec<bool>,
    pub multiplier: Vec<i32>,
    pub fantasyland: Vec<u8>,
    pub choice: Vec<bool>,
}

impl Parts {
    /// Room for so many boards.
    pub fn new(boards: usize) -> Parts {
        Parts {
            strengths: vec![[0; 3]; boards],
            foul: vec![false; boards],
            royalties: vec![[0; 3]; boards],
            moon: vec![false; boards],
            multiplier: vec![0; boards],
            fantasyland: vec![0; boards],
            choice: vec![false; boards],
        }
    }

    pub(super) fn set(&mut self, board: usize, standing: &Standing) {
        self.strengths[board] = standing.rows.map(|Strength(strength)| strength);
        self.foul[board] = standing.foul;
        self.royalties[board] = standing.royalties;
        self.moon[board] = standing.moon;
        self.multiplier[board] = standing.multiplier;
        self.fantasyland[board] = standing.fantasyland;
        self.choice[board] = standing.choice;
    }

    /// The boards of a block whose points were found, each with its cards of Fantasyland in this hand.
    pub(super) fn set_block(
        &mut self,
        from: usize,
        block: &Block,
        points: &Points<'_>,
        current: &[u8],
        kernel: Kernel,
    ) {
        kernels::run(kernel, Set { parts: self, from, block, points, current });
    }
}

struct Set<'a> {
    parts: &'a mut Parts,
    from: usize,
    block: &'a Block,
    points: &'a Points<'a>,
    current: &'a [u8],
}

impl Job<13> for Set<'_> {
    type Out = ();

    #[inline(always)]
    fn run<const L: usize, const W: usize, K: Lanes<L>>(self, kernel: K) {
        let Set { parts, from, block, points, current } = self;
        let payoff = points.payoff;
        let boards = current.len();
        assert!(boards <= BOARDS, "a block holds so many boards at most");
        let mut entries = [0; BOARDS];
        for place in 0..boards.div_ceil(L) {
            let [tops, middles]: [&[u32; L]; 2] = [0, 1].map(|row| &block.rows[row].as_chunks().0[place]);
            let entries: &mut [u8; L] = &mut entries.as_chunks_mut().0[place];
            let mut classes = [0; L];
            for i in 0..L {
                classes[i] = Strength(tops[i]).class() as u8;
            }
            *entries = kernel.look_up(&payoff.entry[0], &classes);
            if payoff.order.deuce_to_seven {
                let with_best_low = kernel.look_up(&payoff.entry[1], &classes);
                for i in 0..L {
                    let best_low = payoff.is_best_low(Strength(middles[i]));
                    entries[i] = if best_low { with_best_low[i] } else { entries[i] };
                }
            }
        }
        // Into arrays of this function first: of those the compiler knows that none overlaps another.
        let (mut strengths, mut royalties, mut multiplier) = ([[0; 3]; BOARDS], [[0; 3]; BOARDS], [0; BOARDS]);
        let (mut foul, mut moon, mut choice) = ([false; BOARDS], [false; BOARDS], [false; BOARDS]);
        let mut fantasyland = [0; BOARDS];
        let seats = points.columns::<1>(block, current);
        // One loop for each shape of column, for the compiler's sake; it drops what a loop has no use for.
        for i in 0..boards {
            let seat = seats.standing(i, 0, payoff);
            for row in 0..3 {
                strengths[i][row] = seat.rows[row].0;
                royalties[i][row] = seat.royalties[row];
            }
        }
        for i in 0..boards {
            let seat = seats.standing(i, 0, payoff);
            multiplier[i] = seat.multiplier;
            foul[i] = seat.foul;
            moon[i] = seat.moon;
        }
        for i in 0..boards {
            let seat = Standing { rows: strengths[i].map(Strength), foul: foul[i], ..surrendered() };
            fantasyland[i] = earning(seat, entries[i], 0, current[i], payoff).fantasyland;
        }
        for i in 0..boards {
            let earns = payoff.earns_choice(block.cards[i], current[i]);
            choice[i] = earns & (fantasyland[i] == 0);
        }
        let to = from..from + boards;
        parts.strengths[to.clone()].copy_from_slice(&strengths[..boards]);
        parts.foul[to.clone()].copy_from_slice(&foul[..boards]);
        parts.royalties[to.clone()].copy_from_slice(&royalties[..boards]);
        parts.moon[to.clone()].copy_from_slice(&moon[..boards]);
        parts.multiplier[to.clone()].copy_from_slice(&multiplier[..boards]);
        parts.fantasyland[to.clone()].copy_from_slice(&fantasyland[..boards]);
        parts.choice[to].copy_from_slice(&choice[..boards]);
    }
}
