//! Whatever is in a file, it is refused or read as something valid.
#![no_main]

use knights_tour::format::tour::{Contents, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match read(text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(Contents::Path { puzzle, .. }) => assert!(!puzzle.given().is_empty()),
        Ok(Contents::Search { puzzle, recipe, recording }) => {
            let mut solver = recipe.build(&puzzle);
            if let Some(newest) = recording.marks.last() {
                solver = newest.boxed_clone();
            }
            solver.run(1_000);
        }
    }
});
