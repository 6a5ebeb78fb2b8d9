//! The order in which the free neighbours of a square are tried.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::board::{Board, Square};
use crate::solver::TieBreak;
use crate::solver::option::{Kind, OneOf, OptionSpec, OptionValue, Options, Order};
use crate::solver::search::field::{Cell, Field, Near};
use crate::solver::search::squirrel::Stages;

/// A random number generator that gives the same numbers on every machine.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Generator(Pcg32);

impl Generator {
    /// The generator of a search, from the puzzle's seed.
    pub(crate) fn new(seed: u64) -> Generator {
        Generator(Pcg32::seed_from_u64(seed))
    }

    /// For random choices outside a search, such as its start: independent of those with the same seed.
    pub fn beside(seed: u64) -> Generator {
        const STREAM: u64 = 0x6B6E_6967_6874;
        Generator(Pcg32::new(seed, STREAM))
    }

    /// A random number below a limit, or 0 if the limit is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        // Scales 64 random bits down to the limit.
        ((u128::from(self.0.next_u64()) * u128::from(limit)) >> 64) as u64
    }
}

/// The number that is compared first; the smallest wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SortKey {
    /// Nothing: all candidates are tied.
    Fixed,
    /// The moves a square has on the empty board.
    StaticDegree,
    /// The moves a square has to squares that are free now.
    Warnsdorff,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    Order,
    /// The move order, read in a circle from a random starting point.
    Rotate,
    Uniform,
    /// The smallest sum of the free degrees of a candidate's free neighbours, then a random number.
    Pohl,
    /// The farthest from the centre, then the move order.
    Roth,
    /// A move order that changes on the way; only walks from a corner of a square board have it.
    SquirrelCull,
}

impl Ties {
    /// Whether a second walk may differ from the first.
    pub(crate) fn is_random(self) -> bool {
        matches!(self, Ties::Rotate | Ties::Uniform | Ties::Pohl)
    }

    /// All values, the last of which is only for walks that never step back.
    pub(crate) const OF_WALKS: &[Ties] =
        &[Ties::Order, Ties::Rotate, Ties::Uniform, Ties::Pohl, Ties::Roth, Ties::SquirrelCull];

    /// The values that every method with the option `ties` offers.
    pub(crate) const COMMON: &[Ties] = Ties::OF_WALKS.split_at(5).0;

    /// The option `ties` with these values, the first of all.
    pub(crate) const fn option(
        values: &'static [Ties],
        default: &'static str,
        inactive_reason: fn(&Options) -> Option<&'static str>,
    ) -> OneOf<Ties> {
        let spec = OptionSpec {
            key: "ties",
            title: "Break ties by",
            help: "Which of several equally good squares comes first.",
            kind: Kind::Choice(TIE_BREAKS.split_at(values.len()).0),
            default,
            inactive_reason,
            label: Some("ties"),
        };
        OneOf::new(spec, values)
    }
}

/// The ways to break ties: the values of the option `ties`, in the order of `Ties::OF_WALKS`.
pub const TIE_BREAKS: &[OptionValue] = &[
    OptionValue::new("order", "Move order", "The first of them in move order."),
    OptionValue::new(
        "rotate",
        "Move order, from a random starting point",
        "The first of them in move order, counting from a random move.",
    ),
    OptionValue::new("uniform", "Random", "Any of them, all equally likely."),
    OptionValue::new(
        "pohl",
        "Pohl: fewest moves one step further",
        "The one whose free neighbours have the fewest onward moves in all; what is \
                     still tied is decided at random. (Pohl 1967)",
    ),
    OptionValue::new(
        "roth",
        "Roth: farthest from the centre",
        "The one farthest from the centre of the board, then the first in move order.",
    ),
    OptionValue::new(
        "squirrel-cull",
        "Squirrel and Cull: changing move orders",
        "The first of them in a move order that changes when certain squares are reached; only for square \
         boards from a corner, where it hardly ever fails. (Squirrel and Cull 1996)",
    ),
];

/// Even if all ties are broken at random, it decides which random number goes to which move.
pub(crate) const ORDER: Order = Order(OptionSpec {
    key: "order",
    title: "Move order",
    help: "The order in which the eight moves are tried.",
    kind: Kind::Order,
    default: "anticlockwise",
    ..OptionSpec::ACTIVE
});

/// Moves still to be tried, best first: four bits each, the move's place in the order plus one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct RankedMoves(u32);

impl RankedMoves {
    pub(crate) fn first(mut self) -> Option<usize> {
        self.take_first()
    }

    pub(crate) fn mask(self) -> u8 {
        self.moves().fold(0, |mask, slot| mask | 1 << slot)
    }

    /// Those of them that are allowed, each once.
    pub(crate) fn among(self, allowed: u8) -> RankedMoves {
        let (mut candidates, mut left) = (RankedMoves::default(), allowed);
        for slot in self.moves().filter(|slot| *slot < 8) {
            if left >> slot & 1 == 1 {
                candidates.push_last(slot);
                left &= !(1 << slot);
            }
        }
        candidates
    }

    fn moves(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || self.take_first())
    }

    pub(crate) fn take_first(&mut self) -> Option<usize> {
        let slot = (self.0 & 15).checked_sub(1)?;
        self.0 >>= 4;
        Some(slot as usize)
    }

    fn push_last(&mut self, slot: usize) {
        let len = (u32::BITS - self.0.leading_zeros()).div_ceil(4);
        self.0 |= (slot as u32 + 1) << (len * 4);
    }
}

/// For each set of moves, the moves in order.
static IN_ORDER: [u32; 256] = {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 256 {
        let (mut slot, mut place) = (0, 0);
        while slot < 8 {
            if set >> slot & 1 == 1 {
                table[set] |= (slot + 1) << (4 * place);
                place += 1;
            }
            slot += 1;
        }
        set += 1;
    }
    table
};

/// Sorts the free neighbours of a square, best first.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    pub(crate) by: SortKey,
    pub(crate) ties: Ties,
    rng: Generator,
    /// Whether a random number, not the move order, decides when [`Ties::Roth`] leaves a tie.
    pub(crate) random_last: bool,
    /// The move orders of [`Ties::SquirrelCull`].
    pub(crate) stages: Option<Stages>,
    /// The degrees on the empty board, if they are compared.
    empty: Option<Field>,
    /// Rows and columns minus one, which is twice the position of the centre.
    centre: (i64, i64),
}

impl Ranking {
    pub(crate) fn bytes(&self) -> usize {
        self.empty.as_ref().map_or(0, Field::bytes)
    }

    pub(crate) fn new(by: SortKey, ties: Ties, seed: u64, board: &Board, field: &Field) -> Ranking {
        Ranking {
            by,
            ties,
            rng: Generator::new(seed),
            random_last: false,
            stages: None,
            empty: (by == SortKey::StaticDegree).then(|| field.clone()),
            centre: (i64::from(board.rows()) - 1, i64::from(board.cols()) - 1),
        }
    }

    /// The candidates, best first. `allowed` has a bit for each move that may be taken.
    pub(crate) fn sorted(&mut self, field: &Field, near: &Near, allowed: u8) -> RankedMoves {
        if self.by == SortKey::Fixed && self.ties == Ties::Order {
            return RankedMoves(IN_ORDER[usize::from(allowed)]);
        }
        let mut keys = [u64::MAX; 8];
        let mut len = 0;
        let turn = self.turn();
        for slot in (0..8).filter(|slot| allowed >> slot & 1 == 1) {
            insert(&mut keys, &mut len, self.key(field, near[slot], slot, turn));
        }
        let mut candidates = RankedMoves::default();
        keys[..len].iter().for_each(|key| candidates.push_last((key & 7) as usize));
        candidates
    }

    /// Only the best of the candidates.
    pub(crate) fn best(&mut self, field: &Field, near: &Near, allowed: u8) -> Option<usize> {
        let turn = self.turn();
        let allowed = (0..8).filter(|slot| allowed >> slot & 1 == 1);
        let best = allowed.map(|slot| self.key(field, near[slot], slot, turn)).min()?;
        Some((best & 7) as usize)
    }

    /// The random state, if it uses one.
    pub(crate) fn chance(&self) -> Option<Generator> {
        (self.ties.is_random() || self.random_last).then(|| self.rng.clone())
    }

    pub(crate) fn load(&mut self, chance: Option<Generator>) {
        if let Some(rng) = chance {
            self.rng = rng;
        }
    }

    /// The place in the move order where reading starts.
    #[inline]
    pub(crate) fn turn(&mut self) -> usize {
        if self.ties == Ties::Rotate { (self.rng.0.next_u32() >> 29) as usize } else { 0 }
    }

    /// The number of moves that is compared first; `None` if nothing is.
    pub(crate) fn compared(&self, field: &Field, cell: Cell) -> Option<u8> {
        (self.by != SortKey::Fixed).then(|| self.degree(field, cell))
    }

    /// The reason to prefer the chosen square to those tied with it, given the field at the time of the choice.
    pub(crate) fn tie_break(&self, field: &Field, chosen: Square, tied: &[Square]) -> TieBreak {
        let away = |square: Square| self.distance(field, field.cell(square));
        let sum = |square: Square| sum_of_degrees(field, field.cell(square));
        match self.ties {
            Ties::Order => TieBreak::Order,
            Ties::Rotate => TieBreak::RotatedOrder,
            Ties::Uniform => TieBreak::Random,
            Ties::Pohl if tied.iter().all(|other| sum(*other) > sum(chosen)) => {
                TieBreak::FewestBehind
            }
            Ties::Pohl => TieBreak::NoneFewerBehind,
            Ties::Roth if tied.iter().all(|other| away(*other) < away(chosen)) => {
                TieBreak::Farthest
            }
            Ties::Roth if self.random_last => TieBreak::NoneFartherRandom,
            Ties::Roth => TieBreak::NoneFarther,
            Ties::SquirrelCull => TieBreak::SquirrelCull,
        }
    }

    fn degree(&self, field: &Field, cell: Cell) -> u8 {
        match (self.by, &self.empty) {
            (SortKey::Warnsdorff, _) => field.degree(cell),
            (SortKey::StaticDegree, Some(empty)) => empty.degree(cell),
            _ => 0,
        }
    }

    /// The number that ranks a move, whose last three bits are its slot; the smallest wins.
    #[inline]
    fn key(&mut self, field: &Field, cell: Cell, slot: usize, turn: usize) -> u64 {
        let degree = u64::from(self.degree(field, cell));
        degree << 60 | self.tie(field, cell, slot, turn) << 3 | slot as u64
    }

    /// The number that decides a tie; the smallest wins. It is below 2⁵⁷.
    fn tie(&mut self, field: &Field, cell: Cell, slot: usize, turn: usize) -> u64 {
        match self.ties {
            Ties::Order => 0,
            Ties::SquirrelCull => self.stages.as_ref().map_or(0, |now| u64::from(now.place(slot))),
            Ties::Rotate => ((slot + 8 - turn) % 8) as u64,
            Ties::Uniform => u64::from(self.rng.0.next_u32()),
            Ties::Pohl => sum_of_degrees(field, cell) << 32 | u64::from(self.rng.0.next_u32()),
            Ties::Roth => {
                let last = if self.random_last { self.rng.0.next_u32() >> 29 } else { 0 };
                ((1 << 53) - self.distance(field, cell)) << 3 | u64::from(last)
            }
        }
    }

    /// The square of twice the distance from the centre.
    fn distance(&self, field: &Field, cell: Cell) -> u64 {
        let (row, col) = field.place_of(cell);
        let (down, right) = (2 * row - self.centre.0, 2 * col - self.centre.1);
        (down * down + right * right) as u64
    }
}

fn sum_of_degrees(field: &Field, cell: Cell) -> u64 {
    let free = field.near(cell).into_iter().filter(|near| field.is_free(*near));
    free.map(|near| u64::from(field.degree(near))).sum()
}

/// Inserts a key among the first `len`, which are in ascending order.
fn insert(keys: &mut [u64; 8], len: &mut usize, key: u64) {
    let mut place = *len;
    while place > 0 && keys[place - 1] > key {
        keys[place] = keys[place - 1];
        place -= 1;
    }
    keys[place] = key;
    *len += 1;
}
