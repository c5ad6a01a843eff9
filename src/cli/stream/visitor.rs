//! What a command does with the objects of a stream: the stream itself knows no command.

use super::object_result::ObjectResult;
use super::output::OutputFrame;
use crate::document::Document;
use crate::merge::Inputs;

/// A command that takes a stream, object by object. Objects are visited on several threads.
pub(crate) trait ObjectVisitor: Send + Sync + 'static {
    /// How the texts of the objects are joined on stdout.
    fn frame(&self) -> OutputFrame;

    /// Does the work for one object, with the patches that are for it.
    fn visit(&self, inputs: Inputs, object: &StreamObject) -> ObjectResult;

    /// The text of an object that no patch is for.
    fn pass_through(&self, _object: &Document) -> Option<String> {
        None
    }
}

/// How messages call an object of a stream.
pub(crate) struct StreamObject {
    /// `Deployment default/web`.
    pub(crate) name: String,
    /// The same after its position: `<stdin>:12:1: Deployment default/web`.
    pub(crate) position: String,
}
