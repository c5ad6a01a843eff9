//! An apply whose patch is to be computed, and what came of it: work for any thread.

use std::sync::Arc;

use crate::create::{AppliedPatch, ApplyComputation, ApplyError, Sentences, SideNames, apply};
use crate::document::{Document, ReadError, read, read_live};
use crate::explorer::inputs::input_error::InputError;
use crate::explorer::jobs::progress::JobProgress;
use crate::merge::{Inputs, Semantics};
use crate::schema::Schema;

/// Which document the computed patch is, the manifest, and what was applied last.
pub(crate) const COMPUTED: usize = 1;
pub(crate) const MANIFEST: usize = 2;
pub(crate) const LAST_APPLIED: usize = 3;

/// What the computed patch is called.
pub(crate) const COMPUTED_NAME: &str = "computed from the manifest";

/// An apply to be computed, with texts that are not read yet. It needs nothing but itself: any thread may run it.
#[derive(Clone, Debug)]
pub(crate) struct ApplyTask {
    apply: AppliedPatch,
    /// By document, the newest only: its name and its bytes.
    new: Vec<(usize, String, Arc<Vec<u8>>)>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub(crate) struct ApplyOutcome {
    /// With the texts that could be read.
    pub(crate) apply: AppliedPatch,
    /// The documents that cannot be read.
    pub(crate) unreadable: Vec<(usize, ReadError)>,
    /// The patch and all about it, or why there is none.
    pub(crate) applied: Result<Arc<ApplyComputation>, InputError>,
}

impl ApplyTask {
    pub(crate) fn of(apply: AppliedPatch) -> Self {
        Self {
            apply,
            new: Vec::new(),
        }
    }

    /// Newer bytes of a document.
    pub(crate) fn with(mut self, document: usize, name: &str, bytes: Vec<u8>) -> Self {
        self.new.retain(|(other, ..)| *other != document);
        self.new.push((document, name.to_owned(), Arc::new(bytes)));
        self
    }

    /// Under other rules of fields.
    pub(crate) fn under(mut self, schema: Arc<Schema>) -> Self {
        self.apply.schema = schema;
        self
    }

    /// The bytes of a document that are not read yet.
    pub(crate) fn bytes(&self, document: usize) -> Option<&[u8]> {
        let new = self.new.iter().find(|(other, ..)| *other == document)?;
        Some(&new.2)
    }

    /// Reads what is new and computes the patch. Nothing if `tell` says that nobody wants it any more.
    pub(crate) fn run(self, tell: &mut dyn FnMut(JobProgress) -> bool) -> Option<ApplyOutcome> {
        let Self { mut apply, new } = self;
        let mut unreadable = Vec::new();
        for (document, name, bytes) in new {
            if !tell(JobProgress::Reading(document)) {
                return None;
            }
            let bytes = Arc::unwrap_or_clone(bytes);
            let known = manifest_of(&name, bytes);
            match (known, document) {
                (Err(error), _) => unreadable.push((document, error)),
                (Ok(known), 0) => apply.live = known,
                (Ok(known), LAST_APPLIED) => apply.last_applied = Some(known),
                (Ok(known), _) => apply.manifest = known,
            }
        }
        tell(JobProgress::Computing).then_some(())?;
        let applied = computed(&apply);
        Some(ApplyOutcome {
            apply,
            unreadable,
            applied,
        })
    }
}

impl ApplyOutcome {
    /// Live without a patch, to be shown where none can be made.
    pub(crate) fn unpatched(&self) -> Option<Inputs> {
        let nothing = read(COMPUTED_NAME, b"{}\n".to_vec()).ok()?;
        Some(Inputs {
            live: Arc::clone(&self.apply.live),
            patches: vec![Arc::new(nothing)],
            schema: Arc::clone(&self.apply.schema),
            semantics: Semantics::KUBERNETES,
        })
    }
}

/// The patch of an apply, or why there is none.
pub(crate) fn computed(given: &AppliedPatch) -> Result<Arc<ApplyComputation>, InputError> {
    match apply(given) {
        Ok(applied) => Ok(Arc::new(applied)),
        Err(ApplyError::Unreadable(error)) => Err(InputError::of(&error)),
        Err(ApplyError::Failed(failed)) => {
            let (failure, sides) = &*failed;
            let told = Sentences {
                sides,
                schema: &given.schema,
                names: SideNames::APPLY,
                manifest: None,
            };
            let why = format!("no patch can be made: {}", told.failure(failure));
            Err(InputError::told(why))
        }
    }
}

/// A file of an apply; the numbers of all of them count as live's.
pub(crate) fn manifest_of(name: &str, bytes: Vec<u8>) -> Result<Arc<Document>, ReadError> {
    read_live(name, bytes).map(Arc::new)
}
