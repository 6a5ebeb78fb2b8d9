//! The window without a screen. Pictures for snapshots need no graphics card: the program's own
//! painter does them.

use egui::{Context, FullOutput};
use egui_kittest::{Harness, TestRenderer};
use image::RgbaImage;
use knights_tour::app::{App, Raster};

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
        let bytes = picture.pixels.iter().flat_map(egui::Color32::to_array).collect();
        RgbaImage::from_raw(size[0] as u32, size[1] as u32, bytes).ok_or("too few pixels".into())
    }
}

/// A window of this size without a screen, with the program that `make` makes.
pub(crate) fn harness(
    size: egui::Vec2,
    theme: egui::Theme,
    make: impl Fn(&Context) -> App + 'static,
) -> Harness<'static, Option<App>> {
    let mut harness = Harness::builder()
        .with_size(size)
        .with_theme(theme)
        .with_step_dt(1.0 / 60.0)
        .renderer(Painter::default())
        .build_ui_state(
            move |ui, app: &mut Option<App>| {
                let app = app.get_or_insert_with(|| make(ui.ctx()));
                app.logic(ui.ctx());
                // All of the window, as in the program, without the margin of tests.
                let whole = egui::UiBuilder::new().max_rect(ui.ctx().content_rect());
                let mut whole = ui.new_child(whole);
                whole.set_clip_rect(ui.ctx().content_rect());
                app.ui(&mut whole);
            },
            None,
        );
    harness.run_steps(3);
    harness
}
