//! Moves a field into an item of a list below its map: `image` of a pod into a container, `nodePort` of a Service into a
//! port.

use super::candidate::{Certainty, Offers, Subject, written};
use super::draft::DraftValue;
use crate::document::{NodeId, Tree, ValueKind};
use crate::schema::{Shape, TypePosition};

/// The maximum number of maps between a field and its place.
pub(super) const MAX_DEPTH: usize = 4;

/// Fields that every object has, and that no field is meant for.
pub(super) const OTHER_PARTS: [&str; 2] = ["metadata", "status"];

/// The lists that have the field of an item first: every container has an image.
const FIRST_LISTS: [&str; 2] = ["containers", "ports"];

/// Fields that only an item of such a list has. Others can be meant for another list, or for the object.
const FIELDS_OF_ITEMS: [&str; 15] = [
    "args",
    "command",
    "containerPort",
    "env",
    "envFrom",
    "image",
    "imagePullPolicy",
    "lifecycle",
    "livenessProbe",
    "nodePort",
    "readinessProbe",
    "resources",
    "startupProbe",
    "volumeMounts",
    "workingDir",
];

/// A list whose items have the field.
struct Place<'m> {
    /// The maps from the map of the field to the list.
    maps: Vec<&'m str>,
    list: &'m str,
    merge_key: &'m str,
}

/// Offers to move a field into an item of a merged list. Returns whether there is such a list.
pub(super) fn moved_into_item(offers: &mut Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let (document, live) = (subject.document, subject.live());
    let key = subject.key(node);
    let Some(map) = subject
        .parent(node)
        .filter(|_| subject.is_strategic() && !key.starts_with('$'))
    else {
        return false;
    };
    let Some(place) = subject.type_of(map).and_then(|at| place(subject, at, node)) else {
        return false;
    };
    let list_in_live = subject.live_of(map).and_then(|at| {
        let mut path = place.maps.iter().chain([&place.list]);
        path.try_fold(at, |at, name| live.get(at, name))
    });
    let items: Vec<NodeId> = list_in_live
        .into_iter()
        .flat_map(|list| live.children(list))
        .collect();
    let Some(first) = items.first() else { return false };
    let Some(name) = live.get(*first, place.merge_key) else {
        return false;
    };
    let mut known = map;
    let mut missing: Vec<&str> = place.maps.iter().copied().chain([place.list]).collect();
    while let Some(inner) = missing.first().and_then(|name| document.get(known, name)) {
        known = inner;
        missing.remove(0);
    }
    let (is_list, kind) = (missing.is_empty(), document.kind(known));
    if is_list && kind != ValueKind::List || !is_list && kind != ValueKind::Map {
        return false;
    }
    let is_first = |item: &NodeId| {
        let key = document.get(*item, place.merge_key);
        key.is_some_and(|key| document.value(key) == live.value(name))
    };
    let own = is_list.then(|| document.children(known).find(is_first)).flatten();
    if own.is_some_and(|item| document.get(item, key).is_some()) {
        return false;
    }
    let is_directed = own.is_some_and(|own| document.get(own, "$patch").is_some());
    if is_directed {
        return false;
    }
    // Another item of the patch, or another kind of container, can be meant.
    let is_alone = !is_list || document.children(known).all(|item| Some(item) == own);
    let around = if is_list {
        subject.parent(known)
    } else {
        Some(known)
    };
    let has_others = around.is_some_and(|map| {
        let others = ["initContainers", "ephemeralContainers"].into_iter();
        others
            .filter(|name| *name != place.list)
            .any(|name| document.get(map, name).is_some())
    });
    let is_clear = items.len() == 1 && is_alone && !has_others && FIELDS_OF_ITEMS.contains(&key);
    let sentence = match items.len() {
        1 if is_alone && !has_others => format!(
            "Move `{key}` into the item `{}` of `{}`.",
            format_args!("{}: {}", place.merge_key, written(live, name)),
            place.list
        ),
        _ => format!("Move `{key}` into an item of `{}`.", place.list),
    };
    offers.offer(Certainty::intended_if(is_clear), sentence, |draft| {
        let value = draft.copy(document, node);
        let item = match own {
            Some(item) => item.into(),
            None => draft.map_of(place.merge_key, live.value(name).into()),
        };
        draft.put(item, key, value);
        if own.is_none() {
            let mut names = missing.into_iter().rev();
            let mut new = item;
            let mut last = None;
            if let Some(list) = names.next() {
                (new, last) = (draft.make(DraftValue::List), Some(list));
                draft.insert(new, 0, item);
            }
            for name in names {
                let outer = draft.make(DraftValue::Map);
                draft.put(outer, last.unwrap_or_default(), new);
                (new, last) = (outer, Some(name));
            }
            match last {
                Some(last) => draft.put(known.into(), last, new),
                None => draft.insert(known.into(), usize::MAX, new),
            }
        }
        draft.remove(node.into());
    });
    true
}

/// Finds the list with the fewest maps above it whose items have the field of a node.
fn place<'m>(subject: &Subject<'m>, top: TypePosition, node: NodeId) -> Option<Place<'m>> {
    let (schema, key) = (subject.schema(), subject.key(node));
    let mut level: Vec<(Vec<&'m str>, TypePosition)> = vec![(Vec::new(), top)];
    for _ in 0..=MAX_DEPTH {
        let mut found: Vec<Place<'m>> = Vec::new();
        let mut below = Vec::new();
        for (maps, at) in level {
            for name in schema.field_names(at).filter(|name| !OTHER_PARTS.contains(name)) {
                let Some(field) = schema.peek(at, name) else {
                    continue;
                };
                let of = field.type_position;
                match (schema.shape(of), field.merge_key) {
                    (Shape::List, Some(merge_key))
                        if merge_key != key && subject.has_field(schema.item(of), key, node) =>
                    {
                        found.push(Place {
                            maps: maps.clone(),
                            list: name,
                            merge_key,
                        });
                    }
                    (Shape::Struct, _) => below.push((maps.iter().copied().chain([name]).collect(), of)),
                    _ => {}
                }
            }
        }
        let first = found.iter().position(|it| FIRST_LISTS.contains(&it.list));
        match first {
            Some(first) => return Some(found.swap_remove(first)),
            None if found.len() == 1 => return found.pop(),
            None if !found.is_empty() => return None,
            None => level = below,
        }
    }
    None
}
