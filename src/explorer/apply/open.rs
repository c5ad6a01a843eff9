//! Opening an apply.

use std::sync::Arc;

use super::state::ApplyState;
use super::task::{COMPUTED_NAME, compute};
use crate::create::AppliedPatch;
use crate::document::{Document, ReadError, read_live, write};
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
pub(crate) fn open_apply(opening: ApplyOpening, session: Session) -> Result<Workspace, ReadError> {
    // `kubectl apply` reads the numbers of all three documents as it reads those of a live object.
    let read = |file: &InputFile| -> Result<Arc<Document>, ReadError> {
        read_live(&file.name, file.bytes.clone()).map(Arc::new)
    };
    let inputs = AppliedPatch {
        live: read(&opening.live)?,
        manifest: read(&opening.manifest)?,
        last_applied: opening.last_applied.as_ref().map(read).transpose()?,
        schema: Arc::clone(&opening.schema),
        overwrite: opening.overwrite,
    };
    let applied = compute(&inputs);
    let (patch, semantics) = match &applied {
        Ok(applied) => (
            write::yaml(&*applied.created.patch.document),
            applied.inputs().semantics,
        ),
        Err(_) => ("{}\n".to_owned(), Semantics::KUBERNETES),
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
    Ok(workspace)
}

/// Opens an apply in the background. The first frame is empty; [`Workspace::start_task`] returns the work.
///
/// # Errors
/// Inputs cannot cause an error.
pub(crate) fn open_in_background(opening: ApplyOpening, session: Session) -> Result<Workspace, ReadError> {
    let blank = ApplyOpening {
        live: opening.live.blank_live(),
        manifest: opening.manifest.blank(),
        last_applied: opening.last_applied.as_ref().map(InputFile::blank),
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
