//! Playback: stepping, playing and filtering the steps.

pub(crate) mod action;
mod filter;
pub(crate) mod player;
