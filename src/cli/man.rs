//! `mergescope man` and `mergescope completions`: files for packagers.

use std::path::Path;

use anyhow::{Result, anyhow};
use clap::{Arg, ArgAction, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use roff::{Inline, Roff, bold, italic, roman};

use super::command::Cli;
use super::exit::Exit;
use super::print::print_out;
use crate::help::{TOPICS, roff};

/// A space at which a line is not broken.
const UNBROKEN_SPACE: &str = "\u{a0}";

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
    let source = format!("mergescope {}", env!("CARGO_PKG_VERSION"));
    let page = Man::new(command.clone()).source(source);
    let mut head = Vec::new();
    page.render_title(&mut head)?;
    page.render_name_section(&mut head)?;
    let mut body = Vec::new();
    page.render_description_section(&mut body)?;
    page.render_options_section(&mut body)?;
    if command.has_subcommands() {
        page.render_subcommands_section(&mut body)?;
    }
    let [head, body] = [head, body].map(|part| String::from_utf8_lossy(&part).into_owned());
    let text = [head, synopsis(command), body, extra(command), see_also(command)].concat();
    std::fs::write(folder.join(page.get_filename()), in_bold(&text))
}

/// Returns the synopsis: all options with their values. An option is not broken at the end of a line.
fn synopsis(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let mut line = vec![bold(name)];
    let shown = || command.get_arguments().filter(|argument| !argument.is_hide_set());
    let options = shown().filter(|argument| !argument.is_positional());
    for argument in options.chain(shown().filter(|argument| argument.is_positional())) {
        let is_optional = !argument.is_required_set();
        line.push(roman(if is_optional { " [" } else { " " }));
        line.extend(argument_names(argument));
        line.push(roman(if is_optional { "]" } else { "" }));
        let is_one_name = argument.get_value_names().is_none_or(|names| names.len() == 1);
        let is_spelled_out = argument
            .get_value_names()
            .is_some_and(|names| names[0].contains(' '));
        if matches!(argument.get_action(), ArgAction::Append) && is_one_name && !is_spelled_out {
            line.push(roman("..."));
        }
    }
    let mut page = Roff::new();
    page.control("SH", ["SYNOPSIS"]).control("ad", ["l"]);
    page.control("HP", ["4"]).text(line);
    if command.has_subcommands() {
        let argument = [bold(name), roman(" "), italic("COMMAND"), roman(" [...]")];
        page.control("HP", ["4"]).text(argument);
    }
    page.control("ad", ["b"]);
    page.to_roff()
}

/// Returns the names of an option with its value, or the name of a positional argument.
fn argument_names(argument: &Arg) -> Vec<Inline> {
    let mut names = Vec::new();
    names.extend(argument.get_short().map(|short| bold(format!("-{short}"))));
    if let Some(long) = argument.get_long() {
        names.extend((!names.is_empty()).then(|| roman("|")));
        names.push(bold(format!("--{long}")));
    }
    if !argument.get_action().takes_values() {
        return names;
    }
    let values: Vec<&str> = argument
        .get_value_names()
        .unwrap_or_default()
        .iter()
        .map(|name| name.as_str())
        .collect();
    let value = italic(values.join(UNBROKEN_SPACE).replace(' ', UNBROKEN_SPACE));
    let is_optional = argument
        .get_num_args()
        .is_some_and(|count| count.min_values() == 0);
    match (names.is_empty(), is_optional) {
        (true, _) => names.push(value),
        (false, true) => names.extend([roman("[="), value, roman("]")]),
        (false, false) => names.extend([roman(UNBROKEN_SPACE), value]),
    }
    names
}

/// Returns the examples and the exit codes at the end of `--help` as sections.
fn extra(command: &Command) -> String {
    let text = command.get_after_long_help().map(ToString::to_string);
    let mut page = Roff::new();
    for part in text.unwrap_or_default().split("\n\n") {
        if let Some(examples) = part.strip_prefix("Examples:\n") {
            page.control("SH", ["EXAMPLES"]).control("nf", []);
            for line in examples.lines() {
                page.text([roman(line.trim_start())]);
            }
            page.control("fi", []);
        } else if let Some(codes) = part.strip_prefix("Exit codes: ") {
            page.control("SH", ["EXIT STATUS"]).text([roman(codes)]);
        } else {
            page.control("SH", ["NOTES"]).text([roman(part)]);
        }
    }
    page.to_roff()
}

/// Returns the references: the page of the program, and on that page the topics.
fn see_also(command: &Command) -> String {
    let names: Vec<String> = match command.get_name() {
        "mergescope" => TOPICS
            .iter()
            .map(|topic| format!("\\fBmergescope\\-{}\\fR(7)", topic.name))
            .collect(),
        _ => vec!["\\fBmergescope\\fR(1)".to_owned()],
    };
    format!(".SH \"SEE ALSO\"\n.ad l\n{}\n", names.join(", "))
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
    let names = argument.get_value_names().unwrap_or_default();
    match names.iter().map(|name| name.as_str()).eq(["LIVE", "PATCH"]) {
        true => argument.value_name("LIVE PATCH..."),
        false => argument,
    }
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
