//! The files that a desktop reads agree with each other and with the program.

use knights_tour::format::tour::write_path;
use knights_tour::puzzle::Puzzle;

const ENTRY: &str = include_str!("../../assets/knights-tour.desktop");
const TYPE: &str = include_str!("../../assets/knights-tour.xml");
const DESCRIPTION: &str = include_str!("../../assets/knights-tour.metainfo.xml");

/// The value of a key of the menu entry.
fn entry(key: &str) -> &str {
    let value = ENTRY.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
    value.unwrap_or_else(|| panic!("no {key}"))
}

/// What stands between the first of these and the next, with entities as characters.
fn between(text: &str, before: &str, after: &str) -> String {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("no {before}"));
    rest.split_once(after).unwrap().0.replace("&quot;", "\"")
}

#[test]
fn every_file_names_the_same_things() {
    let name = between(TYPE, "<mime-type type=\"", "\"");
    assert_eq!(entry("MimeType"), format!("{name};"));
    assert_eq!(between(DESCRIPTION, "<mediatype>", "</mediatype>"), name);
    assert_eq!(
        between(DESCRIPTION, "<launchable type=\"desktop-id\">", "<"),
        "knights-tour.desktop"
    );
    assert_eq!(between(DESCRIPTION, "<name>", "</name>"), entry("Name"));
    assert_eq!(between(DESCRIPTION, "<summary>", "</summary>"), entry("Comment"));
    assert_eq!(between(DESCRIPTION, "<binary>", "</binary>"), env!("CARGO_PKG_NAME"));
    assert_eq!(between(DESCRIPTION, "<project_license>", "<"), env!("CARGO_PKG_LICENSE"));
    assert_eq!(entry("Exec"), concat!(env!("CARGO_PKG_NAME"), " %f"));
    let authors = env!("CARGO_PKG_AUTHORS");
    assert!(include_str!("../../LICENSE").contains(&format!(" {authors}\n")), "{authors}");
    let developer = between(DESCRIPTION, "<developer", "</developer>");
    assert_eq!(between(&developer, "<name>", "</name>"), authors);
    for text in [TYPE, DESCRIPTION] {
        let count = |part: &str| text.matches(part).count();
        assert_eq!(count("<"), 2 * count("</") + count("/>") + count("<?"), "elements are closed");
    }
}

/// Files that the program writes are recognised by their names and by their beginnings.
#[test]
fn tour_files_have_that_type() {
    assert_eq!(between(TYPE, "<glob pattern=\"", "\""), "*.tour");
    let furthest: usize = between(TYPE, "offset=\"0:", "\"").parse().unwrap();
    let mark = between(TYPE, "\" value=\"", "\"/>");
    let path = write_path(&"1000x1000 given=999,0;997,1".parse::<Puzzle>().unwrap());
    for text in [&path, include_str!("../data/base.tour")] {
        assert!(text.find(&mark).is_some_and(|place| place <= furthest), "{mark} in {text}");
    }
}
