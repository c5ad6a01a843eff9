//! What is wanted but not there yet: one newest task, which overtakes those before it.

pub(crate) mod progress;
pub(crate) mod state;
pub(crate) mod task;

use std::sync::Arc;

use super::apply::task::ApplyTask;
use super::effect::Effect;
use super::hint_text::HintText;
use super::inputs::Opening;
use super::inputs::input_error::InputError;
use super::inputs::read;
use super::state::Explorer;
use super::versions::VersionHistory;
use crate::document::ReadError;
use crate::merge::{Inputs, Semantics};
use crate::schema::Schema;
use progress::JobProgress;
use state::BackgroundJob;
use task::{BACKGROUND_BYTES, InputText, Task, TaskResult};

/// Two documents that change places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatchSwap {
    pub(crate) a: usize,
    pub(crate) b: usize,
}

impl Opening {
    /// Whether reading and merging it may take longer than a frame.
    pub fn is_large(&self) -> bool {
        let all = std::iter::once(&self.live).chain(&self.patches);
        all.map(|given| given.bytes.len()).sum::<usize>() >= BACKGROUND_BYTES
    }
}

impl Explorer {
    /// Opens files with a first frame at once: nothing is shown yet but that they are read. [`Explorer::task`] has the
    /// work.
    ///
    /// # Errors
    /// None that files can cause.
    pub fn open_beside(opening: Opening) -> Result<Self, ReadError> {
        let all: Vec<_> = std::iter::once(opening.live).chain(opening.patches).collect();
        let mut state = Self::open(read::blank(&opening.schema, opening.semantics, &all))?;
        // What is blank was never saved.
        state.versions = VersionHistory::default();
        let mut texts = Vec::new();
        for (at, given) in all.into_iter().enumerate() {
            if let Some(origin) = state.origins.get_mut(at) {
                origin.file = given.file;
            }
            texts.push(InputText::New(Arc::new(given.bytes)));
        }
        let mut pending = state.start_job();
        pending.task.texts = texts;
        pending.task.shown.clear();
        pending.opening = true;
        state.pending = Some(pending);
        Ok(state)
    }

    /// What is wanted is what is opened: nothing is shown yet.
    pub(crate) fn mark_opening(&mut self) {
        if let Some(pending) = &mut self.pending {
            pending.task.shown.clear();
            pending.opening = true;
        }
    }

    /// Tells from how many bytes of input on merging happens beside the keys.
    pub fn with_large_from(mut self, bytes: usize) -> Self {
        self.large_from = bytes;
        self
    }

    /// The work that [`Effect::Work`] asks for; each is handed out once.
    pub fn task(&mut self) -> Option<Task> {
        let pending = self.pending.as_mut().filter(|pending| !pending.handed_out)?;
        pending.handed_out = true;
        Some(pending.task.clone())
    }

    /// What is going on beside the keys, in a word or two; not escaped.
    pub fn working(&self) -> Option<String> {
        let pending = self.pending.as_ref()?;
        Some(match pending.phase {
            JobProgress::Reading(document) => format!("reading {}…", self.name(document)),
            JobProgress::Computing => "computing the patch…".to_owned(),
            JobProgress::Merging => "merging…".to_owned(),
            JobProgress::Indexing => "preparing the rows…".to_owned(),
        })
    }

    /// Whether there is nothing to show yet.
    pub fn is_opening(&self) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.opening)
    }

    /// Why the files could not be opened.
    pub fn failure(&self) -> Option<&ReadError> {
        self.failure.as_ref()
    }

    pub(crate) fn effect_of_work(&self) -> Option<Effect> {
        let asked = |pending: &&BackgroundJob| !pending.handed_out;
        self.pending.as_ref().filter(asked).map(|_| Effect::Work)
    }

    /// Whether new bytes of a document have to be read and merged beside the keys.
    pub(crate) fn is_large_with(&self, document: usize, bytes: usize) -> bool {
        let documents = self.session.merge().scene.documents().iter().enumerate();
        let others = documents.filter(|(at, _)| *at != document);
        let others: usize = others.map(|(_, document)| document.text().len()).sum();
        self.pending.is_some() || others.saturating_add(bytes) >= self.large_from
    }

    pub(crate) fn is_large(&self) -> bool {
        let live = self.session.live().document().text().len();
        self.is_large_with(0, live)
    }

    /// Wants new bytes of a document merged.
    pub(crate) fn request_bytes(&mut self, document: usize, bytes: Vec<u8>) {
        let mut pending = self.start_job();
        if let (Some(text), Some(fresh)) = (
            pending.task.texts.get_mut(document),
            pending.fresh.get_mut(document),
        ) {
            *text = InputText::New(Arc::new(bytes));
            *fresh = true;
        }
        pending.phase = JobProgress::Reading(document);
        self.pending = Some(pending);
    }

    /// Wants the patch of an apply computed anew under other rules of fields.
    pub(crate) fn request_apply_under(&mut self, schema: Arc<Schema>) {
        self.request_recompute(|remake| remake.under(schema));
    }

    fn request_recompute(&mut self, change: impl FnOnce(ApplyTask) -> ApplyTask) {
        let Some(given) = self.apply.as_ref().map(|making| making.given().clone()) else {
            return;
        };
        let mut pending = self.start_job();
        let remake = pending.task.apply.take();
        let remake = remake.map_or_else(|| ApplyTask::of(given), |remake| *remake);
        pending.task.apply = Some(Box::new(change(remake)));
        self.pending = Some(pending);
    }

    /// Wants the patch of an apply computed anew, from new bytes of one of its documents.
    pub(crate) fn request_apply(&mut self, document: usize, bytes: Vec<u8>) {
        let name = self.name(document).to_owned();
        self.request_recompute(|remake| remake.with(document, &name, bytes));
        let Some(mut pending) = self.pending.take() else {
            return;
        };
        if let Some(fresh) = pending.fresh.get_mut(document) {
            *fresh = true;
        }
        pending.phase = JobProgress::Reading(document);
        self.pending = Some(pending);
    }

    /// Wants the other semantics.
    pub(crate) fn request_semantics(&mut self, semantics: Semantics, says: HintText) {
        let mut pending = self.start_job();
        pending.task.semantics = semantics;
        // What was wanted before it may ask for another merge, too.
        pending.task.switched |= semantics != self.semantics();
        pending.says = Some(says);
        self.pending = Some(pending);
    }

    /// Wants the fields merged as another schema says.
    pub(crate) fn request_schema(&mut self, schema: Arc<Schema>) {
        let mut pending = self.start_job();
        pending.task.schema = schema;
        pending.task.switched = true;
        self.pending = Some(pending);
    }

    /// Wants other documents shown that have been read, under their schema.
    pub(crate) fn request_documents(&mut self, inputs: &Inputs, says: HintText) {
        let mut pending = self.start_job();
        let documents = std::iter::once(&inputs.live).chain(&inputs.patches);
        pending.task.texts = documents.cloned().map(InputText::Read).collect();
        pending.task.schema = Arc::clone(&inputs.schema);
        pending.task.switched = true;
        pending.says = Some(says);
        self.pending = Some(pending);
    }

    /// Wants two documents merged in each other's place.
    pub(crate) fn request_order(&mut self, order: PatchSwap, says: HintText) {
        let mut pending = self.start_job();
        let PatchSwap { a, b } = order;
        pending.task.texts.swap(a, b);
        pending.task.switched = true;
        pending.says = Some(says);
        self.pending = Some(pending);
    }

    /// Wants the values of Secrets hidden or shown, as [`Explorer::masks`] says.
    pub(crate) fn request_redaction(&mut self, says: HintText) {
        let mut pending = self.start_job();
        pending.task.masks = self.masks.clone();
        pending.task.switched = true;
        pending.says = (!pending.opening).then_some(says);
        self.pending = Some(pending);
    }

    /// The semantics that were wanted last.
    pub(crate) fn wanted_semantics(&self) -> Semantics {
        let pending = self.pending.as_ref();
        pending.map_or(self.semantics(), |pending| pending.task.semantics)
    }

    /// The bytes of a document that are wanted and not read yet.
    pub(crate) fn wanted_bytes(&self, document: usize) -> Option<&[u8]> {
        self.pending.as_ref()?.task.new_bytes(document)
    }

    /// A document's file is gone: what was wanted of it says nothing about its trouble any more.
    pub(crate) fn forget_fresh(&mut self, document: usize) {
        let fresh = self
            .pending
            .as_mut()
            .and_then(|pending| pending.fresh.get_mut(document));
        if let Some(fresh) = fresh {
            *fresh = false;
        }
    }

    /// What is wanted so far under a new ticket; else what is shown.
    fn start_job(&mut self) -> BackgroundJob {
        self.tickets += 1;
        let ticket = self.tickets;
        if let Some(mut pending) = self.pending.take() {
            pending.task.ticket = ticket;
            pending.handed_out = false;
            return pending;
        }
        let inputs = &self.session.merge().inputs;
        let shown: Vec<_> = std::iter::once(&inputs.live)
            .chain(&inputs.patches)
            .cloned()
            .collect();
        BackgroundJob {
            task: Task {
                ticket,
                names: self.origins.iter().map(|origin| origin.name.clone()).collect(),
                texts: shown.iter().cloned().map(InputText::Read).collect(),
                schema: Arc::clone(&inputs.schema),
                semantics: inputs.semantics,
                masks: self.masks.clone(),
                apply: None,
                switched: false,
                shown,
            },
            fresh: vec![false; self.origins.len()],
            phase: JobProgress::Reading(0),
            opening: false,
            says: None,
            handed_out: false,
        }
    }

    pub(crate) fn on_progress(&mut self, ticket: u64, phase: JobProgress) {
        if let Some(pending) = self
            .pending
            .as_mut()
            .filter(|pending| pending.task.ticket == ticket)
        {
            pending.phase = phase;
        }
    }

    /// Takes the answer to the newest wish over; drops an overtaken one.
    pub(crate) fn take_over(&mut self, done: TaskResult) -> Vec<Effect> {
        let Some(pending) = self.pending.take_if(|pending| pending.task.ticket == done.ticket) else {
            return Vec::new();
        };
        if pending.opening && done.merged.is_none() {
            self.failure = done.unreadable.into_iter().next().map(|(_, error)| error);
            return vec![Effect::Unreadable];
        }
        for (document, fresh) in pending.fresh.iter().enumerate() {
            if let Some(origin) = self.origins.get_mut(document).filter(|_| *fresh) {
                let error = done.unreadable.iter().find(|(at, _)| *at == document);
                let bytes = || pending.task.new_bytes(document).unwrap_or_default().to_vec();
                origin.trouble = error.map(|(_, error)| InputError::in_bytes(error, bytes()));
            }
        }
        if let Some(remade) = done.remade {
            self.take_remade(*remade);
        }
        if let Some((session, agreement)) = done.merged {
            if pending.opening {
                self.session = session;
                self.agreement = agreement;
                if let Some(position) = self.start_step.take() {
                    self.session.seek(position);
                }
                self.follow_step();
                let folds = std::mem::take(&mut self.start_folds);
                self.fold_sources(folds.sources());
            } else {
                self.show_merge(session, agreement);
            }
            self.say_and_note_lost_selection(pending.says);
        }
        Vec::new()
    }

    /// Says something besides that the step is gone, if it is.
    pub(crate) fn say_and_note_lost_selection(&mut self, says: Option<HintText>) {
        if let Some(says) = says {
            let says = match self.status.take() {
                Some(gone) => says.text("; ").and(&gone),
                None => says,
            };
            self.say(says);
        }
    }
}
