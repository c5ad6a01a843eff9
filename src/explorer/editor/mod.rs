//! The text area: opening and leaving it, and the questions that are asked before a text is lost.

pub(crate) mod action;
mod edit_result;
pub(crate) mod result_patch;

use super::effect::Effect;
use super::inputs::EditSession;
use super::inputs::input_error::{InputError, UnreadInput};
use super::popups::{Confirmation, Popup};
use super::state::Explorer;
use crate::explorer::panes::focus::{Focus, Pane};

impl Explorer {
    pub(crate) fn toggle_edit(&mut self) -> Vec<Effect> {
        if self.edit.is_some() {
            return self.leave_edit();
        }
        let Ok(document) = self.edit_target() else {
            return Vec::new();
        };
        let base = self.bytes_of(document).to_vec();
        let text = String::from_utf8_lossy(&base).into_owned();
        // What cannot be read is edited to mend it.
        let (line, column) = match self.unread(document) {
            Some(unread) => (unread.position.line as usize, unread.position.column as usize - 1),
            None => (self.line_under_cursor(document), 0),
        };
        self.player.playing = false;
        self.edit = Some(EditSession {
            document,
            base,
            saved: text.clone(),
            text,
            theirs: None,
            writes: None,
            patch_error: None,
            overtaken: false,
            from: None,
            line: line - 1,
            column,
        });
        self.focus = Focus::Document(if document == 0 { Pane::Live } else { Pane::Patch });
        vec![Effect::TakeText]
    }

    /// What of a document's file cannot be read at present.
    pub(crate) fn unread(&self, document: usize) -> Option<&UnreadInput> {
        self.origins.get(document)?.trouble.as_ref()?.unread.as_ref()
    }

    /// The newest bytes of a document's file, whether they can be read or not.
    pub(crate) fn bytes_of(&self, document: usize) -> &[u8] {
        let newest = self.wanted_bytes(document);
        let newest = newest.or(self.unread(document).map(|unread| unread.bytes.as_slice()));
        let made = || Some(self.apply.as_ref()?.text(document)?.as_bytes());
        let shown = || {
            let documents = self.session.merge().scene.documents();
            Some(documents.get(document)?.original_text().as_bytes())
        };
        newest
            .or_else(|| self.bytes_of_slot(document))
            .or_else(made)
            .or_else(shown)
            .unwrap_or_default()
    }

    /// The line, from 1, that the cursor of live or of the patch is on.
    fn line_under_cursor(&self, document: usize) -> usize {
        let pane = if document == 0 { Pane::Live } else { Pane::Patch };
        let rows = self.base_row(pane, self.view(pane).cursor);
        let view = match document.checked_sub(1) {
            None => Some(self.session.live()),
            Some(patch) => self.session.patch(patch),
        };
        let row = view.and_then(|view| view.rows(rows, 1).into_iter().next());
        row.map_or(1, |(number, ..)| number)
    }

    pub(crate) fn edit_externally(&mut self) -> Vec<Effect> {
        match self.edit_target() {
            Ok(document) => vec![Effect::OpenEditor {
                document,
                line: self.line_under_cursor(document),
            }],
            Err(_) => Vec::new(),
        }
    }

    /// Saves the text; first it is asked what becomes of a result whose ground has changed.
    pub(crate) fn save_edit(&mut self) -> Vec<Effect> {
        if self.edit.as_ref().is_some_and(|edit| edit.overtaken) {
            self.overlay = Some(Popup::Question(Confirmation::Overtaken));
            return Vec::new();
        }
        vec![Effect::Save]
    }

    /// Leaves the text area, or asks first.
    fn leave_edit(&mut self) -> Vec<Effect> {
        let Some(edit) = &self.edit else {
            return Vec::new();
        };
        let (document, is_dirty) = (edit.document, edit.is_dirty());
        let is_file = self.origins[document].file;
        if is_dirty && is_file {
            self.overlay = Some(Popup::Question(Confirmation::LeaveUnsaved));
            return Vec::new();
        }
        // Who only looked is where they were.
        if let Some(from) = self.end_edit().and_then(|edit| edit.from) {
            self.restore(from);
        }
        match is_file {
            true => self.show_last_saved(document),
            false if is_dirty => self.keep_here(document),
            false => {}
        }
        vec![Effect::CloseText]
    }

    /// Without a file there is nowhere to save: what could be read last stays what is shown. Nobody sees the text that
    /// could not be read any more, so nothing is said of that one.
    fn keep_here(&mut self, document: usize) {
        if self.policy.is_some() {
            return;
        }
        let trouble = self.origins[document].trouble.take();
        let what = match trouble {
            Some(_) => "the last text that could be read",
            None => "the text",
        };
        let name = self.name(document);
        self.say(format!("{what} stays, and only here: {name} is no file"));
    }

    /// The file holds a text that cannot be read: behind it stands its last good version, nothing that was typed on the
    /// way there.
    fn show_last_saved(&mut self, document: usize) {
        let unread = |trouble: &mut InputError| trouble.unread.is_some();
        let Some(trouble) = self.origins[document].trouble.take_if(unread) else {
            return;
        };
        let newest = self.versions.newest().filter(|_| self.versions.at_newest());
        let good = newest.and_then(|version| version.texts.get(document).cloned());
        if let Some(good) = good {
            self.reload(document, good.as_bytes().to_vec());
            self.forget_fresh(document);
        }
        self.origins[document].trouble = Some(trouble);
    }

    /// Closes the text area. What was wrong with an edited result goes with it: the patch itself can be read.
    pub(crate) fn end_edit(&mut self) -> Option<EditSession> {
        let edit = self.edit.take()?;
        if edit.is_goal()
            && let Some(origin) = self.origins.get_mut(edit.document)
        {
            origin.trouble = None;
        }
        Some(edit)
    }

    pub(crate) fn answer(&mut self, yes: bool) -> Vec<Effect> {
        let Some(Popup::Question(question)) = self.overlay.take() else {
            return Vec::new();
        };
        match (question, yes) {
            (Confirmation::QuitUnsaved, true) => vec![Effect::Quit],
            (Confirmation::LeaveUnsaved, true) => {
                if let Some(edit) = self.end_edit() {
                    let back = match edit.is_goal() {
                        true => edit.base,
                        false => edit.saved.into_bytes(),
                    };
                    self.reload(edit.document, back);
                    self.show_last_saved(edit.document);
                }
                vec![Effect::CloseText]
            }
            (Confirmation::ReplaceFile(format), yes) => self.answer_replace(format, yes),
            (Confirmation::Conflict, false) => self.take_theirs(),
            (Confirmation::Conflict, true) => {
                if let Some(edit) = &mut self.edit
                    && let Some(theirs) = edit.theirs.take()
                {
                    edit.saved = String::from_utf8_lossy(&theirs).into_owned();
                    edit.base = theirs;
                }
                self.say("your text stays; saving it replaces the file".to_owned());
                Vec::new()
            }
            (Confirmation::Overtaken, keeps) => self.answer_overtaken(keeps),
            (Confirmation::QuitUnsaved | Confirmation::LeaveUnsaved, false) => Vec::new(),
        }
    }

    pub(crate) fn close(&mut self) -> Vec<Effect> {
        if let Some(overlay) = self.overlay {
            // A conflict is not answered by looking away: the file's bytes stay unknown to the text, so saving asks again.
            let conflicts = [Confirmation::Conflict, Confirmation::Overtaken].map(Popup::Question);
            if conflicts.contains(&overlay) {
                self.say("your text stays; saving it asks again".to_owned());
            }
            self.overlay = None;
            return Vec::new();
        }
        if self.edit.is_some() {
            return self.leave_edit();
        }
        if self.leave_screen() {
            return Vec::new();
        }
        if self.looking.prompt.is_some() {
            self.leave_prompt();
            return Vec::new();
        }
        if self.looking.search.is_some() {
            self.end_search();
            return Vec::new();
        }
        if self.presenting {
            self.toggle_present();
            return Vec::new();
        }
        match self.can_go_back() {
            true => self.go_back(),
            false => self.zoomed = false,
        }
        Vec::new()
    }

    pub(crate) fn quit(&mut self) -> Vec<Effect> {
        let unsaved = |edit: &EditSession| edit.is_dirty() && self.origins[edit.document].file;
        let asked = self.overlay == Some(Popup::Question(Confirmation::QuitUnsaved));
        if self.edit.as_ref().is_some_and(unsaved) && !asked {
            self.overlay = Some(Popup::Question(Confirmation::QuitUnsaved));
            return Vec::new();
        }
        vec![Effect::Quit]
    }
}
