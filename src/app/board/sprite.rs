//! Small pictures and lines that are cheaper to draw than shapes with many corners.

use egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui::{Color32, ColorImage, Context, Pos2, TextureHandle, TextureId, TextureOptions, vec2};

use crate::app::widgets::theme;

/// A picture in one size and one pair of colours, made again when they change.
#[derive(Default)]
pub(crate) struct Sprite {
    made: Option<(usize, [Color32; 2], TextureHandle)>,
}

impl Sprite {
    pub(crate) fn texture(
        &mut self,
        ctx: &Context,
        pixels: usize,
        colours: [Color32; 2],
        make: impl FnOnce() -> ColorImage,
    ) -> TextureId {
        if self.made.as_ref().is_none_or(|made| (made.0, made.1) != (pixels, colours)) {
            let texture = ctx.load_texture("sprite", make(), TextureOptions::LINEAR);
            self.made = Some((pixels, colours, texture));
        }
        self.made.as_ref().map_or(TextureId::default(), |made| made.2.id())
    }
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
    let pixels = (0..size * size).map(pixel).collect();
    ColorImage { size: [size, size], source_size: vec2(size as f32, size as f32), pixels }
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
