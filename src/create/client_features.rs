//! The clients that compute patches: which directives each of them knows.

use crate::merge::{PatchMergeKey, Semantics, ServerOnlyOrder, SetElementOrder};

/// A client that computes strategic merge patches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ClientFeatures {
    /// A client before the order proposal: it does not know `$setElementOrder`.
    Old,
    /// The current kubectl library, including its bugs.
    #[default]
    Library,
    /// The client of the design documents: it never loses an order, and sends `$patchMergeKey` for lists with
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
        let Semantics::Strategic(dialect) = semantics else {
            return Self::Library;
        };
        match dialect.set_element_order {
            SetElementOrder::DropUnknown => Self::Old,
            SetElementOrder::DropUnneeded if dialect.list_order == ServerOnlyOrder::Positions => {
                Self::Position
            }
            SetElementOrder::DropUnneeded => Self::PatchList,
            SetElementOrder::Obey if dialect.patch_merge_key == PatchMergeKey::Obey => Self::Proposal,
            SetElementOrder::Obey => Self::Library,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_server_has_a_client() {
        for (semantics, client) in [
            (Semantics::PROPOSAL, ClientFeatures::Proposal),
            (Semantics::KUBERNETES, ClientFeatures::Library),
            (Semantics::PATCH_LIST, ClientFeatures::PatchList),
            (Semantics::POSITION, ClientFeatures::Position),
            (Semantics::OLD_SERVER, ClientFeatures::Old),
            (Semantics::MERGE_PATCH, ClientFeatures::Library),
        ] {
            assert_eq!(ClientFeatures::from_semantics(semantics), client, "{semantics}");
        }
        // A semantics without a name has the client that its choices need.
        let Semantics::Strategic(dialect) = Semantics::OLD_SERVER else {
            unreachable!()
        };
        let mixed = dialect.switched(crate::merge::Decision::SetDuplicates)[0];
        let client = ClientFeatures::from_semantics(Semantics::Strategic(mixed));
        assert_eq!(client, ClientFeatures::Old);
    }
}
