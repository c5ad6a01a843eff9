//! Quotes strings in YAML so that Kubernetes reads them back unchanged.

use std::borrow::Cow;

use crate::document::escape::is_invisible;
use crate::document::scalar::{self, Scalar};

/// The styles of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QuoteStyle {
    Plain,
    /// For text that has a meaning in the grammar of YAML.
    Single,
    /// For text that would be read as another type, or that needs escapes.
    Double,
    /// `|`, for several lines.
    Literal,
}

/// Returns the style for a value, or for a key, which must be on one line.
pub(crate) fn style(text: &str, key: bool) -> QuoteStyle {
    let classes = text
        .bytes()
        .fold(PLAIN, |all, byte| all | CLASSES[usize::from(byte)]);
    if classes & NEEDS_QUOTES != 0 {
        let mut lines = false;
        for c in text.chars() {
            match c {
                '\n' if !key => lines = true,
                '\t' if !key => {}
                c if is_invisible(c) => return QuoteStyle::Double,
                _ => {}
            }
        }
        if lines && fits_literal(text) {
            return QuoteStyle::Literal;
        }
        if lines || text.contains('\t') {
            return QuoteStyle::Double;
        }
    }
    if is_other_type(text) {
        QuoteStyle::Double
    } else if is_plain(text, classes) {
        QuoteStyle::Plain
    } else {
        QuoteStyle::Single
    }
}

/// Class of bytes that have no meaning in the grammar of YAML after a letter.
const PLAIN: u8 = 0;
/// Class of other printable ASCII bytes.
const PRINTED: u8 = 1;
/// Class of `:` and `#`.
const SIGN: u8 = 2;
/// Class of bytes that are not printable ASCII.
const NEEDS_QUOTES: u8 = 4;

/// The class of each byte.
const CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [NEEDS_QUOTES; 256];
    let mut byte = 0x20;
    while byte < 0x7f_u8 {
        classes[byte as usize] = match byte {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'-' | b'.' | b'/' => PLAIN,
            b':' | b'#' => SIGN,
            _ => PRINTED,
        };
        byte += 1;
    }
    classes
}

/// Returns whether the text can be written as a literal block. Blank lines of spaces, and text of only line
/// breaks, need quotes.
fn fits_literal(text: &str) -> bool {
    let body = text.trim_end_matches('\n');
    !body.is_empty()
        && text
            .split('\n')
            .all(|line| line.is_empty() || !line.trim_ascii().is_empty())
}

/// Returns whether kubectl or other common readers would read the plain text as another type than string.
fn is_other_type(text: &str) -> bool {
    reads_as_other_type(text) || text == "=" || is_time(text)
}

/// Returns a string as the name of an item in paths and sentences. It is in quotes if kubectl would read the plain text
/// as another type, so that `"80"` and `80` are two names, and if it has such quotes itself.
pub(crate) fn name_of_string(text: &str) -> Cow<'_, str> {
    match reads_as_other_type(text) || text.starts_with('"') {
        true => double_quoted(text).into(),
        false => text.into(),
    }
}

/// Returns whether kubectl would read the plain text as another type than string.
fn reads_as_other_type(text: &str) -> bool {
    scalar::resolve(text) != Scalar::Text
}

/// Returns whether the text is a date or a base-60 number: a string for kubectl, but not for all readers.
fn is_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    let parts = |b: &u8| b.is_ascii_digit() || b":-+._TtZz ".contains(b);
    bytes
        .first()
        .is_some_and(|b| b.is_ascii_digit() || b"+-".contains(b))
        && bytes.iter().all(parts)
        && (text.contains(':') || text.matches('-').count() == 2)
}

/// Returns whether the text is a valid plain scalar in block style. `classes` are the combined classes of its
/// bytes.
fn is_plain(text: &str, classes: u8) -> bool {
    let bytes = text.as_bytes();
    if classes == PLAIN && bytes.first().is_some_and(u8::is_ascii_alphanumeric) {
        return true;
    }
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else {
        return false;
    };
    let starts = match first {
        b'-' | b'?' | b':' => bytes.len() > 1 && bytes[1] != b' ',
        b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"' | b'%'
        | b'@' | b'`' | b' ' => false,
        _ => true,
    };
    starts
        && !matches!(last, b' ' | b':')
        && !text.starts_with("---")
        && !text.starts_with("...")
        && (classes & SIGN == 0 || !bytes.windows(2).any(|pair| pair == b": " || pair == b" #"))
}

/// Appends the text on one line in the style.
pub(crate) fn push(out: &mut String, text: &str, style: QuoteStyle) {
    match style {
        QuoteStyle::Plain => out.push_str(text),
        QuoteStyle::Single => {
            out.push('\'');
            for (at, piece) in text.split('\'').enumerate() {
                if at > 0 {
                    out.push_str("\'\'");
                }
                out.push_str(piece);
            }
            out.push('\'');
        }
        QuoteStyle::Double | QuoteStyle::Literal => push_double(out, text),
    }
}

/// Returns `text` in double quotes, with invisible characters escaped.
pub fn double_quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_double(&mut out, text);
    out
}

fn push_double(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if !is_invisible(c) => out.push(c),
            c => {
                let code = u32::from(c);
                out.push_str(&match code {
                    0..=0xff => format!("\\x{code:02x}"),
                    0x100..=0xffff => format!("\\u{code:04x}"),
                    _ => format!("\\U{code:08x}"),
                });
            }
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted_when_they_would_be_read_as_something_else() {
        let cases = [
            ("web", "web"),
            ("nginx:1.25", "nginx:1.25"),
            ("10.0.0.1", "10.0.0.1"),
            ("-c", "-c"),
            (":8080", ":8080"),
            ("a#b", "a#b"),
            ("it's", "it's"),
            ("", "\"\""),
            ("yes", "\"yes\""),
            ("y", "\"y\""),
            ("0777", "\"0777\""),
            ("1e3", "\"1e3\""),
            ("1_000", "\"1_000\""),
            ("null", "\"null\""),
            ("~", "\"~\""),
            ("<<", "\"<<\""),
            ("=", "\"=\""),
            (".5", "\".5\""),
            (".inf", "\".inf\""),
            ("0b-1", "\"0b-1\""),
            ("18446744073709551615", "\"18446744073709551615\""),
            ("12:30", "\"12:30\""),
            ("2001-01-01", "\"2001-01-01\""),
            ("2001-01-01T10:00:00Z", "\"2001-01-01T10:00:00Z\""),
            (" x", "' x'"),
            ("x ", "'x '"),
            ("a: b", "'a: b'"),
            ("a:", "'a:'"),
            ("#", "'#'"),
            ("a #b", "'a #b'"),
            ("'", "''''"),
            ("- a", "'- a'"),
            ("---", "'---'"),
            ("[a]", "'[a]'"),
            ("*", "'*'"),
            ("a\tb", "\"a\\tb\""),
            ("\x1b", "\"\\x1b\""),
            ("\u{feff}", "\"\\ufeff\""),
            ("\u{85}", "\"\\x85\""),
            ("\u{2028}", "\"\\u2028\""),
            ("\u{e0041}", "\"\\U000e0041\""),
            ("a\nb", "\"a\\nb\""),
        ];
        for (text, want) in cases {
            let mut out = String::new();
            push(&mut out, text, style(text, true));
            assert_eq!(out, want);
        }
    }
}
