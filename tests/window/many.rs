//! Methods that hold many answers at once.

use crate::harness::*;

impl Window {
    fn evolving(board: &str, config: &str, size: egui::Vec2, theme: Theme) -> Window {
        let mut window = Window::with(board, size, theme);
        window.set_method(config);
        window.send(Preference::Speed(Speed::UNLIMITED));
        window
    }

    /// Whether the tip of a square says this.
    fn tip_says(&mut self, square: Square, words: &str) -> bool {
        let place = self.place_of(square).unwrap();
        self.0.remove_cursor();
        self.0.run_steps(2);
        self.hover(place);
        self.0.run_steps(60);
        self.shows(words)
    }
}

#[test]
fn a_population_is_listed_and_each_path_can_be_shown() {
    let mut window =
        Window::evolving("8x8", "genetic:repair=first,generations=300", USUAL, Theme::Light);
    window.click_square("a1");
    window.until_searched();
    window.seek(40);
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
    window.hover(window.rect(&format!("2, {} moves", second.score)).center());
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
    window.until_state(State::GaveUp);
    assert_eq!(window.step(), 101);
    window.press("Show as a chart");
    let chart = window.0.get_by_label_contains("Chart.").rect();
    window.click(chart.center() + vec2(0.0, -10.0));
    window.until(|window| window.step() < 101);
    let step = window.step();
    assert!((30..=75).contains(&step), "{step}");
    assert!(window.shows(&format!("Generation {}: best ", step - 1)));
    window.press("Hide the chart");
}

#[test]
fn overlays_show_what_a_method_holds() {
    let config = "genetic:repair=first,generations=300";
    let mut window = Window::evolving("8x8", config, SMALL, Theme::Dark);
    window.click_square("a1");
    window.until_searched();
    window.seek(40);
    window.expect("evolution");
    let mut window = Window::evolving("8x8", "ants:cycles=200,restarts=0", SMALL, Theme::Dark);
    window.click_square("a1");
    window.until_searched();
    window.seek(90);
    window.picture("ants-dark-small");
}

/// Blocks are laid, joined, and linked to a chain; a sweep adds columns.
#[test]
fn a_construction_says_what_it_does() {
    for (board, config, step, name) in [
        ("20x20", "construct", 6, "built-blocks"),
        ("24x24", "divide-and-conquer", 18, "built-joins"),
        ("4x9", "construct", 5, "built-sweep"),
    ] {
        let mut window = Window::evolving(board, config, SMALL, Theme::Light);
        window.find_tour("a1");
        window.seek(step);
        window.expect(name);
    }
}
