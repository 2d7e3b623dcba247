//! Irregularity that is the same in every run.

/// A number from 0 to 1 that depends only on these.
pub fn noise(a: i32, b: i32, salt: u32) -> f32 {
    mixed(a, b, salt) as f32 / u32::MAX as f32
}

/// A number from -1 to 1 that depends only on these.
pub fn wobble(a: i32, b: i32, salt: u32) -> f32 {
    noise(a, b, salt) * 2.0 - 1.0
}

/// One of so many choices, depending only on these.
pub fn choice(a: i32, b: i32, salt: u32, choices: usize) -> usize {
    mixed(a, b, salt) as usize % choices.max(1)
}

fn mixed(a: i32, b: i32, salt: u32) -> u32 {
    let mut bits =
        (a as u32).wrapping_mul(0x9e37_79b1) ^ (b as u32).wrapping_mul(0x85eb_ca77) ^ salt.wrapping_mul(0xc2b2_ae3d);
    for _ in 0..2 {
        bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
        bits = (bits ^ (bits >> 12)).wrapping_mul(0x297a_2d39);
    }
    bits ^ (bits >> 15)
}
