//! The mode of the terminal (echo, line editing, signals of keys) as it was before the program took it.

/// The modes and states of a terminal that remain when an editor is killed: scroll region, alternate screen,
/// keypad, focus events, modified keys, cursor shape. Written while its screen is still shown.
pub(super) const AFTER_KILLED_EDITOR: &str =
    "\x1b[r\x1b[?1049l\x1b[?1l\x1b>\x1b[?1004l\x1b[>4m\x1b[=0;1u\x1b[0 q\x1b[0m";

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::{Mutex, PoisonError};

    use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

    use crate::terminal::input::keyboard;

    static ORIGINAL: Mutex<Option<Termios>> = Mutex::new(None);

    /// Remembers the present mode as the one to restore.
    pub(in crate::terminal) fn remember() {
        let now = keyboard().and_then(|keyboard| tcgetattr(keyboard).ok());
        *ORIGINAL.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }

    /// Sets the mode that was remembered, whatever another program has made of it.
    ///
    /// # Errors
    /// The terminal's.
    pub(in crate::terminal) fn restore() -> io::Result<()> {
        let original = ORIGINAL.lock().unwrap_or_else(PoisonError::into_inner);
        match (&*original, keyboard()) {
            (Some(mode), Some(keyboard)) => Ok(tcsetattr(keyboard, OptionalActions::Now, mode)?),
            _ => Ok(()),
        }
    }
}

#[cfg(unix)]
pub(super) use unix::{remember, restore};

/// crossterm remembers the mode on this system.
#[cfg(not(unix))]
pub(super) fn remember() {}

/// crossterm restores the mode on this system.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub(super) fn restore() -> std::io::Result<()> {
    Ok(())
}
