//! Colours and measures, in light and in dark.

use std::sync::LazyLock;

use egui::{
    Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Theme, Visuals,
    vec2,
};

use crate::format::colour::{self, Rgb};
use crate::format::palette;

pub use crate::format::palette::PathColour;

/// The gap between panels, and their inner margin.
pub(crate) const GAP: f32 = 12.0;
pub(crate) const MARGIN: i8 = 16;
/// The widths of the panels.
pub(crate) const LEFT_WIDTH: f32 = 248.0;
pub(crate) const RIGHT_WIDTH: f32 = 276.0;
/// Below this width there is one panel beside the board, not two.
pub(crate) const NARROW_WIDTH: f32 = 1080.0;
/// The corners of panels and of controls.
pub(crate) const PANEL_CORNER: u8 = 10;
const CORNER: u8 = 7;

pub(crate) type ThemePalette = palette::Palette<Color32>;

static THEMES: LazyLock<[ThemePalette; 2]> =
    LazyLock::new(|| [false, true].map(|dark| palette::palette(dark).map(paint)));

pub(crate) fn paint([red, green, blue]: Rgb) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

pub(crate) fn palette(dark: bool) -> &'static ThemePalette {
    &THEMES[usize::from(dark)]
}

pub(crate) fn of(ui: &egui::Ui) -> &'static ThemePalette {
    palette(ui.visuals().dark_mode)
}

/// The colour of a piece, numbered from 1.
pub(crate) fn piece(number: u32, dark: bool) -> Color32 {
    paint(palette::piece(number, dark))
}

pub(crate) fn apply(ctx: &egui::Context) {
    // Light, if the system does not say.
    ctx.options_mut(|options| options.fallback_theme = Theme::Light);
    for theme in [Theme::Light, Theme::Dark] {
        ctx.set_visuals_of(theme, visuals(theme == Theme::Dark));
    }
    ctx.all_styles_mut(|style| {
        let font = |size| FontId::new(size, FontFamily::Proportional);
        style.text_styles = [
            (TextStyle::Heading, font(15.0)),
            (TextStyle::Body, font(13.0)),
            (TextStyle::Button, font(13.0)),
            (TextStyle::Small, font(11.5)),
            (TextStyle::Monospace, FontId::new(12.5, FontFamily::Monospace)),
        ]
        .into();
        let spacing = &mut style.spacing;
        spacing.item_spacing = vec2(8.0, 6.0);
        spacing.button_padding = vec2(10.0, 4.0);
        spacing.interact_size = vec2(36.0, 28.0);
        spacing.window_margin = Margin::same(MARGIN);
        spacing.menu_margin = Margin::same(8);
        spacing.combo_height = 320.0;
        spacing.tooltip_width = 320.0;
        spacing.scroll = egui::style::ScrollStyle::thin();
        style.interaction.selectable_labels = false;
    });
}

fn visuals(dark: bool) -> Visuals {
    let colours = palette(dark);
    let mut visuals = if dark { Visuals::dark() } else { Visuals::light() };
    visuals.panel_fill = colours.panel;
    visuals.window_fill = colours.panel;
    visuals.window_stroke = Stroke::new(1.0, colours.line);
    visuals.window_corner_radius = CornerRadius::same(PANEL_CORNER);
    visuals.menu_corner_radius = CornerRadius::same(CORNER);
    let shadow =
        Shadow { offset: [0, 4], blur: 16, spread: 0, color: Color32::from_black_alpha(40) };
    visuals.window_shadow = shadow;
    visuals.popup_shadow = shadow;
    visuals.extreme_bg_color = colours.background;
    visuals.text_edit_bg_color = Some(colours.background);
    visuals.faint_bg_color = colours.background;
    visuals.weak_text_color = Some(colours.soft_ink);
    visuals.warn_fg_color = colours.retreat;
    visuals.error_fg_color = colours.retreat;
    visuals.hyperlink_color = colours.path;
    visuals.selection.bg_fill = colours.path;
    visuals.selection.stroke = Stroke::new(1.0, colours.on_accent);
    let widgets = &mut visuals.widgets;
    let states = [
        (&mut widgets.noninteractive, colours.panel, colours.line),
        (&mut widgets.inactive, colours.background, mix(colours.line, colours.soft_ink, 0.4)),
        (&mut widgets.hovered, mix(colours.background, colours.path, 0.10), colours.path),
        (&mut widgets.active, mix(colours.background, colours.path, 0.25), colours.path),
        (&mut widgets.open, colours.background, colours.path),
    ];
    for (state, fill, line) in states {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, line);
        state.fg_stroke = Stroke::new(1.0, colours.ink);
        state.corner_radius = CornerRadius::same(CORNER);
        state.expansion = 0.0;
    }
    visuals
}

/// A button for the most likely action.
pub(crate) fn primary<'a>(text: impl Into<String>, colours: &ThemePalette) -> egui::Button<'a> {
    let text = egui::RichText::new(text).color(colours.on_accent);
    egui::Button::new(text).fill(colours.path).stroke(Stroke::NONE)
}

/// Black or white, whichever can be read on this colour.
pub(crate) fn ink_on(colour: Color32) -> Color32 {
    let [red, green, blue, _] = colour.to_array().map(u32::from);
    if red * 299 + green * 587 + blue * 114 > 128_000 { Color32::BLACK } else { Color32::WHITE }
}

pub(crate) fn mix(from: Color32, to: Color32, share: f32) -> Color32 {
    from.lerp_to_gamma(to, share.clamp(0.0, 1.0))
}

/// The cividis scale, from dark blue at 0 to yellow at 1: even steps also for the colour-blind.
pub(crate) fn cividis(share: f32) -> Color32 {
    paint(colour::cividis(share))
}
