//! Folds a message of kubectl: its Go values can be whole objects.

use super::wrap::wrap_text;

/// The maximum number of rows.
const ROWS: usize = 2;

/// The number of characters from which a Go value is folded.
const MIN_VALUE_CHARS: usize = 30;

/// Returns a message with its long Go values as `[…]`, cut to two rows of `width` cells; `None` if the whole message is
/// as short as that.
pub(crate) fn folded_message(message: &str, width: usize) -> Option<String> {
    let rows = |text: &str| {
        text.lines()
            .map(|line| wrap_text(line, width).len())
            .sum::<usize>()
    };
    if rows(message) <= ROWS {
        return None;
    }
    let words = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let folded = without_values(&words);
    if rows(&folded) <= ROWS {
        return Some(folded);
    }
    let shown: Vec<&str> = folded.split(' ').collect();
    let fits = |count: &usize| rows(&format!("{} …", shown[..*count].join(" "))) <= ROWS;
    let count = (0..shown.len()).rev().find(fits).unwrap_or(0);
    Some(format!("{} …", shown[..count].join(" ")))
}

/// Removes the regular expression from the text of an API server's message: `(e.g. 'my-name', regex used for validation is
/// '[a-z]+')`. The words before it say the same.
pub(super) fn remove_pattern(text: &mut String) {
    if let Some(start) = text.find(", regex used for validation is '")
        && let Some(end) = text[start..].rfind("')")
    {
        text.replace_range(start..start + end + 1, "");
    }
}

/// Replaces the contents of long Go values, such as `map[a:1]` and `map[string]interface {}{"a":1}`, by an ellipsis.
fn without_values(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(['[', '{']) {
        let length = value_length(&rest[start..]);
        let (before, value) = (&rest[..=start], &rest[start..start + length]);
        if value.chars().count() < MIN_VALUE_CHARS {
            out.push_str(&rest[..start + length]);
        } else {
            let end = if value.starts_with('[') { ']' } else { '}' };
            out.push_str(before);
            out.push('…');
            out.push(end);
        }
        rest = &rest[start + length..];
    }
    out.push_str(rest);
    out
}

/// Returns the number of bytes of the Go value that a text starts with: to its closing bracket, or to the end, because
/// Go does not quote brackets in strings.
fn value_length(text: &str) -> usize {
    let mut depth = 0_usize;
    for (offset, c) in text.char_indices() {
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return offset + c.len_utf8();
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_values_are_folded_and_messages_fit_two_rows() {
        let long = "map[name:POD_NAME valueFrom:map[fieldRef:map[fieldPath:metadata.name]]]";
        let cases: [(String, Option<&str>); 5] = [
            // A message that fits is whole.
            (
                "kubectl: map: map[value:x] does not contain declared merge key: name".to_owned(),
                None,
            ),
            (
                format!("kubectl: list element types are not identical: [[{long}] [DB_HOST]]"),
                Some("kubectl: list element types are not identical: […]"),
            ),
            (
                format!(
                    "kubectl: The order in patch list:\n[{long}]\n doesn't match $setElementOrder list:\n[{long}]\n"
                ),
                Some("kubectl: The order in patch list: […] doesn't match $setElementOrder list: […]"),
            ),
            // A type stays whole.
            (
                format!("kubectl: got map[string]interface {{}}{{\"a\":\"{long}\"}}, want []interface {{}}"),
                Some("kubectl: got map[string]interface {}{…}, want []interface {}"),
            ),
            // A bracket in a text of the value.
            (
                format!("kubectl: unknown in map: map[a:[[ {long} {long}"),
                Some("kubectl: unknown in map: map[…]"),
            ),
        ];
        for (message, want) in cases {
            assert_eq!(folded_message(&message, 44).as_deref(), want, "{message}");
        }
        let cut = folded_message(&"doesn't match ".repeat(40), 40).unwrap();
        assert!(cut.ends_with(" …") && wrap_text(&cut, 40).len() == 2, "{cut}");
    }
}
