//! What the compliance types of a ConfigurationPolicy do. `{...}` in a sentence is filled in by [`crate::merge::sentence`].

table! { $ policy {
    // any type
    PolicySet "policy-set" Step Set {
        says: "The policy gives `{field}` the value {new}; it was {old}.",
        rule: "A scalar of the object template takes the place of the live one.",
        source: "config-policy-controller, the merge of musthave",
    }
    PolicyAdd "policy-add" Step Added {
        says: "Live has no `{field}`: the policy brings it in.",
        rule: "What the object template has and live lacks is added.",
        source: "config-policy-controller, the merge of musthave",
    }
    PolicyReplace "policy-replace" Step Replaced {
        says: "The policy's `{field}` ({new_kind}) takes the place of live's ({old_kind}), whole.",
        rule: "Below the top of an object the template's value wins whatever type live's is; an atomic value is taken whole.",
        source: "config-policy-controller, the merge of musthave",
    }
    PolicyNullKept "policy-null-kept" Step Nothing {
        says: "`{field}` is null in the policy and a map in live: to musthave that means \"do not care\", and the map stays.",
        rule: "Null over a map keeps the live map; it is the only null that means nothing.",
        source: "config-policy-controller, the merge of musthave",
    }
    PolicyNullSent "policy-null-sent" Step Set {
        says: "`{field}` is null in the policy: null is sent as it is, and the server removes the field; it was {old}.",
        rule: "Null over a scalar or list, and every null at the top of an object, is sent as null.",
        source: "config-policy-controller, the merge of musthave",
    }
    PolicyMetadataIgnored "policy-metadata-ignored" Step Warned {
        says: "`metadata.{detail}` of the policy has no effect: of metadata only labels and annotations count.",
        rule: "Of a template's metadata only labels and annotations are compared and sent.",
        source: "config-policy-controller, handleKeys",
    }
    LastAppliedLost "last-applied-lost" Step Warned {
        says: "The annotation `kubectl.kubernetes.io/last-applied-configuration` is not among those that are sent: if the policy sends an update, kubectl apply forgets what it applied last.",
        rule: "The last-applied annotation is never compared, and is missing from the annotations that are sent.",
        source: "config-policy-controller, handleKeys",
    }
    SccAnnotation "scc-annotation" Step Nothing {
        says: "`{field}` stays: on a Namespace the `openshift.io/sa.scc.` annotations of live are kept.",
        rule: "On a v1 Namespace live annotations that begin `openshift.io/sa.scc.` join the policy's.",
        source: "config-policy-controller, handleKeys",
    }
    SecretStringData "secret-string-data" Step Nothing {
        says: "`stringData` is compared with live's `data`, decoded.",
        rule: "The `stringData` of a Secret is compared with the decoded `data` of the live one, and sent as it is.",
        source: "config-policy-controller, handleKeys",
    }

    // musthave
    MusthaveKey "musthave-key" Step Matched {
        says: "`{field}` of the policy meets live's: what the policy names wins, what only live has stays.",
        rule: "musthave merges the template into a copy of the live object: the template wins, live data is filled in.",
        source: "config-policy-controller, the merge of musthave",
    }
    MusthaveList "musthave-list" Step Matched {
        says: "`{field}`: each live item in turn takes the first policy item of its own `name`, or the first that asks for nothing more than it has.",
        rule: "musthave knows no merge key but `name`. An unnamed policy item matches by being a subset. Pairing is greedy, in live order, and never goes back.",
        source: "config-policy-controller, the merge of musthave",
    }
    MusthavePairName "musthave-pair-name" Step Matched {
        says: "{detail}: the policy item and the live item have the same name, so they merge.",
        rule: "Two items of the same non-empty `name` pair, whatever else they hold; the first live one is taken.",
        source: "config-policy-controller, the merge of musthave",
    }
    MusthavePairSubset "musthave-pair-subset" Step Matched {
        says: "{detail}: the policy item asks for nothing that this live item has not, so it is this item.",
        rule: "A policy item pairs with a live item that merging it would not change.",
        source: "config-policy-controller, the merge of musthave",
    }
    MusthaveNewItem "musthave-new-item" Step Added {
        says: "{detail}: no live item that is still free has this item's name or all that it asks for, so the item is added.",
        rule: "A policy item that pairs with no live item is another item.",
        source: "config-policy-controller, the merge of musthave",
    }
    MusthaveLeftover "musthave-leftover" Step Nothing {
        says: "{count item} of live pair with no policy item and stay, behind the policy's: {detail}.",
        rule: "Live items that no policy item paired with stay, in live order.",
        source: "config-policy-controller, the merge of musthave",
    }
    MusthaveOrder "musthave-order" Step Reordered {
        says: "`{field}` is in another order now: the policy's items as the policy has them, then live's leftovers.",
        rule: "The policy's items come first, in policy order, then the leftovers in live order. Order by itself is never a mismatch.",
        source: "config-policy-controller, the merge of musthave",
    }
    MusthavePrintedAlike "musthave-printed-alike" Step Warned {
        says: "This live item prints like an earlier one of `{list}` and so becomes a copy of it, types and all.",
        rule: "Live items that print alike count as one item several times.",
        source: "config-policy-controller, the merge of musthave",
    }
    MusthaveTwin "musthave-twin" Step Warned {
        says: "`{list}` now holds the policy item beside a live item that is like it in {detail}: the policy added an item where a change may be meant.",
        rule: "An unnamed policy item that differs from the live item in one field does not change it but stands beside it: a second port, a second rule.",
        source: "compliance types proposal, \"Story 2\"",
    }
    MusthaveWrongName "musthave-wrong-name" Step Warned {
        says: "Several live items of `{list}` are named {detail}: the first was taken and overwritten, though another one may be meant.",
        rule: "Where a name stands several times in live, the first item of the name is taken, even if another one fits exactly.",
        source: "config-policy-controller, the merge of musthave",
    }
    MusthaveBeside "musthave-beside" Step Warned {
        says: "`{field}` now holds {detail} side by side, which the API server refuses: null the one that is not wanted.",
        rule: "Merging keeps live's fields, also one that excludes a field of the policy.",
        source: "config-policy-controller, the merge of musthave",
    }

    // mustonlyhave
    MustonlyhaveKey "mustonlyhave-key" Step Matched {
        says: "`{field}` becomes what the policy has, lists and all.",
        rule: "Under mustonlyhave a top-level key is sent as the template has it.",
        source: "config-policy-controller, mustonlyhave",
    }
    MustonlyhaveDrop "mustonlyhave-drop" Step Removed {
        says: "The policy has no `{field}`: mustonlyhave removes it (the server may put its default there).",
        rule: "Under mustonlyhave what the template does not name goes, but for metadata, status and the secrets of a ServiceAccount.",
        source: "config-policy-controller, mustonlyhave",
    }
    MustonlyhaveSpared "mustonlyhave-spared" Step Nothing {
        says: "`{field}` stays: mustonlyhave leaves the secrets of a ServiceAccount alone.",
        rule: "`secrets` and `imagePullSecrets` of a core ServiceAccount survive mustonlyhave.",
        source: "config-policy-controller, mustonlyhave",
    }
    PolicyBlindSpot "policy-blind-spot" Step Warned {
        says: "`{field}` counts as equal although what would be sent is something else: the comparison counts map keys, ignores list order, and reads texts as quantities.",
        rule: "The comparison counts keys instead of matching them, so a mismatch can pass as Compliant.",
        source: "config-policy-controller, the comparison",
    }

    // mustnothave, and objects that are not there
    PolicyDelete "policy-delete" Step Removed {
        says: "The object exists: mustnothave deletes it, whatever its fields are.",
        rule: "A named mustnothave looks at existence only.",
        source: "config-policy-controller, mustnothave",
    }
    PolicyCreate "policy-create" Step Added {
        says: "There is no such object: the template is created as it stands.",
        rule: "A missing object is created from the template, under every type but mustnothave; the proposed types change updates only.",
        source: "compliance types proposal, \"Proposal\"",
    }

    // proposed types
    PolicyProposed "policy-proposed" Step Warned {
        says: "`{detail}` is proposed only: no controller knows it, and the CRD refuses a policy with it.",
        rule: "musthavemerge, musthavestrategic and musthaveapply stand in a proposal that was not merged.",
        source: "compliance types proposal, \"Proposal\"",
    }
    PolicyPatchBody "policy-patch-body" Step Nothing {
        says: "The patch is the template without {detail}.",
        rule: "Of the template all but apiVersion, kind, status and metadata goes into the patch; of metadata labels and annotations.",
        source: "compliance types proposal (the documents are silent; as for the shipped types)",
    }
    MusthaveapplyIsNotApply "musthaveapply-is-not-apply" Step Nothing {
        says: "This is {detail}, not what kubectl apply does: there is no last-applied state, so nothing is deleted for having left the template.",
        rule: "musthaveapply takes a strategic merge patch for built-in kinds and a JSON merge patch for others; kubectl apply also deletes what it applied before and is not asked for any more.",
        source: "compliance types proposal, \"Proposal\"",
    }

    // verdicts
    PolicyCompliant "policy-compliant" Step Nothing {
        says: "Compliant: nothing is sent.",
        rule: "An object whose compared keys are all equal is Compliant; only keys of the template are compared.",
        source: "config-policy-controller, the verdict",
    }
    PolicyServerDecides "policy-server-decides" Step Warned {
        says: "The server decides: {detail}. The controller sends this object as a dry run and compares what would be stored; defaults and pruning may yet make it Compliant.",
        rule: "Where a key differs, or the template asks for one that live lacks, a dry-run update decides; only a cluster can answer that.",
        source: "config-policy-controller, the verdict",
    }
    PolicyStatus "policy-status" Step Warned {
        says: "NonCompliant: status is not as the policy asks, and a policy cannot change it.",
        rule: "A status that differs makes the object NonCompliant and is never fixed by the policy.",
        source: "config-policy-controller, the verdict",
    }
    PolicyMissing "policy-missing" Step Warned {
        says: "NonCompliant: the object is not found but should exist.",
        rule: "An object that must be there and is not makes the policy NonCompliant.",
        source: "config-policy-controller, the verdict",
    }
    PolicyExists "policy-exists" Step Warned {
        says: "NonCompliant: the object is found but should not exist.",
        rule: "An object that must not be there and is makes the policy NonCompliant.",
        source: "config-policy-controller, the verdict",
    }
    PolicyAbsent "policy-absent" Step Nothing {
        says: "Compliant: there is no such object, as wanted.",
        rule: "mustnothave is Compliant where no object is, or fits.",
        source: "config-policy-controller, the verdict",
    }
    PolicyMatches "policy-matches" Step Nothing {
        says: "Compliant: this object fits the template, which names none.",
        rule: "A template without a name is met by any object of its kind that fits; nothing is sent for it.",
        source: "config-policy-controller, the verdict",
    }
    PolicyNoMatch "policy-no-match" Step Warned {
        says: "NonCompliant: this object does not fit the template, which names none.",
        rule: "A template without a name and without an object that fits makes the policy NonCompliant; nothing is sent for it.",
        source: "config-policy-controller, the verdict",
    }

    // refusals
    PolicyTypeMismatch "policy-type-mismatch" Step Rejected {
        says: "`{detail}` is of another type in the template than in live: the controller gives up (at the top of an object; deeper the template wins).",
        rule: "A top-level map or list of the template must meet one of the same type.",
        source: "config-policy-controller, handleSingleKey",
        fix: "Write `{detail}` as the type that live has.",
    }
    PolicyNotText "policy-not-text" Step Rejected {
        says: "Labels and annotations are maps of texts: {detail}.",
        rule: "Labels and annotations are maps of texts.",
        source: "config-policy-controller, handleKeys",
        fix: "Put quotes around the value.",
    }
    PolicyStrategicCustom "policy-strategic-custom" Step Rejected {
        says: "musthavestrategic needs to know how each field of a kind merges, and nobody knows that of {detail}: strategic merge on custom resources is a non-goal of the proposal.",
        rule: "Strategic merge works for built-in kinds only; musthavestrategic does not change that.",
        source: "compliance types proposal, \"Non-Goals\"",
        fix: "Use musthavemerge (or musthave), or declare how the lists merge: --merge-key PATH=KEY, --schema FILE.",
    }
} }
