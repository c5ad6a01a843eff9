//! Opening a policy.

use super::reload::say_template;
use super::state::PolicyState;
use crate::document::ReadError;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::inputs::opening::PolicyOpening;
use crate::explorer::inputs::read::nothing;
use crate::explorer::inputs::source::{InputSource, InputSources};
use crate::explorer::workspace::Workspace;
use crate::explorer::workspace::session::Session;

/// Opens a policy on its first template, on the last step.
///
/// # Errors
/// The first text that cannot be read.
pub(crate) fn open_policy(opening: PolicyOpening, session: Session) -> Result<Workspace, ReadError> {
    let PolicyOpening { policy, live, schema } = opening;
    let sources = live.iter().enumerate();
    let sources = sources.map(|(at, file)| InputSource::new(InputId::live(at), &file.name, file.file));
    let mut sources = InputSources::new(sources.collect());
    sources.add(InputSource::new(InputId::POLICY, &policy.name, policy.file));
    let live = live.into_iter().map(|file| file.bytes).collect();
    let state = PolicyState::new(policy.bytes, live, &sources)?;
    let inputs = state.inputs_of(0, None, &schema).ok_or_else(nothing)?;
    let mode = Mode::Policy(Box::new(state));
    let mut workspace = Workspace::new(session, inputs, sources, mode).ok_or_else(nothing)?;
    say_template(&mut workspace);
    Ok(workspace)
}
