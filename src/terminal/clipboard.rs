//! The clipboard. A text is copied with a program of the desktop, with the terminal multiplexer, or with the
//! terminal (OSC 52), depending on which one reaches the screen of the user.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::process::{Command, Stdio};

use base64::prelude::{BASE64_STANDARD, Engine as _};

/// The maximum size of a text for OSC 52, in bytes. Terminals drop sequences of more than about 100,000
/// bytes, and base64 is a third longer.
const MAX_OSC_52_BYTES: usize = 74_000;

/// The maximum size of a text for a program, in bytes.
const MAX_PROGRAM_BYTES: usize = 8 * 1024 * 1024;

/// The maximum length of a string that GNU screen passes on at once, in bytes.
const SCREEN_CHUNK: usize = 700;

/// The environment variables and systems that determine the routes to the clipboard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClipboardEnvironment {
    /// Whether `SSH_TTY` or `SSH_CONNECTION` is set: the screen of the user is on another machine.
    pub ssh: bool,
    /// Whether `TMUX` is set.
    pub tmux: bool,
    /// Whether `STY` is set: GNU screen.
    pub screen: bool,
    /// Whether `WAYLAND_DISPLAY` is set.
    pub wayland: bool,
    /// Whether `DISPLAY` is set.
    pub x11: bool,
    /// Whether the system is macOS.
    pub mac: bool,
    /// Whether the system is Windows, or Linux inside Windows.
    pub windows: bool,
}

impl ClipboardEnvironment {
    /// Returns the environment of the process.
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

    /// Returns the routes to try, in order.
    #[must_use]
    pub fn routes(&self) -> Vec<ClipboardRoute> {
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
        let desktop = desktop.into_iter().filter(|(is, _)| *is).map(|(_, route)| route);
        // tmux passes its buffer on to the terminal (-w), even where it does not pass on sequences of
        // programs.
        let tmux = self
            .tmux
            .then_some(ClipboardRoute::Program("tmux", &["load-buffer", "-w", "-"]));
        let routes: Vec<ClipboardRoute> = match self.ssh {
            // The desktop of the remote machine is not the one that the user sees.
            true => tmux.into_iter().collect(),
            false => desktop.chain(tmux).collect(),
        };
        routes.into_iter().chain([ClipboardRoute::Terminal]).collect()
    }
}

/// A route to the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipboardRoute {
    /// A program that reads the text from its stdin.
    Program(&'static str, &'static [&'static str]),
    /// The terminal, with OSC 52.
    Terminal,
}

/// The result of copying a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopyOutcome {
    /// A program has received the text.
    By(&'static str),
    /// The terminal receives the text with these bytes.
    Sequence(String),
}

/// Copies a text with the first route that works. Blocks while a program runs.
///
/// # Errors
/// The reason why no route works, as the end of a sentence.
pub fn copy(text: &str, surroundings: &ClipboardEnvironment) -> Result<CopyOutcome, String> {
    let mut failed = Vec::new();
    for route in surroundings.routes() {
        match route {
            ClipboardRoute::Program(program, arguments) if text.len() <= MAX_PROGRAM_BYTES => {
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
                    "the terminal clipboard is limited to {MAX_OSC_52_BYTES} bytes; the text has {}",
                    text.len()
                )),
            },
        }
    }
    Err(failed.join("; "))
}

/// Passes the text to the stdin of a program.
fn give(program: &str, arguments: &[&str], text: &str) -> io::Result<()> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        // Some programs keep running to serve the text: they must not hold our terminal.
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

/// Returns the sequence that puts a text into the clipboard of the terminal, wrapped so that a multiplexer
/// passes it on. Returns `None` for a text that is too long for terminals. The text occurs only as base64.
#[must_use]
fn osc_52(text: &str, surroundings: &ClipboardEnvironment) -> Option<String> {
    if text.len() > MAX_OSC_52_BYTES {
        return None;
    }
    let sequence = format!("\x1b]52;c;{}\x07", BASE64_STANDARD.encode(text));
    Some(if surroundings.tmux {
        // The inner escapes are doubled. The plain sequence follows, because a tmux that handles it itself
        // passes nothing through.
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
            let name = |route: ClipboardRoute| match route {
                ClipboardRoute::Program(program, _) => program,
                ClipboardRoute::Terminal => "OSC 52",
            };
            surroundings.routes().into_iter().map(name).collect::<Vec<_>>()
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
        assert_eq!(osc_52(&"x".repeat(MAX_OSC_52_BYTES + 1), &plain), None);
        assert!(copy(&"x".repeat(MAX_OSC_52_BYTES + 1), &plain).is_err());
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
