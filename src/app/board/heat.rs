//! The heat of the squares: how often each was visited, as colours. It is worked out once a moment,
//! and is the same close up, from far away and in pictures.

use std::sync::Arc;

use egui::Color32;

use crate::app::board::BoardView;
use crate::app::board::context::ViewContext;
use crate::app::widgets::theme;
use crate::text::grouped;

/// Up to this many visits the colours are worked out before, since many squares have the same.
const FEW: u64 = 4_096;

/// What the visits of one moment look like.
pub(crate) struct Heat {
    /// The visits to the square that was visited most.
    pub(super) most: u64,
    dark: bool,
    /// The colours for few visits, on light squares and on dark ones.
    few: Vec<[Color32; 2]>,
}

impl Heat {
    /// The heat that is shown, if any: not where nothing was visited.
    pub(crate) fn shown(seen: ViewContext<'_>, dark: bool) -> Option<Heat> {
        let moment = seen.session.moment().filter(|_| seen.preferences.parts.heat_map)?;
        Heat::up_to(most_visits(&moment.counts.visits)?, dark)
    }

    fn up_to(most: u64, dark: bool) -> Option<Heat> {
        let heat = Heat { most, dark, few: Vec::new() };
        let few = (0..=most.min(FEW)).map(|visits| heat.work_out(visits)).collect();
        Some(Heat { few, ..heat })
    }

    fn work_out(&self, visits: u64) -> [Color32; 2] {
        let palette = theme::palette(self.dark);
        // From 0 for no visits to 1 for the most, by their logarithms.
        let heat = (visits as f32).ln_1p() / (self.most as f32).ln_1p();
        let colour = |is_dark| theme::mix(palette.square(is_dark), theme::cividis(heat), 0.85);
        [colour(false), colour(true)]
    }

    /// The colour of a square, by its visits.
    pub(crate) fn colour(&self, visits: u64, is_dark: bool) -> Color32 {
        let pair = match self.few.get(visits as usize) {
            Some(pair) => *pair,
            None => self.work_out(visits),
        };
        pair[usize::from(is_dark)]
    }

    /// The most visits, in at most seven letters.
    pub(crate) fn most_in_short(&self) -> String {
        in_short(self.most)
    }
}

/// The most visits to a square, if there were any.
fn most_visits(visits: &[u64]) -> Option<u64> {
    visits.iter().copied().max().filter(|most| *most > 0)
}

/// What the colours mean, from no visits to the most.
pub(crate) fn scale() -> impl Iterator<Item = Color32> {
    (0..32).map(|part| theme::cividis(part as f32 / 31.0))
}

impl BoardView {
    /// The heat that is shown, looked at anew only if there is a new moment, and worked out anew only if
    /// there were more visits.
    pub(super) fn heat(&mut self, seen: ViewContext<'_>, dark: bool) -> Option<Arc<Heat>> {
        let watched = seen.session.watched().filter(|_| seen.preferences.parts.heat_map);
        let Some((edition, moment)) =
            watched.and_then(|watched| Some((watched.edition(), watched.moment.as_ref()?)))
        else {
            self.heat = None;
            return None;
        };
        let last = self.heat.take().filter(|last| last.dark == dark);
        let heat = match last {
            Some(last) if last.edition == edition => last.heat,
            last => {
                let most = most_visits(&moment.counts.visits);
                let heat = last.and_then(|last| last.heat);
                let heat = heat.filter(|heat| Some(heat.most) == most);
                heat.or_else(|| Heat::up_to(most?, dark).map(Arc::new))
            }
        };
        self.heat = Some(Kept { edition, dark, heat: heat.clone() });
        heat
    }
}

/// What the board keeps of the heat, and the moment that it belongs to.
pub(super) struct Kept {
    edition: (u64, u64),
    dark: bool,
    heat: Option<Arc<Heat>>,
}

/// A number in at most seven letters.
fn in_short(number: u64) -> String {
    const UNITS: [(u64, &str); 3] =
        [(1_000_000_000_000, "T"), (1_000_000_000, "G"), (1_000_000, "M")];
    match UNITS.iter().find(|(size, _)| number >= *size) {
        Some((size, name)) => format!("{:.1} {name}", number as f64 / *size as f64),
        None => grouped(number),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::app::board::Scene;
    use crate::app::board::context::Display;
    use crate::app::board::transform::Transform;
    use crate::app::shell::preferences::Preferences;
    use crate::board::Square;
    use crate::engine::Stopwatch;
    use crate::session::{Session, Setup};

    /// Squares with their own colours and the board as one picture show the same heat.
    #[test]
    fn heat_is_the_same_close_up_and_far_away() {
        let board = "6x6".parse().unwrap();
        let setup = Setup::usual().unwrap().with_board(board);
        let setup = Setup { recipe: "backtracking".parse().unwrap(), ..setup };
        let mut session = Session::new(setup, Arc::new(|| {}));
        session.start(Square::at(0)).unwrap();
        let watch = Stopwatch::start();
        while session.moment().is_none_or(|moment| moment.step < 3) && watch.seconds() < 20.0 {
            session.update();
            std::thread::yield_now();
        }
        let mut preferences = Preferences::default();
        preferences.parts.heat_map = true;
        let mut view = BoardView::default();
        let ctx = egui::Context::default();
        let mut looked = 0;
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let seen = ViewContext {
                session: &session,
                preferences: &preferences,
                display: Display::default(),
                rival: None,
                game: None,
            };
            let board = &session.setup().board;
            let transform = Transform::new(board, ui.max_rect(), false, 1.0, egui::Vec2::ZERO);
            let scene = Scene::new(ui, seen, transform, &mut view);
            let far = scene.picture(0..6, 0..6, 1).pixels;
            for square in board.squares() {
                assert_eq!(scene.square_colour(square), far[square.index()]);
            }
            let heat = scene.heat.clone().unwrap();
            let again = Scene::new(ui, seen, transform, &mut view).heat.unwrap();
            assert!(Arc::ptr_eq(&heat, &again), "it is worked out once a moment");
            let shown = Heat::shown(seen, ui.visuals().dark_mode).unwrap();
            let visits = session.moment().unwrap().counts.visits.iter().zip(board.squares());
            let colours =
                visits.map(|(visits, square)| shown.colour(*visits, board.is_dark(square)));
            assert_eq!(colours.collect::<Vec<_>>(), far, "and pictures show the same");
            looked += 1;
        });
        output.textures_delta.clear();
        assert!(looked > 0);
    }
}
