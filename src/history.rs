//! A hand with its past: what was fixed before it, and every action since. The state is what follows from them.
//!
//! Cards may be unknown (`Card::BACK`): in a hand recorded at a real table, and in what one seat sees of a hand. A
//! view is a history in which everything the seat may not know was left out, so there is nothing in it to leak.
#![forbid(unsafe_code)]

use crate::cards::{Card, CardSet};
use crate::deal::{self, Deck, MOST_CARDS, Seed};
use crate::error::{Fault, Kind};
use crate::flow::{Dealer, Event, Flow};
use crate::placement::Placement;
use crate::score::MAX_SEATS;
use crate::table::{Deal, Start, Table};
use std::sync::Arc;

mod unseen;

/// All that is fixed before the first action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    pub table: Table,
    /// As it was asked for; `Flow::start` has the Fantasyland counts that the deck allows.
    pub start: Start,
    /// The deck, and the order that it has after each reshuffle, where that is known beforehand.
    pub decks: Vec<Deck>,
    /// Orders the reshuffles that `decks` does not hold; without it their cards are unknown.
    pub key: Option<Seed>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Place {
        seat: u8,
        placement: Placement,
        /// Placed for the seat because its time was over.
        late: bool,
    },
    Surrender {
        seat: u8,
    },
}

impl Action {
    pub fn seat(self) -> usize {
        match self {
            Action::Place { seat, .. } | Action::Surrender { seat } => seat as usize,
        }
    }
}

/// Where the cards that a seat holds lie in the deck: which deck (0 the first, then one for each reshuffle), which
/// place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Source {
    deck: u8,
    at: u8,
}

/// An event with what goes with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub event: Event,
    /// The cards dealt; for a placement those that it is about.
    pub cards: Vec<Card>,
    pub late: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    opening: Arc<Opening>,
    actions: Vec<Action>,
    flow: Flow,
    events: u32,
    /// The number of the event that dealt a seat the cards it holds or held last.
    dealt_at: [u32; MAX_SEATS],
    sources: [Source; MAX_SEATS],
}

/// Counts the events, and keeps them if asked to.
struct Recorder<'a> {
    opening: &'a Opening,
    events: u32,
    dealt_at: [u32; MAX_SEATS],
    sources: [Source; MAX_SEATS],
    late: bool,
    held: [Vec<Card>; MAX_SEATS],
    entries: Option<Vec<Entry>>,
}

impl<'a> Recorder<'a> {
    fn new(opening: &'a Opening, entries: Option<Vec<Entry>>) -> Recorder<'a> {
        Recorder {
            opening,
            events: 0,
            dealt_at: [0; MAX_SEATS],
            sources: [Source::default(); MAX_SEATS],
            late: false,
            held: Default::default(),
            entries,
        }
    }

    fn open(&mut self) -> Result<Flow, Fault> {
        let opening = self.opening;
        let deck = opening.decks.first().copied().unwrap_or([Card::BACK; MOST_CARDS]);
        Flow::new_with(&opening.table, &opening.start, deck, opening.key.unwrap_or(Seed([0; 32])), self)
    }

    fn act(&mut self, flow: &mut Flow, action: Action) {
        match action {
            Action::Place { seat, placement, late } => {
                self.late = late;
                flow.play_with(seat as usize, placement, self);
            }
            Action::Surrender { seat } => flow.surrender_with(seat as usize, self),
        }
    }
}

impl Dealer for Recorder<'_> {
    fn reshuffle(&mut self, key: &Seed, nth: u8, stub: &mut [Card], discards: usize) {
        let size = self.opening.table.deck();
        let kept = stub.len() - discards;
        let known = self.opening.decks.get(nth as usize).map(|deck| &deck[size - stub.len()..size]);
        // A deck that is known beforehand holds no longer when an action was taken back and other cards are discarded.
        let holds = |deck: &&[Card]| self.opening.key.is_none() || is_order_of(deck, stub, kept);
        match known.filter(holds) {
            Some(deck) => stub.copy_from_slice(deck),
            None if self.opening.key.is_some() => deal::reshuffle(key, nth, &mut stub[kept..]),
            None => stub[kept..].fill(Card::BACK),
        }
    }

    fn event(&mut self, flow: &Flow, event: Event) {
        if let Event::Dealt { seat, at, .. } = event {
            self.dealt_at[seat as usize] = self.events;
            self.sources[seat as usize] = Source { deck: flow.reshuffles(), at };
        }
        self.events += 1;
        let Some(entries) = &mut self.entries else {
            return;
        };
        let cards = match event {
            Event::Dealt { seat, .. } => {
                self.held[seat as usize] = flow.dealt(seat as usize).to_vec();
                self.held[seat as usize].clone()
            }
            Event::Placed { seat, .. } => self.held[seat as usize].clone(),
            _ => Vec::new(),
        };
        entries.push(Entry { event, cards, late: self.late && matches!(event, Event::Placed { .. }) });
    }
}

/// Whether a stub is this one after its cards from `kept` on were shuffled.
fn is_order_of(shuffled: &[Card], stub: &[Card], kept: usize) -> bool {
    shuffled[..kept] == stub[..kept] && stub[kept..].iter().all(|card| shuffled[kept..].contains(card))
}

fn refuse<T>(code: &'static str, message: String) -> Result<T, Fault> {
    Err(Fault::new(Kind::Placement, code, message))
}

impl History {
    /// Deals a hand.
    pub fn open(opening: Arc<Opening>) -> Result<History, Fault> {
        let mut recorder = Recorder::new(&opening, None);
        let flow = recorder.open()?;
        let Recorder { events, dealt_at, sources, .. } = recorder;
        Ok(History { opening, actions: Vec::new(), flow, events, dealt_at, sources })
    }

    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    pub fn flow(&self) -> &Flow {
        &self.flow
    }

    /// How many events there are.
    pub fn events(&self) -> u32 {
        self.events
    }

    /// The number of the event that an action of the seat answers: the deal of the cards that it holds, or held last.
    pub fn answers(&self, seat: usize) -> u32 {
        self.dealt_at[seat]
    }

    /// Whether an action that answers this event is in time; `None` asks for nothing.
    pub fn check_answer(&self, seat: usize, at: Option<i64>, placing: bool) -> Result<(), Fault> {
        let Some(at) = at.filter(|_| seat < self.flow.seats()) else {
            return Ok(());
        };
        let answers = self.dealt_at[seat];
        let stale = |message: String| Err(Fault::new(Kind::Stale, "stale_action", message));
        if at != answers as i64 {
            return stale(format!(
                "seat {seat} answers event {at}, but was dealt its last cards by event {answers}: the message is late \
                 or repeated, and nothing was done"
            ));
        }
        let placed = placing && self.flow.dealt(seat).is_empty() && self.has_acted(seat);
        if placed || self.flow.has_surrendered(seat) {
            return stale(format!("seat {seat} has answered event {at} already; nothing was done"));
        }
        Ok(())
    }

    fn has_acted(&self, seat: usize) -> bool {
        self.actions.iter().any(|action| action.seat() == seat)
    }

    /// Does an action that is known to be legal.
    pub fn act(&mut self, action: Action) {
        let mut recorder = Recorder {
            events: self.events,
            dealt_at: self.dealt_at,
            sources: self.sources,
            ..Recorder::new(&self.opening, None)
        };
        recorder.act(&mut self.flow, action);
        let Recorder { events, dealt_at, sources, .. } = recorder;
        (self.events, self.dealt_at, self.sources) = (events, dealt_at, sources);
        self.actions.push(action);
    }

    /// Takes the last action back. In a hand that is observed the cards that it placed, and those dealt since, are unknown
    /// again: they may have been told wrongly.
    pub fn undo(&mut self) -> Result<Action, Fault> {
        let Some(last) = self.actions.last().copied() else {
            return refuse("nothing_to_undo", "nobody has acted yet; there is nothing to take back".into());
        };
        let before = self.first(self.actions.len() - 1)?;
        *self = if self.opening.key.is_none() { before.without(last)? } else { before };
        Ok(last)
    }

    /// The same hand without the cards that the next action places, and those dealt after it.
    fn without(&self, next: Action) -> Result<History, Fault> {
        let mut opening = (*self.opening).clone();
        opening.decks.truncate(self.flow.reshuffles() as usize + 1);
        if let Some(deck) = opening.decks.get_mut(self.flow.reshuffles() as usize) {
            deck[self.flow.stub_at()..].fill(Card::BACK);
        }
        if let Action::Place { seat, .. } = next {
            self.forget_held(&mut opening, seat as usize);
        }
        self.reopened(opening)
    }

    /// The hand in which a seat has set its cards face down. Those that were known are unknown again: where they lie
    /// nobody has seen.
    pub fn face_down(&self, seat: usize) -> Result<History, Fault> {
        let mut opening = (*self.opening).clone();
        self.forget_held(&mut opening, seat);
        let mut history = self.reopened(opening)?;
        history.act(face_down(seat as u8));
        Ok(history)
    }

    fn forget_held(&self, opening: &mut Opening, seat: usize) {
        let Source { deck, at } = self.sources[seat];
        if let Some(deck) = opening.decks.get_mut(deck as usize) {
            deck[at as usize..][..self.flow.dealt(seat).len()].fill(Card::BACK);
        }
    }

    /// The same actions after another opening.
    fn reopened(&self, mut opening: Opening) -> Result<History, Fault> {
        // As it would be if nothing had been told: two hands of which the same is known are equal.
        while opening.decks.last().is_some_and(|deck| deck.iter().all(|&card| card == Card::BACK)) {
            opening.decks.pop();
        }
        History { opening: Arc::new(opening), ..self.clone() }.first(self.actions.len())
    }

    /// The hand as it was after so many actions.
    pub fn first(&self, actions: usize) -> Result<History, Fault> {
        let mut history = History::open(self.opening.clone())?;
        self.actions[..actions].iter().for_each(|&action| history.act(action));
        Ok(history)
    }

    /// Every event, in order.
    pub fn trace(&self) -> Vec<Entry> {
        let mut recorder = Recorder::new(&self.opening, Some(Vec::with_capacity(32)));
        if let Ok(mut flow) = recorder.open() {
            self.actions.iter().for_each(|&action| recorder.act(&mut flow, action));
        }
        recorder.entries.unwrap_or_default()
    }

    /// Whether all cards are known.
    pub fn is_known(&self) -> bool {
        self.flow.deck().iter().all(|&card| card != Card::BACK)
    }

    /// Cards that lie where somebody could see them, or are held, or are discarded: none of them can be dealt now.
    fn taken(&self) -> CardSet {
        let mut taken = CardSet::EMPTY;
        for seat in 0..self.flow.seats() {
            let board = self.flow.board(seat);
            let held = self.flow.dealt(seat).iter().chain(self.flow.discards(seat)).copied();
            for card in board.cards().chain(held).filter(|&card| card != Card::BACK) {
                taken.insert(card);
            }
        }
        for &card in self.flow.stub().iter().filter(|&&card| card != Card::BACK) {
            taken.insert(card);
        }
        taken
    }

    /// Unknown cards that a seat holds become known, in any slots; those that are known already are left.
    pub fn learn(&mut self, seat: usize, cards: &[Card]) -> Result<(), Fault> {
        let mut held = self.flow.dealt(seat).to_vec();
        for card in cards.iter().map(|card| card.physical()) {
            if held.contains(&card) {
                continue;
            }
            let Some(slot) = held.iter().position(|&held| held == Card::BACK) else {
                let shown: Vec<String> = held.iter().map(Card::to_string).collect();
                return refuse(
                    "not_dealt",
                    format!("{card} was not dealt to seat {seat}, which holds {}", shown.join(" ")),
                );
            };
            held[slot] = card;
        }
        self.learn_slots(seat, &held)
    }

    /// The same for the card of each slot; a back stays unknown.
    pub fn learn_slots(&mut self, seat: usize, cards: &[Card]) -> Result<(), Fault> {
        let held = self.flow.dealt(seat).to_vec();
        if cards.len() != held.len() {
            return refuse(
                "wrong_number",
                format!("{} cards for seat {seat}, which was dealt {}", cards.len(), held.len()),
            );
        }
        let mut taken = self.taken();
        let Source { deck, at } = self.sources[seat];
        let opening = Arc::make_mut(&mut self.opening);
        for (slot, &card) in cards.iter().enumerate().filter(|&(slot, &card)| card != Card::BACK && card != held[slot])
        {
            if held[slot] != Card::BACK {
                return refuse("not_dealt", format!("seat {seat} was dealt {}, not {card}", held[slot]));
            }
            if card.physical() != card || card.joker_number() > opening.table.jokers {
                return refuse("not_in_deck", format!("{card} is not in the deck of these rules"));
            }
            if !taken.insert(card) {
                return refuse("repeated_card", format!("{card} for seat {seat} is elsewhere at the table"));
            }
            while opening.decks.len() <= deck as usize {
                opening.decks.push([Card::BACK; MOST_CARDS]);
            }
            let at = at as usize + slot;
            opening.decks[deck as usize][at] = card;
            self.flow.learn(seat, slot, at, card);
        }
        Ok(())
    }

    /// The hand in which a seat that set its cards face down has shown them: `cards` are those that became known, and
    /// `placed` says how they lie, given all that it was dealt.
    pub fn show(
        &self,
        seat: usize,
        cards: &[Card],
        placed: impl FnOnce(&[Card]) -> Result<Placement, Fault>,
    ) -> Result<History, Fault> {
        let set = self.actions.iter().position(|action| action.seat() == seat);
        let unknown = seat < self.flow.seats() && self.flow.board(seat).cards().any(|card| card == Card::BACK);
        let Some(set) = set.filter(|_| unknown) else {
            return refuse("not_face_down", format!("seat {seat} has no board that lies face down"));
        };
        let mut shown = self.first(set)?;
        shown.learn(seat, cards)?;
        let placement = placed(shown.flow.dealt(seat))?;
        shown.flow.check(seat, placement)?;
        shown.act(Action::Place { seat: seat as u8, placement, late: false });
        self.actions[set + 1..].iter().for_each(|&action| shown.act(action));
        if let Some(card) = shown.repeated() {
            return refuse("repeated_card", format!("{card} of seat {seat} is elsewhere at the table"));
        }
        Ok(shown)
    }

    /// A card that is known to lie, or to be held, in two places.
    fn repeated(&self) -> Option<Card> {
        let mut seen = CardSet::EMPTY;
        (0..self.flow.seats()).find_map(|seat| {
            let board = self.flow.board(seat);
            let held = self.flow.dealt(seat).iter().chain(self.flow.discards(seat)).copied();
            board.cards().chain(held).find(|&card| card != Card::BACK && !seen.insert(card)).map(Card::physical)
        })
    }

    /// Whether the board of a seat may be seen by another, or by its own: it lies open, or is its own, or all is over.
    fn shows(&self, seat: usize, viewer: Option<usize>) -> bool {
        viewer == Some(seat) || self.flow.is_over() || !self.flow.sets_hidden(seat)
    }

    /// What a seat may know of the hand, or a spectator: the same hand with backs for all other cards.
    pub fn view(&self, viewer: Option<usize>) -> Result<History, Fault> {
        if let Some(seat) = viewer
            && self.flow.is_frozen(seat)
            && !self.actions.is_empty()
        {
            return self.first(0)?.view(viewer);
        }
        let (mut known, mut actions) = (vec![[false; MOST_CARDS]], Vec::with_capacity(self.actions.len()));
        let mut decks = vec![self.opening.decks.first().copied().unwrap_or([Card::BACK; MOST_CARDS])];
        let mut recorder = Recorder::new(&self.opening, None);
        let mut flow = recorder.open()?;
        let mut sources = recorder.sources;
        let own = |known: &mut Vec<[bool; MOST_CARDS]>, flow: &Flow, sources: &[Source; MAX_SEATS]| {
            if let Some(seat) = viewer {
                let Source { deck, at } = sources[seat];
                known[deck as usize][at as usize..][..flow.dealt(seat).len()].fill(true);
            }
        };
        own(&mut known, &flow, &sources);
        for &action in &self.actions {
            let seat = action.seat();
            let shown = self.shows(seat, viewer);
            if let Action::Place { placement, .. } = action
                && shown
            {
                let Source { deck, at } = sources[seat];
                for slot in (0..flow.dealt(seat).len()).filter(|&slot| placement.row(slot).is_some()) {
                    known[deck as usize][at as usize + slot] = true;
                }
            }
            // A surrender before the reveal of a closed deal is as hidden as the cards.
            let hidden = match action {
                Action::Place { .. } => !shown,
                Action::Surrender { .. } => !shown && self.opening.table.deal == Deal::Closed,
            };
            actions.push(if hidden { face_down(seat as u8) } else { action });
            recorder.act(&mut flow, action);
            while decks.len() <= flow.reshuffles() as usize {
                let mut deck = [Card::BACK; MOST_CARDS];
                deck[..flow.deck().len()].copy_from_slice(flow.deck());
                decks.push(deck);
                known.push([false; MOST_CARDS]);
            }
            sources = recorder.sources;
            own(&mut known, &flow, &sources);
        }
        for (deck, known) in decks.iter_mut().zip(&known) {
            for (card, _) in deck.iter_mut().zip(known).filter(|(_, known)| !**known) {
                *card = Card::BACK;
            }
        }
        let opening = Opening { table: self.opening.table, start: self.opening.start, decks, key: None };
        let mut view = History::open(Arc::new(opening))?;
        actions.into_iter().for_each(|action| view.act(action));
        Ok(view)
    }
}

/// Thirteen cards set face down: which ones, and how, is not known.
pub fn face_down(seat: u8) -> Action {
    use crate::board::Row;
    let rows = Row::ALL.into_iter().flat_map(|row| std::iter::repeat_n(row, row.capacity()));
    let placement = rows.enumerate().fold(Placement::NOTHING, |placement, (slot, row)| placement.with(slot, row));
    Action::Place { seat, placement, late: false }
}
