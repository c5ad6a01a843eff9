//! Fixes on the command line: `lint --fix` and `--diff`, edits in JSON and SARIF, and the JSON Schemas of all outputs.

use serde_json::Value;

use crate::program::{Files, LIVE, finish, run, run_with};

const PATCH: &str = "# by hand
spec: # the rest stays
  replcas: 3 # more
  strategy: {type: Recreate}
  revisionHistoryLimit: '5'
";

#[test]
fn fixes_are_written_with_comments_and_mode_kept() {
    let files = Files::new(&[("live.yaml", LIVE), ("patch.yaml", PATCH)]);
    let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
    let shown = run(&["lint", &live, &patch, "--diff"]);
    assert_eq!(
        (
            shown.code,
            std::fs::read_to_string(&patch).expect("a file").as_str()
        ),
        (0, PATCH)
    );
    for line in [
        "--- ",
        "+++ ",
        "-  replcas: 3 # more",
        "+  replicas: 3 # more",
        "+  revisionHistoryLimit: 5",
    ] {
        assert!(shown.out.contains(line), "{line}: {shown:?}");
    }
    let shown = run(&["lint", &live, &patch, "--fix"]);
    assert!(
        shown.err.contains("fixed[no-such-field]") && shown.err.contains("2 fixes applied"),
        "{shown:?}"
    );
    let want = PATCH.replace("replcas", "replicas").replace("'5'", "5");
    assert_eq!(std::fs::read_to_string(&patch).expect("a file"), want);
    let again = run(&["lint", &live, &patch, "--fix"]);
    assert!(again.err.contains("no fix applied"), "{again:?}");
    assert_eq!(std::fs::read_to_string(&patch).expect("a file"), want);
}

#[test]
fn an_applied_fix_names_only_what_was_done() {
    let patch = "spec:\n  template:\n    spec:\n      $setElementOrder/containers:\n      - name: sidecar\n      containers:\n      - name: app\n        image: app:2\n";
    let files = Files::new(&[("live.yaml", LIVE), ("patch.yaml", patch)]);
    let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
    let shown = run(&["lint", &live, &patch, "--fix", "--semantics", "kubernetes"]);
    let said = "(Add `name: app` to `$setElementOrder/containers`)";
    assert!(shown.err.contains(said), "{shown:?}");
}

#[test]
fn an_applied_fix_names_all_that_was_removed() {
    let patch = "spec:\n  replicas: 3\n  template:\n    spec:\n      nothing: null\n";
    let files = Files::new(&[("live.yaml", LIVE), ("patch.yaml", patch)]);
    let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
    let shown = run(&["lint", &live, &patch, "--fix", "--semantics", "kubernetes"]);
    let said = "(Remove `nothing` from the patch. Also remove `template`, which is then empty)";
    assert!(shown.err.contains(said), "{shown:?}");
    assert_eq!(
        std::fs::read_to_string(&patch).expect("a file"),
        "spec:\n  replicas: 3\n"
    );
}

/// What `lint` does not list is not changed: only the fixed patch is found to have it.
#[test]
fn a_fix_changes_only_what_lint_lists() {
    let live = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  clusterIP: 10.0.0.12\n  ports: [{port: 80, targetPort: 8080, protocol: TCP}]\n";
    for (patch, want, left) in [
        (
            "spec:\n  type: nodeport\n  ports:\n  - port: 80\n    nodePort: '30080'\n",
            "spec:\n  type: nodeport\n  ports:\n  - port: 80\n    nodePort: 30080\n",
            "help: Write `NodePort` instead of `nodeport`.",
        ),
        (
            "spec:\n  clusterIP: 10.0.0.99\n  ports:\n  - port: 80\n    nodePort: '30080'\n",
            "spec:\n  clusterIP: 10.0.0.99\n  ports:\n  - port: 80\n    nodePort: 30080\n",
            "help: Remove `clusterIP` from the patch.",
        ),
    ] {
        let files = Files::new(&[("live.yaml", live), ("patch.yaml", patch)]);
        let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
        let shown = run(&["lint", &live, &patch, "--fix", "--semantics", "kubernetes"]);
        let fixed = std::fs::read_to_string(&patch).expect("a file");
        assert_eq!(
            (fixed.as_str(), shown.out.contains(left)),
            (want, true),
            "{shown:?}"
        );
    }
}

const DEPLOYMENT: &str = "apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  finalizers: [d.io/d, e.io/e]
spec:
  selector: {matchLabels: {app: web}}
  strategy:
    type: RollingUpdate
    rollingUpdate: {maxSurge: 1}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: web:1
        env:
        - {name: A, value: a}
        - {name: B, value: b}
";

const RECREATE: &str = "  strategy:
    $retainKeys: [type]
    type: Recreate
    rollingUpdate: {maxSurge: 2}
";

const POD_SPEC: &str = "  template:\n    spec:\n";

const MERGED: &str = "      containers:\n      - {name: web, image: x, $patch: merge}\n";

/// The fixes of several mistakes do not disturb each other. Each patch with the lines that are removed and added, and what
/// the last line says.
#[test]
fn several_mistakes_are_fixed_as_each_alone() {
    let web = |more: &str| format!("spec:\n{POD_SPEC}      containers:\n      - name: web\n{more}");
    let order = "        $setElementOrder/env:\n        - {name: A, value: one}\n        - {name: B}\n";
    let cases = [
        (
            // A rejection hides that the API server rejects `rollingUpdate` with `Recreate`.
            format!("spec:\n{RECREATE}{POD_SPEC}{MERGED}"),
            &["proposal", "kubernetes"][..],
            &["    rollingUpdate: {maxSurge: 2}", "      - {name: web, image: x, $patch: merge}"][..],
            &["      - {name: web, image: x}"][..],
            "no findings",
        ),
        (
            // The result keeps a value that `kubernetes` removes.
            format!(
                "metadata:\n  $setElementOrder/finalizers: [d.io/d, c.io/c]\n  $deleteFromPrimitiveList/finalizers: [d.io/d]\n  finalizers: [d.io/d, c.io/c]\nspec:\n{POD_SPEC}{MERGED}"
            ),
            &["kubernetes"],
            &["  finalizers: [d.io/d, c.io/c]", "      - {name: web, image: x, $patch: merge}"],
            &["  finalizers: [c.io/c]", "      - {name: web, image: x}"],
            "no findings",
        ),
        (
            // It would delete the only container.
            format!("spec:\n{POD_SPEC}      containers:\n      - $patch: delete\n        image: web:1\n"),
            &["proposal", "kubernetes"],
            &[],
            &[],
            "1 finding",
        ),
        (
            // What an entry of the order says is meant for the item.
            web(order),
            &["proposal", "kubernetes"],
            &["        - {name: A, value: one}"],
            &["        - {name: A}", "        env:", "        - name: A", "          value: one"],
            "no findings",
        ),
        (
            // The directive also removes what would be left.
            "spec:\n  strategy:\n    type: Recreate\n    retainKeys: [type]\n".to_owned(),
            &["proposal", "kubernetes"],
            &["    retainKeys: [type]"],
            &["    $retainKeys: [type]"],
            "no findings",
        ),
        (
            // A fix renames the item that another one is in.
            web("        image: c\n      - name: n\n        image: i\n        resources: {$patch: replace, limits: {cpu: 1}}\n"),
            &["kubernetes"],
            &["      - name: n", "        resources: {$patch: replace, limits: {cpu: 1}}"],
            &["      - name: \"n\"", "        resources: {limits: {cpu: 1}}"],
            "no findings",
        ),
        (
            // What a rejection hides is not listed, and not fixed without a word.
            "spec:\n  strategy: {type: Recreate}\n  template:\n    spec:\n      containers:\n      - {name: web, image: x, $patch: merge}\n".to_owned(),
            &["proposal", "kubernetes"],
            &["      - {name: web, image: x, $patch: merge}"],
            &["      - {name: web, image: x}"],
            "note: a fix of a finding that was hidden before can be applied; use --fix again",
        ),
    ];
    for (patch, all, removed, added, last) in cases {
        for semantics in all {
            let files = Files::new(&[("live.yaml", DEPLOYMENT), ("patch.yaml", &patch)]);
            let (live, name) = (files.name("live.yaml"), files.name("patch.yaml"));
            let shown = run(&["lint", &live, &name, "--fix", "--semantics", semantics]);
            let fixed = std::fs::read_to_string(&name).expect("a file");
            let without = |text: &str, lines: &[&str]| -> Vec<String> {
                let kept = text.lines().filter(|line| !lines.contains(line));
                kept.map(str::to_owned).collect()
            };
            assert_eq!(
                without(&fixed, added),
                without(&patch, removed),
                "{semantics}: {shown:?}\n{fixed}"
            );
            for line in added {
                assert!(
                    fixed.lines().any(|own| own == *line),
                    "{semantics}: {line}\n{fixed}"
                );
            }
            let said: Vec<&str> = shown
                .err
                .lines()
                .filter(|line| !line.starts_with("Not checked"))
                .collect();
            assert_eq!(said.last(), Some(&last), "{semantics}: {shown:?}");
        }
    }
}

/// The place of such a finding is in the live object, its fix in the patch.
#[test]
fn a_finding_of_the_live_object_is_fixed_in_the_patch() {
    let live = DEPLOYMENT.replace("        - {name: B, value: b}", "        - {name: A, value: b}");
    let patch = format!(
        "spec:\n{POD_SPEC}      containers:\n      - name: web\n        env:\n        - {{name: A, value: c}}\n"
    );
    let files = Files::new(&[("live.yaml", &live), ("patch.yaml", &patch)]);
    let (live, name) = (files.name("live.yaml"), files.name("patch.yaml"));
    let shown = run(&["lint", &live, &name, "--fix"]);
    let fixed = std::fs::read_to_string(&name).expect("a file");
    assert!(
        fixed.contains("$patch: delete") && shown.err.contains("1 fix applied"),
        "{shown:?}"
    );
}

/// In a new map only the directive is removed, or the user decides.
#[test]
fn a_map_whose_directive_is_dropped_is_not_thrown_away() {
    let patch = "metadata:\n  annotations: {$patch: replace, a: 1}\n";
    let live = DEPLOYMENT;
    let files = Files::new(&[("live.yaml", live), ("patch.yaml", patch)]);
    let (live, name) = (files.name("live.yaml"), files.name("patch.yaml"));
    let shown = run(&["lint", &live, &name, "--fix", "--semantics", "kubernetes"]);
    let fixed = std::fs::read_to_string(&name).expect("a file");
    assert!(fixed.contains("a: "), "{shown:?}\n{fixed}");
}

#[test]
fn a_misspelled_position_is_corrected_where_it_is_a_directive() {
    let patch = "spec:\n  template:\n    spec:\n      containers:\n      - name: app\n        $Position: 0\n";
    for (semantics, is_corrected) in [("position", true), ("proposal", false), ("kubernetes", false)] {
        let files = Files::new(&[("live.yaml", LIVE), ("patch.yaml", patch)]);
        let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
        run(&["lint", &live, &patch, "--fix", "--semantics", semantics]);
        let fixed = std::fs::read_to_string(&patch).expect("a file");
        assert_eq!(
            fixed.contains("$position: 0"),
            is_corrected,
            "{semantics}: {fixed}"
        );
    }
}

#[test]
fn a_file_that_is_not_utf_8_is_not_rewritten() {
    let files = Files::new(&[("live.yaml", LIVE)]);
    let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
    let bytes = [PATCH.as_bytes(), b"# caf\xe9\n"].concat();
    std::fs::write(&patch, &bytes).expect("written");
    let shown = run(&["lint", &live, &patch, "--fix"]);
    assert!(
        shown.code == 2 && shown.err.contains("patch.yaml:6 is not UTF-8") && shown.err.contains("help: "),
        "{shown:?}"
    );
    assert_eq!(std::fs::read(&patch).expect("a file"), bytes);
}

/// A fix is not written where files have a maximum size, and the shell's limit does not end the program.
#[cfg(unix)]
#[test]
fn a_fix_that_does_not_fit_leaves_the_file() {
    let long = format!("{PATCH}{}", "# a long comment\n".repeat(2000));
    let files = Files::new(&[("live.yaml", LIVE), ("patch.yaml", &long)]);
    let mut command = std::process::Command::new("/bin/sh");
    command
        .args(["-c", "ulimit -f 16; exec \"$0\" lint live.yaml patch.yaml --fix"])
        .arg(env!("CARGO_BIN_EXE_mergescope"))
        .current_dir(files.path("live.yaml").parent().expect("a folder"));
    let shown = finish(command);
    assert!(
        shown.code == 2 && shown.err.contains("File too large"),
        "{shown:?}"
    );
    assert_eq!(
        std::fs::read_to_string(files.path("patch.yaml")).expect("a file"),
        long
    );
    let folder = std::fs::read_dir(files.path("live.yaml").parent().expect("a folder")).expect("a folder");
    assert_eq!(folder.count(), 2);
}

#[test]
fn a_patch_that_is_no_file_is_only_shown() {
    let files = Files::new(&[("live.yaml", LIVE)]);
    let live = files.name("live.yaml");
    let shown = run_with(&["lint", &live, "-", "--fix"], PATCH);
    assert!(
        shown.code == 2 && shown.err.contains("stdin") && shown.err.contains("help: "),
        "{shown:?}"
    );
    let shown = run(&["lint", &live, "-p", "spec: {replcas: 3}", "--fix"]);
    assert!(shown.code == 2 && shown.err.contains("help: "), "{shown:?}");
    let shown = run_with(&["lint", &live, "-", "--diff"], PATCH);
    assert!(
        shown.code == 0 && shown.out.contains("+  replicas: 3 # more"),
        "{shown:?}"
    );
}

#[test]
fn a_fix_never_shows_a_secret() {
    let live = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: x}\n";
    let patch = "stringDat: {}\nstringData: {password: hunter2, pin: 1234567}\n";
    let files = Files::new(&[("live.yaml", live), ("patch.yaml", patch)]);
    for more in [&["--diff"][..], &["-o", "json"], &["-o", "sarif"], &["--fix"]] {
        let shown = run(&[
            &["lint", &files.name("live.yaml"), &files.name("patch.yaml")],
            more,
        ]
        .concat());
        assert!(
            !format!("{shown:?}").contains("hunter2") && !format!("{shown:?}").contains("1234567"),
            "{more:?} {shown:?}"
        );
    }
}

#[test]
fn sarif_has_the_fixes() {
    let files = Files::new(&[("live.yaml", LIVE), ("patch.yaml", PATCH)]);
    let sarif = run(&[
        "lint",
        &files.name("live.yaml"),
        &files.name("patch.yaml"),
        "-o",
        "sarif",
    ])
    .json();
    assert_eq!(sarif["version"], "2.1.0");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    assert!(results.len() >= 2, "{sarif}");
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .expect("rules");
    for result in results {
        assert!(
            rules.iter().any(|rule| rule["id"] == result["ruleId"]),
            "{result}"
        );
        assert!(
            result["message"]["text"].is_string() && result["locations"].is_array(),
            "{result}"
        );
        let has_fixes = result["fixes"].is_array();
        let applicability = if has_fixes {
            "machine-applicable"
        } else {
            "needs-decision"
        };
        assert_eq!(result["properties"]["applicability"], applicability, "{result}");
    }
    let change = &results[0]["fixes"][0]["artifactChanges"][0];
    assert!(change["artifactLocation"]["uri"].is_string(), "{sarif}");
    let replacement = &change["replacements"][0];
    let (at, length) = (
        &replacement["deletedRegion"]["byteOffset"],
        &replacement["deletedRegion"]["byteLength"],
    );
    let (at, length) = (
        at.as_u64().expect("a number") as usize,
        length.as_u64().expect("a number") as usize,
    );
    assert_eq!(&PATCH[at..at + length], "replcas");
    let region = |key: &str| replacement["deletedRegion"][key].as_u64().expect("a number") as usize;
    let line = PATCH.lines().nth(region("startLine") - 1).expect("a line");
    assert_eq!(region("startLine"), region("endLine"));
    assert_eq!(
        &line[region("startColumn") - 1..region("endColumn") - 1],
        "replcas"
    );
    assert_eq!(replacement["insertedContent"]["text"], "replicas");
    // A stream is one log.
    let stream = format!("{LIVE}---\n{}", LIVE.replace("name: web", "name: other"));
    let sarif = run_with(&["lint", "-", "-p", "spec: {replcas: 3}", "-o", "sarif"], &stream).json();
    assert_eq!(
        sarif["runs"][0]["results"].as_array().map(Vec::len),
        Some(2),
        "{sarif}"
    );
}

/// What is wrong with a value by a schema, as far as ours go; keys that the schema does not name are wrong, too.
fn violations(schema: &Value, root: &Value, value: &Value, at: &str, out: &mut Vec<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.strip_prefix("#/$defs/").expect("a definition");
        let target = root["$defs"]
            .get(name)
            .unwrap_or_else(|| panic!("no definition {name}"));
        return violations(target, root, value, at, out);
    }
    if let Some(any) = schema["anyOf"].as_array() {
        let all: Vec<Vec<String>> = any
            .iter()
            .map(|one| {
                let mut own = Vec::new();
                violations(one, root, value, at, &mut own);
                own
            })
            .collect();
        if all.iter().all(|own| !own.is_empty()) {
            out.extend(all.into_iter().min_by_key(Vec::len).unwrap_or_default());
        }
        return;
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return,
    };
    let is = |kind: &&str| match *kind {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("type {other}"),
    };
    if !kinds.iter().any(is) {
        return out.push(format!("{at}: {value} is not {kinds:?}"));
    }
    if let Some(words) = schema["enum"].as_array().filter(|words| !words.contains(value)) {
        out.push(format!("{at}: {value} is not one of {words:?}"));
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        violations(&schema["items"], root, item, &format!("{at}[{index}]"), out);
    }
    if let Some(map) = value.as_object() {
        for key in schema["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
        {
            if !map.contains_key(key) {
                out.push(format!("{at}.{key} is missing"));
            }
        }
        for (key, value) in map {
            match schema["properties"].get(key) {
                Some(own) => violations(own, root, value, &format!("{at}.{key}"), out),
                None => out.push(format!("{at}.{key} is not in the schema")),
            }
        }
    }
}

#[test]
fn every_json_output_follows_its_schema() {
    let names = run(&["schema", "json"]).out;
    let mut tried: Vec<&str> = Vec::new();
    let sample = |lesson: &str| {
        let folder = format!("samples/{lesson}");
        let file = |name: &str| format!("{folder}/{name}.yaml");
        (file("live"), file("patch"))
    };
    let mut check = |name: &'static str, args: &[&str]| {
        let schema = run(&["schema", "json", name]);
        assert_eq!(schema.code, 0, "{schema:?}");
        let (schema, shown) = (schema.json(), run(args));
        if shown.code == 2 && shown.out.is_empty() {
            // A lesson of another patch type.
            assert!(args.iter().any(|arg| arg.starts_with("samples/")), "{shown:?}");
            return;
        }
        let mut wrong = Vec::new();
        violations(&schema, &schema, &shown.json(), name, &mut wrong);
        assert!(wrong.is_empty(), "{args:?}: {wrong:#?}");
        tried.push(name);
    };
    let lessons = std::fs::read_dir(crate::program::project("samples")).expect("lessons");
    let mut lessons: Vec<String> = lessons
        .map(|entry| {
            entry
                .expect("a lesson")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| {
            let (live, patch) = sample(name);
            crate::program::project(&live).exists() && crate::program::project(&patch).exists()
        })
        .collect();
    lessons.sort();
    assert!(lessons.len() > 10, "{lessons:?}");
    for lesson in &lessons {
        let (live, patch) = sample(lesson);
        for semantics in ["proposal", "kubernetes"] {
            check(
                "explain",
                &["explain", &live, &patch, "--semantics", semantics, "-o", "json"],
            );
            check(
                "lint",
                &["lint", &live, &patch, "--semantics", semantics, "-o", "json"],
            );
        }
        check("compare", &["compare", &live, &patch, "-o", "json"]);
    }
    let policy = "apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nmetadata: {name: p}\nspec:\n  object-templates:\n  - complianceType: musthave\n    objectDefinition:\n      apiVersion: apps/v1\n      kind: Deployment\n      metadata: {name: web}\n      spec: {replicas: 3}\n";
    let files = Files::new(&[("live.yaml", LIVE), ("policy.yaml", policy)]);
    let (live, policy) = (files.name("live.yaml"), files.name("policy.yaml"));
    check("lint-codes", &["lint", "--codes", "-o", "json"]);
    check("apply", &["apply", &live, &live, "-o", "json"]);
    check("ssa", &["ssa", &live, &live, "--manager", "ci", "-o", "json"]);
    check("skew", &["skew", &live, &live, "-o", "json"]);
    check(
        "schema",
        &[
            "schema",
            "Deployment",
            "spec.template.spec.containers",
            "-o",
            "json",
        ],
    );
    check("policy", &["policy", &policy, &live, "-o", "json"]);
    for name in names.lines() {
        assert!(tried.contains(&name), "{name} is not checked");
    }
    let shown = run(&["schema", "json", "explane"]);
    assert!(shown.code == 2 && shown.err.contains("help: "), "{shown:?}");
}

#[test]
fn a_directive_gets_its_dollar_sign() {
    let patch = "spec:\n  strategy:\n    retainKeys: [type] # of the document\n    type: Recreate\n";
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  strategy: {type: RollingUpdate}\n";
    let files = Files::new(&[("live.yaml", live), ("patch.yaml", patch)]);
    let (live, patch_file) = (files.name("live.yaml"), files.name("patch.yaml"));
    let shown = run(&["lint", &live, &patch_file, "--fix"]);
    assert!(shown.err.contains("fixed[missing-dollar]"), "{shown:?}");
    let want = patch.replace("retainKeys", "$retainKeys");
    assert_eq!(std::fs::read_to_string(&patch_file).expect("a file"), want);
    // `$patch: delete` deletes, so it is not written by itself.
    let deletes = "spec:\n  strategy:\n    patch: delete\n";
    std::fs::write(&patch_file, deletes).expect("written");
    run(&["lint", &live, &patch_file, "--fix"]);
    assert_eq!(std::fs::read_to_string(&patch_file).expect("a file"), deletes);
}

/// Each of two fixes adds the order of the list, in its own way.
#[test]
fn no_key_is_written_twice() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: b, env: [{name: A, value: x}, {name: B, value: x}]}]}\n";
    let patch = "spec:\n  containers:\n  - name: a\n    setElementOrder/env: [{name: B}, {name: A}]\n    env: [{name: B, value: z}, {name: A, value: z}]\n";
    let files = Files::new(&[("live.yaml", live), ("patch.yaml", patch)]);
    let (live, name) = (files.name("live.yaml"), files.name("patch.yaml"));
    let shown = run(&["lint", &live, &name, "--fix"]);
    assert!(shown.err.contains("1 fix applied"), "{shown:?}");
    let want = patch.replace("setElementOrder", "$setElementOrder");
    assert_eq!(std::fs::read_to_string(&name).expect("a file"), want);
}

/// In a cluster `$patch: delete` leaves an empty map, which the API server rejects next to `Recreate`.
#[test]
fn a_deletion_that_leaves_an_empty_map_becomes_null() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}\n";
    let patch = "spec:\n  strategy:\n    type: Recreate\n    rollingUpdate: {$patch: delete}\n";
    let files = Files::new(&[("live.yaml", live), ("patch.yaml", patch)]);
    let (live, name) = (files.name("live.yaml"), files.name("patch.yaml"));
    let shown = run(&["lint", &live, &name, "--fix", "--semantics", "kubernetes"]);
    assert!(
        shown.err.contains("fixed[mutually-exclusive-fields]"),
        "{shown:?}"
    );
    let want = patch.replace("{$patch: delete}", "null");
    assert_eq!(std::fs::read_to_string(&name).expect("a file"), want);
}

#[test]
fn a_patch_without_effect_is_reported_in_the_patch() {
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {x: b}\n";
    let files = Files::new(&[("live.yaml", live), ("patch.yaml", "data: {x: b}\n")]);
    let (live, name) = (files.name("live.yaml"), files.name("patch.yaml"));
    let shown = run(&["lint", &live, &name, "-o", "github"]);
    assert!(shown.out.contains("patch.yaml,line=1,"), "{shown:?}");
}

/// `y` and `n` are booleans in YAML 1.1, also as keys.
#[test]
fn a_key_that_yaml_reads_as_a_boolean_is_quoted_with_its_value() {
    let files = Files::new(&[
        (
            "live.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: b}\n",
        ),
        ("patch.yaml", "data:\n  y: y\n  x: no\n"),
    ]);
    let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
    let shown = run(&["lint", &live, &patch, "--semantics", "kubernetes"]);
    for help in [
        "help: Quote the key and the value: `\"y\": \"y\"`.",
        "help: Quote the value: `x: \"no\"`.",
    ] {
        assert!(shown.out.contains(help), "{}", shown.out);
    }
    run(&["lint", &live, &patch, "--semantics", "kubernetes", "--fix"]);
    let fixed = std::fs::read_to_string(files.path("patch.yaml")).unwrap();
    assert_eq!(fixed, "data:\n  \"y\": \"y\"\n  x: \"no\"\n");
}

/// The placeholder of a hidden value is not what the user must write.
#[test]
fn the_help_for_a_hidden_value_has_no_placeholder() {
    let live = "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {x: YQ==}\n";
    let files = Files::new(&[("live.yaml", live), ("patch.yaml", "stringData: {c: 5}\n")]);
    let shown = run(&["lint", &files.name("live.yaml"), &files.name("patch.yaml")]);
    assert!(
        shown.out.contains("\nhelp: Quote the value of `c`.\n"),
        "{}",
        shown.out
    );
}

/// A program can tell a fix that was not tried from one that a user must decide about.
#[test]
fn json_says_which_fixes_were_not_tried() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 1}\n";
    let padding = format!("# {}\n", "x".repeat(1000)).repeat(8500);
    let files = Files::new(&[("small.yaml", live), ("large.yaml", &format!("{padding}{live}"))]);
    for (name, tried) in [("small.yaml", None), ("large.yaml", Some(false))] {
        let tried = serde_json::json!(tried);
        let answer = |command, format| {
            let file = files.name(name);
            run(&[command, &file, "-p", "spec: {replcas: 3}", "-o", format]).json()
        };
        let finding = &answer("lint", "json")["findings"][0];
        assert_eq!(
            (&finding["code"], &finding["tried"]),
            (&"no-such-field".into(), &tried)
        );
        let explained = answer("explain", "json");
        let steps = explained["steps"].as_array().expect("steps");
        let step = steps.iter().find(|step| step["rule"] == "no-such-field");
        assert_eq!(step.expect("a step")["tried"], tried);
        let result = &answer("lint", "sarif")["runs"][0]["results"][0];
        assert_eq!(result["properties"]["tried"], tried);
    }
}

/// Also if the edits are not shown, because they have values of a Secret.
#[test]
fn the_applicability_is_what_a_fix_does() {
    let secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata: {a: YQ==}\n";
    for (live, patch, is_fixed) in [
        (secret, "data: {password: hunter2!}\n", true),
        (secret, "stringData: {port: 5432}\n", true),
        (LIVE, "metadata: {annotations: {$patch: delete, a: b}}\n", false),
        (LIVE, "spec: {replcas: 3}\n", true),
        (LIVE, "spec: {template: {$setElementOrder: {a: b}}}\n", false),
    ] {
        let files = Files::new(&[("live.yaml", live), ("patch.yaml", patch)]);
        let (live, name) = (files.name("live.yaml"), files.name("patch.yaml"));
        let lint =
            |more: &[&str]| run(&[&["lint", &live, &name, "--semantics", "kubernetes"], more].concat());
        let json = lint(&["-o", "json"]).json();
        let findings = json["findings"].as_array().expect("findings");
        let sarif = lint(&["-o", "sarif"]).json();
        let results = sarif["runs"][0]["results"].as_array().expect("results");
        let applicable = |all: &[Value], at: fn(&Value) -> &Value| {
            all.iter().filter(|it| at(it) == "machine-applicable").count()
        };
        let of_json = applicable(findings, |it| &it["applicability"]);
        let of_sarif = applicable(results, |it| &it["properties"]["applicability"]);
        let said = lint(&["--fix"]);
        let fixed = std::fs::read_to_string(&name).expect("a file");
        assert_eq!((of_json > 0, of_sarif), (is_fixed, of_json), "{patch}: {json}");
        assert_eq!(fixed != patch, is_fixed, "{patch}: {said:?}");
    }
}
