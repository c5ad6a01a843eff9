//! What is wanted but not there yet.

use super::progress::JobProgress;
use super::task::Task;
use crate::explorer::hint_text::HintText;

/// The newest wish.
#[derive(Clone, Debug)]
pub(crate) struct BackgroundJob {
    pub(crate) task: Task,
    /// Documents whose trouble the answer decides: their newest bytes are part of the task.
    pub(crate) fresh: Vec<bool>,
    pub(crate) phase: JobProgress,
    /// Nothing is shown yet: files are being opened.
    pub(crate) opening: bool,
    /// The status line once it is done.
    pub(crate) says: Option<HintText>,
    pub(crate) handed_out: bool,
}
