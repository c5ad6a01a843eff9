//! The versions: every save that can be read makes one, and the panes can show any of them.

pub(crate) mod action;
mod change_flash;
mod change_stop;
pub(crate) mod change_task;
mod changed_files;
mod file_changes;
pub(crate) mod find_changes;
mod go_to_change;
pub(crate) mod history;
mod long_lines;
mod named_changes;
pub(crate) mod pair;
mod saved_merges;
pub(crate) mod saves;
pub(crate) mod show_version;
mod value_hunks;
pub(crate) mod version;
mod version_change;
mod version_context;

use super::action::Action;
use super::hint_text::{HintText, words};
use super::panes::focus::Pane;
use super::panes::row::PaneRow;
use super::workspace::Workspace;
use action::VersionsAction;

/// Returns the index of the version that an action shows, or the reason why there is none.
fn target(action: VersionsAction, cx: &Workspace) -> Result<usize, HintText> {
    let history = &cx.versions;
    if let Some(why) = show_version::blocker(cx) {
        return Err(why);
    }
    match action {
        VersionsAction::Step(by) if by < 0 => match history.shown() {
            0 => Err("already at the oldest version".into()),
            shown => Ok(shown.saturating_add_signed(by as isize)),
        },
        _ if history.shows_newest() => Err("version: already at the latest version".into()),
        VersionsAction::Step(by) => Ok(history.shown().saturating_add_signed(by as isize)),
        _ => Ok(history.len().saturating_sub(1)),
    }
}

/// Returns the reason why the action is not available now, as text for the status line, or `None` if it is available.
pub(crate) fn blocker(action: VersionsAction, cx: &Workspace) -> Option<HintText> {
    if goes_to_change(action) {
        if cx.versions.awaits_changes() {
            return Some(words(
                "comparing the last save with the version before…; {}: stop",
                [Action::CLOSE],
            ));
        }
        let is_available = cx.versions.has_stops() || go_to_change::unread_save(cx).is_some();
        return (!is_available).then(|| cx.versions.why_no_stops().into());
    }
    target(action, cx).err()
}

/// Carries out an action that is available.
pub(crate) fn update(action: VersionsAction, cx: &mut Workspace) {
    if goes_to_change(action) {
        return go_to_change::go(action == VersionsAction::NextChange, cx);
    }
    if let Ok(index) = target(action, cx) {
        show_version::show(index, cx);
    }
}

/// Returns whether an action goes to a change of the last save.
pub(crate) fn goes_to_change(action: VersionsAction) -> bool {
    matches!(
        action,
        VersionsAction::NextChange | VersionsAction::PreviousChange
    )
}

/// Highlights the rows of a pane that the last save changed.
pub(crate) fn flash_rows(pane: Pane, rows: &mut [PaneRow], cx: &Workspace) {
    // Before the last step, the rows differ from those of the final result.
    if pane == Pane::Result && cx.merged().position() != cx.merged().len() {
        return;
    }
    if let Some(lines) = cx.versions.flashing_lines(pane, cx.panes.patch_shown()) {
        for row in rows {
            row.flash = row.number.is_some_and(|number| lines.contains(&number));
        }
    }
}
