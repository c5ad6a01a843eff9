//! The schema files of the command line, and how far they have been read.

use std::path::{Path, PathBuf};

use crate::explorer::export::session::SessionRules;
use crate::schema::Schema;

/// Puts a schema together from rules; the error says in one line which text is wrong, where, and how.
pub type ReadSchema = fn(&SessionRules) -> Result<Schema, String>;

/// The schema options of the command line, and their files.
#[derive(Clone, Debug)]
pub struct SchemaFiles {
    /// The rules that hold.
    pub rules: SessionRules,
    /// The file of each schema of the rules; none for what can only be read once.
    pub files: Vec<Option<PathBuf>>,
    /// How rules become a schema.
    pub read: ReadSchema,
}

/// The same while the files are watched.
#[derive(Debug)]
pub(crate) struct SchemaWatch {
    pub(crate) current: SchemaFiles,
    /// The texts as they were saved last, also where they could not be read.
    pub(crate) newest: SessionRules,
    /// How many saves there have been: only the answer to the last one counts.
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

    /// The rules that hold.
    pub(crate) fn rules(&self) -> &SessionRules {
        &self.current.rules
    }

    /// What to watch, with the bytes that were read last.
    pub(crate) fn watched(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        let texts = self.current.files.iter().zip(&self.newest.schemas);
        texts.filter_map(|(file, text)| Some((file.as_deref()?, text.text.as_bytes())))
    }
}
