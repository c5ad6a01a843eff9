//! Old and new clients and servers: the four results are those of the recorded cases, and a loss is told where a result
//! is not what was meant, and only there.

use std::path::Path;
use std::sync::Arc;

use mergescope::create::Sides;
use mergescope::create::skew::{Age, Loss, Skew, SkewRequest};
use mergescope::document::{Document, read_live, write};
use mergescope::merge::Semantics;
use mergescope::schema::Schema;
use proptest::prelude::*;
use serde_json::{Value, json};

fn case(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/patch_types/version-skew");
    let text = std::fs::read_to_string(folder.join(format!("{name}.yaml"))).unwrap();
    serde_yaml::from_str(&text).unwrap()
}

fn document(value: &Value) -> Arc<Document> {
    Arc::new(read_live("document", value.to_string().into_bytes()).unwrap())
}

/// The object with another list at the end of the path.
fn with(object: &Value, path: &str, list: &Value) -> Value {
    let mut object = object.clone();
    *object.pointer_mut(path).unwrap() = list.clone();
    object
}

fn skew(
    read: &Value,
    wanted: &Value,
    live: Option<&Value>,
    ages: [Semantics; 2],
    keys: &[(&str, &str)],
) -> Skew {
    let mut schema = Schema::builtin();
    for (path, keys) in keys {
        schema.declare(path, keys).unwrap();
    }
    Skew::compute(SkewRequest {
        sides: Sides {
            original: Some(document(read)),
            modified: document(wanted),
            current: live.map(document),
        },
        schema: Arc::new(schema),
        old: ages[0],
        new: ages[1],
    })
}

fn result(skew: &Skew, client: Age, server: Age) -> Value {
    let cell = &skew.cells[client as usize][server as usize];
    serde_json::from_str(&write::json(&**cell.result.as_ref().unwrap())).unwrap()
}

fn losses(skew: &Skew, client: Age, server: Age) -> Vec<(String, Loss)> {
    let cell = &skew.cells[client as usize][server as usize];
    cell.lost
        .iter()
        .map(|lost| (lost.path.to_string(), lost.loss))
        .collect()
}

/// The list that the user had read, and the one that is wanted.
fn user_lists(is_map: bool) -> [Value; 2] {
    let env = |names: [(&str, &str); 3]| names.map(|(name, value)| json!({"name": name, "value": value}));
    if is_map {
        [
            json!(env([("ENV1", "foo"), ("ENV2", "bar"), ("ENV3", "baz")])),
            json!(env([("ENV1", "foo"), ("ENV2", "bar"), ("ENV6", "new-env")])),
        ]
    } else {
        [json!(["a", "b", "c"]), json!(["a", "b", "f"])]
    }
}

#[test]
fn the_four_results_are_those_of_the_documents_and_of_kubectl() {
    use Age::{New, Old};
    let (old, proposal, kubernetes) = (Semantics::OLD_SERVER, Semantics::PROPOSAL, Semantics::KUBERNETES);
    let position = Semantics::POSITION;
    let rows: &[(&str, &str, Semantics, Age, Age)] = &[
        ("old-client-old-server-maps", "/spec/env", proposal, Old, Old),
        ("new-client-old-server-maps", "/spec/env", proposal, New, Old),
        (
            "old-client-new-server-maps-as-written",
            "/spec/env",
            proposal,
            Old,
            New,
        ),
        (
            "new-client-old-server-primitives",
            "/spec/finalizers",
            proposal,
            New,
            Old,
        ),
        (
            "old-client-new-server-primitives-as-written",
            "/spec/finalizers",
            proposal,
            Old,
            New,
        ),
        (
            "old-client-current-server-maps",
            "/spec/containers/0/env",
            kubernetes,
            Old,
            New,
        ),
        (
            "new-client-current-server-maps",
            "/spec/containers/0/env",
            kubernetes,
            New,
            New,
        ),
        (
            "old-client-current-server-primitives",
            "/metadata/finalizers",
            kubernetes,
            Old,
            New,
        ),
        (
            "new-client-current-server-primitives",
            "/metadata/finalizers",
            kubernetes,
            New,
            New,
        ),
        (
            "position-old-client-new-server-maps",
            "/spec/env",
            position,
            Old,
            New,
        ),
        (
            "position-old-client-new-server-primitives",
            "/spec/finalizers",
            position,
            Old,
            New,
        ),
        (
            "position-new-client-old-server-primitives",
            "/spec/finalizers",
            position,
            New,
            Old,
        ),
    ];
    for (name, path, new, client, server) in rows {
        let case = case(name);
        let [had, wants] = user_lists(path.ends_with("env")).map(|list| with(&case["live"], path, &list));
        let keys = [("spec.env", "name"), ("spec.finalizers", "name")];
        let keys = if case["live"]["kind"] == "Widget" {
            &keys[..]
        } else {
            &[]
        };
        let skew = skew(&had, &wants, Some(&case["live"]), [old, *new], keys);
        assert_eq!(
            result(&skew, *client, *server),
            case["expect"]["result"],
            "{name}"
        );
    }
}

#[test]
fn by_two_keys_an_old_server_overwrites_the_twin_and_it_is_told() {
    let case = case("multi-key-patch-old-server-clobbers");
    let live = &case["live"];
    let mut wanted = live.clone();
    wanted["spec"]["ports"][1]["targetPort"] = json!(5353);
    let skew = skew(
        live,
        &wanted,
        None,
        [Semantics::KUBERNETES, Semantics::PROPOSAL],
        &[],
    );
    assert_eq!(result(&skew, Age::New, Age::Old), case["expect"]["result"]);
    assert_eq!(losses(&skew, Age::New, Age::New), []);
    let udp = "spec.ports[port=53,protocol=UDP]";
    assert_eq!(
        losses(&skew, Age::New, Age::Old),
        [
            ("spec.ports[port=53,protocol=TCP]".to_owned(), Loss::Taken),
            (format!("{udp}.name"), Loss::Value),
            (format!("{udp}.$patchMergeKey"), Loss::Stray),
            (udp.to_owned(), Loss::Stray),
        ]
    );
    assert!(!skew.is_one_patch() && skew.lists().len() == 1);
}

fn pod(env: &[&str], image: &str) -> Value {
    let env: Vec<Value> = env.iter().map(|name| json!({"name": name})).collect();
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"},
        "spec": {"containers": [{"name": "c", "image": image, "env": env}]}})
}

#[test]
fn a_new_item_in_front_is_told_as_that() {
    let ages = [Semantics::OLD_SERVER, Semantics::KUBERNETES];
    let skew = skew(
        &pod(&["A", "B"], "i"),
        &pod(&["A", "B", "NEW"], "i"),
        None,
        ages,
        &[],
    );
    let shown: Vec<&str> = skew
        .cells()
        .flat_map(|cell| &cell.lost)
        .map(|lost| &*lost.sentence)
        .collect();
    assert_eq!(
        shown,
        ["NEW, which is new, is first: NEW, A, B; expected A, B, NEW"]
    );
    assert_eq!(losses(&skew, Age::Old, Age::New)[0].1, Loss::NewItems);
}

#[test]
fn what_the_change_does_not_touch_is_the_servers() {
    let live = pod(&["S", "B", "A"], "drifted");
    let read = pod(&["A", "B"], "i");
    let mut wanted = read.clone();
    wanted["spec"]["containers"][0]["tty"] = json!(true);
    // The order of the untouched list is nobody's loss, nor is the image that somebody else has set.
    let ages = [Semantics::OLD_SERVER, Semantics::PROPOSAL];
    let skew = skew(&read, &wanted, Some(&live), ages, &[]);
    assert!(skew.cells().all(|cell| cell.has_no_loss()));
    assert!(skew.lists().is_empty() && !skew.is_one_patch());
}

fn lists() -> impl Strategy<Value = (Vec<&'static str>, &'static str)> {
    let names = Just(vec!["A", "B", "C", "D", "E"]).prop_shuffle();
    let image = prop::sample::select(vec!["one", "two"]);
    (names, 0..6usize, image).prop_map(|(mut names, length, image)| {
        names.truncate(length);
        (names, image)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn without_other_writers_something_is_lost_where_the_result_is_not_the_wanted_one(had in lists(), wants in lists()) {
        let (had, wants) = (pod(&had.0, had.1), pod(&wants.0, wants.1));
        for new in [Semantics::PROPOSAL, Semantics::KUBERNETES, Semantics::PATCH_LIST, Semantics::POSITION] {
            let skew = skew(&had, &wants, None, [Semantics::OLD_SERVER, new], &[]);
            for client in Age::BOTH {
                for server in Age::BOTH {
                    let got = result(&skew, client, server);
                    let lost = losses(&skew, client, server);
                    prop_assert_eq!(got == wants, lost.is_empty(), "{} {:?} {:?} {:?}\n{}\n{}", new, client, server, lost, got, wants);
                }
            }
            prop_assert!(losses(&skew, Age::New, Age::New).is_empty(), "{}", new);
        }
    }
}

#[test]
fn a_refusal_and_a_patch_that_cannot_be_made_leave_no_result() {
    let read = document(
        &json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"},
        "spec": {"containers": [{"image": "a"}]}}),
    );
    let wanted = read_live("wanted", read.text().replace("\"a\"", "\"b\"").into_bytes()).unwrap();
    let skew = Skew::compute(SkewRequest {
        sides: Sides {
            original: Some(read),
            modified: Arc::new(wanted),
            current: None,
        },
        schema: Arc::new(Schema::builtin()),
        old: Semantics::OLD_SERVER,
        new: Semantics::PROPOSAL,
    });
    assert!(skew.patches.iter().all(Result::is_err));
    assert!(
        skew.cells()
            .all(|cell| cell.merged.is_none() && !cell.has_no_loss())
    );
}
