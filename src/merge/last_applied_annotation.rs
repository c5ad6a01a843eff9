//! The annotation of the last `kubectl apply`.

/// The annotation in which kubectl keeps the configuration that it applied last.
pub const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";
