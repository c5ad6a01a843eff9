//! Pairs the children of two nodes: in maps by key; in lists by origin, then by merge key, then by value, then
//! by position.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::difference::MovedItem;
use crate::document::{Numbers, Tree, Value, ValueKind, same};
use crate::merge::go_text::to_json;
use crate::merge::{Merge, NodeRef, ResultId, ResultTree, moved};

/// A child of one or both nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairedChild {
    /// Both have the child, on one row.
    Both(ResultId, ResultId),
    /// Only the first has the child.
    First(ResultId),
    /// Only the second has the child.
    Second(ResultId),
    /// Both have the item at different positions: its row in the first.
    HereFirst(ResultId, ResultId),
    /// Both have the item at different positions: its row in the second.
    HereSecond(ResultId, ResultId),
}

/// The aligned items of two lists, and the moved ones.
#[derive(Debug, Default)]
pub(crate) struct ChildItems {
    pub(crate) children: Vec<PairedChild>,
    pub(crate) moved: Vec<MovedItem>,
}

/// Returns the fields of two maps in the order of the first. A field that only the second has follows the
/// same field as in the second.
pub(crate) fn entries(first: &ResultTree, a: ResultId, second: &ResultTree, b: ResultId) -> Vec<PairedChild> {
    // Most maps have the same keys in the same order.
    let keys_of_ours = first.present(a).map(|id| first.key(id));
    if keys_of_ours.eq(second.present(b).map(|id| second.key(id))) {
        let pairs = first.present(a).zip(second.present(b));
        return pairs.map(|(x, y)| PairedChild::Both(x, y)).collect();
    }
    let ours: Vec<ResultId> = first.present(a).collect();
    let by_key: FxHashMap<&str, ResultId> = ours
        .iter()
        .filter_map(|id| Some((first.key(*id)?, *id)))
        .collect();
    let mut partner: FxHashMap<ResultId, ResultId> = FxHashMap::default();
    let mut behind: FxHashMap<Option<ResultId>, Vec<ResultId>> = FxHashMap::default();
    let mut before = None;
    for id in second.present(b) {
        match second.key(id).and_then(|key| by_key.get(key)) {
            Some(ours) => {
                partner.insert(*ours, id);
                before = Some(*ours);
            }
            None => behind.entry(before).or_default().push(id),
        }
    }
    let mut out = Vec::with_capacity(ours.len());
    let mut alone = |before: Option<ResultId>| {
        behind
            .remove(&before)
            .into_iter()
            .flatten()
            .map(PairedChild::Second)
    };
    out.extend(alone(None));
    for id in ours {
        out.push(match partner.get(&id) {
            Some(other) => PairedChild::Both(id, *other),
            None => PairedChild::First(id),
        });
        out.extend(alone(Some(id)));
    }
    out
}

/// Aligns the items of two lists; each list keeps its order. `shared` is for each document whether both
/// merges have it.
pub(crate) fn items(first: &Merge, a: ResultId, second: &Merge, b: ResultId, shared: &[bool]) -> ChildItems {
    let ours: Vec<ResultId> = first.tree.present(a).collect();
    let theirs: Vec<ResultId> = second.tree.present(b).collect();
    let alike = |(x, y): (&ResultId, &ResultId)| {
        let found = origin(&first.tree, shared, *x);
        found.is_some() && found == origin(&second.tree, shared, *y)
    };
    let in_place = |ours: Vec<ResultId>, theirs: Vec<ResultId>| ChildItems {
        children: ours
            .into_iter()
            .zip(theirs)
            .map(|(x, y)| PairedChild::Both(x, y))
            .collect(),
        moved: Vec::new(),
    };
    if ours.len() == theirs.len() && ours.iter().zip(&theirs).all(alike) {
        return in_place(ours, theirs);
    }
    let equal = |(x, y): (&ResultId, &ResultId)| same(&first.tree, *x, &second.tree, *y, Numbers::ByType);
    if ours.len() == theirs.len() && ours.iter().zip(&theirs).all(equal) {
        // Equal values with different origins are the same list.
        return in_place(ours, theirs);
    }
    let partners = partners(first, (a, &ours), second, &theirs, shared);
    interleave(&ours, &theirs, &partners)
}

/// Returns for each document whether both merges have it, the live object first. Linear in the texts.
pub(crate) fn shared([first, second]: [&Merge; 2]) -> Vec<bool> {
    let (ours, theirs) = (first.tree.documents(), second.tree.documents());
    let pairs = ours.iter().zip(theirs);
    pairs
        .map(|(one, other)| Arc::ptr_eq(one, other) || one.text() == other.text())
        .collect()
}

/// Returns the origin of an item in a document that both merges have.
fn origin(tree: &ResultTree, shared: &[bool], id: ResultId) -> Option<NodeRef> {
    let source = match tree.live_node(id) {
        Some(node) => NodeRef::live(node),
        None => tree.source(id),
    };
    let is_shared = shared.get(usize::from(source.document)).copied().unwrap_or(false);
    is_shared.then_some(source)
}

/// Returns for each item of the first list the index of its partner in the second.
fn partners(
    first: &Merge,
    (list, ours): (ResultId, &[ResultId]),
    second: &Merge,
    theirs: &[ResultId],
    shared: &[bool],
) -> Vec<Option<usize>> {
    let mut found: Vec<Option<usize>> = vec![None; ours.len()];
    let mut taken = vec![false; theirs.len()];
    let field = first.field(list);
    let key = field.as_ref().and_then(|field| field.merge_key).unwrap_or("name");
    pass(
        &mut found,
        &mut taken,
        &|at| origin(&first.tree, shared, ours[at]),
        &|at| origin(&second.tree, shared, theirs[at]),
    );
    pass(
        &mut found,
        &mut taken,
        &|at| name(&first.tree, ours[at], key),
        &|at| name(&second.tree, theirs[at], key),
    );
    // Items without a name are paired with an equal item, then with the one at the same position among the remaining ones.
    let equal = |tree: &ResultTree, id| name(tree, id, key).is_none().then(|| to_json(tree, id));
    pass(
        &mut found,
        &mut taken,
        &|at| equal(&first.tree, ours[at]),
        &|at| equal(&second.tree, theirs[at]),
    );
    let nameless = |tree: &ResultTree, id| (name(tree, id, key).is_none()).then(|| tree.kind(id));
    pass(
        &mut found,
        &mut taken,
        &|at| nameless(&first.tree, ours[at]),
        &|at| nameless(&second.tree, theirs[at]),
    );
    found
}

/// Pairs the remaining items with equal keys, in order for duplicates.
fn pass<K: Eq + std::hash::Hash>(
    found: &mut [Option<usize>],
    taken: &mut [bool],
    ours: &dyn Fn(usize) -> Option<K>,
    theirs: &dyn Fn(usize) -> Option<K>,
) {
    // The first of the items with each key, and for each item the next one with its key.
    let mut waiting: FxHashMap<K, usize> = FxHashMap::default();
    let mut next: Vec<Option<usize>> = vec![None; taken.len()];
    for at in (0..taken.len()).rev().filter(|at| !taken[*at]) {
        if let Some(name) = theirs(at) {
            next[at] = waiting.insert(name, at);
        }
    }
    for (at, partner) in found
        .iter_mut()
        .enumerate()
        .filter(|(_, partner)| partner.is_none())
    {
        let Some(name) = ours(at) else { continue };
        if let Some(first) = waiting.remove(&name) {
            *partner = Some(first);
            taken[first] = true;
            if let Some(next) = next[first] {
                waiting.insert(name, next);
            }
        }
    }
}

/// A scalar that identifies an item. The type counts: `"1"` and `1` differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ChildName(ValueKind, String);

fn name(tree: &ResultTree, item: ResultId, key: &str) -> Option<ChildName> {
    let id = match tree.kind(item) {
        ValueKind::Map => tree.get(item, key)?,
        ValueKind::List => return None,
        _ => item,
    };
    let text = match tree.value(id) {
        Value::String(text) => text.to_owned(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        Value::Null => String::new(),
        Value::List | Value::Map => return None,
    };
    Some(ChildName(tree.kind(id), text))
}

/// Aligns two lists: the items of the longest common subsequence share a row.
fn interleave(ours: &[ResultId], theirs: &[ResultId], partners: &[Option<usize>]) -> ChildItems {
    let paired: Vec<usize> = (0..ours.len()).filter(|at| partners[*at].is_some()).collect();
    let place = |at: &usize| partners[*at].and_then(|place| u32::try_from(place).ok());
    let places: Vec<Option<u32>> = paired.iter().map(place).collect();
    let mut shared = vec![false; ours.len()];
    for (at, moved) in paired.iter().zip(moved(&places)) {
        shared[*at] = !moved;
    }
    let mut back: Vec<Option<usize>> = vec![None; theirs.len()];
    for at in &paired {
        if let Some(there) = partners[*at] {
            back[there] = Some(*at);
        }
    }
    let mut out = ChildItems::default();
    let mut there = 0;
    let rest = |out: &mut ChildItems, there: &mut usize, until: usize| {
        for at in *there..until {
            out.children.push(match back[at] {
                Some(here) => PairedChild::HereSecond(ours[here], theirs[at]),
                None => PairedChild::Second(theirs[at]),
            });
        }
        *there = until;
    };
    for (at, id) in ours.iter().enumerate() {
        match partners[at] {
            Some(partner) if shared[at] => {
                rest(&mut out, &mut there, partner);
                out.children.push(PairedChild::Both(*id, theirs[partner]));
                there = partner + 1;
            }
            Some(partner) => {
                out.children.push(PairedChild::HereFirst(*id, theirs[partner]));
                out.moved.push(MovedItem {
                    items: [*id, theirs[partner]],
                    positions: [at, partner],
                });
            }
            None => out.children.push(PairedChild::First(*id)),
        }
    }
    rest(&mut out, &mut there, theirs.len());
    out
}
