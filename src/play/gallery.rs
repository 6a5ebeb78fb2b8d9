//! The gallery: historic tours and tours with a property that the program can check.

use crate::board::{Board, Square};
use crate::puzzle::Puzzle;
use crate::solver::MethodConfig;
use crate::text::whole_number;
use crate::tour::Tour;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoricTour {
    /// The stable identifier.
    pub name: &'static str,
    pub title: &'static str,
    /// Who made it, where and when, as far as that is known.
    pub origin: &'static str,
    /// Two sentences.
    pub story: &'static str,
    /// The numbers from 1, row by row.
    pub grid: &'static str,
}

impl HistoricTour {
    pub fn tour(&self) -> Tour {
        read(self.grid).unwrap_or_else(|| unreachable!("{} is not a tour", self.name))
    }
}

/// Reads a grid of numbers from 1.
fn read(grid: &str) -> Option<Tour> {
    let numbers: Vec<usize> = grid.split_whitespace().map(whole_number).collect::<Option<_>>()?;
    let rows = grid.lines().count();
    let board = Board::new(rows as u32, (numbers.len() / rows) as u32).ok()?;
    let mut numbered: Vec<(usize, Square)> = numbers.into_iter().zip(board.squares()).collect();
    numbered.sort_unstable_by_key(|(number, _)| *number);
    Tour::new(board, numbered.into_iter().map(|(_, square)| square).collect()).ok()
}

const OURS: &str = "Found by this program";

/// The tours in display order: by year, then those of this program.
pub const PIECES: &[HistoricTour] = &[
    HistoricTour {
        name: "al-adli",
        title: "Al-Adli's tour",
        origin: "Al-Adli ar-Rumi, Baghdad, about 840",
        story: "Al-Adli was one of the best players of the chess of his time, and wrote a book about \
                it. His tour is one of the oldest that we know, and it already comes back to where it \
                began.",
        grid: include_str!("../../assets/gallery/al-adli.txt"),
    },
    HistoricTour {
        name: "rudrata",
        title: "Rudrata's verse",
        origin: "Rudrata, Kashmir, 9th century",
        story: "Rudrata wrote a verse of 32 syllables onto half a chess board. Read along the path of \
                the knight, it is the same verse again.",
        grid: include_str!("../../assets/gallery/rudrata.txt"),
    },
    HistoricTour {
        name: "de-moivre",
        title: "De Moivre's tour",
        origin: "Abraham de Moivre, London, 1725",
        story: "De Moivre keeps the knight close to the rim for as long as he can, and leaves the \
                middle for the end. Warnsdorff's rule, a hundred years later, does nearly the same.",
        grid: include_str!("../../assets/gallery/de-moivre.txt"),
    },
    HistoricTour {
        name: "euler",
        title: "Euler's tour in halves",
        origin: "Leonhard Euler, Berlin, 1759",
        story: "Euler was the first to treat the knight's tour as mathematics. This one fills one \
                half of the board, makes the same path turned round in the other, and closes.",
        grid: include_str!("../../assets/gallery/euler.txt"),
    },
    HistoricTour {
        name: "roget",
        title: "Roget's four systems",
        origin: "Found by this program, after Peter Mark Roget",
        story: "In 1840 Roget, who wrote the Thesaurus, showed how to make a tour from any square to any \
                other of the opposite colour. He divides the board into four systems of 16 squares, and \
                here each of them is finished before the next begins.",
        grid: include_str!("../../assets/gallery/roget.txt"),
    },
    HistoricTour {
        name: "beverley",
        title: "Beverley's magic tour",
        origin: "William Beverley, London, 1848",
        story: "Beverley's numbers form a square in which all rows and columns have the same sum, \
                which nobody had printed before. The diagonals do not, so it is called semi-magic.",
        grid: include_str!("../../assets/gallery/beverley.txt"),
    },
    HistoricTour {
        name: "jaenisch",
        title: "Jaenisch's magic tour",
        origin: "Carl Friedrich von Jaenisch, St Petersburg, 1862",
        story: "Jaenisch wrote a large work on mathematics and chess. His tour is semi-magic, like \
                Beverley's, and it is closed as well.",
        grid: include_str!("../../assets/gallery/jaenisch.txt"),
    },
    HistoricTour {
        name: "smallest",
        title: "The smallest board",
        origin: OURS,
        story: "No board between one square and these twelve has a tour. Plain backtracking finds \
                this one after 112 steps.",
        grid: include_str!("../../assets/gallery/smallest.txt"),
    },
    HistoricTour {
        name: "half-turn",
        title: "Half a turn on 5×5",
        origin: OURS,
        story: "Turned upside down, its path is the same, walked from its end to its start. The \
                square in the middle is the middle of the path.",
        grid: include_str!("../../assets/gallery/half-turn.txt"),
    },
    HistoricTour {
        name: "smallest-closed",
        title: "The smallest closed tour",
        origin: OURS,
        story: "No board with fewer than 30 squares has a closed tour. This board has eight, three \
                of them if mirror images and half turns do not count.",
        grid: include_str!("../../assets/gallery/smallest-closed.txt"),
    },
    HistoricTour {
        name: "three-rows",
        title: "A closed tour of three rows",
        origin: OURS,
        story: "Three rows are enough for a closed tour if there are ten columns. This board has 16 \
                of them, six if mirror images and half turns do not count.",
        grid: include_str!("../../assets/gallery/three-rows.txt"),
    },
    HistoricTour {
        name: "quarter-turn",
        title: "A quarter turn on 6×6",
        origin: OURS,
        story: "Its four quarters are the same path of nine squares, each turned by a quarter turn. \
                There are only five such tours of this board, not counting mirror images.",
        grid: include_str!("../../assets/gallery/quarter-turn.txt"),
    },
];

/// The gallery's entry for exactly this tour.
pub fn piece_of(tour: &Tour) -> Option<&'static HistoricTour> {
    PIECES.iter().find(|piece| piece.tour() == *tour)
}

/// A published search that this program reproduces step by step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The stable identifier.
    pub name: &'static str,
    pub title: &'static str,
    /// The report in which it was published.
    pub source: &'static str,
    pub puzzle: &'static str,
    pub config: &'static str,
    /// Two sentences.
    pub story: &'static str,
}

impl Published {
    pub fn puzzle(&self) -> Puzzle {
        self.puzzle.parse().unwrap_or_else(|error| unreachable!("{}: {error}", self.name))
    }

    pub fn config(&self) -> MethodConfig {
        self.config.parse().unwrap_or_else(|error| unreachable!("{}: {error}", self.name))
    }
}

const BACKTRACKING_SOURCE: &str = "Knight's Tour Problem using Backtracking";
const SOLVER_SOURCE: &str = "Knight's Tour Problem Solver";

/// The published searches in display order.
pub const PUBLISHED: &[Published] = &[
    Published {
        name: "chess-board",
        title: "Six million steps",
        source: "The Knight's Tour Report, University of East Anglia, 2023",
        puzzle: "8x8 given=7,0",
        config: "backtracking",
        story: "The report's window showed this search for 16 hours. It ran 900 times, and was the \
                same every time.",
    },
    Published {
        name: "three-by-four",
        title: "3×4 from the corner",
        source: BACKTRACKING_SOURCE,
        puzzle: "3x4 given=0,0",
        config: "backtracking",
        story: "The report prints this small search with every retreat. It is short enough to be \
                watched step by step.",
    },
    Published {
        name: "four-by-four",
        title: "4×4: no path found",
        source: BACKTRACKING_SOURCE,
        puzzle: "4x4 given=0,0",
        config: "backtracking",
        story: "Every path from the corner is tried, and none is a tour. That is a proof, in 4,446 \
                steps.",
    },
    Published {
        name: "five-by-five",
        title: "5×5 from the corner",
        source: BACKTRACKING_SOURCE,
        puzzle: "5x5 given=0,0",
        config: "backtracking",
        story: "The report compares the times of four boards, of which this is the smallest. The \
                grid is the same as the one it prints.",
    },
    Published {
        name: "six-by-six",
        title: "6×6 from the corner",
        source: BACKTRACKING_SOURCE,
        puzzle: "6x6 given=0,0",
        config: "backtracking",
        story: "One more row and column take 28 times as many steps. The grid is the same as the \
                one that the report prints.",
    },
    Published {
        name: "seven-by-seven",
        title: "7×7 from the corner",
        source: BACKTRACKING_SOURCE,
        puzzle: "7x7 given=0,0",
        config: "backtracking",
        story: "This one takes 29 times as many steps as 6×6. The grid is the same as the one that \
                the report prints.",
    },
    Published {
        name: "eight-by-eight",
        title: "8×8 from the corner",
        source: BACKTRACKING_SOURCE,
        puzzle: "8x8 given=0,0",
        config: "backtracking",
        story: "It takes little longer than 7×7: how long backtracking searches is a matter of luck. \
                The grid is the same as the one that the report prints.",
    },
    Published {
        name: "static-degrees",
        title: "Sorted by the moves on the empty board",
        source: "PBL2 The Knights Tour",
        puzzle: "8x8 given=0,0",
        config: "backtracking:by=static-degree,order=45328617",
        story: "The report calls this Warnsdorff's rule, and counts 395 rounds after the start. Its \
                numbers come out only if the moves of the empty board are counted.",
    },
    Published {
        name: "rule-five",
        title: "5×5 by Warnsdorff's rule",
        source: SOLVER_SOURCE,
        puzzle: "5x5 given=0,0",
        config: "backtracking:by=warnsdorff,order=top-down",
        story: "Not one step back: the rule finds the tour at its first attempt. Plain backtracking \
                takes 17,655 steps for this board.",
    },
    Published {
        name: "rule-eight",
        title: "8×8 by Warnsdorff's rule",
        source: SOLVER_SOURCE,
        puzzle: "8x8 given=2,2",
        config: "backtracking:by=warnsdorff,order=top-down",
        story: "From the third square of the third row, the rule needs a step for each square. The \
                grid is the same as the one that the report prints.",
    },
    Published {
        name: "rule-sixteen",
        title: "16×16 by Warnsdorff's rule",
        source: SOLVER_SOURCE,
        puzzle: "16x16 given=0,0",
        config: "backtracking:by=warnsdorff,order=top-down",
        story: "Plain backtracking would not finish this board in a lifetime. The rule needs a step \
                for each square.",
    },
    Published {
        name: "wrong-colour",
        title: "5×5 from the wrong colour",
        source: SOLVER_SOURCE,
        puzzle: "5x5 given=0,1",
        config: "backtracking",
        story: "This colour has one square fewer than the other, so no tour can start here. \
                Backtracking does not know that, and tries every path.",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Status;
    use crate::tour::Traits;

    fn piece(name: &str) -> Tour {
        PIECES.iter().find(|piece| piece.name == name).unwrap().tour()
    }

    #[test]
    fn every_piece_is_a_tour_of_the_kind_that_its_story_says() {
        let kinds = PIECES.iter().map(|piece| (piece.name, Traits::of(&piece.tour()).words()));
        let expected = [
            ("al-adli", "closed, not symmetric"),
            ("rudrata", "open, not symmetric"),
            ("de-moivre", "open, not symmetric"),
            ("euler", "closed, symmetric by a half turn"),
            ("roget", "closed, not symmetric"),
            ("beverley", "open, not symmetric, semi-magic"),
            ("jaenisch", "closed, not symmetric, semi-magic"),
            ("smallest", "open, not symmetric"),
            ("half-turn", "open, symmetric by a half turn"),
            ("smallest-closed", "closed, not symmetric"),
            ("three-rows", "closed, not symmetric"),
            ("quarter-turn", "closed, symmetric by a quarter turn"),
        ];
        assert_eq!(kinds.collect::<Vec<_>>(), expected.map(|(name, kind)| (name, kind.to_owned())));
        for piece in PIECES {
            assert_eq!(piece.story.matches(". ").count(), 1, "{}: two sentences", piece.name);
            assert!(piece.story.ends_with('.') && !piece.origin.is_empty());
        }
    }

    #[test]
    fn names_are_given_once() {
        let mut names: Vec<&str> = PIECES.iter().map(|piece| piece.name).collect();
        names.extend(PUBLISHED.iter().map(|published| published.name));
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    /// The verse, with a syllable on each square, reads the same along the path.
    #[test]
    fn rudratas_verse_is_the_same_along_the_path() {
        let verse = "se na li li li na na li li na na na na li li li \
                     na li na li le na li na li li li na na na na li";
        let verse: Vec<&str> = verse.split_whitespace().collect();
        let along: Vec<&str> = piece("rudrata").path().iter().map(|s| verse[s.index()]).collect();
        assert_eq!(along, verse);
    }

    /// In each quarter of the board, squares with the same letter form a closed path of four moves.
    #[test]
    fn rogets_systems_are_filled_one_after_the_other() {
        const SYSTEMS: [[u8; 4]; 4] = [*b"LEAP", *b"APLE", *b"ELPA", *b"PAEL"];
        let tour = piece("roget");
        for part in tour.path().chunks(16) {
            let system = |square: &Square| {
                let (row, col) = (tour.board().row(*square), tour.board().col(*square));
                SYSTEMS[(row % 4) as usize][(col % 4) as usize]
            };
            assert!(part.iter().all(|square| system(square) == system(&part[0])));
        }
    }

    #[test]
    fn published_searches_end_at_the_published_step() {
        let expected = [
            ("chess-board", Status::Found, 6_484_066),
            ("three-by-four", Status::Found, 112),
            ("four-by-four", Status::Exhausted, 4_446),
            ("five-by-five", Status::Found, 17_655),
            ("six-by-six", Status::Found, 496_302),
            ("seven-by-seven", Status::Found, 14_302_309),
            ("eight-by-eight", Status::Found, 16_501_402),
            ("static-degrees", Status::Found, 396),
            ("rule-five", Status::Found, 25),
            ("rule-eight", Status::Found, 64),
            ("rule-sixteen", Status::Found, 256),
            ("wrong-colour", Status::Exhausted, 3_658_842),
        ];
        let ends = PUBLISHED.iter().map(|published| {
            assert_eq!(published.story.matches(". ").count(), 1, "{}", published.name);
            let mut solver = published.config().build(&published.puzzle());
            let status = solver.run(u64::MAX);
            if published.name == "three-by-four" {
                assert_eq!(solver.state().path, piece("smallest").path());
            }
            (published.name, status, solver.state().steps())
        });
        assert!(ends.eq(expected));
    }
}
