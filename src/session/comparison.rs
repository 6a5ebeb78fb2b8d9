//! A second search beside the one on the board: another method on the same puzzle, from the same
//! square, kept at the same step.

use super::playback::is_at_end;
use super::{Playback, Refusal, SecondBoard, Session, Setup};
use crate::board::Square;
use crate::engine::{Frame, PlaybackCommand, Speed, View};
use crate::solver::MethodConfig;

/// Up to this many steps per second, both searches always show the same step.
const MAX_EXACT_SPEED: u64 = 20;
/// At higher speeds they may be apart by the steps of a second divided by this.
const GAP_DIVISOR: u64 = 8;
/// After this many frames since a command, what is shown surely reflects the command: one frame may
/// have been on its way before, and one more may be.
const SETTLED_FRAMES: u32 = 3;

/// The second search, which follows the first: the one on the board.
pub struct Comparison {
    pub second: SecondBoard,
    /// Why the first search did not start.
    pub first_refusal: Option<Refusal>,
    /// The number of the first search that it was started beside.
    first_id: Option<u64>,
    /// The step that both were last sent to, until they are there.
    target: Option<u64>,
    /// Whether the first search is seeking a path, and this one follows it.
    follows_first: bool,
    /// How many frames each has sent since the last command.
    frames: [u32; 2],
}

impl Comparison {
    /// A second search that is not started yet.
    pub fn new(first: &Session, config: MethodConfig) -> Comparison {
        Comparison {
            second: SecondBoard::new(first.beside(config)),
            first_refusal: None,
            first_id: None,
            target: None,
            follows_first: false,
            frames: [0; 2],
        }
    }

    /// Whether the set-up has changed, so that both could be started again.
    pub fn is_outdated(&self, first: &Session) -> bool {
        let differ = first.differs_from_search() || self.second.session.differs_from_search();
        let is_first_idle = first.active().is_none() && self.first_refusal.is_none();
        differ || is_first_idle || self.second.is_idle()
    }

    pub fn start_square(&self, first: &Session) -> Option<Square> {
        let active = first.active().or(self.second.session.active())?;
        Some(active.puzzle.start())
    }

    pub fn choose(&mut self, config: MethodConfig) {
        self.forget_refusals();
        self.second
            .session
            .extend_last_change(Setup { config, ..self.second.session.setup().clone() });
    }

    /// Takes its search off the board.
    pub fn clear(&mut self, first: &Session) {
        let searches = self.second.session.searches;
        *self = Comparison::new(first, self.second.config().clone());
        // Search numbers are unique.
        self.second.session.searches = searches;
    }

    pub fn is_choosing(&self) -> bool {
        self.second.session.is_choosing()
    }

    /// Starts beside the first search, which was just started at this square with the same
    /// function, or was refused.
    pub fn start(
        &mut self,
        first: &Session,
        square: Square,
        refused: Option<Refusal>,
        start: fn(&mut Session, Square) -> Result<(), Refusal>,
    ) {
        self.clear(first);
        self.first_refusal = refused;
        self.second.start(square, start);
        self.first_id = search_id(first);
    }

    /// Copies the set-up of the first search, except the method, and its settings. If that search
    /// or its board was replaced, this search ends.
    pub fn follow(&mut self, first: &Session) {
        let (mine, its) = (self.second.session.setup(), first.setup());
        if mine.board != its.board
            || self.second.session.active().is_some() && self.first_id != search_id(first)
        {
            self.clear(first);
        } else if (mine.goal, mine.seed, &mine.given, &mine.base)
            != (its.goal, its.seed, &its.given, &its.base)
        {
            let config = mine.config.clone();
            self.second.session.extend_last_change(Setup { config, ..its.clone() });
        }
        let (speed, shows_backtracking) = (Some(first.speed()), first.shows_backtracking());
        self.second.session.show_as(speed, shows_backtracking, first.naming());
    }

    /// A method that was refused may be accepted after a change of the set-up.
    pub fn forget_refusals(&mut self) {
        (self.first_refusal, self.second.refusal) = (None, None);
    }

    /// Takes new frames, and keeps both searches together.
    pub fn update(&mut self, first: &Session, is_new: bool) {
        self.follow(first);
        let is_second_new = self.second.session.update();
        self.frames[0] += u32::from(is_new);
        self.frames[1] += u32::from(is_second_new);
        let now = self.position(first);
        if self.follows_first
            && is_new
            && let Some(frame) = first.frame()
        {
            self.second.session.playback(PlaybackCommand::Seek(frame.step));
        }
        let is_settled = self.frames.iter().all(|frames| *frames >= SETTLED_FRAMES);
        if is_settled || now.is_some_and(|now| self.target == Some(now.step)) {
            self.target = None;
        }
        if is_settled && let Some(now) = now {
            self.catch_up(first, now);
        }
    }

    /// Brings a search that has fallen behind to the step of the other, while both play.
    fn catch_up(&mut self, first: &Session, now: Playback) {
        let Some(rate) = first.speed().steps_per_second() else { return };
        let both = [first, &self.second.session];
        let play = |session: &&Session| session.frame().is_some_and(|frame| frame.playing);
        if !self.are_at_steps(first) || !both.iter().all(play) {
            return;
        }
        let most =
            if u64::from(rate) <= MAX_EXACT_SPEED { 0 } else { u64::from(rate) / GAP_DIVISOR + 2 };
        let is_behind = |frame: &Frame| now.step - frame.step > most && frame.length > frame.step;
        for session in both {
            if session.frame().is_some_and(is_behind) {
                session.playback(PlaybackCommand::Seek(now.step));
                self.frames = [0; 2];
            }
        }
    }

    fn position(&self, first: &Session) -> Option<Playback> {
        Playback::of(first, Some(self))
    }

    fn are_at_steps(&self, first: &Session) -> bool {
        let frames = [first.frame(), self.second.session.frame()];
        frames.into_iter().flatten().all(|frame| frame.view == View::Search)
    }

    pub fn playback(&mut self, first: &Session, command: PlaybackCommand) {
        self.frames = [0; 2];
        self.follows_first = false;
        let now = self.position(first);
        match command {
            PlaybackCommand::PlayPause if now.is_some_and(|now| now.playing) => {
                self.pause(first, now);
            }
            PlaybackCommand::Play | PlaybackCommand::PlayPause => self.play(first, now),
            PlaybackCommand::Pause => self.pause(first, now),
            PlaybackCommand::Step => self.step(first, now),
            PlaybackCommand::StepBack => self.step_back(first, now),
            PlaybackCommand::Seek(step) => self.seek(first, now, step),
            PlaybackCommand::PauseAt(step) => self.pause_at(first, now, step),
            PlaybackCommand::SeekPath(_) => {
                first.playback(command);
                self.second.session.playback(PlaybackCommand::Pause);
                self.target = None;
                self.follows_first = true;
            }
            PlaybackCommand::FindNext
            | PlaybackCommand::Speed(_)
            | PlaybackCommand::ShowBacktracking(_) => self.both(first, command),
        }
    }

    fn both(&self, first: &Session, command: PlaybackCommand) {
        first.playback(command);
        self.second.session.playback(command);
    }

    /// Pauses both at the same step.
    fn pause(&mut self, first: &Session, now: Option<Playback>) {
        self.both(first, PlaybackCommand::Pause);
        self.target = None;
        let is_limited = first.speed() != Speed::UNLIMITED;
        if let Some(now) = now.filter(|now| now.playing && is_limited && self.are_at_steps(first)) {
            self.both(first, PlaybackCommand::Seek(now.step));
        }
    }

    fn pause_at(&mut self, first: &Session, now: Option<Playback>, step: u64) {
        self.both(first, PlaybackCommand::PauseAt(step));
        self.target = now.filter(|now| step <= now.length).map(|_| step);
    }

    /// Plays both. One that is at its end waits there for the other.
    fn play(&mut self, first: &Session, now: Option<Playback>) {
        self.target = None;
        let again = now.is_none_or(|now| now.is_at_end);
        for session in [first, &self.second.session] {
            if again || !session.frame().is_some_and(is_at_end) {
                session.playback(PlaybackCommand::Play);
            }
        }
    }

    fn step(&mut self, first: &Session, now: Option<Playback>) {
        let now = now.filter(|_| self.are_at_steps(first));
        let Some(now) = now else { return self.both(first, PlaybackCommand::Step) };
        if now.is_at_end {
            return;
        }
        let next = self.target.unwrap_or(now.step) + 1;
        for session in [first, &self.second.session] {
            let is_there = |frame: &Frame| frame.step == now.step || frame.step >= frame.length;
            match session.frame() {
                Some(frame) if now.playing || !is_there(frame) => {
                    session.playback(PlaybackCommand::PauseAt(next));
                }
                _ => session.playback(PlaybackCommand::Step),
            }
        }
        self.target = Some(next);
    }

    fn step_back(&mut self, first: &Session, now: Option<Playback>) {
        let now = now.filter(|_| self.are_at_steps(first));
        let Some(now) = now else { return self.both(first, PlaybackCommand::StepBack) };
        let last = self.target.unwrap_or(now.step).saturating_sub(1);
        self.pause_at(first, Some(now), last);
    }

    /// Goes to a step. If it was playing, it continues from there, even if it had ended.
    fn seek(&mut self, first: &Session, now: Option<Playback>, step: u64) {
        self.both(first, PlaybackCommand::Seek(step));
        self.target = now.filter(|now| step <= now.length).map(|_| step);
        if now.is_none_or(|now| !now.playing) || first.speed() == Speed::UNLIMITED {
            return;
        }
        for session in [first, &self.second.session] {
            if session.frame().is_some_and(|frame| step < frame.length) {
                session.playback(PlaybackCommand::Play);
            }
        }
    }
}

fn search_id(first: &Session) -> Option<u64> {
    first.active().map(|active| active.id)
}
