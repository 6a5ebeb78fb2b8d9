//! What watching costs: how much slower a search is with a window beside it, how soon commands are
//! answered, what a frame costs, how far the timeline reaches back, how memory grows, and how soon a file
//! is open.
//!
//! `cargo bench --bench window`, or a part of it: `-- speed`, `click`, `commands`, `frames`, `giant`,
//! `timeline`, `files`, `memory`; with `HOUR=seconds` the last runs for so long. Starts are on the
//! rarer colour of boards with an odd number of squares, where a search never ends.
#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::Arc;

use egui::{Pos2, RawInput, Rect, vec2};
use knights_tour::app::{
    App, ExploreMessage, LabMessage, Message, PageId, Part, PlayerEvent, Preference, ShellMessage,
    Shortcut, Start, read_file,
};
use knights_tour::board::Square;
use knights_tour::engine::{
    Frame, PlaybackCommand, PlaybackSettings, Recording, SearchHandle, Speed, Stopwatch, Worker,
};
use knights_tour::format::tour::write_search;
use knights_tour::lab::{BackgroundRun, EXPERIMENTS};
use knights_tour::puzzle::Puzzle;
use knights_tour::session::{Session, Setup};
use knights_tour::solver::{Generator, MethodConfig, Solver, Status};
use knights_tour::storage;
use knights_tour::timeline::Timeline;
use measure::{Limit, median, pairs, report, seconds, sorted};

mod measure;

const USUAL: egui::Vec2 = vec2(1280.0, 800.0);
const LARGE: egui::Vec2 = vec2(1600.0, 1000.0);

fn main() {
    let parts: [(&str, fn()); 9] = [
        ("speed", speed_beside_a_window),
        ("click", the_sixteen_hour_search),
        ("commands", answers_to_commands),
        ("frames", frames),
        ("giant", giant),
        ("lab", the_lab),
        ("timeline", earlier_steps),
        ("files", files),
        ("memory", memory),
    ];
    let asked: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, part) in parts {
        if asked.is_empty() || asked.iter().any(|word| word == name) {
            part();
        }
    }
}

fn median_of(times: &[f64]) -> f64 {
    median(times.iter().copied())
}

fn longest(times: &[f64]) -> f64 {
    times.iter().copied().fold(0.0, f64::max)
}

/// The median and the longest of some times.
fn summary(times: &[f64]) -> String {
    format!("median {:.2}  longest {:.2}", median_of(times), longest(times))
}

fn setup(board: &str, config: &str) -> Setup {
    let setup = Setup::usual().unwrap().with_board(board.parse().unwrap());
    Setup { config: config.parse().unwrap(), ..setup }
}

fn build(puzzle: &str, config: &str) -> Box<dyn Solver> {
    config.parse::<MethodConfig>().unwrap().build(&puzzle.parse().unwrap())
}

/// A window without a screen, driven by hand: the harness of the tests also names every square for screen
/// readers in each frame, which would be measured too.
struct Window {
    ctx: egui::Context,
    app: App,
    input: RawInput,
    time: f64,
    /// How far the pointer has moved.
    hover: f32,
}

impl Window {
    fn open(board: &str, config: &str, size: egui::Vec2) -> Window {
        let mut window = Window::new(size, |ctx| App::new(ctx, setup(board, config)));
        window.paint();
        window.paint();
        window
    }

    fn new(size: egui::Vec2, make: impl FnOnce(&egui::Context) -> App) -> Window {
        let ctx = egui::Context::default();
        let app = make(&ctx);
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, size));
        let input = RawInput { screen_rect, ..RawInput::default() };
        Window { ctx, app, input, time: 0.0, hover: 0.0 }
    }

    fn send(&mut self, message: impl Into<Message>) {
        self.app.send(message);
    }

    fn playback(&mut self, command: PlaybackCommand) {
        self.send(ExploreMessage::Player(PlayerEvent::Playback(command)));
    }

    fn frame(&self) -> Option<&Frame> {
        self.app.session().frame()
    }

    /// One frame, down to the triangles; returns the seconds it took.
    fn paint(&mut self) -> f64 {
        self.time += 1.0 / 60.0;
        let input = RawInput { time: Some(self.time), ..self.input.clone() };
        let watch = Stopwatch::start();
        let app = &mut self.app;
        let ctx = self.ctx.clone();
        let mut output = ctx.run_ui(input, |ui| {
            app.logic(ui.ctx());
            app.ui(ui);
        });
        let shapes = std::mem::take(&mut output.shapes);
        let triangles = ctx.tessellate(shapes, output.pixels_per_point);
        std::hint::black_box(triangles);
        output.textures_delta.clear();
        watch.seconds()
    }

    fn until(&mut self, is_right: impl Fn(&Frame) -> bool) {
        while !self.frame().is_some_and(&is_right) {
            self.paint();
            std::thread::yield_now();
        }
    }

    /// One frame, and then what is left of a sixtieth of a second.
    fn paced(&mut self) -> f64 {
        let cost = self.paint();
        idle(1.0 / 60.0 - cost);
        cost
    }

    /// Turns the wheel over the middle of the board.
    fn scroll(&mut self, notches: usize) {
        let at = Pos2::new(760.0, 420.0);
        for _ in 0..notches {
            let wheel = egui::Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: vec2(0.0, 60.0),
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Unknown,
                modifiers: egui::Modifiers::NONE,
            };
            self.input.events = vec![egui::Event::PointerMoved(at), wheel];
            self.paint();
            self.input.events = Vec::new();
            for _ in 0..20 {
                self.paint();
            }
        }
    }

    /// What frames cost in the mean while something is done before each of them, and the time that the
    /// one in the middle took, which is more if others use the machine.
    fn frames_of(&mut self, mut before: impl FnMut(&mut Window)) -> String {
        let (mut work, mut times) = (0.0, Vec::new());
        for _ in 0..60 {
            before(self);
            let (watch, began) = (Stopwatch::start(), worked());
            self.paint();
            times.push(watch.seconds() * 1e3);
            // The system counts when a thread rests.
            idle(1.0 / 60.0 - watch.seconds());
            work += worked() - began;
        }
        self.input.events = Vec::new();
        format!("{:.2} {:.2}", work * 1e3 / 60.0, median_of(&times))
    }

    /// The same while it plays.
    fn playing(&mut self, speed: Speed) -> String {
        self.send(Preference::Speed(speed));
        let length = self.frame().map_or(0, |frame| frame.length);
        self.playback(PlaybackCommand::Seek(length / 3));
        self.until(|frame| frame.step <= length / 2);
        self.send(Shortcut::PlayPause);
        let figures = self.frames_of(|_| {});
        if self.frame().is_some_and(|frame| frame.playing) {
            self.send(Shortcut::PlayPause);
            self.until(|frame| !frame.playing);
        }
        figures
    }

    /// The same while the timeline is dragged to and fro.
    fn dragging(&mut self) -> String {
        let length = self.frame().map_or(0, |frame| frame.length);
        let mut place = 0;
        self.frames_of(|window| {
            place = (place + 37) % 100;
            window.playback(PlaybackCommand::Seek(length * place / 100));
        })
    }
}

/// How many seconds this thread has worked; where the system does not say, the time.
fn worked() -> f64 {
    static CLOCK: std::sync::LazyLock<Stopwatch> = std::sync::LazyLock::new(Stopwatch::start);
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = statistics.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| CLOCK.seconds(), |nanoseconds| nanoseconds / 1e9)
}

/// Waits without work.
fn idle(seconds: f64) {
    let (_sender, receiver) = crossbeam_channel::bounded::<()>(0);
    let _ = receiver.recv_timeout(std::time::Duration::from_secs_f64(seconds.max(0.0)));
}

/// Steps a second of a search alone on its thread, for so long.
fn alone(puzzle: &str, config: &str, seconds: f64) -> f64 {
    let mut solver = build(puzzle, config);
    let watch = Stopwatch::start();
    while watch.seconds() < seconds {
        solver.run(1 << 20);
    }
    solver.state().steps() as f64 / watch.seconds()
}

/// Steps a second of the same search at unlimited speed, with 60 frames a second beside it.
fn watched(board: &str, start: Square, config: &str, seconds: f64) -> f64 {
    let mut window = Window::open(board, config, USUAL);
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(start));
    let watch = Stopwatch::start();
    let mut frames = 0.0;
    while watch.seconds() < seconds {
        window.paint();
        frames += 1.0;
        idle(frames / 60.0 - watch.seconds());
    }
    window.send(Shortcut::PlayPause);
    let took = watch.seconds();
    window.until(|frame| !frame.playing);
    window.frame().unwrap().progress.steps as f64 / took
}

/// Each watched run stands between two runs alone, and is divided by their mean. The second line is what
/// two equal runs alone differ by, median and middle half: how far this machine's noise reaches.
fn speed_beside_a_window() {
    let cases = [
        ("8x8", "8x8 given=0,1", 1, "backtracking"),
        ("9x9", "9x9 given=0,1", 1, "backtracking:by=static-degree"),
        ("20x20", "20x20 given=0,1", 1, "backtracking"),
        ("200x200", "200x200 given=0,1", 1, "backtracking"),
        ("199x199", "199x199 given=0,1", 1, "backtracking:by=warnsdorff"),
    ];
    for (board, puzzle, start, config) in cases {
        let mut shares = Vec::new();
        let mut noise = Vec::new();
        let mut speeds = Vec::new();
        for _ in 0..25 {
            let before = alone(puzzle, config, 0.4);
            let beside = watched(board, Square::at(start), config, 0.4);
            let after = alone(puzzle, config, 0.4);
            shares.push(2.0 * beside / (before + after));
            noise.push(after / before);
            speeds.push(before / 1e6);
        }
        let name = format!("{board} {config} beside 60 frames a second, of the speed alone");
        report(&name, median(shares), "times", Limit::AtLeast(0.95));
        let noise = sorted(noise);
        let quarter = noise.len() / 4;
        println!(
            "    alone: {:.3}, {:.3} to {:.3}; {:.0} million steps a second",
            noise[noise.len() / 2],
            noise[quarter],
            noise[noise.len() - 1 - quarter],
            median(speeds)
        );
    }
}

fn the_sixteen_hour_search() {
    let click = || {
        let mut window = Window::open("8x8", "backtracking", USUAL);
        window.send(Preference::Speed(Speed::UNLIMITED));
        let watch = Stopwatch::start();
        window.send(ExploreMessage::Start(Square::at(56)));
        window.until(|frame| frame.status == Status::Found);
        watch.seconds()
    };
    let alone = || {
        let mut search = build("8x8 given=7,0", "backtracking");
        seconds(|| search.run(u64::MAX))
    };
    let pairs = pairs(9, click, alone);
    let name = "8x8 from row 7, column 0, from click to tour, compared with the search";
    report(name, pairs.ratio, "times", Limit::AtMost(5.0));
    report("    from click to tour", pairs.above * 1e3, "ms", Limit::None);
}

fn answers_to_commands() {
    println!("commands at full speed, ms until the answer is there");
    for (board, config) in [("9x9", "backtracking"), ("199x199", "backtracking:by=warnsdorff")] {
        let mut session = Session::new(setup(board, config), Arc::new(|| {}));
        session.set_speed(Speed::UNLIMITED);
        let mut times = [Vec::new(), Vec::new(), Vec::new(), Vec::new()];
        let wait = |session: &mut Session, is_right: &dyn Fn(&Frame) -> bool| {
            let watch = Stopwatch::start();
            while !session.frame().is_some_and(is_right) {
                session.update();
                std::hint::spin_loop();
            }
            watch.seconds() * 1e3
        };
        for round in 0..60 {
            session.start_anyway(Square::at(1 + 2 * (round % 3))).unwrap();
            times[3].push(wait(&mut session, &|frame| frame.step > 0));
            wait(&mut session, &|frame| frame.step > 200_000);
            session.playback(PlaybackCommand::Pause);
            times[0].push(wait(&mut session, &|frame| !frame.playing));
            let step = session.frame().unwrap().step;
            session.playback(PlaybackCommand::Play);
            wait(&mut session, &|frame| frame.step > step + 200_000);
            session.playback(PlaybackCommand::Step);
            times[1].push(wait(&mut session, &|frame| !frame.playing));
            session.playback(PlaybackCommand::Play);
            wait(&mut session, &|frame| frame.playing);
            session.playback(PlaybackCommand::Seek(0));
            times[2].push(wait(&mut session, &|frame| !frame.playing && frame.step == 0));
            let setup = session.setup().clone();
            session.replace_setup(setup);
        }
        for (name, times) in ["pause", "step", "stop", "click"].iter().zip(&times) {
            println!("  {board:>8} {name:<6} {}", summary(times));
        }
    }
}

/// The seconds of each of many frames.
fn costs(window: &mut Window) -> Vec<f64> {
    (0..300).map(|_| window.paint()).collect()
}

/// The seconds of a frame of an empty board.
fn empty_frame() -> f64 {
    median(costs(&mut Window::open("8x8", "backtracking", LARGE)))
}

/// The cost of frames, compared with that of an empty board.
fn report_frames(name: &str, costs: Vec<f64>, most: f64) {
    let times = summary(&costs.iter().map(|cost| cost * 1e3).collect::<Vec<f64>>());
    let ratio = median(costs) / empty_frame();
    report(&format!("{name}: {times} ms"), ratio, "empty frames", Limit::AtMost(most));
}

fn frames() {
    println!("frames, triangles included");
    for (board, config, speed) in [
        ("20x20", "backtracking:by=warnsdorff", Speed::UNLIMITED),
        ("50x50", "warnsdorff", Speed::UNLIMITED),
        ("199x199", "backtracking:by=warnsdorff", Speed::UNLIMITED),
        ("200x200", "restarting", Speed::UNLIMITED),
    ] {
        let mut window = Window::open(board, config, LARGE);
        window.send(Preference::Speed(speed));
        window.send(Preference::Toggle(Part::HeatMap));
        window.send(ExploreMessage::Start(Square::at(1)));
        window.until(|frame| frame.counts.depth as f64 > 0.9 * frame.counts.visits.len() as f64);
        report_frames(&format!("  {board}"), costs(&mut window), 10.0);
    }
    println!("frames while 1,000 steps a second are shown, with the chart");
    for (board, config) in [
        ("8x8", "genetic:repair=none,generations=1000000"),
        ("20x20", "genetic:repair=none,generations=1000000"),
        ("8x8", "ants:cycles=1000000,evaporation=1"),
        ("8x8", "neural:tries=1000000,sweeps=3"),
    ] {
        let mut window = Window::open(board, config, LARGE);
        window.send(Preference::Speed(Speed::of(Some(1_000))));
        window.send(ExploreMessage::ToggleChart);
        window.send(ExploreMessage::Start(Square::at(1)));
        window.until(|frame| frame.step > 100);
        let costs: Vec<f64> = (0..300).map(|_| window.paced()).collect();
        let name = config.split(':').next().unwrap();
        report_frames(&format!("  {board} {name}"), costs, 12.0);
    }
}

/// What a board of a million squares costs: to open it, and to look at it at any zoom.
fn giant() {
    let open = |board| move || seconds(|| Window::open(board, "construct", LARGE));
    let pairs = pairs(3, open("1000x1000"), open("8x8"));
    let name = "opening a window with 1000x1000, compared with 8x8";
    report(name, pairs.ratio, "times", Limit::AtMost(5.0));
    report("    with two frames", pairs.above * 1e3, "ms", Limit::None);
    println!("1000x1000: ms of work a frame in the mean, and the median of the time");
    println!("  to the end again, hovering, playing 60 and 100,000 and unlimited, dragging");
    for (config, heat) in [
        ("construct", false),
        ("divide-and-conquer", false),
        ("warnsdorff", false),
        ("restarting", false),
        ("restarting", true),
        ("backtracking", false),
        ("backtracking", true),
    ] {
        let mut window = Window::open("1000x1000", config, LARGE);
        window.send(Preference::Speed(Speed::UNLIMITED));
        if heat {
            window.send(Preference::Toggle(Part::HeatMap));
        }
        window.send(ExploreMessage::Start(Square::at(0)));
        let click = window.paint() * 1e3;
        let many = |frame: &Frame| {
            let progress = &frame.progress;
            progress.status != Status::Searching || progress.steps > 3_000_000
        };
        let watch = Stopwatch::start();
        let (mut first, mut work) = (Vec::new(), Vec::new());
        while !window.frame().is_some_and(many) {
            let began = worked();
            first.push(window.paced() * 1e3);
            work.push((worked() - began) * 1e3);
        }
        let name = format!("{config}{}", if heat { ", heat" } else { "" });
        println!(
            "  {name:<20} click {click:.1}  searching: work {:.2}, time {:.2}, longest {:.2}  done after {:.0} ms",
            work.iter().sum::<f64>() / work.len().max(1) as f64,
            median_of(&first),
            longest(&first),
            watch.seconds() * 1e3
        );
        for (place, notches) in
            [("whole", 0), ("2 pixels", 4), ("4 pixels", 4), ("8", 4), ("near", 12)]
        {
            window.scroll(notches);
            let figures = [
                window.frames_of(|window| window.send(Shortcut::ToEnd)),
                window.frames_of(|window| {
                    window.hover += 7.0;
                    let at = Pos2::new(700.0 + window.hover % 200.0, 400.0);
                    window.input.events = vec![egui::Event::PointerMoved(at)];
                }),
                window.playing(Speed::of(Some(60))),
                window.playing(Speed::of(Some(100_000))),
                window.playing(Speed::UNLIMITED),
                window.dragging(),
            ];
            println!("    {place:<9} {}", figures.join("   "));
        }
    }
}

/// Frames while experiments run, and how soon they stop.
fn the_lab() {
    println!("frames in the lab while it measures, and ms until it stops");
    for (name, place, value) in [
        ("ties", 0, "50,60"),
        ("starts", 0, "40x40"),
        ("batch", 4, "100000"),
        ("scaling", 0, "5-60"),
    ] {
        let mut window = Window::open("8x8", "backtracking", LARGE);
        let number = EXPERIMENTS.iter().position(|experiment| experiment.name == name).unwrap();
        window.send(ShellMessage::Enter(PageId::Lab));
        window.send(LabMessage::Choose(EXPERIMENTS[number].name));
        let key = EXPERIMENTS[number].parameters[place].key;
        window.send(LabMessage::Set(key, value.to_owned()));
        window.send(LabMessage::Run);
        let mut costs = Vec::new();
        for _ in 0..120 {
            costs.push(window.paced());
        }
        report_frames(&format!("  {name}"), costs, 7.5);
        // The same work without a window, which tells when it has ended.
        let experiment = EXPERIMENTS[number];
        let mut settings = experiment.defaults();
        experiment.set(&mut settings, experiment.parameters[place].key, value).unwrap();
        let running = BackgroundRun::start(experiment, settings, 2);
        idle(0.2);
        let watch = Stopwatch::start();
        running.control.stop();
        while !running.is_over() {
            idle(0.000_1);
        }
        report("    stops after", watch.seconds() * 1e3, "ms", Limit::None);
    }
}

fn earlier_steps() {
    println!("the timeline of 100,000,000 steps: to any earlier step, and one step back");
    for (puzzle, config) in [
        ("8x8 given=0,1", "backtracking"),
        ("9x9 given=0,1", "backtracking:by=static-degree"),
        ("200x200 given=0,1", "backtracking"),
        ("199x199 given=0,1", "backtracking:by=warnsdorff"),
    ] {
        let settings = PlaybackSettings::at(Speed::UNLIMITED);
        let solver = build(puzzle, config);
        let make = |settings: &PlaybackSettings| Worker::new(solver, settings);
        let search = SearchHandle::start(&settings, Arc::new(|| {}), make);
        let wait = |is_right: &dyn Fn(&Frame) -> bool| {
            let watch = Stopwatch::start();
            loop {
                match search.frame().unwrap() {
                    Some(frame) if is_right(&frame) => return (watch.seconds() * 1e3, frame),
                    _ => std::thread::yield_now(),
                }
            }
        };
        let (whole, newest) = wait(&|frame| {
            frame.progress.steps >= 100_000_000 || frame.progress.status != Status::Searching
        });
        let length = newest.progress.steps;
        let (mut seeks, mut backs) = (Vec::new(), Vec::new());
        let mut chance = Generator::beside(1);
        for round in 0..60 {
            let step = chance.below(length);
            let before = Stopwatch::start();
            search.send(PlaybackCommand::Seek(step));
            wait(&|frame| frame.step == step);
            seeks.push(before.seconds() * 1e3);
            for back in 1..=5 {
                search.send(PlaybackCommand::StepBack);
                backs.push(wait(&|frame| frame.step == step - back).0);
            }
            if round % 10 == 0 {
                // From the very end, too.
                search.send(PlaybackCommand::Seek(u64::MAX));
                let (_, end) = wait(&|frame| frame.step >= length);
                search.send(PlaybackCommand::StepBack);
                backs.push(wait(&|frame| frame.step == end.step - 1).0);
            }
        }
        println!(
            "  {puzzle} {config}: ms to a step {}; back {}; timeline {:.1} MB",
            summary(&seeks),
            summary(&backs),
            newest.timeline_bytes as f64 / 1e6
        );
        for (name, times, most) in [("to a step", seeks, 0.1), ("one step back", backs, 0.05)] {
            let name = format!("    {name}, of the time of the search");
            report(&name, median(times) / whole, "times", Limit::AtMost(most));
        }
    }
}

/// What the process holds in memory, in MB.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1e3
}

/// Saving and opening: a search of three thousand million steps, and a tour of a million squares.
fn files() {
    let folder = std::env::temp_dir().join(format!("bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let cases = [
        ("8x8 given=0,1", "backtracking", 3_000_000_000_u64, Limit::AtMost(0.05)),
        ("200x200 given=0,1", "backtracking", 300_000_000, Limit::AtMost(0.05)),
        ("1000x1000 given=0,0", "restarting", u64::MAX, Limit::None),
    ];
    for (text, config, steps, limit) in cases {
        let (puzzle, config): (Puzzle, MethodConfig) =
            (text.parse().unwrap(), config.parse().unwrap());
        let watch = Stopwatch::start();
        let mut timeline = Timeline::new(config.build(&puzzle));
        timeline.follow();
        while timeline.length() < steps && timeline.search().state().status == Status::Searching {
            timeline.run_ahead((steps - timeline.length()).min(10_000_000));
            timeline.keep_checkpoint();
        }
        let searching = watch.seconds();
        let watch = Stopwatch::start();
        let tours = u64::from(timeline.search().state().status == Status::Found);
        let playhead = timeline.length();
        let recording = Recording {
            checkpoints: timeline.checkpoints(),
            playhead,
            seconds: 1.0,
            tours,
            history: Some(timeline.history().clone()),
            ..Recording::default()
        };
        let written = write_search(&puzzle, &config, &recording);
        let file = folder.join("bench.tour");
        storage::write(&file, written.as_bytes()).unwrap();
        let saving = watch.seconds();
        let watch = Stopwatch::start();
        let start = Start { opened: Some(read_file(&file).unwrap()), ..Start::default() };
        let mut window =
            Window::new(USUAL, |ctx| App::restored(ctx, &Setup::usual().unwrap(), start));
        window.until(|frame| frame.progress.steps == playhead);
        let opening = watch.seconds();
        println!(
            "{text} at step {playhead}: {:.1} MB, saved in {:.0} ms, on the board after {:.0} ms",
            written.len() as f64 / 1e6,
            saving * 1e3,
            opening * 1e3
        );
        let name = "    opened, compared with the search";
        report(name, opening / searching, "times", limit);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

fn memory() {
    let seconds: f64 =
        std::env::var("HOUR").ok().and_then(|text| text.parse().ok()).unwrap_or(20.0);
    println!(
        "memory of an unlimited search in a window, MB (goal: less than 10 more once their memory is full)"
    );
    for (board, config) in [("9x9", "backtracking"), ("199x199", "backtracking:by=warnsdorff")] {
        let mut window = Window::open(board, config, USUAL);
        window.send(Preference::Speed(Speed::UNLIMITED));
        window.send(ExploreMessage::Start(Square::at(1)));
        let watch = Stopwatch::start();
        // The memory for checkpoints is full when it has come to drop checkpoints for want of room.
        let (mut full, mut most_bytes, mut peaks, mut frames) = (None, 0, [0.0; 2], 0.0);
        while watch.seconds() < seconds {
            window.paint();
            frames += 1.0;
            idle(frames / 60.0 - watch.seconds());
            let bytes = window.frame().map_or(0, |frame| frame.timeline_bytes);
            most_bytes = most_bytes.max(bytes);
            if full.is_none() && most_bytes > 45_000_000 && bytes + 2_000_000 < most_bytes {
                full = Some(watch.seconds());
            }
            let peak: &mut f64 = &mut peaks[usize::from(full.is_some())];
            *peak = peak.max(resident());
        }
        match full {
            Some(when) => println!(
                "  {board:>8} full after {when:.0} s at {:.1}, then in {:.0} s at most {:.1}",
                peaks[0],
                seconds - when,
                peaks[1]
            ),
            None => println!("  {board:>8} not full after {seconds:.0} s: {:.1}", peaks[0]),
        }
    }
}
