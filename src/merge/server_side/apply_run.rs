//! An operation that is being applied.

use super::ownership_table::OwnershipTable;
use super::structure::HandledPosition;
use crate::merge::recorder::Recorder;

/// An apply or an update: the object that it changes, and the owners.
pub(crate) struct ApplyRun<'r, 'd> {
    pub(crate) recorder: &'r mut Recorder<'d>,
    pub(crate) table: &'r mut OwnershipTable,
    /// The type of the object.
    pub(crate) position: HandledPosition<'d>,
}
