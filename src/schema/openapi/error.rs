//! Errors in a schema, and their positions.

use crate::schema::suggest;

/// A document that is not a valid schema.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenApiError {
    /// The text is not JSON.
    #[error("not JSON: {0}")]
    Json(String),
    /// The text is JSON, but not a schema.
    #[error(
        "not a schema: expected `definitions` (OpenAPI v2), `components.schemas` (v3) or a CustomResourceDefinition"
    )]
    NoSchemas,
    /// There are more types than a table can number.
    #[error("too many types (maximum 65000)")]
    TooMany,
    /// A definition or field is invalid.
    #[error("{location}: {what}")]
    At {
        /// The definition and the field, if there is one: `io.k8s.api.core.v1.Pod.spec`.
        location: String,
        /// The problem.
        what: String,
        /// The keys of the document that lead to the problem.
        keys: Vec<String>,
    },
}

/// A result of reading a schema.
pub(crate) type Result<T> = std::result::Result<T, OpenApiError>;

/// The current position in the document, for messages and for the names of unnamed types.
#[derive(Clone, Copy)]
pub(crate) struct OpenApiPlace<'a> {
    pub(crate) definition: &'a str,
    pub(crate) field: Option<&'a str>,
}

impl OpenApiPlace<'_> {
    /// Returns an error about a member of the definition or field, such as `properties`.
    pub(crate) fn error_of(self, member: &str, what: impl Into<String>) -> OpenApiError {
        let mut error = self.error(what);
        if let OpenApiError::At { keys, .. } = &mut error {
            keys.push(member.to_owned());
        }
        error
    }

    pub(crate) fn error(self, what: impl Into<String>) -> OpenApiError {
        let location = match self.field {
            Some(field) => format!("{}.{}", suggest::shown(self.definition), suggest::shown(field)),
            None => suggest::shown(self.definition),
        };
        let fields = self.field.into_iter().flat_map(|path| path.split('.'));
        let keys = std::iter::once(self.definition).chain(fields);
        OpenApiError::At {
            location,
            what: what.into(),
            keys: keys.map(str::to_owned).collect(),
        }
    }
}
