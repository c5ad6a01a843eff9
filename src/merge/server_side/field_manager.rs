//! Who writes, in a form that semantics can carry.

use std::hash::{Hash, Hasher};

use super::managed_fields::Operation;
use super::request::Request;

/// A request that lives as long as the program, of which there is one a run; whether it is forced may differ.
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    request: &'static Request,
    force: bool,
}

impl Writer {
    /// Keeps a request for the rest of the program.
    pub fn keep(request: Request) -> Self {
        let force = request.force;
        Self {
            request: Box::leak(Box::new(request)),
            force,
        }
    }

    /// The request, forced or not.
    pub fn request(self) -> Request {
        Request {
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
            (Operation::Update, _) => "update",
            (Operation::Apply, false) => "apply",
            (Operation::Apply, true) => "apply-forced",
        }
    }

    /// What the writer does, for a person who knows only the name.
    pub fn meaning(self) -> &'static str {
        match (self.request.operation, self.force) {
            (Operation::Update, _) => "a write of the whole object, which is always forced",
            (Operation::Apply, false) => "server-side apply, refused where it changes what others own",
            (Operation::Apply, true) => "server-side apply that takes what others own",
        }
    }
}

impl PartialEq for Writer {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.request, other.request) && self.force == other.force
    }
}

impl Eq for Writer {}

impl Hash for Writer {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (std::ptr::from_ref(self.request) as usize, self.force).hash(state);
    }
}
