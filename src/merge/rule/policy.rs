//! The steps of the compliance types of a ConfigurationPolicy. [`crate::merge::sentence`] fills the `{...}`
//! in.

table! { $ policy "config-policy-controller, the merge of musthave" {
    // any type
    PolicySet "policy-set" Step Set claims Replaces {
        sentence: "The policy changes `{field}` from {old} to {new}.",
        rule: "A scalar of the object template replaces the live value.",
        source: "config-policy-controller, the merge of the object template",
    }
    PolicyAdd "policy-add" Step Added claims Adds {
        sentence: "`{field}` does not exist in the live object; the policy adds it.",
        rule: "Fields of the object template that the live object does not have are added.",
        source: "config-policy-controller, the merge of the object template",
    }
    PolicyReplace "policy-replace" Step Replaced claims Replaces {
        sentence: "`{field}` of the policy ({new_kind}) replaces the live value ({old_kind}).",
        rule: "Below the top level, the template value replaces the live value whatever its type. An atomic value is replaced as a whole.",
        source: "config-policy-controller, the merge of the object template",
    }
    PolicyNullKept "policy-null-kept" Step Nothing claims ChangesNothing {
        sentence: "`{field}` is null in the policy and a map in the live object. musthave ignores this null and keeps the map.",
        rule: "Below the top level, null over a live map keeps the map. It is the only null that has no effect.",
    }
    PolicyNullSent "policy-null-sent" Step Set claims Replaces {
        sentence: "`{field}` is null in the policy. The null is sent, and the server removes the field; it was {old}.",
        rule: "Null over a scalar or a list is sent as null, and so is every null at the top level of the object.",
    }
    PolicyMetadataIgnored "policy-metadata-ignored" Step Warned claims ChangesNothing {
        sentence: "`metadata.{detail}` of the policy has no effect: only labels and annotations are used.",
        rule: "Of the metadata of a template, only labels and annotations are compared and sent.",
        source: "config-policy-controller, handleKeys",
        fix: "Remove `metadata.{detail}` from the template, unless it is for an object that the policy creates.",
    }
    LastAppliedLost "last-applied-lost" Step Warned claims Removes {
        sentence: "The annotation `kubectl.kubernetes.io/last-applied-configuration` is not in the annotations that are sent. If the policy sends an update, kubectl apply loses its last-applied configuration.",
        rule: "The last-applied annotation is never compared and is not in the annotations that are sent.",
        source: "config-policy-controller, handleKeys",
    }
    SccAnnotation "scc-annotation" Step Nothing claims ChangesNothing {
        sentence: "`{field}` is kept: on a Namespace, live annotations that start with `openshift.io/sa.scc.` are kept.",
        rule: "On a v1 Namespace, live annotations that start with `openshift.io/sa.scc.` are added to those of the policy.",
        source: "config-policy-controller, handleKeys",
    }
    SecretStringData "secret-string-data" Step Nothing claims ChangesNothing {
        sentence: "`stringData` is compared with the decoded `data` of the live object.",
        rule: "The `stringData` of a Secret is compared with the decoded `data` of the live Secret and is sent unchanged.",
        source: "config-policy-controller, handleKeys",
    }

    // musthave
    MusthaveKey "musthave-key" Step Matched claims ChangesNothing {
        sentence: "`{field}` is merged: values of the policy replace live values, and other live values are kept.",
        rule: "musthave merges the template into a copy of the live object: template values replace live values, and other live values are kept.",
    }
    MusthaveList "musthave-list" Step Matched claims ChangesNothing {
        sentence: "`{field}` is paired item by item: each live item, in order, is paired with the first unpaired policy item that has the same `name`, or whose fields are all in the live item.",
        rule: "musthave uses no merge key except `name`. A policy item without a name matches a live item that already contains it. Pairing is greedy, in live order, without backtracking.",
    }
    MusthavePairName "musthave-pair-name" Step Matched claims ChangesNothing {
        sentence: "{detail}: the policy item and the live item have the same name, so they are merged.",
        rule: "Two items with the same non-empty `name` are paired, whatever else they contain. The first such live item is used.",
    }
    MusthavePairSubset "musthave-pair-subset" Step Matched claims ChangesNothing {
        sentence: "{detail}: the live item already contains everything in the policy item, so the two are paired.",
        rule: "A policy item is paired with a live item that merging it would not change.",
    }
    MusthaveNewItem "musthave-new-item" Step Added claims Adds {
        sentence: "{detail}: no unpaired live item has the same name or contains the policy item, so the item is added.",
        rule: "A policy item that is not paired with a live item is added.",
    }
    MusthaveUnpaired "musthave-unpaired" Step Nothing claims ChangesNothing {
        sentence: "Not paired with a policy item: {detail} ({count item}). Unpaired live items are kept, after the items of the policy.",
        rule: "Live items that are not paired are kept, in live order.",
    }
    MusthaveOrder "musthave-order" Step Reordered claims Reorders {
        sentence: "`{field}` is reordered: first the policy items in policy order, then the unpaired live items.",
        rule: "The policy items come first, in policy order, then the unpaired live items in live order. Order alone is never a mismatch.",
    }
    MusthaveSamePrint "musthave-same-print" Step Warned claims Replaces {
        sentence: "This live item prints the same text as an earlier item of `{list}`, so it becomes a copy of that item, including its value types.",
        rule: "The controller compares live items as printed text, without types: `80` and `\"80\"` count as duplicates.",
    }
    MusthaveDuplicate "musthave-duplicate" Step Warned claims ChangesNothing {
        sentence: "`{list}` now contains the policy item and a live item with the same {detail}. The policy added an item where you may have expected a change.",
        rule: "A policy item that has no name, and that differs from a live item in one field, does not change that item. It is added as a second item (a second port, a second rule).",
        source: "compliance types proposal, \"Story 2\"",
        fix: "To change the live item, give it and the policy item the same `name`, if the items of this list have one, or use mustonlyhave with the complete object. If you want a second item, ignore this warning.",
    }
    MusthaveFirstOfName "musthave-first-of-name" Step Warned claims ChangesNothing {
        sentence: "Several live items of `{list}` have the name {detail}. The first one was used and overwritten; you may have meant another one.",
        rule: "If several live items have the same name, the first one is used, even if another one matches exactly.",
    }
    MusthaveExclusiveFields "musthave-exclusive-fields" Step Warned claims ChangesNothing {
        sentence: "`{field}` now contains {detail}, which the API server does not accept together.",
        rule: "The merge keeps live fields, including a field that excludes a field of the policy.",
        fix: "Remove one of them.",
    }

    // mustonlyhave
    MustonlyhaveKey "mustonlyhave-key" Step Matched claims ChangesNothing {
        sentence: "`{field}` is set to the value of the policy, including its lists.",
        rule: "With mustonlyhave, a top-level key is sent as it is in the template.",
        source: "config-policy-controller, mustonlyhave",
    }
    MustonlyhaveDrop "mustonlyhave-drop" Step Removed claims Removes {
        sentence: "`{field}` is not in the policy, so mustonlyhave removes it. If the server or another controller sets it again, the policy removes it again.",
        rule: "mustonlyhave removes what is not in the template, except metadata, status and the secrets of a ServiceAccount. If another controller sets it again, the two undo each other's changes again and again.",
        source: "config-policy-controller, mustonlyhave; compliance types proposal, \"Risks and Mitigation\"",
    }
    MustonlyhaveKept "mustonlyhave-kept" Step Nothing claims ChangesNothing {
        sentence: "`{field}` is kept: mustonlyhave does not change the secrets of a ServiceAccount.",
        rule: "mustonlyhave keeps `secrets` and `imagePullSecrets` of a core ServiceAccount.",
        source: "config-policy-controller, mustonlyhave",
    }
    PolicyFalseMatch "policy-false-match" Step Warned claims ChangesNothing {
        sentence: "`{field}` is treated as equal although the value to send is different: the comparison counts map keys, ignores list order, and reads strings as quantities.",
        rule: "The comparison of two maps checks how many keys they have, not which ones, so a mismatch can be reported as Compliant.",
        source: "config-policy-controller, the comparison",
    }

    // mustnothave, and missing objects
    PolicyDelete "policy-delete" Step Removed claims Removes {
        sentence: "The object exists, so mustnothave deletes it, whatever its fields are.",
        rule: "mustnothave with a name only checks whether the object exists.",
        source: "config-policy-controller, mustnothave",
    }
    PolicyCreate "policy-create" Step Added claims CreatesObject {
        sentence: "The object does not exist, so it is created from the template.",
        rule: "A missing object is created from the template under every type except mustnothave. The proposed types change updates only.",
        source: "compliance types proposal, \"Proposal\"",
    }

    // proposed types
    PolicyProposed "policy-proposed" Step Warned claims ChangesNothing {
        sentence: "`{detail}` is only proposed: no controller supports it. On a cluster that does not know it, the policy framework removes the ConfigurationPolicy and reports a template error.",
        rule: "musthavemerge, musthavestrategic and musthaveapply come from a proposal that was not merged. The CRD of a cluster rejects a type that it does not know.",
        source: "compliance types proposal, \"Proposal\" and \"Version Skew Strategy\"",
    }
    PolicyPatchBody "policy-patch-body" Step Nothing claims ChangesNothing {
        sentence: "The patch is the template without {detail}.",
        rule: "The patch contains the template without apiVersion, kind, status and metadata, plus the labels and annotations of its metadata.",
        source: "config-policy-controller, as for the other types (the proposal does not say)",
    }
    PolicyLostFields "policy-lost-fields" Step Warned claims ChangesNothing {
        sentence: "The template list replaces the live list, so these are lost or get their default values: {detail}.",
        rule: "A JSON merge patch does not merge lists. What the template leaves out of a list is lost.",
        source: "compliance types proposal, \"Risks and Mitigation\"; RFC 7396, section 1",
        fix: "Write the lost items and fields into the template, or use musthave or musthavestrategic, which merge lists.",
    }
    MusthaveapplyNotKubectlApply "musthaveapply-not-kubectl-apply" Step Nothing claims ChangesNothing {
        sentence: "This is {detail}, not what kubectl apply does. There is no last-applied configuration, so a field that is removed from the template is not deleted. Server-side apply would delete it, unless the controller gives up the field first, and would reject a conflict, unless it is forced.",
        rule: "musthaveapply sends a strategic merge patch for built-in kinds and a JSON merge patch for other kinds. kubectl apply also deletes fields that were applied before and are no longer in the manifest. Server-side apply deletes them too: to avoid that, a controller has to give up its fields in managedFields before each request, and it has to force conflicts or stop on them.",
        source: "compliance types proposal, \"Proposal\" and \"Server-side apply\"",
    }

    // verdicts
    PolicyCompliant "policy-compliant" Step Nothing claims ChangesNothing {
        sentence: "Compliant: nothing is sent.",
        rule: "An object is Compliant if all compared keys are equal. Only keys of the template are compared.",
        source: "config-policy-controller, the verdict",
    }
    PolicyServerDecides "policy-server-decides" Step Warned claims ChangesNothing {
        sentence: "The verdict depends on the API server: {detail}.",
        rule: "If a key differs, or if the template has a key that the live object does not have, a dry-run update decides. Only a cluster can do that.",
        source: "config-policy-controller, the verdict",
    }
    PolicyServerRejects "policy-server-rejects" Step Warned claims ChangesNothing {
        sentence: "NonCompliant: the controller sends the changed object as a dry run, and the API server rejects it.",
        rule: "An object whose dry-run update is rejected is NonCompliant. An enforcing policy changes it only if `recreateOption` allows deleting the object and creating it again.",
        source: "config-policy-controller, the verdict",
        fix: "Correct the value in the template.",
    }
    PolicyStatus "policy-status" Step Warned claims ChangesNothing {
        sentence: "NonCompliant: the status differs from the policy, and a policy cannot change it.",
        rule: "A different status makes the object NonCompliant. A policy never changes it.",
        source: "config-policy-controller, the verdict",
        fix: "If the policy need not check the status, remove `status` from the template.",
    }
    PolicyMissing "policy-missing" Step Warned claims ChangesNothing {
        sentence: "NonCompliant: the object is not found but should exist.",
        rule: "The policy is NonCompliant if an object that must exist does not exist.",
        source: "config-policy-controller, the verdict",
    }
    PolicyUndecided "policy-undecided" Step Warned claims ChangesNothing {
        sentence: "ServerDecides: the kind, name or namespace is a Go template, which only the controller can run.",
        rule: "The controller runs the Go templates of a policy in the cluster. Here their text is used, so an object that a Go template names is not found.",
        source: "config-policy-controller, the verdict",
    }
    PolicyExists "policy-exists" Step Warned claims ChangesNothing {
        sentence: "NonCompliant: the object is found but should not exist.",
        rule: "The policy is NonCompliant if an object that must not exist does exist.",
        source: "config-policy-controller, the verdict",
    }
    PolicyAbsent "policy-absent" Step Nothing claims ChangesNothing {
        sentence: "Compliant: the object does not exist, as required.",
        rule: "mustnothave is Compliant if no object exists, or if no object matches the template.",
        source: "config-policy-controller, the verdict",
    }
    PolicyMatches "policy-matches" Step Nothing claims ChangesNothing {
        sentence: "Compliant: this object matches the template, which names no object.",
        rule: "A template without a name is satisfied by any matching object of its kind. Nothing is sent for it.",
        source: "config-policy-controller, the verdict",
    }
    PolicyNoMatch "policy-no-match" Step Warned claims ChangesNothing {
        sentence: "NonCompliant: this object does not match the template, which names no object.",
        rule: "If an object must exist and no object matches its template, which has no name, the policy is NonCompliant. Nothing is sent for it.",
        source: "config-policy-controller, the verdict",
    }

    // rejections
    PolicyUnidentified "policy-unidentified" Step Rejected claims Rejects {
        sentence: "The template has no {detail}.",
        rule: "A template needs `apiVersion` and `kind`, and for a namespaced kind a namespace, or a `namespaceSelector` of the policy.",
        source: "config-policy-controller, getMapping",
        fix: "Add the missing field to the template.",
    }
    PolicyTypeMismatch "policy-type-mismatch" Step Rejected claims Rejects {
        sentence: "`{detail}` has one type in the template and another type in the live object. At the top level the controller stops with an error; below it the template value is used.",
        rule: "A top-level map or list of the template must have the same type in the live object.",
        source: "config-policy-controller, handleSingleKey",
        fix: "Write `{detail}` with the type that it has in the live object.",
    }
    PolicyNotAString "policy-not-a-string" Step Rejected claims Rejects {
        sentence: "Labels and annotations must be maps of strings, but {detail}.",
        rule: "Labels and annotations must be maps of strings.",
        source: "config-policy-controller, handleKeys",
        fix: "Quote the value: `{quoted}`.",
    }
    PolicyStrategicCustom "policy-strategic-custom" Step Rejected claims Rejects {
        sentence: "musthavestrategic needs the merge rule of each field, and there is none for {detail}. Strategic merge for custom resources is a non-goal of the proposal.",
        rule: "The API server accepts strategic merge patches for built-in kinds only, and musthavestrategic does not change that. mergescope also accepts kinds that `--merge-key` or `--schema` declares.",
        source: "compliance types proposal, \"Non-Goals\"",
        fix: "Use musthavemerge (or musthave), or declare how the lists merge: --merge-key PATH=KEY, --schema FILE.",
    }
} }
