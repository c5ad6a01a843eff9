//! The outcome of a comparison with kubectl.

/// The outcome of a comparison with kubectl. Texts are not escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifyOutcome {
    /// Both results are the same.
    Agree,
    /// The results are the same except for changes by the API server before it stores the result.
    AgreeButStored {
        /// The changes with their paths.
        by_server: Vec<String>,
    },
    /// Both reject the patch.
    BothReject {
        /// Our message, which should equal that of kubectl.
        ours: String,
        /// The message of kubectl.
        theirs: String,
    },
    /// Only one of them rejects the patch.
    OneRejects {
        /// Our message, if we reject the patch.
        ours: Option<String>,
        /// The message of kubectl, if it rejects the patch.
        theirs: Option<String>,
    },
    /// Both merge, but the results differ. Contains the first difference.
    Differ {
        /// The path.
        path: String,
        /// Our value; `None` if there is nothing at the path.
        ours: Option<String>,
        /// The value of kubectl.
        theirs: Option<String>,
    },
    /// kubectl has no result: it is not installed, hangs, or cannot reach the API server.
    Unusable {
        /// The reason.
        why: String,
    },
}
