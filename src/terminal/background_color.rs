//! Asks the terminal for the color of its background (OSC 11) and separates the answer from the keys. Nothing waits for
//! it: the first frame is drawn meanwhile, and a terminal that never answers costs nothing.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// What is written to the terminal.
pub(crate) const QUESTION: &str = "\x1b]11;?\x1b\\";

/// Longer is no answer: what follows are keys again.
const MAX_REPLY_BYTES: usize = 40;

/// What an event was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackgroundReply {
    /// Not part of the answer: a key of the user.
    Nothing,
    /// A piece of an answer.
    Part,
    /// The end of the answer.
    Background { light: bool },
}

/// Picks answers out of what is read. The reader of keys does not know them: to it an answer is Alt-], many characters
/// and Alt-\ (or Ctrl-G), keys that must not become actions.
#[derive(Clone, Debug)]
pub struct BackgroundReplies {
    /// A question is open.
    asked: bool,
    /// The answer as far as it has come.
    heard: Option<String>,
    /// The answer ended with a lone Esc: the backslash after it belongs to it.
    ending: bool,
}

impl BackgroundReplies {
    /// `asked`: whether the question for the background color was written to the terminal.
    #[must_use]
    pub fn new(asked: bool) -> Self {
        Self {
            asked,
            heard: None,
            ending: false,
        }
    }

    /// Takes the next event.
    pub fn take(&mut self, event: &Event) -> BackgroundReply {
        let Event::Key(key) = event else {
            return BackgroundReply::Nothing;
        };
        if !self.asked || key.kind == KeyEventKind::Release {
            return BackgroundReply::Nothing;
        }
        if std::mem::take(&mut self.ending) {
            self.asked = false;
            return match key.code {
                KeyCode::Char('\\') => BackgroundReply::Part,
                _ => BackgroundReply::Nothing,
            };
        }
        let Some(heard) = &mut self.heard else {
            if *key == KeyEvent::new(KeyCode::Char(']'), KeyModifiers::ALT) {
                self.heard = Some(String::new());
                return BackgroundReply::Part;
            }
            return BackgroundReply::Nothing;
        };
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        match key.code {
            KeyCode::Char('\\') if alt => self.end(false),
            KeyCode::Char('g') if control => self.end(false),
            KeyCode::Esc => self.end(true),
            KeyCode::Char(c) if !control && !alt && heard.len() < MAX_REPLY_BYTES => {
                heard.push(c);
                BackgroundReply::Part
            }
            _ => {
                self.heard = None;
                BackgroundReply::Nothing
            }
        }
    }

    fn end(&mut self, lone: bool) -> BackgroundReply {
        self.ending = lone;
        self.asked = lone;
        match self.heard.take().as_deref().and_then(is_light) {
            Some(light) => BackgroundReply::Background { light },
            None => BackgroundReply::Part,
        }
    }
}

/// Whether an answer, `11;rgb:ffff/ffff/ffff`, names a light color.
fn is_light(answer: &str) -> Option<bool> {
    let color = answer.strip_prefix("11;")?;
    let channels = color
        .strip_prefix("rgb:")
        .or_else(|| color.strip_prefix("rgba:"))?;
    let mut levels = channels.split('/').map(|hex| {
        if !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let most = 16_u32
            .checked_pow(u32::try_from(hex.len()).ok()?)?
            .checked_sub(1)?;
        let level = u32::from_str_radix(hex, 16).ok()?;
        (most > 0).then(|| f64::from(level) / f64::from(most))
    });
    let mut next = || levels.next().flatten();
    let (red, green, blue) = (next()?, next()?, next()?);
    // How bright it looks (Rec. 709).
    Some(0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys that crossterm makes of a text from the terminal.
    fn keys(text: &str) -> Vec<Event> {
        let mut keys = Vec::new();
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            keys.push(match c {
                '\x1b' => match chars.next() {
                    Some(c) => KeyEvent::new(KeyCode::Char(c), KeyModifiers::ALT),
                    None => KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE),
                },
                '\x07' => KeyEvent::new(KeyCode::Char('g'), KeyModifiers::CONTROL),
                // A lone Esc, when the bytes come in two pieces.
                '⎋' => KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE),
                c => KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE),
            });
        }
        keys.into_iter().map(Event::Key).collect()
    }

    /// The answer, and how many events were passed on as keys of the user.
    fn read(asked: bool, text: &str) -> (Option<bool>, usize) {
        let mut answers = BackgroundReplies::new(asked);
        let (mut told, mut through) = (None, 0);
        for event in keys(text) {
            match answers.take(&event) {
                BackgroundReply::Nothing => through += 1,
                BackgroundReply::Part => {}
                BackgroundReply::Background { light } => told = Some(light),
            }
        }
        (told, through)
    }

    #[test]
    fn an_answer_is_heard_and_no_part_of_it_becomes_a_key() {
        let cases = [
            ("\x1b]11;rgb:ffff/ffff/ffff\x1b\\", (Some(true), 0)),
            ("\x1b]11;rgb:0000/0000/0000\x07", (Some(false), 0)),
            ("\x1b]11;rgb:fd/f6/e3⎋\\", (Some(true), 0)),
            ("\x1b]11;rgba:1e1e/1e1e/2e2e/ffff\x1b\\", (Some(false), 0)),
            ("ss\x1b]11;rgb:0/0/0\x1b\\ss", (Some(false), 4)),
            ("\x1b]11;nonsense\x1b\\q", (None, 1)),
            ("\x1b]11;rgb:/+1/1\x1b\\", (None, 0)),
            ("ss⎋s", (None, 4)),
        ];
        for (text, want) in cases {
            assert_eq!(read(true, text), want, "{text:?}");
        }
        // Without a question everything is the person's.
        assert_eq!(read(false, "\x1b]11;\x1b\\"), (None, 5));
        // The question is answered once.
        let twice = "\x1b]11;rgb:f/f/f\x1b\\\x1b]s";
        assert_eq!(read(true, twice), (Some(true), 2));
        // What never ends is not swallowed for ever.
        let endless = format!("\x1b]{}", "x".repeat(100));
        assert!(read(true, &endless).1 >= 59);
    }
}
