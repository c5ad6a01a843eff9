//! Opening: files, lessons, and what has been read already.

use std::sync::Arc;

use super::read;
use super::source::{InputSource, WatchStatus};
use super::{ApplyOpening, InputFile, Opening};
use crate::document::ReadError;
use crate::explorer::export::session_folds::SessionFolds;
use crate::explorer::jobs::task;
use crate::explorer::jobs::task::BACKGROUND_BYTES;
use crate::explorer::lessons::{Lesson, LessonForm};
use crate::explorer::looking::Looking;
use crate::explorer::merged::links::LinkedNodes;
use crate::explorer::panes::border_offsets::BorderOffsets;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::panes::viewport::Viewport;
use crate::explorer::playback::player::Player;
use crate::explorer::popups::Popup;
use crate::explorer::predict::state::PredictState;
use crate::explorer::screens::ScreenState;
use crate::explorer::state::Explorer;
use crate::explorer::versions::VersionHistory;
use crate::merge::Inputs;
use crate::report::redact::Redaction;
use crate::schema::Schema;

impl Explorer {
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
        let all: Vec<InputFile> = std::iter::once(live).chain(patches).collect();
        let mut documents = Vec::new();
        let mut origins = Vec::new();
        for (document, given) in all.into_iter().enumerate() {
            documents.push(Arc::new(read::read_as(
                document,
                &given.name,
                given.bytes,
                semantics,
            )?));
            origins.push(InputSource {
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
        Self::with(inputs, origins, Redaction::default()).ok_or_else(read::nothing)
    }

    /// Merges inputs and shows the end; nothing only where nobody wants it any more.
    pub(crate) fn with(inputs: Inputs, origins: Vec<InputSource>, masks: Redaction) -> Option<Self> {
        let (session, agreement) = task::merge_both(inputs, &masks, &mut |_| true)?;
        let watching = WatchStatus::Nothing;
        let mut state = Self {
            session,
            agreement,
            origins,
            views: [Viewport::default(); 3],
            steps: Viewport::default(),
            why: Viewport::default(),
            why_width: 40,
            triple: LinkedNodes::default(),
            unrestored: None,
            patch_shown: 0,
            focus: Focus::Document(Pane::Result),
            zoomed: false,
            shares: BorderOffsets::default(),
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
            large_from: BACKGROUND_BYTES,
            failure: None,
            masks,
            apply: None,
            result_patch: None,
            looking: Looking::default(),
            export_name: String::new(),
            schema_trouble: None,
            versions: VersionHistory::default(),
            predict: PredictState::default(),
            presenting: false,
            screen: ScreenState::default(),
            policy: None,
            types: Vec::new(),
            start_step: None,
            start_folds: SessionFolds::default(),
        };
        state.follow_step();
        state.note_version();
        Some(state)
    }

    /// Opens a lesson: a merge, or an apply.
    ///
    /// # Errors
    /// The first text that cannot be read.
    pub(crate) fn open_lesson(lesson: &Lesson, schema: Arc<Schema>) -> Result<Self, ReadError> {
        let given = |name: &str, text: &str| InputFile {
            name: lesson.file(name),
            bytes: text.as_bytes().to_vec(),
            file: false,
        };
        let live = given("live.yaml", &lesson.live);
        if let LessonForm::Apply { manifest } = &lesson.form {
            return Self::open_apply(ApplyOpening {
                live,
                manifest: given("manifest.yaml", manifest),
                last_applied: None,
                schema,
                overwrite: true,
            });
        }
        Self::open(Opening {
            live,
            patches: lesson.patches().map(|(name, text)| given(name, text)).collect(),
            schema,
            semantics: lesson.semantics,
        })
    }

    /// Opens the list of lessons, the first one behind it on step 0. Each opens under its own semantics.
    ///
    /// # Errors
    /// When a lesson's own text cannot be read.
    pub fn open_lessons(lessons: Arc<[Lesson]>, schema: Arc<Schema>) -> Result<Self, ReadError> {
        let Some(first) = lessons.first() else {
            return Err(read::nothing());
        };
        let mut state = Self::open_lesson(first, schema)?;
        state.lessons = lessons;
        state.lesson = Some(0);
        state.begin();
        state.overlay = Some(Popup::Lessons { cursor: 0 });
        Ok(state)
    }

    /// Shows the merge of documents that are no files to save to, on its last step.
    ///
    /// # Errors
    /// None that inputs can cause.
    pub fn of(inputs: Inputs, masks: Redaction) -> Result<Self, ReadError> {
        let origins = std::iter::once(&inputs.live).chain(&inputs.patches);
        let origins = origins.map(|document| InputSource {
            name: document.name().to_owned(),
            file: false,
            trouble: None,
        });
        let origins = origins.collect();
        Self::with(inputs, origins, masks).ok_or_else(read::nothing)
    }

    /// Folds what was folded in a session; for files that are still being read, once they are.
    pub fn with_folds(mut self, folds: SessionFolds) -> Self {
        match self.is_opening() {
            true => self.start_folds = folds,
            false => self.fold_sources(folds.sources()),
        }
        self
    }

    /// Goes to a step, cut to the last; for files that are still being read, once they are.
    pub fn at_step(mut self, position: usize) -> Self {
        match self.is_opening() {
            true => self.start_step = Some(position),
            false => self.go_to(position.min(self.session.len())),
        }
        self
    }
}
