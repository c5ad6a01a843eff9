//! What happens outside, as the explorer is told of it.

use std::sync::Arc;

use super::editor::recover::RecoveredEdit;
use super::export::ExportedFile;
use super::inputs::input_id::InputId;
use super::inputs::source::WatchStatus;
use super::jobs::progress::JobProgress;
use super::jobs::task::TaskResult;
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
    /// The text is saved; the note says how, if that is unusual.
    Saved { note: Option<String> },
    /// Text is kept that an earlier run could not save.
    Recovered(RecoveredEdit),
    /// The file has changed since the text area was opened, so nothing was saved. Holds the bytes of the file.
    Conflict(Vec<u8>),
    /// A key was pressed that means something in the panes, and nothing here.
    Idle,
    /// Something failed outside; the text says what, and what to do.
    Failed(String),
    /// The result of writing a file.
    Exported(ExportedFile),
    /// The answer of kubectl on the same inputs, in lines.
    Kubectl(Vec<String>),
    /// The ledger of an apply, in lines.
    Ledger(Vec<String>),
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
