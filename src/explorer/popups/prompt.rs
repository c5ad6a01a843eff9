//! The prompt: one line that is typed, with its caret.

use crate::document::escape::{is_invisible, visible};
use crate::explorer::export::format::ExportFormat;
use crate::explorer::go_to::Completion;
use crate::explorer::go_to::fuzzy::Candidate;
use crate::explorer::panes::jump_point::JumpPoint;
use crate::explorer::popups::action::LineEdit;

/// The longest line, in bytes.
const MAX_PROMPT_CHARS: usize = 1000;

/// What the line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptKind {
    /// A text to search for.
    Search,
    /// A text to search for on a screen that covers the panes, from a row on.
    SearchScreen {
        /// The row with the cursor when it was opened.
        from: usize,
    },
    /// A path, a line or a step to go to.
    GoTo,
    /// A text that the lines of the popup must hold.
    Filter,
    /// The file to write to.
    Export(ExportFormat),
}

impl PromptKind {
    /// The text before the line.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Search | Self::SearchScreen { .. } | Self::Filter => "/",
            Self::GoTo => ":",
            Self::Export(format) => format.prompt(),
        }
    }
}

/// A line that is typed.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// What it is for.
    pub kind: PromptKind,
    /// The text.
    pub text: String,
    /// Bytes before the caret.
    caret: usize,
    /// Why it was not accepted; not escaped.
    pub(crate) error: Option<String>,
    /// Where the user was when it was opened.
    pub(crate) from: JumpPoint,
    /// The path that is being completed.
    pub(crate) completion: Option<Completion>,
    /// What the text can stand for, the best first.
    pub candidates: Vec<Candidate>,
    /// The candidate that the user has gone to.
    pub chosen: Option<usize>,
}

impl Prompt {
    pub(crate) fn new(kind: PromptKind, from: JumpPoint) -> Self {
        Self {
            kind,
            text: String::new(),
            caret: 0,
            error: None,
            from,
            completion: None,
            candidates: Vec::new(),
            chosen: None,
        }
    }

    /// The text before the caret; escaped.
    pub fn before_caret(&self) -> String {
        visible(self.text.get(..self.caret).unwrap_or_default()).into_owned()
    }

    /// Sets the text; the caret is at its end.
    pub(crate) fn set(&mut self, text: String) {
        self.caret = text.len();
        self.text = text;
        self.error = None;
    }

    /// Inserts the first line of a text at the caret. Returns whether the text has changed.
    pub(crate) fn paste(&mut self, pasted: &str) -> bool {
        let line = pasted.lines().next().unwrap_or_default();
        let length = self.text.len();
        for c in line.chars().filter(|c| !is_invisible(*c)).take(MAX_PROMPT_CHARS) {
            self.edit(LineEdit::Insert(c));
        }
        self.text.len() != length
    }

    /// Changes the text or the caret. Returns whether the text has changed.
    pub(crate) fn edit(&mut self, edit: LineEdit) -> bool {
        let before = self.text.get(..self.caret).unwrap_or_default();
        let previous = before.char_indices().next_back().map_or(0, |(at, _)| at);
        let after = self.text.get(self.caret..).unwrap_or_default();
        let next = self.caret + after.chars().next().map_or(0, char::len_utf8);
        let word = before.trim_end_matches(|c: char| !c.is_alphanumeric());
        let word = word.trim_end_matches(char::is_alphanumeric).len();
        let length = self.text.len();
        match edit {
            LineEdit::Insert(c) if is_invisible(c) || length >= MAX_PROMPT_CHARS => {}
            LineEdit::Insert(c) => {
                self.text.insert(self.caret, c);
                self.caret += c.len_utf8();
            }
            LineEdit::Erase => self.erase(previous, self.caret),
            LineEdit::EraseForward => self.erase(self.caret, next),
            LineEdit::EraseWord => self.erase(word, self.caret),
            LineEdit::EraseAll => self.erase(0, self.caret),
            LineEdit::Left => self.caret = previous,
            LineEdit::Right => self.caret = next,
            LineEdit::Start => self.caret = 0,
            LineEdit::End => self.caret = length,
        }
        let changed = self.text.len() != length;
        if changed {
            self.error = None;
        }
        changed
    }

    fn erase(&mut self, from: usize, to: usize) {
        self.text.replace_range(from..to, "");
        self.caret = from;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use LineEdit as L;

    #[test]
    fn a_line_is_edited_at_its_caret() {
        let typed = |text: &str| text.chars().map(L::Insert).collect::<Vec<_>>();
        let cases: &[(&str, &[L], &str, &str)] = &[
            ("größe", &[L::Erase], "größ", "größ"),
            ("größe", &[L::Left, L::Left, L::Erase], "grße", "gr"),
            ("a.b.c", &[L::EraseWord], "a.b.", "a.b."),
            ("a.b.c", &[L::EraseWord, L::EraseWord], "a.", "a."),
            ("abc", &[L::Start, L::EraseForward, L::Insert('x')], "xbc", "x"),
            ("abc", &[L::Left, L::EraseAll], "c", ""),
            ("abc", &[L::Start, L::End, L::Right, L::Erase], "ab", "ab"),
            ("", &[L::Erase, L::EraseForward, L::EraseWord, L::Left], "", ""),
            ("a", &[L::Insert('\x1b'), L::Insert('\u{202e}')], "a", "a"),
        ];
        for (text, edits, want, before) in cases {
            let mut prompt = Prompt::new(PromptKind::GoTo, JumpPoint::beginning());
            for edit in typed(text).into_iter().chain(edits.iter().copied()) {
                prompt.edit(edit);
            }
            assert_eq!(
                (prompt.text.as_str(), prompt.before_caret().as_str()),
                (*want, *before)
            );
        }
    }
}
