//! A live file with several objects: which one is shown, the list of them, and saves of the file.

use std::sync::Arc;

use mergescope::document::read;
use mergescope::explorer::{
    ApplyOpening, Explorer, InputFile, InputId, ListKind, Message, Opening, on_message,
};
use mergescope::merge::Semantics;
use mergescope::report::live_objects::{LiveObjects, PatchedObject};
use mergescope::schema::Schema;

use crate::support::*;

const STREAM: &str = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\n---\napiVersion: apps/v1\nkind: Deployment\n\
                      metadata: {name: web}\nspec: {replicas: 1}\n---\napiVersion: apps/v1\nkind: Deployment\n\
                      metadata: {name: db}\nspec: {replicas: 2}\n";
const LIST: &str = "apiVersion: v1\nkind: List\nitems:\n- apiVersion: apps/v1\n  kind: Deployment\n  metadata:\n    \
                    name: web\n  spec: {replicas: 1}\n- apiVersion: apps/v1\n  kind: Deployment\n  metadata:\n    name: \
                    db\n  spec: {replicas: 2}\n";

fn picked(stream: &str, patch: &str) -> Option<(LiveObjects, Vec<u8>, PatchedObject)> {
    let patch = read("patch.yaml", patch.as_bytes().to_vec()).unwrap();
    LiveObjects::for_patches("live.yaml", stream.as_bytes(), &[&patch])
}

/// Opens a stream as the program does.
fn open_stream(stream: &str, patch: &str) -> Explorer {
    let (objects, text, patched) = picked(stream, patch).unwrap();
    let file = |name: &str, bytes: Vec<u8>, file| InputFile {
        name: name.to_owned(),
        bytes,
        file,
    };
    let opening = Opening {
        live: file("live.yaml", text, false),
        patches: vec![file("patch.yaml", patch.as_bytes().to_vec(), true)],
        schema: Arc::new(Schema::builtin()),
        semantics: Semantics::KUBERNETES,
    };
    let explorer = Explorer::open(opening).unwrap();
    explorer
        .with_commands(mergescope::terminal::bindings::commands())
        .with_objects(objects, patched)
}

fn shows(state: &mut Explorer, object: &str) -> bool {
    let (text, _) = shown(state, 120, 40);
    text.contains(&format!("name: {object}"))
}

#[test]
fn the_object_that_the_patch_names_is_shown() {
    let cases = [
        (
            STREAM,
            "kind: Deployment\nmetadata: {name: db}",
            Some((2, PatchedObject::One)),
        ),
        (STREAM, "kind: Deployment", Some((1, PatchedObject::Unclear))),
        (STREAM, "metadata: {name: web}", Some((0, PatchedObject::Unclear))),
        (STREAM, "kind: Secret", Some((0, PatchedObject::None))),
        (LIST, "metadata: {name: db}", Some((1, PatchedObject::One))),
        ("kind: Pod\nmetadata: {name: a}\n", "kind: Pod", None),
        ("---\nkind: Pod\nmetadata: {name: a}\n---\n", "kind: Pod", None),
    ];
    for (stream, patch, want) in cases {
        let found = picked(stream, patch).map(|(objects, _, patched)| (objects.shown().unwrap(), patched));
        assert_eq!(found, want, "{patch}");
    }
}

#[test]
fn an_object_is_chosen_from_the_list_and_a_key_opens_the_list_again() {
    for stream in [STREAM, LIST] {
        let mut state = open_stream(stream, "spec: {replicas: 3}");
        let list = |state: &Explorer| state.layers().list().map(|list| list.kind());
        assert_eq!(list(&state), Some(ListKind::Objects));
        assert_eq!(
            said(&state),
            "the patch does not say which of these objects it is for"
        );
        press(&mut state, "G Enter");
        assert_eq!(list(&state), None);
        assert!(said(&state).ends_with("Deployment db"), "{}", said(&state));
        assert!(shows(&mut state, "db"));
        press(&mut state, "8 / w e b Enter Enter");
        assert!(said(&state).ends_with("web"), "{}", said(&state));
        assert!(shows(&mut state, "web"));
        press(&mut state, ": d e p l o y m e n t Space d b Enter");
        assert!(shows(&mut state, "db"), "{}", said(&state));
    }
}

#[test]
fn a_save_of_the_file_shows_the_same_object_again() {
    let change = |state: &mut Explorer, text: &str| {
        let bytes = text.as_bytes().to_vec();
        on_message(
            state,
            Message::Changed {
                input: InputId::LIVE,
                bytes,
            },
        );
    };
    let mut state = open_stream(
        STREAM,
        "kind: Deployment\nmetadata: {name: db}\nspec: {paused: true}",
    );
    change(&mut state, &STREAM.replace("replicas: 2", "replicas: 8"));
    let (text, _) = shown(&mut state, 120, 40);
    assert!(text.contains("replicas: 8"), "{text}");

    // An object above it is gone: it is found by its name.
    let (_, two) = STREAM.split_once("---\n").unwrap();
    change(&mut state, two);
    assert!(shows(&mut state, "db"));
    press(&mut state, "8");
    assert_eq!(state.layers().list().map(|list| list.cursor()), Some(1));
    press(&mut state, "Esc");

    // Without the object the last good result stays, and the screen says why.
    change(&mut state, "kind: Service\n---\nkind: Pod\n");
    let errors: Vec<_> = state.workspace().inputs().errors().collect();
    assert!(
        matches!(errors[..], [error] if error.contains("Deployment db is no longer in this file")),
        "{errors:?}"
    );
    assert!(shows(&mut state, "db"));
    press(&mut state, ";");
    assert_eq!(said(&state), "live.yaml: Deployment db is no longer in this file");
    // The list has the objects of the file, also after it is saved once more.
    for _ in 0..2 {
        change(&mut state, "kind: Service\n---\nkind: Pod\n");
        assert_eq!(state.workspace().inputs().errors().count(), 1);
        press(&mut state, "8");
        let rows = list_rows(&state, ListKind::Objects);
        let is_row =
            |at: usize, name: &str, line: &str| rows[at].starts_with(name) && rows[at].contains(line);
        assert!(
            is_row(0, "Service", "line 1") && is_row(1, "Pod", "line 3"),
            "{rows:?}"
        );
        assert!(rows.len() == 2 && !rows.concat().contains("shown"), "{rows:?}");
        press(&mut state, "Esc");
    }
    change(&mut state, STREAM);
    assert_eq!(state.workspace().inputs().errors().count(), 0);
    press(&mut state, "8");
    let rows = list_rows(&state, ListKind::Objects);
    assert!(rows[2].contains("Deployment db line 10 (shown"), "{rows:?}");
    press(&mut state, "Esc");
    change(&mut state, "kind: Service\n---\nkind: Pod\n");
    press(&mut state, "8 j Enter");
    assert!(
        said(&state).starts_with("live object 2 of 2: Pod"),
        "{}",
        said(&state)
    );
    assert_eq!(state.workspace().inputs().errors().count(), 0);
}

#[test]
fn a_save_of_another_object_says_that_the_shown_one_is_the_same() {
    let mut state = open_stream(STREAM, "kind: Deployment\nmetadata: {name: db}");
    for name in ["front", "front", "other"] {
        let bytes = STREAM
            .replacen("{name: web}", &format!("{{name: {name}}}"), 1)
            .into_bytes();
        let input = InputId::LIVE;
        press(&mut state, "j");
        on_message(&mut state, Message::Changed { input, bytes });
        press(&mut state, ";");
        assert!(
            said(&state)
                .ends_with("the last save changed only other objects; the list of objects marks them"),
            "{}",
            said(&state)
        );
    }
    let bytes = STREAM.replacen("{name: web}", "{name: a}", 1).into_bytes();
    let input = InputId::LIVE;
    on_message(&mut state, Message::Changed { input, bytes });
    let same = "live.yaml reloaded; Deployment db is the same; changed: Service a";
    assert_eq!(said(&state), same);
    press(&mut state, "8");
    let (text, _) = shown(&mut state, 120, 40);
    assert!(
        text.contains("line 3 (changed by the last save)")
            || text.contains("line 1 (changed by the last save)"),
        "{text}"
    );
    assert_eq!(text.matches("changed by the last save").count(), 1, "{text}");
}

#[test]
fn a_save_that_adds_objects_shows_the_one_that_the_patch_is_for() {
    let patch = "kind: Deployment\nmetadata: {name: db}\nspec: {replicas: 3}\n";
    let service = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\n";
    let deployment = STREAM.rsplit_once("---\n").unwrap().1;
    let other = format!("{deployment}---\n{service}");
    let cases = [
        (deployment, STREAM, patch, "deployment.yaml has 3 objects (key 8)"),
        (service, STREAM, patch, "deployment.yaml has 3 objects (key 8)"),
        (deployment, LIST, patch, "deployment.yaml has 2 objects (key 8)"),
        (deployment, &other, patch, "deployment.yaml has 2 objects (key 8)"),
        (
            deployment,
            STREAM,
            "metadata: {name: x}",
            "deployment.yaml has 3 objects (key 8); the patch is for none of them",
        ),
        (
            deployment,
            STREAM,
            "kind: Deployment",
            "deployment.yaml has 3 objects (key 8); the patch does not say which of them it is for",
        ),
    ];
    for (before, after, patch, want) in cases {
        let mut state = open(before, &[patch]);
        frame(&mut state, 80, 24);
        let save = |state: &mut Explorer, text: &str| {
            let (input, bytes) = (InputId::LIVE, text.as_bytes().to_vec());
            on_message(state, Message::Changed { input, bytes });
        };
        save(&mut state, after);
        assert!(said(&state).ends_with(want), "{}", said(&state));
        if !want.ends_with(')') {
            // The patch does not decide, so that the object stays.
            assert!(shows(&mut state, "db"), "{after}");
            continue;
        }
        assert!(shows(&mut state, "db"), "{after}");
        save(&mut state, &after.replace("web", "front"));
        assert!(said(&state).contains("; changed: "), "{}", said(&state));
        // The file holds more than the object, so that its text is not saved.
        press(&mut state, "8 Esc 1 E");
        assert!(
            said(&state).starts_with("deployment.yaml is not a file"),
            "{}",
            said(&state)
        );
        // One object again, also another one, is the whole file.
        for one in [
            before,
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: only}\n",
        ] {
            save(&mut state, one);
            press(&mut state, "8");
            assert!(
                said(&state).contains("there is only one live object"),
                "{}",
                said(&state)
            );
            let name = one.split("name: ").nth(1).unwrap().split('}').next().unwrap();
            assert!(shows(&mut state, name), "{one}");
        }
    }
}

#[test]
fn a_save_of_another_object_than_that_of_an_apply_names_it() {
    let manifest = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: db}\nspec: {replicas: 3}\n";
    let (objects, text, patched) = picked(STREAM, manifest).unwrap();
    let apply = |text: &str| {
        let opening = ApplyOpening {
            live: given("live.yaml", text),
            manifest: given("manifest.yaml", manifest),
            last_applied: None,
            schema: Arc::new(Schema::builtin()),
            overwrite: true,
        };
        Explorer::open_apply(opening).unwrap()
    };
    let of_list = apply(std::str::from_utf8(&text).unwrap()).with_objects(objects, patched);
    let mut of_one = apply(STREAM.rsplit_once("---\n").unwrap().1);
    let save = |state: &mut Explorer, text: &str| {
        let (input, bytes) = (InputId::LIVE, text.as_bytes().to_vec());
        on_message(state, Message::Changed { input, bytes });
    };
    frame(&mut of_one, 80, 24);
    save(&mut of_one, STREAM);
    assert!(
        said(&of_one).ends_with("live.yaml has 3 objects"),
        "{}",
        said(&of_one)
    );
    for mut state in [of_list, of_one] {
        frame(&mut state, 80, 24);
        save(&mut state, &STREAM.replacen("{name: web}", "{name: a}", 1));
        assert_eq!(
            said(&state),
            "live.yaml reloaded; result: the same; changed: Service a"
        );
        press(&mut state, ";");
        assert!(
            said(&state).ends_with("the last save changed only other objects"),
            "{}",
            said(&state)
        );
    }
}

#[test]
fn an_object_that_the_patch_is_not_for_says_so() {
    let patch = "kind: Deployment\nmetadata: {name: db}\n---\nkind: Service\nmetadata: {name: web}\n";
    let mut state = open_stream(STREAM, patch);
    press(&mut state, "8 Home Enter");
    assert_eq!(
        said(&state),
        "live object 1 of 3: Service web; patch.yaml is for Deployment db; its document for this object is not used: only the \
         first one is"
    );
    let text = frame(&mut state, 120, 40);
    assert!(
        text.contains("Help: Write the document for Service web into a file of its own."),
        "{text}"
    );
    press(&mut state, "8 Home Down Enter");
    let text = frame(&mut state, 120, 40);
    assert!(text.contains("Help: Pass Deployment db as LIVE"), "{text}");
    assert_eq!(
        said(&state),
        "live object 2 of 3: Deployment web; patch.yaml is for Deployment db"
    );
    press(&mut state, "8 End Enter");
    assert_eq!(said(&state), "live object 3 of 3: Deployment db");
}

#[test]
fn a_chosen_object_is_what_the_next_save_is_compared_with() {
    for stream in [STREAM, LIST] {
        let mut state = open_stream(stream, "spec: {replicas: 3}");
        frame(&mut state, 80, 24);
        press(&mut state, "G Enter ;");
        assert!(
            said(&state).ends_with("no save has changed anything since this object was chosen"),
            "{}",
            said(&state)
        );
        let save = |state: &mut Explorer, input, text: &str| {
            let bytes = text.as_bytes().to_vec();
            on_message(state, Message::Changed { input, bytes });
        };
        save(&mut state, InputId::patch(0), "spec: {replicas: 4}");
        assert_eq!(said(&state), "patch.yaml reloaded; result: spec.replicas changed");
        press(&mut state, ";");
        let want = "change 1 of 1: patch.yaml:1, was `spec: {replicas: 3}`; b: back";
        assert_eq!(said(&state), want);
    }
}

#[test]
fn a_saved_patch_for_another_object_shows_that_object() {
    let mut state = open_stream(STREAM, "kind: Deployment\nmetadata: {name: db}");
    frame(&mut state, 80, 24);
    let bytes =
        b"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 5}\n".to_vec();
    let input = InputId::patch(0);
    on_message(&mut state, Message::Changed { input, bytes });
    let want = "patch.yaml reloaded; it is for live object 2 of 3: Deployment web";
    assert_eq!(said(&state), want);
    assert!(shows(&mut state, "web"));
    assert!(state.workspace().merged().server_rejection().is_none());
    // A patch for no object stays with the one that is shown.
    let bytes = b"kind: Deployment\nmetadata: {name: none}\n".to_vec();
    on_message(&mut state, Message::Changed { input, bytes });
    assert!(shows(&mut state, "web"));
}

#[test]
fn the_changes_of_another_object_in_the_last_save_are_shown_when_it_is_chosen() {
    for stream in [STREAM, LIST] {
        let mut state = open_stream(stream, "metadata: {labels: {a: b}}");
        let mut shown = String::new();
        let mut keys = |state: &mut Explorer, keys: &str| {
            press(state, keys);
            frame(state, 80, 24);
            said(state).clone_into(&mut shown);
            shown.clone()
        };
        keys(&mut state, "Home Enter");
        let input = InputId::LIVE;
        let save = |state: &mut Explorer, text: &str| {
            let bytes = text.as_bytes().to_vec();
            on_message(state, Message::Changed { input, bytes });
        };
        // Two of the objects change; the lines above the second one move it.
        let new = stream.replacen("replicas: 1", "replicas: 1, paused: true", 1);
        let new = new.replacen("replicas: 2", "replicas: 7", 1);
        let new = format!("# a comment\n{new}");
        save(&mut state, &new);
        let line = 1 + new.lines().position(|line| line.contains("replicas: 7")).unwrap();
        let chosen = keys(&mut state, "8 End Enter");
        assert!(
            chosen.ends_with("Deployment db; changed by the last save (key ;)"),
            "{chosen}"
        );
        let gone = keys(&mut state, ";");
        let want = format!("change 1 of 1: live.yaml:{line}, was `");
        assert!(gone.starts_with(&want) && gone.contains("replicas: 2"), "{gone}");
        // An object of the save that is chosen again has its changes again, and an object that is the same has none.
        keys(&mut state, "8 End k Enter");
        let gone = keys(&mut state, ";");
        assert!(
            gone.starts_with("change 1 of 1: live.yaml:") && gone.contains("was `"),
            "{gone}"
        );
        keys(&mut state, "8 End Enter");
        save(&mut state, &new.replacen("paused: true", "paused: false", 1));
        let said = keys(&mut state, ";");
        assert!(said.contains("changed only other objects"), "{said}");
        // A line that is added to another object is not one of the object.
        save(&mut state, &format!("# a comment\n{new}"));
        let told = keys(&mut state, "");
        assert!(
            told.starts_with("live.yaml reloaded; Deployment db is the same; changed: "),
            "{told}"
        );
        // An object that the save adds.
        let added = match stream == LIST {
            true => "- apiVersion: v1\n  kind: Service\n  metadata: {name: new}\n",
            false => "---\napiVersion: v1\nkind: Service\nmetadata: {name: new}\n",
        };
        save(&mut state, &format!("{new}{added}"));
        keys(&mut state, "8 End Enter");
        let said = keys(&mut state, ";");
        assert!(said.ends_with("the last save added this object"), "{said}");
    }
}

#[test]
fn a_patch_that_a_save_makes_one_for_another_object_has_its_change_there() {
    let mut state = open_stream(
        STREAM,
        "kind: Deployment\nmetadata: {name: db}\nspec: {replicas: 4}\n",
    );
    frame(&mut state, 80, 24);
    let bytes = b"kind: Deployment\nmetadata: {name: web}\nspec: {replicas: 4}\n".to_vec();
    let input = InputId::patch(0);
    on_message(&mut state, Message::Changed { input, bytes });
    press(&mut state, ";");
    let want = "change 1 of 1: patch.yaml:2, was `metadata: {name: db}`; b: back";
    assert_eq!(said(&state), want);
}

#[test]
fn the_pane_of_an_object_begins_at_its_first_line_with_the_numbers_of_the_file() {
    let patch = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: db}\nspec: {replicas: 3}";
    for (stream, first) in [(STREAM, "9 ---"), (LIST, "9   apiVersion: apps/v1")] {
        let mut state = open_stream(stream, patch);
        press(&mut state, "g g");
        let (text, _) = shown(&mut state, 120, 24);
        let mut rows = text.lines().skip_while(|line| !line.contains("live.yaml"));
        assert!(rows.nth(1).is_some_and(|row| row.contains(first)), "{text}");
        press(&mut state, "1 : 1 1 Enter");
        assert!(said(&state).starts_with("line 11; "), "{}", said(&state));
        press(&mut state, ": 8 Enter");
        let (text, _) = shown(&mut state, 120, 24);
        assert!(text.contains("there is no such line (9 to 13)"), "{text}");
    }
}

#[test]
fn the_key_that_opens_the_list_of_objects_closes_it() {
    let mut state = open_stream(
        STREAM,
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: db}",
    );
    for is_open in [true, false, true] {
        press(&mut state, "8");
        assert_eq!(state.layers().list().is_some(), is_open);
    }
    press(&mut state, "9");
    assert_eq!(said(&state), "there is no choice 9 (1 to 3)");
}
