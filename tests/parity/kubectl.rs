//! Runs kubectl on a pair.

use std::path::Path;
use std::process::Command;

use super::answer::Answer;

/// How often a pair is run until its answer is considered stable. kubectl walks maps in random order, and
/// begins the walk of a small map at one of eight positions, so some orders are rare.
const MAX_RUNS: usize = 100;

/// Runs `program patch --local`, with files in `folder`.
pub(crate) fn ask(program: &str, folder: &Path, live: &str, patch: &str) -> Answer {
    let (live_file, patch_file) = (folder.join("live.json"), folder.join("patch.json"));
    std::fs::write(&live_file, live).unwrap();
    std::fs::write(&patch_file, patch).unwrap();
    let output = Command::new(program)
        .args(["patch", "--local", "--type=strategic", "-o", "json", "-f"])
        .arg(&live_file)
        .arg("--patch-file")
        .arg(&patch_file)
        .output()
        .expect("kubectl can be started");
    if output.status.success() {
        return Answer::Result(serde_json::from_slice(&output.stdout).unwrap());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    if let Some(panic) = text.lines().find_map(|line| line.strip_prefix("panic: ")) {
        return Answer::Panic(panic.to_owned());
    }
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    Answer::Error(text.trim_end_matches('\n').to_owned())
}

/// Returns all answers until `wanted` occurs, or until it is considered impossible.
pub(crate) fn ask_until(
    program: &str,
    folder: &Path,
    live: &str,
    patch: &str,
    wanted: &Answer,
) -> Vec<Answer> {
    let mut seen: Vec<Answer> = Vec::new();
    for _ in 0..MAX_RUNS {
        let answer = ask(program, folder, live, patch);
        let found = answer == *wanted;
        if !seen.contains(&answer) {
            seen.push(answer);
        }
        if found {
            break;
        }
    }
    seen
}
