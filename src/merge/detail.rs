//! What the sentence of a step says in addition to its nodes.

use super::expected::Expected;
use super::server_side::reason::{Mismatch, Unnamed};

/// The text for the sentence of a step, and the reason that decides about the help. The wording decides about nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// The text.
    pub text: Box<str>,
    reason: Option<Box<Reason>>,
}

/// The reason for a step, if the help depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The type has a field with nearly this name.
    NearField(String),
    /// The field takes another value.
    WrongType(Expected),
    /// A value does not match its type.
    Untyped(Mismatch),
    /// A manifest does not name an object.
    Unnamed(Unnamed),
    /// Only one of these two fields can be set.
    Exclusive([&'static str; 2]),
    /// Another field with this name excludes the field.
    OtherField(String),
    /// Kubernetes reads these parts of the JSON pointers of an operation as indexes.
    ReadIndexes(Vec<ReadIndex>),
    /// The API server sets this default, which is JSON text.
    DefaultJson,
    /// The API server sets the live value again.
    LiveValue,
    /// Kubernetes merges the fields in random order, and the step depends on it.
    RandomOrder,
    /// The API server keeps the live value, or chooses one.
    ChosenValue,
}

/// A part of a JSON pointer that Kubernetes reads as an index, although the RFC does not have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReadIndex {
    /// The member of the operation that has the pointer: `from` or `path`.
    pub(crate) member: &'static str,
    /// The number of slashes in front of the part.
    pub(crate) part: usize,
    pub(crate) token: String,
    pub(crate) index: usize,
}

impl Detail {
    /// Returns the detail of a field that the API server sets to its live value again.
    pub(crate) fn live_value() -> Self {
        Self::because("the live value".to_owned(), Reason::LiveValue)
    }

    /// Returns the detail of a field that only the API server can choose.
    pub(crate) fn chosen_value() -> Self {
        let text = "the live value, or one that it chooses";
        Self::because(text.to_owned(), Reason::ChosenValue)
    }

    /// Returns the detail of a field that the API server sets to a default.
    pub(crate) fn default_json(json: String) -> Self {
        Self::because(json, Reason::DefaultJson)
    }

    /// Returns the default that the API server sets, as JSON text.
    pub(crate) fn as_default_json(&self) -> Option<&str> {
        (self.reason() == Some(&Reason::DefaultJson)).then_some(&*self.text)
    }

    /// Returns the detail of a step that depends on a random order.
    pub(crate) fn random_order(text: &str) -> Self {
        Self::because(text.to_owned(), Reason::RandomOrder)
    }

    pub(crate) fn because(text: String, reason: Reason) -> Self {
        Self {
            text: text.into(),
            reason: Some(Box::new(reason)),
        }
    }

    /// Returns the reason.
    pub(crate) fn reason(&self) -> Option<&Reason> {
        self.reason.as_deref()
    }

    /// Returns whether the text is a sentence of its own: a name of another type.
    pub(crate) fn is_sentence(&self) -> bool {
        matches!(self.reason(), Some(Reason::Unnamed(Unnamed::NotAString(_))))
    }

    /// Returns what to write in a manifest that does not name an object.
    pub(crate) fn unnamed_help(&self) -> Option<String> {
        match self.reason() {
            Some(Reason::Unnamed(why)) => Some(why.help()),
            _ => None,
        }
    }
}

/// The sentence that there is no such field, and a field with nearly its name.
impl From<(String, Option<String>)> for Detail {
    fn from((text, near): (String, Option<String>)) -> Self {
        Self {
            text: text.into(),
            reason: near.map(|near| Box::new(Reason::NearField(near))),
        }
    }
}

impl From<String> for Detail {
    fn from(text: String) -> Self {
        Self {
            text: text.into(),
            reason: None,
        }
    }
}
