//! Small pairs whose explanations were wrong once (`tests/merging/explanations`, with the reason in each
//! README), and their explanations with both semantics and in their comparison.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use mergescope::document;
use mergescope::merge::{Inputs, Merge, Semantics, merge};
use mergescope::report::comparison::MergeComparison;
use mergescope::schema::Schema;

fn run(folder: &Path, semantics: Semantics) -> Merge {
    let text = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let inputs = Inputs {
        live: Arc::new(document::read_live("live.yaml", text("live.yaml")).unwrap()),
        patches: vec![Arc::new(
            document::read("patch.yaml", text("patch.yaml")).unwrap(),
        )],
        schema: Arc::new(Schema::builtin()),
        semantics,
    };
    merge(inputs, true)
}

fn sentences(folder: &Path) -> String {
    let mut out = String::new();
    let [first, second] = [Semantics::PROPOSAL, Semantics::KUBERNETES].map(|semantics| {
        let merge = run(folder, semantics);
        writeln!(out, "{semantics}").unwrap();
        for step in &merge.steps {
            let (path, effect) = (merge.step_path(step), step.rule.effect().name());
            writeln!(out, "  {} ({effect}) {path}", step.rule.name()).unwrap();
            writeln!(out, "    {}", merge.sentence(step)).unwrap();
        }
        merge
    });
    let comparison = MergeComparison::new(first, second).with_causes();
    for difference in comparison.differences() {
        let text = comparison.to_text(difference);
        writeln!(out, "compare {} {}", text.kind, text.path).unwrap();
        for side in text.sides {
            writeln!(out, "  {}", side.sentence).unwrap();
        }
    }
    out
}

#[test]
fn explanations_that_were_wrong_are_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/merging/explanations");
    let mut cases: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    cases.retain(|path| path.is_dir());
    cases.sort();
    assert_eq!(cases.len(), 50, "cases were lost or added");
    let mut out = String::new();
    for case in cases {
        writeln!(
            out,
            "# {}\n{}",
            case.file_name().unwrap().to_string_lossy(),
            sentences(&case)
        )
        .unwrap();
    }
    insta::assert_snapshot!("explanations", out);
}

/// The order of new items comes from the directive, although no item moves.
#[test]
fn an_order_that_the_items_already_have_includes_the_new_ones() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n  - name: web\n    env: [{name: A, value: '1'}]\n";
    let order = |names: &str, env: &str| {
        format!("spec: {{containers: [{{name: web, $setElementOrder/env: [{names}], env: [{env}]}}]}}\n")
    };
    for (patch, sentence) in [
        (
            order("{name: A}, {name: B}", "{name: B, value: '2'}"),
            "`$setElementOrder/env` orders `env`, new items included. The items already have the resulting order: A, B.",
        ),
        (
            order("{name: A}", "{name: A, value: '2'}"),
            "`$setElementOrder/env` orders `env`. The items already have the resulting order: A.",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("live.yaml"), live).unwrap();
        std::fs::write(folder.path().join("patch.yaml"), patch).unwrap();
        for semantics in [Semantics::PROPOSAL, Semantics::KUBERNETES] {
            let merge = run(folder.path(), semantics);
            let mut steps = merge.steps.iter();
            let step = steps.find(|step| step.rule.name() == "order-unchanged");
            assert_eq!(
                step.map(|step| merge.sentence(step)).as_deref(),
                Some(sentence),
                "{semantics}"
            );
        }
    }
}

/// Returns the names of the warning steps of `live` and `patch` with both semantics.
fn warned(live: &str, patch: &str) -> Vec<Vec<&'static str>> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("live.yaml"), live).unwrap();
    std::fs::write(folder.path().join("patch.yaml"), patch).unwrap();
    let names = |merge: Merge| {
        let warnings = merge.steps.iter().filter(|step| step.rule.severity().is_some());
        warnings.map(|step| step.rule.name()).collect()
    };
    [Semantics::PROPOSAL, Semantics::KUBERNETES]
        .map(|semantics| names(run(folder.path(), semantics)))
        .to_vec()
}

#[test]
fn a_warning_is_gone_after_its_own_fix() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n  - name: web\n    env: [{name: A, value: '1'}, {name: B, value: '2'}, {name: A, value: '1'}]\n";
    let patch =
        "spec: {containers: [{name: web, env: [{name: A, $patch: delete}, {name: A, value: '1'}]}]}\n";
    assert_eq!(warned(live, patch), [[""; 0]; 2]);
}

#[test]
fn a_changed_last_applied_configuration_is_not_quoted() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, replicas: u32| {
        let key = "kubectl.kubernetes.io/last-applied-configuration";
        let json = format!(
            "{{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"spec\":{{\"replicas\":{replicas}}}}}"
        );
        let text = format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{annotations: {{{key}: '{json}'}}}}\n"
        );
        std::fs::write(folder.path().join(name), text).unwrap();
    };
    file("live.yaml", 1);
    file("patch.yaml", 2);
    let merge = run(folder.path(), Semantics::KUBERNETES);
    let sentence = merge.sentence(&merge.steps[0]);
    assert!(
        sentence.ends_with("gets a new value. kubectl apply stores the manifest there, as JSON."),
        "{sentence}"
    );
}

#[test]
fn an_entry_of_an_order_without_the_merge_key_lacks_it() {
    let folder = tempfile::tempdir().unwrap();
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web}]}\n";
    std::fs::write(folder.path().join("live.yaml"), live).unwrap();
    for (entry, lacked) in [
        ("image: a", "but entry 1 has no `name`."),
        ("name: null", "but the `name` of entry 1 is null."),
    ] {
        let patch =
            format!("spec: {{$setElementOrder/containers: [{{{entry}}}], containers: [{{name: web}}]}}\n");
        std::fs::write(folder.path().join("patch.yaml"), patch).unwrap();
        let merge = run(folder.path(), Semantics::PROPOSAL);
        let sentence = merge.sentence(&merge.steps[merge.rejection().unwrap().step as usize]);
        assert!(sentence.ends_with(lacked), "{sentence}");
    }
}
