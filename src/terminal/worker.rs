//! The thread that reads and merges large inputs, so that the loop can respond to keys.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};

use super::event::{self, Sender, spawn};
use crate::explorer::{Message, Task};

/// A worker runs the newest task and cancels older ones at their next phase.
#[derive(Debug)]
pub(crate) struct Worker {
    tasks: mpsc::Sender<Task>,
    newest: Arc<AtomicU64>,
}

impl Worker {
    /// Starts the thread. Progress and results are sent into the channel as [`event::LoopMessage::Work`].
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub(crate) fn start(sender: Sender<Message>) -> io::Result<Self> {
        let (tasks, given) = mpsc::channel::<Task>();
        let newest = Arc::new(AtomicU64::new(0));
        let latest = Arc::clone(&newest);
        spawn("merge", sender, move |sender| {
            while let Ok(task) = given.recv() {
                let ticket = task.ticket();
                let is_newest = || latest.load(Ordering::Relaxed) == ticket;
                if !is_newest() {
                    continue;
                }
                let mut tell = |phase| {
                    let _ = sender.send(event::LoopMessage::Work(Message::Phase { ticket, phase }));
                    is_newest()
                };
                let Some(done) = task.run(&mut tell) else { continue };
                let done = Message::Done(Box::new(done));
                if sender.send(event::LoopMessage::Work(done)).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { tasks, newest })
    }

    /// Starts a task.
    ///
    /// # Errors
    /// The task, if the thread has ended.
    pub(crate) fn take(&self, task: Task) -> Result<(), Box<Task>> {
        self.newest.store(task.ticket(), Ordering::Relaxed);
        self.tasks.send(task).map_err(|back| Box::new(back.0))
    }
}
