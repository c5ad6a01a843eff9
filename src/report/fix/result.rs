//! Fixes of findings about the result: fields that the patch leaves in place, and rejections by the API
//! server.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::candidate::{
    Certainty, FixSentence, Offers, Removal, Selected, Subject, directed, listed, replace_directive,
};
use super::draft::{Draft, DraftValue};
use super::{directives, operations, values};
use crate::document::write::{TextEdit, json_value};
use crate::document::{Document, NodeId, Numbers, Path, Segment, Tree, Value, ValueKind, read, same};
use crate::merge::api_server::unions::VOLUME_SOURCES;
use crate::merge::api_server::{self, Constraint, RemovalInText, range_of_one};
use crate::merge::server_side::meant_kinds;
use crate::merge::{Objection, Reason, Rule, ServerMessage, quote_null};
use crate::schema::{Schema, nearest};

pub(super) fn offer(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    match subject.step.rule {
        // Without its name, the patch would change the wrong object.
        _ if subject.merge.other_object_help(subject.step).is_some() => {}
        Rule::Leftover if !subject.is_json_patch() => leftover(offers),
        Rule::MutuallyExclusiveFields => exclusive(offers),
        Rule::ServerIdentity if is_name(&subject.path()) => {
            // The patch can be for the object that it names.
            kept(offers, Certainty::Guess);
            let help = subject.merge.fix(subject.step);
            for candidate in &mut offers.all {
                candidate.help = Some(help.clone());
                if !subject.is_json_patch() {
                    candidate.removal_in_help = RemovalInText::Only;
                }
            }
        }
        // Another kind can be meant, too.
        Rule::KindIgnored if subject.path().to_string() == "kind" => kept(offers, Certainty::Guess),
        Rule::ServerIdentity => {
            removing_directives(offers);
            own_name(offers);
            let removes_name = !offers.all.is_empty();
            kept(offers, Certainty::intended_if(!removes_name));
        }
        Rule::StatusIgnored | Rule::KindIgnored => kept(offers, Certainty::Intended),
        Rule::ImmutableField => {
            other_containers(offers);
            immutable_fields(offers);
            removing_directives(offers);
            selector_with_labels(offers);
            // A value was meant, and perhaps for another object.
            kept(offers, Certainty::Guess);
        }
        Rule::InvalidObject => {
            let Some(objection) = subject.objection() else {
                return;
            };
            let (message, constraint) = (&objection.message, objection.constraint);
            let own = subject.source(subject.step.at).or(subject.node);
            match (message, constraint) {
                (ServerMessage::Unsupported(value, supported), _) => {
                    supported_value(offers, value, supported)
                }
                (_, Some(Constraint::OneOf(words))) => supported_value(offers, message.value(), words),
                (ServerMessage::Invalid(..), _) => corrected_text(offers, constraint),
                _ => {}
            }
            if let Some(node) = own.filter(|_| constraint == Some(Constraint::CustomType)) {
                values::converted(offers, node);
            }
            if let ServerMessage::Required(_) = message {
                null_of_map(offers);
            }
            if let ServerMessage::NotFound(name) = message {
                not_deleted(offers, name);
            }
            removing_directives(offers);
            let own_help = offers.all.len();
            removal_of_required(offers);
            other_fields(offers, message.why());
            // The user must write a valid value; only a null can be removed.
            kept(offers, Certainty::Guess);
            let help = subject.merge.fix(subject.step);
            if let Some(advice) = api_server::advice(subject.merge, subject.step) {
                // A removal is another change than the one that the help names.
                let is_way = advice.removal != RemovalInText::No;
                let mut others = offers.all.split_off(own_help);
                others.retain(|it| is_way || it.certainty != Certainty::Guess);
                for candidate in &mut others {
                    candidate.help = Some(help.clone());
                    candidate.removal_in_help = advice.removal;
                }
                offers.all.append(&mut others);
            }
        }
        Rule::DefaultReturns => default_set(offers),
        Rule::AliasIgnored => current_name(offers),
        Rule::ResultWithoutKind if !subject.is_json_patch() => kind(offers),
        Rule::ApplyUnknownKind => meant_kind(offers),
        _ => {}
    }
}

/// Offers the kind that a manifest means, if there is only one.
fn meant_kind(offers: &mut Offers<'_, '_>) {
    let Subject { merge, document, .. } = offers.subject;
    let meant = meant_kinds(merge.inputs.live.identity(), document, &merge.inputs.schema);
    let [(version, kind)] = &meant[..] else { return };
    let help = merge.fix(offers.subject.step);
    offers.offer_intended(help, |draft| set_kind(draft, document, version, kind));
}

fn set_kind(draft: &mut Draft, document: &Document, version: &str, kind: &str) {
    for (name, value) in [("apiVersion", version), ("kind", kind)] {
        let node = document.get(document.root(), name);
        let wrong = node.filter(|node| document.value(*node).as_str() != Some(value));
        if let Some(node) = wrong {
            draft.set(node.into(), DraftValue::Text(value.to_owned()));
        }
    }
}

/// Returns the edits that give a manifest the kind that it means; none if that is not clear.
pub(crate) fn kind_edits(live: &Document, manifest: &Arc<Document>, schema: &Schema) -> Vec<TextEdit> {
    let meant = meant_kinds(live.identity(), manifest, schema);
    let [(version, kind)] = &meant[..] else {
        return Vec::new();
    };
    let mut draft = Draft::new(manifest);
    set_kind(&mut draft, manifest, version, kind);
    draft.edits()
}

/// Returns whether a path is the name or the namespace of the object.
fn is_name(path: &Path) -> bool {
    let [Segment::Key(metadata), Segment::Key(field)] = &path.0[..] else {
        return false;
    };
    metadata == "metadata" && ["name", "namespace"].contains(&field.as_str())
}

/// Offers to remove a selector that cannot change together with the labels of the template that it selects.
fn selector_with_labels(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let find = |path: &[&str]| subject.document.node_at(path);
    let selector = find(&["spec", "selector"]);
    let labels = find(&["spec", "template", "metadata", "labels"]);
    // Of a StatefulSet, the message is about the whole `spec`.
    let field = subject.objection().map_or("", |it| &it.field);
    let is_it = matches!(field, "spec" | "spec.selector") && !subject.is_json_patch();
    let Some((selector, labels)) = selector.zip(labels).filter(|_| is_it) else {
        return;
    };
    offers.offer(
        Certainty::Guess,
        Removal::several("`selector` and the `labels` of the template").because("the selector cannot change"),
        |draft| {
            draft.remove_with_empty(selector.into());
            draft.remove_with_empty(labels.into());
        },
    );
}

/// Offers to remove the containers of a pod that the patch adds or deletes. The changes of the others stay.
fn other_containers(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let constraint = subject.objection().and_then(|it| it.constraint);
    let is_it = constraint == Some(Constraint::KeptContainers) && !subject.is_json_patch();
    let Some(list) = subject.follow(&subject.path()).filter(|_| is_it) else {
        return;
    };
    let (document, name) = (subject.document, subject.key(list));
    let is_other = |item: &NodeId| {
        let is_deleted = document.get(*item, "$patch").is_some() && subject.is_strategic();
        is_deleted || subject.live_of(*item).is_none()
    };
    let (others, kept): (Vec<NodeId>, Vec<NodeId>) = document.children(list).partition(is_other);
    if others.is_empty() || kept.is_empty() {
        return;
    }
    let named = |item: &NodeId| subject.item_name(*item, Some("name"));
    let names: Vec<String> = others.iter().map(named).collect();
    let order = subject.next_to(list, &format!("$setElementOrder/{name}"));
    let entries = order.into_iter().flat_map(|order| document.children(order));
    let known: FxHashSet<&String> = names.iter().collect();
    let entries: Vec<NodeId> = entries.filter(|entry| known.contains(&named(entry))).collect();
    let items = if names.len() == 1 { "item" } else { "items" };
    let sentence = format!("Remove the {items} {} from `{name}`.", listed(&names));
    offers.offer(Certainty::Guess, sentence, |draft| {
        draft.remove_each(others.into_iter().chain(entries));
    });
}

/// Offers to remove the fields of a map that cannot change.
fn immutable_fields(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let mutable = subject.objection().and_then(Objection::mutable_fields);
    let kind = subject.live().identity().1;
    let allowed = mutable.unwrap_or_default().iter().copied();
    let is_map = |node: &NodeId| subject.document.kind(*node) == ValueKind::Map;
    // The server rejects some specs as a whole, and the step is about the first value that cannot change.
    let is_spec = subject.objection().is_some_and(|it| it.field == "spec");
    let node = match is_spec && !subject.is_json_patch() {
        true => subject.document.node_at(&["spec"]),
        false => subject.follow(&subject.path()),
    };
    let Some(map) = node.filter(is_map) else {
        return;
    };
    let is_of_source = subject
        .objection()
        .is_some_and(|it| it.field == "spec.persistentvolumesource");
    let (document, live) = (subject.document, subject.live());
    let fields = subject
        .live_of(map)
        .into_iter()
        .flat_map(|map| live.children(map));
    let live_fields: FxHashMap<&str, NodeId> = fields
        .filter_map(|field| Some((live.key(field)?, field)))
        .collect();
    let is_same = |entry: &NodeId| {
        let own = live_fields.get(subject.key(*entry));
        own.is_some_and(|own| same(live, *own, document, *entry, Numbers::ByType))
    };
    let equal = document
        .children(map)
        .filter(is_same)
        .map(|entry| subject.key(entry));
    let kept: FxHashSet<&str> = allowed.chain(equal).collect();
    // In a rejected object, only a null whose default is the live value has this step.
    let steps = subject.merge.steps.iter();
    let returning = steps.filter(|step| step.rule == Rule::DefaultReturns);
    let returning: FxHashSet<NodeId> = returning
        .filter_map(|step| {
            step.patch()
                .filter(|source| usize::from(source.document) == subject.patch + 1)
        })
        .map(|source| source.node)
        .collect();
    let is_kept = |entry: &NodeId| {
        let name = directed(subject.key(*entry)).unwrap_or_else(|| subject.key(*entry));
        let is_other = is_of_source && !VOLUME_SOURCES.contains(&name);
        name.starts_with('$') || kept.contains(name) || returning.contains(entry) || is_other
    };
    let (mut left, mut removed): (Vec<NodeId>, Vec<NodeId>) = document.children(map).partition(is_kept);
    // Of the containers of a pod, only the image can change.
    if mutable.is_some() && kind == "Pod" {
        let of_containers = |list: &NodeId| {
            document.kind(*list) == ValueKind::List
                && ["containers", "initContainers"].contains(&subject.key(*list))
        };
        let lists = left.iter().filter(|list| of_containers(list));
        let items: Vec<NodeId> = lists.flat_map(|list| document.children(*list)).collect();
        let fields = items.iter().flat_map(|item| document.children(*item));
        let is_fixed = |field: &NodeId| {
            let name = document.key(*field).unwrap_or("$");
            !name.starts_with('$') && !["name", "image"].contains(&name)
        };
        removed.extend(fields.filter(is_fixed));
        let has_image = |list: &NodeId| {
            let mut items = document.children(*list);
            !of_containers(list) || items.any(|item| document.get(item, "image").is_some())
        };
        left.retain(has_image);
    }
    // Of the resources of a claim, only the requested size can change.
    if mutable.is_some() && kind == "PersistentVolumeClaim" {
        let get = |map: Option<NodeId>, key| map.and_then(|map| document.get(map, key));
        let resources = get(Some(map), "resources");
        let requests = get(resources, "requests");
        for (map, kept) in [(resources, "requests"), (requests, "storage")] {
            let fields = map.into_iter().flat_map(|map| document.children(map));
            removed.extend(fields.filter(|field| subject.key(*field) != kept));
        }
        let has_size = get(requests, "storage").is_some();
        left.retain(|entry| has_size || Some(*entry) != resources);
    }
    let mut names: Vec<String> = Vec::new();
    for name in removed.iter().map(|entry| subject.key(*entry).to_owned()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let sentence = match &names[..] {
        [only] => Removal::field(only),
        _ => Removal::several(listed(&names)),
    };
    if left.is_empty() && removed.len() > 1 {
        offers.remove(Certainty::Guess, sentence, map);
    } else if !left.is_empty() && !removed.is_empty() {
        offers.offer(Certainty::Guess, sentence, |draft| {
            draft.remove_each(removed.iter().copied())
        });
    }
}

/// Writes the only supported value that is nearly the one of the patch, as `Always` for `always`.
fn supported_value(offers: &mut Offers<'_, '_>, value: &str, supported: &[impl AsRef<str>]) {
    let subject = offers.subject;
    let own = subject.source(subject.step.at).or(subject.node);
    // The message has the map whose `type` is not supported.
    let own_text = own.and_then(|node| subject.document.value(node).as_str());
    let written = match value.starts_with('{') {
        true => own_text.unwrap_or_default(),
        false => value.trim_matches('"'),
    };
    let supported = || supported.iter().map(AsRef::as_ref);
    // `Is` is near `In`, but it can mean `Exists`.
    let is_near = |value: &&str| written.len() > 2 && nearest(written, std::iter::once(*value)).is_some();
    let mut near = supported().filter(is_near);
    // `ingress` is near `Egress`, too, but `Ingress` is the same word.
    let same_word = supported().find(|value| value.eq_ignore_ascii_case(written));
    let only_near = near.next().filter(|_| near.next().is_none());
    let Some(meant) = same_word.or(only_near) else {
        return;
    };
    let is_it = |node: &NodeId| subject.document.value(*node) == Value::String(written);
    if let Some(node) = own.filter(is_it) {
        let sentence = format!("Write `{meant}` instead of `{written}`.");
        offers.offer_intended(sentence, |draft| {
            draft.set(node.into(), DraftValue::Text(meant.to_owned()));
        });
    }
}

/// Writes a text without the white space around it, or an address as a range.
fn corrected_text(offers: &mut Offers<'_, '_>, constraint: Option<Constraint>) {
    let subject = offers.subject;
    let own = subject.source(subject.step.at).or(subject.node);
    let Some((node, text)) = own.and_then(|node| Some((node, subject.document.value(node).as_str()?))) else {
        return;
    };
    let trimmed = text.trim();
    let range = range_of_one(trimmed).filter(|_| constraint == Some(Constraint::AddressRange));
    let meant = range.unwrap_or_else(|| trimmed.to_owned());
    if meant != text && !meant.is_empty() {
        let sentence = format!("Write `{meant}` instead of `{text}`.");
        offers.offer_intended(sentence, |draft| draft.set(node.into(), DraftValue::Text(meant)));
    }
}

/// Offers to remove the changes of the other fields that the message of the API server names.
fn other_fields(offers: &mut Offers<'_, '_>, why: &str) {
    let mut path = offers.subject.path();
    for name in why.split('`').skip(1).step_by(2) {
        path.0.pop();
        path.0.push(Segment::Key(name.to_owned()));
        if let Some(node) = offers.subject.follow(&path) {
            offers.remove(Certainty::Guess, Removal::field(name), node);
        }
    }
}

/// Removes what removes a required field, from a map that sets other fields, too: a null, or a map that is no value of it.
fn removal_of_required(offers: &mut Offers<'_, '_>) {
    let Subject { document, node, .. } = *offers.subject;
    let Some(objection) = offers.subject.objection() else {
        return;
    };
    let name = objection.field.rsplit('.').next();
    let (Some(map), Some(name)) = (node, name) else {
        return;
    };
    let merge_key = offers.subject.field(map).and_then(|field| field.merge_key);
    let is_other = |node: NodeId| ![Some(name), merge_key].contains(&document.key(node));
    let field = document
        .get(map, name)
        .filter(|_| document.children(map).any(is_other));
    let Some(field) = field else { return };
    let is_missing = matches!(objection.message, ServerMessage::Required(_));
    let certainty = match document.kind(field) {
        ValueKind::Null => Certainty::Intended,
        // Only the user knows what the map was meant to be.
        ValueKind::Map if is_missing => Certainty::Guess,
        _ => return,
    };
    offers.remove(certainty, Removal::field(name), field);
}

/// Keeps a field that another field refers to.
fn not_deleted(offers: &mut Offers<'_, '_>, name: &str) {
    if let Some(item) = offers.subject.deletion_of(name) {
        let sentence = format!("Remove the deletion of `{name}`, or also delete what refers to it.");
        offers.remove(Certainty::Guess, FixSentence::OneWay(sentence), item);
    }
}

/// Removes the live field that excludes a field of the patch.
fn leftover(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(key) = subject.merge.tree.key(subject.step.at).map(str::to_owned) else {
        return;
    };
    let Some(map) = subject.node.and_then(|node| subject.parent(node)) else {
        return;
    };
    // The source of a volume cannot change.
    let is_fixed = subject.live().identity().1 == "PersistentVolume";
    offers.offer(
        Certainty::intended_if(!is_fixed),
        format!("Remove it in the same patch with `{key}: null`."),
        |draft| {
            let null = draft.make(DraftValue::Null);
            match draft.get(map.into(), &key) {
                Some(known) => draft.replace(known, null),
                None => draft.put(map.into(), &key, null),
            }
            let retain = draft.get(map.into(), "$retainKeys");
            let has_it = |draft: &super::draft::Draft, list| {
                let items = draft.items(list);
                items
                    .into_iter()
                    .any(|item| draft.value(item) == Value::String(&key))
            };
            if let Some(list) = retain.filter(|list| !has_it(draft, *list)) {
                let name = draft.make(DraftValue::Text(key.clone()));
                draft.insert(list, usize::MAX, name);
            }
        },
    );
    offers.help(subject.merge.fix(subject.step));
}

/// Writes null for a map of the patch that leaves the live map as it is, or empty: that is meant to remove it.
fn null_of_map(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let why = |map: NodeId| {
        let directive = subject.document.get(map, "$patch");
        match directive.map(|value| subject.document.value(value)) {
            Some(Value::String("delete")) => Some("`$patch: delete` leaves an empty map"),
            None if subject.document.is_empty(map) && subject.live_of(map).is_some() => {
                Some("an empty map changes nothing")
            }
            _ => None,
        }
    };
    let map = subject.follow(&subject.path());
    let map = map.filter(|node| subject.document.kind(*node) == ValueKind::Map);
    if let Some((map, why)) = map.and_then(|map| Some((map, why(map)?))) {
        let key = subject.target_name(map);
        let sentence = format!("Write `{key}: null`: {why}.");
        offers.offer_intended(sentence, |draft| {
            let null = draft.make(DraftValue::Null);
            draft.replace(map.into(), null);
        });
    }
}

/// Removes one of two mutually exclusive fields of the patch.
fn exclusive(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let own = subject.source(subject.step.at);
    null_of_map(offers);
    let other = match subject.step.reason() {
        Some(Reason::OtherField(name)) => Some(name),
        _ => None,
    };
    if let Some(node) = own.filter(|_| other.is_none()) {
        // The type determines which of the fields is used.
        let why = format!("{} does not use it", subject.step.detail());
        let sentence = Removal::field(subject.target_name(node)).because(why);
        offers.remove(Certainty::Intended, sentence, node);
    }
    let own = own.or_else(|| subject.follow(&subject.path()));
    let is_tied = other.is_none();
    let next = own
        .zip(other)
        .and_then(|(own, other)| subject.next_to(own, other));
    let other = next.or(subject.node);
    if let Some((own, other)) = own.zip(other) {
        without_repeated(offers, own, other);
        if is_tied && own != other && merges_into_live(subject, own) {
            let (key, decides) = (subject.key(own), subject.key(other));
            let input = subject.merge.input_name();
            let sentence = format!("Write `{key}: null`, or remove `{decides}` from {input}.");
            return offers.offer(Certainty::Guess, sentence, |draft| {
                draft.set(own.into(), DraftValue::Null);
            });
        }
    }
    for (node, other) in [(own, other), (other, own)] {
        let Some(node) = node else { continue };
        let sentence = match other.filter(|other| *other != node) {
            Some(other) if merges_into_live(subject, other) => FixSentence::OneWay(format!(
                "Remove `{}` from {}, or write `{}: null`.",
                subject.target_name(node),
                subject.merge.input_name(),
                subject.target_name(other),
            )),
            // The live value would stay.
            Some(_) if merges_into_live(subject, node) => continue,
            Some(other) => FixSentence::Text(format!(
                "Remove `{}` or `{}` from {}.",
                subject.target_name(node),
                subject.target_name(other),
                subject.merge.input_name()
            )),
            None => Removal::field(subject.target_name(node)).into(),
        };
        offers.remove(Certainty::Guess, sentence, node);
    }
}

/// Returns whether a field of the patch is merged into a live value, which stays if the field is removed from the patch.
fn merges_into_live(subject: &Subject<'_>, node: NodeId) -> bool {
    let document = subject.document;
    let is_in_list = || subject.up(node).any(|up| subject.list_of(up).is_some());
    let is_replaced = |up: NodeId| {
        let is_marked = |map| replace_directive(document, map).is_some();
        is_marked(up) || document.kind(up) == ValueKind::List && document.children(up).any(is_marked)
    };
    let is_merged = match subject.is_strategic() {
        true => !subject.up(node).any(is_replaced),
        false => !is_in_list(),
    };
    is_merged && subject.live_of(node).is_some()
}

/// Offers null for one of two mutually exclusive fields, if the patch only repeats its live value and changes the other.
fn without_repeated(offers: &mut Offers<'_, '_>, one: NodeId, other: NodeId) {
    let subject = offers.subject;
    let (document, live) = (subject.document, subject.live());
    let is_repeated = |node: NodeId| {
        merges_into_live(subject, node)
            && subject
                .live_of(node)
                .is_some_and(|own| adds_nothing(document, node, live, own))
    };
    let (repeated, changed) = match (is_repeated(one), is_repeated(other)) {
        (true, false) => (one, other),
        (false, true) => (other, one),
        _ => return,
    };
    // An empty map has no value that could be meant.
    if !has_scalar(document, changed) {
        return;
    }
    let key = subject.key(repeated);
    let why = format!(
        "{} repeats its live value and changes `{}`",
        subject.merge.input_name(),
        subject.key(changed)
    );
    offers.offer_intended(format!("Write `{key}: null`: {why}."), |draft| {
        draft.set(repeated.into(), DraftValue::Null);
    });
}

/// Returns whether a live value has all of a value of the patch.
fn adds_nothing(document: &Document, node: NodeId, live: &Document, own: NodeId) -> bool {
    match document.kind(node) {
        ValueKind::Map => document.children(node).all(|field| {
            let own = document.key(field).and_then(|key| live.get(own, key));
            own.is_some_and(|own| adds_nothing(document, field, live, own))
        }),
        _ => same(live, own, document, node, Numbers::ByType),
    }
}

fn has_scalar(document: &Document, node: NodeId) -> bool {
    match document.kind(node) {
        ValueKind::Map | ValueKind::List => document.children(node).any(|child| has_scalar(document, child)),
        kind => kind != ValueKind::Null,
    }
}

/// Adds the name of the object to `metadata` that replaces the live map.
fn own_name(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let metadata = subject
        .document
        .node_at(&["metadata"])
        .filter(|_| subject.is_strategic());
    let metadata = metadata.filter(|map| replace_directive(subject.document, *map).is_some());
    let name = subject.live().text_at(&["metadata", "name"]);
    if let Some((metadata, name)) = metadata
        .zip(name)
        .filter(|(map, _)| subject.document.get(*map, "name").is_none())
    {
        offers.offer_intended(format!("Add `name: {name}` to `metadata`."), |draft| {
            let value = draft.make(DraftValue::Text(name.to_owned()));
            draft.put(metadata.into(), "name", value);
        });
    }
}

/// Returns the nodes of the patch that change the value at a path, or remove it.
fn changes(subject: &Subject<'_>, path: &Path) -> Option<NodeId> {
    (1..=path.0.len())
        .rev()
        .find_map(|length| subject.follow(&Path(path.0[..length].to_vec())))
}

/// Returns the path of the field that the message of the API server starts with, if it is one of keys only.
fn named_path(subject: &Subject<'_>) -> Option<Path> {
    let named = &subject.objection()?.field;
    let is_path = named.chars().all(|c| c.is_alphanumeric() || ".-_".contains(c)) && !named.is_empty();
    let keys = named.split('.').map(|key| Segment::Key(key.to_owned()));
    is_path.then(|| Path(keys.collect()))
}

/// Keeps what a directive of the patch removes: a field that must exist, or one that cannot change.
fn removing_directives(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    if !subject.is_strategic() {
        return;
    }
    let own = subject.path();
    let path = named_path(subject)
        .filter(|named| named.0.len() > own.0.len())
        .unwrap_or(own);
    let document = subject.document;
    let is_immutable = subject.step.rule == Rule::ImmutableField;
    // Only a field that cannot be removed shows that a replacement was not meant.
    let certainty = Certainty::intended_if(is_immutable);
    let replace = |map: NodeId| replace_directive(document, map);
    let mut at = Some(document.root());
    for (level, segment) in path.0.iter().enumerate() {
        let Some(map) = at else { break };
        if document.kind(map) == ValueKind::List {
            let replacing = subject.selected_items(map, Selected::Replacing, |item| replace(*item).is_some());
            for item in replacing.iter().copied() {
                let Some(directive) = replace(item) else { continue };
                // There is no live list, or no merge key.
                let is_merged = subject.live_of(map).is_some()
                    && subject
                        .field(item)
                        .is_some_and(|field| subject.merges_items(&field));
                if !is_merged && directives::removed_marker(offers, Certainty::Intended, directive) {
                    continue;
                }
                let list = subject.key(map);
                match document.len(item) {
                    1 => offers.offer(
                        certainty,
                        format!("Remove the item `$patch: replace`, so that `{list}` is merged."),
                        |draft| draft.remove(item.into()),
                    ),
                    _ => offers.offer(
                        certainty,
                        format!("Remove `$patch: replace`, so that `{list}` is merged."),
                        |draft| draft.remove(directive.into()),
                    ),
                }
            }
        }
        if let Segment::Key(key) = segment {
            if let Some(directive) = document.get(map, &format!("$deleteFromPrimitiveList/{key}")) {
                let sentence = Removal::field(&format!("$deleteFromPrimitiveList/{key}"));
                offers.remove(certainty, sentence, directive);
            }
            let is_set = document.get(map, key).is_some();
            if let Some(directive) = document.get(map, "$retainKeys").filter(|_| !is_set) {
                let sentence = format!("Add `{key}` to `$retainKeys`: it is required.");
                offers.offer_intended(sentence, |draft| {
                    let name = draft.make(DraftValue::Text(key.clone()));
                    draft.insert(directive.into(), usize::MAX, name);
                });
            }
            let directive = replace(map).filter(|_| !is_set && document.len(map) > 1);
            if let Some(directive) = directive {
                let name = match level {
                    0 => "the object".to_owned(),
                    _ => format!("`{}`", subject.key(map)),
                };
                // It can be meant for the whole object.
                let certainty = match level {
                    0 => Certainty::Guess,
                    _ => certainty,
                };
                let sentence = format!("Remove `$patch: replace`, so that {name} is merged.");
                offers.offer(certainty, sentence, |draft| draft.remove(directive.into()));
            }
        }
        at = subject.follow(&Path(path.0[..=level].to_vec()));
    }
}

/// Returns whether a node of the patch sets other fields than the one at a path, which is below it.
fn sets_others(subject: &Subject<'_>, node: NodeId, path: &Path) -> bool {
    let document = subject.document;
    let level = subject.up(node).count() - 1;
    let is_content = |entry: &NodeId| !subject.key(*entry).starts_with('$');
    let is_above = subject
        .up(node)
        .all(|up| document.parent(up).is_none() || document.key(up).is_some());
    match path.0.get(level) {
        Some(Segment::Key(below)) if is_above && document.kind(node) == ValueKind::Map => document
            .children(node)
            .any(|entry| is_content(&entry) && subject.key(entry) != below),
        _ => false,
    }
}

/// Keeps the live value: removes its change from the patch.
fn kept(offers: &mut Offers<'_, '_>, certainty: Certainty) {
    let subject = offers.subject;
    let mut nodes: Vec<NodeId> = subject.source(subject.step.at).into_iter().collect();
    let named = named_path(subject);
    if let Some(named) = &named {
        nodes.extend(changes(subject, named));
    }
    nodes.extend(changes(subject, &subject.path()));
    nodes.dedup();
    let why = match subject.step.rule {
        Rule::StatusIgnored | Rule::KindIgnored => "the API server ignores it",
        _ => "",
    };
    for node in nodes {
        let mut up: Vec<NodeId> = subject.up(node).collect();
        up.pop();
        // A label with an invalid value is one line; a map that is null is removed as a whole.
        let is_value = matches!(subject.step.rule, Rule::ImmutableField | Rule::InvalidObject);
        for (level, node) in up.into_iter().take(3).enumerate() {
            // More than the value was intended. A required field cannot be removed, so a null is not intended.
            let is_more = named
                .as_ref()
                .is_some_and(|named| sets_others(subject, node, named));
            let certainty = match is_value && (level > 0 || is_more) {
                true => Certainty::Guess,
                false if subject.document.kind(node) == ValueKind::Null => Certainty::Intended,
                false => certainty,
            };
            let sentence = match subject.target_name(node) {
                "" => {
                    let merge_key = subject.field(node).and_then(|field| field.merge_key);
                    Removal::item(&subject.item_name(node, merge_key))
                }
                key => Removal::field(key),
            };
            offers.remove(certainty, sentence.because(why), node);
        }
    }
}

/// Removes a status that has a mistake and that the API server ignores.
pub(super) fn without_ignored_status(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let (schema, top) = (subject.schema(), subject.document.root());
    let is_ignored = subject
        .merge
        .top_type()
        .is_some_and(|type_position| schema.has_status_subresource(type_position));
    if subject.is_json_patch() {
        if is_ignored && subject.step.rule != Rule::StatusIgnored {
            operations::without_status(offers);
        }
        return;
    }
    let status = subject.document.get(top, "status");
    let is_in_it = |status: &NodeId| {
        let mut nodes = subject.node.into_iter().chain(subject.directive);
        nodes.any(|node| subject.up(node).any(|up| up == *status))
    };
    if let Some(status) = status.filter(|_| is_ignored).filter(is_in_it) {
        let sentence = Removal::field("status").because("the API server ignores it");
        offers.offer(Certainty::IgnoredStatus, sentence, |draft| {
            draft.remove(status.into());
            draft.remove_each(
                ["$setElementOrder/status", "$deleteFromPrimitiveList/status"]
                    .iter()
                    .filter(|_| subject.is_strategic())
                    .filter_map(|key| subject.document.get(top, key)),
            );
        });
    }
}

/// A field with a default value cannot be removed: the patch sets it, or does not mention it.
fn default_set(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    if subject.is_json_patch() {
        return without_removal_of_default(offers);
    }
    let path = subject.path();
    let Some(node) = subject.follow(&path).or_else(|| changes(subject, &path)) else {
        return;
    };
    let (document, is_null) = (subject.document, subject.document.kind(node) == ValueKind::Null);
    if !is_null && subject.source(subject.step.at) != Some(node) {
        return;
    }
    let key = subject.target_name(node).to_owned();
    let copied = subject.merge.copied_field(subject.step);
    if let Some(other) = copied
        && let Some(help) = subject.merge.help_of_copy(subject.step)
        && let Some(map) = document.parent(node)
    {
        return offers.offer(Certainty::Guess, help, |draft| {
            match draft.get(map.into(), other) {
                Some(known) => {
                    let null = draft.make(DraftValue::Null);
                    draft.replace(known, null);
                }
                None => {
                    draft.put_new(map.into(), other, DraftValue::Null);
                }
            }
        });
    }
    let entry = match is_null {
        true => quote_null(document, node, &key),
        false => format!("`{key}: {}`", json_value(document, node)),
    };
    // The stored result is the same, but the patch states it.
    if let Some(json) = subject.step.default_json()
        && let Ok(default) = read("default", json.as_bytes().to_vec())
    {
        let live = subject.live();
        let is_default = |own| same(live, own, &default, default.root(), Numbers::ByValue);
        if subject.live_of(node).is_some_and(is_default) {
            let why = copied.map_or("is the default", |_| "does not change");
            let sentence = format!("Remove {entry}: the live value {why}.");
            return offers.remove(Certainty::Intended, sentence, node);
        }
        // The live fields that a default map does not have would stay.
        let is_covered =
            |own| !(live.kind(own) == ValueKind::Map && has_others(live, own, &default, default.root()));
        if subject.live_of(node).is_none_or(is_covered) {
            offers.offer_intended(
                format!(
                    "Write the default instead of {}: `{key}: {json}`.",
                    json_value(document, node)
                ),
                |draft| {
                    if default.kind(default.root()).is_scalar() {
                        draft.set(node.into(), DraftValue::from(default.value(default.root())));
                    } else {
                        let value = draft.copy(&default, default.root());
                        draft.replace(node.into(), value);
                    }
                },
            );
        }
    }
    offers.remove(
        Certainty::Guess,
        format!("Remove {entry}, so that the live value is kept."),
        node,
    );
}

/// Removes an operation that removes a field whose live value the API server sets again.
fn without_removal_of_default(offers: &mut Offers<'_, '_>) {
    let Subject {
        merge,
        step,
        document,
        ..
    } = *offers.subject;
    let default = step
        .default_json()
        .and_then(|json| read("default", json.as_bytes().to_vec()).ok());
    let own = merge.tree.live_node(step.at);
    let is_default = default.zip(own).is_some_and(|(default, own)| {
        let live = offers.subject.live();
        same(live, own, &default, default.root(), Numbers::ByValue)
    });
    let operation = offers.subject.node.filter(|operation| {
        let op = document.get(*operation, "op").map(|op| document.value(op));
        op == Some(Value::String("remove"))
    });
    let Some(operation) = operation.filter(|_| is_default && merge.help_of_copy(step).is_none()) else {
        return;
    };
    let why = merge
        .copied_field(step)
        .map_or("is the default", |_| "does not change");
    offers.offer_intended(format!("Remove the operation: the live value {why}."), |draft| {
        draft.remove(operation.into());
    });
}

/// Returns whether a map, or a map in it, has fields that the other one does not have.
fn has_others(document: &Document, map: NodeId, other: &Document, other_map: NodeId) -> bool {
    document.children(map).any(|field| {
        let found = document.key(field).and_then(|key| other.get(other_map, key));
        found.is_none_or(|found| {
            document.kind(field) == ValueKind::Map && has_others(document, field, other, found)
        })
    })
}

/// Writes the current name of a field in place of the old one.
fn current_name(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(node) = subject.source(subject.step.at) else {
        return;
    };
    let (document, name) = (subject.document, "serviceAccountName");
    let operation = subject.as_operation(node);
    let old_path = operation.and_then(|it| subject.pointer(it)).unwrap_or_default();
    let above = old_path.rsplit_once('/').map_or("", |(above, _)| above);
    let path = format!("{above}/{name}");
    let is_set = match operation {
        Some(_) => document
            .children(document.root())
            .any(|it| subject.pointer(it) == Some(&path)),
        None => subject.next_to(node, name).is_some(),
    };
    if is_set {
        let input = subject.merge.input_name();
        let sentence = format!("Remove `serviceAccount`: {input} has `{name}`, too.");
        return offers.remove(Certainty::Guess, sentence, node);
    }
    // The API server takes the old name if the current one is empty.
    let is_clear = document.value(node).as_str().is_some_and(|text| !text.is_empty());
    let certainty = Certainty::intended_if(is_clear);
    offers.offer(
        certainty,
        subject.merge.fix(subject.step),
        |draft| match operation.and_then(|it| document.get(it, "path")) {
            Some(old) => draft.set(old.into(), DraftValue::Text(path)),
            None => draft.rename(node.into(), name),
        },
    );
}

/// Keeps `apiVersion` and `kind` in the result.
fn kind(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let (document, live) = (subject.document, subject.live());
    let (top, input) = (document.root(), subject.merge.input_name());
    let directive = document.get(top, "$patch").filter(|_| subject.is_strategic());
    let action = directive.and_then(|directive| document.value(directive).as_str());
    let sentence = match action {
        // It also removes what the patch adds.
        Some("delete") => Some(format!("Remove `$patch: delete` from the top of {input}.").into()),
        Some("replace") => Some(FixSentence::OneWay(
            "Remove `$patch: replace`, or write the whole object, with `apiVersion`, `kind` and `metadata.name`."
                .to_owned(),
        )),
        _ => None,
    };
    if let Some((directive, sentence)) = directive.zip(sentence) {
        return offers.remove(Certainty::Guess, sentence, directive);
    }
    let identity = ["apiVersion", "kind"];
    let own: Vec<NodeId> = identity.iter().filter_map(|key| document.get(top, key)).collect();
    if !own.is_empty() {
        let sentence = match own[..] {
            [only] => Removal::field(subject.key(only)).because("the live object has it"),
            _ => Removal::several("`apiVersion` and `kind`").because("the live object has them"),
        };
        offers.offer_intended(sentence, |draft| {
            draft.remove_each(own.iter().copied());
        });
    }
    if let Some(directive) = document.get(top, "$retainKeys") {
        offers.offer_intended("Add `apiVersion` and `kind` to `$retainKeys`.", |draft| {
            for key in identity {
                let name = draft.make(DraftValue::Text(key.to_owned()));
                draft.insert(directive.into(), usize::MAX, name);
            }
        });
    }
    if !own.is_empty() {
        return;
    }
    offers.offer_intended(
        format!("Add the `apiVersion` and `kind` of the live object to {input}."),
        |draft| {
            for key in identity {
                if let Some(value) = live.get(live.root(), key) {
                    let copy = draft.copy(live, value);
                    draft.put(top.into(), key, copy);
                }
            }
        },
    );
}
