//! What kind of tour it is: every trait against its plain definition, and known numbers.

use std::collections::BTreeSet;

use knights_tour::board::{Board, MOVES, Square, Symmetry};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{Generator, MethodConfig, Status};
use knights_tour::tour::{Likeness, LineSymmetry, Tour, Traits};
use proptest::prelude::*;

use crate::laws::all_tours;
use crate::random::{checked, holed, solved};

/// Boards of several kinds that have tours, as puzzles without a seed.
const PUZZLES: [&str; 12] = [
    "3x4 given=0,0",
    "3x10 goal=closed given=0,0",
    "5x5 given=2,2",
    "5x6 goal=closed given=0,0",
    "6x6 goal=closed given=0,0",
    "6x7 given=3,3",
    "8x8 given=0,0",
    "8x8 goal=closed given=0,0",
    "12x9 given=0,0",
    "5x5 wrap given=0,0",
    "1x7 wrap given=0,0",
    "6x6 holes=0,0;0,5 given=0,1",
];

fn tour_of(puzzle: &str, seed: u64) -> Tour {
    let puzzle = format!("{puzzle} seed={seed}").parse().unwrap();
    solved(&puzzle, &MethodConfig::default())
}

fn tours() -> impl Strategy<Value = Tour> {
    (prop::sample::select(&PUZZLES[..]), 0_u64..1_000).prop_map(|(text, seed)| tour_of(text, seed))
}

/// The first tours of a board with holes anywhere, where there are any.
fn tours_of_small_boards() -> impl Strategy<Value = Vec<Tour>> {
    let goal = prop::sample::select(&["any", "closed"][..]);
    (3_u32..6, 3_u32..7, any::<bool>(), 0_u64..4, any::<u64>(), goal).prop_map(
        |(rows, cols, wrapped, holes, seed, goal)| {
            let whole = Board::new(rows, cols).unwrap();
            let board = holed(&whole, holes, &mut Generator::beside(seed)).wrapped(wrapped);
            let start = board.squares().next().unwrap();
            let goal = Goal::parse(goal, &board).unwrap();
            let puzzle = Puzzle::new(board, vec![start], goal, 0).unwrap();
            let config: MethodConfig = "backtracking:prune=strong".parse().unwrap();
            let mut solver = config.build(&puzzle);
            let mut tours = Vec::new();
            while tours.len() < 3 && solver.run(20_000) == Status::Found {
                tours.push(checked(&puzzle, &solver.state().path));
                solver.find_next();
            }
            tours
        },
    )
}

fn symmetries() -> impl Strategy<Value = Symmetry> {
    (any::<bool>(), 0_u8..4).prop_map(|(mirrored, turns)| Symmetry::new(mirrored, turns))
}

/// The line as a set of pairs of squares, the lower one first.
pub(crate) fn line(tour: &Tour) -> BTreeSet<(Square, Square)> {
    tour.links().map(|(a, b)| (a.min(b), a.max(b))).collect()
}

/// The symmetry of a line by its definition: turned or mirrored, the set is the same.
fn plain_symmetry(tour: &Tour) -> LineSymmetry {
    let keeps = |symmetry: Symmetry| {
        let image = tour.transformed(symmetry);
        image.board() == tour.board() && line(&image) == line(tour)
    };
    let turns = [(1, LineSymmetry::QuarterTurn), (2, LineSymmetry::HalfTurn)];
    let turn = turns.into_iter().find(|(turns, _)| keeps(Symmetry::new(false, *turns)));
    let is_mirror = (0..4).any(|turns| keeps(Symmetry::new(true, turns)));
    let other = if is_mirror { LineSymmetry::Mirror } else { LineSymmetry::None };
    turn.map_or(other, |(_, symmetry)| symmetry)
}

/// The crossings by their definition: all pairs of moves whose lines meet between their ends.
fn plain_crossings(tour: &Tour) -> u64 {
    let board = tour.board();
    let place = |square| (i64::from(board.row(square)), i64::from(board.col(square)));
    let lines: Vec<_> = tour.links().map(|(a, b)| (place(a), place(b))).collect();
    let meet = |((ay, ax), (by, bx)): ((i64, i64), (i64, i64)),
                ((cy, cx), (dy, dx)): ((i64, i64), (i64, i64))| {
        // a + t (b - a) = c + u (d - c), with t and u as fractions of the same whole.
        let whole = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
        let t = (cx - ax) * (dy - cy) - (cy - ay) * (dx - cx);
        let u = (cx - ax) * (by - ay) - (cy - ay) * (bx - ax);
        let is_inside = |part: i64| (1..whole.abs()).contains(&(part * whole.signum()));
        whole != 0 && is_inside(t) && is_inside(u)
    };
    let pairs = lines.iter().enumerate().flat_map(|(i, a)| lines[..i].iter().map(move |b| (a, b)));
    pairs.filter(|(a, b)| meet(**a, **b)).count() as u64
}

/// The longest run by its definition: from every move on, as long as the direction is the same.
fn plain_run(tour: &Tour) -> usize {
    let board = tour.board();
    let slots: Vec<_> = tour.links().map(|(a, b)| board.move_between(a, b).unwrap()).collect();
    let length = |start: usize| {
        let round = slots[start..].iter().chain(&slots[..start]);
        let most = if tour.is_closed() { slots.len() } else { slots.len() - start };
        round.take(most).take_while(|slot| **slot == slots[start]).count()
    };
    (0..slots.len()).map(length).max().unwrap_or(0)
}

fn reversed(tour: &Tour) -> Tour {
    let path = tour.path().iter().rev().copied().collect();
    Tour::new(tour.board().clone(), path).unwrap()
}

/// The same line, begun elsewhere if it is closed.
fn begun_at(tour: &Tour, start: usize) -> Tour {
    let mut path = tour.path().to_vec();
    if tour.is_closed() {
        let start = start % path.len();
        path.rotate_left(start);
    }
    Tour::new(tour.board().clone(), path).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn traits_agree_with_their_definitions(tour in tours(), symmetry in symmetries()) {
        let traits = Traits::of(&tour);
        prop_assert_eq!(traits.symmetry, plain_symmetry(&tour));
        prop_assert_eq!(traits.longest_run, plain_run(&tour));
        let is_wrapped = tour.board().is_wrapped();
        prop_assert_eq!(traits.crossings, (!is_wrapped).then(|| plain_crossings(&tour)));
        prop_assert_eq!(traits.closed, tour.is_closed());
        prop_assert_eq!(traits.structured, tour.is_structured());
        let image = tour.transformed(symmetry);
        let mut turned = Traits::of(&image);
        // On small boards with wrap-around edges a mirror may change which move comes first.
        if is_wrapped {
            turned.longest_run = traits.longest_run;
        }
        prop_assert_eq!(&turned, &traits, "the same however it lies");
    }

    /// All eight images of a tour, begun anywhere and in both directions, have one form, and no two different
    /// lines have the same.
    #[test]
    fn one_form_stands_for_all_images(tours in prop_oneof![
        tours().prop_map(|tour| vec![tour]),
        tours_of_small_boards(),
    ]) {
        for tour in &tours {
            let canonical = tour.canonical();
            let checked = Tour::new(canonical.board().clone(), canonical.path().to_vec());
            prop_assert_eq!(checked.as_ref(), Ok(&canonical), "it is a tour");
            prop_assert_ne!(tour.likeness(&canonical), Likeness::OtherBoard);
            for (turn, symmetry) in Symmetry::all().enumerate() {
                let image = begun_at(tour, 5 * turn).transformed(symmetry);
                for image in [reversed(&image), image] {
                    let is_same = line(&image) == line(tour) && image.board() == tour.board();
                    let likeness = if is_same { Likeness::Same } else { Likeness::Image };
                    prop_assert_eq!(tour.likeness(&image), likeness);
                    prop_assert_eq!(&image.canonical(), &canonical);
                    let is_alike = image.board() == canonical.board();
                    prop_assert!(!is_alike || canonical.path() <= image.path());
                }
            }
            for other in &tours {
                match tour.likeness(other) {
                    Likeness::Same => prop_assert_eq!(line(tour), line(other)),
                    Likeness::Image => prop_assert_eq!(&canonical, &other.canonical()),
                    Likeness::Shared(number) => {
                        prop_assert_ne!(&canonical, &other.canonical());
                        prop_assert_eq!(number, line(tour).intersection(&line(other)).count());
                    }
                    Likeness::OtherBoard => prop_assert!(false, "the board is the same"),
                }
            }
        }
    }
}

/// Boards of several kinds, all of whose closed tours are few enough to look at: how many of them, as often as
/// they lie differently, have no symmetry, a half turn, a quarter turn and a mirror.
#[test]
fn small_boards_have_lines_of_every_symmetry() {
    for (text, expected, forms) in [
        ("5x6 given=0,1", [8, 0, 0, 8], 3),
        ("3x10 given=0,1", [16, 8, 0, 8], 6),
        ("3x12 given=0,1", [352, 0, 0, 0], 44),
        ("4x6 holes=0,0;0,5 given=0,1", [48, 0, 0, 8], 16),
        ("6x6 holes=0,2;0,3 given=0,1", [80, 0, 0, 12], 26),
        // Its closed tours all visit both neighbours of the corner.
        ("6x6 given=0,0;1,2", [1_223 * 8, 17 * 4, 5 * 2, 0], 1_245),
    ] {
        let puzzle: Puzzle = format!("{text} goal=closed").parse().unwrap();
        let (mut kinds, mut seen) = ([0; 4], BTreeSet::new());
        for path in all_tours(&"backtracking:prune=on".parse().unwrap(), &puzzle) {
            let tour = checked(&puzzle, &path);
            let symmetry = tour.symmetry();
            assert_eq!(symmetry, plain_symmetry(&tour));
            kinds[symmetry as usize] += 1;
            seen.insert(tour.canonical().path().to_vec());
        }
        assert_eq!((kinds, seen.len()), (expected, forms), "{text}");
    }
}

/// The numbers of a tour go on by one move, and by another after each row full: on a torus many
/// such tours are semi-magic, and some are magic.
#[test]
fn magic_is_what_its_sums_say() {
    let mut found = [0; 3];
    for side in [5_u32, 7] {
        let board = Board::new(side, side).unwrap().wrapped(true);
        let pairs = MOVES.iter().flat_map(|go| MOVES.iter().map(move |turn| (go, turn)));
        for (start, (go, turn)) in board.squares().flat_map(|s| pairs.clone().map(move |p| (s, p)))
        {
            let mut at = (i64::from(board.row(start)), i64::from(board.col(start)));
            let mut path = Vec::new();
            for number in 1..=side * side {
                let place = |place: i64| place.rem_euclid(i64::from(side)) as u32;
                path.push(board.square(place(at.0), place(at.1)).unwrap());
                let step = if number % side == 0 { turn } else { go };
                at = (at.0 + step.0, at.1 + step.1);
            }
            let Ok(tour) = Tour::new(board.clone(), path) else { continue };
            let mut numbers = vec![0; tour.board().size()];
            (1..).zip(tour.path()).for_each(|(number, square)| numbers[square.index()] = number);
            let side = side as usize;
            let total = numbers.iter().sum::<u32>() / side as u32;
            let adds_up = |first: usize, apart: usize| {
                (0..side).map(|at| numbers[first + at * apart]).sum::<u32>() == total
            };
            let semi_magic = (0..side).all(|at| adds_up(at * side, 1) && adds_up(at, side));
            let is_magic = semi_magic && adds_up(0, side + 1) && adds_up(side - 1, side - 1);
            assert_eq!((tour.is_semi_magic(), tour.is_magic()), (semi_magic, is_magic));
            let traits = Traits::of(&tour);
            assert_eq!((traits.semi_magic, traits.magic), (semi_magic, is_magic));
            found[usize::from(semi_magic) + usize::from(is_magic)] += 1;
        }
    }
    assert!(found.iter().all(|number| *number > 0), "{found:?}");
}

/// One square has no line and nothing to compare.
#[test]
fn one_square_is_a_tour_without_traits() {
    let tour = Tour::new(Board::new(1, 1).unwrap(), vec![Square::at(0)]).unwrap();
    let traits = Traits::of(&tour);
    assert_eq!(
        (traits.symmetry, traits.semi_magic, traits.magic),
        (LineSymmetry::None, false, false)
    );
    assert_eq!((traits.crossings, traits.longest_run), (Some(0), 0));
    assert_eq!(tour.canonical(), tour);
    assert_eq!(traits.words(), "open, not symmetric");
}

#[test]
fn traits_of_large_tours_are_worked_out() {
    let tour = tour_of("200x200 given=0,0", 0);
    let traits = Traits::of(&tour);
    assert!(traits.crossings.unwrap() > 10_000 && traits.longest_run > 1);
    assert_eq!(tour.likeness(&reversed(&tour)), Likeness::Same);
}
