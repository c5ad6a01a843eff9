//! The two ways of reading YAML end alike: the short cut for the usual shape, and the one that knows all of YAML. Every
//! node, span, warning and refusal is compared, over recorded texts, samples, and generated and broken manifests.

use mergescope::document::{Document, ReadError, read, read_by_events};

/// What a way made of a text, all of it.
fn shown(answer: Result<Document, ReadError>) -> String {
    match answer {
        Ok(document) => format!("{document:#?}"),
        Err(error) => format!("{error:#?}"),
    }
}

/// Where the two ways differ on a text.
fn difference(text: &str) -> Option<String> {
    let quick = shown(read("text", text.into()));
    let thorough = shown(read_by_events("text", text.into()));
    if quick == thorough {
        return None;
    }
    let lines = quick.lines().zip(thorough.lines()).enumerate();
    let apart = lines.filter(|(_, (quick, thorough))| quick != thorough).take(8);
    let apart: Vec<String> = apart
        .map(|(at, (quick, thorough))| format!("{at}: {} | {}", quick.trim(), thorough.trim()))
        .collect();
    Some(format!("-----\n{text}\n-----\n{}", apart.join("\n")))
}

#[cfg(test)]
mod texts {
    use super::*;
    use mergescope::document::{Tree, Value};

    #[test]
    fn recorded_texts() {
        let mut wrong = String::new();
        for case in include_str!("recorded.jsonl").lines() {
            let case = read("recorded.jsonl", case.into()).unwrap();
            let text = case.get(case.root(), "text").unwrap();
            let Value::String(text) = case.value(text) else {
                panic!()
            };
            let cut = |at: usize| text.char_indices().nth(at).map_or(text, |(at, _)| &text[..at]);
            for text in [text, cut(10), cut(20), cut(40)] {
                wrong.extend(difference(text));
            }
        }
        assert!(wrong.is_empty(), "{wrong}");
    }

    #[test]
    fn samples() {
        let mut wrong = String::new();
        let mut count = 0;
        let entries = std::fs::read_dir("samples").unwrap();
        let folders = entries
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_dir());
        for folder in folders {
            for file in std::fs::read_dir(folder).unwrap() {
                let file = file.unwrap().path();
                if file.extension().is_some_and(|end| end == "yaml") {
                    count += 1;
                    wrong.extend(difference(&std::fs::read_to_string(file).unwrap()));
                }
            }
        }
        assert!(count > 40 && wrong.is_empty(), "{count}\n{wrong}");
    }
}

#[cfg(test)]
mod generated {
    use super::*;
    use proptest::prelude::*;

    /// Keys, the last ones seldom seen.
    const KEYS: &[&str] = &[
        "a",
        "b",
        "name",
        "apiVersion",
        "app.kubernetes.io/name",
        "\"q r\"",
        "'s'",
        "a b",
        "größe",
        "a#b",
        "a:b",
        "-x",
        "y",
        "1",
        "<<",
        "null",
        "a ",
        "? b",
        "*a",
        "0x1f",
        ".5",
        "=",
        "\"\\\"\"",
        "'it''s'",
        "~",
        "a'b",
        "...",
        "%a",
    ];

    /// Scalars on one line, and what is none.
    const VALUES: &[&str] = &[
        "b",
        "some text",
        "1",
        "-1",
        "0777",
        "1.5",
        "1.0",
        "true",
        "no",
        "null",
        "~",
        "",
        "{}",
        "[]",
        "{ }",
        "\"q\"",
        "\"\"",
        "''",
        "'it''s'",
        "\"a\\\"b\\\\c\\n\"",
        "\"\\u00e9\"",
        "\"\\/\"",
        "http://x:80/y#z",
        "a #b",
        "a# b",
        "a: b",
        "a:",
        ":a",
        "?a",
        "- a",
        "-",
        "--- a",
        "---",
        "-a",
        "größe",
        ".inf",
        ".5",
        "<<",
        "18446744073709551615",
        "[a, b]",
        "{a: b}",
        "&x a",
        "*x",
        "!!str 1",
        "!t",
        "\"open",
        "'open",
        "'a' b",
        "\"a\": b",
        "'a': b",
        "\"a\"#b",
        "\"a\" #b",
        "{} #c",
        "{}#c",
        "[]: a",
        "|",
        ">",
        "@a",
        "`a",
        "%a",
        "1_000",
        "0b1",
        "2001-01-01",
        "=",
        "\"a\\",
        "a\u{a0}b",
        "\u{feff}a",
        "it's",
        "\"a'b\"",
        "a\tb",
        "a \t#b",
        "\"a\tb\"",
        "{",
        "]",
        ",",
        "a,b",
        "#c",
        "\\",
    ];

    /// Block scalars and others of several lines: the first, and those to be indented.
    const BLOCKS: &[(&str, &[&str])] = &[
        ("|", &["a"]),
        ("|", &["a", "b: c", "", "  d", ""]),
        ("|-", &["a", "", "", "- b"]),
        ("|+", &["a", "", ""]),
        ("|", &["", "a"]),
        ("|", &["   ", "a", "  "]),
        ("|", &["a", "   ", "# b"]),
        ("| ", &["# a", "b "]),
        ("| # c", &["a"]),
        ("|2", &["  a"]),
        ("|-", &[""]),
        ("|+", &[""]),
        (">-", &["a", "b"]),
        // Text in several lines.
        ("a", &["b"]),
        ("a b  ", &["- c", "", "   ", "  d #e"]),
        ("a", &["b", "# c"]),
        ("a", &["# c", "b"]),
        ("a # c", &["b"]),
        ("a", &["b: c"]),
        ("'a", &["b'"]),
        ("' a ''", &["'' b  ", "", "#c' # d"]),
        ("'a", &["b': c"]),
        ("\"a", &["", "b\""]),
        ("\"", &["a", "\""]),
        ("\"a\\n", &["\\tb  ", "c\\  \""]),
        ("\"a \\", &["\\ b\""]),
        ("\"a \\ ", &["b \\", "", "c\""]),
        ("|", &["{\"a\":\"größe\"}"]),
    ];

    /// Parts of lists and maps in brackets, the last ones rare.
    const FLOW_PARTS: &[&str] = &[
        "a",
        "b: c",
        "\"q\"",
        "'s'",
        "1",
        "x: {}",
        "[]",
        "[a, 2]",
        "{b: c, d: \"e\"}",
        "-1",
        "k: -a",
        "\"q\": 's'",
        "a.b/c-d: 1.5",
        "x: [{y: z}]",
        "\"q\":{\"r\":\"s\"}",
        "'p':a",
        "\"t\":[1,{'u':v}]",
        "true",
        "k: null",
        "y",
        "a b",
        "\"q\":1",
        "\"q\":-1",
        "\"q\"::",
        "\"q\":,",
        "\"q\":#a",
        "\"q\" :a",
        "'it''s'",
        "\"\\n\"",
        "a:",
        ":a",
        "-",
        "",
        "a#b",
        "a #b",
        "&x a",
        "*x",
        "<<: {}",
        "~: a",
        "1: b",
        "k: .inf",
        "? a",
        "a:b",
        "http://x",
        "k: a,",
        "[a]: b",
        "!t a",
        "größe: é",
        "k:",
        "\"",
        "'",
        "{",
        "]",
        "a\n  b",
        "-a",
        "- a",
        "--a",
        "k: b: c",
        "a: b, a: c",
        "y: 0x1f",
        ".a",
        "/",
    ];

    /// A list or a map in brackets on one line, or a text that is nearly one.
    fn flow() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            4 => proptest::sample::select(&FLOW_PARTS[..FLOW_PARTS.len() / 3]),
            1 => proptest::sample::select(FLOW_PARTS),
        ];
        let brackets = prop_oneof![4 => Just(("{", "}")), 4 => Just(("[", "]")), 1 => Just(("{ ", " }")), 1 => Just(("[", "}"))];
        let separator = prop_oneof![6 => Just(", "), 1 => Just(","), 1 => Just(" , ")];
        (brackets, separator, proptest::collection::vec(part, 0..4))
            .prop_map(|((open, close), separator, parts)| format!("{open}{}{close}", parts.join(separator)))
    }

    #[derive(Clone, Debug)]
    enum Node {
        Scalar(&'static str),
        Flow(String),
        Block(usize),
        List(Vec<Node>),
        Map(Vec<(&'static str, Node)>),
    }

    fn node() -> impl Strategy<Value = Node> {
        let usual = |all: &'static [&str]| {
            prop_oneof![
                6 => proptest::sample::select(&all[..all.len() / 3]),
                1 => proptest::sample::select(all),
            ]
        };
        let leaf = prop_oneof![
            8 => usual(VALUES).prop_map(Node::Scalar),
            4 => flow().prop_map(Node::Flow),
            3 => (0..BLOCKS.len()).prop_map(Node::Block),
        ];
        leaf.prop_recursive(5, 24, 4, move |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 1..4).prop_map(Node::List),
                proptest::collection::vec((usual(KEYS), inner), 1..4).prop_map(Node::Map),
            ]
        })
    }

    /// Writes a node, with now and then another layout, as the dice say.
    struct Printer<'d> {
        out: String,
        dice: std::iter::Cycle<std::slice::Iter<'d, u8>>,
    }

    impl Printer<'_> {
        /// True once in so many times.
        fn once_in(&mut self, times: u8) -> bool {
            self.dice.next().is_some_and(|dice| dice % times == 1)
        }

        fn line_end(&mut self) {
            if self.once_in(11) {
                self.out.push_str(" # c");
            } else if self.once_in(17) {
                self.out.push_str("  ");
            }
            self.out.push('\n');
            if self.once_in(19) {
                self.out.push('\n');
            } else if self.once_in(23) {
                let indent = if self.once_in(2) { 0 } else { 3 };
                self.out.push_str(&format!("{:indent$}# d: e\n", ""));
            }
        }

        fn indent(&mut self, columns: usize) {
            self.out.extend(std::iter::repeat_n(' ', columns));
        }

        /// Behind a key or a dash, in a container of this column.
        fn value(&mut self, node: &Node, column: usize, key: bool) {
            match node {
                Node::Scalar("") => self.line_end(),
                Node::Scalar(text) => {
                    self.out.push(' ');
                    self.out.push_str(text);
                    self.line_end();
                }
                Node::Flow(text) => {
                    if self.once_in(5) {
                        self.line_end();
                        let deeper = if self.once_in(9) { 0 } else { 2 };
                        self.indent(column + deeper);
                    } else {
                        self.out.push(' ');
                    }
                    self.out.push_str(text);
                    self.line_end();
                }
                Node::Block(which) => {
                    let (header, lines) = BLOCKS[*which];
                    self.out.push_str(&format!(" {header}\n"));
                    let inner = column + if self.once_in(5) { 4 } else { 2 };
                    for line in lines {
                        if !line.is_empty() {
                            self.indent(inner);
                        }
                        self.out.push_str(line);
                        self.out.push('\n');
                    }
                }
                Node::List(_) | Node::Map(_) => {
                    let list = matches!(node, Node::List(_));
                    if !key && !self.once_in(7) {
                        let gap = if self.once_in(9) { 3 } else { 1 };
                        self.indent(gap);
                        return self.container(node, column + 1 + gap, true);
                    }
                    self.line_end();
                    let deeper = if list && key && self.once_in(2) { 0 } else { 2 };
                    let deeper = if self.once_in(13) { deeper + 1 } else { deeper };
                    self.container(node, column + deeper, false);
                }
            }
        }

        /// The entries; the first one begins where the text ends if it is `begun`.
        fn container(&mut self, node: &Node, column: usize, mut begun: bool) {
            let count = match node {
                Node::List(items) => items.len(),
                Node::Map(entries) => entries.len(),
                _ => return,
            };
            for at in 0..count {
                if !std::mem::take(&mut begun) {
                    let odd = usize::from(self.once_in(97));
                    self.indent(column + odd);
                }
                match node {
                    Node::List(items) => {
                        self.out.push('-');
                        self.value(&items[at], column, false);
                    }
                    Node::Map(entries) => {
                        self.out.push_str(entries[at].0);
                        self.out.push(':');
                        self.value(&entries[at].1, column, true);
                    }
                    _ => {}
                }
            }
        }
    }

    /// What is put into a text to break it.
    const PIECES: &[&str] = &[
        " ", "  ", "\n", "- ", "-", ":", ": ", "#", " #", "\"", "'", "|", "a", "---\n", "\n---\n", "...\n",
        "\t", "\r", "\\", "&a ", "*a", "!", "{", "}", "[", "]", ",", "?", "? ", "%", "é", "\u{feff}", "<<: ",
        "\u{85}", "\0",
    ];

    #[derive(Clone, Debug)]
    enum Change {
        Insert(&'static str),
        Delete(usize),
        CutHere,
    }

    fn change() -> impl Strategy<Value = (usize, Change)> {
        let change = prop_oneof![
            8 => proptest::sample::select(PIECES).prop_map(Change::Insert),
            4 => (1..6usize).prop_map(Change::Delete),
            1 => Just(Change::CutHere),
        ];
        (any::<usize>(), change)
    }

    fn changed(text: &str, changes: &[(usize, Change)]) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        for (at, change) in changes {
            let at = at % (chars.len() + 1);
            match change {
                Change::Insert(piece) => {
                    chars.splice(at..at, piece.chars());
                }
                Change::Delete(count) => {
                    chars.drain(at..(at + count).min(chars.len()));
                }
                Change::CutHere => chars.truncate(at),
            }
        }
        chars.into_iter().collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1500),
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        #[test]
        fn manifests_and_broken_ones(
            node in node(),
            dice in proptest::collection::vec(any::<u8>(), 1..60),
            changes in proptest::collection::vec(change(), 1..4),
        ) {
            let mut printer = Printer { out: String::new(), dice: dice.iter().cycle() };
            if printer.once_in(9) {
                printer.out.push_str("---\n");
            }
            printer.container(&node, 0, false);
            let text = printer.out;
            for text in [&text, text.trim_end(), &changed(&text, &changes)] {
                let difference = difference(text);
                prop_assert!(difference.is_none(), "{}", difference.unwrap_or_default());
            }
        }
    }
}
