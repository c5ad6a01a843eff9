//! The strategic merge, in all its semantics.
//!
//! [`map`] is where two maps meet; [`kubernetes`] and [`proposal`] go through a map's fields, each in its own
//! sequence, and merge two lists; [`order_help`] says what would make a refused order pass; [`never_shipped`] is what else
//! was thought of; [`join`] makes one patch of two.

mod compose_patches;
pub(crate) mod dialect;
mod items;
pub(crate) mod kubernetes;
mod map;
mod never_shipped;
mod new_values;
mod order_help;
pub(crate) mod proposal;
mod strategic_merge;

pub(crate) use super::strategic::proposal::patch_merge_key::default_key_comes_first;
pub(crate) use new_values::is_directive;

use super::keys::keyed_items::ListCache;
use super::lint::{self, DeletedItems};
use super::recorder::{MergeResult, Recorder, StepDraft};
use super::result_tree::node_id::NodeRef;
use super::rule::Rule;
use crate::document::{Tree, ValueKind};
use crate::schema::Schema;
use dialect::Dialect;
use strategic_merge::StrategicMerge;

/// Applies the recorder's patches as strategic merge patches. `list_cache` holds the live lists that were read already.
///
/// # Errors
/// The first rejection.
pub(crate) fn run<'d>(
    recorder: &mut Recorder<'d>,
    schema: &'d Schema,
    dialect: Dialect,
    list_cache: ListCache<'d>,
) -> MergeResult {
    let mut merge = StrategicMerge::new(recorder, schema, dialect, list_cache);
    let top = merge.scene.top();
    let live = NodeRef::live(merge.documents[0].root());
    if merge.kind(live) != ValueKind::Map {
        return Err(merge.not_a_map(live, "live"));
    }
    let (api_version, kind) = merge.documents[0].identity();
    let place = schema.top(api_version, kind).map_err(|unknown| {
        let named = |key| merge.entry(live, key);
        let guilty = vec![named("kind").or(named("apiVersion")).unwrap_or(live)];
        let detail = match (api_version, kind) {
            ("", "") => "an object without `apiVersion` and `kind`".to_owned(),
            ("", kind) => format!("{kind} without an `apiVersion`"),
            (api_version, "") => format!("an object of {api_version} without a `kind`"),
            (api_version, kind) => format!("{api_version} {kind}"),
        };
        let note = StepDraft::new(Rule::of_unknown(&unknown.reason), top);
        merge.reject(note, unknown.to_string(), detail, guilty)
    })?;
    let mut deleted = DeletedItems::default();
    for patch in 1..merge.documents.len() {
        merge.patch = patch as u16;
        merge.go_slice_capacities.clear();
        let root = merge.in_patch(merge.documents[patch].root());
        merge.lint_patch(root, place);
        match merge.kind(root) {
            ValueKind::Map => merge.merge_map(top, root, place)?,
            ValueKind::Null => {}
            _ => return Err(merge.not_a_map(root, "the patch")),
        }
        merge.require_kind(root).map_err(|mut rejection| {
            if merge.is_proposal() {
                rejection.message = "the result has no kind".to_owned();
            }
            rejection
        })?;
        lint::check_recreated_items(&mut merge, &mut deleted);
    }
    Ok(())
}

pub(crate) use compose_patches::run as join;
