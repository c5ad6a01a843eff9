//! Computes the patch of an apply on any thread.

use std::sync::Arc;

use crate::create::{AppliedPatch, ApplyComputation, ApplyError, Sentences, SideNames, apply};
use crate::document::{ReadError, read, read_live};
use crate::explorer::inputs::input_error::InputError;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::jobs::progress::JobProgress;
use crate::merge::{Inputs, Semantics};
use crate::schema::Schema;

/// The name of the computed patch.
pub(crate) const COMPUTED_NAME: &str = "computed from the manifest";

/// An apply whose patch is computed, with texts that are not read yet. It holds all that it needs, so any thread can run it.
#[derive(Clone, Debug)]
pub(crate) struct ApplyTask {
    apply: AppliedPatch,
    /// By input, the newest only: its name and its bytes.
    new: Vec<(InputId, String, Arc<Vec<u8>>)>,
    has_new_schema: bool,
}

/// The result of an [`ApplyTask`].
#[derive(Clone, Debug)]
pub(crate) struct ApplyOutcome {
    /// With the texts that could be read.
    pub(crate) apply: AppliedPatch,
    /// The inputs that cannot be read.
    pub(crate) unreadable: Vec<(InputId, ReadError)>,
    /// Whether anything could be read, or the schema is new.
    pub(crate) is_new: bool,
    /// The patch and what is known of it, or why there is none.
    pub(crate) applied: Result<Arc<ApplyComputation>, InputError>,
}

impl ApplyTask {
    pub(crate) fn new(apply: AppliedPatch) -> Self {
        Self {
            apply,
            new: Vec::new(),
            has_new_schema: false,
        }
    }

    /// Adds newer bytes of an input.
    pub(crate) fn add(&mut self, input: InputId, name: &str, bytes: Vec<u8>) {
        self.new.retain(|(other, ..)| *other != input);
        self.new.push((input, name.to_owned(), Arc::new(bytes)));
    }

    pub(crate) fn set_schema(&mut self, schema: Arc<Schema>) {
        self.apply.schema = schema;
        self.has_new_schema = true;
    }

    /// The bytes of an input that are not read yet.
    pub(crate) fn new_bytes(&self, input: InputId) -> Option<&[u8]> {
        let new = self.new.iter().find(|(other, ..)| *other == input)?;
        Some(new.2.as_slice())
    }

    /// Reads what is new and computes the patch. Returns nothing if `progress` returns false.
    pub(crate) fn run(self, progress: &mut dyn FnMut(JobProgress) -> bool) -> Option<ApplyOutcome> {
        let Self { mut apply, new, .. } = self;
        let mut unreadable = Vec::new();
        let mut is_new = self.has_new_schema;
        for (input, name, bytes) in new {
            if !progress(JobProgress::Reading(input)) {
                return None;
            }
            // The numbers of all documents of an apply count as live's.
            match read_live(&name, Arc::unwrap_or_clone(bytes)) {
                Err(error) => unreadable.push((input, error)),
                Ok(document) => {
                    is_new = true;
                    let document = Arc::new(document);
                    match input {
                        InputId::Live(_) => apply.live = document,
                        InputId::LastApplied => apply.last_applied = Some(document),
                        InputId::Manifest | InputId::Patch(_) => apply.manifest = document,
                    }
                }
            }
        }
        progress(JobProgress::Computing).then_some(())?;
        let applied = compute(&apply);
        Some(ApplyOutcome {
            apply,
            unreadable,
            is_new,
            applied,
        })
    }
}

impl ApplyOutcome {
    /// Live with an empty patch, to be shown if no patch can be computed.
    pub(crate) fn without_patch(&self) -> Option<Inputs> {
        let nothing = read(COMPUTED_NAME, b"{}\n".to_vec()).ok()?;
        Some(Inputs {
            live: Arc::clone(&self.apply.live),
            patches: vec![Arc::new(nothing)],
            schema: Arc::clone(&self.apply.schema),
            semantics: Semantics::KUBERNETES,
        })
    }
}

/// The patch of an apply.
///
/// # Errors
/// Why there is none.
pub(crate) fn compute(given: &AppliedPatch) -> Result<Arc<ApplyComputation>, InputError> {
    match apply(given) {
        Ok(applied) => Ok(Arc::new(applied)),
        Err(ApplyError::Unreadable(error)) => Err(InputError::from_read(&error)),
        Err(ApplyError::Failed(failed)) => {
            let (failure, sides) = &*failed;
            let sentences = Sentences {
                sides,
                schema: &given.schema,
                names: SideNames::APPLY,
                manifest: None,
            };
            let why = format!("no patch can be made: {}", sentences.failure(failure));
            Err(InputError::without_position(why))
        }
    }
}
