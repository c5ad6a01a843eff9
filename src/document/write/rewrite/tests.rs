use super::*;
use crate::document::{Document, read};

fn document(text: &str) -> Document {
    read("patch.yaml", text.as_bytes().to_vec()).unwrap()
}

fn rewritten(old: &str, new: &str) -> String {
    rewrite(&document(old), &document(new))
}

#[test]
fn only_what_changes_is_written() {
    for (old, new, want) in [
        (
            "b: 1 # one\n# two\na: x\n",
            "{a: x, b: 2}",
            "b: 2 # one\n# two\na: x\n",
        ),
        ("a: 'x'\nb: \"y\"\n", "{a: x, b: z}", "a: 'x'\nb: z\n"),
        ("a: 1\nb: 2", "{a: 1, b: 2, c: 3}", "a: 1\nb: 2\nc: 3"),
        (
            "a: 1\n# end\n",
            "{a: 1, c: {d: [1]}}",
            "a: 1\nc:\n  d:\n  - 1\n# end\n",
        ),
        ("a: 1\nb: 2 # gone\nc: 3\n", "{a: 1, c: 3}", "a: 1\nc: 3\n"),
        ("a: 1\nb: 2\n", "{a: 1}", "a: 1\n"),
        (
            "a:\n  b: 1\n  c: 2\nd: 3\n",
            "{a: {b: 1}, d: 3}",
            "a:\n  b: 1\nd: 3\n",
        ),
        (
            "a: {x: 1, y: 2} # f\n",
            "{a: {x: 1, y: 3}}",
            "a: {x: 1, y: 3} # f\n",
        ),
        ("a: {x: 1, y: 2}\n", "{a: {y: 2, z: q}}", "a: {y: 2, z: q}\n"),
        ("a: [1, 2, 3]\n", "{a: [1, 3, 4]}", "a: [1, 3, 4]\n"),
        ("a: [1]\n", "{a: []}", "a: []\n"),
        ("a: {}\n", "{a: {b: 1}}", "a:\n  b: 1\n"),
        (
            "a: |\n  one\n  two\nb: 1\n",
            "{a: \"one\\nthree\\n\", b: 1}",
            "a: |\n  one\n  three\nb: 1\n",
        ),
        ("a: 1\n", "{a: null}", "a: null\n"),
        ("a:\nb: 1\n", "{a: 5, b: 1}", "a: 5\nb: 1\n"),
        // The comments of a replaced value stay.
        (
            "a: [x] # c\nb: 1\n",
            "{a: {k: [x]}, b: 1}",
            "a: # c\n  k:\n  - x\nb: 1\n",
        ),
        ("a: # c\nb: 1\n", "{a: 5, b: 1}", "a: 5 # c\nb: 1\n"),
        (
            "a:  # c\n  k: 'd # e' # f\n  # g\n  l: 1\t# h\nb: 1 # i\n",
            "{a: [1], b: 1}",
            "a: # c # f # g # h\n- 1\nb: 1 # i\n",
        ),
        (
            "a: |\n  d # e\n  # f\nb: 1\n",
            "{a: [1], b: 1}",
            "a:\n- 1\nb: 1\n",
        ),
        (
            "a:\r\n# c\r\n- 1 # d\r\nb: 1\r\n",
            "{a: {k: 2}, b: 1}",
            "a: # c # d\r\n  k: 2\r\nb: 1\r\n",
        ),
        // Line ends, byte order mark, other documents.
        (
            "a: 1\r\nb: 2\r\n",
            "{a: 1, b: 3, c: 4}",
            "a: 1\r\nb: 3\r\nc: 4\r\n",
        ),
        ("\u{feff}a: 1\n", "{a: 2, b: 1}", "\u{feff}a: 2\nb: 1\n"),
        (
            "# top\n---\na: 1\n---\nb: 2 # other\n",
            "{a: 3}",
            "# top\n---\na: 3\n---\nb: 2 # other\n",
        ),
        ("a: 1\n---\nb: 2\n", "{c: 3}", "c: 3\n---\nb: 2\n"),
        ("# only a comment\n", "{a: 1}", "# only a comment\na: 1\n"),
        ("", "{a: 1}", "a: 1\n"),
        // An alias is replaced by its value where it changes.
        (
            "a: &x {k: 1}\nb: *x\n",
            "{a: {k: 1}, b: {k: 2}}",
            "a: &x {k: 1}\nb:\n  k: 2\n",
        ),
    ] {
        assert_eq!(rewritten(old, new), want, "{old:?} {new}");
    }
}

#[test]
fn items_are_paired_by_name() {
    const OLD: &str = "\
# a patch by hand
spec:
  containers: # both
  - name: web # the shop
    image: shop:1
    env: # sorted
      - name: A
        value: '1' # one
      - name: B
        value: \"2\"
  # not ours
  - name: envoy
    image: envoy:1
";
    for (from, to, new) in [
        (
            "shop:1",
            "shop:2",
            "[{name: web, image: 'shop:2', env: [{name: A, value: '1'}, {name: B, value: '2'}]}, {name: envoy, image: 'envoy:1'}]",
        ),
        (
            "      - name: A\n        value: '1' # one\n",
            "",
            "[{name: web, image: 'shop:1', env: [{name: B, value: '2'}]}, {name: envoy, image: 'envoy:1'}]",
        ),
        (
            "  - name: envoy\n    image: envoy:1\n",
            "",
            "[{name: web, image: 'shop:1', env: [{name: A, value: '1'}, {name: B, value: '2'}]}]",
        ),
        (
            "      - name: B\n",
            "      - name: M\n      - name: B\n",
            "[{name: web, image: 'shop:1', env: [{name: A, value: '1'}, {name: M}, {name: B, value: '2'}]}, {name: envoy, image: 'envoy:1'}]",
        ),
        (
            "  - name: web",
            "  - name: first\n    image: f\n  - name: web",
            "[{name: first, image: f}, {name: web, image: 'shop:1', env: [{name: A, value: '1'}, {name: B, value: '2'}]}, {name: envoy, image: 'envoy:1'}]",
        ),
        (
            "envoy:1\n",
            "envoy:1\n  - name: last\n",
            "[{name: web, image: 'shop:1', env: [{name: A, value: '1'}, {name: B, value: '2'}]}, {name: envoy, image: 'envoy:1'}, {name: last}]",
        ),
        (
            "  - name: envoy\n    image: envoy:1\n",
            "  - name: other\n",
            "[{name: web, image: 'shop:1', env: [{name: A, value: '1'}, {name: B, value: '2'}]}, {name: other}]",
        ),
    ] {
        let new = format!("{{spec: {{containers: {new}}}}}");
        assert_eq!(rewritten(OLD, &new), OLD.replacen(from, to, 1), "{new}");
    }
}

#[test]
fn json_stays_json_with_its_lines() {
    const OLD: &str =
        "{\n  \"spec\": {\n    \"replicas\": 2,\n    \"paused\": true\n  },\n  \"kind\": \"Pod\"\n}\n";
    for (from, to, new) in [
        ("2", "3", "{spec: {replicas: 3, paused: true}, kind: Pod}"),
        (",\n    \"paused\": true", "", "{spec: {replicas: 2}, kind: Pod}"),
        ("\n    \"replicas\": 2,", "", "{spec: {paused: true}, kind: Pod}"),
        (
            "true\n",
            "true,\n    \"b\\\"\": [1,{\"a\":null}]\n",
            "{spec: {replicas: 2, paused: true, 'b\"': [1, {a: null}]}, kind: Pod}",
        ),
    ] {
        assert_eq!(rewritten(OLD, new), OLD.replacen(from, to, 1), "{new}");
    }
    assert_eq!(rewritten("{\"a\": 1}", "{b: 2}"), "{\n  \"b\": 2\n}\n");
}

/// Returns a random nested value.
fn value(seed: &mut u64, depth: usize) -> String {
    let mut next = |below: u64| {
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) % below
    };
    const SCALARS: [&str; 8] = [
        "1",
        "x",
        "\"yes\"",
        "null",
        "\"a\\nb\\n\"",
        "\" lead\"",
        "true",
        "1.5",
    ];
    let kind = if depth == 0 { 0 } else { next(3) };
    if kind == 0 {
        return SCALARS[next(8) as usize].to_owned();
    }
    let count = next(4);
    let keys: Vec<u64> = (0..count).map(|_| next(4)).collect();
    let mut parts: Vec<String> = Vec::new();
    for (at, key) in keys.iter().enumerate() {
        let inner = value(seed, depth - 1);
        if kind == 1 {
            parts.push(inner);
        } else if !keys[..at].contains(key) {
            parts.push(format!("{}: {inner}", ["name", "a", "'b c'", "d"][*key as usize]));
        }
    }
    match kind {
        1 => format!("[{}]", parts.join(", ")),
        _ => format!("{{{}}}", parts.join(", ")),
    }
}

#[test]
fn the_new_text_reads_as_the_new_values() {
    let mut seed = 7;
    for _ in 0..3000 {
        // The reader reads the first document that is not null.
        let [old, new] = [0, 1].map(|_| format!("[{}]", value(&mut seed, 3)));
        let (flow, new) = (document(&old), document(&new));
        let block = document(&format!("# top\n{}# end\n---\nother: 1\n", yaml(&flow)));
        for old in [&flow, &block] {
            let text = rewrite(old, &new);
            let read = document(&text);
            assert!(
                same(&read, read.root(), &new, new.root(), Numbers::ByValue),
                "{}\n{text}",
                old.text()
            );
        }
        let text = rewrite(&block, &new);
        assert!(
            text.starts_with("# top\n") && text.ends_with("---\nother: 1\n"),
            "{}\n{text}",
            block.text()
        );
    }
}
