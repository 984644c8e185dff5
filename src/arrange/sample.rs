//! Boards of opponents who play for the rows: what a closed hand is set against when nothing is known.
#![forbid(unsafe_code)]

use crate::arrange::{Goal, RowTable, Workspace, arrange};
use crate::board::Board;
use crate::cards::{Card, DECK};
use crate::error::Fault;
use crate::payoff::Payoff;

/// How often the boards are set again, each time against the boards before. More changes nothing that matters.
const ROUNDS: usize = 4;

/// Whether any row is paid for by itself.
pub fn pays_royalties(payoff: &Payoff) -> bool {
    payoff.best_low != 0 || payoff.royalties.iter().flatten().any(|&royalty| royalty != 0)
}

/// Random hands of thirteen cards, set for points against each other; the same boards for the same seed.
pub fn sample(payoff: &Payoff, boards: usize, seed: u64) -> Result<Vec<Board>, Fault> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let mut deck: Vec<Card> = (0..DECK as u8 + payoff.jokers).filter_map(Card::from_id).collect();
    let mut deals = Vec::new();
    for _ in 0..boards {
        for place in 0..Board::PLACES {
            let rest = (deck.len() - place) as u64;
            deck.swap(place, place + (((next() >> 32) * rest) >> 32) as usize);
        }
        deals.push(deck[..Board::PLACES].to_vec());
    }
    let mut workspace = Workspace::default();
    let mut goal = Goal::new(payoff, 0, &[0.0; 18])?;
    let mut set = Vec::new();
    for _ in 0..ROUNDS {
        set.clear();
        for deal in &deals {
            set.extend(arrange(&goal, deal, 1, &mut workspace)?.iter().map(|answer| answer.board));
        }
        goal = Goal::new(payoff, 0, &[0.0; 18])?.against_sample(RowTable::from_boards(&set, payoff)?)?;
    }
    Ok(set)
}
