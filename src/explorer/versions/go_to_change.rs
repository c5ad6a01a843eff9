//! Going from one place that the last save changed to the next.

use super::change_stop::ChangeStop;
use crate::explorer::action::Action;
use crate::explorer::hint_text::HintText;
use crate::explorer::panes::focus::Pane;
use crate::explorer::workspace::Workspace;
use crate::report::rows::outline;

/// The base row of a place; none if the pane does not show it.
fn base_row(stop: ChangeStop, cx: &Workspace) -> Option<usize> {
    let merged = cx.merged();
    let source = match stop.pane {
        Pane::Result => {
            let (scene, heights) = (&merged.merge().scene, merged.heights());
            return Some(outline::row_of_line(scene, heights, stop.line));
        }
        Pane::Live => merged.live(),
        Pane::Patch => merged.patch(stop.patch)?,
    };
    // The text can be a part of the file.
    let first = source.rows(0, 1).first().map_or(1, |(number, ..)| *number);
    let last = source.len().checked_sub(1)?;
    Some(stop.line.saturating_sub(first).min(last))
}

/// How many of the places are not on the screen.
pub(super) fn outside_view(stops: &[ChangeStop], cx: &Workspace) -> usize {
    let is_outside = |stop: &&ChangeStop| {
        let is_other_patch = stop.pane == Pane::Patch && stop.patch != cx.panes.patch_shown();
        let base = base_row(**stop, cx);
        is_other_patch || base.is_none_or(|base| !cx.panes.is_on_screen(stop.pane, base))
    };
    stops.iter().filter(is_outside).count()
}

/// Goes to the next or previous place.
pub(super) fn go(forward: bool, cx: &mut Workspace) {
    let Some((at, count, stop)) = cx.versions.next_stop(forward) else {
        return;
    };
    cx.stop_playing();
    cx.panes.remember(cx.jump_point());
    if stop.pane == Pane::Patch {
        cx.show_patch(stop.patch);
    }
    if let Some(base) = base_row(stop, cx) {
        cx.put_on_base(stop.pane, base);
    }
    let name = match cx.input_in(stop.pane) {
        Some(input) => cx.inputs.name(input),
        None => "result",
    };
    let says = HintText::from(format!("change {} of {count}: {name}:{}; ", at + 1, stop.line));
    cx.say(says.key(Action::BACK).text(" returns"));
}
