//! The annotation of the last `kubectl apply`.

use crate::document::{Path, Segment};

/// The annotation in which kubectl keeps the configuration that it applied last.
pub const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// Returns whether a path is that of the annotation.
pub fn is_last_applied(path: &Path) -> bool {
    matches!(&path.0[..], [Segment::Key(metadata), Segment::Key(annotations), Segment::Key(name)]
        if metadata == "metadata" && annotations == "annotations" && name == LAST_APPLIED)
}
