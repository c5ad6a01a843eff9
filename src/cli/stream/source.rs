//! The pieces of a file or of standard input, read as they come.

use std::fs::File;
use std::io::Read;

use anyhow::{Context, Result};

use crate::cli::origin::Origin;
use crate::document::split::{Part, Piece, Splitter};

/// How many bytes are asked for at once.
const PORTION: usize = 256 * 1024;

/// A stream that is being cut.
pub(in crate::cli) struct Source {
    name: String,
    input: Box<dyn Read + Send>,
    splitter: Splitter,
    portion: Vec<u8>,
    ended: bool,
    /// Pieces that were looked at already.
    waiting: std::collections::VecDeque<Piece>,
}

impl Source {
    /// Opens a document's origin.
    ///
    /// # Errors
    /// A file that cannot be opened.
    pub(in crate::cli) fn open(origin: &Origin) -> Result<Self> {
        let input: Box<dyn Read + Send> = match origin {
            Origin::File(path) => {
                Box::new(File::open(path).with_context(|| format!("cannot read {}", path.display()))?)
            }
            Origin::Stdin => Box::new(std::io::stdin()),
            Origin::Inline(text) => Box::new(std::io::Cursor::new(text.clone().into_bytes())),
        };
        Ok(Self {
            name: origin.name(),
            input,
            splitter: Splitter::default(),
            portion: vec![0; PORTION],
            ended: false,
            waiting: std::collections::VecDeque::new(),
        })
    }

    /// What messages call the stream.
    pub(in crate::cli) fn name(&self) -> &str {
        &self.name
    }

    /// If the stream is a single document and no list, that document's piece. Reads until this is clear.
    ///
    /// # Errors
    /// What the system says.
    pub(in crate::cli) fn only(&mut self) -> Result<Option<Piece>> {
        while self.waiting.len() < 2 {
            match self.pull()? {
                Some(piece) => self.waiting.push_back(piece),
                None => break,
            }
        }
        let single = match self.waiting.front() {
            None => Some(Piece {
                part: Part::Document,
                bytes: self.splitter.rest().to_vec(),
                at: crate::document::Position::START,
            }),
            Some(first) if first.part == Part::Document && self.waiting.len() == 1 => {
                self.waiting.pop_front()
            }
            Some(_) => None,
        };
        Ok(single)
    }

    /// The pieces that are there without waiting for more input, or the first that comes; none at the end.
    ///
    /// # Errors
    /// What the system says.
    pub(in crate::cli) fn batch(&mut self) -> Result<Vec<Piece>> {
        let mut batch: Vec<Piece> = self.waiting.drain(..).collect();
        if batch.is_empty() {
            batch.extend(self.pull()?);
        }
        // Enough to be worth a trip to another thread, little enough to keep all of them busy.
        let mut size: usize = batch.iter().map(|piece| piece.bytes.len()).sum();
        while size < PORTION / 4
            && let Some(piece) = self.splitter.piece()
        {
            size += piece.bytes.len();
            batch.push(piece);
        }
        Ok(batch)
    }

    fn pull(&mut self) -> Result<Option<Piece>> {
        loop {
            if let Some(piece) = self.splitter.piece() {
                return Ok(Some(piece));
            }
            if self.ended {
                return Ok(None);
            }
            let count = loop {
                match self.input.read(&mut self.portion) {
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                    other => break other,
                }
            };
            match count.with_context(|| format!("cannot read {}", self.name))? {
                0 => {
                    self.ended = true;
                    self.splitter.end();
                }
                count => self.splitter.feed(&self.portion[..count]),
            }
        }
    }
}
