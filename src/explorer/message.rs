//! What has happened outside the explorer.

use std::sync::Arc;

use super::action::Action;
use super::apply::ledger;
use super::apply::ledger_task::{LedgerEntry, LedgerTask};
use super::editor::recovered_edit::RecoveredEdit;
use super::effect::Effect;
use super::export::ExportedFile;
use super::hint_text::HintText;
use super::inputs::input_error::InputError;
use super::inputs::input_id::InputId;
use super::inputs::reload::reload_schema;
use super::inputs::source::WatchStatus;
use super::jobs::progress::JobProgress;
use super::jobs::task::TaskResult;
use super::playback;
use super::policy::template_shown::say_template;
use super::policy::verdict_task::Verdicts;
use super::popups::action::ListKind;
use super::prompt;
use super::route::Explorer;
use crate::report::comparison::MergeComparison;
use crate::schema::Schema;

/// What has happened outside.
#[derive(Clone, Debug)]
pub enum Message {
    /// The file of an input has new bytes.
    Changed { input: InputId, bytes: Vec<u8> },
    /// The file of an input cannot be read any more, or is gone.
    Lost { input: InputId, why: String },
    /// A schema file was saved: the schema, or in one line why it cannot be read.
    Schema {
        /// The number of the save.
        save: u64,
        /// The schema.
        read: Result<Arc<Schema>, String>,
    },
    /// Whether saves are noticed.
    Watching(WatchStatus),
    /// The text area holds another text.
    Edited(String),
    /// The cursor of the text area is on a line after so many characters, from 0.
    Cursor { line: usize, column: usize },
    /// The text is saved.
    Saved {
        /// How, if that is unusual.
        note: Option<String>,
        /// What another program wrote just before; it becomes a version of its own.
        overwritten: Option<Vec<u8>>,
    },
    /// Text is kept that an earlier run could not save.
    Recovered(RecoveredEdit),
    /// The file has changed since the text area was opened, so nothing was saved. Holds the bytes of the file.
    Conflict(Vec<u8>),
    /// A key was pressed that means something in the panes, and nothing here.
    Idle,
    /// A key was pressed that means nothing anywhere here; its name.
    Unbound(String),
    /// Something failed outside; the text says what, and what to do.
    Failed(String),
    /// The result of writing a file.
    Exported(ExportedFile),
    /// The answer of kubectl on the same inputs, in lines, and the number of its run.
    Kubectl(u64, Vec<String>),
    /// The verdicts of a list that opens with them.
    Verdicts(u64, Verdicts),
    /// The rows of the ledger of an apply, and what they were made for.
    Ledger(LedgerTask, Vec<LedgerEntry>),
    /// A text is in the clipboard: what it is and how it got there; or why it is not.
    Copied(Result<String, String>),
    /// A text was pasted into the prompt.
    Pasted(String),
    /// There is time to search on: see [`super::Search::is_searching`].
    Search,
    /// The time, for the version that the next save makes; one line.
    Clock(String),
    /// What was highlighted for a moment has been so long enough.
    FlashOver,
    /// It is time to play the next step.
    Tick,
    /// How far the task with this number is.
    Phase { ticket: u64, phase: JobProgress },
    /// A task is done.
    Done(Box<TaskResult>),
    /// Two merges are compared.
    Compared(Arc<MergeComparison>),
}

/// Takes what has happened outside. Returns what the program has to do.
pub fn on_message(state: &mut Explorer, message: Message) -> Vec<Effect> {
    state.workspace.begin_message();
    state.take_message(message);
    state.settle(true)
}

/// Which part gets a message.
impl Explorer {
    fn take_message(&mut self, message: Message) {
        let (layers, cx) = (&mut self.layers, &mut self.workspace);
        match message {
            Message::Changed { input, bytes } => self.editor.on_file_changed(input, bytes, layers, cx),
            Message::Lost { input, why } => {
                cx.jobs.forget_input(input);
                let error = InputError::without_position(format!("{}: {why}", cx.inputs.name(input)));
                cx.clear_earlier_status();
                cx.inputs.set_error(input, Some(error));
            }
            Message::Schema { read: Ok(schema), .. } => {
                reload_schema(schema, cx);
                self.editor.on_schema_changed(cx);
            }
            Message::Schema { read: Err(why), .. } => {
                cx.inputs.schema_error = Some(InputError::without_position(why));
            }
            Message::Watching(watching) => cx.inputs.watching = watching,
            Message::Kubectl(ticket, lines) => {
                if cx.kubectl.take_if(|newest| *newest == ticket).is_none() {
                    return;
                }
                cx.say(lines.first().map_or("", String::as_str));
                self.show_text(lines);
            }
            Message::Verdicts(ticket, verdicts) => {
                let requested = cx.requested_verdicts.take_if(|(newest, _)| *newest == ticket);
                if requested.is_none() {
                    return;
                }
                cx.clear_status();
                let kind = match &verdicts {
                    Verdicts::Types(_) => ListKind::Types,
                    Verdicts::Templates(_) => ListKind::Templates,
                };
                if layers.popup().is_none() && !self.editor.is_open() {
                    cx.verdicts = Some(verdicts);
                    layers.open_list(kind, cx);
                    cx.verdicts = None;
                }
            }
            Message::Ledger(task, entries) => {
                cx.clear_status();
                if ledger::is_current(&task, cx) && layers.popup().is_none() && !self.editor.is_open() {
                    cx.ledger = Some(entries);
                    layers.open_list(ListKind::Ledger, cx);
                    cx.ledger = None;
                }
            }
            Message::Cursor { line, column } => self.editor.on_cursor((line, column)),
            Message::Edited(text) => self.editor.on_edited(text, cx),
            Message::Saved { note, overwritten } => {
                self.editor.on_saved(note.as_deref(), overwritten, layers, cx);
            }
            Message::Recovered(recovered) => self.editor.on_recovered(recovered, layers, cx),
            Message::Conflict(bytes) => self.editor.on_conflict(bytes, layers, cx),
            Message::Copied(Ok(how)) => cx.say(format!("copied {how}")),
            Message::Copied(Err(why)) => cx.say(format!("copy failed: {why}")),
            Message::Exported(result) => self.export.on_written(result, layers, cx),
            Message::Idle => {
                if let Some(why) = layers.ignored_key() {
                    cx.say(why);
                }
            }
            Message::Unbound(key) => {
                let says = HintText::from(format!("{key} has no meaning here; "));
                cx.say(says.key(Action::Help).text(" lists the keys"));
            }
            Message::Failed(why) => {
                self.editor.stay();
                cx.say(why);
            }
            Message::Pasted(text) => prompt::paste(&text, layers, &mut self.search, cx),
            Message::Search => {
                self.search.search_on(cx);
                self.search.update_status(cx);
            }
            Message::Clock(time) => cx.session.clock = Some(time),
            Message::FlashOver => cx.versions.end_flash(),
            Message::Tick => playback::tick(cx),
            Message::Phase { ticket, phase } => cx.jobs.on_progress(ticket, phase),
            Message::Done(done) => {
                if cx.on_task_done(*done) {
                    say_template(cx);
                }
            }
            Message::Compared(comparison) => {
                if let Some(screen) = layers.compare_mut() {
                    screen.on_compared(comparison, cx);
                }
            }
        }
    }

    /// Shows text, unless a question or the text area was opened meanwhile.
    pub(super) fn show_text(&mut self, lines: Vec<String>) {
        if !self.editor.is_open() {
            self.layers.show_text(lines);
        }
    }
}
