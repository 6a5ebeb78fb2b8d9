//! Colours of pictures and charts, as red, green and blue.

pub type Rgb = [u8; 3];

/// The cividis scale, from dark blue at 0 to yellow at 1, which colour-blind people can read too.
pub fn cividis(share: f32) -> Rgb {
    const STOPS: [Rgb; 9] = [
        [0x00, 0x22, 0x4E],
        [0x12, 0x35, 0x70],
        [0x3B, 0x49, 0x6C],
        [0x57, 0x5D, 0x6D],
        [0x70, 0x71, 0x73],
        [0x8A, 0x86, 0x78],
        [0xA5, 0x9C, 0x74],
        [0xC3, 0xB3, 0x69],
        [0xFE, 0xE8, 0x38],
    ];
    blend(&STOPS, share)
}

/// The colour at a place between the first of several colours and the last, which are equally far apart.
pub(super) fn blend(stops: &[Rgb], share: f32) -> Rgb {
    let place = share.clamp(0.0, 1.0) * (stops.len() - 1) as f32;
    let below = (place as usize).min(stops.len() - 2);
    mix(stops[below], stops[below + 1], place - below as f32)
}

/// A colour between two.
pub fn mix(from: Rgb, to: Rgb, share: f32) -> Rgb {
    let share = share.clamp(0.0, 1.0);
    let part = |i: usize| (1.0 - share) * f32::from(from[i]) + share * f32::from(to[i]);
    std::array::from_fn(|i| part(i).round() as u8)
}

/// The colour of a line in a chart, by its number: from the palette of Okabe and Ito, which
/// colour-blind people can tell apart too.
pub fn of_series(number: usize) -> Rgb {
    const COLOURS: [Rgb; 7] = [
        [0x00, 0x72, 0xB2],
        [0xD5, 0x5E, 0x00],
        [0x00, 0x9E, 0x73],
        [0xCC, 0x79, 0xA7],
        [0xE6, 0x9F, 0x00],
        [0x56, 0xB4, 0xE9],
        [0x6B, 0x72, 0x80],
    ];
    COLOURS[number % COLOURS.len()]
}

/// Black or white, whichever is easier to read on a colour.
pub fn text_on(background: Rgb) -> Rgb {
    let [black, white] = [[0x00; 3], [0xFF; 3]];
    if contrast(white, background) >= contrast(black, background) { white } else { black }
}

/// The contrast of two colours as the accessibility guidelines define it.
pub(super) fn contrast(a: Rgb, b: Rgb) -> f32 {
    let [a, b] = [a, b].map(luminance);
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Relative luminance, from 0 for black to 1 for white.
fn luminance(colour: Rgb) -> f32 {
    let [red, green, blue] = linear(colour);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Red, green and blue in linear light.
pub(super) fn linear(colour: Rgb) -> [f32; 3] {
    colour.map(|byte| {
        let part = f32::from(byte) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
}

/// The colour as `#RRGGBB`.
pub fn text([red, green, blue]: Rgb) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable_on_every_shade() {
        for step in 0..=200 {
            let shade = cividis(step as f32 / 200.0);
            let contrast = contrast(shade, text_on(shade));
            assert!(contrast >= 4.5, "{contrast:.2} on {}", text(shade));
        }
    }
}
