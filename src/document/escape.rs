//! Escapes the text of documents for a terminal: invisible characters, control characters, and characters
//! that a terminal moves.

use std::borrow::Cow;
use std::fmt::Write;

/// Escapes every control, bidirectional, zero-width and otherwise invisible character (`\x1b`, `\u{202e}`),
/// and every letter of a right-to-left script ([`is_reordered`]). Line breaks and tabs are control
/// characters. Borrows if nothing is escaped.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let Some(first) = text.char_indices().find(|(_, c)| is_escaped(*c)) else {
        return Cow::Borrowed(text);
    };
    let mut out = String::with_capacity(text.len() + 16);
    out.push_str(&text[..first.0]);
    for c in text[first.0..].chars() {
        push_displayable(&mut out, c);
    }
    Cow::Owned(out)
}

/// Escapes each line of a text as [`visible`] does. Every line of the result ends in a line break.
pub fn visible_lines(text: &str) -> String {
    if text.ends_with('\n') && text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n')) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        out.push_str(&visible(line));
        out.push('\n');
    }
    out
}

/// Appends `c` to `out`; escapes it if it is invisible, if a terminal would move it, or if its width differs
/// between terminals.
pub fn push_displayable(out: &mut String, c: char) {
    match is_reordered(c) || is_composing(c) {
        // Writing to a string cannot fail.
        true => _ = write!(out, "\\u{{{:x}}}", u32::from(c)),
        false => push(out, c),
    }
}

/// Returns whether [`visible`] escapes the character.
pub fn is_escaped(c: char) -> bool {
    is_invisible(c) || is_reordered(c) || is_composing(c)
}

/// Returns whether a character is part of a composed symbol: the letters of flags, the modifiers of skin
/// tone. Terminals draw these parts with different widths.
fn is_composing(c: char) -> bool {
    matches!(c, '\u{1f1e6}'..='\u{1f1ff}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// Returns whether a character belongs to a right-to-left script. Terminals with bidirectional text move
/// these letters, and the punctuation and digits between them, sometimes across panes; other terminals do
/// not. Escapes are at their position in the document in every terminal.
pub fn is_reordered(c: char) -> bool {
    matches!(c,
        '\u{590}'..='\u{8ff}'
        | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefe}'
        | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}')
}

/// Appends `c` to `out`; escapes it if it is invisible.
pub fn push(out: &mut String, c: char) {
    // Writing to a string cannot fail.
    let _ = match c {
        '\t' => write!(out, "\\t"),
        '\n' => write!(out, "\\n"),
        '\r' => write!(out, "\\r"),
        c if !is_invisible(c) => {
            out.push(c);
            Ok(())
        }
        c if u32::from(c) < 0x100 => write!(out, "\\x{:02x}", u32::from(c)),
        c => write!(out, "\\u{{{:x}}}", u32::from(c)),
    };
}

/// Returns whether a character is invisible, changes how other characters are displayed, or controls a
/// terminal.
pub fn is_invisible(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    matches!(c,
        '\u{80}'..='\u{9f}'
        | '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{fffe}'..='\u{ffff}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_escaped() {
        let cases = [
            ("plain", "plain"),
            ("größe 名前 🎉", "größe 名前 🎉"),
            ("\x1b[31mred", "\\x1b[31mred"),
            ("a\u{202e}b", "a\\u{202e}b"),
            ("a\tb\n\r", "a\\tb\\n\\r"),
            ("\u{7f}\u{9b}\0", "\\x7f\\x9b\\x00"),
            ("zero\u{200b}width\u{feff}", "zero\\u{200b}width\\u{feff}"),
            ("tag\u{e0041}", "tag\\u{e0041}"),
            // Letters that a terminal may move: Hebrew, Arabic and their presentation forms.
            ("\u{1f1e9}\u{1f44d}\u{1f3fd}", "\\u{1f1e9}👍\\u{1f3fd}"),
            ("\u{5d0} 1", "\\u{5d0} 1"),
            ("a\u{627}b\u{fb1d}", "a\\u{627}b\\u{fb1d}"),
        ];
        for (text, want) in cases {
            assert_eq!(visible(text), want);
        }
        assert!(matches!(visible("nothing"), Cow::Borrowed(_)));
    }
}
