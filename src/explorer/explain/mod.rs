//! Explanations: the step under the cursor as lines, wrapped to the pane.

mod patch_reasons;
pub(crate) mod step;
pub(crate) mod wrap;
mod wrapped;
