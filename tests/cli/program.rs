//! Running the program.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// What a run left.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// The program, in the project's folder, without a terminal.
pub(crate) fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mergescope"));
    command
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        // The answers do not depend on the config file of the user.
        .env("XDG_CONFIG_HOME", "/nowhere")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

pub(crate) fn run(args: &[&str]) -> Run {
    finish(program(args))
}

/// Runs with `input` on stdin.
pub(crate) fn run_with(args: &[&str], input: &str) -> Run {
    let mut command = program(args);
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that refuses its arguments does not wait for its input.
    if let Err(error) = stdin.write_all(input.as_bytes()) {
        assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe, "{args:?}");
    }
    drop(stdin);
    shown(child.wait_with_output().expect("an end"))
}

pub(crate) fn finish(mut command: Command) -> Run {
    shown(command.output().expect("the program runs"))
}

fn shown(output: std::process::Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run {
        code: output.status.code().expect("no signal"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// Files of one test.
pub(crate) struct Files(TempDir);

impl Files {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let files_at = Self(TempDir::new().expect("a folder"));
        for (name, text) in files {
            let path = files_at.path(name);
            path.parent()
                .map(std::fs::create_dir_all)
                .transpose()
                .expect("a folder");
            std::fs::write(path, text).expect("written");
        }
        files_at
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn name(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }
}

pub(crate) fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A small Deployment that most tests patch.
pub(crate) const LIVE: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  template:
    spec:
      containers:
      - name: app
        image: app:1
        env:
        - name: A
          value: \"1\"
        - name: B
          value: \"2\"
";
