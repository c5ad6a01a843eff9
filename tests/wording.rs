//! The words that user-facing text does not use. Reads the text of `src` (string literals without comments and tests, also
//! of the exported page's script), the help topics, the README and the lessons.

#[cfg(test)]
mod wording {
    use std::fs;
    use std::path::{Path, PathBuf};

    /// Words and phrases that have a plainer replacement, in lower case. They match whole words only.
    const WORDS: &[&str] = &[
        "a person",
        "all the same",
        "anew",
        "another order",
        "as usual",
        "bears",
        "behind",
        "beside",
        "brings in",
        "comes",
        "defined by",
        "element",
        "elements",
        "frown",
        "further down",
        "further up",
        "goes",
        "has not",
        "is no",
        "lacks",
        "meets",
        "mend",
        "nobody",
        "refusal",
        "refuse",
        "refused",
        "refuses",
        "slip",
        "somebody",
        "spelt",
        "stands",
        "stood",
        "surprise",
        "surprises",
        "survives",
        "taken whole",
        "takes the place",
        "tells",
        "the documents",
        "the real program",
        "to the letter",
        "told",
        "twin",
        "twins",
        "wanted",
        "what lies on top",
        "whoever",
        "wish",
    ];

    /// Text that is allowed: messages of Kubernetes, quoted as they are, quotes of the proposals, and names that are contracts.
    const ALLOWED: &[&str] = &[
        // Messages of Kubernetes.
        "no elements in any of the given slices",
        "list element types are not identical",
        "in merging list element",
        "associative list without keys has an element that's",
        "associative list with lists as elements",
        "may not have a null element",
        "may not have non-map elements",
        "has an element that omits all key fields",
        "element :",
        // Headings of the preserve-order proposal.
        "contains elements not found in",
        // A kind of loss in the JSON of `skew`.
        "survives (what the client removes is still there)",
        // Ordinary grammar.
        "is no longer",
        "there is no",
        "has not changed",
    ];

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR"))
    }

    fn files(folder: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let is_wanted = path
                .extension()
                .is_some_and(|extension| extensions.iter().any(|one| extension == *one));
            if path.is_dir() {
                files(&path, extensions, found);
            } else if is_wanted {
                found.push(path);
            }
        }
    }

    /// The string literals of a Rust file before its tests, or of a script, each with its line.
    fn literals(text: &str, is_script: bool) -> Vec<(usize, String)> {
        let end = text.find("#[cfg(test)]\nmod ").unwrap_or(text.len());
        let bytes = &text.as_bytes()[..end];
        let mut found = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let raw = || {
                let hashes = bytes[at + 1..].iter().take_while(|byte| **byte == b'#').count();
                (bytes[at] == b'r' && bytes.get(at + 1 + hashes) == Some(&b'"')).then_some(hashes)
            };
            let is_word = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_');
            if bytes[at..].starts_with(b"//") {
                at += bytes[at..].iter().take_while(|byte| **byte != b'\n').count();
            } else if let Some(hashes) = raw().filter(|_| !is_word) {
                let start = at + hashes + 2;
                let close = format!("\"{}", "#".repeat(hashes));
                let length = text[start..].find(&close).expect("the end of a raw string");
                found.push((start, text[start..start + length].to_owned()));
                at = start + length + close.len();
            } else if bytes[at] == b'"' || is_script && bytes[at] == b'`' {
                let start = at + 1;
                let mut until = start;
                while bytes[until] != bytes[at] {
                    until += if bytes[until] == b'\\' { 2 } else { 1 };
                }
                found.push((start, text[start..until].to_owned()));
                at = until + 1;
            } else if bytes[at] == b'\'' && bytes.get(at + 1) == Some(&b'\\') {
                // A character literal with an escape, which can be a quote.
                at += 3;
            } else if bytes[at] == b'\'' && bytes.get(at + 2) == Some(&b'\'') {
                at += 3;
            } else {
                at += 1;
            }
        }
        let line = |start: usize| 1 + text[..start].matches('\n').count();
        found
            .into_iter()
            .map(|(start, literal)| (line(start), literal))
            .collect()
    }

    /// A text as it is searched: lower case, one space between words, without placeholders and marks.
    fn plain(text: &str) -> String {
        let mut out = String::new();
        let mut depth = 0_u32;
        for c in text.replace("\\n", " ").chars() {
            match c {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                '`' | '*' | '\\' | '"' => {}
                _ if depth > 0 => {}
                c if c.is_whitespace() => out.push(' '),
                c => out.extend(c.to_lowercase()),
            }
        }
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Whether a text is a name and not prose: `next-surprise`, `samples/05/live.yaml`, a kind of loss in the JSON of `skew`.
    fn is_name(text: &str) -> bool {
        text == "survives" || !text.contains(' ') && text.contains(['-', '_', '/', '.', '$'])
    }

    fn found_words(text: &str) -> Vec<&'static str> {
        let mut text = plain(text);
        for allowed in ALLOWED {
            text = text.replace(allowed, "…");
        }
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "-_/".contains(c));
        let is_there = |word: &&&str| {
            text.match_indices(**word).any(|(at, _)| {
                !is_part(text[..at].chars().next_back()) && !is_part(text[at + word.len()..].chars().next())
            })
        };
        WORDS.iter().filter(is_there).copied().collect()
    }

    #[test]
    fn user_facing_text_uses_plain_words() {
        let mut wrong = Vec::new();
        let mut sources = Vec::new();
        files(&root().join("src"), &["rs", "js"], &mut sources);
        assert!(sources.iter().any(|path| path.ends_with("export/html/page.js")));
        for path in sources.iter().filter(|path| !path.ends_with("tests.rs")) {
            let is_test = path.components().any(|part| part.as_os_str() == "tests");
            // Old names, which are still accepted.
            if is_test || path.ends_with("merge/rule/aliases.rs") {
                continue;
            }
            let text = fs::read_to_string(path).expect("a file");
            let is_script = path.extension().is_some_and(|extension| extension == "js");
            for (line, literal) in literals(&text, is_script) {
                if !is_name(&literal) {
                    wrong.extend(
                        found_words(&literal)
                            .iter()
                            .map(|word| format!("{}:{line}: \"{word}\" in {literal:?}", path.display())),
                    );
                }
            }
        }
        let mut pages = vec![root().join("README.md"), root().join("CHANGELOG.md")];
        for folder in ["src/help", "samples", "themes", "src/explorer/export"] {
            files(&root().join(folder), &["md", "html"], &mut pages);
        }
        for path in pages {
            let text = fs::read_to_string(&path).expect("a file");
            for (at, line) in text.lines().enumerate() {
                wrong.extend(
                    found_words(line)
                        .iter()
                        .map(|word| format!("{}:{}: \"{word}\" in {line:?}", path.display(), at + 1)),
                );
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn words_are_found_in_prose_and_not_in_names() {
        assert_eq!(found_words("The patch is Refused."), ["refused"]);
        assert_eq!(found_words("`x` is\\n no list"), ["is no"]);
        assert_eq!(found_words("it is no longer there; there is no list"), [""; 0]);
        assert_eq!(found_words("$setElementOrder, {wanted}, next-surprise"), [""; 0]);
        let code = "// refused\nlet a = \"one\"; let b = r#\"t\"wo\"#; let c = '\"';\n#[cfg(test)]\nmod tests { \"no\" }";
        let texts = |code, is_script| -> Vec<String> {
            literals(code, is_script)
                .into_iter()
                .map(|(_, text)| text)
                .collect()
        };
        assert_eq!(texts(code, false), ["one", "t\"wo"]);
        assert_eq!(
            texts("// `no`\nlet a = `one ${two}`, b = \"`\";", true),
            ["one ${two}", "`"]
        );
    }
}
