//! Runs a program until it exits or until a deadline, with text for its stdin.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::{Error, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::parent_death;
use crate::input_limit;

/// The result of a program.
pub(crate) struct FinishedChild {
    pub(crate) success: bool,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

/// The reason why there is no result.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChildError {
    #[error("{0} not found in PATH\nhelp: install kubectl, or name it with --kubectl")]
    Missing(String),
    #[error("{0}: no such file\nhelp: check the path of --kubectl")]
    MissingFile(String),
    #[error("cannot run {0}: {1}")]
    Broken(String, std::io::Error),
    #[error("{0} timed out after {1} s\nhelp: `mergescope verify --timeout N` waits longer")]
    TimedOut(String, u64),
}

/// Runs `program` with `arguments` and with `input` on its stdin. Waits at most for `timeout`.
pub(crate) fn run(
    program: &OsStr,
    arguments: &[OsString],
    input: Vec<u8>,
    timeout: Duration,
) -> Result<FinishedChild, ChildError> {
    let name = || program.to_string_lossy().into_owned();
    let deadline = Instant::now() + timeout;
    let not_started = |error: Error| match error.kind() {
        ErrorKind::NotFound if Path::new(program).components().count() > 1 => ChildError::MissingFile(name()),
        ErrorKind::NotFound => ChildError::Missing(name()),
        _ => ChildError::Broken(name(), error),
    };
    let mut command = parent_death::command(program);
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    // A process group, so that the processes that the program starts end with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().map_err(not_started)?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that exits early does not read its input; its own message has the reason.
        thread::spawn(move || drop(stdin.write_all(&input)));
    }
    let _registered = RunningChild::new(&child);
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let ended = (|| {
        let stdout = receive(&stdout, deadline)?;
        let stderr = receive(&stderr, deadline)?;
        Some((stdout, stderr, exit_status(&mut child, deadline)?))
    })();
    wait_for_signal();
    match ended {
        Some((stdout, stderr, status)) => match parent_death::exec_error(status, &stderr) {
            Some(error) => Err(not_started(error)),
            None => Ok(FinishedChild {
                success: status.success(),
                stdout,
                stderr,
            }),
        },
        None => {
            end(&mut child);
            Err(ChildError::TimedOut(name(), timeout.as_secs()))
        }
    }
}

/// Reads a pipe to its end on a thread.
fn drain(pipe: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        // An endless output is not a result.
        let bytes = pipe.map(input_limit::read).and_then(Result::ok);
        let _ = sender.send(bytes.unwrap_or_default());
    });
    receiver
}

fn receive(pipe: &Receiver<Vec<u8>>, deadline: Instant) -> Option<Vec<u8>> {
    pipe.recv_timeout(deadline.saturating_duration_since(Instant::now()))
        .ok()
}

/// Waits for the exit code: both pipes are closed, so the program exits soon, unless it hangs. `wait-timeout` would
/// set a handler of SIGCHLD for the whole program.
fn exit_status(child: &mut Child, deadline: Instant) -> Option<ExitStatus> {
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if Instant::now() >= deadline {
            return None;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

fn end(child: &mut Child) {
    end_group(child.id());
    let _ = child.kill();
    let _ = child.wait();
}

/// Ends a program and the processes that it started.
fn end_group(id: u32) {
    #[cfg(unix)]
    if let Ok(id) = i32::try_from(id)
        && let Some(group) = rustix::process::Pid::from_raw(id)
    {
        // It may have exited in the meantime.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}

/// The running programs.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program that must not outlive this process.
struct RunningChild(u32);

impl RunningChild {
    fn new(child: &Child) -> RunningChild {
        running().insert(child.id());
        RunningChild(child.id())
    }
}

impl Drop for RunningChild {
    fn drop(&mut self) {
        running().remove(&self.0);
    }
}

/// Ends the running programs before this process exits.
pub(crate) fn end_children() {
    for id in std::mem::take(&mut *running()) {
        end_group(id);
    }
}

/// Whether a signal is ending this process, and its children with it.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Waits for the end of this process if a signal is ending it: the output of its children is then not a
/// result.
fn wait_for_signal() {
    if ENDING.load(Ordering::SeqCst) {
        thread::sleep(Duration::from_secs(5));
    }
}

/// Ends the started programs when a signal ends this process: they are in their own process groups.
pub(crate) fn end_with_signals() {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
        let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM]) else {
            return;
        };
        thread::spawn(move || {
            for signal in &mut signals {
                ENDING.store(true, Ordering::SeqCst);
                end_children();
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    }
}
