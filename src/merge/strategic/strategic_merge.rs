//! A strategic merge that is being made.

use std::ops::{Deref, DerefMut};

use rustc_hash::FxHashMap;

use super::decision::{Decisions, Dialect};
use crate::merge::keys::keyed_items::ListCache;
use crate::merge::lint;
use crate::merge::mark::Mark;
use crate::merge::recorder::{Recorder, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::schema::{Schema, TypePosition};

/// A strategic merge that is being made: the recorder, the decisions, and scratch data.
#[derive(Debug)]
pub(crate) struct StrategicMerge<'e, 'd> {
    recorder: &'e mut Recorder<'d>,
    pub(crate) schema: &'d Schema,
    pub(crate) decisions: Decisions,
    /// Whether two patches are composed, instead of a patch being applied.
    pub(crate) composing: bool,
    /// Whether the fields of a patch map are merged from the last to the first.
    pub(crate) backwards: bool,
    /// Capacities of the Go slices from which this patch has deleted values. They decide whether a later append changes
    /// the live list in place.
    pub(crate) go_slice_capacities: FxHashMap<ResultId, usize>,
    /// The lists that the lints have read before the patch is applied.
    pub(crate) list_cache: ListCache<'d>,
}

impl<'e, 'd> StrategicMerge<'e, 'd> {
    pub(crate) fn new(
        recorder: &'e mut Recorder<'d>,
        schema: &'d Schema,
        dialect: Dialect,
        list_cache: ListCache<'d>,
    ) -> Self {
        Self {
            recorder,
            schema,
            decisions: Decisions::new(dialect),
            composing: false,
            backwards: false,
            go_slice_capacities: FxHashMap::default(),
            list_cache,
        }
    }

    /// Runs the lints on a patch before it is applied.
    pub(crate) fn lint_patch(&mut self, patch: NodeRef, top: TypePosition) {
        let dialect = self.decisions.for_lints();
        let cache = std::mem::take(&mut self.list_cache);
        self.list_cache = lint::check_patch(self.recorder, self.schema, (patch, top), dialect, cache);
    }

    /// As [`Recorder::put_in_order`]. Removes the list from the cache, because a patch can contain a key
    /// twice.
    pub(crate) fn order_list(
        &mut self,
        list: ResultId,
        now: &[ResultId],
        order: &[ResultId],
        note: impl FnOnce(&Recorder<'d>) -> StepDraft,
    ) {
        self.list_cache.remove(&list);
        self.put_in_order(list, now, order, note, Mark::Reordered);
    }
}

impl<'d> Deref for StrategicMerge<'_, 'd> {
    type Target = Recorder<'d>;

    fn deref(&self) -> &Recorder<'d> {
        self.recorder
    }
}

impl<'d> DerefMut for StrategicMerge<'_, 'd> {
    fn deref_mut(&mut self) -> &mut Recorder<'d> {
        self.recorder
    }
}
