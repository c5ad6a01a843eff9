//! `$retainKeys`: clears the live fields that it does not list (Go: `applyRetainKeysDirective`).

use rustc_hash::FxHashSet;

use super::decision::{Errors, RetainKeysExemption, RetainKeysItems};
use super::directives::{RETAIN_KEYS, is_parallel_list};
use super::strategic_merge::StrategicMerge;
use crate::document::{Value, ValueKind};
use crate::merge::go_text;
use crate::merge::mark::Mark;
use crate::merge::quote::join_names;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::result_tree::path::scalar_text;
use crate::merge::rule::Rule;

impl<'d> StrategicMerge<'_, 'd> {
    /// Applies `$retainKeys` of the patch map, if it has one.
    ///
    /// # Errors
    /// A directive that is not a list of names, or that does not list a field of the patch.
    pub(crate) fn retain_keys(&mut self, at: ResultId, patch: NodeRef) -> MergeResult {
        let Some(directive) = self.entry(patch, RETAIN_KEYS) else {
            return Ok(());
        };
        if self.composing {
            return self.copy_directive(at, directive);
        }
        let note = |rule| StepDraft::new(rule, at).patch(patch).directive(directive);
        let listed: Vec<NodeRef> = self.children(directive).collect();
        self.check_entries(directive, &listed, note)?;
        let text = |entry: &NodeRef| self.value(*entry).as_str();
        let names: FxHashSet<&'d str> = listed.iter().filter_map(text).collect();
        self.check_patch_fields(patch, directive, &names, note)?;
        let is_listed = |child: &ResultId| self.result_key(*child).is_some_and(|key| names.contains(key));
        let (kept, cleared): (Vec<ResultId>, Vec<ResultId>) = self.tree.present(at).partition(is_listed);
        let shown = listed
            .iter()
            .map(|entry| scalar_text(self.value(*entry)).unwrap_or_default());
        let shown = match listed.is_empty() {
            true => "no fields".to_owned(),
            false => join_names(shown),
        };
        self.open(note(Rule::RetainKeys).count(cleared.len()).detail(shown));
        for id in kept {
            self.tree.mark(id, Mark::Retained);
        }
        for id in cleared {
            let note = StepDraft::new(Rule::ClearKey, id).directive(directive);
            let old = self.tree.source(id);
            self.step(note.old(old));
            self.remove(id, Mark::Cleared);
        }
        self.close();
        Ok(())
    }

    fn check_entries(
        &mut self,
        directive: NodeRef,
        listed: &[NodeRef],
        note: impl Fn(Rule) -> StepDraft,
    ) -> MergeResult {
        let is_string = |entry: &&NodeRef| matches!(self.value(**entry), Value::String(_));
        let invalid = listed.iter().find(|entry| !is_string(entry)).copied();
        let is_invalid = invalid.is_some() && self.decisions.retain_keys_items() == RetainKeysItems::Strings;
        if self.kind(directive) != ValueKind::List || is_invalid {
            let message = match self.decisions.errors() {
                Errors::Plain => "\"$retainKeys\" must be a list of field names",
                Errors::Kubectl => "invalid patch format of retainKeys",
            };
            let faulty = invalid.unwrap_or(directive);
            let verb = if invalid.is_some() { "contains" } else { "is" };
            let detail = format!("it {verb} {}", self.quote_value(faulty));
            let note = note(Rule::RetainKeysFormat);
            return Err(self.reject(note, message.to_owned(), detail, vec![faulty]));
        }
        let composite = listed.iter().find(|entry| !self.kind(**entry).is_scalar());
        let Some(composite) = composite.copied() else {
            return Ok(());
        };
        let kind = go_text::type_name(self.kind(composite));
        let message = format!("runtime error: hash of unhashable type {kind}");
        Err(self.reject(
            note(Rule::KubernetesPanics),
            message.clone(),
            message,
            vec![composite],
        ))
    }

    /// Requires that each field of the patch is listed.
    fn check_patch_fields(
        &mut self,
        patch: NodeRef,
        directive: NodeRef,
        names: &FxHashSet<&'d str>,
        note: impl Fn(Rule) -> StepDraft,
    ) -> MergeResult {
        let is_exempt = |key: &str| {
            key == RETAIN_KEYS
                || is_parallel_list(key)
                || key.starts_with('$')
                    && self.decisions.retain_keys_exemption() == RetainKeysExemption::Directives
        };
        let unlisted = self.children(patch).find(|entry| {
            let key = self.key(*entry).unwrap_or_default();
            self.kind(*entry) != ValueKind::Null && !names.contains(key) && !is_exempt(key)
        });
        let Some(unlisted) = unlisted else {
            return Ok(());
        };
        let key = self.key(unlisted).unwrap_or_default();
        let message = match self.decisions.errors() {
            Errors::Plain => format!("{key:?} is in the patch but not in $retainKeys"),
            Errors::Kubectl => "invalid patch format of retainKeys".to_owned(),
        };
        let faulty = vec![unlisted, directive];
        Err(self.reject(
            note(Rule::RetainKeysUnlisted),
            message,
            format!("`{key}`"),
            faulty,
        ))
    }
}
