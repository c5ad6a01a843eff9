//! The initial state of the explorer.

use std::sync::Arc;

use crate::explorer::export::session::SessionFolds;
use crate::merge::Semantics;
use crate::schema::Schema;
use crate::terminal::app::{OpenAt, SchemaFiles};

/// The initial state of the explorer.
pub(crate) struct ExplorerSetup {
    pub(crate) start: OpenAt,
    pub(crate) schema: Arc<Schema>,
    pub(crate) semantics: Semantics,
    /// The first step to show; the default is the last.
    pub(crate) position: Option<usize>,
    /// The folded nodes.
    pub(crate) folds: SessionFolds,
    /// The schemas and declared merge keys.
    pub(crate) rules: SchemaFiles,
}
