//! The schema files of the command line, and the state of reading them.

use std::path::{Path, PathBuf};

use crate::explorer::export::session::SessionRules;
use crate::schema::Schema;

/// Builds a schema from schema options. The error is one line with the name of the text, the position and the
/// problem.
pub(crate) type ReadSchema = fn(&SessionRules) -> Result<Schema, String>;

/// The schema options of the command line, and their files.
#[derive(Clone, Debug)]
pub struct SchemaFiles {
    /// The schema options that are in use.
    pub rules: SessionRules,
    /// The file of each schema text; `None` for a text that can only be read once.
    pub files: Vec<Option<PathBuf>>,
    /// The function that builds a schema from the options.
    pub read: ReadSchema,
}

/// The schema files while they are watched.
#[derive(Debug)]
pub(crate) struct SchemaWatch {
    pub(crate) current: SchemaFiles,
    /// The newest schema texts, even if they cannot be read.
    pub(crate) newest: SessionRules,
    /// The number of saves. Only the result of the last one is used.
    pub(crate) saves: u64,
}

impl SchemaWatch {
    pub(crate) fn new(current: SchemaFiles) -> Self {
        Self {
            newest: current.rules.clone(),
            current,
            saves: 0,
        }
    }

    /// Returns the schema options that are in use.
    pub(crate) fn rules(&self) -> &SessionRules {
        &self.current.rules
    }

    /// Returns the files to watch, with their last read bytes.
    pub(crate) fn watched(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        let texts = self.current.files.iter().zip(&self.newest.schemas);
        texts.filter_map(|(file, text)| Some((file.as_deref()?, text.text.as_bytes())))
    }
}
