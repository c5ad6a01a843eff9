//! Predicting what a step will do, presenting, and the page of a lesson.

use mergescope::explorer::predict_score;
use std::sync::Arc;

use mergescope::course::{self, LessonForm};
use mergescope::explorer::{Explorer, InputId, Message, Opening, on_message};
use mergescope::merge::Semantics;
use mergescope::schema::Schema;

use crate::support::{frame, merged_lessons, press, said};

fn open(number: usize) -> Explorer {
    let all: Arc<[_]> = course::all().unwrap().into();
    let at = all
        .iter()
        .position(|lesson| lesson.name.starts_with(&format!("{number:02}-")))
        .unwrap();
    let mut state = Explorer::open_lessons(all, Arc::new(Schema::builtin())).unwrap();
    press(&mut state, &format!("{}Enter", "Down ".repeat(at)));
    frame(&mut state, 120, 40);
    state
}

/// Every question of every lesson has one right answer among several, which the play then confirms.
#[test]
fn every_lesson_can_be_predicted_to_its_end() {
    let all = course::all().unwrap();
    for lesson in &all {
        let number: usize = lesson.name[..2].parse().unwrap();
        let mut state = open(number);
        press(&mut state, "P");
        let (mut asked, mut right) = (0, 0);
        while state.workspace().merged().position() < state.workspace().merged().len() {
            press(&mut state, "s");
            let Some(list) = state.list_view() else { continue };
            asked += 1;
            assert!(list.rows.len() >= 3, "{}: {list:?}", lesson.name);
            let mut texts: Vec<&str> = list.rows.iter().map(|row| row.text.as_str()).collect();
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), list.rows.len(), "{}: {list:?}", lesson.name);
            let before = state.workspace().merged().position();
            press(&mut state, "Enter");
            assert!(state.workspace().merged().position() > before, "{}", lesson.name);
            right += u32::from(said(&state).starts_with("right ("));
        }
        assert!(asked > 0 || lesson.is_exercise(), "{} asks nothing", lesson.name);
        let inputs = &state.workspace().merged().merge().inputs;
        let point = state.workspace().lesson().unwrap().answer_under(inputs);
        assert!(point.starts_with("The point: "), "{}: {point}", lesson.name);
        if asked == 0 {
            continue;
        }
        let score = predict_score(state.workspace()).unwrap();
        assert_eq!(score, format!("predict {right}/{asked}"), "{}", lesson.name);
    }
}

/// Two ports can have one number: the answers about their order also have the protocols.
#[test]
fn answers_about_an_order_tell_items_with_one_merge_key_apart() {
    let mut state = open(50);
    press(&mut state, "P");
    let mut orders = Vec::new();
    while state.workspace().merged().position() < state.workspace().merged().len() {
        press(&mut state, "s");
        let Some(list) = state.list_view() else { continue };
        orders.extend(
            list.rows
                .iter()
                .map(|row| row.text.clone())
                .filter(|text| text.contains("8080")),
        );
        press(&mut state, "Enter");
    }
    orders.sort();
    assert_eq!(orders, ["8080/TCP, 8080/UDP", "8080/UDP, 8080/TCP"]);
}

#[test]
fn what_comes_is_hidden_until_it_was_guessed() {
    let mut state = open(16);
    press(&mut state, "P");
    let rows = state.workspace().step_rows(1, 100);
    assert!(
        !rows.is_empty() && rows.iter().all(|row| row.label == "?" && row.mark.is_none()),
        "{rows:?}"
    );
    press(&mut state, "s");
    let asked = frame(&mut state, 120, 40);
    assert!(
        asked.contains("predict step") && asked.contains("the patch is rejected"),
        "{asked}"
    );
    press(&mut state, "Enter");
    let shown = frame(&mut state, 120, 40);
    assert!(
        shown.contains("predict 0/1") || shown.contains("predict 1/1"),
        "{shown}"
    );
    let played = state.workspace().merged().position();
    assert!(
        state
            .workspace()
            .step_rows(1, played)
            .iter()
            .all(|row| row.label != "?"),
        "{shown}"
    );
}

#[test]
fn the_score_stays_over_lessons() {
    let mut state = open(1);
    press(&mut state, "P s Enter F2 Down Enter s Enter");
    let score = predict_score(state.workspace()).unwrap();
    assert!(score.ends_with("/2 total"), "{score}");
}

#[test]
fn presenting_is_large_quiet_and_plays() {
    let mut state = open(16);
    press(&mut state, "B");
    // A lesson asks its question first.
    assert!(!state.workspace().player().playing);
    let first = state.workspace().lesson().unwrap().choices[0].text.clone();
    let asked = frame(&mut state, 120, 40);
    assert!(asked.contains(&format!("1  {}", &first[..8])), "{asked}");
    press(&mut state, "Space");
    assert!(state.workspace().player().playing);
    assert_eq!(state.workspace().player().interval(), 4000);
    press(&mut state, "Space s s");
    let shown = frame(&mut state, 120, 40);
    assert!(!shown.contains("? help"), "{shown}");
    insta::assert_snapshot!("present-120x40", shown);
    insta::assert_snapshot!("present-60x20", frame(&mut state, 60, 20));
}

#[test]
fn a_presentation_says_whether_it_plays() {
    let mut state = open(16);
    for (keys, words) in [
        ("B", " paused"),
        ("Space", " playing"),
        ("Space", " paused"),
        ("$", " paused at the last step"),
        ("Space", " playing"),
    ] {
        press(&mut state, keys);
        for (width, height) in [(120, 40), (60, 20)] {
            let shown = frame(&mut state, width, height);
            let footer = shown.trim_end().lines().last().unwrap();
            assert!(footer.starts_with(&format!("{words} ")), "{keys}\n{shown}");
        }
    }
}

#[test]
fn an_audience_sees_every_question_with_all_its_answers() {
    for lesson in course::all()
        .unwrap()
        .into_iter()
        .filter(|lesson| !lesson.is_exercise())
    {
        let mut state = open(lesson.number().parse().unwrap());
        press(&mut state, "B");
        let shown = frame(&mut state, 80, 24);
        for index in 1..=lesson.choices.len() {
            assert!(
                shown.contains(&format!("\n {index}  ")),
                "{}\n{shown}",
                lesson.name
            );
        }
        assert!(!shown.contains("more line"), "{}\n{shown}", lesson.name);
    }
}

#[test]
fn the_page_of_a_lesson_keeps_its_point_for_the_end() {
    let mut state = open(2);
    let point = state.workspace().lesson().unwrap().point.clone();
    let words = &point[..20];
    press(&mut state, "L");
    assert!(!frame(&mut state, 120, 40).contains(words));
    press(&mut state, "Esc $ L");
    let page = frame(&mut state, 120, 40);
    assert!(page.contains(words), "{page}");
    insta::assert_snapshot!("lesson-page-120x40", page);
}

#[test]
fn a_presentation_says_how_it_ends_and_esc_ends_it() {
    let mut state = open(16);
    press(&mut state, "B");
    assert!(frame(&mut state, 60, 20).contains("B or Esc: end the presentation"));
    press(&mut state, "Esc");
    assert!(!state.workspace().session().is_presenting() && !state.workspace().player().playing);
    press(&mut state, "B B");
    assert!(!state.workspace().session().is_presenting());
}

#[test]
fn the_list_says_what_the_program_is_and_how_much_there_is() {
    let all: Arc<[_]> = course::all().unwrap().into();
    let mut state = Explorer::open_lessons(Arc::clone(&all), Arc::new(Schema::builtin())).unwrap();
    let shown = frame(&mut state, 80, 24);
    for words in [
        "mergescope LIVE PATCH",
        "s: next step",
        "compare, ?: all keys",
        "Ctrl-C: quit",
        &format!("of {}", all.len()),
    ] {
        assert!(shown.contains(words), "{words}\n{shown}");
    }
    assert!(shown.contains('↓') && !shown.contains('↑'), "{shown}");
    press(&mut state, "End");
    let shown = frame(&mut state, 80, 24);
    assert!(shown.contains('↑') && !shown.contains('↓'), "{shown}");
    // The number is that of the folder, here and in the lesson.
    let last = all.last().unwrap().number();
    assert!(shown.contains(&format!("{last}  ")), "{shown}");
    press(&mut state, "Enter");
    assert!(frame(&mut state, 80, 24).contains(&format!("lesson {last}")));
}

#[test]
fn the_point_names_the_semantics_that_it_is_about_with_other_semantics() {
    for (lesson, semantics) in [(39, "server-side apply"), (50, "musthave")] {
        let mut state = open(lesson);
        let point = state.workspace().lesson().unwrap().point.clone();
        let shown = |state: &Explorer, lead: &str| {
            let lines: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
            lines.join(" ").contains(&format!("{lead} {}", &point[..20]))
        };
        press(&mut state, "$");
        assert!(shown(&state, "The point:"), "{lesson}");
        press(&mut state, "m $");
        let lead = format!("The point, with {semantics} semantics:");
        assert!(shown(&state, &lead), "{lesson}");
        press(&mut state, "L");
        let page = frame(&mut state, 120, 40);
        assert!(page.contains(&lead) && page.contains("Enter: answer"), "{page}");
    }
}

#[test]
fn the_cause_of_a_rejection_is_before_the_point_of_a_lesson() {
    let mut state = open(20);
    press(&mut state, "$");
    let lines: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
    assert_eq!(lines[1], "at patch.yaml:29:9");
    assert!(
        lines[2].starts_with("The patch list does not have the order"),
        "{lines:?}"
    );
    assert!(lines[6].starts_with("The point:"), "{lines:?}");
}

#[test]
fn a_guess_is_not_repeated_where_it_can_be_read() {
    let mut state = open(1);
    press(&mut state, "P s");
    let chosen = state.list_view().unwrap().rows[0].text.clone();
    let shown = frame(&mut state, 200, 60);
    assert_eq!(shown.matches(&chosen).count(), 1, "{shown}");
}

#[test]
fn server_side_apply_has_its_lessons() {
    let mut state = open(39);
    press(&mut state, "$");
    let shown = frame(&mut state, 120, 40);
    assert!(
        shown.contains("autoscaler") && shown.contains("✗ rejected"),
        "{shown}"
    );
    press(&mut state, "m $");
    assert!(!frame(&mut state, 120, 40).contains("✗ rejected"));
    let mut state = open(40);
    press(&mut state, "$");
    let shown = frame(&mut state, 120, 40);
    assert!(shown.contains("−  ·   TIMEOUT"), "{shown}");
}

/// What a type deletes whole is one difference, in the status line as in the comparison.
#[test]
fn an_object_that_one_side_deletes_is_one_difference() {
    let (_, opening) = merged_lessons()
        .into_iter()
        .find(|(lesson, _)| lesson.name.ends_with("-policy-replaces-a-list"))
        .unwrap();
    let mut state = Explorer::open(Opening {
        semantics: Semantics::from_name("mustnothave").unwrap(),
        ..opening
    })
    .unwrap();
    assert_eq!(state.workspace().agreement().text(), "≠ musthave (1 difference)");
    press(&mut state, "d");
    let shown = frame(&mut state, 120, 40);
    assert!(shown.contains("1/1"), "{shown}");
}

#[test]
fn a_question_is_answered_with_a_digit_and_its_lesson_is_done() {
    let mut state = open(3);
    // Steps alone do not finish a lesson, and the last one says so.
    press(&mut state, "$ s");
    assert_eq!(said(&state), "already at the last step; L: answer the question");
    press(&mut state, "^ L 1");
    let page = frame(&mut state, 120, 40);
    assert!(
        page.contains("Wrong. `logshipper`") && !page.contains("\\n"),
        "{page}"
    );
    press(&mut state, "Esc F2");
    assert!(!frame(&mut state, 80, 24).contains('✓'));
    press(&mut state, "Esc L 2");
    let page = frame(&mut state, 120, 40);
    assert!(
        page.contains("Right. ") && page.contains("after the last step"),
        "{page}"
    );
    press(&mut state, "Esc F2");
    let list = frame(&mut state, 80, 24);
    assert!(list.contains("✓ 03") && list.contains("First steps"), "{list}");
    press(&mut state, "Esc $ s");
    assert_eq!(said(&state), "already at the last step; J: next lesson");
    press(&mut state, "F2");
    // It stays done when the next lesson is opened.
    press(&mut state, "Esc J F2");
    assert!(frame(&mut state, 80, 24).contains("✓ 03"));
}

#[test]
fn the_next_lesson_is_one_key_away_up_to_the_last() {
    let all = course::all().unwrap();
    let mut state = open(1);
    for lesson in &all[1..] {
        press(&mut state, "J");
        let open = state.workspace().lesson().map(|lesson| &lesson.name);
        assert_eq!(open, Some(&lesson.name));
        assert_eq!(state.workspace().merged().position(), 0);
    }
    press(&mut state, "J");
    assert_eq!(said(&state), "this is the last lesson");
}

#[test]
fn closing_the_text_says_whether_the_exercise_is_solved() {
    let mut state = open(13);
    press(&mut state, "2 e");
    assert!(!frame(&mut state, 120, 30).contains("Ctrl-S save"));
    press(&mut state, "Ctrl-S");
    assert_eq!(
        said(&state),
        "the patch of an exercise is not saved; Esc: check it"
    );
    on_message(
        &mut state,
        Message::Edited("spec: {strategy: {type: Recreate, rollingUpdate: {}}}\n".to_owned()),
    );
    press(&mut state, "Esc");
    assert_eq!(said(&state), "not solved yet; L: hints, e: edit");
    press(&mut state, "e");
    let text = "spec:\n  strategy:\n    type: Recreate\n    rollingUpdate: null\n";
    on_message(&mut state, Message::Edited(text.to_owned()));
    press(&mut state, "Esc");
    assert_eq!(said(&state), "solved; L: show the point, J: next lesson");
    press(&mut state, "L");
    let page = frame(&mut state, 120, 40);
    assert!(page.contains("Esc: close, then J: next lesson"), "{page}");
    // A wrong patch after the right one does not solve the exercise.
    press(&mut state, "Esc e");
    on_message(&mut state, Message::Edited("spec:\n  replicas: 3\n".to_owned()));
    press(&mut state, "Esc");
    assert_eq!(
        said(&state),
        "this patch does not solve the exercise, an earlier one did; e: edit"
    );
}

#[test]
fn an_exercise_is_checked_with_the_semantics_of_its_lesson() {
    // With proposal semantics the first patch already gives the goal.
    let mut state = open(21);
    press(&mut state, "$ m");
    let merge = state.workspace().merged().merge();
    assert_eq!(merge.inputs.semantics, Semantics::PROPOSAL);
    let exercise = state.workspace().lesson().unwrap();
    assert!(exercise.has_goal(merge).unwrap());
    let exercise = state.workspace().lesson().unwrap().clone();
    assert!(!state.workspace().session().progress().is_done(&exercise));
    assert!(!said(&state).contains("solved"), "{}", said(&state));
}

#[test]
fn esc_pauses_the_playback() {
    let mut state = open(16);
    press(&mut state, "Space Esc");
    assert_eq!(said(&state), "playback paused");
    assert!(!state.workspace().player().playing);
    press(&mut state, "Esc");
    assert_eq!(said(&state), "nothing to close; q: quit");
}

#[test]
fn the_page_of_an_exercise_names_the_keys_that_work() {
    let mut state = open(7);
    press(&mut state, "L");
    let page = frame(&mut state, 120, 40);
    assert!(
        page.contains("Enter: show hint, e: edit the patch, Esc: close"),
        "{page}"
    );
    let hints = state.workspace().lesson().map_or(0, |lesson| lesson.hints.len());
    press(&mut state, &"Enter ".repeat(hints));
    let page = frame(&mut state, 120, 50);
    assert!(
        page.contains(" e: edit the patch, Esc: close") && !page.contains("show hint"),
        "{page}"
    );
    press(&mut state, "e");
    assert!(state.edit().is_some() && state.list_view().is_none());
    // A question about an apply edits the manifest.
    let mut state = open(38);
    press(&mut state, "L e");
    assert_eq!(state.edit().map(|edit| edit.input), Some(InputId::Manifest));
}

#[test]
fn the_point_names_the_files_that_it_is_about() {
    let mut state = open(54);
    let first_order = "The point, with the patches in their original order:";
    press(&mut state, "$ 5 z");
    let shown = frame(&mut state, 160, 50);
    assert!(
        shown.contains("The point: ") && !shown.contains(first_order),
        "{shown}"
    );
    press(&mut state, "W $");
    let shown = frame(&mut state, 160, 50);
    assert!(shown.contains(first_order), "{shown}");
    press(&mut state, "W $");
    let shown = frame(&mut state, 160, 50);
    assert!(shown.contains("The point: "), "{shown}");
    let manifest = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: quote-api, namespace: pricing}\nspec: {replicas: 4}\n";
    for (number, text) in [(51, "metadata: {labels: {a: b}}\n"), (34, manifest)] {
        let mut state = open(number);
        press(&mut state, "2 e");
        on_message(&mut state, Message::Edited(text.to_owned()));
        press(&mut state, "Esc $ 5 z");
        let shown = frame(&mut state, 160, 50);
        assert!(
            shown.contains("The point, with the files of the lesson: "),
            "{shown}"
        );
    }
}

#[test]
fn every_exercise_is_solved_by_its_solution_and_not_by_its_start() {
    let mut solved = 0;
    for lesson in course::all().unwrap() {
        let LessonForm::Exercise { solution, .. } = &lesson.form else {
            continue;
        };
        let is_done = |state: &Explorer| state.workspace().session().progress().is_done(&lesson);
        let mut state = open(lesson.number().parse().unwrap());
        press(&mut state, "$ L Enter");
        let page = frame(&mut state, 120, 40);
        assert!(
            page.contains("Hint:") && !is_done(&state),
            "{}\n{page}",
            lesson.name
        );
        press(&mut state, "Esc 2 e");
        on_message(&mut state, Message::Edited(solution.clone()));
        press(&mut state, "Esc");
        if !is_done(&state) {
            press(&mut state, "y $");
        }
        assert!(is_done(&state), "{}: {}", lesson.name, said(&state));
        solved += 1;
    }
    assert_eq!(solved, 8);
}

#[test]
fn an_exercise_with_another_live_object_needs_a_patch_that_is_rejected_for_it() {
    let mut state = open(47);
    press(&mut state, "2 e");
    let replace = "- {op: replace, path: /spec/template/spec/containers/1/image, value: 'registry.example.com/checkout:1.9'}\n";
    on_message(&mut state, Message::Edited(replace.to_owned()));
    press(&mut state, "Esc");
    let shown = said(&state);
    assert!(
        shown.contains("must be rejected for another live object"),
        "{shown}"
    );
    press(&mut state, "e");
    let test = "- {op: test, path: /spec/template/spec/containers/1/name, value: web}\n";
    on_message(&mut state, Message::Edited(test.to_owned() + replace));
    press(&mut state, "Esc");
    let shown = said(&state);
    assert!(shown.contains("solved"), "{shown}");
}
