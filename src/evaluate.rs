//! The strength of one row.
#![forbid(unsafe_code)]

use crate::cards::Card;
use crate::strength::{Category, Strength};

/// The strength of three or five cards that all have a face.
pub fn row(cards: &[Card]) -> Strength {
    let mut keyed: Vec<(usize, u8)> = cards
        .iter()
        .map(|card| (cards.iter().filter(|other| other.rank() == card.rank()).count(), card.rank() + 1))
        .collect();
    keyed.sort_by(|a, b| b.cmp(a));
    let mut n = [0; 5];
    for (i, key) in keyed.iter().enumerate() {
        n[i] = key.1;
    }
    let five = cards.len() == 5;
    let flush = five && cards.iter().all(|card| card.suit() == cards[0].suit());
    let wheel = five && n == [13, 4, 3, 2, 1];
    let straight = five && keyed[0].0 == 1 && (wheel || n[0] - n[4] == 4);
    let same: usize = keyed.iter().map(|key| key.0 - 1).sum();
    let category = match same {
        20 => Category::FiveOfAKind,
        12 => Category::Quads,
        8 => Category::FullHouse,
        _ if flush && straight => {
            if n[0] == 13 && !wheel {
                Category::RoyalFlush
            } else {
                Category::StraightFlush
            }
        }
        _ if flush => Category::Flush,
        6 => Category::Trips,
        4 => Category::TwoPair,
        2 => Category::Pair,
        _ if straight => Category::Straight,
        _ => Category::HighCard,
    };
    if category == Category::Flush {
        n.sort_by(|a, b| b.cmp(a));
    }
    if wheel {
        n = [4, 3, 2, 1, 0];
    }
    Strength::new(category, n)
}

#[derive(Clone, Copy)]
pub struct Kernel;
impl Kernel {
    pub fn best() -> Kernel {
        Kernel
    }
}
fn cols<const N: usize>(c: [&[u8]; N], out: &mut [u32]) {
    for i in 0..out.len() {
        let cards = c.map(|c| Card::from_id(c[i]).filter(|c| c.face().is_some()).unwrap_or(Card::natural(0, 0)));
        out[i] = row(&cards).0;
    }
}
pub fn five_columns(c: [&[u8]; 5], out: &mut [u32], _: Kernel) {
    cols(c, out)
}
pub fn three_columns(c: [&[u8]; 3], out: &mut [u32], _: Kernel) {
    cols(c, out)
}
