//! Finds the one object of a stream that a patch is for.

use std::fmt::Write;
use std::sync::Arc;

use anyhow::{Result, bail};

use super::source::{StreamSource, read_chunk};
use crate::cli::input_source::cannot_read;
use crate::cli::inputs::check_metadata;
use crate::document::split::{ChunkKind, ObjectSplitter, Splitter};
use crate::document::{Document, Tree, ValueKind, escape};
use crate::input_limit;
use crate::report::live_objects::{is_for, may_hold_several, object_name};

/// Maximum number of objects in the list of an error.
const MAX_LISTED: usize = 20;

/// Checks the objects of a stream one by one, and keeps the one that all patches are for.
pub(crate) struct ObjectPicker<'p> {
    name: &'p str,
    patches: &'p [Arc<Document>],
    /// The only object so far, or the only one that the patches are for.
    found: Option<Document>,
    all: ObjectList,
    meant: ObjectList,
}

/// The number of objects, and the names of the first ones.
#[derive(Default)]
struct ObjectList {
    count: usize,
    names: String,
}

impl ObjectList {
    fn add(&mut self, object: &Document) {
        self.count += 1;
        if self.count <= MAX_LISTED {
            let (stream, line) = (object.name(), object.position(object.root()).line);
            let _ = write!(self.names, "\n  {stream}:{line}: {}", object_name(object));
        }
    }
}

impl<'p> ObjectPicker<'p> {
    pub(crate) fn new(name: &'p str, patches: &'p [Arc<Document>]) -> Self {
        Self {
            name,
            patches,
            found: None,
            all: ObjectList::default(),
            meant: ObjectList::default(),
        }
    }

    pub(crate) fn add(&mut self, object: Document) {
        self.all.add(&object);
        if self.patches.iter().all(|patch| is_for(patch, &object)) {
            self.meant.add(&object);
            self.found = Some(object);
        } else if self.all.count == 1 {
            self.found = Some(object);
        }
    }

    /// Adds the remaining objects of a stream.
    ///
    /// # Errors
    /// An unreadable object with its position, also one with metadata that kubectl cannot decode; more bytes than the
    /// limit of an input.
    pub(crate) fn add_rest(&mut self, mut source: StreamSource) -> Result<()> {
        let mut bytes = 0;
        loop {
            let batch = source.batch()?;
            if batch.is_empty() {
                return Ok(());
            }
            for chunk in batch {
                bytes += chunk.bytes.len() as u64;
                if bytes > input_limit::bytes() {
                    return Err(cannot_read(source.name(), &input_limit::too_large()));
                }
                let is_document = chunk.kind == ChunkKind::Document;
                let objects = read_chunk(source.name(), chunk)?;
                if let ObjectSplitter::Single(object) = &objects
                    && is_document
                {
                    check_metadata(object, self.patches)?;
                }
                objects.all().into_iter().for_each(|object| self.add(object));
            }
        }
    }

    /// Returns the only object, or the only one that all patches are for.
    ///
    /// # Errors
    /// There are several such objects or none; the error lists them.
    pub(crate) fn finish(self) -> Result<Document> {
        let (name, all, meant) = (self.name, self.all, self.meant);
        if let Some(object) = self.found.filter(|_| all.count == 1 || meant.count == 1) {
            return Ok(object);
        }
        let (fits, list) = match meant.count {
            0 => ("the patch is for none of them", all),
            _ => ("the patch does not say which object it is for", meant),
        };
        let more = match list.count.saturating_sub(MAX_LISTED) {
            0 => String::new(),
            more => format!("\n  and {more} more"),
        };
        let message = format!(
            "{name} contains several objects, and {fits}{}{more}\nhelp: write `kind`, `metadata.name` and `metadata.namespace` of the object into the patch",
            list.names
        );
        bail!("{}", escape::visible_lines(&message))
    }
}

/// Returns the object that a manifest is for, of a text with a list or several documents. Returns `None` for a
/// single object and for a text that cannot be read: the caller reads it again and reports the error.
///
/// # Errors
/// No object, or several that the manifest can be for; the error lists them.
pub(crate) fn object_for(name: &str, text: &[u8], manifest: &Arc<Document>) -> Result<Option<Document>> {
    if !may_hold_several(text) {
        return Ok(None);
    }
    let mut splitter = Splitter::default();
    splitter.feed(text);
    splitter.end();
    let mut picker = ObjectPicker::new(name, std::slice::from_ref(manifest));
    let mut has_list = false;
    while let Some(chunk) = splitter.next_chunk() {
        let Ok(objects) = read_chunk(name, chunk) else {
            return Ok(None);
        };
        has_list |= matches!(objects, ObjectSplitter::Listed { .. });
        let objects = objects.all().into_iter();
        objects
            .filter(|object| object.kind(object.root()) != ValueKind::Null)
            .for_each(|object| picker.add(object));
    }
    match picker.all.count {
        0 if has_list => bail!(
            "{} contains no object\nhelp: if the object does not exist, write `null` instead of the file",
            escape::visible(name)
        ),
        1 if has_list => picker.finish().map(Some),
        0 | 1 => Ok(None),
        _ => picker.finish().map(Some),
    }
}
