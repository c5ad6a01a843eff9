//! The program, run on files of its own.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A directory with files, in which the program runs.
pub(crate) struct Desk(tempfile::TempDir);

impl Desk {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let desk = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            std::fs::write(desk.path(name), text).unwrap();
        }
        desk
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs the program with arguments parted by white space, `stdin` on its stdin.
    pub(crate) fn run_with(&self, arguments: &str, stdin: &str) -> Run {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mergescope"))
            .env("XDG_CONFIG_HOME", "/nowhere")
            .args(arguments.split_whitespace())
            .current_dir(self.0.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let text = stdin.to_owned();
        let writer = std::thread::spawn(move || drop(input.write_all(text.as_bytes())));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        Run {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    pub(crate) fn run(&self, arguments: &str) -> Run {
        self.run_with(arguments, "")
    }
}
