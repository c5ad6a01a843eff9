//! The rejections of strategic merges. [`crate::merge::sentence`] fills the `{...}` of a sentence in.

table! { $ rejections "Kubernetes (not covered by the design documents)" {
    UnknownKind "unknown-kind" Step Rejected claims Rejects {
        sentence: "There is no built-in type for {detail}, so its merge keys are not known.",
        rule: "A strategic merge patch needs the merge rule of each field. It works for built-in kinds and for declared lists.",
        source: "strategic-merge-patch, \"Background\"",
        fix: "Use `--type merge`: a cluster rejects a strategic merge patch for a custom resource. For kustomize, use {merge key options} to declare how the lists of the kind merge.",
    }
    UnsupportedOldVersion "unsupported-old-version" Step Rejected claims Rejects {
        sentence: "kubectl still merges {detail}, but the built-in table does not have its fields.",
        rule: "A strategic merge patch needs the merge rule of each field. For some old API versions only kubectl has these rules.",
        source: "strategic-merge-patch, \"Background\"",
        fix: "Use the current API version of the kind, add its types with --schema, or use a JSON merge patch (`--type merge`).",
    }
    NotAMap "not-a-map" Step Rejected claims Rejects {
        sentence: "A map is required, but {detail}.",
        rule: "The live object, a manifest and the result must be maps, and so must every patch except a JSON patch.",
        fix: "Write `key: value` pairs at the top level of the document.",
    }
    UnreadablePatch "unreadable-patch" Step Rejected claims Rejects {
        sentence: "{detail}.",
        rule: "A patch or manifest that begins with a brace must be JSON, and all other patches must be UTF-8. A JSON merge patch must not begin with an empty YAML document.",
        source: "Kubernetes (its readers of YAML and JSON)",
        fix: "Write the patch as YAML without brackets and braces, in UTF-8.",
    }
    UnknownPatchType "unknown-patch-type" Step Rejected claims Rejects {
        sentence: "`$patch` must be `replace` or `delete`, not {detail}.",
        rule: "`$patch` must be `replace` or `delete`.",
        source: "strategic-merge-patch, \"Basic Patch Format\"",
        fix: "Write `$patch: replace` or `$patch: delete`, or remove `$patch`: merging is the default.",
    }
    RetainKeysFormat "retain-keys-format" Step Rejected claims Rejects {
        sentence: "`$retainKeys` must be a list of field names, but {detail}.",
        rule: "`$retainKeys` must be a list of field names.",
        source: "strategic-merge-patch, \"`retainKeys` Directive\"",
        fix: "Write `$retainKeys: [field, ...]`.",
    }
    RetainKeysUnlisted "retain-keys-unlisted" Step Rejected claims Rejects {
        sentence: "With `$retainKeys`, every field that {input} sets must be listed, but {detail} is not.",
        rule: "With `$retainKeys`, every field that the patch sets must be listed.",
        fix: "Add {detail} to `$retainKeys`, or remove the field from {input}.",
    }
    OrderFormat "order-format" Step Rejected claims Rejects {
        sentence: "{detail} is a malformed directive.",
        rule: "The order of a list is written as `$setElementOrder/FIELD`, where FIELD is the name of the list.",
        source: "strategic-merge-patch, \"`setElementOrder` Directive\"",
        fix: "Write `$setElementOrder/FIELD: [...]`, where FIELD is the name of the list.",
    }
    OrderNotLists "order-not-lists" Step Rejected claims Rejects {
        sentence: "`$setElementOrder` must be a list and must belong to a list, but {detail}.",
        rule: "`$setElementOrder` must be a list and must belong to a list.",
        source: "strategic-merge-patch, \"`setElementOrder` Directive\"",
        fix: "Write the order and the field that it orders as lists, in the same map, or remove the order.",
    }
    OrderNotOrderable "order-not-orderable" Step Rejected claims Rejects {
        sentence: "{detail}.",
        rule: "Only lists with a merge key and lists of primitives can be ordered.",
        fix: "Remove the directive.",
    }
    OrderEntryKey "order-entry-key" Step Rejected claims Rejects {
        sentence: "Every entry of `$setElementOrder` must contain the merge key of the list, but {detail}.",
        rule: "Every entry of `$setElementOrder` must contain the merge key of the list.",
        source: "preserve-order proposal, \"Proposed Change\"",
        fix: "Write each entry as `- {key}: VALUE`.",
    }
    OrderMissing "order-missing" Step Rejected claims Rejects {
        sentence: "Every item of the patch list must be listed in `$setElementOrder`, but {detail}.",
        rule: "Every item of the patch list must be listed in `$setElementOrder`, except deletions. Kubernetes does not require this of an empty `$setElementOrder`.",
        source: "preserve-order proposal, \"Proposed Change\"",
        fix: "Add the item to `$setElementOrder`, or remove it from {input list}.",
    }
    OrderMismatch "order-mismatch" Step Rejected claims Rejects {
        sentence: "The patch list does not have the order of `$setElementOrder`: {detail}.",
        rule: "The patch list must have the same relative order as `$setElementOrder`.",
        source: "preserve-order proposal, \"Proposed Change\"",
        fix: "Reorder the patch items as in `$setElementOrder`, or change `$setElementOrder`.",
    }
    NoItemsToOrder "no-items-to-order" Step Rejected claims Rejects {
        sentence: "`$setElementOrder` is set, but neither the live object nor the patch has an item to order.",
        rule: "`$setElementOrder` is rejected if the live list and the patch list are empty, or if one is empty and the other does not exist.",
        source: "Kubernetes (differs from the design documents)",
        fix: "Remove the directive, or add an item to the list.",
    }
    DeleteListFormat "delete-list-format" Step Rejected claims Rejects {
        sentence: "{detail} is a malformed directive.",
        rule: "Values to delete are listed under `$deleteFromPrimitiveList/FIELD`, where FIELD is the name of the list.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
        fix: "Write `$deleteFromPrimitiveList/FIELD: [...]`, where FIELD is the name of the list.",
    }
    DeleteListOfMaps "delete-list-of-maps" Step Rejected claims Rejects {
        sentence: "`$deleteFromPrimitiveList` is only valid for lists of primitives, but {detail}.",
        rule: "`$deleteFromPrimitiveList` is only valid for lists of primitives.",
        source: "strategic-merge-patch, \"`deleteFromPrimitiveList` Directive\"",
        fix: "Delete items of a list of maps with `- $patch: delete` and the merge key.",
    }
    MissingMergeKey "missing-merge-key" Step Rejected claims Rejects {
        sentence: "`{list}` is merged by `{key}`, but {detail}.",
        rule: "Every item of a merged list must have the merge key.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
        fix: "Add `{key}: ...` to the item{live_keys}.",
    }
    NoMergeKey "no-merge-key" Step Rejected claims Rejects {
        sentence: "The list contains maps, but its type does not declare a merge key: {detail}.",
        rule: "A list of maps can only be merged if its type declares a merge key.",
        fix: "Replace the list as a whole.",
    }
    MixedTypes "mixed-types" Step Rejected claims Rejects {
        sentence: "All items of a merged list must have the same type, but {detail}.",
        rule: "All items of a merged list must have the same type.",
        fix: "Give every item the type of the list. To delete items of a list of maps, use `- $patch: delete` and the merge key.",
    }
    ListOfLists "list-of-lists" Step Rejected claims Rejects {
        sentence: "Lists of lists cannot be merged.",
        rule: "Lists of lists cannot be merged.",
        fix: "Replace the list with `$patch: replace` in the map that contains it.",
    }
    NullInList "null-in-list" Step Rejected claims Rejects {
        sentence: "A merged list must not contain null.",
        rule: "A merged list must not contain null.",
        fix: "Remove the null from the list.",
    }
    UnknownField "unknown-field" Step Rejected claims Rejects {
        sentence: "{detail}.",
        rule: "If the live object and the patch both have a map or list at a path, or if a directive names a field, the merge rule of the field must be known.",
        fix: "Correct the field name, or remove the field.",
    }
    NoMergeRule "no-merge-rule" Step Rejected claims Rejects {
        sentence: "There is no merge rule for {detail}.",
        rule: "If the type of a field is not a list, such as the string `hostname`, a list in it has no merge rule. Some optional fields, such as `replicas`, are not checked: there the patch list replaces the live list. A map or list inside a map with keys of your choice, such as `data` or `labels`, has no merge rule, either.",
        fix: "Write a value of the type of the field, or use a JSON merge patch (`--type merge`).",
    }
    MergeKeyDirective "merge-key-directive" Step Rejected claims Rejects {
        sentence: "{detail}.",
        rule: "`$patchMergeKey` must be in every item of a list or in none. It lists recommended merge keys and must include the default merge key. For ports the proposal contradicts itself; mergescope uses `port,protocol` for a Service and `containerPort,name` for a container. `--merge-key` selects other keys.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
        fix: "Write `$patchMergeKey: [KEY, ...]` in every item of the list, including the default merge key.",
    }
    MergeKeyAmbiguous "merge-key-ambiguous" Step Rejected claims Rejects {
        sentence: "{detail}.",
        rule: "An item with `$patchMergeKey` must not match more than one live item, and no two items may match the same live item.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
        fix: "List more keys in `$patchMergeKey`, so that only one live item matches.",
    }
    OrderWithPatchMergeKey "order-with-patch-merge-key" Step Rejected claims Rejects {
        sentence: "`$setElementOrder` identifies items by one key and cannot be combined with `$patchMergeKey`.",
        rule: "`$setElementOrder` identifies items by one key and cannot be combined with `$patchMergeKey`.",
        source: "multi-fields-merge-key proposal, \"Proposed Change\"",
        fix: "Remove `{directive}`.",
    }
    ResultWithoutKind "result-without-kind" Step Rejected claims Rejects {
        sentence: "The result must have a `kind`, but {detail}.",
        rule: "`kubectl patch --local` does not accept a result without `kind`. The API server ignores the kind of a strategic merge patch.",
        fix: "Keep `apiVersion` and `kind` in the result.",
    }
    KubernetesPanics "kubernetes-panics" Step Rejected claims Rejects {
        sentence: "Kubernetes panics on this input: {detail}.",
        rule: "Kubernetes panics when it uses a map or a list as if it were a merge key, a value of a set, or an entry of `$retainKeys`.",
        fix: "Remove the value: it cannot be compared.",
    }
} }
