//! The checkpoints of a search in a `.tour` file. They only make opening it fast: if anything about them
//! is not as it should be, the search is replayed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::engine::{Recording, Summary};
use crate::puzzle::Puzzle;
use crate::solver::{AutoChoice, MethodConfig, Saved, Solver, Status};
use crate::timeline::MetricHistory;

/// The format of the checkpoints. It changes whenever what a method saves or the way it steps changes.
const VERSION: u64 = 1;
/// The checkpoints take at most this many bytes of text together, except that the newest one and the one
/// that is shown are always stored.
const MAX_TEXT_BYTES: usize = 1 << 20;
/// Restored searches take at most this many bytes of memory together, with the same exception.
const MAX_MEMORY_BYTES: usize = 16 << 20;
/// What the cache begins with, at the end of a file.
const BEGINNING: &str = ",\"cache\":";

/// The recorded metrics: for each of them its samples, one at every multiple of the stride, and `null` where
/// there is none.
#[derive(Serialize, Deserialize)]
struct MetricsJson {
    stride: u64,
    samples: Vec<Vec<Option<f32>>>,
}

impl MetricsJson {
    fn of(history: &MetricHistory) -> MetricsJson {
        let finite = |value: f32| value.is_finite().then_some(value);
        let samples = (0..history.titles().len()).map(|metric| history.samples(metric).map(finite));
        MetricsJson { stride: history.stride(), samples: samples.map(Iterator::collect).collect() }
    }

    fn history(&self, solver: &dyn Solver) -> Option<MetricHistory> {
        let values = |values: &Vec<Option<f32>>| {
            values.iter().map(|value| value.unwrap_or(f32::NAN)).collect()
        };
        let samples: Vec<Vec<f32>> = self.samples.iter().map(values).collect();
        MetricHistory::load(solver, self.stride, &samples)
    }
}

#[derive(Deserialize)]
struct CacheJson {
    #[serde(rename = "track")]
    history: Option<MetricsJson>,
    checkpoints: Vec<Saved>,
}

/// The puzzle, the method and what it has picked.
type Question<'a> = (&'a Puzzle, &'a MethodConfig, Option<&'a AutoChoice>);

/// Splits a file into the part before the cache, as complete JSON, and the cache. A file that is cut off
/// within its cache loses only that.
pub(super) fn split(text: &str) -> (Cow<'_, str>, Option<&str>) {
    match text.split_once(BEGINNING) {
        Some((truth, cache)) => (Cow::Owned(truth.to_owned() + "}"), Some(cache)),
        None => (Cow::Borrowed(text), None),
    }
}

/// The text of a search with a cache at its end, if its method can save it.
pub(super) fn add(text: &mut String, question: Question<'_>, recording: &Recording) {
    let Some(checkpoints) = checkpoints(recording) else { return };
    let history = recording.history.as_ref().map(MetricsJson::of);
    let history = serde_json::to_string(&history).unwrap_or_default();
    let contents = format!("{{\"track\":{history},\"checkpoints\":[{}]}}", checkpoints.join(","));
    let sum = checksum(question, &contents);
    text.pop();
    *text += &format!("{BEGINNING}{}{contents}}}}}", beginning(&sum));
}

fn beginning(sum: &str) -> String {
    format!("{{\"version\":{VERSION},\"checksum\":\"{sum}\",\"contents\":")
}

/// The checkpoints to store, if the newest one can be. That and the one that is shown come first, then the
/// one before that, for stepping back, then others, each halfway between two that are stored already.
fn checkpoints(recording: &Recording) -> Option<Vec<String>> {
    let checkpoints = &recording.checkpoints;
    let text = |place: usize| serde_json::to_string(&checkpoints[place].save()?).ok();
    let step = |place: usize| checkpoints[place].state().steps();
    let newest = checkpoints.len().checked_sub(1)?;
    let shown = (0..=newest).find(|place| step(*place) == recording.playhead);
    let wanted = [Some(newest), shown, shown.and_then(|shown| shown.checked_sub(1))];
    const ALWAYS_STORED: usize = 2;
    let (mut chosen, mut length) = (BTreeMap::new(), 0);
    let halfway = halves(checkpoints.len()).into_iter().map(Some);
    for (rank, place) in wanted.into_iter().chain(halfway).enumerate() {
        let Some(place) = place.filter(|place| !chosen.contains_key(place)) else { continue };
        let checkpoint = text(place)?;
        length += checkpoint.len();
        if rank >= ALWAYS_STORED && length > MAX_TEXT_BYTES {
            break;
        }
        chosen.insert(place, checkpoint);
    }
    Some(chosen.into_values().collect())
}

/// All numbers below this one, each about halfway between two that came before it.
fn halves(length: usize) -> Vec<usize> {
    let mut places = Vec::with_capacity(length);
    let mut parts = std::collections::VecDeque::from([(0, length)]);
    while let Some((from, to)) = parts.pop_front() {
        if from < to {
            let middle = from + (to - from) / 2;
            places.push(middle);
            parts.extend([(from, middle), (middle + 1, to)]);
        }
    }
    places
}

/// Adds the checkpoints of a cache to what a file says of its search, unless they are damaged, of another
/// version or of another search, or panic.
pub(super) fn load(text: &str, question: Question<'_>, recording: &mut Recording) {
    let load = || {
        let rest = text.trim_end().strip_suffix("}}")?;
        let sum = rest.get(beginning("").len() - "\",\"contents\":".len()..)?.get(..16)?;
        let contents = rest.strip_prefix(&beginning(sum))?;
        (checksum(question, contents) == sum).then_some(())?;
        let CacheJson { history, checkpoints } = serde_json::from_str(contents).ok()?;
        let (puzzle, config, _) = question;
        let pick = recording.pick.as_deref().cloned().unwrap_or_else(|| config.pick(puzzle));
        // The state of a search takes a few times the memory of its text, and is copied several times.
        let most = (1 << 20) + 40 * puzzle.board().size() + 4 * contents.len();
        let checkpoints = restored(puzzle, &pick, (checkpoints, most), recording)?;
        let newest = checkpoints.last()?;
        let history = match history {
            Some(history) => Some(history.history(&**newest)?),
            None => None,
        };
        Some((checkpoints, history))
    };
    let Ok(Some((checkpoints, history))) = catch_unwind(AssertUnwindSafe(load)) else { return };
    let stated = recording.stated.clone();
    (recording.checkpoints, recording.history) = (checkpoints, history);
    let agrees = |now: &Summary, file: &Summary| {
        let is_found = file.status == Status::Found;
        (now.work.steps(), now.status, &now.path) == (file.work.steps(), file.status, &file.path)
            && (!is_found || now.tour == file.tour)
    };
    if !recording.summary().zip(stated).is_some_and(|(now, file)| agrees(&now, &file)) {
        (recording.checkpoints, recording.history) = (Vec::new(), None);
    }
}

/// The searches at these checkpoints, if there are the newest one and the one that is shown, and each takes
/// at most so many bytes.
fn restored(
    puzzle: &Puzzle,
    pick: &AutoChoice,
    (checkpoints, most): (Vec<Saved>, usize),
    recording: &Recording,
) -> Option<Vec<Arc<dyn Solver>>> {
    let steps: Vec<u64> = checkpoints.iter().map(Saved::steps).collect();
    let needed = [recording.steps(), recording.playhead];
    let is_there = |step: &u64| *step == 0 || steps.contains(step);
    let in_order =
        steps.is_sorted_by(|a, b| a < b) && steps.first().is_some_and(|first| *first > 0);
    if !in_order || !needed.iter().all(is_there) {
        return None;
    }
    let (mut solvers, mut bytes): (Vec<Arc<dyn Solver>>, _) = (Vec::new(), 0);
    for (saved, step) in checkpoints.into_iter().zip(steps) {
        if bytes > MAX_MEMORY_BYTES && !needed.contains(&step) {
            continue;
        }
        let solver = pick.load(puzzle, saved).ok()?;
        bytes += solver.bytes();
        if solver.bytes() > most {
            return None;
        }
        solvers.push(Arc::from(solver));
    }
    Some(solvers)
}

/// FNV-1a over the puzzle, the method with what it has picked, and the text of the cache.
fn checksum((puzzle, config, pick): Question<'_>, contents: &str) -> String {
    let pick = pick.map(|pick| (pick.config.to_string(), &pick.why, pick.most));
    let question = format!("{puzzle} {config} {pick:?} ");
    let bytes = question.bytes().chain(contents.bytes());
    let sum = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{sum:016x}")
}
