//! Rejections of items that have no merge key or make Go panic.

use crate::document::{Tree, ValueKind};
use crate::merge::recorder::StepDraft;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::strategic::strategic_merge::StrategicMerge;
use crate::merge::trace::Rejection;
use crate::merge::{MergeKey, go_text};
use crate::schema::Field;

impl<'d> StrategicMerge<'_, 'd> {
    /// Returns kubectl's message `map: M does not contain declared merge key: K`.
    pub(crate) fn missing_key_message(&self, item: NodeRef, merge_key: &str) -> String {
        let shown = go_text::format_value(self.document(item), item.node);
        format!("map: {shown} does not contain declared merge key: {merge_key}")
    }

    /// Rejects an item of the result that has no merge key or is not a map.
    pub(crate) fn reject_keyless(
        &mut self,
        note: StepDraft,
        id: ResultId,
        field: &Field<'d>,
    ) -> Box<Rejection> {
        let name = field.merge_key.unwrap_or_default();
        let shown = go_text::format_value(&self.tree, id);
        let message = match self.tree.kind(id) {
            ValueKind::Map => format!("map: {shown} does not contain declared merge key: {name}"),
            kind => format!(
                "expected a map[string]interface {{}}, but received a {}",
                go_text::type_name(kind)
            ),
        };
        let source = self.tree.source(id);
        let side = if source.is_live() { "live" } else { "patch" };
        self.reject(
            note,
            message,
            format!("a {side} item has no `{name}`"),
            vec![source],
        )
    }

    /// Rejects the patch because Go panics with this message.
    pub(crate) fn reject_panic(
        &mut self,
        note: StepDraft,
        message: String,
        faulty: NodeRef,
    ) -> Box<Rejection> {
        self.reject(
            note.with_rule(Rule::KubernetesPanics),
            message.clone(),
            message,
            vec![faulty],
        )
    }

    /// Rejects the patch because Go panics when it compares two such keys.
    pub(crate) fn reject_key_panic(
        &mut self,
        note: StepDraft,
        key: MergeKey<'d>,
        id: ResultId,
        merge_key: Option<&str>,
    ) -> Box<Rejection> {
        let name = go_text::type_name(key.value().kind());
        let message = match merge_key {
            Some(_) => format!("runtime error: comparing uncomparable type {name}"),
            None => format!("runtime error: hash of unhashable type {name}"),
        };
        let source = self.tree.source(id);
        self.reject_panic(note, message, source)
    }
}
