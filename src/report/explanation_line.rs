//! A line of the explanation, and what it is for whoever draws it.

use crate::document::escape::visible;

/// What a line of the explanation is, for whoever draws it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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
pub struct Line {
    /// What it is.
    pub kind: Kind,
    /// Its text.
    pub text: String,
}

pub(crate) fn line(kind: Kind, text: impl AsRef<str>) -> Line {
    Line {
        kind,
        text: visible(text.as_ref()).into_owned(),
    }
}
