//! One hand as a state machine: what is dealt when, what may be placed, what follows from it for the next hand.
//!
//! `Flow` is a plain value without a pointer in it: copying it is a `memcpy`, and nothing allocates after `Flow::new`
//! but the messages of refusals. It knows every card; who may see what is for `history` to say.
//!
//! ```
//! use ofcpoker::{deal, flow::Flow, payoff::Payoff, table::{Deal, Start, Table}};
//! # fn play(payoff: &Payoff) -> Result<(), ofcpoker::Fault> {
//! let table = Table::new(payoff, Deal::Pineapple, 2);
//! let (seed, hand) = (deal::Seed::from(7), 0);
//! let mut flow = Flow::seeded(&table, &Start::default(), &seed, hand)?;
//! let mut random = deal::policy(&seed, hand, 0);
//! while let Some(seat) = flow.next_to_act() {
//!     let legal = flow.legal(seat);                     // counted, not listed
//!     let choice = legal.find(random.below_u64(legal.count()));
//!     flow.play(seat, choice);                          // or `apply`, which checks first
//! }
//! let standings = flow.standings(payoff);
//! let points = flow.points(&standings, None, payoff);
//! let next = flow.next_start(&standings);               // button, Fantasyland and The Choice of the next hand
//! # let _ = (points, next); Ok(())
//! # }
//! ```
//!
//! - `Flow::new(table, start, deck, key)`: refuses a hand that the deck is too small for; shrinks Fantasyland counts.
//! - `to_act()` (bits), `next_to_act()`, `dealt(seat)`, `board(seat)`, `discards(seat)`, `legal(seat)`,
//!   `timed_out(seat)`.
//! - `check(seat, placement)`, `apply` = check and play, `play` for a placement that is known to be legal;
//!   `check_surrender(seat)`, `surrender(seat)`.
//! - `is_over()`, `standings(payoff)`, `points(standings, stacks, payoff)`, `next_start(standings)`.
//! - The `_with` forms tell a `Dealer` of every event and let it order the cards of a reshuffle.
#![forbid(unsafe_code)]

use crate::board::{Board, Row};
use crate::cards::Card;
use crate::deal::{self, Deck, Seed};
use crate::error::{Fault, Kind};
use crate::placement::{Legal, MOST_DEALT, Placement};
use crate::score::MAX_SEATS;
use crate::table::{Deal, FantasylandOrder, Start, Table, TimeoutOrder};

mod dealing;
mod ending;

/// What happens in a hand, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The deck is too small: the seat's Fantasyland has this many cards instead.
    Reduced {
        seat: u8,
        cards: u8,
    },
    /// The stub's next cards go to a seat; `at` is the place of the first in `Flow::deck`.
    Dealt {
        seat: u8,
        at: u8,
        cards: u8,
    },
    Placed {
        seat: u8,
        placement: Placement,
    },
    Surrendered {
        seat: u8,
    },
    /// The discards, so many, are shuffled and put under what is left of the stub.
    Reshuffled {
        cards: u8,
    },
    Over,
}

/// Who hears of the events and orders the stub of a reshuffle.
pub trait Dealer {
    /// `stub` is all of it; its last `discards` cards go in now and are to be put in order, for the nth time.
    fn reshuffle(&mut self, key: &Seed, nth: u8, stub: &mut [Card], discards: usize) {
        let kept = stub.len() - discards;
        deal::reshuffle(key, nth, &mut stub[kept..]);
    }

    fn event(&mut self, _flow: &Flow, _event: Event) {}
}

/// The dealer who says nothing.
pub struct Silent;

impl Dealer for Silent {}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seat {
    places: [Card; Board::PLACES],
    filled: [u8; 3],
    dealt: [Card; MOST_DEALT],
    dealt_len: u8,
    discards: [Card; MOST_DEALT],
    discards_len: u8,
    /// Streets that are behind the seat.
    street: u8,
    /// Cards placed ahead of two a street, under The Choice.
    debt: i8,
    surrendered: bool,
}

impl Seat {
    const EMPTY: Seat = Seat {
        places: [Card::NONE; Board::PLACES],
        filled: [0; 3],
        dealt: [Card::NONE; MOST_DEALT],
        dealt_len: 0,
        discards: [Card::NONE; MOST_DEALT],
        discards_len: 0,
        street: 0,
        debt: 0,
        surrendered: false,
    };

    #[inline]
    fn free(&self) -> [u8; 3] {
        [3 - self.filled[0], 5 - self.filled[1], 5 - self.filled[2]]
    }

    fn is_complete(&self) -> bool {
        self.filled == [3, 5, 5]
    }

    fn discard(&mut self, card: Card) {
        self.discards[self.discards_len as usize] = card;
        self.discards_len += 1;
    }
}

/// One hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flow {
    table: Table,
    start: Start,
    /// Fantasyland seats set before the first street.
    sets_first: bool,
    deck: Deck,
    /// The top of the stub.
    at: u8,
    key: Seed,
    reshuffles: u8,
    seats: [Seat; MAX_SEATS],
    street: u8,
    /// Who goes first on this street.
    first: u8,
    /// Who placed last on the streets.
    last: u8,
    to_act: u8,
}

impl Flow {
    /// Deals a hand from a deck. `key` orders the discards if they are shuffled back in.
    pub fn new(table: &Table, start: &Start, deck: Deck, key: Seed) -> Result<Flow, Fault> {
        Flow::new_with(table, start, deck, key, &mut Silent)
    }

    /// Deals hand number `hand` of a seed.
    pub fn seeded(table: &Table, start: &Start, seed: &Seed, hand: u64) -> Result<Flow, Fault> {
        let key = if table.reuse_discards { deal::reshuffle_key(seed, hand) } else { Seed([0; 32]) };
        Flow::new(table, start, deal::deck(seed, hand, table.jokers), key)
    }

    pub fn new_with(
        table: &Table,
        start: &Start,
        deck: Deck,
        key: Seed,
        dealer: &mut impl Dealer,
    ) -> Result<Flow, Fault> {
        let fitted = table.fit(start)?;
        let short = table.reuse_discards && table.runs_short(&fitted);
        let first = (start.button + 1) % table.seats;
        let mut flow = Flow {
            table: *table,
            start: fitted,
            sets_first: short || table.fantasyland_order == FantasylandOrder::First,
            deck,
            at: 0,
            key,
            reshuffles: 0,
            seats: [Seat::EMPTY; MAX_SEATS],
            street: 0,
            first,
            last: first,
            to_act: 0,
        };
        for seat in 0..table.seats {
            let cards = fitted.fantasyland[seat as usize];
            if cards != start.fantasyland[seat as usize] {
                dealer.event(&flow, Event::Reduced { seat, cards });
            }
        }
        for seat in table.clockwise(start.button) {
            match fitted.fantasyland[seat] {
                0 if table.deal == Deal::Closed => flow.deal(seat, 13, dealer),
                0 => {}
                cards => flow.deal(seat, cards, dealer),
            }
        }
        flow.advance(dealer);
        Ok(flow)
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    /// How the hand began, with the Fantasyland counts that it is played with.
    pub fn start(&self) -> &Start {
        &self.start
    }

    pub fn seats(&self) -> usize {
        self.table.seats as usize
    }

    /// The cards in the order in which they are dealt; a reshuffle changes those from `stub_at` on.
    pub fn deck(&self) -> &[Card] {
        &self.deck[..self.table.deck()]
    }

    pub fn stub_at(&self) -> usize {
        self.at as usize
    }

    pub fn stub(&self) -> &[Card] {
        &self.deck()[self.stub_at()..]
    }

    pub fn reshuffles(&self) -> u8 {
        self.reshuffles
    }

    /// The street that ordinary seats are on, the first being 0.
    pub fn street(&self) -> u8 {
        self.street
    }

    /// Seats that may act now, as bits.
    #[inline]
    pub fn to_act(&self) -> u8 {
        self.to_act
    }

    /// One of the seats that may act now, the lowest.
    #[inline]
    pub fn next_to_act(&self) -> Option<usize> {
        if self.to_act == 0 { None } else { Some(self.to_act.trailing_zeros() as usize) }
    }

    #[inline]
    pub fn is_over(&self) -> bool {
        self.to_act == 0
    }

    #[inline]
    pub fn board(&self, seat: usize) -> Board {
        Board::from_places(self.seats[seat].places)
    }

    /// Cards dealt to a seat and not yet placed.
    #[inline]
    pub fn dealt(&self, seat: usize) -> &[Card] {
        &self.seats[seat].dealt[..self.seats[seat].dealt_len as usize]
    }

    /// Discards of a seat that have not been shuffled back.
    pub fn discards(&self, seat: usize) -> &[Card] {
        &self.seats[seat].discards[..self.seats[seat].discards_len as usize]
    }

    pub fn free(&self, seat: usize) -> [u8; 3] {
        self.seats[seat].free()
    }

    /// Streets that are behind an ordinary seat.
    pub fn streets_played(&self, seat: usize) -> u8 {
        self.seats[seat].street
    }

    /// Cards a seat with The Choice has placed ahead of two a street.
    pub fn debt(&self, seat: usize) -> i8 {
        self.seats[seat].debt
    }

    pub fn has_surrendered(&self, seat: usize) -> bool {
        self.seats[seat].surrendered
    }

    /// Has a complete board.
    pub fn is_set(&self, seat: usize) -> bool {
        self.seats[seat].is_complete()
    }

    #[inline]
    pub fn in_fantasyland(&self, seat: usize) -> bool {
        self.start.fantasyland[seat] > 0
    }

    /// Sets all cards at once and unseen: in Fantasyland, and in a closed deal.
    #[inline]
    pub fn sets_hidden(&self, seat: usize) -> bool {
        self.in_fantasyland(seat) || self.table.deal == Deal::Closed
    }

    /// Sees nothing of the others until its own cards are set: it may act at any time, and waiting must not pay.
    pub fn is_frozen(&self, seat: usize) -> bool {
        let any = !self.sets_first && self.table.fantasyland_order == FantasylandOrder::Any;
        self.sets_hidden(seat) && (any || self.table.deal == Deal::Closed) && !self.is_done(seat)
    }

    /// Has nothing more to do.
    pub fn is_done(&self, seat: usize) -> bool {
        self.seats[seat].surrendered || self.seats[seat].is_complete()
    }

    /// How many cards may be placed now, as bits.
    #[inline]
    fn owed(&self, seat: usize) -> u32 {
        let state = &self.seats[seat];
        if self.sets_hidden(seat) {
            return 1 << 13;
        }
        let (dealt, placed) = self.table.deal.street(state.street);
        if !self.start.choice[seat] || dealt == placed {
            return 1 << placed;
        }
        let left = (self.table.deal.streets() - 1 - state.street) as i8;
        let most = self.table.choice_max_debt.map_or(left, |most| left.min(most as i8));
        (1..=state.dealt_len as i8)
            .filter(|placed| (state.debt + placed - 2).abs() <= most)
            .fold(0, |owed, placed| owed | 1 << placed)
    }

    /// The placements that are legal for a seat's dealt cards.
    #[inline]
    pub fn legal(&self, seat: usize) -> Legal {
        Legal::new(self.dealt(seat), self.seats[seat].free(), self.owed(seat), self.table.declared)
    }

    fn refuse(code: &'static str, message: String) -> Result<(), Fault> {
        Err(Fault::new(Kind::Placement, code, message))
    }

    fn check_open(&self, seat: usize) -> Result<(), Fault> {
        if seat >= self.seats() {
            return Flow::refuse(
                "unknown_seat",
                format!("there is no seat {seat}; the table has seats 0 to {}", self.seats() - 1),
            );
        }
        if self.is_over() {
            return Flow::refuse("hand_over", format!("the hand is over; seat {seat} has nothing to do"));
        }
        if self.seats[seat].surrendered {
            return Flow::refuse("surrendered", format!("seat {seat} has surrendered"));
        }
        Ok(())
    }

    /// Whether the seat may act now.
    pub fn check_turn(&self, seat: usize) -> Result<(), Fault> {
        self.check_open(seat)?;
        if self.to_act >> seat & 1 == 0 {
            let turn: Vec<String> =
                (0..self.seats()).filter(|seat| self.to_act >> seat & 1 == 1).map(|seat| seat.to_string()).collect();
            return Flow::refuse(
                "not_to_act",
                format!("seat {seat} may not act now; to act: seat {}", turn.join(", seat ")),
            );
        }
        Ok(())
    }

    /// Why the seat may not place its cards so, if it may not. Everything that asks about legality asks here.
    pub fn check(&self, seat: usize, placement: Placement) -> Result<(), Fault> {
        self.check_turn(seat)?;
        self.legal(seat).check(placement).map_err(|fault| fault.at(format_args!("seat {seat}")))
    }

    /// Places the cards of a seat, if that is legal.
    pub fn apply(&mut self, seat: usize, placement: Placement) -> Result<(), Fault> {
        self.check(seat, placement)?;
        self.play(seat, placement);
        Ok(())
    }

    /// Places the cards of a seat. The placement is known to be legal.
    #[inline]
    pub fn play(&mut self, seat: usize, placement: Placement) {
        self.play_with(seat, placement, &mut Silent);
    }

    pub fn play_with(&mut self, seat: usize, placement: Placement, dealer: &mut impl Dealer) {
        let hidden = self.sets_hidden(seat);
        let state = &mut self.seats[seat];
        let mut placed = 0;
        for slot in 0..state.dealt_len as usize {
            let card = state.dealt[slot];
            match placement.row(slot) {
                None => state.discard(card),
                Some(row) => {
                    let filled = &mut state.filled[row as usize];
                    state.places[row.start() + *filled as usize] = placement.faced(card);
                    *filled += 1;
                    placed += 1;
                }
            }
        }
        state.dealt_len = 0;
        if !hidden {
            if self.table.deal == Deal::Pineapple && state.street > 0 {
                state.debt += placed - 2;
            }
            state.street += 1;
            self.last = seat as u8;
        }
        dealer.event(self, Event::Placed { seat: seat as u8, placement });
        self.advance(dealer);
    }

    /// Why the seat may not give up, if it may not.
    pub fn check_surrender(&self, seat: usize) -> Result<(), Fault> {
        self.check_open(seat)?;
        if !self.table.surrender {
            return Flow::refuse("no_surrender", format!("seat {seat} may not surrender: the rules have it off"));
        }
        if self.seats[seat].is_complete() {
            return Flow::refuse("no_surrender", format!("seat {seat} may not surrender: it has placed its last card"));
        }
        Ok(())
    }

    /// The seat gives up, if it may; the cards it holds are discarded.
    pub fn surrender(&mut self, seat: usize) -> Result<(), Fault> {
        self.check_surrender(seat)?;
        self.surrender_with(seat, &mut Silent);
        Ok(())
    }

    pub fn surrender_with(&mut self, seat: usize, dealer: &mut impl Dealer) {
        let state = &mut self.seats[seat];
        state.surrendered = true;
        for slot in 0..state.dealt_len as usize {
            let card = state.dealt[slot];
            state.discard(card);
        }
        state.dealt_len = 0;
        dealer.event(self, Event::Surrendered { seat: seat as u8 });
        self.advance(dealer);
    }

    /// How the cards of a seat are placed when its time is over: in the order dealt, the last discarded.
    pub fn timed_out(&self, seat: usize) -> Result<Placement, Fault> {
        self.check_turn(seat)?;
        let state = &self.seats[seat];
        let owed = self.owed(seat);
        // Under The Choice what brings the debt back to 0, or as near to it as one street can.
        let wanted = if owed.count_ones() == 1 { owed.trailing_zeros() as i8 } else { (2 - state.debt).clamp(1, 3) };
        let rows = match self.table.timeout_order {
            TimeoutOrder::TopDown => Row::ALL,
            TimeoutOrder::BottomUp => [Row::Bottom, Row::Middle, Row::Top],
        };
        let mut free = state.free();
        let mut placement = Placement::NOTHING;
        for (slot, card) in self.dealt(seat).iter().enumerate().take(wanted as usize) {
            if let Some(row) = rows.into_iter().find(|&row| free[row as usize] > 0) {
                free[row as usize] -= 1;
                placement = placement.with(slot, row);
                if self.table.declared && card.is_joker() {
                    // X1 = 2h, X2 = 3h, X3 = 4h.
                    placement = placement.declare(card.joker_number(), Card::natural(card.joker_number() - 1, 2));
                }
            }
        }
        Ok(placement)
    }

    /// A card that was not known becomes known: one of those dealt to a seat, by its slot and its place in the deck.
    pub fn learn(&mut self, seat: usize, slot: usize, at: usize, card: Card) {
        self.seats[seat].dealt[slot] = card;
        self.deck[at] = card;
    }
}
