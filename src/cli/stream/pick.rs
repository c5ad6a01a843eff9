//! The one object of a stream that a patch is for.

use std::fmt::Write;
use std::sync::Arc;

use anyhow::{Result, bail};

use super::selector::{is_for, object_name};
use super::source::{StreamSource, read_chunk};
use crate::document::{Document, escape};

/// So many objects are listed.
const MAX_LISTED: usize = 20;

/// The only object that all patches are for, by the kind and name that they give.
///
/// # Errors
/// Several objects or none, with a list of them.
pub(crate) fn pick(objects: Vec<Document>, name: &str, patches: &[Arc<Document>]) -> Result<Document> {
    let mut objects = objects;
    if objects.len() == 1 {
        return Ok(objects.remove(0));
    }
    let says_which = patches
        .iter()
        .any(|patch| objects.iter().any(|object| !is_for(patch, object)));
    let is_meant = |object: &Document| patches.iter().all(|patch| is_for(patch, object));
    let mut meant: Vec<&Document> = objects.iter().filter(|object| is_meant(object)).collect();
    if let ([object], true) = (&meant[..], says_which) {
        return Ok((*object).clone());
    }
    let fits = match meant.is_empty() {
        true => "the patch is for none of them",
        false => "the patch does not say for which one it is",
    };
    if meant.is_empty() {
        meant = objects.iter().collect();
    }
    let mut list = String::new();
    for object in meant.iter().take(MAX_LISTED) {
        let at = object.position(object.root());
        let _ = write!(list, "\n  {}:{}: {}", name, at.line, object_name(object));
    }
    if let Some(more) = meant.len().checked_sub(MAX_LISTED).filter(|more| *more > 0) {
        let _ = write!(list, "\n  and {more} more");
    }
    let message = format!(
        "{name} contains several objects, and {fits}{list}\nhelp: write `kind` and `metadata.name` of the object into the patch"
    );
    bail!("{}", escape::visible_lines(&message))
}

/// All objects that are left in a stream.
///
/// # Errors
/// What is unreadable, and where.
pub(crate) fn all_objects(mut source: StreamSource) -> Result<Vec<Document>> {
    let mut objects = Vec::new();
    loop {
        let batch = source.batch()?;
        if batch.is_empty() {
            return Ok(objects);
        }
        for chunk in batch {
            objects.extend(read_chunk(source.name(), chunk)?.all());
        }
    }
}
