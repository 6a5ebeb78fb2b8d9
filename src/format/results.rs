//! What was won in challenges, as JSON.

use serde::{Deserialize, Serialize};

use super::json::complaint;
use super::{Header, ReadError, check_version, refuse};
use crate::play::{Achieved, Best, Results};
use crate::text::quoted;

const NAME: &str = "knights-tour-results";
const VERSION: u64 = 1;
/// Longer texts are not read. The results of [`MAX_RESULTS`](crate::play::MAX_RESULTS) challenges take less.
pub const MAX_TEXT_BYTES: usize = 4 << 20;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "results")]
struct ResultsJson {
    format: String,
    version: u64,
    challenges: Vec<AchievedJson>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AchievedJson {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    alone: Option<Best>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hinted: Option<Best>,
}

pub fn write(results: &Results) -> String {
    let achieved = |(name, achieved): (&str, &Achieved)| AchievedJson {
        name: name.to_owned(),
        alone: achieved.alone,
        hinted: achieved.hinted,
    };
    let written = ResultsJson {
        format: NAME.to_owned(),
        version: VERSION,
        challenges: results.iter().map(achieved).collect(),
    };
    serde_json::to_string(&written).unwrap_or_default() + "\n"
}

/// Reads results, or says in a sentence why that is not possible.
pub fn read(text: &str) -> Result<Results, ReadError> {
    if text.len() > MAX_TEXT_BYTES {
        let most = MAX_TEXT_BYTES >> 20;
        return refuse(format!("it has more than {most} MB, which is too much for results"));
    }
    let damaged = |error: serde_json::Error| ReadError(complaint(&error));
    let head: Header = serde_json::from_str(text).map_err(damaged)?;
    if head.format.as_deref() != Some(NAME) {
        return refuse(format!("it has no results of challenges ({NAME})"));
    }
    check_version("its results have version", head.version, VERSION)?;
    let read: ResultsJson = serde_json::from_str(text).map_err(damaged)?;
    let mut results = Results::default();
    for AchievedJson { name, alone, hinted } in read.challenges {
        if !results.restore(&name, Achieved { alone, hinted }) {
            let name = quoted(&name);
            return refuse(format!("its results of {name} are impossible, or there are too many"));
        }
    }
    Ok(results)
}
