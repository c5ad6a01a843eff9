//! The pieces of a file or of standard input, read as they come.

use std::collections::VecDeque;
use std::fs::File;
use std::io::Read;

use anyhow::{Result, bail};

use crate::cli::input_source::{InputPath, cannot_read};
use crate::document::Position;
use crate::document::split::{Chunk, ChunkKind, ObjectSplitter, Splitter};
use crate::input_limit;

/// How many bytes are asked for at once.
const READ_CHUNK_BYTES: usize = 256 * 1024;

/// How many bytes of a list's items are kept back until it is clear that they are the ones that count. Who writes a list
/// by hand may give its `items` twice; who writes a longer one does not write by hand.
const RETAIN_BYTES: usize = 4 * 1024 * 1024;

/// A stream that is being cut.
pub(crate) struct StreamSource {
    name: String,
    input: Box<dyn Read + Send>,
    splitter: Splitter,
    portion: Vec<u8>,
    ended: bool,
    /// Pieces that were looked at already.
    waiting: VecDeque<Chunk>,
    /// Items of a list that may still be given again, and how many bytes of it have gone by.
    kept: VecDeque<Chunk>,
    size: usize,
}

impl StreamSource {
    /// Opens a document's origin.
    ///
    /// # Errors
    /// A file that cannot be opened.
    pub(crate) fn open(origin: &InputPath) -> Result<Self> {
        let input: Box<dyn Read + Send> = match origin {
            InputPath::File(path) => {
                Box::new(File::open(path).map_err(|error| cannot_read(path.display(), &error))?)
            }
            InputPath::Stdin => Box::new(std::io::stdin()),
            InputPath::Inline(text) => Box::new(std::io::Cursor::new(text.clone().into_bytes())),
        };
        Ok(Self {
            name: origin.name(),
            input,
            splitter: Splitter::default(),
            portion: vec![0; READ_CHUNK_BYTES],
            ended: false,
            waiting: VecDeque::new(),
            kept: VecDeque::new(),
            size: 0,
        })
    }

    /// What messages call the stream.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// If the stream is a single document and no list, that document's piece. Reads until this is clear.
    ///
    /// # Errors
    /// What the system says.
    pub(crate) fn only(&mut self) -> Result<Option<Chunk>> {
        while self.waiting.len() < 2 {
            match self.pull()? {
                Some(piece) => self.waiting.push_back(piece),
                None => break,
            }
        }
        let single = match self.waiting.front() {
            None => Some(Chunk::document(
                self.splitter.remaining().to_vec(),
                Position::START,
            )),
            Some(first) if first.kind == ChunkKind::Document && self.waiting.len() == 1 => {
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
    pub(crate) fn batch(&mut self) -> Result<Vec<Chunk>> {
        let mut batch: Vec<Chunk> = self.waiting.drain(..).collect();
        if batch.is_empty() {
            batch.extend(self.pull()?);
        }
        // Enough to be worth a trip to another thread, little enough to keep all of them busy.
        let mut size: usize = batch.iter().map(|piece| piece.bytes.len()).sum();
        while size < READ_CHUNK_BYTES / 4
            && let Some(piece) = self.ready()?
        {
            size += piece.bytes.len();
            batch.push(piece);
        }
        Ok(batch)
    }

    fn pull(&mut self) -> Result<Option<Chunk>> {
        loop {
            if let Some(piece) = self.ready()? {
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
            match count.map_err(|error| cannot_read(&self.name, &error))? {
                0 => {
                    self.ended = true;
                    self.splitter.end();
                }
                count => {
                    let portion = &self.portion[..count];
                    self.splitter.feed(portion);
                    // No text has a NUL byte: the reader of the piece says where it is.
                    if input_limit::has_nul(portion) {
                        self.ended = true;
                        self.splitter.end();
                    } else if self.splitter.remaining().len() as u64 > input_limit::bytes() {
                        return Err(cannot_read(&self.name, &input_limit::too_large()));
                    }
                }
            }
        }
    }

    /// The next piece that counts, if it is there.
    fn ready(&mut self) -> Result<Option<Chunk>> {
        loop {
            if let Some(piece) = self.next_kept() {
                return Ok(Some(piece));
            }
            let Some(piece) = self.splitter.next_chunk() else {
                if self.ended {
                    self.size = RETAIN_BYTES;
                    return Ok(self.next_kept());
                }
                return Ok(None);
            };
            if input_limit::has_too_many_values(&piece.bytes) {
                return Err(cannot_read(&self.name, &input_limit::too_many_values()));
            }
            match piece.kind {
                ChunkKind::Item => self.size += piece.bytes.len(),
                ChunkKind::Again if self.size >= RETAIN_BYTES => {
                    let Position { line, column } = piece.at;
                    bail!(
                        "{}:{line}:{column}: second `items` in the list; the first ones were already processed\nkubectl uses the last `items`; remove the first",
                        self.name
                    );
                }
                ChunkKind::Again => {
                    self.kept.clear();
                    self.size = 0;
                }
                ChunkKind::Document | ChunkKind::Frame | ChunkKind::Rest => {}
            }
            self.kept.push_back(piece);
        }
    }

    /// What is kept no longer: all in front of another list or document, and of a list that is long.
    fn next_kept(&mut self) -> Option<Chunk> {
        let is_clear = |part| matches!(part, ChunkKind::Document | ChunkKind::Frame | ChunkKind::Rest);
        let is_last_clear = self.kept.back().is_some_and(|piece| is_clear(piece.kind));
        if self.size < RETAIN_BYTES && !is_last_clear {
            return None;
        }
        let piece = self.kept.pop_front();
        if self.kept.is_empty() && is_last_clear {
            self.size = 0;
        }
        piece
    }
}

/// The objects of a piece.
///
/// # Errors
/// What is unreadable, and where.
pub(crate) fn read_chunk(name: &str, chunk: Chunk) -> Result<ObjectSplitter> {
    chunk
        .objects(name)
        .map_err(|error| anyhow::anyhow!("{}", error.report()))
}
