//! The engines, the rules, and the trace that they leave. Knows nothing of rows, colours or files.
//!
//! [`merge`] takes [`Inputs`] and gives a [`Merge`]: the result as a [`Scene`] that can be played step by step,
//! both ways. [`Rule`] is the table of everything that can happen; [`says`] turns a step into its sentence.

mod agreement;
pub mod compliance;
mod edit;
mod engine;
pub(crate) mod go_text;
mod json_patch;
mod key;
mod key_table;
mod keyed;
mod mark;
mod merge_patch;
mod moves;
mod node;
mod path;
mod positions;
mod rule;
mod run;
mod says;
mod scene;
mod semantics;
pub mod server_side;
mod step;
mod strategic;
mod trace;
mod warn;
mod whole;

pub use agreement::{Agreement, Differences, agreement};
pub use edit::Change;
pub(crate) use key::Key;
pub(crate) use key_table::{BySlot, KeyTable};
pub use mark::{Mark, Marks};
pub use moves::moved;
pub use node::{ResultId, Source, State};
pub use rule::{Effect, Rule, RuleText};
pub use run::{join, merge};
pub(crate) use says::fill;
pub use scene::Scene;
pub use semantics::{PatchType, Semantics};
pub use step::Step;
pub(crate) use strategic::default_key_comes_first;
pub(crate) use strategic::repeats::without_repeats;
pub use trace::{Inputs, Merge, Refusal, Sequences, Verdict};
pub(crate) use warn::early_references;
pub use whole::no_object;
