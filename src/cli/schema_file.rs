//! `--schema FILE`: from a file to facts. YAML goes through the reader of manifests, which has budgets.

use anyhow::{Result, anyhow, bail};

use super::input_source::InputPath;
use crate::document::split::{ObjectSplitter, Splitter};
use crate::document::{Format, write};
use crate::schema::facts::SchemaFacts;
use crate::schema::openapi::{self, OpenApiError};

/// What a schema file can be.
const SCHEMA_HELP: &str =
    "pass an OpenAPI document (`definitions` or `components.schemas`) or a CustomResourceDefinition";

/// The facts of a file; with `assume_list_type` the list-types of custom resources count as patch strategies.
///
/// # Errors
/// What is unreadable, and where: file, line and column, or file and definition.
pub(crate) fn read(origin: &InputPath, assume_list_type: bool) -> Result<SchemaFacts> {
    of_bytes(&origin.name(), &origin.bytes()?, assume_list_type)
}

/// As [`read`], of bytes that are there already; `name` is what messages call them.
///
/// # Errors
/// As [`read`].
pub(crate) fn of_bytes(name: &str, bytes: &[u8], assume_list_type: bool) -> Result<SchemaFacts> {
    let mut splitter = Splitter::default();
    splitter.feed(bytes);
    splitter.end();
    // Whole documents and items of lists are schemas, what is around items says nothing.
    let mut json = String::new();
    while let Some(piece) = splitter.next_chunk() {
        let objects = piece
            .objects(name)
            .map_err(|error| anyhow!("{}", error.report_in_full()))?;
        match objects {
            // The long ones are JSON: they need not be written again.
            ObjectSplitter::Single(document) if document.format() == Format::Json => {
                json.push_str(document.text().trim_start_matches('\u{feff}'));
                json.push('\n');
            }
            objects => {
                for document in objects.all() {
                    json.push_str(&write::json_compact(&document));
                    json.push('\n');
                }
            }
        }
    }
    if json.is_empty() {
        bail!("{name}: the schema is empty\nhelp: {SCHEMA_HELP}");
    }
    let mut facts = openapi::read(&json).map_err(|error| {
        let place = place_of(&error, &String::from_utf8_lossy(bytes));
        let help = match &error {
            OpenApiError::At { .. } => "correct this definition, or leave it out",
            _ => SCHEMA_HELP,
        };
        anyhow!("{name}{place}: {error}\nhelp: {help}")
    })?;
    if assume_list_type {
        facts.assume_list_types();
    }
    Ok(facts)
}

/// `:LINE:COLUMN` of the definition or field that an error is about; empty where the text does not have it as a key.
fn place_of(error: &OpenApiError, text: &str) -> String {
    let OpenApiError::At { keys, .. } = error else {
        return ":1:1".to_owned();
    };
    let mut at = None;
    for key in keys {
        let from = at.unwrap_or(0);
        let is_key = |found: &usize| {
            let rest = text[from + found + key.len()..]
                .trim_start_matches('"')
                .trim_start();
            rest.starts_with(':')
        };
        let mut found = text[from..].match_indices(key.as_str()).map(|(found, _)| found);
        match found.find(is_key) {
            Some(found) => at = Some(from + found),
            // A CustomResourceDefinition is named by a value.
            None if at.is_none() => at = text.find(key.as_str()),
            None => break,
        }
    }
    let Some(at) = at else { return String::new() };
    let line = text[..at].matches('\n').count() + 1;
    let column = text[..at].chars().rev().take_while(|c| *c != '\n').count() + 1;
    format!(":{line}:{column}")
}
