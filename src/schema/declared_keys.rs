//! Merge keys that the user declares: `spec.widgets=name`.

use std::collections::BTreeMap;

use super::field::NO_NODE;

/// An invalid declaration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeclareError {
    /// The path is empty or has an empty segment.
    #[error(
        "merge key for \"{path}\": empty path segment\nhelp: for example spec.widgets or spec.widgets.parts"
    )]
    EmptyPart {
        /// The path as declared.
        path: String,
    },
    /// The list of keys is empty or has an empty key.
    #[error(
        "merge key for \"{path}\": empty key\nhelp: write one field name, or several with commas: port,protocol"
    )]
    EmptyKey {
        /// The path as declared.
        path: String,
    },
    /// A key occurs twice.
    #[error("merge key for \"{path}\": \"{key}\" occurs twice\nhelp: remove one of them")]
    Repeated {
        /// The path as declared.
        path: String,
        /// The key.
        key: String,
    },
    /// The path is declared with different keys.
    #[error(
        "merge key for \"{path}\": already declared with different keys\nhelp: remove one of the declarations"
    )]
    Twice {
        /// The path as declared.
        path: String,
    },
    /// The kind does not have the field.
    #[error("merge key for \"{path}\": {type_name} has no field \"{field}\"{}", super::suggest::help(.near.as_deref(), "`mergescope schema KIND PATH` prints the fields of PATH"))]
    NoSuchField {
        /// The path up to and including the field.
        path: String,
        /// The type that does not have the field.
        type_name: String,
        /// The field.
        field: String,
        /// A field of the type with a similar name.
        near: Option<String>,
    },
    /// The field is not a list.
    #[error("merge key for \"{path}\": this field is not a list\nhelp: a merge key is for a list of maps")]
    NotAList {
        /// The path.
        path: String,
    },
    /// Kubernetes has another merge key for this list.
    #[error(
        "merge key for \"{path}\": Kubernetes merges this list by \"{key}\", which must be the first key\nhelp: write {path}={key},..."
    )]
    OtherKey {
        /// The path.
        path: String,
        /// The built-in merge key.
        key: String,
    },
    /// Kubernetes has no merge key for this list.
    #[error("merge key for \"{path}\": Kubernetes {how}\nhelp: remove the declaration")]
    NoKey {
        /// The path.
        path: String,
        /// What Kubernetes does with the list.
        how: &'static str,
    },
}

/// The declared keys as a tree of path segments.
#[derive(Debug, Clone, Default)]
pub(crate) struct DeclaredKeys {
    nodes: Vec<DeclaredNode>,
}

#[derive(Debug, Clone, Default)]
struct DeclaredNode {
    name: String,
    children: BTreeMap<String, u32>,
    keys: Vec<Box<str>>,
}

impl DeclaredKeys {
    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the node of the whole document.
    pub(crate) fn root(&self) -> u32 {
        if self.nodes.is_empty() { NO_NODE } else { 0 }
    }

    /// Returns the node of a field of `node`, or [`NO_NODE`].
    pub(crate) fn child(&self, node: u32, name: &str) -> u32 {
        self.get(node)
            .and_then(|node| node.children.get(name).copied())
            .unwrap_or(NO_NODE)
    }

    /// Returns the declared keys of the list at `node`; empty if none are declared.
    pub(crate) fn keys(&self, node: u32) -> &[Box<str>] {
        self.get(node).map_or(&[], |node| &node.keys)
    }

    /// Returns the last segment of the path of the node.
    pub(crate) fn name(&self, node: u32) -> &str {
        self.get(node).map_or("", |node| &node.name)
    }

    /// Returns the children of `node`.
    pub(crate) fn children(&self, node: u32) -> impl Iterator<Item = (&str, u32)> {
        self.get(node)
            .into_iter()
            .flat_map(|node| node.children.iter().map(|(name, &at)| (name.as_str(), at)))
    }

    fn get(&self, node: u32) -> Option<&DeclaredNode> {
        self.nodes.get(usize::try_from(node).ok()?)
    }

    /// Adds `keys` (`K1,K2`) for the list at `path` (`spec.widgets[].parts`; `[]` can be omitted).
    pub(crate) fn add(&mut self, path: &str, keys: &str) -> Result<(), DeclareError> {
        let shown = || super::suggest::shown(path);
        let parts: Vec<&str> = path
            .split('.')
            .map(|part| part.strip_suffix("[]").unwrap_or(part))
            .collect();
        if parts.iter().any(|part| part.is_empty()) {
            return Err(DeclareError::EmptyPart { path: shown() });
        }
        let keys: Vec<Box<str>> = keys.split(',').map(|key| key.trim().into()).collect();
        for (at, key) in keys.iter().enumerate() {
            if key.is_empty() {
                return Err(DeclareError::EmptyKey { path: shown() });
            }
            if keys[..at].contains(key) {
                return Err(DeclareError::Repeated {
                    path: shown(),
                    key: super::suggest::shown(key),
                });
            }
        }
        if self.nodes.is_empty() {
            self.nodes.push(DeclaredNode::default());
        }
        let mut at = 0;
        for part in parts {
            at = match self.nodes[at].children.get(part) {
                Some(&child) => usize::try_from(child).unwrap_or(0),
                None => {
                    let child = self.nodes.len();
                    let number = u32::try_from(child).unwrap_or(NO_NODE);
                    self.nodes[at].children.insert(part.to_owned(), number);
                    self.nodes.push(DeclaredNode {
                        name: part.to_owned(),
                        ..DeclaredNode::default()
                    });
                    child
                }
            };
        }
        let known = &mut self.nodes[at].keys;
        if !known.is_empty() && *known != keys {
            return Err(DeclareError::Twice { path: shown() });
        }
        *known = keys;
        Ok(())
    }
}
