//! Opening the explorer: files, a policy, an apply, or the list of lessons.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::options::{ExplorerSource, OpenAt};
use crate::document::ReadError;
use crate::explorer::{ApplyOpening, Explorer, InputFile, InputId, Lesson, Opening, PolicyOpening};
use crate::merge::Semantics;
use crate::schema::Schema;

/// The files of the inputs, with the bytes last seen of each.
#[derive(Debug, Default)]
pub(crate) struct Files(Vec<(InputId, PathBuf, Vec<u8>)>);

impl Files {
    fn new<'s>(sources: impl IntoIterator<Item = (InputId, &'s ExplorerSource)>) -> Self {
        let file = |(input, source): (InputId, &ExplorerSource)| {
            Some((input, source.path.clone()?, source.bytes.clone()))
        };
        Self(sources.into_iter().filter_map(file).collect())
    }

    /// The file of an input.
    pub(crate) fn path(&self, input: InputId) -> Option<&Path> {
        let mut files = self.0.iter();
        files
            .find(|(other, ..)| *other == input)
            .map(|(_, path, _)| path.as_path())
    }

    /// All inputs that are files.
    pub(crate) fn inputs(&self) -> Vec<InputId> {
        self.0.iter().map(|(input, ..)| *input).collect()
    }

    /// The inputs that come from a file.
    pub(crate) fn inputs_of(&self, file: &Path) -> Vec<InputId> {
        let files = self.0.iter().filter(|(_, path, _)| path == file);
        files.map(|(input, ..)| *input).collect()
    }

    /// The files to watch, with the bytes last seen.
    pub(crate) fn watched(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        self.0
            .iter()
            .map(|(_, path, bytes)| (path.as_path(), bytes.as_slice()))
    }

    /// The bytes show what has changed before the files were watched; from then on the watcher knows.
    pub(crate) fn forget_bytes(&mut self) {
        for (.., bytes) in &mut self.0 {
            *bytes = Vec::new();
        }
    }

    /// Two inputs have changed places.
    pub(crate) fn swap(&mut self, inputs: [InputId; 2]) {
        for (input, ..) in &mut self.0 {
            if let Some(at) = inputs.iter().position(|one| one == input) {
                *input = inputs[1 - at];
            }
        }
    }
}

/// The ids of patches, in the order in which they apply.
fn patch_ids() -> impl Iterator<Item = InputId> {
    (0..=u16::MAX).map(InputId::patch)
}

/// Reads and merges what is given; large texts only begin to be read.
///
/// # Errors
/// A text that cannot be read.
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
    let (explorer, files) = match start {
        OpenAt::Lessons => return Ok((Explorer::open_lessons(lessons, schema)?, Files::default())),
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
            (explorer, files)
        }
        OpenAt::Apply {
            live,
            manifest,
            last_applied,
            overwrite,
        } => {
            let last = last_applied.as_ref().map(|source| (InputId::LastApplied, source));
            let all = [(InputId::LIVE, &live), (InputId::Manifest, &manifest)];
            let files = Files::new(all.into_iter().chain(last));
            let opening = ApplyOpening {
                live: given(live),
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
            (explorer, files)
        }
        OpenAt::Files { live, patches } => {
            let files = Files::new(
                [(InputId::LIVE, &live)]
                    .into_iter()
                    .chain(patch_ids().zip(&patches)),
            );
            let opening = Opening {
                live: given(live),
                patches: patches.into_iter().map(given).collect(),
                schema,
                semantics,
            };
            let explorer = if opening.is_large() {
                Explorer::open_in_background(opening)?
            } else {
                Explorer::open(opening)?
            };
            (explorer, files)
        }
    };
    Ok((explorer.with_lessons(lessons), files))
}
