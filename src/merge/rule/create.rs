//! Why a line stands in a computed patch, and what a computed patch cannot say. `{...}` in a sentence is filled in by
//! the room that computes patches: `{left}` and `{right}` are what is compared.

table! { $ create {
    // lines of a computed patch
    SendBelow "send-below" PatchLine Matched {
        says: "`{field}` is in {left} and in {right}: only what differs below it is sent.",
        rule: "Maps on both sides are compared field by field; the patch holds the ones that differ.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendNewField "send-new-field" PatchLine Added {
        says: "`{field}` is in {right} and not in {left}: it is sent whole.",
        rule: "A field that only the wanted side has is sent whole.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendPart "send-part" PatchLine Added {
        says: "Part of `{holder}`, which is sent whole.",
        rule: "What is sent whole brings all that is in it.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendValue "send-value" PatchLine Set {
        says: "`{field}` is {old} in {left} and {new} in {right}: the value is sent.",
        rule: "A scalar that differs is sent.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendOtherType "send-other-type" PatchLine Replaced {
        says: "`{field}` is {old_kind} in {left} and {new_kind} in {right}: types differ, so it is sent whole.",
        rule: "A field whose type differs is sent whole.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendAtomicList "send-atomic-list" PatchLine Replaced {
        says: "`{field}` does not merge item by item, and it differs: the whole list of {right} is sent.",
        rule: "A list that is replaced as a whole is sent whole as soon as anything in it differs.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendReplacedMap "send-replaced-map" PatchLine Replaced {
        says: "`{field}` has the patch strategy `replace`: it is sent whole every time, even when nothing in it differs.",
        rule: "A map with the strategy `replace` is sent whole always: such an object never compares as equal.",
        source: "Kubernetes itself (the documents do not say)",
    }
    SendNull "send-null" PatchLine Removed {
        says: "`{field}` is in {left} and not in {right}: null removes it.",
        rule: "A field that only the first side has is sent as null.",
        source: "strategic-merge-patch, \"`delete` Directive, Maps\"",
    }
    SendList "send-list" PatchLine Matched {
        says: "`{field}` merges {by}: only the items that differ are sent.",
        rule: "Of a list that merges, only the items that differ are sent.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendWholeList "send-whole-list" PatchLine Added {
        says: "`{field}` is empty in {left}: all of {right} is sent, without an order.",
        rule: "A list that was empty is sent whole, without `$setElementOrder`.",
        source: "Kubernetes itself (the documents do not say)",
    }
    SendItem "send-item" PatchLine Matched {
        says: "The item `{item}` is in {left} and in {right}, and differs.",
        rule: "Items are paired by their merge key as text; of a pair, what differs is sent.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendItemKey "send-item-key" DirectiveLine Matched {
        says: "`{field}` says which item is meant.",
        rule: "Every item of a patch list names its merge key, or all of its keys.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendNewItem "send-new-item" PatchLine Added {
        says: "{right} has the item `{item}` and {left} has not: it is sent whole.",
        rule: "An item that only the wanted side has is sent whole.",
        source: "strategic-merge-patch, \"Background\"",
    }
    SendDeletedItem "send-deleted-item" DirectiveLine Removed {
        says: "{left} has the item `{item}` and {right} has not: `$patch: delete` removes it.",
        rule: "An item that only the first side has is sent as its merge key with `$patch: delete`.",
        source: "strategic-merge-patch, \"`delete` Directive, List of Maps\"",
    }
    SendListByKeys "send-list-by-keys" PatchLine Matched {
        says: "The items of `{field}` are told apart by {keys} together: only those that differ are sent.",
        rule: "Where a list has several recommended merge keys, a computed patch uses all of them.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
    }
    SendMergeKeys "send-merge-keys" DirectiveLine Matched {
        says: "`$patchMergeKey` names the keys by which the item is found. A key that the item lacks must be lacking in live too.",
        rule: "`$patchMergeKey` lists the fields that must be equal, or be absent on both sides.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
    }
    SendItemByKeys "send-item-by-keys" PatchLine Matched {
        says: "The item `{item}` is in {left} and in {right}, equal in all its keys, and differs.",
        rule: "Items are paired by all recommended keys, an absent one counting as a value; of a pair, what differs is sent.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
    }
    SendNewItemByKeys "send-new-item-by-keys" PatchLine Added {
        says: "{right} has the item `{item}` and {left} has none with these keys: it is sent whole.",
        rule: "An item whose keys only the wanted side has is sent whole.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
    }
    SendDeletedItemByKeys "send-deleted-item-by-keys" DirectiveLine Removed {
        says: "{left} has the item `{item}` and {right} has none with these keys: `$patch: delete` removes it, and only it.",
        rule: "An item whose keys only the first side has is sent as all the keys that it has, with `$patch: delete`.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
    }
    NameItem "name-item" DirectiveLine Matched {
        says: "The item is the same on both sides: it is named only to say where it stands.",
        rule: "Without a directive for the order, items are named in the patch list to place them.",
        source: "preserve-order proposal, \"Alternatives Considered\" (never shipped)",
    }
    SendPosition "send-position" PatchLine Reordered {
        says: "The index of the item in {right}: its order is another one than that of {left}.",
        rule: "Where the order of a list changes, every item is sent with its index.",
        source: "preserve-order proposal, \"Alternatives Considered\", 2 (never shipped)",
    }
    SendWholeSet "send-whole-set" PatchLine Reordered {
        says: "`{field}` is a list of values, and it differs: all of {right} is sent, for its order.",
        rule: "Of a list of values the alternatives send the whole wanted list.",
        source: "preserve-order proposal, \"Alternatives Considered\" (never shipped)",
    }
    SendNewValue "send-new-value" PatchLine Added {
        says: "The set `{list}` of {right} has {new} and that of {left} has not.",
        rule: "A value that only the wanted side of a set has is sent in the list.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    SendDeletedValues "send-deleted-values" DirectiveLine Removed {
        says: "Values of the set `{list}` are in {left} and not in {right}: `$deleteFromPrimitiveList` removes them.",
        rule: "Values that only the first side of a set has are sent in `$deleteFromPrimitiveList`.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
    }
    SendOrder "send-order" DirectiveLine Reordered {
        says: "Something in `{list}` is sent, so the order of {right} goes with it.",
        rule: "A patch list goes with `$setElementOrder`: the keys of all items of the wanted side, in its order.",
        source: "preserve-order proposal, \"Proposed Change\"",
    }
    SendOrderAlone "send-order-alone" DirectiveLine Reordered {
        says: "The items of `{list}` stand in another order in {right} than in {left}: the order alone is sent.",
        rule: "Where only the order of a list differs, `$setElementOrder` is sent alone.",
        source: "preserve-order proposal, \"Proposed Change\"",
    }
    SendNeedlessOrder "send-needless-order" DirectiveLine Warned {
        says: "`{list}` is the same on both sides, and its order is sent all the same: the library has sorted the list of {left} in place before it compares the order.",
        rule: "The library sorts a set in place and compares orders afterwards, so a list that is not sorted always differs.",
        source: "Kubernetes itself (the documents do not say)",
    }
    SendRetainKeys "send-retain-keys" DirectiveLine Retained {
        says: "`{field}` is a map with the strategy `retainKeys`, and it changes: the directive lists every field that {right} has there, all others are cleared.",
        rule: "A map whose field has the strategy `retainKeys` is sent with `$retainKeys`, the names of all its fields that are not null.",
        source: "strategic-merge-patch, \"`retainKeys` Directive\"",
    }
    AddOperation "add-operation" DirectiveLine Added {
        says: "{right} has `{field}` and {left} has not: an operation adds it.",
        rule: "A JSON patch adds what only the wanted side has.",
        source: "RFC 6902, section 4.1",
    }
    RemoveOperation "remove-operation" DirectiveLine Removed {
        says: "{left} has `{field}` and {right} has not: an operation removes it.",
        rule: "A JSON patch removes what only the first side has.",
        source: "RFC 6902, section 4.2",
    }
    ReplaceOperation "replace-operation" DirectiveLine Set {
        says: "`{field}` is {old} in {left} and {new} in {right}: an operation replaces it.",
        rule: "A JSON patch replaces what differs.",
        source: "RFC 6902, section 4.3",
    }

    // what a computed patch cannot say
    OrderLost "order-lost" Step Warned {
        says: "`{list}` has another order in {right} than in {left}, and the patch says nothing of it: the library has sorted the list of {left} in place, so that the two look alike.",
        rule: "The library sorts a set in place before it compares orders: a new order that happens to be the sorted one is lost.",
        source: "Kubernetes itself (the documents do not say)",
    }
    RepeatsRemoved "repeats-removed" Step Warned {
        says: "`{list}` has {detail} more often in {left} than in {right}: the patch deletes the value, and that removes every copy.",
        rule: "Repeats in a set are paired off one by one, but a deletion removes all copies.",
        source: "Kubernetes itself (the documents do not say)",
    }
    RepeatsSent "repeats-sent" Step Warned {
        says: "`{list}` has {detail} more than once in {right}: merging a set keeps one copy or draws them together, and such a patch can be refused by its own order.",
        rule: "A set cannot be given repeats by a patch.",
        source: "Kubernetes itself (the documents do not say)",
    }
    TwinItems "twin-items" Step Warned {
        says: "Several items of `{list}` have the key `{detail}`: they are paired from the back, and the patch can only ever reach the first of them; a deletion removes all.",
        rule: "Items of one merge key cannot be told apart by a patch.",
        source: "Kubernetes itself (the documents do not say)",
    }
    OrderNotSent "order-not-sent" Step Warned {
        says: "`{list}` is empty in {right}, so no order is sent.",
        rule: "An empty list has no order to send: what others have added stays as it is.",
        source: "Kubernetes itself (the documents do not say)",
    }
    KeyChanged "key-changed" Step Warned {
        says: "The item of {left} with {detail} in {right}: to a patch that is another item, so the one is deleted and the other created. What somebody else has put into it is lost.",
        rule: "A changed, added or removed merge key makes another item: it is deleted and created anew, without what only the server had in it.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
    }
    OrderUnsayable "order-unsayable" Step Warned {
        says: "`{list}` has another order in {right} than the patch can give: beside `$patchMergeKey` there is no `$setElementOrder`. Live's order stays, new items come last.",
        rule: "A patch with `$patchMergeKey` cannot order a list.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
    }
    CheckSorts "check-sorts" Step Warned {
        says: "The search for conflicts has sorted `{list}` inside the patch{detail}.",
        rule: "The search for conflicts sorts lists of primitives in place, inside the patch that is then sent, and drops repeats there.",
        source: "Kubernetes itself (the documents do not say)",
    }

    // why no patch can be made
    TwinsByKeys "twins-by-keys" Step Rejected {
        says: "`{list}` has several items with {detail}: no patch could tell them apart.",
        rule: "All recommended merge keys together must tell the items of a list apart.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
        fix: "Take one of the two out, or give it other keys.",
    }
    KeyWithoutValue "key-without-value" Step Rejected {
        says: "An item of `{list}` has {detail} without a value that could tell it apart.",
        rule: "A merge key is absent, or it has a value that can be compared: null would match anything.",
        source: "multi-field-merge-key proposal, \"Proposed Change\"",
        fix: "Give {detail} a value, or leave it out.",
    }
    DirectivesDiffer "directives-differ" Step Rejected {
        says: "The deletions and the changes each bring {detail}, and the two do not agree.",
        rule: "The two halves of a three-way patch must not bring different directives for one map or list.",
        source: "Kubernetes itself (the documents do not say)",
        fix: "Give the items of that list different merge keys: twins are paired differently in the two halves.",
    }
    DirectiveAsData "directive-as-data" Step Rejected {
        says: "`$patch` stands in the documents that are compared, and it is no text.",
        rule: "Where both sides hold `$patch` as data it must be text.",
        source: "Kubernetes itself (the documents do not say)",
        fix: "Take `$patch` out of the manifests: it belongs into patches.",
    }
    PreconditionFailed "precondition-failed" Step Rejected {
        says: "The patch would change {detail}, which must stay.",
        rule: "A patch must not hold a field that a precondition names.",
        source: "Kubernetes itself (the documents do not say)",
        fix: "Leave {detail} as it is: to give an object another name or kind, make a new one.",
    }
    ChangesConflict "changes-conflict" Step Rejected {
        says: "{left} was changed at {detail} since the last apply, and the patch would change it too.",
        rule: "With --overwrite=false a patch must not touch what has changed in live since the last apply.",
        source: "Kubernetes itself (the documents do not say)",
        fix: "Take over what live has, or apply with --overwrite (kubectl's default).",
    }
    ConflictCheckFails "conflict-check-fails" Step Rejected {
        says: "The search for conflicts fails: {detail}.",
        rule: "The search for conflicts looks at directives as if they were fields, and at lists index by index.",
        source: "Kubernetes itself (the documents do not say)",
        fix: "Apply with --overwrite (kubectl's default): then nothing is searched.",
    }
} }
