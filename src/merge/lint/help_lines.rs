//! The patch lines that fix a finding: the path from the top, then the fix.

use crate::document::write::head;
use crate::document::{Document, NodeId, Tree, Value, ValueKind};
use crate::merge::result_tree::node_id::ResultId;
use crate::merge::rule::Rule;
use crate::merge::semantics::PatchType;
use crate::merge::step::Step;
use crate::merge::trace::Merge;
use crate::schema::{Strategy, TypePosition};

/// The maximum length of a live list that is searched for an item. Each item of the patch can need a search.
const MAX_SEARCHED_ITEMS: usize = 256;

/// The maximum number of lines. Longer fixes are described in words.
pub(crate) const MAX_HELP_LINES: usize = 24;

/// A step of a path: a key of a map, or an item of a list by its merge key.
pub(crate) enum PathDown {
    Key(ResultId),
    Item { key: String, value: ResultId },
}

/// Returns a patch that removes the cause of a warning, as YAML lines to add to the patch. Empty if there is
/// no short one.
pub(crate) fn fix_lines(merge: &Merge, step: &Step) -> Vec<String> {
    HelpWriter { merge }.write(step)
}

/// Writes the help lines for one merge.
pub(crate) struct HelpWriter<'m> {
    pub(crate) merge: &'m Merge,
}

impl HelpWriter<'_> {
    fn write(&self, step: &Step) -> Vec<String> {
        let leaf = match step.rule {
            Rule::Leftover => Some(vec![": null".to_owned()]),
            Rule::ChangedKeyAddsItem => Some(vec!["$patch: delete".to_owned()]),
            _ => None,
        };
        let lines = match (leaf, step.rule) {
            (Some(leaf), _) => self.lines_to(step.at, leaf),
            (None, Rule::DuplicateLiveItems) => self.delete_and_add(step.at, true),
            (None, Rule::DeleteSeveral) => self.delete_and_add(step.at, false),
            (None, Rule::ReplacesWholeList) => {
                return self.replaced_item(step).unwrap_or_default();
            }
            _ => None,
        };
        lines.unwrap_or_default()
    }

    /// Returns the path of a node, or `None` if it contains a list that is replaced.
    fn path_to(&self, id: ResultId) -> Option<Vec<PathDown>> {
        let chain: Vec<ResultId> = self.merge.tree.ancestors(id).collect();
        let schema = &self.merge.inputs.schema;
        let mut type_position: TypePosition = self.merge.top_type()?;
        let mut merge_key: Option<String> = None;
        let mut path = Vec::new();
        for id in chain.into_iter().rev().skip(1) {
            if let Some(key) = self.merge.tree.key(id) {
                let field = schema.peek(type_position, key)?;
                let merges = field.strategy == Strategy::Merge;
                merge_key = field.merge_key.filter(|_| merges).map(str::to_owned);
                type_position = field.type_position;
                path.push(PathDown::Key(id));
            } else {
                // Only a strategic merge patch identifies items by a key.
                let is_strategic = self.merge.patch_type() == PatchType::Strategic;
                let key = merge_key.take().filter(|_| is_strategic)?;
                let value = self
                    .merge
                    .tree
                    .all_children(id)
                    .find(|child| self.merge.tree.key(*child) == Some(&key))?;
                type_position = schema.item(type_position);
                path.push(PathDown::Item { key, value });
            }
        }
        Some(path)
    }

    /// Formats an entry as YAML.
    fn entry_text(&self, id: ResultId) -> String {
        head(self.merge.tree.key(id), self.merge.tree.value(id), true).text
    }

    /// Returns the path as lines, and the indentation of the next line. Repeats an order of the patch that
    /// does not list an item of the path, with that item.
    fn path_lines(&self, path: &[PathDown]) -> (Vec<String>, usize) {
        let mut lines = Vec::new();
        let mut indent = 0;
        for (at, down) in path.iter().enumerate() {
            match down {
                PathDown::Key(id) => {
                    if let Some(PathDown::Item { value, .. }) = path.get(at + 1) {
                        self.order_lines(&path[..=at], *value, indent, &mut lines);
                    }
                    lines.push(format!(
                        "{}{}",
                        " ".repeat(indent),
                        head(self.merge.tree.key(*id), Value::Map, false).text
                    ));
                    indent += 2;
                }
                PathDown::Item { value, .. } => {
                    lines.push(format!("{}- {}", " ".repeat(indent), self.entry_text(*value)));
                    indent += 2;
                }
            }
        }
        (lines, indent)
    }

    /// Writes the order of a list of the patch, with an item that it does not list.
    fn order_lines(&self, to_list: &[PathDown], key: ResultId, indent: usize, lines: &mut Vec<String>) {
        let Some((PathDown::Key(list), to_map)) = to_list.split_last() else {
            return;
        };
        let tree = &self.merge.tree;
        let name = tree.key(*list).unwrap_or_default();
        let directive = format!("$setElementOrder/{name}");
        for patch in &self.merge.inputs.patches {
            let maps = self.nodes_at_path(patch, to_map);
            let orders = maps.into_iter().filter_map(|map| patch.get(map, &directive));
            for order in orders.filter(|order| patch.len(*order) < MAX_HELP_LINES / 2) {
                let key_name = tree.key(key).unwrap_or_default();
                let wanted = tree.value(key);
                let mut values: Vec<Value<'_>> = patch
                    .children(order)
                    .filter_map(|entry| Some(patch.value(patch.get(entry, key_name)?)))
                    .collect();
                if values.contains(&wanted) {
                    continue;
                }
                values.push(wanted);
                let pad = " ".repeat(indent);
                lines.push(format!(
                    "{pad}{}",
                    head(Some(&directive), Value::List, false).text
                ));
                for value in values {
                    lines.push(format!("{pad}- {}", head(Some(key_name), value, true).text));
                }
                return;
            }
        }
    }

    fn lines_to(&self, id: ResultId, leaf: Vec<String>) -> Option<Vec<String>> {
        let path = self.path_to(id)?;
        let (mut lines, indent) = self.path_lines(&path);
        match leaf.first().and_then(|leaf| leaf.strip_prefix(':')) {
            Some(value) => {
                let last = lines.pop()?;
                lines.push(format!("{}:{value}", last.strip_suffix(':')?));
            }
            None => lines.extend(
                leaf.into_iter()
                    .map(|line| format!("{}{line}", " ".repeat(indent))),
            ),
        }
        Some(lines)
    }

    /// Returns the lines that delete all items with a key and add one of them again; for duplicates
    /// (`joined`), the combined item.
    fn delete_and_add(&self, item: ResultId, joined: bool) -> Option<Vec<String>> {
        let path = self.path_to(item)?;
        let Some(PathDown::Item { key, value }) = path.last() else {
            return None;
        };
        let (mut lines, indent) = self.path_lines(&path);
        let pad = " ".repeat(indent);
        lines.push(format!("{pad}$patch: delete"));
        lines.push(format!("{}- {}", " ".repeat(indent - 2), self.entry_text(*value)));
        if joined {
            let one = self.combined_item_lines(item, &path)?;
            lines.extend(one.into_iter().map(|line| format!("{pad}{line}")));
            return (lines.len() <= MAX_HELP_LINES).then_some(lines);
        }
        for id in self.merge.tree.all_children(item) {
            if self.merge.tree.key(id) != Some(key) {
                self.entry_lines(&self.merge.tree, id, indent, &mut lines)?;
            }
        }
        Some(lines)
    }

    /// Writes a complete entry. `None` if it is too long.
    pub(crate) fn entry_lines<T: Tree>(
        &self,
        tree: &T,
        id: T::Id,
        indent: usize,
        lines: &mut Vec<String>,
    ) -> Option<()> {
        let mut todo = vec![(id, indent, false)];
        while let Some((id, indent, is_item)) = todo.pop() {
            let children: Vec<T::Id> = tree.children(id).collect();
            let dash = if is_item { "- " } else { "" };
            if tree.key(id).is_none() && tree.kind(id) == ValueKind::Map && !children.is_empty() {
                // The dash is before the first field.
                let fields = children.into_iter().enumerate().rev();
                todo.extend(fields.map(|(type_position, child)| match type_position {
                    0 => (child, indent, true),
                    _ => (child, indent + 2, false),
                }));
                continue;
            }
            let head = head(tree.key(id), tree.value(id), children.is_empty());
            lines.push(format!("{}{dash}{}", " ".repeat(indent), head.text));
            let indent = match is_item && tree.key(id).is_some() {
                true => indent + 2,
                false => indent,
            };
            lines.extend(
                head.more
                    .into_iter()
                    .map(|line| format!("{}{line}", " ".repeat(indent + 2))),
            );
            if lines.len() > MAX_HELP_LINES || tree.key(id).is_none() && !children.is_empty() {
                return None;
            }
            let is_list = tree.kind(id) == ValueKind::List;
            todo.extend(
                children
                    .into_iter()
                    .rev()
                    .map(|child| (child, indent + 2, is_list)),
            );
        }
        Some(())
    }

    /// Returns the order next to the list of a patch item, with an entry for the item. `None` if it lists the
    /// item.
    fn completed_order(&self, document: &Document, item: NodeId, merge_key: &str) -> Option<Vec<String>> {
        let list = document.parent(item)?;
        let directive = format!("$setElementOrder/{}", document.key(list)?);
        let order = document.get(document.parent(list)?, &directive)?;
        if document.len(order) >= MAX_HELP_LINES / 2 {
            return None;
        }
        let wanted = document.value(document.get(item, merge_key)?);
        let mut values: Vec<Value<'_>> = document
            .children(order)
            .filter_map(|entry| Some(document.value(document.get(entry, merge_key)?)))
            .collect();
        if values.contains(&wanted) {
            return None;
        }
        // The order must agree with the patch list: the entry is before that of the next listed item.
        let mut later = std::iter::successors(document.next(item), |item| document.next(*item));
        let next = later.find_map(|other| {
            let key = document.value(document.get(other, merge_key)?);
            values.iter().position(|value| *value == key)
        });
        values.insert(next.unwrap_or(values.len()), wanted);
        let mut lines = vec![head(Some(&directive), Value::List, false).text];
        let entries = values
            .into_iter()
            .map(|value| format!("- {}", head(Some(merge_key), value, true).text));
        lines.extend(entries);
        Some(lines)
    }

    /// Returns the lines that delete an item with `$patch: replace` and add it again without the directive.
    fn replaced_item(&self, step: &Step) -> Option<Vec<String>> {
        let patch = step.patch()?;
        let document = self.merge.tree.document(patch);
        let path = self.path_to(step.at)?;
        let merge_key = self.merge.field(step.at)?.merge_key?.to_owned();
        let (mut lines, indent) = self.path_lines(&path);
        let pad = " ".repeat(indent);
        let key = document.get(patch.node, &merge_key)?;
        if let Some(order) = self.completed_order(document, patch.node, &merge_key) {
            let list_line = lines.pop()?;
            let pad = " ".repeat(indent.saturating_sub(2));
            lines.extend(order.into_iter().map(|line| format!("{pad}{line}")));
            lines.push(list_line);
        }
        let own = head(Some(&merge_key), document.value(key), true).text;
        let live = &self.merge.inputs.live;
        let live_list = self.merge.tree.live_node(step.at);
        if live_list.is_some_and(|list| live.len(list) > MAX_SEARCHED_ITEMS) {
            return None;
        }
        let mut live_items = live_list.into_iter().flat_map(|list| live.children(list));
        let is_it = |item| {
            let theirs = live.get(item, &merge_key).map(|own| live.value(own));
            theirs == Some(document.value(key))
        };
        if live_items.any(is_it) {
            lines.push(format!("{pad}- {own}"));
            lines.push(format!("{pad}  $patch: delete"));
        }
        lines.push(format!("{pad}- {own}"));
        for entry in document.children(patch.node) {
            let name = document.key(entry)?;
            if name == merge_key || name == "$patch" {
                continue;
            }
            let len_before = lines.len();
            if self
                .entry_lines(document, entry, indent + 2, &mut lines)
                .is_none()
            {
                lines.truncate(len_before);
                lines.push(format!("{pad}  # {name}: as in this patch"));
            }
        }
        Some(lines)
    }
}
