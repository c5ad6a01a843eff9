//! `mergescope verify --server` with the recorded transcripts of kubectl and an API server.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output};

use crate::recorded::folder;

/// A fake kubectl that prints the transcript of `get` or `patch`.
const KUBECTL: &str = "#!/bin/sh
cat > /dev/null
name=$(cat $1)
[ -f transcripts/$name.stdout ] && cat transcripts/$name.stdout
[ -f transcripts/$name.stderr ] && cat transcripts/$name.stderr >&2
exit $(cat transcripts/$name.exit)
";

fn transcripts() -> PathBuf {
    folder().join("transcripts")
}

fn transcript(file: &str) -> String {
    std::fs::read_to_string(transcripts().join(file)).unwrap()
}

/// Verifies `patch` for the recorded Deployment; the fake kubectl prints the transcripts `get` and `patched`.
fn verify(get: &str, patched: &str, patch: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("live.yaml", &transcript("get-stdin-json.stdin"));
    write("patch.yaml", patch);
    write("get", get);
    write("patch", patched);
    write("kubectl", KUBECTL);
    let kubectl = folder.path().join("kubectl");
    std::fs::set_permissions(&kubectl, std::fs::Permissions::from_mode(0o755)).unwrap();
    std::os::unix::fs::symlink(transcripts(), folder.path().join("transcripts")).unwrap();
    Command::new(env!("CARGO_BIN_EXE_mergescope"))
        .env("XDG_CONFIG_HOME", "/nowhere")
        .args(["verify", "live.yaml", "patch.yaml", "--server", "--kubectl"])
        .arg(&kubectl)
        .current_dir(folder.path())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_list_that_kubectl_prints_for_stdin_is_one_object() {
    let output = verify("get-stdin-json", "get-stdin-json", "{}");
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("gives the same result"), "{said}");
}

#[test]
fn a_rejection_by_the_server_is_a_verdict() {
    let patch = r#"{"spec":{"selector":{"matchLabels":{"a":"b"}}}}"#;
    let output = verify("get-stdin-json", "v8-patch-refused", patch);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}{}", text(&output.stderr));
    assert!(said.contains("Both reject the patch"), "{said}");
    assert!(said.contains("field is immutable"), "{said}");
}

#[test]
fn without_an_answer_there_is_no_verdict() {
    let failures = [
        ("error-context", "get-stdin-json"),
        ("error-forbidden", "get-stdin-json"),
        ("get-stdin-json", "error-forbidden-patch"),
        ("error-kind-in-file", "get-stdin-json"),
        ("error-namespace", "get-stdin-json"),
        ("error-no-kubeconfig", "get-stdin-json"),
        ("error-not-found", "get-stdin-json"),
        ("error-server-down", "get-stdin-json"),
        ("get-stdin-json", "error-server-down"),
        ("error-server-down-v", "get-stdin-json"),
        ("error-type", "get-stdin-json"),
        ("error-type-group", "get-stdin-json"),
        ("error-tls", "get-stdin-json"),
        ("get-stdin-json", "error-tls"),
        ("error-unauthorized", "get-stdin-json"),
        ("get-stdin-json", "error-unauthorized"),
        ("get-stdin-not-found", "get-stdin-json"),
    ];
    for (get, patched) in failures {
        let output = verify(get, patched, "{}");
        let failed = if get == "get-stdin-json" { patched } else { get };
        let said = text(&output.stderr);
        let reason = transcript(&format!("{failed}.stderr"));
        let reason = reason
            .lines()
            .find(|line| !line.starts_with('E') || line.starts_with("Error"));
        let reason = reason.unwrap().trim_start_matches("error: ");
        assert_eq!(output.status.code(), Some(2), "{get}, {patched}: {said}");
        assert!(said.contains(reason), "{get}, {patched}: {said}");
        assert!(!said.contains("memcache.go"), "a log line of kubectl: {said}");
        assert!(said.contains("help: "), "{get}, {patched}: {said}");
        assert_eq!(text(&output.stdout), "", "{get}, {patched}");
        // The user can read the object, but not patch it.
        let names_the_verb = said.contains("the verb `patch` on `deployments`");
        assert_eq!(
            names_the_verb,
            patched == "error-forbidden-patch",
            "{get}, {patched}: {said}"
        );
    }
}

/// Runs a command with the recorded output `live` and the manifest that made the object.
fn run(command: &str, live: &str, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mergescope"))
        .env("XDG_CONFIG_HOME", "/nowhere")
        .args([command, &format!("{live}.stdout"), "get-stdin-json.stdin"])
        .args(options)
        .current_dir(transcripts())
        .output()
        .unwrap()
}

/// In each form in which kubectl prints the object, it is the one that was applied, and the same file changes nothing.
#[test]
fn the_live_object_is_found_in_what_kubectl_prints() {
    assert!(transcript("apply-unchanged.stdout").contains("unchanged"));
    for live in [
        "get-file-json",
        "get-json-managed",
        "get-yaml-managed",
        "get-list-yaml",
        "get-two-yaml",
        "get-stdin-json",
        "get-stdin-yaml",
    ] {
        let applied = run("apply", live, &["-o", "text"]);
        let said = text(&applied.stdout);
        assert_eq!(
            applied.status.code(),
            Some(0),
            "{live}: {}",
            text(&applied.stderr)
        );
        assert!(
            said.contains("The patch is empty; nothing to send."),
            "{live}: {said}"
        );
        let applied = run("ssa", live, &["--manager", "ci", "-o", "json"]);
        assert_eq!(
            applied.status.code(),
            Some(0),
            "{live}: {}",
            text(&applied.stderr)
        );
        let answer: serde_json::Value = serde_json::from_slice(&applied.stdout).unwrap();
        assert_eq!(answer["verdict"], "applied", "{live}");
        assert_eq!(answer["result"]["kind"], "Deployment", "{live}");
    }
}

/// The output of a watch has the object several times. The last one counts; it was changed by others.
#[test]
fn the_last_object_of_a_watch_counts() {
    let said = text(&run("apply", "watch-json", &["-o", "text"]).stdout);
    assert!(
        said.contains("~ spec.replicas") && !said.contains("not in MANIFEST"),
        "{said}"
    );
}

#[test]
fn what_is_not_an_object_is_an_error() {
    for (live, why) in [
        ("get-empty-list", "get-empty-list.stdout contains no object"),
        ("watch-events-json", "not an object: it has no `kind`"),
    ] {
        let output = run("apply", live, &["-o", "text"]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{live}: {said}");
        assert!(said.contains(why) && said.contains("help: "), "{live}: {said}");
    }
}
