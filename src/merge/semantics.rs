//! Which rules decide: a value that the engine carries, not a fork of the engine.

use std::fmt;

/// What kind of patch it is, in kubectl's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum PatchType {
    /// A strategic merge patch.
    #[default]
    Strategic,
}

/// Whose meaning of a patch holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Semantics {
    /// What the documents define: the design proposals, their worked examples before their prose.
    #[default]
    Proposal,
    /// What kubectl and the API server do.
    Kubernetes,
}

impl Semantics {
    /// All of them, the default first.
    pub const ALL: &[Self] = &[Self::Proposal, Self::Kubernetes];

    /// The kind of patch that it reads.
    pub fn patch_type(self) -> PatchType {
        match self {
            Self::Proposal | Self::Kubernetes => PatchType::Strategic,
        }
    }

    /// Whose rules these are, for a person who knows only the name.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Proposal => "what the documents define",
            Self::Kubernetes => "what kubectl and the API server do",
        }
    }

    /// The name on the command line and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proposal => "proposal",
            Self::Kubernetes => "kubernetes",
        }
    }

    /// The one to compare with.
    pub fn other(self) -> Self {
        match self {
            Self::Proposal => Self::Kubernetes,
            Self::Kubernetes => Self::Proposal,
        }
    }
}

impl fmt::Display for Semantics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
