//! The five-card rows that can be taken out of a hand, strongest first, made on demand.
#![forbid(unsafe_code)]

use crate::arrange::flushes::{
    Flush, Flushes, NO_LIMIT, Suited, from, is_straight, plain_flush, straight_flush, straight_ranks, straight_strength,
};
use crate::arrange::held::{ALL, Held, bit, highest, up_to};

/// A category's last strength, or the limit if that comes first.
fn ceiling(category: u32, limit: u32) -> u32 {
    limit.min(from(category) | 0xf_ffff)
}

/// The leading ranks that a limit leaves to a category.
fn cap(category: u32, limit: u32) -> u16 {
    if limit >> 20 == category { up_to(limit >> 16 & 15) } else { ALL }
}

/// Who is shown rows.
pub trait Visit {
    /// Whether rows of at most this strength, taken out of these cards, are worth being shown.
    fn wants(&mut self, strength: u32, held: Held) -> bool;

    /// A row, the cards left without it and, for a flush, its suit and natural cards. True ends the walk.
    fn row(&mut self, strength: u32, left: Held, cards: Suited) -> bool;
}

/// What rows are taken from: the flushes of the deal, those of their cards that are gone, and the rules.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    pub flushes: &'a Flushes,
    pub used: Suited,
    pub five_of_a_kind: bool,
}

impl Rows<'_> {
    /// Shows every row not above the limit, strongest first but for flushes that a limit weakens, and of rows that take
    /// the same cards at least the strongest. True when the visitor ended the walk or wants nothing weaker.
    #[inline]
    pub fn walk<const J: bool, V: Visit>(&self, held: Held, limit: u32, visitor: &mut V) -> bool {
        self.strong::<J, V>(held, limit, visitor) || self.weak::<J, V>(held, limit, visitor)
    }

    /// Straights and better.
    #[inline]
    pub fn strong<const J: bool, V: Visit>(&self, held: Held, limit: u32, visitor: &mut V) -> bool {
        limit >= from(8) && self.over_quads::<J, V>(held, limit, visitor)
            || limit >= from(7) && self.quads::<J, V>(held, limit, visitor)
            || limit >= from(6) && self.full_houses::<J, V>(held, limit, visitor)
            || limit >= from(5) && self.flush_list::<J, V>(&self.flushes.plain, 0, held, limit, visitor)
            || limit >= from(4) && self.straights::<J, V>(held, limit, visitor)
    }

    /// Trips and weaker.
    #[inline]
    pub fn weak<const J: bool, V: Visit>(&self, held: Held, limit: u32, visitor: &mut V) -> bool {
        limit >= from(3) && self.trips::<J, V>(held, limit, visitor)
            || limit >= from(2) && self.two_pairs::<J, V>(held, limit, visitor)
            || limit >= from(1) && self.pairs::<J, V>(held, limit, visitor)
            || self.high_cards::<J, V>(held, limit, visitor)
    }

    fn over_quads<const J: bool, V: Visit>(&self, held: Held, limit: u32, visitor: &mut V) -> bool {
        let list = &self.flushes.straight;
        let royal = list.iter().take_while(|flush| flush.strength >= from(10)).count();
        if self.flush_list::<J, V>(&list[..royal], from(10), held, limit, visitor) {
            return true;
        }
        if J && self.five_of_a_kind && limit >= from(9) {
            let mut ranks = held.ranks_with::<J>(5) & cap(9, limit);
            if ranks != 0 && !visitor.wants(ceiling(9, limit), held) {
                return true;
            }
            while ranks != 0 {
                let rank = highest(ranks);
                ranks ^= bit(rank);
                if visitor.row(from(9) | (rank * 0x1_1111), held.take::<J>(bit(rank), 5), Suited::NONE) {
                    return true;
                }
            }
        }
        // A royal flush above the limit may be read as a lower straight flush.
        let rest = if J && limit < from(10) { &list[..] } else { &list[royal..] };
        self.flush_list::<J, V>(rest, from(8), held, limit.min(from(9)), visitor)
    }

    /// The flushes of a list, read as no less than `least`.
    fn flush_list<const J: bool, V: Visit>(
        &self,
        list: &[Flush],
        least: u32,
        held: Held,
        limit: u32,
        visitor: &mut V,
    ) -> bool {
        for flush in list {
            let Suited { suit, ranks } = flush.naturals;
            let free = ranks & !held.singles() == 0 && !(suit == self.used.suit && ranks & self.used.ranks != 0);
            if !free || J && flush.jokers as u32 > held.jokers {
                continue;
            }
            let mut strength = flush.strength;
            if strength > limit {
                strength = match (J && flush.jokers > 0, strength >= from(8)) {
                    (false, _) => 0,
                    (true, true) => straight_flush(ranks, limit),
                    (true, false) => plain_flush(ranks, flush.jokers as u32, self.flushes.repeats, limit),
                };
            }
            if strength == 0 || strength < least || J && flush.dominated && limit == NO_LIMIT {
                continue;
            }
            if !visitor.wants(flush.strength.min(limit), held) {
                return true;
            }
            if visitor.row(strength, held.take_each(ranks, flush.jokers as u32), flush.naturals) {
                return true;
            }
        }
        false
    }

    fn quads<const J: bool, V: Visit>(&self, held: Held, limit: u32, visitor: &mut V) -> bool {
        let mut ranks = held.ranks_with::<J>(4) & cap(7, limit);
        if ranks != 0 && !visitor.wants(ceiling(7, limit), held) {
            return true;
        }
        while ranks != 0 {
            let rank = highest(ranks);
            ranks ^= bit(rank);
            let base = from(7) | (rank * 0x1_1110);
            // A fifth joker is better spent on five of a kind, where that counts.
            let wild = !self.five_of_a_kind || limit < from(9) | (rank * 0x1_1111);
            let left = held.take::<J>(bit(rank), 4);
            if self.kickers::<J, V>(1, base, ALL & !bit(rank), left, wild, limit, visitor) {
                return true;
            }
        }
        false
    }

    fn full_houses<const J: bool, V: Visit>(&self, held: Held, limit: u32, visitor: &mut V) -> bool {
        let mut trips = held.ranks_with::<J>(3) & cap(6, limit);
        if trips == 0 {
            return false;
        }
        let mut asked = false;
        while trips != 0 {
            let rank = highest(trips);
            trips ^= bit(rank);
            let after = held.take::<J>(bit(rank), 3);
            let mut pairs = after.ranks_with::<J>(2) & !bit(rank);
            if limit >> 20 == 6 && limit >> 16 & 15 == rank {
                pairs &= up_to(limit >> 4 & 15);
            }
            while pairs != 0 {
                let pair = highest(pairs);
                pairs ^= bit(pair);
                let left = after.take::<J>(bit(pair), 2);
                if J && left.jokers < held.jokers {
                    // With two natural pairs the higher has the joker; else quads take the same cards.
                    let two_pairs = held.count(bit(rank)) == 2 && held.count(bit(pair)) >= 2;
                    let better = if two_pairs {
                        pair > rank && limit >= from(6) | (pair * 0x1_1100) | (rank * 0x11)
                    } else {
                        limit >= from(7) | (rank.max(pair) * 0x1_1110) | 15
                    };
                    if better {
                        continue;
                    }
                }
                if !asked && !visitor.wants(ceiling(6, limit), held) {
                    return true;
                }
                asked = true;
                if visitor.row(from(6) | (rank * 0x1_1100) | (pair * 0x11), left, Suited::NONE) {
                    return true;
                }
            }
        }
        false
    }

    fn straights<const J: bool, V: Visit>(&self, held: Held, limit: u32, visitor: &mut V) -> bool {
        let ranks = held.singles();
        let mut highs = if J {
            ALL & !7
        } else {
            // Bit n: a run of five ends at nibble n, the ace counting below the deuce too.
            let low = (ranks as u32) << 1 | (ranks as u32 >> 12 & 1);
            let run = low & low >> 1 & low >> 2 & low >> 3 & low >> 4;
            (run << 3) as u16
        };
        highs &= cap(4, limit);
        if highs == 0 || !J && !visitor.wants(ceiling(4, limit), held) {
            return highs != 0;
        }
        while highs != 0 {
            let high = highest(highs);
            highs ^= bit(high);
            let row = straight_ranks(high);
            let missing = if J { (row & !ranks).count_ones() } else { 0 };
            if J && missing > held.jokers {
                continue;
            }
            let left = held.take_each(row & ranks, missing);
            if visitor.row(straight_strength(4, high), left, Suited::NONE) {
                return true;
            }
        }
        false
    }

    fn trips<const J: bool, V: Visit>(&self, held: Held, limit: u32, visitor: &mut V) -> bool {
        let mut ranks = held.ranks_with::<J>(3) & cap(3, limit);
        if ranks != 0 && !visitor.wants(ceiling(3, limit), held) {
            return true;
        }
        while ranks != 0 {
            let rank = highest(ranks);
            ranks ^= bit(rank);
            let base = from(3) | (rank * 0x1_1100);
            let left = held.take::<J>(bit(rank), 3);
            let mut kickers = ALL & !bit(rank);
            let mut wild = J;
            if J {
                let stand = held.jokers - left.jokers;
                wild = limit < from(7) | (rank * 0x1_1110) | 15;
                if limit >= from(8) {
                    // A higher card with two jokers, or a lower one with three, is better read in another way.
                    match stand {
                        2 => kickers &= up_to(rank),
                        3 => continue,
                        _ => {}
                    }
                }
            }
            if !visitor.wants(limit.min(base | 0xff), left) {
                continue;
            }
            if self.kickers::<J, V>(2, base, kickers, left, wild, limit, visitor) {
                return true;
            }
        }
        false
    }

    fn two_pairs<const J: bool, V: Visit>(&self, held: Held, limit: u32, visitor: &mut V) -> bool {
        let mut highs = held.ranks_with::<J>(2) & cap(2, limit);
        if highs == 0 {
            return false;
        }
        let mut asked = false;
        while highs != 0 {
            let high = highest(highs);
            highs ^= bit(high);
            let after = held.take::<J>(bit(high), 2);
            let mut lows = after.ranks_with::<J>(2) & up_to(high - 1);
            if limit >> 20 == 2 && limit >> 16 & 15 == high {
                lows &= up_to(limit >> 8 & 15);
            }
            while lows != 0 {
                let low = highest(lows);
                lows ^= bit(low);
                let left = after.take::<J>(bit(low), 2);
                // A joker is better spent on trips of the higher rank.
                if J && left.jokers < held.jokers && limit >= from(3) | (high * 0x1_1100) | 0xff {
                    continue;
                }
                if !asked && !visitor.wants(ceiling(2, limit), held) {
                    return true;
                }
                asked = true;
                let base = from(2) | (high * 0x1_1000) | (low * 0x110);
                if !visitor.wants(limit.min(base | 15), left) {
                    continue;
                }
                let wild = J && limit < from(6) | (high * 0x1_1100) | (low * 0x11);
                let kickers = ALL & !bit(high) & !bit(low);
                if self.kickers::<J, V>(1, base, kickers, left, wild, limit, visitor) {
                    return true;
                }
            }
        }
        false
    }

    fn pairs<const J: bool, V: Visit>(&self, held: Held, limit: u32, visitor: &mut V) -> bool {
        let mut ranks = held.ranks_with::<J>(2) & cap(1, limit);
        if ranks != 0 && !visitor.wants(ceiling(1, limit), held) {
            return true;
        }
        while ranks != 0 {
            let rank = highest(ranks);
            ranks ^= bit(rank);
            let base = from(1) | (rank * 0x1_1000);
            let left = held.take::<J>(bit(rank), 2);
            let mut kickers = ALL & !bit(rank);
            let mut wild = J;
            if J {
                wild = limit < from(3) | (rank * 0x1_1100) | 0xff;
                if limit >= from(4) {
                    match held.jokers - left.jokers {
                        1 => kickers &= up_to(rank),
                        2 => continue,
                        _ => {}
                    }
                }
            }
            if !visitor.wants(limit.min(base | 0xfff), left) {
                continue;
            }
            if self.kickers::<J, V>(3, base, kickers, left, wild, limit, visitor) {
                return true;
            }
        }
        false
    }

    fn high_cards<const J: bool, V: Visit>(&self, held: Held, limit: u32, visitor: &mut V) -> bool {
        if !visitor.wants(ceiling(0, limit), held) {
            return true;
        }
        let wild = J && limit < from(2);
        self.kickers::<J, V>(5, 0, ALL, held, wild, limit, visitor)
    }

    /// Fills the last nibbles of a row with different ranks, falling; `wild` lets jokers stand for them.
    #[expect(clippy::too_many_arguments, reason = "one for each nibble's condition, in registers")]
    fn kickers<const J: bool, V: Visit>(
        &self,
        missing: u32,
        base: u32,
        ranks: u16,
        held: Held,
        wild: bool,
        limit: u32,
        visitor: &mut V,
    ) -> bool {
        let shift = 4 * (missing - 1);
        let jokers = J && wild && held.jokers > 0;
        let mut choices = if jokers { ranks } else { ranks & held.singles() };
        // Of two jokers for the same place the higher rank is better, unless the limit bites on what follows.
        let mut joker_seen = false;
        while choices != 0 {
            let rank = highest(choices);
            choices ^= bit(rank);
            let strength = base | rank << shift;
            if strength > limit {
                continue;
            }
            let most = strength | ((1 << shift) - 1);
            let natural = held.singles() & bit(rank) != 0;
            if J && !natural {
                if joker_seen {
                    continue;
                }
                joker_seen = most <= limit;
            }
            let left = if natural { held.take_each(bit(rank), 0) } else { held.take_each(0, 1) };
            if missing == 1 {
                if base < 0x10_0000 && is_straight(strength) {
                    joker_seen = false;
                    continue;
                }
                if visitor.row(strength, left, Suited::NONE) {
                    return true;
                }
            } else if visitor.wants(most.min(limit), left)
                && self.kickers::<J, V>(missing - 1, strength, ranks & up_to(rank - 1), left, wild, limit, visitor)
            {
                return true;
            }
        }
        false
    }
}
