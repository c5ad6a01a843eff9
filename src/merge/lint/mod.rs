//! Warnings: what hardly anybody wants, found by looking at the inputs, at each patch before it is applied, and at the
//! result. Nothing here changes a result, and nothing is looked at without a trace. Every pass is linear.
//!
//! [`ambiguous_input`] looks at the texts and [`duplicate_items`] at the live object. [`walk`] goes through a patch and
//! the live nodes that it matches, for [`fields`] and [`items`]; [`recreated_items`] compares a patch with those before
//! it; [`leftovers`], [`variables`] and [`mod@result`] look at the result. [`help_lines`] and
//! [`duplicate_help_lines`] write the patch lines of the help.

mod ambiguous_input;
mod duplicate_help_lines;
mod duplicate_items;
mod fields;
mod help_lines;
mod items;
mod known_directives;
mod leftovers;
mod linter;
mod recreated_items;
mod result;
mod similar_keys;
mod variables;
mod walk;

pub(crate) use help_lines::fix_lines;
pub(crate) use recreated_items::{DeletedItems, check as check_recreated_items};
pub(crate) use variables::early_references;

use super::keys::keyed_items::ListCache;
use super::recorder::Recorder;
use super::result_tree::node_id::NodeRef;
use crate::document::ValueKind;
use crate::schema::{Schema, TypePosition};
use linter::{Linter, report};

pub(crate) use known_directives::KnownDirectives;

/// Reports what was read but may be meant otherwise.
pub(crate) fn check_texts(recorder: &mut Recorder<'_>) {
    if recorder.traced {
        let hits = ambiguous_input::check(recorder);
        report(recorder, hits);
    }
}

/// Looks at live before the first strategic patch. Returns the lists that it has read.
pub(crate) fn check_live<'d>(recorder: &mut Recorder<'d>, schema: &'d Schema) -> ListCache<'d> {
    let mut cache = ListCache::default();
    if recorder.traced {
        let hits = Linter::new(recorder, schema).check_duplicate_live_items(&mut cache);
        report(recorder, hits);
    }
    cache
}

/// Looks at a strategic patch for an object of the type `top` before it is applied; `known` are the proposed
/// directives that are carried out. Takes and returns the lists that were read.
pub(crate) fn check_patch<'d>(
    recorder: &mut Recorder<'d>,
    schema: &'d Schema,
    (patch, top): (NodeRef, TypePosition),
    known: KnownDirectives,
    mut cache: ListCache<'d>,
) -> ListCache<'d> {
    if !recorder.traced || recorder.kind(patch) != ValueKind::Map {
        return cache;
    }
    if patch.document > 1 {
        // An earlier patch has changed what was read.
        cache.clear();
    }
    let linter = Linter {
        known,
        ..Linter::new(recorder, schema)
    };
    let hits = linter.walk_patch(patch, top, &mut cache);
    cache.retain(|_, list| list.patch.is_some());
    report(recorder, hits);
    cache
}

/// Looks at the result after the last patch.
pub(crate) fn check_result(recorder: &mut Recorder<'_>, schema: &Schema) {
    if !recorder.traced || !recorder.scene.is_object() {
        return;
    }
    let linter = Linter::new(recorder, schema);
    let mut hits = linter.check_leftovers();
    hits.extend(linter.check_variable_order());
    hits.extend(linter.check_no_op());
    report(recorder, hits);
}
