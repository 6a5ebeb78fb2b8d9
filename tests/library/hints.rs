//! Hints for the next move: no wrong yes, no wrong no, and reasons that are true.

use knights_tour::board::{Board, MoveOrder, Naming, Square};
use knights_tour::feasibility::{Decided, Obstruction};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{Generator, Hints, KnownTours, MethodConfig, Status, loss, why_not};
use knights_tour::words::{self, Names};

use crate::brute_force::{tour_exists, tour_exists_within};
use crate::long::is_long;
use crate::random::{checked, holed, position, walk};

fn after(puzzle: &Puzzle, square: Square) -> Option<Puzzle> {
    let given = [puzzle.given(), &[square]].concat();
    Puzzle::new(puzzle.board().clone(), given, puzzle.goal(), puzzle.seed()).ok()
}

/// The free squares beside a square, in the order of hints.
fn free_near(puzzle: &Puzzle, square: Square) -> Vec<Square> {
    let near = puzzle.board().neighbours(square, &MoveOrder::ANTICLOCKWISE);
    near.filter(|near| !puzzle.given().contains(near)).collect()
}

/// From how many squares a free square can be entered.
fn ways_in(puzzle: &Puzzle, square: Square) -> usize {
    let head = puzzle.given()[puzzle.given().len() - 1];
    free_near(puzzle, square).len() + usize::from(puzzle.board().joined(square, head))
}

/// The free squares that can be reached from the last one.
fn reached(puzzle: &Puzzle) -> Vec<Square> {
    let mut reached = free_near(puzzle, puzzle.given()[puzzle.given().len() - 1]);
    let mut next = 0;
    while let Some(square) = reached.get(next).copied() {
        next += 1;
        let near = free_near(puzzle, square);
        let new: Vec<_> = near.into_iter().filter(|near| !reached.contains(near)).collect();
        reached.extend(new);
    }
    reached
}

/// Counts what squares of one colour need against what their neighbours have: each neighbour has a limited
/// number of moves, at most one of them to each square.
fn has_too_few_moves(puzzle: &Puzzle, squares: &[Square], need: usize, have: usize) -> bool {
    let (board, given, is_closed) = (puzzle.board(), puzzle.given(), puzzle.goal() == Goal::Closed);
    let cap = |square: Square| {
        let is_head = square == given[given.len() - 1];
        let closes = is_closed && square == puzzle.start();
        if is_head || closes {
            return usize::from(is_head) + usize::from(closes);
        }
        let is_end = puzzle.goal() == Goal::End(square);
        if is_end { 1 } else { 2 * usize::from(!given.contains(&square)) }
    };
    let colour = board.is_dark(squares[0]);
    let of_colour = board.squares().filter(|square| board.is_dark(*square) == colour);
    let moves = board.squares_to_visit() - given.len() + usize::from(is_closed);
    let spare = of_colour.map(cap).sum::<usize>() - moves;
    let around = board.squares().map(|square| {
        let links = squares.iter().filter(|other| board.joined(square, **other)).count();
        links.min(cap(square))
    });
    squares.iter().all(|square| cap(*square) > 0 && board.is_dark(*square) == colour)
        && need == squares.iter().map(|square| cap(*square)).sum::<usize>() - spare
        && have == around.sum::<usize>()
        && have < need
}

/// Whether the squares that a reason names have the property that it names. `puzzle` is the path that
/// cannot be finished.
fn is_true(puzzle: &Puzzle, why: &Obstruction) -> bool {
    let (board, given) = (puzzle.board(), puzzle.given());
    let (start, head) = (puzzle.start(), given[given.len() - 1]);
    let free: Vec<Square> = board.squares().filter(|square| !given.contains(square)).collect();
    let is_free = |square: &Square| free.contains(square);
    let has_one_way = |square: &Square| is_free(square) && ways_in(puzzle, *square) == 1;
    let ends_on_own = free.len().is_multiple_of(2);
    let may_be_last =
        |square: Square| (board.is_dark(square) == board.is_dark(head)) == ends_on_own;
    match why {
        Obstruction::EndTooEarly(_) => false,
        Obstruction::NotClosed { last, start: first } => {
            free.is_empty() && *last == head && *first == start && !board.joined(head, start)
        }
        Obstruction::Stuck(square) => *square == head && free_near(puzzle, head).is_empty(),
        Obstruction::CutOff(squares) => {
            let reached = reached(puzzle);
            reached.len() + squares.len() == free.len()
                && squares.iter().all(|square| is_free(square) && !reached.contains(square))
        }
        Obstruction::NoWayOn(square) => {
            is_free(square)
                && free.len() > 1
                && board.joined(*square, head)
                && free_near(puzzle, *square).is_empty()
        }
        Obstruction::DeadEnds(squares) => {
            let must_return = puzzle.goal() == Goal::Closed && given.len() == 1;
            let is_left = |square: &Square| is_free(square) || must_return && *square == head;
            let is_dead = |square: &Square| is_left(square) && ways_in(puzzle, *square) == 1;
            (squares.len() > 1 || must_return) && squares.iter().all(is_dead)
        }
        Obstruction::WrongLast { square, wanted, closed } => {
            let is_wrong = match puzzle.goal() {
                Goal::Any => false,
                Goal::Closed => *closed && *wanted == start && !board.joined(*square, start),
                Goal::End(end) => !closed && *wanted == end && *square != end,
            };
            is_wrong && has_one_way(square)
        }
        Obstruction::NoWayBack(square) => {
            puzzle.goal() == Goal::Closed
                && *square == start
                && !free.is_empty()
                && free_near(puzzle, start).is_empty()
        }
        Obstruction::Colours { squares, dark, light, from_dark } => {
            let count = |dark| free.iter().filter(|square| board.is_dark(**square) == dark).count();
            let (own, other) = (count(*from_dark), count(!from_dark));
            let many = board.is_dark(squares[0]);
            (*dark, *light) == (count(true), count(false))
                && board.is_dark(head) == *from_dark
                && squares.iter().all(|square| is_free(square) && board.is_dark(*square) == many)
                && squares.len() == count(many)
                && !(own..=own + 1).contains(&other)
        }
        Obstruction::EndColour(end) => puzzle.goal() == Goal::End(*end) && !may_be_last(*end),
        Obstruction::LastColour(square) => has_one_way(square) && !may_be_last(*square),
        Obstruction::ClosedOdd => {
            puzzle.goal() == Goal::Closed && board.squares_to_visit() % 2 == 1
        }
        Obstruction::TooFewMoves { squares, need, have } => {
            has_too_few_moves(puzzle, squares, *need, *have)
        }
        _ => true,
    }
}

fn check_why(puzzle: &Puzzle, why: &Obstruction) {
    let board = puzzle.board();
    assert!(is_true(puzzle, why), "{puzzle}: {why:?}");
    for naming in [Naming::Chess, Naming::RowColumn] {
        let words = words::obstruction(why, Names { board, naming });
        assert!(words.len() > 20 && !words.ends_with('.'), "{words}");
        for square in why.squares().iter().take(4) {
            let is_named = !matches!(why, Obstruction::Colours { .. });
            assert!(!is_named || words.contains(&naming.square(board, *square)), "{words}");
        }
    }
}

/// What another solver than that of the hints says within this many steps.
fn solver_says(puzzle: &Puzzle, most: u64) -> Option<bool> {
    let config: MethodConfig = "backtracking:prune=on".parse().unwrap();
    match config.build(puzzle).run(most) {
        Status::Found => Some(true),
        Status::Exhausted => Some(false),
        Status::Searching | Status::GaveUp => None,
    }
}

/// What was said about many moves.
#[derive(Debug, Default)]
struct Said {
    yes: u32,
    no: u32,
    unknown: u32,
    /// How many times plain search did not come to an end to confirm a no.
    unchecked: u32,
}

/// Checks all that is said about a position against plain search.
fn check(puzzle: &Puzzle, known: KnownTours, most: u64, said: &mut Said) -> Hints {
    let mut hints = Hints::new(puzzle, known);
    while let Some(hint) = hints.decide_next() {
        assert!(hint.outlook.is_some());
    }
    let head = puzzle.given()[puzzle.given().len() - 1];
    let listed: Vec<Square> = hints.list().iter().map(|hint| hint.square).collect();
    assert_eq!(listed, free_near(puzzle, head), "{puzzle}");
    for hint in hints.list() {
        let Some(after) = after(puzzle, hint.square) else {
            let Some(Decided::No(why)) = &hint.outlook else { panic!("{puzzle}: {hint:?}") };
            assert_eq!(*why, Obstruction::EndTooEarly(hint.square), "{puzzle}");
            said.no += 1;
            continue;
        };
        assert_eq!(hint.onward, free_near(&after, hint.square).len(), "{puzzle}");
        match &hint.outlook {
            Some(Decided::Yes(tour)) => {
                checked(&after, tour);
                assert_eq!(why_not(&after), None);
                said.yes += 1;
            }
            Some(Decided::No(why)) => {
                let exists = tour_exists_within(&after, most).or_else(|| solver_says(&after, most));
                assert_ne!(exists, Some(true), "{puzzle}: {why:?}");
                said.unchecked += u32::from(exists.is_none());
                check_why(&after, why);
                assert_eq!(why_not(&after).as_ref(), Some(why), "{puzzle}");
                said.no += 1;
            }
            Some(Decided::Unknown) => said.unknown += 1,
            None => panic!("{puzzle}: not decided"),
        }
    }
    check_best(&hints);
    hints
}

fn check_best(hints: &Hints) {
    let is_yes = |outlook: &Option<Decided<_, _>>| matches!(outlook, Some(Decided::Yes(_)));
    let yes = hints.list().iter().filter(|hint| is_yes(&hint.outlook));
    match hints.best() {
        Some(best) if is_yes(&best.outlook) => {
            assert_eq!(yes.map(|hint| hint.onward).min(), Some(best.onward));
        }
        Some(best) => assert!(yes.count() == 0 && best.outlook == Some(Decided::Unknown)),
        None => {
            let mut all = hints.list().iter();
            assert!(all.all(|hint| matches!(hint.outlook, Some(Decided::No(_)))));
        }
    }
}

/// Boards on which plain search decides most positions, some with holes.
fn small_board(rng: &mut Generator) -> Board {
    let wrapped = rng.below(3) == 0;
    let sides: &[_] = if wrapped {
        &[(4, 5), (4, 6), (3, 6)]
    } else {
        &[(5, 5), (5, 6), (3, 10), (4, 5), (6, 6)]
    };
    let (rows, cols) = sides[rng.below(sides.len() as u64) as usize];
    let holes = rng.below(8).saturating_sub(3);
    holed(&Board::new(rows, cols).unwrap(), holes, rng).wrapped(wrapped)
}

#[test]
fn hints_are_what_plain_search_says() {
    let (games, most) = if is_long() { (5_000, 2_000_000) } else { (500, 100_000) };
    let mut rng = Generator::beside(8);
    let mut said = Said::default();
    for _ in 0..games {
        let board = small_board(&mut rng);
        // With more free squares than that, plain search does not come to an end.
        let least = board.squares_to_visit().saturating_sub(20);
        let puzzle = position(&board, least, &mut rng);
        check(&puzzle, KnownTours::default(), most, &mut said);
    }
    assert_eq!(said.unknown, 0, "{said:?}");
    assert!(said.yes > 100 && said.no > 600 && said.unchecked * 10 < said.no, "{said:?}");
}

/// A person who follows the hints, or not: tours found before answer for the moves along them.
#[test]
fn known_tours_say_the_same() {
    let games = if is_long() { 1_000 } else { 30 };
    let mut rng = Generator::beside(9);
    let mut said = Said::default();
    for _ in 0..games {
        let board = small_board(&mut rng);
        let any = position(&board, 1, &mut rng);
        let mut puzzle = Puzzle::new(board, vec![any.start()], any.goal(), 0).unwrap();
        let mut known = KnownTours::default();
        loop {
            let hints = check(&puzzle, known.clone(), 5_000, &mut said);
            known = hints.known().clone();
            let turn = rng.below(4);
            let any = hints.list().get(rng.below(8) as usize % hints.list().len().max(1));
            let Some(next) = (if turn == 0 { any } else { hints.best() }) else { break };
            if let Some(Decided::Yes(tour)) = &next.outlook {
                let after = after(&puzzle, next.square).unwrap();
                let follows = Hints::new(&after, known.clone());
                let along = tour.get(after.given().len());
                let along = follows.list().iter().find(|hint| Some(&hint.square) == along);
                assert!(along.is_none_or(|hint| hint.outlook.is_some()), "{after}: at once");
            }
            let Some(after) = after(&puzzle, next.square) else { break };
            puzzle = after;
        }
    }
    assert!(said.yes > 30 && said.unknown == 0, "{said:?}");
}

#[test]
fn hints_on_the_usual_board_are_what_searches_say() {
    let (games, most) = if is_long() { (1_500, 500_000) } else { (60, 20_000) };
    let mut rng = Generator::beside(10);
    let mut said = Said::default();
    for number in 0..games {
        let board = holed(&Board::new(8, 8).unwrap(), 8 * (number % 2), &mut rng);
        check(&position(&board, 1, &mut rng), KnownTours::default(), most, &mut said);
    }
    assert!(said.yes > 15 && said.no > 80 && said.unchecked * 3 < said.no * 2, "{said:?}");
}

/// Each line of `reasons.txt` has a puzzle and what is said of it: nothing if it can be finished.
#[test]
fn reasons_are_plain_sentences() {
    for line in include_str!("reasons.txt").lines() {
        let (puzzle, words) = line.split_once(" |").unwrap();
        let puzzle: Puzzle = puzzle.parse().unwrap();
        let names = Names::usual(puzzle.board());
        let said = why_not(&puzzle).map(|why| words::obstruction(&why, names));
        assert_eq!(said.unwrap_or_default(), words.trim(), "{puzzle}");
    }
}

/// Boards where no search is made.
#[test]
fn large_boards_are_not_searched() {
    let puzzle = "101x101 given=0,0;1,2".parse().unwrap();
    let mut all = Hints::new(&puzzle, KnownTours::default());
    while all.decide_next().is_some() {}
    assert!(all.list().iter().all(|hint| hint.outlook == Some(Decided::Unknown)));
    let best = all.best().unwrap();
    let fewest = all.list().iter().map(|hint| hint.onward).min();
    assert_eq!(Some(best.onward), fewest);
}

/// Where a game was lost: a tour begins with the squares up to there, and none with one more.
#[test]
fn a_game_is_lost_where_plain_search_says() {
    let mut rng = Generator::beside(8);
    let (mut lost, mut others, mut unsure) = (0, 0, 0);
    for number in 0..60 {
        let (rows, cols) = [(5, 5), (4, 5), (3, 7)][number % 3];
        let board = Board::new(rows, cols).unwrap();
        let path = walk(&board, Goal::Any, &mut rng);
        let begun = |length: usize| {
            let puzzle = Puzzle::new(board.clone(), path[..length].to_vec(), Goal::Any, 0).unwrap();
            tour_exists(&puzzle)
        };
        let puzzle = Puzzle::new(board.clone(), path.clone(), Goal::Any, 0).unwrap();
        let found = loss(&puzzle, u64::MAX);
        assert!(found.is_exact(), "{puzzle}: {found:?}");
        let (possible, is_lost) = (found.possible, found.lost <= path.len());
        assert!(possible == 0 || begun(possible), "{puzzle}: {found:?}");
        assert!(!is_lost || !begun(found.lost), "{puzzle}: {found:?}");
        *if is_lost && possible > 0 { &mut lost } else { &mut others } += 1;
        // With hardly any steps less is known, and nothing that is not so.
        let hasty = loss(&puzzle, 1);
        assert!(hasty.possible <= possible && hasty.lost >= found.lost, "{puzzle}: {hasty:?}");
        unsure += u32::from(!hasty.is_exact());
    }
    assert!(lost > 15 && others > 10 && unsure > 10, "{lost} {others} {unsure}");
}
