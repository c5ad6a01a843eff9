//! Everything that touches the terminal and the outside while the explorer runs. Knows no merge rules.
//!
//! [`screen`] takes and gives back the terminal; [`input`], [`signals`] and [`watch`] send into one channel
//! ([`event`]); [`run`] is the loop over it, against the traits [`run::App`] and [`run::Host`]. [`session`] puts them
//! together.

pub mod app;
pub mod background_color;
pub mod bindings;
pub mod clipboard;
pub mod color;
pub mod config;
mod debounce;
pub mod draw;
mod editor;
pub mod event;
pub mod export;
mod file_event;
pub mod input;
pub mod key;
pub mod keymap;
pub mod run;
pub mod save;
pub mod screen;
pub mod session;
pub mod signals;
pub mod svg;
pub mod textarea;
pub mod theme;
pub mod watch;
mod watched_names;
mod worker;

use crate::explorer::{Listing, Overlay, Shown, State};

/// Who has the keys now.
pub fn context(state: &State) -> bindings::Context {
    match state.overlay() {
        Some(Overlay::Help { .. } | Overlay::Answer { .. } | Overlay::Ledger { .. }) => {
            bindings::Context::Help
        }
        Some(Overlay::Lessons { .. }) => bindings::Context::Lessons,
        Some(Overlay::List {
            listing: Listing::Copy,
            ..
        }) => bindings::Context::Copy,
        Some(Overlay::List {
            listing: Listing::Versions,
            ..
        }) => bindings::Context::Versions,
        Some(Overlay::List { .. }) => bindings::Context::List,
        Some(Overlay::Question(_)) => bindings::Context::Question,
        None if state.prompt().is_some() => bindings::Context::Prompt,
        None if state.edit().is_some() => bindings::Context::Edit,
        None if state.shown() == Shown::Compare => bindings::Context::Compare,
        None if state.shown() == Shown::Ruler => bindings::Context::Ruler,
        None => bindings::Context::Main,
    }
}
