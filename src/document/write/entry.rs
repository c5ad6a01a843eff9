//! One entry of a map or list as lines of YAML: what both the writer and the explorer's rows are made of.

use std::fmt::Write;

use super::quote::{self, QuoteStyle};
use crate::document::{Document, NodeId, Value, json_float};

/// Longest key, in bytes, that is before its colon on one line: YAML readers look no further than 1024
/// characters.
const MAX_KEY_CHARS: usize = 1000;

/// The YAML of one entry without indentation and dashes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EntryHead {
    /// The first line: `name: web`, `env:`, `env: []`, `script: |`. Empty for a list or map that has no key but
    /// children: the first child's line stands there.
    pub text: String,
    /// The lines that follow, relative to the column where `text` begins: those of a block string.
    pub more: Vec<String>,
}

/// The lines of an entry. `key` is given under a map; `empty` says that a list or map has no children.
pub fn head(key: Option<&str>, value: Value<'_>, empty: bool) -> EntryHead {
    let mut text = String::new();
    let mut more = Vec::new();
    push_first(&mut text, key, value, empty).for_each(|indent, line| {
        more.push(format!("{:indent$}{line}", ""));
    });
    EntryHead { text, more }
}

/// The lines of an entry after its first.
pub(crate) struct RemainingItems<'a> {
    /// Of a key too long for one line: the colon and the first line of the value.
    colon: Option<String>,
    /// The text of a block string.
    block: Option<&'a str>,
    under_key: bool,
}

impl RemainingItems<'_> {
    /// Gives each line and its indentation, relative to the column where the entry begins.
    pub(crate) fn for_each(self, mut take: impl FnMut(usize, &str)) {
        if let Some(colon) = self.colon {
            take(0, &colon);
        }
        let indent = if self.under_key { 2 } else { 0 };
        for line in self.block.into_iter().flat_map(|text| body(text).split('\n')) {
            take(if line.is_empty() { 0 } else { indent }, line);
        }
    }
}

/// Adds the first line of an entry to `out` and gives back the others.
pub(crate) fn push_first<'a>(
    out: &mut String,
    key: Option<&str>,
    value: Value<'a>,
    empty: bool,
) -> RemainingItems<'a> {
    let Some(key) = key else {
        let block = push_value(out, value, empty);
        return RemainingItems {
            colon: None,
            block,
            under_key: false,
        };
    };
    let start = out.len();
    quote::push(out, key, quote::style(key, true));
    let mut colon = None;
    let open = !empty && !value.kind().is_scalar();
    let gap = if open { ":" } else { ": " };
    let block = if out.len() - start > MAX_KEY_CHARS {
        out.insert_str(start, "? ");
        let rest = colon.insert(gap.to_owned());
        push_value(rest, value, empty)
    } else {
        out.push_str(gap);
        push_value(out, value, empty)
    };
    RemainingItems {
        colon,
        block,
        under_key: true,
    }
}

/// Adds what stands of a value on the entry's first line; gives back the text of a block string.
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

/// Whether [`head`] makes one line of a scalar, told without a look at its text; false where that takes one.
pub fn is_one_line(document: &Document, node: NodeId) -> bool {
    !document.has_lines(node) && document.key_len(node) <= MAX_KEY_CHARS / 10
}

/// How many lines [`head`] makes of an entry, without making them.
pub fn height(key: Option<&str>, value: Value<'_>) -> usize {
    let key_lines = match key {
        // Quotes and escapes make a key longer: ask only where that could matter.
        Some(key) if key.len() > MAX_KEY_CHARS / 10 => {
            let mut name = String::new();
            quote::push(&mut name, key, quote::style(key, true));
            usize::from(name.len() > MAX_KEY_CHARS)
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

/// `|` with what the reader has to know.
fn push_header(out: &mut String, text: &str) {
    out.push('|');
    // Readers guess the indentation from the first line with text: say it where that line begins with a space.
    if text.starts_with([' ', '\t', '\n']) {
        out.push('2');
    }
    match (text.ends_with("\n\n"), text.ends_with('\n')) {
        (true, _) => out.push('+'),
        (_, true) => {}
        _ => out.push('-'),
    }
}

/// The text without the line break that ends its last line.
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
    fn what_is_called_one_line_is_one() {
        use crate::document::{Tree, read};
        let long = "k".repeat(200);
        let text = format!(
            "a: b\nquoted: \"x\\ny\"\nblock: |\n  one\n  two\nfolded: >\n  one\n  two\nplain: one\n  two\nnone:\nn: 1\n{long}: x\n"
        );
        let document = read("test", text.into_bytes()).unwrap();
        let told: String = document
            .children(document.root())
            .map(|node| {
                let lines = height(document.key(node), document.value(node));
                let told = is_one_line(&document, node);
                assert!(!told || lines == 1, "{:?}", document.key(node));
                if told { '1' } else { '?' }
            })
            .collect();
        assert_eq!(told, "1???111?");
    }
}
