//! Players: what a seat does with its cards, from what it may see.
//!
//! A policy is anything that implements `Policy`; those that have a name are made by `named`. A policy holds nothing that
//! changes, so that a hand depends on nothing but its number: what it draws comes from `Chance`, the stream of its seat and
//! hand. In Fantasyland every policy that has no better idea sets the exact best arrangement.
//!
//! ```
//! # use ofcpoker::{deal::Seed, flow::Flow, payoff::Payoff, policy::{self, Chance, Seen}, table::{Deal, Start, Table}};
//! # fn play(payoff: &Payoff) -> Result<(), ofcpoker::Fault> {
//! let table = Table::new(payoff, Deal::Pineapple, 2);
//! let policy = policy::named("greedy", payoff, &table)?;
//! let mut flow = Flow::seeded(&table, &Start::default(), &Seed::from(7), 0)?;
//! while let Some(seat) = flow.next_to_act() {
//!     let choice = policy.choose(&Seen::new(&flow, seat), &mut Chance::new(Seed::from(7), 0, seat))?;
//!     policy::play(&mut flow, seat, choice)?;
//! }
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod greedy;
mod setter;
mod sketch;

pub use greedy::Greedy;
pub use setter::{STAY_VALUES, Setter};

use crate::board::Board;
use crate::cards::Card;
use crate::deal::{self, Random as Stream, Seed};
use crate::error::{Fault, Kind};
use crate::flow::Flow;
use crate::history::History;
use crate::payoff::Payoff;
use crate::placement::{Legal, Placement};
use crate::score::MAX_SEATS;
use crate::table::{Start, Table};

/// What a seat does when it may act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    Place(Placement),
    Surrender,
}

/// What one seat may see of a hand.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    flow: &'a Flow,
    seat: usize,
    history: Option<&'a History>,
    stacks: Option<[i32; MAX_SEATS]>,
}

impl<'a> Seen<'a> {
    pub fn new(flow: &'a Flow, seat: usize) -> Seen<'a> {
        Seen { flow, seat, history: None, stacks: None }
    }

    /// With the past of the hand, for policies that ask for it.
    pub fn with_history(history: &'a History, seat: usize, stacks: Option<[i32; MAX_SEATS]>) -> Seen<'a> {
        Seen { flow: history.flow(), seat, history: Some(history), stacks }
    }

    /// The hand as the seat knows it, every card it may not know left out; `None` where nobody asked for the past.
    pub fn view(&self) -> Option<Result<History, Fault>> {
        self.history.map(|history| history.view(Some(self.seat)))
    }

    /// What the seats have left under a cap.
    pub fn stacks(&self) -> Option<[i32; MAX_SEATS]> {
        self.stacks
    }

    /// How the hand began, with the Fantasyland counts that were asked for.
    pub fn start(&self) -> &'a Start {
        self.history.map_or(self.flow.start(), |history| &history.opening().start)
    }

    pub fn seat(&self) -> usize {
        self.seat
    }

    pub fn table(&self) -> &'a Table {
        self.flow.table()
    }

    /// The cards to place.
    #[inline]
    pub fn dealt(&self) -> &'a [Card] {
        self.flow.dealt(self.seat)
    }

    #[inline]
    pub fn board(&self) -> Board {
        self.flow.board(self.seat)
    }

    /// Free places of top, middle and bottom.
    #[inline]
    pub fn free(&self) -> [u8; 3] {
        self.flow.free(self.seat)
    }

    #[inline]
    pub fn legal(&self) -> Legal {
        self.flow.legal(self.seat)
    }

    pub fn discards(&self) -> &'a [Card] {
        self.flow.discards(self.seat)
    }

    pub fn debt(&self) -> i8 {
        self.flow.debt(self.seat)
    }

    /// Sets all its cards at once: in Fantasyland and in closed deals.
    #[inline]
    pub fn sets_hidden(&self) -> bool {
        self.flow.sets_hidden(self.seat)
    }

    /// The cards of Fantasyland that the seat plays with, 0 outside it.
    #[inline]
    pub fn fantasyland(&self) -> u8 {
        self.flow.start().fantasyland[self.seat]
    }

    pub fn seats(&self) -> usize {
        self.flow.seats()
    }

    /// What lies open of another seat; nothing where one of the two sets its cards hidden.
    pub fn opponent(&self, seat: usize) -> Option<Board> {
        let open = !self.flow.sets_hidden(seat) && !self.flow.is_frozen(self.seat);
        open.then(|| self.flow.board(seat))
    }
}

/// The random stream of a seat in a hand, which begins when it is first used.
pub struct Chance {
    seed: Seed,
    hand: u64,
    seat: usize,
    stream: Option<Stream>,
}

impl Chance {
    pub fn new(seed: Seed, hand: u64, seat: usize) -> Chance {
        Chance { seed, hand, seat, stream: None }
    }

    #[inline]
    pub fn stream(&mut self) -> &mut Stream {
        self.stream.get_or_insert_with(|| deal::policy(&self.seed, self.hand, self.seat))
    }
}

/// A player without memory: the same hand, the same choice.
pub trait Policy: Send + Sync {
    /// What the seat that is asked does; it may act. The placement must be one of `seen.legal()`.
    fn choose(&self, seen: &Seen<'_>, chance: &mut Chance) -> Result<Choice, Fault>;

    /// Whether it asks for `Seen::view`. Its choices are checked then, as it may be anybody's.
    fn wants_history(&self) -> bool {
        false
    }
}

/// Every legal placement as likely as any other; in Fantasyland the best arrangement.
pub struct Random {
    setter: Setter,
}

impl Random {
    pub fn new(payoff: &Payoff, table: &Table) -> Result<Random, Fault> {
        Ok(Random { setter: Setter::new(payoff, table)? })
    }
}

impl Policy for Random {
    #[inline]
    fn choose(&self, seen: &Seen<'_>, chance: &mut Chance) -> Result<Choice, Fault> {
        if seen.fantasyland() > 0 {
            return Ok(Choice::Place(self.setter.set(seen)));
        }
        let legal = seen.legal();
        Ok(Choice::Place(legal.find(chance.stream().below_u64(legal.count()))))
    }
}

/// The policies that have a name.
pub const NAMES: [&str; 2] = ["greedy", "random"];

/// The policy of that name for these rules.
pub fn named(name: &str, payoff: &Payoff, table: &Table) -> Result<Box<dyn Policy>, Fault> {
    match name {
        "greedy" => Ok(Box::new(Greedy::new(payoff, table)?)),
        "random" => Ok(Box::new(Random::new(payoff, table)?)),
        _ => Err(Fault::new(
            Kind::Rules,
            "unknown_policy",
            format!("there is no policy called {name:?}; there are {}", NAMES.join(" and ")),
        )),
    }
}

/// Does what a policy has chosen. What is illegal is refused.
pub fn play(flow: &mut Flow, seat: usize, choice: Choice) -> Result<(), Fault> {
    match choice {
        Choice::Place(placement) => flow.apply(seat, placement),
        Choice::Surrender => flow.surrender(seat),
    }
}
