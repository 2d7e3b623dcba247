//! How lucky a roll was, by the exact distribution of its dice.

use crate::Side;
use crate::event::Roll;
use serde::Serialize;

/// Which totals of a roll somebody hopes for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The higher the better.
    High,
    /// The lower the better.
    Low,
    /// This total or more; all of them are as good.
    AtLeast(i16),
    /// This total or less; all of them are as good.
    AtMost(i16),
}

impl Wish {
    /// How much a total is liked: more is better, and equal numbers are as good.
    fn likes(self, total: i16) -> i16 {
        match self {
            Wish::High => total,
            Wish::Low => -total,
            Wish::AtLeast(least) => i16::from(total >= least),
            Wish::AtMost(most) => i16::from(total <= most),
        }
    }

    /// Whether there is only good and bad.
    fn is_a_mark(self) -> bool {
        matches!(self, Wish::AtLeast(_) | Wish::AtMost(_))
    }
}

/// What a side hopes a roll to show.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Hope {
    /// Who hopes.
    pub side: Side,
    /// For what.
    pub wish: Wish,
}

/// How lucky a roll was for the side that hoped.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Luck {
    /// The chance of a worse roll, and half the chance of one as good: a half is to be expected.
    pub share: f64,
    /// The variance of that share, so that shares of many rolls can be added up and judged.
    pub spread: f64,
    /// The chance of what was hoped for, where there is only good and bad.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// Whether it came, where there is only good and bad.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub came: Option<bool>,
}

impl Roll {
    /// The total that is to be expected: the mean of the dice, and the modifier.
    pub fn mean(&self) -> f64 {
        f64::from(self.modifier) + self.dice.iter().map(|die| f64::from(die.sides + 1) / 2.0).sum::<f64>()
    }

    /// How lucky it was, where somebody hoped for something.
    pub fn luck(&self) -> Option<Luck> {
        let wish = self.hope?.wish;
        let liked = wish.likes(self.total);
        let mut classes: Vec<(i16, f64)> = Vec::new();
        for (total, chance) in self.distribution() {
            let like = wish.likes(total);
            match classes.iter_mut().find(|(found, _)| *found == like) {
                Some((_, sum)) => *sum += chance,
                None => classes.push((like, chance)),
            }
        }
        let chance_of = |wanted: &dyn Fn(i16) -> bool| -> f64 {
            classes.iter().filter(|(like, _)| wanted(*like)).map(|(_, chance)| chance).sum()
        };
        let cubes: f64 = classes.iter().map(|(_, chance)| chance.powi(3)).sum();
        let marked = wish.is_a_mark();
        Some(Luck {
            share: chance_of(&|like| like < liked) + chance_of(&|like| like == liked) / 2.0,
            spread: (1.0 - cubes).max(0.0) / 12.0,
            chance: marked.then(|| chance_of(&|like| like == 1)),
            came: marked.then_some(liked == 1),
        })
    }

    /// The chance of every total.
    fn distribution(&self) -> Vec<(i16, f64)> {
        let mut chances = vec![1.0];
        for die in &self.dice {
            let sides = usize::from(die.sides);
            let mut next = vec![0.0; chances.len() + sides];
            for (sum, chance) in chances.iter().enumerate() {
                for value in 1..=sides {
                    next[sum + value] += chance / sides as f64;
                }
            }
            chances = next;
        }
        let possible = chances.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0);
        possible.map(|(sum, chance)| (sum as i16 + self.modifier, chance)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} for {expected}");
    }

    fn luck(roll: Roll, wish: Wish) -> Luck {
        roll.hoped(Side::First, wish).luck().expect("it was hoped for something")
    }

    #[test]
    fn two_dice_are_counted_exactly() {
        let ten = luck(Roll::two_d6("it", [4, 6]), Wish::High);
        near(ten.share, (30.0 + 1.5) / 36.0);
        near(luck(Roll::two_d6("it", [4, 6]), Wish::Low).share, 1.0 - ten.share);
        let faces = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0];
        near(ten.spread, (1.0 - faces.iter().map(|ways: &f64| (ways / 36.0).powi(3)).sum::<f64>()) / 12.0);
        near(Roll::two_d6("it", [1, 1]).modified(2).mean(), 9.0);
    }

    #[test]
    fn what_is_as_good_is_as_lucky() {
        let on = |value| luck(Roll::d6("it", value), Wish::AtMost(2));
        near(on(1).share, 4.0 / 6.0 + 1.0 / 6.0);
        assert_eq!(on(1).share, on(2).share);
        near(on(3).share, 2.0 / 6.0);
        near(on(1).chance.expect("a mark"), 2.0 / 6.0);
        assert_eq!([on(2).came, on(3).came], [Some(true), Some(false)]);
        let modified = luck(Roll::d6("it", 3).modified(1), Wish::AtLeast(4));
        assert_eq!(modified.came, Some(true));
        near(modified.chance.expect("a mark"), 4.0 / 6.0);
    }

    #[test]
    fn what_cannot_fail_is_no_luck() {
        let sure = luck(Roll::d6("it", 6), Wish::AtLeast(1));
        near(sure.share, 0.5);
        near(sure.spread, 0.0);
    }

    #[test]
    fn a_half_is_to_be_expected() {
        for wish in [Wish::High, Wish::Low, Wish::AtLeast(5), Wish::AtMost(1)] {
            let shares: Vec<f64> = (1..=6).map(|value| luck(Roll::d6("it", value), wish).share).collect();
            let mean = shares.iter().sum::<f64>() / 6.0;
            near(mean, 0.5);
            let spread = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / 6.0;
            near(luck(Roll::d6("it", 1), wish).spread, spread);
        }
        assert_eq!(Roll::d6("it", 1).luck(), None);
    }
}
