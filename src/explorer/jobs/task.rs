//! Reads and merges on any thread. A large input becomes a [`Task`]; its [`TaskResult`] is dropped if a newer
//! task was requested.

use std::sync::Arc;

use super::progress::JobProgress;
use crate::document::{Document, ReadError};
use crate::explorer::apply::task::{ApplyOutcome, ApplyTask};
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::opening::{BACKGROUND_BYTES, is_unread};
use crate::explorer::inputs::read::read_input;
use crate::explorer::merged::{MergeIndex, MergedView, ShownMerge};
use crate::explorer::policy::task::{PolicyOutcome, PolicyTask};
use crate::merge::{Inputs, Semantics, merge};
use crate::parallel::join_if;
use crate::report::agreement::AgreementReport;
use crate::report::explanation::other_merge;
use crate::report::live_objects::{LiveObjects, ObjectChoice};
use crate::report::redact::Redaction;
use crate::schema::Schema;

/// The text of a document to merge.
#[derive(Clone, Debug)]
pub(crate) enum InputText {
    /// A document that is already parsed.
    Read(Arc<Document>),
    /// New bytes that are not parsed yet.
    New(Arc<Vec<u8>>),
    /// One of several live objects in bytes that are not parsed yet.
    Object(Arc<Vec<u8>>, ObjectChoice),
}

/// Inputs to read and merge. A task owns all its data, so any thread can run it.
#[derive(Clone, Debug)]
pub struct Task {
    pub(crate) ticket: u64,
    /// The names of the live object and the patches.
    pub(crate) names: Vec<String>,
    /// The texts of the live object and the patches.
    pub(crate) texts: Vec<InputText>,
    /// The documents that are shown, the live object first; empty when files are opened.
    pub(crate) shown: Vec<Arc<Document>>,
    /// The documents to show for files that cannot be read when they are opened.
    pub(crate) placeholders: Vec<Arc<Document>>,
    /// The inputs that are files, when they are opened: they can be corrected if they cannot be read.
    pub(crate) files: Vec<InputId>,
    pub(crate) schema: Arc<Schema>,
    pub(crate) semantics: Semantics,
    pub(crate) redaction: Redaction,
    /// The apply whose patch is computed, instead of `texts`.
    pub(crate) apply: Option<Box<ApplyTask>>,
    /// The policy whose files are read, instead of `texts`.
    pub(crate) policy: Option<Box<PolicyTask>>,
    /// Whether to merge even if no text is new.
    pub(crate) force_merge: bool,
}

/// The result of a [`Task`].
#[derive(Clone, Debug, Default)]
pub struct TaskResult {
    pub(crate) ticket: u64,
    /// The inputs that cannot be read, and their errors.
    pub(crate) unreadable: Vec<(InputId, ReadError)>,
    /// The patch of an apply.
    pub(crate) applied: Option<Box<ApplyOutcome>>,
    /// The files of a policy.
    pub(crate) policy: Option<Box<PolicyOutcome>>,
    /// The live objects that one was selected from.
    pub(crate) objects: Option<LiveObjects>,
    /// The new merge; `None` if nothing has changed.
    pub(crate) merged: Option<(MergedView, AgreementReport)>,
}

impl Task {
    /// Returns the number of the task. A newer task has a higher number.
    pub fn ticket(&self) -> u64 {
        self.ticket
    }

    /// Returns the bytes of an input that are not parsed yet.
    pub(crate) fn new_bytes(&self, input: InputId) -> Option<&[u8]> {
        if let Some(apply) = &self.apply {
            return apply.new_bytes(input);
        }
        if let Some(policy) = &self.policy {
            return policy.new_bytes(input);
        }
        match self.texts.get(input.document()?)? {
            InputText::New(bytes) | InputText::Object(bytes, _) => Some(bytes),
            InputText::Read(_) => None,
        }
    }

    /// Reads the new texts and merges. Calls `progress` before each phase; if it returns `false`, the task
    /// stops and returns `None`.
    pub fn run(mut self, progress: &mut dyn FnMut(JobProgress) -> bool) -> Option<TaskResult> {
        let mut done = TaskResult {
            ticket: self.ticket,
            ..TaskResult::default()
        };
        if let Some(apply) = self.apply.take()
            && self.run_apply(*apply, &mut done, progress)?
        {
            return Some(done);
        }
        if let Some(policy) = self.policy.take() {
            let (outcome, inputs) = policy.run(self.semantics, &self.schema, progress)?;
            done.unreadable.extend(outcome.unreadable.clone());
            done.policy = Some(Box::new(outcome));
            if let Some(inputs) = inputs {
                done.merged = Some(merge_both(inputs, &self.redaction, progress)?);
            }
            return Some(done);
        }
        let mut documents = Vec::with_capacity(self.texts.len());
        let mut is_new = self.force_merge;
        for (index, (text, name)) in self.texts.into_iter().zip(&self.names).enumerate() {
            let input = InputId::from_document(index);
            if !matches!(text, InputText::Read(_)) && !progress(JobProgress::Reading(input)) {
                return None;
            }
            let read = match text {
                InputText::Read(document) => {
                    documents.push(document);
                    continue;
                }
                InputText::New(bytes) => read_input(input, name, Arc::unwrap_or_clone(bytes), self.semantics),
                InputText::Object(stream, choice) => {
                    let read = LiveObjects::read(name, Arc::clone(&stream), &choice);
                    if read.is_err() {
                        // Another object can be chosen.
                        done.objects = LiveObjects::without_chosen(name, stream, choice);
                    }
                    read.and_then(|(objects, bytes)| {
                        done.objects = Some(objects);
                        read_input(input, name, bytes, self.semantics)
                    })
                }
            };
            let shown = self.shown.get(index);
            let placeholder = self
                .placeholders
                .get(index)
                .filter(|_| self.files.contains(&input));
            match (read, shown) {
                (Ok(new), Some(shown)) if new.text() == shown.original_text() => {
                    documents.push(Arc::clone(shown))
                }
                (Ok(new), _) => {
                    documents.push(Arc::new(new));
                    is_new = true;
                }
                (Err(error), shown) => {
                    is_new |= shown.is_none();
                    done.unreadable.push((input, error));
                    match shown {
                        Some(shown) => documents.push(Arc::clone(shown)),
                        None => match placeholder {
                            Some(placeholder) => documents.push(Arc::clone(placeholder)),
                            None => return Some(done),
                        },
                    }
                }
            }
        }
        if is_new {
            let patches = documents.split_off(1.min(documents.len()));
            let inputs = Inputs {
                live: documents.pop()?,
                patches,
                schema: self.schema,
                semantics: self.semantics,
            };
            done.merged = Some(merge_both(inputs, &self.redaction, progress)?);
        }
        Some(done)
    }

    /// Computes the patch of an apply and merges it. Returns whether the task is complete.
    fn run_apply(
        &self,
        apply: ApplyTask,
        done: &mut TaskResult,
        progress: &mut dyn FnMut(JobProgress) -> bool,
    ) -> Option<bool> {
        let is_opening = self.shown.is_empty();
        let mut outcome = apply.run(progress)?;
        done.unreadable = std::mem::take(&mut outcome.unreadable);
        if !is_opening && !outcome.is_new {
            return Some(!self.force_merge);
        }
        let inputs = match &outcome.applied {
            Ok(applied) => Some(applied.inputs()),
            // A rejected apply shows its own inputs, not the result of earlier ones.
            Err(_) => outcome.without_patch(),
        };
        let has_inputs = inputs.is_some();
        let mut unreadable = done.unreadable.iter();
        let can_open = unreadable.all(|(input, _)| self.files.contains(input));
        if let Some(mut inputs) = inputs.filter(|_| !is_opening || can_open) {
            if inputs.semantics.patch_type() == self.semantics.patch_type() {
                inputs.semantics = self.semantics;
            }
            let (outlook, merged) = join_if(
                is_opening,
                || is_opening.then(|| outcome.find_outlook()),
                || merge_both(inputs, &self.redaction, progress),
            );
            outcome.outlook = outlook.unwrap_or_default();
            done.merged = Some(merged?);
        }
        done.applied = Some(Box::new(outcome));
        // Without a patch, the shown inputs can still require a merge with other semantics.
        Some(has_inputs || !self.force_merge || is_opening)
    }
}

/// Merges with a trace, and without a trace with the other semantics, to compare the results. Large inputs
/// use two threads. Returns `None` if `progress` returns `false`.
pub(crate) fn merge_both(
    inputs: Inputs,
    redaction: &Redaction,
    progress: &mut dyn FnMut(JobProgress) -> bool,
) -> Option<(MergedView, AgreementReport)> {
    if !progress(JobProgress::Merging) {
        return None;
    }
    let mut all = std::iter::once(&inputs.live).chain(&inputs.patches);
    let is_unread = all.any(|document| is_unread(document.text()));
    let inputs = redaction.apply(inputs);
    // A thread costs more than a small merge.
    let is_large = inputs.size() >= BACKGROUND_BYTES;
    let ((other, shown), merged) = join_if(
        is_large,
        || (other_merge(&inputs), ShownMerge::new(&inputs)),
        || merge(inputs.clone(), true),
    );
    let (merged, other) = match is_unread {
        true => {
            let merged = merged.without_steps();
            (merged.clone(), merged)
        }
        false => (merged, other),
    };
    if !progress(JobProgress::Indexing) {
        return None;
    }
    let (agreement, index) = join_if(
        is_large,
        || AgreementReport::new(&merged, &other),
        || MergeIndex::new(&merged),
    );
    Some((MergedView::from_parts(merged, shown, index), agreement))
}
