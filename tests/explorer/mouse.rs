//! What clicks and the wheel ask for, found on the frame itself.

use mergescope::explorer::{Action, Effect, Explorer, Focus, Message, Pane, on_message, update};
use mergescope::explorer::{KeyContext, LayerAction, LineEdit, PanesAction, PlaybackAction, PromptAction};
use mergescope::terminal::bindings;
use mergescope::terminal::draw::{Click, ClickTargets, places};
use ratatui::layout::Rect;
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

fn screen() -> (Explorer, String, ClickTargets) {
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
            Action::Panes(PanesAction::PutCursor(Focus::Document(Pane::Live), 22)),
        ),
        (
            "- name: metrics",
            Action::Panes(PanesAction::PutCursor(Focus::Document(Pane::Patch), 13)),
        ),
        (
            "⌫ cleared",
            Action::Panes(PanesAction::PutCursor(Focus::Steps, 4)),
        ),
        ("No item of", Action::Panes(PanesAction::PutCursor(Focus::Why, 1))),
        ("s/S step", Action::Playback(PlaybackAction::StepForward)),
        ("S step", Action::Playback(PlaybackAction::StepBack)),
        ("step  Enter", Action::Playback(PlaybackAction::StepForward)),
        ("help", Action::Help),
    ];
    for (text, want) in cases {
        let (x, y) = find(&frame, text);
        assert_eq!(targets.click(x, y), Some(Click::Action(want)), "{text}");
        update(&mut state, want);
    }
    let (x, y) = find(&frame, "●──●");
    assert_eq!(
        targets.click(x, y),
        Some(Click::Action(Action::Playback(PlaybackAction::GoToStep(0))))
    );
    assert_eq!(
        targets.click(x + 6, y),
        Some(Click::Action(Action::Playback(PlaybackAction::GoToStep(2))))
    );
    assert_eq!(targets.click(200, 3), None);
}

#[test]
fn the_wheel_scrolls_what_it_is_over() {
    let (mut state, frame, targets) = screen();
    let (x, y) = find(&frame, "image: shop:1.4 # the");
    assert_eq!(
        targets.wheel(x, y, 3),
        Some(Action::Panes(PanesAction::Scroll(Focus::Document(Pane::Live), 3)))
    );
    let before = (
        state.workspace().panes().view(Pane::Live),
        state.workspace().panes().view(Pane::Result),
    );
    update(
        &mut state,
        Action::Panes(PanesAction::Scroll(Focus::Document(Pane::Live), -3)),
    );
    assert_eq!(
        state.workspace().panes().view(Pane::Live).scroll,
        before.0.scroll - 3
    );
    assert_eq!(state.workspace().panes().view(Pane::Live).cursor, before.0.cursor);
    // The others follow, node beside node, and no cursor moves.
    assert_eq!(
        state.workspace().panes().view(Pane::Result).cursor,
        before.1.cursor
    );
    let on_screen = |state: &Explorer, pane, text: &str| {
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
    assert_eq!(targets.click(x, y + 3), Some(Click::Action(Action::CLOSE)));
    assert_eq!(targets.wheel(x, y + 3, 3), Some(Action::Layer(LayerAction::Down)));
}

#[test]
fn the_wheel_scrolls_a_list_over_its_rows() {
    for keys in ["w", "v", "y"] {
        let mut state = open(LIVE, &[PATCH]);
        press(&mut state, keys);
        let (frame, targets) = shown(&mut state, 120, 40);
        let row = LayerAction::Pick(0);
        let places = (0..40).flat_map(|y| (0..120).map(move |x| (x, y)));
        let at = places
            .into_iter()
            .find(|&(x, y)| targets.click(x, y) == Some(Click::Action(Action::Layer(row))));
        let (x, y) = at.unwrap_or_else(|| panic!("{frame}"));
        assert_eq!(
            targets.wheel(x, y, 3),
            Some(Action::Layer(LayerAction::Down)),
            "{keys}"
        );
        assert_eq!(
            targets.wheel(x, y, -3),
            Some(Action::Layer(LayerAction::Up)),
            "{keys}"
        );
    }
}

#[test]
fn a_click_outside_a_box_closes_it() {
    let unsaved = |state: &mut Explorer| {
        press(state, "e");
        on_message(state, Message::Edited(format!("{PATCH}# new\n")));
        press(state, "Esc");
    };
    // Without keys, a question: it needs an answer.
    for (keys, closes) in [("?", true), ("i", true), ("w", true), ("", false)] {
        let (mut state, ..) = screen();
        match closes {
            true => drop(press(&mut state, keys)),
            false => unsaved(&mut state),
        }
        let (text, targets) = shown(&mut state, 120, 40);
        let close = Some(Click::Action(Action::CLOSE));
        assert_ne!(targets.click(60, 20), close, "{text}");
        let outside = targets.click(0, 10);
        assert_eq!(outside, close.filter(|_| closes), "{text}");
        if let Some(Click::Action(action)) = outside {
            update(&mut state, action);
            assert!(state.layers().popup().is_none(), "{text}");
        }
    }
}

#[test]
fn a_click_on_a_pane_closes_the_prompt() {
    for keys in [":", "/"] {
        let (mut state, text, _) = screen();
        press(&mut state, keys);
        let (_, targets) = shown(&mut state, 120, 40);
        for (x, y) in [find(&text, "image: shop:1.4 # the"), find(&text, "●──●")] {
            assert_eq!(
                targets.click(x, y),
                Some(Click::Action(Action::CLOSE)),
                "{keys} {x} {y}"
            );
        }
        update(&mut state, Action::CLOSE);
        assert!(state.layers().prompt().is_none());
    }
}

/// Borders that were dragged follow the mouse, and never leave a place without room.
#[test]
fn borders_are_dragged() {
    for (width, height) in [(120, 40), (100, 30), (100, 44), (80, 40), (60, 60), (80, 24)] {
        let mut state = open(LIVE, &[PATCH]);
        let area = Rect::new(0, 0, width, height);
        for handle in places(area, &state).handles {
            let upright = handle.cells.width == 1;
            for by in [3_i32, -2, 1000, -1000] {
                let (_, targets) = shown(&mut state, width, height);
                let find = |state: &Explorer| {
                    let all = places(area, state).handles;
                    all.into_iter()
                        .find(|other| other.border == handle.border)
                        .unwrap()
                        .cells
                };
                let before = find(&state);
                let y = before.y + u16::from(upright);
                assert_eq!(targets.click(before.x, y), Some(Click::Border(handle.border)));
                let to = |at: u16, most: u16| (i32::from(at) + by).clamp(0, i32::from(most) - 1) as u16;
                let (x, y) = if upright {
                    (to(before.x, width), y)
                } else {
                    (before.x, to(before.y, height))
                };
                let action = targets.drag(handle.border, x, y).unwrap();
                update(&mut state, action);
                let after = find(&state);
                let name = format!("{width}x{height} {:?} {by}", handle.border);
                if by.abs() < 10 {
                    assert_eq!(
                        (after.x, after.y),
                        if upright { (x, after.y) } else { (after.x, y) },
                        "{name}"
                    );
                }
                let now = places(area, &state);
                let all = [now.live, now.patch, now.result, now.steps, now.why];
                for place in all.into_iter().flatten() {
                    assert!(place.width >= 15 && place.height >= 3, "{name}: {place:?}");
                }
                update(&mut state, Action::Panes(PanesAction::ResetSizes));
                assert_eq!(find(&state), before, "{name}");
            }
        }
    }
}

#[test]
fn a_click_puts_the_cursor_on_a_row_of_what_fills_the_screen() {
    for (script, y) in [("d", 5), ("r", 3)] {
        let mut state = open_differing();
        shown(&mut state, 120, 40);
        press(&mut state, script);
        let (_, targets) = shown(&mut state, 120, 40);
        let Some(Click::Action(action)) = targets.click(30, y) else {
            panic!("{script}: nothing to click");
        };
        update(&mut state, action);
        let before = state.layers().screen_row().unwrap();
        let (_, targets) = shown(&mut state, 120, 40);
        let Some(Click::Action(again)) = targets.click(30, y) else {
            panic!("{script}: nothing to click");
        };
        assert_eq!(action, again, "{script}");
        assert!(before > 0, "{script}");
        let down = targets.wheel(30, y, 3).unwrap();
        update(&mut state, down);
        assert_eq!(state.layers().screen_row(), Some(before + 1), "{script}");
    }
}

#[test]
fn the_candidates_of_the_go_to_prompt_are_clicked_and_scrolled() {
    let mut state = open(LIVE, &[PATCH]).with_commands(bindings::commands());
    press(&mut state, ":");
    for letter in "compare".chars() {
        update(
            &mut state,
            Action::Prompt(PromptAction::Edit(LineEdit::Insert(letter))),
        );
    }
    let (text, targets) = shown(&mut state, 120, 40);
    let (x, y) = find(&text, "Compare two semantics");
    let wheel = |by| targets.wheel(x, y, by).unwrap();
    let chosen = |state: &Explorer| state.layers().prompt().and_then(|prompt| prompt.chosen);
    for (by, row) in [(3, 0), (3, 1), (-3, 0), (-3, 0)] {
        update(&mut state, wheel(by));
        assert_eq!(chosen(&state), Some(row), "{by}");
    }
    let Some(Click::Action(pick)) = targets.click(x, y) else {
        panic!("nothing to click in\n{text}")
    };
    update(&mut state, pick);
    assert_eq!(state.key_context(), KeyContext::Compare);
}

#[test]
fn dragging_selects_lines_and_a_key_copies_them() {
    let (mut state, frame, targets) = screen();
    let (x, web) = find(&frame, "image: shop:1.4 # the");
    let drag = |state: &mut Explorer, from: u16, to: u16| {
        let Some(Click::Action(click)) = targets.click(x, from) else {
            panic!("there is no line")
        };
        update(state, click);
        update(state, targets.select(Pane::Live, to).unwrap());
    };
    let selected = |state: &Explorer, pane| {
        let rows = state.rows(pane).into_iter();
        rows.filter(|row| row.selected)
            .map(|row| row.text)
            .collect::<Vec<_>>()
            .join("\n")
    };
    // Downwards and upwards, as the document has them: comments too.
    let lines = "      - name: web\n        image: shop:1.4 # the";
    drag(&mut state, web - 1, web);
    let text = selected(&state, Pane::Live);
    assert!(text.starts_with(lines), "{text}");
    assert_eq!(said(&state), "2 lines selected; y: copy");
    drag(&mut state, web, web - 1);
    assert_eq!(selected(&state, Pane::Live), text);
    assert_eq!(press(&mut state, "y"), [Effect::Copy]);
    let clip = state.take_clip().unwrap();
    assert_eq!((clip.target.name(), clip.text), ("lines", text));
    assert_eq!(selected(&state, Pane::Live), "");
    // Any other key lets go of them; dragging beyond the pane scrolls it.
    drag(&mut state, web - 1, web);
    press(&mut state, "Down");
    assert!(!state.workspace().panes().has_selection());
    let before = state.workspace().panes().view(Pane::Live);
    let action = targets.select(Pane::Live, 39).unwrap();
    assert_eq!(
        action,
        Action::Panes(PanesAction::Select(Pane::Live, before.scroll + before.height))
    );
    // A ghost is no line of the result, and what is folded goes with its line.
    press(&mut state, "3 Home");
    update(
        &mut state,
        Action::Panes(PanesAction::Select(Pane::Result, 10_000)),
    );
    press(&mut state, "y");
    let result = mergescope::document::write::yaml(&state.workspace().merged().merge().tree);
    assert_eq!(state.take_clip().unwrap().text, result.trim_end());
    press(&mut state, "1 Home H");
    update(&mut state, Action::Panes(PanesAction::Select(Pane::Live, 10_000)));
    press(&mut state, "y");
    assert_eq!(state.take_clip().unwrap().text, LIVE.trim_end());
}

#[test]
fn a_click_on_a_lesson_opens_it() {
    let mut state = lessons();
    let (text, targets) = shown(&mut state, 80, 24);
    let (x, y) = find(&text, "An order that is refused");
    let want = Action::Layer(LayerAction::Pick(1));
    assert_eq!(targets.click(x, y), Some(Click::Action(want)));
    update(&mut state, want);
    let lesson = state.workspace().lesson().map(|lesson| lesson.title.clone());
    assert_eq!(lesson.as_deref(), Some("An order that is refused"));
}
