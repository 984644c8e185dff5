//! Histories: replaying, taking back, what a seat may know, and full hands drawn from that.
#![forbid(unsafe_code)]

use ofcpoker::Strength;
use ofcpoker::board::Order;
use ofcpoker::cards::Card;
use ofcpoker::deal::{self, Random, Seed};
use ofcpoker::flow::{Event, Flow};
use ofcpoker::history::{Action, History, Opening};
use ofcpoker::payoff::{CapMode, JokerMode, Payoff, Points, Spades, StayCards};
use ofcpoker::table::{Deal, FantasylandOrder, Start, StreetOrder, Table};
use std::collections::HashSet;
use std::sync::Arc;

fn payoff(jokers: u8, declared: bool) -> Payoff {
    Payoff {
        points: Points { row: 1, scoop: 3, majority: 0 },
        foul_pays_royalties: true,
        royalties: [[0; 256]; 3],
        best_low: 0,
        order: Order { top_kickers: true, deuce_to_seven: false },
        jokers,
        joker_mode: if declared { JokerMode::Declared } else { JokerMode::Auto },
        five_of_a_kind: true,
        entry: [[0; 256]; 2],
        stay_middle: Strength::MAX,
        stay_cards: StayCards::Base,
        base: 14,
        spades: Spades::Off,
        moon: None,
        moon_in_fantasyland: false,
        surrender: 2,
        cap: None,
        cap_mode: CapMode::Loss,
        the_choice: true,
    }
}

fn random_opening(random: &mut Random, hand: u64) -> Option<Opening> {
    let seats = 2 + random.below(3) as u8;
    let orders = [FantasylandOrder::Any, FantasylandOrder::First, FantasylandOrder::Last];
    let deals = [Deal::Pineapple, Deal::Pineapple, Deal::Classic, Deal::Turbo, Deal::Closed];
    let payoff = payoff(random.below(4) as u8, random.below(2) == 0);
    let table = Table {
        street_order: if random.below(2) == 0 { StreetOrder::Fixed } else { StreetOrder::Rotating },
        fantasyland_order: orders[random.below(3) as usize],
        reuse_discards: random.below(3) > 0,
        choice_max_debt: if random.below(2) == 0 { None } else { Some(1) },
        ..Table::new(&payoff, deals[random.below(5) as usize], seats)
    };
    let mut start = Start { button: random.below(seats as u32) as u8, ..Start::default() };
    for seat in 0..seats as usize {
        match random.below(4) {
            0 => start.fantasyland[seat] = 13 + random.below(5) as u8,
            1 => start.choice[seat] = table.deal == Deal::Pineapple,
            _ => {}
        }
    }
    table.fit(&start).ok()?;
    let seed = Seed::from(4);
    let decks = vec![deal::deck(&seed, hand, table.jokers)];
    Some(Opening { table, start, decks, key: Some(deal::reshuffle_key(&seed, hand)) })
}

fn random_action(flow: &Flow, random: &mut Random) -> Action {
    let seats: Vec<usize> = (0..flow.seats()).filter(|seat| flow.to_act() >> seat & 1 == 1).collect();
    let seat = seats[random.below(seats.len() as u32) as usize];
    if random.below(30) == 0
        && let Some(seat) = (0..flow.seats()).find(|&seat| flow.check_surrender(seat).is_ok())
    {
        return Action::Surrender { seat: seat as u8 };
    }
    let legal = flow.legal(seat);
    Action::Place { seat: seat as u8, placement: legal.find(random.below_u64(legal.count())), late: false }
}

/// The cards that a seat may know, worked out from all events.
fn may_know(history: &History, viewer: usize) -> HashSet<Card> {
    let flow = history.flow();
    if flow.is_frozen(viewer) {
        return flow.dealt(viewer).iter().copied().collect();
    }
    let mut known = HashSet::new();
    for entry in history.trace() {
        match entry.event {
            Event::Dealt { seat, .. } if seat as usize == viewer => known.extend(entry.cards),
            Event::Placed { seat, placement } if flow.is_over() || !flow.sets_hidden(seat as usize) => {
                let placed = entry.cards.iter().enumerate().filter(|&(slot, _)| placement.row(slot).is_some());
                known.extend(placed.map(|(_, &card)| card));
            }
            _ => {}
        }
    }
    known
}

/// Every card that is anywhere in a history.
fn all_cards(history: &History) -> HashSet<Card> {
    let flow = history.flow();
    let mut all: Vec<Card> = history.opening().decks.iter().flatten().copied().collect();
    all.extend(flow.deck());
    for seat in 0..flow.seats() {
        all.extend(flow.board(seat).cards().map(Card::physical));
        all.extend(flow.dealt(seat));
        all.extend(flow.discards(seat));
    }
    all.into_iter().filter(|&card| card != Card::BACK && card != Card::NONE).collect()
}

#[test]
fn random_histories() {
    let mut random = deal::policy(&Seed::from(21), 0, 0);
    let (mut steps, mut shuffled) = (0, 0);
    for hand in 0..3_000 {
        let Some(opening) = random_opening(&mut random, hand) else {
            continue;
        };
        let mut history = History::open(Arc::new(opening)).unwrap();
        loop {
            assert_eq!(history.trace().len(), history.events() as usize);
            for viewer in 0..history.flow().seats() {
                let view = history.view(Some(viewer)).unwrap();
                assert!(all_cards(&view).is_subset(&may_know(&history, viewer)));
                assert_eq!(view.opening().key, None);
                assert_eq!(view.flow().dealt(viewer), history.flow().dealt(viewer));
                assert_eq!(view.flow().to_act() >> viewer & 1, history.flow().to_act() >> viewer & 1);
                assert_eq!(view.answers(viewer), history.answers(viewer));
                let drawn = view.resample(&mut random, |flow, seat, _| flow.timed_out(seat)).unwrap();
                assert!(drawn.is_known());
                assert_eq!(drawn.view(Some(viewer)).unwrap(), view);
            }
            let spectator = history.view(None).unwrap();
            assert_eq!(spectator.view(None).unwrap(), spectator);
            if history.flow().is_over() {
                break;
            }
            let action = random_action(history.flow(), &mut random);
            let before = history.clone();
            history.act(action);
            let mut back = history.clone();
            assert_eq!(back.undo().unwrap(), action);
            assert_eq!(back, before);
            steps += 1;
        }
        shuffled += (history.flow().reshuffles() > 0) as usize;
        assert_eq!(history.first(history.actions().len()).unwrap(), history);
    }
    assert!(steps > 20_000 && shuffled > 100, "{steps} {shuffled}");
}

/// Cards that others discarded unseen out of what was left of the stub at the first reshuffle, and that were seen after
/// the second: how often a draw should find such cards there depends on all that is known.
fn came_back(history: &History) -> usize {
    let (mut epoch, mut kept_end, mut shuffled) = (0, 0, 0);
    let (mut dropped, mut count) = (HashSet::new(), 0);
    let mut at_of = [0; 4];
    let mut seen = HashSet::new();
    for entry in history.trace() {
        match entry.event {
            Event::Reshuffled { cards } => {
                epoch += 1;
                shuffled = cards as usize;
            }
            Event::Dealt { seat, at, .. } => {
                if epoch == 1 && shuffled > 0 {
                    kept_end = 52 - shuffled;
                    shuffled = 0;
                }
                at_of[seat as usize] = at as usize;
                if epoch >= 2 && seat == 1 {
                    seen.extend(entry.cards);
                }
            }
            Event::Placed { seat, placement } => {
                for (slot, &card) in entry.cards.iter().enumerate() {
                    match placement.row(slot) {
                        None if epoch == 1 && seat != 1 && at_of[seat as usize] + slot < kept_end => {
                            dropped.insert(card);
                        }
                        Some(_) if epoch >= 2 => {
                            seen.insert(card);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    count += dropped.intersection(&seen).count();
    count
}

/// The draws are spread as the hands are that look alike: over many hands played without regard to the cards, what really
/// happened out of sight happens as often in the draws.
#[test]
fn draws_are_even_after_reshuffles() {
    let payoff = payoff(0, false);
    let table = Table { reuse_discards: true, ..Table::new(&payoff, Deal::Pineapple, 4) };
    let seed = Seed::from(8);
    let mut random = deal::policy(&seed, 1, 0);
    let (mut real, mut drawn) = (0, 0);
    let hands = 20_000;
    for hand in 0..hands {
        let opening = Opening {
            table,
            start: Start { button: 0, ..Start::default() },
            decks: vec![deal::deck(&seed, hand, 0)],
            key: Some(deal::reshuffle_key(&seed, hand)),
        };
        let mut history = History::open(Arc::new(opening)).unwrap();
        while let Some(seat) = history.flow().next_to_act() {
            let dealt = history.flow().dealt(seat).len();
            // The first card or the last is discarded, as it comes.
            let mut placement = history.flow().timed_out(seat).unwrap();
            if dealt == 3 && random.below(2) == 0 {
                let legal = history.flow().legal(seat);
                placement = legal.find(0);
            }
            let after = history.flow().reshuffles() >= 2;
            history.act(Action::Place { seat: seat as u8, placement, late: false });
            if after {
                break;
            }
        }
        let view = history.view(Some(1)).unwrap();
        real += came_back(&history);
        drawn += came_back(&view.resample(&mut random, |flow, seat, _| flow.timed_out(seat)).unwrap());
    }
    let (real, drawn) = (real as f64 / hands as f64, drawn as f64 / hands as f64);
    assert!((real - drawn).abs() < 0.012, "{real} {drawn}");
}
