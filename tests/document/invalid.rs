//! Every text in `invalid_texts/` is rejected, with the message in the file next to it. Every file of the repository has a name
//! that Windows accepts.

use std::fs;
use std::path::{Path, PathBuf};

use mergescope::document::read;

#[test]
fn broken_texts_are_rejected_with_a_position_and_help() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/document/invalid_texts");
    let mut wrong = String::new();
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            continue;
        }
        count += 1;
        let name = path.file_name().unwrap().to_str().unwrap();
        let report = match read(name, fs::read(&path).unwrap()) {
            Ok(_) => "(accepted)".to_owned(),
            Err(error) => error.report(),
        };
        let expected = fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap_or_default();
        if expected.trim_end() != report {
            wrong.push_str(&format!("{name}.txt should be:\n{report}\n"));
        }
        assert!(!report.contains(|c: char| c.is_control() && c != '\n'), "{name}");
    }
    assert!(count > 30);
    assert!(wrong.is_empty(), "{wrong}");
}

/// Whether Windows accepts a file or folder of this name.
/// Source: <https://learn.microsoft.com/windows/win32/fileio/naming-a-file>
fn is_valid_on_windows(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_device = match stem.as_str() {
        "con" | "prn" | "aux" | "nul" => true,
        _ => {
            let number = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
            number.is_some_and(|number| ["1", "2", "3", "4", "5", "6", "7", "8", "9"].contains(&number))
        }
    };
    let is_bad = |c: char| c.is_control() || "<>:\"/\\|?*".contains(c);
    !is_device && !name.contains(is_bad) && !name.ends_with(['.', ' '])
}

/// All paths below a folder, build output and history left out.
fn paths(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if ["target", ".git"].iter().any(|skipped| path.ends_with(skipped)) {
            continue;
        }
        if path.is_dir() {
            paths(&path, out);
        }
        out.push(path);
    }
}

#[test]
fn file_names_are_valid_on_windows() {
    let mut all = Vec::new();
    paths(Path::new(env!("CARGO_MANIFEST_DIR")), &mut all);
    assert!(all.len() > 1000);
    let is_bad = |path: &&PathBuf| {
        let name = path.file_name().unwrap().to_str();
        name.is_none_or(|name| !is_valid_on_windows(name))
    };
    let bad: Vec<_> = all.iter().filter(is_bad).collect();
    assert!(bad.is_empty(), "{bad:?}");
    for (name, valid) in [
        ("nul.yaml", false),
        ("COM1", false),
        ("a:b", false),
        ("end.", false),
        ("nul-byte.yaml", true),
        ("com.yaml", true),
        ("com10", true),
        (".ci", true),
    ] {
        assert_eq!(is_valid_on_windows(name), valid, "{name}");
    }
}
