//! An apply in the explorer, in a real pseudo-terminal.

use std::fs;

use tempfile::TempDir;

use crate::harness::{Program, Pty};

/// `kubectl get` prints a List, also of one object.
#[test]
fn the_object_of_the_manifest_is_taken_from_a_list_and_watched() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let list = |x: u32| {
        format!(
            "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {{name: mine}}\n  data: {{x: \"{x}\"}}\n"
        )
    };
    fs::write(path("live.yaml"), list(1)).expect("live");
    let manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\ndata: {x: \"2\"}\n";
    fs::write(path("manifest.yaml"), manifest).expect("manifest");
    let program = Program::mergescope()
        .arg("apply")
        .arg("live.yaml")
        .arg("manifest.yaml")
        .directory(folder.path());
    let mut pty = Pty::spawn(program, 120, 40);
    pty.wait_for("step 1/2");
    pty.wait_for("`x` is changed from \"1\" to \"2\"");
    fs::write(path("live.yaml"), list(7)).expect("live");
    pty.wait_for("`x` is changed from \"7\" to \"2\"");
    pty.send("q");
    assert!(pty.exit().success());
}

const LIVE: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\ndata: {x: \"1\"}\n";
const MANIFEST: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\ndata: {x: \"2\"}\n";

#[test]
fn a_broken_file_is_shown_until_it_is_corrected() {
    for (broken, good, result) in [
        ("live.yaml", LIVE, "no result until it is corrected"),
        ("manifest.yaml", MANIFEST, "shows the live object until"),
    ] {
        let folder = TempDir::new().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("live.yaml"), LIVE).expect("live");
        fs::write(path("manifest.yaml"), MANIFEST).expect("manifest");
        fs::write(path(broken), good.replace("{x: ", "{wrong: [")).expect("a broken file");
        let program = Program::mergescope()
            .arg("apply")
            .arg("live.yaml")
            .arg("manifest.yaml")
            .directory(folder.path());
        let mut pty = Pty::spawn(program, 120, 40);
        pty.wait_for(&format!("{broken} cannot be read"));
        pty.wait_for(result);
        pty.wait_for("{wrong: [");
        pty.wait_for("✗ unreadable input");
        fs::write(path(broken), good).expect("a good file");
        pty.wait_for("`x` is changed from \"1\" to \"2\"");
        pty.wait_for(&format!("{broken} loaded"));
        pty.send("q");
        assert!(pty.exit().success());
    }
}

#[test]
fn one_manifest_opens_with_its_object_of_a_list_and_several_are_printed_with_the_reason() {
    let folder = TempDir::new().expect("a folder");
    let item = |name: &str| {
        format!("- apiVersion: v1\n  kind: ConfigMap\n  metadata: {{name: {name}}}\n  data: {{x: \"1\"}}\n")
    };
    let list = format!(
        "apiVersion: v1\nkind: List\nitems:\n{}{}",
        item("other"),
        item("mine")
    );
    fs::write(folder.path().join("live.yaml"), list).expect("live");
    let program = || {
        Program::mergescope()
            .arg("apply")
            .arg("live.yaml")
            .arg("manifest.yaml")
            .directory(folder.path())
    };
    fs::write(folder.path().join("manifest.yaml"), MANIFEST).expect("a manifest");
    let mut pty = Pty::spawn(program(), 120, 40);
    pty.wait_for("`x` is changed from \"1\" to \"2\"");
    pty.wait_for("step 1/2");
    pty.send("q");
    assert!(pty.exit().success());
    let two = format!("{MANIFEST}---\n{}", MANIFEST.replace("mine", "other"));
    fs::write(folder.path().join("manifest.yaml"), two).expect("two manifests");
    let mut pty = Pty::spawn(program(), 120, 40);
    pty.wait_for("note: the explorer opens for one manifest with a live object; pass them alone");
    assert!(pty.exit().success());
}
