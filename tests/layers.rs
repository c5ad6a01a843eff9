//! The structure of the code: which layer may know which, files that know each other in a circle, and types whose methods
//! are spread over several features. Reads the text of `src`.

#[cfg(test)]
mod layers {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::path::{Path, PathBuf};

    /// A layer, the layers that it may name, and whether it must stay pure.
    const LAYERS: &[(&str, &[&str], bool)] = &[
        ("document", &[], true),
        ("schema", &[], true),
        ("merge", &["document", "schema"], true),
        ("create", &["document", "schema", "merge"], true),
        ("report", &["document", "schema", "merge", "create"], true),
        (
            "explorer",
            &["document", "schema", "merge", "create", "report"],
            true,
        ),
        ("help", &[], true),
        (
            "terminal",
            &["document", "schema", "merge", "create", "report", "explorer"],
            false,
        ),
        (
            "cli",
            &[
                "document", "schema", "merge", "create", "report", "explorer", "help", "terminal",
            ],
            false,
        ),
    ];

    /// Where the tests of a file begin, which may name anything.
    const TESTS: &str = "#[cfg(test)]\nmod ";

    /// What a pure layer must not touch, wherever it is in a line of code.
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

    /// A file's path as code names it: `["explorer", "panes", "row"]`.
    type Module = Vec<String>;

    /// The code of files, tests and comments left out.
    type Files = BTreeMap<Module, String>;

    fn module(name: &str) -> Module {
        name.split("::")
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect()
    }

    fn paths_in(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                paths_in(&path, out);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                out.push(path);
            }
        }
    }

    /// All files of `src` but the one of the program.
    fn all_files() -> Files {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut paths = Vec::new();
        paths_in(&root, &mut paths);
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
        for (layer, ..) in LAYERS {
            assert!(all.contains_key(&module(layer)), "no layer {layer}");
        }
        all
    }

    fn is_part(c: char) -> bool {
        c.is_alphanumeric() || c == '_'
    }

    /// What one file says of others.
    #[derive(Default)]
    struct Imports {
        /// What it names, from the root.
        names: Vec<Module>,
        /// What it exports under its own name (`pub use`), by its last part.
        reexports: BTreeMap<String, Module>,
        /// The files that it imports as a whole.
        aliases: Vec<Module>,
    }

    /// The names of a path with all that its braces hold: `a::{b, c::d}` names `a::b` and `a::c::d`. Takes them off `text`.
    fn names(text: &mut &str) -> Vec<Module> {
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
        let following = match text.strip_prefix("::") {
            Some(rest) => {
                *text = rest;
                names(text)
            }
            None => vec![Vec::new()],
        };
        let first = std::iter::once(part.to_owned()).filter(|part| !part.is_empty());
        following
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
    fn path_starts<'c>(code: &'c str, words: &[String]) -> Vec<(&'c str, &'c str)> {
        let mut all = Vec::new();
        for (at, _) in code.match_indices("::") {
            let before = code[..at].rfind(|c: char| !is_part(c));
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
    fn imports(at: &Module, code: &str, files: &Files) -> Imports {
        let mut imports = Imports::default();
        let children: Vec<String> = files
            .keys()
            .filter(|file| file.len() == at.len() + 1 && file.starts_with(at))
            .filter_map(|file| file.last().cloned())
            .collect();
        let mut aliases: BTreeMap<String, Module> = BTreeMap::new();
        for (before, path) in path_starts(code, &children) {
            let statement = before.rsplit([';', '}']).next().unwrap().trim_start();
            for name in names(&mut { path }) {
                let name = from_root(at, name);
                let last = name.last().cloned().unwrap_or_default();
                if statement.starts_with("pub") && statement.ends_with(" use ") {
                    imports.reexports.insert(last, name);
                } else if statement == "use " && files.contains_key(&name) {
                    imports.aliases.push(name.clone());
                    aliases.insert(last, name);
                } else {
                    imports.names.push(name);
                }
            }
        }
        let words: Vec<String> = aliases.keys().cloned().collect();
        for (_, path) in path_starts(code, &words) {
            for name in names(&mut { path }) {
                if let Some(alias) = aliases.get(&name[0]) {
                    imports
                        .names
                        .push(alias.iter().chain(&name[1..]).cloned().collect());
                }
            }
        }
        imports
    }

    /// The file that a path leads to, through those that export its name again.
    fn file_of(path: &Module, all: &BTreeMap<Module, Imports>) -> Option<Module> {
        let length = (0..=path.len())
            .rev()
            .find(|length| all.contains_key(&path[..*length]))?;
        let (file, rest) = path.split_at(length);
        match rest.first().and_then(|name| all[file].reexports.get(name)) {
            Some(exported) => file_of(&exported.iter().chain(&rest[1..]).cloned().collect(), all),
            None => Some(file.to_vec()),
        }
    }

    fn all_imports(files: &Files) -> BTreeMap<Module, Imports> {
        files
            .iter()
            .map(|(at, code)| (at.clone(), imports(at, code, files)))
            .collect()
    }

    /// What the files of a layer say of layers that it must not know.
    fn upward(files: &Files) -> Vec<String> {
        let mut wrong = Vec::new();
        for (at, code) in files {
            let Some((layer, may, _)) = LAYERS
                .iter()
                .find(|(layer, ..)| at.first().is_some_and(|own| own == layer))
            else {
                continue;
            };
            let imports = imports(at, code, files);
            let names = imports.names.iter().chain(imports.reexports.values());
            for name in names.chain(&imports.aliases) {
                let other = LAYERS
                    .iter()
                    .find(|(other, ..)| name.first().is_some_and(|first| first == other));
                if let Some((other, ..)) = other.filter(|(other, ..)| other != layer && !may.contains(other))
                {
                    let (at, name) = (at.join("::"), name.join("::"));
                    wrong.push(format!("{at}: {layer} must not know {other}: {name}"));
                }
            }
        }
        wrong
    }

    #[test]
    fn imports_point_down() {
        let wrong = upward(&all_files());
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
            ("use crate::report::Row;", 1),
            ("use crate::{document::Kind, schema};\nuse super::merge::Step;", 0),
        ] {
            let files = [
                ("", ""),
                ("merge", "mod own;"),
                ("merge::own", code),
                ("document", ""),
                ("schema", ""),
                ("terminal", ""),
            ];
            let files = files.map(|(at, code)| (module(at), code.to_owned())).into();
            assert_eq!(upward(&files).len(), upward_ones, "{code}: {:?}", upward(&files));
        }
    }

    #[test]
    fn pure_layers_stay_pure() {
        let mut wrong = Vec::new();
        let files = all_files();
        for (layer, ..) in LAYERS.iter().filter(|(_, _, pure)| *pure) {
            for (at, code) in files.iter().filter(|(at, _)| at.starts_with(&module(layer))) {
                for line in code.lines() {
                    let mut words = line.split(|c: char| !(is_part(c) || c == ':'));
                    let is_impure = |word: &str| {
                        let inside = |impure: &str| {
                            word.strip_prefix(impure)
                                .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
                        };
                        IMPURE.iter().any(|impure| inside(impure))
                    };
                    if words.any(is_impure) {
                        wrong.push(format!("{}: {layer} must stay pure: {line}", at.join("::")));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// The methods that files define, and the types that they define them for.
    #[derive(Default)]
    struct Methods {
        /// Where methods of a name are defined, those of traits included.
        defined: BTreeMap<String, Vec<Module>>,
        /// The files with inherent methods of a type, by the file that defines the type and its name.
        files_of_type: BTreeMap<(Module, String), BTreeSet<Module>>,
    }

    /// The type of an `impl` line without a trait: `impl<T> Name<T> {` gives `Name`.
    fn inherent_type(line: &str) -> Option<&str> {
        let mut rest = line.strip_prefix("impl")?;
        if rest.starts_with('<') {
            let mut depth = 0;
            let end = rest.find(|c| {
                depth += i32::from(c == '<') - i32::from(c == '>');
                depth == 0
            })?;
            rest = &rest[end + 1..];
        }
        let name = rest.strip_prefix(' ')?;
        let end = name.find(|c| !is_part(c)).unwrap_or(name.len());
        (!rest.contains(" for ") && end > 0).then(|| &name[..end])
    }

    /// The name of the method that a line begins to define; functions without `self` are none.
    fn method_name<'c>(line: &'c str, next: &str) -> Option<&'c str> {
        let (before, rest) = line.split_once("fn ")?;
        let is_start = before.split_whitespace().all(|word| {
            word.starts_with("pub") || ["const", "async", "unsafe", "crate)", "super)"].contains(&word)
        });
        let end = rest.find(|c| !is_part(c))?;
        let parameters = rest.split_once('(')?.1.trim();
        let first = if parameters.is_empty() {
            next.trim()
        } else {
            parameters
        };
        let first = first.trim_start_matches("&mut ").trim_start_matches('&');
        let first = first.trim_start_matches("'a ").trim_start_matches("mut ");
        (is_start && first.starts_with("self")).then(|| &rest[..end])
    }

    fn methods(files: &Files, imports: &BTreeMap<Module, Imports>) -> Methods {
        let mut methods = Methods::default();
        for (at, code) in files {
            let lines: Vec<&str> = code.lines().collect();
            for (number, line) in lines.iter().enumerate() {
                let next = lines.get(number + 1).copied().unwrap_or_default();
                if let Some(name) = method_name(line, next) {
                    methods
                        .defined
                        .entry(name.to_owned())
                        .or_default()
                        .push(at.clone());
                }
                let Some(name) = inherent_type(line) else { continue };
                let own = ["struct", "enum"].iter().any(|kind| {
                    code.match_indices(&format!("{kind} {name}"))
                        .any(|(found, text)| !code[found + text.len()..].starts_with(is_part))
                });
                let imported = || {
                    let named = imports[at]
                        .names
                        .iter()
                        .find(|path| path.last().is_some_and(|last| last == name));
                    named.and_then(|path| file_of(path, imports))
                };
                let home = if own { None } else { imported() };
                methods
                    .files_of_type
                    .entry((home.unwrap_or_else(|| at.clone()), name.to_owned()))
                    .or_default()
                    .insert(at.clone());
            }
        }
        methods
    }

    /// The feature that a file belongs to: the first folder below the layer, or the layer's own files.
    fn feature(at: &Module, files: &Files) -> Module {
        let is_folder = files
            .keys()
            .any(|other| other.len() > 2 && other.starts_with(&at[..at.len().min(2)]));
        at[..if is_folder {
            at.len().min(2)
        } else {
            1.min(at.len())
        }]
            .to_vec()
    }

    /// The types whose inherent methods are in several features.
    fn spread(files: &Files) -> Vec<(Module, String)> {
        let imports = all_imports(files);
        let methods = methods(files, &imports);
        let mut wrong = Vec::new();
        for ((home, name), places) in &methods.files_of_type {
            let features: BTreeSet<Module> = places.iter().map(|at| feature(at, files)).collect();
            if features.len() > 1 {
                let features: Vec<String> = features.iter().map(|feature| feature.join("::")).collect();
                wrong.push((
                    home.clone(),
                    format!("{name} has methods in {}", features.join(", ")),
                ));
            }
        }
        wrong
    }

    #[test]
    fn the_methods_of_a_type_are_in_one_feature() {
        let wrong: Vec<String> = spread(&all_files())
            .into_iter()
            .map(|(home, what)| format!("{}: {what}", home.join("::")))
            .collect();
        assert!(
            wrong.is_empty(),
            "split the type, so that each feature has its own:\n{}",
            wrong.join("\n")
        );
    }

    #[test]
    fn methods_in_two_features_are_found() {
        let is_spread = |first: &str, second: &str, third: &str| {
            let files = [
                ("", "pub mod layer;"),
                ("layer", "mod root;\nmod one;\nmod two;\npub use root::Model;"),
                (
                    "layer::root",
                    "pub struct Model;\nimpl Model {\n    fn new() {}\n}",
                ),
                ("layer::one", first),
                ("layer::one::part", second),
                ("layer::two", third),
                ("layer::two::part", ""),
            ];
            !spread(&files.map(|(at, code)| (module(at), code.to_owned())).into()).is_empty()
        };
        let own = "struct Own<T>(T);\nimpl<T: Into<u8>> Own<T> {\n    fn get(&self) {}\n}";
        let methods = "use crate::layer::root::Model;\nimpl Model {\n    pub(crate) fn act(&mut self) {}\n}";
        assert!(is_spread("", "", methods));
        assert!(is_spread(
            "use super::Model;\nimpl Model {\n    fn a(&self) {}\n}",
            "",
            ""
        ));
        assert!(!is_spread(
            own,
            "use super::Own;\nimpl Own<u8> {\n    fn b(&self) {}\n}",
            own
        ));
        assert!(!is_spread("use super::Model;\nimpl Default for Model {}", "", ""));
    }

    /// What each file knows: the files that it names.
    type Known = BTreeMap<Module, BTreeSet<Module>>;

    fn known_by_name(files: &Files) -> Known {
        let imports = all_imports(files);
        let known = |at: &Module| {
            let named = imports[at].names.iter();
            let named = named.filter_map(|name| file_of(name, &imports));
            named.filter(|other| other != at).collect()
        };
        files.keys().map(|at| (at.clone(), known(at))).collect()
    }

    /// Names that methods of the standard library and of libraries have, too: who calls them need not know ours.
    const OF_LIBRARIES: &[&str] = &["copied", "split", "text"];

    /// The same, and the files that define the methods that a file calls, where a method of that name is defined once.
    fn known_with_methods(files: &Files) -> Known {
        let mut known = known_by_name(files);
        let methods = methods(files, &all_imports(files));
        let once: BTreeMap<&str, &Module> = methods
            .defined
            .iter()
            .filter(|(name, places)| places.len() == 1 && !OF_LIBRARIES.contains(&name.as_str()))
            .map(|(name, places)| (name.as_str(), &places[0]))
            .collect();
        for (at, code) in files {
            for (dot, _) in code.match_indices('.') {
                let rest = &code[dot + 1..];
                let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                let place = once.get(&rest[..end]).filter(|_| rest[end..].starts_with('('));
                // Methods of a layer below are in no circle, and of a layer above there are none.
                if let Some(place) = place.filter(|place| **place != at && place.first() == at.first())
                    && let Some(known) = known.get_mut(at)
                {
                    known.insert((*place).clone());
                }
            }
        }
        known
    }

    /// The circles: files that know each other, over others or not.
    fn circles(known: &Known) -> Vec<Vec<Module>> {
        fn reached_from<'k>(known: &'k Known, from: &Module) -> BTreeSet<&'k Module> {
            let mut reached = BTreeSet::new();
            let mut open: Vec<&Module> = known.get(from).into_iter().flatten().collect();
            reached.extend(open.iter().copied());
            while let Some(at) = open.pop() {
                let others = known.get(at).into_iter().flatten();
                open.extend(others.filter(|other| reached.insert(*other)));
            }
            reached
        }
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            known.keys().map(|at| (at, reached_from(known, at))).collect();
        let mut circles: Vec<Vec<Module>> = Vec::new();
        for (at, others) in reached.iter().filter(|(at, others)| others.contains(*at)) {
            if !circles.iter().flatten().any(|known| known == *at) {
                let circle = others.iter().filter(|other| reached[*other].contains(at));
                circles.push(circle.map(|other| (*other).clone()).collect());
            }
        }
        circles
    }

    /// The circles through methods that are not within one feature.
    fn circles_of_features(files: &Files) -> Vec<Vec<Module>> {
        let mut circles = circles(&known_with_methods(files));
        circles.retain(|circle| {
            let features: BTreeSet<Module> = circle.iter().map(|at| feature(at, files)).collect();
            features.len() > 1
        });
        circles
    }

    /// Who knows whom in a circle.
    fn shown(circle: &[Module], known: &Known) -> String {
        let line = |at: &Module| {
            let others = known[at].iter().filter(|other| circle.contains(other));
            let others: Vec<String> = others.map(|other| other.join("::")).collect();
            format!("{} knows {}\n", at.join("::"), others.join(", "))
        };
        circle.iter().map(line).collect()
    }

    #[test]
    fn no_files_know_each_other_in_a_circle() {
        let known = known_by_name(&all_files());
        let circles = circles(&known);
        let wrong: Vec<String> = circles.iter().map(|circle| shown(circle, &known)).collect();
        assert!(
            wrong.is_empty(),
            "move what they share to a file of its own:\n{}",
            wrong.join("\n")
        );
    }

    #[test]
    fn no_features_know_each_other_in_a_circle() {
        let files = all_files();
        let known = known_with_methods(&files);
        let wrong: Vec<String> = circles_of_features(&files)
            .iter()
            .map(|circle| shown(circle, &known))
            .collect();
        assert!(
            wrong.is_empty(),
            "call downwards only, and return what is to be done above:\n{}",
            wrong.join("\n")
        );
    }

    #[test]
    fn a_circle_is_found_however_it_is_written() {
        let is_circle = |one: &str, other: &str| {
            let files = [
                ("", "mod layer;"),
                (
                    "layer",
                    "pub mod one;\nmod other;\npub use other::{Thing, Whole as All};",
                ),
                ("layer::one", one),
                ("layer::other", other),
            ];
            let files = files.map(|(at, code)| (module(at), code.to_owned())).into();
            !circles(&known_by_name(&files)).is_empty()
        };
        let back = "use super::one::{self, Own};";
        assert!(is_circle(
            "use super::other::Thing;",
            "use crate::layer::one::Own;"
        ));
        assert!(is_circle(
            "use super::{\n    Thing,\n};",
            "fn of() -> super::one::Own {}"
        ));
        assert!(is_circle("use crate::{a, layer::{b, other::Thing}};", back));
        assert!(is_circle("use super::other;\nfn of() { other::of() }", back));
        assert!(!is_circle("use super::other::Thing;", "use std::fmt;"));
        assert!(!is_circle("pub(in crate::layer::other) struct Own;", back));
        assert!(!is_circle("use std::fmt;", back));
    }

    #[test]
    fn a_circle_through_methods_is_found() {
        let is_circle = |one: &str, other: &str| {
            let files = [
                ("", "mod layer;"),
                ("layer", "mod model;\nmod one;\nmod two;"),
                ("layer::model", "pub struct Model;"),
                ("layer::one", ""),
                ("layer::one::part", one),
                ("layer::two", ""),
                ("layer::two::part", other),
            ];
            let files = files.map(|(at, code)| (module(at), code.to_owned())).into();
            !circles_of_features(&files).is_empty()
        };
        let method = |name: &str, calls: &str| {
            format!(
                "use crate::layer::model::Model;\nimpl Model {{\n    fn {name}(&mut self) {{ {calls} }}\n}}"
            )
        };
        assert!(is_circle(
            &method("fold", "self.follow();"),
            &method("follow", "self.fold();")
        ));
        assert!(is_circle(
            &method("fold", "model\n.follow(1)"),
            "use crate::layer::one::part::Own;\nimpl Model {\n    fn follow(\n        &self,\n    ) {}\n}"
        ));
        assert!(!is_circle(
            &method("fold", "self.follow();"),
            &method("follow", "")
        ));
        // Which of the two is called is not known.
        let both = method("follow", "self.fold();") + "trait Other {\n    fn fold(&self);\n}";
        assert!(!is_circle(&method("fold", "self.follow();"), &both));
    }
}
