//! Many deals, on threads.
#![forbid(unsafe_code)]

use crate::arrange::{Goal, Workspace, arrange};
use crate::board::unknown_id;
use crate::cards::Card;
use crate::error::Fault;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Deals that a thread takes at a time.
const CHUNK: usize = 256;
/// How often the caller is heard while threads work.
const PULSE: Duration = Duration::from_millis(50);

/// The answer of one deal among many, in plain numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Answer {
    pub board: [u8; 13],
    /// The cards that are not on the board, then 255s.
    pub discards: [u8; 4],
    pub value: f64,
    pub rows: [u32; 3],
    pub royalties: [i32; 3],
    pub fantasyland: u8,
    pub foul_is_forced: bool,
}

/// The best arrangement of each deal of `size` ids, in their order whatever the number of threads. `pulse` is called
/// with the deals done now and then, on the calling thread; when it gives false the work stops, and so does the result.
/// The fault is that of the first deal that has one.
pub fn arrange_many(
    goal: &Goal,
    deals: &[u8],
    size: usize,
    threads: usize,
    mut pulse: impl FnMut(usize) -> bool,
) -> Result<Option<Vec<Answer>>, Fault> {
    let mut answers = vec![Answer::default(); deals.len().checked_div(size).unwrap_or(0)];
    let chunks = answers.len().div_ceil(CHUNK);
    let work = Mutex::new(deals.chunks(CHUNK * size.max(1)).zip(answers.chunks_mut(CHUNK)).enumerate());
    let stop = AtomicBool::new(false);
    let (done, finished) = channel();
    let run = |done: Sender<Result<usize, (usize, Fault)>>| {
        let mut workspace = Workspace::default();
        loop {
            // One who panicked holds nothing that would matter to the others.
            let next = work.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).next();
            let Some((chunk, (deals, answers))) = next else {
                return;
            };
            let mut told = Ok(answers.len());
            for (at, (deal, answer)) in deals.chunks(size).zip(answers).enumerate() {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                match one(goal, deal, &mut workspace) {
                    Ok(found) => *answer = found,
                    Err(fault) => {
                        told = Err((chunk * CHUNK + at, fault));
                        break;
                    }
                }
            }
            if done.send(told).is_err() {
                return;
            }
        }
    };
    let mut first: Option<(usize, Fault)> = None;
    let mut count = 0;
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, chunks.max(1)) {
            let done = done.clone();
            scope.spawn(|| run(done));
        }
        drop(done);
        loop {
            match finished.recv_timeout(PULSE) {
                Ok(Ok(answers)) => count += answers,
                Ok(Err(fault)) => {
                    // Chunks are taken in order, so every earlier deal is being looked at by now.
                    if first.as_ref().is_none_or(|known| fault.0 < known.0) {
                        first = Some(fault);
                    }
                    let mut work = work.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    work.by_ref().for_each(drop);
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if !stop.load(Ordering::Relaxed) && !pulse(count) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    if let Some((deal, fault)) = first {
        return Err(fault.at(format!("deal {deal}")));
    }
    let stopped = stop.load(Ordering::Relaxed);
    Ok((!stopped).then_some(answers))
}

fn one(goal: &Goal, deal: &[u8], workspace: &mut Workspace) -> Result<Answer, Fault> {
    let mut cards = [Card::NONE; 32];
    for (card, &id) in cards.iter_mut().zip(deal) {
        *card = Card::from_id(id).ok_or_else(|| unknown_id(id))?;
    }
    let answers = arrange(goal, &cards[..deal.len().min(cards.len())], 1, workspace)?;
    let best = &answers[0];
    let mut discards = [Card::NONE.id(); 4];
    discards.iter_mut().zip(&best.discards).for_each(|(place, card)| *place = card.id());
    Ok(Answer {
        board: best.board.bytes(),
        discards,
        value: best.value,
        rows: best.rows.map(|strength| strength.0),
        royalties: best.royalties,
        fantasyland: best.fantasyland,
        foul_is_forced: best.foul_is_forced,
    })
}
