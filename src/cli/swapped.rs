//! Detects LIVE and PATCH in the wrong order.

use crate::document::{Document, Tree, Value};
use crate::merge::directive_names::is_kubernetes_directive;

/// Returns the command with LIVE and PATCH in the right order, if they seem to be [swapped](sign_of_swap).
pub(crate) fn right_command(live: &Document, patches: &[impl AsRef<Document>]) -> Option<String> {
    let [patch] = patches else { return None };
    let patch = patch.as_ref();
    sign_of_swap(live, patch)?;
    // Words that are not UTF-8 cannot be repeated on a terminal.
    let words: Option<Vec<String>> = std::env::args_os().map(|word| word.into_string().ok()).collect();
    command(words?, live.name(), patch.name())
}

/// Returns what shows that LIVE and PATCH are swapped: a `uid` comes from a cluster, a directive from a patch.
pub(crate) fn sign_of_swap(live: &Document, patch: &Document) -> Option<&'static str> {
    let only_patch = |has: fn(&Document) -> bool| has(patch) && !has(live);
    if live.name() == patch.name() || !has_kind(patch) {
        None
    } else if !has_kind(live) {
        Some("only the patch has a `kind`")
    } else if only_patch(has_uid) {
        Some("only the patch has a `uid`")
    } else {
        (has_directive(live) && !has_directive(patch)).then_some("only LIVE has directives")
    }
}

fn has_kind(document: &Document) -> bool {
    ["apiVersion", "kind"].into_iter().all(|key| {
        let value = document.get(document.root(), key);
        value.is_some_and(|value| matches!(document.value(value), Value::String(text) if !text.is_empty()))
    })
}

fn has_directive(document: &Document) -> bool {
    // Most live objects have no `$` at all, and then none of their many keys has to be looked at.
    let mut nodes = match document.text().contains('$') {
        true => vec![document.root()],
        false => Vec::new(),
    };
    while let Some(node) = nodes.pop() {
        if document.key(node).is_some_and(is_kubernetes_directive) {
            return true;
        }
        nodes.extend(document.children(node));
    }
    false
}

fn has_uid(document: &Document) -> bool {
    document.text_at(&["metadata", "uid"]).is_some()
}

/// Returns the words of a command with two of them swapped, or `None` if it does not contain both.
fn command(mut words: Vec<String>, first: &str, second: &str) -> Option<String> {
    let at = |name: &str| words.iter().skip(1).position(|word| word == name);
    let (one, other) = (at(first)? + 1, at(second)? + 1);
    words.swap(one, other);
    words[0] = "mergescope".to_owned();
    Some(as_typed(words.iter().map(String::as_str)))
}

/// Returns the text of a command for a shell.
pub(crate) fn as_typed<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let quoted = words.map(|word| {
        let is_plain = word
            .chars()
            .all(|c| c.is_alphanumeric() || "-_./=:,@%+".contains(c));
        match is_plain && !word.is_empty() {
            true => word.to_owned(),
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_words_are_swapped_and_quoted() {
        let words = ["/bin/mergescope", "merge", "a b.yaml", "live.yaml", "-o", "json"];
        let words = words.map(str::to_owned).to_vec();
        let swapped = command(words.clone(), "a b.yaml", "live.yaml");
        assert_eq!(
            swapped.as_deref(),
            Some("mergescope merge live.yaml 'a b.yaml' -o json")
        );
        let missing = command(words, "x", "live.yaml");
        assert_eq!(missing, None);
    }
}
