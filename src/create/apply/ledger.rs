//! The ledger of an apply: for each field its values in the last-applied configuration, the manifest, the
//! live object and the result, and the rule that decided.

use std::collections::{HashMap, HashSet};

use rustc_hash::FxHashSet;

use super::live_fields::{Drifter, FieldOrigin, LiveFields};
use super::outcome::ApplyComputation;
use super::stored::is_stored_as;
use crate::create::node_path::item;
use crate::create::sides::DocumentSide;
use crate::document::write::json_value;
use crate::document::{
    Document, NodeId, Numbers, Path, Segment, Tree, Value, ValueKind, decode_base64, escape, read, same,
    write,
};
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::same_when_stored::{is_same_value, is_same_when_stored};
use crate::merge::{Merge, ResultId, Rule, SET_BY_SERVER, excerpts, is_last_applied, item_by_all_keys};
use crate::schema::{Field, Schema, Strategy, TypePosition};

/// Fields that the server keeps for itself.
const SERVER_MANAGED_FIELDS: [&str; 9] = [
    "metadata.uid",
    "metadata.resourceVersion",
    "metadata.generation",
    "metadata.creationTimestamp",
    "metadata.managedFields",
    "metadata.selfLink",
    "metadata.deletionTimestamp",
    "metadata.annotations[\"deprecated.daemonset.template.generation\"]",
    "status",
];

/// Maximum length of a value in a cell, in characters.
const MAX_CELL_CHARS: usize = 40;

/// The row of one field.
#[derive(Clone, Debug)]
pub struct LedgerRow {
    /// The path of the field.
    pub path: Path,
    /// The node of the last-applied configuration.
    pub last: Option<NodeId>,
    /// The node of the manifest. `None` for the annotation that kubectl computes.
    pub manifest: Option<NodeId>,
    /// The node of the live object.
    pub live: Option<NodeId>,
    /// The node of the result.
    pub result: Option<ResultId>,
    /// The rule that decided the value of the field.
    pub rule: Rule,
    /// The field managers that set the live value after the apply; empty if unknown.
    pub drift_by: Vec<Drifter>,
}

impl LedgerRow {
    /// Returns whether the live value is the result: the API server ignores the one in the request.
    pub fn keeps_live(&self) -> bool {
        self.rule == Rule::LedgerSystemFieldKept
    }

    /// Returns the rule as a sentence, with the known field managers.
    pub fn sentence(&self) -> String {
        let sentence = self.rule.text().sentence;
        if self.drift_by.is_empty() {
            return sentence.to_owned();
        }
        let managers: Vec<String> = self
            .drift_by
            .iter()
            .map(|drifter| match drifter.time.is_empty() {
                true => drifter.manager.clone(),
                false => format!("{} at {}", drifter.manager, drifter.time),
            })
            .collect();
        format!("{sentence} Set by {}.", managers.join(", "))
    }
}

/// The nodes of one field in all documents.
#[derive(Clone, Copy, Default)]
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

/// Returns the title and the paths of the rows that are defaults of the API server, or `None` without such
/// rows.
pub fn defaults_line(rows: &[LedgerRow]) -> Option<(String, String)> {
    let defaults = rows.iter().filter(|row| row.rule == Rule::LedgerDefault);
    let paths: Vec<String> = defaults.map(|row| row.path.to_string()).collect();
    let title = format!("Defaults of the API server ({})", paths.len());
    (!paths.is_empty()).then(|| (title, paths.join(", ")))
}

/// Returns the rows of an apply whose patch was merged: fields in the order of the live object, then of the
/// manifest, then of the last-applied configuration.
pub fn ledger(applied: &ApplyComputation, merged: &Merge) -> Vec<LedgerRow> {
    let mut rows = rows(applied, merged);
    let is_open = |row: &LedgerRow| row.rule == Rule::LedgerNotConverging;
    if rows.iter().any(is_open)
        && let Some(still) = applied.convergence(merged).open_fields()
    {
        // A later apply can have a row for each field of an item, because both last-applied and manifest have it.
        let whole: FxHashSet<&[Segment]> = still.iter().map(|open| &*open.0).collect();
        let around: FxHashSet<&[Segment]> = still
            .iter()
            .flat_map(|open| (0..=open.0.len()).map(|end| &open.0[..end]))
            .collect();
        let is_still_open = |path: &Path| {
            around.contains(&*path.0) || (0..path.0.len()).any(|end| whole.contains(&path.0[..end]))
        };
        let later = rows
            .iter_mut()
            .filter(|row| is_open(row) && !is_still_open(&row.path));
        later.for_each(|row| row.rule = Rule::LedgerConvergesLater);
    }
    rows.sort_by_key(|row| rank(row.rule));
    rows
}

/// Returns the rows of an apply, without regard to later applies.
pub(super) fn rows(applied: &ApplyComputation, merged: &Merge) -> Vec<LedgerRow> {
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
        fields: LiveFields::new(live, schema),
        rows: Vec::new(),
    };
    let top = LedgerNodes {
        last: sides.root(DocumentSide::Original),
        manifest: sides.root(DocumentSide::Modified),
        live: sides.root(DocumentSide::Current),
        result: Some(merged.tree.top()),
    };
    book.value(
        &mut Path::default(),
        top,
        schema.known_top(api_version, kind),
        None,
    );
    book.rows
}

/// Returns the sort key of a rule: first what the apply changes, then drift that it keeps, last the rows
/// without interest.
fn rank(rule: Rule) -> u8 {
    match rule {
        Rule::LedgerRemovedWithParent
        | Rule::LedgerCleared
        | Rule::LedgerRemoved
        | Rule::LedgerRemovedByNull => 0,
        Rule::LedgerDriftReverted
        | Rule::LedgerChanged
        | Rule::LedgerReordered
        | Rule::LedgerNotConverging
        | Rule::LedgerConvergesLater
        | Rule::LedgerEncodedAnew => 1,
        Rule::LedgerAdded | Rule::LedgerRestored => 2,
        Rule::LedgerDriftKept
        | Rule::LedgerEncodedKept
        | Rule::LedgerStoredDifferently
        | Rule::LedgerNotStored
        | Rule::LedgerStatusKept
        | Rule::LedgerSystemFieldKept => 3,
        Rule::LedgerDefault | Rule::LedgerServerManaged => 5,
        _ => 4,
    }
}

struct LedgerBuilder<'a> {
    last: Option<&'a Document>,
    manifest: &'a Document,
    live: &'a Document,
    merged: &'a Merge,
    schema: &'a Schema,
    merges: bool,
    fields: LiveFields<'a>,
    rows: Vec<LedgerRow>,
}

impl<'a> LedgerBuilder<'a> {
    /// Adds the rows of a field: one for each part that merges separately. All share one path, so that a deep field does not
    /// copy it at each level.
    fn value(
        &mut self,
        path: &mut Path,
        four: LedgerNodes,
        position: Option<TypePosition>,
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
        let has_no_parts = four.live.is_none_or(|node| self.live.is_zero(node))
            && four.manifest.is_none_or(|node| self.manifest.is_zero(node));
        if four.count() < 2 || replaces || has_no_parts {
            self.row(path, four, position);
        } else if all(ValueKind::Map) {
            self.entries(path, four, position);
        } else if all(ValueKind::List) && merges {
            self.items(path, four, position, field);
        } else {
            self.row(path, four, position);
        }
    }

    fn entries(&mut self, path: &mut Path, four: LedgerNodes, position: Option<TypePosition>) {
        let named = |document: &'a Document, map: Option<NodeId>| -> Vec<(String, NodeId)> {
            let children = map.into_iter().flat_map(|map| document.children(map));
            let named = children.filter_map(|child| Some((document.key(child)?.to_owned(), child)));
            named.collect()
        };
        let results = four.result.into_iter().flat_map(|map| {
            let tree = &self.merged.tree;
            tree.present(map)
                .filter_map(|child| Some((tree.key(child)?.to_owned(), child)))
        });
        let results = results.collect();
        let last = self.last.map(|last| named(last, four.last));
        let rows = align(
            last.unwrap_or_default(),
            named(self.manifest, four.manifest),
            named(self.live, four.live),
            results,
        );
        let is_in_manifest = four.manifest.is_some();
        let (map, map_nodes) = (position, four);
        for (_, four) in rows.iter().filter(|(_, four)| four.manifest.is_some()) {
            four.live
                .into_iter()
                .for_each(|live| self.fields.add_manifest_field(live));
        }
        for (key, four) in rows {
            let field = position.and_then(|position| self.schema.peek(position, &key));
            let position = field.as_ref().map(|field| field.type_position);
            let is_omitted = four.manifest.is_some_and(|node| self.manifest.is_zero(node))
                && self.schema.omits_empty(map, &key);
            path.0.push(Segment::Key(key.clone()));
            self.value(path, four, position, field);
            if is_omitted
                && let Some(row) = self.rows.last_mut()
                && matches!(row.rule, Rule::LedgerAdded | Rule::LedgerRestored)
                && row.path == *path
            {
                row.rule = Rule::LedgerNotStored;
            }
            // The manifest contains the map, so the field was not removed with the map.
            if is_in_manifest
                && let Some(row) = self.rows.last_mut()
                && row.rule == Rule::LedgerRemovedWithParent
                && row.path == *path
            {
                row.rule = Rule::LedgerCleared;
            }
            // The API server sets the default that the live object has.
            let is_changed = self.rows.last().is_some_and(|row| {
                let changes = [
                    Rule::LedgerChanged,
                    Rule::LedgerDriftReverted,
                    Rule::LedgerCleared,
                    Rule::LedgerRemovedByNull,
                ];
                changes.contains(&row.rule) && row.path == *path
            });
            if is_changed
                && self.is_same_field_when_stored(map_nodes, four, map, &key)
                && let Some(row) = self.rows.last_mut()
            {
                row.rule = Rule::LedgerStoredDifferently;
                row.drift_by = Vec::new();
            }
            path.0.pop();
        }
    }

    fn items(
        &mut self,
        path: &mut Path,
        four: LedgerNodes,
        position: Option<TypePosition>,
        field: Option<Field<'a>>,
    ) {
        let needs_all_keys = self.shares_merge_key(four, field.as_ref());
        let names = |document: &'a Document, list: Option<NodeId>| -> Vec<(Segment, NodeId)> {
            let children = list.into_iter().flat_map(|list| document.children(list));
            children
                .map(|child| {
                    let all = self.all_keys(document, child, field.as_ref());
                    let name = all.filter(|_| needs_all_keys);
                    (
                        name.unwrap_or_else(|| item(document, child, field.as_ref())),
                        child,
                    )
                })
                .collect()
        };
        let tree = &self.merged.tree;
        let results = four.result.into_iter().flat_map(|list| tree.present(list));
        let results: Vec<(Segment, ResultId)> = results
            .filter_map(|child| {
                let all = self.all_keys(tree, child, field.as_ref());
                let name = all.filter(|_| needs_all_keys);
                Some((name.or_else(|| self.merged.path(child).0.pop())?, child))
            })
            .collect();
        let last = self.last.map(|last| names(last, four.last));
        let live = names(self.live, four.live);
        let is_reordered = is_reordered(&live, &results);
        let rows = align(
            last.unwrap_or_default(),
            names(self.manifest, four.manifest),
            live,
            results,
        );
        if is_reordered {
            self.push(path, four, Rule::LedgerReordered, Vec::new());
        }
        let position = position.map(|position| self.schema.item(position));
        for (segment, four) in rows {
            path.0.push(segment);
            self.value(path, four, position, None);
            path.0.pop();
        }
    }

    /// Returns whether several items of a side have the same merge key, such as port 53 for two protocols.
    fn shares_merge_key(&self, four: LedgerNodes, field: Option<&Field<'a>>) -> bool {
        let shares = |document: &Document, list: Option<NodeId>| {
            let children = list.into_iter().flat_map(|list| document.children(list));
            let mut seen = HashSet::new();
            children
                .map(|child| item(document, child, field))
                .any(|name| !seen.insert(name))
        };
        field.is_some_and(|field| field.list_map_keys.len() > 1)
            && (shares(self.live, four.live) || shares(self.manifest, four.manifest))
    }

    /// Returns the segment of an item with all keys of server-side apply, the merge key first.
    fn all_keys<T: Tree>(&self, tree: &T, child: T::Id, field: Option<&Field<'a>>) -> Option<Segment> {
        item_by_all_keys(tree, child, field?, self.schema)
    }

    /// Returns whether the value is the map of annotations, and kubectl added it with its own annotation.
    fn holds_only_last_applied(&self, path: &Path, map: Option<NodeId>) -> bool {
        let mut fields = map.into_iter().flat_map(|map| self.manifest.children(map));
        let (Some(only), None) = (fields.next(), fields.next()) else {
            return false;
        };
        let key = Segment::Key(self.manifest.key(only).unwrap_or_default().to_owned());
        is_last_applied(&Path([&path.0[..], &[key]].concat()))
    }

    fn row(&mut self, path: &mut Path, four: LedgerNodes, position: Option<TypePosition>) {
        let mut rule = match self.apply_effect(path, four) {
            // The manifest has the annotation only because kubectl adds it.
            Rule::LedgerAdded | Rule::LedgerChanged | Rule::LedgerDriftReverted | Rule::LedgerRestored
                if is_last_applied(path) || self.holds_only_last_applied(path, four.manifest) =>
            {
                Rule::LedgerLastApplied
            }
            rule @ (Rule::LedgerInSync
            | Rule::LedgerAlreadyRemoved
            | Rule::LedgerNothingToRemove
            | Rule::LedgerServerManaged) => rule,
            Rule::LedgerDriftKept if self.is_kept_status(path) => Rule::LedgerServerManaged,
            _ if self.is_kept_status(path) => Rule::LedgerStatusKept,
            Rule::LedgerDriftKept => Rule::LedgerDriftKept,
            _ if four.live.is_some() && is_set_by_server(path) => Rule::LedgerSystemFieldKept,
            Rule::LedgerChanged | Rule::LedgerDriftReverted if self.is_stored_as_live(four, position) => {
                Rule::LedgerStoredDifferently
            }
            rule => rule,
        };
        rule = self.encoded(path, rule, four.live).unwrap_or(rule);
        let mut drift_by = Vec::new();
        match (rule, four.live) {
            // Fields of `data` that come from `stringData` have their own rows.
            (Rule::LedgerDriftKept, Some(live)) if self.is_data_of_texts(path) => {
                return self.parts(path, live, four.result);
            }
            (Rule::LedgerRestored, None) if self.is_stored_text(path) => rule = Rule::LedgerStoredDifferently,
            (Rule::LedgerDriftKept, Some(live)) => match self.fields.origin(live) {
                FieldOrigin::Default => rule = Rule::LedgerDefault,
                FieldOrigin::Drift(drifters) => drift_by = drifters,
                FieldOrigin::Mixed => return self.parts(path, live, four.result),
            },
            (
                Rule::LedgerDriftReverted
                | Rule::LedgerChanged
                | Rule::LedgerEncodedAnew
                | Rule::LedgerRemovedWithParent,
                Some(live),
            ) => drift_by = self.fields.drifters(live),
            _ => {}
        }
        self.push(path, four, rule, drift_by);
    }

    fn push(&mut self, path: &Path, four: LedgerNodes, rule: Rule, drift_by: Vec<Drifter>) {
        self.rows.push(LedgerRow {
            path: path.clone(),
            last: four.last,
            manifest: four.manifest.filter(|_| rule != Rule::LedgerLastApplied),
            live: four.live,
            result: four.result,
            rule,
            drift_by,
        });
    }

    fn is_data_of_texts(&self, path: &Path) -> bool {
        let has_texts = |document: &Document| document.get(document.root(), "stringData").is_some();
        matches!(&path.0[..], [Segment::Key(data)] if data == "data")
            && self.manifest.identity() == ("v1", "Secret")
            && (has_texts(self.manifest) || self.last.is_some_and(has_texts))
    }

    /// Returns whether it is a field of `stringData` whose value the live `data` has.
    fn is_stored_text(&self, path: &Path) -> bool {
        match &path.0[..] {
            [Segment::Key(map), Segment::Key(key)] if map == "stringData" => {
                let live = self.live.node_at(&["data", key]);
                live.is_some_and(|live| self.is_encoded(self.manifest, key, live) == Some(true))
            }
            _ => false,
        }
    }

    /// Returns the rule of a field in the `data` of a Secret whose value the API server encodes from `stringData`.
    fn encoded(&self, path: &Path, rule: Rule, live: Option<NodeId>) -> Option<Rule> {
        let [Segment::Key(map), Segment::Key(key)] = &path.0[..] else {
            return None;
        };
        if map != "data" || rule == Rule::LedgerInSync || self.manifest.identity() != ("v1", "Secret") {
            return None;
        }
        let is_encoded = |document| self.is_encoded(document, key, live?);
        let is_kept = rule == Rule::LedgerDriftKept;
        match is_encoded(self.manifest) {
            Some(true) if is_kept => Some(Rule::LedgerEncoded),
            Some(_) => Some(Rule::LedgerEncodedAnew),
            None if is_kept && self.last.and_then(is_encoded) == Some(true) => Some(Rule::LedgerEncodedKept),
            None => None,
        }
    }

    /// Returns whether a value in the live `data` is the encoded one of `stringData` in a document, or `None` if there is
    /// no such string.
    fn is_encoded(&self, document: &Document, key: &str, live: NodeId) -> Option<bool> {
        let text = document.node_at(&["stringData", key])?;
        let Value::String(text) = document.value_as_read(text) else {
            return None;
        };
        let Value::String(bytes) = self.live.value_as_read(live) else {
            return Some(false);
        };
        Some(decode_base64(bytes).is_some_and(|bytes| bytes == text.as_bytes()))
    }

    /// Adds rows for the parts of a live value that are default values or drift.
    fn parts(&mut self, path: &mut Path, live: NodeId, result: Option<ResultId>) {
        let tree = &self.merged.tree;
        let results: Vec<ResultId> = result.into_iter().flat_map(|id| tree.present(id)).collect();
        let named: HashMap<&str, ResultId> = results
            .iter()
            .filter_map(|id| Some((tree.key(*id)?, *id)))
            .collect();
        for (index, child) in self.live.children(live).enumerate() {
            let key = self.live.key(child);
            let segment = match key {
                Some(key) => Segment::Key(key.to_owned()),
                None => item(self.live, child, None),
            };
            let result = match key {
                Some(key) => named.get(key),
                None => results.get(index),
            };
            let four = LedgerNodes {
                last: None,
                manifest: None,
                live: Some(child),
                result: result.copied(),
            };
            path.0.push(segment);
            self.row(path, four, None);
            path.0.pop();
        }
    }

    /// Returns whether the API server stores the field `name` of a map in the result as the live map has it.
    fn is_same_field_when_stored(
        &self,
        maps: LedgerNodes,
        field: LedgerNodes,
        position: Option<TypePosition>,
        name: &str,
    ) -> bool {
        let (Some(live), Some(result)) = (maps.live, maps.result) else {
            return false;
        };
        let stored = Cursor::new(self.live, self.schema, live, position);
        let sent = Cursor::new(&self.merged.tree, self.schema, result, position);
        let old = field.live.and_then(|node| stored.field_at(name, node));
        let new = field.result.and_then(|node| sent.field_at(name, node));
        is_same_value(&stored, &sent, name, (old, new))
    }

    /// Returns whether a field is in a `status` that only a request to its subresource changes.
    fn is_kept_status(&self, path: &Path) -> bool {
        let (version, kind) = self.manifest.identity();
        let top = self.schema.known_top(version, kind);
        matches!(path.0.first(), Some(Segment::Key(name)) if name == "status")
            && top.is_some_and(|top| self.schema.has_status_subresource(top))
    }

    /// Returns whether the API server stores the value of the result as the live value.
    fn is_stored_as_live(&self, four: LedgerNodes, position: Option<TypePosition>) -> bool {
        four.live.zip(four.result).is_some_and(|(live, result)| {
            let stored = Cursor::new(self.live, self.schema, live, position);
            let sent = Cursor::new(&self.merged.tree, self.schema, result, position);
            if is_same_when_stored(&stored, &sent) {
                return true;
            }
            let sent = read("result", json_value(&self.merged.tree, result).into_bytes());
            sent.ok()
                .zip(position)
                .is_some_and(|(sent, position)| is_stored_as(self.live, live, &sent, self.schema, position))
        })
    }

    /// Returns the rule that decided a field, from its values in all documents.
    fn apply_effect(&self, path: &Path, four: LedgerNodes) -> Rule {
        let is_result = |document: &Document, node: Option<NodeId>| match (node, four.result) {
            (Some(node), Some(result)) => same(document, node, &self.merged.tree, result, Numbers::ByValue),
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
            (Some(_), None) if nulled && four.result.is_none() => Rule::LedgerNothingToRemove,
            (Some(_), Some(_)) if nulled && four.result.is_none() => Rule::LedgerRemovedByNull,
            (Some(_), Some(_)) if as_manifest && as_live => Rule::LedgerInSync,
            (Some(_), Some(_)) if as_manifest && unlike_last => Rule::LedgerChanged,
            (Some(_), Some(_)) if as_manifest => Rule::LedgerDriftReverted,
            (Some(_), None) if as_manifest && four.last.is_some() && !unlike_last => Rule::LedgerRestored,
            (Some(_), None) if as_manifest => Rule::LedgerAdded,
            (Some(new), Some(_)) if self.manifest.kind(new) == ValueKind::Map && four.result.is_some() => {
                Rule::LedgerMerged
            }
            (Some(_), _) => Rule::LedgerNotConverging,
            (None, Some(_)) if four.result.is_none() && four.last.is_none() => Rule::LedgerRemovedWithParent,
            (None, Some(_)) if four.result.is_none() => Rule::LedgerRemoved,
            (None, Some(_)) if four.last.is_some() => Rule::LedgerNotConverging,
            (None, Some(_)) if is_server_managed(path) => Rule::LedgerServerManaged,
            (None, Some(_)) => Rule::LedgerDriftKept,
            (None, None) => Rule::LedgerAlreadyRemoved,
        }
    }
}

/// Returns whether a path is a field of the metadata that only the API server sets.
fn is_set_by_server(path: &Path) -> bool {
    let [Segment::Key(metadata), Segment::Key(field)] = &path.0[..] else {
        return false;
    };
    metadata == "metadata" && SET_BY_SERVER.contains(&field.as_str())
}

fn is_server_managed(path: &Path) -> bool {
    let text = path.to_string();
    SERVER_MANAGED_FIELDS.iter().any(|field| text == *field)
}

/// Returns whether the items that both lists have are in another order.
fn is_reordered(live: &[(Segment, NodeId)], results: &[(Segment, ResultId)]) -> bool {
    let names_of_live: HashSet<&Segment> = live.iter().map(|(name, _)| name).collect();
    let names_of_result: HashSet<&Segment> = results.iter().map(|(name, _)| name).collect();
    let is_in_both = |name: &&Segment| names_of_live.contains(*name) && names_of_result.contains(*name);
    // The first of equal names counts.
    let (mut seen_in_live, mut seen_in_result) = (HashSet::new(), HashSet::new());
    let live = live.iter().map(|(name, _)| name);
    let results = results.iter().map(|(name, _)| name);
    live.filter(is_in_both)
        .filter(|name| seen_in_live.insert(*name))
        .ne(results
            .filter(is_in_both)
            .filter(|name| seen_in_result.insert(*name)))
}

/// Groups the fields of all documents by name: first the fields of the live object, then new ones. The first
/// of equal names counts.
fn align<K: Clone + Eq + std::hash::Hash>(
    last: Vec<(K, NodeId)>,
    manifest: Vec<(K, NodeId)>,
    live: Vec<(K, NodeId)>,
    result: Vec<(K, ResultId)>,
) -> Vec<(K, LedgerNodes)> {
    let mut rows: Vec<(K, LedgerNodes)> = Vec::new();
    let mut positions: HashMap<K, usize> = HashMap::new();
    let mut at = |key: K, rows: &mut Vec<(K, LedgerNodes)>| {
        *positions.entry(key.clone()).or_insert_with(|| {
            rows.push((key, LedgerNodes::default()));
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
    /// Returns the short texts of a row's values, with their names; `none` for a missing value. Of long texts it is the
    /// part where they differ.
    pub fn cells(&self, merged: &Merge, row: &LedgerRow, none: &str) -> String {
        let sides = [
            (DocumentSide::Original, row.last),
            (DocumentSide::Modified, row.manifest),
            (DocumentSide::Current, row.live),
        ];
        let nodes = sides.map(|(side, node)| {
            let document: &Document = self.request.sides.document(side)?;
            Some((document, node?))
        });
        let kept = nodes[2].filter(|_| row.keeps_live());
        let result = row.result.filter(|_| !row.keeps_live());
        let short = |(document, id): (&Document, NodeId)| write::value_text(document, id, MAX_CELL_CHARS);
        let [last, manifest, live] = nodes.map(|node| node.map(short));
        let result_text = match result {
            Some(id) => Some(write::value_text(&merged.tree, id, MAX_CELL_CHARS)),
            None => kept.map(short),
        };
        let mut cells = [last, manifest, live, result_text];
        let values = nodes.into_iter().chain([kept]).flatten();
        let values = values.map(|(document, id)| document.value(id));
        let values: Vec<Value<'_>> = values.chain(result.map(|id| merged.tree.value(id))).collect();
        let is_plain =
            |value: &Value<'_>| matches!(value, Value::Bool(_) | Value::Integer(_) | Value::Float(_));
        // Without quotes, "3" looks like the number 3.
        if values.iter().any(is_plain) {
            let strings = cells.iter_mut().flatten().zip(&values);
            for (cell, _) in strings.filter(|(_, value)| value.as_str().is_some()) {
                *cell = format!("\"{cell}\"");
            }
        }
        let texts: Option<Vec<&str>> = values.iter().map(|value| value.as_str()).collect();
        if let Some(parts) = texts.and_then(|texts| excerpts(&texts)) {
            let filled = cells.iter_mut().flatten().zip(parts);
            filled.for_each(|(cell, part)| *cell = escape::visible(&part).into_owned());
        }
        let cells = ["last-applied", "manifest", "live", "result"]
            .into_iter()
            .zip(cells);
        let cells = cells.map(|(name, cell)| format!("{name} {}", cell.as_deref().unwrap_or(none)));
        cells.collect::<Vec<_>>().join(" · ")
    }
}
