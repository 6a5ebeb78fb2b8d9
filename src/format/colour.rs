//! Colours of pictures and charts, as red, green and blue.

/// A colour.
pub type Rgb = [u8; 3];

/// The cividis scale, from dark blue at 0 to yellow at 1: even to every eye.
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
    let place = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f32;
    let below = (place as usize).min(STOPS.len() - 2);
    let part = place - below as f32;
    let (from, to) = (STOPS[below], STOPS[below + 1]);
    std::array::from_fn(|i| {
        ((1.0 - part) * f32::from(from[i]) + part * f32::from(to[i])).round() as u8
    })
}

/// The colour of the line of this number in a chart: those of Okabe and Ito, which all eyes can tell
/// apart.
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

/// The colour as `#RRGGBB`.
pub fn text([red, green, blue]: Rgb) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}
