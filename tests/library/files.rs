//! The `.tour` file: searches are restored exactly, paths can be typed by hand, and damage is noticed.

use std::sync::Arc;

use knights_tour::board::Square;
use knights_tour::engine::{
    Frame, PlaybackCommand, PlaybackSettings, Recording, Replay, Shown, Speed, Worker,
};
use knights_tour::format::first;
use knights_tour::format::json::places;
use knights_tour::format::tour::{Contents, read, write_path, write_search};
use knights_tour::puzzle::Puzzle;
use knights_tour::solver::{BlockTour, Insight, LinkStep, METHODS, MethodConfig, Status};
use knights_tour::timeline::Timeline;

use crate::laws::state;
use crate::random::stored;

/// A closed, structured tour.
const BASE_TOUR: &str = "6x6:0,0;1,2;0,4;2,5;3,3;5,4;3,5;1,4;0,2;1,0;2,2;0,1;2,0;4,1;5,3;4,5;2,4;0,\
                    5;1,3;3,4;5,5;4,3;3,1;5,0;4,2;2,3;1,5;0,3;1,1;3,0;5,1;3,2;4,4;5,2;4,0;2,1";

fn recording(timeline: &Timeline, tours: u64) -> Recording {
    Recording {
        checkpoints: timeline.checkpoints(),
        playhead: timeline.shown().state().steps(),
        seconds: 1.234_567_890_1,
        tours,
        history: Some(timeline.history().clone()),
        ..Recording::default()
    }
}

/// A timeline of this many steps with checkpoints along the way.
fn timeline(puzzle: &Puzzle, config: &MethodConfig, steps: u64) -> Timeline {
    let mut timeline = Timeline::new(config.build(puzzle));
    timeline.follow();
    for _ in 0..10 {
        timeline.run_ahead(steps / 10);
        timeline.keep_checkpoint();
    }
    timeline
}

fn seek(timeline: &mut Timeline, step: u64) {
    timeline.seek(step);
    while timeline.is_seeking() {
        timeline.advance_seek(100);
    }
}

fn text(puzzle: &Puzzle, config: &MethodConfig, timeline: &Timeline) -> String {
    let tours = u64::from(timeline.search().state().status == Status::Found);
    write_search(puzzle, config, &recording(timeline, tours))
}

fn open(text: &str) -> (Puzzle, MethodConfig, Recording) {
    match read(text) {
        Ok(Contents::Search { puzzle, config, recording }) => (puzzle, config, recording),
        other => panic!("not a search: {:?}", other.err()),
    }
}

fn refusal(text: &str) -> String {
    read(text).err().map_or_else(|| panic!("{text} was read"), |error| error.to_string())
}

fn given(text: &str) -> Puzzle {
    match read(text) {
        Ok(Contents::Path { puzzle, .. }) => puzzle,
        other => panic!("not a path: {:?}", other.err()),
    }
}

fn search(puzzle: &str, method: &str) -> (Puzzle, MethodConfig) {
    (puzzle.parse().unwrap(), method.parse().unwrap())
}

/// Files of a million squares: searches, and a tour as a path.
#[test]
fn giant_tours_are_read_as_they_were_written() {
    for method in ["construct", "restarting"] {
        let (puzzle, config) = search("1000x1000 given=17,42", method);
        let mut timeline = Timeline::new(config.build(&puzzle));
        timeline.follow();
        assert_eq!(timeline.run_ahead(u64::MAX), Status::Found);
        let path = &timeline.search().state().path;
        let (same_puzzle, same_config, recording) = open(&text(&puzzle, &config, &timeline));
        assert_eq!((&same_puzzle, &same_config), (&puzzle, &config));
        assert_eq!(recording.checkpoints.last().unwrap().state().path, *path);
        let whole = Puzzle::new(puzzle.board().clone(), path.clone(), puzzle.goal(), 0).unwrap();
        assert_eq!(given(&write_path(&whole)).given(), path);
    }
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
    for puzzle in puzzles.map(|text| text.parse::<Puzzle>().unwrap()) {
        for method in METHODS {
            let config = MethodConfig::new(method);
            if config.refusal(&puzzle).is_some() {
                continue;
            }
            let is_slow = config.build(&puzzle).quick_steps() < 64;
            for steps in [10, 50, if is_slow { 600 } else { 3_000 }] {
                let mut timeline = timeline(&puzzle, &config, steps);
                seek(&mut timeline, steps / 3);
                let (same_puzzle, same_config, kept) = open(&text(&puzzle, &config, &timeline));
                assert_eq!((&same_puzzle, &same_config), (&puzzle, &config));
                let first = config.build(&puzzle);
                let mut loaded =
                    Timeline::load(first, kept.checkpoints, kept.playhead, kept.history);
                let both = |timeline: &Timeline| {
                    (state(timeline.shown()), state(timeline.search()), timeline.history().clone())
                };
                assert_eq!(both(&loaded), both(&timeline), "{puzzle} {config}");
                for step in [0, 1, steps / 7, steps] {
                    seek(&mut timeline, step);
                    seek(&mut loaded, step);
                    assert_eq!(both(&loaded), both(&timeline), "{puzzle} {config}");
                }
                timeline.run_ahead(20_000);
                loaded.run_ahead(20_000);
                assert_eq!(both(&loaded), both(&timeline), "{puzzle} {config}");
            }
        }
    }
}

#[test]
fn a_resumed_search_continues_as_if_it_had_never_stopped() {
    let (puzzle, config) = search("8x8 given=7,0", "backtracking");
    let (_, _, kept) = open(&text(&puzzle, &config, &timeline(&puzzle, &config, 1_000_000)));
    let settings = PlaybackSettings::at(Speed::UNLIMITED);
    let mut worker = Worker::resume(config.build(&puzzle), kept, &settings);
    let first = worker.frame().unwrap();
    assert_eq!((first.step, first.playing), (1_000_000, false), "it is paused");
    worker.playback(PlaybackCommand::Play);
    let last = loop {
        worker.advance(0.05);
        let frame = worker.frame();
        if let Some(frame) = frame.filter(|frame| frame.status == Status::Found) {
            break frame;
        }
    };
    assert_eq!(last.step, 6_484_066);
    assert!(last.progress.seconds >= 1.2, "the time continues too");
}

/// The path of a file is what was on the board. A tour that the search has found beyond that stands
/// beside it, and is what is checked.
#[test]
fn a_file_has_the_path_on_the_board_and_the_tour_beside_it() {
    let (puzzle, config) = search("5x5 given=0,0", "backtracking");
    let mut timeline = timeline(&puzzle, &config, 20_000);
    let tour = timeline.search().state().path.clone();
    assert_eq!(tour.len(), 25);
    seek(&mut timeline, 50);
    let at_step = timeline.shown().state().path.clone();
    let length = timeline.length();
    let list = |path: &[Square]| serde_json::to_string(&places(puzzle.board(), path)).unwrap();
    for (shown, playhead, path) in [
        (Shown::Step, 50, &at_step[..]),
        (Shown::Step, 0, &[]),
        (Shown::Step, length, &tour),
        (Shown::Squares(0), length, &[]),
        (Shown::Squares(10), length, &tour[..10]),
        (Shown::Squares(usize::MAX), length, &tour),
    ] {
        let text = write_search(
            &puzzle,
            &config,
            &Recording { playhead, shown, ..recording(&timeline, 1) },
        );
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

    // A path that the search does not have at that step is on the board until the search is replayed.
    let text =
        write_search(&puzzle, &config, &Recording { playhead: 50, ..recording(&timeline, 1) });
    let changed = text.replacen(&list(&at_step), &list(&tour[..3]), 1);
    let kept = open(&changed).2;
    assert_eq!((kept.checkpoints.len(), kept.path(), kept.steps()), (0, &tour[..3], length));
    let changed = text.replacen(&list(&tour), &list(&tour[..24]), 1);
    assert_eq!(refusal(&changed), "its outcome is found, but it has no tour");
}

/// While a search is hidden, its longest path is on the board.
#[test]
fn the_longest_path_of_a_hidden_search_comes_back() {
    let (puzzle, config) = search("8x8 given=0,1", "backtracking");
    let timeline = timeline(&puzzle, &config, 100_000);
    let longest = timeline.search().state().deepest();
    assert_ne!(longest, timeline.search().state().path);
    let text = write_search(
        &puzzle,
        &config,
        &Recording { shown: Shown::Longest, ..recording(&timeline, 0) },
    );
    let kept = open(&text).2;
    assert_eq!((kept.shown, kept.path()), (Shown::Longest, longest));
    assert_eq!(first(&text).unwrap().path.unwrap(), longest, "nothing is judged but that");
}

/// A file may give the longest time there is; the search goes on, and what it writes can be read again.
#[test]
fn a_time_beyond_the_limit_is_written_as_the_limit() {
    let (puzzle, config) = search("5x5 given=0,0", "backtracking");
    let timeline = timeline(&puzzle, &config, 100);
    let late = Recording { seconds: 1e12 + 1.0, ..recording(&timeline, 0) };
    assert_eq!(open(&write_search(&puzzle, &config, &late)).2.seconds, 1e12);
}

/// A file always has the newest step and the one that is shown, and is not much larger than a
/// megabyte, on any board.
#[test]
fn files_stay_small_and_contain_what_matters() {
    for (board, method) in [("8x8", "backtracking"), ("199x199", "backtracking:by=warnsdorff")] {
        let (puzzle, config) = search(&format!("{board} given=0,1"), method);
        let mut timeline = timeline(&puzzle, &config, 500_000);
        for _ in 0..2_000 {
            timeline.run_ahead(300);
            timeline.keep_checkpoint();
        }
        seek(&mut timeline, 123_456);
        let text = text(&puzzle, &config, &timeline);
        assert!(text.len() < 2 << 20, "{} bytes", text.len());
        let (_, _, kept) = open(&text);
        assert_eq!(kept.playhead, 123_456);
        assert_eq!(kept.checkpoints.last().unwrap().state().steps(), timeline.length());
        assert!(kept.checkpoints.len() >= 2);
    }
}

/// What is written is what the samples hold, one for each kind of method, and they can be read.
#[test]
fn searches_are_written_as_their_samples() {
    let base = format!("12x12 given=0,0 seed=1 base={BASE_TOUR}");
    for (name, question, method, steps) in [
        ("euler.tour", "6x6 repair=0,0;2,1;4,0;5,2;3,3 seed=3", "euler", 40),
        ("genetic.tour", "5x5 given=0,0 seed=1", "genetic:repair=none,population=10", 10),
        ("restarting.tour", "5x6 given=0,1 goal=closed", "restarting", 50),
        ("base.tour", &base, "divide-and-conquer", 30),
    ] {
        let written = text_of(question, method, steps);
        assert_eq!(stored(&format!("tests/data/{name}"), &written), written, "{name}");
        let (same, config, kept) = open(&written);
        assert_eq!((same, config), search(question, method));
        assert!(!kept.checkpoints.is_empty() && kept.history.is_some(), "{name}");
    }
}

/// A search with base tours lays the same ones when it is restored.
#[test]
fn base_tours_are_saved() {
    let question = format!("12x12 given=0,0 seed=1 base={BASE_TOUR}");
    let written = text_of(&question, "divide-and-conquer", 30);
    let (_, _, kept) = open(&written);
    let mut again = kept.checkpoints[0].boxed_clone();
    assert_eq!(again.state().status, Status::Searching);
    let laid = LinkStep::Laid { number: 3, blocks: 4, size: (6, 6), tour: BlockTour::Base };
    assert!(matches!(again.insight(), Insight::Links { step, .. } if step == laid));
    again.run(u64::MAX);
    assert_eq!(state(&*again), state(&**kept.checkpoints.last().unwrap()));
    for (from, to, said) in [
        (r#"d":"divide-and-conquer"#, r#"d":"construct"#, "its method uses none"),
        ("[[0,0],[1,2],", "[[0,0],[2,1],", "6x6 board is not a tour"),
        ("[[0,0],[1,2],", "[[0,0],[9,2],", "a base tour is wrong: number 2"),
        (r#""base":[{"rows":6"#, r#""base":[{"rows":4"#, "sides must be from 6"),
        (r#""base":[{"rows""#, r#""base":[{"rwos""#, "unknown field `rwos`"),
    ] {
        assert!(written.contains(from));
        let refused = refusal(&written.replacen(from, to, 1));
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
    let begun = r#""format":"knights-tour","version":1,"board":{"rows":8,"cols":8}"#;
    for (text, part) in [
        (r#"{"format":"knights-tour","version":4}"#, "version is 4; this program reads version 1"),
        (r#"{"format":"chess","version":1}"#, "'chess'"),
        (r#"{BEGUN,"pth":[]}"#, "unknown field `pth`"),
        (r#"{BEGUN,"path":[[0,0],[1,1]]}"#, "not a knight's move apart"),
        (r#"{BEGUN,"path":[[0,0],[9,9]]}"#, "9,9"),
        (r#"{BEGUN,"path":[[0,0],[1,2],[0,0]]}"#, "given twice"),
        (r#"{BEGUN,"path":[]}"#, "no square is given"),
        (r#"{BEGUN,"path":[[0,0]],"outcome":"found"}"#, "has no tour"),
        (r#"{BEGUN,"path":[[0,0]],"outcome":"banana"}"#, "unknown outcome 'banana'"),
        (r#"{BEGUN,"path":[[0,0]],"outcome":"fuond"}"#, "did you mean 'found'"),
        (r#"{BEGUN,"path":[[0,0]],"seconds":-1}"#, "-1 seconds is not possible"),
        (r#"{BEGUN,"path":[[0,0]],"steps":3,"placements":2,"retreats":0,"restarts":0}"#, "make 2"),
        (r#"{BEGUN,"method":"warnsdorff","options":{"ties":[1]}}"#, "a text or a number"),
        (r#"{BEGUN,"path":[[0,0]],"closed":true}"#, "closed or structured, but"),
        (r#"{BEGUN,"path":[[0,0]],"method":"magic"}"#, "'magic'"),
        (r#"{BEGUN,"path":[[0,0]"#, "cut off"),
        ("", "no tour"),
        ("hello", "hello"),
    ] {
        let said = refusal(&text.replace("BEGUN", begun));
        assert!(said.contains(part), "{text}: {said}");
    }
    let large = format!("{{{begun},\"path\":[[0,0]]}}").replace("\"rows\":8", "\"rows\":2000000");
    assert!(refusal(&large).contains("maximum is 1,000,000"));
}

/// A puzzle or a configuration that was changed is that of another search, which is replayed.
#[test]
fn checkpoints_belong_to_their_puzzle_and_their_method() {
    let text = text_of("8x8 given=7,0 seed=4", "backtracking", 100);
    assert!(!open(&text).2.checkpoints.is_empty());
    for (old, new) in [
        (r#""goal":"any""#, r#""goal":"closed""#),
        (r#""seed":4"#, r#""seed":5"#),
        (r#""prune":"off""#, r#""prune":"on""#),
        (r#""wrap":false"#, r#""wrap":true"#),
        (r#""cache":{"version":1"#, r#""cache":{"version":2"#),
        (r#""stride":1"#, r#""stride":2"#),
    ] {
        let changed = text.replacen(old, new, 1);
        assert_ne!(changed, text, "{old}");
        let kept = open(&changed).2;
        assert_eq!((kept.checkpoints.len(), kept.steps()), (0, 100), "{new}");
    }
    // A file that is cut off in its cache has lost nothing but time.
    let cut = &text[..text.len() - 100];
    assert_eq!(open(cut).2.steps(), 100);
}

/// Resumes a search whose checkpoints cannot be used, and returns it when it was replayed. Meanwhile the path
/// of the file is on the board.
fn replayed(text: &str) -> (Worker, Frame) {
    let (puzzle, config, recording) = open(text);
    assert!(recording.checkpoints.is_empty(), "its checkpoints are used");
    let (path, playhead) = (recording.path().to_vec(), recording.playhead);
    let settings = PlaybackSettings::at(Speed::UNLIMITED);
    let mut worker = Worker::resume(config.build(&puzzle), recording, &settings);
    let first = worker.frame().unwrap();
    assert_eq!((first.replay, first.step, first.path), (Some(Replay::Running(0)), playhead, path));
    assert_eq!((first.status, first.found), (Status::Searching, None));
    let saved = worker.recording();
    assert_eq!((saved.checkpoints.len(), saved.playhead), (0, playhead));
    loop {
        worker.advance(0.05);
        let frame = worker.frame();
        let is_running = |frame: &Frame| matches!(frame.replay, Some(Replay::Running(_)));
        if let Some(frame) = frame.filter(|frame| !is_running(frame)) {
            return (worker, frame);
        }
    }
}

/// A file with checkpoints of another version, or none.
fn without_checkpoints(text: &str) -> String {
    text.replacen(r#""cache":{"version":1"#, r#""cache":{"version":0"#, 1)
}

/// A replayed search is what it was, past tours too, and continues as if it had never stopped.
#[test]
fn a_search_without_checkpoints_is_replayed() {
    let (puzzle, config) = search("5x5 given=0,0", "backtracking");
    let mut timeline = Timeline::new(config.build(&puzzle));
    timeline.follow();
    for _ in 0..3 {
        timeline.run_ahead(u64::MAX);
        timeline.find_next();
    }
    for (more, status) in [(100, Status::Searching), (u64::MAX, Status::Found)] {
        assert_eq!(timeline.run_ahead(more), status);
        let half = timeline.length() / 2;
        seek(&mut timeline, half);
        let tours = 3 + u64::from(status == Status::Found);
        let text = write_search(&puzzle, &config, &recording(&timeline, tours));
        let (mut worker, frame) = replayed(&without_checkpoints(&text));
        assert_eq!((frame.replay, frame.step), (None, half));
        assert_eq!(frame.path, timeline.shown().state().path);
        assert_eq!((frame.progress.tours, frame.progress.status), (tours, status));
        let again = worker.recording();
        assert_eq!(state(&**again.checkpoints.last().unwrap()), state(timeline.search()));
        timeline.follow();
    }
}

/// What is saved, paused or asked for in the middle of a replay.
#[test]
fn a_replay_can_be_saved_set_aside_and_played() {
    let text = without_checkpoints(&text_of("8x8 given=0,1", "backtracking", 30_000_000));
    let (puzzle, config, recording) = open(&text);
    let settings = PlaybackSettings::at(Speed::at(10));
    let mut worker = Worker::resume(config.build(&puzzle), recording, &settings);
    worker.advance(0.0);
    let saved = write_search(&puzzle, &config, &worker.recording());
    let truth = text.split_once(",\"cache\"").unwrap().0;
    assert_eq!(saved, format!("{truth}}}\n"));
    worker.playback(PlaybackCommand::Pause);
    assert_eq!(worker.idle_for(true), f64::INFINITY, "it was set aside");
    worker.playback(PlaybackCommand::StepBack);
    while worker.idle_for(false) <= 0.0 {
        worker.advance(0.0);
    }
    assert_eq!(worker.frame().unwrap().step, 29_999_999);
}

#[test]
fn a_replay_that_comes_to_another_path_says_so() {
    let text = text_of("8x8 given=0,1", "backtracking", 100);
    let (_, frame) = replayed(&text.replacen(r#""seed":0"#, r#""seed":1"#, 1));
    assert_eq!(frame.replay, None, "the seed makes no difference here");
    let start = text.find(r#""path":["#).unwrap();
    let end = start + text[start..].find("]]").unwrap() + 2;
    let short = [&text[..start], r#""path":[[0,1],[2,0]]"#, &text[end..]].concat();
    let (mut worker, frame) = replayed(&short);
    assert_eq!((frame.replay, frame.step), (Some(Replay::Differs), 100));
    assert_eq!(frame.path, open(&text).2.path(), "what was searched is shown");
    worker.playback(PlaybackCommand::Step);
    assert_eq!(worker.frame().unwrap().replay, None);
}

fn text_of(puzzle: &str, method: &str, steps: u64) -> String {
    let (puzzle, config) = search(puzzle, method);
    text(&puzzle, &config, &timeline(&puzzle, &config, steps))
}

/// An automatic search that was saved after forty steps, with what was picked for it.
fn picked(question: &str) -> (Puzzle, MethodConfig, Timeline, Recording) {
    let (puzzle, auto) = search(question, "auto");
    let timeline = timeline(&puzzle, &auto, 40);
    let tours = u64::from(timeline.search().state().status == Status::Found);
    let pick = Some(Arc::new(auto.pick(&puzzle)));
    let recording = Recording { pick, ..recording(&timeline, tours) };
    (puzzle, auto, timeline, recording)
}

/// A file says what the automatic method has picked, so that opening it does not pick again. Files that do
/// not say so still open.
#[test]
fn what_was_picked_is_saved() {
    for question in ["8x8 given=7,0", "4x4 given=0,0", "7x7 holes=0,0 given=1,1"] {
        let (puzzle, auto, timeline, recording) = picked(question);
        let (_, config, opened) = open(&write_search(&puzzle, &auto, &recording));
        assert_eq!((&config, &opened.pick), (&auto, &recording.pick), "{question}");
        assert_eq!(opened.checkpoints.last().unwrap().save(), timeline.search().save());

        let unsaid = Recording { pick: None, ..recording.clone() };
        let older = write_search(&puzzle, &auto, &unsaid);
        assert!(!older.contains("picked"));
        assert_eq!(open(&older).2.pick, recording.pick, "{question}");

        // What is saved while a method is being chosen has none, and reading it chooses none.
        let settings = PlaybackSettings::at(Speed::at(0));
        let choosing = Worker::choose(puzzle.clone(), &settings).recording();
        let (_, config, opened) = open(&write_search(&puzzle, &auto, &choosing));
        assert_eq!((config, opened.pick), (auto, None), "{question}");
        assert!(opened.checkpoints.is_empty(), "{question}");
    }
}

/// The picked method is a part of the configuration.
#[test]
fn a_pick_that_was_changed_has_no_checkpoints() {
    let (puzzle, auto, _, recording) = picked("8x8 given=7,0");
    let text = write_search(&puzzle, &auto, &recording);
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        text.replacen(from, to, 1)
    };
    let picked = r#""picked":"restarting""#;
    for (from, to) in [
        (picked, r#""picked":"backtracking""#),
        ("in no time", "at once"),
        (r#","why""#, r#","most_steps":9,"why""#),
    ] {
        assert!(open(&change(from, to)).2.checkpoints.is_empty(), "{to}");
    }
    for unfit in ["auto", "weave", "euler:unknown=1", "nothing"] {
        assert!(!refusal(&change(picked, &format!(r#""picked":"{unfit}""#))).is_empty());
    }
    assert!(refusal(&change(&format!("{picked},"), "")).contains("why"));
    let other = change(r#""method":"auto""#, r#""method":"warnsdorff""#);
    assert!(refusal(&other).contains("cannot have picked"));
}
