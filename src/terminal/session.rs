//! One application from start to end in the terminal: everything is started in the order that it needs.

use std::io;

use super::background_color::BackgroundReplies;
use super::event::{self, Sender};
use super::input::{self, Gate};
use super::run::{self, App, HUNG_UP};
use super::screen::{TerminalFeatures, TerminalScreen};
use super::signals;
use super::watch::Watcher;

/// What an application may need from its surroundings.
#[derive(Debug)]
pub struct AppHandles<W> {
    /// For the answers of its background work.
    pub sender: Sender<W>,
    /// To watch files with; the error says why the system does not let us.
    pub watcher: io::Result<Watcher>,
}

/// Makes an application and runs it until its end; the terminal is given back whatever happens. Returns the exit code.
/// Ask [`super::screen::usable`] first.
///
/// # Errors
/// Errors of the terminal and the system, and a panic of a thread. A terminal that hangs up is an exit code, not an error.
pub fn run<A: App>(wishes: TerminalFeatures, make: impl FnOnce(AppHandles<A::Work>) -> A) -> io::Result<u8> {
    let (sender, receiver) = event::channel();
    // Before the terminal is taken, so that no signal finds it taken and unguarded.
    signals::start(sender.clone())?;
    let watcher = Watcher::start(sender.clone());
    let mut app = make(AppHandles {
        sender: sender.clone(),
        watcher,
    });
    let gate = Gate::default();
    let mut screen = TerminalScreen::take(wishes, gate.clone())?;
    // After it, so that no key is read in the wrong mode.
    input::start(sender, gate, BackgroundReplies::new(wishes.background))?;
    let result = run::run(&mut app, &mut screen, &receiver);
    let given_back = screen.give_back();
    match result {
        Ok(HUNG_UP) => Ok(HUNG_UP),
        result => result.and_then(|code| given_back.map(|()| code)),
    }
}
