//! `mergescope verify --server` with a program that prints the recorded answers of kubectl and the API
//! server.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use serde_json::{Value, json};

use crate::recorded::{folder, judge_all, text};

/// A fake kubectl: `get` prints the stored object, `patch` the result of the server.
const KUBECTL: &str = "#!/bin/sh\ncat > /dev/null\nif [ $1 = get ]; then cat get.json; exit 0; fi\nif [ -f error ]; then cat error >&2; exit 1; fi\ncat patched.json\n";

/// Returns the result as kubectl prints it, with the fields that the recordings omit.
fn printed(case: &Value) -> Value {
    let mut result = case["expect"]["result"].clone();
    let live = case["live"]["metadata"].as_object().unwrap();
    for (name, value) in live.iter().filter(|(name, _)| *name != "managedFields") {
        let metadata = result["metadata"].as_object_mut().unwrap();
        metadata.entry(name.clone()).or_insert(value.clone());
    }
    result
}

fn judge(case: &Value) -> Result<(), String> {
    let desk = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| std::fs::write(desk.path().join(name), text).unwrap();
    write("live.yaml", case["live"].to_string());
    write("patch.yaml", case["patch"].to_string());
    write(
        "get.json",
        json!({"apiVersion": "v1", "kind": "List", "items": [case["live"]]}).to_string(),
    );
    match text(&case["expect"]["verdict"]) {
        "stored" => write("patched.json", printed(case).to_string()),
        _ => write("error", format!("{}\n", text(&case["expect"]["prints"]))),
    }
    write("kubectl", KUBECTL.to_owned());
    let kubectl = desk.path().join("kubectl");
    std::fs::set_permissions(&kubectl, std::fs::Permissions::from_mode(0o755)).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_mergescope"))
        .env("XDG_CONFIG_HOME", "/nowhere")
        .args(["verify", "live.yaml", "patch.yaml", "--server", "--kubectl"])
        .arg(&kubectl)
        .args(["--type", text(&case["type"]), "--show-secrets", "--schema"])
        .arg(folder().join("gadget_crd.yaml"))
        .args(
            case["subresource"]
                .as_str()
                .map(|name| format!("--subresource={name}")),
        )
        .current_dir(desk.path())
        .output()
        .unwrap();
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => Ok(()),
        _ => Err(said),
    }
}

#[test]
fn the_recorded_answers_of_a_server_agree() {
    judge_all("patch.jsonl", 113, judge);
}
