//! What the sentence of a rule claims, as something that [`super::broken_claims`] checks. To add a claim, add its check there, too.

/// What a sentence claims. Unless it says so, the step changes nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// It changes nothing.
    ChangesNothing,
    /// The scalar has the value of the patch now, and had another one.
    SetsValue,
    /// As [`Self::SetsValue`], but the value may be the one that it had.
    WritesValue,
    /// The value comes in whole, where there was none of that name.
    Adds,
    /// As [`Self::Adds`]: an item, and the list had none with its merge key.
    AddsItem,
    /// As [`Self::Adds`]: an item, and the list had none with all its `$patchMergeKey`.
    AddsItemByKeys,
    /// As [`Self::Adds`]: a value that the list did not contain.
    AddsValue,
    /// The value comes in whole, new or in the place of another one.
    Arrives,
    /// The value takes the place of one other value.
    Replaces,
    /// As [`Self::Replaces`], and the two have different types.
    ReplacesType,
    /// The item takes the place of several.
    ReplacesSeveral,
    /// The whole content is replaced by what comes from the patch; the step counts it.
    ReplacesContent,
    /// The value of the whole object is replaced.
    ReplacesObject,
    /// The object is created from the patch.
    CreatesObject,
    /// The value was there and is absent afterwards.
    Removes,
    /// It may be set aside: what it is about is no part of the object.
    SetsAside,
    /// As [`Self::Removes`]: all items of that key, and the step counts them.
    RemovesItems,
    /// Only duplicates are removed, and the step counts them.
    RemovesDuplicates,
    /// The map is there and empty.
    Empties,
    /// The piece of the patch does not become part of the result.
    LeavesOut,
    /// The piece of the patch becomes part of the result as it is.
    StoresData,
    /// There is no such field.
    FindsNothing,
    /// The list has no such item or value.
    FindsNoItem,
    /// The patch item has the merge key of the item, which is the first of the step's count.
    FindsItem,
    /// The patch item has all its `$patchMergeKey` in common with this item and with no other.
    FindsItemByKeys,
    /// The patch list is a subsequence of the directive.
    IsSubsequence,
    /// None of the entries is an item of the list, and the step counts them.
    IgnoresEntries,
    /// The step is about a field of an entry that is not the merge key.
    IgnoresEntryField,
    /// The first items of the list are those that are not listed, in their old order.
    PutsFirst,
    /// At least two items that were there stand in another relative order.
    Reorders,
    /// The step names the fields to keep, and its parts clear all others.
    Retains,
    /// As [`Self::Removes`]: a field that `$retainKeys` does not list.
    Clears,
    /// The value is equal to that of the operation.
    IsEqual,
    /// The patch is rejected: nothing follows.
    Rejects,
    /// The patch is rejected: nothing follows, and the result is the live object again.
    WritesNothing,
    /// As many live items have the key as the step counts.
    IsDuplicateInLive,
    /// The patch list has the key more than once.
    IsDuplicateInPatch,
    /// The deletion of the patch matches as many items as the step counts, and the patch does not add one again.
    DeletesSeveral,
    /// All live items of the list are gone at the end.
    LosesAllItems,
    /// No live item has the key of the patch item.
    IsNewKey,
    /// The live item remains, and an item of the patch with another key is there, too.
    RemainsBesideNew,
    /// Live items of the list have another relative order at the end.
    EndsReordered,
    /// The field comes from live, no patch names it, and it is there at the end.
    IsLeftOver,
    /// The field is there at the end, and a patch names it or sets what decides about it.
    IsContradicted,
    /// A variable is used before the item that defines it.
    IsUsedTooEarly,
    /// The result is equal to live.
    IsNoOp,
    /// The line or row is no step of a merge: a computed patch is proven by applying it (`tests/create/laws.rs`).
    IsProvenByApplying,
}
