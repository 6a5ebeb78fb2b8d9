//! The licences of what the program is made of: the crates that it contains, and the fonts in it.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// What the program may contain: licences that ask for no more than to be named.
const ALLOWED: [&str; 15] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "OFL-1.1",
    "Ubuntu-font-1.0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

/// What its tests may use as well, which are not given to anybody as a program.
const ALLOWED_IN_TESTS: [&str; 1] = ["MPL-2.0"];

/// Everything that cargo knows of the crates for this machine, with every feature.
fn metadata() -> Value {
    let cargo = |arguments: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output();
        let output = output.expect("cargo runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "cargo {arguments:?}: {said}");
        String::from_utf8(output.stdout).expect("cargo writes text")
    };
    let version = cargo(&["version", "--verbose"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    // Crates of other platforms need not be on this machine.
    let words = ["metadata", "--offline", "--format-version=1", "--all-features"];
    let text = cargo(&[&words[..], &["--filter-platform", host]].concat());
    serde_json::from_str(&text).expect("cargo writes JSON")
}

/// Whether a licence expression can be met with allowed licences alone.
fn is_met(expression: &str, allowed: &dyn Fn(&str) -> bool) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    any(&mut rest, allowed) && rest.is_empty()
}

/// One or more parts with OR between them.
fn any(rest: &mut &[&str], allowed: &dyn Fn(&str) -> bool) -> bool {
    let mut met = all(rest, allowed);
    while let Some(("OR", after)) = rest.split_first().map(|(word, after)| (*word, after)) {
        *rest = after;
        // Each part is read, whether it is needed or not.
        met |= all(rest, allowed);
    }
    met
}

/// One or more parts with AND between them.
fn all(rest: &mut &[&str], allowed: &dyn Fn(&str) -> bool) -> bool {
    let mut met = one(rest, allowed);
    while let Some(("AND", after)) = rest.split_first().map(|(word, after)| (*word, after)) {
        *rest = after;
        met &= one(rest, allowed);
    }
    met
}

/// A licence, or an expression in brackets.
fn one(rest: &mut &[&str], allowed: &dyn Fn(&str) -> bool) -> bool {
    match **rest {
        ["(", ref inside @ ..] => {
            *rest = inside;
            let met = any(rest, allowed);
            let closed = rest.first() == Some(&")");
            *rest = rest.get(1..).unwrap_or_default();
            met && closed
        }
        [name, "WITH", exception, ref after @ ..] => {
            *rest = after;
            allowed(&format!("{name} WITH {exception}"))
        }
        [name, ref after @ ..] => {
            *rest = after;
            allowed(name)
        }
        [] => false,
    }
}

fn is_allowed(name: &str) -> bool {
    ALLOWED.contains(&name)
}

fn is_allowed_in_tests(name: &str) -> bool {
    is_allowed(name) || ALLOWED_IN_TESTS.contains(&name)
}

#[test]
fn expressions_are_understood() {
    for (expression, met) in [
        ("MIT", true),
        ("MIT/Apache-2.0", true),
        ("GPL-3.0-only", false),
        ("Apache-2.0 OR GPL-2.0-only", true),
        ("Apache-2.0 AND GPL-2.0-only", false),
        ("MIT OR GPL-3.0-only AND GPL-2.0-only", true),
        ("(MIT OR GPL-3.0-only) AND OFL-1.1", true),
        ("(MIT OR Apache-2.0) AND GPL-3.0-only", false),
        ("Apache-2.0 WITH LLVM-exception", true),
        ("Apache-2.0 WITH other-exception", false),
        ("(MIT", false),
        ("MIT MIT", false),
        ("", false),
    ] {
        assert_eq!(is_met(expression, &is_allowed), met, "{expression}");
    }
}

/// Every crate has a licence that the program may contain, or that its tests may use.
#[test]
fn crates_have_allowed_licences() {
    let metadata = metadata();
    let shipped = shipped(&metadata);
    let packages = metadata["packages"].as_array().unwrap();
    assert!(shipped.len() > 50 && packages.len() > shipped.len(), "{}", shipped.len());
    for package in packages {
        let (name, licence) = (&package["name"], package["license"].as_str());
        let licence = licence.unwrap_or_else(|| panic!("{name} names no licence"));
        let (met, where_to) = match shipped.contains(package["id"].as_str().unwrap()) {
            true => (is_met(licence, &is_allowed), "in the program"),
            false => (is_met(licence, &is_allowed_in_tests), "in the tests"),
        };
        assert!(met, "{name} is under {licence}, which is not allowed {where_to}");
    }
}

/// The crates that the program contains or is built by, without those only for its tests.
fn shipped(metadata: &Value) -> HashSet<&str> {
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let mut found = HashSet::new();
    let mut ahead = vec![metadata["resolve"]["root"].as_str().unwrap()];
    while let Some(id) = ahead.pop() {
        if !found.insert(id) {
            continue;
        }
        let node = nodes.iter().find(|node| node["id"] == id).unwrap();
        for dependency in node["deps"].as_array().unwrap() {
            let kinds = dependency["dep_kinds"].as_array().unwrap();
            if kinds.iter().any(|kind| kind["kind"] != "dev") {
                ahead.push(dependency["pkg"].as_str().unwrap());
            }
        }
    }
    found
}

/// Every font that the window contains is named, with its licence.
#[test]
fn fonts_are_named() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let fonts = packages.iter().find(|package| package["name"] == "epaint_default_fonts");
    let manifest = Path::new(fonts.unwrap()["manifest_path"].as_str().unwrap());
    let known = [
        ("Hack-Regular.ttf", "Hack"),
        ("NotoEmoji-Regular.ttf", "Noto Emoji"),
        ("Ubuntu-Light.ttf", "Ubuntu Light"),
        ("egui-icons.ttf", "egui-icons"),
        ("emoji-icon-font.ttf", "emoji-icon-font"),
    ];
    for entry in fs::read_dir(manifest.with_file_name("fonts")).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let Some(file) = Some(file).filter(|file| !file.ends_with(".txt")) else { continue };
        let font = known.iter().find(|(name, _)| *name == file);
        let (_, name) = font.unwrap_or_else(|| panic!("{file} is new: name it and its licence"));
        for (text, place) in [
            (include_str!("../../LICENSE-FONTS"), "LICENSE-FONTS"),
            (include_str!("../../assets/licences.md"), "assets/licences.md"),
        ] {
            assert!(text.replace('\n', " ").contains(name), "{place} does not name {name}");
        }
    }
    assert!(include_str!("../../LICENSE").contains("LICENSE-FONTS"));
}
