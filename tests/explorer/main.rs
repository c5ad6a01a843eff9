//! The explorer without a terminal: key scripts on its state, reloads, frames.

mod frames;
mod scripts;
mod support;
