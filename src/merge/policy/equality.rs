//! Compares merged and live values as the controller does, which is not plain equality.
//!
//! Map keys are counted, list order does not count, `1` and `"1"` print alike, strings that are quantities
//! are compared as amounts, and a missing live number equals zero. Linear except for the sorting of lists,
//! once for each list.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::go_print;
use crate::document::{Document, NodeId, Tree, Value, ValueKind};
use crate::merge::quantity;

/// A tree that returns the items of lists in the order in which they are compared.
pub(crate) trait SortedItems: Tree {
    /// Returns the items of a list sorted by their printed form, in which nested lists are sorted, too.
    fn items(&self, list: Self::Id) -> Rc<[Self::Id]>;
}

/// Sorts the items of a list by their printed form.
pub(crate) fn sort_items<T: Tree>(tree: &T, list: T::Id) -> Rc<[T::Id]> {
    let mut children = tree.children(list);
    if let (Some(only), None) = (children.next(), children.next()) {
        return Rc::new([only]);
    }
    let mut items: Vec<(String, T::Id)> = tree
        .children(list)
        .map(|item| (go_print::print_sorted(tree, item), item))
        .collect();
    items.sort_by(|left, right| left.0.cmp(&right.0));
    items.into_iter().map(|(_, item)| item).collect()
}

impl SortedItems for Document {
    fn items(&self, list: NodeId) -> Rc<[NodeId]> {
        sort_items(self, list)
    }
}

/// The result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Equality {
    pub(crate) is_equal: bool,
    /// The values are equal only because a missing live value counts as the zero of its type.
    pub(crate) by_zero: bool,
}

impl Equality {
    const EQUAL: Self = Self {
        is_equal: true,
        by_zero: false,
    };
    const NOT: Self = Self {
        is_equal: false,
        by_zero: false,
    };

    fn from_bool(is_equal: bool) -> Self {
        if is_equal { Self::EQUAL } else { Self::NOT }
    }

    fn and(self, other: Self) -> Self {
        Self {
            is_equal: self.is_equal && other.is_equal,
            by_zero: self.by_zero || other.by_zero,
        }
    }
}

/// The strictness of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EqualityMode {
    /// For an object that the template names.
    Strict,
    /// For objects that are selected by their content, and for maps in lists.
    Lenient,
}

/// Compares a complete merged value (of a top-level key or a list item) with the live value, if there is one.
pub(crate) fn compare_complete<M: SortedItems, L: SortedItems>(
    merged: &M,
    at: M::Id,
    live: &L,
    live_node: Option<L::Id>,
    mode: EqualityMode,
) -> Equality {
    let live_kind = live_node.map(|live_node| live.kind(live_node));
    match (merged.kind(at), live_node) {
        (ValueKind::Map, Some(live_node)) if live_kind == Some(ValueKind::Map) => {
            compare_maps(merged, at, live, live_node, mode)
        }
        (ValueKind::Map, _) => Equality::NOT,
        // The controller swaps the arguments of this call.
        (ValueKind::List, Some(live_node)) if live_kind == Some(ValueKind::List) => {
            compare_lists(live, live_node, merged, at)
        }
        (ValueKind::List, _) => {
            let is_empty = merged.children(at).next().is_none();
            Equality::from_bool(is_empty && matches!(live_kind, None | Some(ValueKind::Null)))
        }
        (_, Some(live_node)) if live_kind != Some(ValueKind::Null) => Equality::from_bool(
            go_print::prints_as(live, live_node, &go_print::print_plain(merged, at)),
        ),
        (ValueKind::Null, _) => Equality::EQUAL,
        _ => Equality::from_bool(mode == EqualityMode::Lenient && is_zero(merged.value(at))),
    }
}

/// Compares the merged value of a map key with the live value, if there is one.
pub(crate) fn compare_field<M: SortedItems, L: SortedItems>(
    merged: &M,
    at: M::Id,
    live: &L,
    live_node: Option<L::Id>,
    mode: EqualityMode,
) -> Equality {
    match merged.value(at) {
        Value::Map => match live_node.filter(|live_node| live.kind(*live_node) == ValueKind::Map) {
            Some(live_node) => compare_maps(merged, at, live, live_node, mode),
            None => {
                Equality::from_bool(mode == EqualityMode::Lenient && merged.children(at).next().is_none())
            }
        },
        Value::List => match live_node.filter(|live_node| live.kind(*live_node) == ValueKind::List) {
            Some(live_node) => compare_lists(merged, at, live, live_node),
            None => Equality::from_bool(merged.children(at).next().is_none()),
        },
        Value::String(text) => {
            let Some(live_node) = live_node else {
                return Equality::NOT;
            };
            match (live.value(live_node), quantity::parse_amount(text)) {
                (Value::String(other), Some(amount)) => {
                    Equality::from_bool(other == text || quantity::parse_amount(other) == Some(amount))
                }
                (_, Some(_)) => Equality::NOT,
                (_, None) => Equality::from_bool(go_print::prints_as(live, live_node, text)),
            }
        }
        Value::Null => Equality::from_bool(
            live_node.is_none_or(|live_node| go_print::prints_as(live, live_node, "<nil>")),
        ),
        value => match live_node {
            Some(live_node) => Equality::from_bool(go_print::prints_as(
                live,
                live_node,
                &go_print::print_plain(merged, at),
            )),
            None => Equality {
                is_equal: is_zero(value),
                by_zero: true,
            },
        },
    }
}

fn is_zero(value: Value<'_>) -> bool {
    match value {
        Value::Bool(b) => !b,
        Value::Integer(i) => i == 0,
        // Minus zero prints differently.
        Value::Float(f) => f == 0.0 && f.is_sign_positive(),
        Value::String(text) => text.is_empty(),
        Value::Null => true,
        Value::List | Value::Map => false,
    }
}

fn compare_maps<M: SortedItems, L: SortedItems>(
    merged: &M,
    at: M::Id,
    live: &L,
    live_node: L::Id,
    mode: EqualityMode,
) -> Equality {
    let keys: FxHashMap<&str, L::Id> = live
        .children(live_node)
        .filter_map(|child| Some((live.key(child)?, child)))
        .collect();
    if merged.children(at).count() < keys.len() {
        return Equality::NOT;
    }
    let mut found = Equality::EQUAL;
    for child in merged.children(at) {
        let other = merged.key(child).and_then(|key| keys.get(key)).copied();
        found = found.and(compare_field(merged, child, live, other, mode));
        if !found.is_equal {
            break;
        }
    }
    found
}

/// Compares two lists item by item, both sorted by printed form.
fn compare_lists<M: SortedItems, L: SortedItems>(
    merged: &M,
    at: M::Id,
    live: &L,
    live_node: L::Id,
) -> Equality {
    let (ours, theirs) = (merged.items(at), live.items(live_node));
    if ours.len() != theirs.len() {
        return Equality::NOT;
    }
    let mut found = Equality::EQUAL;
    for (&item, &other) in ours.iter().zip(theirs.iter()) {
        found = found.and(match (merged.kind(item), live.kind(other)) {
            (ValueKind::Map, ValueKind::Map) => {
                compare_maps(merged, item, live, other, EqualityMode::Lenient)
            }
            (ValueKind::Map, _) => Equality::NOT,
            _ => Equality::from_bool(go_print::prints_as(
                live,
                other,
                &go_print::print_plain(merged, item),
            )),
        });
        if !found.is_equal {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, read};

    fn document(text: &str) -> Document {
        read("test", text.as_bytes().to_vec()).unwrap()
    }

    #[test]
    fn values_are_equal_as_the_controller_sees_it() {
        for (merged, live, mode, is_equal, by_zero) in [
            ("{a: 1}", "{a: '1'}", EqualityMode::Strict, true, false),
            ("{a: '1'}", "{a: 1}", EqualityMode::Strict, false, false),
            ("{a: '1'}", "{a: '1000m'}", EqualityMode::Strict, true, false),
            ("{a: 'true'}", "{a: true}", EqualityMode::Strict, true, false),
            ("{a: 0}", "{}", EqualityMode::Strict, true, true),
            ("{a: false}", "{}", EqualityMode::Strict, true, true),
            ("{a: ''}", "{}", EqualityMode::Strict, false, false),
            ("{a: {}}", "{}", EqualityMode::Strict, false, false),
            ("{a: {}}", "{}", EqualityMode::Lenient, true, false),
            ("{a: []}", "{}", EqualityMode::Strict, true, false),
            ("{a: null}", "{}", EqualityMode::Strict, true, false),
            ("{a: null}", "{a: 1}", EqualityMode::Strict, false, false),
            ("{s: null}", "{q: 1}", EqualityMode::Strict, true, false),
            ("{}", "{a: 1}", EqualityMode::Strict, false, false),
            ("{a: [1, 2]}", "{a: [2, 1]}", EqualityMode::Strict, true, false),
            ("{a: ['1']}", "{a: ['1000m']}", EqualityMode::Strict, false, false),
            (
                "{a: [{b: 1}]}",
                "{a: [{b: '1'}]}",
                EqualityMode::Strict,
                true,
                false,
            ),
            (
                "{a: [[1, 2]]}",
                "{a: [[2, 1]]}",
                EqualityMode::Strict,
                false,
                false,
            ),
            ("[{a: 1, b: 0}]", "[{a: 1}]", EqualityMode::Strict, false, false),
            (
                "{l: [{a: 1, b: 0}]}",
                "{l: [{a: 1}]}",
                EqualityMode::Strict,
                true,
                true,
            ),
        ] {
            let (m, l) = (document(merged), document(live));
            let found = compare_complete(&m, m.root(), &l, Some(l.root()), mode);
            assert_eq!(found.is_equal, is_equal, "{merged} {live}");
            assert!(!is_equal || found.by_zero == by_zero, "{merged} {live}");
        }
    }
}
