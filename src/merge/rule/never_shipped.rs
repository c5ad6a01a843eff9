//! The steps of the alternatives of the preserve-order proposal, and of servers older than it.
//! [`crate::merge::sentence`] fills the `{...}` of a sentence in.

table! { $ never_shipped "preserve-order proposal, \"Alternative Considered\", 2 (never shipped)" {
    OldServerDrops "old-server-drops" Step Nothing claims Drops {
        sentence: "The old server does not support `{field}` and drops it.",
        rule: "A server from before the preserve-order proposal drops the directives that it does not support.",
        source: "\"Version Skew and Backwards Compatibility\" of the preserve-order proposal and \"Version Skew and Backward Compatibility\" of the multi-fields-merge-key proposal",
    }
    AlternativeDrops "alternative-drops" Step Nothing claims Drops {
        sentence: "`{field}` does not exist in this alternative of the proposal, so it is dropped.",
        rule: "The alternatives of the preserve-order proposal have no `$setElementOrder`.",
        source: "preserve-order proposal, \"Alternative Considered\"",
    }
    PlaceByPosition "place-by-position" Step Reordered claims Reorders {
        sentence: "Items with `$position` are removed from `{list}` and inserted again, lowest position first (of patch items with the same key, the last `$position` is used). All other items keep their order.",
        rule: "`$position` is the new index of the item, limited to the length of the list.",
    }
    PatchValuesFirst "patch-values-first" Step Reordered claims Reorders {
        sentence: "The patch values of `{list}` are taken as the complete list of the user: they come first, in their order.",
        rule: "For a list of primitives, this alternative sends the complete list. Other live values follow it.",
    }
    PositionInvalid "position-invalid" Step Rejected claims Rejects {
        sentence: "{detail}.",
        rule: "`$position` must be a non-negative integer and unique in its list.",
        fix: "Give each item that has `$position` its own index, starting at 0.",
    }
} }
