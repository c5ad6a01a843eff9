//! Computes the patch of an apply on any thread.

use std::sync::Arc;

use super::rejection::ApplyRejection;
use crate::create::{AppliedPatch, ApplyComputation, OutlookNote, apply};
use crate::document::{ReadError, read, read_live};
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::jobs::progress::JobProgress;
use crate::merge::{Inputs, Semantics};
use crate::schema::Schema;

/// The name of the computed patch.
pub(crate) const COMPUTED_NAME: &str = "computed from the manifest";

/// An apply to compute, some of its texts unread. A task owns all its data, so any thread can run it.
#[derive(Clone, Debug)]
pub(crate) struct ApplyTask {
    apply: AppliedPatch,
    /// The newest bytes of each unread input, with its name.
    new: Vec<(InputId, String, Arc<Vec<u8>>)>,
    has_new_schema: bool,
}

/// The result of an [`ApplyTask`].
#[derive(Clone, Debug)]
pub(crate) struct ApplyOutcome {
    /// The apply with the texts that could be read.
    pub(crate) apply: AppliedPatch,
    /// The inputs that cannot be read, and their errors.
    pub(crate) unreadable: Vec<(InputId, ReadError)>,
    /// Whether a new text was read or the schema is new.
    pub(crate) is_new: bool,
    /// The computed patch, or the reason why there is none.
    pub(crate) applied: Result<Arc<ApplyComputation>, Box<ApplyRejection>>,
    /// For an apply that is opened, what stays different after it.
    pub(crate) outlook: Vec<OutlookNote>,
}

impl ApplyTask {
    pub(crate) fn new(apply: AppliedPatch) -> Self {
        Self {
            apply,
            new: Vec::new(),
            has_new_schema: false,
        }
    }

    /// Adds new bytes of an input.
    pub(crate) fn add(&mut self, input: InputId, name: &str, bytes: Vec<u8>) {
        self.new.retain(|(other, ..)| *other != input);
        self.new.push((input, name.to_owned(), Arc::new(bytes)));
    }

    pub(crate) fn set_schema(&mut self, schema: Arc<Schema>) {
        self.apply.schema = schema;
        self.has_new_schema = true;
    }

    /// Returns the bytes of an input that are not parsed yet.
    pub(crate) fn new_bytes(&self, input: InputId) -> Option<&[u8]> {
        let new = self.new.iter().find(|(other, ..)| *other == input)?;
        Some(new.2.as_slice())
    }

    /// Reads the new texts and computes the patch. Returns `None` if `progress` returns `false`.
    pub(crate) fn run(self, progress: &mut dyn FnMut(JobProgress) -> bool) -> Option<ApplyOutcome> {
        let Self { mut apply, new, .. } = self;
        let mut unreadable = Vec::new();
        let mut is_new = self.has_new_schema;
        for (input, name, bytes) in new {
            if !progress(JobProgress::Reading(input)) {
                return None;
            }
            // `kubectl apply` reads the numbers of all three documents as it reads those of a live object.
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
            outlook: Vec::new(),
        })
    }
}

impl ApplyOutcome {
    /// Returns what stays different after the apply.
    pub(crate) fn find_outlook(&self) -> Vec<OutlookNote> {
        let applied = self.applied.as_ref();
        applied.map_or_else(
            |_| Vec::new(),
            |applied| applied.outlook_notes(&applied.merged(true)),
        )
    }

    /// Returns the live object with an empty patch, for when no patch can be computed.
    pub(crate) fn without_patch(&self) -> Option<Inputs> {
        let text = patch_without_result(&self.apply);
        let mut nothing = read(COMPUTED_NAME, text.as_bytes().to_vec()).ok()?;
        nothing.is_of_manifest = true;
        Some(Inputs {
            live: Arc::clone(&self.apply.live),
            patches: vec![Arc::new(nothing)],
            schema: Arc::clone(&self.apply.schema),
            semantics: Semantics::KUBERNETES,
        })
    }
}

/// Returns the text to show as the patch if none can be computed: a placeholder if an input was never readable.
pub(super) fn patch_without_result(inputs: &AppliedPatch) -> &'static str {
    match ApplyRejection::unread(inputs) {
        Some(_) => "{}",
        None => "{}\n",
    }
}

/// Computes the patch of an apply.
///
/// # Errors
/// The reason why there is no patch.
pub(crate) fn compute(inputs: &AppliedPatch) -> Result<Arc<ApplyComputation>, Box<ApplyRejection>> {
    if let Some(unread) = ApplyRejection::unread(inputs) {
        return Err(Box::new(unread));
    }
    match apply(inputs) {
        Ok(applied) => Ok(Arc::new(applied)),
        Err(error) => Err(Box::new(ApplyRejection::new(error, inputs))),
    }
}
