//! The rows of the result are the result as it is printed, at every step, whichever way one came there.

use mergescope::document::write::yaml;
use mergescope::explorer::{Action, Explorer, Focus, Pane, PaneRow, update};
use mergescope::explorer::{PanesAction, PlaybackAction};
use mergescope::merge::{Mark, Rule, RuleEffect, Semantics};
use mergescope::terminal::draw::{draw, places};
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::support::*;

/// All rows of the result.
fn all(state: &Explorer) -> Vec<PaneRow> {
    let mut tall = state.clone();
    let rows = tall.workspace().row_count(Pane::Result);
    frame(&mut tall, 60, 20);
    let mut out = Vec::new();
    while out.len() < rows {
        let from = out.len();
        update(
            &mut tall,
            Action::Panes(PanesAction::Scroll(Focus::Document(Pane::Result), i32::MIN / 2)),
        );
        update(
            &mut tall,
            Action::Panes(PanesAction::Scroll(Focus::Document(Pane::Result), from as i32)),
        );
        let view = tall.workspace().panes().view(Pane::Result);
        out.extend(tall.rows(Pane::Result).into_iter().skip(from - view.scroll));
        assert!(out.len() > from, "{from} of {rows} rows and no more: {out:#?}");
    }
    out
}

#[test]
fn a_step_that_changes_nothing_adds_no_marks_of_a_change() {
    let mut set_aside = 0;
    for (lesson, opening) in merged_lessons() {
        let mut state = Explorer::open(opening).unwrap();
        frame(&mut state, 120, 60);
        press(&mut state, "^");
        let marks = |state: &Explorer| -> Vec<bool> {
            let rows = state.rows(Pane::Live).into_iter().chain(state.rows(Pane::Result));
            let change = |row: PaneRow| row.marks.without(Mark::Warning) != Default::default();
            rows.map(change).collect()
        };
        for position in 1..=state.workspace().merged().len() {
            let before = marks(&state);
            press(&mut state, "s");
            let rule = state.workspace().merged().merge().steps[position - 1].rule;
            if rule.effect() == RuleEffect::Nothing {
                let count = |marks: &[bool]| marks.iter().filter(|mark| **mark).count();
                let added = count(&marks(&state)) > count(&before);
                assert!(!added, "{} {position} {}", lesson.name, rule.name());
            }
            if rule == Rule::ApplyOwners {
                set_aside += 1;
                let shown = frame(&mut state, 160, 60);
                assert!(
                    shown.contains("not merged\n") && shown.contains("no change"),
                    "{shown}"
                );
            }
        }
    }
    assert!(set_aside > 0);
}

/// A rejected patch writes nothing, but the patches before it do. The step before shows what the patch had changed.
#[test]
fn a_rejection_shows_the_object_that_is_written() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {hostname: old, containers: [{name: a, image: b}]}\n";
    let strategic = "spec: {hostname: new, containers: [{image: c}]}";
    let json = "[{op: replace, path: /spec/hostname, value: new}, {op: remove, path: /spec/nodeName}]";
    for (semantics, patches, label) in [
        (Semantics::KUBERNETES, &[strategic][..], false),
        (
            Semantics::KUBERNETES,
            &["metadata: {labels: {a: b}}", strategic],
            true,
        ),
        (Semantics::JSON_PATCH, &[json], false),
    ] {
        let mut state = Explorer::open(mergescope::explorer::Opening {
            semantics,
            ..opening(live, patches)
        })
        .unwrap();
        frame(&mut state, 120, 40);
        press(&mut state, "$");
        for (key, value) in [
            ("s", "old"),
            ("S", "new"),
            ("s", "old"),
            ("0", "old"),
            ("$", "old"),
        ] {
            press(&mut state, key);
            let rows = printed(&all(&state));
            assert!(
                rows.contains(&format!("hostname: {value}")),
                "{patches:?} {key}\n{rows}"
            );
            assert_eq!(
                rows.contains("a: b"),
                label && key != "^",
                "{patches:?} {key}\n{rows}"
            );
        }
        let marked = |row: &PaneRow| row.marks.has(Mark::Changed) || row.marks.has(Mark::Replaced);
        let marked = state.rows(Pane::Live).into_iter().filter(marked).count();
        assert_eq!(marked, 0, "{patches:?}");
    }
}

/// Ghosts left out: what `merge` would print.
fn printed(rows: &[PaneRow]) -> String {
    let lines = rows.iter().filter(|row| !row.is_placeholder);
    lines.map(|row| format!("{}\n", row.text)).collect()
}

fn numbers(rows: &[PaneRow]) -> Vec<usize> {
    rows.iter().filter_map(|row| row.number).collect()
}

#[test]
fn every_step_of_every_lesson_shows_what_would_be_printed() {
    for (lesson, opening) in merged_lessons() {
        let mut state = Explorer::open(opening).unwrap();
        let steps = state.workspace().merged().len();
        let mut back = Vec::new();
        for position in (0..=steps).rev() {
            update(&mut state, Action::Playback(PlaybackAction::GoToStep(position)));
            let rows = all(&state);
            let text = yaml(&state.workspace().merged().merge().tree);
            assert_eq!(printed(&rows), text, "{} at step {position}", lesson.name);
            let wanted: Vec<usize> = (1..=text.lines().count()).collect();
            assert_eq!(numbers(&rows), wanted, "{} at step {position}", lesson.name);
            frame(&mut state, 80, 24);
            back.push(
                rows.into_iter()
                    .map(|row| (row.text, row.note))
                    .collect::<Vec<_>>(),
            );
        }
        for position in 0..=steps {
            update(&mut state, Action::Playback(PlaybackAction::GoToStep(position)));
            let rows: Vec<_> = all(&state).into_iter().map(|row| (row.text, row.note)).collect();
            assert_eq!(rows, back[steps - position], "{} at step {position}", lesson.name);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Jumping about, in any order, ends with the same rows as going there straight.
    #[test]
    fn jumps_leave_no_trace(jumps in prop::collection::vec(0usize..14, 1..12)) {
        let mut state = open(LIVE, &[PATCH]);
        for position in &jumps {
            update(&mut state, Action::Playback(PlaybackAction::GoToStep(*position)));
        }
        let mut straight = open(LIVE, &[PATCH]);
        update(&mut straight, Action::Playback(PlaybackAction::GoToStep(*jumps.last().unwrap())));
        let texts = |state: &Explorer| all(state).into_iter().map(|row| row.text).collect::<Vec<_>>();
        prop_assert_eq!(texts(&state), texts(&straight));
    }
}

#[test]
fn each_changed_value_of_a_line_in_flow_style_has_its_mark() {
    let live =
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  finalizers: [a.io/a, é.io/b, c.io/c, d.io/d]\n";
    let patch = "metadata:\n  $setElementOrder/finalizers: [c.io/c, a.io/a]\n  \
                 $deleteFromPrimitiveList/finalizers: [é.io/b]\n";
    let mut state = open(live, &[patch]);
    let values = |state: &Explorer| {
        let rows = state.rows(Pane::Live);
        let row = rows.iter().find(|row| row.text.contains("finalizers")).unwrap();
        let text: Vec<char> = row.text.chars().collect();
        let value = |(columns, mark): &(std::ops::Range<usize>, Mark)| {
            (text[columns.clone()].iter().collect::<String>(), *mark)
        };
        row.values.iter().map(value).collect::<Vec<_>>()
    };
    let marked = |text: &str, mark| (text.to_owned(), mark);
    assert_eq!(
        values(&state),
        [
            marked("é.io/b", Mark::Deleted),
            marked("c.io/c", Mark::Reordered),
            marked("d.io/d", Mark::ServerOnly)
        ]
    );
    // Each has its style on the screen, although the middle of the line is cut, and the cursor is on it.
    for width in [120, 200] {
        let mut terminal = Terminal::new(TestBackend::new(width, 40)).unwrap();
        let drawn = terminal.draw(|frame| {
            let places = places(frame.area(), &state);
            state.resize(places.sizes());
            draw(&state, &look(), &places, None, frame);
        });
        let buffer = drawn.unwrap().buffer.clone();
        let line = |y| {
            (0..width / 3)
                .map(|x| buffer[(x, y)].symbol())
                .collect::<String>()
        };
        let y = (0..40).find(|y| line(*y).contains("finalizers")).unwrap();
        let text = line(y);
        let color = |value: &str| {
            let at = text.find(value).unwrap_or_else(|| panic!("{value} in {text}"));
            let cell = &buffer[(text[..at].chars().count() as u16, y)];
            (cell.fg, cell.modifier)
        };
        let colors = ["a.io/a", "d.io/d"].map(color);
        assert_ne!(colors[0], colors[1], "{text}");
    }
    press(&mut state, "^");
    assert_eq!(values(&state), []);
}
