//! The cases of `tests/patch_types/ssa`, recorded from the field manager of Kubernetes: the object, the
//! owners, the conflicts.

use std::path::Path;
use std::sync::Arc;

use mergescope::document::{Numbers, Tree, read, read_live, same, write};
use mergescope::merge::server_side::{ApplyRequest, ManagerOperation, path_text, serve};
use mergescope::merge::{Inputs, Semantics, Step, Verdict};
use mergescope::schema::Schema;
use serde_json::{Value, json};

fn sorted(mut rows: Vec<String>) -> Vec<String> {
    rows.sort();
    rows
}

fn rows(entries: &Value, row: impl Fn(&Value) -> Vec<String>) -> Vec<String> {
    sorted(entries.as_array().into_iter().flatten().flat_map(row).collect())
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn judge(name: &str, case: &Value, schema: &Arc<Schema>) -> Option<String> {
    let (operation, wanted) = match case.get("apply") {
        Some(apply) => (ManagerOperation::Apply, apply),
        None => (ManagerOperation::Update, &case["update"]),
    };
    let live = match &case["live"] {
        Value::Null => json!({}),
        live => live.clone(),
    };
    let live = Arc::new(read_live("live", live.to_string().into_bytes()).unwrap());
    let config = wanted.get("config").or(wanted.get("object")).unwrap();
    let config = Arc::new(read("config", config.to_string().into_bytes()).unwrap());
    let request = ApplyRequest {
        manager: text(&wanted["manager"]).to_owned(),
        operation,
        force: wanted["force"].as_bool().unwrap_or(false),
        takeover: false,
        validates: false,
        owners: None,
    };
    let inputs = Inputs {
        live: Arc::clone(&live),
        patches: vec![config],
        schema: Arc::clone(schema),
        semantics: Semantics::KUBERNETES,
    };
    let plain = serve(inputs.clone(), &request, false);
    let mut served = serve(inputs, &request, true);
    let expect = &case["expect"];
    let got = match &served.merge.verdict {
        Verdict::Merged => write::json_compact(&served.merge.tree),
        Verdict::Rejected(refusal) => refusal.message.clone(),
    };
    let fails = |what: &str, wanted: String, got: String| {
        Some(format!("{name}: {what}\n  expected {wanted}\n  got      {got}"))
    };
    let [traced, untraced] = [&served, &plain].map(|served| write::json_compact(&served.merge.tree));
    if traced != untraced {
        return fails("result without a trace", traced, untraced);
    }
    if let Some(error) = expect.get("error") {
        if text(error) != got {
            return fails("error", text(error).to_owned(), got);
        }
        let conflict = |c: &Value| {
            vec![format!(
                "{} {} {}",
                text(&c["manager"]),
                text(&c["operation"]),
                text(&c["path"])
            )]
        };
        let conflicts = served
            .conflicts
            .iter()
            .map(|c| format!("{} {} {}", c.manager, c.operation.name(), path_text(&c.path)));
        let (wanted, got) = (rows(&expect["conflicts"], conflict), sorted(conflicts.collect()));
        return (wanted != got)
            .then(|| fails("conflicts", format!("{wanted:?}"), format!("{got:?}")))
            .flatten();
    }
    // These cases were recorded from the field manager alone, without the later changes of a server.
    let is_stored = |step: &Step| step.rule.name().starts_with("stored-");
    let end = served.merge.steps.len();
    served
        .merge
        .seek(served.merge.steps.iter().position(is_stored).unwrap_or(end));
    let result = read("result", expect["result"].to_string().into_bytes()).unwrap();
    let tree = &served.merge.tree;
    if !same(tree, tree.top(), &result, result.root(), Numbers::ByValue) {
        return fails("result", write::json_compact(&result), got);
    }
    let manager = |m: &Value| {
        let fields = m["fields"].as_array().unwrap().iter();
        fields
            .map(|field| {
                format!(
                    "{} {} {}",
                    text(&m["manager"]),
                    text(&m["operation"]),
                    text(field)
                )
            })
            .collect()
    };
    let owned = served.managers.iter().flat_map(|m| {
        let paths = m.fields.paths().into_iter();
        paths.map(|path| format!("{} {} {}", m.name, m.operation.name(), path_text(&path)))
    });
    let (wanted, got) = (rows(&expect["managedFields"], manager), sorted(owned.collect()));
    if wanted != got {
        return fails("owners", format!("{wanted:#?}"), format!("{got:#?}"));
    }
    // The trace can be played back to the live object, and forward again.
    served.merge.seek(end);
    let (end, steps) = (write::json_compact(&served.merge.tree), served.merge.steps.len());
    served.merge.seek(0);
    if !same(
        &served.merge.tree,
        served.merge.tree.top(),
        &*live,
        live.root(),
        Numbers::ByType,
    ) {
        return fails(
            "back",
            write::json_compact(&*live),
            write::json_compact(&served.merge.tree),
        );
    }
    served.merge.seek(steps);
    let again = write::json_compact(&served.merge.tree);
    (again != end).then(|| fails("forward", end, again)).flatten()
}

#[test]
fn objects_owners_and_conflicts_are_as_recorded() {
    let schema = Arc::new(Schema::builtin());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/patch_types/ssa");
    let mut failures = Vec::new();
    let mut seen = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let topic: Value =
            serde_yaml::from_str(&std::fs::read_to_string(file.unwrap().path()).unwrap()).unwrap();
        for case in topic["cases"].as_array().unwrap() {
            failures.extend(judge(text(&case["name"]), case, &schema));
            seen += 1;
        }
    }
    assert_eq!(seen, 62, "cases were lost or added");
    assert!(
        failures.is_empty(),
        "{}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
