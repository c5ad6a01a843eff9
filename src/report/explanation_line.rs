//! A line of the explanation and its kind, which decides how it is drawn.

use crate::document::escape::visible;

/// The kind of a line of the explanation, which decides how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// The effect and the path of the step.
    Title,
    /// The sentence of the step.
    Sentence,
    /// The general text of the rule.
    Rule,
    /// The source of the rule, and the positions of the nodes.
    Place,
    /// The message of kubectl.
    Kubernetes,
    /// The cause of another rejection by the API server.
    OtherCause,
    /// A message of kubectl of which only a part is shown.
    Folded,
    /// Columns below each other; never wrapped.
    Aligned,
    /// The help.
    Fix,
    /// A warning of a reader.
    Warning,
    /// An empty line.
    Blank,
}

/// One line of the explanation, escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplanationLine {
    /// The kind of the line.
    pub kind: LineKind,
    /// The text.
    pub text: String,
}

pub(crate) fn explanation_line(kind: LineKind, text: impl AsRef<str>) -> ExplanationLine {
    ExplanationLine {
        kind,
        text: visible(text.as_ref()).into_owned(),
    }
}
