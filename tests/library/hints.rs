//! Hints for the next move: no wrong yes, no wrong no, and reasons that are true.

use knights_tour::board::{Board, MoveOrder, Naming, Square};
use knights_tour::feasibility::{Decided, Obstruction};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{
    Generator, Hints, KnownTours, MethodConfig, Status, hints, loss, why_not,
};
use knights_tour::tour::Tour;
use knights_tour::words::{self, Names};

fn is_long() -> bool {
    std::env::var_os("KNIGHTS_TOUR_LONG").is_some_and(|value| value == "1")
}

fn near(board: &Board, square: Square) -> impl Iterator<Item = Square> {
    board.neighbours(square, &MoveOrder::CLOCKWISE).into_iter()
}

/// Another search than any of the solver's: one bit a square, fewest onward moves first, nothing is
/// ruled out. It knows nothing after some number of squares.
struct Plain {
    near: Vec<u64>,
    goal: u64,
    squares: u64,
    left: u64,
}

impl Plain {
    fn tour_exists(puzzle: &Puzzle, most: u64) -> Option<bool> {
        let board = puzzle.board();
        let mask = |squares: &mut dyn Iterator<Item = Square>| {
            squares.fold(0, |mask, square| mask | 1_u64 << square.index())
        };
        let of = |index| mask(&mut near(board, Square::at(index as u32)));
        let goal = match puzzle.goal() {
            Goal::Any => u64::MAX,
            Goal::Closed => of(puzzle.start().index()),
            Goal::End(end) => 1 << end.index(),
        };
        let (goal, squares) = match puzzle.goal() {
            Goal::Closed if board.squares_to_visit() < 3 => (0, mask(&mut board.squares())),
            _ => (goal, mask(&mut board.squares())),
        };
        let mut plain =
            Plain { near: (0..board.size()).map(of).collect(), goal, squares, left: most };
        let visited = mask(&mut puzzle.given().iter().copied());
        plain.go_on(puzzle.given()[puzzle.given().len() - 1].index(), visited)
    }

    fn go_on(&mut self, head: usize, visited: u64) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        if visited == self.squares {
            return Some(self.goal >> head & 1 == 1);
        }
        let bits = |mask: u64| (0..64).filter(move |bit| mask >> bit & 1 == 1);
        let free = self.near[head] & !visited;
        let mut next: Vec<usize> = bits(free & self.squares).collect();
        next.sort_by_key(|square| (self.near[*square] & !visited & self.squares).count_ones());
        for square in next {
            if self.go_on(square, visited | 1 << square)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// A board with so many squares missing, chosen at random.
fn holed(text: &str, holes: u64, rng: &mut Generator) -> Board {
    let board: Board = text.parse().unwrap();
    let mut squares: Vec<Square> = board.squares().collect();
    let mut take = |_| squares.swap_remove(rng.below(squares.len() as u64) as usize);
    let holes: Vec<Square> = (0..holes).map(&mut take).collect();
    board.with_holes(holes).unwrap()
}

/// A game of random moves from a random start. With an end, the knight stays away from it.
fn game(board: &Board, goal: Goal, rng: &mut Generator) -> Vec<Square> {
    let squares: Vec<Square> =
        board.squares().filter(|square| goal != Goal::End(*square)).collect();
    let mut path = vec![squares[rng.below(squares.len() as u64) as usize]];
    loop {
        let free = near(board, path[path.len() - 1]).filter(|square| !path.contains(square));
        let free: Vec<Square> = free.filter(|square| goal != Goal::End(*square)).collect();
        if free.is_empty() {
            return path;
        }
        path.push(free[rng.below(free.len() as u64) as usize]);
    }
}

/// A position somewhere in a random game, with at least this many squares given if it gets that far.
fn position(board: &Board, number: u64, least: usize, rng: &mut Generator) -> Puzzle {
    let squares: Vec<Square> = board.squares().collect();
    let goal = match number % 3 {
        0 => Goal::Any,
        1 => Goal::Closed,
        _ => Goal::End(squares[rng.below(squares.len() as u64) as usize]),
    };
    let mut path = game(board, goal, rng);
    let least = least.clamp(1, path.len());
    path.truncate(least + rng.below((path.len() + 1 - least) as u64) as usize);
    Puzzle::new(board.clone(), path, goal, number).unwrap()
}

fn after(puzzle: &Puzzle, square: Square) -> Option<Puzzle> {
    let given = [puzzle.given(), &[square]].concat();
    Puzzle::new(puzzle.board().clone(), given, puzzle.goal(), puzzle.seed()).ok()
}

/// Whether the tour of a yes is one.
fn check_yes(puzzle: &Puzzle, square: Square, tour: &[Square]) {
    assert!(tour.starts_with(&[puzzle.given(), &[square]].concat()), "{puzzle}");
    assert!(puzzle.is_reached_by(tour), "{puzzle}");
    Tour::new(puzzle.board().clone(), tour.to_vec()).unwrap();
}

/// The free squares beside a square.
fn free_near(puzzle: &Puzzle, square: Square) -> Vec<Square> {
    let free = near(puzzle.board(), square).filter(|near| !puzzle.given().contains(near));
    free.collect()
}

/// From how many squares a free square can be entered.
fn ways_in(puzzle: &Puzzle, square: Square) -> usize {
    let head = puzzle.given()[puzzle.given().len() - 1];
    free_near(puzzle, square).len() + usize::from(puzzle.board().joined(square, head))
}

/// Whether the squares that a reason names have the property that it names. `puzzle` is the path that
/// cannot be finished.
fn check_why(puzzle: &Puzzle, why: &Obstruction) {
    let (board, given) = (puzzle.board(), puzzle.given());
    let (start, head) = (puzzle.start(), given[given.len() - 1]);
    let free: Vec<Square> = board.squares().filter(|square| !given.contains(square)).collect();
    let is_free = |square: &Square| free.contains(square);
    let is_true = match why {
        Obstruction::EndTooEarly(_) => false,
        Obstruction::NotClosed { last, start: first } => {
            free.is_empty() && *last == head && *first == start && !board.joined(head, start)
        }
        Obstruction::Stuck(square) => *square == head && free_near(puzzle, head).is_empty(),
        Obstruction::CutOff(squares) => {
            let mut reached = free_near(puzzle, head);
            let mut next = 0;
            while let Some(square) = reached.get(next).copied() {
                next += 1;
                for near in free_near(puzzle, square) {
                    if !reached.contains(&near) {
                        reached.push(near);
                    }
                }
            }
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
            is_wrong && is_free(square) && ways_in(puzzle, *square) == 1
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
        Obstruction::EndColour(end) => {
            let ends_on_own = free.len().is_multiple_of(2);
            puzzle.goal() == Goal::End(*end)
                && (board.is_dark(*end) == board.is_dark(head)) != ends_on_own
        }
        Obstruction::LastColour(square) => {
            let ends_on_own = free.len().is_multiple_of(2);
            is_free(square)
                && ways_in(puzzle, *square) == 1
                && (board.is_dark(*square) == board.is_dark(head)) != ends_on_own
        }
        Obstruction::ClosedOdd => {
            puzzle.goal() == Goal::Closed && board.squares_to_visit() % 2 == 1
        }
        Obstruction::TooFewMoves { squares, need, have } => {
            // Each square has so many moves at most; the moves of these are at most those of their
            // neighbours, and at most one to each.
            let cap = |square: Square| match () {
                () if square == head && square == start && puzzle.goal() == Goal::Closed => 2,
                () if square == head => 1,
                () if square == start && puzzle.goal() == Goal::Closed => 1,
                () if puzzle.goal() == Goal::End(square) => 1,
                () => 2 * usize::from(is_free(&square)),
            };
            let colour = board.is_dark(squares[0]);
            let of_colour = board.squares().filter(|square| board.is_dark(*square) == colour);
            let moves = free.len() + usize::from(puzzle.goal() == Goal::Closed);
            let spare = of_colour.map(cap).sum::<usize>() - moves;
            let around = board.squares().map(|square| {
                let links = squares.iter().filter(|other| board.joined(square, **other)).count();
                links.min(cap(square))
            });
            squares.iter().all(|square| cap(*square) > 0 && board.is_dark(*square) == colour)
                && *need == squares.iter().map(|square| cap(*square)).sum::<usize>() - spare
                && *have == around.sum::<usize>()
                && have < need
        }
        _ => true,
    };
    assert!(is_true, "{puzzle}: {why:?}");
    for naming in [Naming::Chess, Naming::RowColumn] {
        let words = words::obstruction(why, Names { board, naming });
        assert!(words.len() > 20 && !words.ends_with('.'), "{words}");
        for square in why.squares().iter().take(4) {
            let is_named = !matches!(why, Obstruction::Colours { .. });
            assert!(!is_named || words.contains(&naming.square(board, *square)), "{words}");
        }
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
    let mut hints = Hints::with_known(puzzle, known);
    while let Some(hint) = hints.decide_next() {
        assert!(hint.outlook.is_some());
    }
    let head = puzzle.given()[puzzle.given().len() - 1];
    let listed: Vec<Square> = hints.list().iter().map(|hint| hint.square).collect();
    let order = &MoveOrder::ANTICLOCKWISE;
    let free = puzzle.board().neighbours(head, order).into_iter();
    let free: Vec<Square> = free.filter(|square| !puzzle.given().contains(square)).collect();
    assert_eq!(listed, free, "{puzzle}");
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
                check_yes(puzzle, hint.square, tour);
                assert_eq!(why_not(&after), None);
                said.yes += 1;
            }
            Some(Decided::No(why)) => {
                let exists = Plain::tour_exists(&after, most);
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

const SMALL: [(&str, u64, bool); 10] = [
    ("5x5", 0, false),
    ("5x6", 0, false),
    ("3x10", 0, false),
    ("4x5", 0, false),
    ("6x6", 0, false),
    ("5x6", 2, false),
    ("6x6", 5, false),
    ("4x5", 0, true),
    ("4x6", 1, true),
    ("3x6", 1, true),
];

#[test]
fn hints_are_what_plain_search_says() {
    let (games, most) = if is_long() { (5_000, 2_000_000) } else { (500, 100_000) };
    let mut rng = Generator::beside(8);
    let mut said = Said::default();
    for number in 0..games {
        let (size, holes, wrapped) = SMALL[rng.below(SMALL.len() as u64) as usize];
        let board = holed(size, holes, &mut rng).wrapped(wrapped);
        // With more free squares than that, plain search does not come to an end.
        let least = board.squares_to_visit().saturating_sub(20);
        let puzzle = position(&board, number, least, &mut rng);
        check(&puzzle, KnownTours::default(), most, &mut said);
    }
    if is_long() {
        println!("{said:?}");
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
    for number in 0..games {
        let (size, holes, wrapped) = SMALL[rng.below(SMALL.len() as u64) as usize];
        let board = holed(size, holes, &mut rng).wrapped(wrapped);
        let mut puzzle = position(&board, number, 1, &mut rng);
        let mut known = KnownTours::default();
        puzzle =
            Puzzle::new(board.clone(), puzzle.given()[..1].to_vec(), puzzle.goal(), 0).unwrap();
        loop {
            let hints = check(&puzzle, known.clone(), 5_000, &mut said);
            known = hints.known().clone();
            let turn = rng.below(4);
            let any = hints.list().get(rng.below(8) as usize % hints.list().len().max(1));
            let Some(next) = (if turn == 0 { any } else { hints.best() }) else { break };
            if let Some(Decided::Yes(tour)) = &next.outlook {
                let after = after(&puzzle, next.square).unwrap();
                let follows = Hints::with_known(&after, known.clone());
                let along = tour.get(after.given().len()).and_then(|square| follows.at(*square));
                let is_known = |hint: &knights_tour::solver::Hint| hint.outlook.is_some();
                assert!(along.is_none_or(is_known), "{after}: at once");
            }
            let Some(after) = after(&puzzle, next.square) else { break };
            puzzle = after;
        }
    }
    assert!(said.yes > 30 && said.unknown == 0, "{said:?}");
}

/// On the usual board: a yes has a checked tour, a no agrees with the solver's own proof.
#[test]
fn hints_on_the_usual_board() {
    let (games, most) = if is_long() { (1_500, 500_000) } else { (60, 20_000) };
    let mut rng = Generator::beside(10);
    let (mut yes, mut no, mut unknown, mut proved) = (0, 0, 0, 0);
    let config: MethodConfig = "backtracking:prune=on".parse().unwrap();
    for number in 0..games {
        let board = holed("8x8", 8 * (number % 2), &mut rng);
        let puzzle = position(&board, number / 2, 1, &mut rng);
        for hint in hints(&puzzle).list() {
            match hint.outlook.as_ref().unwrap() {
                Decided::Yes(tour) => {
                    check_yes(&puzzle, hint.square, tour);
                    yes += 1;
                }
                Decided::No(why) => {
                    no += 1;
                    let Some(after) = after(&puzzle, hint.square) else { continue };
                    check_why(&after, why);
                    let status = config.build(&after).run(most);
                    assert_ne!(status, Status::Found, "{after}: {why:?}");
                    proved += u32::from(status == Status::Exhausted);
                }
                Decided::Unknown => unknown += 1,
            }
        }
    }
    if is_long() {
        println!("yes {yes}, no {no}, proved again {proved}, unknown {unknown}");
    }
    assert!(yes > 15 && no > 80 && proved * 3 > no, "{yes} {no} {proved} {unknown}");
}

fn said(puzzle: &str) -> String {
    let puzzle: Puzzle = puzzle.parse().unwrap();
    let why = why_not(&puzzle);
    why.map_or_else(String::new, |why| words::obstruction(&why, Names::usual(puzzle.board())))
}

#[test]
fn reasons_are_plain_sentences() {
    let tour = "0,0;1,2;2,0;0,1;1,3;2,1;0,2;2,3;1,1;0,3;2,2;1,0";
    for (puzzle, words) in [
        ("8x8 given=b6;d5;c7;e6", "a8 is cut off: no free square leads to it"),
        ("8x8 given=b6;d5;c7;a8", "a8 leads nowhere: no free square can be reached from it"),
        ("8x8 given=b6;d5;c7", "a8 can only be entered now, and no free square leads on from it"),
        (
            "8x8 given=b6;c4;d2;b3;a5",
            "a8 and a1 both have only one way in, and a tour can end at one of them only",
        ),
        (
            "8x8 given=d2;b3;a5 goal=closed",
            "a1 has only one way in, so the tour would have to end there, but no move leads from \
             there back to d2",
        ),
        (
            "8x8 given=d2;b3;a5 goal=end:h8",
            "a1 has only one way in, so the tour would have to end there, but it must end at h8",
        ),
        (
            "8x8 given=a1;b3;d4;c2 goal=closed",
            "the tour must return to a1, but no free square leads there",
        ),
        (
            "8x8 given=a1 goal=end:c3",
            "every move changes colour, so the last one leads to a light square, but the tour must \
             end at c3, a dark one",
        ),
        (
            "8x8 given=d2;b3;c5",
            "a1 has only one way in, so the tour would have to end there, but every move changes \
             colour, and the last one leads to a light square",
        ),
        (
            "8x8 holes=a1;h8 given=b1",
            "every move changes colour, but 30 dark and 31 light squares are free, and the knight \
             is on a light one",
        ),
        (
            "5x5 given=a1 goal=closed",
            "every move changes colour, so a closed tour needs an even number of squares, and the 5x5 \
             board has an odd number",
        ),
        (
            &format!("3x4 given={tour} goal=closed"),
            "a2 is the last square, but no move leads from there back to a3",
        ),
    ] {
        assert_eq!(said(puzzle), words, "{puzzle}");
    }
    assert!(said("4x4 given=a1").starts_with("the 4x4 board is too small"), "a theorem");
}

#[test]
fn nothing_is_said_of_a_path_that_can_be_finished() {
    assert_eq!(said("8x8 given=a1;b3"), "");
    assert_eq!(said("8x8 given=a1;b3 goal=closed"), "");
    assert_eq!(said("1x1"), "");
}

/// Boards where no search is made.
#[test]
fn large_boards_are_not_searched() {
    let all = hints(&"101x101 given=0,0;1,2".parse().unwrap());
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
        let path = game(&board, Goal::Any, &mut rng);
        let begun = |length: usize| {
            let puzzle = Puzzle::new(board.clone(), path[..length].to_vec(), Goal::Any, 0).unwrap();
            Plain::tour_exists(&puzzle, 20_000_000).unwrap()
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
