//! What hardly anybody wants, seen by looking at live, patch and result: these rules change nothing, so each of them
//! comes with a way out. `{...}` is filled in by [`crate::merge::sentence`]. The names are the codes of `mergescope lint`.

table! { $ lints {
    // texts
    ReadWithFrown "read-with-frown" Lint Warned {
        says: "{detail}.",
        rule: "What a reader takes otherwise than it looks is told.",
        source: "Kubernetes itself (its readers of YAML and JSON)",
        fix: "Write the text so that every reader takes it alike; of a key that is given twice keep one.",
    }
    NoSuchField "no-such-field" Lint Warned {
        says: "{detail}.",
        rule: "A field that the type does not have is dropped by the API server, or refused; a patch that stays local keeps it.",
        source: "Kubernetes itself (the built-in schema, and the field validation of the API server)",
        fix: "Write the field as the type has it, or leave it out.",
    }
    NotText "not-text" Lint Warned {
        says: "`{field}` is text, and here it is {detail}: the API server refuses it.",
        rule: "YAML 1.1 reads `yes`, `no`, `on`, `off` and plain numbers as what they look like; where text is wanted they need quotes.",
        source: "Kubernetes itself (YAML 1.1, and the decoder of the API server)",
        fix: "Put it in quotes: `{quoted}`.",
    }
    WrongType "wrong-type" Lint Warned {
        says: "{detail}: the API server refuses it.",
        rule: "A value must have the type of its field; a patch that stays local is not checked for that.",
        source: "Kubernetes itself (the built-in schema, and the decoder of the API server)",
        fix: "Give `{field}` a value of its type.",
    }
    YamlNumber "yaml-number" Lint Warned {
        says: "YAML 1.1 reads the value of `{field}`, written {detail}, as {new}.",
        rule: "A leading zero means an octal number, `0x` a hexadecimal one, and `_` is left out.",
        source: "Kubernetes itself (YAML 1.1)",
        fix: "Write the number in decimal digits, as {new}, or put it in quotes if it is text.",
    }

    // items
    TwinLiveItems "twin-live-items" Lint Warned {
        says: "`{list}` of live has {count item} `{item}`: a patch changes the first of them only, and `$patch: delete` removes all.",
        rule: "A merge key names one item: of several with the same key a patch meets the first.",
        source: "strategic-merge-patch, \"Background\"",
        fix: "Delete them all and add what is meant as one item:{lines}",
    }
    TwinPatchItems "twin-patch-items" Lint Warned {
        says: "The patch gives `{list}` the item `{detail}` more than once: the merge key alone does not tell them apart.",
        rule: "Patch items of one merge key go to the same live item; in a list that live lacks they stay twins.",
        source: "strategic-merge-patch, \"Background\"",
        fix: "Write one item for each merge key.",
    }
    KeyClobbers "key-clobbers" Lint Warned {
        says: "{detail}.",
        rule: "A strategic merge finds an item by one key, also where the API tells items apart by several.",
        source: "Kubernetes itself (one patch-merge-key, several list-map-keys)",
        fix: "Give the whole list under `- $patch: replace`, or use a JSON patch; the proposal's `$patchMergeKey: [{keys}]` would tell them apart.",
    }
    DeleteSeveral "delete-several" Lint Warned {
        says: "`$patch: delete` of `{item}` hits {count item} of `{list}`: all of them go.",
        rule: "An item with `$patch: delete` removes all live items that match its merge key.",
        source: "strategic-merge-patch, \"`delete` Directive, List of Maps\"",
        fix: "Add the item again that is to stay; it may stand beside the deletion:{lines}",
    }
    WipesList "wipes-list" Lint Warned {
        says: "`$patch: replace` stands in the item `{detail}`, and yet it acts on all of `{list}`: every live item goes, and this item with them ({count live item}).",
        rule: "A `$patch: replace` item replaces the list that holds it, not one item.",
        source: "strategic-merge-patch, \"`replace` Directive, List of Maps\"",
        fix: "To replace one item, delete it and add it in the same list:{lines}",
    }
    NearMissItem "near-miss-item" Lint Warned {
        says: "No live item of `{list}` is {detail}.",
        rule: "A patch item whose merge key no live item has is added, also where the key is but a slip.",
        source: "strategic-merge-patch, \"Background\"",
        fix: "Write the key as live has it; if a new item is meant, all is well.",
    }
    AddsBeside "adds-beside" Lint Warned {
        says: "{detail}: the live item stays beside the new one.",
        rule: "Another value of the merge key is another item: changing it does not move the item, but adds one.",
        source: "strategic-merge-patch, \"Background\"",
        fix: "Delete the old item in the same patch, with `$patch: delete`:{lines}",
    }
    ReordersSilently "reorders-silently" Lint Warned {
        says: "The patch names {detail} of `{list}` in another order than live has them: they change places.",
        rule: "Without `$setElementOrder` the relative order in the patch list is respected.",
        source: "preserve-order proposal, \"When $setElementOrder is not present and patching a list\"",
        fix: "Keep live's order in the patch; if the new order is wanted, say so with `$setElementOrder`.",
    }
    DeletesAndAdds "deletes-and-adds" Lint Warned {
        says: "{detail} stands in the list of `{list}` and under `$deleteFromPrimitiveList` too: whether it stays depends on who carries the patch out.",
        rule: "By the document deletions come first; Kubernetes goes through the fields of a patch in a random order.",
        source: "Kubernetes itself (the documents contradict it)",
        fix: "Take the value out of one of the two lists.",
    }

    // leftovers
    Leftover "leftover" Lint Warned {
        says: "`{field}` stays from before, and beside it the patch has set {detail}: only one of them may be there.",
        rule: "A patch leaves alone what it does not mention, also where the API takes one of several fields only.",
        source: "Kubernetes itself (the validation of the API server)",
        fix: "Remove it in the same patch, with `{field}: null`{retain}:{lines}",
    }
    TwoOfOne "two-of-one" Lint Warned {
        says: "The patch sets `{field}` beside {detail}: only one of them may be there.",
        rule: "Of these fields the API takes one only.",
        source: "Kubernetes itself (the validation of the API server)",
        fix: "Leave one of them out.",
    }

    // the order
    VariableTooEarly "variable-too-early" Lint Warned {
        says: "`{item}` uses `$({detail})`, and `{detail}` is defined further down: Kubernetes leaves the reference as it is written.",
        rule: "`$(NAME)` in the value of an environment variable is expanded only if NAME is defined further up in the list.",
        source: "Kubernetes API reference, EnvVar, \"value\"",
        fix: "Let `{detail}` stand before `{item}`: name both in that order in the patch list and in `$setElementOrder/env`.",
    }

    // several writers
    RecreatedItem "recreated-item" Lint Warned {
        says: "`{item}` was gone, taken out by {detail}. This patch names it by its key alone, as one does to say where it stands: so it is made anew, with nothing but the key.",
        rule: "Merging an item that is not there makes it, also where a writer who still had it before their eyes only meant to place it.",
        source: "preserve-order proposal, \"Alternatives Considered\", 1",
        fix: "Leave the item out of this patch, or let its writer read the object again; a name in `$setElementOrder` makes no item.",
    }

    // the whole
    ImmutableField "immutable-field" Lint Warned {
        says: "The API server rejects this change: {detail}.",
        rule: "Some fields cannot change once an object exists: the API server rejects the request.",
        source: "Kubernetes itself (the validation of the API server)",
        fix: "Keep the live value, or delete the object and create it again.",
    }
    ServerType "server-type" Lint Warned {
        says: "The API server cannot decode the result: {detail}.",
        rule: "A value of the result must have the type of its field: the API server decodes the object before it does anything else.",
        source: "Kubernetes itself (the decoder of the API server)",
        fix: "Give the field a value of its type.",
    }
    ServerIdentity "server-identity" Lint Warned {
        says: "The API server rejects this change: {detail}.",
        rule: "The name and the namespace of an object cannot change, and `resourceVersion` must be the live one.",
        source: "Kubernetes itself (the request handler of the API server)",
        fix: "Remove the field from the patch. To rename an object, create a new one.",
    }
    InvalidObject "invalid-object" Lint Warned {
        says: "The API server rejects the result: {detail}.",
        rule: "After the merge, the API server checks the rules of the kind. The common ones are known here; admission, webhooks, quotas, CEL rules and references to other objects are not checked.",
        source: "Kubernetes itself (the validation of the API server)",
        fix: "Change the patch so that the result follows this rule.",
    }
    UnstoredField "unstored-field" Lint Warned {
        says: "The type does not have the field {detail}. The API server drops it with a warning, and rejects the request under strict validation.",
        rule: "The API server does not store a field that the type does not have.",
        source: "Kubernetes itself (the field validation of the API server)",
        fix: "Remove the field, or write it as the type has it.",
    }
    DefaultReturns "default-returns" Lint Warned {
        says: "`{field}` has a default, so the API server sets it again: {detail}.",
        rule: "A field that has a default cannot be removed: the API server sets the default.",
        source: "Kubernetes itself (`SetDefaults_*` functions; `default` in the schema of a CustomResourceDefinition)",
        fix: "Set the value that you want instead of removing the field.",
    }
    StatusIgnored "status-ignored" Lint Warned {
        says: "The API server ignores `status` in a patch of the object itself.",
        rule: "`status` is written through its own subresource; in a request for the object itself it is ignored.",
        source: "Kubernetes documentation, \"API concepts\", \"Resource URIs\"",
        fix: "Patch the subresource: `kubectl patch --subresource=status`.",
    }
    CustomStrategic "custom-strategic" Lint Warned {
        says: "The API server does not accept a strategic merge patch for {detail}, which is a custom resource; kustomize does.",
        rule: "Custom resources take JSON merge patches, JSON patches and server-side apply only (status code 415).",
        source: "Kubernetes itself (the patch handler of the API server)",
        fix: "Use a JSON merge patch: `--type merge`.",
    }
    KindIgnored "kind-ignored" Lint Warned {
        says: "The API server ignores `{field}` in a patch; the object keeps {detail}.",
        rule: "A patch cannot change the version or kind of an object; the API server ignores them.",
        source: "Kubernetes itself (the patch handler of the API server)",
        fix: "Remove the field from the patch, or write it as the live object has it.",
    }
    ChangesNothing "changes-nothing" Lint Warned {
        says: "Nothing comes of this: the result is what live was.",
        rule: "A patch whose every value is there already changes nothing.",
        source: "strategic-merge-patch, \"Background\"",
        fix: "If a change was wanted, look at the paths and names of the patch.",
    }
} }
