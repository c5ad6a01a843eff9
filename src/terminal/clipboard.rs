//! The clipboard: a program of the desktop, the multiplexer, or the terminal itself (OSC 52), whichever reaches the
//! screen that the user sees.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::process::{Command, Stdio};

use base64::prelude::{BASE64_STANDARD, Engine as _};

/// Bytes of text that OSC 52 carries: terminals drop sequences of more than about 100,000 bytes, and base64 takes a
/// third on top.
const OSC_52_LIMIT: usize = 74_000;

/// Bytes of text that a program is given.
const PROGRAM_LIMIT: usize = 8 * 1024 * 1024;

/// Bytes of a string that GNU screen passes on at once.
const SCREEN_CHUNK: usize = 700;

/// Where the program runs, as far as the clipboard cares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClipboardEnvironment {
    /// `SSH_TTY` or `SSH_CONNECTION`: the screen is elsewhere.
    pub ssh: bool,
    /// `TMUX`.
    pub tmux: bool,
    /// `STY`: GNU screen.
    pub screen: bool,
    /// `WAYLAND_DISPLAY`.
    pub wayland: bool,
    /// `DISPLAY`.
    pub x11: bool,
    /// macOS.
    pub mac: bool,
    /// Windows, or Linux inside it.
    pub windows: bool,
}

impl ClipboardEnvironment {
    /// The process's own.
    #[must_use]
    pub fn from_environment() -> Self {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        Self {
            ssh: is_set("SSH_TTY") || is_set("SSH_CONNECTION"),
            tmux: is_set("TMUX"),
            screen: is_set("STY"),
            wayland: is_set("WAYLAND_DISPLAY"),
            x11: is_set("DISPLAY"),
            mac: cfg!(target_os = "macos"),
            windows: cfg!(windows) || is_set("WSL_DISTRO_NAME"),
        }
    }

    /// What to try, in order.
    #[must_use]
    pub fn ways(&self) -> Vec<ClipboardRoute> {
        let desktop = [
            (self.wayland, ClipboardRoute::Program("wl-copy", &[])),
            (
                self.x11,
                ClipboardRoute::Program("xclip", &["-selection", "clipboard"]),
            ),
            (
                self.x11,
                ClipboardRoute::Program("xsel", &["--clipboard", "--input"]),
            ),
            (self.mac, ClipboardRoute::Program("pbcopy", &[])),
            (self.windows, ClipboardRoute::Program("clip.exe", &[])),
        ];
        let desktop = desktop.into_iter().filter(|(is, _)| *is).map(|(_, way)| way);
        // tmux hands its buffer on to the terminal (-w) also where it keeps programs from doing that.
        let tmux = self
            .tmux
            .then_some(ClipboardRoute::Program("tmux", &["load-buffer", "-w", "-"]));
        let ways: Vec<ClipboardRoute> = match self.ssh {
            // The desktop of the other machine is not the one that the person sits at.
            true => tmux.into_iter().collect(),
            false => desktop.chain(tmux).collect(),
        };
        ways.into_iter().chain([ClipboardRoute::Terminal]).collect()
    }
}

/// A route to the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipboardRoute {
    /// A program that reads the text from its stdin.
    Program(&'static str, &'static [&'static str]),
    /// The terminal, by OSC 52.
    Terminal,
}

/// The route of a text, or the sequence that the terminal must get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopyOutcome {
    /// A program has it.
    By(&'static str),
    /// The terminal gets it with these bytes.
    Sequence(String),
}

/// Copies a text by the first route that works. Blocks while a program runs.
///
/// # Errors
/// Why none works, as the end of a sentence.
pub fn copy(text: &str, surroundings: &ClipboardEnvironment) -> Result<CopyOutcome, String> {
    let mut failed = Vec::new();
    for way in surroundings.ways() {
        match way {
            ClipboardRoute::Program(program, arguments) if text.len() <= PROGRAM_LIMIT => {
                match give(program, arguments, text) {
                    Ok(()) => return Ok(CopyOutcome::By(program)),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => failed.push(format!("{program}: {error}")),
                }
            }
            ClipboardRoute::Program(program, _) => {
                failed.push(format!("{program}: the text has {} bytes", text.len()))
            }
            ClipboardRoute::Terminal => match osc_52(text, surroundings) {
                Some(sequence) => return Ok(CopyOutcome::Sequence(sequence)),
                None => failed.push(format!(
                    "a terminal takes {OSC_52_LIMIT} bytes, and this has {}",
                    text.len()
                )),
            },
        }
    }
    Err(failed.join("; "))
}

/// Lets a program read the text.
fn give(program: &str, arguments: &[&str], text: &str) -> io::Result<()> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        // Some stay to serve the text: they must not hold our terminal.
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let written = child
        .stdin
        .take()
        .map(|mut input| input.write_all(text.as_bytes()));
    let status = child.wait()?;
    written.transpose()?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(status.to_string()))
    }
}

/// The sequence that puts a text into the terminal's clipboard, wrapped so that a multiplexer lets it through; none
/// for a text that terminals do not take. Holds nothing of the text but base64.
#[must_use]
pub fn osc_52(text: &str, surroundings: &ClipboardEnvironment) -> Option<String> {
    if text.len() > OSC_52_LIMIT {
        return None;
    }
    let sequence = format!("\x1b]52;c;{}\x07", BASE64_STANDARD.encode(text));
    Some(if surroundings.tmux {
        // The inner escapes are doubled. Plain as well: where tmux takes it itself it passes nothing through.
        format!(
            "\x1bPtmux;{}\x1b\\{sequence}",
            sequence.replace('\x1b', "\x1b\x1b")
        )
    } else if surroundings.screen {
        let mut wrapped = String::new();
        let mut rest = sequence.as_str();
        while !rest.is_empty() {
            let (part, behind) = rest.split_at(rest.len().min(SCREEN_CHUNK));
            let _ = write!(wrapped, "\x1bP{part}\x1b\\");
            rest = behind;
        }
        wrapped
    } else {
        sequence
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn over_ssh_the_terminal_goes_before_the_desktop() {
        let desktop = ClipboardEnvironment {
            wayland: true,
            x11: true,
            ..ClipboardEnvironment::default()
        };
        let names = |surroundings: &ClipboardEnvironment| {
            let name = |way: ClipboardRoute| match way {
                ClipboardRoute::Program(program, _) => program,
                ClipboardRoute::Terminal => "OSC 52",
            };
            surroundings.ways().into_iter().map(name).collect::<Vec<_>>()
        };
        assert_eq!(names(&desktop), ["wl-copy", "xclip", "xsel", "OSC 52"]);
        let remote = ClipboardEnvironment {
            ssh: true,
            ..desktop.clone()
        };
        assert_eq!(names(&remote), ["OSC 52"]);
        let in_tmux = ClipboardEnvironment { tmux: true, ..remote };
        assert_eq!(names(&in_tmux), ["tmux", "OSC 52"]);
        assert_eq!(names(&ClipboardEnvironment::default()), ["OSC 52"]);
        let mac = ClipboardEnvironment {
            mac: true,
            ..ClipboardEnvironment::default()
        };
        assert_eq!(names(&mac), ["pbcopy", "OSC 52"]);
    }

    #[test]
    fn a_sequence_holds_no_byte_of_the_text_and_no_more_than_terminals_take() {
        let plain = ClipboardEnvironment::default();
        assert_eq!(osc_52("foo", &plain).as_deref(), Some("\x1b]52;c;Zm9v\x07"));
        let tmux = ClipboardEnvironment {
            tmux: true,
            ..plain.clone()
        };
        assert_eq!(
            osc_52("foo", &tmux).as_deref(),
            Some("\x1bPtmux;\x1b\x1b]52;c;Zm9v\x07\x1b\\\x1b]52;c;Zm9v\x07")
        );
        let screen = ClipboardEnvironment {
            screen: true,
            ..plain.clone()
        };
        let long = osc_52(&"x".repeat(2000), &screen).expect("it fits");
        assert!(long.split("\x1b\\").all(|part| part.len() <= SCREEN_CHUNK + 2));
        assert!(
            osc_52(&"\x1b[31m".repeat(10), &plain).expect("it fits")[1..]
                .find('\x1b')
                .is_none()
        );
        assert_eq!(osc_52(&"x".repeat(OSC_52_LIMIT + 1), &plain), None);
        assert!(copy(&"x".repeat(OSC_52_LIMIT + 1), &plain).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_fails_or_is_missing_leaves_the_next_way() {
        assert!(give("cat", &[], "text").is_ok());
        assert_eq!(
            give("no-such-program-here", &[], "text").map_err(|error| error.kind()),
            Err(io::ErrorKind::NotFound)
        );
        assert!(give("false", &[], "text").is_err());
    }
}
