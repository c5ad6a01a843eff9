//! What the command and the explorer say about a failure: where, why, and what to do.

use super::line_reason::CreateFailure;
use super::sentence::Sentences;
use super::sides::DocumentSide;
use crate::document::{Path, Position};
use crate::merge::Rule;

/// The reason why no patch can be computed, in sentences; not escaped.
#[derive(Clone, Debug)]
pub struct FailureReport {
    /// The rule that rejects.
    pub rule: Rule,
    /// The place of the mistake.
    pub location: Option<FailureLocation>,
    /// The path of the field; empty if it is about the whole object.
    pub path: Path,
    /// The reason.
    pub sentence: String,
    /// What to do; it can be empty.
    pub help: String,
    /// The message of kubectl; empty if it says nothing new.
    pub kubectl: String,
    places: Vec<String>,
}

/// The place of a mistake in a document.
#[derive(Clone, Debug)]
pub struct FailureLocation {
    /// The document.
    pub side: DocumentSide,
    /// Its name.
    pub file: String,
    /// The position in it.
    pub position: Position,
}

impl std::fmt::Display for FailureLocation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.position.line, self.position.column)
    }
}

impl FailureReport {
    /// Creates the report on a failure.
    pub fn new(sentences: &Sentences<'_>, failure: &CreateFailure) -> Self {
        let location = [
            DocumentSide::Modified,
            DocumentSide::Current,
            DocumentSide::Original,
        ]
        .into_iter()
        .find_map(|side| {
            let (file, position) = sentences.position(side, failure.reason.node(side)?)?;
            let file = file.to_owned();
            Some(FailureLocation { side, file, position })
        });
        let mut places = sentences.places(&failure.reason);
        if let Some(location) = &location {
            let location = location.to_string();
            places.retain(|other| !other.ends_with(&location));
        }
        let message = failure.message.trim_end().lines().next().unwrap_or_default();
        Self {
            rule: failure.reason.rule,
            location,
            path: failure.path.clone(),
            sentence: sentences.failure(failure),
            help: sentences.fix(failure),
            kubectl: match failure.reason.rule {
                Rule::KubernetesPanics => format!("panic: {message}"),
                // If the message has several lines, the first one says nothing.
                _ if *failure.detail.text == *message || message.ends_with(':') => String::new(),
                _ => message.to_owned(),
            },
            places,
        }
    }

    /// Returns the path and the places besides the location, in one line.
    pub fn other_places(&self) -> String {
        let path = (!self.path.0.is_empty()).then(|| self.path.to_string());
        let all: Vec<String> = path.into_iter().chain(self.places.iter().cloned()).collect();
        all.join(" · ")
    }
}
