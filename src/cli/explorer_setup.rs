//! What the explorer begins with.

use std::sync::Arc;

use crate::explorer::export::session::SessionFolds;
use crate::merge::Semantics;
use crate::schema::Schema;
use crate::terminal::app::{OpenAt, SchemaFiles};

/// What the explorer begins with.
pub(crate) struct ExplorerSetup {
    pub(crate) start: OpenAt,
    pub(crate) schema: Arc<Schema>,
    pub(crate) semantics: Semantics,
    /// The step to begin at; else the last.
    pub(crate) position: Option<usize>,
    /// What to fold.
    pub(crate) folds: SessionFolds,
    /// What was said of fields.
    pub(crate) rules: SchemaFiles,
}
