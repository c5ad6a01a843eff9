//! The cases of `tests/patch_types/{merge-patch,json-patch}`: kubectl's answer, and that of the RFC if it
//! differs. For a rejection in `expectRfc`, the message is not compared.

use std::path::Path;
use std::sync::Arc;

use mergescope::document::{read, read_live, write};
use mergescope::merge::{Inputs, Merge, Semantics, Verdict, compare_merges, merge};
use mergescope::schema::Schema;
use serde_json::Value;

fn run(case: &Value, semantics: Semantics) -> Merge {
    let text = |name: &str| case[name].to_string().into_bytes();
    let inputs = Inputs {
        live: Arc::new(read_live("live", text("live")).unwrap()),
        patches: vec![Arc::new(read("patch", text("patch")).unwrap())],
        schema: Arc::new(Schema::builtin()),
        semantics,
    };
    merge(inputs, true)
}

fn judge(name: &str, merge: &Merge, expect: &Value, letter: bool) -> Option<String> {
    let good = match (&merge.verdict, expect.get("error")) {
        (Verdict::Rejected(refusal), Some(error)) => !letter || refusal.message == error.as_str().unwrap(),
        (Verdict::Merged, None) => {
            let result: Value = serde_json::from_str(&write::json(&merge.tree)).unwrap();
            &result == expect.get("result").unwrap()
        }
        _ => false,
    };
    let got = || match &merge.verdict {
        Verdict::Merged => write::json_compact(&merge.tree),
        Verdict::Rejected(refusal) => refusal.message.clone(),
    };
    (!good).then(|| {
        format!(
            "{name} [{}]\n  expected {expect}\n  got      {}",
            merge.inputs.semantics,
            got()
        )
    })
}

fn check(folder: &str, count: usize, kubernetes: Semantics) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/patch_types")
        .join(folder);
    let mut failures = Vec::new();
    let mut seen = 0;
    for file in std::fs::read_dir(path).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let case: Value = serde_yaml::from_str(&text).unwrap();
        let name = case["name"].as_str().unwrap();
        let ours = run(&case, kubernetes);
        failures.extend(judge(name, &ours, &case["expect"], true));
        let rfc = run(&case, kubernetes.other());
        let by_letter = case.get("expectRfc").unwrap_or(&case["expect"]);
        failures.extend(judge(name, &rfc, by_letter, false));
        // If the semantics differ, the steps say so on both sides or the verdicts differ.
        let differ = case.get("expectRfc").is_some();
        if differ == compare_merges(&ours, &rfc).is_same() {
            failures.push(format!(
                "{name}: the two readings {}",
                if differ { "should differ" } else { "should agree" }
            ));
        }
        seen += 1;
    }
    assert_eq!(seen, count, "cases were lost or added");
    assert!(
        failures.is_empty(),
        "{}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn merge_patches_end_as_recorded() {
    check("merge-patch", 31, Semantics::MERGE_PATCH);
}

#[test]
fn json_patches_end_as_recorded() {
    check("json-patch", 54, Semantics::JSON_PATCH);
}

#[test]
fn the_fix_of_a_json_patch_is_about_its_own_mistake() {
    let live = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","labels":{"a":"b"}}}"#;
    let cases = [
        (
            r#"{"op":"add"}"#,
            false,
            "Write the patch as a list, also if it has only one operation",
        ),
        ("[5]", false, "Write operation 0 as an object"),
        (
            r#"[{"op":"Add","path":"/a","value":1}]"#,
            false,
            "Write `op` in lowercase letters: add, remove",
        ),
        (r#"[{"path":"/a","value":1}]"#, false, "Add an `op`"),
        (r#"[{"op":"add","value":1}]"#, false, "Add a `path`"),
        (r#"[{"op":"move","path":"/a"}]"#, false, "Add a `from`"),
        (r#"[{"op":"add","path":"/a"}]"#, true, "Add a `value`"),
        (
            r#"[{"op":"add","path":"a","value":1}]"#,
            true,
            "Start the path with `/`",
        ),
        (
            r#"[{"op":"move","from":"/metadata","path":"/metadata/a"}]"#,
            true,
            "Use a target path outside of the moved value",
        ),
        (
            r#"[{"op":"replace","path":"/metadata/labels","value":null},{"op":"replace","path":"/metadata/labels/a","value":1}]"#,
            false,
            "An earlier operation set `labels`",
        ),
        (r#"[{"op":"replace","path":""}]"#, false, "Add a `value`"),
    ];
    for (patch, rfc, expected) in cases {
        let semantics = if rfc {
            Semantics::JSON_PATCH_RFC
        } else {
            Semantics::JSON_PATCH
        };
        let inputs = Inputs {
            live: Arc::new(read_live("live", live.into()).unwrap()),
            patches: vec![Arc::new(read("patch", patch.into()).unwrap())],
            schema: Arc::new(Schema::builtin()),
            semantics,
        };
        let shown = merge(inputs, true);
        let refusal = shown.rejection().unwrap_or_else(|| panic!("{patch} passes"));
        let fix = shown.fix(&shown.steps[refusal.step as usize]);
        assert!(fix.starts_with(expected), "{patch}: {fix}");
    }
}

#[test]
fn a_replaced_value_of_a_set_is_named_by_its_old_value() {
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, finalizers: [x/a, x/b]}\n";
    let patch = r#"[{"op":"replace","path":"/metadata/finalizers/0","value":"x/z"}]"#;
    let shown = merge(
        Inputs {
            live: Arc::new(read_live("live", live.into()).unwrap()),
            patches: vec![Arc::new(read("patch", patch.into()).unwrap())],
            schema: Arc::new(Schema::builtin()),
            semantics: Semantics::JSON_PATCH,
        },
        true,
    );
    let expected = "Operation 0 (`replace /metadata/finalizers/0`) sets `x/a` to \"x/z\"; it was \"x/a\".";
    assert_eq!(shown.sentence(&shown.steps[0]), expected);
}
