//! Strategic merge patches, in all their semantics.
//!
//! [`decision`] is the table of all differences between the semantics, [`dialect`] has a row for each
//! semantics. [`map`], [`retain_keys`], [`fields`], [`list`], [`set`], [`element_order`] and [`new_values`]
//! merge; they read decisions and call the algorithms in [`proposal`] and [`kubernetes`]. [`order_help`] says
//! how to fix a rejected order, [`mod@compose_patches`] composes two patches.

mod compose_patches;
pub(crate) mod decision;
pub(crate) mod dialect;
pub(crate) mod directives;
mod element_order;
mod fields;
mod item_directives;
mod items;
pub(crate) mod kubernetes;
mod list;
mod map;
mod new_values;
mod order_help;
mod position;
pub(crate) mod proposal;
mod replace_list;
mod retain_keys;
mod set;
mod strategic_merge;
pub(crate) use directives::is_directive;
pub(crate) use proposal::patch_merge_key::default_key_comes_first;

use super::keys::keyed_items::ListCache;
use super::lint::{self, DeletedItems};
use super::quote::join_names;
use super::recorder::{MergeResult, Recorder, StepDraft};
use super::result_tree::node_id::NodeRef;
use super::rule::Rule;
use crate::document::{Tree, ValueKind};
use crate::schema::Schema;
use decision::{DecisionSet, Dialect, Errors};
use strategic_merge::StrategicMerge;

/// Applies the recorder's patches as strategic merge patches. `list_cache` contains the live lists that were
/// read already. Returns the first rejection, if there is one, and the decisions that were read.
pub(crate) fn run<'d>(
    recorder: &mut Recorder<'d>,
    schema: &'d Schema,
    dialect: Dialect,
    list_cache: ListCache<'d>,
) -> (MergeResult, DecisionSet) {
    let mut merge = StrategicMerge::new(recorder, schema, dialect, list_cache);
    let ended = apply(&mut merge);
    (ended, merge.decisions.reached())
}

/// As [`run`], with the fields of each patch map in the opposite order, because Go visits them in random
/// order.
pub(crate) fn run_backwards<'d>(
    recorder: &mut Recorder<'d>,
    schema: &'d Schema,
    dialect: Dialect,
    list_cache: ListCache<'d>,
) -> MergeResult {
    let mut merge = StrategicMerge::new(recorder, schema, dialect, list_cache);
    merge.backwards = true;
    apply(&mut merge)
}

fn apply(merge: &mut StrategicMerge<'_, '_>) -> MergeResult {
    let schema = merge.schema;
    let top = merge.tree.top();
    let live = NodeRef::live(merge.documents[0].root());
    if merge.kind(live) != ValueKind::Map {
        return Err(merge.reject_non_map(live, "the live object"));
    }
    let (api_version, kind) = merge.documents[0].identity();
    let type_position = schema.top(api_version, kind).map_err(|unknown| {
        let named = |key| merge.entry(live, key);
        let faulty = vec![named("kind").or(named("apiVersion")).unwrap_or(live)];
        let detail = match (api_version, kind) {
            ("", "") => "an object without `apiVersion` and `kind`".to_owned(),
            ("", kind) => format!("{kind} without an `apiVersion`"),
            (api_version, "") => format!("an object of {api_version} without a `kind`"),
            (api_version, kind) => format!("{api_version} {kind}"),
        };
        let note = StepDraft::new(Rule::for_unknown_kind(&unknown.reason), top);
        let mut rejection = merge.reject(note, unknown.to_string(), detail, faulty);
        let given = schema.given_kinds();
        if !given.is_empty() {
            let names = join_names(given.iter().map(|kind| format!("`{kind}`")));
            rejection.fix = Some(format!(
                "Use a kind of the given schema ({names}), declare how its lists merge with --merge-key PATH=KEY, or use a JSON merge patch (`--type merge`)."
            ));
        }
        rejection
    })?;
    let mut deleted = DeletedItems::default();
    for patch in 1..merge.documents.len() {
        merge.patch = patch as u16;
        merge.go_slice_capacities.clear();
        let root = merge.in_patch(merge.documents[patch].root());
        merge.lint_patch(root, type_position);
        match merge.kind(root) {
            ValueKind::Map => merge.merge_map(top, root, type_position)?,
            ValueKind::Null => {}
            _ => return Err(merge.reject_non_map(root, "the patch")),
        }
        merge.require_kind(root).map_err(|mut rejection| {
            if merge.decisions.errors() == Errors::Plain {
                rejection.message = "the result has no kind".to_owned();
            }
            rejection
        })?;
        lint::check_recreated_items(merge, &mut deleted);
    }
    Ok(())
}

pub(crate) use compose_patches::compose_patches;
