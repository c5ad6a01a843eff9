//! Secrets stay secret: on every screen, in every sentence, whatever the manifest looks like.

use mergescope::explorer::InputId;
use mergescope::explorer::{Explorer, Message, Secrets, on_message};

use crate::support::*;

/// Words that stand in the inputs below only as, or within, values of Secrets.
pub(crate) const WORDS: [&str; 6] = [
    "hunter",
    "aHVudGVy",
    "54321",
    "LS0tLS1",
    "swordfish",
    "c3dvcmRmaXNo",
];

pub(crate) const LIVE_SECRET: &str = r#"# the old one was hunter1
apiVersion: v1
kind: Secret
metadata:
  name: db # not hunter1
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      {"apiVersion":"v1","data":{"password":"aHVudGVyMQ=="},"kind":"Secret"}
data:
  # hunter1 in base64
  password: aHVudGVyMQ==
  same: "aHVudGVyMg=="
  gone: aHVudGVyMw==
  cert: |
    LS0tLS1CRUdJTi
    LS0tLS1FTkQ
stringData:
  pin: 54321
  word: 'hunter4'
  folded: >-
    hunter5
    swordfish
type: Opaque
"#;

pub(crate) const SECRET_PATCH: &str = r#"metadata:
  labels: {tier: db}
data:
  password: c3dvcmRmaXNo
  same: aHVudGVyMg==
  gone: null
  fresh: aHVudGVyNg==
stringData:
  $patch: replace
  word: swordfish
"#;

fn no_words(what: &str, text: &str) {
    for word in WORDS {
        assert!(!text.contains(word), "{what} tells {word}:\n{text}");
    }
}

/// Live, patch, and what else makes them odd.
const HOSTILE: &[(&str, &str, &str)] = &[
    ("plain", LIVE_SECRET, SECRET_PATCH),
    (
        "one line of JSON",
        r#"{"apiVersion":"v1","kind":"Secret","data":{"a":"aHVudGVyMQ==","b":"\u0068unter2","c":["hunter3",{"d":54321}]}}"#,
        r#"{"data":{"a":"c3dvcmRmaXNo","b":null,"e":""}}"#,
    ),
    (
        "repeated keys",
        "kind: Secret\ndata:\n  a: hunter1\n  a: hunter2\ndata:\n  a: hunter3\n",
        "data:\n  a: hunter4\n  a: swordfish\n",
    ),
    (
        "a second document",
        "kind: Secret\ndata: {a: hunter1}\n---\nkind: Secret\ndata: {b: swordfish}\n",
        "data: {a: hunter4}\n",
    ),
    (
        "aliases",
        "kind: Secret\ndata:\n  a: &a hunter1\n  b: *a\nstringData: &all {<<: {c: swordfish}, d: hunter5}\n",
        "data: {a: &x hunter4, b: *x}\n",
    ),
    (
        "data that is no map",
        "kind: Secret\ndata: hunter1\nstringData: [hunter2, {a: swordfish}]\n",
        "data: swordfish\nstringData: [hunter3]\n",
    ),
    (
        "flow over lines",
        "kind: Secret\ndata: {a: \"hunter1\n    hunter2\", b: 'swordfish', c: hunter\n    3}\n",
        "data: {a: hunter1 # hunter2\n  }\n",
    ),
    (
        "odd scalars",
        "kind: Secret\ndata: !!map {a: !!str hunter1, \"b#c\": !!binary aHVudGVyMQ==, ? d : hunter2}\n",
        "data:\n  ? |\n    long\n  : hunter3\n  a: |+\n    hunter4\n\n\n  z: >2\n      swordfish\n",
    ),
    (
        "a list of objects",
        "kind: List\napiVersion: v1\nitems:\n- kind: Secret\n  metadata: {name: a}\n  data: {a: hunter1}\n- kind: ConfigMap\n  data: {open: to all}\n",
        "items:\n- data: {a: swordfish}\n",
    ),
    (
        "a Secret in a field",
        "kind: Work\nspec:\n  objects:\n  - kind: Secret # hunter2\n    metadata: {name: a}\n    data: {a: hunter1}\n  - {kind: ConfigMap, data: {open: to all}}\n",
        "spec:\n  objects:\n  - {kind: Secret, stringdata: {a: swordfish}, metadata: {name: a}}\n  - {data: {a: hunter3}}\n",
    ),
    (
        "the kind in the patch alone",
        "metadata: {name: a}\ndata: {a: hunter1}\n",
        "kind: Secret\nstringData: {a: swordfish}\n",
    ),
    (
        "a refusal",
        "kind: Secret\napiVersion: v1\ndata: {a: hunter1}\n",
        "data: {$patch: hunter2, a: swordfish}\n$deleteFromPrimitiveList/data: [hunter3]\n",
    ),
    (
        "a tab and no end of line",
        "kind: Secret\r\ndata:\r\n  a: hunter1\t# swordfish\r\n  b: |\r\n    hunter2\r\n    hunter3",
        "data:\n  a: hunter9",
    ),
];

/// Everything that the screen can be made to tell at every step.
fn all_screens(state: &mut Explorer) -> String {
    let mut shown = String::new();
    for key in ["^", "$", "m", "^", "1", "2", "K", "e", "E"] {
        press(state, key);
        shown.push_str(&frame(state, 160, 44));
    }
    press(state, "^");
    for _ in 0..=state.workspace().merged().len() {
        shown.push_str(&frame(state, 160, 44));
        press(state, "s");
    }
    shown
}

#[test]
fn no_screen_tells_a_secret() {
    for (what, live, patch) in HOSTILE {
        let mut state = open(live, &[patch]);
        assert_eq!(state.workspace().merged().secrets(), Secrets::Hidden, "{what}");
        no_words(what, &all_screens(&mut state));
        for document in state.workspace().merged().merge().tree.documents() {
            no_words(what, document.text());
            for warning in document.warnings() {
                no_words(what, &warning.text);
            }
        }
        for step in &state.workspace().merged().merge().steps {
            no_words(what, &state.workspace().merged().merge().sentence(step));
        }
    }
}

#[test]
fn hiding_changes_no_step() {
    for (what, live, patch) in HOSTILE {
        let hidden = open(live, &[patch]);
        let shown = open(live, &[patch]).with_secrets(true);
        assert_eq!(shown.workspace().merged().secrets(), Secrets::Shown, "{what}");
        let steps = |state: &Explorer| -> Vec<String> {
            let merge = state.workspace().merged().merge();
            let path = |step| merge.step_path(step).to_string();
            let steps = merge.steps.iter();
            steps
                .map(|step| format!("{} {}", step.rule.name(), path(step)))
                .collect()
        };
        assert_eq!(steps(&hidden), steps(&shown), "{what}");
        assert_eq!(
            hidden.workspace().agreement().agrees(),
            shown.workspace().agreement().agrees(),
            "{what}"
        );
    }
}

#[test]
fn lines_stay_where_they_are_in_the_file() {
    let state = open(LIVE_SECRET, &[SECRET_PATCH]);
    let shown = open(LIVE_SECRET, &[SECRET_PATCH]).with_secrets(true);
    let lines = |state: &Explorer| -> Vec<Vec<u32>> {
        let documents = state.workspace().merged().merge().tree.documents().iter();
        let nodes = documents.map(|document| {
            let nodes = (0..document.node_count() as u32).map(mergescope::document::NodeId);
            nodes.map(|node| document.position(node).line).collect()
        });
        nodes.collect()
    };
    assert_eq!(lines(&state), lines(&shown));
}

#[test]
fn the_length_of_a_value_is_not_told() {
    let text = |value: &str| {
        let live = format!("{{\"kind\":\"Secret\",\"data\":{{\"a\":\"{value}\",\"b\":\"x\"}}}}");
        let mut state = open(&live, &["{\"data\":{\"b\":\"y\"}}"]);
        frame(&mut state, 160, 44)
    };
    assert_eq!(
        text("a"),
        text("a very long value indeed, with more than one word")
    );
}

#[test]
fn equal_values_are_seen_to_be_equal_and_others_not() {
    let state = open(LIVE_SECRET, &[SECRET_PATCH]);
    let marks: Vec<String> = state
        .workspace()
        .merged()
        .merge()
        .steps
        .iter()
        .map(|step| {
            format!(
                "{} {}",
                step.rule.name(),
                state.workspace().merged().merge().step_path(step)
            )
        })
        .collect();
    assert!(marks.contains(&"set-value data.password".to_owned()), "{marks:?}");
    assert!(!marks.iter().any(|mark| mark.contains("data.same")), "{marks:?}");
}

#[test]
fn other_kinds_are_left_alone() {
    let live = "kind: ConfigMap\ndata: {a: hunter1} # hunter2\n";
    let state = open(live, &["data: {a: swordfish}\n"]);
    assert_eq!(state.workspace().merged().secrets(), Secrets::None);
    assert_eq!(state.workspace().merged().live().document().text(), live);
}

#[test]
fn a_key_shows_them_and_hides_them_again() {
    let mut state = open(LIVE_SECRET, &[SECRET_PATCH]);
    frame(&mut state, 120, 40);
    assert!(frame(&mut state, 120, 40).contains("secrets hidden"));
    press(&mut state, "1 e");
    assert!(state.edit().is_none() && said(&state).contains("hidden"));
    press(&mut state, "R");
    let text = frame(&mut state, 120, 40);
    assert!(text.contains("aHVudGVyMQ=="), "{text}");
    press(&mut state, "Down");
    assert!(frame(&mut state, 120, 40).contains("secrets shown"));
    press(&mut state, "e");
    assert_eq!(state.edit().map(|edit| edit.text.as_str()), Some(LIVE_SECRET));
    press(&mut state, "Esc R");
    no_words("hidden again", &frame(&mut state, 120, 40));
}

#[test]
fn a_save_stays_hidden_and_keeps_the_names() {
    let mut state = open(LIVE_SECRET, &[SECRET_PATCH]);
    let before = state.workspace().merged().live().document().text().to_owned();
    let same = Message::Changed {
        input: InputId::LIVE,
        bytes: LIVE_SECRET.as_bytes().to_vec(),
    };
    on_message(&mut state, same);
    assert_eq!(state.workspace().merged().live().document().text(), before);
    let bytes = SECRET_PATCH.replace("c3dvcmRmaXNo", "aHVudGVyOQ==").into_bytes();
    on_message(
        &mut state,
        Message::Changed {
            input: InputId::patch(0),
            bytes,
        },
    );
    no_words("after a save", &all_screens(&mut state));
    assert_eq!(state.workspace().merged().live().document().text(), before);
}
