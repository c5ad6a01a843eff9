//! The structure of the code: which layer may know which, files that know each other in a circle, and types whose methods
//! are spread over several folders. Reads the text of `src`.

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
        ("course", &["document", "schema", "merge", "create"], true),
        (
            "explorer",
            &["document", "schema", "merge", "create", "report", "course"],
            true,
        ),
        ("help", &[], true),
        (
            "terminal",
            &[
                "document", "schema", "merge", "create", "report", "course", "explorer",
            ],
            false,
        ),
        (
            "cli",
            &[
                "document", "schema", "merge", "create", "report", "course", "explorer", "help", "terminal",
            ],
            false,
        ),
    ];

    /// Where the tests of a file begin, which may name anything.
    const TESTS: &str = "#[cfg(test)]\nmod ";

    /// Types whose methods are in several folders, and why.
    const SPREAD: &[(&str, &str)] = &[(
        "merge::strategic::strategic_merge: StrategicMerge",
        "maps, lists and sets of all semantics call each other; a folder has what only one semantics does",
    )];

    /// The folder in which files call each other in a circle, and why.
    const RECURSIVE: (&str, &str) = (
        "merge::strategic",
        "a merge of a map merges its lists, and those their maps",
    );

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

    /// All files of `src` but the one of the program and those with tests.
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
            if module.iter().any(|part| part == "tests") {
                continue;
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

    /// The impure paths that a file names.
    fn impure_paths(code: &str) -> Vec<Module> {
        let first: Vec<String> = IMPURE.iter().map(|path| module(path)[0].clone()).collect();
        let paths = path_starts(code, &first);
        let mut paths: Vec<Module> = paths
            .into_iter()
            .flat_map(|(_, path)| names(&mut { path }))
            .collect();
        paths.retain(|path| IMPURE.iter().any(|impure| path.starts_with(&module(impure))));
        paths
    }

    /// What the files of pure layers name that is impure: libraries, and files of the root that name such libraries.
    fn impure(files: &Files) -> Vec<String> {
        let is_layer = |at: &Module| LAYERS.iter().any(|(layer, ..)| at[0] == **layer);
        let of_root = files.iter().filter(|(at, _)| at.len() == 1 && !is_layer(at));
        let impure_files: Vec<&Module> = of_root
            .filter(|(_, code)| !impure_paths(code).is_empty())
            .map(|(at, _)| at)
            .collect();
        let mut wrong = Vec::new();
        for (layer, ..) in LAYERS.iter().filter(|(_, _, pure)| *pure) {
            for (at, code) in files.iter().filter(|(at, _)| at.starts_with(&module(layer))) {
                let imports = imports(at, code, files);
                let ours = imports.names.into_iter().chain(imports.aliases);
                let ours = ours.filter(|path| impure_files.iter().any(|file| path.starts_with(file)));
                for path in impure_paths(code).into_iter().chain(ours) {
                    let (at, path) = (at.join("::"), path.join("::"));
                    wrong.push(format!("{at}: {layer} must stay pure: {path}"));
                }
            }
        }
        wrong
    }

    #[test]
    fn pure_layers_stay_pure() {
        let wrong = impure(&all_files());
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn what_is_impure_is_found_however_it_is_written() {
        for (code, found) in [
            ("use std::fs;", 1),
            ("use std::{fmt, fs, io::{self, Read}};", 3),
            ("fn now() -> std::time::Instant {}", 1),
            ("use ratatui::style::Style;", 1),
            ("use crate::input_limit;", 1),
            ("use crate::{document::Kind, input_limit::read_file};", 1),
            ("use std::{fmt, sync::Arc};\nuse crate::parallel::both;", 0),
        ] {
            let files = [
                ("", ""),
                ("document", code),
                ("input_limit", "use std::{fs::File, io};"),
                ("parallel", "use std::thread;"),
            ];
            let files = files.map(|(at, code)| (module(at), code.to_owned())).into();
            assert_eq!(impure(&files).len(), found, "{code}: {:?}", impure(&files));
        }
    }

    /// A type: the file that defines it, and its name.
    type TypeId = (Module, String);

    /// The types and methods that files define.
    #[derive(Default)]
    struct Methods {
        /// Where methods of a name are defined, those of traits included.
        defined: BTreeMap<String, Vec<Module>>,
        /// The files with inherent methods of a type.
        files_of_type: BTreeMap<TypeId, BTreeSet<Module>>,
        /// The file of each method of a type, those of its traits included.
        of_type: BTreeMap<TypeId, BTreeMap<String, Module>>,
        /// The types of the fields of a struct.
        fields: BTreeMap<TypeId, BTreeMap<String, TypeId>>,
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

    /// The type that a file calls `name`.
    fn type_id(
        at: &Module,
        name: &str,
        files: &Files,
        imports: &BTreeMap<Module, Imports>,
    ) -> Option<TypeId> {
        let is_own = ["struct", "enum", "trait"].iter().any(|kind| {
            files[at]
                .match_indices(&format!("{kind} {name}"))
                .any(|(found, text)| !files[at][found + text.len()..].starts_with(is_part))
        });
        if is_own {
            return Some((at.clone(), name.to_owned()));
        }
        let mut named = imports[at].names.iter();
        let path = named.find(|path| path.last().is_some_and(|last| last == name))?;
        Some((file_of(path, imports)?, name.to_owned()))
    }

    /// The name of a type without references, lifetimes, boxes and parameters: `&'a mut Box<Name<T>>` gives `Name`.
    fn type_name(mut text: &str) -> &str {
        loop {
            text = text.trim_start_matches(['&', ' ']);
            text = match text.strip_prefix('\'') {
                Some(rest) => rest.trim_start_matches(is_part),
                None => text,
            };
            let inner = ["mut ", "Box<", "Arc<"]
                .iter()
                .find_map(|outer| text.strip_prefix(outer));
            match inner {
                Some(inner) => text = inner,
                None if text.starts_with([' ', '&', '\'']) => {}
                None => break,
            }
        }
        let end = text.find(|c| !(is_part(c) || c == ':')).unwrap_or(text.len());
        text[..end].rsplit(':').next().unwrap_or_default()
    }

    /// The type whose methods an `impl` line begins.
    fn type_of_impl(line: &str) -> Option<&str> {
        let rest = line.strip_prefix("impl")?;
        let name = match rest.split_once(" for ") {
            Some((_, name)) => type_name(name),
            None => inherent_type(line)?,
        };
        (!name.is_empty()).then_some(name)
    }

    fn methods(files: &Files, imports: &BTreeMap<Module, Imports>) -> Methods {
        let mut methods = Methods::default();
        for (at, code) in files {
            let lines: Vec<&str> = code.lines().collect();
            let id = |name: &str| {
                type_id(at, name, files, imports).unwrap_or_else(|| (at.clone(), name.to_owned()))
            };
            let (mut of_impl, mut of_struct) = (None, None);
            for (number, line) in lines.iter().enumerate() {
                let next = lines.get(number + 1).copied().unwrap_or_default();
                if line.starts_with('}') {
                    (of_impl, of_struct) = (None, None);
                }
                if let Some(name) = type_of_impl(line) {
                    of_impl = Some(id(name));
                }
                if let Some((before, rest)) = line.split_once("struct ")
                    && !before.starts_with(' ')
                    && line.ends_with('{')
                {
                    of_struct = Some((at.clone(), type_name(rest).to_owned()));
                }
                if let Some(name) = method_name(line, next) {
                    let places = methods.defined.entry(name.to_owned()).or_default();
                    places.push(at.clone());
                    if let Some(id) = &of_impl {
                        let of_type = methods.of_type.entry(id.clone()).or_default();
                        of_type.insert(name.to_owned(), at.clone());
                    }
                }
                if let Some(owner) = &of_struct
                    && let Some((name, text)) = line.trim().split_once(": ")
                    && let Some(field) = type_id(at, type_name(text), files, imports)
                {
                    let name = name.rsplit(' ').next().unwrap().to_owned();
                    methods
                        .fields
                        .entry(owner.clone())
                        .or_default()
                        .insert(name, field);
                }
                if let Some(name) = inherent_type(line) {
                    methods
                        .files_of_type
                        .entry(id(name))
                        .or_default()
                        .insert(at.clone());
                }
            }
        }
        methods
    }

    /// The parameters of a signature, which begins after `fn `: names and types.
    fn parameters(signature: &str) -> Vec<(&str, &str)> {
        let Some(begin) = signature.find('(') else {
            return Vec::new();
        };
        let (mut depth, mut start, mut all) = (0, begin + 1, Vec::new());
        for (offset, c) in signature.char_indices().skip_while(|(offset, _)| *offset < begin) {
            depth += i32::from(['(', '<', '['].contains(&c)) - i32::from([')', '>', ']'].contains(&c));
            if depth == 0 || depth == 1 && c == ',' {
                all.extend(signature[start..offset].trim().split_once(": "));
                start = offset + 1;
            }
            if depth == 0 {
                break;
            }
        }
        all
    }

    /// The calls of methods in a file: the names, and the types that they are called on, if those are known. The type of
    /// `self`, of a parameter and of a field of either is known.
    fn calls<'c>(
        at: &Module,
        files: &'c Files,
        imports: &BTreeMap<Module, Imports>,
        methods: &Methods,
    ) -> Vec<(&'c str, Option<TypeId>)> {
        let code = &files[at];
        let mut calls = Vec::new();
        let mut of_impl: Option<TypeId> = None;
        let mut known: BTreeMap<&str, TypeId> = BTreeMap::new();
        let mut line_start = true;
        for (offset, c) in code.char_indices() {
            let rest = &code[offset..];
            if line_start && rest.starts_with("impl") {
                let name = type_of_impl(rest.lines().next().unwrap_or_default());
                of_impl = name.and_then(|name| type_id(at, name, files, imports));
            }
            line_start = c == '\n';
            if let Some(signature) = rest.strip_prefix("fn ")
                && !code[..offset].ends_with(is_part)
            {
                let typed = parameters(signature).into_iter();
                known = typed
                    .filter_map(|(name, text)| Some((name, type_id(at, type_name(text), files, imports)?)))
                    .collect();
            }
            if c != '.' {
                continue;
            }
            let end = rest[1..].find(|c| !is_part(c)).map_or(rest.len(), |end| end + 1);
            if !rest[end..].starts_with('(') {
                continue;
            }
            let before = code[..offset].trim_end();
            let start = before
                .rfind(|c| !(is_part(c) || c == '.'))
                .map_or(0, |start| start + 1);
            let mut parts = before[start..].split('.');
            let mut of = match parts.next() {
                Some("self") => of_impl.clone(),
                Some(name) => known.get(name).cloned(),
                None => None,
            };
            for part in parts {
                of = of.and_then(|id| methods.fields.get(&id)?.get(part).cloned());
            }
            calls.push((&rest[1..end], of));
        }
        calls
    }

    /// The folder of a file: that of its own name, if there is one.
    fn folder(at: &Module, files: &Files) -> Module {
        let is_folder = files
            .keys()
            .any(|other| other.len() > at.len() && other.starts_with(at));
        at[..at.len() - usize::from(!is_folder && !at.is_empty())].to_vec()
    }

    /// The types whose inherent methods are in several folders.
    fn spread(files: &Files) -> Vec<(Module, String)> {
        let imports = all_imports(files);
        let methods = methods(files, &imports);
        let mut wrong = Vec::new();
        for ((home, name), places) in &methods.files_of_type {
            let folders: BTreeSet<Module> = places.iter().map(|at| folder(at, files)).collect();
            if folders.len() > 1 {
                let folders: Vec<String> = folders.iter().map(|folder| folder.join("::")).collect();
                wrong.push((
                    home.clone(),
                    format!("{name} has methods in {}", folders.join(", ")),
                ));
            }
        }
        wrong
    }

    #[test]
    fn the_methods_of_a_type_are_in_one_folder() {
        let (known, wrong): (Vec<String>, Vec<String>) = spread(&all_files())
            .into_iter()
            .map(|(home, what)| format!("{}: {what}", home.join("::")))
            .partition(|what| {
                SPREAD
                    .iter()
                    .any(|(name, _)| what.starts_with(&format!("{name} ")))
            });
        assert!(
            wrong.is_empty(),
            "split the type, so that each folder has its own:\n{}",
            wrong.join("\n")
        );
        assert_eq!(known.len(), SPREAD.len(), "no longer an exception: {known:?}");
    }

    #[test]
    fn methods_in_two_folders_are_found() {
        let is_spread = |first: &str, second: &str, inner: &str, third: &str| {
            let files = [
                ("", "pub mod layer;"),
                ("layer", "mod root;\nmod one;\nmod two;\npub use root::Model;"),
                (
                    "layer::root",
                    "pub struct Model;\nimpl Model {\n    fn new() {}\n}",
                ),
                ("layer::one", first),
                ("layer::one::part", second),
                ("layer::one::inner", inner),
                ("layer::one::inner::part", ""),
                ("layer::two", third),
                ("layer::two::part", ""),
            ];
            !spread(&files.map(|(at, code)| (module(at), code.to_owned())).into()).is_empty()
        };
        let own = "struct Own<T>(T);\nimpl<T: Into<u8>> Own<T> {\n    fn get(&self) {}\n}";
        let methods = "use crate::layer::root::Model;\nimpl Model {\n    pub(crate) fn act(&mut self) {}\n}";
        let own_too = "use crate::layer::one::Own;\nimpl Own<u8> {\n    fn b(&self) {}\n}";
        assert!(is_spread("", "", "", methods));
        assert!(is_spread(
            "use super::Model;\nimpl Model {\n    fn a(&self) {}\n}",
            "",
            "",
            ""
        ));
        assert!(!is_spread(own, own_too, "", own));
        assert!(is_spread(own, "", own_too, ""));
        assert!(!is_spread(
            "use super::Model;\nimpl Default for Model {}",
            "",
            "",
            ""
        ));
    }

    /// What each file knows: the files that it names.
    type Known = BTreeMap<Module, BTreeSet<Module>>;

    fn known_by_name(files: &Files) -> Known {
        let imports = all_imports(files);
        let known = |at: &Module| {
            let named = imports[at].names.iter().chain(imports[at].reexports.values());
            let named = named.filter_map(|name| file_of(name, &imports));
            named.filter(|other| other != at).collect()
        };
        files.keys().map(|at| (at.clone(), known(at))).collect()
    }

    /// Names that methods of the standard library and of libraries have, too: who calls them need not know ours.
    const OF_LIBRARIES: &[&str] = &["copied", "split", "text"];

    /// The same, and the files that define the methods that a file calls, where the type of the object is known or a
    /// method of that name is defined once.
    fn known_with_methods(files: &Files) -> Known {
        let mut known = known_by_name(files);
        let imports = all_imports(files);
        let methods = methods(files, &imports);
        let once: BTreeMap<&str, &Module> = methods
            .defined
            .iter()
            .filter(|(name, places)| places.len() == 1 && !OF_LIBRARIES.contains(&name.as_str()))
            .map(|(name, places)| (name.as_str(), &places[0]))
            .collect();
        for at in files.keys() {
            for (name, of) in calls(at, files, &imports, &methods) {
                let own = of.and_then(|id| methods.of_type.get(&id)?.get(name));
                let place = own.or_else(|| once.get(name).copied());
                // Methods of a layer below are in no circle, and of a layer above there are none.
                if let Some(place) = place.filter(|place| *place != at && place.first() == at.first())
                    && let Some(known) = known.get_mut(at)
                {
                    known.insert(place.clone());
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

    /// The circles through methods that are not within one folder.
    fn circles_of_folders(known: &Known, files: &Files) -> Vec<Vec<Module>> {
        let mut circles = circles(known);
        circles.retain(|circle| {
            let folders: BTreeSet<Module> = circle.iter().map(|at| folder(at, files)).collect();
            folders.len() > 1
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
    fn no_folders_know_each_other_in_a_circle() {
        let files = all_files();
        let known = known_with_methods(&files);
        let recursive = module(RECURSIVE.0);
        let is_exception = |circle: &Vec<Module>| circle.iter().all(|at| at.starts_with(&recursive));
        let (exceptions, wrong): (Vec<_>, Vec<_>) = circles_of_folders(&known, &files)
            .into_iter()
            .partition(is_exception);
        let wrong: Vec<String> = wrong.iter().map(|circle| shown(circle, &known)).collect();
        assert!(
            wrong.is_empty(),
            "call downwards only, and return what is to be done above:\n{}",
            wrong.join("\n")
        );
        assert_eq!(exceptions.len(), 1, "no longer an exception: {RECURSIVE:?}");
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
        // The folder's file exports `Thing` of `other` again, so `other` must not name what that file defines.
        assert!(is_circle("", "use super::Kept;"));
        assert!(!is_circle("", "use super::one::Own;"));
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
            !circles_of_folders(&known_with_methods(&files), &files).is_empty()
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
        // Of two methods of one name, the type of the object tells which is called.
        let other = "trait Other {\n    fn fold(&self);\n}";
        for (calls, is_known) in [
            ("self.fold();", true),
            ("fn of(model: &mut Model) { model.fold() }", true),
            (
                "fn of(whole: &Whole) { whole.model.fold() }\n}\nstruct Whole {\n    model: Box<Model>,",
                true,
            ),
            ("made().fold();", false),
        ] {
            let both = method("follow", calls) + other;
            assert_eq!(
                is_circle(&method("fold", "self.follow();"), &both),
                is_known,
                "{calls}"
            );
        }
    }
}
