//! Search patterns with smart case: a pattern with an upper-case letter is case-sensitive.

use std::ops::Range;

use crate::document::escape::visible;

/// A search pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    text: String,
    /// Whether the search is case-sensitive.
    exact: bool,
}

impl Pattern {
    /// Creates a pattern. Returns `None` for an empty text.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let exact = text.chars().any(char::is_uppercase);
        (!text.is_empty()).then(|| Self {
            // Rows are searched as they are shown.
            text: visible(text).into_owned(),
            exact,
        })
    }

    /// Returns the text of the pattern; escaped.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether a line contains the pattern.
    pub(crate) fn is_in(&self, line: &str) -> bool {
        self.next_in(line, 0).is_some()
    }

    /// Returns the byte ranges of all matches in a line.
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
            let start = from + rest.find(&self.text)?;
            return Some(start..start + self.text.len());
        }
        if self.text.is_ascii() && line.is_ascii() {
            let needle = self.text.as_bytes();
            let mut windows = rest.as_bytes().windows(needle.len());
            let start = from + windows.position(|window| window.eq_ignore_ascii_case(needle))?;
            return Some(start..start + needle.len());
        }
        rest.char_indices().find_map(|(start, _)| {
            let end = end_of_match(&rest[start..], &self.text)?;
            Some(from + start..from + start + end)
        })
    }
}

/// Returns the number of bytes at the start of `line` that match `needle`, ignoring case.
fn end_of_match(line: &str, needle: &str) -> Option<usize> {
    let mut expected = needle.chars().flat_map(char::to_lowercase).peekable();
    for (offset, c) in line.char_indices() {
        if expected.peek().is_none() {
            return Some(offset);
        }
        for lower in c.to_lowercase() {
            if expected.next() != Some(lower) {
                return None;
            }
        }
    }
    expected.peek().is_none().then_some(line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_with_an_upper_case_letter_is_case_sensitive() {
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
