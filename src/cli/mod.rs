//! The command line: one file for each subcommand.

mod apply;
mod args;
mod command;
mod compare;
mod config;
mod course_folder;
mod course_site;
mod create;
mod error_report;
mod examples;
mod exit;
mod explain;
mod explore;
mod explorer_setup;
mod export;
mod first_lesson;
mod help;
mod input_source;
mod inputs;
mod json_schema;
mod lessons;
mod lint;
mod man;
mod merge;
mod policy;
mod print;
mod recovery;
mod schema;
mod schema_file;
pub mod schema_table;
mod session_file;
mod skew;
mod ssa;
mod stream;
mod swapped;
mod undecoded;
mod unused_merge_keys;
mod usage_error;
pub mod verify;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{CommandFactory, Parser};

use command::{Cli, Command};
use exit::Exit;
use print::print_out;

use crate::cli::print::print_err;
use crate::document::escape;
use crate::input_limit;
use crate::schema::nearest;
use crate::terminal::signals;

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    if let Some(code) = verify::become_child() {
        return code.into();
    }
    signals::report_file_size_limit();
    let cli = match Cli::try_parse_from(plugin_words(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are results, everything else is a usage error. A closed pipe changes neither.
            if !error.use_stderr() {
                let _ = error.print();
                return Exit::Success.into();
            }
            // The message repeats the arguments, so it must be escaped for the terminal.
            for line in usage_error::lines(&error, words()) {
                print_err!("{}", escape::visible(&line));
            }
            return Exit::Usage.into();
        }
    };
    let shows = cli.shows_secrets();
    input_limit::set_mib(cli.max_input_mib);
    let ended = dispatch(cli);
    // The user can quit the explorer while kubectl is still running.
    verify::end_children();
    match ended {
        Ok(exit) => exit.into(),
        Err(error) => {
            for (at, line) in error_report::to_text(&error, shows).lines().enumerate() {
                let lead = if at == 0 { "error: " } else { "" };
                print_err!("{lead}{}", escape::visible(line));
            }
            Exit::Usage.into()
        }
    }
}

/// Returns the arguments with the program as the user typed it: kubectl runs its plugins as `kubectl-NAME`.
fn plugin_words(words: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    words
        .enumerate()
        .map(|(at, word)| match Path::new(&word).file_stem() {
            Some(name) if at == 0 && name == "kubectl-mergescope" => "kubectl mergescope".into(),
            _ => word,
        })
}

/// Returns the program and its arguments.
fn words() -> impl Iterator<Item = String> {
    std::env::args_os().map(|word| word.to_string_lossy().into_owned())
}

fn dispatch(cli: Cli) -> Result<Exit> {
    match cli.command {
        Some(Command::Merge {
            inputs,
            stream,
            output,
        }) => merge::run(&inputs, &stream, output),
        Some(Command::Explain {
            inputs,
            stream,
            output,
            secrets,
        }) => explain::run(&inputs, &stream, output, secrets),
        Some(Command::Export { inputs, export }) => match &export.course {
            Some(course) => course_site::write(course, &export),
            None => export::run(&inputs, &export),
        },
        Some(Command::Lint { inputs, lint }) => lint::run(&inputs, &lint),
        Some(Command::SchemaTable { file, release }) => {
            let text = input_source::InputPath::from_argument(&file).bytes()?;
            let text = String::from_utf8(text).with_context(|| format!("{} is not UTF-8", file.display()))?;
            print_out(&schema_table::print(&text, &release).with_context(|| file.display().to_string())?)?;
            Ok(Exit::Success)
        }
        Some(Command::Compare {
            inputs,
            compare,
            output,
        }) => compare::run(&inputs, &compare, output),
        Some(Command::Lessons(args)) => lessons::run(&args),
        Some(Command::Ssa(args)) => ssa::run(&args),
        Some(Command::Verify { inputs, verify }) => verify::run(&inputs, &verify),
        Some(Command::Schema { kind, path, .. }) if kind.as_deref() == Some(json_schema::KIND) => {
            print_out(&json_schema::print(path.as_deref())?)?;
            Ok(Exit::Success)
        }
        Some(Command::Schema {
            kind,
            path,
            schema,
            output,
        }) => {
            let schema = inputs::schema(&schema)?;
            print_out(&match kind {
                Some(kind) => schema::print(&schema, &kind, path.as_deref(), output)?,
                None => schema::kinds(&schema, output)?,
            })?;
            Ok(Exit::Success)
        }
        Some(Command::Policy {
            policy,
            live,
            schema,
            output,
            screen,
            secrets,
        }) => match output {
            None if explore::has_screen() => explore::policy(&policy, &live, &schema, &screen, secrets),
            format => policy::run(
                &policy,
                &live,
                &schema,
                format.unwrap_or(args::ReportFormat::Text),
                secrets,
            ),
        },
        Some(Command::Completions { shell, .. }) => man::completions(shell),
        Some(Command::Man { folder, .. }) => man::run(&folder),
        Some(Command::Help { name, .. }) => help::run(name.as_deref()),
        Some(Command::Apply(args)) => apply::run(&args),
        Some(Command::Create(args)) => create::run(&args),
        Some(Command::Skew(args)) => skew::run(&args),
        Some(Command::Recovery(args)) => recovery::run(&args),
        None if cli.start.print_config => config::print(&cli.screen),
        None => {
            check_first_word(&cli.inputs)?;
            explore::run(&cli.inputs, &cli.start, &cli.screen, cli.secrets)
        }
    }
}

/// Detects a misspelled or unknown command that was read as the name of a file.
///
/// # Errors
/// The first argument is not a file, and is similar to a command or is a word alone.
fn check_first_word(inputs: &args::InputArgs) -> Result<()> {
    let word = inputs.files.first().and_then(|file| file.to_str());
    let Some(word) = word.filter(|word| !Path::new(word).exists()) else {
        return Ok(());
    };
    let words: Vec<String> = words().skip(1).collect();
    if let Some([error, help]) = usage_error::options_before_command(&words) {
        bail!("{}\n{help}", error.trim_start_matches("error: "));
    }
    if matches!(word, "patch" | "diff") {
        bail!("there is no file or command `{word}`\nhelp: write `mergescope LIVE PATCH`");
    }
    let cli = Cli::command();
    if let Some(meant) = nearest(word, cli.get_subcommands().map(clap::Command::get_name)) {
        bail!("there is no file or command `{word}`\nhelp: did you mean `{meant}`?");
    }
    let is_word = word.starts_with(char::is_alphanumeric) && !word.contains(['/', '.']);
    let has_patch = inputs.files.len() > 1 || !inputs.patch_file.is_empty() || !inputs.inline.is_empty();
    if is_word && !has_patch && inputs.live.is_empty() {
        let help = match word {
            "version" => "run `mergescope --version`",
            _ => "pass LIVE and PATCH; `mergescope --help` lists the commands",
        };
        bail!("there is no file or command `{word}`\nhelp: {help}");
    }
    Ok(())
}
