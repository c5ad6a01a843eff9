//! `help`, `man`, `completions`, and suggestions for misspelled words.

use std::collections::BTreeSet;

use mergescope::help::TOPICS;

use crate::program::{Files, finish, program, project, run};

/// The commands that `mergescope help` lists.
fn commands() -> Vec<String> {
    let list = run(&["help"]).out;
    let (topics, commands) = list.split_once("\nCommands").expect("two lists");
    for topic in TOPICS {
        assert!(
            topics.contains(&format!("\n  {} ", topic.name)),
            "{} in {topics}",
            topic.name
        );
    }
    let lines = commands.lines().filter_map(|line| line.strip_prefix("  "));
    lines
        .map(|line| line.split(' ').next().unwrap_or_default().to_owned())
        .collect()
}

/// Every option and argument of `-h` has one line.
fn assert_short(help: &str) {
    for line in help.lines() {
        let is_continued = line.starts_with("            ") && !line.trim_start().starts_with('-');
        assert!(!is_continued && line.chars().count() <= 100, "{line}\n{help}");
    }
}

#[test]
fn the_short_help_has_one_line_for_each_option() {
    let short = run(&["-h"]).out;
    assert_short(&short);
    assert!(
        short.contains("\nUsage: mergescope [OPTIONS] [LIVE] [PATCH]...\n"),
        "{short}"
    );
    for command in ["list", "check", "reset"] {
        assert_short(&run(&["lessons", command, "-h"]).out);
    }
}

#[test]
#[cfg(unix)]
fn as_a_plugin_of_kubectl_the_program_names_itself_as_the_user_types_it() {
    use std::os::unix::process::CommandExt;
    let mut command = program(&["merge", "-h"]);
    command.arg0("/usr/local/bin/kubectl-mergescope");
    let short = finish(command).out;
    assert!(short.contains("\nUsage: kubectl mergescope merge ["), "{short}");
}

#[test]
fn help_prints_every_topic_and_the_help_of_every_command() {
    for topic in TOPICS {
        let shown = run(&["help", topic.name]);
        assert_eq!((shown.code, shown.err.as_str()), (0, ""), "{}", topic.name);
        assert!(shown.out.contains(&topic.title().to_uppercase()), "{}", shown.out);
        assert!(
            !shown.out.contains("<!--") && !shown.out.contains("|---"),
            "{}",
            shown.out
        );
        let is_code = |line: &&str| line.starts_with("  ");
        for line in shown.out.lines().filter(|line| !is_code(line)) {
            assert!(line.chars().count() <= 100, "{}: {line}", topic.name);
        }
    }
    let commands = commands();
    assert!(commands.len() > 12, "{commands:?}");
    for command in &commands {
        let shown = run(&["help", command]);
        assert_eq!((shown.code, shown.err.as_str()), (0, ""), "{command}");
        let long = run(&[command, "--help"]);
        assert_eq!((long.code, long.err.as_str()), (0, ""), "{command}");
        assert!(
            shown.out.starts_with(long.out.trim_end()),
            "{command}: {}",
            shown.out
        );
        let reads_nothing = ["help", "completions", "man", "recovery"].contains(&command.as_str());
        assert_eq!(long.out.contains("--max-input-mib"), !reads_nothing, "{command}");
        let short = run(&[command, "-h"]);
        assert!(short.out.len() < long.out.len(), "{command}");
        assert_short(&short.out);
        assert!(
            long.out.contains("\nExamples:\n  mergescope ") || long.out.contains("\nExamples:\n  kubectl "),
            "{command}"
        );
        assert!(long.out.contains("\nExit codes: 0 "), "{command}");
    }
}

#[test]
fn a_misspelled_word_gets_a_suggestion() {
    for (args, part) in [
        (
            &["mrege", "live.yaml", "patch.yaml"][..],
            "help: did you mean `merge`?",
        ),
        (&["help", "semantic"], "help: did you mean `semantics`?"),
        (
            &["merge", "a", "b", "--semantics", "kubernets"],
            "help: did you mean `kubernetes`?",
        ),
        (&["merge", "a", "b", "--rfd"], "help: did you mean `--rfc`?"),
        (
            &["lint", "--explain", "leftovr"],
            "help: did you mean `leftover`?",
        ),
        (
            &["schema", "deploymnt"],
            "help: did you mean `apps/v1/Deployment`?",
        ),
        (&["schema", "json", "explane"], "help: did you mean `explain`?"),
        (&["help", "quantum-physics"], "help: `mergescope help` lists all"),
    ] {
        let shown = run(args);
        assert_eq!((shown.code, shown.out.as_str()), (2, ""), "{args:?}");
        assert!(shown.err.contains(part), "{args:?}: {}", shown.err);
    }
    // There is no `--type policy` that the message could suggest.
    let lesson = project("samples/01-null-removes");
    let (live, patch) = (lesson.join("live.yaml"), lesson.join("patch.yaml"));
    let (live, patch) = (live.to_str().expect("a name"), patch.to_str().expect("a name"));
    let clash = run(&[
        "merge",
        live,
        patch,
        "--type",
        "strategic",
        "--semantics",
        "musthave",
    ]);
    assert!(
        clash
            .err
            .starts_with("error: --semantics musthave cannot be used with --type strategic\n"),
        "{}",
        clash.err
    );
    let file = run(&["live.yml", "-p", "{}"]);
    assert!(file.err.contains("cannot read live.yml"), "{}", file.err);
}

#[test]
fn there_is_a_man_page_for_every_command_and_topic() {
    let files = Files::new(&[]);
    let folder = files.name("man");
    let shown = run(&["man", &folder]);
    assert_eq!((shown.code, shown.err.as_str()), (0, ""));
    let found: BTreeSet<String> = std::fs::read_dir(&folder)
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .collect();
    let pages = commands()
        .into_iter()
        .map(|command| format!("mergescope-{command}.1"));
    let topics = TOPICS.iter().map(|topic| format!("mergescope-{}.7", topic.name));
    let below = [
        "mergescope.1",
        "mergescope-lessons-list.1",
        "mergescope-lessons-check.1",
        "mergescope-lessons-reset.1",
    ];
    let below = below.into_iter().map(str::to_owned);
    let wanted: BTreeSet<String> = pages.chain(topics).chain(below).collect();
    // A command of a command has a page, too.
    assert!(found.is_superset(&wanted), "{found:?}");
    for name in found {
        let page = std::fs::read_to_string(format!("{folder}/{name}")).expect("a page");
        assert!(
            page.contains(".TH ") && page.contains(".SH NAME\n"),
            "{name}: {page}"
        );
        assert!(!page.contains("<!--"), "{name}");
    }
    let merge = std::fs::read_to_string(format!("{folder}/mergescope-merge.1")).expect("a page");
    assert!(merge.contains("same option as in kubectl"), "{merge}");
    assert!(merge.contains("[\\fILIVE PATCH...\\fR]"), "{merge}");
    // The synopsis has the options with their values, and the examples keep their lines.
    for text in [
        "[\\fB\\-f\\fR|\\fB\\-\\-filename\\fR\u{a0}\\fILIVE\\fR]",
        "[\\fB\\-p\\fR|\\fB\\-\\-patch\\fR\u{a0}\\fIINLINE\\fR]...",
        "[\\fB\\-\\-rfc\\fR]",
        ".SH EXAMPLES\n.nf\nmergescope merge deployment.yaml",
        ".SH \"EXIT STATUS\"\n0 merged",
    ] {
        assert!(merge.contains(text), "{text}: {merge}");
    }
    assert!(!merge.contains("EXTRA"), "{merge}");
    let create = std::fs::read_to_string(format!("{folder}/mergescope-create.1")).expect("a page");
    assert!(
        create.contains("\\fIORIGINAL\\fR \\fIMODIFIED\\fR [\\fICURRENT\\fR]"),
        "{create}"
    );
}

#[test]
fn every_shell_gets_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let shown = run(&["completions", shell]);
        assert_eq!((shown.code, shown.err.as_str()), (0, ""), "{shell}");
        for word in ["mergescope", "explain", "semantics"] {
            assert!(shown.out.contains(word), "{shell} lacks {word}");
        }
    }
}
