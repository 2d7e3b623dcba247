//! Numbers opened into their parts, and the exact odds of what an action may lead to.

use crate::Clause;
use crate::chart::Aim;
use serde::Serialize;

/// A number that matters, with the parts it is made of and the clauses that say so.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Derivation {
    /// What the number is.
    pub label: String,
    /// The number as people write it (`3:1`, `1/2`, `7`).
    pub value: String,
    /// The rules behind it.
    pub clauses: Vec<Clause>,
    /// What it is made of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Derivation>,
}

impl Derivation {
    /// A number without parts.
    pub fn new(label: impl Into<String>, value: impl ToString, clauses: Vec<Clause>) -> Derivation {
        Derivation { label: label.into(), value: value.to_string(), clauses, parts: Vec::new() }
    }

    /// Adds a part.
    pub fn with(mut self, part: Derivation) -> Derivation {
        self.parts.push(part);
        self
    }

    /// The derivation as indented lines of text.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        self.write_lines(0, &mut lines);
        lines
    }

    fn write_lines(&self, depth: usize, lines: &mut Vec<String>) {
        let cited: Vec<_> = self.clauses.iter().map(|clause| clause.0).collect();
        let cited = if cited.is_empty() { String::new() } else { format!("  [{}]", cited.join(", ")) };
        lines.push(format!("{:indent$}{}: {}{cited}", "", self.label, self.value, indent = 2 * depth));
        for part in &self.parts {
            part.write_lines(depth + 1, lines);
        }
    }
}

/// One thing that may come out of an action.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Chance {
    /// What comes out. The event that reports it carries the same label.
    pub outcome: String,
    /// How likely it is.
    pub probability: f64,
}

impl Chance {
    /// The chances of all that may come out, in the order in which each of it first may: equal outcomes are one.
    pub fn tally(ways: impl IntoIterator<Item = (String, f64)>) -> Vec<Chance> {
        let mut chances: Vec<Chance> = Vec::new();
        for (outcome, probability) in ways {
            match chances.iter_mut().find(|chance| chance.outcome == outcome) {
                Some(chance) => chance.probability += probability,
                None => chances.push(Chance { outcome, probability }),
            }
        }
        chances
    }
}

/// What becomes of those who are attacked, in the words that all games share.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Nobody of them is left.
    Destroyed,
    /// Some of them, or all, go back.
    Retreats,
    /// They lose something and stay.
    Weakened,
    /// Nothing happens to them.
    Stands,
}

/// What one way in which the dice may fall does to both.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Toll {
    /// What becomes of those who are attacked.
    pub fate: Fate,
    /// The steps that the attacker loses, on average if that is left open.
    pub attacker: f64,
    /// The steps that the defender loses.
    pub defender: f64,
}

/// How likely something becomes of those who are attacked.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct FateChance {
    /// What becomes of them.
    pub fate: Fate,
    /// How likely it is.
    pub probability: f64,
}

/// The steps that both lose on average.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct MeanLosses {
    /// The side that attacks.
    pub attacker: f64,
    /// The side that is attacked.
    pub defender: f64,
}

/// By what more strength helps an attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ladder {
    /// A better column of a table.
    Column,
    /// Better odds to one.
    Odds,
    /// More on the die.
    Die,
}

/// A fight that an action begins, joins or decides: where, how strong, and what may become of both.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Fight {
    /// The hexes that are attacked.
    pub targets: Vec<String>,
    /// The hexes from which they are attacked.
    pub from: Vec<String>,
    /// The odds as people write them (`3:1`, `+2`).
    pub odds: String,
    /// The strength that attacks.
    pub strength: f64,
    /// By what more strength helps.
    pub ladder: Ladder,
    /// How far up that ladder the attack stands, so that two can be compared.
    pub rung: i16,
    /// What may become of those who are attacked, adding up to one; empty where that cannot be known yet.
    pub fates: Vec<FateChance>,
    /// What both lose on average, where the dice alone decide that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub losses: Option<MeanLosses>,
}

impl Fight {
    /// An attack on these hexes from those.
    pub fn new(targets: impl IntoIterator<Item = String>, from: impl IntoIterator<Item = String>) -> Fight {
        let mut from: Vec<String> = from.into_iter().collect();
        from.sort_unstable();
        from.dedup();
        Fight {
            targets: targets.into_iter().collect(),
            from,
            odds: String::new(),
            strength: 0.0,
            ladder: Ladder::Column,
            rung: 0,
            fates: Vec::new(),
            losses: None,
        }
    }

    /// The same at these odds, so far up a ladder.
    pub fn at(self, odds: impl Into<String>, ladder: Ladder, rung: i16) -> Fight {
        Fight { odds: odds.into(), ladder, rung, ..self }
    }

    /// The same with so much strength.
    pub fn with(self, strength: impl Into<f64>) -> Fight {
        Fight { strength: strength.into(), ..self }
    }

    /// The same where somebody decides what is lost after the dice have fallen.
    pub fn open_losses(self) -> Fight {
        Fight { losses: None, ..self }
    }

    /// The same, with all that the dice may do to both and how likely each of it is.
    pub fn tolls(mut self, ways: impl IntoIterator<Item = (f64, Toll)>) -> Fight {
        let mut losses = MeanLosses { attacker: 0.0, defender: 0.0 };
        for (probability, toll) in ways {
            losses.attacker += probability * toll.attacker;
            losses.defender += probability * toll.defender;
            match self.fates.iter_mut().find(|known| known.fate == toll.fate) {
                Some(known) => known.probability += probability,
                None if probability > 0.0 => self.fates.push(FateChance { fate: toll.fate, probability }),
                None => {}
            }
        }
        self.fates.sort_by_key(|known| known.fate);
        self.losses = Some(losses);
        self
    }
}

/// What an action costs or leads to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Forecast {
    /// The numbers behind it, opened.
    pub sum: Derivation,
    /// All that may come out, adding up to one; empty when nothing is left to chance.
    pub chances: Vec<Chance>,
    /// Where the dice will be read, and what led there: one for each chart that is rolled on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aims: Vec<Aim>,
    /// What else must be done before these dice fall, where the action alone does not roll them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// The hexes it leads through, from where the piece stands to where it goes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// The fight that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fight: Option<Fight>,
}

impl Forecast {
    /// What may come out, and the numbers behind it.
    pub fn new(sum: Derivation, chances: Vec<Chance>) -> Forecast {
        Forecast { sum, chances, aims: Vec::new(), given: None, path: Vec::new(), fight: None }
    }

    /// A forecast without chance: only the numbers.
    pub fn certain(sum: Derivation) -> Forecast {
        Forecast::new(sum, Vec::new())
    }

    /// The same, with dice that are read on a chart.
    pub fn aimed(mut self, aims: impl IntoIterator<Item = Aim>) -> Forecast {
        self.aims.extend(aims);
        self
    }

    /// The same, leading through these hexes.
    pub fn along(mut self, path: impl IntoIterator<Item = String>) -> Forecast {
        self.path.extend(path);
        self
    }

    /// The same about a fight.
    pub fn fight(mut self, fight: Fight) -> Forecast {
        self.fight = Some(fight);
        self
    }

    /// The same, if something else is done first.
    pub fn given(mut self, condition: impl Into<String>) -> Forecast {
        let condition = condition.into();
        self.given = Some(self.given.map_or_else(|| condition.clone(), |before| format!("{before}, {condition}")));
        self
    }
}

/// Half points as people write them: `3`, `1/2`, `2 1/2`.
pub fn half_points(halves: impl Into<u16>) -> String {
    let halves = halves.into();
    match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "1/2".into(),
        (whole, _) => format!("{whole} 1/2"),
    }
}

/// The chances of 0, 1, ..., `trials` successes when each trial succeeds with probability `p`.
pub fn binomial(trials: usize, p: f64) -> Vec<f64> {
    let mut chances = vec![0.0; trials + 1];
    chances[0] = 1.0;
    for done in 0..trials {
        for hits in (0..=done).rev() {
            chances[hits + 1] += chances[hits] * p;
            chances[hits] *= 1.0 - p;
        }
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial_matches_pascal() {
        let chances = binomial(3, 0.5);
        assert_eq!(chances, [0.125, 0.375, 0.375, 0.125]);
        let sum: f64 = binomial(40, 1.0 / 6.0).iter().sum();
        assert!((sum - 1.0).abs() < 1e-12);
        assert_eq!(binomial(2, 1.0), [0.0, 0.0, 1.0]);
    }

    #[test]
    fn equal_outcomes_are_one_chance() {
        let ways = [("held", 0.25), ("taken", 0.5), ("held", 0.25)].map(|(outcome, p)| (outcome.to_string(), p));
        let half = |outcome: &str| Chance { outcome: outcome.into(), probability: 0.5 };
        assert_eq!(Chance::tally(ways), [half("held"), half("taken")]);
    }

    #[test]
    fn half_points_are_written_as_people_do() {
        assert_eq!([0_u8, 1, 2, 5].map(half_points), ["0", "1/2", "1", "2 1/2"]);
    }

    #[test]
    fn a_fight_gathers_what_may_become_of_both() {
        let toll = |fate, attacker, defender| Toll { fate, attacker, defender };
        let fight = Fight::new(["0504".into()], ["0403".into(), "0403".into()]).tolls([
            (0.25, toll(Fate::Stands, 2.0, 0.0)),
            (0.5, toll(Fate::Destroyed, 0.0, 1.0)),
            (0.25, toll(Fate::Stands, 0.0, 0.0)),
            (0.0, toll(Fate::Retreats, 0.0, 0.0)),
        ]);
        assert_eq!(fight.from, ["0403"]);
        let half = |fate| FateChance { fate, probability: 0.5 };
        assert_eq!(fight.fates, [half(Fate::Destroyed), half(Fate::Stands)]);
        assert_eq!(fight.losses, Some(MeanLosses { attacker: 0.5, defender: 0.5 }));
    }

    #[test]
    fn a_derivation_reads_as_indented_lines() {
        let cost = Derivation::new("Movement", "1 1/2", vec![Clause("9.1a")]).with(Derivation::new(
            "1927, clear",
            1,
            vec![Clause("9.5a")],
        ));
        assert_eq!(cost.lines(), ["Movement: 1 1/2  [9.1a]", "  1927, clear: 1  [9.5a]"]);
    }
}
