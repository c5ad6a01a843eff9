//! Opening the explorer, and what the program reads of it and gives to it.

use std::sync::Arc;

use super::action::{Action, NamedAction};
use super::apply::ledger;
use super::apply::ledger_task::LedgerTask;
use super::apply::open as apply_open;
use super::compare::screen::CompareTask;
use super::copy::Clip;
use super::editor::session::EditSession;
use super::explain;
use super::export::Export;
use super::export::session_folds::SessionFolds;
use super::hint_text::HintText;
use super::inputs::action::InputsAction;
use super::inputs::mode::Mode;
use super::inputs::open;
use super::inputs::opening::{ApplyOpening, Opening, PolicyOpening};
use super::inputs::show_secrets;
use super::jobs::task::Task;
use super::key_context::KeyContext;
use super::layers::Layers;
use super::lessons::{self, Lesson};
use super::panes;
use super::panes::focus::Pane;
use super::panes::row::PaneRow;
use super::panes::shared_indent::shared_indent;
use super::panes::sizes::Sizes;
use super::playback::player::Player;
use super::policy::open as policy_open;
use super::policy::verdict_task::VerdictTask;
use super::popups::action::ListKind;
use super::popups::list::ListView;
use super::prompt;
use super::route::Explorer;
use super::search::Search;
use super::workspace::Workspace;
use super::workspace::session::Session;
use crate::document::{Path, ReadError};
use crate::merge::Inputs;
use crate::report::explanation_line::ExplanationLine;
use crate::report::live_objects::{LiveObjects, PatchedObject};
use crate::report::redact::Redaction;
use crate::schema::Schema;

/// Opening.
impl Explorer {
    /// Opens files, on the last step.
    ///
    /// # Errors
    /// The first text that cannot be read.
    pub fn open(opening: Opening) -> Result<Self, ReadError> {
        open::open(opening, Mode::Files, Session::default()).map(Self::new)
    }

    /// Opens files with a first frame at once, in which nothing is shown yet: [`Explorer::task`] has the work.
    ///
    /// # Errors
    /// None that files can cause.
    pub fn open_in_background(opening: Opening) -> Result<Self, ReadError> {
        open::open_in_background(opening, Session::default()).map(Self::new)
    }

    /// Opens an apply, on the last step of the computed patch.
    ///
    /// # Errors
    /// The first text that cannot be read.
    pub fn open_apply(opening: ApplyOpening) -> Result<Self, ReadError> {
        apply_open::open_apply(opening, Session::default()).map(Self::new)
    }

    /// Opens an apply with a first frame at once, in which nothing is shown yet: [`Explorer::task`] has the work.
    ///
    /// # Errors
    /// None that files can cause.
    pub fn open_apply_in_background(opening: ApplyOpening) -> Result<Self, ReadError> {
        apply_open::open_in_background(opening, Session::default()).map(Self::new)
    }

    /// Opens a policy on its first template, on the last step.
    ///
    /// # Errors
    /// The first text that cannot be read.
    pub fn open_policy(opening: PolicyOpening) -> Result<Self, ReadError> {
        policy_open::open_policy(opening, Session::default()).map(Self::new)
    }

    /// Opens a policy with a first frame at once, in which nothing is shown yet: [`Explorer::task`] has the work.
    ///
    /// # Errors
    /// None that files can cause.
    pub fn open_policy_in_background(opening: PolicyOpening) -> Result<Self, ReadError> {
        policy_open::open_in_background(opening, Session::default()).map(Self::new)
    }

    /// Opens the list of lessons, with step 0 of the first one below it. Each opens with its own semantics.
    ///
    /// # Errors
    /// The first text of the lesson that cannot be read.
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

    /// Opens one lesson of a course, on step 0.
    ///
    /// # Errors
    /// The first text of the lesson that cannot be read.
    pub fn open_lesson(lessons: Arc<[Lesson]>, index: usize, schema: Arc<Schema>) -> Result<Self, ReadError> {
        let session = Session {
            lessons,
            ..Session::default()
        };
        Ok(Self::new(lessons::open(index, schema, session)?))
    }

    /// Shows the merge of documents that are no files to save to, on its last step.
    ///
    /// # Errors
    /// None that inputs can cause.
    pub fn of(inputs: Inputs, redaction: Redaction) -> Result<Self, ReadError> {
        let session = Session {
            redaction,
            ..Session::default()
        };
        open::open_documents(inputs, session).map(Self::new)
    }

    /// Gives lessons to files that were opened without, so that they can be listed.
    #[must_use]
    pub fn with_lessons(mut self, lessons: Arc<[Lesson]>) -> Self {
        self.workspace.session.lessons = lessons;
        self
    }

    /// Gives it the objects that the live one was taken from. The list of them is open unless the patches are for one only.
    #[must_use]
    pub fn with_objects(mut self, objects: LiveObjects, patched: PatchedObject) -> Self {
        self.workspace.objects = Some(objects);
        let says = match patched {
            PatchedObject::One => return self,
            PatchedObject::Unclear => "the patch does not say which of these objects it is for",
            PatchedObject::None => "the patch is for none of these objects",
        };
        self.workspace.say(says);
        self.layers.open_list(ListKind::Objects, &mut self.workspace);
        self
    }

    /// Marks the lessons that were finished in earlier runs, by their names.
    #[must_use]
    pub fn with_finished_lessons(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.workspace.session.progress.finish_all(names);
        self
    }

    /// Shows the future steps of lessons, if `shows` says so.
    #[must_use]
    pub fn with_future_steps(mut self, shows: bool) -> Self {
        self.workspace.session.shows_future_steps = shows;
        self
    }

    /// Gives it the commands that can be found by name.
    #[must_use]
    pub fn with_commands(mut self, commands: Vec<NamedAction>) -> Self {
        self.workspace.session.commands = commands.into();
        self
    }

    /// Keeps a popup with text from being scrolled further than its drawing found it to reach.
    pub fn bound_popup(&mut self, end: Option<(usize, usize)>) {
        self.layers.bound_popup(end);
    }

    /// Plays at the speed nearest to an interval of milliseconds.
    #[must_use]
    pub fn with_pace(mut self, interval: u64) -> Self {
        self.workspace.session.player = Player::paced(interval);
        self
    }

    /// Shows the values of Secrets from the start, if `show` says so.
    #[must_use]
    pub fn with_secrets(mut self, show: bool) -> Self {
        if show && !self.workspace.session.redaction.show {
            show_secrets(true, &mut self.workspace);
            self.workspace.clear_status();
        }
        self
    }

    /// Presents from the first frame on, if `presents` says so.
    #[must_use]
    pub fn with_presenting(mut self, presents: bool) -> Self {
        if presents {
            lessons::toggle_presenting(&mut self.workspace);
        }
        self
    }

    /// Folds what was folded in a session; if the files are still being read, once they are.
    #[must_use]
    pub fn with_folds(mut self, folds: SessionFolds) -> Self {
        self.workspace.start_with_folds(folds);
        self
    }

    /// Goes to a position, or to the last one; if the files are still being read, once they are.
    #[must_use]
    pub fn at_step(mut self, position: usize) -> Self {
        self.workspace.start_at(position);
        self
    }

    /// Merges in the background from this many bytes of input on.
    #[must_use]
    pub fn with_background_bytes(mut self, bytes: usize) -> Self {
        self.workspace.session.background_bytes = bytes;
        self
    }

    /// The merge that is shown, and what every feature needs.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// The layers over the panes.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// The search.
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// The file to write.
    pub fn export(&self) -> &Export {
        &self.export
    }

    /// The text that is edited, while the text area is open.
    pub fn edit(&self) -> Option<&EditSession> {
        self.editor.session()
    }

    /// What [`super::Effect::InsertText`] asks for: how many characters before the cursor are replaced by which text.
    pub fn take_insertion(&mut self) -> Option<(usize, String)> {
        self.editor.take_insertion()
    }

    /// How the field under the cursor of the text area merges; not escaped.
    pub fn merge_rule_at_cursor(&self) -> Option<String> {
        self.editor.merge_rule(&self.workspace)
    }

    /// Whether the completions of the text area are listed.
    pub fn is_completing(&self) -> bool {
        let list = self.layers.list();
        list.is_some_and(|list| list.kind() == ListKind::Completions)
    }

    /// What has the keys.
    pub fn key_context(&self) -> KeyContext {
        self.layers.key_context(self.editor.is_open())
    }

    /// The rows of a pane that are on the screen.
    pub fn rows(&self, pane: Pane) -> Vec<PaneRow> {
        panes::rows(pane, self.search.pattern(), &self.workspace)
    }

    /// How many cells of indentation are left out of the rows of a pane whose texts have `width` cells, and the path of what all of
    /// them are in.
    pub fn shared_indent(&self, pane: Pane, rows: &[PaneRow], width: usize) -> Option<(usize, Path)> {
        let (panes, merged) = (&self.workspace.panes, self.workspace.merged());
        let path = panes.path_of_shared_indent(pane, rows, width, merged);
        Some((shared_indent(rows, width), path?)).filter(|_| !self.is_broken(pane))
    }

    /// Whether a pane shows a text that cannot be read.
    pub fn is_broken(&self, pane: Pane) -> bool {
        panes::broken_text::unread_in(pane, &self.workspace).is_some()
    }

    /// What a cluster makes of this, as long as nothing was done since it was opened; none if it is what is shown.
    pub fn opening_hint(&self) -> Option<HintText> {
        let cx = &self.workspace;
        let shows_kubernetes = cx.semantics().is_kubernetes() || !cx.agreement().other.is_kubernetes();
        if !self.is_new || shows_kubernetes || cx.agreement().agrees() || cx.lesson().is_some() {
            return None;
        }
        let says = format!(
            "A cluster gives a different result ({}); ",
            cx.agreement().agreement
        );
        let key = Action::Inputs(InputsAction::OtherSemantics);
        Some(HintText::from(says).key(key).text(" shows it"))
    }

    /// Whether text was typed that is not saved.
    pub fn has_unsaved_text(&self) -> bool {
        self.editor.session().is_some_and(EditSession::is_dirty)
            || self.workspace.inputs.changed_here().is_some()
    }

    /// The explanation, wrapped to the width of its pane.
    pub fn explanation(&self) -> Vec<ExplanationLine> {
        explain::explanation(&self.editor, &self.workspace)
    }

    /// How many lines of `width` cells the explanation takes.
    pub fn explanation_rows(&self, width: usize) -> usize {
        explain::rows(width, &self.editor, &self.workspace)
    }

    /// How many lines of `width` cells a warning or rejection takes with its help; 0 if the current step is neither.
    pub fn urgent_rows(&self, width: usize) -> usize {
        explain::urgent_rows(width, &self.editor, &self.workspace)
    }

    /// What the list shows, if there is one.
    pub fn list_view(&self) -> Option<ListView> {
        self.layers.list_view(&self.workspace)
    }

    /// The note after the line that is typed, and whether it is an error; not escaped.
    pub fn prompt_note(&self) -> (HintText, bool) {
        match self.layers.prompt() {
            Some(prompt) => prompt::note(prompt, &self.search, &self.workspace),
            None => (HintText::default(), false),
        }
    }

    /// Gives the panes and the screen their sizes.
    pub fn resize(&mut self, sizes: Sizes) {
        if self.layers.screen().is_some() {
            // The panes keep their cursors for when they are shown again.
            self.layers.resize_screen(sizes.screen);
        } else {
            panes::resize(sizes, &self.editor, &mut self.workspace);
        }
    }

    /// The work that [`super::Effect::Work`] asks for; each task is given out once.
    pub fn task(&mut self) -> Option<Task> {
        self.workspace.start_task()
    }

    /// The work that [`super::Effect::Compare`] asks for; each task is given out once.
    pub fn compare_task(&mut self) -> Option<CompareTask> {
        self.layers.compare_mut()?.start_task()
    }

    /// The work that [`super::Effect::Ledger`] asks for.
    pub fn ledger_task(&self) -> Option<LedgerTask> {
        ledger::task(&self.workspace)
    }

    /// The work that [`super::Effect::Verdicts`] asks for, with its number.
    pub fn verdict_task(&self) -> Option<(u64, VerdictTask)> {
        self.workspace.requested_verdicts.clone()
    }

    /// The text that [`super::Effect::Copy`] asks to be copied; it is given out once.
    pub fn take_clip(&mut self) -> Option<Clip> {
        self.clipboard.take()
    }
}
