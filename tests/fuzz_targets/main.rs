//! The targets of `fuzz/` on a few hundred inputs of their own: they keep up with the library, and what they hold to be true
//! is true.

#[cfg(test)]
#[path = "../../fuzz/targets/merge/check_created.rs"]
mod check_created;
#[cfg(test)]
#[path = "../../fuzz/targets/merge/check_input.rs"]
mod check_input;
#[cfg(test)]
#[path = "../../fuzz/targets/merge/check_server_side.rs"]
mod check_server_side;
#[cfg(test)]
#[path = "../../fuzz/targets/merge/generate.rs"]
mod generate;
#[cfg(test)]
#[path = "../../fuzz/targets/merge/laws.rs"]
mod laws;
#[cfg(test)]
#[path = "../../fuzz/targets/openapi/laws.rs"]
mod openapi;
#[cfg(test)]
#[path = "../../fuzz/targets/merge/operations.rs"]
mod operations;
#[cfg(test)]
#[path = "../../fuzz/targets/reader/laws.rs"]
mod reader;
#[cfg(test)]
#[path = "../../fuzz/targets/scalar/laws.rs"]
mod scalar;

/// What the inputs are made of.
#[cfg(test)]
struct Dice(u64);

#[cfg(test)]
impl Dice {
    fn byte(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as u8
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.byte()).collect()
    }

    /// A text of signs that mean something in YAML.
    fn text(&mut self, count: usize) -> String {
        const SIGNS: &[u8] = b"a1:-?[]{}&*!|>'\"%@#~=., \n\t\\";
        (0..count)
            .map(|_| char::from(SIGNS[usize::from(self.byte()) % SIGNS.len()]))
            .collect()
    }
}

#[test]
fn the_laws_of_the_merge_target_hold_for_dice_of_every_length() {
    let mut dice = Dice(20_261_122);
    for round in 0..300 {
        check_input::check(&dice.bytes(round * 2));
    }
}

#[test]
fn the_laws_of_the_readers_hold_for_random_texts() {
    let mut dice = Dice(20_261_123);
    for round in 0..500 {
        let text = dice.text(round % 40);
        scalar::check(&text);
        reader::check(text.as_bytes());
        reader::check(&dice.bytes(round % 40));
    }
}

#[test]
fn the_laws_of_the_openapi_target_hold_for_its_seeds() {
    let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/seeds/openapi");
    let mut dice = Dice(20_261_124);
    for seed in std::fs::read_dir(seeds).unwrap() {
        let mut text = std::fs::read(seed.unwrap().path()).unwrap();
        openapi::check(&text);
        for _ in 0..20 {
            let at = (usize::from(dice.byte()) << 8 | usize::from(dice.byte())) % text.len();
            text[at] = dice.byte();
            openapi::check(&text);
        }
    }
}
