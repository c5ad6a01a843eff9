//! A server-side apply or an update under way.

use std::ops::{Deref, DerefMut};

use crate::merge::recorder::Recorder;
use crate::schema::Schema;

/// A server-side apply or an update under way.
#[derive(Debug)]
pub(crate) struct ServerSideRun<'e, 'd> {
    recorder: &'e mut Recorder<'d>,
    pub(crate) schema: &'d Schema,
}

impl<'e, 'd> ServerSideRun<'e, 'd> {
    pub(crate) fn new(recorder: &'e mut Recorder<'d>, schema: &'d Schema) -> Self {
        Self { recorder, schema }
    }
}

impl<'d> Deref for ServerSideRun<'_, 'd> {
    type Target = Recorder<'d>;

    fn deref(&self) -> &Recorder<'d> {
        self.recorder
    }
}

impl<'d> DerefMut for ServerSideRun<'_, 'd> {
    fn deref_mut(&mut self) -> &mut Recorder<'d> {
        self.recorder
    }
}
