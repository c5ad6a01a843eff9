//! The steps of JSON patches. [`crate::merge::sentence`] fills the `{...}` of a sentence in; `{detail}` is
//! the operation.

table! { $ json_patch "Kubernetes (not covered by the design documents)" {
    JsonAdd "json-add" Step Added claims Adds {
        sentence: "{detail} adds the member `{field}`.",
        rule: "`add` adds a member to an object. The parent must exist.",
        source: "RFC 6902, section 4.1",
    }
    JsonAddItem "json-add-item" Step Added claims Adds {
        sentence: "{detail} inserts an item. The index of each item after it increases by one.",
        rule: "`add` to a list inserts before the item with that index; `-` appends.",
        source: "RFC 6902, section 4.1",
    }
    JsonAddReplaces "json-add-replaces" Step Replaced claims Replaces {
        sentence: "{detail} replaces `{field}`, which already exists.",
        rule: "`add`, `move` and `copy` to a member that exists replace its value.",
        source: "RFC 6902, section 4.1",
    }
    JsonSet "json-set" Step Set claims WritesValue {
        sentence: "{detail} sets `{field}` to {new}; it was {old}.",
        rule: "The value of the operation replaces the value at the path.",
        source: "RFC 6902, section 4.1 (add) or 4.3 (replace)",
    }
    JsonReplace "json-replace" Step Replaced claims Replaces {
        sentence: "{detail} replaces `{field}`; nothing is merged.",
        rule: "`replace` removes the value at the path and sets the new value; nothing is merged.",
        source: "RFC 6902, section 4.3",
    }
    JsonReplaceDocument "json-replace-document" Step Replaced claims ReplacesObject {
        sentence: "{detail} replaces the whole object, because its path is empty.",
        rule: "The empty path refers to the whole document.",
        source: "RFC 6901, section 5",
    }
    JsonRemove "json-remove" Step Removed claims Removes {
        sentence: "{detail} removes `{field}`.",
        rule: "`remove` removes a member, which must exist.",
        source: "RFC 6902, section 4.2",
    }
    JsonRemoveItem "json-remove-item" Step Removed claims Removes {
        sentence: "{detail} removes the item {field}. The indexes of all later items decrease by one.",
        rule: "`remove` removes the item with that index and closes the gap.",
        source: "RFC 6902, section 4.2",
    }
    JsonMoveOut "json-move-out" Step Removed claims Removes {
        sentence: "{detail} removes the value from this path.",
        rule: "`move` is `remove` at `from`, then `add` at `path`.",
        source: "RFC 6902, section 4.4",
    }
    JsonMoveIn "json-move-in" Step Added claims AddsOrReplaces {
        sentence: "{detail} adds the moved value at this path.",
        rule: "`move` is `remove` at `from`, then `add` at `path`.",
        source: "RFC 6902, section 4.4",
    }
    JsonCopy "json-copy" Step Added claims AddsOrReplaces {
        sentence: "{detail} adds a copy at this path.",
        rule: "`copy` adds the value of `from` at `path`. Later changes of one do not affect the other.",
        source: "RFC 6902, section 4.5",
    }
    JsonTest "json-test" Step Nothing claims IsEqual {
        sentence: "{detail} succeeds: the value is equal.",
        rule: "`test` succeeds if the value is equal: members in any order, items in the same order, numbers by value.",
        source: "RFC 6902, section 4.6",
    }
    JsonReplaceMissing "json-replace-missing" Step Warned claims AddsOrReplaces {
        sentence: "{detail} replaces a member that does not exist. Kubernetes adds `{field}`; the RFC rejects the patch.",
        rule: "In Kubernetes, `replace` adds a member that does not exist. The RFC, old API servers (about 2018) and version 5 of the JSON patch library reject it.",
        source: "Kubernetes; RFC 6902, section 4.3, says otherwise",
        fix: "Write `op: add`, or correct the path.",
    }
    JsonReplaceIgnored "json-replace-ignored" Step Warned claims ChangesNothing {
        sentence: "{detail} replaces the whole object with a value that is neither an object nor a list. Kubernetes ignores it without a warning.",
        rule: "Kubernetes ignores a `replace` of the whole document with a scalar. According to the RFC, the scalar is the result.",
        source: "Kubernetes; RFC 6902, section 4.3, says otherwise",
        fix: "Remove the operation, or write a path to a field.",
    }
    JsonCopyMissing "json-copy-missing" Step Warned claims ChangesNothing {
        sentence: "{detail} copies a member that does not exist. Kubernetes adds null; the RFC rejects the patch.",
        rule: "In Kubernetes, `copy` of a member that does not exist adds null.",
        source: "Kubernetes; RFC 6902, section 4.5, says otherwise",
        fix: "Correct `from`. If null is meant, write `op: add` and `value: null` instead of `copy` and `from`.",
    }
    JsonTestMissing "json-test-missing" Step Warned claims ChangesNothing {
        sentence: "{detail} tests a member that does not exist. Kubernetes treats it as null and continues; the RFC rejects the patch.",
        rule: "In Kubernetes, `test` treats a member that does not exist as null.",
        source: "Kubernetes; RFC 6902, section 4.6, says otherwise",
        fix: "Write the path of a member that exists, or remove the operation.",
    }
    JsonIndexNonstandard "json-index-nonstandard" Step Warned claims ChangesNothing {
        sentence: "{detail}. The RFC rejects the patch.",
        rule: "Kubernetes accepts negative indexes, which count from the end, and ignores a leading `+` and leading zeros. The RFC accepts only digits without a leading zero.",
        source: "Kubernetes; RFC 6901, section 4, says otherwise",
        fix: "Write the index that Kubernetes reads.",
    }
    JsonValueMissing "json-value-missing" Step Warned claims ChangesNothing {
        sentence: "{detail} has no `value`. Kubernetes uses null; the RFC rejects the patch.",
        rule: "In an `add` or `replace`, Kubernetes treats a missing `value` as null.",
        source: "Kubernetes; RFC 6902, section 4.1, says otherwise",
        fix: "Write the `value`; for null, write `value: null`.",
    }
    JsonPathPrefix "json-path-prefix" Step Warned claims ChangesNothing {
        sentence: "{detail} has text before the first `/` of a path. Kubernetes ignores it and reads the path from that `/` on. The RFC rejects the patch.",
        rule: "A path starts with `/`. Kubernetes ignores text before the first `/`.",
        source: "Kubernetes; RFC 6901, section 3, says otherwise",
        fix: "Begin the path with `/`.",
    }
    JsonPatchFormat "json-patch-format" Step Rejected claims Rejects {
        sentence: "{detail}.",
        rule: "A JSON patch is a list of operations, each with `op` (add, remove, replace, move, copy or test) and `path`. `add`, `replace` and `test` also have `value`, `move` and `copy` have `from`.",
        source: "RFC 6902, section 3",
        fix: "Write the patch as a list, also if it has only one operation: put `- ` before the first field of each operation, and indent its other fields.",
    }
    JsonPathMissing "json-path-missing" Step Rejected claims Rejects {
        sentence: "{detail}. A JSON patch is applied completely or not at all, so nothing was applied.",
        rule: "The path of an operation must exist. `add` and the `path` of `copy` and `move` need only the parent. In Kubernetes, so do `replace`, a `test` for null, and the `from` of `copy`.",
        source: "RFC 6902, section 4",
        fix: "Use a path that exists, or `add` the missing parents in earlier operations (in a key, write `/` as `~1` and `~` as `~0`).",
    }
    JsonIndexInvalid "json-index-invalid" Step Rejected claims Rejects {
        sentence: "{detail}. A JSON patch is applied completely or not at all, so nothing was applied.",
        rule: "An index must be lower than the length of the list. Only `add` and the `path` of `copy` and `move` also accept the length itself, or `-`. A `move` removes the value first.",
        source: "RFC 6901, section 4",
        fix: "Use an index that the list has at that point (earlier operations shift the indexes), or `-` with `add` to append.",
    }
    JsonTestFailed "json-test-failed" Step Rejected claims Rejects {
        sentence: "{detail}. A JSON patch is applied completely or not at all, so nothing was applied.",
        rule: "If a `test` fails, the whole patch fails.",
        source: "RFC 6902, section 4.6",
        fix: "The object is not as the patch expects. Read it again, and correct the path, the index or the value in the test and in the operations after it.",
    }
    JsonTooLarge "json-too-large" Step Rejected claims Rejects {
        sentence: "{detail}. A JSON patch is applied completely or not at all, so nothing was applied.",
        rule: "Copies of copies grow exponentially: the API server allows copies to add 3 MiB in total. It accepts at most 10,000 operations in a patch. mergescope reads and writes at most 500 levels of lists and maps.",
        source: "Kubernetes: JSONPatchMaxCopyBytes and maxJSONPatchOperations of the API server",
        fix: "Write the value with `add`, or split the patch.",
    }
} }
