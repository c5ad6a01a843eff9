//! What there is to see and do, without a terminal, a clock or a file.

mod action;
pub mod explanation;

pub use action::{Action, Focus, Pane};
