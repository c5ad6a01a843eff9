//! What belongs to the user and stays when other documents are opened.

use std::sync::Arc;

use crate::explorer::action::NamedAction;
use crate::explorer::inputs::opening::BACKGROUND_BYTES;
use crate::explorer::lessons::lesson::Lesson;
use crate::explorer::lessons::progress::LessonProgress;
use crate::explorer::panes::layout::Layout;
use crate::explorer::playback::player::Player;
use crate::explorer::predict::state::PredictState;
use crate::report::redact::Redaction;

/// What belongs to the user: it stays when a lesson is opened. What belongs to the documents is in [`super::Workspace`].
#[derive(Clone, Debug)]
pub struct Session {
    pub(crate) lessons: Arc<[Lesson]>,
    /// The commands that can be found by name.
    pub(crate) commands: Arc<[NamedAction]>,
    pub(crate) progress: LessonProgress,
    pub(crate) layout: Layout,
    pub(crate) player: Player,
    pub(crate) predict: PredictState,
    pub(crate) presenting: bool,
    /// Whether the list of steps of a lesson has the steps that are not reached yet.
    pub(crate) shows_future_steps: bool,
    pub(crate) redaction: Redaction,
    /// The time of the next version, as the program knows it; one line.
    pub(crate) clock: Option<String>,
    /// From this size on inputs are merged in the background.
    pub(crate) background_bytes: usize,
    /// How many tasks there have been.
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
    /// The course.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// What the learner has answered and solved.
    pub fn progress(&self) -> &LessonProgress {
        &self.progress
    }

    /// How the screen is arranged.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether the screen is for an audience.
    pub fn is_presenting(&self) -> bool {
        self.presenting
    }

    /// The number of the next task.
    pub(crate) fn next_ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }

    /// The same for other documents: nothing plays, and no secret value is kept.
    pub(crate) fn for_other_documents(mut self) -> Self {
        self.player.playing = false;
        self.redaction = Redaction::new(self.redaction.show);
        self
    }
}
