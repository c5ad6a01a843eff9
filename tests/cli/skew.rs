//! `mergescope skew`: what is printed, and how it ends; and the patches by several keys of `mergescope create`.

use crate::program::{Files, run};

const SERVICE: &str = "apiVersion: v1\nkind: Service\nmetadata:\n  name: dns\nspec:\n  ports:\n  - {name: t, port: 53, protocol: TCP}\n  - {name: u, port: 53, protocol: UDP}\n";
const POD: &str = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: c\n    env: [{name: A}, {name: B}]\n";
const SECRET: &str = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\ndata:\n  a: b2xk\n";

fn files() -> Files {
    Files::new(&[
        ("service.yaml", SERVICE),
        (
            "udp.yaml",
            &SERVICE.replace("protocol: UDP", "protocol: UDP, targetPort: 5353"),
        ),
        (
            "moved.yaml",
            "apiVersion: v1\nkind: Service\nmetadata:\n  name: dns\nspec:\n  ports:\n  - {name: t, port: 53, protocol: TCP}\n  - {name: u, port: 53, protocol: SCTP}\n",
        ),
        ("pod.yaml", POD),
        ("patch.yaml", "spec: {containers: []}\n"),
        ("new.yaml", &POD.replace("{name: B}", "{name: B}, {name: NEW}")),
        (
            "live.yaml",
            &POD.replace("{name: A}, {name: B}", "{name: B}, {name: S}, {name: A}"),
        ),
        ("secret.yaml", SECRET),
        ("other.yaml", &SECRET.replace("b2xk", "bmV3")),
    ])
}

/// Without the folder's name, which is another one every time.
fn placeless(folder: &Files, text: &str) -> String {
    text.replace(&folder.name(""), "")
}

fn skew(folder: &Files, args: &[&str]) -> crate::program::Run {
    let placed: Vec<String> = args
        .iter()
        .map(|arg| {
            if arg.ends_with(".yaml") {
                folder.name(arg)
            } else {
                (*arg).to_owned()
            }
        })
        .collect();
    run(&placed.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn the_table_shows_four_results_and_what_is_lost() {
    let folder = files();
    let three = ["pod.yaml", "new.yaml", "live.yaml"];
    let text = skew(&folder, &[&["skew"][..], &three].concat());
    assert_eq!((text.code, &*text.err), (1, ""));
    insta::assert_snapshot!("order", placeless(&folder, &text.out));
    let real = skew(
        &folder,
        &["skew", "pod.yaml", "new.yaml", "--semantics", "kubernetes"],
    );
    assert!(
        real.out
            .contains("NEW, which is new, is first: NEW, A, B; expected A, B, NEW"),
        "{}",
        real.out
    );
    let keys = ["skew", "service.yaml", "udp.yaml", "--old", "kubernetes"];
    let markdown = skew(&folder, &[&keys[..], &["-o", "markdown"]].concat());
    insta::assert_snapshot!("keys-markdown", placeless(&folder, &markdown.out));
    let json = skew(&folder, &[&keys[..], &["-o", "json"]].concat()).json();
    assert_eq!(json["results"][2]["lost"][0]["kind"], "taken");
    assert_eq!(
        json["patches"][1]["patch"]["spec"]["ports"][0]["$patchMergeKey"][1],
        "protocol"
    );
    assert_eq!(json["results"][3]["lost"], serde_json::json!([]));
    let nothing = skew(&folder, &["skew", "pod.yaml", "pod.yaml"]);
    assert_eq!(nothing.code, 0);
}

#[test]
fn bad_usage_is_told() {
    let folder = files();
    for (args, message) in [
        (&["skew", "pod.yaml"][..], "error: "),
        (&["skew", "null", "pod.yaml"], "error: ORIGINAL is null"),
        (
            &["skew", "pod.yaml", "patch.yaml"],
            "error: patch.yaml has no `kind`",
        ),
        (
            &["skew", "pod.yaml", "new.yaml", "--old", "proposal"],
            "error: --old and --semantics are both proposal",
        ),
        (
            &[
                "create",
                "pod.yaml",
                "new.yaml",
                "--type",
                "merge",
                "--semantics",
                "proposal",
            ],
            "error: --semantics proposal is for",
        ),
    ] {
        let answer = skew(&folder, args);
        assert_eq!((answer.code, &*answer.out), (2, ""), "{args:?}");
        assert!(
            placeless(&folder, &answer.err).starts_with(message),
            "{args:?}: {}",
            answer.err
        );
    }
}

#[test]
fn create_takes_current_under_any_semantics() {
    let folder = files();
    for (semantics, wanted) in [("proposal", "$setElementOrder/env"), ("position", "$position")] {
        let args = [
            "create",
            "pod.yaml",
            "new.yaml",
            "live.yaml",
            "--semantics",
            semantics,
        ];
        let made = skew(&folder, &args);
        assert_eq!((made.code, &*made.err), (0, ""), "{semantics}");
        assert!(made.out.contains(wanted), "{semantics}: {}", made.out);
    }
}

#[test]
fn create_makes_patches_by_several_keys_under_proposal_semantics() {
    let folder = files();
    let made = skew(
        &folder,
        &["create", "service.yaml", "moved.yaml", "--semantics", "proposal"],
    );
    assert_eq!(
        made.out,
        "spec:\n  ports:\n  - $patch: delete\n    $patchMergeKey:\n    - port\n    - protocol\n    port: 53\n    protocol: UDP\n  - $patchMergeKey:\n    - port\n    - protocol\n    name: u\n    port: 53\n    protocol: SCTP\n"
    );
    assert!(made.err.starts_with("note: spec.ports"), "{}", made.err);
    assert!(
        made.err
            .contains("port=53, protocol=UDP becomes port=53, protocol=SCTP")
    );
    // The real library knows one key.
    let real = skew(&folder, &["create", "service.yaml", "moved.yaml"]);
    assert!(!real.out.contains("$patchMergeKey"), "{}", real.out);
}

#[test]
fn secrets_are_hidden_in_words_and_whole_in_data() {
    let folder = files();
    let both = ["secret.yaml", "other.yaml"];
    let shows = |args: &[&str]| {
        let answer = skew(&folder, &[args, &both].concat());
        let all = answer.out + &answer.err;
        [all.contains("b2xk"), all.contains("bmV3")]
    };
    assert_eq!(shows(&["create", "-o", "text"]), [false, false]);
    assert_eq!(shows(&["create", "-o", "text", "--show-secrets"]), [true, true]);
    assert_eq!(shows(&["create"]), [false, true]);
    assert_eq!(shows(&["create", "-o", "json"]), [false, true]);
    for format in ["text", "markdown", "json"] {
        assert_eq!(shows(&["skew", "-o", format]), [false, false], "{format}");
    }
    assert_eq!(shows(&["skew", "--show-secrets"]), [false, true]);
}
