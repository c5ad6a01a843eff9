//! Compares the rows of a result with the result of another semantics: a different value or position.

use rustc_hash::FxHashMap;

use super::comparison::pair_children::{PairedChild, entries, items, shared};
use crate::document::{Numbers, Tree, ValueKind, same_scalar, write};
use crate::merge::{Merge, ResultId, ResultTree};

/// Maximum length of a value in a note, in characters.
const MAX_VALUE_CHARS: usize = 24;

/// The difference of a node in the other result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OtherNode {
    /// The other result does not have the node.
    Absent,
    /// Another value; not escaped.
    Value(String),
    /// The item is at another position of its list, from 0.
    Position(usize),
    /// The item is at the same position of its list, but other items are before it.
    OtherItemsBefore,
    /// The map or list has more children: the name of the first and their number; not escaped.
    More(String, usize),
    /// The item is at another position of its list, from 0, and has more children.
    PositionAndMore(usize, String, usize),
}

impl OtherNode {
    /// Returns a long and a short text; not escaped.
    pub(crate) fn words(&self) -> [String; 2] {
        match self {
            Self::Absent => ["absent".to_owned(), "absent".to_owned()],
            Self::Value(text) => [text.clone(), text.clone()],
            Self::Position(at) => [position(*at), position(*at)],
            Self::OtherItemsBefore => ["other items before it".to_owned(), "other order".to_owned()],
            Self::More(name, count) => more(name, *count),
            Self::PositionAndMore(at, name, count) => {
                more(name, *count).map(|more| format!("{}, {more}", position(*at)))
            }
        }
    }
}

fn position(at: usize) -> String {
    format!("position {}", at + 1)
}

fn more(name: &str, count: usize) -> [String; 2] {
    match count {
        1 => [format!("also has {name}"), format!("+ {name}")],
        _ => [
            format!("also has {name} and {} more", count - 1),
            format!("+ {count} more"),
        ],
    }
}

/// Returns the name of a node among its siblings.
fn name(tree: &ResultTree, id: ResultId, key: &str) -> String {
    if let Some(key) = tree.key(id) {
        return key.to_owned();
    }
    let named = tree.get(id, key).filter(|_| tree.kind(id) == ValueKind::Map);
    let text = write::name_text(tree, named.unwrap_or(id), MAX_VALUE_CHARS);
    match named.filter(|_| key != "name") {
        Some(_) => format!("{key}={text}"),
        None => text,
    }
}

/// Returns the nodes of the first result that differ in the second. Linear.
pub(crate) fn other_nodes(merges: [&Merge; 2]) -> FxHashMap<ResultId, OtherNode> {
    let [this, other] = merges;
    let documents = shared(merges);
    let mut found = FxHashMap::default();
    let mut todo = vec![(this.tree.top(), other.tree.top())];
    while let Some((a, b)) = todo.pop() {
        let kind = this.tree.kind(a);
        if kind != other.tree.kind(b) || kind.is_scalar() {
            let is_same = kind.is_scalar()
                && other.tree.kind(b).is_scalar()
                && same_scalar(this.tree.value(a), other.tree.value(b), Numbers::ByType);
            if !is_same {
                let value = write::value_text(&other.tree, b, MAX_VALUE_CHARS);
                found.insert(a, OtherNode::Value(value));
            }
            continue;
        }
        let (children, moved) = match kind {
            ValueKind::Map => (entries(&this.tree, a, &other.tree, b), Vec::new()),
            _ => {
                let items = items(this, a, other, b, &documents);
                (items.children, items.moved)
            }
        };
        let mut more = Vec::new();
        for child in children {
            match child {
                PairedChild::Both(x, y) | PairedChild::HereFirst(x, y) => todo.push((x, y)),
                PairedChild::First(x) => {
                    found.insert(x, OtherNode::Absent);
                }
                PairedChild::Second(y) => more.push(y),
                PairedChild::HereSecond(..) => {}
            }
        }
        for item in moved {
            let node = match item.positions {
                [here, there] if here == there => OtherNode::OtherItemsBefore,
                [_, there] => OtherNode::Position(there),
            };
            found.insert(item.items[0], node);
        }
        if let Some(first) = more.first() {
            let field = this.field(a);
            let key = field.as_ref().and_then(|field| field.merge_key).unwrap_or("name");
            let (name, count) = (name(&other.tree, *first, key), more.len());
            let node = match found.get(&a) {
                Some(OtherNode::Position(at)) => OtherNode::PositionAndMore(*at, name, count),
                _ => OtherNode::More(name, count),
            };
            found.insert(a, node);
        }
    }
    found
}
