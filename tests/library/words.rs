//! The words about a step are true: each claim in them is read and checked against the board, by rules
//! written down here once more.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use knights_tour::board::{Board, MoveOrder, Naming, Square};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{Event, Picture, Recipe, Solver, Status};
use knights_tour::text::grouped;

use crate::brute;
use crate::recipes::recipes;
use crate::words_of_many::{listen_to_builder, listen_to_many};

/// Beyond this many free squares, whether a tour is still possible is not tried out.
const FEW: usize = 12;

/// How often each kind of claim was heard.
pub(crate) type Kinds = BTreeMap<&'static str, u64>;

/// What a recipe says of an option; empty if its method does not have it.
pub(crate) fn option(recipe: &Recipe, key: &str) -> String {
    let mut options = recipe.options.iter();
    let setting = options.find(|setting| setting.spec.key == key);
    setting.map_or(String::new(), |setting| setting.value.to_string())
}

/// A search that walks a path, as seen from outside, step by step.
struct Witness<'a> {
    puzzle: &'a Puzzle,
    recipe: &'a Recipe,
    /// The path before the last step.
    before: Vec<Square>,
    path: Vec<Square>,
    /// For each square of the path, the squares that were tried from it since it was placed.
    tried: Vec<Vec<Square>>,
    /// What was tried from the square that the last step took back.
    tried_there: Vec<Square>,
    restarts: u64,
    /// Restarts that count for nothing, since they look for another tour.
    free_restarts: u64,
    /// Placements since the last restart, and the number that ended the attempt before.
    placed: u64,
    placed_before: u64,
    /// All placements.
    advances: u64,
    /// The tours that were found.
    tours: Vec<Vec<Square>>,
    /// Rotations since a tour was last asked for.
    rotations: u64,
}

impl Witness<'_> {
    /// Takes note of a step, after which this is the path.
    fn see(&mut self, event: Event, path: &[Square]) {
        self.before.clone_from(&self.path);
        match event {
            Event::Advance(square) => {
                self.tried.last_mut().into_iter().for_each(|tried| tried.push(square));
                self.tried.push(Vec::new());
                self.path.push(square);
                self.placed += 1;
                self.advances += 1;
            }
            Event::Retreat(_) => {
                self.path.pop();
                self.tried_there = self.tried.pop().unwrap();
            }
            Event::Restart => {
                let given = self.puzzle.given().len();
                self.path.truncate(given);
                self.tried.truncate(given);
                self.tried[given - 1].clear();
                self.restarts += 1;
                (self.placed_before, self.placed) = (self.placed, 0);
            }
            Event::Rewire => {
                self.path = path.to_vec();
                self.tried = vec![Vec::new(); path.len()];
                self.rotations += 1;
            }
        }
    }

    fn board(&self) -> &Board {
        self.puzzle.board()
    }

    fn option(&self, key: &str) -> String {
        option(self.recipe, key)
    }

    fn order(&self) -> MoveOrder {
        match self.option("order").as_str() {
            "" if self.rotates() => MoveOrder::ANTICLOCKWISE,
            "" => MoveOrder::CLOCKWISE,
            order => order.parse().unwrap(),
        }
    }

    /// Whether the method rotates its path.
    fn rotates(&self) -> bool {
        self.recipe.method.name == "euler"
    }

    fn is_whole(&self, path: &[Square]) -> bool {
        path.len() == self.board().squares_to_visit()
    }

    fn is_tour(&self, path: &[Square]) -> bool {
        self.is_whole(path) && self.puzzle.is_reached_by(path)
    }

    /// Whether a tour with the same links was found already.
    fn is_known(&self, tour: &[Square]) -> bool {
        let links = |path: &[Square]| -> BTreeSet<[Square; 2]> {
            let around = path.iter().zip(path.iter().cycle().skip(1));
            let links = around.filter(|(a, b)| self.board().joined(**a, **b));
            links.map(|(a, b)| [*a.min(b), *a.max(b)]).collect()
        };
        self.is_tour(tour) && self.tours.iter().any(|known| links(known) == links(tour))
    }

    /// Whether the end of a path can be joined to another of its squares, so that at least this many
    /// squares stay in place.
    fn can_rotate(&self, path: &[Square], kept: usize) -> bool {
        let mut squares = path[..path.len().saturating_sub(2)].iter().skip(kept - 1);
        squares.any(|square| self.board().joined(*square, path[path.len() - 1]))
    }

    /// The free squares one move from the last square of a path, in move order.
    fn free(&self, path: &[Square]) -> Vec<Square> {
        let head = path[path.len() - 1];
        let mut near: Vec<Square> = self.board().neighbours(head, &self.order()).to_vec();
        near.retain(|square| !path.contains(square));
        near
    }

    /// Whether the end is free, a move away, and not yet to be entered.
    fn end_is_early(&self, path: &[Square]) -> bool {
        let Goal::End(end) = self.puzzle.goal() else { return false };
        path.len() + 1 < self.board().squares_to_visit() && self.free(path).contains(&end)
    }

    /// The free squares that may come next.
    fn open(&self, path: &[Square]) -> Vec<Square> {
        let mut free = self.free(path);
        if self.end_is_early(path) {
            free.retain(|square| self.puzzle.goal() != Goal::End(*square));
        }
        free
    }

    /// Whether some tour begins with a path; `None` if that takes too long to find out.
    fn can_finish(&self, path: &[Square]) -> Option<bool> {
        if self.board().squares_to_visit() - path.len() > FEW {
            return None;
        }
        let puzzle = Puzzle::new(self.board().clone(), path.to_vec(), self.puzzle.goal(), 0);
        // A path that visits the end too early is no puzzle, and begins no tour.
        Some(puzzle.is_ok_and(|puzzle| brute::tour_exists(&puzzle)))
    }

    /// The number of moves that a method compares, by its name in the words.
    fn moves(&self, path: &[Square], square: Square, measure: &str) -> usize {
        let near = self.board().neighbours(square, &self.order());
        match measure {
            "onward moves" => near.iter().filter(|near| !path.contains(near)).count(),
            "moves on the empty board" => near.len(),
            other => panic!("unknown measure {other}"),
        }
    }

    /// All onward moves of a square's free neighbours together: what Pohl compares.
    fn second_moves(&self, path: &[Square], square: Square) -> usize {
        let near = self.board().neighbours(square, &self.order());
        let free = near.iter().filter(|near| !path.contains(near));
        free.map(|near| self.moves(path, *near, "onward moves")).sum()
    }

    /// The square of twice the distance from the centre of the board.
    fn distance(&self, square: Square) -> i64 {
        let board = self.board();
        let down = 2 * i64::from(board.row(square)) - i64::from(board.rows()) + 1;
        let right = 2 * i64::from(board.col(square)) - i64::from(board.cols()) + 1;
        down * down + right * right
    }

    /// Checks every claim in the words about the last step. Returns the kind of each claim.
    fn check(&self, solver: &dyn Solver, words: &str) -> Vec<&'static str> {
        let (first, rest) = words.split_once("; ").unwrap_or((words, ""));
        let mut rest: Vec<&str> = rest.split("; ").filter(|part| !part.is_empty()).collect();
        let mut kinds = match solver.state().last {
            None => {
                assert_eq!(first, "nothing has been tried yet");
                vec!["nothing"]
            }
            Some(Event::Restart) => vec![self.check_restart(first, &mut rest)],
            Some(Event::Rewire) => self.check_rotation(first, &mut rest),
            Some(Event::Retreat(square)) if self.rotates() => {
                vec![self.check_taken_back(square, first)]
            }
            Some(Event::Retreat(square)) => vec![self.check_retreat(square, first, &mut rest)],
            Some(Event::Advance(square)) if self.path.len() <= self.puzzle.given().len() => {
                let word = if self.path.len() == 1 { "the start" } else { "given" };
                assert_eq!(first, format!("{} is {word}", self.board().name(square)));
                vec!["given"]
            }
            Some(Event::Advance(square))
                if self.advances <= self.puzzle.laid_out().len() as u64 =>
            {
                assert_eq!(
                    first,
                    format!("{} is on the path to repair", self.board().name(square))
                );
                assert_eq!(self.path, self.puzzle.repair().unwrap()[..self.path.len()]);
                vec!["to repair"]
            }
            Some(Event::Advance(square)) => self.check_chosen(square, first, &mut rest),
        };
        if self.rotates() && solver.state().status == Status::GaveUp {
            assert_eq!(rest.len(), 1, "why it gives up is not told");
        }
        kinds.extend(rest.into_iter().flat_map(|part| self.check_end(solver, part)));
        kinds
    }

    /// Checks what is said about a rotation, by the paths before and after it.
    fn check_rotation(&self, why: &str, rest: &mut Vec<&str>) -> Vec<&'static str> {
        let (before, path) = (&self.before, &self.path);
        let kept = before.iter().zip(path).take_while(|(before, now)| before == now).count();
        let mut turned = before.clone();
        turned[kept..].reverse();
        assert_eq!(*path, turned);
        assert!(kept >= self.puzzle.given().len(), "a given square was moved");
        let (link, old) = (before[kept - 1], before[before.len() - 1]);
        assert!(self.board().joined(old, link));
        let [link, old, new] =
            [link, old, path[path.len() - 1]].map(|square| self.board().name(square));
        let squares = path.len() - kept;
        assert_eq!(
            rest.remove(0),
            format!(
                "the link {link}–{new} was cut and {old}–{link} put in its place, so the last \
                 {squares} squares were turned round and {new} is the new end"
            )
        );
        let kind = match why {
            _ if why == format!("{old} was stuck") => {
                assert!(!self.is_whole(before) && self.free(before).is_empty());
                "turned when stuck"
            }
            _ if why == format!("from {old} the tour could not be closed") => {
                assert!(self.is_whole(before) && self.puzzle.goal() == Goal::Closed);
                assert!(!self.is_tour(before));
                "turned to close"
            }
            "another tour was wanted" => {
                let mut tour = before.clone();
                if let Goal::End(end) = self.puzzle.goal() {
                    tour.push(end);
                }
                assert!(self.is_known(&tour));
                "turned for another tour"
            }
            _ => {
                let early =
                    format!("only the end could be reached from {old}, and it was too early");
                assert_eq!(why, early);
                assert!(self.end_is_early(before) && self.open(before).is_empty());
                "turned before the end"
            }
        };
        vec![kind, "rotation"]
    }

    /// Checks what is said about an end that was taken back.
    fn check_taken_back(&self, square: Square, words: &str) -> &'static str {
        let name = self.board().name(square);
        assert_eq!(words, format!("{name} was taken back, so that another tour can lead there"));
        assert!(self.puzzle.goal() == Goal::End(square) && self.is_known(&self.before));
        "taken back"
    }

    fn check_restart(&self, first: &str, rest: &mut Vec<&str>) -> &'static str {
        if first == "starting again from the given squares" {
            let left = rest.remove(0);
            let most: u64 = self.option("restarts").parse().unwrap();
            let number: u64 = left.split(' ').next().unwrap().parse().unwrap();
            assert_eq!(number, most + self.free_restarts - self.restarts, "{left}");
            return "restart";
        }
        assert_eq!(first, format!("attempt {} took too long", self.restarts));
        let squares = self.board().squares_to_visit() as u64;
        let mut budget = squares * 5 / 4 + 50;
        for _ in 4..self.restarts {
            budget = (budget + budget / 8).min(250_000 + 100 * squares);
        }
        assert_eq!(self.placed_before, budget, "placements of attempt {}", self.restarts);
        let ties = if self.restarts.is_multiple_of(2) { "towards the border" } else { "at random" };
        assert_eq!(rest.remove(0), format!("attempt {} breaks ties {ties}", self.restarts + 1));
        "attempt"
    }

    fn check_retreat(&self, square: Square, first: &str, rest: &mut Vec<&str>) -> &'static str {
        let name = self.board().name(square);
        let (free, open) = (self.free(&self.before), self.open(&self.before));
        let whole = self.before.len() == self.board().squares_to_visit();
        let left: Vec<&Square> =
            open.iter().filter(|square| !self.tried_there.contains(square)).collect();
        let ruled_out = |left: &[&Square]| {
            assert_eq!(self.option_prune(), "on", "only looking ahead rules anything out");
            left.iter().for_each(|square| self.check_skipped(&self.before, **square));
        };
        if let Some(why) = first.strip_prefix(&format!("{name} leads nowhere: ")) {
            assert!(!whole && self.tried_there.is_empty());
            return match why {
                "no free square can be reached from it" => {
                    assert!(free.is_empty());
                    "stuck"
                }
                "only the end can be reached from it, and it is too early" => {
                    assert!(self.end_is_early(&self.before) && open.is_empty());
                    "only the end"
                }
                "every move from it would make a tour impossible" => {
                    assert!(!open.is_empty());
                    ruled_out(&left);
                    "all ruled out"
                }
                "no path from it can visit all the free squares" => {
                    assert_eq!(self.option("prune"), "strong");
                    assert!(!open.is_empty());
                    assert_ne!(self.can_finish(&self.before), Some(true), "{name} leads to a tour");
                    "no way through"
                }
                other => panic!("unknown reason {other}"),
            };
        }
        match first {
            _ if first == format!("everything that follows from {name} was tried") => {
                let given = self.puzzle.given();
                let is_given = self.before.len() < given.len();
                assert!(!whole || self.before.len() == given.len());
                assert!(is_given || left.is_empty() && !self.tried_there.is_empty());
                "all tried"
            }
            _ if first == format!("everything worth trying from {name} was tried") => {
                assert!(!whole && !left.is_empty() && !self.tried_there.is_empty());
                ruled_out(&left);
                "all tried or ruled out"
            }
            _ if first == format!("from {name} the tour cannot be closed") => {
                assert!(whole && self.puzzle.goal() == Goal::Closed);
                assert!(!self.puzzle.is_reached_by(&self.before));
                "not closed"
            }
            _ if first == format!("the tour ended at {name}") => {
                assert!(whole && self.puzzle.is_reached_by(&self.before));
                assert_eq!(rest.remove(0), "looking for the next one");
                "tour"
            }
            other => panic!("unknown words {other}"),
        }
    }

    fn option_prune(&self) -> String {
        let prune = self.option("prune");
        let looks_ahead = prune == "strong" || self.recipe.method.name == "restarting";
        if looks_ahead { "on".into() } else { prune }
    }

    /// Checks that no tour begins with a path and this square.
    fn check_skipped(&self, path: &[Square], square: Square) {
        let mut path = path.to_vec();
        path.push(square);
        assert_ne!(self.can_finish(&path), Some(true), "{square:?} leads to a tour");
    }

    fn check_chosen(&self, square: Square, first: &str, rest: &mut Vec<&str>) -> Vec<&'static str> {
        let path = &self.before;
        let (head, name) = (self.board().name(path[path.len() - 1]), self.board().name(square));
        let tried = &self.tried[path.len() - 1];
        let tried = &tried[..tried.len() - 1];
        let mut open = self.open(path);
        open.retain(|square| !tried.contains(square));
        // Squares that were skipped are told at the end.
        let skipped = rest.iter().position(|part| part.contains("skipped: ")).map(|place| {
            let part = rest.remove(place);
            let number = part.strip_suffix(" skipped: moving there would make a tour impossible");
            let number = number.unwrap_or_else(|| panic!("unknown words {part}"));
            let number =
                number.strip_suffix(" square was").or(number.strip_suffix(" squares were"));
            number.unwrap_or_else(|| panic!("unknown words {part}")).parse::<usize>().unwrap()
        });
        let mut kinds = Vec::new();
        let mut number = open.len();
        if let Some(skipped) = skipped {
            assert!(skipped > 0 && skipped < open.len());
            assert_eq!(self.option_prune(), "on");
            number -= skipped;
            kinds.push("skipped");
            if number == 1 {
                let others = open.iter().filter(|other| **other != square);
                others.for_each(|other| self.check_skipped(path, *other));
            }
        }
        assert!(open.contains(&square));
        let besides = if self.end_is_early(path) { " besides the end" } else { "" };
        if first == format!("{name} was the only free square within reach of {head}{besides}") {
            assert!(number == 1 && tried.is_empty() && skipped.is_none());
            kinds.push("only one");
        } else if first == format!("{name} had to come now") {
            assert!(number == 1 && tried.is_empty() && skipped.is_some());
            kinds.push("forced");
        } else if first == format!("{name} was the last square left to try from {head}") {
            assert!(number == 1 && !tried.is_empty());
            kinds.push("last one");
        } else if first == format!("{name} came next in move order") {
            let left = rest.remove(0);
            let plural = if number == 2 { "" } else { "s" };
            assert_eq!(left, format!("{} square{plural} left to try from {head}", number - 1));
            assert!(self.option("by") == "fixed" && number > 1);
            if skipped.is_none() {
                assert_eq!(open[0], square, "the first in move order");
            }
            kinds.push("next in order");
        } else {
            let start = match (tried.is_empty(), skipped) {
                (true, None) => {
                    format!("of the {number} squares within reach{besides}, {name} had the fewest ")
                }
                (true, Some(_)) => {
                    format!("of the {number} squares worth trying, {name} had the fewest ")
                }
                _ => format!("of the {number} squares left to try, {name} had the fewest "),
            };
            let said = first.strip_prefix(&start).unwrap_or_else(|| panic!("expected {start}"));
            let (measure, said) = said.split_once(" (").unwrap();
            let (own, tie) = said.split_once(')').unwrap();
            let own: usize = own.parse().unwrap();
            assert!(number > 1);
            assert_eq!(self.moves(path, square, measure), own);
            let by = if measure == "onward moves" { "warnsdorff" } else { "static-degree" };
            assert!([by, ""].contains(&self.option("by").as_str()));
            let value = |square: &Square| self.moves(path, *square, measure);
            let mut tied: Vec<Square> =
                open.iter().copied().filter(|other| value(other) == own).collect();
            if skipped.is_none() {
                assert!(open.iter().all(|other| value(other) >= own), "the fewest");
            }
            tied.retain(|other| *other != square);
            match tie.strip_prefix(", tied with ") {
                None => {
                    assert_eq!(tie, "");
                    assert!(tied.is_empty() || skipped.is_some(), "a tie is not told");
                    kinds.push("fewest");
                }
                Some(others) => {
                    let others: usize = others.split(' ').next().unwrap().parse().unwrap();
                    assert!(if skipped.is_none() {
                        others == tied.len()
                    } else {
                        others <= tied.len()
                    });
                    kinds.push(self.check_tie(square, &tied, skipped.is_none(), rest.remove(0)));
                }
            }
        }
        kinds
    }

    /// Checks what is said to have decided between tied squares. If not all of them were candidates,
    /// comparisons with the others prove nothing.
    fn check_tie(&self, square: Square, tied: &[Square], all: bool, why: &str) -> &'static str {
        let path = &self.before;
        let ties = self.option("ties");
        let ties = match ties.as_str() {
            "" if self.rotates() => "order",
            "" if self.restarts.is_multiple_of(2) => "roth",
            "" => "uniform",
            ties => ties,
        };
        let random_last = self.recipe.method.name == "restarting" && self.restarts > 0;
        let near = self.free(path);
        let place = |square: Square| near.iter().position(|other| *other == square);
        let is_first = |others: &[Square]| others.iter().all(|other| place(*other) > place(square));
        let second = |square: Square| self.second_moves(path, square);
        let distance = |square: Square| self.distance(square);
        match why {
            "the tie is broken by move order" => {
                assert_eq!(ties, "order");
                assert!(!all || is_first(tied));
                "by order"
            }
            "the tie is broken by move order, from a random starting point" => {
                assert_eq!(ties, "rotate");
                "by order from a random point"
            }
            "the tie is broken at random" => {
                assert_eq!(ties, "uniform");
                "at random"
            }
            "the tie is broken by Squirrel and Cull's move order for this part of the walk" => {
                assert_eq!(ties, "squirrel-cull");
                "by changing orders"
            }
            "the tie goes to the square whose neighbours have the fewest moves" => {
                assert_eq!(ties, "pohl");
                assert!(!all || tied.iter().all(|other| second(*other) > second(square)));
                "by neighbours"
            }
            "none has neighbours with fewer moves, so the tie is broken at random" => {
                assert_eq!(ties, "pohl");
                assert!(!all || tied.iter().all(|other| second(*other) >= second(square)));
                assert!(tied.iter().any(|other| second(*other) == second(square)));
                "neighbours alike"
            }
            "the tie goes to the square farthest from the centre" => {
                assert_eq!(ties, "roth");
                assert!(!all || tied.iter().all(|other| distance(*other) < distance(square)));
                "by distance"
            }
            _ => {
                let last = if random_last { "at random" } else { "by move order" };
                assert_eq!(
                    why,
                    format!("none is farther from the centre, so the tie is broken {last}")
                );
                assert_eq!(ties, "roth");
                assert!(!all || tied.iter().all(|other| distance(*other) <= distance(square)));
                let mut alike = tied.to_vec();
                alike.retain(|other| distance(*other) == distance(square));
                assert!(!alike.is_empty() && (!all || random_last || is_first(&alike)));
                "distances alike"
            }
        }
    }

    /// Checks what is said at the end: that a path, a walk or an attempt is over, why, and what follows.
    fn check_end(&self, solver: &dyn Solver, part: &str) -> Vec<&'static str> {
        if let Some(why) = part.strip_suffix(", and the search gives up") {
            assert_eq!(solver.state().status, Status::GaveUp);
            let Some((over, why)) = why.rsplit_once(", ").filter(|_| self.rotates()) else {
                return vec![self.check_over(why)];
            };
            return vec![self.check_over(over), self.check_no_rotation(why)];
        }
        assert_eq!(solver.state().status, Status::Searching);
        if part == "this attempt has taken too long" {
            return vec!["attempt over"];
        }
        if let Some(promise) = part.strip_prefix("after ") {
            return vec![self.check_promise(solver, promise)];
        }
        let next = solver.boxed_clone().step();
        if let Some(why) = part.strip_suffix(", so it starts again") {
            assert_eq!(next, Some(Event::Restart));
            return vec![self.check_over(why)];
        }
        assert!(self.rotates(), "unknown words {part}");
        if let Some(why) = part.strip_suffix(", so the end is taken back") {
            assert_eq!(next, self.path.last().map(|end| Event::Retreat(*end)));
            return vec![self.check_over(why), "end to be taken back"];
        }
        let why = part.strip_suffix(", so a rotation follows");
        let why = why.unwrap_or_else(|| panic!("unknown words {part}"));
        assert_eq!(next, Some(Event::Rewire));
        vec![self.check_over(why), "rotation to follow"]
    }

    /// Checks why a path does not simply go on.
    fn check_over(&self, why: &str) -> &'static str {
        let (path, rotates) = (&self.path, self.rotates());
        match why {
            "the knight is stuck" => {
                assert!(!self.is_whole(path) && self.free(path).is_empty());
                if rotates { "path stuck" } else { "walk stuck" }
            }
            "only the end is within reach, and it is too early" => {
                assert!(self.end_is_early(path) && self.open(path).is_empty());
                if rotates { "path has only the end" } else { "walk has only the end" }
            }
            "the tour cannot be closed from here" => {
                assert!(self.is_whole(path) && self.puzzle.goal() == Goal::Closed);
                assert!(!self.is_tour(path));
                if rotates { "path not closed" } else { "walk not closed" }
            }
            "this tour is complete" => {
                assert!(!rotates && self.is_tour(path));
                "walk complete"
            }
            "this tour was found already" => {
                assert!(rotates && self.is_known(path));
                "path known"
            }
            other => panic!("unknown words {other}"),
        }
    }

    /// Checks why no rotation follows.
    fn check_no_rotation(&self, why: &str) -> &'static str {
        let (path, given) = (&self.path[..], self.puzzle.given().len());
        let ends = matches!(self.puzzle.goal(), Goal::End(_)) && self.is_tour(path);
        let without_end = &path[..path.len() - usize::from(ends)];
        match why {
            "no rotation is possible" => {
                assert!(!self.can_rotate(path, 1));
                "no rotation"
            }
            "no rotation leaves the given squares in place" => {
                assert!(given > 1 && !self.can_rotate(path, given));
                "no rotation behind the given squares"
            }
            "no rotation leaves the end in place" => {
                assert!(ends && !self.can_rotate(without_end, 1));
                "no rotation before the end"
            }
            "no rotation leaves the given squares and the end in place" => {
                assert!(ends && given > 1 && !self.can_rotate(without_end, given));
                "no rotation between the given squares and the end"
            }
            _ => {
                let plural = if self.rotations == 1 { "" } else { "s" };
                let limit = format!("the limit of {} rotation{plural} is reached", self.rotations);
                assert_eq!(why, limit);
                assert_eq!(self.option("rotations"), self.rotations.to_string());
                "limit reached"
            }
        }
    }

    /// Checks on a copy of the search that so many rotations lead where they are said to, and no fewer.
    fn check_promise(&self, solver: &dyn Solver, promise: &str) -> &'static str {
        let (number, promise) = promise.split_once(" more rotation").unwrap();
        let number: u64 = number.parse().unwrap();
        let promise = if number == 1 { promise } else { promise.strip_prefix('s').unwrap() };
        let mut copy = solver.boxed_clone();
        for left in (0..number).rev() {
            assert_eq!(copy.step(), Some(Event::Rewire), "{left} rotations are missing");
            let path = &copy.state().path[..];
            assert_eq!(self.is_tour(path) || !self.open(path).is_empty(), left == 0);
        }
        match promise {
            " it can go on" => {
                assert!(!self.is_whole(&self.path));
                "rotations to go on"
            }
            " the tour is closed" => {
                assert!(self.is_whole(&self.path) && self.puzzle.goal() == Goal::Closed);
                "rotations to close"
            }
            other => panic!("unknown words {other}"),
        }
    }
}

/// A network as seen from outside, step by step.
struct Network<'a> {
    puzzle: &'a Puzzle,
    recipe: &'a Recipe,
    /// For each square, which of its moves were links before the last step, and which are now.
    before: Vec<u8>,
    links: Vec<u8>,
    /// The sweeps of all tries but this one.
    sweeps_before: u64,
    /// How many tries have begun, and how many of them before a tour was last asked for.
    tries: u64,
    tries_before: u64,
}

impl Network<'_> {
    fn board(&self) -> &Board {
        self.puzzle.board()
    }

    fn number(&self, key: &str) -> u64 {
        option(self.recipe, key).parse().unwrap()
    }

    fn linked(&self, links: &[u8], square: Square) -> impl Iterator<Item = Square> {
        let mask = links[square.index()];
        let moves = (0..8).filter(move |slot| mask >> slot & 1 == 1);
        moves.map(move |slot| self.board().moved(square, slot).unwrap())
    }

    /// How many squares have two links.
    fn with_two(&self, links: &[u8]) -> usize {
        self.board().squares().filter(|square| links[square.index()].count_ones() == 2).count()
    }

    /// The cycles that the links form, if every square has two.
    fn cycles(&self, links: &[u8]) -> Vec<Vec<Square>> {
        let (mut cycles, mut seen) = (Vec::new(), BTreeSet::new());
        if self.with_two(links) < self.board().squares_to_visit() {
            return cycles;
        }
        for first in self.board().squares() {
            let (mut cycle, mut next) = (Vec::new(), Some(first));
            while let Some(square) = next.filter(|square| seen.insert(*square)) {
                cycle.push(square);
                next = self.linked(links, square).find(|next| !seen.contains(next));
            }
            cycles.extend((!cycle.is_empty()).then_some(cycle));
        }
        cycles
    }

    /// Whether a link of one of these cycles and one of another can be exchanged for two between them.
    fn can_be_joined(&self, cycles: &[Vec<Square>]) -> bool {
        let joined = |a, b| self.board().joined(a, b);
        let links = |cycle: &[Square]| -> Vec<[Square; 2]> {
            let next = cycle.iter().cycle().skip(1);
            cycle.iter().zip(next).map(|(a, b)| [*a, *b]).collect()
        };
        let cycles: Vec<_> = cycles.iter().map(|cycle| links(cycle)).collect();
        cycles.iter().enumerate().any(|(number, cycle)| {
            let others = || cycles[number + 1..].iter().flatten();
            cycle.iter().any(|[a, b]| {
                others().any(|[c, d]| {
                    joined(*a, *c) && joined(*b, *d) || joined(*a, *d) && joined(*b, *c)
                })
            })
        })
    }

    /// Checks the words about the last step, which follow from the links before and after it.
    fn check(&self, solver: &dyn Solver, words: &str) -> Vec<&'static str> {
        let on = |links: &[u8]| links.iter().map(|mask| mask.count_ones()).sum::<u32>() / 2;
        match solver.state().last {
            None => {
                assert_eq!(words, "nothing has been tried yet");
                return vec!["nothing"];
            }
            Some(Event::Restart) => {
                let near = |square| self.board().neighbours(square, &MoveOrder::CLOCKWISE).len();
                let all = self.board().squares().map(near).sum::<usize>() / 2;
                let all = grouped(all as u64);
                let (number, on) = (self.tries, on(&self.links));
                assert_eq!(
                    words,
                    format!("try {number} began with {on} of {all} neurons active, at random")
                );
                return vec!["try"];
            }
            Some(Event::Rewire) => {}
            Some(event) => panic!("a network does not walk: {event:?}"),
        }
        let sweeps = sweeps_of(solver) - self.sweeps_before;
        if words.starts_with("two cycles were joined") {
            let (said, outlook) = words.split_once("; ").unwrap();
            self.check_join(said);
            assert_eq!(option(self.recipe, "join"), "on");
            let mut kinds = self.check_outlook(solver, sweeps, "all links now form", outlook);
            kinds.push("join");
            return kinds;
        }
        assert!(sweeps == 1 || self.cycles(&self.before).is_empty(), "the try is over");
        let changed = self.before.iter().zip(&self.links).map(|(a, b)| (a ^ b).count_ones());
        let changed = changed.sum::<u32>() / 2;
        let plural = if changed == 1 { "" } else { "s" };
        let said =
            format!("sweep {sweeps} of try {}: {changed} neuron{plural} changed; ", self.tries);
        let rest = words.strip_prefix(&said).unwrap_or_else(|| panic!("expected {said}"));
        let (stands, outlook) = rest.split_once("; ").unwrap_or((rest, ""));
        let mut kinds = self.check_outlook(solver, sweeps, "they form", outlook);
        let squares = self.board().squares_to_visit();
        kinds.push(match self.with_two(&self.links) {
            two if two == squares => {
                assert_eq!(stands, "every square has two links");
                "stable"
            }
            1 => {
                assert_eq!(stands, format!("1 of {squares} squares has two links"));
                "one square has two"
            }
            two => {
                assert_eq!(stands, format!("{two} of {squares} squares have two links"));
                "some squares have two"
            }
        });
        kinds
    }

    /// Checks that two links of different cycles were exchanged for those that are named.
    fn check_join(&self, said: &str) {
        let cycles = self.cycles(&self.before);
        let named = said.strip_prefix("two cycles were joined: the links ").unwrap();
        let named = named.strip_suffix(" put in their place").unwrap();
        let (cut, made) = named.split_once(" were cut and ").unwrap();
        let of = |said: &str| -> BTreeSet<BTreeSet<String>> {
            let link = |said: &str| said.split('–').map(str::to_owned).collect();
            said.split(" and ").map(link).collect()
        };
        let missing = |from: &[u8], than: &[u8]| -> BTreeSet<[Square; 2]> {
            let masks: Vec<u8> = from.iter().zip(than).map(|(from, than)| from & !than).collect();
            let links = self.board().squares().flat_map(|a| {
                self.linked(&masks, a).map(move |b| [a.min(b), a.max(b)]).collect::<Vec<_>>()
            });
            links.collect()
        };
        let names = |links: &BTreeSet<[Square; 2]>| -> BTreeSet<BTreeSet<String>> {
            let link =
                |link: &[Square; 2]| link.iter().map(|end| self.board().name(*end)).collect();
            links.iter().map(link).collect()
        };
        let (gone, new) = (missing(&self.before, &self.links), missing(&self.links, &self.before));
        assert_eq!((of(cut), of(made)), (names(&gone), names(&new)));
        assert_eq!((gone.len(), new.len()), (2, 2));
        let piece = |square| cycles.iter().position(|cycle| cycle.contains(&square)).unwrap();
        let pieces: BTreeSet<usize> = gone.iter().map(|link| piece(link[0])).collect();
        assert_eq!(pieces.len(), 2, "both links were in one cycle");
        assert_eq!(self.cycles(&self.links).len() + 1, cycles.len());
    }

    /// Checks how a try stands after a step, and what follows.
    fn check_outlook(
        &self,
        solver: &dyn Solver,
        sweeps: u64,
        they_form: &str,
        said: &str,
    ) -> Vec<&'static str> {
        let cycles = self.cycles(&self.links);
        let joins = option(self.recipe, "join") == "on" && cycles.len() > 1;
        let joined = joins && self.can_be_joined(&cycles);
        let tries = self.tries - self.tries_before;
        let is_over = !cycles.is_empty() || sweeps == self.number("sweeps");
        let (next, status, kind) = match () {
            () if cycles.len() == 1 && tries > 0 => ("", Status::Found, "closed tour"),
            () if joined => {
                (", and the next step joins two of them", Status::Searching, "join to follow")
            }
            () if !is_over => ("", Status::Searching, "sweep to follow"),
            () if tries == self.number("tries") => {
                (", and that was the last try", Status::GaveUp, "last try")
            }
            () => (", so a new try follows", Status::Searching, "try to follow"),
        };
        assert_eq!(solver.state().status, status);
        let mut copy = solver.boxed_clone();
        let event = copy.step();
        assert_eq!(event == Some(Event::Restart), kind == "try to follow");
        assert_eq!(sweeps_of(&*copy) > sweeps_of(solver), kind == "sweep to follow");
        let (expected, how) = match cycles.len() {
            0 if !is_over => (String::new(), "unstable"),
            0 => (format!("that was the last sweep of this try{next}"), "last sweep"),
            1 if tries == 0 => (format!("this tour was found already{next}"), "tour known"),
            1 => (format!("{they_form} one cycle, a closed tour"), "one cycle"),
            many if joins && !joined => {
                let why = ", no two of which can be joined";
                (format!("{they_form} {many} separate cycles{why}{next}"), "cycles apart")
            }
            many => (format!("{they_form} {many} separate cycles{next}"), "cycles"),
        };
        assert_eq!(said, expected);
        vec![how, kind]
    }
}

/// The sweeps of a search so far.
fn sweeps_of(solver: &dyn Solver) -> u64 {
    let counters = &solver.state().tally.work.counters;
    counters.iter().find(|(key, _)| *key == "sweeps").map_or(0, |(_, number)| number)
}

/// The links that a search shows, as a mask of moves for each square.
fn links(solver: &dyn Solver, board: &Board) -> Vec<u8> {
    let mut picture = Picture::default();
    solver.draw(&mut picture);
    picture.links.resize(board.size(), 0);
    picture.links
}

/// Reads the words about the last step of a search and has them checked.
pub(crate) fn hear(
    solver: &dyn Solver,
    (puzzle, recipe): (&Puzzle, &Recipe),
    kinds: &mut Kinds,
    check: impl FnOnce(&str) -> Vec<&'static str>,
) {
    let words = solver.explain(Naming::Chess);
    let checked = catch_unwind(AssertUnwindSafe(|| check(&words))).unwrap_or_else(|_| {
        let step = solver.state().steps();
        panic!("{recipe} on {puzzle} at step {step}: {words}")
    });
    for kind in checked {
        *kinds.entry(kind).or_default() += 1;
    }
}

/// Steps through a search and reads the words about many of its steps.
fn listen(puzzle: &Puzzle, recipe: &Recipe, kinds: &mut Kinds) {
    let mut witness = Witness {
        puzzle,
        recipe,
        before: Vec::new(),
        path: Vec::new(),
        tried: Vec::new(),
        tried_there: Vec::new(),
        restarts: 0,
        free_restarts: 0,
        placed: 0,
        placed_before: 0,
        advances: 0,
        tours: Vec::new(),
        rotations: 0,
    };
    let mut hear = |solver: &dyn Solver, witness: &Witness<'_>| {
        hear(solver, (puzzle, recipe), kinds, |words| witness.check(solver, words));
    };
    let mut solver = recipe.build(puzzle);
    for step in 0..4_000 {
        let is_near_the_end = puzzle.board().squares_to_visit() - witness.path.len() < 3;
        let listens = step < 40
            || step % 7 == 0
            || is_near_the_end
            || solver.state().last == Some(Event::Restart);
        if listens {
            hear(&*solver, &witness);
        }
        if solver.state().status == Status::Found {
            witness.tours.push(witness.path.clone());
            if witness.tours.len() == 5 {
                break;
            }
            solver.find_next();
            (witness.placed, witness.rotations) = (0, 0);
            hear(&*solver, &witness);
            witness.free_restarts = witness.restarts + 1;
        }
        let Some(event) = solver.step() else { break };
        witness.see(event, &solver.state().path);
    }
}

/// Steps through a search of a network and reads the words about many of its steps.
fn listen_to_network(puzzle: &Puzzle, recipe: &Recipe, kinds: &mut Kinds) {
    let (board, mut solver) = (puzzle.board(), recipe.build(puzzle));
    let (before, now) = (Vec::new(), links(&*solver, board));
    let mut network =
        Network { puzzle, recipe, before, links: now, sweeps_before: 0, tries: 1, tries_before: 0 };
    let mut hear = |solver: &dyn Solver, network: &Network<'_>| {
        hear(solver, (puzzle, recipe), kinds, |words| network.check(solver, words));
    };
    hear(&*solver, &network);
    let mut tours = 0;
    for step in 0..60_000 / board.squares_to_visit() {
        let before = solver.clone();
        let Some(event) = solver.step() else { break };
        if event == Event::Restart {
            network.tries += 1;
            network.sweeps_before = sweeps_of(&*solver);
        }
        let status = solver.state().status;
        if step < 40 || step % 7 == 0 || event == Event::Restart || status != Status::Searching {
            network.before = links(&*before, board);
            network.links = links(&*solver, board);
            hear(&*solver, &network);
        }
        if status == Status::Found {
            tours += 1;
            if tours == 5 {
                break;
            }
            solver.find_next();
            network.tries_before = network.tries;
            hear(&*solver, &network);
        }
    }
}

#[test]
fn every_claim_about_a_step_is_true() {
    let mut kinds = BTreeMap::new();
    let more = ["euler:rotations=0", "euler:rotations=2,choose=fewest"];
    let more = more.map(|recipe| recipe.parse::<Recipe>().unwrap());
    let recipes: Vec<Recipe> = recipes().into_iter().chain(more).collect();
    for text in [
        "1x1",
        "1x1 goal=closed",
        "3x3 given=0,0",
        "3x3 holes=1,1 given=0,0 seed=2",
        "3x4 given=0,0",
        "3x4 given=0,0 goal=end:1,0",
        "3x4 given=0,0 goal=end:2,3",
        "3x4 given=0,0;1,2 goal=end:2,3",
        "3x4 wrap given=1,1 goal=end:0,0",
        "4x4 given=1,2",
        "4x5 given=0,0;2,1;0,2",
        "4x5 given=0,0 goal=end:3,1 seed=2",
        "5x5 given=0,0 seed=1",
        "5x5 given=2,2 goal=end:0,0 seed=3",
        "5x5 wrap given=0,1 seed=3",
        "5x5 holes=0,0 given=0,1",
        "5x6 given=0,0 goal=closed seed=2",
        "3x10 given=0,2 goal=closed",
        "6x6 given=3,2 goal=closed seed=7",
        "6x6 given=0,0 goal=end:0,1 seed=7",
        "13x19 given=0,0 goal=end:12,18 seed=7",
        "3x8 given=0,0 goal=end:0,3",
        "8x8 given=0,0 goal=closed",
        "8x8 given=7,0 seed=4",
        "8x8 given=7,0;5,1;3,0 goal=end:0,3",
        "3x21 given=0,2;1,4",
        "20x20 given=3,3 seed=5",
        "3x4 repair=0,0;2,1;0,2;1,0;2,2;0,1;2,0;1,2",
        "5x5 repair=2,2;0,1;2,0;4,1;3,3;1,4 goal=end:0,0",
        "6x6 repair=0,0;1,2;0,4;2,5;4,4 goal=closed seed=1",
        "6x6 repair=0,0;2,1;0,2;1,0 goal=end:0,1 seed=2",
    ] {
        let puzzle: Puzzle = text.parse().unwrap();
        for recipe in recipes.iter().filter(|recipe| recipe.refusal(&puzzle).is_none()) {
            match recipe.method.name {
                "neural" => listen_to_network(&puzzle, recipe, &mut kinds),
                "genetic" | "ants" => listen_to_many(&puzzle, recipe, &mut kinds),
                "construct" | "divide-and-conquer" => {
                    listen_to_builder(&puzzle, recipe, &mut kinds);
                }
                _ => listen(&puzzle, recipe, &mut kinds),
            }
        }
    }
    let all: u64 = kinds.values().sum();
    assert!(all > 310_000, "only {all} claims were heard: {kinds:?}");
    assert!(kinds.len() == 106, "{} kinds of claims were heard: {kinds:?}", kinds.len());
}
