//! Setting a whole hand at once: the exact best arrangement, as a placement.
#![forbid(unsafe_code)]

use super::Seen;
use crate::arrange::{Goal, Workspace, arrange};
use crate::board::{Board, Row};
use crate::cards::Card;
use crate::error::Fault;
use crate::payoff::Payoff;
use crate::placement::Placement;
use crate::table::FANTASYLAND;
use std::cell::RefCell;

/// What a next Fantasyland of so many cards is worth in points. Heads-up figures, in which 14 cards are worth 9.7.
pub const WORTH: [(u8, i32); 5] = [(13, 7), (14, 10), (15, 13), (16, 17), (17, 20)];

thread_local! {
    /// The lists of the search, one for each thread that plays.
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

/// The goals of all hands that are set at once: one outside Fantasyland, and one for each number of cards in it.
pub struct Setter {
    goals: Vec<Goal>,
}

impl Setter {
    pub fn new(payoff: &Payoff) -> Result<Setter, Fault> {
        let mut worth = [0.0; 18];
        for (cards, points) in WORTH {
            worth[cards as usize] = points as f64;
        }
        let goal = |cards| Goal::new(payoff, cards, &worth);
        let goals = std::iter::once(0).chain(FANTASYLAND).map(goal).collect::<Result<_, _>>()?;
        Ok(Setter { goals })
    }

    /// The best arrangement of what the seat holds; the first legal placement should there be none.
    pub fn set(&self, seen: &Seen<'_>) -> Placement {
        let at = seen.fantasyland().checked_sub(FANTASYLAND.start() - 1).unwrap_or(0) as usize;
        let found = WORKSPACE.with_borrow_mut(|workspace| arrange(&self.goals[at], seen.dealt(), 1, workspace));
        match found.ok().and_then(|found| found.into_iter().next()) {
            Some(best) => placement(seen.dealt(), &best.board),
            None => seen.legal().find(0),
        }
    }
}

/// The placement that makes a board of these cards.
fn placement(dealt: &[Card], board: &Board) -> Placement {
    let mut placement = Placement::NOTHING;
    for row in Row::ALL {
        for card in board.row(row) {
            let Some(slot) = dealt.iter().position(|held| *held == card.physical()) else { continue };
            placement = placement.with(slot, row);
            if let (Some(face), true) = (card.face(), card.is_joker()) {
                placement = placement.declare(card.joker_number(), face);
            }
        }
    }
    placement
}
