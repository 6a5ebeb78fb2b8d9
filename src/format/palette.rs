//! The colours of the window and of pictures of its boards, in light and in dark.

use super::colour::{Rgb, blend};

/// The colours of a theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette<Colour> {
    /// Behind everything.
    pub background: Colour,
    /// Panels, on the background.
    pub panel: Colour,
    /// Thin lines round panels and controls.
    pub line: Colour,
    pub ink: Colour,
    /// Text that matters less.
    pub soft_ink: Colour,
    pub light_square: Colour,
    pub dark_square: Colour,
    pub hole: Colour,
    /// Path lines, rings and the one accent.
    pub path: Colour,
    /// Round what has the focus.
    pub ring: Colour,
    /// On the accent.
    pub on_accent: Colour,
    /// The background of numbers on visited squares.
    pub stamp: Colour,
    /// Retreats, and what is wrong.
    pub retreat: Colour,
    /// Tours, and where one is possible.
    pub good: Colour,
    pub knight: Colour,
    pub knight_edge: Colour,
}

impl<Colour> Palette<Colour> {
    /// The light theme or the dark one, in colours of any type.
    pub fn new(dark: bool, of: impl Fn(Rgb) -> Colour) -> Palette<Colour> {
        let colour = |on_light, on_dark| of(themed(dark, on_light, on_dark));
        Palette {
            background: colour(0xF4F1EA, 0x14171C),
            panel: colour(0xFFFFFF, 0x1C2027),
            line: colour(0xDDD6C8, 0x2E343E),
            ink: colour(0x1F2933, 0xE8ECF1),
            soft_ink: colour(0x636B77, 0x97A1AF),
            light_square: colour(0xF1EADB, 0x39414D),
            dark_square: colour(0xCDBEA0, 0x2A313B),
            hole: colour(0x6F675B, 0x07080A),
            path: colour(0x2563A8, 0x6CB2FF),
            ring: colour(0xC77700, 0xFFC24B),
            on_accent: colour(0xFFFFFF, 0x14171C),
            stamp: colour(0xFFFFFF, 0x14171C),
            retreat: colour(0xD9480F, 0xFF8A5B),
            good: colour(0x2B774A, 0x6BCB8B),
            knight: colour(0x1F2933, 0xF4F6F9),
            knight_edge: colour(0xFFFFFF, 0x14171C),
        }
    }
}

impl<Colour: Copy> Palette<Colour> {
    pub fn square(&self, is_dark: bool) -> Colour {
        if is_dark { self.dark_square } else { self.light_square }
    }
}

/// One of two colours, as hexadecimal digits.
fn themed(dark: bool, on_light: u32, on_dark: u32) -> Rgb {
    let [_, red, green, blue] = if dark { on_dark } else { on_light }.to_be_bytes();
    [red, green, blue]
}

pub fn palette(dark: bool) -> Palette<Rgb> {
    Palette::new(dark, |colour| colour)
}

/// What the path on the board is painted with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum PathColour {
    /// From teal at the start over blue and violet to pink at the end.
    #[default]
    #[serde(rename = "Gradient from start to end")]
    Gradient,
    /// The accent of the window.
    Blue,
    Red,
    Green,
    /// Distinct from the other colours of the board to colour-blind people.
    #[serde(rename = "Colour-blind safe")]
    Safe,
}

impl PathColour {
    /// All of them, as they are offered, with their names.
    pub const ALL: [(PathColour, &'static str); 5] = [
        (PathColour::Gradient, "Gradient from start to end"),
        (PathColour::Blue, "Blue"),
        (PathColour::Red, "Red"),
        (PathColour::Green, "Green"),
        (PathColour::Safe, "Colour-blind safe"),
    ];

    /// The colour at a place of the path, as a share of all of it.
    pub fn line(self, share: f32, dark: bool) -> Rgb {
        match self {
            PathColour::Blue => palette(dark).path,
            PathColour::Red => themed(dark, 0xB3261E, 0xFF8A80),
            PathColour::Green => palette(dark).good,
            PathColour::Safe => themed(dark, 0x0072B2, 0x56B4E9),
            PathColour::Gradient => {
                let stops = [
                    themed(dark, 0x0E8C9A, 0x4DD0E1),
                    themed(dark, 0x2563EB, 0x60A5FA),
                    themed(dark, 0x7C3AED, 0xA78BFA),
                    themed(dark, 0xDB2777, 0xF472B6),
                ];
                blend(&stops, share)
            }
        }
    }

    /// The colour of retreats beside this path.
    pub fn retreat(self, dark: bool) -> Rgb {
        match self {
            PathColour::Gradient | PathColour::Blue | PathColour::Green => palette(dark).retreat,
            PathColour::Red => palette(dark).path,
            PathColour::Safe => themed(dark, 0xD55E00, 0xFFA25C),
        }
    }
}

/// The colour of a piece by its number, from 1. Colour-blind people can tell neighbouring numbers apart.
pub fn piece(number: u32, dark: bool) -> Rgb {
    const COLOURS: [(u32, u32); 8] = [
        (0x0072B2, 0x56B4E9),
        (0xD55E00, 0xFF9E57),
        (0x007F5C, 0x4CD3A5),
        (0xAA3377, 0xF08CC0),
        (0x8A6D00, 0xF0E442),
        (0x3B3BB3, 0xA9A9FF),
        (0x1F2933, 0xE8ECF1),
        (0x00808F, 0x5FE0E6),
    ];
    let (on_light, on_dark) = COLOURS[number.saturating_sub(1) as usize % COLOURS.len()];
    themed(dark, on_light, on_dark)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::colour::{contrast, linear, text};

    /// The matrices of Machado, Oliveira and Fernandes (2009) for eyes that lack one kind of cones
    /// altogether: red, green and blue, in linear light.
    const BLIND: [[[f32; 3]; 3]; 3] = [
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ];

    /// A colour in the CIE space where equal distances look about equal.
    fn lab([r, g, b]: [f32; 3]) -> [f32; 3] {
        let x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505;
        let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        let z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089;
        let f = |t: f32| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        [116.0 * f(y) - 16.0, 500.0 * (f(x) - f(y)), 200.0 * (f(y) - f(z))]
    }

    fn seen(colour: Rgb, matrix: &[[f32; 3]; 3]) -> [f32; 3] {
        let light = linear(colour);
        lab(matrix.map(|row| (0..3).map(|i| row[i] * light[i]).sum::<f32>().clamp(0.0, 1.0)))
    }

    fn apart(a: [f32; 3], b: [f32; 3]) -> f32 {
        (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f32>().sqrt()
    }

    /// Path, retreats, squares and stamps stay apart to eyes of all three kinds.
    #[test]
    fn the_safe_colours_are_safe() {
        for dark in [false, true] {
            let colours = palette(dark);
            let (path, retreat) =
                (PathColour::Safe.line(0.0, dark), PathColour::Safe.retreat(dark));
            let squares = [colours.light_square, colours.dark_square, colours.stamp];
            for (kind, matrix) in BLIND.iter().enumerate() {
                let between = apart(seen(path, matrix), seen(retreat, matrix));
                assert!(between > 30.0, "path and retreat: {between:.0} for kind {kind}, {dark}");
                for (role, square) in squares.iter().flat_map(|s| [(path, *s), (retreat, *s)]) {
                    let between = apart(seen(role, matrix), seen(square, matrix));
                    assert!(between > 25.0, "{role:?} on {square:?}: {between:.0} for kind {kind}");
                }
            }
        }
        // The test can fail: red against green does not stay apart.
        let [red, green] = [[0xB3, 0x26, 0x1E], [0x4F, 0x7A, 0x28]];
        let between = apart(seen(red, &BLIND[1]), seen(green, &BLIND[1]));
        assert!(between < 30.0, "{between:.0}");
    }

    /// The gradient is vivid: no part of it fades into the board or looks like a retreat, and its ends are
    /// far apart.
    #[test]
    fn the_gradient_is_vivid() {
        for dark in [false, true] {
            let colours = palette(dark);
            let at = |share: f32| lab(linear(PathColour::Gradient.line(share, dark)));
            for share in (0..=20).map(|part| part as f32 / 20.0) {
                for other in [colours.light_square, colours.dark_square, colours.retreat] {
                    let between = apart(at(share), lab(linear(other)));
                    assert!(between > 40.0, "{share} and {other:?}: {between:.0}");
                }
            }
            assert!(apart(at(0.0), at(1.0)) > 70.0);
        }
    }

    #[test]
    fn colours_can_be_told_from_what_is_below_them() {
        for dark in [false, true] {
            let theme = palette(dark);
            let squares = vec![theme.light_square, theme.dark_square];
            let shares = |(path, _): (PathColour, _)| [0.0, 0.5, 1.0].map(|at| path.line(at, dark));
            let words = vec![theme.ink, theme.soft_ink, theme.good, theme.path];
            for (colours, below, least) in [
                (vec![theme.hole], squares.clone(), 1.5),
                (PathColour::ALL.into_iter().flat_map(shares).collect(), squares, 1.7),
                (words, vec![theme.panel, theme.background], 4.5),
                (vec![theme.on_accent], vec![theme.path], 4.5),
                (vec![theme.retreat], vec![theme.dark_square], 2.2),
            ] {
                for (colour, below) in
                    colours.iter().flat_map(|c| below.iter().map(move |b| (c, b)))
                {
                    let contrast = contrast(*colour, *below);
                    assert!(
                        contrast >= least,
                        "{} on {}: {contrast:.2}",
                        text(*colour),
                        text(*below)
                    );
                }
            }
        }
    }
}
