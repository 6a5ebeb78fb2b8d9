//! Memory, measured in a process of its own: once the checkpoints of a search fill their memory, it stops growing.

use std::sync::Arc;

use knights_tour::engine::{PlaybackSettings, SearchHandle, Speed, Stopwatch, Worker};
use knights_tour::solver::MethodConfig;

/// The memory that this process uses, in bytes.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

/// This search never ends: it starts on the rarer colour of an odd board.
#[test]
fn a_full_timeline_does_not_grow() {
    let config: MethodConfig = "backtracking:by=warnsdorff".parse().unwrap();
    let solver = config.build(&"199x199 given=0,1".parse().unwrap());
    let settings = PlaybackSettings::at(Speed::UNLIMITED);
    let make = |settings: &PlaybackSettings| Worker::new(solver, settings);
    let search = SearchHandle::start(&settings, Arc::new(|| {}), make);
    let watch = Stopwatch::start();
    // The memory for checkpoints is full once it drops checkpoints to make room. Then the search goes on for as long again.
    let (mut full, mut step, mut most, mut peaks) = (None, 0, 0, [0, 0]);
    while full.is_none_or(|when| step < 2 * when) {
        assert!(watch.seconds() < 600.0, "the memory for checkpoints was never full: {most} bytes");
        let Some(frame) = search.frame().unwrap() else {
            std::thread::yield_now();
            continue;
        };
        step = frame.progress.steps;
        most = most.max(frame.timeline_bytes);
        assert!(most <= 64_000_000, "{most} bytes");
        let dropped = most > 45_000_000 && frame.timeline_bytes + 2_000_000 < most;
        if full.is_none() && dropped {
            full = Some(step);
        }
        let peak = &mut peaks[usize::from(full.is_some())];
        *peak = resident_bytes().unwrap_or(0).max(*peak);
    }
    assert!(most > 40_000_000, "it uses the memory it has");
    let [before, after] = peaks;
    assert!(before > 0 || !cfg!(target_os = "linux"), "the memory was measured");
    assert!(after < before + 10_000_000, "{after} bytes are more than 10 MB above {before}");
}
