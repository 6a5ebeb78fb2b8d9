//! The knight as a bitmap: draws `assets/knight.svg` at the size that is needed.

use super::colour::Rgb;

/// The drawing, as an SVG picture.
pub const DRAWING: &str = include_str!("../../assets/knight.svg");

/// The size of the picture for a square of this many pixels. A few sizes are enough, because the
/// picture is scaled to fit.
pub fn size_for(pixels: f32) -> usize {
    let sizes = [16, 24, 32, 48, 64, 96, 128, 192];
    sizes.into_iter().find(|size| *size as f32 >= pixels).unwrap_or(256)
}

type OutlinePoint = (f32, f32);

/// The parts of the drawing as lists of points. The drawing is 100 units wide and high.
struct Outline {
    /// Filled with the knight's colour, with an edge in the other colour.
    shapes: Vec<Vec<OutlinePoint>>,
    /// Lines and dots in the other colour, with their half width.
    marks: Vec<(Vec<OutlinePoint>, f32)>,
}

/// The picture: the knight's colour inside, the edge colour for lines and the outline. Each dot has red,
/// green and blue, multiplied by how opaque it is, and that.
pub fn picture(size: usize, [fill, edge]: [Rgb; 2]) -> Vec<[u8; 4]> {
    const SAMPLES: usize = 3;
    let outline = read();
    let scale = 100.0 / (size * SAMPLES) as f32;
    let ink = |x: usize, y: usize| {
        let point = ((x as f32 + 0.5) * scale, (y as f32 + 0.5) * scale);
        let on_mark = outline.marks.iter().any(|(line, half)| near(line, point, *half));
        let on_edge = || outline.shapes.iter().any(|shape| near(shape, point, 1.5));
        let inside = || outline.shapes.iter().any(|shape| is_inside(shape, point));
        let is_fill = !on_mark && inside();
        if is_fill { Some(fill) } else { (on_mark || on_edge()).then_some(edge) }
    };
    let pixel = |i: usize| {
        let (mut sum, mut inked) = ([0_u32; 3], 0);
        for sample in 0..SAMPLES * SAMPLES {
            let (x, y) =
                (i % size * SAMPLES + sample % SAMPLES, i / size * SAMPLES + sample / SAMPLES);
            if let Some(colour) = ink(x, y) {
                inked += 1;
                sum.iter_mut().zip(colour).for_each(|(sum, part)| *sum += u32::from(part));
            }
        }
        let part = |sum: u32| (sum / (SAMPLES * SAMPLES) as u32) as u8;
        let alpha = (inked * 255 / (SAMPLES * SAMPLES)) as u8;
        [part(sum[0]), part(sum[1]), part(sum[2]), alpha]
    };
    (0..size * size).map(pixel).collect()
}

fn near(line: &[OutlinePoint], point: OutlinePoint, distance: f32) -> bool {
    let to_segment = |a: OutlinePoint, b: OutlinePoint| {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = dx * dx + dy * dy;
        let along = if length > 0.0 {
            (((point.0 - a.0) * dx + (point.1 - a.1) * dy) / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let (x, y) = (a.0 + along * dx - point.0, a.1 + along * dy - point.1);
        x * x + y * y
    };
    line.windows(2).any(|pair| to_segment(pair[0], pair[1]) <= distance * distance)
}

fn is_inside(shape: &[OutlinePoint], point: OutlinePoint) -> bool {
    let crosses = |pair: &&[OutlinePoint]| {
        let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
        (ay > point.1) != (by > point.1) && point.0 < (bx - ax) * (point.1 - ay) / (by - ay) + ax
    };
    shape.windows(2).filter(crosses).count() % 2 == 1
}

/// Reads the drawing: paths of the commands M, L, C, q and Z, a rectangle and circles.
fn read() -> Outline {
    let mut outline = Outline { shapes: Vec::new(), marks: Vec::new() };
    for tag in DRAWING.split('<') {
        let value = |name: &str| {
            let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
            rest.split('"').next()
        };
        let number = |name: &str| value(name).and_then(|text| text.parse().ok()).unwrap_or(0.0_f32);
        if let Some(path) = value("d").filter(|_| tag.starts_with("path")) {
            let points = path_points(path);
            match value("fill") {
                Some("none") => outline.marks.push((points, number("stroke-width") / 2.0)),
                _ => outline.shapes.push(points),
            }
        } else if tag.starts_with("rect") {
            let (x, y) = (number("x"), number("y"));
            let (right, bottom) = (x + number("width"), y + number("height"));
            outline.shapes.push(vec![(x, y), (right, y), (right, bottom), (x, bottom), (x, y)]);
        } else if tag.starts_with("circle") {
            let centre = (number("cx"), number("cy"));
            outline.marks.push((vec![centre, centre], number("r")));
        }
    }
    outline
}

fn path_points(path: &str) -> Vec<OutlinePoint> {
    let mut points: Vec<OutlinePoint> = Vec::new();
    for part in
        path.split_inclusive(|c: char| c.is_ascii_alphabetic()).collect::<Vec<_>>().windows(2)
    {
        let command = part[0].chars().next_back().unwrap_or('Z');
        let numbers: Vec<f32> = part[1]
            .trim_end_matches(|c: char| c.is_ascii_alphabetic())
            .split_whitespace()
            .filter_map(|number| number.parse().ok())
            .collect();
        let here = points.last().copied().unwrap_or((0.0, 0.0));
        let at = |i: usize| (numbers[i], numbers[i + 1]);
        match (command, numbers.len()) {
            ('M' | 'L', 2) => points.push(at(0)),
            ('C', 6) => curve(&mut points, [here, at(0), at(2), at(4)]),
            ('q', 4) => {
                let moved = |i: usize| (here.0 + numbers[i], here.1 + numbers[i + 1]);
                curve(&mut points, [here, moved(0), moved(0), moved(2)]);
            }
            _ => {}
        }
    }
    if path.ends_with('Z') {
        points.extend(points.first().copied());
    }
    points
}

fn curve(points: &mut Vec<OutlinePoint>, [a, b, c, d]: [OutlinePoint; 4]) {
    const PARTS: usize = 12;
    for part in 1..=PARTS {
        let t = part as f32 / PARTS as f32;
        let u = 1.0 - t;
        let blend = |a: f32, b: f32, c: f32, d: f32| {
            u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
        };
        points.push((blend(a.0, b.0, c.0, d.0), blend(a.1, b.1, c.1, d.1)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drawing_is_understood() {
        let outline = read();
        assert_eq!(outline.shapes.len(), 2, "body and foot");
        assert_eq!(outline.marks.len(), 3, "eye, mouth and mane");
        assert!(outline.shapes.iter().all(|shape| shape.first() == shape.last()));
        let dots = picture(50, [[0; 3], [255; 3]]);
        let black = dots.iter().filter(|dot| **dot == [0, 0, 0, 255]).count();
        assert!((500..1_500).contains(&black), "{black} pixels of 2,500 are the knight");
        assert_eq!(dots[0], [0; 4], "nothing in the corner");
    }
}
