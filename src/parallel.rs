//! Work in a thread of its own, for a machine with more than one processor; without threads it is done at once.

use std::thread::{Builder, JoinHandle, scope};

/// Work that is going on, or its result.
pub(crate) enum BackgroundTask<T> {
    Running(JoinHandle<T>),
    Done(T),
}

impl<T: Send + 'static> BackgroundTask<T> {
    /// Begins the work.
    pub(crate) fn run(work: impl Fn() -> T + Clone + Send + 'static) -> Self {
        match Builder::new().spawn(work.clone()) {
            Ok(thread) => Self::Running(thread),
            Err(_) => Self::Done(work()),
        }
    }

    /// Waits for its result.
    pub(crate) fn join(self) -> T {
        match self {
            Self::Running(thread) => thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Self::Done(result) => result,
        }
    }
}

/// Does two pieces of work at the same time, the first of them in a thread of its own.
pub(crate) fn join<A: Send, B>(beside: impl Fn() -> A + Sync, here: impl FnOnce() -> B) -> (A, B) {
    scope(|scope| {
        let running = Builder::new().spawn_scoped(scope, &beside);
        let ours = here();
        let theirs = match running {
            Ok(thread) => thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(_) => beside(),
        };
        (theirs, ours)
    })
}

/// The same, one after the other unless `beside_each_other`: for what is sometimes too small for a thread.
pub(crate) fn join_if<A: Send, B>(
    beside_each_other: bool,
    beside: impl Fn() -> A + Sync,
    here: impl FnOnce() -> B,
) -> (A, B) {
    match beside_each_other {
        true => join(beside, here),
        false => (beside(), here()),
    }
}

/// Lets go of something large without waiting for it.
pub(crate) fn drop_in_background<T: Send + 'static>(what: T) {
    // Without threads it is gone when the closure is.
    let _ = Builder::new().spawn(move || drop(what));
}
