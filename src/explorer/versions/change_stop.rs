//! The changes of a save, as places to go to.

use std::ops::Range;

use crate::document::words::count_of;
use crate::document::{LineIndex, NodeId, Path};
use crate::explorer::inputs::input_id::{InputId, PatchId};
use crate::explorer::panes::focus::Pane;
use crate::merge::{Merge, ResultId};
use crate::report::line_hunks::{HunkKind, LineHunk, line_hunks};
use crate::report::text_change::{difference, shared_start};

/// The maximum number of lines of the old text that are shown.
const MAX_OLD_LINES: usize = 8;

/// The maximum number of characters of a line of the old text in the status line.
const MAX_QUOTED: usize = 40;

/// Maximum number of characters of an inserted text.
const MAX_INSERTED: usize = 56;

/// A text before a save. Its lines are indexed, because each change quotes some.
pub(super) struct OldText {
    pub(super) text: String,
    lines: LineIndex,
}

impl OldText {
    pub(super) fn new(text: String) -> Self {
        Self {
            lines: LineIndex::new(&text),
            text,
        }
    }

    /// Returns lines, from 0.
    fn lines(&self, range: &Range<usize>) -> impl Iterator<Item = &str> {
        let start = self
            .lines
            .start(range.start)
            .map_or(self.text.len(), |at| at as usize);
        let lines = self.text.get(start..).unwrap_or_default().lines();
        lines.take(range.len())
    }
}

/// A change of a save.
#[derive(Clone, Debug)]
pub(crate) struct ChangeStop {
    pub(super) pane: Pane,
    /// The patch, if the change is in one.
    pub(super) patch: PatchId,
    /// The rows of the input, or the lines of the result.
    pub(super) hunk: LineHunk,
    /// The first lines of the old text, unless it is too large to hide Secret values in it.
    pub(super) old: Vec<String>,
    /// The node of the new value, if the old one is not a whole line.
    pub(super) value: Option<NodeId>,
    /// What removed lines of a patch changed in the result, and the change.
    pub(super) in_result: Option<LineHunk>,
    /// The lines of the result that show the change.
    pub(super) shown: Option<Range<usize>>,
    /// The item of the result that is elsewhere in its list.
    pub(super) moved: Option<MovedStop>,
    /// Whether the result owes nothing to the place, or only kubectl's last-applied annotation, which follows the others.
    pub(super) is_minor: bool,
    /// The inputs that were replaced by others. There is no place then.
    pub(super) replaced: Vec<InputId>,
    /// The file of an apply or a policy; the hunk has its lines.
    pub(super) file: Option<ChangedFile>,
}

/// The file of a change.
#[derive(Clone, Debug)]
pub(super) struct ChangedFile {
    pub(super) input: InputId,
    /// The number of its lines.
    pub(super) rows: usize,
    /// The first changed line.
    pub(super) line: String,
    /// The paths of the changed lines of a manifest.
    pub(super) paths: Vec<Path>,
    /// The number of lines of a text of a manifest before the first changed line, and the path of the text.
    pub(super) in_text: Option<(Path, usize)>,
}

/// An item of the result that is elsewhere in its list because of a save.
#[derive(Clone, Debug)]
pub(super) struct MovedStop {
    pub(super) list: (ResultId, Path),
    pub(super) item: (ResultId, Path),
    /// The position before and after the save, from 0.
    pub(super) positions: [usize; 2],
}

impl MovedStop {
    /// Returns whether a merge has the item: the semantics can be others now.
    pub(super) fn is_in(&self, merge: &Merge) -> bool {
        [&self.list, &self.item]
            .into_iter()
            .all(|(id, path)| id.index() < merge.tree.node_count() && merge.path(*id) == *path)
    }
}

impl ChangeStop {
    /// Returns whether the place is where lines were removed, so that the line there is unchanged.
    pub(super) fn is_removal(&self) -> bool {
        self.hunk.kind == HunkKind::Removed && self.changed_result().is_none()
    }

    /// Returns the changed lines of the result if the place is there, because only lines of a patch were removed.
    pub(super) fn changed_result(&self) -> Option<&Range<usize>> {
        let lines = self.in_result.as_ref().map(|hunk| &hunk.new);
        lines.filter(|lines| !lines.is_empty())
    }

    /// Returns what was inserted into a long line of an input, if all of its old text is still there.
    fn inserted(&self, line: Option<&str>) -> Option<String> {
        let ([old], Some(line)) = (&self.old[..], line) else {
            return None;
        };
        let [old, line] = [old.trim(), line.trim()];
        let [before, now] = difference(old, line);
        // A few characters alone say less than the old text.
        let is_insertion = before.is_empty() && now.len() > MAX_QUOTED / 4 && line.len() > MAX_QUOTED;
        is_insertion.then(|| format!("added {}", quote_ends(&line[now])))
    }

    /// Returns the place and what is different there. `before` is the number of lines of the file before the first row,
    /// `line` the text of the first row now.
    pub(super) fn words(&self, name: &str, before: isize, rows: usize, line: Option<&str>) -> String {
        let hunk = &self.hunk;
        let [old, new] = [hunk.old.len(), hunk.new.len()];
        let number = |row: usize| row.saturating_add_signed(before) + 1;
        let place = format!("{name}:{}", number(hunk.new.start));
        if let (Some(moved), Pane::Result) = (&self.moved, self.pane) {
            let [old, new] = moved.positions.map(|position| position + 1);
            return match old == new {
                true => format!("{place}, item moved"),
                false => format!("{place}, item moved {old} → {new}"),
            };
        }
        let quoted = self.old.iter().find(|line| !line.trim().is_empty());
        let other = line.filter(|_| (old, new) == (1, 1)).unwrap_or_default();
        let quoted = quoted.map(|line| quote(line.trim(), other.trim()));
        let with_text = |words: String| match (&quoted, old) {
            (None, _) => words,
            (Some(line), 1) => format!("{words}: {line}"),
            (Some(line), _) => format!("{words}: {line}, …"),
        };
        match hunk.kind {
            HunkKind::Changed if (old, new) == (1, 1) => {
                match self.inserted(line).or(quoted.map(|old| format!("was {old}"))) {
                    Some(words) => format!("{place}, {words}"),
                    None => format!("{place}, changed"),
                }
            }
            HunkKind::Changed => with_text(format!("{place}, {} instead of {old}", count_of(new, "line"))),
            HunkKind::Spaces => format!("{place}, {} with other spaces", count_of(new, "line")),
            HunkKind::Added => format!("{place}, {} added", count_of(new, "line")),
            HunkKind::Removed if hunk.new.start >= rows => {
                let last = number(rows.saturating_sub(1));
                with_text(format!("{} removed after {name}:{last}", count_of(old, "line")))
            }
            HunkKind::Removed => with_text(format!("{} removed before {place}", count_of(old, "line"))),
            HunkKind::Moved => {
                let from = number(hunk.old.start);
                format!("{place}, {} moved from line {from}", count_of(old, "line"))
            }
            HunkKind::Swapped => {
                let middle = hunk.new.start + old;
                let lines = |first: usize| match old {
                    1 => number(first).to_string(),
                    _ => format!("{}–{}", number(first), number(first + old - 1)),
                };
                format!(
                    "{place}, lines {} and {} swapped",
                    lines(hunk.new.start),
                    lines(middle)
                )
            }
        }
    }
}

/// Returns a text between backquotes, without its middle if it is long.
fn quote_ends(text: &str) -> String {
    let length = text.chars().count();
    if length <= MAX_INSERTED {
        return format!("`{text}`");
    }
    let start: String = text.chars().take(MAX_INSERTED / 2).collect();
    let end: String = text.chars().skip(length - MAX_INSERTED / 2).collect();
    format!("`{start}…{end}`")
}

/// Returns a line between backquotes. A long one is cut around what differs from another line, after its key.
fn quote(line: &str, other: &str) -> String {
    let length = line.chars().count();
    if length <= MAX_QUOTED {
        return format!("`{line}`");
    }
    let key = line
        .split_once(": ")
        .map_or("", |(key, _)| &line[..key.len() + 2]);
    let key = if key.len() > MAX_QUOTED / 2 { "" } else { key };
    let alike = line[..shared_start(line, other)].chars().count();
    let room = MAX_QUOTED - key.chars().count();
    let from = alike.saturating_sub(room / 2).min(length - room);
    if from <= key.chars().count() || alike < room {
        let start: String = line.chars().take(MAX_QUOTED).collect();
        return format!("`{start}…`");
    }
    let part: String = line.chars().skip(from).take(room).collect();
    let more = if from + room < length { "…" } else { "" };
    format!("`{key}…{part}{more}`")
}

/// Returns the stop at a change of an input, or of the result if there is none. `old` is the old text, if it can be
/// shown.
pub(super) fn stop_at(input: Option<InputId>, hunk: &LineHunk, old: Option<&OldText>) -> ChangeStop {
    let (pane, patch) = match input {
        Some(InputId::Patch(patch)) => (Pane::Patch, patch),
        Some(_) => (Pane::Live, PatchId::default()),
        None => (Pane::Result, PatchId::default()),
    };
    let lines = old.into_iter().flat_map(|old| old.lines(&hunk.old));
    let lines = lines.take(MAX_OLD_LINES);
    ChangeStop {
        pane,
        patch,
        hunk: hunk.clone(),
        old: lines.map(str::to_owned).collect(),
        value: None,
        in_result: None,
        shown: None,
        moved: None,
        is_minor: false,
        replaced: Vec::new(),
        file: None,
    }
}

/// Returns the stop after inputs were replaced.
pub(super) fn stop_at_replaced(replaced: Vec<InputId>) -> ChangeStop {
    let hunk = LineHunk {
        kind: HunkKind::Changed,
        old: 0..0,
        new: 0..0,
    };
    ChangeStop {
        replaced,
        ..stop_at(None, &hunk, None)
    }
}

/// Returns the changes of an input that is too large to be merged again. Its old text may contain Secret values.
pub(super) fn changes_of_text(input: InputId, old: &str, new: &str) -> (Vec<LineHunk>, Vec<ChangeStop>) {
    let hunks = line_hunks(old, new);
    let stops = hunks.iter().map(|hunk| stop_at(Some(input), hunk, None));
    let stops = stops.collect();
    (hunks, stops)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_has_the_first_old_lines() {
        let old = OldText::new("a\r\nb\n\nd".to_owned());
        for (lines, want) in [
            (0..1, vec!["a"]),
            (1..4, vec!["b", "", "d"]),
            (3..9, vec!["d"]),
            (2..2, vec![]),
            (4..4, vec![]),
        ] {
            let hunk = LineHunk {
                kind: HunkKind::Changed,
                old: lines,
                new: 0..0,
            };
            assert_eq!(stop_at(None, &hunk, Some(&old)).old, want, "{hunk:?}");
        }
    }

    #[test]
    fn a_long_line_is_cut_around_what_differs() {
        let url = "value: postgres://$(DB_USER):$(DB_PASSWORD)@$(DB_HOST)/checkout?pool=$(DB_POOL)";
        let path = "path: /spec/template/spec/containers/0/env/3";
        for (line, other, want) in [
            ("replicas: 3", "replicas: 4", "`replicas: 3`"),
            (url, &url.replace("POOL", "POOLS"), "?pool=$(DB_POOL)`"),
            (url, &url.replace("USER", "NAME"), "`value: postgres://$(DB_USER"),
            (url, &url.replace("HOST", "SOCKET"), "(DB_HOST)"),
            (path, &path.replace("/3", "/30"), "/containers/0/env/3`"),
        ] {
            let quoted = quote(line, other);
            assert!(quoted.contains(want), "{quoted} {want}");
            assert!(quoted.starts_with(&line[..5].replacen("", "`", 1)), "{quoted}");
            assert!(quoted.chars().count() <= MAX_QUOTED + 4, "{quoted}");
        }
    }
}
