//! The reasons why the API server does not store an object, with its messages.

use std::fmt;

use rustc_hash::FxHashSet;

use super::cursor::Cursor;
use crate::document::Tree;
use crate::document::words::count_of;
use crate::schema::go_quote;

/// The maximum number of steps of one kind, unless a program wants all of them.
pub(crate) const MAX_SERVER_STEPS: usize = 20;

named_enum! {
    /// The part of the API server that rejects an object. The layers run in this order: an object that cannot be
    /// decoded is not validated.
    #[derive(PartialOrd, Ord)]
    pub enum ServerLayer {
        /// A value does not have the type of its field.
        Decode = "decode",
        /// The object is not the one of the request, or an older version of it.
        Identity = "identity",
        /// An immutable field changes.
        Immutable = "immutable",
        /// The object violates a rule of its kind.
        Validation = "validation",
    }
}

/// A message of the server about a value (Go: `field.Error`). Values are in the server's notation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ServerMessage {
    /// There is no value; the reason can be empty.
    Required(String),
    /// A value, and the rule that it violates.
    Invalid(String, String),
    /// A value that is not in the set after it.
    Unsupported(String, Vec<String>),
    /// A value that another item has.
    Duplicate(String),
    /// A name that nothing has.
    NotFound(String),
    /// Why a field, or its change, is not allowed.
    Forbidden(String),
    /// The maximum length, and what is counted. The API server calls it bytes in any case.
    TooLong(usize, LengthUnit),
    /// The number of items, and the maximum.
    TooMany(usize, usize),
    /// Why the object is another one, or another version of it.
    OtherObject(String),
    /// Why a value cannot be decoded, in the words of Go.
    Undecodable(String, DecodeCause),
}

/// What a value must be, if it cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DecodeCause {
    /// A value of this Go type; `…` if its name is not known.
    GoType(String),
    /// A quantity.
    Quantity,
    /// A base64 string.
    Base64,
    /// Something that the message does not say in a common form.
    Other,
}

/// What the length of a text or a map is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LengthUnit {
    /// The bytes of UTF-8, for built-in kinds.
    Byte,
    /// The characters, for `maxLength` of a custom resource.
    Character,
}

impl LengthUnit {
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Byte => "byte",
            Self::Character => "character",
        }
    }
}

impl ServerMessage {
    /// Returns the value or the name, if the message says it.
    pub(crate) fn value(&self) -> &str {
        match self {
            Self::Invalid(value, _)
            | Self::Unsupported(value, _)
            | Self::Duplicate(value)
            | Self::NotFound(value) => value,
            _ => "",
        }
    }

    /// Returns the rule that is violated, if the message says it.
    pub(crate) fn why(&self) -> &str {
        match self {
            Self::Required(why) | Self::Invalid(_, why) | Self::Forbidden(why) => why,
            _ => "",
        }
    }
}

impl fmt::Display for ServerMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Required(why) if why.is_empty() => f.write_str("Required value"),
            Self::Required(why) => write!(f, "Required value: {why}"),
            Self::Invalid(value, why) => write!(f, "Invalid value: {value}: {why}"),
            Self::Unsupported(value, supported) => {
                let supported: Vec<String> = supported.iter().map(|word| go_quote(word)).collect();
                let supported = supported.join(", ");
                write!(f, "Unsupported value: {value}: supported values: {supported}")
            }
            Self::Duplicate(value) => write!(f, "Duplicate value: {value}"),
            Self::NotFound(name) => write!(f, "Not found: {}", go_quote(name)),
            Self::Forbidden(why) => write!(f, "Forbidden: {why}"),
            Self::TooLong(most, _) => write!(f, "Too long: may not be more than {}", count_of(*most, "byte")),
            Self::TooMany(count, most) => {
                write!(
                    f,
                    "Too many: {count}: must have at most {}",
                    count_of(*most, "item")
                )
            }
            Self::OtherObject(message) | Self::Undecodable(message, _) => f.write_str(message),
        }
    }
}

/// A rule of the API server that helps and fixes depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constraint {
    /// Fields exclude each other.
    Exclusive,
    /// The value is one of these.
    OneOf(&'static [&'static str]),
    /// The value is a range of IP addresses.
    AddressRange,
    /// The value has the type that a CustomResourceDefinition declares.
    CustomType,
    /// The selector matches the labels of the template.
    MatchingSelector,
    /// A pod keeps its containers.
    KeptContainers,
    /// The deadline of a pod does not become later.
    KeptDeadline,
    /// Of a `spec`, only these fields can change.
    MutableFields(&'static [&'static str]),
}

/// A reason to reject an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection<I> {
    /// The part of the API server that rejects the object.
    pub layer: ServerLayer,
    /// The field in the server's notation; empty if the message has no field.
    pub field: String,
    /// The message of the server.
    pub message: ServerMessage,
    /// The node, or the nearest parent of a missing field.
    pub(crate) at: I,
    /// The name of the missing field, in the server's notation.
    pub(crate) missing: Option<String>,
    /// The map and the name of another field that can cause the mistake. The result may not have the field.
    pub(crate) cause: Option<(I, String)>,
    /// The identity of the mistake, which stays the same if items move.
    pub(crate) identity: String,
    /// The violated rule, if helps and fixes depend on it.
    pub(crate) constraint: Option<Constraint>,
    /// Whether it is only a consequence of another objection.
    pub(crate) is_consequence: bool,
}

impl<I> Objection<I> {
    /// Returns whether the API server validates nothing of the object.
    pub(crate) fn is_early(&self) -> bool {
        matches!(self.layer, ServerLayer::Decode | ServerLayer::Identity)
    }

    /// Returns whether it is about a field without a value: Go reads a missing number as 0.
    pub(crate) fn is_missing(&self) -> bool {
        let is_zero = matches!(&self.message, ServerMessage::Invalid(value, _) if value == "0");
        matches!(self.message, ServerMessage::Required(_)) || is_zero && self.missing.is_some()
    }

    /// Returns whether the API server checks nothing more of the `spec`.
    pub(crate) fn hides_others(&self) -> bool {
        matches!(
            self.constraint,
            Some(Constraint::KeptContainers | Constraint::KeptDeadline)
        )
    }

    /// Returns the fields that can change, if only some of a `spec` can.
    pub(crate) fn mutable_fields(&self) -> Option<&'static [&'static str]> {
        match self.constraint {
            Some(Constraint::MutableFields(names)) => Some(names),
            _ => None,
        }
    }

    /// Returns whether only the live value of a field is accepted. A `Forbidden` map can have fields that may change.
    pub(super) fn forbids_change_of(&self, field: &str) -> bool {
        let below = field.strip_prefix(&*self.field);
        self.layer == ServerLayer::Immutable
            && matches!(self.message, ServerMessage::Invalid(..))
            && below.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    }
}

impl<I> fmt::Display for Objection<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        self.message.fmt(f)
    }
}

/// All objections so far.
pub(crate) struct Objections<T: Tree> {
    pub(crate) all: Vec<Objection<T::Id>>,
    /// The fields and messages so far, to report each only once.
    reported: FxHashSet<(String, ServerMessage)>,
    pub(crate) layer: ServerLayer,
}

impl<T: Tree> Objections<T> {
    pub(crate) fn new() -> Self {
        Self {
            all: Vec::new(),
            reported: FxHashSet::default(),
            layer: ServerLayer::Validation,
        }
    }

    /// Adds an objection to the value at `at`, or to its field `name`, which can be missing.
    pub(crate) fn add(&mut self, at: &Cursor<'_, T>, name: &str, message: ServerMessage) {
        let join = |path: String| match (name.is_empty(), path.is_empty()) {
            (true, _) => path,
            (false, true) => name.to_owned(),
            (false, false) if name.starts_with('[') => path + name,
            (false, false) => format!("{path}.{name}"),
        };
        let field = join(match self.layer {
            ServerLayer::Decode => at.shown_path(),
            _ => at.path(),
        });
        if !self.reported.insert((field.clone(), message.clone())) {
            return;
        }
        let given = at.given(name);
        self.all.push(Objection {
            layer: self.layer,
            identity: format!("{}: {message}", join(at.stable_path())),
            field,
            message,
            at: given.as_ref().map_or(at.id, |field| field.id),
            missing: (given.is_none() && !name.is_empty()).then(|| name.to_owned()),
            cause: None,
            constraint: None,
            is_consequence: false,
        });
    }

    /// Moves the last objection to another node, where the server names a field that the object does not have.
    pub(crate) fn move_last(&mut self, at: T::Id) {
        if let Some(last) = self.all.last_mut() {
            (last.at, last.missing) = (at, None);
        }
    }

    /// Says which field is missing where the server names another one in the last objection.
    pub(crate) fn miss_last(&mut self, map: T::Id, name: &str) {
        if let Some(last) = self.all.last_mut() {
            (last.at, last.missing) = (map, Some(name.to_owned()));
        }
    }

    /// Names another field that can cause the last objection, for the position if the patch sets that field.
    pub(crate) fn cause_last(&mut self, map: &Cursor<'_, T>, name: &str) {
        if let Some(last) = self.all.last_mut() {
            last.cause = Some((map.id, name.to_owned()));
        }
    }

    /// Says which rule the last objection is about.
    pub(crate) fn mark(&mut self, constraint: Constraint) {
        if let Some(last) = self.all.last_mut() {
            last.constraint = Some(constraint);
        }
    }

    pub(crate) fn mark_consequence(&mut self) {
        if let Some(last) = self.all.last_mut() {
            last.is_consequence = true;
        }
    }

    pub(crate) fn add_required(&mut self, at: &Cursor<'_, T>, name: &str) {
        self.add_required_because(at, name, "");
    }

    pub(crate) fn add_required_because(&mut self, at: &Cursor<'_, T>, name: &str, why: &str) {
        self.add(at, name, ServerMessage::Required(why.to_owned()));
    }

    /// Adds an invalid value; `value` is in the server's notation.
    pub(crate) fn add_invalid(&mut self, at: &Cursor<'_, T>, name: &str, value: &str, why: &str) {
        let message = ServerMessage::Invalid(value.to_owned(), why.to_owned());
        self.add(at, name, message);
    }

    pub(crate) fn add_invalid_text(&mut self, at: &Cursor<'_, T>, name: &str, value: &str, why: &str) {
        self.add_invalid(at, name, &go_quote(value), why);
    }

    /// Adds a text that is none of `words`, where the message does not have them.
    pub(crate) fn add_wrong_word(
        &mut self,
        at: &Cursor<'_, T>,
        name: &str,
        why: &str,
        words: &'static [&'static str],
    ) {
        self.add_invalid_text(at, name, at.text_of(name), why);
        self.mark(Constraint::OneOf(words));
    }

    pub(crate) fn add_forbidden(&mut self, at: &Cursor<'_, T>, name: &str, why: &str) {
        self.add(at, name, ServerMessage::Forbidden(why.to_owned()));
    }

    pub(crate) fn add_duplicate(&mut self, at: &Cursor<'_, T>, name: &str, value: &str) {
        self.add(at, name, ServerMessage::Duplicate(value.to_owned()));
    }

    pub(crate) fn add_not_found(&mut self, at: &Cursor<'_, T>, name: &str, missing: &str) {
        self.add(at, name, ServerMessage::NotFound(missing.to_owned()));
    }

    /// Checks a field that has a fixed set of values. A missing field has a default or is required by another
    /// check.
    pub(crate) fn check_one_of(&mut self, at: &Cursor<'_, T>, name: &str, words: &[&str]) {
        if !at.text_of(name).is_empty() {
            self.require_one_of(at, name, words);
        }
    }

    /// As [`Self::check_one_of`], for a field without a default: a missing one is the empty string.
    pub(crate) fn require_one_of(&mut self, at: &Cursor<'_, T>, name: &str, words: &[&str]) {
        self.check_word(at, name, at.text_of(name), words);
    }

    /// Checks an item of a list of words.
    pub(crate) fn require_item_of(&mut self, item: &Cursor<'_, T>, words: &[&str]) {
        self.check_word(item, "", item.text().unwrap_or_default(), words);
    }

    pub(crate) fn check_word(&mut self, at: &Cursor<'_, T>, name: &str, word: &str, words: &[&str]) {
        if !words.contains(&word) {
            self.add_unsupported(at, name, go_quote(word), words);
        }
    }

    /// Adds a value, in the server's notation, that is none of `words`.
    pub(crate) fn add_unsupported(&mut self, at: &Cursor<'_, T>, name: &str, value: String, words: &[&str]) {
        let supported = words.iter().map(|word| (*word).to_owned()).collect();
        self.add(at, name, ServerMessage::Unsupported(value, supported));
    }

    /// Checks fields for negative numbers.
    pub(crate) fn check_not_negative(&mut self, at: &Cursor<'_, T>, names: &[&str]) {
        for name in names {
            let number = at.field(name).and_then(|field| field.integer());
            if let Some(number) = number.filter(|number| *number < 0) {
                self.add_invalid(
                    at,
                    name,
                    &number.to_string(),
                    "must be greater than or equal to 0",
                );
            }
        }
    }

    /// Checks that no two items of a list have the same string in a field.
    pub(crate) fn check_unique(&mut self, list: &Cursor<'_, T>, name: &str) {
        let mut seen = rustc_hash::FxHashSet::default();
        for item in list.items() {
            let text = item.text_of(name);
            if !text.is_empty() && !seen.insert(text) {
                self.add_duplicate(&item, name, &go_quote(text));
            }
        }
    }
}
