//! Replaces the values of Secrets by placeholders, `••••••1`, `••••••2` …, before anything is merged,
//! displayed, explained or exported, so that no output can contain them. Equal values have equal
//! placeholders, so that the merge has the same steps.

mod moved_values;
mod path_tree;
mod redacted_document;
mod secret_values;

pub use redacted_document::MASK;
pub(crate) use secret_values::has_secret;

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use self::moved_values::ValuesBefore;
use self::secret_values::{SecretPlaces, secret_values};
use crate::create::Sides;
use crate::document::{Document, NodeId, Tree, Value, encode_base64};
use crate::merge::{Inputs, LAST_APPLIED};

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
    /// Whether numbers and booleans, which a Secret cannot have, become 0 and false instead of placeholders.
    keeps_types: bool,
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

    /// The same redaction, with 0 and false instead of placeholders for numbers and booleans.
    pub fn with_types(self) -> Self {
        Self {
            keeps_types: true,
            ..self
        }
    }

    /// Hides the values of the live object as [`apply`](Self::apply) does. Its last-applied annotation becomes `text`.
    pub fn live_with_annotation(&self, inputs: &Inputs, text: &str) -> Arc<Document> {
        let values = secret_values(&inputs.live, &places(inputs));
        self.hide(&inputs.live, values, true, Some(text))
    }

    /// Hides the values of a document as those of a Secret, whatever its kind.
    pub(crate) fn hide_values(&self, document: &Arc<Document>) -> Arc<Document> {
        let values = secret_values(document, &SecretPlaces::object());
        self.hide(document, values, false, None)
    }

    /// Hides the values of Secrets in the inputs of a merge, unless `show`. The inputs can be redacted
    /// already. Linear.
    pub fn apply(&self, inputs: Inputs) -> Inputs {
        let inputs = originals(inputs);
        let places = match self.show {
            true => return inputs,
            false => places(&inputs),
        };
        if places.is_empty() {
            return inputs;
        }
        let mut live = true;
        let mut hide = |document: &Arc<Document>| {
            let was_live = std::mem::replace(&mut live, false);
            self.hide(document, secret_values(document, &places), was_live, None)
        };
        Inputs {
            live: hide(&inputs.live),
            patches: inputs.patches.iter().map(hide).collect(),
            ..inputs
        }
    }

    /// Hides the values of Secrets in patches after fixes, also those that a fix moved to a field that is not hidden.
    /// `before` are the inputs without the fixes.
    pub(crate) fn fixed_patches(&self, before: &Inputs, fixed: &Inputs) -> Vec<Arc<Document>> {
        let (before, fixed) = (originals(before.clone()), originals(fixed.clone()));
        let (old_places, places) = (places(&before), places(&fixed));
        if self.show || old_places.is_empty() && places.is_empty() {
            return fixed.patches;
        }
        let documents = std::iter::once(&before.live).chain(&before.patches);
        let values_before = ValuesBefore::new(documents, &old_places);
        let hide = |patch: &Arc<Document>| {
            let mut values = secret_values(patch, &places);
            let known: FxHashSet<NodeId> = values.iter().copied().collect();
            let moved = values_before.stay_hidden(patch).into_iter();
            values.extend(moved.filter(|node| !known.contains(node)));
            self.hide(patch, values, false, None)
        };
        fixed.patches.iter().map(hide).collect()
    }

    /// Hides the values of Secrets in compared documents of one object (not in patches), unless `show`.
    pub fn sides(&self, sides: &Sides) -> Sides {
        let Sides {
            original,
            modified,
            current,
        } = sides;
        let places = SecretPlaces::new(original.iter().chain([modified]).chain(current));
        if self.show || places.is_empty() {
            return sides.clone();
        }
        let hide =
            |document: &Arc<Document>| self.hide(document, secret_values(document, &places), false, None);
        Sides {
            original: original.as_ref().map(hide),
            modified: hide(modified),
            current: current.as_ref().map(hide),
        }
    }

    fn hide(
        &self,
        document: &Arc<Document>,
        values: Vec<NodeId>,
        live: bool,
        annotation: Option<&str>,
    ) -> Arc<Document> {
        // Also redacts a document without secret values: its comments may contain those of another document.
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        let names = values.into_iter().map(|node| {
            let value = document.value(node);
            if let Some(text) = annotation.filter(|_| document.key(node) == Some(LAST_APPLIED)) {
                return (node, text.to_owned());
            }
            if self.keeps_types && !matches!(value, Value::String(_)) {
                return (node, String::new());
            }
            let next = numbers.len() + 1;
            let number = *numbers.entry(compared(document, node)).or_insert(next);
            (node, format!("{MASK}{number}"))
        });
        Arc::new(redacted_document::with_placeholders(
            document,
            &names.collect(),
            live,
        ))
    }
}

/// Returns the text that decides which values have the same placeholder: the value, and for a text in `stringData` the
/// value in `data` that the API server makes of it.
fn compared(document: &Document, node: NodeId) -> String {
    let value = document.value(node);
    let map = document.parent(node).filter(|map| {
        document
            .parent(*map)
            .is_some_and(|object| object == document.root())
    });
    let is_text = map.is_some_and(|map| document.key(map) == Some("stringData"));
    match value {
        Value::String(text) if is_text => format!("{:?}", Value::String(&encode_base64(text.as_bytes()))),
        value => format!("{value:?}"),
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
    match places(inputs).is_empty() {
        true => Secrets::None,
        false => Secrets::Shown,
    }
}

fn places(inputs: &Inputs) -> SecretPlaces {
    SecretPlaces::new(std::iter::once(&inputs.live).chain(&inputs.patches))
}
