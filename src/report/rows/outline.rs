//! Formats a result tree as rows of YAML in the style of Kubernetes: items not indented below their key, the
//! first key of an item on the line of its dash. Deleted nodes have placeholder rows. Visits only the
//! requested rows.

use rustc_hash::FxHashMap;

use super::heights::{Heights, is_bare, is_shown_in_order, shown_children};
use crate::document::write::EntryHead;
use crate::document::{Tree, ValueKind, write};
use crate::merge::{Presence, ResultId, ResultTree};

/// An item whose dash is on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ItemDash {
    /// The item.
    pub item: ResultId,
    /// The number of present items before it.
    pub position: usize,
}

/// A row of a result tree.
#[derive(Clone, Debug)]
pub(crate) struct OutlineEntry {
    /// The node of the row; the innermost if an item shares the line with its first key.
    pub id: ResultId,
    /// 0 is the first line, others are the further lines of a block scalar.
    pub part: usize,
    /// The line in the printed result, from 1; `None` for placeholder rows.
    pub number: Option<usize>,
    /// The width before the text of the node in cells, including dashes.
    pub indent: usize,
    /// The items that start on this row, the outermost first.
    pub dashes: Vec<ItemDash>,
    /// Whether the node is no longer part of the result.
    pub is_placeholder: bool,
}

impl OutlineEntry {
    /// Returns the text of the row with indentation and dashes, not escaped. Rows in sequence share `cursor`.
    pub(crate) fn text(&self, tree: &ResultTree, heights: &Heights, cursor: &mut BlockCursor) -> String {
        if self.part > 0 {
            return self.further_line(tree, heights, cursor);
        }
        let dashes = self.dashes.len() * 2;
        let mut text = " ".repeat(self.indent.saturating_sub(dashes));
        text.push_str(&"- ".repeat(self.dashes.len()));
        let is_nameless =
            self.is_placeholder && !tree.kind(self.id).is_scalar() && tree.key(self.id).is_none();
        if is_nameless && !self.is_empty(tree, heights) {
            text.push_str(&placeholder_name(tree, self.id));
        } else {
            let block = self.block(tree, heights);
            let first = block.map(|block| write::block_head(tree.key(self.id), block));
            text.push_str(&first.unwrap_or_else(|| self.head(tree, heights).text));
        }
        text
    }

    /// Returns the text of a row after the first one of its node.
    fn further_line(&self, tree: &ResultTree, heights: &Heights, cursor: &mut BlockCursor) -> String {
        let indented = |indent: usize, line: &str| match line {
            "" => String::new(),
            line => format!("{:indent$}{line}", ""),
        };
        match self.block(tree, heights) {
            Some(block) => {
                let below_key = if tree.key(self.id).is_some() { 2 } else { 0 };
                indented(self.indent + below_key, cursor.line(self.id, self.part, block))
            }
            None => {
                let head = self.head(tree, heights);
                indented(self.indent, head.more.get(self.part - 1).map_or("", |line| line))
            }
        }
    }

    /// Returns the text of a block string. The heights know that it is one, so its style is not determined
    /// again.
    fn block<'s>(&self, tree: &'s ResultTree, heights: &Heights) -> Option<&'s str> {
        let has_lines = heights.own_rows(tree, self.id) > 1 && write::is_short_key(tree.key(self.id));
        tree.value(self.id).as_str().filter(|_| has_lines)
    }

    /// Returns whether no descendant of the node is written.
    fn is_empty(&self, tree: &ResultTree, heights: &Heights) -> bool {
        // The placeholder row of a list or map has only its name, because its children are deleted, too.
        let has_placeholders = || self.is_placeholder && tree.all_children(self.id).next().is_some();
        heights.present(self.id) == 0 && !has_placeholders()
    }

    /// Returns the lines of the node without indentation.
    fn head(&self, tree: &ResultTree, heights: &Heights) -> EntryHead {
        let empty = self.is_empty(tree, heights);
        write::head(tree.key(self.id), tree.value(self.id), empty)
    }
}

/// The line of a block string that was written last. From there on the next rows find their lines, so that
/// each row costs its own length and not that of the block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BlockCursor {
    /// The node, the row of the node, and the start of its line in bytes.
    last: Option<(ResultId, usize, usize)>,
}

impl BlockCursor {
    /// Returns the line on row `part` of a node, from 1.
    fn line<'t>(&mut self, id: ResultId, part: usize, text: &'t str) -> &'t str {
        let known = self.last.filter(|(node, row, _)| *node == id && *row <= part);
        let (row, start) = known.map_or((1, 0), |(_, row, start)| (row, start));
        let rest = text.get(start..).unwrap_or_default();
        let skipped = match part - row {
            0 => Some(0),
            lines => memchr::memchr_iter(b'\n', rest.as_bytes())
                .nth(lines - 1)
                .map(|end| end + 1),
        };
        let Some(rest) = skipped.and_then(|skipped| rest.get(skipped..)) else {
            return "";
        };
        self.last = Some((id, part, text.len() - rest.len()));
        let end = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        &rest[..end]
    }
}

/// Returns the label of a deleted item: its first scalar field.
fn placeholder_name(tree: &ResultTree, id: ResultId) -> String {
    let scalars = || {
        tree.all_children(id)
            .filter(|child| tree.kind(*child).is_scalar())
    };
    let named = scalars().find(|child| tree.key(*child) == Some("name"));
    match named.or_else(|| scalars().next()) {
        Some(child) => write::head(tree.key(child), tree.value(child), false).text,
        None => match tree.kind(id) {
            ValueKind::List => "[…]".to_owned(),
            _ => "{…}".to_owned(),
        },
    }
}

struct OutlineFrame<'s> {
    children: Box<dyn Iterator<Item = ResultId> + 's>,
    indent: usize,
    list: bool,
    dashes: Vec<ItemDash>,
    position: usize,
}

/// Returns the rows `from..from + count` of a tree.
pub(crate) fn rows(tree: &ResultTree, heights: &Heights, from: usize, count: usize) -> Vec<OutlineEntry> {
    let mut out = Vec::with_capacity(count.min(1024));
    let (mut skip, mut number) = (from, 0);
    let top = OutlineFrame {
        children: Box::new(std::iter::once(tree.top())),
        indent: 0,
        list: false,
        dashes: Vec::new(),
        position: 0,
    };
    let mut stack = vec![top];
    while out.len() < count {
        let Some(frame) = stack.last_mut() else { break };
        let Some(id) = frame.children.next() else {
            stack.pop();
            continue;
        };
        let state = tree.state(id);
        let (rows, lines) = heights.shown(id);
        if rows == 0 {
            continue;
        }
        let position = frame.position;
        let mut dashes = Vec::new();
        if state == Presence::Present {
            frame.position += 1;
            dashes = std::mem::take(&mut frame.dashes);
        }
        if rows as usize <= skip {
            skip -= rows as usize;
            number += lines as usize;
            continue;
        }
        let mut indent = frame.indent;
        if frame.list {
            dashes.push(ItemDash { item: id, position });
            indent += 2;
        }
        let is_placeholder = state == Presence::Removed;
        let own = if is_placeholder {
            1
        } else {
            heights.own_rows(tree, id) as usize
        };
        for part in skip.min(own)..own.min(skip.saturating_add(count - out.len())) {
            out.push(OutlineEntry {
                id,
                part,
                number: (!is_placeholder).then_some(number + part + 1),
                indent,
                dashes: if part == 0 { dashes.clone() } else { Vec::new() },
                is_placeholder,
            });
        }
        skip = skip.saturating_sub(own);
        if is_placeholder {
            continue;
        }
        number += own;
        let kind = tree.kind(id);
        if rows as usize > own && !kind.is_scalar() {
            let bare = is_bare(tree, id);
            let in_order = is_shown_in_order(tree, id);
            let stop = heights.stop_before(tree, id, skip).filter(|_| in_order);
            let children = match stop {
                Some(stop) => {
                    skip -= stop.rows as usize;
                    number += stop.lines as usize;
                    Box::new(tree.siblings_from(stop.child))
                }
                None => shown_children(tree, id),
            };
            stack.push(OutlineFrame {
                children,
                indent: if bare || kind == ValueKind::List {
                    indent
                } else {
                    indent + 2
                },
                list: kind == ValueKind::List,
                dashes: if own == 0 { dashes } else { Vec::new() },
                position: stop.map_or(0, |stop| stop.present as usize),
            });
        }
    }
    out
}

/// Returns the first row of a node, and whether it is its own row; a hidden node has the nearest row before
/// it.
pub(crate) fn row_of(tree: &ResultTree, heights: &Heights, id: ResultId) -> (usize, bool) {
    let mut chain: Vec<ResultId> = tree.ancestors(id).collect();
    chain.reverse();
    let mut row = 0;
    for pair in chain.windows(2) {
        let (parent, child) = (pair[0], pair[1]);
        if tree.state(parent) == Presence::Removed || heights.shown(child).0 == 0 {
            return (row, false);
        }
        let mut before = heights.own_rows(tree, parent) as usize;
        let mut found = false;
        for sibling in shown_children(tree, parent) {
            if sibling == child {
                found = true;
                break;
            }
            before += heights.shown(sibling).0 as usize;
        }
        if !found {
            return (row, false);
        }
        row += before;
    }
    (row, true)
}

/// Returns the row of line `line` (from 1) of the printed result.
pub(crate) fn row_of_line(tree: &ResultTree, heights: &Heights, line: usize) -> usize {
    let (mut at, mut row, mut left) = (tree.top(), 0, line.saturating_sub(1));
    'down: loop {
        let own = heights.own_rows(tree, at) as usize;
        if left < own {
            return row + left;
        }
        (row, left) = (row + own, left - own);
        for child in shown_children(tree, at) {
            let (rows, lines) = heights.shown(child);
            if left < lines as usize {
                at = child;
                continue 'down;
            }
            (row, left) = (row + rows as usize, left - lines as usize);
        }
        return row;
    }
}

/// Returns the rows of all lines of the printed result, as [`row_of_line`] does for one, and those of all shown items, as
/// [`row_of`] does.
pub(crate) fn rows_of_lines_and_items(
    tree: &ResultTree,
    heights: &Heights,
) -> (Vec<usize>, FxHashMap<ResultId, usize>) {
    let (mut of_lines, mut of_items) = (Vec::new(), FxHashMap::default());
    for (row, entry) in rows(tree, heights, 0, usize::MAX).into_iter().enumerate() {
        of_lines.extend(entry.number.map(|_| row));
        of_items.extend(entry.dashes.iter().map(|dash| (dash.item, row)));
    }
    (of_lines, of_items)
}

/// Returns the innermost node of the row with number `row`; `None` after the last row.
pub(crate) fn node_at(tree: &ResultTree, heights: &Heights, row: usize) -> Option<ResultId> {
    rows(tree, heights, row, 1).first().map(|entry| entry.id)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::sync::Arc;

    use super::*;
    use crate::document::{read, read_live};
    use crate::explorer::merged::MergedView;
    use crate::merge::{Inputs, Semantics, merge};
    use crate::schema::Schema;

    /// Steps that delete, change, add and reorder in a list that is long enough for checkpoints.
    fn session() -> MergedView {
        let mut live =
            "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: web\n    env:\n".to_owned();
        let mut order = "spec:\n  containers:\n  - name: web\n    $setElementOrder/env:\n".to_owned();
        let mut patch = "    env:\n".to_owned();
        for at in 0..900 {
            let lines = if at % 7 == 0 {
                "|\n        a\n        b"
            } else {
                "a"
            };
            let _ = write!(live, "    - name: v{at}\n      value: {lines}\n");
        }
        for at in (0..900).rev().step_by(100) {
            let _ = writeln!(order, "    - name: v{at}");
            let change = match at % 300 {
                99 => "$patch: delete",
                _ => "value: |\n        c\n        d\n        e",
            };
            let _ = write!(patch, "    - name: v{at}\n      {change}\n");
        }
        order.push_str("    - name: new\n");
        patch.push_str("    - name: new\n      value: x\n");
        let inputs = Inputs {
            live: Arc::new(read_live("live", live.into_bytes()).unwrap()),
            patches: vec![Arc::new(read("patch", (order + &patch).into_bytes()).unwrap())],
            schema: Arc::new(Schema::builtin()),
            semantics: Semantics::PROPOSAL,
        };
        MergedView::new(merge(inputs, true))
    }

    #[test]
    fn rows_from_the_middle_of_a_long_list_are_those_from_its_beginning() {
        let mut session = session();
        let end = session.len();
        assert!(end > 10 && session.merge().rejection().is_none());
        for position in [end, 0, 1, end / 2, end - 1, end, end - 2] {
            session.seek(position);
            let (tree, heights) = (&session.merge().tree, session.heights());
            let texts = |from, count| -> Vec<String> {
                let rows = rows(tree, heights, from, count);
                rows.iter().map(|row| format!("{row:?}")).collect()
            };
            let all = texts(0, usize::MAX);
            assert_eq!(all.len(), heights.rows(tree));
            let (of_lines, of_items) = rows_of_lines_and_items(tree, heights);
            assert!(of_items.len() > 900);
            for (item, row) in of_items {
                assert_eq!((row, true), row_of(tree, heights, item), "{position} {item:?}");
            }
            for line in (0..of_lines.len()).step_by(13) {
                assert_eq!(
                    row_of_line(tree, heights, line + 1),
                    of_lines[line],
                    "{position} {line}"
                );
            }
            for from in (0..all.len()).step_by(97) {
                assert_eq!(
                    texts(from, 5),
                    all[from..(from + 5).min(all.len())],
                    "{position} {from}"
                );
            }
        }
    }
}
