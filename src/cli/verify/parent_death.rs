//! A program that ends when this one ends, also by SIGKILL, which no handler sees. The system does that for a process that asks
//! for it, and the question survives `exec`: so this program is started once more, asks, and becomes the other one.

use std::ffi::OsStr;
use std::io::Error;
use std::process::{Command, ExitStatus};

/// Whether this program becomes another one when it is started with [`ARGUMENT`].
#[cfg(target_os = "linux")]
static IS_READY: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

/// The first argument of a run that becomes another program. The parent's number and the program with its arguments follow.
#[cfg(target_os = "linux")]
const ARGUMENT: &str = "--end-with-parent";

/// The exit code of a run that could not become the other program; the error number is on stderr.
#[cfg(target_os = "linux")]
const NOT_STARTED: u8 = 127;

/// Becomes the program that the arguments name, if they ask for it. Returns the exit code if it cannot.
#[cfg(target_os = "linux")]
pub(crate) fn become_child() -> Option<u8> {
    use std::os::unix::process::CommandExt;
    use std::sync::atomic::Ordering;

    use rustix::process::{Signal, getppid, set_parent_process_death_signal};

    IS_READY.store(true, Ordering::SeqCst);
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != ARGUMENT {
        return None;
    }
    let parent: i32 = arguments.next()?.to_str()?.parse().ok()?;
    let program = arguments.next()?;
    let asked = set_parent_process_death_signal(Some(Signal::KILL));
    // It may have ended before.
    if getppid().is_none_or(|now| now.as_raw_nonzero().get() != parent) {
        return Some(NOT_STARTED);
    }
    let error = match asked {
        Ok(()) => Command::new(program).args(arguments).exec(),
        Err(error) => error.into(),
    };
    crate::cli::print::print_err!("{}", error.raw_os_error().unwrap_or_default());
    Some(NOT_STARTED)
}

/// A command that ends with this program.
#[cfg(target_os = "linux")]
pub(super) fn command(program: &OsStr) -> Command {
    const THIS: &str = "/proc/self/exe";
    let is_ready = IS_READY.load(std::sync::atomic::Ordering::SeqCst);
    if !is_ready || !std::path::Path::new(THIS).exists() {
        return Command::new(program);
    }
    let mut command = Command::new(THIS);
    command
        .args([ARGUMENT, &std::process::id().to_string()])
        .arg(program);
    command
}

/// Why the program was not started, if that is what a run says.
#[cfg(target_os = "linux")]
pub(super) fn exec_error(status: ExitStatus, stderr: &[u8]) -> Option<Error> {
    if status.code() != Some(NOT_STARTED.into()) {
        return None;
    }
    let number = std::str::from_utf8(stderr).ok()?.trim_end().parse().ok()?;
    Some(Error::from_raw_os_error(number))
}

/// Other systems cannot do it: the program ends by itself, at the latest after its time limit.
#[cfg(not(target_os = "linux"))]
pub(crate) fn become_child() -> Option<u8> {
    None
}

/// The plain command.
#[cfg(not(target_os = "linux"))]
pub(super) fn command(program: &OsStr) -> Command {
    Command::new(program)
}

/// Starting it says so.
#[cfg(not(target_os = "linux"))]
pub(super) fn exec_error(_: ExitStatus, _: &[u8]) -> Option<Error> {
    None
}
