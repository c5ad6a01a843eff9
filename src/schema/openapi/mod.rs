//! Reads schemas: OpenAPI documents of Kubernetes, v2 (`definitions`) and v3 (`components.schemas`), and
//! CustomResourceDefinitions.

mod crd;
mod documents;
mod error;
mod extensions;
mod object_fields;
mod reader;

pub use documents::read;
pub use error::OpenApiError;
pub(crate) use error::OpenApiPlace;
