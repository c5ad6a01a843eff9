//! The request for a skew: a change, and the semantics of the old and new versions.

use std::sync::Arc;

use crate::create::sides::Sides;
use crate::merge::Semantics;
use crate::schema::Schema;

/// The request for a skew.
#[derive(Clone, Debug)]
pub struct SkewRequest {
    /// The object that the client read, the requested object, and the live object (by default the object that
    /// the client read).
    pub sides: Sides,
    /// The merge rules.
    pub schema: Arc<Schema>,
    /// The semantics of the old API server, which also determine the old client.
    pub old: Semantics,
    /// The semantics of the new API server, which also determine the new client.
    pub new: Semantics,
}

/// The age of a client or an API server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// The old version.
    Old,
    /// The new version.
    New,
}

impl Age {
    /// Both ages, the old one first.
    pub const BOTH: [Self; 2] = [Self::Old, Self::New];

    /// Returns the word for the age.
    pub fn name(self) -> &'static str {
        match self {
            Self::Old => "old",
            Self::New => "new",
        }
    }
}
