//! Tests which texts the fast reader accepts. `tests/document/yaml_fast_vs_full.rs` compares the results of
//! both readers.

use crate::document::read::characters;

fn is_read_fast(text: &str) -> bool {
    characters::check(text).is_ok_and(|found| super::read(text, &found).is_some())
}

#[test]
fn common_manifests_are_read_fast() {
    let taken = [
        include_str!("../../../../../benches/size/deployment.yaml"),
        include_str!("../../../../../benches/size/patch.yaml"),
        "a: b",
        "---\n# c\na: b # c\n\n\"q\": 's'\nd:\ne: {}\nf: []\n",
        "a: {b: c, \"d\": [1, 'e', {f: -g}], h: {}, i: [ ]} # j\nk:\n- [l.m/n-o, \"p q\"]\n- { r: s }\n",
        "a: {\"b\":{\"c\":[1,\"d\"],'e':f}}\n",
        "a:\n  {b: c}\nd:\n-\n  [e]\n- f\n",
        "a:\n- b\n-\n- - c\n  -   d: e\n      f: g\n-\n  h: i\nj: k\n",
        "a:\n    b: |\n      c\n\n       d\n    e: |-\n      f\n    g: |+\n      h\n\n",
        "a: \"b \\\"c\\\" \\\\ \\n\"\nd: 'it''s'\ne: http://x:80/y#z\n",
        "größe: ß\n",
        "a:\n  b: c\n    d\n\n    e\n  f: 'g\n\n    h'\n  i: \"j\n    k\\\n    \\ l\"\no:\n- m\n  n\n",
    ];
    for text in taken {
        assert!(is_read_fast(text), "{text}");
    }
}

#[test]
fn other_texts_need_the_full_reader() {
    let deep = "- ".repeat(crate::document::MAX_DEPTH + 1) + "a\n";
    let long = format!("{}: b\n", "a".repeat(1025));
    let left = [
        "",
        "# c\n",
        "a",
        "a: b\n---\n",
        "a: b\n...\n",
        "%YAML 1.1\n---\na: b\n",
        "a:\tb\n",
        "a: b\r\n",
        "\u{feff}a: b\n",
        "a: b\n  c: d\n",
        "a: b # c\n  d\n",
        "a: 'b\nc'\n",
        "a: \"b\\\n\n  c\"\n",
        "a: b\n  c: d\n",
        "a:\n  b: c\n d: e\n",
        "a: [b,]\n",
        "a: [b c]\n",
        "a: [b: c]\n",
        "a: {b}\n",
        "a: {b:c}\n",
        "a: {y: b}\n",
        "a: {b: ?c}\n",
        "a: ['b''c']\n",
        "a: [\"\\n\"]\n",
        "a: [b,\n  c]\n",
        "a: [b]c\n",
        "a: [b}\n",
        "[a]: b\n",
        "{a: b}\n",
        "a:\n{b: c}\n",
        "a:\n  {b: c}: d\n",
        "a: &b c\n",
        "a: *b\n",
        "a: !b c\n",
        "a: >\n  b\n",
        "a: |2\n  b\n",
        "? a\n: b\n",
        "<<: {}\n",
        "1: b\n",
        "a: .inf\n",
        "a: b: c\n",
        "a: \"\\u00e9\"\n",
        &deep,
        &long,
    ];
    for text in left {
        assert!(!is_read_fast(text), "{text}");
    }
}
