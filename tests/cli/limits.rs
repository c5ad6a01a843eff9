//! Inputs that cannot be manifests: devices, pipes without end, NUL bytes, and what is larger than the limit. Every command
//! reports them soon, and needs little memory.

use std::fs::File;
use std::process::{Command, Stdio};

use crate::program::{Files, LIVE, Run, finish, run};

/// Every command that reads documents, with `BAD` for the bad one.
const COMMANDS: [&str; 21] = [
    "BAD patch",
    "live BAD",
    "merge BAD patch",
    "merge live BAD",
    "merge live BAD --type json",
    "merge live patch --schema BAD",
    "explain BAD patch",
    "lint live BAD",
    "compare BAD patch",
    "export BAD patch --format html",
    "verify BAD patch",
    "verify live BAD",
    "policy BAD live",
    "policy rules BAD",
    "apply BAD live",
    "apply live BAD",
    "create BAD live",
    "skew live BAD",
    "ssa BAD live --manager m",
    "schema deployment --schema BAD",
    "schema-table BAD --release v1",
];

const POLICY: &str = "\
apiVersion: policy.open-cluster-management.io/v1
kind: ConfigurationPolicy
metadata: {name: p}
spec:
  remediationAction: enforce
  object-templates:
  - complianceType: musthave
    objectDefinition: {apiVersion: apps/v1, kind: Deployment, metadata: {name: web}}
";

/// Runs a command with at most 450 MB of address space, which is more than the memory that is used.
fn run_small(files: &Files, line: &str, bad: &str, stdin: Option<File>) -> Run {
    let mut command = Command::new("/bin/sh");
    command
        .arg("-c")
        .arg("ulimit -v 450000; exec \"$0\" \"$@\"")
        .arg(env!("CARGO_BIN_EXE_mergescope"))
        .args(line.split(' ').map(|word| match word {
            "BAD" => bad.to_owned(),
            "live" | "patch" | "rules" => files.name(word),
            word => word.to_owned(),
        }))
        // Reserved addresses are no memory.
        .env("MALLOC_ARENA_MAX", "1")
        .stdin(stdin.map_or_else(Stdio::null, Stdio::from));
    finish(command)
}

fn files() -> Files {
    Files::new(&[
        ("live", LIVE),
        ("patch", "spec: {replicas: 3}\n"),
        ("rules", POLICY),
    ])
}

/// A file of 65 MiB that YAML could read.
fn large(files: &Files) -> String {
    use std::io::Write;
    let path = files.path("large");
    let mut file = File::create(&path).unwrap();
    for _ in 0..65 {
        file.write_all("a: 1234567890123456789012345678\n".repeat(1 << 15).as_bytes())
            .unwrap();
    }
    path.to_str().unwrap().to_owned()
}

#[test]
fn what_cannot_be_a_manifest_ends_every_command_soon() {
    let files = files();
    let nul = files.path("nul");
    File::create(&nul).unwrap().set_len(1 << 30).unwrap();
    let nul = nul.to_str().unwrap().to_owned();
    let large = large(&files);
    for line in COMMANDS {
        for (bad, sentence) in [
            ("/dev/zero", ""),
            ("/dev/urandom", ""),
            ("/dev/full", ""),
            (&*nul, ""),
            (
                &*large,
                "it has more than 64 MiB\nhelp: --max-input-mib raises the limit",
            ),
        ] {
            let shown = run_small(&files, line, bad, None);
            assert_eq!(shown.code, 2, "{line} with {bad}: {shown:?}");
            assert!(shown.err.starts_with("error: "), "{line} with {bad}: {shown:?}");
            assert!(shown.err.contains(sentence), "{line} with {bad}: {shown:?}");
            assert_eq!(shown.out, "", "{line} with {bad}");
        }
    }
}

#[test]
fn a_pipe_without_end_ends_too() {
    let files = files();
    for line in [
        "merge - patch",
        "explain live -",
        "policy - live",
        "create - live",
    ] {
        let mut endless = Command::new("yes")
            .arg("a: b")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let pipe = std::os::fd::OwnedFd::from(endless.stdout.take().unwrap());
        let shown = run_small(&files, line, "", Some(File::from(pipe)));
        endless.wait().unwrap();
        assert_eq!((shown.code, shown.out.as_str()), (2, ""), "{line}: {shown:?}");
        assert!(
            shown.err.contains("cannot read") && shown.err.contains("it has more than 64 MiB"),
            "{line}: {shown:?}"
        );
    }
}

#[test]
fn the_limit_can_be_set() {
    let text = format!("{LIVE}# {}\n", "x".repeat(1 << 20));
    let files = Files::new(&[("live", &text)]);
    let live = files.name("live");
    let shown = run(&["merge", &live, "-p", "{}", "--max-input-mib", "1"]);
    assert_eq!(shown.code, 2);
    assert!(shown.err.contains("it has more than 1 MiB"), "{shown:?}");
    let shown = run(&["merge", &live, "-p", "{}", "--max-input-mib", "2"]);
    assert_eq!(shown.code, 0, "{shown:?}");
}

#[test]
fn the_number_of_values_is_limited_too() {
    let files = files();
    for (text, of) in [
        (format!("l: [{}1]\n", "1,".repeat(40_000)), "in flow style"),
        (format!("l:\n{}", "- 1\n".repeat(40_000)), "in lines"),
        (format!("l:\n- {}1\n", "- ".repeat(40_000)), "in one line"),
    ] {
        std::fs::write(files.path("many"), &text).unwrap();
        for line in [
            "merge BAD patch",
            "merge live BAD",
            "policy rules BAD",
            "apply BAD live",
        ] {
            let line = format!("{line} --max-input-mib 1");
            let shown = run_small(&files, &line, &files.name("many"), None);
            assert_eq!(
                (shown.code, shown.out.as_str()),
                (2, ""),
                "{of}, {line}: {shown:?}"
            );
            assert!(
                shown
                    .err
                    .contains("it has more than 32768 values\nhelp: --max-input-mib raises the limit"),
                "{of}, {line}: {shown:?}"
            );
        }
    }
    let shown = run(&["merge", &files.name("live"), "-p", "{}"]);
    assert_eq!(shown.code, 0, "{shown:?}");
}
