//! Lint `no-op-patch`: a patch that has no effect.

use super::linter::{LintHit, Linter};
use crate::document::{Document, Numbers, Tree, ValueKind, same};
use crate::merge::rule::Rule;

/// Fields that a patch can have only to identify its object.
const IDENTITY: [&str; 3] = ["apiVersion", "kind", "metadata"];

impl Linter<'_, '_> {
    pub(crate) fn check_no_op(&self) -> Vec<LintHit> {
        let live: &Document = &self.documents[0];
        let top = self.scene.top();
        let wants = self.documents[1..].iter().any(|patch| {
            let is_wish = |entry| patch.key(entry).is_some_and(|key| !IDENTITY.contains(&key));
            let metadata = patch.get(patch.root(), "metadata");
            let of_metadata = |entry| !matches!(patch.key(entry), Some("name" | "namespace"));
            patch.kind(patch.root()) == ValueKind::Map
                && (patch.children(patch.root()).any(is_wish)
                    || metadata.is_some_and(|metadata| patch.children(metadata).any(of_metadata)))
        });
        let is_same = || same(&self.scene, top, live, live.root(), Numbers::ByType);
        match wants && is_same() {
            true => vec![LintHit::new(Rule::NoOpPatch, top)],
            false => Vec::new(),
        }
    }
}
