//! The objects of a stream on stdout: YAML documents, or one JSON list, as they come.

use std::io::{BufWriter, ErrorKind, Write};

use anyhow::{Context, Result};

use super::object::OutputForm;
use crate::cli::args::{LintFormat, ReportFormat, ResultFormat};
use crate::cli::lint::LintLevels;

/// How the texts are joined: before the first, between two, behind the last, and their indentation.
struct OutputFrame {
    open: &'static str,
    between: &'static str,
    close: &'static str,
    indent: &'static str,
}

/// What has been written so far.
pub(crate) struct StreamOutput {
    out: BufWriter<std::io::Stdout>,
    frame: OutputFrame,
    is_first: bool,
}

impl StreamOutput {
    pub(crate) fn new(form: OutputForm) -> Self {
        let (open, between, close, indent) = match form {
            OutputForm::Result(ResultFormat::Yaml) => ("", "---\n", "", ""),
            OutputForm::Result(ResultFormat::Json) => (
                "{\n  \"apiVersion\": \"v1\",\n  \"items\": [",
                ",",
                "\n  ],\n  \"kind\": \"List\"\n}\n",
                "    ",
            ),
            OutputForm::Lint(LintLevels {
                format: LintFormat::Json,
                ..
            })
            | OutputForm::Explanation(ReportFormat::Json, _) => ("[", ",", "\n]\n", "  "),
            OutputForm::Lint(_) => ("", "", "", ""),
            OutputForm::Explanation(..) => ("", "\n", "", ""),
        };
        Self {
            out: BufWriter::with_capacity(1 << 16, std::io::stdout()),
            frame: OutputFrame {
                open,
                between,
                close,
                indent,
            },
            is_first: true,
        }
    }

    /// Writes one object's text; false if the reader has gone away.
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
            // Raw newlines stand only between tokens, so JSON can be indented as text.
            for line in text.lines() {
                self.out.write_all(b"\n")?;
                self.out.write_all(self.frame.indent.as_bytes())?;
                self.out.write_all(line.as_bytes())?;
            }
            Ok(())
        });
        is_read(written)
    }

    /// Lets the reader see what has been written; false if it has gone away.
    pub(crate) fn flush(&mut self) -> Result<bool> {
        is_read(self.out.flush())
    }

    /// Ends the list. A stream that was cut short is not ended: nobody shall take its JSON for whole.
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
