//! `mergescope man` and `mergescope completions`: files for packagers.

use std::path::Path;

use anyhow::{Result, anyhow};
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

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
    let mut program = in_full(Cli::command()).disable_help_subcommand(true);
    program.build();
    write_command(&program, folder).map_err(cannot)?;
    for topic in TOPICS {
        let file = folder.join(format!("mergescope-{}.7", topic.name));
        std::fs::write(file, roff(topic.name, topic.markdown)).map_err(cannot)?;
    }
    Ok(Exit::Success)
}

/// Writes the pages of a command and of its subcommands.
fn write_command(command: &Command, folder: &Path) -> std::io::Result<()> {
    for subcommand in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        write_command(subcommand, folder)?;
    }
    let page = Man::new(command.clone());
    let mut source = Vec::new();
    page.render(&mut source)?;
    let mut text = in_bold(&String::from_utf8_lossy(&source));
    if page.get_filename() == "mergescope.1" {
        let topics = TOPICS
            .iter()
            .map(|topic| format!("\\fBmergescope\\-{}\\fR(7)", topic.name));
        text.push_str(&format!(
            ".SH \"SEE ALSO\"\n{}\n",
            topics.collect::<Vec<_>>().join(", ")
        ));
    }
    std::fs::write(folder.join(page.get_filename()), text)
}

/// Prints code in bold as the pages of the topics do, and breaks no word: a broken path or option cannot be copied.
fn in_bold(source: &str) -> String {
    let mut text = String::new();
    for (at, part) in source.split('`').enumerate() {
        text.push_str(match at {
            0 => "",
            at if at % 2 == 1 => "\\fB",
            _ => "\\fR",
        });
        text.push_str(part);
    }
    text.replacen("\n.SH NAME", "\n.nh\n.SH NAME", 1)
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
