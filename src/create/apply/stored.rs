//! What the API server stores of the result of an apply, as far as the next apply depends on it: empty values that Go
//! omits and the status are dropped, default values are set again, quantities are normalized, and the `stringData` of
//! a Secret becomes `data`.

use rustc_hash::FxHashMap;
use serde_json::{Map, Value as Json, json};

use super::admission::{admit_tolerations, admitted_tolerations, complete_limits};
use crate::create::node_path::{item, read_json};
use crate::document::{
    Document, NodeId, Numbers, Tree, Value, ValueKind, decode_base64, encode_base64, read_live, same,
};
use crate::merge::api_server::defaults::{DefaultContent, TypedMap};
use crate::merge::server_side::{HandledPosition, StoredNull};
use crate::merge::{SET_BY_SERVER, quantity};
use crate::schema::{Field, Schema, TypePosition, WrittenEmpty};

/// Groups whose objects the API server stores as JSON, which keeps empty lists; the format of the others does not.
const STORED_AS_JSON: [&str; 2] = ["apiextensions.k8s.io/", "apiregistration.k8s.io/"];

/// Returns the stored object; `live` is the object before the request, or one without fields. Returns `None` if it is not
/// known whether a null is stored.
pub(crate) fn stored(live: &Document, result: &Document, schema: &Schema) -> Option<Document> {
    let (version, kind) = result.identity();
    let position = schema.server_top(version, kind);
    let storing = Storing::new(live, result, schema, (version, kind));
    let before = Some(live.root()).filter(|root| !live.is_empty(*root));
    let mut json = storing.stored_value(result.root(), before, position, None)?;
    if (version, kind) == ("v1", "Secret") {
        store_string_data(&mut json);
    }
    read_live("result", json.to_string().into_bytes()).ok()
}

/// Returns whether the API server stores a value of a built-in kind as the live value.
pub(super) fn is_stored_as(
    live: &Document,
    node: NodeId,
    value: &Document,
    schema: &Schema,
    position: TypePosition,
) -> bool {
    let storing = Storing::new(live, value, schema, live.identity());
    let stored = || storing.stored_value(value.root(), Some(node), Some(position), None);
    storing.is_built_in && stored() == Some(read_json(live, node))
}

struct Storing<'a> {
    live: &'a Document,
    result: &'a Document,
    schema: &'a Schema,
    kind: &'a str,
    /// Whether the kind is built into Kubernetes.
    is_built_in: bool,
    keeps_empty_lists: bool,
}

impl<'a> Storing<'a> {
    fn new(live: &'a Document, result: &'a Document, schema: &'a Schema, identity: (&str, &'a str)) -> Self {
        let (version, kind) = identity;
        let position = schema.server_top(version, kind);
        Self {
            live,
            result,
            schema,
            kind,
            is_built_in: HandledPosition::top(schema, position).is_built_in(),
            keeps_empty_lists: STORED_AS_JSON.iter().any(|group| version.starts_with(group)),
        }
    }

    fn stored_value(
        &self,
        node: NodeId,
        live: Option<NodeId>,
        position: Option<TypePosition>,
        field: Option<&Field<'_>>,
    ) -> Option<Json> {
        let live = live.filter(|live| self.live.kind(*live) == self.result.kind(node));
        Some(match self.result.kind(node) {
            ValueKind::Map => Json::Object(self.stored_map(node, live, position)?),
            ValueKind::List => Json::Array(self.stored_list(node, live, position, field)?),
            _ => self.stored_scalar(node, position),
        })
    }

    fn stored_map(
        &self,
        node: NodeId,
        live: Option<NodeId>,
        position: Option<TypePosition>,
    ) -> Option<Map<String, Json>> {
        let container = HandledPosition::top(self.schema, position);
        let mut map = Map::new();
        let olds = live.into_iter().flat_map(|live| self.live.children(live));
        let olds: FxHashMap<&str, NodeId> = olds.filter_map(|old| Some((self.live.key(old)?, old))).collect();
        for child in self.result.children(node) {
            let name = self.result.key(child).unwrap_or_default();
            let mut field = position.and_then(|position| self.schema.peek(position, name));
            let old = olds.get(name).copied();
            let is_top = node == self.result.root();
            // A request to the object itself does not change the status.
            if is_top && name == "status" && self.has_status_request(position) {
                continue;
            }
            // All kinds have the same metadata.
            if is_top && name == "metadata" && position.is_none() {
                field = self.metadata_field();
            }
            if let Some(position) = position
                && self.typed(node, position).is_unset(name, child)
                && self.typed(node, position).has_default(name)
            {
                let value = self.default_value(node, position, name, old);
                map.extend(value.map(|value| (name.to_owned(), value)));
                continue;
            }
            match self.stored_empty(child, old, &container)? {
                StoredEmpty::Full => {}
                StoredEmpty::Omitted => continue,
                StoredEmpty::As(json) => {
                    map.insert(name.to_owned(), json);
                    continue;
                }
            }
            let value = match (name, old) {
                // The API server completes the claims; only controllers write their status.
                ("volumeClaimTemplates", old) if self.kind == "StatefulSet" => self.claims(child, old),
                _ => {
                    let below = field.as_ref().map(|field| field.type_position);
                    self.stored_value(child, old, below, field.as_ref())?
                }
            };
            map.insert(name.to_owned(), value);
        }
        let Some(position) = position else {
            return Some(map);
        };
        if node == self.result.root()
            && self.has_status_request(Some(position))
            && let Some(status) = olds.get("status")
        {
            map.insert("status".to_owned(), read_json(self.live, *status));
        }
        if node == self.result.root()
            && let Some(Json::Object(metadata)) = map.get_mut("metadata")
        {
            for name in SET_BY_SERVER {
                if let Some(old) = self.live.node_at(&["metadata", name]) {
                    metadata.insert(name.to_owned(), read_json(self.live, old));
                }
            }
        }
        if live.is_none() {
            self.add_defaults(node, position, &mut map);
        }
        for old in live.into_iter().flat_map(|live| self.live.children(live)) {
            let name = self.live.key(old).unwrap_or_default();
            if !map.contains_key(name)
                && let Some(value) = self.stored_default(node, position, name, old)
            {
                map.insert(name.to_owned(), value);
            }
        }
        match (self.kind, self.schema.type_name(position)) {
            ("LimitRange", "LimitRangeItem") => complete_limits(&mut map),
            ("Pod", "PodSpec") if !map.contains_key("tolerations") && self.admits_tolerations() => {
                map.insert("tolerations".to_owned(), json!(admitted_tolerations()));
            }
            _ => {}
        }
        Some(map)
    }

    /// Returns whether admission adds tolerations: unless a live Pod has none of them.
    fn admits_tolerations(&self) -> bool {
        let live = self.live;
        let list = live
            .get(live.root(), "spec")
            .and_then(|spec| live.get(spec, "tolerations"));
        let mut items = list.into_iter().flat_map(|list| live.children(list));
        live.is_empty(live.root())
            || items.any(|item| admitted_tolerations().contains(&read_json(live, item)))
    }

    fn has_status_request(&self, position: Option<TypePosition>) -> bool {
        position.is_some_and(|position| self.schema.has_status_subresource(position))
    }

    fn metadata_field(&self) -> Option<Field<'_>> {
        let any = self.schema.known_top("v1", "ConfigMap")?;
        self.schema.peek(any, "metadata")
    }

    /// Returns what is stored for an empty value of the result in a container. An empty value that the live object has
    /// is kept.
    fn stored_empty(
        &self,
        child: NodeId,
        old: Option<NodeId>,
        container: &HandledPosition<'_>,
    ) -> Option<StoredEmpty> {
        let name = self.result.key(child).unwrap_or_default();
        let kind = self.result.kind(child);
        let is_empty = kind == ValueKind::Null || self.result.is_zero(child);
        let is_kept = || old.is_some_and(|old| same(self.live, old, self.result, child, Numbers::ByValue));
        if !is_empty || is_kept() {
            return Some(StoredEmpty::Full);
        }
        if kind == ValueKind::Null {
            return self.stored_null(Some(name), container);
        }
        let map = container.type_position();
        Some(match map.map(|map| self.schema.written_empty(map, name)) {
            Some(WrittenEmpty::Omitted) => StoredEmpty::Omitted,
            Some(WrittenEmpty::Null) if !self.keeps_empty_lists => StoredEmpty::As(Json::Null),
            Some(WrittenEmpty::Null | WrittenEmpty::AsGiven) | None => StoredEmpty::Full,
        })
    }

    /// Returns what is stored for a null in a container, or `None` if it is not known.
    fn stored_null(&self, name: Option<&str>, container: &HandledPosition<'_>) -> Option<StoredEmpty> {
        container.type_position()?;
        let value = match name {
            Some(name) => container.field(name)?,
            None => container.item(),
        };
        Some(match container.stored_null(name, &value, self.is_built_in) {
            None => StoredEmpty::Full,
            Some(StoredNull::Nothing) => StoredEmpty::Omitted,
            Some(StoredNull::Zero(json)) => StoredEmpty::As(serde_json::from_str(json).ok()?),
        })
    }

    /// Adds the default values of a new map, except those that only an API server can choose.
    fn add_defaults(&self, node: NodeId, position: TypePosition, map: &mut Map<String, Json>) {
        for name in self.schema.field_names(position) {
            if !map.contains_key(name)
                && let Some(value) = self.default_value(node, position, name, None)
            {
                map.insert(name.to_owned(), value);
            }
        }
    }

    /// Returns the value that is stored for a field without a value: its default, unless that is omitted.
    fn default_value(
        &self,
        map: NodeId,
        position: TypePosition,
        name: &str,
        old: Option<NodeId>,
    ) -> Option<Json> {
        let value: Json = match self.typed(map, position).default(name)? {
            DefaultContent::Json(json) => serde_json::from_str(&json).ok()?,
            DefaultContent::Generated => read_json(self.live, old?),
        };
        let is_omitted = value == "" && self.schema.omits_empty(Some(position), name);
        (!is_omitted).then_some(value)
    }

    /// Returns the default value of a field that is in the live object but not in the result.
    fn stored_default(&self, map: NodeId, position: TypePosition, name: &str, old: NodeId) -> Option<Json> {
        match self.typed(map, position).default(name)? {
            DefaultContent::Json(json) => serde_json::from_str(&json).ok(),
            DefaultContent::Generated => Some(read_json(self.live, old)),
        }
    }

    fn typed(&self, map: NodeId, position: TypePosition) -> TypedMap<'_, '_, Document> {
        TypedMap {
            tree: self.result,
            map,
            schema: self.schema,
            type_position: position,
            kind: self.kind,
        }
    }

    fn stored_list(
        &self,
        node: NodeId,
        live: Option<NodeId>,
        position: Option<TypePosition>,
        field: Option<&Field<'_>>,
    ) -> Option<Vec<Json>> {
        let container = HandledPosition::top(self.schema, position);
        let below = position.map(|position| self.schema.item(position));
        let olds: Vec<NodeId> = live
            .into_iter()
            .flat_map(|live| self.live.children(live))
            .collect();
        let by_key = field.is_some_and(|field| field.merge_key.is_some());
        let mut named = FxHashMap::default();
        for old in olds.iter().filter(|_| by_key) {
            named.entry(item(self.live, *old, field)).or_insert(old);
        }
        let old = |index: usize, child: NodeId| match by_key {
            true => named.get(&item(self.result, child, field)).copied(),
            false => olds.get(index),
        };
        let items: Option<Vec<Json>> = self
            .result
            .children(node)
            .enumerate()
            .map(|(index, child)| match self.result.kind(child) {
                ValueKind::Null => match self.stored_null(None, &container)? {
                    StoredEmpty::As(json) => Some(json),
                    StoredEmpty::Full | StoredEmpty::Omitted => Some(Json::Null),
                },
                _ => self.stored_value(child, old(index, child).copied(), below, None),
            })
            .collect();
        let mut items = items?;
        let is_toleration = below.is_some_and(|below| self.schema.type_name(below) == "Toleration");
        if is_toleration && self.kind == "Pod" && self.admits_tolerations() {
            admit_tolerations(&mut items);
        }
        Some(items)
    }

    fn claims(&self, node: NodeId, old: Option<NodeId>) -> Json {
        let mut claims = read_json(self.result, node);
        if let Some(old) = old {
            complete(&mut claims, &read_json(self.live, old));
        }
        let added = json!({
            "apiVersion": "v1",
            "kind": "PersistentVolumeClaim",
            "spec": { "volumeMode": "Filesystem" },
            "status": { "phase": "Pending" },
        });
        for claim in claims.as_array_mut().into_iter().flatten() {
            complete(claim, &added);
        }
        claims
    }

    fn stored_scalar(&self, node: NodeId, position: Option<TypePosition>) -> Json {
        let is_quantity = position.is_some_and(|position| self.schema.type_name(position) == "Quantity");
        let json = read_json(self.result, node);
        // Go writes bytes without the line breaks that it read.
        if position.is_some_and(|position| self.schema.holds_bytes(position))
            && let Json::String(text) = &json
            && let Some(bytes) = decode_base64(text)
        {
            return Json::String(encode_base64(&bytes));
        }
        if !is_quantity {
            return json;
        }
        let text = match self.result.value(node) {
            Value::String(text) => text.to_owned(),
            _ => json.to_string(),
        };
        quantity::to_canonical(&text).map_or(json, Json::String)
    }
}

/// What is stored for a value that can be empty.
enum StoredEmpty {
    /// The value is not empty, or is stored as it is.
    Full,
    /// Nothing.
    Omitted,
    /// Another value.
    As(Json),
}

/// Adds the missing fields.
fn complete(value: &mut Json, from: &Json) {
    match (value, from) {
        (Json::Object(map), Json::Object(from)) => {
            for (key, from) in from {
                match map.get_mut(key) {
                    Some(value) => complete(value, from),
                    None => {
                        map.insert(key.clone(), from.clone());
                    }
                }
            }
        }
        (Json::Array(list), Json::Array(from)) => {
            list.iter_mut()
                .zip(from)
                .for_each(|(value, from)| complete(value, from));
        }
        _ => {}
    }
}

fn store_string_data(secret: &mut Json) {
    let Some(map) = secret.as_object_mut() else { return };
    let Some(Json::Object(texts)) = map.remove("stringData") else {
        return;
    };
    let data = map.entry("data").or_insert_with(|| Json::Object(Map::new()));
    if let Json::Object(data) = data {
        for (key, text) in texts {
            let text = text.as_str().unwrap_or_default().to_owned();
            data.insert(key, Json::String(encode_base64(text.as_bytes())));
        }
    }
}
