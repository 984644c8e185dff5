//! The Fantasyland search on one thread: microseconds a deal, median and 99th percentile, each deal seen once. Every
//! answer is checked against the board that comes with it, and against a brute force where that is timed too. `cargo
//! bench --bench arrange`
#![forbid(unsafe_code)]

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Random, deck, flat, pineapple};
use ofcpoker::arrange::{Arrangement, Goal, RowTable, Workspace, arrange};
use ofcpoker::payoff::{JokerMode, Spades};
use ofcpoker::{Board, Card, Payoff, Row, evaluate, score};
use std::time::Instant;

const STAY: f64 = 15.0;

/// Median and 99th percentile of some times in seconds, in microseconds.
fn quantiles(times: &mut [f64]) -> [f64; 2] {
    times.sort_by(f64::total_cmp);
    [times.len() / 2, times.len() * 99 / 100].map(|at| times[at] * 1e6)
}

/// Deals with jokers in front.
fn deals(random: &mut Random, count: usize, cards: usize, jokers: usize) -> Vec<Vec<Card>> {
    let mut full = deck(0);
    (0..count)
        .map(|_| {
            let mut deal = random.deal(&mut full, cards);
            for (i, card) in deal.iter_mut().take(jokers).enumerate() {
                *card = Card::joker(i as u8 + 1);
            }
            deal
        })
        .collect()
}

/// What the answer says of its board must be so.
fn assert_sound(answer: &Arrangement, goal: &Goal, alone: bool) {
    let payoff = goal.payoff();
    if answer.foul_is_forced {
        return assert_eq!(payoff.read(&answer.board), None, "{}", answer.board);
    }
    assert_eq!(payoff.read(&answer.board), Some(answer.rows), "{}", answer.board);
    if alone {
        let royalties: i32 = Row::ALL.iter().map(|&row| payoff.royalty(row, answer.rows[row as usize])).sum();
        assert_eq!(answer.value, royalties as f64 + if answer.fantasyland > 0 { STAY } else { 0.0 });
    }
}

fn time(name: &str, goal: &Goal, deals: &[Vec<Card>], alone: bool) -> f64 {
    let mut workspace = Workspace::default();
    for deal in deals.iter().take(deals.len() / 10) {
        arrange(goal, deal, 1, &mut workspace).unwrap();
    }
    let mut times = Vec::new();
    for deal in deals {
        let start = Instant::now();
        let answers = arrange(goal, deal, 1, &mut workspace).unwrap();
        times.push(start.elapsed().as_secs_f64());
        assert_sound(&answers[0], goal, alone);
    }
    let mean = times.iter().sum::<f64>() / times.len() as f64 * 1e6;
    let most = times.iter().copied().fold(0.0, f64::max) * 1e6;
    let [median, late] = quantiles(&mut times);
    println!("{name:<44} {median:9.2} {late:9.2} {mean:9.2} {most:9.1}");
    median
}

/// The best value over every arrangement.
fn brute(cards: &[Card], payoff: &Payoff) -> f64 {
    let all = (1usize << cards.len()) - 1;
    let mut strengths = vec![0; all + 1];
    let mut fives = Vec::new();
    for (set, strength) in strengths.iter_mut().enumerate() {
        let size = set.count_ones();
        if size == 3 || size == 5 {
            let mut row = [Card::NONE; 5];
            let held = (0..cards.len()).filter(|i| set >> i & 1 == 1);
            row.iter_mut().zip(held).for_each(|(place, i)| *place = cards[i]);
            *strength = evaluate::row(&row[..size as usize]).0;
            if size == 5 {
                fives.push(set);
            }
        }
    }
    let royalty = |row: Row, strength: u32| payoff.royalties[row as usize][(strength >> 16) as usize & 255];
    let mut best = f64::NEG_INFINITY;
    for &bottom in &fives {
        let b = strengths[bottom];
        for &middle in fives.iter().filter(|&&middle| middle & bottom == 0) {
            let m = strengths[middle];
            if m > b {
                continue;
            }
            let below = royalty(Row::Bottom, b) + royalty(Row::Middle, m);
            let left: Vec<usize> =
                (0..cards.len()).map(|i| 1 << i).filter(|bit| (bottom | middle) & bit == 0).collect();
            for (i, x) in left.iter().enumerate() {
                for (j, y) in left.iter().enumerate().skip(i + 1) {
                    for z in &left[j + 1..] {
                        let t = strengths[x | y | z];
                        if t <= m {
                            let stays = t >= 0x30_0000 || b >= 0x70_0000;
                            let value = (below + royalty(Row::Top, t)) as f64 + if stays { STAY } else { 0.0 };
                            best = best.max(value);
                        }
                    }
                }
            }
        }
    }
    best
}

/// Settings of the slower search.
fn slower(payoff: &Payoff) -> Vec<(&'static str, usize, Payoff)> {
    let with = |change: fn(&mut Payoff)| {
        let mut payoff = payoff.clone();
        change(&mut payoff);
        payoff
    };
    let falling = with(|payoff| payoff.royalties[2][0x60..0x70].fill(0));
    let three = |payoff: &Payoff| Payoff { jokers: 3, ..payoff.clone() };
    let low = with(|payoff| {
        payoff.order.deuce_to_seven = true;
        payoff.royalties[1] = [0; 256];
        payoff.best_low = 8;
        payoff.stay_middle = ofcpoker::strength::low::BEST;
    });
    let spades = with(|payoff| payoff.spades = Spades::Pair);
    let moon = with(|payoff| {
        payoff.jokers = 3;
        payoff.joker_mode = JokerMode::Declared;
        payoff.moon = Some(20);
        payoff.moon_in_fantasyland = true;
    });
    vec![
        ("full houses that pay nothing", 0, falling.clone()),
        ("the same, 3 of them jokers", 3, three(&falling)),
        ("deuce-to-seven middle", 0, low),
        ("spades multiply", 0, spades.clone()),
        ("spades multiply, sample of 256", 0, spades),
        ("moon, 3 declared jokers", 3, moon),
    ]
}

fn main() {
    let payoff = pineapple();
    let mut random = Random(20_260_101);
    let goal = |payoff: &Payoff, cards: usize| Goal::new(payoff, cards as u8, &flat(STAY)).unwrap();
    println!("{:<44} {:>9} {:>9} {:>9} {:>9}", "microseconds a deal", "median", "99 %", "mean", "most");
    let mut fourteen = 0.0;
    for cards in 13..=17 {
        let deals = deals(&mut random, 20_000, cards, 0);
        let median = time(&format!("{cards} cards"), &goal(&payoff, cards), &deals, true);
        if cards == 14 {
            fourteen = median;
        }
    }
    for jokers in 1..=3 {
        let payoff = Payoff { jokers: jokers as u8, ..payoff.clone() };
        for cards in 13..=17 {
            let deals = deals(&mut random, 3_000, cards, jokers);
            time(&format!("{cards} cards, {jokers} of them jokers"), &goal(&payoff, cards), &deals, true);
        }
    }
    let mut workspace = Workspace::default();
    let mut board = |random: &mut Random| {
        let cards = random.deal(&mut deck(0), 13);
        arrange(&Goal::new(&payoff, 0, &flat(8.0)).unwrap(), &cards, 1, &mut workspace).unwrap()[0].board
    };
    for cards in 13..=17 {
        let opponent = board(&mut random);
        let table = RowTable::of_table(&[score::stand(&opponent, 0, &payoff)], &payoff);
        let goal = goal(&payoff, cards).against_table(table);
        let mut rest: Vec<Card> = deck(0).into_iter().filter(|&card| !opponent.set().contains(card)).collect();
        let deals: Vec<Vec<Card>> = (0..5_000).map(|_| random.deal(&mut rest, cards)).collect();
        time(&format!("{cards} cards against a known board"), &goal, &deals, false);
    }
    let boards: Vec<Board> = (0..256).map(|_| board(&mut random)).collect();
    let table = RowTable::from_boards(&boards, &payoff).unwrap();
    for cards in 13..=17 {
        let goal = goal(&payoff, cards).against_sample(table.clone()).unwrap();
        let deals = deals(&mut random, 5_000, cards, 0);
        time(&format!("{cards} cards against a sample of 256"), &goal, &deals, false);
    }
    for (name, jokers, payoff) in slower(&payoff) {
        for cards in [13, 14, 17] {
            let deals = deals(&mut random, if cards == 17 { 30 } else { 100 }, cards, jokers);
            let goal = goal(&payoff, cards);
            let boards = RowTable::from_boards(&boards, &payoff).unwrap();
            let goal = if name.contains("sample") { goal.against_sample(boards).unwrap() } else { goal };
            time(&format!("{cards} cards, {name}"), &goal, &deals, false);
        }
    }
    for cards in 13..=17 {
        let suited = |random: &mut Random| {
            let mut deal: Vec<Card> = deck(0).into_iter().filter(|card| card.suit() == 3).collect();
            let mut rest: Vec<Card> = deck(0).into_iter().filter(|card| card.suit() != 3).collect();
            deal.extend(random.deal(&mut rest, cards - 13));
            deal
        };
        let deals: Vec<Vec<Card>> = (0..100).map(|_| suited(&mut random)).collect();
        time(&format!("{cards} cards, 13 of one suit"), &goal(&payoff, cards), &deals, true);
    }
    let deals = deals(&mut random, 60, 14, 0);
    let goal = goal(&payoff, 14);
    let mut times = Vec::new();
    for deal in &deals {
        let start = Instant::now();
        let best = brute(deal, &payoff);
        times.push(start.elapsed().as_secs_f64());
        assert_eq!(arrange(&goal, deal, 1, &mut workspace).unwrap()[0].value, best);
    }
    let [median, _] = quantiles(&mut times);
    println!("{:<44} {median:9.2}", "14 cards, every arrangement");
    println!("14 cards: {:.0} times as fast as visiting every arrangement", median / fourteen);
}
