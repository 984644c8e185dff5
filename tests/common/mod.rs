//! What Rust tests share: the standard rules as plain numbers, and a small random stream.
#![forbid(unsafe_code)]
#![allow(dead_code)]

use ofcpoker::board::Order;
use ofcpoker::payoff::{CapMode, JokerMode, Payoff, Points, Spades, StayCards};
use ofcpoker::{Card, Category, Strength};

/// Pineapple, Fantasyland of 14 for queens, the standard royalties.
pub fn pineapple() -> Payoff {
    let mut royalties = [[0; 256]; 3];
    for nibble in 0..16 {
        let by_category = |row: &mut [i32; 256], pays: [i32; 11]| {
            for category in Category::ALL {
                row[category as usize * 16 + nibble] = pays[category as usize];
            }
        };
        by_category(&mut royalties[2], [0, 0, 0, 0, 2, 4, 6, 10, 15, 25, 25]);
        by_category(&mut royalties[1], [0, 0, 0, 2, 4, 8, 12, 20, 30, 50, 50]);
    }
    for nibble in 1..=13 {
        royalties[0][16 + nibble] = (nibble as i32 - 4).max(0);
        royalties[0][48 + nibble] = nibble as i32 + 9;
    }
    let mut entry = [0; 256];
    entry[16 + 11..16 + 14].fill(14);
    entry[48..48 + 14].fill(14);
    Payoff {
        points: Points { row: 1, scoop: 3, majority: 0 },
        foul_pays_royalties: true,
        royalties,
        best_low: 0,
        order: Order { top_kickers: true, deuce_to_seven: false },
        jokers: 0,
        joker_mode: JokerMode::Auto,
        five_of_a_kind: true,
        entry: [entry; 2],
        stay_middle: Strength::MAX,
        stay_cards: StayCards::Base,
        base: 14,
        spades: Spades::Off,
        moon: None,
        moon_in_fantasyland: false,
        surrender: 0,
        cap: None,
        cap_mode: CapMode::Loss,
        the_choice: false,
    }
}

/// Stay values: the same for every count of cards.
pub fn flat(value: f64) -> [f64; 18] {
    let mut stay = [value; 18];
    stay[0] = 0.0;
    stay
}

/// A random stream (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    pub fn below(&mut self, n: usize) -> usize {
        (((self.next() >> 32) * n as u64) >> 32) as usize
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    /// The first `count` cards of a shuffled deck.
    pub fn deal(&mut self, deck: &mut [Card], count: usize) -> Vec<Card> {
        for i in 0..count {
            let j = i + self.below(deck.len() - i);
            deck.swap(i, j);
        }
        deck[..count].to_vec()
    }
}

/// 52 cards and some jokers.
pub fn deck(jokers: u8) -> Vec<Card> {
    (0..52 + jokers).map(|id| Card::from_id(id).unwrap()).collect()
}
