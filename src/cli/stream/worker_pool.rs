//! Runs work on several threads, with ordered results and a limited number of pending jobs.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use anyhow::{Result, anyhow};

/// The number of jobs, and of results, that can wait for each worker.
const WAITING: usize = 2;

/// The results of `work` for the jobs of `source`, in the order of the jobs.
///
/// Jobs are distributed and results are collected in rotation, so that no sorting is needed. The number of
/// pending jobs is limited: a slow consumer of the results stops the source. The threads end with the jobs,
/// or when the iterator is dropped.
pub(crate) struct OrderedResults<T> {
    workers: Vec<Receiver<T>>,
    turn: usize,
    failure: Receiver<anyhow::Error>,
    is_over: bool,
}

/// Starts the threads. `jobs` returns the next job, or `None` at the end.
pub(crate) fn run<J, T>(
    mut jobs: impl FnMut() -> Result<Option<J>> + Send + 'static,
    work: impl Fn(J) -> T + Send + Sync + 'static,
) -> OrderedResults<T>
where
    J: Send + 'static,
    T: Send + 'static,
{
    let work = Arc::new(work);
    let count = thread::available_parallelism().map_or(1, usize::from);
    let (mut inputs, mut workers) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let (job_sender, job_receiver) = sync_channel::<J>(WAITING);
        let (answer_sender, answer_receiver) = sync_channel(WAITING);
        let work = Arc::clone(&work);
        thread::spawn(move || {
            for job in job_receiver {
                if answer_sender.send(work(job)).is_err() {
                    break;
                }
            }
        });
        inputs.push(job_sender);
        workers.push(answer_receiver);
    }
    let (failed, failure) = sync_channel(1);
    thread::spawn(move || distribute(&mut jobs, &inputs, &failed));
    OrderedResults {
        workers,
        turn: 0,
        failure,
        is_over: false,
    }
}

fn distribute<J>(
    jobs: &mut impl FnMut() -> Result<Option<J>>,
    workers: &[SyncSender<J>],
    failed: &SyncSender<anyhow::Error>,
) {
    for worker in workers.iter().cycle() {
        match jobs() {
            Ok(Some(job)) => {
                if worker.send(job).is_err() {
                    return;
                }
            }
            Ok(None) => return,
            Err(error) => {
                // Sending fails only if the results are no longer needed.
                let _ = failed.send(error);
                return;
            }
        }
    }
}

impl<T> Iterator for OrderedResults<T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        if self.is_over {
            return None;
        }
        let count = self.workers.len();
        let answer = self.workers.get(self.turn)?.recv();
        self.turn = (self.turn + 1) % count;
        if let Ok(answer) = answer {
            return Some(Ok(answer));
        }
        self.is_over = true;
        if let Ok(error) = self.failure.recv() {
            return Some(Err(error));
        }
        // A worker that panicked leaves results of other workers behind.
        let left = self.workers.iter().any(|worker| worker.recv().is_ok());
        left.then(|| {
            Err(anyhow!(
                "internal error: a worker thread panicked; please report this"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_order() {
        let mut next = 0;
        let answers = run(
            move || {
                next += 1;
                Ok((next <= 1000).then_some(next))
            },
            |job: u32| job * 2,
        );
        let answers: Vec<u32> = answers.map(|answer| answer.unwrap()).collect();
        assert_eq!(answers, (1..=1000).map(|job| job * 2).collect::<Vec<_>>());
    }

    #[test]
    fn a_source_that_fails_says_so_after_the_answers() {
        let mut next = 0;
        let mut answers = run(
            move || {
                next += 1;
                if next == 4 {
                    Err(anyhow!("broken"))
                } else {
                    Ok(Some(next))
                }
            },
            |job: u32| job,
        );
        assert_eq!(
            answers
                .by_ref()
                .take(3)
                .map(|answer| answer.unwrap())
                .collect::<Vec<_>>(),
            [1, 2, 3]
        );
        assert_eq!(answers.next().unwrap().unwrap_err().to_string(), "broken");
        assert!(answers.next().is_none());
    }
}
