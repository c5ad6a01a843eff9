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

/// A change that requires another merge.
#[derive(Clone, Debug)]
pub(crate) enum InputChange {
    /// An input has new bytes.
    Bytes(InputId, Vec<u8>),
    /// One of several live objects is selected; the text that contains them can be new.
    Object(Arc<Vec<u8>>, ObjectChoice),
    Semantics(Semantics),
    Schema(Arc<Schema>),
    /// A patch and the next one are swapped.
    Swap(PatchId, PatchId),
    /// Documents that are already parsed, and their schema.
    Documents(Box<Inputs>),
    /// Another object template of the policy, with documents that are already parsed.
    Template(usize, Box<Inputs>),
    /// Secret values are hidden or shown.
    Redaction(Redaction),
}

/// A background job, and what to do with its result.
#[derive(Clone, Debug)]
pub(crate) struct BackgroundJob {
    pub(crate) task: Task,
    /// The inputs whose newest bytes are part of the task. The job decides whether they are readable.
    pub(crate) new_inputs: Vec<InputId>,
    pub(crate) progress: JobProgress,
    /// The text for the status line when the job is done.
    pub(crate) sentence: Option<HintText>,
    /// The first view, if the job opens files. Nothing is shown until it is done.
    pub(crate) opening: Option<StartView>,
    /// Whether to show the last step when the job is done, because it shows other objects.
    pub(crate) show_last_step: bool,
    started: bool,
}

/// The first view of opened files.
#[derive(Clone, Debug, Default)]
pub(crate) struct StartView {
    /// The step position; `None`: the last one.
    pub(crate) position: Option<usize>,
    pub(crate) folds: SessionFolds,
}

impl BackgroundJob {
    pub(crate) fn new(task: Task) -> Self {
        Self {
            task,
            new_inputs: Vec::new(),
            progress: JobProgress::Reading(InputId::LIVE),
            sentence: None,
            opening: None,
            show_last_step: false,
            started: false,
        }
    }

    /// Marks the job as one that opens files. It does not reuse the documents that are shown.
    pub(crate) fn set_opening(&mut self) {
        self.task.shown.clear();
        self.opening = Some(StartView::default());
    }

    /// Adds a change to the changes that were requested before.
    pub(crate) fn add(&mut self, change: InputChange, name: &str) {
        let task = &mut self.task;
        let computes = matches!(change, InputChange::Bytes(..) | InputChange::Object(..))
            || task.apply.is_some()
            || task.policy.is_some();
        // An earlier request may need a merge, too.
        task.force_merge |= !computes || matches!(change, InputChange::Semantics(_));
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
            InputChange::Template(index, inputs) => match &mut task.policy {
                Some(policy) => policy.show(index),
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
    /// The reason why the files could not be opened.
    failure: Option<ReadError>,
}

impl Jobs {
    pub(crate) fn is_pending(&self) -> bool {
        self.pending.is_some()
    }

    /// Returns whether files are being opened, so that nothing is shown yet.
    pub(crate) fn is_opening(&self) -> bool {
        self.start_view().is_some()
    }

    fn start_view(&self) -> Option<&StartView> {
        self.pending.as_ref()?.opening.as_ref()
    }

    /// Returns the first view, while files are being opened.
    pub(crate) fn start_view_mut(&mut self) -> Option<&mut StartView> {
        self.pending.as_mut()?.opening.as_mut()
    }

    pub(crate) fn pending(&self) -> Option<&BackgroundJob> {
        self.pending.as_ref()
    }

    /// Replaces the pending job and marks it as not started.
    pub(crate) fn set(&mut self, mut job: BackgroundJob) {
        job.started = false;
        self.pending = Some(job);
    }

    pub(crate) fn take(&mut self) -> Option<BackgroundJob> {
        self.pending.take()
    }

    /// Removes and returns the job that a result belongs to, or `None` if a newer one has replaced it.
    pub(crate) fn take_ticket(&mut self, ticket: u64) -> Option<BackgroundJob> {
        self.pending.take_if(|pending| pending.task.ticket == ticket)
    }

    /// Starts the pending job. Returns its task, or `None` if it was already started.
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

    /// Returns the semantics that were requested last, while a job is pending.
    pub(crate) fn semantics(&self) -> Option<Semantics> {
        Some(self.pending.as_ref()?.task.semantics)
    }

    /// Returns the requested bytes of an input that are not parsed yet.
    pub(crate) fn new_bytes(&self, input: InputId) -> Option<&[u8]> {
        self.pending.as_ref()?.task.new_bytes(input)
    }

    /// Handles a missing file: the pending job no longer decides whether the input is readable.
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
