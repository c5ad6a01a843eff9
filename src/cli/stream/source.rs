//! Reads the chunks of a file or of standard input as they arrive.

use std::collections::VecDeque;
use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use anyhow::{Result, bail};

use crate::cli::input_source::{InputPath, cannot_read};
use crate::document::Position;
use crate::document::split::{Chunk, ChunkKind, ObjectSplitter, Splitter};
use crate::input_limit;

/// The number of bytes that are read at once.
const READ_CHUNK_BYTES: usize = 256 * 1024;

/// The number of bytes of a list's items that are held back, in case a duplicate key `items` follows and
/// replaces them. Only short lists are written by hand and can have this mistake.
const RETAIN_BYTES: usize = 4 * 1024 * 1024;

/// A stream that is being split, and those after it.
pub(crate) struct StreamSource {
    /// The streams after this one.
    rest: VecDeque<InputPath>,
    name: Arc<str>,
    input: Box<dyn Read + Send>,
    splitter: Splitter,
    portion: Vec<u8>,
    ended: bool,
    /// Chunks that were read ahead.
    waiting: VecDeque<Chunk>,
    /// Items of a list that a duplicate key can still replace, and the number of bytes of the list so far.
    kept: VecDeque<Chunk>,
    size: usize,
}

impl StreamSource {
    /// Opens the first of several sources.
    ///
    /// # Errors
    /// A file that cannot be opened.
    pub(crate) fn open(origins: &[InputPath]) -> Result<Self> {
        let mut source = Self {
            rest: origins.iter().cloned().collect(),
            name: Arc::default(),
            input: Box::new(std::io::empty()),
            splitter: Splitter::default(),
            portion: vec![0; READ_CHUNK_BYTES],
            ended: true,
            waiting: VecDeque::new(),
            kept: VecDeque::new(),
            size: 0,
        };
        source.open_next()?;
        Ok(source)
    }

    /// Opens the next source. Returns whether there is one.
    fn open_next(&mut self) -> Result<bool> {
        let Some(origin) = self.rest.pop_front() else {
            return Ok(false);
        };
        self.name = origin.name().into();
        self.input = match origin {
            InputPath::File(path) => {
                Box::new(File::open(&path).map_err(|error| cannot_read(path.display(), &error))?)
            }
            InputPath::Stdin => Box::new(std::io::stdin()),
            InputPath::Inline(text) => Box::new(std::io::Cursor::new(text.into_bytes())),
        };
        (self.splitter, self.ended, self.size) = (Splitter::default(), false, 0);
        Ok(true)
    }

    /// Returns the name of the source that the last chunks are from.
    pub(crate) fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Returns the chunk of the document if the stream is a single document that is not a list. Reads until
    /// that is certain.
    ///
    /// # Errors
    /// I/O errors.
    pub(crate) fn only(&mut self) -> Result<Option<Chunk>> {
        if !self.rest.is_empty() {
            return Ok(None);
        }
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

    /// Returns the chunks of one source that are available without waiting, or else waits for the first one. Empty at the
    /// end.
    ///
    /// # Errors
    /// I/O errors.
    pub(crate) fn batch(&mut self) -> Result<Vec<Chunk>> {
        let mut batch: Vec<Chunk> = self.waiting.drain(..).collect();
        if batch.is_empty() {
            batch.extend(self.pull()?);
        }
        // Large enough to be worth a thread, small enough to keep all threads busy.
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
                match self.open_next()? {
                    true => continue,
                    false => return Ok(None),
                }
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
                    // No text has a NUL byte: the parser reports its position.
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

    /// Returns the next final chunk, if there is one.
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
                        "{}:{line}:{column}: second `items` in the list; the first ones were already processed\nhelp: remove the first `items`; kubectl uses the last one",
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

    /// Returns the next chunk that need not be held back: before another list or document, or in a long list.
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

/// Parses the objects of a chunk.
///
/// # Errors
/// A syntax error with its position.
pub(crate) fn read_chunk(name: &str, chunk: Chunk) -> Result<ObjectSplitter> {
    chunk
        .objects(name)
        .map_err(|error| anyhow::anyhow!("{}", error.report()))
}
