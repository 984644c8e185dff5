//! Whole hands and matches in a loop, on threads.
//!
//! A `Plan` says what is played. Its units are numbered: hands, or matches in which Fantasyland, the button and The Choice
//! carry over, or with `duplicate` all seatings of one. What unit i of a seed is depends on nothing else, and everything
//! that is counted merges exactly, so a run can be cut anywhere and played anywhere.
//!
//! ```
//! # use ofcpoker::{deal::Seed, payoff::Payoff, policy, simulate::{self, Plan}, table::{Deal, Table}};
//! # fn run(payoff: &Payoff) -> Result<(), ofcpoker::Fault> {
//! let table = Table::new(payoff, Deal::Pineapple, 2);
//! let policies = vec![policy::named("greedy", payoff, &table)?, policy::named("random", payoff, &table)?];
//! let plan = Plan::new(payoff, &table, policies, Seed::from(1))?;
//! let part = simulate::run(&plan, 0..10_000, 2, &mut || false)?;
//! assert_eq!(part.tally.units, 10_000);
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

pub mod coding;
pub mod columns;
pub mod series;
pub mod statistics;

use crate::deal::{HANDS, Seed};
use crate::error::{Fault, Kind};
use crate::payoff::Payoff;
use crate::policy::Policy;
use crate::score::MAX_SEATS;
use crate::table::{Start, Table};
use columns::{Columns, Keep};
use series::{Counting, MATCH_BITS, Trace, play_unit, seed_number};
use statistics::Tally;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What is played.
pub struct Plan {
    pub payoff: Payoff,
    pub table: Table,
    /// By player; without duplicate player and seat are one.
    pub policies: Vec<Box<dyn Policy>>,
    pub seed: Seed,
    /// How each unit begins; `None` for the button: it moves on with each.
    pub button: Option<u8>,
    pub start: Start,
    /// Hands of a match; `None`: every hand stands alone.
    pub length: Option<u32>,
    /// Hands go on after the last one until nobody is in Fantasyland.
    pub play_out: bool,
    /// Each unit is played once for every rotation of the players.
    pub duplicate: bool,
    pub keep: Keep,
    /// Some policy asks for the past of a hand.
    pub with_history: bool,
}

/// What was played of a range.
#[derive(Debug, Default)]
pub struct Part {
    pub tally: Tally,
    pub columns: Columns,
    /// The units that were played; all of the range unless it was stopped.
    pub done: Vec<Range<u64>>,
}

impl Plan {
    /// Independent hands with the button moving; the fields are open to be set otherwise.
    pub fn new(payoff: &Payoff, table: &Table, policies: Vec<Box<dyn Policy>>, seed: Seed) -> Result<Plan, Fault> {
        let plan = Plan {
            payoff: payoff.clone(),
            table: *table,
            policies,
            seed,
            button: None,
            start: Start::default(),
            length: None,
            play_out: false,
            duplicate: false,
            keep: Keep::default(),
            with_history: false,
        };
        let plan = Plan { with_history: plan.policies.iter().any(|policy| policy.wants_history()), ..plan };
        plan.check()?;
        Ok(plan)
    }

    /// Why this cannot be played, if it cannot.
    pub fn check(&self) -> Result<(), Fault> {
        let refuse = |code, message| Err(Fault::new(Kind::Rules, code, message));
        if self.policies.len() != self.table.seats as usize {
            return refuse(
                "wrong_seats",
                format!("{} policies for {} seats; each seat needs one", self.policies.len(), self.table.seats),
            );
        }
        if self.length.is_some_and(|length| length == 0 || length >= 1 << MATCH_BITS) {
            return refuse(
                "out_of_range",
                format!("a match of {} hands; allowed: 1 to {}", self.length.unwrap_or(0), (1u32 << MATCH_BITS) - 1),
            );
        }
        let seats = self.table.seats;
        for button in self.button.map_or(0..seats, |button| button..button + 1) {
            self.table.fit(&Start { button, ..self.start })?;
        }
        Ok(())
    }

    /// Units of one seed.
    pub fn units(&self) -> u64 {
        if self.length.is_some() { HANDS >> MATCH_BITS } else { HANDS }
    }

    fn start_of(&self, unit: u64) -> Start {
        let button = self.button.unwrap_or((unit % self.table.seats as u64) as u8);
        Start { button, ..self.start }
    }
}

/// Plays the units of a range, one after the other, and says which were played. `stop` is asked between hands.
fn play(
    plan: &Plan,
    range: Range<u64>,
    tally: &mut Tally,
    columns: &mut Columns,
    mut stop: impl FnMut() -> bool,
) -> Result<Range<u64>, Fault> {
    let seed = seed_number(&plan.seed);
    let mut step = (range.start >> tally.course.shift, [0i64; 1 + MAX_SEATS]);
    let mut unit = range.start;
    while unit < range.end && !stop() {
        let mut count = Counting { tally, columns, traces: None };
        let Some((hands, points)) = play_unit(plan, unit, &mut count, &mut stop)? else {
            // What a match that is broken off has left in the tally is worthless.
            return Ok(range.start..range.start);
        };
        let at = unit >> tally.course.shift;
        if at != step.0 {
            tally.course.add(seed, step.0, &step.1);
            step = (unit >> tally.course.shift, [0; 1 + MAX_SEATS]);
        }
        step.1[0] += hands as i64;
        step.1[1..].iter_mut().zip(points).for_each(|(sum, points)| *sum += points);
        unit += 1;
    }
    if unit > range.start {
        tally.course.add(seed, step.0, &step.1);
    }
    Ok(range.start..unit)
}

/// The hands of one unit, action by action.
pub fn trace(plan: &Plan, unit: u64) -> Result<Vec<Trace>, Fault> {
    let mut traces = Vec::new();
    let (mut tally, mut columns) = (Tally::new(plan.table.seats as usize), Columns::default());
    let mut count = Counting { tally: &mut tally, columns: &mut columns, traces: Some(&mut traces) };
    play_unit(plan, unit, &mut count, &mut || false)?;
    Ok(traces)
}

/// How often the caller's thread asks whether to stop.
const ASKING: Duration = Duration::from_millis(20);
/// Hands that a thread plays before it takes more.
const STRIDE: u64 = 256;

/// Plays the units of a range on so many threads, this one included. `stop` is asked now and then, on this thread; what is
/// done by then is the answer.
pub fn run(plan: &Plan, range: Range<u64>, threads: usize, stop: &mut dyn FnMut() -> bool) -> Result<Part, Fault> {
    if range.start > range.end || range.end > plan.units() {
        return Err(Fault::new(
            Kind::Rules,
            "out_of_range",
            format!("units {} to {}; a seed has {}", range.start, range.end, plan.units()),
        ));
    }
    let units = range.end - range.start;
    let hands = plan.length.unwrap_or(1) as u64 * if plan.duplicate { plan.table.seats as u64 } else { 1 };
    let threads = threads.clamp(1, 1024).min(units.max(1) as usize);
    let stride = (STRIDE / hands).min(units / (8 * threads as u64)).max(1);
    let next = AtomicU64::new(range.start);
    let stopped = AtomicBool::new(false);
    let parts: Mutex<Vec<(Range<u64>, Columns)>> = Mutex::new(Vec::new());
    let work = |ask: &mut dyn FnMut() -> bool| -> Result<Tally, Fault> {
        let seats = plan.table.seats as usize;
        let mut tally = Tally::new(seats);
        // A policy of others may take seconds a hand.
        let often = if plan.with_history { 0 } else { 7 };
        let mut count = 0u32;
        loop {
            let start = next.fetch_add(stride, Ordering::Relaxed);
            if start >= range.end || stopped.load(Ordering::Relaxed) {
                return Ok(tally);
            }
            let chunk = start..range.end.min(start + stride);
            // Matches are counted apart, as one may be broken off.
            let mut apart = plan.length.map(|_| Tally::new(seats));
            let mut columns = Columns::default();
            let stop = || {
                count = count.wrapping_add(1);
                if count & often == 0 && ask() {
                    stopped.store(true, Ordering::Relaxed);
                }
                stopped.load(Ordering::Relaxed)
            };
            let played = play(plan, chunk, apart.as_mut().unwrap_or(&mut tally), &mut columns, stop)
                .inspect_err(|_| stopped.store(true, Ordering::Relaxed))?;
            if played.is_empty() {
                continue;
            }
            if let Some(apart) = apart {
                tally.merge(&apart);
            }
            let mut parts = parts.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            parts.push((played, columns));
        }
    };
    let mut asked = Instant::now();
    let mut ask = || {
        if asked.elapsed() < ASKING {
            return false;
        }
        asked = Instant::now();
        stop()
    };
    let tallies: Vec<Result<Tally, Fault>> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(|| work(&mut || false))).collect();
        let mine = work(&mut ask);
        let joined = others.into_iter().map(|other| match other.join() {
            Ok(tally) => tally,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        std::iter::once(mine).chain(joined.collect::<Vec<_>>()).collect()
    });
    let mut whole = Part { tally: Tally::new(plan.table.seats as usize), ..Part::default() };
    for tally in tallies {
        whole.tally.merge(&tally?);
    }
    let mut parts = parts.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    parts.sort_by_key(|(range, _)| range.start);
    for (range, mut columns) in parts {
        whole.columns.append(&mut columns);
        match whole.done.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => whole.done.push(range),
        }
    }
    Ok(whole)
}
