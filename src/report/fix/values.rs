//! Fixes of values with the wrong type, and of unknown fields.

use rustc_hash::FxHashSet;

use super::candidate::{Certainty, FixSentence, Offers, Removal, Subject, directed, scalar_text, written};
use super::draft::{Draft, DraftId, DraftValue};
use super::item_types::{ItemForm, item_form};
use super::{directives, item_types, operations, other_names, places, texts};
use crate::document::write::double_quoted;
use crate::document::{Document, NodeId, Numbers, Tree, Value, ValueKind, encode_base64, same};
use crate::merge::directive_names::{is_kubernetes_directive, similar_directive};
use crate::merge::directives::{DIRECTIVES, is_parallel_list};
use crate::merge::{DecodeCause, Rule, Semantics, hidden_quote_help, quote_null};
use crate::schema::{Field, Shape, TypePosition};

pub(super) fn offer(offers: &mut Offers<'_, '_>) {
    let Some(node) = offers.subject.node else { return };
    match offers.subject.step.rule {
        Rule::NotAString => quoted(offers, node),
        // As a label or another value it would only look valid.
        Rule::ServerType if is_directive(offers, node) => match offers.subject.is_strategic() {
            true => directives::stored(offers),
            false => directives::of_other_patch_type(offers),
        },
        Rule::WrongType | Rule::ServerType => {
            if old_backend(offers, node) {
                return offers.repeat_as_guesses();
            }
            converted(offers, node);
            item_types::name_value_pairs(offers, node);
            if offers.subject.list_of(node).is_some() {
                item_types::keyed(offers);
            }
            encoded(offers, node);
            if let Some(sentence) = without_meaning(offers, node) {
                offers.remove(Certainty::Intended, sentence, node);
            }
            match offers.subject.document.kind(node).is_scalar() && has_content(offers, node) {
                // The user must write a valid value.
                true => same_as_live(offers, node),
                // What it has is meant to stay.
                false if has_content(offers, node) => {}
                false => {
                    let certainty = Certainty::intended_if(!empty_string_as_empty_list(offers, node));
                    left_out(offers, node, certainty);
                }
            }
        }
        Rule::YamlNumber => decimal(offers, node),
        Rule::StoredNull | Rule::MergePatchNullKept | Rule::MergePatchNullRemoved => null(offers, node),
        // The same fix as that of the directive, which the merge reports, too.
        Rule::UnstoredField
            if offers.subject.is_strategic() && is_near_directive(offers.subject.key(node)) =>
        {
            directives::stored(offers);
        }
        Rule::UnstoredField if offers.subject.key(node).starts_with('$') => {
            directives::of_other_patch_type(offers);
        }
        Rule::NoSuchField | Rule::UnstoredField | Rule::UnknownField | Rule::NoMergeRule => {
            // A removal would lose what is meant.
            if item_types::name_value_pairs(offers, node)
                || item_types::keyed_maps(offers, node)
                || old_backend(offers, node)
            {
                return offers.repeat_as_guesses();
            }
            operations::without_copies(offers, node);
            let is_misspelled = renamed(offers, node);
            if !is_misspelled && places::moved(offers, node) {
                return offers.repeat_as_guesses();
            }
            // A value whose name has a meaning elsewhere is meant for another place.
            let subject = offers.subject;
            let is_misplaced = has_content(offers, node)
                && (is_all_of_map(offers, node)
                    || other_names::has_meaning(subject, subject.target_name(node)));
            // The mistake after a rejected one can hide whether the other name is accepted.
            if !(is_misspelled && subject.step.rule == Rule::UnknownField) {
                left_out(
                    offers,
                    node,
                    Certainty::intended_if(!is_misspelled && !is_misplaced),
                );
            }
        }
        Rule::KubernetesPanics if !offers.subject.is_json_patch() => {
            // The removal of an item loses its changes.
            let certainty =
                Certainty::intended_if(!(is_item_of_field(offers, node) && has_content(offers, node)));
            left_out(offers, node, certainty);
        }
        _ => {}
    }
}

/// Fixes of an applied configuration.
pub(super) fn offer_applied(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    match (subject.step.rule, subject.node) {
        (Rule::ApplyTypeMismatch, Some(node)) => {
            converted(offers, node);
            renamed(offers, node);
        }
        (Rule::ApplyManagedFields, _) => {
            let metadata = subject.document.get(subject.document.root(), "metadata");
            let fields = metadata.and_then(|metadata| subject.document.get(metadata, "managedFields"));
            if let Some(node) = fields {
                let sentence = "Remove `metadata.managedFields` from the applied configuration.";
                offers.remove(Certainty::Intended, sentence, node);
            }
        }
        _ => {}
    }
}

/// The fields of the metadata that no patch changes, without those that name another object.
const FIXED_METADATA: [&str; 6] = [
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
    "generation",
    "selfLink",
    "uid",
];

/// Returns the sentence for the removal of a value that no patch of this type and object can set, whatever its type.
fn without_meaning(offers: &Offers<'_, '_>, node: NodeId) -> Option<FixSentence> {
    let subject = offers.subject;
    let key = subject.target_name(node);
    let is_field = match subject.as_operation(node) {
        Some(operation) => operation != node,
        None => subject.document.key(node).is_some(),
    };
    if !is_field || is_whole_patch(offers, node) {
        return None;
    }
    let bare = key.split('/').next().unwrap_or_default();
    if !subject.is_strategic() && DIRECTIVES.contains(&bare) {
        let sentence = format!("Remove `{key}`: only a strategic merge patch has directives.");
        return Some(sentence.into());
    }
    let pointer = match subject.as_operation(node) {
        Some(operation) => subject.pointer(operation)?.to_owned(),
        None => {
            let mut keys: Vec<&str> = subject.up(node).map(|node| subject.key(node)).collect();
            keys.reverse();
            keys.join("/")
        }
    };
    let is_fixed = match pointer.strip_prefix("/metadata/") {
        Some(name) => FIXED_METADATA.contains(&name),
        None => matches!(&*pointer, "/kind" | "/apiVersion"),
    };
    let live = subject.live();
    (is_fixed && !live.is_empty(live.root()))
        .then(|| Removal::field(key).because("a patch cannot change it").into())
}

/// Returns whether the key of a node is a directive, perhaps in other letter cases.
fn is_directive(offers: &Offers<'_, '_>, node: NodeId) -> bool {
    let key = offers.subject.key(node);
    is_kubernetes_directive(key) || similar_directive(key).is_some()
}

/// Returns whether a node is all that the patch changes.
fn is_whole_patch(offers: &Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let is_only = |node: NodeId| subject.document.len(node) == 1;
    match subject.is_json_patch() {
        true => is_only(subject.document.root()),
        false => subject.up(node).skip(1).all(is_only),
    }
}

/// Returns whether the removal of a node loses what the user wanted: a value, even of the wrong type, or all that
/// the patch has.
fn has_content(offers: &Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let is_empty = match subject.document.value(node) {
        Value::Null | Value::String("") => true,
        value => !value.kind().is_scalar() && subject.document.is_empty(node),
    };
    !is_empty || is_whole_patch(offers, node)
}

/// Returns whether a field is all that a map of the patch has: something is meant for this map.
fn is_all_of_map(offers: &Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let map = subject.parent(node).filter(|_| !subject.is_json_patch());
    map.is_some_and(|map| subject.document.len(map) == 1)
}

/// Returns whether a node is an item of a field, and not of a directive.
fn is_item_of_field(offers: &Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let list = subject
        .parent(node)
        .filter(|_| subject.document.key(node).is_none());
    list.is_some_and(|list| !subject.key(list).starts_with('$'))
}

fn entry_text(offers: &Offers<'_, '_>, node: NodeId, value: &str) -> String {
    match offers.subject.document.key(node).unwrap_or_default() {
        "" => value.to_owned(),
        key => format!("{key}: {value}"),
    }
}

pub(super) fn quoted(offers: &mut Offers<'_, '_>, node: NodeId) {
    let (text, is_exact) = offers.subject.file_text(node);
    let certainty = Certainty::intended_if(is_exact);
    let value = double_quoted(&text);
    let key = boolean_key(offers, node);
    let sentence = match &key {
        Some(key) => format!("Quote the key and the value: `{}: {value}`.", double_quoted(key)),
        None => format!("Quote the value: `{}`.", entry_text(offers, node, &value)),
    };
    let entry = entry_of_key(offers, node, &text);
    let sentence = match entry {
        Some((_, order)) => format!("{sentence} Also quote it in `{order}`."),
        None => sentence,
    };
    offers.offer(certainty, sentence, |draft| {
        if let Some(key) = &key {
            draft.rename(node.into(), key);
        }
        if let Some((entry, _)) = entry {
            draft.set(entry.into(), DraftValue::Text(text.clone()));
        }
        draft.set(node.into(), DraftValue::Text(text))
    });
    if let Some(last) = offers.all.last_mut().filter(|_| key.is_none()) {
        let document = offers.subject.document;
        last.hidden_help = hidden_quote_help(document, node, document.key(node));
    }
}

/// Returns the same text in the order of the list, if the value is the merge key of an item, and the key of the order.
fn entry_of_key<'m>(offers: &Offers<'_, 'm>, node: NodeId, text: &str) -> Option<(NodeId, &'m str)> {
    let subject = offers.subject;
    let document = subject.document;
    let item = subject.parent(node)?;
    let list = subject.list_of(item)?;
    let merge_key = subject.field(item)?.merge_key?;
    let order = subject.next_to(list, &format!("$setElementOrder/{}", subject.key(list)))?;
    let is_same = |own: &NodeId| {
        let is_equal = document.value(*own) == document.value(node);
        is_equal && subject.file_text(*own).0 == text
    };
    let keys = document
        .children(order)
        .filter_map(|entry| document.get(entry, merge_key));
    let own = keys.filter(|_| subject.key(node) == merge_key).find(is_same)?;
    Some((own, document.key(order)?))
}

/// Returns the text of a key that YAML 1.1 reads as another one: `y` is `true`.
fn boolean_key(offers: &Offers<'_, '_>, node: NodeId) -> Option<String> {
    let document = offers.subject.document;
    let key = document.key(node)?;
    let span = document.key_span(node)?;
    let text = document.text().get(span.start as usize..span.end as usize)?;
    let is_word = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_word && text != key && matches!(key, "true" | "false")).then(|| text.to_owned())
}

fn decimal(offers: &mut Offers<'_, '_>, node: NodeId) {
    let text = scalar_text(offers.subject.document.value(node)).unwrap_or_default();
    let sentence = format!(
        "Write the number in decimal: `{}`.",
        entry_text(offers, node, &text)
    );
    offers.write(sentence, node, text);
}

/// Converts a value to the type of the field.
pub(super) fn converted(offers: &mut Offers<'_, '_>, node: NodeId) {
    let subject = offers.subject;
    let Some(field) = value_field(offers, node) else {
        return;
    };
    let (document, schema) = (subject.document, subject.schema());
    let (shape, scalar) = (schema.shape(field.0), schema.scalar_kind(field.0));
    let value = document.value(node);
    let only = |list: &NodeId| {
        let mut items = document.children(*list);
        let is_only = document.kind(*list) == ValueKind::List && document.len(*list) == 1;
        items.next().filter(|_| is_only)
    };
    let name = subject.target_name(node).to_owned();
    if scalar == Some("string") && matches!(value, Value::Bool(_) | Value::Integer(_) | Value::Float(_)) {
        return quoted(offers, node);
    }
    let new = match (shape, value) {
        (Shape::Scalar, Value::String(text)) => match scalar {
            Some("bool") => match text.trim().to_ascii_lowercase().as_str() {
                "true" | "yes" | "on" => Some(DraftValue::Bool(true)),
                "false" | "no" | "off" => Some(DraftValue::Bool(false)),
                _ => None,
            },
            Some("int32" | "int64") => text.trim().parse().ok().map(DraftValue::Integer),
            Some("float64") => text.trim().parse().ok().map(|value| Value::Float(value).into()),
            _ => None,
        },
        _ => None,
    };
    if let (Value::String(text), Some(new)) = (value, other_notation(offers, node, scalar)) {
        let sentence = format!("Write {} instead of `{text}`.", new.1);
        return offers.offer_intended(sentence, |draft| draft.set(node.into(), new.0));
    }
    if let (Value::String(text), Some(DraftValue::Integer(number))) = (value, &new)
        && (starts_with_zero(text.trim()) || is_mode(offers, node) && *number > 0o7)
    {
        return octal_or_decimal(offers, node, text.trim(), *number);
    }
    if let Some(new) = new {
        let shown = match &new {
            DraftValue::Bool(value) => value.to_string(),
            DraftValue::Integer(value) => value.to_string(),
            DraftValue::Float(bits) => f64::from_bits(*bits).to_string(),
            _ => String::new(),
        };
        let sentence = format!(
            "Write the value without quotes: `{}`.",
            entry_text(offers, node, &shown)
        );
        return offers.offer_intended(sentence, |draft| draft.set(node.into(), new));
    }
    if let (Shape::Struct, Value::String(text)) = (shape, value) {
        separated(offers, node, text, field.0);
    }
    if shape == Shape::Struct && document.key(node).is_some() {
        main_field(offers, node, field.0);
    }
    match (shape, value.kind()) {
        (Shape::List, kind) if kind != ValueKind::List => {
            let item = schema.shape(schema.item(field.0));
            let fits = match kind {
                ValueKind::Map => {
                    matches!(item, Shape::Struct | Shape::Map)
                        && field.1.is_none_or(|key| document.get(node, key).is_some())
                }
                ValueKind::String => item == Shape::Scalar,
                _ => false,
            };
            if let Value::String(text) = value
                && fits
                && texts::several_words(offers, node, text)
            {
                return;
            }
            if let Some(merge_key) = field.1.filter(|_| !fits && kind == ValueKind::Map) {
                named_items(offers, node, merge_key, schema.item(field.0));
            }
            if let Some(form @ ItemForm::Keyed(..)) = item_form(subject, node, (field.0, field.1), &name) {
                let sentence = format!("Write `{name}: [{}]`.", form.written(subject, node));
                offers.offer(form.certainty(), sentence, |draft| {
                    let list = form.list(draft, document, node);
                    draft.replace(node.into(), list);
                });
            }
            // The empty string is a group of the API.
            let fits = fits && (value != Value::String("") || name == "apiGroups");
            if fits && replaces_items(offers, node) {
                return one_of_list(offers, node);
            }
            if fits {
                let sentence = format!("Write `{name}` as a list with this one item.");
                offers.offer_intended(sentence, |draft| {
                    let item = draft.copy(document, node);
                    draft.replace_by_list(node, item);
                });
            }
        }
        (shape, ValueKind::List) if shape != Shape::List => {
            let inner = std::iter::successors(only(&node), only).last();
            let fits = |item: &NodeId| match shape {
                Shape::Struct | Shape::Map => document.kind(*item) == ValueKind::Map,
                _ => document.kind(*item) != ValueKind::List,
            };
            if let Some(item) = inner.filter(fits) {
                let certainty = Certainty::intended_if(!(shape == Shape::Map && is_pair(document, item)));
                let sentence = match document.key(node) {
                    Some(_) => format!("Write the value of `{name}` without a list around it."),
                    None => format!("Write `{}` without a list around it.", subject.written(item)),
                };
                // A number in place of a string needs quotes, too.
                let is_number = matches!(
                    document.value(item),
                    Value::Bool(_) | Value::Integer(_) | Value::Float(_)
                );
                let text = subject.file_text(item);
                let quoted = (scalar == Some("string") && is_number && text.1).then_some(text.0);
                offers.offer(certainty, sentence, |draft| {
                    let value = match quoted {
                        Some(text) => draft.make(DraftValue::Text(text)),
                        None => draft.copy(document, item),
                    };
                    draft.replace(node.into(), value);
                });
            }
            if shape == Shape::Map {
                joined_maps(offers, node);
                texts::pairs(offers, node, field.0);
            }
        }
        (Shape::Map, ValueKind::String) => {
            texts::pairs(offers, node, field.0);
        }
        _ => {}
    }
}

/// Returns whether a list at the place of a node replaces items of the live list.
fn replaces_items(offers: &Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let live = subject.live();
    let has_items = |list: NodeId| live.kind(list) == ValueKind::List && !live.is_empty(list);
    match subject.as_operation(node) {
        Some(operation) => {
            let mut parts = subject
                .pointer(operation)
                .into_iter()
                .flat_map(|pointer| pointer.split('/').skip(1));
            let list = parts.try_fold(live.root(), |at, part| match live.kind(at) {
                ValueKind::List => live.children(at).nth(part.parse().ok()?),
                _ => live.get(at, part),
            });
            list.is_some_and(has_items)
        }
        None if subject
            .field(node)
            .is_some_and(|field| subject.merges_items(&field)) =>
        {
            false
        }
        None => subject.live_of(node).is_some_and(has_items),
    }
}

/// Returns whether a text is a number with a zero before it.
fn starts_with_zero(text: &str) -> bool {
    text.len() > 1 && text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The highest mode of a file.
const MAX_MODE: i64 = 0o777;

/// Returns whether a field is the mode of a file, which is written in octal.
fn is_mode(offers: &Offers<'_, '_>, node: NodeId) -> bool {
    let name = offers.subject.target_name(node).to_ascii_lowercase();
    name.ends_with("mode")
}

/// Writes a number that can be octal. A mode with a zero before it, or that is too high as a decimal number, is; others can
/// be meant in both ways.
fn octal_or_decimal(offers: &mut Offers<'_, '_>, node: NodeId, text: &str, decimal: i64) {
    let octal = i64::from_str_radix(text, 8)
        .ok()
        .filter(|octal| is_mode(offers, node) && *octal <= MAX_MODE);
    let number = octal.unwrap_or(decimal);
    let entry = entry_text(offers, node, &number.to_string());
    let (has_zero, is_high) = (starts_with_zero(text), decimal > MAX_MODE);
    let sentence = match octal {
        Some(_) if has_zero => format!("Write `{entry}`: that is {text} in octal."),
        Some(_) if is_high => format!("Write `{entry}`: that is 0{text} in octal."),
        Some(octal) => {
            format!("Write {decimal}, which is 0{decimal:o} in octal, or {octal}, which is 0{text} in octal.")
        }
        None if has_zero => {
            format!("Write the value without quotes and without the zero before it: `{entry}`.")
        }
        None => format!("Write the value without quotes: `{entry}`."),
    };
    let is_clear = match octal {
        Some(_) => has_zero || is_high,
        None => !has_zero,
    };
    offers.offer(Certainty::intended_if(is_clear), sentence, |draft| {
        draft.set(node.into(), DraftValue::Integer(number));
    });
}

/// Writes a map as one item: more or all of the list can be meant.
fn one_of_list(offers: &mut Offers<'_, '_>, node: NodeId) {
    let subject = offers.subject;
    let document = subject.document;
    let name = subject.target_name(node);
    let operation = subject.as_operation(node);
    let add = operation.and_then(|operation| {
        let pointer = subject.pointer(operation)?;
        let is_add = document.value(document.get(operation, "op")?) == Value::String("add");
        is_add.then_some((document.get(operation, "path")?, format!("{pointer}/-")))
    });
    let whole = format!("write `{name}` as a list");
    if let Some((path, new)) = add {
        let sentence = format!("To add one item, write the path `{new}`. To replace the list, {whole}.");
        return offers.offer(Certainty::Guess, sentence, |draft| {
            draft.set(path.into(), DraftValue::Text(new));
        });
    }
    let sentence = format!("To replace the live list by this one item, {whole}. To add it, write all items.");
    offers.offer(Certainty::Guess, sentence, |draft| {
        let item = draft.copy(document, node);
        draft.replace_by_list(node, item);
    });
}

/// The types whose value users write as the value of one field, and this field.
const MAIN_FIELDS: [(&str, &str); 7] = [
    ("ConfigMapEnvSource", "name"),
    ("DaemonSetUpdateStrategy", "type"),
    ("DeploymentStrategy", "type"),
    ("LocalObjectReference", "name"),
    ("SecretEnvSource", "name"),
    ("ServiceBackendPort", "number"),
    ("StatefulSetUpdateStrategy", "type"),
];

/// Writes a scalar as a map with the field that is meant: `Recreate` as `{type: Recreate}`.
fn main_field(offers: &mut Offers<'_, '_>, node: NodeId, map: TypePosition) {
    let subject = offers.subject;
    let (document, schema) = (subject.document, subject.schema());
    let name = schema
        .struct_name(map)
        .and_then(|(name, _)| name.rsplit('.').next());
    let Some((_, key)) = MAIN_FIELDS.iter().find(|(own, _)| Some(*own) == name) else {
        return;
    };
    let value = document.value(node);
    let key = match (*key, value.kind()) {
        ("number", ValueKind::String) => "name",
        ("number", ValueKind::Integer) => "number",
        ("name" | "type", ValueKind::String) => *key,
        _ => return,
    };
    // The live object can have a field that is not used together with this one.
    let other = match (key, value) {
        ("type", Value::String("RollingUpdate")) => None,
        ("type", _) => Some("rollingUpdate"),
        ("number", _) => Some("name"),
        _ if name == Some("ServiceBackendPort") => Some("number"),
        _ => None,
    };
    let live = subject.live();
    let cleared = other.filter(|other| {
        let live_map = subject.live_of(node);
        live_map.is_some_and(|map| live.get(map, other).is_some())
    });
    let more = cleared.map_or_else(String::new, |other| format!(", {other}: null"));
    let new = format!("{{{key}: {}{more}}}", subject.written(node));
    let sentence = format!("Write `{}`.", entry_text(offers, node, &new));
    offers.offer_intended(sentence, |draft| {
        let map = draft.map_of(key, value.into());
        if let Some(other) = cleared {
            draft.put_new(map, other, DraftValue::Null);
        }
        draft.replace(node.into(), map);
    });
}

/// Writes the backend of the old Ingress API, or one without the inner maps, as that of the current one:
/// `{serviceName: a, servicePort: 80}` as `{service: {name: a, port: {number: 80}}}`. Returns whether there is one.
fn old_backend(offers: &mut Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let (document, schema) = (subject.document, subject.schema());
    let (names, ports) = (["serviceName", "service"], ["servicePort", "port"]);
    let of_backend = names.iter().chain(&ports).any(|key| *key == subject.key(node));
    let Some(map) = subject.parent(node).filter(|_| of_backend) else {
        return false;
    };
    let find = |keys: [&str; 2]| keys.into_iter().find_map(|key| document.get(map, key));
    let (Some(name), Some(port)) = (find(names), find(ports)) else {
        return false;
    };
    let of_map = subject.typed(map).map(|(type_position, _)| type_position);
    let type_name = of_map.and_then(|map| Some(schema.struct_name(map)?.0));
    let is_backend = type_name.is_some_and(|name| name.ends_with(".IngressBackend"));
    let key = match document.kind(port) {
        ValueKind::Integer => "number",
        ValueKind::String => "name",
        _ => return false,
    };
    let has_other = document.get(map, "service").is_some_and(|other| other != name);
    if !is_backend || document.kind(name) != ValueKind::String || has_other || ![name, port].contains(&node) {
        return false;
    }
    let (host, number) = (subject.written(name), subject.written(port));
    let new = format!("{{service: {{name: {host}, port: {{{key}: {number}}}}}}}");
    let sentence = format!("Write `{}`.", entry_text(offers, map, &new));
    offers.offer_intended(sentence, |draft| {
        let service = draft.map_of("name", document.value(name).into());
        let port_map = draft.map_of(key, document.value(port).into());
        draft.put(service, "port", port_map);
        draft.rename(name.into(), "service");
        draft.replace(name.into(), service);
        draft.remove(port.into());
    });
    true
}

/// Writes a field without its colon, or without the space after it, as a field: `replicas 3` as `replicas: 3`.
fn separated(offers: &mut Offers<'_, '_>, node: NodeId, text: &str, map: TypePosition) {
    let schema = offers.subject.schema();
    let Some((key, value)) = text.split_once([':', ' ']) else {
        return;
    };
    let (key, value) = (key.to_owned(), value.trim().to_owned());
    // Several words are a sentence, or several lines that YAML folded into one value.
    if value.contains(char::is_whitespace) {
        return;
    }
    let field = schema.peek(map, &key).map(|field| field.type_position);
    let Some(field) = field.filter(|field| schema.shape(*field) == Shape::Scalar && !value.is_empty()) else {
        return;
    };
    let typed = match schema.scalar_kind(field) {
        Some("int32" | "int64") => value.parse().ok().map(DraftValue::Integer),
        Some("bool") => value.parse().ok().map(DraftValue::Bool),
        _ => Some(DraftValue::Text(value.clone())),
    };
    if let Some(typed) = typed {
        let sentence = format!("Write `{key}: {value}`, with a colon and a space.");
        offers.offer_intended(sentence, |draft| {
            let map = draft.map_of(&key, typed);
            draft.replace(node.into(), map);
        });
    }
}

/// Returns the same value as Kubernetes writes it, with its text: a quantity in bytes without `B`, a duration as a
/// number of seconds.
fn other_notation(
    offers: &Offers<'_, '_>,
    node: NodeId,
    scalar: Option<&str>,
) -> Option<(DraftValue, String)> {
    let text: String = offers.subject.document.value(node).as_str()?.split(' ').collect();
    if matches!(scalar, Some("int32" | "int64")) && offers.subject.target_name(node).ends_with("Seconds") {
        let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit())?);
        let seconds = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 3600,
            _ => return None,
        };
        let value = number.parse::<i64>().ok()?.checked_mul(seconds)?;
        return Some((DraftValue::Integer(value), format!("`{value}`")));
    }
    let subject = offers.subject;
    let is_quantity = subject.merge.decode_cause(subject.step) == Some(&DecodeCause::Quantity);
    let short = text.strip_suffix('B').filter(|_| is_quantity)?;
    let (number, unit) = short.split_at(short.find(|c: char| !c.is_ascii_digit() && c != '.')?);
    let is_unit = ["Ki", "Mi", "Gi", "Ti", "k", "M", "G", "T"].contains(&unit);
    (is_unit && !number.is_empty()).then(|| (DraftValue::Text(short.to_owned()), format!("`{short}`")))
}

/// Writes a map of names, as other programs read it, as a list of items: `{A: x}` as `[{name: A, value: x}]`.
fn named_items(offers: &mut Offers<'_, '_>, node: NodeId, merge_key: &str, item: TypePosition) {
    let subject = offers.subject;
    let (document, schema) = (subject.document, subject.schema());
    let is_item = |entry: NodeId| match document.kind(entry) {
        ValueKind::Map => document.get(entry, merge_key).is_none(),
        kind => kind.is_scalar() && kind != ValueKind::Null && schema.peek(item, "value").is_some(),
    };
    let entries: Vec<NodeId> = document.children(node).collect();
    // A field of one item is not the name of an item.
    let is_field = |key: &str| schema.peek(item, key).is_some() || schema.near_field(item, key).is_some();
    let is_name = |entry: &NodeId| {
        let key = subject.key(*entry);
        !key.starts_with('$') && !is_field(key) && is_item(*entry)
    };
    if merge_key != "name" || entries.is_empty() || !entries.iter().all(is_name) {
        return;
    }
    let sentence = format!(
        "Write `{}` as a list of items that have a `{merge_key}`.",
        subject.target_name(node)
    );
    let is_exact = |entry: &NodeId| document.kind(*entry) == ValueKind::Map || subject.file_text(*entry).1;
    let certainty = Certainty::intended_if(entries.iter().all(is_exact) && !replaces_items(offers, node));
    offers.offer(certainty, sentence, |draft| {
        let list = draft.make(DraftValue::List);
        for entry in entries {
            let name = DraftValue::Text(subject.key(entry).to_owned());
            let new = draft.map_of(merge_key, name);
            if document.kind(entry) == ValueKind::Map {
                for field in document.children(entry) {
                    let value = draft.copy(document, field);
                    draft.put(new, subject.key(field), value);
                }
            } else {
                draft.put_new(new, "value", DraftValue::Text(subject.file_text(entry).0));
            }
            draft.insert(list, usize::MAX, new);
        }
        draft.replace(node.into(), list);
    });
}

/// Returns whether a map contains a name and a value, as `{name: a, value: b}`. A map of names contains no such maps.
fn is_pair(document: &Document, item: NodeId) -> bool {
    let is_part = |key: &str| {
        ["name", "key", "value"]
            .iter()
            .any(|part| key.eq_ignore_ascii_case(part))
    };
    document
        .children(item)
        .any(|entry| document.key(entry).is_some_and(is_part))
}

/// Writes a list of maps with different keys as one map: `[{a: x}, {b: y}]` as `{a: x, b: y}`.
fn joined_maps(offers: &mut Offers<'_, '_>, node: NodeId) {
    let subject = offers.subject;
    let document = subject.document;
    let items: Vec<NodeId> = document.children(node).collect();
    let entries: Vec<NodeId> = items.iter().flat_map(|item| document.children(*item)).collect();
    let keys: FxHashSet<&str> = entries.iter().map(|entry| subject.key(*entry)).collect();
    let are_maps = items.iter().all(|item| document.kind(*item) == ValueKind::Map);
    let is_directive = |key: &&str| key.is_empty() || key.starts_with('$');
    if items.len() < 2 || !are_maps || keys.len() < entries.len() || keys.iter().any(is_directive) {
        return;
    }
    let sentence = format!("Write `{}` as one map.", subject.target_name(node));
    let certainty = Certainty::intended_if(!items.iter().any(|item| is_pair(document, *item)));
    offers.offer(certainty, sentence, |draft| {
        let map = draft.make(DraftValue::Map);
        for entry in entries {
            let value = draft.copy(document, entry);
            draft.put(map, subject.key(entry), value);
        }
        draft.replace(node.into(), map);
    });
}

/// Encodes a plain string as base64 for a Secret. Text that has only characters of base64 may be base64 that
/// was cut off.
fn encoded(offers: &mut Offers<'_, '_>, node: NodeId) {
    let subject = offers.subject;
    let Value::String(text) = subject.document.value(node) else {
        return;
    };
    if subject.merge.decode_cause(subject.step) != Some(&DecodeCause::Base64) {
        return;
    }
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=\r\n".contains(&byte);
    let certainty = Certainty::intended_if(!text.bytes().all(is_base64));
    let name = subject.target_name(node);
    let encoded = encode_base64(text.as_bytes());
    offers.offer(
        certainty,
        format!("Encode the value of `{name}` as base64."),
        |draft| {
            draft.set(node.into(), DraftValue::Text(encoded));
        },
    );
}

/// Writes an empty string in place of a live list as an empty list. Returns whether it can be meant.
fn empty_string_as_empty_list(offers: &mut Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let is_list = value_field(offers, node).is_some_and(|(at, _)| subject.schema().shape(at) == Shape::List);
    let is_empty = subject.document.value(node) == Value::String("");
    let clears = is_list && is_empty && replaces_items(offers, node);
    if clears {
        let sentence = format!(
            "Write `{}` to clear the list, or remove it from {}.",
            entry_text(offers, node, "[]"),
            subject.merge.input_name()
        );
        offers.offer(Certainty::Guess, sentence, |draft| {
            let list = draft.make(DraftValue::List);
            draft.replace(node.into(), list);
        });
    }
    clears
}

/// Returns the type of a value and its merge key.
fn value_field<'m>(offers: &Offers<'_, 'm>, node: NodeId) -> Option<(TypePosition, Option<&'m str>)> {
    let (type_position, field): (_, Option<Field<'m>>) = offers.subject.typed(node)?;
    let of_value = field.filter(|_| offers.subject.document.key(node).is_some());
    Some((type_position, of_value.and_then(|field| field.merge_key)))
}

/// Renames a field to the similar name that its type has. Returns whether there is one.
fn renamed(offers: &mut Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    if let Some(operation) = subject.as_operation(node) {
        let has_no_slash = operations::with_slash(offers, operation);
        return operations::corrected_path(offers, operation) || has_no_slash;
    }
    let key = subject.key(node);
    let Some(map) = subject.parent(node) else {
        return false;
    };
    let bare = key.split('/').next().unwrap_or_default();
    let directive = format!("${bare}");
    let is_named = DIRECTIVES.contains(&&*directive) && key.contains('/') == is_parallel_list(&directive);
    let mut names = Vec::new();
    // Other patch types have no directives.
    let is_known = match subject.merge.inputs.semantics {
        Semantics::Strategic(dialect) => {
            directive != "$patchMergeKey" || dialect.for_lints().knows_merge_keys
        }
        _ => false,
    };
    if is_named && is_known {
        names.push(format!("${key}"));
    }
    let type_position = match subject.document.key(map) {
        _ if subject.parent(map).is_none() => subject.merge.top_type(),
        _ => subject.typed(map).map(|(type_position, _)| type_position),
    };
    let field = directed(key).unwrap_or(key);
    if let Some(near) =
        type_position.and_then(|type_position| subject.schema().near_field(type_position, field))
    {
        names.push(match key.strip_suffix(field) {
            Some(lead) => format!("{lead}{near}"),
            None => near,
        });
    }
    let merge_key = subject
        .document
        .key(map)
        .is_none()
        .then(|| subject.field(map))
        .flatten();
    if let Some(merge_key) = merge_key.and_then(|field| field.merge_key)
        && subject.near_merge_key(map, merge_key) == Some(node)
        && names.iter().all(|name| name != merge_key)
    {
        names.push(merge_key.to_owned());
    }
    // A directive of another patch type can name an existing list.
    names.retain(|name| name != key);
    let is_misspelled = !names.is_empty();
    for name in names {
        if let Some(known) = subject.document.get(map, &name) {
            joined_fields(offers, node, known);
            continue;
        }
        // `port: 8080` is meant as `ports: [{port: 8080}]`.
        let list = type_position.and_then(|at| subject.schema().peek(at, &name));
        let form = list.and_then(|list| {
            let is_value = subject.document.kind(node) != ValueKind::List;
            let form = item_form(subject, node, (list.type_position, list.merge_key), key);
            form.filter(|_| is_value)
        });
        if let Some(form) = form {
            let sentence = format!("Write `{name}: [{}]`.", form.written(subject, node));
            offers.offer(form.certainty(), sentence, |draft| {
                let list = form.list(draft, subject.document, node);
                draft.rename(node.into(), &name);
                draft.replace(node.into(), list);
            });
            continue;
        }
        let sentence = format!("Write `{name}` instead of `{key}`.");
        offers.offer_intended(sentence, |draft| {
            draft.rename(node.into(), &name);
            rename_directives(draft, map.into(), field, &name);
        });
    }
    is_misspelled
}

/// Moves the content of a misspelled map to the field that the patch has, too. Each key must be in one of the two.
fn joined_fields(offers: &mut Offers<'_, '_>, node: NodeId, known: NodeId) {
    let subject = offers.subject;
    let document = subject.document;
    let (key, name) = (subject.key(node), subject.key(known));
    if document.kind(node) != document.kind(known) || document.kind(node).is_scalar() {
        return;
    }
    if document.is_empty(node) {
        let input = subject.merge.input_name();
        let sentence = format!("Remove `{key}`: it is empty, and {input} has `{name}`.");
        return offers.remove(Certainty::Intended, sentence, node);
    }
    let entries: Vec<NodeId> = document.children(node).collect();
    let taken: FxHashSet<&str> = document.children(known).map(|entry| subject.key(entry)).collect();
    let is_free = |entry: &NodeId| {
        let own = document.key(*entry).filter(|own| !own.starts_with('$'));
        own.is_some_and(|own| !taken.contains(own))
    };
    // `$patch` would act on the moved content, too.
    if taken.contains("$patch") || !entries.iter().all(is_free) {
        return;
    }
    offers.offer_intended(format!("Write the content of `{key}` in `{name}`."), |draft| {
        for entry in entries {
            let value = draft.copy(document, entry);
            draft.put(known.into(), subject.key(entry), value);
        }
        draft.remove(node.into());
    });
}

/// Renames the directives of a renamed list.
fn rename_directives(draft: &mut Draft, map: DraftId, old: &str, new: &str) {
    for entry in draft.items(map) {
        let key = draft.key(entry).unwrap_or_default().to_owned();
        if let Some(lead) = key
            .strip_suffix(old)
            .filter(|lead| lead.starts_with('$') && lead.ends_with('/'))
        {
            draft.rename(entry, &format!("{lead}{new}"));
        }
    }
}

/// Fixes a null that would be stored.
fn null(offers: &mut Offers<'_, '_>, node: NodeId) {
    let key = offers.subject.target_name(node).to_owned();
    let sentence = match key.is_empty() {
        true => "Remove the null from the list.".to_owned(),
        false => format!("Remove {}.", quote_null(offers.subject.document, node, &key)),
    };
    // A map that is then empty can mean something, as a selector of everything does.
    match offers.subject.as_operation(node) {
        Some(_) => offers.remove(Certainty::Intended, sentence, node),
        None => offers.offer_intended(sentence, |draft| draft.remove(node.into())),
    }
    let Subject { merge, step, .. } = *offers.subject;
    let sentence = match merge.needed_merge_key(step).is_some() {
        true => FixSentence::OneWay(merge.fix(step)),
        false => FixSentence::Text(merge.fix(step)),
    };
    item_left_out(offers, node, Certainty::Guess, Some(sentence));
}

/// Removes a field that the live object has with the same value.
fn same_as_live(offers: &mut Offers<'_, '_>, node: NodeId) {
    let subject = offers.subject;
    let is_same = |live| same(subject.live(), live, subject.document, node, Numbers::ByType);
    if subject.document.key(node).is_some() && subject.live_of(node).is_some_and(is_same) {
        let sentence = Removal::field(subject.key(node)).because("the live object has it");
        offers.remove(Certainty::SameResult, sentence, node);
    }
}

/// Removes what cannot be applied: the field, or the item whose key it is. The user must decide about values
/// with an intention.
fn left_out(offers: &mut Offers<'_, '_>, node: NodeId, certainty: Certainty) {
    same_as_live(offers, node);
    let subject = offers.subject;
    let sentence = match subject.document.key(node) {
        Some(key) => {
            let directives = ["$setElementOrder", "$deleteFromPrimitiveList"];
            let near: Vec<NodeId> = directives
                .into_iter()
                .filter(|_| subject.is_strategic())
                .filter_map(|directive| subject.next_to(node, &format!("{directive}/{key}")))
                .collect();
            let sentence = FixSentence::from(Removal::field(key));
            if !near.is_empty() {
                offers.offer(certainty, sentence.clone(), |draft| {
                    draft.remove_each(near.iter().copied());
                    draft.remove_with_empty(node.into());
                });
            }
            sentence
        }
        None => match subject.parent(node).and_then(|list| subject.document.key(list)) {
            Some(list) if list.starts_with('$') => {
                format!("Remove the entry `{}` from `{list}`.", subject.written(node)).into()
            }
            _ => Removal::item(&subject.written(node)).into(),
        },
    };
    offers.remove(certainty, sentence, node);
    item_left_out(offers, node, certainty, None);
}

/// Removes the item that contains a node.
fn item_left_out(
    offers: &mut Offers<'_, '_>,
    node: NodeId,
    certainty: Certainty,
    sentence: Option<FixSentence>,
) {
    let subject = offers.subject;
    let item = subject
        .up(node)
        .find(|up| subject.document.key(*up).is_none() && subject.parent(*up).is_some());
    if let Some(item) = item.filter(|item| *item != node) {
        let merge_key = subject.field(item).and_then(|field| field.merge_key);
        let name = match merge_key {
            Some(key) if key != subject.target_name(node) => subject.item_name(item, merge_key),
            _ => written(subject.document, item),
        };
        let sentence = sentence.unwrap_or_else(|| Removal::item(&name).into());
        let is_about_node = |entry: NodeId| {
            let key = subject.key(entry);
            key.starts_with('$') || Some(key) == merge_key || subject.up(node).any(|up| up == entry)
        };
        let is_field = |key: &str| !key.starts_with('$') && Some(key) != merge_key;
        let is_new_item = || is_field(subject.key(node)) && subject.live_of(item).is_none();
        // Its other fields may be meant for another item, and a new item needs another value.
        if certainty == Certainty::Guess
            || subject.document.children(item).all(is_about_node) && !is_new_item()
        {
            offers.remove(certainty, sentence, item);
        }
    }
}

/// Returns whether a key is `$patch`, or a directive with other letters.
fn is_near_directive(key: &str) -> bool {
    key == "$patch" || similar_directive(key).is_some()
}
