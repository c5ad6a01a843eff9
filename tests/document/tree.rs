//! Spans, warnings, writing back, and hostile texts.

use mergescope::document::{Document, MAX_DEPTH, NodeId, Numbers, Tree, read, same, write};
use proptest::prelude::*;

#[cfg(test)]
fn document(text: &str) -> Document {
    read("case", text.as_bytes().to_vec()).unwrap_or_else(|error| panic!("{}\n{text}", error.report()))
}

#[cfg(test)]
/// The node behind a path such as `spec/containers/0/name`.
fn at(document: &Document, path: &str) -> NodeId {
    let mut id = document.root();
    for step in path.split('/').filter(|step| !step.is_empty()) {
        id = match step.parse::<usize>() {
            Ok(index) => document.children(id).nth(index).unwrap(),
            Err(_) => document.get(id, step).unwrap(),
        };
    }
    id
}

#[test]
fn every_node_knows_its_text() {
    let yaml = "# c\n---\na:  1 # d\n\"q k\": 'x y'\nlist:\n- x  # - y\n-\n- &q\n- - 1\n  - !!str 2\n\
        \x20 -   k: v\n      l: [w, {m: n}]\n-\n  # note\n  k: 1\nblock: |+\n  one\n  two\n\n# c\nfold: >-\n\n  z\n\
        copy: *q\n? long\n: value\nempty:\nmulti: a\n  b\ntabbed:\t1\nlast: {}  \n# end\n";
    // Path, the value's own text, the entry's text.
    let cases = [
        ("a", "1", "a:  1"),
        ("q k", "'x y'", "\"q k\": 'x y'"),
        ("list/0", "x", "- x"),
        ("list/1", "", "-"),
        ("list/2", "", "-"),
        (
            "list/3",
            "- 1\n  - !!str 2\n  -   k: v\n      l: [w, {m: n}]",
            "- - 1\n  - !!str 2\n  -   k: v\n      l: [w, {m: n}]",
        ),
        ("list/3/0", "1", "- 1"),
        ("list/3/1", "2", "- !!str 2"),
        (
            "list/3/2",
            "k: v\n      l: [w, {m: n}]",
            "-   k: v\n      l: [w, {m: n}]",
        ),
        ("list/3/2/l", "[w, {m: n}]", "l: [w, {m: n}]"),
        ("list/3/2/l/0", "w", "w"),
        ("list/3/2/l/1/m", "n", "m: n"),
        ("list/4", "k: 1", "-\n  # note\n  k: 1"),
        ("block", "|+\n  one\n  two", "block: |+\n  one\n  two"),
        ("fold", ">-\n\n  z", "fold: >-\n\n  z"),
        ("copy", "*q", "copy: *q"),
        ("long", "value", "long\n: value"),
        ("empty", "", "empty:"),
        ("multi", "a\n  b", "multi: a\n  b"),
        ("tabbed", "1", "tabbed:\t1"),
        ("last", "{}", "last: {}"),
    ];
    let windows = yaml.replace('\n', "\r\n");
    let marked = format!("\u{feff}{yaml}");
    for text in [yaml, &windows, &marked] {
        let document = document(text);
        for (path, value, entry) in cases {
            let id = at(&document, path);
            let piece = |span: mergescope::document::Span| {
                document.text()[span.start as usize..span.end as usize].replace("\r\n", "\n")
            };
            assert_eq!(piece(document.span(id)), value, "{path}");
            assert_eq!(piece(document.entry_span(id)), entry, "{path}");
        }
        let root = document.span(document.root());
        assert!(document.text()[root.start as usize..].starts_with("a:  1"));
        assert!(document.text()[..root.end as usize].ends_with("last: {}"));
    }
    let json = document("{ \"a\" : [1, {\"b\": \"c\\n\"}],\n \"d\": null }");
    let piece = |path| {
        let span = json.entry_span(at(&json, path));
        &json.text()[span.start as usize..span.end as usize]
    };
    assert_eq!(piece("a"), "\"a\" : [1, {\"b\": \"c\\n\"}]");
    assert_eq!(piece("a/1/b"), "\"b\": \"c\\n\"");
    assert_eq!(piece("d"), "\"d\": null");
}

#[test]
fn a_list_behind_an_end_mark_has_sound_spans() {
    for text in ["...\n-", "...\n- a\n", "# c\n...\n...\n- a\n- b"] {
        let document = document(text);
        for id in (0..document.node_count() as u32).map(NodeId) {
            let span = document.span(id);
            assert!(span.start <= span.end && span.start >= 4, "{text:?} {span:?}");
        }
    }
}

#[test]
fn an_anchor_without_a_value_stays_in_its_list() {
    let document = document("k0: {k0 : [  &a],k1 : 5}\nm: m\n");
    let list = at(&document, "k0/k0");
    let (inner, outer) = (document.span(at(&document, "k0/k0/0")), document.span(list));
    assert!(
        inner.start >= outer.start && inner.end <= outer.end,
        "{inner:?} {outer:?}"
    );
}

#[test]
fn json_that_begins_with_a_bracket_reads_back_whatever_it_holds() {
    // kubectl reads such a text as YAML, which knows no halves of characters.
    let text = "- \"4\u{e0360}\u{200b}\"\n";
    let json = write::json_compact(&document(text));
    assert_eq!(json, "[\"4\u{e0360}\\u200b\"]");
    assert_eq!(write::json_compact(&document(&json)), json);
}

#[test]
fn what_is_accepted_with_a_warning_is_said() {
    let many: String = (0..40).map(|n| format!("k{n}: {n}\n")).collect();
    let cases = [
        (
            "a: 1\nb: 2\na: 3\n",
            "3:1 duplicate key a (lines 1 and 3)",
            "{\"b\":2,\"a\":3}",
        ),
        (
            "yes: 1\ntrue: 2\n",
            "2:1 duplicate key true (lines 1 and",
            "{\"true\":2}",
        ),
        (
            "{\"a\":1,\n\"a\":2}",
            "2:1 duplicate key \"a\" (lines 1 and",
            "{\"a\":2}",
        ),
        (
            "a: 1\n---\nb: 2\n",
            "2:1 only the first document is used",
            "{\"a\":1}",
        ),
        ("{a: 1}", "1:2 parsed as YAML", "{\"a\":1}"),
        (
            "b: {a: 1, a: 2}",
            "1:11 duplicate key a (twice in line 1)",
            "{\"b\":{\"a\":2}}",
        ),
        (
            "---\n# c\n---\na: 1\n",
            "3:1 the first document is empty",
            "{\"a\":1}",
        ),
        (
            "null\n---\n---\na: 1\n",
            "3:1 the first document is empty",
            "{\"a\":1}",
        ),
        (
            &format!("{many}k7: x\n"),
            "41:1 duplicate key k7 (lines 8 and",
            "",
        ),
    ];
    for (text, warning, json) in cases {
        let document = document(text);
        let said: Vec<String> = document
            .warnings()
            .iter()
            .map(|warning| {
                let at = document.lines().position(document.text(), warning.span.start);
                format!("{}:{} {}", at.line, at.column, warning.text)
            })
            .collect();
        assert!(said.len() == 1 && said[0].starts_with(warning), "{said:?}");
        if !json.is_empty() {
            assert_eq!(write::json_compact(&document), json);
        }
    }
    // kubectl reads only text that starts with a brace as JSON.
    for list in ["[{a: 1}]", "[{\"a\":1},]", " [{a: 1}] # c\n"] {
        let document = document(list);
        assert!(document.warnings().is_empty(), "{list}");
        assert_eq!(write::json_compact(&document), "[{\"a\":1}]");
    }
    // A document of comments only is none.
    for end in ["---\n", "---\n# c\n", "--- # c\n\n", "---\n...\n---\n  # c\n"] {
        let document = document(&format!("a: 1\n{end}"));
        assert!(document.warnings().is_empty(), "{end:?}");
    }
    let repeated = document(&"a: 1\n".repeat(1000));
    assert_eq!(repeated.warnings().len(), 101);
    assert!(
        repeated.warnings()[100]
            .text
            .starts_with("899 more duplicate keys")
    );
    // A key written before `<<` is overwritten on purpose: no warning.
    let merged = document("b: &b {x: 1, z: 1}\nm: {x: 0, <<: *b, z: 2}\nl: {<<: [{a: 1}, {a: 2, c: 2}]}\n");
    assert!(merged.warnings().is_empty());
    assert_eq!(
        write::json_compact(&merged),
        r#"{"b":{"x":1,"z":1},"m":{"x":1,"z":2},"l":{"c":2,"a":1}}"#
    );
    for empty in ["", "# nothing\n", "---\n"] {
        let warnings = document(empty).warnings().len();
        assert_eq!(warnings, 1, "{empty:?}");
    }
    assert!(document("null").warnings().is_empty());
    assert_eq!(write::json_compact(&document("# nothing\n")), "null");
}

#[test]
fn removed_duplicates_leave_a_well_linked_map() {
    let document = document("a: 1\nb: 2\na: 3\nc: 4\nb: 5\n");
    let root = document.root();
    let keys: Vec<_> = document
        .children(root)
        .map(|id| document.key(id).unwrap())
        .collect();
    assert_eq!(keys, ["a", "c", "b"]);
    assert_eq!(document.len(root), 3);
    let ordinals: Vec<_> = document.children(root).map(|id| document.ordinal(id)).collect();
    assert_eq!(ordinals, [0, 1, 2]);
}

#[test]
fn hostile_texts_are_refused() {
    let bomb: String = std::iter::once("a0: &a0 [x,x,x,x,x,x,x,x,x]\n".to_owned())
        .chain((1..9).map(|n| {
            let aliases = vec![format!("*a{}", n - 1); 9].join(",");
            format!("a{n}: &a{n} [{aliases}]\n")
        }))
        .collect();
    let merges: String = std::iter::once("a0: &a0 {k: v}\n".to_owned())
        .chain((1..60).map(|n| format!("a{n}: &a{n} {{x{n}: *a{0}, y{n}: *a{0}}}\n", n - 1)))
        .collect();
    let blocks: String = (0..2000).map(|n| format!("{}a:\n", " ".repeat(n))).collect();
    let deep_alias = format!(
        "a: &a {}{}\nb: {}*a{}\n",
        "[".repeat(300),
        "]".repeat(300),
        "[".repeat(300),
        "]".repeat(300)
    );
    let cases = [
        (bomb, "aliases expand this document too much"),
        (merges, "aliases expand this document too much"),
        ("[".repeat(100_000), "nested more than"),
        ("{a: ".repeat(100_000), "nested more than"),
        ("{\"a\":".repeat(100_000), "nested more than"),
        ("- ".repeat(100_000), "nested more than"),
        ("? ".repeat(100_000), "a list or map cannot be a map key"),
        (blocks, "nested more than"),
        (deep_alias, "nested more than"),
    ];
    for (text, why) in cases {
        let error = read("case", text.into_bytes()).unwrap_err();
        assert!(error.what.contains(why), "{error}");
    }
}

#[test]
fn what_is_as_deep_as_allowed_is_read_written_and_compared() {
    for text in [
        format!("{}1{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH)),
        format!("{}1{}", "{\"a\":".repeat(MAX_DEPTH), "}".repeat(MAX_DEPTH)),
        format!(
            "{}1{}",
            "{\"a\":[".repeat(MAX_DEPTH / 2),
            "]}".repeat(MAX_DEPTH / 2)
        ),
        format!(
            "{}1{}",
            "[{\"a\":".repeat(MAX_DEPTH / 2),
            "}]".repeat(MAX_DEPTH / 2)
        ),
    ] {
        let json = document(&text);
        for written in [write::yaml(&json), write::json(&json)] {
            // Text that is mostly indentation would have 250,000 characters.
            assert!(written.len() < 40 * MAX_DEPTH + 10_000, "{}", written.len());
            let back = document(&written);
            assert!(same(&json, json.root(), &back, back.root(), Numbers::ByType));
            assert_eq!(write::json_compact(&back), text);
        }
    }
}

#[test]
fn aliases_that_kubectl_takes_are_taken() {
    let mut text = "base: &b {a: 1, b: [x, y]}\n".to_owned();
    for n in 0..200 {
        text.push_str(&format!("k{n}: *b\nm{n}: {{<<: *b, own: {n}}}\n"));
    }
    let document = document(&text);
    assert_eq!(document.len(document.root()), 401);
}

#[test]
fn values_for_messages_are_short_and_safe() {
    let text =
        "{\"a\": {\"b\": [1, \"x\\u001b[2J\"], \"c\": {}}, \"s\": \"a\\nlong\\u202etext\", \"n\": null}";
    let document = document(text);
    let cases = [
        ("a", 80, "{\"b\":[1,\"x\\u001b[2J\"],\"c\":{}}"),
        ("a", 9, "{\"b\":[1,\"…"),
        ("a/b/0", 5, "1"),
        ("s", 80, "a\\nlong\\u{202e}text"),
        ("s", 4, "a\\nl…"),
        ("n", 1, "n…"),
    ];
    for (path, limit, want) in cases {
        assert_eq!(write::value_text(&document, at(&document, path), limit), want);
    }
}

#[test]
fn equal_values_are_equal_in_any_spelling() {
    // Left, right, equal by type, equal by value.
    let cases = [
        ("{\"a\": 1, \"b\": [1, 2]}", "b:\n- 0x1\n- 2\na: 1\n", true, true),
        ("{\"a\": 80}", "{\"a\": 80.0}", false, true),
        ("[80]", "[80.0]", true, true),
        ("[80.5]", "- 80.50\n", true, true),
        ("[1, 2]", "[2, 1]", false, false),
        ("[1]", "[1, 1]", false, false),
        ("{\"a\": 1}", "{\"a\": 1, \"b\": null}", false, false),
        ("{\"a\": 1, \"b\": 1}", "{\"a\": 1, \"c\": 1}", false, false),
        ("[\"1\"]", "[1]", false, false),
        ("[null]", "[false]", false, false),
        ("[[]]", "[{}]", false, false),
    ];
    for (left, right, by_type, by_value) in cases {
        let (a, b) = (document(left), document(right));
        assert_eq!(
            same(&a, a.root(), &b, b.root(), Numbers::ByType),
            by_type,
            "{left} {right}"
        );
        assert_eq!(
            same(&b, b.root(), &a, a.root(), Numbers::ByValue),
            by_value,
            "{left} {right}"
        );
    }
}

/// Strings that YAML likes to take for something else, and any other.
fn strings() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-z]{0,6}",
        2 => "[-+.0-9_eExob:a-f]{0,8}",
        2 => "[ \\t\\n#:'\"&*!|>%@`{}\\[\\],?\\\\=~<-]{0,6}[a-z]?[ \\n]{0,2}",
        2 => "([ \\t]{0,2}[a-z# :]{0,4}\\n){0,4}[ a-z]{0,3}",
        1 => "\\PC{0,8}",
        1 => any::<String>(),
        1 => proptest::sample::select(vec!["yes", "y", "null", "~", "<<", "=", "---", "...", "0777", "1e3", ".inf", "\u{feff}", "\u{85}", "\u{2028}", "\r\n"]).prop_map(str::to_owned),
    ]
}

fn json_values() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>()
            .prop_filter("finite", |f| f.is_finite())
            .prop_map(Into::into),
        strings().prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            proptest::collection::vec((strings(), inner), 0..5)
                .prop_map(|entries| serde_json::Value::Object(entries.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back(value in json_values()) {
        // A list at the top goes through YAML, which knows less escapes than JSON.
        let json = document(&format!("{{\"a\":[{value}]}}"));
        for text in [write::yaml(&json), write::json(&json), write::json_compact(&json)] {
            let back = document(&text);
            prop_assert!(same(&json, json.root(), &back, back.root(), Numbers::ByValue), "{text}");
            prop_assert!(back.warnings().is_empty());
        }
        prop_assert!(!write::yaml(&json).contains(|c: char| c.is_control() && c != '\n' && c != '\t'));
    }

    #[test]
    fn heads_make_the_same_lines_as_the_writer(value in json_values()) {
        // kubectl reads a text that starts with a bracket as YAML.
        let json = document(&format!("{{\"list\":[{value}]}}"));
        let mut rows = 0;
        let mut pending = vec![json.root()];
        while let Some(id) = pending.pop() {
            let empty = json.is_empty(id);
            let in_map = json.key(id);
            let head = write::head(in_map, json.value(id), empty);
            prop_assert_eq!(1 + head.more.len(), write::height(in_map, json.value(id)));
            if !head.text.is_empty() {
                rows += 1 + head.more.len();
            }
            pending.extend(json.children(id));
        }
        prop_assert_eq!(rows, write::yaml(&json).lines().count());
    }

    #[test]
    fn any_text_is_read_or_refused(text in "([ \\t]{0,3}[-?:] |[a-z&*!|>'\"#%@{}\\[\\],:\\n \\t0-9<]|\\PC){0,60}") {
        if let Err(error) = read("case", text.clone().into_bytes()) {
            prop_assert!(!error.report().is_empty());
        } else {
            let document = document(&text);
            let back = read("back", write::yaml(&document).into_bytes()).unwrap();
            prop_assert!(same(&document, document.root(), &back, back.root(), Numbers::ByValue));
            for id in (0..document.node_count() as u32).map(NodeId) {
                let (span, entry) = (document.span(id), document.entry_span(id));
                prop_assert!(document.text().get(span.start as usize..span.end as usize).is_some(), "{:?}", span);
                prop_assert!(document.text().get(entry.start as usize..entry.end as usize).is_some());
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
        let _ = read("case", bytes);
    }
}
