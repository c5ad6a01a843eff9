//! Every lesson from step 0 to its end and back, at three sizes.

use std::sync::Arc;

use mergescope::course::{self, Lesson, LessonForm};
use mergescope::explorer::{Explorer, Focus, KeyContext, Secrets};
use mergescope::schema::Schema;

use crate::secrets::{LIVE_SECRET, SECRET_PATCH};
use crate::support::{open, press, said, shown};

/// 80x24 is walked by the law of the rows.
const SIZES: [(u16, u16); 3] = [(60, 20), (120, 40), (200, 60)];

/// Presses `key` until the position is `end`; every frame on the way must say where it stands.
fn walk(state: &mut Explorer, key: &str, from: usize, end: usize, steps: usize, size: (u16, u16)) {
    let mut at = from;
    while at != end {
        press(state, key);
        at = if end > at { at + 1 } else { at - 1 };
        let (frame, _) = shown(state, size.0, size.1);
        // Where there is no room for both, the refusal takes the place of the number.
        let stands = frame.contains(&format!("step {at}/{steps}")) || at == steps && frame.contains("✗");
        assert!(stands, "after {key}, at {size:?}:\n{frame}");
    }
}

#[test]
fn every_lesson_steps_to_its_end_and_back() {
    let all: Arc<[_]> = course::all().unwrap().into();
    for number in 0..all.len() {
        let mut state = Explorer::open_lessons(Arc::clone(&all), Arc::new(Schema::builtin())).unwrap();
        let downs = "Down ".repeat(number);
        press(&mut state, &format!("{downs}Enter"));
        for size in SIZES {
            press(&mut state, "^");
            let first = shown(&mut state, size.0, size.1).0;
            assert!(first.contains("step 0/"), "{}:\n{first}", all[number].name);
            let steps = state.workspace().merged().len();
            walk(&mut state, "s", 0, steps, steps, size);
            if size == SIZES[0] {
                walk(&mut state, "S", steps, 0, steps, size);
            }
        }
    }
}

#[test]
fn what_belongs_to_the_user_stays_when_a_lesson_is_opened() {
    let lesson = Lesson {
        name: "01-secret".to_owned(),
        live: LIVE_SECRET.to_owned(),
        form: LessonForm::Patches(vec![("patch.yaml".to_owned(), SECRET_PATCH.to_owned())]),
        ..course::all().unwrap().remove(0)
    };
    for (script, secrets) in [("4 z", Secrets::Hidden), ("R 4 z + }", Secrets::Shown)] {
        let mut state = open(LIVE_SECRET, &[SECRET_PATCH]).with_lessons(Arc::from([lesson.clone()]));
        press(&mut state, script);
        let of_user = |state: &Explorer| {
            let session = state.workspace().session();
            let layout = session.layout();
            (layout.borders(), layout.is_zoomed(), state.workspace().player())
        };
        let before = of_user(&state);
        press(&mut state, "F2 Enter");
        assert_eq!(
            state.workspace().lesson().map(|lesson| &*lesson.name),
            Some("01-secret")
        );
        assert_eq!(state.workspace().merged().secrets(), secrets, "{script}");
        assert_eq!(state.workspace().focus(), Focus::Steps);
        assert_eq!(of_user(&state), before);
    }
}

#[test]
fn keys_that_a_lesson_names_close_its_page_and_act() {
    let all: Arc<[_]> = course::all().unwrap().into();
    for (number, key, frame) in [
        (16, "m", "proposal"),
        (16, "d", "what kubectl and the API server do"),
        (16, "r", "order of"),
        (31, "R", "Secret values are shown"),
        (34, "A", "ledger"),
        (49, "6", "musthavestrategic"),
        (54, "W", "patches swapped"),
    ] {
        let mut state = Explorer::open_lessons(Arc::clone(&all), Arc::new(Schema::builtin())).unwrap();
        press(&mut state, &format!("{}Enter $ L", "Down ".repeat(number - 1)));
        assert_eq!(state.key_context(), KeyContext::LessonPage);
        press(&mut state, key);
        assert_ne!(state.key_context(), KeyContext::LessonPage, "{number}: {key}");
        let drawn = shown(&mut state, 120, 40).0;
        assert!(drawn.contains(frame), "{number}: {key}\n{drawn}");
    }
    // A key that is not available here, and a digit without an answer, leave the page open.
    for (key, status) in [
        ("A", "only for kubectl apply"),
        ("4", "there is no choice 4 (1 to 3)"),
        ("6", "there is no choice 6 (1 to 3)"),
    ] {
        let mut state = Explorer::open_lessons(Arc::clone(&all), Arc::new(Schema::builtin())).unwrap();
        press(&mut state, &format!("{}Enter L {key}", "Down ".repeat(15)));
        assert_eq!(state.key_context(), KeyContext::LessonPage, "{key}");
        assert!(said(&state).contains(status), "{key}: {}", said(&state));
    }
}

#[test]
fn the_whole_page_of_a_lesson_can_be_read_in_a_small_terminal() {
    let all: Arc<[_]> = course::all().unwrap().into();
    for (at, lesson) in all.iter().enumerate().filter(|(_, lesson)| !lesson.is_exercise()) {
        let mut state = Explorer::open_lessons(Arc::clone(&all), Arc::new(Schema::builtin())).unwrap();
        press(&mut state, &format!("{}Enter $ L 1", "Down ".repeat(at)));
        let mut pages = String::new();
        for choice in 1..=lesson.choices.len() {
            let page = shown(&mut state, 80, 24).0;
            assert!(page.contains(&format!("▸{choice} ")), "{}\n{page}", lesson.name);
            // A long choice is wrapped.
            let mut rows = page.lines().filter(|row| row.starts_with(" │"));
            assert!(!rows.any(|row| row.contains('…')), "{}\n{page}", lesson.name);
            pages.push_str(&page);
            press(&mut state, "Down");
        }
        // The first and the last words of the page.
        let question: String = lesson.question.chars().take(20).collect();
        for text in [question.as_str(), "This lesson uses"] {
            assert!(pages.contains(text), "{}: {text}\n{pages}", lesson.name);
        }
    }
}
