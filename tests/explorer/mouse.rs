//! What clicks and the wheel ask for, found on the frame itself.

use mergescope::explorer::{Action, Focus, Pane, State, update};
use mergescope::terminal::draw::{Click, Targets};
use unicode_width::UnicodeWidthStr;

use crate::support::*;

/// The cell where a text begins on the frame.
fn find(frame: &str, text: &str) -> (u16, u16) {
    for (y, line) in frame.lines().enumerate() {
        if let Some(at) = line.find(text) {
            return (line[..at].width() as u16, y as u16);
        }
    }
    panic!("{text} is not on\n{frame}");
}

fn screen() -> (State, String, Targets) {
    let mut state = open(LIVE, &[PATCH]);
    let (text, targets) = shown(&mut state, 120, 40);
    (state, text, targets)
}

#[test]
fn a_click_goes_to_what_it_hits() {
    let (mut state, frame, targets) = screen();
    let cases = [
        (
            "image: shop:1.4 # the",
            Action::PutCursor(Focus::Document(Pane::Live), 22),
        ),
        (
            "- name: metrics",
            Action::PutCursor(Focus::Document(Pane::Patch), 13),
        ),
        ("⌫ cleared", Action::PutCursor(Focus::Steps, 4)),
        ("No live item", Action::PutCursor(Focus::Why, 1)),
        ("s/S step", Action::StepForward),
        ("S step", Action::StepBack),
        ("step  ?", Action::StepForward),
        ("help", Action::Help),
    ];
    for (text, want) in cases {
        let (x, y) = find(&frame, text);
        assert_eq!(targets.click(x, y), Some(Click::Action(want)), "{text}");
        update(&mut state, want);
    }
    let (x, y) = find(&frame, "●──●");
    assert_eq!(targets.click(x, y), Some(Click::Action(Action::GoToStep(0))));
    assert_eq!(targets.click(x + 6, y), Some(Click::Action(Action::GoToStep(2))));
    assert_eq!(targets.click(200, 3), None);
}

#[test]
fn the_wheel_scrolls_what_it_is_over() {
    let (mut state, frame, targets) = screen();
    let (x, y) = find(&frame, "image: shop:1.4 # the");
    assert_eq!(
        targets.wheel(x, y, 3),
        Some(Action::Scroll(Focus::Document(Pane::Live), 3))
    );
    let before = (state.view(Pane::Live), state.view(Pane::Result));
    update(&mut state, Action::Scroll(Focus::Document(Pane::Live), -3));
    assert_eq!(state.view(Pane::Live).scroll, before.0.scroll - 3);
    assert_eq!(state.view(Pane::Live).cursor, before.0.cursor);
    // The others follow, node beside node, and no cursor moves.
    assert_eq!(state.view(Pane::Result).cursor, before.1.cursor);
    let on_screen = |state: &State, pane, text: &str| {
        let rows = state.rows(pane);
        rows.iter()
            .position(|row| row.text.trim_start().starts_with(text))
    };
    let (live, result) = [Pane::Live, Pane::Result]
        .map(|pane| on_screen(&state, pane, "- name: sidecar"))
        .into();
    assert!(live.is_some() && live == result, "{live:?} {result:?}");
}

#[test]
fn what_lies_below_a_box_cannot_be_clicked() {
    let (mut state, frame, _) = screen();
    let (x, y) = find(&frame, "live  deployment");
    update(&mut state, Action::Help);
    let (_, targets) = shown(&mut state, 120, 40);
    assert_eq!(targets.click(x, y + 3), None);
    assert_eq!(targets.wheel(x, y + 3, 3), Some(Action::Down));
}

#[test]
fn a_click_puts_the_cursor_on_a_row_of_what_fills_the_screen() {
    for (script, y) in [("d", 5), ("r", 3)] {
        let mut state = open(LIVE, &[DIFFERING]);
        shown(&mut state, 120, 40);
        press(&mut state, script);
        let (_, targets) = shown(&mut state, 120, 40);
        let Some(Click::Action(action)) = targets.click(30, y) else {
            panic!("{script}: nothing to click");
        };
        update(&mut state, action);
        let before = state.screen_row().unwrap();
        let (_, targets) = shown(&mut state, 120, 40);
        let Some(Click::Action(again)) = targets.click(30, y) else {
            panic!("{script}: nothing to click");
        };
        assert_eq!(action, again, "{script}");
        assert!(before > 0, "{script}");
        let down = targets.wheel(30, y, 3).unwrap();
        update(&mut state, down);
        assert_eq!(state.screen_row(), Some(before + 1), "{script}");
    }
}
