//! Runs kubectl.

use std::ffi::{OsStr, OsString};
use std::time::Duration;

use super::child_process;
use super::child_process::{ChildError, FinishedChild};
use super::patch_file::PatchFile;
use crate::document::Document;
use crate::merge::PatchType;

/// kubectl with its options and time limit.
pub(crate) struct Kubectl<'a> {
    pub(crate) program: &'a OsStr,
    pub(crate) timeout: Duration,
    /// The patch type.
    pub(crate) patch_type: PatchType,
    /// The options that select the API server: `--context`, `--kubeconfig`, `-n`.
    pub(crate) cluster: &'a [OsString],
    /// Whether the subresource `status` is patched.
    pub(crate) status: bool,
}

impl Kubectl<'_> {
    /// Patches `live` without an API server.
    pub(crate) fn patch_locally(&self, live: Vec<u8>, patch: &Document) -> Result<FinishedChild, ChildError> {
        self.patch(live, patch, &["--local".into()])
    }

    /// Patches the object with the name of `live` in a server-side dry run.
    pub(crate) fn patch_on_server(
        &self,
        live: Vec<u8>,
        patch: &Document,
    ) -> Result<FinishedChild, ChildError> {
        let mut how = ["--dry-run=server", &self.request_timeout()]
            .map(OsString::from)
            .to_vec();
        if self.status {
            how.push("--subresource=status".into());
        }
        how.extend(self.cluster.iter().cloned());
        self.patch(live, patch, &how)
    }

    /// Reads the object with the name of `live` from the API server.
    pub(crate) fn get(&self, live: Vec<u8>) -> Result<FinishedChild, ChildError> {
        let timeout = self.request_timeout();
        let arguments = ["get", "-f", "-", "-o", "json", &timeout].map(OsString::from);
        self.run([&arguments, self.cluster].concat(), live)
    }

    /// Returns the timeout with which kubectl exits by itself if this process is killed.
    fn request_timeout(&self) -> String {
        format!("--request-timeout={}s", self.timeout.as_secs())
    }

    fn patch(&self, live: Vec<u8>, patch: &Document, how: &[OsString]) -> Result<FinishedChild, ChildError> {
        let kind = format!("--type={}", self.patch_type.name());
        let mut arguments = vec![OsString::from("patch")];
        arguments.extend(how.iter().cloned());
        arguments.extend(["-f", "-", &kind, "-o", "json"].map(OsString::from));
        // A file, not an argument: every user of the system can read arguments, and a patch can contain the
        // values of a Secret.
        let file = PatchFile::new(patch.text().as_bytes())
            .map_err(|error| ChildError::Broken("kubectl (no temporary file)".to_owned(), error))?;
        arguments.push("--patch-file".into());
        arguments.push(file.path());
        self.run(arguments, live)
    }

    fn run(&self, arguments: Vec<OsString>, input: Vec<u8>) -> Result<FinishedChild, ChildError> {
        child_process::run(self.program, &arguments, input, self.timeout)
    }
}
