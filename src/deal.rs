//! Random streams: deal i of seed s is the same on every machine, in every version, in whatever order deals are asked
//! for.
//!
//! A stream is ChaCha with twelve rounds. Its key is the seed; its nonce holds what the stream is for in the top byte
//! and the number of the hand below; so streams never overlap, and hand 10^9 costs no more than hand 0. A number below
//! n is the high word of `word * n`, drawn again where that would favour some numbers (Lemire); a deck is shuffled
//! from its top.
//!
//! - `deck(seed, hand, jokers)`: the deck of a hand.
//! - `reshuffle_key(seed, hand)`: the key of the hand's reshuffles; `reshuffle(key, nth, discards)` does the nth.
//! - `policy(seed, hand, seat)`: what a policy that plays the seat may draw from.
#![forbid(unsafe_code)]

use crate::cards::{Card, DECK, MAX_JOKERS};
use chacha20::ChaCha12Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// Cards of the largest deck.
pub const MOST_CARDS: usize = DECK + MAX_JOKERS;
/// Hands of one seed: the number of a hand is below this.
pub const HANDS: u64 = 1 << 56;

/// A shuffled deck; the places past its cards hold `Card::NONE`.
pub type Deck = [Card; MOST_CARDS];

/// 256 bits that name a series of hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

/// Says nothing of the seed: it must not get into logs.
impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(..)")
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }
}

/// What a stream is for.
#[derive(Clone, Copy)]
enum Purpose {
    Deal = 0,
    ReshuffleKey = 1,
    Reshuffle = 2,
    /// And one for each seat after it.
    Policy = 16,
}

/// A source of unbiased choices.
pub struct Random(ChaCha12Rng);

impl Random {
    fn new(seed: &[u8; 32], purpose: u8, number: u64) -> Random {
        debug_assert!(number < HANDS);
        let mut rng = ChaCha12Rng::from_seed(*seed);
        rng.set_stream((purpose as u64) << 56 | number & (HANDS - 1));
        Random(rng)
    }

    #[inline]
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number below `n`, every one as likely; `n` is at least 1.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = self.word() as u64 * n as u64;
        if (product as u32) < n {
            let unfair = n.wrapping_neg() % n;
            while (product as u32) < unfair {
                product = self.word() as u64 * n as u64;
            }
        }
        (product >> 32) as u32
    }

    /// The same for counts that do not fit 32 bits.
    #[inline]
    pub fn below_u64(&mut self, n: u64) -> u64 {
        if n <= u32::MAX as u64 {
            return self.below(n as u32) as u64;
        }
        let mut draw = || (self.0.next_u64() as u128) * n as u128;
        let mut product = draw();
        let unfair = n.wrapping_neg() % n;
        while (product as u64) < unfair {
            product = draw();
        }
        (product >> 64) as u64
    }

    /// A number in [0, 1).
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in 0..items.len().saturating_sub(1) {
            items.swap(i, i + self.below((items.len() - i) as u32) as usize);
        }
    }
}

/// The deck before it is shuffled.
pub fn sorted_deck(jokers: u8) -> Deck {
    const SORTED: Deck = {
        let mut deck = [Card::NONE; MOST_CARDS];
        let mut i = 0;
        while i < MOST_CARDS {
            deck[i] = match Card::from_id(i as u8) {
                Some(card) => card,
                None => Card::NONE,
            };
            i += 1;
        }
        deck
    };
    let mut deck = SORTED;
    deck[DECK + jokers as usize..].fill(Card::NONE);
    deck
}

/// The deck of a hand: 52 cards and the jokers, in the order in which they are dealt.
pub fn deck(seed: &Seed, hand: u64, jokers: u8) -> Deck {
    let mut deck = sorted_deck(jokers);
    Random::new(&seed.0, Purpose::Deal as u8, hand).shuffle(&mut deck[..DECK + jokers as usize]);
    deck
}

/// The key of a hand's reshuffles.
pub fn reshuffle_key(seed: &Seed, hand: u64) -> Seed {
    let mut random = Random::new(&seed.0, Purpose::ReshuffleKey as u8, hand);
    let mut key = [0; 32];
    random.0.fill_bytes(&mut key);
    Seed(key)
}

/// Shuffles the discards that go back under the stub for the nth time in a hand.
pub fn reshuffle(key: &Seed, nth: u8, discards: &mut [Card]) {
    Random::new(&key.0, Purpose::Reshuffle as u8, nth as u64).shuffle(discards);
}

/// What the policy of a seat may draw from in a hand.
pub fn policy(seed: &Seed, hand: u64, seat: usize) -> Random {
    Random::new(&seed.0, Purpose::Policy as u8 + seat as u8, hand)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(deck: &[Card]) -> String {
        deck.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn decks_are_permutations() {
        for jokers in 0..=3 {
            for hand in 0..200 {
                let mut deck = deck(&Seed::from(5), hand, jokers);
                deck.sort();
                assert_eq!(deck, sorted_deck(jokers));
            }
        }
    }

    #[test]
    fn pinned() {
        assert_eq!(text(&deck(&Seed::from(7), 0, 0)[..12]), "7c Qs Jc Ac 8c 3s 3d 9s 9c Jh 5c Js");
        assert_eq!(text(&deck(&Seed::from(7), 1, 3)[..12]), "X2 7s 6d 2d 3h 4c 9c Ad 2s 8c 7c Td");
        assert_eq!(reshuffle_key(&Seed::from(7), 0).0[..4], [246, 222, 170, 192]);
        assert_eq!(policy(&Seed::from(7), 0, 1).word(), 226051470);
    }

    #[test]
    fn every_place_is_as_likely() {
        let hands = 52_000;
        let mut seen = [[0i32; 52]; 52];
        for hand in 0..hands {
            for (place, card) in deck(&Seed::from(1), hand, 0)[..52].iter().enumerate() {
                seen[place][card.id() as usize] += 1;
            }
        }
        // Chi-squared over the places of each card: 51 degrees of freedom, so above 110 once in a million.
        for place in seen {
            let chi: f64 = place.iter().map(|&n| (n as f64 - 1000.0).powi(2) / 1000.0).sum();
            assert!(chi < 110.0, "{chi}");
        }
    }

    #[test]
    fn streams_differ() {
        let seed = Seed::from(3);
        assert_ne!(deck(&seed, 0, 0), deck(&seed, 1, 0));
        assert_ne!(deck(&seed, 0, 0), deck(&Seed::from(4), 0, 0));
        assert_ne!(policy(&seed, 0, 0).word(), policy(&seed, 0, 1).word());
        assert_ne!(reshuffle_key(&seed, 0).0, reshuffle_key(&seed, 1).0);
    }
}
