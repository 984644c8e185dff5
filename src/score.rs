//! Points: what a board stands for, what each pair of seats owes, what a table pays.
#![forbid(unsafe_code)]

use crate::board::{Board, Row};
use crate::cards::CardSet;
use crate::error::{Fault, Kind};
use crate::payoff::{CapMode, JokerMode, Payoff, Spades, when};
use crate::strength::Strength;

pub const MAX_SEATS: usize = 4;
const MAX_PAIRS: usize = 6;

/// A finished seat, ready to be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Strengths of top, middle, bottom as they count; 0 on a foul.
    pub rows: [Strength; 3],
    pub foul: bool,
    pub surrendered: bool,
    pub royalties: [i32; 3],
    pub moon: bool,
    pub multiplier: i32,
    /// Cards of the next hand's Fantasyland; 0 = none.
    pub fantasyland: u8,
    /// Holds The Choice in the next hand.
    pub choice: bool,
}

/// What a table knows besides the boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Cards of Fantasyland in this hand, by seat; 0 = none.
    pub fantasyland: [u8; MAX_SEATS],
    pub surrendered: [bool; MAX_SEATS],
    /// What each seat has left to lose, under a cap.
    pub stacks: Option<[i32; MAX_SEATS]>,
    pub button: usize,
}

/// What one seat owes another, line by line; positive lines are seat `a`'s gain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    pub a: usize,
    pub b: usize,
    /// Rows won by a and by b; all three against a foul.
    pub won: [i32; 2],
    pub rows: i32,
    pub scoop: i32,
    pub majority: i32,
    /// Royalties of a, and of b as a negative number.
    pub royalties: [i32; 2],
    pub moon: i32,
    pub surrender: i32,
    pub multiplier: i32,
    /// What the multiplier adds.
    pub multiplied: i32,
    /// What a cap takes back.
    pub capped: i32,
}

impl Pair {
    /// The sum of the lines, before the multiplier.
    #[inline(always)]
    fn plain(&self) -> i32 {
        self.rows + self.scoop + self.majority + self.royalties[0] + self.royalties[1] + self.moon + self.surrender
    }

    /// The sum of all lines: what b pays a.
    #[inline(always)]
    pub fn paid(&self) -> i32 {
        self.plain() + self.multiplied + self.capped
    }
}

/// A table's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ledger {
    pub seats: usize,
    pub standings: [Standing; MAX_SEATS],
    /// The pairs in the order in which they settle; `seats * (seats - 1) / 2` of them.
    pairs: [Pair; MAX_PAIRS],
    pub points: [i32; MAX_SEATS],
}

impl Ledger {
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs[..self.seats * (self.seats - 1) / 2]
    }

    pub fn standings(&self) -> &[Standing] {
        &self.standings[..self.seats]
    }

    pub fn points(&self) -> &[i32] {
        &self.points[..self.seats]
    }
}

/// A seat from the strengths that count (`None` on a foul) and the bits of its natural cards.
#[inline]
pub fn standing(rows: Option<[Strength; 3]>, naturals: u64, current: u8, payoff: &Payoff) -> Standing {
    let legal = rows.is_some();
    let rows = rows.unwrap_or([Strength(0); 3]);
    let royalties = Row::ALL.map(|row| payoff.royalty(row, rows[row as usize]));
    let counted = counted(rows, legal, royalties, payoff.multiplier(naturals), current, payoff);
    earning(counted, payoff.entry(rows), naturals, current, payoff)
}

/// What of a seat counts against another, from its rows and what they are worth: without what it earns for the next hand.
/// Free of branches, like all that follows up to [`owed`]: many tables are scored in lanes by these same lines.
#[inline(always)]
pub fn counted(
    rows: [Strength; 3],
    legal: bool,
    royalties: [i32; 3],
    multiplier: i32,
    current: u8,
    payoff: &Payoff,
) -> Standing {
    Standing {
        rows: rows.map(|row| Strength(when(legal, row.0 as i32) as u32)),
        foul: !legal,
        surrendered: false,
        royalties: royalties.map(|royalty| when(legal, royalty)),
        moon: legal & payoff.shoots_moon(rows[2], current),
        multiplier,
        fantasyland: 0,
        choice: false,
    }
}

/// The seat with what it earns for the next hand. `entry` is what the payoff's table says of its top.
#[inline(always)]
pub fn earning(seat: Standing, entry: u8, naturals: u64, current: u8, payoff: &Payoff) -> Standing {
    let cards = payoff.fantasyland_by_entry(entry, seat.rows, current);
    let fantasyland = when(!seat.foul, cards as i32) as u8;
    Standing { fantasyland, choice: (fantasyland == 0) & payoff.earns_choice(naturals, current), ..seat }
}

/// A seat that gave up: its board counts for nothing.
#[inline(always)]
pub fn surrendered() -> Standing {
    Standing {
        rows: [Strength(0); 3],
        foul: false,
        surrendered: true,
        royalties: [0; 3],
        moon: false,
        multiplier: 1,
        fantasyland: 0,
        choice: false,
    }
}

/// Rows, scoop, royalties, moon and surrender between two seats; no multiplier and no cap yet.
#[inline(always)]
pub fn compare(a: &Standing, b: &Standing, payoff: &Payoff) -> Pair {
    let surrender = a.surrendered | b.surrendered;
    let moon = !surrender & (a.moon | b.moon);
    let by_rows = !(surrender | moon);
    // The rows of a foul are 0, below every legal row: it loses all three, and two fouls win nothing.
    let wins = |x: &Standing, y: &Standing| {
        let won = |i: usize| (x.rows[i] > y.rows[i]) as i32;
        when(by_rows, won(0) + won(1) + won(2))
    };
    let won = [wins(a, b), wins(b, a)];
    let sign = |least: i32| (won[0] >= least) as i32 - (won[1] >= least) as i32;
    let royalties = by_rows & (payoff.foul_pays_royalties | !(a.foul | b.foul));
    let total = |seat: &Standing| seat.royalties[0] + seat.royalties[1] + seat.royalties[2];
    let pays = |seat: &Standing, other: &Standing| seat.surrendered & !other.surrendered & !other.foul;
    Pair {
        a: 0,
        b: 1,
        won,
        rows: payoff.points.row * (won[0] - won[1]),
        scoop: payoff.points.scoop * sign(3),
        majority: payoff.points.majority * sign(2),
        royalties: [when(royalties, total(a)), when(royalties, -total(b))],
        moon: when(moon, payoff.moon.unwrap_or(0) * (a.moon as i32 - b.moon as i32)),
        surrender: payoff.surrender * (pays(b, a) as i32 - pays(a, b) as i32),
        multiplier: 1,
        multiplied: 0,
        capped: 0,
    }
}

/// The highest multiplier of a table where it counts for every pair, else 1.
#[inline(always)]
pub fn table_multiplier(standings: &[Standing], payoff: &Payoff) -> i32 {
    let highest = standings.iter().fold(1, |highest, standing| standing.multiplier.max(highest));
    if payoff.spades == Spades::Table { highest } else { 1 }
}

/// The account of two seats before a cap. A surrender is never multiplied, and a seat that gave up shows no spades.
#[inline(always)]
pub fn owed(a: &Standing, b: &Standing, table: i32, payoff: &Payoff) -> Pair {
    let mut pair = compare(a, b, payoff);
    let highest = a.multiplier.max(b.multiplier).max(table);
    pair.multiplier = if a.surrendered | b.surrendered { 1 } else { highest };
    pair.multiplied = pair.plain() * (pair.multiplier - 1);
    pair
}

/// What b can pay a under the cap, given what both have at this moment.
fn within_stacks(due: i32, a: i32, b: i32, mode: CapMode) -> i32 {
    let (loser, winner) = if due > 0 { (b, a) } else { (a, b) };
    let most = match mode {
        CapMode::Loss => loser,
        CapMode::TableStakes => loser.min(winner),
    };
    due.signum() * due.abs().min(most)
}

/// The pairs in the order in which they settle: the first seat left of the button with each next clockwise, then the next.
fn settling_order(seats: usize, button: usize) -> impl Iterator<Item = (usize, usize)> {
    let seat = move |i: usize| (button + 1 + i) % seats;
    (0..seats).flat_map(move |i| (i + 1..seats).map(move |j| (seat(i), seat(j))))
}

/// Settles a table of finished seats: calls `visit` with each pair's account in order, gives the points.
#[inline]
pub fn settle(
    standings: &[Standing],
    stacks: Option<[i32; MAX_SEATS]>,
    button: usize,
    payoff: &Payoff,
    mut visit: impl FnMut(Pair),
) -> [i32; MAX_SEATS] {
    let table = table_multiplier(standings, payoff);
    let mut stacks = stacks.or(payoff.cap.map(|cap| [cap; MAX_SEATS]));
    let mut points = [0; MAX_SEATS];
    for (a, b) in settling_order(standings.len(), button) {
        let mut pair = owed(&standings[a], &standings[b], table, payoff);
        (pair.a, pair.b) = (a, b);
        if let Some(stacks) = &mut stacks {
            let due = pair.paid();
            pair.capped = within_stacks(due, stacks[a], stacks[b], payoff.cap_mode) - due;
            stacks[a] += pair.paid();
            stacks[b] -= pair.paid();
        }
        points[a] += pair.paid();
        points[b] -= pair.paid();
        visit(pair);
    }
    points
}

/// The bits of a board's natural cards.
pub fn naturals(board: &Board) -> u64 {
    board.cards().filter(|card| card.is_natural()).fold(0, |bits, card| bits | 1 << card.id())
}

/// A complete board as a seat.
pub fn stand(board: &Board, current: u8, payoff: &Payoff) -> Standing {
    standing(payoff.read(board), naturals(board), current, payoff)
}

/// Why a board cannot be scored under these rules, if it cannot.
pub fn check_board(board: &Board, payoff: &Payoff) -> Result<(), Fault> {
    if !board.is_complete() {
        return Err(Fault::new(
            Kind::Board,
            "incomplete_board",
            format!("the board {board} has {} cards; a complete one has 3 / 5 / 5", board.cards().count()),
        ));
    }
    check_jokers(board, payoff)
}

fn check_jokers(board: &Board, payoff: &Payoff) -> Result<(), Fault> {
    if let Some(card) = board.cards().find(|card| card.joker_number() > payoff.jokers) {
        return Err(Fault::new(
            Kind::Board,
            "joker_not_allowed",
            format!(
                "{card} is on the board {board}, but the rules play {}",
                ["without jokers", "with one joker, X1", "with two jokers, X1 and X2", "with three jokers"]
                    [payoff.jokers as usize]
            ),
        ));
    }
    if payoff.joker_mode == JokerMode::Auto
        && let Some(card) = board.cards().find(|card| card.is_joker() && !card.is_undeclared())
    {
        return Err(Fault::new(
            Kind::Board,
            "declared_joker",
            format!(
                "{card} is declared on the board {board}, but these rules read jokers by themselves: write {}",
                card.physical()
            ),
        ));
    }
    Ok(())
}

/// A seat of a table from its board, which is complete unless the seat surrendered.
pub fn sit(board: &Board, seat: usize, facts: &Facts, payoff: &Payoff) -> Result<Standing, Fault> {
    let in_seat = |fault: Fault| fault.at(format!("seat {seat}"));
    if facts.surrendered[seat] {
        check_jokers(board, payoff).map_err(in_seat)?;
        return Ok(surrendered());
    }
    check_board(board, payoff).map_err(in_seat)?;
    Ok(stand(board, facts.fantasyland[seat], payoff))
}

/// The seats of a table from its boards, which hold no card twice.
pub fn sit_all(
    boards: impl Iterator<Item = Result<Board, Fault>>,
    facts: &Facts,
    payoff: &Payoff,
    standings: &mut [Standing; MAX_SEATS],
) -> Result<(), Fault> {
    let mut seen = CardSet::EMPTY;
    for (seat, board) in boards.enumerate() {
        let board = board?;
        standings[seat] = sit(&board, seat, facts, payoff)?;
        let cards = board.set();
        if seen.0 & cards.0 != 0 {
            return Err(on_two_boards(&board, seat, seen));
        }
        seen.0 |= cards.0;
    }
    Ok(())
}

/// The fault of a board that holds a card which an earlier board of the table holds.
fn on_two_boards(board: &Board, seat: usize, seen: CardSet) -> Fault {
    let card = board.cards().find(|&card| seen.contains(card)).expect("the caller saw a card of this board before");
    let message = format!("{} is on more than one board of the table, the second is {board}", card.physical());
    Fault::new(Kind::Board, "repeated_card", message).at(format!("seat {seat}"))
}

/// Scores a table of two to four boards; a seat that surrendered may have an incomplete one.
pub fn table(boards: &[Board], facts: &Facts, payoff: &Payoff) -> Result<Ledger, Fault> {
    let seats = boards.len();
    if !(2..=MAX_SEATS).contains(&seats) {
        return Err(Fault::new(
            Kind::Board,
            "wrong_seats",
            format!("{seats} board{}; a table has 2 to 4", if seats == 1 { "" } else { "s" }),
        ));
    }
    check_facts(facts, seats, payoff)?;
    let mut standings = [surrendered(); MAX_SEATS];
    sit_all(boards.iter().copied().map(Ok), facts, payoff, &mut standings)?;
    let mut pairs = [compare(&surrendered(), &surrendered(), payoff); MAX_PAIRS];
    let mut settled = 0;
    let points = settle(&standings[..seats], facts.stacks, facts.button, payoff, |pair| {
        pairs[settled] = pair;
        settled += 1;
    });
    Ok(Ledger { seats, standings, pairs, points })
}

/// Whether a seat can hold so many cards of Fantasyland, 0 being none.
#[inline(always)]
pub fn can_be_in_fantasyland(cards: u8, payoff: &Payoff) -> bool {
    (cards == 0) | ((payoff.base != 0) & (13..=17).contains(&cards))
}

/// Why these facts cannot be true of a table of so many seats, if they cannot.
pub fn check_facts(facts: &Facts, seats: usize, payoff: &Payoff) -> Result<(), Fault> {
    let refuse = |code, message| Err(Fault::new(Kind::Rules, code, message));
    for (seat, &cards) in facts.fantasyland[..seats].iter().enumerate() {
        if can_be_in_fantasyland(cards, payoff) {
            continue;
        }
        if payoff.base == 0 {
            return refuse("no_fantasyland", format!("seat {seat} is in Fantasyland, but the rules play without it"));
        } else {
            return refuse(
                "wrong_fantasyland",
                format!("seat {seat} has {cards} cards in Fantasyland; allowed are 13 to 17, or 0 outside it"),
            );
        }
    }
    if let Some(seat) = facts.surrendered[..seats].iter().position(|&surrendered| surrendered)
        && payoff.surrender == 0
    {
        return refuse("no_surrender", format!("seat {seat} surrendered, but the rules have surrender off"));
    }
    if let Some(stacks) = facts.stacks {
        if payoff.cap.is_none() {
            return refuse("no_cap", "stacks are given, but the rules have no cap".to_string());
        }
        if let Some(stack) = stacks[..seats].iter().find(|&&stack| stack < 0) {
            return refuse("negative_stack", format!("a stack of {stack} points; a seat has 0 or more left"));
        }
    }
    if facts.button >= seats {
        return refuse("wrong_button", format!("the button is on seat {}; seats are 0 to {}", facts.button, seats - 1));
    }
    Ok(())
}
