//! Lessons: how each begins on the table, and what is noticed of them.

use crate::app::play::{Play, PlayTab};
use crate::play::{self, Game, Lesson, Scene, Stand};
use crate::session::{Refusal, Watched};
use crate::solver::Status;

impl Play {
    /// Begins a lesson.
    pub(super) fn teach(&mut self, lesson: Lesson) -> Result<(), Refusal> {
        self.lesson = Some(lesson);
        let is_again = lesson.is_done(&self.progress);
        self.progress.repeat(lesson);
        match lesson.scene() {
            Scene::Game(game) => self.begin(*game),
            Scene::SameGame => {
                let game = self.table.game();
                let is_small = (game.board().rows(), game.board().cols()) == (5, 5);
                if lesson == Lesson::Back && game.stand() != Stand::Stuck {
                    self.begin(play::stuck_game());
                    self.progress.begin_stuck(self.table.game());
                    return Ok(());
                }
                let is_over = lesson == Lesson::Stuck && is_again;
                if !is_small || is_over {
                    self.begin(play::new_game());
                }
                self.tab = PlayTab::Game;
                self.table.back_to_game();
            }
            Scene::Search(puzzle, recipe) => {
                let mut game = Game::empty(puzzle.board().clone(), puzzle.goal());
                game.continue_with(puzzle.given());
                self.begin(game);
                self.table.finish(recipe)?;
            }
            Scene::Proof(puzzle) => {
                self.begin(Game::empty(puzzle.board().clone(), puzzle.goal()));
            }
        }
        self.progress.begin(self.table.game());
        Ok(())
    }

    /// Sees whether a search was watched to its end.
    pub(super) fn watch(&mut self) {
        let session = self.table.session();
        let is_rule = |watched: &Watched| watched.recipe.method.name == "warnsdorff";
        let is_over = session
            .moment()
            .is_some_and(|moment| moment.status == Status::Found && moment.step == moment.length);
        if is_over && session.watched().is_some_and(is_rule) {
            self.progress.watched();
        }
    }
}
