//! What is made from the definitions of the commands: help, completions and manual pages.

use std::fs;
use std::process::Command;

use crate::common::{PROGRAM, code, err, names, out, program, run_words};
use crate::folder::Folder;

/// Every command and experiment, as it is typed.
fn commands() -> Vec<String> {
    let help = out(&run_words("help"));
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().filter_map(|line| line.split_whitespace().next());
    let mut commands: Vec<String> = names.map(str::to_owned).collect();
    assert!(commands.contains(&"lab".to_owned()), "{commands:?}");
    commands.retain(|name| name != "help");
    let experiments = knights_tour::lab::EXPERIMENTS.iter();
    commands.extend(experiments.map(|experiment| format!("lab {}", experiment.name)));
    commands
}

#[test]
fn every_command_has_help_in_two_ways() {
    for command in commands().into_iter().chain([String::new()]) {
        let [asked, flag] =
            [format!("help {command}"), format!("{command} --help")].map(|words| run_words(&words));
        assert_eq!((code(&asked), code(&flag)), (0, 0), "{command}");
        assert!(out(&asked).contains(&format!("Usage: knights-tour {command}")), "{command}");
        assert_eq!(out(&asked), out(&flag), "{command}");
        assert!(command.contains(' ') || out(&asked).contains("Examples:"), "{command}");
    }
    assert!(out(&run_words("--version")).starts_with("knights-tour "));
}

/// The window's arguments are in the help, not only in its words.
#[cfg(feature = "gui")]
#[test]
fn help_lists_what_the_window_takes() {
    let help = out(&run_words("--help"));
    assert!(help.contains("Usage: knights-tour [OPTIONS] [FILE]\n"), "{help}");
    for part in ["  [FILE]\n", "  -b, --board <ROWSxCOLUMNS>\n", "      --reset-settings\n"] {
        assert!(help.contains(part), "{part:?} in {help}");
    }
}

#[test]
fn every_shell_gets_a_script_with_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run_words(&format!("completions {shell}"));
        assert_eq!((code(&output), err(&output)), (0, String::new()), "{shell}");
        let script = out(&output);
        for command in commands() {
            for word in command.split(' ') {
                assert!(script.contains(word), "{shell} does not know {word}");
            }
        }
    }
}

/// What bash offers after these words; the last one is unfinished.
#[cfg(unix)]
fn offered(words: &str) -> Vec<String> {
    const SCRIPT: &str = r#"
        source <("$PROGRAM" completions bash)
        [[ $(complete -p knights-tour) =~ -F\ ([^ ]+) ]]
        COMP_WORDS=(knights-tour "$@")
        COMP_CWORD=$#
        "${BASH_REMATCH[1]}" knights-tour "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let mut bash = Command::new("bash");
    bash.env("PROGRAM", PROGRAM).args(["-c", SCRIPT, "bash"]).args(words.split(' '));
    let output = bash.output().unwrap();
    assert!(output.status.success(), "{}", err(&output));
    out(&output).lines().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_commands_options_and_values() {
    if Command::new("bash").arg("--version").output().is_err() {
        return;
    }
    assert_eq!(offered("sol"), ["solve"]);
    assert_eq!(offered("lab scal"), ["scaling"]);
    assert_eq!(offered("solve --search"), ["--search-anyway"]);
    assert_eq!(offered("simulate --print "), ["grid", "path"]);
    assert_eq!(offered("solve --method back"), ["backtracking"]);
    assert_eq!(offered("solve --goal src"), ["src"], "a goal is no file");
    assert_eq!(offered("solve --out src/mai"), ["src/main.rs"]);
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::new("man");
    let pages = folder.join("share/man1");
    let run = || program().arg("man").arg(&pages).output().unwrap();
    assert_eq!(code(&run()), 0);
    let mut expected: Vec<String> = commands()
        .iter()
        .map(|command| format!("knights-tour-{}.1", command.replace(' ', "-")))
        .chain(["knights-tour.1".to_owned()])
        .collect();
    expected.sort();
    assert_eq!(names(&pages), expected);
    let page = |name: &str| fs::read_to_string(pages.join(name)).unwrap();
    for name in &expected {
        assert!(page(name).contains(&format!(".TH {} 1", name.trim_end_matches(".1"))), "{name}");
    }
    // Every page that a page names is there.
    for inner in page("knights-tour.1").split("knights\\-tour\\-").skip(1) {
        if let Some((name, _)) = inner.split_once("(1)").filter(|(name, _)| !name.contains(' ')) {
            assert!(expected.contains(&format!("knights-tour-{name}.1")), "{name}");
        }
    }
    fs::write(pages.join("other.1"), "of another program").unwrap();
    fs::write(pages.join("knights-tour.1"), "an older page").unwrap();
    assert_eq!(code(&run()), 0, "pages are replaced");
    assert_ne!(page("knights-tour.1"), "an older page");
    assert_eq!(page("other.1"), "of another program");
    let file = program().arg("man").arg(pages.join("other.1")).output().unwrap();
    assert_eq!(code(&file), 2, "{}", err(&file));
    assert!(err(&file).contains("other.1"), "{}", err(&file));
}
