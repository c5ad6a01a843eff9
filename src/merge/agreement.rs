//! Compares the results of two merges of the same input.

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use super::result_tree::ResultTree;
use super::result_tree::node_id::{NodeRef, ResultId};
use super::trace::{Merge, Verdict};
use crate::document::words::count_of;
use crate::document::{NodeId, Numbers, Tree, ValueKind, same};

/// How two merges of the same input compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeAgreement {
    /// Both reject the patch, or both give the same object.
    Same,
    /// One rejects the patch, the other one accepts it.
    OneRejects {
        /// True if the second merge rejects.
        second: bool,
    },
    /// Both merge, with different results.
    Differ(AgreementDifferences),
}

/// The differences between two results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgreementDifferences {
    /// Lists with the same items in a different order.
    pub reordered: Vec<ResultId>,
    /// Values, fields and items that only one result has or that are not equal, as nodes of the first result.
    pub other: Vec<ResultId>,
}

impl MergeAgreement {
    /// Returns whether both merges give the same result.
    pub fn is_same(&self) -> bool {
        *self == Self::Same
    }

    /// Returns what the second merge gives, as a part of a sentence. `semantics` are those of that merge.
    pub(crate) fn sentence(&self, semantics: &str) -> String {
        match self {
            Self::OneRejects { second: true } => format!("{semantics} semantics reject the patch"),
            Self::OneRejects { second: false } => format!("{semantics} semantics accept the patch"),
            Self::Same | Self::Differ(_) => format!("{semantics} semantics differ: {self}"),
        }
    }
}

impl fmt::Display for MergeAgreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same => f.write_str("same result"),
            Self::OneRejects { second: true } => f.write_str("rejected"),
            Self::OneRejects { second: false } => f.write_str("accepted"),
            Self::Differ(AgreementDifferences { reordered, other }) => {
                let mut parts = Vec::new();
                if !reordered.is_empty() {
                    let lists = count_of(reordered.len(), "list");
                    parts.push(format!("{lists} in a different order"));
                }
                if !other.is_empty() {
                    let is_only = reordered.is_empty();
                    let noun = if is_only { "difference" } else { "other difference" };
                    parts.push(count_of(other.len(), noun));
                }
                f.write_str(&parts.join(", "))
            }
        }
    }
}

/// Compares two merges of the same inputs. Both must be at their last step.
pub fn compare_merges(first: &Merge, second: &Merge) -> MergeAgreement {
    match (&first.verdict, &second.verdict) {
        (Verdict::Rejected(_), Verdict::Rejected(_)) => return MergeAgreement::Same,
        (Verdict::Rejected(_), Verdict::Merged) => return MergeAgreement::OneRejects { second: false },
        (Verdict::Merged, Verdict::Rejected(_)) => return MergeAgreement::OneRejects { second: true },
        (Verdict::Merged, Verdict::Merged) => {}
    }
    let mut differences = AgreementDifferences::default();
    if first.tree.has_result() != second.tree.has_result() {
        // A deleted object is one difference, however many fields it had.
        differences.other.push(first.tree.top());
        return MergeAgreement::Differ(differences);
    }
    compare_trees(&first.tree, &second.tree, &mut differences);
    if differences == AgreementDifferences::default() {
        MergeAgreement::Same
    } else {
        MergeAgreement::Differ(differences)
    }
}

fn compare_trees(first: &ResultTree, second: &ResultTree, differences: &mut AgreementDifferences) {
    let mut todo = vec![(first.top(), second.top())];
    while let Some((a, b)) = todo.pop() {
        match (first.kind(a), second.kind(b)) {
            (ValueKind::Map, ValueKind::Map) => {
                if pair_same_keys(first, second, (a, b), &mut todo) {
                    continue;
                }
                let mut theirs: FxHashMap<&str, ResultId> = second
                    .present(b)
                    .filter_map(|id| Some((second.key(id)?, id)))
                    .collect();
                for child in first.present(a) {
                    match first.key(child).and_then(|key| theirs.remove(key)) {
                        Some(other) => todo.push((child, other)),
                        None => differences.other.push(child),
                    }
                }
                differences.other.extend(theirs.iter().map(|_| a));
            }
            (ValueKind::List, ValueKind::List) => {
                let ours: Vec<ResultId> = first.present(a).collect();
                let theirs: Vec<ResultId> = second.present(b).collect();
                let mut pairs = ours.iter().zip(&theirs);
                let is_same = |(x, y): (&ResultId, &ResultId)| origin(first, *x) == origin(second, *y);
                if ours.len() == theirs.len() && pairs.all(is_same) {
                    todo.extend(ours.into_iter().zip(theirs));
                } else {
                    compare_as_sets(first, second, a, (&ours, &theirs), differences, &mut todo);
                }
            }
            _ if first.source(a) == second.source(b) || first.value(a) == second.value(b) => {}
            _ => differences.other.push(a),
        }
    }
}

/// Pairs the children of two maps that have the same keys in the same order, which is the usual case, and
/// skips scalars with the same source. Returns `false` and pairs nothing if the keys differ.
fn pair_same_keys(
    first: &ResultTree,
    second: &ResultTree,
    (a, b): (ResultId, ResultId),
    todo: &mut Vec<(ResultId, ResultId)>,
) -> bool {
    let before = todo.len();
    let (mut ours, mut theirs) = (first.present(a), second.present(b));
    loop {
        match (ours.next(), theirs.next()) {
            (None, None) => return true,
            (Some(x), Some(y)) if first.source(x) == second.source(y) => {
                if !first.kind(x).is_scalar() {
                    todo.push((x, y));
                }
            }
            (Some(x), Some(y)) if first.key(x) == second.key(y) => todo.push((x, y)),
            _ => {
                todo.truncate(before);
                return false;
            }
        }
    }
}

/// What identifies an item in two results of the same inputs: the live node, or the patch node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ItemOrigin {
    Live(NodeId),
    Patch(NodeRef),
}

fn origin(tree: &ResultTree, id: ResultId) -> ItemOrigin {
    tree.live_node(id)
        .map_or_else(|| ItemOrigin::Patch(tree.source(id)), ItemOrigin::Live)
}

fn compare_as_sets(
    first: &ResultTree,
    second: &ResultTree,
    list: ResultId,
    (ours, theirs): (&[ResultId], &[ResultId]),
    differences: &mut AgreementDifferences,
    todo: &mut Vec<(ResultId, ResultId)>,
) {
    let by_origin: FxHashMap<ItemOrigin, ResultId> =
        theirs.iter().map(|id| (origin(second, *id), *id)).collect();
    let is_equal = |ours: &[ResultId], theirs: &[ResultId]| {
        let mut pairs = ours.iter().zip(theirs);
        ours.len() == theirs.len() && pairs.all(|(a, b)| same(first, *a, second, *b, Numbers::ByType))
    };
    // With equal values the lists are equal, wherever their items are from.
    let is_equal_list = is_equal(ours, theirs);
    let pairs: Vec<_> = ours
        .iter()
        .filter_map(|id| Some((*id, *by_origin.get(&origin(first, *id))?)))
        .collect();
    let is_complete = pairs.len() == theirs.len() && by_origin.len() == ours.len();
    if is_equal_list && !is_complete {
        return;
    }
    if !is_complete {
        differences.other.push(list);
    }
    // The items that both have can be in a different order, too.
    let (common, in_order): (Vec<ResultId>, FxHashSet<ResultId>) = pairs.iter().copied().unzip();
    let others: Vec<ResultId> = theirs
        .iter()
        .filter(|id| in_order.contains(id))
        .copied()
        .collect();
    if !is_equal_list && !is_equal(&common, &others) && pairs.iter().map(|pair| pair.1).ne(others) {
        differences.reordered.push(list);
    }
    todo.extend(pairs);
}
