//! The result of a check.

/// `Err` is the reason why a claim is false.
pub(super) type Check = Result<(), &'static str>;

/// Returns an error unless `holds`.
pub(super) fn ensure(holds: bool, why: &'static str) -> Check {
    if holds { Ok(()) } else { Err(why) }
}
