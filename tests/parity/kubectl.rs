//! Runs kubectl on a pair.

use std::path::Path;
use std::process::Command;

use mergescope::merge::PatchType;

use super::answer::Answer;
use super::pairs::Pair;

/// How often a pair is run until its answer is considered stable. kubectl walks maps in random order, and
/// begins the walk of a small map at one of eight positions, so some orders are rare.
const MAX_RUNS: usize = 100;

/// Runs `program patch --local`, with files in `folder`.
pub(crate) fn ask(program: &str, folder: &Path, pair: &Pair, patch_type: PatchType) -> Answer {
    let (live_file, patch_file) = (folder.join("live.json"), folder.join("patch.json"));
    std::fs::write(&live_file, &pair.live).unwrap();
    std::fs::write(&patch_file, &pair.patch).unwrap();
    let output = Command::new(program)
        .args([
            "patch",
            "--local",
            "--type",
            patch_type.name(),
            "-o",
            "json",
            "-f",
        ])
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
    pair: &Pair,
    patch_type: PatchType,
    wanted: &Answer,
) -> Vec<Answer> {
    let mut seen: Vec<Answer> = Vec::new();
    for _ in 0..MAX_RUNS {
        let answer = ask(program, folder, pair, patch_type);
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
