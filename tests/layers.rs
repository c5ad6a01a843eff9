//! Who may know whom: reads the paths in the code of every room and fails on an upward or an impure import, and on files
//! that know each other in a circle.

#[cfg(test)]
mod layers {
    use std::collections::{BTreeMap, BTreeSet};
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

    /// Where the tests of a file begin, which may name anything.
    const TESTS: &str = "#[cfg(test)]\nmod ";

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
            let code = text.split(TESTS).next().unwrap();
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
        let wrong = upward(&all_files());
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// What the files of a room say of rooms that it must not know.
    fn upward(files: &BTreeMap<Module, String>) -> Vec<String> {
        let mut wrong = Vec::new();
        for (at, code) in files {
            let Some((room, may, _)) = ROOMS
                .iter()
                .find(|(room, ..)| at.first().is_some_and(|own| own == room))
            else {
                continue;
            };
            let told = told(at, code, files);
            for name in told
                .names
                .iter()
                .chain(told.hands_on.values())
                .chain(&told.aliases)
            {
                let other = ROOMS
                    .iter()
                    .find(|(other, ..)| name.first().is_some_and(|first| first == other));
                if let Some((other, ..)) = other.filter(|(other, ..)| other != room && !may.contains(other)) {
                    wrong.push(format!(
                        "{}: {room} must not know {other}: {}",
                        at.join("::"),
                        name.join("::")
                    ));
                }
            }
        }
        wrong
    }

    #[test]
    fn an_upward_import_is_found_however_it_is_written() {
        for (code, upward_ones) in [
            ("use crate::terminal::App;", 1),
            ("use crate::{document::Kind, terminal::x};", 1),
            ("use crate::{\n    document,\n    explorer::{State, Row},\n};", 2),
            ("fn of() -> crate::cli::Exit {}", 1),
            ("use crate::terminal;", 1),
            ("pub use crate::{explorer::Row};", 1),
            ("use crate::{document::Kind, schema};\nuse super::merge::Step;", 0),
        ] {
            let module = |name: &str| name.split("::").map(str::to_owned).collect::<Module>();
            let files = [
                (Module::new(), ""),
                (module("merge"), "mod own;"),
                (module("merge::own"), code),
                (module("document"), ""),
                (module("schema"), ""),
                (module("terminal"), ""),
            ];
            let files = files.map(|(at, code)| (at, code.to_owned())).into();
            assert_eq!(upward(&files).len(), upward_ones, "{code}: {:?}", upward(&files));
        }
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

    /// A file's path as code names it: `["explorer", "state"]`.
    type Module = Vec<String>;

    /// What one file says of others.
    #[derive(Default)]
    struct Told {
        /// What it names, from the root.
        names: Vec<Module>,
        /// What it hands on under its own name (`pub use`), by its last part.
        hands_on: BTreeMap<String, Module>,
        /// The files that it takes as a whole.
        aliases: Vec<Module>,
    }

    /// The names of a path with all that its braces hold: `a::{b, c::d}` names `a::b` and `a::c::d`. Takes them off `text`.
    fn names(text: &mut &str) -> Vec<Module> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        *text = text.trim_start();
        if let Some(rest) = text.strip_prefix('{') {
            *text = rest;
            let mut all = Vec::new();
            while !text.is_empty() && !text.starts_with('}') {
                all.extend(names(text));
                // An `as NAME`, the comma, or what cannot be read.
                let next = text.find([',', '}']).unwrap_or(text.len());
                *text = text[next..].trim_start_matches(',').trim_start();
            }
            *text = text.strip_prefix('}').unwrap_or(text);
            return all;
        }
        let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
        let (part, rest) = text.split_at(end);
        *text = rest;
        let behind = match text.strip_prefix("::") {
            Some(rest) => {
                *text = rest;
                names(text)
            }
            None => vec![Vec::new()],
        };
        let first = std::iter::once(part.to_owned()).filter(|part| !part.is_empty());
        behind
            .into_iter()
            .map(|path| first.clone().chain(path).collect())
            .collect()
    }

    /// A path from the root, as the file `at` writes it.
    fn from_root(at: &Module, path: Module) -> Module {
        let mut root = at.clone();
        for (number, part) in path.into_iter().enumerate() {
            match part.as_str() {
                "crate" if number == 0 => root.clear(),
                "self" => {}
                "super" => drop(root.pop()),
                _ => root.push(part),
            }
        }
        root
    }

    /// Where paths begin in `code`: at `crate`, `super`, `self` and every one of `words`.
    fn beginnings<'c>(code: &'c str, words: &[String]) -> Vec<(&'c str, &'c str)> {
        let mut all = Vec::new();
        for (at, _) in code.match_indices("::") {
            let before = code[..at].rfind(|c: char| !(c.is_alphanumeric() || c == '_'));
            let begin = before.map_or(0, |before| before + 1);
            let word = &code[begin..at];
            let is_first = !code[..begin].ends_with(':') && !code[..begin].ends_with("(in ");
            if is_first && (["crate", "super", "self"].contains(&word) || words.iter().any(|one| one == word))
            {
                all.push((&code[..begin], &code[begin..]));
            }
        }
        all
    }

    /// Reads the paths of one file. A folder that is imported as a whole counts by what is then named of it.
    fn told(at: &Module, code: &str, files: &BTreeMap<Module, String>) -> Told {
        let mut told = Told::default();
        let children: Vec<String> = files
            .keys()
            .filter(|file| file.len() == at.len() + 1 && file.starts_with(at))
            .filter_map(|file| file.last().cloned())
            .collect();
        let mut aliases: BTreeMap<String, Module> = BTreeMap::new();
        for (before, path) in beginnings(code, &children) {
            let statement = before.rsplit([';', '}']).next().unwrap().trim_start();
            for name in names(&mut { path }) {
                let name = from_root(at, name);
                let last = name.last().cloned().unwrap_or_default();
                if statement.starts_with("pub") && statement.ends_with(" use ") {
                    told.hands_on.insert(last, name);
                } else if statement == "use " && files.contains_key(&name) {
                    told.aliases.push(name.clone());
                    aliases.insert(last, name);
                } else {
                    told.names.push(name);
                }
            }
        }
        let words: Vec<String> = aliases.keys().cloned().collect();
        for (_, path) in beginnings(code, &words) {
            for name in names(&mut { path }) {
                if let Some(alias) = aliases.get(&name[0]) {
                    told.names.push(alias.iter().chain(&name[1..]).cloned().collect());
                }
            }
        }
        told
    }

    /// The file that a path leads to, through those that hand its name on.
    fn file_of(path: &Module, all: &BTreeMap<Module, Told>) -> Option<Module> {
        let length = (0..=path.len())
            .rev()
            .find(|length| all.contains_key(&path[..*length]))?;
        let (file, rest) = path.split_at(length);
        match rest.first().and_then(|name| all[file].hands_on.get(name)) {
            Some(handed) => file_of(&handed.iter().chain(&rest[1..]).cloned().collect(), all),
            None => Some(file.to_vec()),
        }
    }

    /// The files that know each other in circles, each with those of them that it knows.
    fn circles(files: &BTreeMap<Module, String>) -> Vec<String> {
        let all: BTreeMap<Module, Told> = files
            .iter()
            .map(|(at, code)| (at.clone(), told(at, code, files)))
            .collect();
        let mut knows: BTreeMap<Module, BTreeSet<Module>> = all
            .iter()
            .map(|(at, told)| {
                let others = told.names.iter().filter_map(|name| file_of(name, &all));
                (at.clone(), others.filter(|other| other != at).collect())
            })
            .collect();
        // A file that knows no other, or that no other knows, is in no circle; nor is what is left without it.
        loop {
            let known: BTreeSet<Module> = knows.values().flatten().cloned().collect();
            let before = knows.len();
            knows.retain(|at, others| !others.is_empty() && known.contains(at));
            let left: BTreeSet<Module> = knows.keys().cloned().collect();
            for others in knows.values_mut() {
                others.retain(|other| left.contains(other));
            }
            if knows.len() == before {
                break;
            }
        }
        let shown = |(at, others): (&Module, &BTreeSet<Module>)| {
            let others: Vec<String> = others.iter().map(|other| other.join("::")).collect();
            format!("{} knows {}", at.join("::"), others.join(", "))
        };
        knows.iter().map(shown).collect()
    }

    /// The code of all files, tests and comments left out, by the name that code has for them.
    fn all_files() -> BTreeMap<Module, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut paths = Vec::new();
        files(&root, &mut paths);
        let mut all = BTreeMap::new();
        for path in paths {
            let parts = path.strip_prefix(&root).unwrap().with_extension("");
            let mut module: Module = parts
                .iter()
                .map(|part| part.to_str().unwrap().to_owned())
                .collect();
            match module.last().map(String::as_str) {
                Some("main") => continue,
                Some("mod" | "lib") => drop(module.pop()),
                _ => {}
            }
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split(TESTS).next().unwrap().lines();
            let code: Vec<&str> = code.filter(|line| !line.trim_start().starts_with("//")).collect();
            all.insert(module, code.join("\n"));
        }
        all
    }

    #[test]
    fn no_files_know_each_other_in_a_circle() {
        let wrong = circles(&all_files());
        assert!(
            wrong.is_empty(),
            "move what they share to a file of its own:\n{}",
            wrong.join("\n")
        );
    }

    #[test]
    fn a_circle_is_found_however_it_is_written() {
        let is_circle = |one: &str, other: &str| {
            let module = |name: &str| name.split("::").map(str::to_owned).collect::<Module>();
            let files = [
                (Module::new(), "mod room;"),
                (
                    module("room"),
                    "pub mod one;\nmod other;\npub use other::{Thing, Whole as All};",
                ),
                (module("room::one"), one),
                (module("room::other"), other),
            ];
            !circles(&files.map(|(at, code)| (at, code.to_owned())).into()).is_empty()
        };
        let back = "use super::one::{self, Own};";
        assert!(is_circle(
            "use super::other::Thing;",
            "use crate::room::one::Own;"
        ));
        assert!(is_circle(
            "use super::{\n    Thing,\n};",
            "fn of() -> super::one::Own {}"
        ));
        assert!(is_circle("use crate::{a, room::{b, other::Thing}};", back));
        assert!(is_circle("use super::other;\nfn of() { other::of() }", back));
        assert!(!is_circle("use super::other::Thing;", "use std::fmt;"));
        assert!(!is_circle("pub(in crate::room::other) struct Own;", back));
        assert!(!is_circle("use std::fmt;", back));
    }
}
