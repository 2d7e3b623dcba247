//! Dice: the only source of chance. Drawing a counter from a cup is a roll too, of a die with as many sides as the
//! cup has counters, so a record of all rolls is a record of all luck.

mod commitment;

pub use commitment::{Commitment, LONGEST_SALT, WITHDRAWN, check_pledge, check_salt, parse_bytes, pledge_of};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::Serialize;
use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

/// A hand that holds no dice, for what must be done before somebody acts and rolls: every die shows a 1.
pub struct NoDice;

impl Dice for NoDice {
    fn die(&mut self, _sides: u16) -> u16 {
        1
    }
}

/// One die that was rolled.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Die {
    /// How many sides the die has.
    pub sides: u16,
    /// The side that came up, from 1.
    pub value: u16,
}

/// A hand that rolls dice.
pub trait Dice {
    /// Rolls one die: a number from 1 to `sides`.
    fn die(&mut self, sides: u16) -> u16;

    /// Rolls one six-sided die.
    fn d6(&mut self) -> u8 {
        self.die(6) as u8
    }

    /// Rolls two six-sided dice.
    fn two_d6(&mut self) -> [u8; 2] {
        [self.d6(), self.d6()]
    }

    /// Rolls one ten-sided die.
    fn d10(&mut self) -> u8 {
        self.die(10) as u8
    }

    /// Shuffles things: every order is as likely as the other.
    fn shuffle<T>(&mut self, things: &mut [T])
    where
        Self: Sized,
    {
        for last in (1..things.len()).rev() {
            things.swap(last, usize::from(self.die(last as u16 + 1)) - 1);
        }
    }
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn die(&mut self, sides: u16) -> u16 {
        (**self).die(sides)
    }
}

/// What seeded dice grow from: 32 bytes, written as a number where they are small enough to be one.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Seed(pub [u8; 32]);

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.0.split_at(8);
        if high.iter().all(|&byte| byte == 0) {
            return write!(f, "{}", u64::from_le_bytes(low.try_into().expect("the low part has eight bytes")));
        }
        f.write_str(&write_hex(&self.0))
    }
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Seed, String> {
        let seed = parse_hex(text).map(Seed).or_else(|| text.parse().map(|number: u64| Seed::from(number)).ok());
        seed.ok_or_else(|| format!("a seed is a number or 64 hexadecimal digits, not \"{text}\""))
    }
}

/// 32 bytes as 64 hexadecimal digits.
fn write_hex(bytes: &[u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The 32 bytes that 64 hexadecimal digits stand for.
fn parse_hex(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, at) in bytes.iter_mut().zip((0..64).step_by(2)) {
        *byte = u8::from_str_radix(&text[at..at + 2], 16).ok()?;
    }
    Some(bytes)
}

/// Dice from a seed. Each action of a game has its own stream, so what an action rolls depends on the seed, on its
/// number and on how often dice were taken back before, and never on a crate's way of turning bits into dice.
#[derive(Clone, Debug)]
pub struct SeededDice {
    rng: ChaCha8Rng,
    seed: Seed,
}

impl SeededDice {
    /// Dice for a whole game.
    pub fn new(seed: impl Into<Seed>) -> SeededDice {
        let seed = seed.into();
        SeededDice { rng: ChaCha8Rng::from_seed(seed.0), seed }
    }

    /// The dice of the action with this number, from their beginning.
    pub fn for_action(&mut self, number: u64) -> &mut Self {
        self.rng = ChaCha8Rng::from_seed(self.seed.0);
        self.rng.set_stream(number);
        self
    }

    /// The dice of the action with this number after so many take-backs: others each time.
    pub fn for_try(&mut self, number: u64, again: u32) -> &mut Self {
        self.for_action(number + (u64::from(again) << 32))
    }

    /// A number from 0 up to but not including `limit`, for players that choose at random.
    pub fn below(&mut self, limit: usize) -> usize {
        debug_assert!(limit > 0);
        match u16::try_from(limit) {
            Ok(sides) => usize::from(self.die(sides)) - 1,
            Err(_) => self.below_many(limit),
        }
    }

    /// The same for more than any die has sides.
    #[cold]
    fn below_many(&mut self, limit: usize) -> usize {
        const LOW: usize = 1 << 15;
        loop {
            let number = self.below(limit.div_ceil(LOW)) * LOW + self.below(LOW);
            if number < limit {
                return number;
            }
        }
    }
}

impl Dice for SeededDice {
    #[inline]
    fn die(&mut self, sides: u16) -> u16 {
        let sides = u32::from(sides);
        // Lemire's way: the high half of the product is fair once the low half is not in the short remainder.
        let remainder = sides.wrapping_neg() % sides;
        loop {
            let product = u64::from(self.rng.next_u32()) * u64::from(sides);
            if product as u32 >= remainder {
                return (product >> 32) as u16 + 1;
            }
        }
    }
}

/// Dice that remember what they rolled.
pub struct Recording<'a, D: Dice> {
    dice: &'a mut D,
    rolls: &'a mut Vec<Die>,
}

impl<'a, D: Dice> Recording<'a, D> {
    /// Rolls with `dice` and adds each roll to `rolls`.
    pub fn new(dice: &'a mut D, rolls: &'a mut Vec<Die>) -> Self {
        Recording { dice, rolls }
    }
}

impl<D: Dice> Dice for Recording<'_, D> {
    fn die(&mut self, sides: u16) -> u16 {
        let value = self.dice.die(sides);
        self.rolls.push(Die { sides, value });
        value
    }
}

/// Dice whose next rolls are laid down beforehand, and that fall back on other dice when those run out.
pub struct Forced<D> {
    next: VecDeque<u16>,
    then: D,
    misfit: Option<Die>,
}

impl<D: Dice> Forced<D> {
    /// Rolls `next` first, then with `then`.
    pub fn new(next: impl IntoIterator<Item = u16>, then: D) -> Self {
        Forced { next: next.into_iter().collect(), then, misfit: None }
    }

    /// What was laid down and not rolled yet.
    pub fn left(&self) -> impl Iterator<Item = u16> {
        self.next.iter().copied()
    }

    /// The first forced value that did not fit the die it was for.
    pub fn misfit(&self) -> Option<Die> {
        self.misfit
    }
}

impl<D: Dice> Dice for Forced<D> {
    fn die(&mut self, sides: u16) -> u16 {
        match self.next.pop_front() {
            Some(value) if (1..=sides).contains(&value) => value,
            Some(value) => {
                self.misfit.get_or_insert(Die { sides, value });
                value.clamp(1, sides)
            }
            None => self.then.die(sides),
        }
    }
}

/// Dice that repeat recorded rolls and notice when the game asks for others.
pub struct Replayed<'a> {
    rolls: &'a [Die],
    at: usize,
    broken: bool,
}

impl<'a> Replayed<'a> {
    /// Repeats these rolls.
    pub fn new(rolls: &'a [Die]) -> Self {
        Replayed { rolls, at: 0, broken: false }
    }

    /// Whether the game asked for exactly the recorded dice.
    pub fn fits(&self) -> bool {
        !self.broken && self.at == self.rolls.len()
    }
}

impl Dice for Replayed<'_> {
    fn die(&mut self, sides: u16) -> u16 {
        let roll = self.rolls.get(self.at).filter(|roll| roll.sides == sides && (1..=sides).contains(&roll.value));
        self.at += 1;
        self.broken |= roll.is_none();
        roll.map_or(1, |roll| roll.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_rolls_the_same_dice_whatever_was_rolled_before() {
        let mut dice = SeededDice::new(7);
        let first: Vec<_> = (0..5).map(|_| dice.for_action(3).d6()).collect();
        assert!(first.windows(2).all(|pair| pair[0] == pair[1]));
        let rolls: Vec<_> = {
            let dice = dice.for_action(4);
            (0..20).map(|_| dice.d6()).collect()
        };
        let again: Vec<_> = {
            let dice = SeededDice::new(7);
            let mut dice = dice;
            let dice = dice.for_action(4);
            (0..20).map(|_| dice.d6()).collect()
        };
        assert_eq!(rolls, again);
    }

    /// Also more than any die has sides: rare looks are drawn so.
    #[test]
    fn a_number_below_a_limit_may_be_large_and_every_part_of_it_comes_up() {
        let mut dice = SeededDice::new(7);
        let drawn: Vec<_> = (0..1000).map(|_| dice.below(100_000)).collect();
        assert!(drawn.iter().all(|&number| number < 100_000));
        for tenth in 0..10 {
            let count = drawn.iter().filter(|&&number| number / 10_000 == tenth).count();
            assert!((60..140).contains(&count), "{count} of 1000 in tenth {tenth}");
        }
    }

    #[test]
    fn seeded_dice_are_pinned_for_ever() {
        // Published records are checked against their seed, so these may never change.
        let mut dice = SeededDice::new(1918);
        let dice = dice.for_action(0);
        let rolls: Vec<_> = (0..12).map(|_| dice.d6()).collect();
        // Worked out from the definition of ChaCha8 by another program.
        assert_eq!(rolls, [4, 3, 5, 6, 4, 5, 2, 3, 1, 5, 3, 1]);
    }

    #[test]
    fn seeds_read_back_as_written() {
        // The last reads like a number with leading zeros.
        let mut long = [0; 32];
        long[31] = 1;
        for seed in [Seed::from(0), Seed::from(u64::MAX), Seed([0xa7; 32]), Seed(long)] {
            assert_eq!(seed.to_string().parse(), Ok(seed));
        }
        assert_eq!(Seed::from(42).to_string(), "42");
        assert!("forty-two".parse::<Seed>().is_err());
        assert!("+1".repeat(32).parse::<Seed>().is_err());
    }

    #[test]
    fn dice_are_fair() {
        let mut dice = SeededDice::new(15);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[usize::from(dice.die(7)) - 1] += 1;
        }
        // Chi-square with six degrees of freedom: 22.5 is passed once in a thousand.
        let chi: f64 = counts.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 22.5, "{counts:?}");
    }

    #[test]
    fn every_order_is_shuffled_alike() {
        let mut dice = SeededDice::new(16);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..60_000 {
            let mut order = [0, 1, 2];
            dice.shuffle(&mut order);
            *counts.entry(order).or_insert(0_u32) += 1;
        }
        // Chi-square with five degrees of freedom: 20.5 is passed once in a thousand.
        let chi: f64 = counts.values().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(counts.len() == 6 && chi < 20.5, "{counts:?}");
    }

    #[test]
    fn forced_dice_say_when_a_value_does_not_fit() {
        let mut dice = Forced::new([4, 9], SeededDice::new(0));
        assert_eq!(dice.d6(), 4);
        assert_eq!(dice.misfit(), None);
        dice.d6();
        assert_eq!(dice.misfit(), Some(Die { sides: 6, value: 9 }));
    }

    #[test]
    fn replayed_dice_notice_other_dice() {
        let rolls = [Die { sides: 6, value: 4 }];
        let mut same = Replayed::new(&rolls);
        assert_eq!(same.d6(), 4);
        assert!(same.fits());
        let mut other = Replayed::new(&rolls);
        other.d10();
        assert!(!other.fits());
        assert!(!Replayed::new(&rolls).fits(), "a roll that was never asked for");
    }
}
