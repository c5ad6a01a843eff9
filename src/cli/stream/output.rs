//! Prints the objects of a stream to stdout as they arrive: YAML documents or one JSON list.

use std::io::{BufWriter, ErrorKind, Write};

use anyhow::{Context, Result};

/// The texts before the first object, between two objects and after the last one, and the indentation of
/// lines.
pub(crate) struct OutputFrame {
    open: &'static str,
    between: &'static str,
    close: &'static str,
    indent: &'static str,
}

impl OutputFrame {
    /// Texts in sequence.
    pub(crate) const PLAIN: Self = Self::separated_by("");
    /// Texts separated by an empty line.
    pub(crate) const PARAGRAPHS: Self = Self::separated_by("\n");
    /// YAML documents.
    pub(crate) const YAML_DOCUMENTS: Self = Self::separated_by("---\n");
    /// A JSON array.
    pub(crate) const JSON_ARRAY: Self = Self {
        open: "[",
        between: ",",
        close: "\n]\n",
        indent: "  ",
    };
    /// A Kubernetes `List` in JSON.
    pub(crate) const JSON_LIST: Self = Self {
        open: "{\n  \"apiVersion\": \"v1\",\n  \"items\": [",
        between: ",",
        close: "\n  ],\n  \"kind\": \"List\"\n}\n",
        indent: "    ",
    };

    /// Texts between `open` and `close`, separated by commas.
    pub(crate) const fn around(open: &'static str, close: &'static str) -> Self {
        Self {
            open,
            between: ",",
            close,
            indent: "",
        }
    }

    const fn separated_by(between: &'static str) -> Self {
        Self {
            open: "",
            between,
            close: "",
            indent: "",
        }
    }
}

/// The output so far.
pub(crate) struct StreamOutput {
    out: BufWriter<std::io::Stdout>,
    frame: OutputFrame,
    is_first: bool,
}

impl StreamOutput {
    pub(crate) fn new(frame: OutputFrame) -> Self {
        Self {
            out: BufWriter::with_capacity(1 << 16, std::io::stdout()),
            frame,
            is_first: true,
        }
    }

    /// Writes the text of one object; returns false if the output is closed.
    pub(crate) fn add(&mut self, text: &str) -> Result<bool> {
        let lead = if std::mem::take(&mut self.is_first) {
            self.frame.open
        } else {
            self.frame.between
        };
        let written = self.out.write_all(lead.as_bytes()).and_then(|()| {
            if self.frame.indent.is_empty() {
                return self.out.write_all(text.as_bytes());
            }
            // Raw newlines are only between tokens, so JSON can be indented as text.
            for line in text.lines() {
                self.out.write_all(b"\n")?;
                self.out.write_all(self.frame.indent.as_bytes())?;
                self.out.write_all(line.as_bytes())?;
            }
            Ok(())
        });
        check_written(written)
    }

    /// Flushes the output; returns false if it is closed.
    pub(crate) fn flush(&mut self) -> Result<bool> {
        check_written(self.out.flush())
    }

    /// Ends the list. The JSON of a stream that stopped early stays incomplete, so that it cannot be mistaken
    /// for the whole.
    pub(crate) fn end(mut self) -> Result<()> {
        let open = if self.is_first { self.frame.open } else { "" };
        let written = self
            .out
            .write_all(format!("{open}{}", self.frame.close).as_bytes());
        check_written(written.and_then(|()| self.out.flush())).map(|_| ())
    }
}

fn check_written(written: std::io::Result<()>) -> Result<bool> {
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error).context("cannot write to stdout"),
    }
}
