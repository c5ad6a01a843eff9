//! Messages to the explorer about external events.

use std::sync::Arc;

use super::action::Action;
use super::apply::ledger;
use super::apply::ledger_task::{LedgerEntry, LedgerTask};
use super::editor::recovered_edit::RecoveredEdit;
use super::effect::Effect;
use super::export::ExportedFile;
use super::hint_text::{HintText, words};
use super::inputs::action::InputsAction;
use super::inputs::input_error::InputError;
use super::inputs::input_id::InputId;
use super::inputs::live_objects;
use super::inputs::reload::reload_schema;
use super::inputs::source::WatchStatus;
use super::jobs::progress::JobProgress;
use super::jobs::task::TaskResult;
use super::policy::template_shown::say_template;
use super::policy::verdict_task::Verdicts;
use super::popups::ListPopup;
use super::popups::text::TextContent;
use super::route::{Explorer, announce_save};
use super::versions::change_task::FoundChanges;
use super::versions::find_changes;
use super::{playback, prompt};
use crate::report::comparison::MergeComparison;
use crate::schema::Schema;

/// An external event.
#[derive(Clone, Debug)]
pub enum Message {
    /// The file of an input has changed.
    Changed { input: InputId, bytes: Vec<u8> },
    /// The file of an input was removed or cannot be read.
    Lost { input: InputId, why: String },
    /// The bytes of a live file with the object that was chosen.
    LiveFile {
        file: usize,
        object: usize,
        bytes: Vec<u8>,
    },
    /// A schema file was saved.
    Schema {
        /// The number of the save, in ascending order.
        save: u64,
        /// The schema, or a one-line error.
        read: Result<Arc<Schema>, String>,
    },
    /// The status of the file watcher.
    Watching(WatchStatus),
    /// The text in the text area has changed.
    Edited(String),
    /// The cursor of the text area has moved. Line and column are from 0; the column counts characters.
    Cursor { line: usize, column: usize },
    /// A key or a click moved the cursor of the text area. The answer to the key before it is not about this place.
    MovedInText,
    /// The text was saved.
    Saved {
        /// Text for the status line if the file was not written in the usual way.
        note: Option<String>,
        /// The bytes that another program wrote just before the save. They become a version.
        overwritten: Option<Vec<u8>>,
    },
    /// An earlier run left text that it could not save.
    Recovered(RecoveredEdit),
    /// An earlier run left text that it could not save, and Secret values are hidden.
    RecoveredSecret,
    /// The file has changed since the text area was opened, so the text was not saved. Contains the bytes of
    /// the file.
    Conflict(Vec<u8>),
    /// A key was pressed that has a binding only in another context.
    Idle,
    /// A key was pressed that has no binding. Contains its name.
    Unbound(String),
    /// An external operation failed. Contains the text for the status line.
    Failed(String),
    /// The result of writing a file.
    Exported(ExportedFile),
    /// The number of a kubectl run, and its answer in lines.
    Kubectl(u64, Vec<String>),
    /// The number and the result of a verdict task.
    Verdicts(u64, Verdicts),
    /// A ledger task and its result.
    Ledger(LedgerTask, Vec<LedgerEntry>),
    /// A copy has ended: a description of the text and the clipboard, or an error.
    Copied(Result<String, String>),
    /// Text was pasted into the prompt.
    Pasted(String),
    /// The program is idle, so the search can continue: see [`super::Search::is_searching`].
    Search,
    /// The time of day for the next version, in one line.
    Clock(String),
    /// The highlight of changed lines has expired.
    FlashOver,
    /// The playback interval has elapsed.
    Tick,
    /// The number of a background task and its progress.
    Phase { ticket: u64, phase: JobProgress },
    /// A background task has ended.
    Done(Box<TaskResult>),
    /// A comparison task has ended.
    Compared(Arc<MergeComparison>),
    /// The changes of a version were found.
    Changes(Box<FoundChanges>),
}

/// Processes a message. Returns the requests to the program.
pub fn on_message(explorer: &mut Explorer, message: Message) -> Vec<Effect> {
    explorer.workspace.status.begin_message();
    let (is_failure, is_of_file) = match &message {
        Message::Failed(_) => (true, true),
        Message::Changed { .. } | Message::Lost { .. } => (false, true),
        _ => (false, false),
    };
    explorer.take_message(message);
    if is_of_file {
        explorer.workspace.status.keep_failure();
    }
    if is_failure {
        explorer.workspace.status.note_failure();
    }
    explorer.complete_update(true)
}

/// Routes messages to the parts.
impl Explorer {
    fn take_message(&mut self, message: Message) {
        let (layers, cx) = (&mut self.layers, &mut self.workspace);
        match message {
            Message::Changed { input, bytes } => self.editor.on_file_changed(input, bytes, layers, cx),
            Message::LiveFile { file, object, bytes } => live_objects::open_file(file, object, bytes, cx),
            Message::Lost { input, why } => {
                cx.jobs.forget_input(input);
                let error = InputError::without_position(format!("{}: {why}", cx.inputs.name(input)));
                cx.status.clear_earlier();
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
                cx.status.clear();
                if !self.editor.is_open() {
                    layers.show_list(ListPopup::of_verdicts(verdicts, cx), cx);
                }
            }
            Message::Ledger(task, entries) => {
                cx.status.clear();
                if ledger::is_current(&task, cx) && !self.editor.is_open() {
                    layers.show_list(ListPopup::of_ledger(entries), cx);
                }
            }
            Message::Cursor { line, column } => self.editor.on_cursor((line, column)),
            Message::MovedInText => cx.status.clear(),
            Message::Edited(text) => self.editor.on_edited(text, cx),
            Message::Saved { note, overwritten } => {
                self.editor.on_saved(note.as_deref(), overwritten, layers, cx);
            }
            Message::Recovered(recovered) => self.editor.on_recovered(recovered, layers, cx),
            Message::RecoveredSecret => cx.say(words(
                "an earlier run left unsaved text; {}: show the Secret values and open it",
                [Action::Inputs(InputsAction::ShowSecrets)],
            )),
            Message::Conflict(bytes) => self.editor.on_conflict(bytes, layers, cx),
            Message::Copied(Ok(how)) => cx.say(format!("copied {how}")),
            Message::Copied(Err(why)) => cx.say(format!("copy failed: {why}")),
            Message::Exported(result) => {
                if let Some((input, next)) = self.export.on_written(result, layers, cx) {
                    self.editor.note_written(input, cx);
                    self.act(next);
                }
            }
            Message::Idle => {
                if let Some(why) = layers.ignored_key() {
                    cx.say(why);
                }
            }
            Message::Unbound(key) if prompt::ignore_key(&key, layers) => {}
            Message::Unbound(key) => {
                let sentence = HintText::from(format!("{key} does nothing here; "));
                cx.say(sentence.key(Action::Help).text(": list of keys"));
            }
            Message::Failed(why) => {
                self.editor.cancel_leaving();
                cx.say(why);
            }
            Message::Pasted(text) => prompt::paste(&text, layers, &mut self.search, cx),
            Message::Search => {
                self.search.search_next_rows(cx);
                self.search.update_status(cx);
            }
            Message::Clock(time) => cx.session.clock = Some(time),
            Message::FlashOver => cx.versions.end_flash(),
            Message::Tick => playback::tick(cx),
            Message::Phase { ticket, phase } => cx.jobs.on_progress(ticket, phase),
            Message::Done(done) => {
                if cx.on_task_done(*done) {
                    say_template(cx);
                    ledger::show_outlook_at_start(cx);
                }
            }
            Message::Changes(found) => {
                let sentence = find_changes::take_found(*found, cx);
                if let Some(sentence) = sentence {
                    announce_save(sentence, &self.editor, layers, cx);
                }
            }
            Message::Compared(comparison) => {
                if let Some(screen) = layers.compare_mut() {
                    screen.on_compared(comparison, cx);
                }
            }
        }
    }

    /// Opens a popup with text, unless a popup or the text area is open.
    pub(super) fn show_text(&mut self, lines: Vec<String>) {
        if !self.editor.is_open() {
            self.layers.show_text(TextContent::KubectlAnswer, lines);
        }
    }
}
