//! The words about methods that hold many answers at once: each claim is read and checked against the
//! answers before and after the step.

use std::collections::BTreeSet;

use knights_tour::board::{Board, Square};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{Candidate, Event, Recipe, Solver, Status};
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
        if solver.sketch().path != self.path {
            self.path = solver.sketch().path.to_vec();
            self.path_since = solver.tally().steps() - 1;
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
        if solver.last().is_none() {
            assert_eq!(words, "nothing has been tried yet");
            return vec!["nothing"];
        }
        let mut kinds = Vec::new();
        let (generation, size) = (solver.tally().steps() - 1, self.now.len());
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
        let found = solver.status() == Status::Found;
        assert_eq!(found, words.ends_with("is a tour") || words.ends_with(" came up"));
        assert_eq!(solver.status() == Status::GaveUp, words.ends_with("gives up"));
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
        if let Some(shown) = part.strip_prefix("the board shows the best ") {
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
                assert_eq!(solver.status(), Status::GaveUp);
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
        let attempt = grouped(solver.tally().work.restarts + 1);
        match solver.last() {
            None => {
                assert_eq!(words, "nothing has been tried yet");
                return vec!["nothing"];
            }
            Some(Event::Restart) => {
                assert_eq!(words, format!("attempt {attempt} begins with fresh pheromone"));
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
        assert_eq!(solver.status() == Status::Found, rest.contains("; the one from "));
        kinds
    }

    fn check_cycle_end(
        &self,
        solver: &dyn Solver,
        part: &str,
        complete: usize,
        answers: &[Vec<Vec<Square>>],
    ) -> &'static str {
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
                assert_eq!(solver.status(), Status::GaveUp);
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
        if solver.status() == Status::Found {
            solver.tours(&mut |tour| many.known.push(tour.to_vec()));
            solver.go_on();
            many.see_path(&*solver);
            if recipe.method.name == "genetic" {
                many.path_since = solver.tally().steps() - 1;
            }
            listen(&*solver, &many);
        }
    }
}
