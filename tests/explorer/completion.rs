//! The field under the cursor of the text area: how it merges, and what can be written there.

use std::sync::Arc;

use mergescope::explorer::{Effect, Explorer, ListKind, Message, PolicyOpening, on_message};
use mergescope::merge::Semantics;
use mergescope::schema::Schema;
use mergescope::terminal::draw::{draw, places};
use mergescope::terminal::textarea::TextArea;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::computed_patches::forced_manager;
use crate::support::*;

const TEXT: &str = "\
spec:
  replicas: 3
  strategy:
    type: Recreate
  template:
    spec:
      containers:
      - name: w
        args: []
        imag
        volumeMounts:
        - mountPath: /x
  wrong: 1
";

fn editing(line: usize, column: usize) -> Explorer {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 120, 40);
    press(&mut state, "e");
    on_message(&mut state, Message::Edited(TEXT.to_owned()));
    on_message(&mut state, Message::Cursor { line, column });
    state
}

#[test]
fn the_status_line_says_how_the_field_under_the_cursor_merges() {
    for (line, column, expected) in [
        (0, 2, Some("`spec`: a map, merged field by field")),
        (1, 5, Some("`replicas`: int32, replaced by the new value")),
        (
            2,
            5,
            Some("`strategy`: a map, `$retainKeys` lists the fields to keep"),
        ),
        (6, 9, Some("`containers`: a list merged by `name`")),
        (
            7,
            10,
            Some("`name`: the merge key of `containers`, selects the item"),
        ),
        (8, 9, Some("`args`: a list, replaced as a whole")),
        // Not a field yet: the list that it will be in.
        (9, 12, Some("`containers`: a list merged by `name`")),
        (10, 12, Some("`volumeMounts`: a list merged by `mountPath`")),
        (12, 3, Some("DeploymentSpec has no field `wrong`")),
        (99, 0, None),
    ] {
        let state = editing(line, column);
        assert_eq!(
            state.merge_rule_at_cursor().as_deref(),
            expected,
            "{line}:{column}"
        );
    }
    for (line, column, expected) in [
        (
            "    $setElementOrder/containers: []",
            8,
            "`$setElementOrder/containers`: the order of the items of `containers`",
        ),
        (
            "    $patch: replace",
            8,
            "`$patch`: `delete` for this map or item, `replace` for the map or the whole list",
        ),
        (
            "    $setElementOrder/containers:\n      - name: web",
            8,
            "`name`: an entry in the order of `containers`",
        ),
    ] {
        let mut state = editing(0, 0);
        let text = format!("spec:\n  template:\n    spec:\n  {line}\n");
        on_message(&mut state, Message::Edited(text));
        let at = 2 + line.lines().count();
        on_message(&mut state, Message::Cursor { line: at, column });
        assert_eq!(state.merge_rule_at_cursor().as_deref(), Some(expected), "{line}");
    }
    for (line, column, expected) in [
        ("    $setElementOrder/containers:\n      - name: w", 15, "web"),
        ("    $patch: d", 15, "delete"),
    ] {
        let mut state = editing(0, 0);
        let text = format!("spec:\n  template:\n    spec:\n  {line}\n");
        on_message(&mut state, Message::Edited(text));
        let at = 2 + line.lines().count();
        on_message(&mut state, Message::Cursor { line: at, column });
        press(&mut state, "Ctrl-N");
        let inserted = state.take_insertion();
        assert_eq!(
            inserted.map(|(_, text)| text),
            Some(expected.to_owned()),
            "{line}"
        );
    }
    // Not the kind of the type in Go.
    let mut state = editing(0, 0);
    let text = TEXT.replace(
        "        args: []\n",
        "        resources:\n          limits:\n            memory: 1Gi\n",
    );
    on_message(&mut state, Message::Edited(text));
    on_message(&mut state, Message::Cursor { line: 10, column: 14 });
    assert_eq!(
        state.merge_rule_at_cursor().as_deref(),
        Some("`memory`: Quantity, replaced by the new value")
    );
}

/// Starts to edit a patch of a type, with the cursor at `@`.
fn editing_with(semantics: Semantics, pane: &str, text: &str) -> Explorer {
    let patch = match semantics {
        Semantics::JSON_PATCH => "- op: remove\n  path: /spec/replicas\n",
        _ => "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n",
    };
    let mut given = opening(LIVE, &[patch]);
    given.semantics = semantics;
    let mut state = Explorer::open(given).unwrap();
    frame(&mut state, 120, 40);
    press(&mut state, &format!("{pane} e"));
    let before = &text[..text.find('@').unwrap()];
    let (line, column) = (
        before.matches('\n').count(),
        before.rsplit('\n').next().unwrap().len(),
    );
    on_message(&mut state, Message::Edited(text.replace('@', "")));
    on_message(&mut state, Message::Cursor { line, column });
    state
}

const POD: &str = "spec:\n  template:\n    spec:\n";

#[test]
fn the_merge_rule_at_the_cursor_is_that_of_the_patch_type() {
    let server_side = Semantics::ServerSide(forced_manager());
    let (merge, strategic, json) = (
        Semantics::MERGE_PATCH,
        Semantics::KUBERNETES,
        Semantics::JSON_PATCH,
    );
    let item = format!("{POD}      containers:\n      - ");
    for (semantics, text, expected) in [
        (
            merge,
            format!("{item}name: w@"),
            Some("`name`: string; `containers` is replaced as a whole"),
        ),
        (
            merge,
            format!("{POD}      @containers:"),
            Some("`containers`: a list, replaced as a whole"),
        ),
        (
            strategic,
            format!("{POD}      tolerations:\n      - key: @a"),
            Some("`key`: string; `tolerations` is replaced as a whole"),
        ),
        (
            strategic,
            "{\"spec\": {\"replicas\": 5@}}".to_owned(),
            Some("`replicas`: int32, replaced by the new value"),
        ),
        (
            strategic,
            "{spec@: {replicas: 5}}".to_owned(),
            Some("`spec`: a map, merged field by field"),
        ),
        (
            strategic,
            format!("{POD}      containers: [{{name: w@eb}}]"),
            Some("`name`: the merge key of `containers`, selects the item"),
        ),
        (strategic, "spec:\n  replicas: 3\n# @more".to_owned(), None),
        (strategic, "spec:\n  replicas: 3\n    # @more".to_owned(), None),
        (
            server_side,
            format!("{item}ports@:"),
            Some("`ports`: a list merged by `containerPort` and `protocol`"),
        ),
        (
            server_side,
            format!("{item}ports:\n        - protocol: @TCP"),
            Some("`protocol`: one of the keys of `ports`, selects the item"),
        ),
        (
            server_side,
            format!("{item}name: @web"),
            Some("`name`: the merge key of `containers`, selects the item"),
        ),
        (
            server_side,
            "spec:\n  selector: @".to_owned(),
            Some("`selector`: a map, replaced as a whole"),
        ),
        (
            json,
            "[\n  {\"op\": \"remove\", \"path\": \"/spec@\"}\n]".to_owned(),
            Some("`remove`: removes the value at `path`"),
        ),
        (
            json,
            "[{\"op\": \"add\", \"value\": {\"a@\": 1}, \"path\": \"/spec\"}]".to_owned(),
            Some("`add`: adds the value at `path`; in a list, before that position"),
        ),
    ] {
        let state = editing_with(semantics, "2", &text);
        assert_eq!(state.merge_rule_at_cursor().as_deref(), expected, "{text}");
    }
    // A JSON patch does not merge the fields of the live object.
    let text = "apiVersion: apps/v1\nkind: Deployment\nspec:\n  replicas: @3\n";
    let state = editing_with(json, "1", text);
    assert_eq!(state.merge_rule_at_cursor().as_deref(), Some("`replicas`: int32"));
}

#[test]
fn completions_know_the_keys_of_the_patch_type_and_flow_style() {
    let text = format!("{POD}      containers:\n      - name: web\n        @");
    let server_side = Semantics::ServerSide(forced_manager());
    for (semantics, expected) in [
        (server_side, "a list merged by `containerPort` and `protocol`"),
        (Semantics::KUBERNETES, "a list merged by `containerPort`"),
        (Semantics::MERGE_PATCH, "a list, replaced as a whole"),
    ] {
        let mut state = editing_with(semantics, "2", &text.replace('@', "port@"));
        press(&mut state, "Ctrl-N");
        let inserted = state.take_insertion();
        assert_eq!(inserted, Some((4, "ports:".to_owned())));
        let mut state = editing_with(semantics, "2", &text);
        press(&mut state, "Ctrl-N");
        let rows = list_rows(&state, ListKind::Completions);
        let ports = rows.iter().find(|row| row.starts_with("ports:"));
        assert!(
            ports.is_some_and(|row| row.ends_with(&format!(" {expected}"))),
            "{rows:?}"
        );
    }
    for text in ["@{\"spec\": {}}", "{@\"spec\": {}}", "spec: {rep@}", "# @"] {
        let mut state = editing_with(Semantics::KUBERNETES, "2", text);
        press(&mut state, "Ctrl-N");
        assert_eq!(said(&state), "complete: nothing to complete here", "{text}");
    }
}

/// Starts to edit a JSON patch, with the cursor at the end of its last line.
fn editing_operations(text: &str) -> Explorer {
    let mut given = opening(LIVE, &["- op: remove\n  path: /spec/replicas\n"]);
    given.semantics = Semantics::JSON_PATCH;
    let mut state = Explorer::open(given).unwrap();
    frame(&mut state, 120, 40);
    press(&mut state, "2 e");
    on_message(&mut state, Message::Edited(text.to_owned()));
    let (line, column) = (text.lines().count() - 1, text.lines().last().unwrap().len());
    on_message(&mut state, Message::Cursor { line, column });
    state
}

/// Starts to edit a policy with two templates, with the cursor at the end of a text that replaces the only `@`.
fn editing_policy(text: &str, at: &str) -> Explorer {
    let opening = PolicyOpening {
        policy: given("policy.yaml", &text.replace('@', "")),
        live: vec![given("deployment.yaml", LIVE)],
        schema: Arc::new(Schema::builtin()),
    };
    let mut state = Explorer::open_policy(opening).unwrap();
    frame(&mut state, 120, 40);
    press(&mut state, "2 e");
    let text = text.replace('@', at);
    let line = text.lines().position(|line| line.contains(at)).unwrap();
    let column = text.lines().nth(line).unwrap().find(at).unwrap() + at.len();
    on_message(&mut state, Message::Edited(text));
    on_message(&mut state, Message::Cursor { line, column });
    state
}

/// The completions that a key offers, without spaces at the end.
fn offered(state: &mut Explorer) -> Vec<String> {
    press(state, "Ctrl-N");
    if let Some((_, written)) = state.take_insertion() {
        return vec![written.trim_end().to_owned()];
    }
    let view = state.layers().list_view(state.workspace());
    let rows = view.into_iter().flat_map(|view| view.rows);
    rows.map(|row| row.label.trim_end().to_owned()).collect()
}

#[test]
fn a_policy_is_completed_with_the_fields_of_the_object_at_the_cursor() {
    let policy = |spec: &str, deployment: &str, data: &str| {
        format!(
            "apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nmetadata:\n  name: p\nspec:\n  \
             object-templates:\n  - complianceType: musthave\n    objectDefinition:\n      apiVersion: v1\n      \
             kind: ConfigMap\n      metadata:\n        name: settings\n{data}  - complianceType: musthave\n    \
             objectDefinition:\n      apiVersion: apps/v1\n      kind: Deployment\n      metadata:\n        \
             name: web\n      spec:\n{deployment}{spec}"
        )
    };
    for (text, typed, wanted, rule) in [
        (policy("", "        @\n", ""), "repl", "replicas:", None),
        (
            policy(
                "",
                "        template:\n          spec:\n            containers:\n            - @\n",
                "",
            ),
            "workin",
            "workingDir:",
            None,
        ),
        (
            policy("", "        @: 3\n", ""),
            "replicas",
            "",
            Some("`replicas`: int32"),
        ),
        (policy("", "", "      @\n"), "bin", "binaryData:", None),
        (
            policy("  @\n", "        replicas: 3\n", ""),
            "seve",
            "",
            Some("only the fields below `objectDefinition` are known"),
        ),
    ] {
        let mut state = editing_policy(&text, typed);
        if rule.is_some() {
            assert_eq!(state.merge_rule_at_cursor().as_deref(), rule, "{text}");
        }
        let found = offered(&mut state);
        let wanted: Vec<&str> = Some(wanted)
            .filter(|wanted| !wanted.is_empty())
            .into_iter()
            .collect();
        assert_eq!(found, wanted, "{text}");
    }
}

#[test]
fn the_status_line_says_what_the_operation_of_a_json_patch_does() {
    for (text, expected) in [
        (
            "- op: remove\n  pa",
            Some("`remove`: removes the value at `path`"),
        ),
        (
            "- path: /spec\n  op: move\n  ",
            Some("`move`: removes the value at `from` and adds it at `path`"),
        ),
        (
            "- op: add\n  path: /spec/x\n  value:\n    image: a",
            Some("`add`: adds the value at `path`; in a list, before that position"),
        ),
        (
            "- op: remove\n- op: mov",
            Some("`op` is one of add, remove, replace, move, copy, test"),
        ),
        ("# more", None),
    ] {
        let state = editing_operations(text);
        assert_eq!(state.merge_rule_at_cursor().as_deref(), expected, "{text}");
    }
}

#[test]
fn fields_operations_and_pointers_of_a_json_patch_are_completed() {
    let all_operations = ["add", "remove", "replace", "move", "copy", "test"];
    for (text, expected) in [
        ("- ", &["op:", "path:", "from:", "value:"][..]),
        ("- path: /spec\n  ", &["op:", "from:", "value:"]),
        ("- op: move\n  ", &["path:", "from:"]),
        ("- op: remove\n  path: /spec\n  ", &[]),
        ("- op: add\n  path: /spec\n  va", &["value:"]),
        ("- op: ", &all_operations),
        ("- op: re", &["remove", "replace"]),
        ("- op: remove\n  path: /sp", &["/spec"]),
        ("- op: remove\n  path: /spec/tem", &["/spec/template"]),
        ("- op: remove\n  path: /nothing/", &[]),
        // The fields of the object are none of the operation, nor is the value completed.
        ("- op: add\n  path: /spec\n  value:\n    ", &[]),
        ("- op: test\n  path: /spec\n  value: ", &[]),
    ] {
        let mut state = editing_operations(text);
        press(&mut state, "Ctrl-N");
        let offered: Vec<String> = match state.take_insertion() {
            Some((_, written)) => vec![written.trim_end().to_owned()],
            None => {
                let view = state.layers().list_view(state.workspace());
                let rows = view.map_or_else(Vec::new, |view| view.rows);
                rows.iter().map(|row| row.label.trim_end().to_owned()).collect()
            }
        };
        assert_eq!(offered, expected, "{text}");
    }
    // The items of a list are offered with their names, and its end.
    let containers = "/spec/template/spec/containers";
    let mut state = editing_operations(&format!("- op: add\n  path: {containers}/"));
    press(&mut state, "Ctrl-N");
    let text = frame(&mut state, 120, 40);
    assert!(text.contains(&format!("{containers}/0  name: ")), "{text}");
    assert!(
        text.contains(&format!("{containers}/-  the end of the list")),
        "{text}"
    );
}

#[test]
fn the_merge_rule_is_not_cut_where_the_row_has_room_for_it() {
    let mut state = open(LIVE, &["spec:\n  strategy:\n    type: Recreate\n"]);
    press(&mut state, "2 e");
    on_message(&mut state, Message::Cursor { line: 1, column: 5 });
    let text = frame(&mut state, 80, 24);
    let rule = "`strategy`: a map, `$retainKeys` lists the fields to keep";
    assert!(text.contains(rule), "{text}");
}

#[test]
fn field_names_and_merge_keys_are_completed() {
    // One candidate is written at once.
    let mut state = editing(9, 12);
    let offered = |state: &Explorer| -> Vec<String> {
        let view = state.layers().list_view(state.workspace());
        let rows = view.map_or_else(Vec::new, |view| view.rows);
        rows.iter().map(|row| row.label.trim_end().to_owned()).collect()
    };
    press(&mut state, "Ctrl-N");
    assert_eq!(offered(&state), ["image:", "imagePullPolicy:"]);
    assert_eq!(press(&mut state, "Enter"), [Effect::InsertText]);
    assert_eq!(state.take_insertion(), Some((4, "image: ".to_owned())));
    assert_eq!(state.take_insertion(), None);
    // The key of a live item.
    let mut state = editing(7, 15);
    assert_eq!(press(&mut state, "Ctrl-N"), [Effect::InsertText]);
    assert_eq!(state.take_insertion(), Some((1, "web".to_owned())));
    // What is there already is not offered.
    let mut state = editing(3, 0);
    press(&mut state, "Ctrl-N");
    assert!(
        !offered(&state).iter().any(|name| name.starts_with("replicas")),
        "{:?}",
        offered(&state)
    );
    let mut state = editing(8, 16);
    press(&mut state, "Ctrl-N");
    assert_eq!(said(&state), "complete: nothing to complete here");
}

#[test]
fn a_merge_key_that_the_patch_list_has_is_not_offered() {
    let offered = |text: &str, line: usize, column: usize| -> Vec<String> {
        let mut state = editing(0, 0);
        on_message(&mut state, Message::Edited(text.to_owned()));
        on_message(&mut state, Message::Cursor { line, column });
        press(&mut state, "Ctrl-N");
        if let Some((_, written)) = state.take_insertion() {
            return vec![written];
        }
        let view = state.layers().list_view(state.workspace());
        let rows = view.map_or_else(Vec::new, |view| view.rows);
        rows.iter().map(|row| row.label.trim_end().to_owned()).collect()
    };
    let head = "spec:\n  template:\n    spec:\n      containers:\n";
    let cases: [(&str, usize, &[&str]); 4] = [
        ("      - name: \n", 4, &["sidecar", "debug", "web"]),
        // Another item is before or after it; its other fields and lists do not count.
        (
            "      - image: a\n        name: \"debug\" # old\n        env:\n        - name: web\n      - name: \n",
            8,
            &["sidecar", "web"],
        ),
        (
            "      - name: \n      -   name: web\n      nodeName: debug\n",
            4,
            &["sidecar", "debug"],
        ),
        (
            "      - name: sidecar\n      - name: \n      - name: web\n",
            5,
            &["debug"],
        ),
    ];
    for (text, line, expected) in cases {
        assert_eq!(offered(&format!("{head}{text}"), line, 14), expected, "{text}");
    }
}

#[test]
fn a_completion_is_one_change() {
    for (typed, completed) in [
        ("tol", "tolerations:"),
        ("WE", "web"),
        ("", "name: "),
        ("i", "image: "),
    ] {
        let mut area = TextArea::new("spec:\n  \nend: 1", 1).with_column(2);
        for c in typed.chars() {
            area.key(key(&c.to_string()));
        }
        let before = (area.text(), area.cursor());
        assert!(area.complete(typed.len(), completed));
        let after = (area.text(), area.cursor());
        // The cursor may have moved.
        area.key(key("Home"));
        area.key(key("Ctrl-Z"));
        assert_eq!((area.text(), area.cursor()), before, "{completed}");
        area.key(key("Ctrl-Y"));
        assert_eq!((area.text(), area.cursor()), after, "{completed}");
        area.key(key("Ctrl-Z"));
        area.key(key("Ctrl-Z"));
        assert_eq!(area.text(), "spec:\n  \nend: 1", "{completed}");
        area.key(key("Ctrl-Y"));
        area.key(key("Ctrl-Y"));
        assert_eq!((area.text(), area.cursor()), after, "{completed}");
        area.key(key("x"));
        area.key(key("Ctrl-Z"));
        assert_eq!((area.text(), area.cursor()), after, "{completed}");
    }
}

#[test]
fn the_completions_leave_the_typed_line_and_its_cursor_in_view() {
    for (width, height) in [(80, 24), (60, 20), (120, 40)] {
        let text = "spec:\n  strategy:\n    \n".to_owned() + &"  # more\n".repeat(60);
        for line in [2, 12] {
            let mut state = open(LIVE, &[&text]);
            press(&mut state, "2 e");
            on_message(&mut state, Message::Cursor { line: 2, column: 4 });
            press(&mut state, "Ctrl-N");
            assert!(state.is_completing());
            let mut area = TextArea::new(&text, line);
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            terminal
                .draw(|frame| {
                    let places = places(frame.area(), &state);
                    state.resize(places.sizes());
                    draw(&state, &look(), &places, Some(&mut area), frame);
                })
                .unwrap();
            let cursor = terminal.get_cursor_position().unwrap();
            let screen = terminal.backend().to_string();
            let rows: Vec<&str> = screen.lines().collect();
            // A character is text, so the footer has no such key.
            let footer = rows.last().unwrap();
            assert!(footer.contains("Enter insert"), "{screen}");
            assert!(
                !footer.contains("/ filter") && !footer.contains(": jump"),
                "{screen}"
            );
            let list = rows.iter().position(|row| row.contains(" complete ")).unwrap();
            let end = rows.iter().rposition(|row| row.contains('╰')).unwrap();
            let at = usize::from(cursor.y);
            assert!(
                at > 0 && !(list..=end).contains(&at),
                "{at} {list} {end}\n{screen}"
            );
        }
    }
}
