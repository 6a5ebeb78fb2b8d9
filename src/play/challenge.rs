//! Challenges: puzzles to solve by hand, each with a tour, rated by measurement.

use super::{Date, Game};
use crate::board::{Board, Naming, Square};
use crate::feasibility::Decided;
use crate::puzzle::{Goal, Puzzle, starts};
use crate::solver::{Generator, finish};
use crate::text::counted;
use crate::tour::Tour;

/// The step limit for deciding whether a challenge has a tour. Until 2100, every daily puzzle is
/// decided within 30,000 steps, so the puzzle of a day does not depend on how a search goes.
const MAX_CHALLENGE_STEPS: u64 = 100_000;
/// The step limit for deciding whether a position can still be won. Tours are found quickly, so the
/// rare undecided position counts as lost.
const MAX_POSITION_STEPS: u64 = 200_000;
/// Games played to rate a challenge.
const RATING_GAMES: u64 = 12;
/// A multiple of every possible number of choices, 1 to 8, so that shares of it are whole numbers.
const FULL_SHARE: u64 = 840;

/// How hard a challenge is: how often a guess goes wrong.
///
/// Some games are played in which every move is drawn from those that can still be finished. At each
/// move, the share of the squares in reach from which it could not be finished any more is the chance
/// that a guess goes wrong there. The sum of these is the number of moves at which it does, and the
/// rating is its mean over the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rating {
    /// At how many moves a guess goes wrong, in tenths.
    tenths: u32,
    moves: u32,
}

impl Rating {
    pub fn word(self) -> &'static str {
        match self.tenths {
            0..30 => "easy",
            30..60 => "medium",
            60..100 => "hard",
            _ => "very hard",
        }
    }

    /// `Guessing would go wrong at about 7 of its 24 moves.`
    pub fn sentence(self) -> String {
        let moves = counted(self.moves.into(), "move");
        match (self.tenths + 5) / 10 {
            0 => format!("Guessing would hardly ever go wrong in its {moves}."),
            many => format!("Guessing would go wrong at about {many} of its {moves}."),
        }
    }
}

/// A puzzle to solve by hand. It has a tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    name: String,
    title: String,
    puzzle: Puzzle,
    /// Whether every square can be the first; otherwise the path begins with the given squares.
    has_free_start: bool,
    rating: Option<Rating>,
}

impl Challenge {
    /// Finds a challenge by its name: `level-07` or `daily-2026-11-17`.
    pub fn named(name: &str) -> Option<Challenge> {
        match name.strip_prefix("daily-") {
            Some(date) => date.parse().ok().map(daily),
            None => levels().find(|level| level.name == name),
        }
    }

    /// The stable identifier, used in files.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn title(&self) -> &str {
        &self.title
    }

    pub fn board(&self) -> &Board {
        self.puzzle.board()
    }

    pub fn goal(&self) -> Goal {
        self.puzzle.goal()
    }

    /// The squares that the path begins with; empty if every square can be the first.
    pub fn given(&self) -> &[Square] {
        if self.has_free_start { &[] } else { self.puzzle.given() }
    }

    /// The rating measured in advance, which every level has. See [`Challenge::measure`].
    pub fn rating(&self) -> Option<Rating> {
        self.rating
    }

    pub fn task(&self, naming: Naming) -> String {
        let board = self.board();
        let name = |square| naming.square(board, square);
        let first = match self.given() {
            [] => "from any square".to_owned(),
            [start] => format!("from {}", name(*start)),
            [start, .., last] => {
                format!("that begins with the path from {} to {}", name(*start), name(*last))
            }
        };
        let noun = self.goal().noun();
        match self.goal().end().map(name) {
            None => format!("Make a {noun} {first}."),
            Some(end) if self.given().len() > 1 => {
                format!("Make a {noun} {first}, and end at {end}.")
            }
            Some(end) => format!("Make a {noun} {first} to {end}."),
        }
    }

    /// Board, goal and rating in a few words: `8×8, closed, hard`.
    pub fn kind(&self) -> String {
        let board = self.board();
        let mut kind = format!("{}×{}", board.rows(), board.cols());
        if board.is_wrapped() {
            kind += ", wrapped";
        }
        match board.holes().len() as u64 {
            0 => {}
            holes => kind += &format!(", {}", counted(holes, "hole")),
        }
        if let Some(word) = self.goal().noun().strip_suffix(" tour") {
            kind += &format!(", {word}");
        }
        match self.rating {
            Some(rating) => format!("{kind}, {}", rating.word()),
            None => kind,
        }
    }

    /// The puzzle for a solver. If every square can be the first, one of them is given.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    pub fn solution(&self) -> Option<Tour> {
        let Decided::Yes(path) = finish(&self.puzzle, MAX_CHALLENGE_STEPS) else { return None };
        Tour::new(self.board().clone(), path).ok()
    }

    pub fn game(&self) -> Game {
        Game::new(self.board().clone(), self.goal(), self.given())
            .unwrap_or_else(|error| unreachable!("{error}"))
            .with_challenge(&self.name)
    }

    /// Measures how hard it is. The result is deterministic, but deciding thousands of positions
    /// takes a tenth of a second for most challenges and a few seconds for some large boards.
    pub fn measure(&self) -> Rating {
        let mut chance = Generator::beside(0);
        let losses: u64 = (0..RATING_GAMES).map(|_| self.losses(&mut chance)).sum();
        let moves = self.board().squares_to_visit() - self.given().len().max(1);
        let tenths = (losses * 10 + FULL_SHARE * RATING_GAMES / 2) / (FULL_SHARE * RATING_GAMES);
        Rating { tenths: tenths as u32, moves: moves as u32 }
    }

    /// The number of moves at which a guess would have lost a won game, in parts of [`FULL_SHARE`].
    fn losses(&self, chance: &mut Generator) -> u64 {
        let mut game = self.game();
        if self.has_free_start {
            let all: Vec<Square> = starts(self.board(), self.goal()).collect();
            let first = all[chance.below(all.len() as u64) as usize];
            let _ = game.place(first);
        }
        let mut losses = 0;
        // A known tour that continues the path, which saves a search for one of the choices.
        let mut known: Vec<Square> = Vec::new();
        while game.left() > 0 {
            let open = game.open();
            let mut won: Vec<(Square, Vec<Square>)> = Vec::new();
            for square in &open {
                if known.get(game.path().len()) == Some(square) {
                    won.push((*square, known.clone()));
                } else if let Some(tour) = finished(&game, *square) {
                    won.push((*square, tour));
                }
            }
            if won.is_empty() {
                break;
            }
            let lost = (open.len() - won.len()) as u64;
            losses += lost * FULL_SHARE / open.len() as u64;
            let (square, tour) = won.swap_remove(chance.below(won.len() as u64) as usize);
            let _ = game.place(square);
            known = tour;
        }
        losses
    }
}

/// A tour that continues the game with this square, if there is one.
fn finished(game: &Game, square: Square) -> Option<Vec<Square>> {
    let path = [game.path(), &[square]].concat();
    let puzzle = Puzzle::new(game.board().clone(), path, game.goal(), 0).ok()?;
    finish(&puzzle, MAX_POSITION_STEPS).yes()
}

/// The levels, from easiest to hardest: title, puzzle (without `given=`, every square can be the
/// first) and measured rating in tenths.
const LEVELS: &[(&str, &str, u32)] = &[
    ("Three rows", "3x4 given=0,0", 10),
    ("Edges that meet", "4x4 wrap goal=closed", 13),
    ("No edges at all", "5x5 wrap", 16),
    ("To the centre", "5x5 given=4,0 goal=end:2,2", 24),
    ("A hole in the middle", "5x5 holes=2,2 given=0,0", 24),
    ("Across the edges", "6x6 wrap holes=0,0;0,5;5,0;5,5 goal=closed", 25),
    ("A long board", "3x7 given=0,0", 36),
    ("Four rows", "4x5 given=0,0", 38),
    ("Up the side", "5x5 given=4,0 goal=end:0,0", 46),
    ("No corners", "6x6 holes=0,0;0,5;5,0;5,5 given=0,1", 46),
    ("From the centre", "5x5 given=2,2", 47),
    ("No corners, closed", "6x6 holes=0,0;0,5;5,0;5,5 goal=closed", 50),
    ("From the corner", "5x5 given=4,0", 52),
    ("From corner to corner", "5x5 given=4,0 goal=end:0,4", 55),
    ("Closed in three rows", "3x10 goal=closed", 65),
    ("Side by side", "5x6 given=0,0 goal=end:0,1", 71),
    ("Along the bottom", "6x6 given=5,0 goal=end:5,5", 76),
    ("A chess board without corners", "8x8 holes=0,0;0,7;7,0;7,7 goal=closed", 81),
    ("Closed on six by six", "6x6 goal=closed", 84),
    ("The smallest closed tour", "5x6 goal=closed", 88),
    ("A long diagonal", "7x7 given=6,0 goal=end:0,6", 93),
    ("The chess board", "8x8 given=7,0", 115),
    ("Closed on the chess board", "8x8 goal=closed", 131),
    ("Four holes", "8x8 holes=2,2;2,5;5,2;5,5 goal=closed", 143),
];

pub fn levels() -> impl Iterator<Item = Challenge> {
    LEVELS.iter().enumerate().map(|(place, (title, text, tenths))| {
        let puzzle: Puzzle = text.parse().unwrap_or_else(|error| unreachable!("{text}: {error}"));
        let number = place + 1;
        let moves = puzzle.board().squares_to_visit() - puzzle.given().len();
        Challenge {
            name: format!("level-{number:02}"),
            title: format!("Level {number}: {title}"),
            rating: Some(Rating { tenths: *tenths, moves: moves as u32 }),
            has_free_start: !text.contains("given="),
            puzzle,
        }
    })
}

/// What the challenges of one weekday have in common.
struct WeekdayRule {
    /// Rows and columns of the boards to draw from.
    boards: &'static [(u32, u32)],
    is_wrapped: bool,
    /// The fewest and the most holes.
    holes: (u64, u64),
    end: End,
}

enum End {
    Anywhere,
    Closed,
    /// At a square drawn at random.
    Drawn,
}

impl WeekdayRule {
    const fn plain(boards: &'static [(u32, u32)]) -> WeekdayRule {
        WeekdayRule { boards, is_wrapped: false, holes: (0, 0), end: End::Anywhere }
    }
}

/// From Monday to Sunday. A change here would change the challenges of all days.
const WEEK: [WeekdayRule; 7] = [
    WeekdayRule::plain(&[(3, 4), (4, 3), (3, 7), (7, 3), (4, 5), (5, 4)]),
    WeekdayRule {
        is_wrapped: true,
        holes: (3, 6),
        end: End::Closed,
        ..WeekdayRule::plain(&[(4, 6), (6, 4), (5, 5)])
    },
    WeekdayRule::plain(&[(4, 6), (6, 4), (5, 5)]),
    WeekdayRule::plain(&[(5, 6), (6, 5), (6, 6)]),
    WeekdayRule { holes: (2, 4), ..WeekdayRule::plain(&[(6, 6), (6, 7), (7, 6)]) },
    WeekdayRule {
        end: End::Closed,
        ..WeekdayRule::plain(&[(5, 6), (6, 5), (6, 6), (6, 7), (7, 6)])
    },
    WeekdayRule { holes: (2, 4), end: End::Drawn, ..WeekdayRule::plain(&[(7, 8), (8, 7), (8, 8)]) },
];

/// The challenge of a day, the same for everybody, easy on Mondays and hard on Sundays.
///
/// Puzzles are drawn from the date alone until one has a tour. Whether it has one is decided, not
/// guessed, so the answer does not depend on how the search goes.
pub fn daily(date: Date) -> Challenge {
    let has_tour = |puzzle: &Puzzle| matches!(finish(puzzle, MAX_CHALLENGE_STEPS), Decided::Yes(_));
    Challenge {
        name: format!("daily-{date}"),
        title: format!("Board of the day, {}", date.title()),
        puzzle: drawn(date).flatten().find(has_tour).unwrap_or_else(|| unreachable!("{date}")),
        has_free_start: false,
        rating: None,
    }
}

/// The puzzles that are drawn for a day, without end; `None` if the parts drawn do not fit together.
fn drawn(date: Date) -> impl Iterator<Item = Option<Puzzle>> {
    // Neighbouring days get seeds that are far apart.
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut chance = Generator::beside(u64::from(date.days()).wrapping_mul(SPREAD));
    let rule = &WEEK[date.weekday()];
    std::iter::repeat_with(move || draw(rule, &mut chance))
}

fn draw(rule: &WeekdayRule, chance: &mut Generator) -> Option<Puzzle> {
    let (rows, cols) = rule.boards[chance.below(rule.boards.len() as u64) as usize];
    let board = Board::new(rows, cols).ok()?.wrapped(rule.is_wrapped);
    let mut free: Vec<Square> = board.squares().collect();
    let mut take = |chance: &mut Generator| {
        let place = chance.below(free.len() as u64) as usize;
        free.swap_remove(place)
    };
    let (fewest, most) = rule.holes;
    let holes = fewest + chance.below(most - fewest + 1);
    let holes: Vec<Square> = (0..holes).map(|_| take(chance)).collect();
    let start = take(chance);
    let goal = match rule.end {
        End::Anywhere => Goal::Any,
        End::Closed => Goal::Closed,
        End::Drawn => Goal::End(take(chance)),
    };
    Puzzle::new(board.with_holes(holes).ok()?, vec![start], goal, 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn challenge(text: &str) -> Challenge {
        Challenge {
            name: "test".to_owned(),
            title: String::new(),
            puzzle: text.parse().unwrap(),
            has_free_start: !text.contains("given="),
            rating: None,
        }
    }

    /// How many puzzles are drawn until one has a tour. Every one of them is decided.
    fn draws(days: u32) -> Option<usize> {
        let date = Date::from_days(days);
        let has_tour = |puzzle: Option<Puzzle>| match finish(&puzzle?, MAX_CHALLENGE_STEPS) {
            Decided::Unknown => panic!("{date}: a puzzle is not decided"),
            answer => matches!(answer, Decided::Yes(_)).then_some(()),
        };
        drawn(date).map(has_tour).position(|tour| tour.is_some()).map(|place| place + 1)
    }

    #[test]
    fn every_level_has_a_tour_and_they_grow_harder() {
        let levels: Vec<Challenge> = levels().collect();
        assert_eq!(levels.len(), 24);
        for (place, level) in levels.iter().enumerate() {
            let tour = level.solution().unwrap();
            assert!(tour.path().starts_with(level.given()), "{}", level.title());
            assert!(level.puzzle().is_reached_by(tour.path()), "{}", level.title());
            let mut game = level.game();
            assert_eq!((game.given(), game.challenge()), (level.given(), Some(level.name())));
            game.continue_with(tour.path());
            assert_eq!(game.tour(), Some(tour), "{}", level.title());
            assert_eq!(level.name(), format!("level-{:02}", place + 1));
            assert_eq!(Challenge::named(level.name()).as_ref(), Some(level));
        }
        assert!(levels.is_sorted_by_key(|level| level.rating().unwrap().tenths));
        let words: Vec<&str> = levels.iter().map(|level| level.rating().unwrap().word()).collect();
        for word in ["easy", "medium", "hard", "very hard"] {
            assert!(words.iter().filter(|other| **other == word).count() >= 3, "{words:?}");
        }
        for name in ["level-00", "level-25", "level-1", "daily-", "daily-2026-02-30", ""] {
            assert_eq!(Challenge::named(name), None, "{name}");
        }
    }

    #[test]
    fn a_free_start_is_free() {
        for level in levels().filter(|level| level.given().is_empty()) {
            for start in starts(level.board(), level.goal()) {
                let puzzle = Puzzle::new(level.board().clone(), vec![start], level.goal(), 0);
                let answer = finish(&puzzle.unwrap(), MAX_CHALLENGE_STEPS);
                assert!(matches!(answer, Decided::Yes(_)), "{} {start:?}", level.title());
            }
        }
    }

    #[test]
    fn ratings_are_those_that_are_measured() {
        let is_long = std::env::var_os("KNIGHTS_TOUR_LONG").is_some();
        for level in levels() {
            if is_long || level.board().size() <= 36 {
                assert_eq!(Some(level.measure()), level.rating(), "{}", level.title());
            }
        }
    }

    /// There is one way to win from here, so every game is the same. At three of the eight moves
    /// there are two choices, one of which loses.
    #[test]
    fn a_rating_counts_what_a_guess_loses() {
        let text = "4x5 given=0,0;1,2;0,4;2,3;3,1;1,0;0,2;1,4;3,3;2,1;1,3;0,1";
        assert_eq!(challenge(text).losses(&mut Generator::beside(1)), 3 * FULL_SHARE / 2);
        assert_eq!(challenge(text).measure(), Rating { tenths: 15, moves: 8 });
        let rating = |tenths| Rating { tenths, moves: 24 };
        assert_eq!(rating(4).sentence(), "Guessing would hardly ever go wrong in its 24 moves.");
        assert_eq!(rating(65).sentence(), "Guessing would go wrong at about 7 of its 24 moves.");
        let words = [0, 29, 30, 59, 60, 99, 100].map(|tenths| rating(tenths).word());
        let expected = ["easy", "easy", "medium", "medium", "hard", "hard", "very hard"];
        assert_eq!(words, expected);
    }

    /// So no puzzle depends on how far a search gets, and none takes long to draw.
    #[test]
    fn every_puzzle_that_is_drawn_is_decided() {
        let is_long = std::env::var_os("KNIGHTS_TOUR_LONG").is_some();
        let days = if is_long { 0..47_482 } else { 20_454..22_454 };
        let most = days.filter_map(draws).max();
        assert!(most.is_some_and(|most| most <= 60), "{most:?}");
    }

    /// Measures one week; eight weeks in the long tests.
    #[test]
    fn days_grow_harder_along_the_week() {
        let is_long = std::env::var_os("KNIGHTS_TOUR_LONG").is_some();
        let weeks = if is_long { 8 } else { 1 };
        let mean = |weekday: u32| {
            let days = (0..weeks).map(|week| 20_780 + 7 * week + weekday);
            let tenths = days.map(|days| daily(Date::from_days(days)).measure().tenths);
            tenths.sum::<u32>() / weeks
        };
        let (monday, thursday, sunday) = (mean(0), mean(3), mean(6));
        assert!(monday < thursday && thursday < sunday, "{monday} {thursday} {sunday}");
    }

    #[test]
    fn a_task_says_what_to_do() {
        for (text, said) in [
            ("8x8", "Make a tour from any square."),
            ("8x8 given=7,0", "Make a tour from a1."),
            ("8x8 goal=closed", "Make a closed tour from any square."),
            ("8x8 given=7,0 goal=end:7,7", "Make a tour from a1 to h1."),
            ("8x8 given=7,0;5,1;7,2", "Make a tour that begins with the path from a1 to c1."),
            (
                "8x8 given=7,0;5,1 goal=end:7,7",
                "Make a tour that begins with the path from a1 to b3, and end at h1.",
            ),
        ] {
            assert_eq!(challenge(text).task(Naming::Chess), said);
        }
    }
}
