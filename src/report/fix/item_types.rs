//! Fixes of items with the wrong type: null, lists, names and values in one string or key.

use super::candidate::{Certainty, FixSentence, Offers, Removal, Subject, listed, listed_items};
use super::draft::{Draft, DraftId, DraftValue};
use super::order::complete_order;
use crate::document::write::{double_quoted, flow};
use crate::document::{Document, NodeId, Tree, Value, ValueKind};
use crate::merge::Rule;
use crate::schema::{Field, ScalarType, Schema, Shape, TypePosition};

pub(super) fn offer(offers: &mut Offers<'_, '_>) {
    match offers.subject.step.rule {
        Rule::NullInList => nulls(offers),
        Rule::MixedTypes | Rule::ListOfLists => {
            name_value_list(offers);
            keyed(offers);
            mixed(offers);
        }
        _ => {}
    }
}

pub(super) fn name_value_list(offers: &mut Offers<'_, '_>) {
    if let Some(item) = offers
        .subject
        .list()
        .and_then(|list| offers.subject.document.children(list).next())
        && !name_value_pairs(offers, item)
    {
        keyed_maps(offers, item);
    }
}

/// Returns the list around a node of an item, the type of its items, and the field of the list.
fn list_around<'m>(subject: &Subject<'m>, node: NodeId) -> Option<(NodeId, TypePosition, Field<'m>)> {
    let (item, list) = subject
        .up(node)
        .find_map(|node| Some((node, subject.list_of(node)?)))?;
    let (item_type, field) = subject.typed(item)?;
    Some((list, item_type, field?))
}

/// The longest item that is written in a sentence, in bytes.
const MAX_WRITTEN: usize = 60;

/// Writes the items of a list that are `{app: {image: x}}` as `{name: app, image: x}`. `node` is in an item. Returns whether
/// there are such items.
pub(super) fn keyed_maps(offers: &mut Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let (document, schema) = (subject.document, subject.schema());
    let Some((list, item_type, field)) = list_around(subject, node) else {
        return false;
    };
    let Some(merge_key) = field.merge_key else {
        return false;
    };
    let key_type = schema.peek(item_type, merge_key).map(|field| field.type_position);
    let scalar = key_type.and_then(|key_type| schema.scalar_kind(key_type));
    let is_field = |key: &str| schema.field_names(item_type).any(|name| name == key);
    let is_own = |entry: NodeId| is_field(subject.key(entry)) && subject.key(entry) != merge_key;
    let keyed = |item: NodeId| {
        let mut entries = document.children(item);
        let entry = entries.next().filter(|_| entries.next().is_none())?;
        let key = document.key(entry)?;
        let is_name = !key.starts_with('$') && !is_field(key) && schema.near_field(item_type, key).is_none();
        let is_content = document.kind(entry) == ValueKind::Map
            && !document.is_empty(entry)
            && document.children(entry).all(is_own);
        let value = match scalar {
            Some("string") => DraftValue::Text(key.to_owned()),
            Some("int32" | "int64") => DraftValue::Integer(key.parse().ok()?),
            _ => return None,
        };
        (is_name && is_content).then_some((item, entry, value))
    };
    let is_keyless = |item: &NodeId| document.get(*item, merge_key).is_none();
    let items = document.children(list).filter(is_keyless).map(keyed);
    let Some(items) = items.collect::<Option<Vec<_>>>() else {
        return false;
    };
    let Some((first, entry, _)) = items.first() else {
        return false;
    };
    let content = flow(document, *entry);
    let content = match content.strip_prefix('{') {
        Some(content) if content.len() <= MAX_WRITTEN => content,
        _ => "…}",
    };
    let new = format!("{{{merge_key}: {}, {content}", subject.key(*entry));
    let sentence = match items.len() {
        1 => format!("Write `{}` as `{new}`.", subject.written(*first)),
        _ => format!(
            "Write the items of `{}` with `{merge_key}`: `{new}`.",
            subject.key(list)
        ),
    };
    offers.offer_intended(sentence, |draft| {
        for (item, entry, key) in items {
            let new = draft.map_of(merge_key, key);
            for field in document.children(entry) {
                let value = draft.copy(document, field);
                draft.put(new, subject.key(field), value);
            }
            draft.replace(item.into(), new);
        }
        complete_order(subject, draft, list);
    });
    true
}

/// How a value becomes an item of a list.
pub(super) enum ItemForm<'s> {
    /// It is the item.
    Whole,
    /// It is the value of a field of the item, and whether no other field can be meant.
    Keyed(&'s str, bool),
}

impl ItemForm<'_> {
    /// Returns the item in YAML.
    pub(super) fn written(&self, subject: &Subject<'_>, node: NodeId) -> String {
        match self {
            Self::Whole => subject.written(node),
            Self::Keyed(key, _) => format!("{{{key}: {}}}", subject.written(node)),
        }
    }

    pub(super) fn certainty(&self) -> Certainty {
        Certainty::intended_if(!matches!(self, Self::Keyed(_, false)))
    }

    /// Creates a list with the item.
    pub(super) fn list(&self, draft: &mut Draft, document: &Document, node: NodeId) -> DraftId {
        let list = draft.make(DraftValue::List);
        let item = match self {
            Self::Whole => draft.copy(document, node),
            Self::Keyed(key, _) => draft.map_of(key, document.value(node).into()),
        };
        draft.insert(list, 0, item);
        list
    }
}

/// Returns how a value becomes an item of a list with this type and merge key. `name` is the key at which it is written:
/// the name of the list, or the name of one of its items.
pub(super) fn item_form<'s>(
    subject: &Subject<'s>,
    node: NodeId,
    (list, merge_key): (TypePosition, Option<&'s str>),
    name: &str,
) -> Option<ItemForm<'s>> {
    let (document, schema) = (subject.document, subject.schema());
    if schema.shape(list) != Shape::List {
        return None;
    }
    let item = schema.item(list);
    match (schema.shape(item), document.kind(node)) {
        (Shape::Scalar, kind) => fits(schema, item, kind).then_some(ItemForm::Whole),
        (Shape::Struct, ValueKind::Map) => {
            let has_key = merge_key.is_none_or(|key| document.get(node, key).is_some());
            has_key.then_some(ItemForm::Whole)
        }
        (Shape::Struct, kind) => {
            let singular = name.strip_suffix('s').unwrap_or(name);
            let wanted = merge_key.into_iter().chain([name, singular]);
            let mut known = wanted.filter_map(|wanted| schema.field_names(item).find(|own| *own == wanted));
            let key = known.find(|key| {
                let field = schema.peek(item, key).map(|field| field.type_position);
                field.is_some_and(|field| fits(schema, field, kind))
            })?;
            // A container needs an image, too.
            let is_whole = schema.required_fields(item).all(|name| name == key);
            let is_container = key == "name" && schema.peek(item, "image").is_some();
            // A name in a list of items with other fields can be meant for any of them.
            let is_only = kind != ValueKind::String || schema.field_names(item).all(|name| name == key);
            (is_whole && !is_container).then_some(ItemForm::Keyed(key, is_only))
        }
        _ => None,
    }
}

/// Returns whether a scalar of this kind is a value of the type.
fn fits(schema: &Schema, at: TypePosition, kind: ValueKind) -> bool {
    let is_either = schema.scalar_type(at) == Some(ScalarType::IntOrString);
    match kind {
        ValueKind::String => schema.scalar_kind(at) == Some("string") || is_either,
        ValueKind::Integer => matches!(schema.scalar_kind(at), Some("int32" | "int64")) || is_either,
        _ => false,
    }
}

/// Writes the items of a list of names and values that are `A=x` or `{A: x}` as `{name: A, value: x}`. `node` is in an item.
/// Returns whether there are such items.
pub(super) fn name_value_pairs(offers: &mut Offers<'_, '_>, node: NodeId) -> bool {
    let subject = offers.subject;
    let (document, schema) = (subject.document, subject.schema());
    let Some((list, item_type, field)) = list_around(subject, node) else {
        return false;
    };
    let is_field = |key: &str| schema.field_names(item_type).any(|name| name == key);
    if field.merge_key != Some("name") || !is_field("value") {
        return false;
    }
    let pair = |item: NodeId| match document.value(item) {
        // Other programs take a name without a value from their own environment.
        Value::String(text) => Some(match text.split_once('=').or(text.split_once(": ")) {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned()), true),
            None => (text.to_owned(), None, false),
        }),
        Value::Map => {
            let mut entries = document.children(item);
            let entry = entries.next().filter(|_| entries.next().is_none())?;
            let key = subject.key(entry);
            let is_name = !is_field(key) && schema.near_field(item_type, key).is_none();
            let is_value = document.kind(entry).is_scalar() && document.kind(entry) != ValueKind::Null;
            let (value, is_exact) = subject.file_text(entry);
            (is_name && is_value).then(|| (key.to_owned(), Some(value), is_exact))
        }
        _ => None,
    };
    let is_name = |name: &str| {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
        !name.is_empty() && name.bytes().all(is_letter)
    };
    let mut pairs = Vec::new();
    for item in document
        .children(list)
        .filter(|item| document.get(*item, "name").is_none())
    {
        match pair(item).filter(|(name, ..)| is_name(name)) {
            Some(pair) => pairs.push((item, pair)),
            // A directive is not an item.
            None if document.get(item, "$patch").is_some() => {}
            None => return false,
        }
    }
    let with_value = pairs
        .iter()
        .find_map(|(item, (name, value, _))| Some((item, name, value.as_ref()?)));
    let Some((first, name, value)) = with_value else {
        return false;
    };
    let new = format!("{{name: {name}, value: {}}}", double_quoted(value));
    let sentence = match pairs.len() {
        1 => format!("Write `{}` as `{new}`.", subject.written(*first)),
        _ => format!(
            "Write the items of `{}` with `name` and `value`: `{new}`.",
            subject.key(list)
        ),
    };
    let certainty = Certainty::intended_if(pairs.iter().all(|(_, (.., is_exact))| *is_exact));
    offers.offer(certainty, sentence, |draft| {
        for (item, (name, value, _)) in pairs {
            let new = draft.map_of("name", DraftValue::Text(name));
            if let Some(value) = value {
                draft.put_new(new, "value", DraftValue::Text(value));
            }
            draft.replace(item.into(), new);
        }
        complete_order(subject, draft, list);
    });
    true
}

/// Writes scalars in a list of maps as items with this merge key: `8080` as `{containerPort: 8080}`.
pub(super) fn keyed(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(OddItems {
        list,
        name,
        kind,
        odd,
    }) = OddItems::of(subject)
    else {
        return;
    };
    let (document, schema) = (subject.document, subject.schema());
    let Some((_, Some(field))) = odd.first().and_then(|item| subject.typed(*item)) else {
        return;
    };
    if kind != ValueKind::Map || schema.shape(field.type_position) != Shape::List {
        return;
    }
    let form = |item: &NodeId| item_form(subject, *item, (field.type_position, field.merge_key), name);
    let Some(ItemForm::Keyed(key, is_only_field)) = form(&odd[0]) else {
        return;
    };
    let is_alike = |item: &NodeId| matches!(form(item), Some(ItemForm::Keyed(own, _)) if own == key);
    if !odd.iter().all(is_alike) {
        return;
    }
    let new = format!("{{{key}: {}}}", subject.written(odd[0]));
    let sentence = match odd[..] {
        [only] => format!("Write `{}` as `{new}`.", subject.as_in_file(only)),
        _ => format!("Write the items of `{name}` as maps: `{new}`."),
    };
    offers.offer(Certainty::intended_if(is_only_field), sentence, |draft| {
        for item in odd {
            let value = document.value(item).into();
            let new = draft.map_of(key, value);
            draft.replace(item.into(), new);
        }
        complete_order(subject, draft, list);
    });
}

fn nulls(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(list) = subject.list() else { return };
    let is_null = |item: &NodeId| subject.document.kind(*item) == ValueKind::Null;
    let nulls: Vec<NodeId> = subject.document.children(list).filter(is_null).collect();
    let name = subject.key(list);
    let sentence = match nulls.len() == subject.document.len(list) {
        true => Removal::field(name).because("it has only nulls").into(),
        false => FixSentence::Text(format!("Remove the null from `{name}`.")),
    };
    offers.offer_intended(sentence, |draft| draft.remove_all(&nulls));
}

/// The items of a list with another type than the others.
struct OddItems<'s> {
    list: NodeId,
    name: &'s str,
    /// The type of the others.
    kind: ValueKind,
    odd: Vec<NodeId>,
}

impl<'s> OddItems<'s> {
    fn of(subject: &'s Subject<'_>) -> Option<Self> {
        let document = subject.document;
        // A list in the list is an item.
        let mut lists = subject.up(subject.list()?);
        let list = lists.find(|up| document.key(*up).is_some())?;
        let kind = match subject.field(list).and_then(|field| field.merge_key) {
            Some(_) => ValueKind::Map,
            None if document.children(list).next().is_some_and(|item| {
                let item_type = subject.typed(item);
                item_type.is_some_and(|(at, _)| subject.schema().shape(at) == Shape::Struct)
            }) =>
            {
                ValueKind::Map
            }
            None => {
                let live = subject.live();
                let live_list = subject.live_of(list);
                let live_kind =
                    live_list.and_then(|list| live.children(list).map(|item| live.kind(item)).next());
                let kinds = document.children(list).map(|item| document.kind(item));
                let mut kinds = live_kind.into_iter().chain(kinds);
                kinds.find(|kind| !matches!(kind, ValueKind::List | ValueKind::Null | ValueKind::Map))?
            }
        };
        let is_odd = |item: &NodeId| document.kind(*item) != kind;
        Some(Self {
            list,
            name: subject.key(list),
            kind,
            odd: document.children(list).filter(is_odd).collect(),
        })
    }
}

/// Fixes items with another type than the others.
fn mixed(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(items) = OddItems::of(subject) else {
        return;
    };
    let (document, OddItems { list, name, odd, .. }) = (subject.document, &items);
    // The intention of what is in an item with another type is unknown.
    let is_blank = |item: &NodeId| match document.value(*item) {
        Value::Null | Value::String("") => true,
        value => !value.kind().is_scalar() && document.is_empty(*item),
    };
    let certainty = Certainty::intended_if(odd.iter().all(is_blank));
    if !odd.is_empty() {
        unwrapped(offers, &items);
        quoted(offers, &items);
        if !offers.all.is_empty() {
            return offers.repeat_as_guesses();
        }
        let wanted = items.kind.with_article();
        let why = match wanted.split_once(' ') {
            Some((_, noun)) if odd.len() > 1 => format!("they are not {noun}s"),
            _ => format!("it is not {wanted}"),
        };
        let sentence = format!("Remove {} from `{name}`: {why}.", listed_items(subject, odd));
        offers.offer(certainty, sentence, |draft| draft.remove_all(odd));
    }
    if odd.is_empty() || odd.len() == document.len(*list) {
        offers.remove(
            certainty,
            Removal::field(name).because("the live list has other items"),
            *list,
        );
    }
    // Directives of the same list contain items, too.
    for lead in ["$setElementOrder", "$deleteFromPrimitiveList"] {
        let directive = subject.next_to(*list, &format!("{lead}/{name}"));
        if let Some(directive) = directive {
            offers.remove(Certainty::Guess, format!("Remove `{lead}/{name}`."), directive);
        }
    }
}

/// Writes items that are lists with one item as this item.
fn unwrapped(
    offers: &mut Offers<'_, '_>,
    OddItems {
        list,
        name,
        kind,
        odd,
    }: &OddItems<'_>,
) {
    let document = offers.subject.document;
    let only_item = |item: &NodeId| {
        let is_list = document.kind(*item) == ValueKind::List && document.len(*item) == 1;
        let inner = document.children(*item).next().filter(|_| is_list);
        inner.filter(|inner| document.kind(*inner) == *kind)
    };
    if odd.iter().all(|item| only_item(item).is_some()) {
        let sentence = format!("Write the items of `{name}` without a list around them.");
        offers.offer_intended(sentence, |draft| {
            let items = document.children(*list).map(|item| match only_item(&item) {
                Some(inner) => draft.copy(document, inner),
                None => item.into(),
            });
            let items = items.collect();
            draft.adopt((*list).into(), items);
        });
    }
}

/// Quotes scalars in a list of strings.
fn quoted(offers: &mut Offers<'_, '_>, OddItems { name, kind, odd, .. }: &OddItems<'_>) {
    let subject = offers.subject;
    let is_value = |item: &NodeId| {
        let kind = subject.document.kind(*item);
        kind.is_scalar() && kind != ValueKind::Null
    };
    if *kind != ValueKind::String || !odd.iter().all(is_value) {
        return;
    }
    let certainty = Certainty::intended_if(odd.iter().all(|item| subject.file_text(*item).1));
    let texts: Vec<String> = odd.iter().map(|item| subject.file_text(*item).0).collect();
    let sentence = format!("Quote {} in `{name}`: the list contains strings.", listed(&texts));
    offers.offer(certainty, sentence, |draft| {
        for (item, text) in odd.iter().zip(texts) {
            draft.set((*item).into(), DraftValue::Text(text));
        }
    });
}
