//! Playback: stepping, playing and filtering the steps.

mod filter;
pub(crate) mod player;
