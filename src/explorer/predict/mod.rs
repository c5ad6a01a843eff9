//! Predict mode: the effects of later steps are hidden, and the user is asked about each step.

pub(crate) mod question;
pub(crate) mod state;

use super::action::Action;
use super::hint_text::{HintText, words};
use super::playback::action::PlaybackAction;
use super::workspace::Workspace;

/// Returns the reason why nothing can be predicted, as text for the status line, or `None` if something can.
pub(crate) fn blocker(cx: &Workspace) -> Option<HintText> {
    let is_empty = cx.merged().is_empty();
    is_empty.then(|| "predict: there are no steps".into())
}

/// Returns whether predict mode is on.
pub(crate) fn is_on(cx: &Workspace) -> bool {
    cx.session.predict.on
}

/// Turns predict mode on or off.
pub(crate) fn toggle(cx: &mut Workspace) {
    cx.session.predict.on = !cx.session.predict.on;
    cx.stop_playing();
    if !cx.session.predict.on {
        return cx.say("predict mode off");
    }
    if cx.merged().position() == cx.merged().len() {
        cx.go_to(0);
    }
    cx.say(words(
        "predict mode on: {} asks about the next change; {}: off",
        [Action::Playback(PlaybackAction::StepForward), Action::Predict],
    ));
}

/// Returns the score, `predict 2/3, 5/9 total`, while predict mode is on. Before the first answer it is
/// `predicting`.
pub fn score(cx: &Workspace) -> Option<String> {
    let predict = &cx.session.predict;
    if !predict.on {
        return None;
    }
    let name = cx.inputs.name(cx.live_input());
    let (here, all) = (predict.score(Some(name)), predict.score(None));
    Some(match all {
        (_, 0) => "predicting".to_owned(),
        _ if here == all => format!("predict {}/{}", here.0, here.1),
        _ => format!("predict {}/{}, {}/{} total", here.0, here.1, all.0, all.1),
    })
}
