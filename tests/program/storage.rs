//! Files and streams that others have prepared: planted links, pipes, parts left behind, far too
//! long text, and a standard error that cannot be written.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use knights_tour::storage::{self, Growing, OutputFile, Slot};

use crate::common::{err, names, program, run_with};
use crate::folder::Folder;

/// The name of the only part file in a folder.
fn part_in(folder: &Path) -> String {
    let parts: Vec<String> =
        names(folder).into_iter().filter(|name| name.ends_with(".part")).collect();
    assert_eq!(parts.len(), 1, "{parts:?}");
    parts[0].clone()
}

#[test]
fn a_part_file_has_a_name_of_its_own_each_time() {
    let folder = Folder::new("own-name");
    let file = folder.join("tour.svg");
    let parts = [0, 1].map(|_| {
        let _target = OutputFile::new(&file).unwrap();
        part_in(&folder)
    });
    assert_ne!(parts[0], parts[1]);
    assert!(parts[0].starts_with("tour.svg.knights-tour-"), "{parts:?}");
    assert_eq!(names(&folder), [""; 0], "an unused target leaves nothing");
    let growing = [0, 1].map(|_| {
        let _growing = Growing::new(file.clone()).unwrap();
        part_in(&folder)
    });
    assert_ne!(growing[0], growing[1]);
}

#[test]
fn parts_left_behind_are_removed_and_nothing_else_is() {
    let folder = Folder::new("swept");
    let file = folder.join("tour.svg");
    let left = "tour.svg.knights-tour-abcDEF123456.part";
    let kept = [
        "other.svg.knights-tour-abcDEF123456.part",
        "tour.svg.12-0.part",
        "tour.svg.abcDEF123456.part",
        "tour.svg.knights-tour-abc.part",
        "tour.svg.knights-tour-abcDEF12345_.part",
        "tour.svg.knights-tour-abcDEF123456",
        "tour.svg.part",
    ];
    fs::write(folder.join(left), "left").unwrap();
    for name in kept {
        fs::write(folder.join(name), "kept").unwrap();
    }
    // A folder is never a part, whatever its name.
    fs::create_dir(folder.join("tour.svg.knights-tour-000000000000.part")).unwrap();
    let used = OutputFile::new(&file).unwrap();
    assert!(!folder.join(left).exists(), "it was left behind");
    let before = names(&folder).len();
    storage::write(&file, b"another writer at the same time").unwrap();
    assert_eq!(names(&folder).len(), before + 1, "a part in use stays");
    used.write(b"first").unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"first");
    for name in kept {
        assert_eq!(fs::read(folder.join(name)).unwrap(), b"kept", "{name}");
    }
    assert_eq!(names(&folder).len(), kept.len() + 2);
}

#[test]
fn the_programs_own_folder_is_swept_at_the_start() {
    let folder = Folder::new("own-swept");
    for name in ["settings.json", "session-7.tour"] {
        fs::write(folder.join(format!("{name}.knights-tour-abcDEF123456.part")), "").unwrap();
    }
    fs::write(folder.join("notes.part"), "").unwrap();
    let _slot = Slot::find(&folder);
    assert_eq!(names(&folder), ["notes.part", "session-1.lock"]);
}

#[test]
fn a_growing_file_shows_whole_pieces_and_leaves_no_parts() {
    let folder = Folder::new("growing");
    let file = folder.join("tours.txt");
    let mut growing = Growing::new(file.clone()).unwrap();
    growing.add(&["one\n"]).unwrap();
    growing.publish().unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"one\n");
    growing.add(&["two", "\n"]).unwrap();
    growing.publish().unwrap();
    growing.add(&["three\n"]).unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"one\ntwo\n");
    growing.finish().unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"one\ntwo\nthree\n");
    assert_eq!(names(&folder), ["tours.txt"]);
}

#[test]
fn a_long_name_can_be_written_and_one_too_long_is_refused_at_once() {
    let folder = Folder::new("long");
    let file = folder.join("é".repeat(120));
    storage::write(&file, b"some").unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"some");
    let refused = OutputFile::new(&folder.join("x".repeat(100_000))).err().unwrap().to_string();
    assert!(refused.contains("cannot be written"), "{refused}");
    assert!(refused.chars().count() < 300, "{refused}");
}

/// An answer without end is refused, and the next one is taken.
#[test]
fn answers_have_a_limit() {
    let folder = Folder::new("answers");
    // The board, and the default answer to every other question.
    let answers = format!("{}\n5x5\n{}", "8".repeat(200_000), "\n".repeat(11));
    let mut command = program();
    command.args(["simulate", "--interactive"]).current_dir(&folder);
    let output = run_with(&mut command, answers.as_bytes());
    let said = err(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("the answer is longer than 4,096 bytes; give a shorter one"), "{said}");
    assert!(said.chars().count() < 2_000, "{said}");
}

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;
    use crate::common::{interrupt, make_pipe, start};

    fn mode(file: &Path) -> u32 {
        fs::symlink_metadata(file).unwrap().permissions().mode() & 0o777
    }

    /// A device that is always full, for messages.
    fn full() -> Option<File> {
        File::options().write(true).open("/dev/full").ok()
    }

    #[test]
    fn new_files_are_as_usual_and_old_ones_keep_their_permissions() {
        let folder = Folder::new("permissions");
        let usual = folder.join("usual");
        File::create(&usual).unwrap();
        let file = folder.join("tour.svg");
        storage::write(&file, b"new").unwrap();
        assert_eq!(mode(&file), mode(&usual));
        let mut growing = Growing::new(folder.join("grown")).unwrap();
        growing.publish().unwrap();
        assert_eq!(mode(&folder.join("grown")), mode(&usual));
        growing.finish().unwrap();
        assert_eq!(mode(&folder.join("grown")), mode(&usual));
        for kept in [0o600, 0o640, 0o664] {
            fs::set_permissions(&file, fs::Permissions::from_mode(kept)).unwrap();
            storage::write(&file, b"again").unwrap();
            assert_eq!(mode(&file), kept);
        }
    }

    #[test]
    fn what_is_the_programs_own_is_for_its_user_alone() {
        let home = Folder::new("private");
        let own = home.join("share/knights-tour");
        storage::write_own(&own.join("settings.json"), "{}").unwrap();
        let (slot, _) = Slot::find(&own);
        storage::write_own(slot.unwrap().file(), "a search").unwrap();
        assert_eq!(names(&own), ["session-1.lock", "session-1.tour", "settings.json"]);
        for name in names(&own) {
            assert_eq!(mode(&own.join(&name)), 0o600, "{name}");
        }
        assert_eq!(mode(&own), 0o700);
        // An earlier version wrote it for everybody.
        let settings = own.join("settings.json");
        fs::set_permissions(&settings, fs::Permissions::from_mode(0o644)).unwrap();
        storage::write_own(&settings, "{}").unwrap();
        assert_eq!(mode(&settings), 0o600);
    }

    #[test]
    fn links_are_followed_to_files_and_never_planted_in_the_way() {
        let folder = Folder::new("links");
        let (precious, file) = (folder.join("precious"), folder.join("tour.svg"));
        fs::write(&precious, "precious").unwrap();
        // Names that an earlier version wrote to, and what a part looks like now.
        let id = std::process::id();
        for planted in [
            format!("tour.svg.{id}-0.part"),
            format!("tour.svg.{id}-1.part"),
            "tour.svg.part".to_owned(),
            "tour.svg.copy.part".to_owned(),
            "tour.svg.knights-tour-abcDEF123456.part".to_owned(),
        ] {
            symlink(&precious, folder.join(planted)).unwrap();
        }
        let before = names(&folder).len();
        storage::write(&file, b"a tour").unwrap();
        let mut growing = Growing::new(file.clone()).unwrap();
        growing.add(&["grown"]).unwrap();
        growing.publish().unwrap();
        growing.finish().unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"grown");
        assert_eq!(fs::read(&precious).unwrap(), b"precious");
        assert_eq!(names(&folder).len(), before + 1, "the links are not ours to remove");

        let link = folder.join("dangling");
        symlink(folder.join("nowhere"), &link).unwrap();
        let refused = program().args(["solve", "--out"]).arg(&link).output().unwrap();
        assert_eq!(refused.status.code(), Some(2));
        assert!(err(&refused).contains("is a link that leads to no file"), "{}", err(&refused));
        assert!(link.is_symlink() && !folder.join("nowhere").exists());
    }

    #[test]
    fn pipes_are_not_waited_for() {
        let folder = Folder::new("pipes");
        let names = ["settings.json", "session-1.lock", "some.tour", "times.csv"];
        let [settings, lock, tour, times] = names.map(|name| folder.join(name));
        for file in [&settings, &lock, &tour, &times] {
            make_pipe(file);
        }
        let why = storage::read_own(&settings, 1 << 20).unwrap_err();
        assert!(why.contains("a pipe or a device"), "{why}");
        let why = storage::write_own(&settings, "{}").unwrap_err().to_string();
        assert!(why.contains("is a pipe or a device"), "{why}");
        assert_eq!(storage::set_aside(&settings).unwrap(), folder.join("settings.json.damaged"));
        assert_eq!(storage::read_own(&settings, 1 << 20), Ok(None));
        let (slot, _) = Slot::find(&folder);
        assert_eq!(slot.unwrap().file(), folder.join("session-2.tour"), "the next place is free");
        let why = storage::read_file(&tour, 1 << 20).unwrap_err();
        assert_eq!(why, "it cannot be read (it is a pipe or a device)");
        let why = storage::fresh_folder(&folder, &[("times.csv", "run,")], true).unwrap_err();
        assert!(why.to_string().contains("not from a simulation"), "{why}");
    }

    #[test]
    fn own_files_have_a_limit() {
        let folder = Folder::new("huge");
        let file = folder.join("settings.json");
        File::create(&file).unwrap().set_len(600 << 20).unwrap();
        let why = storage::read_own(&file, 1 << 20).unwrap_err();
        assert_eq!(why, "it is larger than 1 megabyte, which is the limit");
    }

    /// The command line reads pipes and devices as well.
    #[test]
    fn check_reads_from_pipes() {
        let tour = program().args(["solve", "--board", "5x5"]).output().unwrap().stdout;
        let folder = Folder::new("piped");
        let (file, fifo) = (folder.join("tour.txt"), folder.join("fifo"));
        fs::write(&file, tour).unwrap();
        let from = File::open(&file).unwrap();
        let output = program().args(["check", "/dev/stdin"]).stdin(from).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        make_pipe(&fifo);
        let copy = ["-c", "cat \"$0\" >\"$1\""];
        let mut cat = Command::new("sh").args(copy).args([&file, &fifo]).spawn().unwrap();
        let checked = program().arg("check").arg(&fifo).output().unwrap();
        cat.wait().unwrap();
        assert_eq!(checked.status.code(), Some(0), "{}", err(&checked));
    }

    /// A message that cannot be written changes nothing about the exit code.
    #[test]
    fn exit_codes_do_not_depend_on_standard_error() {
        if full().is_none() {
            return;
        }
        let tell = |arguments: &[&str]| {
            program().args(arguments).stderr(full().unwrap()).output().unwrap().status.code()
        };
        assert_eq!(tell(&["solve", "--board", "0x0"]), Some(2));
        assert_eq!(tell(&["check", "missing.txt"]), Some(2));
        assert_eq!(tell(&["solve", "--board", "4x4"]), Some(1));
        assert_eq!(tell(&["solve", "--board", "5x5"]), Some(0));
        assert_eq!(tell(&["simulate", "--interactive"]), Some(2));
        if cfg!(all(feature = "gui", target_os = "linux")) {
            assert_eq!(tell(&[]), Some(3), "there is no display");
            assert_eq!(tell(&["missing.tour"]), Some(2));
        }
    }

    /// Ctrl+C while standard input is waited for ends with the usual word and exit code.
    #[cfg(target_os = "linux")]
    #[test]
    fn ctrl_c_ends_the_wait_for_input() {
        for words in [&["check", "-"][..], &["simulate", "--interactive"]] {
            let mut child = start(program().args(words).stdin(Stdio::piped()));
            let _open = child.stdin.take();
            interrupt(&child);
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(1), "{words:?}: {}", err(&output));
            assert!(err(&output).ends_with("interrupted\n"), "{words:?}: {}", err(&output));
        }
    }

    /// The name of a display that is not text is not the fault of Wayland.
    #[cfg(all(feature = "gui", target_os = "linux"))]
    #[test]
    fn a_display_that_is_not_text_does_not_answer() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let output = program().env("DISPLAY", OsStr::from_bytes(b"\xff")).output().unwrap();
        let said = err(&output);
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(said.contains("the display does not answer (its name in DISPLAY"), "{said}");
    }
}
