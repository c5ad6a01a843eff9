//! The strategic semantics: one row of choices each.

use super::decision::{
    Decision, DeleteListOfMaps, Dialect, EmptyListOrder, Errors, FieldSequence, ListReplacement, MapDeletion,
    MergeKeyCheck, MisplacedDeleteList, MissingMap, OrderCheck, OrderedListCheck, PatchMergeKey,
    PrimitivesInKeyedList, ReplaceStrategy, RetainKeysExemption, RetainKeysItems, ServerOnlyOrder,
    SetDuplicates, SetElementOrder, Strip, UnexpectedList, UnknownDirective,
};

/// A semantics with a name.
#[derive(Debug)]
pub struct NamedDialect {
    /// The name on the command line and on the screen.
    pub name: &'static str,
    /// An explanation of the name.
    pub meaning: &'static str,
    /// Whether no server ever implemented it.
    pub never_shipped: bool,
    /// The choices.
    pub dialect: Dialect,
}

impl Dialect {
    /// All semantics with a name, the default first.
    pub const NAMED: &[NamedDialect] = &[
        NamedDialect {
            name: "proposal",
            meaning: "as defined in the Kubernetes design documents",
            never_shipped: false,
            dialect: Self::PROPOSAL,
        },
        NamedDialect {
            name: "kubernetes",
            meaning: "what kubectl and the API server do",
            never_shipped: false,
            dialect: Self::KUBERNETES,
        },
        NamedDialect {
            name: "patch-list",
            meaning: "the patch list sets the order (rejected alternative, never shipped)",
            never_shipped: true,
            dialect: Self::PATCH_LIST,
        },
        NamedDialect {
            name: "position",
            meaning: "$position sets the order (rejected alternative, never shipped)",
            never_shipped: true,
            dialect: Self::POSITION,
        },
        NamedDialect {
            name: "old-server",
            meaning: "a server before Kubernetes 1.7 (without `$setElementOrder`)",
            never_shipped: false,
            dialect: Self::OLD_SERVER,
        },
    ];

    /// The semantics of the design documents, worked examples before prose.
    pub const PROPOSAL: Self = Self {
        map_deletion: MapDeletion::RemoveMap,
        missing_map: MissingMap::AddContent,
        replace_strategy: ReplaceStrategy::ObeyDirective,
        unknown_directive: UnknownDirective::Ignore,
        field_sequence: FieldSequence::AsWritten,
        retain_keys_items: RetainKeysItems::Strings,
        retain_keys_exemption: RetainKeysExemption::Directives,
        new_fields: Strip::NullsAndDirectives,
        new_ordered_lists: Strip::NullsAndDirectives,
        new_items: Strip::NullsAndDirectives,
        replacements: Strip::NullsAndDirectives,
        delete_list_of_maps: DeleteListOfMaps::Reject,
        misplaced_delete_list: MisplacedDeleteList::Ignore,
        unexpected_list: UnexpectedList::Replace,
        list_replacement: ListReplacement::TakeList,
        merge_key_check: MergeKeyCheck::Upfront,
        primitives_in_keyed_list: PrimitivesInKeyedList::MergeByValue,
        patch_merge_key: PatchMergeKey::Obey,
        set_element_order: SetElementOrder::Obey,
        order_check: OrderCheck::RelativeOrder,
        ordered_list_check: OrderedListCheck::BeforeMerge,
        empty_list_order: EmptyListOrder::Accept,
        list_order: ServerOnlyOrder::ServerOnlyFirst,
        set_duplicates: SetDuplicates::KeepFirst,
        errors: Errors::Plain,
    };

    /// What kubectl and the API server do.
    pub const KUBERNETES: Self = Self {
        map_deletion: MapDeletion::EmptyMap,
        missing_map: MissingMap::DropMap,
        replace_strategy: ReplaceStrategy::StoreDirective,
        unknown_directive: UnknownDirective::Store,
        field_sequence: FieldSequence::OrdersFirst,
        retain_keys_items: RetainKeysItems::Scalars,
        retain_keys_exemption: RetainKeysExemption::ListDirectives,
        new_fields: Strip::NullsAndPatchMaps,
        new_ordered_lists: Strip::PatchMaps,
        new_items: Strip::Nothing,
        replacements: Strip::Nothing,
        delete_list_of_maps: DeleteListOfMaps::Merge,
        misplaced_delete_list: MisplacedDeleteList::Merge,
        unexpected_list: UnexpectedList::Reject,
        list_replacement: ListReplacement::CheckItems,
        merge_key_check: MergeKeyCheck::WhileMerging,
        primitives_in_keyed_list: PrimitivesInKeyedList::Reject,
        patch_merge_key: PatchMergeKey::Unknown,
        set_element_order: SetElementOrder::Obey,
        order_check: OrderCheck::Subsequence,
        ordered_list_check: OrderedListCheck::AfterMerge,
        empty_list_order: EmptyListOrder::Reject,
        list_order: ServerOnlyOrder::LivePositions,
        set_duplicates: SetDuplicates::FillGap,
        errors: Errors::Kubectl,
    };

    /// The first alternative of the order proposal: the patch list sets the order.
    pub const PATCH_LIST: Self = Self {
        set_element_order: SetElementOrder::DropUnneeded,
        ..Self::PROPOSAL
    };

    /// The second alternative: `$position`.
    pub const POSITION: Self = Self {
        list_order: ServerOnlyOrder::Positions,
        ..Self::PATCH_LIST
    };

    /// A server older than the order proposal, as it describes them: it drops unknown directives.
    pub const OLD_SERVER: Self = Self {
        set_element_order: SetElementOrder::DropUnknown,
        patch_merge_key: PatchMergeKey::Unknown,
        list_order: ServerOnlyOrder::Append,
        ..Self::PROPOSAL
    };

    /// Returns the row of this semantics, or `None` if it has no name.
    pub fn named(self) -> Option<&'static NamedDialect> {
        Self::NAMED.iter().find(|row| row.dialect == self)
    }

    /// Returns the decisions in which two semantics differ.
    pub fn differences(self, other: Self) -> impl Iterator<Item = Decision> {
        let differs =
            move |decision: &Decision| self.choice(*decision).sentence != other.choice(*decision).sentence;
        Decision::ALL.iter().copied().filter(differs)
    }
}
