//! Displays the progress of a stream on one line, if stderr is a terminal.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Minimum time between two updates.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// The progress line.
pub(crate) struct StreamProgress {
    is_shown: bool,
    /// The size of the whole stream in bytes, for a file.
    size: Option<u64>,
    bytes: u64,
    last: Instant,
    is_drawn: bool,
}

impl StreamProgress {
    /// Displayed if stderr is a terminal and stdout is not: on a terminal, the printed objects show the
    /// progress.
    pub(crate) fn new(size: Option<u64>) -> Self {
        Self {
            is_shown: std::io::stderr().is_terminal() && !std::io::stdout().is_terminal(),
            size: size.filter(|size| *size > 0),
            bytes: 0,
            last: Instant::now(),
            is_drawn: false,
        }
    }

    /// Adds processed bytes and objects.
    pub(crate) fn add(&mut self, bytes: u64, objects: usize) {
        self.bytes += bytes;
        if !self.is_shown || self.last.elapsed() < PROGRESS_INTERVAL {
            return;
        }
        self.last = Instant::now();
        self.is_drawn = true;
        let megabytes = self.bytes / 1_000_000;
        let line = match self.size {
            Some(size) => {
                let done = (self.bytes.min(size) * 20 / size) as usize;
                let percent = self.bytes.min(size) * 100 / size;
                format!("[{}{}] {percent:>3} %", "#".repeat(done), " ".repeat(20 - done))
            }
            None => format!("{megabytes} MB"),
        };
        // Errors of the terminal do not stop the stream.
        let _ = write!(std::io::stderr(), "\r\x1b[K{line}  {objects} objects");
    }

    /// Removes the line before other output.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.is_drawn) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
