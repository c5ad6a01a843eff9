//! When the controller holds a merged value and a live one for equal: not the same as being equal.
//!
//! Map keys are counted, list order never counts, `1` and `"1"` print alike, texts that are quantities are compared as
//! amounts, and a number that live lacks equals zero. Linear but for the sorting of lists, which is done once a list.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::go_print;
use crate::document::{Document, NodeId, Tree, Value, ValueKind};
use crate::merge::quantity;

/// A tree whose lists can be had in the order in which they are compared.
pub(crate) trait SortedItems: Tree {
    /// The items of a list by how they print, lists in them in order too.
    fn items(&self, list: Self::Id) -> Rc<[Self::Id]>;
}

/// The items of a list by how they print.
pub(crate) fn in_order<T: Tree>(tree: &T, list: T::Id) -> Rc<[T::Id]> {
    let mut children = tree.children(list);
    if let (Some(only), None) = (children.next(), children.next()) {
        return Rc::new([only]);
    }
    let mut items: Vec<(String, T::Id)> = tree
        .children(list)
        .map(|item| (go_print::sorted(tree, item), item))
        .collect();
    items.sort_by(|left, right| left.0.cmp(&right.0));
    items.into_iter().map(|(_, item)| item).collect()
}

impl SortedItems for Document {
    fn items(&self, list: NodeId) -> Rc<[NodeId]> {
        in_order(self, list)
    }
}

/// What a comparison found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Equality {
    pub(crate) is_equal: bool,
    /// Equal only because the zero of its type stands for a value that live lacks.
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

    fn of(is_equal: bool) -> Self {
        if is_equal { Self::EQUAL } else { Self::NOT }
    }

    fn and(self, other: Self) -> Self {
        Self {
            is_equal: self.is_equal && other.is_equal,
            by_zero: self.by_zero || other.by_zero,
        }
    }
}

/// Whose comparison it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EqualityMode {
    /// Of an object that the template names.
    Strict,
    /// Of objects that are looked for by their content, and of maps in lists.
    Lenient,
}

/// Compares a whole merged value (a top-level key's, or a list item) with live's, where there is one.
pub(crate) fn whole<M: SortedItems, L: SortedItems>(
    merged: &M,
    at: M::Id,
    live: &L,
    there: Option<L::Id>,
    flavour: EqualityMode,
) -> Equality {
    let live_kind = there.map(|there| live.kind(there));
    match (merged.kind(at), there) {
        (ValueKind::Map, Some(there)) if live_kind == Some(ValueKind::Map) => {
            maps(merged, at, live, there, flavour)
        }
        (ValueKind::Map, _) => Equality::NOT,
        // The real program hands the two lists over the wrong way round here.
        (ValueKind::List, Some(there)) if live_kind == Some(ValueKind::List) => {
            lists(live, there, merged, at)
        }
        (ValueKind::List, _) => {
            let is_empty = merged.children(at).next().is_none();
            Equality::of(is_empty && matches!(live_kind, None | Some(ValueKind::Null)))
        }
        (_, Some(there)) if live_kind != Some(ValueKind::Null) => {
            Equality::of(go_print::prints_as(live, there, &go_print::plain(merged, at)))
        }
        (ValueKind::Null, _) => Equality::EQUAL,
        _ => Equality::of(flavour == EqualityMode::Lenient && is_zero(merged.value(at))),
    }
}

/// The rule for a key of a map: the merged value and live's, if it has the key.
pub(crate) fn values<M: SortedItems, L: SortedItems>(
    merged: &M,
    at: M::Id,
    live: &L,
    there: Option<L::Id>,
    flavour: EqualityMode,
) -> Equality {
    match merged.value(at) {
        Value::Map => match there.filter(|there| live.kind(*there) == ValueKind::Map) {
            Some(there) => maps(merged, at, live, there, flavour),
            None => Equality::of(flavour == EqualityMode::Lenient && merged.children(at).next().is_none()),
        },
        Value::List => match there.filter(|there| live.kind(*there) == ValueKind::List) {
            Some(there) => lists(merged, at, live, there),
            None => Equality::of(merged.children(at).next().is_none()),
        },
        Value::String(text) => {
            let Some(there) = there else { return Equality::NOT };
            match (live.value(there), quantity::amount(text)) {
                (Value::String(other), Some(amount)) => {
                    Equality::of(other == text || quantity::amount(other) == Some(amount))
                }
                (_, Some(_)) => Equality::NOT,
                (_, None) => Equality::of(go_print::prints_as(live, there, text)),
            }
        }
        Value::Null => Equality::of(there.is_none_or(|there| go_print::prints_as(live, there, "<nil>"))),
        value => match there {
            Some(there) => Equality::of(go_print::prints_as(live, there, &go_print::plain(merged, at))),
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
        // Minus zero prints otherwise.
        Value::Float(f) => f == 0.0 && f.is_sign_positive(),
        Value::String(text) => text.is_empty(),
        Value::Null => true,
        Value::List | Value::Map => false,
    }
}

fn maps<M: SortedItems, L: SortedItems>(
    merged: &M,
    at: M::Id,
    live: &L,
    there: L::Id,
    flavour: EqualityMode,
) -> Equality {
    let keys: FxHashMap<&str, L::Id> = live
        .children(there)
        .filter_map(|child| Some((live.key(child)?, child)))
        .collect();
    if merged.children(at).count() < keys.len() {
        return Equality::NOT;
    }
    let mut found = Equality::EQUAL;
    for child in merged.children(at) {
        let other = merged.key(child).and_then(|key| keys.get(key)).copied();
        found = found.and(values(merged, child, live, other, flavour));
        if !found.is_equal {
            break;
        }
    }
    found
}

/// Both sorted by how they print, then one by one.
fn lists<M: SortedItems, L: SortedItems>(merged: &M, at: M::Id, live: &L, there: L::Id) -> Equality {
    let (ours, theirs) = (merged.items(at), live.items(there));
    if ours.len() != theirs.len() {
        return Equality::NOT;
    }
    let mut found = Equality::EQUAL;
    for (&item, &other) in ours.iter().zip(theirs.iter()) {
        found = found.and(match (merged.kind(item), live.kind(other)) {
            (ValueKind::Map, ValueKind::Map) => maps(merged, item, live, other, EqualityMode::Lenient),
            (ValueKind::Map, _) => Equality::NOT,
            _ => Equality::of(go_print::prints_as(live, other, &go_print::plain(merged, item))),
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
        for (merged, live, flavour, is_equal, by_zero) in [
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
            let found = whole(&m, m.root(), &l, Some(l.root()), flavour);
            assert_eq!(found.is_equal, is_equal, "{merged} {live}");
            assert!(!is_equal || found.by_zero == by_zero, "{merged} {live}");
        }
    }
}
