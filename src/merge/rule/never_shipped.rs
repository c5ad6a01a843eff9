//! What the alternatives of the preserve-order proposal do, and the servers of before it. `{...}` in a sentence is
//! filled in by [`crate::merge::sentence`].

table! { $ never_shipped {
    OldServerDrops "old-server-drops" Step Nothing {
        says: "`{field}` is unknown to a server of before the order proposal: it drops the directive.",
        rule: "A server of before the order proposal drops the directives that it does not know.",
        source: "preserve-order proposal, \"Version Skew\"",
    }
    AlternativeDrops "alternative-drops" Step Nothing {
        says: "`{field}` does not exist in this alternative: it is dropped.",
        rule: "The alternatives of the order proposal have no `$setElementOrder`.",
        source: "preserve-order proposal, \"Alternatives Considered\"",
    }
    PlaceByPosition "place-by-position" Step Reordered {
        says: "The items with a `$position` are taken out of `{list}` and put in again, the lowest position first; all others keep their order.",
        rule: "`$position` is the index that an item gets, cut to the length of the list.",
        source: "preserve-order proposal, \"Alternatives Considered\", 2 (never shipped)",
    }
    PatchValuesFirst "patch-values-first" Step Reordered {
        says: "The values of the patch are taken for the whole list of the user: they come first in `{list}`, in their order.",
        rule: "Of a list of primitives this alternative sends the whole list; what live has besides comes behind it.",
        source: "preserve-order proposal, \"Alternatives Considered\", 2 (never shipped)",
    }
    PositionInvalid "position-invalid" Step Rejected {
        says: "{detail}.",
        rule: "A `$position` is an integer from 0, and no two items of a list have the same.",
        source: "preserve-order proposal, \"Alternatives Considered\", 2 (never shipped)",
        fix: "Give every item that has a `$position` its own index from 0.",
    }
} }
