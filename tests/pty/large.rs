//! Large files in a real pseudo-terminal: a frame at once, keys that are answered while a merge runs, and what a
//! broken one says.

use std::fmt::Write;
use std::fs;

use crate::explorer::{Desk, has, quit};

/// More than a frame may take to merge.
const ENTRIES: usize = 5_000;

fn live() -> String {
    let mut text = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: demo\nspec:\n  containers:\n  - name: web\n    image: shop:1.4\n    env:\n".to_owned();
    for index in 0..ENTRIES {
        let _ = write!(text, "    - name: KEY_{index}\n      value: v{index}\n");
    }
    text
}

fn patch(image: &str) -> String {
    let mut text =
        format!("spec:\n  containers:\n  - name: web\n    image: {image}\n    $setElementOrder/env:\n");
    for index in (0..ENTRIES).rev() {
        let _ = writeln!(text, "    - name: KEY_{index}");
    }
    text
}

#[test]
fn a_large_file_opens_with_a_frame_at_once_and_is_merged_beside_the_keys() {
    let desk = Desk::new(&live(), &patch("shop:1.5"));
    let mut screen = desk.open(160, 40);
    screen.wait("the work", has("reading live.yaml"));
    screen.wait("the result", has("shop:1.5"));
    // Keys that come right behind saves: all are answered, and the last save stands.
    screen.send("g");
    screen.wait("live object", has("live object"));
    desk.save_atomically("patch.yaml", &patch("shop:1.6"));
    screen.send("s");
    screen.wait("one step", has("step 1/4"));
    desk.save_atomically("patch.yaml", &patch("shop:1.7"));
    screen.send("?");
    screen.wait("the help", has("Stepping"));
    screen.send("?");
    screen.send("G");
    screen.wait("the newest save", has("shop:1.7"));
    screen.wait("nothing to do", |screen| !screen.contents().contains("merging"));
    quit(screen);
}

#[test]
fn a_large_file_that_cannot_be_read_is_shown_until_it_is_corrected() {
    let desk = Desk::new(&live(), "");
    fs::write(desk.path("patch.yaml"), patch("shop: [")).expect("a broken patch");
    let mut screen = desk.open(160, 40);
    screen.wait("the place", has("patch.yaml cannot be read"));
    desk.save_atomically("patch.yaml", &patch("shop:1.9"));
    screen.wait("the result", |screen| {
        !screen.contents().contains("cannot be read")
    });
    quit(screen);
}
