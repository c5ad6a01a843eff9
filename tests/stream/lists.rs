//! Lists that are written otherwise than `kubectl get` prints them. What comes of each was asked of
//! `kubectl patch --local -f FILE --type=merge -p '{"data":{"x":"1"}}' -o json` (1.32).

use crate::program::{Desk, Run};

const A: &str = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}";
const B: &str = "{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}";

/// Runs `merge` under the rules of a merge patch on a text in which `@A` and `@B` stand for objects, `"@A"` for the
/// same as JSON.
fn merge(text: &str) -> Run {
    let json = |object: &str| {
        object
            .replace("apiVersion: v1", r#""apiVersion":"v1""#)
            .replace("kind: ConfigMap", r#""kind":"ConfigMap""#)
            .replace("metadata: {name: ", r#""metadata":{"name":""#)
            .replace("}}", r#""}}"#)
    };
    let text = text
        .replace("\"@A\"", &json(A))
        .replace("\"@B\"", &json(B))
        .replace("@A", A)
        .replace("@B", B);
    let desk = Desk::new(&[("all.yaml", &text), ("patch.yaml", "data: {x: \"1\"}\n")]);
    desk.run("merge all.yaml patch.yaml --semantics merge -o json")
}

/// The objects in a run's JSON, each as `kind name data labels`, labels and other data left out where there are none.
fn objects(run: &Run) -> Vec<String> {
    let Ok(value) = serde_json::from_str::<serde_json::Value>(&run.out) else {
        return Vec::new();
    };
    let items = value["items"].as_array().cloned().unwrap_or_else(|| vec![value]);
    let shown = items.iter().map(|item| {
        let mut parts = vec![
            format!("{} {}", item["apiVersion"], item["kind"]),
            item["metadata"]["name"].to_string(),
            item["data"].to_string(),
        ];
        if !item["metadata"]["labels"].is_null() {
            parts.push(item["metadata"]["labels"].to_string());
        }
        parts.join(" ").replace('"', "")
    });
    shown.collect()
}

#[test]
fn lists_in_other_styles_are_lists() {
    let both = ["v1 ConfigMap a {x:1}", "v1 ConfigMap b {x:1}"].as_slice();
    let labeled = ["v1 ConfigMap a {x:1} {l:m}", "v1 ConfigMap b {x:1} {l:m}"].as_slice();
    let cases: &[(&str, &[&str])] = &[
        ("kind: List\napiVersion: v1\nitems: [@A, @B]\n", both),
        ("kind: List\nitems: [\n@A,\n  @B]\n", both),
        ("kind: List\nitems: &x\n- @A\n- @B\n", both),
        ("kind: List\nitems: !!seq\n- @A\n- @B\n", both),
        ("kind: List\nitems:\n  [@A, @B]\n", both),
        // Dashes before flow style; kubectl has no warning for these.
        ("kind: List\napiVersion: v1\nitems:\n- @A\n-   @B\n", both),
        ("items:\n- @A\n- @B\nkind: List\n", both),
        // JSON behind something is YAML.
        ("---\n{\"kind\":\"List\",\"items\":[\"@A\",\"@B\"]}\n", both),
        ("# c\n{\"kind\":\"List\",\"items\":[\"@A\",\"@B\"]}\n", both),
        (
            "# c\nkind: ConfigMap\napiVersion: v1\nmetadata: {name: c}\n---\n{\"kind\":\"List\",\"items\":[\"@A\",\"@B\"]}\n",
            &[
                "v1 ConfigMap c {x:1}",
                "v1 ConfigMap a {x:1}",
                "v1 ConfigMap b {x:1}",
            ],
        ),
        // Whatever has items is a list.
        (
            "kind: ConfigMap\nmetadata: {name: x}\nitems: [@A]\n",
            &["v1 ConfigMap a {x:1}"],
        ),
        // Anchors hold for the whole document.
        (
            "kind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: a\n    labels: &l {l: m}\n\
             - apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: b\n    labels: *l\n",
            labeled,
        ),
        (
            "x: &l {l: m}\nkind: List\nitems:\n\
             - {apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: *l}}\n\
             - {apiVersion: v1, kind: ConfigMap, metadata: {name: b, labels: *l}}\n",
            labeled,
        ),
        (
            "kind: List\nitems:\n- @B\n- &m\n  apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n\
             - <<: *m\n  data: {d: e}\n- *m\n---\n@B\n",
            &[
                "v1 ConfigMap b {x:1}",
                "v1 ConfigMap a {x:1}",
                "v1 ConfigMap a {d:e,x:1}",
                "v1 ConfigMap a {x:1}",
                "v1 ConfigMap b {x:1}",
            ],
        ),
        // Scripts are full of what looks like anchors.
        (
            "kind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n  data:\n    s: |\n      f && g, &h\n- @B\n",
            &["v1 ConfigMap a {s:f && g, &h\\n,x:1}", "v1 ConfigMap b {x:1}"],
        ),
    ];
    for (text, want) in cases {
        let run = merge(text);
        assert_eq!(objects(&run), *want, "{text}\n{}", run.err);
        assert_eq!(run.code, 0, "{text}\n{}", run.err);
        assert!(!run.err.contains("warning"), "{text}\n{}", run.err);
    }
}

#[test]
fn items_of_typed_lists_are_what_the_list_says() {
    let both = ["apps/v1 Deployment a {x:1}", "apps/v1 Deployment b {x:1}"].as_slice();
    let cases: &[(&str, &[&str])] = &[
        (
            "apiVersion: apps/v1\nkind: DeploymentList\nitems:\n- metadata: {name: a}\n- metadata:\n    name: b\n",
            both,
        ),
        (
            "apiVersion: apps/v1\nitems:\n- metadata: {name: a}\n- metadata:\n    name: b\nkind: DeploymentList\n",
            both,
        ),
        (
            "apiVersion: apps/v1\nkind: DeploymentList\nitems: [{metadata: {name: a}}, {metadata: {name: b}}]\n",
            both,
        ),
        (
            r#"{"kind":"DeploymentList","apiVersion":"apps/v1","items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}]}"#,
            both,
        ),
        (
            r#"{"apiVersion":"apps/v1","items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}],"kind":"DeploymentList"}"#,
            both,
        ),
        // An item with one of both says it itself, and an empty text is none.
        (
            "apiVersion: apps/v1\nkind: DeploymentList\nitems:\n- @A\n- {kind: '', apiVersion: '', metadata: {name: b}}\n",
            &["v1 ConfigMap a {x:1}", "apps/v1 Deployment b {x:1}"],
        ),
        // Kinds without `List` are given as they are.
        (
            "apiVersion: v1\nkind: ConfigMap\nitems:\n- metadata: {name: a}\n",
            &["v1 ConfigMap a {x:1}"],
        ),
    ];
    for (text, want) in cases {
        let run = merge(text);
        assert_eq!(objects(&run), *want, "{text}\n{}", run.err);
        assert_eq!(run.code, 0, "{text}\n{}", run.err);
    }
    for text in [
        "apiVersion: apps/v1\nkind: DeploymentList\nitems:\n- {apiVersion: v9, metadata: {name: a}}\n",
        "apiVersion: v1\nkind: List\nitems:\n- metadata: {name: a}\n",
    ] {
        let run = merge(text);
        assert_eq!(run.code, 2, "{text}\n{}", run.err);
        assert!(
            run.err
                .starts_with("error: all.yaml:4:3: the object has no `kind`"),
            "{text}\n{}",
            run.err
        );
    }
}

#[test]
fn of_items_that_are_given_twice_the_last_ones_count() {
    let a = ["v1 ConfigMap a {x:1}"].as_slice();
    let b = ["v1 ConfigMap b {x:1}"].as_slice();
    let cases: &[(&str, &[&str], &str)] = &[
        (
            "kind: List\napiVersion: v1\nitems:\n- @A\nitems:\n- @B\n",
            b,
            "5:1: duplicate key `items`",
        ),
        (
            "kind: List\nitems:\n- @A\nitems: [@B]\n",
            b,
            "4:1: duplicate key items (lines 2 and 4)",
        ),
        (
            "kind: List\nitems: [@B]\nitems:\n- @A\n",
            a,
            "3:1: duplicate key items (lines 2 and 3)",
        ),
        (
            r#"{"kind":"List","items":["@A"],"items":["@B"]}"#,
            b,
            "duplicate key `items`",
        ),
        (
            "items:\n- metadata: {name: z}\nkind: ConfigMapList\napiVersion: v1\nitems:\n- metadata: {name: b}\n",
            b,
            "5:1: duplicate key items (lines 1 and 5)",
        ),
    ];
    for (text, want, warning) in cases {
        let run = merge(text);
        assert_eq!(objects(&run), *want, "{text}\n{}", run.err);
        assert_eq!(run.code, 0, "{text}\n{}", run.err);
        assert!(
            run.err.contains("warning: all.yaml:") && run.err.contains(warning),
            "{text}\n{}",
            run.err
        );
    }
    // What is merged already cannot be taken back: kubectl takes the last ones here too, and we say so.
    let many: String = (0..100_000)
        .map(|number| format!("- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: n{number}\n"))
        .collect();
    let run = merge(&format!("kind: List\nitems:\n{many}items:\n- @B\n"));
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(
        run.err.contains("all.yaml:400003:1: second `items` in the list"),
        "{}",
        run.err
    );
}

#[test]
fn a_stream_without_an_object_is_refused() {
    for text in [
        "apiVersion: v1\nkind: List\nitems: []\n",
        "apiVersion: v1\nkind: List\nitems:\n",
        "apiVersion: v1\nitems: null\nkind: List\n",
        r#"{"apiVersion": "v1", "kind": "List", "items": []}"#,
        "kind: List\nitems: []\n---\nkind: List\nitems: []\n",
        "kind: List\nitems:\n- @A\nitems:\n",
        r#"{"kind":"List","items":["@A"],"items":null}"#,
    ] {
        let run = merge(text);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{text}\n{}", run.err);
        assert!(
            run.err
                .ends_with("error: all.yaml contains no object\nhelp: pass an object as LIVE, as `kubectl get -o yaml` prints it\nnote: kubectl: no objects passed to patch\n"),
            "{text}\n{}",
            run.err
        );
    }
    let run = merge("kind: List\nitems: []\n---\n@A\n");
    assert_eq!(objects(&run), ["v1 ConfigMap a {x:1}"], "{}", run.err);
    let run = merge("kind: List\nitems: {a: b}\n");
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(
        run.err.starts_with(
            "error: all.yaml:2:1: kubectl treats an object with `items` as a list, but `items` is a map"
        ),
        "{}",
        run.err
    );
}

#[test]
fn an_item_with_a_kind_needs_an_api_version() {
    for (text, place) in [
        (
            "kind: List\nitems:\n- kind: ConfigMap\n  metadata: {name: a}\n",
            "3:3",
        ),
        (
            "kind: List\nitems: [{kind: ConfigMap, metadata: {name: a}}]\n",
            "2:9",
        ),
        (
            "kind: List\nitems:\n- @A\n- {apiVersion: 1, kind: ConfigMap}\n",
            "4:3",
        ),
        ("kind: ConfigMapList\nitems:\n- metadata: {name: a}\n", "3:3"),
        (r#"{"kind": "List", "items": [{"kind": "ConfigMap"}]}"#, "1:28"),
    ] {
        let run = merge(text);
        let error = format!("error: all.yaml:{place}: the ConfigMap has no `apiVersion`");
        assert_eq!(run.code, 2, "{text}\n{}", run.err);
        assert!(run.err.starts_with(&error), "{text}\n{}", run.err);
    }
    let run = merge("kind: ConfigMap\nmetadata: {name: a}\n");
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn places_of_items_are_those_of_the_file() {
    let patch = "metadata: {labels: {l: new}}\n";
    let labeled = |name: &str, labels: &str| {
        format!("- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: {name}\n    labels: {labels}\n")
    };
    let flow =
        "kind: List\nitems: [{apiVersion: v1, kind: ConfigMap,\n  metadata: {name: a,\n  labels: {l: m}}}]\n";
    let anchors = format!(
        "kind: List\nitems:\n{}{}",
        labeled("a", "&l {l: m}"),
        labeled("b", "*l")
    );
    let broken = format!(
        "kind: List\nitems:\n{}{}",
        labeled("a", "&l {l: m}"),
        labeled("b", "*k")
    );
    for (text, arguments, want) in [
        (flow, "explain all.yaml patch.yaml", "live all.yaml:4:12"),
        (
            anchors.as_str(),
            "explain all.yaml patch.yaml",
            "live all.yaml:12:13",
        ),
        (broken.as_str(), "merge all.yaml patch.yaml", "all.yaml:12:13: "),
    ] {
        let desk = Desk::new(&[("all.yaml", text), ("patch.yaml", patch)]);
        let run = desk.run(arguments);
        assert!(
            run.out.contains(want) || run.err.contains(want),
            "{text}\n{}\n{}",
            run.out,
            run.err
        );
    }
    let widget =
        "kind: List\nitems: [@A, {apiVersion: e/v1, kind: Widget, metadata: {name: w}}]\n".replace("@A", A);
    let desk = Desk::new(&[("all.yaml", &widget), ("patch.yaml", "spec: {a: b}\n")]);
    let run = desk.run("merge all.yaml patch.yaml");
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(
        run.err
            .contains("\nerror: all.yaml:2:84: all.yaml:2:65: Widget w: there is no built-in type"),
        "{}",
        run.err
    );
}

#[test]
fn a_policy_sees_all_items() {
    let policy = "apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nmetadata: {name: p}\n\
                  spec:\n  object-templates:\n  - complianceType: musthave\n    objectDefinition:\n\
                  \x20     apiVersion: apps/v1\n      kind: Deployment\n      metadata: {name: b, namespace: shop}\n      spec: {replicas: 2}\n";
    let item = "{metadata: {name: b, namespace: shop}, spec: {replicas: 2}}";
    for live in [
        format!("apiVersion: apps/v1\nkind: DeploymentList\nitems: [{item}]\n"),
        format!("apiVersion: apps/v1\nkind: DeploymentList\nitems:\n- {item}\n"),
        format!("apiVersion: apps/v1\nitems:\n- {item}\nkind: DeploymentList\n"),
    ] {
        let desk = Desk::new(&[("policy.yaml", policy), ("live.yaml", &live)]);
        let run = desk.run("policy policy.yaml live.yaml");
        assert_eq!(run.code, 0, "{live}\n{}\n{}", run.out, run.err);
        let all = run.out + &run.err;
        assert!(!all.contains("parsed as YAML"), "{live}\n{all}");
        assert!(all.contains("Compliant"), "{live}\n{all}");
    }
}
