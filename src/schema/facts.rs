//! What is known of a type and its fields: the plain data that documents are read into and the table is printed from.

use std::collections::BTreeMap;

/// All types of a document or table, by short name (`core.v1.PodSpec`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SchemaFacts {
    /// Short type name to what is known of it.
    pub types: BTreeMap<String, TypeFacts>,
}

/// One type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeFacts {
    /// The kinds that have this type, as `apps/v1 Deployment` or `v1 Pod`, sorted.
    pub kinds: Vec<String>,
    /// How server-side apply treats values of this type, where the field that holds them does not say.
    pub marks: FieldMarks,
    /// Whether a struct may have more fields than are named: `x-kubernetes-preserve-unknown-fields`.
    pub open: bool,
    /// Fields, or what is in their place.
    pub body: TypeBody,
}

/// What a type is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeBody {
    /// Named fields, sorted by name.
    Struct(Vec<FieldFacts>),
    /// No fields: another name for a scalar, a list, a map or anything at all.
    Is(TypeExpr),
}

/// One field of a struct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldFacts {
    /// The JSON name.
    pub name: Box<str>,
    /// The type.
    pub ty: TypeExpr,
    /// How it merges.
    pub marks: FieldMarks,
}

/// The `x-kubernetes-*` marks of a field; of a type only those for server-side apply.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FieldMarks {
    /// `x-kubernetes-patch-strategy` as written: `merge`, `replace`, `retainKeys`, `merge,retainKeys`.
    pub strategy: Option<Box<str>>,
    /// `x-kubernetes-patch-merge-key`.
    pub merge_key: Option<Box<str>>,
    /// `x-kubernetes-recommended-patch-merge-key`, split.
    pub recommended: Vec<Box<str>>,
    /// `x-kubernetes-list-type`.
    pub list_type: Option<ListType>,
    /// `x-kubernetes-list-map-keys`.
    pub list_map_keys: Vec<Box<str>>,
    /// `x-kubernetes-map-type`.
    pub map_type: Option<MapType>,
    /// Whether the type lists the field as `required`.
    pub required: bool,
    /// Whether the field is written through a subresource of its name, as the definition of a custom resource says.
    pub subresource: bool,
    /// `default`: what the API server sets where the field is missing.
    pub default: Option<DefaultValue>,
}

/// A default as JSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefaultValue(pub Box<str>);

impl FieldMarks {
    /// Whether they say how server-side apply takes a list or a map.
    pub fn is_structural(&self) -> bool {
        self.list_type.is_some() || self.map_type.is_some()
    }
}

/// How server-side apply treats a list. Strategic merge patch never reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListType {
    /// Replaced as a whole.
    Atomic,
    /// Items known by their keys.
    Map,
    /// Unique scalars.
    Set,
}

/// How server-side apply treats a map. Strategic merge patch never reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapType {
    /// Replaced as a whole.
    Atomic,
    /// Merged key by key.
    Granular,
}

/// The type of a value: lists and maps around a base, the outermost first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeExpr {
    /// `[{T}]` is a list, then a map.
    pub wrappers: Vec<TypeWrapper>,
    /// What the innermost one holds.
    pub base: BaseType,
}

/// A list or a map around another type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeWrapper {
    /// A list.
    List,
    /// A map from any string to values of one type.
    Map,
}

/// The innermost part of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BaseType {
    /// A type with a name.
    Named(Box<str>),
    /// A scalar.
    Scalar(ScalarType),
    /// Anything.
    Any,
}

/// A scalar, as narrow as the Kubernetes program holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarType {
    /// Text.
    String,
    /// Text that holds base64; a list of bytes in the Kubernetes program.
    Bytes,
    /// `true` or `false`.
    Bool,
    /// A whole number of 32 bits.
    Int32,
    /// A whole number of 64 bits.
    Int64,
    /// A number.
    Float64,
    /// A whole number or text.
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

    /// The word in the table.
    pub fn word(self) -> &'static str {
        self.row().0
    }

    /// The scalar of a word in the table.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|row| row.1 == word).map(|row| row.0)
    }

    /// The kind of the Go type that holds it.
    pub fn go_kind(self) -> &'static str {
        self.row().1
    }
}

impl ListType {
    /// The word in documents and in the table.
    pub fn word(self) -> &'static str {
        match self {
            Self::Atomic => "atomic",
            Self::Map => "map",
            Self::Set => "set",
        }
    }

    /// The list type of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Atomic, Self::Map, Self::Set]
            .into_iter()
            .find(|it| it.word() == word)
    }
}

impl MapType {
    /// The word in documents.
    pub fn word(self) -> &'static str {
        match self {
            Self::Atomic => "atomic",
            Self::Granular => "granular",
        }
    }

    /// The map type of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Atomic, Self::Granular]
            .into_iter()
            .find(|it| it.word() == word)
    }
}

impl TypeExpr {
    /// A type with nothing around it.
    pub fn base(base: BaseType) -> Self {
        Self {
            wrappers: Vec::new(),
            base,
        }
    }
}

/// The last part of a short type name: what the Kubernetes program calls the type.
pub fn last_part(name: &str) -> &str {
    name.rsplit(['.', '#']).next().unwrap_or(name)
}
