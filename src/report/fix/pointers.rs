//! Paths of JSON patches that are written in another notation: keys with `/`, dots between the names, names of items.

use super::candidate::Subject;
use crate::document::{Tree, Value, ValueKind};
use crate::merge::{ResultId, decode_key, escape_key};
use crate::schema::{Shape, TypePosition};

/// A position in the result and in the types, as far as they are known.
#[derive(Clone, Copy)]
struct PointerPosition {
    node: Option<ResultId>,
    type_position: Option<TypePosition>,
}

impl PointerPosition {
    fn top(subject: &Subject<'_>) -> Self {
        Self {
            node: Some(subject.merge.tree.top()),
            type_position: subject.merge.top_type(),
        }
    }

    /// Enters a member or an item.
    fn enter(self, subject: &Subject<'_>, part: &str) -> Self {
        let (tree, schema) = (&subject.merge.tree, subject.schema());
        let node = self.node.and_then(|node| match tree.kind(node) {
            ValueKind::List => tree.present(node).nth(part.parse().ok()?),
            _ => tree.get(node, &decode_key(part)),
        });
        let type_position = self.type_position.and_then(|at| match schema.shape(at) {
            Shape::List => Some(schema.item(at)),
            Shape::Struct if schema.field_names(at).all(|name| name != part) => None,
            _ => Some(schema.peek(at, part)?.type_position),
        });
        Self { node, type_position }
    }

    fn is_known(self) -> bool {
        self.node.is_some() || self.type_position.is_some()
    }

    fn is_list(self, subject: &Subject<'_>) -> bool {
        let is_list_type = |at| subject.schema().shape(at) == Shape::List;
        let is_list_node = |node| subject.merge.tree.kind(node) == ValueKind::List;
        self.node
            .map_or_else(|| self.type_position.is_some_and(is_list_type), is_list_node)
    }

    /// Returns whether it is a map whose values have no members, as labels are.
    fn is_flat_map(self, subject: &Subject<'_>) -> bool {
        let schema = subject.schema();
        self.type_position.is_some_and(|at| {
            let value = schema.peek(at, "").filter(|_| schema.shape(at) == Shape::Map);
            value.is_some_and(|value| schema.shape(value.type_position) == Shape::Scalar)
        })
    }
}

/// Returns the value at a path of the result.
pub(super) fn value_at(subject: &Subject<'_>, pointer: &str) -> Option<ResultId> {
    match pointer.split_once('/') {
        Some(_) => values_on_the_way(subject, pointer).nth(pointer.matches('/').count() - 1),
        None => Some(subject.merge.tree.top()),
    }
}

/// Returns the values of the result on the way to a path, without the top, as far as they exist.
pub(super) fn values_on_the_way(subject: &Subject<'_>, pointer: &str) -> impl Iterator<Item = ResultId> {
    let mut at = PointerPosition::top(subject);
    pointer.split('/').skip(1).map_while(move |part| {
        at = at.enter(subject, part);
        at.node
    })
}

/// Writes `/` in a key as `~1`. `is_new` says whether the key may be one that the map does not have.
pub(super) fn escaped(subject: &Subject<'_>, pointer: &str, is_new: bool) -> Option<String> {
    let parts: Vec<&str> = pointer.strip_prefix('/')?.split('/').collect();
    let mut at = PointerPosition::top(subject);
    for (index, part) in parts.iter().enumerate() {
        let joined = |count: usize| {
            let (before, rest) = parts.split_at(index);
            let (key, rest) = rest.split_at(count);
            let key = key.join("~1");
            let all: Vec<&str> = before
                .iter()
                .copied()
                .chain([&*key])
                .chain(rest.iter().copied())
                .collect();
            format!("/{}", all.join("/"))
        };
        let rest = parts.len() - index;
        let is_key = |count: &usize| {
            let joined = parts[index..index + count].join("~1");
            let key = decode_key(&joined);
            at.node
                .is_some_and(|map| subject.merge.tree.get(map, &key).is_some())
        };
        let is_flat = at.is_flat_map(subject);
        // A value without members ends the path.
        let least = if is_flat { rest.max(2) } else { 2 };
        let next = at.enter(subject, part);
        if !at.is_list(subject) && next.node.is_none() {
            let mut keys = (least..=rest).filter(is_key);
            match (keys.next(), keys.next()) {
                (Some(count), None) => return Some(joined(count)),
                (Some(_), Some(_)) => return None,
                (None, _) => {}
            }
        }
        if is_flat {
            return (is_new && rest > 1).then(|| joined(rest));
        }
        at = next;
        if !at.is_known() {
            return None;
        }
    }
    None
}

/// Writes `/` instead of the dots between names that exist.
pub(super) fn without_dots(subject: &Subject<'_>, path: &str) -> Option<String> {
    let mut rest = path.strip_prefix('.').unwrap_or(path);
    let mut at = PointerPosition::top(subject);
    let mut pointer = String::new();
    while !rest.is_empty() {
        let end = match at.is_flat_map(subject) {
            true => rest.len(),
            false => rest.find(['.', '[', ']']).unwrap_or(rest.len()),
        };
        let (name, after) = rest.split_at(end);
        let part = escape_key(name);
        let is_list = at.is_list(subject);
        at = at.enter(subject, &part);
        if name.is_empty() || !at.is_known() || is_list && at.node.is_none() && part != "-" {
            return None;
        }
        pointer = format!("{pointer}/{part}");
        rest = after.strip_prefix(']').unwrap_or(after);
        rest = rest.strip_prefix(['.', '[']).unwrap_or(rest);
    }
    (!pointer.is_empty()).then_some(pointer)
}

/// Writes an index in brackets as a part of the path: `/containers[0]/image` as `/containers/0/image`.
pub(super) fn without_brackets(subject: &Subject<'_>, pointer: &str) -> Option<String> {
    let indexed = |part: &str| {
        let (name, index) = part.split_once('[')?;
        let index = index.strip_suffix(']')?;
        let is_index = !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit());
        (!name.is_empty() && is_index).then(|| format!("{name}/{index}"))
    };
    let parts = pointer
        .split('/')
        .map(|part| indexed(part).unwrap_or_else(|| part.to_owned()));
    let new = parts.collect::<Vec<_>>().join("/");
    let list = new.rsplit_once('/')?.0;
    let exists = value_at(subject, &new).is_some() || value_at(subject, list).is_some();
    let is_written = pointer.split('/').any(|part| indexed(part).is_some());
    (pointer.starts_with('/') && is_written && exists).then_some(new)
}

/// The first item of a path that is written by its name.
pub(super) struct ItemByName {
    pub(super) list: String,
    pub(super) name: String,
    pub(super) index: usize,
}

/// Writes the indexes of items instead of their names.
pub(super) fn with_indexes(subject: &Subject<'_>, pointer: &str) -> Option<(String, ItemByName)> {
    let tree = &subject.merge.tree;
    let (mut at, mut so_far, mut first) = (PointerPosition::top(subject), String::new(), None);
    let mut above = "";
    for part in pointer.strip_prefix('/')?.split('/') {
        let mut written = part.to_owned();
        let list = at.node.filter(|node| tree.kind(*node) == ValueKind::List);
        let is_name = part != "-" && part.parse::<i64>().is_err();
        if let Some(list) = list.filter(|_| is_name) {
            let field = subject.target(&so_far).and_then(|(_, field)| field);
            let key = field.and_then(|field| field.merge_key).unwrap_or("name");
            let name = decode_key(part).into_owned();
            let is_it = |item| {
                let own = match tree.kind(item) {
                    ValueKind::Map => tree.get(item, key),
                    _ => Some(item),
                };
                own.is_some_and(|own| tree.value(own) == Value::String(&name))
            };
            let index = tree.present(list).position(is_it)?;
            written = index.to_string();
            let list = above.to_owned();
            first.get_or_insert(ItemByName { list, name, index });
        }
        at = at.enter(subject, &written);
        so_far = format!("{so_far}/{written}");
        above = part;
    }
    Some((so_far, first?))
}
