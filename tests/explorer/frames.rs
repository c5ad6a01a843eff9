//! Frames as text: what stands where, with its marks.

use mergescope::explorer::InputId;
use std::collections::BTreeSet;
use std::sync::Arc;

use mergescope::explorer::{Explorer, Message, Opening, on_message};
use mergescope::merge::Semantics;
use mergescope::schema::Schema;
use mergescope::terminal::draw::places;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthChar;

use crate::scripts::SCRIPTS;
use crate::support::*;

fn last() -> Explorer {
    open(LIVE, &[PATCH])
}

fn rejected() -> Explorer {
    open(LIVE, &[REJECTED])
}

fn differing() -> Explorer {
    open(LIVE, &[DIFFERING])
}

/// With a variable that stands before its definition.
fn early() -> Explorer {
    open(LIVE, &[&DIFFERING.replace("$(LOG):80", "$(LOG):$(PORT)")])
}

/// A long list that a patch turns round.
fn turned() -> Explorer {
    let names = || (0..60).map(|n| format!("v{n:02}"));
    let live: String = names()
        .map(|name| format!("        - name: {name}\n          value: a\n"))
        .collect();
    let order: String = names()
        .rev()
        .map(|name| format!("        - name: {name}\n"))
        .collect();
    let head = "spec:\n  template:\n    spec:\n      containers:\n      - name: web\n";
    let live = format!("apiVersion: apps/v1\nkind: Deployment\n{head}        env:\n{live}");
    let patch = format!("{head}        $setElementOrder/env:\n{order}");
    open(&live, &[&patch])
}

fn broken() -> Explorer {
    let mut state = last();
    let bytes = PATCH.replace("replicas: 3", "replicas: [3").into_bytes();
    on_message(
        &mut state,
        Message::Changed {
            input: InputId::patch(0),
            bytes,
        },
    );
    state
}

fn half_typed() -> Explorer {
    let mut state = last();
    press(&mut state, "e");
    on_message(
        &mut state,
        Message::Edited(PATCH.replace("replicas: 3", "replicas: [")),
    );
    state
}

fn conflict() -> Explorer {
    let mut state = last();
    press(&mut state, "e");
    on_message(
        &mut state,
        Message::Edited(PATCH.replace("replicas: 3", "replicas: 4")),
    );
    let bytes = PATCH.replace("replicas: 3", "replicas: 5").into_bytes();
    on_message(
        &mut state,
        Message::Changed {
            input: InputId::patch(0),
            bytes,
        },
    );
    press(&mut state, "Ctrl-S");
    state
}

/// Characters that take two cells, none, or would be obeyed.
fn wide() -> Explorer {
    let live = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: 名前\n  labels:\n    a: \"e\\u0301te\\u0301\"\n    \
                b: \"\\e[31mred\\u202e\"\nspec:\n  containers:\n  - name: 🎉 web\n    image: a\n\
                # שלום 12\n";
    let patch = "metadata:\n  labels:\n    a: 漢字かな交じり文\n    he: אב 1\n    c: \"\\e]0;title\\a\"\n";
    open(live, &[patch])
}

/// A manifest on one line, as programs write it, is shown as rows of YAML.
fn minified() -> Explorer {
    let variables: Vec<String> = (0..40)
        .map(|n| format!(r#"{{"name":"V{n}","value":"{n}"}}"#))
        .collect();
    let live = format!(
        r#"{{"apiVersion":"v1","kind":"Pod","spec":{{"containers":[{{"name":"web","image":"a","env":[{}]}}]}}}}"#,
        variables.join(",")
    );
    let patch = "spec:\n  containers:\n  - name: web\n    env:\n    - name: V20\n      $patch: delete\n";
    open(&live, &[patch])
}

fn two_patches() -> Explorer {
    let second = "spec:\n  replicas: 5\n";
    open(LIVE, &[PATCH, second])
}

/// A leftover, and twins that the patch does not touch.
fn warned() -> Explorer {
    let live = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: web\n    env:\n    \
                - name: LEVEL\n      value: info\n    - name: LEVEL\n      value: debug\n    - name: TOKEN\n      value: x\n";
    let patch = "spec:\n  containers:\n  - name: web\n    env:\n    - name: TOKEN\n      valueFrom:\n        \
                 secretKeyRef:\n          name: s\n          key: token\n";
    open(live, &[patch])
}

type Open = fn() -> Explorer;

const FRAMES: &[(&str, Open, &str, u16, u16)] = &[
    ("last step", last, "", 120, 40),
    ("last step", last, "", 80, 24),
    ("last step", last, "", 60, 20),
    ("last step", last, "", 100, 30),
    ("last step", last, "", 100, 44),
    ("last step", last, "", 200, 60),
    ("live object", last, "^", 120, 40),
    ("server-only", last, "^ x", 120, 40),
    ("server-only", last, "^ x", 80, 24),
    ("cleared key", last, "^ s s s s", 120, 40),
    (
        "cursor in live",
        last,
        "1 Home Down Down Down Down Down Down",
        120,
        40,
    ),
    ("rejected", rejected, "", 120, 40),
    ("rejected", rejected, "", 80, 24),
    ("rejected", rejected, "", 60, 20),
    ("steps alone", last, "4 z", 80, 24),
    ("steps in front", last, "4", 60, 20),
    ("patch in front", last, "2", 80, 24),
    ("help", last, "?", 120, 40),
    ("help", last, "?", 60, 20),
    ("lessons", lessons, "", 80, 24),
    ("first lesson", lessons, "Enter", 80, 24),
    ("broken file", broken, "", 120, 40),
    ("half typed", half_typed, "", 80, 24),
    ("conflict", conflict, "", 80, 24),
    ("disabled key", last, "s", 80, 24),
    ("wide characters", wide, "", 120, 40),
    ("help", last, "?", 160, 50),
    ("portrait", last, "", 60, 60),
    ("portrait", last, "", 80, 40),
    ("portrait", wide, "1", 70, 50),
    ("larger result", last, "} } } ) )", 120, 40),
    ("smaller result", last, "{ { { ( (", 120, 40),
    ("last step", last, "", 300, 50),
    ("minified", minified, "", 120, 40),
    ("two patches", two_patches, "", 120, 40),
    ("why here", last, "1 End Up Up Up Up Up Up Up Enter", 120, 40),
    ("why here", last, "1 End Up Up Up Up Up Up Up Enter", 80, 24),
    ("why here", last, "1 End Up Up Up Up Up Up Up Enter", 60, 20),
    ("warning", warned, "^ x", 120, 40),
    ("warning", warned, "^ x", 80, 24),
    ("copy", last, "2 Home Down Down Down Down y", 120, 40),
    ("copy", last, "2 Home Down Down Down Down y", 60, 20),
    ("compared", differing, "d", 80, 24),
    ("compared", differing, "d", 120, 40),
    ("compared", differing, "d", 200, 60),
    ("compared order", differing, "d n", 120, 40),
    ("compared refusal", rejected, "d", 120, 40),
    ("compared alike", last, "d", 80, 24),
    ("order", differing, "r", 80, 24),
    ("order", differing, "r", 120, 40),
    ("order", differing, "r", 200, 60),
    ("order of variables", early, "1 End Up Up 3 m r", 120, 40),
    ("order refused", rejected, "r", 120, 40),
    (
        "order of a set",
        differing,
        "1 Home Down Down Down Down Down Down r",
        120,
        40,
    ),
    ("order at step 0", differing, "^ r", 120, 40),
    ("order of a long list", turned, "1 End Up r PgDn", 120, 40),
    ("search", last, "/ i m a g e", 120, 40),
    ("search", last, "/ i m a g e", 80, 24),
    ("search", last, "/ i m a g e", 60, 20),
    ("jump", last, ": s p e c . t e m Tab . Tab Tab . c o", 120, 40),
    ("jump", last, ": s p e c . n o t h e r e Enter", 80, 24),
    ("jump", last, ": s p e c .", 60, 20),
    ("folded", last, "H 1 : s p e c . t e m Tab Enter u", 120, 40),
    ("folded", last, "H", 80, 24),
    ("folded", last, "2 Home u", 60, 20),
    ("only one effect", last, "i Down Enter ^ s", 120, 40),
    ("only one effect", last, "4 i Down Enter", 60, 20),
    ("filter", last, "i", 80, 24),
    ("slid", last, "2 . 1 . .", 120, 40),
    ("slid", minified, "1 .", 80, 24),
    ("slid", wide, "3 . .", 60, 20),
    ("wrapped", last, "2 | G", 120, 40),
    ("wrapped", minified, "1 | n", 80, 24),
    ("wrapped", wide, "3 | G", 60, 20),
    ("too small", last, "", 59, 19),
];

#[test]
fn frames_look_as_they_did() {
    for (name, open, script, width, height) in FRAMES {
        let mut state = open();
        frame(&mut state, *width, *height);
        press(&mut state, script);
        let name = format!("{}-{width}x{height}", name.replace(' ', "-"));
        insta::assert_snapshot!(name, frame(&mut state, *width, *height));
    }
}

/// Whatever characters stand beside it, a border is a straight line.
#[test]
fn borders_are_straight() {
    for (width, height) in [(60, 20), (80, 24), (100, 44), (120, 40), (300, 50), (60, 60)] {
        for (open, script) in [
            (wide as Open, ""),
            (wide, "1 . ."),
            (wide, "3 . } }"),
            (last, "1 { {"),
        ] {
            let mut state = open();
            frame(&mut state, width, height);
            press(&mut state, script);
            let text = frame(&mut state, width, height);
            let cells = Rect::new(0, 0, width, height);
            for handle in places(cells, &state).handles {
                let border = handle.cells;
                for y in border.top() + 1..border.bottom() {
                    if border.width > 1 {
                        continue;
                    }
                    let line = text.lines().nth(usize::from(y)).unwrap();
                    assert_eq!(
                        cell(line, border.x),
                        Some('│'),
                        "{width}x{height} {script} {y}\n{text}"
                    );
                }
            }
        }
    }
}

/// The character that begins in a cell.
fn cell(line: &str, x: u16) -> Option<char> {
    let mut at = 0;
    for c in line.chars() {
        if at == usize::from(x) {
            return Some(c);
        }
        at += c.width().unwrap_or(0);
    }
    None
}

const SPREAD: &str = "\
apiVersion: v1
kind: Pod
metadata:
  name: p
spec:
  containers:
  - name: web
    env:
";

/// A pod with variables of several lines each.
fn long_env(names: &[&str]) -> String {
    let item = |name: &&str| format!("    - name: {name}\n      value: '1'\n");
    let items: String = names.iter().map(item).collect();
    format!("{SPREAD}{items}")
}

#[test]
fn a_reorder_opens_on_the_moved_item_and_names_it() {
    let names: Vec<String> = (1..40).map(|at| format!("V{at:02}")).collect();
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    let live = long_env(&names);
    names.retain(|name| *name != "V02");
    names.insert(29, "V02");
    let order: String = names.iter().map(|name| format!("    - name: {name}\n")).collect();
    let patch = format!("spec:\n  containers:\n  - name: web\n    $setElementOrder/env:\n{order}");
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let mut state = open(&live, &[&patch]);
        let text = frame(&mut state, width, height);
        assert!(
            text.contains("V02 moved 2 → 30") && text.contains("- name: V02"),
            "{text}"
        );
        // The sentence is about the item under the cursor.
        press(&mut state, "Down");
        let text = frame(&mut state, width, height);
        assert!(!text.contains("V02 moved"), "{text}");
        // So it is when the step is reached by a key.
        press(&mut state, "^ $");
        let text = frame(&mut state, width, height);
        assert!(
            text.contains("V02 moved 2 → 30") && text.contains("- name: V02"),
            "{text}"
        );
        // Before the list is ordered, no line leads from the requested order to the result.
        press(&mut state, "^ r");
        let text = frame(&mut state, width, height);
        assert!(
            text.contains("V02") && text.contains("No step has changed the order yet."),
            "{text}"
        );
    }
}

#[test]
fn an_item_at_its_old_position_is_before_another_one_now() {
    let sample = |name| std::fs::read_to_string(format!("samples/16-env-order/{name}")).unwrap();
    let mut state = open(&sample("live.yaml"), &[&sample("patch.yaml")]);
    let text = frame(&mut state, 120, 40);
    // ENV1 is at position 3 before and after.
    assert!(text.contains("│ ENV1 is now before ENV2"), "{text}");
}

#[test]
fn frames_in_ascii_have_no_other_glyphs_and_each_for_one_thing() {
    let secret = || {
        let live = "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {key: YQ==}\n";
        open(live, &["data: {key: Yg==}\n"])
    };
    let scripts: [(Open, &str); 6] = [
        (secret, ""),
        (last, ""),
        (rejected, ""),
        (differing, "d"),
        (differing, "r"),
        (rejected, "r"),
    ];
    let all = SCRIPTS
        .iter()
        .flat_map(|(open, cases)| cases.iter().map(|(script, _)| (*open, *script)));
    let mut stand_for: BTreeSet<(char, char)> = BTreeSet::new();
    for (open, script) in scripts.into_iter().chain(all) {
        let mut state = open();
        frame(&mut state, 120, 40);
        press(&mut state, script);
        let (text, _) = frame_of(&mut state, 120, 40, "monochrome", true);
        let strange: Vec<char> = text.chars().filter(|c| !c.is_ascii()).collect();
        assert!(strange.is_empty(), "{script}: {strange:?}\n{text}");
        // Instead of bent lines, the order of a list has numbers.
        if state.layers().list_order().is_some() {
            continue;
        }
        // Rows without words that replace a sign have the same cells in both modes.
        let (signs, _) = frame_of(&mut state, 120, 40, "monochrome", false);
        for (row, ascii) in signs.lines().zip(text.lines()) {
            if row.chars().count() != ascii.chars().count() || row.contains(['…', '→', '≠', '⟨']) {
                continue;
            }
            let cells = row.chars().zip(ascii.chars());
            stand_for.extend(cells.filter(|(sign, _)| !sign.is_ascii()));
        }
    }
    for (sign, ascii) in &stand_for {
        let is_line = |sign: &char| "─╭╮╰╯┬┴┼".contains(*sign);
        let others = stand_for
            .iter()
            .filter(|(other, same)| same == ascii && other != sign);
        for (other, _) in others {
            assert!(is_line(sign) && is_line(other), "{ascii} is {sign} and {other}");
        }
        assert!(!"+~=!".contains(*ascii), "{sign} is drawn as the mark {ascii}");
    }
    assert!(stand_for.len() > 15, "{stand_for:?}");
}

#[test]
fn in_ascii_a_row_says_too_that_the_other_semantics_differs() {
    // Too long a name for more than the sign.
    let live = format!(
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: {}\n",
        "a".repeat(26)
    );
    let mut state = open(&live, &["spec:\n  containers:\n  - name: b\n"]);
    let mut count = |ascii, sign: &str| {
        let (text, _) = frame_of(&mut state, 120, 40, "dark", ascii);
        text.lines().skip(1).filter(|line| line.ends_with(sign)).count()
    };
    assert_eq!(count(false, " ≠"), 1);
    assert_eq!(count(true, " !="), 1);
}

#[test]
fn of_a_long_path_the_end_is_shown() {
    let folder = "clusters/production/eu-central-1/shop/overlays/debug";
    for (width, height, script) in [(60, 20, "1"), (80, 24, "1"), (120, 40, ""), (120, 40, "1 e")] {
        let mut state = Explorer::open(Opening {
            live: given(&format!("{folder}/live.yaml"), LIVE),
            patches: vec![given(&format!("{folder}/patch.yaml"), PATCH)],
            schema: Arc::new(Schema::builtin()),
            semantics: Semantics::PROPOSAL,
        })
        .unwrap();
        frame(&mut state, width, height);
        press(&mut state, script);
        let text = frame(&mut state, width, height);
        let title = text.lines().find(|line| line.contains("live")).unwrap();
        assert!(title.contains("/live.yaml"), "{width}x{height} {script}: {title}");
    }
}

#[test]
fn any_size_can_be_drawn() {
    for (width, height) in [
        (1, 1),
        (60, 20),
        (61, 21),
        (83, 24),
        (84, 24),
        (119, 39),
        (300, 100),
        (500, 20),
    ] {
        for (_, open, script, ..) in FRAMES {
            let mut state = open();
            press(&mut state, script);
            frame(&mut state, width, height);
        }
    }
}
