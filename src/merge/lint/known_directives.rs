//! Which directives a semantics carries out.

/// The proposed directives that the semantics carry out.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KnownDirectives {
    /// `$patchMergeKey`; otherwise it does not say which item is meant.
    pub(crate) merge_keys: bool,
    /// `$position`; otherwise it does not say where an item is placed.
    pub(crate) positions: bool,
}
