//! The policy that is open: its templates, the files, and which object each template is held against.

use std::sync::Arc;

use crate::document::Document;
use crate::merge::policy::TemplateMatch;
use crate::merge::policy::file::Policy;

/// Each template's object, and the slot of its file.
pub(crate) type PolicyObjects = Vec<Option<(usize, Arc<Document>)>>;

/// A policy under way.
#[derive(Clone, Debug)]
pub(crate) struct PolicyState {
    pub(crate) policy: Policy,
    /// The bytes of every slot.
    pub(crate) files: Vec<Vec<u8>>,
    /// Which template is shown.
    pub(crate) shown: usize,
    /// Each template's object and its slot.
    pub(crate) objects: PolicyObjects,
    /// What each template says of its object, once that was asked for.
    pub(crate) standings: Vec<(TemplateMatch, String)>,
}
