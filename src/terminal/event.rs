//! The messages of the channel, the events that the application gets, and the commands that it returns.

use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;

use crossterm::event::{KeyEvent, MouseEvent};

use super::clipboard::CopyOutcome;
use super::file_event::FileEvent;

/// An event for the application. `W` is the type of the messages of its background work.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<W = ()> {
    /// The program is about to be stopped.
    Stopping,
    /// A key, pressed or repeating; never a release.
    Key(KeyEvent),
    /// A mouse event; only with mouse capture on.
    Mouse(MouseEvent),
    /// Text pasted by the terminal, line ends as the terminal sent them.
    Paste(String),
    /// The screen has a new size: columns, rows. A frame follows anyway.
    Resize(u16, u16),
    /// Watched files have other bytes than before, or have gone.
    FilesChanged(Vec<FileEvent>),
    /// The answer of the terminal: whether its background is light.
    Background { light: bool },
    /// The application's deadline has passed.
    Wake,
    /// The user's editor has ended; the error says why it could not run.
    EditorClosed { file: PathBuf, error: Option<String> },
    /// The program could not be stopped to a shell; the text says why.
    NotSuspended(String),
    /// A text was copied, or why not; `what` is the text's name.
    Copied {
        what: &'static str,
        result: Result<CopyOutcome, String>,
    },
    /// An answer of the application's own background work.
    Work(W),
}

/// What the application asks of the loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppCommand {
    /// Ends the loop with this exit code.
    Quit(u8),
    /// Restores the terminal and stops to the shell until it continues the program.
    Suspend,
    /// Opens the file in the user's editor at a line (from 1); answered by [`Event::EditorClosed`].
    OpenEditor { file: PathBuf, line: u32 },
    /// Writes an invisible sequence to the terminal that does not move the cursor.
    Write(String),
    /// Draws everything again, after something else has written to the screen.
    Redraw,
}

/// A signal that the program reacts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Asked to end; holds the signal's number.
    End(i32),
    /// Asked to stop (`kill -TSTP`).
    Stop,
    /// Continued after a stop.
    Continue,
}

/// What the threads put into the channel.
#[derive(Clone, Debug)]
pub enum LoopMessage<W = ()> {
    /// Something typed, clicked, pasted or resized.
    Input(crossterm::event::Event),
    /// The terminal's answer: whether its background is light.
    Background { light: bool },
    /// The terminal is gone.
    InputClosed,
    /// A signal came.
    Signal(Signal),
    /// The watcher saw changes.
    Files(Vec<FileEvent>),
    /// A thread copied a text, or knows the sequence that does.
    Copied {
        what: &'static str,
        result: Result<CopyOutcome, String>,
    },
    /// Background work has an answer.
    Work(W),
    /// A thread broke down; holds its name. Its panic has been printed.
    ThreadFailed(&'static str),
}

/// The sending end, one clone for each thread.
pub type Sender<W = ()> = mpsc::Sender<LoopMessage<W>>;

/// The receiving end, for [`super::run::run`].
pub type Receiver<W = ()> = mpsc::Receiver<LoopMessage<W>>;

/// The one channel of the program.
pub fn channel<W>() -> (Sender<W>, Receiver<W>) {
    mpsc::channel()
}

/// Starts a thread whose breakdown ends the loop instead of leaving it deaf.
///
/// # Errors
/// The system's, when it cannot start a thread.
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
