//! What the lints know of the semantics that a patch is for.

/// What the lints need to know of a semantics.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LintedDialect {
    /// Whether `$patchMergeKey` is carried out.
    pub(crate) knows_merge_keys: bool,
    /// Whether a patch list without `$setElementOrder` orders the list.
    pub(crate) orders_by_patch: bool,
}
