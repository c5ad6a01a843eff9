//! Ids of inputs and patches.

/// The id of an input: a document of the merge, or a file that the patch is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputId {
    /// A file with live objects. Only a policy has more than one.
    Live(u16),
    /// A patch. For a policy, the policy file; for an apply, the computed patch.
    Patch(PatchId),
    /// The manifest of an apply.
    Manifest,
    /// The last-applied configuration of an apply, if it has a file of its own.
    LastApplied,
}

impl InputId {
    /// The live object.
    pub const LIVE: Self = Self::Live(0);
    /// The policy file, which contains the patches.
    pub const POLICY: Self = Self::patch(0);
    /// The computed patch of an apply.
    pub const COMPUTED: Self = Self::patch(0);

    /// Returns the live file with an index, from 0.
    pub(crate) fn live(index: usize) -> Self {
        Self::Live(u16::try_from(index).unwrap_or(u16::MAX))
    }

    /// Returns the patch with an index, from 0.
    pub const fn patch(index: u16) -> Self {
        Self::Patch(PatchId(index))
    }

    /// Returns the input of a document of the merge: the live object, then the patches.
    pub(crate) fn from_document(document: usize) -> Self {
        document
            .checked_sub(1)
            .map_or(Self::LIVE, |patch| Self::Patch(PatchId::new(patch)))
    }

    /// Returns the index among the documents of the merge, or `None` for an input that is not merged.
    pub(crate) fn document(self) -> Option<usize> {
        match self {
            Self::Live(_) => Some(0),
            Self::Patch(patch) => Some(usize::from(patch.document())),
            Self::Manifest | Self::LastApplied => None,
        }
    }

    /// Returns whether it is a file with live objects.
    pub fn is_live(self) -> bool {
        matches!(self, Self::Live(_))
    }
}

/// The id of a patch: its index in the order in which the patches apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PatchId(u16);

impl PatchId {
    /// Returns the patch with an index, from 0.
    pub(crate) fn new(index: usize) -> Self {
        Self(u16::try_from(index).unwrap_or(u16::MAX))
    }

    /// Returns the patch of a document of the merge, or `None` for the live object.
    pub(crate) fn from_document(document: u16) -> Option<Self> {
        document.checked_sub(1).map(Self)
    }

    /// Returns the index among the patches, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the index among the documents of the merge; the live object is 0.
    pub(crate) fn document(self) -> u16 {
        self.0.saturating_add(1)
    }
}
