//! The positions of a search in a `.tour` file.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::checksum::Checksum;
use crate::board::{Board, Square};
use crate::puzzle::Puzzle;
use crate::solver::{Event, Generator, Moves, Pick, Position, Recipe, Solver, Status, Walk, Work};
use crate::text::quoted;

/// A position. A path is its first square and its moves as digits from 1 to 8; lists of moves are
/// digits too, with a comma after each square's list.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionJson {
    placements: u64,
    retreats: u64,
    restarts: u64,
    /// From here on: what files of the first version do not have.
    #[serde(default, skip_serializing_if = "is_zero")]
    rewires: u64,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    counters: BTreeMap<String, u64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    lists: BTreeMap<String, Vec<u64>>,
    /// What all files have.
    status: String,
    last: String,
    /// The path; without one, the method walks none.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deepest: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    visits: Vec<u64>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    untried: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<Generator>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    own: BTreeMap<String, u64>,
    pub(super) checksum: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl PositionJson {
    pub(super) fn of(board: &Board, question: &Checksum, position: &Position) -> PositionJson {
        let digits =
            |moves: &Moves| moves.iter().map(|slot| char::from(b'1' + slot)).chain([',']).collect();
        let walk = position.walk.as_ref();
        let untried = walk.map(|walk| walk.untried.iter().map(digits).collect::<Vec<String>>());
        let deepest = walk.and_then(|walk| walk.deepest.as_ref());
        let counters = position.work.counters.iter();
        let mut json = PositionJson {
            placements: position.work.placements,
            retreats: position.work.retreats,
            restarts: position.work.restarts,
            rewires: position.work.rewires,
            counters: counters.map(|(key, count)| (key.to_owned(), count)).collect(),
            lists: position.lists.clone(),
            status: status_name(position.status).to_owned(),
            last: match position.last {
                None => String::new(),
                Some(Event::Advance(_)) => "advance".to_owned(),
                Some(Event::Retreat(square)) => format!("retreat {}", board.coordinates(square)),
                Some(Event::Restart) => "restart".to_owned(),
                Some(Event::Rewire) => "rewire".to_owned(),
            },
            path: walk.map(|walk| moves_text(board, &walk.path)),
            deepest: deepest.map(|path| moves_text(board, path)),
            visits: walk.map(|walk| walk.visits.clone()).unwrap_or_default(),
            untried: untried.unwrap_or_default().concat(),
            chance: position.chance.clone(),
            own: position.own.clone(),
            checksum: String::new(),
        };
        json.checksum = json.sum(question, super::VERSION);
        json
    }

    /// The approximate length of its text.
    pub(super) fn length(&self) -> usize {
        let digits = |number: &u64| number.checked_ilog10().unwrap_or(0) as usize + 2;
        let lists = self.lists.values().flatten();
        let numbers: usize = self.visits.iter().chain(lists).map(digits).sum();
        let paths = [&self.path, &self.deepest].into_iter().flatten().map(String::len);
        numbers + paths.sum::<usize>() + self.untried.len() + 300
    }

    /// The checksum of the puzzle, the method and everything here but the checksum itself.
    fn sum(&self, question: &Checksum, version: u64) -> String {
        let mut sum = question.clone();
        let numbers = [self.placements, self.retreats, self.restarts];
        numbers.iter().chain(&self.visits).for_each(|number| sum.add_number(*number));
        let path = self.path.as_deref().unwrap_or_default();
        for text in [&self.status, &self.last, path, &self.untried] {
            sum.add(text);
        }
        sum.add(self.deepest.as_deref().unwrap_or("-"));
        let json = match version {
            1 => serde_json::to_string(&(&self.chance, &self.own)),
            _ => {
                let new = (self.rewires, &self.counters, &self.lists, self.path.is_some());
                serde_json::to_string(&(&self.chance, &self.own, new))
            }
        };
        sum.add(&json.unwrap_or_default());
        sum.text()
    }

    /// Whether it has something that files of the first version do not have.
    fn is_new(&self) -> bool {
        let is_old = self.rewires == 0
            && self.counters.is_empty()
            && self.lists.is_empty()
            && self.path.is_some();
        !is_old
    }

    fn walk(&self, board: &Board) -> Result<Option<Walk>, String> {
        let Some(path) = &self.path else {
            let has_more =
                self.deepest.is_some() || !self.visits.is_empty() || !self.untried.is_empty();
            return if has_more { Err("its path is missing".to_owned()) } else { Ok(None) };
        };
        if self.visits.len() != board.size() {
            return Err("it belongs to another board".to_owned());
        }
        let path = read_moves(board, path)?;
        if self.untried.matches(',').count() > path.len() {
            return Err("it has moves still to be tried for more squares than its path".to_owned());
        }
        let lists = self
            .untried
            .split_terminator(',')
            .map(|list| list.bytes().map(|digit| digit.wrapping_sub(b'1')).collect::<Moves>());
        let deepest = self.deepest.as_ref().map(|text| read_moves(board, text)).transpose()?;
        Ok(Some(Walk { path, deepest, visits: self.visits.clone(), untried: lists.collect() }))
    }

    fn position(self, board: &Board, recipe: &Recipe) -> Result<Position, String> {
        let walk = self.walk(board)?;
        let head = walk.as_ref().and_then(|walk| walk.path.last());
        let last = match (self.last.as_str(), head) {
            ("", _) => None,
            ("advance", Some(head)) => Some(Event::Advance(*head)),
            ("restart", _) => Some(Event::Restart),
            ("rewire", _) => Some(Event::Rewire),
            (other, _) => {
                let square = other.strip_prefix("retreat ").and_then(|square| {
                    board.parse_square(square).ok().filter(|square| !board.is_hole(*square))
                });
                let wrong = || format!("unknown last step {}", quoted(&start_of(other)));
                Some(Event::Retreat(square.ok_or_else(wrong)?))
            }
        };
        let status = [Status::Searching, Status::Found, Status::Exhausted, Status::GaveUp];
        let status = status.into_iter().find(|status| status_name(*status) == self.status);
        let wrong = || format!("unknown status {}", quoted(&start_of(&self.status)));
        let mut work = Work {
            placements: self.placements,
            retreats: self.retreats,
            restarts: self.restarts,
            rewires: self.rewires,
            ..Work::with(recipe.method.counters)
        };
        if !work.counters.set(&self.counters) {
            return Err("its counters are not those of its method".to_owned());
        }
        Ok(Position {
            walk,
            chance: self.chance,
            own: self.own,
            lists: self.lists,
            ..Position::new(&work, status.ok_or_else(wrong)?, last)
        })
    }

    pub(super) fn solver(
        self,
        puzzle: &Puzzle,
        (question, pick): (&Checksum, &Pick),
        version: u64,
    ) -> Result<Arc<dyn Solver>, String> {
        if self.checksum != self.sum(question, version) {
            return Err("the checksum is wrong; the file was changed or damaged".to_owned());
        }
        if version == 1 && self.is_new() {
            return Err("it has something that files of version 1 do not have".to_owned());
        }
        let position = self.position(puzzle.board(), &pick.recipe)?;
        let solver = pick.load(puzzle, &position).map_err(|error| error.to_string())?;
        Ok(Arc::from(solver))
    }
}

pub(super) fn status_name(status: Status) -> &'static str {
    match status {
        Status::Searching => "searching",
        Status::Found => "found",
        Status::Exhausted => "exhausted",
        Status::GaveUp => "gave-up",
    }
}

/// The first square, and the moves from it.
fn moves_text(board: &Board, path: &[Square]) -> String {
    let Some(first) = path.first() else { return String::new() };
    let digit = |pair: &[Square]| {
        board.move_between(pair[0], pair[1]).map_or('?', |slot| char::from(b'1' + slot as u8))
    };
    let start = board.coordinates(*first);
    [start, ":".to_owned()].into_iter().chain([path.windows(2).map(digit).collect()]).collect()
}

fn read_moves(board: &Board, text: &str) -> Result<Vec<Square>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let wrong = || format!("{} is not a square followed by moves", quoted(&start_of(text)));
    let (start, moves) = text.split_once(':').ok_or_else(wrong)?;
    if moves.len() >= board.size() {
        return Err("a path has more squares than the board".to_owned());
    }
    let mut path = vec![board.parse_square(start).map_err(|error| error.to_string())?];
    let mut here = path[0];
    for digit in moves.bytes() {
        let slot = usize::from(digit.wrapping_sub(b'1'));
        here = (slot < 8).then(|| board.moved(here, slot)).flatten().ok_or_else(wrong)?;
        path.push(here);
    }
    Ok(path)
}

/// The first few characters of a text that may be long.
pub(super) fn start_of(text: &str) -> String {
    text.chars().take(20).collect()
}
