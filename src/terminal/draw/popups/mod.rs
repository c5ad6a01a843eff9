//! Draws popups, one file for each kind.

pub(crate) mod help;
pub(crate) mod lessons;
pub(crate) mod list;
pub(crate) mod prompt;
pub(crate) mod question;
pub(crate) mod text;
