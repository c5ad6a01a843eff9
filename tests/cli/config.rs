//! `--config` and `--print-config`.

use std::fs;

use crate::program::{finish, program, run};

#[test]
fn the_printed_config_is_one_that_can_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = program(&["--print-config"]);
    let usual = finish({
        command.env("XDG_CONFIG_HOME", folder.path());
        command
    });
    assert_eq!((usual.code, usual.err.as_str()), (0, ""));
    // The names of settings and actions are what people have in their files: they stay.
    insta::assert_snapshot!(usual.out);
    let file = folder.path().join("mine.yaml");
    fs::write(&file, format!("{}  fold: F9\n", usual.out)).expect("a file");
    let mine = run(&["--config", file.to_str().expect("a path"), "--print-config"]);
    assert_eq!(mine.code, 0, "{mine:?}");
    assert!(mine.out.contains("\n  fold: [\"F9\"]"), "{}", mine.out);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.yaml");
    fs::write(&file, "theme: dark\nkeys:\n  stepp-back: s\n").expect("a file");
    let path = file.to_str().expect("a path");
    let bad = run(&["--config", path, "--print-config"]);
    assert_eq!((bad.code, bad.out.as_str()), (2, ""));
    let want = format!("error: {path}:3:3: keys: unknown action stepp-back\nhelp: did you mean `step-back`?");
    assert!(bad.err.starts_with(&want), "{}", bad.err);
    let gone = run(&["--config", "/no/such/file", "--print-config"]);
    assert_eq!(gone.code, 2);
    assert!(
        gone.err
            .starts_with("error: cannot read the config file /no/such/file"),
        "{}",
        gone.err
    );
}

#[test]
fn the_semantics_of_the_config_file_are_the_default_of_all_commands() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("mergescope")).expect("a folder");
    let file = folder.path().join("mergescope/config.yaml");
    fs::write(&file, "semantics: kubernetes\n").expect("a file");
    let lesson = "samples/15-new-env-goes-first";
    let [live, patch] = ["live", "patch"].map(|name| format!("{lesson}/{name}.yaml"));
    let run = |args: &[&str]| {
        let mut command = program(args);
        command.env("XDG_CONFIG_HOME", folder.path());
        finish(command)
    };
    for (args, part) in [
        (&["merge", &live, &patch][..], "proposal semantics differ"),
        (&["explain", &live, &patch], "kubernetes semantics"),
        (&["compare", &live, &patch], "kubernetes and proposal differ"),
        (&["skew", &live, &live], "new: kubernetes"),
        (
            &["export", &live, &patch, "--format", "markdown"],
            "kubernetes semantics",
        ),
        (
            &["merge", &live, &patch, "--semantics", "proposal"],
            "kubernetes semantics differ",
        ),
    ] {
        let shown = run(args);
        let all = shown.out + &shown.err;
        assert!(all.contains(part), "{args:?}: {part} in {all}");
    }
    fs::write(&file, "semantics: cubernetes\n").expect("a file");
    let bad = run(&["merge", &live, &patch]);
    assert_eq!(bad.code, 2, "{bad:?}");
    assert!(bad.err.contains("config.yaml:1:"), "{}", bad.err);
}

#[test]
fn the_earlier_keys_can_be_restored_as_the_help_says() {
    let help = run(&["help", "config"]).out;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.yaml");
    let settings = [
        ["first-step: g", "top: Home"],
        ["last-step: G", "bottom: End"],
        ["fold: h", "focus-previous: Shift-Tab"],
        ["lessons: l", "focus-next: Tab"],
    ];
    let mut config = "keys:\n".to_owned();
    for [key, frees] in settings {
        assert!(help.contains(&format!("`{key}`, `{frees}`")), "{help}");
        config.push_str(&format!("  {key}\n  {frees}\n"));
    }
    fs::write(&file, config).expect("a file");
    let mine = run(&["--config", file.to_str().expect("a path"), "--print-config"]);
    assert_eq!((mine.code, mine.err.as_str()), (0, ""));
}
