//! One key as the key table writes it, whatever way the terminal reports it.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key with what was held down, in one spelling only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A character as it is written: capitals are themselves, not shift and a letter.
    Char(char),
    /// Control and a character, in lower case.
    Ctrl(char),
    /// Shift and an arrow.
    Shift(KeyCode),
    /// Any other key.
    Named(KeyCode),
}

impl Key {
    /// The key of an event; `None` for combinations that no table has (Alt, Super, Control with a named key).
    #[must_use]
    pub fn of(event: KeyEvent) -> Option<Key> {
        let held = event.modifiers;
        if held.intersects(KeyModifiers::ALT | KeyModifiers::SUPER | KeyModifiers::META | KeyModifiers::HYPER)
        {
            return None;
        }
        let (control, shift) = (
            held.contains(KeyModifiers::CONTROL),
            held.contains(KeyModifiers::SHIFT),
        );
        match event.code {
            KeyCode::Char(c) if control => Some(Key::Ctrl(c.to_ascii_lowercase())),
            // Some terminals report shift and the small letter, some the capital, some both.
            KeyCode::Char(c) if shift => Some(Key::Char(c.to_uppercase().next().unwrap_or(c))),
            KeyCode::Char(c) => Some(Key::Char(c)),
            KeyCode::Tab if shift => Some(Key::Named(KeyCode::BackTab)),
            _ if control => None,
            code @ (KeyCode::Left | KeyCode::Right) if shift => Some(Key::Shift(code)),
            code => Some(Key::Named(code)),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Char(' ') => f.write_str("Space"),
            Key::Char(c) => write!(f, "{c}"),
            Key::Ctrl(c) => write!(f, "Ctrl-{}", c.to_ascii_uppercase()),
            Key::Shift(code) => write!(f, "Shift-{code}"),
            Key::Named(KeyCode::PageUp) => f.write_str("PgUp"),
            Key::Named(KeyCode::PageDown) => f.write_str("PgDn"),
            Key::Named(KeyCode::BackTab) => f.write_str("Shift-Tab"),
            Key::Named(KeyCode::F(n)) => write!(f, "F{n}"),
            // crossterm's own names differ between systems ("Return" on macOS).
            Key::Named(KeyCode::Enter) => f.write_str("Enter"),
            Key::Named(KeyCode::Backspace) => f.write_str("Backspace"),
            Key::Named(KeyCode::Delete) => f.write_str("Delete"),
            Key::Named(code) => write!(f, "{code}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_key_has_one_spelling() {
        let (none, shift, control) = (KeyModifiers::NONE, KeyModifiers::SHIFT, KeyModifiers::CONTROL);
        let cases = [
            (KeyCode::Char('s'), none, Some(Key::Char('s')), "s"),
            (KeyCode::Char('S'), none, Some(Key::Char('S')), "S"),
            (KeyCode::Char('S'), shift, Some(Key::Char('S')), "S"),
            (KeyCode::Char('s'), shift, Some(Key::Char('S')), "S"),
            (KeyCode::Char('?'), shift, Some(Key::Char('?')), "?"),
            (KeyCode::Char('s'), control, Some(Key::Ctrl('s')), "Ctrl-S"),
            (
                KeyCode::Char('S'),
                control | shift,
                Some(Key::Ctrl('s')),
                "Ctrl-S",
            ),
            (KeyCode::Char(' '), none, Some(Key::Char(' ')), "Space"),
            (
                KeyCode::Tab,
                shift,
                Some(Key::Named(KeyCode::BackTab)),
                "Shift-Tab",
            ),
            (
                KeyCode::BackTab,
                shift,
                Some(Key::Named(KeyCode::BackTab)),
                "Shift-Tab",
            ),
            (
                KeyCode::BackTab,
                none,
                Some(Key::Named(KeyCode::BackTab)),
                "Shift-Tab",
            ),
            (KeyCode::Up, none, Some(Key::Named(KeyCode::Up)), "Up"),
            (
                KeyCode::Left,
                shift,
                Some(Key::Shift(KeyCode::Left)),
                "Shift-Left",
            ),
            (KeyCode::Char('s'), KeyModifiers::ALT, None, ""),
            (KeyCode::Up, control, None, ""),
        ];
        for (code, held, want, name) in cases {
            let key = Key::of(KeyEvent::new(code, held));
            assert_eq!(key, want, "{code:?} {held:?}");
            assert_eq!(key.map(|key| key.to_string()).unwrap_or_default(), name);
        }
    }
}
