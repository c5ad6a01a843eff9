//! A manifest as a tree of nodes with byte spans, read as Kubernetes reads it. Knows nothing of merging.
//!
//! [`read`] turns text into a [`Document`]; [`write`] turns any [`Tree`] back into YAML or JSON.

mod build;
mod lines;
mod node;
mod path;
mod tree;

pub use build::Builder;
pub use lines::{Lines, Position};
pub use node::{Document, Format, Kind, NodeId, ScalarStyle, Span, Value, Warning};
pub use path::{Path, Segment};
pub use tree::Tree;
