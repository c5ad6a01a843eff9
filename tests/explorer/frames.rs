//! Frames as text: what stands where, with its marks.

use crate::support::*;

#[test]
fn look() {
    let mut state = open(LIVE, &[PATCH]);
    for (w, h) in [(120, 40), (80, 24)] {
        println!("{}\n", frame(&mut state, w, h));
    }
    press(&mut state, "m");
    println!("{}\n", frame(&mut state, 120, 40));
    let mut state = open(LIVE, &[REJECTED]);
    println!("{}\n", frame(&mut state, 120, 40));
    println!("{}\n", frame(&mut state, 80, 24));
}
