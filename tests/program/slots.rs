//! Where running programs store unsaved searches: each has its own place, and no clutter is left.

use std::fs;
use std::time::{Duration, SystemTime};

use knights_tour::storage::Slot;

use crate::common::names;
use crate::folder::Folder;

fn name(slot: &Slot) -> &str {
    slot.file().file_name().unwrap().to_str().unwrap()
}

#[test]
fn a_first_start_leaves_one_lock_file() {
    let home = Folder::new("first");
    let folder = home.file("not-there-yet");
    for _ in 0..3 {
        let (slot, left_behind) = Slot::find(&folder);
        assert_eq!(name(&slot.unwrap()), "session-1.tour");
        assert!(left_behind.is_empty());
    }
    assert_eq!(names(&folder), ["session-1.lock"]);
}

#[test]
fn windows_open_at_the_same_time_have_different_places() {
    let folder = Folder::new("together");
    let first = Slot::find(&folder).0.unwrap();
    let second = Slot::find(&folder).0.unwrap();
    assert_eq!([name(&first), name(&second)], ["session-1.tour", "session-2.tour"]);
    drop(first);
    let third = Slot::find(&folder).0.unwrap();
    assert_eq!(name(&third), "session-1.tour", "a place is free again after its window closes");
    assert_eq!(names(&folder), ["session-1.lock", "session-2.lock"]);
}

#[test]
fn sessions_left_behind_are_found_and_those_in_use_are_not() {
    let folder = Folder::new("left");
    let used = Slot::find(&folder).0.unwrap();
    fs::write(used.file(), "in use").unwrap();
    for number in [3, 32] {
        fs::write(folder.join(format!("session-{number}.tour")), "left behind").unwrap();
    }
    let (slot, left_behind) = Slot::find(&folder);
    assert_eq!(name(slot.as_ref().unwrap()), "session-2.tour");
    let mut found: Vec<&str> = left_behind.iter().map(name).collect();
    found.sort_unstable();
    assert_eq!(found, ["session-3.tour", "session-32.tour"]);
    let (_, again) = Slot::find(&folder);
    assert!(again.is_empty(), "a session is offered by one window only");
    drop((slot, left_behind, used));
    let (_, all) = Slot::find(&folder);
    assert_eq!(all.len(), 3, "the first window has ended too");
}

/// Once every place has a session that was left behind, the oldest gives way, but not before something
/// takes its place.
#[test]
fn the_oldest_session_gives_way() {
    let folder = Folder::new("oldest");
    let session = |number: u64| folder.join(format!("session-{number}.tour"));
    for number in 1..=32 {
        let file = fs::File::create(session(number)).unwrap();
        // The seventh is the oldest.
        let age = if number == 7 { 1 } else { number + 1 };
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(age)).unwrap();
    }
    let (slot, left_behind) = Slot::find(&folder);
    let slot = slot.unwrap();
    assert_eq!(name(&slot), "session-7.tour");
    assert_eq!((left_behind.len(), name(&left_behind[0])), (31, "session-32.tour"));
    assert!(slot.file().exists());
    let (none, left_behind) = Slot::find(&folder);
    assert!(left_behind.is_empty());
    let why = none.err().unwrap();
    assert_eq!(why, "other windows use all 32 places for unsaved searches");
}

/// Where nothing can be stored, the reason is named.
#[test]
fn a_folder_that_cannot_be_used_is_named() {
    let home = Folder::new("unusable");
    let folder = home.file("a-file");
    fs::write(&folder, "").unwrap();
    let why = Slot::find(&folder).0.err().unwrap();
    assert!(why.starts_with("the folder ") && why.contains("a-file' cannot be used ("), "{why}");
}

/// Something else of a lock file's name is no place, and does no harm.
#[cfg(unix)]
#[test]
fn a_link_in_place_of_a_lock_file_is_left_alone() {
    let folder = Folder::new("link");
    let elsewhere = folder.join("elsewhere");
    std::os::unix::fs::symlink(&elsewhere, folder.join("session-1.lock")).unwrap();
    let (slot, _) = Slot::find(&folder);
    assert_eq!(name(&slot.unwrap()), "session-2.tour");
    assert!(!elsewhere.exists(), "nothing is made through the link");
}
