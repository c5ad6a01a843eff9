//! `kubectl apply` on the screen: the patch is computed from live, the manifest and what was applied last, and computed
//! anew whenever one of them changes.

use std::sync::Arc;

use super::given::{Given, Opening};
use super::remaking::computed;
use super::state::{Origin, State};
use crate::create::{Applied, Apply};
use crate::document::{Document, ReadError, read, read_live, write};
use crate::merge::Semantics;
use crate::schema::Schema;

/// Which document the computed patch is, the manifest, and what was applied last.
pub(super) const COMPUTED: usize = 1;
pub(super) const MANIFEST: usize = 2;
pub(super) const LAST_APPLIED: usize = 3;

/// What an apply is opened with.
#[derive(Clone, Debug)]
pub struct ApplyOpening {
    /// The object as the server has it.
    pub live: Given,
    /// The file that is applied.
    pub manifest: Given,
    /// What was applied last, where the annotation in live does not say it.
    pub last_applied: Option<Given>,
    /// How each field merges.
    pub schema: Arc<Schema>,
    /// kubectl's `--overwrite`.
    pub overwrite: bool,
}

/// A patch that is computed while one looks.
#[derive(Clone, Debug)]
pub(super) struct Making {
    apply: Apply,
    /// What came of it last.
    applied: Option<Arc<Applied>>,
}

impl Making {
    /// The text of a document that takes no part in the merge itself.
    pub(super) fn text(&self, document: usize) -> Option<&str> {
        match document {
            MANIFEST => Some(self.apply.manifest.text()),
            LAST_APPLIED => Some(self.apply.last_applied.as_ref()?.text()),
            _ => None,
        }
    }

    /// What is applied to what, as far as it could be read.
    pub(super) fn given(&self) -> &Apply {
        &self.apply
    }

    /// How many bytes a document has that takes no part in the merge itself, or live.
    pub(super) fn size(&self, document: usize) -> usize {
        match document {
            0 => self.apply.live.text().len(),
            _ => self.text(document).map_or(0, str::len),
        }
    }

    /// Takes what was computed over; without a patch the last one stays.
    pub(super) fn take(&mut self, apply: Apply, applied: Option<Arc<Applied>>) {
        self.apply = apply;
        self.applied = applied.or(self.applied.take());
    }
}

/// What the computed patch is called.
pub(super) const COMPUTED_NAME: &str = "computed from the manifest";

/// A file that is applied; its numbers count as live's.
pub(super) fn manifest_of(name: &str, bytes: Vec<u8>) -> Result<Arc<Document>, ReadError> {
    read(name, bytes).map(|document| Arc::new(document.with_live_numbers()))
}

impl State {
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
        let mut making = Making {
            apply: Apply {
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
            Err(trouble) => ("{}\n".to_owned(), Semantics::Kubernetes, Some(trouble)),
        };
        let mut state = Self::open(Opening {
            live,
            patches: vec![Given {
                name: COMPUTED_NAME.to_owned(),
                bytes: patch.into_bytes(),
                file: false,
            }],
            schema,
            semantics,
        })?;
        state.origins[COMPUTED].trouble = trouble;
        for given in [Some(manifest), last_applied].into_iter().flatten() {
            state.origins.push(Origin {
                name: given.name,
                file: given.file,
                trouble: None,
            });
        }
        state.making = Some(Box::new(making));
        Ok(state)
    }

    /// Whether the patch is computed from a manifest.
    pub fn is_apply(&self) -> bool {
        self.making.is_some()
    }

    /// What came of the apply last.
    pub(super) fn applied(&self) -> Option<&Arc<Applied>> {
        self.making.as_ref().and_then(|making| making.applied.as_ref())
    }
}
