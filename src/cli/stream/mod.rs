//! Streams: several documents or a `List`; each object is patched separately.
//!
//! [`source`] splits the input into chunks, [`worker_pool`] distributes them to threads, `object` handles an
//! object with the [`ObjectVisitor`] of the command, and `output` prints the results in order. Memory is
//! limited to the chunks that are being processed.

mod object;
mod object_result;
mod output;
mod pick;
mod progress;
mod selector;
pub(crate) mod source;
mod summary;
mod visitor;
pub(crate) mod worker_pool;

use std::sync::Arc;

use anyhow::Result;

pub(crate) use object_result::ObjectResult;
pub(crate) use output::OutputFrame;
pub(crate) use pick::object_for;
pub(crate) use visitor::{ObjectVisitor, StreamObject};

use super::args::{InputArgs, StreamArgs};
use super::exit::Exit;
use super::input_source::InputPath;
use super::inputs::{self, IdentityFinding, PreparedInputs};
use super::print::{print_err, warn_of_reading};
use crate::document::Document;
use crate::document::split::{Chunk, ObjectSplitter};
use crate::merge::Inputs;
use crate::merge::object_checks::NO_OBJECT_HELP;
use object::ObjectTask;
use object_result::ObjectOutcome;
use output::StreamOutput;
use pick::ObjectPicker;
use progress::StreamProgress;
use selector::ObjectSelector;
use source::{StreamSource, read_chunk};
use summary::StreamSummary;

/// Number of parsed objects that are sent to a thread at once.
const BATCH_OBJECTS: usize = 16;

/// The input of a command: one object, or a stream that has been processed.
pub(crate) enum StreamInput {
    /// A single object without a selection.
    Single(Inputs),
    /// A processed stream with its exit code.
    Done(Exit),
}

/// Reads the inputs. Processes a stream: calls `visitor` for each object.
///
/// # Errors
/// An unreadable or invalid input with its position.
pub(crate) fn open(
    args: &InputArgs,
    stream: &StreamArgs,
    visitor: impl ObjectVisitor,
) -> Result<StreamInput> {
    let selector = ObjectSelector::new(stream)?;
    let (live, preparing) = inputs::begin(args)?;
    let opened = StreamSource::open(&live).and_then(|source| {
        if selector.selects_all() {
            read_first(source)
        } else {
            Ok((source, None))
        }
    });
    let prepared = preparing.finish()?;
    let (source, objects) = opened?;
    let list = match objects {
        Some(ObjectSplitter::Single(object)) => {
            inputs::check_metadata(&object, &prepared.patches)?;
            return Ok(StreamInput::Single(prepared.with(*object)?));
        }
        Some(ObjectSplitter::Listed { items, list }) => Some((items, *list)),
        None => None,
    };
    for patch in &prepared.patches {
        warn_of_reading(patch);
    }
    let sizes = live.iter().map(|live| match live {
        InputPath::File(path) => std::fs::metadata(path).ok().map(|metadata| metadata.len()),
        InputPath::Stdin | InputPath::Inline(_) => None,
    });
    let size = sizes.sum();
    let task = ObjectTask {
        prepared,
        selector,
        visitor,
    };
    run(source, list, task, size, stream).map(StreamInput::Done)
}

/// Parses the document of the stream if it is the only one and was not split into items.
fn read_first(mut source: StreamSource) -> Result<(StreamSource, Option<ObjectSplitter>)> {
    let chunk = source.only()?;
    let objects = chunk.map(|chunk| read_chunk(source.name(), chunk)).transpose()?;
    Ok((source, objects))
}

/// Returns the inputs for commands with a single object: of several objects the one that the patches are for.
///
/// # Errors
/// Those of [`open`], and a stream without that object.
pub(crate) fn single(args: &InputArgs) -> Result<Inputs> {
    let (live, preparing) = inputs::begin(args)?;
    let opened = StreamSource::open(&live).and_then(read_first);
    let prepared = preparing.finish()?;
    let (source, objects) = opened?;
    let inputs = match objects {
        Some(ObjectSplitter::Single(object)) => {
            inputs::check_metadata(&object, &prepared.patches)?;
            prepared.with(*object)?
        }
        Some(ObjectSplitter::Listed { items, .. }) if items.is_empty() => {
            anyhow::bail!("{}", no_object_in(source.name()))
        }
        listed => {
            let name = match &live[..] {
                [live] => live.name(),
                _ => "LIVE".to_owned(),
            };
            let mut picker = ObjectPicker::new(&name, &prepared.patches);
            match listed {
                Some(list) => list.all().into_iter().for_each(|object| picker.add(object)),
                None => picker.add_rest(source)?,
            }
            let object = picker.finish()?;
            prepared.with(object)?
        }
    };
    inputs::warn_of_mismatch(&inputs, IdentityFinding::NotReported);
    Ok(inputs)
}

/// Returns the error for a stream without an object, such as an empty list.
pub(crate) fn no_object_in(name: &str) -> String {
    format!("{name} contains no object\nhelp: {NO_OBJECT_HELP}\nnote: kubectl: no objects passed to patch")
}

/// The work that is sent to a thread at once.
enum StreamJob {
    /// The chunks of a source with this name.
    Chunks(Arc<str>, Vec<Chunk>),
    /// Parsed objects.
    Objects(Vec<Document>),
}

/// Processes all objects of the source. `list` is its only document, if that is a list that was not split.
fn run<V: ObjectVisitor>(
    mut source: StreamSource,
    list: Option<(Vec<Document>, Document)>,
    task: ObjectTask<V>,
    size: Option<u64>,
    args: &StreamArgs,
) -> Result<Exit> {
    let mut summary = StreamSummary::new(&task.prepared);
    let mut output = StreamOutput::new(task.visitor.frame());
    let mut progress = StreamProgress::new(size);
    let name = Arc::clone(source.name());
    let mut items = Vec::new().into_iter();
    if let Some((objects, list)) = list {
        for message in ObjectResult::list_frame(&list).messages {
            print_err!("{message}");
        }
        items = objects.into_iter();
    }
    let batches = worker_pool::run(
        move || {
            let objects: Vec<Document> = items.by_ref().take(BATCH_OBJECTS).collect();
            if !objects.is_empty() {
                return Ok(Some(StreamJob::Objects(objects)));
            }
            let batch = source.batch()?;
            Ok((!batch.is_empty()).then(|| StreamJob::Chunks(Arc::clone(source.name()), batch)))
        },
        move |job| -> Vec<ObjectResult> {
            match job {
                StreamJob::Chunks(stream, chunks) => {
                    let results = chunks.into_iter().map(|chunk| task.run_chunk(&stream, chunk));
                    results.flatten().collect()
                }
                StreamJob::Objects(objects) => objects.into_iter().map(|object| task.run(object)).collect(),
            }
        },
    );
    for batch in batches {
        let batch = batch.inspect_err(|_| progress.clear())?;
        for result in batch {
            let is_unreadable = result.outcome == ObjectOutcome::Unreadable;
            if !result.messages.is_empty() {
                progress.clear();
                let lead = if is_unreadable { "error: " } else { "" };
                print_err!("{lead}{}", result.messages.join("\n"));
            }
            summary.add(&result);
            progress.add(result.bytes, summary.objects());
            if is_unreadable {
                progress.clear();
                output.flush()?;
                summary.print(true);
                return Ok(Exit::Usage);
            }
            if let Some(text) = &result.text
                && !output.add(text)?
            {
                // The output is closed, so the rest would not be read.
                return Ok(summary.exit(args));
            }
        }
        if !output.flush()? {
            return Ok(summary.exit(args));
        }
    }
    progress.clear();
    if summary.objects() == 0 {
        anyhow::bail!("{}", no_object_in(&name));
    }
    output.end()?;
    summary.print(false);
    if summary.has_difference(args) {
        print_err!("{}", super::exit::difference_found(args));
    }
    Ok(summary.exit(args))
}

impl PreparedInputs {
    /// Returns the inputs for one object.
    ///
    /// # Errors
    /// A declared merge key does not match the kind of the object.
    fn with(self, object: Document) -> Result<Inputs> {
        inputs::check_object(&object, &self.patches, "PATCH")?;
        inputs::check_declared(&object, &self.schema)?;
        Ok(Inputs {
            live: Arc::new(object),
            patches: self.patches,
            schema: self.schema,
            semantics: self.semantics,
        })
    }
}
