//! Whatever is in a file, it cannot crash the program or announce a tour that is not one.
#![no_main]

#[path = "../../hostile/open.rs"]
mod open;

use std::sync::Once;

use libfuzzer_sys::fuzz_target;

/// Checkpoints that panic are replayed; only a panic that is not caught counts.
static QUIET: Once = Once::new();

fuzz_target!(|bytes: &[u8]| {
    QUIET.call_once(|| std::panic::set_hook(Box::new(|_| {})));
    if let Ok(text) = std::str::from_utf8(bytes) {
        open::open(text);
    }
});
