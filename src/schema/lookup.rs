//! Looks up fields: from a kind to its type, from a type to a field and its merge rule.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use super::declared_keys::DeclareError;
use super::error::LookupError;
use super::facts::{FieldFacts, ScalarType, SchemaFacts, TypeWrapper, UnknownFields, last_part};
use super::field::{Field, FieldDeclaration, Shape, Strategy, TypePosition, UNKNOWN};
use super::go_pointers::GoPointers;
use super::overlay::Schema;
use super::shape::TypeView;
use super::suggest;
use super::table::{TableType, TypeTable};
use super::table_print::print_all;

/// The built-in table. Indexed on first use; a type is parsed on its first look-up.
static BUILTIN: LazyLock<TypeTable> = LazyLock::new(|| {
    TypeTable::index(
        Cow::Borrowed(include_str!("builtin.txt")),
        GoPointers::MeasuredOrLikely,
    )
});

/// Fields of Go structs that are scalars in documents.
const GO_FIELDS: [(&str, &str); 4] = [
    ("intstr.IntOrString", "intval"),
    ("intstr.IntOrString", "strval"),
    ("intstr.IntOrString", "type"),
    ("resource.Quantity", "format"),
];

fn is_go_field(type_name: &str, field: &str) -> bool {
    GO_FIELDS
        .iter()
        .any(|row| row.0 == type_name && field.eq_ignore_ascii_case(row.1))
}

/// The error for too many schema documents.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("too many schema files (maximum 253)")]
pub struct TooManyOverlays;

impl Schema {
    /// Creates a schema with only the built-in table.
    pub fn builtin() -> Self {
        Self::default()
    }

    /// Adds the facts of a document, which take precedence over all that are known.
    ///
    /// # Errors
    /// More documents than the table number can count.
    pub fn overlay(&mut self, facts: &SchemaFacts) -> Result<(), TooManyOverlays> {
        if self.overlays.len() + 1 >= usize::from(UNKNOWN) {
            return Err(TooManyOverlays);
        }
        self.overlays.push(Arc::new(TypeTable::index(
            Cow::Owned(print_all(facts)),
            GoPointers::Measured,
        )));
        Ok(())
    }

    /// Declares the merge keys of a list: `path` like `spec.widgets`, `spec.widgets[].parts` or
    /// `spec.widgets.parts`; `keys` like `name` or `port,protocol`, the first of them the default key.
    ///
    /// [`Schema::check_declared`] checks the declaration against a kind.
    ///
    /// # Errors
    /// An empty path or key, a duplicate key, a path that is declared twice with different keys.
    pub fn declare(&mut self, path: &str, keys: &str) -> Result<(), DeclareError> {
        self.declared.add(path, keys)
    }

    /// Sets whether an item with `$patchMergeKey` whose key is null matches the first of several live items;
    /// by default that is rejected as ambiguous. Only the worked example of the multi-fields merge key
    /// proposal needs it.
    pub fn take_first_for_null_keys(&mut self, take: bool) {
        self.null_takes_first = take;
    }

    /// See [`Self::take_first_for_null_keys`].
    pub fn takes_first_for_null_keys(&self) -> bool {
        self.null_takes_first
    }

    /// Finds the field `name` of a struct, for maps and lists on both sides. As in Kubernetes, letter case is
    /// ignored if there is no exact match. A type that is not from Kubernetes can have more fields than are
    /// known.
    ///
    /// # Errors
    /// What Kubernetes rejects: no such field, not a struct, strategies that exclude each other.
    pub fn field<'s>(&'s self, position: TypePosition, name: &str) -> Result<Field<'s>, LookupError> {
        let (field, strategies) = self.find(position, name)?;
        check_strategies(field, name, strategies)
    }

    /// Finds a field as [`Schema::field`] does; the field must be a list.
    ///
    /// # Errors
    /// Those of [`Schema::field`], a field that is not a list, and a list of lists. As in Kubernetes, a
    /// pointer to another type is accepted and counts as a list without a strategy.
    pub fn list_field<'s>(&'s self, position: TypePosition, name: &str) -> Result<Field<'s>, LookupError> {
        let (field, strategies) = self.find(position, name)?;
        match self.view(field.type_position) {
            TypeView::Wrapped(TypeWrapper::List, item) => {
                if !self.is_pointer(field.type_position) && self.value_kind(item) == "slice" {
                    return Err(LookupError::ListOfLists {
                        field: name.to_owned(),
                    });
                }
            }
            TypeView::Scalar(ScalarType::Bytes) => {}
            TypeView::Unknown if !field.type_position.is_inside_leaf() => {}
            _ if self.is_pointer(field.type_position) => {}
            // The look-up in OpenAPI documents does not check the type of a field with a merge key.
            _ if field.merge_key.is_some()
                && self
                    .struct_name(position)
                    .is_some_and(|(_, is_built_in)| !is_built_in) => {}
            _ => {
                return Err(LookupError::NotList {
                    kind: self.go_kind(position),
                    field: name.to_owned(),
                });
            }
        }
        check_strategies(field, name, strategies)
    }

    /// Returns the field `name`, or the value of `name` in a free map, or `None`. Never fails.
    pub fn peek<'s>(&'s self, position: TypePosition, name: &str) -> Option<Field<'s>> {
        match self.view(position) {
            TypeView::Wrapped(TypeWrapper::Map, value) => {
                let node = self.declared.child(position.node, name);
                let mut field = self.plain_field("", TypePosition { node, ..value });
                self.take_type_marks(&mut field);
                Some(field)
            }
            view => self.find_in(view, position, name).ok().map(|(field, _)| field),
        }
    }

    /// Returns the sentence that a type has no field `name`, without its full stop: `Container has no field `imag`; it has
    /// `image``, and the near field. The types of a CustomResourceDefinition have the names of their fields.
    pub(crate) fn missing_field(&self, position: TypePosition, name: &str) -> (String, Option<String>) {
        let type_name = match self.type_name(position) {
            "" => "The type".to_owned(),
            field if field.starts_with(char::is_lowercase) => format!("`{field}`"),
            type_name => type_name.to_owned(),
        };
        if name.is_empty() {
            return (format!("{type_name} has no field with an empty name"), None);
        }
        let near = self.near_field(position, name);
        let also = near
            .as_ref()
            .map_or_else(String::new, |near| format!("; it has `{near}`"));
        (format!("{type_name} has no field `{name}`{also}"), near)
    }

    /// Returns why there is no merge rule for a field that exists, as the end of a sentence. `parent` is the name of the
    /// map of type `position`.
    pub(crate) fn no_merge_rule(
        &self,
        position: TypePosition,
        parent: &str,
        name: &str,
        error: &LookupError,
    ) -> String {
        match error {
            LookupError::Strategy { strategies, .. } => {
                format!("its patch strategy `{}` is not valid", strategies.join(","))
            }
            LookupError::NotList { .. } => match self.peek(position, name) {
                Some(field) => format!("it must be {}", self.type_words(field.type_position)),
                None => "it is not a list".to_owned(),
            },
            _ if self.shape(position) == Shape::Map => format!("the keys of `{parent}` are not fields"),
            _ => format!("`{parent}` must be {}", self.type_words(position)),
        }
    }

    /// Returns the type of a value with its article, in the words of the findings.
    fn type_words(&self, position: TypePosition) -> &'static str {
        match (self.shape(position), self.scalar_kind(position)) {
            (Shape::Struct | Shape::Map, _) => "a map",
            (Shape::List, _) => "a list",
            (_, Some("string")) => "a string",
            (_, Some("bool")) => "a boolean",
            (_, Some("int32" | "int64")) => "an integer",
            (_, Some("float64")) => "a number",
            (Shape::Scalar, _) => "a scalar",
            _ => "of another type",
        }
    }

    pub(crate) fn near_field(&self, position: TypePosition, name: &str) -> Option<String> {
        let near = suggest::nearest(name, self.field_names(position));
        near.or_else(|| suggest::completed(name, self.field_names(position)))
            .map(str::to_owned)
    }

    /// Finds the field and its strategies as written.
    fn find<'s>(&'s self, position: TypePosition, name: &str) -> Result<(Field<'s>, &'s str), LookupError> {
        self.find_in(self.view(position), position, name)
    }

    /// Finds the field as [`Self::find`] does, if the view of the position is known.
    fn find_in<'s>(
        &'s self,
        view: TypeView<'s>,
        position: TypePosition,
        name: &str,
    ) -> Result<(Field<'s>, &'s str), LookupError> {
        let (owner, table, number) = match view {
            TypeView::Struct(owner, table, number) => (owner, table, number),
            TypeView::Unknown => return Ok((self.unknown_field(position, name), "")),
            TypeView::Leaf(type_name, _) if is_go_field(type_name, name) => {
                return Ok((self.plain_field("", TypePosition::inside_leaf(position)), ""));
            }
            TypeView::Leaf(type_name, _) => {
                let type_name = last_part(type_name).to_owned();
                return Err(LookupError::NoSuchField {
                    type_name,
                    field: name.to_owned(),
                    near: None,
                });
            }
            TypeView::Wrapped(..) | TypeView::Scalar(_) => {
                return Err(LookupError::NotStruct {
                    kind: self.value_kind(position),
                });
            }
        };
        let Some((facts, inner)) = self.struct_field(owner, (table, number), position, name) else {
            if self.has_unknown_fields((table, number)) {
                return Ok((self.unknown_field(position, name), ""));
            }
            let type_name = self.type_name(position).to_owned();
            return Err(LookupError::NoSuchField {
                type_name,
                field: name.to_owned(),
                near: self.near_field(position, name),
            });
        };
        let mut field = self.plain_field(&facts.name, inner);
        let marks = &facts.marks;
        field.list_type = marks.list_type;
        field.list_map_keys = &marks.list_map_keys;
        field.map_type = marks.map_type;
        self.take_type_marks(&mut field);
        field.merge_key = marks.merge_key.as_deref();
        field.recommended_keys = match &marks.merge_key {
            Some(_) if !marks.recommended.is_empty() => &marks.recommended,
            Some(key) => std::slice::from_ref(key),
            None => &[],
        };
        let strategies = marks.strategy.as_deref().unwrap_or("");
        if let Ok((retain_keys, strategy)) = split_strategies(strategies) {
            field.retain_keys = retain_keys;
            field.strategy = strategy;
        }
        let keys = self.declared.keys(inner.node);
        if let Some(first) = keys.first()
            && self.shape(inner) == Shape::List
            && self.may_declare(table, &field, first)
        {
            field.strategy = Strategy::Merge;
            field.merge_key = Some(first);
            field.recommended_keys = keys;
            field.declared = true;
        }
        Ok((field, strategies))
    }

    /// Returns how the type at a position declares the field `name`, and the position of the value, which is that of
    /// [`Self::peek`]. For look-ups of many fields: the merge rule costs more than the position.
    pub(crate) fn child(
        &self,
        position: TypePosition,
        name: &str,
    ) -> (FieldDeclaration, Option<TypePosition>) {
        self.child_in(self.view(position), position, name)
    }

    /// As [`Self::child`], if the view of the position is known.
    pub(crate) fn child_in(
        &self,
        view: TypeView<'_>,
        position: TypePosition,
        name: &str,
    ) -> (FieldDeclaration, Option<TypePosition>) {
        let unknown = || TypePosition::unknown(self.declared.child(position.node, name));
        match view {
            TypeView::Struct(owner, table, number) => {
                let found = self.struct_field(owner, (table, number), position, name);
                let declaration = match found {
                    Some((facts, _)) if &*facts.name == name => FieldDeclaration::Named,
                    _ if owner.facts.unknown == UnknownFields::Stored => FieldDeclaration::Free,
                    _ => FieldDeclaration::Unknown,
                };
                let inner = found.map(|(_, inner)| inner);
                let inner = inner.or_else(|| self.has_unknown_fields((table, number)).then(unknown));
                (declaration, inner)
            }
            TypeView::Wrapped(TypeWrapper::Map, value) => {
                let node = self.declared.child(position.node, name);
                (FieldDeclaration::Free, Some(TypePosition { node, ..value }))
            }
            TypeView::Unknown => (FieldDeclaration::Free, Some(unknown())),
            TypeView::Leaf(type_name, _) => {
                let is_field = is_go_field(type_name, name);
                (
                    FieldDeclaration::Free,
                    is_field.then(|| TypePosition::inside_leaf(position)),
                )
            }
            TypeView::Wrapped(TypeWrapper::List, _) | TypeView::Scalar(_) => (FieldDeclaration::Free, None),
        }
    }

    /// Returns whether the type at a position has the field `name`, with the exact letter case.
    pub fn declaration(&self, position: TypePosition, name: &str) -> FieldDeclaration {
        self.child(position, name).0
    }

    /// Finds the field `name` of a struct, the type `found` at `position`, and the position of its value.
    fn struct_field<'s>(
        &'s self,
        owner: &'s TableType,
        found: (u8, u16),
        position: TypePosition,
        name: &str,
    ) -> Option<(&'s FieldFacts, TypePosition)> {
        let at = owner.find_field(name)?;
        let facts = owner.fields().get(at)?;
        let inner = TypePosition {
            node: self.declared.child(position.node, &facts.name),
            owner: found.1,
            field: u16::try_from(at).ok()?,
            table: found.0,
            depth: 0,
            is_dereferenced: false,
        };
        Some((facts, inner))
    }

    /// Returns whether a type can have more fields than are known: it is not from Kubernetes.
    fn has_unknown_fields(&self, (table, number): (u8, u16)) -> bool {
        table != 0 && !self.is_built_in(self.table(table).map_or("", |table| table.name(number)))
    }

    /// Returns whether keys can be declared for the field. For the lists of Kubernetes, they can only extend
    /// the built-in key.
    fn may_declare(&self, table: u8, field: &Field<'_>, first: &str) -> bool {
        match field.merge_key {
            Some(key) => key == first,
            None => table > 0 && field.strategy == Strategy::None,
        }
    }

    /// Adds the marks of the type of a field for server-side apply. Those of the field take precedence.
    fn take_type_marks<'s>(&'s self, field: &mut Field<'s>) {
        if field.list_type.is_some() && field.map_type.is_some() {
            return;
        }
        for marks in self.type_marks(field.type_position) {
            if field.list_type.is_none() && marks.list_type.is_some() {
                field.list_type = marks.list_type;
                field.list_map_keys = &marks.list_map_keys;
            }
            field.map_type = field.map_type.or(marks.map_type);
        }
    }

    /// Returns the field of the items of a list, with the marks of their type.
    pub fn item_field(&self, list: TypePosition) -> Field<'_> {
        let mut item = self.plain_field("", self.item(list));
        self.take_type_marks(&mut item);
        item
    }

    fn plain_field<'s>(&'s self, name: &'s str, position: TypePosition) -> Field<'s> {
        Field {
            name,
            type_position: position,
            strategy: Strategy::None,
            retain_keys: false,
            merge_key: None,
            recommended_keys: &[],
            declared: false,
            list_type: None,
            list_map_keys: &[],
            map_type: None,
        }
    }

    fn unknown_field(&self, position: TypePosition, name: &str) -> Field<'_> {
        let node = self.declared.child(position.node, name);
        let mut field = self.plain_field(self.declared.name(node), TypePosition::unknown(node));
        let keys = self.declared.keys(node);
        if let Some(first) = keys.first() {
            field.strategy = Strategy::Merge;
            field.merge_key = Some(first);
            field.recommended_keys = keys;
            field.declared = true;
        }
        field
    }

    /// Returns the tables, the one with the highest precedence first.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (u8, &TypeTable)> {
        (0..=self.overlays.len()).rev().filter_map(|number| {
            let number = u8::try_from(number).ok()?;
            Some((number, self.table(number)?))
        })
    }

    pub(crate) fn table(&self, number: u8) -> Option<&TypeTable> {
        match usize::from(number).checked_sub(1) {
            None => Some(&BUILTIN),
            Some(overlay) => self.overlays.get(overlay).map(|table| &**table),
        }
    }

    /// Returns whether any known type has a field with this name.
    pub(crate) fn has_field_named(&self, name: &str) -> bool {
        self.tables().any(|(_, table)| table.has_field_named(name))
    }

    /// Returns whether a type is one of Kubernetes.
    pub(crate) fn is_built_in(&self, type_name: &str) -> bool {
        self.table(0).is_some_and(|table| table.find(type_name).is_some())
    }

    pub(crate) fn type_of(&self, position: TypePosition) -> Option<&TableType> {
        self.table(position.table)?.get(position.owner)
    }

    /// Resolves the name of a type. Overlays can replace types of the tables below them.
    pub(crate) fn named(&self, table: u8, same_table: Option<u16>, name: &str) -> Option<(u8, u16)> {
        if self.overlays.is_empty() {
            return same_table.map(|number| (table, number));
        }
        self.tables()
            .find_map(|(table, facts)| Some((table, facts.find(name)?)))
    }
}

fn check_strategies<'s>(field: Field<'s>, name: &str, strategies: &str) -> Result<Field<'s>, LookupError> {
    match split_strategies(strategies) {
        Ok(_) => Ok(field),
        Err(strategies) => Err(LookupError::Strategy {
            field: name.to_owned(),
            strategies,
        }),
    }
}

/// Splits `merge,retainKeys` into the `retainKeys` flag and the main strategy.
fn split_strategies(text: &str) -> Result<(bool, Strategy), Vec<String>> {
    let main = |word: &str| match word {
        "merge" => Strategy::Merge,
        "replace" => Strategy::Replace,
        _ => Strategy::None,
    };
    match text.split_once(',') {
        None if text == "retainKeys" => Ok((true, Strategy::None)),
        None => Ok((false, main(text))),
        Some(("retainKeys", other) | (other, "retainKeys")) if !other.contains(',') => {
            Ok((true, main(other)))
        }
        Some(_) => Err(text.split(',').map(str::to_owned).collect()),
    }
}
