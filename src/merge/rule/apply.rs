//! The rows of the ledger of `kubectl apply`: what happens to a field, and why.

table! { $ apply {
    LedgerInSync "in-sync" LedgerRow Nothing {
        sentence: "The manifest and the live object have the same value.",
        claim: IsProvenByApplying,
        rule: "If the manifest and the live object have the same value, nothing is sent.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    LedgerChanged "changed" LedgerRow Set {
        sentence: "Set from the manifest: the value differs from the live object and from the last-applied configuration.",
        claim: IsProvenByApplying,
        rule: "A field of the manifest that differs from the live object is sent.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    LedgerLastApplied "last-applied-written" LedgerRow Set {
        sentence: "Written by kubectl: the annotation holds the manifest for the next apply.",
        claim: IsProvenByApplying,
        rule: "kubectl writes the manifest into the last-applied annotation.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    LedgerDriftReverted "drift-reverted" LedgerRow Set {
        sentence: "Set from the manifest: the live value was changed since the last apply and is reverted.",
        claim: IsProvenByApplying,
        rule: "Drift in a field of the manifest is reverted.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    LedgerStoredDifferently "stored-differently" LedgerRow Warned {
        sentence: "Sent, but nothing changes: the API server stores the manifest's value in the form that the live object has.",
        claim: IsProvenByApplying,
        rule: "kubectl compares values as they are written. A value that the API server stores in another form, or completes with defaults, is sent on every apply.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    LedgerNotStored "not-stored" LedgerRow Warned {
        sentence: "Sent, but nothing changes: the API server does not store the empty value, so the field stays missing.",
        claim: IsProvenByApplying,
        rule: "The API server does not store false, 0, \"\", [] or {} in a field of a built-in kind that cannot distinguish it from a missing value. kubectl sends it on every apply.",
        source: "Kubernetes (`omitempty` of the Go types)",
    }
    LedgerStatusKept "status-kept" LedgerRow Warned {
        sentence: "Sent, but nothing changes: a request for the object itself does not change `status`.",
        claim: IsProvenByApplying,
        rule: "`status` is written through its own subresource. `kubectl apply` sends the `status` of the manifest, and the API server ignores it.",
        source: "Kubernetes documentation, \"API concepts\", \"Resource URIs\"",
    }
    LedgerSystemFieldKept "set-by-server" LedgerRow Warned {
        sentence: "Sent, but nothing changes: only the API server sets this field.",
        claim: IsProvenByApplying,
        rule: "Only the API server sets `creationTimestamp` and `generation` of an object, and the `deletionTimestamp` of one that is being deleted. It ignores other values in a request.",
        source: "Kubernetes (the update of an object's metadata)",
    }
    LedgerAdded "added" LedgerRow Added {
        sentence: "Set from the manifest: the live object does not have the field.",
        claim: IsProvenByApplying,
        rule: "A field that the live object does not have is sent.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    LedgerRestored "restored" LedgerRow Added {
        sentence: "Set from the manifest: the field was removed from the live object since the last apply.",
        claim: IsProvenByApplying,
        rule: "A field that was removed from the live object is sent again.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    LedgerMerged "merged" LedgerRow Set {
        sentence: "Merged: live fields that are not in the manifest are kept.",
        claim: IsProvenByApplying,
        rule: "In a map that both have, only the fields of the manifest are changed.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    LedgerRemoved "removed" LedgerRow Removed {
        sentence: "Removed: the field was applied before and is no longer in the manifest.",
        claim: IsProvenByApplying,
        rule: "A field that was applied before and is no longer in the manifest is deleted.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    LedgerRemovedWithParent "removed-with-parent" LedgerRow Warned {
        sentence: "Removed with its parent: the parent is no longer in the manifest, and the manifest never had this field.",
        claim: IsProvenByApplying,
        rule: "A map or list that is no longer in the manifest is deleted completely, including what others added to it.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    LedgerCleared "removed-by-retain-keys" LedgerRow Warned {
        sentence: "Removed by `$retainKeys`: the manifest sets the map without this field.",
        claim: IsProvenByApplying,
        rule: "If a map with the patch strategy `retainKeys` changes, apply removes every field that the manifest does not set.",
        source: "strategic-merge-patch, \"`retainKeys` Directive\"",
    }
    LedgerRemovedByNull "removed-by-null" LedgerRow Removed {
        sentence: "Removed: the manifest sets the field to null.",
        claim: IsProvenByApplying,
        rule: "Null in the manifest is sent and removes the field.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    LedgerNothingToRemove "nothing-to-remove" LedgerRow Nothing {
        sentence: "Nothing to remove: the manifest sets the field to null, and the live object does not have it.",
        claim: IsProvenByApplying,
        rule: "Null in the manifest changes nothing if the live object does not have the field.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    LedgerAlreadyRemoved "already-removed" LedgerRow Nothing {
        sentence: "Already removed: the field was applied before, and neither the manifest nor the live object has it.",
        claim: IsProvenByApplying,
        rule: "A deletion is sent even if the live object no longer has the field.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    LedgerDriftKept "drift-kept" LedgerRow Warned {
        sentence: "Kept from the live object: neither the manifest nor the last-applied configuration has the field.",
        claim: IsProvenByApplying,
        rule: "Apply keeps a field that is neither in the manifest nor in the last-applied configuration, unless it removes or replaces the map, item or list that contains it.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    LedgerDefault "default" LedgerRow Nothing {
        sentence: "Kept from the live object: the API server set this default.",
        claim: IsProvenByApplying,
        rule: "The API server sets defaults. They are in no manifest, and they are not drift.",
        source: "Kubernetes (`SetDefaults_*` functions; `default` in the schema of a CustomResourceDefinition)",
    }
    LedgerEncoded "encoded" LedgerRow Nothing {
        sentence: "Kept from the live object: the API server encoded this value from `stringData`.",
        claim: IsProvenByApplying,
        rule: "The API server encodes each value of `stringData` and stores it in `data`.",
        source: "Kubernetes API reference, Secret, \"stringData\"",
    }
    LedgerEncodedAnew "encoded-again" LedgerRow Set {
        sentence: "The API server replaces this value: it encodes the value of the same key in `stringData`.",
        claim: IsProvenByApplying,
        rule: "The API server encodes each value of `stringData` and stores it in `data`, where it replaces the value of the same key.",
        source: "Kubernetes API reference, Secret, \"stringData\"",
    }
    LedgerEncodedKept "encoded-kept" LedgerRow Warned {
        sentence: "Kept from the live object: the API server encoded this value from the `stringData` of an earlier apply. The manifest no longer has the key, but apply does not remove it from `data`.",
        claim: IsProvenByApplying,
        rule: "kubectl removes a key that the manifest leaves out from `stringData`, and the API server never stores `stringData`. The key in `data` is kept.",
        source: "Kubernetes API reference, Secret, \"stringData\"",
    }
    LedgerServerManaged "server-managed" LedgerRow Nothing {
        sentence: "Kept from the live object: the API server manages this field.",
        claim: IsProvenByApplying,
        rule: "Fields that the API server manages are not in a manifest and are kept.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    LedgerConvergesLater "converges-later" LedgerRow Warned {
        sentence: "After this apply the live object does not have the value of the manifest. A later apply of the same file sets it.",
        claim: IsProvenByApplying,
        rule: "An apply that removes duplicates deletes all items with the key. The next apply adds the item again.",
        source: "Kubernetes (not covered by the design proposals)",
    }
    LedgerNotConverging "not-converging" LedgerRow Warned {
        sentence: "After this apply the live object does not have the value of the manifest.",
        claim: IsProvenByApplying,
        rule: "With some manifests kubectl apply never makes the live object match, however often it runs: for example lists with duplicate merge keys or sets with duplicate values.",
        source: "Kubernetes (not covered by the design proposals)",
    }
} }
