//! Reading agrees with kubectl: on recorded texts (`record.py` says how they were made), and with a list
//! of what the reader knowingly does otherwise.

use mergescope::document::{Document, Numbers, Tree, Value, ValueKind, read, read_live, same, write};

/// What stood before each text when kubectl read it.
const HEADER: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";

/// What this reader refuses although kubectl takes it: a text for each and the reason given. `src/help/input.md` lists them.
const LIMITS: &[(&str, &str)] = &[
    ("a: [?b]\n", "parses '?' as a key indicator"),
    ("a: [b:]\n", "parses this ':' as part of the preceding string"),
    ("a: [-]\n", "a single '-' as a string"),
    ("a: {b: !c, d}\n", "expected a space after the tag"),
    ("a: [!b[c, d]\n", "did not find expected whitespace"),
    ("a: &b:c d\n", "an anchor name can contain"),
    (
        "a: \"b\nc\"\n",
        "or its next line is not indented more than the key",
    ),
    ("a: \"b\n\tc\"\n", "a tab cannot be used as indentation"),
    ("a: \"\\'\"\n", "unknown escape character"),
    ("a: [b]#c\n", "comments must be separated"),
    ("a: |2\n # b\n", "wrongly indented line in block scalar"),
    ("a: &b c\n*b: d\n", "this alias is not a key"),
    ("a: \"b\u{2028}c\"\n", "as a line break"),
    ("a: b\n... c\n", "nothing can follow `...`"),
    ("a: b\n \t\nc: d\n", "a tab is not accepted here"),
    ("a: \"b\"#c\n", "comments must be separated"),
    ("a: 'b'#c\n", "comments must be separated"),
    ("a: |#c\n  b\n", "comments must be separated"),
    ("a: >#c\n  b\n", "comments must be separated"),
    (
        "a: >\n \n  \n   \n # c\n",
        "wrongly indented line in block scalar",
    ),
    ("a: [\n\tb]\n", "a tab cannot be used as indentation"),
    ("a: {\n\tb: c}\n", "a tab cannot be used as indentation"),
    ("a: 'b\n\n\tc'\n", "a tab cannot be used as indentation"),
    ("a: b\n%YAML 1.2\n---\n", "missing explicit document end marker"),
    ("a: \u{feff}b\n", "a BOM must not appear"),
];

/// What this reader takes although kubectl refuses it; `src/help/input.md` lists it.
#[cfg(test)]
const MORE: &[&str] = &[
    "items: [1]\n",
    "a: {b\n : c}\n",
    "a: {\"b\"\n : c}\n",
    "a: b\n\t\n c\n",
    "a:\n  b: c\n \t\n   d\n",
];

#[test]
fn what_only_this_reader_takes_is_known() {
    for text in MORE {
        assert!(
            read("case", format!("{HEADER}{text}").into_bytes()).is_ok(),
            "{text:?}"
        );
    }
    let after_empty = format!("...\n...\n{HEADER}a: b\n");
    assert!(read("case", after_empty.into_bytes()).is_ok());
}

fn text(document: &Document, key: &str) -> Option<String> {
    let id = document.get(document.root(), key)?;
    match document.value(id) {
        Value::String(text) => Some(text.to_owned()),
        _ => None,
    }
}

#[cfg(test)]
/// What differs between our reading of a recorded text and kubectl's.
fn difference(case: &Document) -> Option<String> {
    let answer = read(
        "case",
        format!("{HEADER}{}", text(case, "text").unwrap()).into_bytes(),
    );
    let refused = text(case, "refused");
    let ours = match (answer, refused) {
        (Err(_), Some(_)) => return None,
        (Err(error), None) if LIMITS.iter().any(|(_, why)| error.what.contains(why)) => return None,
        (Err(error), None) => return Some(format!("refused: {error}")),
        (Ok(ours), Some(refused)) => {
            return Some(format!("{}\nkubectl: {refused}", write::json_compact(&ours)));
        }
        (Ok(ours), None) => ours,
    };
    let theirs = case.get(case.root(), "value").unwrap();
    let equal = case.children(theirs).all(|child| {
        let key = case.key(child).unwrap();
        ours.get(ours.root(), key)
            .is_some_and(|id| same(&ours, id, case, child, Numbers::ByValue))
    });
    if equal && ours.len(ours.root()) == case.len(theirs) + 3 {
        return None;
    }
    Some(format!(
        "{}\nkubectl: {}",
        write::json_compact(&ours),
        write::value_text(case, theirs, 2000)
    ))
}

#[cfg(test)]
/// The recorded cases: those of the repository, or fresh ones from `reading/record.py SEED COUNT` in the file that
/// `MERGESCOPE_READING` names.
fn recorded() -> String {
    match std::env::var_os("MERGESCOPE_READING") {
        Some(file) => std::fs::read_to_string(file).unwrap(),
        None => include_str!("recorded.jsonl").to_owned(),
    }
}

#[cfg(test)]
/// What kubectl reads in a manifest, as JSON.
fn kubectl_reads(program: &std::ffi::OsStr, manifest: &str) -> Result<Document, String> {
    let mut file = tempfile::Builder::new().suffix(".yaml").tempfile().unwrap();
    std::io::Write::write_all(&mut file, manifest.as_bytes()).unwrap();
    let output = std::process::Command::new(program)
        .args([
            "patch",
            "--local",
            "--type=strategic",
            "-p",
            "{}",
            "-o",
            "json",
            "-f",
        ])
        .arg(file.path())
        .output()
        .unwrap();
    if output.status.success() {
        Ok(read("kubectl", output.stdout).unwrap())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// With `MERGESCOPE_KUBECTL=kubectl` the real program reads our YAML too; takes about a minute then.
#[test]
fn our_yaml_reads_back_as_the_same_values() {
    let kubectl = std::env::var_os("MERGESCOPE_KUBECTL");
    let mut wrong = String::new();
    for case in recorded().lines() {
        let case = read("recorded.jsonl", case.into()).unwrap();
        let manifest = format!("{HEADER}{}", text(&case, "text").unwrap());
        let Ok(ours) = read("case", manifest.into_bytes()) else {
            continue;
        };
        let printed = write::yaml(&ours);
        let ours_again = read("printed", printed.clone().into_bytes()).map_err(|error| error.report());
        let theirs = kubectl.as_deref().map(|program| kubectl_reads(program, &printed));
        for again in [Some(ours_again), theirs].into_iter().flatten() {
            let alike = again
                .as_ref()
                .is_ok_and(|again| same(&ours, ours.root(), again, again.root(), Numbers::ByValue));
            if !alike {
                let read = again.map_or_else(|error| error, |again| write::json_compact(&again));
                wrong.push_str(&format!("-----\n{printed}\nread back: {read}\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn recorded_texts_read_as_kubectl_reads_them() {
    let cases = recorded();
    assert!(cases.lines().count() > 100);
    let mut wrong = String::new();
    for case in cases.lines() {
        let case = read("recorded.jsonl", case.into()).unwrap();
        if let Some(difference) = difference(&case) {
            wrong.push_str(&format!(
                "-----\n{}\nours: {difference}\n",
                text(&case, "text").unwrap()
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The help of each says how to write the text instead.
#[test]
fn known_limits_are_refused_with_their_reason() {
    for (text, why) in LIMITS {
        let error = read("case", text.as_bytes().to_vec()).unwrap_err();
        assert!(error.what.contains(why), "{text:?}: {error}");
        let help = error.help.unwrap_or_default();
        let is_own = !help.is_empty() && !help.contains("correct the YAML");
        assert!(is_own, "{text:?} needs a help of its own: {help}");
    }
}

/// What this reader takes although `kubectl patch` refuses it. `src/help/input.md` lists them.
#[test]
fn known_liberties_are_taken() {
    let cases: &[(&[u8], &str)] = &[
        (b"{a: b}", r#"{"a":"b"}"#),
        (b"---\n---\na: b\n", r#"{"a":"b"}"#),
        (b"a: \"\xff\"\n", "{\"a\":\"\u{fffd}\"}"),
        (b"- a\n", r#"["a"]"#),
    ];
    for (text, json) in cases {
        let document = read("case", text.to_vec()).unwrap();
        assert_eq!(write::json_compact(&document), *json);
    }
}

#[test]
fn json_reads_as_serde_json_reads_it() {
    let cases = [
        r#"{"a": [1, -2, 0, -0, 1.5, -1e3, 1E+2, 9223372036854775807, -9223372036854775808]}"#,
        r#"{"a": "plain", "b": "\"\\\/\b\f\n\r\t", "c": "\u00e9\ud83d\ude00", "größe": "名前"}"#,
        r#" [ true , false , null , { } , [ ] , "" ] "#,
        "\"top\"",
        "12",
        "[[[[]]], {\"a\": {\"b\": {}}}]",
    ];
    for text in cases {
        let document = read("case", text.into()).unwrap();
        let ours: serde_json::Value = serde_json::from_str(&write::json(&document)).unwrap();
        let mut theirs: serde_json::Value = serde_json::from_str(text).unwrap();
        // Whole floats print without a fraction.
        whole(&mut theirs);
        assert_eq!(ours, theirs, "{text}");
    }
}

fn whole(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Number(number) => {
            if let Some(float) = number.as_f64().filter(|f| f.fract() == 0.0 && f.abs() < 1e15) {
                *value = (float as i64).into();
            }
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(whole),
        serde_json::Value::Object(map) => map.values_mut().for_each(whole),
        _ => {}
    }
}

/// Measured: live `80.0` in JSON meets 80 in the patch, a JSON patch's 80.0 meets no live 80.
#[test]
fn whole_floats_are_integers_in_yaml_and_in_live_files() {
    let value = |document: &Document| document.value(document.get(document.root(), "a").unwrap()).kind();
    let json = || read("json", b"{\"a\": 80.0}".to_vec()).unwrap();
    assert_eq!(
        value(&read("yaml", b"a: 80.0\n".to_vec()).unwrap()),
        ValueKind::Integer
    );
    assert_eq!(value(&json()), ValueKind::Float);
    assert_eq!(value(&json().with_live_numbers()), ValueKind::Integer);
}

#[test]
fn a_block_scalar_at_the_end_of_a_text_ends_as_its_reader_ends_lines() {
    // kubectl: a patch is read as it stands, a manifest line by line.
    let cases = [
        ("a: |\n  x\n  y", "x\ny", "x\ny\n"),
        ("a: |\n  x\n  y\n", "x\ny\n", "x\ny\n"),
        ("a: |+\n  x\n  y", "x\ny", "x\ny\n"),
        ("a: |+\n  x\n  y\n\n", "x\ny\n\n", "x\ny\n\n"),
        ("a: |-\n  x\n  y", "x\ny", "x\ny"),
        ("a: >\n  x\n  y", "x y", "x y\n"),
        ("a: >+\n  x\n\n  y", "x\ny", "x\ny\n"),
        ("a: |\n  x\n  y  ", "x\ny  ", "x\ny  \n"),
        ("a: |2\n  x", "x", "x\n"),
        ("a: |\n  x\n    y", "x\n  y", "x\n  y\n"),
        ("a: |\n  x\n  # y", "x\n# y", "x\n# y\n"),
        ("a: |\n  x\n # y", "x\n", "x\n"),
        ("a: |\n  x\n  ", "x\n", "x\n"),
        ("a: |+\n  x\n  ", "x\n", "x\n\n"),
        ("a: >+\n  x\n  ", "x\n", "x\n\n"),
        ("a: |+\n  x\n\n  ", "x\n\n", "x\n\n\n"),
        ("a: |+\n\n  ", "\n", "\n\n"),
        ("a: |+\n  ", "", "\n"),
        ("a: >+\n  ", "", "\n"),
        ("a: |2+\n   ", " ", " \n"),
        ("a: |\n  x\n    ", "x\n  ", "x\n  \n"),
        ("a: |\r\n  x\r\n  y", "x\ny", "x\ny\n"),
        ("a: |", "", ""),
    ];
    let value = |document: Document| text(&document, "a").unwrap();
    for (written, patch, live) in cases {
        let bytes = written.as_bytes().to_vec();
        assert_eq!(
            value(read("patch", bytes.clone()).unwrap()),
            patch,
            "{written:?} as a patch"
        );
        assert_eq!(
            value(read_live("live", bytes).unwrap()),
            live,
            "{written:?} as live"
        );
    }
    // What stands in a list of operations is a patch too.
    let list = read("patch", b"- value: |\n    x".to_vec()).unwrap();
    assert_eq!(write::json_compact(&list), r#"[{"value":"x"}]"#);
}

#[test]
fn what_kubectl_refuses_in_one_role_is_refused_there() {
    let refused = |what: &str, answer: Result<Document, mergescope::document::ReadError>| {
        let error = answer.map(|read| write::json_compact(&read)).expect_err(what);
        assert!(error.help.is_some(), "{what}: {error}");
    };
    for text in [
        "a: \"\\ud83d\\ude00\"\n",
        "- \"\\uD83D\\uDE00\"\n",
        "[\"\\ud83d\\ude00\"]",
        "[\"a\\/b\"]",
        "[\"a\u{7f}b\"]",
        "[\"a\u{81}b\"]",
    ] {
        refused(text, read("patch", text.as_bytes().to_vec()));
    }
    for text in [
        "{\"a\":\"\\ud83d\\ude00\"}",
        "{\"a\":\"b\\/c\"}",
        "{\"a\":\"b\u{7f}c\"}",
        "[\"a\u{feff}b\"]",
        "a: '\\ud83d'\n",
        "a: \"\\\\ud83d\"\n",
    ] {
        assert!(read("patch", text.as_bytes().to_vec()).is_ok(), "{text}");
    }
    let directive = b"%YAML 1.1\n---\na: b\n".to_vec();
    assert!(read("patch", directive.clone()).is_ok());
    refused("a directive", read_live("live", directive));
}
