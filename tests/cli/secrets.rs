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
        ("no-policy", "immutable: LEAK6\n"),
        ("pod", "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n"),
    ])
}

/// The arguments, with the names of `files` as paths.
fn placed(files: &Files, line: &str) -> Vec<String> {
    let place = |word: &str| {
        if files.path(word).exists() {
            files.name(word)
        } else {
            word.to_owned()
        }
    };
    line.split(' ').map(place).collect()
}

/// Returns whether a text contains the value of the manifest, as text or encoded.
fn has_new_value(text: &str) -> bool {
    text.contains("LEAK2") || text.contains("TEVBSzI=")
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
        let shown = run(&args);
        assert_eq!(shown.code, 0, "{line}: {}", shown.err);
        let both = format!("{}{}", shown.out, shown.err);
        assert!(
            !both.contains("LEAK") && !both.contains("TEVBS") && both.contains("••••••"),
            "{line}: {both}"
        );
        args.push("--show-secrets");
        assert!(has_new_value(&run(&args).out), "{line}");
    }
    // The object itself is data, to go on with.
    for line in [
        "apply applied manifest -o yaml",
        "ssa live manifest --manager x --force -o yaml",
    ] {
        let args = placed(&files, line);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let shown = run(&args);
        assert!(has_new_value(&shown.out), "{line}: {shown:?}");
        assert!(!shown.err.contains("LEAK"), "{line}: {shown:?}");
    }
}

/// What is decided is the same with hidden values, and no output has them.
#[test]
fn hidden_values_decide() {
    let object = |annotation: &str, fields: &str| {
        format!(
            "apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\n  namespace: x\n  uid: u\n  annotations:\n    \
             kubectl.kubernetes.io/last-applied-configuration: |\n      {annotation}\ntype: Opaque\n{fields}"
        )
    };
    let manifest =
        |fields: &str| format!("apiVersion: v1\nkind: Secret\nmetadata: {{name: s, namespace: x}}\n{fields}");
    let applied = |fields: &str| {
        let metadata = r#""metadata":{"annotations":{},"name":"s","namespace":"x"}"#;
        format!(r#"{{"apiVersion":"v1",{fields}"kind":"Secret",{metadata}}}"#)
    };
    // `LEAKVALUE` is `TEVBS1ZBTFVF` in base64.
    let texts = applied("").replace(r#""x"}}"#, r#""x"},"stringData":{"a":"LEAKVALUE"}}"#);
    let files = Files::new(&[
        (
            "live",
            &object(
                &applied(r#""data":{"a":"TEVBS1ZBTFVF"},"#),
                "data: {a: TEVBS1ZBTFVF}\n",
            ),
        ),
        ("same", &manifest("data: {a: TEVBS1ZBTFVF}\n")),
        (
            "locked",
            &object(&texts, "data: {a: TEVBS1ZBTFVF}\nimmutable: true\n"),
        ),
        ("text", &manifest("stringData: {a: LEAKVALUE}\nimmutable: true\n")),
        (
            "other-text",
            &manifest("stringData: {a: LEAKVALUE2}\nimmutable: true\n"),
        ),
        (
            "wrapped-live",
            &object(
                &applied(r#""data":{"a":"TEVBS1\nZBTFVF\n"},"#),
                "data: {a: TEVBS1ZBTFVF}\n",
            ),
        ),
        ("wrapped", &manifest("data:\n  a: |\n    TEVBS1\n    ZBTFVF\n")),
        ("number", &manifest("stringData: {a: 7654321}\n")),
        ("bool", &manifest("stringData: {a: true}\n")),
    ]);
    for (line, says, code) in [
        ("apply live same", "unchanged", 0),
        ("apply locked text", "stored-differently", 0),
        ("apply locked other-text", "field is immutable", 1),
        ("apply wrapped-live wrapped", "stored-differently", 0),
        ("ssa null number --manager m", "expected string, got", 1),
        ("ssa null bool --manager m", "expected string, got", 1),
        ("ssa locked text --manager m --force", "", 0),
        ("ssa live same --manager m --force", "", 0),
        ("ssa wrapped-live wrapped --manager m --force", "", 0),
        ("apply null number", "", 1),
    ] {
        let args = placed(&files, line);
        let formats = match line.starts_with("apply") {
            true => &["text", "ledger", "json"][..],
            false => &["text", "json"],
        };
        for format in formats {
            let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
            args.extend(["-o", format]);
            let hidden = run(&args);
            let both = format!("{}{}", hidden.out, hidden.err);
            assert_eq!(hidden.code, code, "{line} -o {format}: {both}");
            for value in ["LEAK", "TEVBS1", "ZBTFVF", "7654321"] {
                assert!(!both.contains(value), "{line} -o {format}: {both}");
            }
            if *format == "json" {
                assert!(both.contains(says), "{line}: {both}");
            }
            // What is rejected is not created, so no later apply changes it.
            assert!(
                code == 0 || !both.contains("converges"),
                "{line} -o {format}: {both}"
            );
            args.push("--show-secrets");
            assert_eq!(run(&args).code, code, "{line} -o {format}");
        }
    }
    let args = placed(&files, "apply wrapped-live wrapped -o ledger");
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let wrapped = run(&args).err;
    assert!(
        wrapped.contains("never converges: every apply of the same file sends data.a"),
        "{wrapped}"
    );
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
        ("policy no-policy live", true),
    ] {
        let args = placed(&files, line);
        let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
        let shown = run(&args);
        assert_eq!((shown.code, shown.out.as_str()), (2, ""), "{line}: {}", shown.err);
        assert!(!shown.err.contains("LEAK"), "{line}: {}", shown.err);
        // What is wrong, and where, stays.
        assert!(
            shown.err.contains(":1:") || shown.err.contains(":4:"),
            "{line}: {}",
            shown.err
        );
        if is_shown {
            args.push("--show-secrets");
            let shown = run(&args);
            assert!(shown.err.contains("LEAK"), "{line}: {}", shown.err);
        }
    }
    let patch = r#"{"stringData":{"pw":"LEAK6""#;
    let piped = run_with(&["explain", "-", "-p", patch], LIVE);
    assert!(!piped.err.contains("LEAK"), "{}", piped.err);
    // Of other objects the line helps.
    let patch = r#"{"data":{"pw":"LEAK6""#;
    let pod = run(&["explain", &files.name("pod"), "-p", patch]);
    assert!(pod.err.contains("LEAK6"), "{}", pod.err);
}

/// Live objects and patches in which a value is spelled so that a Secret does not have it, or has it unexpectedly. `LEAK` is
/// only in values.
const MISSPELLED: &[(&str, &str)] = &[
    (LIVE, "stringdata: {u: LEAK6}"),
    (LIVE, "Data: {u: LEAK6}"),
    (LIVE, "StringData: LEAK6"),
    (LIVE, "binaryData: {u: [LEAK6]}"),
    (LIVE, "spec: {containers: [{name: LEAK6}]}"),
    (LIVE, "kind: ConfigMap\ndata: {u: LEAK6}"),
    (LIVE, "metadata: {stringData: {u: LEAK6}}"),
    (
        LIVE,
        "metadata: {annotations: {example.com/last-applied: '{\"data\":{\"u\":\"LEAK6\"}}'}}",
    ),
    (LIVE, "$setElementOrder/stringdata: [LEAK6]"),
    (LIVE, "type: {u: LEAK6}"),
    (LIVE, "immutable: LEAK6"),
    (LIVE, "immutable: [LEAK6]"),
    (
        "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nData: {pw: LEAK1}\nstringdata: LEAK2\n",
        "type: Opaque",
    ),
    (
        "apiVersion: v1\nkind: secret\nmetadata: {name: s}\nstringData: {pw: LEAK1}\n",
        "data: {u: LEAK6}",
    ),
    (
        "apiVersion: v1\nKind: Secret\nkind: X\nmetadata: {name: s}\nstringData: {pw: LEAK1}\n",
        "data: {u: LEAK6}",
    ),
];

#[test]
fn misspelled_fields_of_a_secret_are_hidden_too() {
    let commands = [
        "explain live patch",
        "explain live patch -o json",
        "explain live patch -o markdown",
        "explain live patch --type merge",
        "lint live patch",
        "compare live patch",
        "compare live patch -o json",
        "export live patch --format html",
        "export live patch --format svg",
        "export live patch --format markdown",
        "export live patch --format session",
        "create live manifest -o text",
        "skew live manifest",
        "skew live manifest -o json",
        "apply live manifest -o text",
        "apply live patch",
        "ssa live manifest --manager x -o json",
        "ssa live patch --manager x",
        "explain live operations --type json",
        "explain live operations --type json -o json",
        "explain live misused --type json",
        "explain live misused --type json -o json",
        "explain live misused --type json -o markdown",
        "export live misused --type json --format html",
        "export live misused --type json --format session",
        "explain live no-word --type json",
        "explain live no-word --type json -o json",
        "lint live no-word --type json",
        "lint live no-word --type json -o sarif",
        "compare live no-word --type json",
        "export live no-word --type json --format session",
    ];
    for (live, patch) in MISSPELLED {
        let manifest = format!("{LIVE}{patch}\n").replace("LEAK1", "LEAK2");
        let json = r#"[{"op":"add","path":"/Data","value":{"u":"LEAK7"}},{"op":"test","path":"/stringdata/u","Value":"LEAK8"}]"#;
        let misused = r#"[{"op":"add","path":"/immutable","value":"LEAK7"},{"op":"add","path":"/type","value":{"a":"LEAK8"}}]"#;
        let no_word =
            r#"[{"op":"LEAK7","path":"/data/u","value":"x"},{"op":{"u":"LEAK8"},"path":["LEAK9"]}]"#;
        let files = Files::new(&[
            ("live", live),
            ("patch", patch),
            ("manifest", &manifest),
            ("operations", json),
            ("misused", misused),
            ("no-word", no_word),
        ]);
        for line in commands {
            let args = placed(&files, line);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let shown = run(&args);
            let both = format!("{}{}", shown.out, shown.err);
            assert!(!both.contains("LEAK"), "{line}: {live}{patch}\n{both}");
        }
    }
}

#[test]
fn a_broken_text_that_says_no_kind_hides_the_line_of_a_secret_field() {
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n";
    for broken in [
        "stringData: {pw: \"LEAK}\n",
        "StringData:\n  pw: LEAK: x\n",
        "kind: secret\ndata: {pw: \"LEAK}\n",
    ] {
        let files = Files::new(&[("live", broken), ("pod", pod)]);
        let shown = run(&["explain", &files.name("live"), &files.name("pod")]);
        assert_eq!(shown.code, 2, "{}", shown.err);
        assert!(!shown.err.contains("LEAK"), "{}", shown.err);
    }
}

/// A kind that is not a plain word may be Secret, and a parsed live object tells its kind however it is spelled.
#[test]
fn a_broken_text_hides_its_lines_however_its_kind_is_spelled() {
    for kind in [
        "kind: &k Secret",
        "kind: !!str Secret",
        r#"kind: "Sec\u0072et""#,
        r#""k\x69nd": Secret"#,
        "? kind\n: Secret",
        "kind: # c\n  Secret",
        "kind: >-\n  Secret",
    ] {
        let head = format!("apiVersion: v1\n{kind}\nmetadata: {{name: s}}\n");
        let files = Files::new(&[
            ("live", &format!("{head}stringData: {{pw: x}}\n")),
            ("broken", &format!("{head}stringData: {{pw: \"LEAKQ}}\n")),
            ("patch", "data: {pw: \"LEAKQ}\n"),
        ]);
        for line in [
            "explain broken patch",
            "lint broken live",
            "compare live broken",
            "apply broken live",
            "skew broken live",
            "ssa broken live --manager m",
            "create live broken",
            "explain live patch",
            "lint live patch",
            "merge live patch",
            "apply live patch",
            "ssa live patch --manager m",
        ] {
            let args = placed(&files, line);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let shown = run(&args);
            assert_eq!(shown.code, 2, "{line}: {kind}\n{shown:?}");
            assert!(!shown.err.contains("LEAKQ"), "{line}: {kind}\n{shown:?}");
        }
    }
}

/// The broken text may be read before the Secret, and be any of the inputs.
#[test]
fn a_broken_text_before_a_secret_hides_its_lines() {
    let files = Files::new(&[
        ("broken.yaml", "data:\n  p: [LEAK1\n"),
        (
            "secret.yaml",
            "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata: {p: MQ==}\n",
        ),
    ]);
    let (broken, secret) = (files.name("broken.yaml"), files.name("secret.yaml"));
    let owns = format!("x={broken}");
    let cases: [&[&str]; 5] = [
        &["apply", &broken, &secret],
        &["create", &broken, &secret],
        &["ssa", "--manager", "m", &broken, &secret],
        &["ssa", "--manager", "m", &secret, &secret, "--owns", &owns],
        &["skew", &broken, &secret, &secret],
    ];
    for args in cases {
        let shown = run(args);
        assert_eq!(shown.code, 2, "{args:?}: {}", shown.err);
        assert!(
            !shown.err.contains("LEAK1") && shown.err.contains("broken.yaml:2:"),
            "{}",
            shown.err
        );
    }
}

/// A fix can be made from a value, and a diff has lines that are no values: comments and duplicate keys.
#[test]
fn fixes_and_their_diffs_hide_what_is_made_from_values() {
    let head = "apiVersion: v1\nkind: Secret\nmetadata: {name: s, labels: {a: 1.5}}\n";
    let files = Files::new(&[
        ("live.yaml", "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n"),
        ("plain.yaml", &format!("{head}data: {{u: HUNTER2SECRET}}\n")),
        ("url.yaml", &format!("{head}data: {{u: \"HUNTER2_-\"}}\n")),
        (
            "twice.yaml",
            &format!("{head}stringData: {{pin: HUNTER2, pin: other}}\n"),
        ),
        (
            "old.yaml",
            &format!("{head}# was HUNTER2\nstringData: {{pin: x}}\n"),
        ),
    ]);
    let live = files.name("live.yaml");
    for patch in ["plain.yaml", "url.yaml", "twice.yaml", "old.yaml"] {
        let patch = files.name(patch);
        for args in [
            &["lint", &live, &patch, "-o", "json"][..],
            &["lint", &live, &patch, "-o", "sarif"],
            &["lint", &live, &patch, "--diff"],
            &["explain", &live, &patch, "-o", "json"],
            &["explain", &live, &patch, "-o", "json", "--type", "merge"],
        ] {
            let shown = run(args);
            // The second is HUNTER2 as base64.
            for value in ["HUNTER2", "SFVOVEVSM"] {
                let all = format!("{}{}", shown.out, shown.err);
                assert!(!all.contains(value), "{args:?}: {all}");
            }
        }
    }
    let diff = run(&["lint", &live, &files.name("twice.yaml"), "--diff"]).out;
    assert!(diff.contains("a: \"1.5\""), "{diff}");
}

/// A fix can move a hidden value to a field that is shown.
#[test]
fn the_diff_of_a_fix_hides_what_the_fix_moves() {
    let live = "apiVersion: v1\nkind: Secret\nmetadata: {name: s, labels: {app: web}}\n";
    for (patch, options, shown) in [
        ("annotations: {team: LEAK1}\n", "", "+    team: ••••••"),
        (
            "labels: {team: LEAK1}\nstringData: {a: LEAK2}\n",
            "",
            "+    team: ••••••",
        ),
        // Also a value that is shown elsewhere.
        ("annotations: {team: web}\n", "", "+    team: ••••••"),
        (
            "metadata: {lables: {team: LEAK1}}\n",
            "--type merge",
            "+metadata: {labels: {team: ••••••",
        ),
        (
            r#"[{"op":"add","path":"/metadata/anotations","value":{"team":"LEAK1"}}]"#,
            "--type json",
            r#"+[{"op":"add","path":"/metadata/annotations","value":{"team":"••••••"#,
        ),
        // What is shown stays shown, also with a new value.
        (
            "metadata: {labels: {app: 1.5}}\nannotations: {team: LEAK1}\n",
            "",
            "+metadata: {labels: {app: \"1.5\"}",
        ),
        (
            "metadata: {lables: {}, name: s}\n",
            "",
            "+metadata: {labels: {}, name: s}",
        ),
    ] {
        let files = Files::new(&[("live.yaml", live), ("patch.yaml", patch)]);
        let (live, patch_file) = (files.name("live.yaml"), files.name("patch.yaml"));
        let mut args = vec!["lint", "--diff", &live, &patch_file];
        args.extend(options.split_whitespace());
        let diff = run(&args).out;
        assert!(diff.contains(shown) && !diff.contains("LEAK"), "{patch}{diff}");
        assert!(!diff.contains("team: web"), "{patch}{diff}");
    }
}

/// A value that is also a word of a help, or text that a fix writes, has the same output as another value of that length.
#[test]
fn no_output_tells_that_a_value_is_one_of_our_words() {
    let head = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n";
    let outputs = |patch: &str, value: &str| {
        let files = Files::new(&[
            ("live", &format!("{head}stringData: {{pw: {value}}}\n")),
            ("patch", &format!("{patch}\ntype: {{u: {value}}}\n")),
        ]);
        let output = |line: &str| {
            let args = placed(&files, line);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let shown = run(&args);
            format!("{line}: {}\n{}{}", shown.code, shown.out, shown.err).replace(&files.name(""), "/")
        };
        [
            "lint live patch -o json",
            "explain live patch -o json",
            "lint live patch --diff",
            "lint live patch --fix",
        ]
        .map(output)
    };
    for (patch, words) in [
        (
            "metadatas: {labels: {a: b}}",
            &["instead", "metadata", "of", "e"][..],
        ),
        ("stringDat: {}", &["instead", "stringData"]),
        ("metadata: {labels: {a: 1.5}}", &["Quote", "label"]),
        ("stringData: {$patch: remove}", &["delete", "directive"]),
        ("data: {pin: 7}", &["string", "data"]),
    ] {
        for word in words {
            let other = "zq".repeat(word.len())[..word.len()].to_owned();
            assert_eq!(outputs(patch, word), outputs(patch, &other), "{patch} {word}");
        }
    }
}

/// A ManifestWork, a Template and a ConfigurationPolicy have whole objects in their fields. `LEAK` is only in values of Secrets,
/// `SHOWN` only in others.
#[test]
fn secrets_in_fields_of_other_objects_are_hidden() {
    let head = "apiVersion: example.com/v1\nkind: Work\nmetadata: {name: w}\nspec:\n  ref: {kind: Secret, name: SHOWN2}\n";
    let work = |objects: &str| format!("{head}  work: {{objects: [{objects}]}}\n");
    let secret = |fields: &str| format!("{{kind: Secret, metadata: {{name: s}}, {fields}}}");
    let live = work(&format!(
        "{}, {{kind: ConfigMap, data: {{u: SHOWN1}}}}",
        secret("data: {u: LEAK1}")
    ))
    .replace(
        "{name: w}",
        r#"{name: w, annotations: {kubectl.kubernetes.io/last-applied-configuration: '{"spec":{"work":{"objects":[{"data":{"u":"LEAK2"}}]}}}'}}"#,
    );
    let operations = [
        r#"{"op":"replace","path":"/spec/work/objects/0/data/u","value":"LEAK3"}"#,
        r#"{"op":"replace","path":"/spec/work/objects/0","value":{"data":{"u":"LEAK3"}}}"#,
        r#"{"op":"add","path":"/spec/work/objects/-","value":{"stringdata":{"u":"LEAK3"}}}"#,
        r#"{"op":"add","path":"/spec/work/objects/-","value":{"kind":"ConfigMap","data":{"u":"SHOWN3"}}}"#,
        r#"{"op":"add","path":"/spec/work","value":{"objects":[{"data":{"u":"LEAK3"}}]}}"#,
        r#"{"op":"add","path":"/spec/x","value":[{"kind":"secret","StringData":{"u":"LEAK3"}}]}"#,
        r#"{"op":"add","path":"/metadata/annotations/example.com~1last-applied","value":"LEAK3"}"#,
    ];
    let merges = [
        format!(
            "spec: {{work: {{objects: [{}]}}}}",
            secret("stringdata: {u: LEAK3}")
        ),
        "spec: {work: {objects: [{data: {u: LEAK3}}]}}".to_owned(),
        "spec: {work: {objects: [LEAK3, {kind: ConfigMap, data: {u: SHOWN3}}]}}".to_owned(),
        "spec: {x: {y: {Kind: Secret, data: LEAK3}}}".to_owned(),
    ];
    let patches = operations.map(|operation| format!("[{operation}]"));
    let patches = patches.iter().map(|patch| (patch, "json"));
    for (patch, of_type) in patches.chain(merges.iter().map(|patch| (patch, "merge"))) {
        let manifest = live.replace("LEAK1", "LEAK4");
        let files = Files::new(&[("live", &live), ("patch", patch), ("manifest", &manifest)]);
        for line in [
            "explain live patch --type T",
            "explain live patch --type T -o json",
            "explain live patch --type T -o markdown",
            "lint live patch --type T",
            "compare live patch --type T -o json",
            "export live patch --type T --format html",
            "export live patch --type T --format session",
            "create live manifest --type merge -o text",
            "skew live manifest",
            "apply live manifest",
            "apply live manifest -o json",
            "ssa live manifest --manager x --force -o json",
        ] {
            let args = placed(&files, &line.replace('T', of_type));
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let shown = run(&args);
            let both = format!("{}{}", shown.out, shown.err);
            assert!(!both.contains("LEAK"), "{line}: {patch}\n{both}");
            if line.ends_with("json") && line.starts_with("explain") {
                assert!(both.contains("SHOWN2"), "{line}: {patch}\n{both}");
                let has_new = both.contains("SHOWN3");
                assert_eq!(has_new, patch.contains("SHOWN3"), "{line}: {patch}\n{both}");
            }
        }
    }
    let policy = "apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nmetadata: {name: p}\nspec:\n  \
                  object-templates:\n  - complianceType: musthave\n    objectDefinition: OBJECT\n";
    let object = format!(
        "{{apiVersion: example.com/v1, kind: Work, metadata: {{name: w}}, spec: {{work: {{objects: [{}]}}}}}}",
        secret("data: {u: LEAK5}")
    );
    let files = Files::new(&[
        ("live", &live),
        ("guard", &policy.replace("OBJECT", &object)),
        ("x", "metadata: {labels: {x: y}}"),
    ]);
    for line in [
        "policy guard live",
        "policy guard live -o json",
        "policy guard live -o markdown",
        "explain guard x --type merge -o json",
    ] {
        let args = placed(&files, line);
        let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
        let shown = run(&args);
        let both = format!("{}{}", shown.out, shown.err);
        assert!(!both.contains("LEAK"), "{line}: {both}");
        args.push("--show-secrets");
        let shown = run(&args);
        assert!(shown.out.contains("LEAK"), "{line}: {shown:?}");
    }
}

/// A Secret that was removed from a ManifestWork is still in the annotation of the last apply.
#[test]
fn a_secret_that_only_an_applied_object_has_is_hidden() {
    let applied = r#"{"spec":{"objects":[{"kind":"Secret","data":{"u":"LEAK"}}]}}"#;
    let head = "apiVersion: example.com/v1\nkind: Work\nmetadata: {name: w";
    let annotations =
        format!("annotations: {{kubectl.kubernetes.io/last-applied-configuration: '{applied}'}}");
    let name = "/metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration";
    let operation = format!(r#"[{{op: add, path: "{name}", value: '{applied}'}}]"#);
    let files = Files::new(&[
        (
            "plain",
            &format!("{head}, annotations: {{x: z}}}}\nspec: {{a: SHOWN}}\n"),
        ),
        ("live", &format!("{head}, {annotations}}}\nspec: {{a: SHOWN}}\n")),
        ("patch", "spec: {a: b}\n"),
        ("applied", &format!("metadata: {{{annotations}}}\n")),
        ("operation", &operation),
    ]);
    for line in [
        "explain live patch --type merge -o json",
        "explain plain applied --type merge -o json",
        "explain plain operation --type json -o json",
        "compare live operation --type json -o json",
        "export live patch --type merge --format html",
        "export live patch --type merge --format session",
        "create live plain --type merge -o text",
        "skew live plain",
        "apply live plain -o json",
    ] {
        let args = placed(&files, line);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let shown = run(&args);
        let both = format!("{}{}", shown.out, shown.err);
        assert!(!both.contains("LEAK"), "{line}\n{both}");
        if line.ends_with("--type merge -o json") {
            assert!(both.contains("SHOWN"), "{line}\n{both}");
        }
    }
}

/// What `help secrets` says about the length of a value.
#[test]
fn only_the_positions_of_edits_tell_the_length_of_a_value() {
    let head = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n";
    let outputs = |value: &str| {
        let files = Files::new(&[
            ("live", &format!("{head}stringData: {{pw: {value}}}\n")),
            (
                "patch",
                &format!("stringData: {{$patch: delete, pw: {value}1}}\ntypo: {value}2\n"),
            ),
        ]);
        [
            "lint live patch -o json",
            "lint live patch",
            "explain live patch -o markdown",
        ]
        .map(|line| {
            let args = placed(&files, line);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let text = run(&args).out.replace(&files.name(""), "/");
            let is_position = |line: &&str| !line.contains("\"byteStart\"") && !line.contains("\"byteEnd\"");
            let rest: Vec<&str> = text.lines().filter(is_position).collect();
            (rest.join("\n"), rest.len() < text.lines().count())
        })
    };
    let (short, long) = (outputs("zq"), outputs("zqzqzqzqzq"));
    assert_eq!(short, long);
    assert!(short[0].1, "{}", short[0].0);
    let help = run(&["help", "secrets"]).out;
    assert!(help.contains("positions of `edits` in JSON and SARIF"), "{help}");
}

/// The message about the configuration of another owner quotes its value.
#[test]
fn the_values_of_other_owners_are_hidden() {
    let annotated =
        "metadata:\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: {a: LEAK}\n";
    let head = "apiVersion: v1\nkind: Secret\n";
    let data = [
        "data: {pw: 77665544332}",
        "data: LEAK",
        "data: [LEAK]",
        "stringData: {pw: {u: LEAK}}",
        annotated,
    ];
    let texts = data.map(|data| format!("{head}{data}\n"));
    let kindless = texts.clone().map(|text| text.replace("kind: Secret\n", ""));
    for owner in texts.iter().chain(&kindless) {
        let files = Files::new(&[("live", LIVE), ("manifest", MANIFEST), ("owner", owner)]);
        let owns = format!("x={}", files.name("owner"));
        for live in ["null".to_owned(), files.name("live")] {
            for format in ["text", "json", "yaml"] {
                let manifest = files.name("manifest");
                let mut args = vec![
                    "ssa",
                    &live,
                    &manifest,
                    "--manager",
                    "m",
                    "--owns",
                    &owns,
                    "-o",
                    format,
                ];
                let shown = run(&args);
                assert!(
                    !shown.out.contains("LEAK") && !shown.err.contains("LEAK"),
                    "{owner}: {shown:?}"
                );
                assert!(!shown.err.contains("77665544332"), "{owner}: {shown:?}");
                if shown.code == 2 {
                    args.push("--show-secrets");
                    assert!(run(&args).err.contains("--owns"), "{owner}");
                }
            }
        }
    }
}

/// kubectl quotes the whole object if it has no kind.
#[test]
fn a_manifest_without_a_kind_may_be_a_secret() {
    for fields in [
        "stringData: {pw: LEAKB}",
        "data: {pw: LEAKB}",
        "Data: {pw: LEAKB}",
    ] {
        let alone = format!("metadata: {{name: t}}\n{fields}\n");
        let files = Files::new(&[
            ("live", LIVE),
            (
                "stream",
                &format!("{LIVE}---\napiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\n"),
            ),
            ("alone", &alone),
            (
                "several",
                &format!("{}---\n{alone}", MANIFEST.replace("LEAK2", "x")),
            ),
        ]);
        for line in [
            "apply live several",
            "apply null several",
            "apply stream several",
            "apply null alone",
            "apply stream alone",
            "apply live alone",
            "ssa null alone --manager m",
            "ssa live alone --manager m",
            "explain live alone",
            "create live alone",
            "skew live alone",
            "lint alone alone",
            "compare alone alone",
        ] {
            let formats: &[&str] = match line.starts_with("apply") {
                true => &["text", "ledger", "json", "yaml"],
                false => &["text", "json"],
            };
            for format in formats {
                let mut args = placed(&files, line);
                if !line.starts_with("create") {
                    args.extend(["-o".to_owned(), (*format).to_owned()]);
                }
                let args: Vec<&str> = args.iter().map(String::as_str).collect();
                let shown = run(&args);
                let printed = match line.starts_with("create") || *format == "yaml" {
                    true => shown.err,
                    false => shown.out + &shown.err,
                };
                assert!(!printed.contains("LEAKB"), "{line} -o {format}: {printed}");
            }
        }
    }
}
