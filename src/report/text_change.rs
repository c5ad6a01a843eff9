//! The lines that change in a text of several lines: a ConfigMap's file, a script.

use std::collections::BTreeMap;

use super::line_change::line_change;
use crate::document::{NodeId, Tree, Value};
use crate::merge::{Merge, NodeRef, RuleEffect, Step};

/// Changed lines that are listed.
const MAX_LISTED: usize = 6;

/// The lines that differ between the old and the new text of a value, by their number from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextChange {
    /// Those that only the old text has.
    pub(crate) removed: BTreeMap<usize, String>,
    /// Those that only the new text has.
    pub(crate) added: BTreeMap<usize, String>,
    /// The first line of the new text that differs.
    pub(crate) first: usize,
}

impl TextChange {
    fn new(old: &str, new: &str) -> Self {
        let change = line_change(old, new);
        let texts = |text: &str, numbers: &[usize]| {
            let mut numbers = numbers.iter().peekable();
            let numbered = (1..).zip(text.lines());
            let wanted = numbered.filter(|(at, _)| numbers.next_if(|number| *number == at).is_some());
            wanted.map(|(at, line)| (at, line.to_owned())).collect()
        };
        Self {
            removed: texts(old, &change.removed),
            added: texts(new, &change.added),
            first: change.first,
        }
    }

    /// `- old` and `+ new` lines with their numbers; a long change is cut.
    pub(crate) fn lines(&self) -> Vec<String> {
        let removed = self.removed.iter().map(|(at, line)| (*at, '-', line));
        let added = self.added.iter().map(|(at, line)| (*at, '+', line));
        let mut all: Vec<(usize, char, &String)> = removed.chain(added).collect();
        // An old line and what stands in its place follow each other.
        all.sort_by_key(|(at, sign, _)| (*at, *sign == '+'));
        let width = all.last().map_or(1, |(at, ..)| at.to_string().len());
        let more = all.len().saturating_sub(MAX_LISTED);
        all.truncate(MAX_LISTED);
        let shown = all
            .iter()
            .map(|(at, sign, line)| format!("{at:>width$} {sign} {line}"));
        let more = (more > 0).then(|| format!("… and {more} more lines"));
        shown.chain(more).collect()
    }
}

/// The lines that a step changes in a text of several lines; none of other steps.
pub(crate) fn text_change(merge: &Merge, step: &Step) -> Option<TextChange> {
    if step.rule.effect() != RuleEffect::Set {
        return None;
    }
    let new = text_of(merge, step.patch()?)?;
    let earlier = |new: NodeRef| {
        let steps = merge.steps.iter().take_while(|other| other.patch() != Some(new));
        let same = steps.filter(|other| other.at == step.at && other.rule.effect() == RuleEffect::Set);
        same.last().and_then(Step::patch)
    };
    let live = || step.live().or(merge.scene.live_node(step.at)).map(NodeRef::live);
    // Most merges have one patch, and each value is set once.
    let old = match merge.inputs.patches.len() {
        1 => live(),
        _ => earlier(step.patch()?).or_else(live),
    };
    let old = text_of(merge, old?)?;
    (old.contains('\n') || new.contains('\n')).then(|| TextChange::new(old, new))
}

fn text_of(merge: &Merge, source: NodeRef) -> Option<&str> {
    let document = merge.scene.documents().get(usize::from(source.document))?;
    string_at(document, source.node)
}

fn string_at(document: &crate::document::Document, node: NodeId) -> Option<&str> {
    match document.value(node) {
        Value::String(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_lines_that_differ_are_listed() {
        let old: String = (1..=200).map(|at| format!("line {at}\n")).collect();
        let new = old.replace("line 100\n", "line one hundred\n");
        let change = TextChange::new(&old, &new);
        assert_eq!(change.first, 100);
        assert_eq!(change.lines(), ["100 - line 100", "100 + line one hundred"]);
        let all = TextChange::new(&old, "");
        assert_eq!(
            all.lines().last().map(String::as_str),
            Some("… and 194 more lines")
        );
    }
}
