//! A genetic algorithm: a population of paths, written as moves, that are crossed and mutated.

mod gene_path;

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use self::gene_path::{GenePath, Repair, gene_path};
use crate::board::Square;
use crate::puzzle::Puzzle;
use crate::solver::method::{Method, StepKind};
use crate::solver::option::{
    Decimal, Kind, Millionths, OneOf, OptionSpec, OptionValue, Options, Whole,
};
use crate::solver::overlay::{Candidate, Candidates, Metric};
use crate::solver::search::ranking::Generator;
use crate::solver::work::Counter;
use crate::solver::{
    Descent, Event, Insight, LoadError, NewGeneration, Saved, SearchState, Solver, Status,
};
use crate::text::grouped;

pub(crate) const METHOD: Method = Method {
    name: "genetic",
    title: "Genetic algorithm",
    summary: "Breeds paths: the longer ones are crossed with each other and changed at random, \
              generation after generation, until one of them is a tour.",
    about: "A path is written as a list of moves, its genes, and its fitness is the number of moves \
            that can be made before the first one that leads off the board or to a visited square. \
            A population of such lists begins at random. Each generation is bred from the one before: fitter \
            paths become parents more often, two parents exchange the rest of their genes at a random \
            place, and now and then a gene changes by chance. On its own this never finds a tour: a \
            path that fits in one half is of no use to another. What makes it work is repair: a move \
            that cannot be made is replaced by one that can. If the replacement follows Warnsdorff's \
            rule, it is that rule which solves the board, mostly within a generation or two. Giving up \
            proves nothing.",
    credit: "V. S. Gordon and T. J. Slocum, The knight's tour: evolutionary vs. depth-first search, \
             2004; J. Al-Gharaibeh, Z. Qawagneh and H. Al-Zahawi, Genetic algorithms with heuristic, \
             knight's tour problem, 2007",
    options: &[&REPAIR.spec, &POPULATION.0, &REPLACE.spec, &CROSSOVER.0, &MUTATION.0, &LIMIT.0],
    counters: &[GENERATIONS, EVALUATIONS, TOURS],
    steps: &[StepKind::Rewire],
    enumerates: false,
    looks_ahead: |_| false,
    is_random: |_| true,
    refuses,
    build: |state, options| Box::new(make(state, options)),
};

const GENERATIONS: Counter = Counter {
    key: "generations",
    title: "Generations",
    help: "How many generations were bred; the random one at the beginning is number 0.",
};

const EVALUATIONS: Counter = Counter {
    key: "evaluations",
    title: "Evaluations",
    help: "How many lists of genes were walked on the board.",
};

const TOURS: Counter = Counter {
    key: "tours",
    title: "Different tours",
    help: "How many different tours came up; one generation can bring several.",
};

const REPAIR: OneOf<Repair> = OneOf::new(
    OptionSpec {
        key: "repair",
        title: "Repair",
        help: "What happens to a gene whose move cannot be made.",
        kind: Kind::Choice(REPAIRS),
        default: "warnsdorff",
        ..OptionSpec::ACTIVE
    },
    &[Repair::None, Repair::First, Repair::Warnsdorff],
);

/// The ways to repair a gene: the values of the option `repair`.
pub const REPAIRS: &[OptionValue] = &[
    OptionValue::new("none", "None", "The path ends there. This never finds a tour."),
    OptionValue::new(
        "first",
        "First move that fits",
        "It is replaced by the first of the eight moves that can be made.",
    ),
    OptionValue::new(
        "warnsdorff",
        "Fewest onward moves",
        "It is replaced by the move to the square with the fewest onward moves, as in \
         Warnsdorff's rule.",
    ),
];

const POPULATION: Whole = Whole(OptionSpec {
    key: "population",
    title: "Population",
    help: "How many paths there are in a generation.",
    kind: Kind::Whole(2, 1_000),
    default: "50",
    ..OptionSpec::ACTIVE
});

/// Whether only the worst give way.
const REPLACE: OneOf<bool> = OneOf::new(
    OptionSpec {
        key: "replace",
        title: "Replace",
        help: "Which paths of a generation give way to those that are bred from it.",
        kind: Kind::Choice(&[
            OptionValue::new("all", "All", "All of them: each generation is bred from scratch."),
            OptionValue::new(
                "worst-quarter",
                "Worst quarter",
                "At most a quarter, the worst, and only where the new ones are better; the others stay.",
            ),
        ]),
        default: "all",
        ..OptionSpec::ACTIVE
    },
    &[false, true],
);

const CROSSOVER: Decimal = Decimal(OptionSpec {
    key: "crossover",
    title: "Crossover rate",
    help: "How often two parents are crossed; otherwise each child is a copy of one of them.",
    kind: Kind::Decimal(Millionths(0), Millionths::ONE),
    default: "0.9",
    ..OptionSpec::ACTIVE
});

const MUTATION: Decimal = Decimal(OptionSpec {
    key: "mutation",
    title: "Mutation rate",
    help: "How often each gene of a child is replaced by a random one.",
    kind: Kind::Decimal(Millionths(0), Millionths::ONE),
    default: "0.005",
    ..OptionSpec::ACTIVE
});

const LIMIT: Whole = Whole(OptionSpec {
    key: "generations",
    title: "Generations",
    help: "How many generations are bred before it gives up.",
    kind: Kind::Whole(1, 1_000_000),
    // With 1,000, most runs on 16×16 give up; with these, none of twenty did.
    default: "10000",
    ..OptionSpec::ACTIVE
});

/// Generations with more genes than this take too long for a step.
const MAX_GENES: u64 = 500_000;

const MAX_CANDIDATES: usize = 100;

fn refuses(puzzle: &Puzzle, options: &Options) -> Option<String> {
    if puzzle.repair().is_some() {
        return Some("cannot rearrange a path; it begins with random moves".to_owned());
    }
    let population = options.get(&POPULATION);
    let most = MAX_GENES / population;
    (puzzle.board().squares_to_visit() as u64 > most).then(|| {
        let (population, most) = (grouped(population), grouped(most));
        format!(
            "walks {population} paths at each step; with this population, use at most {most} squares"
        )
    })
}

fn make(state: SearchState, options: &Options) -> Genetic {
    let puzzle = Arc::clone(&state.puzzle);
    let size = options.get(&POPULATION) as usize;
    let len = puzzle.board().squares_to_visit() - puzzle.given().len();
    let individual = Individual { genes: vec![0; len], ..Individual::default() };
    let limit = options.get(&LIMIT);
    Genetic {
        gene_path: gene_path(&puzzle),
        repair: options.get(&REPAIR),
        crossover: options.get(&CROSSOVER).0,
        mutation_odds: mutation_odds(options.get(&MUTATION).0, len),
        len,
        children: if options.get(&REPLACE) { (size / 4).max(1) } else { size },
        now: vec![individual.clone(); size],
        previous: vec![individual; size],
        loaded_new: None,
        earlier_tours: BTreeSet::new(),
        path_fitness: 0,
        path_generation: 0,
        left: limit,
        limit,
        chance: Generator::new(puzzle.seed()),
        state,
    }
}

/// For each number of genes, how likely it is that one of them mutates, in parts of 2⁶⁴, at a rate in
/// millionths.
fn mutation_odds(rate: u64, len: usize) -> Arc<[u64]> {
    let mut none: u128 = 1 << 64;
    let odds = (0..len).map(|_| {
        none = none * u128::from(Millionths::ONE.0 - rate) / u128::from(Millionths::ONE.0);
        u64::try_from((1 << 64) - none).unwrap_or(u64::MAX)
    });
    odds.collect()
}

/// One of the paths of a generation.
#[derive(Clone, Default)]
struct Individual {
    /// Places in [`MOVES`](crate::board::MOVES).
    genes: Vec<u8>,
    /// How many moves it can make before the first that leads off the board or to a visited square.
    made: usize,
    fitness: u32,
    parentage: Parentage,
}

impl Individual {
    fn moves(&self) -> &[u8] {
        &self.genes[..self.made]
    }
}

/// How an individual came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Parentage {
    /// The ranks of its parents in the previous generation, from 1. A copy has only one, the other is 0;
    /// a random individual has none.
    parents: [u32; 2],
    /// How many genes come from the first parent, if there are two.
    cut: u32,
    mutated: u32,
}

fn total_fitness(generation: &[Individual]) -> u64 {
    generation.iter().map(|one| u64::from(one.fitness)).sum()
}

/// The rank of an individual that is drawn with a chance in proportion to its fitness.
fn draw(generation: &[Individual], total: u64, chance: &mut Generator) -> usize {
    if total == 0 {
        return chance.below(generation.len() as u64) as usize;
    }
    let mut left = chance.below(total);
    for (rank, one) in generation.iter().enumerate() {
        match left.checked_sub(u64::from(one.fitness)) {
            Some(rest) => left = rest,
            None => return rank,
        }
    }
    generation.len() - 1
}

/// Puts the fittest first; of the equally fit, the one that was bred first.
fn rank(generation: &mut [Individual]) {
    generation.sort_by_key(|one| Reverse(one.fitness));
}

#[derive(Clone)]
struct Genetic {
    state: SearchState,
    gene_path: Box<dyn GenePath>,
    repair: Repair,
    /// How often two parents are crossed, in millionths.
    crossover: u64,
    mutation_odds: Arc<[u64]>,
    /// How many genes an individual has.
    len: usize,
    /// How many are bred for a generation. If these are not all, they must be better than those that they
    /// replace.
    children: usize,
    /// Ranked between steps. Its memory is used again for the next generation but one.
    now: Vec<Individual>,
    previous: Vec<Individual>,
    /// How many paths of this generation are not in the previous one, if it was read from a file, which does
    /// not store the previous one.
    loaded_new: Option<u64>,
    /// The genes of the tours that were found before another one was asked for.
    earlier_tours: BTreeSet<Vec<u8>>,
    path_fitness: u32,
    path_generation: u64,
    /// How many generations may still be bred.
    left: u64,
    limit: u64,
    chance: Generator,
}

impl Genetic {
    /// The number of this generation; the random one at the beginning is 0.
    fn generation(&self) -> u64 {
        self.state.tally.work.counters.get(&GENERATIONS)
    }

    /// The fitness of a tour: all its moves, and the closing one where it must be closed.
    fn tour_fitness(&self) -> u32 {
        let puzzle = &self.state.puzzle;
        let moves = puzzle.board().squares_to_visit() as u32 - 1;
        moves + u32::from(puzzle.goal().needs_closing_move())
    }

    /// The path of moves that can be made.
    fn squares(&self, moves: &[u8]) -> Vec<Square> {
        let board = self.state.puzzle.board();
        let mut path = self.state.puzzle.given().to_vec();
        let mut at = path[path.len() - 1];
        for slot in moves {
            at = board.moved(at, usize::from(*slot)).unwrap_or(at);
            path.push(at);
        }
        path
    }

    /// The fitness of genes whose first `made` moves can be made: the number of these moves, of those between
    /// the given squares, and of the closing one.
    fn fitness(&self, genes: &[u8], made: usize) -> u32 {
        let puzzle = &self.state.puzzle;
        let may_close = made == self.len && puzzle.goal().needs_closing_move();
        let closes = may_close && puzzle.is_reached_by(&self.squares(genes));
        (puzzle.given().len() - 1 + made) as u32 + u32::from(closes)
    }

    /// Breeds the first individuals of the next generation.
    fn breed(&mut self) {
        std::mem::swap(&mut self.now, &mut self.previous);
        let (total, children) = (total_fitness(&self.previous), self.children);
        for place in (0..children).step_by(2) {
            let parents = [(); 2].map(|()| draw(&self.previous, total, &mut self.chance));
            let crosses = self.chance.below(Millionths::ONE.0) < self.crossover && self.len > 1;
            let cut = if crosses { 1 + self.chance.below(self.len as u64 - 1) as usize } else { 0 };
            for child in 0..2.min(children - place) {
                let first = if crosses { child } else { self.chance.below(2) as usize };
                self.breed_child(place + child, [parents[first], parents[1 - first]], cut);
            }
        }
    }

    /// Makes a child at a place, from the genes of the first parent up to the cut and those of the
    /// second behind it; without a cut, from all genes of the first.
    fn breed_child(&mut self, place: usize, parents: [usize; 2], cut: usize) {
        let [first, second] = parents.map(|rank| &self.previous[rank].genes);
        let Individual { genes, parentage, .. } = &mut self.now[place];
        genes.copy_from_slice(first);
        *parentage = Parentage { parents: [parents[0] as u32 + 1, 0], ..Parentage::default() };
        if cut > 0 {
            genes[cut..].copy_from_slice(&second[cut..]);
            (parentage.parents[1], parentage.cut) = (parents[1] as u32 + 1, cut as u32);
        }
        // One number is drawn for each mutation instead of one for each gene.
        let odds = &self.mutation_odds;
        let gap = |chance: &mut Generator| {
            let drawn = chance.below(u64::MAX);
            odds.partition_point(|odds| *odds <= drawn)
        };
        let mut next = gap(&mut self.chance);
        while let Some(gene) = genes.get_mut(next) {
            *gene = self.chance.below(8) as u8;
            parentage.mutated += 1;
            next = next.saturating_add(1 + gap(&mut self.chance));
        }
    }

    /// Walks the first paths of this generation, which repairs them.
    fn evaluate(&mut self, number: usize) {
        for place in 0..number {
            let made = self.gene_path.walk(&mut self.now[place].genes, self.repair);
            let fitness = self.fitness(&self.now[place].genes, made);
            let one = &mut self.now[place];
            (one.made, one.fitness) = (made, fitness);
        }
    }

    /// Completes a generation of which only some were bred. The best of the previous one stay, and the others
    /// give way only to fitter children; the best child is compared with the worst of them.
    fn keep_better(&mut self, children: usize) {
        let size = self.now.len();
        if children == size {
            return;
        }
        for rank in 0..size - children {
            self.keep(children + rank, rank);
        }
        let mut places: Vec<usize> = (0..children).collect();
        places.sort_by_key(|place| Reverse(self.now[*place].fitness));
        for (place, rank) in places.into_iter().zip((0..size).rev()) {
            if self.now[place].fitness <= self.previous[rank].fitness {
                self.keep(place, rank);
            }
        }
    }

    /// Copies an individual of the previous generation, by its rank.
    fn keep(&mut self, place: usize, rank: usize) {
        let parentage = Parentage { parents: [rank as u32 + 1, 0], ..Parentage::default() };
        self.now[place] = Individual { parentage, ..self.previous[rank].clone() };
    }

    /// The different tours of this generation that were not found before, the first one bred first.
    fn new_tours(&self) -> Vec<&[u8]> {
        let mut tours: Vec<&[u8]> = Vec::new();
        for one in self.now.iter().take_while(|one| self.is_tour(one)) {
            if !tours.contains(&&one.genes[..]) && !self.is_earlier_tour(one) {
                tours.push(&one.genes);
            }
        }
        tours
    }

    fn is_tour(&self, one: &Individual) -> bool {
        one.fitness == self.tour_fitness()
    }

    fn is_earlier_tour(&self, one: &Individual) -> bool {
        self.is_tour(one) && self.earlier_tours.contains(&one.genes)
    }

    /// Shows the best path that was not found before, if it is better than the one shown, and returns the new
    /// status.
    fn follow(&mut self) -> Status {
        if let Some(best) = self.now.iter().find(|one| !self.is_earlier_tour(one))
            && (best.fitness > self.path_fitness || self.state.path.is_empty())
        {
            self.path_fitness = best.fitness;
            self.state.path = self.squares(best.moves());
            self.path_generation = self.generation();
        }
        match self.left {
            _ if !self.new_tours().is_empty() => Status::Found,
            0 => Status::GaveUp,
            _ => Status::Searching,
        }
    }

    /// How many paths of this generation are not in the previous one.
    fn count_new(&self) -> u64 {
        self.loaded_new.unwrap_or_else(|| {
            let old: BTreeSet<&[u8]> = self.previous.iter().map(Individual::moves).collect();
            self.now.iter().filter(|one| !old.contains(one.moves())).count() as u64
        })
    }

    /// How the best path of this generation came about.
    fn descent(&self) -> Option<Descent> {
        let Parentage { parents: [first, second], cut, mutated } = self.now[0].parentage;
        // Crossed with itself, it stays the same.
        let is_crossed = second != 0 && first != second;
        let [parent, other, cut, mutated] = [first, second, cut, mutated].map(u64::from);
        let crossed = is_crossed.then_some((other, cut));
        (self.generation() > 0).then_some(Descent { parent, crossed, mutated })
    }
}

impl Solver for Genetic {
    fn step(&mut self) -> Option<Event> {
        if self.state.status != Status::Searching {
            return None;
        }
        let number = if self.state.last.is_none() {
            let genes = self.now.iter_mut().flat_map(|one| &mut one.genes);
            genes.for_each(|gene| *gene = self.chance.below(8) as u8);
            self.now.len()
        } else {
            self.breed();
            self.left -= 1;
            self.state.tally.work.count(&GENERATIONS, 1);
            self.children
        };
        self.evaluate(number);
        self.keep_better(number);
        rank(&mut self.now);
        self.loaded_new = None;
        self.state.status = self.follow();
        let tours = self.new_tours().len() as u64;
        let work = &mut self.state.tally.work;
        work.rewires += 1;
        work.count(&EVALUATIONS, number as u64);
        work.count(&TOURS, tours);
        self.state.took(Event::Rewire)
    }

    fn quick_steps(&self) -> u64 {
        // A gene takes some twenty nanoseconds.
        (40_000 / ((self.now.len() * self.len) as u64 + 100)).max(1)
    }

    fn find_next(&mut self) {
        if self.state.status != Status::Found {
            return;
        }
        let tours: Vec<Vec<u8>> = self.new_tours().into_iter().map(<[u8]>::to_vec).collect();
        self.earlier_tours.extend(tours);
        self.left = self.limit;
        // The best path that is not one of these tours is shown.
        self.state.path = self.state.puzzle.given().to_vec();
        (self.path_fitness, self.path_generation) = (self.fitness(&[], 0), self.generation());
        self.state.status = self.follow();
    }

    fn state(&self) -> &SearchState {
        &self.state
    }

    fn tours(&self, each: &mut dyn FnMut(&[Square])) {
        if self.state.status == Status::Found {
            self.new_tours().into_iter().for_each(|genes| each(&self.squares(genes)));
        }
    }

    fn metrics(&self, onto: &mut Vec<Metric>) {
        let fitness = |rank: usize| f64::from(self.now[rank].fitness);
        let size = self.now.len();
        let mean = total_fitness(&self.now) as f64 / size as f64;
        let values = [
            ("Best fitness", fitness(0)),
            ("Mean fitness", mean),
            ("Worst fitness", fitness(size - 1)),
        ];
        onto.extend(values.map(|(title, value)| Metric { title, value }));
    }

    fn candidates(&self) -> Candidates {
        let candidate = |(rank, one): (u64, &Individual)| Candidate {
            name: grouped(rank),
            score: f64::from(one.fitness),
            unit: "moves",
            path: self.squares(one.moves()),
            closed: self.state.puzzle.goal().needs_closing_move() && self.is_tour(one),
            piece: 0,
            strip: one.genes.clone(),
        };
        let all = if self.state.last.is_some() { self.now.len() } else { 0 };
        let listed = (1..).zip(&self.now).take(all.min(MAX_CANDIDATES));
        Candidates { title: "Population", all, list: listed.map(candidate).collect() }
    }

    fn insight(&self) -> Insight {
        self.state.insight(|_| {
            Insight::Generation(NewGeneration {
                number: self.generation(),
                size: self.now.len() as u64,
                new: self.count_new(),
                best: u64::from(self.now[0].fitness),
                most: u64::from(self.tour_fitness()),
                origin: self.descent(),
                is_known: self.is_earlier_tour(&self.now[0]),
                is_path_older: self.path_generation != self.generation(),
            })
        })
    }

    fn save(&self) -> Option<Saved> {
        let genes: Vec<u8> = self.now.iter().flat_map(|one| &one.genes).copied().collect();
        let new = if self.generation() == 0 { 0 } else { self.count_new() };
        let numbers = (self.path_fitness, self.path_generation, self.left, new);
        let own = (&self.chance, numbers, self.now[0].parentage, &self.earlier_tours, genes);
        Saved::new(&self.state, &own)
    }

    fn load(&mut self, saved: Saved) -> Result<(), LoadError> {
        let (genes, numbers, parentage, new): (Vec<u8>, _, _, _);
        (self.chance, numbers, parentage, self.earlier_tours, genes) =
            saved.open(&mut self.state)?;
        (self.path_fitness, self.path_generation, self.left, new) = numbers;
        let fit =
            |genes: &[u8], len: usize| genes.len() == len && genes.iter().all(|gene| *gene < 8);
        LoadError::unless(
            fit(&genes, self.len * self.now.len())
                && self.earlier_tours.iter().all(|tour| fit(tour, self.len)),
        )?;
        for (place, one) in self.now.iter_mut().enumerate() {
            one.genes.copy_from_slice(&genes[place * self.len..][..self.len]);
        }
        if self.state.last.is_some() {
            self.evaluate(self.now.len());
            rank(&mut self.now);
        }
        self.loaded_new = Some(new);
        self.now[0].parentage = parentage;
        Ok(())
    }

    fn bytes(&self) -> usize {
        let individual = size_of::<Individual>() + self.len;
        let tours = self.earlier_tours.len() * (size_of::<Vec<u8>>() + self.len);
        size_of_val(self)
            + self.gene_path.bytes()
            + (self.now.len() + self.previous.len()) * individual
            + tours
            + size_of_val(&self.state.path[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::MethodConfig;

    fn search(puzzle: &str, options: &str) -> Genetic {
        let config: MethodConfig = format!("genetic:{options}").parse().unwrap();
        make(SearchState::new(&METHOD, &puzzle.parse().unwrap()), &config.options)
    }

    #[test]
    fn repair_decides_whether_it_finds_tours() {
        for seed in 0..6 {
            let run = |board: &str, options: &str| {
                search(&format!("{board} given=0,0 seed={seed}"), options).run(u64::MAX)
            };
            assert_eq!(run("16x16", ""), Status::Found, "{seed}");
            assert_eq!(run("8x8", "repair=none,generations=1000"), Status::GaveUp, "{seed}");
        }
    }

    /// The others stay, and what is new is better than what it replaces.
    #[test]
    fn only_the_worst_quarter_is_replaced() {
        for (options, most) in [("repair=first", 12), ("repair=none,population=7", 1)] {
            let options = format!("{options},replace=worst-quarter");
            let mut search = search("8x8 given=0,0 seed=1", &options);
            let mut replaced = 0;
            search.step();
            for generation in 1..200 {
                if search.step().is_none() {
                    break;
                }
                let (now, previous) = (&search.now, &search.previous);
                let stays = |old: &Individual| now.iter().any(|one| one.genes == old.genes);
                assert!(previous[..previous.len() - most].iter().all(stays), "{generation}");
                let mut pairs = now.iter().zip(previous);
                assert!(pairs.all(|(new, old)| new.fitness >= old.fitness), "{generation}");
                replaced += previous.iter().filter(|old| !stays(old)).count();
            }
            assert!(replaced > 3, "{options}: {replaced}");
        }
    }

    /// Worked out by hand on 3×4 from the top left corner: a3 b1 c3, and there the third move leads
    /// back to b1.
    #[test]
    fn genes_are_walked_and_repaired() {
        let genes = [1, 4, 8, 5, 3, 8, 2, 2, 1, 1, 1];
        for (repair, after, fitness, path) in [
            ("none", genes, 2, "a3 b1 c3"),
            ("first", [1, 4, 1, 6, 3, 8, 5, 2, 1, 1, 1], 8, "a3 b1 c3 d1 b2 d3 c1 b3 d2"),
            ("warnsdorff", [1, 4, 1, 6, 3, 8, 6, 2, 1, 1, 1], 7, "a3 b1 c3 d1 b2 d3 c1 a2"),
        ] {
            let mut search = search("3x4 given=0,0", &format!("repair={repair}"));
            let mut walked = genes.map(|gene: u8| gene - 1);
            let made = search.gene_path.walk(&mut walked, search.repair);
            assert_eq!(walked.map(|gene| gene + 1), after, "{repair}");
            assert_eq!(search.fitness(&walked, made), fitness, "{repair}");
            let board = search.state.puzzle.board();
            let names: Vec<String> =
                search.squares(&walked[..made]).into_iter().map(|at| board.name(at)).collect();
            assert_eq!(names.join(" "), path, "{repair}");
        }
        // A walk that would enter the end too early stops: b1 is the end.
        let mut search = search("3x4 given=0,0 goal=end:2,1", "repair=none");
        assert_eq!(search.gene_path.walk(&mut [0; 11], Repair::None), 0);
    }

    #[test]
    fn genes_mutate_as_often_as_they_should() {
        for (rate, least, most) in [("0.005", 0.0045, 0.0055), ("0", 0.0, 0.0), ("1", 1.0, 1.0)] {
            let mut search = search("8x8", &format!("repair=none,mutation={rate}"));
            let mut mutated = 0;
            search.step();
            for _ in 0..100 {
                search.step();
                mutated += search.now.iter().map(|one| one.parentage.mutated).sum::<u32>();
            }
            let share = f64::from(mutated) / f64::from(100 * 50 * 63);
            assert!((least..=most).contains(&share), "{rate}: {share}");
        }
    }

    #[test]
    fn parents_are_drawn_in_proportion_to_their_fitness() {
        let individual = |fitness| Individual { fitness, ..Individual::default() };
        let mut generation = [10, 0, 30, 60].map(individual);
        rank(&mut generation);
        let (mut chance, mut drawn) = (Generator::new(1), [0; 4]);
        for _ in 0..10_000 {
            drawn[draw(&generation, 100, &mut chance)] += 1;
        }
        for (drawn, expected) in drawn.into_iter().zip([6_000, 3_000, 1_000, 0]) {
            assert!(i32::abs(drawn - expected) < 150, "{drawn} of {expected}");
        }
        assert!((0..100).map(|_| draw(&generation, 0, &mut chance)).any(|rank| rank == 3));
    }
}
