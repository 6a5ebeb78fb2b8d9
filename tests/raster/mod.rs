//! Pictures for snapshots, with no graphics card: the program's own painter does them.

use egui::{Context, FullOutput};
use egui_kittest::TestRenderer;
use image::RgbaImage;
use knights_tour::app::Raster;

/// The renderer.
#[derive(Default)]
pub(crate) struct Painter(Raster);

impl TestRenderer for Painter {
    fn handle_delta(&mut self, delta: &mut egui::TexturesDelta) {
        self.0.take(delta);
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let scale = ctx.pixels_per_point();
        let size = ctx.content_rect().size() * scale;
        let size = [size.x.round() as usize, size.y.round() as usize];
        let parts = ctx.tessellate(output.shapes.clone(), scale);
        let picture = self.0.paint(size, scale, &parts);
        let bytes = picture.pixels.iter().flat_map(|pixel| pixel.to_array()).collect();
        RgbaImage::from_raw(size[0] as u32, size[1] as u32, bytes).ok_or("too few pixels".into())
    }
}
