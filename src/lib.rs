//! Open Face Chinese Poker: exact evaluation of rows and boards, scoring, search and simulation.
#![deny(unsafe_code)]

pub mod arrange;
pub mod board;
pub mod cards;
pub mod deal;
pub mod error;
pub mod evaluate;
pub mod flow;
pub mod history;
pub mod jokers;
pub mod kernels;
pub mod payoff;
pub mod placement;
pub mod policy;
pub mod score;
pub mod simulate;
pub mod strength;
pub mod table;
pub mod tables;

pub use board::{Board, Order, Row};
pub use cards::{Card, CardSet};
pub use error::{Fault, Kind};
pub use flow::Flow;
pub use payoff::Payoff;
pub use placement::Placement;
pub use strength::{Category, Strength};
pub use table::{Start, Table};

#[cfg(feature = "python")]
mod python;
