//! One entry of a map or list as lines of YAML: what both the writer and the explorer's rows are made of.

use super::quote::{self, Style};
use crate::document::{Value, json_float};

/// Longest key, in bytes, that stands before its colon on one line: YAML readers look no further than 1024
/// characters.
const LONGEST_KEY: usize = 1000;

/// The YAML of one entry without indentation and dashes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Head {
    /// The first line: `name: web`, `env:`, `env: []`, `script: |`. Empty for a list or map that has no key but
    /// children: the first child's line stands there.
    pub text: String,
    /// The lines that follow, relative to the column where `text` begins: those of a block string.
    pub more: Vec<String>,
}

/// The lines of an entry. `key` is given under a map; `empty` says that a list or map has no children.
pub fn head(key: Option<&str>, value: Value<'_>, empty: bool) -> Head {
    let (text, mut more) = match value {
        Value::Null => ("null".to_owned(), Vec::new()),
        Value::Bool(b) => (b.to_string(), Vec::new()),
        Value::Integer(i) => (i.to_string(), Vec::new()),
        Value::Float(f) => (json_float(f), Vec::new()),
        Value::String(text) => string(text),
        Value::List => ((if empty { "[]" } else { "" }).to_owned(), Vec::new()),
        Value::Map => ((if empty { "{}" } else { "" }).to_owned(), Vec::new()),
    };
    let Some(key) = key else {
        return Head { text, more };
    };
    let name = quote::one_line(key, quote::style(key, true));
    for line in more.iter_mut().filter(|line| !line.is_empty()) {
        line.insert_str(0, "  ");
    }
    let gap = if text.is_empty() { "" } else { " " };
    if name.len() > LONGEST_KEY {
        more.insert(0, format!(":{gap}{text}"));
        let text = format!("? {name}");
        return Head { text, more };
    }
    let text = format!("{name}:{gap}{text}");
    Head { text, more }
}

/// How many lines [`head`] makes of an entry, without making them.
pub fn height(key: Option<&str>, value: Value<'_>) -> usize {
    let key_lines = match key {
        // Quotes and escapes make a key longer: ask only where that could matter.
        Some(key) if key.len() > LONGEST_KEY / 10 => {
            let long = quote::one_line(key, quote::style(key, true)).len() > LONGEST_KEY;
            usize::from(long)
        }
        _ => 0,
    };
    let value_lines = match value {
        Value::String(text) if text.contains('\n') && quote::style(text, false) == Style::Literal => {
            body(text).split('\n').count()
        }
        _ => 0,
    };
    1 + key_lines + value_lines
}

fn string(text: &str) -> (String, Vec<String>) {
    let style = quote::style(text, false);
    if style != Style::Literal {
        return (quote::one_line(text, style), Vec::new());
    }
    // Readers guess the indentation from the first line with text: say it where that line begins with a space.
    let indicator = if text.starts_with([' ', '\t', '\n']) {
        "2"
    } else {
        ""
    };
    let chomping = match (text.ends_with("\n\n"), text.ends_with('\n')) {
        (true, _) => "+",
        (_, true) => "",
        _ => "-",
    };
    let lines = body(text).split('\n').map(str::to_owned).collect();
    (format!("|{indicator}{chomping}"), lines)
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
}
