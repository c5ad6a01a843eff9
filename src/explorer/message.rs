//! What happens outside, as the state is told of it.

use std::sync::Arc;

use super::effect::Effect;
use super::inputs::input_error::InputError;
use super::inputs::source::WatchStatus;
use super::jobs::progress::JobProgress;
use super::jobs::task::TaskResult;
use super::playback::player::StepTarget;
use super::popups::export::ExportedFile;
use super::popups::{Confirmation, Popup};
use super::state::Explorer;
use crate::report::comparison::MergeComparison;
use crate::schema::Schema;

/// News from outside.
#[derive(Clone, Debug)]
pub enum Message {
    /// A document's file has new bytes; 0 is live.
    Changed { document: usize, bytes: Vec<u8> },
    /// A document's file cannot be read any more, or is gone.
    Lost { document: usize, why: String },
    /// What is known of fields is other than before: a schema file was saved; or why it cannot be read, in one line.
    Schema {
        /// Which save it is of, as whoever reads counts them.
        save: u64,
        /// What holds now.
        read: Result<Arc<Schema>, String>,
    },
    /// Whether saves are noticed.
    Watching(WatchStatus),
    /// The text area holds another text.
    Edited(String),
    /// The text was saved; the note says how, where that is unusual.
    Saved { note: Option<String> },
    /// The file had changed since the text area was opened: nothing was saved. Holds the file's bytes.
    Conflict(Vec<u8>),
    /// A key was pressed that means something beside the panes, and nothing here.
    Idle,
    /// Something went wrong outside; the text says what, and what to do.
    Failed(String),
    /// What was asked to be written is written, or not.
    Exported(ExportedFile),
    /// What kubectl makes of the same inputs, in lines.
    Kubectl(Vec<String>),
    /// Who wins each field of an apply, in lines.
    Ledger(Vec<String>),
    /// A text is in the clipboard: what it was and which way it took; or why it is not.
    Copied(Result<String, String>),
    /// A text was pasted into the line that is being written.
    Pasted(String),
    /// There is time to search on: see [`Explorer::is_searching`].
    Search,
    /// What time it is, for the version that the next save makes; one line.
    Clock(String),
    /// What stood out for a moment has done so long enough.
    FlashOver,
    /// It is time for the next step of playing.
    Tick,
    /// The task with this number has come so far.
    Phase { ticket: u64, phase: JobProgress },
    /// A task is done.
    Done(Box<TaskResult>),
    /// Two merges are compared.
    Compared(Arc<MergeComparison>),
}

/// Takes news over.
pub fn on_message(state: &mut Explorer, message: Message) -> Vec<Effect> {
    let mut effects = take(state, message);
    state.note_version();
    effects.extend(state.effect_of_screen());
    effects.extend(state.effect_of_work());
    effects
}

fn take(state: &mut Explorer, message: Message) -> Vec<Effect> {
    match message {
        Message::Changed { document, bytes } => return state.changed(document, bytes),
        Message::Lost { document, why } => {
            state.forget_fresh(document);
            let name = state.name(document).to_owned();
            if let Some(origin) = state.origins.get_mut(document) {
                origin.trouble = Some(InputError::told(format!("{name}: {why}")));
            }
        }
        Message::Schema { read, .. } => match read {
            Ok(schema) => return state.reload_schema(schema),
            Err(text) => state.schema_trouble = Some(InputError::told(text)),
        },
        Message::Watching(watching) => state.watching = watching,
        Message::Kubectl(lines) => {
            state.status = lines.first().map(|line| line.as_str().into());
            state.kubectl = lines;
            // A question that was asked meanwhile goes first; the status line tells the beginning.
            if state.overlay.is_none() && state.edit.is_none() {
                state.overlay = Some(Popup::Answer { scroll: 0 });
            }
        }
        Message::Edited(text) => {
            if let Some(edit) = &mut state.edit {
                edit.text.clone_from(&text);
                edit.from = None;
                let (document, goal) = (edit.document, edit.is_goal());
                state.status = None;
                match goal {
                    true => state.recompute_patch(text),
                    false => state.reload(document, text.into_bytes()),
                }
            }
        }
        Message::Saved { note } => {
            if let Some(edit) = &mut state.edit {
                edit.saved.clone_from(&edit.text);
                edit.base = edit.written().to_owned().into_bytes();
                edit.theirs = None;
                let document = edit.document;
                state.say_saved(document, note.as_deref());
            }
        }
        Message::Conflict(bytes) => {
            if let Some(edit) = &mut state.edit {
                edit.theirs = Some(bytes);
                state.overlay = Some(Popup::Question(Confirmation::Conflict));
            }
        }
        Message::Ledger(lines) => state.on_ledger(lines),
        Message::Copied(Ok(how)) => state.say(format!("copied {how}")),
        Message::Copied(Err(why)) => state.say(format!("nothing is copied: {why}")),
        Message::Exported(outcome) => state.exported(outcome),
        Message::Idle => state.explain_ignored_key(),
        Message::Failed(why) => state.say(why),
        Message::Pasted(text) => state.paste_line(&text),
        Message::Search => state.search_more(),
        Message::Clock(time) => state.versions.clock = Some(time),
        Message::FlashOver => state.versions.flash = None,
        Message::Tick => state.tick(),
        Message::Phase { ticket, phase } => state.on_progress(ticket, phase),
        Message::Compared(comparison) => state.on_compared(comparison),
        Message::Done(done) => return state.take_over(*done),
    }
    Vec::new()
}

impl Explorer {
    /// Tells that a document is saved, and what is wrong with it.
    fn say_saved(&mut self, document: usize, note: Option<&str>) {
        let name = self.name(document);
        let saved = match note {
            None => format!("saved {name}"),
            Some(note) => format!("saved {name} {note}"),
        };
        let says = match self.unread(document) {
            None => saved,
            Some(unread) => {
                let (place, what) = (unread.position, &unread.what);
                format!("{saved}, but {}:{} {what}", place.line, place.column)
            }
        };
        self.say(says);
    }

    fn changed(&mut self, document: usize, bytes: Vec<u8>) -> Vec<Effect> {
        let Some(edit) = &mut self.edit.as_mut().filter(|edit| edit.document == document) else {
            let before = self.session.merge().scene.documents().get(document).cloned();
            self.reload(document, bytes);
            return self.handle_base_change(document, before.as_ref());
        };
        if bytes == edit.written().as_bytes() {
            edit.saved.clone_from(&edit.text);
            edit.base = bytes;
            edit.theirs = None;
            self.clear_missing_file(document);
            return Vec::new();
        }
        if bytes == edit.base {
            self.clear_missing_file(document);
            return Vec::new();
        }
        let dirty = edit.is_dirty();
        edit.theirs = Some(bytes);
        if dirty {
            self.overlay = Some(Popup::Question(Confirmation::Conflict));
            return Vec::new();
        }
        self.take_theirs()
    }

    /// The file of the text area was gone, and is back as it was: only the text can have trouble now.
    fn clear_missing_file(&mut self, document: usize) {
        let Some(edit) = &self.edit else { return };
        let text = (!edit.is_goal()).then(|| edit.text.clone());
        let trouble = self
            .origins
            .get_mut(document)
            .and_then(|origin| origin.trouble.take());
        if let (Some(text), Some(_)) = (text, trouble) {
            self.reload(document, text.into_bytes());
        }
    }

    /// The file's bytes become the text area's text.
    pub(crate) fn take_theirs(&mut self) -> Vec<Effect> {
        let Some(edit) = &mut self.edit else {
            return Vec::new();
        };
        let Some(bytes) = edit.theirs.take() else {
            return Vec::new();
        };
        if edit.is_goal() {
            let document = edit.document;
            self.end_edit();
            self.reload(document, bytes);
            self.say("the patch was changed outside: this is the file as it is now".to_owned());
            return vec![Effect::CloseText];
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        edit.base.clone_from(&bytes);
        edit.saved.clone_from(&text);
        edit.text = text;
        let document = edit.document;
        self.reload(document, bytes);
        self.say("the text was changed outside: this is the file as it is now".to_owned());
        vec![Effect::TakeText]
    }

    fn tick(&mut self) {
        if !self.player.playing {
            return;
        }
        match self.resolve_target(StepTarget::StepForward) {
            Ok(position) => self.go_to(position),
            Err(_) => self.player.playing = false,
        }
        if self.session.position() == self.session.len() {
            self.player.playing = false;
        }
    }
}
