//! The field manager and its request, as a value that [`crate::merge::Semantics`] can contain.

use std::hash::{Hash, Hasher};

use super::managed_fields::ManagerOperation;
use super::request::ApplyRequest;

/// A request with a static lifetime (a run of the program has one), and whether it is forced.
#[derive(Clone, Copy, Debug)]
pub struct FieldManager {
    request: &'static ApplyRequest,
    force: bool,
}

impl FieldManager {
    /// Creates a manager. Leaks the request, so that the value can be copied.
    pub fn new(request: ApplyRequest) -> Self {
        let force = request.force;
        Self {
            request: Box::leak(Box::new(request)),
            force,
        }
    }

    /// Returns the request, forced or not.
    pub fn request(self) -> ApplyRequest {
        ApplyRequest {
            force: self.force,
            ..self.request.clone()
        }
    }

    /// Returns the same manager with the other choice of force. An update has none: it is always forced.
    pub fn other(self) -> Self {
        Self {
            force: !self.force && !self.is_update(),
            ..self
        }
    }

    /// Returns whether the request is an update.
    pub(crate) fn is_update(self) -> bool {
        self.request.operation == ManagerOperation::Update
    }

    /// Returns the name of the operation in sentences.
    pub fn title(self) -> &'static str {
        match (self.request.operation, self.force) {
            (ManagerOperation::Update, _) => "update",
            (ManagerOperation::Apply, false) => "server-side apply",
            (ManagerOperation::Apply, true) => "forced server-side apply",
        }
    }

    /// Returns the name of the operation in JSON.
    pub fn name(self) -> &'static str {
        match (self.request.operation, self.force) {
            (ManagerOperation::Update, _) => "update",
            (ManagerOperation::Apply, false) => "apply",
            (ManagerOperation::Apply, true) => "apply-forced",
        }
    }

    /// Returns an explanation of the name.
    pub fn meaning(self) -> &'static str {
        match (self.request.operation, self.force) {
            (ManagerOperation::Update, _) => "an update of the whole object (always forced)",
            (ManagerOperation::Apply, false) => "an apply with a conflict is rejected",
            (ManagerOperation::Apply, true) => "an apply that takes over the fields of other managers",
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
