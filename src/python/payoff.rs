//! Compiled rules, from the plain lists that the Python class `Rules` writes.
#![forbid(unsafe_code)]

use super::OrRaise;
use crate::board::Order;
use crate::error::{Fault, Kind};
use crate::payoff::{CapMode, JokerMode, Payoff, Points, Spades, StayCards, top_classes};
use crate::strength::{Category, Strength, low};
use pyo3::prelude::*;

#[pyclass(frozen, name = "Payoff", module = "ofcpoker._core")]
pub struct PyPayoff(pub Payoff);

fn unknown(setting: &str, value: &str) -> Fault {
    Fault::new(Kind::Rules, "unknown_value", format!("{setting} has no value {value:?}"))
}

fn by_category(setting: &str, values: &[i32]) -> Result<[i32; 256], Fault> {
    if values.len() != Category::ALL.len() {
        return Err(unknown(setting, &format!("of length {}", values.len())));
    }
    Ok(std::array::from_fn(|class| values.get(class >> 4).copied().unwrap_or(0)))
}

fn by_top<T: Copy + Default>(setting: &str, values: &[T]) -> Result<[T; 256], Fault> {
    if values.len() != 27 {
        return Err(unknown(setting, &format!("of length {}", values.len())));
    }
    let mut table = [T::default(); 256];
    for (at, classes) in top_classes() {
        table[classes].fill(values[at]);
    }
    Ok(table)
}

/// Ten, nine, eight and seven low by their class; 7-5-4-3-2 stands apart.
fn by_low(values: &[i32]) -> Result<([i32; 256], i32), Fault> {
    let &[ten, nine, eight, seven, best] = values else {
        return Err(unknown("low_royalties", &format!("of length {}", values.len())));
    };
    let mut table = [0; 256];
    for (nibble, royalty) in [(9, ten), (8, nine), (7, eight), (6, seven)] {
        table[low::from_high(Strength::new(Category::HighCard, [nibble, 0, 0, 0, 0])).class()] = royalty;
        table[low::from_high(Strength::new(Category::HighCard, [nibble, 1, 1, 1, 1])).class()] = royalty;
    }
    Ok((table, best))
}

#[pymethods]
impl PyPayoff {
    #[new]
    #[pyo3(signature = (*, row, scoop, majority, foul_pays_royalties, top_royalties, middle_royalties, bottom_royalties,
        low_royalties, entry, entry_low, base, stay_middle, stay_cards, top_kickers, deuce_to_seven, jokers, joker_mode,
        five_of_a_kind, spades, moon, moon_in_fantasyland, surrender, cap, cap_mode, the_choice))]
    #[expect(clippy::too_many_arguments, reason = "one keyword for each rule")]
    fn new(
        py: Python<'_>,
        row: i32,
        scoop: i32,
        majority: i32,
        foul_pays_royalties: bool,
        top_royalties: Vec<i32>,
        middle_royalties: Vec<i32>,
        bottom_royalties: Vec<i32>,
        low_royalties: Vec<i32>,
        entry: Vec<u8>,
        entry_low: Vec<u8>,
        base: u8,
        stay_middle: Option<&str>,
        stay_cards: &Bound<'_, PyAny>,
        top_kickers: bool,
        deuce_to_seven: bool,
        jokers: u8,
        joker_mode: &str,
        five_of_a_kind: bool,
        spades: Option<&str>,
        moon: Option<i32>,
        moon_in_fantasyland: bool,
        surrender: i32,
        cap: Option<i32>,
        cap_mode: &str,
        the_choice: bool,
    ) -> PyResult<PyPayoff> {
        let compile = || -> Result<Payoff, Fault> {
            let mut tops = vec![0];
            tops.extend(&top_royalties);
            let mut middle = by_category("middle_royalties", &middle_royalties)?;
            let mut best_low = 0;
            if deuce_to_seven {
                (middle, best_low) = by_low(&low_royalties)?;
            }
            Ok(Payoff {
                points: Points { row, scoop, majority },
                foul_pays_royalties,
                royalties: [
                    by_top("top_royalties", &tops)?,
                    middle,
                    by_category("bottom_royalties", &bottom_royalties)?,
                ],
                best_low,
                order: Order { top_kickers, deuce_to_seven },
                jokers: if jokers <= 3 { jokers } else { return Err(unknown("jokers", &jokers.to_string())) },
                joker_mode: match joker_mode {
                    "auto" => JokerMode::Auto,
                    "declared" => JokerMode::Declared,
                    other => return Err(unknown("joker_mode", other)),
                },
                five_of_a_kind,
                entry: [by_top("entry", &entry)?, by_top("entry_low", &entry_low)?],
                stay_middle: match stay_middle {
                    None => Strength::MAX,
                    Some("75432") => low::BEST,
                    Some(name) => {
                        Strength::at_least(Category::from_name(name).ok_or_else(|| unknown("stay_middle", name))?)
                    }
                },
                stay_cards: match (stay_cards.extract::<u8>(), stay_cards.extract::<String>()) {
                    (Ok(cards), _) => StayCards::Fixed(cards),
                    (_, Ok(mode)) if mode == "base" => StayCards::Base,
                    (_, Ok(mode)) if mode == "same" => StayCards::Same,
                    (_, Ok(mode)) if mode == "by_top" => StayCards::ByTop,
                    _ => return Err(unknown("stay_cards", &super::convert::shown(stay_cards))),
                },
                base,
                spades: match spades {
                    None => Spades::Off,
                    Some("pair") => Spades::Pair,
                    Some("table") => Spades::Table,
                    Some(other) => return Err(unknown("spades", other)),
                },
                moon,
                moon_in_fantasyland,
                surrender,
                cap,
                cap_mode: match cap_mode {
                    "loss" => CapMode::Loss,
                    "table_stakes" => CapMode::TableStakes,
                    other => return Err(unknown("cap_mode", other)),
                },
                the_choice,
            })
        };
        Ok(PyPayoff(compile().or_raise(py, "Payoff")?))
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyPayoff>()
}
