//! Every lesson from step 0 to its end and back, at three sizes.

use std::sync::Arc;

use mergescope::explorer::{Explorer, lessons};
use mergescope::schema::Schema;

use crate::support::{press, shown};

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
        let stands =
            frame.contains(&format!("step {at}/{steps}")) || at == steps && frame.contains("rejected");
        assert!(stands, "after {key}, at {size:?}:\n{frame}");
    }
}

#[test]
fn every_lesson_steps_to_its_end_and_back() {
    let all: Arc<[_]> = lessons::all().unwrap().into();
    for number in 0..all.len() {
        let mut state = Explorer::open_lessons(Arc::clone(&all), Arc::new(Schema::builtin())).unwrap();
        let downs = "Down ".repeat(number);
        press(&mut state, &format!("{downs}Enter"));
        for size in SIZES {
            press(&mut state, "g");
            let first = shown(&mut state, size.0, size.1).0;
            assert!(first.contains("step 0/"), "{}:\n{first}", all[number].name);
            let steps = state.workspace().merged().len();
            walk(&mut state, "s", 0, steps, steps, size);
            walk(&mut state, "S", steps, 0, steps, size);
        }
    }
}
