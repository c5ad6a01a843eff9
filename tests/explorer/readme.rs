//! The README tells the truth: its keys are the key table's, its picture is a frame of today.

use crate::support::{open, shown};
use mergescope::report::findings::codes_markdown;
use mergescope::terminal::keymap;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");

/// Size of the picture, in cells.
const SIZE: (u16, u16) = (120, 34);

/// Compares a marked block of the README. With `UPDATE_README` set it is written instead.
fn check(name: &str, wanted: &str) {
    let readme = std::fs::read_to_string(PATH).unwrap();
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let (before, rest) = readme.split_once(&begin).unwrap();
    let (block, after) = rest.split_once(&end).unwrap();
    if block == wanted {
        return;
    }
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(PATH, format!("{before}{begin}{wanted}{end}{after}")).unwrap();
    } else {
        panic!(
            "the README's {name} are not today's: run UPDATE_README=1 cargo test --test explorer readme\n{wanted}"
        );
    }
}

/// One after the other, because both write the same file.
#[test]
fn the_readme_shows_todays_keys_and_screen() {
    check("keys", &keymap::markdown());
    check("codes", &codes_markdown());
    let live = include_str!("../../samples/16-env-order/live.yaml");
    let patch = include_str!("../../samples/16-env-order/patch.yaml");
    let mut state = open(live, &[patch]);
    let (frame, _) = shown(&mut state, SIZE.0, SIZE.1);
    let lines: Vec<&str> = frame.lines().map(str::trim_end).collect();
    check(
        "screen",
        &format!("```text\n{}\n```\n", lines.join("\n").trim_end()),
    );
}
