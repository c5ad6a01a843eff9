//! The directives of strategic merge patches, and the rejections of malformed ones.

use super::decision::Errors;
use super::strategic_merge::StrategicMerge;
pub(crate) use crate::merge::directive_names::{
    DELETE_FROM_LIST, PATCH, PATCH_MERGE_KEY, POSITION, RETAIN_KEYS, SET_ELEMENT_ORDER, is_parallel_list,
};
use crate::merge::go_text;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::trace::Rejection;
use crate::schema::{Schema, Shape, TypePosition};

/// All directives of the strategic semantics. Keys of those for a list have a slash and the name of the list after this.
pub(crate) const DIRECTIVES: [&str; 6] = [
    PATCH,
    RETAIN_KEYS,
    PATCH_MERGE_KEY,
    POSITION,
    SET_ELEMENT_ORDER,
    DELETE_FROM_LIST,
];

/// Returns whether a key is one of the directives of a patch.
pub(crate) fn is_directive(key: &str) -> bool {
    matches!(key, PATCH | RETAIN_KEYS | PATCH_MERGE_KEY) || is_parallel_list(key)
}

/// Returns whether a type declares a field of that name. The keys of free maps are not fields, and an open
/// type declares only the fields that it lists.
pub(crate) fn is_field(schema: &Schema, type_position: TypePosition, key: &str) -> bool {
    schema.shape(type_position) == Shape::Struct
        && schema
            .peek(type_position, key)
            .is_some_and(|field| !field.name.is_empty())
}

impl<'d> StrategicMerge<'_, 'd> {
    /// Returns the field name of a directive key: the part after the prefix and the slash.
    ///
    /// # Errors
    /// The rejection of a key of another form.
    pub(crate) fn directive_field(&mut self, at: ResultId, directive: NodeRef) -> MergeResult<&'d str> {
        let key = self.key(directive).unwrap_or_default();
        let (prefix, rule, what) = match key.starts_with(SET_ELEMENT_ORDER) {
            true => (SET_ELEMENT_ORDER, Rule::OrderFormat, "setElementOrder list"),
            false => (DELETE_FROM_LIST, Rule::DeleteListFormat, "primitive list"),
        };
        if let Some(name) = key.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('/')) {
            return Ok(name);
        }
        let mut message = format!("invalid patch format of {what}");
        if self.decisions.errors() == Errors::Plain {
            message.push_str(&format!(": {key}"));
        }
        let note = StepDraft::new(rule, at).field(directive).patch(directive);
        Err(self.reject(
            note.directive(directive),
            message,
            format!("`{key}`"),
            vec![directive],
        ))
    }

    /// Rejects a `$patch` with an unknown value. `holder` describes the value that contains it.
    pub(crate) fn reject_patch_type(
        &mut self,
        at: ResultId,
        patch: NodeRef,
        directive: NodeRef,
        holder: &str,
    ) -> Box<Rejection> {
        let shown = self.quote_value(directive);
        let message = match self.decisions.errors() {
            Errors::Plain => format!("unknown patch type {shown} in {holder}"),
            Errors::Kubectl => {
                let document = self.document(patch);
                let kind = go_text::format_patch_type(document, directive.node);
                format!(
                    "unknown patch type: {kind} in map: {}",
                    go_text::format_value(document, patch.node)
                )
            }
        };
        let note = StepDraft::new(Rule::UnknownPatchType, at)
            .patch(patch)
            .directive(directive);
        self.reject(note, message, shown, vec![directive])
    }

    /// Returns the strings of a list of names, or `None` if it contains other values.
    pub(crate) fn strings(&self, list: NodeRef) -> Option<Vec<&'d str>> {
        let text = |entry| self.value(entry).as_str();
        self.children(list).map(text).collect()
    }
}
