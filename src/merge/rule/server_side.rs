//! What server-side apply does. `{...}` in a sentence is filled in by [`crate::merge::sentence`].

table! { $ server_side {
    ApplyOwners "apply-owners" Step Nothing {
        says: "Live's `managedFields` name {detail}: they say who owns what, and are no part of what is merged.",
        rule: "`metadata.managedFields` records the owner of each field; it is kept beside the object.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    ApplyBefore "apply-before-first" Step Nothing {
        says: "Live says nothing of owners: all of it is given to `before-first-apply` first, so every value that differs is a conflict.",
        rule: "Before the first apply all fields of an object without `managedFields` are given to `before-first-apply`.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    ApplyAdds "apply-adds" Step Added {
        says: "Live has no `{field}`: the config brings it in, and its manager owns it.",
        rule: "What live lacks is taken from the config.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    ApplyAddsItem "apply-adds-item" Step Added {
        says: "No live item has the keys of {item}: the config's item comes in.",
        rule: "Items of a list are known by all keys that the type names; those that live lacks are added.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    ApplyReplacesTwins "apply-replaces-twins" Step Replaced {
        says: "Live has {count item} with the keys of {item}: they are one path, and the config's item replaces them all.",
        rule: "Several live items with the same keys are one path; an applied item replaces them.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    ApplySets "apply-sets" Step Set {
        says: "The config sets `{field}` to {new}; it was {old}.",
        rule: "A value of the config takes the place of live's, if nobody else owns it or the apply is forced.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    ApplyReplaces "apply-replaces" Step Replaced {
        says: "`{field}` is taken in one piece: the config's value takes the place of live's.",
        rule: "Atomic lists and maps have one owner and are replaced whole.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    ApplyNullForParts "apply-null-for-parts" Step Nothing {
        says: "`{field}` is null in the config, and live has something there: null is no deletion, so nothing changes.",
        rule: "Null deletes nothing in server-side apply: leaving a field out does.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    ApplyOrders "apply-orders" Step Reordered {
        says: "`{list}` takes the config's order; what only live has stays before the shared item that it stood before.",
        rule: "Items of the config keep its order; live's own items stay before the shared item that they preceded. Order is nobody's, so it never conflicts.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    ApplyPrunes "apply-prunes" Step Removed {
        says: "The manager applied `{field}` before and leaves it out now, and nobody else owns it: it goes, with all that is in it.",
        rule: "Leaving out what one applied before is the deletion; it stays while anybody else owns it.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    UpdateDrops "update-drops" Step Removed {
        says: "The update does not hold `{field}`: it goes, and its owners lose it.",
        rule: "An update writes the whole object: what it leaves out is gone.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    ApplyDropsEmptied "apply-drops-emptied" Step Removed {
        says: "Nothing is left in `{field}`, so the API server does not store it.",
        rule: "A map or list that pruning empties becomes null, and the API server drops nulls.",
        source: "Kubernetes itself (structured-merge-diff, \"RemoveItems\")",
    }
    ApplyUpdatesAnnotation "apply-updates-annotation" Step Set {
        says: "The API server writes the applied configuration into the last-applied annotation, because the manager is `kubectl`.",
        rule: "For the default manager `kubectl` alone, server-side apply keeps the last-applied annotation up to date.",
        source: "Kubernetes itself (apimachinery, \"lastAppliedUpdater\")",
    }
    StoredDefault "stored-default" Step Set {
        says: "`{field}` has a default value, so the API server sets it again: {new}.",
        rule: "The API server sets the default value of a field that is missing.",
        source: "Kubernetes itself (`SetDefaults_*` functions; `default` in the schema of a CustomResourceDefinition)",
    }
    StoredWithoutEmpty "stored-without-empty" Step Removed {
        says: "`{field}` is empty, so the API server does not store it.",
        rule: "The API server does not store empty lists and maps of built-in kinds.",
        source: "Kubernetes itself (`omitempty` of the Go types)",
    }
    UpdateOrders "update-orders" Step Reordered {
        says: "`{list}` gets the order of the update. List order has no owner.",
        rule: "An update writes the whole object, with the order of its lists.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    TakeoverKeepsAnnotation "takeover-keeps-annotation" Step Nothing {
        says: "kubectl applies the last-applied annotation as manager `kubectl-last-applied`, so that it is kept.",
        rule: "For its default manager, kubectl applies the last-applied annotation under a name of its own before it takes over the fields of client-side apply.",
        source: "Kubernetes itself (kubectl apply, \"saveLastApplyAnnotationIfNecessary\")",
    }
    TakeoverMovesOwnership "takeover-moves-ownership" Step Nothing {
        says: "The object was last applied client-side by {detail}. kubectl moves these fields to the new manager.",
        rule: "If an update owns the last-applied annotation after the apply, `kubectl apply --server-side` moves all fields of that update to the applying manager.",
        source: "Kubernetes itself (client-go, \"csaupgrade\")",
    }
    TakeoverAppliesAgain "takeover-applies-again" Step Nothing {
        says: "kubectl sends the same configuration again. This second request removes the moved fields that the configuration leaves out. A server-side dry run does not show that.",
        rule: "After the takeover the configuration is applied again; only then fields of client-side apply that it leaves out are removed.",
        source: "Kubernetes itself (kubectl apply, \"migrateToSSAIfNecessary\")",
    }
    TakeoverRejected "takeover-rejected" Step Warned {
        says: "The API server would reject the second request: {detail}. kubectl warns and ends with exit code 0. No field is removed, and the new manager owns all fields of client-side apply.",
        rule: "If the second request of a takeover is rejected, the fields stay, and the applying manager owns them.",
        source: "Kubernetes itself (kubectl apply, \"migrateToSSAIfNecessary\")",
        fix: "Add the required fields to the applied configuration, or leave `--server-side` out.",
    }
    ApplyShares "apply-shares" Step Nothing {
        says: "The config has the same values as {detail}: these fields are owned by both.",
        rule: "Setting a field of somebody else to the value that it has is no conflict: it is shared.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    ApplyTakes "apply-takes" Step Warned {
        says: "`{field}` belonged to {detail}: it is taken away.",
        rule: "A forced apply, and every update, takes the fields that it changes from their owners.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    ApplyConflicts "apply-conflicts" Step Warned {
        says: "`{field}` belongs to {detail}, and the config wants another value.",
        rule: "A field that another manager owns can only be changed by force.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    ApplyOwnsAfter "apply-owns-after" Step Nothing {
        says: "Afterwards {count field}: {detail}.",
        rule: "Afterwards the manager of an apply owns exactly what its config says; others keep what was neither taken from them nor removed.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    ApplyNotModelled "apply-not-modelled" Step Nothing {
        says: "Not modeled here: defaults of new fields, admission (it owns fields, too), conversion between API versions, the reset of status, and the limit of ten update entries.",
        rule: "This is server-side apply without a server: one API version, no defaults of new fields, no admission.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
    }
    ApplyConflict "apply-conflict" Step Rejected {
        says: "{detail}. Nothing is written.",
        rule: "An apply that changes fields of other managers is refused whole, unless it is forced.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
        fix: "Leave the fields out of the config (their owner keeps them), set them to live's values (they are shared then), or force the apply to take them over.",
    }
    ApplyUntyped "apply-untyped" Step Rejected {
        says: "The config does not fit its type: {detail}.",
        rule: "A config must fit the type of its kind: no unknown field, no value of another type, no key twice.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
        fix: "Mend the config at this place.",
    }
    ApplyLiveUntyped "apply-live-untyped" Step Rejected {
        says: "The live object does not fit its type: {detail}. The API server rejects every apply to it.",
        rule: "The live object must fit the type of its kind, too; it may have duplicates.",
        source: "Kubernetes itself (apimachinery, \"structuredMergeManager\")",
        fix: "Fix the live object at this position with an update or a patch first.",
    }
    ApplyIdentity "apply-identity" Step Rejected {
        says: "An apply needs to know its object: {detail}.",
        rule: "An apply finds its object by the manifest's apiVersion, kind, name and namespace; no other object is touched.",
        source: "Kubernetes documentation, \"Declarative Management of Kubernetes Objects Using Configuration Files\"",
        fix: "Give apiVersion, kind and metadata.name in the manifest as live has them, or take the live object that they name.",
    }
    ApplyManagedFields "apply-managed-fields" Step Rejected {
        says: "The config holds `metadata.managedFields`, which only the server writes.",
        rule: "A config must not have `metadata.managedFields`.",
        source: "Kubernetes documentation, \"Server-Side Apply\"",
        fix: "Take `metadata.managedFields` out of the config.",
    }
} }
