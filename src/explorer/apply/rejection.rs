//! An apply for which kubectl computes no patch, so that there is nothing to merge.

use crate::create::{AppliedPatch, ApplyError, FailureReport, Sentences, SideNames};
use crate::document::write::TextEdit;
use crate::document::{Document, Position, ReadError, Tree, ValueKind, names_secret};
use crate::explorer::inputs::input_error::{InputError, UnreadInput, sentence_of};
use crate::explorer::inputs::opening::is_unread;
use crate::merge::Rule;
use crate::report::fix::kind_edits;
use crate::report::redact::has_secret;

/// The reason why kubectl computes no patch; not escaped.
#[derive(Clone, Debug, Default)]
pub(crate) struct ApplyRejection {
    /// The name of the rule; empty if a text cannot be read.
    pub(crate) rule: &'static str,
    pub(crate) sentence: String,
    pub(crate) path: String,
    pub(crate) location: String,
    pub(crate) help: String,
    pub(crate) kubectl: String,
    /// Whether the manifest names another object, so that kubectl applies it to that one.
    pub(crate) is_for_other: bool,
    /// The edits of the manifest that do what the help says.
    pub(crate) edits: Vec<TextEdit>,
    /// The lines of the manifest around the mistake.
    pub(crate) manifest: Option<Box<UnreadInput>>,
}

impl ApplyRejection {
    /// Returns the sign and the words for titles.
    pub(crate) fn sign(&self) -> &'static str {
        match self.is_for_other {
            true => "✗ another object",
            false => "✗ rejected",
        }
    }

    /// Returns place, cause and help in one line.
    pub(crate) fn words(&self) -> String {
        let place = [&self.path, &self.location].map(|place| place.as_str());
        let place: Vec<&str> = place.into_iter().filter(|place| !place.is_empty()).collect();
        let help: Vec<&str> = self.help.lines().collect();
        let help = match help.is_empty() {
            true => String::new(),
            false => format!(" Help: {}", help.join(" ")),
        };
        match place.is_empty() {
            true => format!("{}{help}", self.sentence),
            false => format!("{}: {}{help}", place.join(" at "), self.sentence),
        }
    }

    pub(super) fn new(error: ApplyError, inputs: &AppliedPatch) -> Self {
        let manifest = &inputs.manifest;
        let failed = match error {
            ApplyError::Unreadable(error) => return Self::unreadable(&error),
            ApplyError::Failed(failed) => failed,
        };
        let (failure, sides) = &*failed;
        let sentences = Sentences {
            sides,
            schema: &inputs.schema,
            names: SideNames::APPLY,
            manifest: None,
        };
        let report = FailureReport::new(&sentences, failure);
        let position = report
            .location
            .as_ref()
            .filter(|location| location.file == manifest.name());
        let position = position.map(|location| location.position);
        // The message can quote the values of a Secret.
        let secret = [manifest, &inputs.live]
            .into_iter()
            .any(|document| has_secret(document) || names_secret(document.text()));
        if manifest.kind(manifest.root()) == ValueKind::Null {
            return Self::without_manifest(manifest);
        }
        Self {
            rule: report.rule.name(),
            is_for_other: report.rule == Rule::ApplyIdentity,
            edits: match report.rule {
                Rule::ApplyUnknownKind => kind_edits(&inputs.live, manifest, &inputs.schema),
                _ => Vec::new(),
            },
            path: report.path.to_string(),
            location: report
                .location
                .map(|location| location.to_string())
                .unwrap_or_default(),
            manifest: lines_around(manifest, position, &report.sentence, secret),
            sentence: report.sentence,
            help: report.help,
            kubectl: if secret { String::new() } else { report.kubectl },
        }
    }

    /// Returns the rejection while an input was never readable, if there is such an input.
    pub(super) fn unread(inputs: &AppliedPatch) -> Option<Self> {
        let mut all = [&inputs.live, &inputs.manifest]
            .into_iter()
            .chain(&inputs.last_applied);
        let unread = all.find(|document| is_unread(document.text()))?;
        Some(Self {
            sentence: format!("{} cannot be read.", unread.name()),
            ..Self::default()
        })
    }

    /// Returns the rejection of an empty manifest.
    fn without_manifest(manifest: &Document) -> Self {
        Self {
            sentence: format!("{} is empty.", manifest.name()),
            help: "Write a manifest into the file.".to_owned(),
            kubectl: "error: no objects passed to apply".to_owned(),
            manifest: lines_around(manifest, None, "empty", false),
            ..Self::default()
        }
    }

    fn unreadable(error: &ReadError) -> Self {
        Self {
            sentence: format!("{}.", error.what),
            location: format!("{}:{}:{}", error.name, error.position.line, error.position.column),
            help: sentence_of(error),
            ..Self::default()
        }
    }
}

/// Returns the lines of the manifest around a position; without one, if the mistake is in another document, nothing.
fn lines_around(
    manifest: &Document,
    position: Option<Position>,
    what: &str,
    secret: bool,
) -> Option<Box<UnreadInput>> {
    let error = ReadError {
        name: manifest.name().to_owned(),
        position: position.unwrap_or_else(|| manifest.position(manifest.root())),
        what: what.trim_end_matches('.').to_owned(),
        help: None,
        line: String::new(),
        secret,
    };
    InputError::in_bytes(&error, manifest.original_text().as_bytes().to_vec()).unread
}
