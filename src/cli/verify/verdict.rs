//! What came of asking kubectl.

/// What came of it. Texts are as they came: make them visible before a terminal sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifyOutcome {
    /// Both give the same result.
    Agree,
    /// Both give the same, but for what the API server does before it stores the result.
    AgreeButStored {
        /// What that is, each with its path.
        by_server: Vec<String>,
    },
    /// Both reject the patch.
    BothReject {
        /// Our text, which should be kubectl's to the letter.
        ours: String,
        /// kubectl's.
        theirs: String,
    },
    /// One rejects, the other does not.
    OneRejects {
        /// Our message, if we reject the patch.
        ours: Option<String>,
        /// kubectl's, if it does.
        theirs: Option<String>,
    },
    /// Both merge, with other results. This is the first difference.
    Differ {
        /// Where.
        path: String,
        /// Our value; none if there is nothing at the path.
        ours: Option<String>,
        /// kubectl's.
        theirs: Option<String>,
    },
    /// kubectl could not be asked: there is none, it hangs, the server is away.
    Unusable {
        /// Why.
        why: String,
    },
}
