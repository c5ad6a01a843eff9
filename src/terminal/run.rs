//! The event loop: wait, receive all messages, handle each one, draw once if something changed. There are no
//! ticks while idle.

use std::io;
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use crossterm::event::{Event as Input, KeyEventKind};
use ratatui::Frame;

use super::event::{AppCommand, Event, LoopMessage, Receiver, Signal};

/// The application, as the loop uses it.
pub trait App {
    /// The type of the messages of its background work; `()` if it has none.
    type Work: Send + 'static;

    /// Handles an event. The returned commands are carried out in order.
    fn handle(&mut self, event: Event<Self::Work>, now: Instant) -> Vec<AppCommand>;

    /// Returns the time of the next [`Event::Wake`], or `None` if there is no timer. Handling `Wake` must
    /// change the deadline.
    fn deadline(&self) -> Option<Instant>;

    /// Draws a whole frame. Afterwards the application is clean.
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// Returns whether something changed since the last frame.
    fn is_dirty(&self) -> bool;
}

/// A borrowed application, which can be used after the loop.
impl<A: App> App for &mut A {
    type Work = A::Work;

    fn handle(&mut self, event: Event<Self::Work>, now: Instant) -> Vec<AppCommand> {
        A::handle(self, event, now)
    }

    fn deadline(&self) -> Option<Instant> {
        A::deadline(self)
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        A::draw(self, frame);
    }

    fn is_dirty(&self) -> bool {
        A::is_dirty(self)
    }
}

/// The terminal, as the loop uses it.
pub trait Host {
    /// Shows a frame.
    ///
    /// # Errors
    /// The terminal cannot be written to.
    fn draw(&mut self, draw: &mut dyn FnMut(&mut Frame<'_>)) -> io::Result<()>;

    /// Forgets the contents of the screen, so that the next frame is written completely.
    ///
    /// # Errors
    /// The terminal cannot be written to.
    fn forget(&mut self) -> io::Result<()>;

    /// Writes an invisible sequence that does not move the cursor.
    ///
    /// # Errors
    /// The terminal cannot be written to.
    fn write(&mut self, sequence: &str) -> io::Result<()>;

    /// Puts the terminal into raw mode again after a stop that another program caused.
    ///
    /// # Errors
    /// The terminal cannot be configured.
    fn retake(&mut self) -> io::Result<()>;

    /// Restores the terminal, stops, and takes the terminal again when continued. Returns `Ok(Some(why))` if
    /// the program must not stop.
    ///
    /// # Errors
    /// The terminal cannot be configured.
    fn suspend(&mut self) -> io::Result<Option<String>>;

    /// Runs the editor of the user in the terminal. Returns `Ok(Some(why))` if the editor could not run.
    ///
    /// # Errors
    /// The terminal cannot be configured.
    fn edit(&mut self, file: &Path, line: u32) -> io::Result<Option<String>>;
}

/// The exit code after a hang-up of the terminal, as in a shell.
pub const HUNG_UP: u8 = 128 + 1;

/// The time to wait, after a failed write, for a message that the terminal was closed.
const STATUS_INTERVAL: Duration = Duration::from_millis(200);

/// The maximum number of messages between two frames, so that a flood of messages cannot freeze the screen.
/// No message is lost.
const MAX_EVENTS_PER_FRAME: usize = 4096;

/// Runs the application until it quits, its terminal hangs up or a signal ends it. Returns the exit code.
///
/// # Errors
/// The terminal fails, or a thread panics.
pub fn run<A: App>(app: &mut A, host: &mut dyn Host, receiver: &Receiver<A::Work>) -> io::Result<u8> {
    turns(app, host, receiver).or_else(|error| {
        // A closed terminal fails the next frame, often before the message about it is received.
        let mut messages = std::iter::from_fn(|| receiver.recv_timeout(STATUS_INTERVAL).ok());
        let gone = messages.find(|message| {
            matches!(
                message,
                LoopMessage::InputClosed | LoopMessage::Signal(Signal::End(_))
            )
        });
        gone.map(|_| HUNG_UP).ok_or(error)
    })
}

fn turns<A: App>(app: &mut A, host: &mut dyn Host, receiver: &Receiver<A::Work>) -> io::Result<u8> {
    let mut turn = LoopTurn {
        app,
        host,
        stale: true,
    };
    loop {
        turn.draw()?;
        let first = match turn.app.deadline() {
            None => receiver.recv().ok(),
            Some(deadline) => {
                match receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                    Ok(message) => Some(message),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => return Ok(HUNG_UP),
                }
            }
        };
        let mut next = match first {
            Some(message) => Some(message),
            // No sender is left and no deadline is set: nothing can happen any more.
            None if turn.app.deadline().is_none() => return Ok(HUNG_UP),
            None => None,
        };
        let mut handled = 0;
        while let Some(message) = next {
            if let Some(code) = turn.message(message)? {
                return Ok(code);
            }
            handled += 1;
            next = match receiver.try_recv() {
                Ok(message) if handled < MAX_EVENTS_PER_FRAME => Some(message),
                Ok(message) => {
                    if let Some(code) = turn.message(message)? {
                        return Ok(code);
                    }
                    None
                }
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => None,
            };
        }
        // Also after messages: a stream of messages must not stop playback.
        if turn
            .app
            .deadline()
            .is_some_and(|deadline| deadline <= Instant::now())
            && let Some(code) = turn.event(Event::Wake)?
        {
            return Ok(code);
        }
    }
}

/// The parts of one iteration of the loop. A method that returns `Some(code)` ends the loop.
struct LoopTurn<'a, A: App> {
    app: &'a mut A,
    host: &'a mut dyn Host,
    /// Whether the screen must be drawn although the application has not changed.
    stale: bool,
}

impl<A: App> LoopTurn<'_, A> {
    fn draw(&mut self) -> io::Result<()> {
        if self.stale || self.app.is_dirty() {
            self.stale = false;
            let app = &mut *self.app;
            self.host.draw(&mut |frame| app.draw(frame))?;
        }
        Ok(())
    }

    fn message(&mut self, message: LoopMessage<A::Work>) -> io::Result<Option<u8>> {
        match message {
            LoopMessage::Input(input) => match input {
                Input::Key(key) if key.kind == KeyEventKind::Release => Ok(None),
                Input::Key(key) => self.event(Event::Key(key)),
                Input::Mouse(mouse) => self.event(Event::Mouse(mouse)),
                Input::Paste(text) => self.event(Event::Paste(text)),
                Input::Resize(columns, rows) => {
                    self.stale = true;
                    // A terminal that was smaller for a moment has lost some content, and may have its old
                    // size again.
                    self.host.forget()?;
                    self.event(Event::Resize(columns, rows))
                }
                Input::FocusGained | Input::FocusLost => Ok(None),
            },
            LoopMessage::Background { light } => self.event(Event::Background { light }),
            LoopMessage::InputClosed => Ok(Some(HUNG_UP)),
            LoopMessage::Signal(Signal::End(number)) => {
                Ok(Some(u8::try_from(number).unwrap_or(0).saturating_add(128)))
            }
            LoopMessage::Signal(Signal::Stop) => self.command(AppCommand::Suspend),
            LoopMessage::Signal(Signal::Continue) => {
                self.stale = true;
                self.host.retake()?;
                Ok(None)
            }
            LoopMessage::Files(changes) => self.event(Event::FilesChanged(changes)),
            LoopMessage::Copied { what, result } => self.event(Event::Copied { what, result }),
            LoopMessage::Work(work) => self.event(Event::Work(work)),
            LoopMessage::ThreadFailed(name) => Err(io::Error::other(format!(
                "internal error: the {name} thread panicked; please report this"
            ))),
        }
    }

    fn event(&mut self, event: Event<A::Work>) -> io::Result<Option<u8>> {
        for command in self.app.handle(event, Instant::now()) {
            if let Some(code) = self.command(command)? {
                return Ok(Some(code));
            }
        }
        Ok(None)
    }

    fn command(&mut self, command: AppCommand) -> io::Result<Option<u8>> {
        match command {
            AppCommand::Quit(code) => return Ok(Some(code)),
            AppCommand::Suspend => {
                self.stale = true;
                // A stopped program can be killed without notice.
                self.app.handle(Event::Stopping, Instant::now());
                if let Some(why) = self.host.suspend()? {
                    return self.event(Event::NotSuspended(why));
                }
            }
            AppCommand::OpenEditor { file, line } => {
                self.stale = true;
                let error = self.host.edit(&file, line)?;
                return self.event(Event::EditorClosed { file, error });
            }
            AppCommand::Write(sequence) => self.host.write(&sequence)?,
            AppCommand::Redraw => {
                self.stale = true;
                self.host.forget()?;
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests;
