//! Challenges: puzzles to solve by hand that surely have a tour, with a measured rating.

use super::{Date, Game};
use crate::board::{Board, Naming, Square};
use crate::puzzle::{Goal, Puzzle, starts};
use crate::solver::{Finish, Generator, finish};
use crate::text::counted;
use crate::tour::Tour;

/// How many steps a decision may take. It is so many that every decision here is reached long before,
/// so that the puzzle of a day is a matter of mathematics, not of how the search goes.
const ENOUGH: u64 = 1_000_000;
/// How many games are played to rate a challenge.
const GAMES: u64 = 12;
/// Every number of choices, from 1 to 8, divides it, so that their shares are whole numbers.
const WHOLE: u64 = 840;

/// How hard a challenge is: how often a guess goes wrong.
///
/// Some games are played in which every move is drawn from those that can still be finished. At each
/// move, the share of the squares in reach from which it could not be finished any more is the chance
/// that a guess goes wrong there. The sum of these is the number of moves at which it does, and the
/// rating is its mean over the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rating {
    tenths: u32,
    moves: u32,
}

impl Rating {
    /// At how many moves a guess goes wrong, in tenths.
    pub fn tenths(self) -> u32 {
        self.tenths
    }

    /// How many moves there are to make.
    pub fn moves(self) -> u32 {
        self.moves
    }

    /// `easy`, `medium`, `hard` or `very hard`.
    pub fn word(self) -> &'static str {
        match self.tenths {
            0..30 => "easy",
            30..60 => "medium",
            60..100 => "hard",
            _ => "very hard",
        }
    }

    /// What it means: `A guess would lose at about 7 of its 24 moves.`
    pub fn sentence(self) -> String {
        let moves = counted(self.moves.into(), "move");
        match (self.tenths + 5) / 10 {
            0 => format!("A guess would hardly ever lose at any of its {moves}."),
            many => format!("A guess would lose at about {many} of its {moves}."),
        }
    }
}

/// A puzzle to solve by hand. It has a tour.
///
/// ```
/// use knights_tour::play::{Challenge, Date, daily, levels};
/// let level = levels().next().expect("there are levels");
/// assert_eq!(Challenge::named(level.name()), Some(level.clone()));
/// assert_eq!(level.game().challenge(), Some("level-01"));
/// let today = daily(Date::from_days(20_774));
/// assert_eq!((today.name(), today.title()), ("daily-2026-11-17", "17 November 2026"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    name: String,
    title: String,
    puzzle: Puzzle,
    /// Whether every square can be the first. Else the path begins with the squares given.
    has_free_start: bool,
    rating: Option<Rating>,
}

impl Challenge {
    /// The challenge of this name, if there is one: `level-07` or `daily-2026-11-17`.
    pub fn named(name: &str) -> Option<Challenge> {
        match name.strip_prefix("daily-") {
            Some(date) => date.parse().ok().map(daily),
            None => levels().find(|level| level.name == name),
        }
    }

    /// Its name, which never changes.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What people call it.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.puzzle.board()
    }

    /// Which tours count.
    pub fn goal(&self) -> Goal {
        self.puzzle.goal()
    }

    /// The squares that the path begins with; none if every square can be the first.
    pub fn given(&self) -> &[Square] {
        if self.has_free_start { &[] } else { self.puzzle.given() }
    }

    /// How hard it is, where that was measured before: for every level. See [`Challenge::measure`].
    pub fn rating(&self) -> Option<Rating> {
        self.rating
    }

    /// What to do, in a sentence.
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
        match self.goal() {
            Goal::Any => format!("Make a tour {first}."),
            Goal::Closed => format!("Make a closed tour {first}."),
            Goal::End(end) if self.given().len() > 1 => {
                format!("Make a tour {first}, and end at {}.", name(end))
            }
            Goal::End(end) => format!("Make a tour {first} to {}.", name(end)),
        }
    }

    /// The same as a puzzle for a method. Where every square can be the first, one of them is.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// A tour that solves it.
    pub fn solution(&self) -> Option<Tour> {
        let Finish::Yes(path) = finish(&self.puzzle, ENOUGH) else { return None };
        Tour::new(self.board().clone(), path).ok()
    }

    /// Begins it.
    pub fn game(&self) -> Game {
        Game::new(self.board().clone(), self.goal(), self.given().to_vec())
            .unwrap_or_else(|error| unreachable!("{error}"))
            .with_challenge(&self.name)
    }

    /// Measures how hard it is. That is the same number every time, but takes a moment: thousands of
    /// positions are decided.
    pub fn measure(&self) -> Rating {
        let mut chance = Generator::beside(0);
        let losses: u64 = (0..GAMES).map(|_| self.losses(&mut chance)).sum();
        let moves = self.board().squares_to_visit() - self.given().len().max(1);
        let tenths = (losses * 10 + WHOLE * GAMES / 2) / (WHOLE * GAMES);
        Rating { tenths: tenths as u32, moves: moves as u32 }
    }

    /// At how many moves of a game that is won a guess would have lost, in parts of [`WHOLE`].
    fn losses(&self, chance: &mut Generator) -> u64 {
        let mut game = self.game();
        if self.has_free_start {
            let all: Vec<Square> = starts(self.board(), self.goal()).collect();
            let first = all[chance.below(all.len() as u64) as usize];
            let _ = game.place(first);
        }
        let mut losses = 0;
        // A tour that continues the path, so that one choice needs no search.
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
            losses += lost * WHOLE / open.len() as u64;
            let (square, tour) = won.swap_remove(chance.below(won.len() as u64) as usize);
            let _ = game.place(square);
            known = tour;
        }
        losses
    }
}

/// A tour that goes on from a game with this square, if there is one.
fn finished(game: &Game, square: Square) -> Option<Vec<Square>> {
    let path = [game.path(), &[square]].concat();
    let puzzle = Puzzle::new(game.board().clone(), path, game.goal(), 0).ok()?;
    match finish(&puzzle, ENOUGH) {
        Finish::Yes(tour) => Some(tour),
        Finish::No | Finish::Unknown => None,
    }
}

/// The levels, from the easiest to the hardest: what people call them, the puzzle (without `given=`,
/// every square can be the first) and the measured rating in tenths.
const LEVELS: &[(&str, &str, u32)] = &[("Three rows", "3x4 given=0,0", 0)];

/// All levels, from the easiest to the hardest.
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

/// What the challenges of a day of the week have in common.
struct Rule {
    /// The boards to draw from, as rows and columns.
    boards: &'static [(u32, u32)],
    is_wrapped: bool,
    /// The fewest holes.
    holes: u64,
    /// How many more there may be.
    more_holes: u64,
    end: End,
}

/// How a tour must end.
#[derive(PartialEq, Eq)]
enum End {
    Anywhere,
    Closed,
    /// At a square that is drawn.
    Drawn,
}

/// From Monday to Sunday.
const WEEK: [Rule; 7] = [
    Rule {
        boards: &[(4, 5), (5, 4), (5, 5)],
        is_wrapped: false,
        holes: 0,
        more_holes: 0,
        end: End::Anywhere,
    },
    Rule {
        boards: &[(5, 6), (6, 5), (6, 6)],
        is_wrapped: false,
        holes: 0,
        more_holes: 0,
        end: End::Anywhere,
    },
    Rule {
        boards: &[(5, 6), (6, 5), (6, 6)],
        is_wrapped: false,
        holes: 0,
        more_holes: 0,
        end: End::Closed,
    },
    Rule {
        boards: &[(6, 6), (6, 7), (7, 6)],
        is_wrapped: false,
        holes: 0,
        more_holes: 0,
        end: End::Drawn,
    },
    Rule {
        boards: &[(6, 6), (6, 7), (7, 6), (7, 7)],
        is_wrapped: false,
        holes: 2,
        more_holes: 2,
        end: End::Anywhere,
    },
    Rule {
        boards: &[(6, 6), (6, 7), (7, 6)],
        is_wrapped: true,
        holes: 6,
        more_holes: 4,
        end: End::Closed,
    },
    Rule {
        boards: &[(7, 8), (8, 7), (8, 8)],
        is_wrapped: false,
        holes: 4,
        more_holes: 4,
        end: End::Drawn,
    },
];

/// The challenge of a day, the same for everybody, easy on Mondays and hard on Sundays.
///
/// Puzzles are drawn from the date alone until one has a tour. Whether it has one is decided, not
/// guessed, so the answer does not depend on how the search goes.
pub fn daily(date: Date) -> Challenge {
    // Neighbouring days get seeds that are far apart.
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut chance = Generator::beside(u64::from(date.days()).wrapping_mul(SPREAD));
    let rule = &WEEK[date.weekday()];
    let puzzle = loop {
        let drawn = draw(rule, &mut chance);
        if let Some(puzzle) =
            drawn.filter(|puzzle| matches!(finish(puzzle, ENOUGH), Finish::Yes(_)))
        {
            break puzzle;
        }
    };
    Challenge {
        name: format!("daily-{date}"),
        title: date.title(),
        puzzle,
        has_free_start: false,
        rating: None,
    }
}

/// A puzzle that follows a rule; nothing if what was drawn does not fit together.
fn draw(rule: &Rule, chance: &mut Generator) -> Option<Puzzle> {
    let (rows, cols) = rule.boards[chance.below(rule.boards.len() as u64) as usize];
    let board = Board::new(rows, cols).ok()?.wrapped(rule.is_wrapped);
    let mut free: Vec<Square> = board.squares().collect();
    let mut take = |chance: &mut Generator| {
        let place = chance.below(free.len() as u64) as usize;
        free.swap_remove(place)
    };
    let holes = rule.holes + chance.below(rule.more_holes + 1);
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

    #[test]
    #[ignore]
    fn calibrate() {
        let list = std::fs::read_to_string("/tmp/cand.txt").unwrap();
        for line in list.lines() {
            let begun = std::time::Instant::now();
            let challenge = challenge(line);
            let ok = challenge.solution().is_some();
            let rating = if ok { challenge.measure() } else { Rating { tenths: 0, moves: 0 } };
            println!(
                "{ok} {} {} {} ms | {line}",
                rating.tenths,
                rating.moves,
                begun.elapsed().as_millis()
            );
        }
        for week in 0..4 {
            for day in 0..7 {
                let date = Date::from_days(20_773 + week * 7 + day);
                let begun = std::time::Instant::now();
                let challenge = daily(date);
                let made = begun.elapsed().as_micros();
                let begun = std::time::Instant::now();
                let rating = challenge.measure();
                println!(
                    "{} {} made {made} us, rated {} of {} in {} ms | {}",
                    date.words(),
                    challenge.name(),
                    rating.tenths,
                    rating.moves,
                    begun.elapsed().as_millis(),
                    challenge.puzzle()
                );
            }
        }
        let mut slowest = 0;
        for days in 20_000..22_000 {
            let begun = std::time::Instant::now();
            daily(Date::from_days(days));
            let made = begun.elapsed().as_micros();
            if made > slowest {
                slowest = made;
                println!("{days} {made} us");
            }
        }
    }
}
