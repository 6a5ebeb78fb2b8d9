//! The words about methods that hold many answers at once: each claim is read and checked against the
//! answers before and after the step.

use std::collections::BTreeSet;

use knights_tour::board::{Board, Square};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{Candidate, Event, Link, Picture, Recipe, Solver, Status};
use knights_tour::text::grouped;

use crate::words::{Kinds, hear, option};

/// What a search that holds many answers has shown so far.
struct Many<'a> {
    puzzle: &'a Puzzle,
    recipe: &'a Recipe,
    before: Vec<Candidate>,
    now: Vec<Candidate>,
    /// The tours that were found before another one was asked for.
    known: Vec<Vec<Square>>,
    /// The path on the board, and in which generation it came there.
    path: Vec<Square>,
    path_since: u64,
    /// The cycles since the last restart.
    cycles: u64,
}

impl<'a> Many<'a> {
    fn new(puzzle: &'a Puzzle, recipe: &'a Recipe) -> Many<'a> {
        Many {
            puzzle,
            recipe,
            before: Vec::new(),
            now: Vec::new(),
            known: Vec::new(),
            path: Vec::new(),
            path_since: 0,
            cycles: 0,
        }
    }

    fn board(&self) -> &Board {
        self.puzzle.board()
    }

    fn squares(&self) -> usize {
        self.board().squares_to_visit()
    }

    /// Takes note of a step.
    fn see(&mut self, solver: &dyn Solver, event: Event) {
        let candidates = solver.candidates();
        assert!(candidates.list.len() == candidates.all || candidates.list.len() >= 10);
        self.before = std::mem::replace(&mut self.now, candidates.list);
        self.cycles = if event == Event::Restart { 0 } else { self.cycles + 1 };
        self.see_path(solver);
    }

    fn see_path(&mut self, solver: &dyn Solver) {
        if solver.state().path != self.path {
            self.path = solver.state().path.clone();
            self.path_since = solver.state().steps() - 1;
        }
    }

    fn is_tour(&self, path: &[Square]) -> bool {
        path.len() == self.squares() && self.puzzle.is_reached_by(path)
    }

    /// The moves of a path, and the closing one where it is asked for.
    fn fitness(&self, path: &[Square]) -> usize {
        path.len() - 1 + usize::from(self.puzzle.goal() == Goal::Closed && self.is_tour(path))
    }

    /// The different tours of the last step that were not known before.
    fn new_tours(&self) -> BTreeSet<&Vec<Square>> {
        let all = self.now.iter().map(|candidate| &candidate.path);
        all.filter(|path| self.is_tour(path) && !self.known.contains(path)).collect()
    }

    /// Checks the words about a generation.
    fn check_generation(&self, solver: &dyn Solver, words: &str) -> Vec<&'static str> {
        if solver.state().last.is_none() {
            assert_eq!(words, "nothing has been tried yet");
            return vec!["nothing"];
        }
        let mut kinds = Vec::new();
        let (generation, size) = (solver.state().steps() - 1, self.now.len());
        let mut parts = words.split("; ");
        let best = &self.now[0];
        let fitness = self.fitness(&best.path);
        assert!(self.now.iter().all(|other| self.fitness(&other.path) <= fitness));
        assert!(self.now.iter().all(|other| other.score == self.fitness(&other.path) as f64));
        let most = self.squares() - 1 + usize::from(self.puzzle.goal() == Goal::Closed);
        let first = parts.next().unwrap();
        if generation == 0 {
            assert_eq!(first, format!("generation 0: {size} paths at random"));
            assert_eq!(parts.next(), Some(format!("best {fitness} of {most}").as_str()));
            kinds.push("random paths");
        } else {
            let said = format!("generation {}: best {fitness} of {most}, ", grouped(generation));
            let origin = first.strip_prefix(&said).unwrap_or_else(|| panic!("expected {said}"));
            kinds.push(self.check_origin(origin));
            let old: BTreeSet<&[Square]> = self.before.iter().map(|old| &old.path[..]).collect();
            let new = self.now.iter().filter(|now| !old.contains(&now.path[..])).count();
            let are = if new == 1 { "is" } else { "are" };
            assert_eq!(parts.next(), Some(format!("{new} of {size} {are} new").as_str()));
            kinds.push("new ones");
        }
        for part in parts {
            kinds.push(self.check_generation_end(solver, part));
        }
        let found = solver.state().status == Status::Found;
        assert_eq!(found, words.ends_with("is a tour") || words.ends_with(" came up"));
        assert_eq!(solver.state().status == Status::GaveUp, words.ends_with("gives up"));
        kinds
    }

    /// Checks how the best path of a generation came about. Where nothing was repaired, its genes are
    /// those of its parents but for what mutated.
    fn check_origin(&self, said: &str) -> &'static str {
        let (said, mutated) = match said.rsplit_once(" with ") {
            Some((said, number)) => {
                let number = number.strip_suffix('s').unwrap_or(number);
                (said, number.strip_suffix(" mutation").unwrap().parse::<usize>().unwrap())
            }
            None => (said, 0),
        };
        let genes = |rank: &str| &self.before[rank.parse::<usize>().unwrap() - 1].strip;
        let (expected, kind) = match said.strip_prefix("a copy of ") {
            Some(rank) => (genes(rank).clone(), "copied"),
            None => {
                let said = said.strip_prefix("by crossing ").unwrap();
                let (parents, cut) = said.split_once(" after gene ").unwrap();
                let (first, second) = parents.split_once(" and ").unwrap();
                let cut: usize = cut.parse().unwrap();
                let genes = [&genes(first)[..cut], &genes(second)[cut..]].concat();
                assert!(cut > 0 && cut < genes.len());
                (genes, "crossed")
            }
        };
        let now = &self.now[0].strip;
        let changed = now.iter().zip(&expected).filter(|(now, then)| now != then).count();
        assert_eq!(now.len(), expected.len());
        if option(self.recipe, "repair") == "none" {
            assert!(changed <= mutated, "{changed} genes changed");
        }
        kind
    }

    fn check_generation_end(&self, solver: &dyn Solver, part: &str) -> &'static str {
        if let Some(shown) = part.strip_prefix("on the board: the best ") {
            let what = if self.known.is_empty() { "path so far" } else { "other path" };
            let (fitness, since) = (self.fitness(&self.path), grouped(self.path_since));
            assert_eq!(shown, format!("{what}, {fitness} in generation {since}"));
            return "path shown";
        }
        match part {
            "that tour was found already" => {
                assert!(self.known.contains(&self.now[0].path));
                "known tour"
            }
            "it is a tour" => {
                assert_eq!(self.new_tours().len(), 1);
                assert_eq!((&self.path, self.path.len()), (&self.now[0].path, self.squares()));
                "bred tour"
            }
            "a new one came up" => {
                assert_eq!(self.new_tours().len(), 1);
                assert!(self.known.contains(&self.now[0].path));
                "another bred tour"
            }
            "that was the last generation, and the search gives up" => {
                assert_eq!(solver.state().status, Status::GaveUp);
                "last generation"
            }
            _ => {
                let tours = self.new_tours().len();
                let plural = if tours == 1 { "" } else { "s" };
                assert_eq!(part, format!("{tours} new tour{plural} came up"));
                let mut handed = 0;
                solver.tours(&mut |_| handed += 1);
                assert_eq!(handed, tours);
                "bred tours"
            }
        }
    }

    /// The complete walks of a cycle.
    fn whole(&self) -> impl Iterator<Item = &Vec<Square>> {
        let walks = self.now.iter().map(|walk| &walk.path);
        walks.filter(|walk| walk.len() == self.squares())
    }

    /// All ways to walk a complete walk from the start.
    fn ways(&self, walk: &[Square]) -> Vec<Vec<Square>> {
        let start = self.puzzle.start();
        let back: Vec<Square> = walk.iter().rev().copied().collect();
        let closed = walk.len() > 2 && self.board().joined(walk[0], back[0]);
        let mut ways = Vec::new();
        for mut way in [walk.to_vec(), back] {
            if closed {
                let place = way.iter().position(|square| *square == start).unwrap();
                way.rotate_left(place);
            }
            if way[0] == start && self.puzzle.is_reached_by(&way) {
                ways.push(way);
            }
        }
        ways
    }

    /// Checks the words about a cycle.
    fn check_cycle(&self, solver: &dyn Solver, words: &str) -> Vec<&'static str> {
        let attempt = grouped(solver.state().tally.work.restarts + 1);
        match solver.state().last {
            None => {
                assert_eq!(words, "nothing has been tried yet");
                return vec!["nothing"];
            }
            Some(Event::Restart) => {
                let (said, shown) = words.split_once("; ").unwrap_or((words, ""));
                assert_eq!(said, format!("attempt {attempt} begins with fresh pheromone"));
                assert_eq!(shown.is_empty(), self.path.is_empty());
                if !shown.is_empty() {
                    self.check_walk_shown(shown);
                }
                return vec!["fresh pheromone"];
            }
            Some(_) => {}
        }
        let squares = self.squares();
        let (plural, cycle) = (if squares == 1 { "" } else { "s" }, grouped(self.cycles));
        let longest = &self.now[0].path;
        assert!(self.now.iter().all(|walk| walk.path.len() <= longest.len()));
        let said = format!(
            "cycle {cycle} of attempt {attempt}: {squares} ant{plural} walked; the longest walk, from \
             {}, visits {} of {squares} square{plural}",
            self.board().name(longest[0]),
            longest.len()
        );
        let rest = words.strip_prefix(&said).unwrap_or_else(|| panic!("expected {said}"));
        let mut kinds = vec!["cycle"];
        let complete = self.whole().count();
        let answers: Vec<_> =
            self.whole().map(|walk| self.ways(walk)).filter(|ways| !ways.is_empty()).collect();
        for part in rest.split("; ").filter(|part| !part.is_empty()) {
            kinds.push(self.check_cycle_end(solver, part, complete, &answers));
        }
        assert_eq!(rest.contains("complete"), complete > 0);
        assert_eq!(solver.state().status == Status::Found, rest.contains("; the one from "));
        kinds
    }

    /// Checks which walk is said to be on the board.
    fn check_walk_shown(&self, said: &str) -> &'static str {
        let what = if self.known.is_empty() { "path so far" } else { "other path" };
        let (many, from) = (self.path.len(), self.board().name(self.path[0]));
        let plural = if many == 1 { "" } else { "s" };
        assert_eq!(
            said,
            format!("on the board: the longest {what} from {from}, {many} square{plural}")
        );
        assert_eq!(self.path[0], self.puzzle.start());
        assert!(self.now.first().is_none_or(|walk| walk.path != self.path));
        "walk shown"
    }

    fn check_cycle_end(
        &self,
        solver: &dyn Solver,
        part: &str,
        complete: usize,
        answers: &[Vec<Vec<Square>>],
    ) -> &'static str {
        if part.starts_with("on the board: ") {
            return self.check_walk_shown(part);
        }
        let is_new = |ways: &Vec<Vec<Square>>| ways.iter().any(|way| !self.known.contains(way));
        match part {
            "1 walk is complete" => {
                assert_eq!(complete, 1);
                return "complete walk";
            }
            "none begins or ends at the start or is closed" => {
                assert!(answers.is_empty() && self.puzzle.goal() == Goal::Any);
                return "no walk from the start";
            }
            "none is closed" => {
                assert!(answers.is_empty() && self.puzzle.goal() == Goal::Closed);
                return "no closed walk";
            }
            "none leads from the start to the end" => {
                assert!(answers.is_empty() && matches!(self.puzzle.goal(), Goal::End(_)));
                return "no walk to the end";
            }
            "none is a tour that was not found already" => {
                assert!(!answers.is_empty());
                return "only known tours";
            }
            "that was the last cycle, and the search gives up" => {
                assert_eq!(solver.state().status, Status::GaveUp);
                return "last cycle";
            }
            "that was the last cycle of this attempt, so the next one begins afresh" => {
                assert_eq!(solver.boxed_clone().step(), Some(Event::Restart));
                return "last cycle of an attempt";
            }
            _ => {}
        }
        if let Some(number) = part.strip_suffix(" walks are complete") {
            assert_eq!(number, complete.to_string());
            return "complete walks";
        }
        if let Some(number) = part.strip_suffix(" different tours came up") {
            let tours: BTreeSet<_> = answers.iter().filter(|ways| is_new(ways)).collect();
            let handed = number.parse().unwrap();
            assert!(handed > 1 && tours.len() >= handed, "{handed} of {}", tours.len());
            return "several tours";
        }
        let said = part.strip_prefix("the one from ").unwrap_or_else(|| panic!("unknown: {part}"));
        let (from, how) = said.split_once(' ').unwrap();
        let from = self.board().parse_square(from).unwrap();
        let walk = self.whole().find(|walk| walk[0] == from).unwrap();
        assert!(self.is_tour(&self.path) && self.ways(walk).contains(&self.path));
        let (start, last) = (self.puzzle.start(), walk[walk.len() - 1]);
        match how {
            "is a tour" => {
                assert_eq!((from, walk), (start, &self.path));
                "walked tour"
            }
            "ends at the start, so backwards it is a tour" => {
                assert_eq!(last, start);
                "tour backwards"
            }
            "is closed, so begun at the start it is a tour" => {
                assert!(self.board().joined(from, last));
                "tour begun elsewhere"
            }
            other => panic!("unknown words {other}"),
        }
    }
}

/// Steps through a search that holds many answers and reads the words about many of its steps.
pub(crate) fn listen_to_many(puzzle: &Puzzle, recipe: &Recipe, kinds: &mut Kinds) {
    let mut many = Many::new(puzzle, recipe);
    let mut solver = recipe.build(puzzle);
    let mut listen = |solver: &dyn Solver, many: &Many<'_>| {
        hear(solver, (puzzle, recipe), kinds, |words| match recipe.method.name {
            "ants" => many.check_cycle(solver, words),
            _ => many.check_generation(solver, words),
        });
    };
    listen(&*solver, &many);
    for _ in 0..150_000 / (puzzle.board().squares_to_visit().pow(2) + 500) {
        let Some(event) = solver.step() else { break };
        many.see(&*solver, event);
        listen(&*solver, &many);
        if solver.state().status == Status::Found {
            solver.tours(&mut |tour| many.known.push(tour.to_vec()));
            solver.find_next();
            many.see_path(&*solver);
            if recipe.method.name == "genetic" {
                many.path_since = solver.state().steps() - 1;
            }
            listen(&*solver, &many);
        }
    }
}

/// The links that a search shows.
fn links(solver: &dyn Solver, board: &Board) -> BTreeSet<[Square; 2]> {
    let mut picture = Picture::default();
    solver.draw(&mut picture);
    picture.all_links(board).map(|Link(a, b)| [a.min(b), a.max(b)]).collect()
}

/// Checks the words about a step that builds a tour from links.
fn check_building(
    puzzle: &Puzzle,
    solver: &dyn Solver,
    (before, now): (&BTreeSet<[Square; 2]>, &BTreeSet<[Square; 2]>),
    words: &str,
) -> Vec<&'static str> {
    let board = puzzle.board();
    let name = |link: &[Square; 2]| [board.name(link[0]), board.name(link[1])];
    let (said, end) = match words.rsplit_once("; ") {
        Some((said, end)) => (said, Some(end)),
        None => (words, None),
    };
    let new: Vec<&[Square; 2]> = now.difference(before).collect();
    let gone: Vec<&[Square; 2]> = before.difference(now).collect();
    let mut kinds = Vec::new();
    if said == "nothing has been tried yet" {
        assert!(solver.state().last.is_none() && now.is_empty());
        return vec!["nothing"];
    } else if said == "the board was cleared to build another tour" {
        assert!(solver.state().last == Some(Event::Restart) && now.is_empty());
        return vec!["cleared"];
    } else if let Some((_, named)) = said.split_once(": the links ") {
        let (cut, made) = named.split_once(" were cut, and ").unwrap();
        let made = made.strip_suffix(" put in their place").unwrap();
        let read = |words: &str| -> BTreeSet<BTreeSet<String>> {
            let words = words.replace(" and ", ", ");
            words.split(", ").map(|link| link.split('–').map(str::to_owned).collect()).collect()
        };
        let of = |links: &[&[Square; 2]]| -> BTreeSet<BTreeSet<String>> {
            links.iter().map(|link| name(link).into_iter().collect()).collect()
        };
        assert_eq!((read(cut), read(made)), (of(&gone), of(&new)));
        assert!(gone.len() == new.len() && gone.len() >= 2);
        kinds.push("joined");
    } else if let Some((_, tour)) = said.split_once(" got ") {
        assert!(gone.is_empty());
        let (closed, shape, ends) = match tour.strip_prefix("a closed tour of ") {
            Some(shape) => (true, shape, None),
            None => {
                let shape = tour.strip_prefix("an open tour of ").unwrap();
                match shape.split_once(" from ") {
                    Some((shape, ends)) => (false, shape, ends.split_once(" to ")),
                    None => (false, shape.strip_suffix(" that begins at the start").unwrap(), None),
                }
            }
        };
        let (shape, lacks) = match shape.strip_suffix(" without a corner") {
            Some(shape) => (shape, 1),
            None => (shape, 0),
        };
        let (rows, cols) = shape.split_once('×').unwrap();
        let squares: BTreeSet<Square> = new.iter().copied().flatten().copied().collect();
        let sides: [u32; 2] = [rows.parse().unwrap(), cols.parse().unwrap()];
        assert_eq!(squares.len() as u32, sides[0] * sides[1] - lacks);
        assert_eq!(new.len() as u32, sides[0] * sides[1] - lacks - u32::from(!closed));
        let span = |of: &dyn Fn(Square) -> u32| {
            let all = || squares.iter().map(|square| of(*square));
            all().max().unwrap() - all().min().unwrap() + 1
        };
        assert_eq!(sides, [span(&|square| board.row(square)), span(&|square| board.col(square))]);
        if let Some((from, to)) = ends {
            // Only the ends have one link.
            let links = |square: &Square| new.iter().filter(|link| link.contains(square)).count();
            let named: BTreeSet<String> = [from, to].map(str::to_owned).into();
            let single = squares.iter().filter(|square| links(square) == 1);
            assert_eq!(named, single.map(|square| board.name(*square)).collect());
            kinds.push("block of the chain");
        } else {
            assert!(closed || squares.contains(&puzzle.start()));
            kinds.push(match (closed, lacks) {
                (true, 0) => "closed block",
                (true, _) => "block without a corner",
                _ => "open block",
            });
        }
    } else if let Some(link) = said.strip_prefix("on the way to the end, the link ") {
        let (link, numbers) = link.split_once(" leads from block ").unwrap();
        let (from, to) = numbers.split_once(" to block ").unwrap();
        assert!(from.parse::<u64>().is_ok() && to.parse::<u64>().is_ok() && from != to);
        assert!(gone.is_empty());
        assert_eq!(new.iter().map(|link| name(link).join("–")).collect::<Vec<_>>().len(), 1);
        let ends: BTreeSet<String> = link.split('–').map(str::to_owned).collect();
        assert_eq!(ends, name(new[0]).into());
        kinds.push("link of the chain");
    } else if said == "every way to link the squares was followed, and none leads to a tour" {
        assert!(solver.state().status == Status::Exhausted && now.is_empty());
        kinds.push("swept in vain");
    } else if let Some((place, number)) = said.split_once(": ") {
        let (_, all) = place.split_once(" of ").unwrap();
        assert_eq!(all, grouped(u64::from(board.rows().max(board.cols()))));
        let number = match number == "there is nothing before it to link to" {
            true => "0",
            false => number.split(' ').next().unwrap(),
        };
        assert_eq!((number, gone.len()), (new.len().to_string().as_str(), 0));
        kinds.push("swept");
    } else {
        assert_eq!(said, "there is nothing to link");
        kinds.push("nothing to link");
    }
    assert_eq!(solver.state().status == Status::Found, end == Some("the links form one tour"));
    kinds.extend(end.map(|end| match end {
        "the links form one tour" => "built tour",
        "this tour was found already, so another one is built" => {
            assert_eq!(solver.boxed_clone().step(), Some(Event::Restart));
            "built again"
        }
        "the search gives up" => {
            assert_eq!(solver.state().status, Status::GaveUp);
            "given up"
        }
        other => {
            assert_eq!(other, "this board has no such tour");
            assert!(!brute_force(puzzle));
            "nothing to build"
        }
    }));
    kinds
}

/// Whether a small board has a tour; larger ones are not asked about.
fn brute_force(puzzle: &Puzzle) -> bool {
    puzzle.board().size() <= 20 && crate::brute::tour_exists(puzzle)
}

/// Steps through a search that builds its tour from links, and reads the words about every step.
pub(crate) fn listen_to_builder(puzzle: &Puzzle, recipe: &Recipe, kinds: &mut Kinds) {
    let (board, mut solver) = (puzzle.board(), recipe.build(puzzle));
    let mut before = links(&*solver, board);
    for _ in 0..300 {
        let now = links(&*solver, board);
        hear(&*solver, (puzzle, recipe), kinds, |words| {
            check_building(puzzle, &*solver, (&before, &now), words)
        });
        solver.find_next();
        before = links(&*solver, board);
        if solver.step().is_none() {
            break;
        }
    }
}
