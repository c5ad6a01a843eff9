//! A policy in the explorer: templates and types are walked, files are watched, the six types lie side by side.

use mergescope::explorer::{InputId, PatchId};
use std::sync::Arc;

use mergescope::explorer::{Confirmation, Effect, Explorer, Message, Pane, PolicyOpening, on_message};
use mergescope::merge::policy::{TemplateMatch, VerdictReason};
use mergescope::schema::Schema;

use crate::support::{asked, frame, given, live_name, open, press, said, saved, shown, under_cursor};

const POLICY: &str = "\
apiVersion: policy.open-cluster-management.io/v1
kind: ConfigurationPolicy
metadata: {name: shop}
spec:
  namespaceSelector: {include: [default]}
  object-templates:
  - complianceType: musthave
    objectDefinition:
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
      spec:
        template:
          spec:
            containers:
            - name: web
              ports:
              - containerPort: 8080
                protocol: UDP
  - complianceType: mustonlyhave
    objectDefinition:
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: settings
      data:
        mode: fast
";

const DEPLOYMENT: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
      - name: web
        ports:
        - containerPort: 8080
          protocol: TCP
";

const SETTINGS: &str = "\
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: ConfigMap
  metadata:
    name: settings
  data:
    mode: fast
    extra: gone
";

fn opened() -> Explorer {
    let opening = PolicyOpening {
        policy: given("policy.yaml", POLICY),
        live: vec![
            given("deployment.yaml", DEPLOYMENT),
            given("settings.yaml", SETTINGS),
        ],
        schema: Arc::new(Schema::builtin()),
    };
    let mut state = Explorer::open_policy(opening).unwrap();
    shown(&mut state, 120, 40);
    state
}

/// The number and the text of the first row of a pane.
fn first(state: &Explorer, pane: Pane) -> (Option<usize>, String) {
    let row = state.rows(pane).remove(0);
    (row.number, row.text.trim().to_owned())
}

fn assessed(state: &Explorer) -> (&'static str, TemplateMatch, VerdictReason) {
    let assessment = state.workspace().merged().merge().assessment.unwrap();
    (
        state.workspace().semantics().name(),
        assessment.standing,
        assessment.reason,
    )
}

#[test]
fn templates_are_walked_with_their_objects_on_the_lines_of_their_files() {
    let mut state = opened();
    let mismatch = |kind| (kind, TemplateMatch::ServerDecides, VerdictReason::Mismatch);
    assert_eq!(assessed(&state), mismatch("musthave"));
    assert_eq!(
        first(&state, Pane::Patch),
        (Some(9), "apiVersion: apps/v1".to_owned())
    );
    assert_eq!(live_name(&state), "deployment.yaml");
    assert_eq!(press(&mut state, "t"), []);
    assert_eq!(assessed(&state), mismatch("mustonlyhave"));
    assert_eq!(live_name(&state), "settings.yaml");
    assert_eq!(
        first(&state, Pane::Patch),
        (Some(23), "apiVersion: v1".to_owned())
    );
    assert_eq!(first(&state, Pane::Live), (Some(4), "apiVersion: v1".to_owned()));
    // Behind the last one comes the first.
    assert_eq!(press(&mut state, "t"), []);
    assert_eq!(assessed(&state), mismatch("musthave"));
    let (frame, _) = {
        press(&mut state, "7");
        shown(&mut state, 120, 40)
    };
    for part in [
        "object templates",
        "mustonlyhave · ConfigMap settings",
        "ServerDecides",
    ] {
        assert!(frame.contains(part), "{frame}");
    }
    press(&mut state, "Down Enter");
    assert_eq!(assessed(&state), mismatch("mustonlyhave"));
}

/// Only the controller knows whether the object exists.
#[test]
fn a_template_that_a_go_template_names_has_no_verdict() {
    for kind in ["musthave", "mustonlyhave", "mustnothave"] {
        let policy = format!(
            "apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nmetadata: {{name: p}}\nspec:\n  object-templates:\n  - complianceType: {kind}\n    objectDefinition:\n      apiVersion: v1\n      kind: ConfigMap\n      metadata: {{name: '{{{{ fromSecret \"a\" }}}}', namespace: d}}\n"
        );
        let opening = PolicyOpening {
            policy: given("policy.yaml", &policy),
            live: vec![given("deployment.yaml", DEPLOYMENT)],
            schema: Arc::new(Schema::builtin()),
        };
        let mut state = Explorer::open_policy(opening).unwrap();
        let undecided = (kind, TemplateMatch::ServerDecides, VerdictReason::Undecided);
        assert_eq!(assessed(&state), undecided);
        let (frame, _) = shown(&mut state, 120, 40);
        assert!(frame.contains("policy-undecided"), "{frame}");
        assert!(!frame.contains("ompliant"), "{frame}");
    }
}

#[test]
fn the_types_are_walked_and_lie_side_by_side() {
    let mut state = opened();
    let mut seen = Vec::new();
    for _ in 0..6 {
        press(&mut state, "m");
        seen.push(assessed(&state).0);
    }
    assert_eq!(
        seen,
        [
            "mustonlyhave",
            "mustnothave",
            "musthavemerge",
            "musthavestrategic",
            "musthaveapply",
            "musthave"
        ]
    );
    press(&mut state, "6");
    let (frame, _) = shown(&mut state, 120, 40);
    for part in [
        "musthave           ServerDecides",
        "mustnothave        NonCompliant",
        "musthaveapply      ServerDecides",
        "(proposed)",
    ] {
        assert!(frame.contains(part), "{part}\n{frame}");
    }
    press(&mut state, "Down Down Enter");
    assert_eq!(
        assessed(&state),
        ("mustnothave", TemplateMatch::NonCompliant, VerdictReason::Exists)
    );
}

#[test]
fn a_save_of_a_policy_says_what_it_changed() {
    let mut state = opened();
    frame(&mut state, 120, 40);
    let save = |state: &mut Explorer, input, text: &str| {
        let bytes = text.as_bytes().to_vec();
        on_message(state, Message::Changed { input, bytes });
        said(state)
    };
    let said_of = save(&mut state, InputId::POLICY, &POLICY.replace("UDP", "SCTP"));
    assert!(said_of.starts_with("policy.yaml reloaded; result: "), "{said_of}");
    press(&mut state, ";");
    assert!(
        said(&state).ends_with("policy.yaml:20, was `protocol: UDP`; b: back"),
        "{}",
        said(&state)
    );
    // Lines that no pane has are shown, too: the type, another template, and the head of the file.
    let other = POLICY.replace("UDP", "SCTP");
    for (old, new, result, line, place) in [
        (
            "complianceType: musthave",
            "complianceType: mustonlyhave",
            true,
            "- complianceType: must",
            "policy.yaml:7, was `- complianceType: musthave`",
        ),
        (
            "mode: fast",
            "mode: slow",
            false,
            "mode: slow",
            "policy.yaml:28, was `mode: fast`",
        ),
        (
            "  object-templates",
            "  severity: low\n  object-templates",
            false,
            "severity: low",
            "policy.yaml:6, 1 line added",
        ),
        (
            "name: web\n      spec",
            "name: other\n      spec",
            true,
            "name: other",
            "policy.yaml:12, was `name: web`",
        ),
    ] {
        for size in [(80, 24), (120, 40)] {
            let mut state = opened();
            frame(&mut state, size.0, size.1);
            save(&mut state, InputId::POLICY, &other);
            let status = save(&mut state, InputId::POLICY, &other.replace(old, new));
            assert!(status.starts_with("policy.yaml reloaded"), "{status}");
            assert_eq!(status.contains("result: the same"), !result, "{status}");
            press(&mut state, ";");
            assert!(said(&state).starts_with("change 1 of 1: "), "{}", said(&state));
            assert!(said(&state).contains(place), "{}", said(&state));
            let shown = frame(&mut state, size.0, size.1);
            assert!(shown.contains(line), "{place}: {shown}");
        }
    }
    // Another template is no save.
    press(&mut state, "t");
    assert!(!said(&state).contains("reloaded"), "{}", said(&state));
}

/// Saves of the second template while the first one is shown.
#[test]
fn a_save_of_another_template_leads_to_it() {
    let saved = |policy: &str, (input, text): (InputId, &str)| {
        let mut state = Explorer::open_policy(PolicyOpening {
            policy: given("policy.yaml", policy),
            live: vec![
                given("deployment.yaml", DEPLOYMENT),
                given("settings.yaml", SETTINGS),
            ],
            schema: Arc::new(Schema::builtin()),
        })
        .unwrap();
        frame(&mut state, 80, 24);
        let bytes = text.as_bytes().to_vec();
        on_message(&mut state, Message::Changed { input, bytes });
        state
    };
    // What the status line says, and the explanation after `;`.
    let rejected = "reloaded; template 2 is rejected; outside the view (key ;)";
    let number = "cannot unmarshal number";
    let data = POLICY.replace("mode: fast", "mode: 8");
    let both = POLICY.replace("mode: fast", "mode: 8").replace("UDP", "SCTP");
    let metadata = "    name: settings\n";
    let list = SETTINGS.replace(metadata, &format!("{metadata}    labels: {{a: 9}}\n"));
    let kept = POLICY.replace("mustonlyhave", "musthave");
    for (policy, (input, text), status, explained) in [
        (POLICY, (InputId::POLICY, data.as_str()), rejected, number),
        (
            POLICY,
            (InputId::POLICY, &both),
            "template 2 is rejected; result: ",
            number,
        ),
        (&kept, (InputId::Live(1), &list), rejected, "✗ rejected"),
        (
            POLICY,
            (InputId::POLICY, &POLICY.replace("mode: fast", "mode: slow")),
            "reloaded: +1 −1 lines; result: the same; outside the view (key ;)",
            "changes `mode` from \"fast\" to",
        ),
    ] {
        let mut state = saved(policy, (input, text));
        assert!(said(&state).contains(status), "{}", said(&state));
        press(&mut state, ";");
        let shown = frame(&mut state, 80, 24);
        let words = said(&state);
        assert!(words.ends_with("template 2 of 2; b: back"), "{words}");
        assert!(shown.contains(explained), "{shown}");
        press(&mut state, "b");
        let back = frame(&mut state, 80, 24);
        assert!(back.contains("containerPort: 8080"), "{back}");
        press(&mut state, ";");
        // The changes of the save are still there.
        press(&mut state, "t ;");
        assert!(said(&state).contains(" of "), "{}", said(&state));
    }
}

#[test]
fn a_save_that_the_api_server_rejects_is_shown_at_the_rejection() {
    let mut state = opened();
    frame(&mut state, 80, 24);
    let save = |state: &mut Explorer, text: &str| {
        let bytes = text.as_bytes().to_vec();
        on_message(
            state,
            Message::Changed {
                input: InputId::POLICY,
                bytes,
            },
        );
    };
    let policy = POLICY.replace(
        "      spec:\n        template",
        "      spec:\n        replicas: 4\n        template",
    );
    save(&mut state, &policy);
    let policy = policy.replace("UDP", "SCTP");
    save(&mut state, &policy);
    press(&mut state, "; ;");
    save(&mut state, &policy.replace("replicas: 4", "replicas: four"));
    let shown = frame(&mut state, 80, 24);
    assert!(shown.contains("✗ API server rejects"), "{shown}");
    assert!(shown.contains("Help: Write an integer"), "{shown}");
}

#[test]
fn a_rejection_is_marked_in_each_template() {
    let template = "  - complianceType: musthavestrategic\n    objectDefinition:\n      apiVersion: apps/v1\n      kind: Deployment\n      \
                    metadata:\n        name: web\n      spec:\n        $patch: nonsense\n";
    let (head, templates) = POLICY.split_once("  - complianceType").unwrap();
    for policy in [
        format!("{head}{template}"),
        format!("{head}  - complianceType{templates}{template}"),
    ] {
        let opening = PolicyOpening {
            policy: given("policy.yaml", &policy),
            live: vec![given("deployment.yaml", DEPLOYMENT)],
            schema: Arc::new(Schema::builtin()),
        };
        let mut state = Explorer::open_policy(opening).unwrap();
        frame(&mut state, 120, 60);
        while state.workspace().merged().merge().rejection().is_none() {
            press(&mut state, "t");
        }
        frame(&mut state, 120, 60);
        let rows = state.rows(Pane::Patch);
        let marked: Vec<&str> = rows
            .iter()
            .filter(|row| row.faulty.is_some())
            .map(|row| row.text.trim())
            .collect();
        assert_eq!(marked, ["$patch: nonsense"], "{policy}");
    }
}

#[test]
fn an_object_that_appears_or_is_gone_is_named() {
    let mut state = opened();
    let save = |state: &mut Explorer, text: &str| {
        let (input, bytes) = (InputId::LIVE, text.as_bytes().to_vec());
        on_message(state, Message::Changed { input, bytes });
        said(state)
    };
    let gone = save(
        &mut state,
        &DEPLOYMENT
            .replace("name: web\nspec", "name: other\nspec")
            .replace("Deployment", "StatefulSet"),
    );
    assert!(
        gone.starts_with("deployment.yaml reloaded; result: the live object Deployment web is gone"),
        "{gone}"
    );
    let back = save(&mut state, DEPLOYMENT);
    assert!(
        back.starts_with("deployment.yaml reloaded; result: the live object Deployment web is there now"),
        "{back}"
    );
    // The lines of another object are those of the object that is created.
    let other = POLICY.replace("name: web\n      spec", "name: other\n      spec");
    assert_ne!(other, POLICY);
    let bytes = other.into_bytes();
    let input = InputId::POLICY;
    on_message(&mut state, Message::FlashOver);
    frame(&mut state, 80, 24);
    on_message(&mut state, Message::Changed { input, bytes });
    press(&mut state, ";");
    assert!(under_cursor(&state, Pane::Patch).starts_with("name: other"));
    let explained = state.explanation();
    assert_eq!(explained[0].text, "added · (the whole object)", "{explained:?}");
}

#[test]
fn older_versions_of_a_policy_are_shown() {
    let mut state = opened();
    let text = |state: &Explorer| {
        let merged = state.workspace().merged();
        let patch = merged
            .patch(PatchId::default())
            .unwrap()
            .document()
            .text()
            .to_owned();
        (patch, assessed(state).0)
    };
    let opened = text(&state);
    let other = POLICY.replacen("complianceType: musthave", "complianceType: mustonlyhave", 1);
    for (input, new) in [
        (InputId::POLICY, other.replace("UDP", "SCTP")),
        (InputId::Live(1), SETTINGS.replace("mode: fast", "mode: slow")),
    ] {
        let bytes = new.into_bytes();
        on_message(&mut state, Message::Changed { input, bytes });
    }
    let saved = text(&state);
    assert_ne!(opened, saved);
    press(&mut state, "v Home Enter");
    assert_eq!(said(&state), "version 1: as opened");
    assert_eq!(text(&state), opened);
    let shown = frame(&mut state, 120, 40);
    assert!(shown.contains("version 1/3"), "{shown}");
    press(&mut state, "v End Enter");
    assert!(
        said(&state).starts_with("version 3, latest: "),
        "{}",
        said(&state)
    );
    assert_eq!(text(&state), saved);
}

#[test]
fn a_save_of_a_policy_keeps_the_shown_template_where_it_is_now() {
    let start = POLICY.find("  - compliance").unwrap();
    let second = POLICY.rfind("  - compliance").unwrap();
    let (head, web, settings) = (&POLICY[..start], &POLICY[start..second], &POLICY[second..]);
    let saves = [
        format!("{head}{settings}"),
        format!("{head}{web}{web}{settings}"),
        format!("{head}{settings}{web}"),
        format!("{head}{web}{}", settings.replace("fast", "slow")),
        format!("{head}{}{web}", settings.replace("fast", "slow")),
        format!("{head}{}{web}", settings.replace("name: settings", "name: other")),
        format!("{head}{settings}{web}"),
        POLICY.to_owned(),
    ];
    let mut state = opened();
    press(&mut state, "t");
    for policy in &saves {
        for text in ["a: [", policy] {
            let (input, bytes) = (InputId::POLICY, text.as_bytes().to_vec());
            on_message(&mut state, Message::Changed { input, bytes });
            let shown = frame(&mut state, 80, 24);
            let inputs = &state.workspace().merged().merge().inputs;
            assert_eq!(inputs.patches[0].identity().1, "ConfigMap", "{policy}{shown}");
            let is_found = !policy.contains("name: other") && text == policy;
            assert!(
                !is_found || inputs.live.identity().1 == "ConfigMap",
                "{policy}{shown}"
            );
        }
    }
    // A policy that becomes readable is shown as if it were opened now.
    let mut state = open_text_of_policy(&format!("{head}{settings}{web}"));
    let expected = state.rows(Pane::Patch)[0].text.clone();
    frame(&mut state, 80, 24);
    let mut state = open_text_of_policy("spec: [ # policy.open-cluster-management.io");
    let (input, bytes) = (InputId::POLICY, format!("{head}{settings}{web}").into_bytes());
    on_message(&mut state, Message::Changed { input, bytes });
    frame(&mut state, 80, 24);
    assert_eq!(state.rows(Pane::Patch)[0].text, expected);
}

#[test]
fn files_of_a_policy_that_are_saved_together_are_one_save() {
    let save = |state: &mut Explorer, input, text: &str| {
        let bytes = text.as_bytes().to_vec();
        on_message(state, Message::Changed { input, bytes });
        said(state)
    };
    let policy = POLICY.replace("UDP", "SCTP");
    let live = DEPLOYMENT.replace("TCP", "UDP");
    let mut state = opened();
    frame(&mut state, 120, 40);
    save(&mut state, InputId::POLICY, &policy);
    let both = save(&mut state, InputId::LIVE, &live);
    assert!(
        both.starts_with("deployment.yaml and policy.yaml reloaded"),
        "{both}"
    );
    let mut places = String::new();
    for _ in 0..2 {
        press(&mut state, ";");
        places += &said(&state);
    }
    for place in [
        "change 1 of 2: deployment.yaml:12, was",
        "change 2 of 2: policy.yaml:20, was",
    ] {
        assert!(places.contains(place), "{places}");
    }
    // Later, another save is one of its own.
    on_message(&mut state, Message::FlashOver);
    let one = save(&mut state, InputId::LIVE, DEPLOYMENT);
    assert!(one.starts_with("deployment.yaml reloaded"), "{one}");
}

#[test]
fn musthave_warns_of_the_second_port() {
    let mut state = opened();
    press(&mut state, "^ x x x");
    let step = state.workspace().merged().step().unwrap();
    assert_eq!(step.rule.name(), "musthave-duplicate");
    let sentence = state.workspace().merged().merge().sentence(step);
    assert!(sentence.contains("`containerPort`"), "{sentence}");
}

#[test]
fn saves_of_every_file_are_followed() {
    let mut state = opened();
    let change = |state: &mut Explorer, input, text: &str| {
        let bytes = text.as_bytes().to_vec();
        on_message(state, Message::Changed { input, bytes })
    };
    change(&mut state, InputId::POLICY, &POLICY.replace("UDP", "TCP"));
    assert_eq!(
        assessed(&state),
        ("musthave", TemplateMatch::Compliant, VerdictReason::Match)
    );
    change(&mut state, InputId::LIVE, &DEPLOYMENT.replace("TCP", "SCTP"));
    assert_eq!(assessed(&state).1, TemplateMatch::ServerDecides);
    // A broken policy keeps the last good one under a banner.
    change(
        &mut state,
        InputId::POLICY,
        &POLICY.replace("complianceType: musthave\n", "complianceType: may\n"),
    );
    assert_eq!(assessed(&state).1, TemplateMatch::ServerDecides);
    let trouble: Vec<&str> = state.workspace().inputs().errors().collect();
    assert!(trouble[0].contains("policy.yaml:7"), "{trouble:?}");
    // The banner stays when another file is saved, whose objects are compared with the last good policy.
    change(&mut state, InputId::LIVE, DEPLOYMENT);
    let trouble: Vec<&str> = state.workspace().inputs().errors().collect();
    assert!(
        trouble.len() == 1 && trouble[0].contains("policy.yaml:7"),
        "{trouble:?}"
    );
    assert_eq!(assessed(&state).1, TemplateMatch::Compliant);
    // A policy that is corrected while another file is broken is used as soon as that one is corrected.
    change(&mut state, InputId::Live(1), "[");
    assert_eq!(state.workspace().inputs().errors().count(), 2);
    change(&mut state, InputId::POLICY, &POLICY.replace("UDP", "SCTP"));
    let trouble: Vec<&str> = state.workspace().inputs().errors().collect();
    assert!(
        trouble.len() == 1 && trouble[0].contains("settings.yaml:1"),
        "{trouble:?}"
    );
    change(&mut state, InputId::Live(1), SETTINGS);
    assert_eq!(state.workspace().inputs().errors().count(), 0);
    assert_eq!(assessed(&state).1, TemplateMatch::ServerDecides);
    // The other live file is not on the screen, and is known all the same.
    change(&mut state, InputId::POLICY, POLICY);
    change(
        &mut state,
        InputId::Live(1),
        &SETTINGS.replace("    extra: gone\n", ""),
    );
    press(&mut state, "t");
    assert_eq!(
        assessed(&state),
        ("mustonlyhave", TemplateMatch::Compliant, VerdictReason::Match)
    );
    change(
        &mut state,
        InputId::Live(1),
        "apiVersion: v1\nkind: List\nitems: []\n",
    );
    assert_eq!(
        assessed(&state),
        (
            "mustonlyhave",
            TemplateMatch::NonCompliant,
            VerdictReason::Missing
        )
    );
    let (frame, _) = shown(&mut state, 120, 40);
    assert!(frame.contains("not found but should exist"), "{frame}");
    press(&mut state, "^ s S $");
}

#[test]
fn the_text_area_holds_the_whole_policy() {
    let mut state = opened();
    press(&mut state, "2 e");
    let edit = state.edit().unwrap();
    let containers = POLICY.lines().position(|line| line.contains("containers:"));
    assert_eq!((edit.text.as_str(), Some(edit.line)), (POLICY, containers));
    on_message(&mut state, Message::Edited(POLICY.replace("UDP", "TCP")));
    assert_eq!(assessed(&state).1, TemplateMatch::Compliant);
}

#[test]
fn without_a_policy_the_keys_say_so() {
    let mut state = open("apiVersion: v1\nkind: Pod\n", &["{}"]);
    for (key, expected) in [
        ("t", "only for policies"),
        ("7", "only for policies"),
        ("6", "only for policies"),
    ] {
        press(&mut state, key);
        let status = said(&state);
        assert!(status.contains(expected), "{key}: {status}");
    }
    let mut state = opened();
    press(&mut state, "K");
    assert!(said(&state).contains("kubectl cannot evaluate policies"));
}

#[test]
fn the_lists_of_templates_and_types_are_made_anew_at_a_save() {
    let live = DEPLOYMENT.replace("protocol: TCP", "protocol: UDP");
    for key in ["7", "6"] {
        let mut state = opened();
        press(&mut state, key);
        let before = shown(&mut state, 120, 40).0;
        let bytes = live.clone().into_bytes();
        on_message(
            &mut state,
            Message::Changed {
                input: InputId::LIVE,
                bytes,
            },
        );
        let after = shown(&mut state, 120, 40).0;
        assert!(
            state.layers().popup().is_some() && before.contains("NonCompliant"),
            "{before}"
        );
        assert!(after.contains("Compliant") && after != before, "{after}");
        let text = said(&state);
        assert!(
            text.starts_with("deployment.yaml reloaded; result: ") && text.ends_with("; list updated"),
            "{text}"
        );
    }
}

#[test]
fn an_object_that_there_is_not_has_a_name() {
    let mut state = Explorer::open_policy(PolicyOpening {
        policy: given("policy.yaml", POLICY),
        live: vec![given("settings.yaml", SETTINGS)],
        schema: Arc::new(Schema::builtin()),
    })
    .unwrap();
    press(&mut state, "1 Enter");
    let screen = shown(&mut state, 120, 40).0;
    assert!(!screen.contains(" :1:1"), "{screen}");
    assert!(screen.contains("(no such object)"), "{screen}");
}

#[test]
fn a_policy_opens_on_the_first_template_that_is_not_compliant_and_says_its_verdict() {
    let live = SETTINGS.replace("    extra: gone\n", "");
    let of = |mode: &str| {
        format!(
            "  - complianceType: musthave\n    objectDefinition:\n      apiVersion: v1\n      kind: ConfigMap\n      metadata:\n        \
             name: settings\n      data:\n        mode: {mode}\n"
        )
    };
    let (head, _) = POLICY.split_once("  - complianceType").unwrap();
    let opening = PolicyOpening {
        policy: given("policy.yaml", &format!("{head}{}{}", of("fast"), of("slow"))),
        live: vec![given("settings.yaml", &live)],
        schema: Arc::new(Schema::builtin()),
    };
    let mut state = Explorer::open_policy(opening).unwrap();
    shown(&mut state, 120, 40);
    let verdict = "ServerDecides · template 2 of 2: musthave · ConfigMap settings";
    assert!(said(&state).starts_with(verdict), "{}", said(&state));
    press(&mut state, "s");
    press(&mut state, "S");
    for width in [60, 80, 120] {
        let (text, _) = shown(&mut state, width, 24);
        assert!(text.contains(" ServerDecides "), "{text}");
    }
    press(&mut state, "t S");
    assert!(shown(&mut state, 120, 24).0.contains("  Compliant  "));
}

#[test]
fn the_patch_of_a_policy_has_the_name_of_its_file() {
    // A line that is cut, so that the indentation of the object is hidden.
    let image = "- name: web\n              image: registry.example.com/some/long/path/checkout:4.12.1\n";
    let opening = PolicyOpening {
        policy: given("policy.yaml", &POLICY.replace("- name: web\n", image)),
        live: vec![given("deployment.yaml", DEPLOYMENT)],
        schema: Arc::new(Schema::builtin()),
    };
    let mut state = Explorer::open_policy(opening).unwrap();
    let (text, _) = shown(&mut state, 120, 40);
    assert!(text.contains("patch  policy.yaml ─"), "{text}");
}

const MISTAKES: &str = "\
# ours
apiVersion: policy.open-cluster-management.io/v1
kind: ConfigurationPolicy
metadata: {name: shop}
spec:
  namespaceSelector: {include: [default]}
  object-templates:
  - complianceType: musthave
    objectDefinition:
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: settings
        labels:
          version: 1.50 # as released
      data:
        mode: fast
";

/// For the scripts.
pub(crate) fn open_policy_with_mistakes() -> Explorer {
    open_text_of_policy(MISTAKES)
}

fn open_text_of_policy(policy: &str) -> Explorer {
    let opening = PolicyOpening {
        policy: given("policy.yaml", policy),
        live: vec![given("settings.yaml", SETTINGS)],
        schema: Arc::new(Schema::builtin()),
    };
    let mut state = Explorer::open_policy(opening).unwrap();
    shown(&mut state, 120, 40);
    state
}

#[test]
fn a_fix_is_applied_to_the_policy_file() {
    let mut state = open_policy_with_mistakes();
    assert_eq!(press(&mut state, "^ x !"), [Effect::TakeText]);
    assert_eq!(asked(&state), Some(Confirmation::ApplyFix));
    let asking = frame(&mut state, 100, 30);
    insta::assert_snapshot!("fix-of-a-policy-asked", asking);
    assert_eq!(press(&mut state, "n"), [Effect::CloseText]);
    assert_eq!(said(&state), "nothing is changed");

    assert_eq!(press(&mut state, "^ x ! y"), [Effect::TakeText, Effect::Save]);
    let fixed = MISTAKES.replace("1.50", "\"1.50\"");
    assert_eq!(state.edit().unwrap().written(), fixed);
    on_message(&mut state, saved());
    let steps = &state.workspace().merged().merge().steps;
    assert!(steps.iter().all(|step| step.rule.name() != "policy-not-a-string"));
    assert!(
        said(&state).contains("fix applied, saved in policy.yaml"),
        "{}",
        said(&state)
    );

    assert_eq!(press(&mut state, "Z"), [Effect::TakeText, Effect::Save]);
    assert_eq!(state.edit().unwrap().written(), MISTAKES);
    on_message(&mut state, saved());
    assert!(said(&state).contains("fix undone"), "{}", said(&state));
}

/// The text of a template with an alias is not in the file. A file with an error has not been merged.
#[test]
fn a_fix_without_a_place_in_the_policy_file_is_not_applied() {
    let aliased = MISTAKES
        .replace("{name: shop}", "{name: &name shop}")
        .replace("mode: fast", "mode: *name");
    let mut state = open_text_of_policy(&aliased);
    press(&mut state, "^ x !");
    assert_eq!(asked(&state), None);
    assert_eq!(
        said(&state),
        "fix: the template has an alias or is in a string; change it in the file"
    );
    let mut state = open_policy_with_mistakes();
    let bytes = MISTAKES.replace("musthave", "may").into_bytes();
    let input = InputId::POLICY;
    on_message(&mut state, Message::Changed { input, bytes });
    press(&mut state, "^ x !");
    assert_eq!(asked(&state), None);
    assert_eq!(said(&state), "fix: the patch has changed since it was merged");
}
