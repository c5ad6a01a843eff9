//! What the API server stores of the result of an apply, as far as the next apply depends on it: default
//! values are set again, quantities are normalized, and the `stringData` of a Secret becomes `data`.

use rustc_hash::FxHashMap;
use serde_json::{Map, Value as Json, json};

use crate::create::node_path::item;
use crate::document::write::json_value;
use crate::document::{Document, NodeId, Tree, Value, ValueKind, encode_base64, read_live};
use crate::merge::api_server::defaults::{DefaultContent, TypedMap};
use crate::merge::quantity;
use crate::schema::{Field, Schema, TypePosition};

/// Returns the stored object; `live` is the object before the request, or one without fields.
pub(crate) fn stored(live: &Document, result: &Document, schema: &Schema) -> Option<Document> {
    let (version, kind) = result.identity();
    let storing = Storing {
        live,
        result,
        schema,
        kind,
    };
    let position = schema.top(version, kind).ok();
    let before = Some(live.root()).filter(|root| !live.is_empty(*root));
    let mut json = storing.stored_value(result.root(), before, position, None);
    if (version, kind) == ("v1", "Secret") {
        store_string_data(&mut json);
    }
    read_live("result", json.to_string().into_bytes()).ok()
}

struct Storing<'a> {
    live: &'a Document,
    result: &'a Document,
    schema: &'a Schema,
    kind: &'a str,
}

impl Storing<'_> {
    fn stored_value(
        &self,
        node: NodeId,
        live: Option<NodeId>,
        position: Option<TypePosition>,
        field: Option<&Field<'_>>,
    ) -> Json {
        let live = live.filter(|live| self.live.kind(*live) == self.result.kind(node));
        match self.result.kind(node) {
            ValueKind::Map => Json::Object(self.stored_map(node, live, position)),
            ValueKind::List => Json::Array(self.stored_list(node, live, position, field)),
            _ => self.stored_scalar(node, position),
        }
    }

    fn stored_map(
        &self,
        node: NodeId,
        live: Option<NodeId>,
        position: Option<TypePosition>,
    ) -> Map<String, Json> {
        let mut map = Map::new();
        let olds = live.into_iter().flat_map(|live| self.live.children(live));
        let olds: FxHashMap<&str, NodeId> = olds.filter_map(|old| Some((self.live.key(old)?, old))).collect();
        for child in self.result.children(node) {
            let name = self.result.key(child).unwrap_or_default();
            let field = position.and_then(|position| self.schema.peek(position, name));
            let old = olds.get(name).copied();
            let value = match (name, old) {
                // The API server completes the claims; only controllers write their status.
                ("volumeClaimTemplates", old) if self.kind == "StatefulSet" => self.claims(child, old),
                _ => {
                    let below = field.as_ref().map(|field| field.type_position);
                    self.stored_value(child, old, below, field.as_ref())
                }
            };
            map.insert(name.to_owned(), value);
        }
        let Some(position) = position else { return map };
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
        map
    }

    /// Adds the default values of a new map, except those that only an API server can choose.
    fn add_defaults(&self, node: NodeId, position: TypePosition, map: &mut Map<String, Json>) {
        for name in self.schema.field_names(position) {
            if !map.contains_key(name)
                && let Some(DefaultContent::Json(json)) = self.default_of(node, position, name)
                && let Ok(value) = serde_json::from_str(&json)
            {
                map.insert(name.to_owned(), value);
            }
        }
    }

    /// Returns the default value of a field that is in the live object but not in the result.
    fn stored_default(&self, map: NodeId, position: TypePosition, name: &str, old: NodeId) -> Option<Json> {
        match self.default_of(map, position, name)? {
            DefaultContent::Json(json) => serde_json::from_str(&json).ok(),
            DefaultContent::Generated => Some(json_of(self.live, old)),
        }
    }

    fn default_of(&self, map: NodeId, position: TypePosition, name: &str) -> Option<DefaultContent> {
        let map = TypedMap {
            tree: self.result,
            map,
            schema: self.schema,
            type_position: position,
            kind: self.kind,
        };
        map.default(name)
    }

    fn stored_list(
        &self,
        node: NodeId,
        live: Option<NodeId>,
        position: Option<TypePosition>,
        field: Option<&Field<'_>>,
    ) -> Vec<Json> {
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
        self.result
            .children(node)
            .enumerate()
            .map(|(index, child)| self.stored_value(child, old(index, child).copied(), below, None))
            .collect()
    }

    fn claims(&self, node: NodeId, old: Option<NodeId>) -> Json {
        let mut claims = json_of(self.result, node);
        if let Some(old) = old {
            complete(&mut claims, &json_of(self.live, old));
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
        let json = json_of(self.result, node);
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

fn json_of(document: &Document, node: NodeId) -> Json {
    serde_json::from_str(&json_value(document, node)).unwrap_or(Json::Null)
}
