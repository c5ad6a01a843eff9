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
mod file_lock;
pub mod input;
pub mod key;
pub mod keymap;
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

use crate::explorer::{ActiveScreen, Explorer, ListKind, Popup};

/// Who has the keys now.
pub fn context(state: &Explorer) -> bindings::KeyContext {
    match state.overlay() {
        Some(Popup::Help { .. } | Popup::Answer { .. } | Popup::Ledger { .. }) => bindings::KeyContext::Help,
        Some(Popup::Lessons { .. }) => bindings::KeyContext::Lessons,
        Some(Popup::List {
            listing: ListKind::Copy,
            ..
        }) => bindings::KeyContext::Copy,
        Some(Popup::List {
            listing: ListKind::Versions,
            ..
        }) => bindings::KeyContext::Versions,
        Some(Popup::List { .. }) => bindings::KeyContext::List,
        Some(Popup::Question(_)) => bindings::KeyContext::Question,
        None if state.prompt().is_some() => bindings::KeyContext::Prompt,
        None if state.edit().is_some() => bindings::KeyContext::Edit,
        None if state.shown() == ActiveScreen::Compare => bindings::KeyContext::Compare,
        None if state.shown() == ActiveScreen::Ruler => bindings::KeyContext::Ruler,
        None => bindings::KeyContext::Main,
    }
}
