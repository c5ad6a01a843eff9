//! Streams: several documents, or a `List`, each object patched by itself.
//!
//! [`source`] cuts the input, [`pool`] deals the pieces out to threads, [`one`] does an object, [`output`] joins what
//! comes of it, in order. What is in memory at once is bounded by the pieces on their way.

pub(super) mod one;
mod output;
mod pick;
pub(super) mod pool;
mod progress;
pub(super) mod source;
mod summary;

use anyhow::Result;

use super::args::{InputArgs, StreamArgs};
use super::exit::Exit;
use super::inputs::{self, Prepared};
use super::origin::Origin;
use crate::document::split::Piece;
use crate::document::{Document, read_live_at};
use crate::merge::Inputs;
use one::{Answer, Outcome, Plan};
use output::Output;
use pick::Picks;
use progress::Progress;
use source::Source;
use summary::Summary;

pub(super) use one::{Form, is_changed};

/// What the arguments lead to: one object, or a stream that has been dealt with already.
pub(super) enum Given {
    /// A single object that nothing narrows: as it has always been.
    Single(Inputs),
    /// A stream, and how it ended.
    Done(Exit),
}

/// Reads the inputs; a stream is also merged, and printed as `form` says.
///
/// # Errors
/// What is unreadable or unusable, and where.
pub(super) fn open(args: &InputArgs, stream: &StreamArgs, form: Form) -> Result<Given> {
    let picks = Picks::new(stream)?;
    let (live, preparing) = inputs::begin(args)?;
    let found = Source::open(&live).and_then(|source| first(source, picks.is_any()));
    let prepared = preparing.finish()?;
    let (source, object) = found?;
    if let Some(object) = object {
        if !one::is_empty_list(&object) {
            return Ok(Given::Single(prepared.with(object)?));
        }
        return finish(Output::new(form).end(), &Summary::new(&prepared), stream).map(Given::Done);
    }
    for patch in &prepared.patches {
        super::print::warn_of_reading(patch);
    }
    let size = match &live {
        Origin::File(path) => std::fs::metadata(path).ok().map(|found| found.len()),
        Origin::Stdin | Origin::Inline(_) => None,
    };
    let plan = Plan {
        prepared,
        picks,
        form,
    };
    merge_all(source, plan, size, stream).map(Given::Done)
}

/// Opens the stream; where nothing narrows it, reads its object if it is the only one.
fn first(mut source: Source, single: bool) -> Result<(Source, Option<Document>)> {
    let piece = if single { source.only()? } else { None };
    let object = piece.map(|piece| read(source.name(), piece)).transpose()?;
    Ok((source, object))
}

/// The inputs where only a single object will do.
///
/// # Errors
/// As [`open`], and a stream.
pub(super) fn single(args: &InputArgs) -> Result<Inputs> {
    let (live, preparing) = inputs::begin(args)?;
    let found = Source::open(&live).and_then(|source| first(source, true));
    let prepared = preparing.finish()?;
    let (source, object) = found?;
    let Some(object) = object else {
        anyhow::bail!("{} holds several objects: give one", source.name());
    };
    prepared.with(object)
}

fn read(name: &str, piece: Piece) -> Result<Document> {
    read_live_at(name, piece.bytes, piece.at).map_err(|error| anyhow::anyhow!("{}", error.report()))
}

fn merge_all(mut source: Source, plan: Plan, size: Option<u64>, args: &StreamArgs) -> Result<Exit> {
    let mut summary = Summary::new(&plan.prepared);
    let mut output = Output::new(plan.form);
    let mut progress = Progress::new(size);
    let name = source.name().to_owned();
    let batches = pool::run(
        move || {
            let batch = source.batch()?;
            Ok((!batch.is_empty()).then_some(batch))
        },
        move |batch: Vec<Piece>| -> Vec<Answer> {
            let answers = batch.into_iter().map(|piece| plan.answer(&name, piece));
            answers.collect()
        },
    );
    for batch in batches {
        let batch = batch.inspect_err(|_| progress.clear())?;
        for answer in batch {
            if !answer.messages.is_empty() {
                progress.clear();
                let lead = if answer.outcome == Outcome::Unreadable {
                    "error: "
                } else {
                    ""
                };
                eprintln!("{lead}{}", answer.messages.join("\n"));
            }
            summary.add(&answer);
            progress.add(answer.bytes, summary.objects());
            if answer.outcome == Outcome::Unreadable {
                progress.clear();
                output.flush()?;
                summary.print(true);
                return Ok(Exit::Unusable);
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
    finish(output.end(), &summary, args)
}

fn finish(written: Result<()>, summary: &Summary, args: &StreamArgs) -> Result<Exit> {
    written?;
    summary.print(false);
    if summary.has_difference(args) {
        eprintln!("{}", super::exit::difference_found(args));
    }
    Ok(summary.exit(args))
}

impl Prepared {
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
