//! Opponents' boards, counted once, so that the points of a board against all of them are a few table reads.
#![forbid(unsafe_code)]

use crate::board::Board;
use crate::error::Fault;
use crate::payoff::{Payoff, Points, Spades};
use crate::score::{self, Standing};

/// Boards in one block of bits.
const BLOCK: usize = 256;
/// Below this number of boards comparing one by one is faster.
const FEW: usize = 8;

type Bits = [u64; BLOCK / 64];

/// The boards of a block that are weaker in one row, by strength.
#[derive(Clone, Debug)]
struct Ladder {
    /// The different strengths of the row, rising.
    steps: Vec<u32>,
    /// The boards below step i, one entry more than there are steps.
    below: Vec<(Bits, i32)>,
}

impl Ladder {
    fn new(strengths: &[u32]) -> Ladder {
        let mut steps = strengths.to_vec();
        steps.sort_unstable();
        steps.dedup();
        let below = (0..=steps.len())
            .map(|i| {
                let mut bits = [0; BLOCK / 64];
                let mut count = 0;
                for (board, strength) in strengths.iter().enumerate() {
                    if i == steps.len() || *strength < steps[i] {
                        bits[board / 64] |= 1 << (board % 64);
                        count += 1;
                    }
                }
                (bits, count)
            })
            .collect();
        Ladder { steps, below }
    }

    /// The boards that a strength beats, and the boards that do not beat it.
    #[inline]
    fn place(&self, strength: u32) -> (&(Bits, i32), &(Bits, i32)) {
        let at = self.steps.partition_point(|&step| step < strength);
        let equal = at < self.steps.len() && self.steps[at] == strength;
        (&self.below[at], &self.below[at + equal as usize])
    }
}

/// Boards that are neither fouled nor moons.
#[derive(Clone, Debug)]
enum Block {
    Few(Vec<[u32; 3]>),
    Many { boards: i32, all: Bits, rows: [Ladder; 3] },
}

impl Block {
    fn new(boards: &[[u32; 3]]) -> Block {
        if boards.len() < FEW {
            return Block::Few(boards.to_vec());
        }
        let rows = [0, 1, 2].map(|row| Ladder::new(&boards.iter().map(|board| board[row]).collect::<Vec<_>>()));
        let all = rows[0].below[rows[0].steps.len()].0;
        Block::Many { boards: boards.len() as i32, all, rows }
    }

    /// Points for rows, scoops and majorities against all boards of the block.
    #[inline]
    fn points(&self, strengths: [u32; 3], points: Points) -> i64 {
        let (mut rows, mut scoops, mut majorities) = (0, 0, 0);
        match self {
            Block::Few(boards) => {
                for board in boards {
                    let won: i32 = (0..3).map(|i| (strengths[i] > board[i]) as i32).sum();
                    let lost: i32 = (0..3).map(|i| (strengths[i] < board[i]) as i32).sum();
                    rows += won - lost;
                    scoops += (won == 3) as i32 - (lost == 3) as i32;
                    majorities += (won >= 2) as i32 - (lost >= 2) as i32;
                }
            }
            Block::Many { boards, all, rows: ladders } => {
                let placed = [0, 1, 2].map(|i| ladders[i].place(strengths[i]));
                rows = placed.iter().map(|(won, kept)| won.1 + kept.1 - boards).sum();
                let ones = |bits: u64| bits.count_ones() as i32;
                let [t, m, b] = placed;
                for (w, all) in all.iter().enumerate() {
                    let won = [t.0.0[w], m.0.0[w], b.0.0[w]];
                    let lost = [all & !t.1.0[w], all & !m.1.0[w], all & !b.1.0[w]];
                    if points.scoop != 0 {
                        scoops += ones(won[0] & won[1] & won[2]) - ones(lost[0] & lost[1] & lost[2]);
                    }
                    if points.majority != 0 {
                        let two = |x: [u64; 3]| ones((x[0] & x[1]) | (x[2] & (x[0] | x[1])));
                        majorities += two(won) - two(lost);
                    }
                }
            }
        }
        points.row as i64 * rows as i64
            + points.scoop as i64 * scoops as i64
            + points.majority as i64 * majorities as i64
    }
}

/// Opponents whose boards multiply alike.
#[derive(Clone, Debug)]
struct Group {
    multiplier: i32,
    /// What does not depend on the rows of the board that is compared.
    constant: i64,
    /// Opponents who pay royalties.
    royal: i64,
    /// Points of a moon.
    moon: i64,
    /// Points of a foul.
    foul: i64,
    blocks: Vec<Block>,
}

/// Opponents' boards, ready to be compared with many boards under the rules that it was built with.
#[derive(Clone, Debug)]
pub struct RowTable {
    points: Points,
    spades: Spades,
    groups: Vec<Group>,
    /// Paid whatever the board is.
    surrender: i64,
    boards: usize,
    /// The highest multiplier where all sit at one table.
    shared: Option<i32>,
}

/// Points against a table's boards for a board whose multiplier is known: `constant + royal * royalties + rows`.
#[derive(Clone, Debug)]
pub struct Against<'a> {
    points: Points,
    pub constant: i64,
    pub royal: i64,
    pub moon: i64,
    pub foul: i64,
    blocks: Vec<(i64, &'a Block)>,
}

impl Against<'_> {
    /// Points for rows, scoops and majorities.
    #[inline(always)]
    pub fn rows(&self, strengths: [u32; 3]) -> i64 {
        let mut sum = 0;
        for (weight, block) in &self.blocks {
            sum += weight * block.points(strengths, self.points);
        }
        sum
    }

    /// Whether no points depend on the rows.
    pub fn is_plain(&self) -> bool {
        self.blocks.is_empty()
    }
}

impl RowTable {
    /// The opponents of one table: all are met.
    pub fn of_table(seats: &[Standing], payoff: &Payoff) -> RowTable {
        let mut table = RowTable::of_sample(seats, payoff);
        if payoff.spades == Spades::Table {
            table.shared = seats.iter().map(|seat| seat.multiplier).max();
        }
        table
    }

    /// Boards of which each is met alone.
    pub fn of_sample(seats: &[Standing], payoff: &Payoff) -> RowTable {
        let moon = payoff.moon.unwrap_or(0) as i64;
        let all_rows = (3 * payoff.points.row + payoff.points.scoop + payoff.points.majority) as i64;
        let mut surrender = 0;
        let mut groups = Vec::new();
        for multiplier in [1, 2, 4, 8] {
            let mut group = Group { multiplier, constant: 0, royal: 0, moon: 0, foul: 0, blocks: Vec::new() };
            let mut boards = Vec::new();
            for seat in seats.iter().filter(|seat| seat.multiplier == multiplier) {
                let royalties: i64 = seat.royalties.iter().map(|&royalty| royalty as i64).sum();
                if seat.surrendered {
                    surrender += payoff.surrender as i64;
                    continue;
                }
                group.moon += if seat.moon { 0 } else { moon };
                if seat.moon {
                    group.constant -= moon;
                    group.foul -= moon;
                } else if seat.foul {
                    group.constant += all_rows;
                    group.royal += payoff.foul_pays_royalties as i64;
                } else {
                    group.constant -= royalties;
                    group.royal += 1;
                    group.foul -= all_rows + if payoff.foul_pays_royalties { royalties } else { 0 };
                    boards.push(seat.rows.map(|strength| strength.0));
                }
            }
            group.blocks = boards.chunks(BLOCK).map(Block::new).collect();
            groups.push(group);
        }
        let used =
            |group: &Group| group.multiplier == 1 || seats.iter().any(|seat| seat.multiplier == group.multiplier);
        groups.retain(used);
        RowTable { points: payoff.points, spades: payoff.spades, groups, surrender, boards: seats.len(), shared: None }
    }

    /// Complete boards, each played outside Fantasyland and met alone. They may share cards with each other and with
    /// deals.
    pub fn from_boards(boards: &[Board], payoff: &Payoff) -> Result<RowTable, Fault> {
        let seat = |(at, board): (usize, &Board)| {
            score::check_board(board, payoff).map_err(|fault| fault.at(format!("board {at}")))?;
            Ok(score::stand(board, 0, payoff))
        };
        let seats: Vec<Standing> = boards.iter().enumerate().map(seat).collect::<Result<_, Fault>>()?;
        Ok(RowTable::of_sample(&seats, payoff))
    }

    /// Nobody to compare with: royalties are paid by one who shows nothing.
    pub fn alone(payoff: &Payoff) -> RowTable {
        let group = Group {
            multiplier: 1,
            constant: 0,
            royal: 1,
            moon: payoff.moon.unwrap_or(0) as i64,
            foul: 0,
            blocks: Vec::new(),
        };
        RowTable {
            points: payoff.points,
            spades: payoff.spades,
            groups: vec![group],
            surrender: 0,
            boards: 1,
            shared: None,
        }
    }

    /// How many boards are in it.
    pub fn len(&self) -> usize {
        self.boards
    }

    pub fn is_empty(&self) -> bool {
        self.boards == 0
    }

    /// The table as a board sees it whose low spades multiply by so much.
    pub fn against(&self, multiplier: i32) -> Against<'_> {
        let mut against = Against {
            points: self.points,
            constant: self.surrender,
            royal: 0,
            moon: self.surrender,
            foul: 0,
            blocks: Vec::new(),
        };
        for group in &self.groups {
            let weight = match self.spades {
                Spades::Off => 1,
                _ => self.shared.unwrap_or(group.multiplier).max(multiplier) as i64,
            };
            against.constant += weight * group.constant;
            against.royal += weight * group.royal;
            against.moon += weight * group.moon;
            against.foul += weight * group.foul;
            against.blocks.extend(group.blocks.iter().map(|block| (weight, block)));
        }
        against
    }
}
