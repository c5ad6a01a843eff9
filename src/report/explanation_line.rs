//! A line of the explanation and its kind, which decides how it is drawn.

use crate::document::escape::visible;

/// The kind of a line of the explanation, which decides how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// What happens where, in short.
    Title,
    /// What this step does.
    Says,
    /// The rule in general.
    Rule,
    /// The source of the rule, and the positions of the nodes.
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
