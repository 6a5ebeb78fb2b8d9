//! The heat map of the frame that is shown.

use std::sync::Arc;

use crate::app::board::BoardView;
use crate::app::board::context::ViewContext;
use crate::format::heat_map::Heat;

/// The heat to show, if any. Reuses what is unchanged since `last`.
pub(crate) fn shown(
    seen: ViewContext<'_>,
    dark: bool,
    last: Option<Arc<Heat>>,
) -> Option<Arc<Heat>> {
    let frame = seen.session.frame().filter(|_| seen.preferences.parts.heat_map)?;
    Heat::of(&frame.counts.visits, dark, last)
}

pub(super) type CachedHeat = ((u64, u64), bool, Option<Arc<Heat>>);

impl BoardView {
    /// The heat to show, computed again only for a new frame.
    pub(super) fn heat(&mut self, seen: ViewContext<'_>, dark: bool) -> Option<Arc<Heat>> {
        let edition = seen.session.active()?.edition();
        let last = self.heat.take();
        let heat = match last {
            _ if !seen.preferences.parts.heat_map => return None,
            Some((before, was_dark, heat)) if (before, was_dark) == (edition, dark) => heat,
            last => shown(seen, dark, last.and_then(|(_, _, heat)| heat)),
        };
        self.heat = Some((edition, dark, heat.clone()));
        heat
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
    use crate::app::widgets::theme;
    use crate::board::Square;
    use crate::engine::Stopwatch;
    use crate::session::{Session, Setup};

    #[test]
    fn heat_is_the_same_close_up_far_away_and_in_pictures() {
        let setup = Setup::usual().unwrap().with_board("6x6".parse().unwrap());
        let config = "backtracking".parse().unwrap();
        let mut session = Session::new(Setup { config, ..setup }, Arc::new(|| {}));
        session.start(Square::at(0)).unwrap();
        let watch = Stopwatch::start();
        while session.frame().is_none_or(|frame| frame.step < 3) && watch.seconds() < 20.0 {
            session.update();
            std::thread::yield_now();
        }
        let mut preferences = Preferences::default();
        preferences.parts.heat_map = true;
        let (session, preferences) = (&session, &preferences);
        let display = Display::default();
        let seen = ViewContext { session, preferences, display, comparison: None, game: None };
        let (mut view, board) = (BoardView::default(), &session.setup().board);
        let ctx = egui::Context::default();
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let transform = Transform::new(board, ui.max_rect(), false, 1.0, egui::Vec2::ZERO);
            let scene = Scene::new(ui, seen, transform, &mut view);
            let far = scene.picture(0..6, 0..6, 1).pixels;
            let near: Vec<_> = board.squares().map(|square| scene.square_colour(square)).collect();
            assert_eq!(near, far);
            let again = Scene::new(ui, seen, transform, &mut view).heat;
            let is_same = Arc::ptr_eq(&scene.heat.unwrap(), &again.unwrap());
            assert!(is_same, "it is worked out once a frame");
            let shown = shown(seen, ui.visuals().dark_mode, None).unwrap();
            let visits = session.frame().unwrap().counts.visits.iter().zip(board.squares());
            let colours =
                visits.map(|(visits, square)| shown.colour(*visits, board.is_dark(square)));
            assert_eq!(colours.map(theme::paint).collect::<Vec<_>>(), far);
        });
        output.textures_delta.clear();
    }
}
