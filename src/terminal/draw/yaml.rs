//! Syntax highlighting for one line of YAML (or JSON), based on simple rules.

use std::ops::Range;

use crate::terminal::theme::Role;

/// Returns the styled parts of a line, in order.
pub(crate) fn parts(line: &str) -> Vec<(Range<usize>, Role)> {
    let mut parts = Vec::new();
    let mut at = line.len() - line.trim_start().len();
    while line[at..].starts_with("- ") || &line[at..] == "-" {
        parts.push((at..at + 1, Role::Punctuation));
        at += 1;
        at += line[at..].len() - line[at..].trim_start().len();
    }
    if line[at..].starts_with('#') {
        parts.push((at..line.len(), Role::Dim));
        return parts;
    }
    if let Some(end) = key_end(&line[at..]) {
        let key = &line[at..at + end];
        let directive = key.trim_start_matches('"').starts_with('$');
        let role = if directive { Role::Directive } else { Role::Key };
        parts.push((at..at + end, role));
        parts.push((at + end..at + end + 1, Role::Punctuation));
        at += end + 1;
        at += line[at..].len() - line[at..].trim_start().len();
    }
    let rest = &line[at..];
    let comment = comment_start(rest).map_or(rest.len(), |comment| comment);
    let value = rest[..comment].trim_end();
    if !value.is_empty() {
        parts.push((at..at + value.len(), value_role(value)));
    }
    if comment < rest.len() {
        parts.push((at + comment..line.len(), Role::Dim));
    }
    parts
}

/// Returns the end of the key, before its colon.
fn key_end(text: &str) -> Option<usize> {
    if let Some(rest) = text.strip_prefix('"') {
        let close = rest.find('"')? + 2;
        return text[close..].starts_with(':').then_some(close);
    }
    if text.starts_with(['{', '[', '\'', '|', '>']) {
        return None;
    }
    let mut from = 0;
    while let Some(colon) = text[from..].find(':') {
        let colon = from + colon;
        match text[colon + 1..].chars().next() {
            None | Some(' ' | '\t') => return Some(colon),
            Some(_) => from = colon + 1,
        }
    }
    None
}

fn comment_start(text: &str) -> Option<usize> {
    if text.starts_with(['"', '\'']) {
        let quote = text.chars().next()?;
        let close = text[1..].rfind(quote)? + 2;
        return text[close..].find(" #").map(|at| close + at + 1);
    }
    text.find(" #").map(|at| at + 1)
}

fn value_role(value: &str) -> Role {
    let bare = value.trim_end_matches(',');
    match bare {
        "true" | "false" | "null" | "~" => Role::Literal,
        "{" | "}" | "[" | "]" | "{}" | "[]" | "|" | "|-" | "|+" | ">" | ">-" => Role::Punctuation,
        _ if bare.starts_with(['&', '*']) => Role::Literal,
        _ if bare.parse::<f64>().is_ok() => Role::Number,
        _ => Role::String,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_keys_values_and_comments() {
        let cases: &[(&str, &[(&str, Role)])] = &[
            (
                "  - name: web # main",
                &[
                    ("-", Role::Punctuation),
                    ("name", Role::Key),
                    (":", Role::Punctuation),
                    ("web", Role::String),
                    ("# main", Role::Dim),
                ],
            ),
            (
                "$patch: delete",
                &[
                    ("$patch", Role::Directive),
                    (":", Role::Punctuation),
                    ("delete", Role::String),
                ],
            ),
            (
                "image: shop:1.5",
                &[
                    ("image", Role::Key),
                    (":", Role::Punctuation),
                    ("shop:1.5", Role::String),
                ],
            ),
            (
                "  \"replicas\": 3,",
                &[
                    ("\"replicas\"", Role::Key),
                    (":", Role::Punctuation),
                    ("3,", Role::Number),
                ],
            ),
            ("# all: of it", &[("# all: of it", Role::Dim)]),
            ("- é", &[("-", Role::Punctuation), ("é", Role::String)]),
            ("", &[]),
        ];
        for (line, want) in cases {
            let got: Vec<(&str, Role)> = parts(line)
                .into_iter()
                .map(|(range, role)| (&line[range], role))
                .collect();
            assert_eq!(got, *want, "{line}");
        }
    }
}
