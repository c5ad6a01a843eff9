//! The value that the API server sets if a field is missing.

use crate::document::write::json_value;
use crate::document::{Tree, Value, ValueKind};
use crate::schema::{ALL_OTHER_FIELDS, DefaultRule, FieldDefault, MISSING, NOT_EMPTY, Schema, TypePosition};

/// A default value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DefaultContent {
    /// A value, as JSON text.
    Json(String),
    /// A value that only an API server can choose.
    Generated,
}

/// Returns whether a value is null, or a list or map without content.
fn is_empty<T: Tree>(tree: &T, id: T::Id) -> bool {
    match tree.kind(id) {
        ValueKind::Map | ValueKind::List => tree.children(id).next().is_none(),
        kind => kind == ValueKind::Null,
    }
}

/// A map of an object, with its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypedMap<'t, 's, T: Tree> {
    pub(crate) tree: &'t T,
    pub(crate) map: T::Id,
    pub(crate) schema: &'s Schema,
    pub(crate) type_position: TypePosition,
    /// The kind of the object.
    pub(crate) kind: &'t str,
}

impl<'s, T: Tree> TypedMap<'_, 's, T> {
    /// Returns the default of the field `name` in an update, or `None` if it has none with the other fields of the map.
    pub(crate) fn default(&self, name: &str) -> Option<DefaultContent> {
        self.value_of(self.rule(name)?)
    }

    /// As [`Self::default`], for a field of a stored object that has a default only if another field is missing. The other field
    /// was missing unless it `is_given`.
    pub(crate) fn default_beside(
        &self,
        name: &str,
        is_given: impl Fn(T::Id) -> bool,
    ) -> Option<DefaultContent> {
        let rules = self.schema.defaults(self.type_position, name);
        let rule = rules.into_iter().find(|rule| {
            rule.when.is_some_and(|(other, value)| {
                value == MISSING && self.find(other).is_some_and(|other| !is_given(other))
            })
        });
        self.value_of(rule?)
    }

    fn value_of(&self, rule: DefaultRule<'_>) -> Option<DefaultContent> {
        match rule.default {
            FieldDefault::Value(json) => Some(DefaultContent::Json(json.to_owned())),
            FieldDefault::Written => Some(DefaultContent::Json("{}".to_owned())),
            FieldDefault::SameAs(other) => self.given(other).map(DefaultContent::Json),
            FieldDefault::LowerCaseOf(other) => self.text(other, |text| text.to_lowercase()),
            FieldDefault::ListOf(other) => self.text(other, |text| format!("{text}List")),
            FieldDefault::ByImage => self.pull_policy().map(DefaultContent::Json),
            FieldDefault::Generated => Some(DefaultContent::Generated),
            FieldDefault::Created => None,
        }
    }

    /// Returns whether the API server sets the field `name` only when the object is created.
    pub(crate) fn is_set_at_creation(&self, name: &str) -> bool {
        self.rule(name)
            .is_some_and(|rule| rule.default == FieldDefault::Created)
    }

    /// Returns whether the field `name` has a default, of any value.
    pub(crate) fn has_default(&self, name: &str) -> bool {
        self.rule(name).is_some()
    }

    fn rule(&self, name: &str) -> Option<DefaultRule<'s>> {
        let rules = self.schema.defaults(self.type_position, name);
        rules.into_iter().find(|rule| {
            rule.kind.is_none_or(|kind| kind == self.kind)
                && rule.when.is_none_or(|(other, value)| match value {
                    MISSING if other == ALL_OTHER_FIELDS => self.is_alone(name),
                    MISSING => self.find_set(other).is_none(),
                    NOT_EMPTY => self.find(other).is_some_and(|other| !is_empty(self.tree, other)),
                    value => self.field_json(other).as_deref() == Some(value),
                })
        })
    }

    /// Returns the other field that the API server copies to the field `name` and back.
    pub(crate) fn mutual_copy(&self, name: &str) -> Option<&'s str> {
        let FieldDefault::SameAs(other) = self.rule(name)?.default else {
            return None;
        };
        let is_mutual = self
            .rule(other)
            .is_some_and(|rule| rule.default == FieldDefault::SameAs(name));
        is_mutual.then_some(other)
    }

    fn find(&self, name: &str) -> Option<T::Id> {
        self.tree
            .children(self.map)
            .find(|child| self.tree.key(*child) == Some(name))
    }

    /// Returns the node of a field, unless the API server sets its default: it is missing, null, or the empty value of a
    /// type that is not a pointer in Go.
    fn find_set(&self, name: &str) -> Option<T::Id> {
        self.find(name).filter(|id| !self.is_unset(name, *id))
    }

    /// Returns whether the value of a field is the same as no value.
    pub(crate) fn is_unset(&self, name: &str, id: T::Id) -> bool {
        match self.tree.kind(id) {
            ValueKind::Null => !self.schema.is_nullable(self.type_position, name),
            _ => self.tree.is_zero(id) && self.schema.is_empty_missing(self.type_position, name),
        }
    }

    /// Returns whether the other fields of the map, apart from its name, are missing.
    fn is_alone(&self, name: &str) -> bool {
        self.tree
            .children(self.map)
            .filter(|child| self.tree.kind(*child) != ValueKind::Null)
            .all(|child| {
                self.tree
                    .key(child)
                    .is_some_and(|key| key == "name" || key == name)
            })
    }

    fn given(&self, name: &str) -> Option<String> {
        Some(json_value(self.tree, self.find_set(name)?))
    }

    /// Returns a default that is made from the text of the field `name`.
    fn text(&self, name: &str, make: impl Fn(&str) -> String) -> Option<DefaultContent> {
        match self.tree.value(self.find_set(name)?) {
            Value::String(text) => Some(DefaultContent::Json(
                serde_json::Value::from(make(text)).to_string(),
            )),
            _ => None,
        }
    }

    /// Returns the value of a field, or its unconditional default.
    fn field_json(&self, name: &str) -> Option<String> {
        self.given(name).or_else(|| {
            let rules = self.schema.defaults(self.type_position, name);
            let rule = rules.into_iter().find(|rule| rule.when.is_none())?;
            match rule.default {
                FieldDefault::Value(json) => Some(json.to_owned()),
                _ => None,
            }
        })
    }

    /// Returns the default pull policy of an image (Go: `SetDefaults_Container`), also of one that is a volume.
    fn pull_policy(&self) -> Option<String> {
        let image = self.find("image").or_else(|| self.find("reference"));
        let Value::String(image) = self.tree.value(image?) else {
            return None;
        };
        let (name, digest) = match image.split_once('@') {
            Some((name, digest)) => (name, Some(digest)),
            None => (image, None),
        };
        let last = name.rsplit('/').next().unwrap_or(name);
        let tag = last.split_once(':').map(|(_, tag)| tag);
        let is_latest = tag == Some("latest") || tag.is_none() && digest.is_none();
        Some(
            if is_latest {
                "\"Always\""
            } else {
                "\"IfNotPresent\""
            }
            .to_owned(),
        )
    }
}
