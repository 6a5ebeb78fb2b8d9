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
    pub(super) fn mark(&self, square: Square, mark: Mark) {
        self.inks.mark(&self.painter, mark, self.place(square));
    }

    /// Marks the squares from which no tour can start.
    pub(super) fn hatch(&self) {
        let is_shown = self.seen.display.role != Role::Opponent
            && self.seen.game.is_none_or(|game| game.overlay.marks_starts);
        if !self.close || !is_shown || self.session.state() != State::Ready {
            return;
        }
        for square in self.transform.visible_squares(0) {
            if self.session.starts().is_refused(square) {
                self.mark(square, Mark::NoStart);
            }
        }
    }

    /// Marks from which squares tours exist: a tick where one does, a cross where none does, a question
    /// mark where it is not known. A square that is being decided has no mark yet.
    pub(super) fn start_map(&self) {
        if !self.close || !self.parts.starts {
            return;
        }
        for square in self.transform.visible_squares(0) {
            if let Some(start) = self.session.starts().at(square) {
                // A search on the board needs the middle of its squares.
                let place = self.place(square);
                let place = if self.path.is_empty() { place } else { place.corner(0.36) };
                self.inks.mark(&self.painter, Mark::Start(start), place);
            }
        }
    }

    /// Shows that moves may cross the edges.
    pub(super) fn edges(&self) {
        if self.board.is_wrapped() {
            let inks = Inks::new(self.inks.dark, self.colour);
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
        let goal = self.session.active().map(|active| active.puzzle.goal());
        if let Some(end) = goal.unwrap_or(self.session.setup().goal).end() {
            self.mark(end, Mark::End);
        }
    }

    /// The inks at the path's square of this number, from 0.
    pub(super) fn inks_at(&self, number: usize) -> Inks {
        Inks { path: self.line_colour(number), ..self.inks }
    }

    pub(super) fn place(&self, square: Square) -> Place {
        place(self.transform.rect(square), self.line_width(), self.stamp_size())
    }

    /// The squares that could come next, where playback is slow enough to show them.
    pub(super) fn choices(&self) {
        let Some(frame) = self.frame.filter(|_| self.close) else { return };
        for Choice { square, onward, state } in &frame.choices {
            self.mark(*square, Mark::Choice(*onward, *state));
        }
    }

    pub(super) fn open_squares(&self) {
        let Some(game) = self.played() else { return };
        for (number, class) in (1..).zip(&game.overlay.classes) {
            let colour = theme::piece(number, self.inks.dark).gamma_multiply(0.55);
            for square in class {
                self.painter.rect_filled(self.transform.rect(*square).shrink(2.0), 4.0, colour);
            }
        }
        for square in &game.overlay.pointed {
            self.mark(*square, Mark::Pointed);
        }
        if let Some([last, lost]) = game.overlay.turning_point {
            self.mark(last, Mark::TurningPoint { is_lost: false });
            self.mark(lost, Mark::TurningPoint { is_lost: true });
        }
        for open in &game.overlay.open {
            let state = if open.is_best { ChoiceState::Chosen } else { ChoiceState::Open };
            if let Some(finish) = open.finish {
                self.mark(open.square, Mark::Finish(finish));
            }
            self.mark(open.square, Mark::Choice(open.onward, state));
            if let Some(finish) = open.finish {
                let corner = self.place(open.square).corner(0.4);
                self.inks.mark(&self.painter, Mark::Start(finish), corner);
            }
        }
    }

    /// The start and the end of a finished tour.
    pub(super) fn ends(&self) {
        // Some methods walk from other squares too.
        let start = self.session.active().map(|active| active.puzzle.start());
        let elsewhere = start.filter(|start| self.path.first().is_some_and(|first| first != start));
        if let Some(start) = elsewhere {
            self.mark(start, Mark::First(None));
        }
        if let ([first, .., last], true) = (self.path, self.is_done()) {
            self.mark(*first, Mark::First(None));
            self.mark(*last, Mark::Last(None));
        }
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
        self.mark(from, Mark::SteppedBack);
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
