//! Paints egui's output into a picture, without a graphics card: triangles by the top-left rule,
//! textures with nearest or bilinear filtering, colours blended the way egui expects.

use std::collections::HashMap;

use egui::epaint::{ImageData, Mesh, Primitive, Vertex};
use egui::{
    ClippedPrimitive, Color32, ColorImage, Pos2, Rect, TextureFilter, TextureId, TexturesDelta,
};

type Rgba = [f32; 4];

struct RasterTexture {
    image: ColorImage,
    nearest: bool,
}

impl RasterTexture {
    fn texel(&self, x: i64, y: i64) -> Rgba {
        let [width, height] = self.image.size;
        let x = x.clamp(0, width as i64 - 1) as usize;
        let y = y.clamp(0, height as i64 - 1) as usize;
        self.image.pixels[y * width + x].to_array().map(f32::from)
    }

    fn sample(&self, u: f32, v: f32) -> Rgba {
        let (x, y) = (u * self.image.size[0] as f32, v * self.image.size[1] as f32);
        if self.nearest {
            return self.texel(x.floor() as i64, y.floor() as i64);
        }
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let at = |dx: i64, dy: i64| self.texel(left as i64 + dx, top as i64 + dy);
        let upper = blend(at(0, 0), at(1, 0), x - left);
        blend(upper, blend(at(0, 1), at(1, 1), x - left), y - top)
    }
}

fn blend(a: Rgba, b: Rgba, share: f32) -> Rgba {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share)
}

#[derive(Default)]
pub struct Raster {
    textures: HashMap<TextureId, RasterTexture>,
}

impl Raster {
    pub fn take(&mut self, delta: &mut TexturesDelta) {
        for (id, changes) in &delta.set {
            for change in changes {
                let ImageData::Color(image) = &change.image;
                let nearest = change.options.magnification == TextureFilter::Nearest;
                match (change.pos, self.textures.get_mut(id)) {
                    (Some([left, top]), Some(texture)) => {
                        for (i, pixel) in image.pixels.iter().enumerate() {
                            let (x, y) = (left + i % image.size[0], top + i / image.size[0]);
                            texture.image[(x, y)] = *pixel;
                        }
                    }
                    _ => {
                        let image = ColorImage::clone(image);
                        self.textures.insert(*id, RasterTexture { image, nearest });
                    }
                }
            }
        }
        for id in &delta.free {
            self.textures.remove(id);
        }
        delta.clear();
    }

    /// `scale`: pixels per point. Shapes whose texture is missing are left out.
    pub fn paint(&self, size: [usize; 2], scale: f32, parts: &[ClippedPrimitive]) -> ColorImage {
        let mut picture = ColorImage::filled(size, Color32::TRANSPARENT);
        for part in parts {
            if let Primitive::Mesh(mesh) = &part.primitive
                && let Some(texture) = self.textures.get(&mesh.texture_id)
            {
                paint(&mut picture, mesh, texture, part.clip_rect, scale);
            }
        }
        picture
    }
}

fn paint(picture: &mut ColorImage, mesh: &Mesh, texture: &RasterTexture, clip: Rect, scale: f32) {
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(width, height));
    let round = |at: Pos2| Pos2::new((at.x * scale).round(), (at.y * scale).round());
    let clip = Rect::from_min_max(round(clip.min), round(clip.max)).intersect(whole);
    for corners in mesh.indices.chunks_exact(3) {
        let corners: [&Vertex; 3] = std::array::from_fn(|i| &mesh.vertices[corners[i] as usize]);
        triangle(picture, corners, texture, clip, scale);
    }
}

fn triangle(
    picture: &mut ColorImage,
    mut corners: [&Vertex; 3],
    texture: &RasterTexture,
    clip: Rect,
    scale: f32,
) {
    // Corners are rounded to 1/256 of a pixel, so that integers decide exactly what is on an edge.
    let grid = |at: f32| (f64::from(at * scale) * 256.0).round() as i64;
    let mut points = corners.map(|corner| (grid(corner.pos.x), grid(corner.pos.y)));
    let side = |a: (i64, i64), b: (i64, i64), p: (i64, i64)| {
        (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)
    };
    let mut area = side(points[0], points[1], points[2]);
    if area < 0 {
        corners.swap(1, 2);
        points.swap(1, 2);
        area = -area;
    }
    if area == 0 {
        return;
    }
    let range = |part: fn(&(i64, i64)) -> i64, least: f32, most: f32| {
        let (low, high) = (points.iter().map(part).min(), points.iter().map(part).max());
        let low = (low.unwrap_or(0) / 256 - 1).max(least as i64);
        low as usize..(high.unwrap_or(0) / 256 + 1).min(most as i64).max(low) as usize
    };
    // Most triangles have one colour and one texel, so their colour is computed only once.
    let plain = corners[1..].iter().all(|v| v.uv == corners[0].uv && v.color == corners[0].color);
    let tint = |colour: Rgba, texel: Rgba| -> Rgba {
        std::array::from_fn(|i| texel[i] * colour[i] / 255.0)
    };
    let colours = corners.map(|corner| corner.color.to_array().map(f32::from));
    let flat = plain.then(|| tint(colours[0], texture.sample(corners[0].uv.x, corners[0].uv.y)));
    for y in range(|p| p.1, clip.min.y, clip.max.y) {
        for x in range(|p| p.0, clip.min.x, clip.max.x) {
            let here = (x as i64 * 256 + 128, y as i64 * 256 + 128);
            let weight = |i: usize| {
                let (a, b) = (points[(i + 1) % 3], points[(i + 2) % 3]);
                let inside = side(a, b, here);
                // A pixel on an edge that two triangles share belongs to the one to the right or
                // below.
                let owns = (a.1 == b.1 && b.0 > a.0) || b.1 < a.1;
                (inside > 0 || inside == 0 && owns).then(|| inside as f32 / area as f32)
            };
            let (Some(a), Some(b), Some(c)) = (weight(0), weight(1), weight(2)) else { continue };
            let source = flat.unwrap_or_else(|| {
                let mean = |parts: [f32; 3]| a * parts[0] + b * parts[1] + c * parts[2];
                let u = mean(corners.map(|corner| corner.uv.x));
                let v = mean(corners.map(|corner| corner.uv.y));
                let colour = std::array::from_fn(|i| mean(colours.map(|colour| colour[i])));
                tint(colour, texture.sample(u, v))
            });
            let pixel = &mut picture[(x, y)];
            let below = pixel.to_array().map(f32::from);
            let rest = 1.0 - source[3] / 255.0;
            let mixed: [u8; 4] = std::array::from_fn(|i| {
                (source[i] + below[i] * rest + 0.5).clamp(0.0, 255.0) as u8
            });
            *pixel = Color32::from_rgba_premultiplied(mixed[0], mixed[1], mixed[2], mixed[3]);
        }
    }
}
