//! The colours of the window and of pictures of its boards, in light and in dark.

use super::colour::{Rgb, mix};

/// The colours of a theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette<Colour> {
    /// Behind everything.
    pub background: Colour,
    /// Panels, on the background.
    pub panel: Colour,
    /// Thin lines round panels and controls.
    pub line: Colour,
    /// Text.
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

const LIGHT: Palette<Rgb> = Palette {
    background: rgb(0xF4F1EA),
    panel: rgb(0xFFFFFF),
    line: rgb(0xDDD6C8),
    ink: rgb(0x1F2933),
    soft_ink: rgb(0x636B77),
    light_square: rgb(0xF1EADB),
    dark_square: rgb(0xCDBEA0),
    hole: rgb(0x6F675B),
    path: rgb(0x2563A8),
    ring: rgb(0xC77700),
    on_accent: rgb(0xFFFFFF),
    stamp: rgb(0xFFFFFF),
    retreat: rgb(0xD9480F),
    good: rgb(0x2B774A),
    knight: rgb(0x1F2933),
    knight_edge: rgb(0xFFFFFF),
};

const DARK: Palette<Rgb> = Palette {
    background: rgb(0x14171C),
    panel: rgb(0x1C2027),
    line: rgb(0x2E343E),
    ink: rgb(0xE8ECF1),
    soft_ink: rgb(0x97A1AF),
    light_square: rgb(0x39414D),
    dark_square: rgb(0x2A313B),
    hole: rgb(0x07080A),
    path: rgb(0x6CB2FF),
    ring: rgb(0xFFC24B),
    on_accent: rgb(0x14171C),
    stamp: rgb(0x14171C),
    retreat: rgb(0xFF8A5B),
    good: rgb(0x6BCB8B),
    knight: rgb(0xF4F6F9),
    knight_edge: rgb(0x14171C),
};

impl<Colour: Copy> Palette<Colour> {
    pub fn square(&self, is_dark: bool) -> Colour {
        if is_dark { self.dark_square } else { self.light_square }
    }

    /// The same colours as values of another type.
    pub fn map<Other>(&self, colour: impl Fn(Colour) -> Other) -> Palette<Other> {
        Palette {
            background: colour(self.background),
            panel: colour(self.panel),
            line: colour(self.line),
            ink: colour(self.ink),
            soft_ink: colour(self.soft_ink),
            light_square: colour(self.light_square),
            dark_square: colour(self.dark_square),
            hole: colour(self.hole),
            path: colour(self.path),
            ring: colour(self.ring),
            on_accent: colour(self.on_accent),
            stamp: colour(self.stamp),
            retreat: colour(self.retreat),
            good: colour(self.good),
            knight: colour(self.knight),
            knight_edge: colour(self.knight_edge),
        }
    }
}

const fn rgb(hex: u32) -> Rgb {
    [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8]
}

pub fn palette(dark: bool) -> &'static Palette<Rgb> {
    if dark { &DARK } else { &LIGHT }
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
        let [on_light, on_dark] = match self {
            PathColour::Blue => [LIGHT.path, DARK.path],
            PathColour::Red => [rgb(0xB3261E), rgb(0xFF8A80)],
            PathColour::Green => [LIGHT.good, DARK.good],
            PathColour::Safe => [rgb(0x0072B2), rgb(0x56B4E9)],
            PathColour::Gradient => return vivid(share, dark),
        };
        if dark { on_dark } else { on_light }
    }

    /// The colour of retreats beside this path.
    pub fn retreat(self, dark: bool) -> Rgb {
        match self {
            PathColour::Gradient | PathColour::Blue | PathColour::Green => palette(dark).retreat,
            PathColour::Red => palette(dark).path,
            PathColour::Safe if dark => rgb(0xFFA25C),
            PathColour::Safe => rgb(0xD55E00),
        }
    }
}

/// The colour of a piece by its number, from 1. Colour-blind people can tell neighbouring numbers apart.
pub fn piece(number: u32, dark: bool) -> Rgb {
    const ON_LIGHT: [u32; 8] =
        [0x0072B2, 0xD55E00, 0x007F5C, 0xAA3377, 0x8A6D00, 0x3B3BB3, 0x1F2933, 0x00808F];
    const ON_DARK: [u32; 8] =
        [0x56B4E9, 0xFF9E57, 0x4CD3A5, 0xF08CC0, 0xF0E442, 0xA9A9FF, 0xE8ECF1, 0x5FE0E6];
    let colours = if dark { ON_DARK } else { ON_LIGHT };
    rgb(colours[number.saturating_sub(1) as usize % colours.len()])
}

/// From teal over blue and violet to pink, which leaves orange to retreats.
fn vivid(share: f32, dark: bool) -> Rgb {
    const ON_LIGHT: [Rgb; 4] = [rgb(0x0E8C9A), rgb(0x2563EB), rgb(0x7C3AED), rgb(0xDB2777)];
    const ON_DARK: [Rgb; 4] = [rgb(0x4DD0E1), rgb(0x60A5FA), rgb(0xA78BFA), rgb(0xF472B6)];
    let stops = if dark { ON_DARK } else { ON_LIGHT };
    let at = share.clamp(0.0, 1.0) * 3.0;
    let first = (at as usize).min(2);
    mix(stops[first], stops[first + 1], at - first as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::colour::{linear, luminance};

    fn contrast(a: Rgb, b: Rgb) -> f32 {
        let [a, b] = [a, b].map(luminance);
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

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
        let [red, green] = [rgb(0xB3261E), rgb(0x4F7A28)].map(|colour| seen(colour, &BLIND[1]));
        assert!(apart(red, green) < 30.0, "{:.0}", apart(red, green));
    }

    #[test]
    fn holes_can_be_seen_beside_every_square() {
        for dark in [false, true] {
            let colours = palette(dark);
            for square in [colours.light_square, colours.dark_square] {
                let contrast = contrast(colours.hole, square);
                assert!(contrast > 1.5, "holes beside {square:?}: {contrast:.2}");
            }
        }
    }

    /// The gradient is vivid: no part of it fades into the board, and its ends are far apart.
    #[test]
    fn the_gradient_is_vivid() {
        for dark in [false, true] {
            let colours = palette(dark);
            let at = |share: f32| lab(linear(PathColour::Gradient.line(share, dark)));
            for share in (0..=20).map(|part| part as f32 / 20.0) {
                for square in [colours.light_square, colours.dark_square] {
                    let between = apart(at(share), lab(linear(square)));
                    assert!(between > 45.0, "{share} on {square:?}: {between:.0}");
                }
            }
            assert!(apart(at(0.0), at(1.0)) > 90.0);
        }
    }

    #[test]
    fn every_path_can_be_seen_on_every_square() {
        for (colour, name) in PathColour::ALL {
            for dark in [false, true] {
                let colours = palette(dark);
                for share in [0.0, 0.5, 1.0] {
                    for square in [colours.light_square, colours.dark_square] {
                        let contrast = contrast(colour.line(share, dark), square);
                        assert!(contrast > 1.7, "{name} at {share} on {square:?}: {contrast:.2}");
                    }
                }
            }
        }
    }

    #[test]
    fn text_can_be_read_in_both_themes() {
        for colours in [&LIGHT, &DARK] {
            for text in [colours.ink, colours.soft_ink, colours.good, colours.path] {
                for background in [colours.panel, colours.background] {
                    let contrast = contrast(text, background);
                    assert!(contrast >= 4.5, "{text:?} on {background:?}: {contrast:.2}");
                }
            }
            assert!(contrast(colours.on_accent, colours.path) >= 4.5);
            assert!(contrast(colours.retreat, colours.dark_square) >= 2.2);
        }
    }
}
