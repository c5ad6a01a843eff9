//! Processes one object of a stream: parses it, checks the selection, calls the command.

use std::sync::Arc;

use super::object_result::{ObjectOutcome, ObjectResult};
use super::selector::ObjectSelector;
use super::visitor::{ObjectVisitor, StreamObject};
use crate::cli::inputs::{PreparedInputs, check_declared, check_metadata, check_object};
use crate::cli::print::reading_warnings;
use crate::document::split::{Chunk, ChunkKind, ObjectSplitter};
use crate::document::{Document, escape};
use crate::merge::Inputs;
use crate::report::live_objects::{is_for, object_name};

/// The work for each object.
pub(crate) struct ObjectTask<V> {
    pub(crate) prepared: PreparedInputs,
    pub(crate) selector: ObjectSelector,
    pub(crate) visitor: V,
}

impl<V: ObjectVisitor> ObjectTask<V> {
    /// Processes the objects of one chunk; the first result has the length of the chunk.
    pub(crate) fn run_chunk(&self, name: &str, chunk: Chunk) -> Vec<ObjectResult> {
        let bytes = chunk.bytes.len() as u64;
        let is_document = chunk.kind == ChunkKind::Document;
        let mut results = match chunk.objects(name) {
            Err(error) => vec![ObjectResult::unreadable(&error.report())],
            Ok(ObjectSplitter::Single(object)) => match check_metadata(&object, &self.prepared.patches) {
                Err(error) if is_document => vec![ObjectResult::unreadable(&error.to_string())],
                _ => vec![self.run(*object)],
            },
            Ok(ObjectSplitter::Listed { items, list }) => {
                let frame = ObjectResult::list_frame(&list);
                let items = items.into_iter().map(|item| self.run(item));
                std::iter::once(frame).chain(items).collect()
            }
        };
        if let Some(first) = results.first_mut() {
            first.bytes = bytes;
        }
        results
    }

    /// Processes one object.
    pub(crate) fn run(&self, object: Document) -> ObjectResult {
        if let Err(error) = check_object(&object, &self.prepared.patches, "PATCH") {
            return ObjectResult::unreadable(&error.to_string());
        }
        let mut messages = reading_warnings(&object);
        let mut result = self.patch(object);
        messages.append(&mut result.messages);
        result.messages = messages;
        result
    }

    fn patch(&self, object: Document) -> ObjectResult {
        let (numbers, patches): (Vec<usize>, Vec<Arc<Document>>) = self
            .prepared
            .patches
            .iter()
            .enumerate()
            .filter(|(_, patch)| self.selector.matches(&object) && is_for(patch, &object))
            .map(|(number, patch)| (number, Arc::clone(patch)))
            .unzip();
        let name = object_name(&object);
        if patches.is_empty() {
            return ObjectResult {
                text: self.visitor.pass_through(&object),
                passed: Some(name),
                ..ObjectResult::new(ObjectOutcome::PassedThrough)
            };
        }
        let start = object.position(object.root());
        let position = format!("{}:{}:{}: {name}", object.name(), start.line, start.column);
        if let Err(error) = check_declared(&object, &self.prepared.schema) {
            let message = format!("{position}: {error:#}");
            return ObjectResult {
                messages: vec![escape::visible(&message).into_owned()],
                patches: numbers,
                ..ObjectResult::new(ObjectOutcome::Rejected)
            };
        }
        let inputs = Inputs {
            live: Arc::new(object),
            patches,
            schema: Arc::clone(&self.prepared.schema),
            semantics: self.prepared.semantics,
        };
        ObjectResult {
            patches: numbers,
            ..self.visitor.visit(inputs, &StreamObject { name, position })
        }
    }
}
