//! Why strategic merges refuse. `{...}` in a sentence is filled in by [`crate::merge::sentence`].

table! { $ rejections {
    UnknownKind "unknown-kind" Step Rejected {
        says: "Strategic merge needs to know how each field of a kind merges, and there is no built-in type for {detail}.",
        rule: "Strategic merge must know how each field of a kind merges, so it works for built-in kinds and for declared lists only.",
        source: "strategic-merge-patch, \"Background\"",
        fix: "Declare how its lists merge with --merge-key PATH=KEY, or use a JSON merge patch (kubectl patch --type merge).",
    }
    OldVersion "old-version" Step Rejected {
        says: "kubectl still merges {detail}, by fields that are not known here.",
        rule: "Strategic merge must know how each field of a kind merges; of some old versions kubectl alone knows.",
        source: "strategic-merge-patch, \"Background\"",
        fix: "Name the present version of the kind, give its types with --schema, or use a JSON merge patch (kubectl patch --type merge).",
    }
    NotAMap "not-a-map" Step Rejected {
        says: "A manifest and a patch are maps of fields; {detail}.",
        rule: "A manifest and a patch are maps of fields.",
        source: "Kubernetes itself (the documents are silent)",
        fix: "Write `key: value` pairs at the top of the document.",
    }
    UnknownPatchType "unknown-patch-type" Step Rejected {
        says: "`$patch` knows `replace` and `delete` only; here it is {detail}.",
        rule: "`$patch` knows `replace` and `delete` only.",
        source: "strategic-merge-patch, \"Basic Patch Format\"",
        fix: "Write `$patch: replace` or `$patch: delete`, or leave the marker out: merging is the default.",
    }
    RetainKeysFormat "retain-keys-format" Step Rejected {
        says: "`$retainKeys` must be a list of field names; {detail}.",
        rule: "`$retainKeys` must be a list of field names.",
        source: "strategic-merge-patch, \"`retainKeys` Directive\"",
        fix: "Write `$retainKeys: [field, ...]`.",
    }
    RetainKeysUnlisted "retain-keys-unlisted" Step Rejected {
        says: "With `$retainKeys` every field that the patch sets must be listed, and {detail} is not.",
        rule: "With `$retainKeys` every field that the patch sets must be listed.",
        source: "Kubernetes itself (the documents are silent)",
        fix: "Add {detail} to `$retainKeys`.",
    }
    OrderFormat "order-format" Step Rejected {
        says: "{detail} is no well-formed directive.",
        rule: "The order of a list is written `$setElementOrder/FIELD`, FIELD being the name of the list.",
        source: "strategic-merge-patch, \"`setElementOrder` Directive\"",
        fix: "Write `$setElementOrder/FIELD: [...]`, FIELD being the name of the list.",
    }
    OrderNotLists "order-not-lists" Step Rejected {
        says: "`$setElementOrder` orders lists: {detail}.",
        rule: "`$setElementOrder` is a list and orders a list.",
        source: "strategic-merge-patch, \"`setElementOrder` Directive\"",
        fix: "Give the order as a list, beside a field that is a list.",
    }
    OrderNotOrderable "order-not-orderable" Step Rejected {
        says: "{detail}.",
        rule: "Only merged lists of maps and lists of primitives can be ordered.",
        source: "Kubernetes itself (the documents are silent)",
        fix: "Only merged lists of maps and lists of primitives can be ordered: leave the directive out.",
    }
    OrderEntryKey "order-entry-key" Step Rejected {
        says: "Every entry of `$setElementOrder` must hold the list's merge key: {detail}.",
        rule: "Every entry of `$setElementOrder` must hold the list's merge key.",
        source: "preserve-order proposal, \"Proposed Change\"",
        fix: "Write the entries as `- KEY: value`.",
    }
    OrderMissing "order-missing" Step Rejected {
        says: "The patch list may hold only what `$setElementOrder` names: {detail}.",
        rule: "The patch list may hold only what `$setElementOrder` names.",
        source: "preserve-order proposal, \"Proposed Change\"",
        fix: "Add the entry to `$setElementOrder`, or take the item out of the patch list.",
    }
    OrderMismatch "order-mismatch" Step Rejected {
        says: "The patch list must stand in the relative order of `$setElementOrder`: {detail}.",
        rule: "The patch list must stand in the relative order of `$setElementOrder`.",
        source: "preserve-order proposal, \"Proposed Change\"",
        fix: "Put the patch items into the order of `$setElementOrder`, or the order into that of the patch.",
    }
    NoElements "no-elements" Step Rejected {
        says: "`$setElementOrder` stands here, and neither live nor patch has an item to order.",
        rule: "`$setElementOrder` stands here, and neither live nor patch has an item to order.",
        source: "Kubernetes itself (the documents are silent)",
        fix: "Leave the directive out, or give the list an item.",
    }
    DeleteListFormat "delete-list-format" Step Rejected {
        says: "{detail} is no well-formed directive.",
        rule: "Values to delete are written under `$deleteFromPrimitiveList/FIELD`, FIELD being the name of the list.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
        fix: "Write `$deleteFromPrimitiveList/FIELD: [...]`, FIELD being the name of the list.",
    }
    DeleteListOfMaps "delete-list-of-maps" Step Rejected {
        says: "`$deleteFromPrimitiveList` is for lists of primitives: {detail}.",
        rule: "`$deleteFromPrimitiveList` is for lists of primitives.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
        fix: "Delete items of a list of maps with `- $patch: delete` and the merge key.",
    }
    MissingMergeKey "missing-merge-key" Step Rejected {
        says: "Items of `{list}` are told apart by `{key}`, and {detail}.",
        rule: "Items of a merged list are told apart by their merge key, so every one must have it.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
        fix: "Write `{key}: ...` into the item{live_keys}.",
    }
    NoMergeKey "no-merge-key" Step Rejected {
        says: "The list holds maps, and its type declares no merge key: {detail}.",
        rule: "A list of maps merges only if its type declares a merge key.",
        source: "Kubernetes itself (the documents are silent)",
        fix: "Give the list as a whole instead.",
    }
    MixedTypes "mixed-types" Step Rejected {
        says: "All elements of a merged list must have one type: {detail}.",
        rule: "All elements of a merged list must have one type.",
        source: "Kubernetes itself (the documents are silent)",
        fix: "Give every element the type that the list has.",
    }
    ListOfLists "list-of-lists" Step Rejected {
        says: "Lists of lists cannot be merged.",
        rule: "Lists of lists cannot be merged.",
        source: "Kubernetes itself (the documents are silent)",
        fix: "Give the list as a whole with `$patch: replace` on the map that holds it.",
    }
    NullInList "null-in-list" Step Rejected {
        says: "A merged list cannot hold null.",
        rule: "A merged list cannot hold null.",
        source: "Kubernetes itself (the documents are silent)",
        fix: "Take the null out of the list.",
    }
    UnknownField "unknown-field" Step Rejected {
        says: "{detail}.",
        rule: "Where live and patch both hold a map or list, or a directive names a field, the schema must know how it merges.",
        source: "Kubernetes itself (the documents are silent)",
        fix: "Correct the field's name; both sides hold a map or list there, so its merge rule must be known.",
    }
    MergeKeyDirective "merge-key-directive" Step Rejected {
        says: "{detail}.",
        rule: "`$patchMergeKey` stands in every item of a list or in none; it lists recommended merge keys, the default one among them.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
        fix: "Write `$patchMergeKey: [KEY, ...]` in every item of the list, default merge key included.",
    }
    MergeKeyAmbiguous "merge-key-ambiguous" Step Rejected {
        says: "{detail}.",
        rule: "An item with `$patchMergeKey` must mean one live item, and no two items may mean the same.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
        fix: "Name more keys in `$patchMergeKey` so that one live item is meant.",
    }
    OrderBesideMergeKey "order-beside-merge-key" Step Rejected {
        says: "`$setElementOrder` tells items apart by one key and cannot stand beside `$patchMergeKey`.",
        rule: "`$setElementOrder` tells items apart by one key and cannot stand beside `$patchMergeKey`.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
        fix: "Leave `$setElementOrder` out.",
    }
    ResultWithoutKind "result-without-kind" Step Rejected {
        says: "Kubernetes cannot take an object without `kind`, and {detail}.",
        rule: "Kubernetes cannot take an object without `kind`.",
        source: "Kubernetes itself (the documents are silent)",
        fix: "Keep `apiVersion` and `kind` in what the patch leaves.",
    }
    ProgramPanics "program-panics" Step Rejected {
        says: "The real program does not refuse this but dies: {detail}.",
        rule: "Where a map or a list stands as a key, the real program dies of comparing it.",
        source: "Kubernetes itself (the documents are silent)",
        fix: "Take the value out: it cannot be compared.",
    }
} }
