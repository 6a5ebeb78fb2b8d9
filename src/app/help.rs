//! The help: pages to leaf through, and what the program says of itself.

use egui::{Align, Id, Layout, Modal, ScrollArea, Ui, WidgetInfo, vec2};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

use super::command::{self, Command};
use super::menu::title_of;
use super::{App, theme};
use crate::solver::METHODS;

/// The pages as they are written; two of them go on with what the program knows of itself.
const PAGES: [&str; 5] = [
    include_str!("../../assets/help/1-board.md"),
    include_str!("../../assets/help/2-tours.md"),
    include_str!("../../assets/help/3-files.md"),
    include_str!("../../assets/help/4-methods.md"),
    include_str!("../../assets/help/5-keyboard.md"),
];
const METHODS_PAGE: usize = 3;
const KEYBOARD_PAGE: usize = 4;

/// What is open of the help.
pub(super) struct Help {
    page: usize,
    text: String,
    cache: CommonMarkCache,
}

impl Help {
    /// The help at a page.
    pub(super) fn at(page: usize, ctx: &egui::Context) -> Help {
        let page = page.min(PAGES.len() - 1);
        Help { page, text: text(page, ctx), cache: CommonMarkCache::default() }
    }
}

/// The whole text of a page, without its title.
fn text(page: usize, ctx: &egui::Context) -> String {
    let written = PAGES[page].split_once('\n').map_or("", |(_, rest)| rest).trim();
    let made = match page {
        METHODS_PAGE => methods(),
        KEYBOARD_PAGE => keyboard(ctx),
        _ => String::new(),
    };
    format!("{written}\n\n{made}")
}

/// The title of a page.
fn title(page: usize) -> &'static str {
    PAGES[page].lines().next().unwrap_or_default().trim_start_matches("# ")
}

/// A paragraph for each method.
fn methods() -> String {
    let paragraph = |method: &&crate::solver::Method| {
        format!(
            "**{}.** {} {}\n\n*{}.*",
            title_of(method.name),
            method.summary,
            method.about,
            method.credit.trim_end_matches('.')
        )
    };
    METHODS.iter().map(paragraph).collect::<Vec<_>>().join("\n\n")
}

/// A line for each key.
fn keyboard(ctx: &egui::Context) -> String {
    let line = |(keys, what): (String, &str)| format!("- **{keys}** — {what}");
    command::keys_in_words(ctx).into_iter().map(line).collect::<Vec<_>>().join("\n")
}

impl App {
    /// Shows the help, where it is open.
    pub(super) fn help(&mut self, ui: &mut Ui) {
        let Some(help) = &mut self.help else { return };
        let colours = theme::of(ui);
        let mut asked = None;
        let screen = ui.ctx().content_rect().size();
        let size = vec2((screen.x - 120.0).min(640.0), (screen.y - 180.0).min(470.0));
        let frame = egui::Frame::popup(ui.style()).inner_margin(theme::MARGIN);
        let modal = Modal::new(Id::unique("help")).frame(frame).show(ui.ctx(), |ui| {
            ui.set_width(size.x);
            let heading = title(help.page);
            ui.heading(heading)
                .widget_info(|| WidgetInfo::labeled(egui::Role::Heading, true, heading));
            ui.add_space(4.0);
            let area = ScrollArea::vertical().id_salt(help.page).auto_shrink(false);
            area.max_height(size.y).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 5.0;
                ui.spacing_mut().interact_size.y = 16.0;
                // There is no bold letter: what is strong has a colour.
                ui.visuals_mut().widgets.active.fg_stroke.color = colours.path;
                CommonMarkViewer::new().show(ui, &mut help.cache, &help.text);
            });
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let (page, last) = (help.page, PAGES.len() - 1);
                let step = |ui: &mut Ui, name: &str, enabled: bool| {
                    ui.add_enabled(enabled, egui::Button::new(name)).clicked()
                };
                if step(ui, "Previous", page > 0) {
                    asked = Some(Command::Help(page.saturating_sub(1)));
                }
                if step(ui, "Next", page < last) {
                    asked = Some(Command::Help(page + 1));
                }
                ui.weak(format!("{} of {}", page + 1, PAGES.len()));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if ui.add(theme::primary("Close", colours)).clicked() {
                        asked = Some(Command::CloseDialog);
                    }
                });
            });
        });
        let pressed = |key| ui.input(|input| input.key_pressed(key));
        if pressed(egui::Key::ArrowRight) && help.page + 1 < PAGES.len() {
            asked = Some(Command::Help(help.page + 1));
        } else if pressed(egui::Key::ArrowLeft) && help.page > 0 {
            asked = Some(Command::Help(help.page - 1));
        }
        if modal.should_close() {
            asked = Some(Command::CloseDialog);
        }
        self.commands.extend(asked);
    }
}

/// What the program says of itself.
pub(super) fn about() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "Version {version}. A knight's tour explorer: watch, understand and measure how a tour is found.\n\n\
         MIT licence. Made with Rust, egui and eframe. The methods are those of Warnsdorff, Pohl, Roth \
         and many others; the help tells of each.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_a_paragraph_and_every_page_a_title() {
        for method in METHODS {
            assert!(methods().contains(method.about), "{}", method.name);
            assert!(method.about.ends_with('.'), "{}", method.name);
        }
        for (page, text) in PAGES.iter().enumerate() {
            assert!(!title(page).is_empty() && text.starts_with("# "), "{page}");
        }
    }
}
