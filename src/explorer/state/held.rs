//! The policy that is open: its templates, the files, and which object each template is held against.

use std::sync::Arc;

use crate::document::Document;
use crate::merge::compliance::Standing;
use crate::merge::compliance::policy::Policy;

/// Each template's object, and the slot of its file.
pub(in crate::explorer) type Objects = Vec<Option<(usize, Arc<Document>)>>;

/// A policy under way.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct Held {
    pub(in crate::explorer) policy: Policy,
    /// The bytes of every slot.
    pub(in crate::explorer) files: Vec<Vec<u8>>,
    /// Which template is shown.
    pub(in crate::explorer) shown: usize,
    /// Each template's object and its slot.
    pub(in crate::explorer) objects: Objects,
    /// What each template says of its object, once that was asked for.
    pub(in crate::explorer) standings: Vec<(Standing, String)>,
}
