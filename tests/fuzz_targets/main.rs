//! The merge target of `fuzz/` on a few hundred inputs of its own making: it keeps up with the library, and what it holds
//! to be true is true.

#[cfg(test)]
#[path = "../../fuzz/targets/merge/generate.rs"]
mod generate;
#[cfg(test)]
#[path = "../../fuzz/targets/merge/hold.rs"]
mod hold;
#[cfg(test)]
#[path = "../../fuzz/targets/merge/laws.rs"]
mod laws;
#[cfg(test)]
#[path = "../../fuzz/targets/merge/made.rs"]
mod made;
#[cfg(test)]
#[path = "../../fuzz/targets/merge/operations.rs"]
mod operations;
#[cfg(test)]
#[path = "../../fuzz/targets/merge/served.rs"]
mod served;

#[test]
fn the_laws_of_the_merge_target_hold_for_dice_of_every_length() {
    let mut state = 20_261_122_u64;
    for round in 0..300 {
        let dice: Vec<u8> = (0..round * 2)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 33) as u8
            })
            .collect();
        hold::hold(&dice);
    }
}
