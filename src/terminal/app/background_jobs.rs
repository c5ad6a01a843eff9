//! Background work: merges, comparisons, ledgers, kubectl.

use super::TerminalApp;
use crate::explorer::Message;
use crate::report::redact::{Secrets, originals};
use crate::terminal::event;

impl TerminalApp {
    /// Passes the newest task to the worker, or runs it at once if there is no worker.
    pub(crate) fn work(&mut self) {
        let Some(task) = self.state.task() else { return };
        let left = match &self.worker {
            Some(worker) => worker.take(task).err().map(|task| *task),
            None => Some(task),
        };
        if let Some(done) = left.and_then(|task| task.run(&mut |_| true)) {
            self.on_message(Message::Done(Box::new(done)));
        }
    }

    pub(crate) fn compare(&mut self) {
        if let Some(task) = self.state.compare_task() {
            self.run_in_background("compare", move || Message::Compared(task.clone().run()));
        }
    }

    pub(crate) fn find_changes(&mut self) {
        if let Some(task) = self.state.change_task() {
            self.run_in_background("changes", move || Message::Changes(Box::new(task.clone().run())));
        }
    }

    pub(crate) fn compute_verdicts(&mut self) {
        if let Some((ticket, task)) = self.state.verdict_task() {
            self.run_in_background("verdicts", move || Message::Verdicts(ticket, task.run()));
        }
    }

    pub(crate) fn make_ledger(&mut self) {
        if let Some(task) = self.state.ledger_task() {
            self.run_in_background("ledger", move || {
                Message::Ledger(task.clone(), task.clone().run())
            });
        }
    }

    /// Runs work in a thread with this name, or at once if no thread can be started.
    pub(super) fn run_in_background(
        &mut self,
        name: &'static str,
        work: impl Fn() -> Message + Clone + Send + 'static,
    ) {
        let run = work.clone();
        let started = self.sender.clone().is_some_and(|sender| {
            event::spawn(name, sender, move |sender| {
                // Sending fails after the loop has ended.
                let _ = sender.send(event::LoopMessage::Work(run()));
            })
            .is_ok()
        });
        if !started {
            self.on_message(work());
        }
    }

    pub(crate) fn ask_kubectl(&mut self, ticket: u64) {
        let ask = self.kubectl.ask;
        let inputs = originals(self.state.workspace().merged().merge().inputs.clone());
        let shows = self.state.workspace().merged().secrets() != Secrets::Hidden;
        let Some(sender) = self.sender.clone() else { return };
        let started = event::spawn("kubectl", sender, move |sender| {
            let answer = Message::Kubectl(ticket, ask(&inputs, shows));
            // Sending fails after the loop has ended.
            let _ = sender.send(event::LoopMessage::Work(answer));
        });
        if let Err(error) = started {
            self.on_message(Message::Kubectl(ticket, vec![format!("kubectl failed: {error}")]));
        }
    }
}
