//! One object of a stream: read, selected, handed to the command.

use std::sync::Arc;

use super::selector::{self, ObjectSelector};
use super::visitor::{ObjectVisitor, StreamObject};
use crate::cli::inputs::{PreparedInputs, check_declared, check_object};
use crate::cli::print::reading_warnings;
use crate::document::split::{Chunk, ObjectSplitter};
use crate::document::{Document, escape};
use crate::merge::{Inputs, Merge};
use crate::report::explanation::{is_changed, is_merged};

/// What is done to every object.
pub(crate) struct ObjectTask<V> {
    pub(crate) prepared: PreparedInputs,
    pub(crate) selector: ObjectSelector,
    pub(crate) visitor: V,
}

/// What happened to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectOutcome {
    /// The patch changed the object.
    Merged,
    /// The patch changed nothing.
    Unchanged,
    /// No patch is for it.
    PassedThrough,
    /// The patch was rejected.
    Rejected,
    /// The text cannot be read; nothing after it counts.
    Unreadable,
    /// Not an object, but the list around the items.
    ListFrame,
}

/// What a command makes of an object.
pub(crate) struct ObjectResult {
    pub(crate) outcome: ObjectOutcome,
    /// What is printed to stdout, if anything.
    pub(crate) text: Option<String>,
    /// Lines for stderr, safe for a terminal.
    pub(crate) messages: Vec<String>,
    /// The object's position and name, if the other semantics give another result.
    pub(crate) differs: Option<String>,
    /// The name of an object that no patch is for.
    pub(crate) passed: Option<String>,
    /// How many findings there are.
    pub(crate) findings: usize,
    /// The object makes the command fail, although it was merged.
    pub(crate) fails: bool,
    /// Indexes of the patches that are for it.
    pub(crate) patches: Vec<usize>,
    /// Length of the chunk in the stream.
    pub(crate) bytes: u64,
}

impl ObjectResult {
    fn new(outcome: ObjectOutcome) -> Self {
        Self {
            outcome,
            text: None,
            messages: Vec::new(),
            differs: None,
            passed: None,
            findings: 0,
            fails: false,
            patches: Vec::new(),
            bytes: 0,
        }
    }

    /// The result of a merge, with the text that is printed for it.
    pub(crate) fn from_merge(merged: &Merge, text: Option<String>) -> Self {
        let outcome = if !is_merged(merged) {
            ObjectOutcome::Rejected
        } else if is_changed(merged) {
            ObjectOutcome::Merged
        } else {
            ObjectOutcome::Unchanged
        };
        Self {
            text,
            ..Self::new(outcome)
        }
    }

    /// For a text that cannot be read, with the report that says why.
    fn unreadable(report: &str) -> Self {
        let messages = report.lines().map(|line| escape::visible(line).into_owned());
        Self {
            messages: messages.collect(),
            ..Self::new(ObjectOutcome::Unreadable)
        }
    }

    /// For a list without its items.
    pub(crate) fn list_frame(list: &Document) -> Self {
        Self {
            messages: reading_warnings(list),
            ..Self::new(ObjectOutcome::ListFrame)
        }
    }
}

impl<V: ObjectVisitor> ObjectTask<V> {
    /// Does the work for the objects of one chunk; the first result has its length.
    pub(crate) fn run_chunk(&self, name: &str, chunk: Chunk) -> Vec<ObjectResult> {
        let bytes = chunk.bytes.len() as u64;
        let mut results = match chunk.objects(name) {
            Err(error) => vec![ObjectResult::unreadable(&error.report())],
            Ok(ObjectSplitter::Single(object)) => vec![self.run(*object)],
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

    /// Does the work for one object.
    pub(crate) fn run(&self, object: Document) -> ObjectResult {
        if let Err(error) = check_object(&object) {
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
            .filter(|(_, patch)| self.selector.matches(&object) && selector::is_for(patch, &object))
            .map(|(number, patch)| (number, Arc::clone(patch)))
            .unzip();
        let name = selector::object_name(&object);
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
