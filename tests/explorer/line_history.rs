//! Why is this line here? Asked of every line of every pane, ghosts and directives included.

use mergescope::explorer::ListKind;
use mergescope::explorer::{Action, Explorer, Focus, Pane, update};
use mergescope::explorer::{LayerAction, PanesAction};

use crate::support::*;

/// For each row of a pane: its text, the steps that touched it (in brackets those around it), and the word on it where
/// there is none.
fn all(state: &mut Explorer, pane: Pane) -> String {
    let mut out = String::new();
    frame(state, 200, 100);
    for row in 0..state.workspace().row_count(pane) {
        update(
            state,
            Action::Panes(PanesAction::PutCursor(Focus::Document(pane), row)),
        );
        let text = state.rows(pane)[row].text.clone();
        update(state, Action::Open(ListKind::History));
        let Some(list) = state.list_view() else {
            let status = said(state);
            out.push_str(&format!("{text:<42} | {status}\n"));
            continue;
        };
        let steps = list.rows.iter().map(|row| {
            if row.dim {
                format!("({})", row.lead)
            } else {
                row.lead.clone()
            }
        });
        let steps: Vec<String> = steps.collect();
        let sentence = list
            .sentence
            .map_or(String::new(), |sentence| format!(" {sentence}"));
        out.push_str(&format!("{text:<42} | {}{sentence}\n", steps.join(" ")));
        update(state, Action::CLOSE);
    }
    out
}

#[test]
fn every_line_says_which_steps_touched_it_or_why_none_did() {
    for (name, patch) in [("merged", PATCH), ("rejected", REJECTED)] {
        let mut state = open(LIVE, &[patch]);
        let panes = [Pane::Live, Pane::Patch, Pane::Result].map(|pane| all(&mut state, pane));
        insta::assert_snapshot!(name, panes.join("----\n"));
    }
}

#[test]
fn a_jump_leads_to_the_step_and_back_to_the_line() {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 120, 40);
    press(&mut state, "2 Home Down Down Down Down");
    let before = (
        state.workspace().merged().position(),
        state.workspace().focus(),
        state.workspace().panes().view(Pane::Patch),
    );
    press(&mut state, "Enter");
    let listed = state.list_view().unwrap();
    let first: usize = listed.rows[0].lead.parse().unwrap();
    press(&mut state, "Home Enter");
    assert_eq!(state.workspace().merged().position(), first);
    press(&mut state, "Esc");
    assert_eq!(
        (
            state.workspace().merged().position(),
            state.workspace().focus(),
            state.workspace().panes().view(Pane::Patch)
        ),
        before
    );
}

#[test]
fn a_click_on_a_step_of_the_list_goes_there() {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 120, 40);
    press(&mut state, "Enter");
    let (text, targets) = shown(&mut state, 120, 40);
    let step = |line: &str| line.contains("No item of") && line.contains("added  ");
    let y = text.lines().position(step).expect("a step in the list");
    let click = targets.click(60, y as u16);
    assert!(
        matches!(
            click,
            Some(mergescope::terminal::draw::Click::Action(Action::Layer(
                LayerAction::Pick(_)
            )))
        ),
        "{click:?}\n{text}"
    );
}
