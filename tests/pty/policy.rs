//! A policy in the explorer, in a real pseudo-terminal.

use std::fs;

use tempfile::TempDir;

use crate::harness::{Program, Pty};

const POLICY: &str = "\
apiVersion: policy.open-cluster-management.io/v1
kind: ConfigurationPolicy
metadata: {name: p}
spec:
  namespaceSelector: {include: [default]}
  remediationAction: enforce
  object-templates:
  - complianceType: musthave
    objectDefinition:
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: a
      data:
        mode: fast
";

#[test]
fn a_policy_is_explored_and_both_files_are_watched() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  mode: slow\n";
    fs::write(path("policy.yaml"), POLICY).expect("policy");
    fs::write(path("live.yaml"), live).expect("live");
    let program = Program::mergescope()
        .arg("policy")
        .arg("policy.yaml")
        .arg("live.yaml")
        .directory(folder.path());
    let mut pty = Pty::spawn(program, 120, 40);
    pty.wait_for("The verdict depends on the API server");
    pty.wait_for("watching ✓");
    pty.send("6");
    pty.wait_for("compliance types");
    pty.send("\x1b");
    fs::write(path("live.yaml"), live.replace("slow", "fast")).expect("live");
    pty.wait_for("Compliant: nothing is sent");
    fs::write(path("policy.yaml"), POLICY.replace("musthave", "mustnothave")).expect("policy");
    pty.wait_for("found but should not exist");
    pty.send("q");
    assert!(pty.exit().success());
    pty.assert_restored();
}

/// A patch that is passed as the policy by mistake can be for the broken Secret.
#[test]
fn a_file_that_is_no_policy_is_not_shown_next_to_a_secret() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("patch.yaml"), "immutable: LEAK\n").expect("patch");
    fs::write(path("live.yaml"), "kind: Secret\nstringData: {a: \"b}\n").expect("live");
    let program = Program::mergescope()
        .arg("policy")
        .arg("patch.yaml")
        .arg("live.yaml")
        .directory(folder.path());
    let mut pty = Pty::spawn(program, 120, 40);
    assert_eq!(pty.exit().exit_code(), 2);
    let text = pty.text();
    assert!(text.contains("error: patch.yaml:1:1"), "{text}");
    assert!(!text.contains("LEAK"), "{text}");
}

#[test]
fn a_broken_file_is_shown_until_it_is_corrected() {
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  mode: fast\n";
    for (broken, good) in [("live.yaml", live), ("policy.yaml", POLICY)] {
        let folder = TempDir::new().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("policy.yaml"), POLICY).expect("policy");
        fs::write(path("live.yaml"), live).expect("live");
        fs::write(path(broken), good.replace("mode: fast", "mode: [wrong")).expect("a broken file");
        let program = Program::mergescope()
            .arg("policy")
            .arg("policy.yaml")
            .arg("live.yaml")
            .directory(folder.path());
        let mut pty = Pty::spawn(program, 120, 40);
        pty.wait_for(&format!("{broken} cannot be read"));
        pty.wait_for("mode: [wrong");
        pty.wait_for("✗ unreadable input");
        fs::write(path(broken), good).expect("a good file");
        pty.wait_for("Compliant: nothing is sent");
        pty.wait_for(&format!("{broken} loaded"));
        pty.send("q");
        assert!(pty.exit().success());
    }
}
