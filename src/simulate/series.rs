//! One unit of a simulation: a hand, a match, or with duplicate all seatings of one.
#![forbid(unsafe_code)]

use super::Plan;
use super::columns::{Columns, Finished};
use super::statistics::{Hand, Tally};
use crate::deal::{self, Seed};
use crate::error::Fault;
use crate::flow::Flow;
use crate::history::{Action, History, Opening};
use crate::policy::{Chance, Choice, Policy, Seen};
use crate::score::{self, MAX_SEATS, Standing};
use crate::table::{Start, Table};
use std::sync::Arc;

/// Hands of one match: the number of a match stands above so many bits of the number of a hand.
pub const MATCH_BITS: u32 = 24;

/// Plays a hand to its end. `policies` and `chances` go by seats of the flow.
#[inline]
fn play(flow: &mut Flow, policies: &[&dyn Policy], chances: &mut [Chance]) -> Result<(), Fault> {
    while let Some(seat) = flow.next_to_act() {
        let choice = policies[seat].choose(&Seen::new(flow, seat), &mut chances[seat])?;
        match choice {
            Choice::Place(placement) => {
                debug_assert!(flow.check(seat, placement).is_ok(), "{placement:?} of seat {seat} is illegal");
                flow.play(seat, placement);
            }
            Choice::Surrender => flow.surrender(seat)?,
        }
    }
    Ok(())
}

/// The same with the past of the hand at hand; every choice is checked.
fn play_with_history(
    history: &mut History,
    policies: &[&dyn Policy],
    chances: &mut [Chance],
    stacks: Option<[i32; MAX_SEATS]>,
) -> Result<(), Fault> {
    while let Some(seat) = history.flow().next_to_act() {
        let choice = policies[seat].choose(&Seen::with_history(history, seat, stacks), &mut chances[seat])?;
        let action = match choice {
            Choice::Place(placement) => {
                history.flow().check(seat, placement)?;
                Action::Place { seat: seat as u8, placement, late: false }
            }
            Choice::Surrender => {
                history.flow().check_surrender(seat)?;
                Action::Surrender { seat: seat as u8 }
            }
        };
        history.act(action);
    }
    Ok(())
}

/// A hand that was played, action by action. Seats are those of the hand.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The number of the hand, by which it was dealt.
    pub number: u64,
    pub history: History,
    pub stacks: Option<[i32; MAX_SEATS]>,
    pub points: [i32; MAX_SEATS],
    /// The player of each seat.
    pub players: [usize; MAX_SEATS],
}

/// A table at which hands follow each other.
struct Series<'a> {
    plan: &'a Plan,
    unit: u64,
    rotation: usize,
    /// By seats of the table, all of them.
    start: Start,
    totals: [i64; MAX_SEATS],
    /// Hands of the present visit to Fantasyland.
    visiting: [i32; MAX_SEATS],
    played: u32,
}

impl Series<'_> {
    fn player(&self, seat: usize) -> usize {
        (seat + self.rotation) % self.plan.table.seats as usize
    }

    /// Whether a seat may go on: under a cap it needs something left.
    fn has_left(&self, seat: usize) -> bool {
        self.plan.length.is_none() || self.plan.payoff.cap.is_none_or(|cap| cap as i64 + self.totals[seat] > 0)
    }

    /// The seats that play the next hand.
    fn playing(&self) -> ([usize; MAX_SEATS], usize) {
        let mut found = ([0; MAX_SEATS], 0);
        for seat in 0..self.plan.table.seats as usize {
            if self.has_left(seat) {
                found.0[found.1] = seat;
                found.1 += 1;
            }
        }
        found
    }

    /// What the seats have left under a cap.
    fn stacks(&self, seats: &[usize]) -> Option<[i32; MAX_SEATS]> {
        let cap = self.plan.payoff.cap?;
        self.plan.length?;
        let left = |seat: &usize| i32::try_from(cap as i64 + self.totals[*seat]).unwrap_or(i32::MAX);
        Some(std::array::from_fn(|at| seats.get(at).map_or(0, left)))
    }

    /// Plays the next hand, if there is one.
    fn hand(&mut self, count: &mut Counting<'_>) -> Result<bool, Fault> {
        let plan = self.plan;
        let (seats, playing) = self.playing();
        let seats = &seats[..playing];
        if playing < 2 {
            return Ok(false);
        }
        let all = playing == plan.table.seats as usize;
        let (table, start) = if all { (plan.table, self.start) } else { self.without(seats) };
        let number = match plan.length {
            None => self.unit,
            Some(_) => self.unit << MATCH_BITS | self.played as u64,
        };
        let mut policies: [&dyn Policy; MAX_SEATS] = [&*plan.policies[0]; MAX_SEATS];
        for (at, &seat) in seats.iter().enumerate() {
            policies[at] = &*plan.policies[self.player(seat)];
        }
        let policies = &policies[..playing];
        let mut chances: [Chance; MAX_SEATS] =
            std::array::from_fn(|at| Chance::new(plan.seed, number, seats.get(at).copied().unwrap_or(at)));
        let stacks = self.stacks(seats);
        let mut flow;
        let history = if plan.with_history || count.traces.is_some() {
            let key = table.reuse_discards.then(|| deal::reshuffle_key(&plan.seed, number));
            let decks = vec![deal::deck(&plan.seed, number, table.jokers)];
            let mut history = History::open(Arc::new(Opening { table, start, decks, key }))?;
            play_with_history(&mut history, policies, &mut chances, stacks)?;
            flow = *history.flow();
            Some(history)
        } else {
            flow = Flow::seeded(&table, &start, &plan.seed, number)?;
            play(&mut flow, policies, &mut chances)?;
            None
        };
        let standings = flow.standings(&plan.payoff);
        let mut scoops = [[0u64; 2]; MAX_SEATS];
        let points =
            score::settle(&standings[..playing], stacks, start.button as usize, &plan.payoff, |pair| match pair.won {
                [3, _] => {
                    scoops[pair.a][0] += 1;
                    scoops[pair.b][1] += 1;
                }
                [_, 3] => {
                    scoops[pair.a][1] += 1;
                    scoops[pair.b][0] += 1;
                }
                _ => {}
            });
        for (at, &seat) in seats.iter().enumerate() {
            let place = &mut count.tally.places[self.player(seat)][seat];
            place.add(&Hand {
                points: points[at],
                standing: &standings[at],
                fantasyland: flow.start().fantasyland[at],
                choice: start.choice[at],
                position: (at + playing - start.button as usize) % playing,
                low_middle: plan.payoff.order.deuce_to_seven,
            });
            place.met += playing as u64 - 1;
            place.scoops += scoops[at][0];
            place.scooped += scoops[at][1];
            self.totals[seat] += points[at] as i64;
        }
        count.tally.reshuffles += flow.reshuffles() as u64;
        if plan.keep.any {
            let players: [Option<usize>; MAX_SEATS] =
                std::array::from_fn(|player| seats.iter().position(|&seat| self.player(seat) == player));
            count.columns.push(
                plan.keep,
                &Finished {
                    unit: self.unit,
                    hand: self.played,
                    rotation: self.rotation as u8,
                    button: seats[start.button as usize] as u8,
                    flow: &flow,
                    standings: &standings,
                    points: &points,
                    seats: &players[..plan.table.seats as usize],
                },
            );
        }
        if let (Some(traces), Some(history)) = (&mut count.traces, history) {
            let players = std::array::from_fn(|at| seats.get(at).map_or(0, |&seat| self.player(seat)));
            traces.push(Trace { number, history, stacks, points, players });
        }
        self.played += 1;
        self.carry_over(&flow, &standings, seats, count.tally);
        Ok(true)
    }

    /// The table and the start of a hand at which only some seats play.
    fn without(&self, seats: &[usize]) -> (Table, Start) {
        let table = Table { seats: seats.len() as u8, ..self.plan.table };
        let mut start = Start::default();
        for (at, &seat) in seats.iter().enumerate() {
            start.fantasyland[at] = self.start.fantasyland[seat];
            start.choice[at] = self.start.choice[seat];
        }
        // The button of a seat that plays no more goes on to the next that does.
        let all = self.plan.table.seats as usize;
        let button = (0..all).map(|step| (self.start.button as usize + step) % all);
        let held = button.filter_map(|seat| seats.iter().position(|&playing| playing == seat)).next();
        start.button = held.unwrap_or(0) as u8;
        (table, start)
    }

    fn carry_over(&mut self, flow: &Flow, standings: &[Standing; MAX_SEATS], seats: &[usize], tally: &mut Tally) {
        if self.plan.length.is_none() {
            return;
        }
        // Fantasyland of a seat that plays no more holds nothing up.
        let mut going_on = *standings;
        for (at, _) in seats.iter().enumerate().filter(|(_, seat)| !self.has_left(**seat)) {
            going_on[at] = Standing { fantasyland: 0, choice: false, ..going_on[at] };
        }
        let next = flow.next_start(&going_on);
        self.start = Start { button: seats[next.button as usize] as u8, ..Start::default() };
        for (at, &seat) in seats.iter().enumerate() {
            self.start.fantasyland[seat] = next.fantasyland[at];
            self.start.choice[seat] = next.choice[at];
            if flow.in_fantasyland(at) {
                self.visiting[seat] += 1;
                if standings[at].fantasyland == 0 {
                    tally.places[self.player(seat)][seat].visits.add(self.visiting[seat]);
                    self.visiting[seat] = 0;
                }
            }
        }
    }

    /// Whether a hand follows, as far as the length of the match says so.
    fn goes_on(&self) -> bool {
        match self.plan.length {
            None => self.played == 0,
            Some(length) => {
                let open = self.plan.play_out && self.start.fantasyland != [0; MAX_SEATS];
                self.played < length || open && self.played < 1 << MATCH_BITS
            }
        }
    }
}

/// Where a unit is counted, and kept.
pub struct Counting<'a> {
    pub tally: &'a mut Tally,
    pub columns: &'a mut Columns,
    pub traces: Option<&'a mut Vec<Trace>>,
}

/// Plays a unit and counts it; gives its hands, and the points of each player. `stop` is asked after each hand of a match:
/// `None` if the unit was broken off.
pub fn play_unit(
    plan: &Plan,
    unit: u64,
    count: &mut Counting<'_>,
    stop: &mut impl FnMut() -> bool,
) -> Result<Option<(u64, [i64; MAX_SEATS])>, Fault> {
    let seats = plan.table.seats as usize;
    let mut hands = 0;
    let mut points = [0; MAX_SEATS];
    for rotation in 0..if plan.duplicate { seats } else { 1 } {
        let mut series = Series {
            plan,
            unit,
            rotation,
            start: plan.start_of(unit),
            totals: [0; MAX_SEATS],
            visiting: [0; MAX_SEATS],
            played: 0,
        };
        while series.goes_on() {
            if !series.hand(count)? {
                break;
            }
            if plan.length.is_some() && stop() {
                return Ok(None);
            }
        }
        for seat in 0..seats {
            let player = series.player(seat);
            points[player] += series.totals[seat];
            if plan.length.is_some() && series.visiting[seat] > 0 {
                count.tally.places[player][seat].cut_short += 1;
            }
        }
        hands += series.played as u64;
    }
    count.tally.unit(hands, &points);
    Ok(Some((hands, points)))
}

/// The first eight bytes of a seed: what tells the courses of two seeds apart.
pub fn seed_number(seed: &Seed) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|at| seed.0[at]))
}
