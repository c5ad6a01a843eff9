//! How each field of each kind merges: the built-in table, OpenAPI documents over it, keys declared by hand.
//! Knows nothing of documents and of merging.
//!
//! [`Schema`] answers. Its table is printed from a release's OpenAPI document ([`openapi::read`], then
//! [`print()`]) and read back on first use ([`table`]).

mod assume;
mod check;
mod choice;
mod declared;
mod error;
pub mod facts;
mod kinds;
mod layers;
mod line;
mod lookup;
mod near;
mod older;
pub mod openapi;
mod place;
mod pointers;
mod print;
pub mod table;
mod traps;
mod view;

pub use choice::{ChoiceError, is_called};
pub use declared::DeclareError;
pub use error::{LookupError, UnknownKind, UnknownReason, go_quote};
pub use facts::{ListType, MapType};
pub use layers::Schema;
pub use lookup::TooManyOverlays;
pub use near::{nearest, slips};
pub use place::{Field, Place, Shape, Strategy};
pub use print::print;
pub use traps::Trap;
