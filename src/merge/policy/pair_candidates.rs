//! Which policy items a live item can pair with at all, found by hash.
//!
//! A policy item that is a map asks for each of its texts and numbers, and for those in its maps and lists, so it can be
//! found by one of them: by its name, else by the one that fewest items have. Lists are compared the other way round, so
//! a live list asks: by its length and by what it has, for policy lists that have it too. Everything else is found by how it prints.
//! What is found still has to be tried. Where many policy items are found by the same value and a live item fits none
//! of them, all are tried: that is inherent in "the first that fits", and the only quadratic case.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::go_print;
use crate::document::{Document, NodeId, Tree, Value, ValueKind};
use crate::merge::quantity;
use crate::merge::quantity::Amount;

/// By what an item is found; equal hashes are no proof, only worth a try.
type CandidateMark = u64;

/// The policy items that are not paired yet.
#[derive(Debug)]
pub(crate) struct PairCandidates {
    by_mark: FxHashMap<CandidateMark, BTreeSet<usize>>,
    /// Maps that ask for no text and no number.
    anything: BTreeSet<usize>,
    /// The marks of each item by which it is found, none for those in `anything`.
    marks: Vec<Vec<CandidateMark>>,
    /// Up to where, from the end, no unpaired map stands.
    last_map: usize,
    maps: Vec<bool>,
}

#[derive(Hash)]
enum CandidateLook<'a> {
    /// A field and how it prints.
    Printed(FieldPath, &'a str),
    /// A field and its amount.
    Amount(FieldPath, &'a Amount),
    /// A list field and how one of its items prints.
    Item(FieldPath, &'a str),
    /// The length of a list.
    Length(usize),
    /// How a list in a list prints, or a text that looks like one.
    ListInList(&'a str),
    /// How an item that is neither map nor list prints.
    Scalar(&'a str),
}

fn mark(look: &CandidateLook<'_>) -> CandidateMark {
    let mut hasher = FxHasher::default();
    look.hash(&mut hasher);
    hasher.finish()
}

/// The keys that lead from an item to one of its fields, as a hash; `[]` stands for any item of a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct FieldPath(u64);

impl FieldPath {
    const ITEM: FieldPath = FieldPath(0);
    /// A path of its own: for a list in a list, fields of maps are not those of an item.
    const LIST_ITEM: FieldPath = FieldPath(1);

    fn join_segment(self, segment: &str) -> FieldPath {
        let mut hasher = FxHasher::default();
        (self, segment).hash(&mut hasher);
        FieldPath(hasher.finish())
    }
}

/// What a field must show to hold a text.
fn wanted_text(path: FieldPath, text: &str) -> CandidateMark {
    match quantity::amount(text) {
        Some(amount) => mark(&CandidateLook::Amount(path, &amount)),
        None => mark(&CandidateLook::Printed(path, text)),
    }
}

/// Whether a text may print as a list or map does. Those are printed only where they are fields of the item itself:
/// printing them on every level would take the square of a document's depth.
fn may_be_container(text: &str) -> bool {
    text.ends_with(']') && (text.starts_with('[') || text.starts_with("map["))
}

/// What a live item must show to hold the policy's item, or a map in it. Nothing is asked for what live need not have.
fn push_wanted(document: &Document, map: NodeId, path: FieldPath, marks: &mut Vec<CandidateMark>) {
    for field in document.children(map) {
        let Some(key) = document.key(field) else { continue };
        let is_outer = path == FieldPath::ITEM;
        let path = path.join_segment(key);
        match document.value(field) {
            Value::String(text) if !is_outer && may_be_container(text) => {}
            Value::String(text) => marks.push(wanted_text(path, text)),
            Value::Map => push_wanted(document, field, path, marks),
            Value::List => push_wanted_items(document, field, path.join_segment("[]"), marks),
            // A zero may be missing in live.
            Value::Integer(0) | Value::Bool(false) | Value::Null | Value::Float(0.0) => {}
            Value::Integer(_) | Value::Bool(_) | Value::Float(_) => {
                let text = go_print::plain(document, field);
                marks.push(mark(&CandidateLook::Printed(path, &text)));
            }
        }
    }
}

fn push_wanted_items(document: &Document, list: NodeId, path: FieldPath, marks: &mut Vec<CandidateMark>) {
    for item in document.children(list) {
        match document.kind(item) {
            ValueKind::Map => push_wanted(document, item, path, marks),
            ValueKind::List => {}
            _ => {
                let text = go_print::plain(document, item);
                if !may_be_container(&text) {
                    marks.push(mark(&CandidateLook::Item(path, &text)));
                }
            }
        }
    }
}

/// What a live item shows, or a map in it.
fn push_shown(document: &Document, map: NodeId, path: FieldPath, marks: &mut Vec<CandidateMark>) {
    for field in document.children(map) {
        let Some(key) = document.key(field) else { continue };
        let is_outer = path == FieldPath::ITEM;
        let path = path.join_segment(key);
        let kind = document.kind(field);
        if let Value::String(text) = document.value(field) {
            marks.push(mark(&CandidateLook::Printed(path, text)));
            marks.extend(quantity::amount(text).map(|amount| mark(&CandidateLook::Amount(path, &amount))));
        } else if is_outer || kind.is_scalar() {
            let text = go_print::plain(document, field);
            marks.push(mark(&CandidateLook::Printed(path, &text)));
        }
        if kind == ValueKind::Map {
            push_shown(document, field, path, marks);
        }
        if kind == ValueKind::List {
            push_shown_items(document, field, path.join_segment("[]"), marks);
        }
    }
}

fn push_shown_items(document: &Document, list: NodeId, path: FieldPath, marks: &mut Vec<CandidateMark>) {
    for item in document.children(list) {
        match document.kind(item) {
            ValueKind::Map => push_shown(document, item, path, marks),
            ValueKind::List => {}
            _ => {
                let text = go_print::plain(document, item);
                marks.push(mark(&CandidateLook::Item(path, &text)));
            }
        }
    }
}

/// What the other list must have where two lists are items themselves; lists in them are compared as they print.
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
            marks.push(mark(&CandidateLook::ListInList(&go_print::plain(document, item))));
        }
    }
}

/// What a live item shows.
fn shown(document: &Document, item: NodeId) -> Vec<CandidateMark> {
    let mut marks = Vec::new();
    match document.kind(item) {
        ValueKind::Map => push_shown(document, item, FieldPath::ITEM, &mut marks),
        kind => {
            if kind == ValueKind::Null {
                marks.push(mark(&CandidateLook::Length(0)));
            }
            marks.push(mark(&CandidateLook::Scalar(&go_print::plain(document, item))));
        }
    }
    marks
}

/// The name that an item goes by.
pub(crate) fn name(document: &Document, item: NodeId) -> Option<&str> {
    if document.kind(item) != ValueKind::Map {
        return None;
    }
    match document.value(document.get(item, "name")?) {
        Value::String(name) if !name.is_empty() => Some(name),
        _ => None,
    }
}

impl PairCandidates {
    /// Indexes the policy's items; live's (one of each form) tell which values are rare.
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
                    push_wanted(template, *item, FieldPath::ITEM, &mut marks);
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
            for field in forms.flat_map(|form| shown(live, form)) {
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
                ValueKind::Map if let Some(name) = name(template, *item) => {
                    marks.push(wanted_text(FieldPath::ITEM.join_segment("name"), name));
                }
                ValueKind::Map => marks.extend(
                    fields
                        .iter()
                        .min_by_key(|field| count(&ours, field).saturating_mul(count(&theirs, field))),
                ),
                ValueKind::List => push_list_items(template, *item, &mut marks, push_shown_items),
                _ => marks.push(mark(&CandidateLook::Scalar(&go_print::plain(template, *item)))),
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

    /// The unpaired policy items that a live item may pair with, each asked for when the one before was tried.
    pub(crate) fn of(&self, live: &Document, item: NodeId) -> PairingAttempts {
        let mut marks = shown(live, item);
        if live.kind(item) == ValueKind::List {
            let mut wanted = Vec::new();
            push_list_items(live, item, &mut wanted, push_wanted_items);
            let count = |mark: &CandidateMark| self.by_mark.get(mark).map_or(0, BTreeSet::len);
            marks.extend(wanted.into_iter().min_by_key(count));
        }
        PairingAttempts {
            marks,
            any: live.kind(item) == ValueKind::Map,
            from: 0,
        }
    }

    /// Takes an item out: it is paired.
    pub(crate) fn take(&mut self, at: usize) {
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

    /// The last map among the items that are not paired yet.
    pub(crate) fn last_map(&mut self) -> Option<usize> {
        while self.last_map > 0 && !self.maps[self.last_map - 1] {
            self.last_map -= 1;
        }
        self.last_map.checked_sub(1)
    }
}

/// A walk over the candidates of one live item, in the policy's order.
#[derive(Debug)]
pub(crate) struct PairingAttempts {
    marks: Vec<CandidateMark>,
    any: bool,
    from: usize,
}

impl PairingAttempts {
    /// The next one.
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
