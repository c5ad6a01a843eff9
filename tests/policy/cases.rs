//! The recorded cases of `tests/policy/cases`: the answers of the controller's functions, or of kubectl, to a
//! template.
//!
//! A case contains `live` (null is a missing object) or `lives`, a `template`, `options`, and in `expect` the
//! verdict of a server that stores what it gets, whether a dry run decides, and `merged` as it would be sent,
//! an `error`, or `matches`. The order of map keys is ignored.

use std::path::Path;
use std::sync::Arc;

use mergescope::document::{self, Document, Tree, Value as Scalar, write};
use mergescope::merge::policy;
use mergescope::merge::policy::{Compliance, ComplianceType, MetadataType, TemplateMatch, VerdictReason};
use mergescope::merge::{Inputs, Merge, Rule, Semantics, Verdict, merge};
use mergescope::schema::Schema;
use serde_json::Value;

pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) live: Vec<Arc<Document>>,
    is_list: bool,
    pub(crate) template: Arc<Document>,
    pub(crate) compliance: Compliance,
    expect: Value,
}

fn read(value: &Value) -> Arc<Document> {
    Arc::new(document::read_live("case", value.to_string().into_bytes()).unwrap())
}

pub(crate) fn all() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/policy/cases");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let case = |file| {
        let text = std::fs::read_to_string(file).unwrap();
        let case: Value = serde_yaml::from_str(&text).unwrap();
        let option = |name: &str| case["options"][name].as_str();
        let live = match case.get("lives") {
            Some(lives) => lives.as_array().unwrap().iter().map(read).collect(),
            None => vec![read(&case["live"])],
        };
        Case {
            name: case["name"].as_str().unwrap().to_owned(),
            live,
            is_list: case.get("lives").is_some(),
            template: read(&case["template"]),
            compliance: Compliance {
                kind: ComplianceType::parse(option("complianceType").unwrap()).unwrap(),
                metadata: option("metadataComplianceType").map(|name| MetadataType::parse(name).unwrap()),
                selected_by_content: false,
                lacks_namespace: false,
            },
            expect: case["expect"].clone(),
        }
    };
    files.iter().map(case).collect()
}

pub(crate) fn inputs(case: &Case, live: &Arc<Document>) -> Inputs {
    Inputs {
        live: Arc::clone(live),
        patches: vec![Arc::clone(&case.template)],
        schema: Arc::new(Schema::builtin()),
        semantics: Semantics::Policy(case.compliance),
    }
}

/// Returns the object that is sent, in the form of the cases.
fn sent(merge: &Merge) -> Value {
    if merge.tree.has_result() {
        serde_json::from_str(&write::json(&merge.tree)).unwrap()
    } else {
        Value::Null
    }
}

fn judge(case: &Case) -> Result<(), String> {
    if case.is_list {
        return judge_unnamed(case);
    }
    let merge = merge(inputs(case, &case.live[0]), true);
    let assessment = merge.assessment.ok_or("no assessment")?;
    let expect = |key: &str, got: Value| {
        if case.expect[key] == got {
            Ok(())
        } else {
            Err(format!("{key}: expected {}, got {got}", case.expect[key]))
        }
    };
    expect("verdict", assessment.if_stored.name().into())?;
    expect("reason", assessment.reason.name().into())?;
    // A rejected dry run decides, too; which it is, is known without a server.
    let is_rejected = merge
        .steps
        .iter()
        .any(|step| step.rule == Rule::PolicyServerRejects);
    let decides = assessment.standing == TemplateMatch::ServerDecides || is_rejected;
    expect("dryRunDecides", decides.into())?;
    match (&merge.verdict, case.expect.get("error")) {
        (Verdict::Rejected(refusal), Some(_)) => expect("error", refusal.message.as_str().into()),
        (Verdict::Rejected(refusal), None) => Err(format!("refused: {}", refusal.message)),
        (Verdict::Merged, Some(error)) => Err(format!("should be refused: {error}")),
        (Verdict::Merged, None) => expect("merged", sent(&merge)),
    }
}

fn judge_unnamed(case: &Case) -> Result<(), String> {
    let kind = case.compliance.kind;
    let name = |live: &Arc<Document>| {
        let metadata = live.get(live.root(), "metadata").unwrap();
        match live.value(live.get(metadata, "name").unwrap()) {
            Scalar::String(name) => name.to_owned(),
            _ => String::new(),
        }
    };
    let fits: Vec<&Arc<Document>> = case
        .live
        .iter()
        .filter(|live| policy::matches(&case.template, live, kind))
        .collect();
    let names: Vec<String> = fits.iter().map(|live| name(live)).collect();
    if Value::from(names.clone()) != case.expect["matches"] {
        return Err(format!(
            "matches: expected {}, got {names:?}",
            case.expect["matches"]
        ));
    }
    // The verdict of each object alone is the same.
    for live in &case.live {
        let assessment = merge(inputs(case, live), true).assessment.unwrap();
        let fits = names.contains(&name(live));
        let expected = match (kind == ComplianceType::MustNotHave, fits) {
            (true, true) => (TemplateMatch::NonCompliant, VerdictReason::Exists),
            (true, false) => (TemplateMatch::Compliant, VerdictReason::Absent),
            (false, true) => (TemplateMatch::Compliant, VerdictReason::Match),
            (false, false) => (TemplateMatch::NonCompliant, VerdictReason::NoMatch),
        };
        if (assessment.standing, assessment.reason) != expected {
            return Err(format!("{}: {assessment:?}", name(live)));
        }
    }
    Ok(())
}

#[test]
fn every_case_matches_its_recording() {
    let cases = all();
    assert_eq!(cases.len(), 101, "cases were lost or added");
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| Some(format!("{}\n  {}", case.name, judge(case).err()?)))
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {} cases:\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
}
