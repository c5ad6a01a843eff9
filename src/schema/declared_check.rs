//! Checks the merge keys that the user declared against the kind of a document.

use super::declared_keys::DeclareError;
use super::facts::TypeWrapper;
use super::field::{Field, Shape, Strategy, TypePosition, UNKNOWN};
use super::{Schema, suggest};

impl Schema {
    /// Checks all declared keys against the kind whose type is `top`.
    ///
    /// # Errors
    /// A path that the kind does not have, a field that is not a list, or a list that Kubernetes merges
    /// differently.
    pub fn check_declared(&self, top: TypePosition) -> Result<(), DeclareError> {
        let mut todo = vec![(top, String::new())];
        while let Some((position, path)) = todo.pop() {
            for (name, node) in self.declared.children(position.node) {
                let dot = if path.is_empty() { "" } else { "." };
                let path = format!("{path}{dot}{}", suggest::shown(name));
                // Paths of declared keys do not contain the lists on the way.
                let inside = self.enter(position, |wrapper| wrapper == TypeWrapper::List);
                let Some(field) = self.peek(inside, name) else {
                    return Err(self.no_such_field(inside, name, path));
                };
                let keys = self.declared.keys(node);
                if let Some(first) = keys.first()
                    && field.type_position.table != UNKNOWN
                    && !field.declared
                {
                    return Err(self.declaration_error(&field, first, path));
                }
                todo.push((field.type_position, path));
            }
        }
        Ok(())
    }

    fn declaration_error(&self, field: &Field<'_>, first: &str, path: String) -> DeclareError {
        match (self.shape(field.type_position), field.merge_key) {
            (Shape::List, Some(key)) if key != first => DeclareError::OtherKey {
                path,
                key: key.to_owned(),
            },
            (Shape::List, _) if field.strategy == Strategy::Merge => DeclareError::NoKey {
                path,
                how: "merges this list as a set of values",
            },
            (Shape::List, _) => DeclareError::NoKey {
                path,
                how: "replaces this list as a whole",
            },
            _ => DeclareError::NotAList { path },
        }
    }

    fn no_such_field(&self, position: TypePosition, name: &str, path: String) -> DeclareError {
        let type_name = self.type_name(position).to_owned();
        DeclareError::NoSuchField {
            path,
            type_name,
            near: self.near_field(position, name),
            field: suggest::shown(name),
        }
    }
}
