//! Marks on the squares: where a tour can start and must end, what could come next, and what the
//! last step was.

use egui::{Rect, Stroke};

use crate::app::board::Scene;
use crate::app::board::context::Role;
use crate::app::board::mark::{Inks, place, point};
use crate::app::widgets::theme;
use crate::board::Square;
use crate::engine::{Frame, View};
use crate::format::display::{Line, Mark, Place, wrapped_edges};
use crate::session::State;
use crate::solver::{Choice, ChoiceState, Event};

impl Scene<'_> {
    /// Marks the squares from which no tour can start.
    pub(super) fn hatch(&self) {
        let is_shown = self.seen.display.role != Role::Opponent
            && self.seen.game.is_none_or(|game| game.overlay.marks_starts);
        if !self.close || !is_shown || self.session.state() != State::Ready {
            return;
        }
        let inks = self.inks();
        for square in self.transform.visible_squares() {
            if self.session.starts().is_refused(square) {
                inks.mark(&self.painter, Mark::NoStart, self.place(square));
            }
        }
    }

    /// Marks from which squares tours exist: a tick where one does, a cross where none does, a question
    /// mark where it is not known. A square that is being decided has no mark yet.
    pub(super) fn start_map(&self) {
        if !self.close || !self.parts.starts {
            return;
        }
        let inks = self.inks();
        for square in self.transform.visible_squares() {
            if let Some(start) = self.session.starts().at(square) {
                // A search on the board needs the middle of its squares.
                let place = self.place(square);
                let place = if self.path.is_empty() { place } else { place.corner(0.36) };
                inks.mark(&self.painter, Mark::Start(start), place);
            }
        }
    }

    /// Shows that moves may cross the edges.
    pub(super) fn edges(&self) {
        if self.board.is_wrapped() {
            let inks = Inks::new(self.dark, self.colour);
            let board = self.transform.board();
            let seen = self.painter.clip_rect().intersect(board);
            let corners = |rect: Rect| [rect.min, rect.max].map(point);
            let out = &mut |shape| inks.paint(&self.painter, shape);
            wrapped_edges(corners(board), corners(seen), out);
        }
    }

    /// Marks where the search begins, while its path is empty.
    pub(super) fn start(&self) {
        let Some(active) = self.session.active().filter(|_| self.path.is_empty()) else { return };
        let centre = self.transform.centre(active.puzzle.start());
        let stroke = Stroke::new(self.line_width(), self.line_colour(0));
        self.painter.circle_stroke(centre, (self.transform.side * 0.27).max(3.0), stroke);
    }

    pub(super) fn end(&self) {
        let goal = match self.session.active() {
            Some(active) => active.puzzle.goal(),
            None => self.session.setup().goal,
        };
        if let Some(end) = goal.end() {
            self.inks().mark(&self.painter, Mark::End, self.place(end));
        }
    }

    /// The inks at the end of the path.
    fn inks(&self) -> Inks {
        self.inks_at(self.path.len())
    }

    /// The inks at the path's square of this number, from 0.
    pub(super) fn inks_at(&self, number: usize) -> Inks {
        Inks { path: self.line_colour(number), ..Inks::new(self.dark, self.colour) }
    }

    pub(super) fn place(&self, square: Square) -> Place {
        place(self.transform.rect(square), self.line_width(), self.stamp_size())
    }

    /// The squares that could come next, where playback is slow enough to show them.
    pub(super) fn choices(&self) {
        let Some(frame) = self.frame.filter(|_| self.close) else { return };
        let inks = self.inks();
        for Choice { square, onward, state } in &frame.choices {
            let mark = Mark::Choice(*onward, *state);
            inks.mark(&self.painter, mark, self.place(*square));
        }
    }

    pub(super) fn open_squares(&self) {
        let Some(game) = self.played() else { return };
        let inks = self.inks();
        for (number, class) in (1..).zip(&game.overlay.classes) {
            let colour = theme::piece(number, self.dark).gamma_multiply(0.55);
            for square in class {
                self.painter.rect_filled(self.transform.rect(*square).shrink(2.0), 4.0, colour);
            }
        }
        let mark = |mark: Mark, place: Place| inks.mark(&self.painter, mark, place);
        for square in &game.overlay.pointed {
            mark(Mark::Pointed, self.place(*square));
        }
        for (square, is_lost) in game.overlay.turning_point.into_iter().flatten().zip([false, true])
        {
            mark(Mark::TurningPoint { is_lost }, self.place(square));
        }
        for open in &game.overlay.open {
            let place = self.place(open.square);
            let state = if open.is_best { ChoiceState::Chosen } else { ChoiceState::Open };
            open.finish.into_iter().for_each(|finish| mark(Mark::Finish(finish), place));
            mark(Mark::Choice(open.onward, state), place);
            open.finish.into_iter().for_each(|finish| mark(Mark::Start(finish), place.corner(0.4)));
        }
    }

    /// The start and the end of a finished tour.
    pub(super) fn ends(&self) {
        let inks = self.inks();
        // Some methods walk from other squares too.
        let start = self.session.active().map(|active| active.puzzle.start());
        let elsewhere = start.filter(|start| self.path.first().is_some_and(|first| first != start));
        if let Some(start) = elsewhere {
            inks.mark(&self.painter, Mark::First(None), self.place(start));
        }
        let ([first, .., last], true) = (self.path, self.is_done()) else { return };
        inks.mark(&self.painter, Mark::First(None), self.place(*first));
        inks.mark(&self.painter, Mark::Last(None), self.place(*last));
    }

    /// The light that runs along a tour just finished; `share` is its progress, from 0 to 1.
    pub(super) fn finish_light(&self, share: f32) {
        let all = self.path.len();
        let tail = (all / 5).clamp(3, 600) as f32;
        let head = share * (all as f32 + tail);
        let first = (head - tail).max(0.0) as usize;
        let radius = (self.transform.side * 0.42).max(2.0);
        for number in first..all.min(head.ceil() as usize) {
            let strength = 1.0 - ((head - number as f32) / tail).clamp(0.0, 1.0);
            let colour = self.colours.good.gamma_multiply(0.65 * strength);
            self.painter.circle_filled(self.transform.centre(self.path[number]), radius, colour);
        }
    }

    /// Where the knight came back from in the last step, or in one of many steps shown at once.
    pub(super) fn last_retreat(&self) {
        let Some((from, is_last)) = self.frame.and_then(last_retreat) else { return };
        if let Some(head) = self.path.last().filter(|_| is_last) {
            self.dashed(from, *head, Line::Retreat, 0);
        }
        self.inks().mark(&self.painter, Mark::SteppedBack, self.place(from));
    }

    pub(super) fn cursor(&self, square: Square) {
        self.inks().mark(&self.painter, Mark::Cursor, self.place(square));
    }
}

/// The square last retreated from, and whether that was in the very last step.
fn last_retreat(frame: &Frame) -> Option<(Square, bool)> {
    let retreat = |event: &Event| match event {
        Event::Retreat(from) => Some(*from),
        Event::Advance(_) | Event::Restart | Event::Rewire => None,
    };
    let last = frame.last.as_ref().and_then(retreat);
    let from = last.or_else(|| frame.events.iter().rev().find_map(retreat));
    from.filter(|_| frame.view == View::Search).map(|from| (from, last.is_some()))
}

pub(crate) fn retreat_shown(frame: Option<&Frame>) -> Option<Square> {
    let (from, is_last) = frame.and_then(last_retreat)?;
    is_last.then_some(from)
}
