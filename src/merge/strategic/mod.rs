//! The strategic merge, in both semantics.
//!
//! [`map`] is where two maps meet; [`kubernetes`] and [`proposal`] go through a map's fields, each in its own
//! sequence; `list_*` and [`set_kubernetes`] merge two lists, [`order_kubernetes`] carries out `$setElementOrder`,
//! [`order_fix`] says what would make a refused order pass;
//! [`alternatives`] is what else was
//! thought of; [`join`] makes one patch of two; [`weave`] and [`repeats`] are Kubernetes' order on places alone.

mod compose_patches;
mod items;
pub(crate) mod kubernetes;
mod map;
mod never_shipped;
mod new_values;
mod order_help;
pub(crate) mod proposal;

pub(crate) use super::strategic::proposal::patch_merge_key::default_key_comes_first;
pub(crate) use new_values::is_directive;

use super::lint::DeletedItems;
use super::recorder::{MergeResult, Recorder, StepDraft};
use super::result_tree::node_id::NodeRef;
use super::rule::Rule;
use crate::document::{Tree, ValueKind};
use crate::schema::Schema;

/// Applies the engine's patches as strategic merge patches.
///
/// # Errors
/// The first refusal.
pub(crate) fn run(engine: &mut Recorder<'_>) -> MergeResult {
    let top = engine.scene.top();
    let live = NodeRef::live(engine.documents[0].root());
    if engine.kind(live) != ValueKind::Map {
        return Err(engine.not_a_map(live, "live"));
    }
    let (api_version, kind) = engine.documents[0].identity();
    let schema: &Schema = engine.schema;
    let place = schema.top(api_version, kind).map_err(|unknown| {
        let named = |key| engine.entry(live, key);
        let guilty = vec![named("kind").or(named("apiVersion")).unwrap_or(live)];
        let detail = match (api_version, kind) {
            ("", "") => "an object without `apiVersion` and `kind`".to_owned(),
            ("", kind) => format!("{kind} without an `apiVersion`"),
            (api_version, "") => format!("an object of {api_version} without a `kind`"),
            (api_version, kind) => format!("{api_version} {kind}"),
        };
        engine.reject(
            StepDraft::new(Rule::of_unknown(&unknown.reason), top),
            unknown.to_string(),
            detail,
            guilty,
        )
    })?;
    let mut deleted = DeletedItems::default();
    for patch in 1..engine.documents.len() {
        engine.patch = patch as u16;
        engine.go_slice_capacities.clear();
        let root = engine.in_patch(engine.documents[patch].root());
        engine.warn_of_patch(root, place);
        match engine.kind(root) {
            ValueKind::Map => engine.merge_map(top, root, place)?,
            ValueKind::Null => {}
            _ => return Err(engine.not_a_map(root, "the patch")),
        }
        engine.require_kind(root)?;
        engine.warn_of_recreated(&mut deleted);
    }
    Ok(())
}

pub(crate) use compose_patches::run as join;
