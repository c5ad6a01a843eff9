//! The decisions in which strategic semantics differ.
//!
//! A semantics is a [`Dialect`]: one choice for each decision. The engine reads single decisions, through
//! [`Decisions`], and never asks which semantics it has. To add a decision, write its choices and its row in
//! this file and give each semantics of [`super::dialect`] its choice.

use std::cell::Cell;

use crate::merge::linted_dialect::LintedDialect;

/// The text and source of a choice.
#[derive(Debug)]
pub struct ChoiceText {
    /// The end of the sentence that begins with [`Decision::label`].
    pub sentence: &'static str,
    /// The document and section that define the choice.
    pub source: &'static str,
}

/// The source of a choice that no document describes: a function of
/// `k8s.io/apimachinery/pkg/util/strategicpatch`.
macro_rules! go {
    ($function:literal) => {
        concat!("Kubernetes (`", $function, "` of apimachinery)")
    };
}

/// A section of the documentation of strategic merge patches.
macro_rules! smp {
    ($section:literal) => {
        concat!("strategic-merge-patch, \"", $section, "\"")
    };
}

/// A section of the preserve-order proposal.
macro_rules! order {
    ($section:literal) => {
        concat!("preserve-order proposal, \"", $section, "\"")
    };
}

/// Generates the enums of choices.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($choice:ident $sentence:literal, $source:expr;)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = $sentence] $choice,)*
        }

        impl $name {
            const ALL: &[Self] = &[$(Self::$choice,)*];

            fn text(self) -> &'static ChoiceText {
                match self {
                    $(Self::$choice => &ChoiceText { sentence: $sentence, source: $source },)*
                }
            }
        }
    )*};
}

/// Generates the enum of decisions, the struct with one choice for each, and the getters of the engine.
macro_rules! decisions {
    ($($decision:ident $field:ident: $choice:ident, $label:literal;)*) => {
        /// A point at which strategic semantics differ.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Decision {
            $(#[doc = $label] $decision,)*
        }

        /// A strategic semantics: one choice for each decision.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Dialect {
            $(#[doc = $label] pub $field: $choice,)*
        }

        impl Decision {
            /// All decisions, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$decision,)*];

            /// Returns the name in JSON, which is stable: `map-deletion`.
            pub fn name(self) -> String {
                let name = match self {
                    $(Self::$decision => stringify!($field),)*
                };
                name.replace('_', "-")
            }

            /// Returns the subject of the decision: the beginning of a sentence that the text of a choice
            /// ends.
            pub fn label(self) -> &'static str {
                match self {
                    $(Self::$decision => $label,)*
                }
            }
        }

        impl Dialect {
            /// Returns the choice of this semantics for a decision.
            pub fn choice(self, decision: Decision) -> &'static ChoiceText {
                match decision {
                    $(Decision::$decision => self.$field.text(),)*
                }
            }

            /// Returns this semantics with the choice of another one for one decision.
            #[must_use]
            pub fn with_choice_from(self, decision: Decision, other: Self) -> Self {
                match decision {
                    $(Decision::$decision => Self { $field: other.$field, ..self },)*
                }
            }

            /// Returns the variants of this semantics with each other choice for one decision.
            pub fn switched(self, decision: Decision) -> Vec<Self> {
                match decision {
                    $(Decision::$decision => {
                        let others = $choice::ALL.iter().filter(|choice| **choice != self.$field);
                        others.map(|choice| Self { $field: *choice, ..self }).collect()
                    })*
                }
            }
        }

        impl Decisions {
            $(#[doc = $label] pub(crate) fn $field(&self) -> $choice {
                self.reached.set(self.reached.get().with(Decision::$decision));
                self.dialect.$field
            })*
        }
    };
}

choices! {
    /// The result of a map with `$patch: delete`.
    MapDeletion {
        RemoveMap "removes the map, as null does", smp!("`delete` Directive, Maps");
        EmptyMap "leaves an empty map, `{}`", go!("handleDirectiveInMergeMap");
    }
    /// The effect of `$patch: replace` in a map that the live object does not have.
    MissingMap {
        AddContent "adds the content of the map", smp!("`replace` Directive, Map");
        DropMap "is dropped together with its map", go!("removeDirectives");
    }
    /// The effect of `$patch` in a map whose field has the patch strategy `replace`.
    ReplaceStrategy {
        ObeyDirective "is applied", smp!("`replace` Directive");
        StoreDirective "is an ordinary field", go!("mergeMapHandler");
    }
    /// The effect of a key that begins with `$` and is not a directive.
    UnknownDirective {
        Ignore "is ignored", smp!("Client version skew");
        Store "is an ordinary field", go!("mergeMap");
    }
    /// The sequence in which the fields of a patch map are merged.
    FieldSequence {
        AsWritten "are merged in the order in which they are written; `$deleteFromPrimitiveList` deletes from the live list, before values are added to it",
            smp!("`deleteFromPrimitiveList` Directive");
        OrdersFirst "are merged in random order, lists with `$setElementOrder` first; mergescope takes `$deleteFromPrimitiveList` next, then the other fields in the order in which they are written", go!("mergeMap");
    }
    /// The allowed entries of `$retainKeys`.
    RetainKeysItems {
        Strings "must all be strings", smp!("`retainKeys` Directive");
        Scalars "can be any scalars", go!("applyRetainKeysDirective");
    }
    /// The keys beginning with `$` that `$retainKeys` need not list.
    RetainKeysExemption {
        Directives "need not be listed", "not covered by the design documents";
        ListDirectives "need not be listed if they are `$patch`, `$setElementOrder` or `$deleteFromPrimitiveList`; all others are ordinary fields and must be listed",
            go!("applyRetainKeysDirective");
    }
    /// The content of a patch value that is dropped if the value has nothing to merge with.
    Strip {
        NullsAndDirectives "are dropped", smp!("`delete` Directive, Maps");
        NullsAndPatchMaps "are dropped if they are null fields or maps with `$patch`, else kept",
            go!("discardNullValuesFromPatch");
        PatchMaps "are dropped if they are maps with `$patch`, else kept", go!("removeDirectives");
        Nothing "are kept", go!("mergeSliceWithoutSpecialElements");
    }
    /// The effect of `$deleteFromPrimitiveList` on a list of maps.
    DeleteListOfMaps {
        Reject "is rejected", smp!("`deleteFromPrimitiveList` Directive");
        Merge "is merged like a patch list", go!("mergeSlice");
    }
    /// The effect of `$deleteFromPrimitiveList` if its value is not a list.
    MisplacedDeleteList {
        Ignore "has no effect", "not covered by the design documents";
        Merge "is merged into a live value of the same type", go!("mergeMap");
    }
    /// The effect of a patch list on a live list in a field whose type is not a list.
    UnexpectedList {
        Replace "replaces the live list", "not covered by the design documents";
        Reject "is rejected; in some optional fields, such as `replicas`, it replaces the live list", go!("LookupPatchMetadataForSlice");
    }
    /// The checks of a list with `$patch: replace`.
    ListReplacement {
        TakeList "replaces the list; without `$setElementOrder` nothing else is checked", smp!("`replace` Directive, List of Maps");
        CheckItems "replaces the list after all items of the patch list are checked", go!("mergeSliceWithSpecialElements");
    }
    /// The time at which an item without its merge key is rejected.
    MergeKeyCheck {
        Upfront "are rejected, except in a new list without `$setElementOrder`; null is not a key", "multi-fields-merge-key proposal, \"Proposed Change\"";
        WhileMerging "are rejected only if the merge looks for a live item to match, and null counts as a key", go!("findMapInSliceBasedOnKeyValue");
    }
    /// The effect of primitives in a list whose type has a merge key.
    PrimitivesInKeyedList {
        MergeByValue "are merged by value", "not covered by the design documents";
        Reject "are rejected, except in a new list without `$setElementOrder`", go!("partitionMapsByPresentInList");
    }
    /// The support of `$patchMergeKey`.
    PatchMergeKey {
        Obey "matches items by several keys", "multi-fields-merge-key proposal, \"Proposed Change\"";
        Unknown "is not supported", "Kubernetes (the proposal was not built)";
    }
    /// The support of `$setElementOrder`.
    SetElementOrder {
        Obey "sets the order of a list", order!("Proposed Change");
        DropUnknown "is dropped, because the server does not support it", order!("Version Skew and Backwards Compatibility");
        DropUnneeded "does not exist, and is dropped", order!("Alternative Considered");
    }
    /// The requirement for a patch list with `$setElementOrder`.
    OrderCheck {
        RelativeOrder "must list its items in the order of `$setElementOrder`, except items with `$patch`; if several entries have the same key or value, the patch list is compared with the first one only", order!("Proposed Change");
        Subsequence "must list its items in the order of `$setElementOrder`, except items with `$patch: delete`; an item with `$patch: replace` must not come after the patch item that the last entry of `$setElementOrder` names; if several entries have the same key or value, the patch list is compared with all of them; an empty `$setElementOrder` is not checked", go!("validatePatchWithSetOrderList");
    }
    /// The checks of a list with `$setElementOrder`, except the sequence of its patch list.
    OrderedListCheck {
        BeforeMerge "is checked before the merge: its field must be a list, a list of maps needs a merge key, and each entry of the order must have it", order!("Proposed Change");
        AfterMerge "is checked after the merge: its items must be all maps or all primitives, and each entry of the order and each item of the merged list must have the merge key", go!("partitionMapsByPresentInList");
    }
    /// The effect of `$setElementOrder` for an empty list.
    EmptyListOrder {
        Accept "has no effect", order!("When `$setElementOrder` contains elements not found in the list to be merged");
        Reject "is rejected", go!("sliceElementType");
    }
    /// The order of a merged list.
    ServerOnlyOrder {
        ServerOnlyFirst "are placed before all items that `$setElementOrder` or the patch list lists, new ones included",
            order!("When the list to be merged contains elements not found in `$setElementOrder`");
        LivePositions "are placed before the first listed item that they precede in the live list, or last if there is none. A new item has no live position. But if the patch has `$setElementOrder` and deletes N live items with `$patch: delete`, the first N new items count as the last items of the live list",
            go!("normalizeElementOrder");
        Positions "get the indexes that no `$position` has, in their live order (with `proposal` they are placed first)", order!("Alternative Considered");
        Append "stay at their places in the live list (with `proposal` they are placed first); new items are added at the end", order!("Version Skew and Backwards Compatibility");
    }
    /// The treatment of equal values in a set.
    SetDuplicates {
        KeepFirst "are removed, and the first one stays", smp!("`deleteFromPrimitiveList` Directive");
        FillGap "are removed: for each one, the last value of the list moves to its position", go!("uniqifyScalars");
    }
    /// The wording of errors.
    Errors {
        Plain "is mergescope's own message", "mergescope";
        Kubectl "is the message of kubectl", "Kubernetes";
    }
}

decisions! {
    MapDeletion map_deletion: MapDeletion, "`$patch: delete` in a map";
    MissingMap missing_map: MissingMap, "`$patch: replace` in a map that the live object does not have";
    ReplaceStrategy replace_strategy: ReplaceStrategy, "`$patch` in a map whose field has the patch strategy `replace`";
    UnknownDirective unknown_directive: UnknownDirective, "an unknown key that begins with `$`";
    FieldSequence field_sequence: FieldSequence, "the fields of a patch map";
    RetainKeysItems retain_keys_items: RetainKeysItems, "the entries of `$retainKeys`";
    RetainKeysExemption retain_keys_exemption: RetainKeysExemption, "other keys that begin with `$`, in the same map as `$retainKeys`";
    NewFields new_fields: Strip, "null fields and directives in a new field, or in a value that replaces one of another type";
    NewOrderedLists new_ordered_lists: Strip, "null fields and directives in a new list with `$setElementOrder`";
    NewItems new_items: Strip, "null fields and directives in a new item of a list";
    Replacements replacements: Strip, "null fields and directives in a list or map that replaces one of the same type";
    DeleteListOfMaps delete_list_of_maps: DeleteListOfMaps, "`$deleteFromPrimitiveList` for a list of maps";
    MisplacedDeleteList misplaced_delete_list: MisplacedDeleteList, "`$deleteFromPrimitiveList` with a map or a scalar";
    UnexpectedList unexpected_list: UnexpectedList, "a patch list for a live list, in a field whose type is not a list";
    ListReplacement list_replacement: ListReplacement, "`$patch: replace` in a list";
    MergeKeyCheck merge_key_check: MergeKeyCheck, "items without their merge key";
    PrimitivesInKeyedList primitives_in_keyed_list: PrimitivesInKeyedList, "primitives in a list whose type has a merge key";
    PatchMergeKey patch_merge_key: PatchMergeKey, "`$patchMergeKey`";
    SetElementOrder set_element_order: SetElementOrder, "`$setElementOrder`";
    OrderCheck order_check: OrderCheck, "the patch list with `$setElementOrder`";
    OrderedListCheck ordered_list_check: OrderedListCheck, "a list with `$setElementOrder`";
    EmptyListOrder empty_list_order: EmptyListOrder, "`$setElementOrder` for a list without items in the live object and in the patch (empty in both, or empty in one and missing in the other)";
    ServerOnlyOrder list_order: ServerOnlyOrder, "server-only items";
    SetDuplicates set_duplicates: SetDuplicates, "duplicates in a set that is merged with a patch list";
    Errors errors: Errors, "the `message` of a rejection, in JSON output and in `compare`";
}

/// A set of decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DecisionSet(u32);

const _: () = assert!(Decision::ALL.len() <= u32::BITS as usize);

impl DecisionSet {
    fn with(self, decision: Decision) -> Self {
        Self(self.0 | 1 << decision as u32)
    }

    /// Returns the union of two sets.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether the decision is in the set.
    pub fn has(self, decision: Decision) -> bool {
        self.0 & 1 << decision as u32 != 0
    }
}

impl Dialect {
    /// Returns the properties of this semantics that the lints depend on.
    pub(crate) fn for_lints(self) -> LintedDialect {
        LintedDialect {
            knows_merge_keys: self.patch_merge_key == PatchMergeKey::Obey,
            knows_orders: self.set_element_order == SetElementOrder::Obey,
            orders_by_patch: matches!(
                self.list_order,
                ServerOnlyOrder::ServerOnlyFirst | ServerOnlyOrder::LivePositions
            ),
        }
    }
}

/// Returns the choices of a semantics and records which decisions the engine has read.
#[derive(Debug)]
pub(crate) struct Decisions {
    dialect: Dialect,
    reached: Cell<DecisionSet>,
}

impl Decisions {
    pub(crate) fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            reached: Cell::default(),
        }
    }

    /// Returns the properties that the lints depend on, without recording these reads.
    pub(crate) fn for_lints(&self) -> LintedDialect {
        self.dialect.for_lints()
    }

    /// Returns the decisions that the engine has read so far.
    pub(crate) fn reached(&self) -> DecisionSet {
        self.reached.get()
    }
}
