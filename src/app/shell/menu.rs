//! The bar at the top: menus, and the puzzle in words.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{
    Align2, Area, Button, Id, MenuBar, Order, PopupCloseBehavior, Rect, RectAlign, Response,
    RichText, Sense, TextStyle, ThemePreference, Tooltip, Ui, WidgetInfo, pos2, vec2,
};

use crate::app::board::BoardView;
use crate::app::files::picture::{self, Framing};
use crate::app::files::{Copied, FileMessage, Purpose};
use crate::app::shell::help::HelpPage;
use crate::app::shell::page::{Document, Page, PageId, Request};
use crate::app::shell::preferences::{Part, Preference};
use crate::app::shell::shortcuts::{Shortcut, keys_of};
use crate::app::shell::{App, ShellMessage};
use crate::app::widgets::theme::PathColour;
use crate::app::widgets::{ask_button, inside, theme};
use crate::board::{Naming, Symmetry};
use crate::text::{file_name, shown_path};

pub(crate) const HEIGHT: f32 = 32.0;

const GRID_TIP: &str = "The numbers of the squares, row by row.";
const PAGE_BUTTON_SIZE: egui::Vec2 = vec2(64.0, 24.0);

fn pages_place(bar: Rect) -> Rect {
    let left = bar.right() - 8.0 - PageId::ALL.len() as f32 * (PAGE_BUTTON_SIZE.x + 4.0);
    Rect::from_min_max(pos2(left, bar.center().y - 14.0), bar.max)
}

/// While a menu or a list is open, covers everything but it and the menus, so that a click elsewhere only
/// closes it.
pub(crate) fn shield(ctx: &egui::Context, window: Rect, has_bar: bool) {
    let (mut bar, mut rest) = (window, window);
    bar.set_height(HEIGHT);
    if has_bar {
        rest.set_top(bar.bottom());
        cover(ctx, "shield of the pages", pages_place(bar));
    }
    cover(ctx, "shield", rest);
}

fn cover(ctx: &egui::Context, name: &str, place: Rect) {
    let area = Area::new(Id::unique(name)).order(Order::Middle).fixed_pos(place.min);
    let area = area.constrain(false).show(ctx, |ui| {
        // The keyboard cannot reach it.
        ui.allocate_response(place.size(), Sense::CLICK | Sense::DRAG);
    });
    ctx.move_to_top(area.response.layer_id);
}

pub(super) struct MenuView<'a> {
    pub(super) app: &'a App,
    pub(super) document: &'a Document<'a>,
    pub(super) out: Vec<ShellMessage>,
}

impl MenuView<'_> {
    pub(super) fn show(&mut self, ui: &mut Ui) {
        let colours = theme::of(ui);
        let place = ui.max_rect();
        ui.painter().rect_filled(place, 0.0, colours.panel);
        let line = egui::Stroke::new(1.0, colours.line);
        ui.painter().hline(place.x_range(), place.bottom() - 0.5, line);
        let menus = MenuBar::new().ui(ui, |ui| {
            ui.add_space(8.0);
            ui.menu_button("File", |ui| self.file(ui));
            ui.menu_button("Edit", |ui| self.edit(ui));
            let room = ui.ctx().content_rect().height() - 60.0;
            // It stays open, so that several things can be ticked.
            let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
            MenuButton::new("View").config(stays).ui(ui, |ui| {
                let area = egui::ScrollArea::vertical().max_height(room).min_scrolled_height(room);
                area.show(ui, |ui| self.view(ui));
            });
            ui.menu_button("Help", |ui| self.help_menu(ui)).response.rect
        });
        self.title(ui, place, menus.inner);
        self.pages(ui, place);
    }

    fn pages(&mut self, ui: &mut Ui, place: Rect) {
        inside(ui, pages_place(place), |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                for page in PageId::ALL {
                    let ([name, tip], is_here) = (page.words(), self.app.shell.page == page);
                    let button = Button::selectable(is_here, name).min_size(PAGE_BUTTON_SIZE);
                    let keys = keys_of(Shortcut::NextPage, ui.ctx()).unwrap_or_default();
                    let button = ui.add(button).on_hover_text(format!("{tip} ({keys})"));
                    // The player has a button called Play, too.
                    let spoken = if page == PageId::Play { "Play by hand" } else { name };
                    let role = egui::Role::Button;
                    button.widget_info(|| WidgetInfo::selected(role, true, is_here, spoken));
                    self.out.extend(button.clicked().then_some(ShellMessage::Enter(page)));
                }
            });
        });
    }

    /// The puzzle in words, in the middle if there is room.
    fn title(&self, ui: &Ui, place: Rect, menus: Rect) {
        let (font, ink) = (TextStyle::Body.resolve(ui.style()), theme::of(ui).soft_ink);
        let (app, naming) = (self.app, self.app.shell.preferences.naming);
        let title = with_page!(app, app.shell.page, (&) page, _ => page.title(naming));
        let galley = ui.painter().layout_no_wrap(title, font, ink);
        let mut centre = place.center();
        centre.x = centre.x.max(menus.right() + 16.0 + galley.size().x / 2.0);
        let rect = Align2::CENTER_CENTER.anchor_size(centre, galley.size());
        ui.painter().galley(rect.min, galley, ink);
    }

    fn file(&mut self, ui: &mut Ui) {
        let can_save = self.document.content.can_be_saved();
        let can_clear = self.document.can_clear;
        let new = ["New", "Clears the board. Undo brings back what was on it."];
        self.item(ui, new, Shortcut::Clear, can_clear);
        self.item(ui, ["Open…", "Opens a search, a tour or a path."], Shortcut::Open, true);
        let recent = &self.app.shell.files.recent;
        ui.add_enabled_ui(!recent.is_empty(), |ui| {
            ui.menu_button("Open recent", |ui| {
                for file in recent {
                    let open = FileMessage::Use(Purpose::Open, file.clone(), None).into();
                    ask_button(ui, &file_name(file), &shown_path(file), open, &mut self.out);
                }
            });
        });
        ui.separator();
        self.item(ui, ["Save", "Saves the search in its file."], Shortcut::Save, can_save);
        let save_as = ["Save as…", "Saves the search in another file."];
        self.item(ui, save_as, Shortcut::SaveAs, can_save);
        let text = FileMessage::Choose(Purpose::Text);
        self.item(ui, ["Save as text…", GRID_TIP], text, can_save);
        let picture = ["Save picture…", "What the board shows, as PNG or SVG."];
        self.item(ui, picture, FileMessage::ASK_FOR_PICTURE, self.document.view.is_some());
        ui.separator();
        let quit = ["Quit", "An unsaved search is offered again at the next start."];
        self.item(ui, quit, Shortcut::Quit, true);
    }

    fn help_menu(&mut self, ui: &mut Ui) {
        self.item(ui, ["Help", "How everything works, in ten pages."], Shortcut::Help, true);
        let methods = ["The methods", "What each method does, and who found it."];
        self.item(ui, methods, ShellMessage::Help(HelpPage::Methods), true);
        self.item(ui, ["Keyboard", "All keys."], ShellMessage::Help(HelpPage::Keyboard), true);
        self.item(ui, ["Welcome", "The welcome of the first start."], ShellMessage::Welcome, true);
        let tip = "Five small tasks, from the first move to a proof.";
        self.item(ui, ["Learn by doing", tip], Request::Learn(None), true);
        ui.separator();
        self.item(ui, ["About", "Version, licence and credits."], ShellMessage::About, true);
    }

    fn edit(&mut self, ui: &mut Ui) {
        let document = self.document;
        let undo = ["Undo", "Brings back the board before, with its search."];
        self.item(ui, undo, Shortcut::Undo, document.can_undo);
        self.item(ui, ["Redo", "Takes back the last undo."], Shortcut::Redo, document.can_redo);
        ui.separator();
        let has_path = document.view.is_some_and(|view| !view.session.path().is_empty());
        self.item(ui, ["Copy grid", GRID_TIP], FileMessage::Copy(Copied::Grid), has_path);
        let copy_path = ["Copy path", "The squares in the order of the path."];
        self.item(ui, copy_path, FileMessage::Copy(Copied::Path), has_path);
        let copy = FileMessage::Copy(Copied::Picture(Framing::Whole, picture::USUAL_SIDE));
        self.item(ui, ["Copy picture", "What the board shows."], copy, document.view.is_some());
        ui.separator();
        let has_tour = document.tour.is_some();
        let turn = Request::Transform(Symmetry::new(false, 1));
        self.item(ui, ["Turn the tour", "By a quarter turn to the right."], turn, has_tour);
        let mirror = Request::Transform(Symmetry::new(true, 0));
        self.item(ui, ["Mirror the tour", "From left to right."], mirror, has_tour);
        let sharing = "Whether it is the same line, or how many moves both share.";
        let likeness = FileMessage::Choose(Purpose::CompareWithFile);
        self.item(ui, ["Compare with a tour…", sharing], likeness, has_tour);
        ui.separator();
        let why_not = document.view.and_then(|view| view.session.with_base_tour().err());
        let tip = "Divide and conquer lays this tour onto the parts of larger boards.";
        let can_use = document.view.is_some() && why_not.is_none();
        let button = self.item(ui, ["Use as base tour", tip], Shortcut::UseAsBase, can_use);
        button.on_disabled_hover_text(why_not.unwrap_or_default());
    }

    fn view(&mut self, ui: &mut Ui) {
        show_boxes(ui);
        self.view_parts(ui);
        ui.separator();
        self.view_choices(ui);
        ui.separator();
        let compare_tip =
            "Two boards, each with a method of its own, from the same square and at the same step.";
        let (compares, key) = (self.app.comparison().is_some(), Shortcut::Compare);
        let can_compare = self.app.shell.page == PageId::Board;
        self.check(ui, ["Compare two methods", compare_tip], can_compare, compares, key, Some(key));
        let is_reduced = self.app.shell.preferences.reduced_motion;
        let reduced_tip = "The knight jumps instead of gliding, and nothing else moves by itself.";
        let reduce = Preference::ReduceMotion(!is_reduced);
        self.check(ui, ["Reduce motion", reduced_tip], true, is_reduced, reduce, None);
        let is_zoomed = self.document.boards.into_iter().flatten().any(BoardView::is_zoomed);
        self.item(ui, ["Whole board", "Ends zooming."], ShellMessage::Fit, is_zoomed);
        let can_present = self.app.message_for(Shortcut::Present).is_some();
        let tip = "The board alone, with one large sentence and a large player.";
        self.item(ui, ["Presentation", tip], Shortcut::Present, can_present);
        let full_screen = ["Full screen", "Fills the screen with the window."];
        self.item(ui, full_screen, Shortcut::FullScreen, true);
    }

    fn view_parts(&mut self, ui: &mut Ui) {
        let panels = [
            ("Set-up panel", Part::Setup, None),
            ("Search panel", Part::Status, None),
            ("Player", Part::Player, None),
        ];
        let of_board = [
            ("Numbers", Part::Numbers, Some(Shortcut::Numbers)),
            ("Lines", Part::Lines, None),
            ("Stamps", Part::Stamps, None),
            ("Coordinates", Part::Coordinates, None),
            ("Heat map of visits", Part::HeatMap, Some(Shortcut::HeatMap)),
            ("Map of starts", Part::Starts, Some(Shortcut::Starts)),
        ];
        self.parts(ui, "Shows or hides this panel.", &panels);
        ui.separator();
        self.parts(ui, "Shows or hides this part of the board.", &of_board);
    }

    fn parts(&mut self, ui: &mut Ui, tip: &str, parts: &[(&str, Part, Option<Shortcut>)]) {
        for (name, part, shortcut) in parts {
            let is_shown = self.app.shell.preferences.parts.shows(*part);
            self.check(ui, [name, tip], true, is_shown, Preference::Toggle(*part), *shortcut);
        }
    }

    /// A box to tick, with the keys that do the same.
    fn check(
        &mut self,
        ui: &mut Ui,
        [name, tip]: [&str; 2],
        enabled: bool,
        mut is_ticked: bool,
        message: impl Into<ShellMessage>,
        shortcut: Option<Shortcut>,
    ) {
        ui.horizontal(|ui| {
            let check = egui::Checkbox::new(&mut is_ticked, name);
            if beside(ui.add_enabled(enabled, check), tip).changed() {
                self.out.push(message.into());
            }
            if let Some(keys) = shortcut.and_then(|shortcut| keys_of(shortcut, ui.ctx())) {
                ui.weak(keys);
            }
        });
    }

    fn view_choices(&mut self, ui: &mut Ui) {
        let preferences = &self.app.shell.preferences;
        let tip = "For the path, and for the squares that the knight steps back from.";
        let colours = PathColour::ALL.map(|(colour, name)| (name, colour, tip));
        self.choices(ui, "Path colour", &colours, preferences.path_colour, Preference::PathColour);
        let namings = [
            ("Chess (e4)", Naming::Chess, "a1 is the bottom left square."),
            ("Row, column (4,4)", Naming::RowColumn, "Counted from 0, from the top left."),
        ];
        self.choices(ui, "Square names", &namings, preferences.naming, Preference::Naming);
        let theme = ui.options(|options| options.theme_preference);
        let themes = [
            ("Light", ThemePreference::Light, "For day and projectors."),
            ("Dark", ThemePreference::Dark, "For the evening."),
            ("Follow system", ThemePreference::System, "Light or dark, as your desktop has it."),
        ];
        self.choices(ui, "Theme", &themes, theme, Preference::Theme);
        let size = (ui.ctx().zoom_factor() * 100.0).round() as u32;
        let tip = "Grows as far as there is room in the window. (Ctrl+Plus, Ctrl+Minus)";
        let sizes = [80, 100, 125, 150, 175, 200];
        let sizes = sizes.map(|percent| (format!("{percent} %"), percent, tip));
        self.choices(ui, "Text size", &sizes, size, Preference::TextSize);
    }

    /// A submenu in which one entry is chosen. Entries have a name, a value and a tip.
    fn choices<T: Copy + PartialEq>(
        &mut self,
        ui: &mut Ui,
        title: &str,
        entries: &[(impl AsRef<str>, T, &str)],
        now: T,
        preference: fn(T) -> Preference,
    ) {
        ui.menu_button(title, |ui| {
            show_boxes(ui);
            for (name, choice, tip) in entries {
                if beside(ui.radio(*choice == now, name.as_ref()), tip).clicked() {
                    self.out.push(preference(*choice).into());
                }
            }
        });
    }

    /// An entry with the keys that do the same.
    fn item(
        &mut self,
        ui: &mut Ui,
        [name, tip]: [&str; 2],
        message: impl Into<ShellMessage>,
        enabled: bool,
    ) -> Response {
        let message = message.into();
        let keys = match message {
            ShellMessage::Press(shortcut) => keys_of(shortcut, ui.ctx()).unwrap_or_default(),
            _ => String::new(),
        };
        let button = Button::new(name).shortcut_text(RichText::new(keys).weak());
        let button = beside(ui.add_enabled(enabled, button), tip);
        if button.clicked() {
            self.out.push(message);
            ui.close();
        }
        button
    }
}

/// Fills empty check boxes, since the style of menus leaves out their outlines.
fn show_boxes(ui: &mut Ui) {
    let colours = theme::of(ui);
    let fill = theme::mix(colours.line, colours.soft_ink, 0.25);
    ui.visuals_mut().widgets.inactive.bg_fill = fill;
}

/// Shows a tip to the right, where it does not cover the entries below.
fn beside(response: Response, tip: &str) -> Response {
    let mut shown = Tooltip::for_enabled(&response);
    shown.popup = shown.popup.align(RectAlign::RIGHT).gap(14.0);
    shown.show(|ui| ui.label(tip));
    response
}
