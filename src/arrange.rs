//! Fantasyland: the best legal arrangement of 13 to 17 cards, exact.
#![forbid(unsafe_code)]

mod exhaust;
mod goal;
mod held;
mod lay;
mod many;
mod rows;
mod sample;
mod search;
mod table;

pub use goal::Goal;
pub use lay::MOST_CARDS;
pub use many::{Answer, arrange_many};
pub use sample::{pays_royalties, sample};
pub use search::Workspace;
pub use table::RowTable;

use crate::board::{Board, Row};
use crate::cards::Card;
use crate::error::{Fault, Kind};
use crate::strength::Strength;
use exhaust::exhaust;
use lay::Deal;

/// A deal's answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Arrangement {
    pub board: Board,
    pub discards: Vec<Card>,
    pub value: f64,
    /// Strengths of top, middle and bottom as they count; 0 on a foul.
    pub rows: [Strength; 3],
    /// Royalties of top, middle and bottom.
    pub royalties: [i32; 3],
    /// Cards of the next hand's Fantasyland; 0 = none.
    pub fantasyland: u8,
    /// Every arrangement of the cards is a foul, and so is this one.
    pub foul_is_forced: bool,
}

/// The `most` best boards that differ in strength, best first; fewer where there are no more. Equal values are ordered by the
/// strongest bottom, then middle, then top.
pub fn arrange(goal: &Goal, cards: &[Card], most: usize, workspace: &mut Workspace) -> Result<Vec<Arrangement>, Fault> {
    let current = goal.current() as usize;
    let deal = Deal::new(cards, goal.payoff())?;
    if current != 0 && current != cards.len() {
        return Err(Fault::new(
            Kind::Cards,
            "wrong_count",
            format!("{} cards to arrange in a Fantasyland of {current}", cards.len()),
        ));
    }
    if let Some(card) = deal.cards().iter().find(|&&card| goal.shown().contains(card)) {
        return Err(Fault::new(
            Kind::Cards,
            "repeated_card",
            format!("{card} is among the cards to arrange, but it is on an opponent's board"),
        ));
    }
    if most == 0 {
        return Ok(Vec::new());
    }
    if !is_fast(goal, &deal, most) {
        let found = exhaust(&deal, goal, most);
        if found.is_empty() {
            return Ok(vec![forced_foul(goal, &deal)]);
        }
        let answers = found.iter().map(|found| answer(goal, &deal, found.key, found.board));
        return Ok(answers.collect());
    }
    let values = goal.with_multiplier(goal.payoff().multiplier(deal.naturals()));
    let keys = search::search(&deal, &values, most, goal.knows_moon(), workspace);
    Ok(keys
        .into_iter()
        .filter_map(|key| Some(answer(goal, &deal, key, lay::lay(&deal, search::rows_of(key))?)))
        .collect())
}

/// Whether the fast search finds these answers.
fn is_fast(goal: &Goal, deal: &Deal, most: usize) -> bool {
    const DEUCE_OF_SPADES: Card = Card::natural(0, 3);
    let discards = deal.cards().len() > Board::PLACES;
    let multiplies = goal.knows_spades() && discards && deal.naturals() >> DEUCE_OF_SPADES.id() & 1 == 1;
    let jokers = !deal.jokers().is_empty();
    goal.is_monotone() && !multiplies && !(jokers && (most > 1 || deal.declared && goal.knows_moon()))
}

fn answer(goal: &Goal, deal: &Deal, key: search::Key, board: Board) -> Arrangement {
    let rows = search::rows_of(key).map(Strength);
    debug_assert_eq!(goal.payoff().read(&board), Some(rows), "{board}");
    Arrangement {
        board,
        discards: deal.discards(&board),
        value: search::value_of(key),
        rows,
        royalties: Row::ALL.map(|row| goal.payoff().royalty(row, rows[row as usize])),
        fantasyland: goal.payoff().fantasyland(rows, goal.current()),
        foul_is_forced: false,
    }
}

/// The cards in an order that costs least, where no order is legal.
fn forced_foul(goal: &Goal, deal: &Deal) -> Arrangement {
    // All that matters on a foul is which low spades lie on the board.
    let cost = |first: usize| {
        let mut cards = deal.cards().to_vec();
        cards.rotate_left(first);
        let board = Board::complete(std::array::from_fn(|place| cards[place]));
        let multiplier = goal.payoff().multiplier(crate::score::naturals(&board));
        (goal.with_multiplier(multiplier).foul(), board)
    };
    let best = (0..deal.cards().len()).map(cost).reduce(|best, next| if next.0 > best.0 { next } else { best });
    let (value, board) = best.unwrap_or_else(|| cost(0));
    Arrangement {
        board,
        discards: deal.discards(&board),
        value,
        rows: [Strength(0); 3],
        royalties: [0; 3],
        fantasyland: 0,
        foul_is_forced: true,
    }
}
