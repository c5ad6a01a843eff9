//! Who writes, in a form that semantics can carry.

use std::hash::{Hash, Hasher};

use super::managed_fields::ManagerOperation;
use super::request::ApplyRequest;

/// A request that lives as long as the program, of which there is one a run; whether it is forced may differ.
#[derive(Clone, Copy, Debug)]
pub struct FieldManager {
    request: &'static ApplyRequest,
    force: bool,
}

impl FieldManager {
    /// Keeps a request for the rest of the program.
    pub fn keep(request: ApplyRequest) -> Self {
        let force = request.force;
        Self {
            request: Box::leak(Box::new(request)),
            force,
        }
    }

    /// The request, forced or not.
    pub fn request(self) -> ApplyRequest {
        ApplyRequest {
            force: self.force,
            ..self.request.clone()
        }
    }

    /// The same writer, forced if this one is not; an update is always forced.
    pub fn other(self) -> Self {
        Self {
            force: !self.force,
            ..self
        }
    }

    /// What the writer does, as a name.
    pub fn name(self) -> &'static str {
        match (self.request.operation, self.force) {
            (ManagerOperation::Update, _) => "update",
            (ManagerOperation::Apply, false) => "apply",
            (ManagerOperation::Apply, true) => "apply-forced",
        }
    }

    /// What the writer does, for a person who knows only the name.
    pub fn meaning(self) -> &'static str {
        match (self.request.operation, self.force) {
            (ManagerOperation::Update, _) => "an update of the whole object (always forced)",
            (ManagerOperation::Apply, false) => "server-side apply; conflicts are rejected",
            (ManagerOperation::Apply, true) => "server-side apply with force",
        }
    }
}

impl PartialEq for FieldManager {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.request, other.request) && self.force == other.force
    }
}

impl Eq for FieldManager {}

impl Hash for FieldManager {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (std::ptr::from_ref(self.request) as usize, self.force).hash(state);
    }
}
