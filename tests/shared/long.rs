//! Trials that take minutes are for `.ci/long`, which sets `KNIGHTS_TOUR_LONG`.

pub(crate) fn is_long() -> bool {
    std::env::var_os("KNIGHTS_TOUR_LONG").is_some()
}
