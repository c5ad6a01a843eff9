//! The kinds of inputs, each of any size, and the commands that are run on them.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;

/// Files by their names.
type Files = Vec<(&'static str, String)>;

/// One kind of input.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// The smallest number of entries that is tried.
    pub(crate) entries: usize,
    /// The largest number of entries that is tried.
    pub(crate) most: usize,
    pub(crate) make: fn(usize) -> Files,
    pub(crate) commands: &'static [&'static str],
}

impl Case {
    /// Writes the files of this case into a folder.
    pub(crate) fn write(&self, folder: &Path, entries: usize) -> io::Result<()> {
        for (name, text) in (self.make)(entries) {
            fs::write(folder.join(name), text)?;
        }
        Ok(())
    }
}

/// What shows or merges a live object and a patch.
const STRATEGIC: &[&str] = &[
    "merge live patch",
    "merge live patch --semantics kubernetes",
    "merge live patch --type merge",
    "explain live patch",
    "explain live patch --semantics kubernetes",
    "explain live patch -o json",
    "explain live patch -o markdown",
    "lint live patch",
    "compare live patch",
    "compare live patch -o json",
    "export live patch --format html",
    "export live patch --format svg",
    "export live patch --format markdown",
    "export live patch --format session",
];

/// The same for JSON patches.
const JSON: &[&str] = &[
    "merge live patch --type json",
    "explain live patch --type json",
    "explain live patch --type json -o json",
    "explain live patch --type json -o markdown",
    "lint live patch --type json",
    "lint live patch --type json --diff",
    "lint live patch --type json -o sarif",
    "compare live patch --type json",
    "export live patch --type json --format html",
    "export live patch --type json --format markdown",
];

/// What shows or merges an object of any kind and a merge patch.
const MERGE: &[&str] = &[
    "merge live patch --type merge",
    "merge live patch --type merge -o json",
    "explain live patch --type merge",
    "explain live patch --type merge -o json",
    "explain live patch --type merge -o markdown",
    "lint live patch --type merge",
    "lint live patch --type merge --diff",
    "compare live patch --type merge",
    "compare live patch --type merge -o json",
    "export live patch --type merge --format html",
    "export live patch --type merge --format svg",
    "export live patch --type merge --format cast",
    "export live patch --type merge --format markdown",
    "export live patch --type merge --format session",
];

/// What is said of many findings.
const FINDINGS: &[&str] = &[
    "explain live patch",
    "lint live patch",
    "lint live patch --semantics kubernetes",
    "lint live patch -o sarif",
    "lint live patch --diff",
    "export live patch --format html",
    "export live patch --format cast",
];

/// What leads from one manifest to another.
const PAIRS: &[&str] = &[
    "create live manifest",
    "create live manifest -o text",
    "create live manifest --semantics proposal",
    "create live manifest --type merge",
    "create live manifest --type json",
    "skew live manifest",
    "skew live manifest -o json",
    "apply live manifest",
    "apply live manifest -o ledger",
    "apply live manifest -o json",
    "ssa live manifest --manager m --force",
    "ssa live manifest --manager m --force -o json",
    "ssa live manifest --manager m --update",
];

const APPLY: &[&str] = &[
    "apply live manifest",
    "apply live manifest -o ledger",
    "apply live manifest -o json",
];

const SSA: &[&str] = &[
    "ssa live manifest --manager m",
    "ssa live manifest --manager m -o json",
    "ssa live manifest --manager other",
    "ssa live manifest --manager m --force -o yaml",
];

const POLICY: &[&str] = &[
    "policy policy live",
    "policy policy live -o json",
    "policy policy live -o markdown",
];

/// No case is tried at more than this many entries.
const MOST: usize = 1 << 22;

pub(crate) const CASES: &[Case] = &[
    case(
        "map, same keys",
        |n| merged(map(n, "", "a"), map(n, "", "b")),
        STRATEGIC,
    ),
    case(
        "map, other keys",
        |n| merged(map(n, "", "a"), map(n, "n", "b")),
        STRATEGIC,
    ),
    case("map, nulls", |n| merged(map(n, "", "a"), nulls(n, "")), STRATEGIC),
    case(
        "map, nulls without keys",
        |n| merged(map(n, "", "a"), nulls(n, "n")),
        STRATEGIC,
    ),
    case(
        "env, same keys",
        |n| merged(env(0..n, "a"), env(0..n, "b")),
        STRATEGIC,
    ),
    case(
        "env, other keys",
        |n| merged(env(0..n, "a"), env(n..2 * n, "b")),
        STRATEGIC,
    ),
    case(
        "env, same values",
        |n| merged(env(0..n, "a"), env(0..n, "a")),
        STRATEGIC,
    ),
    case(
        "env, backwards",
        |n| merged(env(0..n, "a"), env((0..n).rev(), "b")),
        STRATEGIC,
    ),
    case(
        "env, one key",
        |n| merged(env(0..n, "a"), env(vec![1; n], "b")),
        STRATEGIC,
    ),
    case(
        "env, live with one key",
        |n| merged(env(vec![1; n], "a"), env(0..n, "b")),
        STRATEGIC,
    ),
    case(
        "env, deleted",
        |n| merged(env(0..n, "a"), deleted(0..n)),
        STRATEGIC,
    ),
    case(
        "env, deleted without items",
        |n| merged(env(0..n, "a"), deleted(n..2 * n)),
        STRATEGIC,
    ),
    case("env, no keys", |n| merged(env(0..n, "a"), keyless(n)), STRATEGIC),
    case(
        "env, ordered backwards",
        |n| merged(env(0..n, "a"), ordered((0..n).rev(), (0..n).rev())),
        STRATEGIC,
    ),
    case(
        "env, ordered with repeats",
        |n| merged(env(0..n, "a"), ordered((0..n).map(|i| i / 2), 0..1)),
        STRATEGIC,
    ),
    case(
        "env, half is server-only",
        |n| merged(env(0..2 * n, "a"), ordered((0..n).rev().map(|i| 2 * i), 0..1)),
        STRATEGIC,
    ),
    case(
        "env, refused order",
        |n| merged(env(0..n, "a"), ordered(0..n, (0..n).rev())),
        STRATEGIC,
    ),
    case(
        "env with references",
        |n| merged(env(0..n, "$(V1)"), env(0..n, "$(V0) $(V2)")),
        STRATEGIC,
    ),
    case(
        "set, other values",
        |n| merged(set(0..n), set(n..2 * n)),
        STRATEGIC,
    ),
    case("set, deleted", |n| merged(set(0..n), unset(0..n)), STRATEGIC),
    // With fewer values, a comparison of each value with each other does not show.
    Case {
        name: "set, added and deleted",
        entries: 4000,
        most: MOST,
        make: |n| merged(set(n..2 * n), set_and_unset(0..n)),
        commands: FINDINGS,
    },
    case(
        "set, same value",
        |n| merged(set(vec![1; n]), set(vec![2; n])),
        STRATEGIC,
    ),
    case("args", |n| merged(args(0..n), args((0..n).rev())), STRATEGIC),
    case(
        "rules without keys",
        |n| merged(rules(0..n), rules(n / 2..n / 2 + n)),
        STRATEGIC,
    ),
    case(
        "ports with several keys",
        |n| merged(ports(0..n), ports((0..n).rev())),
        STRATEGIC,
    ),
    case("long text", |n| merged(text(n, "a"), text(n, "b")), STRATEGIC),
    case("many lines", |n| merged(lines(n, "a"), lines(n, "b")), STRATEGIC),
    case(
        "mixed lines",
        |n| merged(mixed(n, |i| i), mixed(n, |i| i * 3 + i / 7)),
        STRATEGIC,
    ),
    case("comments", |n| merged(commented(n), map(10, "", "b")), STRATEGIC),
    case("repeated keys", |n| merged(repeated(n), repeated(n)), STRATEGIC),
    case("aliases", |n| merged(aliased(n), aliased(n)), STRATEGIC),
    case(
        "one line of JSON",
        |n| merged(json_map(n, "a"), json_map(n, "b")),
        STRATEGIC,
    ),
    case("deep", deep, STRATEGIC),
    case(
        "deeper",
        deeper,
        &[
            "merge live patch --type merge",
            "lint live patch --type merge",
            "compare live patch --type merge -o json",
            "export live patch --type merge --format session",
            "skew live patch",
        ],
    ),
    levels("levels", |n| chains(1, n), MERGE),
    levels("levels, many", |n| chains(20, n), MERGE),
    levels("levels of lists", lists_in_lists, MERGE),
    levels("levels without keys", new_chains, MERGE),
    levels("pair: levels", |n| as_pair(chains(1, n)), PAIRS),
    levels("pair: levels, many", |n| as_pair(chains(20, n)), PAIRS),
    levels("pair: levels of lists", |n| as_pair(lists_in_lists(n)), PAIRS),
    levels("pair: levels without keys", |n| as_pair(new_chains(n)), PAIRS),
    levels("pair: levels, owned", owned_levels, SSA),
    levels("json: levels", json_levels, JSON),
    case(
        "one line of YAML",
        |n| merged(in_flow(n, "a"), in_flow(n, "b")),
        STRATEGIC,
    ),
    case(
        "Secret",
        |n| merged(secret(n, "YQ=="), secret(n, "Yg==")),
        STRATEGIC,
    ),
    case(
        "Secret, misspelled field",
        |n| {
            let made = |value| secret(n, value).replace("\ndata:", "\nstringdata:");
            merged(made("YQ=="), made("Yg=="))
        },
        FINDINGS,
    ),
    case(
        "each item replaced",
        |n| merged(env(0..n, "a"), each(&container("env"), 0..n, replaced)),
        FINDINGS,
    ),
    case(
        "numbers as annotations",
        |n| merged(map(n, "", "a"), map(n, "", "")),
        FINDINGS,
    ),
    case(
        "numbers in one line of JSON",
        |n| {
            merged(
                json_map(n, "a"),
                json_map(n, "")
                    .replace(":\"", ":")
                    .replace("\",\"k", ",\"k")
                    .replace("\"}}}", "}}}"),
            )
        },
        FINDINGS,
    ),
    case(
        "numbers as variables",
        |n| merged(env(0..n, "a"), env(0..n, "1")),
        FINDINGS,
    ),
    case(
        "missing dollars",
        |n| merged(env(0..n, "a"), deleted(0..n).replace('$', "")),
        FINDINGS,
    ),
    case("unlisted fields", unlisted_fields, FINDINGS),
    case(
        "required fields removed",
        |n| {
            let removed = containers(0..n, "image").replace(": b", ": null");
            merged(containers(0..n, "image"), removed)
        },
        FINDINGS,
    ),
    case(
        "mounts without a volume",
        |n| {
            let mounts =
                containers(0..n, "image").replace("image: b", "volumeMounts: [{name: a, mountPath: /a}]");
            merged(containers(0..n, "image"), mounts)
        },
        FINDINGS,
    ),
    // With fewer items, a walk through the list for each finding does not show.
    Case {
        name: "many deleted without items",
        entries: 16_000,
        most: MOST,
        make: |n| merged(env(0..1, "a"), deleted(1..n)),
        commands: &["lint live patch", "lint live patch -o sarif"],
    },
    case(
        "misspelled fields",
        |n| merged(containers(0..1, "image"), containers(0..n, "imag")),
        FINDINGS,
    ),
    case(
        "items in lists of their own",
        |n| {
            let wrapped = env(0..n, "b").replace("    - name", "    - - name");
            merged(env(0..n, "a"), wrapped.replace("      value", "        value"))
        },
        FINDINGS,
    ),
    case(
        "node ports of another type",
        |n| merged(node_ports(n), "spec: {type: ClusterIP}\n".to_owned()),
        FINDINGS,
    ),
    case(
        "custom resource",
        |n| merged(custom(n, "a"), custom(n, "b")),
        &[
            "merge live patch --merge-key spec.parts=name",
            "explain live patch --merge-key spec.parts=name",
            "merge live patch --type merge",
        ],
    ),
    case(
        "broken at the end",
        |n| merged(env(0..n, "a"), format!("{}\n  x: [", env(0..n, "b"))),
        &["merge live patch", "explain live patch"],
    ),
    case(
        "patch documents",
        |n| {
            merged(
                map(10, "", "a"),
                each("", 0..n, |_| format!("{}---\n", map(1, "", "b"))),
            )
        },
        FINDINGS,
    ),
    case(
        "stream of documents",
        stream,
        &[
            "merge live patch",
            "explain live patch",
            "explain live patch -o json",
            "lint live patch",
            "merge live patch --target pod/p1",
        ],
    ),
    case(
        "List",
        list,
        &[
            "merge live patch",
            "merge live patch -o json",
            "explain live patch -o json",
            "lint live patch",
        ],
    ),
    case(
        "json: add at the head",
        |n| operations(args(0..n), n, |_| op("add", "/0", "\"x\"")),
        JSON,
    ),
    case(
        "json: add at the end",
        |n| operations(args(0..n), n, |_| op("add", "/-", "\"x\"")),
        JSON,
    ),
    case(
        "json: add in the middle",
        |n| operations(args(0..n), n, |i| op("add", &format!("/{i}"), "\"x\"")),
        JSON,
    ),
    case(
        "json: remove at the head",
        |n| operations(args(0..n), n, |_| op("remove", "/0", "")),
        JSON,
    ),
    case(
        "json: replace the same",
        |n| operations(args(0..n), n, |_| op("replace", "/5", "{\"a\":1}")),
        JSON,
    ),
    case(
        "json: replace each",
        |n| operations(args(0..n), n, |i| op("replace", &format!("/{i}"), "\"y\"")),
        JSON,
    ),
    case(
        "json: test",
        |n| {
            operations(args(0..n), n, |i| {
                op("test", &format!("/{i}"), &format!("\"a{i}\""))
            })
        },
        JSON,
    ),
    case(
        "json: move to the end",
        |n| operations(args(0..n), n, |_| moved("move", "/0", "/-")),
        JSON,
    ),
    case(
        "json: move to the head",
        |n| operations(args(0..n), n, |i| moved("move", &format!("/{i}"), "/0")),
        JSON,
    ),
    case(
        "json: copy",
        |n| operations(args(0..n), n, |i| moved("copy", &format!("/{i}"), "/0")),
        JSON,
    ),
    case("json: add members", members, JSON),
    case(
        "json: move the list",
        |n| {
            operations(args(0..n), n, |i| match i % 2 {
                0 => moved("move", "", "2"),
                _ => moved("move", "2", ""),
            })
        },
        JSON,
    ),
    case("json: numbers as annotations", json_numbers, JSON),
    case(
        "json: fields that are not stored",
        |n| {
            operations(args(0..n), n, |i| {
                op("add", "", "1").replace("/args", &format!("/x{i}"))
            })
        },
        JSON,
    ),
    case(
        "json: plain indexes",
        |n| operations(args(0..n), n, |i| op("add", &format!("/0{i}"), "\"x\"")),
        JSON,
    ),
    case(
        "json: paths without a slash",
        |n| {
            operations(map(n, "", "a"), n, |i| {
                format!("{{\"op\": \"add\", \"path\": \"metadata/annotations/n{i}\", \"value\": \"v\"}}")
            })
        },
        JSON,
    ),
    case(
        "json: copies of nothing",
        |n| {
            operations(map(n, "", "a"), n, |i| {
                moved("copy", "", "")
                    .replace(
                        "\"from\": \"/spec/containers/0/args",
                        &format!("\"from\": \"/metadata/annotations/x{i}"),
                    )
                    .replace(
                        "\"path\": \"/spec/containers/0/args",
                        &format!("\"path\": \"/metadata/annotations/n{i}"),
                    )
            })
        },
        JSON,
    ),
    case("pair: map", |n| pair(map(n, "", "a"), map(n, "", "b")), PAIRS),
    case(
        "pair: other keys",
        |n| pair(map(n, "", "a"), map(n, "n", "b")),
        PAIRS,
    ),
    case("pair: env", |n| pair(env(0..n, "a"), env(0..n, "b")), PAIRS),
    case(
        "pair: env backwards",
        |n| pair(env(0..n, "a"), env((0..n).rev(), "a")),
        PAIRS,
    ),
    case(
        "pair: other env",
        |n| pair(env(0..n, "a"), env(n..2 * n, "a")),
        PAIRS,
    ),
    case(
        "pair: set",
        |n| pair(set(0..n), set((n / 2..n / 2 + n).rev())),
        PAIRS,
    ),
    case(
        "pair: Secret",
        |n| pair(secret(n, "YQ=="), secret(n, "Yg==")),
        PAIRS,
    ),
    case(
        "stringData",
        |n| pair(secret(n, "YQ=="), string_data(n)),
        &[
            "ssa live manifest --manager m --force",
            "ssa live manifest --manager m --update",
            "apply live manifest",
        ],
    ),
    case(
        "stringData of a new Secret",
        |n| vec![("manifest", string_data(n))],
        &["apply manifest"],
    ),
    case(
        "binaryData",
        |n| merged(config_map(n, "a"), config_map(n, "b")),
        &["merge live patch --semantics kubernetes", "lint live patch"],
    ),
    // With fewer keys, a search through the map for each key does not show.
    Case {
        name: "pair: ConfigMap",
        entries: 4000,
        most: MOST,
        make: |n| pair(config_map(n, "a"), config_map(n, "b")),
        commands: APPLY,
    },
    Case {
        name: "pair: large Secret",
        entries: 4000,
        most: MOST,
        make: |n| pair(secret(n, "YQ=="), secret(n, "Yg==")),
        commands: APPLY,
    },
    case("pair: args", |n| pair(args(0..n), args((0..n).rev())), PAIRS),
    case("pair: ports", |n| pair(ports(0..n), ports((0..n).rev())), PAIRS),
    case(
        "pair: owned",
        owned,
        &[
            "ssa live manifest --manager m",
            "ssa live manifest --manager m -o json",
            "ssa live manifest --manager other",
        ],
    ),
    case("pair: no longer applied", no_longer_applied, SSA),
    case("pair: owned items", owned_items, SSA),
    case("managers", managers, APPLY),
    case("managers, conflicts", |n| all_fields(managers(n), n), SSA),
    case("pair: many lines", |n| pair(lines(n, "a"), lines(n, "b")), PAIRS),
    case("pair: comments", |n| pair(commented(n), commented(n)), PAIRS),
    case("pair: nulls", |n| pair(map(n, "", "a"), nulls(n, "")), PAIRS),
    case(
        "pair: rules",
        |n| pair(rules(0..n), rules(n / 2..n / 2 + n)),
        PAIRS,
    ),
    case(
        "policy: named, same",
        |n| policy(parts(0..n, "name", ""), parts(0..n, "name", "")),
        POLICY,
    ),
    case(
        "policy: named, other values",
        |n| policy(parts(0..n, "name", ""), parts(0..n, "name", ", x: b")),
        POLICY,
    ),
    case(
        "policy: unnamed, backwards",
        |n| policy(parts(0..n, "path", ""), parts((0..n).rev(), "path", "")),
        POLICY,
    ),
    case(
        "policy: unnamed, all the same value",
        |n| policy(same_parts(0..n), same_parts((0..n).rev())),
        POLICY,
    ),
    case(
        "policy: unnamed, disjoint",
        |n| policy(same_parts(0..n), same_parts(n..2 * n)),
        POLICY,
    ),
    case(
        "policy: unnamed, larger in live",
        |n| policy(pairs_of_parts(0..n), pairs_of_parts((0..n).rev())),
        POLICY,
    ),
    case(
        "policy: lists in a list",
        |n| policy(lists(0..n), lists((0..n).rev())),
        POLICY,
    ),
    case(
        "policy: scalars",
        |n| policy(scalars(0..n), scalars((0..n).rev())),
        POLICY,
    ),
    case(
        "policy: empty items",
        |n| policy(scalars(0..n), "{}, ".repeat(n)),
        POLICY,
    ),
    case(
        "policy: mustonlyhave",
        |n| of_type("mustonlyhave", policy(same_parts(0..n), same_parts((0..n).rev()))),
        POLICY,
    ),
    case(
        "policy: mustonlyhave, named",
        |n| {
            of_type(
                "mustonlyhave",
                policy(parts(0..n, "name", ""), parts(0..n, "name", ", x: b")),
            )
        },
        POLICY,
    ),
    case(
        "policy: mustonlyhave, scalars",
        |n| of_type("mustonlyhave", policy(scalars(0..n), scalars(n..2 * n))),
        POLICY,
    ),
    case(
        "policy: mustnothave",
        |n| of_type("mustnothave", policy(same_parts(0..n), same_parts((0..n).rev()))),
        POLICY,
    ),
    case(
        "policy: mustnothave, disjoint",
        |n| of_type("mustnothave", policy(same_parts(0..n), same_parts(n..2 * n))),
        POLICY,
    ),
    case(
        "policy: musthavemerge",
        |n| {
            of_type(
                "musthavemerge",
                policy(parts(0..n, "name", ""), parts(0..n, "name", ", x: b")),
            )
        },
        POLICY,
    ),
    case(
        "policy: musthavestrategic",
        |n| {
            of_type(
                "musthavestrategic",
                policy(parts(0..n, "name", ""), parts(0..n, "name", ", x: b")),
            )
        },
        POLICY,
    ),
    case(
        "policy: musthaveapply",
        |n| {
            of_type(
                "musthaveapply",
                policy(parts(0..n, "name", ""), parts(0..n, "name", ", x: b")),
            )
        },
        POLICY,
    ),
    case(
        "policy: map",
        |n| policy_of_map(map(n, "", "a"), map(n, "", "b")),
        POLICY,
    ),
    levels(
        "policy: levels",
        |n| {
            let deep = |value: &str| format!("{}{value}{}", "{a: ".repeat(n), "}".repeat(n));
            policy(deep("1"), deep("2"))
        },
        POLICY,
    ),
    case("policy: objects", policy_objects, POLICY),
    case("policy: templates", policy_templates, POLICY),
    case(
        "policies",
        |n| {
            let one = policy_of("apiVersion: v1\nkind: Pod\nmetadata: {name: p1, labels: {a: c}}\n");
            vec![("live", pod(1)), ("policy", format!("{one}---\n").repeat(n))]
        },
        POLICY,
    ),
    case(
        "several manifests",
        |n| {
            pair(
                stream(n).remove(0).1,
                stream(n).remove(0).1.replace("{a: b}", "{a: c}"),
            )
        },
        &["apply live manifest", "apply live manifest -o json"],
    ),
    case(
        "manifests of one object",
        |n| {
            pair(
                pod(0),
                each("", 0..n, |i| {
                    format!("---\n{}", pod(0).replace("{a: b}", &format!("{{a: c{i}}}")))
                }),
            )
        },
        &["apply live manifest", "apply live manifest -o json"],
    ),
    case(
        "schema",
        schema,
        &[
            "schema widget --schema schema",
            "schema widget --schema schema -o json",
            "merge live patch --schema schema",
        ],
    ),
];

const fn case(name: &'static str, make: fn(usize) -> Files, commands: &'static [&'static str]) -> Case {
    Case {
        name,
        entries: 1000,
        most: MOST,
        make,
        commands,
    }
}

/// A case with chains of `n` levels: more than [`MAX_LEVELS`] are rejected.
const fn levels(name: &'static str, make: fn(usize) -> Files, commands: &'static [&'static str]) -> Case {
    Case {
        name,
        entries: 60,
        most: MAX_LEVELS,
        make,
        commands,
    }
}

/// Each manager owns a field of its own.
fn managers(n: usize) -> Files {
    let mut live = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n  managedFields:\n".to_owned();
    for i in 0..n {
        let fields = format!("{{'f:data': {{'f:k{i}': {{}}}}}}");
        let _ = writeln!(
            live,
            "  - {{manager: m{i}, operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {fields}}}"
        );
    }
    live.push_str("data:\n");
    for i in 0..n {
        let _ = writeln!(live, "  k{i}: a");
    }
    let manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {k0: b}\n";
    pair(live, manifest.to_owned())
}

const POD: &str = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n";

const WIDGET: &str = "apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: p\n";

fn merged(live: String, patch: String) -> Files {
    vec![("live", live), ("patch", patch)]
}

fn pair(live: String, manifest: String) -> Files {
    vec![("live", live), ("manifest", manifest)]
}

/// Something for each number, between a beginning and nothing.
fn each(beginning: &str, numbers: impl IntoIterator<Item = usize>, one: impl Fn(usize) -> String) -> String {
    let mut text = beginning.to_owned();
    for number in numbers {
        text.push_str(&one(number));
    }
    text
}

fn map(n: usize, prefix: &str, value: &str) -> String {
    each(&format!("{POD}  annotations:\n"), 0..n, |i| {
        format!("    {prefix}k{i}: {value}{i}\n")
    })
}

fn nulls(n: usize, prefix: &str) -> String {
    each(&format!("{POD}  annotations:\n"), 0..n, |i| {
        format!("    {prefix}k{i}: null\n")
    })
}

fn container(field: &str) -> String {
    format!("{POD}spec:\n  containers:\n  - name: web\n    {field}:\n")
}

fn env(numbers: impl IntoIterator<Item = usize>, value: &str) -> String {
    each(&container("env"), numbers, |i| {
        format!("    - name: V{i}\n      value: {value}\n")
    })
}

fn deleted(numbers: impl IntoIterator<Item = usize>) -> String {
    each(&container("env"), numbers, |i| {
        format!("    - name: V{i}\n      $patch: delete\n")
    })
}

fn replaced(i: usize) -> String {
    format!("    - name: V{i}\n      $patch: replace\n      value: b\n")
}

fn containers(numbers: impl IntoIterator<Item = usize>, field: &str) -> String {
    each(&format!("{POD}spec:\n  containers:\n"), numbers, |i| {
        format!("  - name: c{i}\n    {field}: b\n")
    })
}

fn node_ports(n: usize) -> String {
    let beginning =
        "apiVersion: v1\nkind: Service\nmetadata:\n  name: s\nspec:\n  type: NodePort\n  ports:\n";
    each(beginning, 0..n, |i| {
        format!(
            "  - port: {}\n    name: p{i}\n    nodePort: {}\n",
            i + 1,
            30_000 + i
        )
    })
}

fn keyless(n: usize) -> String {
    each(&container("env"), 0..n, |i| format!("    - value: b{i}\n"))
}

fn ordered(order: impl IntoIterator<Item = usize>, items: impl IntoIterator<Item = usize>) -> String {
    let order = each(&container("$setElementOrder/env"), order, |i| {
        format!("    - name: V{i}\n")
    });
    each(&format!("{order}    env:\n"), items, |i| {
        format!("    - name: V{i}\n      value: b\n")
    })
}

fn set(numbers: impl IntoIterator<Item = usize>) -> String {
    each(&format!("{POD}  finalizers:\n"), numbers, |i| {
        format!("  - example.com/f{i}\n")
    })
}

fn unset(numbers: impl IntoIterator<Item = usize>) -> String {
    let beginning = format!("{POD}  $deleteFromPrimitiveList/finalizers:\n");
    each(&beginning, numbers, |i| format!("  - example.com/f{i}\n"))
}

/// The same values are added and deleted.
fn set_and_unset(numbers: impl IntoIterator<Item = usize> + Clone) -> String {
    let list = "  $deleteFromPrimitiveList/finalizers:\n".to_owned();
    let deleted = each(&list, numbers.clone(), |i| format!("  - example.com/f{i}\n"));
    set(numbers) + &deleted
}

fn args(numbers: impl IntoIterator<Item = usize>) -> String {
    each(&container("args"), numbers, |i| format!("    - a{i}\n"))
}

fn rules(numbers: impl IntoIterator<Item = usize>) -> String {
    let beginning = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: r\nrules:\n";
    each(beginning, numbers, |i| {
        format!("- apiGroups: [apps]\n  resources: [r{i}]\n  verbs: [get, list]\n")
    })
}

fn ports(numbers: impl IntoIterator<Item = usize>) -> String {
    let beginning = "apiVersion: v1\nkind: Service\nmetadata:\n  name: s\nspec:\n  ports:\n";
    each(beginning, numbers, |i| {
        format!("  - port: {}\n    protocol: TCP\n    name: p{i}\n", i + 1)
    })
}

fn text(n: usize, value: &str) -> String {
    format!("{POD}  annotations:\n    long: {}\n", value.repeat(n * 32))
}

fn lines(n: usize, value: &str) -> String {
    each(&format!("{POD}  annotations:\n    long: |\n"), 0..n, |i| {
        format!("      {value} line {i}\n")
    })
}

/// Lines of seven kinds.
fn mixed(n: usize, kind: impl Fn(usize) -> usize) -> String {
    each(&format!("{POD}  annotations:\n    long: |\n"), 0..n, |i| {
        format!("      line {}\n", kind(i) % 7)
    })
}

fn commented(n: usize) -> String {
    each(&format!("{POD}  annotations:\n"), 0..n, |i| {
        format!("    # comment {i}\n    k{i}: a # more\n")
    })
}

fn repeated(n: usize) -> String {
    each(&format!("{POD}  annotations:\n"), 0..n, |i| {
        format!("    k{}: a{i}\n", i % 10)
    })
}

fn aliased(n: usize) -> String {
    let beginning = format!("{POD}  annotations:\n    first: &a x\n");
    each(&beginning, 0..n, |i| format!("    k{i}: *a\n"))
}

fn json_map(n: usize, value: &str) -> String {
    let mut text = r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","annotations":{"#.to_owned();
    for i in 0..n {
        let comma = if i == 0 { "" } else { "," };
        let _ = write!(text, "{comma}\"k{i}\":\"{value}{i}\"");
    }
    text + "}}}"
}

/// Deeper inputs are rejected.
const MAX_LEVELS: usize = 480;

/// Maps in maps, as many levels in all, in chains of the same depth.
fn deep(n: usize) -> Files {
    chains(n.div_ceil(MAX_LEVELS), MAX_LEVELS)
}

/// Chains whose depth grows, as far as inputs are not refused. Text in which each level is indented by two more columns, or
/// which has the path of each level, is as long as the square of the depth; the commands of this case print neither.
fn deeper(n: usize) -> Files {
    chains(20, (n / 10).min(MAX_LEVELS))
}

fn chains(count: usize, levels: usize) -> Files {
    let made = |value: &str| {
        each(&format!("{POD}x:\n"), 0..count, |i| {
            format!("  c{i}: {}{value}{}\n", "{a: ".repeat(levels), "}".repeat(levels))
        })
    };
    merged(made("1"), made("2"))
}

/// Lists in lists.
fn lists_in_lists(n: usize) -> Files {
    let made = |value: &str| format!("{POD}x: {}{value}{}\n", "[".repeat(n), "]".repeat(n));
    merged(made("1"), made("2"))
}

/// Chains that the live object does not have.
fn new_chains(n: usize) -> Files {
    let mut files = chains(20, n);
    files[0].1 = POD.to_owned();
    files
}

/// A live object and a manifest, of a kind whose fields are not known: server-side apply rejects unknown fields.
fn as_pair(mut files: Files) -> Files {
    files[1].0 = "manifest";
    for (_, text) in &mut files {
        *text = text.replace(POD, WIDGET);
    }
    files
}

/// Chains of which another manager owns the values.
fn owned_levels(n: usize) -> Files {
    let mut files = as_pair(chains(1, n));
    let fields = format!("{}{{}}{}", "{\"f:a\": ".repeat(n), "}".repeat(n));
    let owner = format!(
        "  managedFields:\n  - manager: other\n    operation: Apply\n    apiVersion: example.com/v1\n    fieldsType: FieldsV1\n    fieldsV1: {{\"f:x\": {{\"f:c0\": {fields}}}}}\nx:\n"
    );
    files[0].1 = files[0].1.replace("x:\n", &owner);
    files
}

/// Operations on the value below all levels.
fn json_levels(n: usize) -> Files {
    let live = chains(1, n).remove(0).1;
    let one = |_| {
        format!(
            "{{\"op\": \"replace\", \"path\": \"/x/c0{}\", \"value\": 2}}",
            "/a".repeat(n)
        )
    };
    operations(live, 20, one)
}

fn in_flow(n: usize, value: &str) -> String {
    let items = each("", 0..n, |i| format!("{{name: V{i}, value: {value}}}, "));
    format!("{POD}spec: {{containers: [{{name: web, env: [{items}]}}]}}\n")
}

/// Fields that `$retainKeys` does not have.
fn unlisted_fields(n: usize) -> Files {
    let live =
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {strategy: {type: Recreate}}\n";
    let names = each("", 0..n, |i| format!("x{i}, "));
    let patch = each(
        &format!("spec:\n  strategy:\n    $retainKeys: [{names}type]\n"),
        0..n,
        |i| format!("    f{i}: a\n"),
    );
    merged(live.to_owned(), patch)
}

fn secret(n: usize, value: &str) -> String {
    let beginning = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\ndata:\n";
    each(beginning, 0..n, |i| format!("  k{i}: {value}\n"))
}

fn string_data(n: usize) -> String {
    secret(n, "a").replace("\ndata:", "\nstringData:")
}

/// Half of the keys in `data`, and half in `binaryData`.
fn config_map(n: usize, value: &str) -> String {
    let beginning = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n";
    let data = each(beginning, 0..n / 2, |i| format!("  k{i}: {value}\n"));
    each(&format!("{data}binaryData:\n"), n / 2..n, |i| {
        format!("  k{i}: YQ==\n")
    })
}

fn custom(n: usize, value: &str) -> String {
    let beginning = "apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: w\nspec:\n  parts:\n";
    each(beginning, 0..n, |i| {
        format!("  - name: p{i}\n    value: {value}\n")
    })
}

fn pod(i: usize) -> String {
    format!(
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p{i}\n  labels: {{a: b}}\nspec:\n  containers:\n  - name: web\n    image: a\n"
    )
}

fn stream(n: usize) -> Files {
    merged(
        each("", 0..n, |i| format!("---\n{}", pod(i))),
        "metadata: {labels: {a: c}}\n".to_owned(),
    )
}

fn list(n: usize) -> Files {
    let items = each("apiVersion: v1\nkind: List\nitems:\n", 0..n, |i| {
        format!("- {}\n", pod(i).trim_end().replace('\n', "\n  "))
    });
    merged(items, "metadata: {labels: {a: c}}\n".to_owned())
}

fn op(name: &str, place: &str, value: &str) -> String {
    let value = if value.is_empty() {
        String::new()
    } else {
        format!(", \"value\": {value}")
    };
    format!("{{\"op\": \"{name}\", \"path\": \"/spec/containers/0/args{place}\"{value}}}")
}

fn moved(name: &str, from: &str, to: &str) -> String {
    let place = "/spec/containers/0/args";
    format!("{{\"op\": \"{name}\", \"from\": \"{place}{from}\", \"path\": \"{place}{to}\"}}")
}

fn operations(live: String, n: usize, one: impl Fn(usize) -> String) -> Files {
    let all: Vec<String> = (0..n).map(one).collect();
    merged(live, format!("[{}]", all.join(",\n")))
}

fn members(n: usize) -> Files {
    let one =
        |i: usize| format!("{{\"op\": \"add\", \"path\": \"/metadata/annotations/n{i}\", \"value\": \"v\"}}");
    operations(map(n, "", "a"), n, one)
}

fn json_numbers(n: usize) -> Files {
    operations(map(n, "", "a"), n, |i| {
        format!("{{\"op\": \"add\", \"path\": \"/metadata/annotations/n{i}\", \"value\": {i}}}")
    })
}

/// A live object with the fields of one entry of `metadata.managedFields`.
fn owned_by_other(live: &str, manager: &str, fields: &str) -> String {
    let owner = format!(
        "{POD}  managedFields:\n  - manager: {manager}\n    operation: Apply\n    apiVersion: v1\n    fieldsType: FieldsV1\n    fieldsV1: {fields}\n"
    );
    live.replacen(POD, &owner, 1)
}

/// Fields that a manager applied before and leaves out now.
fn no_longer_applied(n: usize) -> Files {
    let owns: Vec<String> = (0..n).map(|i| format!("\"f:k{i}\": {{}}")).collect();
    let fields = format!(
        "{{\"f:metadata\": {{\"f:annotations\": {{{}}}}}}}",
        owns.join(", ")
    );
    let live = owned_by_other(&map(n, "", "a"), "m", &fields);
    pair(live, format!("{POD}  labels: {{a: b}}\n"))
}

/// Items of a list that another manager owns.
fn owned_items(n: usize) -> Files {
    let item = |i| format!("'k:{{\"name\":\"V{i}\"}}': {{\".\": {{}}, \"f:name\": {{}}, \"f:value\": {{}}}}");
    let owns: Vec<String> = (0..n).map(item).collect();
    let fields = format!(
        "{{\"f:spec\": {{\"f:containers\": {{'k:{{\"name\":\"web\"}}': {{\"f:env\": {{{}}}}}}}}}}}",
        owns.join(", ")
    );
    pair(owned_by_other(&env(0..n, "a"), "other", &fields), env(0..n, "b"))
}

/// The live object with a manifest that changes all of its fields.
fn all_fields(mut files: Files, n: usize) -> Files {
    files[1].1 = each(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n",
        0..n,
        |i| format!("  k{i}: b\n"),
    );
    files
}

/// A live object of which one manager owns half of the entries.
fn owned(n: usize) -> Files {
    let owns: Vec<String> = (0..n).map(|i| format!("\"f:k{i}\": {{}}")).collect();
    let live = format!(
        "{}  managedFields:\n  - manager: other\n    operation: Apply\n    apiVersion: v1\n    fieldsType: FieldsV1\n    fieldsV1: {{\"f:metadata\": {{\"f:annotations\": {{{}}}}}}}\n",
        map(n, "", "a"),
        owns.join(", ")
    );
    pair(live, map(n, "", "b"))
}

const RULES: &str = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec:\n  rules: ";

fn policy_of(template: &str) -> String {
    let template = template.trim_end().replace('\n', "\n      ");
    format!(
        "apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nmetadata: {{name: p}}\nspec:\n  object-templates:\n  - complianceType: musthave\n    objectDefinition:\n      {template}\n"
    )
}

fn policy(live: String, template: String) -> Files {
    let object = |items: &str| format!("{RULES}[{}]\n", items.trim_end_matches(", "));
    vec![("live", object(&live)), ("policy", policy_of(&object(&template)))]
}

/// A policy with another compliance type.
fn of_type(name: &str, mut files: Files) -> Files {
    files[1].1 = files[1].1.replace("musthave", name);
    files
}

fn policy_of_map(live: String, template: String) -> Files {
    vec![("live", live), ("policy", policy_of(&template))]
}

fn parts(numbers: impl IntoIterator<Item = usize>, key: &str, more: &str) -> String {
    each("", numbers, |i| {
        format!("{{{key}: v{i}, x: a{more}}}, ").replace("x: a, x: b", "x: b")
    })
}

/// Items that differ only in a list.
fn same_parts(numbers: impl IntoIterator<Item = usize>) -> String {
    each("", numbers, |i| {
        format!("{{apiGroups: [apps], resources: [r{i}], verbs: [get]}}, ")
    })
}

/// Items that have two values, of which each is common.
fn pairs_of_parts(numbers: impl IntoIterator<Item = usize>) -> String {
    each("", numbers, |i| {
        format!("{{a: v{}, b: v{}, l: [x{i}]}}, ", i % 30, i % 31)
    })
}

fn lists(numbers: impl IntoIterator<Item = usize>) -> String {
    each("", numbers, |i| format!("[a, v{i}], "))
}

fn scalars(numbers: impl IntoIterator<Item = usize>) -> String {
    each("", numbers, |i| format!("v{i}, "))
}

fn policy_objects(n: usize) -> Files {
    vec![
        ("live", each("", 0..n, |i| format!("---\n{}", pod(i)))),
        (
            "policy",
            policy_of("apiVersion: v1\nkind: Pod\nmetadata:\n  labels: {a: b}\n"),
        ),
    ]
}

fn policy_templates(n: usize) -> Files {
    let beginning = "apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nmetadata: {name: p}\nspec:\n  object-templates:\n";
    let templates = each(beginning, 0..n, |i| {
        format!(
            "  - complianceType: musthave\n    objectDefinition: {{apiVersion: v1, kind: Pod, metadata: {{name: p{i}}}}}\n"
        )
    });
    vec![
        ("live", each("", 0..n, |i| format!("---\n{}", pod(i)))),
        ("policy", templates),
    ]
}

fn schema(n: usize) -> Files {
    let beginning = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.example.com}\nspec:\n  group: example.com\n  names: {kind: Widget, plural: widgets}\n  versions:\n  - name: v1\n    schema:\n      openAPIV3Schema:\n        type: object\n        properties:\n          spec:\n            type: object\n            properties:\n";
    let schema = each(beginning, 0..n, |i| {
        format!(
            "              f{i}: {{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items: {{type: object, properties: {{name: {{type: string}}}}}}}}\n"
        )
    });
    vec![
        ("schema", schema),
        (
            "live",
            "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\n".to_owned(),
        ),
        ("patch", "spec: {x: 1}\n".to_owned()),
    ]
}
