//! What the alternatives of the preserve-order proposal do, and the servers of before it. `{...}` in a sentence is
//! filled in by [`crate::merge::sentence`].

/// Hands these rows on to the next table.
macro_rules! alternatives {
    ($next:ident $($rest:ident)*; $($rows:tt)*) => {
        $next! { $($rest)*; $($rows)*
    OldServerDrops "old-server-drops" Nothing {
        says: "`{field}` is unknown to a server of before the order proposal: it drops the directive.",
        rule: "A server of before the order proposal drops the directives that it does not know.",
        source: "preserve-order proposal, \"Version Skew\"",
        fix: "",
    }
    AlternativeDrops "alternative-drops" Nothing {
        says: "`{field}` does not exist in this alternative: it is dropped.",
        rule: "The alternatives of the order proposal have no `$setElementOrder`.",
        source: "preserve-order proposal, \"Alternatives Considered\"",
        fix: "",
    }
    PlaceByPosition "place-by-position" Reordered {
        says: "The items with a `$position` are taken out of `{list}` and put in again, the lowest position first; all others keep their order.",
        rule: "`$position` is the index that an item gets, cut to the length of the list.",
        source: "preserve-order proposal, \"Alternatives Considered\", 2 (never shipped)",
        fix: "",
    }
    PatchValuesFirst "patch-values-first" Reordered {
        says: "The values of the patch are taken for the whole list of the user: they come first in `{list}`, in their order.",
        rule: "Of a list of primitives this alternative sends the whole list; what live has besides comes behind it.",
        source: "preserve-order proposal, \"Alternatives Considered\", 2 (never shipped)",
        fix: "",
    }
    PositionInvalid "position-invalid" Rejected {
        says: "{detail}.",
        rule: "A `$position` is an integer from 0, and no two items of a list have the same.",
        source: "preserve-order proposal, \"Alternatives Considered\", 2 (never shipped)",
        fix: "Give every item that has a `$position` its own index from 0.",
    }
        }
    };
}
pub(crate) use alternatives;
