//! The search itself; the essay is at the head of `arrange`.
#![forbid(unsafe_code)]

use crate::arrange::flushes::{Flushes, NO_LIMIT, Suited};
use crate::arrange::goal::{MOON_CLASS, Values};
use crate::arrange::held::{Held, best_top};
use crate::arrange::lay::{self, Deal};
use crate::arrange::rows::{Rows, Visit};
use crate::cards::MAX_JOKERS;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Value, bottom, middle and top of a board as one number, so that comparing two boards breaks ties too.
pub type Key = i128;

/// With more flushes than this a quick bound pays before the sharp one.
const MANY_FLUSHES: usize = 24;

/// Below every board.
pub const NOTHING: Key = Key::MIN;

/// The key of a board, or of a bound: no legal board has a greater one with this value, these rows or weaker ones.
#[inline(always)]
pub fn key(value: f64, [top, middle, bottom]: [u32; 3]) -> Key {
    // Minus zero is no other number than zero.
    let bits = (value + 0.0).to_bits() as i64;
    let ordered = bits ^ ((bits >> 63) as u64 >> 1) as i64;
    let strengths = (bottom as u64) << 40 | (middle as u64) << 16 | (top >> 8) as u64;
    (ordered as Key) << 64 | strengths as Key
}

/// The strengths in a key, top to bottom.
pub fn rows_of(key: Key) -> [u32; 3] {
    let strengths = key as u64;
    [(strengths as u32 & 0xffff) << 8, (strengths >> 16) as u32 & 0xff_ffff, (strengths >> 40) as u32]
}

/// The value in a key.
pub fn value_of(key: Key) -> f64 {
    let ordered = (key >> 64) as i64;
    f64::from_bits((ordered ^ ((ordered >> 63) as u64 >> 1) as i64) as u64)
}

/// A bottom, what is left without it, and a bound of every board on it. Bottoms are ordered by their bounds.
#[derive(Clone, Copy, Debug)]
struct Bottom {
    bound: Key,
    /// The bound considers what is left, or only how many jokers are.
    sharp: bool,
    strength: u32,
    left: Held,
    cards: Suited,
}

impl PartialEq for Bottom {
    fn eq(&self, other: &Bottom) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Bottom {}

impl PartialOrd for Bottom {
    fn partial_cmp(&self, other: &Bottom) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Bottom {
    fn cmp(&self, other: &Bottom) -> Ordering {
        self.bound.cmp(&other.bound)
    }
}

/// Lists that are used again from deal to deal.
#[derive(Debug, Default)]
pub struct Workspace {
    flushes: Flushes,
    bottoms: BinaryHeap<Bottom>,
}

/// The best boards so far, best first, and the key that one more has to beat.
struct Best<'a> {
    deal: &'a Deal,
    most: usize,
    keys: Vec<Key>,
    floor: Key,
}

impl Best<'_> {
    /// Takes a board with a greater key than the floor; `sure` when it needs no look at its suits.
    fn offer(&mut self, key: Key, sure: bool) {
        if self.most == 1 && sure {
            self.floor = key;
            return;
        }
        let at = self.keys.partition_point(|&better| better > key);
        if self.keys.get(at) == Some(&key) || lay::lay(self.deal, rows_of(key)).is_none() {
            return;
        }
        self.keys.insert(at, key);
        self.keys.truncate(self.most);
        if self.keys.len() == self.most {
            self.floor = self.keys[self.most - 1];
        }
    }
}

/// What all floors of the search share.
#[derive(Clone, Copy)]
struct Plan<'a> {
    values: &'a Values<'a>,
    flushes: &'a Flushes,
    five_of_a_kind: bool,
    top_kickers: bool,
    /// Only moons are looked for.
    moon: bool,
    /// The first bottom that is no moon, where moons count.
    least: u32,
}

impl<'a> Plan<'a> {
    #[inline(always)]
    fn key(&self, rows: [u32; 3]) -> Key {
        key(if self.moon { self.values.moon(rows) } else { self.values.ceiling(rows) }, rows)
    }

    /// The strongest top over a row.
    #[inline(always)]
    fn top<const J: bool>(&self, held: Held, under: u32) -> u32 {
        best_top::<J>(held, if !self.top_kickers && under >> 20 == 1 { under | 0xfff } else { under })
    }

    fn rows(&self, used: Suited) -> Rows<'a> {
        Rows { flushes: self.flushes, used, five_of_a_kind: self.five_of_a_kind }
    }

    /// A bound of every board whose bottom is at most this strong, when bottom (or a part of it) has left these cards.
    #[inline(always)]
    fn bound<const J: bool>(&self, strength: u32, left: Held, used: Suited) -> Key {
        let mut first = First { strength: 0 };
        self.rows(used).walk::<J, First>(left, strength, &mut first);
        let top = self.top::<J>(left, first.strength);
        self.key([top, first.strength, strength])
    }
}

/// Looks for the strongest row only.
struct First {
    strength: u32,
}

impl Visit for First {
    #[inline(always)]
    fn wants(&mut self, strength: u32, _: Held) -> bool {
        self.strength = strength;
        true
    }

    #[inline(always)]
    fn row(&mut self, strength: u32, _: Held, cards: Suited) -> bool {
        // Flushes that a limit weakens come out of order; the strength that was asked for bounds them all.
        if cards == Suited::NONE {
            self.strength = strength;
        }
        true
    }
}

/// Middles for a bottom that lies.
struct Middles<'a, 'b, const J: bool> {
    plan: Plan<'a>,
    best: &'b mut Best<'a>,
    bottom: u32,
}

impl<const J: bool> Visit for Middles<'_, '_, J> {
    #[inline(always)]
    fn wants(&mut self, strength: u32, held: Held) -> bool {
        let top = self.plan.top::<J>(held, strength);
        top != 0 && self.plan.key([top, strength, self.bottom]) > self.best.floor
    }

    #[inline(always)]
    fn row(&mut self, strength: u32, left: Held, _: Suited) -> bool {
        let mut top = self.plan.top::<J>(left, strength);
        while top != 0 {
            let key = self.plan.key([top, strength, self.bottom]);
            if key <= self.best.floor {
                break;
            }
            // The best board is known to have cards whose suits do not spoil it; the next ones, and moons, are not.
            let sure = self.best.most == 1 && !self.plan.moon;
            self.best.offer(key, sure);
            if sure {
                break;
            }
            top = best_top::<J>(left, top - 0x100);
        }
        false
    }
}

/// Collects strong bottoms.
struct Strong<'a, 'b, const J: bool> {
    plan: Plan<'a>,
    /// The strongest row of the deal with so many jokers, where a quick bound comes first.
    strongest: Option<[u32; MAX_JOKERS + 1]>,
    bottoms: &'b mut Vec<Bottom>,
}

impl<const J: bool> Visit for Strong<'_, '_, J> {
    #[inline(always)]
    fn wants(&mut self, _: u32, _: Held) -> bool {
        true
    }

    #[inline(always)]
    fn row(&mut self, strength: u32, left: Held, cards: Suited) -> bool {
        let bound = match self.strongest {
            Some(strongest) => {
                let middle = strength.min(strongest[left.jokers as usize]);
                self.plan.key([self.plan.top::<J>(left, middle), middle, strength])
            }
            None => self.plan.bound::<J>(strength, left, cards),
        };
        self.bottoms.push(Bottom { bound, sharp: self.strongest.is_none(), strength, left, cards });
        false
    }
}

/// Searches on weak bottoms while they promise anything.
struct Weak<'a, 'b, const J: bool> {
    plan: Plan<'a>,
    best: &'b mut Best<'a>,
    /// Jokers that bottoms may not have, but middles and tops may.
    kept: u32,
}

impl<const J: bool> Weak<'_, '_, J> {
    fn with_kept(&self, held: Held) -> Held {
        Held { jokers: held.jokers + self.kept, ..held }
    }

    fn is_promising(&self, strength: u32, held: Held, cards: Suited) -> bool {
        strength >= self.plan.least && self.plan.bound::<J>(strength, held, cards) > self.best.floor
    }
}

impl<const J: bool> Visit for Weak<'_, '_, J> {
    fn wants(&mut self, strength: u32, held: Held) -> bool {
        self.is_promising(strength, self.with_kept(held), Suited::NONE)
    }

    fn row(&mut self, strength: u32, left: Held, cards: Suited) -> bool {
        let left = self.with_kept(left);
        if self.is_promising(strength, left, cards) {
            middles::<J>(self.plan, self.best, strength, left, cards);
        }
        false
    }
}

fn middles<'a, const J: bool>(plan: Plan<'a>, best: &mut Best<'a>, bottom: u32, left: Held, cards: Suited) {
    let rows = plan.rows(cards);
    rows.walk::<J, Middles<J>>(left, bottom, &mut Middles { plan, best, bottom });
}

/// The keys of the `most` best boards, best first. The goal is monotone; with jokers only the best one is asked for.
pub fn search(deal: &Deal, values: &Values, most: usize, moons: bool, workspace: &mut Workspace) -> Vec<Key> {
    if deal.jokers().is_empty() {
        run::<false>(deal, values, most, moons, workspace)
    } else {
        debug_assert!(most == 1);
        run::<true>(deal, values, most, moons, workspace)
    }
}

fn run<const J: bool>(deal: &Deal, values: &Values, most: usize, moons: bool, workspace: &mut Workspace) -> Vec<Key> {
    let Workspace { flushes, bottoms } = workspace;
    let jokers = deal.jokers().len() as u32;
    flushes.list(deal.suits(), jokers, deal.declared);
    let mut plan = Plan {
        values,
        flushes,
        five_of_a_kind: deal.five_of_a_kind,
        top_kickers: deal.top_kickers,
        moon: false,
        least: if moons { (MOON_CLASS + 1) << 16 } else { 0 },
    };
    let mut best = Best { deal, most, keys: Vec::new(), floor: NOTHING };
    let held = Held::new(deal.suits(), jokers);
    let rows = plan.rows(Suited::NONE);
    let strongest = |stand: usize| {
        let mut first = First { strength: 0 };
        if stand <= jokers as usize {
            rows.walk::<J, First>(Held::new(deal.suits(), stand as u32), NO_LIMIT, &mut first);
        }
        first.strength
    };
    let many = J || flushes.len() > MANY_FLUSHES;
    let strongest = many.then(|| std::array::from_fn(strongest));
    let mut list = std::mem::take(bottoms).into_vec();
    list.clear();
    rows.strong::<J, Strong<J>>(held, NO_LIMIT, &mut Strong { plan, strongest, bottoms: &mut list });
    *bottoms = BinaryHeap::from(list);
    while let Some(mut bottom) = bottoms.pop() {
        if bottom.bound <= best.floor {
            break;
        }
        if bottom.sharp {
            middles::<J>(plan, &mut best, bottom.strength, bottom.left, bottom.cards);
            continue;
        }
        bottom.bound = plan.bound::<J>(bottom.strength, bottom.left, bottom.cards);
        bottom.sharp = true;
        if bottom.bound > best.floor {
            bottoms.push(bottom);
        }
    }
    rows.weak::<J, Weak<J>>(held, NO_LIMIT, &mut Weak { plan, best: &mut best, kept: 0 });
    // A joker in the bottom would make it a pair at least, as automatic jokers are read; declared ones are not searched
    // here.
    if moons {
        plan.moon = true;
        plan.least = 0;
        let naturals = Held::new(deal.suits(), 0);
        let mut weak = Weak { plan, best: &mut best, kept: jokers };
        plan.rows(Suited::NONE).weak::<false, Weak<J>>(naturals, MOON_CLASS << 16 | 0xffff, &mut weak);
    }
    match best.most {
        1 if best.floor != NOTHING => vec![best.floor],
        _ => best.keys,
    }
}
