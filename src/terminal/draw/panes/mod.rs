//! Draws the panes: documents, steps and the explanation.

pub(crate) mod document;
pub(crate) mod explanation;
mod fit_value;
pub(crate) mod row;
pub(crate) mod steps;
pub(crate) mod title;
mod wrapped;
