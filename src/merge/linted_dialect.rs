//! The properties of a semantics that the lints depend on.

/// The properties of a semantics that the lints depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LintedDialect {
    /// Whether `$patchMergeKey` has an effect.
    pub(crate) knows_merge_keys: bool,
    /// Whether `$setElementOrder` has an effect.
    pub(crate) knows_orders: bool,
    /// Whether a patch list without `$setElementOrder` orders the list.
    pub(crate) orders_by_patch: bool,
}
