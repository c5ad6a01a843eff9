//! The state that is kept when other documents are opened.

use std::sync::Arc;

use crate::course::Lesson;
use crate::explorer::action::NamedAction;
use crate::explorer::inputs::opening::BACKGROUND_BYTES;
use crate::explorer::lessons::progress::LessonProgress;
use crate::explorer::panes::layout::Layout;
use crate::explorer::playback::player::Player;
use crate::explorer::predict::state::PredictState;
use crate::report::redact::Redaction;

/// The state of the user, which is kept when a lesson is opened. The state of the documents is in
/// [`super::Workspace`].
#[derive(Clone, Debug)]
pub struct Session {
    pub(crate) lessons: Arc<[Lesson]>,
    /// The commands that the go-to prompt finds by name.
    pub(crate) commands: Arc<[NamedAction]>,
    pub(crate) progress: LessonProgress,
    pub(crate) layout: Layout,
    pub(crate) player: Player,
    pub(crate) predict: PredictState,
    pub(crate) presenting: bool,
    /// Whether the step list of a lesson shows steps that are not reached yet.
    pub(crate) shows_future_steps: bool,
    pub(crate) redaction: Redaction,
    /// The time of the next version as text of one line.
    pub(crate) clock: Option<String>,
    /// The input size in bytes from which merges run in the background.
    pub(crate) background_bytes: usize,
    /// The number of the last task.
    pub(crate) tickets: u64,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            lessons: Arc::from([]),
            commands: Arc::from([]),
            progress: LessonProgress::default(),
            layout: Layout::default(),
            player: Player::default(),
            predict: PredictState::default(),
            presenting: false,
            shows_future_steps: false,
            redaction: Redaction::default(),
            clock: None,
            background_bytes: BACKGROUND_BYTES,
            tickets: 0,
        }
    }
}

impl Session {
    /// Returns the lessons of the course.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// Returns the progress of the learner.
    pub fn progress(&self) -> &LessonProgress {
        &self.progress
    }

    /// Returns the layout of the screen.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns whether presentation mode is on.
    pub fn is_presenting(&self) -> bool {
        self.presenting
    }

    /// Returns the number of the next task.
    pub(crate) fn next_ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }

    /// Returns the session for other documents: playback is stopped, and no Secret value is kept.
    pub(crate) fn for_other_documents(mut self) -> Self {
        self.player.playing = false;
        self.redaction = Redaction::new(self.redaction.show);
        self
    }
}
