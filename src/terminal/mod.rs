//! Everything that touches the terminal and the outside while the explorer runs. Knows no merge rules.
//!
//! [`screen`] takes and gives back the terminal; [`input`], [`signals`] and [`watch`] send into one channel
//! ([`event`]); [`run`] is the loop over it, against the traits [`run::App`] and [`run::Host`]. [`session`] puts them
//! together.

pub mod app;
pub mod background_color;
pub mod bindings;
pub mod cast;
pub mod clipboard;
pub mod color;
pub mod config;
mod debounce;
pub mod draw;
mod editor;
pub mod event;
pub mod export;
mod file_event;
mod file_lock;
pub mod input;
pub mod key;
pub mod keymap;
pub mod lesson_progress;
pub mod recovery;
pub mod run;
pub mod save;
pub mod screen;
pub mod session;
pub mod signals;
pub mod svg;
mod terminal_mode;
pub mod textarea;
pub mod theme;
pub mod watch;
mod watched_names;
mod worker;
