//! Tours of boards with three, four or five rows, column by column.
//!
//! All ways to link the squares are followed at once, one column after the other. What matters of the
//! columns that are done is only how the squares of the last two are linked: whether a square needs no
//! more links, or has none, or is the end of a piece, and where the other end of that piece is. There are
//! some thousand such states, however long the board is, and where the same state comes twice, the
//! columns in between can be repeated as often as one likes.
//!
//! On four rows every move from an outer row leads to an inner one, and there are as many squares of both.
//! So a tour alternates between them, but for one link between two inner squares. It also alternates between
//! the colours, so before that link it visits all outer squares of one colour and all inner ones of the
//! other, and after it the rest. Each half has two squares a column, and hardly any states.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, DefaultHasher};

pub(crate) type At = (usize, usize);

/// Two squares that are linked.
pub(crate) type Pair = [At; 2];

/// More rows would need too many states.
const MAX_ROWS: usize = 5;

/// Boards with at most this many columns are searched depth-first. On longer boards of three rows the
/// same states keep recurring, so all of them are followed at once.
const MAX_COLS_TO_DIVE: usize = 100;

/// A square that needs no more links.
const FULL: u8 = 255;
/// A square without a link.
const FREE: u8 = 254;
/// The end of a piece whose other end is an end of the tour.
const LAST: u8 = 253;

/// The tour to find: a closed one, one from a start, or one between two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    Closed,
    From(At),
    Between(At, At),
}

/// The links of a tour, column by column: those of each column to earlier ones. Nothing if there is no
/// tour. Different seeds may give different tours.
pub(crate) fn sweep(rows: usize, cols: usize, want: Want, seed: u64) -> Option<Vec<Vec<Pair>>> {
    if rows == 4 {
        return four_rows(cols, want, seed);
    }
    let mut sweep = Sweep::new(Graph::Rows(rows), cols, want, seed);
    let is_long = rows < MAX_ROWS && cols > MAX_COLS_TO_DIVE;
    let columns = if is_long { sweep.solve() } else { sweep.dive() };
    columns.map(|columns| laid(Graph::Rows(rows), &columns))
}

/// A tour of four rows: one half of the squares from the start to an inner square, and the other half from
/// an inner square two columns further on to the end.
fn four_rows(cols: usize, want: Want, seed: u64) -> Option<Vec<Vec<Pair>>> {
    let [start, end] = want.ends();
    let start = start?;
    let colour = |(row, col): At| (row + col) % 2;
    let is_outer = |at: At| at.0 == 0 || at.0 == 3;
    let fits = |end: At| is_outer(end) && colour(end) != colour(start);
    if !is_outer(start) || !end.is_none_or(fits) {
        return None;
    }
    let rest = |from: usize| match end {
        Some(end) => Want::Between((INNER, from), (OUTER, end.1)),
        None => Want::From((INNER, from)),
    };
    let half = |want: Want| Sweep::new(Graph::Half, cols, want, seed).solve();
    let first = mixed(seed) as usize % cols;
    for place in 0..cols {
        let leave = (first + place) % cols;
        let mut others = [leave.checked_sub(2), Some(leave + 2).filter(|col| *col < cols)];
        others.rotate_left(first % 2);
        let Some(one) = half(Want::Between((OUTER, start.1), (INNER, leave))) else { continue };
        for enter in others.into_iter().flatten() {
            let Some(other) = half(rest(enter)) else { continue };
            // The board's square for a square of either half.
            let place = |half: usize, (row, col): At| {
                let is_upper = (col + half + colour(start)).is_multiple_of(2);
                (if is_upper { row } else { 3 - row }, col)
            };
            let mut columns: Vec<Vec<Pair>> = vec![Vec::new(); cols];
            for (half, choices) in [(0, &one), (1, &other)] {
                for (column, links) in columns.iter_mut().zip(laid(Graph::Half, choices)) {
                    column.extend(links.iter().map(|pair| pair.map(|at| place(half, at))));
                }
            }
            let link = [place(0, (INNER, leave)), place(1, (INNER, enter))];
            columns[leave.max(enter)].push(link);
            return Some(columns);
        }
    }
    None
}

/// The rows of a half.
const OUTER: usize = 0;
const INNER: usize = 1;

/// The squares that a sweep covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Graph {
    Rows(usize),
    /// Half of the squares of four rows: an outer and an inner one in each column, each of which is a move
    /// away from the other kind one and two columns before and behind it.
    Half,
}

impl Graph {
    fn rows(self) -> usize {
        match self {
            Graph::Rows(rows) => rows,
            Graph::Half => 2,
        }
    }

    /// The rows of the squares one move from a square in the columns before it, and how many columns before.
    fn earlier(self, row: usize) -> [Option<(usize, usize)>; 4] {
        let rows = match self {
            Graph::Rows(rows) => rows as i64,
            Graph::Half => return [Some((1 - row, 2)), Some((1 - row, 1)), None, None],
        };
        [(-1_i64, 2), (1, 2), (-2, 1), (2, 1)].map(|(down, back)| {
            let other = row as i64 + down;
            (0..rows).contains(&other).then_some((other as usize, back))
        })
    }

    /// The rows whose squares two columns before have no neighbour behind this row of a column.
    fn left_behind(self, row: usize) -> [Option<usize>; 2] {
        match self {
            Graph::Rows(rows) => [row.checked_sub(1), Some(row).filter(|row| row + 1 == rows)],
            Graph::Half => [Some(1 - row), None],
        }
    }
}

/// The links that choices stand for.
fn laid(graph: Graph, columns: &[u32]) -> Vec<Vec<Pair>> {
    let links = |(col, choices): (usize, &u32)| {
        let mut links = Vec::new();
        for row in 0..graph.rows() {
            let bits = choices >> (5 * row) & 15;
            for (bit, before) in graph.earlier(row).into_iter().enumerate() {
                if let Some((down, back)) = before.filter(|_| bits >> bit & 1 == 1) {
                    links.push([(row, col), (down, col - back)]);
                }
            }
        }
        links
    };
    columns.iter().enumerate().map(links).collect()
}

/// The demands on a tour that are the same in every column.
#[derive(Clone, Copy)]
struct Rules {
    graph: Graph,
    rows: usize,
    is_open: bool,
    /// The colour of the square where a tour from the start ends, which follows from that of the start.
    last_colour: usize,
}

struct Sweep {
    rules: Rules,
    cols: usize,
    want: Want,
    seed: u64,
    /// For each state, what may follow in an ordinary column, even or odd: the states, and what is chosen
    /// for each.
    followers: [States<Vec<(u64, u32)>>; 2],
}

/// All states after a column, in order, each with the place of the one before and the choices made.
struct Layer {
    states: Vec<u64>,
    before: Vec<(u32, u32)>,
    is_usual: bool,
}

#[derive(Clone, Copy, Default)]
struct ColumnKind {
    /// The rows where the tour must begin or end, one bit each.
    ends: u8,
    odd: bool,
    last: bool,
}

/// The squares of the last three columns, and whether no other end of the tour is to come that may be
/// anywhere.
#[derive(Clone, Copy)]
struct Front {
    codes: [u8; 3 * MAX_ROWS],
    ended: bool,
    whole: bool,
}

impl Want {
    fn ends(self) -> [Option<At>; 2] {
        match self {
            Want::Closed => [None, None],
            Want::From(start) => [Some(start), None],
            Want::Between(start, end) => [Some(start), Some(end)],
        }
    }
}

impl ColumnKind {
    fn is_usual(self) -> bool {
        self.ends == 0 && !self.last
    }
}

/// A column while its squares are added one after the other.
struct ColumnBuilder {
    rules: Rules,
    kind: ColumnKind,
    found: Vec<(u64, u32)>,
}

impl Sweep {
    fn new(graph: Graph, cols: usize, want: Want, seed: u64) -> Sweep {
        let rows = graph.rows();
        let start = want.ends()[0].unwrap_or_default();
        // Every move changes colour.
        let last_colour = (start.0 + start.1 + rows * cols - 1) % 2;
        let rules = Rules { graph, rows, is_open: want != Want::Closed, last_colour };
        Sweep { rules, cols, want, seed, followers: Default::default() }
    }

    /// Classifies a column by the ends of the tour that are in it, and by its place.
    fn kind(&self, col: usize) -> ColumnKind {
        let ends = self.want.ends().into_iter().flatten().filter(|at| at.1 == col);
        let ends = ends.map(|at| 1 << at.0).sum();
        ColumnKind { ends, odd: col % 2 == 1, last: col + 1 == self.cols }
    }

    /// The choices in each column of a tour, if there is one.
    fn solve(&mut self) -> Option<Vec<u32>> {
        let mut layers =
            vec![Layer { states: vec![self.empty()], before: Vec::new(), is_usual: false }];
        // The layer after each column, preceded by that of the empty board.
        let mut order = vec![0];
        for col in 0..self.cols {
            let kind = self.kind(col);
            let before = &layers[order[col]].states;
            // Where the same states come again two columns later, nothing new can follow, up to the next
            // special column.
            let recurs = col >= 4 && kind.is_usual() && {
                let [after, earlier] = [order[col - 1], order[col - 2]].map(|layer| &layers[layer]);
                earlier.states == *before && after.is_usual
            };
            let again = recurs.then(|| order[col - 1]);
            order.push(again.unwrap_or(layers.len()));
            if again.is_none() {
                let layer = self.follow(before, kind);
                if layer.states.is_empty() {
                    return None;
                }
                layers.push(layer);
            }
        }
        let last = &layers[order[self.cols]];
        let is_whole = |state: &u64| unpack(self.rules.rows, *state).whole;
        let mut place = last.states.iter().position(is_whole)?;
        let mut columns = Vec::with_capacity(self.cols);
        for layer in order[1..].iter().rev() {
            let (before, choices) = layers[*layer].before[place];
            columns.push(choices);
            place = before as usize;
        }
        columns.reverse();
        Some(columns)
    }

    /// Like [`Sweep::solve`], where there are too many states to follow all of them: one way after the other, until
    /// one leads to a tour. A state that was left behind in a column leads nowhere from there.
    fn dive(&mut self) -> Option<Vec<u32>> {
        let mut dead: HashSet<(u64, usize), BuildHasherDefault<DefaultHasher>> = HashSet::default();
        let first = self.ranked(self.empty(), self.kind(0));
        // For each column, the ways that are left, and which one was taken.
        let mut columns: Vec<(Vec<(u64, u32)>, u32)> = vec![(first, 0)];
        loop {
            let col = columns.len();
            let (ways, taken) = columns.last_mut()?;
            let Some((state, choices)) = ways.pop() else {
                columns.pop();
                continue;
            };
            *taken = choices;
            if col == self.cols {
                if unpack(self.rules.rows, state).whole {
                    return Some(columns.iter().map(|(_, taken)| *taken).collect());
                }
            } else if dead.insert((state, col)) {
                let ways = self.ranked(state, self.kind(col));
                columns.push((ways, 0));
            }
        }
    }

    /// The states that may follow a state, in an order that depends on the seed.
    fn ranked(&mut self, state: u64, kind: ColumnKind) -> Vec<(u64, u32)> {
        let mut next = self.following(state, kind).into_owned();
        next.sort_unstable_by_key(|(_, choices)| rank(self.seed, state, *choices));
        next
    }

    fn empty(&self) -> u64 {
        let ended = matches!(self.want, Want::Between(..));
        pack(self.rules.rows, &Front { codes: [FULL; 3 * MAX_ROWS], ended, whole: false })
    }

    /// The states that may follow a state in a column, with the choices that lead to each.
    fn following(&mut self, state: u64, kind: ColumnKind) -> Cow<'_, [(u64, u32)]> {
        let rules = self.rules;
        let grow = || {
            let mut column = ColumnBuilder { rules, kind, found: Vec::new() };
            column.add(unpack(rules.rows, state), 0, 0);
            column.found
        };
        if kind.is_usual() {
            let followers = &mut self.followers[usize::from(kind.odd)];
            Cow::Borrowed(followers.entry(state).or_insert_with(grow))
        } else {
            Cow::Owned(grow())
        }
    }

    /// All states after a column.
    fn follow(&mut self, states: &[u64], kind: ColumnKind) -> Layer {
        let mut places: States<(u64, u32, u32)> = States::default();
        for (before, state) in states.iter().enumerate() {
            let seed = self.seed;
            for (next, choices) in &*self.following(*state, kind) {
                let rank = rank(seed, *state, *choices);
                let entry = (rank, before as u32, *choices);
                let kept = places.entry(*next).or_insert(entry);
                *kept = (*kept).min(entry);
            }
        }
        let mut all: Vec<(u64, (u64, u32, u32))> = places.into_iter().collect();
        all.sort_unstable();
        let (states, before) =
            all.into_iter().map(|(state, (_, before, choices))| (state, (before, choices))).unzip();
        Layer { states, before, is_usual: kind.is_usual() }
    }
}

type States<T> = HashMap<u64, T, BuildHasherDefault<DefaultHasher>>;

/// Of several ways, the seed decides.
fn rank(seed: u64, state: u64, choices: u32) -> u64 {
    mixed(seed ^ mixed(state) ^ u64::from(choices))
}

/// Scatters the bits of a number.
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (number ^ number >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// The last two columns as a number.
fn pack(rows: usize, front: &Front) -> u64 {
    let codes = &front.codes[rows..3 * rows];
    let code = |code: u8| match code {
        FULL | FREE | LAST => code & 15,
        partner => partner - rows as u8,
    };
    let packed = codes.iter().fold(0, |packed, now| packed << 4 | u64::from(code(*now)));
    packed << 2 | u64::from(front.whole) << 1 | u64::from(front.ended)
}

/// The same as the first two of three columns.
fn unpack(rows: usize, state: u64) -> Front {
    let mut codes = [FULL; 3 * MAX_ROWS];
    let many = 2 * rows;
    for (place, code) in codes[..many].iter_mut().enumerate() {
        let packed = (state >> (2 + 4 * (many - 1 - place)) & 15) as u8;
        *code = if usize::from(packed) < many { packed } else { packed | 0xf0 };
    }
    Front { codes, ended: state & 1 == 1, whole: state >> 1 & 1 == 1 }
}

impl ColumnBuilder {
    /// Adds the squares of the column from this row on, in all ways.
    fn add(&mut self, front: Front, row: usize, choices: u32) {
        let rows = self.rules.rows;
        if row == rows {
            self.found.push((pack(rows, &front), choices));
            return;
        }
        if front.whole {
            return;
        }
        let place = 2 * rows + row;
        let is_start = self.kind.ends >> row & 1 == 1;
        let colour = (row + usize::from(self.kind.odd)) % 2;
        let is_fit = match self.rules.graph {
            Graph::Rows(_) => colour == self.rules.last_colour,
            Graph::Half => row == OUTER,
        };
        let may_end = self.rules.is_open && !is_start && !front.ended && is_fit;
        for ends in [false, true] {
            if ends && !may_end {
                continue;
            }
            let mut now = front;
            now.codes[place] = if ends || is_start { LAST } else { FREE };
            now.ended |= ends;
            self.link(now, row, 0, choices | u32::from(ends) << (5 * row + 4));
        }
    }

    /// Links the square of a row to earlier ones, from this one of them on, in all ways.
    fn link(&mut self, front: Front, row: usize, from: usize, choices: u32) {
        let rows = self.rules.rows;
        self.next(&front, row, choices);
        let place = 2 * rows + row;
        if front.codes[place] == FULL {
            return;
        }
        for (bit, before) in self.rules.graph.earlier(row).into_iter().enumerate().skip(from) {
            let Some((down, back)) = before else { continue };
            let other = (2 - back) * rows + down;
            if front.codes[other] == FULL {
                continue;
            }
            let mut now = front;
            let is_last = row + 1 == rows && self.kind.last;
            if join(&mut now, place, other, is_last, !self.rules.is_open) {
                self.link(now, row, bit + 1, choices | 1 << (5 * row + bit));
            }
        }
    }

    /// Goes on with the next row, if no square is left behind that needs more links.
    fn next(&mut self, front: &Front, row: usize, choices: u32) {
        let rows = self.rules.rows;
        let is_last = row + 1 == rows && self.kind.last;
        let behind = self.rules.graph.left_behind(row);
        let are_done = behind.into_iter().flatten().all(|row| front.codes[row] == FULL);
        // Nothing comes behind the last square.
        let end =
            !is_last || front.whole && front.codes[..3 * rows].iter().all(|code| *code == FULL);
        if are_done && end {
            self.add(*front, row + 1, choices);
        }
    }
}

/// Links two squares that each have a free link. Only the very last link may close a cycle or join both
/// ends of the tour.
fn join(front: &mut Front, a: usize, b: usize, is_last: bool, closed: bool) -> bool {
    // The ends of both pieces after they are joined; nothing where the tour ends.
    let end = |code: u8, own: usize| match code {
        FREE => Some(own),
        LAST => None,
        other => Some(usize::from(other)),
    };
    let (code_a, code_b) = (front.codes[a], front.codes[b]);
    if code_a != FREE && usize::from(code_a) == b {
        // The ends of one piece.
        (front.codes[a], front.codes[b]) = (FULL, FULL);
        front.whole = true;
        return is_last && closed;
    }
    let ends = [end(code_a, a), end(code_b, b)];
    for (place, code) in [(a, code_a), (b, code_b)] {
        if code != FREE {
            front.codes[place] = FULL;
        }
    }
    match ends {
        [Some(one), Some(other)] => {
            front.codes[one] = other as u8;
            front.codes[other] = one as u8;
        }
        [Some(one), None] | [None, Some(one)] => front.codes[one] = LAST,
        [None, None] => {
            front.whole = true;
            return is_last && !closed;
        }
    }
    true
}
