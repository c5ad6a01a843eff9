//! Formats the usage errors of clap like all errors, which end with help.

use clap::CommandFactory;
use clap::error::ErrorKind;

use super::command::Cli;

/// Returns the lines of the message, with the tips and allowed values as help at the end.
pub(crate) fn lines(error: &clap::Error, words: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut helps = Vec::new();
    for line in error.render().to_string().lines() {
        let allowed = line.trim().strip_prefix("[possible values: ");
        if let Some(tip) = line.trim().strip_prefix("tip: ") {
            // An unknown option is never meant as a value.
            if tip.contains("as a value, use") {
                continue;
            }
            let similar = tip
                .split_once(" exists: '")
                .filter(|(what, _)| what.contains("similar"));
            match similar.and_then(|(_, name)| name.strip_suffix('\'')) {
                Some(name) => helps.insert(0, format!("help: did you mean `{name}`?")),
                None => helps.push(format!("help: {tip}")),
            }
        } else if let Some(allowed) = allowed.and_then(|rest| rest.strip_suffix(']')) {
            helps.push(format!("help: use one of {allowed}"));
        } else if !line.is_empty() && !line.starts_with("For more information") {
            lines.push(line.to_owned());
        }
    }
    if error.kind() == ErrorKind::ArgumentConflict {
        helps.push("help: use only one of them".to_owned());
    }
    for (part, help) in [
        (
            "invalid value 'k8s' for '--semantics",
            "did you mean `kubernetes`?",
        ),
        (
            "  --manager <NAME>",
            "`kubectl apply --server-side` uses the field manager `kubectl`: add `--manager kubectl`",
        ),
    ] {
        if lines
            .iter()
            .any(|line| line.contains(part) && !line.starts_with("Usage"))
        {
            helps.insert(0, format!("help: {help}"));
        }
    }
    let command = words.skip(1).find(|word| !word.starts_with('-'));
    let command = command.filter(|word| Cli::command().find_subcommand(word).is_some());
    let command = command.map_or_else(String::new, |word| format!("{word} "));
    helps.push(format!("help: `mergescope {command}--help` shows all arguments"));
    lines.extend(helps);
    lines
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[test]
    fn every_message_ends_with_help() {
        let cases: [(&[&str], &[&str]); 6] = [
            (
                &["merge", "a", "b", "--semantic", "kubernetes"],
                &[
                    "help: did you mean `--semantics`?",
                    "help: `mergescope merge --help` shows all arguments",
                ],
            ),
            (
                &["apply", "a", "b", "-o", "patch"],
                &[
                    "help: use one of yaml, json, text, ledger",
                    "help: `mergescope apply --help` shows all arguments",
                ],
            ),
            (
                &["ssa", "a", "b"],
                &[
                    "help: `kubectl apply --server-side` uses the field manager `kubectl`: add `--manager kubectl`",
                    "help: `mergescope ssa --help` shows all arguments",
                ],
            ),
            (
                &["lint", "a", "b", "--fix", "--diff"],
                &[
                    "help: use only one of them",
                    "help: `mergescope lint --help` shows all arguments",
                ],
            ),
            (
                &["merge", "a", "b", "--semantics", "k8s"],
                &["help: did you mean `kubernetes`?"],
            ),
            (&["--nosuch"], &["help: `mergescope --help` shows all arguments"]),
        ];
        for (arguments, helps) in cases {
            let words = || std::iter::once("mergescope").chain(arguments.iter().copied());
            let error = Cli::try_parse_from(words()).unwrap_err();
            let lines = lines(&error, words().map(str::to_owned));
            assert!(lines[0].starts_with("error: "), "{lines:?}");
            let helps: Vec<String> = helps.iter().map(ToString::to_string).collect();
            let first = lines.iter().position(|line| *line == helps[0]);
            assert!(
                first.is_some_and(|first| lines[first..].starts_with(&helps)),
                "{lines:?}"
            );
        }
    }
}
