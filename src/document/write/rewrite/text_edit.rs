//! Edits of a text.

/// An edit of a text: replaces the bytes from `start` up to `end` by `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// The first byte that is replaced.
    pub start: usize,
    /// The byte after the last byte that is replaced.
    pub end: usize,
    /// The replacement.
    pub text: String,
}

/// Applies edits, which are in order. Those of unusual texts can overlap: their caller checks the result.
pub fn apply_edits(text: &str, edits: &[TextEdit]) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len() + 64), 0);
    for edit in edits {
        let start = edit.start.max(at);
        out.push_str(text.get(at..start).unwrap_or_default());
        out.push_str(&edit.text);
        at = edit.end.max(start);
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// Returns the part in which two texts differ as one edit, or `None` if they are equal.
pub(super) fn changed_part(old: &str, new: &str) -> Option<TextEdit> {
    let same = |(a, b): &(char, char)| a == b;
    let length = |(a, _): (char, char)| a.len_utf8();
    let start: usize = old.chars().zip(new.chars()).take_while(same).map(length).sum();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let ends = old_rest.chars().rev().zip(new_rest.chars().rev());
    let end: usize = ends.take_while(same).map(length).sum();
    (old != new).then(|| TextEdit {
        start,
        end: old.len() - end,
        text: new_rest[..new_rest.len() - end].to_owned(),
    })
}
