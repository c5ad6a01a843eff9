//! What is asked of kubectl, and what it says.

use std::ffi::{OsStr, OsString};
use std::time::Duration;

use super::child_process;
use super::child_process::{ChildError, FinishedChild};
use super::patch_file::PatchFile;
use crate::document::Document;
use crate::merge::PatchType;

/// kubectl, and how long it may take each time.
pub(crate) struct Kubectl<'a> {
    pub(crate) program: &'a OsStr,
    pub(crate) patience: Duration,
    /// What kind of patch it is asked to apply.
    pub(crate) patch_type: PatchType,
    /// Which server it asks, as its own options: `--context`, `--kubeconfig`, `-n`.
    pub(crate) cluster: &'a [OsString],
    /// Whether it patches the subresource `status`.
    pub(crate) status: bool,
}

impl Kubectl<'_> {
    /// Patches `live` without a server.
    pub(crate) fn patch_locally(&self, live: Vec<u8>, patch: &Document) -> Result<FinishedChild, ChildError> {
        self.patch(live, patch, &["--local".into()])
    }

    /// Lets the server patch what it has under `live`'s name, without keeping the result.
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

    /// What the server has under `live`'s name.
    pub(crate) fn get(&self, live: Vec<u8>) -> Result<FinishedChild, ChildError> {
        let timeout = self.request_timeout();
        let arguments = ["get", "-f", "-", "-o", "json", &timeout].map(OsString::from);
        self.run([&arguments, self.cluster].concat(), live)
    }

    /// Lets kubectl end by itself should this program be killed.
    fn request_timeout(&self) -> String {
        format!("--request-timeout={}s", self.patience.as_secs())
    }

    fn patch(&self, live: Vec<u8>, patch: &Document, how: &[OsString]) -> Result<FinishedChild, ChildError> {
        let kind = format!("--type={}", self.patch_type.name());
        let mut arguments = vec![OsString::from("patch")];
        arguments.extend(how.iter().cloned());
        arguments.extend(["-f", "-", &kind, "-o", "json"].map(OsString::from));
        // Not as an argument: every user of the system can read those, and a patch can hold the values of a Secret.
        let file = PatchFile::new(patch.text().as_bytes())
            .map_err(|error| ChildError::Broken("kubectl (no temporary file)".to_owned(), error))?;
        arguments.push("--patch-file".into());
        arguments.push(file.path());
        self.run(arguments, live)
    }

    fn run(&self, arguments: Vec<OsString>, input: Vec<u8>) -> Result<FinishedChild, ChildError> {
        child_process::run(self.program, &arguments, input, self.patience)
    }
}
