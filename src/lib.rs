//! Open Face Chinese Poker: exact evaluation of rows and boards, scoring, search and simulation.
#![deny(unsafe_code)]

pub mod arrange;
pub mod board;
pub mod cards;
pub mod error;
pub mod evaluate;
pub mod jokers;
pub mod kernels;
pub mod payoff;
pub mod score;
pub mod strength;
pub mod tables;

pub use board::{Board, Order, Row};
pub use cards::{Card, CardSet};
pub use error::{Fault, Kind};
pub use payoff::Payoff;
pub use strength::{Category, Strength};

#[cfg(feature = "python")]
mod python;
