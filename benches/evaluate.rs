//! Speed of rows, one by one and many at once, beside a plain pass over the same bytes; every answer is asserted.
#![forbid(unsafe_code)]

use ofcpoker::evaluate::{Kernel, Rows, many, row_of_five, row_of_three, strengths};
use ofcpoker::{Card, Category, Fault, Strength};
use std::hint::black_box;
use std::time::Instant;

const ROWS: usize = 1_000_000;
const TIMES: usize = 30;

/// `C` different cards in each row, from a fixed seed.
fn random_rows<const C: usize>() -> Vec<[u8; C]> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |n: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 32) * n) >> 32
    };
    let mut deck: [u8; 52] = std::array::from_fn(|card| card as u8);
    let mut deal = || {
        for i in 0..C {
            deck.swap(i, i + below(52 - i as u64) as usize);
        }
        std::array::from_fn(|i| deck[i])
    };
    (0..ROWS).map(|_| deal()).collect()
}

fn faces<const C: usize>(rows: &[[u8; C]]) -> Vec<[Card; C]> {
    rows.iter().map(|row| row.map(|id| Card::from_id(id).expect("a natural card"))).collect()
}

/// Nanoseconds a row, the best of some runs.
fn best(mut work: impl FnMut()) -> f64 {
    let times = (0..TIMES).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e9 / ROWS as f64
    });
    times.fold(f64::INFINITY, f64::min)
}

fn no_jokers(_row: &[u8]) -> Result<Strength, Fault> {
    unreachable!("all cards are natural")
}

/// Times one number of cards in a row; gives what the rows came to.
fn table<const C: usize>(one: impl Fn([Card; C]) -> Strength) -> Vec<u32>
where
    for<'a> Rows<'a>: From<&'a [[u8; C]]> + From<[&'a [u8]; C]>,
{
    let rows = random_rows::<C>();
    let cards = faces(&rows);
    let columns: [Vec<u8>; C] = std::array::from_fn(|j| rows.iter().map(|row| row[j]).collect());
    let columns: [&[u8]; C] = columns.each_ref().map(|column| &column[..]);
    let expected: Vec<u32> = cards.iter().map(|&row| one(row).0).collect();
    let mut out = vec![0u32; ROWS];
    let mut copy = rows.clone();

    println!("\n{ROWS} random rows of {C:<22} ns a row   to a plain pass");
    let plain = best(|| {
        black_box(&mut copy).copy_from_slice(black_box(&rows));
        black_box(&mut out).fill(black_box(0));
    });
    let line = |name: &str, time: f64| println!("{name:<44}{time:>8.3}{:>14.2} x", time / plain);
    line("copy the bytes, fill the results", plain);
    for kernel in Kernel::available() {
        for (input, form) in [(Rows::from(&rows[..]), "rows"), (Rows::from(columns), "columns")] {
            out.fill(u32::MAX);
            line(
                &format!("{}, {form}, checked", kernel.name()),
                best(|| many(black_box(input), &mut out, kernel, no_jokers).expect("all rows are right")),
            );
            assert!(out == expected);
            out.fill(u32::MAX);
            line(
                &format!("{}, {form}, unchecked", kernel.name()),
                best(|| strengths(black_box(input), &mut out, kernel)),
            );
            assert!(out == expected);
        }
    }
    out.fill(u32::MAX);
    line(
        "one by one",
        best(|| {
            for (out, &row) in out.iter_mut().zip(black_box(&cards)) {
                *out = one(row).0;
            }
        }),
    );
    assert!(out == expected);
    expected
}

/// Shares of the categories are near those of all hands.
fn assert_shares(strengths: &[u32], shares: &[(Category, f64)]) {
    for &(category, share) in shares {
        let found = strengths.iter().filter(|&&strength| Strength(strength).category() == category).count();
        let error = 5.0 * (ROWS as f64 * share).sqrt() + 1.0;
        assert!((found as f64 - ROWS as f64 * share).abs() < error, "{found} times {}", category.name());
    }
}

fn main() {
    use Category::*;
    let five = table(row_of_five);
    let all = 2_598_960.0;
    assert_shares(
        &five,
        &[
            (HighCard, 1_302_540.0 / all),
            (Pair, 1_098_240.0 / all),
            (TwoPair, 123_552.0 / all),
            (Trips, 54_912.0 / all),
            (Straight, 10_200.0 / all),
            (Flush, 5_108.0 / all),
            (FullHouse, 3_744.0 / all),
            (Quads, 624.0 / all),
            (StraightFlush, 36.0 / all),
            (RoyalFlush, 4.0 / all),
        ],
    );
    let three = table(row_of_three);
    assert_shares(&three, &[(HighCard, 18_304.0 / 22_100.0), (Pair, 3_744.0 / 22_100.0), (Trips, 52.0 / 22_100.0)]);
}
