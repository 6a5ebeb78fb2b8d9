//! The map of starts: where tours exist, and why not elsewhere.

use knights_tour::session::{Refusal, StartCounts};

use crate::harness::*;

fn counts(window: &Window) -> StartCounts {
    window.session().starts().counts()
}

/// On a board with holes the squares are decided in the background, and a click on one from which no tour
/// exists says so.
#[test]
fn a_board_with_holes_is_decided_square_by_square() {
    let mut window = Window::with("6x6", USUAL, Theme::Light);
    window.set_method("auto");
    window.send(Preference::Speed(Speed::UNLIMITED));
    let puzzle: Puzzle = "6x6 holes=1,1;1,2".parse().unwrap();
    window.change(window.setup().with_board(puzzle.board().clone()));
    window.until(|window| counts(window).open == 0);
    let StartCounts { yes, no, unknown, .. } = counts(&window);
    assert_eq!((yes, no, unknown), (17, 17, 0));
    window.key(Key::M);
    assert!(window.shows("a tour can start here"));
    window.picture("starts-holes-light-usual");
    let session = window.session();
    let refused: Vec<_> =
        puzzle.board().squares().filter(|at| session.starts().is_refused(*at)).collect();
    assert_eq!(refused.len() as u64, no);
    for square in &refused {
        assert!(matches!(session.refusal(*square), Some(Refusal::NoTour(_))));
    }
    let start = puzzle.board().squares().find(|square| !refused.contains(square)).unwrap();
    window.send(ExploreMessage::Start(start));
    window.until_found();
}

/// A plain board is known at once, and the map can be switched off again.
#[test]
fn theorems_answer_at_once() {
    let mut window = Window::open("5x5");
    assert_eq!(counts(&window), StartCounts { yes: 13, no: 12, ..StartCounts::default() });
    assert!(!window.shows("a tour can start here"));
    window.key(Key::M);
    assert!(window.shows("a tour can start here"));
    window.key(Key::M);
    assert!(!window.shows("a tour can start here"));
}
