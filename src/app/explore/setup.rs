//! The panel on the left: what the next search looks for, and how.

use egui::{Label, RichText, ScrollArea, TextEdit, Ui, vec2};

use crate::app::board::context::{BoardEvent, Tool};
use crate::app::explore::ExploreMessage;
use crate::app::explore::layout::ExploreView;
use crate::app::widgets::board_form::{BoardForm, SetupEvent};
use crate::app::widgets::method::{MethodView, ORDER_RULE, error};
use crate::app::widgets::{inside, theme};
use crate::board::{MoveOrder, Square};
use crate::puzzle::{BaseTours, parse_seed};
use crate::session::{Session, Setup};
use crate::solver::Recipe;
use crate::text::capitalised;

/// The space for the offer to search again.
const AGAIN: f32 = 88.0;

/// What is typed into the panel until it is valid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    seed: String,
    /// A custom move order; none if the order has a name.
    order: Option<String>,
}

impl Typed {
    /// Shows another seed, unless what is typed says the same.
    pub(super) fn follow_seed(&mut self, seed: u64) {
        if parse_seed(self.seed.trim()) != Ok(seed) {
            self.seed = seed.to_string();
        }
    }

    /// A move order typed for another board or method is forgotten.
    pub(crate) fn forget_order(&mut self) {
        self.order = None;
    }

    /// What is wrong with the text typed into the panel: a title and a sentence. No search may
    /// start until it is fixed, because it would not be the search that the user wants.
    pub(crate) fn error(&self, recipe: &Recipe) -> Option<(&'static str, String)> {
        if let Some(error) = self.order_error() {
            return Some(error);
        }
        // A seed that is not used cannot be wrong.
        let error = parse_seed(self.seed.trim()).err().filter(|_| recipe.is_random())?;
        Some(("The seed is not valid", format!("{}.", capitalised(&error.to_string()))))
    }

    /// What is wrong with the move order.
    pub(crate) fn order_error(&self) -> Option<(&'static str, String)> {
        let order = self.order.as_ref().filter(|typed| typed.parse::<MoveOrder>().is_err());
        order.map(|_| ("The move order is not complete", ORDER_RULE.to_owned()))
    }
}

impl ExploreView<'_> {
    /// Shows the panel.
    pub(super) fn setup(&mut self, ui: &mut Ui) {
        // The offer below takes its space from the end of the list, so that nothing moves.
        let mut place = ui.available_rect_before_wrap();
        if let Some(start) = self.start_again() {
            let (above, below) = place.split_top_bottom_at_y(place.bottom() - AGAIN);
            place = above;
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
        let mut chosen = setup.recipe.clone();
        let order = &mut self.typed[0].order;
        let mut view = MethodView { preferences: self.seen.preferences, order, second: false };
        view.methods(ui, &mut chosen);
        MethodView::summary(ui, &chosen);
        picked(ui, self.session);
        refusal(ui, self.session);
        view.options(ui, &mut chosen);
        self.base_setup(ui, setup);
        if chosen != setup.recipe {
            self.ask(Setup { recipe: chosen, ..setup.clone() });
        }
    }

    /// The base tours, where the method uses them.
    fn base_setup(&mut self, ui: &mut Ui, setup: &Setup) {
        let base = setup.asked_base();
        if base.is_empty() {
            return;
        }
        let shapes = base.shapes();
        let shapes: Vec<String> =
            shapes.iter().map(|(rows, cols)| format!("{rows}×{cols}")).collect();
        let words = format!("Base tours: {} ({})", base.iter().len(), shapes.join(", "));
        let tip = "Tours of yours, which are laid onto the parts of the board that they fit. Other parts \
                   get tours that are found by search.";
        ui.add(Label::new(words).wrap()).on_hover_text(tip);
        let tip = "The next search finds all its small tours itself.";
        if ui.button("Remove base tours").on_hover_text(tip).clicked() {
            self.ask(Setup { base: BaseTours::default(), ..setup.clone() });
        }
    }

    /// The second method, where two are compared.
    fn rival_setup(&mut self, ui: &mut Ui) {
        ui.heading("Compare with");
        let now = self.seen.rival.map(|rival| rival.second().recipe().clone());
        let mut chosen = now.clone();
        let order = &mut self.typed[1].order;
        let mut view = MethodView { preferences: self.seen.preferences, order, second: true };
        view.rivals(ui, &mut chosen);
        if let (Some(rival), Some(recipe)) = (self.seen.rival, &mut chosen) {
            MethodView::summary(ui, recipe);
            picked(ui, rival.second().session());
            refusal(ui, rival.second().session());
            ui.push_id("rival", |ui| view.options(ui, recipe));
        }
        if chosen != now && !self.seen.display.escaped {
            self.out.push(ExploreMessage::Compare(chosen));
        }
    }

    fn seed_setup(&mut self, ui: &mut Ui, setup: &Setup) {
        let label = ui.small("Seed");
        ui.horizontal(|ui| {
            let width = ui.available_width() - 62.0;
            let field = TextEdit::singleline(&mut self.typed[0].seed)
                .desired_width(width)
                .align(egui::Align2::LEFT_CENTER)
                .min_size(vec2(width, 28.0));
            let tip = "The source of all random choices. The same seed gives the same search.";
            let field = ui.add(field).labelled_by(label.id).on_hover_text(tip);
            if field.changed()
                && let Ok(seed) = parse_seed(self.typed[0].seed.trim())
            {
                self.ask(Setup { seed, ..setup.clone() });
            }
            if ui.button("New").on_hover_text("Picks another seed at random.").clicked() {
                self.out.push(ExploreMessage::NewSeed);
            }
        });
        if let Err(why) = parse_seed(self.typed[0].seed.trim()) {
            error(ui, &capitalised(&why.to_string()));
        } else if !setup.recipe.is_random()
            && !self.seen.rival.is_some_and(|r| r.second().recipe().is_random())
        {
            let text = "Not used: nothing is random here.";
            ui.add(Label::new(RichText::new(text).small().weak()).wrap());
        }
    }

    /// Where to search again, if the set-up has changed since.
    fn start_again(&self) -> Option<Square> {
        let Some(rival) = self.seen.rival else {
            let watched = self.session.watched().filter(|_| self.session.differs_from_search());
            return watched.map(|watched| watched.puzzle.start());
        };
        rival.start_square(self.session).filter(|_| rival.is_outdated(self.session))
    }

    /// Offers to search from the same start again.
    fn again(&mut self, ui: &mut Ui, start: Square) {
        ui.separator();
        let name = self.session.name(start);
        ui.small("Your changes apply to the next search.");
        let button = theme::primary(format!("Search from {name} again"), theme::of(ui));
        let button = ui.add_sized(vec2(ui.available_width(), 30.0), button);
        let tip = "Starts a new search from the same square, with the settings above.";
        if button.on_hover_text(tip).clicked() {
            self.out.push(ExploreMessage::Setup(SetupEvent::Use(Tool::Start)));
            self.out.push(ExploreMessage::Board(BoardEvent::Click(start)));
        }
    }
}

/// Which method searches in place of the one that was chosen, and why.
fn picked(ui: &mut Ui, session: &Session) {
    let Some(watched) = session.watched().filter(|watched| !watched.is_from_file()) else { return };
    let is_asked = session.setup().recipe == watched.recipe;
    if let Some(why) = watched.pick.why.as_ref().filter(|_| is_asked) {
        let title = watched.pick.recipe.method.title;
        let tip = format!("On the command line: {}", watched.pick.recipe);
        ui.label(RichText::new(format!("Picked {title}: {why}.")).small()).on_hover_text(tip);
    }
}

/// Says why the method takes no puzzle like those of the set-up.
fn refusal(ui: &mut Ui, session: &Session) {
    if let Some(refusal) = session.method_refusal() {
        let words = refusal.words(&session.setup().board, session.naming());
        error(ui, &format!("{}.", capitalised(&words)));
    }
}
