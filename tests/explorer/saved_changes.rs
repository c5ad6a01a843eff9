//! After each kind of save, one key leads to the changed line, and the status line says what changed there.

use mergescope::explorer::{Explorer, Focus, InputId, Message, Opening, Pane, on_message};
use mergescope::merge::Semantics;

use crate::support::*;

fn save(state: &mut Explorer, input: InputId, text: &str) {
    let bytes = text.as_bytes().to_vec();
    on_message(state, Message::Changed { input, bytes });
}

const ITEMS: usize = 40;

fn script(word: &str) -> String {
    (0..30).map(|at| format!("      {word} {at}\n")).collect()
}

/// A live object of about 200 lines: a map, a list of maps, a list of scalars, a text of many lines, comments.
fn live() -> String {
    let labels: String = (0..20).map(|at| format!("    label-{at:02}: a{at}\n")).collect();
    let env = |at: usize| format!("        - name: V{at}\n          value: v{}\n", at % 3);
    let env: String = (0..ITEMS).map(env).collect();
    let args: String = (0..20).map(|at| format!("        - --arg-{at}\n")).collect();
    format!(
        "apiVersion: apps/v1\nkind: Deployment\n# About the object.\nmetadata:\n  name: shop\n  labels:\n{labels}  \
         annotations:\n    script: |\n{}spec:\n  replicas: 3\n  template:\n    spec:\n      containers:\n      - name: web\n        \
         image: shop:1\n        env:\n{env}        # About the arguments.\n        args:\n{args}        tty: true\n",
        script("live")
    )
}

/// A patch of about 200 lines with an order directive.
fn patch() -> String {
    let order: String = (0..ITEMS).map(|at| format!("        - name: V{at}\n")).collect();
    let env = |at: usize| format!("        - name: V{at}\n          value: other{at}\n");
    let env: String = (0..ITEMS / 2).map(env).collect();
    let labels: String = (10..30).map(|at| format!("    label-{at:02}: b{at}\n")).collect();
    format!(
        "# About the patch.\nmetadata:\n  labels:\n{labels}  annotations:\n    script: |\n{}spec:\n  replicas: 5\n  template:\n    \
         spec:\n      containers:\n      - name: web\n        image: shop:2\n        $setElementOrder/env:\n{order}        \
         env:\n{env}        tty: false\n        stdin: true\n",
        script("patch")
    )
}

/// The lines of a text, to edit.
struct Lines(Vec<String>);

impl Lines {
    /// The index of the only line that is `line` without spaces around it, or of the `nth` such line.
    fn at(&self, line: &str, nth: usize) -> usize {
        let all = self.0.iter().enumerate();
        let mut found = all.filter(|(_, text)| text.trim() == line);
        found.nth(nth).unwrap_or_else(|| panic!("{line}")).0
    }

    fn set(mut self, line: &str, to: &str) -> Self {
        let at = self.at(line, 0);
        self.0[at] = self.0[at].replace(line, to);
        self
    }

    fn remove(self, line: &str, count: usize) -> Self {
        self.remove_nth(line, 0, count)
    }

    fn remove_nth(mut self, line: &str, nth: usize, count: usize) -> Self {
        let at = self.at(line, nth);
        self.0.drain(at..at + count);
        self
    }

    /// Adds lines before a line, with its indentation.
    fn before(self, line: &str, lines: &[&str]) -> Self {
        let at = self.at(line, 0);
        self.insert(at, at, lines)
    }

    fn after(self, line: &str, lines: &[&str]) -> Self {
        let at = self.at(line, 0);
        self.insert(at + 1, at, lines)
    }

    fn insert(mut self, at: usize, like: usize, lines: &[&str]) -> Self {
        let indent = self.0[like].len() - self.0[like].trim_start().len();
        for line in lines.iter().rev() {
            self.0.insert(at, " ".repeat(indent) + line);
        }
        self
    }

    /// Moves `count` lines from the `nth` line that is `line` before another line, from the top.
    fn put(mut self, line: &str, nth: usize, count: usize, before: &str) -> Self {
        let at = self.at(line, nth);
        let moved: Vec<String> = self.0.drain(at..at + count).collect();
        let to = self.at(before, nth);
        self.0.splice(to..to, moved);
        self
    }

    /// Replaces a text in the line after the first line that is `line`.
    fn replace_after(mut self, line: &str, old: &str, new: &str) -> Self {
        let at = self.at(line, 0) + 1;
        self.0[at] = self.0[at].replace(old, new);
        self
    }

    fn end(mut self, line: &str) -> Self {
        self.0.push(line.to_owned());
        self
    }

    fn text(&self) -> String {
        self.0.join("\n") + "\n"
    }
}

/// What the save does to a text, and for each place: the line under the cursor, the pane if it is not the saved one, and
/// what the status line says; `{n}` is the number of that line.
struct Case {
    about: &'static str,
    edit: fn(Lines) -> Lines,
    places: &'static [(&'static str, &'static str)],
}

const fn case(
    about: &'static str,
    edit: fn(Lines) -> Lines,
    places: &'static [(&'static str, &'static str)],
) -> Case {
    Case { about, edit, places }
}

const LIVE_CASES: &[Case] = &[
    case(
        "value changed",
        |text| text.set("replicas: 3", "replicas: 4"),
        &[("replicas: 4", "F:N, was `replicas: 3`")],
    ),
    case(
        "value changed that the patch overrides",
        |text| text.set("label-15: a15", "label-15: c15"),
        &[("label-15: c15", "F:N, was `label-15: a15`")],
    ),
    case(
        "line added at the top of a map",
        |text| text.before("label-00: a0", &["first: x"]),
        &[("first: x", "F:N, 1 line added")],
    ),
    case(
        "line added in the middle of a map",
        |text| text.before("label-05: a5", &["middle: x"]),
        &[("middle: x", "F:N, 1 line added")],
    ),
    case(
        "line added at the end",
        |text| text.end("        stdin: true"),
        &[("stdin: true", "F:N, 1 line added")],
    ),
    case(
        "item added at the top of a list",
        |text| text.before("- name: V0", &["- name: NEW", "  value: v0"]),
        &[("- name: NEW", "F:N, 2 lines added")],
    ),
    case(
        "item added in the middle of a list",
        |text| text.before("- name: V20", &["- name: NEW", "  value: v1"]),
        &[("- name: NEW", "F:N, 2 lines added")],
    ),
    case(
        "item added at the end of a list",
        |text| text.before("# About the arguments.", &["- name: NEW", "  value: v0"]),
        &[("- name: NEW", "F:N, 2 lines added")],
    ),
    case(
        "scalar item added",
        |text| text.before("- --arg-7", &["- --new"]),
        &[("- --new", "F:N, 1 line added")],
    ),
    case(
        "line removed at the top of a map",
        |text| text.remove("label-00: a0", 1),
        &[("label-01: a1", "1 line removed before F:N: `label-00: a0`")],
    ),
    case(
        "line removed in the middle of a map",
        |text| text.remove("label-05: a5", 1),
        &[("label-06: a6", "1 line removed before F:N: `label-05: a5`")],
    ),
    case(
        "line removed at the end",
        |text| text.remove("tty: true", 1),
        &[("- --arg-19", "1 line removed after F:N: `tty: true`")],
    ),
    case(
        "item removed at the top",
        |text| text.remove("- name: V0", 2),
        &[("- name: V1", "2 lines removed before F:N: `- name: V0`, …")],
    ),
    case(
        "item removed in the middle",
        |text| text.remove("- name: V20", 2),
        &[("- name: V21", "2 lines removed before F:N: `- name: V20`, …")],
    ),
    case(
        "item removed at the end",
        |text| text.remove("- name: V39", 2),
        &[(
            "# About the arguments.",
            "2 lines removed before F:N: `- name: V39`, …",
        )],
    ),
    case(
        "item moved up",
        |text| text.put("- name: V30", 0, 2, "- name: V10"),
        &[("- name: V30", "F:N, 2 lines moved from line 127")],
    ),
    case(
        "item moved down",
        |text| text.put("- name: V10", 0, 2, "- name: V30"),
        &[("- name: V10", "F:N, 2 lines moved from line 87")],
    ),
    case(
        "items swapped",
        |text| text.put("- name: V11", 0, 2, "- name: V10"),
        &[("- name: V11", "F:N, lines 87–88 and 89–90 swapped")],
    ),
    case(
        "lines swapped",
        |text| text.put("label-07: a7", 0, 1, "label-06: a6"),
        &[("label-07: a7", "F:N, lines 13 and 14 swapped")],
    ),
    case(
        "distant lines swapped",
        |text| {
            let text = text.set("- --arg-3", "- --x").set("- --arg-9", "- --arg-3");
            text.set("- --x", "- --arg-9")
        },
        &[
            ("- --arg-9", "F:N, was `- --arg-3`"),
            ("- --arg-3", "F:N, was `- --arg-9`"),
        ],
    ),
    case(
        "block removed",
        |text| text.remove("args:", 21),
        &[("tty: true", "21 lines removed before F:N: `args:`, …")],
    ),
    case(
        "block added",
        |text| text.before("env:", &["resources:", "  limits:", "    cpu: 1"]),
        &[("resources:", "F:N, 3 lines added")],
    ),
    case(
        "line of a text changed",
        |text| text.set("live 20", "live twenty"),
        &[("live twenty", "F:N, was `live 20`")],
    ),
    case(
        "line of a text added",
        |text| text.before("live 20", &["new"]),
        &[("new", "F:N, 1 line added")],
    ),
    case(
        "line of a text removed",
        |text| text.remove("live 20", 1),
        &[("live 21", "1 line removed before F:N: `live 20`")],
    ),
    case(
        "first line of a text removed",
        |text| text.remove("live 0", 1),
        &[("live 1", "1 line removed before F:N: `live 0`")],
    ),
    case(
        "last line of a text removed",
        |text| text.remove("live 29", 1),
        &[("spec:", "1 line removed before F:N: `live 29`")],
    ),
    case(
        "comment changed",
        |text| text.set("# About the arguments.", "# Other."),
        &[("# Other.", "F:N, was `# About the arguments.`")],
    ),
    case(
        "comment at the top removed",
        |text| text.remove("# About the object.", 1),
        &[("metadata:", "1 line removed before F:N: `# About the object.`")],
    ),
    case(
        "spaces changed",
        |text| text.set("label-05: a5", "label-05:  a5"),
        &[("label-05:  a5", "F:N, was `label-05: a5`")],
    ),
    case(
        "spaces at the end of a line",
        |text| text.set("label-05: a5", "label-05: a5  "),
        &[("label-05: a5", "F:N, 1 line with other spaces")],
    ),
    case(
        "empty line added",
        |text| text.before("label-05: a5", &[""]),
        &[("", "F:N, 1 line added")],
    ),
    case(
        "added and removed",
        |text| {
            text.remove("label-05: a5", 1)
                .before("- name: V20", &["- name: NEW", "  value: v1"])
        },
        &[
            ("label-06: a6", "1 line removed before F:N: `label-05: a5`"),
            ("- name: NEW", "F:N, 2 lines added"),
        ],
    ),
    case(
        "value changed in an item that moved",
        |text| {
            let text = text.put("- name: V30", 0, 2, "- name: V10");
            text.replace_after("- name: V30", "value: v0", "value: new")
        },
        &[
            ("value: new", "F:N, was `value: v0`"),
            ("- name: V30", "F:N, 2 lines moved from line 127"),
        ],
    ),
    case(
        "value changed in lines with another indentation",
        |mut text| {
            let (from, to) = (text.at("- name: V0", 0), text.at("# About the arguments.", 0));
            for line in &mut text.0[from..to] {
                line.insert_str(0, "  ");
            }
            text.replace_after("- name: V30", "value: v0", "value: new")
        },
        &[
            ("value: new", "F:N, was `value: v0`"),
            ("- name: V0", "F:N, 80 lines instead of 80: `- name: V0`, …"),
        ],
    ),
    case(
        "item added that ends as the one before it",
        |text| {
            let ports = ["- name: NEW", "  value: v0"];
            text.before("- name: V1", &ports)
        },
        &[("- name: NEW", "F:N, 2 lines added")],
    ),
    case(
        "several at once",
        |text| {
            let text = text
                .set("replicas: 3", "replicas: 4")
                .put("- --arg-9", 0, 1, "- --arg-2");
            text.remove("- name: V5", 2).after("label-19: a19", &["last: x"])
        },
        &[
            // The patch has another value of the field, and the item.
            ("last: x", "F:N, 1 line added"),
            ("- --arg-9", "F:N, 1 line moved from line 158"),
            ("replicas: 4", "F:N, was `replicas: 3`"),
            ("- name: V6", "2 lines removed before F:N: `- name: V5`, …"),
        ],
    ),
];

const PATCH_CASES: &[Case] = &[
    case(
        "value changed",
        |text| text.set("replicas: 5", "replicas: 6"),
        &[("replicas: 6", "F:N, was `replicas: 5`")],
    ),
    case(
        "value changed in a list",
        |text| text.set("value: other13", "value: x"),
        &[("value: x", "F:N, was `value: other13`")],
    ),
    case(
        "line added at the top of a map",
        |text| text.before("label-10: b10", &["first: x"]),
        &[("first: x", "F:N, 1 line added")],
    ),
    case(
        "line added at the end",
        |text| text.end("        workingDir: /x"),
        &[("workingDir: /x", "F:N, 1 line added")],
    ),
    case(
        "item changed that was not in the patch",
        |text| text.before("tty: false", &["- name: V30", "  value: x"]),
        &[("- name: V30", "F:N, 2 lines added")],
    ),
    case(
        "label removed that only the patch has",
        |text| text.remove("label-25: b25", 1),
        &[("label-26: b26", "1 line removed before F:N: `label-25: b25`")],
    ),
    case(
        "label removed that live has, too",
        |text| text.remove("label-15: b15", 1),
        &[(
            "R label-15: a15",
            "result:N; 1 line removed before F:9: `label-15: b15`",
        )],
    ),
    case(
        "value removed",
        |text| text.remove("image: shop:2", 1),
        &[(
            "R image: shop:1",
            "result:N; 1 line removed before F:62: `image: shop:2`",
        )],
    ),
    case(
        "last lines removed",
        |text| text.remove("tty: false", 2),
        &[(
            "R tty: true",
            "result:N; 2 lines removed after F:144: `tty: false`, …",
        )],
    ),
    case(
        "item removed",
        |text| text.remove_nth("- name: V5", 1, 2),
        &[(
            "R value: v2",
            "result:N; 2 lines removed before F:115: `- name: V5`, …",
        )],
    ),
    case(
        "deletion added",
        |text| {
            text.before("tty: false", &["- name: V30", "  $patch: delete"])
                .remove("- name: V30", 1)
        },
        &[
            ("- name: V30", "F:N, 2 lines added"),
            ("- name: V31", "1 line removed before F:N: `- name: V30`"),
        ],
    ),
    case(
        "order entry moved up",
        |text| text.put("- name: V30", 0, 1, "- name: V10"),
        &[("- name: V30", "F:N, 1 line moved from line 94")],
    ),
    case(
        "order entry moved down",
        |text| text.put("- name: V10", 0, 1, "- name: V30"),
        &[("- name: V10", "F:N, 1 line moved from line 74")],
    ),
    case(
        "order entries swapped",
        |text| text.put("- name: V11", 0, 1, "- name: V10"),
        &[("- name: V11", "F:N, lines 74 and 75 swapped")],
    ),
    case(
        "patch items swapped",
        |text| text.put("- name: V11", 1, 2, "- name: V10"),
        &[("- name: V11", "F:N, lines 125–126 and 127–128 swapped")],
    ),
    case(
        "value changed in a patch item that moved",
        |text| {
            let text = text
                .put("- name: V15", 1, 2, "- name: V10")
                .put("- name: V15", 0, 1, "- name: V10");
            text.set("value: other15", "value: new")
        },
        &[
            ("- name: V15", "F:N, 1 line moved from line 79"),
            ("value: new", "F:N, was `value: other15`"),
            ("- name: V15", "F:N, 2 lines moved from line 135"),
        ],
    ),
    case(
        "block removed",
        |text| text.remove("annotations:", 32),
        &[(
            "R live 0",
            "result:N; 32 lines removed before F:24: `annotations:`, …",
        )],
    ),
    case(
        "line of a text changed",
        |text| text.set("patch 20", "patch twenty"),
        &[("patch twenty", "F:N, was `patch 20`")],
    ),
    case(
        "line of a text added",
        |text| text.before("patch 20", &["new"]),
        &[("new", "F:N, 1 line added")],
    ),
    case(
        "line of a text removed",
        |text| text.remove("patch 20", 1),
        &[("patch 21", "1 line removed before F:N: `patch 20`")],
    ),
    case(
        "lines of a text moved and one of them changed",
        |text| {
            let text = text.put("patch 20", 0, 5, "patch 3");
            text.set("patch 22", "patch twenty-two")
        },
        &[
            ("patch twenty-two", "F:N, changed"),
            ("patch 20", "F:N, 5 lines added"),
            ("patch 25", "5 lines removed before F:N: `patch 20`, …"),
        ],
    ),
    case(
        "comment removed",
        |text| text.remove("# About the patch.", 1),
        &[("metadata:", "1 line removed before F:N: `# About the patch.`")],
    ),
    case(
        "comment added",
        |text| text.before("replicas: 5", &["# Five."]),
        &[("# Five.", "F:N, 1 line added")],
    ),
    case(
        "a line takes the place of another field",
        |text| text.set("image: shop:2", "workingDir: /x"),
        &[
            (
                "R image: shop:1",
                "result:N; 1 line removed before F:63: `image: shop:2`",
            ),
            ("workingDir: /x", "F:N, was `image: shop:2`"),
        ],
    ),
    case(
        "added and removed",
        |text| text.remove("image: shop:2", 1).end("        workingDir: /x"),
        &[
            (
                "R image: shop:1",
                "result:N; 1 line removed before F:62: `image: shop:2`",
            ),
            ("workingDir: /x", "F:N, 1 line added"),
        ],
    ),
];

/// Opens both texts with the cursor at one end of a pane.
fn opened(size: (u16, u16), far: &str) -> Explorer {
    let mut state = open(&live(), &[&patch()]);
    frame(&mut state, size.0, size.1);
    press(&mut state, far);
    frame(&mut state, size.0, size.1);
    state
}

/// Checks that the cursor is on a line, that the line is in view and that the status line says what changed. Returns
/// what is wrong.
fn wrong(
    state: &mut Explorer,
    input: InputId,
    size: (u16, u16),
    place: (&str, &str),
    of: (usize, usize),
) -> Option<String> {
    let (line, words) = place;
    let (pane, line) = match (line.strip_prefix("R "), input) {
        (Some(line), _) => (Pane::Result, line),
        (None, InputId::Patch(_)) => (Pane::Patch, line),
        (None, _) => (Pane::Live, line),
    };
    let text = frame(state, size.0, size.1);
    let said = said(state);
    if state.workspace().focus() != Focus::Document(pane) {
        return Some(format!("the focus is at {:?}: {said}", state.workspace().focus()));
    }
    let view = state.workspace().panes().view(pane);
    let rows = state.rows(pane);
    let Some(row) = rows.get(view.cursor - view.scroll) else {
        return Some(format!("the cursor is not in view: {said}"));
    };
    let name = if input == InputId::LIVE {
        "deployment.yaml"
    } else {
        "patch.yaml"
    };
    let number = row.number.map_or("?".to_owned(), |number| number.to_string());
    let words = words
        .replace("F:", &format!("{name}:"))
        .replace(":N", &format!(":{number}"));
    let want = format!("change {} of {}: {words}; b: back", of.0 + 1, of.1);
    if row.text.trim() != line || said != want {
        return Some(format!(
            "`{}` instead of `{line}`\n   {said}\n   {want}",
            row.text.trim()
        ));
    }
    // What is in view is on the screen.
    (!text.contains(line)).then_some(text)
}

#[test]
fn one_key_leads_to_the_change_of_each_kind_of_save() {
    let mut all_wrong = Vec::new();
    for (input, cases) in [(InputId::LIVE, LIVE_CASES), (InputId::patch(0), PATCH_CASES)] {
        let text = if input == InputId::LIVE { live() } else { patch() };
        for (size, far) in [
            ((80, 24), "3 G"),
            ((80, 24), "3 g g"),
            ((120, 40), "3 G"),
            ((120, 40), "3 g g"),
        ] {
            for case in cases {
                let lines = Lines(text.lines().map(str::to_owned).collect());
                let new = (case.edit)(lines).text();
                let mut state = opened(size, far);
                save(&mut state, input, &new);
                frame(&mut state, size.0, size.1);
                let outside = said(&state).contains("outside the view");
                press(&mut state, ";");
                // The first key goes to the first change that is not in view.
                let said = said(&state);
                let count = case.places.len();
                let first = said.strip_prefix("change ").and_then(|said| said.split_once(' '));
                let first = first
                    .and_then(|(number, _)| number.parse::<usize>().ok())
                    .unwrap_or(1)
                    - 1;
                if first > 0 && !outside {
                    all_wrong.push(format!("{}: {said}", case.about));
                }
                for step in 0..count {
                    let at = (first + step) % count;
                    let places = (at, count);
                    if let Some(wrong) = wrong(&mut state, input, size, case.places[at], places) {
                        all_wrong.push(format!("{input:?} {size:?} {far} {}: {wrong}", case.about));
                    }
                    press(&mut state, ";");
                }
            }
        }
    }
    assert!(
        all_wrong.is_empty(),
        "{} wrong:\n{}",
        all_wrong.len(),
        all_wrong.join("\n")
    );
}

/// The live object as a tool writes it: sorted keys, other indentation.
fn dumped(replicas: usize, value: &str) -> String {
    let mut labels: Vec<String> = (0..20)
        .map(|at| format!("      label-{at:02}: a{at}\n"))
        .collect();
    labels.reverse();
    let env = |at: usize| {
        let value = if at == 30 {
            value.to_owned()
        } else {
            format!("v{}", at % 3)
        };
        format!("              - name: V{at}\n                value: {value}\n")
    };
    let env: String = (0..ITEMS).map(env).collect();
    let args: String = (0..20)
        .map(|at| format!("              - --arg-{at}\n"))
        .collect();
    let script = script("live").replace("      ", "        ");
    format!(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n    annotations:\n      script: |\n{script}    labels:\n{}    \
         name: shop\nspec:\n    replicas: {replicas}\n    template:\n      spec:\n        containers:\n          - \
         args:\n{args}            env:\n{env}            image: shop:1\n            name: web\n            tty: true\n",
        labels.concat()
    )
}

#[test]
fn the_changed_values_of_a_text_that_a_tool_wrote_again_come_first() {
    for (replicas, value, stops) in [
        (7, "v0", &[("replicas: 7", "was `replicas: 3`")][..]),
        (3, "new", &[("value: new", "was `value: v0`")]),
        (
            7,
            "new",
            &[
                ("replicas: 7", "was `replicas: 3`"),
                ("value: new", "was `value: v0`"),
            ],
        ),
    ] {
        let mut state = open(
            &live(),
            &["spec: {template: {spec: {containers: [{name: web, stdin: true}]}}}\n"],
        );
        frame(&mut state, 80, 24);
        press(&mut state, "3 g g");
        save(&mut state, InputId::LIVE, &dumped(replicas, value));
        for (at, (line, words)) in (1..).zip(stops) {
            press(&mut state, ";");
            frame(&mut state, 80, 24);
            let view = state.workspace().panes().view(Pane::Live);
            let row = &state.rows(Pane::Live)[view.cursor - view.scroll];
            assert_eq!(row.text.trim(), *line, "{}", said(&state));
            let said = said(&state);
            assert!(
                said.starts_with(&format!("change {at} of ")) && said.contains(words),
                "{line}: {said}"
            );
        }
    }
}

#[test]
fn a_text_that_was_replaced_is_one_change() {
    let data: String = (0..20).map(|at| format!("  file-{at}: text {at}\n")).collect();
    let map = format!("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: other\ndata:\n{data}");
    let other_patch = format!(
        "spec:\n  template:\n    metadata:\n      labels:\n{}",
        data.replace("  ", "        ")
    );
    // Most lines are the same, but it is another object.
    let stateful = live()
        .replace("kind: Deployment", "kind: StatefulSet")
        .replace("v1", "w");
    for (saves, names) in [
        (&[(InputId::LIVE, &map)][..], "deployment.yaml was"),
        (&[(InputId::LIVE, &stateful)], "deployment.yaml was"),
        (&[(InputId::patch(0), &other_patch)], "patch.yaml was"),
        (
            &[(InputId::LIVE, &map), (InputId::patch(0), &other_patch)],
            "deployment.yaml and patch.yaml were",
        ),
    ] {
        let mut state = opened((80, 24), "3 g g");
        for (input, text) in saves {
            save(&mut state, *input, text);
        }
        let shown = frame(&mut state, 80, 24);
        // Another patch for the same object changes values, which follow.
        let is_patch = saves.iter().all(|(input, _)| *input != InputId::LIVE);
        assert_eq!(
            said(&state).contains("outside the view"),
            is_patch,
            "{}",
            said(&state)
        );
        press(&mut state, "1 g g ^ ;");
        if is_patch {
            assert!(
                said(&state).starts_with("change 2 of 36: result:"),
                "{}",
                said(&state)
            );
            continue;
        }
        let want = format!("change 1 of 1: {names} replaced; this step matters most; b: back");
        assert_eq!(said(&state), want);
        // The place is that to which the save led.
        let here = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| line.starts_with('▸'));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(here(&frame(&mut state, 80, 24)), here(&shown), "{names}");
    }
    // A changed line of the only value does not replace the text.
    let map = format!(
        "kind: ConfigMap\ndata:\n  run.sh: |\n{}",
        script("line").replace("      ", "    ")
    );
    let live = format!("apiVersion: v1\nmetadata:\n  name: scripts\n{map}");
    let mut state = open(&live, &[&map.replace("line 25", "other 25")]);
    frame(&mut state, 80, 24);
    save(
        &mut state,
        InputId::patch(0),
        &map.replace("line 3\n", "saved 3\n"),
    );
    press(&mut state, ";");
    assert!(said(&state).contains("was `line 3`"), "{}", said(&state));
    // The same values in another order are no other text.
    let mut state = opened((80, 24), "3 g g");
    save(&mut state, InputId::LIVE, &dumped(7, "v0"));
    press(&mut state, ";");
    assert!(!said(&state).contains("replaced"), "{}", said(&state));
}

#[test]
fn the_key_of_the_changes_is_on_one_line() {
    for width in 60..=100 {
        let mut state = opened((width, 24), "3 G");
        save(
            &mut state,
            InputId::LIVE,
            &live().replace("replicas: 3", "replicas: 4"),
        );
        let text = frame(&mut state, width, 24);
        assert!(text.contains("(key ;)"), "{width}: {text}");
    }
}

#[test]
fn both_files_can_be_saved_together() {
    let mut state = opened((80, 24), "3 G");
    save(
        &mut state,
        InputId::LIVE,
        &live().replace("label-05: a5", "label-05: x"),
    );
    save(
        &mut state,
        InputId::patch(0),
        &patch().replace("        image: shop:2\n", ""),
    );
    press(&mut state, ";");
    assert_eq!(
        said(&state),
        "change 1 of 2: deployment.yaml:12, was `label-05: a5`; b: back"
    );
    press(&mut state, ";");
    let image = "change 2 of 2: result:74; 1 line removed before patch.yaml:62: `image: shop:2`; b: back";
    assert_eq!(said(&state), image);
}

#[test]
fn what_is_explained_is_about_the_place() {
    let title = |live: &dyn Fn(&str) -> String, patch: &dyn Fn(&str) -> String| -> Vec<String> {
        let mut state = opened((120, 40), "3 G");
        let (old_live, old_patch) = (self::live(), self::patch());
        let (new_live, new_patch) = (live(&old_live), patch(&old_patch));
        if new_live != old_live {
            save(&mut state, InputId::LIVE, &new_live);
        }
        if new_patch != old_patch {
            save(&mut state, InputId::patch(0), &new_patch);
        }
        press(&mut state, ";");
        state.explanation().into_iter().map(|line| line.text).collect()
    };
    let same = |text: &str| text.to_owned();
    // The step of an entry of the order is that of the list.
    let entry = "        - name: V30\n";
    let moved = |text: &str| {
        let text = text.replacen(entry, "", 1);
        text.replacen(
            "        - name: V10\n",
            &format!("{entry}        - name: V10\n"),
            1,
        )
    };
    let lines = title(&same, &moved);
    assert!(lines[0].starts_with("reordered · spec.template"), "{lines:?}");
    // An item that the patch does not order any more is placed by the step of its list.
    let lines = title(&same, &|text| {
        let text = text.replace("        - name: V19\n          value: other19\n", "");
        text.replace("        - name: V19\n", "")
    });
    assert!(lines[0].contains("spec.containers[name=web].env"), "{lines:?}");
    assert!(!lines[1].starts_with("No step"), "{lines:?}");
    // A line of a text is removed from what a step sets.
    let lines = title(&same, &|text| text.replace("      patch 20\n", ""));
    assert!(
        lines[0].starts_with("set · metadata.annotations.script"),
        "{lines:?}"
    );
    // The removed lines can be read.
    let lines = title(
        &|text| text.replace("        - --arg-3\n        - --arg-4\n", ""),
        &same,
    );
    let want = [
        "2 lines removed before deployment.yaml:152: `- --arg-3`, …",
        "No step is about lines that were removed:",
        "        - --arg-3",
        "        - --arg-4",
    ];
    assert_eq!(lines, want);
}

#[test]
fn lines_of_a_hidden_secret_are_not_quoted() {
    let live = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\nstringData:\n  password: hunter2\n  user: root\n";
    for new in [
        live.replace("hunter2", "hunter3"),
        live.replace("  password: hunter2\n", ""),
        live.replace("kind: Secret", "kind: ConfigMap")
            .replace("  user: root\n", ""),
    ] {
        let mut state = open(live, &["metadata: {}\n"]);
        frame(&mut state, 120, 40);
        save(&mut state, InputId::LIVE, &new);
        for _ in 0..3 {
            press(&mut state, ";");
            assert!(said(&state).contains("change"), "{}", said(&state));
            let lines: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
            let text = said(&state) + &lines.join(" ");
            assert!(!text.contains("hunter") && !text.contains("root"), "{text}");
        }
    }
}

#[test]
fn a_save_without_effect_says_what_it_changed() {
    let mut state = opened((120, 40), "3 G");
    save(
        &mut state,
        InputId::patch(0),
        &patch().replace("# About the patch.\n", ""),
    );
    assert_eq!(
        said(&state),
        "patch.yaml reloaded: −1 line; result: the same; outside the view (key ;)"
    );
}

#[test]
fn the_first_stop_is_out_of_view_and_a_large_or_minified_text_has_stops() {
    // The first change is in view, the second one is not.
    let mut state = opened((120, 40), "2 g g");
    let new = patch()
        .replace("label-10: b10", "label-10: x")
        .replace("replicas: 5", "replicas: 6");
    save(&mut state, InputId::patch(0), &new);
    press(&mut state, ";");
    assert_eq!(
        said(&state),
        "change 2 of 2: patch.yaml:57, was `replicas: 5`; b: back"
    );
    // One that is merged in the background.
    let filler: String = (0..4000)
        .map(|at| format!("    filler-{at}: some text\n"))
        .collect();
    let large = live().replace("  labels:\n", &format!("  labels:\n{filler}"));
    let mut state = open(&large, &[&patch()]);
    frame(&mut state, 120, 40);
    for (new, place) in [
        (
            large.replace("tty: true", "tty: null"),
            "deployment.yaml:4169, was `tty: true`",
        ),
        (
            large.replace("        tty: true\n", ""),
            "1 line removed after deployment.yaml:4168: `tty: null`",
        ),
    ] {
        save(&mut state, InputId::LIVE, &new);
        let done = state.task().unwrap().run(&mut |_| true).unwrap();
        on_message(&mut state, Message::Done(Box::new(done)));
        find_changes(&mut state);
        press(&mut state, ";");
        assert_eq!(said(&state), format!("change 1 of 1: {place}; b: back"));
    }
    // The rows of minified JSON are not lines of the text.
    let labels: Vec<String> = (0..100).map(|at| format!("\"label-{at}\":\"a{at}\"")).collect();
    let json = format!("{{\"metadata\":{{\"labels\":{{{}}}}}}}", labels.join(","));
    let mut state = open(&live(), &[&json]);
    frame(&mut state, 120, 40);
    press(&mut state, "2 g g");
    save(&mut state, InputId::patch(0), &json.replace("a90", "x"));
    press(&mut state, ";");
    let view = state.workspace().panes().view(Pane::Patch);
    frame(&mut state, 120, 40);
    let rows = state.rows(Pane::Patch);
    assert_eq!(
        rows[view.cursor - view.scroll].text.trim(),
        "label-90: x",
        "{}",
        said(&state)
    );
}

#[test]
fn a_rejected_line_shows_cause_and_fix() {
    let patch = "spec:\n  template:\n    spec:\n      containers:\n      - name: web\n        env:\n        - name: V5\n          \
                 value: x\n        - name: V6\n          value: y\n";
    for (old, new, cause) in [
        ("- name: V6", "- nam: V6", "Write `name`"),
        ("- name: V6\n          value: y", "- V6", "Write `V6` as"),
        ("- name: V6\n          value: y", "- $patch: delete", "merge key"),
    ] {
        for (width, height) in [(80, 24), (120, 40)] {
            let mut state = open(&live(), &[patch]);
            frame(&mut state, width, height);
            press(&mut state, "1 g g");
            save(&mut state, InputId::patch(0), &patch.replace(old, new));
            press(&mut state, ";");
            let text = frame(&mut state, width, height);
            let lines: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
            let all = lines.join("\n");
            assert!(!all.contains("No step"), "{all}");
            assert!(all.contains("Help: ") && all.contains(cause), "{cause}: {all}");
            assert!(text.contains("Help: "), "{text}");
            assert_eq!(state.workspace().focus(), Focus::Document(Pane::Patch));
        }
    }
}

#[test]
fn the_path_of_a_rejected_operation_shows_cause_and_fix() {
    let patch = "- op: replace\n  path: /spec/replicas\n  value: 4\n- op: remove\n  path: /spec/template/spec/containers/0/env/3\n";
    let opening = Opening {
        semantics: Semantics::JSON_PATCH,
        ..opening(&live(), &[patch])
    };
    let mut state = Explorer::open(opening).unwrap();
    frame(&mut state, 80, 24);
    save(&mut state, InputId::patch(0), &patch.replace("env/3", "env/90"));
    press(&mut state, ";");
    let text = frame(&mut state, 80, 24);
    let lines: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
    assert!(lines.join(" ").contains("there is no index 90"), "{lines:?}");
    assert!(text.contains("Help: Use an index"), "{text}");
    assert!(said(&state).contains("patch.yaml:5"), "{}", said(&state));
}

#[test]
fn the_lines_of_an_operation_lead_to_its_step() {
    let list = "/spec/template/spec/containers/0/args";
    let patch = format!(
        "- op: test\n  path: /spec/replicas\n  value: 3\n- op: replace\n  path: /spec/replicas\n  value: 4\n- op: remove\n  \
         path: {list}/3\n- op: move\n  from: {list}/5\n  path: {list}/0\n"
    );
    for (old, new, line, step, rule) in [
        ("value: 3", "value: 3.0", 3, 1, "`test` succeeds"),
        ("op: replace", "op: add", 4, 2, "Operation 1 (`add"),
        ("args/3", "args/2", 8, 3, "Operation 2 (`remove"),
        ("args/5", "args/6", 10, 4, "Operation 3 (`move"),
        ("args/0", "args/1", 11, 5, "Operation 3 (`move"),
    ] {
        let opening = Opening {
            semantics: Semantics::JSON_PATCH,
            ..opening(&live(), &[&patch])
        };
        for (width, height) in [(80, 24), (120, 40)] {
            let mut state = Explorer::open(opening.clone()).unwrap();
            frame(&mut state, width, height);
            save(&mut state, InputId::patch(0), &patch.replace(old, new));
            press(&mut state, ";");
            let want = format!("change 1 of 1: patch.yaml:{line}, was `");
            assert!(said(&state).starts_with(&want), "{new}: {}", said(&state));
            assert_eq!(state.workspace().merged().position(), step, "{new}");
            let lines: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
            let all = lines.join(" ");
            assert!(all.contains(rule) && !all.contains("No step"), "{new}: {all}");
        }
    }
}

#[test]
fn a_line_of_another_document_is_for_another_object() {
    let two = patch() + "---\nkind: Deployment\nmetadata:\n  name: search\nspec:\n  replicas: 5\n";
    let mut state = open(&live(), &[&two]);
    frame(&mut state, 80, 24);
    let new = two.replace("search\nspec:\n  replicas: 5", "search\nspec:\n  replicas: 6");
    save(&mut state, InputId::patch(0), &new);
    press(&mut state, ";");
    assert!(
        said(&state).ends_with(", was `replicas: 5`; b: back"),
        "{}",
        said(&state)
    );
    let lines: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
    let want = [
        "This line is for Deployment search",
        "No step changes this line: only the first document of the file is used.",
    ];
    assert_eq!(lines.join(" "), want.join(" "));
}

#[test]
fn with_several_patches_the_saved_one_is_shown_at_its_own_step() {
    let patches = ["spec:\n  paused: true\n  replicas: 6\n", "spec:\n  replicas: 8\n"];
    for at in [0, 1] {
        let mut state = open(&live(), &patches);
        frame(&mut state, 120, 40);
        press(&mut state, "1 g g");
        let new = patches[at].replace("replicas: ", "replicas: 1");
        save(&mut state, InputId::patch(at as u16), &new);
        press(&mut state, ";");
        frame(&mut state, 120, 40);
        let view = state.workspace().panes().view(Pane::Patch);
        let row = &state.rows(Pane::Patch)[view.cursor - view.scroll];
        let value = ["replicas: 16", "replicas: 18"][at];
        assert_eq!(row.text.trim(), value, "{}", said(&state));
        let lines: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
        assert!(lines.join("\n").contains(["16", "18"][at]), "{lines:?}");
    }
}

#[test]
fn a_save_in_another_format_says_that_only_the_format_changed() {
    let yaml = "spec:\n  paused: false\n  replicas: 2\n";
    let pretty = "{\n  \"spec\": {\n    \"replicas\": 2,\n    \"paused\": false\n  }\n}\n";
    let line = "{\"spec\":{\"replicas\":2,\"paused\":false}}\n";
    for (old, new) in [(pretty, yaml), (yaml, line), (line, pretty)] {
        let mut state = open(&live(), &[old]);
        frame(&mut state, 120, 40);
        save(&mut state, InputId::patch(0), new);
        let want = "patch.yaml reloaded: only the format changed; result: the same";
        assert_eq!(said(&state), want, "{new}");
        press(&mut state, ";");
        assert_eq!(said(&state), "the last save changed only the format");
        // With another value, the line with it is the only place to go to.
        save(&mut state, InputId::patch(0), &old.replace('2', "3"));
        press(&mut state, ";");
        let said = said(&state);
        assert!(
            said.starts_with("change 1 of 1: patch.yaml:") && said.contains("replicas") && said.contains('2'),
            "{said}"
        );
    }
}

#[test]
fn another_format_and_other_values_have_stops_for_the_values_only() {
    let line = r#"{"metadata":{"labels":{"a":"1","b":"2","gone":"x"}},"spec":{"replicas":2,"template":{"spec":{"containers":[
        {"name":"web","args":["a","b"]}]}}}}"#;
    let yaml = "spec:\n  replicas: 3\n  template:\n    spec:\n      containers:\n      - args: [a, c]\n        name: web\n\
                metadata:\n  labels:\n    b: '2'\n    a: '1'\n    new: y\n";
    let wide = yaml
        .replace("replicas: 3", "replicas: 4")
        .replace("  ", "    ")
        .replace("- args", "  - args");
    for (old, new, places) in [
        (
            line,
            yaml,
            &["was `replicas: 2`", ":6, ", "1 line removed", "1 line added"][..],
        ),
        (yaml, &wide, &["was `replicas: 3`"]),
    ] {
        let minified: String = old.lines().map(str::trim).collect();
        let old = if old.starts_with('{') {
            minified.as_str()
        } else {
            old
        };
        let mut state = open(&live(), &[old]);
        frame(&mut state, 120, 40);
        save(&mut state, InputId::patch(0), new);
        let mut said_at = Vec::new();
        for _ in places {
            press(&mut state, ";");
            said_at.push(said(&state));
        }
        let count = format!(" of {}: ", places.len());
        for place in places {
            let found = said_at
                .iter()
                .any(|said| said.contains(place) && said.contains(&count));
            assert!(found, "{place}: {said_at:#?}");
        }
    }
}

#[test]
fn a_prompt_does_not_hide_what_a_save_changed() {
    for keys in [":", "/", ": i m a"] {
        let mut state = opened((80, 24), keys);
        save(
            &mut state,
            InputId::patch(0),
            &patch().replace("replicas: 5", "replicas: 6"),
        );
        press(&mut state, "Esc");
        let said = said(&state);
        assert!(said.contains("patch.yaml reloaded; result: "), "{keys}: {said}");
    }
    // The text area shows the changes of its own text only.
    let mut state = opened((80, 24), "1 e");
    save(
        &mut state,
        InputId::patch(0),
        &patch().replace("replicas: 5", "replicas: 6"),
    );
    let text = frame(&mut state, 80, 24);
    assert!(text.contains("patch.yaml reloaded; result: "), "{text}");
}

#[test]
fn the_change_inside_a_long_line_is_on_the_screen() {
    let script = |word: &str| {
        let line = |at: usize| format!("location /svc{at} {word}{at};\\n");
        (0..200).map(line).collect::<String>()
    };
    let patch = |text: &str| format!(r#"[{{"op": "add", "path": "/metadata/note", "value": "{text}"}}]"#);
    let old = script("to");
    for (size, at) in [((80, 24), 0), ((80, 24), 100), ((120, 40), 199)] {
        let mut state = Explorer::open(Opening {
            semantics: Semantics::JSON_PATCH,
            ..opening(&live(), &[&patch(&old)])
        })
        .unwrap();
        frame(&mut state, size.0, size.1);
        let new = old.replace(&format!("to{at};"), "NEW;");
        save(&mut state, InputId::patch(0), &patch(&new));
        press(&mut state, ";");
        let shown = frame(&mut state, size.0, size.1);
        let mut at_cursor = shown.lines().filter(|line| line.contains('▸'));
        assert!(at_cursor.any(|line| line.contains("NEW")), "{at}:\n{shown}");
    }
}

#[test]
fn an_operation_that_a_save_adds_to_a_line_is_shown_with_its_step() {
    let first = r#"{"op":"replace","path":"/spec/replicas","value":5}"#;
    let added =
        r#"{"op":"add","path":"/spec/template/spec/containers/0/terminationMessagePolicy","value":"File"}"#;
    let last = r#"{"op":"replace","path":"/spec/template/spec/containers/0/image","value":"shop:3"}"#;
    for (old, new) in [
        (vec![first], vec![first, added]),
        (vec![last, first], vec![last, added, first]),
        (vec![first], vec![added, first]),
    ] {
        let [old, new] = [old, new].map(|all| format!("[{}]", all.join(",")));
        for (width, height) in [(60, 20), (80, 24), (120, 40), (200, 50)] {
            let mut state = Explorer::open(Opening {
                semantics: Semantics::JSON_PATCH,
                ..opening(&live(), &[&old])
            })
            .unwrap();
            frame(&mut state, width, height);
            save(&mut state, InputId::patch(0), &new);
            press(&mut state, ";");
            let shown = frame(&mut state, width, height);
            let mut at_cursor = shown.lines().filter(|line| line.contains('▸'));
            assert!(
                at_cursor.any(|line| line.contains("Policy\",\"value\":\"File\"}")),
                "{shown}"
            );
            assert!(
                shown.contains("added ·") && shown.contains(".terminationMessagePolicy"),
                "{shown}"
            );
            assert!(
                width < 120 || shown.contains("terminationMessagePolicy: File"),
                "{shown}"
            );
            assert!(said(&state).contains(", added `"), "{}", said(&state));
            assert!(said(&state).contains("\"File\"}"), "{}", said(&state));
        }
    }
}

#[test]
fn saves_that_the_user_has_not_seen_are_told_together() {
    let other_live = live().replace("replicas: 3", "replicas: 3\n  paused: true");
    let other_patch = patch().replace("image: shop:2", "image: shop:3");
    let both = "deployment.yaml and patch.yaml reloaded; result: 1 value changed, 1 addition";
    // The highlight of the first save is over before the second one. The second one can be of the same file.
    for (second, text, words, places) in [
        (InputId::patch(0), other_patch.clone(), both, 2),
        (
            InputId::LIVE,
            other_live.replace("label-00: a0", "label-00: z"),
            "deployment.yaml reloaded; result: 1 value changed, 1 addition",
            2,
        ),
    ] {
        let mut state = opened((80, 24), ":");
        save(&mut state, InputId::LIVE, &other_live);
        on_message(&mut state, Message::FlashOver);
        save(&mut state, second, &text);
        on_message(&mut state, Message::FlashOver);
        press(&mut state, "Esc");
        assert!(said(&state).contains(words), "{}", said(&state));
        press(&mut state, ";");
        let place = format!("change 1 of {places}: ");
        assert!(said(&state).contains(&place), "{}", said(&state));
        // The next save is one of its own.
        save(
            &mut state,
            InputId::patch(0),
            &patch().replace("replicas: 5", "replicas: 6"),
        );
        assert!(!said(&state).contains("deployment.yaml"), "{}", said(&state));
    }
    // No version is made beside unsaved text.
    let mut state = opened((80, 24), "1 e");
    on_message(&mut state, Message::Edited(format!("{}# typed", live())));
    save(&mut state, InputId::patch(0), &other_patch);
    press(&mut state, "Esc y");
    let text = frame(&mut state, 80, 24);
    assert!(text.contains("patch.yaml reloaded; result: "), "{text}");
    // Typing alone is no save.
    let mut state = opened((80, 24), "1 e");
    on_message(&mut state, Message::Edited(format!("{}# typed", live())));
    press(&mut state, "Esc y");
    let text = frame(&mut state, 80, 24);
    assert!(!text.contains("reloaded"), "{text}");
}

#[test]
fn a_file_that_was_empty_for_a_moment_is_compared_with_the_text_before() {
    let mut state = opened((80, 24), "");
    save(&mut state, InputId::patch(0), "");
    on_message(&mut state, Message::FlashOver);
    save(
        &mut state,
        InputId::patch(0),
        &patch().replace("replicas: 5", "replicas: 6"),
    );
    assert!(
        said(&state).contains("patch.yaml reloaded; result: spec.replicas changed"),
        "{}",
        said(&state)
    );
    press(&mut state, ";");
    assert!(said(&state).contains("was `replicas: 5`"), "{}", said(&state));
    // An empty file stays one that the user emptied.
    let mut state = opened((80, 24), "");
    save(&mut state, InputId::patch(0), "");
    assert!(said(&state).contains("patch.yaml reloaded"), "{}", said(&state));
}

#[test]
fn a_save_that_is_rejected_shows_the_place_although_the_step_is_gone() {
    let mut state = opened((80, 24), "S S S S S 2 g g");
    let step = state.workspace().merged().position();
    let unnamed = patch().replace("      - name: web\n        image", "      - image");
    save(&mut state, InputId::patch(0), &unnamed);
    let shown = frame(&mut state, 80, 24);
    assert!(
        said(&state).contains("showing the rejection") && state.workspace().merged().position() < step,
        "{shown}"
    );
    assert!(shown.contains("- image: shop:2"), "{shown}");
}

#[test]
fn a_line_in_flow_style_leads_to_the_step_of_its_value() {
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: '1', b: '2'}\n";
    for (opened, saved) in [
        ("data: {a: '5', b: '3'}\n", "data: {a: '5', b: '4'}\n"),
        (
            "{\"data\": {\"a\": \"5\", \"b\": \"3\"}}\n",
            "{\"data\": {\"a\": \"5\", \"b\": \"4\"}}\n",
        ),
    ] {
        let mut state = open(live, &[opened]);
        frame(&mut state, 80, 24);
        save(&mut state, InputId::patch(0), saved);
        press(&mut state, ";");
        let shown = frame(&mut state, 80, 24);
        assert!(!shown.contains("No step changes"), "{shown}");
        assert!(
            shown.contains("`b` is changed from \"2\" to \"4\""),
            "{saved}\n{shown}"
        );
    }
}

/// In another format, the old value is not a whole line.
#[test]
fn a_value_in_another_format_leads_to_its_step() {
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: '1', d: '2'}\n";
    let mut state = open(live, &["data:\n  a: '5'\n  d: '3'\n"]);
    frame(&mut state, 80, 24);
    save(&mut state, InputId::patch(0), "data: {a: '5', d: '4'}\n");
    press(&mut state, ";");
    let shown = frame(&mut state, 80, 24);
    assert!(shown.contains("`d` is changed from \"2\" to \"4\""), "{shown}");
}
