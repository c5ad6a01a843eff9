//! The options of the explorer.

use std::path::PathBuf;
use std::sync::Arc;

use super::schema_reload::SchemaFiles;
use crate::explorer::Lesson;
use crate::explorer::export::session::SessionFolds;
use crate::merge::{Inputs, Semantics};
use crate::report::live_objects::{LiveObjects, PatchedObject};
use crate::schema::Schema;
use crate::terminal::draw::RenderOptions;
use crate::terminal::lesson_progress::LessonProgressFile;
use crate::terminal::recovery::RecoveryFolder;
use crate::terminal::theme::Theme;

/// One text to show, and its file if it has one.
#[derive(Clone, Debug)]
pub struct ExplorerSource {
    /// Its name in messages.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The file it came from: watched, and saved to. None for stdin and for text from the command line.
    pub path: Option<PathBuf>,
}

/// What to open.
#[derive(Clone, Debug)]
pub enum OpenAt {
    /// A live object and patches, on the last step.
    Files {
        live: ExplorerSource,
        patches: Vec<ExplorerSource>,
        /// Where the file of live holds several objects: these, and whether the patches say which one they are for. The
        /// text of live is the object alone.
        objects: Option<(LiveObjects, PatchedObject)>,
    },
    /// A policy and the live objects that it is for, on the first template.
    Policy {
        policy: ExplorerSource,
        live: Vec<ExplorerSource>,
    },
    /// `kubectl apply` from inside.
    Apply {
        live: ExplorerSource,
        manifest: ExplorerSource,
        last_applied: Option<ExplorerSource>,
        overwrite: bool,
    },
    /// The list of lessons, the first chosen, on step 0.
    Lessons,
    /// The lesson at this index of the course, on step 0.
    Lesson(usize),
}

/// How to explore.
#[derive(Clone, Debug)]
pub struct ExplorerOptions {
    /// What to open.
    pub start: OpenAt,
    /// The course; may be empty when files are given.
    pub lessons: Arc<[Lesson]>,
    /// How each field merges.
    pub schema: Arc<Schema>,
    /// The semantics for files; each lesson has its own.
    pub semantics: Semantics,
    /// Colors and glyphs.
    pub look: RenderOptions,
    /// The theme to change to should the terminal say that its background is light; it is asked only then.
    pub light: Option<Theme>,
    /// Milliseconds from one step to the next while playing; `None`: the default.
    pub pace: Option<u64>,
    /// Whether the mouse is used, at the price of the terminal's own selecting.
    pub mouse: bool,
    /// How kubectl is run.
    pub kubectl: KubectlRunner,
    /// Whether the values of Secrets are shown from the start.
    pub show_secrets: bool,
    /// Whether it presents from the start.
    pub present: bool,
    /// The position to start at; none for the last.
    pub position: Option<usize>,
    /// What to fold at the start.
    pub folds: SessionFolds,
    /// The schema options of the command line: their files are watched, and sessions contain them.
    pub rules: SchemaFiles,
    /// Whether lessons list the steps that are not reached yet.
    pub future_steps: bool,
    /// Where finished lessons are kept.
    pub progress: LessonProgressFile,
    /// Where unsaved text is kept.
    pub recovery: RecoveryFolder,
}

/// Runs kubectl, which is not the explorer's own business.
#[derive(Clone, Copy, Debug)]
pub struct KubectlRunner {
    /// Lets kubectl do the same merge and tells its answer in lines; blocks, so it is called in a thread of its own. The flag says
    /// whether the values of Secrets may be shown.
    pub ask: fn(&Inputs, bool) -> Vec<String>,
    /// Ends what runs; its answer is of no use then.
    pub end: fn(),
}
