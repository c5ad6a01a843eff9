//! The prompt: a line of input with a caret.

use crate::document::escape::{is_invisible, visible};
use crate::explorer::export::format::ExportFormat;
use crate::explorer::go_to::PathCompletion;
use crate::explorer::go_to::fuzzy::GoToCandidate;
use crate::explorer::panes::jump_point::JumpPoint;
use crate::explorer::popups::action::LineEdit;

/// The maximum length of the text, in bytes.
const MAX_PROMPT_BYTES: usize = 1000;

/// The kinds of prompts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptKind {
    /// A search in the panes.
    Search,
    /// A search on a screen that covers the panes.
    SearchScreen {
        /// The row with the cursor when the prompt was opened.
        first_row: usize,
    },
    /// A path, a line or a step to go to.
    GoTo,
    /// A filter for the lines of a popup.
    Filter,
    /// The name of an export file.
    Export(ExportFormat),
}

impl PromptKind {
    /// Returns the text before the input.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Search | Self::SearchScreen { .. } | Self::Filter => "/",
            Self::GoTo => ":",
            Self::Export(format) => format.prompt(),
        }
    }
}

/// The prompt.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// The kind of the prompt.
    pub kind: PromptKind,
    /// The text.
    pub text: String,
    /// The caret, as a byte offset.
    caret: usize,
    /// The error of the last attempt to accept the text; not escaped.
    pub(crate) error: Option<String>,
    /// The position before the prompt was opened.
    pub(crate) origin: JumpPoint,
    /// The state of the path completion.
    pub(crate) completion: Option<PathCompletion>,
    /// The candidates for the text, the best first.
    pub candidates: Vec<GoToCandidate>,
    /// The selected candidate.
    pub chosen: Option<usize>,
    /// The text that was typed before the recalled one, and how many texts back that is.
    recalled: Option<(String, usize)>,
}

/// The accepted texts of the prompts, the newest last.
#[derive(Clone, Debug, Default)]
pub(crate) struct PromptHistory(Vec<(&'static str, String)>);

impl PromptHistory {
    /// Adds the text of a prompt.
    pub(crate) fn add(&mut self, prompt: &Prompt) {
        let entry = (prompt.kind.sign(), prompt.text.trim().to_owned());
        if !entry.1.is_empty() {
            self.0.retain(|other| *other != entry);
            self.0.push(entry);
        }
    }

    /// Replaces the text of a prompt by the one before it, or by the one after it. Returns whether there is one.
    pub(crate) fn recall(&self, prompt: &mut Prompt, before: bool) -> bool {
        let sign = prompt.kind.sign();
        let texts = self.0.iter().rev().filter(|(other, _)| *other == sign);
        let (typed, back) = prompt.recalled.clone().unwrap_or((prompt.text.clone(), 0));
        let next = match before {
            true => Some(back + 1),
            false => back.checked_sub(1),
        };
        let mut texts = std::iter::once(&typed).chain(texts.map(|(_, text)| text));
        let Some((back, text)) = next.and_then(|next| Some((next, texts.nth(next)?))) else {
            return false;
        };
        prompt.set(text.clone());
        prompt.recalled = (back > 0).then_some((typed, back));
        true
    }
}

impl Prompt {
    pub(crate) fn new(kind: PromptKind, origin: JumpPoint) -> Self {
        Self {
            kind,
            text: String::new(),
            caret: 0,
            error: None,
            origin,
            completion: None,
            candidates: Vec::new(),
            chosen: None,
            recalled: None,
        }
    }

    /// The text before the caret; escaped.
    pub fn before_caret(&self) -> String {
        visible(self.text.get(..self.caret).unwrap_or_default()).into_owned()
    }

    /// Sets the text and puts the caret at its end.
    pub(crate) fn set(&mut self, text: String) {
        self.caret = text.len();
        self.text = text;
        self.error = None;
    }

    /// Inserts the first line of a text at the caret. Returns whether the text has changed.
    pub(crate) fn paste(&mut self, pasted: &str) -> bool {
        let line = pasted.lines().next().unwrap_or_default();
        let length = self.text.len();
        for c in line.chars().filter(|c| !is_invisible(*c)).take(MAX_PROMPT_BYTES) {
            self.edit(LineEdit::Insert(c));
        }
        self.text.len() != length
    }

    /// Changes the text or the caret. Returns whether the text has changed.
    pub(crate) fn edit(&mut self, edit: LineEdit) -> bool {
        let before = self.text.get(..self.caret).unwrap_or_default();
        let previous = before.char_indices().next_back().map_or(0, |(offset, _)| offset);
        let after = self.text.get(self.caret..).unwrap_or_default();
        let next = self.caret + after.chars().next().map_or(0, char::len_utf8);
        let word = before.trim_end_matches(|c: char| !c.is_alphanumeric());
        let word = word.trim_end_matches(char::is_alphanumeric).len();
        let length = self.text.len();
        match edit {
            LineEdit::Insert(c) if is_invisible(c) || length >= MAX_PROMPT_BYTES => {}
            LineEdit::Insert(c) => {
                self.text.insert(self.caret, c);
                self.caret += c.len_utf8();
            }
            LineEdit::Erase => self.erase(previous, self.caret),
            LineEdit::EraseForward => self.erase(self.caret, next),
            LineEdit::EraseWord => self.erase(word, self.caret),
            LineEdit::EraseAll => self.erase(0, self.caret),
            LineEdit::EraseToEnd => self.erase(self.caret, length),
            LineEdit::Left => self.caret = previous,
            LineEdit::Right => self.caret = next,
            LineEdit::Start => self.caret = 0,
            LineEdit::End => self.caret = length,
        }
        let changed = self.text.len() != length;
        if changed {
            (self.error, self.recalled) = (None, None);
        }
        changed
    }

    fn erase(&mut self, start: usize, end: usize) {
        self.text.replace_range(start..end, "");
        self.caret = start;
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
            ("abc", &[L::Start, L::Right, L::EraseToEnd], "a", "a"),
            ("abc", &[L::Start, L::End, L::Right, L::Erase], "ab", "ab"),
            ("", &[L::Erase, L::EraseForward, L::EraseWord, L::Left], "", ""),
            ("a", &[L::Insert('\x1b'), L::Insert('\u{202e}')], "a", "a"),
        ];
        for (text, edits, want, before) in cases {
            let mut prompt = Prompt::new(PromptKind::GoTo, JumpPoint::start());
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
