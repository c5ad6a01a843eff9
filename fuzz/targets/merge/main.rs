//! Generated live objects and patches of every type, under every semantics; also policies, server-side apply, and
//! patches that are made from two or three objects. Nothing panics, and the laws of the trace hold.
#![no_main]

mod generate;
mod hold;
mod laws;
mod made;
mod operations;
mod served;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| hold::hold(bytes));
