//! Why a path cannot be finished: in words, as a theorem on the board, and as marked squares.

use super::{Demonstration, GameSession, State};
use crate::board::Square;
use crate::feasibility::{Decided, Exhibit, Obstruction, verdict};
use crate::play::{GameStatus, Lesson};
use crate::puzzle::{Puzzle, starts};
use crate::solver::{Loss, why_not};
use crate::text::capitalised;
use crate::words::{self, Names};

#[derive(Default)]
pub struct Why {
    /// What is wrong with the position itself.
    pub words: Option<String>,
    /// A theorem, shown on the board.
    pub exhibit: Option<Exhibit>,
    /// The marked squares, and the square whose reason they show.
    pub pointed: (Option<Square>, Vec<Square>),
    /// Whether this answers a request to finish the path.
    pub is_answer: bool,
}

impl GameSession {
    pub fn toggle_why(&mut self) {
        match self.why {
            Some(_) => self.why = None,
            None => self.ask_why(),
        }
    }

    /// Finds out why the path cannot be finished, if that needs no long search: the squares that
    /// can be next, and where the game was lost, are decided in the background.
    pub fn ask_why(&mut self) {
        let (game, session) = (self.game(), self.game_board.session());
        let (naming, stand) = (session.naming(), game.status());
        let from = |start| Puzzle::new(game.board().clone(), vec![start], game.goal(), 0).ok();
        let first = || starts(game.board(), game.goal()).next().and_then(from);
        let Some(puzzle) = game.puzzle().or_else(first) else { return };
        // Before the first square, only what holds for every start counts.
        let is_final = stand != GameStatus::Empty || session.starts().is_hopeless();
        let reason = verdict(&puzzle).no().filter(|_| is_final);
        let exhibit = reason.as_ref().and_then(|reason| {
            let is_empty = stand == GameStatus::Empty;
            let of_board = reason.exhibit_without_knight(game.board(), game.goal());
            of_board.filter(|_| is_empty).or_else(|| reason.exhibit(&puzzle, naming))
        });
        let is_over = matches!(stand, GameStatus::Stuck | GameStatus::Missed);
        let stuck = if is_over { why_not(&puzzle) } else { None };
        let names = Names { board: game.board(), naming };
        let words = match (&reason, stand) {
            (Some(_), _) if exhibit.is_some() => None,
            (Some(reason), _) => Some(words::obstruction(reason, names)),
            (None, GameStatus::Empty) if is_final => {
                Some("every square was tried as a start, and no tour exists".to_owned())
            }
            (None, GameStatus::Empty) => {
                Some("a tour can exist here; click a square to begin".to_owned())
            }
            (None, _) => stuck.as_ref().map(|why| words::obstruction(why, names)),
        };
        let squares = stuck.map_or(Vec::new(), |why| why.squares().to_vec());
        if exhibit.is_some() {
            self.progress.finish(Lesson::Impossible);
        }
        let words = words.map(|words| capitalised(&words) + ".");
        self.why = Some(Why { words, exhibit, pointed: (None, squares), is_answer: false });
    }

    /// Says that the path cannot be finished, and where the game was lost, in place of a method
    /// that was to finish it.
    pub(super) fn answer_finish(&mut self) {
        self.game_board.back_to_game();
        self.ask_why();
        if let Some(why) = &mut self.why {
            why.is_answer = true;
        }
    }

    /// Updates where the game was lost, if that is shown. A method that tries to finish a lost game
    /// ends with that answer.
    pub(super) fn look_for_loss(&mut self) {
        let is_finishing = self.game_board.demonstration() == Some(Demonstration::Finish);
        let is_asked = is_finishing || self.why.is_some();
        self.loss = if is_asked { self.game_board.loss() } else { None };
        let has_tried_all = self.game_board.session().state() == State::NoTour;
        if is_finishing && (has_tried_all || self.lost().is_some()) {
            self.answer_finish();
        }
    }

    /// Where the game was lost, if it is known to be.
    pub fn lost(&self) -> Option<Loss> {
        self.loss.filter(|loss| loss.lost <= self.game().path().len())
    }

    /// The last square from which a tour was possible and the one that lost it, if they are known.
    pub(super) fn turning_point(&self) -> Option<[Square; 2]> {
        let loss = self.lost().filter(|loss| loss.is_exact() && self.why.is_some())?;
        let path = self.game().path();
        Some([*path.get(loss.possible.checked_sub(1)?)?, *path.get(loss.possible)?])
    }

    /// The marked squares: those chosen, or those of the most frequent reason.
    pub(super) fn pointed(&self) -> Vec<Square> {
        let Some(why) = &self.why else { return Vec::new() };
        if !why.pointed.1.is_empty() || why.exhibit.is_some() {
            return why.pointed.1.clone();
        }
        let mut counted: Vec<(&Obstruction, usize)> = Vec::new();
        for (_, reason) in self.refused() {
            match counted.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None => counted.push((reason, 1)),
            }
        }
        // The first of equally frequent reasons.
        let commonest = counted.iter().rev().max_by_key(|(_, count)| *count);
        commonest.map_or(Vec::new(), |(reason, _)| reason.squares().to_vec())
    }

    /// Marks the squares because of which no tour follows after a square.
    pub fn point(&mut self, square: Square) {
        let hint = self.advice.list.iter().find(|hint| hint.square == square);
        let Some(Decided::No(reason)) = hint.and_then(|hint| hint.outlook.as_ref()) else { return };
        let why = self.why.get_or_insert_with(Why::default);
        why.pointed = (Some(square), reason.squares().to_vec());
    }

    /// The classes of squares that show a theorem.
    pub(super) fn classes(&self) -> Vec<Vec<Square>> {
        let exhibit = self.why.as_ref().and_then(|why| why.exhibit.as_ref());
        let squares =
            |exhibit: &Exhibit| exhibit.classes.iter().map(|class| class.squares.clone()).collect();
        exhibit.map_or(Vec::new(), squares)
    }

    /// The squares after which no tour can follow, each with the reason.
    fn refused(&self) -> impl Iterator<Item = (Square, &Obstruction)> {
        self.advice.list.iter().filter_map(|hint| match &hint.outlook {
            Some(Decided::No(reason)) => Some((hint.square, reason)),
            _ => None,
        })
    }

    /// Whether a tour is known to follow after each of the squares that can be next.
    fn all_can_follow(&self) -> bool {
        let mut hints = self.advice.list.iter();
        hints.all(|hint| matches!(hint.outlook, Some(Decided::Yes(_))))
    }

    /// What holds for all squares that can be next.
    pub fn summary(&self) -> Option<&'static str> {
        let has_words = self.why.as_ref().is_some_and(|why| why.words.is_some());
        if !self.advice.is_done {
            None
        } else if self.is_lost() {
            // [`GameSession::where_lost`] may say so already.
            let game = self.game();
            let words = match game.path().len() {
                // A closed tour passes through every square.
                1 if game.goal().needs_closing_move() => "No closed tour exists on this board.",
                1 => "No tour starts here. Undo, and begin elsewhere.",
                _ => "No tour can follow any more.",
            };
            self.where_lost().is_none().then_some(words)
        } else if has_words || self.lost().is_some() || self.refused().next().is_some() {
            None
        } else if self.all_can_follow() {
            Some("Nothing is wrong: a tour can follow after each of these squares.")
        } else {
            Some("Nothing is known to be wrong, but not every square could be decided.")
        }
    }

    /// The reasons against squares that can be next, each listed once.
    pub fn reasons(&self) -> Vec<(String, Vec<Square>)> {
        let (board, naming) = (self.game().board(), self.game_board.session().naming());
        let names = Names { board, naming };
        let mut reasons: Vec<(String, Vec<Square>)> = Vec::new();
        for (square, reason) in self.refused() {
            let words = words::obstruction(reason, names);
            match reasons.iter_mut().find(|(known, _)| *known == words) {
                Some((_, squares)) => squares.push(square),
                None => reasons.push((words, vec![square])),
            }
        }
        reasons
    }
}
