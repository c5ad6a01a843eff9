//! Turns signals into messages, and suspends the program.

use std::io;

#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};

use super::event::Sender;
#[cfg(unix)]
use super::event::{LoopMessage, Signal, spawn};

/// The next stop signal is the one that we sent to our own process group.
#[cfg(unix)]
static OWN_STOP: AtomicBool = AtomicBool::new(false);

/// Another program uses the terminal.
#[cfg(unix)]
static LENT: AtomicBool = AtomicBool::new(false);

/// Records whether another program uses the terminal. Signals from its keys to the process group are then
/// meant for that program: an interrupt is ignored; a stop also stops us, as the shell expects, without
/// changes to the terminal.
pub fn run_with_terminal(lent: bool) {
    #[cfg(unix)]
    LENT.store(lent, Ordering::SeqCst);
    #[cfg(not(unix))]
    let _ = lent;
}

/// The time to keep unsaved text and to restore the terminal. A terminal that reads nothing blocks both.
#[cfg(unix)]
const TIME_TO_END: std::time::Duration = std::time::Duration::from_secs(5);

/// Returns the signals that end a program that does not handle them, without those of its own faults (such as SIGSEGV): after
/// these, nothing in memory is safe to use, and the fault would occur again.
#[cfg(target_os = "linux")]
fn ending() -> impl Iterator<Item = i32> {
    use signal_hook::consts::*;
    const OTHERS: [i32; 15] = [
        SIGKILL, SIGSTOP, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGCHLD, SIGURG, SIGWINCH, SIGCONT, SIGTSTP,
        SIGTTIN, SIGTTOU, SIGPIPE, SIGXFSZ,
    ];
    // SIGPWR and SIGSTKFLT have different numbers on different processors. The C libraries keep 32 to 34 for themselves.
    (1..=64).filter(|number| !OTHERS.contains(number) && !(32..=34).contains(number))
}

/// As on Linux. Other systems have other numbers, so this list has only the signals that all of them know.
#[cfg(all(unix, not(target_os = "linux")))]
fn ending() -> impl Iterator<Item = i32> {
    use signal_hook::consts::*;
    [
        SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
        SIGSYS, SIGTRAP,
    ]
    .into_iter()
}

/// Makes a file that would exceed the size limit (`ulimit -f`) a write error. Without this handler a signal ends
/// the program in the middle of a save.
pub fn report_file_size_limit() {
    // If the system rejects the handler, the signal ends the program as before.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Starts turning signals into messages: signals that end a program by default become requests to end,
/// SIGTSTP becomes a request to stop, SIGCONT one to take the terminal again.
///
/// # Errors
/// The system rejects a handler or a thread.
#[cfg(unix)]
pub fn start<W: Send + 'static>(sender: Sender<W>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGINT, SIGQUIT, SIGTSTP};
    let all = ending().chain([SIGTSTP, SIGCONT]);
    let mut signals = signal_hook::iterator::Signals::new(all)?;
    spawn("signal", sender, move |sender| {
        for number in &mut signals {
            let lent = LENT.load(Ordering::SeqCst);
            let signal = match number {
                SIGINT | SIGQUIT | SIGCONT if lent => continue,
                SIGTSTP if lent => {
                    let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
                    continue;
                }
                SIGTSTP if OWN_STOP.swap(false, Ordering::SeqCst) => continue,
                SIGTSTP => Signal::Stop,
                SIGCONT => Signal::Continue,
                number => Signal::End(number),
            };
            if let (Signal::End(number), false) = (signal, lent) {
                end_later(number);
            }
            if sender.send(LoopMessage::Signal(signal)).is_err() {
                return;
            }
        }
    })
}

/// Ends the program as the signal does by default, unless it has ended by then.
#[cfg(unix)]
fn end_later(number: i32) {
    std::thread::spawn(move || {
        std::thread::sleep(TIME_TO_END);
        let _ = signal_hook::low_level::emulate_default_handler(number);
        // That knows only the common signals.
        std::process::exit(128_i32.saturating_add(number));
    });
}

/// This system has no signals to handle.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn start<W: Send + 'static>(_sender: Sender<W>) -> io::Result<()> {
    Ok(())
}

/// Returns the reason why the program must not stop now: if it leads its session, no shell could continue it,
/// and the terminal would stay unusable.
#[must_use]
pub fn suspend_blocker() -> Option<&'static str> {
    #[cfg(unix)]
    return rustix::process::getsid(None)
        .is_ok_and(|session| session == rustix::process::getpgrp())
        .then_some("cannot suspend: no job control");
    #[cfg(not(unix))]
    return Some("cannot suspend on this system");
}

/// Stops the whole process group as Ctrl-Z in the terminal does (so that `cargo run` or a pipe stops with
/// us), and returns when the shell has continued it. The terminal must have been restored before.
///
/// # Errors
/// The system rejects the signal.
#[cfg(unix)]
pub fn stop_process_group() -> io::Result<()> {
    use rustix::process::{Signal, kill_current_process_group};
    OWN_STOP.store(true, Ordering::SeqCst);
    kill_current_process_group(Signal::TSTP)?;
    // The other processes stop themselves; our handler has caught the signal for ours.
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
}

/// Is never called, because [`suspend_blocker`] returns a reason.
///
/// # Errors
/// Always.
#[cfg(not(unix))]
pub fn stop_process_group() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
