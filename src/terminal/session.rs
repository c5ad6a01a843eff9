//! Runs an application in the terminal from start to end: starts all threads in the required order.

use std::io;

use super::background_color::BackgroundReplies;
use super::event::{self, Sender};
use super::input::{self, Gate};
use super::run::{self, App, HUNG_UP};
use super::screen::{TerminalFeatures, TerminalScreen};
use super::signals;
use super::watch::Watcher;

/// The handles that an application gets.
#[derive(Debug)]
pub struct AppHandles<W> {
    /// The sender for messages of background work.
    pub sender: Sender<W>,
    /// The file watcher, or the reason why it cannot be started.
    pub watcher: io::Result<Watcher>,
}

/// Creates an application and runs it until its end. The terminal is always restored. Returns the exit code.
/// Call [`super::screen::usable`] first.
///
/// # Errors
/// The terminal or the system fails, or a thread panics. A hang-up of the terminal is an exit code, not an
/// error.
pub fn run<A: App>(
    features: TerminalFeatures,
    make: impl FnOnce(AppHandles<A::Work>) -> A,
) -> io::Result<u8> {
    let (sender, receiver) = event::channel();
    // Before the terminal is taken, so that a signal cannot end the program without restoring it.
    signals::start(sender.clone())?;
    let watcher = Watcher::start(sender.clone());
    let mut app = make(AppHandles {
        sender: sender.clone(),
        watcher,
    });
    let gate = Gate::default();
    let mut screen = TerminalScreen::take(features, gate.clone())?;
    // After the terminal is taken, so that no key is read in the wrong mode.
    input::start(sender, gate, BackgroundReplies::new(features.background))?;
    let result = run::run(&mut app, &mut screen, &receiver);
    let given_back = screen.give_back();
    match result {
        Ok(HUNG_UP) => Ok(HUNG_UP),
        result => result.and_then(|code| given_back.map(|()| code)),
    }
}
