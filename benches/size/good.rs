//! What cannot fail in a bench; should it fail all the same, the bench ends and says why.

use std::fmt::Display;

pub(crate) trait Good {
    type Value;

    /// The value, or the end of the bench.
    fn good(self) -> Self::Value;
}

impl<T, E: Display> Good for Result<T, E> {
    type Value = T;

    fn good(self) -> T {
        self.unwrap_or_else(|error| {
            eprintln!("{error}");
            std::process::exit(1)
        })
    }
}
