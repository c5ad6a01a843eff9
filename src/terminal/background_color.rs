//! Queries the background color of the terminal (OSC 11) and separates the reply from the keys. Nothing waits
//! for the reply: the first frame is drawn meanwhile, and a terminal that never replies causes no delay.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// The query that is written to the terminal.
pub(crate) const QUESTION: &str = "\x1b]11;?\x1b\\";

/// The maximum length of a reply in bytes. A longer sequence is not a reply, and its rest counts as keys.
const MAX_REPLY_BYTES: usize = 40;

/// The part of a reply that an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackgroundReply {
    /// The event is not part of a reply: it is a key of the user.
    Nothing,
    /// The event is part of a reply.
    Part,
    /// The event is the end of the reply.
    Background { light: bool },
}

/// Extracts replies from the event stream. The key reader does not know them: it reads a reply as Alt-], many
/// characters and Alt-\ (or Ctrl-G), keys that must not become actions.
#[derive(Clone, Debug)]
pub struct BackgroundReplies {
    /// Whether a query is unanswered.
    asked: bool,
    /// The part of the reply that was read so far.
    heard: Option<String>,
    /// Whether the reply ended with a single Esc, so that a following backslash belongs to it.
    ending: bool,
}

impl BackgroundReplies {
    /// Creates the filter. `asked`: the query was written to the terminal.
    #[must_use]
    pub fn new(asked: bool) -> Self {
        Self {
            asked,
            heard: None,
            ending: false,
        }
    }

    /// Classifies the next event.
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
        match self.heard.take().as_deref().and_then(read_lightness) {
            Some(light) => BackgroundReply::Background { light },
            None => BackgroundReply::Part,
        }
    }
}

/// Returns whether a reply, `11;rgb:ffff/ffff/ffff`, has a light color, or `None` if it is malformed.
fn read_lightness(answer: &str) -> Option<bool> {
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
    // The relative luminance (Rec. 709).
    Some(0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the keys that crossterm reads from the bytes of the terminal.
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
                // A single Esc, when the bytes arrive in two parts.
                '⎋' => KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE),
                c => KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE),
            });
        }
        keys.into_iter().map(Event::Key).collect()
    }

    /// Returns the reply, and the number of events that were passed on as keys.
    fn read(asked: bool, text: &str) -> (Option<bool>, usize) {
        let mut answers = BackgroundReplies::new(asked);
        let (mut reported, mut through) = (None, 0);
        for event in keys(text) {
            match answers.take(&event) {
                BackgroundReply::Nothing => through += 1,
                BackgroundReply::Part => {}
                BackgroundReply::Background { light } => reported = Some(light),
            }
        }
        (reported, through)
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
        // Without a query, all events are keys.
        assert_eq!(read(false, "\x1b]11;\x1b\\"), (None, 5));
        // A query has one reply.
        let twice = "\x1b]11;rgb:f/f/f\x1b\\\x1b]s";
        assert_eq!(read(true, twice), (Some(true), 2));
        // A reply that never ends is not swallowed forever.
        let endless = format!("\x1b]{}", "x".repeat(100));
        assert!(read(true, &endless).1 >= 59);
    }
}
