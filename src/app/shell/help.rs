//! The help: pages with pictures, and the text of the About dialog.

use egui::{Align, Id, Layout, Modal, RichText, ScrollArea, Ui, vec2};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

use crate::app::board::mark::Inks;
use crate::app::board::mini::legend;
use crate::app::shell::{ShellMessage, shortcuts};
use crate::app::widgets::{theme, titled};
use crate::format::figure::{Mini, figure};
use crate::format::legend::all as all_marks;
use crate::solver::{METHODS, Method};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HelpPage {
    Board,
    Play,
    Tours,
    Files,
    Methods,
    Euler,
    Network,
    Evolution,
    Ants,
    Keyboard,
}

/// All pages in reading order, with their texts. The program adds a list to two of them.
const PAGES: [(HelpPage, &str); 10] = [
    (HelpPage::Board, include_str!("../../../assets/help/board.md")),
    (HelpPage::Play, include_str!("../../../assets/help/play.md")),
    (HelpPage::Tours, include_str!("../../../assets/help/tours.md")),
    (HelpPage::Files, include_str!("../../../assets/help/files.md")),
    (HelpPage::Methods, include_str!("../../../assets/help/methods.md")),
    (HelpPage::Euler, include_str!("../../../assets/help/euler.md")),
    (HelpPage::Network, include_str!("../../../assets/help/network.md")),
    (HelpPage::Evolution, include_str!("../../../assets/help/evolution.md")),
    (HelpPage::Ants, include_str!("../../../assets/help/ants.md")),
    (HelpPage::Keyboard, include_str!("../../../assets/help/keyboard.md")),
];

impl HelpPage {
    pub fn all() -> impl Iterator<Item = HelpPage> {
        PAGES.into_iter().map(|(page, _)| page)
    }

    fn written(self) -> &'static str {
        PAGES[self.number() - 1].1
    }

    fn title(self) -> &'static str {
        self.written().lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    /// The text without its title.
    fn text(self, ctx: &egui::Context) -> String {
        let written = self.written().split_once('\n').map_or("", |(_, rest)| rest).trim();
        let made = match self {
            HelpPage::Methods => methods(),
            HelpPage::Keyboard => keyboard(ctx),
            _ => String::new(),
        };
        format!("{written}\n\n{made}")
    }

    /// Counted from 1.
    fn number(self) -> usize {
        self as usize + 1
    }

    fn next(self) -> Option<HelpPage> {
        PAGES.get(self.number()).map(|(page, _)| *page)
    }

    fn previous(self) -> Option<HelpPage> {
        PAGES.get((self as usize).checked_sub(1)?).map(|(page, _)| *page)
    }
}

const PICTURE_WIDTH: f32 = 150.0;

pub(crate) struct Help {
    page: HelpPage,
    blocks: Vec<Block>,
    cache: CommonMarkCache,
    /// Whether it was just opened, and begins at the top.
    is_new: bool,
}

enum Block {
    Text(String),
    /// With their captions.
    Pictures(Vec<(String, Mini)>),
    Legend,
}

impl Help {
    pub(crate) fn at(page: HelpPage, ctx: &egui::Context) -> Help {
        let blocks = blocks(&page.text(ctx));
        Help { page, blocks, cache: CommonMarkCache::default(), is_new: true }
    }
}

/// The parts of a page. A line of images, such as `![caption](name)`, is one part.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut words = String::new();
    for line in text.lines() {
        if line.starts_with("![") {
            blocks.push(Block::Text(std::mem::take(&mut words)));
            blocks.push(pictures(line));
        } else {
            words += line;
            words.push('\n');
        }
    }
    blocks.push(Block::Text(words));
    blocks.retain(|block| !matches!(block, Block::Text(words) if words.trim().is_empty()));
    blocks
}

/// The names and captions of pictures.
fn images(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let images = line.split("![").filter_map(|image| image.split_once("]("));
    images.filter_map(|(caption, name)| Some((name.split_once(')')?.0, caption)))
}

fn pictures(line: &str) -> Block {
    if images(line).any(|(name, _)| name == "legend") {
        return Block::Legend;
    }
    let shown =
        images(line).filter_map(|(name, caption)| Some((caption.to_owned(), figure(name)?)));
    Block::Pictures(shown.collect())
}

fn methods() -> String {
    let paragraph = |method: &&Method| {
        let Method { title, summary, about, credit, .. } = method;
        format!("**{title}.** {summary} {about}\n\n*{}.*", credit.trim_end_matches('.'))
    };
    METHODS.iter().map(paragraph).collect::<Vec<_>>().join("\n\n")
}

fn keyboard(ctx: &egui::Context) -> String {
    let line = |(keys, what): (String, &str)| format!("- **{keys}** — {what}");
    let group = |(title, keys): (String, Vec<_>)| {
        let lines: Vec<String> = keys.into_iter().map(line).collect();
        format!("**{title}**\n\n{}", lines.join("\n"))
    };
    shortcuts::keys_in_words(ctx).into_iter().map(group).collect::<Vec<_>>().join("\n\n")
}

pub(crate) fn show(ui: &Ui, inks: &Inks, help: &mut Help) -> Option<ShellMessage> {
    let screen = ui.ctx().content_rect().size();
    let size = vec2((screen.x - 80.0).min(660.0), (screen.y - 150.0).min(520.0));
    let (modal, title) = (Modal::new(Id::unique("help")), help.page.title());
    let modal = titled(ui, modal, theme::MARGIN, size.x, title, |ui| {
        ui.add_space(4.0);
        let area = ScrollArea::vertical().id_salt(help.page).auto_shrink(false);
        let mut area = area.max_height(size.y).min_scrolled_height(size.y);
        if std::mem::take(&mut help.is_new) {
            area = area.vertical_scroll_offset(0.0);
        }
        area.show(ui, |ui| help.page(ui, inks));
        ui.add_space(8.0);
        help.buttons(ui)
    });
    let closed = modal.should_close().then_some(ShellMessage::CloseDialog);
    closed.or(modal.inner).or_else(|| help.turned_to(ui))
}

impl Help {
    fn page(&mut self, ui: &mut Ui, inks: &Inks) {
        let colours = theme::of(ui);
        ui.spacing_mut().item_spacing.y = 5.0;
        ui.spacing_mut().interact_size.y = 16.0;
        // The font has no bold letters, so strong text stands out by its colour.
        let soft = theme::mix(colours.ink, colours.soft_ink, SOFTNESS);
        ui.visuals_mut().widgets.noninteractive.fg_stroke.color = soft;
        for (place, block) in self.blocks.iter().enumerate() {
            ui.push_id(place, |ui| match block {
                Block::Text(text) => {
                    CommonMarkViewer::new().show(ui, &mut self.cache, text);
                }
                Block::Pictures(pictures) => gallery(ui, pictures, inks),
                Block::Legend => legend(ui, inks, &all_marks()),
            });
        }
    }

    fn buttons(&self, ui: &mut Ui) -> Option<ShellMessage> {
        let mut asked = None;
        ui.horizontal(|ui| {
            let ways = [("Previous", self.page.previous()), ("Next", self.page.next())];
            for (name, page) in ways {
                if ui.add_enabled(page.is_some(), egui::Button::new(name)).clicked() {
                    asked = page.map(ShellMessage::Help);
                }
            }
            ui.weak(format!("{} of {}", self.page.number(), PAGES.len()));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.add(theme::primary("Close", theme::of(ui))).clicked() {
                    asked = Some(ShellMessage::CloseDialog);
                }
            });
        });
        asked
    }

    /// The page to turn to with the arrow keys.
    fn turned_to(&self, ui: &Ui) -> Option<ShellMessage> {
        let pressed = |key| ui.input(|input| input.key_pressed(key));
        let next = self.page.next().filter(|_| pressed(egui::Key::ArrowRight));
        let back = || self.page.previous().filter(|_| pressed(egui::Key::ArrowLeft));
        next.or_else(back).map(ShellMessage::Help)
    }
}

/// How far the colour of plain text is from strong to soft text, from 0 to 1.
const SOFTNESS: f32 = 0.7;

fn gallery(ui: &mut Ui, pictures: &[(String, Mini)], inks: &Inks) {
    ui.add_space(4.0);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 24.0;
        for (caption, picture) in pictures {
            ui.vertical(|ui| {
                ui.set_width(PICTURE_WIDTH + 20.0);
                picture.show(ui, picture.side_for(PICTURE_WIDTH), caption, inks);
                ui.add(egui::Label::new(RichText::new(caption).small()).wrap());
            });
        }
    });
    ui.add_space(4.0);
}

pub(crate) fn about() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "Version {version}. Explore knight's tours: watch how a search finds one, understand it and \
         measure it.\n\n\
         MIT licence. Made with Rust, egui and eframe. The methods go back to Warnsdorff, Pohl, Roth \
         and many others; the help has a paragraph on each.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MoveOrder;
    use crate::play::Game;
    use crate::puzzle::Goal;

    #[test]
    fn pages_have_an_order_a_title_and_pictures() {
        for (number, page) in HelpPage::all().enumerate() {
            assert_eq!(page.number(), number + 1, "the table has the order of the enum");
            assert!(page.next().is_none_or(|next| next.previous() == Some(page)));
            assert!(!page.title().is_empty() && page.written().starts_with("# "), "{page:?}");
            let pictures: Vec<_> = page.written().lines().flat_map(images).collect();
            assert!(!pictures.is_empty(), "{page:?}");
            for (name, caption) in pictures {
                assert!(name == "legend" || figure(name).is_some(), "{name}");
                assert!(!caption.is_empty(), "{name}");
            }
        }
    }

    #[test]
    fn every_method_is_described_in_sentences() {
        for method in METHODS {
            assert!(method.about.ends_with('.'), "{}", method.name);
        }
    }

    /// The example of a repaired gene is what it says: moves, choices and their onward moves.
    #[test]
    fn the_repaired_gene_is_right() {
        let mut game = Game::empty("8x8".parse().unwrap(), Goal::Any);
        let board = game.board().clone();
        let follow = |from: &str, gene: usize| {
            let from = board.parse_square(from).unwrap();
            let (down, right) = MoveOrder::ANTICLOCKWISE.moves()[gene - 1];
            let row = i64::from(board.row(from)) + down;
            board.square(row as u32, (i64::from(board.col(from)) + right) as u32).unwrap()
        };
        game.place(board.parse_square("b2").unwrap()).unwrap();
        for (from, gene, to) in [("b2", 3, "d3"), ("d3", 5, "c5"), ("c5", 7, "a4")] {
            assert_eq!(board.name(follow(from, gene)), to);
            game.place(follow(from, gene)).unwrap();
        }
        assert_eq!(board.name(follow("a4", 1)), "b2");
        for (gene, to, onward) in [(4, "b6", 5), (2, "c3", 7)] {
            assert_eq!(board.name(follow("a4", gene)), to);
            assert_eq!(game.onward(follow("a4", gene)), onward);
        }
        assert_eq!(game.open().len(), 2);
        let text = HelpPage::Evolution.written();
        assert!(text.contains("3-5-7-1") && text.contains("3-5-7-4"));
    }
}
