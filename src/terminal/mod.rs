//! The terminal and all other input and output while the explorer runs. It has no merge rules.
//!
//! [`screen`] puts the terminal into raw mode and restores it; [`input`], [`signals`] and [`watch`] send into
//! one channel ([`event`]); [`run`] is the loop that receives from it, against the traits [`run::App`] and
//! [`run::Host`]. [`session`] connects them.

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
mod random_name;
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
