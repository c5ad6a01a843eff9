//! The strategic semantics.

/// How strategic merge patches are carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    Proposal,
    Kubernetes,
    PatchList,
    Position,
    OldServer,
}

impl Dialect {
    pub(crate) const PROPOSAL: Self = Self::Proposal;
    pub(crate) const KUBERNETES: Self = Self::Kubernetes;
    pub(crate) const PATCH_LIST: Self = Self::PatchList;
    pub(crate) const POSITION: Self = Self::Position;
    pub(crate) const OLD_SERVER: Self = Self::OldServer;

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Proposal => "proposal",
            Self::Kubernetes => "kubernetes",
            Self::PatchList => "patch-list",
            Self::Position => "position",
            Self::OldServer => "old-server",
        }
    }

    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Self::Proposal => "what the documents define",
            Self::Kubernetes => "what kubectl and the API server do",
            Self::PatchList => "the patch list sets the order: an alternative of the proposal, never shipped",
            Self::Position => "$position sets the order: an alternative of the proposal, never shipped",
            Self::OldServer => "a server of before the order proposal, as that describes it",
        }
    }
}
