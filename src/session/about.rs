//! Sentences about one square of a board, for the pointer and for screen readers.

use std::sync::Arc;

use super::{Refusal, Session, StartCounts};
use crate::board::{MoveOrder, Square};
use crate::engine::Frame;
use crate::feasibility::Decided;
use crate::play::Game;
use crate::text::{capitalised, counted, grouped};
use crate::tour::Tour;

/// What a board shows of a game besides its path.
#[derive(Default)]
pub struct GameOverlay {
    /// The squares that can be next.
    pub open: Vec<OpenSquare>,
    /// The tour, once the game is won.
    pub tour: Option<Arc<Tour>>,
    /// The sentence above the board.
    pub sentence: String,
    /// Whether `sentence` needs attention.
    pub is_urgent: bool,
    /// Whether a search is shown in place of the game.
    pub is_demonstrating: bool,
    /// Whether squares where no tour can start are marked.
    pub marks_starts: bool,
    /// The squares marked as the reason why the path cannot be finished.
    pub pointed: Vec<Square>,
    /// The last square from which a tour was possible, and the one that lost it.
    pub turning_point: Option<[Square; 2]>,
    /// Classes of squares that show a theorem.
    pub classes: Vec<Vec<Square>>,
}

impl GameOverlay {
    fn open_at(&self, square: Square) -> Option<&OpenSquare> {
        self.open.iter().find(|open| open.square == square)
    }
}

pub struct OpenSquare {
    pub square: Square,
    /// Its onward moves, if they are shown.
    pub onward: Option<u8>,
    pub is_best: bool,
    /// Whether a tour can follow, if that is shown and decided.
    pub finish: Option<Decided>,
    /// Why no tour can follow.
    pub why: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    /// What a click does.
    Soft,
    /// What is not possible.
    Warning,
}

/// A board and what is shown on it.
pub struct About<'a> {
    /// The board and its search.
    pub session: &'a Session,
    /// The game, unless a search is shown in its place.
    pub game: Option<(&'a Game, &'a GameOverlay)>,
    /// The place of a square on the path that is shown, from 0.
    pub number: Box<dyn Fn(Square) -> Option<usize> + 'a>,
    /// Whether the map of starts is shown.
    pub shows_starts: bool,
    /// Whether a click starts two searches.
    pub compares: bool,
    /// Whether a finished tour is shown.
    pub is_done: bool,
}

impl About<'_> {
    /// A square as it is read out: "e4, visited, number 12".
    pub fn spoken(&self, square: Square) -> String {
        let name = self.session.name(square);
        if self.session.setup().board.is_hole(square) {
            return format!("{name}, a hole");
        }
        if let Some(number) = (self.number)(square) {
            let turning = self.turning_words(square);
            return format!("{name}, visited, number {}{turning}", grouped(number as u64 + 1));
        }
        if let Some((game, overlay)) = self.game {
            return spoken_in_game(&name, square, game, overlay);
        }
        if self.session.frame().is_none() && self.session.starts().is_refused(square) {
            let goal = self.session.setup().goal;
            let end = if goal.end().is_some() { " to the end" } else { "" };
            return format!("{name}, no {}{end} from here", goal.noun());
        }
        let words = match self.session.starts().at(square) {
            _ if !self.shows_starts => "free".to_owned(),
            Some(start) => clause(start, "start here"),
            None => "not decided yet".to_owned(),
        };
        format!("{name}, {words}")
    }

    /// Whether a visited square was where a game was lost.
    fn turning_words(&self, square: Square) -> &'static str {
        match self.game.and_then(|(_, overlay)| overlay.turning_point) {
            Some([last, _]) if last == square => ", up to here a tour was possible",
            Some([_, lost]) if lost == square => ", this move lost the game",
            _ => "",
        }
    }

    /// The lines about a square of a game.
    pub fn in_game(&self, square: Square) -> Vec<(Tone, String)> {
        let Some((game, overlay)) = self.game else { return Vec::new() };
        if let Some(wrong) = game.illegal_move(square) {
            let words = wrong.words(&self.session.setup().board, self.session.naming());
            return vec![(Tone::Plain, words)];
        }
        if game.path().is_empty() {
            return vec![(Tone::Soft, "Click to begin here.".to_owned())];
        }
        let open = overlay.open_at(square);
        let finish = open.and_then(|open| open.finish);
        let finish = finish.map(|finish| (Tone::Plain, sentence(finish, "follow")));
        let why = open.and_then(|open| open.why.clone());
        let lines = finish.into_iter().chain(why.map(|why| (Tone::Warning, why)));
        lines.chain([(Tone::Soft, "Click to go here.".to_owned())]).collect()
    }

    /// The lines about a square of a search, or before one.
    pub fn in_search(&self, square: Square) -> Vec<(Tone, String)> {
        let Some(frame) = self.session.frame() else { return self.before_search(square) };
        let mut lines = Vec::new();
        let mut say = |words: String| lines.push((Tone::Plain, words));
        let number = (self.number)(square);
        if let Some(number) = number {
            say(format!("Number {} on the path.", grouped(number as u64 + 1)));
        }
        // A method that places no squares has no visits to count.
        if frame.counts.visits.is_empty() {
            self.links(frame, square).into_iter().for_each(say);
        } else {
            if number.is_none() {
                say("Free now.".to_owned());
            }
            say(match frame.counts.visits.get(square.index()).copied().unwrap_or(0) {
                0 => "Not visited so far.".to_owned(),
                1 => "Visited once so far.".to_owned(),
                many => format!("Visited {} times so far.", grouped(many)),
            });
            let near = self.session.setup().board.neighbours(square, &MoveOrder::ANTICLOCKWISE);
            let near: Vec<Square> = near.collect();
            let free = near.iter().filter(|other| (self.number)(**other).is_none()).count();
            say(match (free, near.len()) {
                (0, _) => "No move from here leads to a free square.".to_owned(),
                (free, all) => format!("{free} of {all} moves from here lead to free squares."),
            });
        }
        let again = if self.compares {
            "Click to start both searches anew here."
        } else {
            "Click to start a new search here."
        };
        lines.push((Tone::Soft, again.to_owned()));
        lines
    }

    fn before_search(&self, square: Square) -> Vec<(Tone, String)> {
        let (board, naming) = (&self.session.setup().board, self.session.naming());
        let near = board.neighbours(square, &MoveOrder::ANTICLOCKWISE).count() as u64;
        let mut lines = vec![(Tone::Plain, format!("{} from here.", counted(near, "move")))];
        if let Some(refusal) = self.session.refusal(square) {
            let why = refusal.words(board, naming);
            let text = match (&refusal, self.session.setup().puzzle(square)) {
                (Refusal::NoTour(_), Ok(puzzle)) => {
                    format!("{}: {why}.", capitalised(&puzzle.none_exists(naming)))
                }
                _ => format!("{}.", capitalised(&why)),
            };
            lines.push((Tone::Warning, text));
            return lines;
        }
        let start = self.session.starts().at(square).filter(|_| self.shows_starts);
        let start = start.filter(|start| *start != Decided::No(()));
        lines.extend(start.map(|start| (Tone::Plain, sentence(start, "start here"))));
        let click =
            if self.compares { "Click to start both here." } else { "Click to start here." };
        lines.push((Tone::Soft, click.to_owned()));
        lines
    }

    fn links(&self, frame: &Frame, square: Square) -> Option<String> {
        if frame.overlay.links.is_empty() || self.is_done {
            return None;
        }
        let linked = frame.overlay.linked(&self.session.setup().board, square);
        let names: Vec<String> = linked.map(|other| self.session.name(other)).collect();
        Some(match names.len() as u64 {
            0 => "No links.".to_owned(),
            many => format!("{}: to {}.", counted(many, "link"), names.join(", ")),
        })
    }
}

/// Whether a tour can start or follow, as a clause.
fn clause(answer: Decided, what: &str) -> String {
    match answer {
        Decided::Yes(()) => format!("a tour can {what}"),
        Decided::No(()) => format!("no tour can {what}"),
        Decided::Unknown => format!("not known whether a tour can {what}"),
    }
}

fn sentence(answer: Decided, what: &str) -> String {
    let subject = if answer == Decided::Unknown { "it is " } else { "" };
    capitalised(&format!("{subject}{}.", clause(answer, what)))
}

fn spoken_in_game(name: &str, square: Square, game: &Game, overlay: &GameOverlay) -> String {
    let marked = if overlay.pointed.contains(&square) { ", marked by the reason" } else { "" };
    let Some(open) = overlay.open_at(square) else {
        let is_first = game.path().is_empty();
        let next = if is_first { "the tour can begin here" } else { "not a move away" };
        return format!("{name}, free, {next}{marked}");
    };
    let mut text = format!("{name}, free, can be next");
    if let Some(onward) = open.onward {
        text += &format!(", {}", counted(onward.into(), "onward move"));
    }
    if open.is_best {
        text += ", the best move";
    }
    if let Some(finish) = open.finish {
        text += &format!(", {}", clause(finish, "follow"));
    }
    text + marked
}

impl Session {
    /// The name of a square in the notation that is not chosen.
    pub fn other_name(&self, square: Square) -> String {
        let board = &self.setup.board;
        match (self.naming().is_chess(board), board.has_names()) {
            (false, true) => board.name(square),
            _ => {
                let (row, col) = (board.row(square), board.col(square));
                format!("row {row}, column {col} (from 0)")
            }
        }
    }

    /// A sentence about the map of starts, whose marks may be too small to see.
    pub fn starts_in_words(&self, marks_are_seen: bool) -> String {
        let StartCounts { yes, no, unknown, open } = self.starts().counts();
        let all = counted(yes + no + unknown + open, "square");
        let goal = format!("{}s", capitalised(self.setup.goal.noun()));
        let more = match (open, unknown) {
            (0, 0) => String::new(),
            (0, unknown) => format!("; {} not known", grouped(unknown)),
            (open, _) => format!("; deciding {} more", grouped(open)),
        };
        let near = if marks_are_seen { "" } else { "; zoom in to see the marks" };
        match yes {
            0 if open + unknown == 0 => format!("{goal} start at none of the {all}"),
            0 => format!("It is not known where {} start{more}{near}", goal.to_lowercase()),
            _ => format!("{goal} start at {} of {all}{more}{near}", grouped(yes)),
        }
    }
}
