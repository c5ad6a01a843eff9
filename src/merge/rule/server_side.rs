//! The steps of server-side apply. [`crate::merge::sentence`] fills the `{...}` of a sentence in.

table! { $ server_side "Kubernetes documentation, \"Server-Side Apply\"" {
    ApplyOwners "apply-owners" Step Nothing claims SetsAside {
        sentence: "Field managers in the live `managedFields`: {detail}. The field itself is not merged: the API server updates it if the request succeeds.",
        rule: "`metadata.managedFields` records the owners of each field. It is part of the object's metadata, but it is not merged.",
    }
    ApplyBeforeFirst "apply-before-first" Step Nothing claims ChangesNothing {
        sentence: "The live object has no `managedFields`. All its fields that can have an owner are first assigned to `before-first-apply`{detail}.",
        rule: "At the first apply, all fields of an object without `managedFields` are assigned to `before-first-apply`. The manager `kubectl` can change those that have the same value in the live object and in the last-applied annotation.",
    }
    ApplyAdds "apply-adds" Step Added claims Adds {
        sentence: "{Absent}.",
        rule: "Fields that the live object does not have are added from the applied configuration.",
    }
    ApplyAddsItem "apply-adds-item" Step Added claims Adds {
        sentence: "The live list has no item {item}, so the item is added.",
        rule: "List items are identified by all keys that the type declares. Items that the live list does not have are added.",
    }
    ApplyAddsValue "apply-adds-value" Step Added claims Adds {
        sentence: "The live list does not have {new}, so it is added.",
        rule: "The values of a set are their own keys. Values that the live list does not have are added.",
    }
    ApplyReplacesDuplicates "apply-replaces-duplicates" Step Replaced claims ReplacesSeveral {
        sentence: "The live list has {count item} with the keys of {item}. They are one path, so the applied item replaces all of them.",
        rule: "Several live items with the same keys are one path; an applied item replaces all of them.",
    }
    ApplySets "apply-sets" Step Set claims SetsValue {
        sentence: "{Request} changes `{field}` from {old} to {new}.",
        rule: "An applied value replaces the live value. If another manager owns the field, there is also a conflict, and the apply is rejected unless it is forced.",
    }
    ApplyReplaces "apply-replaces" Step Replaced claims Replaces {
        sentence: "`{field}` is atomic, so the new value replaces the live value.",
        rule: "Atomic lists and maps are owned and replaced as a whole.",
    }
    ApplyNullNoOp "apply-null-no-op" Step Nothing claims ChangesNothing {
        sentence: "`{field}` is null in the applied configuration, and the live object has a value. Null does not remove a map or list that is merged, so nothing changes.",
        rule: "In server-side apply, null does not remove a map or list that is merged; leaving it out does, if the manager owns it.",
    }
    ApplyOrders "apply-orders" Step Reordered claims Reorders {
        sentence: "`{list}` gets the applied order. An item that only the live list has stays before the next item that both lists have.",
        rule: "Applied items keep their order. An item that only the live list has stays before the next item that both lists have. List order has no owner, so it never causes a conflict.",
    }
    ApplyPrunes "apply-prunes" Step Removed claims Removes {
        sentence: "The manager owns {owned} through an apply. Its configuration leaves {part} out, and no other manager owns any part of it. So {part} is removed{content}.",
        rule: "A field that a manager owns through an apply and leaves out of its configuration is removed, unless another manager owns it.",
    }
    UpdateRemoves "update-removes" Step Removed claims Removes {
        sentence: "The update does not contain {part}, so it is removed.",
        rule: "An update writes the whole object. What it does not contain is removed.",
    }
    ApplyDropsEmptied "apply-drops-emptied" Step Removed claims Removes {
        sentence: "Nothing is left in `{field}`, so the API server does not store it.",
        rule: "A map or list that pruning empties becomes null, and the API server drops nulls.",
        source: "Kubernetes (structured-merge-diff, \"RemoveItems\")",
    }
    ApplyUpdatesAnnotation "apply-updates-annotation" Step Set claims SetsValue {
        sentence: "The API server writes the applied configuration into the last-applied annotation, because the manager is `kubectl`.",
        rule: "For the default manager `kubectl` alone, server-side apply keeps the last-applied annotation up to date.",
        source: "Kubernetes (apimachinery, \"lastAppliedUpdater\")",
    }
    StoredDefault "stored-default" Step Set claims Adds {
        sentence: "`{field}` has a default: the API server sets it to {detail}.",
        rule: "The API server sets the default value of a field that is missing.",
        source: "Kubernetes (`SetDefaults_*` functions; `default` in the schema of a CustomResourceDefinition)",
    }
    StoredWithoutEmpty "stored-without-empty" Step Removed claims Removes {
        sentence: "`{field}` has the empty value of its type, so the API server does not store it.",
        rule: "The API server does not store false, 0, \"\", [] or {} in a field of a built-in kind that cannot distinguish it from a missing value.",
        source: "Kubernetes (`omitempty` of the Go types)",
    }
    StoredWithoutNull "stored-without-null" Step Removed claims Removes {
        sentence: "`{field}` is null, so the API server does not store it.",
        rule: "The API server does not store null for an optional field of a built-in kind, nor for a field of a custom resource that is not `nullable`.",
        source: "Kubernetes (`omitempty` of the Go types; apiextensions-apiserver, \"PruneNonNullableNullsWithoutDefaults\")",
    }
    StoredZeroValue "stored-zero-value" Step Set claims SetsValue {
        sentence: "`{field}` is null, so the API server stores {detail}.",
        rule: "In built-in kinds, the API server stores null as the zero value of the Go type where a value cannot be omitted: in lists and maps, in required fields, and in quantities and ports. The zero value of a string is the empty string, of a number or port 0, of a quantity \"0\", of a map with declared fields {}.",
        source: "Kubernetes (the decoder of the Go types)",
    }
    StoredStringData "stored-string-data" Step Set claims AddsOrReplaces {
        sentence: "`{field}` gets the value in `stringData`, encoded as base64.",
        rule: "`stringData` is for writing only: the API server encodes each of its values and puts it into `data`, where it replaces the value with the same key.",
        source: "Kubernetes API reference, Secret, \"stringData\"",
    }
    StoredWithoutStringData "stored-without-string-data" Step Removed claims Removes {
        sentence: "The API server does not store `stringData`.",
        rule: "After an apply, the manager owns the fields of `stringData` and not those of `data`. So a key that it later leaves out stays in `data`. After an update, it owns the fields of `data` that changed.",
        source: "Kubernetes documentation, \"Secrets\" (\"stringData\" with server-side apply)",
    }
    StoredWithoutUnknown "stored-without-unknown" Step Removed claims Removes {
        sentence: "The type does not have the field `{field}`, so the API server does not store it.",
        rule: "Server-side apply accepts unknown fields anywhere below `x-kubernetes-preserve-unknown-fields`, but the API server drops those of a nested map that has fields of its own.",
        source: "Kubernetes (kube-openapi, \"ToSchemaFromOpenAPI\"; structural pruning of custom resources)",
    }
    UpdateOrders "update-orders" Step Reordered claims Reorders {
        sentence: "`{list}` gets the order of the update. List order has no owner.",
        rule: "An update writes the whole object, with the order of its lists.",
    }
    TakeoverKeepsAnnotation "takeover-keeps-annotation" Step Nothing claims ChangesNothing {
        sentence: "kubectl applies the last-applied annotation as manager `kubectl-last-applied`, so that it is kept.",
        rule: "For its default manager, kubectl applies the last-applied annotation under a name of its own before it takes over the fields of client-side apply.",
        source: "Kubernetes (kubectl apply, \"saveLastApplyAnnotationIfNecessary\")",
    }
    TakeoverMovesOwnership "takeover-moves-ownership" Step Nothing claims ChangesNothing {
        sentence: "{detail} owns the last-applied annotation. kubectl moves all fields of this owner to the new manager.",
        rule: "If an update owns the last-applied annotation after the apply, `kubectl apply --server-side` moves all fields of that update to the applying manager.",
        source: "Kubernetes (client-go, \"csaupgrade\")",
    }
    TakeoverAppliesAgain "takeover-applies-again" Step Nothing claims ChangesNothing {
        sentence: "kubectl sends the same configuration again. This second apply removes the moved fields that the configuration leaves out. A server-side dry run does not show that.",
        rule: "After the takeover the configuration is applied again; only then fields of client-side apply that it leaves out are removed.",
        source: "Kubernetes (kubectl apply, \"migrateToSSAIfNecessary\")",
    }
    TakeoverRejected "takeover-rejected" Step Warned claims ChangesNothing {
        sentence: "The API server would reject the second apply: {detail}. kubectl warns and ends with exit code 0. No field is removed, and the new manager owns all fields of client-side apply.",
        rule: "On an object of client-side apply, `kubectl apply --server-side` moves the ownership and applies a second time. If the second apply is rejected, the fields that the configuration leaves out stay, and the applying manager owns them.",
        source: "Kubernetes (kubectl apply, \"migrateToSSAIfNecessary\")",
        fix: "Add the required fields to the applied configuration, or leave `--server-side` out.",
    }
    ApplyShares "apply-shares" Step Nothing claims ChangesNothing {
        sentence: "The applied configuration has the same values as {detail}; both managers own these fields now.",
        rule: "Applying the value that a field of another manager already has is not a conflict: the field is shared.",
    }
    ApplyTakesOwnership "apply-takes-ownership" Step Warned claims ChangesNothing {
        sentence: "`{field}` is no longer owned by {detail}.",
        rule: "A forced apply, and every update, takes over the fields that it changes.",
    }
    ApplyFieldConflict "apply-field-conflict" Step Warned claims ChangesNothing {
        sentence: "`{field}` is owned by {detail}, and the applied value is different.",
        rule: "Without force, an apply does not change a field that another manager owns.",
    }
    ApplyOwnsAfter "apply-owns-after" Step Nothing claims ChangesNothing {
        sentence: "Field ownership after this operation: {detail} ({count field}).",
        rule: "After an apply, the manager owns exactly the fields of its configuration. Other managers keep their fields, except those that were taken over or removed.",
    }
    ApplyNotModeled "apply-not-modeled" Step Nothing claims ChangesNothing {
        sentence: "Not modeled here: defaults of new fields, the form in which quantities are stored (`1024Mi` as `1Gi`), admission (which can also own fields), conversion between API versions, the reset of status, and the limit of ten Update entries in `managedFields`.",
        rule: "This is server-side apply without a server: one API version, no defaults of new fields, no admission.",
    }
    ApplyConflict "apply-conflict" Step Rejected claims WritesNothing {
        sentence: "{detail}.",
        rule: "An apply that changes fields of other managers is rejected, unless it is forced.",
        fix: "Remove the fields from the applied configuration (their owner keeps them), set them to the live values (they are then shared), or force the apply to take them over.",
    }
    ApplyTypeMismatch "apply-type-mismatch" Step Rejected claims Rejects {
        sentence: "The applied configuration does not match its type: {detail}.",
        rule: "The applied configuration must match the type of its kind: no unknown field, no value of another type, and in a merged list no two items with the same merge keys or, in a set, the same value.",
        fix: "Correct the value or the name of this field in the applied configuration.",
    }
    ApplyLiveUntyped "apply-live-untyped" Step Rejected claims Rejects {
        sentence: "The live object does not fit its type: {detail}. The API server rejects every apply to it.",
        rule: "Like the applied configuration, the live object must fit the type of its kind, but its lists can have duplicates.",
        source: "Kubernetes (apimachinery, \"structuredMergeManager\")",
        fix: "Fix the live object at this position with an update or a patch first.",
    }
    ApplyUnnamed "apply-unnamed" Step Rejected claims Rejects {
        sentence: "The manifest does not name an object: {detail}.",
        rule: "An apply needs apiVersion, kind and metadata.name in the manifest. It cannot generate a name.",
        source: "Kubernetes documentation, \"Declarative Management of Kubernetes Objects Using Configuration Files\"",
        fix: "Add what is missing to the manifest: apiVersion, kind or metadata.name.",
    }
    ApplyUnknownKind "apply-unknown-kind" Step Rejected claims Rejects {
        sentence: "The API server has no {detail}.",
        rule: "Before kubectl sends a manifest, it asks the API server for the kind. A kind that the API server does not have is an error. The known built-in kinds are those of Kubernetes 1.36.",
        source: "Kubernetes documentation, \"Deprecated API Migration Guide\"",
        fix: "Write the apiVersion and the kind as the API server has them (`kubectl api-resources`).",
    }
    ApplyIdentity "apply-identity" Step Rejected claims Rejects {
        sentence: "The manifest does not identify the live object: {detail}.",
        rule: "An apply identifies its object by apiVersion, kind, name and namespace. No other object is changed.",
        source: "Kubernetes documentation, \"Declarative Management of Kubernetes Objects Using Configuration Files\"",
        fix: "Use the apiVersion, kind, metadata.name and metadata.namespace of the live object in the manifest, or pass the live object that the manifest names.",
    }
    ApplyInvalid "apply-invalid" Step Rejected claims Rejects {
        sentence: "The API server rejects the result of the apply: {detail}.",
        rule: "After server-side apply has merged the fields, the API server validates the object. Common rules are checked; admission, webhooks, quotas, CEL rules and references to other objects are not.",
        source: "Kubernetes (the validation of the API server)",
        fix: "Change the applied configuration so that the API server accepts the result.",
    }
    ApplyManagedFields "apply-managed-fields" Step Rejected claims Rejects {
        sentence: "The applied configuration contains `metadata.managedFields`, which only the server writes.",
        rule: "An applied configuration must not contain `metadata.managedFields`.",
        fix: "Remove `metadata.managedFields` from the applied configuration.",
    }
} }
