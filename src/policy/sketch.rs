//! What an unfinished row may become, as two whole numbers: how strong it will be, and what it will earn.
//!
//! Levels are strengths cut after the second rank: 256 a category, 16 a rank. Values are 256 a point. Both are integers, so
//! that a choice is the same on every machine.
#![forbid(unsafe_code)]

use crate::cards::Card;
use crate::payoff::Payoff;
use crate::strength::{Category, Strength};

/// The numbers that a hand-written player is made of, set by climbing in simulated hands.
#[derive(Clone, Debug)]
pub struct Weights {
    /// What the groups of a row grow by until it is full, in levels: no pair, pair, two pair, trips, by free places.
    pub grow: [[i32; 6]; 4],
    /// Chances of the next better royalties from no pair, pair, two pair, trips, by free places.
    pub upgrade: [[i32; 6]; 4],
    /// Chances of a flush by suited cards, then by how many other places may take what does not fit.
    pub flush: [[i32; 4]; 5],
    /// The same of a straight by cards in its span, and how many straights there are.
    pub straight: [[i32; 4]; 5],
    /// What the top's high card grows by, by free places.
    pub top_grow: [i32; 4],
    /// Chances of a pair with a single card of the top, by free places.
    pub top_pair: [i32; 3],
    /// How much a level of margin makes a foul less likely, in 256ths of a chance, by free places.
    pub slope: [i32; 11],
    /// What a foul costs, in points.
    pub foul: i32,
    /// Chances that a deuce-to-seven middle is spoilt, by free places.
    pub spoilt: [i32; 6],
}

/// Chances are parts of this.
pub const CERTAIN: i32 = 256;
const CATEGORY: i32 = 256;
const RANK: i32 = 16;

/// What a row may become.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outlook {
    pub level: i32,
    pub value: i32,
    pub free: i32,
    /// The chance that the row fouls by itself.
    pub spoilt: i32,
}

/// The cards of a row by rank and suit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sketch {
    ones: u16,
    twos: u16,
    threes: u16,
    fours: u16,
    suits: u8,
    cards: u8,
    jokers: u8,
}

/// How many straights hold all these ranks (low nibble), and the highest one's top rank, 1..=13 (high nibble).
static STRAIGHTS: [u8; 1 << 13] = {
    let mut table = [0u8; 1 << 13];
    let mut ranks = 0;
    while ranks < 1 << 13 {
        let mut count = 0;
        let mut top = 0;
        let mut high = 4;
        while high <= 13 {
            let span = if high == 4 { 0b1_0000_0000_1111 } else { 0b11111 << (high - 5) };
            if ranks & !span == 0 {
                count += 1;
                top = high;
            }
            high += 1;
        }
        table[ranks] = (top << 4 | count) as u8;
        ranks += 1;
    }
    table
};

#[inline]
fn highest(ranks: u16) -> i32 {
    16 - ranks.leading_zeros() as i32
}

#[inline]
fn without_highest(ranks: u16) -> u16 {
    ranks & !(0x8000 >> ranks.leading_zeros().min(15))
}

impl Sketch {
    #[inline]
    pub fn add(&mut self, card: Card) {
        self.cards += 1;
        if card.is_undeclared() {
            self.jokers += 1;
            return;
        }
        let rank = 1 << card.rank();
        self.fours |= self.threes & rank;
        self.threes |= self.twos & rank;
        self.twos |= self.ones & rank;
        self.ones |= rank;
        self.suits |= 1 << card.suit();
    }

    pub fn of(cards: &[Card]) -> Sketch {
        let mut sketch = Sketch::default();
        cards.iter().for_each(|&card| sketch.add(card));
        sketch
    }

    fn is_suited(&self) -> bool {
        self.suits & self.suits.wrapping_sub(1) == 0
    }

    /// The category of the groups that lie there, and its two leading ranks; jokers join the largest group.
    #[inline]
    fn groups(&self) -> (Category, i32, i32) {
        let Sketch { mut ones, mut twos, mut threes, mut fours, .. } = *self;
        for _ in 0..self.jokers {
            if threes != 0 {
                fours |= 1 << (highest(threes) - 1);
            } else if twos != 0 {
                threes |= 1 << (highest(twos) - 1);
            } else if ones != 0 {
                twos |= 1 << (highest(ones) - 1);
            } else {
                ones = 1 << 12;
            }
        }
        if fours != 0 {
            let rank = highest(fours);
            return (Category::Quads, rank, rank);
        }
        if threes != 0 {
            let rank = highest(threes);
            let pairs = twos & !(1 << (rank - 1));
            return if pairs != 0 { (Category::FullHouse, rank, rank) } else { (Category::Trips, rank, rank) };
        }
        if twos != 0 {
            let rank = highest(twos);
            let rest = without_highest(twos);
            return if rest != 0 { (Category::TwoPair, rank, highest(rest)) } else { (Category::Pair, rank, rank) };
        }
        (Category::HighCard, highest(ones), highest(without_highest(ones)))
    }

    /// A row of five. `slack` places of other rows may take the cards that do not fit here.
    #[inline]
    pub fn five(&self, royalties: &[i32; 256], slack: i32, weights: &Weights) -> Outlook {
        let (category, first, second) = self.groups();
        let free = 5 - self.cards as i32;
        let pays = |category: Category, rank: i32| royalties[(category as usize) << 4 | rank as usize] * CERTAIN;
        let mut level = category as i32 * CATEGORY + first * RANK + second;
        let mut value = pays(category, first);
        let spread = self.twos == 0;
        let straights = STRAIGHTS[self.ones as usize];
        let span = straights as i32 & 15;
        let top = straights as i32 >> 4;
        if free == 0 {
            let flush = spread && self.is_suited();
            let made = match (flush, spread && span > 0) {
                (true, true) if top == 13 => Category::RoyalFlush,
                (true, true) => Category::StraightFlush,
                (true, false) => Category::Flush,
                (false, true) => Category::Straight,
                (false, false) => return Outlook { level, value, free, spoilt: 0 },
            };
            if made > category {
                let first = if made == Category::Flush { highest(self.ones) } else { top };
                level = made as i32 * CATEGORY + first * RANK + highest(without_highest(self.ones));
                value = pays(made, first);
            }
            return Outlook { level, value, free, spoilt: 0 };
        }
        let held = category as usize;
        if held <= 3 {
            let next = if held < 2 { Category::Trips } else { Category::FullHouse };
            let chance = weights.upgrade[held][free as usize];
            value += (pays(next, first) - value) * chance / CERTAIN;
            level += weights.grow[held][free as usize];
        }
        if spread && self.cards >= 2 {
            let held = self.cards as usize;
            let room = (slack / 2).min(3) as usize;
            if self.is_suited() {
                let chance = weights.flush[held][room];
                let flush = Category::Flush as i32 * CATEGORY + highest(self.ones) * RANK;
                level += (flush - level).max(0) * chance / CERTAIN;
                value += (pays(Category::Flush, highest(self.ones)) - value).max(0) * chance / CERTAIN;
            }
            if span > 0 {
                let chance = weights.straight[held][span.min(4) as usize - 1];
                let straight = Category::Straight as i32 * CATEGORY + top * RANK;
                level += (straight - level).max(0) * chance / CERTAIN;
                value += (pays(Category::Straight, top) - value).max(0) * chance / CERTAIN;
            }
        }
        Outlook { level, value, free, spoilt: 0 }
    }

    /// The top row. `worth` is what each class of it earns in the next Fantasyland.
    #[inline]
    pub fn top(&self, royalties: &[i32; 256], worth: &[i32; 256], weights: &Weights) -> Outlook {
        let (category, first, second) = self.groups();
        let free = 3 - self.cards as i32;
        let pays = |category: Category, rank: i32| {
            let class = (category as usize) << 4 | rank as usize;
            (royalties[class] + worth[class]) * CERTAIN
        };
        let mut level = category as i32 * CATEGORY + first * RANK + second;
        let mut value = pays(category, first);
        if free > 0 {
            if category == Category::HighCard {
                level += weights.top_grow[free as usize];
                let mut ones = self.ones;
                while ones != 0 {
                    let rank = highest(ones);
                    value += pays(Category::Pair, rank) * weights.top_pair[free.min(2) as usize] / CERTAIN;
                    ones = without_highest(ones);
                }
            } else {
                value += pays(Category::Trips, first) * weights.top_pair[0] / CERTAIN;
            }
        }
        Outlook { level, value, free, spoilt: 0 }
    }

    /// A middle that has to become a deuce-to-seven low.
    pub fn low(&self, payoff: &Payoff, slack: i32, weights: &Weights) -> Outlook {
        const ABOVE_TEN: u16 = !0x1ff;
        let free = 5 - self.cards as i32;
        let made = |value| Outlook { level: 0, value, free, spoilt: 0 };
        let spoilt = Outlook { level: 0, value: 0, free, spoilt: CERTAIN };
        if self.twos != 0 || self.ones & ABOVE_TEN != 0 {
            return spoilt;
        }
        let straight = STRAIGHTS[self.ones as usize] & 15 > 0;
        let high = highest(self.ones);
        if free == 0 {
            if straight || self.is_suited() {
                return spoilt;
            }
            let best = self.ones == 0b10_1111;
            let class = crate::strength::low::from_high(Strength((high as u32) << 16 | 1 << 12)).class();
            return made(CERTAIN * if best { payoff.best_low } else { payoff.royalties[1][class] });
        }
        let stiff = self.cards >= 3 && (straight || self.is_suited());
        let mut outlook = made((9 - high) * CERTAIN / 8);
        outlook.spoilt =
            weights.spoilt[free as usize] * (12 - slack.min(8)) / 12 + if stiff { CERTAIN / 16 } else { 0 };
        outlook
    }
}

/// The chance that an upper row ends above a lower one.
#[inline]
pub fn inversion(lower: &Outlook, upper: &Outlook, weights: &Weights) -> i32 {
    let margin = lower.level - upper.level;
    let free = lower.free + upper.free;
    if free == 0 {
        return if margin > 0 {
            0
        } else if margin == 0 {
            CERTAIN / 4
        } else {
            CERTAIN
        };
    }
    (CERTAIN / 2 - ((margin * weights.slope[free as usize]) >> 8)).clamp(0, CERTAIN)
}

/// Where the climbing ended: heads-up Pineapple, royalties + 8 for Fantasyland - 6 for a foul.
pub static WEIGHTS: Weights = Weights {
    grow: [
        [0, 83, 119, 200, 195, 180],
        [0, 82, 244, 96, 240, 240],
        [0, 52, 37, 23, 48, 50],
        [0, 125, 71, 224, 121, 105],
    ],
    upgrade: [[0, 5, 11, 9, 10, 10], [0, 15, 110, 112, 53, 256], [0, 140, 56, 84, 68, 39], [0, 128, 68, 198, 90, 90]],
    flush: [[0; 4], [0; 4], [2, 12, 21, 24], [5, 32, 69, 69], [99, 104, 159, 185]],
    straight: [[0; 4], [0; 4], [5, 9, 8, 10], [21, 23, 29, 110], [32, 106, 135, 104]],
    top_grow: [0, 54, 110, 128],
    top_pair: [11, 34, 75],
    slope: [256, 160, 145, 102, 102, 78, 71, 76, 44, 100, 53],
    foul: 10,
    spoilt: [0, 60, 80, 90, 100, 110],
};
