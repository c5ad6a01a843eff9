//! Fixes of fields at the wrong place: fields of a map below or above, labels of a selector outside of `matchLabels`, and
//! fields of another version of the API.

use super::candidate::{Certainty, FixSentence, Offers, Selected, directed};
use super::draft::DraftValue;
use super::item_places::{MAX_DEPTH, OTHER_PARTS, moved_into_item};
use super::other_names;
use crate::document::{NodeId, Tree, Value, ValueKind};
use crate::schema::{Shape, TypePosition, last_part};

/// Offers to move a field to the place where a type has a field with this name. Returns whether there is such a place.
pub(super) fn moved(offers: &mut Offers<'_, '_>, node: NodeId) -> bool {
    if offers.subject.as_operation(node).is_some() {
        return false;
    }
    labels(offers, node)
        || utilization(offers, node)
        || other_names::meant(offers, node)
        || moved_down(offers, node)
        || moved_up(offers, node)
        || other_names::moved_aside(offers, node)
        || moved_into_item(offers, node)
}

/// Moves a field into a map below: `sizeLimit` into `emptyDir`.
fn moved_down(offers: &mut Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let (document, schema) = (subject.document, subject.schema());
    let key = subject.key(node);
    let name = directed(key).unwrap_or(key);
    let Some((map, top)) = subject
        .parent(node)
        .and_then(|map| Some((map, subject.type_of(map)?)))
    else {
        return false;
    };
    let mut level: Vec<(Vec<&str>, TypePosition)> = vec![(Vec::new(), top)];
    for depth in 0..MAX_DEPTH {
        let below = level.iter().flat_map(|(path, at)| {
            let names = schema.field_names(*at).filter(|name| {
                let is_metadata = path.is_empty() && *name == "metadata";
                !OTHER_PARTS.contains(name)
                    || is_metadata
                        && (subject.parent(map).is_none() || matches!(key, "labels" | "annotations"))
            });
            names.filter_map(move |name| {
                let inner = schema.peek(*at, name)?.type_position;
                let path = path.iter().copied().chain([name]).collect();
                (schema.shape(inner) == Shape::Struct).then_some((path, inner))
            })
        });
        level = below.collect();
        let mut found: Vec<&Vec<&str>> = level
            .iter()
            .filter(|(_, at)| subject.has_field(*at, name, node))
            .map(|(path, _)| path)
            .collect();
        if found.is_empty() {
            continue;
        }
        // Of several places, the one that the object has.
        if found.len() > 1 {
            let live = subject.live_of(map);
            let is_there = |first: &str| {
                document.get(map, first).is_some()
                    || live.is_some_and(|live| subject.live().get(live, first).is_some())
            };
            found.retain(|path| is_there(path[0]));
        }
        let [path] = found[..] else { return false };
        // A name is that of the object.
        if name == "name" && path.last() != Some(&"metadata") {
            return false;
        }
        let mut known = map;
        let mut missing = &path[..];
        while let Some((first, rest)) = missing.split_first() {
            let Some(inner) = document.get(known, first) else {
                break;
            };
            (known, missing) = (inner, rest);
        }
        if document.kind(known) != ValueKind::Map {
            return false;
        }
        if let Some(own) = document.get(known, key).filter(|_| missing.is_empty()) {
            return joined(offers, node, (own, &path.join(".")));
        }
        // Many types have a `type` or a `path`, and the object has metadata, too.
        let is_clear = (depth == 0 || !document.kind(node).is_scalar()) && name != "metadata";
        let certainty = Certainty::intended_if(is_clear);
        let sentence = match name {
            "metadata" => format!(
                "Move `{key}` into `{}` or to the top of {}.",
                path.join("."),
                subject.merge.input_name()
            ),
            _ => format!("Move `{key}` into `{}`.", path.join(".")),
        };
        offers.offer(certainty, sentence, |draft| {
            let mut value = draft.copy(document, node);
            let mut names = missing.iter().rev().copied();
            let mut last = key;
            for name in names.by_ref() {
                let map = draft.make(DraftValue::Map);
                draft.put(map, last, value);
                (value, last) = (map, name);
            }
            if known == map {
                draft.rename(node.into(), last);
                draft.replace(node.into(), value);
            } else {
                draft.put(known.into(), last, value);
                draft.remove(node.into());
            }
        });
        return true;
    }
    false
}

/// Moves the content of a field to its place, where the patch has this field, too. Only the user knows which of two values
/// is meant.
fn joined(offers: &mut Offers<'_, '_>, node: NodeId, (own, path): (NodeId, &str)) -> bool {
    let subject = offers.subject;
    let document = subject.document;
    let key = subject.key(node);
    let are_maps = [node, own].iter().all(|it| document.kind(*it) == ValueKind::Map);
    let mut entries = document.children(node);
    let is_free = entries.all(|entry| {
        let name = subject.key(entry);
        !name.starts_with('$') && document.get(own, name).is_none()
    });
    if !are_maps || !is_free {
        let sentence = match document.kind(node).is_scalar() {
            true => FixSentence::Text(format!(
                "Remove `{key}` or `{path}.{key}` from {}.",
                subject.merge.input_name()
            )),
            false => FixSentence::OneWay(format!(
                "Write the content of `{key}` in `{path}.{key}`, or remove it."
            )),
        };
        offers.remove(Certainty::Guess, sentence, node);
        return true;
    }
    let sentence = format!("Write the content of `{key}` in `{path}.{key}`.");
    offers.offer_intended(sentence, |draft| {
        for entry in document.children(node) {
            let value = draft.copy(document, entry);
            draft.put(own.into(), subject.key(entry), value);
        }
        draft.remove(node.into());
    });
    true
}

/// Moves a field to a map above: `replicas` of a container to `spec`.
fn moved_up(offers: &mut Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let document = subject.document;
    let key = subject.key(node);
    let name = directed(key).unwrap_or(key);
    let above = subject
        .up(node)
        .skip(2)
        .filter(|map| document.kind(*map) == ValueKind::Map);
    let mut places = above.filter(|map| {
        subject
            .type_of(*map)
            .is_some_and(|at| subject.has_field(at, name, node))
    });
    let Some(place) = places.next().filter(|place| document.get(*place, key).is_none()) else {
        return false;
    };
    let target = match (subject.parent(place), subject.key(place)) {
        (None, _) => format!("to the top of {}", subject.merge.input_name()),
        (Some(_), "") => "to its item".to_owned(),
        // The spec of the object and that of its template have one name.
        (Some(_), _) => {
            let keys = subject.up(place).map(|map| subject.key(map));
            let mut keys: Vec<&str> = keys.take_while(|key| !key.is_empty()).collect();
            keys.reverse();
            format!("to `{}`", keys.join("."))
        }
    };
    // More than one level above, it can be meant for another map.
    offers.offer(Certainty::Guess, format!("Move `{key}` {target}."), |draft| {
        let value = draft.copy(document, node);
        draft.put(place.into(), key, value);
        draft.remove_with_empty(node.into());
    });
    true
}

/// Writes labels of a selector in `matchLabels`.
fn labels(offers: &mut Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let (document, schema) = (subject.document, subject.schema());
    let Some((map, at)) = subject
        .parent(node)
        .and_then(|map| Some((map, subject.type_of(map)?)))
    else {
        return false;
    };
    let is_selector = schema
        .struct_name(at)
        .is_some_and(|(name, _)| last_part(name) == "LabelSelector");
    if !is_selector {
        return false;
    }
    let is_label = |entry: &NodeId| {
        let key = subject.key(*entry);
        let is_field = schema.field_names(at).any(|name| name == key) || schema.near_field(at, key).is_some();
        !is_field && !key.starts_with('$')
    };
    let all = subject.selected_items(map, Selected::Unknown, is_label);
    let is_text = |entry: &NodeId| document.kind(*entry) == ValueKind::String;
    // The help for each of them names all of them.
    if all.len() > other_names::MAX_TEXTS {
        let sentence = format!("Move `{}` into `matchLabels`.", subject.key(node));
        return is_text(&node)
            && is_label(&node)
            && other_names::into_map(offers, node, "matchLabels", Certainty::Guess, sentence);
    }
    let known = document.get(map, "matchLabels");
    let is_free = |entry: &NodeId| {
        known.is_none_or(|known| {
            document.kind(known) == ValueKind::Map && document.get(known, subject.key(*entry)).is_none()
        })
    };
    if !all.contains(&node) || !all.iter().all(is_text) || !all.iter().all(is_free) {
        return false;
    }
    let written: Vec<String> = all
        .iter()
        .map(|entry| format!("{}: {}", subject.key(*entry), subject.written(*entry)))
        .collect();
    let new = format!("matchLabels: {{{}}}", written.join(", "));
    let sentence = match subject.key(map) {
        _ if known.is_some() => format!("Write `{}` in `matchLabels`.", written.join(", ")),
        "" => format!("Write `{new}`."),
        name => format!("Write `{name}: {{{new}}}`."),
    };
    offers.offer_intended(sentence, |draft| {
        let copies: Vec<_> = all.iter().map(|entry| draft.copy(document, *entry)).collect();
        let labels = match known {
            Some(known) => known.into(),
            None => draft.make(DraftValue::Map),
        };
        for (entry, copy) in all.iter().zip(copies) {
            draft.put(labels, subject.key(*entry), copy);
        }
        match known {
            Some(_) => draft.remove_each(all.iter().copied()),
            None => {
                draft.rename(all[0].into(), "matchLabels");
                draft.replace(all[0].into(), labels);
                draft.remove_each(all.iter().copied().skip(1));
            }
        }
    });
    true
}

/// Writes the field of autoscaling/v1 as `metrics`. The list replaces the live one, so the user must decide.
fn utilization(offers: &mut Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let Some(map) = subject.parent(node) else {
        return false;
    };
    let of_map = subject
        .type_of(map)
        .and_then(|at| Some(subject.schema().struct_name(at)?.0));
    let is_scaler = of_map.is_some_and(|name| last_part(name) == "HorizontalPodAutoscalerSpec");
    let Value::Integer(percentage) = subject.document.value(node) else {
        return false;
    };
    let is_old = subject.key(node) == "targetCPUUtilizationPercentage";
    if !is_scaler || !is_old || subject.document.get(map, "metrics").is_some() {
        return false;
    }
    let sentence = format!(
        "`targetCPUUtilizationPercentage` is a field of autoscaling/v1. Write `metrics: [{{type: Resource, resource: {{name: cpu, target: {{type: Utilization, averageUtilization: {percentage}}}}}}}]`."
    );
    offers.offer(Certainty::Guess, sentence, |draft| {
        let target = draft.map_of("type", DraftValue::Text("Utilization".to_owned()));
        draft.put_new(target, "averageUtilization", DraftValue::Integer(percentage));
        let resource = draft.map_of("name", DraftValue::Text("cpu".to_owned()));
        draft.put(resource, "target", target);
        let metric = draft.map_of("type", DraftValue::Text("Resource".to_owned()));
        draft.put(metric, "resource", resource);
        draft.rename(node.into(), "metrics");
        draft.replace_by_list(node, metric);
    });
    true
}
