//! Fields that users write under the name of another type, and values that users write without the map around them.

use super::candidate::{Certainty, Offers, Selected, Subject};
use super::draft::DraftValue;
use crate::document::{Document, NodeId, Tree, Value, ValueKind};
use crate::schema::{Shape, last_part};

/// A type, a name that users write, and the field of the type that is meant.
const NAMES: [(&str, &str, &str); 10] = [
    ("ConfigMapVolumeSource", "configMapName", "name"),
    ("ContainerPort", "targetPort", "containerPort"),
    ("DaemonSetSpec", "strategy", "updateStrategy"),
    ("DeploymentSpec", "updateStrategy", "strategy"),
    ("IngressSpec", "backend", "defaultBackend"),
    ("NetworkPolicyPort", "containerPort", "port"),
    ("PersistentVolumeClaimVolumeSource", "name", "claimName"),
    ("SecretVolumeSource", "name", "secretName"),
    ("ServicePort", "containerPort", "targetPort"),
    ("StatefulSetSpec", "strategy", "updateStrategy"),
];

/// Resources that a container or a claim asks for.
const RESOURCES: [&str; 4] = ["cpu", "ephemeral-storage", "memory", "storage"];

/// The maximum number of texts of a map that are moved without a question.
pub(super) const MAX_TEXTS: usize = 20;

/// The targets of a metric of autoscaling/v2beta1.
const OLD_TARGETS: [&str; 2] = ["targetAverageUtilization", "targetAverageValue"];

/// Offers to write a field under the name, or in the map, that its type has. Returns whether there is such a field.
pub(super) fn meant(offers: &mut Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    if doubled(offers, node) {
        return true;
    }
    let Some(name) = type_name(subject, node) else {
        return false;
    };
    other_name(offers, node, name)
        || resource(offers, node, name)
        || metric_target(offers, node, name)
        || peer_namespace(offers, node, name)
        || selector_terms(offers, node, name)
        || entry_of_map(offers, node, name)
        || metadata(offers, node)
        || deletion(offers, node)
}

/// Returns whether the name of an unknown field has a meaning at another place: a field of any type, a resource, a label, or
/// the value of a directive.
pub(super) fn has_meaning(subject: &Subject<'_>, name: &str) -> bool {
    RESOURCES.contains(&name)
        || OLD_TARGETS.contains(&name)
        || matches!(name, "delete" | "merge" | "replace")
        || name.contains(['/', '.'])
        || subject.schema().has_field_named(name)
}

/// Writes the content of a map that is in a map with the same key, as `spec: {spec: …}`, in the outer one.
fn doubled(offers: &mut Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let (document, key) = (subject.document, subject.key(node));
    let Some(map) = subject.parent(node) else {
        return false;
    };
    let Some(at) = subject
        .type_of(map)
        .filter(|_| subject.key(map) == key && !key.is_empty())
    else {
        return false;
    };
    let entries: Vec<NodeId> = document.children(node).collect();
    let fits = |entry: &NodeId| {
        let name = subject.key(*entry);
        // A directive is about its own map.
        !name.starts_with('$') && subject.has_field(at, name, *entry) && document.get(map, name).is_none()
    };
    if document.kind(node) != ValueKind::Map || entries.is_empty() || !entries.iter().all(fits) {
        return false;
    }
    let sentence = format!("Write the content of the inner `{key}` in the outer one.");
    offers.offer_intended(sentence, |draft| {
        for entry in entries {
            let value = draft.copy(document, entry);
            draft.put(map.into(), subject.key(entry), value);
        }
        draft.remove(node.into());
    });
    true
}

/// Returns the name of the type of the map that has a field.
fn type_name<'m>(subject: &Subject<'m>, node: NodeId) -> Option<&'m str> {
    let at = subject.type_of(subject.parent(node)?)?;
    Some(last_part(subject.schema().struct_name(at)?.0))
}

/// Writes the name that the type has.
fn other_name(offers: &mut Offers<'_, '_>, node: NodeId, of_map: &str) -> bool {
    let subject = offers.subject;
    let key = subject.key(node);
    let known = NAMES
        .iter()
        .find(|(name, other, _)| *name == of_map && *other == key);
    let Some((_, _, name)) = known.filter(|(_, _, name)| subject.next_to(node, name).is_none()) else {
        return false;
    };
    // A null removes live values, and a strategy without its type can exclude the live one.
    let document = subject.document;
    let fits = subject
        .parent(node)
        .and_then(|map| subject.type_of(map))
        .is_some_and(|at| subject.has_field(at, name, node));
    let is_whole = !name.ends_with("trategy") || document.get(node, "type").is_some();
    let certainty = Certainty::intended_if(fits && is_whole && !has_null(document, node));
    let sentence = format!("Write `{name}` instead of `{key}`.");
    offers.offer(certainty, sentence, |draft| draft.rename(node.into(), name));
    true
}

/// Returns whether a value is null or contains null.
fn has_null(document: &Document, node: NodeId) -> bool {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if document.kind(node) == ValueKind::Null {
            return true;
        }
        open.extend(document.children(node));
    }
    false
}

/// Writes a resource in `requests`. A container can have limits, too.
fn resource(offers: &mut Offers<'_, '_>, node: NodeId, of_map: &str) -> bool {
    let subject = offers.subject;
    let key = subject.key(node);
    let is_quantity = subject.document.kind(node).is_scalar() && subject.document.value(node) != Value::Null;
    let is_resource = RESOURCES.contains(&key) || key.contains('/') && !key.starts_with('$');
    if !of_map.ends_with("ResourceRequirements") || !is_quantity || !is_resource {
        return false;
    }
    let is_volume = of_map == "VolumeResourceRequirements";
    let sentence = match is_volume {
        true => format!("Move `{key}` into `requests`."),
        false => format!("Move `{key}` into `requests` or `limits`."),
    };
    let certainty = Certainty::intended_if(is_volume);
    into_map(offers, node, "requests", certainty, sentence)
}

/// Moves a field into a map next to it that has any keys. Returns whether it can be there.
pub(super) fn into_map(
    offers: &mut Offers<'_, '_>,
    node: NodeId,
    name: &str,
    certainty: Certainty,
    sentence: String,
) -> bool {
    let subject = offers.subject;
    let (document, key) = (subject.document, subject.key(node));
    let known = subject.next_to(node, name);
    if known.is_some_and(|map| document.kind(map) != ValueKind::Map || document.get(map, key).is_some()) {
        return false;
    }
    offers.offer(certainty, sentence, |draft| {
        let value = draft.copy(document, node);
        match known {
            Some(map) => {
                draft.put(map.into(), key, value);
                draft.remove(node.into());
            }
            None => {
                let map = draft.make(DraftValue::Map);
                draft.put(map, key, value);
                draft.rename(node.into(), name);
                draft.replace(node.into(), map);
            }
        }
    });
    true
}

/// Writes the target of a metric of autoscaling/v2beta1 as that of autoscaling/v2.
fn metric_target(offers: &mut Offers<'_, '_>, node: NodeId, of_map: &str) -> bool {
    let subject = offers.subject;
    let (of_target, field, other) = match subject.key(node) {
        key if key == OLD_TARGETS[0] => ("Utilization", "averageUtilization", OLD_TARGETS[1]),
        key if key == OLD_TARGETS[1] => ("AverageValue", "averageValue", OLD_TARGETS[0]),
        _ => return false,
    };
    let is_allowed = match of_target {
        "Utilization" => matches!(of_map, "ResourceMetricSource" | "ContainerResourceMetricSource"),
        _ => of_map.ends_with("MetricSource"),
    };
    let is_alone = ["target", other]
        .iter()
        .all(|name| subject.next_to(node, name).is_none());
    if !is_allowed || !is_alone || subject.document.value(node) == Value::Null {
        return false;
    }
    let new = format!(
        "target: {{type: {of_target}, {field}: {}}}",
        subject.written(node)
    );
    let sentence = format!("Write `{new}` instead of `{}`.", subject.key(node));
    offers.offer_intended(sentence, |draft| {
        let target = draft.map_of("type", DraftValue::Text(of_target.to_owned()));
        let value = draft.copy(subject.document, node);
        draft.put(target, field, value);
        draft.rename(node.into(), "target");
        draft.replace(node.into(), target);
    });
    true
}

/// Writes the namespace of a peer of a NetworkPolicy as a selector.
fn peer_namespace(offers: &mut Offers<'_, '_>, node: NodeId, of_map: &str) -> bool {
    let subject = offers.subject;
    let Value::String(namespace) = subject.document.value(node) else {
        return false;
    };
    let is_it = of_map == "NetworkPolicyPeer" && subject.key(node) == "namespace";
    if !is_it || subject.next_to(node, "namespaceSelector").is_some() {
        return false;
    }
    let label = "kubernetes.io/metadata.name";
    let sentence = format!(
        "Write `namespaceSelector: {{matchLabels: {{{label}: {}}}}}`.",
        subject.written(node)
    );
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let certainty = Certainty::intended_if(!namespace.is_empty() && namespace.chars().all(is_name));
    offers.offer(certainty, sentence, |draft| {
        let labels = draft.map_of(label, DraftValue::Text(namespace.to_owned()));
        let selector = draft.make(DraftValue::Map);
        draft.put(selector, "matchLabels", labels);
        draft.rename(node.into(), "namespaceSelector");
        draft.replace(node.into(), selector);
    });
    true
}

/// Writes the expressions of a required node affinity in a term.
fn selector_terms(offers: &mut Offers<'_, '_>, node: NodeId, of_map: &str) -> bool {
    let subject = offers.subject;
    let key = subject.key(node);
    let is_term = matches!(key, "matchExpressions" | "matchFields");
    let has_terms = subject.next_to(node, "nodeSelectorTerms").is_some();
    let map = subject
        .parent(node)
        .filter(|map| subject.document.key(*map).is_some());
    if of_map != "NodeSelector" || !is_term || has_terms || map.is_none() {
        return false;
    }
    let sentence = format!("Write `{key}` in an item of `nodeSelectorTerms`.");
    offers.offer_intended(sentence, |draft| {
        let value = draft.copy(subject.document, node);
        let term = draft.make(DraftValue::Map);
        draft.put(term, key, value);
        draft.rename(node.into(), "nodeSelectorTerms");
        draft.replace_by_list(node, term);
    });
    true
}

/// Moves a text into the map of texts next to it: a setting into `data`, a label into `labels`.
fn entry_of_map(offers: &mut Offers<'_, '_>, node: NodeId, of_map: &str) -> bool {
    let subject = offers.subject;
    let key = subject.key(node);
    if subject.document.kind(node) != ValueKind::String || key.starts_with('$') {
        return false;
    }
    let (name, certainty) = match of_map {
        "ConfigMap" => ("data", Certainty::intended_if(is_setting(subject, node))),
        // Plain text and base64 look alike.
        "Secret" => ("stringData", Certainty::Guess),
        "ObjectMeta" => ("labels", Certainty::Guess),
        _ => return false,
    };
    let sentence = match name {
        "labels" => format!("Move `{key}` into `labels` or `annotations`."),
        _ => format!("Move `{key}` into `{name}`."),
    };
    into_map(offers, node, name, certainty, sentence)
}

/// Returns whether an unknown field of a ConfigMap can only be a setting: a live setting has its name, or no field has. The
/// fields of metadata are meant for it.
fn is_setting(subject: &Subject<'_>, node: NodeId) -> bool {
    let (schema, live, key) = (subject.schema(), subject.live(), subject.key(node));
    let metadata = subject
        .merge
        .top_type()
        .and_then(|top| schema.peek(top, "metadata"));
    let is_metadata = metadata.is_some_and(|metadata| {
        let mut names = schema.field_names(metadata.type_position);
        names.any(|name| name == key)
    });
    let data = live.get(live.root(), "data");
    let is_known = data.is_some_and(|data| live.get(data, key).is_some()) || !schema.has_field_named(key);
    let texts = subject.selected_items(subject.document.root(), Selected::Texts, |entry| {
        subject.document.kind(*entry) == ValueKind::String
    });
    // Each is proven with a merge of its own: they write the same map.
    is_known && !is_metadata && texts.len() <= MAX_TEXTS
}

/// Moves labels or annotations into the metadata of the template. They can be meant for the object, too.
fn metadata(offers: &mut Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let (document, schema, key) = (subject.document, subject.schema(), subject.key(node));
    let at = subject.parent(node).and_then(|map| subject.type_of(map));
    let template = at.and_then(|at| schema.peek(at, "template"));
    let has_metadata = template.is_some_and(|field| {
        schema
            .field_names(field.type_position)
            .any(|name| name == "metadata")
    });
    if !has_metadata || !matches!(key, "labels" | "annotations") || document.kind(node) != ValueKind::Map {
        return false;
    }
    let template = subject.next_to(node, "template");
    let known = template.and_then(|map| document.get(map, "metadata"));
    if known.is_some_and(|map| document.get(map, key).is_some()) {
        return false;
    }
    let sentence = format!("Move `{key}` into the `metadata` of `template` or of the object.");
    offers.offer(Certainty::Guess, sentence, |draft| {
        let value = draft.copy(document, node);
        let to = match known {
            Some(known) => known.into(),
            None => {
                let new = draft.make(DraftValue::Map);
                let map = match template {
                    Some(map) => map.into(),
                    None => {
                        let map = draft.make(DraftValue::Map);
                        let spec = subject.parent(node).unwrap_or(node);
                        draft.put(spec.into(), "template", map);
                        map
                    }
                };
                draft.put(map, "metadata", new);
                new
            }
        };
        draft.put(to, key, value);
        draft.remove(node.into());
    });
    true
}

/// Writes `$patch` for a word that can only be meant as its value.
fn deletion(offers: &mut Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let key = subject.key(node);
    // In an item, `replace` is for the whole list.
    let is_item = subject.list_of(subject.parent(node).unwrap_or(node)).is_some();
    let is_word = key == "delete" || key == "replace" && !is_item;
    let is_said = subject.document.value(node) == Value::Bool(true) && is_word;
    if !is_said || !subject.is_strategic() || subject.next_to(node, "$patch").is_some() {
        return false;
    }
    let sentence = format!("Write `$patch: {key}` instead of `{key}: true`.");
    // It deletes live values.
    offers.offer(Certainty::Guess, sentence, |draft| {
        draft.rename(node.into(), "$patch");
        draft.set(node.into(), DraftValue::Text(key.to_owned()));
    });
    true
}

/// Moves a field to the map with the same name above: `fsGroup` of a container to the `securityContext` of the pod.
pub(super) fn moved_aside(offers: &mut Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let (document, schema, key) = (subject.document, subject.schema(), subject.key(node));
    let Some(map) = subject.parent(node) else {
        return false;
    };
    let name = subject.key(map);
    let other = subject.up(map).skip(2).find(|above| {
        let field = subject.type_of(*above).and_then(|at| schema.peek(at, name));
        field.is_some_and(|field| {
            schema.shape(field.type_position) == Shape::Struct
                && subject.has_field(field.type_position, key, node)
        })
    });
    let Some(above) = other.filter(|_| !name.is_empty()) else {
        return false;
    };
    let known = document.get(above, name);
    if known.is_some_and(|own| document.kind(own) != ValueKind::Map || document.get(own, key).is_some()) {
        return false;
    }
    let of = match subject.parent(above).map(|_| subject.key(above)) {
        Some("") | None => String::new(),
        Some(above) => format!(" of `{above}`"),
    };
    let sentence = format!("Move `{key}` to the `{name}`{of}.");
    offers.offer(Certainty::Guess, sentence, |draft| {
        let value = draft.copy(document, node);
        let to = match known {
            Some(own) => own.into(),
            None => draft.put_new(above.into(), name, DraftValue::Map),
        };
        draft.put(to, key, value);
        draft.remove_with_empty(node.into());
    });
    true
}
