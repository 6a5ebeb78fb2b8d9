//! Marks on the squares: where a tour can start and must end, what could come next, and what the
//! last step was.

use egui::{Rect, Stroke, vec2};

use crate::app::board::Scene;
use crate::app::board::mark;
use crate::app::board::mark::Inks;
use crate::app::widgets::theme;
use crate::board::Square;
use crate::engine::{Moment, View};
use crate::session::State;
use crate::solver::{Choice, Event};

impl Scene<'_> {
    /// Marks the squares from which no tour can start.
    pub(super) fn hatch(&self) {
        let is_shown = !self.is_display && self.game.is_none_or(|game| game.overlay.marks_starts);
        if !self.close || !is_shown || self.session.state() != State::Ready {
            return;
        }
        let colour = self.colours.ink.gamma_multiply(0.28);
        let stroke = Stroke::new((self.transform.side * 0.03).clamp(0.75, 2.0), colour);
        for square in self.transform.visible_squares() {
            if !self.session.is_refused(square) {
                continue;
            }
            let rect = self.transform.rect(square);
            for part in [0.25, 0.5, 0.75] {
                let side = self.transform.side;
                let lines = [
                    [rect.min + vec2(part * side, 0.0), rect.min + vec2(0.0, part * side)],
                    [rect.max - vec2(part * side, 0.0), rect.max - vec2(0.0, part * side)],
                ];
                for line in lines {
                    self.painter.line_segment(line, stroke);
                }
            }
        }
    }

    /// Marks from which squares tours exist: a tick where one does, a cross where none does, a question
    /// mark where it is not known. A square that is being decided has no mark yet.
    pub(super) fn start_map(&self) {
        if !self.close || !self.parts.starts {
            return;
        }
        let inks = Inks::new(self.dark, self.colour);
        for square in self.transform.visible_squares() {
            if let Some(start) = self.session.start_at(square) {
                // A search on the board needs the middle of its squares.
                let rect = self.transform.rect(square);
                let place = match self.path.is_empty() {
                    true => rect,
                    false => Rect::from_min_size(rect.min, rect.size() * 0.36),
                };
                mark::start(&self.painter, place, start, &inks);
            }
        }
    }

    /// Shows that moves may cross the edges.
    pub(super) fn edges(&self) {
        if self.board.is_wrapped() {
            let inks = Inks::new(self.dark, self.colour);
            mark::wrapped_edges(&self.painter, self.transform.board(), &inks);
        }
    }

    /// Marks where the search begins, as long as nothing stands there.
    pub(super) fn start(&self) {
        let Some(watched) = self.session.watched().filter(|_| self.path.is_empty()) else { return };
        let centre = self.transform.centre(watched.puzzle.start());
        let stroke = Stroke::new(self.line_width(), self.line_colour(0));
        self.painter.circle_stroke(centre, (self.transform.side * 0.27).max(3.0), stroke);
    }

    /// Marks where the tour has to end.
    pub(super) fn end(&self) {
        let goal = match self.session.watched() {
            Some(watched) => watched.puzzle.goal(),
            None => self.session.setup().goal,
        };
        if let crate::puzzle::Goal::End(end) = goal {
            let rect = self.transform.rect(end).shrink(self.transform.side * 0.06);
            let stroke =
                Stroke::new((self.transform.side * 0.05).clamp(1.0, 4.0), self.colours.good);
            self.painter.rect_stroke(rect, 2.0, stroke, egui::StrokeKind::Inside);
        }
    }

    /// What marks are painted with.
    fn inks(&self) -> Inks {
        Inks { path: self.line_colour(self.path.len()), ..Inks::new(self.dark, self.colour) }
    }

    /// The squares that could come next, where the film is slow enough to look at them.
    pub(super) fn choices(&self) {
        let Some(moment) = self.moment.filter(|_| self.close) else { return };
        let inks = self.inks();
        for Choice { square, onward, state } in &moment.choices {
            let place = self.transform.rect(*square);
            mark::choice(&self.painter, place, (*onward, *state), &inks);
        }
    }

    /// The squares that can be next in a game.
    pub(super) fn open_squares(&self) {
        let Some(game) = self.played() else { return };
        let inks = self.inks();
        for (number, class) in (1..).zip(&game.overlay.classes) {
            let colour = theme::piece(number, self.dark).gamma_multiply(0.55);
            for square in class {
                self.painter.rect_filled(self.transform.rect(*square).shrink(2.0), 4.0, colour);
            }
        }
        for square in &game.overlay.pointed {
            mark::pointed(&self.painter, self.transform.rect(*square), &inks);
        }
        for (square, is_lost) in game.overlay.turning_point.into_iter().flatten().zip([false, true])
        {
            mark::turning_point(&self.painter, self.transform.rect(square), is_lost, &inks);
        }
        for open in &game.overlay.open {
            let place = self.transform.rect(open.square);
            mark::open(&self.painter, place, open, &inks);
        }
    }

    /// The start and the end of a finished tour.
    pub(super) fn ends(&self) {
        let inks = self.inks();
        // Some methods walk from other squares too.
        let start = self.session.watched().map(|watched| watched.puzzle.start());
        let elsewhere = start.filter(|start| self.path.first().is_some_and(|first| first != start));
        if let Some(start) = elsewhere {
            mark::first(&self.painter, self.transform.rect(start), &inks);
        }
        let ([first, .., last], true) = (self.path, self.is_done()) else { return };
        mark::first(&self.painter, self.transform.rect(*first), &inks);
        mark::last(&self.painter, self.transform.rect(*last), &inks);
    }

    /// A light that runs along a tour that was just finished: `share` is how far it has come.
    pub(super) fn joy(&self, share: f32) {
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

    /// Where the knight has just come back from: in the last step, or where many are shown at once,
    /// in one of them.
    pub(super) fn last_retreat(&self) {
        let Some((from, is_last)) = self.moment.and_then(last_retreat) else { return };
        if let Some(head) = self.path.last().filter(|_| is_last) {
            for ends in self.transform.ends(from, *head).into_iter().flatten() {
                self.dashed(ends, self.colour.retreat(self.dark));
            }
        }
        let stroke = Stroke::new(self.line_width(), self.colour.retreat(self.dark));
        let radius = (self.transform.side * 0.12).max(2.0);
        self.painter.circle_stroke(self.transform.centre(from), radius, stroke);
    }

    /// The square that the arrow keys have come to.
    pub(super) fn cursor(&self, square: Square) {
        let width = (self.transform.side * 0.06).clamp(1.5, 4.0);
        let rect = self.transform.rect(square);
        self.painter.rect_stroke(
            rect,
            3.0,
            Stroke::new(width, self.colours.ink),
            egui::StrokeKind::Inside,
        );
        let inner = Stroke::new(width / 2.0, self.colours.knight_edge);
        self.painter.rect_stroke(rect.shrink(width), 2.0, inner, egui::StrokeKind::Inside);
    }
}

/// The square that the knight has just come back from, and whether that was the very last step.
fn last_retreat(moment: &Moment) -> Option<(Square, bool)> {
    let retreat = |event: &Event| match event {
        Event::Retreat(from) => Some(*from),
        Event::Advance(_) | Event::Restart | Event::Rewire => None,
    };
    let last = moment.last.as_ref().and_then(retreat);
    let from = last.or_else(|| moment.events.iter().rev().find_map(retreat));
    from.filter(|_| moment.view == View::Search).map(|from| (from, last.is_some()))
}

/// Where the last step came back from, if it was a retreat.
pub(crate) fn retreat_shown(moment: Option<&Moment>) -> Option<Square> {
    let (from, is_last) = moment.and_then(last_retreat)?;
    is_last.then_some(from)
}
