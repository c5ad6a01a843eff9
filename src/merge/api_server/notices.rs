//! Values that the API server stores differently than the merge result, although it accepts the result.

use rustc_hash::FxHashSet;

use super::cursor::Cursor;
use super::defaults::{DefaultContent, TypedMap};
use crate::document::words::first_of;
use crate::document::write::json_value;
use crate::document::{Document, NodeId, Numbers, Tree, Value, ValueKind, read_live, same};
use crate::merge::detail::Detail;
use crate::merge::object_metadata::SET_BY_SERVER;
use crate::merge::result_tree::ResultTree;
use crate::merge::result_tree::node_id::{Presence, ResultId};
use crate::merge::rule::Rule;
use crate::merge::semantics::Semantics;
use crate::schema::{Schema, TypePosition};

/// A value that is stored differently.
pub(crate) struct Notice {
    pub(crate) rule: Rule,
    pub(crate) at: ResultId,
    pub(crate) detail: Detail,
}

/// Returns all notices. `live` is not empty.
pub(crate) fn find_notices(
    live: &Document,
    result: &ResultTree,
    schema: &Schema,
    semantics: Semantics,
) -> Vec<Notice> {
    let (version, kind) = live.identity();
    let Some(type_position) = schema.known_top(version, kind) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    add_ignored(live, result, schema, type_position, &mut all);
    if !matches!(semantics, Semantics::Strategic(_)) {
        all.retain(|notice| notice.rule != Rule::KindIgnored);
    }
    let losing = find_losing(result);
    add_returning_defaults(
        &Cursor::top(result, schema, Some(type_position)),
        kind,
        &losing,
        &mut all,
    );
    add_of_pod(
        &Cursor::top(result, schema, Some(type_position)),
        kind,
        &losing,
        &mut all,
    );
    match kind {
        "Service" if version == "v1" => {
            all.retain(|notice| notice.rule != Rule::DefaultReturns || is_used_by_type(result, notice.at));
            add_fields_of_old_type(live, result, &mut all);
        }
        "Secret" if version == "v1" => add_string_data(result, &mut all),
        _ => {}
    }
    all
}

/// Adds fields of a patch that the API server ignores.
fn add_ignored(
    live: &Document,
    result: &ResultTree,
    schema: &Schema,
    type_position: TypePosition,
    all: &mut Vec<Notice>,
) {
    let top = result.top();
    let changed = |name: &str| {
        let (old, new) = (live.get(live.root(), name), result.get(top, name));
        let is_same = match (old, new) {
            (Some(old), Some(new)) => same(live, old, result, new, Numbers::ByValue),
            (None, None) => true,
            _ => false,
        };
        (!is_same).then_some(()).and(new)
    };
    // The API server rejects another name, so what it ignores does not matter.
    let has_name = |name: &&str| *name != "kind" || !is_renamed(live, result);
    for name in ["apiVersion", "kind"].into_iter().filter(has_name) {
        if let Some(at) = changed(name) {
            let (version, kind) = live.identity();
            let old = if name == "kind" { kind } else { version };
            all.push(Notice {
                rule: Rule::KindIgnored,
                at,
                detail: old.to_owned().into(),
            });
        }
    }
    add_system_fields(live, result, all);
    if let Some(at) = changed("status").filter(|_| schema.has_status_subresource(type_position)) {
        all.push(Notice {
            rule: Rule::StatusIgnored,
            at,
            detail: String::new().into(),
        });
    }
}

/// Adds changes of fields that only the API server sets.
fn add_system_fields(live: &Document, result: &ResultTree, all: &mut Vec<Notice>) {
    let metadata = result.get(result.top(), "metadata");
    let Some((metadata, old)) = metadata.zip(live.node_at(&["metadata"])) else {
        return;
    };
    for name in SET_BY_SERVER {
        let Some(old) = live
            .get(old, name)
            .filter(|old| live.kind(*old) != ValueKind::Null)
        else {
            continue;
        };
        let new = result.get(metadata, name);
        if new.is_some_and(|new| same(live, old, result, new, Numbers::ByValue)) {
            continue;
        }
        let is_named = |id: &ResultId| result.key(*id) == Some(name);
        all.extend(
            new.or_else(|| result.all_children(metadata).find(is_named))
                .map(|at| Notice {
                    rule: Rule::SystemFieldKept,
                    at,
                    detail: String::new().into(),
                }),
        );
    }
}

/// Adds fields that only the old type of a Service uses, if the patch changes the type and not the field.
fn add_fields_of_old_type(live: &Document, result: &ResultTree, all: &mut Vec<Notice>) {
    let Some(spec) = result.get(result.top(), "spec") else {
        return;
    };
    let Some(old_spec) = live.get(live.root(), "spec") else {
        return;
    };
    let old = service_type(live.get(old_spec, "type").map(|node| live.value(node)));
    let written = result.get(spec, "type").map(|node| result.value(node));
    let new = service_type(written);
    let drops = |uses: fn(&str) -> bool| uses(old) && !uses(new);
    let is_external = |kind: &str| matches!(kind, "NodePort" | "LoadBalancer");
    let is_balanced = |kind: &str| kind == "LoadBalancer";
    let has_address = |kind: &str| kind != "ExternalName";
    let addresses = result.get(spec, "externalIPs");
    let has_external_addresses = addresses.is_some_and(|list| result.children(list).next().is_some());
    add_unused((live, old_spec), result, spec, all);
    let mut fields: Vec<ResultId> = Vec::new();
    let mut add = |names: &[&str]| fields.extend(names.iter().filter_map(|name| result.get(spec, name)));
    if drops(has_address) {
        add(&["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"]);
    }
    if drops(is_external) && !(new == "ClusterIP" && has_external_addresses) {
        add(&["externalTrafficPolicy"]);
    }
    if drops(is_balanced) {
        add(&[
            "allocateLoadBalancerNodePorts",
            "loadBalancerClass",
            "healthCheckNodePort",
        ]);
    }
    let ports = result.get(spec, "ports").filter(|_| drops(is_external));
    let items = ports.into_iter().flat_map(|ports| result.children(ports));
    fields.extend(items.filter_map(|item| result.get(item, "nodePort")));
    let kept = fields.into_iter().filter(|at| result.source(*at).is_live());
    all.extend(kept.map(|at| Notice {
        rule: Rule::FieldOfOtherType,
        at,
        detail: match written {
            Some(Value::String(word)) if word == new => format!("`type: {new}`").into(),
            _ => format!("`type: {new}`, the default,").into(),
        },
    }));
}

/// Adds fields of a Service that another field makes useless (Go: `SetDefaults_Service`, `dropTypeDependentFields`).
fn add_unused(
    (live, old_spec): (&Document, NodeId),
    result: &ResultTree,
    spec: ResultId,
    all: &mut Vec<Notice>,
) {
    let text = |name| {
        let value = result.get(spec, name).map(|node| result.value(node));
        value.and_then(|value| value.as_str()).unwrap_or_default()
    };
    let mut add = |name, detail: &str| {
        let detail = format!("`{detail}").into();
        let rule = Rule::FieldOfOtherType;
        all.extend(result.get(spec, name).map(|at| Notice { rule, at, detail }));
    };
    match text("sessionAffinity") {
        "" => add("sessionAffinityConfig", "sessionAffinity: None`, the default,"),
        "None" => add("sessionAffinityConfig", "sessionAffinity: None`"),
        _ => {}
    }
    let name = "healthCheckNodePort";
    let new = result.get(spec, name).map(|node| result.value(node));
    let old = live.get(old_spec, name).map(|node| live.value(node));
    if text("type") == "LoadBalancer" && text("externalTrafficPolicy") == "Cluster" && old == new {
        add(name, "externalTrafficPolicy: Cluster`");
    }
}

/// Returns whether the API server sets a missing field of a Service for the type that the result has.
fn is_used_by_type(result: &ResultTree, field: ResultId) -> bool {
    let Some(spec) = result.get(result.top(), "spec") else {
        return true;
    };
    let value = |name| result.get(spec, name).map(|node| result.value(node));
    let kind = service_type(value("type"));
    match result.key(field).unwrap_or_default() {
        "clusterIP" | "clusterIPs" | "ipFamilies" | "ipFamilyPolicy" | "internalTrafficPolicy" => {
            kind != "ExternalName"
        }
        "nodePort" => matches!(kind, "NodePort" | "LoadBalancer"),
        "healthCheckNodePort" => {
            kind == "LoadBalancer" && value("externalTrafficPolicy") == Some(Value::String("Local"))
        }
        _ => true,
    }
}

fn service_type(written: Option<Value<'_>>) -> &str {
    match written {
        Some(Value::String(word)) if !word.is_empty() => word,
        _ => "ClusterIP",
    }
}

/// Returns whether the result has another name than the live object.
fn is_renamed(live: &Document, result: &ResultTree) -> bool {
    let metadata = result.get(result.top(), "metadata");
    let new = metadata.and_then(|metadata| result.value(result.get(metadata, "name")?).as_str());
    let old = live.text_at(&["metadata", "name"]);
    new.zip(old).is_some_and(|(new, old)| new != old)
}

/// Adds `stringData` of a Secret.
fn add_string_data(result: &ResultTree, all: &mut Vec<Notice>) {
    let Some(at) = result.get(result.top(), "stringData") else {
        return;
    };
    let keys = result.children(at).filter_map(|id| result.key(id));
    let names: Vec<String> = keys.map(|key| format!("`{key}`")).collect();
    if !names.is_empty() {
        let detail = first_of(names.into_iter(), 3);
        all.push(Notice {
            rule: Rule::StringDataEncoded,
            at,
            detail: detail.into(),
        });
    }
}

/// Adds what the API server changes in the spec of a pod.
fn add_of_pod(at: &Cursor<'_, ResultTree>, kind: &str, losing: &FxHashSet<ResultId>, all: &mut Vec<Notice>) {
    if at.type_name() != "PodSpec" {
        for name in ["spec", "template", "jobTemplate"] {
            if let Some(below) = at.field(name) {
                add_of_pod(&below, kind, losing, all);
            }
        }
        return;
    }
    let is_of_patch = |id: ResultId| !at.tree.source(id).is_live();
    let name = at.text_of("serviceAccountName");
    let alias = at.field("serviceAccount").filter(|alias| is_of_patch(alias.id));
    if let Some(alias) = alias.filter(|alias| !name.is_empty() && alias.text() != Some(name)) {
        all.push(Notice {
            rule: Rule::AliasIgnored,
            at: alias.id,
            detail: name.to_owned().into(),
        });
    }
    for volume in at.field("volumes").iter().flat_map(|volumes| volumes.items()) {
        let is_changed = is_of_patch(volume.id) || losing.contains(&volume.id);
        let name = "emptyDir";
        if is_changed && volume.field(name).is_none() && default_of(&volume, kind, name).is_some() {
            all.push(Notice {
                rule: Rule::EmptyDirAdded,
                at: volume.id,
                detail: format!("{name}: {{}}").into(),
            });
        }
    }
}

/// Returns whether the merge removes a value of the live object.
fn is_gone(result: &ResultTree, id: ResultId) -> bool {
    result.state(id) == Presence::Removed && result.live_node(id).is_some()
}

/// Returns whether the patch sets a scalar to the value of an unset Go variable: 0, false or an empty string.
fn is_emptied(result: &ResultTree, id: ResultId) -> bool {
    let is_set = result.state(id) == Presence::Present && !result.source(id).is_live();
    is_set && result.kind(id).is_scalar() && result.is_zero(id)
}

/// Returns the maps and lists that lose a live value or get an empty one at any depth.
fn find_losing(result: &ResultTree) -> FxHashSet<ResultId> {
    let mut losing = FxHashSet::default();
    for id in (0..result.node_count() as u32)
        .map(ResultId)
        .filter(|id| is_gone(result, *id) || is_emptied(result, *id))
    {
        let above = result.ancestors(id).skip(1);
        above.take_while(|above| losing.insert(*above)).for_each(drop);
    }
    losing
}

/// Returns whether the default of a removed field is its live value.
pub(crate) fn returns_live_value(live: &Document, result: &ResultTree, notice: &Notice) -> bool {
    let Some((own, json)) = result.live_node(notice.at).zip(notice.detail.as_default_json()) else {
        return false;
    };
    let default = read_live("default", json.as_bytes().to_vec());
    default.is_ok_and(|default| same(live, own, &default, default.root(), Numbers::ByValue))
}

/// Returns the default of a field of a map.
fn default_of(map: &Cursor<'_, ResultTree>, kind: &str, name: &str) -> Option<DefaultContent> {
    let map = TypedMap {
        tree: map.tree,
        map: map.id,
        schema: map.schema,
        type_position: map.type_position?,
        kind,
    };
    map.default(name)
}

/// Returns whether the content of a removed map does not return with the default `{}`: it has some, and none of it has a default.
fn stays_empty(at: &Cursor<'_, ResultTree>, name: &str, removed: ResultId) -> bool {
    let inner = at.type_position.and_then(|map| at.schema.child(map, name).1);
    let has_default = |field: &str| inner.is_some_and(|inner| !at.schema.defaults(inner, field).is_empty());
    let mut fields = at
        .tree
        .all_children(removed)
        .filter_map(|id| at.tree.key(id))
        .peekable();
    fields.peek().is_some() && !fields.any(has_default)
}

/// Adds fields that the merge removes or sets to an empty value, and that have a default. `losing` are the maps and lists to
/// visit.
fn add_returning_defaults(
    at: &Cursor<'_, ResultTree>,
    kind: &str,
    losing: &FxHashSet<ResultId>,
    all: &mut Vec<Notice>,
) {
    let result = at.tree;
    if !losing.contains(&at.id) {
        return;
    }
    match at.kind() {
        ValueKind::Map => {
            let is_empty = |id: ResultId, name: &str| {
                let map = at.type_position;
                is_emptied(result, id) && map.is_some_and(|map| at.schema.is_empty_missing(map, name))
            };
            for id in result.all_children(at.id) {
                let Some(name) = result.key(id) else { continue };
                let is_empty = !is_gone(result, id) && is_empty(id, name);
                if !is_empty && !is_gone(result, id) {
                    continue;
                }
                // In a new map, the API server chooses the value as usual.
                let is_new = result.live_node(id).is_none();
                // The finding about the old name says so.
                if is_empty && name == "serviceAccount" {
                    continue;
                }
                let detail = match default_of(at, kind, name) {
                    Some(DefaultContent::Json(json)) => Detail::default_json(json),
                    Some(DefaultContent::Generated) if is_new => continue,
                    Some(DefaultContent::Generated) if name.starts_with("clusterIP") => Detail::live_value(),
                    Some(DefaultContent::Generated) => Detail::chosen_value(),
                    None => continue,
                };
                // Another node can have the key now. This check reads all fields, so it runs after the
                // default.
                let json = detail.as_default_json();
                let is_stored = match is_empty {
                    true => json == Some(&*json_value(result, id)),
                    false => at.given(name).is_some() || json == Some("{}") && stays_empty(at, name, id),
                };
                if is_stored {
                    continue;
                }
                all.push(Notice {
                    rule: Rule::DefaultReturns,
                    at: id,
                    detail,
                });
            }
            at.fields()
                .for_each(|(_, field)| add_returning_defaults(&field, kind, losing, all));
        }
        ValueKind::List => at
            .items()
            .for_each(|item| add_returning_defaults(&item, kind, losing, all)),
        _ => {}
    }
}
