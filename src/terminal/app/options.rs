//! The options of the explorer.

use std::path::PathBuf;
use std::sync::Arc;

use super::schema_reload::SchemaFiles;
use crate::course::Lesson;
use crate::explorer::export::session::SessionFolds;
use crate::merge::{Inputs, Semantics};
use crate::report::live_objects::{LiveFiles, LiveObjects, PatchedObject};
use crate::schema::Schema;
use crate::terminal::draw::RenderOptions;
use crate::terminal::lesson_progress::LessonProgressFile;
use crate::terminal::recovery::RecoveryFolder;
use crate::terminal::theme::Theme;

/// An input, and its file if it has one.
#[derive(Clone, Debug)]
pub struct ExplorerSource {
    /// The name in messages.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The file of the input, which is watched and saved to. `None` for stdin and for text of the command
    /// line.
    pub path: Option<PathBuf>,
}

/// Several live files.
#[derive(Clone, Debug)]
pub struct SeveralFiles {
    /// Their objects.
    pub files: LiveFiles,
    /// Whether the patches identify one object.
    pub patched: PatchedObject,
    /// The files.
    pub sources: Vec<ExplorerSource>,
}

/// The documents to open.
#[derive(Clone, Debug)]
pub enum OpenAt {
    /// A live object and patches, at the last step.
    Files {
        live: ExplorerSource,
        patches: Vec<ExplorerSource>,
        /// The objects in the live file, if it contains several, and whether the patches identify one of
        /// them. `live` contains the text of one object only.
        objects: Option<(LiveObjects, PatchedObject)>,
        /// All live files, if there are several; `live` is one of them.
        files: Option<SeveralFiles>,
    },
    /// A policy and the live objects that it applies to, at the first template.
    Policy {
        policy: ExplorerSource,
        live: Vec<ExplorerSource>,
    },
    /// `kubectl apply`: the patch is computed from the manifest.
    Apply {
        live: ExplorerSource,
        /// As for `Files`.
        objects: Option<(LiveObjects, PatchedObject)>,
        manifest: ExplorerSource,
        last_applied: Option<ExplorerSource>,
        overwrite: bool,
    },
    /// The list of lessons with the first one selected, at step 0.
    Lessons,
    /// The lesson with this index in the course, at step 0.
    Lesson(usize),
}

/// The options of the explorer.
#[derive(Clone, Debug)]
pub struct ExplorerOptions {
    /// The documents to open.
    pub start: OpenAt,
    /// The course; can be empty if files are given.
    pub lessons: Arc<[Lesson]>,
    /// The merge rules of the fields.
    pub schema: Arc<Schema>,
    /// The semantics for files; each lesson has its own.
    pub semantics: Semantics,
    /// The colors and glyphs.
    pub look: RenderOptions,
    /// The theme for a light background. The terminal is only asked for its background if this is set.
    pub light: Option<Theme>,
    /// The playback interval, in milliseconds per step; `None`: the default.
    pub pace: Option<u64>,
    /// Whether the mouse is captured, which disables the text selection of the terminal.
    pub mouse: bool,
    /// The functions that run kubectl.
    pub kubectl: KubectlRunner,
    /// Whether Secret values are shown from the start.
    pub show_secrets: bool,
    /// Whether to start in presentation mode.
    pub present: bool,
    /// The initial step position; `None`: the last one.
    pub position: Option<usize>,
    /// The initially folded nodes.
    pub folds: SessionFolds,
    /// The schema options of the command line. Their files are watched, and session files contain them.
    pub rules: SchemaFiles,
    /// Whether lessons list the steps that are not reached yet.
    pub future_steps: bool,
    /// The store of finished lessons.
    pub progress: LessonProgressFile,
    /// The folder for unsaved text.
    pub recovery: RecoveryFolder,
}

/// The functions that run kubectl, which the explorer does not know.
#[derive(Clone, Copy, Debug)]
pub struct KubectlRunner {
    /// Runs the same merge with kubectl and returns its answer in lines. It blocks, so it is called in a
    /// separate thread. The flag tells whether Secret values can be shown.
    pub ask: fn(&Inputs, bool) -> Vec<String>,
    /// Stops the running kubectl, whose answer is not needed any more.
    pub end: fn(),
}
