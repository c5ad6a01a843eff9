//! What the explorer remembers: everything that a frame is drawn from. What it does with that stands outside, in files
//! named by it.

use std::sync::Arc;

use super::action::{Focus, Pane};
use super::apply::state::Making;
use super::editor::result_patch::Computed;
use super::export::session_folds::FoldedNodes;
use super::hint_text::Words;
use super::inputs::Edit;
use super::inputs::input_error::Trouble;
use super::inputs::restore_position::Missed;
use super::inputs::source::{Origin, Watching};
use super::jobs::state::Pending;
use super::lessons::Lesson;
use super::looking::Looking;
use super::merged::Session;
use super::merged::links::Triple;
use super::panes::border_offsets::Shares;
use super::panes::row::Cursor;
use super::panes::viewport::View;
use super::playback::player::Player;
use super::policy::state::Held;
use super::policy::type_row::TypeRow;
use super::popups::Overlay;
use super::predict::state::Predict;
use super::screens::Screen;
use super::versions::Versions;
use crate::document::ReadError;
use crate::document::escape::visible;
use crate::merge::Semantics;
use crate::report::agreement;
use crate::report::explanation::kind_of;
use crate::report::redact::Masks;

/// The explorer.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) session: Session,
    pub(crate) agreement: agreement::Badge,
    pub(crate) origins: Vec<Origin>,
    pub(crate) views: [View; 3],
    pub(crate) steps: View,
    pub(crate) why: View,
    pub(crate) why_width: usize,
    pub(crate) triple: Triple,
    pub(crate) missed: Option<Missed>,
    pub(crate) patch_shown: usize,
    pub(crate) focus: Focus,
    pub(crate) zoomed: bool,
    pub(crate) shares: Shares,
    pub(crate) player: Player,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) edit: Option<Edit>,
    pub(crate) watching: Watching,
    pub(crate) lessons: Arc<[Lesson]>,
    pub(crate) lesson: Option<usize>,
    /// kubectl's answer, or the ledger.
    pub(crate) kubectl: Vec<String>,
    pub(crate) status: Option<Words>,
    pub(crate) pending: Option<Pending>,
    /// How many tasks there have been.
    pub(crate) tickets: u64,
    pub(crate) large_from: usize,
    pub(crate) failure: Option<ReadError>,
    pub(crate) masks: Masks,
    pub(crate) making: Option<Box<Making>>,
    /// The patch that was computed for an edited result.
    pub(crate) computed: Option<Box<Computed>>,
    pub(crate) looking: Looking,
    /// The file that is written to.
    pub(crate) export_name: String,
    /// Why the newest schema file could not be read; the last good one holds.
    pub(crate) schema_trouble: Option<Trouble>,
    pub(crate) versions: Versions,
    pub(crate) predict: Predict,
    pub(crate) presenting: bool,
    pub(crate) screen: Screen,
    /// The policy, where one was opened.
    pub(crate) held: Option<Held>,
    /// The compliance types side by side, once they were asked for.
    pub(crate) types: Vec<TypeRow>,
    /// The step to go to when the files are opened.
    pub(crate) begins_at: Option<usize>,
    /// What to fold when the files are opened.
    pub(crate) begins_folded: FoldedNodes,
}

impl State {
    /// To step 0 and to the top of everything.
    pub(crate) fn begin(&mut self) {
        self.session.seek(0);
        self.triple = Triple::default();
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
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Whether the other semantics gives the same.
    pub fn agreement(&self) -> &agreement::Badge {
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
    pub fn overlay(&self) -> Option<Overlay> {
        self.overlay
    }

    /// The text area, while it is open.
    pub fn edit(&self) -> Option<&Edit> {
        self.edit.as_ref()
    }

    /// Whether saves are noticed.
    pub fn watching(&self) -> &Watching {
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
    pub fn status(&self) -> Option<&Words> {
        self.status.as_ref()
    }

    /// Says something on the status line until the next key.
    pub(crate) fn say(&mut self, words: impl Into<Words>) {
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
    pub fn view(&self, pane: Pane) -> View {
        self.views[pane as usize]
    }

    /// The window on the list of steps.
    pub fn steps_view(&self) -> View {
        self.steps
    }

    /// The window on the explanation.
    pub fn why_view(&self) -> View {
        self.why
    }

    /// What kind of object live is: `apps/v1 Deployment`; escaped.
    pub fn object(&self) -> String {
        visible(&kind_of(self.session.live().document())).into_owned()
    }
}
