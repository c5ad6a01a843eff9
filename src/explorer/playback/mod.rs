//! Playback: stepping, playing, and filtering the steps by effect.

pub(crate) mod action;
pub(crate) mod player;
pub(crate) mod step_list;

use super::action::Action;
use super::apply::ledger;
use super::hint_text::{HintText, words};
use super::lessons::{self, action::LessonsAction};
use super::popups::action::ListKind;
use super::workspace::Workspace;
use crate::course::Lesson;
use crate::merge::{Rule, RuleEffect, Step};
use action::PlaybackAction;
use player::resolve_target;

/// The way from the current step to a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarningHint {
    /// The current step is a warning.
    Current,
    /// The action goes to a warning.
    Action(Action),
    /// The position of the first warning, if no single action goes to one.
    Position(usize),
}

/// Returns whether the step before a position only prepares other steps, so that presentation mode skips it.
fn is_bookkeeping(cx: &Workspace, position: usize) -> bool {
    let steps = &cx.merged().merge().steps;
    let step = position.checked_sub(1).and_then(|index| steps.get(index));
    let only_prepares =
        |step: &Step| step.rule.effect() == RuleEffect::Matched || step.rule == Rule::CheckOrder;
    position < steps.len() && step.is_some_and(only_prepares)
}

/// Returns the position that a stepping action goes to, or an error if there is none. Returns `None` for
/// other actions.
fn target(action: PlaybackAction, cx: &Workspace) -> Option<Result<usize, String>> {
    let steps = &cx.merged().merge().steps;
    // Most merges of long lists have no issue, and each frame asks for the next one.
    let has_issues = cx.merged().has_issues() || cx.agreement().decides_any();
    let issues = |index: usize| has_issues && cx.agreement().is_issue(index, &steps[index]);
    resolve_target(steps, cx.merged().position(), action, &issues, &|position| {
        let is_skipped = cx.session.presenting && is_bookkeeping(cx, position);
        cx.steps.is_shown(position) && !is_skipped
    })
}

/// Returns the reason why the action is not available now, as text for the status line, or `None` if it is available.
pub(crate) fn blocker(action: PlaybackAction, cx: &Workspace) -> Option<HintText> {
    match action {
        PlaybackAction::Play if cx.merged().is_empty() => Some("play: there are no steps".into()),
        PlaybackAction::Faster => cx.player().faster().err().map(HintText::from),
        PlaybackAction::Slower => cx.player().slower().err().map(HintText::from),
        PlaybackAction::StepForward => {
            let sentence = HintText::from(target(action, cx)?.err()?);
            let is_at_end = cx.merged().position() == cx.merged().len();
            let is_open =
                |lesson: &&Lesson| !lesson.choices.is_empty() && !cx.session.progress.is_done(lesson);
            let page = Action::Open(ListKind::LessonPage);
            let next = Action::Lessons(LessonsAction::Next);
            Some(match (is_at_end, cx.lesson().filter(is_open)) {
                (true, Some(_)) => sentence.and(&words("; {}: answer the question", [page])),
                (true, None) if lessons::next(cx).is_ok() => {
                    sentence.and(&words("; {}: next lesson", [next]))
                }
                _ => sentence,
            })
        }
        PlaybackAction::NextIssue | PlaybackAction::PreviousIssue if !ledger::outlook(cx).is_empty() => None,
        _ => target(action, cx)?.err().map(HintText::from),
    }
}

/// Carries out an action that is available.
pub(crate) fn update(action: PlaybackAction, cx: &mut Workspace) {
    if let Some(Ok(position)) = target(action, cx) {
        let from = cx.merged().position();
        cx.stop_playing();
        cx.go_to(position);
        match action {
            PlaybackAction::NextIssue if position <= from => {
                cx.say("no later issue: now at the first one");
            }
            PlaybackAction::PreviousIssue if position >= from => {
                cx.say("no earlier issue: now at the last one");
            }
            _ => {}
        }
        return;
    }
    let player = &mut cx.session.player;
    match action {
        // Without an issue among the steps, what an apply leaves different.
        PlaybackAction::NextIssue | PlaybackAction::PreviousIssue => ledger::show_outlook(cx),
        PlaybackAction::Play => {
            player.playing = !player.playing;
            if player.playing && matches!(target(PlaybackAction::StepForward, cx), Some(Err(_))) {
                cx.go_to(0);
            }
        }
        PlaybackAction::Faster | PlaybackAction::Slower => {
            let changed = match action {
                PlaybackAction::Faster => player.faster(),
                _ => player.slower(),
            };
            if changed.is_ok() {
                cx.say(format!("playback: {} ms per step", cx.player().interval()));
            }
        }
        _ => {}
    }
}

/// Plays the next step.
pub(crate) fn tick(cx: &mut Workspace) {
    if !cx.player().playing {
        return;
    }
    match target(PlaybackAction::StepForward, cx) {
        Some(Ok(position)) => cx.go_to(position),
        Some(Err(why)) => {
            cx.stop_playing();
            cx.say(why);
        }
        None => cx.stop_playing(),
    }
    if cx.merged().position() == cx.merged().len() {
        cx.stop_playing();
    }
}

/// Returns the way to the next warning, or `None` if there is no warning.
pub fn warning_hint(cx: &Workspace) -> Option<WarningHint> {
    let first = cx.merged().first_warning()?;
    if cx.merged().is_warning(cx.merged().position()) {
        return Some(WarningHint::Current);
    }
    let now = cx.merged().position();
    let leads = |action: &PlaybackAction| match target(*action, cx) {
        // A way that wraps around is no good hint: "previous" for what is ahead.
        Some(Ok(position)) if (*action == PlaybackAction::NextIssue) == (position > now) => {
            cx.merged().is_warning(position)
        }
        _ => false,
    };
    let mut actions = [PlaybackAction::NextIssue, PlaybackAction::PreviousIssue].into_iter();
    Some(match actions.find(leads) {
        Some(action) => WarningHint::Action(Action::Playback(action)),
        None => WarningHint::Position(first),
    })
}
