//! Many tables against single ones, with every kernel: points, parts, and the first fault.
#![forbid(unsafe_code)]

mod common;

use common::{Random, pineapple};
use ofcpoker::board::Order;
use ofcpoker::evaluate::Kernel;
use ofcpoker::payoff::{CapMode, JokerMode, Payoff, Points, Spades, StayCards};
use ofcpoker::score::{Facts, MAX_SEATS, check_facts, table};
use ofcpoker::strength::low;
use ofcpoker::tables::{ManyFacts, Parts, Tables, score_many};
use ofcpoker::{Board, Fault, Strength};

type Bytes = [u8; Board::PLACES];

/// What is known of a run of tables, a value for each seat or table.
#[derive(Default)]
struct Known {
    fantasyland: Vec<u8>,
    surrendered: Vec<bool>,
    stacks: Vec<i32>,
    button: Vec<u8>,
}

impl Known {
    fn many(&self) -> ManyFacts<'_> {
        ManyFacts {
            fantasyland: &self.fantasyland,
            surrendered: &self.surrendered,
            stacks: &self.stacks,
            button: &self.button,
        }
    }

    fn of(&self, number: usize, seats: usize) -> Facts {
        fn values<T: Copy + Default>(all: &[T], number: usize, seats: usize) -> [T; MAX_SEATS] {
            let from = if all.len() > seats { number * seats } else { 0 };
            std::array::from_fn(|seat| {
                if seat < seats { all.get(from + seat).copied().unwrap_or_default() } else { T::default() }
            })
        }
        Facts {
            fantasyland: values(&self.fantasyland, number, seats),
            surrendered: values(&self.surrendered, number, seats),
            stacks: (!self.stacks.is_empty()).then(|| values(&self.stacks, number, seats)),
            button: match self.button.len() {
                0 => seats - 1,
                1 => self.button[0] as usize,
                _ => self.button[number] as usize,
            },
        }
    }
}

/// Random boards, half of them sorted by rank or by suit, so that legal boards and strong rows are not rare.
fn boards(random: &mut Random, tables: usize, seats: usize, payoff: &Payoff) -> Vec<Bytes> {
    let mut boards = Vec::new();
    let mut deck: Vec<u8> = (0..52 + payoff.jokers).collect();
    for _ in 0..tables {
        let count = Board::PLACES * seats;
        // Jokers go to the front of the deck more often than by chance.
        deck.sort_unstable_by_key(|&card| (card < 52 || random.0 & 1 == 0, card));
        for i in 0..count {
            let from =
                if i < payoff.jokers as usize && random.chance(2) { i } else { i + random.below(deck.len() - i) };
            deck.swap(i, from);
        }
        let mut cards = deck[..count].to_vec();
        for i in 0..count {
            cards.swap(i, random.below(count));
        }
        for board in cards.as_chunks_mut::<13>().0 {
            match random.below(4) {
                0 => board.sort_unstable(),
                1 => board.sort_unstable_by_key(|card| (card & 3, *card)),
                _ => {}
            }
            if payoff.joker_mode == JokerMode::Declared {
                for card in board.iter_mut().filter(|card| **card >= 52) {
                    let joker = *card - 51;
                    *card = if random.chance(4) { *card } else { 64 * joker + random.below(52) as u8 };
                }
            }
            boards.push(*board);
        }
    }
    boards
}

/// One by one: points, and the standings of all seats; or the first fault.
fn expected(boards: &[Bytes], seats: usize, known: &Known, payoff: &Payoff) -> Result<(Vec<i32>, Parts), Fault> {
    let (mut points, mut parts) = (Vec::new(), Parts::new(0));
    for (number, bytes) in boards.chunks_exact(seats).enumerate() {
        let here = |fault: Fault| fault.at(format!("table {number}"));
        let known = known.of(number, seats);
        check_facts(&known, seats, payoff).map_err(here)?;
        let read = |(seat, bytes)| Board::from_bytes(bytes).map_err(|fault| here(fault.at(format!("seat {seat}"))));
        let boards = bytes.iter().enumerate().map(read).collect::<Result<Vec<Board>, Fault>>()?;
        let ledger = table(&boards, &known, payoff).map_err(here)?;
        points.extend_from_slice(ledger.points());
        for standing in ledger.standings() {
            parts.strengths.push(standing.rows.map(|Strength(strength)| strength));
            parts.foul.push(standing.foul);
            parts.royalties.push(standing.royalties);
            parts.moon.push(standing.moon);
            parts.multiplier.push(standing.multiplier);
            parts.fantasyland.push(standing.fantasyland);
            parts.choice.push(standing.choice);
        }
    }
    Ok((points, parts))
}

fn assert_as_one_by_one(boards: &[Bytes], seats: usize, known: &Known, payoff: &Payoff) {
    let tables = Tables { boards, seats, facts: known.many(), payoff };
    let expected = expected(boards, seats, known, payoff);
    for kernel in Kernel::available() {
        let mut points = vec![7; boards.len()];
        let mut parts = Parts::new(boards.len());
        let scored = score_many(&tables, kernel, &mut points, None);
        let with_parts = score_many(&tables, kernel, &mut vec![0; boards.len()], Some(&mut parts));
        assert_eq!(scored, with_parts);
        match &expected {
            Ok((of_each, parts_of_each)) => {
                assert_eq!(scored, Ok(()), "{}", kernel.name());
                assert_eq!(&points, of_each, "{}", kernel.name());
                assert_eq!(&parts, parts_of_each, "{}", kernel.name());
            }
            Err(fault) => assert_eq!(scored.as_ref(), Err(fault), "{}", kernel.name()),
        }
    }
}

fn random_rules(random: &mut Random) -> Payoff {
    let mut payoff = pineapple();
    let mut any = |values: &[i32]| values[random.below(values.len())];
    payoff.points = Points { row: any(&[1, 2]), scoop: any(&[0, 1, 3]), majority: any(&[0, 1]) };
    payoff.foul_pays_royalties = any(&[0, 1]) == 0;
    payoff.order = Order { top_kickers: any(&[0, 1]) == 0, deuce_to_seven: any(&[0, 0, 0, 1]) == 1 };
    payoff.spades = [Spades::Off, Spades::Pair, Spades::Table][any(&[0, 1, 2]) as usize];
    payoff.moon = [None, Some(20)][any(&[0, 1]) as usize];
    payoff.moon_in_fantasyland = any(&[0, 1]) == 0;
    payoff.five_of_a_kind = any(&[0, 1]) == 0;
    payoff.the_choice = any(&[0, 1]) == 0;
    payoff.surrender = any(&[0, 2]);
    payoff.cap = [None, None, Some(12)][any(&[0, 1, 2]) as usize];
    payoff.cap_mode = [CapMode::Loss, CapMode::TableStakes][any(&[0, 1]) as usize];
    payoff.stay_cards =
        [StayCards::Base, StayCards::Same, StayCards::ByTop, StayCards::Fixed(15)][any(&[0, 1, 2, 3]) as usize];
    payoff.entry[0][0] = any(&[0, 13]) as u8;
    payoff.entry[1][0] = 15;
    // Royalties of one byte, of two, and below zero.
    let worth = any(&[1, 1, 1000, -3]);
    payoff.royalties.as_flattened_mut().iter_mut().for_each(|royalty| *royalty *= worth);
    if payoff.order.deuce_to_seven {
        payoff.royalties[1] = std::array::from_fn(|class| class as i32 % 3);
        payoff.best_low = 8;
        payoff.stay_middle = low::BEST;
    } else {
        payoff.jokers = any(&[0, 1, 2, 3]) as u8;
        payoff.joker_mode = [JokerMode::Auto, JokerMode::Declared][any(&[0, 1]) as usize];
    }
    payoff
}

fn random_facts(random: &mut Random, tables: usize, seats: usize, payoff: &Payoff) -> Known {
    let mut known = Known::default();
    let many = |random: &mut Random, seats: usize| if random.chance(2) { seats } else { tables * seats };
    if random.chance(2) {
        let count = many(random, seats);
        known.fantasyland = (0..count).map(|_| [0, 0, 13, 14, 17][random.below(5)]).collect();
    }
    if payoff.surrender > 0 && random.chance(2) {
        known.surrendered = (0..tables * seats).map(|_| random.chance(9)).collect();
    }
    if payoff.cap.is_some() && random.chance(2) {
        let count = many(random, seats);
        known.stacks = (0..count).map(|_| random.below(20) as i32).collect();
    }
    if random.chance(2) {
        let count = many(random, 1).min(tables);
        known.button = (0..count).map(|_| random.below(seats) as u8).collect();
    }
    known
}

#[test]
fn many_tables_are_scored_as_one_by_one() {
    let mut random = Random(1);
    for _ in 0..400 {
        let payoff = random_rules(&mut random);
        let seats = 2 + random.below(3);
        let tables = [1, 2, 31, 32, 33, 96, 128, 129, 193, 300][random.below(10)];
        let mut boards = boards(&mut random, tables, seats, &payoff);
        let known = random_facts(&mut random, tables, seats, &payoff);
        // Who gave up may have an incomplete board.
        for (board, _) in boards.iter_mut().zip(&known.surrendered).filter(|(_, surrendered)| **surrendered) {
            board[12] = 255;
        }
        assert_as_one_by_one(&boards, seats, &known, &payoff);
    }
}

#[test]
fn the_first_fault_is_named() {
    let mut random = Random(2);
    for _ in 0..400 {
        let mut payoff = random_rules(&mut random);
        payoff.cap = None;
        let seats = 2 + random.below(3);
        let tables = [1, 33, 200][random.below(3)];
        let mut boards = boards(&mut random, tables, seats, &payoff);
        let mut known = random_facts(&mut random, tables, seats, &payoff);
        // In one or two tables, the first and second half of all.
        for half in 0..tables.min(1 + random.below(2)) {
            let cards = boards.as_flattened_mut();
            let place = half * (tables / 2 * seats * Board::PLACES) + random.below(seats * Board::PLACES);
            let other = random.below(cards.len());
            // Any byte, most of which are wrong there; or a card that lies elsewhere.
            cards[place] = if random.chance(2) { random.below(256) as u8 } else { cards[other] };
        }
        if random.chance(3) && known.fantasyland.len() > seats {
            known.fantasyland[random.below(tables * seats)] = 12;
        }
        if random.chance(3) && known.button.len() > 1 {
            known.button[random.below(tables)] = seats as u8;
        }
        // What is wrong for the first table may be so for all, and is said of none.
        if check_facts(&known.of(0, seats), seats, &payoff).is_ok() {
            assert_as_one_by_one(&boards, seats, &known, &payoff);
        }
    }
}
