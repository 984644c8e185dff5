//! What is kept of every hand, if anything: columns of numbers, hand by hand.
#![forbid(unsafe_code)]

use crate::board::Board;
use crate::flow::Flow;
use crate::score::{MAX_SEATS, Standing};

/// Which columns are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keep {
    pub any: bool,
    pub points: bool,
    pub royalties: bool,
    pub fouls: bool,
    pub fantasyland: bool,
    pub boards: bool,
}

impl Keep {
    /// What can be kept of a hand besides its number.
    pub const NAMES: [&str; 5] = ["points", "royalties", "fouls", "fantasyland", "boards"];
}

/// The columns: one value a hand, or one for each player and hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Columns {
    /// The number of the hand, or of the match and the hand in it.
    pub unit: Vec<u64>,
    pub hand: Vec<u32>,
    /// How far the players have moved round the table.
    pub rotation: Vec<u8>,
    pub button: Vec<u8>,
    pub points: Vec<i32>,
    /// Top, middle and bottom of each player.
    pub royalties: Vec<i32>,
    pub fouls: Vec<bool>,
    /// Cards of Fantasyland in this hand, and earned for the next.
    pub fantasyland: Vec<u8>,
    pub next: Vec<u8>,
    /// Thirteen places of each player, 255 where nothing lies.
    pub boards: Vec<u8>,
}

/// A finished hand with its place in the run. Seats are those of the table; who sits out has no seat in the flow.
pub struct Finished<'a> {
    pub unit: u64,
    pub hand: u32,
    pub rotation: u8,
    pub button: u8,
    pub flow: &'a Flow,
    /// By seats of the flow.
    pub standings: &'a [Standing; MAX_SEATS],
    pub points: &'a [i32; MAX_SEATS],
    /// The flow's seat of each player, if it plays.
    pub seats: &'a [Option<usize>],
}

impl Columns {
    pub fn push(&mut self, keep: Keep, hand: &Finished<'_>) {
        self.unit.push(hand.unit);
        self.hand.push(hand.hand);
        self.rotation.push(hand.rotation);
        self.button.push(hand.button);
        for &seat in hand.seats {
            let standing = seat.map(|seat| &hand.standings[seat]);
            if keep.points {
                self.points.push(seat.map_or(0, |seat| hand.points[seat]));
            }
            if keep.royalties {
                self.royalties.extend(standing.map_or([0; 3], |standing| standing.royalties));
            }
            if keep.fouls {
                self.fouls.push(standing.is_some_and(|standing| standing.foul));
            }
            if keep.fantasyland {
                self.fantasyland.push(seat.map_or(0, |seat| hand.flow.start().fantasyland[seat]));
                self.next.push(standing.map_or(0, |standing| standing.fantasyland));
            }
            if keep.boards {
                self.boards.extend(seat.map_or(Board::EMPTY, |seat| hand.flow.board(seat)).bytes());
            }
        }
    }

    pub fn append(&mut self, other: &mut Columns) {
        self.unit.append(&mut other.unit);
        self.hand.append(&mut other.hand);
        self.rotation.append(&mut other.rotation);
        self.button.append(&mut other.button);
        self.points.append(&mut other.points);
        self.royalties.append(&mut other.royalties);
        self.fouls.append(&mut other.fouls);
        self.fantasyland.append(&mut other.fantasyland);
        self.next.append(&mut other.next);
        self.boards.append(&mut other.boards);
    }
}
