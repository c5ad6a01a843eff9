//! Several live files, and folders, as `kubectl patch -f` takes them.

use crate::program::Desk;

const DEPLOYMENT: &str =
    "# The shop.\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 1}\n";
const SERVICE: &str = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: ClusterIP}\n";
const PATCH: &str = "kind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3}\n";

/// A desk with a folder `many` that has more than the files that kubectl reads, and with other files.
fn desk() -> Desk {
    let desk = Desk::new(&[
        ("patch.yaml", PATCH),
        ("all.yaml", "metadata: {labels: {a: b}}\n"),
        ("broken.yaml", "a: [\n"),
        ("empty.yaml", "# Nothing.\n"),
        (
            "config.json",
            r#"{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}}"#,
        ),
    ]);
    for folder in ["many", "many/below.yaml", "none"] {
        std::fs::create_dir(desk.path(folder)).unwrap();
    }
    for (name, text) in [
        ("many/b.yml", SERVICE),
        ("many/a.yaml", DEPLOYMENT),
        ("many/below.yaml/c.yaml", SERVICE),
        ("many/notes.txt", "a: ["),
        ("none/notes.txt", "a"),
    ] {
        std::fs::write(desk.path(name), text).unwrap();
    }
    desk
}

#[test]
fn every_file_is_read_in_order_and_messages_name_it() {
    let desk = desk();
    // The command, its exit code, and parts of what it prints, in order.
    let cases: [(&str, i32, &[&str]); 14] = [
        (
            "merge many patch.yaml",
            0,
            &[
                "kind: Deployment",
                "replicas: 3",
                "kind: Service",
                "2 objects: 1 merged",
            ],
        ),
        (
            "merge -f many --patch-file patch.yaml",
            0,
            &["replicas: 3", "kind: Service", "2 objects"],
        ),
        (
            "merge -f many/b.yml -f many/a.yaml all.yaml",
            0,
            &["Service", "a: b", "Deployment", "a: b", "2 objects: 2 merged"],
        ),
        (
            "merge -f config.json -f many all.yaml",
            0,
            &["ConfigMap", "Deployment", "Service", "3 objects: 3 merged"],
        ),
        (
            "explain many patch.yaml",
            0,
            &["many/a.yaml + patch.yaml", "live many/a.yaml:5:8"],
        ),
        ("lint many patch.yaml", 0, &["2 objects: 1 merged"]),
        // A command with one object chooses it over all files.
        ("compare many patch.yaml", 0, &["many/a.yaml + patch.yaml"]),
        (
            "compare -f empty.yaml -f config.json all.yaml",
            0,
            &["config.json + all.yaml"],
        ),
        (
            "compare many all.yaml",
            2,
            &[
                "error: LIVE contains several objects, and the patch does not say which object it is for\n  many/a.yaml:2: Deployment web\n  many/b.yml:1: Service web\nhelp: ",
            ],
        ),
        // The other files are still read; a file that does not exist is known before that.
        (
            "merge -f many/a.yaml -f broken.yaml patch.yaml",
            2,
            &["replicas: 3", "error: broken.yaml:1:4: "],
        ),
        (
            "compare -f many -f broken.yaml patch.yaml",
            2,
            &["error: broken.yaml:1:4: "],
        ),
        (
            "merge -f many/a.yaml -f nope.yaml patch.yaml",
            2,
            &["error: cannot read nope.yaml: "],
        ),
        (
            "merge none patch.yaml",
            2,
            &["error: none: the folder has no .yaml, .yml or .json files\nhelp: "],
        ),
        (
            "merge -f many -f config.json",
            2,
            &["error: no patch for many and config.json\n"],
        ),
    ];
    for (command, code, parts) in cases {
        let run = desk.run(command);
        let said = run.out + &run.err;
        assert_eq!(run.code, code, "{command}: {said}");
        let mut rest = said.as_str();
        for part in parts {
            let at = rest.find(part);
            let at = at.unwrap_or_else(|| panic!("{command}: no {part:?} in {said}"));
            rest = &rest[at + part.len()..];
        }
    }
    let missing = desk.run("merge -f many/a.yaml -f nope.yaml patch.yaml");
    assert_eq!(missing.out, "");
}
