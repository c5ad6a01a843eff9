//! Any bytes: rejected, or read into a well-formed tree that prints and reads back to the same values; by both ways
//! of reading YAML alike. A stream is cut into the same pieces in whatever portions it comes.
#![no_main]

mod laws;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| laws::check(bytes));
