//! Methods that hold many answers at once.

use egui::{Theme, vec2};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable;
use knights_tour::app::{PlaybackCommand, Preference};
use knights_tour::board::Square;
use knights_tour::engine::{Frame, Speed};
use knights_tour::session::State;
use knights_tour::solver::Status;

use crate::screen::{SMALL, USUAL, Window};

impl Window {
    fn evolving(board: &str, config: &str, size: egui::Vec2, theme: Theme) -> Window {
        let mut window = Window::with(board, size, theme);
        window.set_method(config);
        window.send(Preference::Speed(Speed::UNLIMITED));
        window
    }

    fn frame(&self) -> &Frame {
        self.app().session().frame().unwrap()
    }

    /// Whether the tip of a square says this.
    fn tip_says(&mut self, square: Square, words: &str) -> bool {
        let place = self.app().place_of(square).unwrap();
        self.0.remove_cursor();
        self.0.run_steps(2);
        self.0.hover_at(place);
        self.0.run_steps(60);
        self.shows(words)
    }

    /// Whether the search has ended.
    fn is_over(&self) -> bool {
        let frame = self.app().session().frame();
        frame.is_some_and(|frame| frame.progress.status != Status::Searching)
    }

    /// Stops at a step and waits until it is shown.
    fn stop_at(&mut self, step: u64) {
        self.playback(PlaybackCommand::Seek(step));
        self.until("the step", |window| window.frame().step == step);
    }
}

#[test]
fn a_population_is_listed_and_each_path_can_be_shown() {
    let mut window =
        Window::evolving("8x8", "genetic:repair=first,generations=300", USUAL, Theme::Light);
    window.click_square("a1");
    window.until("an end", Window::is_over);
    window.stop_at(40);
    assert!(window.shows("Population: 50"));
    assert!(window.shows("Generation 39: best "));
    let best = window.frame().path.clone();
    assert_eq!(window.frame().candidates.list.len(), 50);
    let second = window.frame().candidates.list[1].clone();
    window.press(&format!("2, {} moves", second.score));
    assert!(window.shows("On the board: 2."));
    // The search stays where it is; only what is shown changes.
    assert_eq!(window.frame().path, best);
    let last = *second.path.last().unwrap();
    let said = format!("Number {} on the path.", second.path.len());
    assert_ne!(best.iter().position(|square| *square == last), Some(second.path.len() - 1));
    assert!(window.tip_says(last, &said));
    window.press(&format!("2, {} moves", second.score));
    assert!(!window.shows("On the board: 2.") && !window.tip_says(last, &said));
    // The tip of a row has its genes as digits, from 1 to 8.
    let row = window.0.get_by_label(&format!("2, {} moves", second.score)).rect();
    window.0.hover_at(row.center());
    window.0.run_steps(60);
    let genes = second.strip.chunks(8);
    let genes = genes.map(|group| group.iter().map(|gene| (gene + 1).to_string()).collect());
    assert!(window.shows(&genes.collect::<Vec<String>>().join(" ")));
}

#[test]
fn the_chart_of_fitness_leads_to_a_generation() {
    let mut window =
        Window::evolving("8x8", "genetic:repair=none,generations=100", USUAL, Theme::Light);
    window.click_square("a1");
    window.until("an end", |window| window.state() == State::GaveUp);
    assert_eq!(window.frame().step, 101);
    window.press("Show as a chart");
    let chart = window.0.get_by_label_contains("Chart.").rect();
    window.click(chart.center() + vec2(0.0, -10.0));
    window.until("another generation", |window| window.frame().step < 101);
    let step = window.frame().step;
    assert!((30..=75).contains(&step), "{step}");
    assert!(window.shows(&format!("Generation {}: best ", step - 1)));
    window.press("Hide the chart");
}

#[test]
fn evolution_and_ants_come_to_their_end() {
    for (config, board) in [("genetic", "8x8"), ("ants", "6x6"), ("genetic:repair=first", "6x6")] {
        let mut window = Window::evolving(board, config, USUAL, Theme::Light);
        window.click_square("a1");
        window.until("a tour", |window| matches!(window.state(), State::Found { .. }));
        assert!(window.shows("Find the next one"), "{config}");
        window.press("Find the next one");
        window.until("another tour", |window| window.frame().progress.tours == 2);
    }
}

#[test]
fn pictures_of_many() {
    let mut results = SnapshotResults::new();
    for (size, theme, name) in
        [(USUAL, Theme::Light, "light-usual"), (SMALL, Theme::Dark, "dark-small")]
    {
        let config = "genetic:repair=first,generations=300";
        let mut window = Window::evolving("8x8", config, size, theme);
        window.click_square("a1");
        window.until("an end", Window::is_over);
        window.stop_at(40);
        window.picture(&format!("evolution-{name}"), &mut results);
        let mut window = Window::evolving("8x8", "ants:cycles=200,restarts=0", size, theme);
        window.click_square("a1");
        window.until("an end", Window::is_over);
        window.stop_at(90);
        window.picture(&format!("ants-{name}"), &mut results);
    }
}

/// Blocks are laid, joined, and linked to a chain; a sweep adds columns.
#[test]
fn pictures_of_building() {
    let mut results = SnapshotResults::new();
    for (board, config, step, size, theme, name) in [
        ("20x20", "construct", 6, USUAL, Theme::Light, "built-blocks-light-usual"),
        ("24x24", "divide-and-conquer", 18, SMALL, Theme::Dark, "built-joins-dark-small"),
        ("4x9", "construct", 5, USUAL, Theme::Dark, "built-sweep-dark-usual"),
    ] {
        let mut window = Window::evolving(board, config, size, theme);
        window.click_square("a1");
        window.until("an end", |window| matches!(window.state(), State::Found { .. }));
        window.stop_at(step);
        window.picture(name, &mut results);
    }
}
