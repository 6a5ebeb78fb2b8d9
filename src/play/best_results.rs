//! The best results of each challenge.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Game;

/// One for every day of 27 years.
pub const MAX_RESULTS: usize = 10_000;
const MAX_NAME_BYTES: usize = 64;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Win {
    /// Playing time without pauses.
    pub milliseconds: u64,
    pub moves: u64,
    pub undos: u64,
    pub hints: u64,
}

impl Win {
    pub fn of(game: &Game) -> Option<Win> {
        let record = game.record();
        let (milliseconds, moves) = (record.milliseconds, record.moves);
        let (undos, hints) = (record.undos, record.hints);
        game.tour().map(|_| Win { milliseconds, moves, undos, hints })
    }
}

/// How often a challenge was won, and the minimum of each number, perhaps from different wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Best {
    pub wins: u64,
    /// The shortest playing time.
    pub milliseconds: u64,
    pub moves: u64,
    pub undos: u64,
}

impl Best {
    fn with(before: Option<Best>, win: Win) -> Best {
        let Win { milliseconds, moves, undos, .. } = win;
        match before {
            None => Best { wins: 1, milliseconds, moves, undos },
            Some(best) => Best {
                wins: best.wins.saturating_add(1),
                milliseconds: best.milliseconds.min(milliseconds),
                moves: best.moves.min(moves),
                undos: best.undos.min(undos),
            },
        }
    }
}

/// The results of one challenge. Wins with hints are counted apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Achieved {
    pub alone: Option<Best>,
    pub hinted: Option<Best>,
}

/// The results of all challenges by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    by_name: BTreeMap<String, Achieved>,
}

impl Results {
    /// Adds a win, ignoring invalid names. Beyond [`MAX_RESULTS`] the first name is dropped, which
    /// is that of the oldest day.
    pub fn add(&mut self, name: &str, win: Win) {
        if !is_name(name) {
            return;
        }
        if !self.by_name.contains_key(name) && self.by_name.len() >= MAX_RESULTS {
            self.by_name.pop_first();
        }
        let achieved = self.by_name.entry(name.to_owned()).or_default();
        let best = if win.hints == 0 { &mut achieved.alone } else { &mut achieved.hinted };
        *best = Some(Best::with(*best, win));
    }

    pub fn best(&self, name: &str) -> Option<&Achieved> {
        self.by_name.get(name)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &Achieved)> {
        self.by_name.iter().map(|(name, achieved)| (&**name, achieved))
    }

    /// Adds a stored result. Returns false, and adds nothing, if the name is invalid or taken, if
    /// it has no win, or if there are too many.
    pub fn restore(&mut self, name: &str, achieved: Achieved) -> bool {
        let has_wins = |best: Option<Best>| best.is_none_or(|best| best.wins > 0);
        let is_won = achieved.alone.is_some() || achieved.hinted.is_some();
        let is_sound = is_won && has_wins(achieved.alone) && has_wins(achieved.hinted);
        let is_new = !self.by_name.contains_key(name) && self.by_name.len() < MAX_RESULTS;
        let fits = is_sound && is_new && is_name(name);
        if fits {
            self.by_name.insert(name.to_owned(), achieved);
        }
        fits
    }
}

/// Whether a name consists of lower-case letters, digits and hyphens and is not too long.
fn is_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=MAX_NAME_BYTES).contains(&name.len()) && name.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::play::Game;
    use crate::puzzle::Goal;

    #[test]
    fn the_least_of_everything_is_kept_and_hints_are_apart() {
        let mut results = Results::default();
        let win = |milliseconds, moves, undos, hints| Win { milliseconds, moves, undos, hints };
        results.add("level-02", win(5_000, 20, 3, 0));
        results.add("level-02", win(6_000, 12, 0, 0));
        results.add("level-02", win(1_000, 11, 0, 2));
        let achieved = results.best("level-02").unwrap();
        let alone = Best { wins: 2, milliseconds: 5_000, moves: 12, undos: 0 };
        let hinted = Best { wins: 1, milliseconds: 1_000, moves: 11, undos: 0 };
        assert_eq!(*achieved, Achieved { alone: Some(alone), hinted: Some(hinted) });
        assert_eq!(results.best("level-03"), None);
    }

    #[test]
    fn only_so_many_are_kept_and_only_under_names() {
        let mut results = Results::default();
        for name in ["", "Level 1", "level_1", "naïve", &"x".repeat(65)] {
            results.add(name, Win::default());
            assert_eq!(results, Results::default(), "{name}");
        }
        for number in 0..=MAX_RESULTS {
            results.add(&format!("x-{number:05}"), Win::default());
        }
        assert_eq!(results.iter().count(), MAX_RESULTS);
        assert_eq!(results.iter().next().unwrap().0, "x-00001");
        let again = *results.best("x-00001").unwrap();
        assert!(!results.restore("x-00001", again), "it is there already");
        assert!(!results.restore("y", again), "it is full");
    }

    #[test]
    fn only_a_game_that_is_won_is_a_win() {
        let tour = [0, 6, 8, 1, 7, 9, 2, 11, 5, 3, 10, 4].map(Square::at);
        let mut game = Game::new("3x4".parse().unwrap(), Goal::Any, &tour[..1]).unwrap();
        game.spend(1_500);
        for square in &tour[1..] {
            assert_eq!(Win::of(&game), None);
            game.place(*square).unwrap();
        }
        assert_eq!(
            Win::of(&game).unwrap(),
            Win { milliseconds: 1_500, moves: 11, undos: 0, hints: 0 }
        );
    }
}
