//! The `.tour` file: searches are restored exactly, paths can be typed by hand, and damage is noticed.

use std::sync::Arc;

use knights_tour::board::{Board, Square};
use knights_tour::engine::{
    PlaybackCommand, Recording, SearchHandle, Showing, Shown, Speed, Worker,
};
use knights_tour::format::first;
use knights_tour::format::json::places;
use knights_tour::format::tour::{Contents, read, write_path, write_search};
use knights_tour::puzzle::Puzzle;
use knights_tour::solver::{
    BlockTour, Generator, Insight, LinkStep, METHODS, Position, Recipe, Solver, Status, Walk,
};
use knights_tour::tape::Film;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// A closed, structured tour.
const BASE_TOUR: &str = "6x6:0,0;1,2;0,4;2,5;3,3;5,4;3,5;1,4;0,2;1,0;2,2;0,1;2,0;4,1;5,3;4,5;2,4;0,\
                    5;1,3;3,4;5,5;4,3;3,1;5,0;4,2;2,3;1,5;0,3;1,1;3,0;5,1;3,2;4,4;5,2;4,0;2,1";

fn recording(film: &Film, tours: u64) -> Recording {
    Recording {
        marks: film.marks(),
        playhead: film.shown().state().steps(),
        shown: Shown::Step,
        seconds: 1.234_567_890_1,
        tours,
        knows_no_other: false,
        track: Some(film.track().clone()),
        pick: None,
    }
}

/// A film of this many steps with marks along the way.
fn film(puzzle: &Puzzle, recipe: &Recipe, steps: u64) -> Film {
    let mut film = Film::new(recipe.build(puzzle));
    film.ride();
    for _ in 0..10 {
        film.make(steps / 10);
        film.mark();
    }
    film
}

fn text(puzzle: &Puzzle, recipe: &Recipe, film: &Film) -> String {
    let tours = u64::from(film.maker().state().status == Status::Found);
    write_search(puzzle, recipe, &recording(film, tours))
}

fn open(text: &str) -> (Puzzle, Recipe, Recording) {
    match read(text) {
        Ok(Contents::Search { puzzle, recipe, recording }) => (puzzle, recipe, recording),
        Ok(Contents::Path { .. } | Contents::Game(_)) => panic!("not a search"),
        Err(error) => panic!("{error}"),
    }
}

fn refusal(text: &str) -> String {
    read(text).err().map_or_else(|| panic!("{text} was read"), |error| error.to_string())
}

fn given(text: &str) -> Puzzle {
    match read(text) {
        Ok(Contents::Path { puzzle, .. }) => puzzle,
        Ok(Contents::Search { .. } | Contents::Game(_)) => panic!("not a path"),
        Err(error) => panic!("{error}"),
    }
}

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap()
}

/// Everything about a search that can be seen from outside.
fn state(solver: &dyn Solver) -> (u64, Status, Vec<Square>, Vec<u64>, Insight) {
    let tally = &solver.state().tally;
    let path = solver.state().path.clone();
    (tally.steps(), solver.state().status, path, tally.visits.clone(), solver.insight())
}

/// Files of a million squares: a search, and a tour as a path.
#[test]
fn giant_tours_are_read_as_they_were_written() {
    let (puzzle, recipe) = (puzzle("1000x1000 given=17,42"), "construct".parse().unwrap());
    let film = film(&puzzle, &recipe, 1_000_000);
    assert_eq!(film.maker().state().status, Status::Found);
    let text = text(&puzzle, &recipe, &film);
    let (again, method, recording) = open(&text);
    assert_eq!((&again, &method), (&puzzle, &recipe));
    let path = &film.maker().state().path[..];
    assert_eq!(recording.marks.last().unwrap().state().path, path);

    let board = puzzle.board().clone();
    let whole = Puzzle::new(board, path.to_vec(), puzzle.goal(), 0).unwrap();
    assert_eq!(given(&write_path(&whole)).given(), path);
}

#[test]
fn every_method_is_restored_in_mid_search_and_ends_the_same_way() {
    let puzzles = [
        "5x5 given=0,1 seed=3",
        "6x6 given=0,0 goal=closed",
        "5x6 wrap given=1,1 holes=0,0",
        "8x8 given=7,0;5,1",
        "9x9 given=4,4 goal=end:0,0",
    ];
    for puzzle in puzzles.map(puzzle) {
        for method in METHODS {
            let recipe = Recipe::new(method);
            if recipe.refusal(&puzzle).is_some() {
                continue;
            }
            let is_slow = recipe.build(&puzzle).quick_steps() < 64;
            for steps in [10, 50, if is_slow { 600 } else { 3_000 }] {
                let mut film = film(&puzzle, &recipe, steps);
                film.seek(steps / 3);
                while film.is_winding() {
                    film.wind(100);
                }
                let (same_puzzle, same_recipe, kept) = open(&text(&puzzle, &recipe, &film));
                assert_eq!((&same_puzzle, &same_recipe), (&puzzle, &recipe));
                let mut loaded =
                    Film::load(recipe.build(&puzzle), kept.marks, kept.playhead, kept.track);
                assert_eq!(loaded.track(), film.track(), "{puzzle} {recipe}");
                assert_eq!(state(loaded.shown()), state(film.shown()), "{puzzle} {recipe}");
                assert_eq!(state(loaded.maker()), state(film.maker()), "{puzzle} {recipe}");
                for step in [0, 1, steps / 7, steps] {
                    for film in [&mut film, &mut loaded] {
                        film.seek(step);
                        while film.is_winding() {
                            film.wind(77);
                        }
                    }
                    assert_eq!(state(loaded.shown()), state(film.shown()), "{puzzle} {recipe}");
                }
                film.make(20_000);
                loaded.make(20_000);
                assert_eq!(state(loaded.maker()), state(film.maker()), "{puzzle} {recipe}");
            }
        }
    }
}

#[test]
fn a_resumed_search_continues_as_if_it_had_never_stopped() {
    let (puzzle, recipe) = (puzzle("8x8 given=7,0"), "backtracking".parse::<Recipe>().unwrap());
    let (_, _, kept) = open(&text(&puzzle, &recipe, &film(&puzzle, &recipe, 1_000_000)));
    assert_eq!(kept.playhead, 1_000_000);
    let search = SearchHandle::resume(
        recipe.build(&puzzle),
        kept,
        &Showing::at(Speed::UNLIMITED),
        Arc::new(|| {}),
    );
    let mut first = None;
    let last = loop {
        let Some(moment) = search.moment().unwrap() else { continue };
        if first.is_none() {
            assert!(!moment.playing, "a resumed search is paused");
            first = Some(moment.step);
            search.send(PlaybackCommand::Play);
        }
        if moment.status == Status::Found {
            break moment;
        }
    };
    assert_eq!(first, Some(1_000_000));
    assert_eq!(last.step, 6_484_066);
    assert!(last.progress.seconds >= 1.2, "the time continues too");
}

/// Small tours are shared by all tours that are built from them, also in a search that is restored after
/// the first.
#[test]
fn a_later_tour_of_a_building_is_restored() {
    for board in ["12x12", "24x24", "13x13"] {
        for method in METHODS
            .iter()
            .filter(|method| method.counters.iter().any(|counter| counter.key == "blocks"))
        {
            let (puzzle, recipe) = (puzzle(&format!("{board} seed=2")), Recipe::new(method));
            if recipe.refusal(&puzzle).is_some() {
                continue;
            }
            let mut film = Film::new(recipe.build(&puzzle));
            film.ride();
            for _ in 0..3 {
                film.make(u64::MAX);
                film.mark();
                film.find_next();
            }
            assert_eq!(film.make(u64::MAX), Status::Found, "{board} {recipe}");
            let (_, _, kept) = open(&write_search(&puzzle, &recipe, &recording(&film, 4)));
            assert_eq!(state(&**kept.marks.last().unwrap()), state(film.maker()));
        }
    }
}

/// The path of a file is what was on the board. A tour that the search has found beyond that stands
/// beside it, and is what is checked.
#[test]
fn a_file_has_the_path_on_the_board_and_the_tour_beside_it() {
    let (puzzle, recipe) = (puzzle("5x5 given=0,0"), "backtracking".parse::<Recipe>().unwrap());
    let mut film = film(&puzzle, &recipe, 20_000);
    let tour = film.maker().state().path.clone();
    assert_eq!(tour.len(), 25);
    film.seek(50);
    while film.is_winding() {
        film.wind(1_000);
    }
    let at_step = film.shown().state().path.clone();
    let length = film.length();
    let list = |path: &[Square]| serde_json::to_string(&places(puzzle.board(), path)).unwrap();
    for (shown, playhead, path) in [
        (Shown::Step, 50, &at_step[..]),
        (Shown::Step, 0, &[]),
        (Shown::Step, length, &tour),
        (Shown::Squares(0), length, &[]),
        (Shown::Squares(10), length, &tour[..10]),
        (Shown::Squares(usize::MAX), length, &tour),
    ] {
        let text =
            write_search(&puzzle, &recipe, &Recording { playhead, shown, ..recording(&film, 1) });
        let is_whole = path.len() == 25;
        let said = format!("\"structured\":false,\"path\":{}", list(path));
        assert!(text.contains(&said), "{shown:?}: {text}");
        let said = format!("{said},\"tour\":{}", list(&tour));
        assert_eq!(text.contains(&said), !is_whole, "{shown:?}: {text}");
        let kept = open(&text).2;
        assert_eq!((kept.playhead, kept.path()), (playhead, path), "{shown:?}");
        assert!(is_whole || kept.shown == shown, "{shown:?}");
        assert_eq!(first(&text).unwrap().path.unwrap(), tour, "{shown:?}");
    }

    let text = write_search(&puzzle, &recipe, &Recording { playhead: 50, ..recording(&film, 1) });
    // Files once had the whole tour as their path, whatever was on the board.
    let beside = format!(",\"tour\":{}", list(&tour));
    let old = text.replacen(&beside, "", 1);
    let old = old.replacen(
        &format!("\"path\":{}", list(&at_step)),
        &beside[1..].replacen("tour", "path", 1),
        1,
    );
    let kept = open(&old).2;
    assert_eq!((kept.playhead, kept.shown, kept.path()), (50, Shown::Step, &at_step[..]));
    assert_eq!(first(&old).unwrap().path.unwrap(), tour);

    for (what, path) in [("path", &tour[..10]), ("path", &tour[1..3]), ("tour", &tour[..24])] {
        let start = text.find(&format!("\"{what}\":")).unwrap() + what.len() + 3;
        let end = start + text[start..].find("]]").unwrap() + 2;
        let changed = [&text[..start], &list(path), &text[end..]].concat();
        assert_eq!(refusal(&changed), "its path does not match its search");
    }
}

/// While a search is hidden, its longest path is on the board.
#[test]
fn the_longest_path_of_a_hidden_search_comes_back() {
    let (puzzle, recipe) = (puzzle("8x8 given=0,1"), "backtracking".parse::<Recipe>().unwrap());
    let film = film(&puzzle, &recipe, 100_000);
    let longest = film.maker().state().deepest();
    assert_ne!(longest, film.maker().state().path);
    let text =
        write_search(&puzzle, &recipe, &Recording { shown: Shown::Longest, ..recording(&film, 0) });
    let kept = open(&text).2;
    assert_eq!((kept.shown, kept.path()), (Shown::Longest, longest));
    assert_eq!(first(&text).unwrap().path.unwrap(), longest, "nothing is judged but that");
}

/// A file always has the newest step and the one that is shown, and is not much larger than a
/// megabyte, on any board.
#[test]
fn files_stay_small_and_contain_what_matters() {
    for (text, recipe) in
        [("8x8 given=0,1", "backtracking"), ("199x199 given=0,1", "backtracking:by=warnsdorff")]
    {
        let (puzzle, recipe): (Puzzle, Recipe) = (puzzle(text), recipe.parse().unwrap());
        let mut film = film(&puzzle, &recipe, 500_000);
        for _ in 0..2_000 {
            film.make(300);
            film.mark();
        }
        film.seek(123_456);
        while film.is_winding() {
            film.wind(10_000);
        }
        let text = self::text(&puzzle, &recipe, &film);
        assert!(text.len() < 2 << 20, "{} bytes", text.len());
        let (_, _, kept) = open(&text);
        assert_eq!(kept.playhead, 123_456);
        assert_eq!(kept.marks.last().unwrap().state().steps(), film.length());
        assert!(kept.marks.len() >= 2);
    }
}

#[test]
fn the_first_version_can_still_be_read() {
    let (puzzle, recipe, kept) = open(include_str!("../data/version1-search.tour"));
    assert_eq!(puzzle.to_string(), "5x5 given=0,1 seed=7");
    assert_eq!(recipe.to_string(), "backtracking:by=warnsdorff,ties=uniform");
    assert_eq!(kept.playhead, 40);
    let newest = kept.marks.last().unwrap();
    assert_eq!(newest.state().steps(), 60);
    let mut again = recipe.build(&puzzle);
    again.run(60);
    assert_eq!(state(&**newest), state(&*again));
    let (puzzle, recipe, kept) = open(include_str!("../data/version1-question.tour"));
    assert_eq!(puzzle.to_string(), "5x5 given=0,0 seed=3");
    assert_eq!(recipe.to_string(), "restarting:attempts=50");
    assert_eq!((kept.playhead, kept.steps(), kept.track), (8, 24, None));
    let tour = given(include_str!("../data/version1-tour.tour"));
    assert_eq!(tour.given().len(), 30);
    let path = given(include_str!("../data/version1-path.tour"));
    assert_eq!(path.to_string(), "5x6 given=0,0;2,1;4,0");
}

/// What is written today is what the samples of today's version hold; both can be read.
#[test]
fn the_second_version_is_written_as_its_samples() {
    for (name, question, method, steps) in [
        ("version2-euler.tour", "6x6 given=3,3 goal=closed", "euler", 50),
        ("version2-repair.tour", "6x6 repair=0,0;2,1;4,0;5,2;3,3 seed=3", "euler", 40),
        ("version2-neural.tour", "6x6 given=0,0 seed=1", "neural", 10),
        ("version2-genetic.tour", "5x5 given=0,0 seed=1", "genetic:repair=none,population=10", 10),
        ("version2-ants.tour", "5x5 given=0,0 seed=1", "ants", 10),
    ] {
        let written = text_of(question, method, steps);
        let sample = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(&sample, &written).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&sample).unwrap(), written, "{name}");
        let (same, recipe, kept) = open(&written);
        assert_eq!((same, recipe.to_string()), (puzzle(question), method.to_owned()));
        assert_eq!(kept.steps(), steps, "{name}");
        assert!(kept.track.is_some(), "{name}");
    }
}

/// A search with base tours lays the same ones when it is restored. Only they need the third version.
#[test]
fn the_third_version_has_base_tours() {
    let question = format!("12x12 given=0,0 seed=1 base={BASE_TOUR}");
    let written = text_of(&question, "divide-and-conquer", 30);
    let sample = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let sample = sample.join("version3-base.tour");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&sample, &written).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&sample).unwrap(), written);
    let (same, recipe, kept) = open(&written);
    assert_eq!((same, recipe.to_string()), (puzzle(&question), "divide-and-conquer".to_owned()));
    let (first, newest) = (&kept.marks[0], kept.marks.last().unwrap());
    assert_eq!([first.state().status, newest.state().status], [Status::Searching, Status::Found]);
    let laid = LinkStep::Laid { number: 3, blocks: 4, size: (6, 6), tour: BlockTour::Base };
    assert!(matches!(first.insight(), Insight::Links { step, .. } if step == laid));
    let mut again = first.boxed_clone();
    again.run(u64::MAX);
    assert_eq!(state(&*again), state(&**newest));
    let (start, end) = (written.find(r#""base":"#).unwrap(), written.find(r#""goal":"#).unwrap());
    let without = [&written[..start], &written[end..]].concat();
    for (changed, said) in [
        (without, "changed or damaged"),
        (written.replacen(r#""version":3"#, r#""version":2"#, 1), "version 2 have no base"),
        (
            written.replacen(r#"d":"divide-and-conquer"#, r#"d":"construct"#, 1),
            "its method uses none",
        ),
        (written.replacen("[[0,0],[1,2],", "[[0,0],[2,1],", 1), "6x6 board is not a tour"),
        (written.replacen("[[0,0],[1,2],", "[[0,0],[9,2],", 1), "a base tour is wrong: number 2"),
        (
            written.replacen(r#""base":[{"rows":6"#, r#""base":[{"rows":4"#, 1),
            "sides must be from 6",
        ),
        (written.replacen(r#""base":[{"rows""#, r#""base":[{"rwos""#, 1), "unknown field `rwos`"),
    ] {
        assert_ne!(changed, written, "{said}");
        let refused = refusal(&changed);
        assert!(refused.contains(said), "'{refused}' does not say '{said}'");
    }
}

#[test]
fn paths_can_be_typed_by_hand_or_come_from_elsewhere() {
    let typed = r#"{"format":"knights-tour","version":1,
        "board":{"rows":8,"cols":8},"path":[[7,0],[5,1],[7,2]]}"#;
    assert_eq!(given(typed).to_string(), "8x8 given=7,0;5,1;7,2");
    assert_eq!(given("1 . . .\n. . 2 .\n3 . . .\n").to_string(), "3x4 given=0,0;1,2;2,0");
    assert_eq!(given("[[0, 3, 6, 9], [11, 8, 1, 4], [2, 5, 10, 7]]").given().len(), 12);
}

#[test]
fn errors_say_what_is_wrong() {
    let board = r#""format":"knights-tour","version":1,"board":{"rows":8,"cols":8}"#;
    let cases = [
        (r#"{"format":"knights-tour","version":4}"#.to_owned(), "version is 4; this program reads versions 1 to 3"),
        (r#"{"format":"chess","version":1}"#.to_owned(), "'chess'"),
        (format!("{{{board},\"pth\":[]}}"), "unknown field `pth`"),
        (format!("{{{board},\"path\":[[0,0],[1,1]]}}"), "not a knight's move apart"),
        (format!("{{{board},\"path\":[[0,0],[9,9]]}}"), "9,9"),
        (format!("{{{board},\"path\":[[0,0],[1,2],[0,0]]}}"), "given twice"),
        (format!("{{{board},\"path\":[]}}"), "no square is given"),
        (format!("{{{board},\"path\":[[0,0]],\"outcome\":\"found\"}}"), "has no tour"),
        (format!("{{{board},\"path\":[[0,0]],\"outcome\":\"banana\"}}"), "unknown outcome 'banana'"),
        (format!("{{{board},\"path\":[[0,0]],\"outcome\":\"fuond\"}}"), "did you mean 'found'"),
        (format!("{{{board},\"path\":[[0,0]],\"seconds\":-1}}"), "-1 seconds is not possible"),
        (
            format!("{{{board},\"path\":[[0,0]],\"steps\":3,\"placements\":1,\"retreats\":1,\"restarts\":0}}"),
            "its steps are 3, but their parts make 2",
        ),
        (format!("{{{board},\"method\":\"warnsdorff\",\"options\":{{\"ties\":[1]}}}}"), "a text or a number"),
        (format!("{{{board},\"path\":[[0,0]],\"closed\":true}}"), "closed or structured, but"),
        (format!("{{{board},\"path\":[[0,0]],\"method\":\"magic\"}}"), "'magic'"),
        (format!("{{{board},\"path\":[[0,0]"), "cut off"),
        (r#"{"format":"knights-tour","version":1,"board":{"rows":9000,"cols":3000},"path":[[0,0]]}"#.to_owned(), "maximum is 1,000,000"),
        (String::new(), "no tour"),
        ("hello".to_owned(), "hello"),
    ];
    for (text, part) in cases {
        let said = refusal(&text);
        assert!(said.contains(part), "{text}: {said}");
    }
}

/// A search that has not taken a step has no position, and is guarded all the same.
#[test]
fn the_question_of_a_search_cannot_be_changed() {
    let text = text_of("8x8 given=7,0 seed=4", "backtracking", 0);
    let (same, _, kept) = open(&text);
    assert_eq!((same.to_string(), kept.marks.len()), ("8x8 given=7,0 seed=4".to_owned(), 0));
    for (old, new) in [
        (r#""rows":8"#, r#""rows":9"#),
        ("[[7,0]]", "[[7,1]]"),
        (r#""goal":"any""#, r#""goal":"closed""#),
        (r#""seed":4"#, r#""seed":5"#),
        (r#""prune":"off""#, r#""prune":"on""#),
        (r#""wrap":false"#, r#""wrap":true"#),
    ] {
        let changed = text.replacen(old, new, 1);
        assert_ne!(changed, text, "{old}");
        assert!(refusal(&changed).contains("changed or damaged"), "{new}");
    }
    let question = text.find(r#""question":"#).unwrap();
    let without = [&text[..question], &text[question + 30..]].concat();
    assert!(refusal(&without).contains("changed or damaged"), "{without}");
}

/// Files with random damage of every kind are refused, or read as something true.
#[test]
fn damaged_files_are_refused_or_read_as_something_valid() {
    let sources = [
        text_of("5x5 given=0,1", "backtracking", 3_000),
        text_of("4x4 given=0,0", "backtracking", 1_000_000),
        text_of("5x5 given=0,0", "backtracking:by=warnsdorff,ties=uniform", 100),
        text_of("6x6 given=0,0 seed=2", "warnsdorff", 30),
        text_of("5x6 given=0,0 goal=closed", "restarting", 400),
        include_str!("../data/version1-tour.tour").to_owned(),
        include_str!("../data/version1-path.tour").to_owned(),
    ];
    let truth: Vec<(Puzzle, Recipe)> = sources[..5]
        .iter()
        .map(|text| {
            let (puzzle, recipe, _) = open(text);
            (puzzle, recipe)
        })
        .collect();
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let cases = std::env::var("DAMAGED").ok().and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let mut runner = TestRunner::new_with_rng(Config { cases, ..Config::default() }, rng);
    let mutation =
        (0..sources.len(), prop::collection::vec((any::<usize>(), 0..9_u8, any::<u8>()), 1..4));
    let tally = std::cell::Cell::new((0_u64, 0_u64));
    runner
        .run(&mutation, |(source, changes)| {
            let mut bytes = sources[source].clone().into_bytes();
            for (place, kind, byte) in changes {
                damage(&mut bytes, place, kind, byte, &sources);
            }
            let text = String::from_utf8_lossy(&bytes);
            let (refused, taken) = tally.get();
            match read(&text) {
                Err(error) => {
                    prop_assert!(!error.to_string().is_empty());
                    tally.set((refused + 1, taken));
                }
                Ok(Contents::Path { puzzle, .. }) => {
                    prop_assert!(!puzzle.given().is_empty());
                    tally.set((refused, taken + 1));
                }
                Ok(Contents::Game(_)) => prop_assert!(false, "no game was written"),
                Ok(Contents::Search { puzzle, recipe, recording }) => {
                    // No part of a search can be changed: it is one of those that were written.
                    prop_assert!(truth.contains(&(puzzle, recipe)));
                    prop_assert!(!recording.marks.is_empty());
                    tally.set((refused, taken + 1));
                }
            }
            Ok(())
        })
        .unwrap();
    let (refused, taken) = tally.get();
    assert!(refused > taken && taken > 0, "{refused} refused, {taken} taken");
}

/// Checksums guard positions in files, but what is wrong with one is still checked and said.
#[test]
fn unsound_positions_are_refused_with_a_reason() {
    let (puzzle, recipe) = (puzzle("5x5 given=0,0"), "backtracking".parse::<Recipe>().unwrap());
    let mut solver = recipe.build(&puzzle);
    solver.run(100);
    fn walk(position: &mut Position) -> &mut Walk {
        position.walk.as_mut().unwrap()
    }
    type Damage = fn(&mut Position);
    let cases: [(Damage, &str); 8] = [
        (|p| walk(p).visits.truncate(24), "a visit count is missing"),
        (|p| walk(p).visits[0] += 1, "the visit counts do not add up to the placements"),
        (|p| p.chance = Some(Generator::beside(1)), "random state that this method does not use"),
        (|p| p.own.extend([("luck".to_owned(), 1)]), "does not use a number 'luck'"),
        (|p| walk(p).untried.push(vec![0]), "the moves still to be tried do not match the path"),
        (|p| p.work.retreats += 1, "the counters do not match a path of"),
        (|p| p.last = None, "the last step does not match the counters"),
        (|p| p.status = Status::Found, "the status does not match the path"),
    ];
    assert!(recipe.load(&puzzle, &solver.position()).is_ok());
    for (damage, words) in cases {
        let mut position = solver.position();
        damage(&mut position);
        let refused = recipe.load(&puzzle, &position);
        let said = refused.err().map_or_else(String::new, |error| error.to_string());
        assert!(said.contains(words), "'{said}' does not say '{words}'");
    }
}

fn text_of(text: &str, recipe: &str, steps: u64) -> String {
    let (puzzle, recipe) = (puzzle(text), recipe.parse().unwrap());
    self::text(&puzzle, &recipe, &film(&puzzle, &recipe, steps))
}

fn damage(bytes: &mut Vec<u8>, place: usize, kind: u8, byte: u8, sources: &[String]) {
    let length = bytes.len().max(1);
    let place = place % length;
    match kind {
        0 => bytes.truncate(place),
        1 => drop(bytes.drain(place..(place + usize::from(byte)).min(bytes.len()))),
        2 => bytes.insert(place, byte),
        3 => bytes.insert(place, b'0' + byte % 10),
        4 => {
            let part = bytes[place..(place + usize::from(byte)).min(bytes.len())].to_vec();
            bytes.extend(part);
        }
        5 => {
            let other = sources[usize::from(byte) % sources.len()].as_bytes();
            let from = place % other.len();
            let until = (from + 30).min(other.len());
            bytes.splice(
                place..(place + 30).min(length).min(bytes.len()),
                other[from..until].iter().copied(),
            );
        }
        6 => {
            if let Some(old) = bytes.get_mut(place) {
                *old ^= 1 << (byte % 8);
            }
        }
        7 => {
            // A digit becomes another one.
            let digit = (0..bytes.len())
                .map(|i| (place + i) % bytes.len())
                .find(|i| bytes[*i].is_ascii_digit());
            if let Some(digit) = digit {
                bytes[digit] = b'0' + byte % 10;
            }
        }
        _ => {
            if let Some(old) = bytes.get_mut(place) {
                *old = byte;
            }
        }
    }
}

#[test]
fn large_tours_are_read() {
    let board = Board::new(300, 300).unwrap();
    let recipe: Recipe = "restarting".parse().unwrap();
    let puzzle = Puzzle::new(board, vec![Square::at(0)], Default::default(), 0).unwrap();
    let mut film = Film::new(recipe.build(&puzzle));
    film.ride();
    assert_eq!(film.make(u64::MAX), Status::Found);
    let (_, _, kept) = open(&self::text(&puzzle, &recipe, &film));
    assert_eq!(kept.marks[0].state().path.len(), 90_000);
}

/// A file says what the automatic method has picked, so that opening it does not pick again. Files that do
/// not say so still open.
#[test]
fn what_was_picked_is_saved() {
    let auto: Recipe = "auto".parse().unwrap();
    for question in ["8x8 given=7,0", "4x4 given=0,0", "7x7 holes=0,0 given=1,1"] {
        let puzzle = puzzle(question);
        let film = film(&puzzle, &auto, 40);
        let tours = u64::from(film.maker().state().status == Status::Found);
        let pick = Some(Arc::new(auto.pick(&puzzle)));
        let text = write_search(&puzzle, &auto, &Recording { pick, ..recording(&film, tours) });
        let (_, recipe, opened) = open(&text);
        let pick = opened.pick.unwrap();
        assert_eq!((&recipe, &*pick), (&auto, &auto.pick(&puzzle)), "{question}");
        assert_eq!(opened.marks.last().unwrap().position(), film.maker().position());

        let older = write_search(&puzzle, &auto, &recording(&film, tours));
        assert!(!older.contains("picked"));
        assert_eq!(open(&older).2.pick, Some(pick), "{question}");

        // What is saved while a method is being chosen has none, and reading it chooses none.
        let choosing = Worker::choose(puzzle.clone(), &Showing::at(Speed::at(0))).recording();
        let (_, recipe, opened) = open(&write_search(&puzzle, &auto, &choosing));
        assert_eq!(
            (recipe, opened.pick, opened.marks.len()),
            (auto.clone(), None, 0),
            "{question}"
        );
    }
}

/// The picked method is guarded like the one that was asked for.
#[test]
fn a_pick_that_was_changed_is_refused() {
    let (auto, puzzle): (Recipe, _) = ("auto".parse().unwrap(), puzzle("8x8 given=7,0"));
    let film = film(&puzzle, &auto, 40);
    let pick = Some(Arc::new(auto.pick(&puzzle)));
    let text = write_search(&puzzle, &auto, &Recording { pick, ..recording(&film, 0) });
    let says = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        refusal(&text.replacen(from, to, 1))
    };
    let picked = r#""picked":"restarting""#;
    assert!(says(picked, r#""picked":"backtracking""#).contains("changed or damaged"));
    assert!(says("in no time", "at once").contains("changed or damaged"));
    assert!(says(r#","why""#, r#","most_steps":9,"why""#).contains("changed or damaged"));
    for unfit in ["auto", "weave", "euler:unknown=1", "nothing"] {
        assert!(!says(picked, &format!(r#""picked":"{unfit}""#)).is_empty());
    }
    assert!(says(&format!("{picked},"), "").contains("why"));
    assert!(says(r#""method":"auto""#, r#""method":"warnsdorff""#).contains("cannot have picked"));
}
