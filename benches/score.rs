//! Many tables on one thread: nanoseconds a table, and how many times a copy of the same boards. Every answer is compared with
//! the scoring of single tables.
//! `cargo bench --bench score`
#![forbid(unsafe_code)]

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Random, deck, pineapple};
use ofcpoker::evaluate::Kernel;
use ofcpoker::payoff::{JokerMode, Spades};
use ofcpoker::score::{Facts, table};
use ofcpoker::tables::{ManyFacts, Parts, Tables, score_many};
use ofcpoker::{Board, Card, Payoff};
use std::hint::black_box;
use std::time::Instant;

const TABLES: usize = 200_000;
/// Best of so many runs.
const RUNS: usize = 30;

/// Random tables; `jokers` names the cards that a table's jokers take the place of.
fn tables(seats: usize, jokers: impl Fn(&mut Random) -> Vec<(usize, u8)>) -> Vec<[u8; Board::PLACES]> {
    let mut random = Random(seats as u64);
    let mut full = deck(0);
    let mut boards = Vec::with_capacity(TABLES * seats);
    for _ in 0..TABLES {
        let mut cards: Vec<u8> = random.deal(&mut full, Board::PLACES * seats).into_iter().map(Card::id).collect();
        for (place, joker) in jokers(&mut random) {
            cards[place] = joker;
        }
        boards.extend_from_slice(cards.as_chunks().0);
    }
    boards
}

/// The points of single tables.
fn one_by_one(boards: &[[u8; Board::PLACES]], seats: usize, payoff: &Payoff) -> Vec<i32> {
    let facts = Facts { button: seats - 1, ..Facts::default() };
    let mut points = Vec::with_capacity(boards.len());
    for boards in boards.chunks_exact(seats) {
        let boards: Vec<Board> = boards.iter().map(|bytes| Board::from_bytes(bytes).unwrap()).collect();
        points.extend_from_slice(table(&boards, &facts, payoff).unwrap().points());
    }
    points
}

fn best(mut work: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best / TABLES as f64 * 1e9
}

/// Measures one kind of tables with every kernel.
fn measure(name: &str, boards: &[[u8; Board::PLACES]], seats: usize, payoff: &Payoff) {
    let expected = one_by_one(boards, seats, payoff);
    let mut copied = boards.to_vec();
    let copy = best(|| black_box(&mut copied).copy_from_slice(black_box(boards)));
    print!("{name:<44} {copy:6.2}");
    let tables = Tables { boards, seats, facts: ManyFacts::default(), payoff };
    for kernel in Kernel::available() {
        let mut points = vec![0; boards.len()];
        let nanoseconds = best(|| score_many(black_box(&tables), kernel, black_box(&mut points), None).unwrap());
        assert_eq!(points, expected, "{name} with {}", kernel.name());
        print!("  {:>8} {nanoseconds:6.1} {:5.1} x", kernel.name(), nanoseconds / copy);
    }
    let (mut points, mut parts) = (vec![0; boards.len()], Parts::new(boards.len()));
    let nanoseconds = best(|| score_many(&tables, Kernel::best(), &mut points, Some(black_box(&mut parts))).unwrap());
    assert_eq!(points, expected, "{name} with parts");
    println!("  parts {nanoseconds:6.1}");
}

fn main() {
    let plain = pineapple();
    let options = Payoff { spades: Spades::Pair, moon: Some(20), ..plain.clone() };
    let jokers = Payoff { jokers: 3, ..plain.clone() };
    let declared = Payoff { joker_mode: JokerMode::Declared, ..jokers.clone() };
    println!("{:<44} {:>6}  each kernel: ns a table, times the copy", "", "copy");
    let natural = tables(2, |_| vec![]);
    measure("2 seats", &natural, 2, &plain);
    measure("2 seats, spades, moon", &natural, 2, &options);
    measure("2 seats, jokers allowed, none there", &natural, 2, &jokers);
    let two = |place: usize, other: usize| vec![(place, 52), (other, 53)];
    let one_a_table = tables(2, |random| vec![(random.below(26), 52)]);
    measure("2 seats, a joker on one board", &one_a_table, 2, &jokers);
    let one_a_board = tables(2, |random| two(random.below(13), 13 + random.below(13)));
    measure("2 seats, a joker on each board", &one_a_board, 2, &jokers);
    let in_two_rows = tables(2, |random| {
        let rows = [[0, 3], [3, 8], [0, 8]][random.below(3)];
        let place = |row: usize, random: &mut Random| row + random.below(if row == 0 { 3 } else { 5 });
        let (first, second) = (place(rows[0], random), place(rows[1], random));
        let on = 13 * random.below(2);
        two(on + first, on + second)
    });
    measure("2 seats, two jokers in rows of one board", &in_two_rows, 2, &jokers);
    let anywhere = tables(2, |random| {
        let (first, second) = (random.below(13), 1 + random.below(12));
        let on = 13 * random.below(2);
        two(on + first, on + (first + second) % 13)
    });
    measure("2 seats, two jokers on one board", &anywhere, 2, &jokers);
    let three = tables(2, |random| {
        let [a, b, c] = [random.below(26), random.below(25), random.below(24)];
        // Three different places.
        let b = if b >= a { b + 1 } else { b };
        let c = (0..26).filter(|&place| place != a && place != b).nth(c).unwrap();
        vec![(a, 52), (b, 53), (c, 54)]
    });
    measure("2 seats, three jokers a table", &three, 2, &jokers);
    let named = tables(2, |random| {
        [0, 1].map(|seat| (13 * seat + random.below(13), 64 * (1 + seat as u8) + random.below(52) as u8)).to_vec()
    });
    measure("2 seats, a declared joker on each board", &named, 2, &declared);
    measure("3 seats", &tables(3, |_| vec![]), 3, &plain);
    measure("4 seats", &tables(4, |_| vec![]), 4, &plain);
    let capped = Payoff { cap: Some(50), ..plain.clone() };
    measure("2 seats, cap", &natural, 2, &capped);
}
