//! Small pictures and lines that are cheaper to draw than shapes with many corners.

use egui::cache::FramePublisher;
use egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui::{Color32, ColorImage, Context, Pos2, TextureHandle, TextureId, TextureOptions, vec2};

use crate::app::widgets::theme;

/// What a texture shows, its side in pixels and its colours.
type TextureKey = (&'static str, usize, [Color32; 2]);

/// A small picture, which is kept as long as every frame shows it.
pub(crate) fn texture(
    ctx: &Context,
    key: TextureKey,
    make: impl FnOnce() -> ColorImage,
) -> TextureId {
    type Textures = FramePublisher<TextureKey, TextureHandle>;
    let last = ctx.memory_mut(|memory| memory.caches.cache::<Textures>().get(&key).cloned());
    let texture = last.unwrap_or_else(|| ctx.load_texture(key.0, make(), TextureOptions::LINEAR));
    let id = texture.id();
    ctx.memory_mut(|memory| memory.caches.cache::<Textures>().set(key, texture));
    id
}

/// A disc with a ring around it, with soft edges.
pub(crate) fn stamp(size: usize, side: f32, [fill, edge]: [Color32; 2]) -> ColorImage {
    let (radius, ring) = (side * 0.25, (side * 2.5 / 80.0).clamp(0.8, 5.0));
    let centre = size as f32 / 2.0;
    let pixel = |i: usize| {
        let at = vec2((i % size) as f32 + 0.5 - centre, (i / size) as f32 + 0.5 - centre);
        let inside = |radius: f32| (radius - at.length() + 0.5).clamp(0.0, 1.0);
        let colour = theme::mix(edge, fill, inside(radius - ring / 2.0));
        colour.gamma_multiply(inside(radius + ring / 2.0))
    };
    ColorImage::new([size; 2], (0..size * size).map(pixel).collect())
}

/// A line with soft edges: a strip in full colour between two strips that fade out.
pub(crate) fn soft_line(
    mesh: &mut Mesh,
    ends: [Pos2; 2],
    width: f32,
    feather: f32,
    colour: Color32,
) {
    let across = (ends[1] - ends[0]).normalized().rot90();
    let inner = (width - feather).max(0.0) / 2.0;
    let colour = if width < feather { colour.gamma_multiply(width / feather) } else { colour };
    let first = mesh.vertices.len() as u32;
    for (distance, color) in [
        (-inner - feather, Color32::TRANSPARENT),
        (-inner, colour),
        (inner, colour),
        (inner + feather, Color32::TRANSPARENT),
    ] {
        let corners = ends.map(|end| end + across * distance);
        mesh.vertices.extend(corners.map(|pos| Vertex { pos, uv: WHITE_UV, color }));
    }
    for strip in [0, 2, 4] {
        mesh.indices.extend([0, 1, 3, 0, 3, 2].map(|corner| first + strip + corner));
    }
}

/// A line without soft edges, as two triangles.
pub(crate) fn thin_line(mesh: &mut Mesh, ends: [Pos2; 2], width: f32, color: Color32) {
    let across = (ends[1] - ends[0]).normalized().rot90() * (width / 2.0);
    let corners = [ends[0] + across, ends[1] + across, ends[1] - across, ends[0] - across];
    quad(mesh, corners, color);
}

pub(crate) fn quad(mesh: &mut Mesh, corners: [Pos2; 4], color: Color32) {
    let first = mesh.vertices.len() as u32;
    mesh.vertices.extend(corners.map(|pos| Vertex { pos, uv: WHITE_UV, color }));
    mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
}
