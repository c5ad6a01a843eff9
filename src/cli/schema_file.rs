//! Reads the file of `--schema FILE`. YAML is parsed by the manifest reader, which has limits.

use anyhow::{Error, Result, anyhow, bail};

use crate::document::split::{ObjectSplitter, Splitter};
use crate::document::{Format, write};
use crate::schema::Schema;
use crate::schema::facts::SchemaFacts;
use crate::schema::openapi::{self, OpenApiError};

/// The help for a file that is not a schema.
const SCHEMA_HELP: &str =
    "pass an OpenAPI document (`definitions` or `components.schemas`) or a CustomResourceDefinition";

/// Adds files to a schema, each with its name for messages. They can refer to each other. With `assume_list_type`, the list
/// types of custom resources count as patch strategies.
///
/// # Errors
/// An invalid file with file, line and column, or with file and definition.
pub(crate) fn add_all<'f>(
    schema: &mut Schema,
    files: impl Iterator<Item = (&'f str, &'f [u8])>,
    assume_list_type: bool,
) -> Result<()> {
    let mut all = Vec::new();
    for (name, bytes) in files {
        let facts = of_bytes(name, bytes, assume_list_type)?;
        schema.overlay(&facts)?;
        all.push((name, bytes, facts));
    }
    for (name, bytes, facts) in &all {
        schema
            .check_names(facts)
            .map_err(|error| error_in(name, bytes, &error))?;
    }
    Ok(())
}

fn error_in(name: &str, bytes: &[u8], error: &OpenApiError) -> Error {
    let location = place_of(error, &String::from_utf8_lossy(bytes));
    let help = match error {
        OpenApiError::At { .. } => "correct this definition, or leave it out",
        _ => SCHEMA_HELP,
    };
    anyhow!("{name}{location}: {error}\nhelp: {help}")
}

fn of_bytes(name: &str, bytes: &[u8], assume_list_type: bool) -> Result<SchemaFacts> {
    let mut splitter = Splitter::default();
    splitter.feed(bytes);
    splitter.end();
    // Documents and items of lists are schemas; the frames around items contain nothing.
    let mut json = String::new();
    while let Some(piece) = splitter.next_chunk() {
        let objects = piece
            .objects(name)
            .map_err(|error| anyhow!("{}", error.report_in_full()))?;
        match objects {
            // Long schemas are usually JSON, which needs no conversion.
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
    let mut facts = openapi::read(&json).map_err(|error| error_in(name, bytes, &error))?;
    if assume_list_type {
        facts.assume_list_types();
    }
    Ok(facts)
}

/// Returns the position of an error as `:LINE:COLUMN`; empty if its definition or field is not a key in the
/// text.
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
            // The name of a CustomResourceDefinition is a value.
            None if at.is_none() => at = text.find(key.as_str()),
            None => break,
        }
    }
    let Some(at) = at else { return String::new() };
    let line = text[..at].matches('\n').count() + 1;
    let column = text[..at].chars().rev().take_while(|c| *c != '\n').count() + 1;
    format!(":{line}:{column}")
}
