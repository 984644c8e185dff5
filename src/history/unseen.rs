//! A full hand that somebody with a view might be in: every card they cannot see, drawn at random.
#![forbid(unsafe_code)]

use super::{Action, History, Opening, Source};
use crate::cards::{Card, CardSet};
use crate::deal::{Deck, MOST_CARDS, Random, Seed, sorted_deck};
use crate::error::{Fault, Kind};
use crate::flow::{Dealer, Event, Flow};
use crate::placement::Placement;
use crate::score::MAX_SEATS;
use std::sync::Arc;

/// A reshuffle: where the stub lay before, where it lies now, and which places of the deck before were discarded.
struct Reshuffle {
    from: usize,
    at: usize,
    discards: Vec<Source>,
}

/// Follows discards through the decks.
struct Tracker {
    size: usize,
    decks: Vec<Deck>,
    sources: [(Source, usize); MAX_SEATS],
    discards: Vec<Source>,
    from: usize,
    reshuffles: Vec<Reshuffle>,
}

impl Dealer for Tracker {
    fn reshuffle(&mut self, _key: &Seed, nth: u8, stub: &mut [Card], discards: usize) {
        self.from = self.size - (stub.len() - discards);
        match self.decks.get(nth as usize) {
            Some(deck) => stub.copy_from_slice(&deck[self.size - stub.len()..self.size]),
            None => stub.fill(Card::BACK),
        }
    }

    fn event(&mut self, flow: &Flow, event: Event) {
        match event {
            Event::Dealt { seat, at, cards } => {
                self.sources[seat as usize] = (Source { deck: flow.reshuffles(), at }, cards as usize);
            }
            Event::Placed { seat, placement } => self.drop(seat, |slot| placement.row(slot).is_none()),
            Event::Surrendered { seat } => self.drop(seat, |_| true),
            Event::Reshuffled { .. } => {
                let discards = std::mem::take(&mut self.discards);
                self.reshuffles.push(Reshuffle { from: self.from, at: flow.stub_at(), discards });
            }
            Event::Reduced { .. } | Event::Over => {}
        }
    }
}

impl Tracker {
    fn drop(&mut self, seat: u8, is_discard: impl Fn(usize) -> bool) {
        let (Source { deck, at }, cards) = std::mem::take(&mut self.sources[seat as usize]);
        let slots = (0..cards).filter(|&slot| is_discard(slot));
        self.discards.extend(slots.map(|slot| Source { deck, at: at + slot as u8 }));
    }
}

impl History {
    /// A hand in which every card is known and which looks to the viewer as this one does. All deals that do are as likely
    /// (very nearly so after a second reshuffle), the stub to come included.
    ///
    /// `set` says how cards that were set face down lie, given the hand, the seat that sets them, and whether its first
    /// thirteen cards are to be placed, because the others were drawn as its discards and have been shuffled back in.
    ///
    /// Where discards went back into the stub some draws contradict what is known and are thrown away. After one reshuffle
    /// all others come up alike. After two they don't: then one of many is taken, each with the inverse of its chance.
    pub fn resample(
        &self,
        random: &mut Random,
        mut set: impl FnMut(&Flow, usize, bool) -> Result<Placement, Fault>,
    ) -> Result<History, Fault> {
        const DRAWS: usize = 2000;
        const CHOICE: usize = 32;
        let wanted = if self.flow.reshuffles() < 2 { 1 } else { CHOICE };
        let mut drawn: Vec<(Vec<Deck>, f64)> = Vec::new();
        for _ in 0..DRAWS {
            drawn.extend(self.draw(random));
            if drawn.len() == wanted || self.flow.reshuffles() == 0 {
                break;
            }
        }
        let heaviest = drawn.iter().map(|&(_, weight)| weight).fold(f64::MIN, f64::max);
        let total: f64 = drawn.iter().map(|&(_, weight)| (weight - heaviest).exp()).sum();
        let mut left = random.unit() * total;
        let chosen = drawn.iter().position(|&(_, weight)| {
            left -= (weight - heaviest).exp();
            left < 0.0
        });
        let Some((decks, _)) = chosen.map(|chosen| drawn.swap_remove(chosen)).or_else(|| drawn.pop()) else {
            return Err(Fault::new(Kind::Record, "inconsistent_view", "no deal of the cards leads to this view"));
        };
        let mut key = [0; 32];
        key.chunks_mut(4).for_each(|bytes| bytes.copy_from_slice(&random.word().to_le_bytes()));
        let Opening { table, start, .. } = *self.opening;
        let mut sampled = History::open(Arc::new(Opening { table, start, decks, key: Some(Seed(key)) }))?;
        for &action in &self.actions {
            sampled.act(match action {
                Action::Place { seat, .. } if self.is_face_down(action) => {
                    let placement = set(&sampled.flow, seat as usize, self.flow.reshuffles() > 0)?;
                    Action::Place { seat, placement, late: false }
                }
                other => other,
            });
        }
        Ok(sampled)
    }

    /// The decks of one draw, with the logarithm of how much rarer than others it is; `None` for a contradiction.
    fn draw(&self, random: &mut Random) -> Option<(Vec<Deck>, f64)> {
        let mut weight = 0.0;
        let table = self.opening.table;
        let size = table.deck();
        let mut decks = self.opening.decks.clone();
        decks.resize(self.flow.reshuffles() as usize + 1, [Card::BACK; MOST_CARDS]);
        let mut tracker = Tracker {
            size,
            decks: decks.clone(),
            sources: Default::default(),
            discards: Vec::new(),
            from: 0,
            reshuffles: Vec::new(),
        };
        let mut flow = Flow::new_with(&table, &self.opening.start, decks[0], Seed([0; 32]), &mut tracker).ok()?;
        for &action in &self.actions {
            match action {
                Action::Place { seat, placement, .. } => flow.play_with(seat as usize, placement, &mut tracker),
                Action::Surrender { seat } => flow.surrender_with(seat as usize, &mut tracker),
            }
        }
        // Backwards: a card seen after a reshuffle was in the stub before, or among the discards.
        for (i, shuffle) in tracker.reshuffles.iter().enumerate().rev() {
            let (earlier, later) = decks.split_at_mut(i + 1);
            let kept = size - shuffle.from;
            for k in 0..kept {
                merge(&mut earlier[i][shuffle.from + k], later[0][shuffle.at + k])?;
            }
            let of = |source: &Source, decks: &[Deck]| decks[source.deck as usize][source.at as usize];
            let mut open: Vec<Source> =
                shuffle.discards.iter().filter(|source| of(source, earlier) == Card::BACK).copied().collect();
            random.shuffle(&mut open);
            for &card in later[0][shuffle.at + kept..size].iter().filter(|&&card| card != Card::BACK) {
                if shuffle.discards.iter().any(|source| of(source, earlier) == card) {
                    continue;
                }
                weight += (open.len() as f64).ln();
                let source = open.pop()?;
                earlier[source.deck as usize][source.at as usize] = card;
            }
        }
        let all = sorted_deck(table.jokers);
        weight += fill(&mut decks[0][..size], &all[..size], random)?;
        for (i, shuffle) in tracker.reshuffles.iter().enumerate() {
            let (earlier, later) = decks.split_at_mut(i + 1);
            let kept = size - shuffle.from;
            // What was dealt before is no part of this deck.
            later[0][..shuffle.at].fill(Card::BACK);
            later[0][shuffle.at..shuffle.at + kept].copy_from_slice(&earlier[i][shuffle.from..size]);
            let discards: Vec<Card> =
                shuffle.discards.iter().map(|source| earlier[source.deck as usize][source.at as usize]).collect();
            let places = &mut later[0][shuffle.at + kept..size];
            weight += fill(places, &discards, random)?;
        }
        for deck in &mut decks {
            deck[size..].fill(Card::NONE);
        }
        Some((decks, weight))
    }

    /// Whether this is a hidden seat's placement whose cards are not known.
    fn is_face_down(&self, action: Action) -> bool {
        let seat = action.seat();
        self.flow.sets_hidden(seat) && self.flow.board(seat).cards().any(|card| card == Card::BACK)
    }
}

fn merge(place: &mut Card, card: Card) -> Option<()> {
    if card != Card::BACK && *place != Card::BACK && *place != card {
        return None;
    }
    if card != Card::BACK {
        *place = card;
    }
    Some(())
}

/// Puts those of `cards` that are not there yet into the unknown places; gives the logarithm of the number of ways.
fn fill(places: &mut [Card], cards: &[Card], random: &mut Random) -> Option<f64> {
    let mut there = CardSet::EMPTY;
    for &card in places.iter().filter(|&&card| card != Card::BACK) {
        there.insert(card);
    }
    let mut rest: Vec<Card> = cards.iter().copied().filter(|&card| !there.contains(card)).collect();
    random.shuffle(&mut rest);
    let ways = (1..=rest.len()).map(|n| (n as f64).ln()).sum();
    for place in places.iter_mut().filter(|place| **place == Card::BACK) {
        *place = rest.pop()?;
    }
    rest.is_empty().then_some(ways)
}
