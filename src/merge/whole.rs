//! What holds for whole objects, whatever kind of patch meets them.

use super::engine::{Engine, Note, Outcome};
use super::go_text;
use super::node::Source;
use super::rule::Rule;
use super::trace::Refusal;
use crate::document::{Tree, Value};

impl Engine<'_> {
    /// The refusal of a document that is no map; `who` names it.
    pub(in crate::merge) fn not_a_map(&mut self, document: Source, who: &str) -> Box<Refusal> {
        let detail = format!("{who} is {}", self.kind(document).with_article());
        let note = Note::new(Rule::NotAMap, self.scene.top());
        self.refuse(note, "invalid JSON document".to_owned(), detail, vec![document])
    }

    /// Kubernetes cannot read an object back that has no kind.
    ///
    /// # Errors
    /// The refusal, where `patch` left none.
    pub(in crate::merge) fn has_kind(&mut self, patch: Source) -> Outcome {
        let top = self.scene.top();
        let kind = self
            .scene
            .has_result()
            .then(|| self.scene.get(top, "kind"))
            .flatten();
        if kind.is_some_and(|kind| matches!(self.scene.value(kind), Value::String(name) if !name.is_empty()))
        {
            return Ok(());
        }
        let proposal = self.is_proposal();
        let message = if proposal {
            "the result has no kind".to_owned()
        } else if self.scene.has_result() {
            format!(
                "Object 'Kind' is missing in '{}'",
                go_text::json(&self.scene, top)
            )
        } else {
            "Object 'Kind' is missing in '{}'".to_owned()
        };
        let guilty = self
            .entry(patch, "kind")
            .or_else(|| self.marker(patch))
            .unwrap_or(patch);
        Err(self.refuse(
            Note::new(Rule::ResultWithoutKind, top),
            message,
            String::new(),
            vec![guilty],
        ))
    }
}
