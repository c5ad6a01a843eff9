//! Runs work on threads.

use std::panic::resume_unwind;
use std::thread::{self, JoinHandle};

/// A computation on its own thread.
pub(crate) struct BackgroundTask<T>(JoinHandle<T>);

impl<T: Send + 'static> BackgroundTask<T> {
    /// Starts the work.
    pub(crate) fn run(work: impl FnOnce() -> T + Send + 'static) -> Self {
        Self(thread::spawn(work))
    }

    /// Waits for the result.
    pub(crate) fn join(self) -> T {
        self.0.join().unwrap_or_else(|panic| resume_unwind(panic))
    }
}

/// Runs both closures in parallel and returns both results.
pub(crate) fn join<A: Send, B>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B) -> (A, B) {
    thread::scope(|scope| {
        let running = scope.spawn(first);
        let second = second();
        (
            running.join().unwrap_or_else(|panic| resume_unwind(panic)),
            second,
        )
    })
}

/// Runs both closures as [`join`] does if `parallel` is true, else in sequence. For work that can be too
/// small for a thread.
pub(crate) fn join_if<A: Send, B>(
    parallel: bool,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B,
) -> (A, B) {
    if parallel {
        join(first, second)
    } else {
        (first(), second())
    }
}

/// Applies a function to all items, half of them in parallel, and returns the results in the same order.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (first, second) = items.split_at(items.len() / 2);
    let all = |items: &[T]| items.iter().map(&work).collect::<Vec<R>>();
    let (mut results, rest) = join(|| all(first), || all(second));
    results.extend(rest);
    results
}

/// Drops a large value on a background thread, so that the caller does not wait for the deallocation.
pub(crate) fn drop_in_background<T: Send + 'static>(value: T) {
    thread::spawn(move || drop(value));
}
