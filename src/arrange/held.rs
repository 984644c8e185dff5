//! The cards still in hand while rows are taken out of them, with suits forgotten.
#![forbid(unsafe_code)]

/// Every rank.
pub const ALL: u16 = 0x1fff;
const LANES: u64 = 0x0001_0001_0001_0001;

/// Natural cards as four planes of 16 bits, and a count of jokers. Bit r of plane k says that more than k cards of rank
/// r are held, so that "the ranks of which there are three" is a mask that is already there, and taking k cards of some
/// ranks moves their bits k planes down. Jokers fill what the natural cards lack; `J` is false where none is held, and
/// then the code for them is compiled away.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    pub planes: u64,
    pub jokers: u32,
}

impl Held {
    pub fn new(suits: [u16; 4], jokers: u32) -> Held {
        let mut planes = [0u16; 4];
        for mut suit in suits {
            for plane in &mut planes {
                (*plane, suit) = (*plane | suit, *plane & suit);
            }
        }
        let planes = planes.iter().rev().fold(0, |all, &plane| all << 16 | plane as u64);
        Held { planes, jokers }
    }

    /// The ranks of which a natural card is left.
    #[inline(always)]
    pub fn singles(self) -> u16 {
        self.planes as u16
    }

    /// The ranks of which `count` (1 to 5) cards can be had, jokers helping.
    #[inline(always)]
    pub fn ranks_with<const J: bool>(self, count: u32) -> u16 {
        let naturals = if J { count.saturating_sub(self.jokers) } else { count };
        match naturals {
            0 => ALL,
            5.. => 0,
            _ => (self.planes >> (16 * (naturals - 1))) as u16,
        }
    }

    /// Without `count` (1 to 5) cards of the one rank whose bit is given: natural cards first. The caller has made sure
    /// that they can be had.
    #[inline(always)]
    pub fn take<const J: bool>(self, rank: u16, count: u32) -> Held {
        let lanes = rank as u64 * LANES;
        let jokers =
            if J { self.jokers - count.saturating_sub((self.planes & lanes).count_ones()) } else { self.jokers };
        let left = if count < 4 { self.planes >> (16 * count) } else { 0 };
        Held { planes: self.planes & !lanes | left & lanes, jokers }
    }

    /// Without one natural card of each of these ranks and without so many jokers.
    #[inline(always)]
    pub fn take_each(self, ranks: u16, jokers: u32) -> Held {
        let lanes = ranks as u64 * LANES;
        Held { planes: self.planes & !lanes | self.planes >> 16 & lanes, jokers: self.jokers - jokers }
    }

    /// Natural cards of the one rank whose bit is given.
    #[inline(always)]
    pub fn count(self, rank: u16) -> u32 {
        (self.planes & (rank as u64 * LANES)).count_ones()
    }
}

/// The highest rank of a mask that is not empty, as a nibble of a strength: 1 for a deuce to 13 for an ace.
#[inline(always)]
pub fn highest(ranks: u16) -> u32 {
    16 - ranks.leading_zeros()
}

/// The bit of a nibble.
#[inline(always)]
pub fn bit(nibble: u32) -> u16 {
    1 << (nibble - 1)
}

/// The ranks up to and with a nibble (0 to 15).
#[inline(always)]
pub fn up_to(nibble: u32) -> u16 {
    ((1u32 << nibble) - 1) as u16 & ALL
}

/// The strongest top row that is not above `limit`; 0 when there is none.
#[inline(always)]
pub fn best_top<const J: bool>(held: Held, limit: u32) -> u32 {
    let category = limit >> 20;
    let leading = limit >> 16 & 15;
    if category >= 3 {
        // A limit that is one less than some trips has their rank in front too.
        let most = leading - (limit & 0xf_ff00 < leading * 0x1_1100) as u32;
        let trips = held.ranks_with::<J>(3) & if category == 3 { up_to(most) } else { ALL };
        if trips != 0 {
            return 0x30_0000 | (highest(trips) * 0x1_1100);
        }
    }
    if category >= 1 {
        let mut pairs = held.ranks_with::<J>(2) & if category == 1 { up_to(leading) } else { ALL };
        while pairs != 0 {
            let rank = highest(pairs);
            pairs ^= bit(rank);
            let after = held.take::<J>(bit(rank), 2);
            let below = if category == 1 && rank == leading { up_to(limit >> 8 & 15) } else { ALL };
            let kickers = if J && after.jokers > 0 { ALL } else { after.singles() } & below & !bit(rank);
            if kickers != 0 {
                return 0x10_0000 | (rank * 0x1_1000) | highest(kickers) << 8;
            }
        }
    }
    no_pair::<J>(held, if category >= 1 { 0xf_ff00 } else { limit & 0xf_ff00 })
}

/// The strongest three different ranks not above three nibbles.
fn no_pair<const J: bool>(held: Held, limit: u32) -> u32 {
    let ranks = |held: Held| if J && held.jokers > 0 { ALL } else { held.singles() };
    // A natural card is there for its rank, else a joker is spent.
    let without = |held: Held, rank: u16| {
        if held.singles() & rank != 0 { held.take_each(rank, 0) } else { held.take_each(0, 1) }
    };
    let mut first = ranks(held) & up_to(limit >> 16 & 15);
    while first != 0 {
        let a = highest(first);
        first ^= bit(a);
        let held = without(held, bit(a));
        let tight = a == limit >> 16 & 15;
        let mut second = ranks(held) & up_to(a - 1) & if tight { up_to(limit >> 12 & 15) } else { ALL };
        while second != 0 {
            let b = highest(second);
            second ^= bit(b);
            let held = without(held, bit(b));
            let tight = tight && b == limit >> 12 & 15;
            let third = ranks(held) & up_to(b - 1) & if tight { up_to(limit >> 8 & 15) } else { ALL };
            if third != 0 {
                return a << 16 | b << 12 | highest(third) << 8;
            }
        }
    }
    0
}
