//! The values of Secrets: not in any answer and not in any error, unless they are asked for.

use crate::program::{Files, run, run_with};

const LIVE: &str = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {pw: LEAK1}\n";
const MANIFEST: &str = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {pw: LEAK2}\n";

fn with_annotation(text: &str) -> String {
    format!(
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\n  annotations:\n    \
         kubectl.kubernetes.io/last-applied-configuration: |\n      {text}\nstringData: {{pw: LEAK1}}\n"
    )
}

fn files() -> Files {
    let applied =
        r#"{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"stringData":{"pw":"LEAK3"}}"#;
    Files::new(&[
        ("live", LIVE),
        ("manifest", MANIFEST),
        ("applied", &with_annotation(applied)),
        (
            "broken-annotation",
            &with_annotation(&applied.replace("}}", " oops}}")),
        ),
        ("broken", &MANIFEST.replace("LEAK2", "\"LEAK2")),
        (
            "compact",
            r#"{"apiVersion":"v1","kind":"Secret","stringData":{"pw":"LEAK4"]}"#,
        ),
        ("patch", "stringData: {pw: \"LEAK5}\n"),
        ("pod", "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n"),
    ])
}

/// The arguments, with the names of `files` as paths.
fn placed(files: &Files, line: &str) -> Vec<String> {
    let place = |word: &str| match files.path(word).exists() {
        true => files.name(word),
        false => word.to_owned(),
    };
    line.split(' ').map(place).collect()
}

#[test]
fn json_hides_them_too() {
    let files = files();
    for line in [
        "apply live manifest -o json",
        "apply applied manifest -o json",
        "apply applied manifest -o ledger",
        "ssa live manifest --manager x --force -o json",
    ] {
        let args = placed(&files, line);
        let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
        let told = run(&args);
        assert_eq!(told.code, 0, "{line}: {}", told.err);
        let both = format!("{}{}", told.out, told.err);
        assert!(
            !both.contains("LEAK") && both.contains("••••••"),
            "{line}: {both}"
        );
        args.push("--show-secrets");
        assert!(run(&args).out.contains("LEAK2"), "{line}");
    }
    // The object itself is data, to go on with.
    for line in [
        "apply applied manifest -o yaml",
        "ssa live manifest --manager x --force -o yaml",
    ] {
        let args = placed(&files, line);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let told = run(&args);
        assert!(told.out.contains("pw: LEAK2"), "{line}: {told:?}");
        assert!(!told.err.contains("LEAK"), "{line}: {told:?}");
    }
}

#[test]
fn what_cannot_be_read_is_told_without_its_line() {
    let files = files();
    for (line, is_shown) in [
        ("explain live patch", true),
        ("merge live patch", false),
        ("merge broken manifest", false),
        ("verify live patch", true),
        ("lint compact patch", false),
        ("compare live broken", true),
        ("create live broken", true),
        ("skew live patch", true),
        ("apply live patch", true),
        ("apply broken manifest", true),
        ("apply broken-annotation manifest -o json", true),
        ("ssa live patch --manager x", true),
        ("ssa compact manifest --manager x", true),
        ("policy broken live", true),
    ] {
        let args = placed(&files, line);
        let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
        let told = run(&args);
        assert_eq!((told.code, told.out.as_str()), (2, ""), "{line}: {}", told.err);
        assert!(!told.err.contains("LEAK"), "{line}: {}", told.err);
        // What is wrong, and where, stays.
        assert!(
            told.err.contains(":1:") || told.err.contains(":4:"),
            "{line}: {}",
            told.err
        );
        if is_shown {
            args.push("--show-secrets");
            let told = run(&args);
            assert!(told.err.contains("LEAK"), "{line}: {}", told.err);
        }
    }
    let patch = r#"{"stringData":{"pw":"LEAK6""#;
    let piped = run_with(&["explain", "-", "-p", patch], LIVE);
    assert!(!piped.err.contains("LEAK"), "{}", piped.err);
    // Of other objects the line helps.
    let pod = run(&["explain", &files.name("pod"), "-p", patch]);
    assert!(pod.err.contains("LEAK6"), "{}", pod.err);
}
