//! How each field of each kind merges: the built-in table, OpenAPI documents over it, keys declared by hand.
//! Knows nothing of documents and of merging.
//!
//! [`Schema`] answers. Its table is printed from a release's OpenAPI document ([`openapi::read`], then
//! [`print()`]) and read back on first use ([`table`]).

mod declared_check;
mod declared_keys;
mod defaults;
mod error;
pub mod facts;
mod field;
mod go_pointers;
mod kinds;
mod list_types;
mod lookup;
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

pub use declared_keys::DeclareError;
pub use defaults::{DefaultRule, FieldDefault};
pub use error::{LookupError, UnknownKind, UnknownReason, go_quote};
pub(crate) use facts::last_part;
pub use facts::{ListType, MapType};
pub use field::{Field, FieldDeclaration, Shape, Strategy, TypePosition};
pub use lookup::TooManyOverlays;
pub use overlay::Schema;
pub use pitfalls::Pitfall;
pub use resolve_kind::{KindError, is_called};
pub use suggest::{edit_distance, nearest};
pub use table_print::print;
