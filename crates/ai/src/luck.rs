//! Numbers drawn from deeds. They are part of how a computer plays, so they are worked out here and not by the standard
//! library, whose hashes may change with any release: the same seed gives the same game on every machine.

use std::hash::{Hash, Hasher};

/// A number that stands for a thing.
pub(crate) fn imprint(thing: &impl Hash) -> u64 {
    let mut imprint = Imprint(0);
    thing.hash(&mut imprint);
    imprint.0
}

/// The finalizer of SplitMix64: every bit of the number sways every bit of the result.
pub fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Takes a thing as a row of whole numbers, whatever their types: how wide a machine counts, or the compiler numbers the
/// variants of an enum, makes no difference.
struct Imprint(u64);

impl Hasher for Imprint {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u8(byte));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number);
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64((number >> 64) as u64);
        self.write_u64(number as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_i8(&mut self, number: i8) {
        self.write_i64(number.into());
    }

    fn write_i16(&mut self, number: i16) {
        self.write_i64(number.into());
    }

    fn write_i32(&mut self, number: i32) {
        self.write_i64(number.into());
    }

    fn write_i64(&mut self, number: i64) {
        self.write_u64(number.cast_unsigned());
    }

    fn write_i128(&mut self, number: i128) {
        self.write_u128(number.cast_unsigned());
    }

    fn write_isize(&mut self, number: isize) {
        self.write_i64(number as i64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Hash)]
    enum Deed {
        Pass,
        Move { piece: u16, hex: u16 },
        Retreat(i8),
        Turn(bool),
    }

    /// As the definition has it: a row of numbers, mixed in one after the other.
    fn row(numbers: &[u64]) -> u64 {
        numbers.iter().fold(0, |sum, number| mix(sum ^ number))
    }

    #[test]
    fn a_deed_is_the_row_of_its_numbers() {
        assert_eq!(imprint(&Deed::Pass), row(&[0]));
        assert_eq!(imprint(&Deed::Move { piece: 7, hex: 1918 }), row(&[1, 7, 1918]));
        assert_eq!(imprint(&Deed::Retreat(-2)), row(&[2, u64::MAX - 1]));
        assert_eq!(imprint(&Deed::Turn(true)), row(&[3, 1]));
        assert_eq!(imprint(&(3_u16, &Deed::Pass)), row(&[3, 0]));
    }

    #[test]
    fn numbers_of_any_width_are_the_same() {
        assert_eq!(imprint(&7_u8), imprint(&7_u64));
        assert_eq!(imprint(&7_usize), imprint(&7_u32));
        assert_eq!(imprint(&-7_i8), imprint(&-7_isize));
    }

    #[test]
    fn mixing_is_that_of_splitmix64() {
        // The first numbers of the published generator with the seed 1234567.
        let numbers: Vec<u64> =
            (0..3).map(|step| mix(1_234_567_u64.wrapping_add(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(step)))).collect();
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
