//! Which input, which patch: names that stay the same whatever is opened.

/// An input: a text that the merge, or the patch of it, is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputId {
    /// A file with live objects; only a policy has more than one.
    Live(u16),
    /// A patch; of a policy the policy itself, of an apply the patch that is computed.
    Patch(PatchId),
    /// The manifest of an apply.
    Manifest,
    /// The last-applied configuration of an apply, where it has a file of its own.
    LastApplied,
}

impl InputId {
    /// The live object.
    pub const LIVE: Self = Self::Live(0);
    /// The policy that holds the patches.
    pub const POLICY: Self = Self::patch(0);
    /// The patch that is computed for an apply.
    pub const COMPUTED: Self = Self::patch(0);

    /// The live file with an index, from 0.
    pub(crate) fn live(index: usize) -> Self {
        Self::Live(u16::try_from(index).unwrap_or(u16::MAX))
    }

    /// A patch, counted from 0.
    pub const fn patch(index: u16) -> Self {
        Self::Patch(PatchId(index))
    }

    /// The input after a document of the merge, which has live and then the patches.
    pub(crate) fn from_document(document: usize) -> Self {
        document
            .checked_sub(1)
            .map_or(Self::LIVE, |patch| Self::Patch(PatchId::new(patch)))
    }

    /// Its number among the documents of a merge: none for what takes no part in it.
    pub(crate) fn document(self) -> Option<usize> {
        match self {
            Self::Live(_) => Some(0),
            Self::Patch(patch) => Some(usize::from(patch.document())),
            Self::Manifest | Self::LastApplied => None,
        }
    }

    /// Whether it is a file with live objects.
    pub fn is_live(self) -> bool {
        matches!(self, Self::Live(_))
    }
}

/// One of the patches, in the order in which they apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PatchId(u16);

impl PatchId {
    /// The patch with an index, from 0.
    pub(crate) fn new(index: usize) -> Self {
        Self(u16::try_from(index).unwrap_or(u16::MAX))
    }

    /// The patch that a document of the merge is; none for live.
    pub(crate) fn from_document(document: u16) -> Option<Self> {
        document.checked_sub(1).map(Self)
    }

    /// Its index among the patches, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its number among the documents of the merge: live is 0.
    pub(crate) fn document(self) -> u16 {
        self.0.saturating_add(1)
    }
}
