//! Everything that touches the terminal and the outside while the explorer runs. Knows no merge rules.
//!
//! [`screen`] takes and gives back the terminal; [`input`], [`signals`] and [`watch`] send into one channel
//! ([`event`]); [`run`] is the loop over it, against the traits [`run::App`] and [`run::Host`]. [`session`] puts them
//! together.

pub mod app;
pub mod background;
pub mod clipboard;
pub mod colour;
pub mod config;
mod debounce;
pub mod draw;
mod editor;
pub mod event;
pub mod export;
mod file_change;
pub mod input;
pub mod key;
pub mod keymap;
pub mod keys;
pub mod run;
pub mod save;
pub mod screen;
pub mod session;
pub mod signals;
pub mod svg;
pub mod textarea;
pub mod theme;
pub mod watch;
mod watch_plan;
mod worker;

use crate::explorer::{Listing, Overlay, Shown, State};

/// Who has the keys now.
pub fn context(state: &State) -> keys::Context {
    match state.overlay() {
        Some(Overlay::Help { .. } | Overlay::Answer { .. } | Overlay::Ledger { .. }) => keys::Context::Help,
        Some(Overlay::Lessons { .. }) => keys::Context::Lessons,
        Some(Overlay::List {
            listing: Listing::Copy,
            ..
        }) => keys::Context::Copy,
        Some(Overlay::List {
            listing: Listing::Versions,
            ..
        }) => keys::Context::Versions,
        Some(Overlay::List { .. }) => keys::Context::List,
        Some(Overlay::Question(_)) => keys::Context::Question,
        None if state.prompt().is_some() => keys::Context::Prompt,
        None if state.edit().is_some() => keys::Context::Edit,
        None if state.shown() == Shown::Compare => keys::Context::Compare,
        None if state.shown() == Shown::Ruler => keys::Context::Ruler,
        None => keys::Context::Main,
    }
}
