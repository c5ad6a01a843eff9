//! A key as the key table writes it, independent of the encoding of the terminal.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::schema::nearest;

/// A key with its modifiers. Each key has exactly one representation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyPress {
    /// A character as it is typed: an upper-case letter is not Shift and a letter.
    Char(char),
    /// Control and a character, in lower case.
    Ctrl(char),
    /// Shift and an arrow key.
    Shift(KeyCode),
    /// Another key.
    Named(KeyCode),
}

impl KeyPress {
    /// Returns the key of an event, or `None` for combinations that cannot be bound (Alt, Super, Control with
    /// a named key).
    #[must_use]
    pub fn from_event(event: KeyEvent) -> Option<KeyPress> {
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
            KeyCode::Char(c) if control => Some(KeyPress::Ctrl(c.to_ascii_lowercase())),
            // Some terminals report Shift and the lower-case letter, some the upper-case letter, some both.
            KeyCode::Char(c) if shift => Some(KeyPress::Char(c.to_uppercase().next().unwrap_or(c))),
            KeyCode::Char(c) => Some(KeyPress::Char(c)),
            KeyCode::Tab if shift => Some(KeyPress::Named(KeyCode::BackTab)),
            _ if control => None,
            code @ (KeyCode::Left | KeyCode::Right) if shift => Some(KeyPress::Shift(code)),
            code => Some(KeyPress::Named(code)),
        }
    }
}

/// Returns the name of the key of an event, also of one that cannot be bound: `Alt-x`, `Ctrl-Left`.
#[must_use]
pub fn key_name(event: KeyEvent) -> String {
    if let Some(key) = KeyPress::from_event(event) {
        return key.to_string();
    }
    let prefixes = [
        (KeyModifiers::ALT, "Alt-"),
        (KeyModifiers::SUPER, "Super-"),
        (KeyModifiers::META, "Meta-"),
        (KeyModifiers::HYPER, "Hyper-"),
        (KeyModifiers::CONTROL, "Ctrl-"),
    ];
    let held = prefixes
        .into_iter()
        .find(|(held, _)| event.modifiers.contains(*held));
    let Some((held, prefix)) = held else {
        return String::new();
    };
    let modifiers = event.modifiers - held;
    prefix.to_owned() + &key_name(KeyEvent { modifiers, ..event })
}

/// The keys with a name, as [`KeyPress`] prints them.
const NAMED_KEYS: [(&str, KeyPress); 17] = [
    ("Space", KeyPress::Char(' ')),
    ("Ctrl-Space", KeyPress::Ctrl(' ')),
    ("Enter", KeyPress::Named(KeyCode::Enter)),
    ("Esc", KeyPress::Named(KeyCode::Esc)),
    ("Tab", KeyPress::Named(KeyCode::Tab)),
    ("Shift-Tab", KeyPress::Named(KeyCode::BackTab)),
    ("Backspace", KeyPress::Named(KeyCode::Backspace)),
    ("Delete", KeyPress::Named(KeyCode::Delete)),
    ("Insert", KeyPress::Named(KeyCode::Insert)),
    ("Up", KeyPress::Named(KeyCode::Up)),
    ("Down", KeyPress::Named(KeyCode::Down)),
    ("Left", KeyPress::Named(KeyCode::Left)),
    ("Right", KeyPress::Named(KeyCode::Right)),
    ("PgUp", KeyPress::Named(KeyCode::PageUp)),
    ("PgDn", KeyPress::Named(KeyCode::PageDown)),
    ("Home", KeyPress::Named(KeyCode::Home)),
    ("End", KeyPress::Named(KeyCode::End)),
];

/// Keys that terminals send for a character with Control, so that the two cannot be distinguished.
const SAME: [(char, &str); 5] = [
    ('i', "Tab"),
    ('m', "Enter"),
    ('j', "Enter"),
    ('h', "Backspace"),
    ('[', "Esc"),
];

impl KeyPress {
    /// Parses a key: `s`, `S`, `Space`, `Ctrl-S`, `Shift-Left`, `F5`. The case of names is ignored.
    ///
    /// # Errors
    /// The text is not a key. The message suggests a similar name.
    pub fn parse(text: &str) -> Result<KeyPress, String> {
        let mut chars = text.chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return if c.is_control() || c.is_whitespace() {
                Err("write invisible characters by name, such as Space or Tab".to_owned())
            } else {
                Ok(KeyPress::Char(c))
            };
        }
        let is = |name: &str| name.eq_ignore_ascii_case(text);
        if let Some((_, key)) = NAMED_KEYS.iter().find(|(name, _)| is(name)) {
            return Ok(*key);
        }
        if is("Shift-Left") {
            return Ok(KeyPress::Shift(KeyCode::Left));
        }
        if is("Shift-Right") {
            return Ok(KeyPress::Shift(KeyCode::Right));
        }
        if let Some(number) = text.strip_prefix(['F', 'f']).and_then(|n| n.parse().ok())
            && (1..=24).contains(&number)
        {
            return Ok(KeyPress::Named(KeyCode::F(number)));
        }
        let lower = text.to_ascii_lowercase();
        let mut held = lower.strip_prefix("ctrl-").unwrap_or_default().chars();
        if let (Some(c), None) = (held.next(), held.next()) {
            return match SAME.iter().find(|(same, _)| *same == c) {
                Some((_, name)) => Err(format!("terminals cannot distinguish {text} from {name}")),
                None if c.is_ascii_graphic() => Ok(KeyPress::Ctrl(c)),
                None => Err(format!("terminals cannot send {text}")),
            };
        }
        let names = NAMED_KEYS.iter().map(|(name, _)| *name);
        let near = nearest(text, names.chain(["Shift-Left", "Shift-Right"]));
        Err(match near {
            Some(name) => format!("unknown key {text}; did you mean `{name}`?"),
            None => format!(
                "unknown key {text}; a key is a character, Ctrl- and a character, F1 to F24, Shift-Left, Shift-Right, or one of {}",
                NAMED_KEYS.map(|(name, _)| name).join(", ")
            ),
        })
    }
}

impl fmt::Display for KeyPress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeyPress::Char(' ') => f.write_str("Space"),
            KeyPress::Char(c) => write!(f, "{c}"),
            KeyPress::Ctrl(' ') => f.write_str("Ctrl-Space"),
            KeyPress::Ctrl(c) => write!(f, "Ctrl-{}", c.to_ascii_uppercase()),
            KeyPress::Shift(code) => write!(f, "Shift-{code}"),
            KeyPress::Named(KeyCode::PageUp) => f.write_str("PgUp"),
            KeyPress::Named(KeyCode::PageDown) => f.write_str("PgDn"),
            KeyPress::Named(KeyCode::BackTab) => f.write_str("Shift-Tab"),
            KeyPress::Named(KeyCode::F(n)) => write!(f, "F{n}"),
            // The names of crossterm differ between systems ("Return" on macOS).
            KeyPress::Named(KeyCode::Enter) => f.write_str("Enter"),
            KeyPress::Named(KeyCode::Backspace) => f.write_str("Backspace"),
            KeyPress::Named(KeyCode::Delete) => f.write_str("Delete"),
            KeyPress::Named(code) => write!(f, "{code}"),
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
            assert_eq!(KeyPress::parse(&key.to_string()), Ok(*key));
        }
        let cases = [
            ("pgup", Ok(KeyPress::Named(KeyCode::PageUp))),
            ("ctrl-s", Ok(KeyPress::Ctrl('s'))),
            ("f12", Ok(KeyPress::Named(KeyCode::F(12)))),
            ("é", Ok(KeyPress::Char('é'))),
            ("Ctrl-I", Err("terminals cannot distinguish Ctrl-I from Tab")),
            ("Etner", Err("unknown key Etner; did you mean `Enter`?")),
            ("F99", Err("unknown key F99; a key is a character")),
            ("Ctrl-", Err("unknown key Ctrl-; a key")),
            ("", Err("unknown key ; a key")),
            ("\u{7}", Err("write invisible characters by name")),
        ];
        for (text, want) in cases {
            match (KeyPress::parse(text), want) {
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
            (KeyCode::Char('s'), none, Some(KeyPress::Char('s')), "s"),
            (KeyCode::Char('S'), none, Some(KeyPress::Char('S')), "S"),
            (KeyCode::Char('S'), shift, Some(KeyPress::Char('S')), "S"),
            (KeyCode::Char('s'), shift, Some(KeyPress::Char('S')), "S"),
            (KeyCode::Char('?'), shift, Some(KeyPress::Char('?')), "?"),
            (KeyCode::Char('s'), control, Some(KeyPress::Ctrl('s')), "Ctrl-S"),
            (
                KeyCode::Char('S'),
                control | shift,
                Some(KeyPress::Ctrl('s')),
                "Ctrl-S",
            ),
            (KeyCode::Char(' '), none, Some(KeyPress::Char(' ')), "Space"),
            (
                KeyCode::Char(' '),
                control,
                Some(KeyPress::Ctrl(' ')),
                "Ctrl-Space",
            ),
            (
                KeyCode::Tab,
                shift,
                Some(KeyPress::Named(KeyCode::BackTab)),
                "Shift-Tab",
            ),
            (
                KeyCode::BackTab,
                shift,
                Some(KeyPress::Named(KeyCode::BackTab)),
                "Shift-Tab",
            ),
            (
                KeyCode::BackTab,
                none,
                Some(KeyPress::Named(KeyCode::BackTab)),
                "Shift-Tab",
            ),
            (KeyCode::Up, none, Some(KeyPress::Named(KeyCode::Up)), "Up"),
            (
                KeyCode::Left,
                shift,
                Some(KeyPress::Shift(KeyCode::Left)),
                "Shift-Left",
            ),
            (KeyCode::Char('s'), KeyModifiers::ALT, None, "Alt-s"),
            (
                KeyCode::Char('s'),
                KeyModifiers::ALT | control,
                None,
                "Alt-Ctrl-S",
            ),
            (KeyCode::Up, control, None, "Ctrl-Up"),
            (KeyCode::Left, control | shift, None, "Ctrl-Shift-Left"),
            (KeyCode::Home, control, None, "Ctrl-Home"),
        ];
        for (code, held, want, name) in cases {
            let event = KeyEvent::new(code, held);
            assert_eq!(KeyPress::from_event(event), want, "{code:?} {held:?}");
            assert_eq!(key_name(event), name);
        }
    }
}
