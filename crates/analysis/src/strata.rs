//! Dice that are spread evenly over some games.

use ai::{Fate, mix};
use engine::Dice;

/// The share of the golden section, of a whole turn of 64 bits.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
/// How many dice of a roll are spread; who rolls more has plenty.
const SPREAD: u64 = 3;

/// One game of several: the first dice of the roll that is looked at show each value as often as the other over all of them,
/// so that few games tell what is to be expected of it. What is rolled later is fate's.
pub(crate) struct Strata<'a> {
    fate: &'a mut Fate,
    /// Which game it is, and of how many.
    game: u64,
    games: u64,
    thrown: u64,
}

impl<'a> Strata<'a> {
    pub fn new(fate: &'a mut Fate, game: u64, games: u64) -> Strata<'a> {
        Strata { fate, game, games, thrown: 0 }
    }
}

impl Dice for Strata<'_> {
    fn die(&mut self, sides: u16) -> u16 {
        let fated = self.fate.die(sides);
        self.thrown += 1;
        if self.thrown > SPREAD {
            return fated;
        }
        let step = if self.thrown == 1 { u64::MAX / self.games.max(1) } else { GOLDEN.wrapping_mul(self.thrown - 1) };
        let place = mix(self.fate.deeds().wrapping_add(self.thrown)).wrapping_add(step.wrapping_mul(self.game));
        1 + ((u128::from(place) * u128::from(sides)) >> 64) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_face_of_the_first_die_comes_as_often_as_the_other() {
        for shift in 0..20 {
            let mut faces = [0; 6];
            for game in 0..12 {
                let mut fate = Fate::new(game);
                fate.deed(shift, &shift);
                faces[usize::from(Strata::new(&mut fate, game, 12).die(6)) - 1] += 1;
            }
            // Rounding may move one from a face to the next.
            assert!(faces.iter().all(|&times| (1..=3).contains(&times)), "{faces:?}");
        }
    }

    #[test]
    fn two_dice_are_spread_over_their_sums() {
        let mut total = 0;
        for shift in 0..50 {
            for game in 0..36 {
                let mut fate = Fate::new(game);
                fate.deed(shift, &shift);
                let mut dice = Strata::new(&mut fate, game, 36);
                total += i32::from(dice.die(6) + dice.die(6));
            }
        }
        let mean = f64::from(total) / 1800.0;
        assert!((mean - 7.0).abs() < 0.1, "{mean}");
    }
}
