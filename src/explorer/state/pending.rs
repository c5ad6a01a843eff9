//! What is wanted but not there yet.

use crate::explorer::phase::Phase;
use crate::explorer::words::Words;
use crate::explorer::work::Task;

/// The newest wish.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct Pending {
    pub(in crate::explorer) task: Task,
    /// Documents whose trouble the answer decides: their newest bytes are part of the task.
    pub(in crate::explorer) fresh: Vec<bool>,
    pub(in crate::explorer) phase: Phase,
    /// Nothing is shown yet: files are being opened.
    pub(in crate::explorer) opening: bool,
    /// The status line once it is done.
    pub(in crate::explorer) says: Option<Words>,
    pub(in crate::explorer) handed_out: bool,
}
