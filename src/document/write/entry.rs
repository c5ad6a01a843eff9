//! Formats one entry of a map or list as lines of YAML, for the writer and for the rows of the explorer.

use std::fmt::Write;

use super::quote::{self, QuoteStyle};
use crate::document::{Document, NodeId, Value, json_float};

/// Maximum length in bytes of a key on one line with its colon: YAML readers search only 1024 characters for
/// the colon.
const MAX_KEY_BYTES: usize = 1000;

/// The YAML of one entry without indentation and dashes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EntryHead {
    /// The first line: `name: web`, `env:`, `env: []`, `script: |`. Empty for a list or map without a key but
    /// with children: the line of the first child replaces it.
    pub text: String,
    /// The further lines, relative to the column of `text`: those of a block string.
    pub more: Vec<String>,
}

/// Formats an entry. `key` is the key in a map; `empty` is whether a list or map has no children.
pub fn head(key: Option<&str>, value: Value<'_>, empty: bool) -> EntryHead {
    let mut text = String::new();
    let mut more = Vec::new();
    push_first(&mut text, key, value, empty).for_each(|indent, line| {
        more.push(format!("{:indent$}{line}", ""));
    });
    EntryHead { text, more }
}

/// Returns the first line of an entry whose value is a block string. The key must be short.
pub(crate) fn block_head(key: Option<&str>, text: &str) -> String {
    let mut out = String::new();
    if let Some(key) = key {
        quote::push(&mut out, key, quote::style(key, true));
        out.push_str(": ");
    }
    push_header(&mut out, text);
    out
}

/// Returns whether a key is short enough to be on one line in any style, or missing.
pub(crate) fn is_short_key(key: Option<&str>) -> bool {
    key.is_none_or(|key| key.len() <= MAX_KEY_BYTES / 10)
}

/// The lines of an entry after the first.
pub(crate) struct RemainingLines<'a> {
    /// For a key that is too long for one line: the colon and the first line of the value.
    colon: Option<String>,
    /// The text of a block string.
    block: Option<&'a str>,
    is_below_key: bool,
}

impl RemainingLines<'_> {
    /// Calls `take` with the indentation of each line, relative to the column of the entry, and the line.
    pub(crate) fn for_each(self, mut take: impl FnMut(usize, &str)) {
        if let Some(colon) = self.colon {
            take(0, &colon);
        }
        let indent = if self.is_below_key { 2 } else { 0 };
        for line in self.block.into_iter().flat_map(|text| body(text).split('\n')) {
            take(if line.is_empty() { 0 } else { indent }, line);
        }
    }
}

/// Appends the first line of an entry to `out` and returns the remaining lines.
pub(crate) fn push_first<'a>(
    out: &mut String,
    key: Option<&str>,
    value: Value<'a>,
    empty: bool,
) -> RemainingLines<'a> {
    let Some(key) = key else {
        let block = push_value(out, value, empty);
        return RemainingLines {
            colon: None,
            block,
            is_below_key: false,
        };
    };
    let start = out.len();
    quote::push(out, key, quote::style(key, true));
    let mut colon = None;
    let open = !empty && !value.kind().is_scalar();
    let gap = if open { ":" } else { ": " };
    let block = if out.len() - start > MAX_KEY_BYTES {
        out.insert_str(start, "? ");
        let rest = colon.insert(gap.to_owned());
        push_value(rest, value, empty)
    } else {
        out.push_str(gap);
        push_value(out, value, empty)
    };
    RemainingLines {
        colon,
        block,
        is_below_key: true,
    }
}

/// Appends the part of a value that is on the first line of its entry; returns the text of a block string.
fn push_value<'a>(out: &mut String, value: Value<'a>, empty: bool) -> Option<&'a str> {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(b) => out.push_str(if b { "true" } else { "false" }),
        // Writing to a string cannot fail.
        Value::Integer(i) => drop(write!(out, "{i}")),
        Value::Float(f) => out.push_str(&json_float(f)),
        Value::List if empty => out.push_str("[]"),
        Value::Map if empty => out.push_str("{}"),
        Value::List | Value::Map => {}
        Value::String(text) => {
            let style = quote::style(text, false);
            if style == QuoteStyle::Literal {
                push_header(out, text);
                return Some(text);
            }
            quote::push(out, text, style);
        }
    }
    None
}

/// Returns whether [`head`] formats a scalar as one line, without reading its text. False if the text would
/// decide.
pub fn is_one_line(document: &Document, node: NodeId) -> bool {
    !document.has_lines(node) && document.key_len(node) <= MAX_KEY_BYTES / 10
}

/// Returns the number of lines of an entry without formatting them.
pub fn height(key: Option<&str>, value: Value<'_>) -> usize {
    let key_lines = match key {
        // Quotes and escapes make a key longer: check only keys that could become too long.
        Some(key) if !is_short_key(Some(key)) => {
            let mut name = String::new();
            quote::push(&mut name, key, quote::style(key, true));
            usize::from(name.len() > MAX_KEY_BYTES)
        }
        _ => 0,
    };
    let value_lines = match value {
        Value::String(text) if text.contains('\n') && quote::style(text, false) == QuoteStyle::Literal => {
            body(text).split('\n').count()
        }
        _ => 0,
    };
    1 + key_lines + value_lines
}

/// Appends `|` with its indicators.
fn push_header(out: &mut String, text: &str) {
    out.push('|');
    // Readers detect the indentation from the first line that is not empty: write it if that line starts with
    // a space.
    if text.starts_with([' ', '\t', '\n']) {
        out.push('2');
    }
    match (text.ends_with("\n\n"), text.ends_with('\n')) {
        (true, _) => out.push('+'),
        (_, true) => {}
        _ => out.push('-'),
    }
}

/// Strips the line break of the last line.
fn body(text: &str) -> &str {
    text.strip_suffix('\n').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_what_kubernetes_would_print() {
        let long = "k".repeat(1001);
        let cases = [
            (Some("name"), Value::String("web"), false, "name: web", vec![]),
            (None, Value::String("yes"), false, "\"yes\"", vec![]),
            (Some("yes"), Value::Bool(true), false, "\"yes\": true", vec![]),
            (Some("env"), Value::List, false, "env:", vec![]),
            (Some("env"), Value::List, true, "env: []", vec![]),
            (None, Value::Map, true, "{}", vec![]),
            (None, Value::Map, false, "", vec![]),
            (Some("a"), Value::Float(80.0), false, "a: 80", vec![]),
            (Some("a"), Value::Float(1e21), false, "a: 1e+21", vec![]),
            (
                Some("s"),
                Value::String("a\n\nb\n"),
                false,
                "s: |",
                vec!["  a", "", "  b"],
            ),
            (None, Value::String("a\nb"), false, "|-", vec!["a", "b"]),
            (None, Value::String("a\n\n"), false, "|+", vec!["a", ""]),
            (None, Value::String(" a\nb\n"), false, "|2", vec![" a", "b"]),
            (None, Value::String("\n\n"), false, "\"\\n\\n\"", vec![]),
            (None, Value::String("a\n \nb"), false, "\"a\\n \\nb\"", vec![]),
            (None, Value::String("a\r\nb"), false, "\"a\\r\\nb\"", vec![]),
            (
                Some(&long),
                Value::Null,
                false,
                &format!("? {long}"),
                vec![": null"],
            ),
        ];
        for (key, value, empty, text, more) in cases {
            let head = head(key, value, empty);
            assert_eq!(head.text, text);
            assert_eq!(head.more, more, "{text}");
            assert_eq!(height(key, value), 1 + more.len(), "{text}");
        }
    }

    #[test]
    fn one_line_entries_have_one_line() {
        use crate::document::{Tree, read};
        let long = "k".repeat(200);
        let text = format!(
            "a: b\nquoted: \"x\\ny\"\nblock: |\n  one\n  two\nfolded: >\n  one\n  two\nplain: one\n  two\nnone:\nn: 1\n{long}: x\n"
        );
        let document = read("test", text.into_bytes()).unwrap();
        let is_known: String = document
            .children(document.root())
            .map(|node| {
                let lines = height(document.key(node), document.value(node));
                let is_known = is_one_line(&document, node);
                assert!(!is_known || lines == 1, "{:?}", document.key(node));
                if is_known { '1' } else { '?' }
            })
            .collect();
        assert_eq!(is_known, "1???111?");
    }
}
