//! Formats the usage errors of clap like all errors, which end with help.

use std::path::Path;

use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory, Parser};

use super::command::Cli;
use super::swapped::as_typed;
use crate::schema::nearest;

/// The maximum number of names to choose from, if one of them is near.
const MAX_NAMES: usize = 8;

/// Returns an error with help if the arguments (`words` without the program) have options before a command.
pub(crate) fn options_before_command(words: &[String]) -> Option<[String; 2]> {
    let is_command = |word: &String| Cli::command().find_subcommand(word).is_some();
    let at = words.iter().position(is_command)?;
    let command = &words[at];
    if !words[0].starts_with('-') || Path::new(command).exists() {
        return None;
    }
    let options = words[..at].iter().chain(&words[at + 1..]).map(String::as_str);
    let right: Vec<&str> = ["mergescope", command].into_iter().chain(options).collect();
    let help = match Cli::try_parse_from(&right) {
        Ok(_) => format!("run `{}`", as_typed(right.into_iter())),
        Err(_) => format!("`mergescope {command} --help` shows its options"),
    };
    let error = format!("error: the options of `{command}` go after the command");
    Some([error, format!("help: {help}")])
}

/// Returns whether the unknown option could be a misspelling of another one.
fn is_near(error: &clap::Error, name: &str) -> bool {
    let typed = error.get(ContextKind::InvalidArg).map(ToString::to_string);
    let typed = typed.filter(|_| error.kind() == ErrorKind::UnknownArgument);
    typed.is_none_or(|typed| nearest(&typed, std::iter::once(name)).is_some())
}

/// Returns the lines of the message, with the tips and allowed values as help at the end.
pub(crate) fn lines(error: &clap::Error, words: impl Iterator<Item = String>) -> Vec<String> {
    let words: Vec<String> = words.skip(1).collect();
    if let Some(lines) = options_before_command(&words) {
        return lines.into();
    }
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
                Some(name) if !is_near(error, name) => {}
                Some(name) => helps.insert(0, format!("help: did you mean `{name}`?")),
                None => helps.push(format!("help: {tip}")),
            }
        } else if let Some(allowed) = allowed.and_then(|rest| rest.strip_suffix(']')) {
            helps.push(match allowed.contains(", ") {
                true => format!("help: use one of {allowed}"),
                false => format!("help: use {allowed}"),
            });
        } else if !(line.is_empty()
            || line.starts_with("For more information")
            || (line.starts_with("Usage") || line.starts_with("       mergescope"))
                && error.kind() == ErrorKind::UnknownArgument)
        {
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
        ("'--patch-type'", "did you mean `--type`?"),
        ("argument '-f'", "pass the files without `-f`"),
        ("for '--timeout <SECONDS>'", "write a number from 1 to 86400"),
        ("  --server", "add `--server`"),
        ("'--server-side'", "`mergescope ssa` shows a server-side apply"),
        (
            "  --manager <NAME>",
            "add `--manager NAME`: an update has no default manager",
        ),
    ] {
        if lines
            .iter()
            .any(|line| line.contains(part) && !line.starts_with("Usage"))
        {
            helps.insert(0, format!("help: {help}"));
        }
    }
    let command = words.iter().find(|word| !word.starts_with('-'));
    let command = command.filter(|word| Cli::command().find_subcommand(word).is_some());
    let command = command.map_or_else(String::new, |word| format!("{word} "));
    helps.push(format!("help: `mergescope {command}--help` shows all arguments"));
    // A long list hides the name that is meant.
    if helps.iter().any(|help| help.starts_with("help: did you mean")) {
        helps.retain(|help| help.matches(", ").count() < MAX_NAMES);
    }
    lines.extend(helps);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_ends_with_help() {
        let cases: [(&[&str], &[&str]); 7] = [
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
                &["ssa", "a", "b", "--update"],
                &[
                    "help: add `--manager NAME`: an update has no default manager",
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
                &[
                    "help: did you mean `kubernetes`?",
                    "help: `mergescope merge --help` shows all arguments",
                ],
            ),
            (
                &["--semantics", "kubernetes", "merge", "a", "b", "-o", "json"],
                &["help: run `mergescope merge --semantics kubernetes a b -o json`"],
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
