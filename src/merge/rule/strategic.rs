//! What strategic merges do. `{...}` in a sentence is filled in by [`crate::merge::sentence`].

table! { $ strategic {
    // maps
    SetValue "set-value" Step Set {
        says: "The patch gives `{field}` the value {new}; it was {old}.",
        rule: "A scalar of the patch takes the place of the live one.",
        source: "strategic-merge-patch, \"Background\"",
    }
    ChangeType "change-type" Step Replaced {
        says: "The patch gives `{field}` {new_kind} where live has {old_kind}: there is nothing to merge, so the patch value is taken whole.",
        rule: "Values of different types do not merge: the patch value takes the place of the live one.",
        source: "strategic-merge-patch, \"Background\"",
    }
    AddField "add-field" Step Added {
        says: "Live has no `{field}`: the patch brings it in.",
        rule: "A field that live lacks is taken from the patch.",
        source: "strategic-merge-patch, \"Background\"",
    }
    RemoveField "remove-field" Step Removed {
        says: "`{field}` is null in the patch: the field goes.",
        rule: "Null in a patch removes the field.",
        source: "strategic-merge-patch, \"`delete` Directive, Maps\"",
    }
    NullWithoutMatch "null-without-match" Step Nothing {
        says: "`{field}` is null in the patch, and there is nothing to remove.",
        rule: "Null in a patch removes the field; where there is none, nothing happens.",
        source: "strategic-merge-patch, \"`delete` Directive, Maps\"",
    }
    ReplaceMap "replace-map" Step Replaced {
        says: "`$patch: replace` on `{field}`: the live content goes, the patch content is taken literally.",
        rule: "A map that bears `$patch: replace` is taken literally, not merged.",
        source: "strategic-merge-patch, \"`replace` Directive, Map\"",
    }
    DeleteMap "delete-map" Step Removed {
        says: "`$patch: delete` on `{field}`: the map goes, as with null.",
        rule: "A map that bears `$patch: delete` leaves its parent.",
        source: "strategic-merge-patch, \"`delete` Directive, Maps\"",
    }
    EmptyMap "empty-map" Step Removed {
        says: "`$patch: delete` on `{field}`: its content goes and an empty map stays.",
        rule: "Kubernetes empties a map that bears `$patch: delete` and leaves `{}`, where null would remove the field.",
        source: "Kubernetes itself (the documents do not say)",
    }
    IgnoreMap "ignore-map" Step Warned {
        says: "`{field}` bears `$patch`, and there is no live map that it could act on: the whole map is dropped.",
        rule: "A map that bears `$patch` comes to nothing where live has no map to meet it.",
        source: "Kubernetes itself (the documents are silent)",
        fix: "Leave the marker out to set the map; to remove a field, write null.",
    }
    ReplaceByStrategy "replace-by-strategy" Step Replaced {
        says: "`{field}` has the patch strategy `replace`: the patch map takes the place of the live one.",
        rule: "A map whose field has the strategy `replace` is replaced whole.",
        source: "strategic-merge-patch, \"`replace` Directive\"",
    }
    ReplaceAtomicList "replace-atomic-list" Step Replaced {
        says: "`{field}` is an atomic list: the patch list ({count item}) takes the place of the live one{live_count}.",
        rule: "An atomic list is one value: its type gives it no strategy `merge`, so nothing tells its items apart, and the patch list takes the place of all of them.",
        source: "strategic-merge-patch, \"Background\"",
    }
    DropNull "drop-null" Step Nothing {
        says: "`{field}` is null in what comes in new: nothing arrives.",
        rule: "A null in a patch asks for removal and never becomes data.",
        source: "strategic-merge-patch, \"`delete` Directive, Maps\"",
    }
    DropDirective "drop-directive" Step Warned {
        says: "`{field}` {bears} inside a value that comes in whole: it is left out.",
        rule: "Inside a value that comes in whole nothing is carried out, and directives do not become data.",
        source: "strategic-merge-patch, \"`replace` Directive, List of Maps\"",
        fix: "Leave it out, or write it where live has a map or list that it can act on.",
    }
    StoreDirective "store-directive" Step Warned {
        says: "`{field}` stands where Kubernetes does not look for directives: it lands in the result as data.",
        rule: "Kubernetes cleans values that come in new of `$patch` maps only, and not everywhere; other directives end up in the object.",
        source: "Kubernetes itself (the documents do not say)",
        fix: "Leave it out, or write it where live has a map or list that it can act on.",
    }
    StoreNull "store-null" Step Warned {
        says: "`{field}` is null in a place that Kubernetes does not clean: the null lands in the result.",
        rule: "Kubernetes removes nulls from new fields, but not from new items, replaced lists and maps taken literally.",
        source: "Kubernetes itself (the documents do not say)",
        fix: "Leave the null out.",
    }
    IgnoreUnknownDirective "ignore-unknown-directive" Step Warned {
        says: "`{field}` begins with `$` and is no directive that this place knows: it is ignored.",
        rule: "A server silently ignores patch directives that it does not recognize.",
        source: "strategic-merge-patch, \"Client version skew\"",
        fix: "Write it as one of `$patch`, `$retainKeys`, `$setElementOrder/FIELD` and `$deleteFromPrimitiveList/FIELD`.",
    }
    RetainKeys "retain-keys" Step Retained {
        says: "`$retainKeys` in `{field}` lists {names}: every other live field is cleared ({count field}).",
        rule: "All fields of the live map that `$retainKeys` does not list are cleared.",
        source: "strategic-merge-patch, \"`retainKeys` Directive\"",
    }
    ClearKey "clear-key" Step Cleared {
        says: "`{field}` is not in `$retainKeys`: it is cleared.",
        rule: "All fields of the live map that `$retainKeys` does not list are cleared.",
        source: "strategic-merge-patch, \"`retainKeys` Directive\"",
    }

    // lists
    MergeList "merge-list" Step Matched {
        says: "`{field}` merges by `{key}`: every patch item meets the live item of the same key.",
        rule: "A list whose field has the strategy `merge` merges item by item, by its merge key.",
        source: "strategic-merge-patch, \"Background\"",
    }
    MergeListByKeys "merge-list-by-keys" Step Matched {
        says: "Every item of the patch list `{field}` says by `$patchMergeKey` which fields of a live item must be equal.",
        rule: "A list whose patch items bear `$patchMergeKey` merges item by item, by the fields that each names.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
    }
    MergeSet "merge-set" Step Matched {
        says: "`{field}` is a set: values of the patch join those of live.",
        rule: "A list of primitives with the strategy `merge` works as a set.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    MatchItem "match-item" Step Matched {
        says: "The patch item `{item}` meets {twins}.",
        rule: "A patch item merges with the first live item of the same merge key.",
        source: "strategic-merge-patch, \"Background\"",
    }
    MatchItemByKeys "match-item-by-keys" Step Matched {
        says: "The patch item meets the one live item that has the same {listed}, as `$patchMergeKey` asks.",
        rule: "An item with `$patchMergeKey` merges with the live item that has equal values of all those keys.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
    }
    AddItem "add-item" Step Added {
        says: "No live item of `{list}` has the key `{item}`: the patch item is added.",
        rule: "A patch item whose merge key no live item has is added.",
        source: "strategic-merge-patch, \"Background\"",
    }
    AddItemByKeys "add-item-by-keys" Step Added {
        says: "No live item of `{list}` has {detail}: the patch item is added.",
        rule: "An item with `$patchMergeKey` that no live item equals in all those keys is added.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
    }
    DeleteItemByKeys "delete-item-by-keys" Step Removed {
        says: "`$patch: delete` removes every item of `{list}` that has {detail} ({count item}).",
        rule: "An item with `$patchMergeKey` and `$patch: delete` removes all live items that are equal in all those keys.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
    }
    DeleteItem "delete-item" Step Removed {
        says: "`$patch: delete` removes every item `{item}` from `{list}` ({count item}).",
        rule: "An item with `$patch: delete` removes all live items that match its merge key.",
        source: "strategic-merge-patch, \"`delete` Directive, List of Maps\"",
    }
    DeleteNothing "delete-nothing" Step Warned {
        says: "`$patch: delete` names `{detail}`, which `{list}` does not have: nothing happens.",
        rule: "Deleting what is not there is no error.",
        source: "strategic-merge-patch, \"`delete` Directive, List of Maps\"",
        fix: "Name a live item, or leave the deletion out.",
    }
    ReplaceList "replace-list" Step Replaced {
        says: "An item with `$patch: replace` stands in `{list}`: the whole live list{live_count} goes, and the other patch items are the new list ({count item}).",
        rule: "A `$patch: replace` item replaces the list that holds it, not one item.",
        source: "strategic-merge-patch, \"`replace` Directive, List of Maps\"",
    }
    DropRepeats "drop-repeats" Step Removed {
        says: "`{list}` is a set: what is there twice stays once ({count value} fewer).",
        rule: "When two sets merge, repeats are removed.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    AddValue "add-value" Step Added {
        says: "`{list}` has no {new}: the value is added.",
        rule: "A value that the set lacks is added.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    DeleteValue "delete-value" Step Removed {
        says: "`$deleteFromPrimitiveList` removes {old} from `{list}` ({count value}).",
        rule: "All copies of the values in `$deleteFromPrimitiveList` leave the live list.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    DeleteNoValue "delete-no-value" Step Warned {
        says: "`$deleteFromPrimitiveList` names {old}, which `{list}` does not have: nothing happens.",
        rule: "Deleting what is not there is no error.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
        fix: "Name a value of the live list, or leave the deletion out.",
    }
    DeleteListInert "delete-list-inert" Step Warned {
        says: "`{field}` finds no list to delete from: nothing happens.",
        rule: "Where live has no such list, or the directive holds none, `$deleteFromPrimitiveList` does nothing.",
        source: "Kubernetes itself (the documents are silent)",
        fix: "Name a list that live has, or leave the directive out.",
    }
    DeleteListNull "delete-list-null" Step Removed {
        says: "`$deleteFromPrimitiveList/{field}` is null: the whole field goes.",
        rule: "Null under `$deleteFromPrimitiveList` removes the whole field.",
        source: "Kubernetes itself (the documents do not say)",
    }
    DeleteListMerges "delete-list-merges" Step Warned {
        says: "`{field}` holds maps: Kubernetes merges them as if they stood under the field itself, instead of deleting.",
        rule: "Kubernetes carries a delete list of maps out as a patch list.",
        source: "Kubernetes itself (the documents do not say)",
        fix: "Delete items of a list of maps with `- $patch: delete` and the merge key.",
    }

    // order
    CheckOrder "check-order" Step Nothing {
        says: "The patch list of `{list}` fits `{directive}`: all that it does not delete is named there, in the same relative order.",
        rule: "With `$setElementOrder` the patch list must be a subsequence of the order.",
        source: "preserve-order proposal, \"Proposed Change\"",
    }
    OrderNothing "order-nothing" Step Warned {
        says: "`{directive}` finds no list `{list}`: nothing happens.",
        rule: "An order for a list that is not there does nothing.",
        source: "preserve-order proposal, \"When `$setElementOrder` contains elements not found in the list to be merged\"",
        fix: "Name a list that live or patch has, or leave the directive out.",
    }
    ServerOnlyFirst "server-only-first" Step ServerOnly {
        says: "Not named in {missing}: {names}. What only live has stays, since nobody names it, and comes first in `{list}`, in its live order.",
        rule: "Items that live has and the order (without one: the patch list) does not name come before all that it names, and keep their live order.",
        source: "preserve-order proposal, \"When the list to be merged contains elements not found in `$setElementOrder`\"",
    }
    OrderByDirective "order-by-directive" Step Reordered {
        says: "`{directive}` sets the order of `{list}`: {names}.",
        rule: "Items that `$setElementOrder` names stand in its order.",
        source: "preserve-order proposal, \"Proposed Change\"",
    }
    OrderByPatch "order-by-patch" Step Reordered {
        says: "Without `$setElementOrder` the patch list sets the order of what it names in `{list}`: {names}.",
        rule: "Without `$setElementOrder` the relative order in the patch list is respected.",
        source: "preserve-order proposal, \"When $setElementOrder is not present and patching a list\"",
    }
    OrderByPosition "order-by-position" Step Reordered {
        says: "{Missing} orders what it names in `{list}`. A server-only item stays, since nobody names it, before the named one that it stood before in live{new_items}. Now: {names}.",
        rule: "Kubernetes walks the wanted order and puts before each item the server-only items that stood before it in live; a new item has no place there, so none goes before it, unless a deletion beside `$setElementOrder` frees a place at the end. Items of one key stand together.",
        source: "Kubernetes itself (the documents do not say)",
    }
} }
