//! The changed lines of a string of several lines: a file in a ConfigMap, a script.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::line_change::LineChange;
use super::line_diff::line_diff;
use crate::document::words::count_of;
use crate::document::write::double_quoted;
use crate::document::{NodeId, Segment, Tree};
use crate::merge::{Mark, Merge, NodeRef, ResultId, Rule, RuleEffect, Step};

/// Maximum number of listed lines.
const MAX_LISTED: usize = 6;

/// Maximum number of characters before the difference in a line of a narrow pane.
const MAX_ALIKE: usize = 24;

/// The maximum number of characters of a line that a narrow pane shows as it is.
const MAX_WHOLE: usize = 40;

/// The lines in which the old and the new text of a value differ, by their number from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextChange {
    /// The lines of the old text.
    pub(crate) removed: BTreeMap<usize, String>,
    /// The lines of the new text.
    pub(crate) added: BTreeMap<usize, String>,
    /// The lines of the new text next to which lines were removed, if no line was added there.
    pub(crate) removals: BTreeMap<usize, RemovedLines>,
    /// The first line that differs. All lines before it are the same in both texts.
    pub(crate) first: usize,
    /// The lines that replace each other: the line of the other text, by sign and line.
    pairs: FxHashMap<(char, usize), usize>,
}

/// The removed lines next to a line of the new text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RemovedLines {
    /// The line of the new text.
    pub(crate) line: String,
    count: usize,
    /// Whether they were the last lines of the text.
    is_after: bool,
}

impl RemovedLines {
    /// Returns a long and a short note on the line.
    pub(crate) fn notes(&self) -> (String, String) {
        let side = if self.is_after { "below" } else { "above" };
        (
            format!("{} removed {side}", count_of(self.count, "line")),
            format!("{} removed", self.count),
        )
    }
}

/// Returns the removed lines that no added line replaces, by the line of the new text after them.
fn removals(new: &str, change: &LineChange) -> BTreeMap<usize, RemovedLines> {
    let (mut places, mut found) = (change.removals().into_iter(), BTreeMap::new());
    let mut place = places.next();
    let mut last = None;
    for (at, line) in (1..).zip(new.lines()) {
        let Some((next, count)) = place else { break };
        if at == next {
            found.insert(
                at,
                RemovedLines {
                    line: line.to_owned(),
                    count,
                    is_after: false,
                },
            );
            place = places.next();
        }
        last = Some((at, line));
    }
    if let (Some((_, count)), Some((at, line))) = (place, last) {
        let removal = RemovedLines {
            line: line.to_owned(),
            count,
            is_after: true,
        };
        found.entry(at).or_insert(removal);
    }
    found
}

/// Returns the place of each changed line of a text: the number of lines before it that both texts have, and the number
/// of changed lines since then. Lines of both texts at one place replace each other.
fn places(numbers: &[usize]) -> impl Iterator<Item = ((usize, usize), usize)> {
    let mut last = (0, 0);
    numbers.iter().enumerate().map(move |(index, at)| {
        let shared = at - 1 - index;
        let run = if index > 0 && shared == last.0 {
            last.1 + 1
        } else {
            0
        };
        last = (shared, run);
        (last, *at)
    })
}

impl TextChange {
    fn new(old: &str, new: &str) -> Self {
        let change = line_diff(old, new);
        let texts = |text: &str, numbers: &[usize]| {
            let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else {
                return BTreeMap::new();
            };
            // A long text with a small change: only the lines from the first to the last change are visited.
            let ends = first
                .checked_sub(2)
                .map(|before| memchr::memchr_iter(b'\n', text.as_bytes()).nth(before));
            let start = ends.map_or(0, |end| end.map_or(text.len(), |end| end + 1));
            let mut numbers = numbers.iter().peekable();
            let numbered = (*first..=*last).zip(text[start..].lines());
            let wanted = numbered.filter(|(at, _)| numbers.next_if(|number| *number == at).is_some());
            wanted.map(|(at, line)| (at, line.to_owned())).collect()
        };
        let old_lines: FxHashMap<_, usize> = places(&change.removed).collect();
        let replaced = places(&change.added);
        let pairs = replaced.filter_map(|(place, new)| Some((*old_lines.get(&place)?, new)));
        Self {
            removed: texts(old, &change.removed),
            added: texts(new, &change.added),
            removals: removals(new, &change),
            first: change.first,
            pairs: pairs
                .flat_map(|(old, new)| [(('-', old), new), (('+', new), old)])
                .collect(),
        }
    }

    /// Returns the mark of a changed line of the new text (`+`) or the old one (`-`): a line that replaces no other one is
    /// added or removed, unless it moved.
    pub(crate) fn mark(&self, sign: char, at: usize) -> Mark {
        let (own, others, alone) = match sign {
            '-' => (&self.removed, &self.added, Mark::Deleted),
            _ => (&self.added, &self.removed, Mark::Added),
        };
        let is_moved = || {
            own.get(&at)
                .is_some_and(|line| others.values().any(|other| other == line))
        };
        match self.pairs.contains_key(&(sign, at)) || is_moved() {
            true => Mark::Changed,
            false => alone,
        }
    }

    /// Returns a sentence with the number of added, removed or moved lines, or `None` if the first changed line replaces
    /// another one.
    fn count(&self, field: Option<&Segment>) -> Option<String> {
        let count = self.added.len().max(self.removed.len());
        let is_moved = || {
            let sorted = |lines: &BTreeMap<usize, String>| {
                let mut lines: Vec<String> = lines.values().cloned().collect();
                lines.sort_unstable();
                lines
            };
            sorted(&self.added) == sorted(&self.removed)
        };
        // The panes have the numbers of the file, the explanation those of the text.
        let first = |lines: &BTreeMap<usize, String>| lines.keys().next().copied().unwrap_or(self.first);
        let (done, to, first) = match (self.added.is_empty(), self.removed.is_empty()) {
            (true, true) => return None,
            (false, true) => ("added", "to", first(&self.added)),
            (true, false) => ("removed", "from", first(&self.removed)),
            (false, false) if is_moved() => ("moved", "in", self.first),
            (false, false) => return self.count_mixed(field),
        };
        let name = name_of(field);
        Some(match count {
            1 if done != "moved" => format!("Line {first} of {name} is {done}."),
            1 => format!("1 line is moved in {name}."),
            _ => format!("{count} lines are {done} {to} {name}: the first is line {first}."),
        })
    }

    /// Returns a sentence about the only changed line with its number, because the panes have the numbers of the file.
    fn with_line(&self, sentence: &str, field: &Segment) -> Option<String> {
        let is_only = self.added.len() == 1 && self.removed.len() == 1 && !self.pairs.is_empty();
        let name = (is_only && matches!(field, Segment::Key(_))).then(|| name_of(Some(field)))?;
        let (before, after) = sentence.split_once(&name)?;
        let line = if before.is_empty() { "Line" } else { "line" };
        Some(format!("{before}{line} {} of {name}{after}", self.first))
    }

    /// Returns a sentence with the numbers of changed, added and removed lines, or `None` if the first changed line replaces
    /// another one.
    fn count_mixed(&self, field: Option<&Segment>) -> Option<String> {
        let changed = self.pairs.len() / 2;
        let first = |lines: &BTreeMap<usize, String>, sign| {
            let first = lines.keys().next();
            first.is_some_and(|at| *at == self.first && self.pairs.contains_key(&(sign, *at)))
        };
        if first(&self.added, '+') || first(&self.removed, '-') {
            return None;
        }
        let counts = [
            (changed, "changed"),
            (self.added.len() - changed, "added"),
            (self.removed.len() - changed, "removed"),
        ];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let counts = counts.map(|(count, what)| format!("{} {what}", count_of(count, "line")));
        let counts: Vec<String> = counts.collect();
        let (name, first) = (name_of(field), self.first);
        Some(format!("In {name}, from line {first} on: {}.", counts.join(", ")))
    }

    /// Returns the first line of the new text that is changed, or next to which lines were removed.
    pub(crate) fn first_shown(&self) -> usize {
        let firsts = self
            .added
            .keys()
            .next()
            .into_iter()
            .chain(self.removals.keys().next());
        firsts.min().copied().unwrap_or(self.first)
    }

    /// Returns `- old` and `+ new` lines with their numbers; a long change is cut.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.rows(usize::MAX)
    }

    /// Returns the lines for a narrow pane: a long line begins shortly before the part that differs.
    fn excerpts(&self) -> Vec<String> {
        self.rows(MAX_ALIKE)
    }

    /// Returns the old text that an added line replaces.
    pub(crate) fn before(&self, added: usize) -> Option<&str> {
        self.other(added, '+')
    }

    /// Returns the new text that replaces a removed line.
    pub(crate) fn after(&self, removed: usize) -> Option<&str> {
        self.other(removed, '-')
    }

    /// Returns the other text of a line that is replaced.
    fn other(&self, at: usize, sign: char) -> Option<&str> {
        let (own, others) = match sign {
            '-' => (&self.removed, &self.added),
            _ => (&self.added, &self.removed),
        };
        let other = others.get(self.pairs.get(&(sign, at))?);
        // A moved line is the same at both places.
        let other = other.filter(|other| own.get(&at) != Some(*other));
        other.map(String::as_str)
    }

    fn rows(&self, max_alike: usize) -> Vec<String> {
        let signed = |lines: &BTreeMap<usize, String>, sign| {
            let numbers: Vec<usize> = lines.keys().copied().collect();
            places(&numbers)
                .map(|(place, at)| (place, sign, at))
                .collect::<Vec<_>>()
        };
        let mut all = signed(&self.removed, '-');
        all.extend(signed(&self.added, '+'));
        // An old line is followed by the new line that replaces it.
        all.sort_by_key(|(place, sign, _)| (*place, *sign == '+'));
        let width = all.iter().map(|(.., at)| at.to_string().len()).max().unwrap_or(1);
        let more = all.len().saturating_sub(MAX_LISTED);
        all.truncate(MAX_LISTED);
        let shown = all.iter().filter_map(|(_, sign, at)| {
            let lines = if *sign == '-' { &self.removed } else { &self.added };
            let line = lines.get(at)?;
            Some(match self.other(*at, *sign) {
                Some(other) => format!("{at:>width$} {sign} {}", next_to(line, other, max_alike)),
                None => format!("{at:>width$} {sign} {line}"),
            })
        });
        let more = (more > 0).then(|| format!("… and {more} more lines"));
        shown.chain(more).collect()
    }
}

/// Returns the name of a text in a sentence.
fn name_of(field: Option<&Segment>) -> String {
    match field {
        Some(Segment::Key(key)) => format!("`{key}`"),
        _ => "the text".to_owned(),
    }
}

/// Returns the number of bytes at the start of a text that another text begins with, too.
pub(crate) fn shared_start(text: &str, other: &str) -> usize {
    let mut pairs = text.char_indices().zip(other.chars());
    let different = pairs.find(|((_, one), other)| one != other);
    different.map_or(text.len().min(other.len()), |((at, _), _)| at)
}

/// Returns the bytes in which two texts differ: those between what both begin with and what both end with.
pub(crate) fn difference(old: &str, new: &str) -> [Range<usize>; 2] {
    let start = shared_start(old, new);
    let [before, now] = [old, new].map(|text| text[start..].chars().rev());
    let alike = before.zip(now).take_while(|(one, other)| one == other);
    let end: usize = alike.map(|(one, _)| one.len_utf8()).sum();
    let [before, now] = [start..old.len() - end, start..new.len() - end];
    // Operations of a JSON patch begin with the same characters: an inserted one is shown from its brace on.
    let (bytes, is_insertion) = (new.as_bytes(), before.is_empty());
    let same = (1..=start).take_while(|by| is_insertion && bytes[start - by] == bytes[now.end - by]);
    let by = { same }.find(|by| bytes[start - by] == b'{').unwrap_or(0);
    [before.start - by..before.end - by, now.start - by..now.end - by]
}

/// Returns a line next to another one: from shortly before the difference if one of them is long and more than `max_alike`
/// characters are alike, and in quotes if only blanks at the end differ.
pub(crate) fn next_to(line: &str, other: &str, max_alike: usize) -> String {
    let alike = line
        .chars()
        .zip(other.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let is_long = [line, other]
        .into_iter()
        .any(|line| line.chars().nth(MAX_WHOLE).is_some());
    let shown = match is_long && alike > max_alike {
        true => format!(
            "…{}",
            line.chars().skip(alike - max_alike / 2).collect::<String>()
        ),
        false => line.to_owned(),
    };
    match line.trim_end() == other.trim_end() {
        true => double_quoted(&shown),
        false => shown,
    }
}

/// A string of several lines that a step changes.
pub(crate) struct ChangedText {
    /// The node of the old text.
    pub(crate) old: NodeRef,
    /// The node of the new text.
    pub(crate) new: NodeRef,
    /// The node of the result.
    pub(crate) at: ResultId,
    /// The changed lines.
    pub(crate) change: TextChange,
}

/// Returns the strings of several lines that a step changes: the value that it sets, or the items of a
/// list that is replaced, by their positions.
pub(crate) fn changed_texts(merge: &Merge, step: &Step) -> Vec<ChangedText> {
    let Some(new) = step.patch() else {
        return Vec::new();
    };
    let live = step.live().or_else(|| merge.tree.live_node(step.at));
    let live = live.map(NodeRef::live);
    match step.rule {
        Rule::ReplaceAtomicList | Rule::MergePatchList => {
            live.map_or_else(Vec::new, |old| changed_items(merge, step.at, old, new))
        }
        rule if rule.effect() == RuleEffect::Set => {
            let old = earlier(merge, step, new).or(live);
            let changed = old.and_then(|old| changed_text(merge, step.at, old, new));
            changed.into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the text of an earlier patch that a step changes. Most merges have one patch, so each value is set
/// once.
fn earlier(merge: &Merge, step: &Step, new: NodeRef) -> Option<NodeRef> {
    if merge.inputs.patches.len() == 1 {
        return None;
    }
    let steps = merge.steps.iter().take_while(|other| other.patch() != Some(new));
    let same = steps.filter(|other| other.at == step.at && other.rule.effect() == RuleEffect::Set);
    same.last().and_then(Step::patch)
}

/// Pairs the items of a list that replaces another list, by their positions.
fn changed_items(merge: &Merge, list: ResultId, old: NodeRef, new: NodeRef) -> Vec<ChangedText> {
    let tree = &merge.tree;
    let items = |source: NodeRef| {
        let document = tree.document(source).children(source.node);
        document.map(move |node| NodeRef { node, ..source })
    };
    let results = tree.all_children(list).map(|id| (tree.source(id), id));
    let results: FxHashMap<NodeRef, ResultId> = results.collect();
    let pairs = items(old).zip(items(new));
    let changed = pairs.filter_map(|(old, new)| changed_text(merge, *results.get(&new)?, old, new));
    changed.collect()
}

fn changed_text(merge: &Merge, at: ResultId, old: NodeRef, new: NodeRef) -> Option<ChangedText> {
    let texts = (text_of(merge, old)?, text_of(merge, new)?);
    let is_long = texts.0.contains('\n') || texts.1.contains('\n');
    (is_long && texts.0 != texts.1).then(|| ChangedText {
        old,
        new,
        at,
        change: TextChange::new(texts.0, texts.1),
    })
}

/// Returns the sentence of a step. Of a string of several lines that only gets or loses lines, it counts these lines,
/// because no line of the old text is changed to another one.
pub(crate) fn sentence(merge: &Merge, step: &Step) -> String {
    let texts = changed_texts(merge, step);
    let own = texts.first().filter(|text| text.at == step.at);
    let has_lines = |text: &&ChangedText| text_of(merge, text.old).is_some_and(|old| old.lines().count() > 1);
    let counted = own.and_then(|text| text.change.count(merge.step_path(step).0.last()));
    let sentence = || {
        let sentence = merge.sentence(step);
        let text = own.filter(has_lines);
        let line = text.and_then(|text| text.change.with_line(&sentence, merge.step_path(step).0.last()?));
        line.unwrap_or(sentence)
    };
    counted.unwrap_or_else(sentence)
}

/// Returns the changed lines of all strings that a step changes, as [`TextChange::lines`] does.
pub(crate) fn changed_lines(merge: &Merge, step: &Step) -> Vec<String> {
    let texts = changed_texts(merge, step);
    texts.iter().flat_map(|text| text.change.lines()).collect()
}

/// Returns the same for a narrow pane, as [`TextChange::excerpts`] does.
pub(crate) fn changed_excerpts(merge: &Merge, step: &Step) -> Vec<String> {
    if step.rule == Rule::ApplyConflict {
        return conflicting_excerpts(merge);
    }
    let texts = changed_texts(merge, step);
    texts.iter().flat_map(|text| text.change.excerpts()).collect()
}

/// Returns the first changed line of a string that another manager owns: the result has the old line.
fn conflicting_excerpts(merge: &Merge) -> Vec<String> {
    let conflicts = merge
        .steps
        .iter()
        .filter(|step| step.rule == Rule::ApplyFieldConflict);
    let conflicts: FxHashSet<ResultId> = conflicts.map(|step| step.at).collect();
    let mut sets = merge.steps.iter().filter(|step| conflicts.contains(&step.at));
    let text = sets.find_map(|step| changed_texts(merge, step).into_iter().next());
    let mut lines = text.map_or_else(Vec::new, |text| text.change.excerpts());
    lines.truncate(2);
    lines
}

fn text_of(merge: &Merge, source: NodeRef) -> Option<&str> {
    let document = merge.tree.documents().get(usize::from(source.document))?;
    string_at(document, source.node)
}

fn string_at(document: &crate::document::Document, node: NodeId) -> Option<&str> {
    document.value(node).as_str()
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

    #[test]
    fn moved_and_removed_lines_are_listed() {
        let lines: Vec<String> = (1..=200)
            .map(|at| format!("line {at} of the script: echo step-{at}"))
            .collect();
        let changed = |change: &dyn Fn(&mut Vec<String>)| {
            let mut new = lines.clone();
            change(&mut new);
            TextChange::new(&lines.join("\n"), &new.join("\n"))
        };
        let swapped = changed(&|lines| lines.swap(19, 20));
        let text = |at: usize| format!("line {at} of the script: echo step-{at}");
        for want in [swapped.lines(), swapped.excerpts()] {
            assert_eq!(want, [format!("20 - {}", text(20)), format!("21 + {}", text(20))]);
        }
        let moved = changed(&|lines| {
            let line = lines.remove(149);
            lines.insert(19, line);
        });
        let want = [format!(" 20 + {}", text(150)), format!("150 - {}", text(150))];
        assert_eq!((moved.lines(), moved.first), (want.to_vec(), 20));
        for (at, count, notes) in [
            (20, 1, (20, "1 line removed above", "1 removed")),
            (20, 2, (20, "2 lines removed above", "2 removed")),
            (200, 1, (199, "1 line removed below", "1 removed")),
        ] {
            let removed = changed(&|lines| drop(lines.drain(at - 1..at - 1 + count)));
            let found = removed
                .removals
                .iter()
                .map(|(at, removal)| (*at, removal.notes()));
            let want = (notes.0, (notes.1.to_owned(), notes.2.to_owned()));
            assert_eq!(found.collect::<Vec<_>>(), [want]);
        }
        assert!(changed(&|lines| lines[19].push('x')).removals.is_empty());
    }

    #[test]
    fn a_line_that_changes_after_a_removed_one_is_next_to_its_new_line() {
        let text = |at: usize| {
            format!("step_{at}() {{ echo a long line of the script with many options --at {at}; }}")
        };
        let lines: Vec<String> = (1..=200).map(text).collect();
        for (removed, added, change_at) in [
            (&[3][..], 0, 180),
            (&[3, 4, 90], 0, 180),
            (&[], 2, 180),
            (&[190], 0, 20),
        ] {
            let mut new = lines.clone();
            new[change_at - 1].push_str(" # changed");
            for at in removed.iter().rev() {
                new.remove(at - 1);
            }
            new.splice(0..0, (0..added).map(|at| format!("new {at}")));
            let change = TextChange::new(&lines.join("\n"), &new.join("\n"));
            let before = removed.iter().filter(|at| **at < change_at).count();
            let new_at = change_at + added - before;
            let own = change.excerpts();
            let at = own
                .iter()
                .position(|line| line.contains(&format!("{change_at} - ")))
                .unwrap();
            let cut: Vec<_> = own[at..at + 2].iter().map(|line| line.trim()).collect();
            let (old, new) = (format!("{change_at} - …"), format!("{new_at} + …"));
            assert!(
                cut[0].starts_with(&old) && cut[0].ends_with(&format!("{change_at}; }}")),
                "{own:?}"
            );
            assert!(
                cut[1].starts_with(&new) && cut[1].ends_with("# changed"),
                "{own:?}"
            );
        }
    }

    #[test]
    fn added_removed_and_moved_lines_are_counted() {
        let key = Segment::Key("run".to_owned());
        for (old, new, want) in [
            ("a\nb\n", "a\nx\nb\n", Some("Line 2 of `run` is added.")),
            (
                "a\nb\n",
                "x\na\nb\ny\n",
                Some("2 lines are added to `run`: the first is line 1."),
            ),
            ("a\nb\n", "b\n", Some("Line 1 of `run` is removed.")),
            (
                "a\nb\nc\n",
                "c\n",
                Some("2 lines are removed from `run`: the first is line 1."),
            ),
            ("a\nb\n", "b\na\n", Some("1 line is moved in `run`.")),
            (
                "a\nb\nc\nd\n",
                "b\nx\nd\ne\n",
                Some("In `run`, from line 1 on: 1 line changed, 1 line added, 1 line removed."),
            ),
            (
                "a\nb\nc\nd\n",
                "a\nx\nb\nc\n",
                Some("In `run`, from line 2 on: 1 line added, 1 line removed."),
            ),
            ("a\nb\nc\nd\n", "x\nb\nd\n", None),
            ("a\nb\n", "a\nx\n", None),
            ("a\nb\n", "x\n", None),
            ("a\nb\n", "a\nb", None),
        ] {
            let sentence = TextChange::new(old, new).count(Some(&key));
            assert_eq!(sentence.as_deref(), want, "{old:?} {new:?}");
        }
    }

    #[test]
    fn two_lines_that_differ_are_shown_differently() {
        let long = "x".repeat(149);
        let cut = format!("…{}", "x".repeat(12));
        for (old, new, want) in [
            (
                format!("{long}x\n"),
                format!("{long}y\n"),
                [format!("1 - {cut}x"), format!("1 + {cut}y")],
            ),
            (
                format!("a\n{long}x\n"),
                format!("a\n{long}\n"),
                [format!("2 - {cut}x"), format!("2 + {cut}")],
            ),
            // The key stays where there is room.
            (
                "server.option.143 = value-1001\n".into(),
                "server.option.143 = value-1002\n".into(),
                [
                    "1 - server.option.143 = value-1001".into(),
                    "1 + server.option.143 = value-1002".into(),
                ],
            ),
            (
                "a \nb\n".into(),
                "a\nb\n".into(),
                ["1 - \"a \"".into(), "1 + \"a\"".into()],
            ),
            (
                "a\t\n".into(),
                "a\n".into(),
                ["1 - \"a\\t\"".into(), "1 + \"a\"".into()],
            ),
            (
                format!("{long}\n"),
                format!("{long}  \n"),
                [format!("1 - \"{cut}\""), format!("1 + \"{cut}  \"")],
            ),
        ] {
            assert_eq!(TextChange::new(&old, &new).excerpts(), want);
        }
        let whole = TextChange::new(&format!("{long}x\n"), &format!("{long}y\n"));
        assert_eq!(whole.lines(), [format!("1 - {long}x"), format!("1 + {long}y")]);
    }
}
