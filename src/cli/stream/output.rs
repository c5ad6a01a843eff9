//! The objects of a stream on stdout: YAML documents, or one JSON list, as they come.

use std::io::{BufWriter, ErrorKind, Write};

use anyhow::{Context, Result};

/// How the texts are joined: before the first, between two, after the last, and the indentation of their lines.
pub(crate) struct OutputFrame {
    open: &'static str,
    between: &'static str,
    close: &'static str,
    indent: &'static str,
}

impl OutputFrame {
    /// Texts one after another.
    pub(crate) const PLAIN: Self = Self::separated_by("");
    /// Texts with an empty line between them.
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
    /// A `List` of Kubernetes, in JSON.
    pub(crate) const JSON_LIST: Self = Self {
        open: "{\n  \"apiVersion\": \"v1\",\n  \"items\": [",
        between: ",",
        close: "\n  ],\n  \"kind\": \"List\"\n}\n",
        indent: "    ",
    };

    /// Texts between two others, with commas between them.
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

/// What has been written so far.
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

    /// Writes one object's text; false if the reader of the output is gone.
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
        is_read(written)
    }

    /// Flushes what has been written; false if the reader of the output is gone.
    pub(crate) fn flush(&mut self) -> Result<bool> {
        is_read(self.out.flush())
    }

    /// Ends the list. A stream that ended early is not closed, so that its JSON cannot be taken for complete.
    pub(crate) fn end(mut self) -> Result<()> {
        let open = if self.is_first { self.frame.open } else { "" };
        let written = self
            .out
            .write_all(format!("{open}{}", self.frame.close).as_bytes());
        is_read(written.and_then(|()| self.out.flush())).map(|_| ())
    }
}

fn is_read(written: std::io::Result<()>) -> Result<bool> {
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error).context("cannot write to stdout"),
    }
}
