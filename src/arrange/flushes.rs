//! The flushes and straight flushes of a deal, the only rows whose cards matter, jokers read.
#![forbid(unsafe_code)]

use crate::arrange::held::{bit, highest, up_to};

/// Above every strength, in 24 bits.
pub const NO_LIMIT: u32 = 0xff_ffff;

/// A category's first strength.
pub const fn from(category: u32) -> u32 {
    category << 20
}

/// Natural cards that a flush takes: of one suit, these ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suited {
    pub suit: u8,
    pub ranks: u16,
}

impl Suited {
    pub const NONE: Suited = Suited { suit: 4, ranks: 0 };
}

/// Five cards of one suit, some of them jokers, in their strongest reading as a flush or as a straight flush.
#[derive(Clone, Copy, Debug)]
pub struct Flush {
    pub strength: u32,
    pub naturals: Suited,
    pub jokers: u8,
    /// The same cards also make a straight flush.
    pub dominated: bool,
}

/// The flushes and straight flushes of a deal, each list strongest first.
#[derive(Debug, Default)]
pub struct Flushes {
    pub plain: Vec<Flush>,
    pub straight: Vec<Flush>,
    /// Declared jokers may repeat a card.
    pub repeats: bool,
}

/// Ranks of the straight up to a nibble (4 to 13).
pub fn straight_ranks(high: u32) -> u16 {
    if high == 4 { 0x100f } else { 0x1f << (high - 5) }
}

pub fn straight_strength(category: u32, high: u32) -> u32 {
    from(category) | (high * 0x1_1111 - 0x1234)
}

/// Five different ranks as nibbles, highest first.
fn nibbles(mut ranks: u16) -> u32 {
    let mut all = 0;
    while ranks != 0 {
        let rank = highest(ranks);
        ranks ^= bit(rank);
        all = all << 4 | rank;
    }
    all
}

/// Whether five different ranks, as nibbles, are a straight.
pub fn is_straight(nibbles: u32) -> bool {
    (nibbles >> 16) - (nibbles & 15) == 4 || nibbles == 0xd_4321
}

/// The strongest straight flush not above a limit that holds these ranks; 0 when there is none.
pub fn straight_flush(ranks: u16, limit: u32) -> u32 {
    (4..=13)
        .rev()
        .filter(|&high| ranks & !straight_ranks(high) == 0)
        .map(|high| straight_strength(if high == 13 { 10 } else { 8 }, high))
        .find(|&strength| strength <= limit)
        .unwrap_or(0)
}

/// The strength of a flush in which jokers repeat ranks; 0 for what is better than a flush.
fn repeated_flush(ranks: u16, jokers: &[u32]) -> u32 {
    let mut all = 0;
    let mut most = 0;
    let mut groups = 0;
    for rank in (1..=13).rev() {
        let count = (ranks >> (rank - 1) & 1) as usize + jokers.iter().filter(|&&joker| joker == rank).count();
        for _ in 0..count {
            all = all << 4 | rank;
        }
        most = most.max(count);
        groups += (count > 0) as u32;
    }
    if most >= 4 || groups == 2 || groups == 5 && is_straight(all) { 0 } else { from(5) | all }
}

/// The strongest flush, and no straight flush, not above a limit, of these ranks and so many jokers; 0 when there is
/// none. Jokers of higher ranks make a stronger flush whatever the other cards are, so the first that is allowed is the
/// strongest.
pub fn plain_flush(ranks: u16, jokers: u32, repeats: bool, limit: u32) -> u32 {
    if repeats { repeating(ranks, &mut [0; 3], 0, jokers as usize, limit) } else { different(ranks, 13, jokers, limit) }
}

/// `plain_flush` with jokers of different ranks, not above a nibble.
fn different(ranks: u16, most: u32, jokers: u32, limit: u32) -> u32 {
    if jokers == 0 {
        let all = nibbles(ranks);
        return if from(5) | all > limit || is_straight(all) { 0 } else { from(5) | all };
    }
    let mut free = !ranks & up_to(most);
    while free != 0 {
        let rank = highest(free);
        free ^= bit(rank);
        let strength = different(ranks | bit(rank), rank - 1, jokers - 1, limit);
        if strength != 0 {
            return strength;
        }
    }
    0
}

/// `plain_flush` with jokers that may repeat ranks.
fn repeating(ranks: u16, stand: &mut [u32; 3], at: usize, jokers: usize, limit: u32) -> u32 {
    if at == jokers {
        let strength = repeated_flush(ranks, &stand[..jokers]);
        return if strength <= limit { strength } else { 0 };
    }
    let most = if at == 0 { 13 } else { stand[at - 1] };
    for rank in (1..=most).rev() {
        stand[at] = rank;
        let strength = repeating(ranks, stand, at + 1, jokers, limit);
        if strength != 0 {
            return strength;
        }
    }
    0
}

/// Calls `visit` with every subset of so many bits.
fn subsets(ranks: u16, size: u32, chosen: u16, visit: &mut impl FnMut(u16)) {
    if size == 0 {
        return visit(chosen);
    }
    let mut rest = ranks;
    while rest.count_ones() >= size {
        let rank = bit(highest(rest));
        rest ^= rank;
        subsets(rest, size - 1, chosen | rank, visit);
    }
}

impl Flushes {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.plain.len() + self.straight.len()
    }

    /// Lists the flushes of a deal.
    pub fn list(&mut self, suits: [u16; 4], jokers: u32, repeats: bool) {
        self.plain.clear();
        self.straight.clear();
        self.repeats = repeats;
        let mut live = 0;
        for (suit, &held) in suits.iter().enumerate() {
            for stand in 0..=jokers {
                let before = self.plain.len();
                subsets(held, 5 - stand, 0, &mut |ranks| {
                    let mut flush = Flush {
                        strength: straight_flush(ranks, NO_LIMIT),
                        naturals: Suited { suit: suit as u8, ranks },
                        jokers: stand as u8,
                        dominated: false,
                    };
                    if flush.strength != 0 {
                        self.straight.push(flush);
                        flush.dominated = true;
                    }
                    flush.strength = if stand > 0 {
                        plain_flush(ranks, stand, repeats, NO_LIMIT)
                    } else if flush.dominated {
                        0
                    } else {
                        from(5) | nibbles(ranks)
                    };
                    if flush.strength != 0 {
                        self.plain.push(flush);
                    }
                });
                live += (self.plain.len() > before) as u32;
            }
        }
        // The subsets of one suit come strongest first.
        if live > 1 {
            self.plain.sort_unstable_by_key(|flush| (!flush.strength, flush.naturals.suit, !flush.naturals.ranks));
        }
        if self.straight.len() > 1 {
            self.straight.sort_unstable_by_key(|flush| (!flush.strength, flush.naturals.suit, !flush.naturals.ranks));
        }
    }
}
