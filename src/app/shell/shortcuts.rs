//! All keys that work wherever the focus is, in one table. Keys are offered to the visible page
//! first, then to the shell.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::app::shell::page::PageId;

/// What a key means. A page decides what it does there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortcut {
    PlayPause,
    Step,
    StepBack,
    ToStart,
    ToEnd,
    Faster,
    Slower,
    Backtracking,
    /// Compare two methods, or race against one.
    Compare,
    HeatMap,
    Starts,
    Numbers,
    Present,
    UseAsBase,
    /// Clear the board, or begin the game anew.
    Clear,
    Undo,
    Redo,
    Onward,
    BestMove,
    CanFinish,
    Finish,
    WhyNot,
    Escape,
    Open,
    Save,
    SaveAs,
    NextPage,
    Help,
    FullScreen,
    Quit,
}

pub(crate) struct KeyBinding {
    pub(crate) keys: KeyboardShortcut,
    pub(crate) shortcut: Shortcut,
    /// The page it belongs to; `None` if it works on all of them.
    page: Option<PageId>,
    /// What it does; empty if another key that does the same is listed.
    words: &'static str,
}

impl KeyBinding {
    pub(crate) fn is_on(&self, page: PageId) -> bool {
        self.page.is_none_or(|own| own == page)
    }

    /// Whether text fields use this key themselves.
    pub(crate) fn is_typed(&self) -> bool {
        let is_function = matches!(self.keys.logical_key, Key::F1 | Key::F11);
        let edits = matches!(self.shortcut, Shortcut::Undo | Shortcut::Redo);
        self.keys.modifiers.is_none() && !is_function || edits
    }
}

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = CTRL.plus(Modifiers::SHIFT);
const NONE: Modifiers = Modifiers::NONE;

/// All keys. One that means something on several pages is listed for each.
pub(crate) const KEYS: [KeyBinding; 50] = {
    use Shortcut as S;
    const BOARD: Option<PageId> = Some(PageId::Board);
    const PLAY: Option<PageId> = Some(PageId::Play);
    const LAB: Option<PageId> = Some(PageId::Lab);
    [
        row(NONE, Key::Space, S::PlayPause, BOARD, "play or pause, or press the focused button"),
        row(NONE, Key::ArrowRight, S::Step, BOARD, "one step forward"),
        row(NONE, Key::ArrowLeft, S::StepBack, BOARD, "one step back"),
        row(NONE, Key::Home, S::ToStart, BOARD, "to the start"),
        row(NONE, Key::End, S::ToEnd, BOARD, "to the latest step"),
        row(NONE, Key::Plus, S::Faster, BOARD, "faster"),
        row(NONE, Key::Equals, S::Faster, BOARD, ""),
        row(NONE, Key::Minus, S::Slower, BOARD, "slower"),
        row(NONE, Key::B, S::Backtracking, BOARD, "show the backtracking, or only the tour"),
        row(NONE, Key::C, S::Compare, BOARD, "compare two methods side by side, or no longer"),
        row(NONE, Key::H, S::HeatMap, BOARD, "heat map of visits"),
        row(NONE, Key::M, S::Starts, BOARD, "map of starts: from which squares tours exist"),
        row(NONE, Key::N, S::Numbers, BOARD, "numbers on the stamps"),
        row(NONE, Key::P, S::Present, BOARD, "presentation: the board alone, large"),
        row(NONE, Key::U, S::UseAsBase, BOARD, "use the tour as a base tour"),
        row(NONE, Key::R, S::Clear, BOARD, "clear the board (undo brings it back)"),
        row(CTRL, Key::N, S::Clear, BOARD, "clear the board, like R"),
        row(CTRL_SHIFT, Key::Z, S::Redo, BOARD, ""),
        row(CTRL, Key::Z, S::Undo, BOARD, "undo: back to the previous board"),
        row(CTRL, Key::Y, S::Redo, BOARD, "redo"),
        row(NONE, Key::Num1, S::Onward, PLAY, "onward moves"),
        row(NONE, Key::Num2, S::BestMove, PLAY, "the best move"),
        row(NONE, Key::Num3, S::CanFinish, PLAY, "can it still be finished?"),
        row(NONE, Key::F, S::Finish, PLAY, "let a method finish the path"),
        row(NONE, Key::W, S::WhyNot, PLAY, "why it cannot be finished"),
        row(NONE, Key::C, S::Compare, PLAY, "race against a method, or no longer"),
        row(NONE, Key::Space, S::PlayPause, PLAY, "pause the clock, or a demonstration"),
        row(NONE, Key::M, S::Starts, PLAY, "map of starts"),
        row(NONE, Key::N, S::Numbers, PLAY, "numbers on the stamps"),
        row(NONE, Key::R, S::Clear, PLAY, "begin the board anew"),
        row(CTRL, Key::N, S::Clear, PLAY, ""),
        row(CTRL_SHIFT, Key::Z, S::Redo, PLAY, ""),
        row(CTRL, Key::Z, S::Undo, PLAY, "undo: take back the last move"),
        row(CTRL, Key::Y, S::Redo, PLAY, "redo"),
        row(NONE, Key::ArrowRight, S::Step, PLAY, "in a demonstration: one step forward"),
        row(NONE, Key::ArrowLeft, S::StepBack, PLAY, "in a demonstration: one step back"),
        row(NONE, Key::Home, S::ToStart, PLAY, "in a demonstration: to the start"),
        row(NONE, Key::End, S::ToEnd, PLAY, "in a demonstration: to the latest step"),
        row(NONE, Key::Plus, S::Faster, PLAY, "in a demonstration: faster"),
        row(NONE, Key::Equals, S::Faster, PLAY, ""),
        row(NONE, Key::Minus, S::Slower, PLAY, "in a demonstration: slower"),
        row(NONE, Key::B, S::Backtracking, PLAY, "in a demonstration: its backtracking"),
        row(NONE, Key::Space, S::PlayPause, LAB, "run, pause or resume the experiment"),
        row(CTRL, Key::O, S::Open, None, "open a file"),
        row(CTRL_SHIFT, Key::S, S::SaveAs, None, "save under another name"),
        row(CTRL, Key::S, S::Save, None, "save"),
        row(CTRL, Key::L, S::NextPage, None, "to the next page: Board, Play, Lab"),
        row(NONE, Key::F1, S::Help, None, "this help"),
        row(NONE, Key::F11, S::FullScreen, None, "full screen"),
        row(CTRL, Key::Q, S::Quit, None, "quit"),
    ]
};

const fn row(
    modifiers: Modifiers,
    key: Key,
    shortcut: Shortcut,
    page: Option<PageId>,
    words: &'static str,
) -> KeyBinding {
    let keys = KeyboardShortcut { modifiers, logical_key: key };
    KeyBinding { keys, shortcut, page, words }
}

/// Keys that belong to egui or to the board, by page.
const FIXED: [(Option<PageId>, &str, &str); 6] = [
    (Some(PageId::Board), "Arrows on the board", "move a cursor from square to square"),
    (Some(PageId::Board), "Enter on the board", "start a search at the cursor"),
    (Some(PageId::Play), "Arrows, Enter", "move a cursor from square to square, and go there"),
    (None, "Esc", "close a dialog; stop editing holes, choosing the end or choosing a method"),
    (None, "Tab, Shift+Tab", "to the next or previous control"),
    (None, "Ctrl+Plus, Ctrl+Minus, Ctrl+0", "larger, smaller or normal text"),
];

pub(crate) fn keys_in_words(ctx: &egui::Context) -> Vec<(String, Vec<(String, &'static str)>)> {
    let title = |page: PageId| (format!("On the {} page", page.words()[0]), Some(page));
    let groups = PageId::ALL.map(title).into_iter().chain([("Everywhere".to_owned(), None)]);
    let lines = |page: Option<PageId>| {
        let own = KEYS.iter().filter(|key| key.page == page && !key.words.is_empty());
        let own = own.map(|key| (ctx.format_shortcut(&key.keys), key.words));
        let fixed = FIXED.iter().filter(|fixed| fixed.0 == page);
        own.chain(fixed.map(|(_, keys, words)| ((*keys).to_owned(), *words))).collect()
    };
    groups.map(|(title, page)| (title, lines(page))).collect()
}

pub(crate) fn keys_of(shortcut: Shortcut, ctx: &egui::Context) -> Option<String> {
    let listed = |key: &&KeyBinding| key.shortcut == shortcut && !key.words.is_empty();
    KEYS.iter().find(listed).map(|key| ctx.format_shortcut(&key.keys))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::board::context::BoardEvent;
    use crate::app::play::PlayMessage;
    use crate::app::shell::App;
    use crate::app::shell::page::Page;
    use crate::board::Square;
    use crate::session::Setup;

    fn effective_keys(app: &App) -> Vec<(Option<PageId>, Shortcut)> {
        let pages = PageId::ALL.map(Some).into_iter().chain([None]);
        let all = pages.flat_map(|page| KEYS.iter().map(move |key| (page, key.shortcut)));
        let is_effective = |(page, shortcut): &(Option<PageId>, Shortcut)| match page {
            Some(id) => with_page!(app, id, (&) page, _ => page.shortcut(*shortcut).is_some()),
            None => app.shell.shortcut(*shortcut).is_some(),
        };
        all.filter(is_effective).collect()
    }

    /// The table lists a key for a page, or for all of them, where it does something, and nowhere else.
    #[test]
    fn keys_are_listed_where_they_do_something() {
        let mut app = App::new(&egui::Context::default(), Setup::usual().unwrap());
        let mut effective = effective_keys(&app);
        // While a method finishes a game, there is a player.
        app.send(PlayMessage::Board(BoardEvent::Click(Square::at(0))));
        app.send(PlayMessage::Finish);
        effective.extend(effective_keys(&app));
        let is_listed = |key| KEYS.iter().any(|other| (other.page, other.shortcut) == key);
        for key in effective.iter().copied() {
            assert!(is_listed(key), "{key:?} is missing from the table");
        }
        for KeyBinding { page, shortcut, .. } in &KEYS {
            assert!(effective.contains(&(*page, *shortcut)), "{page:?} ignores {shortcut:?}");
        }
    }
}
