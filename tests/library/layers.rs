//! The layers of the source: what must not appear in which module.

use std::fs;
use std::path::Path;

/// Every file: its path below `src`, and its code without comments and without the tests at its end.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut folders, mut files) = (vec![root.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            } else if path.extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap().lines();
            let code: Vec<&str> =
                code.filter(|line| !line.trim_start().starts_with("//")).collect();
            files.push((name, code.join("\n")));
        }
    }
    assert!(files.len() > 1);
    files
}

/// Whether the word occurs, other than as the end of a longer one.
fn has_word(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(place, _)| {
        let before = code[..place].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

fn absent(words: &[&str], allowed: impl Fn(&str) -> bool) {
    for (name, code) in files() {
        for word in words.iter().filter(|_| !allowed(&name)) {
            assert!(!has_word(&code, word), "{name} must not use {word}");
        }
    }
}

#[test]
fn no_clock_outside_the_engine_and_threads_in_one_file() {
    absent(&["std::time", "Instant", "SystemTime"], |name| name.starts_with("engine/"));
    absent(&["std::thread", "thread::", "ctrlc"], |name| name == "engine/threads.rs");
}

#[test]
fn no_files_outside_storage() {
    let words = ["std::fs", "fs::", "File::", "std::env", "env::", ".exists()", ".is_dir()"];
    absent(&words, |name| name == "main.rs" || name.starts_with("storage"));
    let words = ["std::io", "io::", "println!", "eprintln!"];
    absent(&words, |name| {
        name == "main.rs" || name.starts_with("storage") || name.starts_with("cli/")
    });
}

#[test]
fn no_window_outside_the_app() {
    absent(&["egui", "eframe"], |name| name == "main.rs" || name.starts_with("app/"));
}

#[test]
fn no_randomness_that_is_not_seeded() {
    let unseeded =
        ["from_os_rng", "from_entropy", "rand::rng(", "thread_rng", "StdRng", "RandomState"];
    absent(&unseeded, |_| false);
    absent(&["rand_pcg"], |name| name == "solver/search/ranking.rs");
    // Only for a new seed when the user asks for one.
    absent(&["rand::", "SysRng"], |name| name == "app/explore/mod.rs");
}

#[test]
fn a_layer_uses_only_the_layers_before_it() {
    let layers = "text board tour puzzle feasibility solver words timeline engine lab play session \
                  format storage cli app";
    let layers: Vec<&str> = layers.split_whitespace().collect();
    for (name, code) in
        files().into_iter().filter(|(name, _)| !["lib.rs", "main.rs"].contains(&&**name))
    {
        let layer = name.split(['/', '.']).next().unwrap();
        let place = layers.iter().position(|other| *other == layer);
        let place = place.unwrap_or_else(|| panic!("{name} is in no layer: add it to the list"));
        assert!(
            !code.contains("crate::{"),
            "{name}: import one layer per line, so that it can be seen here"
        );
        for later in &layers[place + 1..] {
            assert!(!code.contains(&format!("crate::{later}")), "{name} must not use {later}");
        }
    }
}

/// What two methods use belongs to `search` or `build`. Only the list of methods names their modules.
#[test]
fn no_method_uses_another() {
    let registry = ["solver/mod.rs", "solver/method.rs"];
    for (name, code) in files().into_iter().filter(|(name, _)| !registry.contains(&&**name)) {
        let is_method = name.starts_with("solver/methods/");
        assert!(!code.contains("solver::methods::"), "{name} must not use a method's module");
        assert!(!is_method || !code.contains("super::"), "{name} must not use another method");
    }
}

/// The comparison, pattern or arm, if there is one, by which a new goal would be taken for another one.
/// A goal may be compared together with the rest of a puzzle.
fn goal_comparison(code: &str) -> Option<String> {
    let words: Vec<&str> = code.split_whitespace().collect();
    let flat = words.join(" ");
    for (place, sign) in flat.match_indices(" == ").chain(flat.match_indices(" != ")) {
        let left = flat[..place].rsplit(' ').next()?;
        let left = left.strip_suffix("()").unwrap_or(left);
        let right = flat[place + sign.len()..].split([' ', ',', ';', '(', ')', '?']).next()?;
        if [left, right].iter().any(|side| side.contains("Goal::") || side.ends_with("goal")) {
            return Some(format!("{left}{sign}{right}"));
        }
    }
    let after = |(place, word): (usize, &str)| &flat[place + word.len()..];
    let pattern = |place| after(place).split(['=', ';']).next().unwrap_or_default();
    let mut patterns = flat.match_indices("let ").map(pattern);
    let mut arguments = flat.match_indices("matches!(").map(after).map(|rest| {
        let mut depth = 1;
        let end = rest.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        &rest[..end.unwrap_or(rest.len())]
    });
    let names = |text: &&str| text.contains("Goal::");
    let found = patterns.find(names).or_else(|| arguments.find(names));
    found.map(str::to_owned).or_else(|| catch_all_arm(code))
}

/// The arm for all other goals, if there is one after an arm for a goal.
fn catch_all_arm(code: &str) -> Option<String> {
    let lines: Vec<&str> = code.lines().filter(|line| !line.trim().is_empty()).collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let arm = |line: &&str| line.split_once(" =>").map(|(pattern, _)| pattern.trim().to_owned());
    let takes_all = |pattern: &String| {
        let pattern = pattern.replace("End(_)", "End");
        let is_name = pattern.chars().all(|c| c.is_lowercase() || c == '_');
        !pattern.contains(" if ") && (is_name || has_word(&pattern, "_"))
    };
    lines.iter().enumerate().find_map(|(place, line)| {
        arm(line).filter(|pattern| pattern.contains("Goal::"))?;
        let arms = lines[place..].iter().take_while(|other| indent(other) >= indent(line));
        arms.filter(|other| indent(other) == indent(line)).filter_map(arm).find(takes_all)
    })
}

#[test]
fn words_and_comparisons_of_goals_are_found() {
    assert!(has_word("use std::time::Instant;", "std::time"));
    assert!(!has_word("use super::dfs::Dfs", "fs::"));
    for code in [
        "if puzzle.goal() == Goal::Any {",
        "a && crate::puzzle::Goal::Closed != self.goal;",
        "given.filter(|puzzle| asked.kind == puzzle.goal())?",
        "(goal != other)",
        "matches!(self.goal(), Goal::End(_))",
        "if let (Plan::Chain { .. }, Goal::End(end)) = (plan, goal) {",
        "let Goal::End(end) = goal else { return };",
        "match goal {\n    Goal::Any => 1,\n    _ => 2,\n}",
        "match goal {\n    Goal::Any => {\n        1\n    }\n    other => 2,\n}",
        "match (len, goal) {\n    (1, Goal::Any) => 1,\n    (1, _) => 2,\n}",
    ] {
        assert!(goal_comparison(code).is_some(), "{code}");
    }
    for code in [
        "goal.end() == Some(square) && len == self.path.len()",
        "(&setup.board, setup.goal) == (now.board(), now.goal())",
        "asked != (its.goal, its.seed)",
        "let goal = Goal::Any; let (goal, seed): (Goal, u64) = (Goal::Closed, 0);",
        "match goal {\n    _ if done => 0,\n    Goal::Any => 1,\n    Goal::Closed | Goal::End(_) => 2,\n}",
    ] {
        assert_eq!(goal_comparison(code), None, "{code}");
    }
}

/// A new goal is then an error of the compiler wherever it matters.
#[test]
fn goals_are_asked_and_not_compared() {
    for (name, code) in files().into_iter().filter(|(name, _)| !name.starts_with("puzzle")) {
        assert_eq!(
            goal_comparison(&code),
            None,
            "{name}: ask the goal, or name all goals in a match"
        );
    }
}

/// The files of the window.
fn app_files() -> impl Iterator<Item = (String, String)> {
    files().into_iter().filter(|(name, _)| name.starts_with("app/"))
}

/// What a file imports and passes on.
fn imports(code: &str) -> impl Iterator<Item = &str> {
    let starts = ["use ", "pub use ", "pub(crate) use ", "pub(super) use "];
    let statements = code.split(';').map(str::trim_start);
    statements.filter(move |statement| starts.iter().any(|start| statement.starts_with(start)))
}

/// What one page wants from another is a request to the shell. Nothing but the shell names a page's type.
#[test]
fn only_the_shell_knows_the_pages() {
    for (name, code) in app_files().filter(|(name, _)| !name.starts_with("app/shell/")) {
        for (page, page_type) in [("explore", "Explore"), ("play", "Play"), ("lab", "Lab")] {
            if name.starts_with(&format!("app/{page}/")) {
                continue;
            }
            assert!(!code.contains(&format!("app::{page}")), "{name} must not use the page {page}");
            for import in imports(&code) {
                let mut words = import.split(|c: char| !c.is_alphanumeric() && c != '_');
                assert!(words.all(|word| word != page_type), "{name} must not name {page_type}");
            }
        }
    }
}

/// The items of a file that begin with this keyword: their lines up to the end.
fn items<'a>(code: &'a str, keyword: &str) -> Vec<Vec<&'a str>> {
    let lines: Vec<&str> = code.lines().collect();
    let depth = |line: &str| line.len() - line.trim_start().len();
    let begins = |line: &str| {
        let mut words = line.split_whitespace();
        words.find(|word| !word.starts_with("pub") && *word != "const") == Some(keyword)
    };
    let starts = (0..lines.len()).filter(|place| begins(lines[*place]));
    let item = |start: usize| {
        let ends = |line: &&str| {
            depth(line) == depth(lines[start]) && (line.ends_with('}') || line.ends_with(';'))
        };
        let end = lines[start..].iter().position(ends).unwrap();
        lines[start..=start + end].to_vec()
    };
    starts.map(item).collect()
}

/// The fields of a struct, or the variants of an enum.
fn parts(item: &[&str]) -> usize {
    let is_part = |line: &&&str| {
        let part = line.strip_prefix("    ").unwrap_or_default();
        part.starts_with(char::is_alphabetic)
    };
    item.iter().filter(is_part).count()
}

#[test]
fn the_window_has_no_long_functions_and_no_enums_with_many_variants() {
    for (name, code) in app_files() {
        for function in items(&code, "fn") {
            assert!(function.len() <= 80, "{name}: {}", function[0].trim());
        }
        for item in items(&code, "enum") {
            assert!(parts(&item) <= 30, "{name}: {}", item[0]);
        }
    }
}

#[test]
fn the_window_itself_stays_small() {
    let code: String = app_files().map(|(_, code)| code + "\n").collect();
    let structs = items(&code, "struct");
    let app = structs.iter().find(|item| item[0] == "pub struct App {").unwrap();
    assert!((4..=9).contains(&parts(app)), "{} fields", parts(app));
    assert!(code.lines().filter(|line| line.starts_with("impl App ")).count() <= 2);
}
