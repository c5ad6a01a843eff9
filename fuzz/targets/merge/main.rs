//! Generated live objects and patches of every type, under every semantics; also policies, server-side apply, and
//! patches that are created from two or three objects. Nothing panics, and the laws of the trace hold.
#![no_main]

mod check_created;
mod check_input;
mod check_server_side;
mod generate;
mod laws;
mod operations;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check_input::check(bytes));
