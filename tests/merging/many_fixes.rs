//! The laws of fixes for one patch with many mistakes: each machine-applicable fix works alone, and all that do not overlap
//! work together. `MERGESCOPE_MANY_FIXES=100 cargo test --release --test merging many_fixes` sets the number of patches.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use mergescope::document::write::apply_edits;
use mergescope::merge::policy::{Compliance, ComplianceType};
use mergescope::merge::{Inputs, Merge, PatchType, Semantics, merge};
use mergescope::report::findings::{LintFinding, findings};
use mergescope::schema::Schema;

use super::fixes::{check, read_patch};
use super::laws::inputs;

/// The number of patches for each semantics.
const PATCHES: u64 = 2;

/// A small generator of numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % end
    }
}

const HEAD: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n";

fn live(items: usize) -> String {
    let mut text = format!("{HEAD}  labels:\n");
    for item in 0..items {
        let _ = writeln!(text, "    l{item}: a");
    }
    text.push_str("spec:\n  selector: {matchLabels: {l0: a}}\n  template:\n    metadata: {labels: {l0: a}}\n    spec:\n      containers:\n");
    for item in 0..items {
        let _ = write!(
            text,
            "      - name: c{item}\n        image: i\n        env:\n        - {{name: A, value: a}}\n        - {{name: B, value: b}}\n"
        );
    }
    text
}

/// A patch with about one mistake for each item.
fn map_patch(items: usize, numbers: &mut Numbers) -> String {
    let mut text = format!("{HEAD}  labels:\n");
    for item in 0..items {
        let value = ["1", "true", "b", "1.50", "null", "0x1F"][numbers.below(6)];
        let _ = writeln!(text, "    l{item}: {value}");
    }
    text.push_str("spec:\n  template:\n    spec:\n      containers:\n");
    for item in 0..items {
        let _ = writeln!(text, "      - name: c{item}\n        image: j");
        text.push_str(match numbers.below(12) {
            0 => "        imagePullpolicy: Always\n",
            1 => "        env: [{name: A, value: 3}]\n",
            2 => "        env: [{name: A, patch: delete}]\n",
            3 => "        ports: [{containerPort: \"80\"}]\n",
            4 => "        args: [1, a]\n",
            5 => "        ports: {containerPort: 80}\n",
            6 => "        env: [{name: A, $patch: merge}]\n",
            7 => "        stdin: \"true\"\n",
            8 => "        nothing: {a: b}\n",
            9 => "        env: [{nam: A, value: b}]\n",
            10 => "        env: [{name: C, $patch: delete}]\n",
            _ => "        tty: true\n",
        });
    }
    text
}

/// A JSON patch with about one mistake for each operation.
fn operations(items: usize, numbers: &mut Numbers) -> String {
    let mut text = String::new();
    for item in 0..items {
        let operation = match numbers.below(8) {
            0 => format!("{{op: replace, path: /metadata/annotations, value: {{a{item}: b}}}}"),
            1 => format!("{{op: add, path: /metadata/labels/l{item}, value: {item}}}"),
            2 => format!("{{op: replace, path: /metadata/labels/n{item}, value: b}}"),
            3 => format!("{{op: replace, path: /spec/template/spec/containers/0{item}/image, value: b}}"),
            4 => format!("{{op: add, path: /spec/template/spec/containers/{item}/stdin, value: \"true\"}}"),
            5 => format!(
                "{{op: add, path: /spec/template/spec/containers/{item}/imagPullPolicy, value: Always}}"
            ),
            6 => format!("{{op: replace, path: /spec/template/spec/containers/{item}/workingDir, value: b}}"),
            _ => format!("{{op: replace, path: /metadata/labels/l{item}, value: b}}"),
        };
        let _ = writeln!(text, "- {operation}");
    }
    text
}

/// Checks the fixes of one patch. Returns the number of those that a machine can apply.
fn try_patch(semantics: Semantics, seed: u64, schema: &Arc<Schema>, broken: &mut Vec<String>) -> usize {
    let mut numbers = Numbers(seed);
    let items = 50 + numbers.below(100);
    let live = live(items);
    let patch = match semantics.patch_type() {
        PatchType::Json => operations(items, &mut numbers),
        _ => map_patch(items, &mut numbers),
    };
    let merged = |patch: &str| {
        let patches = vec![Arc::new(read_patch(semantics, patch).expect("a patch"))];
        let inputs = Inputs {
            semantics,
            patches,
            ..inputs(&live, &["{}"], schema)
        };
        merge(inputs, true)
    };
    let before = merged(&patch);
    let all = findings(&before);
    let fixed: Vec<&LintFinding> = all.iter().filter(|it| it.fix.is_machine_applicable()).collect();
    for finding in &fixed {
        if let Err(law) = check(&before, &all, finding, &patch) {
            broken.push(format!(
                "[{semantics}] seed {seed}: {} {} {}\nfix {}\n{}",
                finding.rule.name(),
                finding.path,
                finding.sentence,
                finding.report.fix,
                law.lines().next().unwrap_or_default()
            ));
        }
    }
    let mut edits = Vec::new();
    let mut together: Vec<&LintFinding> = Vec::new();
    for finding in &fixed {
        let of_it = &finding.fix.edits;
        let overlaps = edits.iter().any(|taken: &mergescope::document::write::TextEdit| {
            of_it
                .iter()
                .any(|edit| edit.start <= taken.end && taken.start <= edit.end)
        });
        if !overlaps {
            edits.extend(of_it.iter().cloned());
            together.push(*finding);
        }
    }
    edits.sort_by_key(|edit| edit.start);
    let after = merged(&apply_edits(&patch, &edits));
    let places = |merge: &Merge| {
        let mut all: HashMap<(&str, String), usize> = HashMap::new();
        for step in merge.steps.iter().filter(|step| step.rule.is_finding()) {
            let place = (step.rule.name(), merge.step_path(step).to_string());
            *all.entry(place).or_default() += 1;
        }
        all
    };
    let (old, new) = (places(&before), places(&after));
    let count = |all: &HashMap<_, usize>, finding: &LintFinding| {
        let place = (finding.rule.name(), finding.path.clone());
        all.get(&place).copied().unwrap_or_default()
    };
    if before.rejection().is_none() && after.rejection().is_some() {
        broken.push(format!("[{semantics}] seed {seed}: rejected with all fixes"));
    }
    for finding in together {
        // The indexes of operations and the findings that are cut off can be others.
        let is_numbered = semantics.patch_type() == PatchType::Json;
        if !is_numbered && count(&new, finding) >= count(&old, finding) {
            let name = finding.rule.name();
            broken.push(format!(
                "[{semantics}] seed {seed}: {name} {} stays",
                finding.path
            ));
        }
    }
    fixed.len()
}

#[test]
fn many_fixes_work_alone_and_together() {
    let schema = Arc::new(Schema::builtin());
    let given = std::env::var("MERGESCOPE_MANY_FIXES").ok();
    let patches = given.map_or(PATCHES, |given| given.parse().expect("a number"));
    let policy = |kind| Semantics::Policy(Compliance::new(kind));
    let halves = [
        [
            (Semantics::PROPOSAL, 40),
            (Semantics::MERGE_PATCH, 40),
            (Semantics::JSON_PATCH, 10),
            (policy(ComplianceType::MustHaveStrategic), 40),
        ],
        [
            (Semantics::KUBERNETES, 40),
            (Semantics::MERGE_PATCH_RFC, 40),
            // Its first mistake rejects the patch.
            (Semantics::JSON_PATCH_RFC, 0),
            (policy(ComplianceType::MustHaveMerge), 5),
        ],
    ];
    let halves = halves.map(|half| {
        let schema = Arc::clone(&schema);
        std::thread::spawn(move || {
            let mut broken = Vec::new();
            for (semantics, least) in half {
                for seed in 0..patches {
                    let machine = try_patch(semantics, seed, &schema, &mut broken);
                    if machine < least {
                        broken.push(format!("[{semantics}] seed {seed}: only {machine} fixes"));
                    }
                }
            }
            broken
        })
    });
    let broken: Vec<String> = halves
        .into_iter()
        .flat_map(|half| half.join().expect("a half"))
        .collect();
    assert!(broken.is_empty(), "{}\n{}", broken.len(), broken.join("\n"));
}
