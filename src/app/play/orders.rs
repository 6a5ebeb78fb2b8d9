//! What is asked of a game, and what is done then.

use std::sync::{Arc, OnceLock};

use crate::app::play::race::Race;
use crate::app::play::{Degree, Known, Play, PlayPage};
use crate::app::shell::command::Command;
use crate::app::shell::dialog::Dialog;
use crate::app::shell::menu::capitalised;
use crate::app::shell::stage::Tool;
use crate::app::{App, Part, Purpose, Room};
use crate::board::{Board, Square};
use crate::engine::{PlaybackCommand, Speed, background, today};
use crate::play::{self, Challenge, Date, Game, Lesson, PIECES, PUBLISHED, Stand, levels};
use crate::puzzle::Goal;
use crate::session::{Refusal, Setup};
use crate::solver::Recipe;

/// What is asked of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayOrder {
    /// Show a page of the panel.
    Show(PlayPage),
    /// Go back until the path has this many squares; `true` adds that to the last step back, so that both
    /// are undone together.
    BackTo(usize, bool),
    /// Halt the clock, or let it run.
    Pause,
    /// Show a kind of hint, or no longer.
    Hint(Degree),
    /// Choose the method that finishes a game or races.
    Choose(Recipe),
    /// Let the method finish the path.
    Finish,
    /// Show why the path cannot be finished.
    WhyNot,
    /// Show on the board of the Board room why no tour starts at a square.
    WhyNotFrom(Square),
    /// Show the game again, in place of a search.
    Back,
    /// Race against the method, or no longer.
    Race,
    /// How fast the method races.
    RaceSpeed(Speed),
    /// Play the board of the Board room.
    FromBoard,
    /// Begin the next board.
    Next,
    /// Show the lessons.
    Learn,
    /// Begin the challenge of this name.
    Challenge(String),
    /// Begin a lesson, by its place in the list.
    Lesson(usize),
    /// Leave the lesson.
    LeaveLesson,
    /// Show a tour of the gallery on the board, by its name.
    Exhibit(&'static str),
    /// Run a search of the gallery on the board, by its name.
    Run(&'static str),
    /// Show the search which proves that no tour follows after a square.
    Prove(Square),
    /// Mark the squares because of which no tour follows after a square.
    Point(Square),
}

/// The search that proves that no tour follows.
const PROOF: &str = "backtracking:by=warnsdorff,prune=strong";

/// Boards that follow each other where no challenge is played.
const NEXT: [(u32, u32); 6] = [(3, 4), (5, 5), (5, 6), (6, 6), (7, 7), (8, 8)];

impl Play {
    /// Begins to draw the challenge of today in the background, and to measure how hard it is.
    fn draw_daily(&mut self, wake: Arc<dyn Fn() + Send + Sync>) {
        let date = Date::from_days(today());
        let name = format!("daily-{date}");
        let is_old = |daily: &Arc<OnceLock<Known>>| {
            daily.get().is_some_and(|known| known.challenge.name() != name)
        };
        if self.daily.as_ref().is_some_and(|daily| !is_old(daily)) {
            return;
        }
        let daily: Arc<OnceLock<Known>> = Arc::default();
        self.daily = Some(Arc::clone(&daily));
        background(move || {
            let challenge = play::daily(date);
            let known = daily.get_or_init(|| Known { challenge, rating: OnceLock::new() });
            wake();
            known.rating.get_or_init(|| known.challenge.measure());
            wake();
        });
    }

    /// The board after this one.
    fn next_board(&self) -> Option<Board> {
        let board = self.table.game().board();
        let now = NEXT.iter().position(|sides| *sides == (board.rows(), board.cols()));
        let (rows, cols) = NEXT[now.map_or(1, |now| (now + 1) % NEXT.len())];
        Board::new(rows, cols).ok()
    }

    /// Goes back until the path has this many squares.
    fn back_to(&mut self, length: usize, again: bool) {
        self.table.back_to(length, again);
        self.moved();
    }

    /// Shows a kind of hint, or no longer.
    fn toggle(&mut self, degree: Degree) {
        let shown = &mut self.degrees[degree as usize];
        *shown = !*shown;
    }

    fn toggle_why(&mut self) {
        match self.why {
            Some(_) => self.why = None,
            None => self.ask_why(),
        }
    }

    fn toggle_race(&mut self) {
        self.race = match self.race {
            Some(_) => None,
            None => Some(Race::new(&self.table, self.recipe.clone(), self.race_speed)),
        };
    }

    fn race_at(&mut self, speed: Speed) {
        self.race_speed = speed;
        if let Some(race) = &mut self.race {
            race.set_speed(speed);
        }
    }

    /// The challenge of this name.
    pub(super) fn challenge(&self, name: &str) -> Option<Challenge> {
        let known = self.daily.as_ref().and_then(|daily| daily.get());
        let known = known.filter(|known| known.challenge.name() == name);
        known.map(|known| known.challenge.clone()).or_else(|| Challenge::named(name))
    }

    /// Begins the level after this one, or a larger board.
    fn begin_next(&mut self) {
        let level = self
            .table
            .game()
            .challenge()
            .and_then(|name| levels().skip_while(|level| level.name() != name).nth(1));
        if let Some(level) = level {
            self.begin(level.game());
        } else if let Some(board) = self.next_board() {
            self.begin(Game::empty(board, Goal::Any));
        }
    }
}

impl App {
    /// Does what is asked for in this room; returns what it leaves to the others.
    pub(crate) fn play_by_hand(&mut self, command: Command) -> Option<Command> {
        let play = &mut self.play;
        let is_aside = play.table.aside().is_some();
        let order = |play: &Play, command| play.table.session().playback(command);
        match command {
            Command::Click(square) => self.play_click(square),
            Command::Change(setup) => {
                play.change(&setup);
                self.typed.settle(setup.seed);
            }
            Command::PaintHole { square, is_hole, .. } => {
                let setup = play.table.session().setup();
                if setup.board.is_hole(square) != is_hole
                    && let Ok(setup) = setup.with_hole_toggled(square)
                {
                    play.change(&setup);
                }
            }
            Command::PlayPause if is_aside => order(play, PlaybackCommand::PlayPause),
            Command::PlayPause => return Some(Command::Play(PlayOrder::Pause)),
            Command::Step if is_aside => order(play, PlaybackCommand::Step),
            Command::StepBack if is_aside => order(play, PlaybackCommand::StepBack),
            // A demonstration ends, and the game stays as it is.
            Command::Undo | Command::Redo | Command::Clear if is_aside => {
                play.table.back_to_game();
            }
            Command::Undo => {
                play.table.undo();
                play.moved();
            }
            Command::Redo => {
                play.table.redo();
                play.moved();
            }
            Command::ToStart if is_aside => order(play, PlaybackCommand::Seek(0)),
            Command::ToEnd if is_aside => order(play, PlaybackCommand::Seek(u64::MAX)),
            Command::Seek(step) => order(play, PlaybackCommand::Seek(step)),
            Command::SeekPath(length) => order(play, PlaybackCommand::SeekPath(length)),
            Command::SetSpeed(speed) => play.table.session_mut().set_speed(speed),
            Command::Faster => {
                let session = play.table.session_mut();
                session.set_speed(session.speed().faster());
            }
            Command::Slower => {
                let session = play.table.session_mut();
                session.set_speed(session.speed().slower());
            }
            Command::ToggleBacktracking => {
                let session = play.table.session_mut();
                session.show_backtracking(!session.shows_backtracking());
            }
            Command::ShowBacktracking(show) => play.table.session_mut().show_backtracking(show),
            Command::NameSquares(naming) => {
                play.table.session_mut().name_squares(naming);
                return Some(Command::NameSquares(naming));
            }
            Command::Clear => {
                let game = play.table.game();
                if game.path().len() > game.given().len() {
                    let game = game.anew();
                    play.begin(game);
                }
            }
            Command::Save | Command::ChooseFile(Purpose::Save) => {
                return Some(Command::ChooseFile(Purpose::Game));
            }
            // In a game the arrow keys move the cursor of the board.
            Command::Step | Command::StepBack | Command::Toggle(Part::HeatMap) => {}
            Command::ToggleCompare => return Some(Command::Play(PlayOrder::Race)),
            Command::Fit => play.board.fit(),
            Command::CloseDialog
                if is_aside
                    && self.dialog.is_none()
                    && self.help.is_none()
                    && self.welcome.is_none() =>
            {
                play.table.back_to_game();
            }
            other => return Some(other),
        }
        None
    }

    fn play_click(&mut self, square: Square) {
        let play = &mut self.play;
        let setup = play.table.session().setup();
        match self.stage.tool {
            Tool::Holes => {
                match setup.with_hole_toggled(square) {
                    Ok(setup) => play.change(&setup),
                    Err(error) => self.say(&format!("{}.", capitalised(&error.to_string()))),
                }
                return;
            }
            Tool::End if setup.board.is_hole(square) => return,
            Tool::End => {
                self.stage.tool = Tool::Start;
                let setup = Setup { goal: Goal::End(square), ..setup.clone() };
                return play.change(&setup);
            }
            Tool::Start => {}
        }
        if play.table.aside().is_some() {
            return play.table.back_to_game();
        }
        let was_empty = play.table.game().path().is_empty();
        if let Err(wrong) = play.table.place(square) {
            let session = play.table.session();
            let words = wrong.words(&session.setup().board, session.naming());
            return self.say(&words);
        }
        self.notice = None;
        play.moved();
        play.is_paused = false;
        if was_empty && play.race.is_some() {
            play.start_race();
        }
        if play.table.game().stand() == Stand::Won && !play.was_told {
            play.was_told = true;
            let praise = play.praise();
            self.keep_result();
            self.dialog = Some(Dialog::Won(praise));
        }
    }

    /// Does what is asked of the game.
    pub(crate) fn obey_player(&mut self, order: PlayOrder) {
        let play = &mut self.play;
        match order {
            PlayOrder::Show(page) => self.show_page(page),
            PlayOrder::BackTo(length, again) => play.back_to(length, again),
            // Before the first square and after the last, no clock runs.
            PlayOrder::Pause => play.is_paused = play.is_on() && !play.is_paused,
            PlayOrder::Hint(degree) => play.toggle(degree),
            PlayOrder::Choose(recipe) => {
                play.recipe = recipe;
                play.start_race();
            }
            PlayOrder::Finish => self.finish_game(),
            PlayOrder::WhyNot => play.toggle_why(),
            PlayOrder::WhyNotFrom(square) => self.show_why_not_from(square),
            PlayOrder::Point(square) => play.point(square),
            PlayOrder::Prove(square) => {
                let recipe = PROOF.parse().unwrap_or_default();
                let started = play.table.prove(square, recipe);
                self.show_refusal(started);
            }
            PlayOrder::Back => play.table.back_to_game(),
            PlayOrder::Race => play.toggle_race(),
            PlayOrder::RaceSpeed(speed) => play.race_at(speed),
            PlayOrder::FromBoard => {
                let setup = self.session.setup();
                play.begin(Game::empty(setup.board.clone(), setup.goal));
                self.enter_play();
            }
            PlayOrder::Learn => {
                play.page = PlayPage::Lessons;
                self.enter_play();
            }
            PlayOrder::Lesson(place) => self.begin_lesson(place),
            PlayOrder::LeaveLesson => self.leave_lesson(),
            PlayOrder::Challenge(name) => {
                if let Some(challenge) = play.challenge(&name) {
                    play.lesson = None;
                    play.begin(challenge.game());
                }
            }
            PlayOrder::Exhibit(name) => self.show_piece(name),
            PlayOrder::Run(name) => self.run_published(name),
            PlayOrder::Next => play.begin_next(),
        }
    }

    fn enter_play(&mut self) {
        self.stage.room = Room::Play;
        self.stage.tool = Tool::Start;
        self.welcome = None;
        self.notice = None;
    }

    fn show_page(&mut self, page: PlayPage) {
        self.play.page = page;
        if page == PlayPage::Challenges {
            let waker = self.waker();
            self.play.draw_daily(waker);
        }
    }

    /// Lets the method finish the path.
    fn finish_game(&mut self) {
        let play = &mut self.play;
        if play.table.aside().is_some() {
            return;
        }
        match play.table.game().stand() {
            Stand::Empty => return self.say("Click a square first, for the path to begin at."),
            Stand::Stuck | Stand::Missed => return play.answer_finish(),
            Stand::Won | Stand::Going => {}
        }
        match play.table.finish(play.recipe.clone()) {
            Err(Refusal::NoTour(_)) => play.answer_finish(),
            finished => self.show_refusal(finished),
        }
    }

    /// Shows why no tour starts at a square of the Board room's board.
    fn show_why_not_from(&mut self, square: Square) {
        let setup = self.session.setup();
        let mut game = Game::empty(setup.board.clone(), setup.goal);
        game.continue_with(&[square]);
        self.play.begin(game);
        self.play.ask_why();
        self.enter_play();
    }

    fn begin_lesson(&mut self, place: usize) {
        self.enter_play();
        if let Some(lesson) = Lesson::ALL.get(place) {
            let started = self.play.teach(*lesson);
            self.show_refusal(started);
        }
    }

    /// Leaves the lesson; after the last one, there are levels to play.
    fn leave_lesson(&mut self) {
        let Some(lesson) = self.play.lesson.take() else { return };
        if lesson.next().is_none() && lesson.is_done(&self.play.progress) {
            self.play.begin(play::new_game());
            self.show_page(PlayPage::Challenges);
        }
    }

    fn waker(&self) -> Arc<dyn Fn() + Send + Sync> {
        let ctx = self.ctx.clone();
        Arc::new(move || ctx.request_repaint())
    }

    /// Puts a tour of the gallery on the board, where it can be played.
    fn show_piece(&mut self, name: &str) {
        let Some(piece) = PIECES.iter().find(|piece| piece.name == name) else { return };
        let back = "Undo brings back your board, and Ctrl+L leads back to the gallery.";
        self.show_tour(&piece.tour(), back);
    }

    /// Runs a search of the gallery on the board.
    fn run_published(&mut self, name: &str) {
        let Some(run) = PUBLISHED.iter().find(|run| run.name == name) else { return };
        self.stage.room = Room::Board;
        let puzzle = run.puzzle();
        let setup = self.session.setup().with_puzzle(&puzzle, run.recipe());
        self.run_search(Setup { given: Arc::default(), ..setup }, puzzle.start());
        self.say(&format!("{}. Undo brings back your board.", run.title));
    }

    /// Says why a method did not start.
    fn show_refusal(&mut self, started: Result<(), Refusal>) {
        if let Err(refusal) = started {
            let session = self.play.table.session();
            let words = refusal.words(&session.setup().board, session.naming());
            self.say(&format!("{}.", capitalised(&words)));
        }
    }
}
