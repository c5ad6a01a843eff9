//! Opening an apply.

use std::sync::Arc;

use super::state::ApplyState;
use super::task::{COMPUTED_NAME, compute, patch_without_result};
use crate::create::AppliedPatch;
use crate::document::{ReadError, read_live, write};
use crate::explorer::inputs::input_error::InputError;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::inputs::open;
use crate::explorer::inputs::opening::{ApplyOpening, InputFile, Opening};
use crate::explorer::inputs::source::InputSource;
use crate::explorer::workspace::Workspace;
use crate::explorer::workspace::session::Session;
use crate::merge::Semantics;

/// Reads the inputs of an apply, computes the patch, and opens it at the last step.
///
/// # Errors
/// The first input that cannot be read.
pub(crate) fn open_apply(mut opening: ApplyOpening, session: Session) -> Result<Workspace, ReadError> {
    let mut errors = Vec::new();
    let (live, manifest, last_applied) = placeholders(&opening);
    // `kubectl apply` reads the numbers of all three documents as it reads those of a live object.
    let mut read = |input: InputId, file: &mut InputFile, placeholder: InputFile| {
        let read = match read_live(&file.name, file.bytes.clone()) {
            // An unreadable file can be corrected while the explorer is open.
            Err(error) if file.file => {
                let bytes = std::mem::replace(&mut file.bytes, placeholder.bytes);
                errors.push((input, InputError::never_readable(&error, bytes)));
                read_live(&file.name, file.bytes.clone())
            }
            read => read,
        };
        read.map(Arc::new)
    };
    let last = opening.last_applied.as_mut().zip(last_applied);
    let inputs = AppliedPatch {
        live: read(InputId::LIVE, &mut opening.live, live)?,
        manifest: read(InputId::Manifest, &mut opening.manifest, manifest)?,
        last_applied: last
            .map(|(file, placeholder)| read(InputId::LastApplied, file, placeholder))
            .transpose()?,
        schema: Arc::clone(&opening.schema),
        overwrite: opening.overwrite,
    };
    let applied = compute(&inputs);
    let (patch, semantics) = match &applied {
        Ok(applied) => (
            write::yaml(&*applied.created.patch.document),
            applied.inputs().semantics,
        ),
        Err(_) => (patch_without_result(&inputs).to_owned(), Semantics::KUBERNETES),
    };
    let merged = Opening {
        live: opening.live,
        patches: vec![InputFile {
            name: COMPUTED_NAME.to_owned(),
            bytes: patch.into_bytes(),
            file: false,
        }],
        schema: opening.schema,
        semantics,
    };
    let mode = Mode::Apply(Box::new(ApplyState::new(inputs, applied)));
    let mut workspace = open::open(merged, mode, session)?;
    let manifest = (InputId::Manifest, Some(opening.manifest));
    for (input, file) in [manifest, (InputId::LastApplied, opening.last_applied)] {
        if let Some(file) = file {
            workspace
                .inputs
                .add(InputSource::new(input, &file.name, file.file));
        }
    }
    for (input, error) in errors {
        workspace.inputs.set_error(input, Some(error));
    }
    workspace.focus_unread_input();
    Ok(workspace)
}

/// Returns the placeholders for the inputs that cannot be read. The live object is a Secret if another input is one, so
/// that its values are hidden.
fn placeholders(opening: &ApplyOpening) -> (InputFile, InputFile, Option<InputFile>) {
    let manifest = opening.manifest.blank_live();
    let last_applied = opening.last_applied.as_ref().map(InputFile::blank_live);
    let mut live = opening.live.placeholder(InputId::LIVE);
    let others = [Some(&manifest), last_applied.as_ref()];
    if let Some(secret) = others.into_iter().flatten().find(|other| other.names_secret()) {
        live.bytes = secret.bytes.clone();
    }
    (live, manifest, last_applied)
}

/// Opens an apply in the background. The first frame is empty; [`Workspace::start_task`] returns the work.
///
/// # Errors
/// Inputs cannot cause an error.
pub(crate) fn open_in_background(opening: ApplyOpening, session: Session) -> Result<Workspace, ReadError> {
    let (live, manifest, last_applied) = placeholders(&opening);
    let blank = ApplyOpening {
        live,
        manifest,
        last_applied,
        ..opening.clone()
    };
    let mut workspace = open_apply(blank, session)?;
    let inputs = [
        (InputId::LIVE, Some(opening.live)),
        (InputId::Manifest, Some(opening.manifest)),
        (InputId::LastApplied, opening.last_applied),
    ];
    let inputs = inputs.into_iter();
    workspace.open_in_background(inputs.filter_map(|(input, file)| Some((input, file?.bytes))));
    Ok(workspace)
}
