//! What JSON patches do. `{...}` in a sentence is filled in by [`crate::merge::sentence`]; `{detail}` is the operation.

table! { $ json_patch {
    JsonAdd "json-add" Step Added {
        says: "{detail} adds the member `{field}`.",
        rule: "`add` gives an object a member; its parent must be there already.",
        source: "RFC 6902, section 4.1",
    }
    JsonAddItem "json-add-item" Step Added {
        says: "{detail} puts an item in at {field}; every item behind it moves one up, so later indexes mean other items.",
        rule: "`add` into an array inserts before the item of that index; `-` appends.",
        source: "RFC 6902, section 4.1",
    }
    JsonAddReplaces "json-add-replaces" Step Replaced {
        says: "{detail} finds `{field}` there already: the old value goes.",
        rule: "`add` of a member that is there replaces its value.",
        source: "RFC 6902, section 4.1",
    }
    JsonSet "json-set" Step Set {
        says: "{detail} sets `{field}` to {new}; it was {old}.",
        rule: "A JSON patch names the place, and its value takes the place of what is there.",
        source: "RFC 6902, section 4.3",
    }
    JsonReplace "json-replace" Step Replaced {
        says: "{detail} replaces `{field}` whole.",
        rule: "`replace` takes what is there out and puts its value in; nothing is merged.",
        source: "RFC 6902, section 4.3",
    }
    JsonReplaceWhole "json-replace-whole" Step Replaced {
        says: "{detail} replaces the whole object: an empty path is the top.",
        rule: "The empty path means the whole document.",
        source: "RFC 6901, section 5",
    }
    JsonRemove "json-remove" Step Removed {
        says: "{detail} removes `{field}`.",
        rule: "`remove` takes a member out; it must be there.",
        source: "RFC 6902, section 4.2",
    }
    JsonRemoveItem "json-remove-item" Step Removed {
        says: "{detail} removes the item {field}; every item behind it moves one down, so later indexes mean other items.",
        rule: "`remove` takes the item of that index out, and the list closes up.",
        source: "RFC 6902, section 4.2",
    }
    JsonMoveOut "json-move-out" Step Removed {
        says: "{detail} takes the value out of here.",
        rule: "`move` is `remove` at the one place and `add` at the other.",
        source: "RFC 6902, section 4.4",
    }
    JsonMoveIn "json-move-in" Step Added {
        says: "{detail} puts the value that it took out in here.",
        rule: "`move` is `remove` at the one place and `add` at the other.",
        source: "RFC 6902, section 4.4",
    }
    JsonCopy "json-copy" Step Added {
        says: "{detail} puts a copy in here.",
        rule: "`copy` adds the value of one place at another; later changes of one do not reach the other.",
        source: "RFC 6902, section 4.5",
    }
    JsonTest "json-test" Step Nothing {
        says: "{detail} finds the value that it wants: the patch goes on.",
        rule: "`test` lets the patch go on only if the value is equal: members in any order, items in their order, numbers by value.",
        source: "RFC 6902, section 4.6",
    }
    JsonReplaceAbsent "json-replace-absent" Step Warned {
        says: "{detail} finds nothing to replace: Kubernetes adds `{field}`, the RFC would refuse.",
        rule: "Kubernetes' `replace` adds a member that is not there (servers of about 2018 and version 5 of its library refuse, as the RFC does).",
        source: "Kubernetes itself; RFC 6902, section 4.3, says otherwise",
    }
    JsonReplaceNothing "json-replace-nothing" Step Warned {
        says: "{detail} gives the whole object a value that is no object and no list: Kubernetes does nothing, without a word.",
        rule: "Kubernetes ignores a `replace` of the whole document by a scalar; by the RFC the scalar is the result.",
        source: "Kubernetes itself; RFC 6902, section 4.3, says otherwise",
    }
    JsonCopyAbsent "json-copy-absent" Step Warned {
        says: "{detail} finds nothing to copy: Kubernetes puts null in, the RFC would refuse.",
        rule: "Kubernetes' `copy` of a member that is not there gives null.",
        source: "Kubernetes itself; RFC 6902, section 4.5, says otherwise",
    }
    JsonTestAbsent "json-test-absent" Step Warned {
        says: "{detail} takes a member that is not there for null: Kubernetes goes on, the RFC would refuse.",
        rule: "For Kubernetes' `test` a member that is not there equals null.",
        source: "Kubernetes itself; RFC 6902, section 4.6, says otherwise",
    }
    JsonIndexLoose "json-index-loose" Step Warned {
        says: "{detail} writes an index as only Kubernetes reads it: a negative one counts from the end, a sign or leading zeros are ignored. The RFC would refuse.",
        rule: "Kubernetes takes negative array indexes, signs and leading zeros; the RFC takes digits without a leading zero.",
        source: "Kubernetes itself; RFC 6901, section 4, says otherwise",
    }
    JsonValueAbsent "json-value-absent" Step Warned {
        says: "{detail} has no `value`: Kubernetes takes null, the RFC would refuse.",
        rule: "Kubernetes takes a missing `value` for null.",
        source: "Kubernetes itself; RFC 6902, section 4.1, says otherwise",
    }
    JsonPathHead "json-path-head" Step Warned {
        says: "{detail} has text before the first `/` of a path: Kubernetes drops that text, so `spec/a` means `/a`. The RFC would refuse.",
        rule: "A path begins with `/`; Kubernetes drops what stands before the first one.",
        source: "Kubernetes itself; RFC 6901, section 3, says otherwise",
    }
    JsonPatchFormat "json-patch-format" Step Rejected {
        says: "{detail}.",
        rule: "A JSON patch is a list of operations, each with `op` (add, remove, replace, move, copy or test), `path`, and `value` or `from`.",
        source: "RFC 6902, section 3",
        fix: "Write the patch as a list: `- op: replace`, with `path: /spec/replicas` and `value: 3` below it.",
    }
    JsonPathMissing "json-path-missing" Step Rejected {
        says: "{detail}. A JSON patch is all or nothing: nothing was applied.",
        rule: "The place that an operation names must be there; `add` needs its parent.",
        source: "RFC 6902, section 4",
        fix: "Name a place that is there, or `add` what is missing on the way in operations before this one (`/` in a key is written `~1`, `~` is `~0`).",
    }
    JsonIndexInvalid "json-index-invalid" Step Rejected {
        says: "{detail}. A JSON patch is all or nothing: nothing was applied.",
        rule: "An array index is a number below the length of the list; only `add` takes the length itself, or `-`.",
        source: "RFC 6901, section 4",
        fix: "Use an index that the list has at that point (operations before this one shift them), or `-` with `add` to append.",
    }
    JsonTestFailed "json-test-failed" Step Rejected {
        says: "{detail}. A JSON patch is all or nothing: nothing was applied.",
        rule: "A `test` that fails ends the whole patch.",
        source: "RFC 6902, section 4.6",
        fix: "Take the test out, or make it expect what is there.",
    }
    JsonTooLarge "json-too-large" Step Rejected {
        says: "{detail}. A JSON patch is all or nothing: nothing was applied.",
        rule: "Copies of copies double: the API server stops at 3 MiB that copies add in all. Here lists and maps may be nested 500 deep, as in texts that are read.",
        source: "Kubernetes itself: JSONPatchMaxCopyBytes of the API server",
        fix: "Write the value out with `add`, or make several patches of it.",
    }
} }
