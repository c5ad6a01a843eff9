//! Finds losses in a result: a change that was not applied, or an unrelated field that was changed.

use super::four_documents::{
    FourDocuments, FourItems, FourNodeIds, FourNodes, NOW, READ, REQUESTED, RESULT, fields, items, kind,
    node_on, segment,
};
use super::request::SkewRequest;
use super::sequence::RequestSequence;
use crate::document::{Document, NodeId, Numbers, Path, Segment, Tree, Value, ValueKind, same, write};
use crate::merge::moved;
use crate::schema::{Field, Schema, Strategy};
use rustc_hash::FxHashMap;

/// Maximum length of a value in a sentence, in characters; below, the maximum number of names.
const MAX_VALUE_CHARS: usize = 60;
const MAX_NAMES: usize = 12;

named_enum! {
    /// The kinds of losses.
    pub enum Loss {
        /// A value differs from the requested value, or from the live value if the client did not change it.
        Value = "value",
        /// A requested value does not exist.
        Missing = "missing",
        /// A removed value still exists.
        Survives = "survives",
        /// A value that is not part of the change was removed.
        Taken = "taken",
        /// A value exists that was neither requested nor in the live object.
        Stray = "stray",
        /// The order of the items is not the requested order.
        Order = "order",
        /// Only new items have another position.
        NewItems = "new-items",
    }
}

/// A loss in a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostChange {
    /// The path of the field or item.
    pub path: Path,
    /// The kind of the loss.
    pub loss: Loss,
    /// The loss as a sentence.
    pub sentence: String,
}

/// Compares a result with the requested object and the live object. Linear.
pub(crate) fn lost(question: &SkewRequest, result: &Document) -> (Vec<LostChange>, Vec<RequestSequence>) {
    let sides = &question.sides;
    let documents: FourDocuments<'_> = [
        sides.original.as_deref(),
        Some(&sides.modified),
        question.live().map(|live| &**live),
        Some(result),
    ];
    let (api_version, kind) = sides.modified.identity();
    let mut search = LossSearch {
        documents,
        schema: &question.schema,
        lost: Vec::new(),
        sequences: Vec::new(),
    };
    let mut todo = vec![FourNodes {
        nodes: documents.map(|document| document.map(Document::root)),
        path: Path::default(),
        position: question.schema.known_top(api_version, kind),
        atomic: false,
        again: false,
    }];
    while let Some(four) = todo.pop() {
        let below = search.compare(four);
        todo.extend(below.into_iter().rev());
    }
    (search.lost, search.sequences)
}

struct LossSearch<'d> {
    documents: FourDocuments<'d>,
    schema: &'d Schema,
    lost: Vec<LostChange>,
    sequences: Vec<RequestSequence>,
}

impl<'d> LossSearch<'d> {
    /// Compares one position. Returns the positions below that are compared separately.
    fn compare(&mut self, four: FourNodes) -> Vec<FourNodes> {
        let nodes = &four.nodes;
        let kind_of = |side| kind(&self.documents, nodes, side);
        let is_map = |side| kind_of(side) == Some(ValueKind::Map);
        // The client did not mention the field, so the live value is expected.
        let expected = match (nodes[READ], nodes[REQUESTED]) {
            (_, Some(_)) => REQUESTED,
            (None, None) => NOW,
            (Some(_), None) => {
                if nodes[RESULT].is_some() {
                    self.sentence(
                        &four.path,
                        Loss::Survives,
                        "the change removes it, but it still exists".to_owned(),
                    );
                }
                return Vec::new();
            }
        };
        if !four.atomic && is_map(expected) && is_map(RESULT) {
            return self.compare_map(&four);
        }
        self.value(&four);
        Vec::new()
    }

    fn compare_map(&mut self, four: &FourNodes) -> Vec<FourNodes> {
        let mut below = Vec::new();
        for (key, nodes) in fields(&self.documents, &four.nodes) {
            let field = four.position.and_then(|position| self.schema.peek(position, key));
            let path = four.path.join(Segment::Key(key.to_owned()));
            let merges = field.as_ref().filter(|field| field.strategy == Strategy::Merge);
            let sides = [READ, REQUESTED, NOW, RESULT];
            let lists = sides
                .into_iter()
                .filter(|side| nodes[*side].is_some())
                .all(|side| kind(&self.documents, &nodes, side) == Some(ValueKind::List));
            match merges.filter(|_| lists) {
                Some(field)
                    if nodes[RESULT].is_some() && (nodes[REQUESTED].is_some() || nodes[READ].is_none()) =>
                {
                    below.extend(self.list(&nodes, &path, field));
                }
                _ => below.push(FourNodes {
                    nodes,
                    path,
                    position: field.as_ref().map(|field| field.type_position),
                    atomic: lists || field.is_some_and(|field| field.strategy == Strategy::Replace),
                    again: false,
                }),
            }
        }
        below
    }

    /// Compares the order of a list that merges; returns its items.
    fn list(&mut self, nodes: &FourNodeIds, path: &Path, field: &Field<'_>) -> Vec<FourNodes> {
        let found = items(&self.documents, nodes, field);
        self.order(nodes, path, &found);
        let exists = |side: usize| nodes[side].is_some();
        self.sequences
            .push(RequestSequence::new(path.clone(), &found, exists));
        let position = self.schema.item(field.type_position);
        let items = found.all.iter().map(|(identity, nodes)| FourNodes {
            nodes: *nodes,
            path: path.join(segment(identity, field)),
            position: Some(position),
            atomic: false,
            again: identity.1 > 0,
        });
        items.collect()
    }

    /// Compares the order of the requested items. The positions of other items between them are not
    /// specified.
    fn order(&mut self, nodes: &FourNodeIds, path: &Path, found: &FourItems) {
        let is_untouched = match (
            node_on(&self.documents, nodes, READ),
            node_on(&self.documents, nodes, REQUESTED),
        ) {
            (Some((read, old)), Some((requested, new))) => same(read, old, requested, new, Numbers::ByType),
            (_, None) => true,
            (None, Some(_)) => false,
        };
        let (requested, result) = (&found.orders[REQUESTED], &found.orders[RESULT]);
        let (expected, actual) = (found.shared(REQUESTED, RESULT), found.shared(RESULT, REQUESTED));
        if is_untouched || expected == actual {
            return;
        }
        let is_new = |item: &usize| !found.is_on(*item, NOW);
        let old = |order: &[usize]| -> Vec<usize> {
            let others = order.iter().copied();
            others.filter(|item| !is_new(item)).collect()
        };
        let sequences = format!("{}; expected {}", names(found, &actual), names(found, &expected));
        if old(&expected) != old(&actual) {
            let front = result
                .first()
                .filter(|first| is_new(first) && requested.first() != Some(*first));
            let front = front.map_or_else(String::new, |first| {
                format!("; the new item {} is first", found.name(*first))
            });
            self.sentence(path, Loss::Order, format!("wrong order: {sequences}{front}"));
            return;
        }
        let new = misplaced(&expected, &actual, is_new);
        let where_to = if result.first() == new.first() {
            "first"
        } else {
            "at another position"
        };
        let verb = if new.len() == 1 {
            "is new, is"
        } else {
            "are new, are"
        };
        self.sentence(
            path,
            Loss::NewItems,
            format!("{}, which {verb} {where_to}: {sequences}", names(found, &new)),
        );
    }

    /// Compares a value as a whole.
    fn value(&mut self, four: &FourNodes) {
        let node = |side| node_on(&self.documents, &four.nodes, side);
        let equal =
            |a: (&Document, NodeId), b: (&Document, NodeId)| same(a.0, a.1, b.0, b.1, Numbers::ByValue);
        let is_touched = match (node(READ), node(REQUESTED)) {
            (Some(read), Some(requested)) => !equal(read, requested),
            (None, None) => false,
            _ => true,
        };
        let expected = if is_touched { node(REQUESTED) } else { node(NOW) };
        let (loss, sentence) = match (expected, node(RESULT)) {
            (None, None) => return,
            (Some(expected), Some(result)) if equal(expected, result) => return,
            (Some(expected), Some(result)) => {
                let whose = if is_touched { "changed" } else { "unchanged" };
                let (is, expected) = (shown(result), shown(expected));
                (
                    Loss::Value,
                    format!("it is {is}, expected {expected} ({whose} value)"),
                )
            }
            (Some(_), None) if is_touched => (
                Loss::Missing,
                "the change sets it, but it does not exist".to_owned(),
            ),
            (Some(_), None) => (
                Loss::Taken,
                "it is not part of the change, but it was removed".to_owned(),
            ),
            (None, Some(_)) if four.again => {
                (Loss::Stray, "there is one more of it than expected".to_owned())
            }
            (None, Some(result)) => {
                let is = shown(result);
                (Loss::Stray, format!("it was not requested, but it exists: {is}"))
            }
        };
        self.sentence(&four.path, loss, sentence);
    }

    fn sentence(&mut self, path: &Path, loss: Loss, sentence: String) {
        let path = path.clone();
        self.lost.push(LostChange { path, loss, sentence });
    }
}

/// Returns the new items with another position in an order of which the other items have the same order: those with
/// another number of other items before them, else those that changed places with each other.
fn misplaced(expected: &[usize], actual: &[usize], is_new: impl Fn(&usize) -> bool) -> Vec<usize> {
    let position_of = |order: &[usize]| -> FxHashMap<usize, u32> {
        let mut others = 0;
        let positions = order.iter().filter_map(|item| match is_new(item) {
            true => Some((*item, others)),
            false => {
                others += 1;
                None
            }
        });
        positions.collect()
    };
    let (wanted, has) = (position_of(expected), position_of(actual));
    let new: Vec<usize> = actual.iter().copied().filter(|item| is_new(item)).collect();
    let between: Vec<usize> = new
        .iter()
        .copied()
        .filter(|item| wanted.get(item) != has.get(item))
        .collect();
    if !between.is_empty() {
        return between;
    }
    let order: FxHashMap<usize, u32> = expected.iter().copied().zip(0..).collect();
    let order: Vec<Option<u32>> = new.iter().map(|item| order.get(item).copied()).collect();
    let moved = moved(&order);
    new.into_iter()
        .zip(moved)
        .filter(|(_, moved)| *moved)
        .map(|(item, _)| item)
        .collect()
}

fn shown((document, node): (&Document, NodeId)) -> String {
    match document.value(node) {
        Value::String(_) => write::double_quoted(&write::value_text(document, node, MAX_VALUE_CHARS)),
        Value::Map | Value::List => document.kind(node).with_article().to_owned(),
        _ => write::value_text(document, node, MAX_VALUE_CHARS),
    }
}

fn names(found: &FourItems, items: &[usize]) -> String {
    let names = items.iter().map(|item| &**found.name(*item));
    let mut shown: Vec<&str> = names.take(MAX_NAMES).collect();
    if items.len() > MAX_NAMES {
        shown.push("...");
    }
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_new_items_are_misplaced() {
        // Items from 10 are new.
        for (expected, actual, wanted) in [
            (vec![1, 10, 2], vec![1, 2, 10], vec![10]),
            (vec![1, 2, 10], vec![10, 1, 2], vec![10]),
            (vec![10, 11, 1], vec![1, 10, 11], vec![10, 11]),
            (vec![1, 10, 11], vec![1, 11, 10], vec![11]),
            (vec![10, 1, 11], vec![10, 11, 1], vec![11]),
        ] {
            let new = misplaced(&expected, &actual, |item| *item >= 10);
            assert_eq!(new, wanted, "{expected:?} {actual:?}");
        }
    }
}
