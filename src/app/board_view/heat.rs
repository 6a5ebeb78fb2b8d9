//! The heat of the squares: how often each was visited, as colours. It is worked out once a moment,
//! and is the same close up, from far away and in pictures.

use std::sync::Arc;

use egui::Color32;

use super::super::stage::Seen;
use super::super::theme;
use super::BoardView;
use crate::board::{Board, Square};
use crate::session::Watched;
use crate::text::grouped;

/// Up to this many visits the colours are remembered, since many squares have the same.
const FEW: u64 = 4_096;

/// The heat of all squares at one moment.
pub(in crate::app) struct Heat {
    /// The visits to the square that was visited most.
    pub(super) most: u64,
    colours: Vec<Color32>,
}

/// What heat was worked out for: the moment, and whether it is dark.
type Key = ((u64, u64), bool);

impl Heat {
    /// The heat that is shown, if any: not where nothing was visited.
    pub(in crate::app) fn shown(seen: Seen<'_>, dark: bool) -> Option<Heat> {
        let moment = seen.session.moment().filter(|_| seen.stage.parts.heat_map)?;
        Heat::of(&seen.session.setup().board, &moment.counts.visits, dark)
    }

    fn of(board: &Board, visits: &[u64], dark: bool) -> Option<Heat> {
        let most = visits.iter().copied().max().filter(|most| *most > 0)?;
        let palette = theme::palette(dark);
        let heated = |visits: u64| {
            // From 0 for no visits to 1 for the most, by their logarithms.
            let heat = (visits as f32).ln_1p() / (most as f32).ln_1p();
            let colour = |is_dark| theme::mix(palette.square(is_dark), theme::cividis(heat), 0.85);
            [colour(false), colour(true)]
        };
        let mut few = vec![None; most.min(FEW) as usize + 1];
        let colour = |(index, visits): (usize, &u64)| {
            let pair = match few.get_mut(*visits as usize) {
                Some(known) => *known.get_or_insert_with(|| heated(*visits)),
                None => heated(*visits),
            };
            pair[usize::from(board.is_dark(Square::at(index as u32)))]
        };
        Some(Heat { most, colours: visits.iter().enumerate().map(colour).collect() })
    }

    /// The colours of all squares.
    pub(in crate::app) fn colours(&self) -> &[Color32] {
        &self.colours
    }

    /// The colour of a square.
    pub(super) fn colour(&self, square: Square) -> Option<Color32> {
        self.colours.get(square.index()).copied()
    }

    /// The most visits, in at most seven letters.
    pub(in crate::app) fn most_in_short(&self) -> String {
        in_short(self.most)
    }
}

/// What the colours mean, from no visits to the most.
pub(in crate::app) fn scale() -> impl Iterator<Item = Color32> {
    (0..32).map(|part| theme::cividis(part as f32 / 31.0))
}

impl BoardView {
    /// The heat that is shown, worked out anew only if there is a new moment.
    pub(super) fn heat(&mut self, seen: Seen<'_>, dark: bool) -> Option<Arc<Heat>> {
        let watched = seen.session.watched().filter(|_| seen.stage.parts.heat_map);
        let Some(edition) = watched.map(Watched::edition) else {
            self.heat = None;
            return None;
        };
        let key: Key = (edition, dark);
        match &self.heat {
            Some((known, heat)) if *known == key => heat.clone(),
            _ => {
                let heat = Heat::shown(seen, dark).map(Arc::new);
                self.heat = Some((key, heat.clone()));
                heat
            }
        }
    }
}

/// What the board keeps of the heat.
pub(super) type Kept = Option<(Key, Option<Arc<Heat>>)>;

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

    use super::super::Scene;
    use super::*;
    use crate::app::stage::Stage;
    use crate::app::transform::Transform;
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
        let mut stage = Stage::default();
        stage.parts.heat_map = true;
        let mut view = BoardView::default();
        let ctx = egui::Context::default();
        let mut looked = 0;
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let seen = Seen { session: &session, stage: &stage, rival: None };
            let board = &session.setup().board;
            let transform = Transform::new(board, ui.max_rect(), false, 1.0, egui::Vec2::ZERO);
            let scene = Scene::new(ui, seen, transform, &mut view);
            let far = scene.picture();
            for square in board.squares() {
                assert_eq!(scene.square_colour(square), far[square.index()]);
            }
            let heat = scene.heat.clone().unwrap();
            let again = Scene::new(ui, seen, transform, &mut view).heat.unwrap();
            assert!(Arc::ptr_eq(&heat, &again), "it is worked out once a moment");
            let shown = Heat::shown(seen, ui.visuals().dark_mode).unwrap();
            assert_eq!(shown.colours(), &far, "and pictures show the same");
            looked += 1;
        });
        output.textures_delta.clear();
        assert!(looked > 0);
    }
}
