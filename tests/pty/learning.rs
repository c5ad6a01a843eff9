//! Versions, saved schemas, predicting and presenting in a real pseudo-terminal.

use std::fs;

use crate::explorer::{Desk, LIVE, PATCH, has, has_not, quit};
use crate::harness::{Program, Pty, key};

#[test]
fn saves_become_versions_to_walk_list_and_compare() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    desk.save_atomically("patch.yaml", &PATCH.replace("shop:1.5", "shop:1.6"));
    screen.wait("the save", has("shop:1.6"));
    screen.send("<");
    screen.wait("the version before", has("version 1/2"));
    screen.send("V");
    screen.wait("the newest", has_not("version 1/2"));
    screen.send("v");
    screen.wait("the list", has("one for each readable save"));
    screen.send(key::UP);
    screen.wait("the cursor on the first", has("▸1"));
    screen.send("c");
    screen.wait("both", |screen| {
        let text = screen.contents();
        text.contains("image: shop:1.5")
            && text.contains("image: shop:1.6")
            && text.contains("difference 1/1")
    });
    screen.send(key::ESC);
    screen.wait("the panes", has("▸ result"));
    quit(screen);
}

const WIDGET: &str = "\
apiVersion: example.com/v1
kind: Widget
spec:
  parts:
  - {id: a, size: 1}
";

fn crd(keys: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: widgets.example.com}}
spec:
  group: example.com
  names: {{kind: Widget, plural: widgets}}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              parts:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [{keys}]
                items:
                  type: object
                  properties: {{id: {{type: string}}, size: {{type: integer}}}}
"
    )
}

#[test]
fn a_saved_schema_merges_anew_and_a_broken_one_keeps_the_last_result() {
    let desk = Desk::new(WIDGET, "spec:\n  parts:\n  - {id: b, size: 1}\n");
    fs::write(desk.path("crd.yaml"), crd("id")).expect("the schema");
    let program = desk
        .program()
        .arg("--schema")
        .arg("crd.yaml")
        .arg("--assume-list-type");
    let mut screen = Pty::spawn(program, 120, 40);
    screen.wait("added", has("merge: id"));
    desk.save_atomically("crd.yaml", "spec: {\n  broken");
    screen.wait("the place", has("crd.yaml:1:7"));
    assert!(screen.text().contains("merge: id"), "{}", screen.text());
    desk.save_atomically("crd.yaml", &crd("size"));
    screen.wait("merged anew", has("merge: size"));
    assert!(!screen.text().contains("crd.yaml:1:7"), "{}", screen.text());
    quit(screen);
}

#[test]
fn predicting_asks_and_keeps_score() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    screen.send("^P");
    screen.wait("nothing is told", has("asks about each change before it"));
    screen.send("s");
    screen.wait("a question", has("predict step"));
    screen.send(key::ENTER);
    screen.wait("the score", |screen| {
        let text = screen.contents();
        text.contains("predict 0/1") || text.contains("predict 1/1")
    });
    screen.send("P");
    screen.wait("told again", has("predict mode off"));
    quit(screen);
}

#[test]
fn presenting_plays_by_itself_without_a_footer() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    screen.send("^B");
    screen.wait("no footer, and the end by itself", |screen| {
        let text = screen.contents();
        !text.contains("s/S step") && text.contains("step 3/3")
    });
    screen.send("B");
    screen.wait("the footer again", has("s/S step"));
    quit(screen);
}

/// Chooses the last but one of the formats.
fn ask_for_the_name_of_a_session(screen: &mut Pty) {
    screen.send("w");
    screen.wait("the formats", has("session"));
    screen.send(key::END);
    screen.send(key::UP);
    screen.wait("the session", has("▸   session"));
    screen.send(key::ENTER);
    screen.wait("the usual name", has("Export session to: live.mergescope"));
}

#[test]
fn a_session_reopens_with_its_folds() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    screen.send(":metadata\ru");
    screen.wait("folded", has("metadata: … 1 line"));
    ask_for_the_name_of_a_session(&mut screen);
    screen.send(key::ENTER);
    screen.wait("written", has("wrote live.mergescope"));
    quit(screen);
    let program = Program::mergescope()
        .arg(desk.path("live.mergescope"))
        .directory(&desk.path(""));
    let mut screen = Pty::spawn(program, 120, 40);
    screen.wait("folded as before", has("metadata: … 1 line"));
    quit(screen);
}

#[test]
fn the_name_of_an_export_is_asked_for() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    ask_for_the_name_of_a_session(&mut screen);
    screen.send("\x15no/where\r");
    screen.wait("why not", has("enter another name"));
    screen.send("\x15patch.yaml\r");
    screen.wait("a question", has("The file exists"));
    screen.send("n");
    screen.wait("nothing happened", has("patch.yaml was not changed"));
    ask_for_the_name_of_a_session(&mut screen);
    // A name is pasted as one types it.
    screen.send("\x15\x1b[200~mine.mergescope\x1b[201~\r");
    screen.wait("written", has("wrote mine.mergescope"));
    assert_eq!(
        fs::read_to_string(desk.path("patch.yaml")).expect("the patch"),
        PATCH
    );
    assert!(desk.path("mine.mergescope").exists());
    quit(screen);
}

#[test]
fn of_several_live_objects_the_one_that_the_patch_names_is_shown() {
    let live = "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 1\n";
    let patch = "kind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 5\n";
    let desk = Desk::new(live, patch);
    let mut screen = desk.open(120, 40);
    screen.wait("the object", has("apps/v1 Deployment"));
    screen.wait("its place in the file", has("live.yaml:11:3"));
    quit(screen);
}
