//! `--schema FILE` and `mergescope schema`.

use crate::program::Desk;

const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {kind: Widget, plural: widgets}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              parts:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [id]
                items: {type: object, properties: {id: {type: string}, size: {type: integer}}}
";

/// kustomize's `openapi.path` format.
const KUSTOMIZE: &str = "\
definitions:
  com.example.v1.Widget:
    type: object
    x-kubernetes-group-version-kind: [{group: example.com, version: v1, kind: Widget}]
    properties:
      spec:
        type: object
        properties:
          parts:
            type: array
            x-kubernetes-patch-strategy: merge
            x-kubernetes-patch-merge-key: id
            items: {type: object, properties: {id: {type: string}}}
";

const LIVE: &str =
    "apiVersion: example.com/v1\nkind: Widget\nspec:\n  parts:\n  - id: a\n    size: 1\n  - id: b\n";
const PATCH: &str = "spec:\n  parts:\n  - id: a\n    size: 2\n";
const REPLACED: &str = "apiVersion: example.com/v1\nkind: Widget\nspec:\n  parts:\n  - id: a\n    size: 2\n";

fn desk() -> Desk {
    let list = format!(
        "apiVersion: v1\nitems:\n- {}kind: List\n",
        CRD.trim_end().replace('\n', "\n  ") + "\n"
    );
    Desk::new(&[
        ("crd.yaml", CRD),
        ("list.yaml", &list),
        ("two.yaml", &format!("---\n# nothing\n---\n{CRD}")),
        ("kustomize.yaml", KUSTOMIZE),
        ("live.yaml", LIVE),
        ("patch.yaml", PATCH),
        ("broken.yaml", "definitions:\n  a: [\n"),
        ("other.yaml", "kind: Pod\n"),
        (
            "wrong.yaml",
            "definitions:\n  a.v1.B:\n    properties:\n      c: {type: 7}\n",
        ),
    ])
}

#[test]
fn a_schema_makes_a_custom_kind_merge() {
    let desk = desk();
    assert_eq!(desk.run("merge live.yaml patch.yaml").code, 1, "an unknown kind");
    let merged = REPLACED.to_owned() + "  - id: b\n";
    for (arguments, want) in [
        ("--schema crd.yaml", REPLACED),
        ("--schema list.yaml", REPLACED),
        ("--schema two.yaml", REPLACED),
        ("--schema crd.yaml --assume-list-type", &merged),
        ("--schema crd.yaml --merge-key spec.parts=id", &merged),
        ("--schema kustomize.yaml", &merged),
        ("--schema crd.yaml --schema kustomize.yaml", &merged),
        ("--schema kustomize.yaml --schema crd.yaml", REPLACED),
    ] {
        // The order of new and old items is another matter.
        let run = desk.run(&format!(
            "merge live.yaml patch.yaml --semantics kubernetes {arguments}"
        ));
        assert_eq!(
            (run.code, run.out.as_str()),
            (0, want),
            "{arguments}: {}",
            run.err
        );
    }
}

#[test]
fn a_schema_that_cannot_be_read_says_where() {
    let desk = desk();
    for (file, want) in [
        ("broken.yaml", "error: broken.yaml:2:6: "),
        ("other.yaml", "error: other.yaml:1:1: not a schema"),
        (
            "wrong.yaml",
            "error: wrong.yaml:4:11: a.v1.B.c: `type` must be a string",
        ),
        ("missing.yaml", "error: cannot read missing.yaml"),
    ] {
        let run = desk.run(&format!("merge live.yaml patch.yaml --schema {file}"));
        assert_eq!(run.code, 2, "{file}");
        assert!(run.err.starts_with(want), "{}", run.err);
    }
}

#[test]
fn a_schema_that_names_nothing_says_where() {
    let reference = KUSTOMIZE.replace(
        "items: {type: object, properties: {id: {type: string}}}",
        "items: {$ref: '#/definitions/com.example.v1.Part'}",
    );
    let listed = CRD.replace("map-keys: [id]", "map-keys: [id, nix]");
    let merged = KUSTOMIZE.replace("merge-key: id", "merge-key: nix");
    let open = |text: &str| {
        text.replace(
            "items: {type: object,",
            "items: {type: object, x-kubernetes-preserve-unknown-fields: true,",
        )
    };
    let desk = Desk::new(&[
        ("reference.yaml", &reference),
        (
            "part.yaml",
            "definitions:\n  com.example.v1.Part: {type: object, properties: {id: {type: string}}}\n",
        ),
        (
            "built-in.yaml",
            &reference
                .replace("com.example.v1.Part", "io.k8s.api.core.v1.Container")
                .replace("merge-key: id", "merge-key: name"),
        ),
        ("listed.yaml", &listed),
        ("merged.yaml", &merged),
        ("open-listed.yaml", &open(&listed)),
        // Kubernetes 1.32 has such a key in StorageVersionMigrationList.
        (
            "object-list.yaml",
            &format!(
                "{KUSTOMIZE}  com.example.v1.WidgetList: {{type: object, properties: {{items: {{type: array, x-kubernetes-list-map-keys: [nix], items: {{$ref: '#/definitions/com.example.v1.Widget'}}}}}}}}\n"
            ),
        ),
        ("open-merged.yaml", &open(&merged)),
        ("live.yaml", LIVE),
        ("patch.yaml", "spec: {x: null}\n"),
    ]);
    for (schemas, error) in [
        (
            "reference.yaml",
            "reference.yaml:13:21: com.example.v1.Widget.spec.parts: there is no definition for the reference to `com.example.v1.Part`\nhelp: ",
        ),
        ("reference.yaml --schema part.yaml", ""),
        ("part.yaml --schema reference.yaml", ""),
        ("built-in.yaml", ""),
        (
            "listed.yaml",
            "listed.yaml:19:17: example.com.v1.Widget.spec.parts: `x-kubernetes-list-map-keys` names `nix`, but the items have no field `nix`\nhelp: ",
        ),
        (
            "merged.yaml",
            "merged.yaml:12:13: com.example.v1.Widget.spec.parts: `x-kubernetes-patch-merge-key` names `nix`, but the items have no field `nix`\nhelp: ",
        ),
        ("open-listed.yaml", ""),
        ("object-list.yaml", ""),
        ("open-merged.yaml", ""),
    ] {
        let run = desk.run(&format!("merge live.yaml patch.yaml --schema {schemas}"));
        let want = if error.is_empty() {
            String::new()
        } else {
            format!("error: {error}")
        };
        assert_eq!(
            run.code,
            if error.is_empty() { 0 } else { 2 },
            "{schemas}: {}",
            run.err
        );
        assert!(run.err.starts_with(&want), "{schemas}: {}", run.err);
    }
}

#[test]
fn the_schema_of_a_kind_tells_how_fields_merge() {
    let desk = desk();
    for (arguments, wants) in [
        (
            "deployments spec.template.spec.containers[].env",
            &["KIND       apps/v1 Deployment", "merge key: name"][..],
        ),
        (
            "pod spec.containers.ports",
            &["TRAP       merged by only one of its 2 keys"],
        ),
        ("Service spec.selector", &["key by key"]),
        (
            "pod spec.tolerations",
            &["replaced as a whole: items have a", "not merged"],
        ),
        (
            "job status.conditions",
            &["list-type atomic makes server-side apply replace"],
        ),
        (
            "statefulset spec.volumeClaimTemplates.metadata.finalizers",
            &["not used: the list spec.volumeClaimTemplates"],
        ),
        (
            "policy/v1/PodDisruptionBudget spec.selector",
            &["replaced as a whole, although it is a map"],
        ),
        (
            "deployment spec.strategy",
            &["the patch strategy retainKeys has no effect"],
        ),
        (
            "widget spec.parts --schema crd.yaml",
            &[
                "list-type map by id",
                "list-type map makes server-side apply merge",
            ],
        ),
        (
            "widget spec.parts --schema crd.yaml --assume-list-type",
            &["merge key: id"],
        ),
        (
            "widget spec --schema kustomize.yaml",
            &["parts  list of parts  by id"],
        ),
    ] {
        let run = desk.run(&format!("schema {arguments}"));
        assert_eq!(run.code, 0, "{arguments}: {}", run.err);
        for want in wants {
            assert!(run.out.contains(want), "{arguments}: no {want:?} in\n{}", run.out);
        }
    }
    for (arguments, want) in [
        ("event", "events.k8s.io/v1/Event, v1/Event"),
        ("deploymnt", "did you mean `apps/v1/Deployment`?"),
        (
            "deployment spec.templat",
            "DeploymentSpec has no field \"templat\"\nhelp: did you mean `template`?",
        ),
        ("deployment spec..x", "empty segment"),
        ("deployment spec.replicas.x", "int32 has no field \"x\""),
        ("widget", "custom resource with --schema"),
    ] {
        let run = desk.run(&format!("schema {arguments}"));
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments}");
        assert!(run.err.contains(want), "{}", run.err);
    }
    let run = desk.run("schema pod spec.containers -o json");
    let value: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (&value["mergeKey"], &value["listType"]),
        (&"name".into(), &"map".into())
    );
    let ports = value["fields"]
        .as_array()
        .unwrap()
        .iter()
        .find(|field| field["name"] == "ports");
    assert_eq!(ports.unwrap()["mergeKey"], "containerPort");
}
