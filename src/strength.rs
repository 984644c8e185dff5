//! One integer order for rows of three and of five cards, and the words for it.
#![forbid(unsafe_code)]

use std::fmt;

/// The kinds of hands, low to high.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Category {
    HighCard,
    Pair,
    TwoPair,
    Trips,
    Straight,
    Flush,
    FullHouse,
    Quads,
    StraightFlush,
    FiveOfAKind,
    RoyalFlush,
}

impl Category {
    pub const ALL: [Category; 11] = [
        Category::HighCard,
        Category::Pair,
        Category::TwoPair,
        Category::Trips,
        Category::Straight,
        Category::Flush,
        Category::FullHouse,
        Category::Quads,
        Category::StraightFlush,
        Category::FiveOfAKind,
        Category::RoyalFlush,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Category::HighCard => "high card",
            Category::Pair => "pair",
            Category::TwoPair => "two pair",
            Category::Trips => "trips",
            Category::Straight => "straight",
            Category::Flush => "flush",
            Category::FullHouse => "full house",
            Category::Quads => "quads",
            Category::StraightFlush => "straight flush",
            Category::FiveOfAKind => "five of a kind",
            Category::RoyalFlush => "royal flush",
        }
    }

    pub fn from_name(name: &str) -> Option<Category> {
        Category::ALL.into_iter().find(|category| category.name() == name)
    }
}

/// Strength of a row, higher is better: the category in bits 20..24, then five nibbles of ranks in the order in which they
/// are compared, groups before kickers. A nibble is 13 for an ace down to 1 for a deuce; 0 is the place of a card that a
/// row of three lacks, and the ace of a five-high straight, which counts below the deuce.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(pub u32);

const RANK_WORDS: [&str; 13] =
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const RANKS_WORDS: [&str; 13] = [
    "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings",
    "aces",
];

impl Strength {
    /// Above every row: the limit that excludes nothing.
    pub const MAX: Strength = Strength(u32::MAX);

    pub const fn new(category: Category, nibbles: [u8; 5]) -> Strength {
        Strength(
            (category as u32) << 20
                | (nibbles[0] as u32) << 16
                | (nibbles[1] as u32) << 12
                | (nibbles[2] as u32) << 8
                | (nibbles[3] as u32) << 4
                | nibbles[4] as u32,
        )
    }

    /// The weakest value of a category, as a threshold.
    pub const fn at_least(category: Category) -> Strength {
        Strength((category as u32) << 20)
    }

    pub const fn category(self) -> Category {
        Category::ALL[(self.0 >> 20) as usize]
    }

    /// Category and leading rank in one byte: the index of royalty and entry tables.
    pub const fn class(self) -> usize {
        (self.0 >> 16) as usize & 0xff
    }

    pub const fn nibbles(self) -> [u8; 5] {
        let s = self.0;
        [(s >> 16 & 15) as u8, (s >> 12 & 15) as u8, (s >> 8 & 15) as u8, (s >> 4 & 15) as u8, (s & 15) as u8]
    }

    /// Whether a row of three or of five cards can have this strength.
    pub fn is_valid(self) -> bool {
        if self.0 >> 20 >= Category::ALL.len() as u32 {
            return false;
        }
        let n = self.nibbles();
        let ranked = |cards: &[u8]| cards.iter().all(|&r| (1..=13).contains(&r));
        let falling = |cards: &[u8]| cards.windows(2).all(|w| w[0] > w[1]);
        let straight = falling(&n) && n[0] - n[4] == 4;
        let short = n[3] == 0 && n[4] == 0;
        let cards = if short { &n[..3] } else { &n[..] };
        let full = !short && ranked(&n);
        match self.category() {
            Category::HighCard => ranked(cards) && falling(cards) && (short || !(straight || n == [13, 4, 3, 2, 1])),
            Category::Pair => ranked(cards) && n[0] == n[1] && !cards[2..].contains(&n[0]) && falling(&cards[2..]),
            Category::TwoPair => full && n[0] == n[1] && n[2] == n[3] && n[0] > n[2] && n[4] != n[0] && n[4] != n[2],
            Category::Trips => {
                ranked(cards) && n[0] == n[1] && n[1] == n[2] && !cards[3..].contains(&n[0]) && falling(&cards[3..])
            }
            Category::Straight => straight && n[3] > 0,
            Category::StraightFlush => straight && n[3] > 0 && n[0] < 13,
            Category::RoyalFlush => n == [13, 12, 11, 10, 9],
            // Declared jokers may repeat a card: equal ranks in a flush, never three of one and two of another.
            Category::Flush => {
                full && n.windows(2).all(|w| w[0] >= w[1])
                    && !straight
                    && n != [13, 4, 3, 2, 1]
                    && n.windows(4).all(|w| w[0] != w[3])
                    && !(n[0] == n[1] && n[3] == n[4] && (n[2] == n[0] || n[2] == n[4]))
            }
            Category::FullHouse => full && n[0] == n[2] && n[0] == n[1] && n[3] == n[4] && n[0] != n[3],
            Category::Quads => full && n[..4].iter().all(|&r| r == n[0]) && n[4] != n[0],
            Category::FiveOfAKind => full && n.iter().all(|&r| r == n[0]),
        }
    }

    /// The ranks 2..=14 in the order in which they are compared; the ace of a five-high straight is 1.
    pub fn ranks(self) -> Vec<u8> {
        let short = self.nibbles()[3] == 0;
        self.nibbles()[..if short { 3 } else { 5 }].iter().map(|nibble| nibble + 1).collect()
    }
}

impl fmt::Display for Strength {
    /// The words a player would use: `full house, aces over kings`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let category = self.category();
        let n = self.nibbles();
        let one = |i: usize| RANK_WORDS[n[i] as usize - 1];
        let many = |i: usize| RANKS_WORDS[n[i] as usize - 1];
        f.write_str(category.name())?;
        match category {
            Category::RoyalFlush => Ok(()),
            Category::HighCard => write!(f, ", {}", one(0)),
            Category::Pair | Category::Trips | Category::Quads | Category::FiveOfAKind => write!(f, ", {}", many(0)),
            Category::TwoPair => write!(f, ", {} and {}", many(0), many(2)),
            Category::FullHouse => write!(f, ", {} over {}", many(0), many(3)),
            Category::Straight | Category::Flush | Category::StraightFlush => write!(f, ", {} high", one(0)),
        }
    }
}

impl fmt::Debug for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strength({:#08x})", self.0)
    }
}

/// The order of the deuce-to-seven middle on the scale of [`Strength`] turned round, so that higher is better there too:
/// aces high, straights and flushes count against the hand.
pub mod low {
    use super::{Category, Strength};

    const TURN: u32 = 0x00ff_ffff;

    /// From the ordinary strength of five cards. A five-high straight is no straight here: its ace is high.
    #[inline(always)]
    pub const fn from_high(high: Strength) -> Strength {
        const ACE_HIGH: [u8; 5] = [13, 4, 3, 2, 1];
        const WHEEL: u32 = Strength::new(Category::Straight, [4, 3, 2, 1, 0]).0;
        const STEEL_WHEEL: u32 = Strength::new(Category::StraightFlush, [4, 3, 2, 1, 0]).0;
        let mut plain = high.0;
        plain = if high.0 == WHEEL { Strength::new(Category::HighCard, ACE_HIGH).0 } else { plain };
        plain = if high.0 == STEEL_WHEEL { Strength::new(Category::Flush, ACE_HIGH).0 } else { plain };
        Strength(TURN.wrapping_sub(plain))
    }

    /// What `from_high` turned round; a five-high straight comes back as ace high.
    pub const fn to_high(low: Strength) -> Strength {
        Strength(TURN - low.0)
    }

    /// Whether five natural cards can have this low strength.
    pub fn is_valid(low: Strength) -> bool {
        if low.0 > TURN {
            return false;
        }
        let high = to_high(low);
        match (high.0 >> 20, high.0 & 0xfffff) {
            (0 | 5, 0xd4321) => true,
            (9, _) | (4 | 8, 0x43210) => false,
            (0, ranks) => ranks & 0xff != 0 && high.is_valid(),
            (5, ranks) => ranks & 0xff != 0 && Strength(ranks).is_valid(),
            (1 | 3, ranks) => ranks & 0xff != 0 && high.is_valid(),
            _ => high.is_valid(),
        }
    }

    /// The words a player would use: `nine low, 9-8-6-4-3`.
    pub fn words(low: Strength) -> String {
        let high = to_high(low);
        if high.category() != Category::HighCard {
            return high.to_string();
        }
        let letters = high.nibbles().map(|nibble| (crate::cards::RANKS[nibble as usize - 1] as char).to_string());
        format!("{} low, {}", super::RANK_WORDS[high.nibbles()[0] as usize - 1], letters.join("-"))
    }

    /// 7-5-4-3-2 of mixed suits.
    pub const BEST: Strength = from_high(Strength::new(Category::HighCard, [6, 4, 3, 2, 1]));
    /// The weakest middle that is no foul: ten high, no pair, straight or flush.
    pub const QUALIFIES: Strength = from_high(Strength::new(Category::HighCard, [9, 8, 7, 6, 4]));
}
