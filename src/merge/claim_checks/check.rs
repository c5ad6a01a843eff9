//! What a check says.

/// What a check finds.
pub(super) type Check = Result<(), &'static str>;

/// An error unless `holds`.
pub(super) fn ensure(holds: bool, why: &'static str) -> Check {
    if holds { Ok(()) } else { Err(why) }
}
