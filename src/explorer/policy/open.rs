//! Opening a policy.

use std::sync::Arc;

use super::state::PolicyState;
use super::task::PolicyFiles;
use super::template_shown::say_template;
use crate::document::{ReadError, null_document};
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::inputs::opening::PolicyOpening;
use crate::explorer::inputs::read::nothing;
use crate::explorer::inputs::source::{InputSource, InputSources};
use crate::explorer::workspace::Workspace;
use crate::explorer::workspace::session::Session;
use crate::merge::policy::{Compliance, ComplianceType};
use crate::merge::{Inputs, Semantics};

/// Opens a policy at the first template that is not Compliant.
///
/// # Errors
/// The first input that cannot be read.
pub(crate) fn open_policy(opening: PolicyOpening, session: Session) -> Result<Workspace, ReadError> {
    let (mut files, mut sources) = files_and_sources(&opening);
    let errors = files.read(&[]);
    let can_correct = files.can_correct(&errors);
    for (input, error) in errors {
        if !can_correct {
            return Err(error);
        }
        // An unreadable file can be corrected while the explorer is open.
        sources.set_error(input, Some(files.input_error(input, &error)));
    }
    let shown = match files.is_read() {
        true => files.first_to_look_at(&opening.schema),
        false => 0,
    };
    let inputs = files
        .inputs_of(shown, None, &opening.schema)
        .ok_or_else(nothing)?;
    let mode = Mode::Policy(Box::new(PolicyState::new(files, shown)));
    let mut workspace = Workspace::new(session, inputs, sources, mode).ok_or_else(nothing)?;
    say_template(&mut workspace);
    Ok(workspace)
}

/// Opens a policy in the background. The first frame is empty; [`Workspace::start_task`] returns the work.
///
/// # Errors
/// Inputs cannot cause an error.
pub(crate) fn open_in_background(opening: PolicyOpening, session: Session) -> Result<Workspace, ReadError> {
    let (files, sources) = files_and_sources(&opening);
    let inputs = Inputs {
        live: Arc::new(null_document()),
        patches: vec![Arc::new(null_document())],
        schema: opening.schema,
        semantics: Semantics::Policy(Compliance::new(ComplianceType::MustHave)),
    };
    let mode = Mode::Policy(Box::new(PolicyState::new(files, 0)));
    let mut workspace = Workspace::new(session, inputs, sources, mode).ok_or_else(nothing)?;
    let live = (0..).map(InputId::live).zip(opening.live);
    let all = live.chain([(InputId::POLICY, opening.policy)]);
    workspace.open_in_background(all.map(|(input, file)| (input, file.bytes)));
    Ok(workspace)
}

/// Returns the unread files and their sources.
fn files_and_sources(opening: &PolicyOpening) -> (PolicyFiles, InputSources) {
    let PolicyOpening { policy, live, .. } = opening;
    let sources = live.iter().enumerate();
    let sources = sources.map(|(index, file)| InputSource::new(InputId::live(index), &file.name, file.file));
    let mut sources = InputSources::new(sources.collect());
    sources.add(InputSource::new(InputId::POLICY, &policy.name, policy.file));
    (PolicyFiles::new(policy, live), sources)
}
