//! `mergescope man` and `mergescope completions`: files for packagers.

use std::path::Path;

use anyhow::{Result, anyhow};
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;

use super::command::Cli;
use super::exit::Exit;
use super::print::print_out;
use crate::help::{TOPICS, roff};

/// Writes the man pages into a folder: section 1 for the program and its commands, section 7 for the topics.
///
/// # Errors
/// A file that cannot be written.
pub(crate) fn run(folder: &Path) -> Result<Exit> {
    let cannot = |error: std::io::Error| {
        let folder = folder.display();
        anyhow!("cannot write man pages to {folder}: {error}\nhelp: pass a folder that can be written")
    };
    std::fs::create_dir_all(folder).map_err(cannot)?;
    // Options that the short help hides would have no description.
    fn in_full(command: Command) -> Command {
        command
            .mut_args(|option| named_once(option.hide_short_help(false)))
            .mut_subcommands(in_full)
    }
    clap_mangen::generate_to(in_full(Cli::command()), folder).map_err(cannot)?;
    for topic in TOPICS {
        let file = folder.join(format!("mergescope-{}.7", topic.name));
        std::fs::write(file, roff(topic.name, topic.markdown)).map_err(cannot)?;
    }
    Ok(Exit::Success)
}

/// Joins the names of an argument with several values, because a man page shows one name.
fn named_once(argument: Arg) -> Arg {
    let names = argument.get_value_names().unwrap_or_default().iter();
    let name = match names.map(|name| name.as_str()).collect::<Vec<_>>()[..] {
        ["LIVE", "PATCH"] => "LIVE PATCH...",
        ["ORIGINAL", "MODIFIED", "CURRENT"] => "ORIGINAL MODIFIED [CURRENT]",
        _ => return argument,
    };
    argument.value_name(name)
}

/// Prints the completion script of a shell.
///
/// # Errors
/// The output cannot be written.
pub(crate) fn completions(shell: Shell) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "mergescope", &mut script);
    print_out(&String::from_utf8(script)?)?;
    Ok(Exit::Success)
}
