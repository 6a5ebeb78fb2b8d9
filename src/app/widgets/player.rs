//! The panel below: the timeline and the buttons of the player.

use egui::{Align, DragValue, Label, Layout, RichText, Ui, UiBuilder, Vec2, vec2};

use crate::app::board::context::ViewContext;
use crate::app::shell::preferences::Preference;
use crate::app::shell::shortcuts::Shortcut;
use crate::app::widgets::icons::{self, Icon};
use crate::app::widgets::{ask_button, metrics, rail, theme};
use crate::engine::{PlaybackCommand, Speed, View};
use crate::session::{Playback, Session};
use crate::text::grouped;

pub(crate) const HEIGHT: f32 = 124.0;
pub(crate) const BAR_HEIGHT: f32 = 94.0;

const TIMELINE_HEIGHT: f32 = 44.0;
const BAR_TIMELINE: f32 = 28.0;

/// The room for the word before the field for the step, and for the length behind it.
const STEP_WORD: f32 = 52.0;
const STEP_OF: f32 = 96.0;
const CAPTION_HEIGHT: f32 = 14.0;
const SPEED_BUTTON: f32 = 24.0;

pub(crate) const NEXT_TOUR: &str = "Find the next one";

#[derive(Default)]
pub(crate) struct Player {
    /// The step that the timeline is being dragged to.
    dragged: Option<u64>,
    /// The step in the field while the user types there: the running number would overwrite the text.
    typed_over: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayerEvent {
    /// For the search on the board, or for both.
    Playback(PlaybackCommand),
    Prefer(Preference),
    Clear,
}

impl PlayerEvent {
    pub const TO_START: PlayerEvent = PlayerEvent::Playback(PlaybackCommand::Seek(0));
    pub const TO_END: PlayerEvent = PlayerEvent::Playback(PlaybackCommand::Seek(u64::MAX));
    pub const FIND_NEXT: PlayerEvent = PlayerEvent::Playback(PlaybackCommand::FindNext);

    fn speed(speed: Speed) -> PlayerEvent {
        PlayerEvent::Prefer(Preference::Speed(speed))
    }

    /// What a key does with the player of a search, if it does anything.
    pub(crate) fn of_key(shortcut: Shortcut, session: &Session) -> Option<PlayerEvent> {
        Some(match shortcut {
            Shortcut::PlayPause => PlayerEvent::Playback(PlaybackCommand::PlayPause),
            Shortcut::Step => PlayerEvent::Playback(PlaybackCommand::Step),
            Shortcut::StepBack => PlayerEvent::Playback(PlaybackCommand::StepBack),
            Shortcut::ToStart => PlayerEvent::TO_START,
            Shortcut::ToEnd => PlayerEvent::TO_END,
            Shortcut::Faster => PlayerEvent::speed(session.speed().faster()),
            Shortcut::Slower => PlayerEvent::speed(session.speed().slower()),
            Shortcut::Backtracking => {
                let show = !session.shows_backtracking();
                PlayerEvent::Prefer(Preference::Backtracking(show))
            }
            Shortcut::Clear => PlayerEvent::Clear,
            _ => return None,
        })
    }
}

pub(crate) fn show(ui: &mut Ui, seen: ViewContext<'_>, state: &mut Player) -> Vec<PlayerEvent> {
    let mut view = PlayerView::new(seen, state);
    view.show(ui);
    view.out
}

/// The player of a presentation: the timeline and the buttons in little room.
pub(crate) fn bar(ui: &mut Ui, seen: ViewContext<'_>, state: &mut Player) -> Vec<PlayerEvent> {
    let mut view = PlayerView::new(seen, state);
    view.bar(ui);
    view.out
}

struct PlayerView<'a> {
    seen: ViewContext<'a>,
    /// Where the search is, or both searches.
    playback: Option<Playback>,
    state: &'a mut Player,
    out: Vec<PlayerEvent>,
}

impl<'a> PlayerView<'a> {
    fn new(seen: ViewContext<'a>, state: &'a mut Player) -> PlayerView<'a> {
        let playback = Playback::of(seen.session, seen.comparison);
        PlayerView { seen, playback, state, out: Vec::new() }
    }

    fn bar(&mut self, ui: &mut Ui) {
        ui.spacing_mut().item_spacing = vec2(5.0, 2.0);
        self.timeline(ui, vec2(ui.available_width(), BAR_TIMELINE));
        ui.horizontal(|ui| {
            self.buttons(ui, 0.7);
            let Some(now) = self.playback else { return };
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let text = format!("{} / {}", grouped(now.step), grouped(now.length));
                ui.add(Label::new(RichText::new(text).small().weak()).truncate());
            });
        });
    }

    fn show(&mut self, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 4.0;
        let width = ui.available_width();
        let from_left = Layout::left_to_right(Align::Center);
        // The Tab key follows the order in which widgets are added, so what is on the right is added last.
        ui.allocate_ui_with_layout(vec2(width, TIMELINE_HEIGHT), from_left, |ui| {
            let field = self.step_field_width();
            self.timeline(ui, vec2(ui.available_width() - field, TIMELINE_HEIGHT));
            self.step_field(ui);
        });
        ui.allocate_ui_with_layout(vec2(width, 44.0), from_left, |ui| {
            self.buttons(ui, 1.0);
            self.clear(ui);
            self.next_tour(ui);
            let measures = SpeedMeasures::within(ui.available_width());
            let rest = ui.available_rect_before_wrap();
            let (left, right) = rest.split_left_right_at_x(rest.right() - measures.width());
            let from_right = Layout::right_to_left(Align::Center);
            ui.scope_builder(UiBuilder::new().max_rect(left).layout(from_right), |ui| {
                ui.add_space(6.0);
                let mut show = self.seen.session.shows_backtracking();
                let tip = "On: shows every step and every retreat. Off: searches in the background, then plays the tour. (B)";
                let name = if measures.is_tight { "Backtracking" } else { "Show backtracking" };
                let check = ui.checkbox(&mut show, name).accessible_name("Show backtracking");
                let prefer = PlayerEvent::Prefer(Preference::Backtracking(show));
                self.out.extend(check.on_hover_text(tip).changed().then_some(prefer));
            });
            let (above, below) = right.split_top_bottom_at_y(right.top() + CAPTION_HEIGHT);
            ui.scope_builder(UiBuilder::new().max_rect(above).layout(from_left), |ui| {
                ui.label(RichText::new("Steps per second").small().weak());
            });
            ui.scope_builder(UiBuilder::new().max_rect(below).layout(from_left), |ui| {
                self.speed(ui, &measures);
            });
        });
    }

    fn timeline(&mut self, ui: &mut Ui, size: Vec2) {
        let colours = theme::of(ui);
        let now = self.playback.filter(|now| !now.is_hidden);
        let word = now.map_or("step", word_for);
        let length = now.map_or(0, |now| now.length);
        let step = now.map_or(0, |now| self.state.dragged.unwrap_or(now.step));
        let at = now.map(|_| (step as f64 / length.max(1) as f64) as f32);
        // The timeline of a tour has no metrics: its steps are its squares.
        let timeline = self.seen.session.frame().filter(|frame| frame.view == View::Search);
        let (response, wanted) =
            rail::rail(ui, size, at, ("Timeline", step as f64), |painter, rect| {
                if let Some(frame) = timeline {
                    metrics::paint(painter, rect, &frame.history, length, colours);
                }
            });
        let step_at = |share: f64| (share * length as f64).round() as u64;
        if let Some(step) = wanted.map(step_at) {
            if self.state.dragged != Some(step) {
                self.out.push(PlayerEvent::Playback(PlaybackCommand::Seek(step)));
            }
            self.state.dragged = Some(step);
        }
        if !response.is_pointer_button_down_on() {
            self.state.dragged = None;
        }
        if let Some(share) = rail::share_under(&response).filter(|_| at.is_some()) {
            // Above the pointer: below it are the buttons.
            let mut tip = egui::Tooltip::for_enabled(&response).at_pointer();
            tip.popup = tip.popup.align(egui::RectAlign::TOP).gap(12.0);
            let step = step_at(share);
            let metric = timeline.and_then(|frame| metrics::words_at(&frame.history, step));
            let metric = metric.map_or(String::new(), |metric| format!("\n{metric}"));
            tip.show(|ui| ui.label(format!("{word} {}{metric}", grouped(step))));
        }
    }

    fn buttons(&mut self, ui: &mut Ui, scale: f32) {
        let now = self.playback;
        let movable = now.is_some_and(|now| !now.is_hidden);
        let chooses = self.seen.session.is_choosing();
        let given = self.seen.session.has_path_to_finish();
        let can_play = movable || given || chooses || now.is_some_and(|now| now.is_searching);
        let back = movable && now.is_some_and(|now| now.step > 0);
        let on = given || movable && now.is_some_and(|now| !now.is_at_end);
        let newer = movable && now.is_some_and(|now| now.step < now.length || now.playing);
        let (icon, name, tip) = if chooses {
            (Icon::Pause, "Stop choosing", "Stop choosing a method. (Space)")
        } else if now.is_some_and(|now| now.playing) {
            (Icon::Pause, "Pause", "Pause the search and its playback. (Space)")
        } else {
            (Icon::Play, "Play", "Play. (Space)")
        };
        use PlaybackCommand::{PlayPause, Step, StepBack};
        let [toggle, step, step_back] = [PlayPause, Step, StepBack].map(PlayerEvent::Playback);
        let (start, end) = (PlayerEvent::TO_START, PlayerEvent::TO_END);
        let buttons = [
            (Icon::ToStart, "To the start", "To the start. (Home)", start, back),
            (Icon::StepBack, "Step back", "One step back. (Left arrow)", step_back, back),
            (icon, name, tip, toggle, can_play),
            (Icon::Step, "Step", "One step forward. (Right arrow)", step, on),
            (Icon::ToEnd, "To the end", "To the newest step. (End)", end, newer),
        ];
        for (icon, name, tip, event, enabled) in buttons {
            let is_main = event == toggle;
            let diameter = if is_main { 42.0 } else { 32.0 } * scale;
            let button = ui.add_enabled_ui(enabled, |ui| {
                icons::button(ui, icon, [name, tip], diameter, is_main && enabled)
            });
            let button = button.inner;
            self.out.extend(button.clicked().then_some(event));
        }
    }

    fn clear(&mut self, ui: &mut Ui) {
        let session = self.seen.session;
        let can_clear =
            self.playback.is_some() || session.is_choosing() || session.has_path_to_finish();
        let tip = "Clear the board. Undo brings it back. (R)";
        let clear = ui.add_enabled(can_clear, egui::Button::new("Clear"));
        self.out.extend(clear.on_hover_text(tip).clicked().then_some(PlayerEvent::Clear));
    }

    /// After a tour, the next one: where the panel that offers it is hidden.
    fn next_tour(&mut self, ui: &mut Ui) {
        let has_room = ui.available_width() > 420.0;
        let is_hidden = !self.seen.preferences.parts.status;
        if is_hidden && has_room && self.seen.session.can_find_next() {
            let tip = "Continue from this tour and look for another.";
            ask_button(ui, NEXT_TOUR, tip, PlayerEvent::FIND_NEXT, &mut self.out);
        }
    }

    fn step_field_width(&self) -> f32 {
        self.playback.map_or(0.0, |now| {
            let gaps = 4.0 * 8.0;
            STEP_WORD + field_width(now.length) + STEP_OF + gaps
        })
    }

    /// The step that is shown; typing another goes there.
    fn step_field(&mut self, ui: &mut Ui) {
        let Some(now) = self.playback else { return };
        let from_left = Layout::left_to_right(Align::Center);
        let from_right = Layout::right_to_left(Align::Center);
        ui.allocate_ui_with_layout(vec2(STEP_WORD, 28.0), from_right, |ui| {
            ui.set_min_width(STEP_WORD);
            ui.weak(word_for(now));
        });
        let mut step = self.state.typed_over.unwrap_or(now.step);
        let field = DragValue::new(&mut step)
            .range(0..=now.length)
            .speed(0.0)
            .custom_formatter(|step, _| grouped(step as u64))
            .custom_parser(|text| text.replace([',', ' '], "").parse().ok())
            .update_while_editing(false);
        let size = vec2(field_width(now.length), 28.0);
        let add = |ui: &mut Ui| ui.add_sized(size, field).accessible_name("Go to step");
        let field = ui.add_enabled_ui(!now.is_hidden, add).inner;
        if field.gained_focus() {
            self.state.typed_over = Some(now.step);
        } else if !field.has_focus() {
            self.state.typed_over = None;
        }
        let changed = field.on_hover_text("Click and type a number to go there.").changed();
        if changed && !self.seen.display.escaped {
            self.out.push(PlayerEvent::Playback(PlaybackCommand::PauseAt(step)));
        }
        // Leaves room for large numbers, so that nothing moves as they grow.
        ui.allocate_ui_with_layout(vec2(STEP_OF, 28.0), from_left, |ui| {
            ui.set_min_width(STEP_OF);
            ui.weak(format!("of {}", grouped(now.length)));
        });
    }

    fn speed(&mut self, ui: &mut Ui, measures: &SpeedMeasures) {
        let speed = self.seen.session.speed();
        let diameter = SPEED_BUTTON;
        let slower = icons::button(ui, Icon::Minus, ["Slower", "Slower. (−)"], diameter, false);
        self.out.extend(slower.clicked().then_some(PlayerEvent::speed(speed.slower())));
        let most = Speed::UNLIMITED.place() as f64;
        if let Some(width) = measures.slider {
            let at = speed.place() as f64 / most;
            let (size, value) = (vec2(width, rail::HEIGHT), ("Speed", speed.place() as f64));
            let (response, wanted) = rail::rail(ui, size, Some(at as f32), value, |_, _| {});
            let speed = wanted.map(|share| Speed::at((share * most).round() as usize));
            self.out.extend(speed.map(PlayerEvent::speed));
            response.on_hover_text("From 1 step a second to unlimited.");
        }
        let faster = icons::button(ui, Icon::Plus, ["Faster", "Faster. (+)"], diameter, false);
        self.out.extend(faster.clicked().then_some(PlayerEvent::speed(speed.faster())));
        let value = vec2(measures.value, 28.0);
        ui.allocate_ui_with_layout(value, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(measures.value);
            let usual = "Steps a second. Until you choose a speed, it fits the board.";
            let tip = self.seen.session.chosen_speed().map_or(usual, |_| "Steps a second.");
            ui.label(speed.to_string()).on_hover_text(tip);
        });
    }
}

/// The widths of the controls for the speed. A narrow window with large text has no room for all of them.
struct SpeedMeasures {
    slider: Option<f32>,
    value: f32,
    is_tight: bool,
}

impl SpeedMeasures {
    fn within(width: f32) -> SpeedMeasures {
        let value = if width < 330.0 { 60.0 } else { 88.0 };
        // The buttons, the gaps, and "Show backtracking" beside them.
        let slider = (width - value - 2.0 * SPEED_BUTTON - 210.0).min(190.0);
        let is_tight = slider < 0.0;
        SpeedMeasures { slider: Some(slider).filter(|width| *width >= 60.0), value, is_tight }
    }

    fn width(&self) -> f32 {
        let gaps = if self.slider.is_some() { 3.0 } else { 2.0 } * 8.0;
        2.0 * SPEED_BUTTON + self.slider.unwrap_or(0.0) + self.value + gaps
    }
}

fn field_width(length: u64) -> f32 {
    grouped(length).len().max(11) as f32 * 7.4 + 16.0
}

fn word_for(now: Playback) -> &'static str {
    if now.is_tour { "square" } else { "step" }
}
