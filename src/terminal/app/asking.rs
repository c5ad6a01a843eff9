//! What is answered by a thread of its own: comparisons, ledgers, kubectl.

use super::Explorer;
use crate::explorer::Message;
use crate::explorer::mask::{Secrets, originals};
use crate::terminal::event;

impl Explorer {
    /// Hands the newest task to the worker; without one it is done here.
    pub(super) fn work(&mut self) {
        let Some(task) = self.state.task() else { return };
        let left = match &self.worker {
            Some(worker) => worker.take(task).err().map(|task| *task),
            None => Some(task),
        };
        if let Some(done) = left.and_then(|task| task.run(&mut |_| true)) {
            self.hear(Message::Done(Box::new(done)));
        }
    }

    pub(super) fn compare(&mut self) {
        let Some(task) = self.state.compare_task() else {
            return;
        };
        let beside = task.clone();
        let started = self.sender.clone().is_some_and(|sender| {
            event::spawn("compare", sender, move |sender| {
                // Nobody listens any more once the loop has ended.
                let _ = sender.send(event::Message::Work(Message::Compared(beside.run())));
            })
            .is_ok()
        });
        if !started {
            self.hear(Message::Compared(task.run()));
        }
    }

    pub(super) fn make_ledger(&mut self) {
        let Some(task) = self.state.ledger_task() else {
            return;
        };
        let beside = task.clone();
        let started = self.sender.clone().is_some_and(|sender| {
            event::spawn("ledger", sender, move |sender| {
                // Nobody listens any more once the loop has ended.
                let _ = sender.send(event::Message::Work(Message::Ledger(beside.run())));
            })
            .is_ok()
        });
        if !started {
            self.hear(Message::Ledger(task.run()));
        }
    }

    pub(super) fn ask_kubectl(&mut self) {
        let ask = self.kubectl;
        let inputs = originals(self.state.session().merge().inputs.clone());
        let shows = self.state.session().secrets() != Secrets::Hidden;
        let Some(sender) = self.sender.clone() else { return };
        let started = event::spawn("kubectl", sender, move |sender| {
            let answer = Message::Kubectl(ask(&inputs, shows));
            // Nobody listens any more once the loop has ended.
            let _ = sender.send(event::Message::Work(answer));
        });
        if let Err(error) = started {
            self.hear(Message::Kubectl(vec![format!(
                "kubectl cannot be asked: {error}"
            )]));
        }
    }
}
