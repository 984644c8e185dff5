//! Whose turn it is, and the cards that come with it.
#![forbid(unsafe_code)]

use super::{Dealer, Event, Flow};
use crate::table::{Deal, FantasylandOrder, StreetOrder};

impl Flow {
    /// Gives a seat the next cards of the stub, or what is left of it.
    pub(super) fn deal(&mut self, seat: usize, cards: u8, dealer: &mut impl Dealer) {
        if self.stub().len() < cards as usize && self.table.reuse_discards {
            self.reshuffle(dealer);
        }
        let cards = cards.min(self.stub().len() as u8);
        let at = self.at as usize;
        self.seats[seat].dealt[..cards as usize].copy_from_slice(&self.deck[at..at + cards as usize]);
        self.seats[seat].dealt_len = cards;
        self.at += cards;
        dealer.event(self, Event::Dealt { seat: seat as u8, at: at as u8, cards });
    }

    /// Puts the hand's discards, shuffled, under what is left of the stub.
    fn reshuffle(&mut self, dealer: &mut impl Dealer) {
        let size = self.table.deck();
        let discards: usize = self.seats.iter().map(|state| state.discards_len as usize).sum();
        if discards == 0 {
            return;
        }
        let (from, kept) = (self.at as usize, size - self.at as usize);
        self.at -= discards as u8;
        let at = self.at as usize;
        self.deck.copy_within(from..size, at);
        let mut next = at + kept;
        for state in &mut self.seats {
            for &card in &state.discards[..state.discards_len as usize] {
                self.deck[next] = card;
                next += 1;
            }
            state.discards_len = 0;
        }
        self.reshuffles += 1;
        dealer.reshuffle(&self.key, self.reshuffles, &mut self.deck[at..size], discards);
        dealer.event(self, Event::Reshuffled { cards: discards as u8 });
    }

    /// Finds who acts next and deals them their cards.
    pub(super) fn advance(&mut self, dealer: &mut impl Dealer) {
        let mut hidden = 0;
        let mut open = 0;
        for seat in 0..self.seats() {
            let bit = 1 << seat;
            let holds = self.seats[seat].dealt_len > 0;
            if self.sets_hidden(seat) {
                hidden |= if holds { bit } else { 0 };
            } else {
                open |= if holds { bit } else { 0 };
            }
        }
        let waits = self.sets_first && hidden != 0;
        if open == 0 && !waits && self.table.deal != Deal::Closed {
            open = self.next_turn(dealer).map_or(0, |seat| 1 << seat);
        }
        let last = !self.sets_first
            && self.table.fantasyland_order == FantasylandOrder::Last
            && self.table.deal != Deal::Closed;
        self.to_act = match (open, last) {
            (0, _) => hidden,
            (_, true) => open,
            (_, false) => open | hidden,
        };
        if self.to_act == 0 {
            dealer.event(self, Event::Over);
        }
    }

    /// The next seat in the street order, with its cards dealt; `None` after the last street.
    fn next_turn(&mut self, dealer: &mut impl Dealer) -> Option<usize> {
        let seats = self.seats();
        while self.street < self.table.deal.streets() {
            for i in 0..seats {
                let seat = (self.first as usize + i) % seats;
                let state = &self.seats[seat];
                if state.street == self.street && !state.surrendered && !self.in_fantasyland(seat) {
                    self.deal(seat, self.table.deal.street(self.street).0, dealer);
                    return Some(seat);
                }
            }
            self.street += 1;
            if self.table.street_order == StreetOrder::Rotating {
                self.first = self.last;
            }
        }
        None
    }
}
