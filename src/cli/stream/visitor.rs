//! The interface between a stream and a command: the stream does not know the commands.

use super::object_result::ObjectResult;
use super::output::OutputFrame;
use crate::document::Document;
use crate::merge::Inputs;

/// A command that processes a stream object by object. Objects are visited on several threads.
pub(crate) trait ObjectVisitor: Send + Sync + 'static {
    /// Returns how the outputs of the objects are joined.
    fn frame(&self) -> OutputFrame;

    /// Processes one object with the patches that are for it.
    fn visit(&self, inputs: Inputs, object: &StreamObject) -> ObjectResult;

    /// Returns the output for an object that no patch is for.
    fn pass_through(&self, _object: &Document) -> Option<String> {
        None
    }
}

/// The names of an object of a stream in messages.
pub(crate) struct StreamObject {
    /// The name: `Deployment default/web`.
    pub(crate) name: String,
    /// The position and the name: `<stdin>:12:1: Deployment default/web`.
    pub(crate) position: String,
}
