//! Laws of every assessment and its trace, for the recorded cases and for generated pairs, with all six
//! types.

use std::sync::Arc;

use mergescope::document::{self, Document, write};
use mergescope::merge::policy::{Compliance, ComplianceType, TemplateMatch};
use mergescope::merge::{Inputs, Merge, ResultId, Semantics, merge};
use mergescope::schema::Schema;

use super::cases;
use super::pairs::Generator;

/// The number of pairs.
const PAIRS: u64 = 150;

fn text(merge: &Merge) -> String {
    if merge.tree.is_visible(ResultId(0)) {
        write::json(&merge.tree)
    } else {
        "(no object)".to_owned()
    }
}

/// Returns the violated law of a merge, if there is one.
fn broken(inputs: &Inputs) -> Result<(), String> {
    let mut traced = merge(inputs.clone(), true);
    let plain = merge(inputs.clone(), false);
    let same = |what: &str, left: String, right: String| {
        if left == right {
            Ok(())
        } else {
            Err(format!("{what}:\n{left}\n{right}"))
        }
    };
    same("traced and not", text(&traced), text(&plain))?;
    same(
        "assessed",
        format!("{:?}", traced.assessment),
        format!("{:?}", plain.assessment),
    )?;
    let assessment = traced.assessment.ok_or("no assessment")?;
    if assessment.if_stored == TemplateMatch::ServerDecides {
        return Err("a server decides that a server decides".to_owned());
    }
    let end = traced.steps.len();
    let mut frames = vec![text(&traced)];
    for position in (0..end).rev() {
        traced.seek(position);
        frames.push(text(&traced));
    }
    same("back to live", text(&traced), write::json(&*inputs.live))?;
    frames.reverse();
    for (position, frame) in frames.iter().enumerate() {
        traced.seek(position);
        same(&format!("step {position} forth"), text(&traced), frame.clone())?;
    }
    for step in &traced.steps {
        let sentence = traced.sentence(step);
        if sentence.is_empty()
            || sentence.contains("``")
            || sentence.contains("{detail}")
            || sentence.contains(" :")
            || sentence.starts_with(':')
        {
            return Err(format!("{:?} says: {sentence}", step.rule));
        }
    }
    Ok(())
}

#[test]
fn the_laws_hold_on_the_recorded_cases() {
    for case in cases::all() {
        for live in &case.live {
            for kind in ComplianceType::ALL {
                let inputs = Inputs {
                    semantics: Semantics::Policy(case.compliance.with_type(kind)),
                    ..cases::inputs(&case, live)
                };
                if let Err(law) = broken(&inputs) {
                    panic!("{} under {kind:?}: {law}", case.name);
                }
            }
        }
    }
}

#[test]
fn the_laws_hold_on_generated_pairs() {
    let schema = Arc::new(Schema::builtin());
    let mut generator = Generator::new(&schema);
    let read = |text: &str| -> Arc<Document> {
        Arc::new(document::read_live("pair", text.as_bytes().to_vec()).expect("generated JSON can be read"))
    };
    for seed in 0..PAIRS {
        let pair = generator.pair(seed);
        for kind in ComplianceType::ALL {
            let inputs = Inputs {
                live: read(&pair.live),
                patches: vec![read(&pair.patch)],
                schema: Arc::clone(&schema),
                semantics: Semantics::Policy(Compliance {
                    selected_by_content: seed % 3 > 0,
                    ..Compliance::new(kind)
                }),
            };
            if let Err(law) = broken(&inputs) {
                panic!("seed {seed} {kind:?}\n{}\n{}\n{law}", pair.live, pair.patch);
            }
        }
    }
}

#[test]
fn an_object_is_compliant_with_itself() {
    for case in cases::all() {
        for live in case.live.iter().filter(|live| live.node_count() > 1) {
            for kind in [ComplianceType::MustHave, ComplianceType::MustOnlyHave] {
                let inputs = Inputs {
                    live: Arc::clone(live),
                    patches: vec![Arc::clone(live)],
                    ..cases::inputs(&case, live)
                };
                let semantics = Semantics::Policy(Compliance::new(kind));
                let assessment = merge(Inputs { semantics, ..inputs }, false).assessment.unwrap();
                assert_eq!(
                    assessment.standing,
                    TemplateMatch::Compliant,
                    "{} {kind:?}",
                    case.name
                );
            }
        }
    }
}

#[test]
fn deep_lists_of_lists_are_handled() {
    let deep = |depth: usize| format!("{}1{}", "[{a: ".repeat(depth), "}]".repeat(depth));
    let object = |value: &str| {
        let text = format!("{{apiVersion: e/v1, kind: W, metadata: {{name: x}}, spec: {value}}}");
        Arc::new(document::read_live("deep", text.into_bytes()).unwrap())
    };
    let inputs = Inputs {
        live: object(&deep(240)),
        patches: vec![object(&deep(240))],
        schema: Arc::new(Schema::builtin()),
        semantics: Semantics::Policy(Compliance::new(ComplianceType::MustHave)),
    };
    let assessment = merge(inputs, true).assessment.unwrap();
    assert_eq!(assessment.standing, TemplateMatch::Compliant);
}

/// A live object can have stored a directive. In a template of a proposed type it is one.
#[test]
fn a_directive_that_the_live_object_has_is_a_directive() {
    let object = "{apiVersion: v1, kind: Pod, metadata: {name: x}, spec: {containers: [{name: c, $setElementOrder/env: []}]}}";
    let read = || Arc::new(document::read_live("text", object.as_bytes().to_vec()).unwrap());
    for kind in ComplianceType::ALL {
        let inputs = Inputs {
            live: read(),
            patches: vec![read()],
            schema: Arc::new(Schema::builtin()),
            semantics: Semantics::Policy(Compliance::new(kind)),
        };
        if let Err(law) = broken(&inputs) {
            panic!("{kind:?}: {law}");
        }
    }
}

#[test]
fn metadata_that_is_not_a_map_is_handled() {
    let template = "{apiVersion: v1, kind: Pod, metadata: {name: x, annotations: {a: b}}}";
    for (metadata, merged) in [
        ("5", None),
        ("[]", None),
        ("null", Some(r#"{"name":"x","annotations":{"a":"b"}}"#)),
        ("{annotations: 5}", Some(r#"{"annotations":{"a":"b"}}"#)),
        ("{annotations: null}", Some(r#"{"annotations":{"a":"b"}}"#)),
        ("{annotations: [c]}", Some(r#"{"annotations":{"a":"b"}}"#)),
    ] {
        let live = format!("{{apiVersion: v1, kind: Pod, metadata: {metadata}}}");
        let read = |text: &str| Arc::new(document::read_live("text", text.as_bytes().to_vec()).unwrap());
        for kind in [ComplianceType::MustHave, ComplianceType::MustOnlyHave] {
            let inputs = Inputs {
                live: read(&live),
                patches: vec![read(template)],
                schema: Arc::new(Schema::builtin()),
                semantics: Semantics::Policy(Compliance::new(kind)),
            };
            if let Err(law) = broken(&inputs) {
                panic!("{metadata} under {kind:?}: {law}");
            }
            let merge = merge(inputs, true);
            let found = merge.rejection().is_none().then(|| {
                let at = merge.tree.get(ResultId(0), "metadata").unwrap();
                write::json_value(&merge.tree, at)
            });
            assert_eq!(found.as_deref(), merged, "{metadata} under {kind:?}");
        }
    }
}
