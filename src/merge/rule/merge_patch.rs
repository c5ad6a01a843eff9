//! The steps of JSON merge patches. [`crate::merge::sentence`] fills the `{...}` of a sentence in.

table! { $ merge_patch "RFC 7396, section 2" {
    MergePatchSet "merge-patch-set" Step Set claims SetsValue {
        sentence: "The merge patch sets `{field}` to {new}; it was {old}.",
        rule: "A value that is not an object replaces the live value.",
    }
    MergePatchList "merge-patch-list" Step Replaced claims ReplacesContent {
        sentence: "A JSON merge patch does not merge lists: the patch list ({count item}) replaces the live list `{field}`{live_count}.",
        rule: "A JSON merge patch treats lists as atomic: the patch list replaces the live list.",
        source: "RFC 7396, section 1",
    }
    MergePatchReplace "merge-patch-replace" Step Replaced claims ReplacesType {
        sentence: "`{field}` is {new_kind} in the patch and {old_kind} in the live object, so the patch value replaces the live value.",
        rule: "If the live object and a JSON merge patch have different types at a path, the patch value is used.",
    }
    MergePatchReplacesDocument "merge-patch-replaces-document" Step Replaced claims ReplacesObject {
        sentence: "The merge patch is {new_kind}. According to the RFC, the patch itself is the result.",
        rule: "A JSON merge patch that is not an object replaces the whole document.",
    }
    MergePatchAdd "merge-patch-add" Step Added claims Adds {
        sentence: "`{field}` does not exist in the live object; the merge patch adds it.",
        rule: "A JSON merge patch adds members that do not exist.",
    }
    MergePatchRemove "merge-patch-remove" Step Removed claims Removes {
        sentence: "{Null} in the merge patch removes the member.",
        rule: "Null in a JSON merge patch removes the member, so only a list can store null.",
        source: "RFC 7396, section 1",
    }
    MergePatchNullNoOp "merge-patch-null-no-op" Step Nothing claims FindsNothing {
        sentence: "`{field}` is null in the merge patch, but there is no such member to remove.",
        rule: "Null in a JSON merge patch removes the member, if it exists.",
    }
    MergePatchDropNull "merge-patch-drop-null" Step Nothing claims Drops {
        sentence: "`{field}` is null in a newly added value, so it is not stored.",
        rule: "New values of a JSON merge patch are stored without their null members.",
    }
    MergePatchNullRemoved "merge-patch-null-removed" Step Warned claims Drops {
        sentence: "`{field}` is null inside a list. Kubernetes removes it; the RFC keeps it.",
        rule: "Kubernetes removes the null members of objects in a list, unless the list replaces an object. Items that are null stay. According to the RFC, a list is stored unchanged.",
        source: "Kubernetes; RFC 7396, section 2, says otherwise",
    }
    MergePatchNullKept "merge-patch-null-kept" Step Warned claims StoresData {
        sentence: "`{field}` is null inside a list. The RFC keeps it; Kubernetes removes it.",
        rule: "According to the RFC (`--rfc`), a list is stored unchanged, including the null members of its objects. Kubernetes removes these members, unless the list replaces an object.",
        source: "RFC 7396, section 2; Kubernetes differs",
    }
    MergePatchDirective "merge-patch-directive" Step Warned claims StoresData {
        sentence: "`{field}` is a directive of strategic merge patches. In a JSON merge patch it is an ordinary member and becomes part of the result.",
        rule: "A JSON merge patch has no directives: `$patch` and the others are ordinary members.",
    }
    MergePatchNotAnObject "merge-patch-not-an-object" Step Rejected claims Rejects {
        sentence: "{detail}; Kubernetes accepts only an object as a merge patch.",
        rule: "Kubernetes accepts only an object as a JSON merge patch. According to the RFC, any other value replaces the document.",
        source: "Kubernetes; RFC 7396, section 2, says otherwise",
        fix: "Write the patch as an object that contains the members to change.",
    }
} }
