//! Paths of Secrets in fields of objects, without the numbers of items.

use rustc_hash::FxHashMap;

use crate::document::{Document, NodeId, Tree};

/// A place of the tree.
#[derive(Default)]
struct Place {
    /// By field; that of all items is empty.
    below: FxHashMap<String, usize>,
    is_secret: bool,
}

/// The paths of Secrets, as a tree.
pub(super) struct PathTree(Vec<Place>);

impl Default for PathTree {
    fn default() -> Self {
        Self(vec![Place::default()])
    }
}

impl PathTree {
    /// The place of the object.
    pub(super) const TOP: usize = 0;

    pub(super) fn is_empty(&self) -> bool {
        self.0.len() == 1
    }

    /// Returns the place of a field, or of the items for an empty name.
    pub(super) fn below(&self, place: usize, field: &str) -> Option<usize> {
        self.0.get(place)?.below.get(field).copied()
    }

    /// Returns whether a Secret is at a place.
    pub(super) fn is_secret(&self, place: usize) -> bool {
        self.0.get(place).is_some_and(|place| place.is_secret)
    }

    /// Adds the paths of Secrets in a document; `target` returns the path of a value that a JSON patch sets. Linear: the way
    /// up ends at a known node.
    pub(super) fn add(
        &mut self,
        document: &Document,
        secrets: Vec<NodeId>,
        target: impl Fn(NodeId) -> Option<Vec<String>>,
    ) {
        let mut known: FxHashMap<NodeId, usize> = FxHashMap::default();
        known.insert(document.root(), Self::TOP);
        for secret in secrets {
            let mut unknown = Vec::new();
            let mut place = Self::TOP;
            for node in document.ancestors(secret) {
                if let Some(known) = known.get(&node) {
                    place = *known;
                    break;
                }
                if let Some(path) = target(node) {
                    place = path.iter().fold(Self::TOP, |at, field| self.enter(at, field));
                    known.insert(node, place);
                    break;
                }
                unknown.push(node);
            }
            for node in unknown.into_iter().rev() {
                place = self.enter(place, document.key(node).unwrap_or_default());
                known.insert(node, place);
            }
            self.0[place].is_secret = true;
        }
    }

    /// Returns the place of a field, which is made if necessary.
    fn enter(&mut self, place: usize, field: &str) -> usize {
        if let Some(below) = self.below(place, field) {
            return below;
        }
        self.0.push(Place::default());
        let below = self.0.len() - 1;
        self.0[place].below.insert(field.to_owned(), below);
        below
    }
}
