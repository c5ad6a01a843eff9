//! Reads the `x-kubernetes-*` extensions of a schema.

use serde_json::{Map, Value};

use super::error::{OpenApiPlace, Result};
use crate::schema::facts::{DefaultValue, FieldMarks, ListType, MapType, ValueLimits};
use crate::schema::table_line::MAX_WRAPPERS;
use crate::schema::{suggest, table_line};

/// The keywords that limit values, as far as they are checked.
const LIMITS: [&str; 10] = [
    "type",
    "enum",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
];

/// The extension of a schema whose values can have fields that it does not name.
pub(super) const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";

/// The words of `x-kubernetes-patch-strategy`; several are separated by commas.
const STRATEGIES: [&str; 3] = ["merge", "replace", "retainKeys"];

pub(crate) fn kinds(at: OpenApiPlace<'_>, schema: &Map<String, Value>) -> Result<Vec<String>> {
    let name = "x-kubernetes-group-version-kind";
    let bad = || {
        at.error_of(
            name,
            format!("`{name}` must be a list of group, version and kind"),
        )
    };
    let list: &[Value] = match schema.get(name) {
        None => &[],
        Some(Value::Array(list)) => list,
        Some(one @ Value::Object(_)) => std::slice::from_ref(one),
        Some(_) => return Err(bad()),
    };
    let mut out = Vec::with_capacity(list.len());
    for gvk in list {
        let part = |name: &str| gvk.get(name).and_then(Value::as_str).unwrap_or("");
        let (group, version, kind) = (part("group"), part("version"), part("kind"));
        if !table_line::is_plain(version)
            || !table_line::is_plain(kind)
            || !(group.is_empty() || table_line::is_plain(group))
        {
            return Err(bad());
        }
        let slash = if group.is_empty() { "" } else { "/" };
        out.push(format!("{group}{slash}{version} {kind}"));
    }
    out.sort();
    out.dedup();
    Ok(out)
}

pub(crate) fn marks(at: OpenApiPlace<'_>, schema: &Map<String, Value>) -> Result<FieldMarks> {
    let plain = |name: &str| -> Result<Option<&str>> {
        match schema.get(name) {
            None => Ok(None),
            Some(Value::String(text)) if text.is_empty() => Ok(None),
            Some(Value::String(text)) if text.split(',').all(table_line::is_plain) => Ok(Some(text)),
            Some(_) => Err(at.error_of(name, format!("`{name}` must be a comma-separated list"))),
        }
    };
    let strategy = plain("x-kubernetes-patch-strategy")?;
    let mut strategies = strategy.into_iter().flat_map(|text| text.split(','));
    if let Some(unknown) = strategies.find(|word| !STRATEGIES.contains(word)) {
        let what = format!(
            "unknown patch strategy `{}`: expected {}",
            suggest::shown(unknown),
            STRATEGIES.join(", ")
        );
        return Err(at.error_of("x-kubernetes-patch-strategy", what));
    }
    let merge_key = plain("x-kubernetes-patch-merge-key")?;
    if merge_key.is_some_and(|key| key.contains(',')) {
        return Err(at.error_of(
            "x-kubernetes-patch-merge-key",
            "`x-kubernetes-patch-merge-key` must be one field name",
        ));
    }
    let recommended = recommended_keys(at, schema, merge_key)?;
    let list_map_keys = match schema.get("x-kubernetes-list-map-keys") {
        None => Vec::new(),
        Some(keys) => keys
            .as_array()
            .and_then(|keys| {
                let key = |key: &Value| Some(key.as_str().filter(|key| table_line::is_plain(key))?.into());
                keys.iter().map(key).collect()
            })
            .ok_or_else(|| {
                at.error_of(
                    "x-kubernetes-list-map-keys",
                    "`x-kubernetes-list-map-keys` must be a list of field names",
                )
            })?,
    };
    Ok(FieldMarks {
        strategy: strategy.map(Into::into),
        merge_key: merge_key.map(Into::into),
        recommended,
        list_type: word(at, schema, "x-kubernetes-list-type", ListType::from_word)?,
        list_map_keys,
        map_type: word(at, schema, "x-kubernetes-map-type", MapType::from_word)?,
        required: false,
        subresource: false,
        nullable: schema.get("nullable") == Some(&Value::Bool(true)),
        default: default_value(schema),
        limits: limits(schema),
    })
}

/// Returns the recommended merge keys without duplicates: the default key first.
fn recommended_keys(
    at: OpenApiPlace<'_>,
    schema: &Map<String, Value>,
    merge_key: Option<&str>,
) -> Result<Vec<Box<str>>> {
    let name = "x-kubernetes-recommended-patch-merge-key";
    let keys: Vec<Box<str>> = match schema.get(name) {
        None => return Ok(Vec::new()),
        Some(Value::String(text)) => text.split(',').map(|key| key.trim().into()).collect(),
        Some(_) => return Err(at.error_of(name, format!("`{name}` must be a comma-separated list"))),
    };
    if !keys.iter().all(|key| table_line::is_plain(key)) {
        return Err(at.error_of(
            name,
            format!("`{name}` must be a comma-separated list of field names"),
        ));
    }
    let shown = |keys: &[Box<str>]| suggest::shown(&keys.join(","));
    let Some(default) = merge_key else {
        return Err(at.error_of(name, format!(
            "`{name}` is {:?}, but there is no `x-kubernetes-patch-merge-key`; add it: its key must be the first one",
            shown(&keys)
        )));
    };
    let mut recommended: Vec<Box<str>> = vec![default.into()];
    for key in &keys {
        if !recommended.contains(key) {
            recommended.push(key.clone());
        }
    }
    match keys == recommended {
        true => Ok(keys),
        false => Err(at.error_of(
            name,
            format!(
                "`{name}` is {:?}; it must list the default merge key first and every key once: {:?}",
                shown(&keys),
                shown(&recommended)
            ),
        )),
    }
}

/// Returns the default value of a field.
fn default_value(schema: &Map<String, Value>) -> Option<DefaultValue> {
    schema
        .get("default")
        .map(|value| DefaultValue(value.to_string().into()))
}

/// Returns the limits of a value, and of the items of its lists and maps.
fn limits(schema: &Map<String, Value>) -> Vec<ValueLimits> {
    let mut found = Vec::new();
    let mut at = Some(schema);
    for depth in 0..=MAX_WRAPPERS {
        let Some(schema) = at.filter(|schema| !schema.contains_key("$ref")) else {
            break;
        };
        let is_limit = |name: &&str| *name != "type" || is_map_of_any(schema);
        let own: Map<String, Value> = LIMITS
            .into_iter()
            .filter(is_limit)
            .filter_map(|name| Some((name.to_owned(), schema.get(name)?.clone())))
            .collect();
        if let (false, Ok(depth)) = (own.is_empty(), u8::try_from(depth)) {
            let json = Value::Object(own).to_string().into();
            found.push(ValueLimits { depth, json });
        }
        let items = schema.get("items").or(schema.get("additionalProperties"));
        at = items.and_then(Value::as_object);
    }
    found
}

/// Returns whether the values of a schema are maps of which it names no field and no type of the values.
pub(super) fn is_map_of_any(schema: &Map<String, Value>) -> bool {
    let names_none = |properties: &Value| properties.as_object().is_some_and(Map::is_empty);
    schema.get("type").and_then(Value::as_str) == Some("object")
        && schema.get("properties").is_none_or(names_none)
        && (has_member(schema, PRESERVE) || !schema.contains_key("additionalProperties"))
}

/// Reads the extensions of a type: how server-side apply treats its values.
pub(crate) fn type_marks(at: OpenApiPlace<'_>, schema: &Map<String, Value>) -> Result<FieldMarks> {
    let mut all = marks(at, schema)?;
    // A named type without fields can be any value, as `RawExtension` is.
    all.limits
        .retain(|limits| limits.depth > 0 || !is_map_of_any(schema));
    Ok(FieldMarks {
        list_type: all.list_type,
        list_map_keys: all.list_map_keys,
        map_type: all.map_type,
        nullable: all.nullable,
        limits: all.limits,
        ..FieldMarks::default()
    })
}

pub(crate) fn word<T>(
    at: OpenApiPlace<'_>,
    schema: &Map<String, Value>,
    name: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>> {
    let Some(value) = schema.get(name) else {
        return Ok(None);
    };
    match value.as_str().and_then(read) {
        Some(word) => Ok(Some(word)),
        None => Err(at.error_of(
            name,
            format!(
                "`{name}` has an unknown value: {}",
                suggest::shown(&value.to_string())
            ),
        )),
    }
}

/// Returns whether an extension of a schema is true.
pub(super) fn has_member(schema: &Map<String, Value>, name: &str) -> bool {
    schema.get(name) == Some(&Value::Bool(true))
}
