//! What is asked of kubectl, and what it says.

use std::ffi::{OsStr, OsString};
use std::time::Duration;

use super::child_process;
use super::child_process::{ChildError, FinishedChild};
use super::temp_file::TempFile;
use crate::document::Document;
use crate::merge::PatchType;

/// Longer patches go through a file: a system's limit for arguments is not ours to find out.
const MAX_ARGUMENT_BYTES: usize = 24_000;

/// kubectl, and how long it may take each time.
pub(crate) struct Kubectl<'a> {
    pub(crate) program: &'a OsStr,
    pub(crate) patience: Duration,
    /// What kind of patch it is asked to apply.
    pub(crate) patch_type: PatchType,
}

impl Kubectl<'_> {
    /// Patches `live` without a server.
    pub(crate) fn patch_locally(&self, live: Vec<u8>, patch: &Document) -> Result<FinishedChild, ChildError> {
        self.patch(live, patch, "--local")
    }

    /// Lets the server patch what it has under `live`'s name, without keeping the result.
    pub(crate) fn patch_on_server(
        &self,
        live: Vec<u8>,
        patch: &Document,
    ) -> Result<FinishedChild, ChildError> {
        self.patch(live, patch, "--dry-run=server")
    }

    /// What the server has under `live`'s name.
    pub(crate) fn get(&self, live: Vec<u8>) -> Result<FinishedChild, ChildError> {
        self.run(
            ["get", "-f", "-", "-o", "json"].map(OsString::from).to_vec(),
            live,
        )
    }

    fn patch(&self, live: Vec<u8>, patch: &Document, how: &str) -> Result<FinishedChild, ChildError> {
        let kind = format!("--type={}", self.patch_type.name());
        let mut arguments = ["patch", how, "-f", "-", &kind, "-o", "json"]
            .map(OsString::from)
            .to_vec();
        let text = patch.text();
        // Without any text the flag would count as not given.
        let fits = !text.trim().is_empty() && text.len() <= MAX_ARGUMENT_BYTES && !text.contains('\0');
        let file = match fits {
            true => {
                arguments.push(format!("--patch={text}").into());
                None
            }
            false => {
                let file = TempFile::new(text.as_bytes())
                    .map_err(|error| ChildError::Broken("kubectl (no temporary file)".to_owned(), error))?;
                arguments.push("--patch-file".into());
                arguments.push(file.path().into());
                Some(file)
            }
        };
        let finished = self.run(arguments, live);
        drop(file);
        finished
    }

    fn run(&self, arguments: Vec<OsString>, input: Vec<u8>) -> Result<FinishedChild, ChildError> {
        child_process::run(self.program, &arguments, input, self.patience)
    }
}
