//! The pending background job. There is at most one: a newer request replaces an older one, and the result of the older one
//! is dropped.

use std::sync::Arc;

use super::progress::JobProgress;
use super::task::{InputText, Task};
use crate::document::ReadError;
use crate::explorer::export::session_folds::SessionFolds;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::input_id::{InputId, PatchId};
use crate::merge::{Inputs, Semantics};
use crate::report::live_objects::ObjectChoice;
use crate::report::redact::Redaction;
use crate::schema::Schema;

/// What is merged differently.
#[derive(Clone, Debug)]
pub(crate) enum InputChange {
    /// An input has new bytes.
    Bytes(InputId, Vec<u8>),
    /// One of several live objects, of a text that may be new.
    Object(Arc<Vec<u8>>, ObjectChoice),
    Semantics(Semantics),
    Schema(Arc<Schema>),
    /// A patch and the next one change places.
    Swap(PatchId, PatchId),
    /// Documents that are read already, and their schema.
    Documents(Box<Inputs>),
    /// Another object template of the policy, with the documents that are read already.
    Template(usize, Box<Inputs>),
    /// Secret values are hidden or shown.
    Redaction(Redaction),
}

/// A job, with what happens when it is done.
#[derive(Clone, Debug)]
pub(crate) struct BackgroundJob {
    pub(crate) task: Task,
    /// The inputs whose newest bytes are part of the task: it decides whether they can be read.
    pub(crate) new_inputs: Vec<InputId>,
    pub(crate) progress: JobProgress,
    /// The status line once it is done.
    pub(crate) says: Option<HintText>,
    /// What to show first, if it opens files: nothing is shown until it is done.
    pub(crate) opening: Option<StartView>,
    /// The last step is shown once it is done, because it shows other objects.
    pub(crate) to_end: bool,
    started: bool,
}

/// What is shown first.
#[derive(Clone, Debug, Default)]
pub(crate) struct StartView {
    /// The position; none for the last.
    pub(crate) position: Option<usize>,
    pub(crate) folds: SessionFolds,
}

impl BackgroundJob {
    pub(crate) fn new(task: Task) -> Self {
        Self {
            task,
            new_inputs: Vec::new(),
            progress: JobProgress::Reading(InputId::LIVE),
            says: None,
            opening: None,
            to_end: false,
            started: false,
        }
    }

    /// Marks it as a job that opens files: none of what is shown now counts.
    pub(crate) fn set_opening(&mut self) {
        self.task.shown.clear();
        self.opening = Some(StartView::default());
    }

    /// Adds a change; what was requested before stays requested.
    pub(crate) fn add(&mut self, change: InputChange, name: &str) {
        let task = &mut self.task;
        let computes = matches!(change, InputChange::Bytes(..) | InputChange::Object(..))
            || task.apply.is_some()
            || task.policy.is_some();
        // What was requested before may need a merge, too.
        task.switched |= !computes || matches!(change, InputChange::Semantics(_));
        match change {
            InputChange::Bytes(input, bytes) => {
                match (&mut task.apply, &mut task.policy, input.document()) {
                    (Some(apply), ..) => apply.add(input, name, bytes),
                    (None, Some(policy), _) => policy.add(input, bytes),
                    (None, None, Some(document)) => {
                        if let Some(text) = task.texts.get_mut(document) {
                            *text = InputText::New(Arc::new(bytes));
                        }
                    }
                    (None, None, None) => {}
                }
                self.new_inputs.retain(|other| *other != input);
                self.new_inputs.push(input);
                self.progress = JobProgress::Reading(input);
            }
            InputChange::Object(stream, choice) => {
                if let Some(live) = task.texts.first_mut() {
                    *live = InputText::Object(stream, choice);
                }
                self.new_inputs.retain(|input| *input != InputId::LIVE);
                self.new_inputs.push(InputId::LIVE);
                self.progress = JobProgress::Reading(InputId::LIVE);
            }
            InputChange::Semantics(semantics) => task.semantics = semantics,
            InputChange::Schema(schema) => match &mut task.apply {
                Some(apply) => apply.set_schema(schema),
                None => task.schema = schema,
            },
            InputChange::Swap(first, second) => {
                let [a, b] = [first, second].map(|patch| usize::from(patch.document()));
                task.texts.swap(a, b);
                task.names.swap(a, b);
                for input in &mut self.new_inputs {
                    *input = match *input {
                        InputId::Patch(patch) if patch == first => InputId::Patch(second),
                        InputId::Patch(patch) if patch == second => InputId::Patch(first),
                        other => other,
                    };
                }
            }
            InputChange::Template(at, inputs) => match &mut task.policy {
                Some(policy) => policy.show(at),
                None => self.add(InputChange::Documents(inputs), name),
            },
            InputChange::Documents(inputs) => {
                let documents = std::iter::once(inputs.live).chain(inputs.patches);
                task.texts = documents.map(InputText::Read).collect();
                (task.schema, task.semantics) = (inputs.schema, inputs.semantics);
            }
            InputChange::Redaction(redaction) => task.redaction = redaction,
        }
    }
}

/// The pending job, if there is one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Jobs {
    pending: Option<BackgroundJob>,
    /// Why the files could not be opened.
    failure: Option<ReadError>,
}

impl Jobs {
    pub(crate) fn is_pending(&self) -> bool {
        self.pending.is_some()
    }

    /// Whether there is nothing to show yet.
    pub(crate) fn is_opening(&self) -> bool {
        self.start_view().is_some()
    }

    fn start_view(&self) -> Option<&StartView> {
        self.pending.as_ref()?.opening.as_ref()
    }

    /// What to show first, while files are opened.
    pub(crate) fn start_view_mut(&mut self) -> Option<&mut StartView> {
        self.pending.as_mut()?.opening.as_mut()
    }

    pub(crate) fn pending(&self) -> Option<&BackgroundJob> {
        self.pending.as_ref()
    }

    /// Makes a job the pending one; it starts again.
    pub(crate) fn set(&mut self, mut job: BackgroundJob) {
        job.started = false;
        self.pending = Some(job);
    }

    pub(crate) fn take(&mut self) -> Option<BackgroundJob> {
        self.pending.take()
    }

    /// Takes the job that a result belongs to; none if a newer one has replaced it.
    pub(crate) fn take_ticket(&mut self, ticket: u64) -> Option<BackgroundJob> {
        self.pending.take_if(|pending| pending.task.ticket == ticket)
    }

    /// The task of a job that is not started yet, which starts it.
    pub(crate) fn start(&mut self) -> Option<Task> {
        let pending = self.pending.as_mut().filter(|pending| !pending.started)?;
        pending.started = true;
        Some(pending.task.clone())
    }

    pub(crate) fn is_waiting(&self) -> bool {
        self.pending.as_ref().is_some_and(|pending| !pending.started)
    }

    pub(crate) fn on_progress(&mut self, ticket: u64, progress: JobProgress) {
        let pending = self.pending.as_mut();
        if let Some(pending) = pending.filter(|pending| pending.task.ticket == ticket) {
            pending.progress = progress;
        }
    }

    /// The semantics that were requested last, if they are not shown yet.
    pub(crate) fn semantics(&self) -> Option<Semantics> {
        Some(self.pending.as_ref()?.task.semantics)
    }

    /// The bytes of an input that are requested and not read yet.
    pub(crate) fn new_bytes(&self, input: InputId) -> Option<&[u8]> {
        self.pending.as_ref()?.task.new_bytes(input)
    }

    /// The file of an input is gone: the pending job no longer decides whether it can be read.
    pub(crate) fn forget_input(&mut self, input: InputId) {
        if let Some(pending) = &mut self.pending {
            pending.new_inputs.retain(|other| *other != input);
        }
    }

    pub(crate) fn fail(&mut self, failure: Option<ReadError>) {
        self.failure = failure;
    }

    pub(crate) fn failure(&self) -> Option<&ReadError> {
        self.failure.as_ref()
    }
}
