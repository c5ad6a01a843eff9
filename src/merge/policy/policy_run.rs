//! The run of a ConfigurationPolicy's template.

use std::ops::{Deref, DerefMut};

use crate::merge::recorder::Recorder;
use crate::schema::Schema;

/// A template that is being compared and merged.
#[derive(Debug)]
pub(crate) struct PolicyRun<'e, 'd> {
    pub(crate) recorder: &'e mut Recorder<'d>,
    pub(crate) schema: &'d Schema,
}

impl<'d> Deref for PolicyRun<'_, 'd> {
    type Target = Recorder<'d>;

    fn deref(&self) -> &Recorder<'d> {
        self.recorder
    }
}

impl<'d> DerefMut for PolicyRun<'_, 'd> {
    fn deref_mut(&mut self) -> &mut Recorder<'d> {
        self.recorder
    }
}
