//! Background work. Work that takes longer than a frame becomes a task, and its result is handled when it is
//! done.

pub(crate) mod job;
pub(crate) mod progress;
pub(crate) mod task;
