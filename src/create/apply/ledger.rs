//! The ledger of an apply: for each field what was applied last, what the manifest and live say, who wins and why.

use std::collections::HashMap;

use super::outcome::ApplyComputation;
use crate::create::node_path::item;
use crate::create::sides::DocumentSide;
use crate::document::{Document, NodeId, Numbers, Path, Segment, Tree, ValueKind, same, write};
use crate::merge::{Merge, ResultId, Rule};
use crate::schema::{Field, Schema, Strategy, TypePosition};

/// Fields that the server keeps for itself.
const SERVER_MANAGED_FIELDS: [&str; 8] = [
    "metadata.uid",
    "metadata.resourceVersion",
    "metadata.generation",
    "metadata.creationTimestamp",
    "metadata.managedFields",
    "metadata.selfLink",
    "metadata.deletionTimestamp",
    "status",
];

/// How long a value may be in a cell, in characters.
const CELL_LIMIT: usize = 40;

/// One field, and its fate.
#[derive(Clone, Debug)]
pub struct LedgerRow {
    /// The way to it.
    pub path: Path,
    /// What was applied last.
    pub last: Option<NodeId>,
    /// What the manifest (with its annotation) says.
    pub manifest: Option<NodeId>,
    /// What live says.
    pub live: Option<NodeId>,
    /// What the result says.
    pub result: Option<ResultId>,
    /// Who wins, and why.
    pub fate: Rule,
}

/// One field on all sides.
#[derive(Clone, Copy)]
struct LedgerNodes {
    last: Option<NodeId>,
    manifest: Option<NodeId>,
    live: Option<NodeId>,
    result: Option<ResultId>,
}

impl LedgerNodes {
    fn count(&self) -> usize {
        [self.last, self.manifest, self.live].iter().flatten().count()
    }
}

/// The rows of an apply whose patch was merged, in the order of live, then of the manifest, then of what was last applied.
pub fn ledger(applied: &ApplyComputation, merged: &Merge) -> Vec<LedgerRow> {
    let sides = &applied.request.sides;
    let (Some(live), manifest) = (sides.current.as_deref(), &*sides.modified) else {
        return Vec::new();
    };
    let (api_version, kind) = manifest.identity();
    let schema = &*applied.request.schema;
    let mut book = LedgerBuilder {
        last: sides.document(DocumentSide::Original),
        manifest,
        live,
        merged,
        schema,
        merges: applied.request.form == crate::create::CreatedPatchType::Strategic,
        rows: Vec::new(),
    };
    let top = LedgerNodes {
        last: sides.root(DocumentSide::Original),
        manifest: sides.root(DocumentSide::Modified),
        live: sides.root(DocumentSide::Current),
        result: Some(merged.scene.top()),
    };
    book.value(&Path::default(), top, schema.top(api_version, kind).ok(), None);
    book.rows
}

struct LedgerBuilder<'a> {
    last: Option<&'a Document>,
    manifest: &'a Document,
    live: &'a Document,
    merged: &'a Merge,
    schema: &'a Schema,
    merges: bool,
    rows: Vec<LedgerRow>,
}

impl<'a> LedgerBuilder<'a> {
    /// The value of a field on all sides: taken apart as far as it merges.
    fn value(
        &mut self,
        path: &Path,
        four: LedgerNodes,
        place: Option<TypePosition>,
        field: Option<Field<'a>>,
    ) {
        let kinds = [
            four.last.and_then(|node| Some(self.last?.kind(node))),
            four.manifest.map(|node| self.manifest.kind(node)),
            four.live.map(|node| self.live.kind(node)),
        ];
        let all = |kind: ValueKind| kinds.iter().flatten().all(|other| *other == kind);
        let merges = field.is_some_and(|field| field.strategy == Strategy::Merge) && self.merges;
        let replaces = field.is_some_and(|field| field.strategy == Strategy::Replace) && self.merges;
        if four.count() < 2 || replaces {
            self.row(path, four);
        } else if all(ValueKind::Map) {
            self.entries(path, four, place);
        } else if all(ValueKind::List) && merges {
            self.items(path, four, place, field);
        } else {
            self.row(path, four);
        }
    }

    fn entries(&mut self, path: &Path, four: LedgerNodes, place: Option<TypePosition>) {
        let named = |document: &'a Document, map: Option<NodeId>| -> Vec<(String, NodeId)> {
            let children = map.into_iter().flat_map(|map| document.children(map));
            let named = children.filter_map(|child| Some((document.key(child)?.to_owned(), child)));
            named.collect()
        };
        let results = four.result.into_iter().flat_map(|map| {
            let scene = &self.merged.scene;
            scene
                .present(map)
                .filter_map(|child| Some((scene.key(child)?.to_owned(), child)))
        });
        let results = results.collect();
        let last = self.last.map(|last| named(last, four.last));
        let rows = align(
            last.unwrap_or_default(),
            named(self.manifest, four.manifest),
            named(self.live, four.live),
            results,
        );
        for (key, four) in rows {
            let field = place.and_then(|place| self.schema.peek(place, &key));
            let place = field.as_ref().map(|field| field.place);
            self.value(&path.join(Segment::Key(key)), four, place, field);
        }
    }

    fn items(
        &mut self,
        path: &Path,
        four: LedgerNodes,
        place: Option<TypePosition>,
        field: Option<Field<'a>>,
    ) {
        let segment = |document: &'a Document, list: Option<NodeId>| -> Vec<(Segment, NodeId)> {
            let children = list.into_iter().flat_map(|list| document.children(list));
            children
                .map(|child| (item(document, child, field.as_ref()), child))
                .collect()
        };
        let scene = &self.merged.scene;
        let results = four.result.into_iter().flat_map(|list| scene.present(list));
        let results: Vec<(Segment, ResultId)> = results
            .filter_map(|child| Some((self.merged.path(child).0.pop()?, child)))
            .collect();
        let last = self.last.map(|last| segment(last, four.last));
        let rows = align(
            last.unwrap_or_default(),
            segment(self.manifest, four.manifest),
            segment(self.live, four.live),
            results,
        );
        let place = place.map(|place| self.schema.item(place));
        for (segment, four) in rows {
            self.value(&path.join(segment), four, place, None);
        }
    }

    fn row(&mut self, path: &Path, four: LedgerNodes) {
        let fate = self.apply_effect(path, four);
        self.rows.push(LedgerRow {
            path: path.clone(),
            last: four.last,
            manifest: four.manifest,
            live: four.live,
            result: four.result,
            fate,
        });
    }

    /// Who wins, judged by the result itself.
    fn apply_effect(&self, path: &Path, four: LedgerNodes) -> Rule {
        let is_result = |document: &Document, node: Option<NodeId>| match (node, four.result) {
            (Some(node), Some(result)) => same(document, node, &self.merged.scene, result, Numbers::ByValue),
            (None, None) => true,
            _ => false,
        };
        let as_live = is_result(self.live, four.live);
        let as_manifest = is_result(self.manifest, four.manifest);
        let nulled = four
            .manifest
            .is_some_and(|node| self.manifest.kind(node) == ValueKind::Null);
        let unlike_last = match (four.last, four.manifest, self.last) {
            (Some(last), Some(new), Some(document)) => {
                !same(document, last, self.manifest, new, Numbers::ByValue)
            }
            _ => true,
        };
        match (four.manifest, four.live) {
            (Some(_), _) if nulled && four.result.is_none() => Rule::FateNull,
            (Some(_), Some(_)) if as_manifest && as_live => Rule::FateAgreed,
            (Some(_), Some(_)) if as_manifest && unlike_last => Rule::FateChanged,
            (Some(_), Some(_)) if as_manifest => Rule::FateReverted,
            (Some(_), None) if as_manifest && four.last.is_some() && !unlike_last => Rule::FateRestored,
            (Some(_), None) if as_manifest => Rule::FateAdded,
            (Some(new), Some(_)) if self.manifest.kind(new) == ValueKind::Map && four.result.is_some() => {
                Rule::FateMerged
            }
            (Some(_), _) => Rule::FateUnsettled,
            (None, Some(_)) if four.result.is_none() && four.last.is_none() => Rule::FateTaken,
            (None, Some(_)) if four.result.is_none() => Rule::FateDropped,
            (None, Some(_)) if four.last.is_some() => Rule::FateUnsettled,
            (None, Some(_)) if is_servers_own(path) => Rule::FateServer,
            (None, Some(_)) => Rule::FateSurvives,
            (None, None) => Rule::FateGone,
        }
    }
}

fn is_servers_own(path: &Path) -> bool {
    let text = path.to_string();
    SERVER_MANAGED_FIELDS.iter().any(|own| text == *own)
}

/// Puts the fields of all sides beside one another by name: live's first, then what is new. The first of equal names counts.
fn align<K: Clone + Eq + std::hash::Hash>(
    last: Vec<(K, NodeId)>,
    manifest: Vec<(K, NodeId)>,
    live: Vec<(K, NodeId)>,
    result: Vec<(K, ResultId)>,
) -> Vec<(K, LedgerNodes)> {
    let mut rows: Vec<(K, LedgerNodes)> = Vec::new();
    let mut places: HashMap<K, usize> = HashMap::new();
    let nothing = LedgerNodes {
        last: None,
        manifest: None,
        live: None,
        result: None,
    };
    let mut at = |key: K, rows: &mut Vec<(K, LedgerNodes)>| {
        *places.entry(key.clone()).or_insert_with(|| {
            rows.push((key, nothing));
            rows.len() - 1
        })
    };
    for (key, node) in live {
        let row = at(key, &mut rows);
        rows[row].1.live.get_or_insert(node);
    }
    for (key, node) in manifest {
        let row = at(key, &mut rows);
        rows[row].1.manifest.get_or_insert(node);
    }
    for (key, node) in last {
        let row = at(key, &mut rows);
        rows[row].1.last.get_or_insert(node);
    }
    for (key, node) in result {
        let row = at(key, &mut rows);
        rows[row].1.result.get_or_insert(node);
    }
    rows
}

impl ApplyComputation {
    /// What a side says of a row, in short; nothing if it has no such field.
    pub fn cell(&self, side: DocumentSide, node: Option<NodeId>) -> Option<String> {
        let document = self.request.sides.document(side)?;
        Some(write::value_text(document, node?, CELL_LIMIT))
    }

    /// What the result says of a row, in short.
    pub fn result_cell(&self, merged: &Merge, row: &LedgerRow) -> Option<String> {
        Some(write::value_text(&merged.scene, row.result?, CELL_LIMIT))
    }
}
