//! What playback commands do.

use super::Worker;
use crate::engine::{PlaybackCommand, Speed, View};
use crate::solver::Status;

impl Worker {
    /// Carries out a command, or keeps it for the time when there is a search to play.
    pub fn playback(&mut self, command: PlaybackCommand) {
        if self.is_preparing() {
            self.waiting.push(command);
        } else {
            self.guarded(|worker| worker.carry_out(command));
        }
    }

    fn carry_out(&mut self, command: PlaybackCommand) {
        self.differs &= command.keeps_step();
        match command {
            PlaybackCommand::PlayPause if self.playing => self.playing = false,
            PlaybackCommand::Play | PlaybackCommand::PlayPause => self.start_playing(),
            PlaybackCommand::Pause => self.playing = false,
            PlaybackCommand::PauseAt(step) => {
                self.playing = false;
                self.navigate(PlaybackCommand::Seek(step));
            }
            PlaybackCommand::Step
            | PlaybackCommand::StepBack
            | PlaybackCommand::Seek(_)
            | PlaybackCommand::SeekPath(_) => self.navigate(command),
            PlaybackCommand::FindNext => self.find_next(),
            PlaybackCommand::Speed(speed) => self.set_speed(speed),
            PlaybackCommand::ShowBacktracking(show) => self.set_show_backtracking(show),
        }
        self.changed = true;
        self.last_frame = f64::NEG_INFINITY;
        self.seek_began = self.clock.seconds();
    }

    fn set_speed(&mut self, speed: Speed) {
        self.speed = speed;
        self.set_due();
        if self.playing {
            self.follow_if_unlimited();
        }
    }

    fn set_show_backtracking(&mut self, show: bool) {
        let is_new = show != self.show_backtracking;
        self.show_backtracking = show;
        if is_new && (self.playing || self.is_whole_tour_shown()) {
            self.apply_show_backtracking();
        }
    }

    fn start_playing(&mut self) {
        self.playing = true;
        self.set_due();
        self.apply_show_backtracking();
        if self.follows_when_playing() {
            self.timeline.follow();
        } else if self.ended() {
            // If the end is on the board, starts again from the beginning.
            match self.view() {
                View::Search if self.is_at_newest() => self.timeline.seek(0),
                View::Tour if self.is_whole_tour_shown() => self.tour_shown = 0,
                _ => {}
            }
        }
    }

    /// Applies `show_backtracking`: shows the tour from its first square, or the search from where it had
    /// the path on the board. A whole tour stays where it is.
    pub(super) fn apply_show_backtracking(&mut self) {
        if self.shows_search == self.show_backtracking {
            return;
        }
        let (view, is_whole) = (self.view(), self.is_whole_tour_shown());
        self.shows_search = self.show_backtracking;
        self.events.clear();
        match view {
            View::Search => self.tour_shown = if is_whole { usize::MAX } else { 0 },
            View::Tour if self.tour_shown == 0 => self.timeline.seek(0),
            View::Tour | View::Hidden => {
                self.timeline.follow();
                if view == View::Tour && !is_whole {
                    self.timeline.seek_path(self.tour_shown);
                }
            }
        }
    }

    /// Goes to another step, or to another square of a tour. A hidden search has no steps to go to; if it
    /// is to be seen again, it is shown at its newest step first.
    fn navigate(&mut self, command: PlaybackCommand) {
        if self.view() == View::Hidden {
            self.apply_show_backtracking();
        }
        match self.view() {
            View::Search => self.navigate_search(command),
            View::Hidden => {}
            View::Tour => self.navigate_tour(command),
        }
    }

    fn navigate_search(&mut self, command: PlaybackCommand) {
        if command == PlaybackCommand::Step {
            return self.step_once();
        }
        // A playhead that follows the newest step would leave an earlier step at once.
        let can_play = |step: u64| self.speed != Speed::UNLIMITED || step >= self.timeline.length();
        self.playing &= matches!(command, PlaybackCommand::Seek(step) if can_play(step));
        self.events.clear();
        match command {
            PlaybackCommand::Seek(step) => {
                self.timeline.seek(step);
                self.set_due();
            }
            PlaybackCommand::SeekPath(length) => self.timeline.seek_path(length),
            _ => self.timeline.seek(self.timeline.position().saturating_sub(1)),
        }
    }

    fn step_once(&mut self) {
        self.playing = false;
        if self.timeline.is_seeking() {
            return self.timeline.seek(self.timeline.position() + 1);
        }
        let before = self.timeline.length();
        if let Some(event) = self.timeline.step() {
            self.add_event(event);
        }
        if self.timeline.length() > before {
            self.count_tour();
        }
    }

    fn navigate_tour(&mut self, command: PlaybackCommand) {
        self.playing &= matches!(command, PlaybackCommand::Seek(_));
        let shown = self.tour_shown;
        self.tour_shown = match command {
            PlaybackCommand::Seek(step) => usize::try_from(step).unwrap_or(usize::MAX),
            PlaybackCommand::SeekPath(length) => length,
            PlaybackCommand::Step => shown.saturating_add(1),
            _ => shown.min(self.timeline.search().state().path.len()).saturating_sub(1),
        };
    }

    fn find_next(&mut self) {
        if self.timeline.search().state().status != Status::Found {
            return;
        }
        self.knows_no_other = !self.timeline.find_next();
        if !self.knows_no_other {
            self.found = None;
            self.timeline.follow();
            self.tour_shown = 0;
            self.shows_search = self.show_backtracking;
            self.playing = true;
            self.set_due();
        }
    }
}
