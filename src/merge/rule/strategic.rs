//! The steps of strategic merges. [`crate::merge::sentence`] fills the `{...}` of a sentence in.

table! { $ strategic {
    // maps
    SetValue "set-value" Step Set {
        sentence: "`{field}` is changed from {old} to {new}.",
        claim: SetsValue,
        rule: "A scalar in the patch replaces the live value.",
        source: "strategic-merge-patch, \"Background\"",
    }
    ChangeType "change-type" Step Replaced {
        sentence: "`{field}` is {new_kind} in the patch but {old_kind} in the live object. Values of different types are not merged, so the patch value replaces the live value.",
        claim: ReplacesType,
        rule: "Values of different types are not merged; the patch value replaces the live value.",
        source: "strategic-merge-patch, \"Background\"",
    }
    AddField "add-field" Step Added {
        sentence: "`{field}` does not exist; the patch adds it.",
        claim: Adds,
        rule: "A field that does not exist in the live object is added from the patch.",
        source: "strategic-merge-patch, \"Background\"",
    }
    RemoveField "remove-field" Step Removed {
        sentence: "`{field}: null` in the patch removes the field.",
        claim: Removes,
        rule: "Null in a patch removes the field.",
        source: "strategic-merge-patch, \"`delete` Directive, Maps\"",
    }
    NullNoOp "null-no-op" Step Nothing {
        sentence: "`{field}` is null in the patch, but at this step there is no such field to remove.",
        claim: FindsNothing,
        rule: "Null in a patch removes the field. If the field does not exist, nothing changes.",
        source: "strategic-merge-patch, \"`delete` Directive, Maps\"",
    }
    ReplaceMap "replace-map" Step Replaced {
        sentence: "`$patch: replace` replaces `{field}` with the content of the patch; nothing is merged.",
        claim: ReplacesContent,
        rule: "A map with `$patch: replace` replaces the live map; the two are not merged.",
        source: "strategic-merge-patch, \"`replace` Directive, Map\"",
    }
    DeleteMap "delete-map" Step Removed {
        sentence: "`$patch: delete` removes `{field}`, as null does.",
        claim: Removes,
        rule: "A map with `$patch: delete` is removed from its parent.",
        source: "strategic-merge-patch, \"`delete` Directive, Maps\"",
    }
    EmptyMap "empty-map" Step Replaced {
        sentence: "`$patch: delete` removes the content of `{field}`; an empty map remains.",
        claim: Empties,
        rule: "Kubernetes empties a map with `$patch: delete` and keeps `{}`. Null removes the field itself.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    IgnoredMap "ignored-map" Step Warned {
        sentence: "`{field}` has `$patch`, but there is no live map that it could act on. The patch map is dropped.",
        claim: Drops,
        rule: "A patch map with `$patch` is dropped if the live object has no map at that path. A live value of another type is removed.",
        source: "Kubernetes (not covered by the design proposals)",
        fix: "Remove `$patch` to set the map. To remove a field, write null.",
    }
    RemoveByIgnoredMap "remove-by-ignored-map" Step Removed {
        sentence: "`{field}` is {old_kind} in the live object. The dropped patch map removes it.",
        claim: Removes,
        rule: "A patch map with `$patch` that has no live map to act on is dropped. A live value of another type is removed.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    ReplaceMissingMap "replace-missing-map" Step Nothing {
        sentence: "`$patch: replace` has nothing to replace: the live object has no map here. The content of the patch map is added.",
        claim: ChangesNothing,
        rule: "A map with `$patch: replace` is added without the directive if the live object does not have the map.",
        source: "strategic-merge-patch, \"`replace` Directive, Map\"",
    }
    ReplaceByStrategy "replace-by-strategy" Step Replaced {
        sentence: "`{field}` has the patch strategy `replace`, so the patch map replaces the live map.",
        claim: ReplacesContent,
        rule: "A map whose field has the patch strategy `replace` is replaced, not merged.",
        source: "strategic-merge-patch, \"`replace` Directive\"",
    }
    ReplaceAtomicList "replace-atomic-list" Step Replaced {
        sentence: "`{field}` is an atomic list: the patch list ({count item}) replaces the live list{live_count}.",
        claim: ReplacesContent,
        rule: "An atomic list is a single value: its type does not have the patch strategy `merge`, so the patch list replaces all live items.",
        source: "strategic-merge-patch, \"Background\"",
    }
    DropNull "drop-null" Step Nothing {
        sentence: "`{field}` is null in a newly added value, so it is not stored.",
        claim: Drops,
        rule: "Null in a patch requests a removal. In a newly added field it is dropped.",
        source: "strategic-merge-patch, \"`delete` Directive, Maps\"",
    }
    DroppedDirective "dropped-directive" Step Warned {
        sentence: "`{field}` {has_directive} inside a value that is added or replaced as a whole. It is dropped, not applied.",
        claim: Drops,
        rule: "In a value that is added or replaced as a whole, directives are not applied. They are dropped.",
        source: "strategic-merge-patch, \"`replace` Directive, List of Maps\"",
        fix: "Remove it, or write it where the live object has a map or list that it can act on.",
    }
    StoredDirective "stored-directive" Step Warned {
        sentence: "`{field}` is at a place where Kubernetes does not process directives, so it is stored as an ordinary field.",
        claim: StoresData,
        rule: "Of the directives in newly added fields, Kubernetes removes only maps with `$patch`; in new items and replaced values it removes none. Other directives are stored as ordinary fields.",
        source: "Kubernetes (not covered by the design proposals)",
        fix: "Remove it, or write it where the live object has a map or list that it can act on.",
    }
    StoredNull "stored-null" Step Warned {
        sentence: "`{field}` is null at a place where Kubernetes does not remove nulls, so the null is stored.",
        claim: StoresData,
        rule: "Kubernetes removes nulls from newly added fields, but not from new items, replaced lists and replaced maps.",
        source: "Kubernetes (not covered by the design proposals)",
        fix: "Remove the null.",
    }
    UnknownDirective "unknown-directive" Step Warned {
        sentence: "`{field}` starts with `$` but is not a directive that is valid here. It is ignored.",
        claim: Drops,
        rule: "According to the design documents, a server ignores directives that it does not recognize. Kubernetes stores them as data.",
        source: "strategic-merge-patch, \"Client version skew\"",
        fix: "Use one of `$patch`, `$retainKeys`, `$setElementOrder/FIELD` and `$deleteFromPrimitiveList/FIELD`.",
    }
    RetainKeys "retain-keys" Step Retained {
        sentence: "`$retainKeys` in `{field}` lists {names}; all other live fields are cleared ({count field}).",
        claim: Retains,
        rule: "All fields of the live map that `$retainKeys` does not list are cleared.",
        source: "strategic-merge-patch, \"`retainKeys` Directive\"",
    }
    ClearKey "clear-key" Step Cleared {
        sentence: "`{field}` is not listed in `$retainKeys`, so it is cleared.",
        claim: Clears,
        rule: "All fields of the live map that `$retainKeys` does not list are cleared.",
        source: "strategic-merge-patch, \"`retainKeys` Directive\"",
    }

    // lists
    MergeList "merge-list" Step Matched {
        sentence: "`{field}` is merged by `{key}`: each patch item is matched with the live item that has the same key.",
        claim: ChangesNothing,
        rule: "A list whose field has the patch strategy `merge` is merged item by item, by its merge key.",
        source: "strategic-merge-patch, \"Background\"",
    }
    MergeListByKeys "merge-list-by-keys" Step Matched {
        sentence: "`{field}` is merged item by item: each patch item lists in `$patchMergeKey` the fields that must be equal.",
        claim: ChangesNothing,
        rule: "A list whose patch items have `$patchMergeKey` is merged item by item, by the fields that each item lists.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    MergeSet "merge-set" Step Matched {
        sentence: "`{field}` is a set: values of the patch that the live list does not contain are added.",
        claim: ChangesNothing,
        rule: "A list of primitives with the patch strategy `merge` is merged as a set.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    MatchItem "match-item" Step Matched {
        sentence: "The patch item `{item}` matches {matched}.",
        claim: MatchesItem,
        rule: "A patch item is merged into the first live item with the same merge key.",
        source: "strategic-merge-patch, \"Background\"",
    }
    MatchItemByKeys "match-item-by-keys" Step Matched {
        sentence: "The patch item matches the only live item with the same {listed}, as `$patchMergeKey` requires.",
        claim: MatchesItemByKeys,
        rule: "An item with `$patchMergeKey` is merged into the live item that has the same values for all listed keys.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    MatchItemWithNullKey "match-item-with-null-key" Step Matched {
        sentence: "`$patchMergeKey` lists {listed}, and a key that is null matches every value. The patch item matches the {detail}.",
        claim: MatchesItemByKeys,
        rule: "A null merge key of an item with `$patchMergeKey` deletes the key, so it cannot identify the item: the other keys do. With `--null-key-first` the first live item that they match is taken, as in the example of the proposal; without it they must match one item only.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    AddItem "add-item" Step Added {
        sentence: "No item of `{list}` has the key `{item}`{now}, so the patch item is added{end}.",
        claim: AddsItem,
        rule: "A patch item is added if no live item has its merge key.",
        source: "strategic-merge-patch, \"Background\"",
    }
    AddItemByKeys "add-item-by-keys" Step Added {
        sentence: "No item of `{list}` has {detail}{now}, so the patch item is added{end}.",
        claim: AddsItemByKeys,
        rule: "An item with `$patchMergeKey` is added if no live item has the same values for all listed keys.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    DeleteItemByKeys "delete-item-by-keys" Step Removed {
        sentence: "`$patch: delete` removes every item of `{list}` that has {detail} ({count item}).",
        claim: RemovesItems,
        rule: "An item with `$patchMergeKey` and `$patch: delete` removes all live items that have the same values for all listed keys.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    DeleteItem "delete-item" Step Removed {
        sentence: "`$patch: delete` removes every item `{item}` from `{list}` ({count item}).",
        claim: RemovesItems,
        rule: "An item with `$patch: delete` removes all live items that match its merge key.",
        source: "strategic-merge-patch, \"`delete` Directive, List of Maps\"",
    }
    DeleteMissingItem "delete-missing-item" Step Warned {
        sentence: "`$patch: delete` has no effect: `{list}` has no item `{detail}`.",
        claim: FindsNoItem,
        rule: "Deleting an item that does not exist has no effect.",
        source: "strategic-merge-patch, \"`delete` Directive, List of Maps\"",
        fix: "Use the key of a live item, or remove the deletion.",
    }
    ReplaceList "replace-list" Step Replaced {
        sentence: "An item of `{list}` has `$patch: replace`, so the other patch items ({count item}) replace the live list{live_count}.",
        claim: ReplacesContent,
        rule: "An item with `$patch: replace` replaces the whole list, not one item.",
        source: "strategic-merge-patch, \"`replace` Directive, List of Maps\"",
    }
    RemoveDuplicates "remove-duplicates" Step Replaced {
        sentence: "`{list}` is a set, so duplicate values are removed ({count value}).",
        claim: RemovesDuplicates,
        rule: "When two sets are merged, duplicate values are removed.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    AddValue "add-value" Step Added {
        sentence: "`{list}` does not contain {new}{now}, so the value is added{end}.",
        claim: AddsValue,
        rule: "A value that the set does not contain is added.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    RepeatedValue "repeated-value" Step Nothing {
        sentence: "The patch lists {new} more than once. `{list}` is a set, so this one changes nothing.",
        claim: ChangesNothing,
        rule: "A set has each value once, however often the patch lists it.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    DeleteValue "delete-value" Step Removed {
        sentence: "`$deleteFromPrimitiveList` removes {old} from `{list}` ({count value}).",
        claim: RemovesItems,
        rule: "All copies of the values in `$deleteFromPrimitiveList` are removed from the live list.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    RepeatedDeletion "repeated-deletion" Step Nothing {
        sentence: "`$deleteFromPrimitiveList` names {old} more than once. The value is removed already, so this entry changes nothing.",
        claim: FindsNoItem,
        rule: "All copies of a value are removed with its first entry in `$deleteFromPrimitiveList`.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    DeleteMissingValue "delete-missing-value" Step Warned {
        sentence: "`$deleteFromPrimitiveList` names {old}, but `{list}` does not contain it. Nothing is removed.",
        claim: FindsNoItem,
        rule: "Deleting a value that does not exist has no effect.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
        fix: "Use a value of the live list, or remove the deletion.",
    }
    DeleteListNoOp "delete-list-no-op" Step Warned {
        sentence: "`{field}` has no effect: {detail}.",
        claim: ChangesNothing,
        rule: "`$deleteFromPrimitiveList` has no effect if the live object does not have the list, if the directive is not a list, or if it lists nothing.",
        source: "Kubernetes (not covered by the design proposals)",
        fix: "Name a list of the live object, or remove the directive.",
    }
    DeleteListNull "delete-list-null" Step Removed {
        sentence: "`$deleteFromPrimitiveList/{field}` is null, so the whole field is removed.",
        claim: Removes,
        rule: "A null `$deleteFromPrimitiveList` removes the whole field.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    DeleteListMerged "delete-list-merged" Step Warned {
        sentence: "`{directive}` contains maps. Kubernetes merges them like the items of an ordinary patch list and deletes nothing.",
        claim: ChangesNothing,
        rule: "Kubernetes merges a `$deleteFromPrimitiveList` of maps like an ordinary patch list.",
        source: "Kubernetes (not covered by the design proposals)",
        fix: "Delete items of a list of maps with `- $patch: delete` and the merge key.",
    }

    // order
    CheckOrder "check-order" Step Nothing {
        sentence: "The patch list of `{list}` matches `{directive}`: every item without `$patch` is listed there, in the same relative order.",
        claim: IsSubsequence,
        rule: "With `$setElementOrder`, the items of the patch list must be listed there, in the same relative order.",
        source: "preserve-order proposal, \"Proposed Change\"",
    }
    OrderNoOp "order-no-op" Step Warned {
        sentence: "`{directive}` has no effect: there is no list `{list}`.",
        claim: FindsNothing,
        rule: "`$setElementOrder` has no effect if the list does not exist.",
        source: "preserve-order proposal, \"When `$setElementOrder` contains elements not found in the list to be merged\"",
        fix: "Name a list of the live object or of the patch, or remove the directive.",
    }
    OrderEntryField "order-entry-field" Step Warned {
        sentence: "`{field}` in an entry of `{directive}` has no effect: an entry only lists the merge key.",
        claim: IgnoresEntryField,
        rule: "An entry of `$setElementOrder` should contain the merge key only. Other fields are ignored.",
        source: "strategic-merge-patch, \"`setElementOrder` Directive\"",
        fix: "Move the field to the item in the patch list.",
    }
    OrderEntryIgnored "order-entry-ignored" Step Nothing {
        sentence: "`{directive}` also lists {names}. `{list}` has no such item, so the entry is ignored.",
        claim: IgnoresEntries,
        rule: "An entry of `$setElementOrder` that matches no item of the merged list is ignored.",
        source: "preserve-order proposal, \"When `$setElementOrder` contains elements not found in the list to be merged\"",
    }
    OrderEntryRepeated "order-entry-repeated" Step Nothing {
        sentence: "`{directive}` lists {detail} more than once. The first entry sets the position.",
        claim: RepeatsEntry,
        rule: "An item has the position of its first entry in `$setElementOrder`.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    OrderUnchanged "order-unchanged" Step Nothing {
        sentence: "`{directive}` moves no item of `{list}` ({names}).",
        claim: ChangesNothing,
        rule: "A list that has the requested order stays as it is.",
        source: "preserve-order proposal, \"Proposed Change\"",
    }
    LiveListChanged "live-list-changed" Step Nothing {
        sentence: "In its copy of the live list `{list}`, Kubernetes {change}. The live positions are now: {names}.",
        claim: ChangesNothing,
        rule: "Kubernetes deletes items in its copy of the live list. The first new items (as many as were deleted) are stored at the end of that copy, so they get live positions there. Where it removes duplicates of a set, the last value fills the gap.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    NoLivePosition "no-live-position" Step Nothing {
        sentence: "Kubernetes sorts the items of `{list}` that `{directive}` does not list by their live position. Not all of them have one, so the sorting algorithm decides: {names}.",
        claim: ChangesNothing,
        rule: "If an item is neither in `$setElementOrder` nor in the live list, its comparison with every other item gives \"smaller\" in both directions. So the order of such items depends on the sorting algorithm (`sort.Stable` of Go).",
        source: "Kubernetes (not covered by the design proposals)",
    }
    ServerOnlyFirst "server-only-first" Step ServerOnly {
        sentence: "Not listed in {missing}: {names}. Server-only items are kept and placed first in `{list}`, in their live order.",
        claim: PlacesFirst,
        rule: "Server-only items (live items that are not listed in `$setElementOrder` or, without it, in the patch list) are placed before all listed items, in their live order. The proposal contradicts itself: in its priorities of order the live order is the third, which would place them elsewhere. mergescope follows the cited section and the examples of the proposal.",
        source: "preserve-order proposal, \"When the list to be merged contains elements not found in `$setElementOrder`\"",
    }
    OrderByDirective "order-by-directive" Step Reordered {
        sentence: "`{directive}` sets the order of `{list}`: {names}.",
        claim: Reorders,
        rule: "Items that are listed in `$setElementOrder` have its order.",
        source: "preserve-order proposal, \"Proposed Change\"",
    }
    OrderByPatch "order-by-patch" Step Reordered {
        sentence: "There is no `$setElementOrder`, so the patch list sets the order of its items in `{list}`: {names}.",
        claim: Reorders,
        rule: "Without `$setElementOrder`, the relative order of the patch list is used.",
        source: "preserve-order proposal, \"When $setElementOrder is not present and patching a list\"",
    }
    OrderByPosition "order-by-position" Step Reordered {
        sentence: "{Missing} sets the order of its items in `{list}`, new items included. Each server-only item is placed before the first item of the new order that has a later live position, or last if there is none. Result: {names}.",
        claim: Reorders,
        rule: "Kubernetes takes the items of the new order one by one. Before each item it places the server-only items (which only the live list has) that preceded it in the live list; the remaining ones are placed at the end. A new item has no live position, so no server-only item is placed directly before it. Exception: if the patch list also deletes items and `$setElementOrder` is set, Kubernetes deletes in place, and the first new items (as many as were deleted) count as the last items of the live list (see the rule `live-list-changed`). Items with the same key are placed together, at the position of the first.",
        source: "Kubernetes (not covered by the design proposals)",
    }
} }
