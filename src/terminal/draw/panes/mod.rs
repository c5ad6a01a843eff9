//! Draws the panes: documents, steps and the explanation.

pub(crate) mod document;
pub(crate) mod explanation;
pub(crate) mod row;
pub(crate) mod steps;
pub(crate) mod title;
mod wrapped;
