//! A manifest as a tree of nodes with byte spans, read as Kubernetes reads it. This layer knows nothing about
//! merging.
//!
//! [`read()`] turns text into a [`Document`]; [`mod@write`] turns any [`Tree`] back into YAML or JSON.

mod base64;
mod build;
pub(crate) mod equality;
pub mod escape;
mod line_index;
mod node;
mod number;
mod path;
mod path_parse;
mod pruned;
pub mod read;
mod scalar;
pub mod split;
mod tree;

pub(crate) mod words;
pub mod write;

pub(crate) use self::base64::{decode_base64, encode_base64};
pub(crate) use build::named_null_document;
pub use build::{MAX_DEPTH, null_document};
pub use equality::{Numbers, same, same_scalar};
pub use line_index::{LineIndex, Position};
pub use node::{Document, Format, NodeId, ScalarStyle, Span, Value, ValueKind, Warning, WarningKind};
pub use number::json_float;
pub(crate) use number::to_integer;
pub use path::{Path, Segment, WHOLE_OBJECT};
pub use read::{
    ReadError, invalid_utf8_line, names_secret, read, read_at, read_by_events, read_live, read_live_at,
};
pub use tree::{Subtree, Tree};
