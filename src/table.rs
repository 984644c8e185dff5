//! What a table has agreed on that shapes the flow of a hand, how a hand begins, and whether the deck has the cards
//! for it.
#![forbid(unsafe_code)]

use crate::cards::DECK;
use crate::error::{Fault, Kind};
use crate::payoff::{JokerMode, Payoff};
use crate::score::MAX_SEATS;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deal {
    Classic,
    Pineapple,
    Turbo,
    Closed,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StreetOrder {
    /// Left of the button first, on every street.
    Fixed,
    /// Who placed last on a street goes first on the next.
    Rotating,
}

/// When Fantasyland seats set their cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FantasylandOrder {
    Any,
    First,
    Last,
}

/// How cards are placed for a seat whose time is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeoutOrder {
    TopDown,
    BottomUp,
}

impl Deal {
    pub const ALL: [Deal; 4] = [Deal::Classic, Deal::Pineapple, Deal::Turbo, Deal::Closed];

    pub const fn name(self) -> &'static str {
        match self {
            Deal::Classic => "classic",
            Deal::Pineapple => "pineapple",
            Deal::Turbo => "turbo",
            Deal::Closed => "closed",
        }
    }

    pub const fn streets(self) -> u8 {
        match self {
            Deal::Classic => 9,
            Deal::Pineapple => 5,
            Deal::Turbo => 3,
            Deal::Closed => 1,
        }
    }

    /// Cards dealt and cards placed on a street, the first being 0.
    #[inline]
    pub const fn street(self, street: u8) -> (u8, u8) {
        match (self, street) {
            (Deal::Closed, _) => (13, 13),
            (_, 0) => (5, 5),
            (Deal::Classic, _) => (1, 1),
            (Deal::Pineapple, _) => (3, 2),
            (Deal::Turbo, _) => (4, 4),
        }
    }

    /// Cards a seat is dealt in a whole hand outside Fantasyland.
    pub const fn cards(self) -> u8 {
        match self {
            Deal::Pineapple => 17,
            _ => 13,
        }
    }
}

/// The settings that shape a hand's flow. What a board is worth is in `Payoff`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    pub deal: Deal,
    pub seats: u8,
    pub street_order: StreetOrder,
    pub fantasyland_order: FantasylandOrder,
    /// The button stays where it was for a hand with Fantasyland in it.
    pub button_holds: bool,
    pub reuse_discards: bool,
    pub timeout_order: TimeoutOrder,
    pub jokers: u8,
    /// A joker is named when it is placed.
    pub declared: bool,
    pub surrender: bool,
    pub fantasyland: bool,
    pub the_choice: bool,
    /// The most cards a seat may be ahead or behind under The Choice.
    pub choice_max_debt: Option<u8>,
}

/// How a hand begins: what the hands before it have led to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Start {
    pub button: u8,
    /// Cards of Fantasyland by seat; 0 = plays the streets.
    pub fantasyland: [u8; MAX_SEATS],
    /// Who holds The Choice.
    pub choice: [bool; MAX_SEATS],
}

/// Cards of a Fantasyland hand.
pub const FANTASYLAND: std::ops::RangeInclusive<u8> = 13..=17;

impl Table {
    /// A table with the usual settings; the fields are open to be set otherwise.
    pub fn new(payoff: &Payoff, deal: Deal, seats: u8) -> Table {
        Table {
            deal,
            seats,
            street_order: StreetOrder::Fixed,
            fantasyland_order: FantasylandOrder::Any,
            button_holds: true,
            reuse_discards: false,
            timeout_order: TimeoutOrder::TopDown,
            jokers: payoff.jokers,
            declared: payoff.joker_mode == JokerMode::Declared,
            surrender: payoff.surrender > 0,
            fantasyland: payoff.base > 0,
            the_choice: payoff.the_choice,
            choice_max_debt: Some(1),
        }
    }

    /// Cards of the deck.
    pub const fn deck(&self) -> usize {
        DECK + self.jokers as usize
    }

    /// The seats clockwise, beginning with the one left of the button.
    pub fn clockwise(&self, button: u8) -> impl Iterator<Item = usize> + use<> {
        let seats = self.seats as usize;
        (1..=seats).map(move |i| (button as usize + i) % seats)
    }

    /// Cards of a whole hand.
    fn sum(&self, fantasyland: &[u8; MAX_SEATS]) -> usize {
        let cards = |&count: &u8| if count == 0 { self.deal.cards() } else { count } as usize;
        fantasyland[..self.seats as usize].iter().map(cards).sum()
    }

    /// Whether the hand will run out of cards and shuffle its discards back in.
    pub fn runs_short(&self, start: &Start) -> bool {
        self.sum(&start.fantasyland) > self.deck()
    }

    /// The hand that can be dealt: the same, or with smaller Fantasyland counts, or a refusal with the sum.
    pub fn fit(&self, start: &Start) -> Result<Start, Fault> {
        self.check(start)?;
        let mut fitted = *start;
        loop {
            // With discards reused only what is dealt at the beginning must fit.
            let sum = if self.reuse_discards && self.deal != Deal::Closed {
                fitted.fantasyland[..self.seats as usize].iter().map(|&count| count as usize).sum()
            } else {
                self.sum(&fitted.fantasyland)
            };
            if sum <= self.deck() {
                return Ok(fitted);
            }
            let largest = fitted.fantasyland.into_iter().max().unwrap_or(0);
            if largest <= *FANTASYLAND.start() {
                return Err(self.refusal(start));
            }
            if let Some(seat) = self.clockwise(start.button).find(|&seat| fitted.fantasyland[seat] == largest) {
                fitted.fantasyland[seat] -= 1;
            }
        }
    }

    /// Why a hand cannot be dealt, with the sum of its cards when every Fantasyland seat takes the fewest.
    fn refusal(&self, start: &Start) -> Fault {
        let inside = start.fantasyland[..self.seats as usize].iter().filter(|&&count| count > 0).count();
        let outside = self.seats as usize - inside;
        let each = self.deal.cards() as usize;
        let fewest = *FANTASYLAND.start() as usize;
        let mut parts = vec![format!("{outside} x {each}")];
        if inside > 0 {
            parts.push(format!("{inside} x {fewest} in Fantasyland"));
        }
        Fault::new(
            Kind::Rules,
            "deck_too_small",
            format!(
                "a hand of {} with {} seats needs {} = {} cards, and the deck has {}; \
                 set reuse_discards, or play with fewer seats",
                self.deal.name(),
                self.seats,
                parts.join(" + "),
                outside * each + inside * fewest,
                self.deck()
            ),
        )
    }

    fn check(&self, start: &Start) -> Result<(), Fault> {
        let refuse = |code, message: String| Err(Fault::new(Kind::Rules, code, message));
        let seats = self.seats as usize;
        if !(2..=MAX_SEATS).contains(&seats) {
            return refuse("wrong_seats", format!("a table of {seats} seats; it has 2 to 4"));
        }
        if start.button >= self.seats {
            return refuse(
                "wrong_button",
                format!("the button is on seat {}; seats are 0 to {}", start.button, seats - 1),
            );
        }
        for seat in 0..MAX_SEATS {
            let count = start.fantasyland[seat];
            if seat >= seats && (count > 0 || start.choice[seat]) {
                return refuse("unknown_seat", format!("there is no seat {seat} at a table of {seats}"));
            }
            if count > 0 && !self.fantasyland {
                return refuse(
                    "no_fantasyland",
                    format!("seat {seat} is in Fantasyland, but the rules play without it"),
                );
            }
            if count > 0 && !FANTASYLAND.contains(&count) {
                return refuse(
                    "wrong_fantasyland",
                    format!("seat {seat} has {count} cards in Fantasyland; allowed are 13 to 17, or 0 outside it"),
                );
            }
            if start.choice[seat] && !(self.the_choice && self.deal == Deal::Pineapple) {
                return refuse("no_choice", format!("seat {seat} holds The Choice, but the rules play without it"));
            }
            if start.choice[seat] && count > 0 {
                return refuse(
                    "choice_in_fantasyland",
                    format!("seat {seat} holds The Choice and is in Fantasyland; The Choice is forfeited there"),
                );
            }
        }
        Ok(())
    }
}
