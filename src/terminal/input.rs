//! The thread that reads keys, and the gate that stops it while another program uses the terminal.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::background_color::{BackgroundReplies, BackgroundReply};
use super::event::{LoopMessage, Sender, spawn};

/// The maximum time to wait for the reader when the gate is closed. The reader responds at once unless the
/// terminal was closed.
const INPUT_TIMEOUT: Duration = Duration::from_secs(1);

/// Stops the input thread from reading. Clones are the same gate.
#[derive(Clone, Debug, Default)]
pub struct Gate(Arc<(Mutex<GateState>, Condvar)>);

#[derive(Debug, Default)]
struct GateState {
    /// Whether another program uses the terminal.
    closed: bool,
    /// Whether the reader waits at the gate.
    waiting: bool,
    /// Whether there is a reader.
    manned: bool,
}

impl Gate {
    fn state(&self) -> MutexGuard<'_, GateState> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the gate. Afterwards the reader does not read, and all earlier input is in the channel.
    pub fn close(&self) {
        self.state().closed = true;
        wake_reader();
        let state = self.state();
        drop(
            self.0
                .1
                .wait_timeout_while(state, INPUT_TIMEOUT, |state| state.manned && !state.waiting)
                .unwrap_or_else(PoisonError::into_inner),
        );
    }

    /// Opens the gate.
    pub fn open(&self) {
        self.state().closed = false;
        self.0.1.notify_all();
    }

    /// Waits while the gate is closed. The reader calls this before each read.
    fn pass(&self) {
        let mut state = self.state();
        state.manned = true;
        while state.closed {
            state.waiting = true;
            self.0.1.notify_all();
            state = self.0.1.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting = false;
    }
}

/// Wakes the reader from its blocking read. On Unix, the signal for a resize is sent: it reaches the reader
/// as an event, takes no byte from the terminal, and needs no polling while idle.
fn wake_reader() {
    #[cfg(unix)]
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGWINCH);
}

#[cfg(unix)]
fn next() -> io::Result<Option<crossterm::event::Event>> {
    crossterm::event::read().map(Some)
}

/// Without signals, the reader has to poll.
#[cfg(not(unix))]
fn next() -> io::Result<Option<crossterm::event::Event>> {
    if crossterm::event::poll(Duration::from_millis(100))? {
        crossterm::event::read().map(Some)
    } else {
        Ok(None)
    }
}

/// Starts a thread that sends keys into the channel, without the replies of the terminal, which `answers`
/// filters out. The terminal must already be in raw mode, so that nothing is read in the wrong mode.
///
/// # Errors
/// The system cannot start a thread.
pub fn start<W: Send + 'static>(
    sender: Sender<W>,
    gate: Gate,
    mut answers: BackgroundReplies,
) -> io::Result<()> {
    #[cfg(unix)]
    hangup::start(sender.clone())?;
    spawn("input", sender, move |sender| {
        gate.pass();
        // The first poll makes crossterm listen for resizes. A resize before it was missed, after a first
        // frame of the old size: wake the reader to check.
        let _ = crossterm::event::poll(Duration::ZERO);
        wake_reader();
        loop {
            gate.pass();
            let message = match next() {
                Ok(Some(event)) => match answers.take(&event) {
                    BackgroundReply::Nothing => LoopMessage::Input(event),
                    BackgroundReply::Part => continue,
                    BackgroundReply::Background { light } => LoopMessage::Background { light },
                },
                Ok(None) => continue,
                Err(_) => LoopMessage::InputClosed,
            };
            let last = matches!(message, LoopMessage::InputClosed);
            if sender.send(message).is_err() || last {
                return;
            }
        }
    })
}

/// Returns whether keys can be read from stdin or from the controlling terminal.
#[must_use]
pub fn keys_available() -> bool {
    #[cfg(unix)]
    return hangup::keyboard().is_some();
    #[cfg(not(unix))]
    return io::IsTerminal::is_terminal(&io::stdin());
}

#[cfg(unix)]
pub(super) use hangup::keyboard;

/// Reports when the terminal hangs up. The reader of crossterm would loop forever at the end of the input, so
/// another thread waits for the hang-up.
#[cfg(unix)]
mod hangup {
    use std::fs::File;
    use std::io::{self, IsTerminal};
    use std::os::fd::{AsFd, OwnedFd};

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    use super::{LoopMessage, Sender, spawn};

    /// Returns the terminal that keys are read from.
    pub(crate) fn keyboard() -> Option<OwnedFd> {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            return stdin.as_fd().try_clone_to_owned().ok();
        }
        File::open("/dev/tty").ok().map(OwnedFd::from)
    }

    pub(crate) fn start<W: Send + 'static>(sender: Sender<W>) -> io::Result<()> {
        let Some(keyboard) = keyboard() else {
            return Err(io::Error::other("no terminal for keyboard input"));
        };
        spawn("hang-up", sender, move |sender| {
            loop {
                let mut watched = [PollFd::new(&keyboard, PollFlags::empty())];
                match poll(&mut watched, None) {
                    Err(Errno::INTR) => {}
                    _ => break,
                }
            }
            let _ = sender.send(LoopMessage::InputClosed);
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::thread;

    #[test]
    fn a_closed_gate_holds_the_reader_until_it_opens() {
        let gate = Gate::default();
        let (passed, passes) = mpsc::channel();
        let (go, goes) = mpsc::channel();
        let reader = gate.clone();
        thread::spawn(move || {
            for () in goes {
                reader.pass();
                passed.send(()).unwrap();
            }
        });
        let soon = Duration::from_secs(10);
        go.send(()).unwrap();
        passes.recv_timeout(soon).unwrap();

        // The reader waits at the closed gate: `close` returns only then, and no read follows.
        go.send(()).unwrap();
        passes.recv_timeout(soon).unwrap();
        gate.state().closed = true;
        go.send(()).unwrap();
        gate.close();
        assert!(gate.state().waiting);
        assert!(passes.try_recv().is_err());

        gate.open();
        passes.recv_timeout(soon).unwrap();
    }

    #[test]
    fn a_gate_without_a_reader_closes_at_once() {
        let gate = Gate::default();
        gate.close();
        assert!(gate.state().closed);
    }
}
