//! The reference is up to date: its keys are those of the key table, its codes those of the rule table,
//! its semantics those of the table of decisions.

use mergescope::merge::Severity;
use mergescope::report::decisions::{others_markdown, semantics_markdown};
use mergescope::report::findings::codes_markdown;
use mergescope::terminal::draw::signs_markdown;
use mergescope::terminal::keymap;

/// Compares a marked block of a topic in `src/help`. With `UPDATE_README` set it is written instead.
fn check(topic: &str, block_name: &str, markdown: &str) {
    let wanted = &format!("\n{markdown}\n");
    let path = format!("{}/src/help/{topic}.md", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let (begin, end) = (
        format!("<!-- {block_name} -->\n"),
        format!("<!-- /{block_name} -->"),
    );
    let (before, rest) = text.split_once(&begin).unwrap();
    let (block, after) = rest.split_once(&end).unwrap();
    if block == wanted {
        return;
    }
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(path, format!("{before}{begin}{wanted}{end}{after}")).unwrap();
    } else {
        panic!(
            "src/help/{topic}.md: {block_name} are out of date: run UPDATE_README=1 cargo test --test explorer readme\n{wanted}"
        );
    }
}

#[test]
fn the_reference_has_todays_keys_codes_and_semantics() {
    check("keys", "keys", &keymap::markdown());
    check("keys", "signs", &signs_markdown());
    check("lint", "codes", &codes_markdown(Severity::Warning));
    check("lint", "rejection-codes", &codes_markdown(Severity::Error));
    check("semantics", "semantics", &semantics_markdown());
    check("semantics", "other-semantics", &others_markdown());
}
