//! One line to type into, below the panes: what is searched for, where to jump.

use super::back::Spot;
use super::export::Format;
use super::state::State;
use super::update::Effect;
use super::words::Words;
use crate::document::escape::{is_invisible, visible};

/// Characters that a line takes.
const LONGEST: usize = 1000;

/// What a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptKind {
    /// A text to search for.
    Search,
    /// A path, a line or a step to jump to.
    Jump,
    /// The file to write to.
    Export(Format),
}

impl PromptKind {
    /// What stands before the line.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Search => "/",
            Self::Jump => ":",
            Self::Export(Format::Html) => "write the page to: ",
            Self::Export(Format::Svg) => "write the picture to: ",
            Self::Export(Format::Markdown) => "write the Markdown to: ",
            Self::Export(Format::Session) => "write the session to: ",
        }
    }
}

/// A change of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineEdit {
    /// Types a character.
    Insert(char),
    /// Takes the character before the caret away.
    Erase,
    /// Takes the one behind it away.
    EraseForward,
    /// Takes the word before the caret away.
    EraseWord,
    /// Takes everything before the caret away.
    EraseAll,
    /// The caret to the left.
    Left,
    /// The caret to the right.
    Right,
    /// The caret to the beginning.
    Start,
    /// The caret to the end.
    End,
}

/// The line while it is typed.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// What it is for.
    pub kind: PromptKind,
    /// As far as it is typed.
    pub text: String,
    /// Bytes before the caret.
    caret: usize,
    /// Why it could not be taken; not escaped.
    pub(super) trouble: Option<String>,
    /// Where the person was when it opened.
    pub(super) spot: Spot,
}

impl Prompt {
    pub(super) fn new(kind: PromptKind, spot: Spot) -> Self {
        Self {
            kind,
            text: String::new(),
            caret: 0,
            trouble: None,
            spot,
        }
    }

    /// The text before the caret; escaped.
    pub fn before_caret(&self) -> String {
        visible(self.text.get(..self.caret).unwrap_or_default()).into_owned()
    }

    /// Puts another text in, the caret at its end.
    pub(super) fn set(&mut self, text: String) {
        self.caret = text.len();
        self.text = text;
        self.trouble = None;
    }

    /// Carries a change out. Tells whether the text is another one.
    pub(super) fn edit(&mut self, edit: LineEdit) -> bool {
        let before = self.text.get(..self.caret).unwrap_or_default();
        let previous = before.char_indices().next_back().map_or(0, |(at, _)| at);
        let behind = self.text.get(self.caret..).unwrap_or_default();
        let next = self.caret + behind.chars().next().map_or(0, char::len_utf8);
        let word = before.trim_end_matches(|c: char| !c.is_alphanumeric());
        let word = word.trim_end_matches(char::is_alphanumeric).len();
        let length = self.text.len();
        match edit {
            LineEdit::Insert(c) if is_invisible(c) || length >= LONGEST => {}
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
            self.trouble = None;
        }
        changed
    }

    fn erase(&mut self, from: usize, to: usize) {
        self.text.replace_range(from..to, "");
        self.caret = from;
    }
}

impl State {
    /// The line that is being typed.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.looking.prompt.as_ref()
    }

    /// What stands behind the line, and whether it is a trouble; not escaped.
    pub fn prompt_note(&self) -> (Words, bool) {
        let Some(prompt) = &self.looking.prompt else {
            return (Words::default(), false);
        };
        match (&prompt.trouble, prompt.kind) {
            (Some(trouble), _) => (trouble.as_str().into(), true),
            (None, PromptKind::Search) => {
                let (note, trouble) = self.search_note();
                (note.into(), trouble)
            }
            (None, PromptKind::Jump) => (self.jump_note(), false),
            (None, PromptKind::Export(_)) => (self.export_note(), false),
        }
    }

    pub(super) fn open_prompt(&mut self, kind: PromptKind) {
        self.player.playing = false;
        self.looking.prompt = Some(Prompt::new(kind, self.spot()));
    }

    /// A change of the line.
    pub(super) fn edit_line(&mut self, edit: LineEdit) {
        let Some(prompt) = &mut self.looking.prompt else {
            return;
        };
        if prompt.edit(edit) && prompt.kind == PromptKind::Search {
            self.search_as_typed();
        }
    }

    /// Takes the line; one that cannot be taken stays, and says why.
    pub(super) fn accept_line(&mut self) -> Vec<Effect> {
        let Some(prompt) = self.looking.prompt.take() else {
            return Vec::new();
        };
        match prompt.kind {
            PromptKind::Search => self.accept_search(prompt),
            PromptKind::Jump => self.accept_jump(prompt),
            PromptKind::Export(format) => return self.accept_export(format, prompt),
        }
        Vec::new()
    }

    /// Leaves the line, and puts everything back to where it was.
    pub(super) fn leave_prompt(&mut self) {
        if let Some(prompt) = self.looking.prompt.take() {
            if prompt.kind == PromptKind::Search {
                self.looking.search = None;
            }
            self.restore(prompt.spot);
        }
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
            let mut prompt = Prompt::new(PromptKind::Jump, Spot::beginning());
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
