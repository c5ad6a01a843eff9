//! Constructors of the explorer and its interface to the program.

use std::borrow::Cow;
use std::sync::Arc;

use super::action::{Action, NamedAction};
use super::apply::ledger;
use super::apply::ledger_task::LedgerTask;
use super::apply::open as apply_open;
use super::apply::rejection::ApplyRejection;
use super::compare::screen::CompareTask;
use super::copy::Clip;
use super::editor::session::EditSession;
use super::explain::wrap::wrap_text;
use super::export::Export;
use super::export::session_folds::SessionFolds;
use super::hint_text::HintText;
use super::inputs::action::InputsAction;
use super::inputs::input_id::InputId;
use super::inputs::mode::Mode;
use super::inputs::opening::{ApplyOpening, Opening, PolicyOpening};
use super::inputs::{open, show_secrets};
use super::jobs::task::Task;
use super::key_context::KeyContext;
use super::layers::Layers;
use super::lessons;
use super::panes::focus::Pane;
use super::panes::row::PaneRow;
use super::panes::shared_indent::shared_indent;
use super::panes::sizes::Sizes;
use super::playback::player::Player;
use super::policy::open as policy_open;
use super::policy::verdict_task::VerdictTask;
use super::popups::action::ListKind;
use super::popups::list::ListView;
use super::popups::question::Confirmation;
use super::route::Explorer;
use super::search::Search;
use super::versions::change_task::ChangeTask;
use super::workspace::Workspace;
use super::workspace::session::Session;
use super::{explain, panes, prompt};
use crate::course::Lesson;
use crate::document::{Path, ReadError};
use crate::merge::Inputs;
use crate::report::explanation_line::ExplanationLine;
use crate::report::live_objects::{LiveFiles, LiveObjects, PatchedObject};
use crate::report::redact::Redaction;
use crate::schema::Schema;

/// Constructors and accessors.
impl Explorer {
    /// Opens files, at the last step.
    ///
    /// # Errors
    /// The first input that cannot be read.
    pub fn open(opening: Opening) -> Result<Self, ReadError> {
        open::open(opening, Mode::Files, Session::default()).map(Self::new)
    }

    /// Opens files in the background. The first frame is empty; [`Explorer::task`] returns the work.
    ///
    /// # Errors
    /// Input files cannot cause an error.
    pub fn open_in_background(opening: Opening) -> Result<Self, ReadError> {
        open::open_in_background(opening, Session::default()).map(Self::new)
    }

    /// Opens an apply, at the last step of the computed patch.
    ///
    /// # Errors
    /// The first input that cannot be read.
    pub fn open_apply(opening: ApplyOpening) -> Result<Self, ReadError> {
        let mut workspace = apply_open::open_apply(opening, Session::default())?;
        ledger::show_outlook_at_start(&mut workspace);
        Ok(Self::new(workspace))
    }

    /// Opens an apply in the background. The first frame is empty; [`Explorer::task`] returns the work.
    ///
    /// # Errors
    /// Input files cannot cause an error.
    pub fn open_apply_in_background(opening: ApplyOpening) -> Result<Self, ReadError> {
        apply_open::open_in_background(opening, Session::default()).map(Self::new)
    }

    /// Opens a policy with its first template, at the last step.
    ///
    /// # Errors
    /// The first input that cannot be read.
    pub fn open_policy(opening: PolicyOpening) -> Result<Self, ReadError> {
        policy_open::open_policy(opening, Session::default()).map(Self::new)
    }

    /// Opens a policy in the background. The first frame is empty; [`Explorer::task`] returns the work.
    ///
    /// # Errors
    /// Input files cannot cause an error.
    pub fn open_policy_in_background(opening: PolicyOpening) -> Result<Self, ReadError> {
        policy_open::open_in_background(opening, Session::default()).map(Self::new)
    }

    /// Opens the list of lessons over step 0 of the first lesson. Each lesson has its own semantics.
    ///
    /// # Errors
    /// The first input of the lesson that cannot be read.
    pub fn open_lessons(lessons: Arc<[Lesson]>, schema: Arc<Schema>) -> Result<Self, ReadError> {
        let session = Session {
            lessons,
            ..Session::default()
        };
        let mut explorer = Self::new(lessons::open(0, schema, session)?);
        explorer
            .layers
            .open_list(ListKind::Lessons, &mut explorer.workspace);
        Ok(explorer)
    }

    /// Opens one lesson of a course, at step 0.
    ///
    /// # Errors
    /// The first input of the lesson that cannot be read.
    pub fn open_lesson(lessons: Arc<[Lesson]>, index: usize, schema: Arc<Schema>) -> Result<Self, ReadError> {
        let session = Session {
            lessons,
            ..Session::default()
        };
        Ok(Self::new(lessons::open(index, schema, session)?))
    }

    /// Opens documents that have no files, at the last step.
    ///
    /// # Errors
    /// Inputs cannot cause an error.
    pub fn from_inputs(inputs: Inputs, redaction: Redaction) -> Result<Self, ReadError> {
        let session = Session {
            redaction,
            ..Session::default()
        };
        open::open_documents(inputs, session).map(Self::new)
    }

    /// Adds the list of lessons to an explorer of files.
    #[must_use]
    pub fn with_lessons(mut self, lessons: Arc<[Lesson]>) -> Self {
        self.workspace.session.lessons = lessons;
        self
    }

    /// Adds the objects that the live object was selected from. Opens their list, unless the patches identify
    /// one object.
    #[must_use]
    pub fn with_objects(mut self, objects: LiveObjects, patched: PatchedObject) -> Self {
        self.workspace.objects = Some(objects);
        self.ask_for_object(patched)
    }

    /// Adds the files that the live file was selected from. Opens the list of their objects, unless the patches identify
    /// one object.
    #[must_use]
    pub fn with_files(mut self, files: LiveFiles, patched: PatchedObject) -> Self {
        self.workspace.live_files = Some(files);
        self.ask_for_object(patched)
    }

    fn ask_for_object(mut self, patched: PatchedObject) -> Self {
        let sentence = match patched {
            PatchedObject::One => return self,
            PatchedObject::Unclear => "the patch does not say which of these objects it is for",
            PatchedObject::None => "the patch is for none of these objects",
        };
        self.workspace.say(sentence);
        self.layers.open_list(ListKind::Objects, &mut self.workspace);
        self
    }

    /// Marks the lessons with these names as finished, as recorded by earlier runs.
    #[must_use]
    pub fn with_finished_lessons(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.workspace.session.progress.finish_all(names);
        self
    }

    /// Shows the future steps of lessons if `shows` is set.
    #[must_use]
    pub fn with_future_steps(mut self, shows: bool) -> Self {
        self.workspace.session.shows_future_steps = shows;
        self
    }

    /// Sets the commands that the go-to prompt finds by name.
    #[must_use]
    pub fn with_commands(mut self, commands: Vec<NamedAction>) -> Self {
        self.workspace.session.commands = commands.into();
        self
    }

    /// Limits the scroll offset of a text popup. `end` is the largest offset and the height of the popup in
    /// rows, as drawn.
    pub fn bound_popup(&mut self, end: Option<(usize, usize)>) {
        self.layers.bound_popup(end);
    }

    /// Sets the playback speed that is nearest to an interval in milliseconds.
    #[must_use]
    pub fn with_interval(mut self, interval: u64) -> Self {
        self.workspace.session.player = Player::with_interval(interval);
        self
    }

    /// Shows Secret values from the start if `show` is set.
    #[must_use]
    pub fn with_secrets(mut self, show: bool) -> Self {
        if show && !self.workspace.session.redaction.show {
            show_secrets(true, &mut self.workspace);
            self.workspace.status.clear();
        }
        self
    }

    /// Turns presentation mode on if `presents` is set.
    #[must_use]
    pub fn with_presenting(mut self, presents: bool) -> Self {
        if presents {
            lessons::toggle_presenting(&mut self.workspace);
        }
        self
    }

    /// Folds the nodes that a session file lists. Files that are still being read are folded when they are
    /// open.
    #[must_use]
    pub fn with_folds(mut self, folds: SessionFolds) -> Self {
        self.workspace.start_with_folds(folds);
        self
    }

    /// Goes to a step position, or to the last one. Files that are still being read go there when they are
    /// open.
    #[must_use]
    pub fn at_step(mut self, position: usize) -> Self {
        self.workspace.start_at(position);
        self
    }

    /// Sets the input size in bytes from which merges run in the background.
    #[must_use]
    pub fn with_background_bytes(mut self, bytes: usize) -> Self {
        self.workspace.session.background_bytes = bytes;
        self
    }

    /// Returns the merge that is shown and the state that every feature needs.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// Returns the layers over the panes.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// Returns the search.
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// Returns the export.
    pub fn export(&self) -> &Export {
        &self.export
    }

    /// Returns the text that is being edited, or `None` if the text area is closed.
    pub fn edit(&self) -> Option<&EditSession> {
        self.editor.session()
    }

    /// Returns the text to insert and the number of characters before the cursor that it replaces, for
    /// [`super::Effect::InsertText`].
    pub fn take_insertion(&mut self) -> Option<(usize, String)> {
        self.editor.take_insertion()
    }

    /// Returns the text that the user gave up in a conflict, and its input, for [`super::Effect::KeepDiscarded`].
    pub fn take_discarded(&mut self) -> Option<(InputId, String)> {
        self.editor.take_discarded()
    }

    /// Returns the merge rule of the field under the cursor of the text area; not escaped.
    pub fn merge_rule_at_cursor(&self) -> Option<String> {
        self.editor.merge_rule(&self.workspace)
    }

    /// Returns whether the list of completions is open.
    pub fn is_completing(&self) -> bool {
        let list = self.layers.list();
        list.is_some_and(|list| list.kind() == ListKind::Completions)
    }

    /// Returns the key context.
    pub fn key_context(&self) -> KeyContext {
        self.layers.key_context(self.editor.is_open())
    }

    /// Returns the visible rows of a pane.
    pub fn rows(&self, pane: Pane) -> Vec<PaneRow> {
        panes::rows(pane, self.search.pattern(), &self.workspace)
    }

    /// Returns the number of cells of indentation that the rows of a pane share and that can be hidden, and
    /// the path of the node that contains all of them. The rows are `width` cells wide.
    pub fn shared_indent(&self, pane: Pane, rows: &[PaneRow], width: usize) -> Option<(usize, Path)> {
        let (panes, merged) = (&self.workspace.panes, self.workspace.merged());
        let path = panes.path_of_shared_indent(pane, rows, width, merged);
        Some((shared_indent(rows, width), path?))
            .filter(|_| panes::broken_text::lines_in(pane, &self.workspace).is_none())
    }

    /// Returns whether a pane shows a text that cannot be read or applied.
    pub fn is_broken(&self, pane: Pane) -> bool {
        panes::broken_text::unread_in(pane, &self.workspace).is_some()
    }

    /// Returns the sign and the words for titles if kubectl computes no patch for the apply, or if the API server rejects
    /// a field that it does not know.
    pub fn apply_rejected(&self) -> Option<&'static str> {
        let own = self.workspace.apply_rejection().map(ApplyRejection::sign);
        own.or_else(|| {
            self.workspace
                .applies_unknown_field()
                .then_some("✗ API server rejects")
        })
    }

    /// Returns whether the manifest of the apply is for another object.
    pub fn is_for_other(&self) -> bool {
        self.workspace
            .apply_rejection()
            .is_some_and(|rejection| rejection.is_for_other)
    }

    /// Returns the most important note about what stays different after the apply that is shown; not escaped.
    pub fn apply_outlook(&self) -> Option<String> {
        let first = ledger::outlook(&self.workspace).into_iter().next()?;
        Some(first.title)
    }

    /// Returns the name of the rule by which kubectl computes no patch for the apply, which is empty if there
    /// is no rule; `None` if there is a patch.
    pub fn apply_rejected_by(&self) -> Option<&'static str> {
        let own = self.workspace.apply_rejection().map(|rejection| rejection.rule);
        own.or_else(|| self.workspace.applies_unknown_field().then_some(""))
    }

    /// Returns the input of the text that a pane shows, or `None` for the result.
    pub fn input_in(&self, pane: Pane) -> Option<InputId> {
        let lines = panes::broken_text::lines_in(pane, &self.workspace);
        lines
            .map(|(input, _)| input)
            .or_else(|| self.workspace.input_in(pane))
    }

    /// Returns a hint that a cluster gives another result, until the first action; `None` if it gives the
    /// same result.
    pub fn opening_hint(&self) -> Option<HintText> {
        let cx = &self.workspace;
        let shows_kubernetes = cx.semantics().is_kubernetes() || !cx.agreement().other.is_kubernetes();
        // The causes and fixes of several rejections are more important.
        let has_several = cx.merged().server_rejections().len() > 1;
        let is_shown = self.is_new && !shows_kubernetes && !has_several;
        if !is_shown || cx.agreement().agrees() || cx.lesson().is_some() {
            return None;
        }
        let sentence = format!(
            "A cluster gives a different result ({}); ",
            cx.agreement().difference()
        );
        let key = Action::Inputs(InputsAction::OtherSemantics);
        Some(HintText::from(sentence).key(key).text(": show it"))
    }

    /// Returns whether there is unsaved text.
    pub fn has_unsaved_text(&self) -> bool {
        self.editor.session().is_some_and(EditSession::is_dirty)
            || self.workspace.inputs.changed_here().next().is_some()
    }

    /// Returns the current text of an input.
    pub fn text_of(&self, input: InputId) -> Cow<'_, str> {
        self.editor.text_of(input, &self.workspace)
    }

    /// Returns the inputs without a file whose text was changed.
    pub fn changed_inputs_without_file(&self) -> impl Iterator<Item = InputId> {
        self.workspace.inputs.changed_here()
    }

    /// Returns whether the text area has a fix that the user has not accepted yet.
    pub fn offers_fix(&self) -> bool {
        let asked = self.layers.asked();
        asked.is_some_and(|question| question.confirmation == Confirmation::ApplyFix)
    }

    /// Returns the lines of the explanation.
    pub fn explanation(&self) -> Vec<ExplanationLine> {
        explain::explanation(&self.editor, &self.workspace)
    }

    /// Returns the height of the explanation in lines of `width` cells.
    pub fn explanation_rows(&self, width: usize) -> usize {
        explain::rows(width, &self.editor, &self.workspace)
    }

    /// Returns the height of a warning or rejection and its help in lines of `width` cells, with the hint above
    /// them; 0 if the explanation begins with neither.
    pub fn urgent_rows(&self, width: usize) -> usize {
        match explain::urgent_rows(width, &self.editor, &self.workspace) {
            0 => 0,
            rows => rows + self.hint_rows(width),
        }
    }

    /// Returns the height of the opening hint. Most keys have one character.
    fn hint_rows(&self, width: usize) -> usize {
        let hint = self.opening_hint().map(|hint| hint.fill(|_| "m".to_owned()));
        hint.map_or(0, |hint| wrap_text(&hint, width).len())
    }

    /// Returns the contents of the list, if one is open.
    pub fn list_view(&self) -> Option<ListView> {
        self.layers.list_view(&self.workspace)
    }

    /// Returns the note after the input of the prompt and whether it is an error; not escaped.
    pub fn prompt_note(&self) -> (HintText, bool) {
        match self.layers.prompt() {
            Some(prompt) => prompt::note(prompt, &self.search, &self.workspace),
            None => (HintText::default(), false),
        }
    }

    /// Sets the sizes of the panes and of the screen.
    pub fn resize(&mut self, sizes: Sizes) {
        if self.layers.screen().is_some() {
            // The panes keep their cursors until they are visible again.
            self.layers.resize_screen(sizes.screen);
        } else {
            panes::resize(sizes, &self.editor, &mut self.workspace);
        }
    }

    /// Returns the task for [`super::Effect::Work`]. Each task is returned once.
    pub fn task(&mut self) -> Option<Task> {
        self.workspace.start_task()
    }

    /// Returns the task for [`super::Effect::Compare`]. Each task is returned once.
    pub fn compare_task(&mut self) -> Option<CompareTask> {
        self.layers.compare_mut()?.start_task()
    }

    /// Returns the next task for [`super::Effect::FindChanges`]. Each task is returned once.
    pub fn change_task(&mut self) -> Option<ChangeTask> {
        self.workspace.versions.start_task()
    }

    /// Returns the task for [`super::Effect::Ledger`].
    pub fn ledger_task(&self) -> Option<LedgerTask> {
        ledger::task(&self.workspace)
    }

    /// Returns the task for [`super::Effect::Verdicts`] and its number.
    pub fn verdict_task(&self) -> Option<(u64, VerdictTask)> {
        self.workspace.requested_verdicts.clone()
    }

    /// Returns the text for [`super::Effect::Copy`]. Each text is returned once.
    pub fn take_clip(&mut self) -> Option<Clip> {
        self.clipboard.take()
    }
}
