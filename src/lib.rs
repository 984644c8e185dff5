//! Open Face Chinese Poker: exact evaluation of rows and boards, scoring, search and simulation.
#![deny(unsafe_code)]

pub mod cards;
pub mod error;
pub mod strength;

pub use cards::{Card, CardSet};
pub use error::{Fault, Kind};
pub use strength::{Category, Strength};
