//! What the explorer begins with.

use std::sync::Arc;

use crate::explorer::export::session::FoldedNodes;
use crate::merge::Semantics;
use crate::schema::Schema;
use crate::terminal::app::{SchemaFiles, Start};

/// What the explorer begins with.
pub(crate) struct Begun {
    pub(crate) start: Start,
    pub(crate) schema: Arc<Schema>,
    pub(crate) semantics: Semantics,
    /// The step to begin at; else the last.
    pub(crate) position: Option<usize>,
    /// What to fold.
    pub(crate) folds: FoldedNodes,
    /// What was said of fields.
    pub(crate) rules: SchemaFiles,
}
