//! Words for lists and counts in sentences.

use std::borrow::Borrow;
use std::fmt::Display;

/// Formats `a, b or c`.
pub(crate) fn or_list(words: impl IntoIterator<Item = impl Into<String>>) -> String {
    let mut words: Vec<String> = words.into_iter().map(Into::into).collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} or {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Formats `a, b and c`.
pub(crate) fn and_list<W: Borrow<str> + Display>(words: &[W]) -> String {
    match words.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => words.concat(),
    }
}

/// Formats `a, b and 3 more`: the first `most` words, and how many more there are.
pub(crate) fn first_of(words: impl ExactSizeIterator<Item = String>, most: usize) -> String {
    let more = words.len().saturating_sub(most);
    let shown = words.take(most).collect::<Vec<_>>().join(", ");
    match more {
        0 => shown,
        _ => format!("{shown} and {more} more"),
    }
}

/// Formats `1 line` or `2 lines`.
pub(crate) fn count_of(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Returns the text with an upper-case first letter.
pub(crate) fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + chars.as_str()
    })
}
