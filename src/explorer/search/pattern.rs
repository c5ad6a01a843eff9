//! A text to search for in lines: small letters find capitals too, capitals only themselves.

use std::ops::Range;

use crate::document::escape::visible;

/// What is searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    text: String,
    /// Capitals matter.
    exact: bool,
}

impl Pattern {
    /// None for an empty text.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let exact = text.chars().any(char::is_uppercase);
        (!text.is_empty()).then(|| Self {
            // Rows are searched as they are shown.
            text: visible(text).into_owned(),
            exact,
        })
    }

    /// The text that was typed; escaped.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is in a line.
    pub(crate) fn is_in(&self, line: &str) -> bool {
        self.next_in(line, 0).is_some()
    }

    /// Where it is in a line, as byte ranges.
    pub(crate) fn all_in(&self, line: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(range) = self.next_in(line, from) {
            from = range.end;
            found.push(range);
        }
        found
    }

    fn next_in(&self, line: &str, from: usize) -> Option<Range<usize>> {
        let rest = line.get(from..)?;
        if self.exact {
            let at = from + rest.find(&self.text)?;
            return Some(at..at + self.text.len());
        }
        if self.text.is_ascii() && line.is_ascii() {
            let needle = self.text.as_bytes();
            let mut windows = rest.as_bytes().windows(needle.len());
            let at = from + windows.position(|window| window.eq_ignore_ascii_case(needle))?;
            return Some(at..at + needle.len());
        }
        rest.char_indices().find_map(|(at, _)| {
            let end = end_of_match(&rest[at..], &self.text)?;
            Some(from + at..from + at + end)
        })
    }
}

/// How many bytes at the start of `line` match `needle`, case-insensitively.
fn end_of_match(line: &str, needle: &str) -> Option<usize> {
    let mut wanted = needle.chars().flat_map(char::to_lowercase).peekable();
    for (at, c) in line.char_indices() {
        if wanted.peek().is_none() {
            return Some(at);
        }
        for lower in c.to_lowercase() {
            if wanted.next() != Some(lower) {
                return None;
            }
        }
    }
    wanted.peek().is_none().then_some(line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_letters_find_capitals_and_capitals_only_themselves() {
        let cases: &[(&str, &str, &[&str])] = &[
            ("log", "LOG log Log", &["LOG", "log", "Log"]),
            ("Log", "LOG log Log", &["Log"]),
            ("aa", "aaaaa", &["aa", "aa"]),
            ("größe", "Die GRÖSSE, die GRÖßE", &["GRÖßE"]),
            ("ö", "ÖÖ", &["Ö", "Ö"]),
            ("x", "", &[]),
            ("long", "lo", &[]),
        ];
        for (needle, line, want) in cases {
            let needle = Pattern::new(needle).unwrap();
            let found = needle.all_in(line).into_iter().map(|range| &line[range]);
            assert_eq!(found.collect::<Vec<_>>(), *want, "{needle:?} in {line}");
            assert_eq!(needle.is_in(line), !want.is_empty());
        }
        assert_eq!(Pattern::new(""), None);
    }
}
