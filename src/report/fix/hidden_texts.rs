//! Finds the hidden values of Secrets in texts that are made from the original documents.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::document::{Tree, encode_base64};
use crate::merge::Merge;
use crate::report::redact::MASK;

/// The values of Secrets that merges hide.
#[derive(Debug, Default)]
pub struct HiddenTexts {
    /// By their length in bytes: a search looks at each part of a text once for each length, however many values there are.
    values: BTreeMap<Reverse<usize>, FxHashSet<Vec<u8>>>,
    /// The byte ranges of hidden values, by file and start: text in their place can be made from them.
    spans: FxHashMap<String, BTreeMap<usize, usize>>,
}

impl HiddenTexts {
    /// Collects the hidden values of some merges, as they are written, as they are read, and encoded as base64.
    pub fn new<'m>(merges: impl IntoIterator<Item = &'m Merge>) -> Self {
        let mut all = Self::default();
        for merge in merges {
            all.add_merge(merge);
        }
        all
    }

    fn add_merge(&mut self, merge: &Merge) {
        for document in std::iter::once(&merge.inputs.live).chain(&merge.inputs.patches) {
            let Some(original) = document.original() else {
                continue;
            };
            let mut todo = vec![(original.root(), document.root())];
            while let Some((real, shown)) = todo.pop() {
                let value = original.value(real);
                if value.kind().is_scalar() && document.value(shown) != value {
                    let span = original.span(real);
                    let (start, end) = (span.start as usize, span.end as usize);
                    let spans = self.spans.entry(original.name().to_owned()).or_default();
                    spans.insert(start, end);
                    self.add(original.text().get(start..end));
                    self.add(value.as_str());
                    self.add(
                        value
                            .as_str()
                            .map(|text| encode_base64(text.as_bytes()))
                            .as_deref(),
                    );
                    continue;
                }
                todo.extend(original.children(real).zip(document.children(shown)));
            }
        }
    }

    fn add(&mut self, text: Option<&str>) {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            let of_length = self.values.entry(Reverse(text.len())).or_default();
            of_length.insert(text.as_bytes().to_vec());
        }
    }

    /// Returns whether a text for a byte range of a file can be made from a value that is there.
    pub(super) fn is_at(&self, file: &str, start: usize, end: usize) -> bool {
        let before = self
            .spans
            .get(file)
            .and_then(|spans| spans.range(..end).next_back());
        before.is_some_and(|(_, last)| *last > start)
    }

    /// Returns whether a text has one of the values.
    pub(super) fn is_in(&self, text: &str) -> bool {
        let mut lengths = self.values.iter();
        lengths.any(|(Reverse(length), values)| {
            let mut parts = text.as_bytes().windows(*length);
            parts.any(|part| values.contains(part))
        })
    }

    /// Replaces the values in a text by placeholders, the longest values first.
    pub fn hide(&self, text: &str) -> String {
        let mut text = text.as_bytes().to_vec();
        for (Reverse(length), values) in &self.values {
            let mut hidden = Vec::with_capacity(text.len());
            let mut rest = text.as_slice();
            while let Some((first, after)) = rest.split_first() {
                match rest.get(..*length).filter(|part| values.contains(*part)) {
                    Some(_) => {
                        hidden.extend_from_slice(MASK.as_bytes());
                        rest = &rest[*length..];
                    }
                    None => {
                        hidden.push(*first);
                        rest = after;
                    }
                }
            }
            text = hidden;
        }
        // Whole characters are replaced by whole characters.
        String::from_utf8_lossy(&text).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(values: &[&str]) -> HiddenTexts {
        let mut all = HiddenTexts::default();
        for value in values {
            all.add(Some(value));
        }
        all
    }

    #[test]
    fn longer_values_are_hidden_first() {
        let hidden = texts(&["abc", "bcdef", "é", ""]);
        for (text, wanted) in [
            ("abcdef", format!("a{MASK}")),
            ("xabcx", format!("x{MASK}x")),
            ("caféabc", format!("caf{MASK}{MASK}")),
            ("nothing", "nothing".to_owned()),
        ] {
            assert_eq!(hidden.hide(text), wanted);
            assert_eq!(hidden.is_in(text), text != wanted);
        }
    }
}
