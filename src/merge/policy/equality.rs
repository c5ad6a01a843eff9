//! When the controller holds a merged value and a live one for equal: not the same as being equal.
//!
//! Map keys are counted, list order never counts, `1` and `"1"` print alike, texts that are quantities are compared as
//! amounts, and a number that live lacks equals zero. Linear but for the sorting of lists, which is done once a list.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::go_print;
use super::quantity;
use crate::document::{Document, Kind, NodeId, Tree, Value};

/// A tree whose lists can be had in the order in which they are compared.
pub(crate) trait Sorted: Tree {
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

impl Sorted for Document {
    fn items(&self, list: NodeId) -> Rc<[NodeId]> {
        in_order(self, list)
    }
}

/// What a comparison found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) is_equal: bool,
    /// Equal only because the zero of its type stands for a value that live lacks.
    pub(crate) by_zero: bool,
}

impl Found {
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
pub(crate) enum Flavour {
    /// Of an object that the template names.
    Strict,
    /// Of objects that are looked for by their content, and of maps in lists.
    Lenient,
}

/// Compares a whole merged value (a top-level key's, or a list item) with live's, where there is one.
pub(crate) fn whole<M: Sorted, L: Sorted>(
    merged: &M,
    at: M::Id,
    live: &L,
    there: Option<L::Id>,
    flavour: Flavour,
) -> Found {
    let live_kind = there.map(|there| live.kind(there));
    match (merged.kind(at), there) {
        (Kind::Map, Some(there)) if live_kind == Some(Kind::Map) => maps(merged, at, live, there, flavour),
        (Kind::Map, _) => Found::NOT,
        // The real program hands the two lists over the wrong way round here.
        (Kind::List, Some(there)) if live_kind == Some(Kind::List) => lists(live, there, merged, at),
        (Kind::List, _) => {
            let is_empty = merged.children(at).next().is_none();
            Found::of(is_empty && matches!(live_kind, None | Some(Kind::Null)))
        }
        (_, Some(there)) if live_kind != Some(Kind::Null) => {
            Found::of(go_print::prints_as(live, there, &go_print::plain(merged, at)))
        }
        (Kind::Null, _) => Found::EQUAL,
        _ => Found::of(flavour == Flavour::Lenient && is_zero(merged.value(at))),
    }
}

/// The rule for a key of a map: the merged value and live's, if it has the key.
pub(crate) fn values<M: Sorted, L: Sorted>(
    merged: &M,
    at: M::Id,
    live: &L,
    there: Option<L::Id>,
    flavour: Flavour,
) -> Found {
    match merged.value(at) {
        Value::Map => match there.filter(|there| live.kind(*there) == Kind::Map) {
            Some(there) => maps(merged, at, live, there, flavour),
            None => Found::of(flavour == Flavour::Lenient && merged.children(at).next().is_none()),
        },
        Value::List => match there.filter(|there| live.kind(*there) == Kind::List) {
            Some(there) => lists(merged, at, live, there),
            None => Found::of(merged.children(at).next().is_none()),
        },
        Value::String(text) => {
            let Some(there) = there else { return Found::NOT };
            match (live.value(there), quantity::amount(text)) {
                (Value::String(other), Some(amount)) => {
                    Found::of(other == text || quantity::amount(other) == Some(amount))
                }
                (_, Some(_)) => Found::NOT,
                (_, None) => Found::of(go_print::prints_as(live, there, text)),
            }
        }
        Value::Null => Found::of(there.is_none_or(|there| go_print::prints_as(live, there, "<nil>"))),
        value => match there {
            Some(there) => Found::of(go_print::prints_as(live, there, &go_print::plain(merged, at))),
            None => Found {
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

fn maps<M: Sorted, L: Sorted>(merged: &M, at: M::Id, live: &L, there: L::Id, flavour: Flavour) -> Found {
    let keys: FxHashMap<&str, L::Id> = live
        .children(there)
        .filter_map(|child| Some((live.key(child)?, child)))
        .collect();
    if merged.children(at).count() < keys.len() {
        return Found::NOT;
    }
    let mut found = Found::EQUAL;
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
fn lists<M: Sorted, L: Sorted>(merged: &M, at: M::Id, live: &L, there: L::Id) -> Found {
    let (ours, theirs) = (merged.items(at), live.items(there));
    if ours.len() != theirs.len() {
        return Found::NOT;
    }
    let mut found = Found::EQUAL;
    for (&item, &other) in ours.iter().zip(theirs.iter()) {
        found = found.and(match (merged.kind(item), live.kind(other)) {
            (Kind::Map, Kind::Map) => maps(merged, item, live, other, Flavour::Lenient),
            (Kind::Map, _) => Found::NOT,
            _ => Found::of(go_print::prints_as(live, other, &go_print::plain(merged, item))),
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
            ("{a: 1}", "{a: '1'}", Flavour::Strict, true, false),
            ("{a: '1'}", "{a: 1}", Flavour::Strict, false, false),
            ("{a: '1'}", "{a: '1000m'}", Flavour::Strict, true, false),
            ("{a: 'true'}", "{a: true}", Flavour::Strict, true, false),
            ("{a: 0}", "{}", Flavour::Strict, true, true),
            ("{a: false}", "{}", Flavour::Strict, true, true),
            ("{a: ''}", "{}", Flavour::Strict, false, false),
            ("{a: {}}", "{}", Flavour::Strict, false, false),
            ("{a: {}}", "{}", Flavour::Lenient, true, false),
            ("{a: []}", "{}", Flavour::Strict, true, false),
            ("{a: null}", "{}", Flavour::Strict, true, false),
            ("{a: null}", "{a: 1}", Flavour::Strict, false, false),
            ("{s: null}", "{q: 1}", Flavour::Strict, true, false),
            ("{}", "{a: 1}", Flavour::Strict, false, false),
            ("{a: [1, 2]}", "{a: [2, 1]}", Flavour::Strict, true, false),
            ("{a: ['1']}", "{a: ['1000m']}", Flavour::Strict, false, false),
            ("{a: [{b: 1}]}", "{a: [{b: '1'}]}", Flavour::Strict, true, false),
            ("{a: [[1, 2]]}", "{a: [[2, 1]]}", Flavour::Strict, false, false),
            ("[{a: 1, b: 0}]", "[{a: 1}]", Flavour::Strict, false, false),
            (
                "{l: [{a: 1, b: 0}]}",
                "{l: [{a: 1}]}",
                Flavour::Strict,
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
