//! Who may know whom: reads the `use` lines of every room and fails on an upward or an impure import.

#[cfg(test)]
mod layers {
    use std::fs;
    use std::path::{Path, PathBuf};

    /// A room, the rooms it may name, and whether it must stay pure.
    const ROOMS: &[(&str, &[&str], bool)] = &[
        ("document", &[], true),
        ("schema", &[], true),
        ("merge", &["document", "schema"], true),
        ("create", &["document", "schema", "merge"], true),
        ("explorer", &["document", "schema", "merge", "create"], true),
        (
            "terminal",
            &["document", "schema", "merge", "create", "explorer"],
            false,
        ),
        (
            "cli",
            &["document", "schema", "merge", "create", "explorer", "terminal"],
            false,
        ),
    ];

    /// What a pure room must not touch, wherever it stands in a line of code.
    const IMPURE: &[&str] = &[
        "std::fs",
        "std::env",
        "std::time",
        "std::io",
        "std::process",
        "ratatui",
        "crossterm",
        "notify",
        "clap",
    ];

    fn files(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files(&path, out);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                out.push(path);
            }
        }
    }

    /// The lines of code of a room, tests and comments left out.
    fn lines(room: &str) -> Vec<(String, String)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(room);
        let mut paths = Vec::new();
        files(&folder, &mut paths);
        assert!(!paths.is_empty(), "no room {room}");
        let mut lines = Vec::new();
        for path in paths {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            for (at, line) in code.lines().enumerate() {
                if !line.trim_start().starts_with("//") {
                    lines.push((format!("{}:{}", path.display(), at + 1), line.to_owned()));
                }
            }
        }
        lines
    }

    #[test]
    fn imports_point_down() {
        let mut wrong = Vec::new();
        for (room, may, _) in ROOMS {
            for (place, line) in lines(room) {
                for (other, _, _) in ROOMS {
                    if other != room && !may.contains(other) && line.contains(&format!("crate::{other}")) {
                        wrong.push(format!("{place}: {room} must not know {other}: {line}"));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn pure_rooms_stay_pure() {
        let mut wrong = Vec::new();
        for (room, _, pure) in ROOMS {
            for (place, line) in lines(room) {
                for word in IMPURE.iter().filter(|_| *pure) {
                    let at_word = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
                    if at_word
                        .into_iter()
                        .any(|part| part == *word || part.starts_with(&format!("{word}::")))
                    {
                        wrong.push(format!("{place}: {room} must not touch {word}: {line}"));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
