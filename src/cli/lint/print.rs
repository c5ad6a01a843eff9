//! Prints findings as text, as JSON and as GitHub annotations.

use std::fmt::Write;

use anyhow::Result;
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::sarif;
use super::severity::LintLevels;
use crate::cli::args::LintFormat;
use crate::document::escape;
use crate::document::words::and_list;
use crate::merge::{Merge, Severity};
use crate::report::diagnostic::{Diagnostic, with_shown_lines};
use crate::report::findings::{self, LintFinding};
use crate::report::fix::FixReport;
use crate::report::source_location::SourceLocation;

#[derive(Serialize)]
struct LintJson<'a> {
    /// The object, for a stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<&'a str>,
    semantics: &'static str,
    verdict: &'static str,
    findings: Vec<FindingJson<'a>>,
}

#[derive(Serialize)]
struct FindingJson<'a> {
    code: &'static str,
    level: &'static str,
    path: &'a str,
    #[serde(rename = "says")]
    sentence: &'a str,
    #[serde(flatten)]
    fix: &'a FixReport,
    source: &'static str,
    location: Option<&'a SourceLocation>,
}

#[derive(Serialize)]
struct LintCodeJson {
    code: &'static str,
    level: &'static str,
    /// The commands that report it.
    commands: &'static [&'static str],
    rule: &'static str,
    source: &'static str,
}

/// Formats the findings of one object; `object` is its name in a stream.
pub(crate) fn findings(
    lint: &LintLevels,
    merged: &Merge,
    found: &[LintFinding],
    object: Option<&str>,
) -> Result<String> {
    let found = &by_line(merged, found)[..];
    Ok(match lint.format {
        LintFormat::Text => {
            let shown = with_shown_lines(merged);
            let mut first_of = FxHashMap::default();
            let findings = found.iter().map(|finding| {
                let first = *first_of.entry(beginning_of_fix(finding)).or_insert(*finding);
                let is_other = !std::ptr::eq(first, *finding) && has_same_fix(first, finding);
                let help = match first.location.as_ref().filter(|_| is_other) {
                    Some(SourceLocation { line, column, .. }) => {
                        let is_same_line = (first.rule, &first.location) == (finding.rule, &finding.location);
                        match (is_same_line, first.rule.name()) {
                            (true, _) => {
                                "The fix of the finding above also resolves this finding.".to_owned()
                            }
                            (false, code) => {
                                format!("The fix of `{code}` at {line}:{column} also resolves this finding.")
                            }
                        }
                    }
                    None => finding.report.fix.clone(),
                };
                plain(lint, shown, (finding, object), &help)
            });
            findings.collect::<Vec<_>>().join("\n")
        }
        LintFormat::Github => found.iter().map(|found| annotation(lint, found)).collect(),
        LintFormat::Json => json(lint, merged, found, object)?,
        LintFormat::Sarif => sarif::results(lint, found, object).collect::<Result<_>>()?,
    })
}

/// Sorts findings by their lines in the patches, then in the live object. The last are about no line.
pub(super) fn by_line<'f>(merged: &Merge, found: &'f [LintFinding]) -> Vec<&'f LintFinding> {
    let patches = &merged.inputs.patches;
    let mut indexes = FxHashMap::default();
    for (index, patch) in patches.iter().enumerate() {
        indexes.entry(patch.name()).or_insert(index);
    }
    let place = |finding: &LintFinding| {
        let SourceLocation { file, line, column } = finding.location.as_ref()?;
        let patch = indexes.get(file.as_str()).copied();
        Some((patch.unwrap_or(patches.len()), *line, *column))
    };
    let mut found: Vec<&LintFinding> = found.iter().collect();
    found.sort_by_key(|finding| place(finding).unwrap_or((usize::MAX, 0, 0)));
    found
}

/// Returns what two findings with the same fix have in common.
fn beginning_of_fix(finding: &LintFinding) -> (usize, Option<(usize, usize)>, &str) {
    let fix = &finding.fix;
    let first = fix.edits.first().map(|edit| (edit.start, edit.end));
    (fix.patch, first, &fix.sentence)
}

/// Returns whether two findings have one cause: the same edits of the same patch end both.
fn has_same_fix(one: &LintFinding, other: &LintFinding) -> bool {
    let (one, other) = (&one.fix, &other.fix);
    let is_same = (one.patch, &one.edits, &one.sentence) == (other.patch, &other.edits, &other.sentence);
    is_same && !one.edits.is_empty() && one.is_machine_applicable() && other.is_machine_applicable()
}

fn plain(
    lint: &LintLevels,
    shown: Option<&Merge>,
    (finding, object): (&LintFinding, Option<&str>),
    help: &str,
) -> String {
    let diagnostic = Diagnostic {
        level: lint.level(finding),
        location: finding.location.as_ref(),
        object,
        sentence: &finding.sentence,
        code: finding.rule.name(),
        path: &finding.path,
        why: Vec::new(),
        help,
        notes: Vec::new(),
    };
    let lines = diagnostic.lines(shown);
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Formats an annotation; see "Workflow commands" in <https://docs.github.com/actions>.
fn annotation(lint: &LintLevels, found: &LintFinding) -> String {
    let mut properties = String::new();
    if let Some(SourceLocation { file, line, column }) = &found.location {
        let _ = write!(properties, "file={},line={line},col={column},", property(file));
    }
    let title = format!("mergescope {}", found.rule.name());
    let fix = if found.report.fix.is_empty() {
        String::new()
    } else {
        format!("\nHelp: {}", found.report.fix)
    };
    let message = format!("{}: {}{fix}", found.path, found.sentence);
    format!(
        "::{} {properties}title={}::{}\n",
        lint.level(found),
        property(&title),
        data(&message)
    )
}

/// Escapes a message: line breaks, percent signs, and other control characters.
fn data(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(escape::visible).collect();
    lines
        .join("\n")
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Escapes a property: as a message, and the characters that end a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

fn json(lint: &LintLevels, merged: &Merge, found: &[&LintFinding], object: Option<&str>) -> Result<String> {
    let findings = found.iter().map(|found| FindingJson {
        code: found.rule.name(),
        level: lint.level(found),
        path: &found.path,
        sentence: &found.sentence,
        fix: &found.report,
        source: found.rule.text().source,
        location: found.location.as_ref(),
    });
    let answer = LintJson {
        object,
        semantics: merged.inputs.semantics.name(),
        verdict: if merged.rejection().is_some() {
            "rejected"
        } else {
            "merged"
        },
        findings: findings.collect(),
    };
    Ok(serde_json::to_string_pretty(&answer)? + "\n")
}

/// Formats the table of lint codes: the warnings, then the rejections.
pub(crate) fn codes(format: LintFormat) -> Result<String> {
    let all = || {
        [Severity::Warning, Severity::Error]
            .into_iter()
            .flat_map(findings::codes)
    };
    if format == LintFormat::Json {
        let codes = all().map(|rule| LintCodeJson {
            code: rule.name(),
            level: if rule.severity() == Some(Severity::Error) {
                "error"
            } else {
                "warning"
            },
            commands: rule.text().commands,
            rule: rule.text().rule,
            source: rule.text().source,
        });
        return Ok(serde_json::to_string_pretty(&codes.collect::<Vec<_>>())? + "\n");
    }
    let width = all().map(|rule| rule.name().len()).max().unwrap_or(0);
    let mut out = String::new();
    for (severity, title) in [(Severity::Warning, "Warnings"), (Severity::Error, "Rejections")] {
        for (commands, rules) in findings::codes_by_command(severity) {
            let _ = writeln!(out, "{title} of {}:", and_list(commands));
            for rule in rules {
                let _ = writeln!(out, "{:<width$}  {}", rule.name(), rule.text().rule);
            }
            out.push('\n');
        }
    }
    out.push_str("--deny and --allow take the codes of warnings. A rejection is always an error.\n");
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_cannot_be_broken_out_of() {
        assert_eq!(
            property("a,b:c%\n::error::x"),
            "a%2Cb%3Cc%25%0A%3A%3Aerror%3A%3Ax".replace("%3Cc", "%3Ac")
        );
        assert_eq!(data("50%\r\nb\x1b[2J"), "50%25%0Ab\\x1b[2J");
    }
}
