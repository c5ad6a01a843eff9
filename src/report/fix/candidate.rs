//! What a finding is about, and what may end it.

use super::draft::{Draft, DraftId};
use crate::document::write::{TextEdit, head, json_value};
use crate::document::{Document, NodeId, Path, Segment, Tree, Value, ValueKind};
pub(super) use crate::merge::scalar_text;
use crate::merge::{Merge, NodeRef, ResultId, Step};
use crate::schema::{Field, Schema, TypePosition};

/// What is changed.
pub(super) enum PatchChange {
    Values(Draft),
    /// The same values, written otherwise.
    Text(TextEdit),
}

/// How sure a candidate is of what was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    /// The result stays the very same.
    SameResult,
    /// It is what was meant.
    Meant,
    /// One of several things that may have been meant.
    Guess,
}

/// A changed patch, and what was changed.
pub(super) struct Candidate {
    pub(super) says: String,
    pub(super) change: PatchChange,
    pub(super) certainty: Certainty,
}

/// A finding and its place in a patch.
pub(super) struct Subject<'m> {
    pub(super) merge: &'m Merge,
    pub(super) step: &'m Step,
    /// Which patch is edited, from 0.
    pub(super) patch: usize,
    pub(super) document: &'m Document,
    /// The node of the patch that it is about.
    pub(super) node: Option<NodeId>,
    pub(super) directive: Option<NodeId>,
}

impl<'m> Subject<'m> {
    /// Nothing where no patch is to be edited.
    pub(super) fn new(merge: &'m Merge, index: usize) -> Option<Self> {
        let step = merge.steps.get(index)?;
        let rejection = merge.rejection().filter(|it| it.step as usize == index);
        let mut guilty = rejection.into_iter().flat_map(|it| it.guilty.iter().copied());
        let in_patch = |source: &NodeRef| !source.is_live();
        let guilty = guilty.find(in_patch);
        let node = guilty
            .or(step.patch().filter(in_patch))
            .or(step.directive())
            .or(step.field().filter(in_patch));
        let last = merge.inputs.patches.len();
        let number = node.map_or(last, |node| usize::from(node.document));
        let document = merge.inputs.patches.get(number.checked_sub(1)?)?;
        let of_it = |source: NodeRef| (usize::from(source.document) == number).then_some(source.node);
        Some(Self {
            merge,
            step,
            patch: number - 1,
            document,
            node: node.and_then(of_it),
            directive: step.directive().and_then(of_it),
        })
    }

    pub(super) fn schema(&self) -> &'m Schema {
        &self.merge.inputs.schema
    }

    pub(super) fn live(&self) -> &'m Document {
        &self.merge.inputs.live
    }

    pub(super) fn draft(&self) -> Draft {
        Draft::new(self.document)
    }

    pub(super) fn path(&self) -> Path {
        self.merge.step_path(self.step)
    }

    pub(super) fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.document.parent(node)
    }

    pub(super) fn key(&self, node: NodeId) -> &'m str {
        self.document.key(node).unwrap_or_default()
    }

    /// A node and what it is in, up to the top.
    pub(super) fn up(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(node), |node| self.document.parent(*node))
    }

    /// The type of what a patch node is in, and the field that it is the value of; for an item the list's.
    pub(super) fn typed(&self, node: NodeId) -> Option<(TypePosition, Option<Field<'m>>)> {
        let schema = self.schema();
        let mut place = self.merge.top_type()?;
        let mut field = None;
        let way: Vec<NodeId> = self.up(node).collect();
        for node in way.into_iter().rev().skip(1) {
            match self.document.key(node) {
                Some(key) => {
                    let name = directed(key).unwrap_or(key);
                    let found = schema.peek(place, name)?;
                    place = found.place;
                    field = Some(found);
                }
                None => place = schema.item(place),
            }
        }
        Some((place, field))
    }

    /// The field that a patch node is the value of; for an item the list's.
    pub(super) fn field(&self, node: NodeId) -> Option<Field<'m>> {
        self.typed(node)?.1
    }

    /// The live node under the same keys as a patch node, items by their merge key.
    pub(super) fn live_of(&self, node: NodeId) -> Option<NodeId> {
        let way: Vec<NodeId> = self.up(node).collect();
        let (live, mut at) = (self.live(), self.live().root());
        for node in way.into_iter().rev().skip(1) {
            at = match self.document.key(node) {
                Some(key) => live.get(at, directed(key).unwrap_or(key))?,
                None => {
                    let key = self.field(node)?.merge_key?;
                    let own = self.document.value(self.document.get(node, key)?);
                    let is_it =
                        |item: &NodeId| live.get(*item, key).is_some_and(|value| live.value(value) == own);
                    live.children(at).find(is_it)?
                }
            };
        }
        Some(at)
    }

    /// The patch node under the keys of a path, items by their merge key.
    pub(super) fn follow(&self, path: &Path) -> Option<NodeId> {
        let mut at = self.document.root();
        for segment in &path.0 {
            let text = |node: NodeId| scalar_text(self.document.value(node));
            at = match segment {
                Segment::Key(key) => self.document.get(at, key)?,
                Segment::Item { key, value } => self.document.children(at).find(|item| {
                    let own = self.document.get(*item, key).and_then(text);
                    own.as_ref() == Some(value)
                })?,
                Segment::Value(value) => self
                    .document
                    .children(at)
                    .find(|item| text(*item).as_ref() == Some(value))?,
                Segment::Index(_) => return None,
            };
        }
        Some(at)
    }

    /// The entry of the same map.
    pub(super) fn next_to(&self, node: NodeId, key: &str) -> Option<NodeId> {
        self.document.get(self.parent(node)?, key)
    }

    /// A short value as the text would have it.
    pub(super) fn written(&self, node: NodeId) -> String {
        written(self.document, node)
    }

    /// What a list item is called: `name: web`, or its value.
    pub(super) fn item_name(&self, item: NodeId, merge_key: Option<&str>) -> String {
        let named = merge_key.and_then(|key| Some((key, self.document.get(item, key)?)));
        match named {
            Some((key, value)) => format!("{key}: {}", self.written(value)),
            None => self.written(item),
        }
    }

    /// The patch node that a result node came from.
    pub(super) fn source(&self, id: ResultId) -> Option<NodeId> {
        let source = self.merge.scene.source(id);
        (usize::from(source.document) == self.patch + 1).then_some(source.node)
    }
}

/// The list that the key of a directive names.
pub(super) fn directed(key: &str) -> Option<&str> {
    let (_, name) = key.strip_prefix('$')?.split_once('/')?;
    Some(name)
}

/// A short value as YAML has it.
pub(super) fn written<T: Tree>(tree: &T, id: T::Id) -> String {
    const SHORT: usize = 60;
    let text = match tree.kind(id) {
        ValueKind::List | ValueKind::Map => json_value(tree, id),
        _ => match tree.value(id) {
            Value::String(text) if text.contains('\n') => json_value(tree, id),
            value => head(None, value, true).text,
        },
    };
    match text.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Names in a sentence, each as code.
pub(super) fn listed(names: &[String]) -> String {
    const MOST: usize = 6;
    let shown: Vec<String> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    match (names.len().saturating_sub(MOST), shown.split_last()) {
        (0, Some((last, before))) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        (0, _) => shown.concat(),
        (more, _) => format!("{} and {more} more", shown.join(", ")),
    }
}

/// The candidates of one finding, the best first.
pub(super) struct Offers<'s, 'm> {
    pub(super) subject: &'s Subject<'m>,
    pub(super) all: Vec<Candidate>,
}

impl Offers<'_, '_> {
    /// Adds what `change` makes of the patch.
    pub(super) fn offer(
        &mut self,
        certainty: Certainty,
        says: impl Into<String>,
        change: impl FnOnce(&mut Draft),
    ) {
        let mut draft = self.subject.draft();
        change(&mut draft);
        self.all.push(Candidate {
            says: says.into(),
            change: PatchChange::Values(draft),
            certainty,
        });
    }

    /// Adds a change that was meant.
    pub(super) fn meant(&mut self, says: impl Into<String>, change: impl FnOnce(&mut Draft)) {
        self.offer(Certainty::Meant, says, change);
    }

    /// Takes a node out: with what has nothing else in it, or alone.
    pub(super) fn remove(&mut self, certainty: Certainty, says: impl Into<String>, node: NodeId) {
        let says = says.into();
        let document = self.subject.document;
        let parent = document.parent(node).filter(|parent| document.len(*parent) == 1);
        if parent.is_some_and(|parent| document.parent(parent).is_some()) {
            self.offer(certainty, says.clone(), |draft| {
                draft.remove_with_empty(DraftId::from(node))
            });
        }
        self.offer(certainty, says, |draft| draft.remove(DraftId::from(node)));
    }

    /// Writes the same value otherwise.
    pub(super) fn write(&mut self, says: impl Into<String>, node: NodeId, text: String) {
        let span = self.subject.document.span(node);
        self.all.push(Candidate {
            says: says.into(),
            change: PatchChange::Text(TextEdit {
                start: span.start as usize,
                end: span.end as usize,
                text,
            }),
            certainty: Certainty::SameResult,
        });
    }
}
