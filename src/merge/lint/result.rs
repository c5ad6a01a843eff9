//! What shows on the whole result: fields that nobody may change, and a patch that comes to nothing.

use super::api_validation::IMMUTABLE;
use super::linter::{LintHit, Linter};
use crate::document::{Document, Numbers, Tree, ValueKind, same};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;

/// What a patch may say only to tell which object it is for.
const IDENTITY: [&str; 3] = ["apiVersion", "kind", "metadata"];

impl Linter<'_, '_> {
    pub(crate) fn check_immutable(&self) -> Vec<LintHit> {
        let live: &Document = &self.documents[0];
        let (api_version, kind) = live.identity();
        let own = format!("{api_version} {kind}");
        let mut all = Vec::new();
        for (_, way, what) in IMMUTABLE.iter().filter(|row| row.0.is_empty() || row.0 == own) {
            let there = way.iter().try_fold(live.root(), |at, key| live.get(at, key));
            let Some(old) = there else { continue };
            let mut last = self.scene.top();
            let mut is_there = true;
            for key in *way {
                match self.scene.get(last, key) {
                    Some(next) => last = next,
                    None => is_there = false,
                }
            }
            if is_there && same(&self.scene, last, live, old, Numbers::ByType) {
                continue;
            }
            let at = if is_there { last } else { ResultId(old.0) };
            let mut found = LintHit::new(Rule::ImmutableField, at).detail((*what).to_owned());
            found.live = Some(old);
            if let Some(source) = self.in_patches(way) {
                found = found.with(|note| note.patch(source));
            }
            all.push(found);
        }
        all
    }

    /// The patch's own node at the end of a way, or the last one on it.
    fn in_patches(&self, way: &[&str]) -> Option<NodeRef> {
        (1..self.documents.len()).rev().find_map(|document| {
            let patch = &self.documents[document];
            let mut node = patch.root();
            let mut depth = 0;
            for key in way {
                match patch.get(node, key) {
                    Some(next) => (node, depth) = (next, depth + 1),
                    None => break,
                }
            }
            (depth > 0).then_some(NodeRef {
                document: document as u16,
                node,
            })
        })
    }

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
            true => vec![LintHit::new(Rule::ChangesNothing, top)],
            false => Vec::new(),
        }
    }
}
