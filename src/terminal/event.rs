//! The messages of the channel, the events for the application, and the commands that it returns.

use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;

use crossterm::event::{KeyEvent, MouseEvent};

use super::clipboard::CopyOutcome;
use super::file_event::FileEvent;

/// An event for the application. `W` is the type of the messages of its background work.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<W = ()> {
    /// The program is about to be suspended.
    Stopping,
    /// A key was pressed or repeated. Releases are dropped.
    Key(KeyEvent),
    /// A mouse event, only if the mouse is captured.
    Mouse(MouseEvent),
    /// Text that was pasted, with the line ends that the terminal sent.
    Paste(String),
    /// The screen has a new size: columns, rows. A frame is drawn in any case.
    Resize(u16, u16),
    /// Watched files have changed or were removed.
    FilesChanged(Vec<FileEvent>),
    /// The terminal has reported whether its background is light.
    Background { light: bool },
    /// The deadline of the application has passed.
    Wake,
    /// The editor of the user has ended; the error is the reason why it could not run.
    EditorClosed { file: PathBuf, error: Option<String> },
    /// The program could not be suspended. Contains the reason.
    NotSuspended(String),
    /// A text was copied, or could not be copied. `what` is the name of the text.
    Copied {
        what: &'static str,
        result: Result<CopyOutcome, String>,
    },
    /// A message of the background work.
    Work(W),
}

/// A command of the application to the loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppCommand {
    /// Ends the loop with this exit code.
    Quit(u8),
    /// Restores the terminal and stops the program until the shell continues it.
    Suspend,
    /// Opens the file in the editor of the user at a line (from 1). [`Event::EditorClosed`] follows.
    OpenEditor { file: PathBuf, line: u32 },
    /// Writes an invisible sequence to the terminal that does not move the cursor.
    Write(String),
    /// Redraws the whole screen, after another program has written to it.
    Redraw,
}

/// A signal that the program handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// A request to end the program. Contains the number of the signal.
    End(i32),
    /// A request to suspend the program (`kill -TSTP`).
    Stop,
    /// The program was continued.
    Continue,
}

/// A message of a thread to the loop.
#[derive(Clone, Debug)]
pub enum LoopMessage<W = ()> {
    /// A key, a mouse event, pasted text or a new size.
    Input(crossterm::event::Event),
    /// The terminal has reported whether its background is light.
    Background { light: bool },
    /// The terminal was closed.
    InputClosed,
    /// A signal was received.
    Signal(Signal),
    /// The watcher has found changes.
    Files(Vec<FileEvent>),
    /// A thread has copied a text, or returns the sequence for the terminal.
    Copied {
        what: &'static str,
        result: Result<CopyOutcome, String>,
    },
    /// Background work has sent a message.
    Work(W),
    /// A thread panicked. Contains its name; the panic was already printed.
    ThreadFailed(&'static str),
}

/// The sending end of the channel, one clone for each thread.
pub type Sender<W = ()> = mpsc::Sender<LoopMessage<W>>;

/// The receiving end of the channel, for [`super::run::run`].
pub type Receiver<W = ()> = mpsc::Receiver<LoopMessage<W>>;

/// Creates the channel of the program.
pub fn channel<W>() -> (Sender<W>, Receiver<W>) {
    mpsc::channel()
}

/// Starts a thread. A panic of the thread ends the loop, which would otherwise wait for its messages forever.
///
/// # Errors
/// The system cannot start a thread.
pub fn spawn<W: Send + 'static>(
    name: &'static str,
    sender: Sender<W>,
    work: impl FnOnce(&Sender<W>) + Send + 'static,
) -> std::io::Result<()> {
    struct Alarms<W>(&'static str, Sender<W>);
    impl<W> Drop for Alarms<W> {
        fn drop(&mut self) {
            if thread::panicking() {
                let _ = self.1.send(LoopMessage::ThreadFailed(self.0));
            }
        }
    }
    thread::Builder::new().name(name.into()).spawn(move || {
        let alarm = Alarms(name, sender);
        work(&alarm.1);
    })?;
    Ok(())
}
