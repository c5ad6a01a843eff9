//! Who makes a patch: what a client knows to say next to fields and items.

use crate::merge::Semantics;

/// A client that computes strategic merge patches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ClientFeatures {
    /// One of before the order proposal: it knows no `$setElementOrder`.
    Old,
    /// The library of kubectl today, its flaws included.
    #[default]
    Library,
    /// As the design proposals describe it: orders that are never lost, and `$patchMergeKey` where a list has several
    /// recommended keys.
    Proposal,
    /// The first alternative of the order proposal: the patch list names every item. Never shipped.
    PatchList,
    /// The second one: `$position`. Never shipped.
    Position,
}

impl ClientFeatures {
    /// The client that goes with a server of these semantics.
    pub fn of(semantics: Semantics) -> Self {
        match semantics {
            Semantics::OLD_SERVER => Self::Old,
            Semantics::PROPOSAL => Self::Proposal,
            Semantics::PATCH_LIST => Self::PatchList,
            Semantics::POSITION => Self::Position,
            _ => Self::Library,
        }
    }

    /// Whether it sends `$setElementOrder`.
    pub(crate) fn sends_order(self) -> bool {
        matches!(self, Self::Library | Self::Proposal)
    }

    /// Whether it is the real program, today's or an old one: that sorts sets in place.
    pub(crate) fn is_real(self) -> bool {
        matches!(self, Self::Old | Self::Library)
    }

    /// Whether it sends the wanted list of values whole as soon as anything in it differs.
    pub(crate) fn sends_whole_sets(self) -> bool {
        matches!(self, Self::PatchList | Self::Position)
    }
}
