//! The engines, the rules, and the trace that they record. Does not depend on rows, colors or files.
//!
//! [`merge()`] takes [`Inputs`] and returns a [`Merge`]: the result as a [`ResultTree`] that can be played
//! step by step, in both directions. [`Rule`] is the table of everything that can happen; [`Merge::sentence`]
//! is the text of a step.

mod agreement;
pub(crate) mod api_server;
mod claim;
mod claim_checks;
mod detail;
pub(crate) mod directive_names;
mod distinct_path;
mod expected;
pub(crate) mod go_text;
mod json_patch;
pub(crate) mod keys;
mod last_applied_annotation;
mod lint;
mod linted_dialect;
mod list_items;
mod mark;
mod merge_patch;
mod missing_declarations;
pub(crate) mod no_namespace;
pub(crate) mod object_checks;
mod object_metadata;
pub mod policy;
pub(crate) mod quantity;
mod quote;
mod random_order;
mod recorder;
mod result_tree;
mod rule;
mod run;
mod semantics;
mod sentence;
pub mod server_side;
mod step;
mod step_path;
mod strategic;
mod trace;
mod type_help;
mod unreadable_patch;

pub(crate) use crate::merge::keys::key::MergeKey;
pub(crate) use crate::merge::keys::key_table::{KeyMap, KeyTable};
pub use agreement::{MergeAgreement, compare_merges};
pub use api_server::{
    DecodeCause, LengthUnit, Objection, ServerAnswer, ServerLayer, ServerMessage, server_answer,
    strict_rejection,
};
pub(crate) use api_server::{
    ServerVerdict, is_stored_otherwise, server_rejection, server_verdict, violations,
};
pub use claim::Claim;
pub use claim_checks::broken_claims;
pub use detail::Detail;
pub(crate) use detail::{ReadIndex, Reason};
pub(crate) use distinct_path::item_by_all_keys;
pub(crate) use json_patch::{decode_key, escape_key, split_pointer};
pub use last_applied_annotation::{LAST_APPLIED, is_last_applied};
pub(crate) use lint::{
    EarlyReference, KEY_WITH_DEFAULT, are_told_apart, duplicates_of, early_references, is_unset, key_text,
};
pub use mark::{Mark, Marks};
pub use object_checks::no_object;
pub use object_metadata::{SET_BY_SERVER, metadata_error};
pub(crate) use quote::{excerpts, hidden_quote_help, quote, quote_next_to, quote_null};
pub use result_tree::ResultTree;
pub use result_tree::edit_log::Change;
pub use result_tree::moved_items::moved;
pub use result_tree::node_id::{NodeRef, Presence, ResultId};
pub(crate) use result_tree::path::{file_text, item_name_text, scalar_text};
pub(crate) use rule::current_name;
pub use rule::{Rule, RuleEffect, Severity};
pub(crate) use run::merge_with_steps;
pub use run::{compose_patches, merge};
pub use semantics::{PatchType, Semantics};
pub(crate) use sentence::{fill, lower_case_start, segment_name};
pub use step::Step;
pub use strategic::decision::{ChoiceText, Decision, DecisionSet, Dialect};
pub(crate) use strategic::decision::{PatchMergeKey, ServerOnlyOrder, SetElementOrder};
pub(crate) use strategic::kubernetes::uniqify::uniqify;
pub(crate) use strategic::{default_key_comes_first, directives};
pub use trace::{Inputs, Merge, OrderChange, OrderSequences, Rejection, Verdict};
pub(crate) use unreadable_patch::{kubectl_message, node_at, unread_manifest};
