//! The facts about types and their fields: plain data, parsed from schema documents and printed as the table.

use std::collections::BTreeMap;

/// All types of a document or table by short name (`core.v1.PodSpec`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SchemaFacts {
    /// The facts of each type by its short name.
    pub types: BTreeMap<String, TypeFacts>,
}

/// One type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeFacts {
    /// The kinds that have this type, as `apps/v1 Deployment` or `v1 Pod`, sorted.
    pub kinds: Vec<String>,
    /// How server-side apply treats values of this type if the field does not say it.
    pub marks: FieldMarks,
    /// What happens to fields that a struct does not name.
    pub unknown: UnknownFields,
    /// The fields, or the aliased type.
    pub body: TypeBody,
}

/// What the API server does with fields that a struct does not name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UnknownFields {
    /// It drops them, and server-side apply rejects them.
    #[default]
    Rejected,
    /// It drops them, but server-side apply accepts them, because a schema around this one has
    /// `x-kubernetes-preserve-unknown-fields`.
    Dropped,
    /// It stores them: `x-kubernetes-preserve-unknown-fields`.
    Stored,
}

impl UnknownFields {
    /// Returns the word in the table; empty for the usual case.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Rejected => "",
            Self::Dropped => "drops-unknown",
            Self::Stored => "open",
        }
    }

    /// Returns what a word of the table says.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        [Self::Dropped, Self::Stored]
            .into_iter()
            .find(|it| it.word() == word)
    }
}

/// The definition of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeBody {
    /// Named fields, sorted by name.
    Struct(Vec<FieldFacts>),
    /// An alias of a scalar, a list, a map or any value.
    Is(TypeExpr),
}

/// One field of a struct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldFacts {
    /// The JSON name.
    pub name: Box<str>,
    /// The type.
    pub ty: TypeExpr,
    /// The merge rule.
    pub marks: FieldMarks,
}

/// The `x-kubernetes-*` extensions of a field; for a type, only those for server-side apply.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FieldMarks {
    /// `x-kubernetes-patch-strategy` as written: `merge`, `replace`, `retainKeys`, `merge,retainKeys`.
    pub strategy: Option<Box<str>>,
    /// `x-kubernetes-patch-merge-key`.
    pub merge_key: Option<Box<str>>,
    /// `x-kubernetes-recommended-patch-merge-key`, split at commas.
    pub recommended: Vec<Box<str>>,
    /// `x-kubernetes-list-type`.
    pub list_type: Option<ListType>,
    /// `x-kubernetes-list-map-keys`.
    pub list_map_keys: Vec<Box<str>>,
    /// `x-kubernetes-map-type`.
    pub map_type: Option<MapType>,
    /// Whether the type lists the field as `required`.
    pub required: bool,
    /// Whether the field is written through the subresource with its name, as the definition of a custom
    /// resource says.
    pub subresource: bool,
    /// `nullable`: whether the API server stores null as a value of a custom resource.
    pub nullable: bool,
    /// `default`: the value that the API server sets if the field is missing.
    pub default: Option<DefaultValue>,
    /// The limits of the value, and of the items of its lists and maps.
    pub limits: Vec<ValueLimits>,
}

/// What a schema says about the values at one depth: `enum`, `minimum`, `maxLength` and the like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueLimits {
    /// The number of lists and maps around the values.
    pub depth: u8,
    /// The keywords of the schema, as a JSON object.
    pub json: Box<str>,
}

/// A default as JSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefaultValue(pub Box<str>);

impl FieldMarks {
    /// Returns whether they say how server-side apply treats the values.
    pub fn is_structural(&self) -> bool {
        self.list_type.is_some() || self.map_type.is_some() || self.nullable
    }
}

/// The list type of server-side apply. Strategic merge patch ignores it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListType {
    /// Replaced as a whole.
    Atomic,
    /// Items are identified by their keys.
    Map,
    /// Unique scalars.
    Set,
}

/// The map type of server-side apply. Strategic merge patch ignores it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapType {
    /// Replaced as a whole.
    Atomic,
    /// Merged key by key.
    Granular,
}

/// The type of a value: lists and maps around a base type, the outermost first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeExpr {
    /// The lists and maps: `[{T}]` is a list of maps.
    pub wrappers: Vec<TypeWrapper>,
    /// The type of the innermost values.
    pub base: BaseType,
}

/// A list or a map around another type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeWrapper {
    /// A list.
    List,
    /// A map with any keys and values of one type.
    Map,
}

/// The innermost type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BaseType {
    /// A named type.
    Named(Box<str>),
    /// A scalar.
    Scalar(ScalarType),
    /// Any value.
    Any,
}

/// A scalar type, as narrow as in Go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarType {
    /// A string.
    String,
    /// A string with base64; a byte slice in Go.
    Bytes,
    /// A boolean.
    Bool,
    /// An integer of 32 bits.
    Int32,
    /// An integer of 64 bits.
    Int64,
    /// A number.
    Float64,
    /// An integer or a string.
    IntOrString,
}

impl ScalarType {
    const WORDS: [(Self, &'static str, &'static str); 7] = [
        (Self::String, "string", "string"),
        (Self::Bytes, "bytes", "slice"),
        (Self::Bool, "bool", "bool"),
        (Self::Int32, "int32", "int32"),
        (Self::Int64, "int64", "int64"),
        (Self::Float64, "float64", "float64"),
        (Self::IntOrString, "int-or-string", "struct"),
    ];

    fn row(self) -> (&'static str, &'static str) {
        Self::WORDS
            .iter()
            .find(|row| row.0 == self)
            .map_or(("string", "string"), |row| (row.1, row.2))
    }

    /// Returns the word in the table.
    pub fn word(self) -> &'static str {
        self.row().0
    }

    /// Returns the scalar type with a word of the table.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|row| row.1 == word).map(|row| row.0)
    }

    /// Returns the kind of its Go type.
    pub fn go_kind(self) -> &'static str {
        self.row().1
    }
}

impl ListType {
    /// Returns the word in schema documents and in the table.
    pub fn word(self) -> &'static str {
        match self {
            Self::Atomic => "atomic",
            Self::Map => "map",
            Self::Set => "set",
        }
    }

    /// Returns the list type with a word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Atomic, Self::Map, Self::Set]
            .into_iter()
            .find(|it| it.word() == word)
    }
}

impl MapType {
    /// Returns the word in schema documents.
    pub fn word(self) -> &'static str {
        match self {
            Self::Atomic => "atomic",
            Self::Granular => "granular",
        }
    }

    /// Returns the map type with a word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Atomic, Self::Granular]
            .into_iter()
            .find(|it| it.word() == word)
    }
}

impl TypeExpr {
    /// Returns a type without lists and maps around it.
    pub fn base(base: BaseType) -> Self {
        Self {
            wrappers: Vec::new(),
            base,
        }
    }
}

/// Returns the last segment of a short type name: the name of the Go type.
pub fn last_part(name: &str) -> &str {
    name.rsplit(['.', '#']).next().unwrap_or(name)
}
