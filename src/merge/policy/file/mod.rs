//! The object templates of a ConfigurationPolicy, or of a Policy around some.
//!
//! [`fn@read`] reads the bytes of a file. Each [`Template`] is a document of its own that keeps the lines of
//! the file. Go templates are reported and not executed; their text is the value.

mod label_selector;
mod namespace_selector;
mod policy;
mod read;
mod subdocument;
mod template_index;

pub use label_selector::Labels;
pub use namespace_selector::Namespaces;
pub use policy::{Policy, PolicyNote, Template};
pub use read::read;
pub(crate) use read::{GROUP, lines_of};
pub use template_index::TemplateIndex;
