//! Fantasyland: the best legal arrangement of 13 to 17 cards, exact.
//!
//! Seventeen cards can be laid out in 171,531,360 ways. The search looks at a few dozen of them and proves that no
//! other is better. What makes that possible is that the worth of a board (royalties, the next Fantasyland, rows won
//! against known boards or a sample) never falls when a row gets stronger. So for a bottom and a middle only the
//! strongest legal top matters, and the worth of (this bottom, the strongest middle that may follow, the strongest top
//! that may follow) is a bound of every board on this bottom, whether or not those two rows can be had together.
//!
//! **What is compared.** A board is one number: value, bottom, middle, top from the high bits to the low
//! (`search::key`). So ties need no thought, and a bound is such a number too: all boards that it covers have smaller
//! ones.
//!
//! **Suits collapse.** Outside flushes a row is a multiset of ranks. The cards still in hand are four planes of rank
//! bits (`held`): "ranks of which there are three" is a mask at hand, taking a row out is a shift, the strongest top
//! under a limit takes a few bit operations. Only flushes need their cards: all five-card subsets of a suit are listed
//! once, strongest first. Other rows are made on demand, strongest first, by loops over rank masks (`rows`).
//!
//! **No suit is checked** while searching. A straight or a high-card row whose cards could only be of one suit would
//! really be a flush, stronger than it was counted. As a bottom the real board is better and is met too, as a flush; as
//! a middle, either the board is legal and better, or the order breaks and swapping bottom and middle gives a legal
//! board that is better and is met as well. So the best board always has its cards (`lay` finds them); where more
//! boards than the best are wanted, and for moons, each board is laid before it counts.
//!
//! **The search.** 1. Bottoms that are straights or better, each with its bound, in a heap: while the first bound beats
//! the best board so far, go through the middles on that bottom, strongest first; the bound of the rest, with the top
//! that is possible under the middle's category, ends the loop early. Where there are many bottoms the bound comes in
//! two steps: one that knows only how many jokers are left, and the sharp one for those that reach the front of the
//! heap. 2. Weaker bottoms, trips down to high card: each category, then each group of ranks, then each kicker only
//! while its bound beats the best, which is seldom.
//!
//! **Jokers** are read as what the row needs. In a board's reading a joker that stands for a card which lies elsewhere
//! on the board may change places with it, so it is enough to spend natural cards first, row by row. Within a row
//! jokers stand for the rank that makes it strongest; weaker readings of the same cards only matter under a limit (a
//! middle whose best reading is above the bottom), and only then are they made. Automatic jokers are read bottom first,
//! as strong as possible; since that is no worse in any row than any other legal reading, maximising over all readings
//! finds that one. Declared jokers differ only in flushes, where they may repeat a card.
//!
//! **Moons** are worth a fixed number instead, which breaks the rule that stronger is better, once: bottoms that are no
//! moons are searched as always, and those that are by themselves. No joker is in those: it would make at least a pair.
//!
//! **What was given up.** Goals that may fall in other ways, and several best boards with jokers, take the slower road
//! (`exhaust`), which lists every row of the deal in every reading and visits all boards but those that a bound on
//! raised tables excludes. It is exact as well; it is chosen by `is_fast`:
//!
//! | setting | 14 cards, 17 cards (median) |
//! |---|---|
//! | royalties or stay values that fall when a row gets stronger | 0.5 ms, 2.5 ms; with 3 jokers 11 ms, 21 ms |
//! | a deuce-to-seven middle | 0.3 ms, 1.2 ms |
//! | the two of spades multiplies and may be thrown away | 0.5 ms, 2.3 ms; against 256 boards 1.2 ms, 4 ms |
//! | more boards than one with 1, 2, 3 jokers | 2, 6, 10 ms; 8, 12, 16 ms; 3 declared ones 90 ms, 130 ms |
//! | moons with 3 declared jokers | 90 ms, 140 ms |
//!
//! A precomputed table of rows was not used: lists made for the deal are short, and stay in the nearest cache.
#![forbid(unsafe_code)]

mod exhaust;
mod flushes;
mod goal;
mod held;
mod lay;
mod many;
mod rows;
mod sample;
mod search;
mod table;

pub use goal::{Goal, MOST_STAY_VALUE};
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

/// The `most` best boards that differ in strength, best first; fewer where there are no more. Equal values are ordered
/// by the strongest bottom, then middle, then top.
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
    if is_fast(goal, &deal, most) {
        let values = goal.with_multiplier(goal.payoff().multiplier(deal.naturals()));
        let keys = search::search(&deal, &values, most, goal.knows_moon(), workspace);
        let laid = |key| Some(answer(goal, &deal, key, lay::lay(&deal, search::rows_of(key))?));
        let answers: Vec<Arrangement> = keys.into_iter().filter_map(laid).collect();
        debug_assert!(!answers.is_empty(), "the search found no board that has its cards");
        if !answers.is_empty() {
            return Ok(answers);
        }
    }
    let found = exhaust(&deal, goal, most);
    if found.is_empty() {
        return Ok(vec![forced_foul(goal, &deal)]);
    }
    Ok(found.iter().map(|found| answer(goal, &deal, found.key, found.board)).collect())
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
