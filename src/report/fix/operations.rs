//! Fixes of JSON patch operations that only Kubernetes accepts or that fail.

use super::candidate::{Certainty, Offers, Selected, Subject, scalar_text, written};
use super::draft::{Draft, DraftId, DraftValue};
use super::pointers::{escaped, value_at, values_on_the_way, with_indexes, without_brackets, without_dots};
use crate::document::words::and_list;
use crate::document::{NodeId, Numbers, Segment, Tree, Value, ValueKind, same};
use crate::merge::{
    Objection, ReadIndex, Reason, ResultId, Rule, ServerMessage, decode_key, escape_key, split_pointer,
};
use crate::schema::{Shape, mistyped_key, nearest};

const OPERATIONS: [&str; 6] = ["add", "remove", "replace", "move", "copy", "test"];

pub(super) fn offer(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    match subject.step.rule {
        Rule::JsonPathMissing | Rule::ResultWithoutKind | Rule::ServerType => without_empty_object(offers),
        _ => {}
    }
    match subject.step.rule {
        Rule::StatusIgnored => without_status(offers),
        Rule::ServerIdentity
        | Rule::ServerType
        | Rule::ImmutableField
        | Rule::InvalidObject
        | Rule::ResultWithoutKind => {
            without_removal(offers);
            if subject.step.rule == Rule::ImmutableField {
                without_write(offers);
            }
        }
        _ => {}
    }
    let Some(operation) = operation_of(subject) else {
        return only_operation(offers);
    };
    let find = |key| subject.document.get(operation, key);
    match subject.step.rule {
        // Kubernetes reads another path.
        Rule::JsonTestMissing => drop(with_slash(offers, operation)),
        Rule::JsonReplaceMissing => {
            with_slash(offers, operation);
            corrected_path(offers, operation);
            let certainty = match near_member(offers, operation) {
                true => Certainty::Guess,
                false => Certainty::SameResult,
            };
            if let Some(op) = find("op") {
                offers.offer(certainty, "Write `op: add`.", |draft| {
                    draft.set(op.into(), DraftValue::Text("add".to_owned()));
                });
            }
        }
        Rule::JsonValueMissing => {
            offers.offer(
                Certainty::SameResult,
                "Write the value, or `value: null`.",
                |draft| {
                    draft.put_new(operation.into(), "value", DraftValue::Null);
                },
            );
        }
        Rule::JsonCopyMissing => copied_null(offers, operation),
        Rule::JsonIndexNonstandard => plain_index(offers, operation),
        Rule::JsonReplaceIgnored => removed(offers, operation, Certainty::SameResult),
        Rule::JsonPathPrefix => drop(with_slash(offers, operation)),
        Rule::JsonPatchFormat => {
            known_operation(offers, operation);
            with_slash(offers, operation);
        }
        Rule::JsonTestFailed => {
            with_slash(offers, operation);
            corrected_path(offers, operation);
            expected_as_live(offers, operation);
        }
        Rule::JsonPathMissing => {
            // The other fixes would act on a part of the key.
            if in_notation(offers, operation) {
                return;
            }
            with_slash(offers, operation);
            corrected_path(offers, operation);
            without_last_part(offers, operation);
            with_parents(offers, operation);
            if index_of_known_item(offers, operation) || near_member(offers, operation) {
                return;
            }
            match find("op").and_then(|op| Some((op, text(subject, op)?))) {
                Some((_, "remove")) => removed(offers, operation, Certainty::Intended),
                Some((op, "replace")) => offers.offer_intended("Write `op: add`.", |draft| {
                    draft.set(op.into(), DraftValue::Text("add".to_owned()));
                }),
                _ => {}
            }
        }
        Rule::JsonIndexInvalid => {
            in_notation(offers, operation);
            without_last_part(offers, operation);
            appended(offers, operation);
        }
        _ => {}
    }
}

/// Puts an operation that is the whole patch into a list.
fn only_operation(offers: &mut Offers<'_, '_>) {
    let document = offers.subject.document;
    let top = document.root();
    let is_operation = document.get(top, "op").is_some() && document.get(top, "path").is_some();
    if offers.subject.step.rule != Rule::JsonPatchFormat || !is_operation {
        return;
    }
    offers.offer_intended("Write the patch as a list with this one operation.", |draft| {
        let operation = draft.copy(document, top);
        draft.replace_by_list(top, operation);
    });
}

/// Returns the operation of the finding.
pub(super) fn operation_of(subject: &Subject<'_>) -> Option<NodeId> {
    let top = subject.document.root();
    let node = subject
        .node
        .filter(|_| subject.document.kind(top) == ValueKind::List)?;
    subject.up(node).find(|node| subject.parent(*node) == Some(top))
}

fn text<'m>(subject: &Subject<'m>, node: NodeId) -> Option<&'m str> {
    subject.document.value(node).as_str()
}

/// Returns the text of a member of an operation.
fn member<'m>(subject: &Subject<'m>, operation: NodeId, key: &str) -> Option<&'m str> {
    text(subject, subject.document.get(operation, key)?)
}

fn removed(offers: &mut Offers<'_, '_>, operation: NodeId, certainty: Certainty) {
    offers.offer(certainty, "Remove the operation.", |draft| {
        draft.remove(operation.into());
    });
}

/// Removes the other operations that write a field with a value that is copied or moved.
pub(super) fn without_copies(offers: &mut Offers<'_, '_>, node: NodeId) {
    let subject = offers.subject;
    let Some(own) = subject.as_operation(node) else {
        return;
    };
    let mut pointer = String::new();
    for segment in &subject.path().0 {
        let Segment::Key(key) = segment else { return };
        pointer = format!("{pointer}/{}", escape_key(key));
    }
    let document = subject.document;
    let writes = |operation: &NodeId| {
        *operation != own
            && document.get(*operation, "from").is_some()
            && subject.pointer(*operation) == Some(&pointer)
    };
    let all: Vec<NodeId> = document.children(document.root()).filter(writes).collect();
    if !all.is_empty() {
        let sentence = format!("Remove the operation with the path `{pointer}`.");
        offers.offer_intended(sentence, |draft| draft.remove_each(all));
    }
}

/// Removes the operations that replace the whole object by an empty map.
fn without_empty_object(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let document = subject.document;
    let is_emptying = |operation: &NodeId| {
        let find = |key| document.get(*operation, key);
        let op = member(subject, *operation, "op");
        let is_empty = |value| document.kind(value) == ValueKind::Map && document.is_empty(value);
        matches!(op, Some("add" | "replace"))
            && subject.pointer(*operation) == Some("")
            && find("value").is_some_and(is_empty)
    };
    let all = subject.selected_items(document.root(), Selected::Emptying, is_emptying);
    if !all.is_empty() {
        let sentence = match subject.step.rule {
            Rule::JsonPathMissing if operation_of(subject).is_some_and(|own| all.contains(&own)) => {
                "Remove the operation."
            }
            _ => "Remove the operation: it replaces the whole object by an empty map.",
        };
        offers.offer_intended(sentence, |draft| draft.remove_each(all.iter().copied()));
    }
}

/// Writes the path of a scalar or of a list for that of a member, which it cannot have: the value has the type of the
/// scalar or of the list.
fn without_last_part(offers: &mut Offers<'_, '_>, operation: NodeId) {
    let subject = offers.subject;
    let (document, schema) = (subject.document, subject.schema());
    let find = |key| document.get(operation, key);
    let (Some(path), Some(value)) = (find("path"), find("value")) else {
        return;
    };
    let Some((parent, last)) = text(subject, path).and_then(|path| path.rsplit_once('/')) else {
        return;
    };
    let Some((type_position, _)) = subject.target(parent) else {
        return;
    };
    let (value, is_index) = (document.value(value), last == "-" || last.parse::<i64>().is_ok());
    let why = match (
        schema.shape(type_position),
        schema.scalar_kind(type_position),
        value,
    ) {
        (Shape::Scalar, Some("string"), Value::String(_)) => "it is a string and has no fields",
        (Shape::Scalar, Some("bool"), Value::Bool(_)) => "it is a boolean and has no fields",
        (Shape::Scalar, Some("int32" | "int64" | "float64"), Value::Integer(_)) => {
            "it is a number and has no fields"
        }
        (Shape::List, _, Value::List)
            if !is_index && schema.shape(schema.item(type_position)) != Shape::List =>
        {
            "the value is the whole list"
        }
        _ => return,
    };
    // The name can be that of a field next to it.
    let above = parent.rsplit_once('/').map_or("", |(above, _)| above);
    let map = match above {
        "" => subject.merge.top_type(),
        _ => subject.target(above).map(|(type_position, _)| type_position),
    };
    let is_field = |map| schema.field_names(map).any(|name| name == last);
    if map.is_none_or(is_field) || value_at(subject, parent).is_none() {
        return;
    }
    offers.offer_intended(format!("Write `{parent}`: {why}."), |draft| {
        draft.set(path.into(), DraftValue::Text(parent.to_owned()));
    });
}

/// Expects the value that the object has. If only its type differs, it is the value that is meant.
fn expected_as_live(offers: &mut Offers<'_, '_>, operation: NodeId) {
    let subject = offers.subject;
    let pointer = subject.pointer(operation).unwrap_or_default();
    let Some(real) = value_at(subject, pointer).filter(|_| !pointer.is_empty()) else {
        return;
    };
    let tree = &subject.merge.tree;
    let Some(expected) = subject.document.get(operation, "value") else {
        let sentence = format!("Add `value: {}`, as the object has it.", written(tree, real));
        return offers.offer(Certainty::Guess, sentence, |draft| {
            let value = draft.copy(tree, real);
            draft.put(operation.into(), "value", value);
        });
    };
    let is_text = |value| matches!(value, Value::String(_));
    let has_other_type = is_text(tree.value(real)) != is_text(subject.document.value(expected))
        && scalar_text(tree.value(real)).is_some_and(|own| own == subject.file_text(expected).0);
    let certainty = Certainty::intended_if(has_other_type);
    let sentence = format!("Write `value: {}`, as the object has it.", written(tree, real));
    offers.offer(certainty, sentence, |draft| {
        let value = draft.copy(tree, real);
        draft.replace(expected.into(), value);
    });
    if !has_other_type {
        offers.help(subject.merge.fix(subject.step));
    }
}

/// Replaces `copy` of a missing value by the equivalent `add`.
fn copied_null(offers: &mut Offers<'_, '_>, operation: NodeId) {
    let subject = offers.subject;
    let find = |key| subject.document.get(operation, key);
    let (Some(op), Some(from)) = (find("op"), find("from")) else {
        return;
    };
    // With null, the target is removed.
    let sentence = "Write `op: add` and `value: null` instead of `copy` and `from`.";
    offers.offer(Certainty::Guess, sentence, |draft| {
        draft.set(op.into(), DraftValue::Text("add".to_owned()));
        draft.rename(from.into(), "value");
        draft.set(from.into(), DraftValue::Null);
    });
    // The path can be wrong instead.
    offers.help(Rule::JsonCopyMissing.text().fix.to_owned());
}

/// Writes each index as the number that Kubernetes reads: without a sign or leading zeros, and counted from the start.
fn plain_index(offers: &mut Offers<'_, '_>, operation: NodeId) {
    let subject = offers.subject;
    let Some(Reason::ReadIndexes(read)) = subject.step.reason() else {
        return;
    };
    let changed = |key: &str| {
        let node = subject.document.get(operation, key)?;
        let pointer = text(subject, node)?;
        let plain = |(number, part): (usize, &str)| {
            let is_part = |it: &&ReadIndex| (it.member, it.part) == (key, number);
            let index = read.iter().find(is_part);
            index.map_or_else(|| part.to_owned(), |it| it.index.to_string())
        };
        let parts: Vec<String> = pointer.split('/').enumerate().map(plain).collect();
        let new = parts.join("/");
        (new != pointer).then_some((node, new))
    };
    let pointers: Vec<(NodeId, String)> = ["from", "path"].into_iter().filter_map(changed).collect();
    let sentence = match &pointers[..] {
        [] => return,
        [(_, pointer)] => format!("Write `{pointer}`."),
        both => {
            let both = both
                .iter()
                .map(|(node, pointer)| format!("`{}: {pointer}`", subject.key(*node)));
            format!("Write {}.", and_list(&Vec::from_iter(both)))
        }
    };
    offers.offer(Certainty::SameResult, sentence, |draft| {
        for (node, pointer) in pointers {
            draft.set(node.into(), DraftValue::Text(pointer));
        }
    });
}

/// Corrects a misspelled `op`.
fn known_operation(offers: &mut Offers<'_, '_>, operation: NodeId) {
    let subject = offers.subject;
    let Some(op) = subject.document.get(operation, "op") else {
        return missing_operation(offers, operation);
    };
    let written = text(subject, op).unwrap_or_default();
    if written.is_empty() {
        return missing_operation(offers, operation);
    }
    let meant = match written.to_ascii_lowercase().as_str() {
        "delete" => Some("remove"),
        "set" => setting(subject, operation),
        "update" | "modify" | "change" => Some("replace"),
        written => nearest(written, OPERATIONS.into_iter()),
    };
    if let Some(meant) = meant.filter(|meant| *meant != written) {
        offers.offer_intended(format!("Write `op: {meant}`."), |draft| {
            draft.set(op.into(), DraftValue::Text(meant.to_owned()));
        });
    }
    let pointer = subject
        .pointer(operation)
        .filter(|pointer| pointer.starts_with('/'));
    let Some(pointer) = pointer.filter(|pointer| value_at(subject, pointer).is_none()) else {
        return;
    };
    match meant {
        Some("remove") => {
            let sentence = format!("Remove the operation: the object has no `{pointer}`.");
            offers.offer_intended(sentence, |draft| draft.remove(operation.into()));
        }
        Some("replace") => {
            let sentence = format!("Write `op: add`: the object has no `{pointer}`.");
            offers.offer_intended(sentence, |draft| {
                draft.set(op.into(), DraftValue::Text("add".to_owned()));
            });
        }
        _ => {}
    }
}

/// Adds the `op` of an operation with a value. In a list it can be one of two, and an equal value can be a test.
fn missing_operation(offers: &mut Offers<'_, '_>, operation: NodeId) {
    let subject = offers.subject;
    let find = |key| subject.document.get(operation, key);
    let (Some(value), None) = (find("value"), find("from")) else {
        return;
    };
    let tree = &subject.merge.tree;
    let old = subject
        .pointer(operation)
        .and_then(|pointer| value_at(subject, pointer));
    let is_equal = |old| same(tree, old, subject.document, value, Numbers::ByType);
    if setting(subject, operation) == Some("add") && !old.is_some_and(is_equal) {
        offers.offer_intended("Write `op: add`.", |draft| {
            let add = DraftValue::Text("add".to_owned());
            match find("op") {
                Some(op) => draft.set(op.into(), add),
                None => {
                    draft.put_new(operation.into(), "op", add);
                }
            }
        });
    }
}

/// Returns the operation that sets a value: in a list `add` would insert it.
fn setting(subject: &Subject<'_>, operation: NodeId) -> Option<&'static str> {
    let (parent, _) = subject.pointer(operation)?.rsplit_once('/')?;
    Some(match shape_at(subject, parent)? {
        Shape::List => "replace",
        _ => "add",
    })
}

/// Returns the shape of the type at a path.
fn shape_at(subject: &Subject<'_>, pointer: &str) -> Option<Shape> {
    let type_position = match pointer {
        "" => subject.merge.top_type()?,
        _ => subject.target(pointer)?.0,
    };
    Some(subject.schema().shape(type_position))
}

/// Writes `/` in a key as `~1` and the name of an item as its index, and adds the missing parents. Returns whether a path
/// has one of them.
fn in_notation(offers: &mut Offers<'_, '_>, operation: NodeId) -> bool {
    let subject = offers.subject;
    let find = |key| Some((subject.document.get(operation, key)?, key));
    let op = find("op").map(|(op, _)| (op, text(subject, op).unwrap_or_default()));
    let mut found = false;
    for (node, key) in ["path", "from"].into_iter().filter_map(find) {
        let is_written = key == "path" && !op.is_some_and(|(_, op)| matches!(op, "remove" | "test"));
        let Some(pointer) = text(subject, node) else {
            continue;
        };
        // A text is meant as the value of a variable, not as the whole variable.
        let value = subject.document.get(operation, "value").filter(|_| is_written);
        let is_variable = |new: &str| {
            subject.target(new).is_some_and(|(at, _)| {
                let is_text = |value| subject.has_field(at, "value", value);
                value.is_some_and(is_text) && subject.schema().peek(at, "name").is_some()
            })
        };
        if let Some(new) = without_brackets(subject, pointer) {
            found = true;
            let certainty = Certainty::intended_if(!is_variable(&new));
            offers.offer(certainty, format!("Write `{new}`."), |draft| {
                draft.set(node.into(), DraftValue::Text(new));
            });
            continue;
        }
        let last = |pointer: &str| pointer.rsplit('/').next().map(str::to_owned);
        // `add` inserts another item before that item.
        let is_inserted =
            |new: &str| is_written && op.is_none_or(|(_, op)| op != "replace") && last(new) != last(pointer);
        let indexed = with_indexes(subject, pointer).filter(|(new, _)| !is_inserted(new));
        let plain = indexed.as_ref().map_or(pointer, |(new, _)| new);
        let item = indexed.as_ref().map(|(_, item)| {
            format!(
                ": `{}` is a list, and `{}` is item {}",
                item.list, item.name, item.index
            )
        });
        let item = item.unwrap_or_default();
        let escaped = escaped(subject, plain, is_written);
        let Some(mut new) = escaped.or_else(|| indexed.as_ref().map(|(new, _)| new.clone())) else {
            continue;
        };
        let tree = &subject.merge.tree;
        let mut certainty = Certainty::Intended;
        if is_variable(&new) {
            let item = value_at(subject, &new);
            let has_source = item.is_some_and(|item| tree.get(item, "valueFrom").is_some());
            // A variable has a value or a source.
            certainty = Certainty::intended_if(indexed.is_some() && !has_source);
            if indexed.is_some() {
                new.push_str("/value");
            }
        }
        found = true;
        let missing = missing_parents(subject, &new).unwrap_or_default();
        let added = op.filter(|(_, op)| *op == "replace" && value_at(subject, &new).is_none());
        let mut sentence = match added {
            Some(_) => format!("Write `op: add` and `{new}`{item}."),
            None => format!("Write `{new}`{item}."),
        };
        if !missing.is_empty() {
            sentence = format!("{sentence} {}", added_parents(&missing));
        }
        offers.offer(certainty, sentence, |draft| {
            draft.set(node.into(), DraftValue::Text(new));
            if let Some((op, _)) = added {
                draft.set(op.into(), DraftValue::Text("add".to_owned()));
            }
            insert_parents(draft, operation, missing);
        });
    }
    found
}

/// Writes the index of an item of the list instead of `-`, or of an index after its end, for a field of an item. Returns
/// whether the path has one.
fn index_of_known_item(offers: &mut Offers<'_, '_>, operation: NodeId) -> bool {
    let subject = offers.subject;
    let tree = &subject.merge.tree;
    let Some((path, pointer)) = subject
        .document
        .get(operation, "path")
        .and_then(|path| Some((path, text(subject, path)?)))
    else {
        return false;
    };
    let parts: Vec<&str> = pointer.split('/').collect();
    let fields_of_items = 2..parts.len().saturating_sub(1);
    let lists = values_on_the_way(subject, pointer);
    let missing = fields_of_items.zip(lists).find_map(|(at, list)| {
        let count = match tree.kind(list) {
            ValueKind::List => tree.present(list).count(),
            _ => return None,
        };
        let is_missing = parts[at] == "-" || parts[at].parse::<usize>().is_ok_and(|index| index >= count);
        (is_missing && count > 0).then(|| (at, count - 1))
    });
    let Some((at, last)) = missing else {
        return false;
    };
    let mut new = parts.clone();
    let index = last.to_string();
    new[at] = &index;
    let list = parts[..at].join("/");
    let indexes = match last {
        0 => "the index 0".to_owned(),
        _ => format!("an index from 0 to {last}"),
    };
    let sentence = format!(
        "Write {indexes}, or first `add` a whole item with the path `{list}/-`, and write its index, {}.",
        last + 1
    );
    offers.offer(Certainty::Guess, sentence, |draft| {
        draft.set(path.into(), DraftValue::Text(new.join("/")));
    });
    true
}

/// Adds the missing parents of a path before the operation.
fn with_parents(offers: &mut Offers<'_, '_>, operation: NodeId) {
    let subject = offers.subject;
    let find = |key| member(subject, operation, key);
    let (Some("add" | "replace"), Some(pointer)) = (find("op"), find("path")) else {
        return;
    };
    let Some(missing) = missing_parents(subject, pointer) else {
        return;
    };
    offers.offer_intended(added_parents(&missing), |draft| {
        insert_parents(draft, operation, missing)
    });
}

/// Returns the help to add the parents.
fn added_parents(missing: &[(String, bool)]) -> String {
    let names = missing.iter().map(|(pointer, is_list)| match is_list {
        true => format!("`{pointer}` as an empty list"),
        false => format!("`{pointer}` as an empty map"),
    });
    let names: Vec<String> = names.collect();
    format!("Before this operation, add {}.", names.join(", then "))
}

/// Inserts operations that add the parents before an operation.
fn insert_parents(draft: &mut Draft, operation: NodeId, missing: Vec<(String, bool)>) {
    for (pointer, is_list) in missing {
        let parent = added_parent(draft, pointer, is_list);
        let position = draft.position(operation.into());
        if let Some(top) = draft.parent(operation.into()) {
            draft.insert(top, position, parent);
        }
    }
}

fn added_parent(draft: &mut Draft, pointer: String, is_list: bool) -> DraftId {
    let operation = draft.map_of("op", DraftValue::Text("add".to_owned()));
    draft.put_new(operation, "path", DraftValue::Text(pointer));
    let value = match is_list {
        true => DraftValue::List,
        false => DraftValue::Map,
    };
    draft.put_new(operation, "value", value);
    operation
}

/// Returns the pointers of the missing parents on the path, and whether they are lists. `None` if there are none or if
/// an empty parent does not make the path valid.
fn missing_parents(subject: &Subject<'_>, pointer: &str) -> Option<Vec<(String, bool)>> {
    let tree = &subject.merge.tree;
    let (parents, last) = split_pointer(pointer)?;
    let mut at = Some(tree.top());
    let (mut missing, mut so_far) = (Vec::new(), String::new());
    let mut parents = parents.into_iter().peekable();
    while let Some(part) = parents.next() {
        so_far = format!("{so_far}/{}", escape_key(&part));
        at = match at {
            Some(id) if tree.kind(id) == ValueKind::Map => tree.get(id, &part),
            Some(id) if tree.kind(id) == ValueKind::List => Some(tree.children(id).nth(part.parse().ok()?)?),
            Some(_) => return None,
            None => None,
        };
        if at.is_none() {
            let is_list = shape_at(subject, &so_far) == Some(Shape::List);
            // Only an item can be added to an empty list.
            if is_list && (parents.peek().is_some() || !["0", "-"].contains(&&*last)) {
                return None;
            }
            missing.push((so_far.clone(), is_list));
        }
    }
    (!missing.is_empty()).then_some(missing)
}

/// Replaces an index after the end of a list by `-`.
fn appended(offers: &mut Offers<'_, '_>, operation: NodeId) {
    let subject = offers.subject;
    let find = |key| subject.document.get(operation, key);
    let (Some(op), Some(path)) = (find("op"), find("path")) else {
        return;
    };
    let list = text(subject, path).and_then(|path| Some(path.rsplit_once('/')?.0));
    let is_add = subject.document.value(op) == Value::String("add");
    if let Some(list) = list.filter(|_| is_add) {
        let new = format!("{list}/-");
        // A text is no item of a list of maps.
        let is_map_of = subject
            .target(&new)
            .is_some_and(|(at, _)| subject.schema().shape(at) == Shape::Struct);
        let is_map = find("value").is_some_and(|value| subject.document.kind(value) == ValueKind::Map);
        let certainty = Certainty::intended_if(is_map || !is_map_of);
        offers.offer(
            certainty,
            format!("Append to the list: write `{new}`."),
            |draft| {
                draft.set(path.into(), DraftValue::Text(new.clone()));
            },
        );
    }
}

/// Writes a path with `/` at its start. If Kubernetes accepts it without, it reads another path. Returns whether one has
/// none.
pub(super) fn with_slash(offers: &mut Offers<'_, '_>, operation: NodeId) -> bool {
    let subject = offers.subject;
    let is_field = |name: &str| {
        let top = subject.merge.top_type();
        top.is_some_and(|top| subject.schema().field_names(top).any(|field| field == name))
    };
    let find = |key| subject.document.get(operation, key);
    let mut found = false;
    for node in ["path", "from"].into_iter().filter_map(find) {
        // The empty path is the whole object.
        let path = text(subject, node).filter(|path| !path.is_empty() && !path.starts_with('/'));
        let Some(path) = path else {
            continue;
        };
        found = true;
        let mut parts = path.split('/');
        let dotted = without_dots(subject, path);
        let [is_field_first, is_field_second] = [(); 2].map(|()| parts.next().is_some_and(is_field));
        let is_meant = dotted.is_some() || is_field_first && !is_field_second;
        let certainty = Certainty::intended_if(is_meant);
        if let Some(at) = path.find('/').filter(|_| is_field_second && !is_field_first) {
            let read = &path[at..];
            let sentence = format!("Write `{read}`, the path that Kubernetes reads.");
            offers.offer(Certainty::SameResult, sentence, |draft| {
                draft.set(node.into(), DraftValue::Text(read.to_owned()));
            });
        }
        let new = dotted.unwrap_or_else(|| format!("/{path}"));
        // The field that is meant may not exist.
        let replace = find("op").filter(|op| text(subject, *op) == Some("replace"));
        let replace = replace.filter(|_| value_at(subject, &new).is_none());
        let sentence = match replace {
            Some(_) => format!("Write `op: add` and `{new}`."),
            None => format!("Write `{new}`."),
        };
        offers.offer(certainty, sentence, |draft| {
            draft.set(node.into(), DraftValue::Text(new));
            if let Some(op) = replace {
                draft.set(op.into(), DraftValue::Text("add".to_owned()));
            }
        });
    }
    found
}

/// Corrects the name of a field in the path of an operation. Returns whether one is misspelled.
pub(super) fn corrected_path(offers: &mut Offers<'_, '_>, operation: NodeId) -> bool {
    let subject = offers.subject;
    let mut found = false;
    for key in ["path", "from"] {
        let node = subject.document.get(operation, key);
        let corrected = node.and_then(|node| {
            let pointer = text(subject, node)?;
            let dotted = || without_dots(subject, pointer.strip_prefix('/')?).filter(|new| new != pointer);
            Some((node, near_path(subject, pointer).or_else(dotted)?))
        });
        if let Some((node, new)) = corrected {
            found = true;
            offers.offer_intended(format!("Write `{new}`."), |draft| {
                draft.set(node.into(), DraftValue::Text(new.clone()));
            });
        }
    }
    found
}

/// Writes the key of the object that is nearly the last part of a path. Returns whether there is one.
fn near_member(offers: &mut Offers<'_, '_>, operation: NodeId) -> bool {
    let subject = offers.subject;
    let tree = &subject.merge.tree;
    let path = subject.document.get(operation, "path");
    let split = path.and_then(|path| Some((path, text(subject, path)?.rsplit_once('/')?)));
    let Some((path, (parent, last))) = split else {
        return false;
    };
    // A field of a type that is missing is no other field.
    let is_struct = match parent {
        "" => true,
        _ => shape_at(subject, parent) == Some(Shape::Struct),
    };
    let map = value_at(subject, parent).filter(|map| tree.kind(*map) == ValueKind::Map && !is_struct);
    let keys = map
        .into_iter()
        .flat_map(|map| tree.present(map).filter_map(|id| tree.key(id)));
    let Some(near) = mistyped_key(&decode_key(last), keys) else {
        return false;
    };
    let new = format!("{parent}/{}", escape_key(near));
    offers.offer(Certainty::Guess, format!("Write `{new}`."), |draft| {
        draft.set(path.into(), DraftValue::Text(new.clone()));
    });
    true
}

/// Returns a path with the first name that its type does not have replaced by a similar one.
fn near_path(subject: &Subject<'_>, pointer: &str) -> Option<String> {
    let schema = subject.schema();
    let mut type_position = subject.merge.top_type()?;
    let mut parts: Vec<&str> = pointer.split('/').collect();
    for at in 1..parts.len() {
        type_position = match schema.shape(type_position) {
            Shape::List => schema.item(type_position),
            Shape::Struct if schema.field_names(type_position).all(|name| name != parts[at]) => {
                let near = schema.near_field(type_position, parts[at])?;
                parts[at] = &near;
                return Some(parts.join("/"));
            }
            _ => schema.peek(type_position, parts[at])?.type_position,
        };
    }
    None
}

/// Removes the operations that change only the status, which the API server ignores. It ignores no test.
pub(super) fn without_status(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let is_of_status = |operation: &NodeId| {
        let is_status = |pointer: &str| is_at_or_below(pointer, "/status");
        let find = |key| member(subject, *operation, key);
        let is_kept = match find("op") {
            Some("test") => true,
            // The other value is removed.
            Some("move") => !find("from").is_some_and(is_status),
            _ => false,
        };
        find("path").is_some_and(is_status) && !is_kept
    };
    let is_other = |operation| !is_of_status(&operation);
    if subject.step.rule != Rule::StatusIgnored && operation_of(subject).is_none_or(is_other) {
        return;
    }
    let all = subject.selected_items(subject.document.root(), Selected::OfStatus, is_of_status);
    if all.is_empty() {
        return;
    }
    let sentence = "Remove the operations on `status`: the API server ignores it.";
    offers.offer(Certainty::IgnoredStatus, sentence, |draft| {
        draft.remove_each(all.iter().copied());
    });
}

/// Removes the operations that change a field that cannot change. A value was meant, and perhaps for another object.
fn without_write(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(objection) = subject.objection() else {
        return;
    };
    let field = field_pointer(subject, objection);
    let is_spec = objection.field == "spec";
    let mutable = objection.mutable_fields().unwrap_or_default();
    let can_change = |pointer: &str| {
        let mut parts = pointer.trim_start_matches("/spec/").split('/');
        match parts.next().unwrap_or_default() {
            "resources" => parts.next() == Some("requests"),
            "containers" | "initContainers" => parts.nth(1) == Some("image"),
            field => mutable.contains(&field),
        }
    };
    let changes = |operation: &NodeId| {
        let find = |key| member(subject, *operation, key);
        let is_in = |pointer: &str| is_at_or_below(pointer, &field) && !(is_spec && can_change(pointer));
        match find("op") {
            Some("test") => false,
            Some("move") if find("from").is_some_and(is_in) => true,
            _ => find("path").is_some_and(is_in),
        }
    };
    let operations = subject.document.children(subject.document.root());
    let all: Vec<NodeId> = operations.filter(changes).collect();
    for operation in &all {
        removed(offers, *operation, Certainty::Guess);
    }
    if all.len() > 1 {
        let sentence = match is_spec {
            true => "Remove the operations on fields of `spec` that cannot change.".to_owned(),
            false => format!(
                "Remove the operations on `{}`: it cannot change.",
                objection.field
            ),
        };
        offers.offer(Certainty::Guess, sentence, |draft| {
            draft.remove_each(all.iter().copied());
        });
    }
}

/// Returns the pointer to the field that the API server rejects, which the result may not have.
fn field_pointer(subject: &Subject<'_>, objection: &Objection<ResultId>) -> String {
    let mut pointer = subject.merge.json_pointer(objection.at);
    // `data[tls.key]` has the key of a map, which can have dots.
    let name = objection.missing.as_deref().unwrap_or_default();
    let (map, key) = match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        Some((map, key)) => (map, key),
        None => (name, ""),
    };
    for part in [map, key].into_iter().filter(|part| !part.is_empty()) {
        pointer = format!("{pointer}/{}", escape_key(part));
    }
    pointer
}

fn is_at_or_below(pointer: &str, above: &str) -> bool {
    let rest = pointer.strip_prefix(above);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Keeps a field that is required or cannot change: leaves the operation out that removes it.
fn without_removal(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let named = subject.objection().map(|it| field_pointer(subject, it));
    let own = subject.merge.json_pointer(subject.step.at);
    let is_of_kind =
        |operation: NodeId| matches!(member(subject, operation, "path"), Some("/kind" | "/apiVersion"));
    let is_above = |operation: &NodeId| {
        let find = |key| member(subject, *operation, key);
        let pointer = match find("op") {
            Some("test") => None,
            _ if subject.step.rule == Rule::ResultWithoutKind && is_of_kind(*operation) => return true,
            Some("remove") => find("path"),
            Some("move") => find("from"),
            _ => None,
        };
        pointer.filter(|it| !it.is_empty()).is_some_and(|removed| {
            named.as_deref().is_some_and(|it| is_at_or_below(it, removed)) || is_at_or_below(&own, removed)
        })
    };
    let removing = subject.selected_items(subject.document.root(), Selected::Removing, |operation| {
        matches!(member(subject, *operation, "op"), Some("remove" | "move")) || is_of_kind(*operation)
    });
    let is_required = subject
        .objection()
        .is_some_and(|it| matches!(it.message, ServerMessage::Required(_)));
    let sentence = match is_required {
        true => "Remove the operation: the field is required.",
        false => "Remove the operation.",
    };
    for operation in removing.iter().copied().filter(is_above) {
        offers.offer_intended(sentence, |draft| draft.remove(operation.into()));
    }
}
