//! `mergescope help`: prints a topic of the reference, or the help of a command.

use std::io::IsTerminal;

use anyhow::{Result, bail};
use clap::CommandFactory;

use super::command::Cli;
use super::exit::Exit;
use super::print::print_out;
use crate::help::{TOPICS, Topic, text};
use crate::schema::nearest;

/// Maximum line width, even on wider terminals.
const MAX_WIDTH: usize = 100;

/// Prints the help of a command, then the topic, if both have the name. Without a name, lists both.
///
/// # Errors
/// An unknown name, with a similar one.
pub(crate) fn run(name: Option<&str>) -> Result<Exit> {
    let mut cli = Cli::command();
    cli.build();
    let Some(name) = name.filter(|name| *name != "topics") else {
        print_out(&list(&cli))?;
        return Ok(Exit::Success);
    };
    let topic = Topic::named(name);
    match cli.find_subcommand_mut(name) {
        // A closed pipe is not an error.
        Some(command) => {
            let _ = command.print_long_help();
            if topic.is_some() {
                print_out("\n")?;
            }
        }
        None if topic.is_none() => {
            let topics = TOPICS.iter().map(|topic| topic.name);
            let commands = cli.get_subcommands().map(clap::Command::get_name);
            let help = match nearest(name, topics.chain(commands)) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "`mergescope help` lists all topics and commands".to_owned(),
            };
            bail!("there is no topic or command `{name}`\nhelp: {help}");
        }
        None => {}
    }
    if let Some(topic) = topic {
        print_out(&text(topic.markdown, width()))?;
    }
    Ok(Exit::Success)
}

fn list(cli: &clap::Command) -> String {
    let mut out = "Topics (mergescope help TOPIC):\n".to_owned();
    for topic in TOPICS {
        out.push_str(&format!("  {:<18}  {}\n", topic.name, topic.title()));
    }
    out.push_str("\nCommands (mergescope help COMMAND):\n");
    for command in cli.get_subcommands() {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        out.push_str(&format!("  {:<18}  {about}\n", command.get_name()));
    }
    out
}

fn width() -> usize {
    terminal_width().map_or(MAX_WIDTH, |columns| columns.min(MAX_WIDTH))
}

/// Returns the width of the terminal in cells, or `None` if stdout is not a terminal.
pub(crate) fn terminal_width() -> Option<usize> {
    let size = || crossterm::terminal::size().ok();
    let (columns, _) = std::io::stdout().is_terminal().then(size).flatten()?;
    Some(usize::from(columns))
}
