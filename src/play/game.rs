//! A game: a path that a person makes, square by square, and everything that can be undone.

use crate::board::{Board, MoveOrder, Naming, Square};
use crate::puzzle::{Goal, Puzzle, PuzzleError};
use crate::text::{counted, grouped};
use crate::tour::{Tour, TourError, check_path};

/// One thing that was done: from the end of the path some squares were taken back, and others put in
/// their place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// The squares that were taken back, in the order of the path.
    pub removed: Vec<Square>,
    /// The squares that were placed.
    pub added: Vec<Square>,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStatus {
    /// Nothing is placed yet.
    Empty,
    /// There is a square to go to.
    Going,
    /// There is none, and squares are left.
    Stuck,
    /// Every square is visited, but the last one is not where the tour was to end.
    Missed,
    /// It is a tour, and the one that was asked for.
    Won,
}

/// Why a square cannot be the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// It is a hole.
    Hole(Square),
    /// It was visited, with this number, from 1.
    Visited(Square, usize),
    /// It is not a knight's move away from the last square.
    NoMove {
        /// The last square.
        from: Square,
        /// The square that was chosen.
        to: Square,
    },
    /// The tour has to end there, and other squares are left.
    End(Square),
    /// All squares are visited.
    Over,
}

impl IllegalMove {
    /// The reason as a sentence.
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
    /// The board, the goal and the squares given do not fit together.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// One of its paths is not a path.
    #[error("change {0}: {1}")]
    Path(usize, TourError),
    /// A change takes back what is not there.
    #[error("change {0} takes back squares that are not at the end of the path")]
    Removed(usize),
    /// A change does nothing.
    #[error("change {0} changes nothing")]
    Nothing(usize),
    /// More changes count than there are.
    #[error("{done} of {} count", counted(*changes as u64, "change"))]
    Done {
        /// How many count.
        done: usize,
        /// How many there are.
        changes: usize,
    },
    /// It ends too early.
    #[error("the path visits the square where the tour must end before all others")]
    End,
}

/// Everything about a game that a file stores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What was done, also what was undone since.
    pub changes: Vec<Change>,
    /// How many of the changes count; the others were undone.
    pub done: usize,
    /// How many moves were made by hand.
    pub moves: u64,
    /// How often something was undone.
    pub undos: u64,
    /// How many hints were asked for.
    pub hints: u64,
    /// How long it took, without pauses.
    pub milliseconds: u64,
    /// The challenge that it belongs to, by its name; empty if to none.
    pub challenge: String,
}

/// A path that a person makes on a board.
///
/// ```
/// use knights_tour::{board::Board, play::{Game, GameStatus}, puzzle::Goal};
/// let board = Board::new(3, 4)?;
/// let mut game = Game::new(board.clone(), Goal::Any, &[])?;
/// game.place(board.parse_square("a3")?).expect("any square can be the first");
/// assert!(game.place(board.parse_square("a2")?).is_err());
/// game.undo();
/// assert_eq!(game.status(), GameStatus::Empty);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    board: Board,
    goal: Goal,
    /// The squares that the path begins with, and which are never taken back.
    given: usize,
    path: Vec<Square>,
    /// The number of each square on the path, from 1; 0 for the others.
    numbers: Vec<u32>,
    record: Record,
}

impl Game {
    /// A game on an empty board.
    pub fn empty(board: Board, goal: Goal) -> Game {
        let numbers = vec![0; board.size()];
        Game { board, goal, given: 0, path: Vec::new(), numbers, record: Record::default() }
    }

    /// A game that begins with some squares, or with none.
    pub fn new(board: Board, goal: Goal, given: &[Square]) -> Result<Game, PuzzleError> {
        if !given.is_empty() {
            Puzzle::new(board.clone(), given.to_vec(), goal, 0)?;
        }
        let mut game = Game { given: given.len(), ..Game::empty(board, goal) };
        game.add(given);
        Ok(game)
    }

    /// A stored game. Everything in it is checked.
    pub fn restored(
        board: Board,
        goal: Goal,
        given: &[Square],
        record: Record,
    ) -> Result<Game, GameError> {
        let mut game = Game::new(board, goal, given)?;
        let (changes, done) = (record.changes.len(), record.done);
        if done > changes {
            return Err(GameError::Done { done, changes });
        }
        let mut shown = None;
        for (number, change) in record.changes.iter().enumerate() {
            if number == done {
                shown = Some(game.path.clone());
            }
            game.repeat(number + 1, change)?;
        }
        if let Some(path) = shown {
            game.replace(game.path.len(), &path);
        }
        Ok(Game { record, ..game })
    }

    /// Makes a stored change, or says why that is not possible.
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
            match self.wrong(*square).filter(|_| is_on_board) {
                None if is_on_board => self.add(&[*square]),
                Some(IllegalMove::End(_)) => return Err(GameError::End),
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

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Which tours count.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The squares that it began with.
    pub fn given(&self) -> &[Square] {
        &self.path[..self.given]
    }

    /// The squares visited so far, in order.
    pub fn path(&self) -> &[Square] {
        &self.path
    }

    /// What a file stores of it, besides the board, the goal and the squares given.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The name of the challenge that it belongs to.
    pub fn challenge(&self) -> Option<&str> {
        Some(&*self.record.challenge).filter(|name| !name.is_empty())
    }

    /// The same game as an attempt at a challenge.
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

    /// How many squares are not visited yet.
    pub fn left(&self) -> usize {
        self.board.squares_to_visit() - self.path.len()
    }

    /// Why a square cannot be the next one, if it cannot.
    pub fn wrong(&self, square: Square) -> Option<IllegalMove> {
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

    /// The squares that can be next, in the order of the moves; before the first one, none are listed.
    pub fn open(&self) -> Vec<Square> {
        let Some(head) = self.path.last() else { return Vec::new() };
        let near = self.board.neighbours(*head, &MoveOrder::CLOCKWISE);
        near.iter().copied().filter(|square| self.wrong(*square).is_none()).collect()
    }

    /// How many squares could follow a square, if it were the next one.
    pub fn onward(&self, square: Square) -> usize {
        let near = self.board.neighbours(square, &MoveOrder::CLOCKWISE);
        near.iter().filter(|next| self.number(**next).is_none()).count()
    }

    /// How it stands.
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

    /// What is left to solve: a tour that begins with the path. There is none before the first square.
    pub fn puzzle(&self) -> Option<Puzzle> {
        Puzzle::new(self.board.clone(), self.path.clone(), self.goal, 0).ok()
    }

    /// Goes to a square, or says why not.
    pub fn place(&mut self, square: Square) -> Result<(), IllegalMove> {
        if let Some(wrong) = self.wrong(square) {
            return Err(wrong);
        }
        // Placing the knight is not a move.
        self.record.moves += u64::from(!self.path.is_empty());
        self.change(0, vec![square]);
        Ok(())
    }

    /// Goes back until the path has this many squares. `again` makes it a part of the last change, if that
    /// only took squares back too, so that both are undone together.
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

    /// The same game from its beginning: nothing is done in it yet.
    #[must_use]
    pub fn anew(&self) -> Game {
        let (board, given) = (self.board.clone(), self.given());
        let empty = Game::empty(board, self.goal).with_challenge(&self.record.challenge);
        let mut game = Game { given: given.len(), ..empty };
        game.add(given);
        game
    }

    /// Puts a longer path in place of this one, which it continues. Nothing happens if it does not.
    pub fn continue_with(&mut self, path: &[Square]) {
        let more = path.strip_prefix(&self.path[..]).filter(|more| !more.is_empty());
        if let Some(more) = more.filter(|_| check_path(&self.board, path).is_ok()) {
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

    /// Takes squares back from the end, and puts others in their place.
    fn replace(&mut self, back: usize, added: &[Square]) {
        let kept = self.path.len() - back;
        for square in self.path.drain(kept..) {
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

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        self.record.done > 0
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        self.record.done < self.record.changes.len()
    }

    /// Takes back the last change.
    pub fn undo(&mut self) {
        if self.can_undo() {
            self.record.done -= 1;
            self.record.undos += 1;
            let Change { removed, added } = self.record.changes[self.record.done].clone();
            self.replace(added.len(), &removed);
        }
    }

    /// Makes a change again that was undone.
    pub fn redo(&mut self) {
        if self.can_redo() {
            let Change { removed, added } = self.record.changes[self.record.done].clone();
            self.record.done += 1;
            self.replace(removed.len(), &added);
        }
    }

    /// Counts time that was spent on it, in milliseconds.
    pub fn spend(&mut self, milliseconds: u64) {
        self.record.milliseconds = self.record.milliseconds.saturating_add(milliseconds);
    }

    /// Counts a hint.
    pub fn hinted(&mut self) {
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

    /// A game of random moves, undos, redos, steps back and restarts.
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
        let undos = Record { undos: before.record().undos, ..game.record().clone() };
        assert_eq!(Game { record: undos, ..game }, before);
    }

    #[test]
    fn a_stored_game_is_the_same_game() {
        let mut rng = Generator::beside(4);
        for (text, goal, given) in [
            ("5x5", Goal::Any, ""),
            ("6x6", Goal::Closed, "a1"),
            ("8x8", Goal::End(Square::at(9)), "a1 b3"),
        ] {
            let board = board(text);
            let given = if given.is_empty() { Vec::new() } else { squares(&board, given) };
            let mut game = Game::new(board.clone(), goal, &given).unwrap();
            scramble(&mut game, 300, &mut rng);
            let record = game.record().clone();
            let mut again = Game::restored(board, goal, &given, record).unwrap();
            assert_eq!(again, game);
            while game.can_undo() {
                game.undo();
                again.undo();
                assert_eq!(again, game);
            }
        }
    }

    /// Whatever is changed in a stored game, it is refused or it is another valid game.
    #[test]
    fn a_stored_game_that_makes_no_sense_is_refused() {
        let board = board("5x5");
        let names = |names: &str| squares(&board, names);
        let stored = |changes: Vec<(&str, &str)>, done: usize| {
            let list = |text: &str| if text.is_empty() { Vec::new() } else { names(text) };
            let change = |(removed, added): (&str, &str)| Change {
                removed: list(removed),
                added: list(added),
            };
            let changes = changes.into_iter().map(change).collect();
            Game::restored(
                board.clone(),
                Goal::Any,
                &names("a1"),
                Record { changes, done, ..Record::default() },
            )
        };
        assert!(stored(vec![("", "b3"), ("b3", "c2")], 2).is_ok());
        assert!(matches!(
            stored(vec![("", "b3")], 2),
            Err(GameError::Done { done: 2, changes: 1 })
        ));
        assert!(matches!(stored(vec![("", "b4")], 1), Err(GameError::Path(1, _))));
        assert!(matches!(stored(vec![("", "b3"), ("", "a1")], 1), Err(GameError::Path(2, _))));
        assert!(matches!(stored(vec![("a1", "")], 1), Err(GameError::Removed(1))));
        assert!(matches!(stored(vec![("", "")], 1), Err(GameError::Nothing(1))));
        let off = Change { removed: Vec::new(), added: vec![Square::at(99)] };
        let record = Record { changes: vec![off], done: 0, ..Record::default() };
        let off = Game::restored(board.clone(), Goal::Any, &names("a1"), record);
        assert!(matches!(off, Err(GameError::Path(1, TourError::OffBoard { .. }))));
        let change = Change { removed: Vec::new(), added: names("b3") };
        let record = Record { changes: vec![change], done: 1, ..Record::default() };
        let early = Game::restored(board.clone(), Goal::End(names("b3")[0]), &names("a1"), record);
        assert_eq!(early, Err(GameError::End));
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
        assert_eq!(game.wrong(Square::at(0)), Some(IllegalMove::Visited(Square::at(0), 1)));
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
