//! The field under the cursor of the text area: how it merges, and what can be written there.

use rustc_hash::FxHashSet;

use super::place_in_text::{PlaceInText, WayPart, entries_around, place_in_text};
use crate::document::{Document, NodeId, Tree, Value, ValueKind};
use crate::explorer::merged::MergedView;
use crate::merge::PatchType;
use crate::report::merge_rule_badge::{MergeRuleBadge, of_field};
use crate::schema::{Field, Schema, Shape, TypePosition};

/// Candidates that are offered at most.
const MAX_CANDIDATES: usize = 500;

/// A way through a text, in the schema and in live.
struct Resolved<'s> {
    /// The field that the way ends with; none at the top and where the type is unknown.
    field: Option<Field<'s>>,
    /// Its name.
    name: String,
    place: Option<TypePosition>,
    live: Option<NodeId>,
    /// The way ends with an item of the list `field`.
    in_item: bool,
}

/// What can be written at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Completion {
    /// What is inserted in place of what is typed.
    pub(crate) text: String,
    /// How many characters before the cursor are replaced.
    pub(crate) erase: usize,
    /// What it is: the kind of the field, or of which item the value is.
    pub(crate) about: String,
}

fn resolve<'s>(text: &str, place: &PlaceInText, merged: &'s MergedView) -> Resolved<'s> {
    let inputs = &merged.merge().inputs;
    let (schema, live): (&Schema, &Document) = (&inputs.schema, &inputs.live);
    let mut found = Resolved {
        field: None,
        name: String::new(),
        place: merged.top_type(),
        live: Some(live.root()),
        in_item: false,
    };
    for part in &place.around {
        match part {
            WayPart::Key(key) => {
                found.field = found.place.and_then(|place| schema.peek(place, key));
                found.place = found.field.map(|field| field.place);
                found.live = found.live.and_then(|map| live.get(map, key));
                found.name.clone_from(key);
                found.in_item = false;
            }
            WayPart::Item { line, column } => {
                let merge_key = found.field.and_then(|field| field.merge_key);
                let entries = entries_around(text, *line, *column);
                let value = entries.into_iter().find(|(key, _)| Some(&**key) == merge_key);
                found.live = found.live.zip(value).and_then(|(list, (key, value))| {
                    let is_it = |item: &NodeId| shown(live, live.get(*item, &key)) == Some(value.clone());
                    live.children(list).find(is_it)
                });
                found.place = found.place.map(|place| schema.item(place));
                found.in_item = true;
            }
        }
    }
    found
}

/// A scalar as text.
fn shown(document: &Document, node: Option<NodeId>) -> Option<String> {
    match document.value(node?) {
        Value::String(text) => Some(text.to_owned()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}

fn kind(schema: &Schema, field: &Field<'_>) -> ValueKind {
    match schema.shape(field.place) {
        Shape::List => ValueKind::List,
        Shape::Map | Shape::Struct => ValueKind::Map,
        _ => ValueKind::String,
    }
}

/// How the field at a cursor merges, as a sentence without its end; not escaped. None where nothing is known.
pub(super) fn merge_rule(text: &str, cursor: (usize, usize), merged: &MergedView) -> Option<String> {
    let place = place_in_text(text, cursor.0, cursor.1);
    let inputs = &merged.merge().inputs;
    let schema: &Schema = &inputs.schema;
    let around = resolve(text, &place, merged);
    let list = around.field.filter(|_| around.in_item);
    let (name, field) = match &place.key {
        Some(key) if key.starts_with('$') => return None,
        // Of an item nothing is replaced there.
        Some(key) if list.is_some_and(|list| list.merge_key == Some(key)) => {
            return Some(format!(
                "`{key}`: the merge key of `{}`, selects the item",
                around.name
            ));
        }
        Some(key) => match schema.peek(around.place?, key) {
            Some(field) => (key.clone(), field),
            None if schema.shape(around.place?) == Shape::Struct => {
                return Some(format!(
                    "{} has no field `{key}`",
                    schema.type_name(around.place?)
                ));
            }
            None => return None,
        },
        None => (around.name, around.field?),
    };
    let kind = kind(schema, &field);
    let badge = match inputs.semantics.patch_type() {
        PatchType::Strategic => of_field(kind, &field),
        PatchType::Merge => (kind == ValueKind::List).then_some(MergeRuleBadge::Atomic),
        _ => return None,
    };
    Some(match (kind, badge) {
        (_, Some(badge)) => format!("`{name}`: {}", badge.sentence()),
        (ValueKind::Map, None) => format!("`{name}`: a map, merged field by field"),
        (_, None) => format!(
            "`{name}`: {}, replaced by the value of the patch",
            schema.value_kind(field.place)
        ),
    })
}

/// What can be written at a cursor: the fields of the map that are not there yet, or the merge keys of the live items.
pub(super) fn completions(text: &str, cursor: (usize, usize), merged: &MergedView) -> Vec<Completion> {
    let place = place_in_text(text, cursor.0, cursor.1);
    let around = resolve(text, &place, merged);
    let erase = place.typed.chars().count();
    let begins = |candidate: &str| candidate.to_lowercase().starts_with(&place.typed.to_lowercase());
    let mut found = if place.in_value {
        merge_keys(text, &place, &around, merged)
    } else {
        fields(text, cursor.0, &place, &around, merged)
    };
    found.retain(|(candidate, _)| begins(candidate) && *candidate != place.typed);
    found.truncate(MAX_CANDIDATES);
    let completion = |(text, about)| Completion { text, erase, about };
    found.into_iter().map(completion).collect()
}

/// The merge keys of the live items that the patch list does not have yet.
fn merge_keys(
    text: &str,
    place: &PlaceInText,
    around: &Resolved<'_>,
    merged: &MergedView,
) -> Vec<(String, String)> {
    let Some(field) = around.field.filter(|_| {
        around.in_item
            && place
                .key
                .as_deref()
                .is_some_and(|key| Some(key) == around.field.and_then(|field| field.merge_key))
    }) else {
        return Vec::new();
    };
    let merge_key = field.merge_key.unwrap_or_default();
    let mut way = place.around.clone();
    way.pop();
    let list = resolve(
        text,
        &PlaceInText {
            around: way,
            ..place.clone()
        },
        merged,
    );
    let live: &Document = &merged.merge().inputs.live;
    let items = list.live.into_iter().flat_map(|list| live.children(list));
    let value = |item| Some((shown(live, live.get(item, merge_key))?, "live item".to_owned()));
    items.filter_map(value).collect()
}

/// The fields of the map around the cursor: of its type, and of the live object where any key is allowed.
fn fields(
    text: &str,
    line: usize,
    place: &PlaceInText,
    around: &Resolved<'_>,
    merged: &MergedView,
) -> Vec<(String, String)> {
    let inputs = &merged.merge().inputs;
    let (schema, live): (&Schema, &Document) = (&inputs.schema, &inputs.live);
    let entries = entries_around(text, line, place.column);
    let there: FxHashSet<&str> = entries.iter().map(|(key, _)| &**key).collect();
    let about = |name: &str| {
        let field = around.place.and_then(|place| schema.peek(place, name));
        field.map_or_else(String::new, |field| {
            let kind = kind(schema, &field);
            match of_field(kind, &field) {
                Some(badge) => badge.sentence(),
                None if kind == ValueKind::Map => "a map".to_owned(),
                None => schema.value_kind(field.place).to_owned(),
            }
        })
    };
    let declared = around
        .place
        .into_iter()
        .flat_map(|place| schema.field_names(place));
    let mut names: Vec<&str> = declared.collect();
    let known: FxHashSet<&str> = names.iter().copied().collect();
    let children = around.live.into_iter().flat_map(|map| live.children(map));
    let of_live = children.filter_map(|child| live.key(child));
    names.extend(of_live.filter(|key| !known.contains(key)));
    let is_scalar = |name: &str| {
        let field = around.place.and_then(|place| schema.peek(place, name));
        field.is_none_or(|field| kind(schema, &field).is_scalar())
    };
    let blank = |name| if is_scalar(name) { " " } else { "" };
    let missing = names.into_iter().filter(|name| !there.contains(name));
    missing
        .map(|name| (format!("{name}:{}", blank(name)), about(name)))
        .collect()
}
