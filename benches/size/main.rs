//! What reading, merging and showing cost, and how that grows with the length of lists.
//!
//! `cargo bench --bench size` runs all; a name narrows it: `cargo bench --bench size -- merging`.

mod exploring;
mod good;
mod limits;
mod made;
mod merging;
mod reading;

fn main() {
    divan::main();
}
