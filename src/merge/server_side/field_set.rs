//! Sets of field paths, as in `managedFields`. They are trees, so the size of a set is that of its paths.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::sync::Arc;

use crate::document::escape::visible;

/// A part of a field path. Values are JSON texts, so `80` and `"80"` differ. Parts are in many paths, which share
/// their texts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathElement {
    /// A field of an object.
    Field(Arc<str>),
    /// A list item by its keys, sorted by name.
    Keys(Arc<[(Box<str>, Box<str>)]>),
    /// A value of a set.
    Value(Arc<str>),
    /// A list item by its index. Kubernetes does not write such paths.
    Index(usize),
}

impl fmt::Display for PathElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => write!(f, ".{}", visible(name)),
            Self::Value(value) => write!(f, "[={}]", visible(value)),
            Self::Index(index) => write!(f, "[{index}]"),
            Self::Keys(keys) => {
                let keys: Vec<String> = keys
                    .iter()
                    .map(|(name, value)| format!("{}={}", visible(name), visible(value)))
                    .collect();
                write!(f, "[{}]", keys.join(","))
            }
        }
    }
}

/// A set of paths below one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldSet {
    /// Whether the node itself is a member.
    pub(crate) member: bool,
    /// The paths below the node.
    pub(crate) below: BTreeMap<PathElement, FieldSet>,
}

impl FieldSet {
    /// Returns whether there is no path.
    pub fn is_empty(&self) -> bool {
        !self.member && self.below.is_empty()
    }

    /// Returns the set below a part, to add paths to it.
    pub(crate) fn child_mut(&mut self, element: PathElement) -> &mut FieldSet {
        self.below.entry(element).or_default()
    }

    /// Adds the paths of a set below a part.
    pub(crate) fn add_below(&mut self, element: PathElement, set: FieldSet) {
        match self.below.entry(element) {
            Entry::Vacant(vacant) => drop(vacant.insert(set)),
            Entry::Occupied(mut known) => known.get_mut().unite(&set),
        }
    }

    /// Adds a path.
    pub(crate) fn add_path(&mut self, path: &[PathElement]) {
        let mut at = self;
        for element in path {
            at = at.child_mut(element.clone());
        }
        at.member = true;
    }

    /// Returns the set below a part, if there is one.
    pub(crate) fn below(&self, element: &PathElement) -> Option<&FieldSet> {
        self.below.get(element)
    }

    /// Removes the parts without members.
    pub(crate) fn remove_empty(&mut self) {
        self.below.retain(|_, set| {
            set.remove_empty();
            !set.is_empty()
        });
    }

    /// Adds all paths of another set.
    pub(crate) fn unite(&mut self, other: &FieldSet) {
        self.member |= other.member;
        for (element, set) in &other.below {
            self.child_mut(element.clone()).unite(set);
        }
    }

    /// Removes all paths of another set.
    pub(crate) fn subtract(&mut self, other: &FieldSet) {
        self.member &= !other.member;
        // The cost is the size of the smaller set.
        if self.below.len() < other.below.len() {
            return self.below.retain(|element, own| {
                let Some(set) = other.below.get(element) else {
                    return true;
                };
                own.subtract(set);
                !own.is_empty()
            });
        }
        for (element, set) in &other.below {
            if let Some(own) = self.below.get_mut(element) {
                own.subtract(set);
                if own.is_empty() {
                    self.below.remove(element);
                }
            }
        }
    }

    /// Returns the paths that both sets have.
    pub(crate) fn intersection(&self, other: &FieldSet) -> FieldSet {
        let mut shared = FieldSet {
            member: self.member && other.member,
            ..FieldSet::default()
        };
        let (small, large) = match self.below.len() <= other.below.len() {
            true => (self, other),
            false => (other, self),
        };
        for (element, set) in &small.below {
            let both = large.below.get(element).map(|large| set.intersection(large));
            if let Some(both) = both.filter(|both| !both.is_empty()) {
                shared.below.insert(element.clone(), both);
            }
        }
        shared
    }

    /// Returns all paths, in the order of the library.
    pub fn paths(&self) -> Vec<Vec<PathElement>> {
        let (mut path, mut paths) = (Vec::new(), Vec::new());
        self.walk(&mut |step| match step {
            Walk::Enter(element) => path.push(element.clone()),
            Walk::Member => paths.push(path.clone()),
            Walk::Leave => drop(path.pop()),
        });
        paths
    }

    /// Returns all paths as [`exact_path`] formats them, in the order of the library.
    pub fn exact_paths(&self) -> Vec<String> {
        let (mut path, mut lengths, mut paths) = (String::new(), Vec::new(), Vec::new());
        self.walk(&mut |step| match step {
            Walk::Enter(element) => {
                lengths.push(path.len());
                push_exact(&mut path, element);
            }
            Walk::Member => paths.push(path.clone()),
            Walk::Leave => path.truncate(lengths.pop().unwrap_or(0)),
        });
        paths
    }

    /// Walks the paths as the library does: first the node itself, then the parts that are members themselves, then the paths
    /// below each part.
    fn walk<'s>(&'s self, step: &mut impl FnMut(Walk<'s>)) {
        if self.member {
            step(Walk::Member);
        }
        self.walk_below(step);
    }

    fn walk_below<'s>(&'s self, step: &mut impl FnMut(Walk<'s>)) {
        for (element, _) in self.below.iter().filter(|(_, set)| set.member) {
            step(Walk::Enter(element));
            step(Walk::Member);
            step(Walk::Leave);
        }
        for (element, set) in &self.below {
            step(Walk::Enter(element));
            set.walk_below(step);
            step(Walk::Leave);
        }
    }
}

/// A step of a walk over the paths of a set.
enum Walk<'s> {
    /// The path gets a part.
    Enter(&'s PathElement),
    /// The path is in the set.
    Member,
    /// The path loses its last part.
    Leave,
}

/// Formats a path as `managedFields` tools do: `.spec.ports[port=80,protocol="TCP"].name`.
pub fn path_text(path: &[PathElement]) -> String {
    path.iter().map(PathElement::to_string).collect()
}

/// Formats a path unambiguously: names with special characters are in brackets and quotes.
pub fn exact_path(path: &[PathElement]) -> String {
    let mut out = String::new();
    for element in path {
        push_exact(&mut out, element);
    }
    out
}

fn push_exact(out: &mut String, element: &PathElement) {
    match element {
        PathElement::Field(name) if is_plain(name) => {
            out.push('.');
            out.push_str(name);
        }
        PathElement::Field(name) => {
            let quoted = serde_json::Value::from(&**name).to_string();
            out.extend(["[", &visible(&quoted), "]"]);
        }
        element => out.push_str(&element.to_string()),
    }
}

fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"_-$".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str) -> PathElement {
        PathElement::Field(name.into())
    }

    fn set(paths: &[&[&str]]) -> FieldSet {
        let mut set = FieldSet::default();
        for path in paths {
            let path: Vec<PathElement> = path.iter().map(|name| field(name)).collect();
            set.add_path(&path);
        }
        set
    }

    #[test]
    fn sets_are_joined_and_subtracted() {
        let (one, two) = (set(&[&["a"], &["a", "b"]]), set(&[&["a"], &["c"]]));
        let mut all = one.clone();
        all.unite(&two);
        assert_eq!(all, set(&[&["a"], &["a", "b"], &["c"]]));
        all.subtract(&two);
        assert_eq!(all, set(&[&["a", "b"]]));
        assert_eq!(one.intersection(&two), set(&[&["a"]]));
        all.subtract(&set(&[&["a", "b"]]));
        assert!(all.is_empty());
    }

    #[test]
    fn paths_print_as_kubernetes_prints_them() {
        let keys = vec![
            ("port".into(), "80".into()),
            ("protocol".into(), "\"TCP\"".into()),
        ];
        let path = [
            field("spec"),
            field("ports"),
            PathElement::Keys(keys.into()),
            field("name"),
        ];
        assert_eq!(path_text(&path), ".spec.ports[port=80,protocol=\"TCP\"].name");
        assert_eq!(path_text(&[PathElement::Value("\"x/a\"".into())]), "[=\"x/a\"]");
        assert_eq!(exact_path(&[field("a\u{202e}")]), "[\"a\\u{202e}\"]");
        let dotted = [field("metadata"), field("a.b/c")];
        assert_eq!(path_text(&dotted), ".metadata.a.b/c");
        assert_eq!(exact_path(&dotted), ".metadata[\"a.b/c\"]");
    }
}
