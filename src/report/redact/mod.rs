//! Replaces the values of Secrets by placeholders, `••••••1`, `••••••2` …, before anything is merged,
//! displayed, explained or exported, so that no output can contain them. Equal values have equal
//! placeholders, so that the merge has the same steps.

mod redacted_document;
mod secret_values;

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::create::Sides;
use crate::document::{Document, Tree};
use crate::merge::Inputs;

/// The start of the placeholder of a hidden value, before its number.
pub const MASK: &str = "••••••";

/// Whether a merge has secret values, and whether they are displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Secrets {
    /// There are no secret values.
    #[default]
    None,
    /// They are replaced by placeholders.
    Hidden,
    /// The user asked to display them.
    Shown,
}

/// The placeholders of all hidden values: equal values always have the same placeholder.
#[derive(Clone, Debug, Default)]
pub struct Redaction {
    /// Whether secret values are displayed.
    pub show: bool,
    numbers: Arc<Mutex<FxHashMap<String, usize>>>,
}

impl Redaction {
    /// Creates a redaction; it hides nothing if `show`.
    pub fn new(show: bool) -> Self {
        Self {
            show,
            ..Self::default()
        }
    }

    /// Hides the values of Secrets in the inputs of a merge, unless `show`. The inputs can be redacted
    /// already. Linear.
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

    /// Hides the values of Secrets in compared documents of one object (not in patches), unless `show`.
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
        // Also redacts a document without secret values: its comments may contain those of another document.
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        let names = values.into_iter().map(|node| {
            let next = numbers.len() + 1;
            let number = *numbers
                .entry(format!("{:?}", document.value(node)))
                .or_insert(next);
            (node, format!("{MASK}{number}"))
        });
        Arc::new(redacted_document::with_placeholders(
            document,
            &names.collect(),
            live,
        ))
    }
}

/// Returns the inputs without redaction.
pub fn originals(inputs: Inputs) -> Inputs {
    let original = |document: Arc<Document>| document.original().cloned().unwrap_or(document);
    Inputs {
        live: original(inputs.live),
        patches: inputs.patches.into_iter().map(original).collect(),
        ..inputs
    }
}

/// Returns whether the inputs have secret values, and whether they are displayed.
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
