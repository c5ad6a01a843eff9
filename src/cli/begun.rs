//! What the explorer begins with.

use std::sync::Arc;

use crate::explorer::export::session::FoldedNodes;
use crate::merge::Semantics;
use crate::schema::Schema;
use crate::terminal::app::{SchemaFiles, Start};

/// What the explorer begins with.
pub(super) struct Begun {
    pub(super) start: Start,
    pub(super) schema: Arc<Schema>,
    pub(super) semantics: Semantics,
    /// The step to begin at; else the last.
    pub(super) position: Option<usize>,
    /// What to fold.
    pub(super) folds: FoldedNodes,
    /// What was said of fields.
    pub(super) rules: SchemaFiles,
}
