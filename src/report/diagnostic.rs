//! The one shape of everything that stops or warns, on stderr and in `lint`: what and where, the line of the file, the path in the
//! object, what to do, and what kubectl prints.

use super::source_location::SourceLocation;
use crate::document::escape;
use crate::document::read::marked_line;
use crate::document::{Position, names_secret};
use crate::merge::Merge;

/// An error or a warning about a place in an object.
#[derive(Clone, Debug)]
pub struct Diagnostic<'d> {
    /// `error`, `warning` or `info`.
    pub level: &'static str,
    /// Where it is in the files.
    pub location: Option<&'d SourceLocation>,
    /// The object, where there are several.
    pub object: Option<&'d str>,
    /// What is wrong, in a sentence.
    pub says: &'d str,
    /// The code.
    pub code: &'static str,
    /// The path in the object.
    pub path: &'d str,
    /// Lines that explain it.
    pub why: Vec<String>,
    /// What to do; may have several lines.
    pub help: &'d str,
    /// Further facts.
    pub notes: Vec<String>,
}

/// Words that keep their capital after a colon.
const NAMES: [&str; 3] = ["Kubernetes", "Secrets", "Go"];

/// A sentence as the part of a line after a colon: without its capital and its full stop.
fn clause(sentence: &str) -> String {
    let sentence = sentence.trim_end().trim_end_matches('.');
    let word = sentence.split([' ', ',']).next().unwrap_or_default();
    let is_name = word.chars().skip(1).any(char::is_uppercase) || NAMES.contains(&word);
    match sentence.chars().next() {
        // One capital is that of the sentence, more are those of a name: `A list`, `API servers`, `ServiceSpec`.
        Some(first) if !is_name => first.to_lowercase().chain(sentence.chars().skip(1)).collect(),
        _ => sentence.to_owned(),
    }
}

impl Diagnostic<'_> {
    /// The lines, escaped. The line of the file is left out where it may hold a value of a Secret.
    pub fn lines(&self, merge: Option<&Merge>) -> Vec<String> {
        let mut first = format!("{}: ", self.level);
        if let Some(location) = self.location {
            first.push_str(&format!("{location}: "));
        }
        if let Some(object) = self.object {
            first.push_str(&format!("{object}: "));
        }
        first.push_str(&format!("{} [{}]", clause(self.says), self.code));
        let mut lines = vec![first];
        lines.extend(merge.and_then(|merge| self.excerpt(merge)).into_iter().flatten());
        if !self.path.is_empty() {
            lines.push(format!("at: {}", self.path));
        }
        lines.extend(self.why.iter().cloned());
        for (index, line) in self.help.lines().enumerate() {
            let lead = if index == 0 { "help: " } else { "      " };
            lines.push(format!("{lead}{line}"));
        }
        lines.extend(self.notes.iter().map(|note| format!("note: {note}")));
        lines
            .iter()
            .map(|line| escape::visible(line).into_owned())
            .collect()
    }

    /// The line of the file with a mark below the column.
    fn excerpt(&self, merge: &Merge) -> Option<[String; 2]> {
        let location = self.location?;
        let documents = merge.scene.documents();
        if documents.iter().any(|document| names_secret(document.text())) {
            return None;
        }
        let document = documents
            .iter()
            .find(|document| document.name() == location.file)?;
        // The text can be a part of the file, which begins somewhere in a line.
        let base = document.base;
        let index = location.line.checked_sub(base.line)?;
        let before = if index == 0 { base.column - 1 } else { 0 };
        let position = Position {
            line: location.line,
            column: location.column.saturating_sub(before).max(1),
        };
        marked_line(document.lines().line(document.text(), index as usize), position)
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
            ("", ""),
        ];
        for (sentence, want) in cases {
            assert_eq!(clause(sentence), want);
        }
    }
}
