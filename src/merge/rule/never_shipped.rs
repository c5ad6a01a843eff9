//! The steps of the alternatives of the preserve-order proposal, and of servers older than it.
//! [`crate::merge::sentence`] fills the `{...}` of a sentence in.

table! { $ never_shipped {
    OldServerDrops "old-server-drops" Step Nothing {
        sentence: "The old server does not support `{field}` and drops it.",
        claim: Drops,
        rule: "A server from before the preserve-order proposal drops the directives that it does not support.",
        source: "\"Version Skew and Backwards Compatibility\" of the preserve-order proposal and \"Version Skew and Backward Compatibility\" of the multi-fields-merge-key proposal",
    }
    AlternativeDrops "alternative-drops" Step Nothing {
        sentence: "`{field}` does not exist in this alternative of the proposal, so it is dropped.",
        claim: Drops,
        rule: "The alternatives of the preserve-order proposal have no `$setElementOrder`.",
        source: "preserve-order proposal, \"Alternative Considered\"",
    }
    PlaceByPosition "place-by-position" Step Reordered {
        sentence: "Items with `$position` are removed from `{list}` and inserted again, lowest position first. All other items keep their order.",
        claim: Reorders,
        rule: "`$position` is the new index of the item, limited to the length of the list.",
        source: "preserve-order proposal, \"Alternative Considered\", 2 (never shipped)",
    }
    PatchValuesFirst "patch-values-first" Step Reordered {
        sentence: "The patch values of `{list}` are taken as the complete list of the user: they come first, in their order.",
        claim: Reorders,
        rule: "For a list of primitives, this alternative sends the complete list. Other live values follow it.",
        source: "preserve-order proposal, \"Alternative Considered\", 2 (never shipped)",
    }
    PositionInvalid "position-invalid" Step Rejected {
        sentence: "{detail}.",
        claim: Rejects,
        rule: "`$position` must be a non-negative integer and unique in its list.",
        source: "preserve-order proposal, \"Alternative Considered\", 2 (never shipped)",
        fix: "Give each item that has `$position` its own index, starting at 0.",
    }
} }
