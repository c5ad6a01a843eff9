//! The claims of the rules' sentences, checked by [`super::broken_claims`]. A new claim needs a check in
//! [`super::claim_checks`].

/// What a sentence claims. Unless the claim says so, the step changes nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The step changes nothing.
    ChangesNothing,
    /// The scalar gets the value of the patch, which differs from its old value.
    SetsValue,
    /// As [`Self::SetsValue`], but the old value can be the same.
    WritesValue,
    /// The value is added; the map has no other field of that name.
    Adds,
    /// As [`Self::Adds`], for an item: the list has no item with its merge key.
    AddsItem,
    /// As [`Self::Adds`], for an item: no earlier item has all its `$patchMergeKey` values.
    AddsItemByKeys,
    /// As [`Self::Adds`], for a value that the list does not contain.
    AddsValue,
    /// The value is added, or it replaces another one.
    AddsOrReplaces,
    /// The value replaces one other value.
    Replaces,
    /// As [`Self::Replaces`], and the two values have different types.
    ReplacesType,
    /// The item replaces several items.
    ReplacesSeveral,
    /// The whole content is replaced. The step counts the new content.
    ReplacesContent,
    /// The whole object is replaced.
    ReplacesObject,
    /// The object is created from the patch.
    CreatesObject,
    /// The value is removed.
    Removes,
    /// At most the node of the step is removed.
    SetsAside,
    /// As [`Self::Removes`], for all items with that key. The step counts them.
    RemovesItems,
    /// Only duplicates are removed. The step counts them.
    RemovesDuplicates,
    /// The map exists and is empty.
    Empties,
    /// The node of the patch does not become part of the result.
    Drops,
    /// The node of the patch becomes part of the result unchanged.
    StoresData,
    /// There is no such field.
    FindsNothing,
    /// The list has no such item or value.
    FindsNoItem,
    /// The patch item has the merge key of the item. The item is the first one with that key; a count above 1
    /// says that there are more.
    MatchesItem,
    /// The patch item has the same `$patchMergeKey` values as this item and no other one.
    MatchesItemByKeys,
    /// The patch list is a subsequence of the directive.
    IsSubsequence,
    /// No item of the list matches the entries that the step counts.
    IgnoresEntries,
    /// The entry that the step points at has the key of an earlier one.
    RepeatsEntry,
    /// The step points at a field of an entry that is not the merge key.
    IgnoresEntryField,
    /// The first items of the list are the unlisted ones, in their old order.
    PlacesFirst,
    /// At least two items change their relative order.
    Reorders,
    /// The step lists the fields to keep, and its child steps clear all others.
    Retains,
    /// As [`Self::Removes`]: a field that `$retainKeys` does not list.
    Clears,
    /// The value is equal to that of the operation.
    IsEqual,
    /// The patch is rejected. No step follows.
    Rejects,
    /// The patch is rejected. No step follows, and the result is the live object again.
    WritesNothing,
    /// The step counts the live items with that key.
    IsDuplicateInLive,
    /// The patch list has the key more than once.
    IsDuplicateInPatch,
    /// The deletion of the patch matches the counted items, and the patch does not add one of them again.
    DeletesSeveral,
    /// No live item of the list is in the result.
    LosesAllItems,
    /// No live item has the key of the patch item.
    IsNewKey,
    /// The live item remains, and the patch adds an item with another key to its list.
    RemainsNextToNew,
    /// Live items of the list have a different relative order in the result.
    EndsReordered,
    /// The field comes from the live object, no patch changes it, and it is in the result.
    IsLeftOver,
    /// The field is in the result, and conflicts with a field that the patch sets.
    IsContradicted,
    /// A variable is used before the item that defines it.
    IsUsedTooEarly,
    /// The result is equal to the live object.
    IsNoOp,
    /// The rule explains a line or row of a computed patch, not a step. Applying the patch proves it
    /// (`tests/create/laws.rs`).
    IsProvenByApplying,
}
