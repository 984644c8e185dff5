//! The flow of a hand: counts of legal placements, playouts over random settings, and every sum of cards.
#![forbid(unsafe_code)]

use ofcpoker::board::Order;
use ofcpoker::cards::{Card, CardSet};
use ofcpoker::deal::{self, Random, Seed};
use ofcpoker::flow::{Dealer, Event, Flow};
use ofcpoker::payoff::{CapMode, JokerMode, Payoff, Points, Spades, StayCards, top_classes};
use ofcpoker::placement::{Legal, Placement};
use ofcpoker::score::MAX_SEATS;
use ofcpoker::table::{Deal, FantasylandOrder, Start, StreetOrder, Table, TimeoutOrder};
use ofcpoker::{Row, Strength};
use std::collections::HashSet;

fn payoff(jokers: u8) -> Payoff {
    let mut entry = [0; 256];
    for (i, range) in top_classes() {
        entry[range].fill(if i > 10 { 14 } else { 0 });
    }
    Payoff {
        points: Points { row: 1, scoop: 3, majority: 0 },
        foul_pays_royalties: true,
        royalties: [[1; 256], [2; 256], [3; 256]],
        best_low: 0,
        order: Order { top_kickers: true, deuce_to_seven: false },
        jokers,
        joker_mode: JokerMode::Auto,
        five_of_a_kind: true,
        entry: [entry; 2],
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

fn table(deal: Deal, seats: u8) -> Table {
    Table::new(&payoff(0), deal, seats)
}

fn start(fantasyland: &[u8]) -> Start {
    let mut start = Start::default();
    start.fantasyland[..fantasyland.len()].copy_from_slice(fantasyland);
    start
}

/// Sequences of one seat's placements after each street; the other seats are timed out.
fn sequences(flow: &Flow, seat: usize, street: usize, counts: &mut Vec<u64>) {
    let mut flow = *flow;
    while !flow.is_over() && flow.to_act() >> seat & 1 == 0 {
        let other = flow.next_to_act().unwrap();
        let placement = flow.timed_out(other).unwrap();
        flow.apply(other, placement).unwrap();
    }
    if flow.is_over() {
        return;
    }
    if counts.len() <= street {
        counts.push(0);
    }
    let legal = flow.legal(seat);
    counts[street] += legal.count();
    if street + 1 < flow.table().deal.streets() as usize {
        for placement in legal.iter() {
            let mut next = flow;
            next.play(seat, placement);
            sequences(&next, seat, street + 1, counts);
        }
    }
}

#[test]
fn sequences_come_out_as_published() {
    for (deal, expected) in [
        (Deal::Pineapple, vec![232, 5_334, 100_170, 1_259_874, 5_837_832]),
        (Deal::Classic, vec![232, 654, 1_778, 4_606, 11_130, 24_402, 46_662, 72_072, 72_072]),
        (Deal::Closed, vec![72_072]),
    ] {
        let flow = Flow::seeded(&table(deal, 2), &Start::default(), &Seed::from(1), 0).unwrap();
        let mut counts = Vec::new();
        sequences(&flow, 0, 0, &mut counts);
        assert_eq!(counts, expected, "{deal:?}");
    }
    for (cards, expected) in (13..).zip([72_072, 1_009_008, 7_567_560, 40_360_320, 171_531_360]) {
        let flow = Flow::seeded(&table(Deal::Pineapple, 2), &start(&[cards]), &Seed::from(1), 0).unwrap();
        assert_eq!(flow.legal(0).count(), expected);
    }
}

/// How many different sequences of cards placed on the four streets a seat with The Choice has.
fn choices(max_debt: Option<u8>) -> usize {
    fn walk(flow: &Flow, path: &mut Vec<u8>, found: &mut HashSet<Vec<u8>>) {
        let mut flow = *flow;
        while !flow.is_over() && flow.to_act() & 1 == 0 {
            let other = flow.next_to_act().unwrap();
            flow.play(other, flow.timed_out(other).unwrap());
        }
        if flow.is_over() {
            found.insert(path[1..].to_vec());
            return;
        }
        let mut seen = 0u32;
        for placement in flow.legal(0).iter() {
            let placed = placement.counts().iter().sum::<u8>();
            if seen >> placed & 1 == 0 {
                seen |= 1 << placed;
                let mut next = flow;
                next.apply(0, placement).unwrap();
                path.push(placed);
                walk(&next, path, found);
                path.pop();
            }
        }
    }
    let table = Table { choice_max_debt: max_debt, ..table(Deal::Pineapple, 2) };
    let mut start = Start::default();
    start.choice[0] = true;
    let mut found = HashSet::new();
    walk(&Flow::seeded(&table, &start, &Seed::from(1), 0).unwrap(), &mut Vec::new(), &mut found);
    assert!(found.iter().all(|path| path.iter().sum::<u8>() == 8));
    found.len()
}

#[test]
fn the_choice_has_19_ways_and_17_with_one_open_debt() {
    assert_eq!(choices(None), 19);
    assert_eq!(choices(Some(1)), 17);
}

/// Every placement there is of so few cards, legal or not.
fn all_placements(cards: &[Card], faces: &[Card]) -> Vec<Placement> {
    let mut all = vec![Placement::NOTHING];
    for (slot, card) in cards.iter().enumerate() {
        let mut longer = Vec::new();
        for placement in all {
            longer.push(placement);
            for row in Row::ALL {
                let placed = placement.with(slot, row);
                longer.push(placed);
                if card.is_joker() {
                    longer.extend(faces.iter().map(|&face| placed.declare(card.joker_number(), face)));
                }
            }
        }
        all = longer;
    }
    all
}

#[test]
fn listed_iff_legal() {
    let card = |text: &str| text.parse::<Card>().unwrap();
    let faces: Vec<Card> = (0..52).map(|id| Card::from_id(id).unwrap()).collect();
    let hands: [&[&str]; 5] =
        [&["As"], &["As", "Kd", "2c"], &["X1", "Kd", "2c"], &["X2", "X1"], &["As", "2s", "3s", "4s", "5s"]];
    for hand in hands {
        let cards: Vec<Card> = hand.iter().map(|text| card(text)).collect();
        let all = all_placements(&cards, &faces);
        for free in [[3, 5, 5], [0, 2, 1], [1, 0, 3], [0, 1, 1], [3, 0, 0]] {
            for owed in [1 << cards.len(), 0b100, 0b1110, 0b1010] {
                for declared in [false, true] {
                    let legal = Legal::new(&cards, free, owed, declared);
                    let listed: Vec<Placement> = legal.iter().collect();
                    let set: HashSet<Placement> = listed.iter().copied().collect();
                    assert_eq!(listed.len() as u64, legal.count());
                    assert_eq!(set.len(), listed.len());
                    assert!(listed.iter().all(|&placement| legal.contains(placement)));
                    assert_eq!(all.iter().filter(|&&placement| legal.contains(placement)).count(), listed.len());
                    assert_eq!(legal.nth(legal.count()), None);
                }
            }
        }
    }
}

struct Checker {
    events: Vec<Event>,
    reshuffled: usize,
}

impl Dealer for Checker {
    fn event(&mut self, flow: &Flow, event: Event) {
        if let Event::Dealt { seat, at, cards } = event {
            assert_eq!(flow.dealt(seat as usize), &flow.deck()[at as usize..(at + cards) as usize]);
        }
        if let Event::Reshuffled { .. } = event {
            self.reshuffled += 1;
        }
        self.events.push(event);
    }
}

/// Every card is in one place: stub, boards, hands or discards.
fn conserved(flow: &Flow) {
    let mut seen = CardSet::EMPTY;
    let mut count = 0;
    let mut add = |card: Card| {
        assert!(seen.insert(card), "{card} twice");
        count += 1;
    };
    flow.stub().iter().for_each(|&card| add(card));
    for seat in 0..flow.seats() {
        flow.board(seat).cards().for_each(&mut add);
        flow.dealt(seat).iter().for_each(|&card| add(card));
        flow.discards(seat).iter().for_each(|&card| add(card));
    }
    assert_eq!(count, flow.table().deck());
    assert_eq!(seen, CardSet::deck(flow.table().jokers as usize));
}

fn pick(random: &mut Random, flow: &Flow) -> usize {
    let seats: Vec<usize> = (0..flow.seats()).filter(|seat| flow.to_act() >> seat & 1 == 1).collect();
    seats[random.below(seats.len() as u32) as usize]
}

/// Plays a hand to its end with random legal moves, timeouts and surrenders; says how often the discards went back in.
fn play_out(table: &Table, start: &Start, random: &mut Random, hand: u64, payoff: &Payoff) -> usize {
    let mut checker = Checker { events: Vec::new(), reshuffled: 0 };
    let seed = Seed::from(99);
    let deck = deal::deck(&seed, hand, table.jokers);
    let mut flow = Flow::new_with(table, start, deck, deal::reshuffle_key(&seed, hand), &mut checker).unwrap();
    let mut moves = 0;
    while !flow.is_over() {
        conserved(&flow);
        let seat = pick(random, &flow);
        for other in 0..flow.seats() {
            let may = flow.to_act() >> other & 1 == 1;
            assert_eq!(flow.check_turn(other).is_ok(), may);
            assert!(!may || !flow.dealt(other).is_empty());
        }
        let legal = flow.legal(seat);
        assert!(legal.count() > 0);
        let placement = legal.nth(random.below_u64(legal.count())).unwrap();
        flow.check(seat, placement).unwrap();
        let late = flow.timed_out(seat).unwrap();
        flow.check(seat, late).unwrap();
        match random.below(12) {
            0 => flow.play_with(seat, late, &mut checker),
            1 if random.below(4) == 0 && table.surrender => {
                let seat = (0..flow.seats()).rfind(|&seat| flow.check_surrender(seat).is_ok()).unwrap();
                flow.surrender_with(seat, &mut checker);
                assert_eq!(
                    flow.check(seat, placement).unwrap_err().code(),
                    if flow.is_over() { "hand_over" } else { "surrendered" }
                );
            }
            _ => flow.play_with(seat, placement, &mut checker),
        }
        moves += 1;
        assert!(moves < 100);
    }
    conserved(&flow);
    for seat in 0..flow.seats() {
        assert!(flow.is_set(seat) != flow.has_surrendered(seat));
        assert!(flow.has_surrendered(seat) || flow.debt(seat) == 0);
        assert!(flow.check_surrender(seat).is_err());
    }
    assert_eq!(checker.events.last(), Some(&Event::Over));
    assert_eq!(checker.events.iter().filter(|&&event| event == Event::Over).count(), 1);
    let standings = flow.standings(payoff);
    assert_eq!(flow.points(&standings, None, payoff).iter().sum::<i32>(), 0);
    let next = flow.next_start(&standings);
    table.fit(&next).unwrap_or_else(|fault| {
        assert_eq!(fault.code(), "deck_too_small");
        next
    });
    checker.reshuffled
}

#[test]
fn random_tables_play_to_the_end() {
    let mut random = deal::policy(&Seed::from(11), 0, 0);
    let (mut played, mut refused, mut reshuffled) = (0, 0, 0);
    for hand in 0..20_000 {
        let jokers = random.below(4) as u8;
        let mut payoff = payoff(jokers);
        let declared = random.below(2) == 0;
        payoff.joker_mode = if declared { JokerMode::Declared } else { JokerMode::Auto };
        let seats = 2 + random.below(3) as u8;
        let any = [FantasylandOrder::Any, FantasylandOrder::First, FantasylandOrder::Last];
        let table = Table {
            street_order: if random.below(2) == 0 { StreetOrder::Fixed } else { StreetOrder::Rotating },
            fantasyland_order: any[random.below(3) as usize],
            button_holds: random.below(2) == 0,
            reuse_discards: random.below(2) == 0,
            timeout_order: if random.below(2) == 0 { TimeoutOrder::TopDown } else { TimeoutOrder::BottomUp },
            surrender: random.below(3) == 0,
            choice_max_debt: [None, Some(0), Some(1), Some(2)][random.below(4) as usize],
            ..Table::new(&payoff, Deal::ALL[random.below(4) as usize], seats)
        };
        let mut start = Start { button: random.below(seats as u32) as u8, ..Start::default() };
        for seat in 0..seats as usize {
            if random.below(3) == 0 {
                start.fantasyland[seat] = 13 + random.below(5) as u8;
            } else if table.deal == Deal::Pineapple {
                start.choice[seat] = random.below(3) == 0;
            }
        }
        match table.fit(&start) {
            Ok(_) => {
                reshuffled += play_out(&table, &start, &mut random, hand, &payoff);
                played += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(played > 15_000 && refused > 100 && reshuffled > 1_000, "{played} {refused} {reshuffled}");
}

/// Every number of seats, deal, Fantasyland counts, jokers and use of the discards.
#[test]
fn every_sum_is_played_or_refused() {
    let mut random = deal::policy(&Seed::from(12), 0, 0);
    let (mut played, mut shrunk, mut refused) = (0, 0, 0);
    for deal in Deal::ALL {
        for seats in 2..=4u8 {
            for jokers in 0..=3u8 {
                for reuse_discards in [false, true] {
                    for code in 0..6u32.pow(seats as u32) {
                        let counts: Vec<u8> = (0..seats as u32)
                            .map(|seat| [0, 13, 14, 15, 16, 17][(code / 6u32.pow(seat) % 6) as usize])
                            .collect();
                        let payoff = payoff(jokers);
                        let table = Table { reuse_discards, surrender: false, ..Table::new(&payoff, deal, seats) };
                        let start = Start { button: (code % seats as u32) as u8, ..start(&counts) };
                        let outside = counts.iter().filter(|&&count| count == 0).count();
                        let least = outside * deal.cards() as usize + (seats as usize - outside) * 13;
                        let size = 52 + jokers as usize;
                        match table.fit(&start) {
                            Err(fault) => {
                                assert!(!reuse_discards && least > size);
                                assert_eq!(fault.code(), "deck_too_small");
                                assert!(fault.message().contains(&format!("= {least} cards")), "{fault}");
                                assert!(Flow::seeded(&table, &start, &Seed::from(1), 0).is_err());
                                refused += 1;
                            }
                            Ok(fitted) => {
                                assert!(reuse_discards || least <= size);
                                if fitted != start {
                                    shrunk += 1;
                                    check_shrunk(&table, &start, &fitted);
                                }
                                let short = table.runs_short(&fitted);
                                assert!(reuse_discards || !short);
                                let reshuffled = play_out(&table, &start, &mut random, code as u64, &payoff);
                                assert_eq!(reshuffled > 0, short, "{counts:?} {table:?}");
                                played += 1;
                            }
                        }
                    }
                }
            }
        }
    }
    assert_eq!(played + refused, 4 * 4 * 2 * (36 + 216 + 1296));
    assert!(shrunk > 1_000 && refused > 10, "{played} {shrunk} {refused}");
}

/// No count went below 13 or further than it must, and the counts end level: only the largest ever lost a card.
fn check_shrunk(table: &Table, start: &Start, fitted: &Start) {
    let sum = |start: &Start| -> usize {
        let each = |&count: &u8| match (count, table.reuse_discards && table.deal != Deal::Closed) {
            (0, true) => 0,
            (0, false) => table.deal.cards() as usize,
            (count, _) => count as usize,
        };
        start.fantasyland[..table.seats as usize].iter().map(each).sum()
    };
    assert_eq!(sum(fitted), table.deck());
    let most = *fitted.fantasyland.iter().max().unwrap();
    for seat in 0..MAX_SEATS {
        let (was, is) = (start.fantasyland[seat], fitted.fantasyland[seat]);
        assert!(is <= was && (was == 0 || is >= 13));
        assert!(is == was || is >= most - 1);
    }
}

#[test]
fn the_last_street_of_four_pineapple_seats_is_short() {
    let table = Table { reuse_discards: true, ..table(Deal::Pineapple, 4) };
    let mut flow = Flow::seeded(&table, &Start::default(), &Seed::from(5), 0).unwrap();
    let mut dealt = [0; 4];
    while let Some(seat) = flow.next_to_act() {
        dealt[seat] = flow.dealt(seat).len();
        if flow.street() == 4 && seat == 0 {
            assert_eq!(flow.legal(seat).owed(), 0b100);
            assert!(flow.stub().is_empty());
        }
        flow.apply(seat, flow.timed_out(seat).unwrap()).unwrap();
    }
    assert_eq!(dealt, [2, 3, 3, 3]);
    assert_eq!(flow.reshuffles(), 3);
    assert!(flow.discards(0).is_empty());
}

#[test]
fn who_acts_when() {
    let order = |table: &Table, start: &Start| {
        let mut flow = Flow::seeded(table, start, &Seed::from(5), 0).unwrap();
        let mut order = Vec::new();
        while let Some(seat) = flow.next_to_act() {
            order.push((flow.to_act(), seat));
            flow.apply(seat, flow.timed_out(seat).unwrap()).unwrap();
        }
        order.into_iter().map(|(mask, seat)| format!("{mask:b}:{seat}")).collect::<Vec<_>>().join(" ")
    };
    let fixed = Table { deal: Deal::Turbo, ..table(Deal::Turbo, 3) };
    let rotating = Table { street_order: StreetOrder::Rotating, ..fixed };
    let button = Start { button: 1, ..Start::default() };
    assert_eq!(order(&fixed, &button), "100:2 1:0 10:1 100:2 1:0 10:1 100:2 1:0 10:1");
    assert_eq!(order(&rotating, &button), "100:2 1:0 10:1 10:1 100:2 1:0 1:0 10:1 100:2");
    let inside = start(&[0, 13, 0]);
    let with = |fantasyland_order| Table { fantasyland_order, ..fixed };
    assert_eq!(order(&with(FantasylandOrder::Any), &inside), "110:1 100:2 1:0 100:2 1:0 100:2 1:0");
    assert_eq!(order(&with(FantasylandOrder::First), &inside), "10:1 100:2 1:0 100:2 1:0 100:2 1:0");
    assert_eq!(order(&with(FantasylandOrder::Last), &inside), "100:2 1:0 100:2 1:0 100:2 1:0 10:1");
    assert_eq!(order(&table(Deal::Closed, 3), &button), "111:0 110:1 100:2");
    assert_eq!(order(&with(FantasylandOrder::Last), &start(&[13, 13, 14])), "111:0 110:1 100:2");
}

#[test]
fn the_next_hand() {
    let table = table(Deal::Pineapple, 3);
    let payoff = payoff(0);
    let mut flow = Flow::seeded(&table, &Start::default(), &Seed::from(5), 0).unwrap();
    while let Some(seat) = flow.next_to_act() {
        flow.play(seat, flow.timed_out(seat).unwrap());
    }
    let mut standings = flow.standings(&payoff);
    for standing in &mut standings {
        (standing.fantasyland, standing.choice) = (0, false);
    }
    standings[2].choice = true;
    assert_eq!(
        flow.next_start(&standings),
        Start { button: 1, choice: [false, false, true, false], ..Start::default() }
    );
    standings[1].fantasyland = 14;
    assert_eq!(flow.next_start(&standings).button, 0);
}
