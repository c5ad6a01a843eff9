//! One line to type into, below the panes: what is searched for, where to jump.

use super::prompt_line::{Prompt, PromptKind};
use crate::explorer::effect::Effect;
use crate::explorer::hint_text::HintText;
use crate::explorer::popups::action::LineEdit;
use crate::explorer::state::Explorer;

impl Explorer {
    /// The line that is being typed.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.looking.prompt.as_ref()
    }

    /// What stands behind the line, and whether it is a trouble; not escaped.
    pub fn prompt_note(&self) -> (HintText, bool) {
        let Some(prompt) = &self.looking.prompt else {
            return (HintText::default(), false);
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

    pub(crate) fn open_prompt(&mut self, kind: PromptKind) {
        self.player.playing = false;
        self.looking.prompt = Some(Prompt::new(kind, self.spot()));
    }

    /// A change of the line.
    pub(crate) fn edit_line(&mut self, edit: LineEdit) {
        let Some(prompt) = &mut self.looking.prompt else {
            return;
        };
        if prompt.edit(edit) && prompt.kind == PromptKind::Search {
            self.search_as_typed();
        }
    }

    /// Puts the first line of a pasted text in, as if it were typed.
    pub(crate) fn paste_line(&mut self, pasted: &str) {
        let Some(prompt) = &mut self.looking.prompt else {
            return;
        };
        if prompt.paste(pasted) && prompt.kind == PromptKind::Search {
            self.search_as_typed();
        }
    }

    /// Takes the line; one that cannot be taken stays, and says why.
    pub(crate) fn accept_line(&mut self) -> Vec<Effect> {
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
    pub(crate) fn leave_prompt(&mut self) {
        if let Some(prompt) = self.looking.prompt.take() {
            if prompt.kind == PromptKind::Search {
                self.looking.search = None;
            }
            self.restore(prompt.spot);
        }
    }
}
