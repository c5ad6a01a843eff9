//! The lints: likely mistakes in the live object, the patch or the result. They change nothing, so each has a
//! help. [`crate::merge::sentence`] fills the `{...}` in. The names are the codes of `mergescope lint`.

table! { $ lints "Kubernetes (not covered by the design documents)" {
    AmbiguousInput "ambiguous-input" Lint Warned claims ChangesNothing {
        sentence: "{detail}.",
        rule: "The input is valid, but another parser may read it differently, or part of it is ignored.",
        source: "Kubernetes (its readers of YAML and JSON)",
        fix: "Write the value so that all parsers read it the same way.",
    }
    NoSuchField "no-such-field" Lint Warned claims ChangesNothing {
        sentence: "{detail}.",
        rule: "If the patch sets a field that the type does not have, the API server drops the field or rejects the object. `kubectl patch --local` keeps the field.",
        source: "Kubernetes (the built-in schema, and the field validation of the API server)",
        fix: "Correct the field name, or remove the field.",
    }
    MissingDollar "missing-dollar" Lint Warned claims ChangesNothing {
        sentence: "`{field}` is an ordinary field here. The directive is `${field}`, with a dollar sign.",
        rule: "Directives start with `$`. The design document writes some of them without it.",
        source: "strategic-merge-patch, \"Basic Patch Format\"",
        fix: "Write `${field}`, or remove the field.",
    }
    NotAString "not-a-string" ServerLint Warned claims ChangesNothing {
        sentence: "`{field}` must be a string, but it is {detail}. The API server rejects it.",
        rule: "kubectl reads unquoted `y`, `yes`, `n`, `no`, `on` and `off` as booleans, and unquoted `8080` and `1e3` as numbers. String fields need quotes.",
        source: "Kubernetes (YAML 1.1, and the decoder of the API server)",
        fix: "Quote the value: `{quoted}`.",
    }
    WrongType "wrong-type" ServerLint Warned claims ChangesNothing {
        sentence: "{detail}. The API server rejects it.",
        rule: "A value of the patch must have the type of its field. `kubectl patch --local` does not check this.",
        source: "Kubernetes (the built-in schema, and the decoder of the API server)",
        fix: "Write a value of the right type for `{field}`.",
    }
    YamlNumber "yaml-number" Lint Warned claims ChangesNothing {
        sentence: "The value of `{field}` is written as {detail}; kubectl reads it as {new}.",
        rule: "A number with a leading zero and only the digits 0 to 7 is octal. `0o` means octal, too, `0b` binary and `0x` hexadecimal, and `_` in a number is ignored.",
        source: "Kubernetes (YAML 1.1)",
        fix: "Write the number in decimal as {new}, or quote it if it is a string.",
    }

    // items
    DuplicateLiveItems "duplicate-live-items" Lint Warned claims IsDuplicateInLive {
        sentence: "The live list `{list}` has {count item} with the key `{item}`. Only the first of them is merged with {input}.",
        rule: "A merge key should identify one item. If several live items have the same key, the patch is merged into the first.",
        source: "strategic-merge-patch, \"Background\"",
        fix: "Delete all of them and add one item again:{lines}",
    }
    DuplicatePatchItems "duplicate-patch-items" Lint Warned claims IsDuplicateInPatch {
        sentence: "The patch list `{list}` contains the item `{detail}` more than once; the merge key does not distinguish them.",
        rule: "Patch items with the same merge key are merged into the same item. If the live object does not have the list, they remain duplicates.",
        source: "strategic-merge-patch, \"Background\"",
        fix: "Write one item for each merge key.",
    }
    KeyCollision "key-collision" Lint Warned claims ChangesNothing {
        sentence: "{detail}.",
        rule: "A strategic merge patch matches items by one key, even if the API identifies them by several.",
        source: "Kubernetes (one patch-merge-key, several list-map-keys)",
        fix: "Send the whole list with `- $patch: replace`, or use a JSON patch.",
    }
    DeleteSeveral "delete-several" Lint Warned claims DeletesSeveral {
        sentence: "`$patch: delete` of `{item}` removes {count item} of `{list}`.",
        rule: "An item with `$patch: delete` removes all live items that match its merge key.",
        source: "strategic-merge-patch, \"`delete` Directive, List of Maps\"",
        fix: "To keep one of them, add it in {same input} list:{lines}",
    }
    ReplacesWholeList "replaces-whole-list" Lint Warned claims LosesAllItems {
        sentence: "`$patch: replace` in the item `{detail}` applies to the whole list `{list}`. It removes all live items ({count item}) and this item.",
        rule: "An item with `$patch: replace` replaces the whole list, not one item.",
        source: "strategic-merge-patch, \"`replace` Directive, List of Maps\"",
        fix: "To replace one item, delete it and add it again in the same list:{lines}",
    }
    PossibleTypo "possible-typo" Lint Warned claims IsNewKey {
        sentence: "`{list}` has no live item {detail}.",
        rule: "If no live item has the merge key of a patch item, the item is added, even if the key is a typo.",
        source: "strategic-merge-patch, \"Background\"",
        fix: "To change the live item, use its key. If you want a new item, ignore this warning.",
    }
    ChangedKeyAddsItem "changed-key-adds-item" Lint Warned claims RemainsNextToNew {
        sentence: "{detail}. The patch adds a new item and keeps the live item.",
        rule: "The merge key identifies the item. Changing it does not rename the item: it adds a new one, and the old one remains.",
        source: "strategic-merge-patch, \"Background\"",
        fix: "Delete the old item in {same input} with `$patch: delete`:{lines}",
    }
    ImplicitReorder "implicit-reorder" Lint Warned claims EndsReordered {
        sentence: "The patch lists {detail} of `{list}` in a different order than the live list, so the patch reorders the list.",
        rule: "Without `$setElementOrder`, the relative order of the patch list is used.",
        source: "preserve-order proposal, \"When $setElementOrder is not present and patching a list\"",
        fix: "Use the live order in {input}. If you want the new order, add `$setElementOrder`.",
    }
    DeletesAndAdds "deletes-and-adds" Lint Warned claims ChangesNothing {
        sentence: "{detail}. According to the design document, values are deleted from the original list, so the added value remains.",
        rule: "According to the design document, `$deleteFromPrimitiveList` deletes values from the original list, so a value that the patch also adds remains. Kubernetes processes the fields of a patch in random order.",
        source: "Kubernetes (differs from the design documents)",
        fix: "Remove the value from one of the two lists.",
    }
    RandomOrder "random-order" Lint Warned claims ChangesNothing {
        sentence: "Kubernetes processes `$deleteFromPrimitiveList/{list}` and `{list}` in random order. Here the deletion is first. If it is last, {detail}.",
        rule: "Kubernetes processes the fields of a patch map in random order. The result of a list can depend on it if a value is both deleted and added, or if the live list has duplicates.",
        source: "Kubernetes (mergeMap)",
        fix: "Send the deletions and the additions in two patches.",
    }

    // leftovers
    Leftover "leftover" ServerLint Warned claims IsLeftOver {
        sentence: "`{field}` is kept, but the patch sets {detail}. They cannot be used together: the API server rejects the result.",
        rule: "A patch keeps fields that it does not mention, even if they conflict with a field that it sets.",
        source: "Kubernetes (the validation of the API server)",
        fix: "{Removal}:{lines}",
    }
    MutuallyExclusiveFields "mutually-exclusive-fields" ServerLint Warned claims IsContradicted {
        sentence: "`{field}` cannot be used together with {detail}: the API server rejects the result.",
        rule: "Some fields of a map exclude each other, such as `value` and `valueFrom`.",
        source: "Kubernetes (the validation of the API server)",
        fix: "Remove one of them.",
    }

    // the order
    VariableBeforeDefinition "variable-before-definition" Lint Warned claims IsUsedTooEarly {
        sentence: "`{item}` uses `$({detail})`, but `{detail}` is defined after it. Kubernetes does not expand the reference.",
        rule: "`$(NAME)` in the value of an environment variable is not expanded with a variable that is defined after it in `env`.",
        source: "Kubernetes API reference, EnvVar, \"value\"",
        fix: "List `{detail}` before `{item}`.",
    }

    // several patches
    RecreatedItem "recreated-item" Lint Warned claims ChangesNothing {
        sentence: "`{item}` was deleted by {detail}. This patch lists it by key only, so it is created again without its other fields.",
        rule: "Merging an item that does not exist creates it, even if the patch lists it only to set the order.",
        source: "preserve-order proposal, \"Alternative Considered\", 1",
        fix: "Remove the item from this patch, or base the patch on the current object. An entry in `$setElementOrder` does not create an item.",
    }

    // the whole patch
    ImmutableField "immutable-field" ServerLint Warned claims ChangesNothing {
        sentence: "The API server rejects this change: {detail}.",
        rule: "Some fields cannot change once an object exists: the API server rejects the request.",
        source: "Kubernetes (the validation of the API server)",
        fix: "Keep the live value, or delete the object and create it again.",
    }
    ServerType "server-type" ServerLint Warned claims ChangesNothing {
        sentence: "The API server cannot decode the result: {detail}.",
        rule: "A value of the result must have the type of its field: the API server decodes the result before it checks anything else in it.",
        source: "Kubernetes (the decoder of the API server)",
        fix: "Give the field a value of its type.",
    }
    ServerIdentity "server-identity" ServerLint Warned claims ChangesNothing {
        sentence: "The API server rejects this change: {detail}.",
        rule: "The name and the namespace of an object cannot change, and `resourceVersion` must be the live one.",
        source: "Kubernetes (the request handler of the API server)",
        fix: "Remove `{path}` from {input}. To change another object, pass it as LIVE; to rename or move an object, create a new one.",
    }
    InvalidObject "invalid-object" ServerLint Warned claims ChangesNothing {
        sentence: "The API server rejects the result: {detail}.",
        rule: "After the merge, the API server checks the rules of the kind. The common ones are known here; admission, webhooks, quotas, CEL rules and references to other objects are not checked.",
        source: "Kubernetes (the validation of the API server)",
        fix: "Change {input} so that the result follows this rule.",
    }
    UnstoredField "unstored-field" Lint Warned claims ChangesNothing {
        sentence: "{detail}. The API server drops it with a warning, or rejects the request if field validation is strict.",
        rule: "If the result has a field that the type does not have, the API server does not store the field.",
        source: "Kubernetes (the field validation of the API server)",
        fix: "Remove the field, or write it as the type has it.",
    }
    WrappedNumber "wrapped-number" Lint Warned claims ChangesNothing {
        sentence: "The number is too large for `{field}`, which has 32 bits. The API server stores {detail}.",
        rule: "The API server wraps a number that does not fit into a field of 32 bits (4294967896 becomes 600), in a strategic merge patch and in a server-side apply. It rejects such a number in other requests.",
        source: "Kubernetes (`FromUnstructured` of the API server)",
        fix: "Write a number from -2147483648 to 2147483647.",
    }
    DefaultReturns "default-returns" Lint Warned claims ChangesNothing {
        sentence: "`{field}` has a default: the API server sets it to {detail}.",
        rule: "A field that has a default cannot be removed: the API server sets the default. For many fields, 0 or an empty string is the same as no value.",
        source: "Kubernetes (`SetDefaults_*` functions; `default` in the schema of a CustomResourceDefinition)",
        fix: "If you do not want the default, set a value instead of removing the field.",
    }
    EmptyDirAdded "empty-dir-added" Lint Warned claims ChangesNothing {
        sentence: "`{item}` has no source, so the API server makes it an empty directory: `{detail}`.",
        rule: "A volume without a source becomes an empty directory: the API server sets `emptyDir: {}`.",
        source: "Kubernetes (`SetDefaults_Volume`)",
        fix: "Give the volume a source. If an empty directory is meant, write it as `{detail}`. To remove the volume, remove its item, and all mounts that use it.",
    }
    AliasIgnored "alias-ignored" Lint Warned claims ChangesNothing {
        sentence: "The API server ignores this value of `{field}`: it writes {detail}, the value of `serviceAccountName`.",
        rule: "`serviceAccount` is the old name of `serviceAccountName`. If a pod has both, the API server sets `serviceAccount` to the value of `serviceAccountName`.",
        source: "Kubernetes (the conversion of `PodSpec`)",
        fix: "Write `serviceAccountName` instead of `serviceAccount`.",
    }
    FieldOfOtherType "field-of-other-type" Lint Warned claims ChangesNothing {
        sentence: "The API server removes `{field}`, because {detail} does not use it.",
        rule: "When the `type`, the `sessionAffinity` or the `externalTrafficPolicy` of a Service changes, the API server removes the fields that only the old one uses. If the patch also changes such a field, the API server does not remove the field, so it rejects the object. The exception is `sessionAffinityConfig`: it is removed even then.",
        source: "Kubernetes (`SetDefaults_Service`, and `dropTypeDependentFields` of the Service registry)",
        fix: "No change is needed: the API server does not store the field.",
    }
    StringDataEncoded "string-data-encoded" Step Nothing claims ChangesNothing {
        sentence: "The API server stores {detail} in `data`, encoded as base64, and does not store `stringData`.",
        rule: "`stringData` is for writing only: the API server encodes each of its values and puts it into `data`, where it replaces the value with the same key.",
        source: "Kubernetes API reference, Secret, \"stringData\"",
    }
    SystemFieldKept "system-field-kept" Step Nothing claims ChangesNothing {
        sentence: "The API server ignores the change of `{field}` and keeps its own value.",
        rule: "Only the API server sets `creationTimestamp` and `generation` of an object, and the `deletionTimestamp` of one that is being deleted. It ignores other values in a request.",
        source: "Kubernetes (apiserver, \"BeforeUpdate\")",
    }
    StatusIgnored "status-ignored" Lint Warned claims ChangesNothing {
        sentence: "The API server ignores `status` in a patch of the object itself.",
        rule: "The `status` of a built-in kind is written through its own subresource; in a request for the object itself it is ignored.",
        source: "Kubernetes documentation, \"API concepts\", \"Resource URIs\"",
        fix: "Patch the subresource: `kubectl patch --subresource=status`.",
    }
    CustomStrategic "custom-strategic" ServerLint Warned claims ChangesNothing {
        sentence: "The API server does not accept a strategic merge patch for {detail}, which is a custom resource; kustomize does.",
        rule: "Custom resources accept JSON merge patches, JSON patches and server-side apply only. The API server rejects a strategic merge patch with status code 415.",
        source: "Kubernetes (the patch handler of the API server)",
        fix: "Use a JSON merge patch: `--type merge`.",
    }
    KindIgnored "kind-ignored" Lint Warned claims ChangesNothing {
        sentence: "The API server ignores `{field}` in a strategic merge patch. In the cluster the value remains `{detail}`.",
        rule: "The API server ignores `apiVersion` and `kind` of a strategic merge patch. It rejects patches of other types that change the kind.",
        source: "Kubernetes (the patch handler of the API server)",
        fix: "Remove the field from {input}, or write it as the live object has it.",
    }
    NoOpPatch "no-op-patch" Lint Warned claims IsNoOp {
        sentence: "The patch has no effect: the result is equal to the live object.",
        rule: "A patch has no effect if the live object already has all its values.",
        source: "strategic-merge-patch, \"Background\"",
        fix: "If you expected a change, check the paths and names in {input}.",
    }
} }
