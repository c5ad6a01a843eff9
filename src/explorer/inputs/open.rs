//! Opening a live object and patches.

use std::sync::Arc;

use super::input_error::InputError;
use super::input_id::InputId;
use super::mode::Mode;
use super::opening::{InputFile, Opening};
use super::read::{nothing, read_input};
use super::source::{InputSource, InputSources};
use crate::document::ReadError;
use crate::explorer::workspace::Workspace;
use crate::explorer::workspace::session::Session;
use crate::merge::Inputs;

/// Reads and merges inputs, and shows the last step.
///
/// # Errors
/// The first input that cannot be read.
pub(crate) fn open(opening: Opening, mode: Mode, session: Session) -> Result<Workspace, ReadError> {
    let mut sources = Vec::new();
    let mut errors = Vec::new();
    let mut read = |(index, file): (usize, InputFile)| {
        let input = InputId::from_document(index);
        sources.push(InputSource::new(input, &file.name, file.file));
        let read = read_input(input, &file.name, file.bytes.clone(), opening.semantics);
        let read = match read {
            // An unreadable file can be corrected while the explorer is open.
            Err(error) if file.file => {
                errors.push((input, InputError::never_readable(&error, file.bytes.clone())));
                let placeholder = file.placeholder(input);
                read_input(input, &placeholder.name, placeholder.bytes, opening.semantics)
            }
            read => read,
        };
        read.map(|mut document| {
            document.is_of_manifest = !input.is_live() && matches!(mode, Mode::Apply(_));
            Arc::new(document)
        })
    };
    let live = read((0, opening.live))?;
    let patches = (1..).zip(opening.patches).map(read);
    let inputs = Inputs {
        live,
        patches: patches.collect::<Result<_, _>>()?,
        schema: opening.schema,
        semantics: opening.semantics,
    };
    let mut sources = InputSources::new(sources);
    for (input, error) in errors {
        sources.set_error(input, Some(error));
    }
    Workspace::new(session, inputs, sources, mode).ok_or_else(nothing)
}

/// Opens inputs in the background. The first frame is empty; [`Workspace::start_task`] returns the work.
///
/// # Errors
/// Inputs cannot cause an error.
pub(crate) fn open_in_background(opening: Opening, session: Session) -> Result<Workspace, ReadError> {
    let blank = Opening {
        live: opening.live.blank_live(),
        patches: opening.patches.iter().map(InputFile::blank).collect(),
        ..opening.clone()
    };
    let mut workspace = open(blank, Mode::Files, session)?;
    let files = std::iter::once(opening.live).chain(opening.patches);
    let files = files.enumerate();
    workspace.open_in_background(files.map(|(index, file)| (InputId::from_document(index), file.bytes)));
    Ok(workspace)
}

/// Shows the merge of documents that have no files, at its last step.
///
/// # Errors
/// Inputs cannot cause an error.
pub(crate) fn open_documents(inputs: Inputs, session: Session) -> Result<Workspace, ReadError> {
    let documents = std::iter::once(&inputs.live).chain(&inputs.patches);
    let sources = documents
        .enumerate()
        .map(|(index, document)| InputSource::new(InputId::from_document(index), document.name(), false));
    let sources = InputSources::new(sources.collect());
    Workspace::new(session, inputs, sources, Mode::Files).ok_or_else(nothing)
}
