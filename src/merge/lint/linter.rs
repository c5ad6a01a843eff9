//! The data of the lints, and the conversion of findings to steps.

use std::cell::RefCell;
use std::ops::Deref;

use rustc_hash::FxHashMap;

use crate::document::NodeId;
use crate::merge::mark::Mark;
use crate::merge::recorder::{Recorder, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::{Detail, MergeKey};
use crate::schema::Schema;

/// The maximum number of findings of one lint about one list.
pub(crate) const MAX_FINDINGS: usize = 20;

/// A finding of a lint.
#[derive(Clone, Debug)]
pub(crate) struct LintHit {
    pub(crate) note: StepDraft,
    /// The marked node.
    pub(crate) at: ResultId,
    /// The live node of the finding, if it is not `at`.
    pub(crate) live: Option<NodeId>,
    /// A second marked node.
    pub(crate) also_marked: Option<ResultId>,
}

impl LintHit {
    pub(crate) fn new(rule: Rule, at: ResultId) -> Self {
        Self {
            note: StepDraft::new(rule, at),
            at,
            live: None,
            also_marked: None,
        }
    }

    /// Creates a finding about a patch node that can be without a result node.
    pub(crate) fn in_patch(rule: Rule, at: ResultId, source: NodeRef) -> Self {
        let mut found = Self::new(rule, at);
        found.note = found.note.field(source).patch(source);
        found
    }

    pub(crate) fn with(self, change: impl FnOnce(StepDraft) -> StepDraft) -> Self {
        Self {
            note: change(self.note),
            ..self
        }
    }

    pub(crate) fn detail(self, detail: impl Into<Detail>) -> Self {
        self.with(|note| note.detail(detail))
    }
}

/// Looks for likely mistakes. Changes nothing.
pub(crate) struct Linter<'e, 'd> {
    pub(crate) recorder: &'e Recorder<'d>,
    pub(crate) schema: &'d Schema,
    /// Whether `$patchMergeKey` has an effect. If not, it does not select items.
    pub(crate) knows_merge_keys: bool,
    /// Whether a patch list without `$setElementOrder` orders the list.
    pub(crate) orders_by_patch: bool,
    /// The items of patch lists by their merge keys. Computed on first use.
    pub(crate) items_by_key: RefCell<ItemsByKey<'d>>,
}

/// The items of patch lists: by list and merge key, then by the value of the merge key.
type ItemsByKey<'d> = FxHashMap<(NodeRef, Option<&'d str>), FxHashMap<MergeKey<'d>, Vec<NodeRef>>>;

impl<'e, 'd> Linter<'e, 'd> {
    pub(crate) fn new(recorder: &'e Recorder<'d>, schema: &'d Schema) -> Self {
        Self {
            recorder,
            schema,
            knows_merge_keys: false,
            orders_by_patch: false,
            items_by_key: RefCell::default(),
        }
    }
}

impl<'d> Deref for Linter<'_, 'd> {
    type Target = Recorder<'d>;

    fn deref(&self) -> &Recorder<'d> {
        self.recorder
    }
}

/// Records a step for each finding, and marks its nodes.
pub(crate) fn report(recorder: &mut Recorder<'_>, hits: Vec<LintHit>) {
    for hit in hits {
        recorder.step(hit.note);
        if let (Some(live), Some(step)) = (hit.live, recorder.steps.last_mut()) {
            step.set_live(live);
        }
        for at in std::iter::once(hit.at).chain(hit.also_marked) {
            recorder.tree.mark(at, Mark::Warning);
        }
    }
    recorder.seal();
}
