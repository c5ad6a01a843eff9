//! Searching, folding and jumping: laws that hold on every line of every pane.

use mergescope::explorer::{InputId, ListKind};
use std::fmt::Write;

use mergescope::explorer::{
    Action, CopyTarget, Explorer, Focus, LineEdit, Message, Pane, Sizes, on_message, update,
};
use mergescope::explorer::{CopyAction, PanesAction, PromptAction};

use crate::support::*;

const PANES: [Pane; 3] = [Pane::Live, Pane::Patch, Pane::Result];

fn type_in(state: &mut Explorer, text: &str) {
    for c in text.chars() {
        update(state, Action::Prompt(PromptAction::Edit(LineEdit::Insert(c))));
    }
}

/// The texts of all rows of a pane.
fn texts(state: &mut Explorer, pane: Pane) -> Vec<String> {
    state.resize(Sizes {
        panes: [500; 3],
        ..Sizes::default()
    });
    let text = |row: &mergescope::explorer::PaneRow| match row.folded {
        Some(count) => format!("{} … {count}", row.text),
        None => row.text.clone(),
    };
    state.rows(pane).iter().map(text).collect()
}

fn put(state: &mut Explorer, pane: Pane, row: usize) {
    update(
        state,
        Action::Panes(PanesAction::PutCursor(Focus::Document(pane), row)),
    );
}

#[test]
fn the_copied_path_of_a_line_leads_back_to_it() {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 300, 100);
    for pane in PANES {
        for row in 0..state.workspace().row_count(pane) {
            put(&mut state, pane, row);
            // A ghost among items without names has the position of what stands there now.
            let at = row - state.workspace().panes().view(pane).scroll;
            if state.rows(pane)[at].is_placeholder {
                continue;
            }
            update(&mut state, Action::Copy(CopyAction::Take(CopyTarget::Path)));
            let Some(clip) = state.take_clip() else { continue };
            update(&mut state, Action::GoTo);
            type_in(&mut state, &clip.text);
            update(&mut state, Action::Prompt(PromptAction::Accept));
            assert_eq!(
                (
                    state
                        .layers()
                        .prompt()
                        .map(|_| (noted(&state), state.prompt_note().1)),
                    state.workspace().focus(),
                    state.workspace().panes().view(pane).cursor
                ),
                (None, Focus::Document(pane), row),
                "{pane:?} {}",
                clip.text
            );
        }
    }
}

#[test]
fn every_fold_hides_what_it_says_and_opens_again() {
    let mut state = open(LIVE, &[PATCH]);
    let whole = PANES.map(|pane| texts(&mut state, pane));
    for (at, pane) in PANES.into_iter().enumerate() {
        for row in 0..whole[at].len() {
            put(&mut state, pane, row);
            if state.blocker(Action::Panes(PanesAction::Fold)).is_some() {
                continue;
            }
            update(&mut state, Action::Panes(PanesAction::Fold));
            for (whole, pane) in whole.iter().zip(PANES) {
                let shown = texts(&mut state, pane);
                let hidden = |row: &String| {
                    row.rsplit_once(" … ")
                        .map_or(0, |(_, count)| count.parse().unwrap_or(0))
                };
                let hidden: usize = shown.iter().map(hidden).sum();
                assert_eq!(shown.len() + hidden, whole.len(), "{shown:#?}");
            }
            assert!(texts(&mut state, pane).iter().any(|row| row.contains(" … ")));
            update(&mut state, Action::Panes(PanesAction::Fold));
            assert_eq!(PANES.map(|pane| texts(&mut state, pane)), whole, "{pane:?} {row}");
        }
    }
}

#[test]
fn folds_stay_over_steps_and_reloads() {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 120, 40);
    press(&mut state, "1 : m e t a d a t a Enter u");
    let folded = |state: &mut Explorer, pane| {
        let texts = texts(state, pane);
        texts
            .into_iter()
            .filter(|text| text.contains('…'))
            .collect::<Vec<_>>()
    };
    assert_eq!(folded(&mut state, Pane::Live), ["metadata: … 4"]);
    assert_eq!(folded(&mut state, Pane::Patch), ["metadata: … 2"]);
    assert_eq!(folded(&mut state, Pane::Result), ["metadata: … 4"]);
    press(&mut state, "^ s s");
    assert_eq!(folded(&mut state, Pane::Result), ["metadata: … 4"]);
    let bytes = LIVE
        .replace("  name: shop\n", "  name: shop\n  namespace: a\n")
        .into_bytes();
    on_message(
        &mut state,
        Message::Changed {
            input: InputId::LIVE,
            bytes,
        },
    );
    assert_eq!(folded(&mut state, Pane::Live), ["metadata: … 5"]);
    assert_eq!(folded(&mut state, Pane::Patch), ["metadata: … 2"]);
    let bytes = LIVE.replace("metadata:", "annotations:").into_bytes();
    on_message(
        &mut state,
        Message::Changed {
            input: InputId::LIVE,
            bytes,
        },
    );
    assert_eq!(folded(&mut state, Pane::Live), Vec::<String>::new());
}

#[test]
fn a_hit_that_is_folded_away_unfolds() {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 120, 40);
    press(&mut state, "1 : s p e c Enter u / g p u Enter");
    let row = state.workspace().panes().view(Pane::Live).cursor;
    assert_eq!(texts(&mut state, Pane::Live)[row], "      - key: gpu");
}

/// Lists of one item a block, with a text that is only in the last.
fn long(items: usize) -> Explorer {
    let mut live = "apiVersion: v1\nkind: ConfigMap\nitems:\n".to_owned();
    for item in 0..items {
        let _ = write!(live, "- name: item-{item}\n  text: |\n    one\n    two\n");
    }
    live.push_str("last: Needle\n");
    open(&live, &["metadata:\n  name: a\n"])
}

#[test]
fn a_long_document_is_searched_slice_by_slice() {
    let mut state = long(3000);
    frame(&mut state, 120, 40);
    press(&mut state, "1 Home /");
    type_in(&mut state, "needle");
    let mut slices = 0;
    while state.search().is_searching() {
        on_message(&mut state, Message::Search);
        slices += 1;
        assert!(slices < 100);
    }
    assert!(slices > 2, "everything was searched at once");
    assert_eq!(noted(&state), "1 of 2 · live");
    press(&mut state, "Enter n");
    assert!(said(&state).contains("2 of 2 · result"));
    press(&mut state, "n");
    assert!(
        said(&state).contains("wrapped"),
        "{:?}",
        state.workspace().status()
    );
}

#[test]
fn blocks_of_text_fold_and_are_asked_by_any_of_their_rows() {
    let mut state = long(2);
    frame(&mut state, 120, 40);
    for pane in [Pane::Live, Pane::Result] {
        let rows = texts(&mut state, pane);
        let row = rows.iter().position(|row| row.trim() == "two").unwrap();
        put(&mut state, pane, row);
        update(&mut state, Action::Open(ListKind::History));
        assert!(
            state.list_view().unwrap().title.ends_with("items[0].text"),
            "{pane:?}"
        );
        update(&mut state, Action::CLOSE);
        update(&mut state, Action::Panes(PanesAction::Fold));
        let row = state.workspace().panes().view(pane).cursor;
        assert_eq!(texts(&mut state, pane)[row].trim(), "text: | … 2", "{pane:?}");
        update(&mut state, Action::Panes(PanesAction::UnfoldAll));
    }
}

#[test]
fn a_filter_without_a_match_says_so() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        for keys in ["?", "i", "v", "L"] {
            let mut state = open(LIVE, &[PATCH]);
            frame(&mut state, width, height);
            press(&mut state, &format!("{keys} / q x q x q"));
            let text = frame(&mut state, width, height);
            assert!(text.contains("no match"), "{keys} {width}x{height}\n{text}");
        }
    }
}

#[test]
fn the_keys_of_pages_and_of_the_end_move_in_the_candidates() {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 80, 24);
    press(&mut state, ": e");
    let chosen = |state: &Explorer| state.layers().prompt().unwrap().chosen;
    let last = state.layers().prompt().unwrap().candidates.len() - 1;
    assert!(last > 10);
    press(&mut state, "Ctrl-D");
    let page = chosen(&state).unwrap();
    press(&mut state, "Ctrl-D");
    assert_eq!(chosen(&state), Some(page + 8));
    press(&mut state, "End");
    assert_eq!(chosen(&state), Some(last));
    press(&mut state, "Home Home");
    assert_eq!(chosen(&state), Some(0));
}
