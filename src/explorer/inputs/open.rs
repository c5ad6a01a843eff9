//! Opening: files, lessons, and what has been read already.

use std::sync::Arc;

use super::read;
use super::source::{Origin, Watching};
use super::{Given, Opening};
use crate::document::ReadError;
use crate::explorer::action::{Focus, Pane};
use crate::explorer::export::session_folds::FoldedNodes;
use crate::explorer::jobs::task;
use crate::explorer::jobs::task::LARGE;
use crate::explorer::lessons::Lesson;
use crate::explorer::looking::Looking;
use crate::explorer::merged::links::Triple;
use crate::explorer::panes::border_offsets::Shares;
use crate::explorer::panes::viewport::View;
use crate::explorer::playback::player::Player;
use crate::explorer::popups::Overlay;
use crate::explorer::predict::state::Predict;
use crate::explorer::screens::Screen;
use crate::explorer::state::State;
use crate::explorer::versions::Versions;
use crate::merge::Inputs;
use crate::report::redact::Masks;
use crate::schema::Schema;

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
            documents.push(Arc::new(read::read_as(
                document,
                &given.name,
                given.bytes,
                semantics,
            )?));
            origins.push(Origin {
                name: given.name,
                file: given.file,
                trouble: None,
            });
        }
        let patches = documents.split_off(1);
        let Some(live) = documents.pop() else {
            // `all` holds at least live.
            return Err(read::nothing());
        };
        let inputs = Inputs {
            live,
            patches,
            schema,
            semantics,
        };
        Self::with(inputs, origins, Masks::default()).ok_or_else(read::nothing)
    }

    /// Merges inputs and shows the end; nothing only where nobody wants it any more.
    pub(crate) fn with(inputs: Inputs, origins: Vec<Origin>, masks: Masks) -> Option<Self> {
        let (session, agreement) = task::merge_both(inputs, &masks, &mut |_| true)?;
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
            return Err(read::nothing());
        };
        let mut state = Self::open(read::lesson(first, schema))?;
        state.lessons = lessons;
        state.lesson = Some(0);
        state.begin();
        state.overlay = Some(Overlay::Lessons { cursor: 0 });
        Ok(state)
    }

    /// Shows the merge of documents that are no files to save to, on its last step.
    ///
    /// # Errors
    /// None that inputs can cause.
    pub fn of(inputs: Inputs, masks: Masks) -> Result<Self, ReadError> {
        let origins = std::iter::once(&inputs.live).chain(&inputs.patches);
        let origins = origins.map(|document| Origin {
            name: document.name().to_owned(),
            file: false,
            trouble: None,
        });
        let origins = origins.collect();
        Self::with(inputs, origins, masks).ok_or_else(read::nothing)
    }

    /// Folds what was folded in a session; for files that are still being read, once they are.
    pub fn with_folds(mut self, folds: FoldedNodes) -> Self {
        match self.is_opening() {
            true => self.begins_folded = folds,
            false => self.fold_sources(folds.sources()),
        }
        self
    }

    /// Goes to a step, cut to the last; for files that are still being read, once they are.
    pub fn at_step(mut self, position: usize) -> Self {
        match self.is_opening() {
            true => self.begins_at = Some(position),
            false => self.go_to(position.min(self.session.len())),
        }
        self
    }
}
