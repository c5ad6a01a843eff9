//! The reasons of the lines of a computed patch, and what a computed patch cannot express. `crate::create`
//! fills the `{...}` of a sentence in: `{left}` and `{right}` are the compared objects.

table! { $ create "Kubernetes (not covered by the design documents)" {
    // lines of a computed patch
    SendBelow "send-below" PatchLine Matched claims IsProvenByApplying {
        sentence: "`{field}` is in {left} and in {right}; only the differences inside it are sent.",
        rule: "Maps that both documents have are compared field by field. The patch contains the fields that differ.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendNewField "send-new-field" PatchLine Added claims IsProvenByApplying {
        sentence: "`{field}` is in {right} but not in {left}, so it is sent.",
        rule: "A field that only the modified document has is sent completely.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendPart "send-part" PatchLine Added claims IsProvenByApplying {
        sentence: "Part of `{holder}`, which is sent completely.",
        rule: "A value that is sent completely includes everything in it.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendValue "send-value" PatchLine Set claims IsProvenByApplying {
        sentence: "`{field}` is {old} in {left} and {new} in {right}, so the value is sent.",
        rule: "A scalar that differs is sent.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendLastApplied "send-last-applied" PatchLine Set claims IsProvenByApplying {
        sentence: "kubectl writes the manifest into the last-applied annotation, for the next apply.",
        rule: "kubectl sends the last-applied annotation with every patch that changes it.",
    }
    SendAnnotations "send-annotations" PatchLine Matched claims IsProvenByApplying {
        sentence: "`annotations` is sent because it contains the last-applied annotation. The manifest has no annotations of its own.",
        rule: "kubectl writes the last-applied annotation into `metadata.annotations`, also of a manifest without annotations.",
    }
    SendChangedType "send-changed-type" PatchLine Replaced claims IsProvenByApplying {
        sentence: "`{field}` is {old_kind} in {left} and {new_kind} in {right}. The types differ, so the whole value is sent.",
        rule: "A field whose type differs is sent completely.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendAtomicList "send-atomic-list" PatchLine Replaced claims IsProvenByApplying {
        sentence: "`{field}` is not merged item by item, and it differs, so the whole list of {right} is sent.",
        rule: "A list that is replaced as a whole is sent completely if anything in it differs.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendReplacedMap "send-replaced-map" PatchLine Replaced claims IsProvenByApplying {
        sentence: "`{field}` has the patch strategy `replace`, so it is always sent completely, even if nothing in it differs.",
        rule: "A map with the patch strategy `replace` is always sent completely, so such an object is never found to be unchanged.",
    }
    SendNull "send-null" PatchLine Removed claims IsProvenByApplying {
        sentence: "`{field}` is in {left} but not in {right}; null removes it.",
        rule: "A field that only the original document has is sent as null.",
        source: "strategic-merge-patch, \"`delete` Directive, Maps\"",
    }
    SendList "send-list" PatchLine Matched claims IsProvenByApplying {
        sentence: "`{field}` is merged {by}; only the items that differ are sent.",
        rule: "Of a merged list, only the items that differ are sent.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendWholeList "send-whole-list" PatchLine Added claims IsProvenByApplying {
        sentence: "`{field}` is empty in {left}, so all of {right} is sent, without an order.",
        rule: "A list that was empty is sent completely, without `$setElementOrder`.",
    }
    SendItem "send-item" PatchLine Matched claims IsProvenByApplying {
        sentence: "The item `{item}` {pair}.",
        rule: "Items are paired by their merge key, compared as strings. For each pair, the differences are sent.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendItemKey "send-item-key" DirectiveLine Matched claims IsProvenByApplying {
        sentence: "`{field}` identifies the item.",
        rule: "Every item of a patch list contains its merge key, or all of its merge keys.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendNewItem "send-new-item" PatchLine Added claims IsProvenByApplying {
        sentence: "No item of {left} is paired with the item `{item}` of {right}, so the whole item is sent.",
        rule: "An item that only the modified document has is sent completely.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendDeletedItem "send-deleted-item" DirectiveLine Removed claims IsProvenByApplying {
        sentence: "The item `{item}` is in {left} but not in {right}; `$patch: delete` removes it.",
        rule: "An item that only the original document has is sent as its merge key with `$patch: delete`.",
        source: "strategic-merge-patch, \"`delete` Directive, List of Maps\"",
    }
    SendListByKeys "send-list-by-keys" PatchLine Matched claims IsProvenByApplying {
        sentence: "The items of `{field}` are identified by {keys} together; only the items that differ are sent.",
        rule: "If a list has several recommended merge keys, a computed patch uses all of them.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    SendMergeKeys "send-merge-keys" DirectiveLine Matched claims IsProvenByApplying {
        sentence: "`$patchMergeKey` lists the keys that identify the item. A key that the item does not have must be absent in the live item too.",
        rule: "`$patchMergeKey` lists the fields that must be equal, or absent on both sides.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    SendItemByKeys "send-item-by-keys" PatchLine Matched claims IsProvenByApplying {
        sentence: "The item `{item}` is in {left} and in {right} with the same keys, and it differs.",
        rule: "Items are paired by all recommended keys; an absent key counts as a value. For each pair, the differences are sent.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    SendNewItemByKeys "send-new-item-by-keys" PatchLine Added claims IsProvenByApplying {
        sentence: "The item `{item}` is in {right}, and no item of {left} has the same keys, so the whole item is sent.",
        rule: "An item whose keys only the modified document has is sent completely.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    SendDeletedItemByKeys "send-deleted-item-by-keys" DirectiveLine Removed claims IsProvenByApplying {
        sentence: "The item `{item}` is in {left}, and no item of {right} has the same keys; `$patch: delete` removes only this item.",
        rule: "An item whose keys only the original document has is sent as all its keys with `$patch: delete`.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    NameItem "name-item" DirectiveLine Matched claims IsProvenByApplying {
        sentence: "The item is the same on both sides; it is listed only to set its position.",
        rule: "Without an order directive, items are listed in the patch list to set their positions.",
        source: "preserve-order proposal, \"Alternative Considered\" (never shipped)",
    }
    SendPosition "send-position" PatchLine Reordered claims IsProvenByApplying {
        sentence: "The index of the item in {right}; the order differs from {left}.",
        rule: "If the order of a list changes, every item is sent with its index.",
        source: "preserve-order proposal, \"Alternative Considered\", 2 (never shipped)",
    }
    SendWholeSet "send-whole-set" PatchLine Reordered claims IsProvenByApplying {
        sentence: "`{field}` is a list of primitives, and it differs, so all of {right} is sent to keep its order.",
        rule: "For a list of primitives, the alternatives send the complete modified list.",
        source: "preserve-order proposal, \"Alternative Considered\" (never shipped)",
    }
    SendNewValue "send-new-value" PatchLine Added claims IsProvenByApplying {
        sentence: "The set `{list}` contains {new} in {right} but not in {left}.",
        rule: "A value that only the modified set contains is sent in the list.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    SendDeletedValues "send-deleted-values" DirectiveLine Removed claims IsProvenByApplying {
        sentence: "The set `{list}` contains values in {left} that it does not contain in {right}; `$deleteFromPrimitiveList` removes them.",
        rule: "Values that only the original set contains are sent in `$deleteFromPrimitiveList`.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    SendOrder "send-order" DirectiveLine Reordered claims IsProvenByApplying {
        sentence: "Part of `{list}` is sent, so the order of {right} is sent with it.",
        rule: "A patch list is sent with `$setElementOrder`, which lists the keys of all items of the modified list, in their order.",
        source: "preserve-order proposal, \"Proposed Change\"",
    }
    SendOrderOnly "send-order-only" DirectiveLine Reordered claims IsProvenByApplying {
        sentence: "`{list}` has different items or a different order in {right} than in {left}, but no item of {right} is changed, so only the order is sent.",
        rule: "If a list has different items or a different order, but no item to send, `$setElementOrder` is sent alone.",
        source: "preserve-order proposal, \"Proposed Change\"",
    }
    RedundantOrder "redundant-order" DirectiveLine Warned claims IsProvenByApplying {
        sentence: "`{list}` is the same on both sides, but its order is sent: the kubectl library sorts the list of {left} in place before it compares the order.",
        rule: "Before the kubectl library compares the order, it sorts the old set (of the original document or, with three documents, of the current one) in place. So if the modified set is not sorted, its order is sent, even if it did not change.",
    }
    SendRetainKeys "send-retain-keys" DirectiveLine Retained claims IsProvenByApplying {
        sentence: "`{field}` has the patch strategy `retainKeys`, and this map changes. The directive lists every field that it has in {right}; all others are cleared.",
        rule: "A map with the patch strategy `retainKeys` is sent with `$retainKeys`, which lists all its fields that are not null.",
        source: "strategic-merge-patch, \"`retainKeys` Directive\"",
    }
    AddOperation "add-operation" DirectiveLine Added claims IsProvenByApplying {
        sentence: "`{field}` is in {right} but not in {left}; an operation adds it.",
        rule: "A JSON patch adds what only the modified document has.",
        source: "RFC 6902, section 4.1",
    }
    RemoveOperation "remove-operation" DirectiveLine Removed claims IsProvenByApplying {
        sentence: "`{field}` is in {left} but not in {right}; an operation removes it.",
        rule: "A JSON patch removes what only the original document has.",
        source: "RFC 6902, section 4.2",
    }
    ReplaceOperation "replace-operation" DirectiveLine Set claims IsProvenByApplying {
        sentence: "`{field}` is {old} in {left} and {new} in {right}; an operation replaces it.",
        rule: "A JSON patch replaces what differs.",
        source: "RFC 6902, section 4.3",
    }

    // what a computed patch cannot express
    OrderLost "order-lost" Step Warned claims IsProvenByApplying {
        sentence: "`{list}` has a different order in {right} than in {left}, but the patch does not set it: the kubectl library sorts the list of {left} in place, so the two look equal.",
        rule: "The kubectl library sorts a set in place before it compares the order. So if the new order is the sorted order, the patch does not set it.",
    }
    DuplicatesRemoved "duplicates-removed" Step Warned claims IsProvenByApplying {
        sentence: "`{list}` contains {detail} more often in {left} than in {right}. The patch deletes the value, which removes every copy.",
        rule: "kubectl compares sets value by value. If the old list has a value twice and the new list has it once, the patch deletes the value. The deletion removes both.",
    }
    DuplicatesSent "duplicates-sent" Step Warned claims IsProvenByApplying {
        sentence: "`{list}` contains {detail} more than once in {right}. When a set is merged, the duplicates are removed or placed next to each other, and such a patch can be rejected because of its own order.",
        rule: "When Kubernetes merges a set that has duplicates, it removes them or places them next to each other.",
    }
    DuplicateItems "duplicate-items" Step Warned claims IsProvenByApplying {
        sentence: "Several items of `{list}` have the key `{detail}`. kubectl compares them from the end of the list. A patch can change only the first live item with the key, and a deletion removes all.",
        rule: "A patch cannot distinguish items with the same merge key.",
    }
    OrderNotSent "order-not-sent" Step Warned claims IsProvenByApplying {
        sentence: "`{list}` is empty in {right}, so no order is sent.",
        rule: "An empty list has no order to send; items that others added are kept in their order.",
    }
    KeyChanged "key-changed" Step Warned claims IsProvenByApplying {
        sentence: "The merge keys of an item differ between {left} and {right}: {detail}. For a patch this is a different item: the old item is deleted and a new one is created. Fields that others added to it are lost.",
        rule: "A changed, added or removed merge key makes a different item. The old item is deleted and a new one is created, without the fields that only the server had.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    OrderNotExpressible "order-not-expressible" Step Warned claims IsProvenByApplying {
        sentence: "`{list}` has an order in {right} that the patch cannot express: `$setElementOrder` cannot be combined with `$patchMergeKey`. The live order is kept, and new items are added at the end.",
        rule: "A patch with `$patchMergeKey` cannot set the order of a list.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
    }
    ConflictCheckSorts "conflict-check-sorts" Step Warned claims IsProvenByApplying {
        sentence: "The conflict check has sorted `{list}` inside the patch{detail}.",
        rule: "With `--overwrite=false`, kubectl checks whether the patch conflicts with changes of the live object. This check sorts lists of primitives in place, inside the patch that is then sent, and removes duplicates there.",
    }

    // why no patch can be made
    DuplicatesByKeys "duplicates-by-keys" Step Rejected claims Rejects {
        sentence: "`{list}` has several items with {detail}; a patch cannot distinguish them.",
        rule: "All recommended merge keys together must identify the items of the list.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
        fix: "Remove one of the items, or give it different keys.",
    }
    KeyWithoutValue "key-without-value" Step Rejected claims Rejects {
        sentence: "An item of `{list}` has {detail} without a value, so it cannot be identified.",
        rule: "A recommended merge key of an item must be absent, or have a value that can be compared. Null would match any item.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
        fix: "Set a value for {detail}, or remove it.",
    }
    DirectivesDiffer "directives-differ" Step Rejected claims Rejects {
        sentence: "The deletions and the changes both contain {detail}, with different content.",
        rule: "The deletions and the changes of a three-way patch must not contain different directives for the same map or list.",
        fix: "Give the items of that list different merge keys: duplicates are paired differently in the two parts.",
    }
    DirectiveAsData "directive-as-data" Step Rejected claims Rejects {
        sentence: "The compared documents contain `$patch`, and it is not a string.",
        rule: "If both documents contain `$patch` as an ordinary field, it must be a string.",
        fix: "Remove `$patch` from the manifests; it is only valid in patches.",
    }
    PreconditionFailed "precondition-failed" Step Rejected claims Rejects {
        sentence: "The patch would change {detail}, which must not change.",
        rule: "A patch must not contain a field that a precondition names.",
        fix: "Keep {detail} as in the original document. To give an object another name or kind, create a new object.",
    }
    ChangesConflict "changes-conflict" Step Rejected claims Rejects {
        sentence: "The patch changes {detail}, which was also changed in {left}.",
        rule: "With --overwrite=false, a strategic merge patch must not change what was changed in the live object since the last apply. A JSON merge patch is not checked.",
        fix: "Remove `--overwrite=false`. With this option, `kubectl apply` rejects every changed manifest, because it counts its own annotation as a change.",
    }
    ConflictCheckFails "conflict-check-fails" Step Rejected claims Rejects {
        sentence: "The conflict check failed: {detail}.",
        rule: "With `--overwrite=false`, kubectl checks whether the patch conflicts with changes of the live object. This check reads directives as if they were fields, and compares lists index by index, so it can fail for a patch that has no conflict.",
        fix: "Apply with --overwrite (the default of kubectl), which skips the check.",
    }
} }
