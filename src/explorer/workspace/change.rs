//! Merges changed inputs: at once, or in the background if they are large.

use std::sync::Arc;

use super::Workspace;
use crate::document::{Document, ReadError};
use crate::explorer::apply::task::ApplyTask;
use crate::explorer::effect::Effect;
use crate::explorer::export::session_folds::SessionFolds;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::input_error::InputError;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::jobs::job::{BackgroundJob, InputChange};
use crate::explorer::jobs::progress::JobProgress;
use crate::explorer::jobs::task::{InputText, Task, TaskResult};
use crate::explorer::policy::task::PolicyTask;
use crate::merge::Semantics;
use crate::report::live_objects::LiveObjects;

impl Workspace {
    /// Returns the task for [`Effect::Work`]. Each task is returned once.
    pub fn start_task(&mut self) -> Option<Task> {
        self.jobs.start()
    }

    /// Returns a short text about the background work; not escaped.
    pub fn working(&self) -> Option<String> {
        Some(match self.jobs.pending()?.progress {
            JobProgress::Reading(input) => format!("reading {}…", self.inputs.name(input)),
            JobProgress::Computing => "computing the patch…".to_owned(),
            JobProgress::Merging => "merging…".to_owned(),
            JobProgress::Indexing => "preparing…".to_owned(),
        })
    }

    /// Returns whether kubectl is running.
    pub fn awaits_kubectl(&self) -> bool {
        self.kubectl.is_some()
    }

    /// Returns the reason why the files could not be opened.
    pub fn failure(&self) -> Option<&ReadError> {
        self.jobs.failure()
    }

    /// Returns the semantics that were requested last.
    pub(crate) fn requested_semantics(&self) -> Semantics {
        self.jobs.semantics().unwrap_or(self.semantics())
    }

    /// Returns the documents of the merge, the live object first.
    pub(crate) fn documents(&self) -> &[Arc<Document>] {
        self.merged.merge().tree.documents()
    }

    /// Returns whether the inputs are merged in the background.
    pub(crate) fn is_large(&self) -> bool {
        self.is_large_with(InputId::LIVE, self.size_of(InputId::LIVE))
    }

    /// Returns whether the inputs are merged in the background if one of them has `bytes` bytes.
    fn is_large_with(&self, input: InputId, bytes: usize) -> bool {
        let all = match &self.mode {
            Mode::Apply(_) => vec![InputId::LIVE, InputId::Manifest, InputId::LastApplied],
            Mode::Policy(policy) => policy.files().inputs().collect(),
            _ => (0..self.documents().len()).map(InputId::from_document).collect(),
        };
        let others = all.into_iter().filter(|other| *other != input);
        let others: usize = others.map(|other| self.size_of(other)).sum();
        self.jobs.is_pending() || others.saturating_add(bytes) >= self.session.background_bytes
    }

    fn size_of(&self, input: InputId) -> usize {
        match &self.mode {
            Mode::Apply(apply) => apply.text(input).map_or(0, str::len),
            Mode::Policy(policy) => policy.bytes(input).map_or(0, <[u8]>::len),
            _ => {
                let document = input
                    .document()
                    .and_then(|document| self.documents().get(document));
                document.map_or(0, |document| document.text().len())
            }
        }
    }

    /// Merges with a change and shows the result. `sentence` is the text for the status line when it is done.
    pub(crate) fn change(&mut self, change: InputChange, sentence: Option<HintText>) {
        let is_large = self.is_large_after(&change);
        let job = self.job_with(change, sentence);
        self.run(job, is_large);
    }

    /// Merges other documents and shows the last step. `sentence` is the text for the status line when it is
    /// done.
    pub(crate) fn change_to_end(&mut self, change: InputChange, sentence: Option<HintText>) {
        let is_large = self.is_large_after(&change);
        let mut job = self.job_with(change, sentence);
        job.show_last_step = true;
        self.run(job, is_large);
    }

    /// Stores the objects of a live text, and notes which ones differ from those before.
    pub(crate) fn store_objects(&mut self, mut objects: LiveObjects) {
        if let Some(earlier) = &self.objects {
            objects.mark_changed_since(earlier);
        }
        self.objects = Some(objects);
    }

    /// Merges with two changes as [`Workspace::change_to_end`] does with one.
    pub(crate) fn change_both_to_end(&mut self, [first, second]: [InputChange; 2], sentence: HintText) {
        let is_large = self.is_large_after(&first) || self.is_large_after(&second);
        let job = self.job_with(first, None);
        self.jobs.set(job);
        let mut job = self.job_with(second, Some(sentence));
        job.show_last_step = true;
        self.run(job, is_large);
    }

    /// Shows the texts of a version. `sentence` is the text for the status line when it is done.
    pub(crate) fn show_texts(&mut self, changes: Vec<InputChange>, sentence: Option<HintText>) {
        let is_large = changes.iter().any(|change| self.is_large_after(change));
        match self.job_of_texts(changes) {
            Some(mut job) => {
                job.sentence = sentence;
                self.run(job, is_large);
            }
            None => sentence.into_iter().for_each(|sentence| self.say(sentence)),
        }
    }

    /// Shows the texts of a version before anything else happens.
    pub(crate) fn show_texts_at_once(&mut self, changes: Vec<InputChange>) {
        if let Some(job) = self.job_of_texts(changes) {
            self.run(job, false);
        }
    }

    fn job_of_texts(&mut self, changes: Vec<InputChange>) -> Option<BackgroundJob> {
        for change in changes {
            let job = self.job_with(change, None);
            self.jobs.set(job);
        }
        let mut job = self.jobs.take()?;
        // The errors are about the newest bytes.
        job.new_inputs.clear();
        Some(job)
    }

    fn is_large_after(&self, change: &InputChange) -> bool {
        match change {
            InputChange::Bytes(input, bytes) => self.is_large_with(*input, bytes.len()),
            InputChange::Object(stream, _) => self.is_large_with(InputId::LIVE, stream.len()),
            _ => self.is_large(),
        }
    }

    fn run(&mut self, job: BackgroundJob, in_background: bool) {
        if in_background {
            self.jobs.set(job);
        } else if let Some(done) = job.task.clone().run(&mut |_| true) {
            self.apply_result(job, done);
        }
    }

    /// Merges with other semantics.
    pub(crate) fn switch_semantics(&mut self, semantics: Semantics) {
        let sentence = format!("semantics {semantics}: {}", semantics.meaning());
        self.change(InputChange::Semantics(semantics), Some(sentence.into()));
    }

    /// Reads the inputs in the background. Nothing is shown until they are read.
    pub(crate) fn open_in_background(&mut self, inputs: impl Iterator<Item = (InputId, Vec<u8>)>) {
        let placeholders = match self.mode {
            Mode::Files => self.documents().to_vec(),
            _ => Vec::new(),
        };
        let mut files = Vec::new();
        for (input, bytes) in inputs {
            files.extend(self.inputs.is_file(input).then_some(input));
            let job = self.job_with(InputChange::Bytes(input, bytes), None);
            self.jobs.set(job);
        }
        if let Some(mut job) = self.jobs.take() {
            // An unreadable file is an error of opening, not of a save.
            job.new_inputs.clear();
            job.progress = JobProgress::Reading(InputId::LIVE);
            job.set_opening();
            (job.task.placeholders, job.task.files) = (placeholders, files);
            self.jobs.set(job);
        }
    }

    /// Returns the pending job, or a new one, with an additional change.
    fn job_with(&mut self, change: InputChange, sentence: Option<HintText>) -> BackgroundJob {
        let mut job = self
            .jobs
            .take()
            .unwrap_or_else(|| BackgroundJob::new(self.task()));
        job.task.ticket = self.session.next_ticket();
        if let (Mode::Apply(apply), InputChange::Bytes(..) | InputChange::Schema(_)) = (&self.mode, &change) {
            let task = || Box::new(ApplyTask::new(apply.inputs().clone()));
            job.task.apply.get_or_insert_with(task);
        }
        if let (Mode::Policy(policy), InputChange::Bytes(..)) = (&self.mode, &change) {
            let task = || Box::new(PolicyTask::new(policy.files().clone(), policy.shown()));
            job.task.policy.get_or_insert_with(task);
        }
        let name = match &change {
            InputChange::Bytes(input, _) => self.inputs.name(*input),
            _ => "",
        };
        job.add(change, name);
        job.sentence = sentence.or(job.sentence);
        job
    }

    /// Returns a task that merges the documents that are shown.
    fn task(&self) -> Task {
        let inputs = &self.merged.merge().inputs;
        let shown: Vec<_> = std::iter::once(&inputs.live)
            .chain(&inputs.patches)
            .cloned()
            .collect();
        let names =
            (0..shown.len() as u16).map(|document| self.inputs.name(self.input_of(document)).to_owned());
        Task {
            ticket: 0,
            names: names.collect(),
            texts: shown.iter().cloned().map(InputText::Read).collect(),
            schema: Arc::clone(&inputs.schema),
            semantics: inputs.semantics,
            redaction: self.session.redaction.clone(),
            apply: None,
            policy: None,
            force_merge: false,
            shown,
            placeholders: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Handles the result of the newest task; the result of an older one is dropped. Returns whether the
    /// files were opened by it.
    pub(crate) fn on_task_done(&mut self, done: TaskResult) -> bool {
        let Some(job) = self.jobs.take_ticket(done.ticket) else {
            return false;
        };
        let is_opening = job.opening.is_some();
        self.apply_result(job, done);
        is_opening && self.failure().is_none()
    }

    fn apply_result(&mut self, job: BackgroundJob, done: TaskResult) {
        if job.opening.is_some() && done.merged.is_none() {
            self.jobs
                .fail(done.unreadable.into_iter().next().map(|(_, error)| error));
            self.effect(Effect::Unreadable);
            return;
        }
        // When files are opened, only the unreadable ones have an error to set.
        let opened = job.opening.iter().flat_map(|_| &done.unreadable);
        for (input, error) in opened {
            let bytes = job.task.new_bytes(*input).unwrap_or_default().to_vec();
            self.inputs
                .set_error(*input, Some(InputError::never_readable(error, bytes)));
        }
        for input in &job.new_inputs {
            let error = done.unreadable.iter().find(|(unreadable, _)| unreadable == input);
            let bytes = || job.task.new_bytes(*input).unwrap_or_default().to_vec();
            let error = error.map(|(_, error)| InputError::in_bytes(error, bytes()));
            if error.is_some() {
                self.versions.note_unread();
                self.status.clear_earlier();
            }
            self.inputs.set_error(*input, error);
        }
        if let (Mode::Apply(apply), Some(outcome)) = (&mut self.mode, done.applied) {
            apply.store_outcome(*outcome);
        }
        if let (Mode::Policy(policy), Some(outcome)) = (&mut self.mode, done.policy) {
            self.inputs.clear_errors();
            for (input, error) in policy.store_outcome(*outcome) {
                self.inputs.set_error(input, Some(error));
            }
        }
        if job.opening.is_some() {
            self.focus_unread_input();
        }
        if let Some(objects) = done.objects {
            self.store_objects(objects);
        }
        if let Some((merged, agreement)) = done.merged {
            match job.opening {
                Some(start) => {
                    (self.merged, self.agreement) = (merged, agreement);
                    self.merged.seek(start.position.unwrap_or(self.merged.len()));
                    self.follow_step();
                    if start.position.is_none() {
                        self.show_most_important();
                    }
                    self.panes.fold_sources(start.folds.sources(), &self.merged);
                }
                None => self.show_merge(merged, agreement),
            }
        }
        if !done.unreadable.is_empty() {
            self.show_unread_patch();
        }
        if job.show_last_step {
            self.show_as_at_start();
        }
        if let Some(sentence) = job.sentence {
            self.status.say_first(sentence);
        }
    }

    /// Folds nodes. Files that are still being read are folded when they are open.
    pub(crate) fn start_with_folds(&mut self, folds: SessionFolds) {
        match self.jobs.start_view_mut() {
            Some(start) => start.folds = folds,
            None => {
                self.panes.fold_sources(folds.sources(), &self.merged);
                // Folding shows the patch of the step.
                self.show_unread_patch();
            }
        }
    }

    /// Goes to a step position, or to the last one. Files that are still being read go there when they are
    /// open.
    pub(crate) fn start_at(&mut self, position: usize) {
        match self.jobs.start_view_mut() {
            Some(start) => start.position = Some(position),
            None => self.go_to(position.min(self.merged.len())),
        }
    }
}
