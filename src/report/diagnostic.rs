//! The common format of errors and warnings on stderr and in `lint`: the problem and its position, the line
//! of the file, the path in the object, the help, and the message of kubectl.

use super::redact::has_secret;
use super::source_location::SourceLocation;
use crate::document::read::{first_shown, marked_part};
use crate::document::{Position, WHOLE_OBJECT, escape, names_secret};
use crate::merge::Merge;

/// An error or a warning about a position in an object.
#[derive(Clone, Debug)]
pub struct Diagnostic<'d> {
    /// `error`, `warning` or `info`.
    pub level: &'static str,
    /// The position in the files.
    pub location: Option<&'d SourceLocation>,
    /// The object, if there are several.
    pub object: Option<&'d str>,
    /// The problem as a sentence.
    pub sentence: &'d str,
    /// The code.
    pub code: &'static str,
    /// The path in the object.
    pub path: &'d str,
    /// Lines that explain the problem.
    pub why: Vec<String>,
    /// The help; can have several lines.
    pub help: &'d str,
    /// Further notes; can have several lines.
    pub notes: Vec<String>,
}

/// Names that keep their capital letter after a colon.
const NAMES: [&str; 3] = ["Kubernetes", "Secrets", "Go"];

/// Converts a sentence to a clause after a colon: without its capital letter and its full stop.
fn clause(sentence: &str) -> String {
    let sentence = sentence.trim_end().trim_end_matches('.');
    let word = sentence.split([' ', ',']).next().unwrap_or_default();
    let is_type = sentence[word.len()..].starts_with(" has no field `");
    let is_name = is_type || word.chars().skip(1).any(char::is_uppercase) || NAMES.contains(&word);
    match sentence.chars().next() {
        // A single capital letter starts the sentence; with more capital letters it is a name: `A list`, `API
        // servers`, `ServiceSpec`.
        Some(first) if !is_name => first.to_lowercase().chain(sentence.chars().skip(1)).collect(),
        _ => sentence.to_owned(),
    }
}

/// Returns the merge if its lines may be shown, that is, if none of them can have a value of a Secret.
pub fn with_shown_lines(merge: &Merge) -> Option<&Merge> {
    let mut documents = merge.tree.documents().iter();
    let is_secret = documents.any(|document| has_secret(document) || names_secret(document.text()));
    (!is_secret).then_some(merge)
}

impl Diagnostic<'_> {
    /// Returns the lines, escaped, with the line of the file if it may be [shown](with_shown_lines).
    pub fn lines(&self, shown: Option<&Merge>) -> Vec<String> {
        let mut first = format!("{}: ", self.level);
        if let Some(location) = self.location {
            first.push_str(&format!("{location}: "));
        }
        if let Some(object) = self.object {
            first.push_str(&format!("{object}: "));
        }
        first.push_str(&format!("{} [{}]", clause(self.sentence), self.code));
        let mut lines = vec![first];
        lines.extend(shown.and_then(|merge| self.excerpt(merge)).into_iter().flatten());
        // The whole object is no place.
        if !matches!(self.path, "" | WHOLE_OBJECT) {
            lines.push(format!("at: {}", self.path));
        }
        lines.extend(self.why.iter().cloned());
        let helps = std::iter::once(("help: ", self.help));
        let notes = self.notes.iter().map(|note| ("note: ", note.as_str()));
        for (label, text) in helps.chain(notes) {
            let leads = std::iter::once(label).chain(std::iter::repeat("      "));
            lines.extend(
                leads
                    .zip(text.lines())
                    .map(|(lead, line)| format!("{lead}{line}")),
            );
        }
        lines
            .iter()
            .map(|line| escape::visible(line).into_owned())
            .collect()
    }

    /// Returns the line of the file and a line with a caret below the column.
    fn excerpt(&self, merge: &Merge) -> Option<[String; 2]> {
        let location = self.location?;
        let documents = merge.tree.documents();
        let document = documents
            .iter()
            .find(|document| document.name() == location.file)?;
        // The text can be a part of the file that starts within a line.
        let base = document.base;
        let index = location.line.checked_sub(base.line)?;
        let before = if index == 0 { base.column - 1 } else { 0 };
        let position = Position {
            line: location.line,
            column: location.column.saturating_sub(before).max(1),
        };
        let (lines, text, index) = (document.lines(), document.text(), index as usize);
        let from = first_shown(position);
        let is_empty = lines.line(text, index).trim().is_empty();
        (!is_empty).then(|| marked_part(lines.line_from(text, index, from), from, position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_loses_its_capital_and_its_full_stop() {
        let cases = [
            ("The list is empty.", "the list is empty"),
            ("A list.", "a list"),
            ("`env` is a list.", "`env` is a list"),
            ("API servers reject it.", "API servers reject it"),
            ("Kubernetes ignores it.", "Kubernetes ignores it"),
            ("ServiceSpec has no field `a`.", "ServiceSpec has no field `a`"),
            ("Volume has no field `a`.", "Volume has no field `a`"),
            ("", ""),
        ];
        for (sentence, want) in cases {
            assert_eq!(clause(sentence), want);
        }
    }
}
