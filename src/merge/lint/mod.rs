//! Warnings: what hardly anybody wants, found by looking at the inputs, at each patch before it is applied, and at the
//! result. Nothing here changes a result, and nothing is looked at without a trace. Every pass is linear.
//!
//! [`texts`] is about what the readers frowned at, [`twins`] about live alone;
//! [`walk`] goes through a patch and what it will meet, and asks [`fields`] and [`items`]; [`recreated`] looks at each
//! patch beside those before it; [`leftovers`], [`variables`] and [`whole`] look at the result. [`lines`] writes the
//! patch lines that mend it, [`twin_lines`] those of twins.

mod ambiguous_input;
mod api_validation;
mod duplicate_help_lines;
mod duplicate_items;
mod fields;
mod help_lines;
mod items;
mod leftovers;
mod recreated_items;
mod result;
mod similar_keys;
mod variables;
mod walk;

pub(crate) use recreated_items::DeletedItems;
pub(crate) use variables::early_references;

use rustc_hash::FxHashMap;

use super::keys::keyed_items::CachedList;
use super::mark::Mark;
use super::recorder::{Recorder, StepDraft};
use super::result_tree::node_id::{NodeRef, ResultId};
use super::rule::Rule;
use super::semantics::PatchType;
use crate::document::{NodeId, ValueKind};
use crate::schema::TypePosition;

/// Warnings of one kind about one list, at most: who has more will not read them.
const LIMIT: usize = 20;

/// The lists that were looked at, for the merge.
type ListCache<'d> = FxHashMap<ResultId, CachedList<'d>>;

/// Something to warn of.
#[derive(Clone, Debug)]
pub(crate) struct LintHit {
    note: StepDraft,
    /// What is marked.
    at: ResultId,
    /// The live node that it is about, where that is not `at`.
    live: Option<NodeId>,
    /// What is marked too.
    beside: Option<ResultId>,
}

impl LintHit {
    fn new(rule: Rule, at: ResultId) -> Self {
        Self {
            note: StepDraft::new(rule, at),
            at,
            live: None,
            beside: None,
        }
    }

    /// About a patch node that may have no node in the result.
    fn in_patch(rule: Rule, at: ResultId, source: NodeRef) -> Self {
        let mut found = Self::new(rule, at);
        found.note = found.note.field(source).patch(source);
        found
    }

    fn with(self, change: impl FnOnce(StepDraft) -> StepDraft) -> Self {
        Self {
            note: change(self.note),
            ..self
        }
    }

    fn detail(self, detail: String) -> Self {
        self.with(|note| note.detail(detail))
    }
}

impl Rule {
    /// Whether steps of the rule change nothing: they tell what was found by looking, before or after the merge itself.
    pub fn is_observation(self) -> bool {
        matches!(
            self,
            Rule::ReadWithFrown
                | Rule::NoSuchField
                | Rule::NotText
                | Rule::WrongType
                | Rule::YamlNumber
                | Rule::TwinLiveItems
                | Rule::TwinPatchItems
                | Rule::KeyClobbers
                | Rule::DeleteSeveral
                | Rule::WipesList
                | Rule::NearMissItem
                | Rule::AddsBeside
                | Rule::ReordersSilently
                | Rule::RecreatedItem
                | Rule::DeletesAndAdds
                | Rule::Leftover
                | Rule::TwoOfOne
                | Rule::VariableTooEarly
                | Rule::ImmutableField
                | Rule::ChangesNothing
        )
    }
}

impl Recorder<'_> {
    /// What the readers frowned at, and what live alone gives reason for. Before the first patch.
    pub(crate) fn warn_of_texts(&mut self) {
        if !self.traced {
            return;
        }
        let mut found = self.check_ambiguous_input();
        if self.semantics.patch_type() == PatchType::Strategic {
            let mut seen = std::mem::take(&mut self.list_cache);
            found.extend(self.check_duplicate_live_items(&mut seen));
            self.list_cache = seen;
        }
        self.warn_of(found);
    }

    /// What the patch will meet that it hardly means. Before the patch is applied.
    pub(crate) fn warn_of_patch(&mut self, patch: NodeRef, top: TypePosition) {
        if !self.traced || self.kind(patch) != ValueKind::Map {
            return;
        }
        let mut seen = std::mem::take(&mut self.list_cache);
        if patch.document > 1 {
            // An earlier patch has changed what was seen.
            seen.clear();
        }
        let found = self.walk_patch(patch, top, &mut seen);
        seen.retain(|_, list| list.patch.is_some());
        self.list_cache = seen;
        self.warn_of(found);
    }

    /// What the result holds that contradicts itself. Behind the last patch.
    pub(crate) fn warn_of_result(&mut self) {
        if !self.traced || !self.scene.has_result() || self.semantics.patch_type() == PatchType::Policy {
            return;
        }
        let mut found = self.check_leftovers();
        found.extend(self.check_variable_order());
        found.extend(self.check_immutable());
        found.extend(self.check_no_op());
        self.warn_of(found);
    }

    fn warn_of(&mut self, all: Vec<LintHit>) {
        for found in all {
            self.step(found.note);
            if let (Some(live), Some(step)) = (found.live, self.steps.last_mut()) {
                step.set_live(live);
            }
            for at in std::iter::once(found.at).chain(found.beside) {
                self.scene.mark(at, Mark::Warning);
            }
        }
        self.seal();
    }
}
