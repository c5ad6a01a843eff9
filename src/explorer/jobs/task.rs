//! Reading and merging beside the keys. A large input is given out as a [`Task`], which any thread may run; its
//! [`TaskResult`] is taken over unless something newer was wanted meanwhile.

use std::sync::Arc;

use super::progress::JobProgress;
use crate::document::{Document, ReadError};
use crate::explorer::apply::task::{ApplyOutcome, ApplyTask};
use crate::explorer::inputs::read::read_as;
use crate::explorer::merged::{MergeIndex, MergedView, ShownMerge};
use crate::merge::{Inputs, Semantics, merge};
use crate::parallel::join_if;
use crate::report::agreement;
use crate::report::explanation::other_merge;
use crate::report::redact::Redaction;
use crate::schema::Schema;

/// From how many bytes of input on merging happens beside the keys; less is merged within a frame.
pub(crate) const BACKGROUND_BYTES: usize = 64 * 1024;

/// A text that takes part in a merge.
#[derive(Clone, Debug)]
pub(crate) enum InputText {
    /// As it is on the screen.
    Read(Arc<Document>),
    /// Newer, and not read yet.
    New(Arc<Vec<u8>>),
}

/// Something to be read and merged. It needs nothing but itself: any thread may run it.
#[derive(Clone, Debug)]
pub struct Task {
    pub(crate) ticket: u64,
    pub(crate) names: Vec<String>,
    pub(crate) texts: Vec<InputText>,
    /// The documents on the screen, live first; none when files are opened.
    pub(crate) shown: Vec<Arc<Document>>,
    pub(crate) schema: Arc<Schema>,
    pub(crate) semantics: Semantics,
    pub(crate) masks: Redaction,
    /// An apply whose patch is to be computed, in place of `texts`.
    pub(crate) apply: Option<Box<ApplyTask>>,
    /// The documents on the screen are not merged under these semantics, or not seen as they are to be.
    pub(crate) switched: bool,
}

/// What came of a [`Task`].
#[derive(Clone, Debug)]
pub struct TaskResult {
    pub(crate) ticket: u64,
    /// The documents that cannot be read.
    pub(crate) unreadable: Vec<(usize, ReadError)>,
    /// What came of an apply.
    pub(crate) remade: Option<Box<ApplyOutcome>>,
    /// Nothing when there is nothing new to show.
    pub(crate) merged: Option<(MergedView, agreement::AgreementReport)>,
}

impl Task {
    /// Its number; of two tasks the later one has the higher.
    pub fn ticket(&self) -> u64 {
        self.ticket
    }

    /// The bytes of a document that are not read yet.
    pub(crate) fn new_bytes(&self, document: usize) -> Option<&[u8]> {
        if let Some(remake) = &self.apply {
            return remake.bytes(document);
        }
        match self.texts.get(document)? {
            InputText::New(bytes) => Some(bytes),
            InputText::Read(_) => None,
        }
    }

    /// Reads what is new, and merges. `tell` hears of each phase before it begins, and answers whether the result
    /// is still wanted; nothing comes of a task that is not.
    pub fn run(self, tell: &mut dyn FnMut(JobProgress) -> bool) -> Option<TaskResult> {
        let mut done = TaskResult {
            ticket: self.ticket,
            unreadable: Vec::new(),
            remade: None,
            merged: None,
        };
        if let Some(remake) = self.apply {
            let mut remade = remake.run(tell)?;
            done.unreadable = std::mem::take(&mut remade.unreadable);
            let inputs = match &remade.applied {
                Ok(applied) => {
                    let mut inputs = applied.inputs();
                    if inputs.semantics.patch_type() == self.semantics.patch_type() {
                        inputs.semantics = self.semantics;
                    }
                    Some(inputs)
                }
                Err(_) if self.shown.is_empty() && done.unreadable.is_empty() => remade.unpatched(),
                Err(_) => None,
            };
            let has_inputs = inputs.is_some();
            // What is opened must be readable in all its parts.
            let is_shown = !self.shown.is_empty() || done.unreadable.is_empty();
            if let Some(inputs) = inputs.filter(|_| is_shown) {
                done.merged = Some(merge_both(inputs, &self.masks, tell)?);
            }
            done.remade = Some(Box::new(remade));
            // Without a patch, what is shown may still be wanted under other semantics.
            if has_inputs || !self.switched || self.shown.is_empty() {
                return Some(done);
            }
        }
        let mut documents = Vec::with_capacity(self.texts.len());
        let mut is_new = self.switched;
        for (at, (text, name)) in self.texts.into_iter().zip(&self.names).enumerate() {
            let bytes = match text {
                InputText::Read(document) => {
                    documents.push(document);
                    continue;
                }
                InputText::New(bytes) => bytes,
            };
            if !tell(JobProgress::Reading(at)) {
                return None;
            }
            let bytes = Arc::try_unwrap(bytes).unwrap_or_else(|shared| shared.as_ref().clone());
            let shown = self.shown.get(at);
            match (read_as(at, name, bytes, self.semantics), shown) {
                (Ok(new), Some(shown)) if new.text() == shown.original_text() => {
                    documents.push(Arc::clone(shown))
                }
                (Ok(new), _) => {
                    documents.push(Arc::new(new));
                    is_new = true;
                }
                (Err(error), shown) => {
                    done.unreadable.push((at, error));
                    match shown {
                        Some(shown) => documents.push(Arc::clone(shown)),
                        None => return Some(done),
                    }
                }
            }
        }
        if is_new {
            let patches = documents.split_off(1.min(documents.len()));
            let live = documents.pop()?;
            let inputs = Inputs {
                live,
                patches,
                schema: self.schema,
                semantics: self.semantics,
            };
            done.merged = Some(merge_both(inputs, &self.masks, tell)?);
        }
        Some(done)
    }
}

/// Merges with a trace, and once more without under the other semantics, to compare; large inputs in two threads. Nothing
/// if `tell` says that nobody wants it any more.
pub(crate) fn merge_both(
    inputs: Inputs,
    masks: &Redaction,
    tell: &mut dyn FnMut(JobProgress) -> bool,
) -> Option<(MergedView, agreement::AgreementReport)> {
    if !tell(JobProgress::Merging) {
        return None;
    }
    let inputs = masks.apply(inputs);
    // A thread costs more than a small merge.
    let is_large = inputs.size() >= BACKGROUND_BYTES;
    let ((other, shown), merged) = join_if(
        is_large,
        || (other_merge(&inputs), ShownMerge::new(&inputs)),
        || merge(inputs.clone(), true),
    );
    if !tell(JobProgress::Indexing) {
        return None;
    }
    let (badge, index) = join_if(
        is_large,
        || agreement::AgreementReport::new(&merged, &other),
        || MergeIndex::new(&merged),
    );
    Some((MergedView::of(merged, shown, index), badge))
}
