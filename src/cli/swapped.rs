//! Detects LIVE and PATCH in the wrong order.

use crate::document::{Document, Tree, Value};

/// Returns the command with LIVE and PATCH in the right order, if they seem to be swapped: only the patch has
/// a kind.
pub(crate) fn right_command(live: &Document, patches: &[impl AsRef<Document>]) -> Option<String> {
    let [patch] = patches else { return None };
    let patch = patch.as_ref();
    let is_swapped = !has_kind(live) && has_kind(patch) && live.name() != patch.name();
    is_swapped.then(|| command(std::env::args(), live.name(), patch.name()))?
}

fn has_kind(document: &Document) -> bool {
    ["apiVersion", "kind"].into_iter().all(|key| {
        let value = document.get(document.root(), key);
        value.is_some_and(|value| matches!(document.value(value), Value::String(text) if !text.is_empty()))
    })
}

/// Returns the words of a command with two of them swapped, or `None` if it does not contain both.
fn command(words: impl Iterator<Item = String>, first: &str, second: &str) -> Option<String> {
    let mut words: Vec<String> = words.collect();
    let at = |name: &str| words.iter().skip(1).position(|word| word == name);
    let (one, other) = (at(first)? + 1, at(second)? + 1);
    words.swap(one, other);
    words[0] = "mergescope".to_owned();
    let quoted = words.iter().map(|word| {
        let is_plain = word
            .chars()
            .all(|c| c.is_alphanumeric() || "-_./=:,@%+".contains(c));
        match is_plain && !word.is_empty() {
            true => word.clone(),
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    });
    Some(quoted.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_words_are_swapped_and_quoted() {
        let words = ["/bin/mergescope", "merge", "a b.yaml", "live.yaml", "-o", "json"];
        let swapped = command(words.iter().map(ToString::to_string), "a b.yaml", "live.yaml");
        assert_eq!(
            swapped.as_deref(),
            Some("mergescope merge live.yaml 'a b.yaml' -o json")
        );
        let missing = command(words.iter().map(ToString::to_string), "x", "live.yaml");
        assert_eq!(missing, None);
    }
}
