//! What becomes of a field in `kubectl apply`: who wins, and why.

table! { $ apply {
    FateAgreed "agreed" LedgerRow Nothing {
        says: "The manifest and live agree.",
        rule: "Where the manifest and live agree, nothing is sent.",
        source: "Kubernetes itself (the documents do not say)",
    }
    FateChanged "changed" LedgerRow Set {
        says: "The manifest wins: it says something else than live, and than was applied last.",
        rule: "A field of the manifest that differs from live is sent, so the manifest wins.",
        source: "Kubernetes itself (the documents do not say)",
    }
    FateReverted "drift-reverted" LedgerRow Set {
        says: "The manifest wins: live was changed since the last apply, and is set back.",
        rule: "Drift in a field that the manifest has is set back.",
        source: "Kubernetes itself (the documents do not say)",
    }
    FateAdded "added" LedgerRow Added {
        says: "The manifest wins: live has no such field yet.",
        rule: "A field that live lacks is sent.",
        source: "Kubernetes itself (the documents do not say)",
    }
    FateRestored "restored" LedgerRow Added {
        says: "The manifest wins: live has lost the field since the last apply, and it comes back.",
        rule: "A field that live has lost is sent again.",
        source: "Kubernetes itself (the documents do not say)",
    }
    FateMerged "merged" LedgerRow Set {
        says: "Both: what live has beside the manifest stays.",
        rule: "In a map that live has too, only what the manifest names is changed.",
        source: "Kubernetes itself (the documents do not say)",
    }
    FateDropped "dropped" LedgerRow Removed {
        says: "The manifest wins: the field was applied last and is not in the manifest any more, so it goes.",
        rule: "What was applied last and has left the manifest is deleted.",
        source: "Kubernetes itself (the documents do not say)",
    }
    FateTaken "taken-along" LedgerRow Warned {
        says: "Nobody asked for it: what holds the field was dropped from the manifest, and it goes along.",
        rule: "A map or list that leaves the manifest is deleted whole, with what others have put in.",
        source: "Kubernetes itself (the documents do not say)",
    }
    FateNull "removed-by-null" LedgerRow Removed {
        says: "The manifest wins: it says null, and that removes the field.",
        rule: "A null in the manifest is sent, and removes the field.",
        source: "Kubernetes itself (the documents do not say)",
    }
    FateGone "already-gone" LedgerRow Nothing {
        says: "Nobody: it was applied last, and both the manifest and live have dropped it.",
        rule: "A deletion is sent even if live has dropped the field already.",
        source: "Kubernetes itself (the documents do not say)",
    }
    FateSurvives "drift-survives" LedgerRow Warned {
        says: "Live wins: neither the manifest nor the last apply has the field, so it stays, through every apply.",
        rule: "What neither the manifest nor the last apply has is never touched: such drift survives every apply.",
        source: "Kubernetes itself (the documents do not say)",
    }
    FateDefault "default" LedgerRow Nothing {
        says: "The live value is kept: the API server set this default.",
        rule: "The API server fills in defaults. They are in no manifest, and they are not drift.",
        source: "Kubernetes itself (`SetDefaults_*` functions; `default` in the schema of a CustomResourceDefinition)",
    }
    FateServer "server-owned" LedgerRow Nothing {
        says: "Live wins: the server keeps this field itself.",
        rule: "What the server keeps itself is in no manifest and stays.",
        source: "Kubernetes itself (the documents do not say)",
    }
    FateUnsettled "unsettled" LedgerRow Warned {
        says: "Nobody gets what it wants: the patch cannot bring live to what the manifest says.",
        rule: "Some patches do not lead to the manifest: twins of one merge key, repeats in sets.",
        source: "Kubernetes itself (the documents do not say)",
    }
} }
