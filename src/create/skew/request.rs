//! What is asked: a change, and who is old and who is new.

use std::sync::Arc;

use crate::create::sides::Sides;
use crate::merge::Semantics;
use crate::schema::Schema;

/// What is asked: a change, and who is old and who is new.
#[derive(Clone, Debug)]
pub struct SkewRequest {
    /// What the client had read, what it wants, and the object as the server has it by now (else it is still what the
    /// client had read).
    pub sides: Sides,
    /// How each field merges.
    pub schema: Arc<Schema>,
    /// The semantics of the old server; the old client is the one that goes with it.
    pub old: Semantics,
    /// The same of the new ones.
    pub new: Semantics,
}

/// Old or new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// Of before.
    Old,
    /// Of after.
    New,
}

impl Age {
    /// Both, the old one first.
    pub const BOTH: [Self; 2] = [Self::Old, Self::New];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Old => "old",
            Self::New => "new",
        }
    }
}
