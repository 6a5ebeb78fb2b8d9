//! Pictures of what the board shows, in any size.

use egui::{ClippedPrimitive, ColorImage, Pos2, RawInput, Rect, Vec2, vec2};

use crate::app::board;
use crate::app::board::context::ViewContext;
use crate::app::board::{BoardView, heat_shown, retreat_shown};
use crate::app::files::raster::Raster;
use crate::app::widgets::{chart, inside, theme};
use crate::board::Square;
use crate::format::colour::text;
use crate::format::heat_map::Heat;
use crate::format::palette::palette;
use crate::format::svg::{self, Crop, PictureStyle};
use crate::lab::Chart;

/// In pixels along the longer side.
pub(crate) const SIDES: std::ops::RangeInclusive<u32> = 100..=6_000;
pub(crate) const USUAL_SIDE: u32 = 1_200;

/// The size of a square on small boards, in points.
const SQUARE_SIDE: f32 = 56.0;
/// The maximum size of a board, in points; on larger boards the squares are smaller.
const MAX_BOARD: f32 = 1_680.0;
const EDGE: f32 = 40.0;

/// A picture that is laid out but not painted yet, because painting takes a while.
pub(crate) struct Layout {
    raster: Raster,
    parts: Vec<ClippedPrimitive>,
    size: [usize; 2],
    scale: f32,
}

impl Layout {
    pub(crate) fn paint(&self) -> ColorImage {
        self.raster.paint(self.size, self.scale, &self.parts)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framing {
    #[default]
    Whole,
    Seen,
}

/// The size of a picture, in points.
fn points(part: &Crop) -> Vec2 {
    let (cols, rows) = (part.cols.len() as f32, part.rows.len() as f32);
    let square = SQUARE_SIDE.min(MAX_BOARD / cols.max(rows));
    vec2(cols * square + 2.0 * EDGE, rows * square + 2.0 * EDGE)
}

/// Lays out a part of the board, with this many pixels along its longer side, as far as that is allowed.
pub(crate) fn of_board(
    seen: ViewContext<'_>,
    part: &Crop,
    side: u32,
    window: &egui::Context,
) -> Layout {
    let size = points(part);
    let scale = side.clamp(*SIDES.start(), *SIDES.end()) as f32 / size.max_elem();
    let mut view = BoardView::bare(part.clone());
    lay_out(size, scale, window, |ui, screen| {
        let place = screen.shrink(EDGE / 2.0);
        // A picture reports no events.
        inside(ui, place, |ui| board::show(ui, seen, &mut view));
    })
}

/// About how many bytes a PNG picture of a part of the board takes: most of it for squares that differ
/// from those around them, the rest for points that do not.
pub(crate) fn size_of_png(part: &Crop, side: u32) -> u64 {
    let size = points(part);
    let pixels = (size * (side as f32 / size.max_elem())).round();
    let pixels = (pixels.x * pixels.y) as u64;
    (3 * pixels).min(6 * part.squares() as u64 + pixels / 8)
}

/// An SVG picture of a part of the board as it is shown. It is written later, because that takes a while.
pub(crate) fn svg(
    seen: ViewContext<'_>,
    part: Crop,
    ctx: &egui::Context,
) -> impl FnOnce() -> String + Send + use<> {
    let session = seen.session;
    let heat = heat_shown(seen, ctx.theme() == egui::Theme::Dark, None);
    let mut look = look(seen, heat.as_deref(), ctx);
    let visits = session.frame().map(|frame| frame.counts.visits.clone());
    let (board, path) = (session.setup().board.clone(), session.path().to_vec());
    move || {
        if let Some((heat, visits)) = heat.zip(visits) {
            let colour = |(square, visits)| {
                let is_seen = part.contains(&board, square);
                let colour = || text(heat.colour(visits, board.is_dark(square)));
                if is_seen { colour() } else { String::new() }
            };
            look.heat = (0..).map(Square::at).zip(visits).map(colour).collect();
        }
        svg::write_crop(&board, &path, &look, &part)
    }
}

pub(crate) fn size_of_svg(seen: ViewContext<'_>, part: &Crop, ctx: &egui::Context) -> u64 {
    let heat = heat_shown(seen, false, None);
    let mut look = look(seen, heat.as_deref(), ctx);
    look.heat.extend(heat.map(|_| String::new()));
    let (board, length) = (&seen.session.setup().board, seen.session.path().len());
    svg::size_of_crop(board, length, &look, part)
}

/// Everything except the heat of the squares.
fn look(seen: ViewContext<'_>, heat: Option<&Heat>, ctx: &egui::Context) -> PictureStyle {
    let dark = ctx.theme() == egui::Theme::Dark;
    let colours = palette(dark);
    let (parts, path_colour) = (&seen.preferences.parts, seen.preferences.path_colour);
    let shades = (0..32).map(|i| path_colour.line(i as f32 / 31.0, dark));
    let mut path: Vec<String> = shades.map(text).collect();
    path.dedup();
    PictureStyle {
        background: text(colours.background),
        hole: text(colours.hole),
        good: text(colours.good),
        light: text(colours.light_square),
        dark: text(colours.dark_square),
        path,
        stamp: text(colours.stamp),
        ink: text(colours.ink),
        soft_ink: text(colours.soft_ink),
        knight: [text(colours.knight), text(colours.knight_edge)],
        retreat: text(path_colour.retreat(dark)),
        stepped_back: retreat_shown(seen.session.frame()),
        scale: heat.map(Heat::most_in_short),
        heat: Vec::new(),
        lines: parts.lines,
        stamps: parts.stamps,
        numbers: parts.numbers,
        coordinates: parts.coordinates,
    }
}

pub(crate) fn of_chart(chart: &Chart, window: &egui::Context) -> Layout {
    const SIZE: Vec2 = vec2(900.0, 560.0);
    lay_out(SIZE, 2.0, window, |ui, screen| {
        let font = egui::FontId::proportional(17.0);
        let at = screen.center_top() + vec2(0.0, 16.0);
        let ink = theme::of(ui).ink;
        ui.painter().text(at, egui::Align2::CENTER_TOP, &chart.title, font, ink);
        let mut place = screen.shrink(24.0);
        place.set_top(52.0);
        inside(ui, place, |ui| chart::show(ui, chart));
    })
}

/// Lays out a picture in a context of its own.
fn lay_out(
    size: Vec2,
    scale: f32,
    window: &egui::Context,
    mut add: impl FnMut(&mut egui::Ui, Rect),
) -> Layout {
    let ctx = egui::Context::default();
    theme::apply(&ctx);
    ctx.set_theme(window.theme());
    ctx.set_pixels_per_point(scale);
    let screen = Rect::from_min_size(Pos2::ZERO, size);
    let input = RawInput { screen_rect: Some(screen), ..RawInput::default() };
    let mut raster = Raster::default();
    let mut shapes = Vec::new();
    // The first passes create letters and sprites and measure sizes; the last one is final.
    for _ in 0..3 {
        let mut output = ctx.run_ui(input.clone(), |ui| {
            ui.painter().rect_filled(screen, 0.0, theme::of(ui).background);
            add(ui, screen);
        });
        raster.take(&mut output.textures_delta);
        shapes = std::mem::take(&mut output.shapes);
    }
    let parts = ctx.tessellate(shapes, scale);
    let pixels = (size * scale).round();
    Layout { raster, parts, size: [pixels.x as usize, pixels.y as usize], scale }
}

pub(crate) fn png(image: &ColorImage) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width() as u32, image.height() as u32);
    encoder.set_color(png::ColorType::Rgb);
    let failed = |error: png::EncodingError| error.to_string();
    let pixels: Vec<u8> =
        image.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&pixels).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}
