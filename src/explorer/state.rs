//! What the explorer remembers: everything that a frame is drawn from. What it does with that stands outside, in files
//! named by it.

use std::sync::Arc;

use super::apply::state::ApplyState;
use super::editor::result_patch::ResultPatch;
use super::export::session_folds::SessionFolds;
use super::hint_text::HintText;
use super::inputs::EditSession;
use super::inputs::input_error::InputError;
use super::inputs::restore_position::UnrestoredPosition;
use super::inputs::source::{InputSource, WatchStatus};
use super::jobs::state::BackgroundJob;
use super::lessons::Lesson;
use super::looking::Looking;
use super::merged::MergedView;
use super::merged::links::LinkedNodes;
use super::panes::border_offsets::BorderOffsets;
use super::panes::row::Cursor;
use super::panes::viewport::Viewport;
use super::playback::player::Player;
use super::policy::state::PolicyState;
use super::policy::type_row::TypeRow;
use super::popups::Popup;
use super::predict::state::PredictState;
use super::screens::ScreenState;
use super::versions::VersionHistory;
use crate::document::ReadError;
use crate::document::escape::visible;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::merge::Semantics;
use crate::report::agreement;
use crate::report::explanation::kind_of;
use crate::report::redact::Redaction;

/// The explorer.
#[derive(Clone, Debug)]
pub struct Explorer {
    pub(crate) session: MergedView,
    pub(crate) agreement: agreement::AgreementReport,
    pub(crate) origins: Vec<InputSource>,
    pub(crate) views: [Viewport; 3],
    pub(crate) steps: Viewport,
    pub(crate) why: Viewport,
    pub(crate) why_width: usize,
    pub(crate) triple: LinkedNodes,
    pub(crate) unrestored: Option<UnrestoredPosition>,
    pub(crate) patch_shown: usize,
    pub(crate) focus: Focus,
    pub(crate) zoomed: bool,
    pub(crate) shares: BorderOffsets,
    pub(crate) player: Player,
    pub(crate) overlay: Option<Popup>,
    pub(crate) edit: Option<EditSession>,
    pub(crate) watching: WatchStatus,
    pub(crate) lessons: Arc<[Lesson]>,
    pub(crate) lesson: Option<usize>,
    /// kubectl's answer, or the ledger.
    pub(crate) kubectl: Vec<String>,
    pub(crate) status: Option<HintText>,
    pub(crate) pending: Option<BackgroundJob>,
    /// How many tasks there have been.
    pub(crate) tickets: u64,
    pub(crate) large_from: usize,
    pub(crate) failure: Option<ReadError>,
    pub(crate) masks: Redaction,
    pub(crate) apply: Option<Box<ApplyState>>,
    /// The patch that was computed for an edited result.
    pub(crate) result_patch: Option<Box<ResultPatch>>,
    pub(crate) looking: Looking,
    /// The file that is written to.
    pub(crate) export_name: String,
    /// Why the newest schema file could not be read; the last good one holds.
    pub(crate) schema_trouble: Option<InputError>,
    pub(crate) versions: VersionHistory,
    pub(crate) predict: PredictState,
    pub(crate) presenting: bool,
    pub(crate) screen: ScreenState,
    /// The policy, where one was opened.
    pub(crate) policy: Option<PolicyState>,
    /// The compliance types side by side, once they were asked for.
    pub(crate) types: Vec<TypeRow>,
    /// The step to go to when the files are opened.
    pub(crate) start_step: Option<usize>,
    /// What to fold when the files are opened.
    pub(crate) start_folds: SessionFolds,
}

impl Explorer {
    /// To step 0 and to the top of everything.
    pub(crate) fn begin(&mut self) {
        self.session.seek(0);
        self.triple = LinkedNodes::default();
        for view in self.views.iter_mut().chain([&mut self.steps, &mut self.why]) {
            (view.cursor, view.scroll, view.link) = (0, 0, Cursor::None);
        }
    }

    /// Gives lessons to files that were opened without, so that the list can be shown.
    pub fn with_lessons(mut self, lessons: Arc<[Lesson]>) -> Self {
        self.lessons = lessons;
        self
    }

    /// Plays at the pace nearest to an interval of milliseconds.
    #[must_use]
    pub fn with_pace(mut self, interval: u64) -> Self {
        self.player = Player::paced(interval);
        self
    }

    /// The merge as it is shown.
    pub fn session(&self) -> &MergedView {
        &self.session
    }

    /// Whether the other semantics gives the same.
    pub fn agreement(&self) -> &agreement::AgreementReport {
        &self.agreement
    }

    /// Whose rules hold.
    pub fn semantics(&self) -> Semantics {
        self.session.merge().inputs.semantics
    }

    /// The place that has the keys.
    pub fn focus(&self) -> Focus {
        self.focus
    }

    /// Whether the focused place stands alone.
    pub fn is_zoomed(&self) -> bool {
        self.zoomed
    }

    /// Playing by itself.
    pub fn player(&self) -> Player {
        self.player
    }

    /// What lies on top.
    pub fn overlay(&self) -> Option<Popup> {
        self.overlay
    }

    /// The text area, while it is open.
    pub fn edit(&self) -> Option<&EditSession> {
        self.edit.as_ref()
    }

    /// Whether saves are noticed.
    pub fn watching(&self) -> &WatchStatus {
        &self.watching
    }

    /// What kubectl answered last, or the ledger, in lines.
    pub fn kubectl(&self) -> &[String] {
        &self.kubectl
    }

    /// The course.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// The lesson that is open.
    pub fn lesson(&self) -> Option<&Lesson> {
        self.lessons.get(self.lesson?)
    }

    /// The answer to the last key, where there is one to give; not escaped.
    pub fn status(&self) -> Option<&HintText> {
        self.status.as_ref()
    }

    /// Says something on the status line until the next key.
    pub(crate) fn say(&mut self, words: impl Into<HintText>) {
        self.status = Some(words.into());
    }

    /// Which patch is shown, from 0.
    pub fn patch_shown(&self) -> usize {
        self.patch_shown
    }

    /// The name of a document: 0 is live; not escaped.
    pub fn name(&self, document: usize) -> &str {
        self.origins
            .get(document)
            .map_or("", |origin| origin.name.as_str())
    }

    /// What cannot be read at present: one line each, with file, line and column.
    pub fn troubles(&self) -> impl Iterator<Item = &str> {
        let troubles = self.origins.iter().map(|origin| &origin.trouble);
        troubles
            .chain([&self.schema_trouble])
            .filter_map(|trouble| Some(trouble.as_ref()?.text.as_str()))
    }

    /// The line (from 1) of a document (0 is live) that keeps its newest text from being read.
    pub fn wrong_line(&self, document: usize) -> Option<usize> {
        self.origins.get(document)?.trouble.as_ref()?.line
    }

    /// A pane's window.
    pub fn view(&self, pane: Pane) -> Viewport {
        self.views[pane as usize]
    }

    /// The window on the list of steps.
    pub fn steps_view(&self) -> Viewport {
        self.steps
    }

    /// The window on the explanation.
    pub fn why_view(&self) -> Viewport {
        self.why
    }

    /// What kind of object live is: `apps/v1 Deployment`; escaped.
    pub fn object(&self) -> String {
        visible(&kind_of(self.session.live().document())).into_owned()
    }
}
