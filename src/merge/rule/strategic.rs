//! The steps of strategic merges. [`crate::merge::sentence`] fills the `{...}` of a sentence in.

table! { $ strategic "Kubernetes (not covered by the design documents)" {
    // maps
    SetValue "set-value" Step Set claims SetsValue {
        sentence: "`{field}` is changed from {old} to {new}.",
        rule: "A scalar in the patch replaces the live value.",
        source: "strategic-merge-patch, \"Background\"",
    }
    ChangeType "change-type" Step Replaced claims ReplacesType {
        sentence: "`{field}` is {new_kind} in the patch but {old_kind} in the live object. Values of different types are not merged, so the patch value replaces the live value.",
        rule: "Values of different types are not merged; the patch value replaces the live value.",
        source: "strategic-merge-patch, \"Background\"",
    }
    AddField "add-field" Step Added claims Adds {
        sentence: "`{field}` does not exist; the patch adds it.",
        rule: "A field that does not exist in the live object is added from the patch.",
        source: "strategic-merge-patch, \"Background\"",
    }
    RemoveField "remove-field" Step Removed claims Removes {
        sentence: "{Null} in the patch removes the field.",
        rule: "Null in a patch removes the field.",
        source: "strategic-merge-patch, \"`delete` Directive, Maps\"",
    }
    NullNoOp "null-no-op" Step Nothing claims FindsNothing {
        sentence: "`{field}` is null in the patch, but at this step there is no such field to remove.",
        rule: "Null in a patch removes the field. If the field does not exist, nothing changes.",
        source: "strategic-merge-patch, \"`delete` Directive, Maps\"",
    }
    ReplaceMap "replace-map" Step Replaced claims ReplacesContent {
        sentence: "`$patch: replace` replaces `{field}` with the content of the patch; nothing is merged.",
        rule: "A map with `$patch: replace` replaces the live map; the two are not merged.",
        source: "strategic-merge-patch, \"`replace` Directive, Map\"",
    }
    DeleteMap "delete-map" Step Removed claims Removes {
        sentence: "`$patch: delete` removes `{field}`, as null does{unused}.",
        rule: "A map with `$patch: delete` is removed from its parent.",
        source: "strategic-merge-patch, \"`delete` Directive, Maps\"",
    }
    EmptyMap "empty-map" Step Replaced claims Empties {
        sentence: "`$patch: delete` removes the content of `{field}`; an empty map remains{unused}.",
        rule: "Kubernetes empties a map with `$patch: delete` and keeps `{}`. Null removes the field itself.",
        source: "Kubernetes (differs from the design documents)",
    }
    IgnoredMap "ignored-map" Step Warned claims Drops {
        sentence: "`{field}` has `$patch`, but there is no live map that it could act on. The patch map is dropped.",
        rule: "A patch map with `$patch` is dropped if the live object has no map at that path. (With proposal semantics, `$patch: replace` adds the content of the map.) A live value of another type is removed.",
        source: "Kubernetes (differs from the design documents)",
        fix: "Remove `$patch` to set the map. To remove a field, write null.",
    }
    RemoveByIgnoredMap "remove-by-ignored-map" Step Removed claims Removes {
        sentence: "`{field}` is {old_kind} in the live object. The dropped patch map removes it.",
        rule: "A patch map with `$patch` that has no live map to act on is dropped. A live value of another type is removed.",
    }
    ReplaceMissingMap "replace-missing-map" Step Nothing claims ChangesNothing {
        sentence: "`$patch: replace` has nothing to replace: the live object has no map here. The content of the patch map is added.",
        rule: "A map with `$patch: replace` is added without the directive if the live object does not have the map.",
        source: "strategic-merge-patch, \"`replace` Directive, Map\"",
    }
    ReplaceByStrategy "replace-by-strategy" Step Replaced claims ReplacesContent {
        sentence: "`{field}` has the patch strategy `replace`, so the patch map replaces the live map.",
        rule: "A map whose field has the patch strategy `replace` is replaced, not merged.",
        source: "strategic-merge-patch, \"`replace` Directive\"",
    }
    ReplaceAtomicList "replace-atomic-list" Step Replaced claims ReplacesContent {
        sentence: "`{field}` is an atomic list: the patch list ({count item}) replaces the live list{live_count}.",
        rule: "An atomic list is a single value: its type does not have the patch strategy `merge`, so the patch list replaces all live items.",
        source: "strategic-merge-patch, \"Background\"",
    }
    DropNull "drop-null" Step Nothing claims Drops {
        sentence: "`{field}` is null in a value that is added or replaced as a whole. It is dropped.",
        rule: "Null in a patch requests a removal. In a value that is added or replaced as a whole it is dropped. Kubernetes drops it only in new fields and in values that replace one of another type.",
        source: "strategic-merge-patch, \"`delete` Directive, Maps\"",
    }
    DroppedDirective "dropped-directive" Step Warned claims Drops {
        sentence: "`{field}` {has_directive} inside a value that is added or replaced as a whole. It is dropped, not applied.",
        rule: "In a value that is added or replaced as a whole, directives are not applied. According to the design documents they are dropped. Kubernetes drops only maps with `$patch`, in newly added fields and in values that replace one of another type. It keeps the other directives as ordinary fields.",
        source: "strategic-merge-patch, \"`replace` Directive, List of Maps\"",
        fix: "Remove it, or write it where the live object has a map or list that it can act on.",
    }
    StoredDirective "stored-directive" Step Warned claims StoresData {
        sentence: "`{field}` is at a place where Kubernetes does not process directives, so it is an ordinary field of the result.",
        rule: "In newly added fields, and in values that replace one of another type, Kubernetes removes maps that contain `$patch`, but no other directives. In new items, and in lists and maps that replace one of the same type, it removes none. What is not removed is an ordinary field of the result.",
        source: "Kubernetes (differs from the design documents)",
        fix: "Remove it, or write it where the live object has a map or list that it can act on.",
    }
    StoredNull "stored-null" Step Warned claims StoresData {
        sentence: "`{field}` is null at a place where Kubernetes does not remove nulls, so the null is in the result.",
        rule: "Kubernetes removes null fields from newly added fields, and from values that replace one of another type. It does not remove them from new items, from new lists with `$setElementOrder`, and from lists and maps that replace one of the same type; and it never removes a null that is an item of a list. The API server reads a null in the result as a missing field or, where a value is needed, as the zero value of its type.",
        source: "Kubernetes (differs from the design documents)",
        fix: "Remove the null.",
    }
    UnknownDirective "unknown-directive" Step Warned claims Drops {
        sentence: "`{field}` starts with `$` but is not a directive that is valid here. It is ignored.",
        rule: "According to the design documents, a server ignores directives that it does not recognize. Kubernetes keeps them as ordinary fields.",
        source: "strategic-merge-patch, \"Client version skew\"",
        fix: "Use one of `$patch`, `$retainKeys`, `$setElementOrder/FIELD` and `$deleteFromPrimitiveList/FIELD`.",
    }
    RetainKeys "retain-keys" Step Retained claims Retains {
        sentence: "`$retainKeys` in `{field}` lists {names}; all other live fields are cleared ({count field}).",
        rule: "All fields of the live map that `$retainKeys` does not list are cleared.",
        source: "strategic-merge-patch, \"`retainKeys` Directive\"",
    }
    ClearKey "clear-key" Step Cleared claims Clears {
        sentence: "`{field}` is not listed in `$retainKeys`, so it is cleared.",
        rule: "All fields of the live map that `$retainKeys` does not list are cleared.",
        source: "strategic-merge-patch, \"`retainKeys` Directive\"",
    }

    // lists
    MergeList "merge-list" Step Matched claims ChangesNothing {
        sentence: "`{field}` is merged by `{key}`: each patch item is matched with the live item that has the same key.",
        rule: "A list whose field has the patch strategy `merge` is merged item by item, by its merge key.",
        source: "strategic-merge-patch, \"Background\"",
    }
    MergeListByKeys "merge-list-by-keys" Step Matched claims ChangesNothing {
        sentence: "`{field}` is merged item by item: each patch item lists in `$patchMergeKey` the fields that must be equal.",
        rule: "A list whose patch items have `$patchMergeKey` is merged item by item, by the fields that each item lists.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    MergeSet "merge-set" Step Matched claims ChangesNothing {
        sentence: "`{field}` is a set: values of the patch that the live list does not contain are added.",
        rule: "A list of primitives with the patch strategy `merge` is merged as a set.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    MatchItem "match-item" Step Matched claims MatchesItem {
        sentence: "The patch item `{item}` matches {matched}.",
        rule: "A patch item is merged into the first live item with the same merge key.",
        source: "strategic-merge-patch, \"Background\"",
    }
    MatchItemByKeys "match-item-by-keys" Step Matched claims MatchesItemByKeys {
        sentence: "The patch item matches the only live item with the same {listed}, as `$patchMergeKey` requires.",
        rule: "An item with `$patchMergeKey` is merged into the live item that has the same values for all listed keys.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    MatchItemWithNullKey "match-item-with-null-key" Step Matched claims MatchesItemByKeys {
        sentence: "`$patchMergeKey` lists {listed}, and a key that is null matches every value. The patch item matches the {detail}.",
        rule: "A null merge key of an item with `$patchMergeKey` deletes the key, so it cannot identify the item: the other keys do. With `--null-key-first` the first live item that they match is taken, as in the example of the proposal; without it they must match one item only.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    AddItem "add-item" Step Added claims AddsItem {
        sentence: "No item of `{list}` has the key `{item}`{now}, so the patch item is added{end}.",
        rule: "A patch item is added if no live item has its merge key.",
        source: "strategic-merge-patch, \"Background\"",
    }
    AddItemByKeys "add-item-by-keys" Step Added claims AddsItemByKeys {
        sentence: "No item of `{list}` has {detail}{now}, so the patch item is added{end}.",
        rule: "An item with `$patchMergeKey` is added if no live item has the same values for all listed keys.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    DeleteItemByKeys "delete-item-by-keys" Step Removed claims RemovesItems {
        sentence: "`$patch: delete` removes every item of `{list}` that has {detail} ({count item}).",
        rule: "An item with `$patchMergeKey` and `$patch: delete` removes all live items that have the same values for all listed keys.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    DeleteItem "delete-item" Step Removed claims RemovesItems {
        sentence: "`$patch: delete` removes every item `{item}` from `{list}` ({count item}){unused}.",
        rule: "An item with `$patch: delete` removes all live items that match its merge key.",
        source: "strategic-merge-patch, \"`delete` Directive, List of Maps\"",
    }
    DeleteMissingItem "delete-missing-item" Step Warned claims FindsNoItem {
        sentence: "`$patch: delete` has no effect: `{list}` has no item `{detail}`.",
        rule: "Deleting an item that does not exist has no effect.",
        source: "strategic-merge-patch, \"`delete` Directive, List of Maps\"",
        fix: "Use the key of a live item, or remove the deletion.",
    }
    ReplaceList "replace-list" Step Replaced claims ReplacesContent {
        sentence: "An item of `{list}` has `$patch: replace`, so the other patch items ({count item}) replace the live list{live_count}.",
        rule: "An item with `$patch: replace` replaces the whole list, not one item.",
        source: "strategic-merge-patch, \"`replace` Directive, List of Maps\"",
    }
    RemoveDuplicates "remove-duplicates" Step Replaced claims RemovesDuplicates {
        sentence: "`{list}` is a set, so duplicate values are removed ({count value}).",
        rule: "When two sets are merged, duplicate values are removed.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    AddValue "add-value" Step Added claims AddsValue {
        sentence: "`{list}` does not contain {new}{now}, so the value is added{end}.",
        rule: "A value that the set does not contain is added.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    RepeatedValue "repeated-value" Step Nothing claims ChangesNothing {
        sentence: "The patch lists {new} more than once. `{list}` is a set, so this one changes nothing.",
        rule: "A set has each value once, however often the patch lists it.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    DeleteValue "delete-value" Step Removed claims RemovesItems {
        sentence: "`$deleteFromPrimitiveList` removes {old} from `{list}` ({count value}).",
        rule: "All copies of the values in `$deleteFromPrimitiveList` are removed from the live list.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    RepeatedDeletion "repeated-deletion" Step Nothing claims FindsNoItem {
        sentence: "`$deleteFromPrimitiveList` names {old} more than once. The value is removed already, so this entry changes nothing.",
        rule: "All copies of a value are removed with its first entry in `$deleteFromPrimitiveList`.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    DeleteMissingValue "delete-missing-value" Step Warned claims FindsNoItem {
        sentence: "`$deleteFromPrimitiveList` names {old}, but `{list}` does not contain it. Nothing is removed.",
        rule: "Deleting a value that does not exist has no effect.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
        fix: "Use a value of the live list, or remove the deletion.",
    }
    DeleteListNoOp "delete-list-no-op" Step Warned claims ChangesNothing {
        sentence: "`{field}` has no effect: {detail}.",
        rule: "`$deleteFromPrimitiveList` has no effect if the live object does not have the list, or if the directive is empty. A directive whose value is a map or a scalar has no effect either, except in Kubernetes if the live value has the same type (see the rule `delete-list-merged`).",
        fix: "Name a list of the live object, or remove the directive.",
    }
    DeleteListNull "delete-list-null" Step Warned claims Removes {
        sentence: "`$deleteFromPrimitiveList/{field}` is null, so the whole field is removed.",
        rule: "A null `$deleteFromPrimitiveList` removes the whole field.",
        fix: "List the values to delete, or remove the directive.",
    }
    DeleteListMerged "delete-list-merged" Step Warned claims ChangesNothing {
        sentence: "`{directive}` {detail}. Nothing is deleted.",
        rule: "Kubernetes merges a `$deleteFromPrimitiveList` of maps like an ordinary patch list. It uses a map or a scalar as the ordinary value of the field if the live value has the same type.",
        source: "Kubernetes (differs from the design documents)",
        fix: "Delete items of a list of maps with `- $patch: delete` and the merge key.",
    }

    // order
    CheckOrder "check-order" Step Nothing claims IsSubsequence {
        sentence: "The patch list of `{list}` matches `{directive}`: {every} is listed there, in the same relative order.",
        rule: "With `$setElementOrder`, the items of the patch list must be listed there, in the same relative order.",
        source: "preserve-order proposal, \"Proposed Change\"",
    }
    OrderNoOp "order-no-op" Step Warned claims FindsNothing {
        sentence: "`{directive}` has no effect: there is no list `{list}`.",
        rule: "`$setElementOrder` has no effect if neither the live object nor the patch has the list.",
        source: "preserve-order proposal, \"When `$setElementOrder` contains elements not found in the list to be merged\"",
        fix: "Name a list of the live object or of {input}, or remove the directive.",
    }
    OrderEntryField "order-entry-field" Step Warned claims IgnoresEntryField {
        sentence: "`{field}` in an entry of `{directive}` has no effect: an entry only lists the merge key.",
        rule: "An entry of `$setElementOrder` should contain the merge key only. Other fields are ignored.",
        source: "strategic-merge-patch, \"`setElementOrder` Directive\"",
        fix: "Move the field to the item in {input list}.",
    }
    OrderEntryIgnored "order-entry-ignored" Step Nothing claims IgnoresEntries {
        sentence: "`{directive}` also lists {names}. `{list}` has no such item, so the entry is ignored.",
        rule: "An entry of `$setElementOrder` that matches no item of the merged list is ignored.",
        source: "preserve-order proposal, \"When `$setElementOrder` contains elements not found in the list to be merged\"",
    }
    OrderEntryRepeated "order-entry-repeated" Step Nothing claims RepeatsEntry {
        sentence: "`{directive}` lists {detail} more than once. The first entry sets the position.",
        rule: "An item has the position of its first entry in `$setElementOrder`.",
    }
    OrderUnchanged "order-unchanged" Step Nothing claims ChangesNothing {
        sentence: "`{directive}` orders `{list}`{included}. The items already have the resulting order: {names}.",
        rule: "A list that already has the resulting order stays as it is. The rules `server-only-first` (proposal semantics) and `order-by-position` (kubernetes semantics) say where server-only items are in that order.",
        source: "preserve-order proposal, \"Proposed Change\" and \"Alternative Considered\"",
    }
    LiveListChanged "live-list-changed" Step Nothing claims ChangesNothing {
        sentence: "To compute the order of `{list}`, Kubernetes uses this list instead of the live list: {names}. {Change}.",
        rule: "Kubernetes deletes items in its copy of the live list. If the patch has `$setElementOrder`, the first new items (as many as were deleted) are stored at the end of that copy, so they get live positions there. If Kubernetes removes a duplicate from a set, the last value of the set moves to the position of the duplicate.",
    }
    NoLivePosition "no-live-position" Step Nothing claims ChangesNothing {
        sentence: "Kubernetes sorts the items of `{list}` that `{directive}` does not list by their live position. Not all of them have one, so the sorting algorithm decides: {names}.",
        rule: "If an item is neither in `$setElementOrder` nor in the live list, its comparison with every other item gives \"smaller\" in both directions. So the order of such items depends on the sorting algorithm (`sort.Stable` of Go).",
    }
    ServerOnlyFirst "server-only-first" Step ServerOnly claims PlacesFirst {
        sentence: "Not listed in {missing}: {names}. Server-only items are kept and placed first in `{list}`, in their live order.",
        rule: "Server-only items (live items that are not listed in `$setElementOrder` or, without it, in the patch list) are placed before all listed items, in their live order. The proposal contradicts itself: it also lists what decides the order, by priority. There the live order is third, and by that list these items would have other positions. mergescope follows the cited section and the examples of the proposal.",
        source: "preserve-order proposal, \"When the list to be merged contains elements not found in `$setElementOrder`\"",
    }
    OrderByDirective "order-by-directive" Step Reordered claims Reorders {
        sentence: "`{directive}` sets the order of its items in `{list}`: {names}.",
        rule: "Items that are listed in `$setElementOrder` have its order.",
        source: "preserve-order proposal, \"Proposed Change\"",
    }
    OrderByPatch "order-by-patch" Step Reordered claims Reorders {
        sentence: "The patch list sets the order of its items in `{list}`: {names}.",
        rule: "Without `$setElementOrder`, the relative order of the patch list is used.",
        source: "preserve-order proposal, \"When $setElementOrder is not present and patching a list\"",
    }
    OrderByPosition "order-by-position" Step Reordered claims Reorders {
        sentence: "{Missing} sets the order of its items in `{list}`, new items included. Each server-only item (only in the live list) is placed before the first item of the new order with a later live position, or last if there is none. Result: {names}.",
        rule: "Kubernetes takes the items of the new order one by one. Before each item it places the server-only items (which only the live list has) that preceded it in the live list; the remaining ones are placed at the end. A new item has no live position, so no server-only item is placed directly before it. Exception: if the patch list also deletes items and `$setElementOrder` is set, Kubernetes deletes in place, and the first new items (as many as were deleted) count as the last items of the live list (see the rule `live-list-changed`). Items with the same key are placed together, at the position of the first.",
        source: "Kubernetes (differs from the design documents)",
    }
} }
