//! Fixes of a merge with hidden values of Secrets: they are found with the values, and told without them, by the same
//! candidate in the merge with hidden values. A search for values would also find them in our own words, and tell them.

use super::candidate::{Candidate, PatchChange, first_line};
use crate::document::write::TextEdit;
use crate::report::redact::MASK;

/// Finds the candidate with placeholders that has the help and the change of a fix with values.
pub(super) fn same_candidate<'c>(all: &'c [Candidate], help: &str, change: &str) -> Option<&'c Candidate> {
    all.iter().find(|candidate| {
        is_form_of(candidate.help(), help) && is_form_of(&first_line(&candidate.sentence), change)
    })
}

/// Returns whether a text with placeholders is the form of a text with values.
fn is_form_of(form: &str, text: &str) -> bool {
    let mut parts = form.split(MASK);
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let mut parts: Vec<&str> = parts
        .map(|part| part.trim_start_matches(|number: char| number.is_ascii_digit()))
        .collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Returns whether the candidate with placeholders writes the texts of these edits, so that no value is in them.
pub(super) fn writes(candidate: &Candidate, edits: &[TextEdit]) -> bool {
    let own = match &candidate.change {
        PatchChange::Values(draft) => draft.quick_edits().unwrap_or_else(|| draft.edits()),
        PatchChange::Text(edit) => vec![edit.clone()],
    };
    let texts = own.iter().map(|edit| &edit.text);
    texts.eq(edits.iter().map(|edit| &edit.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_has_any_values() {
        for (form, text, wanted) in [
            ("Write `a`.", "Write `a`.", true),
            ("Write `a`.", "Write `a`. ", false),
            ("Write `••••••1`.", "Write `x`.", true),
            ("Write `••••••1`.", "Write `x`", false),
            ("••••••12 and ••••••3: ••••••12", "x and and: y", true),
            ("••••••12 and ••••••3: ••••••12", "x or y: z", false),
        ] {
            assert_eq!(is_form_of(form, text), wanted, "{form} {text}");
        }
    }
}
