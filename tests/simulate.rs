//! Laws of players and simulations: what they do is legal, and what is counted does not depend on who counts.
#![forbid(unsafe_code)]

mod common;

use common::pineapple;
use ofcpoker::deal::Seed;
use ofcpoker::payoff::{JokerMode, Payoff, Spades, StayCards};
use ofcpoker::policy::{self, Chance, Choice, Policy, Seen};
use ofcpoker::simulate::columns::Keep;
use ofcpoker::simulate::statistics::Tally;
use ofcpoker::simulate::{self, Part, Plan};
use ofcpoker::table::{Deal, FantasylandOrder, Start, StreetOrder, Table};
use ofcpoker::{Board, Flow, Row, score};

/// Rules that differ in all that a player has to know, with a table for each.
fn games() -> Vec<(&'static str, Payoff, Table)> {
    let plain = pineapple();
    let mut games = Vec::new();
    let mut add = |name, payoff: Payoff, deal, seats, change: &dyn Fn(&mut Table)| {
        let mut table = Table::new(&payoff, deal, seats);
        change(&mut table);
        games.push((name, payoff, table));
    };
    add("pineapple", plain.clone(), Deal::Pineapple, 2, &|_| {});
    add("three", Payoff { stay_cards: StayCards::Same, ..plain.clone() }, Deal::Pineapple, 3, &|_| {});
    add("four", plain.clone(), Deal::Pineapple, 4, &|table| {
        table.reuse_discards = true;
        table.street_order = StreetOrder::Rotating;
    });
    add("classic", plain.clone(), Deal::Classic, 4, &|table| table.fantasyland_order = FantasylandOrder::Last);
    add("turbo", plain.clone(), Deal::Turbo, 3, &|table| table.fantasyland_order = FantasylandOrder::First);
    add("closed", Payoff { base: 0, entry: [[0; 256]; 2], surrender: 2, ..plain.clone() }, Deal::Closed, 4, &|_| {});
    add("auto", Payoff { jokers: 3, ..plain.clone() }, Deal::Pineapple, 2, &|_| {});
    let declared = Payoff { jokers: 2, joker_mode: JokerMode::Declared, five_of_a_kind: false, ..plain.clone() };
    add("declared", declared.clone(), Deal::Pineapple, 2, &|_| {});
    add("declared turbo", Payoff { five_of_a_kind: true, ..declared }, Deal::Turbo, 2, &|_| {});
    let house = Payoff { the_choice: true, spades: Spades::Pair, moon: Some(20), ..plain.clone() };
    add("house", house.clone(), Deal::Pineapple, 2, &|_| {});
    add("free choice", house, Deal::Pineapple, 3, &|table| table.choice_max_debt = None);
    add("cap", Payoff { cap: Some(40), ..plain.clone() }, Deal::Pineapple, 3, &|_| {});
    let mut low = plain;
    low.order.deuce_to_seven = true;
    low.best_low = 8;
    add("low", low, Deal::Pineapple, 2, &|_| {});
    games
}

fn plan(name: &str, payoff: &Payoff, table: &Table, seed: u64) -> Plan {
    let policies = (0..table.seats).map(|_| policy::named(name, payoff, table).unwrap()).collect();
    Plan::new(payoff, table, policies, Seed::from(seed)).unwrap()
}

fn run(plan: &Plan, from: u64, to: u64, threads: usize) -> Part {
    simulate::run(plan, from..to, threads, &mut || false).unwrap()
}

/// Whether some placement of the seat makes a legal board.
fn can_finish(flow: &Flow, seat: usize, payoff: &Payoff) -> bool {
    let legal = flow.legal(seat);
    assert!(legal.count() < 100_000);
    legal.iter().any(|placement| {
        let mut after = *flow;
        after.play(seat, placement);
        payoff.read(&after.board(seat)).is_some()
    })
}

#[test]
fn choices_are_legal_and_no_last_placement_fouls_needlessly() {
    for (name, payoff, table) in games() {
        for player in ["greedy", "random"] {
            let policy = policy::named(player, &payoff, &table).unwrap();
            let seed = Seed::from(11);
            let mut start = Start::default();
            for hand in 0..if name == "low" { 60 } else { 250 } {
                let mut flow = Flow::seeded(&table, &start, &seed, hand).unwrap();
                while let Some(seat) = flow.next_to_act() {
                    let before = flow;
                    let mut chance = Chance::new(seed, hand, seat);
                    let choice = policy.choose(&Seen::new(&flow, seat), &mut chance).unwrap();
                    policy::play(&mut flow, seat, choice).unwrap_or_else(|fault| panic!("{name}, {player}: {fault}"));
                    let fouled = flow.is_set(seat) && payoff.read(&flow.board(seat)).is_none();
                    if fouled && player == "greedy" && !before.sets_hidden(seat) {
                        assert!(!can_finish(&before, seat, &payoff), "{name}: hand {hand}, {}", flow.board(seat));
                    }
                    if fouled && before.in_fantasyland(seat) {
                        let low = payoff.order.deuce_to_seven;
                        assert!(low, "{name}: a foul in Fantasyland, {}", flow.board(seat));
                    }
                }
                start = flow.next_start(&flow.standings(&payoff));
            }
        }
    }
}

/// A player that sees nothing of the others: the cards of other seats change nothing for it.
#[test]
fn greedy_knows_its_own_cards_alone() {
    let payoff = pineapple();
    let table = Table::new(&payoff, Deal::Pineapple, 2);
    let policy = policy::named("greedy", &payoff, &table).unwrap();
    let seed = Seed::from(3);
    for hand in 0..200 {
        let flow = Flow::seeded(&table, &Start::default(), &seed, hand).unwrap();
        let mut deck = ofcpoker::deal::deck(&seed, hand, 0);
        deck[5..52].reverse();
        let other = Flow::new(&table, &Start::default(), deck, seed).unwrap();
        let choose = |flow: &Flow| policy.choose(&Seen::new(flow, 1), &mut Chance::new(seed, hand, 1)).unwrap();
        assert_eq!(choose(&flow), choose(&other));
    }
}

#[test]
fn the_grouping_of_the_work_does_not_show() {
    for (name, payoff, table) in games() {
        for (length, duplicate) in [(None, false), (None, true), (Some(7), false), (Some(5), true)] {
            let mut plan = plan("greedy", &payoff, &table, 5);
            (plan.length, plan.duplicate) = (length, duplicate);
            plan.keep = Keep { any: true, points: true, boards: true, ..Keep::default() };
            let units = if name == "low" { 12 } else { 60 };
            let whole = run(&plan, 0, units, 1);
            assert_eq!(whole.done.as_slice(), std::slice::from_ref(&(0..units)));
            let threaded = run(&plan, 0, units, 3);
            assert_eq!((&threaded.tally, &threaded.columns), (&whole.tally, &whole.columns), "{name}");
            let mut parts = [run(&plan, 0, 5, 1), run(&plan, 5, 9, 2), run(&plan, 9, units, 1)];
            let [mut first, second, third] = parts.each_mut().map(|part| std::mem::take(&mut part.tally));
            let mut backwards = third.clone();
            backwards.merge(&second);
            backwards.merge(&first);
            first.merge(&second);
            first.merge(&third);
            assert_eq!((&first, &backwards), (&whole.tally, &whole.tally), "{name}");
            assert_eq!(Tally::from_bytes(&first.to_bytes()).unwrap(), first);
        }
    }
}

#[test]
fn sums_are_zero_and_equal_players_come_out_level() {
    for (name, payoff, table) in games() {
        for length in [None, Some(6)] {
            for player in ["greedy", "random"] {
                let mut plan = plan(player, &payoff, &table, 8);
                (plan.length, plan.duplicate) = (length, true);
                plan.keep = Keep { any: true, points: true, ..Keep::default() };
                let part = run(&plan, 0, if name == "low" { 6 } else { 40 }, 2);
                let seats = table.seats as usize;
                for points in part.columns.points.chunks(seats) {
                    assert_eq!(points.iter().sum::<i32>(), 0, "{name}");
                }
                for player in &part.tally.places[..seats] {
                    assert_eq!(player.iter().map(|place| place.points.sum).sum::<i64>(), 0, "{name}");
                }
                assert_eq!(part.tally.products, [[0; 4]; 4], "{name}");
            }
        }
    }
}

#[test]
fn kept_boards_score_to_the_kept_points() {
    for (name, payoff, table) in games().into_iter().filter(|(name, ..)| !["cap", "closed"].contains(name)) {
        let mut plan = plan("greedy", &payoff, &table, 21);
        plan.keep = Keep { any: true, points: true, boards: true, ..Keep::default() };
        let part = run(&plan, 0, 50, 1);
        let seats = table.seats as usize;
        for (hand, points) in part.columns.points.chunks(seats).enumerate() {
            let boards: Vec<Board> = part.columns.boards[hand * 13 * seats..(hand + 1) * 13 * seats]
                .chunks_exact(13)
                .map(|bytes| Board::from_bytes(bytes.try_into().unwrap()).unwrap())
                .collect();
            let facts = score::Facts { button: part.columns.button[hand] as usize, ..score::Facts::default() };
            assert_eq!(score::table(&boards, &facts, &payoff).unwrap().points(), points, "{name}");
        }
    }
}

#[test]
fn matches_end_as_they_should() {
    let capped = Payoff { cap: Some(15), ..pineapple() };
    let table = Table::new(&capped, Deal::Pineapple, 3);
    let mut plan = plan("greedy", &capped, &table, 2);
    plan.length = Some(200);
    plan.keep = Keep { any: true, points: true, ..Keep::default() };
    let part = run(&plan, 0, 30, 1);
    let mut totals = std::collections::HashMap::new();
    for (hand, points) in part.columns.points.chunks(3).enumerate() {
        let mine: &mut [i32; 3] = totals.entry(part.columns.unit[hand]).or_default();
        for seat in 0..3 {
            // Who has nothing left plays no more.
            assert!(mine[seat] > -15 || points[seat] == 0);
            mine[seat] += points[seat];
            assert!(mine[seat] >= -15);
        }
    }
    assert!(totals.values().all(|total| total.iter().sum::<i32>() == 0));
    assert!(totals.values().filter(|total| total.iter().filter(|&&points| points == -15).count() == 2).count() > 20);

    let payoff = pineapple();
    let mut plan = self::plan("greedy", &payoff, &Table::new(&payoff, Deal::Pineapple, 2), 2);
    (plan.length, plan.play_out) = (Some(4), true);
    let played = run(&plan, 0, 300, 1).tally;
    assert!(played.hands > 1200);
    assert_eq!(played.places.iter().flatten().map(|place| place.cut_short).sum::<u64>(), 0);
}

#[test]
fn a_stop_leaves_whole_units() {
    let payoff = pineapple();
    let table = Table::new(&payoff, Deal::Pineapple, 2);
    for length in [None, Some(50)] {
        let mut plan = plan("greedy", &payoff, &table, 6);
        plan.length = length;
        let mut asked = 0;
        let part = simulate::run(&plan, 0..3_000_000, 2, &mut || {
            asked += 1;
            asked == 3
        })
        .unwrap();
        let units: u64 = part.done.iter().map(|range| range.end - range.start).sum();
        assert!(units > 0 && units < 3_000_000);
        assert_eq!(part.tally.units, units);
        let mut again = Tally::new(2);
        for range in &part.done {
            again.merge(&run(&plan, range.start, range.end, 2).tally);
        }
        assert_eq!(again, part.tally);
    }
}

#[test]
fn errors_of_players_come_through() {
    struct Broken;
    impl Policy for Broken {
        fn choose(&self, seen: &Seen<'_>, _: &mut Chance) -> Result<Choice, ofcpoker::Fault> {
            Ok(Choice::Place(ofcpoker::Placement::NOTHING.with(0, Row::ALL[seen.seat()])))
        }

        fn wants_history(&self) -> bool {
            true
        }
    }
    let payoff = pineapple();
    let table = Table::new(&payoff, Deal::Pineapple, 2);
    let plan = Plan::new(&payoff, &table, vec![Box::new(Broken), Box::new(Broken)], Seed::from(1)).unwrap();
    let fault = simulate::run(&plan, 0..10, 2, &mut || false).unwrap_err();
    assert_eq!(fault.code(), "wrong_number");
    let four = Table::new(&payoff, Deal::Pineapple, 4);
    let policies = (0..4).map(|_| policy::named("random", &payoff, &four).unwrap()).collect();
    assert_eq!(Plan::new(&payoff, &four, policies, Seed::from(1)).err().unwrap().code(), "deck_too_small");
    assert_eq!(policy::named("wise", &payoff, &table).err().unwrap().code(), "unknown_policy");
}

#[test]
fn damaged_tallies_are_refused() {
    let payoff = pineapple();
    let table = Table::new(&payoff, Deal::Pineapple, 2);
    let bytes = run(&plan("greedy", &payoff, &table, 1), 0, 100, 1).tally.to_bytes();
    for len in 0..bytes.len() {
        assert!(Tally::from_bytes(&bytes[..len]).is_err());
    }
    assert!(Tally::from_bytes(&[bytes.as_slice(), &[0]].concat()).is_err());
}
