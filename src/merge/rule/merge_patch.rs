//! What JSON merge patches do. `{...}` in a sentence is filled in by [`crate::merge::sentence`].

table! { $ merge_patch {
    MergePatchSet "merge-patch-set" Step Set {
        says: "The merge patch sets `{field}` to {new}; it was {old}.",
        rule: "A value of a JSON merge patch that is no object takes the place of the live one.",
        source: "RFC 7396, section 2",
    }
    MergePatchList "merge-patch-list" Step Replaced {
        says: "A JSON merge patch knows no list items: its list ({count item}) takes the place of the live `{field}`.",
        rule: "Lists are atomic for a JSON merge patch: the patch list takes the place of the live one.",
        source: "RFC 7396, section 1",
    }
    MergePatchReplace "merge-patch-replace" Step Replaced {
        says: "`{field}` becomes {new_kind} where live has {old_kind}: the live value goes whole.",
        rule: "Where live and a JSON merge patch hold other types, the patch value is taken.",
        source: "RFC 7396, section 2",
    }
    MergePatchWhole "merge-patch-whole" Step Replaced {
        says: "The merge patch is {new_kind}: by the RFC the patch itself is the result.",
        rule: "A JSON merge patch that is no object takes the place of the whole document.",
        source: "RFC 7396, section 2",
    }
    MergePatchAdd "merge-patch-add" Step Added {
        says: "Live has no `{field}`: the merge patch adds it.",
        rule: "A member that live lacks is added by a JSON merge patch.",
        source: "RFC 7396, section 2",
    }
    MergePatchRemove "merge-patch-remove" Step Removed {
        says: "`{field}` is null in the merge patch: the member is removed.",
        rule: "Null in a JSON merge patch removes the member; a null can never be set.",
        source: "RFC 7396, section 1",
    }
    MergePatchNothing "merge-patch-nothing" Step Nothing {
        says: "`{field}` is null in the merge patch, and live has no such member: nothing happens.",
        rule: "Null in a JSON merge patch removes the member, if there is one.",
        source: "RFC 7396, section 2",
    }
    MergePatchNullGone "merge-patch-null-gone" Step Nothing {
        says: "`{field}` is null in a value that is new: it does not arrive.",
        rule: "New values of a JSON merge patch lose their null members.",
        source: "RFC 7396, section 2",
    }
    MergePatchNullPruned "merge-patch-null-pruned" Step Warned {
        says: "`{field}` is null inside a list: Kubernetes drops it, the RFC would keep it.",
        rule: "Kubernetes takes null members out of new values inside lists too; by the RFC a list is taken as it is.",
        source: "Kubernetes itself; RFC 7396, section 2, says otherwise",
    }
    MergePatchNullKept "merge-patch-null-kept" Step Warned {
        says: "`{field}` is null inside a list: the RFC keeps it, Kubernetes would drop it.",
        rule: "By the RFC a list is taken as it is, with its nulls; Kubernetes takes null members out.",
        source: "RFC 7396, section 2; Kubernetes does otherwise",
    }
    MergePatchDirective "merge-patch-directive" Step Warned {
        says: "`{field}` is a directive of strategic merge patches: to a JSON merge patch it is an ordinary member, and it lands in the object.",
        rule: "A JSON merge patch has no directives: `$patch` and its like are ordinary members.",
        source: "RFC 7396, section 2",
    }
    MergePatchNotAnObject "merge-patch-not-an-object" Step Rejected {
        says: "{detail}: Kubernetes takes only an object as a merge patch.",
        rule: "Kubernetes takes only an object as a JSON merge patch; by the RFC any other value replaces the document.",
        source: "Kubernetes itself; RFC 7396, section 2, says otherwise",
        fix: "Write the patch as an object: the members that should change.",
    }
} }
