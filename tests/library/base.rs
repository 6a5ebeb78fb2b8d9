//! Base tours: their text form, which methods take them, and that they are really laid.

use std::collections::BTreeSet;

use knights_tour::engine::Recording;
use knights_tour::format::tour::{Contents, read, write_search};
use knights_tour::puzzle::{BaseError, BaseTours, MAX_BASE_TOURS, Puzzle};
use knights_tour::solver::{BlockTour, Insight, LinkStep, METHODS, MethodConfig, Overlay, Status};
use knights_tour::tour::Tour;
use proptest::prelude::*;

use crate::random::{checked, solved};
use crate::tour_kinds::line;

/// The boards that base tours are of.
const SHAPES: [&str; 9] = ["6x6", "6x8", "8x6", "8x8", "8x10", "10x8", "10x10", "10x12", "12x10"];

fn divide() -> MethodConfig {
    "divide-and-conquer".parse().unwrap()
}

/// A closed, structured tour of a small board from one of its squares.
fn tour(shape: &str, seed: u64) -> Tour {
    let row = seed % 6;
    let puzzle: Puzzle = format!("{shape} given={row},2 seed={seed}").parse().unwrap();
    solved(&puzzle, &divide())
}

fn with_base(text: &str, tours: &[Tour]) -> Puzzle {
    text.parse::<Puzzle>().unwrap().with_base(BaseTours::new(tours.iter().cloned()).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn base_tours_are_read_back_from_text_and_files(
        wanted in prop::collection::vec((0..SHAPES.len(), 0_u64..50), 0..4),
        turn in any::<prop::sample::Index>(),
    ) {
        let mut base = BaseTours::default();
        for (shape, seed) in wanted {
            let tour = tour(SHAPES[shape], seed);
            base = base.with(&tour).unwrap_or(base);
            // A closed tour has no start and no direction.
            let mut path = tour.path().to_vec();
            let first = turn.index(path.len());
            path.rotate_left(first);
            path.reverse();
            let same = Tour::new(tour.board().clone(), path).unwrap();
            prop_assert!(matches!(base.with(&same), Err(BaseError::Twice(_))));
        }
        let puzzle = "24x24 given=1,1 goal=closed seed=5".parse::<Puzzle>().unwrap().with_base(base);
        let text = puzzle.to_string();
        prop_assert_eq!(text.lines().count(), 1);
        prop_assert_eq!(text.parse::<Puzzle>(), Ok(puzzle.clone()));
        let nothing = Recording::default();
        let file = read(&write_search(&puzzle, &divide(), &nothing));
        let Ok(Contents::Search { puzzle: same, .. }) = file else { panic!("not a search") };
        prop_assert_eq!(same, puzzle);
    }
}

#[test]
fn what_is_wrong_with_a_base_tour_is_said() {
    let good = tour("6x6", 1);
    let text = with_base("12x12", std::slice::from_ref(&good)).to_string();
    let (_, word) = text.split_once("base=").unwrap();
    let open: Vec<&str> = word.split(';').collect();
    let swapped = word.replacen("6x6", "6x7", 1);
    let too_many = format!(" base={word}").repeat(MAX_BASE_TOURS + 1);
    for (base, said) in [
        ("base=0,0;1,2".to_owned(), "'0,0;1,2' has no board; write board:squares"),
        ("base=ax6:0,0".to_owned(), "a base tour has a wrong board"),
        ("base=6x6:0,0;9,9".to_owned(), "a base tour has a wrong square"),
        ("base=5x6:0,0".to_owned(), "5x6 board cannot be used; its sides must be from 6 to 12"),
        ("base=3000x3000:0,0".to_owned(), "its sides must be from 6 to 12"),
        (format!("base={}", open[..35].join(";")), "unfinished: 35 of 36 squares visited"),
        (format!("base={swapped}"), "6x7 board is not a tour"),
        (format!("base={word} base={word}"), "two base tours of the 6x6 board are the same"),
        (too_many, "too many base tours; use at most 64"),
        ("bass=1".to_owned(), "did you mean 'base'"),
    ] {
        let error = format!("12x12 {base}").parse::<Puzzle>().unwrap_err().to_string();
        assert!(error.contains(said), "'{error}' does not say '{said}'");
    }
    let search = |method: &str, goal: &str, fits: &dyn Fn(&Tour) -> bool| {
        (0..200).find_map(|seed: u64| {
            let puzzle: Puzzle = format!("6x6 goal={goal} seed={seed}").parse().unwrap();
            let mut solver = method.parse::<MethodConfig>().unwrap().build(&puzzle);
            let is_found = solver.run(100_000) == Status::Found;
            is_found.then(|| checked(&puzzle, &solver.state().path)).filter(|tour| fits(tour))
        })
    };
    let open = search("warnsdorff:ties=uniform", "any", &|tour| !tour.is_closed()).unwrap();
    assert!(matches!(BaseTours::new([open]), Err(BaseError::Open(_))));
    let loose = search("construct", "closed", &|tour| !tour.is_structured()).unwrap();
    assert!(matches!(BaseTours::new([loose]), Err(BaseError::Unstructured(_))));
    let torus = Tour::new(good.board().clone().wrapped(true), good.path().to_vec()).unwrap();
    assert!(matches!(BaseTours::new([torus]), Err(BaseError::NotPlain(_))));
}

/// No method ignores them in silence.
#[test]
fn methods_without_use_for_base_tours_refuse_them() {
    let puzzle = with_base("12x12", &[tour("6x6", 1)]);
    let taking = METHODS.iter().map(|method| MethodConfig::new(method)).filter(|config| {
        let why = config.refusal(&puzzle);
        assert_eq!(why.is_none(), config.takes_base(), "{config}");
        assert!(why.is_none_or(|why| why.contains("base tours")), "{config}");
        config.takes_base()
    });
    assert!(taking.count() > 0);
    let other = divide().refusal(&with_base("16x16", &[tour("6x6", 1)])).unwrap();
    assert!(other.contains("tours of 8x8") && other.contains("are of 6x6"), "{other}");
    // A part may lie across.
    assert_eq!(divide().refusal(&with_base("12x14", &[tour("8x6", 1)])), None);
}

/// Every move of a base tour is in the finished tour, wherever it was laid, except those that a join
/// has cut. Some parts lie across.
#[test]
fn the_moves_of_base_tours_are_in_the_tour() {
    let mine = [tour("6x6", 3), tour("8x6", 4)];
    let puzzle = with_base("24x26 given=5,5 seed=2", &mine);
    let board = puzzle.board();
    let mut solver = divide().build(&puzzle);
    let (mut cut, mut laid) = (BTreeSet::new(), 0);
    while solver.step().is_some() {
        let mut overlay = Overlay::default();
        solver.overlay(&mut overlay);
        cut.extend(overlay.cut.iter().map(|link| (link.0.min(link.1), link.0.max(link.1))));
        laid += usize::from(matches!(
            solver.insight(),
            Insight::Links { step: LinkStep::Laid { size: (6, _), tour: BlockTour::Base, .. }, .. }
        ));
    }
    assert_eq!((solver.state().status, laid), (Status::Found, 16));
    let (tour, mut met) = (line(&checked(&puzzle, &solver.state().path)), 0);
    for row in [0, 6, 12, 18] {
        for (col, cols) in [(0, 6), (6, 6), (12, 6), (18, 8)] {
            let own = puzzle.base().fitting(6, cols).next().unwrap();
            for (a, b) in line(&own) {
                let place = |square| {
                    let small = own.board();
                    board.square(row + small.row(square), col + small.col(square)).unwrap()
                };
                let link = (place(a).min(place(b)), place(a).max(place(b)));
                assert_ne!(tour.contains(&link), cut.contains(&link), "{link:?}");
                met += usize::from(tour.contains(&link));
            }
        }
    }
    // Five joins of four parts each.
    assert_eq!(cut.len(), 20);
    assert_eq!(met, 24 * 26 - 20);
}
