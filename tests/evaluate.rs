//! Every hand against an evaluator that is slow and plain, every kernel against the single call, every wrong row found.
#![forbid(unsafe_code)]

use ofcpoker::evaluate::{Kernel, Rows, check, five_columns, many, row, row_of_five, row_of_three, three_columns};
use ofcpoker::{Card, Category, Fault, Kind, Strength};
use proptest::prelude::*;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

/// Category, then the ranks 2..=14 in the order in which they are compared; 1 is a low ace, 0 a card that is lacking.
type Key = (Category, [u8; 5]);

fn naive(cards: &[Card]) -> Key {
    let mut ranks: Vec<u8> = cards.iter().map(|card| card.rank() + 2).collect();
    ranks.sort_by(|a, b| b.cmp(a));
    let copies = |rank: u8| ranks.iter().filter(|&&r| r == rank).count();
    let mut grouped = ranks.clone();
    grouped.sort_by_key(|&rank| std::cmp::Reverse((copies(rank), rank)));
    let mut sizes: Vec<usize> = Vec::new();
    for (i, &rank) in grouped.iter().enumerate() {
        if i == 0 || grouped[i - 1] != rank {
            sizes.push(copies(rank));
        }
    }
    let flush = cards.len() == 5 && cards.iter().all(|card| card.suit() == cards[0].suit());
    let wheel = ranks == [14, 5, 4, 3, 2];
    let straight = wheel || (cards.len() == 5 && ranks.windows(2).all(|pair| pair[0] == pair[1] + 1));
    let category = match (sizes.as_slice(), straight, flush) {
        ([5], ..) => Category::FiveOfAKind,
        (_, true, true) if ranks[0] == 14 && !wheel => Category::RoyalFlush,
        (_, true, true) => Category::StraightFlush,
        ([4, 1], ..) => Category::Quads,
        ([3, 2], ..) => Category::FullHouse,
        (_, _, true) => Category::Flush,
        (_, true, _) => Category::Straight,
        ([3, ..], ..) => Category::Trips,
        ([2, 2, 1], ..) => Category::TwoPair,
        ([2, ..], ..) => Category::Pair,
        _ => Category::HighCard,
    };
    let compared = match category {
        Category::Straight | Category::StraightFlush if wheel => vec![5, 4, 3, 2, 1],
        Category::Flush => ranks,
        _ => grouped,
    };
    let mut key = [0; 5];
    key[..compared.len()].copy_from_slice(&compared);
    (category, key)
}

fn ids<const C: usize>(row: &[u8; C]) -> [Card; C] {
    row.map(|id| Card::from_id(id).expect("a card"))
}

/// All sets of `C` of the 52 cards, or, with repeats, all multisets.
fn hands<const C: usize>(repeats: bool) -> Vec<[u8; C]> {
    fn grow<const C: usize>(at: usize, hand: &mut [u8; C], repeats: bool, all: &mut Vec<[u8; C]>) {
        if at == C {
            all.push(*hand);
            return;
        }
        let first = if at == 0 { 0 } else { hand[at - 1] + !repeats as u8 };
        for card in first..52 {
            hand[at] = card;
            grow(at + 1, hand, repeats, all);
        }
    }
    let mut all = Vec::new();
    grow(0, &mut [0; C], repeats, &mut all);
    all
}

fn no_jokers(row: &[u8]) -> Result<Strength, Fault> {
    panic!("{row:?} has no jokers")
}

fn columns<const C: usize>(rows: &[[u8; C]]) -> [Vec<u8>; C] {
    std::array::from_fn(|j| rows.iter().map(|row| row[j]).collect())
}

#[test]
fn all_hands_have_their_category_and_their_place_in_the_order() {
    let (fives, threes) = (hands::<5>(false), hands::<3>(false));
    let mut places: BTreeMap<Key, Strength> = BTreeMap::new();
    let mut counts: HashMap<(usize, Category), usize> = HashMap::new();
    let mut take = |cards: &[Card]| {
        let (key, strength) = (naive(cards), row(cards));
        assert_eq!(strength.category(), key.0, "{cards:?}");
        assert!(strength.is_valid(), "{cards:?}");
        assert_eq!(*places.entry(key).or_insert(strength), strength, "{cards:?}: one class, two strengths");
        *counts.entry((cards.len(), key.0)).or_default() += 1;
    };
    threes.iter().for_each(|hand| take(&ids(hand)));
    fives.iter().for_each(|hand| take(&ids(hand)));

    let classes = |cards: usize| places.keys().filter(|key| (key.1[4] > 0) == (cards == 5)).count();
    assert_eq!((fives.len(), classes(5)), (2_598_960, 7_462));
    assert_eq!((threes.len(), classes(3)), (22_100, 455));
    // The order is the naive one, of three and of five cards together.
    let strengths: Vec<Strength> = places.into_values().collect();
    assert!(strengths.windows(2).all(|pair| pair[0] < pair[1]));

    use Category::*;
    let five = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 0, 4];
    let three = [286 * 64, 156 * 24, 0, 13 * 4, 0, 0, 0, 0, 0, 0, 0];
    let order =
        [HighCard, Pair, TwoPair, Trips, Straight, Flush, FullHouse, Quads, StraightFlush, FiveOfAKind, RoyalFlush];
    assert_eq!(order.map(|category| counts.get(&(5, category)).copied().unwrap_or(0)), five);
    assert_eq!(order.map(|category| counts.get(&(3, category)).copied().unwrap_or(0)), three);
}

#[test]
fn declared_jokers_may_repeat_a_face() {
    let mut places: BTreeMap<Key, Strength> = BTreeMap::new();
    let mut take = |cards: &[Card]| {
        let (key, strength) = (naive(cards), row(cards));
        assert!(strength.category() == key.0 && strength.is_valid(), "{cards:?}");
        assert_eq!(*places.entry(key).or_insert(strength), strength, "{cards:?}");
    };
    hands::<3>(true).iter().for_each(|hand| take(&ids(hand)));
    hands::<5>(true).iter().for_each(|hand| take(&ids(hand)));
    let strengths: Vec<Strength> = places.into_values().collect();
    assert!(strengths.windows(2).all(|pair| pair[0] < pair[1]));
    // The joker's number changes nothing.
    for (text, same) in [("X1=As X3=As X2=As Ah Ad", "As As As Ah Ad"), ("X2=7c 7d X1=7d", "7c 7d 7d")] {
        let [a, b] = [text, same].map(|text| ofcpoker::cards::parse_cards(text).unwrap());
        assert_eq!(row(&a), row(&b));
    }
}

#[test]
fn every_kernel_agrees_on_every_hand() {
    assert!(Kernel::available().contains(&Kernel::Portable));
    assert_eq!(Kernel::best(), Kernel::available()[0]);
    let (fives, threes) = (hands::<5>(false), hands::<3>(false));
    let want_five: Vec<u32> = fives.iter().map(|hand| row_of_five(ids(hand)).0).collect();
    let want_three: Vec<u32> = threes.iter().map(|hand| row_of_three(ids(hand)).0).collect();
    let (five, three) = (columns(&fives), columns(&threes));
    let (five, three) = (five.each_ref().map(|c| &c[..]), three.each_ref().map(|c| &c[..]));
    // A kernel that is not there is replaced.
    for kernel in Kernel::ALL {
        let mut out = vec![0; fives.len()];
        many(Rows::Five(&fives), &mut out, kernel, no_jokers).unwrap();
        assert!(out == want_five, "{kernel:?}");
        out.fill(0);
        many(Rows::FiveColumns(five), &mut out, kernel, no_jokers).unwrap();
        assert!(out == want_five, "{kernel:?}");
        out.fill(0);
        five_columns(five, &mut out, kernel);
        assert!(out == want_five, "{kernel:?}");

        let mut out = vec![0; threes.len()];
        many(Rows::Three(&threes), &mut out, kernel, no_jokers).unwrap();
        assert!(out == want_three, "{kernel:?}");
        out.fill(0);
        many(Rows::ThreeColumns(three), &mut out, kernel, no_jokers).unwrap();
        assert!(out == want_three, "{kernel:?}");
        out.fill(0);
        three_columns(three, &mut out, kernel);
        assert!(out == want_three, "{kernel:?}");
    }
}

#[test]
fn names_of_kernels() {
    for kernel in Kernel::ALL {
        assert_eq!(Kernel::from_name(kernel.name()), Some(kernel));
    }
    assert_eq!(Kernel::from_name("neon"), None);
}

/// A row of each kind that is wrong, with the code and a piece of the message.
const WRONG_FIVE: [([u8; 5], &str, &str); 8] = [
    ([52, 4, 8, 12, 52], "repeated_card", "X1 is there twice"),
    ([7, 4, 8, 12, 7], "repeated_card", "3s 3c 4c 5c 3s: 3s is there twice"),
    ([7, 4, 8, 8, 16], "repeated_card", "4c"),
    ([64, 4, 8, 12, 65], "repeated_card", "X1=2c 3c 4c 5c X1=2d: X1 is there twice"),
    ([99, 4, 8, 127, 16], "unknown_card", "127 is no card"),
    ([55, 4, 8, 12, 16], "unknown_card", "[55, 4, 8, 12, 16]: 55 is no card"),
    ([0, 4, 8, 12, 255], "unknown_card", "255 is no card"),
    ([0, 4, 63, 12, 13], "unknown_card", "63 is no card"),
];

/// Five or three natural cards, different in each of some rows.
fn good<const C: usize>(n: usize) -> Vec<[u8; C]> {
    (0..n).map(|i| std::array::from_fn(|j| ((7 * i + 11 * j) % 52) as u8)).collect()
}

const SIZES: [usize; 21] =
    [0, 1, 2, 15, 16, 31, 32, 33, 63, 64, 65, 127, 128, 129, 191, 1023, 1024, 1025, 1089, 2048, 3100];

/// Some places in so many rows: all of few rows, and the edges of blocks.
fn positions(n: usize) -> Vec<usize> {
    (0..n).filter(|&i| n < 130 || i % 64 < 2 || i % 64 > 61 || i + 2 > n).collect()
}

fn refused(rows: Rows, kernel: Kernel, first: usize, code: &str, piece: &str) {
    let before: Vec<u32> = (0..rows.len() as u32).collect();
    let mut out = before.clone();
    let fault = many(rows, &mut out, kernel, |_| Ok(Strength(7))).unwrap_err();
    assert_eq!((fault.kind(), fault.code()), (Kind::Cards, code), "{fault}");
    assert!(fault.message().starts_with(&format!("row {first}: ")), "{fault}, not row {first} of {}", rows.len());
    assert!(fault.message().contains(piece), "{fault}");
    assert!(out == before, "{kernel:?} wrote before it refused row {first} of {}", rows.len());
}

#[test]
fn the_first_wrong_row_is_found_wherever_it_is() {
    for kernel in Kernel::available() {
        for n in SIZES {
            let rows = good::<5>(n);
            let threes = good::<3>(n);
            let mut out = vec![0; n];
            many(Rows::Five(&rows), &mut out, kernel, no_jokers).unwrap();
            assert!(rows.iter().zip(&out).all(|(hand, &strength)| row(&ids(hand)).0 == strength), "{kernel:?} {n}");
            many(Rows::Three(&threes), &mut out, kernel, no_jokers).unwrap();
            assert!(threes.iter().zip(&out).all(|(hand, &strength)| row(&ids(hand)).0 == strength), "{kernel:?} {n}");
            for (turn, i) in positions(n).into_iter().enumerate() {
                let (wrong, code, piece) = WRONG_FIVE[turn % WRONG_FIVE.len()];
                let mut rows = rows.clone();
                // A later row is wrong too.
                rows[n - 1] = [1, 1, 1, 1, 1];
                rows[i] = wrong;
                refused(Rows::Five(&rows), kernel, i, code, piece);
                let c = columns(&rows);
                refused(Rows::FiveColumns(c.each_ref().map(|c| &c[..])), kernel, i, code, piece);
                let mut threes = threes.clone();
                threes[n - 1] = [1, 1, 1];
                threes[i] = [[9, 9, 8], [9, 8, 9], [8, 9, 9], [8, 9, 200 + 54]][turn % 4];
                let code = if turn % 4 == 3 { "unknown_card" } else { "repeated_card" };
                refused(Rows::Three(&threes), kernel, i, code, "");
                let c = columns(&threes);
                refused(Rows::ThreeColumns(c.each_ref().map(|c| &c[..])), kernel, i, code, "");
            }
        }
    }
}

#[test]
fn rows_with_jokers_are_read_by_the_caller_in_order() {
    for kernel in Kernel::available() {
        for n in SIZES {
            let mut rows = good::<5>(n);
            let places = positions(n);
            for (turn, &i) in places.iter().enumerate() {
                rows[i] = [[52, 0, 1, 2, 3], [64 + 51, 51, 1, 2, 3], [0, 54, 53, 2, 52], [192, 1, 2, 3, 4]][turn % 4];
            }
            let seen = RefCell::new(Vec::new());
            let mut out = vec![0; n];
            many(Rows::Five(&rows), &mut out, kernel, |row| {
                let mut seen = seen.borrow_mut();
                seen.push(row.to_vec());
                Ok(Strength(seen.len() as u32))
            })
            .unwrap();
            let want: Vec<Vec<u8>> = places.iter().map(|&i| rows[i].to_vec()).collect();
            assert_eq!(seen.into_inner(), want);
            for (turn, &i) in places.iter().enumerate() {
                assert_eq!(out[i], turn as u32 + 1);
            }
            for i in (0..n).filter(|i| !places.contains(i)) {
                assert_eq!(out[i], row(&ids(&rows[i])).0);
            }
            // What the reader refuses is a fault of the row, unless one before it is wrong.
            if let Some(&last) = places.last() {
                let mut out = vec![9; n];
                let fault = many(Rows::Five(&rows), &mut out, kernel, |row| {
                    if row == rows[last] {
                        Err(Fault::new(Kind::Rules, "no_jokers", "not here"))
                    } else {
                        Ok(Strength(1))
                    }
                })
                .unwrap_err();
                let first = rows.iter().position(|row| *row == rows[last]).unwrap();
                assert!(fault.message().starts_with(&format!("row {first}: ")), "{fault}");
                assert!(fault.message().ends_with("not here"), "{fault}");
                assert_eq!(fault.code(), "no_jokers");
                assert!(out.iter().all(|&strength| strength == 9));
            }
        }
    }
}

#[test]
fn lengths_that_do_not_fit() {
    let rows = good::<5>(3);
    for n in [0, 2, 4] {
        let mut out = vec![5; n];
        let fault = many(Rows::Five(&rows), &mut out, Kernel::best(), no_jokers).unwrap_err();
        assert_eq!(fault.code(), "wrong_shape");
        assert_eq!(out, vec![5; n]);
    }
    let fault = many(Rows::ThreeColumns([&[0, 1], &[2, 3], &[4]]), &mut [0], Kernel::best(), no_jokers).unwrap_err();
    assert_eq!(fault.code(), "wrong_shape");
    let read = check(Rows::Five(&[[0, 4, 8, 12, 52]]), Kernel::best(), |_| Ok(Strength(3))).unwrap();
    assert_eq!(read, [(0, Strength(3))]);
}

#[test]
fn three_cards_against_five() {
    let strength = |text: &str| row(&ofcpoker::cards::parse_cards(text).unwrap());
    // Each is below the next.
    for rising in [
        &["Kc Kd Ah", "Kc Kd Ah 3s 2d"][..],
        &["Kc Kd Qh 7s 3d", "Kh Ks Ac"],
        &["Qh Qc 8d 5s 2c", "Qs Qd 9h", "Qs Qd 9h 3c 2c"],
        &["Ac Kd 7h", "Ac Kd 7h 4s 3d"],
        &["7c 7d 7h", "7c 7d 7h 3s 2d", "8c 8d 8h"],
        &["4c 3d 2h", "Ac Kd Qh", "Ac Kd Qh 3s 2d", "2c 2d 3h"],
        // No straights, no flushes of three cards.
        &["Ah Kh Qh", "2c 2d 3h", "2h 2d 2c", "Ac 2d 3h 4s 5d", "2c 3d 4h 5s 6d"],
        // The wheel is the lowest straight, the steel wheel the lowest straight flush, and nothing wraps around.
        &["Ac Kd Qh Js 9d", "2c 3d 4h 5s Ad", "2c 3d 4h 5s 6d", "Tc Jd Qh Ks Ad"],
        &["Ac 2d Kh Qs Jd", "Ac 3d Kh Qs Jd", "2c 2d 3h 4s 5d"],
        &["Ac As Ad Ah Kd", "2c 3c 4c 5c Ac", "2c 3c 4c 5c 6c", "9h Kh Qh Jh Th", "Ts Js Qs Ks As"],
        &["Ac 2c 3c 4c 6c", "Kc 2c 3c 4c Ac"],
        &["2c 2d 2h As Ad", "3c 3d 3h 2s 2d"],
    ] {
        for pair in rising.windows(2) {
            assert!(strength(pair[0]) < strength(pair[1]), "{} {}", pair[0], pair[1]);
        }
    }
    assert_eq!(strength("Ac Kd 9h 5s 2d"), strength("Ad Kh 9s 5c 2h"));
}

proptest! {
    #[test]
    fn suits_and_places_change_nothing(
        cards in prop_oneof![prop::collection::vec(0u8..52, 3), prop::collection::vec(0u8..52, 5)],
        suits in Just([0u8, 1, 2, 3]).prop_shuffle(),
        seed in any::<u64>(),
    ) {
        let cards: Vec<Card> = cards.into_iter().map(|id| Card::from_id(id).unwrap()).collect();
        let mut other: Vec<Card> =
            cards.iter().map(|card| Card::natural(card.rank(), suits[card.suit() as usize])).collect();
        let places = other.len();
        for i in 1..places {
            other.swap(i, (seed >> (8 * i)) as usize % (i + 1));
        }
        prop_assert_eq!(row(&cards), row(&other));
        prop_assert_eq!(naive(&cards), naive(&other));
    }
}
