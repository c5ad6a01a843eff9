//! Cutting streams: the pieces are the same however the bytes arrive, and they carry their place.

use mergescope::document::split::{Chunk, ChunkKind, ObjectSplitter, Splitter};
use mergescope::document::{
    Document, NodeId, Numbers, Position, ReadError, Tree, ValueKind, read_at, read_live, same,
};

/// The pieces of a text that comes in portions of `step` bytes.
fn pieces(text: &str, step: usize) -> Vec<Chunk> {
    let mut splitter = Splitter::default();
    let mut out = Vec::new();
    for portion in text.as_bytes().chunks(step.min(text.len()).max(1)) {
        splitter.feed(portion);
        out.extend(std::iter::from_fn(|| splitter.next_chunk()));
    }
    splitter.end();
    out.extend(std::iter::from_fn(|| splitter.next_chunk()));
    out
}

/// Each piece as `part line:column text`, line breaks shown as `/`.
fn shown(text: &str, step: usize) -> Vec<String> {
    let pieces = pieces(text, step);
    let shown = pieces.iter().map(|piece| {
        let part = match piece.kind {
            ChunkKind::Document => "doc",
            ChunkKind::Item => "item",
            ChunkKind::Frame => "frame",
            ChunkKind::Rest => "rest",
            ChunkKind::Again => "again",
        };
        let text = String::from_utf8_lossy(&piece.bytes).replace('\n', "/");
        format!("{part} {}:{} {text}", piece.at.line, piece.at.column)
    });
    shown.collect()
}

#[test]
fn streams_are_cut_where_documents_and_items_end() {
    let cases: &[(&str, &[&str])] = &[
        ("", &[]),
        ("\n# nothing\n---\n", &[]),
        ("a: 1\n", &["doc 1:1 a: 1/"]),
        ("a: 1", &["doc 1:1 a: 1"]),
        (
            "\u{feff}a: 1\n---\nb: 2\n",
            &["doc 1:1 \u{feff}a: 1/", "doc 2:1 ---/b: 2/"],
        ),
        (
            "---\na: 1\n---\n# c\n---\nb: 2\n---\n",
            &["doc 1:1 ---/a: 1/", "doc 3:1 ---/# c/---/b: 2/"],
        ),
        (
            "a: 1\r\n---\r\nb: 2\r\n",
            &["doc 1:1 a: 1\r/", "doc 2:1 ---\r/b: 2\r/"],
        ),
        ("a: 1\n...\nb: 2\n", &["doc 1:1 a: 1/.../", "doc 3:1 b: 2/"]),
        (
            "--- {a: 1}\n--- {b: 2}\n",
            &["doc 1:1 --- {a: 1}/", "doc 2:1 --- {b: 2}/"],
        ),
        (
            "a: |\n  ---\n  x\nb: ---x\n",
            &["doc 1:1 a: |/  ---/  x/b: ---x/"],
        ),
        ("%YAML 1.1\n---\na: 1\n", &["doc 1:1 %YAML 1.1/---/a: 1/"]),
        (
            "apiVersion: v1\nitems:\n- kind: 1\n  b:\n  - x\n-\n  apiVersion: 1\nkind: List\n",
            &[
                "frame 1:1 apiVersion: v1/items:/",
                "item 3:1   kind: 1/  b:/  - x/",
                "item 6:1  /  apiVersion: 1/",
                "frame 8:1 kind: List/",
            ],
        ),
        (
            "kind: A\napiVersion: v1\nitems:   # two\n\n  - a: |\n      - x\n\n  # c\n  - b\n---\nz: 1\n",
            &[
                "frame 1:1 kind: A/apiVersion: v1/items:   # two//",
                "item 5:1     a: |/      - x//  # c/",
                "item 9:1     b/",
                "doc 10:1 ---/z: 1/",
            ],
        ),
        ("items: []\nkind: List\n", &["doc 1:1 items: []/kind: List/"]),
        ("items:\nkind: List\n", &["doc 1:1 items:/kind: List/"]),
        ("items:\n  a: 1\n", &["doc 1:1 items:/  a: 1/"]),
        ("spec:\n  items:\n  - a\n", &["doc 1:1 spec:/  items:/  - a/"]),
        (
            r#"{"a": "}\"{"} {"b": 2}"#,
            &[r#"doc 1:1 {"a": "}\"{"} "#, r#"doc 1:15 {"b": 2}"#],
        ),
        (
            "{\"a\": 1}\n---\nb: 2\n",
            &["doc 1:1 {\"a\": 1}/", "doc 2:1 ---/b: 2/"],
        ),
        (
            "{a: 1} # c\n---\nb: 2\n",
            &["doc 1:1 {a: 1} # c/", "doc 2:1 ---/b: 2/"],
        ),
        (
            "{\"a\": '}'}\n--- \nb: 2\n",
            &["doc 1:1 {\"a\": '}'}/", "doc 2:1 --- /b: 2/"],
        ),
        (
            "{\"apiVersion\":1, \"kind\": \"items\", \"items\": [\n {\"kind\": [1, 2]},\n\n {\"é\": \"]\", \"kind\": 1}, {\"kind\":0}], \"z\": {\"items\": [1]}}\n{\"c\": 3}",
            &[
                "frame 1:1 {\"apiVersion\":1, \"kind\": \"items\", \"items\": [/ ]}",
                "item 2:2 {\"kind\": [1, 2]}",
                "item 4:2 {\"é\": \"]\", \"kind\": 1}",
                "item 4:25 {\"kind\":0}",
                "frame 4:35 {  \"z\": {\"items\": [1]}}/",
                "doc 5:1 {\"c\": 3}",
            ],
        ),
        ("{\"items\": []}", &["doc 1:1 {\"items\": []}"]),
        ("---\n{} x\n", &["doc 1:1 ---/{} x/"]),
        (
            "{\"items\": [{\"a\": ",
            &["frame 1:1 {\"items\": []}", "item 1:12 {\"a\": ", "frame 1:18 {"],
        ),
        (
            "{\"items\": [1\n",
            &["frame 1:1 {\"items\": []}", "item 1:12 1/", "frame 2:1 {"],
        ),
        (
            "{\"items\": [{\"kind\":1} ]\n}",
            &[
                "frame 1:1 {\"items\": []}",
                "item 1:12 {\"kind\":1} ",
                "frame 1:23 {/}",
            ],
        ),
        ("{\"a\": \"", &["doc 1:1 {\"a\": \""]),
        // Not cut: what only the tree tells to be a list.
        (
            "kind: A\nitems: [{a: 1}]\n",
            &["doc 1:1 kind: A/items: [{a: 1}]/"],
        ),
        ("items: &x\n- a: 1\n", &["doc 1:1 items: &x/- a: 1/"]),
        (
            "a: &x 1\nitems:\n- kind: *x\n",
            &["doc 1:1 a: &x 1/items:/- kind: *x/"],
        ),
        (
            "---\n{\"items\": [\n{\"kind\": 1}]}\n",
            &["doc 1:1 ---/{\"items\": [/{\"kind\": 1}]}/"],
        ),
        (
            "# c\n{\"items\": [1]}\n---\n{\"items\": [1]}\n",
            &["doc 1:1 # c/{\"items\": [1]}/", "doc 3:1 ---/{\"items\": [1]}/"],
        ),
        // Cut up to the first item that later ones may refer to, or whose kind may stand behind the list.
        (
            "items:\n- kind: a\n- kind: &k b\n- kind: *k\nkind: List\n---\nz: 1\n",
            &[
                "frame 1:1 items:/",
                "item 2:1   kind: a/",
                "rest 2:1 items:/- kind: &k b/- kind: *k/kind: List/",
                "doc 6:1 ---/z: 1/",
            ],
        ),
        (
            "items:\n- kind: a\n- kind: [&k b]\n",
            &[
                "frame 1:1 items:/",
                "item 2:1   kind: a/",
                "rest 2:1 items:/- kind: [&k b]/",
            ],
        ),
        (
            "items:\n- s: |\n    a &b, &c\n  kind: x\n- kind: a && &b\n",
            &[
                "frame 1:1 items:/",
                "item 2:1   s: |/    a &b, &c/  kind: x/",
                "item 5:1   kind: a && &b/",
            ],
        ),
        (
            "{\"items\": [{\"kind\": 1}, {\"a\": {\"kind\": 1}}, 2], \"kind\": \"AList\"}",
            &[
                "frame 1:1 {\"items\": []}",
                "item 1:12 {\"kind\": 1}",
                "rest 1:15 {\"items\":[{\"a\": {\"kind\": 1}}, 2], \"kind\": \"AList\"}",
            ],
        ),
        (
            "{\"items\":\n[\n  1]}",
            &["frame 1:1 {\"items\":/[/  ]}", "rest 2:1 {\"items\":[/  1]}"],
        ),
        // Flow style stays YAML, which by itself it would not be.
        (
            "items:\n- kind: a\n- {kind: b}\n",
            &[
                "frame 1:1 items:/",
                "item 2:1   kind: a/",
                "rest 2:1 items:/- {kind: b}/",
            ],
        ),
        (
            "kind: A\napiVersion: v1\nitems:\n- {kind: b}\n",
            &[
                "frame 1:1 kind: A/apiVersion: v1/items:/",
                "item 3:1 ---/  {kind: b}/",
            ],
        ),
        // The items are given again.
        (
            "items:\n- kind: a\nz: 1\nitems:\n- kind: b\n",
            &[
                "frame 1:1 items:/",
                "item 2:1   kind: a/",
                "again 3:1 z: 1/items:/",
                "item 5:1   kind: b/",
            ],
        ),
        (
            "items:\n- kind: a\nitems: [1]\n",
            &[
                "frame 1:1 items:/",
                "item 2:1   kind: a/",
                "again 3:1 items: [1]/",
            ],
        ),
        (
            "items:\n- a: 1\nitems:\n- b\n",
            &["frame 1:1 items:/", "again 1:1 items:/- a: 1/items:/- b/"],
        ),
        (
            "{\"items\":[{\"kind\":1}],\"z\":1,\"items\":[{\"kind\":2}]}",
            &[
                "frame 1:1 {\"items\":[]}",
                "item 1:11 {\"kind\":1}",
                "again 1:21 { \"z\":1,\"items\":[]}",
                "item 1:38 {\"kind\":2}",
                "frame 1:48 {}",
            ],
        ),
        (
            "{\"items\":[{\"kind\":1}],\"items\":null}",
            &[
                "frame 1:1 {\"items\":[]}",
                "item 1:11 {\"kind\":1}",
                "again 1:21 { \"items\":null}",
            ],
        ),
    ];
    for (text, want) in cases {
        for step in [1, 2, 7, 1000] {
            assert_eq!(&shown(text, step), want, "{text:?} in portions of {step}");
        }
    }
}

#[test]
fn a_piece_tells_the_lines_of_its_stream() {
    let text = "items:\n- kind: 1\n- kind: [\n";
    let item = pieces(text, 1000).remove(2);
    let error = read_at("s", item.bytes, item.at).unwrap_err();
    assert_eq!((error.position.line, error.line.as_str()), (3, "  kind: ["));
    let text = "{\"items\": [{\"kind\": 1}, {\"kind\" 1}]}";
    let item = pieces(text, 3).remove(2);
    let error = read_at("s", item.bytes, item.at).unwrap_err();
    assert_eq!(error.position, Position { line: 1, column: 33 });
    let document = read_at("s", b"{\n \"c\": 1}".to_vec(), Position { line: 7, column: 5 }).unwrap();
    let c = document.get(document.root(), "c").unwrap();
    assert_eq!(
        document.position(document.root()),
        Position { line: 7, column: 5 }
    );
    assert_eq!(document.position(c), Position { line: 8, column: 2 });
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]

    #[test]
    fn pieces_do_not_depend_on_how_the_bytes_arrive(
        parts in proptest::collection::vec(
            proptest::sample::select(vec![
                "---", "...", "\n", "\n", " ", "items:", "- ", "a", "\"", "\\", "{", "}", "[", "]", ",", ":", "#", "é",
                "{\"items\":[", "\"items\"", "kind: List\n", "\r\n", "%", "'",
            ]),
            0..40,
        ),
        step in 1_usize..9,
    ) {
        let text = parts.concat();
        let whole = pieces(&text, usize::MAX);
        proptest::prop_assert_eq!(&pieces(&text, step), &whole, "{:?}", text);
        // Lines go forward. An item can start on the line before, with a line that is added to it.
        let forward = whole.windows(2).all(|pair| pair[0].at.line <= pair[1].at.line + 1);
        proptest::prop_assert!(forward, "{:?}", text);
    }

    #[test]
    fn items_are_what_they_are_in_the_whole_document(
        parts in proptest::collection::vec(
            proptest::sample::select(vec![
                "- a: 1\n", "- &m {a: 1}\n", "- *m\n", "- <<: *m\n  b: 2\n", "- apiVersion: v\n  kind: k\n", "- [1, {c: é}]\n",
                "- {apiVersion: v, kind: k, d: &l [x]}\n", "- e: *l\n", "-\n  apiVersion: v\n  kind: |\n    &x, é\n", "- \"f\"\n", "  g: \"\\n\"\n",
                "# c\n", "\n", "- apiVersion: v\n  kind: k\n  h: 1\n  h: 2\n",
            ]),
            1..8,
        ),
        list in proptest::sample::select(vec!["items:\n", "z: &z 1\nitems:\n", "items: !!seq\n", "apiVersion: v\nkind: A\nitems:\n"]),
    ) {
        let text = list.to_owned() + &parts.concat();
        if let Ok(document) = read_live("s", text.clone().into_bytes())
            && let Some(list) = document.get(document.root(), "items")
            && document.kind(list) == ValueKind::List
        {
            let mut items = objects(&text).unwrap().into_iter();
            for item in document.children(list) {
                let Some(taken) = items.next() else {
                    panic!("{text}");
                };
                let is_same = same(&document, item, &taken, taken.root(), Numbers::ByType);
                // A kind that the list gives its items comes on top.
                let is_bare = taken.identity() == ("v", "A");
                proptest::prop_assert!(is_same || is_bare, "{:?}", text);
                let place = taken.position(taken.root());
                proptest::prop_assert_eq!(place, document.lines().position(&text, document.span(item).start));
                for node in (0..taken.node_count() as u32).map(NodeId) {
                    let span = taken.entry_span(node);
                    proptest::prop_assert!(taken.text().get(span.start as usize..span.end as usize).is_some());
                }
            }
            proptest::prop_assert!(items.next().is_none(), "{:?}", text);
        }
    }
}

/// The objects of all pieces of a text.
fn objects(text: &str) -> Result<Vec<Document>, ReadError> {
    let mut all = Vec::new();
    for piece in pieces(text, usize::MAX) {
        match piece.objects("s")? {
            ObjectSplitter::Single(object) => all.push(*object),
            ObjectSplitter::Listed { items, .. } => all.extend(items),
        }
    }
    Ok(all)
}
