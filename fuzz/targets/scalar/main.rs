//! Any text as a plain scalar, as a key, and as a string: what it means is certain, and survives printing.
#![no_main]

mod laws;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| laws::check(text));
