//! The Fantasyland search against a brute force that visits every arrangement, with an evaluator, joker readings and
//! points of its own, written to be obvious. More deals: `ARRANGE_DEALS=slow cargo test --release --test arrange`.
#![forbid(unsafe_code)]

#[path = "common/brute.rs"]
mod brute;
mod common;

use brute::Task;
use common::{Random, deck, flat, pineapple};
use ofcpoker::arrange::{Goal, Workspace, arrange};
use ofcpoker::payoff::{JokerMode, Payoff, Spades, StayCards};
use ofcpoker::score::{self, Standing};
use ofcpoker::strength::low;
use ofcpoker::{Board, Card, Category, Strength};

/// Compares one deal; false answers come out with everything needed to repeat them.
fn check(task: &Task, cards: &[Card], most: usize, workspace: &mut Workspace) {
    let shown = || {
        let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
        format!(
            "{}\ncurrent {} stay {:?}\nopponents {:?} sample {}\n{:?}",
            cards.join(" "),
            task.current,
            task.stay,
            task.opponents,
            task.sample,
            Payoff { royalties: [[0; 256]; 3], entry: [[0; 256]; 2], ..task.payoff.clone() }
        )
    };
    let answers = arrange(&task.goal(), cards, most, workspace).unwrap();
    let right = task.brute(cards, most);
    if right.is_empty() {
        assert!(answers.len() == 1 && answers[0].foul_is_forced, "{}", shown());
        assert_eq!(task.payoff.read(&answers[0].board), None);
        return;
    }
    let found: Vec<(f64, [u32; 3])> =
        answers.iter().map(|a| (a.value, [a.rows[2].0, a.rows[1].0, a.rows[0].0])).collect();
    assert!(found == right, "found {found:x?}\nright {right:x?}\n{}", shown());
    for answer in &answers {
        assert_eq!(task.payoff.read(&answer.board), Some(answer.rows), "{}\n{}", answer.board, shown());
        let mut used: Vec<Card> =
            answer.board.cards().map(Card::physical).chain(answer.discards.iter().copied()).collect();
        let mut dealt = cards.to_vec();
        used.sort();
        dealt.sort();
        assert_eq!(used, dealt, "{}", shown());
        let multiplier = task.payoff.multiplier(score::naturals(&answer.board));
        let [t, m, b] = answer.rows.map(|strength| strength.0);
        assert_eq!(task.value([t, m, b], multiplier), answer.value, "{}", shown());
        assert!(!answer.foul_is_forced);
        assert_eq!(answer.fantasyland, task.payoff.fantasyland(answer.rows, task.current));
    }
}

/// A deck that makes a hard deal: all cards, two suits, six ranks, or many of one suit.
fn hostile(random: &mut Random, count: usize) -> Vec<Card> {
    let full = deck(0);
    let kind = random.below(6);
    let mut cards = match kind {
        0 => full.into_iter().filter(|card| card.suit() < 2).collect(),
        1 => {
            let low = random.below(8) as u8;
            full.into_iter().filter(|card| (low..low + 6).contains(&card.rank())).collect()
        }
        2 => {
            let mut suit: Vec<Card> = full.iter().copied().filter(|card| card.suit() == 3).collect();
            let mut cards = random.deal(&mut suit, 10);
            let mut rest: Vec<Card> = full.into_iter().filter(|card| !cards.contains(card)).collect();
            cards.extend(random.deal(&mut rest, count - 10));
            return cards;
        }
        3 => full.into_iter().filter(|card| card.rank() < 3 || random.chance(2)).collect(),
        _ => full,
    };
    random.deal(&mut cards, count)
}

/// A deal with jokers in place of some cards.
fn deal(random: &mut Random, count: usize, jokers: usize) -> Vec<Card> {
    let mut cards = hostile(random, count);
    for (i, card) in cards.iter_mut().take(jokers).enumerate() {
        *card = Card::joker(i as u8 + 1);
    }
    cards
}

/// Random rules. Their values never fall when a row gets stronger, unless `wild` asks for any numbers.
fn rules(random: &mut Random, jokers: usize, wild: bool) -> Payoff {
    let mut payoff = pineapple();
    payoff.jokers = jokers as u8;
    payoff.order.top_kickers = !random.chance(4);
    payoff.five_of_a_kind = !random.chance(3);
    payoff.foul_pays_royalties = !random.chance(3);
    if random.chance(4) {
        payoff.joker_mode = JokerMode::Declared;
    }
    (payoff.points.row, payoff.points.scoop, payoff.points.majority) =
        [(1, 3, 0), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 7, 2)][random.below(5)];
    if random.chance(2) {
        payoff.stay_middle = Strength::at_least(Category::ALL[random.below(11)]);
    }
    payoff.stay_cards = [StayCards::Base, StayCards::Same, StayCards::ByTop, StayCards::Fixed(16)][random.below(4)];
    if random.chance(3) {
        // Progressive.
        for best_low in 0..2 {
            for nibble in 0..14 {
                payoff.entry[best_low][16 + nibble] = [0, 14, 15, 16][nibble.saturating_sub(10)];
                payoff.entry[best_low][48 + nibble] = 17;
            }
        }
    }
    if wild || random.chance(3) {
        for row in 0..3 {
            let mut pays = 0;
            for class in 0..256 {
                if wild {
                    pays = random.below(40) as i32 - 10;
                } else if random.chance(5) {
                    pays += random.below(6) as i32;
                }
                payoff.royalties[row][class] = pays;
            }
        }
    }
    payoff
}

fn task(random: &mut Random, count: usize, jokers: usize, wild: bool) -> Task {
    let payoff = rules(random, jokers, wild);
    let current = if random.chance(3) { 0 } else { count as u8 };
    let mut stay = flat([0.0, 15.0, 9.7, 2.5][random.below(4)]);
    if random.chance(3) {
        for (cards, value) in stay.iter_mut().enumerate().skip(13) {
            *value = 4.0 * cards as f64 - 47.25;
        }
    }
    if wild && random.chance(2) {
        stay = stay.map(|value| -value);
    }
    Task { payoff, current, stay, opponents: Vec::new(), sample: false }
}

/// Opponents' boards: sensible ones, fouls and moons.
fn opponents(random: &mut Random, task: &Task, count: usize, workspace: &mut Workspace) -> Vec<Standing> {
    let naturals = Payoff { jokers: 0, ..task.payoff.clone() };
    let goal = Goal::new(&naturals, 0, &flat(5.0)).unwrap();
    let seat = |_| {
        let mut full = deck(0);
        let cards = random.deal(&mut full, 13);
        let board = if random.chance(4) {
            Board::complete(cards.try_into().unwrap())
        } else {
            arrange(&goal, &cards, 1, workspace).unwrap()[0].board
        };
        score::stand(&board, if random.chance(2) { 0 } else { 14 }, &task.payoff)
    };
    (0..count).map(seat).collect()
}

fn deals(few: usize, many: usize) -> usize {
    match std::env::var("ARRANGE_DEALS").as_deref() {
        Ok("slow") => many,
        _ => few,
    }
}

/// Deals without jokers, under random rules, alone and against opponents.
fn natural(seed: u64, count: usize, deals: usize) {
    let mut random = Random(seed);
    let mut workspace = Workspace::default();
    for i in 0..deals {
        let mut task = task(&mut random, count, 0, false);
        task.opponents = opponents(&mut random, &task, [0, 0, 1, 2, 3][i % 5], &mut workspace);
        if i % 7 == 0 {
            task.opponents = opponents(&mut random, &task, 40, &mut workspace);
            task.sample = true;
        }
        let cards = deal(&mut random, count, 0);
        check(&task, &cards, [1, 1, 1, 4][i % 4], &mut workspace);
    }
}

#[test]
fn thirteen() {
    natural(13, 13, deals(300, 20_000));
}

#[test]
fn fourteen() {
    natural(14, 14, deals(30, 3_000));
}

#[test]
fn fifteen() {
    natural(15, 15, deals(4, 300));
}

#[test]
fn seventeen() {
    natural(17, 17, deals(0, 30));
    natural(16, 16, deals(1, 100));
}

fn with_jokers(seed: u64, count: usize, deals: usize) {
    let mut random = Random(seed);
    let mut workspace = Workspace::default();
    for i in 0..deals {
        let jokers = 1 + i % 3;
        let mut task = task(&mut random, count, jokers, false);
        task.opponents = opponents(&mut random, &task, [0, 0, 1, 3][i % 4], &mut workspace);
        // Every choice of declarations of three jokers is too much for the brute force.
        if jokers == 3 && i % 2 == 0 {
            task.payoff.joker_mode = JokerMode::Auto;
        }
        let cards = deal(&mut random, count, jokers);
        check(&task, &cards, 1, &mut workspace);
    }
}

#[test]
fn jokers() {
    with_jokers(101, 13, deals(60, 3_000));
    with_jokers(102, 14, deals(6, 300));
}

/// Low spades multiply.
#[test]
fn spades() {
    let mut random = Random(201);
    let mut workspace = Workspace::default();
    for i in 0..deals(40, 2_000) {
        let count = if i % 4 == 0 { 14 } else { 13 } + (i % 40 == 1) as usize * 2;
        let jokers = (i % 8 == 0) as usize;
        let mut task = task(&mut random, count, jokers, false);
        task.payoff.joker_mode = JokerMode::Auto;
        task.payoff.spades = if random.chance(2) { Spades::Pair } else { Spades::Table };
        task.opponents = opponents(&mut random, &task, [0, 1, 2, 20][i % 4], &mut workspace);
        task.sample = i % 4 == 3;
        let mut cards = deal(&mut random, count, jokers);
        for (i, spade) in ["2s", "3s", "4s"].into_iter().enumerate() {
            let spade: Card = spade.parse().unwrap();
            if !random.chance(3) && !cards.contains(&spade) {
                cards[count - 1 - i] = spade;
            }
        }
        check(&task, &cards, 1 + i % 2, &mut workspace);
    }
}

/// Shooting the moon, in Fantasyland and outside it.
#[test]
fn moons() {
    let mut random = Random(301);
    let mut workspace = Workspace::default();
    for i in 0..deals(100, 5_000) {
        let count = if i % 4 == 0 { 14 } else { 13 };
        let jokers = (i % 6 == 0) as usize;
        let mut task = task(&mut random, count, jokers, i % 10 == 9);
        task.payoff.moon = Some([20, 20, 3, 50][random.below(4)]);
        task.payoff.moon_in_fantasyland = !random.chance(4);
        task.opponents = opponents(&mut random, &task, [0, 1, 2][i % 3], &mut workspace);
        let cards = if random.chance(2) {
            // In few suits a moon may turn out to be a flush.
            let suits = 2 + random.below(3) as u8;
            let fits = |card: &Card| card.rank() < 10 && card.suit() < suits;
            let mut low: Vec<Card> = deck(0).into_iter().filter(fits).collect();
            let mut cards = random.deal(&mut low, count);
            if jokers == 1 {
                cards[0] = Card::joker(1);
            }
            cards
        } else {
            deal(&mut random, count, jokers)
        };
        check(&task, &cards, 1 + i % 3, &mut workspace);
    }
}

/// The middle is a deuce-to-seven low; often no board is legal.
#[test]
fn lows() {
    let mut random = Random(401);
    let mut workspace = Workspace::default();
    let mut forced = 0;
    for i in 0..deals(100, 3_000) {
        let count = if i % 10 == 0 { 14 } else { 13 };
        let mut task = task(&mut random, count, 0, i % 5 == 4);
        task.payoff.order.deuce_to_seven = true;
        task.payoff.royalties[1] = [0; 256];
        for (nibble, pays) in [(8, 1), (7, 2), (6, 4)] {
            task.payoff.royalties[1][low::from_high(Strength::new(Category::HighCard, [nibble, 1, 1, 1, 1])).class()] =
                pays;
        }
        task.payoff.best_low = 8;
        task.payoff.stay_middle = low::BEST;
        for class in 0..256 {
            if task.payoff.entry[1][class] == 0 {
                task.payoff.entry[1][class] = 14;
            }
        }
        task.opponents = if i % 3 == 0 { Vec::new() } else { naive_lows(&mut random, &task, i % 3) };
        let cards = deal(&mut random, count, 0);
        let answers = arrange(&task.goal(), &cards, 1, &mut workspace).unwrap();
        forced += answers[0].foul_is_forced as usize;
        check(&task, &cards, 1 + i % 3, &mut workspace);
    }
    assert!(forced > 0);
}

fn naive_lows(random: &mut Random, task: &Task, count: usize) -> Vec<Standing> {
    let goal = Goal::new(&task.payoff, 0, &flat(0.0)).unwrap();
    (0..count)
        .map(|_| {
            let cards = random.deal(&mut deck(0), 13);
            score::stand(&arrange(&goal, &cards, 1, &mut Workspace::default()).unwrap()[0].board, 0, &task.payoff)
        })
        .collect()
}

/// Royalties and stay values that rise and fall as they like, and several best boards with jokers.
#[test]
fn wild() {
    let mut random = Random(501);
    let mut workspace = Workspace::default();
    for i in 0..deals(40, 1_000) {
        let jokers = [0, 0, 1, 0, 2][i % 5];
        let mut task = task(&mut random, 13 + (i % 10 == 0) as usize, jokers, i % 3 > 0);
        if jokers == 2 {
            task.payoff.joker_mode = JokerMode::Auto;
        }
        task.opponents = opponents(&mut random, &task, [0, 1, 2][i % 3], &mut workspace);
        let cards = deal(&mut random, 13 + (i % 10 == 0) as usize, jokers);
        check(&task, &cards, 1 + i % 4, &mut workspace);
    }
}

#[test]
fn vectors() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/arrangements.tsv")).unwrap();
    let mut workspace = Workspace::default();
    let mut lines = text.lines();
    assert!(lines.next().unwrap().starts_with("cards_n\tjokers\tstay_value\tstay_middle_full_house\tscore"));
    let mut seen = 0;
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let mut payoff = pineapple();
        payoff.jokers = fields[1].parse().unwrap();
        if fields[3] == "1" {
            payoff.stay_middle = Strength::at_least(Category::FullHouse);
        }
        let cards = ofcpoker::cards::parse_cards(fields[7]).unwrap();
        let goal = Goal::new(&payoff, cards.len() as u8, &flat(fields[2].parse().unwrap())).unwrap();
        let answer = &arrange(&goal, &cards, 1, &mut workspace).unwrap()[0];
        let right: Board = format!("{} / {} / {}", fields[10], fields[9], fields[8]).parse().unwrap();
        assert_eq!(Some(answer.rows), payoff.read(&right), "{line}\n{}", answer.board);
        assert_eq!(answer.value, fields[4].parse::<f64>().unwrap(), "{line}");
        assert_eq!(answer.royalties.iter().sum::<i32>(), fields[5].parse::<i32>().unwrap(), "{line}");
        assert_eq!(answer.fantasyland > 0, fields[6] == "1", "{line}");
        seen += 1;
    }
    assert_eq!(seen, 23);
}

/// Averages over random deals: cards, jokers, stay value, middle full house stays; royalties, share that stays, with
/// errors.
const AVERAGES: [(usize, usize, f64, bool, [f64; 4]); 10] = [
    (13, 0, 15.0, false, [8.9236, 0.0033, 0.05919, 0.00017]),
    (14, 0, 15.0, false, [12.3398, 0.0039, 0.10503, 0.00022]),
    (15, 0, 15.0, false, [16.1745, 0.0045, 0.19509, 0.00028]),
    (16, 0, 15.0, false, [20.2215, 0.0049, 0.34731, 0.00034]),
    (17, 0, 15.0, false, [24.1771, 0.0051, 0.54764, 0.00035]),
    (14, 0, 0.0, false, [12.3913, 0.0071, 0.09135, 0.00037]),
    (17, 0, 0.0, false, [24.3481, 0.0093, 0.48244, 0.00064]),
    (14, 0, 15.0, true, [12.3390, 0.0071, 0.15598, 0.00047]),
    (14, 1, 15.0, false, [18.468, 0.021, 0.6571, 0.0014]),
    // Printed as 1.0: rounded.
    (14, 2, 15.0, false, [27.442, 0.023, 1.0, 0.00005]),
];

#[test]
fn averages() {
    let count = deals(20_000, 1_000_000);
    let mut workspace = Workspace::default();
    for (at, (size, jokers, stay, middle, right)) in AVERAGES.into_iter().enumerate() {
        let mut payoff = pineapple();
        payoff.jokers = jokers as u8;
        if middle {
            payoff.stay_middle = Strength::at_least(Category::FullHouse);
        }
        let goal = Goal::new(&payoff, size as u8, &flat(stay)).unwrap();
        let mut random = Random(7_000 + at as u64);
        let (mut sum, mut squares, mut stays) = (0.0, 0.0, 0.0);
        let mut full = deck(0);
        for _ in 0..count {
            let mut cards = random.deal(&mut full, size - jokers);
            cards.extend((0..jokers).map(|i| Card::joker(i as u8 + 1)));
            let answer = &arrange(&goal, &cards, 1, &mut workspace).unwrap()[0];
            let royalties = answer.royalties.iter().sum::<i32>() as f64;
            sum += royalties;
            squares += royalties * royalties;
            stays += (answer.fantasyland > 0) as u8 as f64;
        }
        let n = count as f64;
        let (mean, share) = (sum / n, stays / n);
        let error = ((squares / n - mean * mean) / n).sqrt().hypot(right[1]);
        let share_error = (share * (1.0 - share) / n).sqrt().hypot(right[3]);
        let off = [(mean - right[0]) / error, (share - right[2]) / share_error.max(1e-12)];
        println!("{size} cards, {jokers} jokers, stay {stay}: {mean:.4} {share:.5}; off by {off:.2?} standard errors");
        assert!(off.iter().all(|errors| errors.abs() <= 4.0), "{size} cards, {jokers} jokers: {mean} {share}");
    }
}
