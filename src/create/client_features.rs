//! The clients that compute patches: which directives each of them knows.

use crate::merge::Semantics;

/// A client that computes strategic merge patches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ClientFeatures {
    /// A client before the order proposal: it does not know `$setElementOrder`.
    Old,
    /// The current kubectl library, including its bugs.
    #[default]
    Library,
    /// The client of the design proposals: it never loses an order, and sends `$patchMergeKey` for lists with
    /// several recommended keys.
    Proposal,
    /// The first rejected alternative of the order proposal: the patch list contains all items. Never
    /// shipped.
    PatchList,
    /// The second rejected alternative: `$position`. Never shipped.
    Position,
}

impl ClientFeatures {
    /// Returns the client that matches an API server with these semantics.
    pub fn from_semantics(semantics: Semantics) -> Self {
        match semantics {
            Semantics::OLD_SERVER => Self::Old,
            Semantics::PROPOSAL => Self::Proposal,
            Semantics::PATCH_LIST => Self::PatchList,
            Semantics::POSITION => Self::Position,
            _ => Self::Library,
        }
    }

    /// Returns whether the client sends `$setElementOrder`.
    pub(crate) fn sends_order(self) -> bool {
        matches!(self, Self::Library | Self::Proposal)
    }

    /// Returns whether this is a version of kubectl: it sorts sets in place.
    pub(crate) fn is_kubectl(self) -> bool {
        matches!(self, Self::Old | Self::Library)
    }

    /// Returns whether the client sends a whole set if any of its values differs.
    pub(crate) fn sends_whole_sets(self) -> bool {
        matches!(self, Self::PatchList | Self::Position)
    }
}
