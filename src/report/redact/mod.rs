//! The values of Secrets are replaced by placeholders, `••••••1`, `••••••2` …, before anything is merged, shown,
//! explained or exported, so no output can contain them. Equal values have equal placeholders, so that the merge takes
//! the same steps.

mod redacted_document;
mod secret_values;

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::create::Sides;
use crate::document::{Document, Tree};
use crate::merge::Inputs;

/// The placeholder of a hidden value, before its number.
pub const MASK: &str = "••••••";

/// Whether a merge has secret values, and whether they are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Secrets {
    /// There are none.
    #[default]
    None,
    /// Placeholders are shown.
    Hidden,
    /// They were asked for.
    Shown,
}

/// The names of all values that were hidden so far: the same value has the same name all along.
#[derive(Clone, Debug, Default)]
pub struct Redaction {
    /// The values are wanted as they are.
    pub show: bool,
    numbers: Arc<Mutex<FxHashMap<String, usize>>>,
}

impl Redaction {
    /// Masks that hide nothing, if `show`.
    pub fn new(show: bool) -> Self {
        Self {
            show,
            ..Self::default()
        }
    }

    /// The inputs as they are to be merged for people to look at: Secrets hidden, unless they were asked for. Takes
    /// inputs in either state. Linear.
    pub fn apply(&self, inputs: Inputs) -> Inputs {
        let inputs = originals(inputs);
        if self.show || !has_secret(&inputs) {
            return inputs;
        }
        let mut live = true;
        let mut hide = |document: &Arc<Document>| {
            let was_live = std::mem::replace(&mut live, false);
            self.hide(document, was_live)
        };
        Inputs {
            live: hide(&inputs.live),
            patches: inputs.patches.iter().map(hide).collect(),
            ..inputs
        }
    }

    /// The documents of one object that are compared, patches not among them: Secrets hidden, unless they were asked for.
    pub fn sides(&self, sides: &Sides) -> Sides {
        let Sides {
            original,
            modified,
            current,
        } = sides;
        let mut all = original.iter().chain([modified]).chain(current);
        if self.show || !all.any(|document| secret_values::has_secret(document)) {
            return sides.clone();
        }
        let hide = |document: &Arc<Document>| self.hide(document, false);
        Sides {
            original: original.as_ref().map(hide),
            modified: hide(modified),
            current: current.as_ref().map(hide),
        }
    }

    fn hide(&self, document: &Arc<Document>, live: bool) -> Arc<Document> {
        let values = secret_values::secret_values(document);
        // Also a document without any: its comments may tell what another one hides.
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        let names = values.into_iter().map(|node| {
            let next = numbers.len() + 1;
            let number = *numbers
                .entry(format!("{:?}", document.value(node)))
                .or_insert(next);
            (node, format!("{MASK}{number}"))
        });
        Arc::new(redacted_document::stand_in(document, &names.collect(), live))
    }
}

/// The documents as they were read, without redaction.
pub fn originals(inputs: Inputs) -> Inputs {
    let original = |document: Arc<Document>| document.original().cloned().unwrap_or(document);
    Inputs {
        live: original(inputs.live),
        patches: inputs.patches.into_iter().map(original).collect(),
        ..inputs
    }
}

/// Whether the inputs have secret values, and whether those are in them.
pub fn secrets(inputs: &Inputs) -> Secrets {
    let mut documents = std::iter::once(&inputs.live).chain(&inputs.patches);
    if documents.any(|document| document.original().is_some()) {
        return Secrets::Hidden;
    }
    if has_secret(inputs) {
        Secrets::Shown
    } else {
        Secrets::None
    }
}

fn has_secret(inputs: &Inputs) -> bool {
    let mut documents = std::iter::once(&inputs.live).chain(&inputs.patches);
    documents.any(|document| secret_values::has_secret(document))
}
