//! `kubectl apply` on the screen: the patch is computed from live, the manifest and what was applied last, and computed
//! anew whenever one of them changes.

pub(crate) mod ledger_popup;
mod recompute;
pub(crate) mod state;
pub(crate) mod task;

use std::sync::Arc;

use super::inputs::source::InputSource;
use super::inputs::{ApplyOpening, InputFile, Opening};
use super::state::Explorer;
use crate::create::{AppliedPatch, ApplyComputation};
use crate::document::{ReadError, read_live, write};
use crate::merge::Semantics;
use state::ApplyState;
use task::{COMPUTED, COMPUTED_NAME, computed, manifest_of};

impl Explorer {
    /// Opens an apply, on the last step of the computed patch.
    ///
    /// # Errors
    /// The first text that cannot be read.
    pub fn open_apply(opening: ApplyOpening) -> Result<Self, ReadError> {
        let ApplyOpening {
            live,
            manifest,
            last_applied,
            schema,
            overwrite,
        } = opening;
        let mut making = ApplyState {
            apply: AppliedPatch {
                live: Arc::new(read_live(&live.name, live.bytes.clone())?),
                manifest: manifest_of(&manifest.name, manifest.bytes.clone())?,
                last_applied: match &last_applied {
                    Some(given) => Some(manifest_of(&given.name, given.bytes.clone())?),
                    None => None,
                },
                schema: Arc::clone(&schema),
                overwrite,
            },
            applied: None,
        };
        let (patch, semantics, trouble) = match computed(&making.apply) {
            Ok(applied) => {
                let patch = write::yaml(&*applied.created.patch.document);
                let semantics = applied.inputs().semantics;
                making.applied = Some(applied);
                (patch, semantics, None)
            }
            Err(trouble) => ("{}\n".to_owned(), Semantics::KUBERNETES, Some(trouble)),
        };
        let mut state = Self::open(Opening {
            live,
            patches: vec![InputFile {
                name: COMPUTED_NAME.to_owned(),
                bytes: patch.into_bytes(),
                file: false,
            }],
            schema,
            semantics,
        })?;
        state.origins[COMPUTED].trouble = trouble;
        for given in [Some(manifest), last_applied].into_iter().flatten() {
            state.origins.push(InputSource {
                name: given.name,
                file: given.file,
                trouble: None,
            });
        }
        state.apply = Some(Box::new(making));
        Ok(state)
    }

    /// Whether the patch is computed from a manifest.
    pub fn is_apply(&self) -> bool {
        self.apply.is_some()
    }

    /// What came of the apply last.
    pub(crate) fn applied(&self) -> Option<&Arc<ApplyComputation>> {
        self.apply.as_ref().and_then(|making| making.applied.as_ref())
    }
}
