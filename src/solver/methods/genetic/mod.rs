//! A genetic algorithm: a population of paths, written as moves, that are crossed and mutated.

mod gene_path;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use self::gene_path::{GenePath, Repair, gene_path};
use crate::board::Square;
use crate::puzzle::{Goal, Puzzle};
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
    sure_side: 8,
    looks_ahead: |_| false,
    is_random: |_| true,
    refuses,
    build,
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

const REPLACE: OneOf<Replace> = OneOf::new(
    OptionSpec {
        key: "replace",
        title: "Replace",
        help: "Which paths of a generation give way to those that are bred from it.",
        kind: Kind::Choice(&[
            OptionValue::new("all", "All", "All of them: every generation is bred anew."),
            OptionValue::new(
                "worst-quarter",
                "Worst quarter",
                "At most a quarter, the worst, and only where the new ones are better; the others stay.",
            ),
        ]),
        default: "all",
        ..OptionSpec::ACTIVE
    },
    &[Replace::All, Replace::WorstQuarter],
);

/// What gives way to the next generation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Replace {
    All,
    WorstQuarter,
}

const CROSSOVER: Decimal = Decimal(OptionSpec {
    key: "crossover",
    title: "Crossover rate",
    help: "How often two parents are crossed; otherwise each child is a copy of one of them.",
    kind: Kind::Decimal(Millionths(0), Millionths(1_000_000)),
    default: "0.9",
    ..OptionSpec::ACTIVE
});

const MUTATION: Decimal = Decimal(OptionSpec {
    key: "mutation",
    title: "Mutation rate",
    help: "How often each gene of a child is replaced by a random one.",
    kind: Kind::Decimal(Millionths(0), Millionths(1_000_000)),
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

/// A rate of 1, in millionths.
const ALWAYS: u64 = 1_000_000;

/// Generations with more genes than this take too long for a step.
const MAX_GENES: u64 = 500_000;

/// A list has at most this many candidates.
const MAX_LISTED: usize = 100;

fn refuses(puzzle: &Puzzle, options: &Options) -> Option<String> {
    if puzzle.repair().is_some() {
        return Some("cannot rearrange a path; it begins with random moves".to_owned());
    }
    let population = options.get(&POPULATION);
    if puzzle.board().squares_to_visit() as u64 > MAX_GENES / population {
        let most = grouped(MAX_GENES / population);
        let population = grouped(population);
        return Some(format!(
            "walks {population} paths at each step; with this population, use at most {most} squares"
        ));
    }
    None
}

fn build(state: SearchState, options: &Options) -> Box<dyn Solver> {
    Box::new(make(state, options))
}

fn make(state: SearchState, options: &Options) -> Genetic {
    let puzzle = Arc::clone(&state.puzzle);
    let board = puzzle.board();
    let size = options.get(&POPULATION) as usize;
    let len = board.squares_to_visit() - puzzle.given().len();
    let limit = options.get(&LIMIT);
    Genetic {
        gene_path: gene_path(&puzzle),
        repair: options.get(&REPAIR),
        crossover: options.get(&CROSSOVER).0,
        mutations: Arc::new(Mutations::new(options.get(&MUTATION).0, len)),
        len,
        children: match options.get(&REPLACE) {
            Replace::All => size,
            Replace::WorstQuarter => (size / 4).max(1),
        },
        now: Generation::new(size, len),
        before: Generation::new(size, len),
        origins: vec![Origin::default(); size],
        new: None,
        known: BTreeSet::new(),
        path_fitness: 0,
        path_generation: 0,
        left: limit,
        limit,
        chance: Generator::new(puzzle.seed()),
        state,
    }
}

/// How far it is from one mutation to the next, if each gene mutates at a rate. One number is drawn for
/// each mutation instead of one for each gene.
struct Mutations {
    /// For each number of genes, how likely it is that one of them mutates, in parts of 2⁶⁴.
    likely: Vec<u64>,
}

impl Mutations {
    /// At a rate in millionths, for this many genes.
    fn new(rate: u64, len: usize) -> Mutations {
        // How likely it is that none of them mutates, in parts of 2⁶⁴.
        let mut none: u128 = 1 << 64;
        let mut likely = Vec::with_capacity(len);
        for _ in 0..len {
            none = none * u128::from(ALWAYS - rate) / u128::from(ALWAYS);
            likely.push(u64::try_from((1 << 64) - none).unwrap_or(u64::MAX));
        }
        Mutations { likely }
    }

    /// How many genes come before the next one that mutates; at least as many as there are, if none does.
    fn gap(&self, chance: &mut Generator) -> usize {
        let drawn = chance.below(u64::MAX);
        self.likely.partition_point(|likely| *likely <= drawn)
    }
}

/// The individuals of a generation. Their memory is used again.
#[derive(Clone)]
struct Generation {
    /// The genes of one after the other, as places in [`MOVES`](crate::board::MOVES).
    genes: Vec<u8>,
    /// How many genes there are of each.
    len: usize,
    /// How many moves each can make.
    made: Vec<u32>,
    fitness: Vec<u32>,
    /// The fittest first; of those that are equally fit, the one that was bred first.
    order: Vec<u32>,
}

impl Generation {
    fn new(size: usize, len: usize) -> Generation {
        Generation {
            genes: vec![0; size * len],
            len,
            made: vec![0; size],
            fitness: vec![0; size],
            order: (0..size as u32).collect(),
        }
    }

    fn size(&self) -> usize {
        self.order.len()
    }

    /// The genes of the one that was bred at this place.
    fn genes(&self, place: usize) -> &[u8] {
        &self.genes[place * self.len..][..self.len]
    }

    fn genes_mut(&mut self, place: usize) -> &mut [u8] {
        &mut self.genes[place * self.len..][..self.len]
    }

    /// The moves of a path.
    fn moves(&self, place: usize) -> &[u8] {
        &self.genes(place)[..self.made[place] as usize]
    }

    /// The places, the fittest first.
    fn ranked(&self) -> impl Iterator<Item = usize> + '_ {
        self.order.iter().map(|place| *place as usize)
    }

    /// Which one is the fittest.
    fn best(&self) -> usize {
        self.order[0] as usize
    }

    fn total(&self) -> u64 {
        self.fitness.iter().map(|fitness| u64::from(*fitness)).sum()
    }

    /// The rank of one that is drawn with a chance in proportion to its fitness.
    fn draw(&self, total: u64, chance: &mut Generator) -> usize {
        if total == 0 {
            return chance.below(self.size() as u64) as usize;
        }
        let mut left = chance.below(total);
        let fitness = self.ranked().map(|place| u64::from(self.fitness[place]));
        for (rank, fitness) in fitness.enumerate() {
            if left < fitness {
                return rank;
            }
            left -= fitness;
        }
        self.size() - 1
    }

    fn rank(&mut self) {
        let fitness = &self.fitness;
        let key = |place: &u32| (u32::MAX - fitness[*place as usize], *place);
        self.order.sort_unstable_by_key(key);
    }
}

/// How an individual came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Origin {
    /// The ranks of its parents in the generation before, from 1. A copy has only one, the other is 0;
    /// what came about at random has none.
    parents: [u32; 2],
    /// How many genes come from the first parent, if there are two.
    cut: u32,
    /// How many genes were then drawn anew.
    mutated: u32,
}

#[derive(Clone)]
struct Genetic {
    state: SearchState,
    gene_path: Box<dyn GenePath>,
    repair: Repair,
    crossover: u64,
    mutations: Arc<Mutations>,
    /// How many genes an individual has.
    len: usize,
    /// How many are bred for a generation. If these are not all, they must be better than those that they
    /// replace.
    children: usize,
    now: Generation,
    before: Generation,
    /// How each individual came about.
    origins: Vec<Origin>,
    /// How many paths of this generation were not in the one before, if that is not here to count.
    new: Option<u64>,
    /// The genes of the tours that were found before another one was asked for.
    known: BTreeSet<Vec<u8>>,
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

    /// Whether a walk over all squares may miss the goal. A walk ends where it must, but not always beside
    /// the start.
    fn may_miss(&self) -> bool {
        match self.state.puzzle.goal() {
            Goal::Any | Goal::End(_) => false,
            Goal::Closed => true,
        }
    }

    /// The fitness of a tour: all its moves, and the closing one where it must be closed.
    fn most_fit(&self) -> u32 {
        let moves = self.state.puzzle.board().squares_to_visit() as u32 - 1;
        moves + u32::from(self.may_miss())
    }

    /// The path of these moves.
    fn squares(&self, moves: &[u8]) -> Vec<Square> {
        let board = self.state.puzzle.board();
        let mut path = self.state.puzzle.given().to_vec();
        let mut at = path[path.len() - 1];
        for slot in moves {
            // Only moves that were made on the board are asked for.
            at = board.moved(at, usize::from(*slot)).unwrap_or(at);
            path.push(at);
        }
        path
    }

    /// The fitness of genes of which the first this many can be made: these moves, those between the
    /// given squares, and the closing one.
    fn fitness(&self, genes: &[u8], made: usize) -> u32 {
        let moves = (self.state.puzzle.given().len() - 1 + made) as u32;
        let may_close = made == self.len && self.may_miss();
        moves + u32::from(may_close && self.state.puzzle.is_reached_by(&self.squares(genes)))
    }

    /// Begins with random genes.
    fn begin(&mut self) {
        self.now.genes.iter_mut().for_each(|gene| *gene = self.chance.below(8) as u8);
    }

    /// Breeds the next generation.
    fn breed(&mut self) {
        std::mem::swap(&mut self.now, &mut self.before);
        let (total, size) = (self.before.total(), self.children);
        for place in (0..size).step_by(2) {
            let parents = [(); 2].map(|()| self.before.draw(total, &mut self.chance));
            let crosses = self.chance.below(ALWAYS) < self.crossover && self.len > 1;
            let cut = if crosses { 1 + self.chance.below(self.len as u64 - 1) as usize } else { 0 };
            // Where there is room for one child only, the other is not born.
            for child in 0..2.min(size - place) {
                let other = if crosses { child } else { self.chance.below(2) as usize };
                let family = [parents[other], parents[1 - other]];
                self.bear(place + child, family, cut);
            }
        }
    }

    /// Makes a child at a place, from the genes of the first parent up to the cut and those of the
    /// second behind it; without a cut, from all genes of the first.
    fn bear(&mut self, place: usize, family: [usize; 2], cut: usize) {
        let [first, second] = family.map(|rank| self.before.order[rank] as usize);
        let genes = self.now.genes_mut(place);
        genes.copy_from_slice(self.before.genes(first));
        let mut origin = Origin { parents: [family[0] as u32 + 1, 0], ..Origin::default() };
        if cut > 0 {
            genes[cut..].copy_from_slice(&self.before.genes(second)[cut..]);
            (origin.parents[1], origin.cut) = (family[1] as u32 + 1, cut as u32);
        }
        let mut next = self.mutations.gap(&mut self.chance);
        while let Some(gene) = genes.get_mut(next) {
            *gene = self.chance.below(8) as u8;
            origin.mutated += 1;
            next = next.saturating_add(1 + self.mutations.gap(&mut self.chance));
        }
        self.origins[place] = origin;
    }

    /// Walks the first paths of this generation, as many as asked for, which repairs them.
    fn evaluate(&mut self, many: usize) {
        for place in 0..many {
            let made = self.gene_path.walk(self.now.genes_mut(place), self.repair);
            self.now.made[place] = made as u32;
            self.now.fitness[place] = self.fitness(self.now.genes(place), made);
        }
    }

    /// Fills a generation of which only some were bred with those that stay: all but the worst, and of the
    /// worst those that no child is better than. The best child is compared with the worst of them.
    fn keep_the_others(&mut self) {
        let (size, children) = (self.now.size(), self.children);
        if children == size {
            return;
        }
        for rank in 0..size - children {
            self.keep(children + rank, rank);
        }
        let mut places: Vec<usize> = (0..children).collect();
        places.sort_by_key(|place| u32::MAX - self.now.fitness[*place]);
        for (number, place) in places.into_iter().enumerate() {
            let rank = size - 1 - number;
            let worst = self.before.fitness[self.before.order[rank] as usize];
            if self.now.fitness[place] <= worst {
                self.keep(place, rank);
            }
        }
    }

    /// Takes one of the generation before over, by its rank.
    fn keep(&mut self, place: usize, rank: usize) {
        let from = self.before.order[rank] as usize;
        self.now.genes_mut(place).copy_from_slice(self.before.genes(from));
        self.now.made[place] = self.before.made[from];
        self.now.fitness[place] = self.before.fitness[from];
        self.origins[place] = Origin { parents: [rank as u32 + 1, 0], ..Origin::default() };
    }

    /// The different tours of this generation that were not known before, the first one bred first.
    fn new_tours(&self) -> Vec<&[u8]> {
        let fittest = self.now.ranked().take_while(|place| self.is_tour(*place));
        let mut tours: Vec<&[u8]> = Vec::new();
        for genes in fittest.map(|place| self.now.genes(place)) {
            if !tours.contains(&genes) && !self.is_known(genes) {
                tours.push(genes);
            }
        }
        tours
    }

    fn is_tour(&self, place: usize) -> bool {
        self.now.fitness[place] == self.most_fit()
    }

    fn is_known(&self, genes: &[u8]) -> bool {
        self.known.contains(genes)
    }

    /// The fittest of this generation besides the tours that are known already.
    fn best_unknown(&self) -> Option<usize> {
        let known = |place: &usize| self.is_tour(*place) && self.is_known(self.now.genes(*place));
        self.now.ranked().find(|place| !known(place))
    }

    /// Keeps the best path if it is better than the one before, and says how the search stands.
    fn follow(&mut self) -> Status {
        if let Some(best) = self.best_unknown() {
            let fitness = self.now.fitness[best];
            if fitness > self.path_fitness || self.state.path.is_empty() {
                self.state.path = self.squares(self.now.moves(best));
                (self.path_fitness, self.path_generation) = (fitness, self.generation());
            }
        }
        match self.left {
            _ if !self.new_tours().is_empty() => Status::Found,
            0 => Status::GaveUp,
            _ => Status::Searching,
        }
    }

    /// How many paths of this generation were not in the one before.
    fn news(&self) -> u64 {
        self.new.unwrap_or_else(|| {
            let old: BTreeSet<&[u8]> =
                self.before.ranked().map(|at| self.before.moves(at)).collect();
            let new = self.now.ranked().filter(|place| !old.contains(self.now.moves(*place)));
            new.count() as u64
        })
    }

    /// How the best path of this generation came about.
    fn descent(&self) -> Option<Descent> {
        let Origin { parents: [first, second], cut, mutated } = self.origins[self.now.best()];
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
        let evaluated = if self.state.last.is_none() {
            self.begin();
            self.evaluate(self.now.size());
            self.now.size()
        } else {
            self.breed();
            self.left -= 1;
            self.state.tally.work.count(&GENERATIONS, 1);
            self.evaluate(self.children);
            self.keep_the_others();
            self.children
        };
        self.new = None;
        self.now.rank();
        self.state.status = self.follow();
        self.state.tally.work.rewires += 1;
        self.state.tally.work.count(&EVALUATIONS, evaluated as u64);
        if self.state.status == Status::Found {
            self.state.tally.work.count(&TOURS, self.new_tours().len() as u64);
        }
        self.state.last = Some(Event::Rewire);
        self.state.last
    }

    fn quick_steps(&self) -> u64 {
        // A gene takes some twenty nanoseconds.
        (40_000 / (self.now.genes.len() as u64 + 100)).max(1)
    }

    fn find_next(&mut self) {
        if self.state.status != Status::Found {
            return;
        }
        let tours: Vec<Vec<u8>> = self.new_tours().into_iter().map(<[u8]>::to_vec).collect();
        self.known.extend(tours);
        self.left = self.limit;
        // What is left without the tours is the best now.
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
        let (size, begun) = (self.now.size(), self.state.last.is_some());
        let at = |rank: usize| f64::from(self.now.fitness[self.now.order[rank] as usize]);
        let mean = self.now.total() as f64 / size as f64;
        let values =
            [("Best fitness", at(0)), ("Mean fitness", mean), ("Worst fitness", at(size - 1))];
        let value = |value: f64| if begun { value } else { 0.0 };
        onto.extend(values.map(|(title, number)| Metric { title, value: value(number) }));
    }

    fn candidates(&self) -> Candidates {
        let listed = self.state.last.map_or(0, |_| self.now.size().min(MAX_LISTED));
        let candidate = |(rank, place): (u64, usize)| Candidate {
            name: grouped(rank),
            score: f64::from(self.now.fitness[place]),
            unit: "moves",
            path: self.squares(self.now.moves(place)),
            closed: self.state.puzzle.goal().needs_closing_move() && self.is_tour(place),
            piece: 0,
            strip: self.now.genes(place).to_vec(),
        };
        Candidates {
            title: "Population",
            all: self.state.last.map_or(0, |_| self.now.size()),
            list: (1..).zip(self.now.ranked()).take(listed).map(candidate).collect(),
        }
    }

    fn insight(&self) -> Insight {
        self.state.insight(|_| {
            let best = self.now.best();
            let is_known = self.is_tour(best) && self.is_known(self.now.genes(best));
            Insight::Generation(NewGeneration {
                number: self.generation(),
                size: self.now.size() as u64,
                new: self.news(),
                best: u64::from(self.now.fitness[best]),
                most: u64::from(self.most_fit()),
                origin: self.descent(),
                is_known,
                is_path_older: self.path_generation != self.generation(),
            })
        })
    }

    /// The individuals are saved in the order of their ranks.
    fn save(&self) -> Option<Saved> {
        let genes = self.now.ranked().flat_map(|place| self.now.genes(place).iter().copied());
        let genes: Vec<u8> = genes.collect();
        let new = if self.generation() == 0 { 0 } else { self.news() };
        let numbers = (self.path_fitness, self.path_generation, self.left, new);
        let own = (&self.chance, numbers, self.origins[self.now.best()], &self.known, genes);
        Saved::new(&self.state, &own)
    }

    fn load(&mut self, saved: Saved) -> Result<(), LoadError> {
        let (numbers, origin, new);
        let len = self.now.genes.len();
        (self.chance, numbers, origin, self.known, self.now.genes) = saved.open(&mut self.state)?;
        (self.path_fitness, self.path_generation, self.left, new) = numbers;
        let are_genes =
            |genes: &[u8], len: usize| genes.len() == len && genes.iter().all(|gene| *gene < 8);
        LoadError::unless(
            are_genes(&self.now.genes, len)
                && self.known.iter().all(|genes| are_genes(genes, self.len)),
        )?;
        if self.state.last.is_some() {
            self.evaluate(self.now.size());
            self.now.rank();
        }
        self.new = Some(new);
        let best = self.now.best();
        self.origins[best] = origin;
        Ok(())
    }

    fn bytes(&self) -> usize {
        let of = |generation: &Generation| generation.genes.len() + 12 * generation.size();
        let known: usize = self.known.iter().map(|genes| genes.len() + size_of::<Vec<u8>>()).sum();
        size_of_val(self)
            + self.gene_path.bytes()
            + of(&self.now)
            + of(&self.before)
            + size_of_val(&self.origins[..])
            + known
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

    /// In how many of this many runs from squares all over the board a tour is found, and after how many
    /// generations.
    fn found(side: u64, options: &str, runs: u64) -> (u64, f64) {
        let (mut found, mut generations) = (0, 0);
        for seed in 0..runs {
            let start = seed * 27 % (side * side);
            let puzzle =
                format!("{side}x{side} given={},{} seed={seed}", start / side, start % side);
            let mut solver = search(&puzzle, options);
            if solver.run(u64::MAX) == Status::Found {
                found += 1;
                generations += solver.generation();
            }
        }
        let mean = generations as f64 / found.max(1) as f64;
        println!("{side}x{side} {options}: {found} of {runs}, after {mean:.1} generations");
        (found, mean)
    }

    /// The shares that were measured before this was written, within a thousand generations.
    #[test]
    fn it_finds_tours_as_often_as_it_should() {
        let found =
            |side, options: &str, runs| found(side, &format!("{options},generations=1000"), runs);
        let (first, _) = found(8, "repair=first", 200);
        assert!((60..=100).contains(&first));
        let (first, _) = found(6, "repair=first", 200);
        assert!((110..=142).contains(&first));
        let (all, mean) = found(8, "repair=warnsdorff", 200);
        assert!(all == 200 && mean < 3.0);
        assert_eq!(found(6, "repair=warnsdorff", 200).0, 200);
        assert_eq!(found(8, "repair=none", 20).0, 0);
        if std::env::var_os("KNIGHTS_TOUR_LONG").is_some() {
            found(16, "repair=warnsdorff", 100);
            found(16, "repair=warnsdorff,population=200", 20);
        }
    }

    #[test]
    fn by_default_it_finds_tours_of_large_boards_from_the_corner() {
        for seed in 0..6 {
            let mut solver = search(&format!("16x16 given=0,0 seed={seed}"), "");
            assert_eq!(solver.run(u64::MAX), Status::Found, "{seed}");
        }
    }

    /// The others stay, and what is new is better than what it replaces.
    #[test]
    fn only_the_worst_quarter_is_replaced() {
        for (options, most) in [("repair=first", 12), ("repair=none,population=7", 1)] {
            let mut search =
                search("8x8 given=0,0 seed=1", &format!("{options},replace=worst-quarter"));
            let mut replaced = 0;
            search.step();
            for generation in 1..200 {
                if search.step().is_none() {
                    break;
                }
                let genes = |of: &Generation| {
                    let mut all: Vec<(u32, Vec<u8>)> = of
                        .ranked()
                        .map(|place| (of.fitness[place], of.genes(place).to_vec()))
                        .collect();
                    all.sort();
                    all
                };
                let (mut gone, mut new) = (genes(&search.before), genes(&search.now));
                let staying = gone[most..].to_vec();
                gone.retain(|one| match new.iter().position(|other| other == one) {
                    Some(place) => {
                        new.remove(place);
                        false
                    }
                    None => true,
                });
                assert!(gone.len() == new.len() && gone.len() <= most, "{generation}");
                assert!(gone.iter().zip(&new).all(|(gone, new)| gone.0 < new.0), "{generation}");
                assert!(gone.iter().all(|gone| gone.0 <= staying[0].0), "{generation}");
                replaced += gone.len();
                let evaluated = search.state.tally.work.counters.get(&EVALUATIONS);
                let size = search.now.size() as u64;
                assert_eq!(evaluated, size + generation * most as u64);
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
    }

    /// The closing move counts where it is asked for, and the moves between given squares always do.
    #[test]
    fn fitness_counts_every_move() {
        let tour: Puzzle = "6x6 given=0,0 goal=closed".parse().unwrap();
        let mut solver = "restarting".parse::<MethodConfig>().unwrap().build(&tour);
        assert_eq!(solver.run(u64::MAX), Status::Found);
        let (board, path) = (tour.board(), &solver.state().path[..]);
        let moves = path.windows(2).map(|pair| board.move_between(pair[0], pair[1]).unwrap() as u8);
        let moves: Vec<u8> = moves.collect();
        let given: Vec<String> = path[..4].iter().map(|at| board.coordinates(*at)).collect();
        for (goal, most) in [("any", 35), ("closed", 36)] {
            for (squares, known) in [(1, 0), (4, 3)] {
                let given = given[..squares].join(";");
                let mut search = search(&format!("6x6 given={given} goal={goal}"), "repair=none");
                let mut genes = moves[known..].to_vec();
                let made = search.gene_path.walk(&mut genes, Repair::None);
                assert_eq!(made, 35 - known);
                assert_eq!((search.fitness(&genes, made), search.most_fit()), (most, most));
                assert_eq!(search.fitness(&genes, made - 1), 34);
            }
        }
    }

    /// A list that would enter the end too early stops there; as its last square it is entered.
    #[test]
    fn the_end_comes_last() {
        let mut search = search("3x4 given=0,0 goal=end:2,1", "repair=none");
        assert_eq!(search.gene_path.walk(&mut [0; 11], Repair::None), 0, "b1 is the end");
        let mut solver = search;
        solver.repair = Repair::Warnsdorff;
        solver.run(200);
        for candidate in solver.candidates().list {
            let end = candidate.path.iter().position(|at| *at == Square::at(9));
            assert!(end.is_none_or(|place| place == 11), "{candidate:?}");
        }
    }

    /// Without repair a child is made of its parents' genes and nothing else.
    #[test]
    fn children_have_the_genes_of_their_parents() {
        for options in ["repair=none,mutation=0,population=7", "repair=none,mutation=0,crossover=0"]
        {
            let mut search = search("5x5 given=0,0 seed=3", options);
            let (mut crossed, mut copied) = (0, 0);
            for _ in 0..30 {
                search.step();
                let parent = |rank: u32| {
                    search.before.genes(search.before.order[rank as usize - 1] as usize)
                };
                for (place, origin) in search.origins.iter().enumerate() {
                    let genes = search.now.genes(place);
                    match *origin {
                        Origin { parents: [0, 0], .. } => assert_eq!(search.generation(), 0),
                        Origin { parents: [of, 0], cut: 0, mutated: 0 } => {
                            assert_eq!(genes, parent(of));
                            copied += 1;
                        }
                        Origin { parents: [first, second], cut, mutated: 0 } => {
                            let cut = cut as usize;
                            assert!((1..24).contains(&cut));
                            assert_eq!(genes[..cut], parent(first)[..cut]);
                            assert_eq!(genes[cut..], parent(second)[cut..]);
                            crossed += 1;
                        }
                        other => panic!("{other:?}"),
                    }
                }
            }
            let never = options.contains("crossover=0");
            assert_eq!(crossed == 0, never);
            let all = crossed + copied;
            assert!(never || (0.06..0.14).contains(&(f64::from(copied) / f64::from(all))));
        }
    }

    #[test]
    fn genes_mutate_as_often_as_they_should() {
        for (rate, least, most) in [("0.005", 0.0045, 0.0055), ("0", 0.0, 0.0), ("1", 1.0, 1.0)] {
            let mut search = search("8x8", &format!("repair=none,mutation={rate}"));
            let (mut mutated, mut all) = (0, 0);
            for _ in 0..100 {
                search.step();
                if search.generation() > 0 {
                    mutated += search.origins.iter().map(|origin| origin.mutated).sum::<u32>();
                    all += 50 * 63;
                }
            }
            let share = f64::from(mutated) / f64::from(all);
            assert!((least..=most).contains(&share), "{rate}: {share}");
        }
    }

    #[test]
    fn parents_are_drawn_in_proportion_to_their_fitness() {
        let mut generation = Generation::new(4, 0);
        generation.fitness = vec![10, 0, 30, 60];
        generation.rank();
        assert_eq!(generation.order, [3, 2, 0, 1]);
        let (mut chance, mut drawn) = (Generator::new(1), [0; 4]);
        for _ in 0..10_000 {
            drawn[generation.draw(100, &mut chance)] += 1;
        }
        for (drawn, expected) in drawn.into_iter().zip([6_000, 3_000, 1_000, 0]) {
            assert!(i32::abs(drawn - expected) < 150, "{drawn} of {expected}");
        }
        generation.fitness.fill(0);
        assert!((0..100).map(|_| generation.draw(0, &mut chance)).any(|rank| rank == 3));
    }

    /// Several tours in one generation are one step, and each is counted once.
    #[test]
    fn every_tour_is_counted_once() {
        let mut solver = search("6x6 given=0,0 seed=2", "");
        let (mut tours, mut most) = (BTreeSet::new(), 0);
        for _ in 0..200 {
            if solver.step().is_none() {
                let mut several = 0;
                solver.tours(&mut |tour| {
                    assert!(tours.insert(tour.to_vec()), "a tour came up twice");
                    several += 1;
                });
                most = most.max(several);
                solver.find_next();
            }
            assert_eq!(
                solver.state.tally.work.counters.get(&TOURS),
                tours.len() as u64 + {
                    let found = solver.state.status == Status::Found;
                    if found { solver.new_tours().len() as u64 } else { 0 }
                }
            );
        }
        assert!(tours.len() > 100 && most > 1, "{} {most}", tours.len());
    }

    #[test]
    fn it_refuses_what_it_cannot_hold() {
        let refusal = |puzzle: &str, options: &str| {
            let config: MethodConfig = format!("genetic:{options}").parse().unwrap();
            config.refusal(&puzzle.parse().unwrap())
        };
        assert_eq!(refusal("100x100", ""), None);
        assert!(refusal("101x100", "").unwrap().contains("use at most 10,000 squares"));
        assert!(refusal("30x30", "population=1000").unwrap().contains("at most 500 squares"));
        assert!(refusal("8x8 repair=0,0;1,2", "").unwrap().contains("cannot rearrange a path"));
    }
}
