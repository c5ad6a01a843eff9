//! The explorer's state: everything that a frame is drawn from.

use std::sync::Arc;

use super::action::{Focus, Pane};
use super::agreement;
use super::explanation::kind_of;
use super::export::session::FoldedNodes;
use super::given::{Edit, Given, Opening};
use super::held::Held;
use super::keep::Missed;
use super::lessons::Lesson;
use super::links::Triple;
use super::load;
use super::looking::Looking;
use super::making::Making;
use super::mask::Masks;
use super::overlay::Overlay;
use super::pending::{LARGE, Pending};
use super::player::Player;
use super::predict::Predict;
use super::reasons::Computed;
use super::row::{Cursor, Row};
use super::screen::{Screen, Shown};
use super::session::Session;
use super::shares::Shares;
use super::story;
use super::types::TypeRow;
use super::versions::Versions;
use super::view::View;
use super::words::Words;
use super::{work, wrap};
use crate::document::ReadError;
use crate::document::escape::visible;
use crate::merge::Inputs;
use crate::merge::Semantics;
use crate::schema::Schema;

/// Whether saves are noticed.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Watching {
    /// There is no file to watch.
    #[default]
    Nothing,
    /// Every save is noticed.
    On,
    /// Saves go unnoticed; says why.
    Off(String),
}

/// One input, besides its document.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    pub(super) name: String,
    pub(super) file: bool,
    /// Why the newest bytes could not be read; the last good ones are shown.
    pub(super) trouble: Option<Trouble>,
}

/// Why a text could not be read.
#[derive(Clone, Debug)]
pub(super) struct Trouble {
    /// File, line, column and what is wrong.
    pub(super) text: String,
    /// The line, from 1, where one is to blame.
    pub(super) line: Option<usize>,
}

impl Trouble {
    /// As the reader tells it.
    pub(super) fn of(error: &ReadError) -> Self {
        Self {
            text: error.to_string(),
            line: Some(error.position.line as usize),
        }
    }
}

/// How many rows and cells the places have on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Sizes {
    /// Rows of live, patch and result.
    pub panes: [usize; 3],
    /// Cells that live, patch and result have for text.
    pub pane_widths: [usize; 3],
    /// Rows of the list of steps.
    pub steps: usize,
    /// Rows of the explanation.
    pub why: usize,
    /// Cells of a line of the explanation.
    pub why_width: usize,
    /// Rows of what fills the screen in place of the panes.
    pub screen: usize,
}

/// The explorer.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) session: Session,
    pub(super) agreement: agreement::Badge,
    pub(super) origins: Vec<Origin>,
    pub(super) views: [View; 3],
    pub(super) steps: View,
    pub(super) why: View,
    pub(super) why_width: usize,
    pub(super) triple: Triple,
    pub(super) missed: Option<Missed>,
    pub(super) patch_shown: usize,
    pub(super) focus: Focus,
    pub(super) zoomed: bool,
    pub(super) shares: Shares,
    pub(super) player: Player,
    pub(super) overlay: Option<Overlay>,
    pub(super) edit: Option<Edit>,
    pub(super) watching: Watching,
    pub(super) lessons: Arc<[Lesson]>,
    pub(super) lesson: Option<usize>,
    pub(super) kubectl: Vec<String>,
    /// Whose answer that is: kubectl's, or the ledger.
    pub(super) answer_of: &'static str,
    pub(super) status: Option<Words>,
    pub(super) pending: Option<Pending>,
    /// How many tasks there have been.
    pub(super) tickets: u64,
    pub(super) large_from: usize,
    pub(super) failure: Option<ReadError>,
    pub(super) masks: Masks,
    pub(super) making: Option<Box<Making>>,
    /// The patch that was computed for an edited result.
    pub(super) computed: Option<Box<Computed>>,
    pub(super) looking: Looking,
    /// The file that is written to.
    pub(super) export_name: String,
    /// Why the newest schema file could not be read; the last good one holds.
    pub(super) schema_trouble: Option<Trouble>,
    pub(super) versions: Versions,
    pub(super) predict: Predict,
    pub(super) presenting: bool,
    pub(super) screen: Screen,
    /// The policy, where one was opened.
    pub(super) held: Option<Held>,
    /// The compliance types side by side, once they were asked for.
    pub(super) types: Vec<TypeRow>,
    /// The step to go to when the files are opened.
    pub(super) begins_at: Option<usize>,
    /// What to fold when the files are opened.
    pub(super) begins_folded: FoldedNodes,
}

impl State {
    /// Opens files, on the last step.
    ///
    /// # Errors
    /// The first text that cannot be read.
    pub fn open(opening: Opening) -> Result<Self, ReadError> {
        let Opening {
            live,
            patches,
            schema,
            semantics,
        } = opening;
        let all: Vec<Given> = std::iter::once(live).chain(patches).collect();
        let mut documents = Vec::new();
        let mut origins = Vec::new();
        for (document, given) in all.into_iter().enumerate() {
            documents.push(Arc::new(load::read_as(document, &given.name, given.bytes)?));
            origins.push(Origin {
                name: given.name,
                file: given.file,
                trouble: None,
            });
        }
        let patches = documents.split_off(1);
        let Some(live) = documents.pop() else {
            // `all` holds at least live.
            return Err(load::nothing());
        };
        let inputs = Inputs {
            live,
            patches,
            schema,
            semantics,
        };
        Self::with(inputs, origins, Masks::default()).ok_or_else(load::nothing)
    }

    /// Merges inputs and shows the end; nothing only where nobody wants it any more.
    pub(super) fn with(inputs: Inputs, origins: Vec<Origin>, masks: Masks) -> Option<Self> {
        let (session, agreement) = work::merge_both(inputs, &masks, &mut |_| true)?;
        let watching = Watching::Nothing;
        let mut state = Self {
            session,
            agreement,
            origins,
            views: [View::default(); 3],
            steps: View::default(),
            why: View::default(),
            why_width: 40,
            triple: Triple::default(),
            missed: None,
            patch_shown: 0,
            focus: Focus::Document(Pane::Result),
            zoomed: false,
            shares: Shares::default(),
            player: Player::default(),
            overlay: None,
            edit: None,
            watching,
            lessons: Arc::from([]),
            kubectl: Vec::new(),
            answer_of: "kubectl",
            lesson: None,
            status: None,
            pending: None,
            tickets: 0,
            large_from: LARGE,
            failure: None,
            masks,
            making: None,
            computed: None,
            looking: Looking::default(),
            export_name: String::new(),
            schema_trouble: None,
            versions: Versions::default(),
            predict: Predict::default(),
            presenting: false,
            screen: Screen::default(),
            held: None,
            types: Vec::new(),
            begins_at: None,
            begins_folded: FoldedNodes::default(),
        };
        state.follow_step();
        state.note_version();
        Some(state)
    }

    /// Opens the list of lessons, the first one behind it on step 0. Each opens under its own semantics.
    ///
    /// # Errors
    /// When a lesson's own text cannot be read.
    pub fn open_lessons(lessons: Arc<[Lesson]>, schema: Arc<Schema>) -> Result<Self, ReadError> {
        let Some(first) = lessons.first() else {
            return Err(load::nothing());
        };
        let mut state = Self::open(load::lesson(first, schema))?;
        state.lessons = lessons;
        state.lesson = Some(0);
        state.begin();
        state.overlay = Some(Overlay::Lessons { cursor: 0 });
        Ok(state)
    }

    /// To step 0 and to the top of everything.
    pub(super) fn begin(&mut self) {
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

    /// What the box of an answer is called.
    pub fn answer_of(&self) -> &'static str {
        self.answer_of
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
    pub(super) fn say(&mut self, words: impl Into<Words>) {
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

    /// The rows of a pane as they are on the screen.
    pub fn rows(&self, pane: Pane) -> Vec<Row> {
        if self.is_opening() {
            return Vec::new();
        }
        let view = self.view(pane);
        let (from, count) = (view.scroll, view.height);
        let mut rows = self.rows_of_pieces(pane, from, count);
        self.add_flash(pane, &mut rows);
        if let Some(selected) = self.selected(pane) {
            for (at, row) in (from..).zip(&mut rows) {
                row.selected = selected.contains(&at);
            }
        }
        let cursor = match self.focus {
            Focus::Document(focused) if focused == pane => Cursor::Here,
            _ => view.link,
        };
        if let Some(row) = view.cursor.checked_sub(from).and_then(|at| rows.get_mut(at)) {
            row.cursor = cursor;
        }
        rows
    }

    /// How many rows a pane has in all, those left aside that are folded away.
    pub fn row_count(&self, pane: Pane) -> usize {
        let all = match pane {
            Pane::Live => self.session.live().len(),
            Pane::Patch => self.session.patch(self.patch_shown).map_or(0, |view| view.len()),
            Pane::Result => self.session.heights().rows(&self.session.merge().scene),
        };
        all.saturating_sub(self.hidden_rows(pane))
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

    /// The explanation, wrapped to the width that it has.
    pub fn story(&self) -> Vec<super::line::Line> {
        if let Some(working) = self.working().filter(|_| self.is_opening()) {
            let line = super::line::Line {
                kind: super::line::Kind::Says,
                text: visible(&working).into_owned(),
            };
            return wrap::wrap(vec![line], self.why_width);
        }
        let hides = self.predict.on;
        let mut lines = self.reason_lines();
        lines.extend(story::tell_so_far(
            &self.session,
            &self.agreement,
            self.lesson(),
            hides,
        ));
        let lines = if self.presenting {
            Self::spaced(lines)
        } else {
            lines
        };
        wrap::wrap(lines, self.why_width)
    }

    /// What kind of object live is: `apps/v1 Deployment`; escaped.
    pub fn object(&self) -> String {
        visible(&kind_of(self.session.live().document())).into_owned()
    }

    /// A text broken into lines of at most `width` cells.
    pub fn wrapped(&self, text: &str, width: usize) -> Vec<String> {
        let line = super::line::Line {
            kind: super::line::Kind::Says,
            text: text.to_owned(),
        };
        let lines = wrap::wrap(vec![line], width);
        lines.into_iter().map(|line| line.text).collect()
    }

    /// Tells how large the places are now.
    pub fn resize(&mut self, sizes: Sizes) {
        self.why_width = sizes.why_width.max(1);
        if self.shown() != Shown::Panes {
            // The panes keep their places for when they come back.
            self.resize_screen(sizes.screen);
            return;
        }
        for pane in [Pane::Live, Pane::Patch, Pane::Result] {
            let rows = self.row_count(pane);
            let view = &mut self.views[pane as usize];
            let height = sizes.panes[pane as usize].max(1);
            if view.height != height {
                // A place that was hidden (or is new) shows its cursor with something before it.
                let hidden = view.height == 1;
                view.height = height;
                if hidden {
                    view.scroll = usize::MAX;
                }
                view.reveal(view.cursor, rows);
            }
        }
        self.steps.height = sizes.steps.max(1);
        let (line, lines) = (self.step_line(self.session.position()), self.step_lines());
        self.steps.reveal(line, lines);
        self.looking.widths = sizes.pane_widths;
        self.why.height = sizes.why.max(1);
        self.why.scroll_by(0, self.story().len());
    }
}
