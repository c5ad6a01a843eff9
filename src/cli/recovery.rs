//! `mergescope recovery`: lists the unsaved texts of earlier runs.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::{Context, Result, anyhow};
use clap::Args;

use super::args::NoInputArgs;
use super::exit::Exit;
use super::print::{print_bytes, print_out};
use crate::document::escape;
use crate::terminal::recovery::{KeptText, RecoveredText, RecoveryFolder};

/// What is done with the texts that are kept.
#[derive(Clone, Debug, Args)]
pub(crate) struct RecoveryArgs {
    /// Only the texts of this file
    file: Option<PathBuf>,
    /// Print the newest text of FILE
    #[arg(long, requires = "file", conflicts_with = "remove")]
    print: bool,
    /// Delete the texts
    #[arg(long)]
    remove: bool,
    #[command(flatten)]
    input: NoInputArgs,
}

/// Runs the command.
///
/// # Errors
/// There is no text of the file; I/O errors.
pub(crate) fn run(args: &RecoveryArgs) -> Result<Exit> {
    let folder = RecoveryFolder::from_environment();
    let texts = match &args.file {
        None => folder.list(),
        Some(file) => folder.list_of(file),
    };
    if args.file.is_some() && texts.is_empty() {
        let file = args.file.clone().unwrap_or_default();
        return Err(anyhow!(
            "there is no unsaved text of {}\nhelp: `mergescope recovery` lists all unsaved texts",
            file.display()
        ));
    }
    if args.print
        && let Some(newest) = texts.first()
    {
        let bytes = newest
            .bytes()
            .with_context(|| newest.path.display().to_string())?;
        return print(&bytes);
    }
    let mut out = String::new();
    for text in &texts {
        if args.remove {
            text.remove().with_context(|| text.path.display().to_string())?;
            out.push_str("deleted: ");
        }
        out.push_str(&line(text, SystemTime::now()));
    }
    if texts.is_empty() {
        out.push_str("no unsaved text\n");
    }
    print_out(&out)?;
    Ok(Exit::Success)
}

/// Prints the exact bytes of a text; on a terminal, escapes it.
fn print(bytes: &[u8]) -> Result<Exit> {
    if io::stdout().is_terminal() {
        let text = String::from_utf8_lossy(bytes);
        for line in text.lines() {
            print_out(&format!("{}\n", escape::visible(line)))?;
        }
    } else {
        print_bytes(bytes)?;
    }
    Ok(Exit::Success)
}

fn line(text: &RecoveredText, now: SystemTime) -> String {
    let what = match text.text {
        KeptText::Unsaved => "unsaved text",
        KeptText::EditedResult => "unsaved result of this patch",
        KeptText::NoFile => "unsaved text of standard input or a lesson",
        KeptText::Replaced => "old text, kept while the file was overwritten",
        KeptText::OtherProgram => "text of another program, replaced by a save",
        KeptText::Discarded => "typed text, given up for that of the file",
    };
    let age = now.duration_since(text.time).unwrap_or_default().as_secs();
    let age = match age {
        0..120 => format!("{age} s"),
        120..7_200 => format!("{} min", age / 60),
        7_200..172_800 => format!("{} h", age / 3600),
        _ => format!("{} days", age / 86_400),
    };
    let mut line = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        line,
        "{}: {what}, {} bytes, {age} ago\n  {}",
        escape::visible(&text.file),
        text.length,
        escape::visible(&text.path.to_string_lossy())
    );
    line
}
