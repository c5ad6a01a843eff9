//! A line of the explanation, and what it is for whoever draws it.

use crate::document::escape::visible;

/// What a line of the explanation is, for whoever draws it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// What happens where, in short.
    Title,
    /// What this step does.
    Says,
    /// The rule in general.
    Rule,
    /// The document that defines it, and where the nodes stand.
    Place,
    /// What kubectl prints.
    Kubernetes,
    /// Sequences under each other: never wrapped.
    Aligned,
    /// The smallest change that helps.
    Fix,
    /// Something the reader frowned at.
    Warning,
    /// Space.
    Blank,
}

/// One line of the explanation, escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplanationLine {
    /// What it is.
    pub kind: LineKind,
    /// Its text.
    pub text: String,
}

pub(crate) fn explanation_line(kind: LineKind, text: impl AsRef<str>) -> ExplanationLine {
    ExplanationLine {
        kind,
        text: visible(text.as_ref()).into_owned(),
    }
}
