//! Reads the types and fields of one schema document into facts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::schema::facts::{
    BaseType, FieldFacts, FieldMarks, ScalarType, SchemaFacts, TypeBody, TypeExpr, TypeFacts, TypeWrapper,
    UnknownFields,
};
use crate::schema::table_line::MAX_WRAPPERS;
use crate::schema::{suggest, table_line};

use super::error::{OpenApiError, OpenApiPlace, Result};
use super::extensions::{PRESERVE, has_member, is_map_of_any};
use super::{extensions, object_fields};

/// The packages of Kubernetes; their names are stripped from type names.
const PACKAGES: [&str; 7] = [
    "io.k8s.apimachinery.pkg.apis.",
    "io.k8s.apiextensions-apiserver.pkg.apis.",
    "io.k8s.kube-aggregator.pkg.apis.",
    "io.k8s.apimachinery.pkg.api.",
    "io.k8s.apimachinery.pkg.util.",
    "io.k8s.apimachinery.pkg.",
    "io.k8s.api.",
];

/// The recommended keys of the multi-fields merge key proposal; no published document has them. Where the
/// proposal contradicts itself, the default key is the first.
const RECOMMENDED: [(&str, &str, &str); 3] = [
    ("core.v1.ServiceSpec", "ports", "port,protocol"),
    ("core.v1.Container", "ports", "containerPort,name"),
    ("core.v1.EphemeralContainer", "ports", "containerPort,name"),
];

/// The fields of a type that allows none.
static NO_PROPERTIES: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);

/// Maximum number of types of a document.
const MAX_TYPES: usize = 65_000;

#[derive(Default)]
pub(super) struct OpenApiReader {
    facts: SchemaFacts,
    /// The merge rules of definitions that are lists, by their names.
    list_marks: BTreeMap<String, FieldMarks>,
    /// Whether a schema around the current one preserves unknown fields. It does not count inside a reference.
    preserves: bool,
    /// Whether the API server drops the fields of an object without `properties`, as in a
    /// CustomResourceDefinition.
    pub(super) drops_unnamed: bool,
}

impl OpenApiReader {
    /// Reads the schemas of a document.
    pub(super) fn document(&mut self, schemas: &Map<String, Value>) -> Result<()> {
        schemas
            .iter()
            .try_for_each(|(name, schema)| self.definition(name, schema))
    }

    pub(super) fn definition(&mut self, name: &str, schema: &Value) -> Result<()> {
        let at = OpenApiPlace {
            definition: name,
            field: None,
        };
        let short = short_name(name);
        if !is_type_name(short) {
            return Err(at.error("a definition's name can contain only letters, digits and . _ - $ /"));
        }
        let schema = schema
            .as_object()
            .ok_or_else(|| at.error("a definition must be an object"))?;
        let kinds = extensions::kinds(at, schema)?;
        match kinds.is_empty() {
            true => self.insert(at, short, kinds, schema),
            false => self.insert(at, short, kinds, &object_fields::with_object_meta(schema)),
        }
    }

    fn insert(
        &mut self,
        at: OpenApiPlace<'_>,
        name: &str,
        kinds: Vec<String>,
        schema: &Map<String, Value>,
    ) -> Result<()> {
        if self.facts.types.len() >= MAX_TYPES {
            return Err(OpenApiError::TooMany);
        }
        let marks = extensions::type_marks(at, schema)?;
        let unknown = match schema.get("additionalProperties") {
            None if has_member(schema, PRESERVE) => UnknownFields::Stored,
            None if self.preserves || self.is_emptied(schema) => UnknownFields::Dropped,
            Some(Value::Bool(true)) => UnknownFields::Stored,
            _ => UnknownFields::Rejected,
        };
        let outer = self.preserves;
        self.preserves |= has_member(schema, PRESERVE);
        let body = self.body(at, name, schema);
        self.preserves = outer;
        let body = body?;
        if self
            .facts
            .types
            .insert(
                name.to_owned(),
                TypeFacts {
                    kinds,
                    marks,
                    unknown,
                    body,
                },
            )
            .is_some()
        {
            return Err(at.error(format!("duplicate definition of {name}")));
        }
        Ok(())
    }

    /// Returns the fields of a schema, or what it is if it has none.
    fn body(&mut self, at: OpenApiPlace<'_>, name: &str, schema: &Map<String, Value>) -> Result<TypeBody> {
        Ok(match self.properties(at, schema)? {
            Some(properties) => {
                let mut fields = Vec::with_capacity(properties.len());
                let required = schema.get("required").and_then(Value::as_array);
                for (field, schema) in properties {
                    let mut facts = self.field(at, name, field, schema)?;
                    facts.marks.required =
                        required.is_some_and(|names| names.iter().any(|name| name == field));
                    fields.push(facts);
                }
                fields.sort_by(|a, b| a.name.cmp(&b.name));
                TypeBody::Struct(fields)
            }
            None => {
                let marks = extensions::marks(at, schema)?;
                if marks.strategy.is_some() {
                    self.list_marks.insert(name.to_owned(), marks);
                }
                TypeBody::Is(self.type_of(at, &format!("{name}#item"), schema)?)
            }
        })
    }

    /// Returns the named fields of a schema; `None` if it can have any. `additionalProperties: false` without
    /// `properties` allows no field at all.
    fn properties<'a>(
        &self,
        at: OpenApiPlace<'_>,
        schema: &'a Map<String, Value>,
    ) -> Result<Option<&'a Map<String, Value>>> {
        match schema.get("properties") {
            Some(Value::Object(properties)) if !properties.is_empty() => Ok(Some(properties)),
            None | Some(Value::Object(_)) => {
                let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
                Ok((is_closed || self.is_emptied(schema)).then(|| &*NO_PROPERTIES))
            }
            Some(_) => Err(at.error_of("properties", "`properties` must be an object")),
        }
    }

    /// Returns whether the API server drops all fields of the values of a schema, although server-side apply
    /// accepts them.
    fn is_emptied(&self, schema: &Map<String, Value>) -> bool {
        self.drops_unnamed && is_map_of_any(schema) && !has_member(schema, PRESERVE)
    }

    fn field(
        &mut self,
        owner_at: OpenApiPlace<'_>,
        owner: &str,
        field: &str,
        schema: &Value,
    ) -> Result<FieldFacts> {
        let path = owner_at
            .field
            .map_or_else(|| field.to_owned(), |above| format!("{above}.{field}"));
        let at = OpenApiPlace {
            definition: owner_at.definition,
            field: Some(&path),
        };
        let schema = schema
            .as_object()
            .ok_or_else(|| at.error("a property must be an object"))?;
        let ty = self.type_of(at, &format!("{owner}#{}", plain_part(field)), schema)?;
        let mut marks = extensions::marks(at, schema)?;
        if marks.recommended.is_empty() {
            let known = RECOMMENDED.iter().find(|row| row.0 == owner && row.1 == field);
            marks.recommended = known
                .and_then(|row| table_line::read_keys(row.2))
                .unwrap_or_default();
        }
        Ok(FieldFacts {
            name: field.into(),
            ty,
            marks,
        })
    }

    /// Returns the type of a schema. A schema with properties becomes a type with the name `own_name`.
    fn type_of(
        &mut self,
        at: OpenApiPlace<'_>,
        own_name: &str,
        schema: &Map<String, Value>,
    ) -> Result<TypeExpr> {
        let outer = self.preserves;
        let found = self.nested_type_of(at, own_name, schema);
        self.preserves = outer;
        found
    }

    fn nested_type_of(
        &mut self,
        at: OpenApiPlace<'_>,
        own_name: &str,
        schema: &Map<String, Value>,
    ) -> Result<TypeExpr> {
        let mut wrappers = Vec::new();
        let mut schema = schema;
        loop {
            // The items of a list or map get their own type if they have marks: a field has only one set of
            // marks.
            let is_marked = !wrappers.is_empty() && extensions::type_marks(at, schema)?.is_structural();
            if let Some(name) = reference(at, schema)?.filter(|_| !is_marked) {
                return Ok(TypeExpr {
                    wrappers,
                    base: BaseType::Named(name),
                });
            }
            if wrappers.len() == MAX_WRAPPERS {
                return Err(at.error(format!("more than {MAX_WRAPPERS} nested lists or maps")));
            }
            if is_marked || self.properties(at, schema)?.is_some() {
                let name = self.free_name(own_name);
                self.insert(at, &name, Vec::new(), schema)?;
                return Ok(TypeExpr {
                    wrappers,
                    base: BaseType::Named(name.into()),
                });
            }
            self.preserves |= has_member(schema, PRESERVE);
            let inner = match type_word(at, schema)? {
                Some("array") => {
                    wrappers.push(TypeWrapper::List);
                    schema.get("items")
                }
                Some("object") if has_member(schema, PRESERVE) => None,
                Some("object") | None => match schema.get("additionalProperties") {
                    None | Some(Value::Bool(false)) => None,
                    inner => {
                        wrappers.push(TypeWrapper::Map);
                        inner
                    }
                },
                Some(_) => None,
            };
            match inner {
                None | Some(Value::Bool(_)) => {
                    let wrapped = matches!(type_word(at, schema)?, Some("array")) || inner.is_some();
                    let base = if wrapped {
                        BaseType::Any
                    } else {
                        scalar(at, schema)?.map_or(BaseType::Any, BaseType::Scalar)
                    };
                    return Ok(TypeExpr { wrappers, base });
                }
                Some(Value::Object(inner)) => schema = inner,
                Some(_) => return Err(at.error("`items` and `additionalProperties` must be objects")),
            }
        }
    }

    /// Marks the `status` of a type as written through a subresource.
    pub(super) fn mark_status(&mut self, name: &str) {
        let found = self.facts.types.get_mut(name).map(|facts| &mut facts.body);
        if let Some(TypeBody::Struct(fields)) = found {
            for field in fields.iter_mut().filter(|field| &*field.name == "status") {
                field.marks.subresource = true;
            }
        }
    }

    /// Returns the facts of everything that was read.
    pub(super) fn finish(mut self) -> Result<SchemaFacts> {
        self.check_aliases()?;
        self.merge_referenced_lists();
        Ok(self.facts)
    }

    /// Copies the merge rule of a referenced list to the fields that refer to it and have no strategy.
    fn merge_referenced_lists(&mut self) {
        for facts in self.facts.types.values_mut() {
            let TypeBody::Struct(fields) = &mut facts.body else {
                continue;
            };
            for field in fields.iter_mut().filter(|field| field.marks.strategy.is_none()) {
                let BaseType::Named(name) = &field.ty.base else {
                    continue;
                };
                if let Some(list) = self
                    .list_marks
                    .get(&**name)
                    .filter(|_| field.ty.wrappers.is_empty())
                {
                    field.marks.strategy = list.strategy.clone();
                    field.marks.merge_key = list.merge_key.clone();
                    field.marks.recommended = list.recommended.clone();
                }
            }
        }
    }

    /// Returns an unused name. The number grows with the types, so that many equal names cost no search.
    fn free_name(&self, preferred: &str) -> String {
        let mut name = preferred.to_owned();
        let mut number = self.facts.types.len();
        while self.facts.types.contains_key(&name) {
            name = format!("{preferred}#{number}");
            number += 1;
        }
        name
    }

    /// Checks that each alias leads to a type.
    fn check_aliases(&self) -> Result<()> {
        for start in self.facts.types.keys() {
            let mut seen = BTreeSet::new();
            let mut name = start.as_str();
            while let Some(TypeFacts {
                body: TypeBody::Is(expr),
                ..
            }) = self.facts.types.get(name)
            {
                let BaseType::Named(next) = &expr.base else { break };
                if !expr.wrappers.is_empty() {
                    break;
                }
                if !seen.insert(name) {
                    return Err(OpenApiPlace {
                        definition: start,
                        field: None,
                    }
                    .error("recursive reference"));
                }
                name = next;
            }
        }
        Ok(())
    }
}

fn short_name(name: &str) -> &str {
    PACKAGES
        .iter()
        .find_map(|package| name.strip_prefix(package))
        .unwrap_or(name)
}

pub(super) fn is_type_name(name: &str) -> bool {
    table_line::is_plain(name) && !name.contains('#') && name.split('.').all(|part| !part.is_empty())
}

/// Shortens the name of a field for use in the name of a type.
fn plain_part(field: &str) -> String {
    field
        .chars()
        .take(64)
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect()
}

/// Returns the short name that a schema refers to, with `$ref` or with an `allOf` of one.
fn reference(at: OpenApiPlace<'_>, schema: &Map<String, Value>) -> Result<Option<Box<str>>> {
    let all_of = || {
        schema
            .get("allOf")?
            .as_array()?
            .iter()
            .find_map(|part| part.get("$ref"))
    };
    let Some(reference) = schema.get("$ref").or_else(all_of) else {
        return Ok(None);
    };
    let reference = reference
        .as_str()
        .ok_or_else(|| at.error_of("$ref", "`$ref` must be a string"))?;
    let name = reference
        .strip_prefix("#/definitions/")
        .or_else(|| reference.strip_prefix("#/components/schemas/"))
        .map(short_name)
        .filter(|name| is_type_name(name))
        .ok_or_else(|| {
            at.error_of(
                "$ref",
                format!("cannot follow the reference `{}`", suggest::shown(reference)),
            )
        })?;
    Ok(Some(name.into()))
}

/// Returns the `type` of a schema; of several types (OpenAPI 3.1), the first that is not `null`.
fn type_word<'a>(at: OpenApiPlace<'_>, schema: &'a Map<String, Value>) -> Result<Option<&'a str>> {
    match schema.get("type") {
        None => Ok(None),
        Some(Value::String(word)) => Ok(Some(word)),
        Some(Value::Array(words)) => Ok(words
            .iter()
            .filter_map(Value::as_str)
            .find(|word| *word != "null")),
        Some(_) => Err(at.error_of("type", "`type` must be a string")),
    }
}

fn scalar(at: OpenApiPlace<'_>, schema: &Map<String, Value>) -> Result<Option<ScalarType>> {
    let format = schema.get("format").and_then(Value::as_str).unwrap_or("");
    if format == "int-or-string" || has_member(schema, "x-kubernetes-int-or-string") {
        return Ok(Some(ScalarType::IntOrString));
    }
    Ok(match (type_word(at, schema)?, format) {
        (Some("string"), "byte") => Some(ScalarType::Bytes),
        (Some("string"), _) => Some(ScalarType::String),
        (Some("boolean"), _) => Some(ScalarType::Bool),
        (Some("integer"), "int32") => Some(ScalarType::Int32),
        (Some("integer"), _) => Some(ScalarType::Int64),
        (Some("number"), _) => Some(ScalarType::Float64),
        (Some("object" | "array" | "null") | None, _) => None,
        (Some(other), _) => return Err(at.error(format!("unknown type `{}`", suggest::shown(other)))),
    })
}
