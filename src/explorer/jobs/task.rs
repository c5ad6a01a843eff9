//! Reading and merging on any thread. A large input is given out as a [`Task`]; its [`TaskResult`] is taken unless a newer task was
//! requested meanwhile.

use std::sync::Arc;

use super::progress::JobProgress;
use crate::document::{Document, ReadError};
use crate::explorer::apply::task::{ApplyOutcome, ApplyTask};
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::opening::BACKGROUND_BYTES;
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

/// A text that is merged.
#[derive(Clone, Debug)]
pub(crate) enum InputText {
    /// As it is shown.
    Read(Arc<Document>),
    /// Newer, and not read yet.
    New(Arc<Vec<u8>>),
    /// The text of one of several live objects, in a text that is not read yet.
    Object(Arc<Vec<u8>>, ObjectChoice),
}

/// Inputs to read and merge. It holds all that it needs, so any thread can run it.
#[derive(Clone, Debug)]
pub struct Task {
    pub(crate) ticket: u64,
    /// The names of live and the patches.
    pub(crate) names: Vec<String>,
    /// Live and the patches.
    pub(crate) texts: Vec<InputText>,
    /// The documents that are shown, live first; none when files are opened.
    pub(crate) shown: Vec<Arc<Document>>,
    /// What is shown of files that cannot be read when they are opened.
    pub(crate) stand_ins: Vec<Option<Arc<Document>>>,
    pub(crate) schema: Arc<Schema>,
    pub(crate) semantics: Semantics,
    pub(crate) redaction: Redaction,
    /// The apply whose patch is computed, instead of `texts`.
    pub(crate) apply: Option<Box<ApplyTask>>,
    /// The policy whose files are read, instead of `texts`.
    pub(crate) policy: Option<Box<PolicyTask>>,
    /// What is shown must be merged again even if no text is new.
    pub(crate) switched: bool,
}

/// The result of a [`Task`].
#[derive(Clone, Debug)]
pub struct TaskResult {
    pub(crate) ticket: u64,
    /// The inputs that cannot be read.
    pub(crate) unreadable: Vec<(InputId, ReadError)>,
    /// The patch of an apply.
    pub(crate) applied: Option<Box<ApplyOutcome>>,
    /// The files of a policy.
    pub(crate) policy: Option<Box<PolicyOutcome>>,
    /// The live objects that one was taken from.
    pub(crate) objects: Option<LiveObjects>,
    /// None if there is nothing new to show.
    pub(crate) merged: Option<(MergedView, AgreementReport)>,
}

impl Task {
    /// Its number: of two tasks the newer one has the higher.
    pub fn ticket(&self) -> u64 {
        self.ticket
    }

    /// The bytes of an input that are not read yet.
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

    /// Reads what is new, and merges. `progress` is called before each phase, and returns whether the result is still wanted; if it is
    /// not, nothing is returned.
    pub fn run(mut self, progress: &mut dyn FnMut(JobProgress) -> bool) -> Option<TaskResult> {
        let mut done = TaskResult {
            ticket: self.ticket,
            unreadable: Vec::new(),
            applied: None,
            policy: None,
            objects: None,
            merged: None,
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
        let mut is_new = self.switched;
        for (at, (text, name)) in self.texts.into_iter().zip(&self.names).enumerate() {
            let input = InputId::from_document(at);
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
                    LiveObjects::read(name, stream, &choice).and_then(|(objects, bytes)| {
                        done.objects = Some(objects);
                        read_input(input, name, bytes, self.semantics)
                    })
                }
            };
            let shown = self.shown.get(at);
            let stand_in = self.stand_ins.get(at).cloned().flatten();
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
                        None => match stand_in {
                            Some(stand_in) => documents.push(stand_in),
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

    /// Computes the patch of an apply and merges it. Returns whether that is all there is to do.
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
            return Some(!self.switched);
        }
        let inputs = match &outcome.applied {
            Ok(applied) => Some(applied.inputs()),
            Err(_) if is_opening && done.unreadable.is_empty() => outcome.without_patch(),
            Err(_) => None,
        };
        let has_inputs = inputs.is_some();
        // What is opened must be readable in all its parts.
        if let Some(mut inputs) = inputs.filter(|_| !is_opening || done.unreadable.is_empty()) {
            if inputs.semantics.patch_type() == self.semantics.patch_type() {
                inputs.semantics = self.semantics;
            }
            done.merged = Some(merge_both(inputs, &self.redaction, progress)?);
        }
        done.applied = Some(Box::new(outcome));
        // Without a patch, what is shown may still have to be merged with other semantics.
        Some(has_inputs || !self.switched || is_opening)
    }
}

/// Merges with a trace, and once more without a trace by the other semantics, to compare the results; large inputs in two threads.
/// Returns nothing if `progress` returns false.
pub(crate) fn merge_both(
    inputs: Inputs,
    redaction: &Redaction,
    progress: &mut dyn FnMut(JobProgress) -> bool,
) -> Option<(MergedView, AgreementReport)> {
    if !progress(JobProgress::Merging) {
        return None;
    }
    let inputs = redaction.apply(inputs);
    // A thread costs more than a small merge.
    let is_large = inputs.size() >= BACKGROUND_BYTES;
    let ((other, shown), merged) = join_if(
        is_large,
        || (other_merge(&inputs), ShownMerge::new(&inputs)),
        || merge(inputs.clone(), true),
    );
    if !progress(JobProgress::Indexing) {
        return None;
    }
    let (agreement, index) = join_if(
        is_large,
        || AgreementReport::new(&merged, &other),
        || MergeIndex::new(&merged),
    );
    Some((MergedView::of(merged, shown, index), agreement))
}
