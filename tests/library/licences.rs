//! The licences of the crates and fonts that the program contains.

use std::process::Command;

use egui::FontDefinitions;

/// Licences that only ask to be named.
const ACCEPTED: [&str; 7] =
    ["Apache-2.0", "ISC", "MIT", "OFL-1.1", "Ubuntu-font-1.0", "Unicode-3.0", "Zlib"];

/// The licences of all crates for this platform, for these kinds of dependencies.
fn licences(edges: &str) -> String {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(["tree", "--offline", "--all-features"]);
    cargo.args(["--edges", edges, "--prefix", "none", "--format", "{p}: {l}"]);
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo writes text")
}

/// Whether one licence of each alternative is accepted. This reads nested expressions more strictly than
/// they are meant, never less.
fn is_accepted(expression: &str, accepted: &[&str]) -> bool {
    let names_one = |part: &str| {
        let part = part.trim_matches(['(', ')']).replace('/', " OR ");
        part.split(" OR ").any(|name| accepted.contains(&name))
    };
    expression.split(" AND ").all(names_one)
}

/// Tests are not distributed, and may use more.
#[test]
fn crates_have_accepted_licences() {
    let in_tests = [&ACCEPTED[..], &["MPL-2.0"]].concat();
    for (edges, accepted) in [("normal,build", &ACCEPTED[..]), ("normal,build,dev", &in_tests)] {
        let licences = licences(edges);
        assert!(licences.lines().count() > 50, "{licences}");
        for line in licences.lines() {
            let (_, licence) = line.trim_end_matches(" (*)").rsplit_once(": ").unwrap();
            assert!(is_accepted(licence, accepted), "{line}");
        }
    }
    for refused in
        ["", "GPL-3.0-only", "Apache-2.0 AND GPL-2.0-only", "(MIT OR ISC) AND GPL-3.0-only"]
    {
        assert!(!is_accepted(refused, &ACCEPTED), "{refused}");
    }
}

/// Every font in the window is named with its licence.
#[test]
fn fonts_are_named() {
    for font in FontDefinitions::default().font_data.keys() {
        let name = match font.as_str() {
            "NotoEmoji-Regular" => "Noto Emoji",
            "Ubuntu-Light" => "Ubuntu Light",
            name => name,
        };
        for (text, place) in [
            (include_str!("../../LICENSE-FONTS"), "LICENSE-FONTS"),
            (include_str!("../../assets/licences.md"), "assets/licences.md"),
        ] {
            assert!(text.contains(name), "{place} does not name {name}");
        }
    }
    assert!(include_str!("../../LICENSE").contains("LICENSE-FONTS"));
}
