//! One key as the key table writes it, whatever way the terminal reports it.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::schema::nearest;

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

/// The keys that have a name of their own, as [`Key`] shows them.
const NAMED: [(&str, Key); 16] = [
    ("Space", Key::Char(' ')),
    ("Enter", Key::Named(KeyCode::Enter)),
    ("Esc", Key::Named(KeyCode::Esc)),
    ("Tab", Key::Named(KeyCode::Tab)),
    ("Shift-Tab", Key::Named(KeyCode::BackTab)),
    ("Backspace", Key::Named(KeyCode::Backspace)),
    ("Delete", Key::Named(KeyCode::Delete)),
    ("Insert", Key::Named(KeyCode::Insert)),
    ("Up", Key::Named(KeyCode::Up)),
    ("Down", Key::Named(KeyCode::Down)),
    ("Left", Key::Named(KeyCode::Left)),
    ("Right", Key::Named(KeyCode::Right)),
    ("PgUp", Key::Named(KeyCode::PageUp)),
    ("PgDn", Key::Named(KeyCode::PageDown)),
    ("Home", Key::Named(KeyCode::Home)),
    ("End", Key::Named(KeyCode::End)),
];

/// What terminals send for some keys with Control: they cannot be told from these.
const SAME: [(char, &str); 5] = [
    ('i', "Tab"),
    ('m', "Enter"),
    ('j', "Enter"),
    ('h', "Backspace"),
    ('[', "Esc"),
];

impl Key {
    /// The key that is written so: `s`, `S`, `Space`, `Ctrl-S`, `Shift-Left`, `F5`. Names may be in small letters.
    ///
    /// # Errors
    /// Says why it is no key, with the name that was probably meant.
    pub fn parse(text: &str) -> Result<Key, String> {
        let mut chars = text.chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return match c.is_control() || c.is_whitespace() {
                true => Err("a character that cannot be seen needs its name, as Space or Tab".to_owned()),
                false => Ok(Key::Char(c)),
            };
        }
        let is = |name: &str| name.eq_ignore_ascii_case(text);
        if let Some((_, key)) = NAMED.iter().find(|(name, _)| is(name)) {
            return Ok(*key);
        }
        if is("Shift-Left") {
            return Ok(Key::Shift(KeyCode::Left));
        }
        if is("Shift-Right") {
            return Ok(Key::Shift(KeyCode::Right));
        }
        if let Some(number) = text.strip_prefix(['F', 'f']).and_then(|n| n.parse().ok())
            && (1..=24).contains(&number)
        {
            return Ok(Key::Named(KeyCode::F(number)));
        }
        let lower = text.to_ascii_lowercase();
        let mut held = lower.strip_prefix("ctrl-").unwrap_or_default().chars();
        if let (Some(c), None) = (held.next(), held.next()) {
            return match SAME.iter().find(|(same, _)| *same == c) {
                Some((_, name)) => Err(format!("a terminal sends the same for {text} and {name}")),
                None if c.is_ascii_graphic() => Ok(Key::Ctrl(c)),
                None => Err(format!("no terminal sends {text}")),
            };
        }
        let names = NAMED.iter().map(|(name, _)| *name);
        let near = nearest(text, names.chain(["Shift-Left", "Shift-Right"]));
        Err(match near {
            Some(name) => format!("no key is called {text}; did you mean {name}?"),
            None => format!(
                "no key is called {text}; a key is a character, Ctrl- and a character, F1 to F24, or one of {}",
                NAMED.map(|(name, _)| name).join(", ")
            ),
        })
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
    fn a_key_is_read_as_it_is_shown() {
        let bound = crate::terminal::bindings::BINDINGS
            .iter()
            .flat_map(|binding| binding.keys);
        for key in bound {
            assert_eq!(Key::parse(&key.to_string()), Ok(*key));
        }
        let cases = [
            ("pgup", Ok(Key::Named(KeyCode::PageUp))),
            ("ctrl-s", Ok(Key::Ctrl('s'))),
            ("f12", Ok(Key::Named(KeyCode::F(12)))),
            ("é", Ok(Key::Char('é'))),
            ("Ctrl-I", Err("a terminal sends the same for Ctrl-I and Tab")),
            ("Etner", Err("no key is called Etner; did you mean Enter?")),
            ("F99", Err("no key is called F99; a key is a character")),
            ("Ctrl-", Err("no key is called Ctrl-; a key")),
            ("", Err("no key is called ; a key")),
            ("\u{7}", Err("a character that cannot be seen needs its name")),
        ];
        for (text, want) in cases {
            match (Key::parse(text), want) {
                (Ok(key), Ok(want)) => assert_eq!(key, want, "{text}"),
                (Err(got), Err(want)) => assert!(got.starts_with(want), "{text}: {got}"),
                (got, want) => panic!("{text}: {got:?} {want:?}"),
            }
        }
    }

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
