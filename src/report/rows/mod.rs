//! The rows of a document: outline, heights and checkpoints of long documents.

mod checkpoints;
pub(crate) mod heights;
pub(crate) mod outline;
