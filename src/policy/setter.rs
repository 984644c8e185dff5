//! Setting a whole hand at once: the exact best arrangement, as a placement.
#![forbid(unsafe_code)]

use super::Seen;
use crate::arrange::{Goal, RowTable, Workspace, arrange, sample};
use crate::board::{Board, Row};
use crate::cards::Card;
use crate::error::Fault;
use crate::payoff::Payoff;
use crate::placement::Placement;
use crate::table::{Deal, FANTASYLAND, Table};
use std::cell::RefCell;

/// What a next Fantasyland of so many cards is worth, in points against one opponent under the standard royalties. The 9.7
/// of 14 cards was measured; the others follow from it with the average royalties and stays of their counts.
pub const STAY_VALUES: [(u8, f64); 5] = [(13, 6.0), (14, 9.7), (15, 14.4), (16, 19.9), (17, 25.8)];

/// Boards that a closed hand is set against.
const OTHERS: usize = 64;

thread_local! {
    /// The lists of the search, one for each thread that plays.
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

/// The goals of all hands that are set at once: one outside Fantasyland, and one for each number of cards in it.
pub struct Setter {
    goals: Vec<Goal>,
}

impl Setter {
    pub fn new(payoff: &Payoff, table: &Table) -> Result<Setter, Fault> {
        let mut worth = [0.0; 18];
        for (cards, points) in STAY_VALUES {
            worth[cards as usize] = points;
        }
        let goal = |cards| Goal::new(payoff, cards, &worth);
        let mut goals = std::iter::once(0).chain(FANTASYLAND).map(goal).collect::<Result<Vec<_>, _>>()?;
        if table.deal == Deal::Closed {
            // There the rows are set for points against others who do the same.
            let others = RowTable::from_boards(&sample(payoff, OTHERS, 1)?, payoff)?;
            goals[0] = goal(0)?.against_sample(others)?;
        }
        Ok(Setter { goals })
    }

    /// The best arrangement of what the seat holds; the first legal placement should there be none.
    pub fn set(&self, seen: &Seen<'_>) -> Placement {
        let at = seen.fantasyland().saturating_sub(FANTASYLAND.start() - 1) as usize;
        let found = WORKSPACE.with_borrow_mut(|workspace| arrange(&self.goals[at], seen.dealt(), 1, workspace));
        match found.ok().and_then(|found| found.into_iter().next()) {
            Some(best) => placement(seen.dealt(), &best.board),
            None => seen.legal().find(0),
        }
    }
}

impl Setter {
    /// The best arrangement of thirteen cards, none of which can be discarded; `None` should there be none.
    pub fn lay(&self, cards: &[Card]) -> Option<Placement> {
        let found = WORKSPACE.with_borrow_mut(|workspace| arrange(&self.goals[0], cards, 1, workspace)).ok()?;
        found.first().map(|best| placement(cards, &best.board))
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
