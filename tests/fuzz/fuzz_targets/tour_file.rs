//! Whatever is in a file, it is refused or read as something valid.
#![no_main]

#[path = "../../hostile/feed.rs"]
mod feed;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        feed::feed(text);
    }
});
