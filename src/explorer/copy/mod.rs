//! Copying to the clipboard.

pub(crate) mod action;
