//! Theorems shown on the board: what is shown is counted again.

use std::collections::BTreeSet;

use knights_tour::board::{Board, MoveOrder, Naming, Square};
use knights_tour::feasibility::{Exhibit, Obstruction, Verdict, verdict};
use knights_tour::puzzle::{Goal, Puzzle, starts};
use knights_tour::solver::Generator;

/// The head and the free squares.
fn rest(puzzle: &Puzzle) -> Vec<Square> {
    let given = puzzle.given();
    let visited = &given[..given.len() - 1];
    puzzle.board().squares().filter(|square| !visited.contains(square)).collect()
}

fn near(board: &Board, square: Square, among: &[Square]) -> Vec<Square> {
    let near = board.neighbours(square, &MoveOrder::CLOCKWISE).into_iter();
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

fn check(puzzle: &Puzzle, reason: &Obstruction) -> &'static str {
    let board = puzzle.board();
    let exhibit = reason.exhibit(puzzle, Naming::Chess);
    let Some(exhibit) = exhibit else {
        let has_none = match reason {
            Obstruction::SmallBoard => {
                ![3, 4].iter().any(|side| (board.rows(), board.cols()) == (*side, *side))
            }
            Obstruction::SmallBoardStart(..)
            | Obstruction::ClosedTiny
            | Obstruction::GivenMisses => true,
            _ => false,
        };
        assert!(has_none, "{puzzle}: {reason:?}");
        return "none";
    };
    check_classes(board, &exhibit);
    let class = |number: usize| &exhibit.classes[number].squares[..];
    let rest = rest(puzzle);
    let head = puzzle.given()[puzzle.given().len() - 1];
    match reason {
        Obstruction::MinorityStart(square) => {
            assert_eq!(class(0).len() + class(1).len(), board.size());
            assert!(is_apart(board, class(0)) && is_apart(board, class(1)));
            let own = usize::from(!class(0).contains(square));
            assert_eq!(class(own).len() + 1, class(1 - own).len(), "{puzzle}");
            "colours"
        }
        Obstruction::ClosedOdd => {
            assert_eq!(class(0).len() + class(1).len(), board.size());
            assert!(is_apart(board, class(0)) && is_apart(board, class(1)));
            assert_ne!(class(0).len(), class(1).len());
            "colours"
        }
        Obstruction::ColourCounts { same, other } => {
            assert_eq!((class(0).len(), class(1).len()), (*same, *other), "{puzzle}");
            assert_eq!(same + other, rest.len());
            assert!(is_apart(board, class(0)) && is_apart(board, class(1)));
            assert!(class(0).contains(&head), "{puzzle}");
            "colours"
        }
        Obstruction::EndColour(end) => {
            assert!(class(1).contains(end), "{puzzle}");
            assert_eq!(class(0).len() + class(1).len(), rest.len());
            assert!(is_apart(board, class(0)) && is_apart(board, class(1)));
            let ends_on_own = rest.len() % 2 == 1;
            assert_eq!(class(0).contains(&head), ends_on_own, "{puzzle}");
            "colours"
        }
        Obstruction::InnerRow(square) => {
            check_lines(board, &exhibit);
            assert!(class(1).contains(square), "{puzzle}");
            "lines"
        }
        Obstruction::ClosedFour => {
            check_lines(board, &exhibit);
            "lines"
        }
        Obstruction::Lonely(square) => {
            assert!(class(0) == [*square] && near(board, *square, &rest).is_empty());
            "lonely"
        }
        Obstruction::DeadEnds(..) => {
            for square in class(0) {
                let ways = near(board, *square, &rest);
                let is_shown = |way: &Square| class(0).contains(way) || class(1).contains(way);
                assert!(ways.len() == 1 && ways.iter().all(is_shown), "{puzzle}");
            }
            "dead ends"
        }
        Obstruction::CutOff(..) | Obstruction::TooNarrow => {
            let is_whole = class(0).len() + class(1).len()
                == match reason {
                    Obstruction::CutOff(..) => rest.len(),
                    _ => board.size(),
                };
            let joined = class(0).iter().any(|square| !near(board, *square, class(1)).is_empty());
            assert!(is_whole && !joined, "{puzzle}: {exhibit:?}");
            "parts"
        }
        Obstruction::SmallBoard if board.size() == 9 => {
            assert!(board.neighbours(class(0)[0], &MoveOrder::CLOCKWISE).is_empty());
            "small"
        }
        Obstruction::SmallBoard => {
            for ring in [class(0), class(1)] {
                let whole: Vec<Square> = board.squares().collect();
                let leads_within = |square: &&Square| {
                    near(board, **square, &whole).iter().all(|near| ring.contains(near))
                };
                assert_eq!(ring.iter().filter(leads_within).count(), 2, "two corners");
                assert!(ring.iter().all(|square| near(board, *square, ring).len() == 2));
            }
            "small"
        }
        _ => panic!("{puzzle}: {exhibit:?}"),
    }
}

fn check_lines(board: &Board, exhibit: &Exhibit) {
    let [outer, inner] = &exhibit.classes[..] else { panic!("{exhibit:?}") };
    assert_eq!((outer.squares.len(), inner.squares.len()), (board.size() / 2, board.size() / 2));
    assert!(is_apart(board, &outer.squares), "every move from there leads to an inner square");
}

#[test]
fn every_reason_shows_what_is_true() {
    let mut rng = Generator::beside(12);
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut look = |board: &Board, given: Vec<Square>, goal| {
        let Ok(puzzle) = Puzzle::new(board.clone(), given, goal, 0) else { return };
        if let Verdict::Impossible(reason) = verdict(&puzzle) {
            seen.insert(check(&puzzle, &reason));
        }
    };
    for (rows, cols) in (1..=8).flat_map(|rows| (1..=8).map(move |cols| (rows, cols))) {
        let plain = Board::new(rows, cols).unwrap();
        let mut boards = vec![plain.clone(), plain.clone().wrapped(true)];
        for holes in [1, 2, 5, 9, 14] {
            let holes = (0..holes).map(|_| Square::at(rng.below(plain.size() as u64) as u32));
            let holed = plain.clone().with_holes(holes.collect::<Vec<_>>());
            boards.extend(holed.into_iter().flat_map(|board| [board.clone(), board.wrapped(true)]));
        }
        for board in boards {
            let all: Vec<Square> = board.squares().collect();
            let end = Goal::End(all[rng.below(all.len() as u64) as usize]);
            for goal in [Goal::Any, Goal::Closed, end] {
                for start in starts(&board, goal) {
                    look(&board, vec![start], goal);
                }
                let mut path = vec![all[rng.below(all.len() as u64) as usize]];
                for _ in 0..rng.below(all.len() as u64) {
                    let free: Vec<Square> = near(&board, path[path.len() - 1], &all);
                    let free: Vec<_> = free.iter().filter(|next| !path.contains(next)).collect();
                    if free.is_empty() {
                        break;
                    }
                    path.push(*free[rng.below(free.len() as u64) as usize]);
                }
                look(&board, path, goal);
            }
        }
    }
    let kinds = ["colours", "dead ends", "lines", "lonely", "none", "parts", "small"];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), kinds);
}
