//! Texts to begin with, and ways to damage and to forge them.

use std::sync::Arc;

use knights_tour::engine::Recording;
use knights_tour::format::tour::{Contents, read, write_path, write_search};
use knights_tour::format::{game, grid, path};
use knights_tour::play::Game;
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{Generator, MethodConfig, Status};
use knights_tour::timeline::Timeline;
use serde_json::{Value, json};

/// A source of random choices that are the same every time.
pub(crate) struct Chance(Generator);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(Generator::beside(seed))
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit as u64) as usize
    }

    pub(crate) fn one_of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// A search of a puzzle that was saved after this many steps, with a few of its positions.
pub(crate) fn search(puzzle: &Puzzle, config: &MethodConfig, steps: u64, shown: u64) -> String {
    let mut timeline = Timeline::new(config.build(puzzle));
    timeline.follow();
    for _ in 0..4 {
        timeline.run_ahead(steps / 4);
        timeline.keep_checkpoint();
    }
    timeline.seek(shown);
    while timeline.is_seeking() {
        timeline.advance_seek(1_000);
    }
    let recording = Recording {
        checkpoints: timeline.checkpoints(),
        playhead: timeline.shown().state().steps(),
        seconds: 1.5,
        tours: u64::from(timeline.search().state().status == Status::Found),
        history: Some(timeline.history().clone()),
        pick: config.picks().then(|| Arc::new(config.pick(puzzle))),
        ..Recording::default()
    };
    write_search(puzzle, config, &recording)
}

/// A puzzle with a base tour.
const BASE: &str = "12x12 given=0,0 seed=2 base=6x6:0,0;1,2;0,4;2,5;3,3;5,4;3,5;1,4;0,2;1,0;2,\
                    2;0,1;2,0;4,1;5,3;4,5;2,4;0,5;1,3;3,4;5,5;4,3;3,1;5,0;4,2;2,3;1,5;0,3;1,1;\
                    3,0;5,1;3,2;4,4;5,2;4,0;2,1";

/// Saved searches of a method with its options.
pub(crate) fn searches(configs: &[MethodConfig]) -> Vec<String> {
    let puzzles = [
        "1x1",
        "3x4 given=0,0",
        "3x4 given=0,0 goal=end:1,0",
        "5x5 given=0,0;2,1;4,0 seed=3",
        "5x6 given=0,0 goal=closed seed=2",
        "4x4 wrap holes=0,0;2,1 given=1,1",
        "6x6 given=0,0 goal=end:0,1 seed=7",
        "8x8 given=7,0 seed=4",
        "3x22 given=0,2",
        "6x6 repair=0,0;2,1;4,0;5,2;3,3 seed=3",
        BASE,
    ];
    let puzzles: Vec<Puzzle> = puzzles.iter().map(|text| text.parse().unwrap()).collect();
    let mut texts = Vec::new();
    for (number, config) in configs.iter().enumerate() {
        for (place, puzzle) in puzzles.iter().enumerate() {
            let steps = [0, 4, 28, 60, 400, 3_000][(number + place) % 6];
            if config.refusal(puzzle).is_some() {
                continue;
            }
            texts.push(search(puzzle, config, steps, steps / 3));
        }
    }
    texts.retain(|text| text.len() < 20_000);
    texts
}

/// Everything else that can be opened or checked.
pub(crate) fn others() -> Vec<String> {
    let puzzle: Puzzle = "6x6 given=0,0 seed=5".parse().unwrap();
    let mut solver = MethodConfig::default().build(&puzzle);
    assert_eq!(solver.run(1_000_000), Status::Found);
    let tour = solver.state().path.clone();
    let places: Vec<[u32; 2]> = tour
        .iter()
        .map(|square| [puzzle.board().row(*square), puzzle.board().col(*square)])
        .collect();
    let board = json!({"rows": 6, "cols": 6, "wrap": false, "holes": []});
    let mut game = Game::new(puzzle.board().clone(), Goal::Any, &[]).unwrap();
    tour[..9].iter().for_each(|square| game.place(*square).unwrap());
    game.back_to(4, false);
    game.place(tour[4]).unwrap();
    game.undo();
    let begun: Puzzle = "5x7 holes=2,2 given=0,0;1,2;2,0 goal=closed".parse().unwrap();
    vec![
        grid::write(puzzle.board(), &tour, 1),
        grid::write(puzzle.board(), &tour, 0),
        grid::write(puzzle.board(), &tour[..20], 1),
        path::write(&puzzle, &tour),
        path::write(&begun, begun.given()),
        write_path(&begun),
        game::write(&game),
        "[[0, 3, 6, 9], [11, 8, 1, 4], [2, 5, 10, 7]]".to_owned(),
        "1 4 7 10\n12 9 2 5\n3 6 11 8\n\n1 . .\n. # 2\n".to_owned(),
        json!({"board": board, "given": [[0, 0]], "goal": "any", "path": places}).to_string(),
        json!({"board": board, "closed": false, "tours": [places, places, []]}).to_string(),
        json!({"format": "knights-tour", "version": 1, "board": board, "path": places}).to_string(),
    ]
}

/// Numbers that tend to break things.
const NUMBERS: &[u64] = &[
    0,
    1,
    2,
    7,
    63,
    64,
    1_000,
    1_000_000,
    u32::MAX as u64,
    u32::MAX as u64 + 1,
    1 << 53,
    1 << 60,
    (1 << 60) + 1,
    i64::MAX as u64 - 2_000,
    i64::MAX as u64,
    u64::MAX - 1,
    u64::MAX,
];

/// Pieces of text that mean something to a reader.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "#",
    ".",
    "-",
    "+",
    "1e9",
    "-1",
    "null",
    "true",
    "\n",
    " ",
    "0,0",
    "a1",
    "given=",
    "goal=closed",
    "goal=end:0,0",
    "wrap",
    "holes=0,0;1,1",
    "base=6x6:0,0;1,2",
    "\"base\":[",
    "8x8",
    "5000x5000",
    "99999999x9",
    "\u{feff}",
    "\u{202e}",
    "é",
    "\"tours\":[[],[]]",
    "\"path\":",
    "\"rows\":",
    "[[",
    "]]",
    "[0,0],",
    "18446744073709551615",
    "0.5",
    "\"\"",
    "\t",
    "found",
];

/// A text with some damage: bytes and pieces changed, lost, repeated, or taken from another text.
pub(crate) fn damaged(text: &str, other: &str, chance: &mut Chance) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=chance.below(4) {
        let at = chance.below(bytes.len() + 1);
        let end = (at + 1 + chance.below(12)).min(bytes.len());
        match chance.below(9) {
            0 if at < bytes.len() => bytes[at] ^= 1 << chance.below(7),
            1 if at < bytes.len() => bytes[at] = b' ' + chance.below(95) as u8,
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece: Vec<u8> = bytes[at..end].repeat(1 + chance.below(4));
                bytes.splice(at..at, piece);
            }
            4 => drop(bytes.splice(at..at, chance.one_of(PIECES).bytes())),
            6 => {
                let from = chance.below(other.len() + 1);
                let to = (from + chance.below(400)).min(other.len());
                bytes.splice(at..end, other.as_bytes()[from..to].iter().copied());
            }
            7 => bytes.truncate(at),
            _ => change_number(&mut bytes, at, chance),
        }
    }
    bytes.truncate(20_000);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Replaces the first number after a place.
fn change_number(bytes: &mut Vec<u8>, at: usize, chance: &mut Chance) {
    let Some(start) = (at..bytes.len()).find(|place| bytes[*place].is_ascii_digit()) else {
        return;
    };
    let end = (start..bytes.len()).find(|place| !bytes[*place].is_ascii_digit());
    let number = match chance.below(2) {
        0 => chance.one_of(NUMBERS).to_string(),
        _ => chance.below(12).to_string(),
    };
    bytes.splice(start..end.unwrap_or(bytes.len()), number.into_bytes());
}

/// A saved search with something made up in it, and a checksum that fits.
pub(crate) fn forged(text: &str, chance: &mut Chance) -> Option<String> {
    let (truth, cache) = text.trim_end().split_once(",\"cache\":")?;
    let (_, contents) = cache.strip_suffix("}}")?.split_once(",\"contents\":")?;
    let mut truth: Value = serde_json::from_str(&format!("{truth}}}")).ok()?;
    let mut contents: Value = serde_json::from_str(contents).ok()?;
    for _ in 0..=chance.below(3) {
        match chance.below(10) {
            0 => change(&mut contents["track"], chance),
            1 => change(&mut contents["checkpoints"], chance),
            2 => {
                let parts =
                    ["search", "seed", "base", "given", "path", "outcome", "seconds", "steps"];
                change(&mut truth[*chance.one_of(&parts)], chance);
            }
            _ => {
                let checkpoints = contents["checkpoints"].as_array_mut()?;
                let last = checkpoints.len().checked_sub(1)?;
                let place = if chance.below(2) == 0 { last } else { chance.below(last + 1) };
                forge(&mut checkpoints[place], chance);
            }
        }
    }
    let newest = contents["checkpoints"].as_array()?.last()?.clone();
    agree(&mut truth, &newest);
    sealed(&truth.to_string(), &contents.to_string())
}

/// A file with these checkpoints, and a checksum that fits.
pub(crate) fn sealed(truth: &str, contents: &str) -> Option<String> {
    let (file, sum) = (truth.strip_suffix('}')?, sum(truth, contents)?);
    let sum = format!("\"version\":1,\"checksum\":\"{sum}\"");
    Some(format!("{file},\"cache\":{{{sum},\"contents\":{contents}}}}}\n"))
}

/// Makes something up in a checkpoint.
fn forge(checkpoint: &mut Value, chance: &mut Chance) {
    let own = checkpoint["own"].as_str().and_then(|own| serde_json::from_str(own).ok());
    let Some(mut own) = own.filter(|_| chance.below(2) == 0) else {
        return change(checkpoint, chance);
    };
    change(&mut own, chance);
    checkpoint["own"] = json!(own.to_string());
}

/// Changes something somewhere in a value.
fn change(value: &mut Value, chance: &mut Chance) {
    match value {
        Value::Array(list) if !list.is_empty() => {
            let place = chance.below(list.len());
            match chance.below(8) {
                0 => drop(list.remove(place)),
                1 => list.insert(place, list[place].clone()),
                2 => list.truncate(place),
                _ => change(&mut list[place], chance),
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let place = chance.below(fields.len());
            fields.values_mut().nth(place).into_iter().for_each(|field| change(field, chance));
        }
        Value::Number(number) => {
            let old = number.as_u64().unwrap_or(0);
            *value = match chance.below(6) {
                0 => json!(*chance.one_of(NUMBERS)),
                1 => json!([-1.0, 0.5, 1e12, 1e308][chance.below(4)]),
                2 => json!(old.saturating_sub(1)),
                3 => json!(chance.below(200)),
                _ => json!(old.saturating_add(1)),
            };
        }
        Value::String(text) => {
            let words =
                ["Searching", "Found", "Exhausted", "GaveUp", "Restart", "Rewire", "Rotate"];
            let digits = text.len().max(1);
            match chance.below(4) {
                0 => *value = json!(chance.one_of(&words)),
                1 => text.truncate(chance.below(digits)),
                2 => text.push(char::from(b'1' + chance.below(8) as u8)),
                _ => {
                    let mut bytes = text.clone().into_bytes();
                    let place = chance.below(digits);
                    bytes
                        .get_mut(place)
                        .into_iter()
                        .for_each(|byte| *byte = b'1' + chance.below(8) as u8);
                    *text = String::from_utf8_lossy(&bytes).into_owned();
                }
            }
        }
        Value::Bool(flag) => *flag = !*flag,
        _ => *value = json!(*chance.one_of(NUMBERS)),
    }
}

/// Makes what a file says of its search true of its newest checkpoint.
fn agree(truth: &mut Value, newest: &Value) {
    let kinds = ["placements", "retreats", "restarts", "rewires"];
    for (place, kind) in kinds.into_iter().enumerate() {
        truth[kind] = newest["steps"][place].clone();
    }
    let outcomes = [("Searching", "searching"), ("Exhausted", "exhausted"), ("GaveUp", "gave-up")];
    let outcome = outcomes.iter().find(|(status, _)| newest["status"] == *status);
    truth["outcome"] = json!(outcome.map_or("found", |(_, outcome)| outcome));
    truth.as_object_mut().into_iter().for_each(|truth| drop(truth.remove("steps")));
}

/// FNV-1a over the puzzle, the method and the checkpoints, as in the files.
fn sum(truth: &str, contents: &str) -> Option<String> {
    let Ok(Contents::Search { puzzle, config, recording }) = read(truth) else { return None };
    let pick = recording.pick.as_deref();
    let pick = pick.map(|pick| (pick.config.to_string(), &pick.why, pick.most));
    let text = format!("{puzzle} {config} {pick:?} {contents}");
    let sum = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Some(format!("{sum:016x}"))
}
