//! Fixes of object templates of a ConfigurationPolicy.

use super::candidate::{Certainty, FixSentence, Offers};
use super::draft::DraftValue;
use super::values;
use crate::document::{NodeId, Tree, ValueKind};
use crate::merge::{Reason, Rule};

/// Fields of the metadata that the API server sets, also if the policy creates the object.
const SET_BY_SERVER: [&str; 5] = [
    "creationTimestamp",
    "generation",
    "resourceVersion",
    "selfLink",
    "uid",
];

pub(super) fn offer(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    match (subject.step.rule, subject.node) {
        (Rule::PolicyMetadataIgnored, Some(node)) => ignored_field(offers, node),
        (Rule::PolicyNotAString, Some(node)) => text(offers, node),
        (Rule::PolicyTypeMismatch, Some(node)) => live_type(offers, node),
        (Rule::ServerType, _) => values::offer(offers),
        (Rule::MusthaveExclusiveFields, Some(item)) => other_field_null(offers, item),
        (Rule::PolicyStatus, _) => {
            let status = subject.document.get(subject.document.root(), "status");
            if let Some(status) = status {
                offers.remove(Certainty::Guess, subject.merge.fix(subject.step), status);
            }
        }
        _ => {}
    }
}

/// Removes a field of the metadata that has no effect. Most fields have one when the policy creates the object.
fn ignored_field(offers: &mut Offers<'_, '_>, node: NodeId) {
    let subject = offers.subject;
    let name = subject.key(node);
    match SET_BY_SERVER.contains(&name) {
        true => {
            let sentence = format!("Remove `metadata.{name}` from the template: the API server sets it.");
            offers.remove(Certainty::SameResult, sentence, node);
        }
        false => offers.remove(Certainty::Guess, subject.merge.fix(subject.step), node),
    }
}

/// Quotes a label or an annotation. Nothing that a policy sends removes one.
fn text(offers: &mut Offers<'_, '_>, node: NodeId) {
    let subject = offers.subject;
    match subject.document.kind(node) {
        ValueKind::Bool | ValueKind::Integer | ValueKind::Float => values::quoted(offers, node),
        ValueKind::Null => {
            let sentence = FixSentence::OneWay(subject.merge.fix(subject.step));
            offers.remove(Certainty::Guess, sentence, node);
        }
        _ => {}
    }
}

/// Writes a top-level key with the type that it has in the live object: a list with one item, or the one item of
/// a list.
fn live_type(offers: &mut Offers<'_, '_>, node: NodeId) {
    values::converted(offers, node);
    let subject = offers.subject;
    let (document, live, name) = (subject.document, subject.live(), subject.key(node));
    let Some(wanted) = live.get(live.root(), name) else {
        return;
    };
    let has_maps = |list| {
        let mut items = live.children(list);
        !live.is_empty(list) && items.all(|item| live.kind(item) == ValueKind::Map)
    };
    match (document.kind(node), live.kind(wanted)) {
        (ValueKind::Map, ValueKind::List) if has_maps(wanted) => {
            offers.offer_intended(format!("Write `{name}` as a list with this one item."), |draft| {
                let item = draft.copy(document, node);
                draft.replace_by_list(node, item);
            });
        }
        (ValueKind::List, ValueKind::Map) if document.len(node) == 1 => {
            let item = document
                .children(node)
                .find(|item| document.kind(*item) == ValueKind::Map);
            if let Some(item) = item {
                let sentence = format!("Write the value of `{name}` without a list around it.");
                offers.offer_intended(sentence, |draft| draft.replace(node.into(), item.into()));
            }
        }
        _ => {}
    }
}

/// Removes the live field that excludes a field of the template. A null has no effect on a live map.
fn other_field_null(offers: &mut Offers<'_, '_>, item: NodeId) {
    let subject = offers.subject;
    let (document, live) = (subject.document, subject.live());
    let Some(Reason::Exclusive(names)) = subject.step.reason() else {
        return;
    };
    let other = names.iter().find(|name| document.get(item, name).is_none());
    let live_field = other.and_then(|other| live.get(subject.step.live()?, other));
    let (Some(other), Some(live_field)) = (other, live_field) else {
        return;
    };
    if live.kind(live_field) != ValueKind::Map {
        offers.offer_intended(subject.merge.fix(subject.step), |draft| {
            draft.put_new(item.into(), other, DraftValue::Null);
        });
    }
}
