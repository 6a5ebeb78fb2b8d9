//! A game: a path that a person makes square by square, with undo and redo.

use crate::board::{Board, MoveOrder, Naming, Square};
use crate::puzzle::{Goal, Puzzle, PuzzleError};
use crate::text::{counted, grouped};
use crate::tour::{Tour, TourError, check_path};

/// One change: squares removed from the end of the path, and squares added in their place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// In the order of the path.
    pub removed: Vec<Square>,
    pub added: Vec<Square>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStatus {
    Empty,
    Going,
    /// No move is left, but squares are.
    Stuck,
    /// Every square is visited, but the goal is not reached.
    Missed,
    /// A tour that reaches the goal.
    Won,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    Hole(Square),
    /// With the number of the square, from 1.
    Visited(Square, usize),
    NoMove {
        from: Square,
        to: Square,
    },
    /// The tour has to end there, and other squares are left.
    End(Square),
    Over,
}

impl IllegalMove {
    pub fn words(&self, board: &Board, naming: Naming) -> String {
        let name = |square: &Square| naming.square(board, *square);
        match self {
            IllegalMove::Hole(square) => format!("{} is a hole.", name(square)),
            IllegalMove::Visited(square, number) => {
                let number = grouped(*number as u64);
                format!("{} was visited as number {number}.", name(square))
            }
            IllegalMove::NoMove { from, to } => {
                format!("{} is not a knight's move away from {}.", name(to), name(from))
            }
            IllegalMove::End(square) => {
                format!("The tour must end at {}, so it comes last.", name(square))
            }
            IllegalMove::Over => "Every square is visited.".to_owned(),
        }
    }
}

/// What is wrong with a stored game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The path after this change is not valid.
    #[error("change {0}: {1}")]
    Path(usize, TourError),
    /// This change removes squares that are not there.
    #[error("change {0} takes back squares that are not at the end of the path")]
    Removed(usize),
    #[error("change {0} changes nothing")]
    Nothing(usize),
    /// More changes are marked as done than there are.
    #[error("{done} of {} count", counted(*changes as u64, "change"))]
    Done { done: usize, changes: usize },
    #[error("the path visits the square where the tour must end before all others")]
    End,
}

/// Everything that a file stores of a game besides board, goal and given squares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// All changes, including those undone since.
    pub changes: Vec<Change>,
    /// How many of the changes are in effect; the others were undone.
    pub done: usize,
    /// Moves made by hand.
    pub moves: u64,
    pub undos: u64,
    pub hints: u64,
    /// Playing time without pauses.
    pub milliseconds: u64,
    /// The name of the challenge; empty if there is none.
    pub challenge: String,
}

/// A path that a person makes on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    board: Board,
    goal: Goal,
    /// How many squares the path begins with; they are never removed.
    given: usize,
    path: Vec<Square>,
    /// The number of each square on the path, from 1; 0 if it is not visited.
    numbers: Vec<u32>,
    record: GameRecord,
}

impl Game {
    pub fn empty(board: Board, goal: Goal) -> Game {
        let numbers = vec![0; board.size()];
        Game { board, goal, given: 0, path: Vec::new(), numbers, record: GameRecord::default() }
    }

    pub fn new(board: Board, goal: Goal, given: &[Square]) -> Result<Game, PuzzleError> {
        if !given.is_empty() {
            Puzzle::new(board.clone(), given.to_vec(), goal, 0)?;
        }
        let mut game = Game { given: given.len(), ..Game::empty(board, goal) };
        game.add(given);
        Ok(game)
    }

    /// Restores a stored game, checking everything in it.
    pub fn restored(
        board: Board,
        goal: Goal,
        given: &[Square],
        record: GameRecord,
    ) -> Result<Game, GameError> {
        let mut game = Game::new(board, goal, given)?;
        let (changes, done) = (record.changes.len(), record.done);
        if done > changes {
            return Err(GameError::Done { done, changes });
        }
        for (number, change) in record.changes.iter().enumerate() {
            game.repeat(number + 1, change)?;
        }
        for undone in record.changes[done..].iter().rev() {
            game.replace(undone.added.len(), &undone.removed);
        }
        Ok(Game { record, ..game })
    }

    /// Applies a stored change, or says why that is not possible.
    fn repeat(&mut self, number: usize, change: &Change) -> Result<(), GameError> {
        let Change { removed, added } = change;
        if removed == added {
            return Err(GameError::Nothing(number));
        }
        if !self.path[self.given..].ends_with(removed) {
            return Err(GameError::Removed(number));
        }
        self.replace(removed.len(), &[]);
        for square in added {
            let is_on_board = square.index() < self.board.size();
            match self.illegal_move(*square) {
                None if is_on_board => self.add(&[*square]),
                Some(IllegalMove::End(_)) if is_on_board => return Err(GameError::End),
                _ => {
                    let path = [&self.path[..], &[*square]].concat();
                    let wrong = check_path(&self.board, &path).err();
                    let beyond = TourError::OffBoard { step: path.len() };
                    return Err(GameError::Path(number, wrong.unwrap_or(beyond)));
                }
            }
        }
        Ok(())
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn goal(&self) -> Goal {
        self.goal
    }

    pub fn given(&self) -> &[Square] {
        &self.path[..self.given]
    }

    pub fn path(&self) -> &[Square] {
        &self.path
    }

    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    pub fn challenge(&self) -> Option<&str> {
        Some(&*self.record.challenge).filter(|name| !name.is_empty())
    }

    #[must_use]
    pub fn with_challenge(mut self, name: &str) -> Game {
        name.clone_into(&mut self.record.challenge);
        self
    }

    /// The number of a square on the path, from 1.
    pub fn number(&self, square: Square) -> Option<usize> {
        let number = self.numbers.get(square.index()).copied().unwrap_or(0);
        (number > 0).then_some(number as usize)
    }

    pub fn left(&self) -> usize {
        self.board.squares_to_visit() - self.path.len()
    }

    /// Why a square cannot be the next one; `None` if it can.
    pub fn illegal_move(&self, square: Square) -> Option<IllegalMove> {
        if self.board.is_hole(square) {
            return Some(IllegalMove::Hole(square));
        }
        if let Some(number) = self.number(square) {
            return Some(IllegalMove::Visited(square, number));
        }
        if self.left() == 0 {
            return Some(IllegalMove::Over);
        }
        if let Some(from) = self.path.last().filter(|from| !self.board.joined(**from, square)) {
            return Some(IllegalMove::NoMove { from: *from, to: square });
        }
        (self.goal.end() == Some(square) && self.left() > 1).then_some(IllegalMove::End(square))
    }

    /// The squares that can be next, in move order; empty before the first square.
    pub fn open(&self) -> Vec<Square> {
        let Some(head) = self.path.last() else { return Vec::new() };
        let near = self.board.neighbours(*head, &MoveOrder::CLOCKWISE);
        near.filter(|square| self.illegal_move(*square).is_none()).collect()
    }

    /// The number of free squares a move away.
    pub fn onward(&self, square: Square) -> usize {
        let near = self.board.neighbours(square, &MoveOrder::CLOCKWISE);
        near.filter(|next| self.number(*next).is_none()).count()
    }

    pub fn status(&self) -> GameStatus {
        match self.path.last() {
            None => GameStatus::Empty,
            Some(_) if self.left() > 0 && self.open().is_empty() => GameStatus::Stuck,
            Some(_) if self.left() > 0 => GameStatus::Going,
            Some(_) if self.goal.is_reached_by(&self.board, &self.path) => GameStatus::Won,
            Some(_) => GameStatus::Missed,
        }
    }

    /// The tour, once every square is visited and the goal is reached.
    pub fn tour(&self) -> Option<Tour> {
        let is_won = self.status() == GameStatus::Won;
        is_won.then(|| Tour::new(self.board.clone(), self.path.clone()).ok()).flatten()
    }

    /// What is left: a tour that begins with the path. `None` before the first square.
    pub fn puzzle(&self) -> Option<Puzzle> {
        Puzzle::new(self.board.clone(), self.path.clone(), self.goal, 0).ok()
    }

    /// Visits a square, or says why not.
    pub fn place(&mut self, square: Square) -> Result<(), IllegalMove> {
        if let Some(wrong) = self.illegal_move(square) {
            return Err(wrong);
        }
        // Placing the knight is not a move.
        self.record.moves += u64::from(!self.path.is_empty());
        self.change(0, vec![square]);
        Ok(())
    }

    /// Shortens the path to this length. If `again` is set and the last change only removed
    /// squares, too, both become one change, to be undone together.
    pub fn back_to(&mut self, length: usize, again: bool) {
        let length = length.max(self.given);
        if length >= self.path.len() {
            return;
        }
        let many = self.path.len() - length;
        let is_newest = self.record.done == self.record.changes.len();
        if let Some(last) = self.record.changes.last_mut()
            && again
            && is_newest
            && last.added.is_empty()
        {
            let removed = self.path[length..].iter().chain(&last.removed).copied().collect();
            last.removed = removed;
            self.replace(many, &[]);
        } else {
            self.change(many, Vec::new());
        }
    }

    /// The same game from its beginning, with an empty record.
    #[must_use]
    pub fn anew(&self) -> Game {
        let (board, given) = (self.board.clone(), self.given());
        let empty = Game::empty(board, self.goal).with_challenge(&self.record.challenge);
        let mut game = Game { given: given.len(), ..empty };
        game.add(given);
        game
    }

    /// Extends the path to `path`. Does nothing if `path` does not continue it.
    pub fn continue_with(&mut self, path: &[Square]) {
        if let Some(more) = path.strip_prefix(&self.path[..])
            && !more.is_empty()
            && check_path(&self.board, path).is_ok()
        {
            self.change(0, more.to_vec());
        }
    }

    fn change(&mut self, back: usize, added: Vec<Square>) {
        let removed = self.path[self.path.len() - back..].to_vec();
        self.replace(back, &added);
        self.record.changes.truncate(self.record.done);
        self.record.changes.push(Change { removed, added });
        self.record.done += 1;
    }

    /// Replaces the last squares of the path.
    fn replace(&mut self, back: usize, added: &[Square]) {
        let rest = self.path.len() - back;
        for square in self.path.drain(rest..) {
            self.numbers[square.index()] = 0;
        }
        self.add(added);
    }

    fn add(&mut self, squares: &[Square]) {
        for square in squares {
            self.path.push(*square);
            self.numbers[square.index()] = self.path.len() as u32;
        }
    }

    pub fn can_undo(&self) -> bool {
        self.record.done > 0
    }

    pub fn can_redo(&self) -> bool {
        self.record.done < self.record.changes.len()
    }

    pub fn undo(&mut self) {
        if self.can_undo() {
            self.record.done -= 1;
            self.record.undos += 1;
            let Change { removed, added } = self.record.changes[self.record.done].clone();
            self.replace(added.len(), &removed);
        }
    }

    pub fn redo(&mut self) {
        if self.can_redo() {
            let Change { removed, added } = self.record.changes[self.record.done].clone();
            self.record.done += 1;
            self.replace(removed.len(), &added);
        }
    }

    /// Adds playing time.
    pub fn spend(&mut self, milliseconds: u64) {
        self.record.milliseconds = self.record.milliseconds.saturating_add(milliseconds);
    }

    pub fn count_hint(&mut self) {
        self.record.hints += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Generator;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    fn squares(board: &Board, names: &str) -> Vec<Square> {
        names.split(' ').map(|name| board.parse_square(name).unwrap()).collect()
    }

    /// Plays random moves, undos, redos, steps back and restarts.
    fn scramble(game: &mut Game, actions: usize, rng: &mut Generator) {
        for _ in 0..actions {
            match rng.below(12) {
                0 | 1 => game.undo(),
                2 => game.redo(),
                3 => game.back_to(rng.below(game.path().len() as u64 + 1) as usize, false),
                4 => game.back_to(game.path().len().saturating_sub(1), true),
                5 if rng.below(10) == 0 => game.back_to(game.given().len(), false),
                _ if game.path().is_empty() => {
                    let place = rng.below(game.board().size() as u64) as u32;
                    let _ = game.place(Square::at(place));
                }
                _ => {
                    let open = game.open();
                    if !open.is_empty() {
                        let chosen = open[rng.below(open.len() as u64) as usize];
                        game.place(chosen).unwrap();
                    }
                }
            }
            check_path(game.board(), game.path()).unwrap();
            assert!(game.path().starts_with(game.given()));
        }
    }

    #[test]
    fn ten_thousand_undos_and_redos_come_back_to_the_same_state() {
        let mut rng = Generator::beside(3);
        let given = squares(&board("8x8"), "a1 b3");
        let mut game = Game::new(board("8x8"), Goal::Any, &given).unwrap();
        while game.record().changes.len() < 12_000 {
            scramble(&mut game, 500, &mut rng);
            while game.can_redo() {
                game.redo();
            }
        }
        let before = game.clone();
        let mut states = Vec::new();
        for _ in 0..10_000 {
            states.push(game.path().to_vec());
            game.undo();
        }
        while let Some(state) = states.pop() {
            game.redo();
            assert_eq!(game.path(), state);
        }
        assert_eq!(game.record().undos, before.record().undos + 10_000);
        let undos = GameRecord { undos: before.record().undos, ..game.record().clone() };
        assert_eq!(Game { record: undos, ..game }, before);
    }

    #[test]
    fn a_stored_game_that_makes_no_sense_is_refused() {
        let board = board("5x5");
        let b3 = squares(&board, "b3");
        let stored = |goal: Goal, changes: &[[&[Square]; 2]], done: usize| {
            let change = |[removed, added]: &[&[Square]; 2]| Change {
                removed: removed.to_vec(),
                added: added.to_vec(),
            };
            let changes = changes.iter().map(change).collect();
            let record = GameRecord { changes, done, ..GameRecord::default() };
            Game::restored(board.clone(), goal, &squares(&board, "a1"), record)
        };
        let (a1, b4, c2) = (squares(&board, "a1"), squares(&board, "b4"), squares(&board, "c2"));
        assert!(stored(Goal::Any, &[[&[], &b3], [&b3, &c2]], 2).is_ok());
        let refused =
            |changes: &[[&[Square]; 2]], done| stored(Goal::Any, changes, done).unwrap_err();
        assert_eq!(refused(&[[&[], &b3]], 2), GameError::Done { done: 2, changes: 1 });
        assert!(matches!(refused(&[[&[], &b4]], 1), GameError::Path(1, _)));
        assert!(matches!(refused(&[[&[], &b3], [&[], &a1]], 1), GameError::Path(2, _)));
        assert_eq!(refused(&[[&a1, &[]]], 1), GameError::Removed(1));
        assert_eq!(refused(&[[&[], &[]]], 1), GameError::Nothing(1));
        let off = refused(&[[&[], &[Square::at(99)]]], 0);
        assert!(matches!(off, GameError::Path(1, TourError::OffBoard { .. })));
        assert_eq!(stored(Goal::End(b3[0]), &[[&[], &b3]], 1), Err(GameError::End));
    }

    #[test]
    fn a_wrong_square_says_why() {
        let board = board("5x5").with_holes([Square::at(24)]).unwrap();
        let end = board.parse_square("c2").unwrap();
        let mut game = Game::new(board.clone(), Goal::End(end), &[]).unwrap();
        let mut said = |name: &str| {
            let placed = game.place(board.parse_square(name).unwrap());
            placed.err().map(|wrong| wrong.words(&board, Naming::Chess))
        };
        assert_eq!(said("e1").unwrap(), "e1 is a hole.");
        assert_eq!(said("a1"), None);
        assert_eq!(said("a2").unwrap(), "a2 is not a knight's move away from a1.");
        assert_eq!(said("a1").unwrap(), "a1 was visited as number 1.");
        assert_eq!(said("c2").unwrap(), "The tour must end at c2, so it comes last.");
        assert_eq!(game.status(), GameStatus::Going);
    }

    #[test]
    fn a_game_is_won_missed_or_stuck() {
        let board = board("3x4");
        let tour = [0, 6, 8, 1, 7, 9, 2, 11, 5, 3, 10, 4].map(Square::at);
        let mut game = Game::new(board.clone(), Goal::Any, &[]).unwrap();
        tour.iter().for_each(|square| game.place(*square).unwrap());
        assert_eq!(game.status(), GameStatus::Won);
        assert_eq!(game.tour().unwrap().path(), tour);
        assert_eq!(game.illegal_move(Square::at(0)), Some(IllegalMove::Visited(Square::at(0), 1)));
        let mut game = Game::new(board.clone(), Goal::Closed, &[]).unwrap();
        tour.iter().for_each(|square| game.place(*square).unwrap());
        assert_eq!((game.status(), game.tour()), (GameStatus::Missed, None));
        let mut game = Game::new(board, Goal::Any, &tour[..2]).unwrap();
        game.continue_with(&tour);
        assert_eq!((game.status(), game.record().moves), (GameStatus::Won, 0));
        game.undo();
        assert_eq!(game.path(), &tour[..2]);
        let small: Board = "3x3".parse().unwrap();
        let mut game = Game::new(small, Goal::Any, &[Square::at(4)]).unwrap();
        assert_eq!(game.status(), GameStatus::Stuck);
        game.back_to(game.given().len(), false);
        assert_eq!(game.path().len(), 1, "what is given stays");
    }
}
