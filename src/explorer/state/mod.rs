//! What the explorer remembers: everything that a frame is drawn from. What it does with that stands outside, in files
//! named by it.

pub(super) mod comparing;
pub(super) mod computed;
pub(super) mod folds;
pub(super) mod held;
pub(super) mod history;
pub(super) mod looking;
pub(super) mod making;
pub(super) mod origin;
pub(super) mod overlay;
pub(super) mod pending;
pub(super) mod predict;
pub(super) mod prompt;
pub(super) mod ruling;
pub(super) mod screen;
pub(super) mod search;
pub(super) mod shares;
pub(super) mod spot;
pub(super) mod type_row;
pub(super) mod version_pair;
pub(super) mod versions;

use std::sync::Arc;

use crate::document::ReadError;
use crate::document::escape::visible;
use crate::explorer::action::{Focus, Pane};
use crate::explorer::agreement;
use crate::explorer::explanation::kind_of;
use crate::explorer::export::folded::FoldedNodes;
use crate::explorer::given::Edit;
use crate::explorer::keep::Missed;
use crate::explorer::lessons::Lesson;
use crate::explorer::links::Triple;
use crate::explorer::mask::Masks;
use crate::explorer::player::Player;
use crate::explorer::row::Cursor;
use crate::explorer::session::Session;
use crate::explorer::trouble::Trouble;
use crate::explorer::view::View;
use crate::explorer::words::Words;
use crate::merge::Semantics;
use computed::Computed;
use held::Held;
use looking::Looking;
use making::Making;
use origin::{Origin, Watching};
use overlay::Overlay;
use pending::Pending;
use predict::Predict;
use screen::Screen;
use shares::Shares;
use type_row::TypeRow;
use versions::Versions;

/// The explorer.
#[derive(Clone, Debug)]
pub struct State {
    pub(in crate::explorer) session: Session,
    pub(in crate::explorer) agreement: agreement::Badge,
    pub(in crate::explorer) origins: Vec<Origin>,
    pub(in crate::explorer) views: [View; 3],
    pub(in crate::explorer) steps: View,
    pub(in crate::explorer) why: View,
    pub(in crate::explorer) why_width: usize,
    pub(in crate::explorer) triple: Triple,
    pub(in crate::explorer) missed: Option<Missed>,
    pub(in crate::explorer) patch_shown: usize,
    pub(in crate::explorer) focus: Focus,
    pub(in crate::explorer) zoomed: bool,
    pub(in crate::explorer) shares: Shares,
    pub(in crate::explorer) player: Player,
    pub(in crate::explorer) overlay: Option<Overlay>,
    pub(in crate::explorer) edit: Option<Edit>,
    pub(in crate::explorer) watching: Watching,
    pub(in crate::explorer) lessons: Arc<[Lesson]>,
    pub(in crate::explorer) lesson: Option<usize>,
    /// kubectl's answer, or the ledger.
    pub(in crate::explorer) kubectl: Vec<String>,
    pub(in crate::explorer) status: Option<Words>,
    pub(in crate::explorer) pending: Option<Pending>,
    /// How many tasks there have been.
    pub(in crate::explorer) tickets: u64,
    pub(in crate::explorer) large_from: usize,
    pub(in crate::explorer) failure: Option<ReadError>,
    pub(in crate::explorer) masks: Masks,
    pub(in crate::explorer) making: Option<Box<Making>>,
    /// The patch that was computed for an edited result.
    pub(in crate::explorer) computed: Option<Box<Computed>>,
    pub(in crate::explorer) looking: Looking,
    /// The file that is written to.
    pub(in crate::explorer) export_name: String,
    /// Why the newest schema file could not be read; the last good one holds.
    pub(in crate::explorer) schema_trouble: Option<Trouble>,
    pub(in crate::explorer) versions: Versions,
    pub(in crate::explorer) predict: Predict,
    pub(in crate::explorer) presenting: bool,
    pub(in crate::explorer) screen: Screen,
    /// The policy, where one was opened.
    pub(in crate::explorer) held: Option<Held>,
    /// The compliance types side by side, once they were asked for.
    pub(in crate::explorer) types: Vec<TypeRow>,
    /// The step to go to when the files are opened.
    pub(in crate::explorer) begins_at: Option<usize>,
    /// What to fold when the files are opened.
    pub(in crate::explorer) begins_folded: FoldedNodes,
}

impl State {
    /// To step 0 and to the top of everything.
    pub(in crate::explorer) fn begin(&mut self) {
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
    pub(in crate::explorer) fn say(&mut self, words: impl Into<Words>) {
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
