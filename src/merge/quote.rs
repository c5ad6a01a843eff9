//! Quotes values for sentences: short, and of two long texts the part that differs. Joins names.

use super::result_tree::path::{file_text, scalar_text};
use crate::document::words::first_of;
use crate::document::write::double_quoted;
use crate::document::{Document, NodeId, Tree, Value};

/// The maximum number of names in a sentence.
const MAX_NAMES: usize = 8;

/// The maximum length of a value in a sentence, in characters.
pub(super) const MAX_VALUE_CHARS: usize = 60;

/// Quotes a value for a sentence: strings in quotes and shortened, maps and lists as their type.
pub(crate) fn quote(document: &Document, node: NodeId) -> String {
    match document.value(node) {
        Value::String(text) => double_quoted(&shorten(text)),
        value => scalar_text(value).unwrap_or_else(|| document.kind(node).with_article().to_owned()),
    }
}

/// Quotes a field that is null: as a key without a value if it is written in this way.
pub(crate) fn quote_null(document: &Document, node: NodeId, name: &str) -> String {
    let span = document.span(node);
    match document.key(node).is_some() && span.start == span.end {
        true => format!("`{name}:` without a value"),
        false => format!("`{name}: null`"),
    }
}

/// Returns the help to write a scalar in quotes.
pub(crate) fn quote_help(document: &Document, node: NodeId, key: Option<&str>) -> String {
    hidden_quote_help(document, node, key).unwrap_or_else(|| {
        let value = double_quoted(&file_text(document, node).0);
        let lead = key.map_or_else(String::new, |key| format!("{key}: "));
        format!("Quote the value: `{lead}{value}`.")
    })
}

/// Returns the help to write a hidden value in quotes: the file does not have its placeholder.
pub(crate) fn hidden_quote_help(document: &Document, node: NodeId, key: Option<&str>) -> Option<String> {
    let key = key.filter(|_| document.is_hidden(node))?;
    Some(format!("Quote the value of `{key}`."))
}

/// Quotes a value for a sentence that also contains another one. Of two long strings, it shows the part that
/// differs.
pub(crate) fn quote_next_to(
    (document, node): (&Document, NodeId),
    (other_document, other_node): (&Document, NodeId),
) -> String {
    let texts = (document.value(node), other_document.value(other_node));
    let excerpt = match texts {
        (Value::String(text), Value::String(other)) => excerpt(text, other),
        _ => None,
    };
    excerpt.map_or_else(|| quote(document, node), |excerpt| double_quoted(&excerpt))
}

/// Returns the part of a text that differs from another one, or `None` if the beginning shows it.
fn excerpt(text: &str, other: &str) -> Option<String> {
    let is_short = |text: &str| text.char_indices().nth(MAX_VALUE_CHARS).is_none();
    if is_short(text) && is_short(other) {
        return None;
    }
    excerpt_at(text, length_alike(text, other))
}

/// Returns the part of each text where the first of several texts differs, or `None` if the beginning shows it.
pub(crate) fn excerpts(texts: &[&str]) -> Option<Vec<String>> {
    let (first, others) = texts.split_first()?;
    let different = others.iter().filter(|other| *other != first);
    let alike = different.map(|other| length_alike(first, other)).min()?;
    texts.iter().map(|text| excerpt_at(text, alike)).collect()
}

/// Returns the part of a text that begins shortly before a place, or `None` if the beginning shows it.
fn excerpt_at(text: &str, alike: usize) -> Option<String> {
    let before = text[..alike].char_indices().rev();
    let lead = before.take(MAX_VALUE_CHARS / 2).take_while(|(_, c)| *c != '\n');
    let start = lead.last().map_or(alike, |(at, _)| at);
    text[..alike].chars().nth(MAX_VALUE_CHARS * 2 / 3)?;
    let rest = &text[start..];
    let end = rest
        .char_indices()
        .nth(MAX_VALUE_CHARS)
        .map_or(rest.len(), |(end, _)| end);
    let line = rest.find('\n').filter(|line| start + line > alike);
    let end = line.map_or(end, |line| line.min(end));
    let more = if end < rest.len() { "…" } else { "" };
    Some(format!("…{}{more}", &rest[..end]))
}

/// Returns the number of bytes before the first different character of two texts. Blocks of equal bytes are
/// compared at memory speed, because texts can be long.
fn length_alike(text: &str, other: &str) -> usize {
    const BLOCK: usize = 128;
    let blocks = text.as_bytes().chunks(BLOCK).zip(other.as_bytes().chunks(BLOCK));
    let start = BLOCK
        * blocks
            .take_while(|(one, other)| one.len() == BLOCK && one == other)
            .count();
    let bytes = text.as_bytes()[start..].iter().zip(&other.as_bytes()[start..]);
    let mut alike = start + bytes.take_while(|(one, other)| one == other).count();
    while !text.is_char_boundary(alike) || !other.is_char_boundary(alike) {
        alike -= 1;
    }
    alike
}

/// Shortens a text to the maximum length in a sentence.
pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(MAX_VALUE_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Joins names for a sentence: `a, b, c and 3 more`.
pub(crate) fn join_names(names: impl ExactSizeIterator<Item = String>) -> String {
    first_of(names, MAX_NAMES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_long_texts_the_part_that_differs_is_quoted() {
        let lines = |port: u32| {
            let lines = (0..200).map(|n| format!("server.{n}.port = {}\n", if n == 158 { port } else { 80 }));
            lines.collect::<String>()
        };
        let wide = |end: &str| format!("{}{end}", "ä".repeat(80));
        for (text, other, expected) in [
            ("a", "b", None),
            (&*lines(1), &*lines(2), Some("…server.158.port = 1…")),
            (&*lines(2), &*lines(1), Some("…server.158.port = 2…")),
            (&*wide("ö"), &*wide("ü"), Some("…ääääääääääääääääääääääääääääääö")),
            (&*wide(""), &*wide("ü"), Some("…ääääääääääääääääääääääääääääää")),
            ("one\ntwo", &*lines(1), None),
        ] {
            assert_eq!(excerpt(text, other).as_deref(), expected);
        }
        let texts = [&*lines(1), &*lines(1), &*lines(2)];
        let want = [
            "…server.158.port = 1…",
            "…server.158.port = 1…",
            "…server.158.port = 2…",
        ];
        assert_eq!(excerpts(&texts).unwrap(), want);
        assert_eq!(excerpts(&[&*lines(1), &*lines(1)]), None);
        assert_eq!(excerpts(&[&*lines(1), "other"]), None);
    }
}
