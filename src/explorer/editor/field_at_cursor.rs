//! The field under the cursor of the text area: its merge rule and the completions.

use rustc_hash::FxHashSet;

use super::flow_position::flow_position;
use super::json_operation;
use super::text_position::{
    CursorPathPart, TextPosition, entries_around, entries_below, text_position, values_in_other_items,
};
use crate::document::{Document, NodeId, Tree, Value, ValueKind};
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::merged::MergedView;
use crate::merge::PatchType;
use crate::report::merge_rule_badge::{MergeRuleBadge, of_field};
use crate::schema::{Field, ListType, MapType, Schema, Shape, Strategy, TypePosition};

/// The maximum number of completions.
const MAX_CANDIDATES: usize = 500;

/// A path in a text, resolved in the schema and in the live object.
struct Resolved<'s> {
    /// The field at the end of the path; `None` at the top and where the type is unknown.
    field: Option<Field<'s>>,
    /// The name of the field.
    name: String,
    type_position: Option<TypePosition>,
    live: Option<NodeId>,
    /// The path ends with an item of the list `field`.
    in_item: bool,
    /// The first list or map on the path that is replaced as a whole.
    whole: Option<String>,
}

/// A completion at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Completion {
    /// The text to insert.
    pub(crate) text: String,
    /// The number of characters before the cursor that the text replaces.
    pub(crate) erase: usize,
    /// The description: the kind of the field, or the source of the value.
    pub(crate) about: String,
}

/// The object that a text describes.
#[derive(Clone, Copy)]
struct TextObject {
    type_position: Option<TypePosition>,
    /// The live object, if it is this object.
    live: Option<NodeId>,
}

/// Returns the position in the object that the text is about, and the object. In a policy, it is that of a template; the
/// other fields of the policy have no schema.
fn in_object(
    text: &str,
    line: usize,
    mut position: TextPosition,
    input: InputId,
    merged: &MergedView,
) -> Option<(TextPosition, TextObject)> {
    let inputs = &merged.merge().inputs;
    let live: &Document = &inputs.live;
    if inputs.semantics.patch_type() != PatchType::Policy || input != InputId::POLICY {
        let written = |key: &str| shown(live, live.get(live.root(), key));
        // A JSON patch is merged without types.
        let of_live = || {
            inputs
                .schema
                .known_top(&written("apiVersion")?, &written("kind")?)
        };
        let object = TextObject {
            type_position: merged.top_type().or_else(of_live),
            live: Some(live.root()),
        };
        return Some((position, object));
    }
    let is_template = |parts: &[CursorPathPart]| {
        let is_key =
            |part: &CursorPathPart, name: &str| matches!(part, CursorPathPart::Key(key) if key == name);
        is_key(&parts[0], "object-templates") && is_key(&parts[2], OBJECT)
    };
    let start = position.around.windows(3).position(is_template)?;
    position.around.drain(..start + 3);
    let [object, metadata] = entries_below(text, line, OBJECT, "metadata")?;
    let value = |entries: &[(String, String)], key: &str| {
        let found = entries.iter().find(|(name, _)| name == key);
        found.map(|(_, value)| value.clone())
    };
    let written = |map: Option<NodeId>, key: &str| shown(live, live.get(map?, key));
    let (top, names) = (Some(live.root()), live.get(live.root(), "metadata"));
    let is_live = ["apiVersion", "kind"]
        .iter()
        .all(|key| value(&object, key) == written(top, key))
        && value(&metadata, "name") == written(names, "name");
    let type_position = value(&object, "apiVersion")
        .zip(value(&object, "kind"))
        .and_then(|(version, kind)| inputs.schema.known_top(&version, &kind));
    let live = top.filter(|_| is_live);
    Some((position, TextObject { type_position, live }))
}

/// What is known of the fields of a policy that are not those of an object.
pub(super) const UNKNOWN_FIELDS: &str = "only the fields below `objectDefinition` are known";

/// The field of a policy's template with the object.
const OBJECT: &str = "objectDefinition";

/// The start of the directive for the order of a list.
const ORDER: &str = "$setElementOrder/";

/// Returns whether a cursor is in an entry of the order of a list.
fn is_in_order(position: &TextPosition) -> bool {
    let mut keys = position.around.iter().rev().filter_map(|part| match part {
        CursorPathPart::Key(key) => Some(key),
        CursorPathPart::Item { .. } | CursorPathPart::FlowItem(_) => None,
    });
    keys.next().is_some_and(|key| key.starts_with(ORDER))
}

/// Returns what a directive does.
fn directive(key: &str) -> Option<String> {
    let of = |start: &str| key.strip_prefix(start);
    Some(match (key, of(ORDER), of("$deleteFromPrimitiveList/")) {
        ("$patch", ..) => {
            "`$patch`: `delete` for this map or item, `replace` for the map or the whole list".to_owned()
        }
        ("$retainKeys", ..) => "`$retainKeys`: the fields to keep, all others are removed".to_owned(),
        (_, Some(list), _) => format!("`{key}`: the order of the items of `{list}`"),
        (_, _, Some(list)) => format!("`{key}`: the values to remove from `{list}`"),
        _ => return None,
    })
}

fn resolve<'s>(
    text: &str,
    position: &TextPosition,
    object: TextObject,
    merged: &'s MergedView,
) -> Resolved<'s> {
    let inputs = &merged.merge().inputs;
    let (schema, live): (&Schema, &Document) = (&inputs.schema, &inputs.live);
    let mut resolved = Resolved {
        field: None,
        name: String::new(),
        type_position: object.type_position,
        live: object.live,
        in_item: false,
        whole: None,
    };
    let note_whole = |resolved: &mut Resolved<'_>| {
        let field = resolved.field.filter(|_| resolved.whole.is_none());
        let badge = field.and_then(|field| badge(schema, &field, inputs.semantics.patch_type()));
        if matches!(badge, Some(MergeRuleBadge::Atomic | MergeRuleBadge::Replace)) {
            resolved.whole = Some(resolved.name.clone());
        }
    };
    for part in &position.around {
        note_whole(&mut resolved);
        match part {
            CursorPathPart::Key(key) => {
                // The entries of an order name the items of its list.
                let key = key.strip_prefix(ORDER).unwrap_or(key);
                resolved.field = resolved
                    .type_position
                    .and_then(|type_position| schema.peek(type_position, key));
                resolved.type_position = resolved.field.map(|field| field.type_position);
                resolved.live = resolved.live.and_then(|map| live.get(map, key));
                resolved.name = key.to_owned();
                resolved.in_item = false;
            }
            CursorPathPart::Item { .. } | CursorPathPart::FlowItem(_) => {
                let merge_key = resolved.field.and_then(|field| field.merge_key);
                let entries = match part {
                    CursorPathPart::Item { line, column } => entries_around(text, *line, *column),
                    CursorPathPart::FlowItem(entries) => entries.clone(),
                    CursorPathPart::Key(_) => Vec::new(),
                };
                let value = entries.into_iter().find(|(key, _)| Some(&**key) == merge_key);
                resolved.live = resolved.live.zip(value).and_then(|(list, (key, value))| {
                    let is_it = |item: &NodeId| shown(live, live.get(*item, &key)) == Some(value.clone());
                    live.children(list).find(is_it)
                });
                resolved.type_position = resolved
                    .type_position
                    .map(|type_position| schema.item(type_position));
                resolved.in_item = true;
            }
        }
    }
    note_whole(&mut resolved);
    resolved
}

/// Returns the merge rule of a list or map, for the patch types that have one.
fn badge(schema: &Schema, field: &Field<'_>, patch_type: PatchType) -> Option<MergeRuleBadge> {
    match (patch_type, kind(schema, field)) {
        (PatchType::Strategic, kind) => of_field(kind, field),
        (PatchType::Merge, ValueKind::List) => Some(MergeRuleBadge::Atomic),
        (PatchType::Apply, ValueKind::List) => Some(match field.list_type {
            Some(ListType::Map) => MergeRuleBadge::MergeKey(field.list_map_keys.join("` and `")),
            Some(ListType::Set) => MergeRuleBadge::Set,
            Some(ListType::Atomic) | None => MergeRuleBadge::Atomic,
        }),
        (PatchType::Apply, ValueKind::Map) if field.map_type == Some(MapType::Atomic) => {
            Some(MergeRuleBadge::Replace)
        }
        _ => None,
    }
}

/// Returns whether the value of a key selects an item of a list.
fn selects(key: &str, field: &Field<'_>, patch_type: PatchType) -> bool {
    match patch_type {
        PatchType::Strategic => field.strategy == Strategy::Merge && field.merge_key == Some(key),
        PatchType::Apply => {
            field.list_type == Some(ListType::Map) && field.list_map_keys.iter().any(|name| **name == *key)
        }
        PatchType::Merge | PatchType::Json | PatchType::Policy => false,
    }
}

/// Returns the position of a cursor in a text, or `None` in a comment.
fn position_at(text: &str, (line, column): (usize, usize)) -> Option<TextPosition> {
    let current = text.lines().nth(line).unwrap_or_default();
    let is_comment = current.trim_start().starts_with('#');
    (!is_comment)
        .then(|| flow_position(text, line, column).unwrap_or_else(|| text_position(text, line, column)))
}

/// Returns a scalar as text.
fn shown(document: &Document, node: Option<NodeId>) -> Option<String> {
    match document.value(node?) {
        Value::String(text) => Some(text.to_owned()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}

fn kind(schema: &Schema, field: &Field<'_>) -> ValueKind {
    match schema.shape(field.type_position) {
        Shape::List => ValueKind::List,
        Shape::Map | Shape::Struct => ValueKind::Map,
        _ => ValueKind::String,
    }
}

/// Returns the name of the type of a field: Go's kind of a type such as `Quantity` says nothing.
fn value_name<'s>(schema: &'s Schema, field: &Field<'_>) -> &'s str {
    match schema.type_name(field.type_position) {
        "" => schema.value_kind(field.type_position),
        name => name,
    }
}

/// Returns the kind of a field without its merge rule.
fn plain_kind(schema: &Schema, field: &Field<'_>) -> String {
    match kind(schema, field) {
        kind if kind.is_scalar() => value_name(schema, field).to_owned(),
        kind => kind.with_article().to_owned(),
    }
}

/// Returns the merge rule of the field at a cursor, or what the operation of a JSON patch does, as a sentence without
/// full stop, not escaped. Returns `None` if it is unknown.
pub(super) fn merge_rule(
    text: &str,
    cursor: (usize, usize),
    input: InputId,
    merged: &MergedView,
) -> Option<String> {
    let inputs = &merged.merge().inputs;
    let patch_type = inputs.semantics.patch_type();
    let position = position_at(text, cursor)?;
    match patch_type {
        PatchType::Json if matches!(input, InputId::Patch(_)) => {
            return json_operation::sentence(text, &position);
        }
        // The object around the cursor is found by lines.
        PatchType::Policy if input == InputId::POLICY && position.is_flow() => return None,
        PatchType::Policy if input != InputId::POLICY => return None,
        _ => {}
    }
    let schema: &Schema = &inputs.schema;
    let Some((position, object)) = in_object(text, cursor.0, position, input, merged) else {
        return Some(UNKNOWN_FIELDS.to_owned());
    };
    let around = resolve(text, &position, object, merged);
    let list = around.field.filter(|_| around.in_item);
    let (name, field) = match &position.key {
        Some(key) if key.starts_with('$') => {
            return directive(key).filter(|_| patch_type == PatchType::Strategic);
        }
        // The merge key of an item is not replaced by the patch.
        Some(key) if list.is_some_and(|list| selects(key, &list, patch_type)) => {
            let keys = list.map_or(0, |list| list.list_map_keys.len());
            let list = around.name;
            return Some(match is_in_order(&position) {
                true => format!("`{key}`: an entry in the order of `{list}`"),
                false if patch_type == PatchType::Apply && keys > 1 => {
                    format!("`{key}`: one of the keys of `{list}`, selects the item")
                }
                false => format!("`{key}`: the merge key of `{list}`, selects the item"),
            });
        }
        Some(key) => match schema.peek(around.type_position?, key) {
            Some(field) => (key.clone(), field),
            None if schema.shape(around.type_position?) == Shape::Struct => {
                return Some(format!(
                    "{} has no field `{key}`",
                    schema.type_name(around.type_position?)
                ));
            }
            None => return None,
        },
        None => (around.name, around.field?),
    };
    // What the controller does with a field depends on the compliance type, and a JSON patch has no merge rules.
    if matches!(patch_type, PatchType::Policy | PatchType::Json) {
        return Some(format!("`{name}`: {}", plain_kind(schema, &field)));
    }
    // The rule of a field in a list that is replaced is that of the list.
    if let Some(whole) = around
        .whole
        .filter(|whole| position.key.is_some() || *whole != name)
    {
        let kind = plain_kind(schema, &field);
        return Some(format!("`{name}`: {kind}; `{whole}` is replaced as a whole"));
    }
    let badge = badge(schema, &field, patch_type);
    Some(match (kind(schema, &field), badge) {
        (_, Some(badge)) => format!("`{name}`: {}", badge.sentence()),
        (ValueKind::Map, None) => format!("`{name}`: a map, merged field by field"),
        (_, None) => {
            let what = value_name(schema, &field);
            format!("`{name}`: {what}, replaced by the new value")
        }
    })
}

/// Returns the completions at a cursor: the missing fields of the map or of the operation of a JSON patch, or the merge
/// keys of the live items.
pub(super) fn completions(
    text: &str,
    cursor: (usize, usize),
    input: InputId,
    merged: &MergedView,
) -> Vec<Completion> {
    let position = position_at(text, cursor).filter(|position| !position.is_flow());
    let Some(position) = position else {
        return Vec::new();
    };
    let inputs = &merged.merge().inputs;
    let is_json_patch =
        inputs.semantics.patch_type() == PatchType::Json && matches!(input, InputId::Patch(_));
    let Some((position, object)) = in_object(text, cursor.0, position, input, merged) else {
        return Vec::new();
    };
    let around = resolve(text, &position, object, merged);
    let erase = position.typed.chars().count();
    let begins = |candidate: &str| {
        candidate
            .to_lowercase()
            .starts_with(&position.typed.to_lowercase())
    };
    let mut candidates = if is_json_patch {
        json_operation::candidates(text, &position, &inputs.live)
    } else if position.in_value && position.key.as_deref() == Some("$patch") {
        let values = ["delete", "replace"].map(|value| (value.to_owned(), String::new()));
        values.into()
    } else if position.in_value {
        merge_keys(text, &position, &around, object, merged)
    } else {
        fields(text, cursor.0, &position, &around, merged)
    };
    candidates.retain(|(candidate, _)| begins(candidate) && *candidate != position.typed);
    candidates.truncate(MAX_CANDIDATES);
    let completion = |(text, about)| Completion { text, erase, about };
    candidates.into_iter().map(completion).collect()
}

/// Returns the merge keys of the live items that the patch list does not contain.
fn merge_keys(
    text: &str,
    position: &TextPosition,
    around: &Resolved<'_>,
    object: TextObject,
    merged: &MergedView,
) -> Vec<(String, String)> {
    let Some(field) = around.field.filter(|_| {
        around.in_item
            && position
                .key
                .as_deref()
                .is_some_and(|key| Some(key) == around.field.and_then(|field| field.merge_key))
    }) else {
        return Vec::new();
    };
    let merge_key = field.merge_key.unwrap_or_default();
    let mut path = position.around.clone();
    let there: FxHashSet<String> = match path.pop() {
        Some(CursorPathPart::Item { line, column }) => values_in_other_items(text, (line, column), merge_key)
            .into_iter()
            .collect(),
        _ => FxHashSet::default(),
    };
    let list = resolve(
        text,
        &TextPosition {
            around: path,
            ..position.clone()
        },
        object,
        merged,
    );
    let live: &Document = &merged.merge().inputs.live;
    let items = list.live.into_iter().flat_map(|list| live.children(list));
    let value = |item| Some((shown(live, live.get(item, merge_key))?, "live item".to_owned()));
    let values = items.filter_map(value);
    values.filter(|(value, _)| !there.contains(value)).collect()
}

/// Returns the missing fields of the map around the cursor: those of its type and those of the live object.
fn fields(
    text: &str,
    line: usize,
    position: &TextPosition,
    around: &Resolved<'_>,
    merged: &MergedView,
) -> Vec<(String, String)> {
    let inputs = &merged.merge().inputs;
    let (schema, live): (&Schema, &Document) = (&inputs.schema, &inputs.live);
    let entries = entries_around(text, line, position.column);
    let there: FxHashSet<&str> = entries.iter().map(|(key, _)| &**key).collect();
    let about = |name: &str| {
        let field = around
            .type_position
            .and_then(|type_position| schema.peek(type_position, name));
        field.map_or_else(String::new, |field| {
            let badge = badge(schema, &field, inputs.semantics.patch_type());
            badge.map_or_else(|| plain_kind(schema, &field), |badge| badge.sentence())
        })
    };
    let declared = around
        .type_position
        .into_iter()
        .flat_map(|type_position| schema.field_names(type_position));
    let mut names: Vec<&str> = declared.collect();
    let known: FxHashSet<&str> = names.iter().copied().collect();
    let children = around.live.into_iter().flat_map(|map| live.children(map));
    let of_live = children.filter_map(|child| live.key(child));
    names.extend(of_live.filter(|key| !known.contains(key)));
    let is_scalar = |name: &str| {
        let field = around
            .type_position
            .and_then(|type_position| schema.peek(type_position, name));
        field.is_none_or(|field| kind(schema, &field).is_scalar())
    };
    let blank = |name| if is_scalar(name) { " " } else { "" };
    let missing = names.into_iter().filter(|name| !there.contains(name));
    missing
        .map(|name| (format!("{name}:{}", blank(name)), about(name)))
        .collect()
}
