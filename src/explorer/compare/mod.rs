//! The comparison of two results.

pub(crate) mod action;
pub(crate) mod rows;
pub(crate) mod screen;
mod shown_rows;

use super::action::Action;
use super::hint_text::HintText;
use super::layers::{Layers, Screen};
use super::versions::pair::pair_with_shown;
use super::workspace::Workspace;
use action::CompareAction;
use screen::{CompareResult, CompareScreen};

fn nothing_compared() -> HintText {
    HintText::from("there is no comparison; ")
        .key(Action::Compare(CompareAction::Toggle))
        .text(": compare")
}

/// Returns the reason why the action is not available now, as text for the status line, or `None` if it is available.
pub(crate) fn blocker(action: CompareAction, layers: &Layers, cx: &Workspace) -> Option<HintText> {
    let screen = layers.compare();
    let row = |down| match screen {
        Some(screen) => screen.difference_row(down).err(),
        None => Some(nothing_compared()),
    };
    match action {
        CompareAction::Toggle if cx.is_opening() => Some("compare: files are still loading".into()),
        CompareAction::Toggle if cx.merged().patch_count() == 0 => Some("compare: there is no patch".into()),
        CompareAction::Toggle => None,
        CompareAction::NextDifference => row(true),
        CompareAction::PreviousDifference => row(false),
        CompareAction::Versions => {
            let is_shown = layers.version_under_cursor(cx).is_none();
            is_shown.then(|| "this is the current version; select another one".into())
        }
        CompareAction::Semantics(_) => screen
            .filter(|screen| screen.is_of_versions())
            .map(|_| format!("both sides are versions with {} semantics", cx.semantics()).into()),
    }
}

/// Carries out an action that is available.
pub(crate) fn update(action: CompareAction, layers: &mut Layers, cx: &mut Workspace) {
    if action == CompareAction::Versions {
        let index = layers.version_under_cursor(cx);
        if let Some(pair) = index.and_then(|index| pair_with_shown(index, cx)) {
            layers.take_popup();
            let screen = CompareScreen::new(CompareResult::Versions(Box::new(pair)));
            layers.open_screen(Screen::Compare(Box::new(screen)));
        }
        return;
    }
    let Some(screen) = layers.compare_mut() else {
        if action == CompareAction::Toggle {
            cx.stop_playing();
            let screen = CompareScreen::of_semantics(cx.semantics());
            layers.open_screen(Screen::Compare(Box::new(screen)));
        }
        return;
    };
    match action {
        CompareAction::Toggle | CompareAction::Versions => drop(layers.close_screen()),
        CompareAction::NextDifference | CompareAction::PreviousDifference => {
            let down = action == CompareAction::NextDifference;
            if let Ok(row) = screen.difference_row(down) {
                screen.show_difference(row);
            }
        }
        CompareAction::Semantics(side) => {
            if let Some(next) = screen.next_semantics(side) {
                screen.set_semantics(side, next);
                cx.say(format!("{next}: {}", next.meaning()));
            } else {
                cx.say("there are no other semantics for this side");
            }
        }
    }
}
