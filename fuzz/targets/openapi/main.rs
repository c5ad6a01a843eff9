//! Any bytes as an OpenAPI document or CRD: rejected, or printed as a table that reads back to itself.
#![no_main]

mod laws;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| laws::check(bytes));
