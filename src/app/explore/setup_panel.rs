//! The panel on the left: what the next search looks for, and how.

use egui::{Label, RichText, ScrollArea, Ui, vec2};

use crate::app::board::context::{BoardEvent, Tool};
use crate::app::explore::ExploreMessage;
use crate::app::explore::layout::ExploreView;
use crate::app::shell::dialog::Dialog;
use crate::app::widgets::board_form::{BoardForm, SetupEvent};
use crate::app::widgets::method_menu::{error, rival_list, summary};
use crate::app::widgets::value_editor::{Edited, ORDER_RULE, ValueEditor, text_field};
use crate::app::widgets::{ask_button, inside, theme};
use crate::board::{MoveOrder, Square};
use crate::puzzle::{BaseTours, parse_seed};
use crate::session::{Comparison, Session, Setup};
use crate::solver::{Kind, MethodConfig};
use crate::text::capitalised;

const AGAIN_HEIGHT: f32 = 88.0;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    seed: String,
    /// A custom move order; `None` if the order has a name.
    pub(super) order: Option<String>,
    pub(super) second_order: Option<String>,
}

impl Typed {
    /// Shows another seed, unless what is typed says the same.
    pub(super) fn follow_seed(&mut self, seed: u64) {
        if parse_seed(self.seed.trim()) != Ok(seed) {
            self.seed = seed.to_string();
        }
    }

    /// What is wrong with the texts. No search may start until it is corrected, because it would not be
    /// the search that the user wants.
    pub(super) fn error(&self, first: &Session, second: Option<&Comparison>) -> Option<Dialog> {
        let second = || self.error_of(second?.second.config(), self.second_order.as_ref());
        self.error_of(&first.setup().config, self.order.as_ref()).or_else(second)
    }

    fn error_of(&self, config: &MethodConfig, order: Option<&String>) -> Option<Dialog> {
        if order.is_some_and(|typed| typed.parse::<MoveOrder>().is_err()) {
            return Some(Dialog::note("The move order is not complete", ORDER_RULE));
        }
        // A seed that is not used cannot be wrong.
        let error = parse_seed(self.seed.trim()).err().filter(|_| config.is_random())?;
        let text = format!("{}.", capitalised(&error.to_string()));
        Some(Dialog::note("The seed is not valid", &text))
    }
}

impl ExploreView<'_> {
    pub(super) fn setup(&mut self, ui: &mut Ui) {
        // The offer below takes its space from the end of the list, so that nothing moves.
        let mut place = ui.available_rect_before_wrap();
        if let Some(start) = self.start_again() {
            let below = place.with_min_y(place.bottom() - AGAIN_HEIGHT);
            place.set_bottom(below.top());
            inside(ui, below, |ui| self.again(ui, start));
        }
        inside(ui, place, |ui| self.setup_list(ui));
        if self.typed != self.explore.typed {
            self.out.push(ExploreMessage::Type(self.typed.clone()));
        }
    }

    fn setup_list(&mut self, ui: &mut Ui) {
        ScrollArea::vertical().id_salt("setup").auto_shrink(false).show(ui, |ui| {
            let setup = self.session.setup().clone();
            self.out.extend(BoardForm::show(ui, self.seen).into_iter().map(ExploreMessage::Setup));
            ui.add_space(8.0);
            self.method_setup(ui, &setup);
            ui.add_space(8.0);
            self.rival_setup(ui);
            ui.add_space(6.0);
            self.seed_setup(ui, &setup);
        });
    }

    fn ask(&mut self, setup: Setup) {
        if !self.seen.display.escaped {
            self.out.push(ExploreMessage::Setup(SetupEvent::Change(setup)));
        }
    }

    fn method_setup(&mut self, ui: &mut Ui, setup: &Setup) {
        ui.heading("Method");
        let mut chosen = setup.config.clone();
        let (preferences, order) = (self.seen.preferences, &mut self.typed.order);
        let mut editor = ValueEditor { preferences, order, edited: Edited::Method };
        editor.method(ui, &Kind::Method, &mut chosen);
        about_method(ui, self.session, &chosen);
        editor.options(ui, &mut chosen);
        self.base_setup(ui, setup);
        if chosen != setup.config {
            self.ask(Setup { config: chosen, ..setup.clone() });
        }
    }

    fn base_setup(&mut self, ui: &mut Ui, setup: &Setup) {
        let base = setup.asked_base();
        if base.is_empty() {
            return;
        }
        let shapes = base.shapes().into_iter().map(|(rows, cols)| format!("{rows}×{cols}"));
        let shapes = shapes.collect::<Vec<_>>().join(", ");
        let words = format!("Base tours: {} ({shapes})", base.iter().len());
        let tip = "Tours of yours, which are laid onto the parts of the board that they fit. Other parts \
                   get tours that are found by search.";
        ui.add(Label::new(words).wrap()).on_hover_text(tip);
        let tip = "The next search finds all its small tours itself.";
        if ui.button("Remove base tours").on_hover_text(tip).clicked() {
            self.ask(Setup { base: BaseTours::default(), ..setup.clone() });
        }
    }

    fn rival_setup(&mut self, ui: &mut Ui) {
        ui.heading("Compare with");
        let now = self.seen.comparison.map(|comparison| comparison.second.config().clone());
        let mut chosen = now.clone();
        let (preferences, order) = (self.seen.preferences, &mut self.typed.second_order);
        if let Some(next) = rival_list(ui, chosen.as_ref()) {
            (chosen, *order) = (next, None);
        }
        if let (Some(comparison), Some(config)) = (self.seen.comparison, &mut chosen) {
            about_method(ui, &comparison.second.session, config);
            let mut editor = ValueEditor { preferences, order, edited: Edited::SecondMethod };
            ui.push_id("comparison", |ui| editor.options(ui, config));
        }
        if chosen != now && !self.seen.display.escaped {
            self.out.push(ExploreMessage::Compare(chosen));
        }
    }

    fn seed_setup(&mut self, ui: &mut Ui, setup: &Setup) {
        let label = ui.small("Seed");
        ui.horizontal(|ui| {
            let field = text_field(ui, "seed", ui.available_width() - 62.0, &mut self.typed.seed);
            let tip = "The source of all random choices. The same seed gives the same search.";
            let field = field.labelled_by(label.id).on_hover_text(tip);
            if field.changed()
                && let Ok(seed) = parse_seed(self.typed.seed.trim())
            {
                self.ask(Setup { seed, ..setup.clone() });
            }
            let tip = "Picks another seed at random.";
            ask_button(ui, "New", tip, ExploreMessage::NewSeed, self.out);
        });
        let typed = self.typed.seed.trim();
        if typed != setup.seed.to_string()
            && let Err(why) = parse_seed(typed)
        {
            error(ui, &capitalised(&why.to_string()));
            return;
        }
        let second = self.seen.comparison.map(|comparison| comparison.second.config());
        if !setup.config.is_random() && !second.is_some_and(MethodConfig::is_random) {
            let text = "Not used: nothing is random here.";
            ui.add(Label::new(RichText::new(text).small().weak()).wrap());
        }
    }

    /// Where to search again, if the set-up has changed since.
    fn start_again(&self) -> Option<Square> {
        let Some(comparison) = self.seen.comparison else {
            let active = self.session.active().filter(|_| self.session.differs_from_search());
            return active.map(|active| active.puzzle.start());
        };
        comparison.start_square(self.session).filter(|_| comparison.is_outdated(self.session))
    }

    fn again(&mut self, ui: &mut Ui, start: Square) {
        ui.separator();
        ui.small("Your changes apply to the next search.");
        let name = format!("Search from {} again", self.session.name(start));
        let button = theme::primary(name, theme::of(ui));
        let button = ui.add_sized(vec2(ui.available_width(), 30.0), button);
        let tip = "Starts a new search from the same square, with the settings above.";
        if button.on_hover_text(tip).clicked() {
            self.out.push(ExploreMessage::Setup(SetupEvent::Use(Tool::Start)));
            self.out.push(ExploreMessage::Board(BoardEvent::Click(start)));
        }
    }
}

/// Says which method searches in place of an automatic one, and why; or why a method refuses every puzzle of
/// the set-up.
fn about_method(ui: &mut Ui, session: &Session, chosen: &MethodConfig) {
    summary(ui, chosen);
    let config = &session.setup().config;
    let active = session.active().filter(|active| !active.is_from_file());
    let pick = active.filter(|active| active.config == *config).map(|active| &active.pick);
    if let Some((pick, why)) = pick.and_then(|pick| Some((pick, pick.why.as_ref()?))) {
        let tip = format!("On the command line: {}", pick.config);
        let text = RichText::new(format!("Picked {}: {why}.", pick.config.method.title)).small();
        ui.label(text).on_hover_text(tip);
    }
    if let Some(refusal) = session.method_refusal() {
        let words = refusal.words(&session.setup().board, session.naming());
        error(ui, &format!("{}.", capitalised(&words)));
    }
}

/// What to say where another board no longer has the square at which the tour had to end.
pub(super) fn lost_end(before: &Setup, after: &Setup) -> Option<String> {
    let end = before.goal.end()?;
    if !after.goal.is_any() || after.board == before.board {
        return None;
    }
    let name = before.board.name(end);
    let why = match after.board.parse_square(&name) {
        Ok(_) => "is a hole now",
        Err(_) => "is not on this board",
    };
    Some(format!("The tour can end anywhere again: {name} {why}."))
}
