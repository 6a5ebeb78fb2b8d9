//! JSON objects that another version of the program may have written.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads an object. Values that do not fit, such as those that a later version has added, become those
/// of `usual`.
pub fn read<T: Serialize + DeserializeOwned>(text: &str, usual: &T) -> Option<T> {
    if let Ok(object) = serde_json::from_str(text) {
        return Some(object);
    }
    let stored: Value = serde_json::from_str(text).ok()?;
    let mut merged = serde_json::to_value(usual).ok()?;
    for place in places(&merged) {
        let before = merged.clone();
        if let (Some(value), Some(stored)) = (merged.pointer_mut(&place), stored.pointer(&place)) {
            value.clone_from(stored);
        }
        if T::deserialize(&merged).is_err() {
            merged = before;
        }
    }
    serde_json::from_value(merged).ok()
}

/// JSON pointers to the values of an object and of the objects in it.
fn places(value: &Value) -> Vec<String> {
    let keys = value.as_object().into_iter().flatten();
    keys.flat_map(|(key, value)| {
        let inside = places(value).into_iter().map(move |place| format!("/{key}{place}"));
        [format!("/{key}")].into_iter().chain(inside)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(default)]
    struct Fields {
        near: bool,
        far: bool,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Whole {
        number: u8,
        word: Option<String>,
        part: Fields,
    }

    #[test]
    fn what_does_not_fit_costs_nothing_else() {
        let usual = || Whole { number: 7, word: None, part: Fields::default() };
        let read = |text: &str| read(text, &usual());
        let near = || Fields { near: true, far: false };
        let cases = [
            (r#"{"number": 3, "word": "a", "part": {"near": true}}"#, 3, Some("a"), near()),
            (r#"{"number": 300, "word": "a", "part": {"near": true}}"#, 7, Some("a"), near()),
            (r#"{"number": 3, "part": {"near": true, "far": "very"}, "new": 1}"#, 3, None, near()),
            (r#"{"word": "a", "part": 3}"#, 7, Some("a"), Fields::default()),
            ("[3]", 7, None, Fields::default()),
        ];
        for (text, number, word, part) in cases {
            let word = word.map(str::to_owned);
            assert_eq!(read(text), Some(Whole { number, word, part }), "{text}");
        }
        assert_eq!(read("{\"number\": 3"), None);
    }
}
