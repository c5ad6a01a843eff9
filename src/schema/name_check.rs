//! Checks the names in schema documents when all documents are known: they can refer to each other.

use super::Schema;
use super::facts::{BaseType, FieldMarks, SchemaFacts, TypeBody, TypeExpr, TypeWrapper, UnknownFields};
use super::field::TypePosition;
use super::openapi::{OpenApiError, OpenApiPlace};
use super::shape::TypeView;
use super::suggest;

impl Schema {
    /// Checks that each reference of a document leads to a type, and that each merge key is a field of the items. The
    /// document and those that it refers to are in this schema.
    ///
    /// # Errors
    /// The first reference or key that names nothing.
    pub fn check_names(&self, document: &SchemaFacts) -> Result<(), OpenApiError> {
        for (owner, facts) in &document.types {
            match &facts.body {
                TypeBody::Is(ty) => self.check_field((owner, None), ty, &facts.marks)?,
                TypeBody::Struct(fields) => {
                    for field in fields {
                        self.check_field((owner, Some(&field.name)), &field.ty, &field.marks)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn check_field(
        &self,
        (owner, field): (&str, Option<&str>),
        ty: &TypeExpr,
        marks: &FieldMarks,
    ) -> Result<(), OpenApiError> {
        let BaseType::Named(name) = &ty.base else {
            return Ok(());
        };
        // Types without a name are named after the fields that they are in.
        let (definition, above) = owner.split_once('#').unwrap_or((owner, ""));
        let is_field = |part: &&str| !matches!(*part, "" | "item") && part.parse::<usize>().is_err();
        let path: Vec<&str> = above.split('#').filter(is_field).chain(field).collect();
        let path = path.join(".");
        let at = OpenApiPlace {
            definition,
            field: (!path.is_empty()).then_some(&path),
        };
        let Some((table, number)) = self.named(0, None, name) else {
            let what = format!(
                "there is no definition for the reference to `{}`",
                suggest::shown(name)
            );
            return Err(at.error_of("$ref", what));
        };
        let named = TypePosition::of_type(table, number, 0);
        let item = match (&ty.wrappers[..], self.view(named)) {
            ([], TypeView::Wrapped(TypeWrapper::List, item)) => item,
            ([TypeWrapper::List], _) => named,
            _ => return Ok(()),
        };
        let TypeView::Struct(items, ..) = self.view(item) else {
            return Ok(());
        };
        let keys = [
            ("x-kubernetes-list-map-keys", &marks.list_map_keys[..]),
            ("x-kubernetes-patch-merge-key", marks.merge_key.as_slice()),
            ("x-kubernetes-recommended-patch-merge-key", &marks.recommended[..]),
        ];
        let keys = keys
            .iter()
            .flat_map(|(member, keys)| keys.iter().map(move |key| (*member, key)));
        // The keys of a list of objects are never used, and Kubernetes 1.32 has a wrong one.
        let is_list = field == Some("items") && definition.ends_with("List");
        let is_closed = !is_list && items.facts.unknown == UnknownFields::Rejected;
        let mut unknown = keys.filter(|(_, key)| is_closed && items.find_field(key).is_none());
        match unknown.next() {
            None => Ok(()),
            Some((member, key)) => {
                let key = suggest::shown(key);
                Err(at.error_of(
                    member,
                    format!("`{member}` names `{key}`, but the items have no field `{key}`"),
                ))
            }
        }
    }
}
