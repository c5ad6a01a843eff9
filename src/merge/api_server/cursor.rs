//! A value of an object with its type and path, for the checks of the API server.

use crate::document::write::json_value;
use crate::document::{Path, Segment, Tree, Value, ValueKind};
use crate::schema::{FieldDeclaration, Schema, Shape, TypePosition, TypeView};

/// A value with its path.
#[derive(Debug)]
pub(crate) struct Cursor<'a, T: Tree> {
    pub(crate) tree: &'a T,
    pub(crate) schema: &'a Schema,
    pub(crate) id: T::Id,
    /// The type; `None` if it is not known.
    pub(crate) type_position: Option<TypePosition>,
    above: Option<&'a Cursor<'a, T>>,
    part: PathPart<'a>,
    /// Whether it is an empty struct that the object does not have; `id` is then the nearest parent.
    is_missing: bool,
}

impl<T: Tree> Clone for Cursor<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Tree> Copy for Cursor<'_, T> {}

/// How a type declares a field, and the position and the view of its value.
type TypedField<'a> = (FieldDeclaration, Option<TypePosition>, Option<TypeView<'a>>);

/// The fields of the last item of a list, which has one type. Looking up a field costs more than comparing its name.
pub(crate) enum ItemFieldCache<'a> {
    /// The map is not an item.
    None,
    /// The fields in the order of the map.
    OfItems(Vec<(&'a str, TypedField<'a>)>),
}

impl<'a> ItemFieldCache<'a> {
    fn find_or_insert(
        &mut self,
        index: usize,
        name: &'a str,
        look_up: impl FnOnce() -> TypedField<'a>,
    ) -> TypedField<'a> {
        let Self::OfItems(fields) = self else {
            return look_up();
        };
        if let Some((_, field)) = fields.get(index).filter(|(known, _)| *known == name) {
            return *field;
        }
        let field = look_up();
        fields.truncate(index);
        fields.push((name, field));
        field
    }
}

/// The last part of a path.
#[derive(Clone, Copy, Debug)]
enum PathPart<'a> {
    Top,
    Field(&'a str),
    Index(usize),
}

/// Fields that identify items for users.
const ITEM_NAMES: [&str; 6] = ["name", "containerPort", "port", "mountPath", "uid", "key"];

impl<'a, T: Tree> Cursor<'a, T> {
    pub(crate) fn top(tree: &'a T, schema: &'a Schema, type_position: Option<TypePosition>) -> Self {
        Self::new(tree, schema, tree.top(), type_position)
    }

    /// Creates a cursor to a value whose path is not needed.
    pub(crate) fn new(
        tree: &'a T,
        schema: &'a Schema,
        id: T::Id,
        type_position: Option<TypePosition>,
    ) -> Self {
        Self {
            tree,
            schema,
            id,
            type_position,
            above: None,
            part: PathPart::Top,
            is_missing: false,
        }
    }

    fn child<'b>(
        &'b self,
        id: T::Id,
        type_position: Option<TypePosition>,
        part: PathPart<'b>,
    ) -> Cursor<'b, T> {
        Cursor {
            tree: self.tree,
            schema: self.schema,
            id,
            type_position,
            above: Some(self),
            part,
            is_missing: false,
        }
    }

    /// Returns the struct `name` as Go decodes it: it is empty if the object does not have it.
    pub(crate) fn struct_field<'b>(&'b self, name: &'b str) -> Cursor<'b, T> {
        self.field(name).unwrap_or_else(|| Cursor {
            is_missing: true,
            ..self.child(self.id, self.field_type(name), PathPart::Field(name))
        })
    }

    /// Returns the field `name`, if it exists and is not null.
    pub(crate) fn field<'b>(&'b self, name: &'b str) -> Option<Cursor<'b, T>> {
        self.given(name)
            .filter(|field| field.tree.kind(field.id) != ValueKind::Null)
    }

    /// Returns the field `name`, if it exists.
    pub(crate) fn given<'b>(&'b self, name: &'b str) -> Option<Cursor<'b, T>> {
        let id = self.find(name)?;
        Some(self.child(id, self.field_type(name), PathPart::Field(name)))
    }

    /// Returns the field `name` whose node is known, if it is not null.
    pub(crate) fn field_at<'b>(&'b self, name: &'b str, id: T::Id) -> Option<Cursor<'b, T>> {
        let field = self.child(id, self.field_type(name), PathPart::Field(name));
        Some(field).filter(|field| !field.is_null())
    }

    /// Returns the node of the field `name`, if it exists.
    fn find(&self, name: &str) -> Option<T::Id> {
        if self.is_missing || self.kind() != ValueKind::Map {
            return None;
        }
        let mut children = self.tree.children(self.id);
        children.find(|child| self.tree.key(*child) == Some(name))
    }

    fn field_type(&self, name: &str) -> Option<TypePosition> {
        self.schema.child(self.type_position?, name).1
    }

    /// Returns the view of the type.
    pub(crate) fn view(&self) -> Option<TypeView<'a>> {
        self.type_position.map(|position| self.schema.view(position))
    }

    /// Returns all fields of a map.
    pub(crate) fn fields<'b>(&'b self) -> impl Iterator<Item = (&'b str, Cursor<'b, T>)> {
        self.declared_fields().map(|(name, _, field)| (name, field))
    }

    /// Returns all fields of a map, and how its type declares them.
    pub(crate) fn declared_fields<'b>(
        &'b self,
    ) -> impl Iterator<Item = (&'b str, FieldDeclaration, Cursor<'b, T>)> {
        self.declared_fields_in(self.view())
    }

    /// As [`Self::declared_fields`], if the view of the type is known.
    pub(crate) fn declared_fields_in<'b>(
        &'b self,
        view: Option<TypeView<'b>>,
    ) -> impl Iterator<Item = (&'b str, FieldDeclaration, Cursor<'b, T>)> {
        let is_map = !self.is_missing && self.kind() == ValueKind::Map;
        let children = is_map.then(|| self.tree.children(self.id));
        let typed = view.zip(self.type_position);
        children.into_iter().flatten().map(move |id| {
            let name = self.tree.key(id).unwrap_or_default();
            let (declaration, inner) = match typed {
                Some((view, position)) => self.schema.child_in(view, position, name),
                None => (FieldDeclaration::Free, None),
            };
            (name, declaration, self.child(id, inner, PathPart::Field(name)))
        })
    }

    /// Passes all fields of a map to `visit`, and how its type declares them. `known` are the fields of the items of
    /// the list that contains the map: most items have the same fields in the same order.
    pub(crate) fn for_each_field(
        &self,
        view: TypeView<'a>,
        known: &mut ItemFieldCache<'a>,
        mut visit: impl FnMut(FieldDeclaration, &Cursor<'_, T>, Option<TypeView<'a>>),
    ) {
        let Some(position) = self.type_position else {
            return;
        };
        let mut last = None;
        for (index, id) in self.tree.children(self.id).enumerate() {
            let name = self.tree.key(id).unwrap_or_default();
            let (declaration, inner, view) = known.find_or_insert(index, name, || {
                let (declaration, inner) = self.schema.child_in(view, position, name);
                // All values of a map without declared fields have the same type.
                let view = match last {
                    Some((known, view)) if inner == Some(known) => Some(view),
                    _ => inner.map(|inner| self.schema.view(inner)),
                };
                last = inner.zip(view);
                (declaration, inner, view)
            });
            visit(declaration, &self.child(id, inner, PathPart::Field(name)), view);
        }
    }

    /// Returns the items of a list.
    pub(crate) fn items<'b>(&'b self) -> impl Iterator<Item = Cursor<'b, T>> {
        let is_list = self.tree.kind(self.id) == ValueKind::List;
        let type_position = self
            .type_position
            .map(|type_position| self.schema.item(type_position));
        let children = is_list.then(|| self.tree.children(self.id));
        children
            .into_iter()
            .flatten()
            .enumerate()
            .map(move |(index, id)| self.child(id, type_position, PathPart::Index(index)))
    }

    pub(crate) fn kind(&self) -> ValueKind {
        match self.is_missing {
            true => ValueKind::Map,
            false => self.tree.kind(self.id),
        }
    }

    pub(crate) fn value(&self) -> Value<'a> {
        match self.is_missing {
            true => Value::Map,
            false => self.tree.value(self.id),
        }
    }

    /// Returns the value as a string.
    pub(crate) fn text(&self) -> Option<&'a str> {
        self.value().as_str()
    }

    /// Returns the value as an integer. Go converts a number that is too large for its type.
    pub(crate) fn integer(&self) -> Option<i64> {
        match self.value() {
            Value::Integer(number) => Some(self.wrapped().map_or(number, i64::from)),
            _ => None,
        }
    }

    /// Returns what Go makes of a number that is too large for an `int32`, or `None` for other values.
    pub(crate) fn wrapped(&self) -> Option<i32> {
        let Value::Integer(number) = self.value() else {
            return None;
        };
        let is_int32 = || {
            self.type_position
                .is_some_and(|type_position| self.schema.scalar_kind(type_position) == Some("int32"))
        };
        (i32::try_from(number).is_err() && is_int32()).then_some(number as i32)
    }

    /// Returns the value as a whole number, also if it is written as a float.
    pub(crate) fn whole(&self) -> Option<i64> {
        match self.value() {
            Value::Float(number) if number.fract() == 0.0 => Some(number as i64),
            _ => self.integer(),
        }
    }

    /// Returns the field `name` as a string; empty if it does not exist or is not a string.
    pub(crate) fn text_of(&self, name: &str) -> &'a str {
        let tree = self.tree;
        let found = self.find(name).and_then(|id| tree.value(id).as_str());
        found.unwrap_or_default()
    }

    /// Returns the field `name` as JSON: `null` if it does not exist.
    pub(crate) fn json_of(&self, name: &str) -> String {
        self.field(name).map_or("null".to_owned(), |field| field.json())
    }

    /// Returns whether the field `name` exists and is not empty.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.find(name)
            .is_some_and(|id| !Cursor::new(self.tree, self.schema, id, None).is_empty())
    }

    /// Returns whether the value is null or an empty string, list or map.
    pub(crate) fn is_empty(&self) -> bool {
        match self.value() {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            Value::List | Value::Map => self.is_missing || self.tree.children(self.id).next().is_none(),
            _ => false,
        }
    }

    /// Returns whether a field of the type is not null. The API server drops the others.
    pub(crate) fn has_fields(&self) -> bool {
        self.declared_fields()
            .any(|(_, declaration, field)| declaration != FieldDeclaration::Unknown && !field.is_null())
    }

    pub(crate) fn is_null(&self) -> bool {
        self.kind() == ValueKind::Null
    }

    pub(crate) fn json(&self) -> String {
        if self.is_missing {
            return "{}".to_owned();
        }
        json_value(self.tree, self.id)
    }

    /// Returns the path as the API server writes it: `spec.containers[0].name`.
    pub(crate) fn path(&self) -> String {
        let mut out = String::new();
        self.write_path(&mut out, false);
        out
    }

    /// Returns the path with names instead of item indices, which does not change when items move.
    pub(crate) fn stable_path(&self) -> String {
        let mut out = String::new();
        self.write_path(&mut out, true);
        out
    }

    /// Returns the path as findings show it: `metadata.labels["a.b/c"]`. The API server writes no path there.
    pub(crate) fn shown_path(&self) -> String {
        let cursors = std::iter::successors(Some(self), |at| at.above);
        let mut segments: Vec<Segment> = cursors
            .filter_map(|at| match at.part {
                PathPart::Top => None,
                PathPart::Field(name) => Some(Segment::Key(name.to_owned())),
                PathPart::Index(index) => Some(Segment::Index(index)),
            })
            .collect();
        segments.reverse();
        match segments.is_empty() {
            true => String::new(),
            false => Path(segments).to_string(),
        }
    }

    fn write_path(&self, out: &mut String, is_stable: bool) {
        if let Some(above) = self.above {
            above.write_path(out, is_stable);
        }
        match self.part {
            PathPart::Top => {}
            PathPart::Field(name) => {
                if !out.is_empty() {
                    out.push('.');
                }
                out.push_str(name);
            }
            PathPart::Index(index) => {
                let name = match is_stable {
                    true if self.kind().is_scalar() => Some(*self),
                    true => ITEM_NAMES.iter().find_map(|name| self.field(name)),
                    false => None,
                };
                match name {
                    Some(name) => out.push_str(&format!("[{}]", name.json())),
                    None => out.push_str(&format!("[{index}]")),
                }
            }
        }
    }

    /// Returns the path as Go writes it in an error of JSON: the struct of the innermost field, and the fields from
    /// the top without items and keys of maps (`EnvVar.spec.containers.env.value`). `None` at the top.
    pub(crate) fn struct_field_path(&self) -> Option<String> {
        let mut names = Vec::new();
        let mut owner = None;
        let mut at = self;
        while let Some(above) = at.above {
            let name = above.type_name();
            if let (PathPart::Field(field), false) = (at.part, name.is_empty()) {
                owner.get_or_insert(name);
                names.push(field);
            }
            at = above;
        }
        names.reverse();
        owner.map(|owner| format!("{owner}.{}", names.join(".")))
    }

    /// Returns the full name of the nearest struct above; empty at the top.
    pub(crate) fn owner(&self) -> &'a str {
        let mut above = self.above;
        while let Some(at) = above {
            let found = at
                .type_position
                .and_then(|position| at.schema.struct_name(position));
            if let Some((name, _)) = found {
                return name;
            }
            above = at.above;
        }
        ""
    }

    /// Returns whether it is a value of a map without declared fields.
    pub(crate) fn is_map_value(&self) -> bool {
        let above = self.above.and_then(|above| above.type_position);
        above.is_some_and(|position| self.schema.shape(position) == Shape::Map)
    }

    /// Returns the last part of the name of a struct type; empty for other types.
    pub(crate) fn type_name(&self) -> &'a str {
        let found = self
            .type_position
            .and_then(|type_position| self.schema.struct_name(type_position));
        found.map_or("", |(name, _)| crate::schema::last_part(name))
    }
}
