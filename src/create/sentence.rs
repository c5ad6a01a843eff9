//! Formats reasons, remarks and failures as sentences: the templates of the rules with names and values.

use super::line_reason::{CreateFailure, LineReason, PatchRemark};
use super::node_path::{self, PathWalk};
use super::request::{CreateRequest, Created};
use super::sides::{DocumentSide, Sides};
use crate::document::{Document, NodeId, Path, Position, Segment, Tree};
use crate::merge::server_side::unknown_kind_help;
use crate::merge::{Rule, fill, item_by_all_keys, quote, quote_next_to, segment_name};
use crate::schema::{Field, Schema, TypePosition};

/// The names of the documents in sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideNames {
    /// The last-applied configuration.
    pub original: &'static str,
    /// The requested object.
    pub modified: &'static str,
    /// The live object.
    pub current: &'static str,
}

impl SideNames {
    /// The names of the arguments of the library.
    pub const PLAIN: Self = Self {
        original: "the original document",
        modified: "the modified document",
        current: "the current document",
    };

    /// The names for `kubectl apply`.
    pub const APPLY: Self = Self {
        original: "the last-applied configuration",
        modified: "the manifest",
        current: "the live object",
    };

    /// The names for a patch that is computed from an edited result.
    pub const EDITED_RESULT: Self = Self {
        original: "the live object",
        modified: "the edited result",
        current: "the live object",
    };

    /// The same if other patches are applied before the computed one.
    pub const EDITED_RESULT_AFTER: Self = Self {
        original: "the result of the earlier patches",
        modified: "the edited result",
        current: "the live object",
    };

    /// Returns the name of a side.
    pub fn get(&self, side: DocumentSide) -> &'static str {
        match side {
            DocumentSide::Original => self.original,
            DocumentSide::Modified => self.modified,
            DocumentSide::Current => self.current,
        }
    }
}

/// A line of a patch and its reason.
#[derive(Clone, Debug)]
pub struct PatchLine {
    /// The node of the patch.
    pub node: NodeId,
    /// Its path in the patch, as text.
    pub path: String,
    /// The reason.
    pub reason: LineReason,
    /// The reason as a sentence.
    pub sentence: String,
}

/// Formats sentences about a computed patch.
#[derive(Clone, Copy, Debug)]
pub struct Sentences<'a> {
    /// The documents.
    pub sides: &'a Sides,
    /// The merge rules of their fields.
    pub schema: &'a Schema,
    /// Their names.
    pub names: SideNames,
    /// If modified was built from a file: the file, and for each node of modified the node of the file.
    pub manifest: Option<(&'a Document, &'a [Option<NodeId>])>,
}

impl<'a> Sentences<'a> {
    /// Creates the sentences about the result of `request`.
    pub fn new(request: &'a CreateRequest, names: SideNames) -> Self {
        Self {
            sides: &request.sides,
            schema: &request.schema,
            names,
            manifest: None,
        }
    }

    /// Returns the text of a rule with the names of the documents.
    pub fn named(&self, rule: &str) -> String {
        [
            DocumentSide::Original,
            DocumentSide::Modified,
            DocumentSide::Current,
        ]
        .into_iter()
        .fold(rule.to_owned(), |rule, side| {
            rule.replace(SideNames::PLAIN.get(side), self.names.get(side))
        })
    }

    /// Returns the document name and the position of a node of a side.
    pub fn position(&self, side: DocumentSide, node: NodeId) -> Option<(&'a str, Position)> {
        let (document, node) = match (side, self.manifest) {
            (DocumentSide::Modified, Some((manifest, origins))) => {
                (manifest, origins.get(node.index()).copied().flatten()?)
            }
            _ => (self.sides.document(side)?, node),
        };
        Some((document.name(), document.position(node)))
    }

    /// Returns the positions of the nodes of a reason.
    pub fn places(&self, reason: &LineReason) -> Vec<String> {
        [
            DocumentSide::Original,
            DocumentSide::Modified,
            DocumentSide::Current,
        ]
        .into_iter()
        .filter_map(|side| {
            let (file, position) = self.position(side, reason.node(side)?)?;
            let (line, column) = (position.line, position.column);
            let name = if self.names == SideNames::PLAIN {
                format!("{} ", SideNames::PLAIN.get(side))
            } else {
                String::new()
            };
            Some(format!("{name}{file}:{line}:{column}"))
        })
        .collect()
    }

    fn top(&self) -> Option<TypePosition> {
        let (api_version, kind) = self.sides.identity();
        self.schema.known_top(api_version, kind)
    }

    /// Returns each line of the patch that has its own reason, in text order. A copied value and the content
    /// of a directive each count as one line.
    pub fn lines(&self, created: &Created) -> Vec<PatchLine> {
        let mut lines = Vec::new();
        self.each_line(created, |node, reason, (path, field)| {
            lines.push(PatchLine {
                node,
                path: path.to_string(),
                reason: *reason,
                sentence: self.sentence(&created.patch.document, node, reason, (path, field)),
            });
        });
        lines
    }

    /// Visits the same lines: the node, its reason, its path and its field.
    pub(super) fn each_line(
        &self,
        created: &Created,
        mut visit: impl FnMut(NodeId, &LineReason, (&Path, Option<Field<'a>>)),
    ) {
        let document = &created.patch.document;
        let mut walk = PathWalk::of_patch(document, self.schema, self.top());
        for (at, reason) in created.patch.reasons.iter().enumerate() {
            let node = NodeId(at as u32);
            walk.go_to(node);
            let parent = document.parent(node);
            let below = parent.map(|parent| created.patch.reasons[parent.index()]);
            let part = reason.rule == Rule::SendPart
                || below.is_some_and(|below| below.rule == reason.rule && reason.rule.is_directive_line());
            if parent.is_none() || part {
                continue;
            }
            match self.path_with_more_keys(&walk.path, reason) {
                Some(path) if is_operation(reason.rule) => visit(node, reason, (&path, None)),
                Some(path) => visit(node, reason, (&path, walk.field())),
                None => visit(node, reason, (&walk.path, walk.field())),
            }
        }
    }

    /// Returns the path of a line of the patch; for an operation of a JSON patch the path in the object.
    pub fn path(&self, patch: &Document, node: NodeId, reason: &LineReason) -> Path {
        self.path_and_field(patch, node, reason).0
    }

    fn path_and_field(
        &self,
        patch: &Document,
        node: NodeId,
        reason: &LineReason,
    ) -> (Path, Option<Field<'a>>) {
        let (path, field) = node_path::of_node(patch, node, self.schema, self.top());
        let field = field.filter(|_| !is_operation(reason.rule));
        (self.path_with_more_keys(&path, reason).unwrap_or(path), field)
    }

    /// Returns the path of a line if it is not its path in the patch: that of an operation is in the object, and the
    /// documents can have more keys of an item than the patch.
    fn path_with_more_keys(&self, path: &Path, reason: &LineReason) -> Option<Path> {
        if is_operation(reason.rule) {
            return Some(node_path::from_reason(self.sides, self.schema, reason));
        }
        let has_items = path
            .0
            .iter()
            .any(|segment| matches!(segment, Segment::Item { .. }));
        if !has_items || deletes_item(reason.rule) {
            return None;
        }
        let own = node_path::from_reason(self.sides, self.schema, reason);
        if own.0.len() != path.0.len() {
            return None;
        }
        let pairs = path.0.iter().zip(own.0);
        let segments = pairs.map(|(shown, own)| match own.has_more_keys(shown) {
            true => own,
            false => shown.clone(),
        });
        Some(Path(segments.collect()))
    }

    /// Returns the reason for a node of the patch as a sentence.
    pub fn line(&self, patch: &Document, node: NodeId, reason: &LineReason) -> String {
        let (path, field) = self.path_and_field(patch, node, reason);
        self.sentence(patch, node, reason, (&path, field))
    }

    fn sentence(
        &self,
        patch: &Document,
        node: NodeId,
        reason: &LineReason,
        (path, field): (&Path, Option<Field<'a>>),
    ) -> String {
        let holder = match reason.rule {
            Rule::SendPart => patch
                .parent(node)
                .map(|parent| node_path::of_node(patch, parent, self.schema, self.top()).0),
            _ => None,
        };
        let slots = SentenceSlots {
            sentences: self,
            reason,
            path,
            field,
            detail: holder.map_or_else(String::new, |holder| holder.to_string()),
        };
        let (template, [old, new]) = match self.replaced_values(reason) {
            Some([old, new]) if old != new => (
                "Item {position} of `{list}` is `{old name}` in {left} and `{new name}` in {right}; an operation replaces it.",
                [old, new],
            ),
            Some(names) => (
                "`{field}` differs between {left} and {right}; an operation replaces it.",
                names,
            ),
            None => (reason.rule.text().sentence, Default::default()),
        };
        fill(template, |name| match name {
            "position" => Some(slots.position().to_string()),
            "old name" => Some(old.clone()),
            "new name" => Some(new.clone()),
            name => slots.value(name),
        })
    }

    /// Returns the names of two maps or lists of which an operation replaces one by the other; empty if they are not items
    /// with a name.
    fn replaced_values(&self, reason: &LineReason) -> Option<[String; 2]> {
        let (old, new) = (
            self.sides.document(reason.left)?,
            self.sides.document(reason.right())?,
        );
        let (old_node, new_node) = (reason.node(reason.left)?, reason.node(reason.right())?);
        let kind = old.kind(old_node);
        if reason.rule != Rule::ReplaceOperation || kind.is_scalar() || kind != new.kind(new_node) {
            return None;
        }
        let name = |document, node| {
            let (path, _) = node_path::of_node(document, node, self.schema, self.top());
            let item = path.0.last().filter(|last| matches!(last, Segment::Item { .. }));
            item.map_or_else(String::new, segment_name)
        };
        Some([name(old, old_node), name(new, new_node)])
    }

    /// Returns a remark as a sentence.
    pub fn remark(&self, remark: &PatchRemark) -> String {
        self.about(
            remark.reason.rule.text().sentence,
            &remark.reason,
            &remark.path,
            &remark.detail,
        )
    }

    /// Returns a failure as a sentence.
    pub fn failure(&self, failure: &CreateFailure) -> String {
        let template = match failure.reason.rule {
            Rule::ApplyUnnamed if failure.detail.is_sentence() => "{detail}.",
            Rule::PreconditionFailed if !is_identity(&failure.path) => {
                "The patch changes {detail}, which --precondition forbids."
            }
            rule => rule.text().sentence,
        };
        self.about(template, &failure.reason, &failure.path, &failure.detail.text)
    }

    /// Returns the help for a failure.
    pub fn fix(&self, failure: &CreateFailure) -> String {
        let sides = self.sides;
        let own = match failure.reason.rule {
            Rule::ApplyUnnamed => failure.detail.unnamed_help(),
            Rule::UnreadablePatch => Some(
                "Correct the JSON, or write the manifest as YAML without brackets and braces.".to_owned(),
            ),
            Rule::ApplyUnknownKind => {
                let live = sides.current.as_ref().map_or(("", ""), |live| live.identity());
                unknown_kind_help(live, &sides.modified, self.schema)
            }
            _ => None,
        };
        if let Some(help) = own {
            return help;
        }
        let template = match failure.reason.rule {
            Rule::PreconditionFailed if !is_identity(&failure.path) => "Keep {detail}.",
            rule => rule.text().fix,
        };
        self.about(template, &failure.reason, &failure.path, &failure.detail.text)
    }

    fn about(&self, template: &'static str, reason: &LineReason, path: &Path, detail: &str) -> String {
        let (_, field) = node_path::and_field_from_reason(self.sides, self.schema, reason);
        let slots = SentenceSlots {
            sentences: self,
            reason,
            path,
            field,
            detail: detail.to_owned(),
        };
        fill(template, |name| slots.value(name))
    }
}

/// Returns whether a path is a field that names the object.
fn is_identity(path: &Path) -> bool {
    matches!(&*path.to_string(), "apiVersion" | "kind" | "metadata.name")
}

/// Returns whether a line deletes items by their merge key, also those that another key tells apart.
fn deletes_item(rule: Rule) -> bool {
    matches!(rule, Rule::SendDeletedItem | Rule::SendDeletedItemByKeys)
}

/// Whether a rule is the reason for an operation of a JSON patch, whose position in the patch says nothing.
fn is_operation(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::AddOperation | Rule::RemoveOperation | Rule::ReplaceOperation
    )
}

struct SentenceSlots<'a> {
    sentences: &'a Sentences<'a>,
    reason: &'a LineReason,
    path: &'a Path,
    field: Option<Field<'a>>,
    detail: String,
}

impl SentenceSlots<'_> {
    /// Returns the text of a `{...}`. `None` if there is none of that name.
    fn value(&self, name: &str) -> Option<String> {
        let names = &self.sentences.names;
        let (left, right) = (self.reason.left, self.reason.right());
        Some(match name {
            "left" => names.get(left).to_owned(),
            "right" => names.get(right).to_owned(),
            "field" if is_operation(self.reason.rule) => self.operation_target(),
            "field" | "list" | "item" => self.last_name(name),
            "old" => self.quote(left, right),
            "new" => self.quote(right, left),
            "old_kind" => self.kind(left),
            "new_kind" => self.kind(right),
            "key" => self
                .field
                .and_then(|field| field.merge_key)
                .unwrap_or_default()
                .to_owned(),
            "by" => match self.field.and_then(|field| field.merge_key) {
                Some(key) => format!("by `{key}`"),
                None => "as a set".to_owned(),
            },
            "keys" => match self.field.map(|field| field.recommended_keys.join("` and `")) {
                Some(keys) => format!("`{keys}`"),
                None => String::new(),
            },
            "pair" => match self.item_with_other_keys() {
                Some((key, other)) => {
                    format!(
                        "of {} is paired with the item `{other}` of {}, because only `{key}` is compared. They differ",
                        names.get(right),
                        names.get(left)
                    )
                }
                None => format!(
                    "is in {} and in {}, and it differs",
                    names.get(left),
                    names.get(right)
                ),
            },
            "detail" | "holder" => self.detail.clone(),
            "merge key options" => "--merge-key PATH=KEY".to_owned(),
            // The keys of the live items are known only while merging.
            "live_keys" => String::new(),
            _ => return None,
        })
    }

    /// Returns the merge key and the name of the item on the left side, if its other keys are not those of the item on the
    /// right side.
    fn item_with_other_keys(&self) -> Option<(&str, String)> {
        let (document, node) = self.node(self.reason.left)?;
        let (field, shown) = (self.field.as_ref()?, self.path.0.last()?);
        let has_all_keys = shown.has_more_keys(&node_path::item(document, node, Some(field)));
        let other = item_by_all_keys(document, node, field, self.sentences.schema)?;
        (has_all_keys && other != *shown).then(|| Some((field.merge_key?, segment_name(&other))))?
    }

    /// Returns the field of an operation of a JSON patch, or the item with the name of its list.
    fn operation_target(&self) -> String {
        let segments = &self.path.0;
        let last_key = segments
            .iter()
            .rposition(|segment| matches!(segment, Segment::Key(_)));
        match last_key {
            Some(at) => Path(segments[at..].to_vec()).to_string(),
            None => self.sentences.sides.identity().1.to_owned(),
        }
    }

    /// Returns the position of the item in the list of the original document, from 1.
    fn position(&self) -> usize {
        let before = self.node(self.reason.left).and_then(|(document, item)| {
            let list = document.parent(item)?;
            document.children(list).position(|child| child == item)
        });
        before.map_or(1, |before| before + 1)
    }

    /// Returns the last name of the path: the field, the field of a directive, or the list of an item.
    fn last_name(&self, name: &str) -> String {
        let is_key = |segment: &&Segment| matches!(segment, Segment::Key(_));
        let segment = match name {
            "list" => self.path.0.iter().rev().find(is_key),
            _ => self.path.0.last(),
        };
        match segment {
            Some(Segment::Key(key)) if key == "$retainKeys" => {
                let above = self.path.0.iter().rev().skip(1).find(is_key);
                match above {
                    Some(Segment::Key(key)) => key.clone(),
                    _ => "the object".to_owned(),
                }
            }
            Some(Segment::Key(key)) => match key.split_once('/') {
                Some((directive, field)) if directive.starts_with('$') => field.to_owned(),
                _ => key.clone(),
            },
            Some(segment) => segment_name(segment),
            None => "the object".to_owned(),
        }
    }

    fn node(&self, side: DocumentSide) -> Option<(&Document, NodeId)> {
        Some((self.sentences.sides.document(side)?, self.reason.node(side)?))
    }

    fn quote(&self, side: DocumentSide, other: DocumentSide) -> String {
        match (self.node(side), self.node(other)) {
            (Some(node), Some(other)) => quote_next_to(node, other),
            (node, _) => node.map_or_else(String::new, |(document, node)| quote(document, node)),
        }
    }

    fn kind(&self, side: DocumentSide) -> String {
        self.node(side).map_or_else(String::new, |(document, node)| {
            document.kind(node).with_article().to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::document::read;

    #[test]
    fn texts_hold_only_placeholders_that_are_filled() {
        let sides = Sides {
            original: None,
            modified: Arc::new(read("modified", b"a: 1".to_vec()).expect("YAML")),
            current: None,
        };
        let sentences = Sentences {
            sides: &sides,
            schema: &Schema::builtin(),
            names: SideNames::PLAIN,
            manifest: None,
        };
        for rule in Rule::ALL
            .iter()
            .filter(|rule| rule.text().commands.contains(&"apply"))
        {
            let reason = LineReason::new(*rule, DocumentSide::Current);
            for template in [rule.text().sentence, rule.text().fix] {
                // Without a value for a placeholder, `fill` panics.
                sentences.about(template, &reason, &Path::default(), "");
            }
        }
    }
}
