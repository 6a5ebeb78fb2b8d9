//! Texts to begin with, and ways to damage and to forge them.

use std::sync::Arc;

use knights_tour::board::MOVES;
use knights_tour::engine::{Recording, Shown};
use knights_tour::format::tour::{write_path, write_search};
use knights_tour::format::{grid, path};
use knights_tour::puzzle::Puzzle;
use knights_tour::solver::{Generator, Recipe, Status};
use knights_tour::tape::Film;
use serde_json::{Map, Value, json};

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
pub(crate) fn search(puzzle: &Puzzle, recipe: &Recipe, steps: u64, shown: u64) -> String {
    let mut film = Film::new(recipe.build(puzzle));
    film.ride();
    for _ in 0..4 {
        film.make(steps / 4);
        film.mark();
    }
    film.seek(shown);
    while film.is_winding() {
        film.wind(1_000);
    }
    let recording = Recording {
        marks: film.marks(),
        playhead: film.shown().state().steps(),
        shown: Shown::Step,
        seconds: 1.5,
        tours: u64::from(film.maker().state().status == Status::Found),
        knows_no_other: false,
        track: Some(film.track().clone()),
        pick: recipe.picks().then(|| Arc::new(recipe.pick(puzzle))),
    };
    write_search(puzzle, recipe, &recording)
}

/// A puzzle with a base tour.
const BASE: &str = "12x12 given=0,0 seed=2 base=6x6:0,0;1,2;0,4;2,5;3,3;5,4;3,5;1,4;0,2;1,0;2,\
                    2;0,1;2,0;4,1;5,3;4,5;2,4;0,5;1,3;3,4;5,5;4,3;3,1;5,0;4,2;2,3;1,5;0,3;1,1;\
                    3,0;5,1;3,2;4,4;5,2;4,0;2,1";

/// Saved searches of a method with its options.
pub(crate) fn searches(recipes: &[Recipe]) -> Vec<String> {
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
    for (number, recipe) in recipes.iter().enumerate() {
        for (place, puzzle) in puzzles.iter().enumerate() {
            let steps = [0, 4, 28, 60, 400, 3_000][(number + place) % 6];
            if recipe.refusal(puzzle).is_some() {
                continue;
            }
            texts.push(search(puzzle, recipe, steps, steps / 3));
        }
    }
    texts.retain(|text| text.len() < 20_000);
    texts
}

/// Everything else that can be opened or checked.
pub(crate) fn others() -> Vec<String> {
    let puzzle: Puzzle = "6x6 given=0,0 seed=5".parse().unwrap();
    let mut solver = Recipe::default().build(&puzzle);
    assert_eq!(solver.run(1_000_000), Status::Found);
    let tour = solver.state().path.clone();
    let places: Vec<[u32; 2]> = tour
        .iter()
        .map(|square| [puzzle.board().row(*square), puzzle.board().col(*square)])
        .collect();
    let board = json!({"rows": 6, "cols": 6, "wrap": false, "holes": []});
    let begun: Puzzle = "5x7 holes=2,2 given=0,0;1,2;2,0 goal=closed".parse().unwrap();
    vec![
        grid::write(puzzle.board(), &tour, 1),
        grid::write(puzzle.board(), &tour, 0),
        grid::write(puzzle.board(), &tour[..20], 1),
        path::write(&puzzle, &tour),
        path::write(&begun, begun.given()),
        write_path(&begun),
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

/// A saved search with something made up in it, and checksums that fit.
pub(crate) fn forged(text: &str, chance: &mut Chance) -> Option<String> {
    let mut file: Value = serde_json::from_str(text).ok()?;
    for _ in 0..=chance.below(3) {
        forge_once(&mut file, chance);
    }
    seal(&mut file)?;
    Some(format!("{file}\n"))
}

fn forge_once(file: &mut Value, chance: &mut Chance) {
    let search = &mut file["search"];
    let many = search["positions"].as_array().map_or(0, Vec::len);
    let number = |chance: &mut Chance, old: u64| match chance.below(4) {
        0 => *chance.one_of(NUMBERS),
        1 => old.saturating_add(1),
        2 => old.saturating_sub(1),
        _ => chance.below(200) as u64,
    };
    if many == 0 || chance.below(8) == 0 {
        match chance.below(7) {
            6 => forge_base(&mut file["base"], chance),
            5 => forge_track(&mut search["track"], chance),
            0 => search["playhead"] = json!(number(chance, 5)),
            1 => search["tours"] = json!(number(chance, 1)),
            2 => search["knows_no_other"] = json!(chance.below(2) == 0),
            3 => file["seed"] = json!(number(chance, 1)),
            _ => file["seconds"] = json!([0.0, -1.0, 1e12, 1e308, 3.5][chance.below(5)]),
        }
        return;
    }
    if chance.below(10) == 0 {
        let (from, to) = (chance.below(many), chance.below(many));
        let positions = search["positions"].as_array_mut().unwrap();
        match chance.below(3) {
            0 => positions.swap(from, to),
            1 => drop(positions.remove(from)),
            _ => positions.insert(to, positions[from].clone()),
        }
        return;
    }
    let place = if chance.below(2) == 0 { many - 1 } else { chance.below(many) };
    if chance.below(2) == 0 {
        let board =
            [&file["board"]["rows"], &file["board"]["cols"]].map(|side| side.as_u64().unwrap());
        return forge_soundly(&mut file["search"]["positions"][place], board, chance);
    }
    let position = &mut search["positions"][place];
    let counters = ["placements", "retreats", "restarts", "rewires"];
    match chance.below(11) {
        9 => {
            let Some(lists) = position["lists"].as_object_mut() else { return };
            let names: Vec<String> = lists.keys().cloned().collect();
            let Some(list) = lists[chance.one_of(&names)].as_array_mut() else { return };
            let place = chance.below(list.len() + 1);
            match chance.below(3) {
                0 if place < list.len() => list[place] = json!(number(chance, 1)),
                1 if place < list.len() => drop(list.remove(place)),
                _ => list.insert(place, json!(number(chance, 1))),
            }
        }
        10 => {
            let Some(own) = position["counters"].as_object_mut() else { return };
            let names: Vec<String> = own.keys().cloned().collect();
            own[chance.one_of(&names)] = json!(number(chance, 3));
        }
        0 | 1 => {
            let key = *chance.one_of(&counters);
            let old = position[key].as_u64().unwrap_or(0);
            let new = number(chance, old);
            position[key] = json!(new);
            // So that the visits still add up to the placements.
            if let Some(visits) = position["visits"].as_array_mut()
                && key == "placements"
                && new >= old
            {
                let place = chance.below(visits.len());
                let sum = visits[place].as_u64().unwrap_or(0).saturating_add(new - old);
                visits[place] = json!(sum);
            }
        }
        2 => {
            let status = ["searching", "found", "exhausted", "gave-up"];
            position["status"] = json!(chance.one_of(&status));
        }
        3 => {
            let square = format!("retreat {},{}", chance.below(6), chance.below(6));
            let last = ["", "advance", "restart", "rewire", square.as_str()];
            position["last"] = json!(chance.one_of(&last));
        }
        4 | 5 => {
            let key = if chance.below(3) == 0 { "deepest" } else { "path" };
            let mut path: Vec<u8> = position[key].as_str().unwrap_or("0,0:").bytes().collect();
            let old = path.len();
            match chance.below(3) {
                0 => path.truncate(chance.below(path.len() + 1)),
                1 => path.push(b'1' + chance.below(8) as u8),
                _ => {
                    let place = chance.below(path.len().max(1));
                    path.get_mut(place).into_iter().for_each(|c| *c = b'1' + chance.below(8) as u8);
                }
            }
            let grown = path.len() as i64 - old as i64;
            position[key] = json!(String::from_utf8_lossy(&path));
            if key == "path" && chance.below(2) == 0 {
                let counter = if grown < 0 { "retreats" } else { "placements" };
                let old = position[counter].as_u64().unwrap_or(0);
                let sum = old.saturating_add(grown.unsigned_abs());
                position[counter] = json!(sum);
            }
        }
        6 => {
            let Some(visits) = position["visits"].as_array_mut() else { return };
            let place = chance.below(visits.len());
            visits[place] = json!(number(chance, 1));
        }
        7 => {
            let lists: String = position["untried"].as_str().unwrap_or("").to_owned();
            let mut lists: Vec<u8> = lists.into_bytes();
            let place = chance.below(lists.len() + 1);
            match chance.below(2) {
                0 if place < lists.len() => drop(lists.remove(place)),
                _ => lists.insert(place, *chance.one_of(b"12345678,")),
            }
            position["untried"] = json!(String::from_utf8_lossy(&lists));
        }
        _ => {
            let own = position["own"].as_object().cloned().unwrap_or_default();
            let mut names: Vec<&str> = own.keys().map(String::as_str).collect();
            names.push("spent");
            let name = (*chance.one_of(&names)).to_owned();
            position["own"][name.as_str()] = json!(number(chance, 3));
        }
    }
}

/// Changes a base tour, or turns it round.
fn forge_base(base: &mut Value, chance: &mut Chance) {
    let Some(list) = base.as_array_mut() else { return };
    match chance.below(4) {
        0 => list.push(list[0].clone()),
        1 => list.clear(),
        2 => list[0]["rows"] = json!(*chance.one_of(NUMBERS)),
        _ => {
            let Some(path) = list.get_mut(0).and_then(|tour| tour["path"].as_array_mut()) else {
                return;
            };
            let (from, to) = (chance.below(path.len()), chance.below(path.len()));
            path[from.min(to)..from.max(to)].reverse();
        }
    }
}

/// Changes the gauges along the way.
fn forge_track(track: &mut Value, chance: &mut Chance) {
    match chance.below(3) {
        0 => track["stride"] = json!(*chance.one_of(NUMBERS)),
        1 => {
            let Some(samples) = track["samples"][0].as_array_mut() else { return };
            let place = chance.below(samples.len() + 1);
            samples.insert(place, json!([1e38, -1.0, 0.5][chance.below(3)]));
        }
        _ => {
            let Some(samples) = track["samples"][0].as_array_mut() else { return };
            let place = chance.below(samples.len().max(1));
            samples.get_mut(place).into_iter().for_each(|sample| *sample = Value::Null);
        }
    }
}

/// Changes a position so that its counters, its visits and its last step still match its path.
fn forge_soundly(position: &mut Value, [rows, cols]: [u64; 2], chance: &mut Chance) {
    let add = |position: &mut Value, key: &str, more: u64| {
        position[key] = json!(position[key].as_u64().unwrap_or(0).wrapping_add(more));
    };
    let Some(path) = position["path"].as_str().map(str::to_owned) else { return };
    if !position["visits"].is_array() {
        return;
    }
    let mut squares = squares(&path, [rows, cols]);
    match chance.below(4) {
        0 => {
            let more = *chance.one_of(NUMBERS);
            let cell = chance.below((rows * cols) as usize);
            add(position, "placements", more);
            add(position, "retreats", more);
            let visits = position["visits"][cell].as_u64().unwrap_or(0);
            position["visits"][cell] = json!(visits.wrapping_add(more));
        }
        1 | 2 if !squares.is_empty() => {
            for _ in 0..=chance.below(squares.len()) {
                let Some([row, col]) = squares.pop() else { break };
                add(position, "retreats", 1);
                position["last"] = json!(format!("retreat {row},{col}"));
            }
            let kept = path.len() - path.split(':').nth(1).map_or(0, str::len);
            let text = if squares.is_empty() { "" } else { &path[..kept + squares.len() - 1] };
            if position.get("deepest").is_none_or(Value::is_null) {
                position["deepest"] = json!(path);
            }
            position["path"] = json!(text);
            let lists = position["untried"].as_str().unwrap_or("").to_owned();
            let lists: String = lists.split_inclusive(',').take(squares.len()).collect();
            position["untried"] = json!(lists);
            if squares.is_empty() {
                position["status"] = json!("exhausted");
            }
            if position["own"].get("over").is_some() {
                position["own"]["over"] = json!(chance.below(2));
            }
        }
        _ => {
            let slot = chance.below(8);
            let text = format!("{path}{}", slot + 1);
            if let Some([row, col]) = self::squares(&text, [rows, cols]).last() {
                position["path"] = json!(text);
                position["last"] = json!("advance");
                add(position, "placements", 1);
                let cell = (row * cols + col) as usize;
                let visits = position["visits"][cell].as_u64().unwrap_or(0);
                position["visits"][cell] = json!(visits.saturating_add(1));
                let lists = position["untried"].as_str().unwrap_or("").to_owned();
                if !lists.is_empty() {
                    position["untried"] = json!(lists + ",");
                }
            }
        }
    }
}

/// The rows and columns of a path's squares, as far as they are on the board.
fn squares(path: &str, [rows, cols]: [u64; 2]) -> Vec<[u64; 2]> {
    let Some((start, moves)) = path.split_once(':') else { return Vec::new() };
    let Some((row, col)) = start.split_once(',') else { return Vec::new() };
    let (Ok(row), Ok(col)) = (row.parse::<i64>(), col.parse::<i64>()) else { return Vec::new() };
    let (mut row, mut col) = (row, col);
    let mut squares = vec![[row as u64, col as u64]];
    for digit in moves.bytes() {
        let (down, right) = MOVES[usize::from(digit.wrapping_sub(b'1')) % 8];
        (row, col) = (row + down, col + right);
        if !(0..rows as i64).contains(&row) || !(0..cols as i64).contains(&col) {
            return Vec::new();
        }
        squares.push([row as u64, col as u64]);
    }
    squares
}

/// Gives a file the checksums that its contents should have, and makes what it says about its newest
/// position true.
fn seal(file: &mut Value) -> Option<()> {
    let question = question(file)?;
    let search = file["search"].as_object_mut()?;
    let mut sum = Sum::default();
    for key in ["playhead", "tours"] {
        sum.add_number(search[key].as_u64()?);
    }
    sum.add_number(u64::from(search["knows_no_other"].as_bool()?));
    let track = search.get("track").map_or("null".to_owned(), |track| {
        format!(r#"{{"stride":{},"samples":{}}}"#, track["stride"], track["samples"])
    });
    let positions = search["positions"].as_array_mut()?;
    let mut checksums = Vec::new();
    for position in positions.iter_mut() {
        let checksum = position_sum(&question, position.as_object()?)?;
        position["checksum"] = json!(checksum);
        checksums.push(checksum);
    }
    let newest = positions.last().cloned();
    search.insert("question".to_owned(), json!(question.text()));
    let micros = (file["seconds"].as_f64()? * 1e6).round() as u64;
    sum.add_number(micros);
    checksums.iter().for_each(|checksum| sum.add(checksum));
    sum.add(&track);
    file["search"]["checksum"] = json!(sum.text());
    let file = file.as_object_mut()?;
    for key in ["closed", "structured", "path", "deepest"] {
        file.remove(key);
    }
    let Some(newest) = newest else { return Some(()) };
    let mut steps = 0_u64;
    for key in ["placements", "retreats", "restarts", "rewires"] {
        let number = newest.get(key).and_then(Value::as_u64).unwrap_or(0);
        file.insert(key.to_owned(), json!(number));
        steps = steps.wrapping_add(number);
    }
    if let Some(counters) = newest.get("counters") {
        file.insert("counters".to_owned(), counters.clone());
    }
    file.insert("steps".to_owned(), json!(steps));
    file.insert("outcome".to_owned(), newest["status"].clone());
    Some(())
}

/// The sum of the puzzle and the method.
fn question(file: &Value) -> Option<Sum> {
    let board = &file["board"];
    let square = |place: &Value| Some(format!("{},{}", place[0].as_u64()?, place[1].as_u64()?));
    let list =
        |places: &Value| -> Option<Vec<String>> { places.as_array()?.iter().map(square).collect() };
    let mut puzzle = format!("{}x{}", board["rows"].as_u64()?, board["cols"].as_u64()?);
    if board["wrap"].as_bool()? {
        puzzle += " wrap";
    }
    let holes = list(&board["holes"])?;
    if !holes.is_empty() {
        puzzle += &format!(" holes={}", holes.join(";"));
    }
    puzzle += &match file.get("repair") {
        Some(path) => format!(" repair={}", list(path)?.join(";")),
        None => format!(" given={}", list(&file["given"])?.join(";")),
    };
    if file["goal"] != "any" {
        puzzle += &format!(" goal={}", file["goal"].as_str()?);
    }
    if file["seed"] != 0 {
        puzzle += &format!(" seed={}", file["seed"]);
    }
    for base in file.get("base").and_then(Value::as_array).into_iter().flatten() {
        let (rows, cols) = (&base["rows"], &base["cols"]);
        puzzle += &format!(" base={rows}x{cols}:{}", list(&base["path"])?.join(";"));
    }
    let value = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
    let options = file["options"].as_object()?;
    let options: Vec<String> =
        options.iter().map(|(key, option)| format!("{key}={}", value(option))).collect();
    let recipe = format!("{}:{}", file["method"].as_str()?, options.join(","));
    let recipe: Recipe = recipe.parse().ok()?;
    let mut sum = Sum::default();
    sum.add(&puzzle);
    sum.add(recipe.method.name);
    for setting in recipe.options.iter() {
        sum.add(setting.spec.key);
        sum.add(&setting.value.to_string());
    }
    Some(sum)
}

fn position_sum(question: &Sum, position: &Map<String, Value>) -> Option<String> {
    let mut sum = question.clone();
    for key in ["placements", "retreats", "restarts"] {
        sum.add_number(position[key].as_u64()?);
    }
    for visits in position.get("visits").and_then(Value::as_array).into_iter().flatten() {
        sum.add_number(visits.as_u64()?);
    }
    let text = |key: &str| position.get(key).and_then(Value::as_str);
    for key in ["status", "last", "path", "untried"] {
        sum.add(text(key).unwrap_or(""));
    }
    sum.add(text("deepest").unwrap_or("-"));
    let chance = position.get("chance").filter(|chance| !chance.is_null()).map(|chance| {
        format!(r#"{{"state":{},"increment":{}}}"#, chance["state"], chance["increment"])
    });
    let object = |key: &str| position.get(key).map_or("{}".to_owned(), Value::to_string);
    let rewires = position.get("rewires").and_then(Value::as_u64).unwrap_or(0);
    sum.add(&format!(
        "[{},{},[{rewires},{},{},{}]]",
        chance.unwrap_or("null".to_owned()),
        object("own"),
        object("counters"),
        object("lists"),
        text("path").is_some()
    ));
    Some(sum.text())
}

/// FNV-1a, as in the files.
#[derive(Clone)]
struct Sum(u64);

impl Default for Sum {
    fn default() -> Sum {
        Sum(0xcbf2_9ce4_8422_2325)
    }
}

impl Sum {
    fn add(&mut self, text: &str) {
        text.bytes().chain([0]).for_each(|byte| self.add_byte(byte));
    }

    fn add_number(&mut self, number: u64) {
        number.to_le_bytes().into_iter().for_each(|byte| self.add_byte(byte));
    }

    fn add_byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }

    fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}
