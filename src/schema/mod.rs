//! The merge rule of each field of each kind: the built-in table, OpenAPI documents that extend it, declared
//! keys. This layer knows nothing about documents and merging.
//!
//! [`Schema`] is the interface. Its built-in table is printed from the OpenAPI document of a release
//! ([`openapi::read`], [`print()`]) and parsed on first use ([`table`]).

mod declared_check;
mod declared_keys;
mod defaults;
mod empty_values;
mod error;
pub mod facts;
mod field;
mod go_pointers;
mod kinds;
mod list_types;
mod lookup;
mod meant_kinds;
mod name_check;
pub mod openapi;
mod overlay;
mod pitfalls;
mod removed_versions;
mod resolve_kind;
mod shape;
mod suggest;
pub mod table;
mod table_line;
mod table_print;

pub use defaults::{ALL_OTHER_FIELDS, DefaultRule, FieldDefault, MISSING, NOT_EMPTY};
pub use empty_values::WrittenEmpty;
pub use error::{LookupError, UnknownReason, go_quote};
pub(crate) use facts::last_part;
pub use facts::{ListType, MapType, ScalarType};
pub use field::{Field, FieldDeclaration, Shape, Strategy, TypePosition};
pub(crate) use kinds::is_server_only;
pub use overlay::Schema;
pub use pitfalls::Pitfall;
pub use resolve_kind::is_kind_name;
pub(crate) use shape::TypeView;
pub(crate) use suggest::mistyped_key;
pub use suggest::{edit_distance, nearest};
pub use table_print::print;
