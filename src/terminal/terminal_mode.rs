//! The mode of the terminal (echo, line editing, signals of keys) before the program changed it.

/// Resets the modes that remain set when an editor is killed: scroll region, alternate screen, keypad, focus
/// events, modified keys, cursor shape. It is written while the screen of the editor is still shown.
pub(super) const AFTER_KILLED_EDITOR: &str =
    "\x1b[r\x1b[?1049l\x1b[?1l\x1b>\x1b[?1004l\x1b[>4m\x1b[=0;1u\x1b[0 q\x1b[0m";

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::{Mutex, PoisonError};

    use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

    use crate::terminal::input::keyboard;

    static ORIGINAL: Mutex<Option<Termios>> = Mutex::new(None);

    /// Saves the current mode as the one to restore.
    pub(in crate::terminal) fn remember() {
        let now = keyboard().and_then(|keyboard| tcgetattr(keyboard).ok());
        *ORIGINAL.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }

    /// Restores the saved mode, even if another program has changed it.
    ///
    /// # Errors
    /// The terminal cannot be configured.
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

/// crossterm saves the mode on this system.
#[cfg(not(unix))]
pub(super) fn remember() {}

/// crossterm restores the mode on this system.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub(super) fn restore() -> std::io::Result<()> {
    Ok(())
}
