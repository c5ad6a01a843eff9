//! What there is to see and do, without a terminal, a clock or a file.

mod action;

pub use action::{Action, Focus, Pane};
