//! Lint `no-op-patch`: a patch that has no effect.

use super::linter::{LintHit, Linter};
use crate::document::{Document, Numbers, Tree, ValueKind, same};
use crate::merge::result_tree::node_id::NodeRef;
use crate::merge::rule::Rule;

/// Fields that a patch can have only to identify its object.
const IDENTITY: [&str; 3] = ["apiVersion", "kind", "metadata"];

impl Linter<'_, '_> {
    pub(crate) fn check_no_op(&self) -> Vec<LintHit> {
        let live: &Document = &self.documents[0];
        let top = self.tree.top();
        let changes_content = self.documents[1..].iter().any(|patch| {
            let is_content = |entry| patch.key(entry).is_some_and(|key| !IDENTITY.contains(&key));
            let metadata = patch.get(patch.root(), "metadata");
            let is_metadata_content = |entry| !matches!(patch.key(entry), Some("name" | "namespace"));
            patch.kind(patch.root()) == ValueKind::Map
                && (patch.children(patch.root()).any(is_content)
                    || metadata.is_some_and(|metadata| patch.children(metadata).any(is_metadata_content)))
        });
        // In the other order of the fields, the patch has an effect.
        let is_random = self.steps.iter().any(|step| step.rule == Rule::RandomOrder);
        let is_same = || same(&self.tree, top, live, live.root(), Numbers::ByType);
        if !changes_content || is_random || !is_same() {
            return Vec::new();
        }
        let node = self.documents[1].root();
        let patch = NodeRef { document: 1, node };
        vec![LintHit::new(Rule::NoOpPatch, top).with(|note| note.patch(patch))]
    }
}
