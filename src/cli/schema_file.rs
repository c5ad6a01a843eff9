//! `--schema FILE`: from a file to facts. YAML goes through the reader of manifests, which has budgets.

use anyhow::{Context, Result, anyhow, bail};

use super::input_source::InputPath;
use crate::document::split::{ObjectSplitter, Splitter};
use crate::document::{Format, write};
use crate::schema::facts::SchemaFacts;
use crate::schema::openapi;

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
    while let Some(piece) = splitter.piece() {
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
        bail!("{name}: the schema is empty");
    }
    let mut facts = openapi::read(&json).with_context(|| format!("--schema {name}"))?;
    if assume_list_type {
        facts.assume_list_types();
    }
    Ok(facts)
}
