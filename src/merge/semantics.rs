//! Which rules decide: a value that the engine carries, not a fork of the engine.

use std::fmt;

/// Whose meaning of a strategic merge patch holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Semantics {
    /// What the documents define: the design proposals, their worked examples before their prose.
    #[default]
    Proposal,
    /// What kubectl and the API server do.
    Kubernetes,
}

impl Semantics {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::Proposal, Self::Kubernetes];

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
