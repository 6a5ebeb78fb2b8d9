//! Theorems shown on the board: what is shown is counted again.

use std::collections::{BTreeSet, HashSet};

use knights_tour::board::{Board, MoveOrder, Naming, Square};
use knights_tour::feasibility::{Exhibit, Obstruction, Verdict, refused_starts, verdict};
use knights_tour::format;
use knights_tour::puzzle::{Goal, Puzzle, starts};
use knights_tour::solver::{Generator, StartMap, why_not};
use knights_tour::words::{self, Names};

use crate::random::{any_of, holed, walk};

/// The head and the free squares.
fn rest(puzzle: &Puzzle) -> Vec<Square> {
    let given = puzzle.given();
    let visited = &given[..given.len() - 1];
    puzzle.board().squares().filter(|square| !visited.contains(square)).collect()
}

fn near(board: &Board, square: Square, among: &[Square]) -> Vec<Square> {
    let near = board.neighbours(square, &MoveOrder::CLOCKWISE);
    near.filter(|square| among.contains(square)).collect()
}

/// Whether no two of these squares are a move apart.
fn is_apart(board: &Board, squares: &[Square]) -> bool {
    squares.iter().all(|square| near(board, *square, squares).is_empty())
}

/// What is true of every picture: no square is in two classes, and the counts are those of the squares.
fn check_classes(board: &Board, exhibit: &Exhibit) {
    let all: Vec<Square> = exhibit.classes.iter().flat_map(|class| class.squares.clone()).collect();
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{exhibit:?}");
    assert!(all.iter().all(|square| square.index() < board.size() && !board.is_hole(*square)));
    assert!((1..=2).contains(&exhibit.classes.len()), "{exhibit:?}");
    for class in &exhibit.classes {
        let count = class.squares.len();
        assert!(count > 0 && class.squares.is_sorted(), "{exhibit:?}");
        assert!(class.label.starts_with(&format!("{count} ")), "{exhibit:?}");
        assert_eq!(count == 1, !class.label.contains("squares") && !class.label.contains("ends"));
    }
}

fn check(puzzle: &Puzzle, reason: &Obstruction) {
    let board = puzzle.board();
    let Some(exhibit) = reason.exhibit(puzzle, Naming::Chess) else {
        let sides = (board.rows(), board.cols());
        assert!(match reason {
            Obstruction::SmallBoard => ![(3, 3), (4, 4)].contains(&sides),
            Obstruction::SmallBoardStart(..)
            | Obstruction::ClosedTiny
            | Obstruction::GivenMisses => true,
            _ => false,
        });
        return;
    };
    check_classes(board, &exhibit);
    let class = |number: usize| &exhibit.classes[number].squares[..];
    let rest = rest(puzzle);
    let head = puzzle.given()[puzzle.given().len() - 1];
    let check_colours = |squares: usize| {
        assert_eq!(class(0).len() + class(1).len(), squares);
        assert!(is_apart(board, class(0)) && is_apart(board, class(1)));
    };
    match reason {
        Obstruction::MinorityStart(square) => {
            check_colours(board.size());
            let own = usize::from(!class(0).contains(square));
            assert_eq!(class(own).len() + 1, class(1 - own).len());
        }
        Obstruction::ClosedOdd => {
            check_colours(board.size());
            assert_ne!(class(0).len(), class(1).len());
        }
        Obstruction::ColourCounts { same, other } => {
            check_colours(rest.len());
            assert_eq!((class(0).len(), class(1).len()), (*same, *other));
            assert!(class(0).contains(&head));
        }
        Obstruction::EndColour(end) => {
            check_colours(rest.len());
            assert!(class(1).contains(end));
            assert_eq!(class(0).contains(&head), rest.len() % 2 == 1);
        }
        Obstruction::InnerRow(square) => {
            check_lines(board, &exhibit);
            assert!(class(1).contains(square));
        }
        Obstruction::ClosedFour => check_lines(board, &exhibit),
        Obstruction::Lonely(square) => {
            assert!(class(0) == [*square] && near(board, *square, &rest).is_empty());
        }
        Obstruction::DeadEnds(..) => {
            for square in class(0) {
                let ways = near(board, *square, &rest);
                let is_shown = |way: &Square| class(0).contains(way) || class(1).contains(way);
                assert!(ways.len() == 1 && ways.iter().all(is_shown));
            }
        }
        Obstruction::CutOff(..) | Obstruction::TooNarrow => {
            let is_cut_off = matches!(reason, Obstruction::CutOff(..));
            let shown = if is_cut_off { rest.len() } else { board.size() };
            assert_eq!(class(0).len() + class(1).len(), shown);
            assert!(class(0).iter().all(|square| near(board, *square, class(1)).is_empty()));
        }
        Obstruction::SmallBoard if board.size() == 9 => {
            assert!(board.neighbours(class(0)[0], &MoveOrder::CLOCKWISE).next().is_none());
        }
        Obstruction::SmallBoard => {
            check_ring(board, class(0));
            check_ring(board, class(1));
        }
        _ => panic!("no exhibit was expected"),
    }
}

/// Two squares of a ring, the corners of the board in it, lead only to squares of the ring.
fn check_ring(board: &Board, ring: &[Square]) {
    let whole: Vec<Square> = board.squares().collect();
    let leads_within =
        |square: &&Square| near(board, **square, &whole).iter().all(|near| ring.contains(near));
    assert_eq!(ring.iter().filter(leads_within).count(), 2);
    assert!(ring.iter().all(|square| near(board, *square, ring).len() == 2));
}

fn check_lines(board: &Board, exhibit: &Exhibit) {
    let [outer, inner] = &exhibit.classes[..] else { panic!("{exhibit:?}") };
    assert_eq!((outer.squares.len(), inner.squares.len()), (board.size() / 2, board.size() / 2));
    assert!(is_apart(board, &outer.squares), "every move from there leads to an inner square");
}

/// Boards with sides up to 8, plain and wrapped, without holes and with some.
fn boards(rng: &mut Generator) -> Vec<Board> {
    let mut boards = Vec::new();
    for (rows, cols) in (1..=8).flat_map(|rows| (1..=8).map(move |cols| (rows, cols))) {
        let whole = Board::new(rows, cols).unwrap();
        for holes in [0, 1, 2, 5, 9, 14].into_iter().filter(|holes| *holes < whole.size() as u64) {
            let holed = holed(&whole, holes, rng);
            boards.extend([holed.clone(), holed.wrapped(true)]);
        }
    }
    boards
}

/// Every reason shows what is true, in words with the right number, and the starts that are refused are
/// those that have one.
#[test]
fn what_is_said_of_impossible_puzzles_is_true() {
    let mut rng = Generator::beside(12);
    let (mut kinds, mut singulars) = (HashSet::new(), 0);
    for board in boards(&mut rng) {
        let all: Vec<Square> = board.squares().collect();
        let is_small = all.len() <= 12;
        for goal in [Goal::Any, Goal::Closed, Goal::End(any_of(&all, &mut rng))] {
            let refused = refused_starts(&board, goal);
            let mut paths: Vec<Vec<Square>> = starts(&board, goal).map(|at| vec![at]).collect();
            for _ in 0..if is_small { 20 } else { 1 } {
                let walk = walk(&board, Goal::Any, &mut rng);
                paths.extend((2..=walk.len()).map(|length| walk[..length].to_vec()));
            }
            let mut sentences = Vec::new();
            for path in paths {
                let Ok(puzzle) = Puzzle::new(board.clone(), path, goal, 0) else { continue };
                let verdict = verdict(&puzzle);
                let is_refused = matches!(verdict, Verdict::No(_));
                let is_start = puzzle.given().len() == 1;
                assert!(!is_start || refused[puzzle.start().index()] == is_refused, "{puzzle}");
                let why = is_small.then(|| why_not(&puzzle)).flatten();
                sentences.extend(why.map(|why| words::obstruction(&why, Names::usual(&board))));
                if let Verdict::No(reason) = verdict {
                    println!("{puzzle}: {reason:?}");
                    kinds.insert(std::mem::discriminant(&reason));
                    check(&puzzle, &reason);
                    sentences.push(words::obstruction(&reason, Names::usual(&board)));
                    let exhibit = reason.exhibit(&puzzle, Naming::Chess);
                    sentences.extend(exhibit.into_iter().flat_map(|exhibit| {
                        let labels = exhibit.classes.into_iter().map(|class| class.label);
                        labels.chain([exhibit.caption])
                    }));
                }
            }
            let mut map = StartMap::new(&board, goal);
            while is_small && !map.is_done() {
                map.decide();
                sentences.push(format::start_map::summary(&map));
            }
            for sentence in sentences {
                assert_eq!(wrong_plural(&sentence), None, "{board}: {sentence}");
                singulars += usize::from(sentence.contains(" 1 "));
            }
        }
    }
    assert!(singulars > 100, "{singulars} sentences are about one of something");
    assert!(kinds.len() > 10, "{} kinds of reasons", kinds.len());
}

/// The words around a number one with a plural, if there are any.
fn wrong_plural(text: &str) -> Option<String> {
    let trimmed = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let words: Vec<String> = text.split_whitespace().chain(["-"; 2]).map(trimmed).collect();
    let is_noun = |word: &str| ["square", "move", "tour", "step", "end"].contains(&word);
    let is_plural = |word: &str| word.strip_suffix('s').is_some_and(is_noun);
    let is_wrong = |three: &&[String]| match [&three[0][..], &three[1], &three[2]] {
        ["are", "1", _] | ["1", "are", _] => true,
        ["1", noun, "are"] => is_noun(noun) || is_plural(noun),
        ["1", first, second] => is_plural(first) || first != "and" && is_plural(second),
        _ => false,
    };
    words.windows(3).find(is_wrong).map(|three| three.join(" "))
}

#[test]
fn wrong_plurals_are_noticed() {
    for wrong in ["so 1 square are free", "and 1 squares", "but 1 are left", "1 dark squares"] {
        assert!(wrong_plural(wrong).is_some(), "{wrong}");
    }
    for right in ["but 1 square is free", "1 dark and 3 light squares are free"] {
        assert_eq!(wrong_plural(right), None, "{right}");
    }
}
