//! The strategic merge, in both semantics.
//!
//! [`map`] is where two maps meet; [`kubernetes`] and [`proposal`] go through a map's fields, each in its own
//! sequence; `list_*` and [`set_kubernetes`] merge two lists, [`order_kubernetes`] carries out `$setElementOrder`;
//! [`weave`] and [`repeats`] are Kubernetes' order on places alone.

mod go_sort;
mod go_text;
mod incoming;
mod items;
mod key;
mod key_table;
mod kubernetes;
mod list_kubernetes;
mod list_proposal;
mod map;
mod multi_key;
mod order_kubernetes;
mod places_kubernetes;
mod proposal;
mod repeats;
mod set_kubernetes;
mod weave;

use super::engine::{Engine, Note, Outcome};
use super::node::Source;
use super::rule::Rule;
use crate::document::{Kind, Tree, Value};
use crate::schema::Schema;

/// Applies the engine's patches as strategic merge patches.
///
/// # Errors
/// The first refusal.
pub(super) fn run(engine: &mut Engine<'_>) -> Outcome {
    let top = engine.scene.top();
    let live = Source::live(engine.documents[0].root());
    if engine.kind(live) != Kind::Map {
        return Err(not_a_map(engine, live, "live"));
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
        engine.refuse(
            Note::new(Rule::UnknownKind, top),
            unknown.to_string(),
            detail,
            guilty,
        )
    })?;
    for patch in 1..engine.documents.len() {
        engine.patch = patch as u16;
        engine.rooms.clear();
        let root = engine.in_patch(engine.documents[patch].root());
        match engine.kind(root) {
            Kind::Map => engine.merge_map(top, root, place)?,
            Kind::Null => {}
            _ => return Err(not_a_map(engine, root, "the patch")),
        }
        has_kind(engine, root)?;
    }
    Ok(())
}

fn not_a_map(engine: &mut Engine<'_>, document: Source, who: &str) -> Box<super::Refusal> {
    let detail = format!("{who} is {}", engine.kind(document).with_article());
    let note = Note::new(Rule::NotAMap, engine.scene.top());
    engine.refuse(note, "invalid JSON document".to_owned(), detail, vec![document])
}

/// Kubernetes cannot read an object back that has no kind.
fn has_kind(engine: &mut Engine<'_>, patch: Source) -> Outcome {
    let top = engine.scene.top();
    let kind = engine
        .scene
        .has_result()
        .then(|| engine.scene.get(top, "kind"))
        .flatten();
    if kind.is_some_and(|kind| matches!(engine.scene_value(kind), Value::String(name) if !name.is_empty())) {
        return Ok(());
    }
    let message = engine.word(
        || "the result has no kind".to_owned(),
        || {
            let result = if engine.scene.has_result() {
                go_text::json(&engine.scene, top)
            } else {
                "{}".to_owned()
            };
            format!("Object 'Kind' is missing in '{result}'")
        },
    );
    let guilty = engine
        .entry(patch, "kind")
        .or_else(|| engine.marker(patch))
        .unwrap_or(patch);
    Err(engine.refuse(
        Note::new(Rule::ResultWithoutKind, top),
        message,
        String::new(),
        vec![guilty],
    ))
}
