//! The rows of the ledger of `kubectl apply`: what happens to a field, and why.

table! { $ apply "Kubernetes (not covered by the design documents)" {
    LedgerInSync "in-sync" LedgerRow Nothing claims IsProvenByApplying {
        sentence: "The manifest and the live object have the same value.",
        rule: "If the manifest and the live object have the same value, nothing is sent.",
    }
    LedgerChanged "changed" LedgerRow Set claims IsProvenByApplying {
        sentence: "Set from the manifest: the value differs from the live object and from the last-applied configuration.",
        rule: "A field of the manifest that differs from the live object is sent.",
    }
    LedgerReordered "reordered" LedgerRow Reordered claims IsProvenByApplying {
        sentence: "Reordered: kubectl sends the order of the manifest as `$setElementOrder`.",
        rule: "kubectl sends the order of a list that it patches. Live items that the manifest does not have are placed among them.",
    }
    LedgerLastApplied "last-applied-written" LedgerRow Set claims IsProvenByApplying {
        sentence: "Written by kubectl: the annotation holds the manifest for the next apply.",
        rule: "kubectl writes the manifest into the last-applied annotation.",
    }
    LedgerDriftReverted "drift-reverted" LedgerRow Set claims IsProvenByApplying {
        sentence: "Set from the manifest: the live value was changed since the last apply and is reverted.",
        rule: "Drift in a field of the manifest is reverted.",
    }
    LedgerStoredDifferently "stored-differently" LedgerRow Warned claims IsProvenByApplying {
        sentence: "Sent, but nothing changes: the API server stores the manifest's value in the form that the live object has.",
        rule: "kubectl compares values as they are written. A value that the API server stores in another form, or completes with defaults, is sent on every apply.",
    }
    LedgerNotStored "not-stored" LedgerRow Warned claims IsProvenByApplying {
        sentence: "Sent, but nothing changes: the API server does not store the empty value, so the field stays missing.",
        rule: "The API server does not store false, 0, \"\", [] or {} in a field of a built-in kind that cannot distinguish it from a missing value. kubectl sends it on every apply.",
        source: "Kubernetes (`omitempty` of the Go types)",
    }
    LedgerStatusKept "status-kept" LedgerRow Warned claims IsProvenByApplying {
        sentence: "Sent, but nothing changes: a request for the object itself does not change `status`.",
        rule: "The `status` of a built-in kind is written through its own subresource. `kubectl apply` sends the `status` of the manifest, and the API server ignores it.",
        source: "Kubernetes documentation, \"API concepts\", \"Resource URIs\"",
    }
    LedgerSystemFieldKept "set-by-server" LedgerRow Warned claims IsProvenByApplying {
        sentence: "Sent, but nothing changes: only the API server sets this field.",
        rule: "Only the API server sets `creationTimestamp` and `generation` of an object, and the `deletionTimestamp` of one that is being deleted. It ignores other values in a request.",
        source: "Kubernetes (the update of an object's metadata)",
    }
    LedgerAdded "added" LedgerRow Added claims IsProvenByApplying {
        sentence: "Set from the manifest: the live object does not have the field.",
        rule: "A field that the live object does not have is sent.",
    }
    LedgerRestored "restored" LedgerRow Added claims IsProvenByApplying {
        sentence: "Set from the manifest: the field was removed from the live object since the last apply.",
        rule: "A field that was removed from the live object is sent again.",
    }
    LedgerMerged "merged" LedgerRow Set claims IsProvenByApplying {
        sentence: "Merged: live fields that are not in the manifest are kept.",
        rule: "In a map that both have, only the fields of the manifest are changed.",
    }
    LedgerRemoved "removed" LedgerRow Removed claims IsProvenByApplying {
        sentence: "Removed: the field was applied before and is no longer in the manifest.",
        rule: "A field that was applied before and is no longer in the manifest is deleted.",
    }
    LedgerRemovedWithParent "removed-with-parent" LedgerRow Warned claims IsProvenByApplying {
        sentence: "Removed with its parent: the parent is no longer in the manifest, and the manifest never had this field.",
        rule: "A map or list that is no longer in the manifest is deleted completely, including what others added to it.",
    }
    LedgerCleared "removed-by-retain-keys" LedgerRow Warned claims IsProvenByApplying {
        sentence: "Removed by `$retainKeys`: the manifest sets the map without this field.",
        rule: "If a map with the patch strategy `retainKeys` changes, apply removes every field of it that the manifest does not set.",
        source: "strategic-merge-patch, \"`retainKeys` Directive\"",
    }
    LedgerRemovedByNull "removed-by-null" LedgerRow Removed claims IsProvenByApplying {
        sentence: "Removed: the manifest sets the field to null.",
        rule: "Null in the manifest is sent and removes the field.",
    }
    LedgerNothingToRemove "nothing-to-remove" LedgerRow Nothing claims IsProvenByApplying {
        sentence: "Nothing to remove: the manifest sets the field to null, and the live object does not have it.",
        rule: "Null in the manifest changes nothing if the live object does not have the field.",
    }
    LedgerAlreadyRemoved "already-removed" LedgerRow Nothing claims IsProvenByApplying {
        sentence: "Already removed: the field was applied before, and neither the manifest nor the live object has it.",
        rule: "A deletion is sent even if the live object no longer has the field.",
    }
    LedgerDriftKept "drift-kept" LedgerRow Warned claims IsProvenByApplying {
        sentence: "Kept from the live object: neither the manifest nor the last-applied configuration has the field.",
        rule: "Apply keeps a field that is neither in the manifest nor in the last-applied configuration, unless it removes or replaces the map, item or list that contains it.",
    }
    LedgerDefault "default" LedgerRow Nothing claims IsProvenByApplying {
        sentence: "Kept from the live object: the API server set this default.",
        rule: "The API server sets defaults. They are in no manifest, and they are not drift.",
        source: "Kubernetes (`SetDefaults_*` functions; `default` in the schema of a CustomResourceDefinition)",
    }
    LedgerEncoded "encoded" LedgerRow Nothing claims IsProvenByApplying {
        sentence: "Kept from the live object: the API server encoded this value from `stringData`.",
        rule: "The API server encodes each value of `stringData` and stores it in `data`.",
        source: "Kubernetes API reference, Secret, \"stringData\"",
    }
    LedgerEncodedAnew "encoded-again" LedgerRow Set claims IsProvenByApplying {
        sentence: "The API server replaces this value: it encodes the value of the same key in `stringData`.",
        rule: "The API server encodes each value of `stringData` and stores it in `data`, where it replaces the value of the same key.",
        source: "Kubernetes API reference, Secret, \"stringData\"",
    }
    LedgerEncodedKept "encoded-kept" LedgerRow Warned claims IsProvenByApplying {
        sentence: "Kept from the live object: the API server encoded this value from the `stringData` of an earlier apply. The manifest no longer has the key, but apply does not remove it from `data`.",
        rule: "If the manifest no longer has a key in `stringData`, kubectl removes it there. The API server never stores `stringData`, so the key in `data` is kept.",
        source: "Kubernetes API reference, Secret, \"stringData\"",
    }
    LedgerServerManaged "server-managed" LedgerRow Nothing claims IsProvenByApplying {
        sentence: "Kept from the live object: the API server manages this field.",
        rule: "Fields that the API server manages are not in a manifest and are kept.",
    }
    LedgerConvergesLater "converges-later" LedgerRow Warned claims IsProvenByApplying {
        sentence: "After this apply the live object does not have the value of the manifest. A later apply of the same file sets it.",
        rule: "An apply that removes duplicates deletes all items with the key. The next apply adds the item again.",
    }
    LedgerNotConverging "not-converging" LedgerRow Warned claims IsProvenByApplying {
        sentence: "After this apply the live object does not have the value of the manifest.",
        rule: "With some manifests a field never gets the value of the manifest, however often kubectl applies them: for example in a list with duplicate merge keys or in a set with duplicate values.",
    }
} }
