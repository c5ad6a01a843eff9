//! From what is given to the first state: files, a policy, an apply, or the list of lessons.

use std::path::PathBuf;
use std::sync::Arc;

use super::options::{ExplorerSource, OpenAt};
use crate::document::ReadError;
use crate::explorer::{ApplyOpening, Explorer, InputFile, Lesson, Opening, PolicyOpening};
use crate::merge::Semantics;
use crate::schema::Schema;

/// The file of each document, live first, with the bytes last seen of it.
pub(crate) type Files = Vec<Option<(PathBuf, Vec<u8>)>>;

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
    let file = |source: &ExplorerSource| Some((source.path.clone()?, source.bytes.clone()));
    let given = |source: ExplorerSource| InputFile {
        name: source.name,
        file: source.path.is_some(),
        bytes: source.bytes,
    };
    Ok(match start {
        OpenAt::Lessons => (Explorer::open_lessons(lessons, schema)?, Vec::new()),
        OpenAt::Policy { policy, live } => {
            // The slots of a policy: the first live file, the policy, the other live files.
            let (first, others) = live.split_at(1.min(live.len()));
            let all = first.iter().chain([&policy]).chain(others);
            let mut files: Vec<_> = all.map(file).collect();
            let opening = PolicyOpening {
                policy: given(policy),
                live: live.into_iter().map(given).collect(),
                schema,
            };
            let (state, swapped) = Explorer::open_policy(opening)?;
            files.swap(0, swapped);
            (state.with_lessons(lessons), files)
        }
        OpenAt::Apply {
            live,
            manifest,
            last_applied,
            overwrite,
        } => {
            let all = [Some(&live), None, Some(&manifest), last_applied.as_ref()];
            let files = all.map(|source| Some((source?.path.clone()?, source?.bytes.clone())));
            let opening = ApplyOpening {
                live: given(live),
                manifest: given(manifest),
                last_applied: last_applied.map(given),
                schema,
                overwrite,
            };
            let state = if opening.is_large() {
                Explorer::open_apply_beside(opening)?
            } else {
                Explorer::open_apply(opening)?
            };
            (state.with_lessons(lessons), files.to_vec())
        }
        OpenAt::Files { live, patches } => {
            let all = std::iter::once(&live).chain(&patches);
            let files = all.map(file).collect();
            let opening = Opening {
                live: given(live),
                patches: patches.into_iter().map(given).collect(),
                schema,
                semantics,
            };
            let state = if opening.is_large() {
                Explorer::open_beside(opening)?
            } else {
                Explorer::open(opening)?
            };
            (state.with_lessons(lessons), files)
        }
    })
}
