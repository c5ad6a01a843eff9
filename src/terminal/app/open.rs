//! Opens the explorer: files, a policy, an apply, or the list of lessons.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::options::{ExplorerSource, OpenAt};
use crate::course::Lesson;
use crate::document::ReadError;
use crate::explorer::{ApplyOpening, Explorer, InputFile, InputId, Opening, PolicyOpening};
use crate::input_limit;
use crate::merge::Semantics;
use crate::report::live_objects::{LiveObjects, PatchedObject};
use crate::schema::Schema;

/// The file of an input.
#[derive(Debug)]
struct OpenFile {
    input: InputId,
    path: PathBuf,
    /// The last read bytes.
    bytes: Vec<u8>,
    /// Whether the input is one of several objects in the file, so that it cannot be saved.
    is_part: bool,
}

/// The files of the inputs.
#[derive(Debug, Default)]
pub(crate) struct Files {
    open: Vec<OpenFile>,
    /// All live files, if there are several, and the index of the open one.
    live: Vec<ExplorerSource>,
    shown: usize,
}

impl Files {
    fn new<'s>(sources: impl IntoIterator<Item = (InputId, &'s ExplorerSource)>) -> Self {
        let file = |(input, source): (InputId, &ExplorerSource)| {
            Some(OpenFile {
                input,
                path: source.path.clone()?,
                bytes: source.bytes.clone(),
                is_part: false,
            })
        };
        Self {
            open: sources.into_iter().filter_map(file).collect(),
            ..Self::default()
        }
    }

    /// Reads one of several live files.
    ///
    /// # Errors
    /// The reason for the status line.
    pub(crate) fn read_live(&self, index: usize) -> Result<Vec<u8>, String> {
        let file = self.live.get(index).ok_or("there is no such file")?;
        match &file.path {
            Some(path) => input_limit::read_regular_file(path)
                .map_err(|error| format!("cannot read {}: {error}", path.display())),
            None => Ok(file.bytes.clone()),
        }
    }

    /// Opens the live file that is shown now, with its last read bytes. Returns whether it is another one.
    pub(crate) fn follow_live(&mut self, index: usize, bytes: impl FnOnce() -> Vec<u8>) -> bool {
        let Some(file) = self.live.get(index).filter(|_| index != self.shown) else {
            return false;
        };
        self.shown = index;
        self.open.retain(|file| file.input != InputId::LIVE);
        self.open.extend(file.path.clone().map(|path| OpenFile {
            input: InputId::LIVE,
            path,
            bytes: bytes(),
            is_part: false,
        }));
        true
    }

    /// Marks live as one of several objects in its file.
    fn set_part(&mut self, objects: &LiveObjects) {
        self.note_part();
        for file in self.open.iter_mut().filter(|file| file.input == InputId::LIVE) {
            file.bytes = objects.stream().to_vec();
        }
    }

    /// Notes that the file of live holds several objects.
    pub(crate) fn note_part(&mut self) {
        for file in self.open.iter_mut().filter(|file| file.input == InputId::LIVE) {
            file.is_part = true;
        }
    }

    /// Returns the file that an input can be saved to.
    pub(crate) fn path(&self, input: InputId) -> Option<&Path> {
        let mut files = self.open.iter().filter(|file| !file.is_part);
        files
            .find(|file| file.input == input)
            .map(|file| file.path.as_path())
    }

    /// Returns all inputs that can be saved.
    pub(crate) fn inputs(&self) -> Vec<InputId> {
        let files = self.open.iter().filter(|file| !file.is_part);
        files.map(|file| file.input).collect()
    }

    /// Returns the inputs of a file.
    pub(crate) fn inputs_of(&self, path: &Path) -> Vec<InputId> {
        let files = self.open.iter().filter(|file| file.path == path);
        files.map(|file| file.input).collect()
    }

    /// Returns the files to watch, with their last read bytes.
    pub(crate) fn watched(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        self.open
            .iter()
            .map(|file| (file.path.as_path(), file.bytes.as_slice()))
    }

    /// Drops the bytes. They are only needed to detect changes before the files are watched.
    pub(crate) fn forget_bytes(&mut self) {
        for file in &mut self.open {
            file.bytes = Vec::new();
        }
    }

    /// Swaps the files of two inputs.
    pub(crate) fn swap(&mut self, inputs: [InputId; 2]) {
        for file in &mut self.open {
            if let Some(at) = inputs.iter().position(|input| *input == file.input) {
                file.input = inputs[1 - at];
            }
        }
    }
}

/// Returns the ids of patches in order.
fn patch_ids() -> impl Iterator<Item = InputId> {
    (0..=u16::MAX).map(InputId::patch)
}

/// Reads and merges the inputs. Large inputs are opened in the background.
///
/// # Errors
/// An input cannot be read.
pub(crate) fn open(
    start: OpenAt,
    lessons: Arc<[Lesson]>,
    schema: Arc<Schema>,
    semantics: Semantics,
) -> Result<(Explorer, Files), ReadError> {
    let given = |source: ExplorerSource| InputFile {
        name: source.name,
        file: source.path.is_some(),
        bytes: source.bytes,
    };
    let (explorer, files, objects) = match start {
        OpenAt::Lessons => return Ok((Explorer::open_lessons(lessons, schema)?, Files::default())),
        OpenAt::Lesson(at) => return Ok((Explorer::open_lesson(lessons, at, schema)?, Files::default())),
        OpenAt::Policy { policy, live } => {
            let all = (0..=u16::MAX).map(InputId::Live).zip(&live);
            let files = Files::new(all.chain([(InputId::POLICY, &policy)]));
            let opening = PolicyOpening {
                policy: given(policy),
                live: live.into_iter().map(given).collect(),
                schema,
            };
            let explorer = if opening.is_large() {
                Explorer::open_policy_in_background(opening)?
            } else {
                Explorer::open_policy(opening)?
            };
            (explorer, files, None)
        }
        OpenAt::Apply {
            live,
            objects,
            manifest,
            last_applied,
            overwrite,
        } => {
            let last = last_applied.as_ref().map(|source| (InputId::LastApplied, source));
            let all = [(InputId::LIVE, &live), (InputId::Manifest, &manifest)];
            let mut files = Files::new(all.into_iter().chain(last));
            let mut live = given(live);
            if let Some((objects, _)) = &objects {
                files.set_part(objects);
                live.file = false;
            }
            let opening = ApplyOpening {
                live,
                manifest: given(manifest),
                last_applied: last_applied.map(given),
                schema,
                overwrite,
            };
            let explorer = if opening.is_large() {
                Explorer::open_apply_in_background(opening)?
            } else {
                Explorer::open_apply(opening)?
            };
            (explorer, files, objects)
        }
        OpenAt::Files {
            live,
            patches,
            objects,
            files: several,
        } => {
            let mut files = Files::new(
                [(InputId::LIVE, &live)]
                    .into_iter()
                    .chain(patch_ids().zip(&patches)),
            );
            let mut live = given(live);
            if let Some((objects, _)) = &objects {
                files.set_part(objects);
                live.file = false;
            }
            let opening = Opening {
                live,
                patches: patches.into_iter().map(given).collect(),
                schema,
                semantics,
            };
            let explorer = if opening.is_large() {
                Explorer::open_in_background(opening)?
            } else {
                Explorer::open(opening)?
            };
            if let Some(several) = several {
                (files.shown, files.live) = (several.files.shown(), several.sources);
                let explorer = match objects {
                    Some((objects, _)) => explorer.with_objects(objects, PatchedObject::One),
                    None => explorer,
                };
                let explorer = explorer.with_files(several.files, several.patched);
                return Ok((explorer.with_lessons(lessons), files));
            }
            (explorer, files, objects)
        }
    };
    let explorer = match objects {
        Some((objects, patched)) => explorer.with_objects(objects, patched),
        None => explorer,
    };
    Ok((explorer.with_lessons(lessons), files))
}
