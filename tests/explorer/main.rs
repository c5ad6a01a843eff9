//! The explorer without a terminal: key scripts on its state, reloads, frames.

mod frames;
mod mouse;
mod reload;
mod rows;
mod scripts;
mod support;
