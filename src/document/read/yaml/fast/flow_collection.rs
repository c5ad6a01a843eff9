//! Lists and maps in brackets and braces that are on one line, such as `{app: web}` and `[80, "443"]`.

use super::super::scalar_value;
use super::flow_scalar;
use super::line::skip_spaces;
use crate::document::build::{Builder, MAX_DEPTH};
use crate::document::scalar::Scalar;
use crate::document::{ScalarStyle, Span, Value, scalar};

/// Reads the list or map that starts at `at`, inside of `depth` containers. Returns the byte after it, or
/// `None` for forms that the full reader must read; it also reports what is nested too deep.
pub(crate) fn read<'t>(builder: &mut Builder<'t>, text: &'t str, at: usize, depth: usize) -> Option<usize> {
    if depth >= MAX_DEPTH {
        return None;
    }
    let bytes = text.as_bytes();
    let map = bytes[at] == b'{';
    let end = if map { b'}' } else { b']' };
    if map {
        builder.open_map(at as u32);
    } else {
        builder.open_list(at as u32);
    }
    let mut at = skip_spaces(bytes, at + 1);
    if bytes.get(at) != Some(&end) {
        loop {
            if map {
                at = key(builder, text, at)?;
            }
            at = match bytes.get(at)? {
                b'{' | b'[' => read(builder, text, at, depth + 1)?,
                _ => value(builder, text, at)?,
            };
            at = skip_spaces(bytes, at);
            match *bytes.get(at)? {
                b',' => at = skip_spaces(bytes, at + 1),
                last if last == end => break,
                _ => return None,
            }
        }
    }
    builder.close(at as u32 + 1);
    Some(at + 1)
}

/// Reads the key at `at`. Returns where its value starts.
fn key<'t>(builder: &mut Builder<'t>, text: &'t str, at: usize) -> Option<usize> {
    let (key, span, style) = simple(text, at)?;
    let next = span.end as usize + 1;
    let rest = text.as_bytes().get(span.end as usize..)?;
    // As in JSON, a value can follow the colon of a quoted key without a space.
    let colon: &[u8] = if style == ScalarStyle::Plain { b": " } else { b":" };
    if !rest.starts_with(colon)
        || key.len() > flow_scalar::MAX_KEY_BYTES
        || style == ScalarStyle::Plain && scalar::resolve(key) != Scalar::Text
    {
        return None;
    }
    builder.key(key, span);
    Some(skip_spaces(text.as_bytes(), next))
}

fn value<'t>(builder: &mut Builder<'t>, text: &'t str, at: usize) -> Option<usize> {
    let (value, span, style) = simple(text, at)?;
    let value = match style {
        ScalarStyle::Plain => scalar_value::value(scalar::resolve(value), value, span).ok()?,
        _ => Value::String(value),
    };
    builder.scalar(value, span, style);
    Some(span.end as usize)
}

/// Returns the scalar at `at` if its value is its text: quoted without escapes, or plain with only letters,
/// digits and some signs.
fn simple(text: &str, at: usize) -> Option<(&str, Span, ScalarStyle)> {
    let bytes = text.as_bytes();
    let quote = *bytes.get(at)?;
    if matches!(quote, b'"' | b'\'') {
        let inner = text.get(at + 1..)?;
        let length = inner.find(['"', '\'', '\\', '\n'])?;
        let end = at + 1 + length;
        // Two single quotes are one that is part of the text.
        if bytes[end] != quote || bytes.get(end + 1) == Some(&quote) {
            return None;
        }
        return Some((
            &inner[..length],
            Span::new(at as u32, end as u32 + 1),
            ScalarStyle::Quoted,
        ));
    }
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'/');
    let first = at + usize::from(quote == b'-');
    if !bytes.get(first).is_some_and(word) {
        return None;
    }
    let length = bytes[at + 1..]
        .iter()
        .take_while(|byte| word(byte) || **byte == b'-')
        .count();
    let end = at + 1 + length;
    Some((
        text.get(at..end)?,
        Span::new(at as u32, end as u32),
        ScalarStyle::Plain,
    ))
}
