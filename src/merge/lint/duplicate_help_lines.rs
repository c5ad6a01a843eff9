//! Combines the live items with a duplicate key into one item: all their fields, with the changes of the
//! patches.

use crate::document::write::head;
use crate::document::{Document, NodeId, Tree, ValueKind};
use crate::merge::api_server::unions::{ApiChecks, Union};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::result_tree::path::scalar_text;

use super::help_lines::{HelpWriter, PathDown};

/// A field of the combined item.
enum CombinedField {
    /// A single value.
    Value(NodeRef),
    /// Lists of values, one after another. A patch changes the list of the first duplicate.
    Joined(Vec<NodeRef>),
}

impl HelpWriter<'_> {
    /// Returns the fields of the combined item as lines, without its key. `None` if the help cannot show it
    /// in lines.
    pub(crate) fn combined_item_lines(&self, duplicate: ResultId, path: &[PathDown]) -> Option<Vec<String>> {
        let Some(PathDown::Item { key, value }) = path.last() else {
            return None;
        };
        let live: &Document = &self.merge.inputs.live;
        let name = (
            self.merge.tree.kind(*value),
            scalar_text(self.merge.tree.value(*value))?,
        );
        let is_it = |document: &Document, item: NodeId| {
            let own = document.get(item, key).map(|own| document.value(own));
            own.is_some_and(|own| own.kind() == name.0 && scalar_text(own).as_ref() == Some(&name.1))
        };
        let list = live.parent(self.merge.tree.live_node(duplicate)?)?;
        let duplicates: Vec<NodeId> = live.children(list).filter(|item| is_it(live, *item)).collect();
        let is_list = |item: &NodeId| {
            live.children(*item)
                .any(|entry| live.kind(entry) == ValueKind::List)
        };
        // Items without lists are not combined: the last one applies, as for environment variables.
        let counted = match duplicates.iter().any(is_list) {
            true => &duplicates[..],
            false => &duplicates[duplicates.len().saturating_sub(1)..],
        };
        let mut fields: Vec<(&str, CombinedField)> = Vec::new();
        for item in counted {
            for entry in live.children(*item) {
                let (name, source) = (live.key(entry)?, NodeRef::live(entry));
                let known = fields.iter_mut().find(|(known, _)| *known == name);
                match (known, live.kind(entry)) {
                    (None, ValueKind::List) => fields.push((name, CombinedField::Joined(vec![source]))),
                    (None, _) => fields.push((name, CombinedField::Value(source))),
                    (Some((_, CombinedField::Joined(lists))), ValueKind::List) => lists.push(source),
                    (Some((_, field @ CombinedField::Value(_))), kind) if kind.is_scalar() => {
                        *field = CombinedField::Value(source)
                    }
                    _ => return None,
                }
            }
        }
        for (number, patch) in self.merge.inputs.patches.iter().enumerate() {
            for item in self
                .in_patch(patch, path)?
                .into_iter()
                .filter(|item| is_it(patch, *item))
            {
                for entry in patch.children(item) {
                    let name = patch.key(entry)?;
                    let source = NodeRef {
                        document: number as u16 + 1,
                        node: entry,
                    };
                    if name.starts_with('$') {
                        return None;
                    }
                    let known = fields.iter_mut().find(|(known, _)| *known == name);
                    match (known, patch.kind(entry)) {
                        (_, ValueKind::Null | ValueKind::Map) => return None,
                        (None, ValueKind::List) => fields.push((name, CombinedField::Joined(vec![source]))),
                        (None, _) => fields.push((name, CombinedField::Value(source))),
                        (Some((_, CombinedField::Joined(lists))), ValueKind::List) => {
                            *lists.first_mut()? = source
                        }
                        (Some((_, field @ CombinedField::Value(_))), _) => {
                            *field = CombinedField::Value(source)
                        }
                        _ => return None,
                    }
                }
            }
        }
        if self.are_exclusive(duplicate, fields.iter().map(|(name, _)| *name)) {
            return None;
        }
        let mut lines = Vec::new();
        for (name, field) in fields.iter().filter(|(name, _)| name != key) {
            self.field_lines(name, field, &mut lines)?;
        }
        Some(lines)
    }

    /// Returns whether the API server rejects an item with all these fields.
    fn are_exclusive<'n>(&self, item: ResultId, names: impl Iterator<Item = &'n str> + Clone) -> bool {
        let schema = &self.merge.inputs.schema;
        let Some(field) = self.merge.field(item) else {
            return false;
        };
        let checks = ApiChecks::for_type(schema.type_name(schema.item(field.type_position)));
        let is_twice = |union: &&Union| names.clone().filter(|name| union.has(name)).count() > 1;
        checks.unions.iter().any(is_twice)
    }

    /// Returns the items of the patch list at `path`.
    fn in_patch(&self, patch: &Document, path: &[PathDown]) -> Option<Vec<NodeId>> {
        let (_, to_list) = path.split_last()?;
        let lists = self.nodes_at_path(patch, to_list);
        Some(lists.into_iter().flat_map(|list| patch.children(list)).collect())
    }

    /// Returns the nodes of a patch at a path.
    pub(crate) fn nodes_at_path(&self, patch: &Document, path: &[PathDown]) -> Vec<NodeId> {
        let mut at = vec![patch.root()];
        for down in path {
            let next = |node: NodeId| -> Vec<NodeId> {
                match down {
                    PathDown::Key(id) => {
                        let key = self.merge.tree.key(*id).unwrap_or_default();
                        patch.get(node, key).into_iter().collect()
                    }
                    PathDown::Item { key, value } => {
                        let wanted = self.merge.tree.value(*value);
                        let is_it = |item: &NodeId| {
                            patch
                                .get(*item, key)
                                .is_some_and(|own| patch.value(own) == wanted)
                        };
                        patch.children(node).filter(is_it).collect()
                    }
                }
            };
            at = at.into_iter().flat_map(next).collect();
        }
        at
    }

    fn field_lines(&self, name: &str, field: &CombinedField, lines: &mut Vec<String>) -> Option<()> {
        match field {
            CombinedField::Value(source) => {
                let document = self.merge.tree.document(*source);
                self.entry_lines(document, source.node, 0, lines)
            }
            CombinedField::Joined(lists) => {
                let mut items: Vec<String> = Vec::new();
                for list in lists {
                    let document = self.merge.tree.document(*list);
                    for item in document.children(list.node) {
                        let text = head(None, document.value(item), true);
                        if !document.kind(item).is_scalar() || !text.more.is_empty() {
                            return None;
                        }
                        let line = format!("- {}", text.text);
                        if !items.contains(&line) {
                            items.push(line);
                        }
                        if items.len() > super::help_lines::MAX_HELP_LINES {
                            return None;
                        }
                    }
                }
                lines.push(format!("{name}:"));
                lines.extend(items);
                Some(())
            }
        }
    }
}
