//! Finds the policy items that a live item can pair with, by hash.
//!
//! A policy item that is a map requires each of its strings and numbers, and those in its maps and lists. So
//! it is indexed by one of them: by its name, or else by the one that the fewest items have. Lists are
//! compared the other way round, so a live list is looked up by its length and its own values. All other
//! items are indexed by their printed form. The candidates still have to be tried. If many policy items are
//! indexed by the same value and a live item matches none of them, all are tried. That is inherent in \"the
//! first match\", and the only quadratic case.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::go_print;
use crate::document::{Document, NodeId, Tree, Value, ValueKind};
use crate::merge::quantity;
use crate::merge::quantity::Amount;

/// The hash of a property of an item. Equal hashes are only candidates.
type CandidateMark = u64;

/// The policy items that are not paired yet.
#[derive(Debug)]
pub(crate) struct PairCandidates {
    by_mark: FxHashMap<CandidateMark, BTreeSet<usize>>,
    /// Maps without a string or number. They can pair with any map.
    anything: BTreeSet<usize>,
    /// The marks by which each item is indexed; empty for those in `anything`.
    marks: Vec<Vec<CandidateMark>>,
    /// No unpaired map has this index or a higher one.
    last_map: usize,
    maps: Vec<bool>,
}

#[derive(Hash)]
enum CandidateLook<'a> {
    /// A field and its printed form.
    Printed(FieldPath, &'a str),
    /// A field and its quantity.
    Amount(FieldPath, &'a Amount),
    /// A list field and the printed form of one of its items.
    Item(FieldPath, &'a str),
    /// The length of a list.
    Length(usize),
    /// The printed form of a list in a list, or a string that looks like one.
    ListInList(&'a str),
    /// The printed form of an item that is neither a map nor a list.
    Scalar(&'a str),
}

fn mark(look: &CandidateLook<'_>) -> CandidateMark {
    let mut hasher = FxHasher::default();
    look.hash(&mut hasher);
    hasher.finish()
}

/// The hash of the keys from an item to one of its fields; `[]` stands for any item of a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct FieldPath(u64);

impl FieldPath {
    const ITEM: FieldPath = FieldPath(0);
    /// A separate path: fields of maps in a list are not those of the item.
    const LIST_ITEM: FieldPath = FieldPath(1);

    fn join_segment(self, segment: &str) -> FieldPath {
        let mut hasher = FxHasher::default();
        (self, segment).hash(&mut hasher);
        FieldPath(hasher.finish())
    }
}

/// Returns the mark that a live field must have to match a string.
fn string_mark(path: FieldPath, text: &str) -> CandidateMark {
    match quantity::parse_amount(text) {
        Some(amount) => mark(&CandidateLook::Amount(path, &amount)),
        None => mark(&CandidateLook::Printed(path, text)),
    }
}

/// Returns whether a string can be the printed form of a list or map. Those are printed only for fields of
/// the item itself: printing them on every level would be quadratic in the depth.
fn may_be_container(text: &str) -> bool {
    text.ends_with(']') && (text.starts_with('[') || text.starts_with("map["))
}

/// Collects the marks that a live item must have to match the policy item, or a map in it. A field that can
/// be missing in the live item has none.
fn push_required_marks(document: &Document, map: NodeId, path: FieldPath, marks: &mut Vec<CandidateMark>) {
    for field in document.children(map) {
        let Some(key) = document.key(field) else { continue };
        let is_outer = path == FieldPath::ITEM;
        let path = path.join_segment(key);
        match document.value(field) {
            Value::String(text) if !is_outer && may_be_container(text) => {}
            Value::String(text) => marks.push(string_mark(path, text)),
            Value::Map => push_required_marks(document, field, path, marks),
            Value::List => push_required_item_marks(document, field, path.join_segment("[]"), marks),
            // The live item need not have a zero.
            Value::Integer(0) | Value::Bool(false) | Value::Null | Value::Float(0.0) => {}
            Value::Integer(_) | Value::Bool(_) | Value::Float(_) => {
                let text = go_print::print_plain(document, field);
                marks.push(mark(&CandidateLook::Printed(path, &text)));
            }
        }
    }
}

fn push_required_item_marks(
    document: &Document,
    list: NodeId,
    path: FieldPath,
    marks: &mut Vec<CandidateMark>,
) {
    for item in document.children(list) {
        match document.kind(item) {
            ValueKind::Map => push_required_marks(document, item, path, marks),
            ValueKind::List => {}
            _ => {
                let text = go_print::print_plain(document, item);
                if !may_be_container(&text) {
                    marks.push(mark(&CandidateLook::Item(path, &text)));
                }
            }
        }
    }
}

/// Collects the marks of a live item or of a map in it.
fn push_marks(document: &Document, map: NodeId, path: FieldPath, marks: &mut Vec<CandidateMark>) {
    for field in document.children(map) {
        let Some(key) = document.key(field) else { continue };
        let is_outer = path == FieldPath::ITEM;
        let path = path.join_segment(key);
        let kind = document.kind(field);
        if let Value::String(text) = document.value(field) {
            marks.push(mark(&CandidateLook::Printed(path, text)));
            marks.extend(
                quantity::parse_amount(text).map(|amount| mark(&CandidateLook::Amount(path, &amount))),
            );
        } else if is_outer || kind.is_scalar() {
            let text = go_print::print_plain(document, field);
            marks.push(mark(&CandidateLook::Printed(path, &text)));
        }
        if kind == ValueKind::Map {
            push_marks(document, field, path, marks);
        }
        if kind == ValueKind::List {
            push_item_marks(document, field, path.join_segment("[]"), marks);
        }
    }
}

fn push_item_marks(document: &Document, list: NodeId, path: FieldPath, marks: &mut Vec<CandidateMark>) {
    for item in document.children(list) {
        match document.kind(item) {
            ValueKind::Map => push_marks(document, item, path, marks),
            ValueKind::List => {}
            _ => {
                let text = go_print::print_plain(document, item);
                marks.push(mark(&CandidateLook::Item(path, &text)));
            }
        }
    }
}

/// Collects the marks that another list must have to match a list that is an item. Nested lists are compared
/// by their printed form.
fn push_list_items(
    document: &Document,
    list: NodeId,
    marks: &mut Vec<CandidateMark>,
    push_items: fn(&Document, NodeId, FieldPath, &mut Vec<CandidateMark>),
) {
    marks.push(mark(&CandidateLook::Length(document.len(list))));
    push_items(document, list, FieldPath::LIST_ITEM, marks);
    for item in document.children(list) {
        let is_like_list = match document.value(item) {
            Value::List => true,
            Value::String(text) => text.starts_with('['),
            _ => false,
        };
        if is_like_list {
            marks.push(mark(&CandidateLook::ListInList(&go_print::print_plain(
                document, item,
            ))));
        }
    }
}

/// Returns the marks of a live item.
fn marks_of(document: &Document, item: NodeId) -> Vec<CandidateMark> {
    let mut marks = Vec::new();
    match document.kind(item) {
        ValueKind::Map => push_marks(document, item, FieldPath::ITEM, &mut marks),
        kind => {
            if kind == ValueKind::Null {
                marks.push(mark(&CandidateLook::Length(0)));
            }
            marks.push(mark(&CandidateLook::Scalar(&go_print::print_plain(
                document, item,
            ))));
        }
    }
    marks
}

/// Returns the name of an item, if it is a map with one.
pub(crate) fn item_name(document: &Document, item: NodeId) -> Option<&str> {
    if document.kind(item) != ValueKind::Map {
        return None;
    }
    match document.value(document.get(item, "name")?) {
        Value::String(name) if !name.is_empty() => Some(name),
        _ => None,
    }
}

impl PairCandidates {
    /// Indexes the policy items. The live items (one of each printed form) tell which marks are rare.
    pub(crate) fn new(
        template: &Document,
        desired: &[NodeId],
        live: &Document,
        forms: impl Iterator<Item = NodeId>,
    ) -> Self {
        let is_map = |item: &NodeId| template.kind(*item) == ValueKind::Map;
        let fields: Vec<Vec<CandidateMark>> = desired
            .iter()
            .map(|item| {
                let mut marks = Vec::new();
                if is_map(item) {
                    push_required_marks(template, *item, FieldPath::ITEM, &mut marks);
                }
                marks
            })
            .collect();
        let mut ours: FxHashMap<CandidateMark, usize> = FxHashMap::default();
        for field in fields.iter().flatten() {
            *ours.entry(*field).or_default() += 1;
        }
        let mut theirs: FxHashMap<CandidateMark, usize> = FxHashMap::default();
        if desired.len() > 1 {
            for field in forms.flat_map(|form| marks_of(live, form)) {
                if ours.contains_key(&field) {
                    *theirs.entry(field).or_default() += 1;
                }
            }
        }
        let count = |counts: &FxHashMap<CandidateMark, usize>, field: &CandidateMark| {
            counts.get(field).copied().unwrap_or(0)
        };
        let mut new = Self {
            by_mark: FxHashMap::default(),
            anything: BTreeSet::new(),
            marks: Vec::with_capacity(desired.len()),
            last_map: desired.len(),
            maps: desired.iter().map(is_map).collect(),
        };
        for (at, (item, fields)) in desired.iter().zip(&fields).enumerate() {
            let mut marks = Vec::new();
            match template.kind(*item) {
                ValueKind::Map if let Some(name) = item_name(template, *item) => {
                    marks.push(string_mark(FieldPath::ITEM.join_segment("name"), name));
                }
                ValueKind::Map => marks.extend(
                    fields
                        .iter()
                        .min_by_key(|field| count(&ours, field).saturating_mul(count(&theirs, field))),
                ),
                ValueKind::List => push_list_items(template, *item, &mut marks, push_item_marks),
                _ => marks.push(mark(&CandidateLook::Scalar(&go_print::print_plain(
                    template, *item,
                )))),
            }
            if marks.is_empty() {
                new.anything.insert(at);
            }
            for mark in &marks {
                new.by_mark.entry(*mark).or_default().insert(at);
            }
            new.marks.push(marks);
        }
        new
    }

    /// Returns the candidates for a live item. They are looked up one by one, because each attempt can pair
    /// one.
    pub(crate) fn attempts_for(&self, live: &Document, item: NodeId) -> PairingAttempts {
        let mut marks = marks_of(live, item);
        if live.kind(item) == ValueKind::List {
            let mut required = Vec::new();
            push_list_items(live, item, &mut required, push_required_item_marks);
            let count = |mark: &CandidateMark| self.by_mark.get(mark).map_or(0, BTreeSet::len);
            marks.extend(required.into_iter().min_by_key(count));
        }
        PairingAttempts {
            marks,
            any: live.kind(item) == ValueKind::Map,
            from: 0,
        }
    }

    /// Removes an item that was paired.
    pub(crate) fn remove(&mut self, at: usize) {
        if let Some(item) = self.maps.get_mut(at) {
            *item = false;
        }
        self.anything.remove(&at);
        for mark in self.marks.get(at).into_iter().flatten() {
            if let Some(items) = self.by_mark.get_mut(mark) {
                items.remove(&at);
            }
        }
    }

    /// Returns the index of the last unpaired map.
    pub(crate) fn last_map(&mut self) -> Option<usize> {
        while self.last_map > 0 && !self.maps[self.last_map - 1] {
            self.last_map -= 1;
        }
        self.last_map.checked_sub(1)
    }
}

/// An iteration over the candidates of a live item, in the order of the policy.
#[derive(Debug)]
pub(crate) struct PairingAttempts {
    marks: Vec<CandidateMark>,
    any: bool,
    from: usize,
}

impl PairingAttempts {
    /// Returns the next candidate.
    pub(crate) fn next(&mut self, candidates: &PairCandidates) -> Option<usize> {
        let anything = self.any.then_some(&candidates.anything);
        let next = self
            .marks
            .iter()
            .filter_map(|mark| candidates.by_mark.get(mark))
            .chain(anything)
            .filter_map(|items| items.range(self.from..).next().copied())
            .min()?;
        self.from = next + 1;
        Some(next)
    }
}
