//! A move: which row each dealt card goes to, and what its jokers stand for; and all moves that are legal at once.
//!
//! Legal placements are counted by a formula and found by their number, so that nothing is ever listed: of the 17
//! cards of a Fantasyland hand there are 171,531,360.
#![forbid(unsafe_code)]

use crate::board::Row;
use crate::cards::{Card, MAX_JOKERS};
use crate::error::{Fault, Kind};

/// The most cards a seat is dealt at once.
pub const MOST_DEALT: usize = 17;

const FACES: u32 = 2 * MOST_DEALT as u32;

/// For each dealt card a row or the discards, in two bits: 0 = discarded, else 1 + row. Over them for each joker
/// number, in six bits, 1 + the natural card it is declared as, or 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Placement(u64);

impl Placement {
    /// Everything is discarded: where placements are built from.
    pub const NOTHING: Placement = Placement(0);

    #[inline]
    pub fn row(self, slot: usize) -> Option<Row> {
        match self.0 >> (2 * slot) & 3 {
            0 => None,
            row => Some(Row::ALL[row as usize - 1]),
        }
    }

    /// The same with the card of a slot in a row.
    #[inline]
    pub fn with(self, slot: usize, row: Row) -> Placement {
        debug_assert!(slot < MOST_DEALT);
        Placement(self.0 & !(3 << (2 * slot)) | (row as u64 + 1) << (2 * slot))
    }

    /// What joker `number` (1..=3) is declared as.
    #[inline]
    pub fn face(self, number: u8) -> Option<Card> {
        match self.0 >> (FACES + 6 * (number as u32 - 1)) & 63 {
            0 => None,
            face => Card::from_id(face as u8 - 1),
        }
    }

    /// The same with a joker declared as a natural card.
    #[inline]
    pub fn declare(self, number: u8, face: Card) -> Placement {
        debug_assert!(face.is_natural());
        let shift = FACES + 6 * (number as u32 - 1);
        Placement(self.0 & !(63 << shift) | (face.id() as u64 + 1) << shift)
    }

    /// The card as it lies on the board.
    #[inline]
    pub fn faced(self, card: Card) -> Card {
        match card.joker_number() {
            0 => card,
            number => self.face(number).map_or(card, |face| card.declared(face)),
        }
    }

    /// Cards in each row.
    #[inline]
    pub fn counts(self) -> [u8; 3] {
        const LOW: u64 = 0x5555_5555_5555_5555 & ((1 << FACES) - 1);
        let (low, high) = (self.0 & LOW, self.0 >> 1 & LOW);
        [low & !high, high & !low, low & high].map(|row| row.count_ones() as u8)
    }

    pub const fn bits(self) -> u64 {
        self.0
    }

    /// A placement from its bits; it may still be illegal.
    pub fn from_bits(bits: u64) -> Option<Placement> {
        let placement = Placement(bits);
        let faces = (0..3).all(|i| (bits >> (FACES + 6 * i) & 63) <= 52);
        (bits >> (FACES + 18) == 0 && faces).then_some(placement)
    }
}

impl std::fmt::Debug for Placement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Placement(")?;
        for slot in 0..MOST_DEALT {
            f.write_str(self.row(slot).map_or("-", |row| &row.name()[..1]))?;
        }
        for number in 1..=3 {
            if let Some(face) = self.face(number) {
                write!(f, " X{number}={face}")?;
            }
        }
        f.write_str(")")
    }
}

/// Ways to put k different cards into rows with so many free places.
const WAYS: [[[[u32; 6]; 6]; 4]; 14] = {
    let mut ways = [[[[0u32; 6]; 6]; 4]; 14];
    let mut k = 0;
    while k < 14 {
        let mut t = 0;
        while t < 4 {
            let mut m = 0;
            while m < 6 {
                let mut b = 0;
                while b < 6 {
                    ways[k][t][m][b] = if k == 0 {
                        1
                    } else {
                        (if t > 0 { ways[k - 1][t - 1][m][b] } else { 0 })
                            + (if m > 0 { ways[k - 1][t][m - 1][b] } else { 0 })
                            + (if b > 0 { ways[k - 1][t][m][b - 1] } else { 0 })
                    };
                    b += 1;
                }
                m += 1;
            }
            t += 1;
        }
        k += 1;
    }
    ways
};

const CHOOSE: [[u32; MOST_DEALT + 1]; MOST_DEALT + 1] = {
    let mut choose = [[0u32; MOST_DEALT + 1]; MOST_DEALT + 1];
    let mut n = 0;
    while n <= MOST_DEALT {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= n {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// The legal placements of a seat's dealt cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Legal {
    dealt: u8,
    /// Slots that hold jokers.
    jokers: u32,
    /// Jokers are named when they are placed.
    declared: bool,
    /// Free places of top, middle and bottom.
    free: [u8; 3],
    /// Bit p: p cards may be placed.
    owed: u32,
    /// The joker number in each slot that holds one, two bits a slot.
    numbers: u64,
}

impl Legal {
    pub fn new(cards: &[Card], free: [u8; 3], owed: u32, declared: bool) -> Legal {
        let mut legal = Legal { dealt: cards.len() as u8, jokers: 0, declared, free, owed, numbers: 0 };
        for (slot, card) in cards.iter().enumerate() {
            legal.jokers |= (card.is_joker() as u32) << slot;
            legal.numbers |= (card.joker_number() as u64) << (2 * slot);
        }
        legal
    }

    /// Cards that may be placed, as bits.
    pub fn owed(&self) -> u32 {
        self.owed
    }

    fn number(&self, slot: usize) -> u8 {
        (self.numbers >> (2 * slot) & 3) as u8
    }

    /// Ways to go on with so many natural cards and jokers left, free places, and cards placed already.
    #[inline]
    fn ways(&self, naturals: usize, jokers: usize, free: [u8; 3], placed: usize) -> u64 {
        let by_count = |k: usize| WAYS[k][free[0] as usize][free[1] as usize][free[2] as usize] as u64;
        let mut sum = 0;
        let mut owed = self.owed >> placed;
        while owed != 0 {
            let k = owed.trailing_zeros() as usize;
            owed &= owed - 1;
            if k > naturals + jokers || k > 13 {
                continue;
            }
            let ways = by_count(k);
            if jokers == 0 || !self.declared {
                sum += CHOOSE[naturals + jokers][k] as u64 * ways;
                continue;
            }
            let mut faces = 1;
            for j in 0..=jokers.min(k).min(MAX_JOKERS) {
                if k - j <= naturals {
                    sum += CHOOSE[jokers][j] as u64 * faces * CHOOSE[naturals][k - j] as u64 * ways;
                }
                faces *= 52;
            }
        }
        sum
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        let jokers = self.jokers.count_ones() as usize;
        self.ways(self.dealt as usize - jokers, jokers, self.free, 0)
    }

    /// The placement with a number below `count()`.
    pub fn nth(&self, number: u64) -> Option<Placement> {
        if number >= self.count() { None } else { Some(self.find(number)) }
    }

    /// The placement with a number that is known to be below `count()`.
    #[inline]
    pub fn find(&self, mut number: u64) -> Placement {
        let mut placement = Placement::NOTHING;
        let mut jokers = self.jokers.count_ones() as usize;
        let mut naturals = self.dealt as usize - jokers;
        let mut free = self.free;
        let mut placed = 0;
        for slot in 0..self.dealt as usize {
            let joker = self.jokers >> slot & 1 == 1;
            if joker {
                jokers -= 1;
            } else {
                naturals -= 1;
            }
            let discarding = self.ways(naturals, jokers, free, placed);
            if number < discarding {
                continue;
            }
            number -= discarding;
            for row in Row::ALL {
                let i = row as usize;
                if free[i] == 0 {
                    continue;
                }
                free[i] -= 1;
                let each = self.ways(naturals, jokers, free, placed + 1);
                let ways = if joker && self.declared { 52 * each } else { each };
                if number < ways {
                    placement = placement.with(slot, row);
                    if joker && self.declared {
                        let face = Card::from_id((number / each) as u8).unwrap_or(Card::NONE);
                        placement = placement.declare(self.number(slot), face);
                        number %= each;
                    }
                    placed += 1;
                    break;
                }
                free[i] += 1;
                number -= ways;
            }
        }
        placement
    }

    pub fn iter(&self) -> impl Iterator<Item = Placement> + use<> {
        let legal = *self;
        (0..self.count()).map(move |number| legal.find(number))
    }

    pub fn contains(&self, placement: Placement) -> bool {
        self.check(placement).is_ok()
    }

    /// Why a placement is illegal, if it is: the one place that says so.
    pub fn check(&self, placement: Placement) -> Result<(), Fault> {
        let refuse = |code, message: String| Err(Fault::new(Kind::Placement, code, message));
        let counts = placement.counts();
        let placed = counts.iter().sum::<u8>() as u32;
        if (self.dealt as usize..MOST_DEALT).any(|slot| placement.row(slot).is_some()) {
            return refuse("not_dealt", format!("more cards are placed than the {} that were dealt", self.dealt));
        }
        if self.owed >> placed & 1 == 0 {
            let owed: Vec<String> = (0..32).filter(|p| self.owed >> p & 1 == 1).map(|p| p.to_string()).collect();
            return refuse(
                "wrong_number",
                format!("{placed} of {} dealt cards are placed; now {} must be", self.dealt, owed.join(" or ")),
            );
        }
        for row in Row::ALL {
            if counts[row as usize] > self.free[row as usize] {
                let free = Row::ALL.map(|row| format!("{} {}", row.name(), self.free[row as usize])).join(", ");
                return refuse(
                    "row_full",
                    format!(
                        "{} cards for the {} row, which has no room for them; free places: {free}",
                        counts[row as usize],
                        row.name()
                    ),
                );
            }
        }
        for number in 1..=MAX_JOKERS as u8 {
            let slot = (0..self.dealt as usize).find(|&slot| self.number(slot) == number);
            let placed = slot.is_some_and(|slot| placement.row(slot).is_some());
            match placement.face(number) {
                None if placed && self.declared => {
                    return refuse(
                        "undeclared_joker",
                        format!("X{number} is placed without a name; these rules want one, such as X{number}=As"),
                    );
                }
                Some(face) if !self.declared => {
                    return refuse(
                        "declared_joker",
                        format!("X{number}={face} is declared, but these rules read jokers by themselves: X{number}"),
                    );
                }
                Some(face) if !placed => {
                    return refuse(
                        "declared_joker",
                        format!("X{number}={face} is declared, but X{number} is not placed"),
                    );
                }
                _ => {}
            }
        }
        Ok(())
    }
}
