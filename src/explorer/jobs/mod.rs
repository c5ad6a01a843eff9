//! Background work: what takes longer than a frame is given out as a task, and its result is taken when it is done.

pub(crate) mod job;
pub(crate) mod progress;
pub(crate) mod task;
