//! Streams: several documents, or a `List`, each object patched by itself.
//!
//! [`source`] cuts the input, [`pool`] deals the pieces out to threads, [`one`] does an object, [`output`] joins what
//! comes of it, in order. What is in memory at once is bounded by the pieces on their way.

mod object;
mod output;
mod progress;
mod selector;
pub(crate) mod source;
mod summary;
pub(crate) mod worker_pool;

use anyhow::Result;

use super::args::{InputArgs, StreamArgs};
use super::exit::Exit;
use super::input_source::InputPath;
use super::inputs::{self, PreparedInputs};
use crate::document::Document;
use crate::document::split::{Chunk, ObjectSplitter};
use crate::merge::Inputs;
use object::{ObjectOutcome, ObjectResult, ObjectTask};
use output::StreamOutput;
use progress::StreamProgress;
use selector::ObjectSelector;
use source::StreamSource;
use summary::StreamSummary;

pub(crate) use object::{OutputForm, is_changed};

/// How many objects that were read already are dealt out at once.
const BATCH_OBJECTS: usize = 16;

/// What the arguments lead to: one object, or a stream that has been dealt with already.
pub(crate) enum StreamInput {
    /// A single object that nothing narrows: as it has always been.
    Single(Inputs),
    /// A stream, and how it ended.
    Done(Exit),
}

/// Reads the inputs; a stream is also merged, and printed as `form` says.
///
/// # Errors
/// What is unreadable or unusable, and where.
pub(crate) fn open(args: &InputArgs, stream: &StreamArgs, form: OutputForm) -> Result<StreamInput> {
    let picks = ObjectSelector::new(stream)?;
    let (live, preparing) = inputs::begin(args)?;
    let found = StreamSource::open(&live).and_then(|source| match picks.is_any() {
        true => first(source),
        false => Ok((source, None)),
    });
    let prepared = preparing.finish()?;
    let (source, objects) = found?;
    let begun = match objects {
        Some(ObjectSplitter::Single(object)) => return Ok(StreamInput::Single(prepared.with(*object)?)),
        Some(ObjectSplitter::Listed { items, list }) => Some((items, *list)),
        None => None,
    };
    for patch in &prepared.patches {
        super::print::warn_of_reading(patch);
    }
    let size = match &live {
        InputPath::File(path) => std::fs::metadata(path).ok().map(|found| found.len()),
        InputPath::Stdin | InputPath::Inline(_) => None,
    };
    let plan = ObjectTask {
        prepared,
        picks,
        form,
    };
    merge_all(source, begun, plan, size, stream).map(StreamInput::Done)
}

/// Opens the stream; reads its document if it is the only one and not cut into items.
fn first(mut source: StreamSource) -> Result<(StreamSource, Option<ObjectSplitter>)> {
    let piece = source.only()?;
    let objects = piece.map(|piece| read(source.name(), piece)).transpose()?;
    Ok((source, objects))
}

/// The inputs where only a single object will do.
///
/// # Errors
/// As [`open`], and a stream.
pub(crate) fn single(args: &InputArgs) -> Result<Inputs> {
    let (live, preparing) = inputs::begin(args)?;
    let found = StreamSource::open(&live).and_then(first);
    let prepared = preparing.finish()?;
    let (source, objects) = found?;
    match objects {
        Some(ObjectSplitter::Single(object)) => prepared.with(*object),
        Some(ObjectSplitter::Listed { items, .. }) if items.is_empty() => {
            anyhow::bail!("{}", nothing_in(source.name()))
        }
        _ => anyhow::bail!("{} holds several objects: give one", source.name()),
    }
}

fn read(name: &str, piece: Chunk) -> Result<ObjectSplitter> {
    piece
        .objects(name)
        .map_err(|error| anyhow::anyhow!("{}", error.report()))
}

/// What is said of a stream without an object, such as an empty list.
fn nothing_in(name: &str) -> String {
    format!("{name}: it holds no object to patch\nkubectl: no objects passed to patch")
}

/// What is dealt out at once.
enum StreamJob {
    Pieces(Vec<Chunk>),
    /// Objects that were read already.
    Objects(Vec<Document>),
}

/// Merges what the source gives. `begun` is its only document, if that is a list that was not cut: its items, and the
/// list itself.
fn merge_all(
    mut source: StreamSource,
    begun: Option<(Vec<Document>, Document)>,
    plan: ObjectTask,
    size: Option<u64>,
    args: &StreamArgs,
) -> Result<Exit> {
    let mut summary = StreamSummary::new(&plan.prepared);
    let mut output = StreamOutput::new(plan.form);
    let mut progress = StreamProgress::new(size);
    let name = source.name().to_owned();
    let stream = name.clone();
    let mut items = Vec::new().into_iter();
    if let Some((begun, list)) = begun {
        for message in ObjectResult::around(&list, 0).messages {
            eprintln!("{message}");
        }
        items = begun.into_iter();
    }
    let batches = worker_pool::run(
        move || {
            let objects: Vec<Document> = items.by_ref().take(BATCH_OBJECTS).collect();
            if !objects.is_empty() {
                return Ok(Some(StreamJob::Objects(objects)));
            }
            let batch = source.batch()?;
            Ok((!batch.is_empty()).then_some(StreamJob::Pieces(batch)))
        },
        move |job| -> Vec<ObjectResult> {
            match job {
                StreamJob::Pieces(pieces) => {
                    let answers = pieces.into_iter().map(|piece| plan.answers(&stream, piece));
                    answers.flatten().collect()
                }
                StreamJob::Objects(objects) => {
                    let answers = objects.into_iter().map(|object| plan.answer(object, 0));
                    answers.collect()
                }
            }
        },
    );
    for batch in batches {
        let batch = batch.inspect_err(|_| progress.clear())?;
        for answer in batch {
            if !answer.messages.is_empty() {
                progress.clear();
                let lead = if answer.outcome == ObjectOutcome::Unreadable {
                    "error: "
                } else {
                    ""
                };
                eprintln!("{lead}{}", answer.messages.join("\n"));
            }
            summary.add(&answer);
            progress.add(answer.bytes, summary.objects());
            if answer.outcome == ObjectOutcome::Unreadable {
                progress.clear();
                output.flush()?;
                summary.print(true);
                return Ok(Exit::Usage);
            }
            if let Some(text) = &answer.text
                && !output.add(text)?
            {
                // The reader has gone away: nobody is left to tell anything.
                return Ok(summary.exit(args));
            }
        }
        if !output.flush()? {
            return Ok(summary.exit(args));
        }
    }
    progress.clear();
    if summary.objects() == 0 {
        anyhow::bail!("{}", nothing_in(&name));
    }
    output.end()?;
    summary.print(false);
    if summary.has_difference(args) {
        eprintln!("{}", super::exit::difference_found(args));
    }
    Ok(summary.exit(args))
}

impl PreparedInputs {
    /// The inputs for one object.
    ///
    /// # Errors
    /// A declared merge key that does not fit its kind.
    fn with(self, object: Document) -> Result<Inputs> {
        inputs::check_object(&object)?;
        inputs::check_declared(&object, &self.schema)?;
        Ok(Inputs {
            live: std::sync::Arc::new(object),
            patches: self.patches,
            schema: self.schema,
            semantics: self.semantics,
        })
    }
}
