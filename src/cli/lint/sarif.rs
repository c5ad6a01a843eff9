//! Prints findings as SARIF 2.1.0 with their fixes, for editors and code scanning.

use std::fmt::Write;
use std::sync::OnceLock;

use anyhow::Result;
use serde_json::{Value, json};

use super::severity::LintLevels;
use crate::document::escape;
use crate::merge::Rule;
use crate::report::findings::LintFinding;
use crate::report::fix::FixEdit;

/// The number of results in a part.
const PART: usize = 256;

/// The text after the last result.
pub(crate) const CLOSE: &str = "]}]}\n";

/// Returns the text before the first result.
pub(crate) fn open() -> &'static str {
    static OPEN: OnceLock<String> = OnceLock::new();
    OPEN.get_or_init(|| {
        let rules: Vec<Value> = Rule::ALL
            .iter()
            .filter(|rule| rule.is_finding())
            .map(|rule| {
                json!({
                    "id": rule.name(),
                    "shortDescription": {"text": rule.text().rule},
                    "help": {"text": format!("Source: {}", rule.text().source)},
                })
            })
            .collect();
        let driver = json!({
            "name": "mergescope",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        });
        format!(
            "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\
             \"tool\":{{\"driver\":{driver}}},\"columnKind\":\"unicodeCodePoints\",\"results\":["
        )
    })
}

/// Formats the results of one object, separated by commas, in parts: together they can be longer than all inputs.
/// `object` is its name in a stream.
pub(crate) fn results(
    lint: &LintLevels,
    found: &[&LintFinding],
    object: Option<&str>,
) -> impl Iterator<Item = Result<String>> {
    found.chunks(PART).enumerate().map(move |(part, found)| {
        let mut out = String::new();
        for (at, finding) in found.iter().enumerate() {
            let comma = if part + at > 0 { "," } else { "" };
            write!(
                out,
                "{comma}\n{}",
                escaped(serde_json::to_string(&result(lint, finding, object))?)
            )?;
        }
        Ok(out)
    })
}

/// Replaces characters that a terminal interprets or does not show by `\u` escapes.
fn escaped(json: String) -> String {
    if !json.chars().any(escape::is_escaped) {
        return json;
    }
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match escape::is_escaped(c) {
            true => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    // Writing to a string cannot fail.
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            false => out.push(c),
        }
    }
    out
}

fn result(lint: &LintLevels, finding: &LintFinding, object: Option<&str>) -> Value {
    let help = match finding.report.fix.as_str() {
        "" => String::new(),
        fix => format!("\nFix: {fix}"),
    };
    let mut logical = json!({"fullyQualifiedName": finding.path});
    if let Some(object) = object {
        logical["name"] = json!(object);
    }
    let mut location = json!({"logicalLocations": [logical]});
    if let Some(position) = &finding.location {
        location["physicalLocation"] = json!({
            "artifactLocation": {"uri": uri(&position.file)},
            "region": {"startLine": position.line, "startColumn": position.column},
        });
    }
    let mut result = json!({
        "ruleId": finding.rule.name(),
        "level": lint.level(finding),
        "message": {"text": format!("{}: {}{help}", finding.path, finding.sentence)},
        "locations": [location],
    });
    result["properties"] = json!({"applicability": finding.report.applicability});
    if let Some(tried) = finding.report.tried {
        result["properties"]["tried"] = json!(tried);
    }
    let edits = &finding.report.edits;
    // Other tools apply every fix, so a fix that needs a decision is omitted.
    if let Some(first) = edits.first().filter(|_| finding.fix.is_machine_applicable()) {
        let replacements: Vec<Value> = edits.iter().map(replacement).collect();
        result["fixes"] = json!([{
            "description": {"text": finding.report.fix},
            "artifactChanges": [{
                "artifactLocation": {"uri": uri(&first.file)},
                "replacements": replacements,
            }],
        }]);
    }
    result
}

fn replacement(edit: &FixEdit) -> Value {
    json!({
        "deletedRegion": {
            "startLine": edit.line,
            "startColumn": edit.column,
            // Without an end, the region goes to the end of the line.
            "endLine": edit.end_line,
            "endColumn": edit.end_column,
            "byteOffset": edit.byte_start,
            "byteLength": edit.byte_end - edit.byte_start,
        },
        "insertedContent": {"text": edit.replacement},
    })
}

/// Converts a file name to a URI reference.
fn uri(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                out.push(char::from(byte))
            }
            // Writing to a string cannot fail.
            _ => drop(write!(out, "%{byte:02X}")),
        }
    }
    out
}
