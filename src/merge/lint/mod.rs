//! The lints: likely mistakes in the inputs, in each patch before it is applied, and in the result. They
//! never change a result, and run only if the merge is traced. Every pass is linear.
//!
//! [`ambiguous_input`] checks the texts and [`duplicate_items`] the live object. [`walk`] goes through a
//! patch and the live nodes that it matches, for [`fields`] and [`items`]; [`recreated_items`] compares a
//! patch with the earlier ones; [`leftovers`], [`variables`] and [`no_op_patch`] check the result.
//! [`help_lines`] and [`duplicate_help_lines`] write the patch lines of the help.
//! [`item_identity`] compares the keys by which the API identifies items.

mod ambiguous_input;
mod duplicate_help_lines;
mod duplicate_items;
mod fields;
mod help_lines;
mod item_identity;
mod items;
mod leftovers;
mod linter;
mod no_op_patch;
mod recreated_items;
mod similar_keys;
mod variables;
mod walk;

pub(crate) use help_lines::fix_lines;
pub(crate) use item_identity::{
    KEY_WITH_DEFAULT, are_told_apart, duplicates_differ, duplicates_of, is_unset, key_text,
};
pub(crate) use recreated_items::{DeletedItems, check as check_recreated_items};
pub(crate) use variables::{EarlyReference, early_references};

use super::Semantics;
use super::keys::keyed_items::ListCache;
use super::linted_dialect::LintedDialect;
use super::recorder::Recorder;
use super::result_tree::node_id::NodeRef;
use crate::document::ValueKind;
use crate::schema::{Schema, TypePosition};
use linter::{Linter, report};

/// Reports input that another parser may read differently.
pub(crate) fn check_texts(recorder: &mut Recorder<'_>, semantics: Semantics) {
    if recorder.traced {
        let hits = ambiguous_input::check(recorder, semantics);
        report(recorder, hits);
    }
}

/// Checks the live object before the first strategic patch. Returns the lists that it has read.
pub(crate) fn check_live<'d>(
    recorder: &mut Recorder<'d>,
    schema: &'d Schema,
    dialect: LintedDialect,
) -> ListCache<'d> {
    let mut cache = ListCache::default();
    if recorder.traced {
        let linter = Linter {
            knows_merge_keys: dialect.knows_merge_keys,
            ..Linter::new(recorder, schema)
        };
        let hits = linter.check_duplicate_live_items(&mut cache);
        report(recorder, hits);
    }
    cache
}

/// Checks a strategic patch for an object of type `top` before it is applied. Takes and returns the cache of
/// lists.
pub(crate) fn check_patch<'d>(
    recorder: &mut Recorder<'d>,
    schema: &'d Schema,
    (patch, top): (NodeRef, TypePosition),
    dialect: LintedDialect,
    mut cache: ListCache<'d>,
) -> ListCache<'d> {
    if !recorder.traced || recorder.kind(patch) != ValueKind::Map {
        return cache;
    }
    if patch.document > 1 {
        // An earlier patch has changed the lists in the cache.
        cache.clear();
    }
    let linter = Linter {
        knows_merge_keys: dialect.knows_merge_keys,
        orders_by_patch: dialect.orders_by_patch,
        ..Linter::new(recorder, schema)
    };
    let hits = linter.walk_patch(patch, top, &mut cache);
    cache.retain(|_, list| list.patch.is_some());
    report(recorder, hits);
    cache
}

/// Checks the order of variables in the result of a policy. The controller merges a template, so the other checks of a patch
/// do not apply.
pub(crate) fn check_variables(recorder: &mut Recorder<'_>, schema: &Schema) {
    if recorder.traced {
        let hits = Linter::new(recorder, schema).check_variable_order();
        report(recorder, hits);
    }
}

/// Checks the result after the last patch.
pub(crate) fn check_result(recorder: &mut Recorder<'_>, schema: &Schema) {
    if !recorder.traced || !recorder.tree.is_object() {
        return;
    }
    let linter = Linter::new(recorder, schema);
    let mut hits = linter.check_leftovers();
    hits.extend(linter.check_variable_order());
    hits.extend(linter.check_no_op());
    report(recorder, hits);
}
