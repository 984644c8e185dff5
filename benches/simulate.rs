//! Speed of simulations beside a bare loop over the same flow and players; every answer is asserted.
#![forbid(unsafe_code)]

#[path = "../tests/common/mod.rs"]
mod common;

use common::pineapple;
use ofcpoker::deal::Seed;
use ofcpoker::policy::{self, Chance, Choice, Policy, Seen};
use ofcpoker::simulate::{self, Plan};
use ofcpoker::table::{Deal, Start, Table};
use ofcpoker::{Flow, Payoff};
use std::time::Instant;

const TIMES: usize = 5;

/// Plays hands and sums up the points of the first seat: nothing else.
fn bare(payoff: &Payoff, table: &Table, policies: &[Box<dyn Policy>], seed: Seed, hands: u64) -> i64 {
    let mut total = 0;
    for hand in 0..hands {
        let start = Start { button: (hand % table.seats as u64) as u8, ..Start::default() };
        let mut flow = Flow::seeded(table, &start, &seed, hand).expect("the deck is large enough");
        let mut chances: [Chance; 4] = std::array::from_fn(|seat| Chance::new(seed, hand, seat));
        while let Some(seat) = flow.next_to_act() {
            match policies[seat].choose(&Seen::new(&flow, seat), &mut chances[seat]).expect("players do not fail") {
                Choice::Place(placement) => flow.play(seat, placement),
                Choice::Surrender => unreachable!("nobody surrenders"),
            }
        }
        let standings = flow.standings(payoff);
        total += flow.points(&standings, None, payoff)[0] as i64;
    }
    total
}

/// Seconds that this thread has had a core for, where the system tells; what others do at the same time is left out.
fn busy() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

/// Hands a second, the best of some runs: by the clock, and by the time that this thread was running.
fn best<T>(hands: u64, mut work: impl FnMut() -> T) -> ([f64; 2], T) {
    let mut speed = [0.0; 2];
    let mut found = None;
    for _ in 0..TIMES {
        let (start, before) = (Instant::now(), busy());
        found = Some(work());
        let clock = start.elapsed().as_secs_f64();
        let used = before.zip(busy()).map_or(clock, |(before, after)| after - before);
        for (speed, seconds) in speed.iter_mut().zip([clock, used]) {
            *speed = f64::max(*speed, hands as f64 / seconds);
        }
    }
    (speed, found.expect("TIMES is not 0"))
}

fn main() {
    let payoff = pineapple();
    let table = Table::new(&payoff, Deal::Pineapple, 2);
    let seed = Seed::from(1);
    println!("heads-up Pineapple, hands a second, the best of {TIMES} runs");
    println!(
        "{:8} {:>20} {:>20} {:>9}   {:>9} {:>6}",
        "", "bare loop: a core", "1 thread: a core", "ratio", "2 threads", "/ 1"
    );
    for (name, hands) in [("random", 200_000), ("greedy", 50_000)] {
        let players =
            || (0..2).map(|_| policy::named(name, &payoff, &table).expect("a known name")).collect::<Vec<_>>();
        let policies = players();
        let plan = Plan::new(&payoff, &table, players(), seed).expect("a plan that can be played");
        let run = |threads| {
            let part = simulate::run(&plan, 0..hands, threads, &mut || false).expect("players do not fail");
            assert_eq!(part.tally.units, hands);
            part.tally
        };
        let (loop_speed, total) = best(hands, || bare(&payoff, &table, &policies, seed, hands));
        let (one, tally) = best(hands, || run(1));
        assert_eq!(tally.places[0][0].points.sum, total);
        let (two, again) = best(hands, || run(2));
        assert_eq!(tally, again);
        let [loop_core, one_core] = [loop_speed[1], one[1]];
        println!(
            "{name:8} {loop_core:>20.0} {one_core:>20.0} {:>9.3}   {:>9.0} {:>6.2}",
            one_core / loop_core,
            two[0],
            two[0] / one[0]
        );
    }
}
