use crate::program::Desk;

/// A ConfigMap of a name, as a document.
fn config(name: &str) -> String {
    format!("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {name}\n  labels:\n    app: {name}\n")
}

/// The same after the patch.
fn patched(name: &str) -> String {
    config(name) + "data:\n  x: \"1\"\n"
}

const PATCH: &str = "data:\n  x: \"1\"\n";

/// Documents as kubectl prints them: a list, its items behind dashes.
fn list(documents: &[String]) -> String {
    let items: String = documents
        .iter()
        .map(|document| "- ".to_owned() + document.trim_end().replace('\n', "\n  ").as_str() + "\n")
        .collect();
    format!("apiVersion: v1\nitems:\n{items}kind: List\nmetadata:\n  resourceVersion: \"\"\n")
}

fn desk(all: &str) -> Desk {
    Desk::new(&[("all.yaml", all), ("patch.yaml", PATCH)])
}

#[test]
fn every_object_of_a_stream_is_patched_in_order() {
    let names: Vec<String> = (0..500).map(|number| format!("n{number}")).collect();
    let documents: Vec<String> = names.iter().map(|name| config(name)).collect();
    let want: Vec<String> = names.iter().map(|name| patched(name)).collect();
    let want = want.join("---\n");
    for all in [
        documents.join("---\n"),
        list(&documents),
        "---\n".to_owned() + &documents.join("...\n---\n"),
    ] {
        let run = desk(&all).run("merge all.yaml patch.yaml");
        assert_eq!(run.out, want);
        assert_eq!(run.code, 0);
        assert_eq!(run.err, "500 objects: 500 merged, 0 unchanged, 0 rejected\n");
        let run = desk("").run_with("merge - patch.yaml", &all);
        assert_eq!((run.code, run.out.as_str()), (0, want.as_str()));
    }
}

#[test]
fn a_json_list_comes_out_and_goes_in() {
    let all = list(&[config("a"), config("b")]);
    let desk = desk(&all);
    let json = desk.run("merge all.yaml patch.yaml -o json");
    let value: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(value["kind"], "List");
    assert_eq!(value["items"][1]["metadata"]["name"], "b");
    assert_eq!(value["items"][1]["data"]["x"], "1");
    let again = desk.run_with("merge - patch.yaml", &json.out);
    assert_eq!(again.out, [patched("a"), patched("b")].join("---\n"));
    assert_eq!(again.err, "2 objects: 0 merged, 2 unchanged, 0 rejected\n");
}

#[test]
fn what_is_not_picked_passes_through() {
    let all = list(&[config("a"), config("b"), config("c")]);
    let desk = desk(&all);
    std::fs::write(
        desk.path("named.yaml"),
        "kind: ConfigMap\nmetadata:\n  name: b\n".to_owned() + PATCH,
    )
    .unwrap();
    let want = [config("a"), patched("b"), config("c")].join("---\n");
    for arguments in [
        "merge all.yaml patch.yaml --target configmap/b",
        "merge all.yaml patch.yaml -l app=b",
        "merge all.yaml patch.yaml --selector app!=a,app!=c",
        "merge all.yaml named.yaml",
    ] {
        let run = desk.run(arguments);
        assert_eq!(run.out, want, "{arguments}");
        assert_eq!(
            run.err,
            "3 objects: 1 merged, 0 unchanged, 0 rejected, 2 not selected\n"
        );
    }
    let run = desk.run("merge all.yaml patch.yaml --target configmap/z");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("no object selected by"), "{}", run.err);
    assert!(run.err.contains("help: pass the kind and name"), "{}", run.err);
    let run = desk.run("merge all.yaml patch.yaml named.yaml -l app=a");
    assert_eq!(run.code, 0);
    assert!(run.err.contains("named.yaml was not applied"), "{}", run.err);
}

#[test]
fn a_refused_object_is_left_out_and_told() {
    let all = list(&[
        config("a"),
        config("b").replace("ConfigMap", "Widget"),
        config("c"),
    ]);
    let run = desk(&all).run("merge all.yaml patch.yaml");
    assert_eq!(run.code, 1);
    assert_eq!(run.out, [patched("a"), patched("c")].join("---\n"));
    assert!(
        run.err
            .starts_with("error: all.yaml:10:3: all.yaml:9:3: Widget b: there is no built-in type"),
        "{}",
        run.err
    );
    assert!(
        run.err
            .ends_with("3 objects: 2 merged, 0 unchanged, 1 rejected\n"),
        "{}",
        run.err
    );
}

#[test]
fn a_broken_document_ends_the_run_behind_those_before_it() {
    let all = [config("a"), "kind: [\n".to_owned(), config("c")].join("---\n");
    let desk = desk(&all);
    let run = desk.run("merge all.yaml patch.yaml");
    assert_eq!((run.code, run.out.as_str()), (2, patched("a").as_str()));
    assert!(run.err.starts_with("error: all.yaml:8:7: "), "{}", run.err);
    let torn = r#"{"kind": "List", "items": [{"apiVersion": "v1", "kind": "ConfigMap"}"#;
    let run = desk.run_with("merge - patch.yaml -o json", torn);
    assert_eq!(run.code, 2);
    assert!(
        serde_json::from_str::<serde_json::Value>(&run.out).is_err(),
        "not closed: {}",
        run.out
    );
}

#[test]
fn one_document_is_as_ever() {
    let desk = desk(&config("a"));
    let run = desk.run("merge all.yaml patch.yaml");
    assert_eq!(
        (run.code, run.out.as_str(), run.err.as_str()),
        (0, patched("a").as_str(), "")
    );
    // A patch may rename a single object; in a stream its name picks.
    std::fs::write(desk.path("rename.yaml"), "metadata:\n  name: z\n").unwrap();
    let run = desk.run("merge all.yaml rename.yaml");
    assert!(run.out.contains("name: z"), "{}", run.out);
    let run = desk.run_with("merge - patch.yaml", "# nothing\n---\n");
    assert_eq!(run.code, 2, "{}", run.err);
}

#[test]
fn differences_are_for_ci() {
    let pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n  - name: one\n  - name: two\n";
    let desk = Desk::new(&[
        ("all.yaml", &[pod, pod].join("---\n")),
        ("one.yaml", pod),
        ("new.yaml", "spec:\n  containers:\n  - name: three\n"),
        ("none.yaml", "metadata:\n  name: a\n"),
    ]);
    for (arguments, code) in [
        ("merge all.yaml new.yaml", 0),
        ("merge all.yaml new.yaml --exit-on-difference", 1),
        ("merge one.yaml new.yaml --exit-on-difference", 1),
        ("explain one.yaml new.yaml --exit-on-difference=semantics", 1),
        ("merge all.yaml new.yaml --exit-on-difference=change", 1),
        ("merge all.yaml none.yaml --exit-on-difference", 0),
        ("merge all.yaml none.yaml --exit-on-difference=change", 0),
        ("explain all.yaml none.yaml --exit-on-difference=change", 0),
    ] {
        let run = desk.run(arguments);
        assert_eq!(run.code, code, "{arguments}: {}", run.err);
    }
    let run = desk.run("merge all.yaml new.yaml");
    assert!(
        run.err
            .contains("note: kubernetes semantics differ for 2 of them, first for all.yaml:1:1: Pod a"),
        "{}",
        run.err
    );
}

#[test]
fn explanations_tell_the_lines_of_the_stream() {
    let all = list(&[config("a"), config("b")]);
    let desk = desk(&all);
    std::fs::write(desk.path("labels.yaml"), "metadata:\n  labels:\n    app: new\n").unwrap();
    let run = desk.run("explain all.yaml labels.yaml -o json");
    let value: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(value[1]["object"], "ConfigMap b");
    let steps = value[1]["steps"].as_array().unwrap();
    let lines: Vec<&serde_json::Value> = steps.iter().map(|step| &step["live"]["line"]).collect();
    assert!(lines.contains(&&serde_json::json!(14)), "{lines:?}");
    let run = desk.run("explain all.yaml labels.yaml --target configmap/b");
    assert!(run.out.starts_with("v1 ConfigMap b · "), "{}", run.out);
    assert!(run.out.contains("live all.yaml:14:7"), "{}", run.out);
}
