//! The real program's answer to a pair.

use std::path::Path;
use std::process::Command;

use super::answer::Answer;

/// How often a pair is tried before its answer counts as settled: the program walks maps in random order, and begins
/// a small map's walk at one of eight places, so that some orders are rare.
const TRIES: usize = 100;

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

/// All answers that were seen until `wanted` came up, or until it may be said that it does not.
pub(crate) fn ask_until(
    program: &str,
    folder: &Path,
    live: &str,
    patch: &str,
    wanted: &Answer,
) -> Vec<Answer> {
    let mut seen: Vec<Answer> = Vec::new();
    for _ in 0..TRIES {
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
