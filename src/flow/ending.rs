//! What a finished hand pays, and how the next one begins.
#![forbid(unsafe_code)]

use super::Flow;
use crate::payoff::Payoff;
use crate::score::{self, MAX_SEATS, Standing};
use crate::table::{Deal, Start};

impl Flow {
    /// How each seat of the finished hand stands; surrendered seats have no board that counts.
    pub fn standings(&self, payoff: &Payoff) -> [Standing; MAX_SEATS] {
        let mut standings = [score::surrendered(); MAX_SEATS];
        for (seat, standing) in standings.iter_mut().enumerate().take(self.seats()) {
            if self.is_set(seat) {
                *standing = score::stand(&self.board(seat), self.start.fantasyland[seat], payoff);
            }
        }
        standings
    }

    /// What the finished hand pays each seat; `stacks` are what the seats have left to lose under a cap.
    pub fn points(
        &self,
        standings: &[Standing; MAX_SEATS],
        stacks: Option<[i32; MAX_SEATS]>,
        payoff: &Payoff,
    ) -> [i32; MAX_SEATS] {
        score::settle(&standings[..self.seats()], stacks, self.start.button as usize, payoff, |_| {})
    }

    /// How the next hand begins at the same seats.
    pub fn next_start(&self, standings: &[Standing; MAX_SEATS]) -> Start {
        let mut next = Start { button: self.start.button, ..Start::default() };
        for (seat, standing) in standings.iter().enumerate().take(self.seats()) {
            next.fantasyland[seat] = standing.fantasyland;
            next.choice[seat] = standing.choice && self.table.deal == Deal::Pineapple;
        }
        if !self.table.button_holds || next.fantasyland == [0; MAX_SEATS] {
            next.button = (next.button + 1) % self.table.seats;
        }
        next
    }
}
