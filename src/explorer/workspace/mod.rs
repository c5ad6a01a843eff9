//! The state that every feature needs: the merge that is shown, its inputs, the panes and the status line.
//! Features get it as a parameter. It holds data of theirs that several of them need, and carries out
//! none of their actions.

mod change;
mod navigate;
mod remerge;
pub(crate) mod restore_position;
pub(crate) mod session;
mod shown_instead;
mod status_line;
mod step_of_line;

use super::editor::field_at_cursor::Completion;
use super::effect::Effect;
use super::hint_text::HintText;
use super::inputs::input_id::InputId;
use super::inputs::mode::Mode;
use super::inputs::source::InputSources;
use super::jobs::job::Jobs;
use super::jobs::task::merge_both;
use super::merged::MergedView;
use super::merged::links::LinkedNodes;
use super::panes::state::Panes;
use super::playback::player::Player;
use super::playback::step_list::StepList;
use super::policy::verdict_task::VerdictTask;
use super::versions::history::VersionHistory;
use crate::course::Lesson;
use crate::document::escape::visible;
use crate::explorer::apply::rejection::ApplyRejection;
use crate::merge::{Inputs, Semantics};
use crate::report::agreement::AgreementReport;
use crate::report::explanation::object_kind;
use crate::report::live_objects::{LiveFiles, LiveObjects};
use restore_position::UnrestoredPosition;
use session::Session;
use shown_instead::ShownInstead;
use status_line::StatusLine;

/// The state that every feature needs.
#[derive(Clone, Debug)]
pub struct Workspace {
    pub(crate) session: Session,
    merged: MergedView,
    agreement: AgreementReport,
    pub(crate) inputs: InputSources,
    pub(crate) mode: Mode,
    /// The objects of a live text that contains several.
    pub(crate) objects: Option<LiveObjects>,
    /// The live files, if there are several.
    pub(crate) live_files: Option<LiveFiles>,
    /// The index of the open lesson.
    pub(crate) lesson: Option<usize>,
    /// The highest position that was shown since the documents were opened.
    reached: usize,
    pub(crate) versions: VersionHistory,
    pub(crate) jobs: Jobs,
    pub(crate) panes: Panes,
    pub(crate) steps: StepList,
    /// The requested verdicts and their number. Cleared when another merge is shown.
    pub(crate) requested_verdicts: Option<(u64, VerdictTask)>,
    /// The number of the running kubectl.
    pub(crate) kubectl: Option<u64>,
    /// The completions at the cursor of the text area, as of when their list was opened.
    pub(crate) completions: Vec<Completion>,
    unrestored: Option<UnrestoredPosition>,
    instead: ShownInstead,
    /// The nodes that the cursors were moved to with the current step. The user moved the cursors if they are elsewhere.
    step_shown: LinkedNodes,
    pub(crate) status: StatusLine,
    effects: Vec<Effect>,
    merge_changed: bool,
}

impl Workspace {
    /// Merges inputs and shows the last step. Returns `None` only if the merge is canceled.
    pub(crate) fn new(session: Session, inputs: Inputs, sources: InputSources, mode: Mode) -> Option<Self> {
        let (merged, agreement) = merge_both(inputs, &session.redaction, &mut |_| true)?;
        let sizes = &session.layout.sizes;
        let mut workspace = Self {
            panes: Panes::new(sizes),
            steps: StepList::new(sizes.steps),
            session,
            merged,
            agreement,
            inputs: sources,
            mode,
            objects: None,
            live_files: None,
            lesson: None,
            reached: 0,
            versions: VersionHistory::default(),
            jobs: Jobs::default(),
            requested_verdicts: None,
            kubectl: None,
            completions: Vec::new(),
            unrestored: None,
            instead: ShownInstead::default(),
            step_shown: LinkedNodes::default(),
            status: StatusLine::default(),
            effects: Vec::new(),
            merge_changed: false,
        };
        workspace.follow_step();
        workspace.show_most_important();
        workspace.focus_unread_input();
        Some(workspace)
    }

    /// Returns the index of the live file that is shown, if there are several.
    pub(crate) fn live_file(&self) -> Option<usize> {
        Some(self.live_files.as_ref()?.shown())
    }

    /// Returns the merge that is shown.
    pub fn merged(&self) -> &MergedView {
        &self.merged
    }

    /// Returns the comparison with the result of the other semantics.
    pub fn agreement(&self) -> &AgreementReport {
        &self.agreement
    }

    /// Returns the semantics of the merge.
    pub fn semantics(&self) -> Semantics {
        self.merged.merge().inputs.semantics
    }

    /// Returns the state that is kept when other documents are opened.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the inputs.
    pub fn inputs(&self) -> &InputSources {
        &self.inputs
    }

    /// Returns the panes with the documents.
    pub fn panes(&self) -> &Panes {
        &self.panes
    }

    /// Returns the versions.
    pub fn versions(&self) -> &VersionHistory {
        &self.versions
    }

    /// Returns the step list.
    pub fn steps(&self) -> &StepList {
        &self.steps
    }

    /// Returns the player.
    pub fn player(&self) -> Player {
        self.session.player
    }

    pub(crate) fn stop_playing(&mut self) {
        self.session.player.playing = false;
    }

    /// Returns the open lesson.
    pub fn lesson(&self) -> Option<&Lesson> {
        self.session.lessons.get(self.lesson?)
    }

    /// Returns the API version and kind of the live object, `apps/v1 Deployment`; escaped.
    pub fn object(&self) -> String {
        visible(&object_kind(&self.merged.merge().inputs)).into_owned()
    }

    /// Returns why kubectl computes no patch for the apply, unless an input was never readable.
    pub(crate) fn apply_rejection(&self) -> Option<&ApplyRejection> {
        match &self.mode {
            Mode::Apply(apply) if !self.is_opening() && self.inputs.never_read().is_none() => {
                apply.rejection()
            }
            _ => None,
        }
    }

    /// Returns whether an apply sends a field that the API server does not know. `kubectl apply` asks for strict validation,
    /// which rejects it.
    pub(crate) fn applies_unknown_field(&self) -> bool {
        matches!(self.mode, Mode::Apply(_)) && !self.is_opening() && self.merged.unknown_field().is_some()
    }

    /// Returns the input that the live pane shows.
    pub fn live_input(&self) -> InputId {
        match &self.mode {
            Mode::Policy(policy) => policy.live_input(),
            _ => InputId::LIVE,
        }
    }

    /// Returns the input of a document of the merge.
    pub(crate) fn input_of(&self, document: u16) -> InputId {
        match InputId::from_document(usize::from(document)) {
            InputId::Live(_) => self.live_input(),
            patch => patch,
        }
    }

    /// Returns whether nothing is shown yet because the files are still being read.
    pub fn is_opening(&self) -> bool {
        self.jobs.is_opening()
    }

    /// Returns the text of the status line; not escaped.
    pub fn status(&self) -> Option<&HintText> {
        self.status.text()
    }

    /// Shows text in the status line until the next action.
    pub(crate) fn say(&mut self, text: impl Into<HintText>) {
        self.status.say(text.into());
    }

    /// Requests an effect from the program.
    pub(crate) fn effect(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    pub(crate) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Returns whether another merge is shown since the last call.
    pub(crate) fn take_merge_changed(&mut self) -> bool {
        std::mem::take(&mut self.merge_changed)
    }
}
