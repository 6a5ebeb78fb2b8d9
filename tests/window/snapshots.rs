//! What the window looks like, compared with pictures in `tests/pictures`, or with texts in `expected`.

use std::collections::BTreeMap;
use std::env;

use egui_kittest::{Node, SnapshotOptions};

use crate::harness::*;

/// Pixels beside a masked clock that may differ.
const MASK_EDGE_PIXELS: usize = 40;

impl Window {
    /// Compares the window with the picture of this name, once nothing moves. Search times are left out,
    /// because they are never the same twice.
    pub(crate) fn picture(&mut self, name: &str) {
        self.settle();
        let screen = self.0.ctx.content_rect();
        let all = self.0.root().children_recursive();
        let clocks = all.filter(|node| is_time(&node_text(node))).map(|node| node.rect());
        let clocks: Vec<Rect> = clocks.filter(|clock| screen.intersects(*clock)).collect();
        let mut options = SnapshotOptions::new().output_path("tests/pictures");
        if !clocks.is_empty() {
            options = options.max_failed_pixels(MASK_EDGE_PIXELS);
        }
        for clock in clocks {
            // Times end at the same place, and are not equally long.
            let corner = pos2(clock.right() - 60.0, clock.top());
            self.0.mask(Rect::from_min_max(corner, clock.max));
        }
        if let Err(error) = self.0.try_snapshot_options(name, &options) {
            panic!("{error}");
        }
    }

    /// Compares what is on the screen with `expected/NAME.txt`, once nothing moves. With
    /// `UPDATE_SNAPSHOTS=1` writes that file.
    #[track_caller]
    pub(crate) fn expect(&mut self, name: &str) {
        self.settle();
        let texts = self.texts();
        let file = format!("{}/tests/window/expected/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        if env::var_os("UPDATE_SNAPSHOTS").is_some() {
            fs::write(&file, &texts).unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        let how = "`UPDATE_SNAPSHOTS=1 cargo test --test window` writes it anew";
        assert!(texts == expected, "{file} ({how}):\n{}", difference(&expected, &texts));
    }

    /// Everything on the screen, as a screen reader has it: a line each with role and text. Squares with
    /// the same description share a line; those that are only free or visited are left out.
    pub(crate) fn texts(&self) -> String {
        let screen = self.0.ctx.content_rect();
        let (mut lines, mut squares) = (String::new(), BTreeMap::<String, String>::new());
        for node in self.0.root().children_recursive() {
            let (text, state) = (node_text(&node), node.accesskit_node());
            if text.is_empty() || state.role() == Role::TextRun || !screen.intersects(node.rect()) {
                continue;
            }
            if let (Role::Cell, Some((name, said))) = (state.role(), text.split_once(", ")) {
                let said = said.split(", ").filter(|part| !part.starts_with("number "));
                let said: Vec<&str> = said.collect();
                if !matches!(said[..], ["free" | "visited"]) {
                    *squares.entry(said.join(", ")).or_default() += &format!(" {name}");
                }
                continue;
            }
            let text = if is_time(&text) { "(a time)" } else { &text };
            let off = if state.is_disabled() { " (disabled)" } else { "" };
            let toggled = state.toggled().map_or_else(String::new, |on| format!(" ({on:?})"));
            lines += &format!("{:?}: {text}{toggled}{off}\n", state.role());
        }
        for (said, names) in squares {
            lines += &format!("Squares, {said}:{names}\n");
        }
        lines
    }
}

/// Label and value in one line.
fn node_text(node: &Node<'_>) -> String {
    let node = node.accesskit_node();
    let (label, value) = (node.label().unwrap_or_default(), node.value().unwrap_or_default());
    let text = match (&*label, &*value) {
        (text, "") | ("", text) => text.to_owned(),
        (label, value) if label == value => label.to_owned(),
        (label, value) => format!("{label} = {value}"),
    };
    text.replace('\n', " / ")
}

fn is_time(text: &str) -> bool {
    let number = [" ms", " µs", " s"].iter().find_map(|unit| text.strip_suffix(unit));
    number.is_some_and(|number| number.parse::<f64>().is_ok())
}

/// The lines that differ, with those that are the same above and below.
fn difference(expected: &str, found: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (expected.lines().collect(), found.lines().collect());
    let same = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
    let (old_rest, new_rest) = (&old[same..], &new[same..]);
    let below = old_rest.iter().rev().zip(new_rest.iter().rev());
    let below = below.take_while(|(one, other)| one == other).count();
    let marked = |mark: &str, lines: &[&str]| -> String {
        lines.iter().map(|line| format!("{mark} {line}\n")).collect()
    };
    marked(" ", &old[same.saturating_sub(3)..same])
        + &marked("-", &old_rest[..old_rest.len() - below])
        + &marked("+", &new_rest[..new_rest.len() - below])
        + &marked(" ", &old[old.len() - below..(old.len() - below + 3).min(old.len())])
}
